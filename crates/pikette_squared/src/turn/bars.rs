//! Bars: acts that the turn forbids because of the whole table. Rules about a single unit are conditions of its procedure.

use super::super::action::act_of;
use super::super::conditions::{CARDS_AND_PIPS, FIGHTING, MOVING, NO_MELEE_CARD, ONCE_ON_A_CARD, PRICES, REPLIES};
use super::super::facts::{
    self, CHIPS_ROLLED, DONE_FIGHT, DONE_MOVE, DONE_RELOAD, LEADER_CHECKED, LEADER_LOSS_DUE, LEADER_MOVED,
    MARCH_AVAILABLE, MARCHED, MORALE_CHIPS, NIGHT, NIGHTFALL_TURNS, OPPORTUNITY_CHIPS, PIPS, PURSUED, STATE,
    TERRAIN_CHOSEN, TERRAIN_PIECES, TERRAIN_TRIED, TYPE,
};
use super::super::march;
use super::super::morale::courage_unsettled;
use super::super::price;
use super::super::rally::LEADERS_AND_RALLY;
use super::super::reaction::REACTIONS;
use super::super::rulings::{ACTS_ON_A_CARD, ActsOnACard};
use super::super::terms::{ActionKind, Card, Fate, Leader, TroopType};
use super::duties::{self, winner_is_known};
use super::ends::{NIGHT_HAS_FALLEN, turn_is_over};
use crate::ids::{procedures, roles};
use rules::prelude::*;

const SET_UP: &str = "How to set up playing";
const TERRAIN: &str = "Terrain – setting up";
const BEFORE_THE_BATTLE: &str = "How to set up playing; Terrain – setting up; Army lists (2)";
const OFF_THE_TABLE: &str = "Units; How to battle – moving";
const LEADERS: &str = "Leaders";
const MARCHING: &str = "Marching";
const LEADER_CHECK: &str = "How to battle – cards and pips: Leader Check";

/// Procedures that are never barred.
const NEVER_BARRED: &[&str] = &[
    procedures::ARMY_GENERATE,
    procedures::ARMY_CHECK,
    procedures::BEARING,
    procedures::APPLY_RESULT,
    procedures::VICTORY_POINTS,
];

/// Procedures that the active side plays on its cards.
const OF_THE_ACTIVE: &[&str] = &[
    procedures::DRAW_CARD,
    procedures::MARCH,
    procedures::MOVE,
    procedures::FIGHT,
    procedures::ACTION,
    procedures::RALLY_CHECK,
    procedures::LEADER_CHECK,
    procedures::COURAGE_REQUIRED,
    procedures::COURAGE_CHECK,
];

