//! Kinds of ground that players agreed on before the battle, with their names. *Terrain; Other Terrain.*

use super::terms::GroundEffects;
use crate::facts::*;
use rules::prelude::*;
use rules::procedure::Named;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Maximum number of characters in the name of a kind of ground.
pub const NAME_MAX: usize = 32;
/// Id of the list of kinds of ground, for [fields that choose from a list of names](rules::form::Field::names).
pub const NAMES: &str = "grounds";
/// Condition of fields that are asked only if the act concerns agreed ground.
pub const AGREED: &[When] = &[When { field: AGREED_GROUND.id(), is: &["true"] }];
/// Field: true if the act concerns agreed ground.
const AGREED_GROUND: Fact<bool> = fact!("agreed_ground");
/// Field with the name of the kind of ground.
const GROUND: Fact<String> = fact!("ground");

/// True if a value is an object whose keys are valid names and whose values are effects of ground.
pub fn is_kinds(value: &Json) -> bool {
    let is_name = |name: &str| !name.trim().is_empty() && name.chars().count() <= NAME_MAX;
    let has_effects = |held: &Input| GroundEffects::FORM.check(held).is_ok();
    let kinds = BTreeMap::<String, Input>::read(value);
    kinds.is_some_and(|kinds| kinds.iter().all(|(name, held)| is_name(name) && has_effects(held)))
}

/// The kinds of ground of a battle in words: `Marsh: half speed, a counter`. `None` before any is agreed.
pub fn render(battle: &Facts) -> Option<Text> {
    let kinds = battle.value(AGREED_GROUNDS)?.into_iter();
    let each = kinds.map(|(name, held)| text!("{ground}: {effects}", ground = name, effects = held.words()));
    each.reduce(|so_far, next| text!("{so_far}; {next}", so_far = so_far, next = next))
}

/// Names of the agreed kinds of ground, if `what` is [`NAMES`].
pub fn names(scene: &Scene, what: &str) -> Vec<Named> {
    let kinds = scene.table.battle.value(AGREED_GROUNDS).filter(|_| what == NAMES);
    kinds.map(|kinds| kinds.into_keys().map(Named::from).collect()).unwrap_or_default()
}

/// Returns the effects of the agreed ground that the input names. If players agreed on only one kind, fills in its name. `None` if the act
/// concerns no agreed ground, or if the input has no name of an agreed kind.
pub fn agreed(scene: &Scene, input: &mut Input) -> Option<GroundEffects> {
    answer(input, AGREED_GROUND).filter(|is_there| *is_there)?;
    let mut kinds = scene.table.battle.value(AGREED_GROUNDS)?;
    if let (Some(only), 1) = (kinds.keys().next(), kinds.len()) {
        suggest(input, GROUND, only.clone());
    }
    kinds.remove(&answer(input, GROUND)?)
}
