//! Everything that the view of a panel draws.

use super::{Alternative, Die, Key, Outcome, Outlook, Panel, Rolling, Stage, TableChange, Tables};
use crate::analysis::needs::{RollNeeds, successes};
use crate::referee::{self, Barred};
use crate::{Act, Action, Event, EventStatus};
use rules::dice::{Halt, Roll, RollRequest};
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// Everything that the view of a panel draws.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// The act.
    pub act: Act,
    /// True once the input is fixed. From then on dice can be entered or rolled.
    pub is_rolling: bool,
    /// True if the act was applied or discarded, here or elsewhere.
    pub is_settled: bool,
    /// The acting side: 0 or 1; 0 without a battle.
    pub side: usize,
    /// The input.
    pub input: Map<String, Json>,
    /// The input in the form that players see.
    pub sketch: Map<String, Json>,
    /// Rules that forbid the act now, including overridden ones.
    pub barred: Vec<Barred>,
    /// Reasons of the overridden rules.
    pub overridden: Vec<Text>,
    /// Number of overridden rules.
    pub overrides: usize,
    /// Price, in words; `None` if there is none to show.
    pub price: Option<Text>,
    /// Options that this act takes from others.
    pub ends: Vec<Text>,
    /// True if the act depends on something that is hidden from the onlooker.
    pub hides: bool,
    /// The alternative answers of the acting unit; empty if the act is no such answer.
    pub alternatives: Vec<Alternative>,
    /// The outlook before the dice.
    pub outlook: Arc<Outlook>,
    /// The dice so far and their results.
    pub dice: ShownDice,
    /// The outcome; `None` until the dice are complete and the act is allowed.
    pub outcome: Option<Arc<Outcome>>,
    /// True if the phase in which its dice were rolled or entered is over.
    pub is_late: bool,
    /// Changes that others made to the table since the panel was opened.
    pub notes: Vec<TableChange>,
}

/// The dice so far.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ShownDice {
    /// The dice.
    pub dice: Vec<Die>,
    /// The complete rolls.
    pub rolls: Vec<Roll>,
    /// For each die in order: true if it succeeded, false if it failed, `None` if it decides no success.
    pub successes: Vec<Option<bool>>,
    /// The next roll, and the faces that its dice need.
    pub next: Option<(RollRequest, RollNeeds)>,
    /// The field of the choice that players must make before the next roll.
    pub mid_roll_choice: Option<&'static str>,
    /// The refusal of the input or of the dice.
    pub refused: Option<Text>,
    /// True if the dice are complete.
    pub is_complete: bool,
    /// True if the last entry can be taken back.
    pub can_take_back: bool,
    /// Index of the first die that players can change, because they entered it and all later ones by hand; the number of dice if there is
    /// none.
    pub changeable_from: usize,
    /// True if the last entry was a choice.
    pub just_chose: bool,
}

impl Panel {
    /// Everything that the view draws. Computed again if the act, the dice or the tables have changed.
    pub fn shown(&mut self, tables: &Tables) -> Arc<Shown> {
        self.notice_tables(tables);
        if let Stage::Settled(shown) = &self.stage {
            return Arc::clone(shown);
        }
        let key = Key::of_panel(self, tables);
        if let Some(known) = self.shown.get(&key).filter(|known| known.notes == self.notes) {
            return Arc::clone(known);
        }
        let shown = Arc::new(self.newly_shown(tables));
        self.shown.set(key, Arc::clone(&shown));
        shown
    }

    pub(super) fn newly_shown(&mut self, tables: &Tables) -> Shown {
        let (is_rolling, hides) = (self.rolling().is_some(), self.hides(tables));
        let mut barred = self.barred(tables);
        if self.unfit(tables).is_some() {
            // An override cannot make a unit fit its role, so none is offered.
            barred.clear();
        }
        let input = self.input(tables);
        let outlook = self.outlook(&barred, hides, tables);
        // The list of candidates is shown instead of the reason.
        barred.retain(|barred| self.act.asked_role(barred).is_none());
        let dice = self.played(hides, tables);
        // An act without dice has its outcome at once, but only if it is allowed and has its units.
        let is_open = is_rolling || matches!(*outlook, Outlook::Ready(_));
        let outcome = if dice.is_complete && is_open { self.outcome(hides, tables) } else { None };
        let (overridden, overrides) = match self.rolling() {
            Some(rolling) => (self.reasons(rolling, tables), rolling.overrides.len()),
            None => {
                let lifted: Vec<Text> = barred
                    .iter()
                    .filter(|barred| self.act.is_overridden(barred))
                    .map(|barred| barred.message.clone())
                    .collect();
                let count = lifted.len();
                (lifted, count)
            }
        };
        Shown {
            side: tables.state().map_or(0, |state| self.act.participants.side(self.act.procedure, state)),
            price: self.price(&input, tables).words,
            ends: self.ends(&input, tables),
            sketch: self.sketch(tables),
            is_settled: false,
            alternatives: self.alternatives(tables),
            is_late: self.is_late(tables),
            notes: self.notes.clone(),
            outcome: outcome.map(Arc::new),
            act: self.act.clone(),
            overridden,
            overrides,
            is_rolling,
            input,
            barred,
            hides,
            outlook,
            dice,
        }
    }

