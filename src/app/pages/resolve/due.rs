//! Buttons for the procedures that are due after an outcome. Each applies the outcome, and goes on to the procedure.

use super::decision::{Answer, forbidden_options, option_words};
use super::panel::LivePanel;
use crate::app::components::acts;
use crate::app::components::duties::duty_names;
use crate::app::state::BattleState;
use battle::Act;
use battle::panel::{Decision, DueNext, OptionProspect};
use leptos::html::Button;
use leptos::prelude::*;
use rules::text::say;

/// The list of these buttons; nothing if no procedure is due.
#[component]
pub(super) fn DueList(
    panel: LivePanel,
    battle: BattleState,
    due: Vec<DueNext>,
    /// Element of the first button, which gets the focus.
    first: NodeRef<Button>,
) -> impl IntoView {
    let any = !due.is_empty();
    let groups = due.chunk_by(|one, other| {
        let unit = |next: &DueNext| next.act.actor().map(str::to_owned);
        one.prospect.is_some() && other.prospect.is_some() && unit(one) == unit(other)
    });
    let mut is_first = true;
    let mut node = || if std::mem::take(&mut is_first) { first } else { NodeRef::new() };
    let rows: Vec<_> = groups
        .map(|group| match group {
            [next] => {
                let decision = next.decision.clone().filter(|_| !untrack(|| battle.app.is_guided(&battle.id())));
                match decision {
                    Some(decision) => {
                        view! { <DueDecision panel battle next=next.clone() decision first=node()/> }.into_any()
                    }
                    None => view! { <DueButton panel battle next=next.clone() node=node()/> }.into_any(),
                }
            }
            answers => view! { <DueAnswers panel battle answers=answers.to_vec() first=node()/> }.into_any(),
        })
        .collect();
    any.then(|| view! { <section class="due" aria-label=say("Due next")><h2>{say("Due next")}</h2>{rows}</section> })
}

impl LivePanel {
    /// Applies the outcome, unless it is settled. Then does an act that is due, or opens its panel.
    fn go_on(self, battle: BattleState, act: &Act) {
        if !self.is_settled() && !self.apply() {
            return;
        }
        match acts::settle_at_once(battle, act) {
            Some(applied) => {
                battle.app.store_applied(applied);
                self.leave(battle);
            }
            None => acts::open(battle, self.router, act.clone()),
        }
    }
}

/// The answers of a unit of which players choose one: `Stand 67 %`, `Counter-charge 50 %`, `Break`.
#[component]
fn DueAnswers(panel: LivePanel, battle: BattleState, answers: Vec<DueNext>, first: NodeRef<Button>) -> impl IntoView {
    let why = answers.first().map(|next| panel.named_units().spell(&next.why));
    let name = why.clone();
    let buttons = answers.into_iter().enumerate().map(|(nth, next)| {
        let DueNext { act, duty, prospect, .. } = next;
        let label = duty.and_then(|duty| duty.option).unwrap_or_default();
        let node = if nth == 0 { first } else { NodeRef::new() };
        let choose = Callback::new(move |()| panel.go_on(battle, &act));
        prospect.map(|prospect| view! { <Answer node label prospect choose is_pressed=None is_blocked=Signal::derive(move || panel.is_blocked())/> })
    });
    let buttons = buttons.collect_view();
    view! { <div class="due-answers" role="group" aria-label=name><p>{why}</p><div class="tools alternatives">{buttons}</div></div> }
}

/// An act that is due and turns on a choice: a button for each option, with what it gives. The steps of a guided battle explain the panel
/// of the choice instead.
#[component]
fn DueDecision(
    panel: LivePanel,
    battle: BattleState,
    next: DueNext,
    decision: Decision,
    first: NodeRef<Button>,
) -> impl IntoView {
    let DueNext { act, why, .. } = next;
    let names = panel.named_units();
    let title = say(act.procedure.title_with(&act.answers));
    let mut lines = vec![names.spell(&why)];
    lines.extend(decision.words.iter().map(|words| names.spell(words)));
    let name = title.to_owned();
    let forbidden = forbidden_options(&decision.options, &names);
    let buttons = decision.options.into_iter().enumerate().map(|(nth, option)| {
        let words = option_words(act.procedure, &option, &names);
        let is_forbidden = matches!(option.prospect, OptionProspect::Forbidden(_));
        let mut chosen = act.clone();
        chosen.answers.insert(decision.field.to_owned(), option.value.clone());
        let choose = move |_| panel.go_on(battle, &chosen);
        let node = if nth == 0 { first } else { NodeRef::new() };
        view! { <button node_ref=node disabled=move || is_forbidden || panel.is_blocked() on:click=choose>{words}</button> }
    });
    let buttons = buttons.collect_view();
    let lines = lines.into_iter().map(|line| view! { <p>{line}</p> }).collect_view();
    view! { <div class="due-answers" role="group" aria-label=name><p><b>{title}</b></p>{lines}{forbidden}<div class="tools alternatives">{buttons}</div></div> }
}

/// A button that applies the outcome, unless it is settled, and goes on to the procedure that is due.
#[component]
fn DueButton(panel: LivePanel, battle: BattleState, next: DueNext, node: NodeRef<Button>) -> impl IntoView {
    let DueNext { act, why, duty, .. } = next;
    let title = say(act.procedure.title_with(&act.answers));
    let why = panel.named_units().spell(&why);
    // A duty names its units. For a follow-up act of the outcome, its acting unit is shown.
    let who = match duty {
        Some(duty) => untrack(|| duty_names(battle, &duty)),
        None => {
            let first = act.procedure.participants.iter().find_map(|role| act.participants.units(role.id).first());
            first.map(|id| panel.unit_name(id)).unwrap_or_default()
        }
    };
    view! {
        <button node_ref=node class="next" disabled=move || panel.is_blocked() on:click=move |_| panel.go_on(battle, &act)>
            <b>{title}</b>" "{who}<small>{why}</small>
        </button>
    }
}
