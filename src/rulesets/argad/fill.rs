//! What the facts of units fill in beyond their names.

use super::melee::weapons::Weapon;
use super::shoot::weapons::Missile;
use super::unit::{at_hand, is_ready, missiles, reload_left};
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::procedure::Price;
use crate::rules::table::Scene;
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
            let left = if is_ready(unit, missile) { 0 } else { reload_left(unit, missile) };
            shooter.insert("reload_left".into(), Json::from(left));
        }
        let count = unit.whole("figures").clamp(1, left.max(1));
        left -= count;
        shooter.insert("count".into(), Json::from(count));
        if unit.flag("moved") {
            shooter.insert("movement".into(), Json::from("moving"));
        }
    }
    let targets = scene.units("target");
    if let (Some(most), Some(target)) = (most(targets), input.get_mut("target").and_then(Json::as_object_mut)) {
        let figures: i32 = targets.iter().map(|unit| unit.whole("figures")).sum();
        target.insert("figures".into(), Json::from(figures.max(1)));
        for field in ["mount", "armour", "equivalent_armour"] {
            if let Some(fact) = most.get(field) {
                target.insert(field.into(), fact.clone());
            }
        }
    }
}

/// The unit whose armour and mount most figures of a group have; in a tie the lighter armour, then the earlier unit (R47).
fn most(targets: &[Facts]) -> Option<&Facts> {
    let alike = |unit: &Facts| (protection(unit), unit.word("mount").to_owned());
    let figures = |kind: &Facts| -> i32 {
        targets.iter().filter(|unit| alike(unit) == alike(kind)).map(|unit| unit.whole("figures")).sum()
    };
    // Of equals, the first is the least.
    targets.iter().min_by_key(|unit| (-figures(unit), protection(unit)))
}

/// Armour as shots meet it: half-armour is no better than a breastplate. *Clothing or armour, encumbrance.*
fn protection(unit: &Facts) -> i32 {
    match (unit.whole("equivalent_armour"), unit.word("armour")) {
        (0, "4" | "4_star") => 4,
        (0, "5") => 5,
        (skin, _) => skin,
    }
}

/// A player makes one elite shot a turn, by an elite shooter. *Elite shooter.*
///
/// # Errors
/// Why there is none now.
pub fn elite(scene: &Scene, input: &Input) -> Result<Price, Text> {
    let entries = input.get("shooters").and_then(Json::as_array).into_iter().flatten();
    let elite =
        |entry: &Json| ["elite", "aimed"].iter().any(|shot| entry.get(*shot).and_then(Json::as_bool) == Some(true));
    let mut shots = entries.zip(scene.units("shooters")).filter(|(entry, _)| elite(entry)).peekable();
    if shots.peek().is_some() && scene.side.flag("elite_used") {
        return Err("This player has made the elite shot of the turn.".into());
    }
    if shots.any(|(_, unit)| !unit.flag("elite_shooter")) {
        return Err("Only an elite shooter makes an elite shot.".into());
    }
    Ok(Price::default())
}

/// The weapon that they would shoot with: the first that is loaded, or the first.
fn ready(unit: &Facts) -> Option<Missile> {
    at_hand(unit).find(|missile| is_ready(unit, *missile)).or_else(|| at_hand(unit).next())
}

/// What there is to load.
pub fn reload(scene: &Scene, input: &mut Input) {
    input.remove("weapon");
    let Some(unit) = scene.unit("shooter") else { return };
    if let Some(missile) = missiles(unit).find(|&missile| reload_left(unit, missile) > 0) {
        input.insert("weapon".into(), Json::from(missile.id()));
        // Each of a pair is loaded by itself.
        input.insert("reload_left".into(), Json::from(reload_left(unit, missile).min(missile.reload_turns())));
    }
    input.insert("fired".into(), Json::from(unit.flag("fired")));
    input.insert("contacted".into(), Json::from(unit.flag("in_contact_at_start") || unit.flag("contacted")));
    if unit.flag("moved") {
        input.insert("movement".into(), Json::from("moving"));
    }
}

/// Who charges and who has only the sword left, who stands behind whom, whose point is held firm.
pub fn melee(scene: &Scene, input: &mut Input) {
    let charged = |role: &str| scene.units(role).iter().any(|unit| unit.flag("charging"));
    let (own_charge, enemy_charge) = (charged("one") || charged("friends"), charged("many"));
    if let (Some(unit), Some(one)) = (scene.unit("one"), input.get_mut("one").and_then(Json::as_object_mut)) {
        charge(one, unit);
        brace(one, unit, enemy_charge);
    }
    let (friends, many) = (scene.units("friends"), scene.units("many"));
    let mut in_front: Vec<&Facts> = scene.unit("one").into_iter().collect();
    for (friend, unit) in each(input, "friends", friends) {
        charge(friend, unit);
        brace(friend, unit, enemy_charge);
        in_front.push(unit);
        stand_behind(friend, unit, &in_front);
    }
    for (place, (enemy, unit)) in each(input, "many", many).enumerate() {
        charge(enemy, unit);
        brace(enemy, unit, own_charge);
        stand_behind(enemy, unit, &many.iter().take(place + 1).collect::<Vec<_>>());
    }
}

/// Soldiers of one unit in close order who reach over each other stand one behind the other. `in_front` ends with himself.
/// *Pike; Halberd or bill; Close order formation.*
fn stand_behind(fighter: &mut Input, unit: &Facts, in_front: &[&Facts]) {
    let deepest = match unit.word("weapon") {
        "pike" => 6,
        "halberd" | "bill" | "long_bardiche" | "light_spear" => 3,
        _ => 1,
    };
    let rank = in_front.iter().filter(|own| **own == unit).count().min(deepest);
    if unit.flag("close_order") && rank > 1 {
        fighter.insert("rank".into(), Json::from(rank));
        let front = in_front.iter().position(|own| *own == unit).unwrap_or(0);
        fighter.insert("behind".into(), Json::from(front));
    }
}

/// Trained soldiers hold their points firm against a charge, unless they say otherwise. *Light thrusting spear; Pike.*
fn brace(fighter: &mut Input, unit: &Facts, charged: bool) {
    let weapon = Weapon::ALL.iter().find(|weapon| unit.is("weapon", &[weapon.id()]));
    let firm = weapon.is_some_and(|weapon| weapon.receives_a_charge(false) && !weapon.is_heavy())
        && (!unit.flag("pike_spent") || unit.flag("close_order"));
    let able = unit.is("mount", &["foot"]) && unit.whole("class") >= 3 && !unit.flag("in_contact_at_start");
    if charged && firm && able {
        fighter.insert("braced".into(), Json::from(true));
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
            let pair = if item == "pistol" { unit.whole("pistols").max(1) } else { 1 };
            items.insert(item.into(), Json::from(so_far + i64::from(pair)));
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
