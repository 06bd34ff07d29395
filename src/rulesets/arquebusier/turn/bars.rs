//! Bars: acts that the turn forbids now, with the heading and the message of each.

use super::super::command::General;
use super::super::movement::Reason;
use super::super::terms::TroopType;
use super::super::unit::facts::*;
use crate::core::facts::{FactValue, Facts};
use crate::core::text::Text;
use crate::form::Constant;
use crate::rules::table::TableUnit;
use crate::rules::turn::{Attempt, Bar, when};
use serde_json::Value as Json;

const COMMAND: &[&str] = &["command"];
const SHOOTING: &[&str] = &["shooting", "target_choice"];
const MOVE: &[&str] = &["movement_allowance"];
const MELEE: &[&str] = &["melee"];
const END: &[&str] = &["end_of_turn"];
/// Procedures of one phase or two.
const OF_A_PHASE: &[&str] = &["command", "target_choice", "shooting", "movement_allowance", "melee", "end_of_turn"];
/// Procedures that go on only while the battle is undecided.
const OF_A_BATTLE: &[&str] =
    &["command", "target_choice", "shooting", "movement_allowance", "melee", "irregular_check", "end_of_turn"];

/// Bars in the order in which they are named: of several that hold, the first is the reason.
pub const BARS: &[Bar] = &[
    Bar::new("battle_over", OF_A_BATTLE, "Melee Combat", |act| {
        when(is_decided(&act.table.battle), "The battle is decided.")
    }),
    // The order of the headings; moves come after shooting. (R10, R25)
    Bar::new("wrong_phase", OF_A_PHASE, "Manoeuvre Commands; Shooting; Melee Combat", |act| {
        when(!belongs_to_the_phase(act), "This belongs to another step of the turn.")
    }),
    Bar::new("destroyed", &[], "Representation", |act| {
        let gone = act.everybody().find(|unit| !has_elements(&unit.facts) && !shoots_as_it_fell(act, unit));
        gone.map(|unit| crate::text!("Nothing of {name} is left.", name = name(&unit.facts)))
    }),
    // One command a formation and turn; a General with it gives another, while its own commander lives. (R13)
    Bar::new("commanded", COMMAND, "Shooting", |act| {
        let formation = act.unit("formation")?;
        let tried = earlier_commands(&formation.facts);
        when(tried >= most_commands(act, formation), "It has had its command this turn.")
    })
    .repeats(&["earlier_commands", "earlier_failed"]),
    // (R26)
    Bar::new("regulars_first", COMMAND, "Manoeuvre Commands", |act| {
        let formation = act.unit("formation")?;
        let untried = earlier_commands(&formation.facts) == 0;
        let begun = act.table.side(formation.side).holds(IRREGULARS_BEGUN);
        let late = is_regular(&formation.facts) && untried && begun;
        when(late, "Regulars first: an Irregular of this side has had its command.")
    }),
    Bar::new("shot", SHOOTING, "Shooting", |act| against_shooters(act, "shot")),
    Bar::new("in_melee", SHOOTING, "Shooting", |act| against_shooters(act, "in_melee")),
    Bar::new("restored", SHOOTING, "Melee Combat", |act| against_shooters(act, "restored")),
    Bar::new("holding_fire", SHOOTING, "Shooting", |act| against_shooters(act, "holding_fire")),
    Bar::new("cannot_shoot", SHOOTING, "Shooting", |act| against_shooters(act, "cannot_shoot")),
    Bar::new("not_stationary", SHOOTING, "Shooting", |act| against_shooters(act, "not_stationary")),
    // The nearest, or the second where that is free; any other target takes a command.
    Bar::new("not_nearest", &["shooting"], "Shooting", |act| {
        let target = act.unit("target")?;
        let tied = act.units("shooters").iter().find(|shooter| !may_aim_at(&shooter.facts, &target.id))?;
        let name = name(&tied.facts);
        Some(crate::text!("Another formation is nearer to {name}: only a command changes the target.", name = name))
    })
    .on_acts(),
    Bar::new("moved", MOVE, "Manoeuvre Commands", |act| against_move(act, "moved")).presumes(OBEYED),
    Bar::new("restored", MOVE, "Melee Combat", |act| against_move(act, "restored")).presumes(OBEYED),
    Bar::new("changing", MOVE, "Melee Combat", |act| against_move(act, "changing")).presumes(OBEYED),
    Bar::new("artillery_shot", MOVE, "Shooting", |act| against_move(act, "artillery_shot")).presumes(OBEYED),
    Bar::new("no_order", MOVE, "Manoeuvre Commands", |act| against_move(act, "no_order")).presumes(OBEYED),
    Bar::new("not_in_contact", MOVE, "Melee Combat", |act| {
        when(closes_up(act) && !acting(act)?.holds(IN_MELEE), "No enemy touches it.")
    }),
    // Once a turn, besides an ordered move. (R28)
    Bar::new("closed_up", MOVE, "Melee Combat", |act| {
        when(closes_up(act) && acting(act)?.holds(CLOSED_UP), "It has closed up this turn.")
    }),
    Bar::new("not_in_contact", MELEE, "Melee Combat", |act| {
        let apart = |unit: &&TableUnit| !unit.facts.holds(IN_MELEE) || touches_nobody_of(unit, act);
        when(act.everybody().any(|unit| apart(&unit)), "They are not in contact.")
    }),
    // One target for each element, and all losses come off together. (R27)
    Bar::new("fought", MELEE, "Melee Combat; Results", |act| {
        let fought = act.everybody().find(|unit| unit.facts.holds(FOUGHT))?;
        let name = name(&fought.facts);
        Some(crate::text!("{name}: already in a melee this turn. Fight all contacts in one melee.", name = name))
    }),
    // It becomes Irregular at once, so before the dice.
    Bar::new("check_first", MELEE, "Shooting; Melee Combat", |act| {
        let unchecked = act.everybody().find(|unit| unit.facts.holds(CONTACT_TO_CHECK))?;
        let name = name(&unchecked.facts);
        Some(crate::text!("First check if its new contact makes {name} Irregular.", name = name))
    }),
    Bar::new("turn_ended", END, "Melee Combat", |act| when(acting(act)?.holds(TURN_ENDED), "Its turn has ended.")),
];

