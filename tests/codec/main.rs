//! Every codec of the registry: round trips, reuse, damage, and golden sizes.

mod damage;
mod fixtures;

use proptest::prelude::*;
use rowpress::Kind;
use rowpress::codec::{Codec, Level, registry};

use fixtures::{compressed, cuts, kinds, levels, mixed, random, restored, rows, streamed, with_file_format};

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
}
