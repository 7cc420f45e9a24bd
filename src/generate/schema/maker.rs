//! One value of a column's type, written as a literal: a unique one for an ordinal, or any.

use super::bytes;
use super::moment::Moment;
use super::number::Number;
use super::words::{self, Letters};
use crate::generate::decimal;
use crate::generate::mix::Mix;
use crate::schema::GeometryKind;

/// Which value is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) enum Wanted {
    /// Any.
    Any,
    /// The one of this ordinal out of so many: different for each, and rising with it as far as the type has an order.
    Unique(u64, u64),
}

/// Text.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Text {
    /// Most characters.
    pub chars: u64,
    /// Characters in which unique values must differ: those of a key's prefix.
    pub prefix: u64,
    pub words: (u64, u64),
    pub letters: Letters,
}

/// Bytes.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Bytes {
    pub least: u64,
    pub most: u64,
    /// Bytes in which unique values must differ.
    pub prefix: u64,
}

/// What makes the values of a column.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    Number(Number),
    Moment(Moment),
    Text(Text),
    /// JSON text of at most so many characters.
    Json(u64),
    Bytes(Bytes),
    /// BIT(n).
    Bit(u32),
    /// ENUM, or a list of literals.
    Member(Vec<Vec<u8>>),
    /// SET: members without quotes.
    Set(Vec<Vec<u8>>),
    Geometry(GeometryKind, u32),
    Uuid,
    Inet4,
    Inet6,
    Vector(u32),
    /// A type that is not known: an empty string.
    Empty,
}

/// A maker of values.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Maker {
    pub kind: Kind,
    /// Whether strings of bytes have the introducer `_binary` in front.
    pub introducer: bool,
}

impl Maker {
    /// How many different values there are.
    pub(super) fn capacity(&self) -> u64 {
        let power = |base: u64, exponent: u64| base.saturating_pow(u32::try_from(exponent).unwrap_or(u32::MAX));
        match &self.kind {
            Kind::Number(number) => number.capacity(),
            Kind::Moment(moment) => moment.capacity(),
            Kind::Text(text) => power(36, text.chars.min(text.prefix)),
            Kind::Json(chars) => power(10, *chars),
            Kind::Bytes(bytes) => power(256, bytes.most.min(bytes.prefix)),
            Kind::Bit(bits) => power(2, u64::from(*bits)),
            Kind::Member(members) => members.len() as u64,
            Kind::Set(members) => power(2, members.len() as u64),
            // Shapes are told apart by degrees.
            Kind::Geometry(..) => 1 << 40,
            Kind::Uuid => 1 << 48,
            Kind::Inet4 => 1 << 24,
            Kind::Inet6 => 1 << 32,
            Kind::Vector(dimensions) => power(1 << 20, u64::from(*dimensions).min(3)),
            Kind::Empty => 1,
        }
    }

    /// Says that unique values must differ within so many characters or bytes.
    pub(super) fn limit_prefix(&mut self, length: u64) {
        match &mut self.kind {
            Kind::Text(text) => text.prefix = text.prefix.min(length),
            Kind::Bytes(bytes) => bytes.prefix = bytes.prefix.min(length),
            _ => {}
        }
    }

