//! Runs Trunk, which builds each time: cargo compiles what has changed, and the other steps take about half a minute.

use std::path::Path;

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, command, run};
use crate::setup::Tools;

/// Builds the app in release into `dist`.
pub fn build(tools: &Tools) -> Result<(), Failure> {
    announce("Building the app in release with Trunk (1 to 3 minutes; less if little has changed)");
    trunk(tools, &place::dist(), &["--release"])
}

/// Builds the app with the tests' own ruleset: a debug build, which is quick to make, in one piece.
pub fn toy(tools: &Tools) -> Result<(), Failure> {
    announce("Building the app with the tests' own ruleset (a minute; less if little has changed)");
    trunk(tools, &place::toy_dist(), &["--features", "toy"])
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
