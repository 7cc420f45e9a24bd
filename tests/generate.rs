//! Generated dumps as a user gets them: the rows of the real tools, their sizes under real compressors, and what reads them back.

mod common;

use std::io::{Read, Write};

use common::{fixture, json, run};
use rowpress::Kind;
use rowpress::generate::{display_name, source};

/// What compressors make of a dump, beside its own length.
struct Sizes {
    raw: u64,
    gzip6: u64,
    zstd3: u64,
}

fn sizes(spec: &str) -> Sizes {
    let mut dump = source(spec).expect("a right specification");
    let mut gzip = flate2::write::GzEncoder::new(Counter(0), flate2::Compression::new(6));
    let mut zstd = zstd::Encoder::new(Counter(0), 3).expect("level 3");
    let mut buffer = vec![0; 64 << 10];
    let mut raw = 0;
    loop {
        let read = dump.read(&mut buffer).expect("no error");
        if read == 0 {
            break;
        }
        raw += read as u64;
        gzip.write_all(&buffer[..read]).expect("counted");
        zstd.write_all(&buffer[..read]).expect("counted");
    }
    Sizes { raw, gzip6: gzip.finish().expect("counted").0, zstd3: zstd.finish().expect("counted").0 }
}

struct Counter(u64);

impl Write for Counter {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

fn text(spec: &str) -> String {
    let mut text = String::new();
    source(spec).expect("a right specification").read_to_string(&mut text).expect("UTF-8");
    text
}

fn near(found: u64, real: u64, per_mille: f64, what: &str) {
    let off = found.abs_diff(real) as f64 / real as f64 * 1000.0;
    assert!(off <= per_mille, "{what}: {found}, not {real} ({off:.3} per mille off)");
}

/// How far zlib's deflate may be from the gzip program's, per mille: the two cut their blocks at other places. The program itself makes
/// 41,610,434 bytes of the first dump below, three in a million less than of the real one.
const GZIP: f64 = 5.0;

/// The runs of mysqlslap whose dumps were measured (MariaDB 10.11.19, gzip 1.12, zstd 1.5.4): 20 integer and 20 string columns, N rows of
/// which U are different, with or without a GUID.
fn slap(database: &str, unique: u32, guid: &str) -> String {
    format!(
        "mysqlslap:as-mysqlslap=mysqlslap --create-schema={database} --auto-generate-sql {guid} --number-int-cols=20 \
         --number-char-cols=20 --auto-generate-sql-write-number=20000 --auto-generate-sql-unique-write-number={unique} \
         --auto-generate-sql-load-type=write --number-of-queries=1 --no-drop"
    )
}

#[test]
fn slap_with_guid_compresses_like_the_real_dump() {
    let found = sizes(&slap("slap_guid_20k", 20_000, "--auto-generate-sql-guid-primary"));
    assert_eq!(found.raw, 56_637_534);
    near(found.gzip6, 41_610_551, GZIP, "gzip -6");
    near(found.zstd3, 41_638_610, 0.5, "zstd -3");
}

#[test]
fn slap_without_key_compresses_like_the_real_dump() {
    let found = sizes(&slap("slap_noguid_20k", 20_000, ""));
    assert_eq!(found.raw, 55_857_461);
    near(found.gzip6, 41_487_829, GZIP, "gzip -6");
    near(found.zstd3, 41_567_996, 0.5, "zstd -3");
}

#[test]
fn slap_of_ten_rows_compresses_like_the_real_dump() {
    let found = sizes(&slap("slap_guid_20k_default", 10, "--auto-generate-sql-guid-primary"));
    assert_eq!(found.raw, 56_624_707);
    // The invented UUIDs are a larger part of so little.
    near(found.gzip6, 536_620, GZIP, "gzip -6");
    // zstd 1.5.4 makes 168,823 bytes of the real dump and 168,158 of this one. Later versions split blocks, and by which bytes they do in so
    // regular a text is chance: 206,849 and 188,992 with 1.5.7.
    near(found.zstd3, 188_000, 110.0, "zstd -3");
}

#[test]
fn sysbench_compresses_like_the_real_dump() {
    for (rows, raw, gzip, zstd) in
        [(20_000, 3_963_817, 1_903_245, 1_967_054), (100_000, 19_891_550, 9_544_949, 9_887_924)]
    {
        let found = sizes(&format!("sysbench:table-size={rows}"));
        near(found.raw, raw, 0.5, "raw");
        near(found.gzip6, gzip, GZIP, "gzip -6");
        near(found.zstd3, zstd, 1.0, "zstd -3");
    }
}

#[test]
#[ignore = "283 MB through two compressors; run it after a change of the generators"]
fn slap_of_100_000_rows_compresses_like_the_real_dump() {
    let spec = slap("slap_guid_100k", 100_000, "--auto-generate-sql-guid-primary").replace("=20000 ", "=100000 ");
    let found = sizes(&spec);
    assert_eq!(found.raw, 283_174_266);
    near(found.gzip6, 208_046_348, GZIP, "gzip -6");
    near(found.zstd3, 208_185_070, 0.5, "zstd -3");
}

/// What `mysqlslap --auto-generate-sql --number-int-cols=3 --number-char-cols=1 --only-print` prints first (MariaDB 10.11.19).
const FIRST: &str = "INSERT INTO t1 VALUES (1804289383,846930886,1681692777,'";

#[test]
fn the_first_row_is_the_tool_s() {
    let text = text("mysqlslap:rows=1,int-cols=3,char-cols=1");
    let row = text.lines().find(|line| line.starts_with('(')).expect("a row");
    assert!(format!("INSERT INTO t1 VALUES {row}").starts_with(FIRST), "{row}");
    assert_eq!(row.len(), "(1804289383,846930886,1681692777,'');".len() + 126);
}

#[test]
fn rows_are_those_that_the_installed_tool_prints() {
    let Ok(printed) = std::process::Command::new("mysqlslap")
        .args([
            "--no-defaults",
            "--auto-generate-sql",
            "-y7",
            "-x3",
            "--only-print",
            "--auto-generate-sql-load-type=write",
        ])
        .output()
    else {
        eprintln!("mysqlslap is not installed: nothing to compare with");
        return;
    };
    let printed = String::from_utf8(printed.stdout).expect("UTF-8");
    let inserts: Vec<&str> =
        printed.lines().filter_map(|line| line.strip_prefix("INSERT INTO t1 VALUES ")?.strip_suffix(';')).collect();
    // What it prints has the NUL at the end of each statement.
    let inserts: Vec<&str> = inserts.iter().map(|insert| insert.trim_end_matches('\0')).collect();
    assert_eq!(inserts.len(), 110);
    let text = text("mysqlslap:as-mysqlslap=mysqlslap -a -y7 -x3 --auto-generate-sql-load-type=write");
    let rows: Vec<&str> =
        text.lines().filter(|line| line.starts_with('(')).map(|line| line.trim_end_matches([',', ';'])).collect();
    assert_eq!(rows, inserts);
}

#[test]
fn statements_are_as_long_as_mariadb_dump_s() {
    for (spec, least, most) in [
        (slap("x", 20_000, "--auto-generate-sql-guid-primary"), 1_044_807, 1_045_008),
        (String::from("sysbench:table-size=30000"), 1_046_300, 1_046_528),
    ] {
        let text = text(&spec);
        let statements: Vec<&str> = text.split("INSERT INTO ").skip(1).collect();
        for statement in &statements[..statements.len() - 1] {
            let length = "INSERT INTO ".len() + statement.len();
            assert!((least..=most).contains(&length), "{length}");
        }
    }
}

#[test]
fn the_inventory_reads_the_rows_back() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, table, rows) in [
        (vec!["mysqlslap", "--rows", "1234", "--guid-primary", "--unique-rows", "all"], "t1", 1234),
        (vec!["mysqlslap", "--as-mysqlslap", "mysqlslap -a"], "t1", 105),
        (vec!["sysbench", "--tables", "3", "--table-size", "77", "--secondary"], "sbtest3", 77),
    ] {
        let path = folder.path().join("dump.sql");
        let path = path.to_str().expect("UTF-8");
        let (code, out, err) = run(&[&["generate"], args.as_slice(), &["-o", path]].concat());
        assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
        let (code, report) = json(&["tables", path]);
        assert_eq!(code, 0);
        assert_eq!(report["warnings"], serde_json::json!([]), "{report}");
        let found = report["tables"].as_array().expect("tables").iter().find(|found| found["name"] == table);
        assert_eq!(found.expect("the table")["rows"], rows, "{report}");
    }
}

