//! The schema file: its tables, with the statements that make them.

use std::ops::ControlFlow;

use crate::dump::event::{Event, Setting, What};
use crate::dump::inventory::Inventory;
use crate::dump::piece::{Pool, Window};
use crate::dump::reader::{Consumer, Reader, SCAN_BYTES};
use crate::error::{Error, Kind, Position, Result};
use crate::input::Input;
use crate::report::model::Severity;
use crate::schema::{Alteration, Context, Lexer, TableDef, TableName};

/// Bytes of a schema file that are kept in memory.
const MOST_BYTES: usize = 64 << 20;

/// A table of the file.
#[derive(Clone, Debug)]
pub(super) struct Found {
    pub name: TableName,
    pub definition: TableDef,
    /// CREATE TABLE and what alters it, with semicolons between the statements.
    pub statements: String,
}

/// What the file holds.
#[derive(Debug)]
pub(super) struct Schema {
    pub tables: Vec<Found>,
    /// Whether strings of bytes need the introducer `_binary`, as MySQL's own dumps have it.
    pub introducer: bool,
}

/// Reads a schema file, or the head of a dump, compressed or not.
pub(super) fn read(path: &str) -> Result<Schema> {
    let text = text_of(path)?;
    let input_text = std::io::Cursor::new(text.clone());
    let mut input = Input::from_reader(path, Some(text.len() as u64), input_text)?;
    let mut listener = Listener { inventory: Inventory::default(), places: Vec::new(), names: String::from("utf8mb4") };
    listener.inventory.source_begins(path);
    // Nothing is held back: the reader's own buffer is the only one.
    Reader::new(&Pool::new(usize::MAX), SCAN_BYTES).read(&mut input, &mut listener);
    listener.inventory.finish(true);
    let failed = listener.inventory.warnings.iter().find(|warning| warning.severity == Severity::Error);
    if let Some(warning) = failed {
        let position = Position {
            source: Some(String::from(path)),
            line: warning.line,
            offset: warning.offset,
            table: warning.table.clone(),
        };
        return Err(Error::new(warning.kind, warning.message.clone()).at(position));
    }
    let inventory = &listener.inventory;
    let tables: Vec<Found> = inventory
        .tables()
        .filter_map(|(name, entry)| {
            let statements: Vec<String> = listener
                .places
                .iter()
                .filter(|(table, _, _)| table == name)
                .map(|(_, offset, names)| statement(&text, *offset, names))
                .collect();
            let definition = entry.definition.clone().filter(|definition| !definition.columns.is_empty())?;
            (!statements.is_empty()).then(|| Found {
                name: name.clone(),
                definition,
                statements: statements.join(";\n"),
            })
        })
        .collect();
    if tables.is_empty() {
        let message = "no CREATE TABLE with its columns was found: give a file with CREATE TABLE statements";
        return Err(Error::new(Kind::NoTables, message).at(Position::source(path)));
    }
    Ok(Schema { introducer: of_mysql(inventory, &text), tables })
}

/// Whether MySQL wrote the file, or means to read it.
fn of_mysql(inventory: &Inventory, text: &[u8]) -> bool {
    let says = |text: &Option<String>, word: &str| text.as_ref().map(|text| text.to_lowercase().contains(word));
    match says(&inventory.server, "mariadb").or(says(&inventory.producer, "mariadb")) {
        Some(mariadb) => !mariadb,
        // A collation that MariaDB does not have.
        None => memchr::memmem::find(text, b"_0900_").is_some(),
    }
}

/// The whole text of a file.
fn text_of(path: &str) -> Result<Vec<u8>> {
    let mut input = Input::open(path)?;
    let mut text = Vec::new();
    let mut buffer = vec![0; 64 << 10];
    loop {
        let read = input.read(&mut buffer)?;
        if read == 0 {
            return Ok(text);
        }
        text.extend_from_slice(&buffer[..read]);
        if text.len() > MOST_BYTES {
            let message = "is larger than 64 MiB: give the schema without its rows, as mysqldump --no-data writes it";
            return Err(Error::new(Kind::TooLarge, message).at(Position::source(path)));
        }
    }
}

/// The statement that begins at an offset, without its semicolon, in UTF-8.
fn statement(text: &[u8], offset: u64, names: &str) -> String {
    let start = usize::try_from(offset).unwrap_or(usize::MAX).min(text.len());
    let context = Context { names, ..Context::default() };
    let rest = &text[start..];
    let end = Lexer::new(rest, &context).find(|token| token.is_punct(b';')).map_or(rest.len(), |token| token.start);
    context.decode(rest[..end].trim_ascii())
}

/// Whether an alteration changes what the table is.
fn defines(alteration: &Alteration) -> bool {
    !matches!(
        alteration,
        Alteration::EnableKeys
            | Alteration::DisableKeys
            | Alteration::DiscardTablespace
            | Alteration::ImportTablespace
            | Alteration::Other(_)
    )
}

struct Listener {
    inventory: Inventory,
    /// Where the statements of tables begin, and in which character set they are.
    places: Vec<(TableName, u64, String)>,
    names: String,
}

impl Consumer for Listener {
    fn window(&mut self, _seq: u64, window: &Window, events: &[Event]) -> ControlFlow<()> {
        for event in events {
            match &event.what {
                What::Setting(Setting::Names(names)) => self.names.clone_from(names),
                What::CreateTable(created) => {
                    self.places.retain(|(name, _, _)| *name != created.name);
                    self.places.push((created.name.clone(), event.offset, self.names.clone()));
                }
                // What only tells a server how to load rows is written around them anyway.
                What::AlterTable(altered) if altered.alterations.iter().any(defines) => {
                    self.places.push((altered.name.clone(), event.offset, self.names.clone()));
                }
                _ => {}
            }
            self.inventory.apply(event, &window.bytes);
        }
        ControlFlow::Continue(())
    }
}
