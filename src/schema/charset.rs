//! Character sets and collations: bytes per character, and which character set a collation belongs to.
//!
//! Collations are never looked up in a list: a name starts with its character set, so that those of later servers are understood too.

use encoding_rs::Encoding;

/// A character set of MySQL or MariaDB.
#[derive(Debug, PartialEq, Eq)]
pub struct Charset {
    /// The name, in lower case; `utf8` is `utf8mb3`.
    pub name: &'static str,
    /// Fewest bytes of a character.
    pub min_bytes: u8,
    /// Most bytes of a character.
    pub max_bytes: u8,
    /// The collation that the name alone means. For utf8mb4 it depends on the server (MySQL 8: utf8mb4_0900_ai_ci, MariaDB 11.5: the uca1400 one);
    /// this is the oldest.
    pub default_collation: &'static str,
}

const fn charset(name: &'static str, min_bytes: u8, max_bytes: u8, default_collation: &'static str) -> Charset {
    Charset { name, min_bytes, max_bytes, default_collation }
}

/// Every character set of MySQL 9 and MariaDB 11.
pub static CHARSETS: [Charset; 41] = [
    charset("armscii8", 1, 1, "armscii8_general_ci"),
    charset("ascii", 1, 1, "ascii_general_ci"),
    charset("big5", 1, 2, "big5_chinese_ci"),
    charset("binary", 1, 1, "binary"),
    charset("cp1250", 1, 1, "cp1250_general_ci"),
    charset("cp1251", 1, 1, "cp1251_general_ci"),
    charset("cp1256", 1, 1, "cp1256_general_ci"),
    charset("cp1257", 1, 1, "cp1257_general_ci"),
    charset("cp850", 1, 1, "cp850_general_ci"),
    charset("cp852", 1, 1, "cp852_general_ci"),
    charset("cp866", 1, 1, "cp866_general_ci"),
    charset("cp932", 1, 2, "cp932_japanese_ci"),
    charset("dec8", 1, 1, "dec8_swedish_ci"),
    charset("eucjpms", 1, 3, "eucjpms_japanese_ci"),
    charset("euckr", 1, 2, "euckr_korean_ci"),
    charset("gb18030", 1, 4, "gb18030_chinese_ci"),
    charset("gb2312", 1, 2, "gb2312_chinese_ci"),
    charset("gbk", 1, 2, "gbk_chinese_ci"),
    charset("geostd8", 1, 1, "geostd8_general_ci"),
    charset("greek", 1, 1, "greek_general_ci"),
    charset("hebrew", 1, 1, "hebrew_general_ci"),
    charset("hp8", 1, 1, "hp8_english_ci"),
    charset("keybcs2", 1, 1, "keybcs2_general_ci"),
    charset("koi8r", 1, 1, "koi8r_general_ci"),
    charset("koi8u", 1, 1, "koi8u_general_ci"),
    charset("latin1", 1, 1, "latin1_swedish_ci"),
    charset("latin2", 1, 1, "latin2_general_ci"),
    charset("latin5", 1, 1, "latin5_turkish_ci"),
    charset("latin7", 1, 1, "latin7_general_ci"),
    charset("macce", 1, 1, "macce_general_ci"),
    charset("macroman", 1, 1, "macroman_general_ci"),
    charset("sjis", 1, 2, "sjis_japanese_ci"),
    charset("swe7", 1, 1, "swe7_swedish_ci"),
    charset("tis620", 1, 1, "tis620_thai_ci"),
    charset("ucs2", 2, 2, "ucs2_general_ci"),
    charset("ujis", 1, 3, "ujis_japanese_ci"),
    charset("utf16", 2, 4, "utf16_general_ci"),
    charset("utf16le", 2, 4, "utf16le_general_ci"),
    charset("utf32", 4, 4, "utf32_general_ci"),
    charset("utf8mb3", 1, 3, "utf8mb3_general_ci"),
    charset("utf8mb4", 1, 4, "utf8mb4_general_ci"),
];

