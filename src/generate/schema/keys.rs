//! Which columns get unique values, so that no two rows have the same key.
//!
//! A key's parts become units: a column, or all columns of a foreign key, which are taken from one row of the other table together. A unit
//! that gets an ordinal from the row's number is told apart by it. A key of several units counts as an odometer does, its last unit fastest.

use crate::schema::KeyKind;

/// A column by its place among the made ones, or a foreign key by its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) enum Unit {
    Field(usize),
    Group(usize),
}

/// How a unit's ordinal follows from the row's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ordinal {
    /// Whether the rows' numbers are shuffled first.
    pub shuffled: bool,
    /// The ordinal is the number divided by this, modulo that.
    pub divide: u64,
    pub modulo: u64,
    /// Added to it.
    pub plus: u64,
}

impl Ordinal {
    pub(super) fn of_row(rows: u64, shuffled: bool) -> Self {
        Ordinal { shuffled, divide: 1, modulo: rows.max(1), plus: 0 }
    }

    /// The ordinal of a row.
    pub(super) fn at(&self, row: u64, rows: u64) -> u64 {
        let number = if self.shuffled { shuffled(row, rows) } else { row };
        number / self.divide.max(1) % self.modulo.max(1) + self.plus
    }

    /// Ordinals are below this.
    pub(super) fn end(&self) -> u64 {
        self.modulo.saturating_add(self.plus)
    }
}

/// A key that must be unique, as units with the number of different values of each.
#[derive(Clone, Debug)]
pub(super) struct UniqueKey {
    pub kind: KeyKind,
    pub units: Vec<(Unit, u64)>,
}

/// Which units get ordinals, and how many rows there can be.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Assigned {
    pub ordinals: Vec<(Unit, Ordinal)>,
    pub rows: u64,
}

/// Different values of a trailing unit that one leading value comes with, where the key leaves the choice: lines of an order.
const USUAL_RADIX: u64 = 4;

/// Gives ordinals to as few units as make all keys unique. `fixed` units have one already, in the order of the rows.
pub(super) fn assign(keys: &[UniqueKey], fixed: &[(Unit, u64)], wanted: u64) -> Assigned {
    let mut rows = fixed.iter().map(|(_, capacity)| *capacity).chain([wanted]).min().unwrap_or(wanted);
    let mut ordinals: Vec<(Unit, Ordinal)> = fixed
        .iter()
        .map(|(unit, _)| (*unit, Ordinal { shuffled: false, divide: 1, modulo: u64::MAX, plus: 0 }))
        .collect();
    let mut unique: Vec<Vec<Unit>> = fixed.iter().map(|(unit, _)| vec![*unit]).collect();
    for key in keys {
        let has = |unit: &Unit| key.units.iter().any(|(part, _)| part == unit);
        if key.units.is_empty() || unique.iter().any(|set| set.iter().all(has)) {
            continue;
        }
        let free: Vec<(Unit, u64)> =
            key.units.iter().copied().filter(|(unit, _)| !ordinals.iter().any(|(taken, _)| taken == unit)).collect();
        let shuffled = key.kind != KeyKind::Primary;
        if free.len() == key.units.len() && free.len() > 1 {
            let radices = radices(&free, rows);
            rows = rows.min(radices.iter().fold(1u64, |product, radix| product.saturating_mul(*radix)));
            let mut divide = 1u64;
            for ((unit, _), radix) in free.iter().zip(&radices).rev() {
                ordinals.push((*unit, Ordinal { shuffled, divide, modulo: *radix, plus: 0 }));
                divide = divide.saturating_mul(*radix);
            }
            unique.push(free.iter().map(|(unit, _)| *unit).collect());
        } else if let Some((unit, capacity)) = free.iter().copied().max_by_key(|(_, capacity)| *capacity) {
            // One unit that is unique by itself.
            rows = rows.min(capacity);
            ordinals.push((unit, Ordinal::of_row(u64::MAX, shuffled)));
            unique.push(vec![unit]);
        }
        // Where each unit has its ordinal from other keys, those keys' ordinals may repeat here: nothing more can be done.
    }
    for (_, ordinal) in &mut ordinals {
        ordinal.modulo = ordinal.modulo.min(rows.max(1));
    }
    Assigned { ordinals, rows }
}

