//! Clauses one by one: names and quotes, keys, options, errors.

use rowpress::Kind;
use rowpress::schema::*;

use crate::support::{column, create, create_with, key_names};

fn parse(sql: &str) -> rowpress::Result<CreateTable> {
    parse_create_table(sql.as_bytes(), &Context::default())
}

#[test]
fn heads() {
    let created = parse("create or replace temporary table if not exists db.t (a int)").unwrap();
    assert!(created.or_replace && created.temporary && created.if_not_exists && !created.as_select);
    assert_eq!(created.name.to_string(), "db.t");
    let like = CreateBody::Like(TableName::new("o1"));
    assert_eq!(parse("CREATE TABLE `o3` LIKE `o1`").unwrap().body, like);
    assert_eq!(parse("CREATE TABLE `o3` (LIKE `o1`);").unwrap().body, like);
}

#[test]
fn queries_are_noticed() {
    for sql in [
        "CREATE TABLE t SELECT * FROM u",
        "CREATE TABLE t AS SELECT 1",
        "CREATE TABLE t (SELECT 1)",
        "CREATE TABLE t ((SELECT 1))",
        "CREATE TABLE t (a int) ENGINE=InnoDB IGNORE AS SELECT 1",
        "CREATE TABLE t (a int) REPLACE SELECT 1",
        "CREATE TABLE t ENGINE=MyISAM WITH x AS (SELECT 1) SELECT * FROM x",
    ] {
        assert!(parse(sql).unwrap().as_select, "{sql}");
    }
    assert!(!parse("CREATE TABLE t ENGINE=CONNECT table_type=DBF").unwrap().as_select);
}

#[test]
fn names_in_all_quotes() {
    let table = create("CREATE TABLE \"a b\".`c``d` (\"x\" int, `y``z` int, größe int, 2nd int)");
    let names: Vec<_> = table.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!((table.name.to_string().as_str(), names.as_slice()), ("a b.c`d", &["x", "y`z", "größe", "2nd"][..]));
    let ansi = Context { ansi_quotes: true, ..Context::default() };
    let table = create_with(br#"CREATE TABLE "t" ("a""b" varchar(3) DEFAULT 'it''s', PRIMARY KEY ("a""b"))"#, &ansi);
    assert_eq!((table.columns[0].name.as_str(), table.keys.len()), ("a\"b", 1));
    let latin1 = Context { names: "latin1", ..Context::default() };
    assert_eq!(create_with(b"CREATE TABLE `\xe9t\xe9` (\xfc int)", &latin1).name.name, "été");
}

#[test]
fn backslashes_follow_the_mode() {
    let plain = Context { no_backslash_escapes: true, ..Context::default() };
    let table = create_with(br"CREATE TABLE t (e enum('\','b') COMMENT 'c:\')", &plain);
    assert_eq!(table.columns[0].data_type, DataType::Enum { members: vec![b"\\".to_vec(), b"b".to_vec()] });
    assert_eq!(table.columns[0].comment.as_deref(), Some("c:\\"));
    let sjis = Context { names: "sjis", ..Context::default() };
    let table = create_with(b"CREATE TABLE t (e char(3) DEFAULT '\x95\x5c', b int)", &sjis);
    assert_eq!(table.columns.len(), 2);
}

#[test]
fn a_table_with_everything_odd() {
    let table = create(
        "CREATE TABLE `o2` (
  `a` varchar(255) BINARY,
  `c` int(10) unsigned zerofill NOT NULL DEFAULT '0000000000',
  `e` enum('x,y','it''s',')') DEFAULT 'x,y',
  `s` set('a','b') COMMENT 'has, comma (and) ; semi',
  `ts` timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP ON UPDATE CURRENT_TIMESTAMP,
  KEY `k` (`a`(20)),
  FULLTEXT KEY `ft` (`a`),
  CONSTRAINT `chk` CHECK (`c` >= 0)
) ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE=8 COMMENT='t; it''s (odd)'",
    );
    assert_eq!(table.columns.len(), 5);
    let server = Collation::named("utf8mb4_general_ci").unwrap();
    assert_eq!(table.charset_of(&table.columns[0], &server).name, "utf8mb4_bin");
    assert_eq!(table.columns[3].comment.as_deref(), Some("has, comma (and) ; semi"));
    assert_eq!(table.columns[4].on_update, Some(0));
    assert_eq!(table.checks[0].expression, "`c` >= 0");
    assert_eq!(table.options.comment.as_deref(), Some("t; it's (odd)"));
    let o1 = create("CREATE TABLE `o1` (`b` integer) ENGINE=InnoDB AUTO_INCREMENT=413856661 DEFAULT CHARSET=binary");
    assert_eq!((o1.options.auto_increment, o1.options.charset.as_deref()), (Some(413_856_661), Some("binary")));
}

