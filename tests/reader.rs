//! The dump reader as a library: how a source is cut into windows must not matter, and no input may make it panic or lose its way.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Instant;

use proptest::prelude::*;
use rowpress::dump::event::{Event, What};
use rowpress::dump::scanner::Scanner;
use rowpress::dump::tuples::TupleReader;
use rowpress::{Error, Kind};

/// What a source was read as, without anything that depends on its windows.
#[derive(Debug, Default, PartialEq, Eq)]
struct Reading {
    /// What was found, in order, with offsets; rows are joined to their statement.
    events: Vec<String>,
    /// Rows in all.
    rows: u64,
    /// The error that ended it.
    error: Option<(Kind, Option<u64>, Option<String>, String)>,
}

impl Reading {
    fn apply(&mut self, event: &Event, window: &[u8]) {
        let at = event.offset;
        match &event.what {
            What::Rows(rows) => {
                let bytes = rows.bytes.get(window);
                let (mut row, mut count) = (Vec::new(), 0);
                let mut reader = TupleReader::new(bytes, rows.insert.rules);
                let text = self.events.last_mut().expect("rows stand behind the head of their statement");
                while reader.next_row(&mut row) {
                    write!(text, "\n  {row:?}").expect("a String takes everything");
                    count += 1;
                }
                assert_eq!(count, rows.count, "rows of {:?}", String::from_utf8_lossy(bytes));
                self.rows += count;
            }
            What::Problem(severity, error) => {
                self.events.push(format!("{at} {severity:?} {:?} {error}", error.kind));
            }
            other => self.events.push(format!("{at} {other:?}")),
        }
    }

    fn failed(&mut self, error: Error) {
        let position = *error.position;
        self.error = Some((error.kind, position.offset, position.table, error.message));
    }
}

/// Reads `bytes` in windows with so many fresh bytes, in turn, as the reader of files does: what a window leaves begins the next.
fn read(bytes: &[u8], fresh: &[usize]) -> Reading {
    let mut scanner = Scanner::default();
    let mut reading = Reading::default();
    let (mut base, mut end) = (0, 0);
    for turn in 0.. {
        end = (end + fresh[turn % fresh.len()].max(1)).min(bytes.len());
        let (window, last) = (&bytes[base..end], end == bytes.len());
        let mut events = Vec::new();
        let scanned = scanner.scan(window, base as u64, last, &mut events);
        let done = match scanned {
            Ok(done) => done,
            Err(error) => {
                reading.failed(error);
                window.len()
            }
        };
        assert!(done <= window.len(), "more was read than there is");
        if last && reading.error.is_none() {
            let finished = scanner.finish(&window[done..], (base + done) as u64, &mut events);
            finished.unwrap_or_else(|error| reading.failed(error));
        }
        events.iter().for_each(|event| reading.apply(event, window));
        base += done;
        if last || reading.error.is_some() {
            break;
        }
    }
    reading
}

fn whole(bytes: &[u8]) -> Reading {
    read(bytes, &[usize::MAX])
}

