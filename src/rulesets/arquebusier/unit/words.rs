//! A formation in words: its card, how it stands, what it cannot do, and what its roster should know.

use super::super::availability::{self, Status};
use super::super::terms::{Cause, TroopType};
use super::derive::{Left, left};
use super::shaken_flag;
use crate::facts::Facts;
use crate::form::Choices;
use crate::ruleset::{Standing, Urgency};
use crate::text;
use crate::text::Text;
use serde_json::Value as Json;

/// A formation in a few words.
pub fn describe(facts: &Facts) -> Vec<Text> {
    let nature: Text = if facts.is("nature", &["regular"]) { "Regular".into() } else { "Irregular by nature".into() };
    let mut words = vec![nature];
    words.extend(left(facts).iter().map(group_in_words));
    if facts.flag("has_dragoon") {
        words.push(if facts.flag("mounted") { "mounted".into() } else { "on foot".into() });
    }
    match facts.word("volley") {
        "late_swedish" => words.push("late Swedish volley".into()),
        "longbow" => words.push("longbows".into()),
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

/// How a formation stands: Regular or not and why, and what else bears on its next move.
pub fn standing(facts: &Facts) -> Vec<Standing> {
    if facts.get("elements").is_some() && facts.whole("elements") == 0 {
        return vec![Standing { words: "Destroyed".into(), urgency: Urgency::Alarm }];
    }
    let mut standings: Vec<Standing> = Cause::ALL
        .iter()
        .filter(|cause| facts.flag(shaken_flag(**cause)))
        .map(|cause| alarm(text!("Irregular: {why}", why = cause.label())))
        .collect();
    if !facts.is("nature", &["regular"]) {
        standings.push(if standings.is_empty() {
            Standing { words: "Irregular by nature".into(), urgency: Urgency::Calm }
        } else {
            alarm("loses an element each turn")
        });
    } else if standings.is_empty() {
        standings.push(Standing { words: "Regular".into(), urgency: Urgency::Calm });
    }
    standings.extend(notes(facts).map(|words| Standing { words, urgency: Urgency::Note }));
    standings
}

fn alarm(words: impl Into<Text>) -> Standing {
    Standing { words: words.into(), urgency: Urgency::Alarm }
}

fn notes(facts: &Facts) -> impl Iterator<Item = Text> {
    let flags = [
        ("commander_lost", "commander lost: −2 on commands"),
        ("changing", "changing: turn it over in the move step"),
        ("holding_fire", "holds fire"),
        ("restored_this_turn", "restored order: no move, no shot"),
    ];
    let mut notes: Vec<Text> =
        flags.iter().filter(|(flag, _)| facts.flag(flag)).map(|(_, words)| (*words).into()).collect();
    let slower = facts.whole("fire_losses");
    if slower > 0 {
        notes.push(text!("moves {n}\" slower", n = slower));
    }
    notes.into_iter()
}

/// Whether anything of it is on the table.
///
/// # Errors
/// Why not, in words.
pub fn on_the_table(facts: &Facts) -> Result<(), Text> {
    let gone = facts.get("elements").is_some() && facts.whole("elements") == 0;
    if gone { Err("Nothing of it is left.".into()) } else { Ok(()) }
}

/// Whether it can shoot this turn.
///
/// # Errors
/// Why not, in words.
pub fn can_shoot(facts: &Facts) -> Result<(), Text> {
    // Whoever fell in this step's shooting shoots all the same. (R9)
    if facts.get("as_step_began").is_none_or(Json::is_null) {
        on_the_table(facts)?;
    }
    let unarmed = facts.get("shooting_groups").and_then(Json::as_array).is_some_and(Vec::is_empty);
    let hindrance = [
        (facts.flag("in_melee"), "It is in melee, and does not shoot."),
        (facts.flag("restored_this_turn"), "Restoring order took its shot of this turn."),
        (facts.flag("holding_fire"), "It was told to hold its fire."),
        (unarmed, "Nothing in it can shoot as it stands."),
    ];
    hindrance.iter().find(|(hinders, _)| *hinders).map_or(Ok(()), |(_, why)| Err((*why).into()))
}

/// Whether an enemy element touches it.
///
/// # Errors
/// Why not, in words.
pub fn in_contact(facts: &Facts) -> Result<(), Text> {
    on_the_table(facts)?;
    if facts.flag("in_melee") {
        Ok(())
    } else {
        Err("No enemy is in contact with it: mark it as in melee first.".into())
    }
}

/// What a roster should know of a formation in a battle of this year: hints, never a bar. *Army Lists.*
pub fn roster_warnings(facts: &Facts, year: i32) -> Vec<Text> {
    let types = left(facts).into_iter().map(|group| group.troop);
    types.filter_map(|troop| warning(troop, year)).collect()
}

fn warning(troop: TroopType, year: i32) -> Option<Text> {
    let status = availability::status(troop, year);
    (status != Status::Available).then(|| availability::words(troop, status, year))
}
