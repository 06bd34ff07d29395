//! Installs the npm packages with `npm ci`, but only after a change of package-lock.json, as it takes a minute.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::place;
use crate::run::{announce, npm, run};

const NODE: &str = "install Node 20 or newer with npm (https://nodejs.org), check that this machine is online, \
                    then try again.";

/// A set of the packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packages {
    /// Those of the build: a few megabytes.
    ForBuild,
    /// Those of the tests too: two hundred megabytes.
    All,
}

/// Installs these packages of package-lock.json into `node_modules`, unless they are there already.
pub fn packages(wanted: Packages) -> Result<(), Failure> {
    let failure = |file: &Path, error| Failure::new(format!("{}: {error}.", file.display()), "restore it from git.");
    let lock_file = place::project().join("package-lock.json");
    let lock = fs::read(&lock_file).map_err(|error| failure(&lock_file, error))?;
    // npm's own record of its installation has another form than its lock, so a copy of the lock is left there.
    let note = |name: &str| place::project().join("node_modules").join(name);
    let (all, for_build) = (note(".installed-package-lock.json"), note(".installed-for-build-package-lock.json"));
    let is_there = |copy: &Path| fs::read(copy).is_ok_and(|copy| copy == lock);
    if is_there(&all) || wanted == Packages::ForBuild && is_there(&for_build) {
        return Ok(());
    }
    announce("Installing npm packages (a minute)");
    let (options, installed): (&[_], _) = match wanted {
        Packages::ForBuild => (&["--omit=dev"], for_build),
        Packages::All => (&[], all),
    };
    run(npm("npm").args(["ci", "--no-audit", "--no-fund"]).args(options), NODE)?;
    fs::write(&installed, &lock).map_err(|error| failure(&installed, error))
}
