//! A command line cut into words as a shell cuts it: quotes and backslashes, and nothing else of a shell.

use crate::error::Result;
use crate::generate::spec::invalid;

/// The words of a command line.
///
/// # Errors
/// `invalid-value` for a quote that is not closed.
pub(super) fn words(line: &str) -> Result<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = line.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' | '\r' => words.extend(word.take()),
            '\\' => match letters.next() {
                // A line that goes on in the next one.
                Some('\n') => {}
                Some(escaped) => word.get_or_insert_default().push(escaped),
                None => return Err(invalid(format!("`{line}` ends in a backslash"))),
            },
            '\'' | '"' => {
                let word = word.get_or_insert_default();
                loop {
                    match letters.next() {
                        None => return Err(invalid(format!("`{line}` has a quote that is not closed"))),
                        Some(end) if end == letter => break,
                        Some('\\') if letter == '"' => match letters.next() {
                            Some(escaped @ ('"' | '\\' | '$' | '`')) => word.push(escaped),
                            Some(other) => word.extend(['\\', other]),
                            None => return Err(invalid(format!("`{line}` ends in a backslash"))),
                        },
                        Some(inner) => word.push(inner),
                    }
                }
            }
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_a_shell_cuts_them() {
        let cut = |line| words(line).unwrap();
        assert_eq!(cut("mysqlslap -a  --x=1\t-y 2\n"), ["mysqlslap", "-a", "--x=1", "-y", "2"]);
        assert_eq!(cut(r#"--delimiter=';' "a b"'c' d\ e "\"\n" '' "#), ["--delimiter=;", "a bc", "d e", "\"\\n", ""]);
        assert_eq!(cut("a \\\n b"), ["a", "b"]);
        assert_eq!(cut(""), Vec::<String>::new());
        assert!(words("'a").is_err() && words("a\\").is_err() && words("\"a\\").is_err());
    }
}
