//! Counting tuples at memory speed: 64 bytes at a time, as bit masks.
//!
//! In: bytes at a place between two tuples. Out: how many whole tuples follow, and where the last of them ends. Only the shape that
//! nearly every dump has is read here, `(…),(…)` with one kind of quote and no parenthesis inside a tuple outside its strings. At
//! anything else it stops before the tuple concerned, and the byte-wise reader of `scanner` takes that tuple.

use wide::u8x16;

/// Bytes in a block: one bit each in a `u64`.
const BLOCK: usize = 64;

/// What a run found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Run {
    /// Whole tuples.
    pub tuples: u64,
    /// The index behind the closing parenthesis of the last one; 0 where there is none.
    pub end: usize,
}

/// Counts whole tuples from the start of `bytes`, which is a place between tuples, outside strings and comments.
///
/// `quote` is the kind of quote that strings have here; `escapes` says whether a backslash escapes in them.
pub fn count_tuples(bytes: &[u8], quote: u8, escapes: bool) -> Run {
    let mut run = Run::default();
    let mut state = State::default();
    let mut chunks = bytes.chunks_exact(BLOCK);
    let mut base = 0;
    for block in chunks.by_ref() {
        // The chunk has just BLOCK bytes, so the conversion cannot fail.
        let Ok(block) = <&[u8; BLOCK]>::try_from(block) else { return run };
        if !state.block(block, base, quote, escapes, &mut run) {
            return run;
        }
        base += BLOCK;
    }
    let rest = chunks.remainder();
    if !rest.is_empty() {
        // Filled up with separators, which neither open nor close anything.
        let mut block = [b' '; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        state.block(&block, base, quote, escapes, &mut run);
    }
    run
}

/// What is carried from block to block: all ones or all zeros.
#[derive(Default)]
struct State {
    in_string: u64,
    in_tuple: u64,
    /// The first byte of the next block is escaped (0 or 1).
    escaped: u64,
    /// The last byte was a minus sign (0 or 1).
    minus: u64,
}

impl State {
    /// Reads one block; false where the run ends in it.
    #[inline(always)]
    fn block(&mut self, block: &[u8; BLOCK], base: usize, quote: u8, escapes: bool, run: &mut Run) -> bool {
        let other_quote = quote ^ b'\'' ^ b'"';
        let lanes = Lanes::load(block);
        let mut quotes = lanes.equal(quote);
        let mut backslashes = 0;
        if escapes {
            backslashes = lanes.equal(b'\\');
            if backslashes | self.escaped != 0 {
                quotes &= !self.escaped_bytes(backslashes);
            }
        }
        let in_string = prefix_xor(quotes) ^ self.in_string;
        let outside = !in_string;

        let open = lanes.equal(b'(') & outside;
        let close = lanes.equal(b')') & outside;
        let in_tuple = prefix_xor(open | close) ^ self.in_tuple;
        // With tuples that do not nest, each parenthesis flips: an opening one turns its bit on, a closing one off.
        let nested = (open & !in_tuple) | (close & in_tuple);
        let between = outside & !in_tuple & !close;
        let minus = lanes.equal(b'-');
        let comment = minus & (minus << 1 | self.minus);
        let odd = (lanes.any_of([other_quote, b'`', b'#', b'/']) | comment | backslashes) & outside;
        let stop = nested | odd | (between & !lanes.separators());

        if stop != 0 {
            let before = (stop & stop.wrapping_neg()) - 1;
            Self::account(close & before, base, run);
            return false;
        }
        Self::account(close, base, run);
        self.in_string = ((in_string as i64) >> 63) as u64;
        self.in_tuple = ((in_tuple as i64) >> 63) as u64;
        self.minus = minus >> 63;
        true
    }

    #[inline(always)]
    fn account(close: u64, base: usize, run: &mut Run) {
        if close != 0 {
            run.tuples += u64::from(close.count_ones());
            run.end = base + BLOCK - close.leading_zeros() as usize;
        }
    }

    /// The bytes that a backslash escapes; remembers whether the next block begins with one.
    #[inline(always)]
    fn escaped_bytes(&mut self, backslashes: u64) -> u64 {
        // A byte is escaped where an odd number of backslashes stands before it. Runs are resolved with one addition: in a run that
        // starts on an even bit the carry ends on an odd one exactly if the run is odd (the method of simdjson, json_escape_scanner.h).
        const ODD: u64 = 0xAAAA_AAAA_AAAA_AAAA;
        let potential = backslashes & !self.escaped;
        let maybe = (potential << 1) | ODD;
        let codes = maybe.wrapping_sub(potential) ^ ODD;
        let escaped = codes ^ (backslashes | self.escaped);
        self.escaped = (codes & backslashes) >> 63;
        escaped
    }
}

/// A block in four registers.
struct Lanes([u8x16; 4]);

impl Lanes {
    #[inline(always)]
    fn load(block: &[u8; BLOCK]) -> Self {
        let lane = |i: usize| {
            let mut bytes = [0; 16];
            bytes.copy_from_slice(&block[i * 16..i * 16 + 16]);
            u8x16::new(bytes)
        };
        Lanes([lane(0), lane(1), lane(2), lane(3)])
    }

    #[inline(always)]
    fn mask(&self, test: impl Fn(u8x16) -> u8x16) -> u64 {
        let bits = |i: usize| u64::from(test(self.0[i]).to_bitmask() as u16);
        bits(0) | bits(1) << 16 | bits(2) << 32 | bits(3) << 48
    }

    #[inline(always)]
    fn equal(&self, byte: u8) -> u64 {
        let wanted = u8x16::splat(byte);
        self.mask(|lane| lane.simd_eq(wanted))
    }

    #[inline(always)]
    fn any_of(&self, bytes: [u8; 4]) -> u64 {
        let wanted = bytes.map(u8x16::splat);
        self.mask(|lane| {
            lane.simd_eq(wanted[0]) | lane.simd_eq(wanted[1]) | lane.simd_eq(wanted[2]) | lane.simd_eq(wanted[3])
        })
    }

    /// Commas and white space.
    #[inline(always)]
    fn separators(&self) -> u64 {
        let comma = u8x16::splat(b',');
        let blank = u8x16::splat(b' ');
        self.mask(|lane| lane.simd_eq(comma) | lane.min(blank).simd_eq(lane))
    }
}

/// Bit i of the result: the parity of the bits 0 to i.
#[inline(always)]
fn prefix_xor(mut bits: u64) -> u64 {
    bits ^= bits << 1;
    bits ^= bits << 2;
    bits ^= bits << 4;
    bits ^= bits << 8;
    bits ^= bits << 16;
    bits ^= bits << 32;
    bits
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> (u64, usize) {
        let run = count_tuples(text.as_bytes(), b'\'', true);
        (run.tuples, run.end)
    }

    #[test]
    fn plain_tuples() {
        assert_eq!(run("(1),(2),(3);"), (3, 11));
        assert_eq!(run(""), (0, 0));
        assert_eq!(run("(1"), (0, 0));
        assert_eq!(run("(1),\n(2)"), (2, 8));
        assert_eq!(run("(1),('a"), (1, 3));
    }

    #[test]
    fn stops_before_what_is_not_plain() {
        assert_eq!(run("(1),(f(2)),(3)"), (1, 3));
        assert_eq!(run("(1),(\"x\"),(3)"), (1, 3));
        assert_eq!(run("(1),(2--3\n),(3)"), (1, 3));
        assert_eq!(run("(1)ON DUPLICATE KEY UPDATE a=VALUES(a)"), (1, 3));
        assert_eq!(run("(1) /* c */,(2)"), (1, 3));
        assert_eq!(run("(-1),(-2)"), (2, 9));
        assert_eq!(run("(1),(\\'),(2)"), (1, 3));
    }

    #[test]
    fn strings_hide_everything() {
        assert_eq!(run(r"('),(2,\''),('it''s -- # /* ` (')"), (2, 33));
        assert_eq!(run(r"('\\'),('\\\'),(')"), (2, 18));
    }

    /// The same over a bytewise model, with every alignment of the blocks.
    #[test]
    fn equals_a_bytewise_model() {
        let pieces = ["(1,'a'),", r"('x\\'),", r"('y\''),", "(-5,NULL),\n", "('--'),", r"('\\\\\\'),", "('''),('),"];
        let mut text = String::new();
        for i in 0..400 {
            text.push_str(pieces[(i * 7 + i / 3) % pieces.len()]);
        }
        for start in 0..70 {
            let padded = format!("{}{}", " ".repeat(start), text);
            let (tuples, end) = run(&padded);
            assert_eq!((tuples, end), model(padded.as_bytes()), "start {start}");
        }
    }

    fn model(bytes: &[u8]) -> (u64, usize) {
        let rules = crate::dump::strings::StringRules::default();
        let (mut tuples, mut end, mut at) = (0, 0, 0);
        while at < bytes.len() {
            match bytes[at] {
                b'\'' => match rules.string_end(bytes, at + 1, b'\'') {
                    Some(next) => at = next,
                    None => break,
                },
                b')' => {
                    tuples += 1;
                    end = at + 1;
                    at += 1;
                }
                _ => at += 1,
            }
        }
        (tuples, end)
    }
}
