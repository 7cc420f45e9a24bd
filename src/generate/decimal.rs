//! Numbers in decimal, without the formatting machinery: rows have twenty of them.

/// Writes a number's digits.
#[inline]
pub(super) fn push(out: &mut Vec<u8>, number: u64) {
    let mut digits = [0u8; 20];
    let mut at = digits.len();
    let mut left = number;
    loop {
        at -= 1;
        // The remainder is a digit.
        digits[at] = b'0' + (left % 10) as u8;
        left /= 10;
        if left == 0 {
            break;
        }
    }
    out.extend_from_slice(&digits[at..]);
}

/// Writes the lowest `width` digits of a number, with zeros in front.
#[inline]
pub(super) fn push_padded(out: &mut Vec<u8>, number: u64, width: usize) {
    let start = out.len();
    out.resize(start + width, b'0');
    let mut left = number;
    for digit in out[start..].iter_mut().rev() {
        *digit = b'0' + (left % 10) as u8;
        left /= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_the_standard_library_writes_them() {
        for number in [0, 9, 10, 99, 100, 1_804_289_383, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            push(&mut out, number);
            assert_eq!(out, number.to_string().into_bytes());
        }
        let mut out = Vec::new();
        push_padded(&mut out, 42, 6);
        push_padded(&mut out, 123_456, 3);
        assert_eq!(out, b"000042456");
    }
}
