//! Figures before a battle minus losses equal the figures of the survivors' roster.
//!
//! Figures are counted here from profiles and trackers, independently of the rulesets' statistics.

use super::Player;
use battle::analysis::battle_stats::{Loss, losses};
use battle::{ActionEvent, Battle, Change, State};
use exchange::storage::survivors::{Keep, roster_of_survivors, survivors};
use rules::facts::Facts;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Fields of profiles and trackers that count parts of units: ruleset, fields, trackers.
const COUNTS: &[(&str, &[&str], &[&str])] = &[
    ("pike_and_shot", &["pikes", "muskets", "command", "figures"], &["pikes", "muskets", "figures"]),
    ("argad", &["figures"], &["figures"]),
    ("pikette_squared", &["stands"], &["stands"]),
];

fn number(from: &Map<String, Json>, field: &str) -> i64 {
    from.get(field).and_then(Json::as_i64).unwrap_or(0)
}

/// Returns the figures in a unit's profile. If a field is missing, uses `began`, the number at the start of the battle.
fn of_profile(ruleset: &str, profile: &Map<String, Json>, began: i64) -> i64 {
    if ruleset == "arquebusier" {
        let groups = profile.get("groups").and_then(Json::as_array).into_iter().flatten();
        return groups.filter_map(|group| group["elements"].as_i64()).sum();
    }
    let fields = COUNTS.iter().find(|(id, ..)| *id == ruleset).map_or(&[][..], |(_, fields, _)| *fields);
    if fields.iter().any(|field| profile.contains_key(*field)) {
        fields.iter().map(|field| number(profile, field)).sum()
    } else {
        began
    }
}

/// Returns the figures of a unit by its trackers, whether the unit is on the table or not.
fn of_trackers(ruleset: &str, profile: &Map<String, Json>, tracked: &Facts) -> i64 {
    let is = |tracker: &str, value: &str| tracked.get(tracker).and_then(Json::as_str) == Some(value);
    if ruleset == "arquebusier" {
        let lost = tracked.all().iter().filter(|(id, _)| id.starts_with("lost_") && tracked_is_count(id));
        return of_profile(ruleset, profile, 0) - lost.filter_map(|(_, lost)| lost.as_i64()).sum::<i64>();
    }
    let trackers = COUNTS.iter().find(|(id, ..)| *id == ruleset).map_or(&[][..], |(.., trackers)| *trackers);
    match ruleset {
        "pikette_squared" if is("state", "destroyed") => 0,
        "argad" if tracked.get("life_points").and_then(Json::as_i64) == Some(0) => 0,
        _ => trackers.iter().map(|id| number(tracked.all(), id)).sum(),
    }
}

/// True for trackers of lost elements by type, such as `lost_pike`.
fn tracked_is_count(id: &str) -> bool {
    const TYPES: [&str; 11] =
        ["sword", "mob", "bill", "pike", "firearm", "pistolier", "lancer", "harquebusier", "dragoon", "gun", "mortar"];
    id.strip_prefix("lost_").is_some_and(|troop| TYPES.contains(&troop))
}

/// Returns the wounded who heal after the battle: a group's healed figures, or a player character who is out only because of the last
/// wound.
fn healed(ruleset: &str, tracked: &Facts) -> i64 {
    let flag = |id: &str| tracked.get(id) == Some(&Json::Bool(true));
    let (healed, lives) = (number(tracked.all(), "healed"), tracked.get("life_points").and_then(Json::as_i64));
    match (ruleset, lives) {
        ("argad", None) => healed,
        ("argad", Some(0)) if healed > 0 && !flag("wounded") && !flag("died") => 1,
        _ => 0,
    }
}

/// Returns the figures of every unit.
fn counted(ruleset: &str, state: &State) -> BTreeMap<String, i64> {
    let of =
        |unit: &battle::Unit| state.tracked(&unit.id).map_or(0, |tracked| of_trackers(ruleset, &unit.profile, tracked));
    state.units().map(|unit| (unit.id.clone(), of(unit))).collect()
}

impl Player {
    /// Checks for each act and side that figures before it minus logged losses equal figures after it. At the end, figures left and wounded
    /// who heal must equal those of the survivors' roster.
    pub fn check_survivors(&self) {
        if self.ruleset.named.id == "toy" {
            return; // Its soldiers stand up after they fall.
        }
        let mut state = Battle::begin(test_rulesets::RULESETS, self.battle.header().clone()).state().clone();
        for (_, act) in self.battle.acts_in_force() {
            let after = state.after_act(act);
            self.check_losses(act, &state, &after);
            state = after;
        }
        for side in [0, 1] {
            self.check_roster(side);
        }
    }

    fn check_losses(&self, act: &ActionEvent, before: &State, after: &State) {
        let id = self.ruleset.named.id;
        let (was, is) = (counted(id, before), counted(id, after));
        let fallen = losses(self.ruleset, before, act);
        if act.changes.iter().any(|change| matches!(change, Change::Add(_) | Change::Remove(_))) {
            // Figures that join another unit are not lost, so each side loses as many figures as fell. New units add figures without a
            // loss.
            if matches!(act.action, battle::Action::Muster) {
                return;
            }
            for side in [0, 1] {
                let of_side = |state: &State, counted: &BTreeMap<String, i64>| -> i64 {
                    state.units().filter(|unit| unit.side == side).map(|unit| counted[&unit.id]).sum()
                };
                let lost = of_side(before, &was) - of_side(after, &is);
                let logged: i32 = fallen.iter().filter(|loss| loss.side == side).map(Loss::fallen).sum();
                assert_eq!(lost.max(0), i64::from(logged), "{act:?}\n{}", self.described());
            }
            return;
        }
        for (unit, was) in &was {
            let logged = fallen.iter().find(|loss| loss.unit == *unit).map_or(0, Loss::fallen);
            let lost = (was - is[unit]).max(0);
            assert_eq!(lost, i64::from(logged), "{unit} lost by {act:?}\n{}", self.described());
        }
    }

    fn check_roster(&self, side: usize) {
        let (id, state) = (self.ruleset.named.id, self.battle.state());
        let began = Battle::begin(test_rulesets::RULESETS, self.battle.header().clone());
        let units = survivors(&self.battle, side);
        let all: Vec<Keep> = units.iter().map(|_| Keep::WithLosses).collect();
        let roster = roster_of_survivors(&self.battle, side, &all, &|_| String::new()).unwrap();
        let mut kept = roster.units.iter();
        let everybody = battle::analysis::battle_stats::roll_call(&self.battle);
        for unit in everybody.units().filter(|unit| unit.side == side) {
            let Some(tracked) = state.tracked(&unit.id) else { continue };
            let left = of_trackers(id, &unit.profile, tracked) + healed(id, tracked);
            let full = began.state().tracked(&unit.id).map(|tracked| of_trackers(id, &unit.profile, tracked));
            if left == 0 && full != Some(0) {
                continue; // The unit cannot be kept.
            }
            let of_roster = kept.next().map(|profile| of_profile(id, profile, left));
            assert_eq!(of_roster, Some(left), "{}: {tracked:?}\n{}", unit.id, self.described());
        }
    }
}
