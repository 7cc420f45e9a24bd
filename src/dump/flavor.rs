//! What the header says, and which version comments are SQL.
//!
//! MySQL and MariaDB both run `/*!NNNNN … */` up to their own version. MariaDB leaves out 50700 to 99999, which are MySQL's; MySQL takes
//! `/*M! … */` for a comment (documentation: mariadb.com/kb/en/comment-syntax; dev.mysql.com, "Comments").

/// Whose version comments are followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// MySQL and Percona Server.
    Mysql,
    /// MariaDB.
    Mariadb,
    /// Not known: what either would run.
    Either,
}

/// The server that a dump is read as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flavor {
    /// Whose version comments are followed.
    pub family: Family,
    /// Its version as in a version comment: 8.0.36 is 80036.
    pub version: u32,
}

/// While no header names a server: newer than all that exist, so that only the comments that no server shall run are left out.
const UNKNOWN: Flavor = Flavor { family: Family::Either, version: 190_000 };

impl Default for Flavor {
    fn default() -> Self {
        UNKNOWN
    }
}

impl std::fmt::Display for Flavor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (major, minor, patch) = (self.version / 10_000, self.version / 100 % 100, self.version % 100);
        match self.family {
            Family::Mysql => write!(f, "MySQL {major}.{minor}.{patch}"),
            Family::Mariadb => write!(f, "MariaDB {major}.{minor}.{patch}"),
            Family::Either => f.write_str("MySQL or MariaDB, any version"),
        }
    }
}

impl Flavor {
    /// The flavor that a header's server version names: `8.0.36`, `11.4.3-MariaDB`, `5.5.5-10.4.32-MariaDB`.
    pub fn of_server(version: &str) -> Option<Self> {
        let mariadb = version.contains("MariaDB");
        // MariaDB calls itself 5.5.5- before its true version, for old replicas.
        let number = version.strip_prefix("5.5.5-").filter(|_| mariadb).unwrap_or(version);
        let mut parts = number.split(|c: char| !c.is_ascii_digit()).map(|part| part.parse::<u32>().ok());
        let (major, minor) = (parts.next()??, parts.next()??);
        let patch = parts.next().flatten().unwrap_or(0);
        let version = major.checked_mul(10_000)?.checked_add(minor.min(99) * 100)?.checked_add(patch.min(99))?;
        Some(Flavor { family: if mariadb { Family::Mariadb } else { Family::Mysql }, version })
    }

    /// Whether a version comment is SQL. `mariadb_only` is the form `/*M!`; `version` is `None` where the comment has no number.
    pub fn runs(&self, mariadb_only: bool, version: Option<u32>) -> bool {
        if mariadb_only && self.family == Family::Mysql {
            return false;
        }
        let Some(version) = version else { return true };
        let mysql_only = (50_700..=99_999).contains(&version);
        match self.family {
            Family::Mariadb if mysql_only && !mariadb_only => false,
            Family::Either | Family::Mariadb | Family::Mysql => version <= self.version,
        }
    }
}

/// A line of the header that says something.
#[derive(Debug, PartialEq, Eq)]
pub enum HeaderLine {
    /// The tool that wrote the dump.
    Producer(String),
    /// The server's version.
    Server(String),
    /// The line that ends the dump.
    Trailer,
}

/// How the headers of other tools begin.
const OTHER_PRODUCERS: [&str; 8] = [
    "phpMyAdmin SQL Dump",
    "Dump created by MySQL pump",
    "Adminer ",
    "HeidiSQL ",
    "MySQL Shell ",
    "Navicat ",
    "mydumper ",
    "Percona Server dump",
];

/// Reads a comment line, without its dashes.
pub fn header_line(line: &[u8]) -> Option<HeaderLine> {
    let text = String::from_utf8_lossy(line);
    let text = text.trim();
    for (name, tool) in [("MySQL dump ", "mysqldump"), ("MariaDB dump ", "mariadb-dump")] {
        if let Some(rest) = text.strip_prefix(name) {
            let version = rest.split([' ', '\t', ',']).next().unwrap_or_default();
            return Some(HeaderLine::Producer(format!("{tool} {version}")));
        }
    }
    if OTHER_PRODUCERS.iter().any(|name| text.starts_with(name)) {
        return Some(HeaderLine::Producer(squeeze(text)));
    }
    for label in ["Server version:", "Server version", "Serverversion:", "Server Version:", "Source Server Version :"] {
        if let Some(version) = text.strip_prefix(label) {
            return Some(HeaderLine::Server(squeeze(version)));
        }
    }
    text.starts_with("Dump completed").then_some(HeaderLine::Trailer)
}

/// One blank where there are several; the tools align with tabs.
fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn servers() {
        assert_eq!(Flavor::of_server("8.0.36"), Some(Flavor { family: Family::Mysql, version: 80_036 }));
        let mariadb = |version| Some(Flavor { family: Family::Mariadb, version });
        assert_eq!(Flavor::of_server("11.4.3-MariaDB"), mariadb(110_403));
        assert_eq!(Flavor::of_server("5.5.5-10.4.32-MariaDB-log"), mariadb(100_432));
        assert_eq!(Flavor::of_server("5.5.5"), Some(Flavor { family: Family::Mysql, version: 50_505 }));
        assert_eq!(Flavor::of_server("unknown"), None);
        assert_eq!(Flavor::of_server("99999999999.1"), None);
    }

    #[test]
    fn version_comments() {
        let mysql = Flavor::of_server("8.0.36").expect("a version");
        assert!(mysql.runs(false, Some(80_016)) && mysql.runs(false, None));
        assert!(!mysql.runs(false, Some(80_040)) && !mysql.runs(true, Some(100_616)));
        let mariadb = Flavor::of_server("11.4.3-MariaDB").expect("a version");
        assert!(mariadb.runs(true, Some(100_616)) && mariadb.runs(false, Some(50_503)));
        assert!(!mariadb.runs(false, Some(80_016)) && !mariadb.runs(true, Some(999_999)));
        let either = Flavor::default();
        assert!(
            either.runs(false, Some(80_016)) && either.runs(true, Some(110_600)) && !either.runs(false, Some(999_999))
        );
    }

    #[test]
    fn header_lines() {
        let producer = |text: &str| Some(HeaderLine::Producer(text.to_string()));
        assert_eq!(header_line(b" MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)"), producer("mysqldump 10.13"));
        assert_eq!(
            header_line(b" MariaDB dump 10.19-11.4.3-MariaDB, for Linux"),
            producer("mariadb-dump 10.19-11.4.3-MariaDB")
        );
        assert_eq!(header_line(b" phpMyAdmin SQL Dump"), producer("phpMyAdmin SQL Dump"));
        assert_eq!(header_line(b" Server version\t8.0.36"), Some(HeaderLine::Server("8.0.36".to_string())));
        assert_eq!(header_line(b" Dump completed on 2024-01-02"), Some(HeaderLine::Trailer));
        assert_eq!(header_line(b" Host: localhost"), None);
    }
}
