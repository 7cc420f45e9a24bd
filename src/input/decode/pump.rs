//! Drives the members of one compressed source.

use super::{FORMATS, Fault, Format, MAGIC_MAX, Match, Member, State, format_of, is_cut_magic, skippable};
use crate::error::{Error, Kind, Position, Result};
use crate::input::source::Source;
use crate::input::{Compression, Notice};

/// Steps that neither take nor give a byte before a decoder is held to be stuck. libzstd itself gives up after 16.
const IDLE_MAX: u32 = 32;

/// Magic number and length of a skippable frame, in bytes.
const SKIPPABLE_HEADER: usize = 8;

/// What a source turned out to be.
pub(in crate::input) enum Detected {
    Plain(Source),
    Compressed(Box<Decompressor>),
}

/// Looks at the first bytes of `source`.
pub(in crate::input) fn detect(mut source: Source) -> Result<Detected> {
    let mut skipped = false;
    while skippable(source.peek(MAGIC_MAX)?) == Match::Yes {
        skip_frame(&mut source, "compressed")?;
        skipped = true;
    }
    let head = source.peek(MAGIC_MAX)?;
    if let Some(format) = format_of(head) {
        return Ok(Detected::Compressed(Box::new(Decompressor::new(source, format))));
    }
    // One printable byte alone is text.
    let telling = skipped || head.len() > 1 || head.first().is_some_and(|byte| !byte.is_ascii_graphic());
    if telling && is_cut_magic(head, FORMATS.into_iter()) {
        return Err(Error::new(
            Kind::Truncated,
            "the compressed data ends within its first bytes; nothing was decoded",
        ));
    }
    match (skipped, head.is_empty()) {
        (false, _) => Ok(Detected::Plain(source)),
        (true, true) => Err(Error::new(Kind::EmptyInput, "the compressed data holds nothing but skippable frames")),
        (true, false) => Err(Error::new(
            Kind::CorruptInput,
            "neither zstd nor lz4 data follows the skippable frames at the beginning",
        )),
    }
}

/// A compressed source: its decoded bytes in order.
pub(in crate::input) struct Decompressor {
    source: Source,
    format: &'static Format,
    state: Pump,
    /// Bytes decoded so far, of all members.
    decoded: u64,
    idle: u32,
    /// Zero bytes since the last member.
    padding: u64,
    failure: Option<Error>,
    notices: Vec<Notice>,
}

enum Pump {
    Between,
    Inside(Box<dyn Member>),
    Ended,
}

impl Decompressor {
    fn new(source: Source, format: &'static Format) -> Self {
        Decompressor {
            source,
            format,
            state: Pump::Between,
            decoded: 0,
            idle: 0,
            padding: 0,
            failure: None,
            notices: Vec::new(),
        }
    }

    /// The format of the present member.
    pub(in crate::input) fn compression(&self) -> Compression {
        self.format.compression
    }

    /// What was odd so far; each is handed out once.
    pub(in crate::input) fn take_notices(&mut self) -> Vec<Notice> {
        std::mem::take(&mut self.notices)
    }

    /// Some decoded bytes; 0 only at the end. After an error there is nothing more: 0.
    pub(in crate::input) fn read(&mut self, out: &mut [u8]) -> Result<usize> {
        loop {
            if let Some(failure) = self.failure.take() {
                self.state = Pump::Ended;
                return Err(failure);
            }
            if out.is_empty() {
                return Ok(0);
            }
            match &mut self.state {
                Pump::Ended => return Ok(0),
                Pump::Between => {
                    if let Err(error) = self.next_member() {
                        self.failure = Some(error);
                    }
                }
                Pump::Inside(_) => {
                    let written = self.step(out);
                    if written > 0 {
                        return Ok(written);
                    }
                }
            }
        }
    }

