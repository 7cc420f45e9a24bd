//! Numbers: integers, fixed-point and floating-point ones, all as whole numbers of their smallest unit.

use crate::generate::decimal;
use crate::generate::mix::Mix;
use crate::schema::{Decimal, Integer, IntegerSize, Real};

/// The numbers of a column, in units of ten to the power of -`scale`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Number {
    /// Where unique values begin, and the greatest value that the column holds.
    pub first: i128,
    pub last: i128,
    /// The least value that the column holds.
    pub floor: i128,
    /// The range of other values, inclusive.
    pub low: i128,
    pub high: i128,
    /// Digits after the point.
    pub scale: u32,
    /// Whether zeros at the end are left out, as for floating-point numbers.
    pub trim: bool,
    /// Digits before the point with ZEROFILL, else 0.
    pub width: usize,
}

impl Number {
    pub(super) fn integer(integer: &Integer) -> Self {
        let bits = u32::from(integer.size.bytes()) * 8;
        let last = if integer.unsigned { (1i128 << bits) - 1 } else { (1i128 << (bits - 1)) - 1 };
        // What such columns hold: a switch, a quantity, a reference, an amount.
        let (usual, width) = match integer.size {
            _ if integer.display_width == Some(1) => (1, 1),
            IntegerSize::Tiny => (100, 3),
            IntegerSize::Small => (1_000, 5),
            IntegerSize::Medium => (100_000, 8),
            IntegerSize::Regular => (1_000_000, 10),
            IntegerSize::Big => (1_000_000_000, 20),
        };
        // The display width with ZEROFILL where none is written is that of the unsigned type.
        let width = integer.display_width.map_or(width, |width| usize::try_from(width).unwrap_or(width_limit()));
        let width = if integer.zerofill { width.min(width_limit()) } else { 0 };
        let floor = if integer.unsigned { 0 } else { -last - 1 };
        Number { first: 1, last, floor, low: 0, high: usual, scale: 0, trim: false, width }
    }

    pub(super) fn decimal(decimal: &Decimal) -> Self {
        // 65 digits are possible and 36 fit: nobody's rows have more.
        let digits = decimal.precision.min(36);
        let scale = decimal.scale.min(digits);
        let last = 10i128.pow(digits) - 1;
        let usual = last.min(10_000 * 10i128.pow(scale.min(30)));
        let width = if decimal.zerofill { usize::try_from(decimal.precision - scale).unwrap_or(0).min(65) } else { 0 };
        let floor = if decimal.unsigned { 0 } else { -last };
        Number { first: 1, last, floor, low: 0, high: usual, scale, trim: false, width }
    }

    /// Six digits survive a FLOAT, fifteen a DOUBLE.
    pub(super) fn real(real: &Real, double: bool) -> Self {
        let most = if double { 15 } else { 6 };
        let (digits, scale) = match real.digits {
            Some((digits, scale)) => (digits.min(most), scale.min(digits).min(most)),
            None => (most, if double { 3 } else { 2 }),
        };
        let last = 10i128.pow(digits) - 1;
        let usual = last.min(1_000_000);
        let floor = if real.unsigned { 0 } else { -last };
        Number { first: 1, last, floor, low: 0, high: usual, scale, trim: real.digits.is_none(), width: 0 }
    }

    /// Narrows the range to bounds that were asked for, in units.
    pub(super) fn bound(&mut self, least: Option<i128>, most: Option<i128>) {
        if let Some(most) = most.filter(|most| *most <= self.last) {
            self.last = most;
            self.high = if least.is_some() { most } else { self.high.min(most) };
            self.low = self.low.min(self.high);
        }
        if let Some(least) = least {
            self.low = least.max(self.floor).min(self.last);
            self.first = self.low;
            if most.is_none() {
                self.high = self.high.max(self.low).min(self.last);
            }
            self.high = self.high.max(self.low);
        }
        self.first = self.first.min(self.last);
    }