/// Bars in the order in which they are checked; the first that applies is reported.
pub const BARS: &[Bar] = &[
    Bar::new("night", &[], CARDS_AND_PIPS, |act| {
        when(!NEVER_BARRED.contains(&act.procedure) && act.table.battle.holds(NIGHT), NIGHT_HAS_FALLEN)
    }),
    Bar::new("due", &[procedures::TURN_END], CARDS_AND_PIPS, |act| {
        let open = if turn_is_over(act.table) { duties::open(act.table) } else { Vec::new() };
        open.into_iter().next().map(|duty| text!("First: {why}", why = duty.why))
    }),
    Bar::new(
        "set_up_over",
        &[
            procedures::TERRAIN_ROLL,
            procedures::TERRAIN_BUDGET,
            procedures::TERRAIN_SHIFT,
            procedures::DISMOUNT,
            procedures::DECK_BUILD,
        ],
        BEFORE_THE_BATTLE,
        |act| {
            let settled = act.procedure != procedures::DECK_BUILD || facts::deck(own_side(act)).is_some();
            when(act.table.phase != "turn_start" && settled, "That is settled before the battle.")
        },
    ),
    Bar::new(
        "already_rolled",
        &[procedures::MORALE_CHIPS, procedures::NIGHTFALL, procedures::TERRAIN_ROLL],
        SET_UP,
        |act| {
            let rolled = match act.procedure {
                "morale_chips" => own_side(act).holds(CHIPS_ROLLED),
                "nightfall" => act.table.battle.value(NIGHTFALL_TURNS) > Some(0),
                _ => act.table.sides.iter().any(|side| side.value(TERRAIN_PIECES) > Some(0)),
            };
            when(rolled, "That has been rolled.")
        },
    ),
    Bar::new("terrain_first", &[procedures::TERRAIN_SHIFT], TERRAIN, |act| {
        let chosen = act.table.sides.iter().all(|side| side.holds(TERRAIN_CHOSEN));
        when(!chosen, "Only once both sides have placed their terrain.")
    }),
    Bar::new("shift_tried", &[procedures::TERRAIN_SHIFT], TERRAIN, |act| {
        when(own_side(act).holds(TERRAIN_TRIED), "Each player tries once.")
    }),
    Bar::new("turn_over", &[procedures::INITIATIVE, procedures::DRAW_CARD], CARDS_AND_PIPS, |act| {
        when(turn_is_over(act.table), "The turn is over: end it.")
    }),
    Bar::new("initiative_rolled", &[procedures::INITIATIVE], CARDS_AND_PIPS, |act| {
        when(winner_is_known(act.table), "The initiative has been rolled: the higher roll chooses.")
    }),
    Bar::new("initiative_runs", &[procedures::INITIATIVE], CARDS_AND_PIPS, |act| {
        let runs = matches!(act.table.phase, "first_side" | "second_side");
        when(runs, "An initiative is being played: end it first.")
    }),
    Bar::new("set_up_first", &[procedures::INITIATIVE], SET_UP, |act| {
        let open = if act.table.phase == "turn_start" { duties::open(act.table) } else { Vec::new() };
        open.into_iter().next().map(|duty| text!("First: {why}", why = duty.why))
    }),
    Bar::new("nothing_to_choose", &[procedures::INITIATIVE_CHOICE], CARDS_AND_PIPS, |act| {
        when(!winner_is_known(act.table), "Roll for the initiative first.")
    }),
    Bar::new("turn_goes_on", &[procedures::TURN_END], CARDS_AND_PIPS, |act| {
        when(!turn_is_over(act.table), "A turn ends with a tied initiative or with a used-up deck.")
    }),
    Bar::new("no_initiative", &[], CARDS_AND_PIPS, no_initiative),
    Bar::new("has_initiative", &[procedures::REACTION, procedures::FRENCH_KNIGHTS_CHARGE], REACTIONS, |act| {
        when(is_active(act), "Only the side without the initiative reacts.")
    }),
    Bar::new("must_obey", &[procedures::DRAW_CARD], CARDS_AND_PIPS, |act| {
        when(unobeyed(act.table, act.side), "Settle the card in play first: it is compulsory.")
    }),
    Bar::new("off_table", &[], OFF_THE_TABLE, |act| {
        let barred = !NEVER_BARRED.contains(&act.procedure);
        let gone = act.everybody().any(|unit| unit.side == act.side && !facts::on_table(&unit.facts));
        when(barred && gone, "It is no longer on the table.")
    }),
];

/// Bars that are checked after conditions such as `routed`.
pub const LATE_BARS: &[Bar] = &[
    Bar::new("leader_lost", LEADERS_ACTS, LEADERS, |act| {
        let his = leader_acts(act) || matches!(act.procedure, "leader_check" | "leader_caught");
        when(his && leader(act) == Leader::Lost, "The leader is lost.")
    }),
    Bar::new("leader_not_alone", &[procedures::LEADER_CAUGHT], LEADERS, |act| {
        when(leader(act) == Leader::Attached, "The leader is with a unit.")
    }),
    Bar::new("wrong_card", ON_CARDS, CARDS_AND_PIPS, wrong_card),
    Bar::new("leader_first", LEADERS_ACTS, LEADER_CHECK, |act| {
        let barred = leader_acts(act) && facts::must_check_leader(act.table, act.side);
        when(barred, "Check the leader first.")
    }),
    Bar::new("leader_attached", &[procedures::RALLY_CHECK, procedures::ACTION], LEADERS_AND_RALLY, |act| {
        let barred = matches!(act_done(act), Some(ActionKind::Rally | ActionKind::AttachLeader))
            && leader(act) == Leader::Attached;
        when(barred, "The leader is with a unit: he leaves it on a card on which he moves.")
    }),
    Bar::new("nobody_near", &[procedures::MARCH], MOVING, |act| {
        let nobody = act.unit(march::DRAWS).is_some() && act.unit(march::NEAR).is_none();
        when(nobody, "Name the unit that comes within three squares of the French knights.")
    })
    .on_acts(),
    Bar::new("march_over", &[procedures::MARCH], MARCHING, |act| {
        when(!own_side(act).holds(MARCH_AVAILABLE), "The army no longer marches.")
    }),
    Bar::new("roll_lost", &[procedures::ACTION], CARDS_AND_PIPS, |act| {
        let barred = act_done(act) == Some(ActionKind::RoutMove) && facts::lost_roll(act.table, act.side);
        when(barred, "Routed units run only after their side has won the roll for the initiative.")
    }),
    Bar::new("no_melee_card", &[procedures::FIGHT, procedures::ACTION], FIGHTING, no_melee_card).on_acts(),
    Bar::new("done_on_card", ONCE_ON_CARDS, REPLIES, done_on_card),
    Bar::new("pursued", &[procedures::FIGHT, procedures::ACTION], FIGHTING, |act| {
        let runs = enemy(act).is_some_and(facts::routed);
        let barred = act_done(act) == Some(ActionKind::Fight) && runs && of_units(act, |unit| unit.holds(PURSUED));
        when(barred, "It has pursued: it may attack the routed unit from the next initiative on.")
    })
    .on_acts(),
    Bar::new("cannot_pay", &[], PRICES, cannot_pay),
    Bar::new("leader_paid", &[procedures::LEADER_LOSS], LEADERS, |act| {
        let paid = leader(act) == Leader::Lost && !own_side(act).holds(LEADER_LOSS_DUE);
        when(paid, "The loss of the leader has been paid for.")
    }),
];

