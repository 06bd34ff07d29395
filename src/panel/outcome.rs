//! The outcome of an act: its words, its changes, what is due next, and the act that applies it.

use super::{Panel, Tables, logged_rolls};
use crate::analysis::needs::successes;
use crate::battle::waiting::LATE;
use crate::battle::{self, Act, Battle, Change, LoggedRoll, referee};
use crate::core::text::Text;
use crate::dice::{Modifier, Played, Roll};
use crate::outcome::Record;
use crate::rules::consequences::Consequences;
use crate::rules::procedure::Resolved;
use crate::rules::ruleset::Alert;
use crate::rules::turn::Duty;

/// The outcome of an act on a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The outcome as data.
    pub record: Record,
    /// Its consequences as the onlooker sees them.
    pub consequences: Consequences,
    /// The rolls, each with where its dice came from.
    pub rolls: Vec<LoggedRoll>,
    /// For each die, whether it succeeded.
    pub successes: Vec<Option<bool>>,
    /// Modifiers of all rolls.
    pub modifiers: Vec<Modifier>,
    /// The changes that the onlooker sees.
    pub changes: Vec<Change>,
    /// Alerts about the battle as a whole that the changes raise.
    pub alerts: Vec<Alert>,
    /// Acts that are due next.
    pub due: Vec<DueNext>,
    /// Settlement that applies it; `None` without a battle.
    pub settlement: Option<Settlement>,
}

/// The act that settles a panel, as it goes to the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// The act.
    pub action: battle::Resolved,
    /// All changes that it makes; none if it is discarded.
    pub changes: Vec<Change>,
    /// Ids of the rules that it overrides.
    pub overrides: Vec<String>,
}

/// An act that is due after an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct DueNext {
    /// The act.
    pub act: Act,
    /// The reason why it is due.
    pub why: Text,
    /// The duty that it settles, if the turn demands it.
    pub duty: Option<Duty>,
}

impl Panel {
    /// The outcome of the dice so far, if they are complete.
    pub(super) fn outcome(&self, hides: bool, tables: &Tables) -> Option<Outcome> {
        let unhidden = tables.unhidden();
        let (whole, all) = self.resolved(&unhidden)?;
        // Aftermath in words is of what the onlooker sees.
        let seen = if tables.hides() && !hides { self.resolved(tables).map(|(_, resolved)| resolved) } else { None };
        let consequences = seen.map_or_else(|| all.consequences.clone(), |seen| seen.consequences);
        let rolls = self.logged(&whole.rolls, tables);
        let changes = self.changes(&all, &unhidden);
        let visible = tables.visible(&changes);
        let settlement = tables.judged.map(|_| self.settlement(&all, rolls.clone(), changes, tables));
        Some(Outcome {
            alerts: alerts(&visible, tables),
            due: if self.corrects || self.is_late(tables) {
                Vec::new()
            } else {
                self.due(&consequences, &visible, tables)
            },
            record: all.outcome,
            consequences,
            rolls,
            successes: whole.successes,
            modifiers: whole.modifiers,
            changes: visible,
            settlement,
        })
    }

    /// The procedure played to its end.
    fn resolved(&self, tables: &Tables) -> Option<(Complete, Resolved)> {
        let input = self.input(tables);
        let ready = self.act.procedure.read(&input).ok()?;
        let faces: Vec<u8> = self.dice().iter().map(|die| die.face).collect();
        let mut played = ready.resolve(&faces);
        let successes = successes(&played);
        if let (Some((scene, _)), Ok(resolved)) = (tables.scene(&self.act), &mut played.result) {
            ready.describe_aftermath(&scene, resolved);
        }
        let Played { result: Ok(resolved), rolls, modifiers, .. } = played else { return None };
        Some((Complete { rolls, modifiers, successes }, resolved))
    }

    /// All changes of an outcome.
    fn changes(&self, resolved: &Resolved, tables: &Tables) -> Vec<Change> {
        let Some(state) = tables.state() else { return Vec::new() };
        let (procedure, input) = (self.act.procedure, self.input(tables));
        referee::resolved_changes(self.ruleset, procedure, &self.act.participants, state, &input, resolved)
    }

    /// Rolls as the log keeps them.
    pub(super) fn logged(&self, rolls: &[Roll], tables: &Tables) -> Vec<LoggedRoll> {
        tables.with_steps(logged_rolls(rolls, self.dice()))
    }

