//! Undo and redo, for the table and the log. Each shows a notice of what it did, and scrolls to the unit. With nothing to do, the buttons
//! have `aria-disabled` and not `disabled`, so that they keep the focus.

use crate::app::components::awaiting::{SettleFirst, holds_up, who};
use crate::app::components::icon::{Icon, REDO, UNDO};
use crate::app::platform::keyboard::card_id;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use crate::app::state::notice::Notice;
use crate::app::state::route::{BattlePage, follow_link, router};
use battle::analysis::act_words::{done_by, entry_of, group_title, sentence, unit_of};
use battle::analysis::battle_stats;
use battle::{Action, ActionEvent, Battle, Rolled};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

#[component]
pub fn UndoRedo(battle: BattleState) -> impl IntoView {
    let asking = RwSignal::new(false);
    view! { <Undo battle/><Redo battle asking/><BeforeRedo battle asking/> }
}

/// The undo button. Its accessible name includes the act that it would undo.
#[component]
pub fn Undo(battle: BattleState) -> impl IntoView {
    let this = untrack(|| battle.app.device()).device;
    let last = battle.follow(move |open| label(battle, open, &open.acts_to_undo_of(&this)));
    // If the player discarded a roll after the last act, undo first brings the roll back.
    let undo = Memo::new(move |_| match battle.discard_to_undo() {
        Some(rolled) => Some(text!("{what}, discarded", what = rolled_words(battle, &rolled)).to_string()),
        None => last.get(),
    });
    let no_control = Memo::new(move |_| battle.no_control().is_some());
    let asking = RwSignal::new(false);
    router().close_switch_by_back("before-undo", asking);
    let undo_now = move |_| if holds_up(battle) { asking.set(true) } else { undo_last(battle) };
    view! {
        <SettleFirst battle asking title=say("Apply or discard this roll before undoing.") on_settled=Callback::new(move |()| battle.pass_discard())/>
        <button class="icon" aria-label=move || named(say("Undo"), undo.get()) aria-keyshortcuts="u" data-repeats aria-disabled=move || (no_control.get() || undo.with(Option::is_none)).to_string() on:click=undo_now><Icon path=UNDO/><span class="under">{say("Undo")}</span></button>
    }
}

/// The redo button. Its accessible name includes the act that it would redo.
#[component]
pub fn Redo(
    battle: BattleState,
    /// True while [`BeforeRedo`] is open, because an unapplied roll prevents redo.
    asking: RwSignal<bool>,
    /// Closes the menu around the button. Called before the redo, which can redraw the page.
    #[prop(optional)]
    close_menu: Option<Callback<()>>,
) -> impl IntoView {
    let this = untrack(|| battle.app.device()).device;
    let redo = battle.follow(move |open| label(battle, open, &open.acts_to_redo_of(&this)));
    let no_control = Memo::new(move |_| battle.no_control().is_some());
    let redo_now = move |_| {
        if holds_up(battle) {
            asking.set(true);
            return;
        }
        if let Some(close) = close_menu {
            close.run(());
        }
        redo_last(battle);
    };
    view! {
        <button class="icon" aria-label=move || named(say("Redo"), redo.get()) aria-keyshortcuts="r" data-repeats aria-disabled=move || (no_control.get() || redo.with(Option::is_none)).to_string() on:click=redo_now><Icon path=REDO/><span class="under">{say("Redo")}</span></button>
    }
}

/// The dialog with the rolls that prevent redo. Separate from the button, because the button can be in a closed menu.
#[component]
pub fn BeforeRedo(
    battle: BattleState,
    /// True while it is shown.
    asking: RwSignal<bool>,
) -> impl IntoView {
    router().close_switch_by_back("before-redo", asking);
    view! { <SettleFirst battle asking title=say("Apply or discard this roll before redoing.")/> }
}

