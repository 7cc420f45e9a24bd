//! Every codec of the registry: round trips, reuse, damage, and golden sizes.

use proptest::prelude::*;
use rowpress::Kind;
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

fn random(len: usize) -> Vec<u8> {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    (0..len).map(|_| (random.next() >> 56) as u8).collect()
}

/// Rows as a dump writes them.
fn rows(len: usize) -> Vec<u8> {
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

fn kinds(len: usize) -> [(&'static str, Vec<u8>); 3] {
    [("zero", vec![0; len]), ("random", random(len)), ("rows", rows(len))]
}

/// Every level of a codec, `None` for one without.
fn levels(codec: &dyn Codec) -> Vec<Option<Level>> {
    let levels = codec.levels();
    if levels.is_empty() { vec![None] } else { levels.into_iter().map(Some).collect() }
}

fn compressed(codec: &dyn Codec, level: Option<Level>, unit: &[u8]) -> Vec<u8> {
    let mut encoder = codec.encoder(level, unit.len()).unwrap();
    let mut out = vec![0; encoder.bound(unit.len())];
    let len = encoder.compress(unit, &mut out).unwrap();
    out.truncate(len);
    out
}

/// The codec's whole stream of `data`, pushed in pieces of the given lengths (over and over).
fn streamed(codec: &dyn Codec, level: Option<Level>, data: &[u8], cuts: &[usize]) -> Vec<u8> {
    let mut encoder = codec.stream_encoder(level).unwrap();
    let mut out = Vec::new();
    for piece in pieces(data, cuts) {
        encoder.push(piece, &mut out).unwrap();
    }
    encoder.finish(&mut out).unwrap();
    out
}

fn restored(codec: &dyn Codec, stream: &[u8], cuts: &[usize]) -> rowpress::Result<Vec<u8>> {
    let mut decoder = codec.stream_decoder()?;
    let mut out = Vec::new();
    for piece in pieces(stream, cuts) {
        decoder.push(piece, &mut out)?;
    }
    decoder.finish(&mut out)?;
    Ok(out)
}

fn pieces<'a>(mut data: &'a [u8], cuts: &'a [usize]) -> impl Iterator<Item = &'a [u8]> {
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

fn with_file_format() -> impl Iterator<Item = &'static dyn Codec> {
    registry::all().iter().copied().filter(|codec| codec.file_format().is_some())
}

/// Levels that take long on large units: round trips of these are made at the small sizes only.
fn is_slow(codec: &dyn Codec, level: Option<Level>) -> bool {
    let level = level.unwrap_or(Level { value: 0, extreme: false });
    match codec.name() {
        "zstd" => ![-7, 1, 3, 9].contains(&level.value),
        "xz" => level.extreme || level.value > 2,
        "bzip2" => level.value != 9,
        "lz4hc" => level.value > 9,
        _ => false,
    }
}

#[test]
fn every_level_round_trips_every_size() {
    const SMALL: &[usize] = &[0, 1, 63, 64, 65, 4096];
    const MIDDLE: &[usize] = &[65_533, 65_534, 65_535, 65_536, 65_537];
    const LARGE: &[usize] = &[(1 << 20) - 1, 1 << 20, (1 << 20) + 1];
    for codec in registry::all() {
        for level in levels(*codec) {
            let slow = is_slow(*codec, level);
            let sizes = [SMALL, if slow { &MIDDLE[4..] } else { MIDDLE }, if slow { &[] } else { LARGE }].concat();
            let largest = sizes.iter().copied().max().unwrap();
            // One context for all units: what the tool does, and a bug of one unit would show in the next.
            let mut encoder = codec.encoder(level, largest).unwrap();
            let mut decoder = codec.decoder(largest).unwrap();
            let mut out = vec![0; encoder.bound(largest)];
            for (kind, data) in kinds(largest) {
                for &size in &sizes {
                    let case = || format!("{} {level:?} {kind} {size}", codec.name());
                    let unit = &data[..size];
                    let bound = encoder.bound(size);
                    let len =
                        encoder.compress(unit, &mut out[..bound]).unwrap_or_else(|error| panic!("{}: {error}", case()));
                    let mut back = vec![0xAA; size];
                    let restored = decoder
                        .decompress(&out[..len], &mut back)
                        .unwrap_or_else(|error| panic!("{}: {error}", case()));
                    assert_eq!(restored, size, "{}", case());
                    assert!(back == unit, "{}", case());
                }
            }
            assert!(encoder.memory_bytes().is_some(), "{}", codec.name());
        }
    }
}

#[test]
fn a_reused_context_makes_the_bytes_of_a_fresh_one() {
    let data = rows(200_000);
    for codec in registry::all() {
        for level in [codec.levels().first().copied(), codec.default_level()] {
            let mut encoder = codec.encoder(level, 64 * 1024).unwrap();
            let mut out = vec![0; encoder.bound(64 * 1024)];
            for unit in data.chunks(20_000).chain([&data[..64 * 1024], &data[..100]]) {
                let len = encoder.compress(unit, &mut out).unwrap();
                let mut fresh = codec.encoder(level, 64 * 1024).unwrap();
                let mut again = vec![0; fresh.bound(unit.len())];
                let fresh_len = fresh.compress(unit, &mut again).unwrap();
                assert!(out[..len] == again[..fresh_len], "{} {level:?} {}", codec.name(), unit.len());
            }
        }
    }
}

#[test]
fn the_level_is_not_ignored() {
    let data = rows(300_000);
    for codec in registry::all().iter().filter(|codec| !codec.levels().is_empty()) {
        let (levels, block) = (codec.levels(), |level| compressed(*codec, Some(level), &data).len());
        assert_ne!(block(levels[0]), block(*levels.last().unwrap()), "{} in blocks", codec.name());
        assert_eq!(block(codec.default_level().unwrap()), compressed(*codec, None, &data).len(), "{}", codec.name());
        if codec.file_format().is_some() {
            let whole = |level| streamed(*codec, Some(level), &data, &[data.len()]).len();
            assert_ne!(whole(levels[0]), whole(*levels.last().unwrap()), "{} whole", codec.name());
        }
    }
}

#[test]
fn a_level_that_is_not_there_is_refused() {
    for codec in registry::all() {
        for wrong in [Level { value: 99, extreme: false }, Level { value: 3, extreme: codec.name() != "xz" }] {
            if wrong.value == 3 && codec.name() == "xz" {
                continue;
            }
            let error = codec.encoder(Some(wrong), 1000).err().unwrap();
            assert_eq!(error.kind, Kind::InvalidValue, "{} {wrong}", codec.name());
            assert_eq!(codec.stream_encoder(Some(wrong)).err().unwrap().kind, Kind::InvalidValue, "{}", codec.name());
        }
    }
}

#[test]
fn blocks_only_codecs_say_so() {
    for codec in registry::all().iter().filter(|codec| codec.file_format().is_none()) {
        assert_eq!(codec.stream_encoder(None).err().unwrap().kind, Kind::InvalidValue);
        assert_eq!(codec.stream_decoder().err().unwrap().kind, Kind::InvalidValue);
    }
}

#[test]
fn libraries_know_their_versions() {
    for codec in registry::all() {
        let library = codec.library();
        assert!(library.version.starts_with(|first: char| first.is_ascii_digit()), "{}: {library:?}", codec.name());
        assert!(!codec.summary().is_empty());
    }
}

/// Sizes of the rows fixture in bytes, so that a new library version cannot change results silently. zlib's are those of stock zlib
/// (1.2.13 and later agree); level 1 separates it from zlib-ng, zlib-rs and miniz_oxide.
#[test]
fn golden_sizes() {
    let data = rows(1 << 20);
    let sizes = |name: &str, value: i32, unit: usize| -> usize {
        let codec = registry::find(name).unwrap();
        let level = (!codec.levels().is_empty()).then_some(Level { value, extreme: false });
        data.chunks(unit).map(|unit| compressed(codec, level, unit).len()).sum()
    };
    let made: Vec<_> =
        GOLDEN.iter().map(|&(name, level, unit, _)| (name, level, unit, sizes(name, level, unit))).collect();
    assert_eq!(made, GOLDEN);
    let zlib = registry::find("zlib").unwrap().library();
    assert_eq!(zlib.name, "zlib");
    assert!(zlib.version.starts_with("1."), "{}", zlib.version);
}

const GOLDEN: &[(&str, i32, usize, usize)] = &[
    ("zlib", 1, 16_384, 420_434),
    ("zlib", 6, 16_384, 376_589),
    ("zlib", 9, 16_384, 374_660),
    ("zlib", 1, 65_536, 418_945),
    ("zlib", 6, 1 << 20, 356_469),
    ("zstd", -5, 16_384, 626_223),
    ("zstd", 3, 16_384, 364_721),
    ("zstd", 19, 65_536, 317_629),
    ("xz", 6, 65_536, 305_772),
    ("lz4", 0, 16_384, 586_796),
    ("lz4hc", 9, 16_384, 547_847),
    ("snappy", 0, 16_384, 610_387),
    ("bzip2", 9, 65_536, 279_150),
    ("quicklz", 1, 16_384, 552_536),
    ("quicklz", 3, 16_384, 515_335),
    ("none", 0, 16_384, 1 << 20),
];

/// Clamping xz's dictionary to the unit is there for speed: it must not change what is reported.
#[test]
fn xz_clamped_dictionary_keeps_the_length() {
    use xz2::stream::{Action, Check, Stream};
    let codec = registry::find("xz").unwrap();
    for (kind, data) in [("rows", rows(1 << 20)), ("random", random(1 << 18))] {
        for unit_len in [1000, 4096, 16_384, 20_000, 65_536, 200_000] {
            // Both kinds of match finders, the largest dictionaries, and an extreme preset.
            for level in ["3", "4", "6", "7", "6e"] {
                let level: Level = level.parse().unwrap();
                let preset = level.value as u32 | if level.extreme { 1 << 31 } else { 0 };
                let unit = &data[..unit_len];
                let mut out = Vec::with_capacity(unit.len() + 1000);
                let mut stream = Stream::new_easy_encoder(preset, Check::Crc64).unwrap();
                stream.process_vec(unit, &mut out, Action::Finish).unwrap();
                assert_eq!(compressed(codec, Some(level), unit).len(), out.len(), "{kind} {unit_len} {level}");
            }
        }
    }
}

#[test]
fn empty_streams_round_trip() {
    for codec in with_file_format() {
        let stream = streamed(codec, None, &[], &[1]);
        assert_eq!(restored(codec, &stream, &[1]).unwrap(), b"", "{}", codec.name());
        if codec.name() != "none" {
            assert!(!stream.is_empty(), "{}", codec.name());
            assert_eq!(restored(codec, &[], &[1]).unwrap_err().kind, Kind::Codec, "{}", codec.name());
        }
    }
}

#[test]
fn large_streams_round_trip() {
    // More than two of lz4's 4 MiB blocks, with data that does not compress in the middle.
    let mut data = rows(5 << 20);
    data.extend(random(1 << 20));
    data.extend(vec![7; 3 << 20]);
    for codec in with_file_format() {
        let level = match codec.name() {
            "xz" => codec.levels().first().copied(),
            "lz4hc" => Some(Level { value: 3, extreme: false }),
            _ => codec.default_level(),
        };
        let stream = streamed(codec, level, &data, &[1 << 20, 1, 70_000]);
        assert!(restored(codec, &stream, &[65_536, 3]).unwrap() == data, "{}", codec.name());
    }
}

#[test]
fn cut_data_is_an_error() {
    let data = rows(100_000);
    for codec in registry::all().iter().copied().filter(|codec| codec.name() != "none") {
        let block = compressed(codec, None, &data);
        let mut decoder = codec.decoder(data.len()).unwrap();
        let mut out = vec![0; data.len()];
        for len in (0..block.len()).step_by(977).chain([1, 2, 3, block.len() - 1]) {
            // An LZ4 block does not say where it ends: cut between two sequences it is a shorter unit.
            match decoder.decompress(&block[..len], &mut out) {
                Err(error) => assert_eq!(error.kind, Kind::Codec),
                Ok(restored) => {
                    assert!(codec.name().starts_with("lz4") && restored < data.len(), "{} {len}", codec.name())
                }
            }
        }
        // The decoder is as good as new.
        assert_eq!(decoder.decompress(&block, &mut out).unwrap(), data.len());
        assert!(out == data);
        if codec.file_format().is_none() {
            continue;
        }
        let stream = streamed(codec, None, &data, &[data.len()]);
        for len in (0..stream.len()).step_by(977).chain([1, 2, 3, stream.len() - 1]) {
            match restored(codec, &stream[..len], &[1000]) {
                Err(error) => assert_eq!(error.kind, Kind::Codec),
                // A framed snappy stream may end behind any chunk.
                Ok(out) => assert!(codec.name() == "snappy" && out.len() < data.len(), "{} {len}", codec.name()),
            }
        }
    }
}

#[test]
fn bytes_after_the_end_are_an_error() {
    let data = rows(10_000);
    for codec in with_file_format().filter(|codec| !["none", "snappy"].contains(&codec.name())) {
        let mut stream = streamed(codec, None, &data, &[data.len()]);
        stream.push(0);
        for cuts in [&[1][..], &[1 << 20], &[stream.len() - 1]] {
            assert_eq!(restored(codec, &stream, cuts).unwrap_err().kind, Kind::Codec, "{} {cuts:?}", codec.name());
        }
    }
}

#[test]
fn an_ended_stream_takes_no_more() {
    for codec in with_file_format().filter(|codec| codec.name() != "none") {
        let mut encoder = codec.stream_encoder(None).unwrap();
        let mut out = Vec::new();
        encoder.push(b"abc", &mut out).unwrap();
        encoder.finish(&mut out).unwrap();
        assert_eq!(encoder.push(b"abc", &mut out).unwrap_err().kind, Kind::Codec, "{}", codec.name());
        assert_eq!(restored(codec, &out, &[2]).unwrap(), b"abc", "{}", codec.name());
    }
}

#[test]
fn an_output_that_is_too_small_is_an_error() {
    let data = random(20_000);
    for codec in registry::all() {
        let mut encoder = codec.encoder(None, data.len()).unwrap();
        for room in [0, 1, 10_000] {
            assert_eq!(encoder.compress(&data, &mut vec![0; room]).unwrap_err().kind, Kind::Codec, "{}", codec.name());
        }
        let block = compressed(*codec, None, &data);
        let mut decoder = codec.decoder(data.len()).unwrap();
        for room in [0, 1, 19_999] {
            assert_eq!(
                decoder.decompress(&block, &mut vec![0; room]).unwrap_err().kind,
                Kind::Codec,
                "{}",
                codec.name()
            );
        }
    }
}

/// Data between text and noise: repeated words with random bytes among them.
fn mixed() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..300),
        ("[a-e0-9]{1,12}", 1usize..400).prop_map(|(word, times)| word.repeat(times).into_bytes()),
    ];
    prop::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

