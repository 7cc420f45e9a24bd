//! The input layer as a library user sees it: every form of one small dump gives the same text, and no damage does worse than an error.

use std::collections::VecDeque;
use std::fs;
use std::io::{self, Cursor, Read, Write};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use proptest::prelude::*;
use rowpress::input::{Compression, Encoding, Input, Notice};
use rowpress::{Error, Kind};

const FORMS: [(&str, Compression); 5] = [
    ("gz", Compression::Gzip),
    ("xz", Compression::Xz),
    ("zst", Compression::Zstd),
    ("bz2", Compression::Bzip2),
    ("lz4", Compression::Lz4),
];

fn path(name: &str) -> String {
    let path: PathBuf = [env!("CARGO_MANIFEST_DIR"), "fixtures", "inputs", name].iter().collect();
    path.to_str().expect("a path in UTF-8").to_owned()
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(path(name)).expect(name)
}

fn tiny() -> Vec<u8> {
    bytes("tiny.sql")
}

/// Reads to the end in pieces; every piece but the last must be full.
fn drain(input: &mut Input, piece: usize) -> (Vec<u8>, Option<Error>) {
    let mut text = Vec::new();
    let mut buffer = vec![0; piece];
    loop {
        match input.read(&mut buffer) {
            Ok(0) => return (text, None),
            Ok(read) => text.extend_from_slice(&buffer[..read]),
            Err(error) => {
                let again = input.read(&mut buffer).expect_err("an error stays an error");
                assert_eq!((again.kind, &again.message), (error.kind, &error.message));
                assert_eq!(error.position.offset, Some(text.len() as u64));
                return (text, Some(error));
            }
        }
        assert_eq!(input.decoded_bytes(), text.len() as u64);
    }
}

struct Outcome {
    text: Vec<u8>,
    error: Option<Error>,
    notices: Vec<Notice>,
}

impl Outcome {
    fn kind(&self) -> Option<Kind> {
        self.error.as_ref().map(|error| error.kind)
    }
}

fn finish(opened: rowpress::Result<Input>, piece: usize) -> Outcome {
    match opened {
        Ok(mut input) => {
            let (text, error) = drain(&mut input, piece);
            Outcome { text, error, notices: input.take_notices() }
        }
        Err(error) => Outcome { text: Vec::new(), error: Some(error), notices: Vec::new() },
    }
}

fn run(data: &[u8]) -> Outcome {
    finish(Input::from_reader("-", None, Cursor::new(data.to_vec())), 4096)
}

fn run_file(name: &str) -> Outcome {
    finish(Input::open(&path(name)), 4096)
}

#[test]
fn every_form_gives_the_same_text_in_pieces_of_any_size() {
    let text = tiny();
    for kind in ["tiny", "two-members", "padded"] {
        for (form, compression) in FORMS {
            for piece in [1, 7, 4096, 1 << 20] {
                let name = format!("{kind}.sql.{form}");
                let mut input = Input::open(&path(&name)).expect(&name);
                assert_eq!(input.compression(), compression, "{name}");
                assert_eq!(input.encoding(), Encoding::Utf8, "{name}");
                let (got, error) = drain(&mut input, piece);
                assert!(error.is_none(), "{name}: {error:?}");
                assert!(got == text, "{name} in pieces of {piece}");
                assert_eq!(input.take_notices(), [], "{name}");
                let length = input.file_len().expect("a regular file");
                assert_eq!(length, bytes(&name).len() as u64);
                assert_eq!(input.progress().load(Ordering::Relaxed), length);
            }
        }
    }
    for name in ["skippable.sql.zst", "skippable.sql.lz4", "two-formats.sql.zst"] {
        let outcome = run_file(name);
        assert!(outcome.error.is_none() && outcome.notices.is_empty(), "{name}: {:?}", outcome.error);
        assert!(outcome.text == text, "{name}");
    }
}

