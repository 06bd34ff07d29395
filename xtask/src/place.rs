//! The project's folders and the user's cache folder.

use std::env;
use std::path::{Path, PathBuf};

use crate::failure::Failure;

/// The project's top folder.
pub fn project() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies inside the project")
}

/// The folder of the built app.
pub fn dist() -> PathBuf {
    project().join("dist")
}

/// The folder of the last development build.
pub fn dev_dist() -> PathBuf {
    target().join("dev-dist")
}

/// Cargo's target folder: `$CARGO_TARGET_DIR`, else `target`.
fn target() -> PathBuf {
    project().join(env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from))
}

/// A module that cargo compiled in release, by the name of its crate.
pub fn wasm(name: &str) -> PathBuf {
    target().join("wasm32-unknown-unknown").join("release").join(name).with_extension("wasm")
}

/// The folder of the last split build, in a folder that is named by the hash of its inputs.
pub fn splits() -> PathBuf {
    target().join("split")
}

/// The folder of the npm packages' programs.
pub fn npm_programs() -> PathBuf {
    project().join("node_modules").join(".bin")
}

/// The user's folder of tools, shared by all checkouts: `$XDG_CACHE_HOME/drumhead`, else `~/.cache/drumhead`.
pub fn cache() -> Result<PathBuf, Failure> {
    let named = env::var_os("XDG_CACHE_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = named.or_else(|| env::home_dir().map(|home| home.join(".cache")));
    let failure = || Failure::new("There is no folder for the tools.", "set HOME or XDG_CACHE_HOME and try again.");
    folder.map(|cache| cache.join("drumhead")).ok_or_else(failure)
}