/// The first command to an Irregular ends those of the Regulars of its side that had none. *Manoeuvre Commands.* (R26)
pub fn ends(act: &Attempt) -> Vec<Text> {
    let begins = |unit: &&TableUnit| !is_regular(&unit.facts) && !act.table.side(unit.side).holds(IRREGULARS_BEGUN);
    let Some(irregular) = act.unit("formation").filter(|_| act.procedure == "command").filter(begins) else {
        return Vec::new();
    };
    let untried =
        |unit: &&TableUnit| has_elements(&unit.facts) && is_regular(&unit.facts) && earlier_commands(&unit.facts) == 0;
    let names: Vec<String> = act.table.of(irregular.side).filter(untried).map(|unit| name(&unit.facts)).collect();
    let words = || crate::text!("After this no command is left this turn to: {names}.", names = names.join(", "));
    (!names.is_empty()).then(words).into_iter().collect()
}

/// Input of a move that is made although a bar stands against it.
const OBEYED: &[(&str, Constant)] = &[("command_passed", Constant::Flag(true))];

/// One reason against a formation by itself.
struct Line {
    rule: &'static str,
    holds: fn(&Facts) -> bool,
    /// Message, with the formation as `{name}`.
    words: &'static str,
}

/// Reasons against a shooter. *Shooting; Melee Combat* (restoring order).
const AGAINST_SHOOTERS: &[Line] = &[
    Line { rule: "shot", holds: |unit| unit.holds(SHOT_THIS_TURN), words: "{name}: already shot this turn." },
    Line { rule: "in_melee", holds: |unit| unit.holds(IN_MELEE), words: "{name}: in melee, so no shooting." },
    Line {
        rule: "restored",
        holds: |unit| unit.holds(RESTORED_THIS_TURN),
        words: "{name}: order restored this turn, instead of a move or a shot.",
    },
    Line { rule: "holding_fire", holds: |unit| unit.holds(HOLDING_FIRE), words: "{name}: told to hold fire." },
    Line {
        rule: "cannot_shoot",
        holds: |unit| shooting_groups(unit).is_empty(),
        words: "Nothing in {name} can shoot as it stands.",
    },
    Line {
        rule: "not_stationary",
        holds: |unit| shooting_groups(unit).iter().all(is_artillery) && !unit.holds(STATIONARY),
        words: "Guns and Mortars shoot only if they keep still, last turn and this: {name} did not, or must move by order.",
    },
];

/// Reasons against an ordered move. *Manoeuvre Commands; Melee Combat; Shooting.*
const AGAINST_MOVES: &[Line] = &[
    Line { rule: "moved", holds: |unit| unit.holds(MOVED_THIS_TURN), words: "{name}: already moved this turn." },
    Line {
        rule: "restored",
        holds: |unit| unit.holds(RESTORED_THIS_TURN),
        words: "{name}: order restored this turn, instead of a move or a shot.",
    },
    Line {
        rule: "changing",
        holds: |unit| unit.holds(CHANGING),
        words: "The Dragoons of {name} mount or dismount instead of moving.",
    },
    Line {
        rule: "artillery_shot",
        holds: |unit| unit.holds(ARTILLERY_SHOT),
        words: "The artillery of {name} shot, and keeps still this turn.",
    },
    Line {
        rule: "no_order",
        holds: |unit| !unit.equals(ORDER, Marker::Manoeuvre),
        words: "{name}: no command to move was obeyed.",
    },
];

