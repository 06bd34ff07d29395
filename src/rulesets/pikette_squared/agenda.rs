//! Reminders for each part of the turn. *How to battle – cards and pips.*

use super::cards::allows;
use super::facts;
use super::terms::Card;
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::ruleset::{Agenda, Call};
use crate::rules::table::Scene;
use crate::text;

/// Side that acts, notes, and reminders.
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

/// The units of an army of which this holds, with their places.
fn of_army<'a>(
    army: &'a [Facts],
    holds: impl Fn(&Facts) -> bool + 'a,
) -> impl Iterator<Item = (usize, &'a Facts)> + 'a {
    army.iter().enumerate().filter(move |(_, unit)| holds(unit))
}

fn names<'a>(units: impl Iterator<Item = (usize, &'a Facts)>) -> String {
    units.map(|(_, unit)| unit.word("name").to_owned()).collect::<Vec<_>>().join(", ")
}

/// A routed unit that has not run yet in this initiative.
fn must_run(unit: &Facts) -> bool {
    unit.is("state", &["routed"]) && !unit.flag("done_rout")
}

/// Notes on the card in play, on routed units that run first, and on what the other side may be
/// drawn into.
fn notes(scene: &Scene) -> Vec<Text> {
    let Some(side) = acting(scene) else { return Vec::new() };
    let (own, other) = (&scene.armies[side], &scene.armies[1 - side]);
    let mut notes = Vec::new();
    let runs = names(of_army(own, must_run));
    if !runs.is_empty() {
        notes.push(text!("First these run a full move to the rear, free: {names}.", names = runs));
    }
    if let Some(card) = card(scene) {
        notes.push(text!("{card}: {what}", card = card.label(), what = allows(card)));
        notes.extend(note_on_card(card, scene, side));
        let knights = names(of_army(other, |unit| facts::french_knights(unit).is_ok()));
        if matches!(card, Card::InfantryMove | Card::CavalryMove) && !knights.is_empty() {
            notes.push(text!("Who comes within 3 squares of French knights draws them: {names}.", names = knights));
        }
    }
    if scene.sides[side].whole("pips") == 0 {
        notes.push("No pips are left: Next hands the initiative over.".into());
    }
    notes
}

/// For whom the card in play is.
fn note_on_card(card: Card, scene: &Scene, side: usize) -> Option<Text> {
    let (own, other) = (&scene.armies[side], &scene.armies[1 - side]);
    match card {
        Card::InfantryMove | Card::CavalryMove => {
            let mounted = card == Card::CavalryMove;
            let moves = move |unit: &Facts| {
                let fits = facts::troop_type(unit).is_some_and(|kind| kind.is_cavalry() == mounted);
                fits && facts::not_routed(unit).is_ok() && !unit.flag("done_move")
            };
            let names = names(of_army(own, moves));
            (!names.is_empty()).then(|| text!("They may: {names}.", names = names))
        }
        Card::Courage => {
            let feared = names(of_army(other, |unit| unit.flag("fearsome") && unit.is("state", &["ok"])));
            Some(if feared.is_empty() {
                "The enemy has nobody to fear: only units with an enemy in their square check.".into()
            } else {
                text!("Feared within their move, by all who are not fearsome themselves: {names}.", names = feared)
            })
        }
        Card::LeaderCheck if scene.sides[side].is("leader", &["lost"]) => {
            Some("The leader is lost: nobody is checked.".into())
        }
        _ => None,
    }
}

fn calls(scene: &Scene) -> Vec<Call> {
    let mut calls = chips(scene);
    calls.extend(match scene.battle.word("phase") {
        "turn_start" => set_up(scene),
        "initiative" => vec![Call::of("initiative", 0, "Roll for the initiative")],
        "turn_end" => vec![Call::of("turn_end", 0, "Does the turn end?")],
        _ => acting(scene).map_or_else(Vec::new, |side| acts(scene, side)),
    });
    calls
}

/// Units that can be chipped right now, by an enemy who has chips. *Morale chips.*
fn chips(scene: &Scene) -> Vec<Call> {
    let of_side = |side: usize| {
        let paid_by = scene.sides[1 - side].whole("morale_chips");
        of_army(&scene.armies[side], move |unit| unit.flag("may_be_chipped") && paid_by > 0).map(
            move |(place, unit)| {
                let words = text!("Chip! {name}", name = unit.word("name").to_owned());
                Call::of("chip_check", side, words).by("unit", place)
            },
        )
    };
    [0, 1].into_iter().flat_map(of_side).collect()
}

/// Decks, morale chips, terrain and nightfall. *How to set up playing.*
fn set_up(scene: &Scene) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut call = |procedure, side: usize, words: &'static str| {
        calls.push(Call::of(procedure, side, text!("{side}: {words}", side = SIDES[side], words = words)));
    };
    for (index, side) in scene.sides.iter().enumerate() {
        if facts::deck(side).is_none() {
            call("deck_build", index, "build the deck");
        }
        if side.whole("morale_chips") == 0 {
            call("morale_chips", index, "morale chips");
        }
        if side.whole("terrain_pieces") > 0 && !side.flag("terrain_chosen") {
            call("terrain_budget", index, "choose terrain");
        }
    }
    if scene.sides.iter().all(|side| side.flag("terrain_chosen")) {
        for (index, _) in scene.sides.iter().enumerate().filter(|(_, side)| !side.flag("terrain_tried")) {
            call("terrain_shift", index, "try to shift terrain");
        }
    }
    if scene.sides.iter().all(|side| side.whole("terrain_pieces") == 0) {
        calls.push(Call::of("terrain_roll", 0, "Roll for terrain"));
    }
    if scene.battle.whole("nightfall_turns") == 0 {
        calls.push(Call::of("nightfall", 0, "Nightfall"));
    }
    calls.push(Call::of("initiative", 0, "Roll for the initiative"));
    calls
}

