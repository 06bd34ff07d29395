//! Prefill: what the facts of units fill in beyond their names.

use super::command;
use super::facts::{
    ARMOUR, CHANGED_HORSE, CHARGE_LOST, CHARGED_LAST_TURN, CHARGING, CLASS, CLOSE_ORDER, CONTACTED, CONTACTS, DISABLED,
    EQUIVALENT_ARMOUR, FIGURES, FIRED, GROUND, HELPLESS, IN_CONTACT_AT_START, LIGHT_SPEAR, MOUNT, MOVED,
    MUSKET_PLUS_ONE_USED, PIKE_SPENT, PISTOLS, PLUS_ONE, STANDS_BEHIND, TWO_DEEP, WEAPON,
};
use super::input::{
    AIMED, BEHIND, BRACED, CONTACT, COUNT, GROUP, ITEMS, Input, MOVEMENT, RANK, REAR_RANKS, RELOAD_LEFT, SALVO,
    SHOOTER_RANK, SHOT_WITH, TARGET, TERRAIN, answer, put,
};
use super::loading::{LOADS, carried, reload_left, stock_of, to_load};
use super::melee::weapons::Weapon;
use super::movement::Ground;
use super::order;
use super::rulings::MIXED_GROUP;
use super::shoot::weapons::Missile;
use super::shoot::{Contact, MixedGroup, ShooterRank};
use super::terms::{Armour, Mount};
use super::turn::{used_by_player, usual_count, usual_movement, weapon};
use super::unit::{
    able, began_in_contact, began_in_contact_all, blows, figures, in_contact, ranks_in_reach, shot_all, touched_all,
};
use crate::core::facts::{Fact, FactValue, Facts};
use crate::form::Choices;
use crate::rules::input::members;
use crate::rules::table::Scene;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Goes through the objects of a list with the units that they stand for.
fn each<'a>(input: &'a mut Input, list: &str, units: &'a [Facts]) -> impl Iterator<Item = (&'a mut Input, &'a Facts)> {
    members(input, list).zip(units)
}

/// The most shots of one request.
const SHOTS: i32 = 20;

/// Fills in weapons, numbers and movement of the shooters, and the group that they shoot at.
pub fn shoot(scene: &Scene, input: &mut Input) {
    let mut left = SHOTS;
    let mut over_friends = false;
    let ids = scene.ids("shooters");
    for (place, (shooter, unit)) in each(input, "shooters", scene.units("shooters")).enumerate() {
        // The melee weapon has the same name in a fighter's facts.
        let said = shooter.remove("weapon").as_ref().and_then(Missile::read);
        let on_table = ids.get(place).and_then(|id| scene.table.unit(id));
        let usual = || on_table.and_then(|own| weapon(&scene.table, own));
        // With every spear thrown the panel still tells that none is left.
        let thrown = || unit.knows(LIGHT_SPEAR).then_some(Missile::Javelin);
        let Some(missile) = said.or_else(usual).or_else(thrown) else { continue };
        put(shooter, SHOT_WITH, missile);
        if let Some(turns) = reload_left(unit, missile) {
            put(shooter, RELOAD_LEFT, turns);
        }
        let count = usual_count(unit, missile).min(left.max(1));
        left -= count;
        put(shooter, COUNT, count);
        // Of a group, those shoot who did not begin the turn in contact. *Firearms.*
        if unit.holds(IN_CONTACT_AT_START) {
            put(shooter, IN_CONTACT_AT_START, count > figures(unit) - began_in_contact(unit));
        }
        if says(shooter, SALVO) {
            command::fill(scene, shooter);
        }
        put(shooter, MOVEMENT, usual_movement(unit));
        let contacts = unit.value(CONTACTS).unwrap_or_default();
        if scene.ids("target").iter().any(|target| contacts.contains(target)) {
            // Those behind throw over their friends who fight. *Throwing spear or javelin.*
            if throws_over_friends(scene, unit, missile, count) {
                put(shooter, SHOOTER_RANK, ShooterRank::Behind);
                over_friends = true;
            } else {
                put(shooter, CONTACT, Contact::Touching);
            }
        }
        put(shooter, DISABLED, able(unit) == 0);
    }
    let on_table = ids.iter().filter_map(|id| scene.table.unit(id));
    let plus_one = |unit| used_by_player(&scene.table, unit, MUSKET_PLUS_ONE_USED, PLUS_ONE);
    // The +1 goes to the first who have it left. *Matchlock musket with fork.*
    let used: Vec<bool> = on_table.map(plus_one).collect();
    if used.iter().any(|used| !used) {
        put(input, MUSKET_PLUS_ONE_USED, false);
    }
    target(scene, input, over_friends);
}

