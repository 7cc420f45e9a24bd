//! What servers and tools really write.

use rowpress::schema::*;

use crate::support::{fixtures, key_names, table};

fn server() -> Collation {
    Collation::named("utf8mb4_0900_ai_ci").unwrap()
}

#[test]
fn every_statement_is_understood_whole() {
    let mut tables = 0;
    for (fixture, statements) in fixtures() {
        for sql in &statements {
            let context = Context::default();
            if sql.starts_with("CREATE") {
                let created = parse_create_table(sql.as_bytes(), &context).unwrap();
                let CreateBody::Definition(table) = created.body else { panic!("{fixture}: {sql}") };
                assert_eq!(table.unknown, [""; 0], "{fixture}: {sql}");
                for column in &table.columns {
                    assert_eq!(column.unknown, [""; 0], "{fixture}: {}", column.name);
                    assert!(!matches!(column.data_type, DataType::Unknown { .. }), "{fixture}: {}", column.name);
                }
                tables += 1;
            } else {
                let altered = parse_alter_table(sql.as_bytes(), &context).unwrap();
                assert!(!altered.alterations.iter().any(|one| matches!(one, Alteration::Other(_))), "{sql}");
            }
        }
    }
    assert!(tables >= 19, "{tables}");
}

#[test]
fn mariadb_dumps() {
    let posts = table("mariadb-10.11", "wp_postmeta");
    assert_eq!(posts.engine.as_deref(), Some("InnoDB"));
    assert_eq!(posts.options.auto_increment, Some(60001));
    let key = posts.secondary().last().unwrap();
    assert_eq!((key.name.as_str(), key.parts[0].prefix), ("meta_key", Some(191)));
    let found = posts.charset_of(posts.column("META_VALUE").unwrap(), &server());
    assert_eq!((found.charset.max_bytes, found.name.as_str()), (4, "utf8mb4_unicode_520_ci"));
    let lines = table("mariadb-10.11", "lineitem");
    assert_eq!(lines.columns.len(), 16);
    assert_eq!(lines.charset_of(&lines.columns[8], &server()).charset.max_bytes, 1);
    assert_eq!(lines.columns[4].data_type.to_string(), "decimal(15,2)");
}

#[test]
fn mariadb_versioning_and_compression() {
    let table = table("mariadb-10.11", "ledger");
    let column = |name: &str| table.column(name).unwrap();
    assert_eq!(table.options.page_compressed, Some(true));
    assert_eq!(table.options.page_compression_level, Some(6));
    assert!(table.options.system_versioning);
    assert_eq!(column("j").checks[0].expression, "json_valid(`j`)");
    assert_eq!(column("ref").default, DefaultValue::Expression("uuid()".into()));
    assert_eq!(column("body").compressed.as_deref(), Some(""));
    assert!(column("hidden").invisible);
    assert_eq!(column("made").default, DefaultValue::CurrentTimestamp { fraction: 6 });
    assert_eq!(column("made").on_update, Some(6));
    assert!(column("twice").is_virtual());
    let kept = column("kept").generated.clone().unwrap();
    assert_eq!(
        (kept.expression.as_str(), kept.kind),
        ("concat(_utf8mb4'(',lcase(`body`),'),')", GeneratedKind::Stored)
    );
    assert_eq!(column("row_end").row_edge, Some(RowEdge::End));
    assert!(!column("row_end").nullable);
    assert_eq!(table.periods[0].name, "SYSTEM_TIME");
    assert!(table.keys[2].invisible);
    assert_eq!(table.keys[1].algorithm.as_deref(), Some("HASH"));
    let partitioning = table.partitioning.as_ref().unwrap();
    assert_eq!(partitioning.method, PartitionMethod::SystemTime);
    assert_eq!(partitioning.expression, "LIMIT 100000");
    assert_eq!(partitioning.partitions[1].values.as_deref(), Some("CURRENT"));
    assert_eq!(partitioning.number(), 2);
}