    /// The units of a number as typed or as a CHECK has it.
    pub(super) fn units(&self, text: &str) -> Option<i128> {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |digits| (-1, digits));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let scale = usize::try_from(self.scale).ok()?;
        let fraction: String = fraction.chars().chain(std::iter::repeat('0')).take(scale).collect();
        let all = format!("{whole}{fraction}");
        (all.bytes().all(|digit| digit.is_ascii_digit()))
            .then(|| all.parse::<i128>().ok())
            .flatten()
            .map(|units| sign * units)
    }

    pub(super) fn capacity(&self) -> u64 {
        u64::try_from(self.last - self.first + 1).unwrap_or(u64::MAX)
    }

    pub(super) fn push_unique(&self, ordinal: u64, out: &mut Vec<u8>) {
        self.push((self.first + i128::from(ordinal)).min(self.last), out);
    }

    pub(super) fn push_any(&self, mix: &mut Mix, out: &mut Vec<u8>) {
        let span = u64::try_from(self.high - self.low).unwrap_or(u64::MAX - 1);
        self.push(self.low + i128::from(mix.between(0, span)), out);
    }

    fn push(&self, units: i128, out: &mut Vec<u8>) {
        if units < 0 {
            out.push(b'-');
        }
        let units = units.unsigned_abs();
        let one = 10u128.pow(self.scale);
        let (whole, fraction) = (units / one, units % one);
        if self.width > 0 {
            let text = format!("{whole:0width$}", width = self.width);
            out.extend_from_slice(text.as_bytes());
        } else {
            match u64::try_from(whole) {
                Ok(whole) => decimal::push(out, whole),
                Err(_) => out.extend_from_slice(whole.to_string().as_bytes()),
            }
        }
        if self.scale > 0 && (!self.trim || fraction > 0) {
            let digits = format!("{fraction:0width$}", width = usize::try_from(self.scale).unwrap_or(0));
            let digits = if self.trim { digits.trim_end_matches('0') } else { digits.as_str() };
            out.push(b'.');
            out.extend_from_slice(digits.as_bytes());
        }
    }
}

/// The servers' greatest display width.
const fn width_limit() -> usize {
    255
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(number: &Number, units: i128) -> String {
        let mut out = Vec::new();
        number.push(units, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn as_the_servers_print_them() {
        let decimal =
            |precision, scale, zerofill| Number::decimal(&Decimal { precision, scale, unsigned: true, zerofill });
        assert_eq!(text(&decimal(12, 4, true), 5), "00000000.0005");
        assert_eq!(text(&decimal(10, 0, false), 42), "42");
        assert_eq!(text(&decimal(4, 4, false), 42), "0.0042");
        assert_eq!(text(&decimal(65, 2, false), -12_345), "-123.45");
        let real = Number::real(&Real::default(), true);
        assert_eq!((text(&real, 1500), text(&real, 2000), text(&real, 7)), ("1.5".into(), "2".into(), "0.007".into()));
        let zerofill = Integer { size: IntegerSize::Small, display_width: None, unsigned: true, zerofill: true };
        assert_eq!(text(&Number::integer(&zerofill), 7), "00007");
    }

    #[test]
    fn bounds() {
        let integer = Integer { size: IntegerSize::Tiny, display_width: None, unsigned: false, zerofill: false };
        let mut number = Number::integer(&integer);
        assert_eq!((number.capacity(), number.last), (127, 127));
        number.bound(Some(-5), None);
        assert_eq!((number.first, number.low, number.high), (-5, -5, 100));
        number.bound(None, Some(-2));
        assert_eq!((number.low, number.high, number.capacity()), (-5, -2, 4));
        assert_eq!(
            Number::decimal(&Decimal { precision: 5, scale: 2, unsigned: false, zerofill: false }).units("-1.5"),
            Some(-150)
        );
        assert_eq!(number.units("x"), None);
    }
}
