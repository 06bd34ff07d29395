//! Builds the reader of QR codes, a module of its own that only browsers without a `BarcodeDetector` fetch.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::place;
use crate::run::{command, minify, run};
use crate::setup::{Tools, WASM};
use crate::split::{bind, only, shrink};

/// The folder of the reader in a build. `index.html` has Trunk copy its scripts there.
const FOLDER: &str = "reader";

/// Builds the reader into a release build of the app, and makes its files small.
pub fn build(build: &Path, tools: &Tools) -> Result<(), Failure> {
    let folder = build.join(FOLDER);
    let mut cargo = command("cargo");
    cargo.args(["build", "--quiet", "--release", "--locked", "--package", "reader", "--lib"]);
    cargo.args(["--target", WASM]);
    // RUSTFLAGS would replace the flags in .cargo/config.toml.
    run(cargo.env_remove("RUSTFLAGS"), "read the messages above.")?;
    bind(tools, &place::wasm("reader"), "reader", &folder, &[])?;
    shrink(&folder.join(only(&folder, "reader", ".wasm")?))?;
    let scripts = fs::read_dir(&folder).map_err(|error| trouble(&error))?;
    for script in scripts.filter_map(|entry| Some(entry.ok()?.path())) {
        if script.extension().is_some_and(|ending| ending == "js") {
            minify(&script, &script)?;
        }
    }
    Ok(())
}

fn trouble(error: &std::io::Error) -> Failure {
    Failure::new(format!("The reader of codes cannot be built: {error}."), "read the messages above.")
}
