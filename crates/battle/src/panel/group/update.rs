//! Messages to a group act, and their effects.

use super::super::pairs::Pair;
use super::super::{Effect, Message, Panel, Settlement, Tables};
use super::run::Run;
use super::{GroupAct, GroupDraft, GroupShown, GroupStage, Part, share};
use crate::{Action, ActionEvent, Rolled, Stamp};
use rules::form::path;
use rules::procedure::GroupOrder;
use serde_json::Value as Json;
use std::sync::Arc;

/// A tap in a group act, or an event in its battle.
#[derive(Clone, Debug)]
pub enum GroupMessage {
    /// Ticks or unticks a part. Unticking also unticks all parts that are impossible at that time.
    Tick(usize, bool),
    /// Answers shared questions at their paths; `None` removes an answer.
    Share(Vec<(String, Option<Json>)>),
    /// Changes the participants or the answers of a part, and ticks it. Other messages are ignored.
    Change(usize, Message),
    /// Fixes the input of the next part, so that its dice can be entered.
    EnterDice,
    /// A die of the next part was entered.
    Die(u8),
    /// The number of successes of the next part's roll was entered.
    Successes(usize),
    /// A choice that the dice of the next part offered was made: its field and its value.
    Choose(&'static str, &'static str),
    /// Another face for a die that was entered by hand: the part, the index of the die in the part, and the face. Later dice are kept as
    /// far as they are still needed.
    ChangeDie(usize, usize, u8),
    /// Takes back the last entry.
    TakeBack,
    /// The app rolls all missing dice, at this time in milliseconds since 1970.
    Roll(f64),
    /// The app has carried out [`GroupEffect::Roll`]: the stamps of the logged rolls. Fewer stamps than rolls if that failed.
    Logged(Vec<Stamp>),
    /// Applies the outcomes of all parts.
    Apply,
    /// Discards the dice of all parts.
    Discard,
    /// The app has carried out [`GroupEffect::Settle`]; false if that failed.
    Settled(bool),
    /// The tables changed.
    TableChanged,
}

/// A task for the app.
#[derive(Clone, Debug, PartialEq)]
pub enum GroupEffect {
    /// Saves the ticks, the answers and the entered dice.
    Keep(Box<GroupDraft>),
    /// Deletes the saved draft.
    Drop,
    /// Stores an answer about a pair, at the path of an assumption; `None` removes it.
    Remember(Pair, &'static str, Option<Json>),
    /// Writes rolls to the log, with [`write_rolls`](crate::groups::write_rolls), before they are shown. The second value is the group's
    /// first roll, if it is in the log already. The app reports back with [`GroupMessage::Logged`].
    Roll(Vec<Rolled>, Option<Stamp>),
    /// Rolls on after a choice: the app sends [`GroupMessage::Roll`].
    GoOn,
    /// Writes acts to the log. The app reports back with [`GroupMessage::Settled`].
    Settle(Box<GroupSettlement>),
    /// Shows that rules forbid a part for a reason that depends on hidden counters.
    SayForbiddenUnseen,
}

/// The acts that a group act adds to the log.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupSettlement {
    /// The acts, in order.
    pub parts: Vec<Settlement>,
    /// Order in which they were judged.
    pub order: GroupOrder,
}

impl GroupSettlement {
    /// The acts as events, at a time in milliseconds since 1970. [`write_acts`](crate::groups::write_acts) writes them as a group.
    pub fn acts(self, at: f64) -> Vec<ActionEvent> {
        let at_once = self.order == GroupOrder::AtOnce;
        let act = |part: Settlement| {
            let act = ActionEvent::new(at, Action::Resolved(part.action), part.changes).refereed(part.overrides);
            ActionEvent { at_once, ..act }
        };
        self.parts.into_iter().map(act).collect()
    }
}

