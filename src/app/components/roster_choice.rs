//! The choice of a side's roster, for a battle or a scenario.

use crate::app::state::AppState;
use exchange::storage::new_battle::Taken;
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;

/// A roster that a side can take.
#[derive(Clone, PartialEq)]
pub struct Offered {
    /// Key of the roster in the answers.
    pub key: Taken,
    pub roster: Roster,
}

/// The rosters that a side can take: the player's own, then the samples. Tracks the player's own.
pub fn offered(app: AppState, ruleset: &'static Ruleset) -> Vec<Offered> {
    let saved = app.storage.rosters.get().into_iter();
    let saved = saved.map(|saved| Offered { key: Taken::Roster(saved.id), roster: saved.value });
    let saved = saved.filter(|offered| offered.roster.ruleset == ruleset.named.id && !offered.roster.is_set_of_rules());
    let sample = |roster: Roster| Offered { key: Taken::Sample(roster.name.clone()), roster };
    saved.chain(Roster::samples(ruleset).into_iter().map(sample)).collect()
}

/// The name of a roster in a list of those that a side can take.
pub fn offered_name(roster: &Roster) -> String {
    let name = roster.name.clone();
    if roster.sample { text!("{name} (sample)", name = name).to_string() } else { name }
}

/// The choice of a side's roster.
#[component]
pub fn RosterChoice(
    label: &'static str,
    /// Key of the chosen roster; `None` for a side without one.
    side: RwSignal<Option<Taken>>,
    rosters: Memo<Vec<Offered>>,
) -> impl IntoView {
    let choose = move |value: String| {
        side.set(
            value.parse().ok().and_then(|index: usize| rosters.with_untracked(|all| Some(all.get(index)?.key.clone()))),
        );
    };
    let option = move |(index, Offered { key, roster }): (usize, Offered)| {
        let name = offered_name(&roster);
        view! { <option value=index selected=move || side.with(|taken| taken.as_ref() == Some(&key))>{name}</option> }
    };
    view! {
        <label class="pick">
            <span class="label">{label}</span>
            <select on:change=move |event| choose(event_target_value(&event))>
                <option value="">{say("No roster (add units later)")}</option>
                {move || rosters.get().into_iter().enumerate().map(option).collect_view()}
            </select>
        </label>
        <Show when=move || side.with(Option::is_none)>
            <p class="soft">{say("This side starts without units. Add them on the table, one by one or a whole roster at once.")}</p>
        </Show>
    }
}
