//! All tables of a schema file as makers of rows. A value is a function of table, column and row number alone, so that a foreign key finds the
//! values of any row of the other table without keeping them.

use super::build;
use super::keys::{self, Ordinal, UniqueKey, Unit};
use super::maker::{Maker, Wanted};
use super::read::Schema;
use super::settings::{self, Rule, Setting};
use crate::error::Result;
use crate::generate::mix::{Mix, mixed};
use crate::schema::{Column, DataType, DefaultValue, ForeignKey, KeyTarget, TableDef, TableName};

/// Share of NULL where nothing is asked for.
const USUAL_NULL: f64 = 0.1;
/// Different values where a Zipf distribution is asked for and their number is not.
const USUAL_DISTINCT: u64 = 1000;
/// Foreign keys that are followed from one to the next; circles end there.
const DEEPEST: u32 = 16;

/// A column that rows have values for.
#[derive(Clone, Debug)]
pub(super) struct Field {
    pub name: String,
    maker: Maker,
    source: Source,
    nullable: bool,
    null: f64,
    spread: Option<(u64, f64)>,
    seed: u64,
}

/// Where a field's values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Source {
    /// The maker, as it likes.
    Any,
    /// The maker, by ordinals.
    Unique(Ordinal),
    /// A field of the table that a foreign key refers to.
    Group { group: usize, field: usize },
}

/// A foreign key.
#[derive(Clone, Debug)]
struct Group {
    table: usize,
    null: f64,
    ordinal: Option<Ordinal>,
    zipf: f64,
    seed: u64,
    /// Whether the columns referred to are unique there.
    unique: bool,
}

/// A table.
#[derive(Clone, Debug)]
pub(super) struct TableModel {
    pub rows: u64,
    pub fields: Vec<Field>,
    groups: Vec<Group>,
    /// Whether rows must name their columns.
    pub named: bool,
}

/// All tables.
#[derive(Clone, Debug)]
pub(super) struct Model {
    pub tables: Vec<TableModel>,
}

impl Model {
    /// The model of a schema with so many rows in each table; `used` says which rules fitted a column.
    pub(super) fn new(schema: &Schema, rows: u64, seed: u64, rules: &[Rule], used: &mut [bool]) -> Result<Self> {
        let mut tables = Vec::new();
        for (place, found) in schema.tables.iter().enumerate() {
            let names = [found.name.name.clone(), found.name.to_string()];
            let seed = mixed(seed ^ mixed(place as u64 + 1));
            tables.push(fields(&found.definition, &names, schema.introducer, rows, seed, rules, used)?);
        }
        let mut model = Model { tables };
        for place in 0..schema.tables.len() {
            model.refer(place, schema, rules);
        }
        let mut done = vec![false; schema.tables.len()];
        for place in 0..schema.tables.len() {
            model.settle(place, schema, &mut done);
        }
        Ok(model)
    }

    /// Finds a table's foreign keys. The one with most columns comes first, and a column follows one of them only.
    fn refer(&mut self, place: usize, schema: &Schema, rules: &[Rule]) {
        let found = &schema.tables[place];
        let own = found.definition.columns.iter().filter_map(|column| {
            let reference = column.references.as_ref()?;
            Some(ForeignKey { columns: vec![column.name.clone()], ..reference.clone() })
        });
        let mut foreign: Vec<ForeignKey> = found.definition.foreign_keys.iter().cloned().chain(own).collect();
        foreign.sort_by_key(|foreign| std::cmp::Reverse(foreign.columns.len()));
        for foreign in foreign {
            let Some(parent) = parent(&foreign.table, &found.name, schema) else { continue };
            let definition = &schema.tables[parent].definition;
            let referenced: Vec<String> = match foreign.referenced.is_empty() {
                true => {
                    definition.primary_key().map(|key| key.columns().map(str::to_string).collect()).unwrap_or_default()
                }
                false => foreign.referenced.clone(),
            };
            let field = |table: usize, name: &String| {
                self.tables[table].fields.iter().position(|field| field.name.eq_ignore_ascii_case(name))
            };
            let pairs: Option<Vec<(usize, usize)>> = foreign
                .columns
                .iter()
                .zip(&referenced)
                .map(|(child, parent_column)| Some((field(place, child)?, field(parent, parent_column)?)))
                .collect();
            let Some(pairs) = pairs.filter(|pairs| !pairs.is_empty() && referenced.len() == foreign.columns.len())
            else {
                continue;
            };
            let table = &self.tables[place];
            let taken = pairs.iter().any(|(child, parent_field)| {
                table.fields[*child].source != Source::Any || (parent == place && child == parent_field)
            });
            if taken {
                continue;
            }
            let unique = definition.keys.iter().any(|key| {
                key.is_unique()
                    && key.parts.iter().all(|part| {
                        part.prefix.is_none()
                            && part.column().is_some_and(|name| {
                                referenced.iter().any(|referenced| referenced.eq_ignore_ascii_case(name))
                            })
                    })
            });
            let null = pairs.iter().map(|(child, _)| table.fields[*child].null).fold(0.0, f64::max);
            let names = [found.name.name.clone(), found.name.to_string()];
            let setting = settings::of_column(rules, &names, &foreign.columns[0], &mut vec![false; rules.len()]);
            let group = Group {
                table: parent,
                // A column that cannot be NULL stands against it.
                null: if pairs.iter().all(|(child, _)| table.fields[*child].null > 0.0) { null } else { 0.0 },
                ordinal: None,
                zipf: setting.zipf.unwrap_or(0.0),
                seed: mixed(table.fields[pairs[0].0].seed),
                unique,
            };
            let table = &mut self.tables[place];
            for (child, parent_field) in pairs {
                table.fields[child].source = Source::Group { group: table.groups.len(), field: parent_field };
            }
            table.groups.push(group);
        }
    }

