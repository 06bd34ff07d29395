//! A correction, looked over before it is applied: the corrected act, the later acts that change with it, and those that no
//! longer fit, which players settle one by one.

use crate::app::components::act_words::{act_result, act_title};
use crate::app::components::names::Names;
use crate::app::components::not_here::NotHere;
use crate::app::components::outcome::change_words;
use crate::app::components::page_header::PageHeader;
use crate::app::components::settling::{is_stray, just_appeared};
use crate::app::platform::keyboard;
use crate::app::state::BattleState;
use crate::app::state::correcting::Review;
use crate::app::state::route::{Route, router};
use drumhead::battle::correct::{Answer, Now, Plan, Step};
use drumhead::battle::{Action, Stamp};
use drumhead::core::text::say;
use drumhead::text;
use leptos::prelude::*;

/// The correction before it is applied.
#[component]
pub fn CorrectedPage(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let begun = untrack(|| battle.review().is_some());
    if !begun {
        return view! { <NotHere words=say("No correction is being made.")/> }.into_any();
    }
    let sections = move || match battle.review() {
        Some(review) => view! { <ReviewSections battle review/> }.into_any(),
        None => view! { <p class="empty">{say("No correction is being made.")}</p> }.into_any(),
    };
    view! {
        <PageHeader back=Route::Log(battle.id()) title=say("Correction")/>
        <main>{move || sections()}</main>
    }
    .into_any()
}

#[component]
fn ReviewSections(battle: BattleState, review: Review) -> impl IntoView {
    let Review { of, plan, answers } = review;
    let Some((first, later)) = plan.steps.split_first() else { return ().into_any() };
    let summary = match later.len() {
        0 => say("No later actions.").to_owned(),
        1 => say("1 later action is applied again with the same dice.").to_owned(),
        n => text!("{n} later actions are applied again with the same dice.", n = n).to_string(),
    };
    let changed = later.iter().filter(|step| step.misfit.is_none() && step.now != Now::Same);
    let changed: Vec<_> = changed.map(|step| view! { <li>{was_and_now(battle, step)}</li> }).collect();
    let next = plan.open().next().map(|step| step.stamp.clone());
    let misfits = later.iter().filter(|step| step.misfit.is_some());
    let misfits: Vec<_> = misfits
        .map(|step| {
            // Acts after one that is not settled can still change.
            let waits = next.as_ref().is_some_and(|next| *next < step.stamp);
            let answer = answers.iter().find(|(stamp, _)| *stamp == step.stamp).map(|(_, answer)| answer.clone());
            let is_next = next.as_ref() == Some(&step.stamp);
            view! { <Misfit battle step=step.clone() answer is_next waits/> }
        })
        .collect();
    let section = |label: &'static str, class: &'static str, rows: Vec<_>| {
        (!rows.is_empty()).then(|| {
            view! { <section aria-label=label><h2>{label}</h2><ul class=class>{rows.into_iter().collect_view()}</ul></section> }
        })
    };
    let is_procedure = matches!(first.act.action, Action::Resolved(_));
    view! {
            <section class="card" aria-label=say("Corrected action")>
                {was_and_now(battle, first)}
                {is_procedure.then(|| view! { <p class="tools"><AgainButton battle step=of words=say("Change it")/></p> })}
            </section>
            <p role="status">{summary}</p>
            {section(say("Later actions with another result"), "", changed)}
            {(!misfits.is_empty()).then(|| view! {
                <section aria-label=say("Actions that no longer fit")>
                    <h2>{say("Actions that no longer fit")}</h2>
                    <ol class="list">{misfits.into_iter().collect_view()}</ol>
                </section>
            })}
            <Table battle plan=plan.clone()/>
            <Finish battle plan/>
    }
    .into_any()
}

