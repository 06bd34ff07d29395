//! A battle of two samples, which begins as soon as it is asked for.

use crate::app::components::not_here::NotHere;
use crate::app::platform::clock::new_seed;
use crate::app::state::route::{Route, router};
use crate::app::state::{AppState, app_state};
use drumhead::core::facts::Facts;
use drumhead::core::text::say;
use drumhead::rules::ruleset::Ruleset;
use drumhead::rulesets;
use drumhead::storage::beginning;
use drumhead::storage::roster::Roster;
use leptos::prelude::*;

/// Begins a battle of a ruleset's first two samples, and goes to its table. The table takes the address's turn in the browser's
/// history, so that Back leads to where the player came from.
#[component]
pub fn SamplePage(
    /// Id of the ruleset.
    ruleset: String,
) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let Some(ruleset) = rulesets::find(&ruleset) else {
        return view! { <NotHere words=say("Drumhead does not have these rules.")/> }.into_any();
    };
    Effect::new(move |_| router.instead(Route::Table(begin(app, ruleset))));
    view! { <main><p class="empty" role="status">{say("Setting up the sample…")}</p></main> }.into_any()
}

/// Begins the battle; hands back its id.
fn begin(app: AppState, ruleset: &'static Ruleset) -> String {
    let mut samples = Roster::samples(ruleset).into_iter();
    let taken = [samples.next(), samples.next()];
    let header = beginning::header(ruleset, "", &taken, new_seed());
    untrack(|| app.begin(ruleset, header, beginning::known_at_once(ruleset, Facts::default(), &taken)))
}
