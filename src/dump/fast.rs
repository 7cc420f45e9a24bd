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

/// Blocks whose signs are found in one call, at most. Few at first: where statements are short, a run ends soon.
const GROUP: usize = 16;

/// Counts whole tuples from the start of `bytes`, which is a place between tuples, outside strings and comments.
///
/// `quote` is the kind of quote that strings have here; `escapes` says whether a backslash escapes in them.
pub fn count_tuples(bytes: &[u8], quote: u8, escapes: bool) -> Run {
    let mut run = Run::default();
    let mut state = State::default();
    let mut signs = [Signs::default(); GROUP];
    let (mut blocks, rest) = bytes.as_chunks::<BLOCK>();
    let (mut base, mut group) = (0, 1);
    while !blocks.is_empty() {
        let (now, later) = blocks.split_at(group.min(blocks.len()));
        find_signs(now, quote, &mut signs);
        for signs in &signs[..now.len()] {
            if !state.block(signs, base, escapes, &mut run) {
                return run;
            }
            base += BLOCK;
        }
        blocks = later;
        group = (2 * group).min(GROUP);
    }
    if !rest.is_empty() {
        // Filled up with separators, which neither open nor close anything.
        let mut block = [b' '; BLOCK];
        block[..rest.len()].copy_from_slice(rest);
        find_signs(&[block], quote, &mut signs);
        state.block(&signs[0], base, escapes, &mut run);
    }
    run
}

/// Finds the signs of at most [`GROUP`] blocks.
fn find_signs(blocks: &[[u8; BLOCK]], quote: u8, out: &mut [Signs; GROUP]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the function needs nothing but AVX2, which this processor was just asked for.
        unsafe { find_signs_avx2(blocks, quote, out) };
        return;
    }
    find_signs_portable(blocks, quote, out);
}

// Both are kept apart from the masks' arithmetic: together, the compiler turns the masks back into vectors, bit by bit.

