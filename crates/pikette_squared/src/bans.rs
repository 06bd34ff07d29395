//! Bans that several procedures share, with their headings and messages.

use super::price;
use super::rulings::{ACTS_ON_A_CARD, ActsOnACard};
use super::terms::{ActionKind, Card, Currency, Fate, Leader, TroopType};
use crate::facts;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Heading of cards and of prices for acts on them.
pub const CARDS_AND_PIPS: &str = "How to battle – cards and pips";
/// Heading of moving.
pub const MOVING: &str = "How to battle – moving";
/// Heading of shooting.
pub const SHOOTING: &str = "How to battle – shooting";
/// Heading of fighting.
pub const FIGHTING: &str = "How to battle – fighting";
/// Headings for routed units.
pub const OF_ROUTED: &str = "How to battle – moving; – fighting";
/// Headings for prices.
pub const PRICES: &str = "How to battle – cards and pips; – morale chips";

/// Heading for acts that are allowed once on a card.
pub const REPLIES: &str = "The author's replies";

/// Message if the act was done already on this card. (R39)
pub const ONCE_ON_A_CARD: &str = "done already on this card: once on each card.";
/// Message for acts of a routed unit.
pub const ONLY_RUNS: &str = "routed, so only rout moves.";
/// Message for a unit with an F marker.
pub const MUST_RELOAD: &str = "fired, so reload first.";
/// Message for fights without a melee card. All sides of a tercio or of war wagons count as front.
pub const NO_MELEE_CARD: &str =
    "Without a melee card a unit fights only an enemy's flank or rear, or one that is disordered or routed.";
/// Message for acts that the card in play does not allow.
pub const WRONG_CARD: &str = "The card in play does not allow it.";
/// Message for acts that cost an opportunity chip if none is left.
pub const NO_OPPORTUNITY_CHIP: &str = "No opportunity chip is left in this initiative.";

/// Headings for acts of the side without the initiative.
pub const REACTIONS: &str = "How to battle – cards and pips; – moving";
/// Headings of rallying, and of joining a unit.
pub const LEADERS_AND_RALLY: &str = "Leaders; Rally";
const LEADERS: &str = "Leaders";
const LEADER_CHECK: &str = "How to battle – cards and pips: Leader Check";

/// Forbids everything after nightfall.
pub const NIGHT_FALLEN: Ban = Ban::table("night", CARDS_AND_PIPS, "Night has fallen: the battle is over.", |act| {
    act.scene.table.battle.holds(NIGHT)
});

/// Forbids set-up procedures after the battle has begun.
pub const SET_UP_OVER: Ban = set_up_over(is_after_set_up);

/// Returns a ban on set-up procedures, which forbids them if `is_over` returns true.
pub const fn set_up_over(is_over: fn(&Attempt) -> bool) -> Ban {
    Ban::table(
        "set_up_over",
        "How to set up playing; Terrain – setting up; Army lists (2)",
        "That is settled before the battle.",
        is_over,
    )
}

/// True once the first turn has begun.
pub fn is_after_set_up(act: &Attempt) -> bool {
    act.scene.table.phase != "turn_start"
}

/// Forbids acts after a tied initiative or a used-up deck, which end the turn.
pub const TURN_OVER: Ban =
    Ban::table("turn_over", CARDS_AND_PIPS, "The turn is over: end it.", |act| turn_is_over(&act.scene.table));

/// Forbids acts of both sides while no side has the initiative. (R52)
pub const NO_INITIATIVE: Ban = no_initiative(|act| initiative_is_not_with(act, active(&act.scene.table).is_none()));

/// Forbids the side without the initiative to act on cards.
pub const NOT_ACTIVE: Ban = no_initiative(|act| initiative_is_not_with(act, !is_active(act)));

/// Returns a ban on acts without the initiative. `reason` returns `None` if the act is allowed.
pub const fn no_initiative(reason: fn(&Attempt) -> Option<Text>) -> Ban {
    Ban::worded("no_initiative", CARDS_AND_PIPS, reason)
}