static BINARY: Charset = charset("binary", 1, 1, "binary");
static UTF8MB4: Charset = charset("utf8mb4", 1, 4, "utf8mb4_general_ci");

/// The character set of this name, in any case; `utf8` is utf8mb3.
pub fn find(name: &str) -> Option<&'static Charset> {
    let name = if name.eq_ignore_ascii_case("utf8") { "utf8mb3" } else { name };
    CHARSETS.iter().find(|charset| charset.name.eq_ignore_ascii_case(name))
}

/// The character set of a collation, by the name it starts with. `None` for names without one: MariaDB's `uca1400_ai_ci` takes that of its column.
pub fn of_collation(collation: &str) -> Option<&'static Charset> {
    // No character set has an underscore in its name.
    let prefix = collation.split_once('_').map_or(collation, |(prefix, _)| prefix);
    if prefix.len() == collation.len() && !collation.eq_ignore_ascii_case("binary") {
        return None;
    }
    find(prefix)
}

impl Charset {
    /// The decoder of this character set; `None` for binary and for those that encoding_rs does not have.
    pub fn encoding(&self) -> Option<&'static Encoding> {
        Some(match self.name {
            // The servers' latin1 is Windows' code page.
            "latin1" => encoding_rs::WINDOWS_1252,
            "ascii" | "utf8mb3" | "utf8mb4" => encoding_rs::UTF_8,
            "latin2" => encoding_rs::ISO_8859_2,
            "latin5" => encoding_rs::WINDOWS_1254,
            "latin7" => encoding_rs::ISO_8859_13,
            "greek" => encoding_rs::ISO_8859_7,
            "hebrew" => encoding_rs::ISO_8859_8,
            "cp1250" => encoding_rs::WINDOWS_1250,
            "cp1251" => encoding_rs::WINDOWS_1251,
            "cp1256" => encoding_rs::WINDOWS_1256,
            "cp1257" => encoding_rs::WINDOWS_1257,
            "cp866" => encoding_rs::IBM866,
            "koi8r" => encoding_rs::KOI8_R,
            "koi8u" => encoding_rs::KOI8_U,
            "macroman" => encoding_rs::MACINTOSH,
            "tis620" => encoding_rs::WINDOWS_874,
            "gbk" | "gb2312" => encoding_rs::GBK,
            "gb18030" => encoding_rs::GB18030,
            "big5" => encoding_rs::BIG5,
            "sjis" | "cp932" => encoding_rs::SHIFT_JIS,
            "ujis" | "eucjpms" => encoding_rs::EUC_JP,
            "euckr" => encoding_rs::EUC_KR,
            "ucs2" | "utf16" => encoding_rs::UTF_16BE,
            "utf16le" => encoding_rs::UTF_16LE,
            _ => return None,
        })
    }

    /// The name of this character set's collation by bytes: `utf8mb4_bin`.
    pub fn binary_collation(&self) -> String {
        if self.name == "binary" { String::from("binary") } else { format!("{}_bin", self.name) }
    }
}

/// A collation with its character set: what a column, a table or a server has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Collation {
    /// The character set.
    pub charset: &'static Charset,
    /// The full name in lower case, `utf8_` written as `utf8mb3_`.
    pub name: String,
}

impl Collation {
    /// The collation of bytes.
    pub fn binary() -> Self {
        Collation { charset: &BINARY, name: String::from("binary") }
    }

    /// utf8mb4_bin, the collation of MySQL's JSON.
    pub fn utf8mb4_bin() -> Self {
        Collation { charset: &UTF8MB4, name: String::from("utf8mb4_bin") }
    }

    /// A collation by its full name; `None` if it names no character set.
    pub fn named(name: &str) -> Option<Self> {
        of_collation(name).map(|charset| Collation { charset, name: full_name(charset, name) })
    }

