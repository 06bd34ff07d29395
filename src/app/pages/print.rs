//! Sheets to print: a roster with boxes to tick, and the current state of a battle. Phones run out of power, and some halls forbid phones.

use crate::app::components::house_rules::HouseRules;
use crate::app::components::not_here::NotHere;
use crate::app::components::own_rules::OwnRulesList;
use crate::app::components::page_header::PageHeader;
use crate::app::components::sheet::{BattleSheet, UnitSheet};
use crate::app::platform::printing;
use crate::app::state::route::Route;
use crate::app::state::rulesets;
use crate::app::state::{BattleState, app_state};
use battle;
use leptos::prelude::*;
use rules::own::OwnRules;
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

/// The printable sheet of a battle in its current state.
#[component]
pub fn PrintBattle(battle: BattleState) -> impl IntoView {
    let open = battle.with_untracked(Clone::clone);
    let [a, b] = open.header().sides.clone().map(|side| side.name);
    let about = text!("{title} · {a} against {b}", title = battle.ruleset.named.title, a = a, b = b).to_string();
    let title = open.header().name.clone();
    let (rulings, added) = (open.header().rulings.clone(), OwnRules::of(open.state().battle()));
    view! {
        <Sheet back=Route::table(battle.id()) title about><BattleSheet ruleset=battle.ruleset battle=open/><HouseRules ruleset=battle.ruleset rulings added/></Sheet>
    }
}

/// The printable sheet of a roster, with every tracker at its initial value.
#[component]
pub fn PrintRoster(
    /// The roster's id.
    id: String,
) -> impl IntoView {
    let app = app_state();
    let Some(roster) = untrack(|| app.roster(&id)) else {
        return view! { <NotHere words=say("This roster is not on this device.")/> }.into_any();
    };
    let Some(ruleset) = rulesets::find(&roster.ruleset) else {
        return view! { <NotHere words=say("This version of Drumhead does not have the rules of this roster.")/> }
            .into_any();
    };
    // In a roster, no tracker names another unit.
    let name_of = Callback::new(|_| None);
    let units = roster.units.iter().map(|profile| {
        let mut facts = battle::start(ruleset, profile);
        (ruleset.derive)(&mut facts);
        let name = profile.get("name").and_then(Json::as_str).unwrap_or("?").to_owned();
        view! { <UnitSheet ruleset name facts name_of/> }
    });
    let units = units.collect_view();
    let rules = roster.own_rules;
    view! {
        <Sheet back=Route::roster(id) title=roster.name about=ruleset.named.title.to_owned()>
            <h2 class="visually-hidden">{say("Units")}</h2>
            <div class="units">{units}</div>
            {(!rules.is_empty()).then(|| view! { <h2>{say("Own rules")}</h2><OwnRulesList ruleset rules/> })}
        </Sheet>
    }
    .into_any()
}

/// A sheet with its header, and the button that prints it.
#[component]
fn Sheet(back: Route, title: String, about: String, children: Children) -> impl IntoView {
    view! {
        <PageHeader back title/>
        <main class="printed">
            <p class="soft">{about}</p>
            {children()}
            <div class="actions"><button class="primary" on:click=move |_| printing::print()>{say("Print")}</button></div>
        </main>
    }
}
