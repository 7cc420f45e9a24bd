//! Every data type, and what the server makes of its many names.

use rowpress::schema::*;

use crate::support::{column, create};

fn shown(definition: &str) -> String {
    let column = column(definition);
    assert_eq!(column.unknown, [""; 0], "{definition}");
    column.data_type.to_string()
}

#[test]
fn names_of_types() {
    for (written, is) in [
        ("INT1", "tinyint"),
        ("int2(3) unsigned", "smallint(3) unsigned"),
        ("MIDDLEINT", "mediumint"),
        ("INT3", "mediumint"),
        ("INTEGER ZEROFILL", "int unsigned zerofill"),
        ("int8 signed", "bigint"),
        ("BOOL", "tinyint(1)"),
        ("BOOLEAN", "tinyint(1)"),
        ("DECIMAL", "decimal(10,0)"),
        ("NUMERIC(5)", "decimal(5,0)"),
        ("DEC(0)", "decimal(10,0)"),
        ("FIXED(8,3) UNSIGNED", "decimal(8,3) unsigned"),
        ("FLOAT(24)", "float"),
        ("FLOAT(25)", "double"),
        ("FLOAT(7,2)", "float(7,2)"),
        ("FLOAT4", "float"),
        ("FLOAT8", "double"),
        ("DOUBLE PRECISION(9,4)", "double(9,4)"),
        ("REAL", "double"),
        ("BIT", "bit(1)"),
        ("BIT(12)", "bit(12)"),
        ("TIME(2)", "time(2)"),
        ("DATETIME", "datetime"),
        ("timestamp(14)", "timestamp"),
        ("year(2)", "year"),
        ("CHAR", "char(1)"),
        ("CHARACTER(3)", "char(3)"),
        ("CHAR VARYING(7)", "varchar(7)"),
        ("CHARACTER VARYING (7)", "varchar(7)"),
        ("NATIONAL CHARACTER VARYING(9)", "varchar(9)"),
        ("NATIONAL VARCHAR(9)", "varchar(9)"),
        ("NCHAR VARCHAR(9)", "varchar(9)"),
        ("NCHAR(9)", "char(9)"),
        ("CHAR(5) BYTE", "binary(5)"),
        ("varchar(5) character set binary", "varbinary(5)"),
        ("text character set binary", "blob"),
        ("VARBINARY(300)", "varbinary(300)"),
        ("TEXT(255) ascii", "tinytext"),
        ("BLOB(255)", "tinyblob"),
        ("BLOB(256)", "blob"),
        ("BLOB(65536)", "mediumblob"),
        ("BLOB(16777216)", "longblob"),
        ("LONG", "mediumtext"),
        ("LONG VARCHAR", "mediumtext"),
        ("LONG CHAR VARYING", "mediumtext"),
        ("LONG VARBINARY", "mediumblob"),
        ("enum('a','b''c',\"d\",0x65)", "enum('a','b''c','d','e')"),
        ("set('x  ','y')", "set('x','y')"),
        ("geomcollection", "geometrycollection"),
        ("MULTILINESTRING", "multilinestring"),
        ("vector", "vector(2048)"),
        ("VARCHAR2(10 CHAR)", "varchar(10)"),
        ("NUMBER(8,2)", "decimal(8,2)"),
        ("NUMBER", "double"),
        ("RAW(16)", "varbinary(16)"),
        ("CLOB", "longtext"),
        ("mariadb_schema.date", "date"),
        ("xmltype", "xmltype"),
    ] {
        assert_eq!(shown(written), is, "{written}");
    }
}

#[test]
fn sizes() {
    let sizes = [IntegerSize::Tiny, IntegerSize::Small, IntegerSize::Medium, IntegerSize::Regular, IntegerSize::Big];
    assert_eq!(sizes.map(IntegerSize::bytes), [1, 2, 3, 4, 8]);
    let lobs = [LobSize::Tiny, LobSize::Regular, LobSize::Medium, LobSize::Long];
    assert_eq!(lobs.map(LobSize::length_bytes), [1, 2, 3, 4]);
}