    /// What the clauses CHARACTER SET and COLLATE mean where `base` holds without them, on a server whose default is `server`.
    /// A name that is not known leaves `base`.
    pub fn resolve(charset: Option<&str>, collation: Option<&str>, base: &Collation, server: &Collation) -> Self {
        let written = charset.and_then(find);
        match collation.filter(|name| !name.eq_ignore_ascii_case("default")) {
            Some(name) => {
                let charset = of_collation(name).or(written).unwrap_or(base.charset);
                Collation { charset, name: full_name(charset, name) }
            }
            None => match written {
                // Which collation utf8mb4 alone means is the server's choice.
                Some(charset) if charset == server.charset => server.clone(),
                Some(charset) => Collation { charset, name: charset.default_collation.to_owned() },
                None => base.clone(),
            },
        }
    }
}

/// A collation's name with its character set in front, in the newest spelling.
fn full_name(charset: &Charset, name: &str) -> String {
    let name = name.to_ascii_lowercase();
    match of_collation(&name) {
        Some(_) => name.strip_prefix("utf8_").map(|rest| format!("utf8mb3_{rest}")).unwrap_or(name),
        None => format!("{}_{name}", charset.name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_whole() {
        for charset in &CHARSETS {
            assert_eq!(find(charset.name), Some(charset));
            assert_eq!(of_collation(charset.default_collation), Some(charset), "{}", charset.name);
            assert!(charset.min_bytes <= charset.max_bytes);
        }
        assert_eq!(find("UTF8").unwrap().name, "utf8mb3");
        assert_eq!(find("klingon"), None);
    }

    #[test]
    fn any_collation_has_a_charset() {
        for (collation, name) in [
            ("utf8mb4_0900_ai_ci", "utf8mb4"),
            ("utf8mb4_ja_0900_as_cs_ks", "utf8mb4"),
            ("utf8mb4_uca1400_ai_ci", "utf8mb4"),
            ("utf8mb3_uca1400_swedish_as_ci", "utf8mb3"),
            ("utf8_general_ci", "utf8mb3"),
            ("utf8_bin", "utf8mb3"),
            ("utf16le_bin", "utf16le"),
            ("utf16_bin", "utf16"),
            ("latin1_swedish_ci", "latin1"),
            ("gb18030_unicode_520_ci", "gb18030"),
            ("Latin1_German2_CI", "latin1"),
            ("binary", "binary"),
        ] {
            assert_eq!(of_collation(collation).map(|charset| charset.name), Some(name), "{collation}");
        }
        assert_eq!(of_collation("uca1400_ai_ci"), None);
        assert_eq!(of_collation("utf8mb4"), None);
    }

    #[test]
    fn clauses_resolve() {
        let server = Collation::named("utf8mb4_0900_ai_ci").unwrap();
        let base = Collation::named("latin1_swedish_ci").unwrap();
        let name = |charset, collation| Collation::resolve(charset, collation, &base, &server).name;
        assert_eq!(name(None, None), "latin1_swedish_ci");
        assert_eq!(name(Some("utf8mb4"), None), "utf8mb4_0900_ai_ci");
        assert_eq!(name(Some("utf8"), None), "utf8mb3_general_ci");
        assert_eq!(name(None, Some("utf8_bin")), "utf8mb3_bin");
        assert_eq!(name(Some("utf8mb4"), Some("uca1400_ai_ci")), "utf8mb4_uca1400_ai_ci");
        assert_eq!(name(Some("cp1251"), Some("DEFAULT")), "cp1251_general_ci");
        assert_eq!(name(Some("unheard_of"), None), "latin1_swedish_ci");
    }

    #[test]
    fn encodings() {
        assert_eq!(find("latin1").unwrap().encoding(), Some(encoding_rs::WINDOWS_1252));
        assert_eq!(find("eucjpms").unwrap().encoding(), Some(encoding_rs::EUC_JP));
        assert_eq!(find("binary").unwrap().encoding(), None);
        assert_eq!(find("hp8").unwrap().encoding(), None);
    }
}
