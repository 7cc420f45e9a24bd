//! From a column's definition to the maker of its values.

use super::bytes::push_quoted;
use super::maker::{Bytes, Kind, Maker, Text};
use super::moment::Moment;
use super::number::Number;
use super::settings::Setting;
use super::words::Letters;
use crate::error::Result;
use crate::generate::spec::invalid;
use crate::schema::{Collation, Column, DataType, Lexer, LobSize, PartitionMethod, TableDef, Token, TokenKind};

/// Bytes of a long text or blob; short ones have fewer.
const USUAL_BLOB: u64 = 400;

/// The maker of a column's values.
///
/// # Errors
/// `invalid-value` for a least or greatest value that the type does not have.
pub(super) fn maker(table: &TableDef, column: &Column, setting: &Setting, introducer: bool) -> Result<Maker> {
    // What the server's own default is matters only where neither table nor column names a character set.
    let server = Collation::named("utf8mb4_general_ci").unwrap_or_else(Collation::binary);
    let charset = table.charset_of(column, &server).charset;
    let text = |chars: u64, bytes: u64| {
        let most = chars.min(bytes / u64::from(charset.max_bytes.max(1)));
        if checks(table, column).any(|check| check.to_ascii_lowercase().contains("json_valid")) {
            return Kind::Json(most);
        }
        let usual = match most {
            0..=16 => (1, 2),
            17..=64 => (1, 5),
            65..=255 => (2, 12),
            _ => (5, 60),
        };
        let most = most.min(longest(table, column));
        Kind::Text(Text {
            chars: most,
            prefix: most,
            words: setting.words.unwrap_or(usual),
            letters: Letters::of(charset),
        })
    };
    let lob = |size: LobSize| (1u64 << (8 * u32::from(size.length_bytes()))) - 1;
    let mut kind = match table.data_type_of(column, &server) {
        DataType::Integer(integer) => Kind::Number(Number::integer(&integer)),
        DataType::Decimal(decimal) => Kind::Number(Number::decimal(&decimal)),
        DataType::Float(real) => Kind::Number(Number::real(&real, false)),
        DataType::Double(real) => Kind::Number(Number::real(&real, true)),
        DataType::Bit { bits } => Kind::Bit(bits.clamp(1, 64)),
        DataType::Date => Kind::Moment(Moment::date()),
        DataType::Time { fraction } => Kind::Moment(Moment::time(fraction)),
        DataType::DateTime { fraction } => Kind::Moment(Moment::date_time(fraction)),
        DataType::Timestamp { fraction } => Kind::Moment(Moment::timestamp(fraction)),
        DataType::Year => Kind::Moment(Moment::year()),
        DataType::Char { chars } | DataType::VarChar { chars } => text(u64::from(chars), u64::MAX),
        DataType::Text { size, chars } => text(chars.unwrap_or(u64::MAX), lob(size)),
        DataType::Xml => text(1000, 1000),
        DataType::Json => Kind::Json(u64::MAX),
        DataType::Binary { bytes } => {
            Kind::Bytes(Bytes { least: u64::from(bytes), most: u64::from(bytes), prefix: u64::from(bytes) })
        }
        DataType::VarBinary { bytes } => {
            let most = u64::from(bytes).min(USUAL_BLOB);
            Kind::Bytes(Bytes { least: most / 4, most, prefix: most })
        }
        DataType::Blob { size } => {
            let most = lob(size).min(USUAL_BLOB);
            Kind::Bytes(Bytes { least: most / 16, most, prefix: most })
        }
        DataType::Enum { members } => Kind::Member(members.iter().map(|member| quoted(member)).collect()),
        DataType::Set { members } => Kind::Set(members),
        DataType::Geometry(kind) => Kind::Geometry(kind, column.srid.unwrap_or(0)),
        DataType::Uuid => Kind::Uuid,
        DataType::Inet4 => Kind::Inet4,
        DataType::Inet6 => Kind::Inet6,
        DataType::Vector { dimensions } => Kind::Vector(dimensions.clamp(1, 65_535)),
        DataType::Unknown { .. } => Kind::Empty,
    };
    if let Some(listed) = listed(table, column) {
        kind = Kind::Member(listed);
    }
    narrow(&mut kind, table, column, setting)?;
    Ok(Maker { kind, introducer })
}

fn quoted(member: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    push_quoted(member, &mut out);
    out
}

/// The CHECK constraints that hold for a column, its own and the table's.
fn checks<'a>(table: &'a TableDef, column: &'a Column) -> impl Iterator<Item = &'a str> {
    let own = column.checks.iter();
    let shared = table
        .checks
        .iter()
        .filter(|check| names(&check.expression).any(|name| column.name.eq_ignore_ascii_case(&name)));
    own.chain(shared).filter(|check| check.enforced).map(|check| check.expression.as_str())
}

