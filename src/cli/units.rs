//! Sizes as they are typed: `16K`, `1M`, `65536`, `whole`.

use rowpress::report::model::Unit;
use rowpress::{Error, Kind, Result};

/// The largest block: what every codec takes in one call, with room for its worst case.
const LARGEST_BLOCK: u64 = 1 << 30;

/// Bytes: a number with K, M or G (1,024 each), with or without `iB` or `B` behind it.
///
/// # Errors
/// `invalid-value` for anything else.
pub fn bytes(text: &str) -> Result<u64> {
    let wrong = || Error::new(Kind::InvalidValue, format!("`{text}` is no size; sizes are written 65536, 16K, 1M, 2G"));
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let number: u64 = text[..digits].parse().map_err(|_| wrong())?;
    let shift = match text[digits..].to_ascii_lowercase().as_str() {
        "" | "b" => 0,
        "k" | "kb" | "kib" => 10,
        "m" | "mb" | "mib" => 20,
        "g" | "gb" | "gib" => 30,
        _ => return Err(wrong()),
    };
    number.checked_mul(1 << shift).ok_or_else(wrong)
}

/// Units, each once, in the order typed.
///
/// # Errors
/// `invalid-value` for what is neither `whole` nor a size from 1 byte to 1 GiB.
pub fn units(texts: &[String]) -> Result<Vec<Unit>> {
    let mut units = Vec::new();
    for text in texts {
        let unit = if text.eq_ignore_ascii_case("whole") {
            Unit::Whole
        } else {
            let size = bytes(text).map_err(|_| {
                Error::new(
                    Kind::InvalidValue,
                    format!("`{text}` is no unit; units are `whole` or block sizes as 4K, 16K, 64K, 1M"),
                )
            })?;
            if !(1..=LARGEST_BLOCK).contains(&size) {
                return Err(Error::new(Kind::InvalidValue, format!("a block has 1 byte to 1 GiB, not {text}")));
            }
            Unit::Block(size as usize)
        };
        if !units.contains(&unit) {
            units.push(unit);
        }
    }
    Ok(units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        assert_eq!(bytes("65536").ok(), Some(65_536));
        assert_eq!(bytes("16K").ok(), Some(16_384));
        assert_eq!(bytes("1MiB").ok(), Some(1 << 20));
        assert!(["", "K", "x", "1T", "-1", "1.5M", "99999999999999999999"].iter().all(|text| bytes(text).is_err()));
    }

    #[test]
    fn each_unit_once() {
        let typed = ["whole", "16k", "16384", "1M"].map(String::from);
        assert_eq!(units(&typed).ok(), Some(vec![Unit::Whole, Unit::Block(16_384), Unit::Block(1 << 20)]));
        assert!(units(&[String::from("0")]).is_err());
        assert!(units(&[String::from("all")]).is_err());
    }
}
