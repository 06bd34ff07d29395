//! Installs missing tools for building and testing. No other tool does this for Rust, Node and browsers together.

mod browser;
mod npm;
mod rust;
mod tools;
pub mod wait;

use std::ffi::OsString;
use std::process::Command;

pub use browser::{browser, playwright};
pub use npm::{Packages, packages};
pub use rust::{WASM, components};
pub use tools::{cargo_deny, missing};

use crate::failure::Failure;
use crate::run::{announce, command};

/// The tools of the build.
pub struct Tools {
    /// A `PATH` on which each tool is found in the right version.
    pub path: OsString,
}

impl Tools {
    /// A command that runs in the project's folder with this `PATH`.
    pub fn command(&self, program: &str) -> Command {
        let mut command = command(program);
        command.env("PATH", &self.path);
        command
    }
}

/// Runs set-up for Trunk's own builds, which need no npm packages.
pub fn for_trunk() -> Result<Tools, Failure> {
    announce("Setting up (seconds, unless something is missing)");
    rust::wasm_target()?;
    rust::crates()?;
    tools::tools()
}

/// Runs set-up for a release build.
pub fn for_build() -> Result<Tools, Failure> {
    let tools = for_trunk()?;
    packages(Packages::ForBuild)?;
    Ok(tools)
}
