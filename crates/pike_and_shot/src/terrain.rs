//! Kinds of ground on which players agreed before the battle, by their names. *Terrain; Other Terrain.*

use super::terms::GroundEffects;
use crate::facts::*;
use rules::prelude::*;
use rules::procedure::Named;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Most letters of a name of ground.
pub const NAME_MAX: usize = 32;
/// Id of the names of the kinds of ground, for [fields that name one](rules::form::Field::names).
pub const NAMES: &str = "grounds";
/// Condition of the fields that matter only on ground on which players agreed.
pub const AGREED: &[When] = &[When { field: "agreed_ground", is: &["true"] }];
/// True in an input that is about such ground.
const AGREED_GROUND: Fact<bool> = Fact::new("agreed_ground");
/// The kind of ground that an input names.
const GROUND: Fact<String> = Fact::new("ground");

/// True of kinds of ground by their names, each with its effects.
pub fn is_kinds(value: &Json) -> bool {
    let is_name = |name: &str| !name.trim().is_empty() && name.chars().count() <= NAME_MAX;
    let has_effects = |held: &Input| GroundEffects::FORM.check(held).is_ok();
    let kinds = BTreeMap::<String, Input>::read(value);
    kinds.is_some_and(|kinds| kinds.iter().all(|(name, held)| is_name(name) && has_effects(held)))
}

/// Describes the kinds of ground of a battle: `Marsh: half speed, a counter`.
pub fn render(battle: &Facts) -> Option<Text> {
    let kinds = battle.value(AGREED_GROUNDS)?.into_iter();
    let each = kinds.map(|(name, held)| text!("{ground}: {effects}", ground = name, effects = held.words()));
    each.reduce(|so_far, next| text!("{so_far}; {next}", so_far = so_far, next = next))
}

/// Names of the kinds of ground of a battle.
pub fn names(scene: &Scene, what: &str) -> Vec<Named> {
    let kinds = scene.battle.value(AGREED_GROUNDS).filter(|_| what == NAMES);
    kinds.map(|kinds| kinds.into_keys().map(Named::from).collect()).unwrap_or_default()
}

/// The ground on which players agreed, as far as an input says that there is any and names it: where there is one kind alone, that
/// one is filled in.
pub fn agreed(scene: &Scene, input: &mut Input) -> Option<GroundEffects> {
    answer(input, AGREED_GROUND).filter(|is_there| *is_there)?;
    let mut kinds = scene.battle.value(AGREED_GROUNDS)?;
    if let (Some(only), 1) = (kinds.keys().next(), kinds.len()) {
        suggest(input, GROUND, only.clone());
    }
    kinds.remove(&answer(input, GROUND)?)
}
