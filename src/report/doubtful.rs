//! What readers are told where figures are few, tied, partial or of single tables.

use super::tests::{NARROW, written_of};
use super::*;

#[test]
fn figures_by_table() {
    let mut report = sample::report();
    report.engines.clear();
    report.warnings.clear();
    let whole: Vec<_> = report.codecs.iter().filter(|figure| figure.unit == model::Unit::Whole).cloned().collect();
    report.codecs.clear();
    for (table, share) in [("shop.orders", 3), ("shop.order_items", 5), ("shop.a_rather_long_name_of_a_table", 20_000)]
    {
        report.codecs.extend(whole.iter().cloned().map(|mut figure| {
            figure.table = Some(table.into());
            figure.raw_bytes /= share;
            figure.compressed_bytes /= share;
            figure
        }));
    }
    insta::assert_snapshot!(written_of(&report, "table", &NARROW), @r###"
dump.sql.gz: 200.7 MB, 2 tables, 2,217,040 rows

By table, whole files
                     input
table                   MB  smallest  ratio  best balance  ratio  fastest  ratio
────────────────────────────────────────────────────────────────────────────────
shop.orders         66.915  xz:6       4.65  zstd:3         3.85  lz4:1     2.47
shop.order_items    40.149  xz:6       4.65  zstd:3         3.85  lz4:1     2.47
shop.a_rather_lon…   0.010  –             –  –                 –  –            –

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

Run
verified 45,958 units, 2 threads, 92.2 s wall, 175.5 s CPU (174.2 s in codecs),
peak memory 212.5 MB

Left out at this width: share %, engine, charset.
"###);
}

#[test]
fn a_tie_is_called_one_and_doubts_are_told() {
    let mut report = sample::report();
    report.engines.clear();
    report.warnings.clear();
    report.tables.clear();
    report.run.complete = false;
    report.run.sampled = true;
    report.run.seed = Some(7);
    report.codecs.truncate(6);
    for figure in &mut report.codecs {
        figure.compress.wall_s = figure.compress.cpu_s * 3.0;
        figure.interval_pct = Some(0.4);
    }
    report.codecs[0].error = Some("out of memory".into());
    report.codecs[1].raw_bytes /= 2;
    report.codecs[2].compressed_bytes = report.codecs[3].compressed_bytes;
    report.codecs[2].compress.mb_per_s = report.codecs[5].compress.mb_per_s;
    report.codecs[4].verified = false;
    report.codecs[4].decompress = None;
    report.codecs[5].compressed_bytes = report.codecs[5].raw_bytes + 20;
    report.codecs[5].ratio = Some(0.999);
    insta::assert_snapshot!(written_of(&report, "table", &NARROW), @r###"
dump.sql.gz: 200.7 MB, 0 tables, 0 rows

whole files            codec                   size  ratio  compress  decompress
────────────────────────────────────────────────────────────────────────────────
smallest (tie)         zstd:3 = zlib:6 =…   56.8 MB   3.85  535 MB/s    642 MB/s
best balance, fastest  zstd:3               56.8 MB   3.85  535 MB/s    642 MB/s

Whole files
                   size                compress     decompress
codec      file      MB  ± %  ratio   MB/s  CPU s   MB/s  CPU s    memory
──────────────────────────────────────────────────────────────────────────
zstd:3     zst    56.79* 0.4   3.85  535.3*  0.88    642*  0.31   1.31 MB
zlib:6     gzip   56.79* 0.4   3.54   73.0   2.75    402   0.50  268.0 kB*
zlib:9     gzip   56.79* 0.4   3.54   30.9   6.50      –      –  268.0 kB*
lz4:1      lz4   200.74  0.4  0.999  535.3   0.38  1,606   0.12   16.4 kB
zstd:19 †  zst    44.51  0.4   4.51    3.9  51.50    535   0.38   87.6 MB
xz:6       xz    failed
xz:6 failed: out of memory

* Best of its column; several are a tie (speeds: within 2 %). Best balance:
twice the compress CPU time is spent only where it saves 5 % of the size. † Saw
only a part of the input, not ranked. MB = 10^6 bytes; MB/s = input bytes by CPU
second of one thread.

Input
200,744,946 bytes, 56.8 MB as gzip, converted from utf-16le, mysqldump 10.13,
  MySQL 8.0.36, 198 INSERT statements
skipped statements: 2 lock_tables, 12 set

2 warnings, 3 notes
warning[measurement]: the run is incomplete: its figures are of what was read
  until it ended
warning[measurement]: not decompressed and compared with the input: zlib:9 whole
note[measurement]: sampled (seed 7): codecs saw a part of the units, and sizes
  are estimates
note[measurement]: the machine was busy: codecs took 3.0 times their CPU time;
  speeds are by CPU time and stand
note[measurement]: larger than the input: lz4:1 whole (ratio 0.999)

Run
verified 45,958 units, 2 threads, 92.2 s wall, 175.5 s CPU (174.2 s in codecs),
peak memory 212.5 MB

Left out at this width: % of input.
"###);
}

#[test]
fn too_little_is_not_ranked() {
    let mut report = sample::report();
    report.engines.clear();
    report.warnings.clear();
    report.tables.truncate(1);
    report.input.input_bytes = 788;
    for figure in &mut report.codecs {
        figure.raw_bytes = 788;
        figure.compressed_bytes /= 255_000;
        figure.units = 1;
        figure.units_raw = 0;
        figure.compress = model::Speed { cpu_s: 0.0002, wall_s: 0.0002, mb_per_s: None };
        figure.decompress = Some(figure.compress);
    }
    assert!(summary(&report).is_empty());
    insta::assert_snapshot!(written_of(&report, "table", &NARROW), @r###"
dump.sql.gz: 788 B, 1 table, 554,260 rows

Whole files
                size          % of   compress    decompress
codec    file  bytes  ratio  input  MB/s  CPU s  MB/s  CPU s    memory
───────────────────────────────────────────────────────────────────────
xz:6     xz      169   4.65   21.4     –  <0.01     –  <0.01   98.0 MB
zstd:19  zst     174   4.51   22.1     –  <0.01     –  <0.01   87.6 MB
zstd:3   zst     204   3.85   25.9     –  <0.01     –  <0.01   1.31 MB
zlib:6   gzip    222   3.54   28.2     –  <0.01     –  <0.01  268.0 kB
zlib:9   gzip    222   3.54   28.2     –  <0.01     –  <0.01  268.0 kB
lz4:1    lz4     319   2.47   40.5     –  <0.01     –  <0.01   16.4 kB
none     none    787   1.00   99.9     –  <0.01     –  <0.01         –

Blocks of 16 KiB (1 unit)
         size          % of   compress    decompress
codec   bytes  ratio  input  MB/s  CPU s  MB/s  CPU s    memory
────────────────────────────────────────────────────────────────
zstd:3    228   3.45   28.9     –  <0.01     –  <0.01   1.31 MB
zlib:6    235   3.34   29.8     –  <0.01     –  <0.01  268.0 kB
lz4:1     330   2.38   41.9     –  <0.01     –  <0.01   16.4 kB

Blocks of 64 KiB (1 unit)
         size          % of   compress    decompress
codec   bytes  ratio  input  MB/s  CPU s  MB/s  CPU s    memory
────────────────────────────────────────────────────────────────
zstd:3    215   3.65   27.3     –  <0.01     –  <0.01   1.31 MB
zlib:6    224   3.50   28.4     –  <0.01     –  <0.01  268.0 kB
lz4:1     323   2.43   41.0     –  <0.01     –  <0.01   16.4 kB
MB = 10^6 bytes; MB/s = input bytes by CPU second of one thread.

Input
200,744,946 bytes, 56.8 MB as gzip, converted from utf-16le, mysqldump 10.13,
  MySQL 8.0.36, 198 INSERT statements
skipped statements: 2 lock_tables, 12 set

                               INSERT  share  bytes
table           rows  columns      MB      %  a row  primary key  indexes
───────────────────────────────────────────────────────────────────────────
shop.orders  554,260       11   120.4  100.0    217  id                 2

2 notes
note[measurement]: too little input (788 bytes) to rank candidates: whole files,
  blocks of 16 KiB, blocks of 64 KiB
note[measurement]: too few bytes to measure a speed: xz:6 whole, zstd:19 whole,
  zstd:3 whole, and 9 more

Run
verified 45,958 units, 2 threads, 92.2 s wall, 175.5 s CPU (174.2 s in codecs),
peak memory 212.5 MB

Left out at this width: engine, charset.
"###);
}
