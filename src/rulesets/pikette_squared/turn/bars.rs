//! Bars: acts that may not be done now, in the order in which they are named if several hold.

use super::super::action::{Act, act_of};
use super::super::army_lists::Army;
use super::super::facts::{
    self, ARMY, CHIPS_ROLLED, DONE_COURAGE, DONE_FIGHT, DONE_MOVE, DONE_RALLY, DONE_RELOAD, DONE_ROUT, FIRED,
    LEADER_CHECKED, LEADER_LOSS_DUE, LEADER_MOVED, MARCH_AVAILABLE, MARCHED, MAY_BE_CHIPPED, MAY_FOLLOW, MORALE_CHIPS,
    MOVED_THROUGH, MUST_PURSUE, NIGHT, NIGHTFALL_TURNS, OPPORTUNITY_CHIPS, PIPS, PURSUED, STATE, TERRAIN_CHOSEN,
    TERRAIN_PIECES, TERRAIN_TRIED, TYPE,
};
use super::super::movement::has_steps;
use super::super::price;
use super::super::terms::{Card, Class, Fate, TroopType};
use super::super::trackers::Leader;
use super::duties::{self, winner_is_known};
use super::ends::{NIGHT_HAS_FALLEN, turn_is_over};
use crate::core::facts::{Fact, Facts};
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::turn::{Attempt, Bar, when};
use crate::text;

const SET_UP: &str = "How to set up playing";
const TERRAIN: &str = "Terrain – setting up";
const CARDS_AND_PIPS: &str = "How to battle – cards and pips";
const CHIPS: &str = "How to battle – morale chips";
const MOVING: &str = "How to battle – moving";
const SHOOTING: &str = "How to battle – shooting";
const FIGHTING: &str = "How to battle – fighting";
const BEFORE_THE_BATTLE: &str = "How to set up playing; Terrain – setting up; Army lists (2)";
const LATER_MIDDLE_AGES: &str = "Army lists (2)";
const REACTIONS: &str = "How to battle – cards and pips; – moving";
const OFF_THE_TABLE: &str = "Units; How to battle – moving";
const ROUTED: &str = "How to battle – moving; – fighting";
const RALLY: &str = "Rally";
const LEADERS: &str = "Leaders";
const LEADERS_AND_RALLY: &str = "Leaders; Rally";
const MARCHING: &str = "Marching";
const LEADER_CHECK: &str = "How to battle – cards and pips: Leader Check";
const REPLIES: &str = "The author's replies";
const PRICES: &str = "How to battle – cards and pips; – morale chips";

/// Procedures that are never barred.
const NEVER_BARRED: &[&str] = &["army_generate", "army_check", "bearing", "apply_result", "victory_points"];

/// Everything that the active side does on its cards.
const OF_THE_ACTIVE: &[&str] = &[
    "draw_card",
    "march",
    "move",
    "fight",
    "action",
    "rally_check",
    "leader_check",
    "courage_required",
    "courage_check",
];

