//! The release build, and the build with the ruleset that the tests add.

use std::io;
use std::path::Path;

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, command, run};
use crate::setup::Tools;
use crate::unchanged::Build;

/// Builds the app in release into `dist`, unless that is there and nothing has changed since.
///
/// # Errors
/// If the sources do not compile, or a tool of the build fails.
pub fn build(tools: &Tools) -> Result<(), Failure> {
    announce("Building the app in release with Trunk (1 to 3 minutes, unless nothing has changed)");
    with_trunk(tools, &place::dist(), &["--release"], &[])
}

/// Builds the app with the ruleset that the tests add, unless that is there and nothing has changed since: a debug build, which
/// is quickly made, and in one piece.
///
/// # Errors
/// As [`build`].
pub fn toy(tools: &Tools) -> Result<(), Failure> {
    announce("Building the app with the tests' own ruleset, for its test (a minute, unless nothing has changed)");
    with_trunk(tools, &place::toy_dist(), &["--features", "toy"], &["tests/toy"])
}

/// Builds into `folder` what these words ask Trunk for, from the app's sources and these others.
fn with_trunk(tools: &Tools, folder: &Path, words: &[&str], others: &[&str]) -> Result<(), Failure> {
    let build = Build::of(folder, words, others).map_err(unreadable)?;
    if build.stands() {
        println!("    nothing has changed since it was built: {}", folder.display());
        return Ok(());
    }
    run(
        // An unset NO_COLOR is no trouble to Trunk, but one set to "1", as many terminals do, ends it.
        command("trunk")
            .args(["build", "--locked", "--dist"])
            .arg(folder)
            .args(words)
            .env("PATH", &tools.path)
            .env_remove("NO_COLOR")
            // It would take the place of the flags in .cargo/config.toml, without which the app cannot be cut.
            .env_remove("RUSTFLAGS"),
        "read the messages above: the first error names the file, or the tool, that the build stopped at.",
    )?;
    build.note().map_err(unreadable)?;
    println!("    built: {}", folder.display());
    Ok(())
}

fn unreadable(error: io::Error) -> Failure {
    Failure::new(format!("The files of the build cannot be read: {error}."), "restore what is missing from git.")
}