/// Fills in the group that is shot at: its figures, or those behind the others where only they are reached.
fn target(scene: &Scene, input: &mut Input, over_friends: bool) {
    let aimed = each(input, "shooters", scene.units("shooters")).any(|(shooter, _)| says(shooter, AIMED));
    let targets = scene.units("target");
    let Some(most) = most(targets) else { return };
    let said = answer(input, TARGET).and_then(|target| answer(&target, REAR_RANKS));
    let rear_ranks = said.unwrap_or(over_friends);
    let exposed = |unit: &Facts| if rear_ranks { behind(unit) } else { figures(unit) };
    if let Some(target) = input.get_mut("target").and_then(Json::as_object_mut) {
        let all: i32 = if aimed { 1 } else { targets.iter().map(exposed).sum() };
        put(target, FIGURES, all.max(1));
        if rear_ranks {
            put(target, REAR_RANKS, true);
        }
        copy_protection(most, target);
    }
    // Of a mixed group it may be drawn first who is shot at (R47).
    let drawn = scene.table.ruling(MIXED_GROUP) == Some(MixedGroup::Drawn.id());
    if drawn && !aimed && targets.iter().any(|unit| !are_alike(unit, most)) {
        let member = |unit: &Facts| {
            let mut member = Input::new();
            put(&mut member, FIGURES, exposed(unit));
            copy_protection(unit, &mut member);
            member
        };
        put(input, GROUP, targets.iter().map(member).collect::<Vec<Input>>());
    }
}

/// Copies what decides how shots meet a unit.
fn copy_protection(unit: &Facts, into: &mut Input) {
    let fields = [MOUNT.id(), ARMOUR.id(), EQUIVALENT_ARMOUR.id()].into_iter();
    into.extend(fields.filter_map(|field| unit.get(field).map(|fact| (field.to_owned(), fact.clone()))));
}

/// Figures of a unit behind those that fight.
fn behind(unit: &Facts) -> i32 {
    (figures(unit) - in_contact(unit)).max(0)
}

/// True if some of a unit fight this enemy and others stand behind them, on both sides, so that they can throw over their friends
/// at those behind. *Throwing spear or javelin.*
fn throws_over_friends(scene: &Scene, unit: &Facts, missile: Missile, count: i32) -> bool {
    let has_ranks = |unit: &Facts| in_contact(unit) > 0 && behind(unit) > 0;
    missile == Missile::Javelin
        && has_ranks(unit)
        && count <= behind(unit)
        && !scene.units("target").is_empty()
        && scene.units("target").iter().all(has_ranks)
}

/// True for the number of shots of a single figure, for what shooters did this turn, which their marks say, and for the
/// figures of targets that are picked.
pub fn known_of_shots(scene: &Scene, place: &str) -> bool {
    match scene.unit_at("shooters", "shooters", place) {
        Some((unit, field)) => field == "movement" || field == "count" && able(unit) <= 1,
        None => place == "target.figures" && !scene.units("target").is_empty(),
    }
}

/// True for what the marks of whoever loads say of this turn.
pub fn known_of_loading(scene: &Scene, place: &str) -> bool {
    scene.unit("shooter").is_some() && ["movement", "contacted", "fired"].contains(&place)
}

fn says(object: &Input, field: Fact<bool>) -> bool {
    answer(object, field) == Some(true)
}

/// The unit whose armour and mount most figures of a group have; in a tie the lighter armour, then the earlier unit (R47).
fn most(targets: &[Facts]) -> Option<&Facts> {
    let all = |kind: &Facts| -> i32 { targets.iter().filter(|unit| are_alike(unit, kind)).map(figures).sum() };
    // Of equals, the first is the least.
    targets.iter().min_by_key(|unit| (-all(unit), protection(unit)))
}

/// True for units that shots meet alike.
fn are_alike(one: &Facts, other: &Facts) -> bool {
    protection(one) == protection(other) && one.value(MOUNT) == other.value(MOUNT)
}

/// Armour as shots meet it: half-armour is no better than a breastplate. *Clothing or armour, encumbrance.*
fn protection(unit: &Facts) -> i32 {
    match (unit.value(EQUIVALENT_ARMOUR), unit.value(ARMOUR)) {
        (Some(skin @ 1..), _) => skin,
        (_, Some(Armour::Four | Armour::FourStar)) => 4,
        (_, Some(Armour::Five)) => 5,
        (_, Some(Armour::None) | None) => 0,
    }
}

