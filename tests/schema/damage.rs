//! Damaged statements must neither panic nor take long, and blanks and comments must not matter.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use rowpress::schema::*;

use crate::support::fixtures;

const CONTEXTS: [Context<'static>; 4] = [
    Context { ansi_quotes: false, no_backslash_escapes: false, names: "utf8mb4" },
    Context { ansi_quotes: true, no_backslash_escapes: true, names: "latin1" },
    Context { ansi_quotes: false, no_backslash_escapes: false, names: "gb18030" },
    Context { ansi_quotes: false, no_backslash_escapes: false, names: "sjis" },
];

fn parse_every_way(sql: &[u8]) {
    for context in &CONTEXTS {
        let mut end = 0;
        for token in Lexer::new(sql, context) {
            assert!(token.start >= end && !token.text.is_empty());
            end = token.end();
        }
        assert!(end <= sql.len());
        if let Ok(CreateTable { body: CreateBody::Definition(mut table), .. }) = parse_create_table(sql, context) {
            let server = Collation::named("utf8mb4_general_ci").unwrap();
            for column in &table.columns {
                table.data_type_of(column, &server).to_string();
            }
            table.keys_in_server_order();
            table.clustered_key();
            let _ = table.apply(&Alteration::DropKey("PRIMARY".into()));
        }
        if let Ok(alter) = parse_alter_table(sql, context) {
            let mut table = TableDef::default();
            alter.alterations.iter().for_each(|alteration| drop(table.apply(alteration)));
        }
        let _ = parse_create_index(sql, context);
    }
}

fn statement() -> impl Strategy<Value = String> {
    let all: Vec<String> = fixtures().into_iter().flat_map(|(_, statements)| statements).collect();
    prop::sample::select(all)
}

/// Words and marks of the grammar in any order: it reaches deeper than bytes do.
fn soup() -> impl Strategy<Value = String> {
    const WORDS: [&str; 54] = [
        "CREATE",
        "TABLE",
        "ALTER",
        "t",
        "`a`",
        "(",
        ")",
        ",",
        "=",
        ".",
        "'x'",
        "1",
        "INT",
        "VARCHAR",
        "ENUM",
        "KEY",
        "PRIMARY",
        "UNIQUE",
        "FOREIGN",
        "REFERENCES",
        "CHECK",
        "CONSTRAINT",
        "PARTITION",
        "BY",
        "RANGE",
        "VALUES",
        "LESS",
        "THAN",
        "DEFAULT",
        "NULL",
        "NOT",
        "AS",
        "GENERATED",
        "ALWAYS",
        "ADD",
        "DROP",
        "CHANGE",
        "COLUMN",
        "FIRST",
        "AFTER",
        "UNION",
        "WITH",
        "SYSTEM",
        "VERSIONING",
        "LIKE",
        "SELECT",
        "COMMENT",
        "ON",
        "UPDATE",
        "PERIOD",
        "FOR",
        "INDEX",
        "\"",
        "/*",
    ];
    (
        prop::sample::select(vec!["CREATE TABLE t (", "ALTER TABLE t ", "CREATE INDEX i ON t (", ""]),
        prop::collection::vec(prop::sample::select(&WORDS[..]), 0..40),
    )
        .prop_map(|(head, words)| format!("{head}{}", words.join(" ")))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        parse_every_way(&bytes);
    }

    #[test]
    fn any_words(text in soup()) {
        parse_every_way(text.as_bytes());
    }

    #[test]
    fn mutated_statements(sql in statement(), edits in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6)) {
        let mut bytes = sql.into_bytes();
        for (place, byte, kind) in edits {
            let at = place.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => { bytes.remove(at); }
            }
        }
        parse_every_way(&bytes);
    }

    #[test]
    fn cut_statements(sql in statement(), place in any::<prop::sample::Index>()) {
        parse_every_way(&sql.as_bytes()[..place.index(sql.len())]);
    }

    #[test]
    fn blanks_and_comments_do_not_matter(
        sql in statement(),
        fillers in prop::collection::vec(prop::sample::select(vec![" ", "\n", "\r\n\t", " /* ) ' */ ", " -- '`(\n", "\n# \"\n", "/**/"]), 1..20),
    ) {
        let context = Context::default();
        let mut spaced = String::new();
        let mut end = 0;
        for (index, token) in Lexer::new(sql.as_bytes(), &context).enumerate() {
            // Only where there is a blank already: elsewhere it could part what belongs together.
            if token.start > end {
                spaced.push_str(fillers[index % fillers.len()]);
            }
            spaced.push_str(std::str::from_utf8(token.text).unwrap());
            end = token.end();
        }
        if sql.starts_with("CREATE") {
            prop_assert_eq!(parse_create_table(spaced.as_bytes(), &context).unwrap(), parse_create_table(sql.as_bytes(), &context).unwrap());
        } else {
            prop_assert_eq!(parse_alter_table(spaced.as_bytes(), &context).unwrap(), parse_alter_table(sql.as_bytes(), &context).unwrap());
        }
    }
}

#[test]
fn time_is_linear_and_depth_does_no_harm() {
    let many = 200_000;
    let start = Instant::now();
    for sql in [
        format!("CREATE TABLE t (a int DEFAULT {}1{})", "(".repeat(many), ")".repeat(many)),
        format!("CREATE TABLE t (a int CHECK ({}", "(".repeat(many)),
        format!("CREATE TABLE t ({}", "(".repeat(many)),
        format!("CREATE TABLE t (a int{})", " x".repeat(many)),
        format!("CREATE TABLE t (a int{})", " /* */".repeat(many)),
        format!("CREATE TABLE t ({} a int)", "a int,".repeat(many)),
        format!("CREATE TABLE t (a int, {} KEY (a))", "KEY (a),".repeat(many)),
        format!("CREATE TABLE t (a int, KEY ({} a))", "a,".repeat(many)),
        format!("CREATE TABLE t (a enum({} 'a'))", "'a',".repeat(many)),
        format!("CREATE TABLE t (a int) {}", "x ".repeat(many)),
        format!("CREATE TABLE t (a int) {}", "CHARSET=latin1 COLLATE=utf8_bin ".repeat(many / 4)),
        format!("CREATE TABLE t (a int) {}", "PARTITION BY ".repeat(many / 4)),
        format!("CREATE TABLE t (a int) {}", "PARTITION BY HASH (a) PARTITION BY X ".repeat(many / 4)),
        format!("CREATE TABLE t (a int DEFAULT {}'b')", "'a' ".repeat(many)),
        format!("ALTER TABLE t {}", "ADD a int, DROP a, ADD KEY (b), ".repeat(many / 4)),
        format!("CREATE TABLE t (a int {}", "'".repeat(many + 1)),
        format!("CREATE TABLE t (a int) {}", "/* ".repeat(many)),
    ] {
        let one = Instant::now();
        parse_every_way(sql.as_bytes());
        let taken = one.elapsed();
        assert!(taken < Duration::from_secs(10), "{taken:?}: {}", &sql[..60]);
    }
    assert!(start.elapsed() < Duration::from_secs(60), "{:?}", start.elapsed());
}