    /// One step of the present member; what goes wrong is kept until the bytes before it are delivered.
    fn step(&mut self, out: &mut [u8]) -> usize {
        let Pump::Inside(member) = &mut self.state else { return 0 };
        let input = match self.source.fill() {
            Ok(input) => input,
            Err(error) => {
                self.failure = Some(error);
                return 0;
            }
        };
        let at_end = input.is_empty();
        let step = member.step(input, out);
        self.source.consume(step.read);
        self.decoded += step.written as u64;
        let moved = step.read > 0 || step.written > 0;
        self.idle = if moved { 0 } else { self.idle + 1 };
        match step.state {
            State::End => {
                self.state = Pump::Between;
                self.padding = 0;
                self.idle = 0;
            }
            State::More if moved => {}
            State::More if at_end => self.failure = Some(self.truncated()),
            State::More if self.idle < IDLE_MAX => {}
            State::More => {
                self.failure = Some(self.fault(Fault::Corrupt(String::from("the decoder makes no progress"))))
            }
            State::Failed(fault) => self.failure = Some(self.fault(fault)),
        }
        step.written
    }

    /// Looks at what follows a member: another one, padding, the end, or something else.
    fn next_member(&mut self) -> Result<()> {
        let head = self.source.peek(MAGIC_MAX)?;
        if let Some(format) = format_of(head) {
            // Members of different formats in one file are read as `zstd -dc` reads them.
            self.format = format;
            self.idle = 0;
            let member = (format.start)().map_err(|fault| self.fault(fault))?;
            self.state = Pump::Inside(member);
        } else if head.is_empty() {
            self.state = Pump::Ended;
        } else if self.format.skippable && skippable(head) == Match::Yes {
            skip_frame(&mut self.source, self.format.compression.word())?;
        } else if head[0] == 0 {
            // Tapes and block devices pad with zeros, and .xz allows it.
            let buffered = self.source.fill()?;
            let zeros = buffered.iter().take_while(|&&byte| byte == 0).count();
            self.source.consume(zeros);
            self.padding += zeros as u64;
        } else if self.padding == 0 && is_cut_magic(head, std::iter::once(self.format)) {
            return Err(self.truncated());
        } else {
            self.trailing();
            self.state = Pump::Ended;
        }
        Ok(())
    }

    fn trailing(&mut self) {
        let word = self.format.compression.word();
        let offset = self.source.offset();
        let message = match self.source.length().and_then(|length| length.checked_sub(offset)) {
            Some(1) => format!("1 byte after the end of the {word} data is ignored (byte {offset} of the file)"),
            Some(count) => {
                format!("{count} bytes after the end of the {word} data are ignored (from byte {offset} of the file)")
            }
            None => format!("what follows the end of the {word} data is ignored (from byte {offset} of the input)"),
        };
        self.notices.push(Notice { kind: Kind::TrailingBytes, message, position: Position::offset(self.decoded) });
    }

    fn truncated(&self) -> Error {
        let Format { compression, part, .. } = self.format;
        let decoded = self.decoded;
        let message = format!(
            "the {compression} data ends in the middle of a {part}; {decoded} bytes were decoded (was the file copied completely?)"
        );
        Error::new(Kind::Truncated, message)
    }

    fn fault(&self, fault: Fault) -> Error {
        let word = self.format.compression.word();
        let (offset, decoded) = (self.source.offset(), self.decoded);
        match fault {
            Fault::Corrupt(what) => Error::new(
                Kind::CorruptInput,
                format!(
                    "the {word} data is damaged near byte {offset} of the file: {what}; {decoded} bytes were decoded"
                ),
            ),
            Fault::Refused(what) => Error::new(Kind::Codec, format!("the {word} data cannot be decoded here: {what}")),
        }
    }
}

/// Passes over a skippable frame, whose length is in its header.
fn skip_frame(source: &mut Source, word: &str) -> Result<()> {
    let cut = || Error::new(Kind::Truncated, format!("the {word} data ends in the middle of a skippable frame"));
    let head = source.peek(SKIPPABLE_HEADER)?;
    let Some(&[a, b, c, d]) = head.get(4..SKIPPABLE_HEADER) else { return Err(cut()) };
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    source.consume(SKIPPABLE_HEADER);
    if source.skip(length)? < length { Err(cut()) } else { Ok(()) }
}
