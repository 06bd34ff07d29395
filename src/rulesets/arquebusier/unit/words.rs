//! A formation in words: its card, how it stands, what it cannot do, and what its roster should know.

use super::super::availability::{self, Status};
use super::super::terms::{Cause, TroopType};
use super::derive::{Left, left};
use super::shaken_flag;
use crate::core::facts::Facts;
use crate::core::text::{Text, say};
use crate::form::Choices;
use crate::rules::ruleset::{Alert, StatusTag, Urgency};
use crate::text;
use serde_json::Value as Json;

/// A formation in a few words.
pub fn describe(facts: &Facts) -> Vec<Text> {
    let nature: Text = if facts.is("nature", &["regular"]) { "Regular".into() } else { "Irregular by nature".into() };
    let mut words = vec![nature];
    words.extend(left(facts).iter().map(group_in_words));
    if facts.flag("has_dragoon") {
        words.push(if facts.flag("mounted") { text!("mounted") } else { "on foot".into() });
    }
    match facts.word("volley") {
        "late_swedish" => words.push("late Swedish volley".into()),
        "longbow" => words.push(text!("longbows")),
        _ => {}
    }
    words
}

fn group_in_words(group: &Left) -> Text {
    let (n, troop) = (group.elements, group.troop.label());
    if group.front == group.elements {
        text!("{n} {troop}", n = n, troop = troop)
    } else {
        text!("{n} {troop} ({front} in front)", n = n, troop = troop, front = group.front)
    }
}