#[test]
fn mariadb_sequences_and_aria() {
    let table = table("mariadb-10.11", "counted");
    assert_eq!(table.columns[0].default, DefaultValue::Expression("nextval(`shop`.`counter`)".into()));
    assert_eq!(table.columns[1].default, DefaultValue::Literal(Literal::Bytes(vec![0])));
    assert_eq!(table.columns[2].data_type.to_string(), "decimal(12,4) unsigned zerofill");
    assert_eq!(table.options.row_format, Some(RowFormat::Page));
    assert_eq!((table.options.page_checksum, table.options.transactional), (Some(true), Some(false)));
}

#[test]
fn mariadb_vectors_and_periods() {
    let vectors = table("mariadb-11.8", "vectors");
    assert_eq!(vectors.columns[1].data_type, DataType::Vector { dimensions: 64 });
    let key = &vectors.keys[1];
    assert_eq!((key.kind, key.m, key.distance.as_deref()), (KeyKind::Vector, Some(8), Some("cosine")));
    assert_eq!(vectors.charset_of(&vectors.columns[3], &server()).charset.name, "utf8mb3");
    assert_eq!(vectors.charset_of(&vectors.columns[2], &server()).name, "utf8mb4_uca1400_ai_ci");
    let booking = table("mariadb-11.8", "booking");
    assert_eq!(booking.keys[0].unknown, ["WITHOUT OVERLAPS"]);
    assert_eq!(booking.checks[0].name.as_deref(), Some("sane"));
    assert_eq!(booking.checks[0].expression, "`room` > 0 and `room` < (100 + 1) or 'a)b' = '('");
    assert_eq!(booking.columns.len(), 3);
}

#[test]
fn old_servers() {
    let users = table("mysql-5.0", "users");
    assert_eq!(users.engine.as_deref(), Some("MyISAM"));
    assert_eq!(users.columns[3].data_type, DataType::Timestamp { fraction: 0 });
    assert_eq!(users.options.comment.as_deref(), Some("the users; 'all' (of them)"));
    assert_eq!((users.options.pack_keys, users.options.checksum), (None, Some(true)));
    assert_eq!(users.options.get("pack_keys"), Some("DEFAULT"));
    assert_eq!(users.charset_of(&users.columns[1], &server()).name, "latin1_bin");
    assert_eq!(key_names(&users.keys), ["PRIMARY(id)", "login(login)", "bio(bio,login)", "bio_2(bio)"]);
    let merged = table("mysql-5.0", "merged");
    assert_eq!(merged.keys[0].algorithm.as_deref(), Some("BTREE"));
    assert_eq!(merged.options.union.iter().map(TableName::to_string).collect::<Vec<_>>(), ["shop.a", "b"]);
}