/// Returns the message that the acting side does not have the initiative; `None` unless `is_forbidden`.
pub fn initiative_is_not_with(act: &Attempt, is_forbidden: bool) -> Option<Text> {
    let side = ["{Side A}", "{Side B}"][act.scene.acts.index()];
    is_forbidden.then(|| text!("The initiative is not with {side}.", side = side))
}

/// Forbids the side with the initiative to react.
pub const HAS_INITIATIVE: Ban =
    Ban::table("has_initiative", REACTIONS, "Only the side without the initiative reacts.", is_active);

/// Forbids acts that involve a unit of the acting side that is destroyed or has left the table.
pub const OFF_TABLE: Ban =
    Ban::found("off_table", "Units; How to battle – moving", "no longer on the table.", |act| {
        act.scene.everybody().find(|unit| unit.side == act.scene.acts && !on_table(&unit.facts))
    });

/// Forbids a routed unit everything but rout moves. (R23)
pub const ROUTED: Ban =
    Ban::unit("routed", OF_ROUTED, ONLY_RUNS, |unit| Some(unit.get(STATE)? == Fate::Routed)).at(STATE);

/// Forbids every act of a lost leader.
pub const LEADER_LOST: Ban = leader_lost(|act| leader_acts(act) && leader(act) == Leader::Lost);

/// Returns a ban on acts of a lost leader.
pub const fn leader_lost(is_lost: fn(&Attempt) -> bool) -> Ban {
    Ban::table("leader_lost", LEADERS, "The leader is lost.", is_lost)
}

/// Forbids acts that the card in play does not allow. *How to battle – cards and pips: the cards.*
pub const CARD_NEEDED: Ban = card_needed(|act| {
    let needs = act_done(act)?.cards(price::actor(acting(act).next()));
    missing_card(act, needs)
});

/// Returns a ban on acts that the card in play does not allow. `reason` returns `None` if the card allows the act.
pub const fn card_needed(reason: fn(&Attempt) -> Option<Text>) -> Ban {
    Ban::worded("wrong_card", CARDS_AND_PIPS, reason)
}

/// Returns a message if none of these cards is in play; `None` if one of them is, or if no card is needed.
pub fn missing_card(act: &Attempt, needs: &[Card]) -> Option<Text> {
    let in_play = card_in_play(&act.scene.table);
    let is_right = needs.is_empty() || in_play.is_some_and(|card| needs.contains(&card));
    (!is_right).then(|| match needs {
        [card] => text!("Card needed: {card}.", card = card.label()),
        [first, second] => {
            text!("Card needed: {first} or {second}.", first = first.label(), second = second.label())
        }
        _ => "The leader moves on a move card or on a Leader Check card.".into(),
    })
}

/// Forbids acts of the leader before his check on a Leader Check card.
pub const LEADER_FIRST: Ban = Ban::table("leader_first", LEADER_CHECK, "Check the leader first.", |act| {
    leader_acts(act) && must_check_leader(&act.scene.table, act.scene.acts)
});

/// Forbids a leader who is with a unit to rally, and to join another.
pub const ATTACHED_LEADER: Ban = Ban::table(
    "leader_attached",
    LEADERS_AND_RALLY,
    "The leader is with a unit: he leaves it on a card on which he moves.",
    |act| {
        matches!(act_done(act), Some(ActionKind::Rally | ActionKind::AttachLeader)) && leader(act) == Leader::Attached
    },
);

