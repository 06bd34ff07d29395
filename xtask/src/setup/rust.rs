//! The compiler's parts, and the crates.

use std::env;
use std::path::Path;
use std::time::Duration;

use crate::failure::Failure;
use crate::run::{announce, answer, command, run_within};

/// The target that browsers run.
pub const WASM: &str = "wasm32-unknown-unknown";

const DOWNLOAD: Duration = Duration::from_secs(15 * 60);

/// Adds the wasm target to the toolchain in use.
///
/// # Errors
/// If there is none and rustup cannot bring it.
pub fn wasm_target() -> Result<(), Failure> {
    // Whoever builds the standard library from its sources needs no target (README, "Troubleshooting").
    if has_wasm_target() || env::var_os("CARGO_UNSTABLE_BUILD_STD").is_some() {
        return Ok(());
    }
    announce("Adding the wasm target to the Rust toolchain (under a minute)");
    run_within(
        DOWNLOAD,
        command("rustup").args(["target", "add", WASM]),
        "install Rust with rustup (https://rustup.rs) and check that this machine is online. \
         Where rustup's host cannot be reached, see \"Troubleshooting\" in README.md.",
    )
}

fn has_wasm_target() -> bool {
    answer(command("rustc").args(["--print", "target-libdir", "--target", WASM]))
        .is_some_and(|folder| Path::new(&folder).is_dir())
}

/// Adds rustfmt and clippy, which rustup's minimal profile leaves out.
///
/// # Errors
/// If one is missing and rustup cannot bring it.
pub fn components() -> Result<(), Failure> {
    for (component, program) in [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")] {
        if answer(command(program).arg("--version")).is_none() {
            announce(&format!("Adding {component} to the Rust toolchain (under a minute)"));
            run_within(
                DOWNLOAD,
                command("rustup").args(["component", "add", component]),
                &format!("install {component} for the Rust toolchain in use, then try again."),
            )?;
        }
    }
    Ok(())
}

/// Fetches the crates of Cargo.lock: Trunk, which is kept from downloading anything, builds from what is there.
///
/// # Errors
/// If one is missing and cannot be fetched.
pub fn crates() -> Result<(), Failure> {
    announce("Fetching crates (a minute the first time)");
    run_within(
        DOWNLOAD,
        command("cargo").args(["fetch", "--locked"]),
        "check that this machine is online and reaches the registry of crates, then try again.",
    )
}
