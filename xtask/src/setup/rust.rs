//! Installs components of the Rust toolchain, and fetches the crates.

use std::env;
use std::path::Path;

use crate::failure::Failure;
use crate::run::{announce, command, output, run};

/// The target for browsers.
pub const WASM: &str = "wasm32-unknown-unknown";

/// Adds the wasm target to the toolchain in use.
pub fn wasm_target() -> Result<(), Failure> {
    let folder = output(command("rustc").args(["--print", "target-libdir", "--target", WASM]));
    let is_installed = folder.is_some_and(|folder| Path::new(&folder).is_dir());
    // If cargo builds the standard library from source, no target is needed (docs/building.md, "Troubleshooting").
    if is_installed || env::var_os("CARGO_UNSTABLE_BUILD_STD").is_some() {
        return Ok(());
    }
    announce("Adding the wasm target to the Rust toolchain (under a minute)");
    run(
        command("rustup").args(["target", "add", WASM]),
        "install Rust with rustup (https://rustup.rs) and check that this machine is online. \
         If rustup's host cannot be reached, see \"Troubleshooting\" in docs/building.md.",
    )
}

/// Adds rustfmt and clippy, which rustup's minimal profile does not install.
pub fn components() -> Result<(), Failure> {
    for (component, program) in [("rustfmt", "cargo-fmt"), ("clippy", "cargo-clippy")] {
        if output(command(program).arg("--version")).is_none() {
            announce(&format!("Adding {component} to the Rust toolchain (under a minute)"));
            run(
                command("rustup").args(["component", "add", component]),
                &format!("install {component} for the Rust toolchain in use, then try again."),
            )?;
        }
    }
    Ok(())
}

/// Fetches the crates of Cargo.lock, because Trunk runs offline.
pub fn crates() -> Result<(), Failure> {
    announce("Fetching crates (a minute the first time)");
    run(
        command("cargo").args(["fetch", "--locked"]),
        "check that this machine is online and reaches the registry of crates, then try again.",
    )
}
