//! Where the body of a routine ends when the dump does not change the delimiter for it: behind the END of its outermost BEGIN.

/// Follows the blocks of a stored program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RoutineBody {
    depth: u32,
    /// An END whose next word is not known yet.
    end: bool,
}

impl RoutineBody {
    /// Takes note of a word.
    pub fn word(&mut self, word: &[u8]) {
        let is = |other: &str| word.eq_ignore_ascii_case(other.as_bytes());
        if self.end {
            self.end = false;
            // END IF, END LOOP and their like end what did not count as a block.
            if !["IF", "LOOP", "WHILE", "REPEAT", "FOR"].iter().any(|kind| is(kind)) {
                self.depth = self.depth.saturating_sub(1);
            }
            if is("CASE") {
                return;
            }
        }
        if is("END") {
            self.end = true;
        } else if is("BEGIN") || is("CASE") {
            self.depth += 1;
        }
    }

    /// Takes note of a delimiter; true where it is one of the body's own.
    pub fn delimiter(&mut self) -> bool {
        if std::mem::take(&mut self.end) {
            self.depth = self.depth.saturating_sub(1);
        }
        self.depth > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number of statements that a text has when its only delimiter is a semicolon.
    fn own_delimiters(text: &str) -> Vec<bool> {
        let mut body = RoutineBody::default();
        let mut found = Vec::new();
        for word in text.replace(';', " ; ").split_whitespace() {
            if word == ";" {
                found.push(body.delimiter());
            } else {
                body.word(word.as_bytes());
            }
        }
        found
    }

    #[test]
    fn blocks() {
        assert_eq!(own_delimiters("INSERT x ;"), [false]);
        assert_eq!(own_delimiters("BEGIN a ; b ; END ;"), [true, true, false]);
        assert_eq!(own_delimiters("BEGIN IF a THEN b ; END IF ; END ;"), [true, true, false]);
        assert_eq!(own_delimiters("BEGIN CASE a WHEN b THEN c ; END CASE ; END ;"), [true, true, false]);
        assert_eq!(own_delimiters("BEGIN SET a = CASE b WHEN 1 THEN 2 END ; END ;"), [true, false]);
        assert_eq!(own_delimiters("BEGIN BEGIN a ; END ; END ;"), [true, true, false]);
    }
}
