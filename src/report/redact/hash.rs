//! Stable stand-ins for names: a letter for what it is, and eight hex digits that the name alone decides.
//!
//! They keep a name from being read, not from being guessed: whoever has a list of names can hash them and compare.

use xxhash_rust::xxh3::xxh3_64;

/// Endings of file names that say what a file is and not whose it is.
const ENDINGS: [&str; 15] =
    ["sql", "gz", "zst", "xz", "bz2", "lz4", "json", "csv", "md", "markdown", "txt", "dump", "tsv", "zip", "html"];

/// What a name is of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// A table.
    Table,
    /// A column.
    Column,
    /// A database.
    Database,
    /// An index.
    Index,
    /// A file, by the path as it was given.
    File,
    /// Anything else.
    Other,
}

impl What {
    const ALL: [What; 6] = [What::Table, What::Column, What::Database, What::Index, What::File, What::Other];

    fn prefix(self) -> &'static str {
        match self {
            What::Table => "t_",
            What::Column => "c_",
            What::Database => "d_",
            What::Index => "i_",
            What::File => "f_",
            What::Other => "x_",
        }
    }
}

/// The stand-in: `t_1a2b3c4d`. A stand-in stands for itself, so that a report can be redacted again.
pub fn hash(what: What, name: &str) -> String {
    if is_hash(name) {
        return name.to_string();
    }
    format!("{}{:08x}", what.prefix(), xxh3_64(name.as_bytes()) as u32)
}

/// The stand-in of a path, with the endings that tell what is in the file: `f_1a2b3c4d.sql.gz`. Standard input keeps its dash.
pub fn path(path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    let mut parts: Vec<&str> = name.split('.').collect();
    let is_ending = |part: &&str| ENDINGS.contains(&part.to_ascii_lowercase().as_str());
    let first = parts.iter().skip(1).rposition(|part| !is_ending(part)).map_or(1, |at| at + 2);
    let endings: String =
        parts.drain(first.min(parts.len())..).map(|part| format!(".{}", part.to_lowercase())).collect();
    let again = path.strip_suffix(endings.as_str()).is_some_and(is_hash);
    if path == "-" || again { path.to_string() } else { format!("{}{endings}", hash(What::File, path)) }
}

fn is_hash(name: &str) -> bool {
    let digits = What::ALL.iter().find_map(|what| name.strip_prefix(what.prefix()));
    digits.is_some_and(|digits| {
        digits.len() == 8 && digits.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_stand_in() {
        let one = hash(What::Table, "orders");
        assert_eq!(one, hash(What::Table, "orders"));
        assert_ne!(one, hash(What::Table, "orders2"));
        assert_eq!(one, hash(What::Column, &one), "a stand-in stands for itself");
        assert_eq!(one.len(), 10);
        // What a report of another version says must not change.
        assert_eq!(one, "t_fa4974fb");
    }

    #[test]
    fn a_path_keeps_its_endings() {
        let ending = |text: &str| path(text).get(10..).map(str::to_owned);
        assert_eq!(ending("/home/ann/acme.sql.gz").as_deref(), Some(".sql.gz"));
        assert_eq!(ending("acme.customers.SQL").as_deref(), Some(".sql"));
        assert_eq!(ending("gz.d/secret").as_deref(), Some(""));
        assert_eq!(ending("sql").as_deref(), Some(""));
        assert_eq!(path("-"), "-");
        assert_eq!(path(&path("a.sql.gz")), path("a.sql.gz"));
    }
}
