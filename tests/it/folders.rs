//! Folders of the project's Rust sources, for tests that read them.

use std::fs;
use std::path::{Path, PathBuf};

/// Folders of the engine's sources: that of the root package, which also holds `app`, and those of the crates that are no ruleset.
pub fn engine() -> Vec<PathBuf> {
    let rulesets: Vec<PathBuf> = test_rulesets::ALL.iter().map(|ruleset| of_ruleset(ruleset.named.id)).collect();
    let mut folders = vec![PathBuf::from("src")];
    folders.extend(crates().into_iter().filter(|folder| !rulesets.contains(folder)));
    folders
}

/// Folder of the app's sources.
pub fn app() -> PathBuf {
    PathBuf::from("src/app")
}

/// Folder of a ruleset's sources.
pub fn of_ruleset(id: &str) -> PathBuf {
    ["crates", id, "src"].iter().collect()
}

/// Folders of the sources of all crates, in the order of their names.
pub fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).expect("the folder of the crates");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut folders: Vec<PathBuf> = names.map(|name| Path::new("crates").join(name).join("src")).collect();
    folders.sort();
    folders
}
