//! Prices of acts in a battle, and the marks that an act leaves on whoever pays for it. *How to battle – cards and pips.*
//!
//! The bars of the turn refuse what cannot be paid. An act that is done all the same costs what the purse still holds.

use super::facts::{
    self, DONE_FIGHT, DONE_MOVE, DONE_RALLY, Input, LEADER_MOVED, MARCH_AVAILABLE, MARCH_DUE, MORALE_CHIPS,
    MOVED_THROUGH, OPPORTUNITY_CHIPS, PAID, PIPS, TYPE, UNIT_TYPE,
};
use super::terms::{ActionKind, Actor, Currency, TroopType};
use crate::ids::roles;
use rules::consequences::{BATTLE, Change, Effect};
use rules::prelude::*;
use rules::procedure::Price;
use serde_json::Map;

/// Price of an act by a unit of this type, or by the leader.
pub fn cost(act: ActionKind, actor: Actor, has_initiative: bool) -> (Currency, i32) {
    let heavy = matches!(actor, Actor::Cannon | Actor::WarWagons);
    match act {
        ActionKind::Move | ActionKind::ChangeDirection => (Currency::Pips, if heavy { 3 } else { 1 }),
        ActionKind::Reload => (Currency::Pips, if heavy || actor == Actor::Crossbows { 2 } else { 1 }),
        ActionKind::Shoot if !has_initiative => (Currency::OpportunityChips, 1),
        ActionKind::Shoot | ActionKind::Fight => (Currency::Pips, 1),
        ActionKind::Rally => (Currency::MoraleChips, 1),
        ActionKind::AttachLeader | ActionKind::RoutMove => (Currency::Free, 0),
    }
}

/// The actor that a unit is; the leader, if there is no unit.
pub fn actor(unit: Option<&Facts>) -> Actor {
    // A unit without a type is none that the forms read; nothing is done with it.
    unit.map_or(Actor::Leader, |unit| unit.value(UNIT_TYPE).unwrap_or(Actor::Militia))
}

/// The tracker that a currency is paid from; `None` for what is free.
pub fn purse(currency: Currency) -> Option<Fact<i32>> {
    match currency {
        Currency::Pips => Some(PIPS),
        Currency::OpportunityChips => Some(OPPORTUNITY_CHIPS),
        Currency::MoraleChips => Some(MORALE_CHIPS),
        Currency::Free => None,
    }
}

/// Coins left in a purse. Every side has all purses, so one without has nothing to pay with.
pub fn left(side: &Facts, purse: Fact<i32>) -> i32 {
    side.value(purse).unwrap_or(0)
}

/// An effect on the tracker of a role's first unit, of a side or of the battle.
fn set<T: FactValue>(role: &'static str, fact: Fact<T>, to: impl Into<T>) -> Effect {
    Effect { role, index: 0, key: fact.id(), change: Change::Put(to.into().write()) }
}

/// Something is paid for or resolved: a chip on the last result comes too late (R53).
fn settled() -> Effect {
    set(BATTLE, PAID, Map::new())
}

/// So much of a currency is paid by the side that acts. Nothing is paid while neither initiative is played.
fn pay(scene: &Scene, (currency, cost): (Currency, i32)) -> Price {
    let words = match currency {
        Currency::Pips => text!("Costs {n} {n|pip|pips}", n = cost),
        Currency::OpportunityChips if cost == 1 => "Costs an opportunity chip".into(),
        Currency::OpportunityChips => text!("Costs {n} opportunity chips", n = cost),
        // The procedure takes the chip itself, with its roll.
        Currency::MoraleChips | Currency::Free => return Price { words: None, effects: vec![settled()] },
    };
    let Some(purse) = purse(currency).filter(|_| facts::active(&scene.table).is_some()) else {
        return Price { words: None, effects: vec![settled()] };
    };
    let left = (left(&scene.side, purse) - cost).max(0);
    let words = text!("{cost}; {left} left.", cost = words, left = left);
    let spent = Effect { role: "side", index: 0, key: purse.id(), change: Change::Add(-cost) };
    Price { words: Some(words), effects: vec![spent, settled()] }
}

/// Each shooter pays: a pip with the initiative, an opportunity chip without.
pub fn shoot(scene: &Scene, _: &Input) -> Result<Price, Text> {
    let has_initiative = facts::has_initiative(scene) != Some(false);
    let (currency, each) = cost(ActionKind::Shoot, Actor::Arquebus, has_initiative);
    Ok(pay(scene, (currency, scene.units(roles::SHOOTERS).iter().map(|_| each).sum())))
}

/// The attacker pays.
pub fn fight(scene: &Scene, _: &Input) -> Result<Price, Text> {
    let mut price = pay(scene, cost(ActionKind::Fight, actor(scene.unit(roles::ATTACKER)), true));
    price.effects.push(set("attacker", DONE_FIGHT, true));
    Ok(price)
}

/// A move or a change of direction. From then on no march is left to the side, unless it was the cannon, and friends
/// moved through stay where they are.
pub fn walk(scene: &Scene, _: &Input) -> Result<Price, Text> {
    let unit = scene.unit(roles::UNIT);
    let mut price = pay(scene, cost(ActionKind::Move, actor(unit), true));
    match unit {
        Some(unit) => {
            price.effects.push(set("unit", DONE_MOVE, true));
            // The cannon stands outside the march: its own move does not end marching (R48).
            if !unit.equals(TYPE, TroopType::Cannon) {
                price.effects.push(set("side", MARCH_AVAILABLE, false));
            }
        }
        None => price.effects.push(set("side", LEADER_MOVED, true)),
    }
    let through = 0..scene.units(roles::FRIENDS).len();
    price.effects.extend(through.map(|index| Effect { index, ..set("friends", MOVED_THROUGH, true) }));
    Ok(price)
}

/// A rally: the chip is paid with the roll, and the unit is called once on each card (R39).
pub fn rally(scene: &Scene, _: &Input) -> Result<Price, Text> {
    let mut price = pay(scene, cost(ActionKind::Rally, Actor::Leader, true));
    price.effects.push(set("unit", DONE_RALLY, true));
    Ok(price)
}

/// A card is turned. A move card before it that nobody marched on ends all marching (R33).
pub fn card(scene: &Scene, _: &Input) -> Result<Price, Text> {
    let mut effects = vec![settled()];
    effects.extend(scene.side.holds(MARCH_DUE).then(|| set("side", MARCH_AVAILABLE, false)));
    Ok(Price { words: None, effects })
}

/// A procedure that takes its price itself, or has none, but ends the moment for a chip (R53).
pub fn settles(_: &Scene, _: &Input) -> Result<Price, Text> {
    Ok(Price { words: None, effects: vec![settled()] })
}
