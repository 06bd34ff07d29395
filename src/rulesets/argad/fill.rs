//! What the facts of units fill in beyond their names.

use super::shoot::weapons::Missile;
use super::unit::{missiles, reload_left};
use crate::facts::{Facts, Scene};
use crate::form::Choices;
use serde_json::{Map, Value as Json};

type Input = Map<String, Json>;

/// Goes through the objects of a list with the units that they stand for.
fn each<'a>(input: &'a mut Input, list: &str, units: &'a [Facts]) -> impl Iterator<Item = (&'a mut Input, &'a Facts)> {
    let members = input.get_mut(list).and_then(Json::as_array_mut).into_iter().flatten();
    members.filter_map(Json::as_object_mut).zip(units)
}

/// Who shoots with what, and how many they are.
pub fn shoot(scene: &Scene, input: &mut Input) {
    let mut left = 20;
    for (shooter, unit) in each(input, "shooters", scene.units("shooters")) {
        // The melee weapon has the same name in a fighter's facts.
        shooter.remove("weapon");
        if let Some(missile) = ready(unit) {
            shooter.insert("weapon".into(), Json::from(missile.id()));
            shooter.insert("reload_left".into(), Json::from(reload_left(unit, missile)));
        }
        let count = unit.whole("figures").clamp(1, left.max(1));
        left -= count;
        shooter.insert("count".into(), Json::from(count));
    }
    if let (Some(unit), Some(target)) = (scene.unit("target"), input.get_mut("target").and_then(Json::as_object_mut)) {
        target.insert("figures".into(), Json::from(unit.whole("figures").max(1)));
    }
}

/// The weapon that they would shoot with: the first that is loaded, or the first.
fn ready(unit: &Facts) -> Option<Missile> {
    missiles(unit).find(|&missile| reload_left(unit, missile) == 0).or_else(|| missiles(unit).next())
}

/// What there is to load.
pub fn reload(scene: &Scene, input: &mut Input) {
    input.remove("weapon");
    let Some(unit) = scene.unit("shooter") else { return };
    if let Some(missile) = missiles(unit).find(|&missile| reload_left(unit, missile) > 0) {
        input.insert("weapon".into(), Json::from(missile.id()));
        input.insert("reload_left".into(), Json::from(reload_left(unit, missile)));
    }
    input.insert("fired".into(), Json::from(unit.flag("fired")));
    input.insert("contacted".into(), Json::from(unit.flag("in_contact_at_start")));
}

/// Who charges, and who has only the sword left.
pub fn melee(scene: &Scene, input: &mut Input) {
    if let (Some(unit), Some(one)) = (scene.unit("one"), input.get_mut("one").and_then(Json::as_object_mut)) {
        charge(one, unit);
    }
    for (friend, unit) in each(input, "friends", scene.units("friends")) {
        charge(friend, unit);
    }
    for (enemy, unit) in each(input, "many", scene.units("many")) {
        charge(enemy, unit);
    }
}

fn charge(fighter: &mut Input, unit: &Facts) {
    if unit.flag("charging") {
        fighter.insert("charging".into(), Json::from(true));
    } else if unit.is("weapon", &["heavy_lance"]) {
        // Without a charge the lance is dropped (R27).
        fighter.insert("weapon".into(), Json::from("sword"));
    }
}

/// What everybody carries.
pub fn budget(scene: &Scene, input: &mut Input) {
    for (entry, unit) in each(input, "entries", scene.units("entries")) {
        entry.insert("count".into(), Json::from(unit.whole("figures").max(1)));
        let mut items = Input::new();
        let missile = missiles(unit).filter_map(price_of_missile);
        for item in missile.chain(price_of_weapon(unit.word("weapon"))) {
            let so_far = items.get(item).and_then(Json::as_i64).unwrap_or(0);
            items.insert(item.into(), Json::from(so_far + 1));
        }
        entry.insert("items".into(), Json::Object(items));
    }
}

/// Under which item a shooting weapon is bought. Rifles have no price.
fn price_of_missile(missile: Missile) -> Option<&'static str> {
    match missile {
        Missile::Pistol => Some("pistol"),
        Missile::ShortArquebus | Missile::LongArquebus => Some("arquebus"),
        Missile::MatchlockMusket | Missile::ForklessMusket => Some("matchlock_musket"),
        Missile::LightMusket => Some("light_musket"),
        Missile::Rifled => None,
        Missile::LightCrossbow => Some("light_crossbow"),
        Missile::TraditionalBow => Some("traditional_bow"),
        Missile::Longbow => Some("longbow"),
        Missile::Javelin => Some("javelins"),
    }
}

/// Under which item a weapon in hand is bought; swords and knives are free.
fn price_of_weapon(weapon: &str) -> Option<&'static str> {
    const BOUGHT: &[(&str, &str)] = &[
        ("pike", "pike"),
        ("halberd", "halberd"),
        ("bill", "bill"),
        ("long_bardiche", "long_bardiche"),
        ("light_spear", "light_spear"),
        ("heavy_lance", "heavy_lance"),
        ("two_handed", "two_handed"),
        ("pointed_axe", "half_bardiche"),
        ("heavy_tool", "heavy_tool"),
        ("long_tool", "half_long_tool"),
    ];
    BOUGHT.iter().find(|(own, _)| *own == weapon).map(|(_, item)| *item)
}