#[test]
fn a_plain_file_is_taken_as_it_is() {
    let mut input = Input::open(&path("tiny.sql")).expect("tiny.sql");
    assert_eq!((input.compression(), input.encoding()), (Compression::None, Encoding::Utf8));
    let mut buffer = vec![0; tiny().len() + 1];
    assert_eq!(input.read(&mut buffer).expect("reads"), tiny().len());
    assert_eq!(input.read(&mut buffer).expect("reads"), 0);
    // The scanner, not the input, drops a UTF-8 byte order mark.
    assert!(run_file("utf8-bom.sql").text == bytes("utf8-bom.sql"));
}

#[test]
fn an_input_can_move_to_another_thread() {
    let mut input = Input::open(&path("tiny.sql.zst")).expect("opens");
    let reader = std::thread::spawn(move || drain(&mut input, 64).0);
    assert!(reader.join().expect("ends") == tiny());
}

#[test]
fn text_larger_than_every_buffer_survives() {
    let mut text = Vec::new();
    for row in 0..200_000u64 {
        let noise = row.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        writeln!(text, "INSERT INTO `t` VALUES ({row},'{noise:x}');").expect("writes");
    }
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&text).expect("writes");
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(&text).expect("writes");
    let mut xz = xz2::write::XzEncoder::new(Vec::new(), 1);
    xz.write_all(&text).expect("writes");
    let lz4 = |mode| {
        let info = lz4_flex::frame::FrameInfo::new()
            .block_mode(mode)
            .block_size(lz4_flex::frame::BlockSize::Max64KB)
            .block_checksums(true)
            .content_checksum(true);
        let mut encoder = lz4_flex::frame::FrameEncoder::with_frame_info(info, Vec::new());
        encoder.write_all(&text).expect("writes");
        encoder.finish().expect("ends")
    };
    let forms = [
        text.clone(),
        gzip.finish().expect("ends"),
        bzip2.finish().expect("ends"),
        xz.finish().expect("ends"),
        zstd::encode_all(&text[..], 1).expect("encodes"),
        lz4(lz4_flex::frame::BlockMode::Linked),
        lz4(lz4_flex::frame::BlockMode::Independent),
    ];
    for (index, form) in forms.iter().enumerate() {
        for piece in [4099, 1 << 20] {
            let outcome = finish(Input::from_reader("-", None, Cursor::new(form.clone())), piece);
            assert!(outcome.error.is_none(), "form {index}: {:?}", outcome.error);
            assert!(outcome.text == text, "form {index}");
        }
    }
}

#[test]
fn bytes_after_the_end_are_a_warning() {
    for (form, _) in FORMS {
        let outcome = run_file(&format!("trailing.sql.{form}"));
        assert!(outcome.error.is_none(), "{form}: {:?}", outcome.error);
        assert!(outcome.text == tiny(), "{form}");
        let [notice] = &outcome.notices[..] else { panic!("{form}: {:?}", outcome.notices) };
        assert_eq!(notice.kind, Kind::TrailingBytes);
        assert!(notice.message.starts_with("15 bytes after the end of the "), "{}", notice.message);
        assert_eq!(notice.position.offset, Some(tiny().len() as u64));
    }
}

#[test]
fn a_cut_at_any_byte_is_truncated_behind_the_right_text() {
    let text = tiny();
    for (form, _) in FORMS {
        for kind in ["tiny", "two-members"] {
            let whole = bytes(&format!("{kind}.sql.{form}"));
            for cut in 0..whole.len() {
                let outcome = run(&whole[..cut]);
                let wanted = if cut == 0 { Kind::EmptyInput } else { Kind::Truncated };
                // One printable byte is text; at a member's end nothing is missing.
                let fine = (cut == 1 && whole[0].is_ascii_graphic())
                    || (kind == "two-members" && outcome.text.ends_with(b"\n"));
                assert!(
                    outcome.kind() == Some(wanted) || (fine && outcome.error.is_none()),
                    "{kind}.{form} cut at {cut}: {:?}",
                    outcome.error
                );
                assert!(outcome.notices.is_empty(), "{kind}.{form} cut at {cut}: {:?}", outcome.notices);
                assert!(text.starts_with(&outcome.text) || cut == 1, "{kind}.{form} cut at {cut}");
            }
        }
    }
    for name in ["skippable.sql.zst", "skippable.sql.lz4"] {
        let whole = bytes(name);
        for cut in 1..whole.len() {
            let outcome = run(&whole[..cut]);
            let known = matches!(outcome.kind(), None | Some(Kind::Truncated | Kind::EmptyInput));
            assert!(known, "{name} cut at {cut}: {:?}", outcome.error);
            assert!(text.starts_with(&outcome.text) || cut == 1, "{name} cut at {cut}");
        }
    }
}