    /// Gives a table its unique values and the rows that it can have, after the tables that it refers to.
    fn settle(&mut self, place: usize, schema: &Schema, done: &mut [bool]) {
        if std::mem::replace(&mut done[place], true) {
            return;
        }
        for group in 0..self.tables[place].groups.len() {
            let parent = self.tables[place].groups[group].table;
            self.settle(parent, schema, done);
        }
        let definition = &schema.tables[place].definition;
        let mut fixed = Vec::new();
        for (place_of_field, column) in made(definition).enumerate() {
            let table = &mut self.tables[place];
            let starts = definition.periods.iter().any(|period| period.start.eq_ignore_ascii_case(&column.name));
            if column.auto_increment || starts {
                table.fields[place_of_field].source = Source::Any;
                fixed.push((Unit::Field(place_of_field), table.fields[place_of_field].maker.capacity()));
            }
        }
        let unique = self.unique_keys(place, definition);
        let assigned = keys::assign(&unique, &fixed, self.tables[place].rows);
        let table = &mut self.tables[place];
        table.rows = assigned.rows;
        for (unit, ordinal) in assigned.ordinals {
            match unit {
                Unit::Field(field) => table.fields[field].source = Source::Unique(ordinal),
                Unit::Group(group) => table.groups[group].ordinal = Some(ordinal),
            }
        }
        for period in &definition.periods {
            // The end of a period is the start of the next one: no two of them overlap.
            let field = |name: &str| table.fields.iter().position(|field| field.name.eq_ignore_ascii_case(name));
            if let (Some(start), Some(end)) = (field(&period.start), field(&period.end))
                && let Source::Unique(ordinal) = table.fields[start].source
            {
                table.fields[end].source = Source::Unique(Ordinal { plus: 1, ..ordinal });
            }
        }
    }

    /// The keys that must be unique, as far as their parts are columns with values.
    fn unique_keys(&mut self, place: usize, definition: &TableDef) -> Vec<UniqueKey> {
        let mut keys = Vec::new();
        for key in definition.keys_in_server_order().into_iter().filter(|key| key.is_unique()) {
            let mut units: Vec<(Unit, u64)> = Vec::new();
            let mut known = true;
            for part in &key.parts {
                let KeyTarget::Column(name) = &part.target else {
                    known = false;
                    continue;
                };
                // WITHOUT OVERLAPS names a period; its start tells it apart.
                let period = definition.periods.iter().find(|period| period.name.eq_ignore_ascii_case(name));
                let name = period.map_or(name, |period| &period.start);
                let field = self.tables[place].fields.iter().position(|field| field.name.eq_ignore_ascii_case(name));
                let Some(field) = field else {
                    // The ends of rows' lives and periods only add to what tells rows apart.
                    known &= definition.column(name).is_none_or(|column| column.row_edge.is_some());
                    continue;
                };
                if let Some(prefix) = part.prefix {
                    self.tables[place].fields[field].maker.limit_prefix(u64::from(prefix));
                }
                let table = &self.tables[place];
                let (unit, capacity) = match table.fields[field].source {
                    Source::Group { group, .. } => {
                        let other = &table.groups[group];
                        (Unit::Group(group), if other.unique { self.tables[other.table].rows } else { 1 })
                    }
                    _ => (Unit::Field(field), table.fields[field].maker.capacity()),
                };
                if !units.iter().any(|(taken, _)| *taken == unit) {
                    units.push((unit, capacity));
                }
            }
            // What an expression makes of the rest cannot be known: then the rest is unique by itself.
            if known || !units.is_empty() {
                keys.push(UniqueKey { kind: key.kind, units });
            }
        }
        keys
    }