/// Pieces of dumps: every construct that the scanner knows, whole, so that any order of them is a dump.
const PIECES: &[&[u8]] = &[
    b"-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n--\n-- Host: localhost\n-- Server version\t8.0.36\n",
    b"-- MariaDB dump 10.19-11.4.3-MariaDB, for Linux\n-- Server version\t11.4.3-MariaDB\n",
    b"-- Server version\t5.5.5-10.4.32-MariaDB\n",
    b"/*M!999999\\- enable the sandbox mode */ \n",
    b"-- it's; a \"comment\" `here\n",
    b"--\n",
    b"---------------- ;\n",
    b"--no blank ' here\n",
    b"# it's another; one\n",
    b"/* a; 'comment */\n",
    b"/*/ still ' open; */",
    b"/**/",
    b"/*!40101 SET NAMES utf8mb4 */;\n",
    b"/*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;\n",
    b"/*!40101 SET SQL_MODE=@OLD_SQL_MODE */;\n",
    b"/*!99999 SET x = 'a /* b' */ ;\n",
    b"/*!50701 SET @x = 1 /* nested ' */ + 2 */;\n",
    b"SET NAMES gbk;\n",
    b"SET NAMES sjis;\n",
    b"SET NAMES big5;\n",
    b"SET NAMES gb18030;\n",
    b"SET NAMES utf8mb4;\n",
    b"SET sql_mode='ANSI_QUOTES';\n",
    b"SET sql_mode='NO_BACKSLASH_ESCAPES';\n",
    b"SET sql_mode='';\n",
    b"USE `a;b`;\n",
    b"USE alpha\n",
    b"use beta ;\r\n",
    b"CREATE TABLE `t` (\n  `id` int NOT NULL COMMENT 'a;''\\'b',\n  `s` varchar(10) -- c;\n, # d'\n PRIMARY KEY (`id`)\n) ENGINE=InnoDB /*!50100 PARTITION BY HASH (id) */;\n",
    b"CREATE TABLE `t``x;` (a int);\n",
    b"/*!50001 CREATE TABLE `v` (\n  `a` int /* inner ; */\n) ENGINE=MyISAM */;\n",
    b"/*!50001 CREATE ALGORITHM=UNDEFINED */\n/*!50013 DEFINER=`r`@`l` SQL SECURITY DEFINER */\n/*!50001 VIEW `v` AS select 1 */;\n",
    b"DROP TABLE IF EXISTS `t`, u;\n",
    b"TRUNCATE t;\n",
    b"DELETE FROM t;\n",
    b"RENAME TABLE t TO u, u TO w;\n",
    b"ALTER TABLE `t` ADD KEY k (`id`);\n",
    b"LOCK TABLES `t` WRITE;\n/*!40000 ALTER TABLE `t` DISABLE KEYS */;\n",
    b"DELIMITER $$\nCREATE PROCEDURE p() BEGIN INSERT INTO t VALUES (1); SELECT ';$'; END$$\nDELIMITER ;\n",
    b"DELIMITER //\nCREATE TRIGGER a BEFORE INSERT ON t FOR EACH ROW SET @a = 4/2//\nDELIMITER ;\n",
    b"DELIMITER ;;\n/*!50003 CREATE*/ /*!50017 DEFINER=`r`@`l`*/ /*!50003 TRIGGER x AFTER INSERT ON t FOR EACH ROW BEGIN\nINSERT INTO t VALUES (1); END */;;\nDELIMITER ;\n",
    b"CREATE FUNCTION f() RETURNS int BEGIN IF a THEN INSERT INTO t VALUES (5); END IF; RETURN CASE 1 WHEN 1 THEN 2 END; END;\n",
    b"DELIMITER //\nINSERT INTO t VALUES (1),(2);\nINSERT INTO u VALUES (3) //\nDELIMITER ;\n",
    b"INSERT INTO `t` VALUES (1,'a'),(2,'b''c'),(3,'d\\'e;'),(4,'\\\\');\n",
    b"INSERT INTO `t` VALUES (1,'a'),(2,'b');\n",
    b"INSERT INTO `t` VALUE (1,'a'),(2,'b');\n",
    b"INSERT INTO t(a,`b)`) VALUES\n(1,NULL),\n-- it's a comment (\n(2,'x'), /* ( ' */\n(3,\"y\") # (\n;\n",
    b"INSERT INTO t VALUES ROW(1,2), ROW(3,4);\n",
    b"INSERT INTO t VALUES (),( );\n",
    b"INSERT INTO t VALUES (f(1,')'),-1.5e-3,0xABCD,_binary 'a\\0b',X'41',b'01',N'n','a' 'b',@x,1-2,(3));\n",
    b"INSERT INTO t VALUES (\"a'b\",\"c\"\"d\",\"e\\\"\"),('f\"g',\"(\");\n",
    b"INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a=VALUES(a), b='; (';\n",
    b"INSERT INTO t VALUES (1,2) AS new ON DUPLICATE KEY UPDATE a=new.a;\n",
    b"INSERT INTO t VALUES (1)/*!50000 ,(2)*/ ,(3);\n",
    b"INSERT INTO t VALUES (1)/*!99999 ,(2)*/ ,(3) RETURNING id;\n",
    b"/*!50000 INSERT INTO t VALUES (1),(2) */;\n",
    b"INSERT INTO t VALUES (1 /* ) */,2 -- )\n),(3 # )\n,/*!50000 4*/);\n",
    b"INSERT INTO `t` SET `id`=6, s = CONCAT('a', ';b'), c=(1) ON DUPLICATE KEY UPDATE s=1;\n",
    b"INSERT LOW_PRIORITY IGNORE INTO a.`values` PARTITION (p0, p1) (x) VALUES (1);\n",
    b"REPLACE INTO value VALUES (1,'a\r\nb\0c\x1A');\r\n",
    b"INSERT INTO t SELECT * FROM u WHERE a = ';';\n",
    b"INSERT INTO t VALUES ('\x81\x5C'),('\xBF\x27\\''),('\xE9\x5C\x5C'),(`x`);\n",
    b"INSERT INTO t VALUES (1) 2,(3);\n",
    b"INSERT INTO t VALUES (1),(2, ';';\n",
    b"INSERT INTO t VALUES (1,\n",
    b"UPDATE t SET a = ';' WHERE b;\n",
    b"LOAD DATA INFILE 'x' INTO TABLE t;\n",
    b"mysqldump: [Warning] it's insecure; really\n",
    b"SHOW WARNINGS\\G\n",
    b"\\! ls; it's\n",
    b";;\n",
    b"  \t\r\n",
    b"UNLOCK TABLES;\n-- Dump completed on 2024-01-02  3:04:05\n",
];

