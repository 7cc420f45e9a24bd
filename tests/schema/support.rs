//! Fixtures cut into statements, with their version comments opened as the dump scanner does it.

use rowpress::schema::{Column, Context, CreateBody, Key, Lexer, TableDef, TokenKind, parse_create_table};

/// Every fixture: its name and its statements.
pub fn fixtures() -> Vec<(&'static str, Vec<String>)> {
    [
        ("mariadb-10.11", include_str!("../../fixtures/schema/mariadb-10.11.sql")),
        ("mariadb-11.8", include_str!("../../fixtures/schema/mariadb-11.8.sql")),
        ("mysql-5.0", include_str!("../../fixtures/schema/mysql-5.0.sql")),
        ("mysql-8.0", include_str!("../../fixtures/schema/mysql-8.0.sql")),
        ("phpmyadmin", include_str!("../../fixtures/schema/phpmyadmin.sql")),
        ("tokudb", include_str!("../../fixtures/schema/tokudb.sql")),
    ]
    .map(|(name, text)| (name, statements(&open_version_comments(text))))
    .to_vec()
}

/// The statements of one fixture.
pub fn fixture(name: &str) -> Vec<String> {
    fixtures().into_iter().find(|(found, _)| *found == name).unwrap().1
}

/// The table of this name in a fixture.
pub fn table(fixture_name: &str, table: &str) -> TableDef {
    let start = format!("CREATE TABLE `{table}`");
    create(fixture(fixture_name).iter().find(|statement| statement.starts_with(&start)).unwrap())
}

/// A definition, read with the default settings.
pub fn create(sql: &str) -> TableDef {
    create_with(sql.as_bytes(), &Context::default())
}

pub fn create_with(sql: &[u8], context: &Context<'_>) -> TableDef {
    match parse_create_table(sql, context).unwrap().body {
        CreateBody::Definition(table) => *table,
        CreateBody::Like(name) => panic!("like {name}"),
    }
}

/// The only column of a table with this definition.
pub fn column(definition: &str) -> Column {
    create(&format!("CREATE TABLE t (c {definition})")).columns.remove(0)
}

/// `name(parts)` of each key.
pub fn key_names(keys: &[Key]) -> Vec<String> {
    keys.iter().map(|key| format!("{}({})", key.name, key.columns().collect::<Vec<_>>().join(","))).collect()
}

fn open_version_comments(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(byte) = rest.bytes().next() {
        let open = ["/*!", "/*M!"].into_iter().find_map(|open| rest.strip_prefix(open));
        if let Some(body) = open {
            rest = body.trim_start_matches(|c: char| c.is_ascii_digit());
        } else if let Some(body) = rest.strip_prefix("*/") {
            rest = body;
        } else if matches!(byte, b'\'' | b'`') {
            let token = Lexer::new(rest.as_bytes(), &Context::default()).next().unwrap();
            out.push_str(&rest[..token.end()]);
            rest = &rest[token.end()..];
        } else {
            out.push(char::from(byte));
            rest = &rest[1..];
        }
    }
    out
}

fn statements(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut start = 0;
    for token in Lexer::new(text.as_bytes(), &Context::default()) {
        if token.kind == TokenKind::Punct(b';') {
            found.push(text[start..token.start].trim().to_owned());
            start = token.end();
        }
    }
    found
}
