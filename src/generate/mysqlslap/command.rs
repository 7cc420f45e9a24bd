//! A whole command line of mysqlslap, with its own option names, and the table that it leaves behind.
//!
//! Source: MariaDB/server 10.11, client/mysqlslap.c (`my_long_options`, `get_options`), mysys/my_getopt.c (prefixes, suffixes of numbers).

use super::options::{self, Options};
use super::plan::{LoadType, Run};
use super::words::words;
use crate::error::Result;
use crate::generate::spec::{self, invalid};

/// What an option takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    /// An argument, behind `=` or as the next word.
    Value,
    /// An argument behind `=`, or none.
    Optional,
}
use Takes::{Nothing, Optional, Value};

/// Every option with its letter (0: none).
#[rustfmt::skip]
const OPTIONS: [(&str, u8, Takes); 64] = [
    ("help", b'?', Nothing), ("auto-generate-sql", b'a', Nothing), ("auto-generate-sql-add-autoincrement", 0, Nothing),
    ("auto-generate-sql-execute-number", 0, Value), ("auto-generate-sql-guid-primary", 0, Nothing),
    ("auto-generate-sql-load-type", 0, Value), ("auto-generate-sql-secondary-indexes", 0, Value),
    ("auto-generate-sql-unique-query-number", 0, Value), ("auto-generate-sql-unique-write-number", 0, Value),
    ("auto-generate-sql-write-number", 0, Value), ("character-sets-dir", 0, Value), ("commit", 0, Value),
    ("compress", b'C', Nothing), ("concurrency", b'c', Value), ("create", 0, Value), ("create-schema", 0, Value),
    ("csv", 0, Optional), ("debug", b'#', Optional), ("debug-check", 0, Nothing), ("debug-info", b'T', Nothing),
    ("default-auth", 0, Value), ("delimiter", b'F', Value), ("detach", 0, Value), ("engine", b'e', Value),
    ("host", b'h', Value), ("init-command", 0, Value), ("iterations", b'i', Value), ("no-drop", 0, Nothing),
    ("number-char-cols", b'x', Value), ("number-int-cols", b'y', Value), ("number-of-queries", 0, Value),
    ("only-print", 0, Nothing), ("password", b'p', Optional), ("plugin-dir", 0, Value), ("port", b'P', Value),
    ("post-query", 0, Value), ("post-system", 0, Value), ("pre-query", 0, Value), ("pre-system", 0, Value),
    ("protocol", 0, Value), ("query", b'q', Value), ("silent", b's', Nothing), ("socket", b'S', Value),
    ("ssl", 0, Nothing), ("ssl-ca", 0, Value), ("ssl-capath", 0, Value), ("ssl-cert", 0, Value), ("ssl-cipher", 0, Value),
    ("ssl-key", 0, Value), ("ssl-crl", 0, Value), ("ssl-crlpath", 0, Value), ("tls-version", 0, Value),
    ("ssl-verify-server-cert", 0, Nothing), ("user", b'u', Value), ("verbose", b'v', Nothing), ("version", b'V', Nothing),
    // Options of the option files, and of MySQL's tool alone.
    ("no-defaults", 0, Nothing), ("print-defaults", 0, Nothing), ("defaults-file", 0, Value),
    ("defaults-extra-file", 0, Value), ("defaults-group-suffix", 0, Value), ("login-path", 0, Value),
    ("enable-cleartext-plugin", 0, Nothing), ("ssl-mode", 0, Value),
];

/// What the command line says of the table.
struct Said {
    automatic: bool,
    options: Options,
    guid: bool,
    autoincrement: bool,
    write: u64,
    run: Run,
    queries: u64,
    execute: u64,
    concurrency: Vec<u64>,
    engines: Vec<String>,
    no_drop: bool,
}

