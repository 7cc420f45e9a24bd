//! The session that a dump sets up: what its SET statements change and restore.
//!
//! Dumps save a setting in a user variable, change it, and put it back at the end; both are followed.

use std::collections::HashMap;
use std::sync::Arc;

use super::event::Setting;
use crate::schema::strings::StringRules;
use crate::schema::{Context, Lexer, Token, TokenKind, backslash_unsafe};

/// The session's settings.
#[derive(Debug)]
pub struct Session {
    /// The database that USE chose.
    pub database: Option<String>,
    /// Values of system variables that were set, by lower-case name.
    system: HashMap<String, String>,
    /// Values of user variables, by lower-case name; `None` where the value is not known.
    user: HashMap<String, Option<String>>,
    rules: StringRules,
    names: Arc<str>,
}

/// The client character set of the dump tools and of current clients.
const DEFAULT_NAMES: &str = "utf8mb4";

impl Default for Session {
    fn default() -> Self {
        Session {
            database: None,
            system: HashMap::new(),
            user: HashMap::new(),
            rules: StringRules::default(),
            names: Arc::from(DEFAULT_NAMES),
        }
    }
}

impl Session {
    /// How strings are written.
    pub fn rules(&self) -> StringRules {
        self.rules
    }

    /// The client's character set, lower case.
    pub fn names(&self) -> &Arc<str> {
        &self.names
    }