/// Procedures in which the leader acts.
const LEADERS_ACTS: &[&str] = &[
    procedures::LEADER_CHECK,
    procedures::LEADER_CAUGHT,
    procedures::RALLY_CHECK,
    procedures::ACTION,
    procedures::MOVE,
];

/// Procedures that need a card, or are played once on each card.
const ON_CARDS: &[&str] = &[
    procedures::MOVE,
    procedures::MARCH,
    procedures::FIGHT,
    procedures::ACTION,
    procedures::RALLY_CHECK,
    procedures::LEADER_CHECK,
    procedures::COURAGE_REQUIRED,
    procedures::COURAGE_CHECK,
];

/// Procedures played once on each card by a side, or once in total by a unit.
const ONCE_ON_CARDS: &[&str] =
    &[procedures::MOVE, procedures::MARCH, procedures::FIGHT, procedures::ACTION, procedures::LEADER_CHECK];

/// Acts of a unit on a card, with the flag that records them. A shot needs no card. (R39)
const ACTS_OF_UNITS: &[(Fact<bool>, &[ActionKind])] = &[
    (DONE_MOVE, &[ActionKind::Move, ActionKind::ChangeDirection]),
    (DONE_RELOAD, &[ActionKind::Reload]),
    (DONE_FIGHT, &[ActionKind::Fight]),
];

/// The act, whether it has a procedure of its own or is played by `action`.
fn act_done(act: &Attempt) -> Option<ActionKind> {
    match act.procedure {
        "move" => Some(ActionKind::Move),
        "shoot" => Some(ActionKind::Shoot),
        "fight" => Some(ActionKind::Fight),
        "rally_check" => Some(ActionKind::Rally),
        "action" => act_of(act.input),
        _ => None,
    }
}

fn own_side<'a>(act: &Attempt<'a>) -> &'a Facts {
    act.table.side(act.side)
}

fn leader(act: &Attempt) -> Leader {
    facts::leader(own_side(act))
}

fn is_active(act: &Attempt) -> bool {
    facts::active(act.table) == Some(act.side)
}

/// True if the predicate holds for one of the acting units.
fn of_units(act: &Attempt, holds: impl Fn(&Facts) -> bool) -> bool {
    acting(act).any(holds)
}

/// Acting units: those of the procedure's first role; none if nobody takes it.
fn acting<'a>(act: &Attempt<'a>) -> impl Iterator<Item = &'a Facts> {
    let role = match act.procedure {
        "shoot" => "shooters",
        "fight" => "attacker",
        _ => "unit",
    };
    act.units(role).to_vec().into_iter().map(|unit| &*unit.facts)
}

/// The enemy in a fight; `None` if none was chosen.
fn enemy<'a>(act: &Attempt<'a>) -> Option<&'a Facts> {
    let role = if act.procedure == procedures::FIGHT { "defender" } else { "enemy" };
    act.unit(role).map(|unit| &*unit.facts)
}

/// True if the leader moves, joins a unit or rallies.
fn leader_acts(act: &Attempt) -> bool {
    match act_done(act) {
        Some(ActionKind::AttachLeader | ActionKind::Rally) => true,
        Some(ActionKind::Move | ActionKind::ChangeDirection) => act.unit(roles::UNIT).is_none(),
        _ => false,
    }
}

/// Acts of the side with the initiative, and acts of either side during an initiative (R52).
fn no_initiative(act: &Attempt) -> Option<Text> {
    let barred = match act.procedure {
        "shoot" | "reaction" | "french_knights_charge" | "leader_caught" => facts::active(act.table).is_none(),
        // Both sides can shoot at any time, by either procedure.
        "action" if act_done(act) == Some(ActionKind::Shoot) => facts::active(act.table).is_none(),
        procedure => OF_THE_ACTIVE.contains(&procedure) && !is_active(act),
    };
    let side = ["{Side A}", "{Side B}"][act.side.index()];
    when(barred, text!("The initiative is not with {side}.", side = side))
}

