//! The turn: trackers that are reset or changed when phases and turns begin.

use crate::{Change, State};
use rules::facts::{Fact, Facts};
use rules::own::{OwnRules, OwnTracker, Owner};
use rules::ruleset::{Clears, Ruleset, Tracker};
use rules::subject::{BATTLE, NO_UNITS, Side, Subject};
use rules::table::{PHASE, TURN};
use std::cell::LazyCell;

/// The beginning of a phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Begin {
    /// Index of the phase.
    pub phase: i32,
    /// Number of turns since the previous phase: 0 in the same turn.
    pub turns: i32,
}

impl Begin {
    /// The changes that the beginning makes to all trackers of the table.
    pub fn changes(self, ruleset: &Ruleset, state: &State) -> Vec<Change> {
        let mut changes = self.moved_on(state.battle());
        let held = tracked(ruleset, state).filter(|(_, facts, tracker)| facts.has(tracker.id));
        changes.extend(held.flat_map(|(of, facts, tracker)| self.change(ruleset, of, facts, tracker)));
        changes
    }

    /// The changes to the trackers of one subject, without the players' own trackers. They depend only on the subject's facts.
    pub fn changes_of(self, ruleset: &Ruleset, of: &str, facts: &Facts) -> Vec<Change> {
        let mut changes = if of == BATTLE { self.moved_on(facts) } else { Vec::new() };
        let held = ruleset.printed(of).iter().filter(|tracker| facts.has(tracker.id));
        changes.extend(held.flat_map(|tracker| self.change(ruleset, of, facts, tracker)));
        changes
    }

    /// The changes to the players' own trackers.
    pub fn changes_of_own(self, ruleset: &Ruleset, state: &State) -> Vec<Change> {
        let held = own_of(state).filter(|(_, facts, tracker)| facts.has(tracker.id));
        held.flat_map(|(of, facts, tracker)| self.change(ruleset, of, facts, tracker)).collect()
    }

    fn is_new_turn(self) -> bool {
        self.turns != 0
    }

    fn moved_on(self, battle: &Facts) -> Vec<Change> {
        let turn = || battle.value(TURN).unwrap_or(1) + self.turns;
        let turn = self.is_new_turn().then(|| Change::to(Subject::Battle, TURN, turn()));
        std::iter::once(Change::to(Subject::Battle, PHASE, self.phase)).chain(turn).collect()
    }

    fn change(self, ruleset: &Ruleset, of: &str, facts: &Facts, tracker: &Tracker) -> impl Iterator<Item = Change> {
        let becomes = match tracker.clears {
            Clears::Becomes(later) if self.is_new_turn() => facts
                .get(tracker.id)
                .filter(|held| facts.get(later) != Some(*held))
                .map(|held| Change::set(of, later, held.clone())),
            _ => None,
        };
        let runs_down = match tracker.clears {
            Clears::RunsDownEachTurn => self.is_new_turn(),
            Clears::RunsDownEachPhase => true,
            _ => false,
        };
        let run_down = runs_down.then(|| run_down(of, facts, tracker)).flatten();
        let clears = clears_now(ruleset, tracker, self.is_new_turn());
        let cleared = clears.then(|| back_to_start(of, facts, tracker)).flatten();
        [becomes, run_down, cleared].into_iter().flatten()
    }
}

/// True if the phase resets the tracker, or resets the battle's tracker that this tracker follows.
fn clears_now(ruleset: &Ruleset, tracker: &Tracker, new_turn: bool) -> bool {
    match tracker.clears {
        Clears::Never | Clears::RunsDownEachTurn | Clears::RunsDownEachPhase => false,
        Clears::EachTurn | Clears::Becomes(_) => new_turn,
        Clears::EachPhase => true,
        Clears::WhenSet(key) => {
            let followed = ruleset.trackers.battle.iter().find(|followed| followed.id == key);
            followed.is_some_and(|followed| match followed.clears {
                Clears::EachPhase => true,
                Clears::EachTurn | Clears::Becomes(_) => new_turn,
                _ => false,
            })
        }
    }
}

