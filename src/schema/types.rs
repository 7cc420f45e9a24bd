//! Column types, with what their stored size depends on.

use super::charset::Charset;

/// A column's type, as the server understands the words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DataType {
    /// TINYINT to BIGINT, BOOL and SERIAL.
    Integer(Integer),
    /// DECIMAL, NUMERIC, FIXED.
    Decimal(Decimal),
    /// Four bytes.
    Float(Real),
    /// Eight bytes.
    Double(Real),
    /// BIT(n).
    Bit {
        /// Bits, 1 to 64.
        bits: u32,
    },
    /// DATE.
    Date,
    /// TIME(n).
    Time {
        /// Digits after the second, 0 to 6.
        fraction: u8,
    },
    /// DATETIME(n).
    DateTime {
        /// Digits after the second, 0 to 6.
        fraction: u8,
    },
    /// TIMESTAMP(n).
    Timestamp {
        /// Digits after the second, 0 to 6.
        fraction: u8,
    },
    /// YEAR.
    Year,
    /// CHAR(n).
    Char {
        /// Length in characters.
        chars: u32,
    },
    /// VARCHAR(n).
    VarChar {
        /// Greatest length in characters.
        chars: u32,
    },
    /// BINARY(n).
    Binary {
        /// Length in bytes.
        bytes: u32,
    },
    /// VARBINARY(n).
    VarBinary {
        /// Greatest length in bytes.
        bytes: u32,
    },
    /// TINYTEXT to LONGTEXT.
    Text {
        /// Which of the four. Where `chars` is set, the one for characters of one byte: `DataType::in_charset` gives the server's choice.
        size: LobSize,
        /// n of TEXT(n): greatest length in characters, where it is written.
        chars: Option<u64>,
    },
    /// TINYBLOB to LONGBLOB.
    Blob {
        /// Which of the four.
        size: LobSize,
    },
    /// ENUM.
    Enum {
        /// The members in order, without escapes, in the session's character set.
        members: Vec<Vec<u8>>,
    },
    /// SET.
    Set {
        /// The members in order, without escapes, in the session's character set.
        members: Vec<Vec<u8>>,
    },
    /// JSON: MySQL stores its own binary format, in MariaDB it is LONGTEXT in utf8mb4_bin.
    Json,
    /// GEOMETRY, POINT and so on.
    Geometry(GeometryKind),
    /// MariaDB's UUID, 16 bytes.
    Uuid,
    /// MariaDB's INET4, 4 bytes.
    Inet4,
    /// MariaDB's INET6, 16 bytes.
    Inet6,
    /// VECTOR(n): floats of four bytes each.
    Vector {
        /// Number of floats.
        dimensions: u32,
    },
    /// MariaDB's XMLTYPE.
    Xml,
    /// A type that is not known.
    Unknown {
        /// The type as written, with its parentheses.
        text: String,
    },
}

/// An integer type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Integer {
    /// How many bytes.
    pub size: IntegerSize,
    /// The display width in digits, where it is written. It changes nothing that is stored.
    pub display_width: Option<u32>,
    /// UNSIGNED, also by ZEROFILL.
    pub unsigned: bool,
    /// ZEROFILL.
    pub zerofill: bool,
}

/// The five sizes of integers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum IntegerSize {
    /// TINYINT, one byte.
    Tiny,
    /// SMALLINT, two bytes.
    Small,
    /// MEDIUMINT, three bytes.
    Medium,
    /// INT, four bytes.
    Regular,
    /// BIGINT, eight bytes.
    Big,
}

impl IntegerSize {
    /// Bytes of a value.
    pub fn bytes(self) -> u8 {
        match self {
            Self::Tiny => 1,
            Self::Small => 2,
            Self::Medium => 3,
            Self::Regular => 4,
            Self::Big => 8,
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Tiny => "tinyint",
            Self::Small => "smallint",
            Self::Medium => "mediumint",
            Self::Regular => "int",
            Self::Big => "bigint",
        }
    }
}

/// A fixed-point type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal {
    /// Digits in all, 10 where it is not written.
    pub precision: u32,
    /// Digits after the point.
    pub scale: u32,
    /// UNSIGNED, also by ZEROFILL.
    pub unsigned: bool,
    /// ZEROFILL.
    pub zerofill: bool,
}