/// All bars.
pub const BARS: &[Bar] = &[
    Bar::new("night", &[], CARDS_AND_PIPS, |act| {
        when(!NEVER_BARRED.contains(&act.procedure) && act.table.battle.holds(NIGHT), NIGHT_HAS_FALLEN)
    }),
    Bar::new("due", &["turn_end"], CARDS_AND_PIPS, |act| {
        let open = if turn_is_over(act.table) { duties::open(act.table) } else { Vec::new() };
        open.into_iter().next().map(|duty| text!("First: {why}", why = duty.why))
    }),
    Bar::new(
        "set_up_over",
        &["terrain_roll", "terrain_budget", "terrain_shift", "dismount", "deck_build"],
        BEFORE_THE_BATTLE,
        |act| {
            let settled = act.procedure != "deck_build" || facts::deck(own_side(act)).is_some();
            when(act.table.phase != "turn_start" && settled, "That is settled before the battle.")
        },
    ),
    Bar::new("already_rolled", &["morale_chips", "nightfall", "terrain_roll"], SET_UP, |act| {
        let rolled = match act.procedure {
            "morale_chips" => own_side(act).holds(CHIPS_ROLLED),
            "nightfall" => act.table.battle.value(NIGHTFALL_TURNS) > Some(0),
            _ => act.table.sides.iter().any(|side| side.value(TERRAIN_PIECES) > Some(0)),
        };
        when(rolled, "That has been rolled.")
    }),
    Bar::new("terrain_first", &["terrain_shift"], TERRAIN, |act| {
        let chosen = act.table.sides.iter().all(|side| side.holds(TERRAIN_CHOSEN));
        when(!chosen, "Only once both sides have placed their terrain.")
    }),
    Bar::new("shift_tried", &["terrain_shift"], TERRAIN, |act| {
        when(own_side(act).holds(TERRAIN_TRIED), "Each player tries once.")
    }),
    Bar::new("no_dismounting", &["dismount"], LATER_MIDDLE_AGES, |act| {
        let listed = |unit: &Facts| unit.value(ARMY).is_some_and(|army| army != Army::Other);
        when(of_units(act, listed), "Only the lists of the later Middle Ages let knights dismount.")
    }),
    Bar::new("turn_over", &["initiative", "draw_card"], CARDS_AND_PIPS, |act| {
        when(turn_is_over(act.table), "The turn is over: end it.")
    }),
    Bar::new("initiative_rolled", &["initiative"], CARDS_AND_PIPS, |act| {
        when(winner_is_known(act.table), "The initiative has been rolled: the higher roll chooses.")
    }),
    Bar::new("initiative_runs", &["initiative"], CARDS_AND_PIPS, |act| {
        let runs = matches!(act.table.phase, "first_side" | "second_side");
        when(runs, "An initiative is being played: end it first.")
    }),
    Bar::new("set_up_first", &["initiative"], SET_UP, |act| {
        let open = if act.table.phase == "turn_start" { duties::open(act.table) } else { Vec::new() };
        open.into_iter().next().map(|duty| text!("First: {why}", why = duty.why))
    }),
    Bar::new("nothing_to_choose", &["initiative_choice"], CARDS_AND_PIPS, |act| {
        when(!winner_is_known(act.table), "Roll for the initiative first.")
    }),
    Bar::new("turn_goes_on", &["turn_end"], CARDS_AND_PIPS, |act| {
        when(!turn_is_over(act.table), "A turn ends with a tied initiative or with a used-up deck.")
    }),
    Bar::new("no_initiative", &[], CARDS_AND_PIPS, no_initiative),
    Bar::new("has_initiative", &["reaction", "french_knights_charge"], REACTIONS, |act| {
        when(is_active(act), "Only the side without the initiative reacts.")
    }),
    Bar::new("must_obey", &["draw_card"], CARDS_AND_PIPS, |act| {
        when(facts::unobeyed(act.table, act.side), "Settle the card in play first: it is compulsory.")
    }),
    Bar::new("off_table", &[], OFF_THE_TABLE, |act| {
        let barred = !NEVER_BARRED.contains(&act.procedure);
        let gone = act.everybody().any(|unit| unit.side == act.side && !facts::on_table(&unit.facts));
        when(barred && gone, "It is no longer on the table.")
    }),
    Bar::new(
        "routed",
        &["move", "shoot", "fight", "action", "reaction", "french_knights_charge", "courage_check"],
        ROUTED,
        |act| {
            let runs = !matches!(doing(act), Doing::RoutMove | Doing::Join | Doing::Rally);
            when(runs && of_units(act, facts::routed), "A routed unit only makes rout moves.")
        },
    ),
    Bar::new("not_routed", &["action"], CARDS_AND_PIPS, |act| {
        let barred = doing(act) == Doing::RoutMove && of_units(act, |unit| !facts::routed(unit));
        when(barred, "Only routed units make rout moves.")
    }),
    Bar::new("has_run", &["action"], CARDS_AND_PIPS, |act| {
        let barred = doing(act) == Doing::RoutMove && of_units(act, |unit| unit.holds(DONE_ROUT));
        when(barred, "It has made its rout move in this initiative.")
    }),
    Bar::new("in_order", &["rally_check"], RALLY, |act| {
        when(of_units(act, |unit| unit.equals(STATE, Fate::Ok)), "It is in good order.")
    }),
    Bar::new("leader_lost", LEADERS_ACTS, LEADERS, |act| {
        let his = leader_acts(act) || matches!(act.procedure, "leader_check" | "leader_caught");
        when(his && leader(act) == Leader::Lost, "The leader is lost.")
    }),
    Bar::new("leader_not_alone", &["leader_caught"], LEADERS, |act| {
        when(leader(act) == Leader::Attached, "The leader is with a unit.")
    }),
    Bar::new("wrong_card", ON_CARDS, CARDS_AND_PIPS, wrong_card),
    Bar::new("leader_first", LEADERS_ACTS, LEADER_CHECK, |act| {
        let barred = leader_acts(act) && facts::must_check_leader(act.table, act.side);
        when(barred, "Check the leader first.")
    }),
    Bar::new("leader_attached", &["rally_check", "action"], LEADERS_AND_RALLY, |act| {
        let barred = matches!(doing(act), Doing::Rally | Doing::Join) && leader(act) == Leader::Attached;
        when(barred, "The leader is with a unit: he leaves it on a card on which he moves.")
    }),
    Bar::new("march_over", &["march"], MARCHING, |act| {
        when(!own_side(act).holds(MARCH_AVAILABLE), "The army no longer marches.")
    }),
    Bar::new("moved_through", &["move", "action"], MOVING, |act| {
        let moves = match act.procedure {
            "move" => has_steps(act.input),
            _ => act_of(act.input) == Some(Act::Move),
        };
        when(moves && of_units(act, |unit| unit.holds(MOVED_THROUGH)), "Friends moved through it: it stays.")
    })
    .on_acts(),
    Bar::new("fired", &["shoot", "action"], SHOOTING, |act| {
        when(doing(act) == Doing::Shoot && of_units(act, |unit| unit.holds(FIRED)), "It must reload first.")
    }),
    Bar::new("loaded", &["action"], SHOOTING, |act| {
        when(doing(act) == Doing::Reload && of_units(act, |unit| !unit.holds(FIRED)), "It is loaded.")
    }),
    Bar::new("no_melee_card", &["fight", "action"], FIGHTING, no_melee_card).on_acts(),
    Bar::new("done_on_card", ON_CARDS, REPLIES, |act| {
        when(done_on_card(act), "It has done that on this card: once on each card.")
    }),
    Bar::new("pursued", &["fight", "action"], FIGHTING, |act| {
        let runs = enemy(act).is_some_and(facts::routed);
        let barred = doing(act) == Doing::Fight && runs && of_units(act, |unit| unit.holds(PURSUED));
        when(barred, "It has pursued: it may attack the routed unit from the next initiative on.")
    })
    .on_acts(),
    Bar::new("chip_too_late", &["chip_check"], CHIPS, |act| {
        let late = of_units(act, |unit| !unit.holds(MAY_BE_CHIPPED));
        when(late, "A unit is chipped right after a result that allows it, and once.")
    }),
    Bar::new("cannot_pay", &[], PRICES, cannot_pay),
    Bar::new("nobody_routed", &["pursuit"], FIGHTING, |act| {
        when(of_units(act, |unit| !unit.holds(MUST_PURSUE)), "Nobody has routed before it.")
    }),
    Bar::new("nobody_falls_back", &["follow_up"], FIGHTING, |act| {
        when(of_units(act, |unit| unit.text(MAY_FOLLOW).is_none_or(str::is_empty)), "Nobody has fallen back before it.")
    })
    .hides_offer(),
    Bar::new("leader_paid", &["leader_loss"], LEADERS, |act| {
        let paid = leader(act) == Leader::Lost && !own_side(act).holds(LEADER_LOSS_DUE);
        when(paid, "The loss of the leader has been paid for.")
    }),
];

