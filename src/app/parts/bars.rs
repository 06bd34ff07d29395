//! Odds that one can read: distributions as bars, each a table, so that a screen reader reads them too.

use super::frame::words;
use drumhead::core::text::{percent, say};
use drumhead::rules::procedure::Whose;
use leptos::prelude::*;

/// A distribution.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What it is over.
    pub label: String,
    /// Of which side it tells, if of one.
    pub whose: Option<Whose>,
    /// Its rows.
    pub rows: Rows,
}

/// What a distribution is over, with probabilities.
#[derive(Clone, Debug, PartialEq)]
pub enum Rows {
    /// Numbers, in order.
    Numbers(Vec<(i32, f64)>),
    /// What becomes of somebody, by id.
    Words(Vec<(String, f64)>),
}

impl Rows {
    /// How many.
    pub fn len(&self) -> usize {
        match self {
            Rows::Numbers(rows) => rows.len(),
            Rows::Words(rows) => rows.len(),
        }
    }
}

/// How a distribution is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reading {
    /// This many or more.
    #[default]
    AtLeast,
    /// Just this many.
    Exactly,
    /// This many or fewer.
    AtMost,
}

impl Reading {
    fn all() -> [(Self, &'static str); 3] {
        [(Self::AtLeast, say("At least")), (Self::Exactly, say("Exactly")), (Self::AtMost, say("At most"))]
    }

    /// The rows so read, each with its probability.
    fn of(self, rows: &[(i32, f64)]) -> Vec<(i32, f64)> {
        let sum = |rows: &[(i32, f64)]| rows.iter().map(|(_, p)| p).sum::<f64>().min(1.0);
        let read = |(place, (value, p)): (usize, &(i32, f64))| match self {
            Self::AtLeast => (*value, sum(&rows[place..])),
            Self::Exactly => (*value, *p),
            Self::AtMost => (*value, sum(&rows[..=place])),
        };
        rows.iter().enumerate().map(read).collect()
    }
}

/// More rows than this are cut at the ends, where hardly anything is.
const ROWS: usize = 14;

/// Distributions beside each other, those of both sides in pairs, with a choice how to read them that stays from one to
/// the next. `spell` puts names into what they count.
pub fn charts(all: &[Bars], spell: &dyn Fn(&str) -> String) -> AnyView {
    if all.is_empty() {
        return ().into_any();
    }
    let drawn = in_pairs(all).into_iter().map(|bars| chart(bars, spell(&bars.label), reading())).collect_view();
    let reading = reading();
    let any_numbers = all.iter().any(|bars| matches!(bars.rows, Rows::Numbers(_)));
    let choices = Reading::all().map(|(own, words)| {
        view! {
            <label class="chip">
                <input type="radio" name="reading" prop:checked=move || reading.get() == own on:change=move |_| reading.set(own)/>
                {words}
            </label>
        }
    });
    view! {
        <div class="charts">{drawn}</div>
        {any_numbers.then(|| view! {
            <fieldset class="chips reading"><legend class="unseen">{say("How to read the bars")}</legend>{choices}</fieldset>
        })}
    }
    .into_any()
}

/// The first chances in a line, for where the whole is out of sight: drawn, but no text a second time to whoever hears
/// the page or looks for a word in it.
pub fn glance(chances: &[(String, f64)]) -> Option<impl IntoView + use<>> {
    let told = chances.iter().take(2).map(|(label, p)| {
        view! { <span data-chance=percent(*p) data-what=label.clone()></span> }
    });
    let told = told.collect_view();
    (!chances.is_empty()).then(|| view! { <p class="glance" aria-hidden="true">{told}</p> })
}

fn reading() -> RwSignal<Reading> {
    expect_context()
}

/// In the order in which they are drawn: what is told of both sides in pairs.
fn in_pairs(all: &[Bars]) -> Vec<&Bars> {
    let of = |side: Whose| all.iter().filter(move |bars| bars.whose == Some(side));
    if of(Whose::Own).count() != of(Whose::Enemy).count() {
        return all.iter().collect();
    }
    let pairs = of(Whose::Own).zip(of(Whose::Enemy)).flat_map(|(own, other)| [own, other]);
    pairs.chain(all.iter().filter(|bars| bars.whose.is_none())).collect()
}

fn chart(bars: &Bars, caption: String, reading: RwSignal<Reading>) -> impl IntoView + use<> {
    let (own, enemy) = (bars.whose == Some(Whose::Own), bars.whose == Some(Whose::Enemy));
    let (heads, rows) = match bars.rows.clone() {
        Rows::Numbers(all) => {
            let read =
                move || Reading::all().into_iter().find(|(own, _)| *own == reading.get()).map(|(_, words)| words);
            let rows = move || {
                let read = reading.get().of(&all);
                likely(&all, &read).iter().map(|(value, p)| row(value.to_string(), *p)).collect_view()
            };
            (heads(say("How many"), read.into_any()), rows.into_any())
        }
        Rows::Words(all) => {
            let rows = all.iter().map(|(id, p)| row(say(&words(id)).to_owned(), *p)).collect_view();
            (heads(say("What becomes of it"), say("Exactly").into_any()), rows.into_any())
        }
    };
    view! {
        <table class="bars" class:own=own class:enemy=enemy>
            <caption>{caption}</caption>
            {heads}
            <tbody>{rows}</tbody>
        </table>
    }
}

fn heads(first: &'static str, second: AnyView) -> impl IntoView {
    view! { <thead class="unseen"><tr><th scope="col">{first}</th><th scope="col">{second}</th></tr></thead> }
}

fn row(head: String, p: f64) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">{head}</th>
            <td><span class="bar"><i style:width=format!("{:.1}%", p * 100.0)></i></span><b>{percent(p)}</b></td>
        </tr>
    }
}

/// The rows to draw: all, or as many as fit around the likeliest values.
fn likely(rows: &[(i32, f64)], read: &[(i32, f64)]) -> Vec<(i32, f64)> {
    let (mut from, mut to) = (0, rows.len());
    while to - from > ROWS {
        if rows[from].1 < rows[to - 1].1 { from += 1 } else { to -= 1 }
    }
    read[from..to].to_vec()
}
