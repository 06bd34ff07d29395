//! Charts of odds: distributions of numbers as columns where there is room, others as bars. Each chart is a table, so that screen
//! readers can read it.

use crate::app::components::choice::Choice;
use battle::analysis::odds::{expected, place_among};
use leptos::prelude::*;
use rules::procedure::Whose;
use rules::text;
use rules::text::words;
use rules::text::{number, percent, say, tenths};
use std::ops::Range;

/// A distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// Its caption.
    pub label: String,
    /// The side that it concerns; `None` if it concerns both.
    pub whose: Option<Whose>,
    pub rows: Rows,
}

/// Rows of a distribution, each a value and its probability.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// Numbers, in ascending order.
    Numbers(Vec<(i32, f64)>),
    /// Results that are not numbers, by their ids.
    Words(Vec<(String, f64)>),
}

impl Rows {
    pub fn len(&self) -> usize {
        match self {
            Rows::Numbers(rows) => rows.len(),
            Rows::Words(rows) => rows.len(),
        }
    }
}

/// The event whose probability a row shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// This many or more.
    #[default]
    AtLeast,
    /// Exactly this many.
    Exactly,
    /// This many or fewer.
    AtMost,
}

impl Reading {
    fn all() -> [(Self, &'static str); 3] {
        [(Self::AtLeast, say("At least")), (Self::Exactly, say("Exactly")), (Self::AtMost, say("At most"))]
    }

    /// The rows with the probability of this event for each value.
    fn of(self, rows: &[(i32, f64)]) -> Vec<(i32, f64)> {
        let sum = |rows: &[(i32, f64)]| rows.iter().map(|(_, p)| p).sum::<f64>().min(1.0);
        let read = |(index, (value, p)): (usize, &(i32, f64))| match self {
            Self::AtLeast => (*value, sum(&rows[index..])),
            Self::Exactly => (*value, *p),
            Self::AtMost => (*value, sum(&rows[..=index])),
        };
        rows.iter().enumerate().map(read).collect()
    }
}

/// Number of rows shown. Further rows are cut at both ends, where probabilities are smallest.
const MAX_ROWS: usize = 14;
/// Number of columns that fit half the width. A chart with more columns takes the whole width.
const MAX_NARROW_COLUMNS: usize = 7;

/// Distributions side by side, those of both sides in pairs. The choice between "at least", "exactly" and "at most" also applies to
/// the next procedure.
#[component]
pub fn Charts(
    /// The distributions, each with the caption of its table.
    all: Vec<Bars>,
) -> impl IntoView {
    let reading = reading();
    let any_numbers = all.iter().any(|bars| matches!(bars.rows, Rows::Numbers(_)));
    let charts = in_pairs(all).into_iter().map(|bars| view! { <Chart bars reading/> }).collect_view();
    let readings = || Reading::all().map(|(reading, words)| (reading, words.to_owned())).to_vec();
    let choose = Callback::new(move |to| reading.set(to));
    (!charts.is_empty()).then(|| {
        view! {
            <div class="charts">{charts}</div>
            {any_numbers.then(|| view! {
                <Choice label=say("How to read the bars") is_label_hidden=true class="reading" options=readings() chosen=reading choose/>
            })}
        }
    })
}

/// The strip above the buttons: dice, needs, and the main chances. Its text is drawn by the style sheet, because the page has the same
/// text elsewhere: screen readers and the browser's search skip it here.
#[component]
pub fn Strip(
    /// The dice, and what each of them needs.
    #[prop(into)]
    dice: Signal<String>,
    /// Consequences that no die decides.
    #[prop(into)]
    certain: Signal<Vec<String>>,
    /// The chances, each with its label.
    #[prop(into)]
    chances: Signal<Vec<(String, f64)>>,
) -> impl IntoView {
    let chances = move || {
        let each = |(label, p)| view! { <span data-chance=percent(p) data-what=label></span> };
        chances.get().into_iter().map(each).collect_view()
    };
    let certain = move || {
        let each = |words| view! { <span class="certain" data-what=words></span> };
        certain.get().into_iter().map(each).collect_view()
    };
    view! { <p class="glance" aria-hidden="true"><span class="dice" data-what=move || dice.get()></span>{certain}{chances}</p> }
}

fn reading() -> RwSignal<Reading> {
    expect_context()
}

/// Orders distributions in pairs: one of the acting side, then one of the enemy. The others come last. If the two sides have
/// different numbers of distributions, the order stays.
fn in_pairs(all: Vec<Bars>) -> Vec<Bars> {
    let of = |whose: Option<Whose>| all.iter().filter(move |bars| bars.whose == whose);
    let (acting, enemy) = (of(Some(Whose::Own)), of(Some(Whose::Enemy)));
    if acting.clone().count() != enemy.clone().count() {
        return all;
    }
    acting.zip(enemy).flat_map(|(acting, other)| [acting, other]).chain(of(None)).cloned().collect()
}

#[component]
fn Chart(bars: Bars, reading: RwSignal<Reading>) -> impl IntoView {
    let Bars { label, whose, rows } = bars;
    let (columns, mean) = match &rows {
        Rows::Numbers(all) => {
            (drawn_range(all).len(), expected(all).map(|mean| mean_mark(mean, &all[drawn_range(all)])))
        }
        Rows::Words(_) => (0, None),
    };
    let (first, second, rows) = match rows {
        Rows::Numbers(all) => {
            let read =
                move || Reading::all().into_iter().find(|(option, _)| *option == reading.get()).map(|(_, words)| words);
            let rows = move || {
                let read = reading.get().of(&all);
                let bar = |(value, p): &(i32, f64)| view! { <Bar head=value.to_string() p=*p/> };
                read[drawn_range(&all)].iter().map(bar).collect_view()
            };
            (say("How many"), read.into_any(), rows.into_any())
        }
        Rows::Words(all) => {
            let rows =
                all.into_iter().map(|(id, p)| view! { <Bar head=say(&words(&id)).to_owned() p/> }).collect_view();
            (say("Outcome"), say("Exactly").into_any(), rows.into_any())
        }
    };
    view! {
        <div class="chart" class:as-columns={columns > 0} class:wide={columns > MAX_NARROW_COLUMNS} style:--columns=columns.to_string()>
            <table class="bars" class:own=whose == Some(Whose::Own) class:enemy=whose == Some(Whose::Enemy)>
                <caption>{label}</caption>
                <thead class="visually-hidden"><tr><th scope="col">{first}</th><th scope="col">{second}</th></tr></thead>
                <tbody>{rows}</tbody>
            </table>
            {mean}
        </div>
    }
}

/// A row of a chart: a value and its probability.
#[component]
fn Bar(head: String, p: f64) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">{head}</th>
            <td style:--p=format!("{:.1}%", p * 100.0)><span class="bar"><i></i></span><b data-short=in_short(p)>{percent(p)}</b></td>
        </tr>
    }
}

/// A probability as the number over a column: a percentage without `%`.
fn in_short(p: f64) -> String {
    match p * 100.0 {
        p if p > 0.0 && p < 1.0 => "<1".to_owned(),
        p if p > 99.0 && p < 100.0 - 1e-9 => ">99".to_owned(),
        // The sum of an empty list of floats is a negative zero.
        p => (p.round() + 0.0).to_string(),
    }
}

/// The expected value in words, placed below the columns at its value.
fn mean_mark(mean: f64, rows: &[(i32, f64)]) -> AnyView {
    let columns: Vec<i32> = rows.iter().map(|(value, _)| *value).collect();
    let at = format!("{:.1}%", 100.0 * place_among(mean, &columns));
    let words = text!("{n} on average", n = number(tenths(mean))).to_string();
    view! { <p class="mean" style:--at=at><span>{words}</span></p> }.into_any()
}

/// The range of rows to draw: all, or as many as fit around the likeliest values.
fn drawn_range(rows: &[(i32, f64)]) -> Range<usize> {
    let (mut from, mut to) = (0, rows.len());
    while to - from > MAX_ROWS {
        if rows[from].1 < rows[to - 1].1 { from += 1 } else { to -= 1 }
    }
    from..to
}
