//! What is handed to a codec in one call.

pub mod block;
pub mod by_table;
