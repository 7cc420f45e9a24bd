//! A small generator of random numbers that starts anywhere: SplitMix64 (Steele, Lea and Flood 2014; constants of Vigna's splitmix64.c).

/// The odd constant that the state grows by.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// The generator.
#[derive(Clone, Debug)]
pub(super) struct Mix(u64);

/// One number from another: all its bits depend on all bits of the other.
#[inline]
pub(super) fn mixed(mut value: u64) -> u64 {
    value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

impl Mix {
    pub(super) fn new(seed: u64) -> Self {
        Mix(seed)
    }

    /// A generator of its own for the place `at` of a sequence.
    #[inline]
    pub(super) fn at(seed: u64, at: u64) -> Self {
        Mix(mixed(seed ^ mixed(at.wrapping_add(STEP))))
    }

    #[inline]
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mixed(self.0)
    }

    /// Uniform from 0 to less than `count`; 0 for 0.
    #[inline]
    pub(super) fn below(&mut self, count: u64) -> u64 {
        // The highest bits of the product: off from uniform by less than one part in 2^64 / count.
        ((u128::from(self.next()) * u128::from(count)) >> 64) as u64
    }

    /// Uniform from 0 to less than 1.
    #[inline]
    pub(super) fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Uniform from `least` to `most`, both inclusive.
    #[inline]
    pub(super) fn between(&mut self, least: u64, most: u64) -> u64 {
        least + self.below((most.saturating_sub(least)).saturating_add(1))
    }

    /// From 0 to less than `count`, the small ones more often: the n-th with a share near to n to the power of -`exponent`.
    #[inline]
    pub(super) fn zipf(&mut self, count: u64, exponent: f64) -> u64 {
        if exponent <= 0.0 {
            return self.below(count);
        }
        // The inverse of the integral of x^-exponent from 1 to count + 1.
        let (unit, end) = (self.unit(), count as f64 + 1.0);
        let rank = if (exponent - 1.0).abs() < 1e-9 {
            end.powf(unit)
        } else {
            let power = 1.0 - exponent;
            (1.0 + unit * (end.powf(power) - 1.0)).powf(1.0 / power)
        };
        (rank as u64).clamp(1, count.max(1)) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares() {
        let mut mix = Mix::new(1);
        let mut counts = [0u32; 100];
        for _ in 0..100_000 {
            counts[usize::try_from(mix.zipf(100, 1.0)).unwrap()] += 1;
        }
        // ln 2 / ln 101 and ln(11/10) / ln 101.
        assert!(counts[0].abs_diff(15_019) < 600, "{}", counts[0]);
        assert!(counts[9].abs_diff(2_065) < 250, "{}", counts[9]);
        assert!((0..1000).all(|_| mix.below(7) < 7 && (3..=5).contains(&mix.between(3, 5))));
        assert_eq!((mix.below(0), mix.zipf(0, 1.5), mix.between(4, 4)), (0, 0, 4));
    }
}
