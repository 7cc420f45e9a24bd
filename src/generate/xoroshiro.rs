//! xoroshiro128+, from which sysbench draws.
//!
//! Source: akopytov/sysbench 1.0.20, src/xoroshiro128plus.h (rotations 55 and 36, shift 14) and src/sb_rand.c (`sb_rand_thread_init`).

use super::glibc::Random;

/// The generator.
#[derive(Clone, Debug)]
pub(super) struct Xoroshiro {
    state: [u64; 2],
}

impl Xoroshiro {
    /// Seeded as sysbench does: each word of state from two values of libc's `random()`.
    pub(super) fn new(seed: u32) -> Self {
        let mut libc = Random::new(seed);
        let mut word = || u64::from(libc.next()) << 32 | u64::from(libc.next());
        Xoroshiro { state: [word(), word()] }
    }

    #[inline]
    fn next(&mut self) -> u64 {
        let [one, mut two] = self.state;
        let result = one.wrapping_add(two);
        two ^= one;
        self.state = [one.rotate_left(55) ^ two ^ (two << 14), two.rotate_left(36)];
        result
    }

    /// The highest 52 bits of the next word, which sysbench takes for the fraction of a number from 0 to 1.
    #[inline]
    pub(super) fn fraction(&mut self) -> u64 {
        self.next() >> 12
    }

    /// Uniform from 0 to less than 1, in steps of 2^-52.
    #[inline]
    pub(super) fn unit(&mut self) -> f64 {
        self.fraction() as f64 / (1u64 << 52) as f64
    }

    /// A uniform digit.
    #[inline]
    pub(super) fn digit(&mut self) -> u8 {
        // 52 bits times ten stay below 2^56, and the result is below ten.
        b'0' + ((self.fraction() * 10) >> 52) as u8
    }
}