/// An act as it was and as it is now.
fn was_and_now(battle: BattleState, step: &Step) -> impl IntoView + use<> {
    let was = act_result(battle, &step.act);
    let now = match &step.now {
        Now::Same => say("unchanged").to_owned(),
        Now::Changed(act) => {
            let (title, now) = (act_title(battle, act), act_result(battle, act));
            if title == act_title(battle, &step.act) { now } else { format!("{title}: {now}") }
        }
        Now::LeftOut => say("left out").to_owned(),
    };
    view! {
        <h2>{act_title(battle, &step.act)}</h2>
        {(!was.is_empty()).then(|| view! { <p class="soft">{text!("Before: {what}", what = was).to_string()}</p> })}
        <p>{text!("Now: {what}", what = now).to_string()}</p>
    }
}

/// A later act that no longer fits, and the ways to settle it.
#[component]
fn Misfit(battle: BattleState, step: Step, answer: Option<Answer>, is_next: bool, waits: bool) -> impl IntoView {
    let why = step.misfit.as_ref().map(|why| Names::of_battle(battle).spell(why));
    let settle = |words: &'static str, own: Answer| {
        let (stamp, is_chosen) = (step.stamp.clone(), answer.as_ref() == Some(&own));
        let choose = move |_| {
            battle.answer(&stamp, own.clone());
            keyboard::focus("#next-to-settle, .actions .primary:not([disabled])");
        };
        view! { <button disabled=waits aria-pressed=is_chosen.to_string() on:click=choose>{words}</button> }
    };
    let was = act_result(battle, &step.act);
    let instead = matches!(answer, Some(Answer::Instead(_))).then(|| match &step.now {
        Now::Changed(act) => {
            view! { <p>{text!("Now: {what}", what = act_result(battle, act)).to_string()}</p> }.into_any()
        }
        Now::Same | Now::LeftOut => ().into_any(),
    });
    let is_procedure = matches!(step.act.action, Action::Resolved(_));
    let again = (is_procedure && !waits)
        .then(|| view! { <AgainButton battle step=step.stamp.clone() words=say("Do it again")/> });
    view! {
        <li class="entry" tabindex="-1" id=is_next.then_some("next-to-settle")>
            <h3>{act_title(battle, &step.act)}</h3>
            <p class="refused">{why}</p>
            {(!was.is_empty()).then(|| view! { <p class="soft">{text!("Before: {what}", what = was).to_string()}</p> })}
            {instead}
            {waits.then(|| view! { <p class="soft">{say("Settle the actions before it first.")}</p> })}
            <p class="tools answers">
                {settle(say("Keep its result"), Answer::Keep)}
                {settle(say("Leave it out"), Answer::LeaveOut)}
                {again}
            </p>
        </li>
    }
}

/// A button that opens the panel of an act, to do it again.
#[component]
fn AgainButton(battle: BattleState, step: Stamp, words: &'static str) -> impl IntoView {
    let router = router();
    let open = move |_| {
        battle.do_again(&step);
        router.go(&Route::Correct(battle.id()));
    };
    view! { <button on:click=open>{words}</button> }
}

/// The table after the correction, tracker by tracker where it differs from now.
#[component]
fn Table(battle: BattleState, plan: Plan) -> impl IntoView {
    let changes = battle.with_untracked(|open| open.state().changes_to(plan.after()));
    let rows = changes.iter().filter_map(|change| change_words(battle, change));
    let rows: Vec<_> = rows.map(|words| view! { <li>{words}</li> }).collect();
    (!rows.is_empty()).then(|| {
        view! {
            <div class="why"><h2>{say("On the table")}</h2><ul>{rows.into_iter().collect_view()}</ul></div>
        }
    })
}

/// The buttons that apply the correction or give it up.
#[component]
fn Finish(battle: BattleState, plan: Plan) -> impl IntoView {
    let router = router();
    let log = Route::Log(battle.id());
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
    let appeared = just_appeared();
    let apply = move |tap| {
        if !is_stray(&tap, appeared) && battle.apply_correction() {
            router.go(&to_log);
        }
    };
    view! {
        {cannot.map(|why| view! { <p class="refused" id="cannot-apply">{why}</p> })}
        <div class="actions">
            <button on:click=cancel>{say("Cancel")}</button>
            <button class="primary" disabled=is_barred aria-disabled=move || appeared.get().to_string() aria-describedby=is_barred.then_some("cannot-apply") on:click=apply>{say("Apply the correction")}</button>
        </div>
    }
}