/// Fills in what there is to load.
pub fn reload(scene: &Scene, input: &mut Input) {
    // The melee weapon has the same name in a fighter's facts.
    let said = input.remove("weapon").as_ref().and_then(Missile::read);
    let Some(unit) = scene.unit("shooter") else { return };
    // With nothing to load the panel shows the first weapon all the same.
    let carried = || LOADS.iter().find(|own| unit.knows(own.loaded));
    let missile = said.or_else(|| to_load(unit).first().copied().or_else(carried).map(|own| own.missile));
    if let Some(missile) = missile {
        put(input, SHOT_WITH, missile);
        let begun = stock_of(unit, missile).is_some_and(|stock| stock.loading > 0);
        let left = if begun { 1 } else { missile.reload_turns() };
        put(input, RELOAD_LEFT, left);
    }
    put(input, FIRED, shot_all(unit));
    put(input, CONTACTED, began_in_contact_all(unit) || touched_all(unit));
    put(input, MOVEMENT, usual_movement(unit));
    put(input, DISABLED, unit.holds(DISABLED));
}

/// Fills in who charges, who has a blow left, who stands behind whom, and whose point is held firm.
pub fn melee(scene: &Scene, input: &mut Input) {
    let charged = |role: &str| scene.units(role).iter().any(|unit| unit.holds(CHARGING));
    let (own_charge, enemy_charge) = (charged("one") || charged("friends"), charged("many"));
    let mut parts = Parts::default();
    if let (Some(unit), Some(one)) = (scene.unit("one"), input.get_mut("one").and_then(Json::as_object_mut)) {
        parts.fill(one, unit, scene.id("one"));
        brace(one, unit, enemy_charge);
    }
    let (friends, many) = (scene.units("friends"), scene.units("many"));
    let mut line: Vec<Standing> =
        scene.unit("one").into_iter().map(|unit| Standing::of(scene, unit, scene.id("one"))).collect();
    let ids = scene.ids("friends");
    for (place, (friend, unit)) in each(input, "friends", friends).enumerate() {
        parts.fill(friend, unit, ids.get(place).map(String::as_str));
        brace(friend, unit, enemy_charge);
        line.push(Standing::of(scene, unit, ids.get(place).map(String::as_str)));
        stand_behind(friend, &line, true);
    }
    let ids = scene.ids("many");
    let mut line: Vec<Standing> = Vec::new();
    for (place, (enemy, unit)) in each(input, "many", many).enumerate() {
        parts.fill(enemy, unit, ids.get(place).map(String::as_str));
        brace(enemy, unit, own_charge);
        line.push(Standing::of(scene, unit, ids.get(place).map(String::as_str)));
        stand_behind(enemy, &line, false);
    }
}

/// Counts the parts of each unit in a fight, in the order of the fighter, his friends and the opponents.
#[derive(Default)]
struct Parts(BTreeMap<String, i32>);

impl Parts {
    /// Fills in the next part of a unit. Those who have struck or shot come first; of chargers, those who took the place of
    /// others shot down come last and have no bonus (R55).
    fn fill(&mut self, fighter: &mut Input, unit: &Facts, id: Option<&str>) {
        // Units that are in no battle are one part each.
        let earlier = id.map_or(0, |id| {
            let parts = self.0.entry(id.to_owned()).or_insert(0);
            *parts += 1;
            *parts - 1
        });
        let nth = blows(unit) + earlier;
        let helpless = nth >= able(unit);
        // Those who began the turn in contact come first.
        if unit.holds(IN_CONTACT_AT_START) {
            put(fighter, IN_CONTACT_AT_START, nth < began_in_contact(unit));
        }
        // A charge has had its easy run, wherever it ends.
        let ground = unit.value(GROUND).filter(|_| !unit.holds(CHARGING));
        if let Some(ground) = ground.filter(|ground| *ground != Ground::Easy) {
            put(fighter, TERRAIN, ground.for_riders());
        }
        put(fighter, HELPLESS, helpless);
        // Only riders have lost chargers.
        let lost = unit.value(CHARGE_LOST).unwrap_or(0);
        if unit.holds(CHARGING) && (helpless || nth < figures(unit) - lost) {
            put(fighter, CHARGING, true);
            // What could have forbidden the charge was judged as it began, and may have been set aside.
            for judged in [IN_CONTACT_AT_START, CHARGED_LAST_TURN].into_iter().filter(|judged| unit.holds(*judged)) {
                put(fighter, judged, false);
            }
        } else if unit.equals(WEAPON, Weapon::HeavyLance) {
            // Without a charge the lance is dropped (R27).
            put(fighter, WEAPON, Weapon::Sword);
        }
    }
}