#[test]
fn text_of_n_characters_waits_for_the_charset() {
    let server = Collation::named("utf8mb4_0900_ai_ci").unwrap();
    for (options, is) in [("", "text"), (" CHARSET=latin1", "tinytext"), (" CHARSET=binary", "tinyblob")] {
        let table = create(&format!("CREATE TABLE t (c TEXT(100)){options}"));
        assert_eq!(table.data_type_of(&table.columns[0], &server).to_string(), is, "{options}");
    }
    let table = create("CREATE TABLE t (c VARCHAR(9), i INT, e ENUM('a')) DEFAULT CHARSET=binary");
    assert_eq!(table.data_type_of(&table.columns[0], &server), DataType::VarBinary { bytes: 9 });
    assert_eq!(table.data_type_of(&table.columns[1], &server).to_string(), "int");
    assert_eq!(table.charset_of(&table.columns[2], &server).charset.name, "binary");
}

#[test]
fn serial_is_a_key_of_its_own() {
    for (definition, unsigned) in [("SERIAL", true), ("BIGINT SERIAL DEFAULT VALUE", false)] {
        let table = create(&format!("CREATE TABLE t (c {definition})"));
        let column = &table.columns[0];
        assert!(column.auto_increment && !column.nullable);
        assert!(matches!(column.data_type, DataType::Integer(integer) if integer.unsigned == unsigned));
        assert_eq!((table.keys[0].kind, table.keys[0].name.as_str()), (KeyKind::Unique, "c"));
    }
}

#[test]
fn unknown_types_are_kept() {
    let column = column("hyperlog(12, 'x)') NOT NULL DEFAULT 5");
    assert_eq!(column.data_type, DataType::Unknown { text: "hyperlog(12, 'x)')".into() });
    assert!(!column.nullable);
    assert_eq!(column.default, DefaultValue::Literal(Literal::Number("5".into())));
}

#[test]
fn defaults() {
    let text = |bytes: &[u8], charset: Option<&str>| {
        DefaultValue::Literal(Literal::String { bytes: bytes.to_vec(), charset: charset.map(str::to_owned) })
    };
    let number = |digits: &str| DefaultValue::Literal(Literal::Number(digits.into()));
    for (definition, is) in [
        ("int", DefaultValue::None),
        ("int default null", DefaultValue::Null),
        ("int default -1", number("-1")),
        ("double default +.5e3", number(".5e3")),
        ("bool default TRUE", number("1")),
        ("bool default false", number("0")),
        ("char(9) default 'a\\'b' 'c'", text(b"a'bc", None)),
        ("char(9) default 'x' collate utf8mb4_bin", text(b"x", None)),
        ("char(9) default _latin1'\\0'", text(b"\0", Some("latin1"))),
        ("char(9) default _binary 'y'", text(b"y", Some("binary"))),
        ("char(9) default N'z'", text(b"z", Some("utf8mb3"))),
        ("bit default b'0'", DefaultValue::Literal(Literal::Bytes(vec![0]))),
        ("binary(2) default 0x4142", DefaultValue::Literal(Literal::Bytes(b"AB".to_vec()))),
        ("date default DATE'2024-01-01'", text(b"2024-01-01", None)),
        ("datetime default now()", DefaultValue::CurrentTimestamp { fraction: 0 }),
        ("datetime(6) default localtimestamp(6)", DefaultValue::CurrentTimestamp { fraction: 6 }),
        ("char(36) default (uuid())", DefaultValue::Expression("uuid()".into())),
        ("int default (1  +\n(2))", DefaultValue::Expression("1 + (2)".into())),
        ("date default curdate()", DefaultValue::Expression("curdate()".into())),
        ("char(9) default current_user", DefaultValue::Expression("current_user".into())),
        ("int default next value for d.s", DefaultValue::Expression("next value for d.s".into())),
    ] {
        let column = column(&format!("{definition} comment 'end'"));
        assert_eq!(column.default, is, "{definition}");
        assert_eq!((column.comment.as_deref(), column.unknown.len()), (Some("end"), 0), "{definition}");
    }
    assert_eq!(column("char(9) default 'x' collate utf8mb4_bin").collation.as_deref(), Some("utf8mb4_bin"));
}
