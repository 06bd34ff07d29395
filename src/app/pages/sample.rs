//! The page whose address begins a sample battle or a guided one at once.

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

/// Begins a battle of a ruleset's first two samples, or its guided battle, and goes to its table. The table replaces this page in the
/// browser's history, so that Back leads to the page before it.
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

/// Begins the guided battle, and returns its id. `None` if it could not begin.
fn begin_guided(app: AppState, ruleset: &'static Ruleset, guide: &'static Guide) -> Option<String> {
    let (header, changes) = beginning::guided(ruleset, guide);
    let id = app.begin(ruleset, header, changes)?;
    app.guide(&id);
    Some(id)
}

/// Begins the sample battle, and returns its id. Opens the row of the first unit that can act. `None` if the battle could not begin.
fn begin(app: AppState, ruleset: &'static Ruleset) -> Option<String> {
    let (header, changes) = beginning::sample(ruleset, new_seed());
    let id = app.begin(ruleset, header, changes)?;
    let battle = BattleState::in_play(app, ruleset);
    if let Some(unit) = battle.with_untracked(|open| guide::first_able(ruleset, open.state())) {
        app.battle.rows.begin(&id, &unit);
    }
    Some(id)
}
