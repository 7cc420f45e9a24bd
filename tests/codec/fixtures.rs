//! Data that never change, and the short ways through a codec.

use proptest::prelude::*;
use rowpress::codec::{Codec, Level, registry};

/// A small generator of pseudo-random numbers (xorshift64*), so that the fixtures need no crate and never change.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 33) % bound
    }
}

pub fn random(len: usize) -> Vec<u8> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    (0..len).map(|_| (random.next() >> 56) as u8).collect()
}

/// Rows as a dump writes them.
pub fn rows(len: usize) -> Vec<u8> {
    const NAMES: [&str; 8] = ["Smith", "Garcia", "O\\'Neil", "Müller", "Tanaka", "Novak", "Jensen", "Okafor"];
    let mut random = Random(0x0123_4567_89AB_CDEF);
    let mut text = String::with_capacity(len + 128);
    let mut id = 0;
    while text.len() < len {
        id += 1;
        let name = NAMES[random.below(8) as usize];
        let (day, cents, code) = (random.below(28) + 1, random.below(1_000_000), random.next());
        text.push_str(&format!(
            "({id},'{name}','2026-0{}-{day:02} 1{}:{:02}:00',{}.{:02},'{code:016x}',NULL),\n",
            random.below(9) + 1,
            random.below(10),
            random.below(60),
            cents / 100,
            cents % 100
        ));
    }
    let mut bytes = text.into_bytes();
    bytes.truncate(len);
    bytes
}

pub fn kinds(len: usize) -> [(&'static str, Vec<u8>); 3] {
    [("zero", vec![0; len]), ("random", random(len)), ("rows", rows(len))]
}

/// Every level of a codec, `None` for one without.
pub fn levels(codec: &dyn Codec) -> Vec<Option<Level>> {
    let levels = codec.levels();
    if levels.is_empty() { vec![None] } else { levels.into_iter().map(Some).collect() }
}

pub fn compressed(codec: &dyn Codec, level: Option<Level>, unit: &[u8]) -> Vec<u8> {
    let mut encoder = codec.encoder(level, unit.len()).unwrap();
    let mut out = vec![0; encoder.bound(unit.len())];
    let len = encoder.compress(unit, &mut out).unwrap();
    out.truncate(len);
    out
}

/// The codec's whole stream of `data`, pushed in pieces of the given lengths (over and over).
pub fn streamed(codec: &dyn Codec, level: Option<Level>, data: &[u8], cuts: &[usize]) -> Vec<u8> {
    let mut encoder = codec.stream_encoder(level).unwrap();
    let mut out = Vec::new();
    for piece in pieces(data, cuts) {
        encoder.push(piece, &mut out).unwrap();
    }
    encoder.finish(&mut out).unwrap();
    out
}

pub fn restored(codec: &dyn Codec, stream: &[u8], cuts: &[usize]) -> rowpress::Result<Vec<u8>> {
    let mut decoder = codec.stream_decoder()?;
    let mut out = Vec::new();
    for piece in pieces(stream, cuts) {
        decoder.push(piece, &mut out)?;
    }
    decoder.finish(&mut out)?;
    Ok(out)
}

pub fn pieces<'a>(mut data: &'a [u8], cuts: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
    let mut cuts = cuts.iter().cycle();
    std::iter::from_fn(move || {
        if data.is_empty() {
            return None;
        }
        let (piece, rest) = data.split_at((*cuts.next()?).min(data.len()));
        data = rest;
        Some(piece)
    })
}

pub fn with_file_format() -> impl Iterator<Item = &'static dyn Codec> {
    registry::all().iter().copied().filter(|codec| codec.file_format().is_some())
}

/// Data between text and noise: repeated words with random bytes among them.
pub fn mixed() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..300),
        ("[a-e0-9]{1,12}", 1usize..400).prop_map(|(word, times)| word.repeat(times).into_bytes()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

pub fn cuts() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![1usize..10, 1usize..5000, 60_000usize..200_000], 1..12)
}
