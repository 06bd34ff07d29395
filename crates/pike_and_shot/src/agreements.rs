//! Trackers of the sides and of the battle: agreements of the players. *Terrain; Other Terrain; Classification of Troops.*

use super::terms::{MoraleClass, classes_in_words};
use super::terrain;
use crate::facts::*;
use rules::prelude::*;

/// Trackers of a side.
pub const SIDE_TRACKERS: &[Tracker] = &[Tracker::new(CLASS_TABLE, Tracks::Data, Constant::EmptyList)
    .accepts(|value, _, _| {
        <Vec<MoraleClass> as FactValue>::read(value).is_some_and(|table| table.is_empty() || table.len() == 6)
    })
    .render(render_classes)];

/// Trackers of the battle: agreements of the players on ground and on classes. *Terrain; Other Terrain; Classification of Troops.*
pub const BATTLE_TRACKERS: &[Tracker] = &[
    Tracker::new(AGREED_GROUNDS, Tracks::Data, Constant::EmptyObject)
        .accepts(|value, _, _| terrain::is_kinds(value))
        .render(terrain::render),
    Tracker::flag(OWN_CLASSES).setup_question().render(|_| None),
];

/// A scenario's morale classes for the faces 1 to 6, as text. `None` unless there are six.
fn render_classes(side: &Facts) -> Option<Text> {
    let classes = side.value(CLASS_TABLE).filter(|table| table.len() == 6)?;
    Some(text!("classes 1 to 6: {classes}", classes = classes_in_words(&classes)?))
}
