//! The statements' grammar. Every function takes what it understands off a [`Cursor`], never looks back, and does not call itself: nested
//! parentheses are counted, so that neither depth nor length of a statement can do harm.

mod alter;
mod column;
mod create;
mod cursor;
mod data_type;
mod default;
mod item;
mod key;
mod option;
mod partition;

use cursor::Cursor;

use super::alter::AlterTable;
use super::table::CreateTable;
use super::token::Context;
use crate::error::Result;

/// Reads a CREATE TABLE statement, without its delimiter.
///
/// An error has the kind `Syntax`, the byte offset in `sql`, and the table's name if that could be read.
pub fn parse_create_table(sql: &[u8], context: &Context<'_>) -> Result<CreateTable> {
    let mut cursor = Cursor::new(sql, context);
    cursor.create_table().map_err(|error| cursor.located(error))
}

/// Reads an ALTER TABLE statement, without its delimiter.
pub fn parse_alter_table(sql: &[u8], context: &Context<'_>) -> Result<AlterTable> {
    let mut cursor = Cursor::new(sql, context);
    cursor.alter_table().map_err(|error| cursor.located(error))
}

/// Reads a CREATE INDEX statement, without its delimiter; it is an ALTER TABLE that adds the key.
pub fn parse_create_index(sql: &[u8], context: &Context<'_>) -> Result<AlterTable> {
    let mut cursor = Cursor::new(sql, context);
    cursor.create_index().map_err(|error| cursor.located(error))
}