/// Somebody who stands in a fight, for those who may stand behind him.
struct Standing<'a> {
    unit: &'a Facts,
    /// Id of the unit; none outside a battle.
    id: Option<&'a str>,
    /// Id of the unit on which his close order was formed.
    order: Option<&'a str>,
}

impl<'a> Standing<'a> {
    fn of(scene: &'a Scene, unit: &'a Facts, id: Option<&'a str>) -> Self {
        let order = id.and_then(|id| scene.table.unit(id)).map(order::formed_on);
        Self { unit, id, order }
    }

    /// True if both stand in one close order.
    fn shares_order(&self, other: &Self) -> bool {
        let both = self.unit.holds(CLOSE_ORDER) && other.unit.holds(CLOSE_ORDER);
        both && (self.unit == other.unit || self.order.is_some() && self.order == other.order)
    }

    /// True if both are of one unit.
    fn is_of_unit(&self, other: &Self) -> bool {
        if self.id.is_some() { self.id == other.id } else { self.unit == other.unit }
    }
}

/// Soldiers of one close order who reach over each other stand one behind the other; out of close order they stand as in the fight
/// before. `line` ends with himself; friends all stand behind the first. *Pike; Halberd or bill; Close order formation.*
fn stand_behind(fighter: &mut Input, line: &[Standing], are_friends: bool) {
    let Some((own, in_front)) = line.split_last() else { return };
    if own.unit.holds(CLOSE_ORDER) {
        let rank = (1 + in_front.iter().filter(|other| other.shares_order(own)).count()).min(ranks_in_reach(own.unit));
        if rank > 1 {
            put(fighter, RANK, rank);
            put(fighter, BEHIND, in_front.iter().position(|other| other.shares_order(own)).unwrap_or(0));
        }
        return;
    }
    let front = match own.unit.text(STANDS_BEHIND).filter(|front| !front.is_empty()) {
        Some(front) => in_front.iter().position(|other| other.id == Some(front)),
        None if own.unit.holds(TWO_DEEP) => {
            let comrades = in_front.iter().filter(|other| other.is_of_unit(own)).count();
            // Every second of them stands behind the one before.
            in_front.iter().rposition(|other| other.is_of_unit(own)).filter(|_| comrades % 2 == 1)
        }
        None => None,
    };
    if let Some(front) = front.filter(|front| !are_friends || *front == 0) {
        put(fighter, RANK, 2);
        put(fighter, BEHIND, front);
    }
}

/// Trained soldiers who have not moved hold their points firm against a charge, unless they say otherwise.
/// *Light thrusting spear; Pike.*
fn brace(fighter: &mut Input, unit: &Facts, charged: bool) {
    let firm = unit.value(WEAPON).is_some_and(|weapon| weapon.receives_a_charge(false) && !weapon.is_heavy())
        && (!unit.holds(PIKE_SPENT) || unit.holds(CLOSE_ORDER));
    let able = unit.equals(MOUNT, Mount::Foot)
        && unit.value(CLASS).is_some_and(|class| class >= 3)
        && !says(fighter, IN_CONTACT_AT_START)
        && !unit.holds(MOVED)
        && !unit.holds(CHANGED_HORSE);
    if charged && firm && able {
        put(fighter, BRACED, true);
    }
}

/// Fills in what everybody carries.
pub fn budget(scene: &Scene, input: &mut Input) {
    for (entry, unit) in each(input, "entries", scene.units("entries")) {
        put(entry, COUNT, figures(unit).max(1));
        let mut items = Input::new();
        let missiles = carried(unit).into_iter().filter_map(price_of_missile);
        for item in missiles.chain(unit.value(WEAPON).and_then(price_of_weapon)) {
            let so_far = items.get(item).and_then(Json::as_i64).unwrap_or(0);
            let pair = if item == "pistol" { unit.value(PISTOLS).unwrap_or(1) } else { 1 };
            items.insert(item.into(), Json::from(so_far + i64::from(pair)));
        }
        put(entry, ITEMS, items);
    }
}

/// Item under which a shooting weapon is bought. Rifles have no price.
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

/// Item under which a weapon in hand is bought; swords and knives are free.
fn price_of_weapon(weapon: Weapon) -> Option<&'static str> {
    match weapon {
        Weapon::PointedAxe => Some("half_bardiche"),
        Weapon::LongTool => Some("half_long_tool"),
        Weapon::Sword | Weapon::ShortTool | Weapon::Dagger | Weapon::BareHands => None,
        Weapon::Pike
        | Weapon::Halberd
        | Weapon::Bill
        | Weapon::LongBardiche
        | Weapon::LightSpear
        | Weapon::HeavyLance
        | Weapon::TwoHanded
        | Weapon::HeavyTool => Some(weapon.id()),
    }
}
