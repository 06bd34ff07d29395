//! Sides as values of fields: `a` or `b`.

use super::{Choice, Choices, Kind, Shape, Slot, Taken};
use crate::facts::FactValue;
use crate::subject::Side;
use serde_json::Value as Json;

impl Choices for Side {
    const CHOICES: &'static [Choice] =
        &[Choice { id: Side::A.id(), label: "{Side A}" }, Choice { id: Side::B.id(), label: "{Side B}" }];
    const ALL: &'static [Self] = &Side::BOTH;

    fn index(self) -> usize {
        Side::index(self)
    }
}

impl FactValue for Side {
    fn read(json: &Json) -> Option<Self> {
        Side::BOTH.into_iter().find(|side| *json == side.id())
    }

    fn write(self) -> Json {
        self.id().into()
    }
}

impl Shape for Side {
    const KIND: &'static Kind = &Kind::Choice(Self::CHOICES);
}

impl Taken for Side {
    fn taken(slot: &Slot) -> Self {
        Side::at(slot.place())
    }
}
