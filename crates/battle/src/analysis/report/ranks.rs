//! The units of both sides before and after the battle, and the losses that they caused.

use super::ReportBuilder;
use crate::analysis::battle_stats::{self, Loss, fate_in_words};
use crate::{Action, ActionEvent};
use rules::battle_stats::Presence;
use rules::ruleset::Sign;
use rules::text;

/// A unit before and after the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// Its name.
    pub name: String,
    /// Its side: 0 or 1.
    pub side: usize,
    /// Its signs as it joined, and now.
    pub signs: [Sign; 2],
    /// Its strength as it joined, and now.
    pub strengths: [i32; 2],
    /// Its fate in a word or two: `broken`. `None` if it still fights.
    pub fate: Option<String>,
}

/// Losses that a unit suffered from the same enemies by acts with the same title.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// Names of the units that acted.
    pub who: String,
    /// Their side: 0 or 1.
    pub side: usize,
    /// Title of the acts: `Melee`.
    pub what: String,
    /// Name of the unit that suffered.
    pub whom: String,
    /// Strength that it lost.
    pub fallen: i32,
    /// Its worst fate by these acts, in a word or two.
    pub fate: Option<String>,
}

impl Ranked {
    /// True if its strength changed, or if it no longer fights.
    pub fn has_lost(&self) -> bool {
        self.strengths[0] != self.strengths[1] || self.fate.is_some()
    }

    /// The loss in words: `24 → 21; broken`.
    pub fn words(&self) -> String {
        let [before, now] = self.strengths;
        match &self.fate {
            Some(fate) => format!("{before} → {now}; {fate}"),
            None => format!("{before} → {now}"),
        }
    }
}

impl Deed {
    /// The loss: `−3; broken`.
    pub fn loss(&self) -> String {
        let fallen = (self.fallen > 0).then(|| format!("−{}", self.fallen));
        let parts: Vec<String> = fallen.into_iter().chain(self.fate.clone()).collect();
        parts.join("; ")
    }

    /// A line for players: `Haselrig's Horse, Melee: Pinchbeck's Foot −3; broken`.
    pub fn words(&self) -> String {
        let (who, what, whom) = (self.who.clone(), self.what.clone(), self.whom.clone());
        text!("{who}, {what}: {whom} {loss}", who = who, what = what, whom = whom, loss = self.loss()).to_string()
    }
}

impl ReportBuilder {
    /// Records the losses that an act caused on the other side, and the act itself if it is the costliest.
    pub(super) fn record_deeds(&mut self, act: &ActionEvent, losses: &[Loss]) {
        let Action::Resolved(resolved) = &act.action else { return };
        let Some(procedure) = self.ruleset.procedure(&resolved.procedure) else { return };
        let what = battle_stats::title(self.ruleset, act);
        let cost = losses.iter().map(Loss::fallen).sum();
        if cost > self.costliest.as_ref().map_or(0, |(most, _)| *most) {
            let counted = self.ruleset.battle_stats.counted;
            let who = self.who(resolved);
            let words =
                text!("The costliest action: {what}, {who}, {n}.", what = what.clone(), who = who, n = counted(cost));
            self.costliest = Some((cost, words.to_string()));
        }
        let acting = battle_stats::side(procedure, resolved, &self.everybody);
        let opponents = self.opponents(procedure, resolved);
        for loss in losses {
            let by = usize::from(1 - loss.side != acting);
            let (who, side) = (opponents[by].clone(), 1 - loss.side);
            // A unit that breaks by itself has no enemy in the act.
            if who == self.report.sides[side] {
                continue;
            }
            let fate = loss.fate_words(self.ruleset.battle_stats.counted);
            let deeds = &mut self.report.deeds;
            let same = |deed: &&mut Deed| deed.who == who && deed.what == what && deed.whom == loss.name;
            match deeds.iter_mut().find(same) {
                Some(deed) => {
                    deed.fallen += loss.fallen();
                    deed.fate = fate.or(deed.fate.take());
                }
                None => {
                    let (what, whom) = (what.clone(), loss.name.clone());
                    deeds.push(Deed { who, side, what, whom, fallen: loss.fallen(), fate });
                }
            }
        }
    }

    /// The units of the battle at the end, including destroyed ones, each with its signs and strengths.
    pub(super) fn ranked(&self) -> Vec<Ranked> {
        let (ruleset, stats) = (self.ruleset, self.ruleset.battle_stats);
        let units = self.state.units().map(|unit| {
            let raised = self.state.mustered(&unit.id).cloned().unwrap_or_default();
            let facts = [&self.everybody, &self.state].map(|state| state.facts(&unit.id));
            let strengths = facts.each_ref().map(stats.strength);
            let fate = match (stats.presence)(&facts[1]) {
                Presence::Fighting => None,
                fate => fate_in_words(fate, strengths[0], 0, stats.counted).map(|words| words.to_string()),
            };
            let signs = facts.each_ref().map(|facts| (ruleset.glance.sign)(facts, &raised));
            Ranked { name: unit.name().to_owned(), side: unit.side, signs, strengths, fate }
        });
        units.collect()
    }
}