/// The table of a command line; the program's name in front may be missing.
///
/// # Errors
/// `unknown-name` for an option that mysqlslap does not have, `invalid-value` for what it refuses and for runs without generated statements.
pub(super) fn parse(line: &str) -> Result<Options> {
    let mut words = words(line)?.into_iter().peekable();
    words.next_if(|word| !word.starts_with('-'));
    let mut said = Said {
        automatic: false,
        options: Options::default(),
        guid: false,
        autoincrement: false,
        write: 100,
        run: Run { load_type: LoadType::Mixed, unique_queries: 10, clients: 1, limit: 0 },
        queries: 0,
        execute: 0,
        concurrency: vec![1],
        engines: Vec::new(),
        no_drop: false,
    };
    while let Some(word) = words.next() {
        if let Some(long) = word.strip_prefix("--") {
            let (name, value) = match long.split_once('=') {
                Some((name, value)) => (name, Some(value.to_string())),
                None => (long, None),
            };
            let (name, takes, on) = find(name)?;
            let value = match (takes, value) {
                (Value, None) => Some(words.next().ok_or_else(|| invalid(format!("--{name} takes a value")))?),
                (_, value) => value,
            };
            said.take(name, value.as_deref(), on)?;
        } else if let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) {
            let mut rest = letters;
            while let Some(letter) = rest.bytes().next() {
                let known = OPTIONS.iter().find(|(_, short, _)| *short == letter && letter != 0);
                let Some((name, _, takes)) = known else {
                    return Err(invalid(format!("mysqlslap has no option `-{}`", rest.chars().next().unwrap_or('-'))));
                };
                // A letter that is known is one byte.
                rest = &rest[1..];
                let value = match takes {
                    Nothing => None,
                    Optional => Some(String::from(std::mem::take(&mut rest))),
                    Value if rest.is_empty() => {
                        Some(words.next().ok_or_else(|| invalid(format!("-{} takes a value", char::from(letter))))?)
                    }
                    Value => Some(String::from(std::mem::take(&mut rest))),
                };
                said.take(name, value.as_deref(), true)?;
            }
        } else {
            return Err(invalid(format!("mysqlslap takes options alone, not `{word}`")));
        }
    }
    said.finish()
}

/// The option of a name, of the only one that begins so, and whether `--skip-` or `--disable-` turns it off.
fn find(typed: &str) -> Result<(&'static str, Takes, bool)> {
    let name = typed.replace('_', "-");
    let lookup = |name: &str| {
        let exact = OPTIONS.iter().find(|(known, _, _)| *known == name);
        exact.or_else(|| {
            let mut begin = OPTIONS.iter().filter(|(known, _, _)| !name.is_empty() && known.starts_with(name));
            begin.next().filter(|_| begin.next().is_none())
        })
    };
    if let Some((known, _, takes)) = lookup(&name) {
        return Ok((known, *takes, true));
    }
    for (prefix, on) in [("skip-", false), ("disable-", false), ("enable-", true), ("loose-", true)] {
        if let Some((known, _, takes)) = name.strip_prefix(prefix).and_then(lookup) {
            return Ok((known, *takes, on));
        }
    }
    let names: Vec<&str> = OPTIONS.iter().map(|(name, _, _)| *name).filter(|known| near(known, &name)).collect();
    Err(spec::unknown("option of mysqlslap", typed, &names))
}

/// Whether an option is worth naming beside a wrong one.
fn near(known: &str, name: &str) -> bool {
    known.starts_with(name) || strsim::jaro_winkler(known, name) > 0.8
}

