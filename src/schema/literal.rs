//! What the text of a token stands for: names without quotes, strings without escapes, the bytes of hexadecimal and bit values.

/// A constant as it stands in a DEFAULT clause.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Literal {
    /// A string's bytes without quotes and escapes. They are in the character set of the introducer, else in the session's.
    String {
        /// The bytes.
        bytes: Vec<u8>,
        /// The introducer's character set: `latin1` of `_latin1'x'`, `utf8mb3` of `N'x'`.
        charset: Option<String>,
    },
    /// A number as written, with its sign where that is a minus. TRUE and FALSE are 1 and 0.
    Number(String),
    /// The bytes of a hexadecimal or bit value, first byte first.
    Bytes(Vec<u8>),
}

/// The bytes of `0x4142` or `X'4142'`; an odd digit comes first and alone. `None` if there is anything but digits.
pub fn hex_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digits = value_digits(text)?;
    let values: Option<Vec<u8>> =
        digits.iter().map(|&digit| char::from(digit).to_digit(16).and_then(|value| u8::try_from(value).ok())).collect();
    Some(values?.rchunks(2).rev().map(|pair| pair.iter().fold(0, |sum, value| sum << 4 | value)).collect())
}

/// The bytes of `0b101` or `b'101'`, the last bit lowest. `None` if there is anything but 0 and 1.
pub fn bit_bytes(text: &[u8]) -> Option<Vec<u8>> {
    let digits = value_digits(text)?;
    if !digits.iter().all(|digit| matches!(digit, b'0' | b'1')) {
        return None;
    }
    Some(digits.rchunks(8).rev().map(|bits| bits.iter().fold(0, |sum, bit| sum << 1 | (bit & 1))).collect())
}

/// The digits between the quotes, or behind `0x` and `0b`.
fn value_digits(text: &[u8]) -> Option<&[u8]> {
    match text {
        [b'x' | b'X' | b'b' | b'B', b'\'', digits @ .., b'\''] => Some(digits),
        [b'0', b'x' | b'b', digits @ ..] => Some(digits),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values() {
        assert_eq!(hex_bytes(b"0x414"), Some(vec![4, 0x14]));
        assert_eq!(hex_bytes(b"X'4142'"), Some(b"AB".to_vec()));
        assert_eq!(hex_bytes(b"x'4g'"), None);
        assert_eq!(hex_bytes(b"x''"), Some(vec![]));
        assert_eq!(bit_bytes(b"b'1'"), Some(vec![1]));
        assert_eq!(bit_bytes(b"0b100000001"), Some(vec![1, 1]));
        assert_eq!(bit_bytes(b"b'2'"), None);
    }
}
