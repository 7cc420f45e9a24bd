//! Reports that nobody means to write: every writer must still write something harmless.

use std::io;

use proptest::prelude::*;

use super::model::*;
use super::*;

/// Every writer with every view, narrow and wide.
fn write_all(report: &Report) {
    for format in writers().iter().map(|writer| writer.name()) {
        for view in [View::Analysis, View::Tables] {
            for (width, verbose, top) in
                [(None, true, None), (Some(0), false, Some(0)), (Some(37), true, Some(3)), (Some(80), false, None)]
            {
                let options = Options { view, verbose, top, colour: false, width };
                let mut out = Vec::new();
                write(report, format, &options, &mut out).unwrap();
                let text = String::from_utf8(out).unwrap();
                assert!(text.ends_with('\n'));
                if format != "csv" {
                    let bad = text.chars().find(|character| character.is_control() && *character != '\n');
                    assert_eq!(bad, None, "{format} lets a control character through");
                }
            }
        }
    }
    summary(report);
    notes::doubts(report);
}

fn empty() -> Report {
    let mut report = sample::report();
    report.input = Input::default();
    report.warnings.clear();
    report.tables.clear();
    report.codecs.clear();
    report.engines.clear();
    report.libraries.clear();
    report.run.verified_units = 0;
    report
}

#[test]
fn nothing_at_all() {
    write_all(&empty());
}

#[test]
fn no_numbers() {
    for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, f64::MAX, f64::MIN_POSITIVE, -0.0] {
        let speed = Speed { cpu_s: value, wall_s: value, mb_per_s: Some(value) };
        let mut report = sample::report();
        report.run.wall_s = value;
        report.run.cpu_s = value;
        for figure in &mut report.codecs {
            figure.compress = speed;
            figure.decompress = Some(speed);
            figure.ratio = Some(value);
            figure.interval_pct = Some(value);
            figure.spread_pct = Some(value);
        }
        write_all(&report);
    }
}

#[test]
fn the_largest_numbers() {
    let mut report = sample::report();
    report.input.input_bytes = u64::MAX;
    for table in &mut report.tables {
        (table.rows, table.insert_bytes, table.columns) = (u64::MAX, u64::MAX, usize::MAX);
    }
    for figure in &mut report.codecs {
        (figure.raw_bytes, figure.compressed_bytes, figure.units) = (u64::MAX, u64::MAX - 1, u64::MAX);
        (figure.codec_memory_bytes, figure.units_raw) = (Some(u64::MAX), u64::MAX);
        figure.unit = Unit::Block(usize::MAX);
    }
    write_all(&report);
    for figure in &mut report.codecs {
        (figure.raw_bytes, figure.compressed_bytes, figure.units, figure.unit) = (0, 0, 0, Unit::Block(0));
    }
    write_all(&report);
}

#[test]
fn many_tables_with_names_of_any_kind() {
    let names =
        ["", "a\nb", "\x1b[2J\x1b]0;x\x07", "注文テーブル".repeat(40).as_str(), "a|b`c", "\u{202e}desrever", " "]
            .map(String::from);
    let mut report = sample::report();
    let figures = report.codecs.clone();
    for index in 0..5_000 {
        let name = format!("{}{index}", names[index % names.len()]);
        report.tables.push(Table { name: name.clone(), rows: index as u64, ..report.tables[0].clone() });
        let figure = figures[index % figures.len()].clone();
        report.codecs.push(CodecFigure {
            table: Some(name.clone()),
            error: Some(name.clone()).filter(|_| index % 9 == 0),
            ..figure
        });
        report.warnings.push(Warning { message: name, ..report.warnings[0].clone() });
    }
    write_all(&report);
}

#[test]
fn a_closed_pipe_is_still_seen_as_one() {
    struct Closed;
    impl io::Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for writer in writers() {
        let error = writer.write(&sample::report(), &Options::default(), &mut Closed).unwrap_err();
        let cause = error.cause.as_ref().and_then(|cause| cause.downcast_ref::<io::Error>()).unwrap();
        assert_eq!((error.kind, cause.kind()), (Kind::Io, io::ErrorKind::BrokenPipe), "{}", writer.name());
    }
}

fn any_figure() -> impl Strategy<Value = CodecFigure> {
    let numbers = (any::<u64>(), any::<u64>(), any::<u64>(), any::<f64>(), any::<f64>(), any::<Option<f64>>());
    let words = (any::<String>(), any::<Option<String>>(), any::<Option<String>>(), any::<Option<String>>());
    (numbers, words, any::<Option<usize>>(), any::<Option<Option<f64>>>()).prop_map(
        |(numbers, words, unit, decompress)| {
            let (raw_bytes, compressed_bytes, units, cpu_s, wall_s, mb_per_s) = numbers;
            let (codec, level, table, error) = words;
            CodecFigure {
                codec,
                level,
                unit: unit.map_or(Unit::Whole, Unit::Block),
                table,
                units,
                raw_bytes,
                compressed_bytes,
                ratio: mb_per_s,
                compress: Speed { cpu_s, wall_s, mb_per_s },
                decompress: decompress.map(|mb_per_s| Speed { cpu_s, wall_s, mb_per_s }),
                units_raw: units,
                codec_memory_bytes: Some(units),
                repeats: 3,
                spread_pct: mb_per_s,
                verified: raw_bytes.is_multiple_of(2),
                interval_pct: mb_per_s,
                file_format: None,
                complete: units.is_multiple_of(2),
                error,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn any_figures(figures in prop::collection::vec(any_figure(), 0..12), path in any::<String>()) {
        let mut report = sample::report();
        report.codecs.extend(figures);
        report.input.sources[0].path = path;
        write_all(&report);
    }

    #[test]
    fn any_text_is_a_report_or_a_clear_error(text in any::<Vec<u8>>()) {
        if let Err(error) = read(text.as_slice()) {
            prop_assert_eq!(error.kind, Kind::InvalidReport);
        }
    }
}
