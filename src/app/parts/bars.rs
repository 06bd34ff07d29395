//! Odds that one can read: distributions as bars, each a table, so that a screen reader reads them too.

use drumhead::text::{percent, say};
use leptos::prelude::*;

/// A distribution over a number: each value with its probability, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Bars {
    /// What the number counts.
    pub label: String,
    /// Values and probabilities.
    pub rows: Vec<(i32, f64)>,
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
    const ALL: [(Self, &str); 3] = [(Self::AtLeast, "At least"), (Self::Exactly, "Exactly"), (Self::AtMost, "At most")];

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
    let choices = Reading::ALL.map(|(own, words)| {
        view! {
            <label class="chip">
                <input type="radio" name="reading" prop:checked=move || reading.get() == own on:change=move |_| reading.set(own)/>
                {words}
            </label>
        }
    });
    view! {
        <div class="charts">{drawn}</div>
        <fieldset class="chips reading"><legend class="unseen">{say("How to read the bars")}</legend>{choices}</fieldset>
    }
    .into_any()
}

/// The first chances in a line, for where the whole is out of sight: drawn, but no text a second time to whoever hears
/// the page or looks for a word in it.
pub fn glance(chances: &[(String, f64)]) -> impl IntoView + use<> {
    let told = chances.iter().take(2).map(|(label, p)| {
        view! { <span data-chance=percent(*p) data-what=label.clone()></span> }
    });
    let told = told.collect_view();
    (!chances.is_empty()).then(|| view! { <p class="glance" aria-hidden="true">{told}</p> })
}

fn reading() -> RwSignal<Reading> {
    expect_context()
}

impl Bars {
    /// Whose it is, where it speaks of one side: procedures call the units of the side that acts `a1`, `a2`, those of the
    /// other `b1`.
    fn is_of(&self, side: char) -> bool {
        let mut words = self.label.split(|c: char| !c.is_alphanumeric());
        words.any(|word| word.strip_prefix(side).is_some_and(|number| number.chars().all(|c| c.is_ascii_digit())))
    }
}

/// In the order in which they are drawn: what is told of both sides in pairs.
fn in_pairs(all: &[Bars]) -> Vec<&Bars> {
    let of = |side: char| all.iter().filter(move |bars| bars.is_of(side));
    if of('a').count() != of('b').count() {
        return all.iter().collect();
    }
    let pairs = of('a').zip(of('b')).flat_map(|(own, other)| [own, other]);
    pairs.chain(all.iter().filter(|bars| !bars.is_of('a') && !bars.is_of('b'))).collect()
}

fn chart(bars: &Bars, caption: String, reading: RwSignal<Reading>) -> impl IntoView + use<> {
    let title = move || Reading::ALL.iter().find(|(own, _)| *own == reading.get()).map(|(_, words)| *words);
    let (own, enemy) = (bars.is_of('a'), bars.is_of('b'));
    let all = bars.rows.clone();
    let rows = move || {
        let read = reading.get().of(&all);
        likely(&all, &read).iter().map(|(value, p)| row(*value, *p)).collect_view()
    };
    view! {
        <table class="bars" class:own=own class:enemy=enemy>
            <caption>{caption}</caption>
            <thead class="unseen"><tr><th scope="col">{say("How many")}</th><th scope="col">{title}</th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

fn row(value: i32, p: f64) -> impl IntoView {
    view! {
        <tr>
            <th scope="row">{value}</th>
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
