//! The npm packages: binaryen, for its `wasm-opt`, and what the tests in a browser need.

use std::fs;
use std::path::Path;
use std::time::Duration;

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, npm_command, run_within};

const NODE: &str = "install Node 20 or newer with npm (https://nodejs.org), check that this machine is online, \
                    then try again.";

/// Which of the packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packages {
    /// What a build needs: a few megabytes.
    ForBuild,
    /// What the tests need, too: two hundred.
    All,
}

/// Installs these packages of package-lock.json into `node_modules`, unless these very ones are there.
///
/// # Errors
/// If npm is missing or fails.
pub fn packages(wanted: Packages) -> Result<(), Failure> {
    let lock = fs::read(place::project().join("package-lock.json"))
        .map_err(|error| Failure::new(format!("package-lock.json cannot be read: {error}."), "restore it from git."))?;
    // npm's own record of what it installed is of another form than its lock, so a copy of the lock is left there.
    let note = |name: &str| place::project().join("node_modules").join(name);
    let (all, for_build) = (note(".installed-package-lock.json"), note(".installed-for-build-package-lock.json"));
    let is_there = |copy: &Path| fs::read(copy).is_ok_and(|copy| copy == lock);
    if is_there(&all) || wanted == Packages::ForBuild && is_there(&for_build) {
        return Ok(());
    }
    announce("Installing npm packages (a minute)");
    let mut npm = npm_command("npm");
    npm.args(["ci", "--no-audit", "--no-fund"]);
    let installed = match wanted {
        Packages::ForBuild => {
            npm.arg("--omit=dev");
            for_build
        }
        Packages::All => all,
    };
    run_within(Duration::from_secs(15 * 60), &mut npm, NODE)?;
    fs::write(&installed, lock)
        .map_err(|error| Failure::new(format!("{} cannot be written: {error}.", installed.display()), NODE))
}
