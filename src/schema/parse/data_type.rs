//! The words of a column's type.

use super::cursor::Cursor;
use crate::error::Result;
use crate::schema::column::Column;
use crate::schema::types::{DataType, Decimal, GeometryKind, Integer, IntegerSize, LobSize, Real};

impl Cursor<'_> {
    /// Reads the type into `column`, whose character set and flags some of the words set as well.
    pub(super) fn data_type(&mut self, column: &mut Column) -> Result<()> {
        // MariaDB names the schema of a type where the SQL mode could mean another.
        if self.at_one_of(&[b"mariadb_schema", b"oracle_schema", b"maxdb_schema"])
            && self.peek_second().is_some_and(|token| token.is_punct(b'.'))
        {
            self.take();
            self.take();
        }
        let start = self.offset();
        let word = self.name("a data type")?.to_ascii_uppercase();
        column.data_type = match word.as_str() {
            "TINYINT" | "INT1" => self.integer(IntegerSize::Tiny)?,
            "SMALLINT" | "INT2" => self.integer(IntegerSize::Small)?,
            "MEDIUMINT" | "MIDDLEINT" | "INT3" => self.integer(IntegerSize::Medium)?,
            "INT" | "INTEGER" | "INT4" => self.integer(IntegerSize::Regular)?,
            "BIGINT" | "INT8" => self.integer(IntegerSize::Big)?,
            "BOOL" | "BOOLEAN" => integer(IntegerSize::Tiny, Some(1)),
            "SERIAL" => {
                column.nullable = false;
                column.auto_increment = true;
                let DataType::Integer(big) = integer(IntegerSize::Big, None) else { return Err(self.error("a type")) };
                DataType::Integer(Integer { unsigned: true, ..big })
            }
            "DECIMAL" | "NUMERIC" | "DEC" | "FIXED" => self.decimal()?,
            "NUMBER" if self.at_punct(b'(') => self.decimal()?,
            "NUMBER" => DataType::Double(Real::default()),
            "FLOAT" | "FLOAT4" => self.float()?,
            "DOUBLE" | "REAL" | "FLOAT8" => {
                self.eat_word(b"PRECISION");
                DataType::Double(Real { digits: self.two_numbers()?, ..Real::default() })
            }
            "BIT" => DataType::Bit { bits: self.length()?.unwrap_or(1) },
            "DATE" => DataType::Date,
            "TIME" => DataType::Time { fraction: self.fraction()? },
            "DATETIME" => DataType::DateTime { fraction: self.fraction()? },
            "TIMESTAMP" => DataType::Timestamp { fraction: self.fraction()? },
            "YEAR" => {
                self.length()?;
                DataType::Year
            }
            "CHAR" | "CHARACTER" | "NCHAR" | "VARCHAR" | "VARCHARACTER" | "NVARCHAR" | "NATIONAL" | "VARCHAR2"
            | "NVARCHAR2" => self.character(&word, column)?,
            "BINARY" => DataType::Binary { bytes: self.length()?.unwrap_or(1) },
            "VARBINARY" | "RAW" => DataType::VarBinary { bytes: self.needed_length()? },
            "TINYTEXT" => text(LobSize::Tiny),
            "MEDIUMTEXT" => text(LobSize::Medium),
            "LONGTEXT" | "CLOB" => text(LobSize::Long),
            "TEXT" => {
                // Which type n characters need is known with the character set: one byte each for now.
                let chars = self.length()?.map(u64::from);
                DataType::Text { size: chars.map_or(LobSize::Regular, LobSize::for_bytes), chars }
            }
            "TINYBLOB" => DataType::Blob { size: LobSize::Tiny },
            "MEDIUMBLOB" => DataType::Blob { size: LobSize::Medium },
            "LONGBLOB" => DataType::Blob { size: LobSize::Long },
            "BLOB" => {
                let bytes = self.length()?.map(u64::from);
                DataType::Blob { size: bytes.map_or(LobSize::Regular, LobSize::for_bytes) }
            }
            "LONG" => self.long(),
            "ENUM" => DataType::Enum { members: self.members()? },
            "SET" => DataType::Set { members: self.members()? },
            "JSON" => DataType::Json,
            "UUID" => DataType::Uuid,
            "INET4" => DataType::Inet4,
            "INET6" => DataType::Inet6,
            // MySQL's own default is 2048.
            "VECTOR" => DataType::Vector { dimensions: self.length()?.unwrap_or(2048) },
            "XMLTYPE" => DataType::Xml,
            _ => match GeometryKind::named(word.as_bytes()) {
                Some(kind) => DataType::Geometry(kind),
                None => {
                    if self.at_punct(b'(') {
                        self.skip_one()?;
                    }
                    DataType::Unknown { text: self.text(start, self.end()) }
                }
            },
        };
        Ok(())
    }

    /// `(n)`, if it is there.
    fn length(&mut self) -> Result<Option<u32>> {
        if !self.eat_punct(b'(') {
            return Ok(None);
        }
        let length = self.number_u32("a length")?;
        // Oracle mode says what it counts.
        self.eat_one_of(&[b"CHAR", b"BYTE"]);
        self.expect_punct(b')')?;
        Ok(Some(length))
    }

    fn needed_length(&mut self) -> Result<u32> {
        match self.length()? {
            Some(length) => Ok(length),
            None => Err(self.error("a length in parentheses")),
        }
    }

    /// `(m)` or `(m,d)`, if it is there.
    fn numbers(&mut self) -> Result<Option<(u32, Option<u32>)>> {
        if !self.eat_punct(b'(') {
            return Ok(None);
        }
        let first = self.number_u32("a number of digits")?;
        let second = if self.eat_punct(b',') { Some(self.number_u32("a number of digits")?) } else { None };
        self.expect_punct(b')')?;
        Ok(Some((first, second)))
    }

    fn two_numbers(&mut self) -> Result<Option<(u32, u32)>> {
        Ok(self.numbers()?.and_then(|(first, second)| second.map(|second| (first, second))))
    }

    fn integer(&mut self, size: IntegerSize) -> Result<DataType> {
        let width = self.length()?;
        Ok(integer(size, width))
    }

    fn decimal(&mut self) -> Result<DataType> {
        let (precision, scale) = self.numbers()?.unwrap_or((10, None));
        let precision = if precision == 0 { 10 } else { precision };
        Ok(DataType::Decimal(Decimal { precision, scale: scale.unwrap_or(0), unsigned: false, zerofill: false }))
    }

    /// FLOAT(p) is a DOUBLE from 25 bits of precision on.
    fn float(&mut self) -> Result<DataType> {
        Ok(match self.numbers()? {
            Some((bits, None)) if bits > 24 => DataType::Double(Real::default()),
            Some((digits, Some(decimals))) => {
                DataType::Float(Real { digits: Some((digits, decimals)), ..Real::default() })
            }
            _ => DataType::Float(Real::default()),
        })
    }

    /// Digits after the second. More than six are the display width of a TIMESTAMP(14) from before MySQL 4.1.
    fn fraction(&mut self) -> Result<u8> {
        Ok(self.length()?.and_then(|length| u8::try_from(length).ok()).filter(|digits| *digits <= 6).unwrap_or(0))
    }

    /// CHAR, VARCHAR and their national and long names.
    fn character(&mut self, word: &str, column: &mut Column) -> Result<DataType> {
        let national = word.starts_with('N');
        let mut varying = word.contains("VARCHAR");
        if word == "NATIONAL" {
            varying = self.eat_one_of(&[b"VARCHAR", b"VARCHARACTER"]);
            if !varying && !self.eat_one_of(&[b"CHAR", b"CHARACTER"]) {
                return Err(self.error("CHAR or VARCHAR"));
            }
        }
        if self.eat_word(b"VARYING") || (word == "NCHAR" && self.eat_one_of(&[b"VARCHAR", b"VARCHARACTER"])) {
            varying = true;
        }
        if national {
            column.charset = Some(String::from("utf8mb3"));
        }
        if varying {
            return Ok(DataType::VarChar { chars: self.needed_length()? });
        }
        Ok(DataType::Char { chars: self.length()?.unwrap_or(1) })
    }

    /// LONG, LONG VARCHAR, LONG VARBINARY.
    fn long(&mut self) -> DataType {
        if self.eat_word(b"VARBINARY") {
            return DataType::Blob { size: LobSize::Medium };
        }
        if !self.eat_one_of(&[b"VARCHAR", b"VARCHARACTER"])
            && !self.eat_words(&[b"CHAR", b"VARYING"])
            && !self.eat_words(&[b"CHARACTER", b"VARYING"])
        {
            self.eat_word(b"BYTE");
        }
        text(LobSize::Medium)
    }

    /// The members of ENUM and SET.
    fn members(&mut self) -> Result<Vec<Vec<u8>>> {
        self.expect_punct(b'(')?;
        let mut members = Vec::new();
        loop {
            members.push(self.string_bytes("a member in quotes")?);
            if self.eat_punct(b')') {
                return Ok(members);
            }
            if !self.eat_punct(b',') {
                return Err(self.error("`,` or `)`"));
            }
        }
    }
}

fn integer(size: IntegerSize, display_width: Option<u32>) -> DataType {
    DataType::Integer(Integer { size, display_width, unsigned: false, zerofill: false })
}

fn text(size: LobSize) -> DataType {
    DataType::Text { size, chars: None }
}
