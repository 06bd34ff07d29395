//! A formation in words: its card, how it stands, and what it cannot do.

use super::super::facts::*;
use super::super::terms::{Cause, Task, Volley};
use super::derive::left;
use rules::prelude::*;
use rules::ruleset::{Look, StatusItem};
use rules::text::say;

/// A formation in a few words.
pub fn describe(facts: &Facts) -> Vec<Text> {
    // Its tags say how it stands now.
    let nature: Text = if is_trained(facts) { "Regular by nature".into() } else { "Irregular by nature".into() };
    let mut words = vec![nature];
    words.extend(left(facts).iter().map(group_in_words));
    if facts.holds(HAS_DRAGOON) {
        words.push(if facts.holds(MOUNTED) { text!("mounted") } else { "on foot".into() });
    }
    match facts.value(VOLLEY) {
        Some(Volley::LateSwedish) => words.push("late Swedish volley".into()),
        Some(Volley::Longbow) => words.push(text!("longbows")),
        Some(Volley::None) | None => {}
    }
    words
}

/// Formations at a glance. Losses are counted by type, so no tracker stands for the others. A side runs
/// once nothing of it is Regular. *Melee Combat.*
pub const GLANCE: Glance = Glance {
    sign: super::sign::sign,
    line: super::row::line,
    remaining: super::row::remaining,
    has_acted: super::row::has_acted,
    left: |unit| {
        let groups = left(unit);
        let shown: Vec<Text> = groups.iter().map(elements_in_words).collect();
        shown.into_iter().reduce(|first, more| text!("{first}, {more}", first = first, more = more))
    },
    is_out: |unit| !has_elements(unit),
    main_tracker: |_| None,
    status: |table| Side::BOTH.into_iter().map(|side| regulars(table, side)).collect(),
    ..Glance::PLAIN
};

fn elements_in_words(group: &Group) -> Text {
    text!("{n} {troop}", n = group.elements, troop = group.troop.label())
}

/// Regular formations left. A third of the side, and it is in danger.
fn regulars(table: &Table, side: Side) -> StatusItem {
    let regular = table.of(side).filter(|unit| has_elements(&unit.facts) && is_regular(&unit.facts)).count();
    let shown = i32::try_from(regular).unwrap_or(i32::MAX);
    StatusItem::number("Regular formations", shown, Look::Stand).of(side).few_if(regular * 3 <= table.of(side).count())
}

fn group_in_words(group: &Group) -> Text {
    let (n, troop) = (group.elements, group.troop.label());
    if group.front == group.elements {
        text!("{n} {troop}", n = n, troop = troop)
    } else {
        text!("{n} {troop} ({front} in front)", n = n, troop = troop, front = group.front)
    }
}

/// Status tags: Regular or not and why, and what affects its next act.
pub fn status_tags(facts: &Facts) -> Vec<StatusTag> {
    if !has_elements(facts) {
        return vec![StatusTag { words: "Destroyed".into(), urgency: Urgency::Alarm }];
    }
    let mut standings: Vec<StatusTag> =
        causes(facts).map(|cause| alarm(text!("Irregular: {why}", why = cause.label()))).collect();
    if !is_trained(facts) {
        standings.push(if standings.is_empty() {
            StatusTag { words: "Irregular by nature".into(), urgency: Urgency::Calm }
        } else {
            alarm("loses an element each turn")
        });
    } else if standings.is_empty() {
        standings.push(StatusTag { words: "Regular".into(), urgency: Urgency::Calm });
    }
    standings.extend(remedy(facts).map(|words| StatusTag { words: words.into(), urgency: Urgency::Note }));
    standings.extend(notes(facts).map(|words| StatusTag { words, urgency: Urgency::Note }));
    standings
}

fn alarm(words: impl Into<Text>) -> StatusTag {
    StatusTag { words: words.into(), urgency: Urgency::Alarm }
}

/// Advice on restoring a shaken formation. (R7)
fn remedy(facts: &Facts) -> Option<&'static str> {
    let lasts = [Cause::RearContact, Cause::DragoonChanging, Cause::StandingCavalry];
    let causes: Vec<Cause> = causes(facts).collect();
    if causes.is_empty() {
        None
    } else if causes == [Cause::CloseFire] && !facts.holds(shaken_by(Cause::CloseFire)) {
        Some("until the turn ends")
    } else if facts.holds(IN_MELEE) && causes.iter().any(|cause| lasts.contains(cause)) {
        Some("restored by a command once out of melee")
    } else {
        Some("restored by a command, instead of moving or shooting")
    }
}

/// The order that it obeyed: `to move ahead, 4"`.
pub(super) fn marker(facts: &Facts) -> Option<Text> {
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

/// Marks of the turn, and all else that affects its next act.
fn notes(facts: &Facts) -> impl Iterator<Item = Text> {
    let marks = [
        (COMMANDER_LOST, text!("commander lost: −2 on commands")),
        (CHANGING, text!("mounting or dismounting at the end of the move step")),
        (HOLDING_FIRE, text!("holds fire")),
        (TARGET_OVERRIDE, text!("may choose another target")),
        (SHOT_THIS_TURN, text!("shot")),
        (MOVED_THIS_TURN, text!("moved")),
        (CLOSED_UP, text!("closed up")),
        (FOUGHT, text!("fought")),
        (SHOT_AT_THIS_TURN, text!("shot at")),
        (CONTACT_TO_CHECK, text!("new contact to check")),
        (RESTORED_THIS_TURN, text!("restored order: no move, no shot")),
    ];
    let mut notes: Vec<Text> = commanded(facts).into_iter().collect();
    notes.extend(marks.into_iter().filter(|(mark, _)| facts.holds(*mark)).map(|(_, words)| words));
    // With contacts on record, the mark of their tracker says with whom.
    if facts.holds(IN_MELEE) && !facts.lists_any(CONTACTS) {
        notes.push(text!("in melee"));
    }
    notes.extend(marker(facts));
    notes.extend(slowed(facts));
    if facts.holds(GENERAL_JOINED) {
        notes.push("General with it".into());
    }
    notes.into_iter()
}

/// Commands tried this turn.
fn commanded(facts: &Facts) -> Option<Text> {
    let number = |tasks: Fact<Vec<Task>>| facts.value(tasks).unwrap_or_default().len();
    match (number(EARLIER_COMMANDS), number(EARLIER_FAILED)) {
        (0, _) => None,
        (tried, failed) if tried == failed => Some("commanded: failed".into()),
        _ => Some(text!("commanded")),
    }
}

/// Inches that losses under fire take off its move. A roster's unit has lost nothing yet.
fn slowed(facts: &Facts) -> Option<Text> {
    let (slower, most) = facts.value(FIRE_LOSSES).filter(|lost| *lost > 0).zip(facts.value(BASE_IN))?;
    Some(if slower >= most {
        "cannot move for its losses under fire".into()
    } else {
        text!("{n}\" lost under fire: moves {left}\"", n = slower, left = most - slower)
    })
}

/// Reasons why it is Irregular, after its name.
pub fn why_irregular(facts: &Facts) -> Text {
    let name = name(facts);
    if !has_elements(facts) {
        return text!("{name}: destroyed", name = name);
    }
    let mut why: Vec<&str> = causes(facts).map(|cause| say(cause.label())).collect();
    if !is_trained(facts) {
        why.insert(0, say("Irregular by nature"));
    }
    text!("{name}: {why}", name = name, why = why.join(", "))
}
