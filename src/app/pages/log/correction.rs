//! Corrections in the log: the buttons that begin one, and the entry of one that was made.

use crate::app::components::act_words::{act_title, results, was_and_now};
use crate::app::components::awaiting::{SettleFirst, holds_up};
use crate::app::state::BattleState;
use crate::app::state::route::{BattlePage, Route, router};
use battle::correct::{Corrected, Now, Redone};
use battle::{Action, ActionEvent, Battle, Stamp};
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::text;
use rules::text::say;
use std::collections::HashSet;

/// The acts that can be corrected or left out: procedures that were applied, and changes by hand.
pub(super) fn correctable(ruleset: &Ruleset, open: &Battle) -> HashSet<Stamp> {
    let can_be = |act: &ActionEvent| match &act.action {
        Action::Resolved(done) => !done.discarded && ruleset.procedure(&done.procedure).is_some(),
        Action::ByHand | Action::Muster => !act.begins,
        Action::Phase | Action::Note(_) | Action::Corrected(_) => false,
    };
    let acts = open.acts_in_force().into_iter().filter(|(_, act)| can_be(act));
    acts.map(|(stamp, _)| stamp.clone()).collect()
}

/// True while the rolls are shown that hold up a correction. The log shows them once, for all its entries.
#[derive(Clone, Copy)]
struct BeforeCorrection(RwSignal<bool>);

/// The rolls that are settled before anything is corrected. What corrects stands within.
#[component]
pub(super) fn SettleBeforeCorrection(battle: BattleState, children: Children) -> impl IntoView {
    let asking = RwSignal::new(false);
    router().close_switch_by_back("before-correction", asking);
    provide_context(BeforeCorrection(asking));
    view! {
        <SettleFirst battle asking title=say("Apply or discard this roll before correcting anything.")/>
        {children()}
    }
}

/// The buttons that correct an act or leave it out.
#[component]
pub(super) fn Correct(
    battle: BattleState,
    stamp: Stamp,
    /// Title of the act.
    title: String,
    /// True if it was a procedure, which can be done again.
    is_procedure: bool,
) -> impl IntoView {
    let router = router();
    let BeforeCorrection(asking) = expect_context();
    let named = |verb: &'static str| text!("{verb}: {what}", verb = verb, what = title.clone()).to_string();
    let button = |words: &'static str, leave_out: bool, place: Route| {
        let stamp = stamp.clone();
        let begin = move |_| {
            if holds_up(battle) {
                asking.set(true);
            } else if battle.begin_correction(&stamp, leave_out) {
                router.go(&place);
            }
        };
        view! { <button class="quiet" aria-label=named(words) on:click=begin>{words}</button> }
    };
    view! {
        <p class="tools">
            {is_procedure.then(|| button(say("Correct this"), false, BattlePage::Correct.of(battle.id())))}
            {button(say("Leave it out"), true, BattlePage::Corrected.of(battle.id()))}
        </p>
    }
}

/// A correction: the act as it was and as it is, and the later acts that changed with it.
#[component]
pub(super) fn CorrectionBody(battle: BattleState, number: usize, corrected: Corrected) -> impl IntoView {
    // The acts as they stood before, which an earlier correction may have changed.
    let before: Vec<(Stamp, ActionEvent)> = battle.with_untracked(|open| {
        let then = open.after_first(number);
        then.acts_in_force().into_iter().map(|(stamp, act)| (stamp.clone(), act.clone())).collect()
    });
    let was = |stamp: &Stamp| before.iter().find(|(other, _)| other == stamp).map(|(_, act)| act);
    let corrected_act = corrected.acts.iter().find(|redone| redone.act == corrected.of);
    let first = was(&corrected.of).map(|act| {
        let now = corrected_act.map_or(&Now::Same, |redone| &redone.now);
        view! { <p><b>{act_title(battle, act)}</b></p>{was_and_now(battle, act, now)} }
    });
    let later = corrected.acts.iter().filter(|redone| redone.act != corrected.of && redone.now != Now::Same);
    let later = later.filter_map(|redone: &Redone| {
        let act = was(&redone.act)?;
        let what = act_title(battle, act);
        let words = match &redone.now {
            Now::Changed(_) if redone.kept => text!("Result kept: {what}", what = what),
            Now::Changed(now) => {
                let [_, now] = results(battle, act, now).filter(|[_, now]| !now.is_empty())?;
                text!("{what}. Now: {now}", what = what, now = now)
            }
            Now::LeftOut => text!("Left out: {what}", what = what),
            Now::Same => return None,
        };
        Some(view! { <li>{words.to_string()}</li> })
    });
    let later: Vec<_> = later.collect();
    view! {
        {first}
        {(!later.is_empty()).then(|| view! {
            <p>{say("Later actions that changed with it:")}</p>
            <ul>{later.into_iter().collect_view()}</ul>
        })}
    }
}
