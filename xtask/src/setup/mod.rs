//! Installs what building and testing need, unless it is there: no other tool does so for Rust, Node and a browser alike.

mod browser;
mod npm;
mod rust;
mod tools;

use std::ffi::OsString;

pub use browser::{browser, playwright};
pub use npm::{Packages, packages};
pub use rust::{WASM, components};
pub use tools::cargo_deny;

use crate::failure::Failure;
use crate::run::announce;

/// The tools of the build.
pub struct Tools {
    /// A `PATH` on which each is found in the right version.
    pub path: OsString,
}

/// Sets up everything for a release build.
pub fn for_build() -> Result<Tools, Failure> {
    announce("Setting up (the first run installs tools, which takes 5 to 15 minutes; later runs reuse them)");
    rust::wasm_target()?;
    rust::crates()?;
    packages(Packages::ForBuild)?;
    tools::tools()
}