    /// What a parser has to know.
    pub fn context(&self) -> Context<'_> {
        context(self.rules, &self.names)
    }

    /// Follows a SET statement; what matters to a load is appended to `changed`.
    pub fn set(&mut self, text: &[u8], changed: &mut Vec<Setting>) {
        let names = Arc::clone(&self.names);
        let context = context(self.rules, &names);
        let tokens: Vec<Token<'_>> = Lexer::new(text, &context).skip(1).collect();
        for assignment in split_at_commas(&tokens) {
            self.assign(assignment, &context, changed);
        }
    }

    fn assign(&mut self, tokens: &[Token<'_>], context: &Context<'_>, changed: &mut Vec<Setting>) {
        let tokens = match tokens {
            [scope, rest @ ..] if scope.is_one_of(&[b"SESSION", b"LOCAL", b"GLOBAL", b"PERSIST", b"PERSIST_ONLY"]) => {
                if !scope.is_word(b"SESSION") && !scope.is_word(b"LOCAL") {
                    return;
                }
                rest
            }
            other => other,
        };
        match tokens {
            [first, value, ..] if first.is_word(b"NAMES") || first.is_word(b"CHARSET") => {
                self.set_names(value, context, changed)
            }
            [first, second, value, ..] if first.is_word(b"CHARACTER") && second.is_word(b"SET") => {
                self.set_names(value, context, changed);
            }
            [variable, rest @ ..] => {
                let value =
                    rest.iter().skip_while(|token| token.is_punct(b'=') || token.is_punct(b':')).collect::<Vec<_>>();
                match variable.kind {
                    TokenKind::UserVariable => {
                        let value = self.value(&value, context);
                        self.user.insert(name_of(variable, context), value);
                    }
                    TokenKind::SystemVariable | TokenKind::Word | TokenKind::QuotedName => {
                        let name = name_of(variable, context);
                        match self.value(&value, context) {
                            Some(value) => self.set_system(name, value, changed),
                            None => self.reset_system(name, changed),
                        }
                    }
                    _ => {}
                }
            }
            [] => {}
        }
    }

    fn set_names(&mut self, value: &Token<'_>, context: &Context<'_>, changed: &mut Vec<Setting>) {
        if value.is_word(b"DEFAULT") {
            self.reset_system(String::from("character_set_client"), changed);
        } else {
            self.set_system(String::from("character_set_client"), text_of(value, context), changed);
        }
    }

    /// The value of an expression as far as dumps need it: a literal, a variable, or the text of what is more than that.
    fn value(&self, tokens: &[&Token<'_>], context: &Context<'_>) -> Option<String> {
        match tokens {
            [] => None,
            [one] => match one.kind {
                TokenKind::UserVariable | TokenKind::SystemVariable => self.variable(one, context),
                _ if one.is_word(b"DEFAULT") || one.is_word(b"NULL") => None,
                _ => Some(text_of(one, context)),
            },
            // REPLACE(@@sql_mode, 'ONLY_FULL_GROUP_BY', ''): the known parts without the first string.
            several if several.iter().any(|token| token.is_word(b"REPLACE")) => {
                let is_string = |token: &Token<'_>| context.string(token).is_some();
                let from = several.iter().filter(|token| !is_string(token));
                let from: String = from.filter_map(|token| self.variable(token, context)).collect();
                let what = several.iter().find(|token| is_string(token)).map(|token| text_of(token, context));
                Some(what.filter(|what| !what.is_empty()).map_or(from.clone(), |what| from.replace(&what, "")))
            }
            // CONCAT(@@sql_mode, ',NO_BACKSLASH_ESCAPES') and its like: the known parts, one after the other.
            several => Some(several.iter().filter_map(|token| self.value(&[token], context)).collect()),
        }
    }

    /// The value of a variable, where the token is one and its value is known.
    fn variable(&self, token: &Token<'_>, context: &Context<'_>) -> Option<String> {
        match token.kind {
            TokenKind::UserVariable => self.user.get(&name_of(token, context)).cloned().flatten(),
            TokenKind::SystemVariable => self.system.get(&name_of(token, context)).cloned(),
            _ => None,
        }
    }

    fn set_system(&mut self, name: String, value: String, changed: &mut Vec<Setting>) {
        if let Some(setting) = setting(&name, &value) {
            changed.push(setting);
        }
        self.system.insert(name, value);
        self.refresh();
    }

    fn reset_system(&mut self, name: String, changed: &mut Vec<Setting>) {
        let default = match name.as_str() {
            "character_set_client" => DEFAULT_NAMES,
            "unique_checks" | "foreign_key_checks" | "autocommit" => "1",
            "time_zone" => "SYSTEM",
            _ => "",
        };
        if let Some(setting) = setting(&name, default) {
            changed.push(setting);
        }
        self.system.remove(&name);
        self.refresh();
    }

    fn refresh(&mut self) {
        let mode = self.system.get("sql_mode").map(|mode| mode.to_ascii_uppercase()).unwrap_or_default();
        let has = |wanted: &[&str]| {
            mode.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').any(|part| wanted.contains(&part))
        };
        // The combined modes that include ANSI_QUOTES (documentation: "Combination SQL Modes").
        let ansi = ["ANSI_QUOTES", "ANSI", "DB2", "MAXDB", "MSSQL", "ORACLE", "POSTGRESQL"];
        let names = self.system.get("character_set_client").map_or(DEFAULT_NAMES, String::as_str).to_ascii_lowercase();
        if *names != *self.names {
            self.names = Arc::from(names);
        }
        self.rules = StringRules {
            no_backslash_escapes: has(&["NO_BACKSLASH_ESCAPES"]),
            ansi_quotes: has(&ansi),
            multibyte: backslash_unsafe(&self.names),
        };
    }
}

fn context(rules: StringRules, names: &str) -> Context<'_> {
    Context { ansi_quotes: rules.ansi_quotes, no_backslash_escapes: rules.no_backslash_escapes, names }
}

/// What a token stands for: a name or string without quotes, anything else as written.
fn text_of(token: &Token<'_>, context: &Context<'_>) -> String {
    match context.string(token) {
        Some(text) => context.decode(&text),
        None => context.name(token).unwrap_or_else(|| context.decode(token.text)),
    }
}

