//! ALTER TABLE and CREATE INDEX, and what they do to a definition.

use rowpress::schema::*;

use crate::support::{create, fixture, key_names};

fn alter(sql: &str) -> AlterTable {
    parse_alter_table(sql.as_bytes(), &Context::default()).unwrap()
}

fn altered(table: &str, sql: &str) -> TableDef {
    let mut table = create(table);
    for alteration in &alter(sql).alterations {
        table.apply(alteration).unwrap();
    }
    table
}

fn names(table: &TableDef) -> Vec<&str> {
    table.columns.iter().map(|column| column.name.as_str()).collect()
}

#[test]
fn phpmyadmin_adds_keys_behind_the_data() {
    let statements = fixture("phpmyadmin");
    let mut table = create(&statements[0]);
    assert!(table.keys.is_empty());
    for sql in &statements[1..] {
        let alter = alter(sql);
        assert_eq!(alter.name, table.name);
        alter.alterations.iter().for_each(|alteration| table.apply(alteration).unwrap());
    }
    assert_eq!(key_names(&table.keys), ["PRIMARY(id)", "title(title)", "author(author,title)", "body(body)"]);
    assert!(table.columns[0].auto_increment && !table.columns[0].nullable);
    assert_eq!(table.options.auto_increment, Some(42));
    assert_eq!(table.foreign_keys[0].on_update.as_deref(), Some("NO ACTION"));
}

#[test]
fn columns_come_go_and_move() {
    let start = "CREATE TABLE t (a int, b int, c int, PRIMARY KEY (a), KEY k (b, c), KEY b (b))";
    let table =
        altered(start, "ALTER TABLE t ADD COLUMN z int FIRST, ADD y int AFTER a, ADD x int, ADD (v int, w int UNIQUE)");
    assert_eq!(names(&table), ["z", "a", "y", "b", "c", "x", "v", "w"]);
    assert_eq!(table.keys.last().unwrap().name, "w");
    let table = altered(start, "ALTER TABLE t DROP b, MODIFY c bigint FIRST, CHANGE a id int NULL");
    assert_eq!(names(&table), ["c", "id"]);
    assert_eq!(key_names(&table.keys), ["PRIMARY(id)", "k(c)"]);
    assert!(!table.columns[1].nullable, "a primary key's column");
    let table = altered(start, "ALTER TABLE t RENAME COLUMN b TO q, ALTER c SET DEFAULT 5, MODIFY a int AFTER a");
    assert_eq!(key_names(&table.keys), ["PRIMARY(a)", "k(q,c)", "b(q)"]);
    assert_eq!(table.columns[2].default, DefaultValue::Literal(Literal::Number("5".into())));
}

#[test]
fn keys_and_constraints() {
    let start = "CREATE TABLE t (a int, b int, PRIMARY KEY (a), KEY k (b))";
    let table = altered(
        start,
        "ALTER TABLE t DROP PRIMARY KEY, DROP INDEX k, ADD UNIQUE (b), RENAME KEY b TO c, ALTER INDEX c INVISIBLE,
         ADD CONSTRAINT chk CHECK (a > 0), DROP CONSTRAINT chk, ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES u (x), DROP FOREIGN KEY f",
    );
    assert_eq!(key_names(&table.keys), ["c(b)", "f(a)"]);
    assert!(table.keys[0].invisible);
    assert!(table.checks.is_empty() && table.foreign_keys.is_empty());
}

