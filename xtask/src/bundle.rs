//! Runs Trunk, which builds each time: cargo compiles what has changed, and the other steps take about half a minute.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Child;
use std::{env, io};

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, command, run};
use crate::setup::Tools;

/// Builds the app in release into `dist`; with `toy`, also one with the tests' own ruleset: a debug build, which is quick to make,
/// in one piece.
pub fn build(tools: &Tools, toy: bool) -> Result<(), Failure> {
    announce("Building the app in release with Trunk (1 to 3 minutes; less if little has changed)");
    trunk(tools, &place::dist(), &["--release"])?;
    if !toy {
        return Ok(());
    }
    announce("Building the app with the tests' own ruleset (a minute; less if little has changed)");
    trunk(tools, &place::toy_dist(), &["--features", "toy"])
}

/// A build by another process, while this one does something else. It ends with its owner.
pub struct Beside {
    process: Child,
    /// File that takes what it prints.
    log: PathBuf,
}

impl Beside {
    /// Begins one.
    pub fn begin(toy: bool) -> Result<Self, Failure> {
        let cannot = |error: io::Error| Failure::new(format!("The build does not begin: {error}."), "try again.");
        let program = env::current_exe().map_err(cannot)?;
        let log = program.with_file_name("build.log"); // in cargo's folder, wherever that is
        let file = File::create(&log).map_err(cannot)?;
        let mut own = command(program);
        own.arg("build").args(toy.then_some("--toy")).stderr(file.try_clone().map_err(cannot)?).stdout(file);
        Ok(Self { process: own.spawn().map_err(cannot)?, log })
    }

    /// Waits for its end, and prints what it printed.
    pub fn finish(mut self) -> Result<(), Failure> {
        let done = self.process.wait().is_ok_and(|status| status.success());
        print!("{}", fs::read_to_string(&self.log).unwrap_or_default());
        done.then_some(()).ok_or_else(|| Failure::new("The build failed.", "read the messages above."))
    }
}

impl Drop for Beside {
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

fn trunk(tools: &Tools, folder: &Path, options: &[&str]) -> Result<(), Failure> {
    let mut trunk = command("trunk");
    trunk.args(["build", "--locked", "--dist"]).arg(folder).args(options).env("PATH", &tools.path);
    // Many terminals set NO_COLOR=1, which Trunk refuses: it wants "true" or "false". RUSTFLAGS would replace the flags in
    // .cargo/config.toml, which splitting needs.
    trunk.env_remove("NO_COLOR").env_remove("RUSTFLAGS");
    let next = "read the messages above: the first error names the file, or the tool, that the build stopped at.";
    run(&mut trunk, next)?;
    println!("    built: {}", folder.display());
    Ok(())
}