impl GroupAct {
    /// Applies a message to the group act. Returns the tasks for the app.
    pub fn update(&mut self, message: GroupMessage, tables: &Tables) -> Vec<GroupEffect> {
        if matches!(self.stage, GroupStage::Open) && self.was_settled_elsewhere(tables) {
            return vec![GroupEffect::Drop];
        }
        self.shown = None;
        match (&self.stage, message) {
            (GroupStage::Settled(_), _) => Vec::new(),
            (GroupStage::Settling(_), GroupMessage::Settled(is_written)) => self.end(is_written),
            (GroupStage::Settling(_), _) => Vec::new(),
            (GroupStage::Logging(_), GroupMessage::Logged(stamps)) => self.logged(&stamps, tables),
            (GroupStage::Logging(_), _) => Vec::new(),
            (GroupStage::Open, message) => self.take(message, tables),
        }
    }

    /// Takes out the parts with dice that were applied or discarded elsewhere. True if no ticked part is left: then the group act is over,
    /// and keeps showing its last contents.
    fn was_settled_elsewhere(&mut self, tables: &Tables) -> bool {
        let is_gone = |part: &Part| part.panel.is_settled_elsewhere(tables);
        if !self.parts.iter().any(|part| part.panel.rolling().is_some() && is_gone(part)) {
            return false;
        }
        if self.parts.iter().any(|part| part.is_ticked && !is_gone(part)) {
            self.parts.retain(|part| !part.is_ticked || !is_gone(part));
            self.forget_since_without_dice();
            return false;
        }
        let shown = self.shown.take().map(|(_, shown)| shown).unwrap_or_else(|| Arc::new(self.newly_shown(tables)));
        let shown = GroupShown { is_settled: true, is_settled_elsewhere: true, ..(*shown).clone() };
        self.stage = GroupStage::Settled(Arc::new(shown));
        true
    }

    pub(super) fn take(&mut self, message: GroupMessage, tables: &Tables) -> Vec<GroupEffect> {
        match message {
            GroupMessage::Tick(index, is_ticked) => {
                if self.is_rolling() || index >= self.parts.len() {
                    return Vec::new();
                }
                // Ticked parts that are impossible now, for example for lack of pips, are unticked, too. Otherwise one of them could become
                // possible in place of the unticked part.
                let shown = self.shown(tables);
                for (part, shown) in self.parts.iter_mut().zip(&shown.parts).filter(|_| !is_ticked) {
                    part.is_ticked &= shown.cannot.is_none();
                }
                self.parts[index].is_ticked = is_ticked;
                self.save_draft(tables)
            }
            GroupMessage::Share(answers) => self.answer_shared(&answers, tables),
            GroupMessage::Change(index, message) => self.change(index, message, tables),
            GroupMessage::EnterDice => {
                self.on_next(tables, |_, _| Vec::new());
                self.save_draft(tables)
            }
            GroupMessage::Die(face) => self.enter(Message::Die(face), tables),
            GroupMessage::Successes(successes) => self.enter(Message::Successes(successes), tables),
            GroupMessage::Choose(field, value) => self.enter(Message::Choose(field, value), tables),
            GroupMessage::ChangeDie(part, die, face) => self.change_die(part, die, face, tables),
            GroupMessage::TakeBack => self.take_back(tables),
            GroupMessage::Roll(at) => self.roll(at, tables),
            GroupMessage::Apply => self.apply(tables),
            GroupMessage::Discard => self.discard(tables),
            GroupMessage::Logged(_) | GroupMessage::Settled(_) | GroupMessage::TableChanged => Vec::new(),
        }
    }

    fn answer_shared(&mut self, answers: &[(String, Option<Json>)], tables: &Tables) -> Vec<GroupEffect> {
        if self.is_rolling() {
            return Vec::new();
        }
        for (place, value) in answers.iter().filter(|(place, _)| self.grouping.shares(place)) {
            path::set(&mut self.shared, place, value.clone());
        }
        for part in &mut self.parts {
            share(&self.grouping, &self.shared, &mut part.panel.act.answers);
        }
        self.save_draft(tables)
    }

