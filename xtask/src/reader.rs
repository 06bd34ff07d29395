//! Builds the reader of QR codes, a separate module that only browsers without a `BarcodeDetector` fetch.

use std::fs;
use std::path::Path;

use crate::failure::Failure;
use crate::folders;
use crate::run::{command, minify, run};
use crate::setup::{Tools, WASM};
use crate::split::{bind, find_one, shrink};

/// The folder of the reader in a build. `index.html` has Trunk copy its scripts there.
const FOLDER: &str = "reader";

/// Adds the reader to the release build of the app in `build`, and minifies its files.
pub fn build(build: &Path, tools: &Tools) -> Result<(), Failure> {
    let folder = build.join(FOLDER);
    let mut cargo = command("cargo");
    cargo.args(["build", "--quiet", "--release", "--locked", "--package", "reader", "--lib"]);
    cargo.args(["--target", WASM]);
    // RUSTFLAGS would replace the flags in .cargo/config.toml.
    run(cargo.env_remove("RUSTFLAGS"), "read the messages above.")?;
    bind(tools, &folders::wasm("reader"), "reader", &folder, &[])?;
    shrink(&folder.join(find_one(&folder, "reader", ".wasm")?))?;
    let scripts = fs::read_dir(&folder).map_err(|error| failure(&error))?;
    for script in scripts.filter_map(|entry| Some(entry.ok()?.path())) {
        if script.extension().is_some_and(|ending| ending == "js") {
            minify(&script, &script)?;
        }
    }
    Ok(())
}

fn failure(error: &std::io::Error) -> Failure {
    Failure::new(format!("The reader of QR codes cannot be built: {error}."), "read the messages above.")
}
