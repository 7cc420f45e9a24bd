//! A report with something of everything, for tests and for `fixtures/report/golden.json`.

use std::collections::BTreeMap;

use crate::error::Kind;

use super::model::*;

/// One candidate's numbers: codec, level, file format, compressed bytes, compress and decompress CPU seconds, memory.
type Numbers = (&'static str, Option<&'static str>, &'static str, u64, f64, f64, u64);

const WHOLE: [Numbers; 7] = [
    ("xz", Some("6"), "xz", 43_180_412, 95.125, 1.75, 98_041_856),
    ("zstd", Some("19"), "zst", 44_512_007, 51.5, 0.375, 87_556_096),
    ("zstd", Some("3"), "zst", 52_103_550, 0.875, 0.3125, 1_306_112),
    ("zlib", Some("6"), "gzip", 56_785_691, 2.75, 0.5, 268_000),
    ("zlib", Some("9"), "gzip", 56_785_691, 6.5, 0.5, 268_000),
    ("lz4", Some("1"), "lz4", 81_404_110, 0.375, 0.125, 16_416),
    ("none", None, "none", INPUT, 0.0625, 0.0625, 0),
];

const BLOCKS_16K: [Numbers; 3] = [
    ("zstd", Some("3"), "", 58_204_001, 1.125, 0.375, 1_306_112),
    ("zlib", Some("6"), "", 60_104_777, 2.875, 0.5625, 268_000),
    ("lz4", Some("1"), "", 84_404_110, 0.40625, 0.125, 16_416),
];

const BLOCKS_64K: [Numbers; 3] = [
    ("zstd", Some("3"), "", 55_004_120, 1.0, 0.34375, 1_306_112),
    ("zlib", Some("6"), "", 57_304_800, 2.8125, 0.53125, 268_000),
    ("lz4", Some("1"), "", 82_600_300, 0.390625, 0.125, 16_416),
];

/// Bytes of the sample's input.
pub const INPUT: u64 = 200_744_946;

/// The report.
pub fn report() -> Report {
    let whole = WHOLE.iter().map(|numbers| figure(numbers, Unit::Whole, 1));
    let small = BLOCKS_16K.iter().map(|numbers| figure(numbers, Unit::Block(16_384), 12_253));
    let large = BLOCKS_64K.iter().map(|numbers| figure(numbers, Unit::Block(65_536), 3_064));
    let mut codecs: Vec<_> = whole.chain(small).chain(large).collect();
    codecs[9].units_raw = 12;
    Report {
        schema: SCHEMA.into(),
        rowpress: Program {
            version: "0.1.0".into(),
            command: ["analyze", "--unit", "whole,16K,64K", "dump.sql.gz"].map(String::from).into(),
        },
        libraries: [("liblzma", "5.2.5"), ("liblz4", "1.10.0"), ("zlib", "1.3.1"), ("zstd", "1.5.7")]
            .map(|(name, version)| (name.into(), version.into()))
            .into(),
        machine: Machine { cpu: "AMD EPYC".into(), cores: 2, threads: 2, os: "linux x86_64".into() },
        run: Run {
            started: "2026-12-01T00:00:00Z".into(),
            wall_s: 92.25,
            cpu_s: 175.5,
            codec_cpu_s: 174.25,
            peak_rss_bytes: Some(212_500_480),
            sampled: false,
            seed: None,
            verified_units: 45_958,
            complete: true,
            by_table: false,
        },
        input: input(),
        warnings: warnings(),
        tables: tables(),
        codecs,
        engines: vec![engine()],
        recommendation: None,
        scaling: Vec::new(),
    }
}

/// A codec figure of the whole input.
pub fn figure(numbers: &Numbers, unit: Unit, units: u64) -> CodecFigure {
    let (codec, level, format, compressed_bytes, compress, decompress, memory) = *numbers;
    let speed = |cpu_s: f64| Speed {
        cpu_s,
        wall_s: cpu_s + 0.125,
        mb_per_s: Some((INPUT as f64 / 1e5 / cpu_s).round() / 10.0),
    };
    CodecFigure {
        codec: codec.into(),
        level: level.map(String::from),
        unit,
        table: None,
        units,
        raw_bytes: INPUT,
        compressed_bytes,
        ratio: Some((INPUT as f64 * 1e3 / compressed_bytes as f64).round() / 1e3),
        compress: speed(compress),
        decompress: Some(speed(decompress)),
        units_raw: 0,
        codec_memory_bytes: Some(memory).filter(|bytes| *bytes > 0),
        repeats: 1,
        spread_pct: None,
        verified: true,
        interval_pct: None,
        file_format: Some(format.into()).filter(|format: &String| !format.is_empty()),
        complete: true,
        error: None,
    }
}

fn input() -> Input {
    Input {
        sources: vec![Source {
            path: "dump.sql.gz".into(),
            compression: "gzip".into(),
            file_bytes: 56_785_702,
            input_bytes: INPUT,
            encoding: Some("utf-16le".into()),
        }],
        input_bytes: INPUT,
        producer: Some("mysqldump 10.13".into()),
        server: Some("MySQL 8.0.36".into()),
        statements: Statements {
            create_table: 2,
            insert: 198,
            skipped: [("set", 12), ("lock_tables", 2)].map(|(kind, count)| (kind.into(), count)).into(),
        },
    }
}

fn warnings() -> Vec<Warning> {
    let warning = |kind, severity, message: &str| Warning {
        kind,
        severity,
        message: message.into(),
        source: Some("dump.sql.gz".into()),
        line: None,
        offset: None,
        table: None,
    };
    vec![
        warning(Kind::Converted, Severity::Note, "converted from UTF-16 (little-endian)"),
        Warning {
            line: Some(1),
            offset: Some(0),
            ..warning(Kind::ToolText, Severity::Warning, "a tool's warning before the first statement was skipped")
        },
        Warning {
            line: Some(1200),
            offset: Some(190_000_000),
            table: Some("shop.orders".into()),
            ..warning(
                Kind::Truncated,
                Severity::Error,
                "the input ends inside a statement; the rows before it are counted",
            )
        },
    ]
}

fn tables() -> Vec<Table> {
    let cells = [("id", Some("80000001")), ("note", None)];
    let cells = cells.map(|(column, hex)| (column.into(), hex.map(String::from)));
    vec![
        Table {
            database: Some("shop".into()),
            name: "orders".into(),
            rows: 554_260,
            columns: 11,
            insert_bytes: 120_400_311,
            primary_key: vec!["id".into()],
            indexes: 2,
            charset: Some("utf8mb4".into()),
            engine: Some("InnoDB".into()),
            cells: Some(vec![BTreeMap::from(cells)]),
            insert_statements: 120,
            insert_columns: None,
            defined: true,
        },
        Table {
            database: Some("shop".into()),
            name: "order_items".into(),
            rows: 1_662_780,
            columns: 6,
            insert_bytes: 80_338_020,
            primary_key: vec!["order_id".into(), "line".into()],
            indexes: 1,
            charset: None,
            engine: Some("InnoDB".into()),
            cells: None,
            insert_statements: 78,
            insert_columns: Some(5),
            defined: true,
        },
    ]
}

fn engine() -> EngineFigure {
    let speed = Speed { cpu_s: 4.5, wall_s: 4.75, mb_per_s: Some(32.5) };
    EngineFigure {
        name: "innodb-compressed:kbs=8".into(),
        engine: "InnoDB".into(),
        row_format: "COMPRESSED".into(),
        codec: Some("zlib".into()),
        level: Some("6".into()),
        parameters: [("kbs".into(), 8.into())].into(),
        server: "mariadb-10.11".into(),
        load: "dump".into(),
        evidence: Evidence {
            kind: "measured".into(),
            against: Some("MariaDB 10.11.19".into()),
            tables: Some(33),
            max_error_pct: Some(0.0),
        },
        stored_bytes: 88_080_384,
        raw_bytes: 146_000_000,
        compressed_bytes: 61_000_000,
        ratio_to_innodb: Some(1.75),
        compress: Some(speed),
        decompress: Some(speed),
        interval_pct: None,
        access: Some(Access {
            scan_rows_per_s: Some(2_400_000.0),
            point_read_us: Some(41.5),
            insert_us: Some(12.25),
            update_us: Some(55.5),
            mixed_us: None,
        }),
        tables: vec![
            EngineTable {
                database: Some("shop".into()),
                name: "orders".into(),
                file_bytes: Some(88_080_384),
                allocated_bytes: Some(88_080_384),
                used_bytes: Some(87_000_000),
                stored_bytes: Some(88_080_384),
                indexes: vec![EngineIndex {
                    name: "PRIMARY".into(),
                    entries: 554_260,
                    units: 10_752,
                    units_raw: 0,
                    stored_bytes: 88_080_384,
                }],
                notes: vec!["KEY_BLOCK_SIZE 8: 9.6 % of compressions fail".into()],
                error: None,
            },
            EngineTable {
                database: Some("shop".into()),
                name: "order_items".into(),
                file_bytes: None,
                allocated_bytes: None,
                used_bytes: None,
                stored_bytes: None,
                indexes: Vec::new(),
                notes: Vec::new(),
                error: Some("a foreign key, which this format does not have".into()),
            },
        ],
    }
}
