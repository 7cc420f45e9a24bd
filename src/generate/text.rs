//! Names and strings as SQL text.

/// Writes a name in backticks.
pub(super) fn push_name(out: &mut String, name: &str) {
    out.push('`');
    for letter in name.chars() {
        if letter == '`' {
            out.push('`');
        }
        out.push(letter);
    }
    out.push('`');
}

/// A name in backticks.
pub(super) fn name(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    push_name(&mut out, name);
    out
}
