//! The table of an event of the scenario: each row with its dice, its text and its probability.

use super::panel::LivePanel;
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::scenario::{Event, EventRow};
use rules::text::{percent, say};

/// The rows of the event that the panel resolves. Nothing for another procedure, and for a device that does not show the game master's plans.
#[component]
pub(super) fn EventTable(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let event = battle.with_untracked(|open| {
        let input = untrack(|| panel.input());
        open.state().planned()?.event_of(panel.procedure.id, &input).cloned()
    });
    let event = event.filter(|event| event.dice > 0 && untrack(|| battle.shows_plans_of(None)));
    event.map(|event| {
        let rows = rows(&event).into_iter().map(|(sums, text, chance)| {
            view! { <tr><th scope="row">{sums}</th><td>{text}</td><td class="chance">{percent(chance)}</td></tr> }
        });
        view! {
            <table class="event-table">
                <thead><tr><th scope="col">{say("Dice")}</th><th scope="col">{say("Event")}</th><th scope="col">{say("Chance")}</th></tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    })
}

/// The rows: sums of the dice, the text, and the probability from 0 to 1. The last is that of a sum that no row has.
fn rows(event: &Event) -> Vec<(String, String, f64)> {
    let chances = event.chances();
    let rest = 1.0 - chances.iter().sum::<f64>();
    let nothing = || say("Nothing happens").to_owned();
    let row = |(row, chance): (&EventRow, f64)| {
        let text = if row.text.is_empty() { nothing() } else { row.text.clone() };
        (row.sums(), text, chance)
    };
    let mut all: Vec<_> = event.rows.iter().zip(chances).map(row).collect();
    if rest > 1e-9 {
        all.push((say("other").to_owned(), nothing(), rest));
    }
    all
}
