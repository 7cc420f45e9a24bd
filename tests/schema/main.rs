//! CREATE TABLE and ALTER TABLE as servers and tools write them. The statements are in `fixtures/schema/`.

mod alter;
mod damage;
mod fixtures;
mod grammar;
mod support;
mod types;
