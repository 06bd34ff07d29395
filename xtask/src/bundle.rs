//! Runs Trunk for every build. Cargo compiles only changed code; the other steps take about half a minute.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::{env, io};

use crate::failure::Failure;
use crate::folders;
use crate::release;
use crate::run::{announce, command, run};
use crate::setup::Tools;
use crate::setup::wait::RELEASE_BUILD;

/// Builds the app in release into `dist`.
pub fn build(tools: &Tools) -> Result<(), Failure> {
    let time =
        if is_first(false) { RELEASE_BUILD.time() } else { "up to 2 minutes; less if little has changed".into() };
    announce(&format!("Building the app in release with Trunk ({time})"));
    // The folder contains the former build until the new one is complete.
    let folder = folders::dist();
    let unfinished = folder.with_extension("unfinished");
    trunk(tools, "build", &["--dist".as_ref(), unfinished.as_os_str()], &["--release", "--features", SPLIT])?;
    release::complete(&unfinished, tools)?;
    let failure = |error: io::Error| Failure::new(format!("{}: {error}.", folder.display()), "close what uses it.");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(failure)?;
    }
    fs::rename(&unfinished, &folder).map_err(failure)?;
    println!("    built: {}", folder.display());
    Ok(())
}

/// True if this checkout has no build of this kind (development or release), so that every crate must be compiled.
pub fn is_first(dev: bool) -> bool {
    let built = if dev { folders::dev_dist().join("index.html") } else { folders::wasm("drumhead") };
    !built.is_file()
}

/// The feature that marks the split point. Without it, Trunk's build is a single module, which works without further steps.
const SPLIT: &str = "split";

/// Builds into `folder` with Trunk alone, and again after each change of a `watched` path, until interrupted.
pub fn watch(tools: &Tools, folder: &Path, watched: &[&str]) -> Result<(), Failure> {
    let options: Vec<&str> = watched.iter().flat_map(|path| ["--watch", path]).collect();
    trunk(tools, "watch", &["--dist".as_ref(), folder.as_os_str()], &options)
}

/// A release build in another process. Dropping this value kills the process.
pub struct BackgroundBuild {
    process: Child,
    /// File with the output of the process.
    log: PathBuf,
}

impl BackgroundBuild {
    /// Starts the process.
    pub fn start() -> Result<Self, Failure> {
        let failure = |error: io::Error| Failure::new(format!("The build does not start: {error}."), "try again.");
        let program = env::current_exe().map_err(failure)?;
        let log = program.with_file_name("build.log"); // in cargo's folder, wherever that is
        let file = File::create(&log).map_err(failure)?;
        let mut build = command(program);
        build.arg("build").stderr(file.try_clone().map_err(failure)?).stdout(file);
        Ok(Self { process: build.spawn().map_err(failure)?, log })
    }

    /// Waits for the end of the process, then prints its output.
    pub fn finish(mut self) -> Result<(), Failure> {
        let done = self.process.wait().is_ok_and(|status| status.success());
        print!("{}", fs::read_to_string(&self.log).unwrap_or_default());
        done.then_some(()).ok_or_else(|| Failure::new("The build failed.", "read the messages above."))
    }
}

impl Drop for BackgroundBuild {
    fn drop(&mut self) {
        // Both fail if the process has ended, which is fine.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Fails if there is no build in `dist`.
pub fn require() -> Result<(), Failure> {
    let missing = || Failure::new("There is no built app in dist.", "leave out --no-build.");
    folders::dist().join("index.html").is_file().then_some(()).ok_or_else(missing)
}

fn trunk(tools: &Tools, subcommand: &str, folder: &[&OsStr], options: &[&str]) -> Result<(), Failure> {
    let mut trunk = tools.command("trunk");
    // Set-up has already fetched the crates and tools.
    trunk.args([subcommand, "--offline", "--locked"]).args(folder).args(options);
    // Many terminals set NO_COLOR=1, but Trunk only accepts "true" or "false". RUSTFLAGS would replace the flags in
    // .cargo/config.toml.
    trunk.env_remove("NO_COLOR").env_remove("RUSTFLAGS");
    run(&mut trunk, "read the messages above: the first error names the file or the tool at fault.")
}
