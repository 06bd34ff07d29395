//! Texts of a formation's card and row, except its states.

use super::super::facts::*;
use super::super::terms::{Order, Volley};
use super::derive::{left, raised_groups};
use super::lines::{line, to_kill};
use rules::number::count;
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

/// Values that cards and rows show at a glance. There is no main tracker, because losses are counted by type. The status shows the number
/// of Regular formations, because a side without Regular formations loses. *Melee Combat.*
pub const GLANCE: Glance = Glance {
    sign: super::sign::sign,
    remaining,
    has_acted: |unit| [MOVED_THIS_TURN, SHOT_THIS_TURN, FOUGHT, CLOSED_UP].iter().any(|flag| unit.holds(*flag)),
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

/// Number of elements left, and number as raised.
fn remaining(unit: &Facts, _: &Facts) -> Option<(u32, u32)> {
    let (left, raised) = (left(unit), raised_groups(unit));
    let [left, raised] = [left, raised].map(|groups| groups.iter().map(|group| count(group.elements)).sum());
    Some((left, raised))
}

fn elements_in_words(group: &Group) -> Text {
    text!("{n} {troop}", n = group.elements, troop = group.troop.label())
}

/// Number of Regular formations left, shown as low at a third of the side's formations or fewer.
fn regulars(table: &Table, side: Side) -> StatusItem {
    let regular = table.of(side).filter(|unit| has_elements(&unit.facts) && is_regular(&unit.facts)).count();
    let shown = i32::try_from(regular).unwrap_or(i32::MAX);
    StatusItem::number("Regular formations", shown, Look::Stand).of(side).low_if(regular * 3 <= table.of(side).count())
}

fn group_in_words(group: &Group) -> Text {
    let (n, troop) = (group.elements, group.troop.label());
    if group.front == group.elements {
        text!("{n} {troop}", n = n, troop = troop)
    } else {
        text!("{n} {troop} ({front} in front)", n = n, troop = troop, front = group.front)
    }
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

/// A formation's card on paper. For each type, it shows the faces that kill an element, and the range while Regular. Commands and the loss
/// of the commander have boxes.
pub const PAPER: PaperCard = PaperCard {
    numbers: |unit| {
        let mounted = unit.holds(MOUNTED);
        left(unit).iter().map(|group| numbers_of(group, mounted)).collect()
    },
    boxes: &[FIRST_COMMAND.id(), SECOND_COMMAND.id(), COMMANDER_LOST.id()],
};

/// `Firearm: falls to fire on 3+, Irregular 3+; shoots 24″`.
fn numbers_of(group: &Group, mounted: bool) -> Text {
    let [regular, irregular] = [Order::Regular, Order::Irregular].map(|order| to_kill(group.troop, order));
    let troop = group.troop.label();
    match line(group.troop, Order::Regular, mounted) {
        Some(line) => text!(
            "{troop}: falls to fire on {n}+, Irregular {irregular}+; shoots {reach}″",
            troop = troop,
            n = regular,
            irregular = irregular,
            reach = line.reach_in
        ),
        None => text!(
            "{troop}: falls to fire on {n}+, Irregular {irregular}+",
            troop = troop,
            n = regular,
            irregular = irregular
        ),
    }
}
