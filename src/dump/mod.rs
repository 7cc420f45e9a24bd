//! From bytes to statements, tables and tuples.
//!
//! [`reader`] moves the input through a [`scanner`] window by window and hands on both the bytes and what was found in them; the
//! [`inventory`] counts; [`tuples`] reads the values of rows.

pub mod event;
pub mod flavor;
pub mod inventory;
pub mod piece;
pub mod reader;
pub mod scanner;
pub mod session;
pub mod statement;
pub mod tuples;

mod collect;
mod fast;
mod foreign;
mod routine;
