//! Undo and redo, for the table and the log: they say what they did, and show the unit. With nothing to do they are marked as
//! disabled but stay what they are, as a button that is taken away takes the focus with it.

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

/// The buttons of undo and redo.
#[component]
pub fn UndoRedo(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let asking = RwSignal::new(false);
    view! { <Undo battle/><Redo battle asking/><BeforeRedo battle asking/> }
}

/// The button of undo, which says what it would take back.
#[component]
pub fn Undo(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let last = battle.follow(move |open| open.to_undo().map(|act| label(battle, open, act)));
    // A discarded roll is taken back before the act that came before it.
    let undo = Memo::new(move |_| match battle.discard_to_undo() {
        Some(rolled) => Some(text!("{what}, discarded", what = title(battle, &rolled)).to_string()),
        None => last.get(),
    });
    let no_pen = Memo::new(move |_| battle.no_pen().is_some());
    let asking = RwSignal::new(false);
    router().close_switch_by_back("before-undo", asking);
    let undo_now = move |_| if holds_up(battle) { asking.set(true) } else { undo_last(battle) };
    view! {
        <SettleFirst battle asking title=say("Apply or discard this roll before undoing.") on_settled=Callback::new(move |()| battle.pass_discard())/>
        <button class="icon" aria-label=move || named(say("Undo"), undo.get()) aria-keyshortcuts="u" data-repeats aria-disabled=move || (no_pen.get() || undo.with(Option::is_none)).to_string() on:click=undo_now><Icon path=UNDO/><span class="under">{say("Undo")}</span></button>
    }
}

/// The button of redo, which says what it would bring back.
#[component]
pub fn Redo(
    /// The battle in play.
    battle: BattleState,
    /// Set while a roll must be settled first: see [`BeforeRedo`].
    asking: RwSignal<bool>,
    /// Closes the menu that holds the button. Runs first, because a redo can draw the page anew.
    #[prop(optional)]
    close_menu: Option<Callback<()>>,
) -> impl IntoView {
    let redo = battle.follow(move |open| open.to_redo().map(|act| label(battle, open, act)));
    let no_pen = Memo::new(move |_| battle.no_pen().is_some());
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
        <button class="icon" aria-label=move || named(say("Redo"), redo.get()) aria-keyshortcuts="r" data-repeats aria-disabled=move || (no_pen.get() || redo.with(Option::is_none)).to_string() on:click=redo_now><Icon path=REDO/><span class="under">{say("Redo")}</span></button>
    }
}

/// The dialog of the rolls that must be settled before something is redone. Not with the button, which a menu may hide.
#[component]
pub fn BeforeRedo(
    /// The battle in play.
    battle: BattleState,
    /// True while it is shown.
    asking: RwSignal<bool>,
) -> impl IntoView {
    router().close_switch_by_back("before-redo", asking);
    view! { <SettleFirst battle asking title=say("Apply or discard this roll before redoing.")/> }
}

/// Undoes the last act, and says which it was.
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
    // The table is as it was before the act.
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

/// Redoes the last act undone, and says which it was.
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

/// Brings the unit that an act was about into view, where a page shows it: its side comes to the front.
fn show_unit(battle: BattleState, act: &ActionEvent) {
    let Some(unit) = unit_of(battle.ruleset, act) else { return };
    let side = battle.with_untracked(|open| open.state().unit(&unit).map(|unit| unit.side));
    // Runs after the effect that brings the side whose move it is to the front.
    request_animation_frame(move || {
        if let Some(side) = side {
            battle.app.battle.shown_side.set(side);
        }
        scrolling::keep_in_place(card_id(&unit), None);
    });
}

/// The act in the button's label: its title. That of a correction names the act that was corrected.
fn label(battle: BattleState, open: &Battle, act: &ActionEvent) -> String {
    match &act.action {
        Action::Corrected(_) => sentence(battle.ruleset, open, open.state(), act),
        _ => battle_stats::title(battle.ruleset, act),
    }
}

fn named(verb: &'static str, what: Option<String>) -> String {
    what.map_or_else(|| verb.to_owned(), |what| text!("{verb}: {what}", verb = verb, what = what).to_string())
}
