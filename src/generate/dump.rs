//! The dump around the rows, laid out as mariadb-dump 10.11.19 lays it out with its default options.
//!
//! Text is made as it is read: never more than some rows, and the frame of one table, are in memory.

use std::io::{self, Read};

use super::text;

/// Bytes of a statement, by mariadb-dump's own count: its --net-buffer-length, 1 MiB less 1,025 bytes by default, and so cut down to a multiple
/// of 1,024. Source: MariaDB/server 10.11, client/mysqldump.c (`my_long_options`, `dump_table`).
const STATEMENT_LIMIT: usize = 1_046_528;
/// What it counts for a statement beside its rows and its first line (`init_length` in `dump_table`).
const STATEMENT_EXTRA: usize = 4;
/// What it counts for a row beside its text.
const ROW_EXTRA: usize = 2;
/// Bytes that are made before they are handed on: enough for large reads, few enough for a core's cache.
const BATCH_BYTES: usize = 64 << 10;
/// The day that the last line names: there is no clock in a generated dump.
const COMPLETED: &str = "2026-01-01  0:00:00";

/// The rows of one table.
pub trait Rows: Send {
    /// Writes the next row, from its opening parenthesis to its closing one; false if there is none, and then nothing is written.
    fn next_row(&mut self, out: &mut Vec<u8>) -> bool;
}

/// A table of the dump.
pub struct Table {
    /// The name, without quotes.
    pub name: String,
    /// The CREATE TABLE statement, without its semicolon.
    pub create: String,
    /// The columns that the rows name; empty where they have a value for each column.
    pub columns: Vec<String>,
    /// Whether the table is locked while its rows are loaded.
    pub lock: bool,
    /// The rows.
    pub rows: Box<dyn Rows>,
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A dump that is made while it is read.
pub struct Dump {
    database: String,
    tables: Box<dyn Iterator<Item = Table> + Send>,
    stage: Stage,
    /// What has been made, and how much of it has been read.
    made: Vec<u8>,
    taken: usize,
    row: Vec<u8>,
}

/// What comes next.
enum Stage {
    Head,
    Table,
    Rows(Open),
    End,
}

/// A table whose rows are being written.
struct Open {
    rows: Box<dyn Rows>,
    name: String,
    lock: bool,
    /// The line that begins each statement.
    insert: String,
    /// Bytes of the open statement by mariadb-dump's count; none is open at first.
    counted: Option<usize>,
}

impl std::fmt::Debug for Dump {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Dump").field("database", &self.database).finish_non_exhaustive()
    }
}

impl Dump {
    /// The dump of a database with these tables, each made when it is its turn.
    pub fn new(database: impl Into<String>, tables: impl Iterator<Item = Table> + Send + 'static) -> Self {
        Dump {
            database: database.into(),
            tables: Box::new(tables),
            stage: Stage::Head,
            made: Vec::new(),
            taken: 0,
            row: Vec::new(),
        }
    }

    /// Makes the next piece; nothing at the end.
    fn make(&mut self) {
        self.made.clear();
        self.taken = 0;
        self.stage = match std::mem::replace(&mut self.stage, Stage::End) {
            Stage::Head => {
                self.made.extend_from_slice(head(&self.database).as_bytes());
                Stage::Table
            }
            Stage::Table => match self.tables.next() {
                Some(table) => {
                    self.made.extend_from_slice(frame(&table).as_bytes());
                    Stage::Rows(Open::new(table))
                }
                None => {
                    self.made.extend_from_slice(tail().as_bytes());
                    Stage::End
                }
            },
            Stage::Rows(mut open) => {
                if open.write(&mut self.made, &mut self.row) {
                    Stage::Rows(open)
                } else {
                    Stage::Table
                }
            }
            Stage::End => Stage::End,
        };
    }
}

impl Read for Dump {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.taken == self.made.len() {
            self.make();
            if self.made.is_empty() && matches!(self.stage, Stage::End) {
                return Ok(0);
            }
        }
        let left = &self.made[self.taken..];
        let count = left.len().min(out.len());
        out[..count].copy_from_slice(&left[..count]);
        self.taken += count;
        Ok(count)
    }
}

