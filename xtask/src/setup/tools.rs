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

/// Installs what is missing of the build's tools.
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
    Ok(Tools { path: path_with(folders)? })
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
        if self.fetched("cargo-binstall", &folder) && self.is_at(&kept) {
            return Ok(kept);
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

    /// Has cargo-binstall fetch the tool ready-made, where that is installed; true if it says that it did.
    fn fetched(&self, binstall: impl AsRef<OsStr>, folder: &Path) -> bool {
        let Self(_, package, version) = self;
        if answer(command(&binstall).arg("-V")).is_none() {
            return false;
        }
        announce(&format!("Fetching {package} {version} into {} (seconds, once)", folder.display()));
        let mut fetch = command(&binstall);
        fetch
            .args([package, "--version", version, "--no-confirm", "--disable-strategies", "compile", "--root"])
            .arg(folder);
        let fetched = run(&mut fetch, "");
        if fetched.is_err() {
            println!("    It is compiled instead.");
        }
        fetched.is_ok()
    }

    /// True if the program reports this version.
    fn is_at(&self, program: impl AsRef<OsStr>) -> bool {
        let output = answer(command(program).arg("--version"));
        output.is_some_and(|output| output.split_whitespace().any(|word| word.trim_start_matches('v') == self.2))
    }
}

/// `folders`, followed by those of `PATH`.
fn path_with(folders: impl IntoIterator<Item = PathBuf>) -> Result<OsString, Failure> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.into_iter().chain(env::split_paths(&inherited)))
        .map_err(|error| Failure::new(format!("PATH cannot be extended: {error}."), "check the characters in PATH."))
}

#[cfg(unix)]
#[test]
fn a_tool_is_fetched_ready_made_where_that_can_be_done() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = env::temp_dir().join(format!("drumhead-fetched-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    // Stands in for cargo-binstall and the network: its last argument is the folder that it installs into.
    let stand_in = |name: &str, installs: &str| {
        let program = folder.join(name);
        let script = format!("#!/bin/sh\n[ \"$1\" = -V ] && exit 0\nfor last; do :; done\n{installs}\n");
        std::fs::write(&program, script).expect("a script");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
        program
    };
    let works = stand_in(
        "works",
        "mkdir -p \"$last/bin\" && printf '#!/bin/sh\\necho tool 1.2.3\\n' > \"$last/bin/tool\" && chmod +x \"$last/bin/tool\"",
    );
    let tool = Tool("tool", "a-tool", "1.2.3".into());
    let into = folder.join("tool-1.2.3");
    assert!(tool.fetched(&works, &into) && tool.is_at(into.join("bin/tool")));
    assert!(!tool.fetched(stand_in("offline", "exit 1"), &into), "it is compiled then");
    assert!(!tool.fetched(folder.join("missing"), &into), "it need not be installed");
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_program_of_another_version_is_not_taken() {
    let output = answer(command("cargo").arg("--version")).expect("cargo");
    let version = output.split_whitespace().nth(1).expect("a version");
    assert!(Tool("cargo", "cargo", version.into()).is_at("cargo"));
    assert!(!Tool("cargo", "cargo", "0.0.1".into()).is_at("cargo"));
}
