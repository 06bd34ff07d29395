//! Acts that are opened from the table: their panel, or if they need neither dice nor an answer, the act itself.

use crate::app::components::outcome::applied_words;
use crate::app::components::undo::undo_last;
use crate::app::state::BattleState;
use crate::app::state::notice::Notice;
use crate::app::state::route::{Route, Router};
use crate::app::state::session::Applied;
use battle::Act;
use battle::panel::Panel;
use leptos::prelude::*;

/// Does an act at once if it needs neither dice nor an answer, else opens its panel.
pub fn do_or_open(battle: BattleState, router: Router, act: Act) {
    if !do_at_once(battle, &act) {
        open(battle, router, act);
    }
}

/// Opens the panel of an act.
pub fn open(battle: BattleState, router: Router, act: Act) {
    let route = Route::act(battle.id(), &act);
    battle.app.battle.prepared.set(Some(act));
    router.go(&route);
}

/// Applies an act that needs neither dice nor an answer, and shows a notice with Undo. Returns false if it needs its panel.
pub fn do_at_once(battle: BattleState, act: &Act) -> bool {
    let applied = settle_at_once(battle, act);
    let is_done = applied.is_some();
    applied.into_iter().for_each(|applied| show_applied(battle, applied));
    is_done
}

/// Applies an act that needs neither dice nor an answer, and returns the text for its notice. `None` if it needs its panel. The steps of a
/// guided battle explain panels, so it opens them all.
pub fn settle_at_once(battle: BattleState, act: &Act) -> Option<Applied> {
    let is_guided = untrack(|| battle.app.is_guided(&battle.id()));
    if is_guided || untrack(|| battle.awaiting(None).is_some() || battle.no_control().is_some()) {
        return None;
    }
    let plain = untrack(|| battle.with_tables(|tables| Panel::at_once(battle.ruleset, act, tables)));
    let (panel, outcome) = plain?;
    let settlement = outcome.settlement.clone()?;
    // The words must be computed before the outcome changes the table.
    let words = untrack(|| applied_words(battle, panel.act(), &outcome, false));
    let is_applied = battle.judged().settle(settlement.action, settlement.changes, settlement.overrides);
    is_applied.then(|| Applied { battle: battle.id(), words, can_undo: true })
}

/// Shows a notice about an outcome that was just applied.
pub fn show_applied(battle: BattleState, applied: Applied) {
    let notice = Notice::new(applied.words).of_this_page();
    let undo = move || {
        if battle.is_open(&applied.battle) {
            undo_last(battle);
        }
    };
    let notice = if applied.can_undo { notice.undo(undo) } else { notice.lets_taps_through() };
    battle.app.notice.set(Some(notice));
}
