//! Builds an entry of the chronicle from a battle's log, in steps of one act, because the odds of the acts take time.

use super::entry::{Entry, Fate, UnitEntry};
use crate::analysis::battle_stats;
use crate::analysis::calibration::Calibration;
use crate::analysis::clock::Clock;
use crate::analysis::luck::{Luck, luck};
use crate::analysis::report::{ReportBuilder, TurningPoint};
use crate::participants::{Participants, names_of};
use crate::{Action, ActionEvent, Battle, Change, Resolved, State};
use rules::battle_stats::Presence;
use rules::names::Names;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::subject::{Side, Subject};
use rules::table::TURN;
use std::collections::BTreeMap;

/// Builder of an entry.
pub struct EntryBuilder {
    entry: Entry,
    report: Option<ReportBuilder>,
    everybody: State,
    sides: [String; 2],
}

impl EntryBuilder {
    /// Begins an entry. While counters are hidden in a battle, the entry contains nothing that depends on them.
    pub fn begin(battle: &Battle) -> Self {
        let report = if battle.has_secrets() { None } else { ReportBuilder::begin(battle) };
        let sides = battle.header().sides.clone().map(|side| side.name);
        Self { entry: Entry::without_odds(battle), report, everybody: battle_stats::roll_call(battle), sides }
    }

    /// Computes the odds of the next act. Returns false if there is none.
    pub fn step(&mut self) -> bool {
        let (everybody, sides) = (&self.everybody, &self.sides);
        let names_of = |procedure: &'static Procedure, act: &Resolved| names(procedure, act, everybody, sides);
        self.report.as_mut().is_some_and(|report| report.step(&names_of))
    }

    /// The entry, with the odds of the acts so far.
    pub fn end(mut self) -> Entry {
        if let Some(report) = self.report.map(ReportBuilder::end) {
            let mut calibration = Calibration::default();
            calibration.add(&report.shown);
            self.entry.set_calibration(&calibration);
            self.entry.turning = report.turning_points.first().map(TurningPoint::sentence).unwrap_or_default();
        }
        self.entry.fit();
        self.entry
    }
}

impl Entry {
    /// The entry of a battle, at once, without the facts that need the odds of its acts.
    pub fn without_odds(battle: &Battle) -> Self {
        let mut entry = Self::of_header(battle.header());
        let count = |number: i32| u32::try_from(number).unwrap_or_default();
        entry.events = battle.log().len();
        entry.turns = count(battle.state().battle().value(TURN).unwrap_or(1));
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a quarter of an hour for each entry at most"
        )]
        let minutes = (Clock::of(battle).spent().battle / 60_000.0).round() as u32;
        entry.minutes = minutes;
        if let Some(ending) = battle.ending() {
            entry.verdict = ending.verdict;
            entry.closed = ending.at;
            entry.note = ending.note;
        }
        let ruleset = battle_stats::ruleset(battle).filter(|_| !battle.has_secrets());
        if let Some(ruleset) = ruleset {
            let start = battle.at_start();
            let strengths = |battle: &Battle| battle_stats::strengths(ruleset, battle.state()).map(count);
            entry.strengths = [strengths(&start), strengths(battle)];
            let lucks = luck(battle);
            entry.set_luck(&[0, 1].map(|side| Luck::joined([&lucks.app[side], &lucks.table[side]])));
            entry.units = UnitRecords::of(ruleset, battle).units();
        }
        entry.fit();
        entry
    }
}

/// Names of the participants of an act.
fn names(procedure: &'static Procedure, act: &Resolved, everybody: &State, sides: &[String; 2]) -> Names {
    let participants = Participants::read(procedure, &act.participants);
    let units = |role: &str| participants.units(role).to_vec();
    let name = |id: &str| everybody.unit(id).map(|unit| unit.name().to_owned()).unwrap_or_default();
    let side_of = |id: &str| everybody.unit(id).map(|unit| sides[unit.side].clone());
    let mut names = names_of(procedure, units, name, side_of);
    if !names.has_sides() {
        Side::BOTH.into_iter().zip(sides).for_each(|(side, name)| names.add_side(side.id(), name.clone()));
    }
    let acts = participants.side(procedure, everybody);
    names.add_acting([sides[acts].clone(), sides[1 - acts].clone()]);
    names
}