/// Reminders for the side with the initiative.
fn acts(scene: &Scene, side: usize) -> Vec<Call> {
    let (own, army) = (&scene.sides[side], &scene.armies[side]);
    let mut calls = Vec::new();
    if army.iter().any(must_run) {
        let places = of_army(army, must_run).map(|(place, _)| place);
        calls.push(Call::tick(side, "They have run", "done_rout", places));
    }
    match card(scene) {
        Some(Card::LeaderCheck) => calls.extend(leader(own, army, side)),
        Some(Card::Courage) => calls.extend(courage(army, side)),
        Some(Card::InfantryMove | Card::CavalryMove) => {
            if own.flag("march_available") && !own.flag("marched") {
                calls.push(Call::of("march", side, "The army marches (2 pips)"));
            }
            calls.extend(leader_moves(own, army, side));
        }
        Some(Card::Reload) => calls.extend(reloads(army, side)),
        _ => {}
    }
    if facts::unobeyed(scene, side).is_none() {
        calls.extend(next_card(own, side));
    }
    calls
}

/// The next card, or the end of the turn if there is none.
fn next_card(own: &Facts, side: usize) -> Option<Call> {
    match facts::cards_left(own) {
        Some(0) => Some(Call::of("turn_end", 0, "The deck is used up: end of turn")),
        Some(left) if own.whole("pips") > 0 => {
            let left = i32::try_from(left).unwrap_or(0);
            Some(Call::of("draw_card", side, text!("Turn a card (1 pip, {n} left)", n = left)))
        }
        None => Some(Call::of("deck_build", side, "Build the deck")),
        Some(_) => None,
    }
}

/// A leader who is still there is checked; then he may move, join a unit, or rally. *Leader Check; Rally.*
fn leader(own: &Facts, army: &[Facts], side: usize) -> Vec<Call> {
    if own.is("leader", &["lost"]) {
        return Vec::new();
    }
    if !own.flag("leader_checked") {
        return vec![Call::of("leader_check", side, "Leader check: must be obeyed")];
    }
    let shaken = |unit: &Facts| facts::can_be_rallied(unit).is_ok() && !unit.flag("done_rally");
    let able = own.is("leader", &["free"]) && own.whole("morale_chips") > 0;
    let rallies = of_army(army, shaken).filter(|_| able).map(|(place, unit)| {
        let words = text!("Rally: {name}", name = unit.word("name").to_owned());
        Call::of("rally_check", side, words).by("unit", place)
    });
    rallies.chain(leader_moves(own, army, side)).collect()
}

/// The leader moves, and leaves the unit that he is with. *Leaders.*
fn leader_moves(own: &Facts, army: &[Facts], side: usize) -> Option<Call> {
    if own.is("leader", &["lost"]) || own.flag("leader_moved") || own.whole("pips") == 0 {
        return None;
    }
    let call = Call::of("move", side, "The leader moves (1 pip)");
    Some(match of_army(army, |unit| facts::led(unit).is_ok()).next() {
        Some((place, _)) => call.by("left", place),
        None => call,
    })
}

/// Every unit that has not run and is not settled yet: those that must check, those of whom that is not known, and all of
/// these at one tap. *Courage.*
fn courage(army: &[Facts], side: usize) -> Vec<Call> {
    let must = |unit: &Facts| facts::courage_unsettled(unit) && unit.flag("must_check_courage");
    let open = |unit: &Facts| facts::courage_unsettled(unit) && !unit.flag("must_check_courage");
    let named = |unit: &Facts| unit.word("name").to_owned();
    let checks = of_army(army, must).map(|(place, unit)| {
        Call::of("courage_check", side, text!("{name} must check", name = named(unit))).by("unit", place)
    });
    let asks = of_army(army, open).map(|(place, unit)| {
        Call::of("courage_required", side, text!("Courage: {name}", name = named(unit))).by("unit", place)
    });
    let none =
        Call::tick(side, "None of these need check", "done_courage", of_army(army, open).map(|(place, _)| place));
    checks.chain((!none.ticks.is_empty()).then_some(none)).chain(asks).collect()
}

/// Every unit with an F marker. *Reload.*
fn reloads(army: &[Facts], side: usize) -> Vec<Call> {
    let empty = |unit: &Facts| facts::not_routed(unit).is_ok() && unit.flag("fired") && !unit.flag("done_reload");
    of_army(army, empty)
        .map(|(place, unit)| {
            let words = text!("Reload: {name}", name = unit.word("name").to_owned());
            Call::of("action", side, words).by("unit", place).with("action", "reload")
        })
        .collect()
}
