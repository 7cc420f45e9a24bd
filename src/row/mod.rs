//! From literals to stored bytes.

pub mod cells;
pub mod decode;
