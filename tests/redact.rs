//! `--redact`: whatever the names are, none of them is in anything that comes out. And `--top`.

mod common;

use std::path::{Path, PathBuf};

use common::{fixture, run};
use serde_json::Value;

/// Names that no message has by chance. Some hold what quoting, splitting at dots and hashing may stumble over.
const NAMES: [&str; 17] = [
    "Zaphod Kunden",
    "zaphodbestellungen",
    "Zäphod注文",
    "zaphod.mit.punkt",
    "zaphod`tick",
    "ZaphodDb",
    "zaphod db zwei",
    "Zaphod_Spalte",
    "zaphod|spalte",
    "zaphod_index",
    "zaphod_alt",
    "zaphodhost",
    "zaphod-build",
    "zaphodengine",
    "zaphodzeile",
    "zaphod-datei",
    "5550100",
];

/// A dump with a name in every place, and with everything that the reader complains about.
const DUMP: &str = "mysqldump: [Warning] zaphodzeile ann@zaphodhost: access\n\
-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n\
-- Host: zaphodhost    Database: ZaphodDb\n\
-- Server version\t8.0.36-zaphod-build\n\
CREATE DATABASE `ZaphodDb`;\n\
USE `ZaphodDb`;\n\
CREATE TABLE `Zaphod Kunden` (`Zaphod_Spalte` int NOT NULL, `zaphod|spalte` text, PRIMARY KEY (`Zaphod_Spalte`, `zaphod|spalte`(9)),\n\
 KEY `zaphod_index` (`zaphod|spalte`(3))) ENGINE=zaphodengine;\n\
INSERT INTO `Zaphod Kunden` VALUES (1,'5550100'),(2,'zaphodzeile');\n\
CREATE TABLE `zaphod``tick` (`Zaphod_Spalte` int);\n\
REPLACE INTO `zaphod``tick` VALUES (1);\n\
UPDATE `zaphod``tick` SET Zaphod_Spalte = 5550100;\n\
ALTER TABLE `Zaphod Kunden` ADD COLUMN `Zaphod_Spalte` int;\n\
ALTER TABLE `Zaphod Kunden` DROP KEY `zaphod_alt`;\n\
ALTER TABLE `Zaphod Kunden` DROP COLUMN `zaphod_alt`;\n\
CREATE TABLE `zaphodbestellungen` (`Zaphod_Spalte` int, `zaphod_alt` `zaphodzeile`);\n\
CREATE TABLE `zaphodbestellungen` (`Zaphod_Spalte` '5550100');\n\
INSERT INTO `zaphodbestellungen` VALUES (5550100) zaphodzeile;\n\
USE `zaphod db zwei`;\n\
zaphodzeile: zaphodhost\n\
INSERT INTO `Zäphod注文` (`Zaphod_Spalte`) VALUES (1);\n\
INSERT INTO `zaphod.mit.punkt` VALUES (1),(2), zaphodzeile;\n\
PRAGMA zaphodzeile;\n\
INSERT INTO `zaphod.mit.punkt` VALUES (1,'zaphodzeile";

fn folder() -> tempfile::TempDir {
    tempfile::tempdir().expect("a folder")
}

fn dump(folder: &Path) -> PathBuf {
    let path = folder.join("zaphod-datei.sql");
    std::fs::write(&path, DUMP).expect("writable");
    path
}

fn text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn safe(what: &str, output: &str) {
    let lower = output.to_lowercase();
    for name in NAMES.iter().map(|name| name.to_lowercase()) {
        let hex: String = name.bytes().map(|byte| format!("{byte:02x}")).collect();
        assert!(!lower.contains(&name) && !lower.contains(&hex), "{what} tells {name}:\n{output}");
    }
    assert!(!lower.contains("zaphod") && !lower.contains("zäphod"), "{what} tells a part of a name:\n{output}");
}

#[test]
fn no_name_is_in_any_output() {
    let folder = folder();
    let path = text(&dump(folder.path()));
    let saved = text(&folder.path().join("zaphod-datei.json"));
    assert_eq!(run(&["analyze", &path, "--codec", "zstd:1", "-o", &saved]).0, 1);
    assert!(std::fs::read_to_string(&saved).is_ok_and(|json| json.contains("Zaphod")));
    for format in ["table", "json", "csv", "markdown"] {
        for more in [&[][..], &["-v"], &["--top", "1"]] {
            for command in [
                &["analyze", &path, "--codec", "zstd:1,lz4", "--repeat", "2"][..],
                &["tables", "--cells", "9", &path],
                &["report", &saved],
            ] {
                let args = [command, &["--redact", "--format", format], more].concat();
                let (_, out, error) = run(&args);
                assert!(out.len() > 100, "{args:?}: {error}");
                safe(&format!("{args:?}"), &out);
                safe(&format!("{args:?}"), &error);
            }
        }
    }
}

