//! LZ4 frames: the frame format here, the blocks by lz4_flex.
//!
//! lz4_flex's own frame decoder stops after the first frame and does not tell a cut file from a damaged one, so this one reads
//! the frame itself. All constants are of lz4_Frame_format.md, version 1.6.

use lz4_flex::block::decompress_into_with_dict;
use xxhash_rust::xxh32::{Xxh32, xxh32};

use super::{Fault, Format, Match, Member, State, Step};
use crate::input::Compression;

pub(super) const FORMAT: Format =
    Format { compression: Compression::Lz4, part: "frame", skippable: true, recognise, start };

/// Magic number 0x184D2204, little endian.
const MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];
/// Magic number, FLG, BD and HC: a frame header without its optional fields.
const SHORTEST_HEADER: usize = 7;
/// Bytes of earlier output that a linked block may refer to.
const HISTORY: usize = 64 * 1024;

const FLAG_VERSION_MASK: u8 = 0b1100_0000;
const FLAG_VERSION: u8 = 0b0100_0000;
const FLAG_INDEPENDENT: u8 = 0b0010_0000;
const FLAG_BLOCK_CHECKSUM: u8 = 0b0001_0000;
const FLAG_CONTENT_SIZE: u8 = 0b0000_1000;
const FLAG_CONTENT_CHECKSUM: u8 = 0b0000_0100;
const FLAG_RESERVED: u8 = 0b0000_0010;
const FLAG_DICTIONARY: u8 = 0b0000_0001;
/// The highest bit of a block's size: its bytes are stored as they are.
const STORED: u32 = 0x8000_0000;

fn recognise(head: &[u8]) -> Match {
    Match::of(head, &MAGIC)
}

fn start() -> Result<Box<dyn Member>, Fault> {
    Ok(Box::new(Lz4 {
        part: Part::Header,
        gathered: Vec::new(),
        needed: SHORTEST_HEADER,
        flags: 0,
        block_max: 0,
        content_size: None,
        produced: 0,
        checksum: Xxh32::new(0),
        history: Vec::new(),
        block: Vec::new(),
        shown: 0,
    }))
}

/// What the next `needed` bytes are.
#[derive(Clone, Copy)]
enum Part {
    Header,
    BlockSize,
    Block { size: usize, stored: bool },
    ContentChecksum,
}

struct Lz4 {
    part: Part,
    gathered: Vec<u8>,
    needed: usize,
    flags: u8,
    block_max: usize,
    content_size: Option<u64>,
    produced: u64,
    checksum: Xxh32,
    history: Vec<u8>,
    block: Vec<u8>,
    /// Bytes of `block` that the caller has got.
    shown: usize,
}

impl Member for Lz4 {
    fn step(&mut self, input: &[u8], output: &mut [u8]) -> Step {
        let (mut read, mut written) = (0, 0);
        loop {
            let count = (self.block.len() - self.shown).min(output.len() - written);
            output[written..written + count].copy_from_slice(&self.block[self.shown..self.shown + count]);
            self.shown += count;
            written += count;
            let missing = self.needed.saturating_sub(self.gathered.len()).min(input.len() - read);
            // The buffer grows with the bytes that arrive, not with the size that the block claims.
            if self.shown < self.block.len() {
                return Step { read, written, state: State::More };
            }
            self.gathered.extend_from_slice(&input[read..read + missing]);
            read += missing;
            if self.gathered.len() < self.needed {
                return Step { read, written, state: State::More };
            }
            match self.part_complete() {
                Ok(false) => {}
                Ok(true) => return Step { read, written, state: State::End },
                Err(fault) => return Step { read, written, state: State::Failed(fault) },
            }
        }
    }
}

impl Lz4 {
    fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    fn expect(&mut self, part: Part, needed: usize) {
        self.gathered.clear();
        self.part = part;
        self.needed = needed;
    }

