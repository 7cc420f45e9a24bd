//! Dumps for the benchmarks, made up from pseudo-random numbers: the same bytes in every run.

use std::io::Write as _;

/// xorshift64*: <https://en.wikipedia.org/wiki/Xorshift>.
pub struct Random(u64);

impl Random {
    /// A number below `limit`.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        (self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33) % limit
    }
}

/// A dump of one table in the manner of mysqldump, of about `bytes` bytes: so many rows an INSERT, each written by `row`, which is given
/// its number.
pub fn dump(charset: &str, rows_an_insert: u64, bytes: usize, row: fn(&mut Vec<u8>, u64, &mut Random)) -> Vec<u8> {
    let mut random = Random(0x0123_4567_89AB_CDEF);
    let head = format!(
        "-- MySQL dump 10.13  Distrib 8.0.36, for Linux (x86_64)\n/*!40101 SET NAMES {charset} */;\n\
         CREATE TABLE `orders` (`id` int NOT NULL, `value` text, PRIMARY KEY (`id`)) ENGINE=InnoDB;\n"
    );
    let mut text = head.into_bytes();
    for id in 1.. {
        text.extend_from_slice(if (id - 1) % rows_an_insert == 0 { b"INSERT INTO `orders` VALUES " } else { b"," });
        row(&mut text, id, &mut random);
        let full = text.len() >= bytes;
        if full || id % rows_an_insert == 0 {
            text.extend_from_slice(b";\n");
        }
        if full {
            break;
        }
    }
    text.extend_from_slice(b"-- Dump completed on 2026-03-01 10:00:00\n");
    text
}

/// A row as most are: numbers, short strings, a date.
pub fn order(out: &mut Vec<u8>, id: u64, random: &mut Random) {
    let (customer, day, cents) = (random.below(5000), random.below(28) + 1, random.below(100_000));
    let state = ["paid", "open", "shipped", "returned"][random.below(4) as usize];
    let (whole, cents) = (cents / 100, cents % 100);
    write!(out, "({id},'customer {customer}','2026-03-{day:02} 10:00:00',{whole}.{cents:02},'{state}')")
        .expect("writing to a Vec cannot fail");
}
