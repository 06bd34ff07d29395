//! Trunk's builds: the release build, and a debug build with the ruleset that the tests add.
//!
//! Each call builds. Cargo compiles only what has changed; the steps after it take seconds.

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

fn trunk(tools: &Tools, folder: &Path, options: &[&str]) -> Result<(), Failure> {
    run(
        command("trunk")
            .args(["build", "--locked", "--dist"])
            .arg(folder)
            .args(options)
            .env("PATH", &tools.path)
            // Many terminals set NO_COLOR=1, which Trunk refuses: it wants "true" or "false".
            .env_remove("NO_COLOR")
            // RUSTFLAGS would replace the flags in .cargo/config.toml, which splitting needs.
            .env_remove("RUSTFLAGS"),
        "read the messages above: the first error names the file, or the tool, that the build stopped at.",
    )?;
    println!("    built: {}", folder.display());
    Ok(())
}