#[test]
fn generated_columns() {
    let kind = |definition: &str| column(definition).generated.map(|generated| generated.kind);
    assert_eq!(kind("int AS (a + 1)"), Some(GeneratedKind::Virtual));
    assert_eq!(kind("int AS (a + 1) PERSISTENT"), Some(GeneratedKind::Stored));
    assert_eq!(kind("int GENERATED ALWAYS AS ((a)) STORED NOT NULL"), Some(GeneratedKind::Stored));
    assert_eq!(kind("int"), None);
    let nested = column("text AS (concat('a)', \"b)\", (`c)` /* ) */ ))) VIRTUAL UNIQUE");
    assert_eq!(nested.generated.unwrap().expression, "concat('a)', \"b)\", (`c)` ))");
}

#[test]
fn a_table_of_generated_columns() {
    let table = create(
        "CREATE TABLE `gen` (
  `id` int NOT NULL,
  `j` longtext,
  `h` char(32) GENERATED ALWAYS AS (md5(`id`)) STORED,
  `v` int GENERATED ALWAYS AS (`id` * 2) VIRTUAL,
  PRIMARY KEY (`id`)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4",
    );
    let written: Vec<_> = table.columns.iter().filter(|column| column.generated.is_none()).collect();
    assert_eq!((table.columns.len(), written.len()), (4, 2));
    assert_eq!(table.columns.iter().filter(|column| column.is_virtual()).count(), 1);
}

#[test]
fn column_attributes() {
    let table = create(
        "CREATE TABLE t (
            a int COLUMN_FORMAT FIXED STORAGE DISK PRIMARY KEY,
            b varchar(9) COMPRESSED=zlib UNIQUE KEY,
            c blob COLUMN_FORMAT COMPRESSED WITH COMPRESSION_DICTIONARY d1,
            d int CONSTRAINT pos CHECK (d > 0) CHECK (d < 9) NOT ENFORCED,
            e int REFERENCES other (id) ON DELETE CASCADE WITHOUT SYSTEM VERSIONING,
            f int ENGINE_ATTRIBUTE='{}' `field_length`=10 newfangled(1, (2)) NULL,
            g point REF_SYSTEM_ID=101 KEY
        )",
    );
    let [a, b, c, d, e, f, g] = &table.columns[..] else { panic!() };
    assert_eq!((a.column_format.as_deref(), a.storage.as_deref(), a.nullable), (Some("FIXED"), Some("DISK"), false));
    assert_eq!(b.compressed.as_deref(), Some("zlib"));
    assert_eq!(c.compressed.as_deref(), Some("d1"));
    assert_eq!(d.checks.iter().map(|check| check.enforced).collect::<Vec<_>>(), [true, false]);
    let references = e.references.as_ref().unwrap();
    assert_eq!((references.table.name.as_str(), &references.columns[..]), ("other", &["e".to_owned()][..]));
    assert_eq!(e.system_versioning, Some(false));
    assert_eq!(f.unknown, ["ENGINE_ATTRIBUTE='{}'", "`field_length`=10", "newfangled(1, (2))"]);
    assert!(f.nullable && f.nullable_written);
    assert_eq!(g.srid, Some(101));
    assert_eq!(key_names(&table.keys), ["PRIMARY(a)", "b(b)", "PRIMARY(g)"]);
}

#[test]
fn keys_get_the_servers_names() {
    let table = create(
        "CREATE TABLE t (A int, b int, KEY (a), INDEX (A,b), UNIQUE (a), CONSTRAINT sym UNIQUE (b), UNIQUE KEY n USING HASH (b),
         KEY ((a+1)), KEY ((a+2)), PRIMARY KEY USING BTREE (b), KEY type (b), KEY USING BTREE (b) COMMENT 'x')",
    );
    assert_eq!(
        key_names(&table.keys),
        [
            "A(a)",
            "A_2(A,b)",
            "A_3(a)",
            "sym(b)",
            "n(b)",
            "functional_index()",
            "functional_index_2()",
            "PRIMARY(b)",
            "type(b)",
            "b(b)"
        ]
    );
    assert!(table.columns[0].nullable && !table.columns[1].nullable);
    assert_eq!(table.keys[4].algorithm.as_deref(), Some("HASH"));
    assert_eq!(table.keys[9].algorithm.as_deref(), Some("BTREE"));
}

#[test]
fn foreign_keys_make_keys_where_none_serves() {
    let table = create(
        "CREATE TABLE t (a int, b int, c int, KEY ab (a, b), FOREIGN KEY (a) REFERENCES u (x),
         CONSTRAINT fk FOREIGN KEY (b, c) REFERENCES u, FOREIGN KEY named (c) REFERENCES d.u (y) MATCH FULL ON UPDATE SET DEFAULT)",
    );
    assert_eq!(key_names(&table.keys), ["ab(a,b)", "fk(b,c)", "named(c)"]);
    assert_eq!(table.keys.iter().map(|key| key.generated).collect::<Vec<_>>(), [false, true, true]);
    assert_eq!(table.foreign_keys[2].on_update.as_deref(), Some("SET DEFAULT"));
}