/// The names in an expression: words that may be functions, and quoted names.
fn names(expression: &str) -> impl Iterator<Item = String> {
    let context = crate::schema::Context::default();
    let tokens: Vec<String> =
        Lexer::new(expression.as_bytes(), &context).filter_map(|token| context.name(&token)).collect();
    tokens.into_iter()
}

/// Most characters of a column, so that generated columns which put it together with others can hold the result.
fn longest(table: &TableDef, column: &Column) -> u64 {
    let generated = table.columns.iter().filter_map(|other| Some((other, other.generated.as_ref()?)));
    generated
        .filter_map(|(other, generated)| {
            let room = match other.data_type {
                DataType::Char { chars } | DataType::VarChar { chars } => u64::from(chars),
                _ => return None,
            };
            let sources = names(&generated.expression).filter(|name| table.column(name).is_some()).count() as u64;
            let used = names(&generated.expression).any(|name| name.eq_ignore_ascii_case(&column.name));
            // Something is left for the constants between them.
            used.then(|| (room * 3 / 4 / sources.max(1)).max(1))
        })
        .min()
        .unwrap_or(u64::MAX)
}

/// Narrows a range by settings, checks and partitions.
fn narrow(kind: &mut Kind, table: &TableDef, column: &Column, setting: &Setting) -> Result<()> {
    let wrong = |text: &str| {
        invalid(format!("`{text}` is no value that column {} of table {} can have", column.name, table.name))
    };
    match kind {
        Kind::Number(number) => {
            for check in checks(table, column) {
                let (least, most) = compared(check, &column.name, number);
                number.bound(least, most);
            }
            if let Some(end) = partition_end(table, column).and_then(|end| number.units(end)) {
                number.bound(None, Some(end - 1));
            }
            let unit = |text: &Option<String>| {
                text.as_ref().map(|text| number.units(text).ok_or_else(|| wrong(text))).transpose()
            };
            let (least, most) = (unit(&setting.min)?, unit(&setting.max)?);
            if least.is_some_and(|least| !(number.floor..=number.last).contains(&least))
                || most.zip(least).is_some_and(|(most, least)| most < least)
            {
                return Err(wrong(setting.min.as_deref().unwrap_or_default()));
            }
            if most.is_some_and(|most| !(number.floor..=number.last).contains(&most)) {
                return Err(wrong(setting.max.as_deref().unwrap_or_default()));
            }
            number.bound(least, most);
        }
        Kind::Moment(moment) => {
            let unit = |text: &Option<String>| {
                text.as_ref().map(|text| moment.units(text).ok_or_else(|| wrong(text))).transpose()
            };
            let (least, most) = (unit(&setting.min)?, unit(&setting.max)?);
            if most.zip(least).is_some_and(|(most, least)| most < least) {
                return Err(wrong(setting.min.as_deref().unwrap_or_default()));
            }
            moment.bound(least, most);
        }
        _ => {
            if let Some(text) = setting.min.as_ref().or(setting.max.as_ref()) {
                return Err(invalid(format!(
                    "min and max are for numbers and dates: column {} of table {} takes no `{text}`",
                    column.name, table.name
                )));
            }
        }
    }
    Ok(())
}

/// The bounds that comparisons of a column with numbers set. How they are joined is not looked at: between the narrowest of them, an OR
/// holds too.
fn compared(check: &str, column: &str, number: &Number) -> (Option<i128>, Option<i128>) {
    let context = crate::schema::Context::default();
    let tokens: Vec<Token<'_>> =
        Lexer::new(check.as_bytes(), &context).filter(|token| !token.is_punct(b'(') && !token.is_punct(b')')).collect();
    let (mut least, mut most) = (None, None);
    let mut take_least = |units: i128| least = Some(least.map_or(units, |least: i128| least.max(units)));
    let mut take_most = |units: i128| most = Some(most.map_or(units, |most: i128| most.min(units)));
    for (at, token) in tokens.iter().enumerate() {
        if !matches!(token.kind, TokenKind::Word | TokenKind::QuotedName)
            || !context.name(token).is_some_and(|name| name.eq_ignore_ascii_case(column))
        {
            continue;
        }
        let rest = &tokens[at + 1..];
        let value = |at: usize| {
            let minus = rest.get(at).is_some_and(|token| token.is_punct(b'-'));
            let token = rest.get(at + usize::from(minus)).filter(|token| token.kind == TokenKind::Number)?;
            let text = String::from_utf8_lossy(token.text);
            number.units(&if minus { format!("-{text}") } else { text.into_owned() })
        };
        let mark = |at: usize, mark: u8| rest.get(at).is_some_and(|token| token.is_punct(mark));
        match rest.first() {
            Some(token) if token.is_word(b"between") => {
                value(1).into_iter().for_each(&mut take_least);
                let and = rest.iter().position(|token| token.is_word(b"and"));
                and.and_then(|and| value(and + 1)).into_iter().for_each(&mut take_most);
            }
            Some(_) if mark(0, b'>') && mark(1, b'=') => value(2).into_iter().for_each(&mut take_least),
            Some(_) if mark(0, b'<') && mark(1, b'=') => value(2).into_iter().for_each(&mut take_most),
            Some(_) if mark(0, b'>') => value(1).map(|units| units + 1).into_iter().for_each(&mut take_least),
            Some(_) if mark(0, b'<') && !mark(1, b'>') => {
                value(1).map(|units| units - 1).into_iter().for_each(&mut take_most);
            }
            _ => {}
        }
    }
    (least, most)
}