    /// Takes the part that has been gathered; true at the frame's end.
    fn part_complete(&mut self) -> Result<bool, Fault> {
        match self.part {
            Part::Header => self.header()?,
            Part::BlockSize => match le32(&self.gathered) {
                0 if self.has(FLAG_CONTENT_CHECKSUM) => self.expect(Part::ContentChecksum, 4),
                0 => return self.end(),
                word => {
                    let size = (word & !STORED) as usize;
                    if size > self.block_max {
                        return Err(corrupt("a block is larger than its frame allows"));
                    }
                    let checksum = if self.has(FLAG_BLOCK_CHECKSUM) { 4 } else { 0 };
                    self.expect(Part::Block { size, stored: word & STORED != 0 }, size + checksum);
                }
            },
            Part::Block { size, stored } => {
                self.decode_block(size, stored)?;
                self.expect(Part::BlockSize, 4);
            }
            Part::ContentChecksum => {
                if le32(&self.gathered) != self.checksum.digest() {
                    return Err(corrupt("the content's checksum does not match"));
                }
                return self.end();
            }
        }
        Ok(false)
    }

    /// Takes the header, or asks for its optional fields first.
    fn header(&mut self) -> Result<(), Fault> {
        let (flags, descriptor) = (self.gathered[4], self.gathered[5]);
        if flags & FLAG_VERSION_MASK != FLAG_VERSION || flags & FLAG_RESERVED != 0 || descriptor & 0b1000_1111 != 0 {
            return Err(corrupt("the frame's header is invalid"));
        }
        self.flags = flags;
        let content_size = if self.has(FLAG_CONTENT_SIZE) { 8 } else { 0 };
        let dictionary = if self.has(FLAG_DICTIONARY) { 4 } else { 0 };
        let length = SHORTEST_HEADER + content_size + dictionary;
        if self.gathered.len() < length {
            self.needed = length;
            return Ok(());
        }
        let check = (xxh32(&self.gathered[4..length - 1], 0) >> 8) as u8;
        if self.gathered[length - 1] != check {
            return Err(corrupt("the header's checksum does not match"));
        }
        if self.has(FLAG_DICTIONARY) {
            return Err(Fault::Refused(String::from(
                "it needs a dictionary: unpack it with lz4 -dc -D DICTIONARY FILE and pipe it in",
            )));
        }
        // 64 KiB, 256 KiB, 1 MiB, 4 MiB: nothing else is defined.
        self.block_max = match descriptor >> 4 {
            code @ 4..=7 => 1 << (8 + 2 * code),
            _ => return Err(corrupt("the frame's block size is invalid")),
        };
        if self.has(FLAG_CONTENT_SIZE) {
            self.content_size =
                Some(u64::from(le32(&self.gathered[6..])) | u64::from(le32(&self.gathered[10..])) << 32);
        }
        self.expect(Part::BlockSize, 4);
        Ok(())
    }

    fn decode_block(&mut self, size: usize, stored: bool) -> Result<(), Fault> {
        let (data, checksum) = self.gathered.split_at(size);
        if self.flags & FLAG_BLOCK_CHECKSUM != 0 && le32(checksum) != xxh32(data, 0) {
            return Err(corrupt("a block's checksum does not match"));
        }
        self.shown = 0;
        if stored {
            self.block.clear();
            self.block.extend_from_slice(data);
        } else {
            self.block.resize(self.block_max, 0);
            match decompress_into_with_dict(data, &mut self.block, &self.history) {
                Ok(length) => self.block.truncate(length),
                Err(error) => {
                    self.block.clear();
                    return Err(corrupt(&error.to_string()));
                }
            }
        }
        self.produced += self.block.len() as u64;
        if self.has(FLAG_CONTENT_CHECKSUM) {
            self.checksum.update(&self.block);
        }
        if !self.has(FLAG_INDEPENDENT) {
            let kept = HISTORY.saturating_sub(self.block.len()).min(self.history.len());
            self.history.drain(..self.history.len() - kept);
            self.history.extend_from_slice(&self.block[self.block.len().saturating_sub(HISTORY)..]);
        }
        Ok(())
    }

    fn end(&self) -> Result<bool, Fault> {
        match self.content_size {
            Some(size) if size != self.produced => Err(corrupt("the content is not as long as its header says")),
            _ => Ok(true),
        }
    }
}

fn corrupt(what: &str) -> Fault {
    Fault::Corrupt(String::from(what))
}

/// The first four bytes as a little-endian number; bytes that are missing count as zero.
fn le32(bytes: &[u8]) -> u32 {
    bytes.iter().take(4).rev().fold(0, |word, &byte| word << 8 | u32::from(byte))
}
