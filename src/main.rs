//! rowpress, the command.

fn main() {}
