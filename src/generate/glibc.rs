//! glibc's `random()` with its default state of 31 words, from which mysqlslap takes its values and sysbench its seeds.
//!
//! Source: glibc, stdlib/random_r.c (`__srandom_r`, `__random_r`, TYPE_3: degree 31, separation 3). After seeding, 310 values are thrown
//! away. Without a call of `srandom` the state is that of seed 1.

/// Words of state that the recurrence looks back over.
const DEGREE: usize = 31;
/// The nearer of the two words that are added.
const SEPARATION: usize = 3;
/// Values that are made in one go.
const BATCH: usize = 1024;

/// The generator. Values have 31 bits.
#[derive(Clone)]
pub struct Random {
    /// The last [`DEGREE`] words, then [`BATCH`] new ones.
    words: [u32; DEGREE + BATCH],
    /// Index of the next word to give out.
    next: usize,
}

impl std::fmt::Debug for Random {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Random").field("next", &self.next).finish_non_exhaustive()
    }
}

impl Random {
    /// The state after `srandom(seed)`; seed 0 is seed 1.
    pub fn new(seed: u32) -> Self {
        let mut words = [0u32; DEGREE + BATCH];
        // As a signed number, by Schrage's method: 16807 times the word before, modulo 2^31 - 1.
        let mut word = seed.max(1).cast_signed();
        for slot in words.iter_mut().take(DEGREE) {
            *slot = word.cast_unsigned();
            let (high, low) = (word / 127_773, word % 127_773);
            word = 16_807 * low - 2_836 * high;
            if word < 0 {
                word += 2_147_483_647;
            }
        }
        // The front pointer starts at word 3 and the rear one at word 0: the first sum replaces word 3. So in order of age word 3 is the oldest.
        words[..DEGREE].rotate_left(SEPARATION);
        let mut random = Random { words, next: DEGREE };
        random.fill();
        for _ in 0..10 * DEGREE {
            random.next();
        }
        random
    }

    fn fill(&mut self) {
        for at in DEGREE..DEGREE + BATCH {
            self.words[at] = self.words[at - SEPARATION].wrapping_add(self.words[at - DEGREE]);
        }
        self.next = DEGREE;
    }

    /// The next value: 0 to 2^31 - 1.
    #[inline]
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> u32 {
        if self.next == DEGREE + BATCH {
            self.words.copy_within(BATCH.., 0);
            self.fill();
        }
        let word = self.words[self.next];
        self.next += 1;
        word >> 1
    }

    /// Up to `most` values at once; never none.
    pub fn some(&mut self, most: usize) -> impl Iterator<Item = u32> {
        if self.next == DEGREE + BATCH {
            self.words.copy_within(BATCH.., 0);
            self.fill();
        }
        let start = self.next;
        self.next = (start + most).min(DEGREE + BATCH);
        self.words[start..self.next].iter().map(|word| word >> 1)
    }

    /// Throws values away.
    pub fn skip(&mut self, count: u64) {
        let mut left = count;
        while left > 0 {
            let most = usize::try_from(left).unwrap_or(BATCH);
            left -= self.some(most).count() as u64;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sequence_of_seed_one() {
        let mut random = Random::new(1);
        let first: Vec<u32> = (0..8).map(|_| random.next()).collect();
        // What a C program on Debian 12 prints that calls random() and never srandom().
        assert_eq!(
            first,
            [1804289383, 846930886, 1681692777, 1714636915, 1957747793, 424238335, 719885386, 1649760492]
        );
        assert_eq!(Random::new(0).next(), 1804289383);
    }

    #[test]
    fn as_glibc_after_many_values_and_seeds() {
        // The plain form of the recurrence, one word at a time.
        let plain = |seed: i64, count: usize| -> Vec<u32> {
            let mut r: Vec<u32> = vec![u32::try_from(seed).unwrap()];
            for _ in 1..31 {
                let last = i64::from(r.last().unwrap().cast_signed());
                let mut next = (16807 * last) % 2147483647;
                if next < 0 {
                    next += 2147483647;
                }
                r.push(u32::try_from(next).unwrap());
            }
            for i in 31..34 {
                r.push(r[i - 31]);
            }
            for i in 34..344 + count {
                r.push(r[i - 3].wrapping_add(r[i - 31]));
            }
            r[344..].iter().map(|word| word >> 1).collect()
        };
        for seed in [1, 2, 42, 2_147_483_646] {
            let mut random = Random::new(u32::try_from(seed).unwrap());
            let expected = plain(seed, 5000);
            let found: Vec<u32> = (0..5000).map(|_| random.next()).collect();
            assert_eq!(found, expected, "seed {seed}");
            let mut random = Random::new(u32::try_from(seed).unwrap());
            random.skip(3210);
            assert_eq!(random.next(), expected[3210]);
        }
    }
}
