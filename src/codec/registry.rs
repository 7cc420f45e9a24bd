//! Every codec, by name. **Adding a codec is one file beside this one and one line in `codecs!` below**: the name of its module,
//! which has a `pub(super) static CODEC` that implements [`Codec`]. `--codec`, `formats`, completions and the tests follow from it.
//!
//! The modules are declared inside of the macro, where `cargo fmt` does not look for them: check them with `rustfmt src/codec/*.rs`.

use super::Codec;
use crate::error::{Error, Kind, Result};

/// Declares the modules and the table of their codecs from one list.
macro_rules! codecs {
    ($($module:ident = $file:literal,)*) => {
        $(#[path = $file] mod $module;)*

        /// Every codec in the order of the list.
        static ALL: &[&dyn Codec] = &[$(&$module::CODEC,)*];
    };
}

codecs! {
    zstd = "zstd.rs",
    zlib = "zlib.rs",
    xz = "xz.rs",
    lz4 = "lz4.rs",
    lz4hc = "lz4hc.rs",
    snappy = "snappy.rs",
    bzip2 = "bzip2.rs",
    quicklz = "quicklz.rs",
    none = "none.rs",
}

/// Every codec, in the order in which lists show them.
pub fn all() -> &'static [&'static dyn Codec] {
    ALL
}

/// The codec of a name or an alias.
///
/// # Errors
/// `unknown-name` with the right names and the nearest of them.
pub fn find(name: &str) -> Result<&'static dyn Codec> {
    if let Some(codec) = ALL.iter().find(|codec| codec.name() == name || codec.aliases().contains(&name)) {
        return Ok(*codec);
    }
    let names: Vec<&str> = ALL.iter().map(|codec| codec.name()).collect();
    let hint = nearest(name).map(|codec| format!(", did you mean {}?", codec.name())).unwrap_or_default();
    Err(Error::new(Kind::UnknownName, format!("unknown codec `{name}`{hint} (codecs: {})", names.join(", "))))
}

/// The codec with the most similar name or alias, where one is similar at all.
fn nearest(name: &str) -> Option<&'static dyn Codec> {
    // Below this Jaro-Winkler similarity (0 to 1) a hint is a guess: `zsdt` and `snapy` are above it, `brotli` is not.
    const SIMILAR: f64 = 0.75;
    let name = name.to_ascii_lowercase();
    ALL.iter()
        .flat_map(|codec| {
            std::iter::once(codec.name()).chain(codec.aliases().iter().copied()).map(move |known| (codec, known))
        })
        .map(|(codec, known)| (strsim::jaro_winkler(&name, known), *codec))
        .filter(|(similarity, _)| *similarity >= SIMILAR)
        .max_by(|(one, _), (other, _)| one.total_cmp(other))
        .map(|(_, codec)| codec)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_and_unique() {
        let mut names: Vec<&str> = all().iter().flat_map(|codec| [&[codec.name()], codec.aliases()].concat()).collect();
        for name in &names {
            assert!(find(name).is_ok(), "{name}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), all().iter().map(|codec| 1 + codec.aliases().len()).sum::<usize>());
        let listed: Vec<&str> = all().iter().map(|codec| codec.name()).collect();
        assert_eq!(listed, ["zstd", "zlib", "xz", "lz4", "lz4hc", "snappy", "bzip2", "quicklz", "none"]);
        assert_eq!(find("gzip").unwrap().name(), "zlib");
        assert_eq!(find("lzma").unwrap().name(), "xz");
    }

    #[test]
    fn a_wrong_name_gets_the_right_ones() {
        let message = |name: &str| {
            let Err(error) = find(name) else { panic!("{name} was found") };
            assert_eq!(error.kind, Kind::UnknownName);
            error.message
        };
        assert!(message("zsdt").contains("did you mean zstd?"), "{}", message("zsdt"));
        assert!(message("ZSTD").contains("did you mean zstd?"));
        assert!(message("snapy").contains("did you mean snappy?"));
        assert!(message("gizp").contains("did you mean zlib?"));
        assert!(!message("brotli").contains("did you mean"), "{}", message("brotli"));
        assert!(message("").contains("zstd, zlib, xz"));
    }
}