#[test]
fn standard_output_is_the_same_as_a_source() {
    let (code, out, _) = run(&["generate", "sysbench", "--table-size", "500", "--rand-type", "pareto"]);
    assert_eq!(code, 0);
    assert_eq!(out, text("sysbench:table-size=500,rand-type=pareto"));
}

#[test]
fn seeds_change_rows_and_nothing_else_does() {
    for spec in ["mysqlslap:rows=50,guid-primary", "sysbench:table-size=50"] {
        assert_eq!(text(spec), text(spec));
        assert_eq!(text(spec), text(&format!("{spec},seed=1")));
        let other = text(&format!("{spec},seed=2"));
        assert_ne!(text(spec), other);
        assert_eq!(text(spec).lines().count(), other.lines().count());
    }
}

#[test]
fn errors_name_what_is_wrong() {
    for (spec, kind, hint) in [
        ("mysqlslap:row=1", Kind::UnknownName, "did you mean rows?"),
        ("mysqslap:rows=1", Kind::UnknownName, "did you mean mysqlslap?"),
        ("sysbench:table-sise=1", Kind::UnknownName, "did you mean table-size?"),
        ("sysbench:rand-type=specal", Kind::UnknownName, "did you mean special?"),
        ("mysqlslap:guid-primary,autoincrement", Kind::InvalidValue, "exclude each other"),
        ("mysqlslap:rows=-1", Kind::InvalidValue, "whole number"),
        ("schema:rows=1", Kind::InvalidValue, "takes a file"),
        ("schema:/there/is/none.sql", Kind::NotFound, "no such file"),
    ] {
        let error = source(spec).err().unwrap_or_else(|| panic!("{spec} is taken"));
        assert_eq!(error.kind, kind, "{spec}");
        assert!(error.message.contains(hint), "{spec}: {}", error.message);
    }
    let (code, _, err) = run(&["generate", "mysqlslap", "--guid-primary", "--autoincrement"]);
    assert_eq!(code, 2);
    assert!(err.contains("error[invalid-value]"), "{err}");
    assert_eq!(display_name(" sysbench:tables=2 "), "sysbench:tables=2");
}

