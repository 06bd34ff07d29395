//! States of a formation, for its card and its row.

use super::super::terms::{Cause, Task};
use crate::facts::*;
use rules::ids;
use rules::prelude::*;

/// States of a formation, in the order of the card's tags: Regular or Irregular, and what affects the next act.
pub const STATES: &[State] = &[
    State::of(CONTACTS).beside().covers(ids![IN_MELEE]),
    State::when(|unit| !has_elements(unit), "Destroyed").alarm().stamp().even_if_out(),
    State::each(irregular).alarm().stamp().short(term("irregular")).rank(1).covers(ids![shaken_by(Cause::CloseFire)]),
    // A formation that is Irregular by nature and by another cause loses an element at the end of each turn. *Melee Combat.*
    State::when(|unit| !is_trained(unit) && is_shaken(unit), "loses an element each turn")
        .alarm()
        .stamp()
        .short(term("loses elements")),
    State::when(|unit| !is_trained(unit) && !is_shaken(unit), "Irregular by nature").calm(),
    State::when(|unit| is_trained(unit) && !is_shaken(unit), "Regular").calm(),
    State::words(remedy).note(),
    State::words(commanded).note(),
    State::words(refused_command).note().beside().rank(1),
    State::of(COMMANDER_LOST).called("commander lost: −2 on commands").note().beside().rank(3),
    State::when(|unit| unit.holds(CHANGING), "mounting or dismounting at the end of the move step")
        .note()
        .beside()
        .rank(2),
    State::of(HOLDING_FIRE).called("holds fire").note().beside().rank(1),
    State::when(|unit| unit.holds(TARGET_OVERRIDE), "may choose another target").note(),
    State::of(SHOT_THIS_TURN).note(),
    State::of(MOVED_THIS_TURN).note(),
    State::of(CLOSED_UP).note(),
    State::of(FOUGHT).note(),
    State::of(SHOT_AT_THIS_TURN).note(),
    State::of(CONTACT_TO_CHECK).called("new contact to check").note(),
    State::of(RESTORED_THIS_TURN).called("restored order: no move, no shot").note(),
    State::of(IN_MELEE).only_if(|unit| !unit.lists_any(CONTACTS)).called("in melee").note(),
    State::words(marker).note().beside(),
    State::words(slowed).note(),
    State::of(GENERAL_JOINED).note().leader().short("General"),
];

fn irregular(unit: &Facts) -> Vec<Text> {
    causes(unit).map(|cause| text!("Irregular: {why}", why = cause.label())).collect()
}

/// Advice on restoring a formation's order; `None` if nothing has made it Irregular. (R7)
fn remedy(facts: &Facts) -> Option<Text> {
    let causes: Vec<Cause> = causes(facts).collect();
    if causes.is_empty() {
        None
    } else if causes == [Cause::CloseFire] && !facts.holds(shaken_by(Cause::CloseFire)) {
        Some("until the turn ends".into())
    } else if facts.holds(IN_MELEE) && causes.iter().any(|cause| cause.lasts_in_melee()) {
        Some("a command restores its order once out of melee".into())
    } else {
        Some("a command restores its order, instead of a move or shots".into())
    }
}

/// Order that the formation obeyed, in words: `to move ahead, 4"`.
fn marker(facts: &Facts) -> Option<Text> {
    let moves = facts.equals(ORDER, Marker::Manoeuvre);
    let marked = facts.value(ORDER_DIRECTION).zip(facts.value(ORDER_DISTANCE));
    let (direction, inches) = marked.filter(|_| moves)?;
    let way = match direction {
        Direction::AsMarked => "to move",
        Direction::Ahead => "to move ahead",
        Direction::Left => "to move left",
        Direction::Right => "to move right",
        Direction::Back => "to move back",
        Direction::Turning => "to turn",
    };
    Some(match inches {
        0 => way.into(),
        inches => text!("{way}, {n}\"", way = way, n = inches),
    })
}

/// The text that a command of this turn passed; `None` if none did.
fn commanded(facts: &Facts) -> Option<Text> {
    let number = |tasks: Fact<Vec<Task>>| facts.value(tasks).unwrap_or_default().len();
    (number(EARLIER_COMMANDS) > number(EARLIER_FAILED)).then(|| text!("commanded"))
}

/// The text that all commands of this turn failed; `None` if one passed, or if none was tried.
fn refused_command(facts: &Facts) -> Option<Text> {
    let number = |tasks: Fact<Vec<Task>>| facts.value(tasks).unwrap_or_default().len();
    let (tried, failed) = (number(EARLIER_COMMANDS), number(EARLIER_FAILED));
    (tried > 0 && tried == failed).then(|| "command failed".into())
}

/// Inches by which losses under fire shorten the formation's move, in words; `None` without losses.
fn slowed(facts: &Facts) -> Option<Text> {
    let (slower, most) = facts.value(FIRE_LOSSES).filter(|lost| *lost > 0).zip(facts.value(BASE_IN))?;
    Some(if slower >= most {
        "cannot move for its losses under fire".into()
    } else {
        text!("{n}\" lost under fire: moves {left}\"", n = slower, left = most - slower)
    })
}