    /// Reasons of the rules that a roll in progress overrides. For a panel that was closed and opened again, these are only the rules that
    /// still forbid the act.
    fn reasons(&self, rolling: &Rolling, tables: &Tables) -> Vec<Text> {
        if !rolling.reasons.is_empty() {
            return rolling.reasons.clone();
        }
        let barred = tables.state().map(|state| self.act.bars(self.ruleset, state)).unwrap_or_default();
        let is_overridden = |barred: &Barred| rolling.overrides.iter().any(|id| *id == barred.rule);
        barred.into_iter().filter(is_overridden).map(|barred| barred.message).collect()
    }

    /// True if the act depends on something that is hidden from the onlooker.
    fn hides(&self, tables: &Tables) -> bool {
        let Some(state) = tables.state().filter(|_| tables.hides()) else { return false };
        !state.hidden_fields(self.act.procedure, &self.act.participants, &self.act.answers).is_empty()
    }

    /// Options that the act takes from others; empty once its input is fixed.
    fn ends(&self, input: &Map<String, Json>, tables: &Tables) -> Vec<Text> {
        match tables.state() {
            Some(state) if self.rolling().is_none() => {
                referee::ends(self.ruleset, self.act.procedure, &self.act.participants, state, input)
            }
            _ => Vec::new(),
        }
    }

    /// Result of the dice so far. If it depends on something hidden, it is computed with the hidden values.
    fn played(&self, hides: bool, tables: &Tables) -> ShownDice {
        let unhidden = if hides { tables.unhidden() } else { *tables };
        let input = self.input(&unhidden);
        let rolling = self.rolling();
        let mut shown = ShownDice {
            dice: self.dice().to_vec(),
            can_take_back: rolling.is_some_and(Rolling::can_take_back),
            just_chose: rolling.is_some_and(Rolling::just_chose),
            changeable_from: self.changeable_from(),
            ..ShownDice::default()
        };
        let ready = match self.act.procedure.read(&input) {
            Ok(ready) => ready,
            Err(refusal) => return ShownDice { refused: Some(refusal.message.clone()), ..shown },
        };
        let faces: Vec<u8> = self.dice().iter().map(|die| die.face).collect();
        let played = ready.resolve(&faces);
        shown.successes = successes(&played);
        match played.result {
            Ok(_) => shown.is_complete = true,
            Err(Halt::Refused(refusal)) => shown.refused = Some(refusal.message.clone()),
            Err(Halt::Needs(roll)) => {
                shown.mid_roll_choice =
                    self.act.procedure.mid_roll_choice(&input, &roll, &played.rolls).map(|field| field.id);
                let needs = RollNeeds::of(&ready, &faces, &roll);
                shown.next = Some((*roll, needs));
            }
        }
        shown.rolls = played.rolls;
        shown
    }

    /// True if the act was settled elsewhere. A logged roll then no longer waits. Without a logged roll, an act in force of this procedure
    /// with these participants was added to the log since the panel was opened.
    pub(super) fn is_settled_elsewhere(&self, tables: &Tables) -> bool {
        let Some(battle) = tables.shown else { return false };
        if let Some(logged) = self.rolling().and_then(|rolling| rolling.logged.as_ref()) {
            return !battle.awaiting().any(|(stamp, _)| stamp == logged);
        }
        if self.corrects {
            return false;
        }
        let participants = self.act.participants.json();
        let same = |event: &Event| {
            matches!(event, Event::Action(act) if matches!(&act.action, Action::Resolved(done)
                if !done.discarded && done.procedure == self.act.procedure.id && done.participants == participants))
        };
        let later = |stamp| self.opened_after.as_ref().is_none_or(|after| stamp > after);
        let found: Vec<usize> = (0..)
            .zip(battle.log())
            .filter(|(_, (stamp, event))| later(stamp) && same(event))
            .map(|(index, _)| index)
            .collect();
        !found.is_empty() && {
            let statuses = battle.event_statuses();
            found.iter().any(|index| statuses.get(*index) == Some(&EventStatus::InForce))
        }
    }
}
