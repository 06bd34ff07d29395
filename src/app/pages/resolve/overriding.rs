//! Rules of the turn that forbid a procedure: their reasons, and the way to override them.

use super::panel::LivePanel;
use battle::panel::{Message, Shown};
use battle::referee::{self, Barred};
use leptos::prelude::*;
use rules::text::{Text, say};

/// State of the rules that forbid an act, as it is drawn.
#[derive(Clone, PartialEq)]
struct Drawn {
    /// Reasons of the rules that stand.
    standing: Vec<Text>,
    /// True if they can be overridden.
    can_be_lifted: bool,
    /// Reasons of the rules that are overridden; `None` if none is.
    lifted: Option<Vec<Text>>,
    is_rolling: bool,
}

impl Drawn {
    fn of(shown: &Shown) -> Self {
        let is_standing = |barred: &&Barred| !shown.act.is_overridden(barred);
        let standing = shown.barred.iter().filter(is_standing).map(|barred| barred.message.clone()).collect();
        Self {
            standing,
            can_be_lifted: referee::permit_override(&shown.barred).is_ok(),
            lifted: (shown.overrides > 0).then(|| shown.overridden.clone()),
            is_rolling: shown.is_rolling,
        }
    }
}

/// The rules of the turn that forbid what the panel does: a refusal, or a reminder once players override it.
#[component]
pub fn Overriding(
    /// The panel.
    panel: LivePanel,
) -> impl IntoView {
    let drawn = Memo::new(move |_| panel.shown.with(|shown| Drawn::of(shown)));
    let spelt = move |reasons: &[Text]| {
        let names = panel.named_units();
        let rows = reasons.iter().map(|reason| view! { <p>{names.spell(reason)}</p> });
        rows.collect_view()
    };
    let anyway = move || {
        view! {
            <p class="tools"><button type="button" on:click=move |_| panel.send(Message::Override)>{say("Do it anyway")}</button></p>
            <p class="soft">{say("The log will show that the rule was overridden.")}</p>
        }
    };
    let refused = move || {
        let Drawn { standing, can_be_lifted, .. } = drawn.get();
        (!standing.is_empty()).then(|| {
            view! { <div class="barred"><div role="alert">{spelt(&standing)}</div>{can_be_lifted.then(anyway)}</div> }
        })
    };
    let overridden = move || {
        let Drawn { lifted, is_rolling, .. } = drawn.get();
        lifted.map(|mut reasons| {
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
        // It stands there before it is filled, so that screen readers announce it.
        <div class="live" role="status" aria-label=say("Override")>{overridden}</div>
    }
}
