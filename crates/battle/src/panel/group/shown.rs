//! Everything that the view of a group act draws.

use super::super::{Odds, Outlook, Shown, Tables};
use super::run::Visited;
use super::{GroupAct, GroupStage};
use crate::analysis::needs::Need;
use crate::{Act, Change};
use rules::dice::RollRequest;
use rules::procedure::GroupOrder;
use rules::text::Text;
use std::sync::Arc;

/// Everything that the view of a group act draws.
#[derive(Clone, Debug, PartialEq)]
pub struct GroupShown {
    /// The parts, in order.
    pub parts: Vec<ShownPart>,
    /// Order of the parts.
    pub order: GroupOrder,
    /// Sums over the parts that are done.
    pub totals: GroupTotals,
    /// True once a part has dice, or its input is fixed for dice. From then on ticks and answers are fixed.
    pub is_rolling: bool,
    /// Index of the part whose dice come next; `None` if no part that is done needs dice.
    pub next: Option<usize>,
    /// Index of the first ticked part that still needs an answer or a unit.
    pub asks: Option<usize>,
    /// True if the dice of all parts can be rolled: no part needs an answer, and some part needs dice.
    pub can_roll: bool,
    /// True if the outcome can be applied: at least one part is done, and the dice of all are complete.
    pub can_apply: bool,
    /// Options that the parts that are done take from others, before their dice.
    pub ends: Vec<Text>,
    /// True if the phase in which the dice were rolled or entered is over.
    pub is_late: bool,
    /// True if the group act was applied or discarded.
    pub is_settled: bool,
    /// True if it was applied or discarded elsewhere, such as in another tab.
    pub is_settled_elsewhere: bool,
}

/// A part of a group act, as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownPart {
    /// The contents of its panel, on the table on which the part is judged.
    pub panel: Shown,
    /// True if players ticked it.
    pub is_ticked: bool,
    /// True if it is done: it is ticked and possible.
    pub is_done: bool,
    /// The reason why it cannot be done; `None` if it can. A ticked part with a reason is dropped.
    pub cannot: Option<String>,
    /// True if another unit in a role could make it possible, although it cannot be done with the chosen one.
    pub can_choose_again: bool,
    /// True if it still needs an answer or a unit.
    pub asks: bool,
    /// Changes that earlier parts made to its units, each with the index of its part.
    pub earlier: Vec<(usize, Change)>,
    /// The sentences of its result; empty until its dice are complete.
    pub result: Vec<Text>,
}

/// Dice with the same need.
#[derive(Clone, Debug, PartialEq)]
pub struct NeededDice {
    /// Number of the dice, at least 1.
    pub count: usize,
    /// Their sides.
    pub sides: u8,
    /// The faces that each needs, such as `5+`; `None` if they differ, or if there is no success.
    pub need: Option<Text>,
}

/// Sums over the parts of a group act that are done.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupTotals {
    /// Number of the parts.
    pub parts: usize,
    /// Number of the dice that are certainly rolled.
    pub dice: usize,
    /// True if more dice may follow, depending on the faces of these or on a choice that they offer.
    pub more_dice: bool,
    /// Expected number of parts that succeed, by each procedure's first followed chance. `None` if no part that is ready has chances.
    pub successes: Option<f64>,
}

impl GroupAct {
    /// Everything that the view draws. Computed again after a message, or if the tables have changed.
    pub fn shown(&mut self, tables: &Tables) -> Arc<GroupShown> {
        if let GroupStage::Settling(shown) | GroupStage::Settled(shown) = &self.stage {
            return Arc::clone(shown);
        }
        let revisions = tables.revisions();
        if let Some((_, shown)) = self.shown.as_ref().filter(|(known, _)| *known == revisions) {
            return Arc::clone(shown);
        }
        let shown = Arc::new(self.newly_shown(tables));
        self.shown = Some((revisions, Arc::clone(&shown)));
        shown
    }

    pub(super) fn newly_shown(&mut self, tables: &Tables) -> GroupShown {
        let mut parts = Vec::with_capacity(self.parts.len());
        let ticks: Vec<bool> = self.parts.iter().map(|part| part.is_ticked).collect();
        self.run(tables, |index, visited, is_done, earlier| {
            let can_choose_again = visited.cannot.is_some() && can_choose_again(&visited.shown.act, tables);
            parts.push(ShownPart { can_choose_again, ..ShownPart::of(visited, ticks[index], is_done, earlier) });
        });
        let done = || parts.iter().enumerate().filter(|(_, part)| part.is_done);
        let asks = done().find(|(_, part)| part.asks).map(|(index, _)| index);
        let next = done().find(|(_, part)| part.needs_dice()).map(|(index, _)| index);
        let must_choose = next.is_some_and(|index| parts[index].panel.dice.mid_roll_choice.is_some());
        GroupShown {
            totals: GroupTotals::of(done().map(|(_, part)| part)),
            order: self.order,
            is_rolling: self.is_rolling(),
            can_roll: asks.is_none() && next.is_some() && !must_choose,
            can_apply: asks.is_none() && done().next().is_some() && done().all(|(_, part)| part.is_complete()),
            is_late: self.is_late(tables),
            ends: self.ends(&parts, tables),
            is_settled: false,
            is_settled_elsewhere: false,
            next,
            asks,
            parts,
        }
    }

