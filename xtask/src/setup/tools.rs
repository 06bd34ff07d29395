//! Installs Rust tools. Each version has its own folder, which all checkouts share.

use std::env;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

use super::Tools;
use super::wait::{self, Wait};
use crate::failure::Failure;
use crate::folders;
use crate::run::{announce, command, output, run};

/// The newest Trunk that compiles with this project's oldest Rust. Trunk 0.22 needs a newer one.
const TRUNK_VERSION: &str = "0.21.14";
const CARGO_DENY_VERSION: &str = "0.20.2";

/// The name of a program, its package, and its version.
struct Tool(&'static str, &'static str, String);

/// Trunk and wasm-bindgen. The program of wasm-bindgen must have the version of the crate.
fn build_tools() -> Result<[Tool; 2], Failure> {
    let id = output(command("cargo").args(["pkgid", "--locked", "wasm-bindgen"]));
    let version = id.as_deref().and_then(|id| id.rsplit(['@', '#']).next());
    let version =
        version.ok_or_else(|| Failure::new("`cargo pkgid wasm-bindgen` fails.", "restore Cargo.lock from git."))?;
    let bindgen = Tool("wasm-bindgen", "wasm-bindgen-cli", version.into());
    Ok([Tool("trunk", "trunk", TRUNK_VERSION.into()), bindgen])
}

/// The build's tools that must be compiled. If cargo-binstall is installed, the list is empty, because fetching takes seconds.
pub fn missing() -> Result<Vec<Wait>, Failure> {
    let has_binstall = output(command("cargo-binstall").arg("-V")).is_some();
    let waits = build_tools()?.into_iter().zip([wait::TRUNK, wait::BINDGEN]);
    let mut missing = Vec::new();
    for (tool, wait) in waits {
        if !has_binstall && tool.find()?.is_none() {
            missing.push(wait);
        }
    }
    Ok(missing)
}

/// Installs the missing tools of the build.
pub fn tools() -> Result<Tools, Failure> {
    let [trunk, bindgen] = build_tools()?;
    // Without default features, Trunk has no update check and no TLS, which an offline run does not need.
    let trunk = trunk.install(&["--no-default-features"], wait::TRUNK)?;
    let bindgen = bindgen.install(&[], wait::BINDGEN)?;
    let folders = [&trunk, &bindgen].into_iter().filter(|program| program.is_absolute());
    let folders = folders.filter_map(|program| program.parent()).map(Path::to_owned);
    Ok(Tools { path: path_with(folders)? })
}

/// Finds cargo-deny (on `PATH` in any version), or fetches it ready-made. It is never compiled: licences rarely change, and compiling
/// takes two minutes on each new machine. `None` if it is missing.
pub fn cargo_deny() -> Result<Option<PathBuf>, Failure> {
    let found = Tool("cargo-deny", "cargo-deny", CARGO_DENY_VERSION.into()).find_or_fetch("cargo-binstall")?;
    Ok(found.or_else(|| output(command("cargo-deny").arg("--version")).map(|_| "cargo-deny".into())))
}

impl Tool {
    /// The tool's folder in the cache folder, and the program there.
    fn cached(&self) -> Result<(PathBuf, PathBuf), Failure> {
        let Self(program, _, version) = self;
        let folder = folders::cache()?.join(format!("{program}-{version}"));
        let program = folder.join("bin").join(format!("{program}{}", env::consts::EXE_SUFFIX));
        Ok((folder, program))
    }

    /// The path of the program in the cache folder, else its name if it is on `PATH`. `None` if this version is on neither.
    fn find(&self) -> Result<Option<PathBuf>, Failure> {
        let (_, cached) = self.cached()?;
        Ok([cached, self.0.into()].into_iter().find(|path| self.has_right_version(path)))
    }

    /// Finds the program, or fetches it with cargo-binstall. `None` if neither works.
    fn find_or_fetch(&self, binstall: impl AsRef<OsStr>) -> Result<Option<PathBuf>, Failure> {
        let (folder, cached) = self.cached()?;
        let found = self.find()?;
        Ok(found.or_else(|| (self.fetch(binstall, &folder) && self.has_right_version(&cached)).then_some(cached)))
    }