/// How many different values each unit of a key counts through.
fn radices(units: &[(Unit, u64)], rows: u64) -> Vec<u64> {
    let mut radices: Vec<u64> = units.iter().map(|(_, capacity)| (*capacity).clamp(1, USUAL_RADIX)).collect();
    let product = |radices: &[u64]| radices.iter().fold(1u64, |product, radix| product.saturating_mul(*radix));
    // The leading unit takes what the others leave, and where it cannot, they take more, from the last on.
    for place in std::iter::once(0).chain((1..units.len()).rev()) {
        let others = product(&radices) / radices[place].max(1);
        let needed = rows.div_ceil(others.max(1)).max(1);
        if needed <= radices[place] && place > 0 {
            break;
        }
        radices[place] = needed.min(units[place].1.max(1));
    }
    radices
}

/// The row that stands at the place of another when rows are shuffled: a step that has no divisor in common with the number of rows.
fn shuffled(row: u64, rows: u64) -> u64 {
    if rows < 3 {
        return row;
    }
    // The golden section spreads neighbours widest.
    let mut step = (rows as f64 * 0.618_033_988_75) as u64;
    while gcd(step, rows) != 1 {
        step += 1;
    }
    // The remainder is less than `rows`.
    ((u128::from(row) * u128::from(step) + u128::from(rows / 3)) % u128::from(rows)) as u64
}

fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn tuples(assigned: &Assigned, units: &[Unit]) -> BTreeSet<Vec<u64>> {
        let of = |unit: &Unit| assigned.ordinals.iter().find(|(taken, _)| taken == unit).unwrap().1;
        (0..assigned.rows).map(|row| units.iter().map(|unit| of(unit).at(row, assigned.rows)).collect()).collect()
    }

    #[test]
    fn tuples_differ() {
        let unit = |place| Unit::Field(place);
        for capacities in
            [[1000, 1000, 1000], [2, 1000, 1000], [1000, 2, 2], [10, 10, 10], [3, 3, 3], [1, 1, 5000], [5, 400, 1]]
        {
            for kind in [KeyKind::Primary, KeyKind::Unique] {
                let units: Vec<(Unit, u64)> = (0..3).map(|place| (unit(place), capacities[place])).collect();
                let key = UniqueKey { kind, units: units.clone() };
                let assigned = assign(&[key], &[], 1000);
                let all: u64 = capacities.iter().product();
                assert_eq!(assigned.rows, all.min(1000), "{capacities:?}");
                let found = tuples(&assigned, &[unit(0), unit(1), unit(2)]);
                assert_eq!(found.len() as u64, assigned.rows, "{capacities:?}");
                assert!(found.iter().all(|tuple| tuple.iter().zip(&capacities).all(|(value, most)| value < most)));
            }
        }
    }

    #[test]
    fn several_keys() {
        let unit = |place| (Unit::Field(place), 1000);
        let key = |places: &[usize]| UniqueKey {
            kind: KeyKind::Unique,
            units: places.iter().map(|place| unit(*place)).collect(),
        };
        let assigned =
            assign(&[key(&[1, 2]), key(&[2, 3]), key(&[2, 3, 0]), key(&[1, 3])], &[(Unit::Field(0), 100)], 500);
        assert_eq!(assigned.rows, 100);
        assert_eq!(assigned.ordinals.len(), 4);
        for pair in [[1, 2], [2, 3], [1, 3]] {
            assert_eq!(tuples(&assigned, &pair.map(Unit::Field)).len(), 100);
        }
    }

    #[test]
    fn shuffling_keeps_all() {
        for rows in [1, 2, 3, 4, 10, 97, 1000] {
            let found: BTreeSet<u64> = (0..rows).map(|row| shuffled(row, rows)).collect();
            assert_eq!(found.len() as u64, rows);
            assert!(found.iter().all(|row| *row < rows));
        }
    }
}
