//! Battles of the samples that come with a ruleset, for tests.

use crate::{Change, Header, Unit};
use rules::dice::rng::Seed;
use rules::ruleset::Ruleset;
use rules::subject::{Side, Subject};
use rules::table::PHASE;
use serde_json::Value as Json;

/// A battle between a ruleset's first two samples, in its [sample phase](rules::ruleset::Rosters::sample_phase). Returns the header and the
/// changes at its start.
pub fn sample(ruleset: &'static Ruleset, seed: Seed) -> (Header, Vec<Change>) {
    let samples: Json = serde_json::from_str(ruleset.rosters.samples).expect("samples are JSON");
    let rosters = &samples["rosters"].as_array().expect("samples have rosters")[..2];
    let names = [0, 1].map(|side: usize| rosters[side]["name"].as_str().expect("a roster has a name"));
    let units = rosters.iter().enumerate().flat_map(|(side, roster)| {
        roster["units"].as_array().into_iter().flatten().filter_map(Json::as_object).map(move |unit| (side, unit))
    });
    let units = units.enumerate().map(|(index, (side, profile))| Unit {
        id: format!("u{}", index + 1),
        side,
        profile: ruleset.profile.relevant(profile),
        ..Unit::default()
    });
    let header = Header::new(ruleset.named.id, "Sample", names, units.collect(), seed);
    let phase = ruleset.phases.iter().position(|phase| phase.id == ruleset.rosters.sample_phase);
    let phase = phase.and_then(|place| i32::try_from(place).ok()).filter(|place| *place > 0);
    let mut changes: Vec<Change> =
        phase.into_iter().map(|place| Change::set(Subject::Battle, PHASE.id(), place)).collect();
    for (side, roster) in Side::BOTH.into_iter().zip(rosters) {
        let values = roster["side"].as_object().into_iter().flatten();
        let tracked = values.filter(|(id, _)| ruleset.trackers.side.iter().any(|tracker| tracker.id == **id));
        changes.extend(tracked.map(|(id, to)| Change::set(side.id(), id.as_str(), to.clone())));
    }
    (header, changes)
}
