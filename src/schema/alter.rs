//! ALTER TABLE: its changes one by one, and their effect on a definition. phpMyAdmin adds all keys this way, behind the data.

use super::column::{Column, DefaultValue};
use super::keys::{Check, ForeignKey, Key, KeyKind, KeyTarget};
use super::name::TableName;
use super::options::TableOption;
use super::partition::Partitioning;
use super::table::{Period, TableDef, same_name};
use crate::error::{Error, Kind, Result};

/// Most columns of a table: the servers' own limit.
pub(super) const MAX_COLUMNS: usize = 4096;

/// Most keys, and most foreign keys, that are followed; the servers allow 64 to 255.
pub(super) const MAX_KEYS: usize = 1024;

/// What ALTER TABLE or CREATE INDEX says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlterTable {
    /// The table.
    pub name: TableName,
    /// IF EXISTS.
    pub if_exists: bool,
    /// The changes, in order.
    pub alterations: Vec<Alteration>,
}

/// Where a column goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ColumnPosition {
    /// Where it is, or last if it is new.
    Keep,
    /// Before all others.
    First,
    /// Behind this column.
    After(String),
}

/// One change of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alteration {
    /// ADD KEY, ADD PRIMARY KEY, ADD UNIQUE ...
    AddKey(Key),
    /// ADD COLUMN, with the keys that its attributes ask for.
    AddColumn(Box<Column>, Vec<Key>, ColumnPosition),
    /// MODIFY or CHANGE: the column of this name becomes the new one.
    ChangeColumn(String, Box<Column>, Vec<Key>, ColumnPosition),
    /// DROP COLUMN.
    DropColumn(String),
    /// ALTER COLUMN ... SET DEFAULT or DROP DEFAULT.
    SetDefault(String, DefaultValue),
    /// RENAME COLUMN from, to.
    RenameColumn(String, String),
    /// DROP KEY; the primary key is `PRIMARY`.
    DropKey(String),
    /// RENAME KEY from, to.
    RenameKey(String, String),
    /// ALTER INDEX ... INVISIBLE, VISIBLE, IGNORED, NOT IGNORED.
    HideKey(String, bool),
    /// ADD FOREIGN KEY.
    AddForeignKey(ForeignKey),
    /// DROP FOREIGN KEY.
    DropForeignKey(String),
    /// ADD CHECK.
    AddCheck(Check),
    /// DROP CONSTRAINT, DROP CHECK.
    DropConstraint(String),
    /// ADD PERIOD FOR.
    AddPeriod(Period),
    /// RENAME TO.
    Rename(TableName),
    /// A table option.
    Option(TableOption),
    /// CONVERT TO CHARACTER SET, with COLLATE: for the table and all its columns.
    ConvertTo {
        /// The character set; `DEFAULT` for the database's.
        charset: String,
        /// COLLATE, where it is written.
        collation: Option<String>,
    },
    /// PARTITION BY.
    PartitionBy(Box<Partitioning>),
    /// REMOVE PARTITIONING.
    RemovePartitioning,
    /// ENABLE KEYS.
    EnableKeys,
    /// DISABLE KEYS.
    DisableKeys,
    /// DISCARD TABLESPACE.
    DiscardTablespace,
    /// IMPORT TABLESPACE.
    ImportTablespace,
    /// Anything else, as text.
    Other(String),
}