#[test]
fn server_order_and_clustered_key() {
    let table = create(
        "CREATE TABLE t (a int NOT NULL, b int, v varchar(20) NOT NULL, FULLTEXT f (v), KEY k (a), UNIQUE ub (b), UNIQUE pre (v(5)), UNIQUE ua (a))",
    );
    let order: Vec<_> = table.keys_in_server_order().iter().map(|key| key.name.as_str()).collect();
    assert_eq!(order, ["ua", "pre", "ub", "k", "f"]);
    assert_eq!(table.clustered_key().unwrap().name, "ua");
    assert_eq!(create("CREATE TABLE t (a int, UNIQUE (a))").clustered_key(), None);
    let whole = create("CREATE TABLE t (v varchar(20) NOT NULL, UNIQUE (v(20)))");
    assert!(whole.clustered_key().is_some());
}

#[test]
fn options_in_all_spellings() {
    let table = create(
        "CREATE TABLE t (a int) engine innodb, default character set = 'utf8' collate utf8_bin row_format dynamic max_rows=100 min_rows 5
         avg_row_length=70 data directory='/d' index directory '/i' encrypted=yes encryption_key_id=2 AUTOEXTEND_SIZE=4M new_option
         other_option=-3 STORAGE MEMORY connection='c' pack_keys=0 START TRANSACTION union=() stats_auto_recalc=default",
    );
    let options = &table.options;
    assert_eq!(table.engine.as_deref(), Some("innodb"));
    assert_eq!((options.charset.as_deref(), options.collation.as_deref()), (Some("utf8"), Some("utf8_bin")));
    assert_eq!(options.row_format, Some(RowFormat::Dynamic));
    assert_eq!((options.max_rows, options.min_rows, options.avg_row_length), (Some(100), Some(5), Some(70)));
    assert_eq!((options.data_directory.as_deref(), options.index_directory.as_deref()), (Some("/d"), Some("/i")));
    assert_eq!((options.encryption, options.pack_keys, options.stats_auto_recalc), (Some(true), Some(false), None));
    assert_eq!(options.get("autoextend_size"), Some("4M"));
    assert_eq!((options.get("new_option"), options.get("OTHER_OPTION")), (Some(""), Some("-3")));
    assert_eq!(table.unknown, [""; 0]);
    assert_eq!(options.all.len(), 20);
}

#[test]
fn clauses_of_later_servers_are_kept() {
    let table = create("CREATE TABLE t (a int, HYPER(1, ')') FAST (2), b int) ENGINE=X PARTITION BY MOON (a) (x, (y))");
    assert_eq!((table.columns.len(), table.engine.as_deref()), (2, Some("X")));
    assert_eq!(table.unknown, ["HYPER(1, ')') FAST (2)", "PARTITION BY MOON (a) (x, (y))"]);
}

#[test]
fn errors_say_where_and_what() {
    for (sql, offset, expected) in [
        ("CREATE TABLE t (a int,)", 22, "expected a column or a key, found `)`"),
        ("CREATE TABLE t (a int,, b int)", 22, "expected a column or a key, found `,`"),
        ("CREATE TABLE t ()", 16, "expected a column or a key"),
        ("CREATE TABLE t (a int", 21, "expected `,` or `)`, found the end"),
        ("CREATE TABLE t (a int comment 'x)", 30, "that is not closed"),
        ("CREATE TABLE t (a)", 17, "expected a data type"),
        ("CREATE TABLE t (a varchar)", 25, "expected a length"),
        ("CREATE TABLE t (a enum())", 23, "expected a member in quotes"),
        ("CREATE TABLE t (1 int)", 16, "expected a column or a key, found `1`"),
        ("CREATE TABLE t (key k (a)", 25, "expected `,` or `)`"),
        ("CREATE TABLE d.t.u (a int)", 16, "expected `(` and the columns, found `.`"),
        ("CREATE TABLE t", 14, "expected `(` and the columns"),
        ("CREATE TABLE t (a int) )", 23, "expected an option"),
        ("CREATE TABLE t (a int) PARTITION BY RANGE (a", 44, "expected `)`"),
        ("CREATE VIEW v AS SELECT 1", 7, "expected TABLE, found `VIEW`"),
    ] {
        let error = parse(sql).unwrap_err();
        assert_eq!((error.kind, error.position.offset), (Kind::Syntax, Some(offset)), "{sql}: {error}");
        assert!(error.message.contains(expected), "{sql}: {error}");
        let table = (!sql.contains("VIEW")).then_some(if sql.contains("d.t") { "d.t" } else { "t" });
        assert_eq!(error.position.table.as_deref(), table);
    }
}
