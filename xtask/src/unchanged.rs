//! Builds that need not be made again: nothing that they are made from has changed, nor anything that they made.
//!
//! What things are made from is told by what the files hold, not by when they were written: a checkout writes them anew.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest as _, Sha256};

use crate::place;
use crate::run::{answer, command};

/// What the app is made from, beside the tools.
const SOURCES: [&str; 10] = [
    ".cargo",
    "Cargo.lock",
    "Cargo.toml",
    "Trunk.toml",
    "index.html",
    "package-lock.json",
    "public",
    "src",
    "style",
    "xtask",
];

/// Variables whose values change what cargo makes.
const VARIABLES: [&str; 6] =
    ["CARGO_BUILD_", "CARGO_ENCODED_RUSTFLAGS", "CARGO_PROFILE_", "CARGO_TARGET_", "CARGO_UNSTABLE_", "RUSTC"];

/// A build: its folder, and where it is noted what that was made from.
pub struct Build {
    folder: PathBuf,
    note: PathBuf,
    made_from: String,
}

impl Build {
    /// The build in `folder` that these words ask Trunk for, as it would be made now from the app's sources and these others.
    pub fn of(folder: &Path, words: &[&str], others: &[&str]) -> io::Result<Self> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        let note = place::target().join(format!("{name}.made-from"));
        Ok(Self { folder: folder.to_owned(), note, made_from: made_from(words, others)? })
    }

    /// Whether it is there, untouched, and would come out the same.
    pub fn stands(&self) -> bool {
        fs::read_to_string(&self.note).is_ok_and(|note| self.noted().is_ok_and(|now| now == note))
    }

    /// Notes that it has just been made.
    pub fn note(&self) -> io::Result<()> {
        fs::write(&self.note, self.noted()?)
    }

    fn noted(&self) -> io::Result<String> {
        let mut made = Sha256::new();
        take_in(&mut made, &self.folder, &self.folder)?;
        Ok(format!("{}\n{}\n", self.made_from, hex(made)))
    }
}

fn made_from(words: &[&str], others: &[&str]) -> io::Result<String> {
    let mut sum = Sha256::new();
    sum.update(words.join(" "));
    sum.update(answer(command("rustc").arg("-vV")).unwrap_or_default());
    let mut settings: Vec<_> =
        env::vars().filter(|(name, _)| VARIABLES.iter().any(|begin| name.starts_with(begin))).collect();
    settings.sort();
    for (name, value) in settings {
        sum.update(format!("{name}={value}\n"));
    }
    for source in SOURCES.iter().chain(others) {
        take_in(&mut sum, place::project(), &place::project().join(source))?;
    }
    Ok(hex(sum))
}

/// Takes in a file, or every file of a folder: its path below `top`, its length and what it holds.
fn take_in(sum: &mut Sha256, top: &Path, path: &Path) -> io::Result<()> {
    if !path.is_dir() {
        let bytes = fs::read(path)?;
        sum.update(format!("{} {}\n", path.strip_prefix(top).unwrap_or(path).display(), bytes.len()));
        sum.update(bytes);
        return Ok(());
    }
    let entries: io::Result<Vec<_>> = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect();
    let mut entries = entries?;
    entries.sort();
    entries.iter().try_for_each(|entry| take_in(sum, top, entry))
}

fn hex(sum: Sha256) -> String {
    sum.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A build in a folder of its own, made from the words alone.
    fn build(folder: &Path, words: &str) -> Build {
        Build { folder: folder.join("dist"), note: folder.join("note"), made_from: words.to_owned() }
    }

    #[test]
    fn a_build_stands_until_what_it_is_made_from_or_what_it_made_changes() {
        let folder = env::temp_dir().join(format!("drumhead-unchanged-{}", std::process::id()));
        fs::create_dir_all(folder.join("dist").join("icons")).expect("a folder");
        fs::write(folder.join("dist").join("icons").join("drum.svg"), "a").expect("a file");
        let before = build(&folder, "these sources").stands();
        build(&folder, "these sources").note().expect("noted");
        let made = build(&folder, "these sources").stands();
        let of_others = build(&folder, "other sources").stands();
        fs::write(folder.join("dist").join("icons").join("drum.svg"), "b").expect("a file");
        let touched = build(&folder, "these sources").stands();
        fs::remove_dir_all(&folder).expect("removed");
        assert_eq!([before, made, of_others, touched], [false, true, false, false]);
    }

    #[test]
    fn every_source_of_the_app_is_there_to_be_read() {
        let sum = |words: &[&str], others: &[&str]| made_from(words, others).expect("all are there");
        assert_eq!(sum(&[], &[]), sum(&[], &[]));
        assert_ne!(sum(&[], &[]), sum(&["--release"], &[]));
        assert_ne!(sum(&[], &[]), sum(&[], &["tests/toy"]));
    }
}
