//! Table options, with and without `=`, known and unknown.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::options::TableOption;
use crate::schema::token::TokenKind;

/// Options whose value follows even without `=` when it is a word. Numbers and strings are taken behind any name.
const WITH_WORD: [&str; 27] = [
    "ENGINE",
    "STORAGE ENGINE",
    "CHARSET",
    "COLLATE",
    "ROW_FORMAT",
    "TABLESPACE",
    "STORAGE",
    "INSERT_METHOD",
    "PACK_KEYS",
    "STATS_PERSISTENT",
    "STATS_AUTO_RECALC",
    "STATS_SAMPLE_PAGES",
    "COMPRESSION",
    "ENCRYPTION",
    "ENCRYPTED",
    "PAGE_COMPRESSED",
    "PAGE_CHECKSUM",
    "TRANSACTIONAL",
    "SECONDARY_ENGINE",
    "AUTOEXTEND_SIZE",
    "NODEGROUP",
    "RAID_TYPE",
    "IETF_QUOTES",
    "SEQUENCE",
    "CHECKSUM",
    "DELAY_KEY_WRITE",
    "DATA DIRECTORY",
];

impl Cursor<'_> {
    /// Whether the next token can be the name of an option.
    pub(super) fn at_option(&self) -> bool {
        self.peek().is_some_and(|token| matches!(token.kind, TokenKind::Word | TokenKind::QuotedName))
    }

    /// One option.
    pub(super) fn table_option(&mut self) -> Result<TableOption> {
        let name = self.option_name()?;
        let mut option = TableOption { name, value: String::new(), tables: Vec::new() };
        let equals = self.eat_punct(b'=');
        if option.name == "UNION" && self.at_punct(b'(') {
            let start = self.offset() + 1;
            self.take();
            while !self.at_punct(b')') {
                option.tables.push(self.table_name()?);
                if !self.eat_punct(b',') && !self.at_punct(b')') {
                    return Err(self.error("`,` or `)`"));
                }
            }
            option.value = self.text(start, self.offset());
            self.take();
            return Ok(option);
        }
        let takes_value = equals
            || self.peek().is_some_and(|token| match token.kind {
                TokenKind::Number | TokenKind::String | TokenKind::Hex | TokenKind::Bit => true,
                TokenKind::Word | TokenKind::QuotedName => WITH_WORD.contains(&option.name.as_str()),
                _ => false,
            });
        if takes_value {
            option.value = self.value_text()?;
        }
        Ok(option)
    }

    /// The name in upper case, several words as one, in one spelling.
    fn option_name(&mut self) -> Result<String> {
        let default = self.at_word(b"DEFAULT") && self.peek_second().is_some_and(|token| !token.is_punct(b'='));
        if default {
            self.take();
        }
        const PHRASES: [(&[&[u8]], &str); 8] = [
            (&[b"CHARACTER", b"SET"], "CHARSET"),
            (&[b"CHAR", b"SET"], "CHARSET"),
            (&[b"DATA", b"DIRECTORY"], "DATA DIRECTORY"),
            (&[b"INDEX", b"DIRECTORY"], "INDEX DIRECTORY"),
            (&[b"STORAGE", b"ENGINE"], "ENGINE"),
            (&[b"START", b"TRANSACTION"], "START TRANSACTION"),
            (&[b"WITH", b"SYSTEM", b"VERSIONING"], "WITH SYSTEM VERSIONING"),
            (&[b"WITHOUT", b"SYSTEM", b"VERSIONING"], "WITHOUT SYSTEM VERSIONING"),
        ];
        for (words, name) in PHRASES {
            if self.eat_words(words) {
                return Ok(name.to_owned());
            }
        }
        let name = self.name("an option")?.to_ascii_uppercase();
        // TYPE is the oldest servers' word.
        Ok(if name == "TYPE" { String::from("ENGINE") } else { name })
    }

    /// A value of any kind: a string without quotes, a word, a number with its sign, or the inside of parentheses.
    pub(super) fn value_text(&mut self) -> Result<String> {
        if self.at_punct(b'(') {
            return self.parenthesised();
        }
        let start = self.offset();
        if self.at_punct(b'-') || self.at_punct(b'+') {
            self.take();
        }
        match self.peek().map(|token| token.kind) {
            Some(TokenKind::String) => self.string("a value"),
            Some(TokenKind::Word | TokenKind::QuotedName) => self.name("a value"),
            Some(TokenKind::Number | TokenKind::Hex | TokenKind::Bit) => {
                self.take();
                Ok(self.text(start, self.end()))
            }
            _ => Err(self.error("a value")),
        }
    }
}