/// True if the card in play has to be obeyed and the side has not done so yet. *Leader Check; Courage.*
fn unobeyed(table: &Table, side: Side) -> bool {
    match facts::card_in_play(table) {
        Some(Card::LeaderCheck) => facts::must_check_leader(table, side),
        Some(Card::Courage) => table.of(side).any(|unit| courage_unsettled(&unit.facts)),
        _ => false,
    }
}

/// Acts that the card in play does not allow. *How to battle – cards and pips: the cards.*
fn wrong_card(act: &Attempt) -> Option<Text> {
    let needs: &[Card] = match (act_done(act), act.procedure) {
        (Some(done), _) => done.cards(price::actor(acting(act).next())),
        (_, "march") => &[Card::InfantryMove, Card::CavalryMove],
        (_, "leader_check") => &[Card::LeaderCheck],
        (_, "courage_required" | "courage_check") => &[Card::Courage],
        _ => &[],
    };
    if needs.is_empty() {
        return None;
    }
    let in_play = facts::card_in_play(act.table);
    let right = in_play.is_some_and(|card| needs.contains(&card));
    let message = match needs {
        [card] => text!("Card needed: {card}.", card = card.label()),
        [first, second] => {
            text!("Card needed: {first} or {second}.", first = first.label(), second = second.label())
        }
        _ => "The leader moves on a move card or on a Leader Check card.".into(),
    };
    when(!right, message)
}

/// Without a melee card, a unit fights only flanks, rears, or disordered or routed enemies. Tercios and war wagons are front all round.
fn no_melee_card(act: &Attempt) -> Option<Text> {
    let enemy = enemy(act).filter(|_| act_done(act) == Some(ActionKind::Fight))?;
    let all_front = enemy.value(TYPE).is_some_and(TroopType::has_no_flank);
    let front = all_front || act.word("attack_arc").is_none_or(|arc| arc == "front");
    let barred = facts::card_in_play(act.table) != Some(Card::Melee) && front && enemy.equals(STATE, Fate::Ok);
    when(barred, NO_MELEE_CARD)
}

/// Acts that a side does once on each card, and the limit of one act of a unit in total, if players chose it. (R39)
fn done_on_card(act: &Attempt) -> Option<Text> {
    if side_has_done_it(act) {
        return Some(ONCE_ON_A_CARD.into());
    }
    if act.table.ruling(ACTS_ON_A_CARD) != Some(ActsOnACard::OnceInAll.id()) {
        return None;
    }
    if act.procedure == procedures::MARCH {
        let has_acted =
            |unit: &TableUnit| march::goes_along(&unit.facts) && has_done_otherwise(&unit.facts, ActionKind::Move);
        return when(act.table.of(act.side).any(has_acted), "A unit has acted on this card: not every unit can march.");
    }
    let done = act_done(act)?;
    when(of_units(act, |unit| has_done_otherwise(unit, done)), "It has acted on this card: once in all on each card.")
}

/// True if the unit has done an act of another kind on this card, and this act counts, too.
fn has_done_otherwise(unit: &Facts, act: ActionKind) -> bool {
    let (same, others): (Vec<_>, Vec<_>) = ACTS_OF_UNITS.iter().partition(|(_, acts)| acts.contains(&act));
    !same.is_empty() && others.iter().any(|(flag, _)| unit.holds(*flag))
}

/// True if the side has done this on this card already: march, leader check, or leader's move. (R39)
fn side_has_done_it(act: &Attempt) -> bool {
    match (act_done(act), act.procedure) {
        (Some(ActionKind::Move | ActionKind::ChangeDirection), _) => {
            act.unit(roles::UNIT).is_none() && own_side(act).holds(LEADER_MOVED)
        }
        (_, "march") => own_side(act).holds(MARCHED),
        (_, "leader_check") => own_side(act).holds(LEADER_CHECKED),
        _ => false,
    }
}

/// Acts that cost more than is left. *How to battle – cards and pips; – morale chips.*
fn cannot_pay(act: &Attempt) -> Option<Text> {
    let (purse, cost) = match (act_done(act), act.procedure) {
        (Some(done), _) => {
            let (currency, each) = price::cost(done, price::actor(acting(act).next()), is_active(act));
            let cost = if done == ActionKind::Shoot { acting(act).map(|_| each).sum::<i32>().max(each) } else { each };
            (price::purse(currency)?, cost)
        }
        (_, "march") => (PIPS, march::COST),
        (_, "reaction") => (OPPORTUNITY_CHIPS, 1),
        (_, "chip_check") => (MORALE_CHIPS, 1),
        _ => return None,
    };
    // A chip is paid by the enemy of the unit.
    let payer = if act.procedure == procedures::CHIP_CHECK { act.side.other() } else { act.side };
    let left = price::left(act.table.side(payer), purse);
    when(left < cost, text!("That costs {n}, and {m} are left.", n = cost, m = left))
}