    /// Writes a value of a row.
    pub(super) fn push(&self, table: usize, field: usize, row: u64, out: &mut Vec<u8>) {
        let nullable = self.tables[table].fields[field].nullable;
        self.follow(table, field, row, nullable, 0, out);
    }

    /// Writes a value, from other tables where it refers to them; NULL only where the column that it is for can be `nullable`.
    fn follow(&self, table: usize, field: usize, row: u64, nullable: bool, depth: u32, out: &mut Vec<u8>) {
        let model = &self.tables[table];
        let made = &model.fields[field];
        if let Source::Group { group, field } = made.source
            && depth < DEEPEST
        {
            let group = &model.groups[group];
            let mut mix = Mix::at(group.seed, row);
            let rows = self.tables[group.table].rows;
            let null = group.null > 0.0 && mix.unit() < group.null;
            if nullable && (null || rows == 0) {
                out.extend_from_slice(b"NULL");
                return;
            }
            let other = match group.ordinal {
                Some(ordinal) => ordinal.at(row, model.rows) % rows.max(1),
                None => mix.zipf(rows, group.zipf),
            };
            self.follow(group.table, field, other, nullable, depth + 1, out);
            return;
        }
        let mut mix = Mix::at(made.seed, row);
        // Drawn in any case, so that the value is the same for whoever asks.
        let null = made.null > 0.0 && mix.unit() < made.null;
        if null && nullable {
            out.extend_from_slice(b"NULL");
            return;
        }
        match (made.source, made.spread) {
            (Source::Unique(ordinal), _) => {
                made.maker.push(Wanted::Unique(ordinal.at(row, model.rows), ordinal.end()), &mut mix, out);
            }
            (_, Some((distinct, zipf))) => {
                let mut mix = Mix::at(!made.seed, mix.zipf(distinct, zipf));
                made.maker.push(Wanted::Any, &mut mix, out);
            }
            _ => made.maker.push(Wanted::Any, &mut mix, out),
        }
    }
}

/// The columns that rows have values for: not the generated ones, and not one of an unknown type that has a default.
fn made(definition: &TableDef) -> impl Iterator<Item = &Column> {
    definition.columns.iter().filter(|column| {
        let unknown = matches!(column.data_type, DataType::Unknown { .. });
        column.generated.is_none()
            && column.row_edge.is_none()
            && !(unknown && (column.nullable || column.default != DefaultValue::None))
    })
}

/// The table that a foreign key refers to: in its own database, where it names none.
fn parent(name: &TableName, child: &TableName, schema: &Schema) -> Option<usize> {
    let full = name.clone().or_in(child.database.as_deref());
    let place = |wanted: &dyn Fn(&TableName) -> bool| schema.tables.iter().position(|found| wanted(&found.name));
    place(&|found| *found == full).or_else(|| place(&|found| found.name.eq_ignore_ascii_case(&full.name)))
}

/// A table's fields, without keys.
fn fields(
    definition: &TableDef,
    names: &[String],
    introducer: bool,
    rows: u64,
    seed: u64,
    rules: &[Rule],
    used: &mut [bool],
) -> Result<TableModel> {
    let mut fields = Vec::new();
    for (place, column) in made(definition).enumerate() {
        let setting: Setting = settings::of_column(rules, names, &column.name, used);
        let spread = match (setting.distinct, setting.zipf) {
            (None, None) => None,
            (distinct, zipf) => Some((distinct.unwrap_or(USUAL_DISTINCT), zipf.unwrap_or(0.0))),
        };
        fields.push(Field {
            name: column.name.clone(),
            maker: build::maker(definition, column, &setting, introducer)?,
            source: Source::Any,
            nullable: column.nullable,
            null: if column.nullable { setting.null.unwrap_or(USUAL_NULL) } else { 0.0 },
            spread,
            seed: mixed(seed ^ mixed(place as u64 + 1)),
        });
    }
    let named = fields.len() != definition.columns.len() || definition.columns.iter().any(|column| column.invisible);
    Ok(TableModel { rows, fields, groups: Vec::new(), named })
}
