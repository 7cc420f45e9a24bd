//! What is handed to a codec in one call.
