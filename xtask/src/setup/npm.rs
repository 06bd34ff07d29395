//! Installs the npm packages with `npm ci`. This takes a minute, so it runs only after a change of package-lock.json.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::folders;
use crate::run::{announce, npm, run};

const ADVICE: &str = "install Node 20 or newer with npm (https://nodejs.org), check that this machine is online, \
                    then try again.";

/// A set of npm packages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packages {
    /// The packages of the build: a few megabytes.
    ForBuild,
    /// All packages, including those of the tests: two hundred megabytes.
    All,
}

/// Installs these packages of package-lock.json into `node_modules`, unless they are installed.
pub fn packages(wanted: Packages) -> Result<(), Failure> {
    let failure = |file: &Path, error| Failure::new(format!("{}: {error}.", file.display()), "restore it from git.");
    let lock_file = folders::project().join("package-lock.json");
    let lock = fs::read(&lock_file).map_err(|error| failure(&lock_file, error))?;
    // A copy of the lock file records what is installed. npm's own record has another format than its lock file.
    let record = |name: &str| folders::project().join("node_modules").join(name);
    let (all, for_build) = (record(".installed-package-lock.json"), record(".installed-for-build-package-lock.json"));
    let is_installed = |copy: &Path| fs::read(copy).is_ok_and(|copy| copy == lock);
    if is_installed(&all) || wanted == Packages::ForBuild && is_installed(&for_build) {
        return Ok(());
    }
    announce("Installing npm packages (a minute)");
    let (options, installed): (&[_], _) = match wanted {
        Packages::ForBuild => (&["--omit=dev"], for_build),
        Packages::All => (&[], all),
    };
    run(npm("npm").args(["ci", "--no-audit", "--no-fund"]).args(options), ADVICE)?;
    fs::write(&installed, &lock).map_err(|error| failure(&installed, error))
}
