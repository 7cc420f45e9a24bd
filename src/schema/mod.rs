//! CREATE TABLE, parsed into what the layouts need.
