//! Dates and times.

use crate::generate::decimal;
use crate::generate::mix::Mix;

/// Seconds of a day.
const DAY: u64 = 86_400;
/// Days from 1970-01-01 to 9999-12-31.
const LAST_DAY: u64 = 2_932_896;
/// The last second of TIMESTAMP in servers before MariaDB 11.5: 2038-01-19 03:14:07 UTC.
const LAST_TIMESTAMP: u64 = 2_147_483_647;
/// The last second of TIME: 838:59:59.
const LAST_TIME: u64 = 839 * 3600 - 1;
/// Where unique values begin: 2000-01-01, in days.
const FIRST_DAY: u64 = 10_957;
/// The range of other values: 2018-01-01 to 2025-12-31, in days.
const USUAL_DAYS: (u64, u64) = (17_532, 20_453);

/// What is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Date,
    DateTime,
    Time,
    Year,
}

/// The moments of a column: days of a date, years, else seconds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Moment {
    pub shape: Shape,
    /// Digits after the second.
    pub fraction: u8,
    /// Where unique values begin, and the last one.
    pub first: u64,
    pub last: u64,
    /// The range of other values, inclusive.
    pub low: u64,
    pub high: u64,
}

impl Moment {
    pub(super) fn date() -> Self {
        let (low, high) = USUAL_DAYS;
        Moment { shape: Shape::Date, fraction: 0, first: FIRST_DAY, last: LAST_DAY, low, high }
    }

    pub(super) fn date_time(fraction: u8) -> Self {
        let (low, high) = (USUAL_DAYS.0 * DAY, (USUAL_DAYS.1 + 1) * DAY - 1);
        Moment { shape: Shape::DateTime, fraction, first: FIRST_DAY * DAY, last: (LAST_DAY + 1) * DAY - 1, low, high }
    }

    pub(super) fn timestamp(fraction: u8) -> Self {
        Moment { last: LAST_TIMESTAMP, ..Self::date_time(fraction) }
    }

    pub(super) fn time(fraction: u8) -> Self {
        Moment { shape: Shape::Time, fraction, first: 0, last: LAST_TIME, low: 0, high: DAY - 1 }
    }

    pub(super) fn year() -> Self {
        Moment { shape: Shape::Year, fraction: 0, first: 1901, last: 2155, low: 1970, high: 2025 }
    }

    /// The place of a date as typed: `2024-01-31`, or a year.
    pub(super) fn units(&self, text: &str) -> Option<u64> {
        if self.shape == Shape::Year {
            return text.parse().ok();
        }
        let mut parts = text.split('-').map(str::parse::<u64>);
        let (Some(Ok(year)), Some(Ok(month)), Some(Ok(day)), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return None;
        };
        let valid = (1970..=9999).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        let days = valid.then(|| days_of(year, month, day))?;
        match self.shape {
            Shape::Date => Some(days),
            Shape::DateTime => Some(days * DAY),
            Shape::Time | Shape::Year => None,
        }
    }

    /// Narrows the range.
    pub(super) fn bound(&mut self, least: Option<u64>, most: Option<u64>) {
        if let Some(most) = most {
            // The whole of the last day.
            let most = if self.shape == Shape::DateTime { most.saturating_add(DAY - 1) } else { most };
            self.last = self.last.min(most);
            self.high = self.last;
        }
        if let Some(least) = least {
            self.first = least.min(self.last);
            self.low = self.first;
            self.high = self.high.max(self.low);
        }
        self.first = self.first.min(self.last);
        self.low = self.low.min(self.high);
    }

    pub(super) fn capacity(&self) -> u64 {
        self.last - self.first + 1
    }

    pub(super) fn push_unique(&self, ordinal: u64, out: &mut Vec<u8>) {
        self.push(self.first.saturating_add(ordinal).min(self.last), 0, out);
    }

    pub(super) fn push_any(&self, mix: &mut Mix, out: &mut Vec<u8>) {
        let at = mix.between(self.low, self.high);
        self.push(at, mix.next(), out);
    }

    fn push(&self, at: u64, fraction: u64, out: &mut Vec<u8>) {
        if self.shape == Shape::Year {
            decimal::push(out, at);
            return;
        }
        out.push(b'\'');
        match self.shape {
            Shape::Date => push_date(at, out),
            Shape::DateTime => {
                push_date(at / DAY, out);
                out.push(b' ');
                push_clock(at % DAY, out);
            }
            Shape::Time | Shape::Year => push_clock(at, out),
        }
        if self.fraction > 0 {
            out.push(b'.');
            decimal::push_padded(out, fraction, usize::from(self.fraction));
        }
        out.push(b'\'');
    }
}

fn push_clock(seconds: u64, out: &mut Vec<u8>) {
    let hours = seconds / 3600;
    decimal::push_padded(out, hours, if hours < 100 { 2 } else { 3 });
    out.push(b':');
    decimal::push_padded(out, seconds / 60 % 60, 2);
    out.push(b':');
    decimal::push_padded(out, seconds % 60, 2);
}

/// Writes the date of a day since 1970-01-01, by Howard Hinnant's `civil_from_days`.
fn push_date(days: u64, out: &mut Vec<u8>) {
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    decimal::push_padded(out, year, 4);
    out.push(b'-');
    decimal::push_padded(out, month, 2);
    out.push(b'-');
    decimal::push_padded(out, day, 2);
}

/// Days since 1970-01-01, by Howard Hinnant's `days_from_civil`; for years from 1970 on.
fn days_of(year: u64, month: u64, day: u64) -> u64 {
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year / 400, year % 400);
    let month_from_march = (month + 9) % 12;
    let day_of_year = (153 * month_from_march + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    (era * 146_097 + day_of_era).saturating_sub(719_468)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(moment: &Moment, at: u64) -> String {
        let mut out = Vec::new();
        moment.push(at, 123_456, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn days() {
        let date = Moment::date();
        for (day, expected) in
            [(0, "'1970-01-01'"), (11_016, "'2000-02-29'"), (FIRST_DAY, "'2000-01-01'"), (LAST_DAY, "'9999-12-31'")]
        {
            assert_eq!(text(&date, day), expected);
        }
        assert_eq!((date.units("2000-02-29"), date.units("9999-12-31")), (Some(11_016), Some(LAST_DAY)));
        assert_eq!((date.units("1969-12-31"), date.units("2000-1"), date.units("x")), (None, None, None));
        assert_eq!(
            (text(&date, USUAL_DAYS.0), text(&date, USUAL_DAYS.1)),
            ("'2018-01-01'".into(), "'2025-12-31'".into())
        );
    }

    #[test]
    fn seconds() {
        assert_eq!(text(&Moment::timestamp(6), LAST_TIMESTAMP), "'2038-01-19 03:14:07.123456'");
        assert_eq!(text(&Moment::time(0), LAST_TIME), "'838:59:59'");
        assert_eq!(text(&Moment::time(2), 61), "'00:01:01.56'");
        assert_eq!(text(&Moment::year(), 1999), "1999");
    }
}
