//! Mutation testing: changes the code in one place after the other, and lists the changes that no native test notices.
//!
//! All mutants take a day. A shard of them takes about ten minutes on an idle core, and is drawn at random, so that a few shards
//! show how many mutants of all are noticed.

use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};

use crate::args::Mutants;
use crate::failure::Failure;
use crate::place;
use crate::run::{announce, answer, command, run};

/// Number of shards: about 25 mutants each.
const SHARDS: u64 = 370;
/// Seconds that the tests of one mutant may take.
const PATIENCE: &str = "150";

/// Runs a shard. What was found is in `target/mutants/SHARD/mutants.out`.
pub fn mutants(options: &Mutants) -> Result<(), Failure> {
    if answer(command("cargo").args(["mutants", "--version"])).is_none() {
        return Err(Failure::new("cargo-mutants is not installed.", "run `cargo install --locked cargo-mutants`."));
    }
    let shard = options.shard.unwrap_or_else(drawn);
    if shard >= SHARDS {
        return Err(Failure::new(format!("There is no shard {shard}."), format!("use one from 0 to {}.", SHARDS - 1)));
    }
    let output = place::mutants(shard);
    std::fs::create_dir_all(&output).map_err(|error| {
        Failure::new(format!("{} cannot be made: {error}.", output.display()), "make room, or check its rights.")
    })?;
    announce(&format!("mutants: shard {shard} of {SHARDS}"));
    let mut mutants = command("cargo");
    mutants.args([
        "mutants",
        "--jobs=1",
        "--baseline=skip",
        "--sharding=round-robin",
        "--no-shuffle",
        "--timeout",
        PATIENCE,
    ]);
    mutants.args(["--shard", &format!("{shard}/{SHARDS}")]);
    mutants.arg("--output").arg(output);
    // The crates are compiled once for all shards, and the random tests are shorter.
    mutants
        .env("CARGO_TARGET_DIR", place::mutants_target())
        .env("DRUMHEAD_ACTS", "1000")
        .env("DRUMHEAD_REQUESTS", "200");
    run(&mut mutants, "kill the mutants named above by tests.")
}

/// A shard at random.
fn drawn() -> u64 {
    RandomState::new().build_hasher().finish() % SHARDS
}
