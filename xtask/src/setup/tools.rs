//! Installs Rust tools with `cargo install`, each version in a folder of its own, which all checkouts share.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::Tools;
use crate::failure::Failure;
use crate::place;
use crate::run::{announce, answer, command, run};

/// The newest Trunk that compiles with the oldest Rust of this project: 0.22 needs a newer one.
const TRUNK_VERSION: &str = "0.21.14";
const CARGO_DENY_VERSION: &str = "0.20.2";

/// A program, the package that it is in, and its version.
struct Tool(&'static str, &'static str, String);

/// Installs what is missing of the build's tools; the npm packages must be there.
pub fn tools() -> Result<Tools, Failure> {
    // wasm-bindgen's program and crate must be of the same version.
    let id = answer(command("cargo").args(["pkgid", "--locked", "wasm-bindgen"]));
    let version = id.as_deref().and_then(|id| id.rsplit(['@', '#']).next());
    let version =
        version.ok_or_else(|| Failure::new("`cargo pkgid wasm-bindgen` fails.", "restore Cargo.lock from git."))?;
    // Trunk without its update check and TLS: it is never let online.
    let trunk = Tool("trunk", "trunk", TRUNK_VERSION.into()).ready(&["--no-default-features"], "4 to 8 minutes")?;
    let bindgen = Tool("wasm-bindgen", "wasm-bindgen-cli", version.into()).ready(&[], "2 to 4 minutes")?;
    let folders = [&trunk, &bindgen].into_iter().filter(|program| program.is_absolute());
    let folders = folders.filter_map(|program| program.parent()).map(Path::to_owned);
    Ok(Tools { path: path_with(folders.chain([place::npm_programs()]))? })
}

/// Installs cargo-deny if it is missing; returns the program.
pub fn cargo_deny() -> Result<PathBuf, Failure> {
    Tool("cargo-deny", "cargo-deny", CARGO_DENY_VERSION.into()).ready(&[], "2 to 4 minutes")
}

impl Tool {
    /// Finds the tool in the cache folder or on `PATH`, or installs it with these options; returns the program. On `PATH` that
    /// is its name alone.
    fn ready(&self, options: &[&str], minutes: &str) -> Result<PathBuf, Failure> {
        let Self(program, package, version) = self;
        let folder = place::cache()?.join(format!("{program}-{version}"));
        let kept = folder.join("bin").join(format!("{program}{}", env::consts::EXE_SUFFIX));
        if let Some(found) = [kept.clone(), program.into()].into_iter().find(|path| self.is_at(path)) {
            return Ok(found);
        }
        announce(&format!("Installing {package} {version} into {} ({minutes}, once)", folder.display()));
        let path = path_with([folder.join("bin")])?;
        let install = |locked: &[&str]| {
            let mut cargo = command("cargo");
            cargo.args(["install", package, "--version", version, "--root"]).arg(&folder).args(locked).args(options);
            // Halves the time to compile; these tools run for seconds.
            let quick = [("LTO", "off"), ("CODEGEN_UNITS", "16"), ("OPT_LEVEL", "1")];
            cargo.envs(quick.map(|(name, value)| (format!("CARGO_PROFILE_RELEASE_{name}"), value))).env("PATH", &path);
            let next = "check that this machine is online and has a C compiler (gcc or clang); the first error above says \
                        what was missing.";
            run(&mut cargo, next)
        };
        install(&["--locked"]).or_else(|_| {
            println!("    Trying again with newer versions of its dependencies than those of its own lock file.");
            install(&[])
        })?;
        Ok(kept)
    }

    /// True if the program reports this version.
    fn is_at(&self, program: impl AsRef<OsStr>) -> bool {
        let says = answer(command(program).arg("--version"));
        says.is_some_and(|says| says.split_whitespace().any(|word| word.trim_start_matches('v') == self.2))
    }
}

/// `folders`, followed by those of `PATH`.
fn path_with(folders: impl IntoIterator<Item = PathBuf>) -> Result<OsString, Failure> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.into_iter().chain(env::split_paths(&inherited)))
        .map_err(|error| Failure::new(format!("PATH cannot be extended: {error}."), "check the characters in PATH."))
}

#[test]
fn a_program_of_another_version_is_not_taken() {
    let output = answer(command("cargo").arg("--version")).expect("cargo");
    let version = output.split_whitespace().nth(1).expect("a version");
    assert!(Tool("cargo", "cargo", version.into()).is_at("cargo"));
    assert!(!Tool("cargo", "cargo", "0.0.1".into()).is_at("cargo"));
}