    /// True if the phase in which the dice were rolled or entered is over.
    pub(super) fn is_late(&self, tables: &Tables) -> bool {
        let first = self.first_logged();
        let since = first.as_ref().or(self.since.as_ref().and_then(Option::as_ref));
        self.has_dice() && tables.judged.is_some_and(|battle| battle.phase_ended_since(since))
    }
}

impl GroupShown {
    /// True if players can change the dice of a part: they entered all its dice and those of the later parts by hand.
    pub fn can_change_dice(&self, part: usize) -> bool {
        !self.is_settled && self.parts.iter().skip(part).all(|part| part.panel.dice.changeable_from == 0)
    }
}

impl ShownPart {
    fn of(visited: Visited, is_ticked: bool, is_done: bool, earlier: Vec<(usize, Change)>) -> Self {
        let Visited { shown, cannot, .. } = visited;
        let asks = !shown.is_rolling
            && match &*shown.outlook {
                Outlook::Missing(_) | Outlook::Undecided(_) => true,
                Outlook::Refused(fault) => fault.is_missing,
                Outlook::Barred(_) | Outlook::Hidden | Outlook::Ready(_) => false,
            };
        // If an act depends on something hidden, the onlooker sees only its changes.
        let outcome = shown.outcome.as_ref().filter(|_| !shown.hides);
        let result = outcome.map(|outcome| outcome.consequences.words.clone()).unwrap_or_default();
        Self { panel: shown, is_ticked, is_done, cannot, can_choose_again: false, asks, earlier, result }
    }

    /// The probability of its first followed chance; `None` if it has none, or is not ready.
    pub fn chance(&self) -> Option<f64> {
        let ready = self.panel.outlook.ready()?;
        let Odds::Known(odds) = &ready.odds else { return None };
        let place = self.panel.act.procedure.followed_places().next()?;
        *odds.chances.get(place)?.first()?
    }

    /// The dice that are certainly rolled, combined if they have the same need. The [totals](GroupTotals::dice) count as many dice. Empty
    /// if the part has no dice, or is not ready.
    pub fn certain_dice(&self) -> Vec<NeededDice> {
        let Some(ready) = self.panel.outlook.ready() else { return Vec::new() };
        let Some((certain, next)) = ready.certain_dice.as_ref().zip(ready.next.as_ref()) else { return Vec::new() };
        let of_rolls = |rolls: &[(&RollRequest, &[Need])]| {
            let mut all: Vec<NeededDice> = Vec::new();
            for (roll, needs) in rolls {
                let first = needs.first().filter(|need| needs.iter().all(|other| other == *need)).and_then(Need::words);
                match all.iter_mut().find(|dice| (dice.sides, &dice.need) == (roll.sides, &first)) {
                    Some(dice) => dice.count += roll.count,
                    None => all.push(NeededDice { count: roll.count, sides: roll.sides, need: first }),
                }
            }
            all
        };
        let sheet: Vec<_> = ready.sheet.iter().map(|row| (&row.roll, row.dice.as_slice())).collect();
        let is_complete = |dice: &Vec<NeededDice>| dice.iter().map(|dice| dice.count).sum::<usize>() == certain.count();
        let each = [of_rolls(&sheet), of_rolls(&[(next, ready.needs.dice.as_slice())])].into_iter().find(is_complete);
        let without_needs =
            || certain.kinds.iter().map(|(count, sides)| NeededDice { count: *count, sides: *sides, need: None });
        each.unwrap_or_else(|| without_needs().collect())
    }

    /// True if it is possible, or if other answers or another unit could make it possible.
    pub fn can_be_answered(&self) -> bool {
        self.cannot.is_none()
            || self.can_choose_again
            || matches!(&*self.panel.outlook, Outlook::Refused(fault) if !fault.field.is_empty())
    }

    /// True if all its dice are there and it has an outcome.
    pub fn is_complete(&self) -> bool {
        self.panel.outcome.is_some()
    }

    /// True if it needs dice, or a choice that its dice offer.
    pub(super) fn needs_dice(&self) -> bool {
        !self.asks && self.panel.outcome.is_none()
    }
}

/// True if no rule forbids the act without the units that were chosen besides the acting one.
fn can_choose_again(act: &Act, tables: &Tables) -> bool {
    let Some((ruleset, state)) = tables.state().and_then(|state| Some((state.ruleset()?, state))) else { return false };
    let mut alone = act.clone();
    let others = act.procedure.participants.iter().skip(1);
    let chosen: Vec<&str> =
        others.map(|role| role.id).filter(|role| !act.participants.units(role).is_empty()).collect();
    for role in &chosen {
        alone.participants.set(role, Vec::new());
    }
    !chosen.is_empty() && alone.bars(ruleset, state).iter().all(|barred| alone.is_overridden(barred))
}

impl GroupTotals {
    fn of<'a>(done: impl Iterator<Item = &'a ShownPart>) -> Self {
        let mut totals = Self::default();
        for part in done {
            totals.parts += 1;
            let Outlook::Ready(ready) = &*part.panel.outlook else { continue };
            if let Some(dice) = &ready.certain_dice {
                totals.dice += dice.count();
                totals.more_dice |= dice.more;
            }
            if part.panel.act.procedure.followed_places().next().is_some() {
                totals.successes = Some(totals.successes.unwrap_or(0.0) + part.chance().unwrap_or(0.0));
            }
        }
        totals
    }
}
