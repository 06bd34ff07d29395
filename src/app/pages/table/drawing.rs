//! The order in which the rows of a table are drawn. Rows on the first screen are drawn at once, the others in small batches after the
//! first paint: blank rows with names, then their contents. All are drawn within a moment, so that the browser's search, printing
//! and screen readers find every unit. Other parts that are hidden at first also wait for the first paint.

use crate::app::state::BattleState;
use leptos::ev;
use leptos::prelude::*;
use std::time::Duration;

/// Number of rows of each visible side that are drawn at once: as many as fit on a screen.
const FIRST_ROWS: usize = 12;
/// Number of blank rows in a batch. A slow phone can handle a touch between batches.
const BLANK_BATCH: usize = 12;
/// Number of rows in a batch that get their contents.
const CONTENT_BATCH: usize = 3;
/// Pause between batches.
const PAUSE: Duration = Duration::from_millis(1);

/// The drawing queue of the rows of a table.
#[derive(Clone, Copy)]
pub struct DrawingOrder {
    battle: BattleState,
    /// Number of rows of each side that are on the page, blank or with contents.
    placed: RwSignal<[usize; 2]>,
    /// Number of rows of each side that may still be drawn at once.
    at_once: StoredValue<[usize; 2]>,
    /// Blank rows of each side that wait for their contents.
    waiting: StoredValue<[Vec<RwSignal<bool>>; 2]>,
    /// True while batches are scheduled.
    is_scheduled: StoredValue<bool>,
    /// True after the first paint.
    is_painted: RwSignal<bool>,
}

impl DrawingOrder {
    /// Begins to draw a table. If the player comes back to it, all rows are placed at once, so that the page has its old height.
    pub fn begin(battle: BattleState, is_back: bool) -> Self {
        let shown = battle.app.battle.shown_side.get_untracked();
        let both = crate::app::platform::screen::is_wide();
        let at_once = [0, 1].map(|side| if both || side == shown { FIRST_ROWS } else { 0 });
        // If the player comes back to a unit, the rows up to that unit are placed at once.
        let destination = battle.app.arrived_at().and_then(|unit| position_of(battle, &unit));
        let placed = [0, 1].map(|side| match destination {
            Some((unit_side, index)) if unit_side == side && !is_back => at_once[side].max(index + 1),
            _ if is_back => usize::MAX,
            _ => at_once[side],
        });
        let order = Self {
            battle,
            placed: RwSignal::new(placed),
            at_once: StoredValue::new(at_once),
            waiting: StoredValue::default(),
            is_scheduled: StoredValue::new(false),
            is_painted: RwSignal::new(is_back || destination.is_some()),
        };
        let on_print = window_event_listener(ev::beforeprint, move |_| order.draw_all());
        on_cleanup(move || on_print.remove());
        order.schedule();
        order
    }

    /// Number of rows of a side that are on the page.
    pub fn placed_count(self, side: usize) -> usize {
        self.placed.with(|placed| placed[side])
    }

    /// True after the first paint, when parts of the page that are hidden at first can be drawn.
    pub fn is_painted(self) -> bool {
        self.is_painted.get()
    }

    /// True if a side still has rows that are drawn at once, so that it must be in the first paint.
    pub fn is_drawn_at_once(self, side: usize) -> bool {
        self.at_once.with_value(|left| left[side] > 0)
    }

    /// Adds the row of a unit to the queue. Returns a signal that is true once the row has its contents.
    pub fn enqueue(self, unit: &str) -> RwSignal<bool> {
        let side = self.battle.with_untracked(|open| open.state().unit(unit).map_or(0, |unit| unit.side));
        let is_destination = self.battle.app.arrived_at().is_some_and(|arrived| arrived == unit);
        let first = self.at_once.try_update_value(|left| {
            let first = left[side] > 0;
            left[side] -= usize::from(first);
            first
        });
        let drawn = RwSignal::new(is_destination || first == Some(true));
        if !drawn.get_untracked() {
            self.waiting.update_value(|waiting| waiting[side].push(drawn));
            self.schedule();
        }
        drawn
    }

    /// Schedules the batches after the next paint, unless they are scheduled.
    fn schedule(self) {
        if self.is_scheduled.try_update_value(|is_scheduled| std::mem::replace(is_scheduled, true)) == Some(false) {
            request_animation_frame(move || self.next());
        }
    }

    /// Schedules a batch, and further ones until every row has its contents.
    fn next(self) {
        set_timeout(
            move || {
                // These signals are gone if the player has left the page.
                if self.is_painted.try_get_untracked() == Some(false) {
                    self.is_painted.set(true);
                }
                if self.place_rows(BLANK_BATCH) || self.fill_rows(CONTENT_BATCH) {
                    self.next();
                } else {
                    // This fails if the player has left the page.
                    self.is_scheduled.try_update_value(|is_scheduled| *is_scheduled = false);
                }
            },
            PAUSE,
        );
    }

    /// Places more blank rows, those of the shown side first. Returns false if all rows are placed.
    fn place_rows(self, count: usize) -> bool {
        let Some(placed) = self.placed.try_get_untracked() else { return false };
        let shown = self.battle.app.battle.shown_side.get_untracked().min(1);
        let all = self
            .battle
            .with_untracked(|open| [0, 1].map(|side| open.state().units().filter(|unit| unit.side == side).count()));
        let Some(side) = [shown, 1 - shown].into_iter().find(|side| placed[*side] < all[*side]) else {
            // Rows of units that join later are placed at once.
            if placed != [usize::MAX; 2] {
                self.placed.set([usize::MAX; 2]);
            }
            return false;
        };
        self.placed.update(|placed| placed[side] = placed[side].saturating_add(count));
        true
    }

    /// Draws everything at once, for printing.
    fn draw_all(self) {
        self.at_once.set_value([usize::MAX; 2]);
        self.is_painted.set(true);
        while self.fill_rows(usize::MAX) {}
        self.placed.set([usize::MAX; 2]);
    }

    /// Draws the contents of up to `count` waiting rows, those of the shown side first. Returns false if no row was waiting.
    fn fill_rows(self, count: usize) -> bool {
        let shown = self.battle.app.battle.shown_side.get_untracked().min(1);
        let next = self.waiting.try_update_value(|waiting| {
            let side = if waiting[shown].is_empty() { 1 - shown } else { shown };
            let count = count.min(waiting[side].len());
            waiting[side].drain(..count).collect::<Vec<_>>()
        });
        let next = next.unwrap_or_default();
        for card in &next {
            card.try_set(true); // fails if its unit has left the table
        }
        !next.is_empty()
    }
}

/// The side of a unit, and its index among the units of that side.
fn position_of(battle: BattleState, id: &str) -> Option<(usize, usize)> {
    battle.with_untracked(|open| {
        let side = open.state().unit(id)?.side;
        let index = open.state().units().filter(|unit| unit.side == side).position(|unit| unit.id == id)?;
        Some((side, index))
    })
}
