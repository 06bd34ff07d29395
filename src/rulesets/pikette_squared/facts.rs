//! Conditions of roles, and facts of units and sides that fill in a procedure's input.

use super::terms::{State, TroopType};
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// A place that no form has: a role there names a unit whose facts are filled in under other names.
pub const ASIDE: &str = "aside";

/// Checks that a unit is on the table.
pub fn on_table(unit: &Facts) -> Result<(), Text> {
    match unit.word("state") {
        "destroyed" => Err("It is destroyed.".into()),
        "left_table" => Err("It has left the table.".into()),
        _ => Ok(()),
    }
}

/// Checks that a unit can do anything but run.
pub fn not_routed(unit: &Facts) -> Result<(), Text> {
    on_table(unit)?;
    if unit.is("state", &[State::Routed.id()]) { Err("A routed unit only makes rout moves.".into()) } else { Ok(()) }
}

/// Checks that a unit can shoot now.
pub fn can_shoot(unit: &Facts) -> Result<(), Text> {
    not_routed(unit)?;
    if !unit.is("shoot_die", &["d4", "d6", "d8", "d10", "d12"]) {
        return Err("It has nothing to shoot with.".into());
    }
    if unit.flag("fired") { Err("It has fired and must reload first.".into()) } else { Ok(()) }
}

/// Checks that a unit can be rallied.
pub fn can_be_rallied(unit: &Facts) -> Result<(), Text> {
    on_table(unit)?;
    if unit.is("state", &[State::Ok.id()]) {
        return Err("It is in good order.".into());
    }
    if unit.flag("leader_attached") { Err("A leader who is attached rallies nobody.".into()) } else { Ok(()) }
}

/// Checks that a unit pursues routed enemies.
pub fn may_pursue(unit: &Facts) -> Result<(), Text> {
    not_routed(unit)?;
    match troop_type(unit) {
        Some(kind) if kind.is_cavalry() || kind == TroopType::Militia => Ok(()),
        _ => Err("Only militia and horse pursue a routed enemy.".into()),
    }
}

/// Checks that a unit is of mounted knights.
pub fn knights(unit: &Facts) -> Result<(), Text> {
    on_table(unit)?;
    if unit.is("type", &[TroopType::Knights.id()]) { Ok(()) } else { Err("Only knights dismount.".into()) }
}

/// Checks that a unit is of French knights.
pub fn french_knights(unit: &Facts) -> Result<(), Text> {
    not_routed(unit)?;
    if unit.is("army", &["french"]) && unit.is("type", &[TroopType::Knights.id()]) {
        Ok(())
    } else {
        Err("Only French knights charge against orders.".into())
    }
}

/// The type among a unit's facts.
pub fn troop_type(unit: &Facts) -> Option<TroopType> {
    let id = unit.word("type");
    TroopType::ALL.iter().copied().find(|kind| kind.id() == id)
}

/// Copies facts into an input under their own names.
pub fn copy(facts: &Facts, input: &mut Map<String, Json>, ids: &[&str]) {
    for id in ids {
        copy_as(facts, id, input, id);
    }
}

/// Copies a fact into an input under another name.
pub fn copy_as(facts: &Facts, id: &str, input: &mut Map<String, Json>, name: &str) {
    if let Some(fact) = facts.get(id) {
        input.insert(name.to_owned(), fact.clone());
    }
}

/// Returns true if the side that acts has the initiative; `None` while neither initiative is played.
pub fn has_initiative(scene: &Scene) -> Option<bool> {
    match scene.battle.word("phase") {
        "first_side" => Some(scene.side.is("place", &["first"])),
        "second_side" => Some(scene.side.is("place", &["second"])),
        _ => None,
    }
}

/// Fills in whether the side that acts has the initiative.
pub fn fill_initiative(scene: &Scene, input: &mut Map<String, Json>) {
    if let Some(has_it) = has_initiative(scene) {
        input.insert("has_initiative".into(), has_it.into());
    }
}

/// Returns true if the Sultan leads the side that acts: his guard is fielded with him alone. *Ottomans.*
pub fn sultan(scene: &Scene) -> bool {
    scene.side.flag("sultan") || scene.army(scene.acts).any(|unit| unit.is("row", &["sultans_guard"]))
}

/// Returns true if a unit's courage is still to be settled on this card.
pub fn courage_unsettled(unit: &Facts) -> bool {
    not_routed(unit).is_ok() && !unit.flag("done_courage")
}

/// Why the card in play must be obeyed before a side turns another, if it must. *Leader Check; Courage.*
pub fn unobeyed(scene: &Scene, side: usize) -> Option<&'static str> {
    let own = &scene.sides[side];
    match scene.battle.word("card") {
        "leader_check" if !own.flag("leader_checked") && !own.is("leader", &["lost"]) => {
            Some("The leader check comes first: it must be obeyed.")
        }
        "courage" if scene.army(side).any(courage_unsettled) => Some("Courage comes first: the card must be obeyed."),
        _ => None,
    }
}

/// Checks that the leader is with a unit.
pub fn led(unit: &Facts) -> Result<(), Text> {
    on_table(unit)?;
    if unit.flag("leader_attached") { Ok(()) } else { Err("The leader is not with it.".into()) }
}

/// The cards left in a side's deck. One that names no card at all is as it was built: full.
pub fn deck(side: &Facts) -> Option<&Map<String, Json>> {
    let object = |id: &str| side.get(id).and_then(Json::as_object).filter(|cards| !cards.is_empty());
    object("deck").or_else(|| object("full_deck"))
}

/// How many cards are left in a side's deck.
pub fn cards_left(side: &Facts) -> Option<i64> {
    Some(deck(side)?.values().filter_map(Json::as_i64).sum())
}