#[test]
fn every_table_of_the_schema_fixtures_gets_its_rows() {
    for (name, tables) in [
        ("mariadb-10.11", 7),
        ("mariadb-11.8", 2),
        ("mysql-5.0", 2),
        ("mysql-8.0", 5),
        ("phpmyadmin", 1),
        ("tokudb", 2),
    ] {
        let file = fixture(&format!("schema/{name}.sql"));
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("dump.sql");
        let path = path.to_str().expect("UTF-8");
        let (code, _, err) =
            run(&["generate", "schema", file.to_str().expect("UTF-8"), "--rows", "300", "-q", "-o", path]);
        assert_eq!((code, err.as_str()), (0, ""), "{name}");
        let (code, report) = json(&["tables", path]);
        assert_eq!(code, 0, "{name}: {report}");
        let found = report["tables"].as_array().expect("tables");
        assert_eq!(found.len(), tables, "{name}");
        for table in found {
            let rows = table["rows"].as_u64().expect("a number");
            assert!(rows == 300 || table["name"] == "listed" && rows > 0, "{name}: {table}");
        }
    }
}

#[test]
fn settings_shape_columns() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("schema.sql");
    let sql = "CREATE TABLE parent (id int unsigned NOT NULL AUTO_INCREMENT, note varchar(200), PRIMARY KEY (id));\n\
               CREATE TABLE child (parent int unsigned NOT NULL, line smallint NOT NULL, kind varchar(30), made date NOT NULL, \
               PRIMARY KEY (parent, line), FOREIGN KEY (parent) REFERENCES parent (id));\n";
    std::fs::write(&file, sql).expect("written");
    let file = file.to_str().expect("UTF-8");
    let dump = text(&format!(
        "schema:{file},rows=2000,table=child,set=(child.kind:null=50%,distinct=7,zipf=1.1),set=(made:min=2024-01-01,max=2024-01-31)"
    ));
    assert!(!dump.contains("`parent`;") && dump.contains("INSERT INTO `child` VALUES"));
    let rows: Vec<Vec<&str>> = dump
        .lines()
        .filter(|line| line.starts_with('('))
        .map(|line| line.trim_matches(['(', ')', ',', ';']).split(',').collect())
        .collect();
    assert_eq!(rows.len(), 2000);
    let nulls = rows.iter().filter(|row| row[2] == "NULL").count();
    assert!((900..1100).contains(&nulls), "{nulls}");
    let kinds: std::collections::BTreeSet<&str> = rows.iter().map(|row| row[2]).collect();
    assert!(kinds.len() <= 8 && kinds.len() > 3, "{kinds:?}");
    assert!(rows.iter().all(|row| row[3].starts_with("'2024-01-")));
    let keys: std::collections::BTreeSet<(u32, u32)> =
        rows.iter().map(|row| (row[0].parse().expect("an id"), row[1].parse().expect("a line"))).collect();
    assert_eq!(keys.len(), 2000);
    assert!(keys.iter().all(|(parent, _)| (1..=2000).contains(parent)));

    for (rest, kind) in [
        ("set=(nothing.here:null=1)", Kind::InvalidValue),
        ("set=(child.line:max=99999)", Kind::InvalidValue),
        ("set=(child.parent:min=-1)", Kind::InvalidValue),
        ("set=(child.kind:min=1)", Kind::InvalidValue),
        ("set=(child.kind:nul=1)", Kind::UnknownName),
        ("table=nothing*", Kind::InvalidValue),
        ("rows=x", Kind::InvalidValue),
    ] {
        assert_eq!(source(&format!("schema:{file},{rest}")).err().map(|error| error.kind), Some(kind), "{rest}");
    }
}