impl Open {
    fn new(table: Table) -> Self {
        let mut insert = String::from("INSERT INTO ");
        text::push_name(&mut insert, &table.name);
        if !table.columns.is_empty() {
            let columns: Vec<String> = table.columns.iter().map(|column| text::name(column)).collect();
            insert.push_str(&format!(" ({})", columns.join(", ")));
        }
        // With a list of columns mariadb-dump leaves the first row on the line.
        insert.push_str(if table.columns.is_empty() { " VALUES\n" } else { " VALUES " });
        Open { rows: table.rows, name: table.name, lock: table.lock, insert, counted: None }
    }

    /// Writes rows until there are enough for now, and at the end what follows them; false once that is done.
    fn write(&mut self, made: &mut Vec<u8>, row: &mut Vec<u8>) -> bool {
        while made.len() < BATCH_BYTES {
            row.clear();
            if !self.rows.next_row(row) {
                if self.counted.is_some() {
                    made.extend_from_slice(b";\n");
                }
                let name = text::name(&self.name);
                let unlock = if self.lock { "UNLOCK TABLES;\n" } else { "" };
                let after = format!("/*!40000 ALTER TABLE {name} ENABLE KEYS */;\n{unlock}");
                made.extend_from_slice(after.as_bytes());
                return false;
            }
            let length = row.len() + ROW_EXTRA;
            match self.counted {
                Some(counted) if counted + length < STATEMENT_LIMIT => {
                    made.extend_from_slice(b",\n");
                    self.counted = Some(counted + length);
                }
                open => {
                    if open.is_some() {
                        made.extend_from_slice(b";\n");
                    }
                    made.extend_from_slice(self.insert.as_bytes());
                    self.counted = Some(self.insert.len() + STATEMENT_EXTRA + length);
                }
            }
            made.extend_from_slice(row);
        }
        true
    }
}

/// What is before the tables. The host has as many letters as `localhost`, so that sizes can be compared.
fn head(database: &str) -> String {
    // A line break in the name would end the comment.
    let database = database.replace(['\n', '\r'], " ");
    format!(
        "/*M!999999\\- enable the sandbox mode */ \n\
         -- MariaDB dump 10.19  Distrib 10.11.19-MariaDB, for debian-linux-gnu (x86_64)\n\
         --\n\
         -- Host: generated    Database: {database}\n\
         -- ------------------------------------------------------\n\
         -- Server version\t10.11.19-MariaDB-0+deb12u1\n\
         \n\
         /*!40101 SET @OLD_CHARACTER_SET_CLIENT=@@CHARACTER_SET_CLIENT */;\n\
         /*!40101 SET @OLD_CHARACTER_SET_RESULTS=@@CHARACTER_SET_RESULTS */;\n\
         /*!40101 SET @OLD_COLLATION_CONNECTION=@@COLLATION_CONNECTION */;\n\
         /*!40101 SET NAMES utf8mb4 */;\n\
         /*!40103 SET @OLD_TIME_ZONE=@@TIME_ZONE */;\n\
         /*!40103 SET TIME_ZONE='+00:00' */;\n\
         /*!40014 SET @OLD_UNIQUE_CHECKS=@@UNIQUE_CHECKS, UNIQUE_CHECKS=0 */;\n\
         /*!40014 SET @OLD_FOREIGN_KEY_CHECKS=@@FOREIGN_KEY_CHECKS, FOREIGN_KEY_CHECKS=0 */;\n\
         /*!40101 SET @OLD_SQL_MODE=@@SQL_MODE, SQL_MODE='NO_AUTO_VALUE_ON_ZERO' */;\n\
         /*!40111 SET @OLD_SQL_NOTES=@@SQL_NOTES, SQL_NOTES=0 */;\n"
    )
}

