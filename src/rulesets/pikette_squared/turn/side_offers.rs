//! Acts that the side with the initiative can do as a whole. *How to battle – cards and pips.*

use super::super::facts::{self, LEADER_ATTACHED, LEADER_MOVED, PIPS};
use super::super::price;
use super::super::terms::Card;
use super::super::trackers::Leader;
use crate::core::subject::Side;
use crate::rules::table::Table;
use crate::rules::turn::Duty;
use crate::text;

/// A march and the move of the leader, on the cards that allow them; and the next card.
pub fn side_offers(table: &Table) -> Vec<Duty> {
    let Some(side) = facts::active(table) else { return Vec::new() };
    let march = matches!(facts::card_in_play(table), Some(Card::InfantryMove | Card::CavalryMove))
        .then(|| Duty::new("march", "The army marches (2 pips)").of(side));
    march.into_iter().chain(leader_moves(table, side)).chain(next_card(table, side)).collect()
}

/// The leader moves, and leaves the unit that he is with. *Leaders.*
fn leader_moves(table: &Table, side: Side) -> Option<Duty> {
    let own = table.side(side);
    let on_his_card = facts::card_in_play(table)
        .is_some_and(|card| matches!(card, Card::InfantryMove | Card::CavalryMove | Card::LeaderCheck));
    let still_there = facts::leader(own) != Leader::Lost && !own.holds(LEADER_MOVED);
    if !on_his_card || !still_there || price::left(own, PIPS) == 0 {
        return None;
    }
    let moves = Duty::new("move", "The leader moves (1 pip)").of(side);
    let with = table.of(side).find(|unit| unit.facts.holds(LEADER_ATTACHED)).map(|unit| unit.id.clone());
    Some(match with {
        Some(unit) => moves.with("left", [unit]),
        None => moves,
    })
}

fn next_card(table: &Table, side: Side) -> Option<Duty> {
    let own = table.side(side);
    let left = facts::cards_left(own).filter(|left| *left > 0 && price::left(own, PIPS) > 0)?;
    Some(Duty::new("draw_card", text!("Turn a card (1 pip, {n} left)", n = left)).of(side))
}
