//! Drawn numbers: the strength of both sides, and the curve of a side's luck. Both are pictures of what is also there in words.

use battle::analysis::luck::Luck;
use leptos::prelude::*;
use rules::text;
use rules::text::{number, tenths};
use std::fmt::Write as _;

/// Width of what is drawn, in units of the drawing: it is stretched to the width that there is.
const WIDE: f64 = 100.0;

/// Strength of both sides over the battle: a line for each.
#[component]
pub fn StrengthLines(
    /// Strength of both sides: at the start, and after each turn.
    strengths: Vec<[i32; 2]>,
    /// Indexes of the strengths after the turns that are numbered on the drawing, in the order of their numbers.
    #[prop(optional)]
    marked: Vec<usize>,
    /// Units that broke or left the table: the index of the strength after that turn, and the side.
    #[prop(optional)]
    breaks: Vec<(usize, usize)>,
) -> impl IntoView {
    let most = strengths.iter().flatten().copied().max().unwrap_or(0).max(1);
    let steps = strengths.len().saturating_sub(1).max(1);
    let x = move |index: usize| WIDE * index as f64 / steps as f64;
    let y = move |strength: i32| WIDE * (1.0 - f64::from(strength) / f64::from(most));
    let line = |side: usize| {
        let points = strengths.iter().enumerate();
        let points = points.map(|(index, both)| format!("{:.1},{:.1}", x(index), y(both[side])));
        let points = points.collect::<Vec<_>>().join(" ");
        view! { <polyline class=format!("of-{side}") points=points></polyline> }
    };
    let turns = (1..steps).fold(String::new(), |mut path, index| {
        // Writing to a string cannot fail.
        let _ = write!(path, "M{:.1} 0V{WIDE}", x(index));
        path
    });
    // A mark stands in the middle of its turn; those of one turn stand one below the other.
    let mark = |(index, strength): (usize, &usize)| {
        let before = marked[..index].iter().filter(|other| *other == strength).count();
        let left = (x(strength.saturating_sub(1)) + x(*strength)) / 2.0;
        view! { <b class="plot-mark" style:left=format!("{left:.1}%") style:top=format!("{:.1}em", 1.8 * before as f64)>{index + 1}</b> }
    };
    let marks = marked.iter().enumerate().map(mark).collect_view();
    // Breaks of a side in one turn stand side by side on its line, at the end of the turn.
    let breaks = breaks.iter().enumerate().map(|(index, (strength, side))| {
        let before = breaks[..index].iter().filter(|other| *other == &(*strength, *side)).count();
        let height = strengths.get(*strength).or(strengths.last()).map_or(0, |both| both[*side]);
        let (left, top) = (x((*strength).min(steps)), y(height));
        view! { <b class=format!("plot-break of-{side}") style:left=format!("calc({left:.1}% - {:.1}em)", 0.7 * before as f64) style:top=format!("{top:.1}%")>"×"</b> }
    });
    let breaks = breaks.collect_view();
    view! {
        <div class="plot" aria-hidden="true">
            <svg viewBox="0 0 100 100" preserveAspectRatio="none"><path class="turns" d=turns></path>{line(0)}{line(1)}</svg>
            <i class="plot-most">{most}</i>
            <i class="plot-least">"0"</i>
            {marks}
            {breaks}
        </div>
    }
}

/// The number of successes that a side's dice could have had, as a curve, and where the side stands on it.
#[component]
pub fn LuckCurve(
    /// The dice of the side.
    luck: Luck,
) -> impl IntoView {
    let curve = luck.curve();
    let first = curve.first().map_or(0, |(total, _)| *total);
    let wide = WIDE / curve.len().max(1) as f64;
    let columns = |is_drawn: &dyn Fn(usize) -> bool| {
        let drawn = curve.iter().enumerate().filter(|(_, (total, _))| is_drawn(*total));
        drawn.fold(String::new(), |mut path, (index, (_, height))| {
            // Writing to a string cannot fail.
            let _ = write!(path, "M{:.2} {WIDE}V{:.2}h{wide:.2}V{WIDE}z", wide * index as f64, WIDE * (1.0 - height));
            path
        })
    };
    let at = |total: f64| format!("{:.1}%", wide * (total - first as f64 + 0.5));
    let rolled = luck.successes;
    let expected = number(tenths(luck.expected()));
    view! {
        <div class="luck-curve" aria-hidden="true">
            <p class="curve-mark rolled" style:--at=at(rolled as f64)><b>{rolled}</b></p>
            <svg viewBox="0 0 100 100" preserveAspectRatio="none">
                <path class="less" d=columns(&|total| total < rolled)></path>
                <path class="more" d=columns(&|total| total > rolled)></path>
                <path class="rolled" d=columns(&|total| total == rolled)></path>
            </svg>
            <p class="curve-mark expected" style:--at=at(luck.expected())>{text!("expected: {n}", n = expected).to_string()}</p>
        </div>
    }
}