/// Procedures in which the leader acts.
const LEADERS_ACTS: &[&str] = &["leader_check", "leader_caught", "rally_check", "action", "move"];

/// Procedures that need a card, or are done once on each.
const ON_CARDS: &[&str] =
    &["move", "march", "fight", "action", "rally_check", "leader_check", "courage_required", "courage_check"];

/// Action of somebody, by a procedure of its own or by `action`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Doing {
    Move,
    March,
    Reload,
    Shoot,
    Fight,
    Join,
    Rally,
    RoutMove,
    React,
    Chip,
    Other,
}

fn doing(act: &Attempt) -> Doing {
    match (act.procedure, act_of(act.input)) {
        ("move", _) | ("action", Some(Act::Move | Act::ChangeDirection)) => Doing::Move,
        ("march", _) => Doing::March,
        ("action", Some(Act::Reload)) => Doing::Reload,
        ("shoot", _) | ("action", Some(Act::Shoot)) => Doing::Shoot,
        ("fight", _) | ("action", Some(Act::Fight)) => Doing::Fight,
        ("action", Some(Act::AttachLeader)) => Doing::Join,
        ("rally_check", _) | ("action", Some(Act::Rally)) => Doing::Rally,
        ("action", Some(Act::RoutMove)) => Doing::RoutMove,
        ("reaction", _) => Doing::React,
        ("chip_check", _) => Doing::Chip,
        _ => Doing::Other,
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

/// True if this holds of one of the units that act.
fn of_units(act: &Attempt, holds: impl Fn(&Facts) -> bool) -> bool {
    acting(act).any(holds)
}

/// The units that act: those of the first role of the procedure, if it was taken.
fn acting<'a>(act: &Attempt<'a>) -> impl Iterator<Item = &'a Facts> {
    let role = match act.procedure {
        "shoot" => "shooters",
        "fight" => "attacker",
        _ => "unit",
    };
    act.units(role).to_vec().into_iter().map(|unit| &*unit.facts)
}

