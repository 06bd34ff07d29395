//! Worth of a unit's options: the chances of ordinary acts with and without each.
//!
//! The ruleset describes the acts, its [trials](Trial): the usual enemy and range. With and without are evaluated by the function
//! that resolves, as in [matchups](super::matchups).

use crate::analysis::matchups::{Army, Matchups};
use crate::analysis::variants::{self, Variant};
use crate::form::path;
use crate::rules::matchup::Trial;
use crate::rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};

/// A change of chance that players see: half a percent.
const SEEN: f64 = 0.005;

/// Effect of an option on a chance.
#[derive(Clone, Debug)]
pub struct OptionEffect {
    /// The act.
    pub trial: &'static Trial,
    /// The chance as the unit is.
    pub without: f64,
    /// The chance with the option.
    pub with: f64,
}

/// A unit whose options are evaluated.
pub struct Worth {
    ruleset: &'static Ruleset,
    profile: Map<String, Json>,
    /// The acts that it can take part in, each with the other unit and the chance as it is.
    now: Vec<(&'static Trial, Map<String, Json>, f64)>,
}

impl Worth {
    /// A unit as its roster has it.
    pub fn of(ruleset: &'static Ruleset, profile: &Map<String, Json>) -> Self {
        let profile = Map::from(ruleset.mustered(profile));
        let usual: Vec<Map<String, Json>> = serde_json::from_str(ruleset.presets).unwrap_or_default();
        let other = |trial: &Trial| match trial.other {
            "" => Some(ruleset.profile.relevant(&profile)),
            name => usual.iter().find(|own| own.get("name").is_some_and(|own| own == name)).cloned(),
        };
        let now = ruleset.trials.iter().filter_map(|trial| {
            let other = other(trial)?;
            let chance = chance(ruleset, trial, &profile, &other)?;
            Some((trial, other, chance))
        });
        let now = now.collect();
        Self { ruleset, profile, now }
    }

    /// The options that it could have, each otherwise than it is.
    pub fn options(&self) -> Vec<Variant> {
        if self.now.is_empty() { Vec::new() } else { variants::options(self.ruleset.profile, &self.profile) }
    }

    /// Effects of an option. Empty if it has none, or if the unit cannot have it as it is.
    pub fn effects(&self, option: &Variant) -> Vec<OptionEffect> {
        let mut profile = self.profile.clone();
        path::set(&mut profile, &option.place, Some(option.value.clone()));
        let taken = self.ruleset.profile.relevant(&profile);
        if self.ruleset.profile.check(&taken).is_err() {
            return Vec::new();
        }
        let effect = |(trial, other, without): &(&'static Trial, Map<String, Json>, f64)| {
            let with = chance(self.ruleset, trial, &profile, other)?;
            ((with - without).abs() >= SEEN).then_some(OptionEffect { trial, without: *without, with })
        };
        self.now.iter().filter_map(effect).collect()
    }
}

/// The chance of an act of a unit, or of one that it suffers; `None` if it cannot be done, or takes too long.
fn chance(
    ruleset: &'static Ruleset,
    trial: &'static Trial,
    unit: &Map<String, Json>,
    other: &Map<String, Json>,
) -> Option<f64> {
    let army = |unit: &Map<String, Json>| Army { units: vec![ruleset.profile.relevant(unit)], ..Army::default() };
    let mut armies = [army(unit), army(other)];
    if trial.suffers {
        armies.reverse();
    }
    let matchups = Matchups::begin(ruleset, &trial.matchup, &armies)?;
    let ready = matchups.procedure().read_alone(&matchups.input(0, 0, &Map::new())).ok()?;
    let summary = matchups.procedure().odds_summary_at_once(&ready)?.ok()?;
    *summary.chances.get(trial.chance)?.first()?
}
