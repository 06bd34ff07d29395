//! Sheets to be printed: a roster with boxes to tick, and a battle as it stands. Phones die, and some halls forbid them.

use crate::app::desk::{InBattle, desk};
use crate::app::device;
use crate::app::parts::frame::head;
use crate::app::parts::sheet;
use crate::app::route::Route;
use drumhead::battle;
use drumhead::core::text::say;
use drumhead::rulesets;
use drumhead::storage::Key;
use drumhead::text;
use leptos::prelude::*;
use serde_json::Value as Json;

fn page(back: Route, title: String, about: String, body: AnyView) -> impl IntoView {
    view! {
        {head(Some(back), title, sheet::print_button())}
        <main class="paper">
            <p class="soft">{about}</p>
            {body}
            <div class="actions no-print"><button class="primary" on:click=move |_| device::print()>{say("Print")}</button></div>
        </main>
    }
}

/// A battle as it stands.
pub fn of_battle(battle: InBattle) -> impl IntoView {
    battle.with_untracked(|open| {
        let header = open.header();
        let names = header.sides.clone().map(|side| side.name);
        let about = text!(
            "{title} · {a} against {b}",
            title = battle.ruleset.title,
            a = names[0].clone(),
            b = names[1].clone()
        )
        .to_string();
        let body = sheet::table(battle.ruleset, open.state(), &names).into_any();
        page(Route::Log(battle.id()), header.name.clone(), about, body)
    })
}

/// A roster, every tracker where it starts.
pub fn of_roster(key: Key) -> AnyView {
    let Key::Roster(id) = key else { return super::home::not_here(say("There is no such sheet.")).into_any() };
    let desk = desk();
    let Some(roster) = untrack(|| desk.roster(&id)) else {
        return super::home::not_here(say("This roster is not on this device.")).into_any();
    };
    let Some(ruleset) = rulesets::find(&roster.ruleset) else {
        return super::home::not_here(say("This roster is for rules that this Drumhead does not know.")).into_any();
    };
    let units = roster.units.iter().map(|profile| {
        let mut facts = battle::start(ruleset, profile);
        (ruleset.derive)(&mut facts);
        sheet::unit(ruleset, profile.get("name").and_then(Json::as_str).unwrap_or("?"), &facts)
    });
    let body = view! { <div class="units">{units.collect_view()}</div> }.into_any();
    page(Route::Roster(id), roster.name.clone(), ruleset.title.to_owned(), body).into_any()
}