/// The enemy that is fought, if one is named.
fn enemy<'a>(act: &Attempt<'a>) -> Option<&'a Facts> {
    let role = if act.procedure == "fight" { "defender" } else { "enemy" };
    act.unit(role).map(|unit| &*unit.facts)
}

/// True if the leader moves, joins a unit or rallies.
fn leader_acts(act: &Attempt) -> bool {
    match doing(act) {
        Doing::Join | Doing::Rally => true,
        Doing::Move => act.unit("unit").is_none(),
        _ => false,
    }
}

/// Acts of the side with the initiative, and those that either side does during one (R52).
fn no_initiative(act: &Attempt) -> Option<Text> {
    let barred = match act.procedure {
        "shoot" | "reaction" | "french_knights_charge" | "leader_caught" => facts::active(act.table).is_none(),
        // Either side shoots at any time, by whichever procedure.
        "action" if doing(act) == Doing::Shoot => facts::active(act.table).is_none(),
        procedure => OF_THE_ACTIVE.contains(&procedure) && !is_active(act),
    };
    let side = ["{Side A}", "{Side B}"][act.side.index()];
    when(barred, text!("The initiative is not with {side}.", side = side))
}

/// The cards on which a unit of an arm moves; on which the leader does, if there is no unit.
fn move_cards(class: Option<Class>) -> &'static [Card] {
    match class {
        None => &[Card::InfantryMove, Card::CavalryMove, Card::LeaderCheck],
        Some(Class::Cavalry) => &[Card::CavalryMove],
        Some(Class::Infantry | Class::Artillery | Class::WarWagons) => &[Card::InfantryMove],
    }
}

