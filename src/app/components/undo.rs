//! Undo and redo, for the table and the log. Each shows a notice of what it did, and scrolls to the unit. With nothing to do, the buttons
//! have `aria-disabled` and not `disabled`, so that they keep the focus.

use crate::app::components::awaiting::{SettleFirst, holds_up};
use crate::app::components::icon::{Icon, REDO, UNDO};
use crate::app::platform::keyboard::card_id;
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use crate::app::state::notice::Notice;
use crate::app::state::route::router;
use battle::analysis::act_words::{sentence, unit_of};
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
    let last = battle.follow(move |open| open.to_undo().map(|act| label(battle, open, act)));
    // If the player discarded a roll after the last act, undo first brings the roll back.
    let undo = Memo::new(move |_| match battle.discard_to_undo() {
        Some(rolled) => Some(text!("{what}, discarded", what = title(battle, &rolled)).to_string()),
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
    let redo = battle.follow(move |open| open.to_redo().map(|act| label(battle, open, act)));
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
fn undo_last(battle: BattleState) {
    if let Some(rolled) = untrack(|| battle.discard_to_undo()) {
        if battle.take_discard_back() {
            let words = text!("{what}: the dice are back, not applied.", what = title(battle, &rolled));
            battle.app.notice.set(Some(Notice::new(words.to_string()).of_this_page()));
        }
        return;
    }
    let Some(act) = battle.with_untracked(|open| open.to_undo().cloned()) else { return };
    let count = battle.undo();
    if count == 0 {
        return;
    }
    // Described after the undo, on the table as it was before the act.
    let what = words(battle, &act);
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
    show_unit(battle, &act);
}

/// The title of the procedure of a roll.
fn title(battle: BattleState, rolled: &Rolled) -> &'static str {
    battle.ruleset.procedure(&rolled.procedure).map_or("", |procedure| procedure.title)
}

/// Redoes the act that was undone last, with a notice of what it was.
fn redo_last(battle: BattleState) {
    let Some(act) = battle.with_untracked(|open| open.to_redo().cloned()) else { return };
    let what = words(battle, &act);
    let words = match battle.redo() {
        0 => return,
        1 => text!("Redone: {what}", what = what),
        n => text!("Redone: {what}, and {n} {n|more|more} from the same tap", what = what, n = n - 1),
    };
    battle.app.notice.set(Some(Notice::new(words.to_string()).of_this_page()));
    show_unit(battle, &act);
}

fn words(battle: BattleState, act: &ActionEvent) -> String {
    battle.with_untracked(|open| sentence(battle.ruleset, open, open.state(), act))
}

/// Shows the side of an act's unit, and scrolls to the unit's card if the page has it.
fn show_unit(battle: BattleState, act: &ActionEvent) {
    let Some(unit) = unit_of(battle.ruleset, act) else { return };
    let side = battle.with_untracked(|open| open.state().unit(&unit).map(|unit| unit.side));
    // Delayed, because an effect of the undo shows the side whose move it is.
    request_animation_frame(move || {
        if let Some(side) = side {
            battle.app.battle.shown_side.set(side);
        }
        scrolling::keep_in_place(card_id(&unit), None);
    });
}

/// The title of an act for the button's label. For a correction, the sentence that names the corrected act.
fn label(battle: BattleState, open: &Battle, act: &ActionEvent) -> String {
    match &act.action {
        Action::Corrected(_) => sentence(battle.ruleset, open, open.state(), act),
        _ => battle_stats::title(battle.ruleset, act),
    }
}

fn named(verb: &'static str, what: Option<String>) -> String {
    what.map_or_else(|| verb.to_owned(), |what| text!("{verb}: {what}", verb = verb, what = what).to_string())
}
