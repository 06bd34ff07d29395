//! Trunk and wasm-bindgen, from the registry of crates into the user's cache folder, each under its version.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::{env, fs};

use super::Tools;
use crate::failure::Failure;
use crate::place;
use crate::run::{announce, answer, command, run};

/// 0.22 wants a newer compiler than the oldest that this project builds with.
const TRUNK_VERSION: &str = "0.21.14";

struct Tool {
    package: &'static str,
    program: &'static str,
    version: String,
    features: &'static [&'static str],
    minutes: &'static str,
}

impl Tool {
    /// Where it is kept, whether or not it is there.
    fn folder(&self, cache: &Path) -> PathBuf {
        cache.join(format!("{}-{}", self.program, self.version))
    }

    fn is_at(&self, program: impl AsRef<std::ffi::OsStr>) -> bool {
        answer(command(program).arg("--version")).as_deref() == Some(&format!("{} {}", self.program, self.version))
    }
}

/// Installs what is missing; the npm packages must be there.
///
/// # Errors
/// If a tool is missing and does not compile.
pub fn tools() -> Result<Tools, Failure> {
    let cache = place::cache()?;
    let mut folders = Vec::new();
    for tool in [trunk(), wasm_bindgen()?] {
        let folder = tool.folder(&cache);
        let bin = folder.join("bin");
        let kept = bin.join(format!("{}{}", tool.program, env::consts::EXE_SUFFIX));
        if tool.is_at(&kept) {
            folders.push(bin);
        } else if !tool.is_at(tool.program) {
            install(&tool, &folder, &bin)?;
            folders.push(bin);
        }
    }
    folders.push(place::npm_programs());
    Ok(Tools { path: path_from(folders)? })
}

fn trunk() -> Tool {
    Tool {
        package: "trunk",
        program: "trunk",
        version: TRUNK_VERSION.to_owned(),
        // Without its look for a newer self, and without TLS: it is never let online.
        features: &["--no-default-features"],
        minutes: "4 to 8 minutes, once",
    }
}

fn wasm_bindgen() -> Result<Tool, Failure> {
    let lock = fs::read_to_string(place::project().join("Cargo.lock"))
        .map_err(|error| Failure::new(format!("Cargo.lock cannot be read: {error}."), "restore it from git."))?;
    let version = locked_version(&lock, "wasm-bindgen")
        .ok_or_else(|| Failure::new("Cargo.lock names no wasm-bindgen.", "restore it from git."))?;
    Ok(Tool {
        package: "wasm-bindgen-cli",
        program: "wasm-bindgen",
        version: version.to_owned(),
        features: &[],
        minutes: "2 to 4 minutes, once",
    })
}

fn install(tool: &Tool, folder: &Path, bin: &Path) -> Result<(), Failure> {
    announce(&format!("Installing {} {} into {} ({})", tool.package, tool.version, folder.display(), tool.minutes));
    let next = "check that this machine is online and has a C compiler (gcc or clang); \
                the first error above says what was missing.";
    let path = path_from(vec![bin.to_owned()])?;
    let cargo_install = |locked: &[&str]| {
        run(
            command("cargo")
                .args(["install", tool.package, "--version", &tool.version, "--root"])
                .arg(folder)
                .args(locked)
                .args(tool.features)
                .env("PATH", &path)
                // Tools that run for seconds: half the time to compile, and none the slower to use.
                .env("CARGO_PROFILE_RELEASE_LTO", "off")
                .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
                .env("CARGO_PROFILE_RELEASE_OPT_LEVEL", "1"),
            next,
        )
    };
    cargo_install(&["--locked"]).or_else(|failure| {
        println!("    {}", failure.what());
        println!("    Trying again with the newest fitting versions of its dependencies instead of its own list.");
        cargo_install(&[])
    })
}

/// `folders`, then those of this process's `PATH`.
fn path_from(folders: Vec<PathBuf>) -> Result<OsString, Failure> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.into_iter().chain(env::split_paths(&inherited)))
        .map_err(|error| Failure::new(format!("PATH cannot be extended: {error}."), "check the characters in PATH."))
}

/// The version of `package` that the text of a Cargo.lock names.
fn locked_version<'a>(lock: &'a str, package: &str) -> Option<&'a str> {
    let name = format!("name = \"{package}\"");
    let mut lines = lock.lines().skip_while(|line| *line != name);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locked_version_is_that_of_the_whole_name() {
        let lock = "[[package]]\nname = \"wasm-bindgen-macro\"\nversion = \"1.0.0\"\n\n\
                    [[package]]\nname = \"wasm-bindgen\"\nversion = \"0.2.130\"\nsource = \"registry\"\n";
        assert_eq!(locked_version(lock, "wasm-bindgen"), Some("0.2.130"));
        assert_eq!(locked_version(lock, "bindgen"), None);
        assert_eq!(locked_version("name = \"wasm-bindgen\"", "wasm-bindgen"), None);
    }

    #[test]
    fn this_projects_lock_names_wasm_bindgen() {
        assert!(wasm_bindgen().is_ok());
    }

    /// Trunk, kept offline, refuses another wasm-opt than the one that Trunk.toml names.
    #[test]
    fn trunk_wants_the_binaryen_that_npm_installs() {
        let read = |name| fs::read_to_string(place::project().join(name)).expect(name);
        let packages = read("package.json");
        let (_, version) = packages.split_once("\"binaryen\": \"").expect("binaryen is a package");
        let (major, _) = version.split_once('.').expect("an exact version");
        assert!(read("Trunk.toml").contains(&format!("wasm_opt = \"version_{major}\"")));
    }
}