    /// Writes a value.
    pub(super) fn push(&self, wanted: Wanted, mix: &mut Mix, out: &mut Vec<u8>) {
        let ordinal = match wanted {
            Wanted::Any => None,
            Wanted::Unique(ordinal, _) => Some(ordinal),
        };
        match &self.kind {
            Kind::Number(number) => match ordinal {
                Some(ordinal) => number.push_unique(ordinal, out),
                None => number.push_any(mix, out),
            },
            Kind::Moment(moment) => match ordinal {
                Some(ordinal) => moment.push_unique(ordinal, out),
                None => moment.push_any(mix, out),
            },
            Kind::Text(text) => text.push(wanted, mix, out),
            Kind::Json(chars) => push_json(*chars, ordinal, mix, out),
            Kind::Bytes(limits) => self.push_bytes(&limits.make(wanted, mix), out),
            Kind::Bit(bits) => {
                let all = if *bits >= 64 { u64::MAX } else { (1 << bits) - 1 };
                let mut value = Vec::new();
                bytes::push_big_endian(
                    ordinal.unwrap_or_else(|| mix.next()) & all,
                    bits.div_ceil(8) as usize,
                    &mut value,
                );
                self.push_bytes(&value, out);
            }
            Kind::Member(members) => {
                let index = ordinal.unwrap_or_else(|| mix.zipf(members.len() as u64, 0.7));
                let member = usize::try_from(index).ok().and_then(|index| members.get(index));
                out.extend_from_slice(member.map_or(b"''", |member| member.as_slice()));
            }
            Kind::Set(members) => {
                // Few of many members, unless each set is wanted once.
                let chosen = ordinal.unwrap_or_else(|| mix.next() & mix.next());
                let mut text = Vec::new();
                for (_, member) in members.iter().enumerate().filter(|(place, _)| chosen >> (place % 64) & 1 == 1) {
                    if !text.is_empty() {
                        text.push(b',');
                    }
                    text.extend_from_slice(member);
                }
                bytes::push_quoted(&text, out);
            }
            Kind::Geometry(kind, srid) => self.push_bytes(&bytes::geometry(*kind, *srid, ordinal, mix), out),
            Kind::Vector(dimensions) => self.push_bytes(&bytes::vector(*dimensions, ordinal, mix), out),
            Kind::Uuid => push_uuid(ordinal, mix, out),
            Kind::Inet4 => {
                let host = ordinal.unwrap_or_else(|| mix.next()) & 0xFF_FFFF;
                out.extend_from_slice(format!("'10.{}.{}.{}'", host >> 16, host >> 8 & 0xFF, host & 0xFF).as_bytes());
            }
            Kind::Inet6 => {
                // Groups with four digits each, so that the servers print them as written here.
                let host = ordinal.unwrap_or_else(|| mix.next() & 0xFFFF_FFFF);
                let group = |at: u32| 0x1000 + (host >> (8 * at) & 0xFF);
                let text = format!("'2001:db8:1000:1000:{:x}:{:x}:{:x}:{:x}'", group(3), group(2), group(1), group(0));
                out.extend_from_slice(text.as_bytes());
            }
            Kind::Empty => out.extend_from_slice(b"''"),
        }
    }

    fn push_bytes(&self, value: &[u8], out: &mut Vec<u8>) {
        if self.introducer {
            out.extend_from_slice(b"_binary ");
        }
        bytes::push_quoted(value, out);
    }
}

impl Text {
    fn push(&self, wanted: Wanted, mix: &mut Mix, out: &mut Vec<u8>) {
        out.push(b'\'');
        let mut left = self.chars;
        let mut count = mix.between(self.words.0, self.words.1);
        if let Wanted::Unique(ordinal, of) = wanted {
            let token = token(ordinal, of, self.prefix.min(self.chars));
            out.extend_from_slice(token.as_bytes());
            left = left.saturating_sub(token.len() as u64);
            count = count.saturating_sub(1);
            if left > 1 && count > 0 {
                out.push(b' ');
                left -= 1;
            } else {
                count = 0;
            }
        }
        words::push(out, count, left, self.letters, mix);
        if out.last() == Some(&b' ') {
            // No word fitted behind the token.
            out.pop();
        }
        out.push(b'\'');
    }
}

/// A word for an ordinal, of one length for all `of` them: digits, which no collation takes for one another, or where there is no room for
/// so many of them, digits and letters.
fn token(ordinal: u64, of: u64, room: u64) -> String {
    let digits = |base: u64| {
        let (mut width, mut reach) = (1u64, base);
        while reach < of {
            reach = reach.saturating_mul(base);
            width += 1;
        }
        width
    };
    let (base, width) = if digits(10) <= room { (10, digits(10)) } else { (36, digits(36)) };
    let mut letters = Vec::new();
    let mut left = ordinal;
    for _ in 0..width {
        letters.push(b"0123456789abcdefghijklmnopqrstuvwxyz"[(left % base) as usize]);
        left /= base;
    }
    letters.iter().rev().map(|&letter| char::from(letter)).collect()
}

impl Bytes {
    fn make(&self, wanted: Wanted, mix: &mut Mix) -> Vec<u8> {
        let mut value = Vec::new();
        let mut length = mix.between(self.least, self.most);
        if let Wanted::Unique(ordinal, of) = wanted {
            let needed = u64::from((64 - of.saturating_sub(1).leading_zeros()).div_ceil(8)).max(1);
            let width = needed.min(self.prefix).min(self.most);
            bytes::push_big_endian(ordinal, usize::try_from(width).unwrap_or(8), &mut value);
            length = length.max(width);
        }
        let left = length.saturating_sub(value.len() as u64);
        bytes::fill(&mut value, left, mix);
        value
    }
}