impl TableDef {
    /// Carries one change out. It is an error if the change names what the table does not have; the table is then as it was.
    pub fn apply(&mut self, alteration: &Alteration) -> Result<()> {
        match alteration {
            Alteration::AddKey(key) => {
                self.room_for_keys(1)?;
                self.add_key(key.clone());
            }
            Alteration::AddColumn(column, keys, position) => {
                if self.columns.len() >= MAX_COLUMNS {
                    return Err(too_many("columns"));
                }
                if self.column(&column.name).is_some() {
                    return Err(refused(format!("the column `{}` is there already", column.name)));
                }
                self.room_for_keys(keys.len())?;
                self.insert_column(column, position, self.columns.len())?;
                keys.iter().for_each(|key| self.add_key(key.clone()));
            }
            Alteration::ChangeColumn(old, column, keys, position) => {
                let index = self.find_column(old)?;
                self.room_for_keys(keys.len())?;
                if let ColumnPosition::After(other) = position {
                    self.find_column(other)?;
                }
                self.columns.remove(index);
                if self.insert_column(column, position, index).is_err() {
                    // Behind itself: it stays.
                    self.columns.insert(index, (**column).clone());
                }
                self.rename_in_keys(old, &column.name);
                self.refresh_primary_key();
                keys.iter().for_each(|key| self.add_key(key.clone()));
            }
            Alteration::DropColumn(name) => {
                let index = self.find_column(name)?;
                self.columns.remove(index);
                for key in &mut self.keys {
                    key.parts.retain(|part| part.column().is_none_or(|column| !same_name(column, name)));
                }
                self.keys.retain(|key| !key.parts.is_empty());
            }
            Alteration::SetDefault(name, default) => {
                let index = self.find_column(name)?;
                if let Some(column) = self.columns.get_mut(index) {
                    column.default = default.clone();
                }
            }
            Alteration::RenameColumn(from, to) => {
                let index = self.find_column(from)?;
                if let Some(column) = self.columns.get_mut(index) {
                    column.name.clone_from(to);
                }
                self.rename_in_keys(from, to);
            }
            Alteration::DropKey(name) => {
                let index = self.find_key(name)?;
                self.keys.remove(index);
            }
            Alteration::RenameKey(from, to) => {
                let index = self.find_key(from)?;
                if let Some(key) = self.keys.get_mut(index) {
                    key.name.clone_from(to);
                }
            }
            Alteration::HideKey(name, hidden) => {
                let index = self.find_key(name)?;
                if let Some(key) = self.keys.get_mut(index) {
                    key.invisible = *hidden;
                }
            }
            Alteration::AddForeignKey(foreign) => {
                self.room_for_keys(1)?;
                self.add_foreign_key(foreign.clone());
            }
            Alteration::DropForeignKey(name) => {
                self.foreign_keys.retain(|foreign| foreign.name.as_deref().is_none_or(|other| !same_name(other, name)));
            }
            Alteration::AddCheck(check) => self.checks.push(check.clone()),
            Alteration::DropConstraint(name) => self.drop_constraint(name),
            Alteration::AddPeriod(period) => self.periods.push(period.clone()),
            Alteration::Rename(name) => self.name = name.clone(),
            Alteration::Option(option) => self.set_option(option),
            Alteration::ConvertTo { charset, collation } => self.convert_to(charset, collation.as_deref()),
            Alteration::PartitionBy(partitioning) => self.partitioning = Some((**partitioning).clone()),
            Alteration::RemovePartitioning => self.partitioning = None,
            Alteration::Other(text) => self.unknown.push(text.clone()),
            Alteration::EnableKeys
            | Alteration::DisableKeys
            | Alteration::DiscardTablespace
            | Alteration::ImportTablespace => {}
        }
        Ok(())
    }

    fn find_column(&self, name: &str) -> Result<usize> {
        self.column_index(name).ok_or_else(|| refused(format!("there is no column `{name}`")))
    }

    fn find_key(&self, name: &str) -> Result<usize> {
        let found = self.keys.iter().position(|key| same_name(&key.name, name));
        found.ok_or_else(|| refused(format!("there is no key `{name}`")))
    }

    fn room_for_keys(&self, more: usize) -> Result<()> {
        if self.keys.len() + more > MAX_KEYS || self.foreign_keys.len() >= MAX_KEYS {
            return Err(too_many("keys"));
        }
        Ok(())
    }

    fn insert_column(&mut self, column: &Column, position: &ColumnPosition, keep: usize) -> Result<()> {
        let index = match position {
            ColumnPosition::Keep => keep,
            ColumnPosition::First => 0,
            ColumnPosition::After(name) => self.find_column(name)? + 1,
        };
        self.columns.insert(index.min(self.columns.len()), column.clone());
        Ok(())
    }

    fn rename_in_keys(&mut self, from: &str, to: &str) {
        for part in self.keys.iter_mut().flat_map(|key| &mut key.parts) {
            if let KeyTarget::Column(name) = &mut part.target
                && same_name(name, from)
            {
                to.clone_into(name);
            }
        }
        for name in self.foreign_keys.iter_mut().flat_map(|foreign| &mut foreign.columns) {
            if same_name(name, from) {
                to.clone_into(name);
            }
        }
    }

    /// A changed column of the primary key is NOT NULL whatever its new definition says.
    fn refresh_primary_key(&mut self) {
        let names: Vec<String> =
            self.primary_key().map(|key| key.columns().map(str::to_owned).collect()).unwrap_or_default();
        for column in &mut self.columns {
            if names.iter().any(|name| same_name(name, &column.name)) {
                column.nullable = false;
            }
        }
    }

    fn drop_constraint(&mut self, name: &str) {
        let other = |found: Option<&String>| found.is_none_or(|found| !same_name(found, name));
        self.checks.retain(|check| other(check.name.as_ref()));
        self.foreign_keys.retain(|foreign| other(foreign.name.as_ref()));
        self.keys.retain(|key| key.kind != KeyKind::Unique || !same_name(&key.name, name));
    }

    fn convert_to(&mut self, charset: &str, collation: Option<&str>) {
        for column in self.columns.iter_mut().filter(|column| column.data_type.is_character()) {
            column.charset = None;
            column.collation = None;
            column.binary = false;
        }
        let mut set = |name: &str, value: &str| {
            let option = TableOption { name: name.to_owned(), value: value.to_owned(), tables: Vec::new() };
            self.options.set(&option);
        };
        set("CHARSET", charset);
        match collation {
            Some(collation) => set("COLLATE", collation),
            None => self.options.collation = None,
        }
    }
}

fn refused(message: String) -> Error {
    Error::new(Kind::Syntax, message)
}

fn too_many(what: &str) -> Error {
    Error::new(Kind::Syntax, format!("more {what} than a table can have"))
}
