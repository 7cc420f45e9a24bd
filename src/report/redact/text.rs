//! Messages without names: what they quote of a dump is left out or hashed, and so is every name that is known.

use std::collections::HashMap;

use super::hash::{What, hash};
use crate::error::Kind;

/// Stands where text was left out.
const LEFT_OUT: &str = "(left out)";

/// In our own messages names stand in quotes or in a field of their own. A bare word that is so short and plain is the message's, not a
/// name that happens to be the same (`id`, `line`, `rows`).
const PLAIN_WORD: usize = 5;

/// Names that are known, with their stand-ins.
#[derive(Debug, Default)]
pub struct Names {
    words: HashMap<String, String>,
    /// Names with blanks or punctuation in them, which no word of a text equals.
    phrases: Vec<(String, String)>,
}

impl Names {
    /// Adds a name; the first stand-in stands.
    pub fn add(&mut self, name: &str, stand_in: String) {
        if name.is_empty() || name == stand_in {
            return;
        }
        if name.chars().all(of_word) {
            self.words.entry(name.to_string()).or_insert(stand_in);
        } else {
            self.phrases.push((name.to_string(), stand_in));
        }
    }

    /// Says that all names are in.
    pub fn finish(&mut self) {
        // The longest first: a name may be a part of another.
        self.phrases.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.0.cmp(&b.0)));
        self.phrases.dedup_by(|a, b| a.0 == b.0);
    }

    /// A diagnostic's message.
    pub fn message(&self, kind: Kind, message: &str) -> String {
        match kind {
            // What was typed for a codec, a unit or a format.
            Kind::UnknownName | Kind::InvalidValue => self.bare(message, false),
            Kind::ToolText => match message.split_once(": ") {
                Some((ours, _)) => format!("{ours} {LEFT_OUT}"),
                None => self.unquoted(message, false),
            },
            // The reader of JSON quotes the report's text in marks of its own.
            Kind::InvalidReport => self.unquoted(&without_marks(message), false),
            _ => self.unquoted(message, false),
        }
    }

    /// A text of any origin: a note of an engine, a reason.
    pub fn text(&self, text: &str) -> String {
        self.unquoted(text, true)
    }

    fn unquoted(&self, text: &str, all: bool) -> String {
        let (text, tail) = match text.find("found `") {
            Some(at) => (&text[..at], format!("found {LEFT_OUT}")),
            None => (text, String::new()),
        };
        let mut safe = String::new();
        let mut rest = text;
        while let Some(at) = rest.find('`') {
            let (before, quoted) = rest.split_at(at);
            safe.push_str(&self.bare(before, all));
            // A mark that the grammar wants, as in "expected `,`".
            let mark = quoted.as_bytes().get(1).is_some_and(u8::is_ascii_punctuation)
                && quoted.as_bytes().get(2) == Some(&b'`');
            if mark && !quoted.starts_with("``") {
                safe.push_str(&quoted[..3]);
                rest = &quoted[3..];
                continue;
            }
            // A name may have backticks inside: all up to the last one is taken for it.
            let end = quoted.rfind('`').filter(|end| *end > 0).unwrap_or(quoted.len());
            let name = quoted.get(1..end).unwrap_or_default();
            safe.push_str(&self.quoted(before, name));
            rest = quoted.get(end + 1..).unwrap_or_default();
        }
        safe.push_str(&self.bare(rest, all));
        safe + &tail
    }

    /// What stood between backticks; the word before them says what it is.
    fn quoted(&self, before: &str, name: &str) -> String {
        if let Some(known) = self.words.get(name) {
            return format!("`{known}`");
        }
        let what = match before.trim_end().rsplit(' ').next() {
            Some("column") => What::Column,
            Some("key" | "index") => What::Index,
            Some("table") => What::Table,
            Some("database" | "schema") => What::Database,
            _ => return String::from(LEFT_OUT),
        };
        format!("`{}`", hash(what, name))
    }

    /// Known names that stand in a text without quotes.
    fn bare(&self, text: &str, all: bool) -> String {
        let mut text = std::borrow::Cow::Borrowed(text);
        for (name, stand_in) in &self.phrases {
            if text.contains(name.as_str()) {
                text = text.replace(name.as_str(), stand_in).into();
            }
        }
        let mut safe = String::with_capacity(text.len());
        let mut rest = text.as_ref();
        while !rest.is_empty() {
            let word = rest.find(|letter| !of_word(letter)).unwrap_or(rest.len());
            let (word, behind) = rest.split_at(word);
            let plain = word.len() <= PLAIN_WORD && word.bytes().all(|byte| byte.is_ascii_lowercase());
            safe.push_str(self.words.get(word).filter(|_| all || !plain).map_or(word, String::as_str));
            let between = behind.find(of_word).unwrap_or(behind.len());
            safe.push_str(&behind[..between]);
            rest = &behind[between..];
        }
        safe
    }
}

/// Letters of an unquoted name.
fn of_word(letter: char) -> bool {
    letter.is_alphanumeric() || matches!(letter, '_' | '$') || !letter.is_ascii() && !letter.is_whitespace()
}

/// Everything between the first and the last double quote is left out.
fn without_marks(text: &str) -> String {
    match (text.find('"'), text.rfind('"')) {
        (Some(first), Some(last)) => format!("{}{LEFT_OUT}{}", &text[..first], &text[(last + 1).max(first + 1)..]),
        _ => text.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Names {
        let mut names = Names::default();
        for (name, stand_in) in [("Geheim", "t_1"), ("id", "c_1"), ("a b", "t_2"), ("x.Geheim", "d_1.t_1")] {
            names.add(name, stand_in.to_string());
        }
        names.finish();
        names
    }

    #[test]
    fn quoted_names_are_hashed_or_left_out() {
        let of = |text: &str| names().message(Kind::Syntax, text);
        assert_eq!(of("the column `Geheim` is there already"), "the column `t_1` is there already");
        assert!(of("there is no key `k``x`").starts_with("there is no key `i_"));
        assert_eq!(of("expected `,`, found `'4711'`"), "expected `,`, found (left out)");
        assert_eq!(of("expected `)`, found the end"), "expected `)`, found the end");
        assert_eq!(of("odd `"), "odd (left out)");
        assert_eq!(of("```"), "(left out)");
        assert_eq!(of("``"), "(left out)");
    }

    #[test]
    fn bare_names_are_replaced_where_they_are_words() {
        let of = |text: &str| names().message(Kind::Measurement, text);
        assert_eq!(
            of("lz4 whole x.Geheim, Geheim, a b and Geheimnis id"),
            "lz4 whole d_1.t_1, t_1, t_2 and Geheimnis id"
        );
        assert_eq!(names().text("id first"), "c_1 first");
    }

    #[test]
    fn text_of_the_dump_is_left_out() {
        let message = names().message(Kind::ToolText, "a line that is no SQL was skipped: mysqldump: user ann@db7: x");
        assert_eq!(message, "a line that is no SQL was skipped (left out)");
        let message = names().message(Kind::InvalidReport, "invalid type: string \"ann\", expected u64");
        assert_eq!(message, "invalid type: string (left out), expected u64");
        assert_eq!(names().message(Kind::UnknownName, "no report format `ymal`"), "no report format `ymal`");
    }
}
