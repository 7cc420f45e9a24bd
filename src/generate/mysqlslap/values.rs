//! The values that mysqlslap builds into a statement: integers, then strings, each from libc's `random()`.

use crate::generate::decimal;
use crate::generate::glibc::Random;

/// The alphabet: U and V are missing. Source: MariaDB/server, client/mysqlslap.c, `ALPHANUMERICS`.
const ALPHABET: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNOPQRSTWXYZabcdefghijklmnopqrstuvwxyz";
/// Characters of each string, and values that they take. Source: the same file, `RAND_STRING_SIZE`.
const STRING: usize = 126;

/// The values of any statement, from the sequence that all of them are taken from one after the other.
#[derive(Clone, Debug)]
pub(super) struct Values {
    integers: u32,
    strings: u32,
    random: Random,
    /// The statement that `random` stands before.
    next: u64,
    /// Places to go back to: the first statement and the first one of the run phase.
    start: Random,
    mark: Option<(u64, Random)>,
    marked: u64,
}

impl Values {
    /// `marked` is a statement that will often be gone back to.
    pub(super) fn new(integers: u32, strings: u32, seed: u32, marked: u64) -> Self {
        let random = Random::new(seed);
        Values { integers, strings, start: random.clone(), random, next: 0, mark: None, marked }
    }

    /// Writes the values of a statement, with commas between them.
    pub(super) fn push(&mut self, statement: u64, out: &mut Vec<u8>) {
        self.go_to(statement);
        self.next += 1;
        for column in 0..self.integers {
            if column > 0 {
                out.push(b',');
            }
            decimal::push(out, u64::from(self.random.next()));
        }
        for column in 0..self.strings {
            if column > 0 || self.integers > 0 {
                out.push(b',');
            }
            out.push(b'\'');
            let mut left = STRING;
            while left > 0 {
                let before = out.len();
                out.extend(self.random.some(left).map(|value| ALPHABET[(value % 60) as usize]));
                left -= out.len() - before;
            }
            out.push(b'\'');
        }
    }

    fn go_to(&mut self, statement: u64) {
        if statement < self.next {
            match &self.mark {
                Some((at, random)) if *at <= statement => (self.next, self.random) = (*at, random.clone()),
                _ => (self.next, self.random) = (0, self.start.clone()),
            }
        }
        let draws = u64::from(self.integers) + u64::from(self.strings) * STRING as u64;
        if self.mark.is_none() && self.next <= self.marked && statement >= self.marked {
            self.random.skip((self.marked - self.next).saturating_mul(draws));
            self.next = self.marked;
            self.mark = Some((self.marked, self.random.clone()));
        }
        self.random.skip((statement - self.next).saturating_mul(draws));
        self.next = statement;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_statement() {
        let mut out = Vec::new();
        Values::new(2, 1, 1, 0).push(0, &mut out);
        let text = String::from_utf8(out).unwrap();
        assert!(text.starts_with("1804289383,846930886,'"), "{text}");
        assert_eq!(text.len(), 22 + 128 - 1);
    }

    #[test]
    fn any_order_gives_the_same_values() {
        let statement = |values: &mut Values, number| {
            let mut out = Vec::new();
            values.push(number, &mut out);
            out
        };
        let mut straight = Values::new(3, 2, 7, 100);
        let expected: Vec<Vec<u8>> = (0..30).map(|number| statement(&mut straight, number)).collect();
        let mut values = Values::new(3, 2, 7, 10);
        for number in [3, 4, 0, 25, 10, 29, 11, 9, 0, 12] {
            assert_eq!(statement(&mut values, number as u64), expected[number]);
        }
    }
}