/// Fates and losses of the units in a battle, collected act by act.
struct UnitRecords {
    ruleset: &'static Ruleset,
    units: BTreeMap<String, UnitRecord>,
}

/// Fate and losses of one unit, and the losses that it caused.
struct UnitRecord {
    name: String,
    side: usize,
    presence: Presence,
    lost: i32,
    caused: i32,
    has_broken: bool,
}

impl UnitRecords {
    fn of(ruleset: &'static Ruleset, battle: &Battle) -> Self {
        let mut deeds = Self { ruleset, units: BTreeMap::new() };
        let mut state = battle.at_start().state().clone();
        let ids: Vec<String> = state.units().map(|unit| unit.id.clone()).collect();
        ids.iter().for_each(|id| deeds.meet(&state, id));
        for act in battle_stats::acts(battle) {
            let after = state.after_act(act);
            deeds.note(act, &state, &after);
            state = after;
        }
        deeds
    }

    /// Adds a unit if it is new. Units without strength, such as generals, are left out.
    fn meet(&mut self, state: &State, id: &str) {
        let Some(unit) = state.unit(id).filter(|_| !self.units.contains_key(id)) else { return };
        let strength = battle_stats::strength(self.ruleset, state, id);
        let (name, side) = (unit.name().to_owned(), unit.side);
        let presence = (self.ruleset.battle_stats.presence)(&state.facts(id));
        let deed = UnitRecord { name, side, presence, lost: 0, caused: 0, has_broken: false };
        if strength > 0 {
            self.units.insert(id.to_owned(), deed);
        }
    }

    fn note(&mut self, act: &ActionEvent, before: &State, after: &State) {
        let losses = battle_stats::losses(self.ruleset, before, act);
        for change in &act.changes {
            let id = match change {
                Change::Set { of: Subject::Unit(id), .. } | Change::Remove(id) => id,
                Change::Add(unit) => &unit.id,
                Change::Set { .. } => continue,
            };
            self.meet(after, id);
            let Some(deed) = self.units.get_mut(id) else { continue };
            // A unit that is gone was removed by players, or joined another unit. If it lost strength in this act, it was destroyed.
            let presence = match after.unit(id) {
                Some(_) => (self.ruleset.battle_stats.presence)(&after.facts(id)),
                None if losses.iter().any(|loss| loss.unit == *id) => Presence::Destroyed,
                None => continue,
            };
            deed.presence = presence;
            deed.has_broken |= presence != Presence::Fighting;
        }
        // The losses of a side are credited to the first acting unit of the other side.
        let causes = [0, 1].map(|side| self.first_of(act, before, side));
        for loss in losses {
            let lost = loss.fallen();
            if let Some(deed) = self.units.get_mut(&loss.unit) {
                deed.lost += lost;
            }
            if let Some(cause) = causes[1 - loss.side].as_ref().and_then(|cause| self.units.get_mut(cause)) {
                cause.caused += lost;
            }
        }
    }

    /// The first unit of a side that takes part in an act; `None` if there is none.
    fn first_of(&self, act: &ActionEvent, state: &State, side: usize) -> Option<String> {
        let Action::Resolved(resolved) = &act.action else { return None };
        let procedure = self.ruleset.procedure(&resolved.procedure)?;
        let participants = Participants::read(procedure, &resolved.participants);
        let mut ids = procedure.participants.iter().flat_map(|role| participants.units(role.id));
        ids.find(|id| state.unit(id).is_some_and(|unit| unit.side == side)).cloned()
    }

    fn units(self) -> Vec<UnitEntry> {
        let entry = |deed: UnitRecord| {
            let fate = match (deed.presence, deed.has_broken) {
                (Presence::Fighting, false) => Fate::Stood,
                (Presence::Fighting, true) => Fate::Broke,
                _ => Fate::Lost,
            };
            let [lost, caused] = [deed.lost, deed.caused].map(|number| u32::try_from(number).unwrap_or_default());
            UnitEntry { name: deed.name, side: Side::at(deed.side), fate, lost, caused }
        };
        self.units.into_values().map(entry).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Event, Header, Unit};
    use rules::dice::rng::Seed;
    use serde_json::json;