/// A floating-point type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Real {
    /// Digits in all and after the point, of FLOAT(m,d): the server rounds to them.
    pub digits: Option<(u32, u32)>,
    /// UNSIGNED, also by ZEROFILL.
    pub unsigned: bool,
    /// ZEROFILL.
    pub zerofill: bool,
}

/// The four sizes of TEXT and BLOB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LobSize {
    /// TINYTEXT, TINYBLOB: up to 255 bytes.
    Tiny,
    /// TEXT, BLOB: up to 65 535 bytes.
    Regular,
    /// MEDIUMTEXT, MEDIUMBLOB: up to 2^24 - 1 bytes.
    Medium,
    /// LONGTEXT, LONGBLOB: up to 2^32 - 1 bytes.
    Long,
}

impl LobSize {
    /// The smallest type for values of `bytes` bytes, as the server picks it.
    pub fn for_bytes(bytes: u64) -> Self {
        match bytes {
            0..=0xFF => Self::Tiny,
            0x100..=0xFFFF => Self::Regular,
            0x1_0000..=0xFF_FFFF => Self::Medium,
            _ => Self::Long,
        }
    }

    /// Bytes that count the length of a value in the server's own row format: 1 to 4.
    pub fn length_bytes(self) -> u8 {
        match self {
            Self::Tiny => 1,
            Self::Regular => 2,
            Self::Medium => 3,
            Self::Long => 4,
        }
    }

    pub(super) fn prefix(self) -> &'static str {
        match self {
            Self::Tiny => "tiny",
            Self::Regular => "",
            Self::Medium => "medium",
            Self::Long => "long",
        }
    }
}

/// The spatial types; all are stored alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum GeometryKind {
    /// GEOMETRY: any of the others.
    Geometry,
    /// POINT.
    Point,
    /// LINESTRING.
    LineString,
    /// POLYGON.
    Polygon,
    /// MULTIPOINT.
    MultiPoint,
    /// MULTILINESTRING.
    MultiLineString,
    /// MULTIPOLYGON.
    MultiPolygon,
    /// GEOMETRYCOLLECTION, GEOMCOLLECTION.
    GeometryCollection,
}

impl GeometryKind {
    /// The type of this name, in any case.
    pub fn named(name: &[u8]) -> Option<Self> {
        const KINDS: [(&[u8], GeometryKind); 9] = [
            (b"geometry", GeometryKind::Geometry),
            (b"point", GeometryKind::Point),
            (b"linestring", GeometryKind::LineString),
            (b"polygon", GeometryKind::Polygon),
            (b"multipoint", GeometryKind::MultiPoint),
            (b"multilinestring", GeometryKind::MultiLineString),
            (b"multipolygon", GeometryKind::MultiPolygon),
            (b"geometrycollection", GeometryKind::GeometryCollection),
            (b"geomcollection", GeometryKind::GeometryCollection),
        ];
        KINDS.iter().find(|(word, _)| word.eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
    }
}

impl DataType {
    /// Whether its values have a character set: CHAR, VARCHAR, TEXT, ENUM, SET, JSON, XMLTYPE.
    pub fn is_character(&self) -> bool {
        matches!(
            self,
            Self::Char { .. }
                | Self::VarChar { .. }
                | Self::Text { .. }
                | Self::Enum { .. }
                | Self::Set { .. }
                | Self::Json
                | Self::Xml
        )
    }

    /// Whether the server stores it as a BLOB: TEXT, BLOB, JSON, spatial types, XMLTYPE.
    pub fn is_lob(&self) -> bool {
        matches!(self, Self::Text { .. } | Self::Blob { .. } | Self::Json | Self::Geometry(_) | Self::Xml)
    }

    /// The type that the server makes of this one in a character set: CHAR, VARCHAR and TEXT become BINARY, VARBINARY and BLOB in `binary`, and
    /// TEXT(n) becomes the smallest type for n of the longest characters.
    pub fn in_charset(&self, charset: &Charset) -> DataType {
        let binary = charset.name == "binary";
        match *self {
            Self::Char { chars } if binary => Self::Binary { bytes: chars },
            Self::VarChar { chars } if binary => Self::VarBinary { bytes: chars },
            Self::Text { size, chars: None } if binary => Self::Blob { size },
            Self::Text { chars: Some(chars), .. } => {
                let size = LobSize::for_bytes(chars.saturating_mul(u64::from(charset.max_bytes)));
                if binary { Self::Blob { size } } else { Self::Text { size, chars: None } }
            }
            _ => self.clone(),
        }
    }
}
