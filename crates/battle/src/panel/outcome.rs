//! The outcome of an act: its texts, its changes, the acts due next, and the act that applies it.

use super::decision::{Decision, answer_prospect};
use super::{OptionProspect, Panel, Tables, logged_rolls};
use crate::analysis::needs::successes;
use crate::waiting::LATE;
use crate::{Act, Battle, Change, LoggedRoll, State, referee};
use rules::consequences::Consequences;
use rules::dice::{Modifier, Played, Roll};
use rules::outcome::Record;
use rules::procedure::Resolved;
use rules::ruleset::Alert;
use rules::text::Text;
use rules::turn::{AtNext, Duty};

/// The outcome of an act on a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// The outcome as data.
    pub record: Record,
    /// Its consequences as the onlooker sees them.
    pub consequences: Consequences,
    /// The rolls, each from the app or typed in.
    pub rolls: Vec<LoggedRoll>,
    /// For each die in order: true if it succeeded, false if it failed, `None` if it decides no success.
    pub successes: Vec<Option<bool>>,
    /// Modifiers of all rolls.
    pub modifiers: Vec<Modifier>,
    /// The changes that the onlooker may see.
    pub changes: Vec<Change>,
    /// Alerts about the whole battle that the changes cause.
    pub alerts: Vec<Alert>,
    /// Acts that are due next.
    pub due: Vec<DueNext>,
    /// The act that applies the outcome; `None` without a battle.
    pub settlement: Option<Settlement>,
}

/// The act that a panel adds to the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Settlement {
    /// The act.
    pub action: crate::Resolved,
    /// All changes of the act; empty if it is discarded.
    pub changes: Vec<Change>,
    /// Ids of the rules that players overrode for it.
    pub overrides: Vec<String>,
}

/// An act that is due after an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct DueNext {
    /// The act.
    pub act: Act,
    /// The reason why it is due.
    pub why: Text,
    /// The duty that the act fulfils; `None` if the turn does not demand it.
    pub duty: Option<Duty>,
    /// Its effect, if it is an alternative answer of a unit.
    pub prospect: Option<OptionProspect>,
    /// The choice that decides the act, if players must make it.
    pub decision: Option<Decision>,
}

impl Panel {
    /// The outcome; `None` until the dice are complete.
    pub(super) fn outcome(&self, hides: bool, tables: &Tables) -> Option<Outcome> {
        let unhidden = tables.unhidden();
        let (whole, all) = self.resolved(&unhidden)?;
        // The texts of consequences use only facts that the onlooker sees.
        let seen = if tables.hides() && !hides { self.resolved(tables).map(|(_, resolved)| resolved) } else { None };
        let consequences = seen.map_or_else(|| all.consequences.clone(), |seen| seen.consequences);
        let rolls = self.logged(&whole.rolls, tables);
        let changes = self.changes(&all, &unhidden);
        let visible = tables.visible(&changes);
        let settlement = tables.judged.map(|_| self.settlement(&all, rolls.clone(), changes, tables));
        Some(Outcome {
            alerts: alerts(&visible, &consequences.words, tables),
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

    /// The procedure, played to its end; `None` if that is not possible yet.
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

    /// Rolls in the form that the log stores.
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
        let action = crate::Resolved::of(procedure, self.input(&unhidden), participants, &resolved.outcome);
        let settles = self.rolling().and_then(|rolling| rolling.logged.clone());
        let mut overrides = self.overridden(&unhidden);
        if self.is_late(tables) {
            overrides.push(LATE.to_owned());
        }
        Settlement { action: crate::Resolved { rolls, settles, ..action }, changes, overrides }
    }

    /// Ids of the rules that the act overrides.
    pub(super) fn overridden(&self, tables: &Tables) -> Vec<String> {
        match self.rolling() {
            Some(rolling) => rolling.overrides.clone(),
            None => referee::rule_ids(&self.barred(tables)),
        }
    }

    /// True if the phase in which its dice were rolled or entered is over.
    pub(super) fn is_late(&self, tables: &Tables) -> bool {
        let Some(rolling) = self.rolling().filter(|rolling| !rolling.dice.is_empty() && !self.corrects) else {
            return false;
        };
        let since = rolling.logged.as_ref().or(rolling.since.as_ref());
        tables.shown.is_some_and(|battle| battle.phase_ended_since(since))
    }

    /// The acts that are due after the changes.
    fn due(&self, consequences: &Consequences, changes: &[Change], tables: &Tables) -> Vec<DueNext> {
        let Some(state) = tables.state() else { return Vec::new() };
        let (before, after) = (referee::duties(self.ruleset, state), state.after(changes));
        let same = |a: &Duty, b: &Duty| (a.procedure, &a.roles, a.side) == (b.procedure, &b.roles, b.side);
        let is_new =
            |duty: &Duty| duty.at_next != AtNext::Resolves && !before.iter().any(|earlier| same(earlier, duty));
        let (new, others): (Vec<Duty>, Vec<Duty>) = referee::duties(self.ruleset, &after).into_iter().partition(is_new);
        let of_duty = |duty: &Duty| {
            let act = Act::of_duty(self.ruleset, duty)?;
            let prospect = duty.option.map(|_| answer_prospect(self.ruleset, &act, &after));
            let decision = if duty.option.is_none() { self.decision_after(&act, &after, tables) } else { None };
            Some(DueNext { act, why: duty.why.clone(), duty: Some(duty.clone()), prospect, decision })
        };
        // If a duty concerns a unit that did not take part, there is no unit to open it for.
        let takes_part = |(_, here, nth): &(&str, &str, usize)| self.act.participants.units(here).len() > *nth;
        let named = consequences.due.iter().filter(|due| due.participants.iter().all(takes_part)).filter_map(|due| {
            let act = Act::of_due(self.ruleset.procedure(due.procedure)?, &self.act.participants, due);
            Some(DueNext { act, why: due.why.clone(), duty: None, prospect: None, decision: None })
        });
        let named = named.filter(|next| self.is_listed(next, &others));
        Duty::gathered(new).iter().filter_map(of_duty).chain(named).collect()
    }

    /// The choice that decides an act once the outcome is applied; `None` if there is none, or if counters are hidden from the onlooker.
    fn decision_after(&self, act: &Act, after: &State, tables: &Tables) -> Option<Decision> {
        let battle = tables.shown.filter(|_| !tables.hides())?.supposing(after.clone());
        let tables = Tables::open(&battle);
        Panel::open(self.ruleset, act.clone().opened(self.ruleset, after), &tables).decision(&tables)
    }

    /// True if an act that an outcome names is listed in addition to the new duties. If the turn's rules determine when its procedure is
    /// due, it must be due for its unit.
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

/// Facts about complete dice, apart from the outcome.
struct Complete {
    rolls: Vec<Roll>,
    modifiers: Vec<Modifier>,
    successes: Vec<Option<bool>>,
}

/// Alerts about the whole battle that the changes cause, without those that the sentences of the outcome already state.
fn alerts(changes: &[Change], sentences: &[Text], tables: &Tables) -> Vec<Alert> {
    let Some(state) = tables.shown.map(Battle::state) else { return Vec::new() };
    let before = state.alerts();
    let mut after = state.after(changes).alerts();
    after.retain(|alert| !before.iter().any(|old| old.side == alert.side && old.news == alert.news));
    let stated: Vec<String> = sentences.iter().map(ToString::to_string).collect();
    after.retain(|alert| alert.side.is_some() || !stated.contains(&alert.news.words.to_string()));
    after
}
