//! The survivors of a battle: a new roster for a side, in which each unit keeps its losses, is restored, or is left out.

use crate::app::components::choice::Choice;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::dates;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use exchange::storage::survivors::{Keep, Survivor, roster_of_survivors, survivors};
use leptos::prelude::*;
use rules::text;
use rules::text::{Text, say};

/// The page that creates rosters of survivors.
#[component]
pub fn SurvivorsPage(battle: BattleState) -> impl IntoView {
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let sides = names.into_iter().enumerate().map(|(side, name)| view! { <SideSurvivors battle side name/> });
    view! {
        <PageHeader back=Route::table(battle.id()) title=say("Survivors")/>
        <main class="form">
            <p class="soft">{say("A new roster of each side, for the next battle. Promote units, or change them otherwise, in the roster.")}</p>
            <p class="soft">{say("What a roster has no field for, such as counters, hits and disorder, ends with the battle.")}</p>
            {sides.collect_view()}
        </main>
    }
}

/// The survivors of a side.
#[component]
fn SideSurvivors(battle: BattleState, side: usize, name: String) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let units = battle.with_untracked(|open| survivors(open, side));
    let choices = RwSignal::new(units.iter().map(Survivor::proposed).collect::<Vec<_>>());
    let counted = battle.ruleset.battle_stats.counted;
    let rows = units.into_iter().enumerate().map(|(index, unit)| {
        view! { <UnitChoice unit counted
        chosen=Signal::derive(move || choices.with(|choices| choices[index]))
        choose=Callback::new(move |keep| choices.update(|choices| choices[index] = keep))/> }
    });
    let rows = rows.collect_view();
    let any = Memo::new(move |_| choices.with(|choices| choices.iter().any(|keep| *keep != Keep::Dropped)));
    let create = move |_| {
        let choices = choices.get_untracked();
        let roster = battle.with_untracked(|open| roster_of_survivors(open, side, &choices, &dates::day));
        if let Some(roster) = roster {
            router.go(&Route::roster(app.add_roster_untaken(roster)));
        }
    };
    let label = text!("Create a roster of {side}", side = name.clone()).to_string();
    view! {
        <section class=format!("survivors-of side-{side}") aria-label=name.clone()>
            <h2>{name.clone()}</h2>
            <ul class="list">{rows}</ul>
            <p class="tools"><button class="primary" disabled=move || !any.get() on:click=create>{label}</button></p>
        </section>
    }
}

/// The choice for a unit.
#[component]
fn UnitChoice(
    unit: Survivor,
    /// Returns a strength in words.
    counted: fn(i32) -> Text,
    chosen: Signal<Keep>,
    choose: Callback<Keep>,
) -> impl IntoView {
    let [full, left] = unit.strength;
    let (strength, is_harmed) = (unit.words(counted), full != left);
    let option = |keep: Keep| {
        let words = match keep {
            Keep::WithLosses if is_harmed => say("Keep with losses"),
            Keep::WithLosses => say("Keep"),
            Keep::Restored => say("Back to full strength"),
            Keep::Dropped => say("Leave out"),
        };
        (keep, words.to_owned())
    };
    // For a unit without losses, "restored" would be the same as "keep".
    let options = unit.options().into_iter().filter(|keep| *keep != Keep::Restored || is_harmed);
    let options: Vec<_> = options.map(option).collect();
    let strength = view! { " "<small class="soft">{strength}</small> }.into_any();
    view! { <li class="card"><Choice label=unit.name.clone() help=Some(strength) options chosen choose/></li> }
}
