//! Drawings of numbers: the strength of both sides, and the curve of a side's luck. They are hidden from screen readers, because the page
//! also has the numbers as text.

use battle::analysis::luck::Luck;
use leptos::prelude::*;
use rules::text;
use rules::text::{number, tenths};
use std::fmt::Write as _;

/// Width and height of a drawing, in its own units. It is stretched to the available width.
const SIZE: f64 = 100.0;

/// A line for each side: its strength over the battle.
#[component]
pub fn StrengthLines(
    /// Strengths of both sides at the start, and after each turn.
    strengths: Vec<[i32; 2]>,
    /// Turns to mark with the numbers 1, 2 and so on. Each is the index of the strength after the turn.
    #[prop(optional)]
    marked: Vec<usize>,
    /// Units that broke, left the table or were destroyed. Each is the index of the strength after the turn, and the side.
    #[prop(optional)]
    breaks: Vec<(usize, usize)>,
) -> impl IntoView {
    let most = strengths.iter().flatten().copied().max().unwrap_or(0).max(1);
    let steps = strengths.len().saturating_sub(1).max(1);
    let x = move |index: usize| SIZE * index as f64 / steps as f64;
    let y = move |strength: i32| SIZE * (1.0 - f64::from(strength) / f64::from(most));
    let line = |side: usize| {
        let points = strengths.iter().enumerate();
        let points = points.map(|(index, both)| format!("{:.1},{:.1}", x(index), y(both[side])));
        let points = points.collect::<Vec<_>>().join(" ");
        view! { <polyline class=format!("of-{side}") points=points></polyline> }
    };
    let turns = (1..steps).fold(String::new(), |mut path, index| {
        // Writing to a string cannot fail.
        let _ = write!(path, "M{:.1} 0V{SIZE}", x(index));
        path
    });
    // Marks are placed in the middle of their turn, several of one turn below each other.
    let mark = |(index, strength): (usize, &usize)| {
        let before = marked[..index].iter().filter(|other| *other == strength).count();
        let left = (x(strength.saturating_sub(1)) + x(*strength)) / 2.0;
        view! { <b class="plot-mark" style:left=format!("{left:.1}%") style:top=format!("{:.1}em", 1.8 * before as f64)>{index + 1}</b> }
    };
    let marks = marked.iter().enumerate().map(mark).collect_view();
    // Breaks are placed on the line of the side at the end of the turn, several of one turn side by side.
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

/// The distribution of the number of successes of a side's dice, with the rolled and the expected number marked.
#[component]
pub fn LuckCurve(
    /// The dice of the side.
    luck: Luck,
) -> impl IntoView {
    let curve = luck.curve();
    let first = curve.first().map_or(0, |(total, _)| *total);
    let column_width = SIZE / curve.len().max(1) as f64;
    let columns = |is_drawn: &dyn Fn(usize) -> bool| {
        let drawn = curve.iter().enumerate().filter(|(_, (total, _))| is_drawn(*total));
        drawn.fold(String::new(), |mut path, (index, (_, height))| {
            // Writing to a string cannot fail.
            let _ = write!(
                path,
                "M{:.2} {SIZE}V{:.2}h{column_width:.2}V{SIZE}z",
                column_width * index as f64,
                SIZE * (1.0 - height)
            );
            path
        })
    };
    let at = |total: f64| format!("{:.1}%", column_width * (total - first as f64 + 0.5));
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
