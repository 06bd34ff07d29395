//! The guide of a first battle: the label of the next control to tap, and the reason for the step.

use crate::app::platform::pointing::point_at;
use crate::app::state::BattleState;
use battle::guide::Progress;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The next step of a guided battle. A ring marks the control to tap.
#[component]
pub fn GuideBox(
    battle: BattleState,
    /// Label of the control to tap next, as it is on the current page.
    #[prop(into)]
    tap: Signal<Option<String>>,
    /// True while the dice of the step are rolled, but its outcome is not applied.
    #[prop(into, optional)]
    is_rolled: Signal<bool>,
) -> impl IntoView {
    let (app, id) = (battle.app, battle.id());
    let shown = battle.id();
    let progress = Memo::new(move |_| battle.guide_progress());
    let count = battle.ruleset.guide.map_or(0, |guide| guide.steps.len());
    let words = move || match progress.get() {
        Some(Progress::Done) => {
            say("The first turn is complete. Continue on your own: every turn goes like this.").to_owned()
        }
        Some(Progress::Stuck) => {
            say("The battle no longer follows the guide. Continue on your own: what is due is listed at the top.")
                .to_owned()
        }
        _ => tap.get().map(|what| text!("Tap “{what}”.", what = what).to_string()).unwrap_or_default(),
    };
    let why = move || match progress.get() {
        Some(Progress::Strayed) => say("That was not the next step. Take it back, or end the guide."),
        Some(Progress::Step(_)) => {
            battle.guided_step().map_or("", |step| say(if is_rolled.get() { step.meaning() } else { step.why }))
        }
        _ => "",
    };
    let step_words = move || match progress.get() {
        Some(Progress::Step(index)) => text!("Step {n} of {all}", n = index + 1, all = count).to_string(),
        _ => String::new(),
    };
    point_at(Signal::derive(move || progress.get().and_then(|_| tap.get())), ".guide");
    let over = move || matches!(progress.get(), Some(Progress::Done | Progress::Stuck));
    let end_words = move || if over() { say("Got it") } else { say("End the guide") };
    let end = move || {
        let id = id.clone();
        view! { <button class="quiet" on:click=move |_| app.end_guide(&id)>{move || end_words()}</button> }
    };
    view! {
        <Show when=move || app.is_guided(&shown) && progress.get().is_some()>
            <aside class="guide" aria-label=say("Guide")>
                <p role="status"><b>{move || words()}</b>" "{move || why()}</p>
                <p class="guide-foot"><small>{move || step_words()}</small>{end()}</p>
            </aside>
        </Show>
    }
}
