//! The distributions of sysbench's `--rand-type`.
//!
//! Source: akopytov/sysbench 1.0.20, src/sb_rand.c, with the defaults of `--rand-spec-iter` (12), `--rand-spec-pct` (1), `--rand-spec-res` (75)
//! and `--rand-pareto-h` (0.2).

use super::super::xoroshiro::Xoroshiro;
use crate::error::Result;
use crate::generate::spec;

/// Numbers whose mean is near to a Gaussian.
const ITERATIONS: u32 = 12;
/// Share of the range that the special values fall into.
const SPECIAL_SHARE: f64 = 0.01;
/// By how much the range is widened, so that special values are 75 %.
const SPECIAL_WIDER: f64 = 100.0 / (100.0 - 75.0);
/// The Pareto distribution's h.
const PARETO_H: f64 = 0.2;

/// Which distribution.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RandType {
    /// Three quarters in one hundredth of the range: the default of sysbench 1.0.
    #[default]
    Special,
    /// All values alike: the default of later ones.
    Uniform,
    /// The mean of twelve uniform values.
    Gaussian,
    /// Small values often.
    Pareto,
}

impl RandType {
    /// The distribution of a name.
    ///
    /// # Errors
    /// `unknown-name` with the right names.
    pub fn named(name: &str) -> Result<Self> {
        match name {
            "special" => Ok(RandType::Special),
            "uniform" => Ok(RandType::Uniform),
            "gaussian" => Ok(RandType::Gaussian),
            "pareto" => Ok(RandType::Pareto),
            _ => Err(spec::unknown("distribution", name, &["special", "uniform", "gaussian", "pareto"])),
        }
    }
}

/// A distribution over 1 to `most`.
#[derive(Clone, Copy, Debug)]
pub struct Distribution {
    rand_type: RandType,
    /// The greatest value.
    most: f64,
    pareto_power: f64,
}

impl Distribution {
    /// Over 1 to `most`.
    pub fn new(rand_type: RandType, most: u64) -> Self {
        let pareto_power = PARETO_H.ln() / (1.0 - PARETO_H).ln();
        Distribution { rand_type, most: most as f64, pareto_power }
    }

    /// A value. Fractions are cut off, as C does.
    pub(super) fn draw(&self, random: &mut Xoroshiro) -> u64 {
        let count = self.most;
        match self.rand_type {
            RandType::Uniform => (1.0 + random.unit() * count) as u64,
            RandType::Gaussian => {
                let sum: f64 = (0..ITERATIONS).map(|_| random.unit() * count).sum();
                1 + (sum / f64::from(ITERATIONS)) as u64
            }
            RandType::Special => special(random, count - 1.0),
            RandType::Pareto => 1 + (count * random.unit().powf(self.pareto_power)) as u64,
        }
    }
}

/// `sb_rand_special` over 1 to 1 + `range`.
fn special(random: &mut Xoroshiro, range: f64) -> u64 {
    let drawn = random.unit();
    if drawn * range * SPECIAL_WIDER < range {
        let sum: f64 = (0..ITERATIONS).map(|_| random.unit()).sum();
        return (1.0 + sum * range / f64::from(ITERATIONS)) as u64;
    }
    let within = drawn * (range * SPECIAL_SHARE + 1.0);
    1 + (within + range / 2.0 - range * SPECIAL_SHARE / 2.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn drawn(rand_type: RandType) -> Vec<u64> {
        let distribution = Distribution::new(rand_type, 200_000);
        let mut random = Xoroshiro::new(1);
        let mut values: Vec<u64> = (0..200_000).map(|_| distribution.draw(&mut random)).collect();
        values.sort_unstable();
        assert!(values[0] >= 1 && values[199_999] <= 200_000);
        values
    }

    #[test]
    fn special_has_the_deciles_of_a_real_table() {
        let values = drawn(RandType::Special);
        // Measured in a table of 200,000 rows of sysbench 1.0.20.
        let real = [95_937, 99_656, 99_854, 100_051, 100_250, 100_447, 100_645, 100_841, 104_194];
        for (decile, real) in real.into_iter().enumerate() {
            let found = values[(decile + 1) * 20_000];
            // The outer ones lie where values are rare.
            let near = if decile == 0 || decile == 8 { 300 } else { 10 };
            assert!(found.abs_diff(real) <= near, "decile {decile}: {found}, not {real}");
        }
        let mut distinct = values.clone();
        distinct.dedup();
        assert!(distinct.len().abs_diff(34_556) < 500, "{}", distinct.len());
    }

    #[test]
    fn the_other_distributions() {
        let mean = |values: &[u64]| values.iter().sum::<u64>() as f64 / values.len() as f64;
        assert!((mean(&drawn(RandType::Uniform)) - 100_000.5).abs() < 500.0);
        let gaussian = drawn(RandType::Gaussian);
        assert!((mean(&gaussian) - 100_000.0).abs() < 200.0);
        // The standard deviation of the mean of twelve is a twelfth of the range.
        assert!(gaussian[31_731].abs_diff(100_000 - 16_667) < 300, "{}", gaussian[31_731]);
        // A share h of the range holds all but h of the values.
        let pareto = drawn(RandType::Pareto);
        let low = pareto.iter().filter(|value| **value <= 40_000).count();
        assert!(low.abs_diff(160_000) < 1000, "{low}");
    }
}
