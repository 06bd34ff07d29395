//! Order in which the cards of a table are drawn: those that are seen first at once, the others a few at a time as soon as the
//! page has been painted. First come cards with nothing but their names, then what is on them, all within a moment, so that
//! whoever searches, prints or listens to the page finds all of it. Other parts that are hidden at first wait for that paint, too.

use crate::app::state::BattleState;
use leptos::ev;
use leptos::prelude::*;
use std::time::Duration;

/// As many rows as fit on a screen, of each side that is shown.
const AT_ONCE: usize = 12;
/// As many as leave a slow phone time for a touch in between: of cards with their names, and of what is on them.
const NAMES_A_TIME: usize = 12;
const A_TIME: usize = 3;
/// Between them.
const PAUSE: Duration = Duration::from_millis(1);

/// The turns of the cards of a table.
#[derive(Clone, Copy)]
pub struct DrawingOrder {
    battle: BattleState,
    /// Number of cards of each side.
    has: RwSignal<[usize; 2]>,
    /// Number of cards of each side that are drawn at once.
    at_once: StoredValue<[usize; 2]>,
    /// Those that wait, by side.
    waiting: StoredValue<[Vec<RwSignal<bool>>; 2]>,
    /// True while they are being drawn.
    going_on: StoredValue<bool>,
    /// True once the page has been painted.
    is_painted: RwSignal<bool>,
}

impl DrawingOrder {
    /// The turns of a table that is being shown. A player who comes back finds the page as long as it was.
    pub fn begin(battle: BattleState, is_back: bool) -> Self {
        let shown = battle.app.battle.shown_side.get_untracked();
        let both = crate::app::platform::screen::is_wide();
        let at_once = [0, 1].map(|side| if both || side == shown { AT_ONCE } else { 0 });
        // A player who comes back to a card looks at it first.
        let awaited = battle.app.arrived_at().and_then(|unit| turn_of(battle, &unit));
        let has = [0, 1].map(|side| match awaited {
            Some((its_side, place)) if its_side == side && !is_back => at_once[side].max(place + 1),
            _ if is_back => usize::MAX,
            _ => at_once[side],
        });
        let turns = Self {
            battle,
            has: RwSignal::new(has),
            at_once: StoredValue::new(at_once),
            waiting: StoredValue::default(),
            going_on: StoredValue::new(false),
            is_painted: RwSignal::new(is_back || awaited.is_some()),
        };
        let printed = window_event_listener(ev::beforeprint, move |_| turns.draw_all());
        on_cleanup(move || printed.remove());
        turns.go_on();
        turns
    }

    /// Number of cards of a side so far.
    pub fn so_far(self, side: usize) -> usize {
        self.has.with(|has| has[side])
    }

    /// True once parts of the page that are hidden at first are to be drawn.
    pub fn is_painted(self) -> bool {
        self.is_painted.get()
    }

    /// True if a side is seen from the first paint on.
    pub fn begins_with(self, side: usize) -> bool {
        self.at_once.with_value(|left| left[side] > 0)
    }

    /// Takes a turn for the card of a unit; hands back whether it has come.
    pub fn take(self, unit: &str) -> RwSignal<bool> {
        let side = self.battle.with_untracked(|open| open.state().unit(unit).map_or(0, |unit| unit.side));
        let awaited = self.battle.app.arrived_at().is_some_and(|arrived| arrived == unit);
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
                // Of a page that was left nothing is there.
                if self.is_painted.try_get_untracked() == Some(false) {
                    self.is_painted.set(true);
                }
                if self.name(NAMES_A_TIME) || self.draw(A_TIME) {
                    self.next();
                } else {
                    // The page was left.
                    self.going_on.try_update_value(|going_on| *going_on = false);
                }
            },
            PAUSE,
        );
    }

    /// Puts more cards in their places, those of the side that is shown first; says whether there were any.
    fn name(self, count: usize) -> bool {
        let Some(has) = self.has.try_get_untracked() else { return false };
        let shown = self.battle.app.battle.shown_side.get_untracked().min(1);
        let all = self
            .battle
            .with_untracked(|open| [0, 1].map(|side| open.state().units().filter(|unit| unit.side == side).count()));
        let Some(side) = [shown, 1 - shown].into_iter().find(|side| has[*side] < all[*side]) else {
            // Units that join later are shown at once.
            if has != [usize::MAX; 2] {
                self.has.set([usize::MAX; 2]);
            }
            return false;
        };
        self.has.update(|has| has[side] = has[side].saturating_add(count));
        true
    }

    /// Draws everything, now: the page is being printed.
    fn draw_all(self) {
        self.at_once.set_value([usize::MAX; 2]);
        self.is_painted.set(true);
        while self.draw(usize::MAX) {}
        self.has.set([usize::MAX; 2]);
    }

    /// Draws as many of those that wait, those of the side that is shown first; says whether others wait.
    fn draw(self, count: usize) -> bool {
        let shown = self.battle.app.battle.shown_side.get_untracked().min(1);
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

/// The side of a unit, and its place among those of its side.
fn turn_of(battle: BattleState, id: &str) -> Option<(usize, usize)> {
    battle.with_untracked(|open| {
        let side = open.state().unit(id)?.side;
        let place = open.state().units().filter(|unit| unit.side == side).position(|unit| unit.id == id)?;
        Some((side, place))
    })
}
