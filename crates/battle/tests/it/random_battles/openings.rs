//! An act opens with the same participants and answers from a card, from a duty, and from the tree of a chain. A tap that dismisses a duty
//! makes only changes that its act would make without dice.

use super::{Player, are_long};
use battle::participants::Participants;
use battle::{Act, Change, State, referee};
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::turn::Duty;
use serde_json::Map;
use std::collections::BTreeSet;

/// Procedures whose openings were compared, and the number of dismissals that were checked.
#[derive(Default)]
pub struct Opened {
    compared: BTreeSet<&'static str>,
    waived: usize,
}

impl Player {
    /// Compares openings from cards with openings from all duties.
    pub fn check_openings(&mut self) {
        for duty in referee::duties(self.ruleset, self.battle.state()) {
            self.check_opening(&duty);
        }
    }

    /// Compares openings from cards with the opening from a duty.
    pub fn check_opening(&mut self, duty: &Duty) {
        let state = self.battle.state();
        let duties = referee::duties(self.ruleset, state);
        let procedure = self.ruleset.procedure(duty.procedure).unwrap();
        let from_duty = Act::opening_duty(self.ruleset, duty, state).unwrap();
        // A chain uses the participants of a duty unchanged if the duty names all that it needs.
        let in_tree = referee::participants_of(duty);
        if in_tree.complete(procedure) {
            assert_eq!(from_duty.participants, in_tree, "{duty:?} names not all who take part\n{}", self.described());
        }
        for opened in self.on_cards(duty, procedure, &duties, state) {
            assert_eq!(
                opened.input(state),
                from_duty.input(state),
                "{duty:?} opens otherwise from a card\n{}",
                self.described()
            );
            self.opened.compared.insert(duty.procedure);
        }
        if let Some(dismissal) = duty.dismissal {
            let settled = settled(self.ruleset, procedure, &from_duty, state);
            let waived = duty.dismissing();
            let waives = settled.is_none_or(|changes| waived.iter().all(|change| changes.contains(change)));
            assert!(waives, "“{}” waives what is due: {duty:?}\n{}", dismissal.words, self.described());
            self.opened.waived += 1;
        }
    }

    /// Returns the openings from the cards of the units that act, and of the side, unless another duty has the same procedure.
    fn on_cards(&self, duty: &Duty, procedure: &'static Procedure, duties: &[Duty], state: &State) -> Vec<Act> {
        let open = |participants| Act::new(procedure, participants, Map::new()).opened(self.ruleset, state);
        let is_other = |other: &&Duty| *other != duty && other.procedure == duty.procedure;
        let Some(role) = procedure.participants.first() else {
            let mut participants = Participants::nobody();
            duty.side.into_iter().for_each(|side| participants.act_for(side.index()));
            let alone = duties.iter().filter(is_other).all(|other| other.side != duty.side);
            return alone.then(|| open(participants)).into_iter().collect();
        };
        let alone = |unit: &&String| !duties.iter().filter(is_other).any(|other| other.units(role.id).contains(unit));
        let units = duty.units(role.id).iter().filter(alone);
        let one = |unit: &String| {
            let mut participants = Participants::nobody();
            participants.set(role.id, vec![unit.clone()]);
            open(participants)
        };
        units.map(one).collect()
    }
}

impl Opened {
    /// Asserts for long runs that the openings of at least half of the procedures that can be due were compared.
    pub fn check(&self, ruleset: &Ruleset) {
        if !are_long() {
            return;
        }
        let due: BTreeSet<&str> =
            ruleset.turn_rules.duties.iter().flat_map(|rule| rule.procedures.iter().copied()).collect();
        let compared = due.iter().filter(|id| self.compared.contains(**id)).count();
        assert!(compared * 2 >= due.len(), "{}: of {due:?} only {:?} was compared", ruleset.named.id, self.compared);
        assert!(self.waived > 0 || ruleset.named.id != "pikette_squared", "nothing was waived");
    }
}

/// Returns the changes of an act without dice; `None` if it needs dice or an answer.
fn settled(ruleset: &'static Ruleset, procedure: &'static Procedure, act: &Act, state: &State) -> Option<Vec<Change>> {
    let input = act.input(state);
    let resolved = referee::play(procedure, &act.participants, state, &input, &[]).ok()?.result.ok()?;
    Some(referee::resolved_changes(ruleset, procedure, &act.participants, state, &input, &resolved))
}
