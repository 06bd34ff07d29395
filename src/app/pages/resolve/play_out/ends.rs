//! The ends of a chain: the fates of the units in words, as charts, and round by round.

use super::PlayOut;
use crate::app::components::charts::{Bars, Charts, Rows};
use battle::analysis::odds::expected;
use battle::forecast::job::{ChainAnswer, Ends, UnitEnds};
use leptos::prelude::*;
use rules::procedure::Whose;
use rules::text;
use rules::text::{number, percent, say, tenths};
use std::sync::Arc;

/// Number of ends in words. The charts include all of them.
const MAX_ENDS: usize = 4;

impl PlayOut {
    /// The label of a fate, by its index, for `count` units.
    fn fate(self, index: usize, count: usize) -> String {
        let fate = self.panel.ruleset.forecast.fates.get(index);
        fate.map(|fate| text!(fate.label, n = count).to_string()).unwrap_or_default()
    }

    /// The fates of the units in words, the worst first: "Skippon's: broken · Tillier's: fights on".
    pub(super) fn fates(self, units: &[String], fates: &[usize]) -> String {
        let of = |fate: usize| {
            let same_fate =
                units.iter().zip(fates).filter(|(_, same_fate)| **same_fate == fate).map(|(unit, _)| self.name(unit));
            let names = same_fate.collect::<Vec<_>>();
            (!names.is_empty()).then(|| {
                let fate = self.fate(fate, names.len());
                text!("{what}: {held}", what = names.join(", "), held = fate).to_string()
            })
        };
        let each = (0..self.panel.ruleset.forecast.fates.len()).rev().filter_map(of);
        each.collect::<Vec<_>>().join(" · ")
    }

    /// The possible fates of a unit, each with its probability: "fights on 80 %, broken 20 %".
    fn chances(self, fates: &[f64]) -> String {
        let likely = fates.iter().enumerate().filter(|(_, p)| **p > 0.0);
        let each = likely.map(|(fate, p)| format!("{} {}", self.fate(fate, 1), percent(*p)));
        each.collect::<Vec<_>>().join(", ")
    }

    /// The averages of a unit's numbers in words: "2.3 counters, 21.5 figures left".
    fn averages(self, numbers: &[Vec<(i32, f64)>]) -> String {
        let each =
            self.panel.ruleset.forecast.numbers.iter().zip(numbers).filter_map(|(kind, spread)| {
                Some(format!("{} {}", number(tenths(expected(spread)?)), say(kind.label)))
            });
        each.collect::<Vec<_>>().join(", ")
    }

    fn whose(self, unit: &str) -> Option<Whose> {
        let side = self.battle.with_untracked(|open| open.state().unit(unit).map(|unit| unit.side))?;
        Some(if side == self.panel.shown.with_untracked(|shown| shown.side) { Whose::Own } else { Whose::Enemy })
    }

    /// The charts of each unit: its fate, then its numbers.
    fn bars(self, answer: &ChainAnswer) -> Vec<Bars> {
        let rules = self.panel.ruleset.forecast;
        let of_unit = |(id, (fates, numbers)): (&String, &UnitEnds)| {
            let (name, whose) = (self.name(id), self.whose(id));
            let words = fates.iter().enumerate().filter(|(_, p)| **p > 0.0);
            let words = words.map(|(fate, p)| (self.fate(fate, 1), *p)).collect();
            let mut bars = vec![Bars { label: name.clone(), whose, rows: Rows::Words(words) }];
            for (kind, spread) in rules.numbers.iter().zip(numbers) {
                let label = format!("{name} · {}", say(kind.label));
                bars.push(Bars { label, whose, rows: Rows::Numbers(spread.clone()) });
            }
            bars.retain(|bars| bars.rows.len() > 1);
            bars
        };
        answer.units.iter().zip(&answer.ends.units).flat_map(of_unit).collect()
    }
}

/// Width of the band behind an end: its probability as a share of the line.
pub(super) fn width(p: f64) -> String {
    format!("{:.1}%", p * 100.0)
}

/// The ends in words, the averages, the charts, and the table of rounds.
#[component]
pub(super) fn EndsView(play_out: PlayOut, answer: Arc<ChainAnswer>) -> impl IntoView {
    let rows = answer.ends.together.iter().take(MAX_ENDS).map(|(fates, p)| {
        view! { <li style:--p=width(*p)><em>{percent(*p)}</em>" "{play_out.fates(&answer.units, fates)}</li> }
    });
    let others: f64 = answer.ends.together.iter().skip(MAX_ENDS).map(|(_, p)| p).sum();
    let others = (others > 0.0)
        .then(|| view! { <li style:--p=width(others)><em>{percent(others)}</em>" "{say("other ends")}</li> });
    let averages = answer.units.iter().zip(&answer.ends.units).filter_map(|(unit, (_, numbers))| {
        let numbers = Some(play_out.averages(numbers)).filter(|numbers| !numbers.is_empty())?;
        let words = text!("{unit}: {numbers} on average", unit = play_out.name(unit), numbers = numbers);
        Some(view! { <p class="averages">{words.to_string()}</p> })
    });
    view! {
        <ul class="chances bands">{rows.collect_view()}{others}</ul>
        {averages.collect_view()}
        <Charts all=play_out.bars(&answer)/>
        <Rounds play_out answer=answer.clone()/>
    }
}

/// The table of the fates after each round of melee.
#[component]
fn Rounds(play_out: PlayOut, answer: Arc<ChainAnswer>) -> impl IntoView {
    let names = answer.units.iter().map(|unit| view! { <th scope="col">{play_out.name(unit)}</th> });
    let row = |(index, (fought, ends)): (usize, &(f64, Ends))| {
        let units = ends.units.iter().map(|(fates, _)| view! { <td>{play_out.chances(fates)}</td> });
        view! { <tr><th scope="row">{index + 1}</th><td>{percent(*fought)}</td>{units.collect_view()}</tr> }
    };
    (!answer.rounds.is_empty()).then(|| {
        view! {
            <table class="rounds">
                <caption>{say("Round by round")}</caption>
                <thead><tr><th scope="col">{say("Round")}</th><th scope="col">{say("Fought")}</th>{names.collect_view()}</tr></thead>
                <tbody>{answer.rounds.iter().enumerate().map(row).collect_view()}</tbody>
            </table>
        }
    })
}