impl Said {
    fn take(&mut self, name: &str, value: Option<&str>, on: bool) -> Result<()> {
        let count = || number(name, value.unwrap_or_default());
        match name {
            "auto-generate-sql" => self.automatic = on,
            "auto-generate-sql-add-autoincrement" => self.autoincrement = on,
            "auto-generate-sql-guid-primary" => self.guid = on,
            "auto-generate-sql-execute-number" => self.execute = count()?,
            "auto-generate-sql-load-type" => self.run.load_type = LoadType::named(value.unwrap_or_default()),
            "auto-generate-sql-secondary-indexes" => {
                self.options.secondary_indexes = u32::try_from(count()?).unwrap_or(u32::MAX);
            }
            "auto-generate-sql-unique-query-number" => self.run.unique_queries = count()?,
            "auto-generate-sql-unique-write-number" => self.options.unique = count()?,
            "auto-generate-sql-write-number" => self.write = count()?,
            "number-of-queries" => self.queries = count()?,
            "no-drop" => self.no_drop = on,
            "create-schema" => self.options.database = value.unwrap_or_default().to_string(),
            "concurrency" => self.concurrency = value.unwrap_or_default().split(',').map(leading_number).collect(),
            "number-int-cols" => {
                (self.options.int_cols, self.options.int_indexes) = columns(value.unwrap_or_default());
            }
            "number-char-cols" => {
                (self.options.char_cols, self.options.char_indexes) = columns(value.unwrap_or_default());
            }
            "engine" => {
                for engine in value.unwrap_or_default().split(',') {
                    if engine.contains(':') {
                        return Err(invalid(format!("`{engine}`: options of engines are not followed")));
                    }
                    self.engines.push(options::engine(engine.trim())?);
                }
            }
            "create" | "query" | "pre-query" | "post-query" | "init-command" => {
                return Err(invalid(format!(
                    "--{name} brings statements of its own, and only generated ones can be made"
                )));
            }
            "help" | "version" | "print-defaults" | "only-print" => {
                return Err(invalid(format!("with --{name} mysqlslap makes no table")));
            }
            // Connections, output and pace: the rows are the same.
            _ => {}
        }
        Ok(())
    }

    fn finish(mut self) -> Result<Options> {
        if !self.automatic {
            return Err(invalid("without --auto-generate-sql mysqlslap makes no table"));
        }
        self.options.identify(self.guid, self.autoincrement)?;
        if self.run.load_type == LoadType::Key && !self.guid && !self.autoincrement {
            return Err(invalid("mysqlslap refuses the load type key without guid-primary or add-autoincrement"));
        }
        if self.queries > 0 && self.execute > 0 {
            return Err(invalid("mysqlslap refuses number-of-queries together with auto-generate-sql-execute-number"));
        }
        if self.write == 0 {
            return Err(invalid("with auto-generate-sql-write-number=0 mysqlslap does not even create its table"));
        }
        if self.options.unique == 0 && self.write > 1 {
            return Err(invalid("with auto-generate-sql-unique-write-number=0 mysqlslap never ends"));
        }
        let selects = !matches!(self.run.load_type, LoadType::Write);
        if self.options.int_cols + self.options.char_cols == 0 && selects {
            return Err(invalid("without integer and string columns mysqlslap stops at its own selects and updates"));
        }
        // Each run makes the schema anew. With --no-drop the second one stops at the schema that is there; without it, the last one's stood last.
        let before_zero = self.concurrency.iter().position(|clients| *clients == 0).unwrap_or(self.concurrency.len());
        let runs = &self.concurrency[..before_zero];
        let clients = if self.no_drop { runs.first() } else { runs.last() };
        self.run.clients = *clients.ok_or_else(|| invalid("with a concurrency of 0 mysqlslap never ends"))?;
        let engine = if self.no_drop { self.engines.first() } else { self.engines.last() };
        if let Some(engine) = engine {
            self.options.engine.clone_from(engine);
        }
        self.run.limit = if self.execute > 0 { self.execute } else { self.queries / self.run.clients };
        self.options.loaded = self.write - 1;
        self.options.run = Some(self.run);
        self.options.check()?;
        Ok(self.options)
    }
}

/// A number with one of my_getopt's suffixes.
fn number(name: &str, text: &str) -> Result<u64> {
    let wrong = || invalid(format!("--{name} takes a whole number, not `{text}`"));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let shift = match text[digits..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        "t" => 40,
        _ => return Err(wrong()),
    };
    let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
    // Counts beyond this cannot be meant, and sums of smaller ones do not overflow.
    number.checked_mul(1 << shift).filter(|number| *number < 1 << 60).ok_or_else(wrong)
}

/// What `atoi` makes of a text.
fn leading_number(text: &str) -> u64 {
    let text = text.trim_start();
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text[..digits].parse::<u32>().unwrap_or(0).into()
}

