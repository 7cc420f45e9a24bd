//! What each writer writes for the sample report, and the golden file of the JSON contract.

use std::path::Path;

use super::*;

pub(super) fn written(format: &str, options: &Options) -> String {
    written_of(&sample::report(), format, options)
}

pub(super) fn written_of(report: &Report, format: &str, options: &Options) -> String {
    let mut out = Vec::new();
    write(report, format, options, &mut out).unwrap();
    String::from_utf8(out).unwrap()
}

#[test]
fn the_golden_file_is_what_is_written_and_reads_back() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/report/golden.json");
    let text = written("json", &Options::default());
    // ROWPRESS_BLESS=1 rewrites the file, after a field was added.
    if std::env::var_os("ROWPRESS_BLESS").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(text, std::fs::read_to_string(&path).unwrap());
    assert_eq!(read(text.as_bytes()).unwrap(), sample::report());
}

pub(super) const NARROW: Options =
    Options { view: View::Analysis, verbose: false, top: None, colour: false, width: Some(80) };

#[test]
fn the_terminal_shows_the_answer_first() {
    insta::assert_snapshot!(written("table", &NARROW), @r###"
dump.sql.gz: 200.7 MB, 2 tables, 2,217,040 rows

whole files   codec      size  ratio  compress  decompress
──────────────────────────────────────────────────────────
smallest      xz:6    43.2 MB   4.65  2.1 MB/s    115 MB/s
best balance  zstd:3  52.1 MB   3.85  229 MB/s    642 MB/s
fastest       lz4:1   81.4 MB   2.47  535 MB/s  1,606 MB/s

Whole files
                 size          % of     compress      decompress
codec    file      MB  ratio  input     MB/s  CPU s   MB/s  CPU s    memory
────────────────────────────────────────────────────────────────────────────
xz:6     xz     43.18*  4.65   21.5      2.1  95.12    115   1.75   98.0 MB
zstd:19  zst    44.51   4.51   22.2      3.9  51.50    535   0.38   87.6 MB
zstd:3   zst    52.10   3.85   26.0    229.4   0.88    642   0.31   1.31 MB
zlib:6   gzip   56.79   3.54   28.3     73.0   2.75    402   0.50  268.0 kB
zlib:9   gzip   56.79   3.54   28.3     30.9   6.50    402   0.50  268.0 kB
lz4:1    lz4    81.40   2.47   40.6    535.3*  0.38  1,606*  0.12   16.4 kB*
none     none  200.74   1.00  100.0  3,211.9   0.06  3,212   0.06         –

Blocks of 16 KiB (12,253 units)
smallest, best balance zstd:3 (ratio 3.45) · fastest lz4:1 (ratio 2.38)

         size          % of   compress     decompress                 not
codec      MB  ratio  input  MB/s  CPU s   MB/s  CPU s    memory  smaller
─────────────────────────────────────────────────────────────────────────
zstd:3  58.20*  3.45   29.0   178   1.12    535   0.38   1.31 MB        0
zlib:6  60.10   3.34   29.9    70   2.88    357   0.56  268.0 kB        0
lz4:1   84.40   2.38   42.0   494*  0.41  1,606*  0.12   16.4 kB*      12

Blocks of 64 KiB (3,064 units)
smallest, best balance zstd:3 (ratio 3.65) · fastest lz4:1 (ratio 2.43)

         size          % of   compress     decompress
codec      MB  ratio  input  MB/s  CPU s   MB/s  CPU s    memory
─────────────────────────────────────────────────────────────────
zstd:3  55.00*  3.65   27.4   201   1.00    584   0.34   1.31 MB
zlib:6  57.30   3.50   28.5    71   2.81    378   0.53  268.0 kB
lz4:1   82.60   2.43   41.1   514*  0.39  1,606*  0.12   16.4 kB*
* Best of its column; several are a tie (speeds: within 2 %). Best balance:
twice the compress CPU time is spent only where it saves 5 % of the size. MB =
10^6 bytes; MB/s = input bytes by CPU second of one thread.

Storage engines
                         stored      to  compress  decompress
row format                   MB  InnoDB     CPU s       CPU s  evidence
───────────────────────────────────────────────────────────────────────────────
innodb-compressed:kbs=8   88.08    1.75       4.5         4.5  measured, ±0.0 %
Stored: what the disk gives up, everything counted. To InnoDB: plain InnoDB
DYNAMIC ÷ stored. Codec ratio: raw ÷ compressed.

innodb-compressed:kbs=8 leaves out shop.order_items: a foreign key, which this
  format does not have

Input
200,744,946 bytes, 56.8 MB as gzip, converted from utf-16le, mysqldump 10.13,
  MySQL 8.0.36, 198 INSERT statements
skipped statements: 2 lock_tables, 12 set

                                      INSERT  bytes
table                  rows  columns      MB  a row  primary key     indexes
──────────────────────────────────────────────────────────────────────────────
shop.orders         554,260       11  120.40    217  id                    2
shop.order_items  1,662,780   5 of 6   80.34     48  order_id, line        1
total             2,217,040           200.74     91

1 error, 1 warning, 2 notes
error[truncated]: dump.sql.gz, line 1200, byte 190000000, table shop.orders: the
  input ends inside a statement; the rows before it are counted
warning[tool-text]: dump.sql.gz, line 1, byte 0: a tool's warning before the
  first statement was skipped
note[converted]: dump.sql.gz: converted from UTF-16 (little-endian)
note[measurement]: units that did not get smaller: lz4:1 16K 12 of 12,253

Run
verified 45,958 units, 2 threads, 92.2 s wall, 175.5 s CPU (174.2 s in codecs),
peak memory 212.5 MB

Left out at this width: codec ratio, share %, engine, charset.
"###);
}

#[test]
fn verbose_shows_exact_bytes_and_versions() {
    insta::assert_snapshot!(written("table", &Options { verbose: true, width: Some(120), ..NARROW }), @r###"
dump.sql.gz: 200.7 MB, 2 tables, 2,217,040 rows

whole files   codec      size  ratio  compress  decompress
──────────────────────────────────────────────────────────
smallest      xz:6    43.2 MB   4.65  2.1 MB/s    115 MB/s
best balance  zstd:3  52.1 MB   3.85  229 MB/s    642 MB/s
fastest       lz4:1   81.4 MB   2.47  535 MB/s  1,606 MB/s

Whole files
                 size                       % of     compress      decompress             spread
codec    file      MB        bytes  ratio  input     MB/s  CPU s   MB/s  CPU s    memory       %
────────────────────────────────────────────────────────────────────────────────────────────────
xz:6     xz     43.18*  43,180,412   4.65   21.5      2.1  95.12    115   1.75   98.0 MB       –
zstd:19  zst    44.51   44,512,007   4.51   22.2      3.9  51.50    535   0.38   87.6 MB       –
zstd:3   zst    52.10   52,103,550   3.85   26.0    229.4   0.88    642   0.31   1.31 MB       –
zlib:6   gzip   56.79   56,785,691   3.54   28.3     73.0   2.75    402   0.50  268.0 kB       –
zlib:9   gzip   56.79   56,785,691   3.54   28.3     30.9   6.50    402   0.50  268.0 kB       –
lz4:1    lz4    81.40   81,404,110   2.47   40.6    535.3*  0.38  1,606*  0.12   16.4 kB*      –
none     none  200.74  200,744,946   1.00  100.0  3,211.9   0.06  3,212   0.06         –       –

Blocks of 16 KiB (12,253 units)
smallest, best balance zstd:3 (ratio 3.45) · fastest lz4:1 (ratio 2.38)

         size                      % of   compress     decompress                 not  spread
codec      MB       bytes  ratio  input  MB/s  CPU s   MB/s  CPU s    memory  smaller       %
─────────────────────────────────────────────────────────────────────────────────────────────
zstd:3  58.20* 58,204,001   3.45   29.0   178   1.12    535   0.38   1.31 MB        0       –
zlib:6  60.10  60,104,777   3.34   29.9    70   2.88    357   0.56  268.0 kB        0       –
lz4:1   84.40  84,404,110   2.38   42.0   494*  0.41  1,606*  0.12   16.4 kB*      12       –

Blocks of 64 KiB (3,064 units)
smallest, best balance zstd:3 (ratio 3.65) · fastest lz4:1 (ratio 2.43)

         size                      % of   compress     decompress             spread
codec      MB       bytes  ratio  input  MB/s  CPU s   MB/s  CPU s    memory       %
────────────────────────────────────────────────────────────────────────────────────
zstd:3  55.00* 55,004,120   3.65   27.4   201   1.00    584   0.34   1.31 MB       –
zlib:6  57.30  57,304,800   3.50   28.5    71   2.81    378   0.53  268.0 kB       –
lz4:1   82.60  82,600,300   2.43   41.1   514*  0.39  1,606*  0.12   16.4 kB*      –
* Best of its column; several are a tie (speeds: within 2 %). Best balance: twice the compress CPU time is spent only
where it saves 5 % of the size. MB = 10^6 bytes; MB/s = input bytes by CPU second of one thread.

Storage engines
                         stored      to  codec  compress  decompress
row format                   MB  InnoDB  ratio     CPU s       CPU s  evidence
──────────────────────────────────────────────────────────────────────────────────────
innodb-compressed:kbs=8   88.08    1.75   2.39       4.5         4.5  measured, ±0.0 %
Stored: what the disk gives up, everything counted. To InnoDB: plain InnoDB DYNAMIC ÷ stored. Codec ratio: raw ÷
compressed.

innodb-compressed:kbs=8 leaves out shop.order_items: a foreign key, which this format does not have

Input
200,744,946 bytes, 56.8 MB as gzip, converted from utf-16le, mysqldump 10.13, MySQL 8.0.36, 198 INSERT statements
skipped statements: 2 lock_tables, 12 set

                                      INSERT  share  bytes
table                  rows  columns      MB      %  a row  primary key     indexes  engine  charset
────────────────────────────────────────────────────────────────────────────────────────────────────
shop.orders         554,260       11  120.40   60.0    217  id                    2  InnoDB  utf8mb4
shop.order_items  1,662,780   5 of 6   80.34   40.0     48  order_id, line        1  InnoDB  –
total             2,217,040           200.74            91

1 error, 1 warning, 2 notes
error[truncated]: dump.sql.gz, line 1200, byte 190000000, table shop.orders: the input ends inside a statement; the rows
  before it are counted
warning[tool-text]: dump.sql.gz, line 1, byte 0: a tool's warning before the first statement was skipped
note[converted]: dump.sql.gz: converted from UTF-16 (little-endian)
note[measurement]: units that did not get smaller: lz4:1 16K 12 of 12,253

Run
verified 45,958 units, 2 threads, 92.2 s wall, 175.5 s CPU (174.2 s in codecs), peak memory 212.5 MB

rowpress 0.1.0, started 2026-12-01T00:00:00Z
command: rowpress analyze --unit whole,16K,64K dump.sql.gz
machine: AMD EPYC, 2 processors, linux x86_64
libraries: liblz4 1.10.0, liblzma 5.2.5, zlib 1.3.1, zstd 1.5.7
"###);
}

#[test]
fn the_inventory_alone() {
    insta::assert_snapshot!(written("table", &Options { view: View::Tables, width: Some(100), ..NARROW }), @r###"
dump.sql.gz: 200.7 MB, 2 tables, 2,217,040 rows

200,744,946 bytes, 56.8 MB as gzip, converted from utf-16le, mysqldump 10.13, MySQL 8.0.36, 198
  INSERT statements
skipped statements: 2 lock_tables, 12 set

                                      INSERT  share  bytes
table                  rows  columns      MB      %  a row  primary key     indexes  engine  charset
────────────────────────────────────────────────────────────────────────────────────────────────────
shop.orders         554,260       11  120.40   60.0    217  id                    2  InnoDB  utf8mb4
shop.order_items  1,662,780   5 of 6   80.34   40.0     48  order_id, line        1  InnoDB  –
total             2,217,040           200.74            91

First rows of shop.orders, as stored
row  column  bytes  hex
────────────────────────────
  1  id          4  80000001
  1  note        –  NULL

1 error, 1 warning, 2 notes
error[truncated]: dump.sql.gz, line 1200, byte 190000000, table shop.orders: the input ends inside a
  statement; the rows before it are counted
warning[tool-text]: dump.sql.gz, line 1, byte 0: a tool's warning before the first statement was
  skipped
note[converted]: dump.sql.gz: converted from UTF-16 (little-endian)
note[measurement]: units that did not get smaller: lz4:1 16K 12 of 12,253
"###);
}

#[test]
fn the_summary_is_in_sentences() {
    insta::assert_snapshot!(summary(&sample::report()).join("\n"), @r###"
whole files, smallest: xz:6, 43.2 MB, ratio 4.65, compress 2.1 MB/s, decompress 115 MB/s
whole files, best balance: zstd:3, 52.1 MB, ratio 3.85, compress 229 MB/s, decompress 642 MB/s
whole files, fastest: lz4:1, 81.4 MB, ratio 2.47, compress 535 MB/s, decompress 1,606 MB/s
blocks of 16 KiB, smallest, best balance: zstd:3, 58.2 MB, ratio 3.45, compress 178 MB/s, decompress 535 MB/s
blocks of 16 KiB, fastest: lz4:1, 84.4 MB, ratio 2.38, compress 494 MB/s, decompress 1,606 MB/s
blocks of 64 KiB, smallest, best balance: zstd:3, 55.0 MB, ratio 3.65, compress 201 MB/s, decompress 584 MB/s
blocks of 64 KiB, fastest: lz4:1, 82.6 MB, ratio 2.43, compress 514 MB/s, decompress 1,606 MB/s
"###);
}

#[test]
fn colour_marks_the_best_and_changes_no_text() {
    let plain = written("table", &NARROW);
    let coloured = written("table", &Options { colour: true, ..NARROW });
    // Bold only: the colour itself is off where NO_COLOR is set.
    assert!(coloured.contains("\x1b[1m43.18*"), "{coloured:?}");
    let stripped = anstream::adapter::strip_str(&coloured).to_string();
    let lines = |text: &str| text.lines().map(|line| line.trim_end().to_owned()).collect::<Vec<_>>();
    let kept: Vec<_> = lines(&stripped);
    assert_eq!(kept[..20], lines(&plain)[..20]);
}

#[test]
fn no_line_is_wider_than_the_terminal() {
    for width in [60, 80, 100] {
        for view in [View::Analysis, View::Tables] {
            let text = written("table", &Options { view, width: Some(width), ..NARROW });
            for line in text.lines() {
                assert!(line.chars().count() <= width, "{width}: {line}");
            }
        }
    }
}

#[test]
fn a_wrong_format_gets_the_nearest() {
    let message = |name| find(name).err().unwrap().to_string();
    insta::assert_snapshot!(message("jsn"), @"no report format `jsn` (did you mean `json`?); there are table, json, csv, markdown");
    insta::assert_snapshot!(message("md"), @"no report format `md` (did you mean `markdown`?); there are table, json, csv, markdown");
    insta::assert_snapshot!(message("zzz"), @"no report format `zzz`; there are table, json, csv, markdown");
    assert_eq!(by_extension("out/report.MD").unwrap().name(), "markdown");
    assert!(by_extension("report").is_none());
}