/// Dumps of any pieces in any order; now and then one is cut.
fn dumps() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop::sample::select(PIECES).prop_map(<[u8]>::to_vec);
    let random = prop::collection::vec(prop::sample::select(b"('\"`\\),;-#/*! \n\0a1N\x81\xE9\x5C$".as_slice()), 0..24);
    let part = prop_oneof![
        20 => piece.clone(),
        1 => (piece, any::<prop::sample::Index>()).prop_map(|(piece, at)| piece[..at.index(piece.len())].to_vec()),
        1 => random,
    ];
    prop::collection::vec(part, 1..16).prop_map(|parts| parts.concat())
}

/// Bytes of any kind, with the signs that matter more often than the rest.
fn noise() -> impl Strategy<Value = Vec<u8>> {
    let sign = prop_oneof![
        6 => prop::sample::select(b"('\"`\\),;-#/*!\n ".as_slice()).prop_map(|byte| vec![byte]),
        2 => prop::sample::select(PIECES).prop_map(|piece| piece[..piece.len().min(24)].to_vec()),
        1 => any::<u8>().prop_map(|byte| vec![byte]),
    ];
    prop::collection::vec(sign, 0..200).prop_map(|parts| parts.concat())
}

fn sizes() -> impl Strategy<Value = Vec<usize>> {
    prop_oneof![prop::collection::vec(1usize..20, 1..8), prop::collection::vec(1usize..700, 1..8)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn windows_do_not_matter_to_dumps(dump in dumps(), sizes in sizes()) {
        prop_assert_eq!(read(&dump, &sizes), whole(&dump));
    }

    #[test]
    fn windows_do_not_matter_to_noise(bytes in noise(), sizes in sizes()) {
        prop_assert_eq!(read(&bytes, &sizes), whole(&bytes));
    }

    /// Long values, so that the fast counter's blocks are met at every offset.
    #[test]
    fn windows_do_not_matter_to_long_rows(
        lens in prop::collection::vec(0usize..200, 1..40),
        fill in prop::sample::select(vec!["x", "\\'", "''", "\\\\", "(", ")", "--", "\"", "é", "/*"]),
        size in 1usize..900,
    ) {
        let tuples: Vec<String> = lens.iter().enumerate().map(|(i, len)| format!("({i},'{}')", fill.repeat(*len))).collect();
        let dump = format!("INSERT INTO `t` VALUES {};\n", tuples.join(","));
        let reading = read(dump.as_bytes(), &[size]);
        prop_assert_eq!(reading.rows, lens.len() as u64);
        prop_assert_eq!(&reading.error, &None);
        prop_assert_eq!(reading, whole(dump.as_bytes()));
    }
}

/// Nothing but comments, client commands and line ends stands behind the last delimiter: a place where a dump may end.
fn may_end_here(bytes: &[u8]) -> bool {
    let line_begin = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    let line = bytes[line_begin..].trim_ascii();
    let line = line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line);
    line.is_empty()
        || line.starts_with(b"DELIMITER")
        || line.starts_with(b"--")
        || line.starts_with(b"#")
        || line.ends_with(b";")
        || line.ends_with(b"*/")
}

/// Every piece alone, cut into windows of one, two and three bytes.
#[test]
fn every_piece_in_tiny_windows() {
    for piece in PIECES {
        for size in [1, 2, 3, 7] {
            assert_eq!(read(piece, &[size]), whole(piece), "{size}: {}", String::from_utf8_lossy(piece));
        }
    }
}

/// Windows grow with what is carried over, so that even one endless row costs linear time: this is what the reader of files does.
fn read_as_files_are(bytes: &[u8], piece: usize) -> u64 {
    let mut scanner = Scanner::default();
    let (mut base, mut end, mut looked_at, mut last) = (0, 0, 0u64, false);
    while !last {
        let carried: usize = end - base;
        end = (end + carried.next_multiple_of(piece).max(piece)).min(bytes.len());
        last = end == bytes.len();
        looked_at += (end - base) as u64;
        let mut events = Vec::new();
        let Ok(done) = scanner.scan(&bytes[base..end], base as u64, last, &mut events) else { break };
        base += done;
    }
    looked_at
}

