//! The command line without names: what is known to be harmless stays, everything else is hashed.

use super::hash::{self, What};

/// Options whose values are numbers, sizes, codecs and formats.
const HARMLESS: [&str; 20] = [
    "--codec",
    "--unit",
    "--engine",
    "--format",
    "--threads",
    "--memory",
    "--repeat",
    "--top",
    "--cells",
    "--server",
    "--load",
    "--sample",
    "--precision",
    "--seed",
    "--time-limit",
    "--generate",
    "--goal",
    "--color",
    "--batch",
    "--order",
];

/// Options whose values are files.
const FILES: [&str; 2] = ["--output", "-o"];

/// The arguments with paths, table names and whatever else may say something replaced.
pub fn command(arguments: &[String]) -> Vec<String> {
    let mut safe = Vec::new();
    let mut pending: Option<&str> = None;
    let mut options = true;
    for (index, argument) in arguments.iter().enumerate() {
        if let Some(option) = pending.take() {
            safe.push(value(option, argument));
        } else if options && argument == "--" {
            options = false;
            safe.push(argument.clone());
        } else if index == 0 && argument.bytes().all(|byte| byte.is_ascii_lowercase()) {
            // The command.
            safe.push(argument.clone());
        } else if options && argument.starts_with("--") {
            let (option, attached) = argument.split_once('=').map_or((argument.as_str(), None), |(a, b)| (a, Some(b)));
            match attached {
                Some(text) => safe.push(format!("{}={}", flag(option), value(option, text))),
                None => {
                    safe.push(flag(option));
                    pending = takes_value(option).then_some(option);
                }
            }
        } else if options && argument.len() > 1 && argument.starts_with('-') {
            pending = short(argument, &mut safe);
        } else {
            safe.push(hash::path(argument));
        }
    }
    safe
}

/// An option's name: made of small letters, or it is none.
fn flag(option: &str) -> String {
    let plain = option.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    if plain { option.to_string() } else { hash::path(option) }
}

fn takes_value(option: &str) -> bool {
    HARMLESS.contains(&option) || FILES.contains(&option) || matches!(option, "--table" | "--exclude")
}

fn value(option: &str, text: &str) -> String {
    if HARMLESS.contains(&option) {
        text.to_string()
    } else if matches!(option, "--table" | "--exclude") {
        hash::hash(What::Table, text)
    } else {
        hash::path(text)
    }
}

/// `-q`, `-v`, `-o FILE`, `-oFILE`, `-qoFILE`. Returns the option whose value is the next argument.
fn short(argument: &str, safe: &mut Vec<String>) -> Option<&'static str> {
    let known = argument.bytes().skip(1).take_while(|byte| matches!(byte, b'q' | b'v' | b'h' | b'V')).count() + 1;
    let (flags, rest) = argument.split_at_checked(known).unwrap_or((argument, ""));
    match rest.strip_prefix('o') {
        Some("") => {
            safe.push(argument.to_string());
            Some("-o")
        }
        Some(file) => {
            safe.push(format!("{flags}o{}", hash::path(file.strip_prefix('=').unwrap_or(file))));
            None
        }
        None if rest.is_empty() => {
            safe.push(argument.to_string());
            None
        }
        None => {
            safe.push(hash::path(argument));
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn safe(line: &str) -> String {
        command(&line.split(' ').map(String::from).collect::<Vec<_>>()).join(" ")
    }

    #[test]
    fn what_says_nothing_stays() {
        for line in [
            "analyze - --codec zstd:1-9,19 --unit=whole,16K -q",
            "tables -v --cells 3 --redact --format json -",
            "analyze --codec zstd:-7..-1 --threads 1,2 --no-verify -",
        ] {
            assert_eq!(safe(line), line);
        }
    }

    #[test]
    fn everything_else_is_hashed() {
        for line in [
            "analyze secret.sql",
            "analyze -- --secret",
            "analyze -o secret.json -",
            "analyze -osecret.json -",
            "analyze -qo=secret.json -",
            "analyze --output=secret.json -",
            "analyze --table secret* --exclude=secret",
            "analyze -xsecret",
            "analyze --s3cret=secret",
            "analyze --unknown secret",
            "secret/analyze",
        ] {
            let text = safe(line);
            assert!(!text.contains("secret"), "{line}: {text}");
        }
        assert!(safe("analyze -o a.json b.sql.gz").ends_with(".sql.gz"));
    }
}
