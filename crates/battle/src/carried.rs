//! Applies the changes of an act to a table other than the one on which the act was made. Counted numbers change by the same amount, lists
//! gain and lose the same units, and every other tracker is set to the same value.
//!
//! The log stores the new values of trackers, so that it can be read without rules. On another table, setting the stored value could undo
//! other changes. For example, a loss of one figure, stored as "5 to 4", has to change a unit of 4 figures to 3.

use super::state::counted_on;
use super::{Action, ActionEvent, Change, State};
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use serde_json::Value as Json;

/// Converts changes that were made on the table `then` to changes of the table `now`.
pub fn carried(ruleset: &Ruleset, changes: &[Change], then: &State, now: &State) -> Vec<Change> {
    let mut carried: Vec<Change> = Vec::with_capacity(changes.len());
    for (index, change) in changes.iter().enumerate() {
        let Change::Set { of, key, to } = change else {
            carried.push(change.clone());
            continue;
        };
        let tracker = ruleset.trackers_in(of, now.battle()).into_iter().find(|tracker| tracker.id == key);
        let was = value_after(&changes[..index], of, key, then);
        let is = value_after(&carried, of, key, now);
        let to = match (tracker, was, is) {
            (Some(tracker), Some(was), Some(is)) => counted_on(tracker, [was, to], is),
            _ => to.clone(),
        };
        carried.push(Change::set(of.clone(), key.as_str(), to));
    }
    carried
}

/// Changes that the current rules make, for a comparison with the changes of a logged act. Changes that version 1.0.0 did not make are left
/// out where the act does not have them.
pub fn known_to_act(ruleset: &Ruleset, act: &ActionEvent, mut ruled: Vec<Change>) -> Vec<Change> {
    let Action::Resolved(resolved) = &act.action else { return ruled };
    ruled.retain(|change| {
        let Change::Set { of, key, .. } = change else { return true };
        let is_later = || ruleset.trackers.later.contains(&(resolved.procedure.as_str(), key.as_str()));
        let sets =
            |change: &Change| matches!(change, Change::Set { of: other, key: id, .. } if other == of && id == key);
        !is_later() || act.changes.iter().any(sets)
    });
    ruled
}

/// The value of a tracker after these changes; `None` if the table does not have the tracker.
fn value_after<'a>(changes: &'a [Change], of: &Subject, key: &str, table: &'a State) -> Option<&'a Json> {
    let set = changes.iter().rev().find_map(|change| match change {
        Change::Set { of: other, key: id, to } if other == of && id == key => Some(to),
        _ => None,
    });
    set.or_else(|| table.tracked(of.id())?.get(key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Header, Resolved, Rolled, Unit};
    use rules::dice::rng::Seed;
    use serde_json::{Map, json};

    fn table(changes: &[Change]) -> State {
        let profile = json!({ "name": "Foot", "pikes": 8, "muskets": 16, "morale_class": "average" });
        let unit = |id: &str| Unit {
            id: id.into(),
            side: 0,
            profile: profile.as_object().cloned().unwrap(),
            ..Unit::default()
        };
        let units = vec![unit("r1"), unit("r2"), unit("r3")];
        State::begin(
            test_rulesets::RULESETS.find("pike_and_shot"),
            &Header::new("pike_and_shot", "", ["", ""], units, Seed([9; 32])),
        )
        .after(changes)
    }

    /// Converts an act's change of a tracker from `from` to `to` to a table where the tracker is `here`. Returns its new value there.
    fn made(key: &str, from: Json, to: Json, here: Json) -> Json {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
        let set = |value: Json| Change::set("r1", key, value);
        match carried(ruleset, &[set(to)], &table(&[set(from)]), &table(&[set(here)])).as_slice() {
            [Change::Set { to, .. }] => to.clone(),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_count_changes_by_the_recorded_difference_within_its_limits() {
        for (key, from, to, here, wanted) in [
            ("counters", 0, 1, 2, 3),
            ("counters", 3, 0, 5, 2),
            ("counters", 3, 1, 1, 0),
            ("muskets", 16, 13, 15, 12),
            ("muskets", 16, 13, 2, 0),
        ] {
            assert_eq!(made(key, from.into(), to.into(), here.into()), json!(wanted), "{key} {from} to {to} at {here}");
        }
        let most = test_rulesets::RULESETS
            .find("pike_and_shot")
            .unwrap()
            .trackers
            .unit
            .iter()
            .find(|tracker| tracker.id == "counters")
            .unwrap();
        let most = most.kind.most();
        assert_eq!(made("counters", 0.into(), 3.into(), (most - 1).into()), json!(most));
        assert_eq!(made("moved_in", json!(1.5), json!(4.0), json!(2.0)), json!(4.5));
    }

    #[test]
    fn a_value_that_is_not_a_count_is_set_to_the_recorded_value() {
        assert_eq!(made("formation", json!("swedish"), json!("dutch"), json!("spanish")), json!("dutch"));
        assert_eq!(made("fired", json!(false), json!(true), json!(true)), json!(true));
    }

    #[test]
    fn units_are_added_to_and_removed_from_a_list_as_recorded() {
        assert_eq!(made("contacts", json!(["r2"]), json!(["r3"]), json!(["r2", "r4"])), json!(["r4", "r3"]));
        assert_eq!(made("contacts", json!([]), json!(["r3"]), json!(["r3"])), json!(["r3"]));
    }

    #[test]
    fn several_changes_of_a_count_add_up_and_joining_units_keep_their_values() {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
        let set = |of: &str, to: i32| Change::set(of, "counters", to);
        let joins = Change::Add(Unit { id: "r9".into(), side: 0, profile: Map::new(), ..Unit::default() });
        let changes = [set("r1", 2), set("r1", 1), joins.clone(), set("r9", 2), Change::Remove("r2".into())];
        let wanted = [set("r1", 4), set("r1", 3), joins, set("r9", 2), Change::Remove("r2".into())];
        assert_eq!(carried(ruleset, &changes, &table(&[]), &table(&[set("r1", 2)])), wanted);
    }

    #[test]
    fn only_changes_that_version_1_0_0_did_not_make_may_be_missing_in_an_act() {
        let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
        let ruled = vec![Change::set("r1", "ground", "open"), Change::set("r1", "moved", true)];
        let left = |procedure: &str, changes: &[Change]| {
            let rolled = Rolled::of(1.0, procedure, Map::new(), Map::new(), Vec::new());
            let resolved = Resolved { discarded: false, ..Resolved::of_discarded(rolled) };
            let act = ActionEvent::new(1.0, Action::Resolved(resolved), changes.to_vec());
            known_to_act(ruleset, &act, ruled.clone())
        };
        assert_eq!(left("action", &ruled[1..]), ruled[1..]);
        assert_eq!(left("action", &ruled), ruled, "an act that has the change is compared with it");
        assert_eq!(left("pursuit", &ruled[1..]), ruled, "another procedure made it before");
    }
}
