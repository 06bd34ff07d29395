//! The tree of a chain: each act with its branches, and a button that opens its panel.

use super::PlayOut;
use super::ends::width;
use super::supposed::Supposition;
use crate::app::components::names::Names;
use crate::app::state::app_state;
use crate::app::state::route::{Route, router};
use battle::Act;
use battle::forecast::job::{AnswerNode, AnswerStep, ChainAnswer};
use battle::participants::Participants;
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::text;
use rules::text::{Text, percent, say};
use serde_json::Value as Json;
use std::sync::Arc;

/// The tree, folded at first.
#[component]
pub(super) fn TreeView(play_out: PlayOut, answer: Arc<ChainAnswer>) -> impl IntoView {
    let summary = say("Tree of outcomes").to_owned();
    let root = move || branches(play_out, &answer, 0, &[]);
    view! { <Folded summary class="disclosure tree" shown=root/> }
}

/// A part of the tree, drawn when it is unfolded.
#[component]
fn Folded(
    #[prop(into)] summary: String,
    class: &'static str,
    shown: impl Fn() -> AnyView + Send + Sync + 'static,
) -> impl IntoView {
    let opened = RwSignal::new(false);
    view! {
        <details class=class on:toggle=move |_| opened.set(true)>
            <summary>{summary}</summary>
            {move || opened.get().then(&shown)}
        </details>
    }
}

/// The next step at a node, with its branches. `before` has the outcomes that lead to the node, in words.
fn step(play_out: PlayOut, answer: &Arc<ChainAnswer>, node: usize, before: &[String]) -> AnyView {
    let Some(AnswerNode { step, branches: after, changes, probability, .. }) = answer.nodes.get(node) else {
        return ().into_any();
    };
    match step {
        AnswerStep::Act(id, participants, answers) => {
            let Some(procedure) = play_out.panel.ruleset.procedure(id) else { return ().into_any() };
            let act = Supposition {
                act: Act::new(procedure, Participants::read(procedure, participants), answers.clone()),
                changes: changes.clone(),
                conditions: before.to_vec(),
                probability: *probability,
            };
            view! {
                <PanelButton play_out act/>
                {branches(play_out, answer, node, before)}
            }
            .into_any()
        }
        // Nothing is rolled at this node, so its next step is shown in its place.
        AnswerStep::Next(_) | AnswerStep::Set => match after.as_slice() {
            [(Some(next), ..)] => self::step(play_out, answer, *next, before),
            _ => view! { <p class="soft">{say("Too unlikely to be listed.")}</p> }.into_any(),
        },
        AnswerStep::Over(fates) => view! { <p>{play_out.fates(&answer.units, fates)}</p> }.into_any(),
        AnswerStep::NotFollowed => view! { <p class="soft">{say("Not followed.")}</p> }.into_any(),
    }
}

/// The branches of an act.
fn branches(play_out: PlayOut, answer: &Arc<ChainAnswer>, node: usize, before: &[String]) -> AnyView {
    let Some(AnswerNode { step: AnswerStep::Act(id, participants, _), branches, others, .. }) = answer.nodes.get(node)
    else {
        return ().into_any();
    };
    let Some(procedure) = play_out.panel.ruleset.procedure(id) else { return ().into_any() };
    let participants = Participants::read(procedure, participants);
    let who = acting(play_out, procedure, &participants);
    let names = Names::of_participants(play_out.battle, procedure, &participants);
    let row = |(next, p, words): &(Option<usize>, f64, Option<Json>)| {
        let words = words.as_ref().and_then(Text::read).map(|words| names.spell(&words)).unwrap_or_default();
        let summary = format!("{} {words}", percent(*p));
        match *next {
            Some(next) => {
                let (answer, mut before) = (answer.clone(), before.to_vec());
                let outcome = text!("{who}: {what}", who = who.clone(), what = words.clone());
                before.extend((!words.is_empty()).then(|| outcome.to_string()));
                let shown = move || step(play_out, &answer, next, &before);
                view! { <li style:--p=width(*p)><Folded summary class="branch" shown/></li> }.into_any()
            }
            None => view! { <li style:--p=width(*p)><span class="branch">{summary}</span></li> }.into_any(),
        }
    };
    let others = (*others > 0.0).then(|| {
        view! { <li class="soft" style:--p=width(*others)><span class="branch">{text!("{p} other outcomes", p = percent(*others)).to_string()}</span></li> }
    });
    view! { <ul class="branches">{branches.iter().map(row).collect_view()}{others}</ul> }.into_any()
}

/// The names of the units that act.
fn acting(play_out: PlayOut, procedure: &Procedure, participants: &Participants) -> String {
    let acting = procedure.participants.first().map_or(&[][..], |role| participants.units(role.id));
    acting.iter().map(|unit| play_out.name(unit)).collect::<Vec<_>>().join(", ")
}

/// A button that opens the panel of an act of the chain. If the table does not change before the act, opens its page on the current table.
#[component]
fn PanelButton(play_out: PlayOut, act: Supposition) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let procedure = act.act.procedure;
    let who = acting(play_out, procedure, &act.act.participants);
    let open = move |_| {
        if !act.changes.is_empty() {
            return play_out.supposed.set(Some(act.clone()));
        }
        let route = Route::act(play_out.battle.id(), &act.act);
        app.battle.prepared.set(Some(act.act.clone()));
        router.go(&route);
    };
    view! { <button class="quiet" on:click=open><b>{say(procedure.title)}</b>" "{who}</button> }
}
