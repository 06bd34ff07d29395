//! What a battle as a whole is worth saying: a side that runs, troops out of their time.

use drumhead::ruleset::{Tiding, Urgency};
use leptos::prelude::*;

/// Tidings, with the names of the sides that they are of. Alarms are told at once to whoever cannot see them.
pub fn tidings(tidings: &[Tiding], sides: &[String; 2]) -> AnyView {
    let rows = tidings.iter().map(|tiding| {
        let alarm = tiding.news.urgency == Urgency::Alarm;
        let words = match tiding.side.and_then(|side| sides.get(side)) {
            Some(side) => format!("{side}: {}", tiding.news.words),
            None => tiding.news.words.to_string(),
        };
        let because = tiding.because.iter().map(|reason| view! { <li>{reason.to_string()}</li> }).collect_view();
        view! {
            <section class="tiding" class:alarm=alarm role=if alarm { "alert" } else { "note" }>
                <p class:headline=alarm>{words}</p>
                {(!tiding.because.is_empty()).then(|| view! { <ul>{because}</ul> })}
            </section>
        }
    });
    rows.collect_view().into_any()
}