/// Forbids fights without a melee card, except against flanks, rears, and disordered or routed enemies. Tercios and war wagons have no
/// flank or rear.
pub const MELEE_CARD_NEEDED: Ban = Ban::table("no_melee_card", FIGHTING, NO_MELEE_CARD, |act| {
    let Some(enemy) = enemy(act).filter(|_| act_done(act) == Some(ActionKind::Fight)) else { return false };
    let all_front = enemy.value(TYPE).is_some_and(TroopType::has_no_flank);
    let front = all_front || act.word("attack_arc").is_none_or(|arc| arc == "front");
    card_in_play(&act.scene.table) != Some(Card::Melee) && front && enemy.equals(STATE, Fate::Ok)
})
.on_acts();

/// Forbids the leader a second move on a card. (R39)
pub const LEADER_HAS_MOVED: Ban = done_on_card(|act| {
    let moves = matches!(act_done(act), Some(ActionKind::Move | ActionKind::ChangeDirection));
    moves && act.scene.unit(roles::UNIT).is_none() && own_side(act).holds(LEADER_MOVED)
});

/// Returns a ban on an act that a side has done already on this card. (R39)
pub const fn done_on_card(is_done: fn(&Attempt) -> bool) -> Ban {
    Ban::table("done_on_card", REPLIES, "That was done on this card: once on each card.", is_done)
}

/// Forbids an act of a unit that has done an act of another kind on this card, if players chose that ruling. Shots do not count. (R39)
pub const ONCE_IN_ALL: Ban =
    Ban::found("done_on_card", REPLIES, "already acted on this card: once in all on each card.", |act| {
        let done = act_done(act).filter(|_| acts_once_in_all(act))?;
        acting_units(act).find(|unit| has_done_otherwise(&unit.facts, done))
    });

/// True if players chose the ruling that a unit acts only once on each card. (R39)
pub fn acts_once_in_all(act: &Attempt) -> bool {
    act.scene.table.ruling(ACTS_ON_A_CARD) == Some(ActsOnACard::OnceInAll.id())
}

/// Returns a ban on an act that a unit has done already on this card. (R39)
pub const fn once_on_a_card(is_done: JudgesUnit) -> Ban {
    Ban::unit("done_on_card", REPLIES, ONCE_ON_A_CARD, is_done)
}

/// Forbids a second courage check of a unit on a card, even for another reason. (R38)
pub const COURAGE_ONCE: Ban = once_on_a_card(|unit| unit.get(DONE_COURAGE));

/// True of a unit that is on the table, not routed, and not done with courage on this card.
pub fn courage_unsettled(unit: &Facts) -> bool {
    in_hand(unit) && COURAGE_ONCE.permits(unit)
}

/// Forbids a unit that pursued to attack a routed unit in the same initiative.
pub const HAS_PURSUED: Ban = Ban::found(
    "pursued",
    FIGHTING,
    "pursued already: attacks on the routed unit from the next initiative on.",
    |act| {
        let runs = enemy(act).is_some_and(routed);
        acting_units(act).find(|unit| act_done(act) == Some(ActionKind::Fight) && runs && unit.facts.holds(PURSUED))
    },
)
.on_acts();

/// Forbids acts that cost more pips or chips than are left. *How to battle – cards and pips; – morale chips.*
pub const TOO_DEAR: Ban = too_dear(|act| {
    let done = act_done(act)?;
    let (currency, each) = price::cost(done, price::actor(acting(act).next()), is_active(act));
    let cost = if done == ActionKind::Shoot { acting(act).map(|_| each).sum::<i32>().max(each) } else { each };
    short_of(own_side(act), currency, cost)
});

/// Returns a ban on acts that cost more than is left. `reason` returns `None` if the side can pay.
pub const fn too_dear(reason: fn(&Attempt) -> Option<Text>) -> Ban {
    Ban::worded("cannot_pay", PRICES, reason)
}

