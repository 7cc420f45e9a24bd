//! Bytes of the sources, decompressed and converted, with progress.
