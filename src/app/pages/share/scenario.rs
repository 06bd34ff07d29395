//! The page that shares a scenario, for players or as a whole; and the scenario that a battle becomes.

use super::{AsText, Options};
use crate::app::components::choice::Choice;
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::state::app_state;
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use battle::Battle;
use exchange::storage::scenario::{Scenario, written};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The page that shares a scenario. It begins with what players get, because the game master shares that at the table.
#[component]
pub fn ShareScenario(
    /// Id of a saved scenario, or of one of the library.
    id: String,
) -> impl IntoView {
    let app = app_state();
    let held = untrack(|| app.scenario(&id)).map(|saved| saved.value);
    let ruleset = held.as_ref().and_then(|scenario| rulesets::find(&scenario.ruleset));
    let Some((scenario, ruleset)) = held.zip(ruleset) else {
        return view! { <NotHere words=say("This scenario is not on this device.")/> }.into_any();
    };
    let name = scenario.name.clone();
    let for_players = RwSignal::new(true);
    let options = vec![
        (true, say("The players: without the texts for the game master").to_owned()),
        (false, say("A game master: all of it").to_owned()),
    ];
    let back = Route::scenario(id.clone());
    let parts = move || {
        let shared = app.shared_scenario(&id, for_players.get());
        let item = shared.as_ref().and_then(|(key, saved)| saved.find(key));
        match shared.zip(item) {
            Some(((key, saved), item)) => view! { <Options key item saved/> }.into_any(),
            None => view! { <p>{say("This is not on this device.")}</p> }.into_any(),
        }
    };
    let text = Callback::new(move |writing| written(ruleset, &scenario, writing));
    view! {
        <PageHeader back title=text!("Share {name}", name = name).to_string()/>
        <main class="share">
            <Choice label=say("For whom?") options chosen=for_players choose=Callback::new(move |to| for_players.set(to))/>
            <p class="soft">{say("Events, arrivals and the briefings of both sides are in it either way, because the battle needs them. Hiding is a screen, not a lock.")}</p>
            {parts}
            <AsText text copied=say("The scenario is copied.")/>
        </main>
    }
    .into_any()
}

/// The buttons that make a scenario of a battle: as it began, or as it stands. Hidden counters would show in the second.
#[component]
pub(super) fn AsScenario(
    /// The battle's id.
    id: String,
) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let Ok(battle) = app.battle(&id) else { return ().into_any() };
    let hides = battle.has_secrets();
    let battle = StoredValue::new(battle);
    let make = move |of: fn(&Battle) -> Option<Scenario>| {
        let made = battle.with_value(|battle| of(battle)).and_then(|scenario| app.add_scenario(scenario));
        if let Some(id) = made {
            router.go(&Route::scenario(id));
        }
    };
    view! {
        <section class="card" aria-label=say("As a scenario")>
            <h2>{say("As a scenario")}</h2>
            <p class="soft">{say("Armies, house rules, own rules and the course become a scenario of yours, to play again or to change.")}</p>
            <p class="tools">
                <button on:click=move |_| make(Scenario::of_beginning)>{say("As it began")}</button>
                {(!hides).then(|| view! { <button on:click=move |_| make(Scenario::of_table)>{say("As it stands")}</button> })}
            </p>
        </section>
    }
    .into_any()
}