#[test]
fn the_table_as_a_whole() {
    let start =
        "CREATE TABLE t (a varchar(9) CHARACTER SET latin1) ENGINE=MyISAM DEFAULT CHARSET=latin1 COLLATE=latin1_bin";
    let table = altered(start, "ALTER TABLE t ENGINE=InnoDB ROW_FORMAT=COMPRESSED, KEY_BLOCK_SIZE 4, RENAME TO d.u");
    assert_eq!((table.engine.as_deref(), table.name.to_string().as_str()), (Some("InnoDB"), "d.u"));
    assert_eq!((table.options.row_format, table.options.key_block_size), (Some(RowFormat::Compressed), Some(4)));
    let server = Collation::named("utf8mb4_0900_ai_ci").unwrap();
    let table = altered(start, "ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_bin");
    assert_eq!(table.charset_of(&table.columns[0], &server).name, "utf8mb4_bin");
    let table = altered(start, "ALTER TABLE t DEFAULT CHARACTER SET utf8mb4");
    assert_eq!(table.default_collation(&server).name, "utf8mb4_0900_ai_ci");
    assert_eq!(table.charset_of(&table.columns[0], &server).name, "latin1_swedish_ci");
    let table = altered(start, "ALTER TABLE t PARTITION BY HASH (a) PARTITIONS 3");
    assert_eq!(table.partitioning.unwrap().number(), 3);
}

#[test]
fn all_else_is_kept_as_text() {
    let text = "ADD PARTITION (PARTITION p1 VALUES LESS THAN (9))";
    let found = alter(&format!("ALTER TABLE `d`.`t` {text}, ORDER BY a, FORCE, ALGORITHM=INPLACE")).alterations;
    let other = |text: &str| Alteration::Other(text.into());
    assert_eq!(found, [other(text), other("ORDER BY a"), other("FORCE"), other("ALGORITHM=INPLACE")]);
    let found = alter("ALTER IGNORE TABLE IF EXISTS t DISABLE KEYS").alterations;
    assert_eq!(found, [Alteration::DisableKeys]);
    let found = alter("ALTER TABLE t ENABLE KEYS, DISCARD TABLESPACE;").alterations;
    assert_eq!(found, [Alteration::EnableKeys, Alteration::DiscardTablespace]);
}

#[test]
fn what_is_not_there_cannot_change() {
    let mut table = create("CREATE TABLE t (a int)");
    let before = table.clone();
    for sql in [
        "ALTER TABLE t DROP b",
        "ALTER TABLE t DROP KEY b",
        "ALTER TABLE t ADD a int",
        "ALTER TABLE t ADD b int AFTER c",
        "ALTER TABLE t MODIFY b int",
        "ALTER TABLE t MODIFY a bigint AFTER c",
        "ALTER TABLE t RENAME KEY a TO b",
    ] {
        assert!(table.apply(&alter(sql).alterations[0]).is_err(), "{sql}");
        assert_eq!(table, before, "{sql}");
    }
    for sql in ["ALTER TABLE", "ALTER TABLE t ADD KEY (a", "ALTER TABLE t DROP KEY k)", "ALTER TABLE t FORCE)"] {
        assert!(parse_alter_table(sql.as_bytes(), &Context::default()).is_err(), "{sql}");
    }
}

#[test]
fn create_index_adds_a_key() {
    let context = Context::default();
    let index = |sql: &str| parse_create_index(sql.as_bytes(), &context).unwrap();
    let unique =
        index("CREATE UNIQUE INDEX `u` USING BTREE ON `d`.`t` (`a`(5) DESC, `b`) COMMENT 'c' ALGORITHM=INPLACE");
    assert_eq!(unique.name.to_string(), "d.t");
    let [Alteration::AddKey(key)] = &unique.alterations[..] else { panic!() };
    assert_eq!((key.kind, key.name.as_str(), key.parts[0].prefix), (KeyKind::Unique, "u", Some(5)));
    assert!(key.parts[0].descending);
    assert_eq!(key.unknown, ["ALGORITHM=INPLACE"]);
    let clustering = index("CREATE CLUSTERING INDEX c ON t (a)");
    assert!(matches!(&clustering.alterations[..], [Alteration::AddKey(key)] if key.clustering));
    assert!(parse_create_index(b"CREATE TABLE t (a int)", &context).is_err());
}
