//! Character sets whose second byte can be a backslash, a quote mark of names or a letter: a scanner of their text must step by characters.

/// How many bytes a character takes, in a character set whose trailing bytes reach into ASCII.
///
/// The ranges are those of the servers' own `ismbchar` functions: a lead byte without a fitting trail byte counts as one byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MultibyteRule {
    /// gbk: lead 81-FE, trail 40-7E and 80-FE.
    Gbk,
    /// sjis and cp932: lead 81-9F and E0-FC, trail 40-7E and 80-FC.
    Sjis,
    /// big5: lead A1-F9, trail 40-7E and A1-FE.
    Big5,
    /// gb18030: as gbk, or four bytes 81-FE, 30-39, 81-FE, 30-39.
    Gb18030,
}

impl MultibyteRule {
    /// Bytes of the character at the start of `text`: 1, 2 or 4; 0 only for no text.
    #[inline]
    pub fn character_len(self, text: &[u8]) -> usize {
        let [lead, rest @ ..] = text else { return 0 };
        let Some(&trail) = rest.first() else { return 1 };
        let two = match self {
            Self::Gbk => matches!(lead, 0x81..=0xFE) && matches!(trail, 0x40..=0x7E | 0x80..=0xFE),
            Self::Sjis => matches!(lead, 0x81..=0x9F | 0xE0..=0xFC) && matches!(trail, 0x40..=0x7E | 0x80..=0xFC),
            Self::Big5 => matches!(lead, 0xA1..=0xF9) && matches!(trail, 0x40..=0x7E | 0xA1..=0xFE),
            Self::Gb18030 => {
                if matches!(text, [0x81..=0xFE, 0x30..=0x39, 0x81..=0xFE, 0x30..=0x39, ..]) {
                    return 4;
                }
                matches!(lead, 0x81..=0xFE) && matches!(trail, 0x40..=0x7E | 0x80..=0xFE)
            }
        };
        if two { 2 } else { 1 }
    }
}

/// The rule of a character set in which a byte 5C can be the end of a character; `None` where bytes can be scanned one by one.
pub fn backslash_unsafe(charset: &str) -> Option<MultibyteRule> {
    const RULES: [(&str, MultibyteRule); 5] = [
        ("gbk", MultibyteRule::Gbk),
        ("sjis", MultibyteRule::Sjis),
        ("cp932", MultibyteRule::Sjis),
        ("big5", MultibyteRule::Big5),
        ("gb18030", MultibyteRule::Gb18030),
    ];
    RULES.iter().find(|(name, _)| name.eq_ignore_ascii_case(charset)).map(|(_, rule)| *rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_follow_both_bytes() {
        assert_eq!(MultibyteRule::Gbk.character_len(b"\xd5\x5c'"), 2);
        assert_eq!(MultibyteRule::Gbk.character_len(b"\xd5'"), 1);
        assert_eq!(MultibyteRule::Gbk.character_len(b"\xd5"), 1);
        assert_eq!(MultibyteRule::Sjis.character_len(b"\xb1\x5c"), 1); // half-width kana
        assert_eq!(MultibyteRule::Sjis.character_len(b"\x95\x5c"), 2);
        assert_eq!(MultibyteRule::Big5.character_len(b"\xa4\x5c"), 2);
        assert_eq!(MultibyteRule::Big5.character_len(b"\xa4\x80"), 1);
        assert_eq!(MultibyteRule::Gb18030.character_len(b"\x81\x30\x81\x30"), 4);
        assert_eq!(MultibyteRule::Gb18030.character_len(b"\x81\x30\x81"), 1);
        assert_eq!(MultibyteRule::Gb18030.character_len(b""), 0);
        assert_eq!(backslash_unsafe("CP932"), Some(MultibyteRule::Sjis));
        assert_eq!(backslash_unsafe("utf8mb4"), None);
        assert_eq!(backslash_unsafe("euckr"), None);
    }
}
