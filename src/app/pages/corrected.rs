//! The review of a correction before it is applied: the corrected act, and the later acts whose results change. For each later act that no
//! longer fits, players choose what to do.

use crate::app::components::act_words::{TablesBefore, act_title, before_and_now, was_and_now};
use crate::app::components::names::Names;
use crate::app::components::not_here::NotHere;
use crate::app::components::outcome::change_words;
use crate::app::components::page_header::PageHeader;
use crate::app::platform::keyboard;
use crate::app::state::BattleState;
use crate::app::state::correcting::Review;
use crate::app::state::route::{BattlePage, router};
use battle::correct::{MisfitDecision, Now, Plan, Step};
use battle::{Action, Stamp};
use leptos::html::{Button, Li};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

#[component]
pub fn CorrectedPage(battle: BattleState) -> impl IntoView {
    let begun = untrack(|| battle.review().is_some());
    if !begun {
        return view! { <NotHere words=say("No correction is being made.")/> }.into_any();
    }
    // True after a tap on an answer, which redraws the page: the focus is then set anew.
    let answered = StoredValue::new(false);
    let sections = move || match battle.review() {
        Some(review) => view! { <ReviewSections battle review answered/> }.into_any(),
        None => view! { <p class="empty">{say("No correction is being made.")}</p> }.into_any(),
    };
    view! {
        <PageHeader back=BattlePage::Log.of(battle.id()) title=say("Correction")/>
        <main>{move || sections()}</main>
    }
    .into_any()
}

/// The parts of the review. The corrected act and the choices come first. Changes without a choice are folded below.
#[component]
fn ReviewSections(battle: BattleState, review: Review, answered: StoredValue<bool>) -> impl IntoView {
    let Review { of, plan, answers } = review;
    let Some((first, later)) = plan.steps.split_first() else { return ().into_any() };
    let now_of = |stamp: &Stamp| plan.steps.iter().find(|step| step.stamp == *stamp).map(|step| &step.now);
    let tables = battle.with_untracked(|open| TablesBefore::of(battle, open, now_of));
    let summary = match later.len() {
        0 => say("No later actions.").to_owned(),
        1 => say("1 later action is applied again with the same dice.").to_owned(),
        n => text!("{n} later actions are applied again with the same dice.", n = n).to_string(),
    };
    let next = plan.open().next().map(|step| step.stamp.clone());
    let (next_misfit, apply) = (NodeRef::<Li>::new(), NodeRef::<Button>::new());
    if answered.try_update_value(std::mem::take) == Some(true) {
        if next.is_some() { keyboard::focus(next_misfit) } else { keyboard::focus(apply) }
    }
    let misfits = later.iter().filter(|step| step.misfit.is_some());
    let misfits: Vec<_> = misfits
        .map(|step| {
            // The choice for one misfit can change the acts after it, so players choose in order.
            let is_waiting = next.as_ref().is_some_and(|next| *next < step.stamp);
            let answer = answers.iter().find(|(stamp, _)| *stamp == step.stamp).map(|(_, answer)| answer.clone());
            let node = if next.as_ref() == Some(&step.stamp) { next_misfit } else { NodeRef::new() };
            let words = MisfitWords::of(&tables, step);
            view! { <Misfit battle step=step.clone() words answer answered node is_waiting/> }
        })
        .collect();
    let is_procedure = matches!(first.act.action, Action::Resolved(_));
    view! {
            <section class="card" aria-label=say("Corrected action")>
                <h2>{act_title(battle, &first.act)}</h2>
                {was_and_now(&tables, &first.stamp, &first.act, &first.now)}
                {is_procedure.then(|| view! { <p class="tools"><AgainButton battle step=of words=say("Change it")/></p> })}
            </section>
            <p role="status">{summary}</p>
            {(!misfits.is_empty()).then(|| view! {
                <section aria-label=say("Actions that no longer fit")>
                    <h2>{say("Actions that no longer fit")}</h2>
                    <ol class="list">{misfits.into_iter().collect_view()}</ol>
                </section>
            })}
            <Finish battle plan=plan.clone() apply_button=apply/>
            {changed_later(battle, &tables, later)}
            <TrackerChanges battle plan/>
    }
    .into_any()
}

/// Later acts that fit, but have another result; `None` if there are none.
fn changed_later(battle: BattleState, tables: &TablesBefore, later: &[Step]) -> Option<impl IntoView + use<>> {
    let row = |step: &Step| match &step.now {
        Now::Changed(act) if step.misfit.is_none() => {
            let [was, now] = tables.results(&step.stamp, &step.act, act)?;
            Some(view! { <li><b>{act_title(battle, &step.act)}</b>{before_and_now(was, now)}</li> })
        }
        _ => None,
    };
    let rows: Vec<_> = later.iter().filter_map(row).collect();
    let summary = text!("Later actions with another result ({n})", n = rows.len()).to_string();
    (!rows.is_empty()).then(|| {
        view! { <details class="disclosure"><summary>{summary}</summary><ul>{rows.into_iter().collect_view()}</ul></details> }
    })
}