#[test]
fn a_cut_says_how_much_was_there() {
    for (form, compression) in FORMS {
        let outcome = run_file(&format!("cut.sql.{form}"));
        let error = outcome.error.expect("an error");
        assert_eq!(error.kind, Kind::Truncated);
        let start = format!("the {compression} data ends in the middle of a ");
        let count = format!("; {} bytes were decoded", outcome.text.len());
        assert!(error.message.starts_with(&start) && error.message.contains(&count), "{}", error.message);
        assert!(error.to_string().starts_with(&path(&format!("cut.sql.{form}"))), "{error}");
    }
}

#[test]
fn damage_is_corrupt_input() {
    for (form, _) in FORMS {
        assert_eq!(run_file(&format!("corrupt.sql.{form}")).kind(), Some(Kind::CorruptInput), "{form}");
        // The last bytes are a checksum, a length or an end mark; the very last bits of bzip2 mean nothing.
        let mut whole = bytes(&format!("tiny.sql.{form}"));
        let at = whole.len() - 2;
        whole[at] ^= 1;
        let outcome = run(&whole);
        assert!(matches!(outcome.kind(), Some(Kind::CorruptInput)), "{form}: {:?}", outcome.error);
        if form != "bz2" {
            assert!(outcome.text == tiny(), "{form}: all text comes before the check fails");
        }
    }
}

#[test]
fn utf16_is_converted() {
    let text = tiny();
    for (name, encoding) in [
        ("utf16le.sql", Encoding::Utf16Le),
        ("utf16be.sql", Encoding::Utf16Be),
        ("utf16le-bom.sql", Encoding::Utf16Le),
        ("utf16be-bom.sql", Encoding::Utf16Be),
        ("utf16le-bom.sql.gz", Encoding::Utf16Le),
    ] {
        for piece in [1, 3, 4096] {
            let mut input = Input::open(&path(name)).expect(name);
            assert_eq!(input.encoding(), encoding, "{name}");
            let (got, error) = drain(&mut input, piece);
            assert!(error.is_none(), "{name}: {error:?}");
            assert!(got == text, "{name} in pieces of {piece}");
            let notices = input.take_notices();
            assert_eq!(notices.iter().map(|notice| notice.kind).collect::<Vec<_>>(), [Kind::Converted], "{name}");
        }
    }
}

#[test]
fn what_is_no_character_is_replaced_and_counted() {
    let mut units: Vec<u16> = "-- MySQL dump 10.13  Distrib 8.0.42\n\u{1f3b5}".encode_utf16().collect();
    units.insert(36, 0xd83c);
    units.push(0xdc00);
    let mut data: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    data.push(b'x');
    let outcome = run(&data);
    assert!(outcome.error.is_none());
    assert_eq!(
        String::from_utf8(outcome.text).expect("UTF-8"),
        "-- MySQL dump 10.13  Distrib 8.0.42\n\u{fffd}\u{1f3b5}\u{fffd}\u{fffd}"
    );
    let [_, notice] = &outcome.notices[..] else { panic!("{:?}", outcome.notices) };
    assert_eq!((notice.kind, notice.position.offset), (Kind::Encoding, Some(36)));
    assert!(notice.message.starts_with("3 units of UTF-16LE"), "{}", notice.message);
}