impl Line {
    fn words(&self, unit: &Facts) -> Text {
        Text::from(self.words).with("name", name(unit))
    }
}

fn first_of(lines: &'static [Line], unit: &Facts) -> Option<&'static Line> {
    lines.iter().find(|line| (line.holds)(unit))
}

/// True if nothing stands against a formation as a shooter, but for the choice of its target.
pub fn may_shoot(unit: &Facts) -> bool {
    (has_elements(unit) || fell_in_this_step(unit)) && first_of(AGAINST_SHOOTERS, unit).is_none()
}

/// True if nothing stands against an ordered move.
pub fn may_move(unit: &Facts) -> bool {
    has_elements(unit) && first_of(AGAINST_MOVES, unit).is_none()
}

/// The first reason against the first of several shooters that one stands against, if this is its rule.
fn against_shooters(act: &Attempt, rule: &str) -> Option<Text> {
    let (line, unit) = act.actors().iter().find_map(|unit| Some((first_of(AGAINST_SHOOTERS, &unit.facts)?, *unit)))?;
    (line.rule == rule).then(|| line.words(&unit.facts))
}

fn against_move(act: &Attempt, rule: &str) -> Option<Text> {
    let unit = acting(act)?;
    let line = AGAINST_MOVES.iter().find(|line| line.rule == rule)?;
    (!closes_up(act) && (line.holds)(unit)).then(|| line.words(unit))
}

fn acting<'a>(act: &Attempt<'a>) -> Option<&'a Facts> {
    act.actors().first().map(|unit| &*unit.facts)
}

/// Groups that shoot. A profile without a nature has no state, and so none.
fn shooting_groups(unit: &Facts) -> Vec<Json> {
    unit.value(SHOOTING_GROUPS).unwrap_or_default()
}

fn is_artillery(group: &Json) -> bool {
    group.get("type").and_then(TroopType::read).is_some_and(TroopType::is_artillery)
}

fn fell_in_this_step(unit: &Facts) -> bool {
    unit.value(AS_STEP_BEGAN).flatten().is_some()
}

/// Whoever falls in a step shoots in it all the same: all shooting of a step is simultaneous. (R9)
fn shoots_as_it_fell(act: &Attempt, unit: &TableUnit) -> bool {
    let shooter = SHOOTING.contains(&act.procedure) && act.actors().iter().any(|own| own.id == unit.id);
    shooter && fell_in_this_step(&unit.facts)
}

fn earlier_commands(unit: &Facts) -> usize {
    unit.value(EARLIER_COMMANDS).unwrap_or_default().len()
}

fn most_commands(act: &Attempt, formation: &TableUnit) -> usize {
    let general = match act.input.get("general").and_then(General::read) {
        Some(said) => said,
        None => General::of(&formation.facts, act.table.side(formation.side)),
    };
    if general == General::Joined && !formation.facts.holds(COMMANDER_LOST) { 2 } else { 1 }
}

fn may_aim_at(shooter: &Facts, target: &str) -> bool {
    let Some(aim) = shooter.value(AIM).flatten() else { return true };
    shooter.holds(TARGET_OVERRIDE) || aim.automatic == target || aim.free_second.as_deref() == Some(target)
}

/// Reason of a move: the one that was said or filled in; of an offer, that of the phase.
fn reason(act: &Attempt) -> Reason {
    let of_the_phase = if act.table.phase == "melee" { Reason::CloseUp } else { Reason::Manoeuvre };
    act.input.get("reason").and_then(Reason::read).unwrap_or(of_the_phase)
}

fn closes_up(act: &Attempt) -> bool {
    reason(act) == Reason::CloseUp
}

fn belongs_to_the_phase(act: &Attempt) -> bool {
    let phases: &[&str] = match act.procedure {
        "command" => &["commands"],
        // Seen beforehand, it shows if a wish takes a command.
        "target_choice" => &["commands", "shooting"],
        "shooting" => &["shooting"],
        "movement_allowance" if closes_up(act) => &["melee"],
        "movement_allowance" => &["move"],
        "melee" => &["melee"],
        _ => &["end"],
    };
    phases.contains(&act.table.phase)
}

/// True if a formation's contacts hold none of the other side's formations that take part. One without any on record may touch
/// anybody.
fn touches_nobody_of(unit: &TableUnit, act: &Attempt) -> bool {
    let touching = contacts(&unit.facts);
    let mut others = act.everybody().filter(|other| other.side != unit.side).peekable();
    !touching.is_empty() && others.peek().is_some() && !others.any(|other| touching.contains(&other.id))
}