    fn foot(id: &str, side: usize, muskets: i32) -> Unit {
        let profile = json!({ "name": id, "troop_type": "foot", "muskets": muskets, "morale_class": "poor" });
        Unit { id: id.into(), side, profile: profile.as_object().cloned().unwrap_or_default(), ..Unit::default() }
    }

    fn battle() -> Battle {
        let units = vec![foot("u1", 0, 12), foot("u2", 1, 12)];
        Battle::begin(
            test_rulesets::RULESETS,
            Header::new("pike_and_shot", "Cheriton", ["Waller", "Hopton"], units, Seed([0; 32])),
        )
    }

    /// Returns names, fates and losses of the units after these changes by hand.
    fn outcomes(acts: &[Vec<Change>]) -> Vec<(String, Fate, u32)> {
        let mut battle = battle();
        for changes in acts {
            let act = ActionEvent::new(1.0, Action::ByHand, changes.clone());
            battle.add(battle.next_stamp("t"), Event::Action(Box::new(act)));
        }
        let ruleset = battle_stats::ruleset(&battle).unwrap();
        let units = UnitRecords::of(ruleset, &battle).units();
        units.into_iter().map(|unit| (unit.name, unit.fate, unit.lost)).collect()
    }

    #[test]
    fn figures_that_join_another_unit_are_not_lost() {
        let detach = vec![Change::set("u1", "muskets", 8), Change::Add(foot("u3", 0, 4))];
        let rejoin = vec![Change::set("u1", "muskets", 11), Change::Remove("u3".into())];
        let lose = vec![Change::set("u3", "muskets", 3)];
        let stood = |name: &str, lost: u32| (name.to_owned(), Fate::Stood, lost);
        assert_eq!(outcomes(std::slice::from_ref(&detach)), [stood("u1", 0), stood("u2", 0), stood("u3", 0)]);
        assert_eq!(outcomes(&[detach, lose, rejoin]), [stood("u1", 0), stood("u2", 0), stood("u3", 1)]);
    }

    #[test]
    fn a_unit_removed_by_hand_counts_as_lost_only_if_it_had_no_figures_left() {
        let remove = vec![Change::Remove("u1".into())];
        assert_eq!(outcomes(std::slice::from_ref(&remove))[0], ("u1".to_owned(), Fate::Stood, 0));
        let killed = vec![Change::set("u1", "muskets", 0)];
        assert_eq!(outcomes(&[killed, remove])[0], ("u1".to_owned(), Fate::Lost, 12));
        assert_eq!(outcomes(&[vec![Change::set("u2", "muskets", 9)]])[1], ("u2".to_owned(), Fate::Stood, 3));
    }

    #[test]
    fn a_broken_unit_loses_only_the_figures_that_fell() {
        let breaks = vec![Change::set("u1", "muskets", 11), Change::set("u1", "broken", true)];
        let rallies = vec![Change::set("u1", "broken", false)];
        assert_eq!(outcomes(std::slice::from_ref(&breaks))[0], ("u1".to_owned(), Fate::Lost, 1));
        assert_eq!(outcomes(&[breaks, rallies])[0], ("u1".to_owned(), Fate::Broke, 1));
        let pursues_off = vec![Change::set("u1", "lost", true)];
        assert_eq!(outcomes(&[pursues_off])[0], ("u1".to_owned(), Fate::Lost, 0));
    }

    #[test]
    fn several_units_of_a_side_are_named_after_the_side() {
        let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
        let procedure = ruleset.procedure("melee_groups").unwrap();
        let mut battle = battle();
        battle.add(
            battle.next_stamp("t"),
            Event::Action(Box::new(ActionEvent::new(1.0, Action::Muster, vec![Change::Add(foot("u3", 1, 4))]))),
        );
        let participants = json!({ "a": ["u1"], "b": ["u2", "u3"] }).as_object().cloned().unwrap();
        let act = Resolved {
            participants,
            ..Resolved::of("melee_groups", Default::default(), Default::default(), &Default::default())
        };
        let sides = ["Waller".to_owned(), "Hopton".to_owned()];
        let names = names(procedure, &act, &battle_stats::roll_call(&battle), &sides);
        assert_eq!((names.find("side a"), names.find("side b")), (Some("u1"), Some("Hopton")));
    }
}
