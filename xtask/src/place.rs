//! The folders that set-up may write to.

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

/// The folder of the app built with the ruleset that the tests add.
pub fn toy_dist() -> PathBuf {
    target().join("toy-dist")
}

/// Where cargo puts what it makes: `$CARGO_TARGET_DIR`, else `target`.
pub fn target() -> PathBuf {
    project().join(env::var_os("CARGO_TARGET_DIR").map_or_else(|| PathBuf::from("target"), PathBuf::from))
}

/// The module that the compiler made with a profile, `release` or `debug`.
pub fn wasm(profile: &str) -> PathBuf {
    target().join("wasm32-unknown-unknown").join(profile).join("drumhead.wasm")
}

/// The folder of programs that came with the npm packages.
pub fn npm_programs() -> PathBuf {
    project().join("node_modules").join(".bin")
}

/// The user's folder of tools that a second checkout reuses: `$XDG_CACHE_HOME/drumhead`, else `~/.cache/drumhead`.
///
/// # Errors
/// If the environment names neither a cache folder nor a home.
pub fn cache() -> Result<PathBuf, Failure> {
    let absolute = |name| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CACHE_HOME")
        .or_else(|| env::home_dir().map(|home| home.join(".cache")))
        .map(|cache| cache.join("drumhead"))
        .ok_or_else(|| Failure::new("There is no folder for the tools.", "set HOME or XDG_CACHE_HOME and try again."))
}

/// The file that a shell would run for `name`, looked for in the folders of `PATH`.
pub fn on_path(name: &str) -> Option<PathBuf> {
    let file = format!("{name}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|folder| folder.join(&file)).find(|path| path.is_file())
}
