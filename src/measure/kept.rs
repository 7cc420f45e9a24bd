//! Sources that can be read only once, kept in memory as they came, for a plan that runs several times.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Cursor, ErrorKind, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::error::{Error, Kind, Position, Result};
use crate::input::Input;
use crate::report::units;

/// Bytes of one read.
const STEP: usize = 1 << 20;

/// The kept bytes by path: undecoded, so that every run decodes them as the first one does.
#[derive(Default)]
pub struct Kept(HashMap<String, Shared>);

/// Bytes that several readers share.
#[derive(Clone)]
struct Shared(Arc<Vec<u8>>);

impl AsRef<[u8]> for Shared {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl Kept {
    /// Reads what is no plain file (standard input, a pipe) to its end and keeps at most `limit` bytes in all. All is read before the
    /// first run, so that no run waits for the writer of a pipe and the others do not.
    ///
    /// # Errors
    /// `invalid-value` where there are more bytes than that; `io` where the system refuses to read.
    pub fn read(paths: &[String], limit: u64, cancelled: &AtomicBool) -> Result<Self> {
        let mut kept = Kept::default();
        let mut left = limit;
        for path in paths.iter().filter(|path| read_once(path)) {
            if kept.0.contains_key(path) {
                continue;
            }
            let bytes = if path == "-" {
                read_all(&mut std::io::stdin().lock(), left, limit, cancelled)
            } else {
                File::open(path).map_err(cannot_read).and_then(|mut file| read_all(&mut file, left, limit, cancelled))
            };
            let bytes = bytes.map_err(|error| error.at(Position::source(path)))?;
            left = left.saturating_sub(bytes.len() as u64);
            kept.0.insert(path.clone(), Shared(Arc::new(bytes)));
        }
        Ok(kept)
    }

    /// Opens a source: from memory where it is kept.
    ///
    /// # Errors
    /// As [`Input::open`].
    pub fn open(&self, path: &str) -> Result<Input> {
        match self.0.get(path) {
            Some(bytes) => {
                let length = bytes.0.len() as u64;
                Input::from_reader(path, (length > 0).then_some(length), Cursor::new(bytes.clone()))
            }
            None => Input::open(path),
        }
    }
}

/// Whether a second reading would find nothing: standard input, and what is neither a file nor a folder.
pub fn read_once(path: &str) -> bool {
    path == "-" || std::fs::metadata(path).is_ok_and(|metadata| !metadata.is_file() && !metadata.is_dir())
}

fn read_all(reader: &mut impl Read, left: u64, limit: u64, cancelled: &AtomicBool) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    // A run that was ended measures nothing: what came by then is enough.
    while !cancelled.load(Ordering::Relaxed) {
        let read = match reader.by_ref().take(STEP as u64).read_to_end(&mut bytes) {
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            other => other.map_err(cannot_read)?,
        };
        if bytes.len() as u64 > left {
            let message = format!(
                "more than {} come from what can be read only once, and a plan that runs several times must keep them within --memory: \
                 give a file's path, raise --memory, or run it once",
                units::size(limit)
            );
            return Err(Error::new(Kind::InvalidValue, message));
        }
        if read == 0 {
            break;
        }
    }
    Ok(bytes)
}

fn cannot_read(error: std::io::Error) -> Error {
    Error::new(Kind::Io, format!("cannot be read: {error}")).because(error)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_limit_is_kept() {
        let go = AtomicBool::new(false);
        let bytes = vec![b'x'; 3 * STEP / 2];
        let all = read_all(&mut bytes.as_slice(), bytes.len() as u64, 0, &go).expect("they fit");
        assert_eq!(all, bytes);
        let error = read_all(&mut bytes.as_slice(), bytes.len() as u64 - 1, 7, &go).expect_err("they do not fit");
        assert_eq!(error.kind, Kind::InvalidValue);
    }

    #[test]
    fn kept_bytes_are_read_again_and_again() {
        let bytes = Shared(Arc::new(b"CREATE TABLE t (a int);\n".to_vec()));
        let kept = Kept(HashMap::from([(String::from("-"), bytes)]));
        for _ in 0..2 {
            let mut text = [0; 100];
            let mut input = kept.open("-").expect("it is kept");
            assert_eq!(input.read(&mut text).expect("readable"), 24);
        }
    }
}
