//! Texts of a formation: card, state, and restrictions.

use super::super::facts::*;
use super::super::terms::{Cause, Task, Volley};
use super::derive::left;
use rules::prelude::*;
use rules::ruleset::{Look, StatusItem};
use rules::text::say;

/// A formation in a few words.
pub fn describe(facts: &Facts) -> Vec<Text> {
    // The tags show its present state.
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

/// Parts of a description that are read at a glance. Losses are counted by type, so no single tracker is shown. A side routs once it
/// has no Regular formation. *Melee Combat.*
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

/// Number of Regular formations left, with a warning at a third of the side.
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

/// Tags: Regular or Irregular, the causes, and what affects the next act.
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

/// Advice on restoring a formation's order; `None` if there is none. (R7)
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

/// Order that the formation obeyed, in words: `to move ahead, 4"`.
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

/// Acts of this turn, and anything else that affects the next act.
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
    // If contacts are recorded, the mark of that tracker names the enemies.
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

/// Number of commands tried this turn, in words.
fn commanded(facts: &Facts) -> Option<Text> {
    let number = |tasks: Fact<Vec<Task>>| facts.value(tasks).unwrap_or_default().len();
    match (number(EARLIER_COMMANDS), number(EARLIER_FAILED)) {
        (0, _) => None,
        (tried, failed) if tried == failed => Some("commanded: failed".into()),
        _ => Some(text!("commanded")),
    }
}

/// Inches by which losses under fire shorten its move, in words; `None` without losses.
fn slowed(facts: &Facts) -> Option<Text> {
    let (slower, most) = facts.value(FIRE_LOSSES).filter(|lost| *lost > 0).zip(facts.value(BASE_IN))?;
    Some(if slower >= most {
        "cannot move for its losses under fire".into()
    } else {
        text!("{n}\" lost under fire: moves {left}\"", n = slower, left = most - slower)
    })
}

/// Name of the formation, and the causes of being Irregular.
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
