//! The points of a scenario: the sum of each side, and what they are for.

use super::names::Names;
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::scenario::{Score, ScoreLine};
use rules::subject::Side;
use rules::text;

/// The sum of each side with its lines: "Prince Rupert: 3 points".
#[component]
pub fn ScoreLines(battle: BattleState, score: Score) -> impl IntoView {
    let names = Names::of_battle(battle);
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let line = |line: &ScoreLine| {
        let (what, n) = (names.spell(&line.why), line.points);
        view! { <li>{text!("{what}: {n} {n|point|points}", what = what, n = n).to_string()}</li> }
    };
    let of_side = |side: Side| {
        let lines = score.lines.iter().filter(|line| line.side == side).map(line).collect_view();
        let (name, sum) = (sides[side.index()].clone(), score.points[side.index()]);
        view! { <div class=format!("side-{}", side.index())><h3>{name}" "<b class="sum">{sum}</b></h3><ul>{lines}</ul></div> }
    };
    view! { <div class="score-lines">{Side::BOTH.map(of_side)}</div> }
}

/// Both sums as a pair, with the names of the sides for screen readers.
#[component]
pub fn ScorePair(battle: BattleState, score: Score) -> impl IntoView {
    let [a, b] = score.points;
    let words = Names::of_battle(battle).spell(&score.words());
    view! {
        <span class="visually-hidden">{words}</span>
        <b class="side-0" aria-hidden="true">{a}</b><i class="dash" aria-hidden="true">"–"</i><b class="side-1" aria-hidden="true">{b}</b>
    }
}
