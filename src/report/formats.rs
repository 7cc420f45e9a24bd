//! `rowpress formats`: every codec with its levels and library, every report format, every compression of the input.

use std::io;

use serde::Serialize;

use crate::error::{Error, Kind, Result};

use super::document::{Block, Column, Sheet};
use super::{Options, json, output_error, table, units, writers};

/// A codec as `rowpress formats` lists it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CodecEntry {
    /// Its name.
    pub name: String,
    /// Other names for it.
    pub aliases: Vec<String>,
    /// Its levels in words: `1-9`, `0-9, 0e-9e`; empty where it has none.
    pub levels: String,
    /// The level that a bare name means.
    pub default_level: Option<String>,
    /// The kinds of unit that it takes: `whole`, `block`.
    pub units: Vec<String>,
    /// The file format of its whole streams.
    pub file_format: Option<String>,
    /// Its library.
    pub library: String,
    /// The library's version, as it says itself.
    pub version: String,
    /// One line about it.
    pub summary: String,
}

/// A compression of the input, or a format of the report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FormatEntry {
    /// Its name.
    pub name: String,
    /// Extensions of its files, without the dot.
    pub extensions: Vec<String>,
    /// One line about it.
    pub summary: String,
}

/// Everything that `rowpress formats` lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Formats {
    /// The codecs.
    pub codecs: Vec<CodecEntry>,
    /// The compressions that an input may have.
    pub inputs: Vec<FormatEntry>,
    /// The formats of a report.
    pub reports: Vec<FormatEntry>,
}

impl Formats {
    /// The codecs and inputs given, and the report formats that there are.
    pub fn new(codecs: Vec<CodecEntry>, inputs: Vec<FormatEntry>) -> Self {
        let report = |writer: &&dyn super::Writer| FormatEntry {
            name: writer.name().into(),
            extensions: writer.extensions().iter().map(|extension| (*extension).into()).collect(),
            summary: writer.summary().into(),
        };
        Formats { codecs, inputs, reports: writers().iter().map(report).collect() }
    }
}

/// Writes the list as `table` or `json`.
///
/// # Errors
/// `unknown-name` for another format; `io` where `out` fails.
pub fn write(formats: &Formats, format: &str, options: &Options, out: &mut dyn io::Write) -> Result<()> {
    match format {
        "json" => json::value(formats, out),
        "table" => table::draw(&document(formats), options, out).map_err(output_error),
        other => {
            let other = super::diagnostic::clean(other);
            Err(Error::new(Kind::UnknownName, format!("no format `{other}` for this list; there are table, json")))
        }
    }
}

fn document(formats: &Formats) -> Vec<Block> {
    vec![
        Block::Heading("Codecs".into()),
        Block::Sheet(codecs(&formats.codecs)),
        Block::Heading("Input compressions".into()),
        Block::Sheet(entries(&formats.inputs)),
        Block::Heading("Report formats".into()),
        Block::Sheet(entries(&formats.reports)),
    ]
}

fn codecs(codecs: &[CodecEntry]) -> Sheet {
    let mut sheet = Sheet::new(vec![
        Column::text("codec"),
        Column::name("levels"),
        Column::text("default"),
        Column::text("units").drop(2),
        Column::text("file"),
        Column::text("library").drop(1),
        Column::text("aliases").drop(3),
        Column::name("about").drop(4),
    ]);
    let absent = |text: &str| if text.is_empty() { units::ABSENT.to_owned() } else { text.to_owned() };
    for codec in codecs {
        sheet.push(vec![
            codec.name.as_str().into(),
            absent(&codec.levels).into(),
            absent(codec.default_level.as_deref().unwrap_or_default()).into(),
            codec.units.join(", ").into(),
            absent(codec.file_format.as_deref().unwrap_or_default()).into(),
            format!("{} {}", codec.library, codec.version).into(),
            codec.aliases.join(", ").into(),
            codec.summary.as_str().into(),
        ]);
    }
    sheet
}