#[test]
fn errors_tell_no_name_either() {
    let folder = folder();
    let missing = text(&folder.path().join("zaphod-datei.sql.gz"));
    let broken = text(&folder.path().join("zaphod-datei.json"));
    std::fs::write(&broken, r#"{"schema":"rowpress.report/1","rowpress":{"version":1,"command":"zaphodzeile"}}"#)
        .expect("writable");
    let unwritable = text(&folder.path().join("zaphod-datei").join("x.json"));
    let shop = text(&fixture("shop.sql.gz"));
    for args in [
        &["tables", missing.as_str()][..],
        &["report", &missing],
        &["report", &broken],
        &["tables", &text(folder.path())],
        &["tables", &shop, "-o", &unwritable],
        &["analyze", &missing, "--repeat", "2"],
    ] {
        let (code, out, error) = run(&[args, &["--redact"]].concat());
        assert_eq!(code, 1, "{args:?}: {error}");
        assert!(error.starts_with("error["), "{error}");
        safe(&format!("{args:?}"), &(out + &error));
    }
}

fn json(args: &[&str]) -> Value {
    let (_, out, error) = run(&[args, &["--redact", "--format", "json"]].concat());
    serde_json::from_str(&out).unwrap_or_else(|problem| panic!("{problem}: {error}"))
}

#[test]
fn a_name_has_the_same_hash_everywhere() {
    let folder = folder();
    let path = text(&dump(folder.path()));
    let (tables, analysis) = (json(&["tables", &path]), json(&["analyze", &path, "--codec", "lz4"]));
    assert_eq!(tables["tables"], analysis["tables"]);
    assert_eq!(tables["input"]["sources"][0]["path"], analysis["input"]["sources"][0]["path"]);
    assert_eq!(tables["input"]["server"], "MySQL 8.0.36");
    let file = tables["input"]["sources"][0]["path"].as_str().unwrap_or_default().to_string();
    assert!(file.starts_with("f_") && file.ends_with(".sql"), "{file}");
    let command = tables["rowpress"]["command"].to_string();
    assert!(command.contains(&file) && command.contains("--redact"), "{command}");
    let name = |table: &Value| format!("{}.{}", text_of(&table["database"]), text_of(&table["name"]));
    let known: Vec<String> = tables["tables"].as_array().into_iter().flatten().map(name).collect();
    let warned: Vec<&str> =
        tables["warnings"].as_array().into_iter().flatten().filter_map(|one| one["table"].as_str()).collect();
    assert!(
        warned.len() > 3 && warned.iter().all(|table| known.iter().any(|name| name.ends_with(table))),
        "{warned:?} {known:?}"
    );
    // A name that is a column twice is one hash, in messages too.
    let column = text_of(&tables["tables"][0]["primary_key"][0]);
    assert!(column.starts_with("c_"), "{column}");
    assert!(tables["warnings"].to_string().contains(&format!("the column `{column}` is there already")));
}

fn text_of(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_string()
}

#[test]
fn cells_are_left_out_and_it_is_said() {
    let shop = text(&fixture("shop.sql.gz"));
    let report = json(&["tables", &shop, "--cells", "2"]);
    assert!(report["tables"].as_array().is_some_and(|tables| tables.iter().all(|table| table["cells"].is_null())));
    assert!(report["warnings"].to_string().contains("cells are left out"));
}

#[test]
fn the_largest_tables_and_the_rest_in_one_line() {
    let folder = folder();
    let mut dump = String::new();
    for (database, tables) in [("alpha", 3), ("beta", 2)] {
        dump.push_str(&format!("USE `{database}`;\n"));
        for table in 0..tables {
            let rows = vec!["(1)"; 1 + 10 * table].join(",");
            dump.push_str(&format!("CREATE TABLE `t{table}` (a int);\nINSERT INTO `t{table}` VALUES {rows};\n"));
        }
    }
    let path = folder.path().join("two.sql");
    std::fs::write(&path, dump).expect("writable");
    let path = text(&path);
    for command in [&["tables"][..], &["analyze", "--codec", "lz4"]] {
        let (_, out, _) = run(&[command, &[path.as_str(), "--top", "2"]].concat());
        for line in ["alpha.t2 ", "alpha.t1 ", "other (3 tables) ", "alpha (3 tables) ", "beta (2 tables) ", "total "] {
            assert!(out.lines().any(|found| found.starts_with(line)), "{line}: {out}");
        }
        assert!(!out.contains("alpha.t0"), "{out}");
        // JSON and CSV have all.
        let (_, csv, _) = run(&["tables", &path, "--top", "2", "--format", "csv"]);
        assert_eq!(csv.lines().count(), 6);
    }
    assert_eq!(run(&["tables", &path, "--top", "0"]).0, 2);
}