/// Whether the table's partitions are told apart by this column alone.
fn partitioned_by(table: &TableDef, column: &Column) -> Option<PartitionMethod> {
    let partitioning = table.partitioning.as_ref()?;
    let name = partitioning.expression.trim().trim_matches('`');
    name.eq_ignore_ascii_case(&column.name).then_some(partitioning.method)
}

/// The end of the last range of a column's partitions, where it has one.
fn partition_end<'a>(table: &'a TableDef, column: &Column) -> Option<&'a str> {
    let method = partitioned_by(table, column)?;
    let last = table.partitioning.as_ref()?.partitions.last()?.values.as_deref()?;
    let ranges = matches!(method, PartitionMethod::Range | PartitionMethod::RangeColumns);
    ranges.then(|| last.trim().strip_prefix("LESS THAN (")?.strip_suffix(')')).flatten().map(str::trim)
}

/// The values of a column that is listed in partitions.
fn listed(table: &TableDef, column: &Column) -> Option<Vec<Vec<u8>>> {
    let method = partitioned_by(table, column)?;
    if !matches!(method, PartitionMethod::List | PartitionMethod::ListColumns) {
        return None;
    }
    let context = crate::schema::Context::default();
    let values = table.partitioning.as_ref()?.partitions.iter().filter_map(|partition| partition.values.as_deref());
    let listed: Vec<Vec<u8>> = values
        .flat_map(|values| {
            Lexer::new(values.as_bytes(), &context)
                .filter(|token| matches!(token.kind, TokenKind::Number | TokenKind::String))
                .map(|token| token.text.to_vec())
                .collect::<Vec<_>>()
        })
        .collect();
    (!listed.is_empty()).then_some(listed)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::{Context, CreateBody, parse_create_table};

    fn table(sql: &str) -> TableDef {
        match parse_create_table(sql.as_bytes(), &Context::default()).unwrap().body {
            CreateBody::Definition(table) => *table,
            CreateBody::Like(_) => panic!("no definition"),
        }
    }

    fn of(table: &TableDef, column: &str) -> Kind {
        maker(table, table.column(column).unwrap(), &Setting::default(), false).unwrap().kind
    }

    #[test]
    fn checks_and_partitions_narrow() {
        let table = table(
            "CREATE TABLE t (a int CHECK (a between 5 and 9), b int, c decimal(9,2), d int, e text CHECK (json_valid(e)), \
             CONSTRAINT x CHECK (`b` > 0 and `b` < (100 + 1) or c >= -1.5 and c <> 7)) \
             PARTITION BY RANGE (d) (PARTITION p0 VALUES LESS THAN (10), PARTITION p1 VALUES LESS THAN (2000))",
        );
        let range = |column| match of(&table, column) {
            Kind::Number(number) => (number.low, number.high),
            other => panic!("{other:?}"),
        };
        assert_eq!((range("a"), range("b").0, range("b").1), ((5, 9), 1, 99));
        assert_eq!((range("c").0, range("d")), (-150, (0, 1999)));
        assert!(matches!(of(&table, "e"), Kind::Json(_)));
    }

    #[test]
    fn lists_and_generated_columns() {
        let table = table(
            "CREATE TABLE t (a int, b varchar(100), c varchar(40) AS (concat('(',b,')')) STORED) \
             PARTITION BY LIST (a) (PARTITION p0 VALUES IN (1,5), PARTITION p1 VALUES IN (7))",
        );
        assert_eq!(of(&table, "a"), Kind::Member(vec![b"1".to_vec(), b"5".to_vec(), b"7".to_vec()]));
        assert!(matches!(of(&table, "b"), Kind::Text(text) if text.chars == 30));
    }
}
