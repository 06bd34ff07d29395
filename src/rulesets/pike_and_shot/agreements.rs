//! Trackers of the sides and of the battle: what players agreed on. *Terrain; Other Terrain; Classification of Troops.*

use super::facts::{
    AGREED_BARRED_TO, AGREED_COUNTER, AGREED_COVER, AGREED_GROUNDS, AGREED_HALF_MOVE, AGREED_HALF_SPEED,
    AGREED_SIGHT_IN, CLASS_TABLE, OWN_CLASSES,
};
use super::terms::{AgreedCover, BarredTo, INCHES_MAX, MoraleClass, classes_in_words};
use super::terrain;
use crate::core::facts::{Fact, FactValue, Facts};
use crate::core::text::Text;
use crate::form::{Choices, Constant};
use crate::rules::ruleset::{Tracker, Tracks};
use crate::text;

/// Trackers of a side.
pub const SIDE_TRACKERS: &[Tracker] =
    &[Tracker::new(CLASS_TABLE, "Classes for 1 to 6", Tracks::Data, Constant::EmptyList)
        .accepts(|value, _, _| {
            <Vec<MoraleClass> as FactValue>::read(value).is_some_and(|table| table.is_empty() || table.len() == 6)
        })
        .render(render_classes)];

/// Trackers of the battle: what the players agreed before it about other ground and about classes. *Terrain; Other
/// Terrain; Classification of Troops.*
pub const BATTLE_TRACKERS: &[Tracker] = &[
    Tracker::flag(AGREED_HALF_SPEED, "Agreed ground: half speed")
        .render(|battle| agreed(battle, AGREED_HALF_SPEED, "agreed ground halves the speed")),
    Tracker::flag(AGREED_HALF_MOVE, "Agreed ground: half a move")
        .render(|battle| agreed(battle, AGREED_HALF_MOVE, "agreed ground takes half a move")),
    Tracker::flag(AGREED_COUNTER, "Agreed ground: a counter")
        .render(|battle| agreed(battle, AGREED_COUNTER, "agreed ground costs a counter")),
    Tracker::word(AGREED_BARRED_TO, "Agreed ground: barred to", BarredTo::CHOICES).render(barred),
    Tracker::word(AGREED_COVER, "Agreed ground: cover", AgreedCover::CHOICES).render(cover),
    Tracker::number(AGREED_SIGHT_IN, "Agreed ground: inches of sight and fire", INCHES_MAX).measured().render(sight),
    Tracker::new(AGREED_GROUNDS, "Agreed kinds of ground", Tracks::Data, Constant::EmptyObject)
        .accepts(|value, _, _| terrain::is_kinds(value))
        .render(terrain::render),
    Tracker::flag(OWN_CLASSES, "The scenario has its own morale classes").setup_question().render(|_| None),
];

fn agreed(battle: &Facts, effect: Fact<bool>, words: &'static str) -> Option<Text> {
    battle.holds(effect).then(|| words.into())
}

/// Those who may not enter the ground on which players agreed.
fn barred(battle: &Facts) -> Option<Text> {
    let barred_to = battle.value(AGREED_BARRED_TO).filter(|who| *who != BarredTo::Nobody)?;
    Some(text!("agreed ground barred to: {who}", who = barred_to.label()))
}

/// Cover that the ground gives on which players agreed.
fn cover(battle: &Facts) -> Option<Text> {
    let cover = battle.value(AGREED_COVER).filter(|cover| *cover != AgreedCover::None)?;
    Some(text!("agreed ground gives: {cover}", cover = cover.label()))
}

/// Inches of that ground through which anybody sees.
fn sight(battle: &Facts) -> Option<Text> {
    let inches = battle.value(AGREED_SIGHT_IN).filter(|inches| *inches > 0.0)?;
    Some(text!("agreed ground: sight {n} {n|inch|inches}", n = inches))
}

/// A scenario's own classes for the faces 1 to 6.
fn render_classes(side: &Facts) -> Option<Text> {
    let classes = side.value(CLASS_TABLE).filter(|table| table.len() == 6)?;
    Some(text!("classes 1 to 6: {classes}", classes = classes_in_words(&classes)?))
}