/// Status tags: Regular or not and why, and what affects its next act.
pub fn standing(facts: &Facts) -> Vec<StatusTag> {
    if facts.get("elements").is_some() && facts.whole("elements") == 0 {
        return vec![StatusTag { words: "Destroyed".into(), urgency: Urgency::Alarm }];
    }
    let mut standings: Vec<StatusTag> = Cause::ALL
        .iter()
        .filter(|cause| facts.flag(shaken_flag(**cause)))
        .map(|cause| alarm(text!("Irregular: {why}", why = cause.label())))
        .collect();
    if !facts.is("nature", &["regular"]) {
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
    let holds = |cause: &Cause| facts.flag(shaken_flag(*cause));
    if !Cause::ALL.iter().any(holds) {
        None
    } else if facts.flag("in_melee") && lasts.iter().any(holds) {
        Some("restored by a command once out of melee")
    } else {
        Some("restored by a command, instead of moving or shooting")
    }
}

/// The order that it obeyed: `to move ahead, 4"`.
fn marker(facts: &Facts) -> Option<Text> {
    if !facts.is("order", &["manoeuvre"]) {
        return None;
    }
    let way = match facts.word("order_direction") {
        "ahead" => "to move ahead",
        "left" => "to move left",
        "right" => "to move right",
        "back" => "to move back",
        "turning" => "to turn",
        _ => "to move",
    };
    Some(match facts.whole("order_distance") {
        0 => way.into(),
        inches => text!("{way}, {n}\"", way = way, n = inches),
    })
}

fn notes(facts: &Facts) -> impl Iterator<Item = Text> {
    let flags = [
        ("commander_lost", "commander lost: −2 on commands"),
        ("changing", "changing: turn it over in the move step"),
        ("holding_fire", "holds fire"),
        ("target_override", "may choose another target"),
        ("in_melee", "in melee"),
        ("restored_this_turn", "restored order: no move, no shot"),
    ];
    let mut notes: Vec<Text> =
        flags.iter().filter(|(flag, _)| facts.flag(flag)).map(|(_, words)| (*words).into()).collect();
    notes.extend(marker(facts));
    let (slower, most) = (facts.whole("fire_losses"), facts.whole("base_in"));
    if slower >= most && slower > 0 {
        notes.push("cannot move for its losses under fire".into());
    } else if slower > 0 {
        notes.push(text!("{n}\" lost under fire: moves {left}\"", n = slower, left = most - slower));
    }
    if facts.flag("general_joined") {
        notes.push("General with it".into());
    }
    notes.into_iter()
}

/// Checks that an element of it is left.
///
/// # Errors
/// The reason, for players.
pub fn on_the_table(facts: &Facts) -> Result<(), Text> {
    let gone = facts.get("elements").is_some() && facts.whole("elements") == 0;
    if gone { Err("Nothing of it is left.".into()) } else { Ok(()) }
}

/// Checks that it can shoot this turn.
///
/// # Errors
/// The reason, for players.
pub fn can_shoot(facts: &Facts) -> Result<(), Text> {
    // Whoever fell in this step's shooting shoots all the same. (R9)
    if facts.get("as_step_began").is_none_or(Json::is_null) {
        on_the_table(facts)?;
    }
    let unarmed = facts.get("shooting_groups").and_then(Json::as_array).is_some_and(Vec::is_empty);
    let hindrance = [
        (facts.flag("in_melee"), "It is in melee, and does not shoot."),
        (facts.flag("restored_this_turn"), "It restored order this turn, instead of moving or shooting."),
        (facts.flag("holding_fire"), "It was told to hold its fire."),
        (unarmed, "Nothing in it can shoot as it stands."),
    ];
    hindrance.iter().find(|(hinders, _)| *hinders).map_or(Ok(()), |(_, why)| Err((*why).into()))
}

/// `true` while an enemy element touches it.
///
/// # Errors
/// The reason, for players.
pub fn in_contact(facts: &Facts) -> Result<(), Text> {
    on_the_table(facts)?;
    if facts.flag("in_melee") {
        Ok(())
    } else {
        Err("No enemy is in contact with it: mark it as in melee first.".into())
    }
}

/// Reasons why it is Irregular, after its name.
pub fn why_irregular(facts: &Facts) -> Text {
    let name = facts.word("name").to_owned();
    if on_the_table(facts).is_err() {
        return text!("{name}: destroyed", name = name);
    }
    let causes = Cause::ALL.iter().filter(|cause| facts.flag(shaken_flag(**cause)));
    let mut why: Vec<&str> = causes.map(|cause| say(cause.label())).collect();
    if !facts.is("nature", &["regular"]) {
        why.insert(0, say("Irregular by nature"));
    }
    text!("{name}: {why}", name = name, why = why.join(", "))
}

/// Notes on a roster: the years to which it belongs, and a surplus of Generals. *Army Lists.*
pub fn roster_notes(units: &[Facts]) -> Vec<Text> {
    let years: Vec<i32> =
        (1500..=1700).filter(|year| units.iter().all(|unit| out_of_time(unit, *year).is_empty())).collect();
    let mut notes = Vec::new();
    match (years.first(), years.last()) {
        (Some(1500), Some(1700)) => {}
        (Some(first), Some(last)) => {
            let number = i32::try_from(years.len()).unwrap_or(0);
            if *last - *first + 1 == number {
                notes.push(text!(
                    "All its types were in use together from {first} to {last}.",
                    first = *first,
                    last = *last
                ));
            } else {
                notes.push(text!(
                    "All its types were in use together in some years from {first} to {last}.",
                    first = *first,
                    last = *last
                ));
            }
        }
        _ => notes.push("No year has all of these types.".into()),
    }
    if units.iter().filter(|unit| unit.flag("general_joined")).count() > 1 {
        notes.push("A side has one General: he can begin with one formation only.".into());
    }
    notes
}

/// Hints of types that do not belong to the year of the battle. Nothing is forbidden. *Army Lists.*
pub fn years(battle: &Facts, armies: &[Vec<Facts>; 2]) -> Vec<Alert> {
    let year = battle.whole("year");
    if !(1500..=1700).contains(&year) {
        return Vec::new();
    }
    let of = |side: usize| {
        let hints = armies[side].iter().flat_map(move |unit| {
            let warn =
                move |warning| text!("{name}: {warning}", name = unit.word("name").to_owned(), warning = warning);
            out_of_time(unit, year).into_iter().map(warn)
        });
        let because: Vec<Text> = hints.collect();
        let words = text!("some types were not in use in {year}. Guidance only.", year = year);
        let news = StatusTag { words, urgency: Urgency::Note };
        (!because.is_empty()).then_some(Alert { side: Some(side), news, because })
    };
    (0..2).filter_map(of).collect()
}

/// Hints of a formation's types that do not belong to a year.
fn out_of_time(facts: &Facts, year: i32) -> Vec<Text> {
    let types = left(facts).into_iter().map(|group| group.troop);
    types.filter_map(|troop| warning(troop, year)).collect()
}

fn warning(troop: TroopType, year: i32) -> Option<Text> {
    let status = availability::status(troop, year);
    (status != Status::Available).then(|| availability::words(troop, status, year))
}