/// A document in the form that MySQL gives it: short names first, a blank behind each colon and comma.
fn push_json(chars: u64, ordinal: Option<u64>, mix: &mut Mix, out: &mut Vec<u8>) {
    let id = ordinal.unwrap_or_else(|| mix.below(100_000));
    if chars < 20 {
        out.push(b'\'');
        let most = 10u64.saturating_pow(u32::try_from(chars).unwrap_or(19)).saturating_sub(1);
        decimal::push(out, if ordinal.is_some() { id } else { id % (most + 1).max(1) });
        out.push(b'\'');
        return;
    }
    let mut text = Vec::new();
    text.extend_from_slice(b"{\"id\": ");
    decimal::push(&mut text, id);
    if chars >= 120 {
        text.extend_from_slice(b", \"name\": \"");
        words::push(&mut text, 2, 20, Letters::Ascii, mix);
        text.extend_from_slice(b"\", \"tags\": [\"");
        words::push(&mut text, 1, 12, Letters::Ascii, mix);
        text.extend_from_slice(b"\", \"");
        words::push(&mut text, 1, 12, Letters::Ascii, mix);
        let on = if mix.next().is_multiple_of(2) { "true" } else { "false" };
        text.extend_from_slice(format!("\"], \"active\": {on}, \"amount\": ").as_bytes());
        decimal::push(&mut text, mix.below(1000));
    }
    text.push(b'}');
    bytes::push_quoted(&text, out);
}

/// A UUID of version 4; for an ordinal its last group is that, by which MariaDB sorts.
fn push_uuid(ordinal: Option<u64>, mix: &mut Mix, out: &mut Vec<u8>) {
    let (high, low) = (mix.next(), mix.next());
    let node = ordinal.unwrap_or(low) & 0xFFFF_FFFF_FFFF;
    let text = format!(
        "'{:08x}-{:04x}-4{:03x}-{:04x}-{node:012x}'",
        high >> 32,
        high >> 16 & 0xFFFF,
        high & 0xFFF,
        (low >> 48 & 0x3FFF) | 0x8000
    );
    out.extend_from_slice(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn unique_values_differ() {
        let text = |chars, prefix| Kind::Text(Text { chars, prefix, words: (1, 9), letters: Letters::All });
        for kind in [
            text(2, 9),
            text(30, 2),
            text(1000, 1000),
            Kind::Json(300),
            Kind::Json(3),
            Kind::Bytes(Bytes { least: 0, most: 20, prefix: 2 }),
            Kind::Bytes(Bytes { least: 2, most: 2, prefix: 9 }),
            Kind::Bit(10),
            Kind::Set((0..10).map(|member| format!("m{member}").into_bytes()).collect()),
            Kind::Geometry(GeometryKind::Polygon, 0),
            Kind::Uuid,
            Kind::Inet4,
            Kind::Inet6,
            Kind::Vector(2),
        ] {
            let maker = Maker { kind, introducer: false };
            assert!(maker.capacity() >= 1000, "{maker:?}");
            let values: BTreeSet<Vec<u8>> = (0..1000)
                .map(|ordinal| {
                    let mut out = Vec::new();
                    maker.push(Wanted::Unique(ordinal, 1000), &mut Mix::new(ordinal), &mut out);
                    out
                })
                .collect();
            assert_eq!(values.len(), 1000, "{maker:?}");
        }
    }

    #[test]
    fn tokens() {
        assert_eq!(token(7, 1000, 9), "007");
        assert_eq!(token(1295, 1296, 2), "zz");
        assert_eq!(token(0, 1, 1), "0");
    }

    #[test]
    fn json_is_json() {
        let mut mix = Mix::new(1);
        for chars in [1, 5, 19, 20, 119, 120, 4000] {
            for _ in 0..200 {
                let mut out = Vec::new();
                push_json(chars, None, &mut mix, &mut out);
                let text = String::from_utf8(out).unwrap().replace("\\\"", "\"");
                let text = text.trim_matches('\'');
                assert!(text.len() as u64 <= chars, "{text}");
                serde_json::from_str::<serde_json::Value>(text).unwrap();
            }
        }
    }
}
