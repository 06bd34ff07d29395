//! Prices of acts in a battle: the price list of [`action`](super::action), asked by the procedures that do the acts.

use super::action::{ACTION, Act, Action, Currency};
use super::facts;
use super::terms::{Card, TroopType};
use super::words;
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::{Choices, Filled};
use crate::outcome::{Record, Value};
use crate::rules::consequences::{Change, Effect};
use crate::rules::filling;
use crate::rules::procedure::Price;
use crate::rules::table::Scene;
use crate::text;
use serde_json::{Map, Value as Json, json};

/// An effect on the tracker of a role.
fn set(role: &'static str, key: &'static str, to: impl Into<Value>) -> Effect {
    Effect { role, index: 0, key, change: Change::Set(to.into()) }
}

/// The price of one act by a unit, or by the leader if there is none. `None` while neither initiative is played: then
/// nothing is paid for.
fn act(
    scene: &Scene,
    act: Act,
    unit: Option<&Facts>,
    enemy: Option<&Facts>,
    said: Json,
) -> Result<Option<(Currency, i32)>, Text> {
    if facts::has_initiative(scene).is_none() {
        return Ok(None);
    }
    let taken = |role, unit: Option<&Facts>| (role, unit.into_iter().cloned().collect());
    let scene = Scene { participants: vec![taken("unit", unit), taken("enemy", enemy)], ..scene.clone() };
    let mut asked = said.as_object().cloned().unwrap_or_default();
    asked.insert("action".into(), act.id().into());
    if unit.is_none() {
        asked.insert("unit_type".into(), "leader".into());
    }
    let input = filling::input(&ACTION, &scene, &Map::new(), &asked);
    let priced = Action::from_object(&input).and_then(|action| action.priced());
    priced.map(Some).map_err(|refusal| refusal.into_message())
}

/// So much of a currency is paid.
fn paid(scene: &Scene, currency: Currency, cost: i32) -> Result<Price, Text> {
    let (key, one, many) = match currency {
        Currency::Pips => ("pips", "Costs 1 pip", "Costs {n} pips"),
        Currency::OpportunityChips => ("opportunity_chips", "Costs an opportunity chip", "Costs {n} opportunity chips"),
        // The chip is taken where its die is thrown.
        Currency::MoraleChips | Currency::Free => return Ok(Price::default()),
    };
    let purse = scene.side.whole(key);
    if purse < cost {
        return Err(text!("That costs {cost}, and {n} are left.", cost = cost, n = purse));
    }
    let words = text!("{cost}; {left} left.", cost = words::counted(cost, one, many), left = purse - cost);
    let spent = Effect { role: "side", index: 0, key, change: Change::Add(-cost) };
    // Whatever is paid for next comes too late for a chip on the last result.
    let effects = vec![spent, set("battle", "paid", Record::default())];
    Ok(Price { words: Some(words), effects })
}

/// The price of one act, paid.
fn pay(scene: &Scene, priced: Option<(Currency, i32)>) -> Result<Price, Text> {
    priced.map_or_else(|| Ok(Price::default()), |(currency, cost)| paid(scene, currency, cost))
}

/// Each shooter pays: a pip with the initiative, an opportunity chip without.
pub fn shoot(scene: &Scene, _: &Map<String, Json>) -> Result<Price, Text> {
    let mut total = None;
    for shooter in scene.units("shooters") {
        if let Some((currency, cost)) = act(scene, Act::Shoot, Some(shooter), None, json!({}))? {
            total = Some((currency, cost + total.map_or(0, |(_, so_far)| so_far)));
        }
    }
    pay(scene, total)
}

/// The attacker pays. Before an enemy is picked, the kindest is taken, so that only what no enemy could change refuses.
pub fn fight(scene: &Scene, input: &Map<String, Json>) -> Result<Price, Text> {
    let mut said = json!({ "same_square_as_enemy": true });
    let enemy = scene.unit("defender");
    match enemy {
        Some(_) => said["attack_arc"] = input.get("attack_arc").cloned().unwrap_or("front".into()),
        None => {
            said["enemy_type"] = "militia".into();
            said["enemy_state"] = "routed".into();
        }
    }
    let priced = act(scene, Act::Fight, scene.unit("attacker"), enemy, said)?;
    let mut price = pay(scene, priced)?;
    if priced.is_some() {
        price.effects.push(set("attacker", "done_fight", true));
    }
    Ok(price)
}

/// A move or a change of direction, on the card that allows it. From then on no march is left to the side, unless it was
/// the cannon, and friends moved through stay where they are.
pub fn walk(scene: &Scene, input: &Map<String, Json>) -> Result<Price, Text> {
    let turned = input.get("new_facing").is_some_and(|facing| Some(facing) != input.get("facing"));
    let steps = input.get("steps").and_then(Json::as_array).is_some_and(|steps| !steps.is_empty());
    let what = if turned && !steps { Act::ChangeDirection } else { Act::Move };
    let unit = scene.unit("unit");
    if unit.is_none() {
        the_leader(scene)?;
    }
    let priced = act(scene, what, unit, None, json!({}))?;
    let mut price = pay(scene, priced)?;
    if priced.is_some() {
        price.effects.extend(match unit {
            Some(unit) => {
                // The cannon stands outside the march: its own move does not end marching (R48).
                let ends_marching = facts::troop_type(unit) != Some(TroopType::Cannon);
                let marching = ends_marching.then(|| set("side", "march_available", false));
                [set("unit", "done_move", true)].into_iter().chain(marching).collect()
            }
            None => vec![set("side", "leader_moved", true)],
        });
        let through = 0..scene.units("friends").len();
        let stays = |index| Effect { index, ..set("friends", "moved_through", true) };
        price.effects.extend(through.map(stays));
    }
    Ok(price)
}

