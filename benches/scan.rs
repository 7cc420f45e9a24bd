//! The scanner over dumps in memory, by the shape of the dump; and reading every tuple of them, value by value.
//!
//! `cargo bench --bench scan`

use std::hint::black_box;
use std::io::Write as _;
use std::ops::Range;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rowpress::dump::event::{Event, RowBytes, What};
use rowpress::dump::reader::SCAN_BYTES;
use rowpress::dump::scanner::Scanner;
use rowpress::dump::tuples::TupleReader;
use rowpress::schema::strings::StringRules;

mod text;

use text::{Random, dump, order};

const BYTES: usize = 4 << 20;

/// Each shape with its dump.
fn dumps() -> [(&'static str, Vec<u8>); 6] {
    [
        ("long inserts", dump("utf8mb4", 10_000, BYTES, order)),
        ("one row an insert", dump("utf8mb4", 1, BYTES, order)),
        ("double quotes", dump("utf8mb4", 10_000, BYTES, double_quotes)),
        ("backslashes", dump("utf8mb4", 10_000, BYTES, backslashes)),
        ("hex blobs", dump("utf8mb4", 1_000, BYTES, hex)),
        ("gbk", dump("gbk", 10_000, BYTES, gbk)),
    ]
}

fn double_quotes(out: &mut Vec<u8>, id: u64, random: &mut Random) {
    let number = random.below(100_000);
    write!(out, "({id},\"it's number {number}\",\"(a) and (b)\",{number})").expect("writing to a Vec cannot fail");
}

/// What `--hex-blob` is there to avoid: about every fourth byte of the string is escaped.
fn backslashes(out: &mut Vec<u8>, id: u64, random: &mut Random) {
    const ESCAPES: [&str; 7] = [r"\0", r"\n", r"\r", r"\\", r"\'", r#"\""#, r"\Z"];
    write!(out, "({id},_binary '").expect("writing to a Vec cannot fail");
    for _ in 0..40 {
        out.extend_from_slice(ESCAPES[random.below(7) as usize].as_bytes());
        out.extend_from_slice(&b"abcdefgh"[random.below(6) as usize..]);
    }
    out.extend_from_slice(b"')");
}

fn hex(out: &mut Vec<u8>, id: u64, random: &mut Random) {
    write!(out, "({id},0x").expect("writing to a Vec cannot fail");
    for _ in 0..500 {
        write!(out, "{:02X}", random.below(256)).expect("writing to a Vec cannot fail");
    }
    out.push(b')');
}

/// Characters of two bytes, the second of which is a backslash now and then.
fn gbk(out: &mut Vec<u8>, id: u64, random: &mut Random) {
    write!(out, "({id},'").expect("writing to a Vec cannot fail");
    for _ in 0..30 {
        out.push(0xB0 + random.below(0x40) as u8);
        out.push(0x50 + random.below(0x20) as u8);
    }
    write!(out, "',{})", random.below(1000)).expect("writing to a Vec cannot fail");
}

/// Scans a dump in windows as long as those of `rowpress tables`; `seen` is given each window's place and events.
fn scan(dump: &[u8], mut seen: impl FnMut(usize, &[Event])) {
    let mut scanner = Scanner::default();
    let (mut at, mut last, mut events) = (0, false, Vec::new());
    while !last {
        let end = dump.len().min(at + SCAN_BYTES);
        last = end == dump.len();
        events.clear();
        let done = scanner.scan(&dump[at..end], at as u64, last, &mut events).expect("it is a dump of MySQL's");
        seen(at, &events);
        at += done;
    }
}

fn rows(dump: &[u8]) -> u64 {
    let mut count = 0;
    scan(dump, |_, events| {
        for event in events {
            if let What::Rows(rows) = &event.what {
                count += rows.count;
            }
        }
    });
    count
}

/// Where the tuples are.
fn spans(dump: &[u8]) -> Vec<(Range<usize>, StringRules)> {
    let mut spans = Vec::new();
    scan(dump, |at, events| {
        for event in events {
            if let What::Rows(rows) = &event.what
                && let RowBytes::Window(range) = &rows.bytes
            {
                spans.push((at + range.start..at + range.end, rows.insert.rules));
            }
        }
    });
    spans
}

fn values(dump: &[u8], spans: &[(Range<usize>, StringRules)]) -> (u64, usize) {
    let (mut rows, mut values, mut row) = (0, 0, Vec::new());
    for (span, rules) in spans {
        let mut reader = TupleReader::new(&dump[span.clone()], *rules);
        while reader.next_row(&mut row) {
            rows += 1;
            values += black_box(&row).len();
        }
    }
    (rows, values)
}

fn bench(criterion: &mut Criterion) {
    for (shape, dump) in dumps() {
        let spans = spans(&dump);
        assert_eq!(rows(&dump), values(&dump, &spans).0, "{shape}");
        let mut group = criterion.benchmark_group(shape);
        group.throughput(Throughput::BytesDecimal(dump.len() as u64)).sample_size(20);
        group.bench_function("scan", |bencher| bencher.iter(|| rows(black_box(&dump))));
        group.bench_function("tuple read", |bencher| bencher.iter(|| values(black_box(&dump), &spans)));
        group.finish();
    }
}

criterion_group!(benches, bench);
criterion_main!(benches);