/// Undoes the last act, or brings the last discarded roll back, with a notice of what it was.
pub fn undo_last(battle: BattleState) {
    if let Some(rolled) = untrack(|| battle.discard_to_undo()) {
        if battle.take_discard_back() {
            let words = text!("{what}: the dice are back, not applied.", what = rolled_words(battle, &rolled));
            battle.app.notice.set(Some(Notice::new(words.to_string()).of_this_page()));
        }
        return;
    }
    // Where acts of other players depend on it, players decide about each, as in any correction.
    if let Some(act) = battle.undo_that_asks() {
        if battle.begin_correction(&act, true) {
            follow_link(&BattlePage::Corrected.of(battle.id()));
        }
        return;
    }
    let this = untrack(|| battle.app.device()).device;
    let acts = battle.with_untracked(|open| open.acts_to_undo_of(&this).into_iter().cloned().collect::<Vec<_>>());
    let count = battle.undo();
    if count == 0 {
        return;
    }
    // Described after the undo, on the table as it was before the act.
    let what = words(battle, &acts);
    let words = match count {
        1 => text!("Undone: {what}", what = what).to_string(),
        n => text!("Undone: {what}, and {n} {n|more|more} from the same tap", what = what, n = n - 1).to_string(),
    };
    let id = battle.id();
    let redo = move || {
        if battle.is_open(&id) {
            redo_last(battle);
        }
    };
    battle.app.notice.set(Some(Notice::new(words).way_back(say("Redo"), redo).of_this_page()));
    show_unit(battle, &acts);
}

/// The acting unit of a roll, and its procedure.
fn rolled_words(battle: BattleState, rolled: &Rolled) -> String {
    let title = battle.ruleset.procedure(&rolled.procedure).map_or("", |procedure| say(procedure.title));
    let words = [who(battle, &rolled.procedure, &rolled.participants), title.to_owned()];
    words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(say(": "))
}

/// Redoes the act that was undone last, with a notice of what it was.
fn redo_last(battle: BattleState) {
    let this = untrack(|| battle.app.device()).device;
    let acts = battle.with_untracked(|open| open.acts_to_redo_of(&this).into_iter().cloned().collect::<Vec<_>>());
    let what = words(battle, &acts);
    let words = match battle.redo() {
        0 => return,
        1 => text!("Redone: {what}", what = what),
        n => text!("Redone: {what}, and {n} {n|more|more} from the same tap", what = what, n = n - 1),
    };
    battle.app.notice.set(Some(Notice::new(words.to_string()).of_this_page()));
    show_unit(battle, &acts);
}

fn words(battle: BattleState, acts: &[ActionEvent]) -> String {
    let acts: Vec<&ActionEvent> = acts.iter().collect();
    battle.with_untracked(|open| entry_of(battle.ruleset, open, open.state(), &acts)).unwrap_or_default()
}

/// Shows the side of an act's unit, and scrolls to the unit's card if the page has it.
fn show_unit(battle: BattleState, acts: &[ActionEvent]) {
    let Some(unit) = acts.iter().find_map(|act| unit_of(battle.ruleset, act)) else { return };
    let side = battle.with_untracked(|open| open.state().unit(&unit).map(|unit| unit.side));
    // Delayed, because an effect of the undo shows the side whose move it is.
    request_animation_frame(move || {
        if let Some(side) = side {
            battle.app.battle.shown_side.set(side);
        }
        scrolling::keep_in_place(card_id(&unit), None);
    });
}

/// An act or a group act for the button's label, with its unit: several buttons in a row would read alike otherwise.
fn label(battle: BattleState, open: &Battle, acts: &[&ActionEvent]) -> Option<String> {
    let act = acts.first()?;
    if let Some(title) = group_title(battle.ruleset, acts) {
        return Some(title);
    }
    Some(match &act.action {
        Action::Resolved(resolved) => {
            let title = battle_stats::title(battle.ruleset, act);
            done_by(battle.ruleset, open.state(), resolved, title)
        }
        Action::ByHand if act.verdict().is_none() => {
            let unit = unit_of(battle.ruleset, act);
            let unit = unit.as_ref().and_then(|unit| open.state().unit(unit));
            let title = battle_stats::title(battle.ruleset, act);
            match unit {
                Some(unit) => text!("{who}: {what}", who = title, what = unit.name().to_owned()).to_string(),
                None => title,
            }
        }
        _ => sentence(battle.ruleset, open, open.state(), act),
    })
}

fn named(verb: &'static str, what: Option<String>) -> String {
    what.map_or_else(|| verb.to_owned(), |what| text!("{verb}: {what}", verb = verb, what = what).to_string())
}
