//! CSV (RFC 4180): one row a candidate and table, the model's names flattened with dots.
//!
//! The columns are always the same ones, in this order; what does not apply is empty, bytes are integers, floats have all their digits.
//! Only a report of several numbers of threads has more ([`THREADS`], behind the others).
//!
//! Analysis ([`FIGURES`]): `kind` is `codec` for a codec's figures (`table` is empty for the whole input, `database.name` for figures by
//! table), `engine` for an engine candidate's total, `table` for one table of the engine candidate `name`, `threads` for the whole
//! plan on `threads` threads (`wall_s` and `cpu_s` of the run, `mb_per_s` by wall time). `ratio` is raw ÷ compressed.
//! Tables ([`TABLES`]): one row a table; `primary_key` is its columns with commas between them. Cells are in JSON only.

use std::io;

use crate::error::Result;

use super::model::{CodecFigure, EngineFigure, EngineTable, Report, Scaling, Speed, Table, Unit};
use super::{Options, View, Writer, output_error};

/// The columns of [`View::Analysis`].
pub const FIGURES: [&str; 35] = [
    "kind",
    "name",
    "codec",
    "level",
    "unit",
    "table",
    "engine",
    "row_format",
    "server",
    "load",
    "evidence.kind",
    "evidence.max_error_pct",
    "units",
    "raw_bytes",
    "compressed_bytes",
    "stored_bytes",
    "ratio",
    "ratio_to_innodb",
    "compress.cpu_s",
    "compress.wall_s",
    "compress.mb_per_s",
    "decompress.cpu_s",
    "decompress.wall_s",
    "decompress.mb_per_s",
    "units_raw",
    "codec_memory_bytes",
    "repeats",
    "spread_pct",
    "verified",
    "interval_pct",
    "file_format",
    "complete",
    "file_bytes",
    "allocated_bytes",
    "error",
];

/// The columns that follow in a report of several numbers of threads.
pub const THREADS: [&str; 7] = ["threads", "wall_s", "cpu_s", "codec_cpu_s", "mb_per_s", "speedup", "efficiency"];

/// The columns of [`View::Tables`].
pub const TABLES: [&str; 12] = [
    "database",
    "name",
    "rows",
    "columns",
    "insert_bytes",
    "insert_statements",
    "insert_columns",
    "primary_key",
    "indexes",
    "charset",
    "engine",
    "defined",
];

/// The CSV writer.
pub struct Csv;

impl Writer for Csv {
    fn name(&self) -> &'static str {
        "csv"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["csv"]
    }

    fn summary(&self) -> &'static str {
        "one row a candidate and table, for spreadsheets and scripts"
    }

    fn write(&self, report: &Report, options: &Options, out: &mut dyn io::Write) -> Result<()> {
        let mut writer = ::csv::WriterBuilder::new().from_writer(out);
        rows(report, options.view, &mut writer).map_err(|error| match error.into_kind() {
            ::csv::ErrorKind::Io(error) => output_error(error),
            other => output_error(io::Error::other(format!("{other:?}"))),
        })?;
        writer.flush().map_err(output_error)
    }
}

fn rows(report: &Report, view: View, writer: &mut ::csv::Writer<&mut dyn io::Write>) -> ::csv::Result<()> {
    match view {
        View::Tables => {
            writer.write_record(TABLES)?;
            for table in &report.tables {
                writer.write_record(record(&TABLES, inventory(table)))?;
            }
        }
        View::Analysis => {
            let more: &[&str] = if report.scaling.is_empty() { &[] } else { &THREADS };
            let columns = [FIGURES.as_slice(), more].concat();
            writer.write_record(&columns)?;
            for figure in &report.codecs {
                writer.write_record(record(&columns, codec(figure)))?;
            }
            for figure in &report.engines {
                writer.write_record(record(&columns, engine(figure)))?;
                for table in &figure.tables {
                    writer.write_record(record(&columns, engine_table(figure, table)))?;
                }
            }
            for row in &report.scaling {
                writer.write_record(record(&columns, threads(row)))?;
            }
        }
    }
    Ok(())
}

