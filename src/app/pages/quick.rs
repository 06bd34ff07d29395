//! Any procedure without a battle.

use crate::app::parts::frame::head;
use crate::app::route::Route;
use drumhead::core::text::say;
use drumhead::rulesets;
use drumhead::text;
use leptos::prelude::*;

/// The list of a ruleset's procedures, or the one chosen.
pub fn page(ruleset: &str, procedure: Option<&str>) -> AnyView {
    let Some(ruleset) = rulesets::find(ruleset) else {
        return super::home::not_here(say("There are no such rules here.")).into_any();
    };
    if let Some(procedure) = procedure {
        return match ruleset.procedure(procedure) {
            Some(procedure) => super::resolve::quick(ruleset, procedure).into_any(),
            None => super::home::not_here(say("This ruleset has no such procedure.")).into_any(),
        };
    }
    let rows = ruleset
        .procedures
        .iter()
        .map(|procedure| {
            let way = Route::Quick { ruleset: ruleset.id.into(), procedure: Some(procedure.id.into()) };
            view! { <li class="row"><a class="grow" href=way.href()><b>{say(procedure.title)}</b><small>{say(procedure.about)}</small></a></li> }
        })
        .collect_view();
    view! {
        {head(Some(Route::Home), text!("Quick resolve · {rules}", rules = ruleset.title).to_string(), ())}
        <main><ul class="list">{rows}</ul></main>
    }
    .into_any()
}
