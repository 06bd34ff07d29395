//! Rules of the turn that forbid the act of a panel: their reasons, and the button that overrides them.

use super::panel::LivePanel;
use battle::panel::{Message, Shown};
use battle::referee::{self, Barred};
use leptos::prelude::*;
use rules::text::{Text, capital, say};

/// The rules that forbid the act, as far as the view depends on them.
#[derive(Clone, PartialEq)]
struct BarState {
    /// Reasons of the rules that are not overridden.
    in_force: Vec<Text>,
    /// True if they can be overridden.
    can_override: bool,
    /// Reasons of the overridden rules; `None` if no rule is overridden.
    overridden_reasons: Option<Vec<Text>>,
    is_rolling: bool,
}

impl BarState {
    fn of(shown: &Shown) -> Self {
        let is_in_force = |barred: &&Barred| !shown.act.is_overridden(barred);
        let in_force = shown.barred.iter().filter(is_in_force).map(|barred| barred.message.clone()).collect();
        Self {
            in_force,
            can_override: referee::permit_override(&shown.barred).is_ok(),
            overridden_reasons: (shown.overrides > 0).then(|| shown.overridden.clone()),
            is_rolling: shown.is_rolling,
        }
    }
}

/// The rules of the turn that forbid the act: as a refusal, or once overridden, as a reminder.
#[component]
pub fn Overriding(panel: LivePanel) -> impl IntoView {
    let bar_state = Memo::new(move |_| panel.shown.with(|shown| BarState::of(shown)));
    let spelt = move |reasons: &[Text]| {
        let names = panel.named_units();
        let rows = reasons.iter().map(|reason| view! { <p>{capital(&names.spell(reason))}</p> });
        rows.collect_view()
    };
    let override_button = move || {
        view! {
            <p class="tools"><button type="button" on:click=move |_| panel.send(Message::Override)>{say("Do it anyway")}</button></p>
            <p class="soft">{say("The log will show that the rule was overridden.")}</p>
        }
    };
    let refused = move || {
        let BarState { in_force, can_override, .. } = bar_state.get();
        (!in_force.is_empty()).then(|| {
            view! { <div class="barred"><div role="alert">{spelt(&in_force)}</div>{can_override.then(override_button)}</div> }
        })
    };
    let overridden = move || {
        let BarState { overridden_reasons, is_rolling, .. } = bar_state.get();
        overridden_reasons.map(|mut reasons| {
            if reasons.is_empty() {
                reasons.push(Text::from(say("A rule of the turn.")));
            }
            let follow = (!is_rolling).then(|| {
                let follow = move |_| panel.send(Message::FollowRules);
                view! { <p class="tools"><button type="button" class="quiet" on:click=follow>{say("Follow the rule")}</button></p> }
            });
            view! { <section class="overridden"><p><b>{say("Overridden:")}</b></p>{spelt(&reasons)}{follow}</section> }
        })
    };
    view! {
        {refused}
        // The region exists before its content, because screen readers announce only changes of an existing region.
        <div class="live" role="status" aria-label=say("Override")>{overridden}</div>
    }
}
