//! Runs Trunk, which builds each time: cargo compiles what has changed, and the other steps take about half a minute.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::{env, io};

use crate::failure::Failure;
use crate::place;
use crate::release;
use crate::run::{announce, command, run};
use crate::setup::Tools;
use crate::setup::wait::RELEASE_BUILD;

/// Builds the app in release into `dist`.
pub fn build(tools: &Tools) -> Result<(), Failure> {
    let time =
        if is_first(false) { RELEASE_BUILD.time() } else { "up to 2 minutes; less if little has changed".into() };
    announce(&format!("Building the app in release with Trunk ({time})"));
    // The folder holds the former build until all is done.
    let folder = place::dist();
    let unfinished = folder.with_extension("unfinished");
    trunk(tools, "build", &["--dist".as_ref(), unfinished.as_os_str()], &["--release", "--features", SPLIT])?;
    release::complete(&unfinished, tools)?;
    let cannot = |error: io::Error| Failure::new(format!("{}: {error}.", folder.display()), "close what uses it.");
    if folder.is_dir() {
        fs::remove_dir_all(&folder).map_err(cannot)?;
    }
    fs::rename(&unfinished, &folder).map_err(cannot)?;
    println!("    built: {}", folder.display());
    Ok(())
}

/// True if no development or release build was made here, so that every crate will be compiled.
pub fn is_first(dev: bool) -> bool {
    let built = if dev { place::dev_dist().join("index.html") } else { place::wasm("drumhead") };
    !built.is_file()
}

/// The feature that marks where the module is split. Without it Trunk's build is whole, and runs as it is.
const SPLIT: &str = "split";

/// Builds into `folder` with Trunk alone, and again after each change of what is `watched`, until interrupted.
pub fn watch(tools: &Tools, folder: &Path, watched: &[&str]) -> Result<(), Failure> {
    let options: Vec<&str> = watched.iter().flat_map(|path| ["--watch", path]).collect();
    trunk(tools, "watch", &["--dist".as_ref(), folder.as_os_str()], &options)
}

/// A build by another process, while this one does something else. It ends with its owner.
pub struct BackgroundBuild {
    process: Child,
    /// File that takes what it prints.
    log: PathBuf,
}

impl BackgroundBuild {
    /// Begins one.
    pub fn begin() -> Result<Self, Failure> {
        let cannot = |error: io::Error| Failure::new(format!("The build does not begin: {error}."), "try again.");
        let program = env::current_exe().map_err(cannot)?;
        let log = program.with_file_name("build.log"); // in cargo's folder, wherever that is
        let file = File::create(&log).map_err(cannot)?;
        let mut build = command(program);
        build.arg("build").stderr(file.try_clone().map_err(cannot)?).stdout(file);
        Ok(Self { process: build.spawn().map_err(cannot)?, log })
    }

    /// Waits for its end, and prints what it printed.
    pub fn finish(mut self) -> Result<(), Failure> {
        let done = self.process.wait().is_ok_and(|status| status.success());
        print!("{}", fs::read_to_string(&self.log).unwrap_or_default());
        done.then_some(()).ok_or_else(|| Failure::new("The build failed.", "read the messages above."))
    }
}

impl Drop for BackgroundBuild {
    fn drop(&mut self) {
        // Nothing is left to end if it has ended.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Fails unless there is a build in `dist`.
pub fn require() -> Result<(), Failure> {
    let missing = || Failure::new("There is no built app in dist.", "leave out --no-build.");
    place::dist().join("index.html").is_file().then_some(()).ok_or_else(missing)
}

fn trunk(tools: &Tools, what: &str, folder: &[&OsStr], options: &[&str]) -> Result<(), Failure> {
    let mut trunk = tools.command("trunk");
    // Set-up has fetched all that is needed.
    trunk.args([what, "--offline", "--locked"]).args(folder).args(options);
    // Many terminals set NO_COLOR=1, which Trunk refuses: it wants "true" or "false". RUSTFLAGS would replace the flags in
    // .cargo/config.toml.
    trunk.env_remove("NO_COLOR").env_remove("RUSTFLAGS");
    run(&mut trunk, "read the messages above: the first error names the file, or the tool, that the build stopped at.")
}
