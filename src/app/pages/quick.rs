//! The procedures of a ruleset, each with a link to resolve it without a battle.

use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::state::route::Route;
use crate::app::state::rulesets;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The list of a ruleset's procedures.
#[component]
pub fn QuickPage(
    /// Id of the ruleset.
    ruleset: String,
) -> impl IntoView {
    let Some(ruleset) = rulesets::find(&ruleset) else {
        return view! { <NotHere words=say("Drumhead does not have these rules.")/> }.into_any();
    };
    let rows = ruleset.procedures_by_use().into_iter().map(|procedure| {
        let route = Route::Quick { ruleset: ruleset.named.id.into(), procedure: Some(procedure.id.into()) };
        view! { <li class="row"><a class="grow" href=route.href()><b>{say(procedure.title)}</b><small>{say(procedure.about)}</small></a></li> }
    });
    view! {
        <PageHeader back=Route::Home title=text!("Roll without a battle · {rules}", rules = ruleset.named.title).to_string()/>
        <main><ul class="list">{rows.collect_view()}</ul></main>
    }
    .into_any()
}
