//! The choice on which an act turns, and the answers of a unit of which players choose one: buttons that show what each gives.

use super::panel::LivePanel;
use crate::app::components::acts;
use crate::app::components::names::Names;
use crate::app::platform::keyboard;
use crate::app::state::BattleState;
use battle::panel::{Alternative, DecisionOption, OptionProspect};
use leptos::html::Button;
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::text;
use rules::text::{percent, say};
use serde_json::Value as Json;

/// Names the player who makes the choice on which the act turns, with the rule's sentences about it.
#[component]
pub(super) fn DecisionWords(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let words = move || {
        let decision = panel.outlook.with(|outlook| outlook.decision().cloned())?;
        let names = panel.named_units();
        let mut lines: Vec<String> = decision.words.iter().map(|words| names.spell(words)).collect();
        if lines.is_empty() && panel.participants.with(|participants| !participants.is_nobodys()) {
            let side = panel.shown.with(|shown| shown.side);
            let who = battle.with(|open| open.header().sides[side].name.clone());
            lines.push(text!("{who} to choose.", who = who).to_string());
        }
        let forbidden = forbidden_options(&decision.options, &names);
        let lines: Vec<_> = lines.into_iter().map(|line| view! { <p class="before">{line}</p> }).collect();
        Some(view! {
            <section class="decision" aria-label=say(decision.label)>
                <p class="headline">{say(decision.label)}</p>
                {lines}
                {forbidden}
            </section>
        })
    };
    view! { {words} }
}

/// A button for each option of the choice on which the act turns.
#[component]
pub(super) fn DecisionButtons(panel: LivePanel) -> impl IntoView {
    let buttons = move || {
        let decision = panel.outlook.with(|outlook| outlook.decision().cloned())?;
        let field = decision.field;
        let names = panel.named_units();
        let is_any_suggested = decision.options.iter().any(|option| option.is_suggested);
        let button = |(nth, option): (usize, DecisionOption)| {
            let words = option_words(panel.procedure, &option, &names);
            let is_forbidden = matches!(option.prospect, OptionProspect::Forbidden(_));
            let is_primary = if is_any_suggested { option.is_suggested } else { nth == 0 };
            let choose = move |_| panel.choose(field, option.value.clone(), &option.prospect);
            view! { <button class:primary=is_primary disabled=move || is_forbidden || panel.is_blocked() on:click=choose>{words}</button> }
        };
        Some(decision.options.into_iter().enumerate().map(button).collect_view())
    };
    view! { <div class="actions">{buttons}</div> }
}

impl LivePanel {
    /// Makes the choice on which the act turns. If nothing follows, its result is applied.
    fn choose(self, field: &'static str, value: Json, prospect: &OptionProspect) {
        self.answer(field, Some(value));
        if matches!(prospect, OptionProspect::Done(_)) {
            self.apply_and_leave();
        } else {
            keyboard::focus(self.enter_button);
        }
    }
}

/// The options that the rules forbid, each with the reason.
pub(super) fn forbidden_options(options: &[DecisionOption], names: &Names) -> Option<impl IntoView + use<>> {
    let forbidden = options.iter().filter_map(|option| match &option.prospect {
        OptionProspect::Forbidden(why) => Some((names.spell_label(option.label), names.spell(why))),
        _ => None,
    });
    let rows: Vec<_> = forbidden.map(|(what, why)| view! { <li><b>{what}</b>{say(": ")}{why}</li> }).collect();
    (!rows.is_empty()).then(|| view! { <ul class="cannot">{rows}</ul> })
}

/// An option with what it gives: `Go second: 12 pips`.
pub(super) fn option_words(procedure: &'static Procedure, option: &DecisionOption, names: &Names) -> String {
    let label = names.spell_label(option.label);
    match prospect_words(procedure, &option.prospect) {
        Some(gives) => text!("{what}: {gives}", what = label, gives = gives).to_string(),
        None => label,
    }
}

/// The effect of an option in a few words: `12 pips`, `67 %`, `33 % breaks`. `None` if its label is enough.
fn prospect_words(procedure: &'static Procedure, prospect: &OptionProspect) -> Option<String> {
    match prospect {
        OptionProspect::Done(gives) => gives.as_ref().map(ToString::to_string),
        OptionProspect::Rolled(chance) => chance.map(|(index, likely)| {
            let label = procedure.chances.get(index).map_or("", |chance| chance.label);
            format!("{} {}", percent(likely), say(label))
        }),
        OptionProspect::Asks | OptionProspect::Forbidden(_) => None,
    }
}

/// The answers of a unit of which players choose one, each with its chance: `Stand 67 %`, `Counter-charge 50 %`, `Break`.
#[component]
pub(super) fn Alternatives(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let all = Memo::new(move |_| panel.shown.with(|shown| shown.alternatives.clone()));
    let buttons = move || {
        let all = all.get();
        let answers = all.into_iter().map(|answer| view! { <AnswerButton panel battle answer/> }).collect::<Vec<_>>();
        (answers.len() > 1).then(|| {
            view! { <div class="tools alternatives" role="group" aria-label=say("Answers")>{answers}</div> }
        })
    };
    view! { {buttons} }
}

/// The button of an answer. The answer that the panel shows is pressed. Another one is done at once if it needs neither dice nor an answer.
#[component]
fn AnswerButton(panel: LivePanel, battle: BattleState, answer: Alternative) -> impl IntoView {
    let Alternative { act, label, prospect, is_current } = answer;
    let choose = Callback::new(move |()| {
        if is_current {
            return;
        }
        match acts::settle_at_once(battle, &act) {
            Some(applied) => {
                battle.app.store_applied(applied);
                panel.leave(battle);
            }
            None => acts::open(battle, panel.router, act.clone()),
        }
    });
    let is_blocked = Signal::derive(move || panel.is_blocked());
    view! { <Answer node=NodeRef::new() label prospect choose is_pressed=Some(is_current) is_blocked/> }
}

/// A button with the label of an answer and its chance. One that the rules forbid is disabled.
#[component]
pub(super) fn Answer(
    node: NodeRef<Button>,
    label: &'static str,
    prospect: OptionProspect,
    choose: Callback<()>,
    /// True if the panel shows it; `None` outside a panel.
    is_pressed: Option<bool>,
    is_blocked: Signal<bool>,
) -> impl IntoView {
    let chance = match &prospect {
        OptionProspect::Rolled(Some((_, likely))) => Some(percent(*likely)),
        _ => None,
    };
    let is_forbidden = matches!(prospect, OptionProspect::Forbidden(_));
    let pressed = is_pressed.map(|is_pressed| is_pressed.to_string());
    view! {
        <button node_ref=node aria-pressed=pressed disabled=move || is_forbidden || is_blocked.get() on:click=move |_| choose.run(())>
            {say(label)}{chance.map(|chance| view! { " "<em>{chance}</em> })}
        </button>
    }
}