/// `20` or `20:1`: columns, and whether they are indexed.
fn columns(text: &str) -> (u32, bool) {
    let first = text.split(',').next().unwrap_or_default();
    let (count, indexed) = first.split_once(':').unwrap_or((first, "0"));
    (u32::try_from(leading_number(count)).unwrap_or(u32::MAX), leading_number(indexed) > 0)
}

#[cfg(test)]
mod tests {
    use super::super::options::Identifier;
    use super::*;
    use crate::error::Kind;

    #[test]
    fn row_counts_of_real_runs() {
        let auto = "mysqlslap --auto-generate-sql --no-drop";
        for (rest, rows, distinct) in [
            ("", 105, 16),
            (" --auto-generate-sql-load-type=write", 110, 21),
            (" --auto-generate-sql-load-type=read", 99, 10),
            (
                " --auto-generate-sql-write-number=1000 --auto-generate-sql-unique-write-number=7 \
                 --auto-generate-sql-load-type=write --number-of-queries=1",
                1000,
                8,
            ),
            (" --concurrency=5 --number-of-queries=50", 124, 15),
            (" -c 5,10 --number-of-queries=50", 124, 15),
            (" -i 3 --auto-generate-sql-execute-number=4", 101, 12),
        ] {
            let options = parse(&format!("{auto}{rest}")).unwrap();
            assert_eq!((options.row_count(), options.plan().distinct()), (rows, distinct), "{rest}");
        }
        // The schema is dropped and made again: the second concurrency's rows stood last.
        assert_eq!(parse("mysqlslap -a -c 5,10 --number-of-queries=50").unwrap().row_count(), 99 + 10 * 3);
    }

    #[test]
    fn spellings() {
        let options = parse(
            "/usr/bin/mysqlslap -as -y20:1 -x 19 --auto_generate_sql_guid-primary -uroot -pabc -h localhost \
             --iter 3 --auto-generate-sql-sec=2 --engine=archive --skip-ssl --csv --auto-generate-sql-write-number=1k",
        )
        .unwrap();
        assert_eq!((options.int_cols, options.int_indexes), (20, true));
        assert_eq!((options.char_cols, options.char_indexes), (19, false));
        assert_eq!((options.identifier, options.secondary_indexes), (Identifier::Guid, 2));
        assert_eq!((options.engine.as_str(), options.loaded), ("ARCHIVE", 1023));
        assert_eq!(parse("-a").unwrap().row_count(), 105);
    }

    #[test]
    fn what_it_refuses() {
        for (line, kind) in [
            ("mysqlslap", Kind::InvalidValue),
            ("mysqlslap -a --query='select 1'", Kind::InvalidValue),
            ("mysqlslap -a --auto-generate-sql-guid-primary --auto-generate-sql-add-autoincrement", Kind::InvalidValue),
            ("mysqlslap -a --auto-generate-sql-load-type=key", Kind::InvalidValue),
            ("mysqlslap -a --number-of-queries=1 --auto-generate-sql-execute-number=1", Kind::InvalidValue),
            ("mysqlslap -a --auto-generate-sql-write-number=0", Kind::InvalidValue),
            ("mysqlslap -a --auto-generate-sql-unique-write-number=0", Kind::InvalidValue),
            ("mysqlslap -a -c 0", Kind::InvalidValue),
            ("mysqlslap -a -c", Kind::InvalidValue),
            ("mysqlslap -a -Z", Kind::InvalidValue),
            ("mysqlslap -a -é", Kind::InvalidValue),
            ("mysqlslap -a table", Kind::InvalidValue),
            ("mysqlslap -a --number-of-queries=1x", Kind::InvalidValue),
            ("mysqlslap -a --auto-generate-sql-load-typ", Kind::InvalidValue),
            ("mysqlslap -a --number-of-querys=1", Kind::UnknownName),
            ("mysqlslap -a --auto-generate-sql-unique=1", Kind::UnknownName),
            ("mysqlslap -a 'x", Kind::InvalidValue),
        ] {
            assert_eq!(parse(line).unwrap_err().kind, kind, "{line}");
        }
        let message = parse("mysqlslap -a --number-of-querys=1").unwrap_err().message;
        assert!(message.contains("did you mean number-of-queries?"), "{message}");
    }
}