/// The leader acts if he is still there, and on his own card once he has been checked. *Leader Check.*
fn the_leader(scene: &Scene) -> Result<(), Text> {
    if scene.side.is("leader", &["lost"]) {
        return Err("The leader is lost.".into());
    }
    let unchecked = scene.battle.is("card", &[Card::LeaderCheck.id()]) && !scene.side.flag("leader_checked");
    if unchecked && facts::has_initiative(scene).is_some() {
        return Err("First comes the leader check.".into());
    }
    Ok(())
}

/// A chip right after a result, while one of the two initiatives is played, and once a result (R34).
pub fn chip(scene: &Scene, _: &Map<String, Json>) -> Result<Price, Text> {
    let too_late = scene.unit("unit").is_some_and(|unit| !unit.flag("may_be_chipped"));
    if too_late && facts::has_initiative(scene).is_some() {
        return Err("A unit is chipped right after a result that allows it, and once.".into());
    }
    Ok(Price::default())
}

/// On a Leader Check card, once a unit (R39).
pub fn rally(scene: &Scene, _: &Map<String, Json>) -> Result<Price, Text> {
    if scene.unit("unit").is_some_and(|unit| unit.flag("done_rally")) {
        return Err("The leader has tried it on this card.".into());
    }
    the_leader(scene)?;
    let priced = act(scene, Act::Rally, None, None, json!({}))?;
    let mut price = pay(scene, priced)?;
    price.effects.push(set("unit", "done_rally", true));
    Ok(price)
}

/// Whatever the price list says of the way chosen; `action` itself takes the pips.
pub fn listed(scene: &Scene, input: &Map<String, Json>) -> Result<Price, Text> {
    let id = input.get("action").and_then(Json::as_str).unwrap_or_default();
    let chosen = Act::ALL.iter().copied().find(|act| act.id() == id);
    // What is thrown for is looked at where it is thrown for.
    let Some(chosen @ (Act::Reload | Act::AttachLeader | Act::RoutMove)) = chosen else { return Ok(Price::default()) };
    let unit = scene.unit("unit").filter(|_| chosen != Act::AttachLeader);
    if chosen == Act::AttachLeader {
        the_leader(scene)?;
        if scene.side.is("leader", &["attached"]) {
            return Err("The leader is with a unit already: he leaves it on a card on which he moves.".into());
        }
    }
    act(scene, chosen, unit, None, json!({})).map(|_| Price::default())
}

/// A card is turned by the side that has the initiative. A move card before it that nobody marched on ends all marching
/// (R33).
pub fn card(scene: &Scene, _: &Map<String, Json>) -> Result<Price, Text> {
    with_initiative(scene)?;
    if let Some(why) = facts::unobeyed(scene, scene.acts) {
        return Err(why.into());
    }
    let mut effects = vec![set("battle", "paid", Record::default())];
    effects.extend(scene.side.flag("march_due").then(|| set("side", "march_available", false)));
    Ok(Price { words: None, effects })
}

/// A march, once a card.
pub fn march(scene: &Scene, _: &Map<String, Json>) -> Result<Price, Text> {
    with_initiative(scene)?;
    if scene.side.flag("marched") { Err("It has marched on this card.".into()) } else { Ok(Price::default()) }
}

fn with_initiative(scene: &Scene) -> Result<(), Text> {
    match facts::has_initiative(scene) {
        Some(false) => Err("The other side has the initiative.".into()),
        _ => Ok(()),
    }
}

/// Only while this card is in play, by the side that turned it.
pub fn on_card(scene: &Scene, card: Card) -> Result<Price, Text> {
    with_initiative(scene)?;
    if facts::has_initiative(scene).is_some() && !scene.battle.is("card", &[card.id()]) {
        return Err(text!("That is for a {card} card.", card = card.label()));
    }
    Ok(Price::default())
}

/// Reactions of the side without the initiative, paid with opportunity chips.
pub fn react(scene: &Scene, input: &Map<String, Json>) -> Result<Price, Text> {
    if facts::has_initiative(scene) == Some(true) {
        return Err("Its side has the initiative: it does not react.".into());
    }
    if scene.side.whole("opportunity_chips") == 0 {
        return Err("No opportunity chip is left in this initiative.".into());
    }
    let able = match (input.get("reaction").and_then(Json::as_str), scene.unit("unit").and_then(facts::troop_type)) {
        (Some("opportunity_charge"), Some(kind)) => {
            matches!(kind, TroopType::Knights | TroopType::Lancers | TroopType::LightHorse)
        }
        (Some("evade"), Some(kind)) => {
            matches!(kind, TroopType::Skirmishers | TroopType::Carabins | TroopType::LightHorse)
        }
        _ => true,
    };
    if able { Ok(Price::default()) } else { Err("Troops of its type do not.".into()) }
}

/// French knights are tempted in the enemy's initiative alone (R24).
pub fn temptation(scene: &Scene, _: &Map<String, Json>) -> Result<Price, Text> {
    match facts::has_initiative(scene) {
        Some(true) => Err("They are tempted by an enemy who comes near in his own initiative.".into()),
        _ => Ok(Price::default()),
    }
}