fn entries(entries: &[FormatEntry]) -> Sheet {
    let mut sheet = Sheet::new(vec![Column::text("name"), Column::text("files"), Column::name("about")]);
    for entry in entries {
        let files: Vec<_> = entry.extensions.iter().map(|extension| format!(".{extension}")).collect();
        sheet.push(vec![entry.name.as_str().into(), files.join(", ").into(), entry.summary.as_str().into()]);
    }
    sheet
}

#[cfg(test)]
mod tests {
    use super::super::tests::NARROW;
    use super::*;

    #[test]
    fn the_list_of_formats() {
        let codec = |name: &str, levels: &str, default: &str, file: &str| CodecEntry {
            name: name.into(),
            aliases: if name == "zlib" { vec!["gzip".into(), "deflate".into()] } else { Vec::new() },
            levels: levels.into(),
            default_level: Some(default.into()).filter(|default: &String| !default.is_empty()),
            units: vec!["whole".into(), "block".into()],
            file_format: Some(file.into()).filter(|file: &String| !file.is_empty()),
            library: name.into(),
            version: "1.3.1".into(),
            summary: format!("{name}, as the servers link it"),
        };
        let codecs =
            vec![codec("zlib", "1-9", "6", "gzip"), codec("zstd", "-7..22", "3", "zst"), codec("quicklz", "", "", "")];
        let input = |name: &str, extension: &str| FormatEntry {
            name: name.into(),
            extensions: vec![extension.into()],
            summary: "several members in a row are read as one".into(),
        };
        let list = Formats::new(codecs, vec![input("gzip", "gz"), input("zstd", "zst")]);
        let shown = |format, width| {
            let mut out = Vec::new();
            write(&list, format, &Options { width: Some(width), ..NARROW }, &mut out).unwrap();
            String::from_utf8(out).unwrap()
        };
        insta::assert_snapshot!(shown("table", 80), @r###"
Codecs
codec    levels  default  units         file  library        aliases
────────────────────────────────────────────────────────────────────────────
zlib     1-9     6        whole, block  gzip  zlib 1.3.1     gzip, deflate
zstd     -7..22  3        whole, block  zst   zstd 1.3.1
quicklz  –       –        whole, block  –     quicklz 1.3.1

Input compressions
name  files  about
─────────────────────────────────────────────────────
gzip  .gz    several members in a row are read as one
zstd  .zst   several members in a row are read as one

Report formats
name      files           about
────────────────────────────────────────────────────────────────────────────────
table     .txt            for reading in the terminal; the default
json      .json           everything, exact; `compare`, `recommend` and `report…
csv       .csv            one row a candidate and table, for spreadsheets and…
markdown  .md, .markdown  the terminal's tables as GitHub shows them

Left out at this width: about.
"###);
        insta::assert_snapshot!(shown("table", 120), @r###"
Codecs
codec    levels  default  units         file  library        aliases        about
───────────────────────────────────────────────────────────────────────────────────────────────────────────
zlib     1-9     6        whole, block  gzip  zlib 1.3.1     gzip, deflate  zlib, as the servers link it
zstd     -7..22  3        whole, block  zst   zstd 1.3.1                    zstd, as the servers link it
quicklz  –       –        whole, block  –     quicklz 1.3.1                 quicklz, as the servers link it

Input compressions
name  files  about
─────────────────────────────────────────────────────
gzip  .gz    several members in a row are read as one
zstd  .zst   several members in a row are read as one

Report formats
name      files           about
─────────────────────────────────────────────────────────────────────────────────────────────
table     .txt            for reading in the terminal; the default
json      .json           everything, exact; `compare`, `recommend` and `report` read it back
csv       .csv            one row a candidate and table, for spreadsheets and scripts
markdown  .md, .markdown  the terminal's tables as GitHub shows them
"###);
        assert!(shown("json", 80).starts_with("{\n  \"codecs\": ["));
        let error = write(&list, "csv", &NARROW, &mut Vec::new()).unwrap_err();
        assert_eq!(error.kind, Kind::UnknownName);
    }
}
