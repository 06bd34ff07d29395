//! Ground on which players agreed before the battle: what it does, and its kinds by their names. *Terrain; Other
//! Terrain.*

use super::facts::AGREED_GROUNDS;
use super::terms::{AgreedCover, BarredTo};
use crate::core::facts::{Fact, Facts};
use crate::core::text::{Text, term};
use crate::form::{Choices, Filled, When, read};
use crate::rules::input::{Input, answer};
use crate::rules::table::Scene;
use crate::{form, text};
use serde_json::Value as Json;

/// Most letters of a name of ground.
pub const NAME_MAX: usize = 32;
/// Id of the names of the kinds of ground, for [fields that name one](crate::form::Field::names).
pub const NAMES: &str = "grounds";
/// Condition of the fields that matter only on ground on which players agreed.
pub const AGREED: &[When] = &[When { field: "agreed_ground", is: &["true"] }];
/// The kind of ground that an input names.
const GROUND: Fact<String> = Fact::new("ground");

form! {
    /// Effects of a kind of ground on which players agreed.
    pub struct Effects {
        /// True if it halves the speed.
        half_speed: bool = choice_of(flag()).or(false).label("Half speed"),
        /// True if it takes half a move to enter or to cross it.
        half_move: bool = choice_of(flag()).or(false).label("Half a move to enter or to cross"),
        /// True if a move in it costs a counter.
        counter: bool = choice_of(flag()).or(false).label("A counter for each move in it"),
        /// Those to whom it is barred.
        barred_to: BarredTo = choice_of(choice::<BarredTo>()).or_id("nobody").label("Barred to"),
        /// Cover for those who stand in it.
        cover: AgreedCover = choice_of(choice::<AgreedCover>()).or_id("none").label("Cover in it"),
        /// Inches of it through which anybody sees or fires; 0 for any number.
        sight_in: f64 = choice_of(number(0.0, 1000.0)).or(0.0).label("Inches of sight and fire in it")
            .help("0 if it hinders neither."),
    }
}

impl Effects {
    /// The effects in a few words: `half speed, a counter`.
    pub fn words(&self) -> Text {
        let each = [
            self.half_speed.then(|| "half speed".into()),
            self.half_move.then(|| "half a move".into()),
            self.counter.then(|| "a counter".into()),
            (self.barred_to != BarredTo::Nobody).then(|| text!("barred to: {who}", who = self.barred_to.label())),
            match self.cover {
                AgreedCover::None => None,
                AgreedCover::Soft => Some(term("cover").into()),
                AgreedCover::Hard => Some("hard cover".into()),
            },
            (self.sight_in > 0.0).then(|| text!("sight {n} {n|inch|inches}", n = self.sight_in)),
        ];
        joined(each.into_iter().flatten()).unwrap_or_else(|| "no effect".into())
    }
}

fn joined(words: impl Iterator<Item = Text>) -> Option<Text> {
    words.reduce(|so_far, next| text!("{so_far}, {next}", so_far = so_far, next = next))
}

/// Effects of a kind of ground as the battle holds them.
fn effects(held: &Json) -> Option<Effects> {
    let slots = read(Effects::FORM, held.as_object()?).ok()?;
    Some(Effects::taken_from(&mut slots.iter()))
}

/// True of kinds of ground by their names, each with its effects.
pub fn is_kinds(value: &Json) -> bool {
    let is_name = |name: &str| !name.trim().is_empty() && name.chars().count() <= NAME_MAX;
    value.as_object().is_some_and(|kinds| kinds.iter().all(|(name, held)| is_name(name) && effects(held).is_some()))
}

/// Describes the kinds of ground of a battle: `Marsh: half speed, a counter`.
pub fn render(battle: &Facts) -> Option<Text> {
    let kinds = battle.value(AGREED_GROUNDS)?;
    let each = kinds.iter().filter_map(|(name, held)| {
        Some(text!("{ground}: {effects}", ground = name.clone(), effects = effects(held)?.words()))
    });
    each.reduce(|so_far, next| text!("{so_far}; {next}", so_far = so_far, next = next))
}

/// Names of the kinds of ground of a battle.
pub fn names(scene: &Scene, what: &str) -> Vec<String> {
    let kinds = scene.battle.value(AGREED_GROUNDS).filter(|_| what == NAMES);
    kinds.map(|kinds| kinds.into_iter().map(|(name, _)| name).collect()).unwrap_or_default()
}

/// Replaces, in an input that names a kind of ground, what the battle says of ground without a name. Each pair is an
/// effect of that kind, and the field of the input.
pub fn fill_named(scene: &Scene, input: &mut Input, fields: &[(&str, &str)]) {
    let Some(kinds) = scene.battle.value(AGREED_GROUNDS) else { return };
    let named = answer(input, GROUND).and_then(|name| kinds.get(&name)?.as_object().cloned());
    let Some(held) = named else { return };
    for (effect, field) in fields {
        match held.get(*effect) {
            Some(value) => input.insert((*field).to_owned(), value.clone()),
            None => input.remove(*field),
        };
    }
}