/// The changes that reset trackers because `changes` set a tracker of the battle. A tracker that `changes` set is left out.
pub fn follow_on(ruleset: &Ruleset, state: &State, changes: &[Change]) -> Vec<Change> {
    let of_battle = |change: &Change| matches!(change, Change::Set { of, .. } if *of == Subject::Battle);
    if !changes.iter().any(of_battle) {
        return Vec::new(); // true of nearly every act, and spares a search of hundreds of units
    }
    let set = |key: &str| {
        changes
            .iter()
            .any(|change| matches!(change, Change::Set { of, key: own, .. } if *of == Subject::Battle && own == key))
    };
    let anew = |of: &str, id: &str| {
        changes
            .iter()
            .any(|change| matches!(change, Change::Set { of: subject, key, .. } if subject.id() == of && key == id))
    };
    tracked(ruleset, state)
        .filter(|(_, _, tracker)| matches!(tracker.clears, Clears::WhenSet(key) if set(key)))
        .filter(|(of, facts, tracker)| !anew(of, tracker.id) && facts.has(tracker.id))
        .filter_map(|(of, facts, tracker)| back_to_start(of, facts, tracker))
        .collect()
}

/// The changes by which the sides of changed units pay for changes by hand. Each cost of a unit is paid once, however many changes set the
/// tracker.
pub fn manual_costs(ruleset: &Ruleset, state: &State, changes: &[Change]) -> Vec<Change> {
    let after = LazyCell::new(|| state.after(changes)); // computed only if a tracker has a cost
    let mut charged: Vec<(&str, &str)> = Vec::new();
    let mut costs: Vec<(Side, Fact<i32>, i32)> = Vec::new();
    for change in changes {
        let Change::Set { of, key, .. } = change else { continue };
        let tracker = ruleset.trackers.unit.iter().find(|tracker| tracker.id == *key);
        let (Some(unit), Some(manual_cost)) = (state.unit(of.id()), tracker.and_then(|tracker| tracker.manual_cost))
        else {
            continue;
        };
        if charged.contains(&(of.id(), key)) {
            continue;
        }
        charged.push((of.id(), key));
        let cost = (manual_cost.cost)(&state.facts(of.id()), &after.facts(of.id()));
        let (side, paid_with) = (Side::at(unit.side), manual_cost.tracker);
        match costs.iter_mut().find(|(known, tracker, _)| *known == side && tracker.id() == paid_with.id()) {
            Some((.., sum)) => *sum += cost,
            None => costs.push((side, paid_with, cost)),
        }
    }
    let paid = costs.into_iter().filter(|(.., cost)| *cost != 0).filter_map(|(side, tracker, cost)| {
        // A side without the tracker cannot pay.
        let had = after.side(side).value(tracker)?;
        Some(Change::to(side, tracker, (had - cost).max(0)))
    });
    paid.collect()
}

/// For changes by hand that set a tracker which only [one unit](Tracker::unique_per_side) of a side may have, the changes that clear it for
/// the others.
pub fn moved_from(ruleset: &Ruleset, state: &State, changes: &[Change]) -> Vec<Change> {
    let mut moved = Vec::new();
    for change in changes {
        let Change::Set { of, key, to } = change else { continue };
        let unique =
            ruleset.trackers.unit.iter().find(|tracker| tracker.unique_per_side && tracker.id == *key && *to == true);
        let (Some(unit), Some(tracker)) = (state.unit(of.id()), unique) else { continue };
        let others = state.units().filter(|other| other.side == unit.side && other.id != unit.id);
        let had = others.filter(|other| state.tracked(&other.id).is_some_and(|facts| tracker.is_set_in(facts)));
        moved.extend(had.map(|other| Change::set(other.id.clone(), tracker.id, false)));
    }
    moved
}

