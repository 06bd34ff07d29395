//! When each card of a table is drawn: those that are seen first at once, the others a few at a time as soon as the page has
//! been painted. A card is in its place from the beginning, with its name; what is on it follows within a moment, so that
//! whoever searches, prints or listens to the page finds all of it.

use crate::app::desk::InBattle;
use crate::app::prelude::*;
use leptos::ev;
use std::time::Duration;

/// As many as fit on a screen, of each side that is shown.
const AT_ONCE: usize = 5;
/// As many as leave a slow phone time for a touch in between.
const A_TIME: usize = 3;
/// Between them.
const PAUSE: Duration = Duration::from_millis(1);

/// The turns of the cards of a table.
#[derive(Clone, Copy)]
pub struct Turns {
    battle: InBattle,
    /// How many cards of each side are drawn at once.
    at_once: StoredValue<[usize; 2]>,
    /// Those that wait, by side.
    waiting: StoredValue<[Vec<RwSignal<bool>>; 2]>,
    /// Whether they are being drawn.
    going_on: StoredValue<bool>,
}

impl Turns {
    /// The turns of a table that is being shown.
    pub fn begin(battle: InBattle) -> Self {
        let shown = battle.desk.shown_side.get_untracked();
        let both = crate::app::device::is_wide();
        let at_once = [0, 1].map(|side| if both || side == shown { AT_ONCE } else { 0 });
        let at_once = StoredValue::new(at_once);
        let turns = Self { battle, at_once, waiting: StoredValue::default(), going_on: StoredValue::new(false) };
        let printed = window_event_listener(ev::beforeprint, move |_| while turns.draw(usize::MAX) {});
        on_cleanup(move || printed.remove());
        turns
    }

    /// Takes a turn for the card of a unit; hands back whether it has come.
    pub fn take(self, unit: &str) -> RwSignal<bool> {
        let side = self.battle.with_untracked(|open| open.state().unit(unit).map_or(0, |unit| unit.side));
        // Who comes back to a card looks at it.
        let awaited = self.battle.desk.arrived_at().is_some_and(|own| own == unit);
        let first = self.at_once.try_update_value(|left| {
            let first = left[side] > 0;
            left[side] -= usize::from(first);
            first
        });
        let drawn = RwSignal::new(awaited || first == Some(true));
        if !drawn.get_untracked() {
            self.waiting.update_value(|waiting| waiting[side].push(drawn));
            self.go_on();
        }
        drawn
    }

    /// Draws those that wait once the page has been painted.
    fn go_on(self) {
        if self.going_on.try_update_value(|going_on| std::mem::replace(going_on, true)) == Some(false) {
            request_animation_frame(move || self.next());
        }
    }

    fn next(self) {
        set_timeout(
            move || {
                if self.draw(A_TIME) {
                    self.next();
                } else {
                    // Of a page that was left nothing is left.
                    self.going_on.try_update_value(|going_on| *going_on = false);
                }
            },
            PAUSE,
        );
    }

    /// Draws as many of those that wait, those of the side that is shown first; says whether others wait.
    fn draw(self, count: usize) -> bool {
        let shown = self.battle.desk.shown_side.get_untracked().min(1);
        let next = self.waiting.try_update_value(|waiting| {
            let side = if waiting[shown].is_empty() { 1 - shown } else { shown };
            let count = count.min(waiting[side].len());
            waiting[side].drain(..count).collect::<Vec<_>>()
        });
        let next = next.unwrap_or_default();
        for card in &next {
            card.try_set(true); // unless its unit has left the table
        }
        !next.is_empty()
    }
}
