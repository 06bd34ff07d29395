//! Targets that a group act proposes: those of each unit's last act of the same procedure.

use crate::{Act, Action, Battle, Event, Resolved, State};
use rules::procedure::{Role, Whose};

impl Act {
    /// Gives each empty role for an enemy to the first enemy of the acting unit's last act of this procedure, if that enemy can still take
    /// the role. `battle` has the log, and `state` the current units.
    #[must_use]
    pub(super) fn aimed_as_before(mut self, battle: &Battle, state: &State) -> Self {
        let procedure = self.procedure;
        let is_aim = |role: &&Role| role.whose == Whose::Enemy && role.min == 1;
        for role in procedure.participants.iter().filter(is_aim) {
            if !self.participants.units(role.id).is_empty() {
                continue;
            }
            let enemy = self.last_in(role, battle);
            let able = match state.ruleset() {
                Some(ruleset) => self.able(role, ruleset, state),
                None => self.participants.candidates(procedure, role, state),
            };
            if let Some(enemy) = enemy.filter(|enemy| able.contains(enemy)) {
                self.participants.set(role.id, vec![enemy]);
            }
        }
        self
    }

    /// The unit of a role in the acting unit's last act of this procedure that is in force. `None` if there is none.
    fn last_in(&self, role: &Role, battle: &Battle) -> Option<String> {
        let (actor, acting) = (self.actor()?, self.procedure.participants.first()?);
        let first = |done: &Resolved, role: &Role| {
            Some(done.participants.get(role.id)?.as_array()?.first()?.as_str()?.to_owned())
        };
        let last = battle.log().iter().rev().find_map(|(stamp, event)| match event {
            Event::Action(act) => match &act.action {
                Action::Resolved(done)
                    if !done.discarded
                        && done.procedure == self.procedure.id
                        && first(done, acting).as_deref() == Some(actor)
                        && battle.place(stamp).is_some_and(|place| battle.is_in_force(place)) =>
                {
                    Some(done)
                }
                _ => None,
            },
            _ => None,
        })?;
        first(last, role)
    }
}
