//! The buttons below a group act: rolling, entering dice, applying and discarding.

use super::live::LiveGroup;
use crate::app::components::outcome::group_results;
use crate::app::platform::{keyboard, scrolling};
use crate::app::state::route::{Route, router};
use crate::app::state::session::Applied;
use battle::panel::group::{GroupMessage, GroupShown};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The part of a group act that its buttons serve.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// An answer is missing.
    Asking,
    /// Dice can be rolled or entered.
    Ready,
    /// Dice are being entered, or a choice must be made.
    Entering,
    /// The outcome can be applied.
    Complete,
    /// No unit can do anything.
    Nothing,
    /// It was applied or discarded.
    Settled,
}

impl Step {
    fn of(shown: &GroupShown) -> Self {
        if shown.is_settled {
            Self::Settled
        } else if shown.can_apply {
            Self::Complete
        } else if shown.is_rolling {
            Self::Entering
        } else if shown.asks.is_some() {
            Self::Asking
        } else if shown.can_roll {
            Self::Ready
        } else {
            Self::Nothing
        }
    }
}

/// The buttons.
#[component]
pub(super) fn Buttons(group: LiveGroup) -> impl IntoView {
    let step = Memo::new(move |_| group.shown.with(|shown| Step::of(shown)));
    let buttons = move || match step.get() {
        Step::Asking => view! { <GoToQuestion group/> }.into_any(),
        Step::Ready => view! { <BeforeDice group/> }.into_any(),
        Step::Entering => view! { <WhileEntering group/> }.into_any(),
        Step::Complete => view! { <Settle group/> }.into_any(),
        Step::Nothing | Step::Settled => {
            let href = Route::table(group.battle.id()).href();
            view! { <a class="button primary" href=href>{say("Back to the table")}</a> }.into_any()
        }
    };
    view! { <div class="actions">{move || buttons()}</div> }
}

/// The button that leads to the line that asks for something.
#[component]
fn GoToQuestion(group: LiveGroup) -> impl IntoView {
    let asks_shared = Memo::new(move |_| {
        group.shown.with(|shown| {
            let part = shown.asks.and_then(|index| shown.parts.get(index));
            part.is_some_and(|part| part.asks_shared())
        })
    });
    let words = move || {
        group.shown.with(|shown| {
            let part = shown.asks.and_then(|index| shown.parts.get(index))?;
            let is_shared = asks_shared.get();
            Some(if is_shared {
                say("Choose for all").to_owned()
            } else {
                text!("Choose for {who}", who = group.actor(part)).to_string()
            })
        })
    };
    let go = move |_| {
        group.opened.set(None);
        match asks_shared.get_untracked() {
            true => scrolling::show_first(".shared-answers :is(input, button)"),
            false => scrolling::show_first(".group-line.asked :is(.pick, summary)"),
        }
    };
    view! { <button class="primary" on:click=go>{words}</button> }
}

#[component]
fn BeforeDice(group: LiveGroup) -> impl IntoView {
    let dice = Memo::new(move |_| group.shown.with(|shown| (shown.totals.dice, shown.totals.more_dice)));
    let cannot = Memo::new(move |_| group.is_blocked());
    let enter = move |_| {
        group.send(GroupMessage::EnterDice);
    };
    let roll = move |_| {
        group.roll();
    };
    view! {
        <button aria-keyshortcuts="e" disabled=move || cannot.get() on:click=enter>{say("Enter dice")}</button>
        <button class="primary" aria-keyshortcuts="d" disabled=move || cannot.get() on:click=roll>
            {move || match dice.get() {
                // The number of dice depends on something hidden.
                (0, _) => say("Roll").to_owned(),
                (n, false) => text!("Roll {n} {n|die|dice}", n = n).to_string(),
                (n, true) => {
                    text!("{roll} (more may follow)", roll = text!("Roll {n} {n|die|dice}", n = n)).to_string()
                }
            }}
        </button>
    }
}

#[component]
fn WhileEntering(group: LiveGroup) -> impl IntoView {
    let cannot = Memo::new(move |_| group.is_blocked());
    let can_roll = Memo::new(move |_| group.shown.with(|shown| shown.can_roll));
    let has_dice =
        Memo::new(move |_| group.shown.with(|shown| shown.parts.iter().any(|part| !part.panel.dice.dice.is_empty())));
    let back = move |_| {
        group.send(GroupMessage::TakeBack);
    };
    let roll = move |_| {
        group.roll();
    };
    view! {
        <Show when=move || !has_dice.get()><button on:click=back>{say("Back")}</button></Show>
        <Show when=move || has_dice.get()><DiscardButton group/></Show>
        <button class="primary" aria-keyshortcuts="d" disabled=move || cannot.get() || !can_roll.get() on:click=roll>{move || if has_dice.get() { say("Roll the rest") } else { say("Roll") }}</button>
    }
}

/// The buttons that discard and apply the outcome.
#[component]
fn Settle(group: LiveGroup) -> impl IntoView {
    let battle = group.battle;
    let router = router();
    let table = Route::table(battle.id());
    let has_dice = Memo::new(move |_| group.shown.with(|shown| shown.is_rolling));
    let late = Memo::new(move |_| group.shown.with(|shown| shown.is_late));
    let cannot = Memo::new(move |_| group.is_blocked());
    let apply = move |_| {
        let words = group.shown.with_untracked(|shown| group_results(group.battle, shown, "\n"));
        let is_without_dice = group.shown.with_untracked(|shown| !shown.is_rolling);
        let actor = group.shown.with_untracked(|shown| {
            shown.parts.iter().find(|part| part.is_done).and_then(|part| part.panel.act.actor().map(str::to_owned))
        });
        if group.apply() {
            battle.app.store_applied(Applied { battle: battle.id(), words, can_undo: is_without_dice });
            battle.app.return_to(actor);
            router.replace_history(&table);
            router.go(&table);
        }
    };
    view! {
        <Show when=move || has_dice.get()><DiscardButton group/></Show>
        <button class="primary" aria-keyshortcuts="a" disabled=move || cannot.get() on:click=apply>
            {move || if late.get() { say("Apply anyway") } else { say("Apply to the table") }}
        </button>
    }
}

/// The button that discards the dice of all units.
#[component]
fn DiscardButton(group: LiveGroup) -> impl IntoView {
    let router = router();
    let table = Route::table(group.battle.id());
    let cannot = Memo::new(move |_| group.is_blocked());
    let discard = move |_| {
        if group.discard() {
            keyboard::leave_field();
            router.replace_history(&table);
            router.go(&table);
        }
    };
    view! { <button disabled=move || cannot.get() on:click=discard>{say("Discard")}</button> }
}
