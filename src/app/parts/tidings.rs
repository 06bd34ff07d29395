//! What a battle as a whole is worth saying: a side that runs, troops out of their time.

use drumhead::rules::ruleset::{Alert, Urgency};
use drumhead::text;
use leptos::prelude::*;

/// Tidings, with the names of the sides that they are of. Alarms are told at once to whoever cannot see them.
pub fn tidings(tidings: &[Alert], sides: &[String; 2]) -> impl IntoView + use<> {
    let rows = tidings.iter().map(|tiding| {
        let alarm = tiding.news.urgency == Urgency::Alarm;
        let words = match tiding.side.and_then(|side| sides.get(side)) {
            Some(side) => text!("{side}: {news}", side = side.clone(), news = tiding.news.words.clone()).to_string(),
            None => tiding.news.words.to_string(),
        };
        let because = tiding.because.iter().map(|reason| view! { <li>{reason.to_string()}</li> }).collect_view();
        let reasons = (!tiding.because.is_empty()).then(|| view! { <ul>{because}</ul> });
        match (alarm, tiding.because.is_empty()) {
            (true, _) => {
                view! { <section class="tiding alarm" role="alert"><p class="headline">{words}</p>{reasons}</section> }
                    .into_any()
            }
            (false, true) => view! { <p class="tiding">{words}</p> }.into_any(),
            (false, false) => {
                view! { <details class="tiding more"><summary>{words}</summary>{reasons}</details> }.into_any()
            }
        }
    });
    rows.collect_view()
}
