//! What block decoders over streaming libraries share: feeding one unit until the library says that it is complete.

use super::failure::{ended_early, too_long, trailing};
use crate::error::Result;

/// What one call into a streaming library did.
pub(super) struct Progress {
    /// Compressed bytes taken.
    pub used: usize,
    /// Restored bytes written.
    pub made: usize,
    /// Whether the library saw the end of its data.
    pub ended: bool,
}

/// Restores one unit with calls to `step` and returns the length restored.
///
/// A library may stop at a full output before it has read its own end mark and checksum. It then gets one byte more than the unit: a
/// sound unit does not need it, and one that does is not ours.
///
/// # Errors
/// `codec` where `step` fails, where the data ends early or late, and where it restores to more than `out` holds.
pub(super) fn restore(
    codec: &str,
    compressed: &[u8],
    out: &mut [u8],
    mut step: impl FnMut(&[u8], &mut [u8]) -> Result<Progress>,
) -> Result<usize> {
    let mut spare = [0u8; 1];
    let (mut used, mut made) = (0, 0);
    loop {
        let full = made >= out.len();
        let target = if full { &mut spare[..] } else { &mut out[made..] };
        let progress = step(&compressed[used..], target)?;
        if full && progress.made > 0 {
            return Err(too_long(codec));
        }
        used += progress.used;
        made += progress.made;
        if progress.ended {
            return if used == compressed.len() { Ok(made) } else { Err(trailing(codec)) };
        }
        if progress.used == 0 && progress.made == 0 {
            return Err(ended_early(codec));
        }
    }
}
