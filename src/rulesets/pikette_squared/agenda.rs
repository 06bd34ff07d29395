//! What the table calls for, part by part of the turn. *How to battle – cards and pips.*

use super::cards::allows;
use super::facts;
use super::terms::Card;
use crate::facts::{Facts, Scene};
use crate::form::Choices;
use crate::ruleset::{Agenda, Call};
use crate::text;
use crate::text::Text;

/// Whose initiative it is, what is worth knowing, and what is to be done.
pub const AGENDA: Agenda = Agenda { acting, notes, calls };

const SIDES: [&str; 2] = ["Side A", "Side B"];

/// The side that has the initiative.
fn acting(scene: &Scene) -> Option<usize> {
    let place = match scene.battle.word("phase") {
        "first_side" => "first",
        "second_side" => "second",
        _ => return None,
    };
    scene.sides.iter().position(|side| side.is("place", &[place]))
}

/// The card in play, if one is.
fn card(scene: &Scene) -> Option<Card> {
    Card::ALL.iter().copied().find(|card| scene.battle.is("card", &[card.id()]))
}

/// What the card in play is good for, and who runs before anything else is done.
fn notes(scene: &Scene) -> Vec<Text> {
    let Some(side) = acting(scene) else { return Vec::new() };
    let mut notes = Vec::new();
    notes.extend(card(scene).map(|card| text!("{card}: {what}", card = card.label(), what = allows(card))));
    let routed: Vec<&str> =
        scene.armies[side].iter().filter(|unit| unit.is("state", &["routed"])).map(|unit| unit.word("name")).collect();
    if !routed.is_empty() && card(scene).is_none() {
        notes.push(text!("First these run a full move to the rear, free: {names}.", names = routed.join(", ")));
    }
    notes
}

fn calls(scene: &Scene) -> Vec<Call> {
    match scene.battle.word("phase") {
        "turn_start" => set_up(scene),
        "initiative" => vec![Call::of("initiative", 0, "Roll for the initiative")],
        "turn_end" => vec![Call::of("turn_end", 0, "Does the turn end?")],
        _ => acting(scene).map_or_else(Vec::new, |side| acts(scene, side)),
    }
}

/// Decks, morale chips, terrain and nightfall. *How to set up playing.*
fn set_up(scene: &Scene) -> Vec<Call> {
    let mut calls = Vec::new();
    for (index, side) in scene.sides.iter().enumerate() {
        if facts::deck(side).is_none() {
            calls.push(Call::of("deck_build", index, text!("{side}: build the deck", side = SIDES[index])));
        }
        if side.whole("morale_chips") == 0 {
            calls.push(Call::of("morale_chips", index, text!("{side}: morale chips", side = SIDES[index])));
        }
    }
    if scene.battle.whole("nightfall_turns") == 0 {
        calls.push(Call::of("nightfall", 0, "Nightfall"));
    }
    calls.push(Call::of("terrain_roll", 0, "Roll for terrain"));
    calls.push(Call::of("initiative", 0, "Roll for the initiative"));
    calls
}

/// What the side with the initiative is to do, or might.
fn acts(scene: &Scene, side: usize) -> Vec<Call> {
    let own = &scene.sides[side];
    let mut calls = Vec::new();
    match card(scene) {
        Some(Card::LeaderCheck) => calls.extend(leader(scene, side)),
        Some(Card::Courage) => calls.extend(courage(&scene.armies[side], side)),
        Some(Card::InfantryMove | Card::CavalryMove) if own.flag("march_available") && !own.flag("marched") => {
            calls.push(Call::of("march", side, "The army marches (2 pips)"));
        }
        Some(Card::Reload) => calls.extend(reloads(&scene.armies[side], side)),
        _ => {}
    }
    match facts::cards_left(own) {
        Some(0) => calls.push(Call::of("turn_end", 0, "The deck is used up: end of turn")),
        Some(left) if own.whole("pips") > 0 => {
            calls.push(Call::of(
                "draw_card",
                side,
                text!("Turn a card (1 pip, {n} left)", n = i32::try_from(left).unwrap_or(0)),
            ));
        }
        None => calls.push(Call::of("deck_build", side, "Build the deck")),
        Some(_) => {}
    }
    calls
}

/// A leader who is still there is checked, and then may move. *Leader Check.*
fn leader(scene: &Scene, side: usize) -> Option<Call> {
    let own = &scene.sides[side];
    if own.is("leader", &["lost"]) {
        return None;
    }
    if !own.flag("leader_checked") {
        return Some(Call::of("leader_check", side, "Leader check: must be obeyed"));
    }
    Some(Call::of("move", side, "The leader moves (1 pip)"))
}

/// Every unit that has not run and was not asked yet. *Courage.*
fn courage(army: &[Facts], side: usize) -> Vec<Call> {
    let unasked = |unit: &Facts| facts::not_routed(unit).is_ok() && !unit.flag("done_courage");
    army.iter()
        .enumerate()
        .filter(|(_, unit)| unasked(unit))
        .map(|(place, unit)| {
            let words = text!("Courage: {name}", name = unit.word("name").to_owned());
            Call::of("courage_required", side, words).by("unit", place)
        })
        .collect()
}

/// Every unit with an F marker. *Reload.*
fn reloads(army: &[Facts], side: usize) -> Vec<Call> {
    let empty = |unit: &Facts| facts::not_routed(unit).is_ok() && unit.flag("fired") && !unit.flag("done_reload");
    army.iter()
        .enumerate()
        .filter(|(_, unit)| empty(unit))
        .map(|(place, unit)| {
            let words = text!("Reload: {name}", name = unit.word("name").to_owned());
            Call::of("action", side, words).by("unit", place).with("action", "reload")
        })
        .collect()
}
