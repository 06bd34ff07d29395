//! Corrections in the log: the buttons that begin one, and the entry of a finished one.

use crate::app::components::act_words::{TablesBefore, act_title, was_and_now};
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

/// Stamps of the acts that can be corrected or left out: applied procedures, and changes by hand.
pub(super) fn correctable(ruleset: &Ruleset, open: &Battle) -> HashSet<Stamp> {
    let can_be = |act: &ActionEvent| match &act.action {
        Action::Resolved(done) => !done.discarded && ruleset.procedure(&done.procedure).is_some(),
        Action::ByHand | Action::Muster => !act.begins,
        Action::Phase | Action::Note(_) | Action::Corrected(_) => false,
    };
    let acts = open.acts_in_force().into_iter().filter(|(_, act)| can_be(act));
    acts.map(|(stamp, _)| stamp.clone()).collect()
}

/// True while the dialog is open with the rolls that prevent a correction. All entries of the log share one dialog.
#[derive(Clone, Copy)]
struct BeforeCorrection(RwSignal<bool>);

/// The dialog with the rolls that prevent a correction, which the buttons among `children` open.
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

/// The buttons that correct an act, or leave it out.
#[component]
pub(super) fn Correct(
    battle: BattleState,
    stamp: Stamp,
    /// Title of the act.
    title: String,
    /// True if it is a procedure, which can be done again. Other acts can only be left out.
    is_procedure: bool,
) -> impl IntoView {
    let router = router();
    let BeforeCorrection(asking) = expect_context();
    let named = |verb: &'static str| text!("{verb}: {what}", verb = verb, what = title.clone()).to_string();
    let button = |words: &'static str, leave_out: bool, route: Route| {
        let stamp = stamp.clone();
        let begin = move |_| {
            if holds_up(battle) {
                asking.set(true);
            } else if battle.begin_correction(&stamp, leave_out) {
                router.go(&route);
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

/// A correction: the corrected act before and after it, and the later acts that changed with it.
#[component]
pub(super) fn CorrectionBody(battle: BattleState, number: usize, corrected: Corrected) -> impl IntoView {
    // The acts before this correction, including the effects of earlier corrections.
    let now_of = |stamp: &Stamp| corrected.acts.iter().find(|redone| redone.act == *stamp).map(|redone| &redone.now);
    let (acts, tables): (Vec<(Stamp, ActionEvent)>, TablesBefore) = battle.with_untracked(|open| {
        let then = open.after_first(number);
        let acts = then.acts_in_force().into_iter().map(|(stamp, act)| (stamp.clone(), act.clone())).collect();
        (acts, TablesBefore::of(battle, &then, now_of))
    });
    let before_correction = |stamp: &Stamp| acts.iter().find(|(other, _)| other == stamp).map(|(_, act)| act);
    let corrected_act = corrected.acts.iter().find(|redone| redone.act == corrected.of);
    let first = before_correction(&corrected.of).map(|act| {
        let now = corrected_act.map_or(&Now::Same, |redone| &redone.now);
        view! { <p><b>{act_title(battle, act)}</b></p>{was_and_now(&tables, &corrected.of, act, now)} }
    });
    let later = corrected.acts.iter().filter(|redone| redone.act != corrected.of && redone.now != Now::Same);
    let later = later.filter_map(|redone: &Redone| {
        let act = before_correction(&redone.act)?;
        let what = act_title(battle, act);
        let words = match &redone.now {
            Now::Changed(_) if redone.kept => text!("Result kept: {what}", what = what),
            Now::Changed(now) => {
                let [_, now] = tables.results(&redone.act, act, now).filter(|[_, now]| !now.is_empty())?;
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
