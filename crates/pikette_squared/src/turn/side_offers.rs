//! Acts that the side with the initiative can do as a whole. *How to battle – cards and pips.*

use super::super::bans::act_of;
use super::super::price;
use super::super::reaction::{REACTION_OF, ReactionKind};
use super::super::terms::{ActionKind, TroopType};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Acts of the side with the initiative: first turning the next card, because the initiative goes on with it; then a march and the leader's
/// move. The referee leaves out forbidden acts.
pub fn side_offers(table: &Table) -> Vec<Duty> {
    let Some(side) = active(table) else { return Vec::new() };
    let march = Duty::new(procedures::MARCH, "The army marches (2 pips)").of(side);
    next_card(table, side).into_iter().chain([march, leader_moves(table, side)]).collect()
}

/// Move of the leader, who leaves the unit that he is with. *Leaders.*
fn leader_moves(table: &Table, side: Side) -> Duty {
    let moves = Duty::new(procedures::MOVE, "The leader moves (1 pip)").of(side);
    match unit_of_leader(table, side) {
        Some(unit) => moves.with(roles::LEFT, [unit.id.clone()]),
        None => moves,
    }
}

fn next_card(table: &Table, side: Side) -> Option<Duty> {
    let trackers = table.side(side);
    let left = cards_left(trackers).filter(|left| *left > 0 && price::left(trackers, PIPS) >= price::CARD_COST)?;
    Some(Duty::new(procedures::DRAW_CARD, text!("Turn a card (1 pip, {n} left)", n = left)).of(side))
}

/// Pips left to the side with the initiative. They are lost when the initiative ends.
pub fn pips_left(table: &Table) -> Vec<Duty> {
    let Some(side) = active(table) else { return Vec::new() };
    let trackers = table.side(side);
    let pips = price::left(trackers, PIPS);
    if pips == 0 {
        return Vec::new();
    }
    let name = ["{Side A}", "{Side B}"][side.index()];
    let why = text!("{side}: {n} {n|pip|pips} left.", side = name, n = pips);
    let spends_on =
        if cards_left(trackers).is_some_and(|left| left > 0) { procedures::DRAW_CARD } else { procedures::ACTION };
    vec![Duty::new(spends_on, why).of(side)]
}

/// Returns a warning if an act ends the side's right to march: a move of a unit other than cannon, a charge, or turning the next card after
/// a move card without a march. French knights may be held back. *Marching.*
pub fn ends(act: &Attempt) -> Vec<Text> {
    let own = act.scene.table.side(act.scene.acts);
    if !own.holds(MARCH_AVAILABLE) {
        return Vec::new();
    }
    let units: Vec<&TableUnit> = act.scene.actors().iter().filter(|unit| unit.side == act.scene.acts).collect();
    let by_a_unit = || units.iter().any(|unit| !unit.facts.equals(TYPE, TroopType::Cannon));
    let ends = match act.procedure {
        procedures::MOVE => by_a_unit(),
        procedures::ACTION => {
            by_a_unit() && matches!(act_of(act.input), Some(ActionKind::Move | ActionKind::ChangeDirection))
        }
        procedures::DRAW_CARD => own.holds(MARCH_DUE),
        procedures::REACTION => answer(act.input, REACTION_OF) == Some(ReactionKind::OpportunityCharge),
        procedures::FRENCH_KNIGHTS_CHARGE => return vec!["If they charge, the army no longer marches.".into()],
        _ => false,
    };
    ends.then(|| "After this the army no longer marches.".into()).into_iter().collect()
}
