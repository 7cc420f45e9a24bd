//! Damaged data: an error of the kind `codec` or other bytes, never a panic.

use proptest::prelude::*;
use rowpress::Kind;
use rowpress::codec::registry;

use crate::fixtures::{compressed, cuts, mixed, random, restored, rows, streamed, with_file_format};

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

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

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
