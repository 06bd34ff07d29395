//! Bans that several procedures share, with their headings and messages.

use super::price;
use super::rulings::{ACTS_ON_A_CARD, ActsOnACard};
use super::terms::{ActionKind, Arc, Card, Currency, Fate, Leader, TroopType};
use crate::facts;
use crate::facts::*;
use crate::ids::{phases, roles};
use rules::ban::FindsUnit;
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
/// Heading of the set-up.
pub const SETTING_UP: &str = "How to set up playing";
/// Heading of placing terrain.
pub const PLACING_TERRAIN: &str = "Terrain – setting up";
/// Heading of morale chips.
pub const CHIPS: &str = "How to battle – morale chips";
/// Heading of leaders.
pub const LEADERS: &str = "Leaders";
/// Heading of the Leader Check card.
pub const LEADER_CHECK: &str = "How to battle – cards and pips: Leader Check";

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
    act.scene.table.phase != phases::TURN_START
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
pub const LEADER_LOST: Ban = leader_lost(|act| leader(act) == Leader::Lost);

/// Returns a ban on acts of a lost leader, for a procedure that units do, too.
pub const fn leader_lost(is_lost: fn(&Attempt) -> bool) -> Ban {
    Ban::table("leader_lost", LEADERS, "The leader is lost.", is_lost)
}

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
pub const LEADER_FIRST: Ban = leader_first(leader_check_is_due);

/// Returns a ban on acts of the leader before his check, for a procedure that units do, too.
pub const fn leader_first(is_first: fn(&Attempt) -> bool) -> Ban {
    Ban::table("leader_first", LEADER_CHECK, "Check the leader first.", is_first)
}

/// True if the acting side must check its leader on the card in play.
pub fn leader_check_is_due(act: &Attempt) -> bool {
    must_check_leader(&act.scene.table, act.scene.acts)
}

/// Forbids a leader who is with a unit to rally, and to join another.
pub const ATTACHED_LEADER: Ban = attached_leader(|act| leader(act) == Leader::Attached);

/// Returns a ban on acts of a leader who is with a unit, for a procedure with other acts.
pub const fn attached_leader(is_attached: fn(&Attempt) -> bool) -> Ban {
    Ban::table(
        "leader_attached",
        LEADERS_AND_RALLY,
        "The leader is with a unit: he leaves it on a card on which he moves.",
        is_attached,
    )
}

/// Returns a ban on fights without a melee card.
pub const fn melee_card_needed(is_needed: fn(&Attempt) -> bool) -> Ban {
    Ban::table("no_melee_card", FIGHTING, NO_MELEE_CARD, is_needed).on_acts()
}

/// True if a fight with the enemy in this role needs a melee card, and none is in play.
pub fn lacks_melee_card(act: &Attempt, enemy: &str) -> bool {
    let arc = answer(act.input, ATTACK_ARC).unwrap_or(Arc::Front);
    let is_needed = |enemy: &Facts| needs_melee_card(arc, enemy.value(TYPE), enemy.equals(STATE, Fate::Ok));
    card_in_play(&act.scene.table) != Some(Card::Melee) && act.scene.facts(enemy).is_some_and(is_needed)
}

/// True if a unit that attacks from this arc needs a melee card: it meets the front of an enemy in good order. `enemy` is the enemy's
/// type. *How to battle – fighting.*
pub fn needs_melee_card(arc: Arc, enemy: Option<TroopType>, is_in_order: bool) -> bool {
    is_in_order && enemy.map_or(arc, |kind| kind.counted_arc(arc)) == Arc::Front
}

/// True if no unit takes part, so that the leader himself moves.
pub fn is_of_leader(act: &Attempt) -> bool {
    act.scene.unit(roles::UNIT).is_none()
}

/// True if the leader has moved on this card. (R39)
pub fn leader_has_moved(act: &Attempt) -> bool {
    is_of_leader(act) && own_side(act).holds(LEADER_MOVED)
}

/// Returns a ban on an act that a side has done already on this card. (R39)
pub const fn done_on_card(is_done: fn(&Attempt) -> bool) -> Ban {
    Ban::table("done_on_card", REPLIES, "That was done on this card: once on each card.", is_done)
}

/// Returns a ban on an act of a unit that has done an act of another kind on this card, if players chose that ruling. (R39)
pub const fn once_in_all(find: FindsUnit) -> Ban {
    Ban::found("done_on_card", REPLIES, "already acted on this card: once in all on each card.", find)
}

/// The unit in this role that has done another kind of act on this card, if players chose the ruling that a unit acts only once. Shots do
/// not count. (R39)
pub fn has_acted<'a>(act: &Attempt<'a>, role: &str, done: ActionKind) -> Option<&'a TableUnit> {
    let mut units = act.scene.units(role).iter().filter(|_| acts_once_in_all(act));
    units.find(|unit| has_done_otherwise(&unit.facts, done))
}

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

/// Returns a ban on attacks of a unit that pursued on a routed unit, in the same initiative.
pub const fn has_pursued(find: FindsUnit) -> Ban {
    let message = "pursued already: attacks on the routed unit from the next initiative on.";
    Ban::found("pursued", FIGHTING, message, find).on_acts()
}

/// The unit in the role `own` that has pursued in this initiative, if the enemy in the role `enemy` is routed.
pub fn pursuer_of_routed<'a>(act: &Attempt<'a>, own: &str, enemy: &str) -> Option<&'a TableUnit> {
    let mut units = act.scene.units(own).iter().filter(|_| act.scene.facts(enemy).is_some_and(routed));
    units.find(|unit| unit.facts.holds(PURSUED))
}

/// Returns a message if an act of the units in this role, or of the leader without any, costs more than is left. *How to battle – cards
/// and pips; – morale chips.*
pub fn cannot_afford(act: &Attempt, done: ActionKind, role: &str) -> Option<Text> {
    let (currency, cost) = price::cost_for(done, act.scene.units(role), is_active(act));
    // Before players choose the shooters, there is at least one.
    short_of(own_side(act), currency, cost.max(1))
}

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

/// True if this act is one of `ACTS_OF_UNITS` and the unit has done another kind of act on this card.
pub fn has_done_otherwise(unit: &Facts, act: ActionKind) -> bool {
    let (same, others): (Vec<_>, Vec<_>) = ACTS_OF_UNITS.iter().partition(|(_, acts)| acts.contains(&act));
    !same.is_empty() && others.iter().any(|(flag, _)| unit.holds(*flag))
}
