//! What must be on the machine before anything can be built or tested. Whatever is there already is reused.

mod browser;
mod npm;
mod rust;
mod tools;

use std::ffi::OsString;

pub use browser::{Chromium, chromium, playwright};
pub use npm::{Packages, packages};
pub use rust::{WASM, components};

use crate::failure::Failure;
use crate::run::announce;

/// The tools of the build, all present.
pub struct Tools {
    /// A `PATH` on which each is found in the version wanted.
    pub path: OsString,
}

/// Sets up all that a release build needs.
///
/// # Errors
/// If something is missing and cannot be installed.
pub fn for_build() -> Result<Tools, Failure> {
    announce("Setting up (a first run installs tools for 5 to 15 minutes; later runs reuse them)");
    rust::wasm_target()?;
    rust::crates()?;
    packages(Packages::ForBuild)?;
    tools::tools()
}
