//! Installs Rust tools with `cargo install`, each version in a folder of its own, which all checkouts share.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::Tools;
use super::wait::{self, Wait};
use crate::failure::Failure;
use crate::place;
use crate::run::{announce, answer, command, run};

/// The newest Trunk that compiles with the oldest Rust of this project: 0.22 needs a newer one.
const TRUNK_VERSION: &str = "0.21.14";
const CARGO_DENY_VERSION: &str = "0.20.2";

/// A program, the package that it is in, and its version.
struct Tool(&'static str, &'static str, String);

/// Trunk and wasm-bindgen, whose program and crate must be of the same version.
fn of_the_build() -> Result<[Tool; 2], Failure> {
    let id = answer(command("cargo").args(["pkgid", "--locked", "wasm-bindgen"]));
    let version = id.as_deref().and_then(|id| id.rsplit(['@', '#']).next());
    let version =
        version.ok_or_else(|| Failure::new("`cargo pkgid wasm-bindgen` fails.", "restore Cargo.lock from git."))?;
    let bindgen = Tool("wasm-bindgen", "wasm-bindgen-cli", version.into());
    Ok([Tool("trunk", "trunk", TRUNK_VERSION.into()), bindgen])
}

/// The tools of the build that will have to be compiled. With cargo-binstall none is expected: fetching takes seconds.
pub fn missing() -> Result<Vec<Wait>, Failure> {
    let fetches = answer(command("cargo-binstall").arg("-V")).is_some();
    let waits = of_the_build()?.into_iter().zip([wait::TRUNK, wait::BINDGEN]);
    let mut missing = Vec::new();
    for (tool, wait) in waits {
        if !fetches && tool.found()?.is_none() {
            missing.push(wait);
        }
    }
    Ok(missing)
}

/// Installs what is missing of the build's tools.
pub fn tools() -> Result<Tools, Failure> {
    let [trunk, bindgen] = of_the_build()?;
    // Trunk without its update check and TLS: it is never let online.
    let trunk = trunk.ready(&["--no-default-features"], wait::TRUNK)?;
    let bindgen = bindgen.ready(&[], wait::BINDGEN)?;
    let folders = [&trunk, &bindgen].into_iter().filter(|program| program.is_absolute());
    let folders = folders.filter_map(|program| program.parent()).map(Path::to_owned);
    Ok(Tools { path: path_with(folders)? })
}

/// Finds cargo-deny, on `PATH` in any version, or has it fetched. It is not compiled, which would take two minutes on each new machine
/// to check what rarely changes. `None` if it is missing.
pub fn cargo_deny() -> Result<Option<PathBuf>, Failure> {
    let found = Tool("cargo-deny", "cargo-deny", CARGO_DENY_VERSION.into()).ready_made("cargo-binstall")?;
    Ok(found.or_else(|| answer(command("cargo-deny").arg("--version")).map(|_| "cargo-deny".into())))
}

impl Tool {
    /// The tool's folder in the cache folder, and the program there.
    fn kept(&self) -> Result<(PathBuf, PathBuf), Failure> {
        let Self(program, _, version) = self;
        let folder = place::cache()?.join(format!("{program}-{version}"));
        let kept = folder.join("bin").join(format!("{program}{}", env::consts::EXE_SUFFIX));
        Ok((folder, kept))
    }

    /// Finds the tool in the cache folder or on `PATH`; returns the program. On `PATH` that is its name alone.
    fn found(&self) -> Result<Option<PathBuf>, Failure> {
        let (_, kept) = self.kept()?;
        Ok([kept, self.0.into()].into_iter().find(|path| self.is_at(path)))
    }

    /// Finds the tool or fetches it; returns the program.
    fn ready_made(&self, binstall: impl AsRef<OsStr>) -> Result<Option<PathBuf>, Failure> {
        let (folder, kept) = self.kept()?;
        let found = self.found()?;
        Ok(found.or_else(|| (self.fetched(binstall, &folder) && self.is_at(&kept)).then_some(kept)))
    }

    /// Finds the tool or fetches it, else compiles it with these options; returns the program.
    fn ready(&self, options: &[&str], wait: Wait) -> Result<PathBuf, Failure> {
        if let Some(found) = self.ready_made("cargo-binstall")? {
            return Ok(found);
        }
        let Self(_, package, version) = self;
        let (folder, kept) = self.kept()?;
        announce(&format!("Installing {package} {version} into {} ({}, once)", folder.display(), wait.time()));
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
        run(&mut fetch, "").is_ok()
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
    assert!(!tool.fetched(stand_in("offline", "exit 1"), &into), "it is compiled or skipped then");
    assert!(!tool.fetched(folder.join("missing"), &into), "it need not be installed");
    let missing = Tool("no-such-tool", "no-such-tool", "1.2.3".into());
    assert_eq!(missing.ready_made(folder.join("missing")).expect("a cache folder"), None);
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_program_of_another_version_is_not_taken() {
    let output = answer(command("cargo").arg("--version")).expect("cargo");
    let version = output.split_whitespace().nth(1).expect("a version");
    assert!(Tool("cargo", "cargo", version.into()).is_at("cargo"));
    assert!(!Tool("cargo", "cargo", "0.0.1".into()).is_at("cargo"));
}
