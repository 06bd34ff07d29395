//! The end of a battle by its scenario, and the points of both sides.

use super::planned::{POINTS, Planned, number};
use crate::battle_stats::Presence;
use crate::closing::{Decided, Force, Verdict};
use crate::ruleset::Ruleset;
use crate::subject::Side;
use crate::table::Table;
use crate::text;
use crate::text::{Gap, Text};

/// The points of both sides.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Score {
    /// The sum for each side.
    pub points: [i32; 2],
    /// The things that they are for, in the order of the scenario.
    pub lines: Vec<ScoreLine>,
}

/// Points of a side for one thing.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreLine {
    /// The side that has them.
    pub side: Side,
    /// The points.
    pub points: i32,
    /// The thing, for players.
    pub why: Text,
}

/// Returns the points of both sides as the table is now. `None` if the battle has no scenario, or its scenario has no points.
pub fn score(ruleset: &Ruleset, table: &Table) -> Option<Score> {
    let planned = table.scenario.as_ref().filter(|planned| planned.has_points())?;
    let mut score = Score::default();
    for_units(ruleset, table, planned, &mut score);
    for ground in &planned.points.ground {
        if let Some(side) = planned.holder(&ground.id, &table.battle) {
            score.add(side, ground.points, text!("{name}", name = ground.name.clone()));
        }
    }
    for side in Side::BOTH {
        for (key, _) in table.side(side).all().iter().filter(|(key, _)| key.starts_with(POINTS)) {
            let event = planned.event(&key[POINTS.len()..]);
            let name = event.map_or_else(|| key.clone(), |event| event.name.clone());
            score.add(side, number(table.side(side), key).unwrap_or(0), text!("{name}", name = name));
        }
    }
    Some(score)
}

/// Adds the points for broken and lost units: one line for the units that give `broken` points, and one for each unit with points of its own.
fn for_units(ruleset: &Ruleset, table: &Table, planned: &Planned, score: &mut Score) {
    for side in Side::BOTH {
        let own = |id: &str| planned.points.units.iter().find(|own| own.unit == id);
        let lost = planned.units.iter().filter(|unit| unit.side == side.other());
        let lost = lost.filter(|unit| is_lost(ruleset, table, &unit.id));
        let (named, others): (Vec<_>, Vec<_>) = lost.partition(|unit| own(&unit.id).is_some());
        let count = others.into_iter().filter(|unit| unit.has_strength).count();
        let count = i32::try_from(count).unwrap_or(i32::MAX);
        let broken = planned.points.broken;
        score.add(side, count.saturating_mul(broken), text!("{n} {n|unit|units} broken or lost", n = count));
        for unit in named {
            let points = own(&unit.id).map_or(0, |own| own.points);
            score.add(side, points, text!("{name}", name = unit.name.clone()));
        }
    }
}

impl Score {
    /// Adds points. Nothing is listed for 0.
    fn add(&mut self, side: Side, points: i32, why: Text) {
        if points != 0 {
            let sum = &mut self.points[side.index()];
            *sum = sum.saturating_add(points);
            self.lines.push(ScoreLine { side, points, why });
        }
    }

    /// Returns the verdict by these points: the side that leads by `lead` or more has won.
    fn verdict(&self, lead: i32) -> Verdict {
        let [a, b] = self.points;
        match a.saturating_sub(b) {
            ahead if ahead >= lead => Verdict::A,
            ahead if ahead <= -lead => Verdict::B,
            _ => Verdict::Draw,
        }
    }
}

/// True if a unit of the start is broken or lost. A unit off the table is not.
fn is_lost(ruleset: &Ruleset, table: &Table, unit: &str) -> bool {
    if table.off_table.iter().any(|waiting| waiting.id == unit) {
        return false;
    }
    table.unit(unit).is_none_or(|unit| (ruleset.battle_stats.presence)(&unit.facts) != Presence::Fighting)
}

/// Returns the last turn of the battle. `None` if it has no limit.
pub fn last_turn(table: &Table) -> Option<i32> {
    let last = table.scenario.as_ref()?.end.last_turn;
    (last > 0).then_some(last)
}

/// Returns the verdict if the scenario has ended the battle: a side has lost its share of units, or the last turn is over. `None` if the
/// battle goes on.
pub fn ended(ruleset: &Ruleset, table: &Table) -> Option<Decided> {
    let planned = table.scenario.as_ref()?;
    let beaten = Side::BOTH.map(|side| has_lost_share(ruleset, table, planned, side));
    let decided = |verdict: Verdict, because: Text| Some(Decided { verdict, because, force: Force::Final });
    let share = planned.end.share;
    let lost = |side: Side| text!("{side} has lost {n}\u{a0}% of its units.", side = Gap::Side(side.id()), n = share);
    match beaten {
        [true, true] => {
            return decided(Verdict::Draw, text!("Both sides have lost {n}\u{a0}% of their units.", n = share));
        }
        [true, false] => return decided(Verdict::B, lost(Side::A)),
        [false, true] => return decided(Verdict::A, lost(Side::B)),
        [false, false] => {}
    }
    last_turn(table).filter(|last| table.turn() > *last)?;
    match score(ruleset, table) {
        Some(score) => decided(score.verdict(planned.points.lead), score.words()),
        None => decided(Verdict::Undecided, text!("The last turn is over.")),
    }
}

/// Returns the verdict by points that players may count if they end the battle now. `None` if the scenario has no points.
pub fn by_points(ruleset: &Ruleset, table: &Table) -> Option<Decided> {
    let score = score(ruleset, table)?;
    let lead = table.scenario.as_ref()?.points.lead;
    Some(Decided { verdict: score.verdict(lead), because: score.words(), force: Force::Provisional })
}

impl Score {
    /// Returns both sums in words.
    pub fn words(&self) -> Text {
        let [a, b] = self.points;
        let side = |side: Side| Gap::Side(side.id());
        text!("Points: {side_a} {a}, {side_b} {b}.", side_a = side(Side::A), a = a, side_b = side(Side::B), b = b)
    }
}

fn has_lost_share(ruleset: &Ruleset, table: &Table, planned: &Planned, side: Side) -> bool {
    let army = planned.units.iter().filter(|unit| unit.side == side && unit.has_strength);
    let lost = army.clone().filter(|unit| is_lost(ruleset, table, &unit.id)).count();
    let limit = planned.units_to_lose(side);
    limit.is_some_and(|limit| lost >= limit)
}

impl Planned {
    /// Returns the number of lost units with which a side is beaten. `None` if the scenario has no such limit, or if the side has no units.
    pub fn units_to_lose(&self, side: Side) -> Option<usize> {
        let all = self.units.iter().filter(|unit| unit.side == side && unit.has_strength).count();
        let share = usize::try_from(self.end.share).ok().filter(|share| *share > 0)?;
        (all > 0).then(|| (all * share).div_ceil(100).max(1))
    }
}
