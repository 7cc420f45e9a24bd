//! Diagnostics as one line of text, and text from a dump made harmless for a terminal.

use std::borrow::Cow;

use crate::error::{Error, Position};

use super::model::{Severity, Warning};

/// `error[truncated]: dump.sql, line 1200, byte 190000000, table orders: message`, for standard error and for the end of a report.
pub fn diagnostic_line(warning: &Warning) -> String {
    let severity = match warning.severity {
        Severity::Note => "note",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let position = Position {
        source: warning.source.clone(),
        line: warning.line,
        offset: warning.offset,
        table: warning.table.clone(),
    };
    line(severity, &warning.kind.word(), &position, &warning.message)
}

/// The same line for an error that ends the run.
pub fn error_line(error: &Error) -> String {
    line("error", &error.kind.word(), &error.position, &error.message)
}

fn line(severity: &str, kind: &str, position: &Position, message: &str) -> String {
    let place = position.to_string();
    let separator = if place.is_empty() { "" } else { ": " };
    format!("{severity}[{kind}]: {}{separator}{}", clean(&place), clean(message))
}

/// Text with everything escaped that could move a terminal's cursor, change its colours or reorder what is read: control characters,
/// line and paragraph separators, invisible and bidirectional marks.
pub fn clean(text: &str) -> Cow<'_, str> {
    if !text.contains(unsafe_to_show) {
        return Cow::Borrowed(text);
    }
    let mut cleaned = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        if unsafe_to_show(character) {
            cleaned.extend(character.escape_default());
        } else {
            cleaned.push(character);
        }
    }
    Cow::Owned(cleaned)
}

fn unsafe_to_show(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Kind;

    #[test]
    fn a_line_says_severity_kind_place_and_message() {
        let warning = Warning {
            kind: Kind::Truncated,
            severity: Severity::Error,
            message: "the statement does not end".into(),
            source: Some("dump.sql".into()),
            line: Some(1200),
            offset: Some(190_000_000),
            table: Some("orders".into()),
        };
        assert_eq!(
            diagnostic_line(&warning),
            "error[truncated]: dump.sql, line 1200, byte 190000000, table orders: the statement does not end"
        );
    }

    #[test]
    fn a_line_without_a_place_has_no_gap() {
        let error = Error::new(Kind::InvalidValue, "no such level");
        assert_eq!(error_line(&error), "error[invalid-value]: no such level");
    }

    #[test]
    fn a_dump_cannot_drive_the_terminal() {
        assert_eq!(clean("a\x1b[2Jb\r\nc\u{9b}31m\u{202e}d"), "a\\u{1b}[2Jb\\r\\nc\\u{9b}31m\\u{202e}d");
        assert_eq!(clean("Bestellungen 注文"), "Bestellungen 注文");
    }
}
