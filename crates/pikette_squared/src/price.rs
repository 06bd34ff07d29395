//! Prices of acts in a battle, and the trackers that an act sets on the unit or side that pays. *How to battle – cards and pips.*
//!
//! Bans refuse acts that cannot be paid for. If players override this, the act costs what is left.

use super::terms::{ActionKind, Actor, Currency, TroopType};
use crate::facts::*;
use crate::ids::roles;
use rules::consequences::{Change, Effect};
use rules::prelude::*;
use rules::procedure::Price;
use serde_json::Map;

/// Pips for turning a card.
pub const CARD_COST: i32 = 1;
/// Pips for a march of the whole army.
pub const MARCH_COST: i32 = 2;
/// Opportunity chips for a reaction.
pub const REACTION_COST: i32 = 1;
/// Morale chips for an attempt to disorder or rout an enemy.
pub const CHIP_COST: i32 = 1;
/// Morale chips for an attempt to rally a unit.
pub const RALLY_COST: i32 = 1;

/// Currency and price of an act by a unit of this type, or by the leader.
pub fn cost(act: ActionKind, actor: Actor, has_initiative: bool) -> (Currency, i32) {
    let heavy = matches!(actor, Actor::Cannon | Actor::WarWagons);
    match act {
        ActionKind::Move | ActionKind::ChangeDirection => (Currency::Pips, if heavy { 3 } else { 1 }),
        ActionKind::Reload => (Currency::Pips, if heavy || actor == Actor::Crossbows { 2 } else { 1 }),
        ActionKind::Shoot if !has_initiative => (Currency::OpportunityChips, 1),
        ActionKind::Shoot | ActionKind::Fight => (Currency::Pips, 1),
        ActionKind::Rally => (Currency::MoraleChips, RALLY_COST),
        ActionKind::AttachLeader | ActionKind::RoutMove => (Currency::Free, 0),
    }
}

/// Currency and price of an act by these units, or by the leader if there are none. Each shooter pays for its own shot.
pub fn cost_for(act: ActionKind, units: &[TableUnit], has_initiative: bool) -> (Currency, i32) {
    let (currency, each) = cost(act, actor(units.first()), has_initiative);
    let cost = if act == ActionKind::Shoot { units.iter().map(|_| each).sum() } else { each };
    (currency, cost)
}

/// Type of a unit as an actor; the leader, if there is no unit.
pub fn actor(unit: Option<&TableUnit>) -> Actor {
    // No form accepts a unit without a type, so the value does not matter.
    unit.map_or(Actor::Leader, |unit| unit.facts.value(UNIT_TYPE).unwrap_or(Actor::Militia))
}

/// Tracker that a currency is paid from; `None` for free acts.
pub fn purse(currency: Currency) -> Option<Fact<i32>> {
    match currency {
        Currency::Pips => Some(PIPS),
        Currency::OpportunityChips => Some(OPPORTUNITY_CHIPS),
        Currency::MoraleChips => Some(MORALE_CHIPS),
        Currency::Free => None,
    }
}

/// Amount left of a currency; 0 if the side lacks the tracker.
pub fn left(side: &Facts, purse: Fact<i32>) -> i32 {
    side.value(purse).unwrap_or(0)
}

/// Sets a tracker of a role's first unit, of a side or of the battle.
fn set<T: FactValue>(role: &'static str, fact: Fact<T>, to: impl Into<T>) -> Effect {
    Effect { role, index: 0, key: fact.id(), change: Change::Put(to.into().write()) }
}

/// Records that an act was paid for or resolved, so that it is too late for a chip on the last result (R53).
fn end_chip_time() -> Effect {
    set(BATTLE, PAID, Map::new())
}

/// Payment of the acting side. Nothing is paid outside the two initiatives.
fn pay(scene: &Scene, (currency, cost): (Currency, i32)) -> Price {
    let words = match currency {
        Currency::Pips => text!("Costs {n} {n|pip|pips}", n = cost),
        Currency::OpportunityChips if cost == 1 => "Costs an opportunity chip".into(),
        Currency::OpportunityChips => text!("Costs {n} opportunity chips", n = cost),
        // The procedure itself subtracts the chip when it rolls.
        Currency::MoraleChips | Currency::Free => return Price { words: None, effects: vec![end_chip_time()] },
    };
    let Some(purse) = purse(currency).filter(|_| active(&scene.table).is_some()) else {
        return Price { words: None, effects: vec![end_chip_time()] };
    };
    let left = (left(scene.side(), purse) - cost).max(0);
    let words = text!("{cost}; {left} left.", cost = words, left = left);
    let spent = Effect { role: SIDE, index: 0, key: purse.id(), change: Change::Add(-cost) };
    Price { words: Some(words), effects: vec![spent, end_chip_time()] }
}

/// Price of shots for each shooter: a pip with the initiative, an opportunity chip without.
pub fn shoot(scene: &Scene, _: &Input) -> Price {
    let has_initiative = has_initiative(scene) != Some(false);
    pay(scene, cost_for(ActionKind::Shoot, scene.units(roles::SHOOTERS), has_initiative))
}

/// Price of a fight, paid by the attacker.
pub fn fight(scene: &Scene, _: &Input) -> Price {
    let mut price = pay(scene, cost_for(ActionKind::Fight, scene.units(roles::ATTACKER), true));
    price.effects.push(set(roles::ATTACKER, DONE_FIGHT, true));
    price
}

/// Price of a move or a change of direction. It ends the side's right to march, unless the leader or a cannon moved. Friends that the unit
/// passed through may not move again in this initiative.
pub fn move_price(scene: &Scene, _: &Input) -> Price {
    let mut price = pay(scene, cost_for(ActionKind::Move, scene.units(roles::UNIT), true));
    match scene.facts(roles::UNIT) {
        Some(unit) => {
            price.effects.push(set(roles::UNIT, DONE_MOVE, true));
            // The cannon does not march, so its own move does not end marching (R48).
            if !unit.equals(TYPE, TroopType::Cannon) {
                price.effects.push(set(SIDE, MARCH_AVAILABLE, false));
            }
        }
        None => price.effects.push(set(SIDE, LEADER_MOVED, true)),
    }
    let through = 0..scene.units(roles::FRIENDS).len();
    price.effects.extend(through.map(|index| Effect { index, ..set(roles::FRIENDS, MOVED_THROUGH, true) }));
    price
}

/// Price of a rally. The chip is paid when the dice are rolled, and a unit is rallied once on each card (R39).
pub fn rally(scene: &Scene, _: &Input) -> Price {
    let mut price = pay(scene, cost(ActionKind::Rally, Actor::Leader, true));
    price.effects.push(set(roles::UNIT, DONE_RALLY, true));
    price
}

/// Price of turning a card, without the pip, which the procedure subtracts. If the card before was a move card without a march, the right
/// to march ends (R33).
pub fn card(scene: &Scene, _: &Input) -> Price {
    let mut effects = vec![end_chip_time()];
    effects.extend(scene.side().holds(MARCH_DUE).then(|| set(SIDE, MARCH_AVAILABLE, false)));
    Price { words: None, effects }
}

/// Price of procedures that subtract their cost themselves or cost nothing: it only ends the time for a chip (R53).
pub fn only_end_chip_time(_: &Scene, _: &Input) -> Price {
    Price { words: None, effects: vec![end_chip_time()] }
}