/// Returns a message if a side has less of a currency left than an act costs; `None` if it can pay.
pub fn short_of(side: &Facts, currency: Currency, cost: i32) -> Option<Text> {
    let left = price::left(side, price::purse(currency)?);
    (left < cost).then(|| match currency {
        Currency::OpportunityChips => {
            text!("That costs {n} opportunity {n|chip|chips}: {m} left.", n = cost, m = left)
        }
        Currency::MoraleChips => text!("That costs {n} morale {n|chip|chips}: {m} left.", n = cost, m = left),
        Currency::Pips | Currency::Free => text!("That costs {n} {n|pip|pips}: {m} left.", n = cost, m = left),
    })
}

/// Returns a ban, for inputs without a battle, on acts that cost more than is left. List it after [`Ban::PERMIT`], because an act that is
/// forbidden for other reasons costs nothing.
pub const fn cannot_pay(message: &'static str, is_short: JudgesUnit) -> Ban {
    Ban::input("cannot_pay", PRICES, message, is_short)
}

/// Flags that record the acts of a unit on a card, each with its acts. Shots have no flag, because they need no card. (R39)
const ACTS_OF_UNITS: &[(Fact<bool>, &[ActionKind])] = &[
    (DONE_MOVE, &[ActionKind::Move, ActionKind::ChangeDirection]),
    (DONE_RELOAD, &[ActionKind::Reload]),
    (DONE_FIGHT, &[ActionKind::Fight]),
];

/// The act in an input; `None` before the player has chosen.
pub fn act_of(input: &Input) -> Option<ActionKind> {
    answer(input, ACTION_OF)
}

/// The act that an attempt does, by its procedure or by `action`; `None` for other procedures.
fn act_done(act: &Attempt) -> Option<ActionKind> {
    match act.procedure {
        procedures::MOVE => Some(ActionKind::Move),
        procedures::SHOOT => Some(ActionKind::Shoot),
        procedures::FIGHT => Some(ActionKind::Fight),
        procedures::RALLY_CHECK => Some(ActionKind::Rally),
        procedures::ACTION => act_of(act.input),
        _ => None,
    }
}

/// Trackers of the acting side.
pub fn own_side<'a>(act: &Attempt<'a>) -> &'a Facts {
    act.scene.side()
}

/// State of the acting side's leader.
pub fn leader(act: &Attempt) -> Leader {
    facts::leader(own_side(act))
}

fn is_active(act: &Attempt) -> bool {
    active(&act.scene.table) == Some(act.scene.acts)
}

/// Facts of the acting units: the shooters, the attacker or the unit. Empty if none has been chosen.
fn acting<'a>(act: &Attempt<'a>) -> impl Iterator<Item = &'a Facts> {
    acting_units(act).map(|unit| &*unit.facts)
}

fn acting_units<'a>(act: &Attempt<'a>) -> impl Iterator<Item = &'a TableUnit> {
    let role = match act.procedure {
        procedures::SHOOT => roles::SHOOTERS,
        procedures::FIGHT => roles::ATTACKER,
        _ => roles::UNIT,
    };
    act.scene.units(role).iter()
}

/// The enemy in a fight; `None` if none was chosen.
fn enemy<'a>(act: &Attempt<'a>) -> Option<&'a Facts> {
    let role = if act.procedure == procedures::FIGHT { roles::DEFENDER } else { roles::ENEMY };
    act.scene.facts(role)
}

/// True if the leader moves, joins a unit or rallies one.
fn leader_acts(act: &Attempt) -> bool {
    match act_done(act) {
        Some(ActionKind::AttachLeader | ActionKind::Rally) => true,
        Some(ActionKind::Move | ActionKind::ChangeDirection) => act.scene.unit(roles::UNIT).is_none(),
        _ => false,
    }
}

/// True if this act is one of `ACTS_OF_UNITS` and the unit has done another kind of act on this card.
pub fn has_done_otherwise(unit: &Facts, act: ActionKind) -> bool {
    let (same, others): (Vec<_>, Vec<_>) = ACTS_OF_UNITS.iter().partition(|(_, acts)| acts.contains(&act));
    !same.is_empty() && others.iter().any(|(flag, _)| unit.holds(*flag))
}
