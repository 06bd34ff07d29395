//! Notes on the card in play: the acts that it allows, and the units that can do them. *How to battle – cards and pips.*

use super::super::RULESET;
use super::super::cards::allows;
use super::super::price;
use super::super::terms::{ActionKind, Card, Fate, Leader};
use crate::facts::*;
use crate::ids::procedures;
use rules::prelude::*;
use serde_json::Value as Json;
use std::sync::Arc;

/// Notes for the side with the initiative.
pub fn notes(table: &Table) -> Vec<Text> {
    let Some(side) = active(table) else { return Vec::new() };
    let mut notes = Vec::new();
    if let Some(card) = card_in_play(table) {
        notes.push(text!("{card}: {what}", card = card.label(), what = allows(card)));
        notes.extend(able(card, table, side).or_else(|| on_card(card, table, side)));
        notes.extend(knights(card, table, side));
    }
    if price::left(table.side(side), PIPS) == 0 {
        notes.push("No pips are left: Next hands the initiative over.".into());
    }
    notes
}

/// Units that may act on a card now, by their offers. Under a melee card, units recorded in contact come first.
fn able(card: Card, table: &Table, side: Side) -> Option<Text> {
    let (procedure, says) = match card {
        Card::InfantryMove | Card::CavalryMove => (procedures::MOVE, None),
        Card::Reload => (procedures::ACTION, Some(ActionKind::Reload)),
        Card::Melee => (procedures::FIGHT, None),
        Card::LeaderCheck => (procedures::RALLY_CHECK, None),
        Card::MillingAround | Card::Courage | Card::CommandIndecision => return None,
    };
    let procedure = RULESET.procedure(procedure)?;
    let answers = says.map(|act: ActionKind| (ACTION_OF.id(), act.id().into()));
    let input = answers.iter().map(|(field, act): &(&str, Json)| ((*field).to_owned(), act.clone())).collect();
    let table = Arc::new(table.clone());
    let may = |unit: &TableUnit| {
        let role = procedure.participants.first()?;
        let scene = Scene { table: table.clone(), roles: vec![(role.id, vec![unit.clone()])], acts: side };
        let offer = Attempt { procedure: procedure.id, scene: &scene, input: &input, is_offer: true };
        let is_forbidden = procedure.all_bans().any(|ban| ban.stands_against(&offer).is_some());
        let fits = (role.fits)(&unit.facts).is_ok();
        (fits && !is_forbidden && procedure.may(&unit.facts, answers.as_slice())).then_some(())
    };
    let mut units: Vec<&TableUnit> = table.of(side).filter(|unit| may(unit).is_some()).collect();
    if card == Card::Melee {
        units.sort_by_key(|unit| !unit.facts.lists_any(CONTACT));
    }
    (!units.is_empty()).then(|| text!("They may: {names}.", names = names(units.into_iter())))
}

/// Note on a Courage card, or on a Leader Check card whose side has lost its leader.
fn on_card(card: Card, table: &Table, side: Side) -> Option<Text> {
    match card {
        // Fearsome units frighten units that are not fearsome.
        Card::Courage => {
            let feared = enemies(table, side, |unit| unit.holds(FEARSOME) && unit.equals(STATE, Fate::Ok));
            Some(match feared {
                None => "The enemy has nobody to fear: only units with an enemy in their square check.".into(),
                Some(names) => {
                    text!("Feared within their move, by all who are not fearsome themselves: {names}.", names = names)
                }
            })
        }
        Card::LeaderCheck if leader(table.side(side)) == Leader::Lost => {
            Some("The leader is lost: nobody is checked.".into())
        }
        _ => None,
    }
}

/// Note on French knights of the other side, who charge enemies that come near. *Moving.* (R24)
fn knights(card: Card, table: &Table, side: Side) -> Option<Text> {
    let moves = matches!(card, Card::InfantryMove | Card::CavalryMove);
    let knights = |unit: &Facts| in_hand(unit) && french_knights(unit).is_ok();
    let names = enemies(table, side, knights).filter(|_| moves)?;
    Some(text!("Who comes within 3 squares of French knights draws them: {names}.", names = names))
}

/// Names of enemies for which the predicate holds; `None` without any.
fn enemies(table: &Table, side: Side, holds: impl Fn(&Facts) -> bool) -> Option<String> {
    let of_whom = names(table.of(side.other()).filter(|unit| holds(&unit.facts)));
    (!of_whom.is_empty()).then_some(of_whom)
}

/// Names of units. Every roster has one for each.
fn names<'a>(units: impl Iterator<Item = &'a TableUnit>) -> String {
    units.map(|unit| unit.facts.text(NAME).unwrap_or("?")).collect::<Vec<_>>().join(", ")
}