fn cuts() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(prop_oneof![1usize..10, 1usize..5000, 60_000usize..200_000], 1..12)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn streams_may_be_cut_anywhere(data in mixed(), cuts_in in cuts(), cuts_out in cuts()) {
        for codec in with_file_format() {
            let level = if codec.name() == "xz" { codec.levels().first().copied() } else { None };
            let stream = streamed(codec, level, &data, &cuts_in);
            prop_assert!(restored(codec, &stream, &cuts_out).unwrap() == data, "{}", codec.name());
            prop_assert!(restored(codec, &stream, &[stream.len()]).unwrap() == data, "{}", codec.name());
        }
    }

    #[test]
    fn damage_never_panics(data in mixed(), flips in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 1..4), cuts in cuts()) {
        for codec in registry::all().iter().copied().filter(|codec| codec.name() != "none") {
            let level = if codec.name() == "xz" { codec.levels().first().copied() } else { None };
            let damaged = |mut bytes: Vec<u8>| {
                for (at, flip) in &flips {
                    let at = at.index(bytes.len());
                    bytes[at] ^= flip;
                }
                bytes
            };
            let mut out = vec![0; data.len()];
            // A format without a checksum may restore other bytes: comparing is the caller's task, as is the length.
            if let Err(error) = codec.decoder(data.len()).unwrap().decompress(&damaged(compressed(codec, level, &data)), &mut out) {
                prop_assert_eq!(error.kind, Kind::Codec);
            }
            if codec.file_format().is_some() {
                match restored(codec, &damaged(streamed(codec, level, &data, &cuts)), &cuts) {
                    Err(error) => prop_assert_eq!(error.kind, Kind::Codec),
                    Ok(out) => {
                        // Every file format has a checksum; what it does not cover does not change the data.
                        prop_assert!(out == data || out.len() < data.len() || flips.len() > 1, "{}", codec.name());
                    }
                }
            }
        }
    }

    #[test]
    fn any_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..2000), magic in 0usize..8, cuts in cuts()) {
        // The formats' own beginnings, so that decoders get past them.
        const MAGIC: [&[u8]; 8] = [
            b"", b"\x28\xb5\x2f\xfd", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", b"\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46",
            b"\x04\x22\x4d\x18\x64\x70\xb9", b"\xff\x06\x00\x00sNaPpY", b"BZh91AY&SY", b"\x47\xd9\x07\x00\x00\x00\x10\x00\x00",
        ];
        let bytes = [MAGIC[magic], &bytes[..]].concat();
        for codec in registry::all().iter().copied().filter(|codec| codec.name() != "none") {
            let mut out = vec![0; 4096];
            if let Err(error) = codec.decoder(out.len()).unwrap().decompress(&bytes, &mut out) {
                prop_assert_eq!(error.kind, Kind::Codec);
            }
            if codec.file_format().is_some() && let Err(error) = restored(codec, &bytes, &cuts) {
                prop_assert_eq!(error.kind, Kind::Codec);
            }
        }
    }
}
