//! The turn, phase by phase. There is no initiative: both sides act at the same time.

use super::movement;
use super::unit::{self, at_hand, can_reload, can_shoot, is_out, is_ready, missiles, reload_left};
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::ruleset::Phase;
use crate::text;

/// The phases of a game turn.
pub const PHASES: &[Phase] = &[
    Phase {
        id: "start",
        title: "Start",
        needs: "Mark everybody who begins the turn in contact with an enemy.",
        concerns: |facts| !is_out(facts),
        says: Some(|_| "".into()),
        marks: |_| vec!["in_contact_at_start"],
        ..Phase::PLAIN
    },
    Phase {
        id: "declare",
        title: "Declare",
        needs: "Players say quickly and openly what their characters do. Chargers name whom they charge; those may stand, go away, or let others step in front. Forming close order, and marching in it, take an officer's word.",
        procedures: &["close_order"],
        ..Phase::PLAIN
    },
    Phase {
        id: "move",
        title: "Move",
        needs: "Everybody moves at the same time, as the players agree. Dice for bad ground are thrown once for a group, on its edge, and nobody thinks better of it afterwards.",
        procedures: &["move", "run_up", "close_order"],
        concerns: |facts| !is_out(facts),
        says: Some(moves),
        marks: |_| vec!["moved"],
        ..Phase::PLAIN
    },
    Phase {
        id: "shoot",
        title: "Shoot",
        needs: "After all moves (before or during them if you agree so). Whoever is hit is out at once, so agree who shoots first. In a group, draw who falls.",
        procedures: &["shoot", "casualties"],
        concerns: |facts| !is_out(facts) && at_hand(facts).next().is_some(),
        says: Some(shoots),
        ..Phase::PLAIN
    },
    Phase {
        id: "melee",
        title: "Melee",
        needs: "Fights are settled one by one. Each blow is struck in one fight of the turn only.",
        procedures: &["melee"],
        concerns: |facts| !is_out(facts) && fights(facts),
        says: Some(fights_on),
        ..Phase::PLAIN
    },
    Phase {
        id: "reload",
        title: "Reload",
        needs: "Whoever stood still all turn, did not shoot and was not touched loads: it counts by itself when the next turn begins. Mark those who moved or were touched.",
        procedures: &["reload"],
        concerns: |facts| can_reload(facts).is_ok(),
        says: Some(reloads),
        marks: |_| vec!["moved", "contacted"],
        ..Phase::PLAIN
    },
    Phase {
        id: "end",
        title: "End",
        needs: "Units in close order that moved or were attacked: does their order hold? Then see to the wounded.",
        procedures: &["close_order", "healing", "wound_location"],
        concerns: ends_with_something,
        says: Some(ends),
        ..Phase::PLAIN
    },
];

/// Whether they are known to be in a fight.
fn fights(facts: &Facts) -> bool {
    ["in_contact_at_start", "charging", "contacted"].iter().any(|id| facts.flag(id))
}

/// Units with an order to keep, wounded to see to, or something that they may not do next turn.
fn ends_with_something(facts: &Facts) -> bool {
    let marks = ["close_order", "charging", "pike_loose", "wounded", "stunned"];
    facts.whole("fallen") + facts.whole("captured") > 0 || marks.iter().any(|id| facts.flag(id))
}

/// How far they may go, and whether a unit in close order may still turn.
fn moves(facts: &Facts) -> Text {
    if let Some(why) = unit::why_disabled(facts) {
        return why;
    }
    let far = movement::allowance_cm(facts).map_or("moves".into(), |cm| text!("up to {n} cm on easy ground", n = cm));
    match (facts.flag("close_order"), facts.flag("pivot_used")) {
        (false, _) => far,
        (true, false) => text!("{far}; may pivot once", far = far),
        (true, true) => text!("{far}; has pivoted", far = far),
    }
}

/// Who may still shoot, and with what.
fn shoots(facts: &Facts) -> Text {
    if let Some(why) = unit::why_disabled(facts) {
        return why;
    }
    if let Err(why) = can_shoot(facts) {
        let longest = missiles(facts).map(|missile| reload_left(facts, missile)).max();
        return longest.filter(|n| *n > 0).map_or(why, |n| text!("not loaded: {n} to load", n = n));
    }
    if facts.flag("fired") {
        return "has shot".into();
    }
    if facts.flag("in_contact_at_start") {
        return "in contact: pistols only".into();
    }
    let ready = at_hand(facts).find(|missile| is_ready(facts, *missile)).map_or("", |missile| missile.label());
    text!("may shoot: {weapon}", weapon = ready)
}

/// What brings them into a fight.
fn fights_on(facts: &Facts) -> Text {
    match (facts.flag("contacted"), facts.flag("charging")) {
        (true, _) => "has fought".into(),
        (_, true) => text!("charges"),
        _ => "in contact since the start".into(),
    }
}

/// What is loaded as the next turn begins.
fn reloads(facts: &Facts) -> Text {
    if let Some(why) = unit::why_not_loading(facts) {
        return why;
    }
    match missiles(facts).map(|missile| reload_left(facts, missile)).max() {
        Some(1) => "loads: ready next turn".into(),
        Some(n) => text!("loads: {n} turns to go, this one counted", n = n),
        None => "".into(),
    }
}

/// What is still to be seen to.
fn ends(facts: &Facts) -> Text {
    let fallen = facts.whole("fallen");
    if fallen > 0 {
        return text!("{n} fallen to see to", n = fallen);
    }
    if facts.whole("captured") > 0 {
        return text!("prisoners: {n}, for ransom or to be freed", n = facts.whole("captured"));
    }
    const MARKS: &[(&str, &str)] = &[
        ("wounded", "wounded: to be seen to"),
        ("close_order", "does the close order hold?"),
        ("charging", "no charge next turn"),
        ("pike_loose", "the pike is useless next turn, unless in close order"),
        ("stunned", "gets up"),
    ];
    MARKS.iter().find(|(flag, _)| facts.flag(flag)).map_or("".into(), |(_, words)| Text::from(*words))
}
