//! A battle of two samples, or a guided one, which begins as soon as it is asked for.

use crate::app::components::not_here::NotHere;
use crate::app::platform::clock::new_seed;
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use crate::app::state::{AppState, BattleState, app_state};
use battle::guide;
use exchange::storage::beginning;
use leptos::prelude::*;
use rules::guide::Guide;
use rules::ruleset::Ruleset;
use rules::text::say;

/// Begins a battle of a ruleset's first two samples, or its guided battle, and goes to its table. The table takes the address's turn in the browser's
/// history, so that Back leads to where the player came from.
#[component]
pub fn SamplePage(
    /// Id of the ruleset.
    ruleset: String,
    /// True for the guided battle, which has armies of its own.
    guided: bool,
) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let Some(ruleset) = rulesets::find(&ruleset) else {
        return view! { <NotHere words=say("Drumhead does not have these rules.")/> }.into_any();
    };
    let guide = ruleset.guide.filter(|_| guided);
    let begin = move || guide.map_or_else(|| begin(app, ruleset), |guide| begin_guided(app, ruleset, guide));
    Effect::new(move |_| {
        if let Some(id) = untrack(begin) {
            router.instead(Route::table(id));
        }
    });
    view! { <main><p class="empty" role="status">{say("Setting up the sample…")}</p></main> }.into_any()
}

/// Begins the guided battle; hands back its id.
fn begin_guided(app: AppState, ruleset: &'static Ruleset, guide: &'static Guide) -> Option<String> {
    let (header, changes) = beginning::guided(ruleset, guide);
    let id = app.begin(ruleset, header, changes)?;
    app.guide(&id);
    Some(id)
}

/// Begins the battle, with the row of the first unit open that can do something; hands back the battle's id.
fn begin(app: AppState, ruleset: &'static Ruleset) -> Option<String> {
    let (header, changes) = beginning::sample(ruleset, new_seed());
    let id = app.begin(ruleset, header, changes)?;
    let battle = BattleState::in_play(app, ruleset);
    if let Some(unit) = battle.with_untracked(|open| guide::first_able(ruleset, open.state())) {
        app.battle.rows.begin(&id, &unit);
    }
    Some(id)
}