#[test]
fn long_utf16_crosses_every_buffer() {
    let text = "INSERT INTO `t` VALUES ('歌🎵ü');\n".repeat(20_000);
    let data: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let outcome = run(&data);
    assert!(outcome.error.is_none());
    assert!(outcome.text == text.as_bytes());
}

#[test]
fn binary_between_quotes_is_no_utf16() {
    let mut data = b"INSERT INTO `t` VALUES (_binary '".to_vec();
    data.extend(std::iter::repeat_n(0, 4096));
    assert!(run(&data).text == data);
    // NULs at odd places only, but text at the even ones is rare.
    let mut data = b"INSERT INTO `t` VALUES (_binary '".repeat(40);
    data.extend(std::iter::repeat_n([b'a', 0], 1000).flatten());
    assert!(run(&data).text == data);
}

#[test]
fn utf32_is_refused_by_name() {
    for text in ["\u{feff}-- dump of a table", "-- dump of a table"] {
        let little: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
        let big: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
        for data in [little, big] {
            let error = run(&data).error.expect("an error");
            assert_eq!(error.kind, Kind::Encoding);
            assert!(error.message.contains("UTF-32"));
        }
    }
}

#[test]
fn what_is_no_dump_is_named() {
    for (name, word) in
        [("not-zip.sql", "zip archive"), ("not-tar.sql.gz", "tar archive"), ("not-twice.sql.gz", "compressed twice")]
    {
        let error = Input::open(&path(name)).expect_err(name);
        assert_eq!(error.kind, Kind::NotMysql, "{name}");
        assert!(error.message.contains(word), "{name}: {}", error.message);
    }
    for (data, word) in [
        (&b"PGDMP\x01\x0e\0"[..], "PostgreSQL"),
        (b"SQLite format 3\0\x10\0", "SQLite"),
        (b"7z\xbc\xaf\x27\x1c\0\x04", "7z archive"),
        (b"\xfebin\x7e\0\0\0", "binary log"),
        (b"\x02\x21\x4c\x18\x10\0\0\0", "legacy"),
    ] {
        let error = run(data).error.expect(word);
        assert_eq!(error.kind, Kind::NotMysql, "{word}");
        assert!(error.message.contains(word), "{}", error.message);
        let packed = zstd::encode_all(data, 1).expect("encodes");
        assert_eq!(run(&packed).kind(), Some(Kind::NotMysql), "{word}, compressed");
    }
}

#[test]
fn paths_that_cannot_be_read_say_why() {
    let folder = tempfile::tempdir().expect("a folder");
    let open = |name: &str| Input::open(folder.path().join(name).to_str().expect("UTF-8")).expect_err(name);
    let missing = open("missing.sql");
    assert_eq!(missing.kind, Kind::NotFound);
    assert!(missing.to_string().ends_with("missing.sql: there is no such file"), "{missing}");
    let directory = open("");
    assert_eq!(directory.kind, Kind::IsDirectory);
    fs::write(folder.path().join("empty.sql"), b"").expect("writes");
    assert_eq!(open("empty.sql").kind, Kind::EmptyInput);
    let nothing = zstd::encode_all(&b""[..], 1).expect("encodes");
    fs::write(folder.path().join("nothing.sql"), nothing).expect("writes");
    assert_eq!(open("nothing.sql").kind, Kind::EmptyInput);
}

/// Gives one answer after the other, then the end.
struct Script(VecDeque<io::Result<Vec<u8>>>);

impl Read for Script {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.pop_front() {
            None => Ok(0),
            Some(Err(error)) => Err(error),
            Some(Ok(mut data)) => {
                let rest = data.split_off(data.len().min(out.len()));
                out[..data.len()].copy_from_slice(&data);
                if !rest.is_empty() {
                    self.0.push_front(Ok(rest));
                }
                Ok(data.len())
            }
        }
    }
}

