//! The name of a table, with or without its database.

use std::fmt;

use super::lexer::Lexer;
use super::token::TokenKind;
use crate::error::{Error, Kind, Position, Result};

/// A table's name as written, without quotes.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableName {
    /// The database, where it is written.
    pub database: Option<String>,
    /// The table.
    pub name: String,
}

impl TableName {
    /// A table's name without a database.
    pub fn new(name: impl Into<String>) -> Self {
        TableName { database: None, name: name.into() }
    }

    /// The same name, in `database` if none is written.
    pub fn or_in(self, database: Option<&str>) -> Self {
        TableName { database: self.database.or_else(|| database.map(str::to_owned)), name: self.name }
    }
}

impl fmt::Display for TableName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(database) = &self.database {
            write!(f, "{database}.")?;
        }
        f.write_str(&self.name)
    }
}

/// Takes a table's name off the lexer: `t`, `db.t`, with backticks or double quotes or none.
pub fn parse_table_name(lexer: &mut Lexer<'_>) -> Result<TableName> {
    let first = take_part(lexer, "a table name")?;
    if !lexer.eat_punct(b'.') {
        return Ok(TableName::new(first));
    }
    let name = take_part(lexer, "a table name after the dot")?;
    Ok(TableName { database: Some(first), name })
}

fn take_part(lexer: &mut Lexer<'_>, expected: &str) -> Result<String> {
    let found = lexer.peek();
    match found.and_then(|token| lexer.context().name(&token)) {
        Some(name) => {
            lexer.next();
            Ok(name)
        }
        None => {
            let offset = found.map_or(lexer.offset(), |token| token.start);
            let found = match found {
                None => "the end of the statement",
                Some(token) if token.kind == TokenKind::Unterminated => "a quote that is not closed",
                Some(_) => "something else",
            };
            let position = Position::offset(u64::try_from(offset).unwrap_or(u64::MAX));
            Err(Error::new(Kind::Syntax, format!("expected {expected}, found {found}")).at(position))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::token::Context;
    use super::*;

    fn parse(text: &str) -> Result<TableName> {
        parse_table_name(&mut Lexer::new(text.as_bytes(), &Context::default()))
    }

    #[test]
    fn all_spellings() {
        let full = TableName { database: Some("db".into()), name: "t".into() };
        for text in ["db.t", "`db`.`t`", "\"db\".\"t\"", "db . `t` (a)", "`db`. t"] {
            assert_eq!(parse(text).unwrap(), full, "{text}");
        }
        assert_eq!(parse("`a.b`").unwrap(), TableName::new("a.b"));
        assert_eq!(parse("d.2024").unwrap().name, "2024");
        assert_eq!(full.to_string(), "db.t");
        assert_eq!(TableName::new("t").or_in(Some("db")), full);
    }

    #[test]
    fn errors_have_a_position() {
        assert_eq!(parse("  'x'").unwrap_err().position.offset, Some(2));
        assert_eq!(parse("db.").unwrap_err().position.offset, Some(3));
    }
}
