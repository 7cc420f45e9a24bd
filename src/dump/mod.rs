//! From bytes to statements, tables and tuples.
