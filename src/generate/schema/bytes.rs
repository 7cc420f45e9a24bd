//! Strings of bytes, and what the servers store as such: blobs, shapes, vectors.

use crate::generate::mix::Mix;
use crate::schema::GeometryKind;

/// Writes a string in quotes, with the escapes of mariadb-dump (`mysql_real_escape_string`).
pub(super) fn push_quoted(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'\'');
    for &byte in text {
        let escaped = match byte {
            0 => b'0',
            b'\n' => b'n',
            b'\r' => b'r',
            0x1A => b'Z',
            b'\\' | b'\'' | b'"' => byte,
            _ => {
                out.push(byte);
                continue;
            }
        };
        out.extend_from_slice(&[b'\\', escaped]);
    }
    out.push(b'\'');
}

/// Bytes of which most are small, as in many binary formats.
pub(super) fn fill(out: &mut Vec<u8>, count: u64, mix: &mut Mix) {
    for _ in 0..count {
        // One of eight bytes is any, the others are near to each other.
        let draw = mix.next();
        out.push(if draw.is_multiple_of(8) { (draw >> 8) as u8 } else { (draw >> 16) as u8 & 0x1F });
    }
}

/// Writes a number as the last bytes of it, most significant first.
pub(super) fn push_big_endian(number: u64, bytes: usize, out: &mut Vec<u8>) {
    let all = number.to_be_bytes();
    out.extend_from_slice(&all[all.len() - bytes.min(all.len())..]);
}

/// The bytes of a shape as the servers store it: SRID, then WKB, both little endian.
pub(super) fn geometry(kind: GeometryKind, srid: u32, unique: Option<u64>, mix: &mut Mix) -> Vec<u8> {
    let mut out = srid.to_le_bytes().to_vec();
    let mut point = || {
        let degrees = |draw: u64, most: f64| ((draw % 10_000) as f64 / 5_000.0 - 1.0) * most;
        let (x, y) = (degrees(mix.next(), 179.0), degrees(mix.next(), 85.0));
        // A step for each ordinal that stays a different number beside any degree.
        unique.map_or((x, y), |ordinal| (ordinal as f64 / 4096.0 % 179.0, (ordinal / (179 * 4096)) as f64 / 4096.0))
    };
    let head = |out: &mut Vec<u8>, code: u32| {
        out.push(1);
        out.extend_from_slice(&code.to_le_bytes());
    };
    let count = |out: &mut Vec<u8>, count: u32| out.extend_from_slice(&count.to_le_bytes());
    let coordinates = |out: &mut Vec<u8>, (x, y): (f64, f64)| {
        out.extend_from_slice(&x.to_le_bytes());
        out.extend_from_slice(&y.to_le_bytes());
    };
    let line = |out: &mut Vec<u8>, (x, y): (f64, f64)| {
        count(out, 3);
        for (dx, dy) in [(0.0, 0.0), (0.5, 0.25), (1.0, 0.0)] {
            coordinates(out, (x + dx, y + dy));
        }
    };
    let ring = |out: &mut Vec<u8>, (x, y): (f64, f64)| {
        count(out, 1);
        count(out, 5);
        for (dx, dy) in [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0), (0.0, 0.0)] {
            coordinates(out, (x + dx, y + dy));
        }
    };
    // Codes of the OGC's simple features.
    match kind {
        GeometryKind::Geometry | GeometryKind::Point => {
            head(&mut out, 1);
            coordinates(&mut out, point());
        }
        GeometryKind::LineString => {
            head(&mut out, 2);
            line(&mut out, point());
        }
        GeometryKind::Polygon => {
            head(&mut out, 3);
            ring(&mut out, point());
        }
        GeometryKind::MultiPoint => {
            head(&mut out, 4);
            count(&mut out, 2);
            let (x, y) = point();
            for moved in [0.0, 0.5] {
                head(&mut out, 1);
                coordinates(&mut out, (x + moved, y));
            }
        }
        GeometryKind::MultiLineString => {
            head(&mut out, 5);
            count(&mut out, 1);
            head(&mut out, 2);
            line(&mut out, point());
        }
        GeometryKind::MultiPolygon => {
            head(&mut out, 6);
            count(&mut out, 1);
            head(&mut out, 3);
            ring(&mut out, point());
        }
        GeometryKind::GeometryCollection => {
            head(&mut out, 7);
            count(&mut out, 1);
            head(&mut out, 1);
            coordinates(&mut out, point());
        }
    }
    out
}

/// The bytes of a vector: floats from -1 to 1, little endian.
pub(super) fn vector(dimensions: u32, unique: Option<u64>, mix: &mut Mix) -> Vec<u8> {
    let mut out = Vec::new();
    for place in 0..dimensions {
        let float = match unique {
            // 20 bits to a float are exact.
            Some(ordinal) if place < 3 => ((ordinal >> (20 * place)) & 0xF_FFFF) as f32 / 1_048_576.0,
            _ => (mix.unit() * 2.0 - 1.0) as f32,
        };
        out.extend_from_slice(&float.to_le_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes() {
        let mut out = Vec::new();
        push_quoted(b"a'b\"c\\d\0e\nf\rg\x1ah\xff", &mut out);
        assert_eq!(out, b"'a\\'b\\\"c\\\\d\\0e\\nf\\rg\\Zh\xff'");
    }

    #[test]
    fn shapes_and_numbers() {
        let mut mix = Mix::new(1);
        assert_eq!(geometry(GeometryKind::Point, 4326, None, &mut mix).len(), 25);
        assert_eq!(&geometry(GeometryKind::Polygon, 0, Some(5), &mut mix)[..13], b"\0\0\0\0\x01\x03\0\0\0\x01\0\0\0");
        assert_eq!(vector(3, Some(7), &mut mix).len(), 12);
        let mut out = Vec::new();
        push_big_endian(0x0102_0304, 2, &mut out);
        push_big_endian(5, 9, &mut out);
        assert_eq!(out, [3, 4, 0, 0, 0, 0, 0, 0, 0, 5]);
    }
}
