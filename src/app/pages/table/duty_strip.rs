//! Everything due, in one strip under the phase: in order, each a tap away from its panel. It is worked out from the table,
//! so it stays until it is settled.

use super::calls::{CallButton, calls};
use crate::app::components::duties::{DutyButton, duties};
use crate::app::components::names::Names;
use crate::app::state::BattleState;
use drumhead::battle::binding::empty_scene;
use drumhead::core::text::say;
use drumhead::rules::turn::Duty;
use drumhead::text;
use leptos::prelude::*;

/// Duties that are shown before the others are folded away.
const SHOWN: usize = 3;

/// The strip of everything due, and notes on the moment.
#[component]
pub fn DutyStrip(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let duties = duties(battle);
    let notes = notes(battle);
    let count = Memo::new(move |_| duties.with(Vec::len));
    // Read out as it changes; the list itself is not read again each time.
    let told = move || match count.get() {
        0 => String::new(),
        1 => say("1 thing is due").to_owned(),
        n => text!("{n} things are due", n = n).to_string(),
    };
    let rows = move || {
        let all = duties.get();
        let row = |(place, duty): (usize, Duty)| {
            let first = place == 0 && duty.holds_up();
            view! { <li><DutyButton battle duty first/></li> }
        };
        let mut rows: Vec<_> = all.into_iter().enumerate().map(row).collect();
        let rest = if rows.len() > SHOWN + 1 { rows.split_off(SHOWN) } else { Vec::new() };
        let folded = (!rest.is_empty()).then(|| {
            let summary = text!("{n} more", n = rest.len()).to_string();
            view! { <details class="more"><summary>{summary}</summary><ol start=SHOWN + 1>{rest}</ol></details> }
        });
        view! { <ol>{rows}</ol>{folded} }
    };
    let calls = calls(battle, duties);
    let nothing = move || count.get() == 0 && notes.with(Vec::is_empty) && calls.with(Vec::is_empty);
    let buttons = move || calls.get().into_iter().map(|call| view! { <CallButton battle call/> }).collect_view();
    view! {
        <section class="duties" aria-label=say("Due now") class:hidden=move || nothing()>
            {move || notes.get().into_iter().map(|note| view! { <p class="soft">{note}</p> }).collect_view()}
            <p class="unseen" role="status">{move || told()}</p>
            {move || rows()}
            <p class="tools">{move || buttons()}</p>
        </section>
    }
}

/// Notes on the moment, of rulesets that have some.
fn notes(battle: BattleState) -> Memo<Vec<String>> {
    battle.follow(move |open| {
        let Some(agenda) = &battle.ruleset.agenda else { return Vec::new() };
        let names = Names::of_sides(open.header().sides.clone().map(|side| side.name));
        let notes = (agenda.notes)(&empty_scene(0, open.state()));
        notes.iter().map(|note| names.spell(&note.to_string())).collect()
    })
}
