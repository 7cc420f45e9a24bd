//! The plan, the pipeline, the clock.
