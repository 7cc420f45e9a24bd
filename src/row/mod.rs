//! From literals to stored bytes.