#[test]
fn mysql_8_orders() {
    let table = table("mysql-8.0", "orders");
    let column = |name: &str| table.column(name).unwrap();
    assert_eq!(column("uid").default, DefaultValue::Expression("uuid_to_bin(uuid())".into()));
    assert_eq!(column("uid").data_type, DataType::Binary { bytes: 16 });
    assert_eq!(column("tags").default, DefaultValue::Expression("_utf8mb4'[]'".into()));
    assert_eq!(column("place").srid, Some(4326));
    assert_eq!(column("note").comment.as_deref(), Some("a (b, c); 'd' -- `e`"));
    assert_eq!(table.charset_of(column("note"), &server()).charset.max_bytes, 4);
    let DataType::Enum { members } = &column("state").data_type else { panic!() };
    assert_eq!(members.as_slice(), [&b"new"[..], b"on, hold", b"it's (done)", b"back\\slash"]);
    assert!(column("secret").invisible);
    assert_eq!(column("hash").generated.as_ref().unwrap().expression, "md5(concat(`note`,_utf8mb4')'))");
    assert_eq!(column("total").generated.as_ref().unwrap().expression, "(`secret` * (1 + 2))");
    assert!(column("total").is_virtual() && !column("total").nullable);
    assert_eq!(column("at").on_update, Some(3));
    let lowered = &table.keys[2];
    assert_eq!(lowered.parts[0].target, KeyTarget::Expression("lower(`note`)".into()));
    assert!(lowered.parts[1].descending && !lowered.parts[0].descending);
    let quiet = &table.keys[4];
    assert!(quiet.invisible);
    assert_eq!((quiet.comment.as_deref(), quiet.key_block_size), (Some("not; used"), Some(4)));
    assert_eq!(table.keys[6].parser.as_deref(), Some("ngram"));
    // The key `user` serves the foreign key: there is none of the server's own.
    assert_eq!(table.keys.len(), 8);
    let foreign = &table.foreign_keys[0];
    assert_eq!((foreign.table.to_string(), foreign.on_delete.as_deref()), ("shop.users".into(), Some("SET NULL")));
    assert!(!table.checks[0].enforced);
    assert_eq!(table.options.row_format, Some(RowFormat::Compressed));
    assert_eq!(table.options.key_block_size, Some(8));
    assert_eq!(table.options.encryption, Some(true));
    assert_eq!(table.options.stats_persistent, Some(false));
    let order: Vec<_> = table.keys_in_server_order().iter().map(|key| key.name.as_str()).collect();
    assert_eq!(order, ["PRIMARY", "uid", "lowered", "tagged", "quiet", "place", "user", "words"]);
}

#[test]
fn mysql_8_partitions() {
    let events = table("mysql-8.0", "events");
    assert_eq!(events.options.tablespace.as_deref(), Some("ts1"));
    assert_eq!(events.options.compression.as_deref(), Some("zlib"));
    let range = events.partitioning.as_ref().unwrap();
    assert_eq!((range.method, range.expression.as_str()), (PartitionMethod::Range, "`y`"));
    let sub = range.sub.as_ref().unwrap();
    assert_eq!((sub.method, sub.count), (PartitionMethod::Hash, Some(2)));
    assert_eq!(range.partitions[0].values.as_deref(), Some("LESS THAN (2000)"));
    assert_eq!(range.partitions[1].values.as_deref(), Some("LESS THAN MAXVALUE"));
    assert_eq!(range.partitions[1].options[0].name, "DATA DIRECTORY");
    assert_eq!(range.partitions[1].options[0].value, "/srv/old");
    let hashed = table("mysql-8.0", "hashed").partitioning.unwrap();
    assert_eq!((hashed.linear, hashed.number(), hashed.expression.as_str()), (true, 4, "(`id` * 3)"));
    let keyed = table("mysql-8.0", "keyed").partitioning.unwrap();
    assert_eq!(
        (keyed.method, keyed.algorithm.as_deref(), keyed.expression.as_str()),
        (PartitionMethod::Key, Some("1"), "")
    );
    let listed = table("mysql-8.0", "listed").partitioning.unwrap();
    assert_eq!(listed.method, PartitionMethod::ListColumns);
    assert_eq!(listed.partitions[0].name, "p,1");
    assert_eq!(listed.partitions[0].values.as_deref(), Some("IN ((1,'a)'),(2,NULL))"));
    assert_eq!(listed.partitions[0].options[0].value, "x, (y");
}

#[test]
fn tokudb_keys_and_row_formats() {
    let first = table("tokudb", "toku");
    assert_eq!(first.options.compression.as_deref(), Some("tokudb_zlib"));
    assert_eq!(first.keys.iter().map(|key| key.clustering).collect::<Vec<_>>(), [true, false, true]);
    let second = table("tokudb", "toku2");
    assert_eq!(second.keys.iter().map(|key| key.clustering).collect::<Vec<_>>(), [false, true, true]);
    assert_eq!(second.keys[1].kind, KeyKind::Unique);
    assert_eq!(second.options.row_format, Some(RowFormat::Other("TOKUDB_LZMA".into())));
}