/// What is before a table's rows.
fn frame(table: &Table) -> String {
    let name = text::name(&table.name);
    let lock = if table.lock { format!("LOCK TABLES {name} WRITE;\n") } else { String::new() };
    format!(
        "\n--\n-- Table structure for table {name}\n--\n\n\
         DROP TABLE IF EXISTS {name};\n\
         /*!40101 SET @saved_cs_client     = @@character_set_client */;\n\
         /*!40101 SET character_set_client = utf8mb4 */;\n\
         {};\n\
         /*!40101 SET character_set_client = @saved_cs_client */;\n\
         \n--\n-- Dumping data for table {name}\n--\n\n\
         {lock}\
         /*!40000 ALTER TABLE {name} DISABLE KEYS */;\n",
        table.create
    )
}

/// What is behind the tables.
fn tail() -> String {
    format!(
        "/*!40103 SET TIME_ZONE=@OLD_TIME_ZONE */;\n\
         \n\
         /*!40101 SET SQL_MODE=@OLD_SQL_MODE */;\n\
         /*!40014 SET FOREIGN_KEY_CHECKS=@OLD_FOREIGN_KEY_CHECKS */;\n\
         /*!40014 SET UNIQUE_CHECKS=@OLD_UNIQUE_CHECKS */;\n\
         /*!40101 SET CHARACTER_SET_CLIENT=@OLD_CHARACTER_SET_CLIENT */;\n\
         /*!40101 SET CHARACTER_SET_RESULTS=@OLD_CHARACTER_SET_RESULTS */;\n\
         /*!40101 SET COLLATION_CONNECTION=@OLD_COLLATION_CONNECTION */;\n\
         /*!40111 SET SQL_NOTES=@OLD_SQL_NOTES */;\n\
         \n-- Dump completed on {COMPLETED}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::super::decimal;
    use super::*;

    /// Rows of a given length.
    struct Same(u64, usize);

    impl Rows for Same {
        fn next_row(&mut self, out: &mut Vec<u8>) -> bool {
            if self.0 == 0 {
                return false;
            }
            self.0 -= 1;
            out.push(b'(');
            decimal::push_padded(out, self.0, self.1 - 2);
            out.push(b')');
            true
        }
    }

    fn made(rows: u64, length: usize, columns: &[&str]) -> String {
        let table = Table {
            name: String::from("a`b"),
            create: String::from("CREATE TABLE `a``b` (`x` int)"),
            columns: columns.iter().map(|&column| String::from(column)).collect(),
            lock: true,
            rows: Box::new(Same(rows, length)),
        };
        let mut text = String::new();
        Dump::new("d", std::iter::once(table)).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn statements_end_before_the_limit() {
        let text = made(30_000, 100, &[]);
        let sizes: Vec<usize> = text
            .split_inclusive(";\n")
            .filter(|statement| statement.starts_with("INSERT INTO `a``b` VALUES\n("))
            .map(str::len)
            .collect();
        // The first line has 25 bytes, and 29 are counted; each row has 102 with the two bytes behind it.
        let rows = (STATEMENT_LIMIT - 1 - 29) / 102;
        assert_eq!(sizes[..2], [26 + rows * 102; 2]);
        assert_eq!(sizes.len(), 30_000usize.div_ceil(rows));
        assert!(text.ends_with("-- Dump completed on 2026-01-01  0:00:00\n"));
    }

    #[test]
    fn small_tables() {
        let text = made(0, 10, &[]);
        assert!(text.contains("DISABLE KEYS */;\n/*!40000 ALTER TABLE `a``b` ENABLE KEYS */;\nUNLOCK TABLES;\n"));
        let text = made(2, 4, &["x", "y"]);
        assert!(text.contains("INSERT INTO `a``b` (`x`, `y`) VALUES (01),\n(00);\n/*!40000"));
        // A row above the limit has a statement of its own.
        let text = made(2, STATEMENT_LIMIT + 1, &[]);
        assert_eq!(text.matches("INSERT INTO").count(), 2);
    }
}
