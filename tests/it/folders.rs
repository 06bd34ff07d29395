//! Folders of the project's Rust sources, for tests that read sources.

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the folders of the engine's sources: the root package, which also contains `app`, and the crates that are not rulesets.
pub fn engine() -> Vec<PathBuf> {
    let rulesets: Vec<PathBuf> = test_rulesets::ALL.iter().map(|ruleset| of_ruleset(ruleset.named.id)).collect();
    let mut folders = vec![PathBuf::from("src")];
    folders.extend(crates().into_iter().filter(|folder| !rulesets.contains(folder)));
    folders
}

/// Returns the folder of the app's sources.
pub fn app() -> PathBuf {
    PathBuf::from("src/app")
}

/// Returns the folder of a ruleset's sources.
pub fn of_ruleset(id: &str) -> PathBuf {
    ["crates", id, "src"].iter().collect()
}

/// Returns the folders of the sources of all crates, sorted by name.
pub fn crates() -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("crates")).expect("the folder of the crates");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut folders: Vec<PathBuf> = names.map(|name| Path::new("crates").join(name).join("src")).collect();
    folders.sort();
    folders
}
