//! Odds that one can read: a sentence first, then bars. The bars are a table, so that a screen reader reads them too.

use super::frame::percent;
use leptos::prelude::*;

/// A distribution over a number: each value with its probability, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What the number counts.
    pub label: String,
    /// Values and probabilities.
    pub rows: Vec<(i32, f64)>,
}

/// More rows than this are cut at the ends, where hardly anything is.
const ROWS: usize = 14;

/// Draws a distribution.
pub fn bars(bars: &Bars, label: &str) -> impl IntoView + use<> {
    let widest = bars.rows.iter().map(|(_, p)| *p).fold(0.0, f64::max).max(1e-9);
    let rows = likely(&bars.rows);
    let mut at_least = 1.0;
    let rows = rows
        .into_iter()
        .map(|(value, p)| {
            let this_or_more: f64 = at_least;
            at_least -= p;
            view! {
                <tr>
                    <th scope="row">{value}</th>
                    <td class="bar" aria-hidden="true"><i style:width=format!("{:.1}%", p / widest * 100.0)></i></td>
                    <td>{percent(p)}</td>
                    <td class="soft">{percent(this_or_more.clamp(0.0, 1.0))}</td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="bars">
            <caption>{label.to_owned()}</caption>
            <thead><tr><th scope="col">"how many"</th><td aria-hidden="true"></td><th scope="col">"exactly"</th><th scope="col">"or more"</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// The rows to draw: all, or as many as fit around the likeliest.
fn likely(rows: &[(i32, f64)]) -> Vec<(i32, f64)> {
    let (mut from, mut to) = (0, rows.len());
    while to - from > ROWS {
        if rows[from].1 < rows[to - 1].1 { from += 1 } else { to -= 1 }
    }
    rows[from..to].to_vec()
}