/// All trackers that the subjects may have, each with its owner's id and facts. Not every unit has all of them.
fn tracked<'a>(
    ruleset: &'a Ruleset,
    state: &'a State,
) -> impl Iterator<Item = (&'a str, &'a Facts, &'static Tracker)> + 'a {
    let subjects = state.units().map(|unit| unit.id.as_str()).chain(NO_UNITS);
    let held = subjects.filter_map(|of| Some((of, state.tracked(of)?)));
    let all = held.flat_map(move |(of, facts)| ruleset.printed(of).iter().map(move |tracker| (of, facts, tracker)));
    all.chain(own_of(state))
}

/// The players' own trackers, each with its owner's id and facts.
fn own_of(state: &State) -> impl Iterator<Item = (&str, &Facts, &'static Tracker)> {
    let rules = OwnRules::of(state.battle());
    let owners = |tracker: &OwnTracker| -> Vec<&str> {
        match tracker.of {
            Owner::Unit => state.units().map(|unit| unit.id.as_str()).collect(),
            Owner::Side => Side::BOTH.map(Side::id).to_vec(),
            Owner::Battle => vec![BATTLE],
        }
    };
    let each = |definition: &OwnTracker| {
        let tracker = definition.tracker()?;
        let held = owners(definition).into_iter().filter_map(|of| Some((of, state.tracked(of)?, tracker)));
        Some(held.collect::<Vec<_>>())
    };
    rules.trackers.iter().filter_map(each).flatten().collect::<Vec<_>>().into_iter()
}

/// The changes that set own trackers to their start, for subjects that lack the tracker or have an impossible value of it.
pub fn own_starts(state: &State) -> Vec<Change> {
    let table = state.table();
    let lacking = own_of(state).filter(|(of, facts, tracker)| {
        let held = facts.get(tracker.id);
        !held.is_some_and(|held| tracker.can_hold(held, &Subject::from(*of), &table))
    });
    let start = |(of, _, tracker): (&str, &Facts, &'static Tracker)| {
        let mustered = state.mustered(of).zip(state.ruleset());
        let start = match mustered.map(|(mustered, ruleset)| ruleset.with_usual(mustered)) {
            Some(unit) => tracker.begins(&unit)?,
            None => tracker.start.json(),
        };
        Some(Change::set(of, tracker.id, start))
    };
    lacking.filter_map(start).collect()
}

/// The change by which a tracker counts down by one; `None` if it is at its minimum. `facts` are those before the phase begins.
fn run_down(of: &str, facts: &Facts, tracker: &Tracker) -> Option<Change> {
    let left = tracker.count_in(facts);
    (left > tracker.kind.least()).then(|| Change::set(of, tracker.id, left - 1))
}

fn back_to_start(of: &str, facts: &Facts, tracker: &Tracker) -> Option<Change> {
    let start = tracker.start.json();
    (facts.get(tracker.id) != Some(&start)).then(|| Change::set(of, tracker.id, start))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Action, ActionEvent, Battle, Event, Header, Unit, referee};
    use rules::dice::rng::Seed;

    use rules::table::PHASE;
    use serde_json::json;

    fn battle(ruleset: &str, profile: serde_json::Value) -> Battle {
        let profile = profile.as_object().cloned().unwrap_or_default();
        let units = vec![Unit { id: "u1".into(), side: 0, profile, ..Unit::default() }];
        Battle::begin(test_rulesets::RULESETS, Header::new(ruleset, "Lansdown", ["", ""], units, Seed([0; 32])))
    }

    fn act(battle: &mut Battle, changes: Vec<Change>) {
        battle.add(battle.next_stamp("t"), Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes))));
    }

    #[test]
    fn trackers_of_one_bound_are_reset_at_its_end() {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
        let mut battle = battle("pike_and_shot", json!({ "name": "Foot", "troop_type": "foot", "muskets": 12 }));
        act(&mut battle, vec![Change::set("u1", "fired", true)]);
        for _ in 1..ruleset.phases.len() {
            let changes = referee::next_changes(ruleset, battle.state());
            act(&mut battle, changes);
            assert!(battle.state().facts("u1").holds(rules::fact!("fired")));
        }
        let changes = referee::next_changes(ruleset, battle.state());
        act(&mut battle, changes);
        assert!(!battle.state().facts("u1").holds(rules::fact!("fired")));
        let place = battle.state().battle();
        assert_eq!((place.value(TURN).unwrap_or(1), place.value(PHASE).unwrap_or_default()), (2, 0));
    }

    #[test]
    fn trackers_of_this_turn_move_to_those_of_the_last_turn() {
        let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
        let profile =
            json!({ "name": "Foot", "nature": "regular", "groups": [{ "type": "pike", "elements": 4, "front": 2 }] });
        let mut battle = battle("arquebusier", profile);
        act(&mut battle, vec![Change::set("u1", "moved_this_turn", true)]);
        for _ in 0..2 {
            for _ in 0..ruleset.phases.len() {
                let changes = referee::next_changes(ruleset, battle.state());
                act(&mut battle, changes);
            }
            let facts = battle.state().facts("u1");
            assert!(!facts.holds(rules::fact!("moved_this_turn")));
            assert_eq!(
                facts.holds(rules::fact!("moved_last_turn")),
                battle.state().battle().value(TURN).unwrap_or(1) == 2
            );
        }
    }

    #[test]
    fn trackers_of_one_card_are_reset_when_the_next_is_turned() {
        let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
        let mut battle = battle(
            "pikette_squared",
            json!({ "name": "Pike", "type": "pike", "move_squares": 2.5, "fight_die": "d8" }),
        );
        act(&mut battle, vec![Change::set("u1", "done_move", true)]);
        let turned = [Change::set(Subject::Battle, "card", "melee")];
        assert_eq!(follow_on(ruleset, battle.state(), &turned), [Change::set("u1", "done_move", false)]);
        assert_eq!(follow_on(ruleset, battle.state(), &[]), []);
        // A tracker that the same act sets keeps the value that the act sets.
        let moved = [Change::set(Subject::Battle, "card", "melee"), Change::set("u1", "done_move", true)];
        assert_eq!(follow_on(ruleset, battle.state(), &moved), []);
    }

    #[test]
    fn a_tracker_of_one_unit_a_side_moves_to_the_unit_ticked_last() {
        let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
        let profile = |name: &str| json!({ "name": name }).as_object().cloned().unwrap();
        let unit = |id: &str, side| Unit { id: id.into(), side, profile: profile(id), ..Unit::default() };
        let units = vec![unit("u1", 0), unit("u2", 0), unit("u3", 1)];
        let mut battle = Battle::begin(
            test_rulesets::RULESETS,
            Header::new("arquebusier", "Lansdown", ["", ""], units, Seed([0; 32])),
        );
        act(&mut battle, vec![Change::set("u1", "general_joined", true), Change::set("u3", "general_joined", true)]);
        let moved = |changes: &[Change]| moved_from(ruleset, battle.state(), changes);
        assert_eq!(moved(&[Change::set("u2", "general_joined", true)]), [Change::set("u1", "general_joined", false)]);
        assert_eq!(moved(&[Change::set("u1", "general_joined", false)]), []);
        assert_eq!(moved(&[Change::set("u2", "general_near", true)]), []);
    }

    #[test]
    fn each_stand_removed_by_hand_costs_its_side_a_chip() {
        let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
        let profile = json!({ "name": "Pike", "type": "pike", "move_squares": 2.5, "fight_die": "d8" });
        let second = Unit { id: "u2".into(), profile: profile.as_object().cloned().unwrap(), ..Unit::default() };
        let mut battle = battle("pikette_squared", profile);
        act(&mut battle, vec![Change::Add(second), Change::set(Side::A, "morale_chips", 9)]);
        let costs_of = |changes: &[Change]| manual_costs(ruleset, battle.state(), changes);
        assert_eq!(costs_of(&[Change::set("u1", "stands", 1)]), [Change::set(Side::A, "morale_chips", 8)]);
        // The unit has two stands, and both run.
        assert_eq!(costs_of(&[Change::set("u1", "state", "routed")]), [Change::set(Side::A, "morale_chips", 7)]);
        assert_eq!(costs_of(&[Change::set("u1", "state", "left_table")]), []);
        assert_eq!(costs_of(&[Change::set("u1", "hits", 2)]), []);
        // Stands of two units, each in one change or in two.
        let of_both = [Change::set("u1", "stands", 1), Change::set("u2", "stands", 1), Change::set("u2", "stands", 1)];
        assert_eq!(costs_of(&of_both), [Change::set(Side::A, "morale_chips", 7)]);
    }
}