/// A column's name and its field.
type Field = (&'static str, String);

/// The fields in the columns' order, empty where a column has none.
fn record(columns: &[&str], fields: Vec<Field>) -> Vec<String> {
    debug_assert!(fields.iter().all(|(name, _)| columns.contains(name)), "a field without a column");
    let field = |column: &&str| fields.iter().find(|(name, _)| name == column).map(|(_, text)| text.clone());
    columns.iter().map(|column| field(column).unwrap_or_default()).collect()
}

fn codec(figure: &CodecFigure) -> Vec<Field> {
    let unit = match figure.unit {
        Unit::Whole => "whole".into(),
        Unit::Block(bytes) => bytes.to_string(),
    };
    let mut fields = vec![
        ("kind", "codec".into()),
        ("name", super::answer::label(figure)),
        ("codec", figure.codec.clone()),
        ("level", text(&figure.level)),
        ("unit", unit),
        ("table", text(&figure.table)),
        ("units", figure.units.to_string()),
        ("raw_bytes", figure.raw_bytes.to_string()),
        ("compressed_bytes", figure.compressed_bytes.to_string()),
        ("ratio", float(figure.ratio)),
        ("units_raw", figure.units_raw.to_string()),
        ("codec_memory_bytes", integer(figure.codec_memory_bytes)),
        ("repeats", figure.repeats.to_string()),
        ("spread_pct", float(figure.spread_pct)),
        ("verified", figure.verified.to_string()),
        ("interval_pct", float(figure.interval_pct)),
        ("file_format", text(&figure.file_format)),
        ("complete", figure.complete.to_string()),
        ("error", text(&figure.error)),
    ];
    fields.extend(compress(Some(figure.compress)));
    fields.extend(decompress(figure.decompress));
    fields
}

fn engine(figure: &EngineFigure) -> Vec<Field> {
    let ratio = (figure.compressed_bytes > 0).then(|| figure.raw_bytes as f64 / figure.compressed_bytes as f64);
    let mut fields = vec![
        ("kind", "engine".into()),
        ("name", figure.name.clone()),
        ("codec", text(&figure.codec)),
        ("level", text(&figure.level)),
        ("engine", figure.engine.clone()),
        ("row_format", figure.row_format.clone()),
        ("server", figure.server.clone()),
        ("load", figure.load.clone()),
        ("evidence.kind", figure.evidence.kind.clone()),
        ("evidence.max_error_pct", float(figure.evidence.max_error_pct)),
        ("raw_bytes", figure.raw_bytes.to_string()),
        ("compressed_bytes", figure.compressed_bytes.to_string()),
        ("stored_bytes", figure.stored_bytes.to_string()),
        ("ratio", float(ratio)),
        ("ratio_to_innodb", float(figure.ratio_to_innodb)),
        ("interval_pct", float(figure.interval_pct)),
    ];
    fields.extend(compress(figure.compress));
    fields.extend(decompress(figure.decompress));
    fields
}

fn engine_table(figure: &EngineFigure, table: &EngineTable) -> Vec<Field> {
    vec![
        ("kind", "table".into()),
        ("name", figure.name.clone()),
        ("codec", text(&figure.codec)),
        ("level", text(&figure.level)),
        ("table", super::document::table_name(&table.database, &table.name)),
        ("engine", figure.engine.clone()),
        ("row_format", figure.row_format.clone()),
        ("server", figure.server.clone()),
        ("load", figure.load.clone()),
        ("evidence.kind", figure.evidence.kind.clone()),
        ("evidence.max_error_pct", float(figure.evidence.max_error_pct)),
        ("stored_bytes", integer(table.stored_bytes)),
        ("file_bytes", integer(table.file_bytes)),
        ("allocated_bytes", integer(table.allocated_bytes)),
        ("error", text(&table.error)),
    ]
}

fn threads(row: &Scaling) -> Vec<Field> {
    vec![
        ("kind", "threads".into()),
        ("threads", row.threads.to_string()),
        ("wall_s", float(Some(row.wall_s))),
        ("cpu_s", float(Some(row.cpu_s))),
        ("codec_cpu_s", float(Some(row.codec_cpu_s))),
        ("mb_per_s", float(row.mb_per_s)),
        ("speedup", float(row.speedup)),
        ("efficiency", float(row.efficiency)),
    ]
}

fn inventory(table: &Table) -> Vec<Field> {
    vec![
        ("database", text(&table.database)),
        ("name", table.name.clone()),
        ("rows", table.rows.to_string()),
        ("columns", table.columns.to_string()),
        ("insert_bytes", table.insert_bytes.to_string()),
        ("insert_statements", table.insert_statements.to_string()),
        ("insert_columns", integer(table.insert_columns.map(|columns| columns as u64))),
        ("primary_key", table.primary_key.join(",")),
        ("indexes", table.indexes.to_string()),
        ("charset", text(&table.charset)),
        ("engine", text(&table.engine)),
        ("defined", table.defined.to_string()),
    ]
}

fn compress(speed: Option<Speed>) -> [Field; 3] {
    let [cpu, wall, rate] = times(speed);
    [("compress.cpu_s", cpu), ("compress.wall_s", wall), ("compress.mb_per_s", rate)]
}

fn decompress(speed: Option<Speed>) -> [Field; 3] {
    let [cpu, wall, rate] = times(speed);
    [("decompress.cpu_s", cpu), ("decompress.wall_s", wall), ("decompress.mb_per_s", rate)]
}

fn times(speed: Option<Speed>) -> [String; 3] {
    let speed_of = |pick: fn(Speed) -> Option<f64>| float(speed.and_then(pick));
    [speed_of(|speed| Some(speed.cpu_s)), speed_of(|speed| Some(speed.wall_s)), speed_of(|speed| speed.mb_per_s)]
}

fn text(value: &Option<String>) -> String {
    value.clone().unwrap_or_default()
}

fn integer(value: Option<u64>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// All digits of a float; empty where there is none or it is no number.
fn float(value: Option<f64>) -> String {
    value.filter(|value| value.is_finite()).map_or(String::new(), |value| value.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::tests::written;
    use super::*;

    #[test]
    fn the_sample() {
        insta::assert_snapshot!(written("csv", &Options::default()), @r###"
kind,name,codec,level,unit,table,engine,row_format,server,load,evidence.kind,evidence.max_error_pct,units,raw_bytes,compressed_bytes,stored_bytes,ratio,ratio_to_innodb,compress.cpu_s,compress.wall_s,compress.mb_per_s,decompress.cpu_s,decompress.wall_s,decompress.mb_per_s,units_raw,codec_memory_bytes,repeats,spread_pct,verified,interval_pct,file_format,complete,file_bytes,allocated_bytes,error
codec,xz:6,xz,6,whole,,,,,,,,1,200744946,43180412,,4.649,,95.125,95.25,2.1,1.75,1.875,114.7,0,98041856,1,,true,,xz,true,,,
codec,zstd:19,zstd,19,whole,,,,,,,,1,200744946,44512007,,4.51,,51.5,51.625,3.9,0.375,0.5,535.3,0,87556096,1,,true,,zst,true,,,
codec,zstd:3,zstd,3,whole,,,,,,,,1,200744946,52103550,,3.853,,0.875,1,229.4,0.3125,0.4375,642.4,0,1306112,1,,true,,zst,true,,,
codec,zlib:6,zlib,6,whole,,,,,,,,1,200744946,56785691,,3.535,,2.75,2.875,73,0.5,0.625,401.5,0,268000,1,,true,,gzip,true,,,
codec,zlib:9,zlib,9,whole,,,,,,,,1,200744946,56785691,,3.535,,6.5,6.625,30.9,0.5,0.625,401.5,0,268000,1,,true,,gzip,true,,,
codec,lz4:1,lz4,1,whole,,,,,,,,1,200744946,81404110,,2.466,,0.375,0.5,535.3,0.125,0.25,1606,0,16416,1,,true,,lz4,true,,,
codec,none,none,,whole,,,,,,,,1,200744946,200744946,,1,,0.0625,0.1875,3211.9,0.0625,0.1875,3211.9,0,,1,,true,,none,true,,,
codec,zstd:3,zstd,3,16384,,,,,,,,12253,200744946,58204001,,3.449,,1.125,1.25,178.4,0.375,0.5,535.3,0,1306112,1,,true,,,true,,,
codec,zlib:6,zlib,6,16384,,,,,,,,12253,200744946,60104777,,3.34,,2.875,3,69.8,0.5625,0.6875,356.9,0,268000,1,,true,,,true,,,
codec,lz4:1,lz4,1,16384,,,,,,,,12253,200744946,84404110,,2.378,,0.40625,0.53125,494.1,0.125,0.25,1606,12,16416,1,,true,,,true,,,
codec,zstd:3,zstd,3,65536,,,,,,,,3064,200744946,55004120,,3.65,,1,1.125,200.7,0.34375,0.46875,584,0,1306112,1,,true,,,true,,,
codec,zlib:6,zlib,6,65536,,,,,,,,3064,200744946,57304800,,3.503,,2.8125,2.9375,71.4,0.53125,0.65625,377.9,0,268000,1,,true,,,true,,,
codec,lz4:1,lz4,1,65536,,,,,,,,3064,200744946,82600300,,2.43,,0.390625,0.515625,513.9,0.125,0.25,1606,0,16416,1,,true,,,true,,,
engine,innodb-compressed:kbs=8,zlib,6,,,InnoDB,COMPRESSED,mariadb-10.11,dump,measured,0,,146000000,61000000,88080384,2.3934426229508197,1.75,4.5,4.75,32.5,4.5,4.75,32.5,,,,,,,,,,,
table,innodb-compressed:kbs=8,zlib,6,,shop.orders,InnoDB,COMPRESSED,mariadb-10.11,dump,measured,0,,,,88080384,,,,,,,,,,,,,,,,,88080384,88080384,
table,innodb-compressed:kbs=8,zlib,6,,shop.order_items,InnoDB,COMPRESSED,mariadb-10.11,dump,measured,0,,,,,,,,,,,,,,,,,,,,,,,"a foreign key, which this format does not have"
"###);
        insta::assert_snapshot!(written("csv", &Options { view: View::Tables, ..Options::default() }), @r###"
database,name,rows,columns,insert_bytes,insert_statements,insert_columns,primary_key,indexes,charset,engine,defined
shop,orders,554260,11,120400311,120,,id,2,utf8mb4,InnoDB,true
shop,order_items,1662780,6,80338020,78,5,"order_id,line",1,,InnoDB,true
"###);
    }

    #[test]
    fn rows_are_as_long_as_the_head() {
        for view in [View::Analysis, View::Tables] {
            let text = written("csv", &Options { view, ..Options::default() });
            // The reader refuses rows of another length.
            let records: ::csv::Result<Vec<_>> = ::csv::Reader::from_reader(text.as_bytes()).into_records().collect();
            assert!(!records.unwrap().is_empty());
        }
    }
}
