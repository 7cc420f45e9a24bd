//! Types in the words of SHOW CREATE TABLE, for reports.

use std::fmt;

use super::types::DataType;

/// The type as SHOW CREATE TABLE writes it, without character set.
impl fmt::Display for DataType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = |f: &mut fmt::Formatter<'_>, unsigned: bool, zerofill: bool| {
            f.write_str(if unsigned { " unsigned" } else { "" })?;
            f.write_str(if zerofill { " zerofill" } else { "" })
        };
        let fractional = |f: &mut fmt::Formatter<'_>, name: &str, fraction: u8| {
            f.write_str(name)?;
            if fraction > 0 { write!(f, "({fraction})") } else { Ok(()) }
        };
        match self {
            Self::Integer(integer) => {
                f.write_str(integer.size.name())?;
                if let Some(width) = integer.display_width {
                    write!(f, "({width})")?;
                }
                sign(f, integer.unsigned, integer.zerofill)
            }
            Self::Decimal(decimal) => {
                write!(f, "decimal({},{})", decimal.precision, decimal.scale)?;
                sign(f, decimal.unsigned, decimal.zerofill)
            }
            Self::Float(real) | Self::Double(real) => {
                f.write_str(if matches!(self, Self::Float(_)) { "float" } else { "double" })?;
                if let Some((digits, decimals)) = real.digits {
                    write!(f, "({digits},{decimals})")?;
                }
                sign(f, real.unsigned, real.zerofill)
            }
            Self::Bit { bits } => write!(f, "bit({bits})"),
            Self::Date => f.write_str("date"),
            Self::Time { fraction } => fractional(f, "time", *fraction),
            Self::DateTime { fraction } => fractional(f, "datetime", *fraction),
            Self::Timestamp { fraction } => fractional(f, "timestamp", *fraction),
            Self::Year => f.write_str("year"),
            Self::Char { chars } => write!(f, "char({chars})"),
            Self::VarChar { chars } => write!(f, "varchar({chars})"),
            Self::Binary { bytes } => write!(f, "binary({bytes})"),
            Self::VarBinary { bytes } => write!(f, "varbinary({bytes})"),
            Self::Text { size, chars: None } => write!(f, "{}text", size.prefix()),
            Self::Text { chars: Some(chars), .. } => write!(f, "text({chars})"),
            Self::Blob { size } => write!(f, "{}blob", size.prefix()),
            Self::Enum { members } | Self::Set { members } => {
                f.write_str(if matches!(self, Self::Enum { .. }) { "enum(" } else { "set(" })?;
                for (index, member) in members.iter().enumerate() {
                    let comma = if index > 0 { "," } else { "" };
                    write!(f, "{comma}'{}'", String::from_utf8_lossy(member).replace('\'', "''"))?;
                }
                f.write_str(")")
            }
            Self::Json => f.write_str("json"),
            Self::Geometry(kind) => f.write_str(&format!("{kind:?}").to_ascii_lowercase()),
            Self::Uuid => f.write_str("uuid"),
            Self::Inet4 => f.write_str("inet4"),
            Self::Inet6 => f.write_str("inet6"),
            Self::Vector { dimensions } => write!(f, "vector({dimensions})"),
            Self::Xml => f.write_str("xmltype"),
            Self::Unknown { text } => f.write_str(text),
        }
    }
}