fn script(data: &[u8], end: Option<io::Error>) -> Script {
    let mut answers = VecDeque::new();
    for byte in data {
        answers.push_back(Err(io::Error::from(io::ErrorKind::Interrupted)));
        answers.push_back(Ok(vec![*byte]));
    }
    answers.extend(end.map(Err));
    Script(answers)
}

#[test]
fn slow_and_interrupted_readers_are_read_to_the_end() {
    for name in ["tiny.sql", "two-members.sql.gz", "skippable.sql.zst", "padded.sql.xz", "utf16le.sql"] {
        let outcome = finish(Input::from_reader("-", None, script(&bytes(name), None)), 100);
        assert!(outcome.error.is_none(), "{name}");
        assert!(outcome.text == tiny(), "{name}");
    }
}

#[test]
fn a_failing_reader_is_an_io_error_behind_its_text() {
    for name in ["tiny.sql", "tiny.sql.gz", "tiny.sql.lz4", "utf16le.sql"] {
        let whole = bytes(name);
        let reader = script(&whole[..whole.len() - 20], Some(io::Error::other("the disk is gone")));
        let outcome = finish(Input::from_reader("dump", None, reader), 100);
        let error = outcome.error.as_ref().expect("an error");
        assert_eq!(error.kind, Kind::Io, "{name}");
        assert!(error.to_string().contains("cannot be read: the disk is gone"), "{error}");
        assert!(tiny().starts_with(&outcome.text), "{name}");
        assert!(name.ends_with("lz4") || !outcome.text.is_empty(), "{name}");
    }
}

#[test]
fn a_claim_of_much_memory_is_refused_or_harmless() {
    // A zstd frame whose window descriptor asks for 2^41 bytes.
    let outcome = run(b"\x28\xb5\x2f\xfd\x00\xff\x01\x00\x00");
    assert_eq!(outcome.kind(), Some(Kind::Codec), "{:?}", outcome.error);
    // An .xz block header (xz-file-format.txt section 3.1) whose dictionary size byte asks for 4 GiB.
    let mut whole = bytes("tiny.sql.xz");
    let header = 12..20;
    assert_eq!(whole[14..16], [0x21, 0x01], "LZMA2 and its one property byte");
    whole[16] = 40;
    let mut crc = flate2::Crc::new();
    crc.update(&whole[header.clone()]);
    whole[header.end..header.end + 4].copy_from_slice(&crc.sum().to_le_bytes());
    let outcome = run(&whole);
    assert_eq!(outcome.kind(), Some(Kind::Codec), "{:?}", outcome.error);
    // A skippable frame of 4 GiB that is not there.
    assert_eq!(run(b"\x50\x2a\x4d\x18\xff\xff\xff\xffabc").kind(), Some(Kind::Truncated));
}

proptest! {
    #[test]
    fn flipped_bytes_end_in_an_answer(
        form in 0usize..5,
        two in any::<bool>(),
        flips in prop::collection::vec((any::<prop::sample::Index>(), 1u8..), 1..4),
        piece in 1usize..300,
    ) {
        let kind = if two { "two-members" } else { "tiny" };
        let mut whole = bytes(&format!("{kind}.sql.{}", FORMS[form].0));
        for (at, flip) in flips {
            let at = at.index(whole.len());
            whole[at] ^= flip;
        }
        let outcome = finish(Input::from_reader("-", None, Cursor::new(whole)), piece);
        prop_assert!(outcome.text.len() < 10_000_000);
    }

    #[test]
    fn any_bytes_end_in_an_answer(data in prop::collection::vec(any::<u8>(), 0..600), form in 0usize..8) {
        const MAGIC: [&[u8]; 8] = [
            b"", b"\x1f\x8b\x08", b"\x28\xb5\x2f\xfd", b"\xfd7zXZ\0", b"BZh91AY&SY", b"\x04\x22\x4d\x18\x64\x40\xa7", b"\xff\xfe",
            b"\x51\x2a\x4d\x18\x02\0\0\0",
        ];
        let mut whole = MAGIC[form].to_vec();
        whole.extend(data);
        run(&whole);
    }
}
