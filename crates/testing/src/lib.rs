//! Helpers that tests of several crates share: requests of the contract, conformance cases, scripts of battles, and battles of a few units.
//!
//! Unit tests of `battle` and `exchange` cannot use this crate. It depends on those crates in their build without tests, whose types
//! differ.

#![allow(clippy::unwrap_used, reason = "what is not there or cannot be read fails the test, as it should")]

pub mod asked;
pub mod chains;
pub mod conformance;
pub mod scripts;
pub mod table;

use battle::Unit;
use rules::procedure::Procedure;
use rules::ruleset::{Ruleset, Tracker};
use rules::subject::BATTLE;
use rules::subject::Side;
use rules::table::{PHASE, TURN};
use serde_json::Value as Json;
use std::path::{Path, PathBuf};

/// Returns the path of a file or folder, given its path from the project's folder.
pub fn in_project(path: impl AsRef<Path>) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().join(path)
}

/// True if a participant in this role can have the tracker: a unit, a side, or the battle.
pub fn is_tracker(ruleset: &Ruleset, procedure: &Procedure, role: &str, tracker: &str) -> bool {
    let among =
        |trackers: &[Tracker]| trackers.iter().any(|known| known.id == tracker || known.aliases.contains(&tracker));
    match role {
        _ if procedure.participants.iter().any(|known| known.id == role) => among(ruleset.trackers.unit),
        "side" | "enemy_side" | "a" | "b" => among(ruleset.trackers.side),
        BATTLE => among(ruleset.trackers.battle) || [TURN.id(), PHASE.id()].contains(&tracker),
        _ => false,
    }
}

/// Returns the units of the first two sample rosters of a ruleset, one roster for each side.
pub fn sample_units(ruleset: &Ruleset) -> Vec<Unit> {
    let samples: Json = serde_json::from_str(ruleset.rosters.samples).unwrap();
    let rosters = samples["rosters"].as_array().unwrap();
    let mut units = Vec::new();
    for (side, roster) in rosters.iter().take(2).enumerate() {
        for (index, profile) in roster["units"].as_array().unwrap().iter().enumerate() {
            let id = format!("{}{index}", Side::at(side).id());
            units.push(Unit { id, side, profile: profile.as_object().unwrap().clone(), ..Unit::default() });
        }
    }
    units
}
