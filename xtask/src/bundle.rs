//! The release build.

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, command, run};
use crate::setup::Tools;

/// Builds the app in release into `dist`.
///
/// # Errors
/// If the sources do not compile, or a tool of the build fails.
pub fn build(tools: &Tools) -> Result<(), Failure> {
    announce("Building the app in release with Trunk (1 to 3 minutes the first time)");
    run(
        // An unset NO_COLOR is no trouble to Trunk, but one set to "1", as many terminals do, ends it.
        command("trunk")
            .args(["build", "--release", "--locked"])
            .env("PATH", &tools.path)
            .env_remove("NO_COLOR")
            // It would take the place of the flags in .cargo/config.toml, without which the app cannot be cut.
            .env_remove("RUSTFLAGS"),
        "read the messages above: the first error names the file, or the tool, that the build stopped at.",
    )?;
    println!("    built: {}", place::dist().display());
    Ok(())
}
