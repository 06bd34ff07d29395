//! The npm packages: Playwright, what its tests read PDFs with, and binaryen for its `wasm-opt`.

use std::fs;
use std::time::Duration;

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, npm_command, run_within};

const NODE: &str = "install Node 20 or newer with npm (https://nodejs.org), check that this machine is online, \
                    then try again.";

/// Installs the packages of package-lock.json into `node_modules`, unless these very ones are there.
///
/// # Errors
/// If npm is missing or fails.
pub fn packages() -> Result<(), Failure> {
    let lock = fs::read(place::project().join("package-lock.json"))
        .map_err(|error| Failure::new(format!("package-lock.json cannot be read: {error}."), "restore it from git."))?;
    // npm's own record of what it installed is of another form than its lock, so a copy of the lock is left there.
    let installed = place::project().join("node_modules").join(".installed-package-lock.json");
    if fs::read(&installed).is_ok_and(|copy| copy == lock) {
        return Ok(());
    }
    announce("Installing npm packages (under a minute)");
    run_within(Duration::from_secs(15 * 60), npm_command("npm").args(["ci", "--no-audit", "--no-fund"]), NODE)?;
    fs::write(&installed, lock)
        .map_err(|error| Failure::new(format!("{} cannot be written: {error}.", installed.display()), NODE))
}
