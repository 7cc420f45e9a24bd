//! Words for texts: common English ones, and some with letters beyond ASCII for the character sets that have them.

use crate::generate::mix::Mix;
use crate::schema::Charset;

#[rustfmt::skip]
const WORDS: [&str; 128] = [
    "the", "of", "and", "to", "in", "a", "is", "that", "for", "it", "as", "was", "with", "be", "by", "on", "not", "this", "are", "or",
    "from", "at", "which", "but", "have", "an", "had", "they", "you", "were", "their", "one", "all", "we", "can", "her", "has",
    "there", "been", "if", "more", "when", "will", "would", "who", "so", "no", "order", "customer", "price", "payment", "invoice",
    "product", "account", "address", "street", "delivery", "report", "message", "status", "pending", "shipped", "returned", "north",
    "south", "summer", "winter", "blue", "green", "red", "white", "black", "small", "large", "medium", "special", "offer", "monthly",
    "yearly", "review", "comment", "article", "section", "chapter", "number", "value", "total", "balance", "credit", "market",
    "office", "garden", "kitchen", "window", "table", "river", "mountain", "ocean", "island", "village", "city", "station", "airport",
    "hotel", "music", "picture", "camera", "phone", "laptop", "battery", "engine", "wheel", "bicycle", "flight", "ticket", "weather",
    "morning", "evening", "coffee", "bread", "cheese", "apple", "orange", "lemon", "silver", "copper", "paper", "letter",
];
const LATIN: [&str; 12] = [
    "café",
    "Zürich",
    "señor",
    "crème",
    "Straße",
    "København",
    "naïve",
    "Málaga",
    "über",
    "garçon",
    "smörgås",
    "façade",
];
const OTHER: [&str; 6] = ["Ελλάδα", "Москва", "東京", "Warszawa", "שלום", "한국"];

/// Which words a character set has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Letters {
    /// ASCII alone.
    Ascii,
    /// Those of western Europe.
    Latin,
    /// All.
    All,
}

impl Letters {
    pub(super) fn of(charset: &Charset) -> Self {
        match charset.name {
            "latin1" => Letters::Latin,
            "utf8mb3" | "utf8mb4" | "ucs2" | "utf16" | "utf16le" | "utf32" | "gb18030" => Letters::All,
            _ => Letters::Ascii,
        }
    }
}

/// A word: common ones often, foreign ones one time in 50.
pub(super) fn word(letters: Letters, mix: &mut Mix) -> &'static str {
    let draw = mix.next();
    let foreign = draw.is_multiple_of(50) && letters != Letters::Ascii;
    let index = |count: usize| usize::try_from((draw >> 32) % count as u64).unwrap_or(0);
    if foreign && letters == Letters::All && (draw >> 20).is_multiple_of(4) {
        return OTHER[index(OTHER.len())];
    }
    if foreign {
        return LATIN[index(LATIN.len())];
    }
    let unit = mix.unit();
    // The share of a word falls with its place.
    WORDS[((unit * unit * WORDS.len() as f64) as usize).min(WORDS.len() - 1)]
}

/// Words with blanks between them, `most` characters at most; no blank at the ends.
pub(super) fn push(out: &mut Vec<u8>, words: u64, most: u64, letters: Letters, mix: &mut Mix) {
    let mut left = usize::try_from(most).unwrap_or(usize::MAX);
    for number in 0..words {
        let word = word(letters, mix);
        let blank = usize::from(number > 0);
        // None of these words has a letter of more than one code point.
        let length = word.chars().count();
        if length + blank > left {
            if number == 0 {
                let end = word.char_indices().nth(left).map_or(word.len(), |(at, _)| at);
                out.extend_from_slice(&word.as_bytes()[..end]);
            }
            return;
        }
        if blank > 0 {
            out.push(b' ');
        }
        out.extend_from_slice(word.as_bytes());
        left -= length + blank;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_keep_their_limits() {
        let mut mix = Mix::new(3);
        for most in 0..60 {
            for letters in [Letters::Ascii, Letters::Latin, Letters::All] {
                let mut out = Vec::new();
                push(&mut out, 10, most, letters, &mut mix);
                let text = String::from_utf8(out).unwrap();
                assert!(text.chars().count() as u64 <= most && text.trim() == text);
                assert!(most == 0 || !text.is_empty());
                assert!(letters != Letters::Ascii || text.is_ascii());
                assert!(letters != Letters::Latin || text.chars().all(|letter| u32::from(letter) < 256));
            }
        }
    }
}