#[inline(never)]
fn find_signs_portable(blocks: &[[u8; BLOCK]], quote: u8, out: &mut [Signs; GROUP]) {
    for (block, signs) in blocks.iter().zip(out) {
        *signs = Signs::portable(block, quote);
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
#[inline(never)]
fn find_signs_avx2(blocks: &[[u8; BLOCK]], quote: u8, out: &mut [Signs; GROUP]) {
    for (block, signs) in blocks.iter().zip(out) {
        *signs = Signs::avx2(block, quote);
    }
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
    fn block(&mut self, signs: &Signs, base: usize, escapes: bool, run: &mut Run) -> bool {
        let mut quotes = signs.quotes;
        if escapes && signs.backslashes | self.escaped != 0 {
            quotes &= !self.escaped_bytes(signs.backslashes);
        }
        let in_string = prefix_xor(quotes) ^ self.in_string;
        let outside = !in_string;

        let open = signs.open & outside;
        let close = signs.close & outside;
        let in_tuple = prefix_xor(open | close) ^ self.in_tuple;
        // With tuples that do not nest, each parenthesis flips: an opening one turns its bit on, a closing one off.
        let nested = (open & !in_tuple) | (close & in_tuple);
        let between = outside & !in_tuple & !close;
        let comment = signs.minus & (signs.minus << 1 | self.minus);
        let odd = (signs.odd | comment) & outside;
        let stop = nested | odd | (between & !signs.separators);

        if stop != 0 {
            let before = (stop & stop.wrapping_neg()) - 1;
            Self::account(close & before, base, run);
            return false;
        }
        Self::account(close, base, run);
        self.in_string = ((in_string as i64) >> 63) as u64;
        self.in_tuple = ((in_tuple as i64) >> 63) as u64;
        self.minus = signs.minus >> 63;
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

/// Where each kind of sign stands in a block: bit i for byte i.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Signs {
    quotes: u64,
    backslashes: u64,
    open: u64,
    close: u64,
    minus: u64,
    /// What ends a run outside strings: the other quote, a backtick, a backslash, a semicolon, the first byte of a comment.
    odd: u64,
    /// Commas and white space.
    separators: u64,
}

/// The other kind of quote.
fn other(quote: u8) -> u8 {
    quote ^ b'\'' ^ b'"'
}

impl Signs {
    #[inline(always)]
    fn portable(block: &[u8; BLOCK], quote: u8) -> Self {
        let (lanes, _) = block.as_chunks::<16>();
        let lanes = [0, 1, 2, 3].map(|i| u8x16::new(lanes[i]));
        let mask = |test: &dyn Fn(u8x16) -> u8x16| {
            let bits = |i: usize| u64::from(test(lanes[i]).to_bitmask() as u16);
            bits(0) | bits(1) << 16 | bits(2) << 32 | bits(3) << 48
        };
        let equal = |byte: u8| mask(&|lane| lane.simd_eq(u8x16::splat(byte)));
        let backslashes = equal(b'\\');
        Signs {
            quotes: equal(quote),
            backslashes,
            open: equal(b'('),
            close: equal(b')'),
            minus: equal(b'-'),
            odd: equal(other(quote)) | equal(b'`') | equal(b'#') | equal(b'/') | equal(b';') | backslashes,
            separators: equal(b',') | mask(&|lane| lane.min(u8x16::splat(b' ')).simd_eq(lane)),
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline]
    fn avx2(block: &[u8; BLOCK], quote: u8) -> Self {
        use std::arch::x86_64::{
            __m256i, _mm256_cmpeq_epi8, _mm256_loadu_si256, _mm256_min_epu8, _mm256_movemask_epi8, _mm256_or_si256,
            _mm256_set1_epi8,
        };
        // Closures, not array::map: only what inherits the target feature is compiled for it.
        let from = block.as_ptr().cast::<__m256i>();
        // SAFETY: the block has twice 32 bytes, and this load takes any alignment.
        let (low, high) = unsafe { (_mm256_loadu_si256(from), _mm256_loadu_si256(from.add(1))) };
        let all = |byte: u8| _mm256_set1_epi8(byte as i8);
        let equal = |byte: u8| (_mm256_cmpeq_epi8(low, all(byte)), _mm256_cmpeq_epi8(high, all(byte)));
        let or = |a: (__m256i, __m256i), b: (__m256i, __m256i)| (_mm256_or_si256(a.0, b.0), _mm256_or_si256(a.1, b.1));
        let mask = |(low, high): (__m256i, __m256i)| {
            u64::from(_mm256_movemask_epi8(low) as u32) | u64::from(_mm256_movemask_epi8(high) as u32) << 32
        };
        let blank = |lane: __m256i| _mm256_cmpeq_epi8(_mm256_min_epu8(lane, all(b' ')), lane);
        let backslashes = equal(b'\\');
        let blanks = (blank(low), blank(high));
        let odd = or(or(equal(other(quote)), equal(b'`')), or(equal(b'#'), equal(b'/')));
        let odd = or(odd, equal(b';'));
        Signs {
            quotes: mask(equal(quote)),
            backslashes: mask(backslashes),
            open: mask(equal(b'(')),
            close: mask(equal(b')')),
            minus: mask(equal(b'-')),
            odd: mask(or(odd, backslashes)),
            separators: mask(or(equal(b','), blanks)),
        }
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
        assert_eq!(run("(1),(2;(3),(4)"), (1, 3));
    }

    #[test]
    fn strings_hide_everything() {
        assert_eq!(run(r"('),(2,\''),('it''s -- # /* ` (')"), (2, 33));
        assert_eq!(run(r"('\\'),('\\\'),(')"), (2, 18));
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn both_kinds_of_registers_see_the_same() {
        if !std::arch::is_x86_feature_detected!("avx2") {
            eprintln!("skipped: this processor has no AVX2");
            return;
        }
        let mut block = [0u8; BLOCK];
        for round in 0..1024usize {
            for (i, byte) in block.iter_mut().enumerate() {
                *byte = (round * 37 + i * (round | 1)) as u8;
            }
            for quote in [b'\'', b'"'] {
                // SAFETY: the processor was asked for AVX2 above.
                let wide = unsafe { Signs::avx2(&block, quote) };
                assert_eq!(wide, Signs::portable(&block, quote), "round {round}");
            }
        }
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

    proptest::proptest! {
        #![proptest_config(proptest::prelude::ProptestConfig { cases: 3000, failure_persistence: None, ..Default::default() })]

        /// Every tuple that is counted is one of the byte-wise reader's, whatever the bytes.
        #[test]
        fn equals_the_bytewise_reader(
            parts in proptest::collection::vec(proptest::sample::select(vec![
                "(", ")", "'", "\"", "`", "\\", ",", ";", "--", "-", "#", "/*", "*/", " ", "\n", "a", "1",
                "(1,'a'),", "('x\\'y'),", "('it''s'),", "(\"q\"),", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
            ]), 0..80),
            no_backslash_escapes in proptest::bool::ANY,
            ansi_quotes in proptest::bool::ANY,
            quote in proptest::sample::select(vec![b'\'', b'"']),
        ) {
            let text = parts.concat();
            let bytes = text.as_bytes();
            let rules = crate::schema::strings::StringRules { no_backslash_escapes, ansi_quotes, multibyte: None };
            let run = count_tuples(bytes, quote, rules.escapes(quote));
            let (mut at, mut tuples) = (0, 0);
            while at < run.end {
                at += bytes[at..].iter().take_while(|byte| **byte <= b' ' || **byte == b',').count();
                let end = crate::dump::scanner::tuple_end(&bytes[at..], &rules);
                let crate::dump::scanner::Tuple::Whole { len, .. } = end else { panic!("{end:?} at {at}: {text}") };
                at += len;
                tuples += 1;
            }
            proptest::prop_assert_eq!((at, tuples), (run.end, run.tuples), "{}", text);
        }
    }

    fn model(bytes: &[u8]) -> (u64, usize) {
        let rules = crate::schema::strings::StringRules::default();
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
