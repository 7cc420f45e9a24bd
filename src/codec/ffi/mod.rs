//! The only unsafe code of the codecs: questions to C libraries that their safe wrappers do not ask. Nothing here compresses.

pub(super) mod lzma;
pub(super) mod zlib;