    fn settlement(
        &self,
        resolved: &Resolved,
        rolls: Vec<LoggedRoll>,
        changes: Vec<Change>,
        tables: &Tables,
    ) -> Settlement {
        let unhidden = tables.unhidden();
        let (procedure, participants) = (self.act.procedure.id, self.act.participants.json());
        let action = battle::Resolved::of(procedure, self.input(&unhidden), participants, &resolved.outcome);
        let settles = self.rolling().and_then(|rolling| rolling.logged.clone());
        let mut overrides = self.overridden(&unhidden);
        if self.is_late(tables) {
            overrides.push(LATE.to_owned());
        }
        Settlement { action: battle::Resolved { rolls, settles, ..action }, changes, overrides }
    }

    /// Ids of the rules that the act overrides.
    pub(super) fn overridden(&self, tables: &Tables) -> Vec<String> {
        match self.rolling() {
            Some(rolling) => rolling.overrides.clone(),
            None => referee::rule_ids(&self.barred(tables)),
        }
    }

    /// True once the phase in which its dice were rolled or entered is over.
    pub(super) fn is_late(&self, tables: &Tables) -> bool {
        let Some(rolling) = self.rolling().filter(|rolling| !rolling.dice.is_empty() && !self.corrects) else {
            return false;
        };
        let since = rolling.logged.as_ref().or(rolling.since.as_ref());
        tables.shown.is_some_and(|battle| battle.phase_ended_since(since))
    }

    /// The acts that are due once the changes are made.
    fn due(&self, consequences: &Consequences, changes: &[Change], tables: &Tables) -> Vec<DueNext> {
        let Some(state) = tables.state() else { return Vec::new() };
        let (before, after) = (referee::duties(self.ruleset, state), state.after(changes));
        let same = |a: &Duty, b: &Duty| (a.procedure, &a.roles, a.side) == (b.procedure, &b.roles, b.side);
        let is_new = |duty: &Duty| !duty.by_next && !before.iter().any(|earlier| same(earlier, duty));
        let (new, others): (Vec<Duty>, Vec<Duty>) = referee::duties(self.ruleset, &after).into_iter().partition(is_new);
        let of_duty = |duty: &Duty| {
            let act = Act::of_duty(self.ruleset, duty)?;
            Some(DueNext { act, why: duty.why.clone(), duty: Some(duty.clone()) })
        };
        // A duty of a unit that took no part is not opened for any unit.
        let takes_part = |(_, here, nth): &(&str, &str, usize)| self.act.participants.units(here).len() > *nth;
        let named = consequences.due.iter().filter(|due| due.participants.iter().all(takes_part)).filter_map(|due| {
            let act = Act::of_due(self.ruleset.procedure(due.procedure)?, &self.act.participants, due);
            Some(DueNext { act, why: due.why.clone(), duty: None })
        });
        let named = named.filter(|next| self.is_listed(next, &others));
        Duty::gathered(new).iter().filter_map(of_duty).chain(named).collect()
    }

    /// True if an act that an outcome names is listed besides the new duties: where the rules of the turn say when its procedure is due,
    /// it must be due of its unit.
    fn is_listed(&self, next: &DueNext, duties: &[Duty]) -> bool {
        let id = next.act.procedure.id;
        let of_the_turn = self.ruleset.turn_rules.duties.iter().any(|rule| rule.procedures.contains(&id));
        let is_of_its_unit = |duty: &&Duty| {
            let role = duty.roles.iter().find(|(_, units)| !units.is_empty());
            role.is_none_or(|(role, units)| next.act.participants.units(role).iter().any(|id| units.contains(id)))
        };
        !of_the_turn || duties.iter().filter(is_of_its_unit).any(|duty| duty.procedure == id)
    }
}

/// Facts about complete dice besides the outcome.
struct Complete {
    rolls: Vec<Roll>,
    modifiers: Vec<Modifier>,
    successes: Vec<Option<bool>>,
}

/// Alerts about the battle as a whole that changes raise.
fn alerts(changes: &[Change], tables: &Tables) -> Vec<Alert> {
    let Some(state) = tables.shown.map(Battle::state) else { return Vec::new() };
    let before = state.alerts();
    let mut after = state.after(changes).alerts();
    after.retain(|alert| !before.iter().any(|old| old.side == alert.side && old.news == alert.news));
    after
}