/// The results of a later act that no longer fits.
struct MisfitWords {
    /// Its result before the correction; empty if it has no words.
    was: String,
    /// The result of the act that replaces it; `None` if none does.
    now: Option<String>,
}

impl MisfitWords {
    fn of(tables: &TablesBefore, step: &Step) -> Self {
        let now = match &step.now {
            Now::Changed(act) => Some(tables.result_now(&step.stamp, act)),
            Now::Same | Now::LeftOut => None,
        };
        Self { was: tables.result_before(&step.stamp, &step.act), now }
    }
}

/// A later act that no longer fits, with a button for each choice.
#[component]
fn Misfit(
    battle: BattleState,
    step: Step,
    words: MisfitWords,
    answer: Option<MisfitDecision>,
    answered: StoredValue<bool>,
    /// Its element, which may get the focus.
    node: NodeRef<Li>,
    /// True while an earlier misfit has no choice yet.
    is_waiting: bool,
) -> impl IntoView {
    let why = step.misfit.as_ref().map(|why| Names::of_battle(battle).spell(why));
    let settle = |words: &'static str, this_answer: MisfitDecision| {
        let (stamp, is_chosen) = (step.stamp.clone(), answer.as_ref() == Some(&this_answer));
        let choose = move |_| {
            answered.set_value(true);
            battle.answer(&stamp, this_answer.clone());
        };
        view! { <button disabled=is_waiting aria-pressed=is_chosen.to_string() on:click=choose>{words}</button> }
    };
    let MisfitWords { was, now } = words;
    let now = now.filter(|_| matches!(answer, Some(MisfitDecision::Instead(_))));
    let instead = now.map(|now| view! { <p>{text!("Now: {what}", what = now).to_string()}</p> });
    let is_procedure = matches!(step.act.action, Action::Resolved(_));
    let again_button = (is_procedure && !is_waiting)
        .then(|| view! { <AgainButton battle step=step.stamp.clone() words=say("Do it again")/> });
    view! {
        <li node_ref=node class="entry" tabindex="-1">
            <h3>{act_title(battle, &step.act)}</h3>
            <p class="refused">{why}</p>
            {(!was.is_empty()).then(|| view! { <p class="soft">{text!("Before: {what}", what = was).to_string()}</p> })}
            {instead}
            {is_waiting.then(|| view! { <p class="soft">{say("Settle the actions before it first.")}</p> })}
            <p class="tools answers">
                {settle(say("Keep its result"), MisfitDecision::Keep)}
                {settle(say("Leave it out"), MisfitDecision::LeaveOut)}
                {again_button}
            </p>
        </li>
    }
}

/// A button that opens the panel of an act, to change it or do it again.
#[component]
fn AgainButton(battle: BattleState, step: Stamp, words: &'static str) -> impl IntoView {
    let router = router();
    let open = move |_| {
        battle.do_again(&step);
        router.go(&BattlePage::Correct.of(battle.id()));
    };
    view! { <button on:click=open>{words}</button> }
}

/// The trackers that the correction changes.
#[component]
fn TrackerChanges(battle: BattleState, plan: Plan) -> impl IntoView {
    let changes = battle.with_untracked(|open| open.state().changes_to(plan.after()));
    let rows = changes.iter().filter_map(|change| change_words(battle, change));
    let rows: Vec<_> = rows.map(|words| view! { <li>{words}</li> }).collect();
    let summary = text!("Changes to trackers ({n})", n = rows.len()).to_string();
    (!rows.is_empty()).then(|| {
        view! { <details class="disclosure"><summary>{summary}</summary><ul>{rows.into_iter().collect_view()}</ul></details> }
    })
}

/// The buttons that apply or cancel the correction.
#[component]
fn Finish(battle: BattleState, plan: Plan, apply_button: NodeRef<Button>) -> impl IntoView {
    let router = router();
    let log = BattlePage::Log.of(battle.id());
    let to_log = log.clone();
    let is_same = plan.steps.iter().all(|step| step.now == Now::Same);
    let cannot = match plan.open().count() {
        0 => is_same.then(|| say("Nothing differs from before.").to_owned()),
        1 => Some(say("Settle the action that no longer fits first.").to_owned()),
        n => Some(text!("Settle the {n} actions that no longer fit first.", n = n).to_string()),
    };
    let is_barred = cannot.is_some();
    let cancel = move |_| {
        battle.cancel_correction();
        router.go(&log);
    };
    let apply = move |_| {
        if battle.apply_correction() {
            router.go(&to_log);
        }
    };
    view! {
        {cannot.map(|why| view! { <p class="refused" id="cannot-apply">{why}</p> })}
        <div class="actions">
            <button on:click=cancel>{say("Cancel")}</button>
            <button node_ref=apply_button class="primary" disabled=is_barred aria-describedby=is_barred.then_some("cannot-apply") on:click=apply>{say("Apply the correction")}</button>
        </div>
    }
}