/// *How to battle – cards and pips: the cards.*
fn wrong_card(act: &Attempt) -> Option<Text> {
    let needs: &[Card] = match (doing(act), act.procedure) {
        (Doing::Move, _) => move_cards(acting(act).next().and_then(|unit| unit.value(TYPE)).map(TroopType::class)),
        (Doing::March, _) => &[Card::InfantryMove, Card::CavalryMove],
        (Doing::Reload, _) => &[Card::Reload],
        (Doing::Join | Doing::Rally, _) | (_, "leader_check") => &[Card::LeaderCheck],
        (_, "courage_required" | "courage_check") => &[Card::Courage],
        _ => return None,
    };
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

/// Without a melee card a unit fights a flank, a rear or a shaken enemy; tercios and war wagons are front all round.
fn no_melee_card(act: &Attempt) -> Option<Text> {
    let enemy = enemy(act).filter(|_| doing(act) == Doing::Fight)?;
    let all_front = enemy.value(TYPE).is_some_and(TroopType::has_no_flank);
    let front = all_front || act.word("attack_arc").is_none_or(|arc| arc == "front");
    let barred = facts::card_in_play(act.table) != Some(Card::Melee) && front && enemy.equals(STATE, Fate::Ok);
    when(barred, "Without a melee card: only a flank, a rear, or a disordered or routed enemy.")
}

/// Each act once on each card (R39); shooting is limited by the F marker.
fn done_on_card(act: &Attempt) -> bool {
    let marked = |mark: Fact<bool>| of_units(act, |unit| unit.holds(mark));
    match (doing(act), act.procedure) {
        (Doing::Move, _) if act.unit("unit").is_none() => own_side(act).holds(LEADER_MOVED),
        (Doing::Move, _) => marked(DONE_MOVE),
        (Doing::March, _) => own_side(act).holds(MARCHED),
        (Doing::Fight, _) => marked(DONE_FIGHT),
        (Doing::Reload, _) => marked(DONE_RELOAD),
        (Doing::Rally, _) => marked(DONE_RALLY),
        (_, "leader_check") => own_side(act).holds(LEADER_CHECKED),
        (_, "courage_required" | "courage_check") => marked(DONE_COURAGE),
        _ => false,
    }
}

/// *How to battle – cards and pips; – morale chips.*
fn cannot_pay(act: &Attempt) -> Option<Text> {
    let actor = price::actor(acting(act).next());
    let with_initiative = is_active(act);
    let of = |done: Act| {
        let (currency, cost) = price::cost(done, actor, with_initiative);
        price::purse(currency).map(|purse| (purse, cost))
    };
    let (purse, cost) = match doing(act) {
        Doing::Move => of(Act::Move),
        Doing::Reload => of(Act::Reload),
        Doing::Fight => of(Act::Fight),
        Doing::March => Some((PIPS, 2)),
        Doing::Shoot => {
            let shooters = i32::try_from(acting(act).count().max(1)).unwrap_or(i32::MAX);
            of(Act::Shoot).map(|(purse, each)| (purse, each * shooters))
        }
        Doing::React => Some((OPPORTUNITY_CHIPS, 1)),
        Doing::Rally => of(Act::Rally),
        Doing::Chip => Some((MORALE_CHIPS, 1)),
        Doing::Join => of(Act::AttachLeader),
        Doing::RoutMove => of(Act::RoutMove),
        Doing::Other => None,
    }?;
    // A chip is paid by the enemy of the unit that is chipped.
    let payer = if doing(act) == Doing::Chip { act.side.other() } else { act.side };
    let left = price::left(act.table.side(payer), purse);
    when(left < cost, text!("That costs {n}, and {m} are left.", n = cost, m = left))
}