#[test]
fn time_is_linear() {
    let long = |head: &str, unit: &str| [head.as_bytes(), &unit.as_bytes().repeat((2 << 20) / unit.len())].concat();
    let inputs = [
        long("INSERT INTO t VALUES ('", "x"),
        long("INSERT INTO t VALUES ('", "\\'"),
        long("INSERT INTO t VALUES ('", "''"),
        long("INSERT INTO t VALUES (", "("),
        long("INSERT INTO t VALUES (", "9"),
        long("INSERT INTO t VALUES ", "(1),"),
        long("INSERT INTO t VALUES ", "(f(1)),"),
        long("INSERT INTO t VALUES ", "(\"a\",'b'),"),
        long("INSERT INTO t VALUES (1) -- ", "x"),
        long("INSERT INTO t VALUES (1) /* ", "* /"),
        long("INSERT INTO t VALUES (1) ON DUPLICATE KEY UPDATE a = '", "x"),
        long("INSERT INTO t VALUES ", ","),
        long("", "INSERT INTO t VALUES (1);\n"),
        long("", "INSERT INTO t SET a=1;\n"),
        long("CREATE TABLE `", "x"),
        long("CREATE TABLE t (", "a,"),
        long("CREATE TABLE t ", "x"),
        long("SET a = ", "-"),
        long("SET a = '", "\\"),
        long("SET a = ", "*/"),
        long("SET a = ", "/*!50000 "),
        long("/*", "*"),
        long("/*!99999", "/*"),
        long("--", "-"),
        long("#", "#"),
        long("", "/*!50000 "),
        long("", "*/"),
        long("", "("),
        long("", ";"),
        long("", "\0"),
        long("", "x"),
        long("", "\\\n"),
        long("", "USE a "),
        long("", "DELIMITER "),
        long("DELIMITER $$\nCREATE PROCEDURE p() BEGIN ", "$"),
        long("DELIMITER $$\nCREATE PROCEDURE p() BEGIN ", "a$ "),
        long("SET NAMES gbk; INSERT INTO t VALUES ('", "\u{81}\\"),
        long("SET NAMES gbk; CREATE TABLE `", "\u{81}`"),
    ];
    for input in inputs {
        let head = String::from_utf8_lossy(&input[..60]).into_owned();
        let begin = Instant::now();
        let looked_at = read_as_files_are(&input, 64 << 10);
        let (seconds, len) = (begin.elapsed().as_secs_f64(), input.len() as u64);
        assert!(looked_at <= 4 * len, "{head}: {looked_at} bytes looked at for {len}");
        assert!(seconds < 5.0, "{head}: {seconds} s");
    }
}

/// Every case of a folder, its bytes as text; compressed ones are left to the command line's tests.
fn cases(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("fixtures").join(folder);
    let mut cases: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| entry.expect("readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "sql"))
        .map(|path| (path.display().to_string(), std::fs::read(path).expect("readable")))
        // UTF-16 is converted before it comes here.
        .filter(|(_, bytes)| !bytes.starts_with(b"\xFF\xFE"))
        .collect();
    cases.sort();
    cases
}

/// A file cut at any byte: no more rows than in the whole, and never an end in the middle of a statement that is not said.
#[test]
fn cut_at_every_byte() {
    for (name, bytes) in cases("cases").into_iter().chain(cases("reader")).filter(|(_, bytes)| bytes.len() < 20_000) {
        // There, a few end in ways that only look like a cut or only look whole.
        let plain = name.contains("/cases/") && !name.contains("utf8-bom");
        let uncut = whole(&bytes);
        let foreign = uncut.error.as_ref().is_some_and(|error| error.0 == Kind::NotMysql);
        let mut before = 0;
        for cut in 0..bytes.len() {
            let reading = read(&bytes[..cut], &[100]);
            assert!(reading.rows <= uncut.rows, "{name}, {cut} bytes: {} rows of {}", reading.rows, uncut.rows);
            assert!(reading.rows >= before, "{name}, {cut} bytes: {} rows after {before}", reading.rows);
            before = reading.rows;
            match &reading.error {
                Some((Kind::Truncated, offset, ..)) => assert_eq!(*offset, Some(cut as u64), "{name}"),
                Some((kind, ..)) => assert!(foreign && *kind == Kind::NotMysql, "{name}, {cut} bytes: {kind}"),
                None if reading.events.last().is_some_and(|event| event.contains("ToolText")) => {}
                None => assert!(!plain || may_end_here(&bytes[..cut]), "{name}, {cut} bytes: no error"),
            }
        }
    }
}
