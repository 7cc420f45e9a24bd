//! zlib's own version.

use std::ffi::CStr;

/// What `zlibVersion()` says.
pub(in crate::codec) fn version() -> String {
    // SAFETY: zlib.h: zlibVersion takes nothing and returns the constant, NUL-terminated ZLIB_VERSION.
    let version = unsafe { CStr::from_ptr(libz_sys::zlibVersion()) };
    version.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    #[test]
    fn zlib_is_stock() {
        let version = super::version();
        // zlib-ng and the Rust ports write their own name behind the version that they imitate, as in `1.3.1.zlib-ng`.
        assert!(version.starts_with("1."), "{version}");
        assert!(version.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.'), "{version}");
    }
}
