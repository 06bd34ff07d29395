//! Bans of acts of a unit or of the leader.

use super::super::bans::{
    CARDS_AND_PIPS, MOVING, MUST_RELOAD, NIGHT_FALLEN, NO_OPPORTUNITY_CHIP, OF_ROUTED, OFF_TABLE, ONLY_RUNS, SHOOTING,
    WRONG_CARD, act_of, attached_leader, cannot_afford, cannot_pay, card_needed, done_on_card, has_acted, has_pursued,
    initiative_is_not_with, is_of_leader, lacks_melee_card, leader, leader_check_is_due, leader_first,
    leader_has_moved, leader_lost, melee_card_needed, missing_card, no_initiative, once_in_all, once_on_a_card,
    pursuer_of_routed, too_dear,
};
use super::super::price;
use super::super::terms::{ActionKind, Actor, Currency, Fate, Leader};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

pub(super) const ALL: &[Ban] = &[
    NIGHT_FALLEN,
    // Both sides can shoot at any time of an initiative.
    no_initiative(|act| {
        let active = active(&act.scene.table);
        let is_free = if act_of(act.input) == Some(ActionKind::Shoot) {
            active.is_some()
        } else {
            active == Some(act.scene.acts)
        };
        initiative_is_not_with(act, !is_free)
    }),
    Ban::input(
        "no_initiative",
        CARDS_AND_PIPS,
        "Without the initiative a unit can only shoot, charge or evade, with opportunity chips.",
        |unit| Some(act(unit)? != ActionKind::Shoot && !unit.get(HAS_INITIATIVE)?),
    )
    .at(HAS_INITIATIVE),
    OFF_TABLE,
    // The leader may join and rally routed units, and cannot be routed himself.
    Ban::unit("routed", OF_ROUTED, ONLY_RUNS, |unit| {
        let acts = !matches!(act(unit)?, ActionKind::RoutMove | ActionKind::AttachLeader | ActionKind::Rally);
        Some(acts && unit.get(UNIT_TYPE)? != Actor::Leader && is_routed(unit)?)
    })
    .at(STATE),
    Ban::unit("not_routed", CARDS_AND_PIPS, "only routed units make rout moves.", |unit| {
        Some(act(unit)? == ActionKind::RoutMove && !is_routed(unit)?)
    })
    .at(STATE),
    Ban::unit("has_run", CARDS_AND_PIPS, "rout move already made in this initiative.", |unit| {
        Some(act(unit)? == ActionKind::RoutMove && unit.get(DONE_ROUT)?)
    }),
    leader_lost(|act| leader_acts(act) && leader(act) == Leader::Lost),
    card_needed(|act| {
        let actor = price::actor(act.scene.unit(roles::UNIT));
        missing_card(act, act_of(act.input)?.cards(actor))
    }),
    Ban::input("wrong_card", CARDS_AND_PIPS, WRONG_CARD, |unit| Some(!is_right_card(unit)?)).at(CARD),
    leader_first(|act| leader_acts(act) && leader_check_is_due(act)),
    attached_leader(|act| is_by_leader(act) && leader(act) == Leader::Attached),
    Ban::unit("moved_through", MOVING, "friends moved through, so no move.", |unit| {
        Some(act(unit)? == ActionKind::Move && unit.get(MOVED_THROUGH)?)
    })
    .at(MOVED_THROUGH),
    Ban::PERMIT,
    Ban::unit("fired", SHOOTING, MUST_RELOAD, |unit| Some(act(unit)? == ActionKind::Shoot && unit.get(FIRED)?))
        .at(FIRED),
    Ban::unit("loaded", SHOOTING, "nothing to reload.", |unit| {
        Some(act(unit)? == ActionKind::Reload && !unit.get(FIRED)?)
    })
    .at(FIRED),
    Ban::table(
        "roll_lost",
        CARDS_AND_PIPS,
        "Routed units run only after their side has won the roll for the initiative.",
        |act| act_of(act.input) == Some(ActionKind::RoutMove) && lost_roll(&act.scene.table, act.scene.acts),
    ),
    melee_card_needed(|act| is_fight(act) && lacks_melee_card(act, roles::ENEMY)),
    done_on_card(|act| is_move(act) && leader_has_moved(act)),
    once_in_all(|act| has_acted(act, roles::UNIT, act_of(act.input)?)),
    once_on_a_card(|unit| {
        let is_counted = matches!(
            act(unit)?,
            ActionKind::Move | ActionKind::ChangeDirection | ActionKind::Reload | ActionKind::Fight
        );
        Some(is_counted && unit.get(DONE_ON_CARD)?)
    })
    .at(DONE_ON_CARD)
    .even_if_overridden(),
    has_pursued(|act| pursuer_of_routed(act, roles::UNIT, roles::ENEMY).filter(|_| is_fight(act))),
    too_dear(|act| cannot_afford(act, act_of(act.input)?, roles::UNIT)),
    cannot_pay("There are not enough pips left.", |unit| is_short_of(unit, Currency::Pips, PIPS)).at(PIPS),
    cannot_pay(NO_OPPORTUNITY_CHIP, |unit| is_short_of(unit, Currency::OpportunityChips, OPPORTUNITY_CHIPS))
        .at(OPPORTUNITY_CHIPS),
    cannot_pay("No morale chip is left.", |unit| is_short_of(unit, Currency::MoraleChips, MORALE_CHIPS))
        .at(MORALE_CHIPS),
];

/// Field that is true if the actor has done this act on this card already.
pub(super) const DONE_ON_CARD: Fact<bool> = fact!("done_on_card");

/// The act; `None` if this actor cannot do it, because [`Ban::PERMIT`] then refuses it.
fn act(unit: &Judged) -> Option<ActionKind> {
    let is_leader = unit.get(UNIT_TYPE)? == Actor::Leader;
    unit.get(ACTION_OF).filter(|act| act.is_of(is_leader))
}

fn is_fight(act: &Attempt) -> bool {
    act_of(act.input) == Some(ActionKind::Fight)
}

/// True if a unit or the leader moves or changes direction.
fn is_move(act: &Attempt) -> bool {
    matches!(act_of(act.input), Some(ActionKind::Move | ActionKind::ChangeDirection))
}

/// True if the leader joins a unit or rallies it.
fn is_by_leader(act: &Attempt) -> bool {
    matches!(act_of(act.input), Some(ActionKind::AttachLeader | ActionKind::Rally))
}

/// True if the leader moves, joins a unit or rallies one.
fn leader_acts(act: &Attempt) -> bool {
    is_by_leader(act) || is_move(act) && is_of_leader(act)
}

fn is_routed(unit: &Judged) -> Option<bool> {
    Some(unit.get(STATE)? == Fate::Routed)
}

fn is_right_card(unit: &Judged) -> Option<bool> {
    let card = unit.get(CARD)?.card();
    let needed = act(unit)?.cards(unit.get(UNIT_TYPE)?);
    Some(needed.is_empty() || card.is_some_and(|card| needed.contains(&card)))
}

/// True if the act is paid in this currency and costs more than is left.
fn is_short_of(unit: &Judged, currency: Currency, purse: Fact<i32>) -> Option<bool> {
    let (paid_in, cost) = price::cost(act(unit)?, unit.get(UNIT_TYPE)?, unit.get(HAS_INITIATIVE)?);
    Some(paid_in == currency && unit.get(purse)? < cost)
}
