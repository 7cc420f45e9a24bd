//! liblzma's version and memory answers.

use std::ffi::CStr;

/// What `lzma_version_string()` says.
pub(in crate::codec) fn version() -> String {
    // SAFETY: lzma/version.h: lzma_version_string takes nothing and returns a constant, NUL-terminated string.
    let version = unsafe { CStr::from_ptr(lzma_sys::lzma_version_string()) };
    version.to_string_lossy().into_owned()
}

/// Bytes that an .xz encoder needs at a preset with its own dictionary, `None` where the library does not know the preset.
pub(in crate::codec) fn encoder_memory(preset: u32) -> Option<u64> {
    // SAFETY: lzma/container.h: lzma_easy_encoder_memusage takes any number and returns no memory size for one that is no preset.
    known(unsafe { lzma_sys::lzma_easy_encoder_memusage(preset) })
}

/// As [`encoder_memory`] with a dictionary of `dictionary` bytes: the LZMA2 encoder alone, without the container's small share.
pub(in crate::codec) fn encoder_memory_with(preset: u32, dictionary: u32) -> Option<u64> {
    // SAFETY: lzma_options_lzma is a C structure of numbers, enums whose zero exists and a pointer that may be null; lzma/lzma12.h:
    // lzma_lzma_preset fills all of it, and returns true for an unknown preset, in which case it is not used.
    let mut options: lzma_sys::lzma_options_lzma = unsafe { std::mem::zeroed() };
    if unsafe { lzma_sys::lzma_lzma_preset(&mut options, preset) } != 0 {
        return None;
    }
    options.dict_size = dictionary;
    let filters = [
        lzma_sys::lzma_filter { id: lzma_sys::LZMA_FILTER_LZMA2, options: (&raw mut options).cast() },
        lzma_sys::lzma_filter { id: lzma_sys::LZMA_VLI_UNKNOWN, options: std::ptr::null_mut() },
    ];
    // SAFETY: lzma/filter.h: the array ends with LZMA_VLI_UNKNOWN, LZMA2's options are an lzma_options_lzma, and both live past the
    // call, which only reads them.
    known(unsafe { lzma_sys::lzma_raw_encoder_memusage(filters.as_ptr()) })
}

/// liblzma's "no answer" is UINT64_MAX by its headers; easy_encoder_memusage.c of 5.2.5 returns UINT32_MAX.
fn known(answer: u64) -> Option<u64> {
    (answer != u64::MAX && answer != u64::from(u32::MAX)).then_some(answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_plausible() {
        assert!(version().starts_with("5."), "{}", version());
        let full = encoder_memory(6).unwrap();
        // `xz --info-memory` and xz(1) give 94 MiB for -6.
        assert!((90 << 20..100 << 20).contains(&full), "{full}");
        let clamped = encoder_memory_with(6, 16 * 1024).unwrap();
        assert!(clamped < full / 10, "{clamped}");
        assert_eq!(encoder_memory(77), None);
        assert_eq!(encoder_memory_with(77, 4096), None);
    }
}
