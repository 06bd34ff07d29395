//! The app's dice for a group act, and its end: applying and discarding.

use super::super::{Die, Message, Settlement, Tables};
use super::run::Run;
use super::update::{GroupEffect, GroupSettlement};
use super::{GroupAct, GroupShown, GroupStage};
use crate::waiting::LATE;
use crate::{Resolved, Stamp};
use rules::procedure::GroupOrder;
use std::collections::BTreeSet;
use std::sync::Arc;

impl GroupAct {
    /// Rolls the missing dice of all parts, in order, up to a choice that dice offer. The dice are kept once the app has logged them.
    pub(super) fn roll(&mut self, at: f64, tables: &Tables) -> Vec<GroupEffect> {
        let (Some(whole), Some(judged)) = (tables.whole, tables.judged) else { return Vec::new() };
        if !self.shown(tables).can_roll {
            return Vec::new();
        }
        let before = self.parts.clone();
        let first = self.first_logged();
        let (mut rolls, mut taken) = (Vec::new(), BTreeSet::new());
        let Some(mut run) = Run::begin(self.order, tables) else { return Vec::new() };
        for (index, part) in self.parts.iter_mut().enumerate() {
            let Some(mut visited) = run.visit(part) else { break };
            if !part.is_ticked || visited.cannot.is_some() {
                continue;
            }
            if visited.settlement.is_none() {
                let stream = part.panel.act().participants.stream(part.panel.procedure(), judged.header());
                let mut numbers = judged.roll_numbers(stream).filter(|number| !taken.contains(number));
                let rolled = run.on(part, |part, tables| {
                    part.panel.take(Message::EnterDice, tables);
                    let mut dice = part.panel.rolling()?.dice.clone();
                    let count = dice.len();
                    while let Some(roll) = part.panel.needs(&dice, tables) {
                        let number = numbers.next()?;
                        let faces = whole.faces(number, roll.sides, roll.count);
                        dice.extend(faces.into_iter().map(|face| Die { number: Some(number), ..Die::typed(face) }));
                    }
                    let rolled = part.panel.rolled(at, &dice, tables).filter(|_| dice.len() > count);
                    part.panel.take(Message::Rolled(dice, None), tables);
                    rolled
                });
                drop(numbers);
                if let Some(rolled) = rolled.flatten() {
                    taken.extend(rolled.rolls.iter().filter_map(|roll| roll.number));
                    rolls.push(rolled);
                }
                let Some(now) = run.visit(part) else { break };
                visited = now;
            }
            if visited.settlement.is_none() {
                break;
            }
            run.pass(index, part, &visited);
        }
        if rolls.is_empty() {
            self.parts = before;
            return Vec::new();
        }
        self.since.get_or_insert_with(|| tables.last_stamp());
        self.stage = GroupStage::Logging(before);
        vec![GroupEffect::Roll(rolls, first)]
    }

    /// Stores the stamps of the logged rolls. Parts whose rolls could not be logged are restored as they were before.
    pub(super) fn logged(&mut self, stamps: &[Stamp], tables: &Tables) -> Vec<GroupEffect> {
        let GroupStage::Logging(before) = std::mem::replace(&mut self.stage, GroupStage::Open) else {
            return Vec::new();
        };
        let mut stamps = stamps.iter();
        for (part, before) in self.parts.iter_mut().zip(before) {
            if part.panel.dice().len() == before.panel.dice().len() {
                continue;
            }
            match (stamps.next(), part.panel.rolling_mut()) {
                (Some(stamp), Some(rolling)) => rolling.logged = Some(stamp.clone()),
                _ => *part = before,
            }
        }
        self.forget_since_without_dice();
        self.save_draft(tables)
    }

    pub(super) fn apply(&mut self, tables: &Tables) -> Vec<GroupEffect> {
        let shown = self.shown(tables);
        if !shown.can_apply {
            return Vec::new();
        }
        let (is_late, mut parts, mut is_forbidden) = (self.is_late(tables), Vec::new(), false);
        let Some(mut run) = Run::begin(self.order, tables) else { return Vec::new() };
        for (index, part) in self.parts.iter_mut().enumerate() {
            let Some(visited) = run.visit(part) else { break };
            if !part.is_ticked || visited.cannot.is_some() {
                continue;
            }
            is_forbidden |= run.on(part, |part, tables| part.panel.is_forbidden_unseen(tables)) == Some(true);
            run.pass(index, part, &visited);
            let Some(mut settlement) = visited.settlement else { continue };
            if is_late && !settlement.overrides.iter().any(|rule| rule == LATE) {
                settlement.overrides.push(LATE.to_owned());
            }
            parts.push(settlement);
        }
        if is_forbidden {
            return vec![GroupEffect::SayForbiddenUnseen];
        }
        self.hand_over(GroupSettlement { parts, order: self.order }, tables)
    }

    /// Discards the dice of all parts. Each discard is an act of its own, because an undo leaves discards in force.
    pub(super) fn discard(&mut self, tables: &Tables) -> Vec<GroupEffect> {
        let awaiting = |stamp: &Stamp| {
            let (_, rolled) = tables.judged?.awaiting().find(|(awaited, _)| *awaited == stamp)?;
            Some(rolled.clone())
        };
        let mut parts = Vec::new();
        for stamp in self.rolls() {
            let Some(rolled) = awaiting(stamp) else { continue };
            let action = Resolved::discarded(stamp.clone(), rolled);
            parts.push(Settlement { action, changes: Vec::new(), overrides: Vec::new() });
        }
        if parts.is_empty() {
            let shown = self.shown(tables);
            self.stage = GroupStage::Settled(settled(&shown));
            return vec![GroupEffect::Drop];
        }
        self.hand_over(GroupSettlement { parts, order: GroupOrder::InTurn }, tables)
    }

    /// Hands the acts to the app. From then on the group act keeps its last contents.
    fn hand_over(&mut self, settlement: GroupSettlement, tables: &Tables) -> Vec<GroupEffect> {
        if settlement.parts.is_empty() {
            return Vec::new();
        }
        let shown = self.shown(tables);
        self.stage = GroupStage::Settling(settled(&shown));
        vec![GroupEffect::Settle(Box::new(settlement))]
    }

    /// Ends the group act if the app has written its acts to the log, or goes on if that failed.
    pub(super) fn end(&mut self, is_written: bool) -> Vec<GroupEffect> {
        let GroupStage::Settling(shown) = std::mem::replace(&mut self.stage, GroupStage::Open) else {
            return Vec::new();
        };
        if !is_written {
            return Vec::new();
        }
        self.stage = GroupStage::Settled(shown);
        vec![GroupEffect::Drop]
    }
}

fn settled(shown: &GroupShown) -> Arc<GroupShown> {
    Arc::new(GroupShown { is_settled: true, ..shown.clone() })
}