    /// Finds or fetches the program, else compiles it with these options of `cargo install`.
    fn install(&self, options: &[&str], wait: Wait) -> Result<PathBuf, Failure> {
        if let Some(found) = self.find_or_fetch("cargo-binstall")? {
            return Ok(found);
        }
        let Self(_, package, version) = self;
        let (folder, cached) = self.cached()?;
        announce(&format!("Installing {package} {version} into {} ({}, once)", folder.display(), wait.time()));
        let path = path_with([folder.join("bin")])?;
        let install = |locked: &[&str]| {
            let mut cargo = command("cargo");
            cargo.args(["install", package, "--version", version, "--root"]).arg(&folder).args(locked).args(options);
            // These settings halve the time to compile. Slower code is no problem, because the tools run for seconds.
            let settings = [("LTO", "off"), ("CODEGEN_UNITS", "16"), ("OPT_LEVEL", "1")];
            cargo
                .envs(settings.map(|(name, value)| (format!("CARGO_PROFILE_RELEASE_{name}"), value)))
                .env("PATH", &path);
            let advice = "check that this machine is online and has a C compiler (gcc or clang); the first error above names \
                          the missing part.";
            run(&mut cargo, advice)
        };
        install(&["--locked"]).or_else(|_| {
            println!("    Trying again with newer dependencies than those of its lock file.");
            install(&[])
        })?;
        Ok(cached)
    }

    /// Fetches the tool ready-made with cargo-binstall. True if that is installed and reports success.
    fn fetch(&self, binstall: impl AsRef<OsStr>, folder: &Path) -> bool {
        let Self(_, package, version) = self;
        if output(command(&binstall).arg("-V")).is_none() {
            return false;
        }
        announce(&format!("Fetching {package} {version} into {} (seconds, once)", folder.display()));
        let mut binstall = command(&binstall);
        binstall
            .args([package, "--version", version, "--no-confirm", "--disable-strategies", "compile", "--root"])
            .arg(folder);
        run(&mut binstall, "").is_ok()
    }

    /// True if the program reports this version.
    fn has_right_version(&self, program: impl AsRef<OsStr>) -> bool {
        let output = output(command(program).arg("--version"));
        output.is_some_and(|output| output.split_whitespace().any(|word| word.trim_start_matches('v') == self.2))
    }
}

/// A `PATH` with `folders` before the existing ones.
fn path_with(folders: impl IntoIterator<Item = PathBuf>) -> Result<OsString, Failure> {
    let inherited = env::var_os("PATH").unwrap_or_default();
    env::join_paths(folders.into_iter().chain(env::split_paths(&inherited)))
        .map_err(|error| Failure::new(format!("PATH cannot be extended: {error}."), "check the characters in PATH."))
}

#[cfg(unix)]
#[test]
fn a_tool_is_fetched_ready_made_if_possible() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = env::temp_dir().join(format!("drumhead-fetched-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    // Writes a script that replaces cargo-binstall. The script's last argument is the folder to install into.
    let fake_binstall = |name: &str, commands: &str| {
        let program = folder.join(name);
        let script = format!("#!/bin/sh\n[ \"$1\" = -V ] && exit 0\nfor last; do :; done\n{commands}\n");
        std::fs::write(&program, script).expect("a script");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
        program
    };
    let works = fake_binstall(
        "works",
        "mkdir -p \"$last/bin\" && printf '#!/bin/sh\\necho tool 1.2.3\\n' > \"$last/bin/tool\" && chmod +x \"$last/bin/tool\"",
    );
    let tool = Tool("tool", "a-tool", "1.2.3".into());
    let into = folder.join("tool-1.2.3");
    assert!(tool.fetch(&works, &into) && tool.has_right_version(into.join("bin/tool")));
    assert!(!tool.fetch(fake_binstall("offline", "exit 1"), &into), "cargo-binstall fails");
    assert!(!tool.fetch(folder.join("missing"), &into), "cargo-binstall is not installed");
    let missing = Tool("no-such-tool", "no-such-tool", "1.2.3".into());
    assert_eq!(missing.find_or_fetch(folder.join("missing")).expect("a cache folder"), None);
    std::fs::remove_dir_all(&folder).expect("removed");
}

#[test]
fn a_program_of_another_version_is_refused() {
    let output = output(command("cargo").arg("--version")).expect("cargo");
    let version = output.split_whitespace().nth(1).expect("a version");
    assert!(Tool("cargo", "cargo", version.into()).has_right_version("cargo"));
    assert!(!Tool("cargo", "cargo", "0.0.1".into()).has_right_version("cargo"));
}