/// The setting that matters to a load, if it is one.
fn setting(name: &str, value: &str) -> Option<Setting> {
    let on = || !matches!(value.to_ascii_lowercase().as_str(), "0" | "off" | "false");
    Some(match name {
        "character_set_client" => Setting::Names(value.to_ascii_lowercase()),
        "sql_mode" => Setting::SqlMode(value.to_ascii_uppercase()),
        "time_zone" => Setting::TimeZone(value.to_string()),
        "unique_checks" => Setting::UniqueChecks(on()),
        "foreign_key_checks" => Setting::ForeignKeyChecks(on()),
        "autocommit" => Setting::Autocommit(on()),
        _ => return None,
    })
}

/// A variable's name, lower case, without `@`, `@@` and the scope.
fn name_of(token: &Token<'_>, context: &Context<'_>) -> String {
    let name = text_of(token, context).to_ascii_lowercase();
    let name = name.trim_start_matches('@');
    let name = ["session.", "local.", "global."].iter().find_map(|scope| name.strip_prefix(scope)).unwrap_or(name);
    name.trim_matches('`').to_string()
}

/// The parts between commas that no parenthesis encloses.
fn split_at_commas<'t, 'a>(tokens: &'t [Token<'a>]) -> Vec<&'t [Token<'a>]> {
    let mut depth = 0i32;
    tokens
        .split(|token| {
            if token.is_punct(b'(') {
                depth += 1;
            } else if token.is_punct(b')') {
                depth -= 1;
            }
            depth == 0 && token.is_punct(b',')
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after(statements: &[&str]) -> (Session, Vec<Setting>) {
        let mut session = Session::default();
        let mut changed = Vec::new();
        for statement in statements {
            session.set(statement.as_bytes(), &mut changed);
        }
        (session, changed)
    }

    #[test]
    fn saved_and_restored() {
        let (session, _) = after(&["SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_BACKSLASH_ESCAPES'"]);
        assert!(session.rules().no_backslash_escapes);
        let (session, changed) =
            after(&["SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_BACKSLASH_ESCAPES'", "SET SQL_MODE=@OLD_SQL_MODE"]);
        assert!(!session.rules().no_backslash_escapes);
        assert_eq!(changed.last(), Some(&Setting::SqlMode(String::new())));
    }

    #[test]
    fn names() {
        assert_eq!(&**after(&["SET NAMES gbk"]).0.names(), "gbk");
        assert!(after(&["SET NAMES 'sjis' COLLATE 'sjis_bin'"]).0.rules().multibyte.is_some());
        assert_eq!(&**after(&["SET NAMES latin1", "SET NAMES default"]).0.names(), "utf8mb4");
        let (session, _) = after(&[
            "SET NAMES latin1",
            "SET @saved_cs_client     = @@character_set_client",
            "SET character_set_client = utf8",
            "SET character_set_client = @saved_cs_client",
        ]);
        assert_eq!(&**session.names(), "latin1");
    }

    #[test]
    fn what_matters_to_a_load() {
        let (_, changed) = after(&[
            "SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0",
            "set autocommit=0",
            "SET TIME_ZONE='+00:00'",
        ]);
        let expected =
            [Setting::UniqueChecks(false), Setting::Autocommit(false), Setting::TimeZone(String::from("+00:00"))];
        assert_eq!(changed, expected);
        assert!(after(&["SET GLOBAL autocommit=0", "SET @@GLOBAL.GTID_PURGED=/*!80000 '+'*/ ''"]).1.is_empty());
    }

    #[test]
    fn modes() {
        assert!(after(&["SET sql_mode = 'ANSI'"]).0.rules().ansi_quotes);
        assert!(after(&["SET sql_mode = CONCAT(@@sql_mode, ',ANSI_QUOTES')"]).0.rules().ansi_quotes);
        assert!(!after(&["SET @x = 'ANSI_QUOTES'"]).0.rules().ansi_quotes);
        let without = "SET sql_mode = (SELECT REPLACE(@@sql_mode, 'ANSI_QUOTES', ''))";
        assert!(!after(&["SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'", without]).0.rules().ansi_quotes);
        let kept = after(&["SET sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES'", without]).0;
        assert!(kept.rules().no_backslash_escapes);
    }
}
