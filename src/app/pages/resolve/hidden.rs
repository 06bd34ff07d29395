//! The panel of an act that depends on counters hidden from its player. The act is judged on the whole battle. The panel shows only what
//! everybody can see: the participants, the dice, and visible changes on the table.

use super::choice::MidRollChoice;
use super::outcome::Settle;
use super::panel::LivePanel;
use super::panel_view::AwaitingInPanel;
use super::questions::Questions;
use super::roles::Roles;
use crate::app::components::control::NotInControl;
use crate::app::components::dice::{DicePad, Faces};
use crate::app::components::hidden_counters::RestHidden;
use crate::app::components::outcome::change_words;
use crate::app::state::BattleState;
use battle::panel::{Message, Outcome, Outlook};
use leptos::prelude::*;
use rules::dice::RollRequest;
use rules::text::say;
use serde_json::Map;
use std::sync::Arc;

impl LivePanel {
    /// The next roll.
    fn needed(self) -> Option<RollRequest> {
        self.shown.with(|shown| shown.dice.next.as_ref().map(|(roll, _)| roll.clone()))
    }

    /// Rolls the dice. The outcome of an act without dice is shown at once.
    fn roll_hidden(self) {
        self.roll_rest();
    }
}

/// The panel of an act that depends on hidden counters.
#[component]
pub(super) fn HiddenPanel(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let rolling = Memo::new(move |_| panel.is_rolling());
    let outcome = Memo::new(move |_| panel.shown.with(|shown| shown.outcome.clone().filter(|_| shown.is_rolling)));
    view! {
        <p class="about">{say(panel.procedure.about)}</p>
        <Roles panel battle/>
        <Show when=move || !rolling.get()><Questions panel hides=true/></Show>
        <section class="odds" aria-label=say("Odds")>
            <p class="headline">{say("Odds unknown")}</p>
            <p>{say("It depends on counters that you do not see. You will see the dice, and what changes on the table.")}</p>
        </section>
        <Show when=move || rolling.get() && outcome.with(Option::is_none)><HiddenDice panel/></Show>
        {move || outcome.get().map(|outcome| view! { <HiddenOutcome panel battle outcome/> })}
        <NotInControl battle acting=Signal::derive(move || panel.acting_part())/>
        <AwaitingInPanel panel battle/>
        <Show when=move || !rolling.get()><HiddenButtons panel/></Show>
    }
}

/// The buttons before the dice.
#[component]
fn HiddenButtons(panel: LivePanel) -> impl IntoView {
    let cannot = move || panel.outlook.with(|outlook| **outlook != Outlook::Hidden) || panel.is_blocked();
    view! {
        <div class="actions">
            <button aria-keyshortcuts="e" disabled=cannot on:click=move |_| panel.send(Message::EnterDice)>{say("Enter dice")}</button>
            <button class="primary" aria-keyshortcuts="d" disabled=cannot on:click=move |_| panel.roll_hidden()>{say("Roll")}</button>
        </div>
    }
}

/// The pad for the dice without their needs, and the dice so far.
#[component]
fn HiddenDice(panel: LivePanel) -> impl IntoView {
    let label = move |roll: &RollRequest| {
        let labels = panel.named_units().label_rolls(panel.procedure, &Map::new(), [roll.purpose.as_str()]);
        labels.into_iter().next().unwrap_or_default()
    };
    let mid_roll_choice = Memo::new(move |_| panel.shown.with(|shown| shown.dice.mid_roll_choice));
    let can_go_back = Memo::new(move |_| panel.shown.with(|shown| shown.dice.can_take_back));
    let needs = Signal::derive(move || {
        panel.needed().filter(|_| mid_roll_choice.get().is_none()).map(|roll| {
            let words = label(&roll);
            (roll, words)
        })
    });
    let on_back = Callback::new(move |()| panel.send(Message::TakeBack));
    let choice = move || {
        let field = mid_roll_choice.get().and_then(|id| panel.procedure.form.field(id))?;
        let which = panel.needed().map(|roll| label(&roll)).unwrap_or_default();
        Some(view! { <MidRollChoice panel field which on_back can_go_back=can_go_back.get()/> })
    };
    let each = Signal::derive(Vec::new);
    let on_face = Callback::new(move |face| panel.send(Message::Die(face)));
    let on_leave = Callback::new(move |()| panel.back());
    view! {
        <Show when=move || needs.with(Option::is_some)><DicePad needs each can_go_back=can_go_back.into() on_face on_back on_leave so_far=move || view! { <RolledSoFar panel/> }/></Show>
        {choice}
        <Show when=move || needs.with(Option::is_none)><RolledSoFar panel/></Show>
        <div class="actions">
            <button disabled=move || panel.dice.with(|dice| !dice.is_empty()) on:click=move |_| panel.back()>{say("Back")}</button>
            <button class="primary" aria-keyshortcuts="d" disabled=move || panel.is_blocked() || mid_roll_choice.get().is_some() on:click=move |_| panel.roll_rest()>{move || panel.roll_words()}</button>
        </div>
    }
}

/// The faces so far. Successes are not marked.
#[component]
fn RolledSoFar(panel: LivePanel) -> impl IntoView {
    move || {
        let faces: Vec<u8> = panel.dice.with(|dice| dice.iter().map(|die| die.face).collect());
        (!faces.is_empty())
            .then(|| view! { <div class="rolls"><p class="rolled"><Faces faces successes=Vec::new()/></p></div> })
    }
}

/// The visible part of an outcome, with the buttons that apply or discard it.
#[component]
fn HiddenOutcome(panel: LivePanel, battle: BattleState, outcome: Arc<Outcome>) -> impl IntoView {
    let rows: Vec<String> = outcome.changes.iter().filter_map(|change| change_words(battle, change)).collect();
    let rows = if rows.is_empty() {
        view! { <p>{say("Nothing changes on the table that you can see.")}</p> }.into_any()
    } else {
        view! { <ul class="changed">{rows.into_iter().map(|words| view! { <li>{words}</li> }).collect_view()}</ul> }
            .into_any()
    };
    view! {
        <section class="outcome" tabindex="-1" aria-label=say("Outcome")>
            <h2>{say("Outcome")}</h2>
            <RolledSoFar panel/>
            {rows}
            <RestHidden/>
        </section>
        <Settle panel battle first_due=None/>
    }
}
