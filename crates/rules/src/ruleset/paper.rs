//! Cards of units on paper.

use super::{Tracker, Tracks};
use crate::facts::Facts;
use crate::text::Text;
use serde_json::Value as Json;

/// Greatest number of boxes in a row on paper. A larger number is printed as digits, with a line to write on.
const MAX_BOXES: i32 = 24;
/// Greatest number of boxes of a number without a limit, such as the counters of a unit whose class is rolled in play.
const MAX_UNLIMITED: i32 = 10;
/// Number of boxes after the break. Broken units take further counters.
const AFTER_BREAK: i32 = 2;

/// Contents of a unit's card on paper, besides its name, sign, description and the players' own trackers.
#[derive(Clone, Copy, Debug)]
pub struct PaperCard {
    /// Returns the dice and the target numbers of a unit.
    pub numbers: fn(&Facts) -> Vec<Text>,
    /// Ids of the trackers with boxes: counters, elements, loads and states. A unit without one of them has no boxes for it.
    pub boxes: &'static [&'static str],
}

impl PaperCard {
    /// Default of a ruleset: no numbers and no boxes.
    pub const PLAIN: Self = Self { numbers: |_| Vec::new(), boxes: &[] };
}

/// Boxes of a number on paper.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Boxes {
    /// Number of boxes.
    pub drawn: i32,
    /// Number of boxes that are crossed out.
    pub crossed: i32,
    /// Number of the box that breaks the unit, from 1. `None` if none does.
    pub breaks_at: Option<i32>,
}

impl Boxes {
    /// Returns the boxes of a number that was `raised` at first and is `left` now. The difference is crossed out. `None` if there are too many boxes.
    pub fn left(left: i32, raised: i32) -> Option<Self> {
        let drawn = raised.max(left);
        (drawn <= MAX_BOXES).then_some(Self { drawn, crossed: drawn - left, breaks_at: None })
    }
}

impl Tracker {
    /// Returns its boxes on paper. A number that begins above 0 counts down; any other counts up, to a little more than its limit. `None`
    /// for too many boxes, for a hidden number, and for a tracker without numbers. `mustered` is the profile with the form's defaults.
    pub fn boxes(&self, facts: &Facts, mustered: &Facts) -> Option<Boxes> {
        if !self.counts() || matches!(self.kind, Tracks::Number { .. }) || self.is_hidden_in(facts) {
            return None;
        }
        let now = self.count_in(facts);
        let begins =
            self.begins(mustered).as_ref().and_then(Json::as_i64).and_then(|begins| i32::try_from(begins).ok());
        if let Some(raised) = begins.filter(|begins| *begins > 0) {
            return Boxes::left(now, raised);
        }
        let limit = self.threshold.and_then(|limit| limit(facts));
        let drawn = limit.map_or(MAX_UNLIMITED, |limit| limit + AFTER_BREAK).min(self.kind.most()).max(now);
        (drawn <= MAX_BOXES).then_some(Boxes { drawn, crossed: now, breaks_at: limit })
    }
}
