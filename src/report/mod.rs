//! The report: one model, many writers.

pub mod model;