    fn change(&mut self, index: usize, message: Message, tables: &Tables) -> Vec<GroupEffect> {
        let message = match message {
            Message::Answer(mut answers) => {
                answers.retain(|(place, _)| !self.grouping.shares(place));
                Message::Answer(answers)
            }
            Message::GiveOrTake(..) | Message::More(..) | Message::Fewer(..) | Message::Aim(..) => message,
            _ => return Vec::new(),
        };
        if self.is_rolling() {
            return Vec::new();
        }
        let mut effects = Vec::new();
        let Some(mut run) = Run::begin(self.order, tables) else { return Vec::new() };
        for (place, part) in self.parts.iter_mut().enumerate() {
            if place == index {
                effects.extend(run.on(part, |part, tables| part.panel.take(message, tables)).unwrap_or_default());
                share(&self.grouping, &self.shared, &mut part.panel.act.answers);
                part.is_ticked = true;
                break;
            }
            let Some(visited) = run.visit(part) else { break };
            if part.is_ticked && visited.cannot.is_none() {
                run.pass(place, part, &visited);
            }
        }
        effects.into_iter().filter_map(remembered).chain(self.save_draft(tables)).collect()
    }

    /// Fixes the input of the part whose dice come next. Then calls `change` with its panel and its table.
    fn on_next(&mut self, tables: &Tables, change: impl FnOnce(&mut Panel, &Tables) -> Vec<Effect>) -> Vec<Effect> {
        let shown = self.shown(tables);
        let Some(next) = shown.next.filter(|_| shown.asks.is_none()) else { return Vec::new() };
        let Some(mut run) = Run::begin(self.order, tables) else { return Vec::new() };
        for (index, part) in self.parts.iter_mut().enumerate() {
            if index == next {
                let effects = run.on(part, |part, tables| {
                    let mut effects = part.panel.take(Message::EnterDice, tables);
                    if part.panel.rolling().is_some() {
                        effects = change(&mut part.panel, tables);
                    }
                    effects
                });
                self.shown = None;
                return effects.unwrap_or_default();
            }
            let Some(visited) = run.visit(part) else { break };
            if shown.parts[index].is_done {
                run.pass(index, part, &visited);
            }
        }
        Vec::new()
    }

    fn enter(&mut self, message: Message, tables: &Tables) -> Vec<GroupEffect> {
        let effects = self.on_next(tables, |panel, tables| panel.take(message, tables));
        if self.has_dice() {
            self.since.get_or_insert_with(|| tables.last_stamp());
        }
        let told = effects.into_iter().filter_map(|effect| match effect {
            Effect::Roll => Some(GroupEffect::GoOn),
            Effect::SayForbiddenUnseen => Some(GroupEffect::SayForbiddenUnseen),
            _ => None,
        });
        told.chain(self.save_draft(tables)).collect()
    }

    /// Takes back the last entry: a typed die or a choice of the last part that has one. A part without dice is no longer fixed.
    fn take_back(&mut self, tables: &Tables) -> Vec<GroupEffect> {
        let last = self.parts.iter().rposition(|part| part.panel.rolling().is_some());
        let Some(part) = last.and_then(|index| self.parts.get_mut(index)) else { return Vec::new() };
        let rolling = part.panel.rolling();
        if rolling.is_some_and(|rolling| rolling.dice.is_empty() && rolling.logged.is_none()) {
            part.panel.take(Message::Back, tables);
            return self.take_back(tables);
        }
        let Some(run) = Run::begin(self.order, tables) else { return Vec::new() };
        run.on(part, |part, tables| part.panel.take(Message::TakeBack, tables));
        if part.panel.dice().is_empty() {
            part.panel.take(Message::Back, tables);
        }
        self.forget_since_without_dice();
        self.save_draft(tables)
    }

    pub(super) fn forget_since_without_dice(&mut self) {
        if !self.has_dice() {
            self.since = None;
        }
    }

    pub(super) fn save_draft(&mut self, tables: &Tables) -> Vec<GroupEffect> {
        self.shown = None;
        vec![GroupEffect::Keep(Box::new(self.draft(tables)))]
    }
}

/// The effects of a change in a part's panel that the group passes on.
fn remembered(effect: Effect) -> Option<GroupEffect> {
    match effect {
        Effect::Remember(pair, place, value) => Some(GroupEffect::Remember(pair, place, value)),
        _ => None,
    }
}
