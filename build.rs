//! Makes the linker keep relocations in a build that will be split (xtask/src/split.rs). The option is set here rather than in
//! `RUSTFLAGS`, which would recompile every crate.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let is_for_browsers = env::var_os("CARGO_CFG_TARGET_ARCH").is_some_and(|architecture| architecture == "wasm32");
    if is_for_browsers && env::var_os("CARGO_FEATURE_SPLIT").is_some() {
        println!("cargo::rustc-link-arg-bins=--emit-relocs");
    }
}
