//! mysqlslap's table as mariadb-dump prints it.
//!
//! Source of the columns: MariaDB/server, client/mysqlslap.c, `build_table_string`; of their text: `SHOW CREATE TABLE` of a server 10.11.

use super::options::{Identifier, Options};

/// CREATE TABLE, with the next value of AUTO_INCREMENT where the table has one.
pub(super) fn create(options: &Options, rows: u64) -> String {
    let mut items = Vec::new();
    let mut keys = Vec::new();
    match options.identifier {
        Identifier::None => {}
        Identifier::AutoIncrement => {
            items.push(String::from("`id` bigint(20) unsigned NOT NULL AUTO_INCREMENT"));
            keys.push(String::from("UNIQUE KEY `id` (`id`)"));
        }
        Identifier::Guid => {
            items.push(String::from("`id` varchar(36) NOT NULL"));
            keys.push(String::from("PRIMARY KEY (`id`)"));
        }
    }
    for number in 0..options.secondary_indexes {
        items.push(format!("`id{number}` varchar(36) DEFAULT NULL"));
        keys.push(format!("UNIQUE KEY `id{number}` (`id{number}`)"));
    }
    let mut columns = |count: u32, indexed: bool, name: &str, kind: &str| {
        for number in 1..=count {
            items.push(format!("`{name}{number}` {kind} DEFAULT NULL"));
            if indexed {
                keys.push(format!("KEY `{name}{number}` (`{name}{number}`)"));
            }
        }
    };
    columns(options.int_cols, options.int_indexes, "intcol", "int(32)");
    columns(options.char_cols, options.char_indexes, "charcol", "varchar(128)");
    items.append(&mut keys);
    let counter = match options.identifier {
        Identifier::AutoIncrement if rows > 0 => format!(" AUTO_INCREMENT={}", rows.saturating_add(1)),
        _ => String::new(),
    };
    format!(
        "CREATE TABLE `t1` (\n  {}\n) ENGINE={}{counter} DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_general_ci",
        items.join(",\n  "),
        options.engine
    )
}
