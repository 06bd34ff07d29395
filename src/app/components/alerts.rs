//! Alerts about the battle as a whole, such as a side that routs, or troops fielded outside their years.

use leptos::prelude::*;
use rules::ruleset::{Alert, Urgency};
use rules::text;

/// Alerts about a battle. Screen readers announce alarms at once.
#[component]
pub fn Alerts(
    alerts: Vec<Alert>,
    /// Names of both sides.
    sides: [String; 2],
) -> impl IntoView {
    let row = |alert: Alert| {
        let alarm = alert.news.urgency == Urgency::Alarm;
        let words = match alert.side.and_then(|side| sides.get(side)) {
            Some(side) => text!("{side}: {news}", side = side.clone(), news = alert.news.words.clone()).to_string(),
            None => alert.news.words.to_string(),
        };
        let because = alert.because.iter().map(|reason| view! { <li>{reason.to_string()}</li> }).collect_view();
        let reasons = (!alert.because.is_empty()).then(|| view! { <ul>{because}</ul> });
        match (alarm, alert.because.is_empty()) {
            (true, _) => {
                view! { <section class="alert alarm" role="alert"><p class="headline">{words}</p>{reasons}</section> }
                    .into_any()
            }
            (false, true) => view! { <p class="alert">{words}</p> }.into_any(),
            (false, false) => {
                view! { <details class="alert disclosure"><summary>{words}</summary>{reasons}</details> }.into_any()
            }
        }
    };
    alerts.into_iter().map(row).collect_view()
}
