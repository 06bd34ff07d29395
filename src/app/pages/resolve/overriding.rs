//! Rules of the turn that forbid a procedure: their reasons, and the way to override them.

use super::panel::Panel;
use drumhead::battle::referee::{self, Barred};
use drumhead::core::text::{Text, say};
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

impl Panel {
    /// Rules of the turn that forbid it now. None while the input is fixed, as it was judged before.
    pub(super) fn barred(self) -> Vec<Barred> {
        if self.is_rolling() { Vec::new() } else { self.barred_with(&self.answers.given.get()) }
    }

    /// Rules that forbid it with these answers.
    pub(super) fn barred_with(self, answers: &Map<String, Json>) -> Vec<Barred> {
        let Some(battle) = self.battle else { return Vec::new() };
        let (ruleset, procedure) = (self.ruleset, self.procedure);
        self.participants.chosen.with(|participants| {
            battle.with(|open| {
                let state = open.state();
                let input = referee::filled(procedure, participants, state, answers);
                if participants.complete(procedure) {
                    return referee::bars(ruleset, procedure, participants, state, &input);
                }
                // Units that are not chosen yet are not judged.
                referee::offer_barred(ruleset, procedure, participants, state, &input).into_iter().collect()
            })
        })
    }

    /// Rules that an act overrides, by their ids.
    pub(super) fn overridden(self) -> Vec<String> {
        if self.is_rolling() { self.dice.overrides.get() } else { referee::rule_ids(&self.barred()) }
    }
}

/// The rules of the turn that forbid what the panel does: a refusal, or a reminder once players override it.
#[component]
pub fn Overriding(
    /// The panel.
    panel: Panel,
    /// Reasons of the rules that forbid it.
    barred: Memo<Vec<Text>>,
) -> impl IntoView {
    let names = move || panel.named_units();
    let reasons = move || barred.get().iter().map(|reason| names().spell(reason)).collect::<Vec<_>>();
    let anyway = move || {
        view! {
            <p class="tools"><button type="button" on:click=move |_| panel.answers.overriding.set(true)>{say("Do it anyway")}</button></p>
            <p class="soft">{say("The log will show that the rule was overridden.")}</p>
        }
    };
    let refused = move || {
        let rows = reasons().into_iter().map(|reason| view! { <p>{reason}</p> }).collect_view();
        let can_be_lifted = referee::permit_override(&panel.barred()).is_ok();
        view! {
            <div class="barred">
                <div role="alert">{rows}</div>
                {can_be_lifted.then(anyway)}
            </div>
        }
    };
    let overridden = move |reasons: Vec<String>, can_keep: bool| {
        let rows = reasons.into_iter().map(|reason| view! { <p>{reason}</p> }).collect_view();
        let keep = can_keep.then(|| {
            let keep = move |_| panel.answers.overriding.set(false);
            view! { <p class="tools"><button type="button" class="quiet" on:click=keep>{say("Follow the rule")}</button></p> }
        });
        view! {
            <section class="overridden"><p><b>{say("Overridden:")}</b></p>{rows}{keep}</section>
        }
    };
    let is_overridden = move || {
        if panel.is_rolling() {
            return panel.dice.overrides.with(|overrides| !overrides.is_empty());
        }
        panel.answers.overriding.get() && barred.with(|barred| !barred.is_empty())
    };
    let said = move || {
        is_overridden().then(|| {
            if !panel.is_rolling() {
                return overridden(reasons(), true);
            }
            let words = |reason: &Text| names().spell(reason);
            let mut reasons: Vec<String> = panel.dice.override_reasons.with(|all| all.iter().map(words).collect());
            if reasons.is_empty() {
                reasons.push(say("A rule of the turn.").to_owned());
            }
            overridden(reasons, false)
        })
    };
    let forbids =
        move || !panel.is_rolling() && !panel.answers.overriding.get() && barred.with(|barred| !barred.is_empty());
    view! {
        {move || forbids().then(refused)}
        // It stands there before it is filled, so that screen readers announce it.
        <div class="live" role="status" aria-label=say("Override")>{said}</div>
    }
}
