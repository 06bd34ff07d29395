//! Reminders for each part of the turn. *How to battle – cards and pips.*

use super::cards::allows;
use super::facts::{
    self, DONE_COURAGE, DONE_MOVE, DONE_RALLY, DONE_RELOAD, DONE_ROUT, FEARSOME, FIRED, LEADER_ATTACHED,
    LEADER_CHECKED, LEADER_MOVED, MARCH_AVAILABLE, MARCHED, MAY_BE_CHIPPED, MORALE_CHIPS, MUST_CHECK_COURAGE, NAME,
    NIGHTFALL_TURNS, PIPS, STATE, TERRAIN_CHOSEN, TERRAIN_PIECES, TERRAIN_TRIED, TYPE,
};
use super::price;
use super::terms::{Card, Fate};
use super::trackers::Leader;
use crate::core::facts::Facts;
use crate::core::subject::Side;
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::ruleset::{Agenda, Call};
use crate::rules::table::{Scene, Table};
use crate::text;

/// Side that acts, notes, and reminders.
pub const AGENDA: Agenda =
    Agenda { acting: |scene| facts::active(&scene.table).map(Side::index), notes: |scene| notes(&scene.table), calls };

const SIDES: [&str; 2] = ["Side A", "Side B"];

/// The units of a side of which this holds, with their places among those of the side.
fn of_army<'a>(
    table: &'a Table,
    side: Side,
    holds: impl Fn(&Facts) -> bool + 'a,
) -> impl Iterator<Item = (usize, &'a Facts)> + 'a {
    table.of(side).map(|unit| &unit.facts).enumerate().filter(move |(_, unit)| holds(unit))
}

/// The name of a unit. Every roster asks for one.
fn name(unit: &Facts) -> String {
    unit.text(NAME).unwrap_or("?").to_owned()
}

fn names<'a>(units: impl Iterator<Item = (usize, &'a Facts)>) -> String {
    units.map(|(_, unit)| name(unit)).collect::<Vec<_>>().join(", ")
}

/// Notes on the card in play, on routed units that run first, and on what the other side may be drawn into.
fn notes(table: &Table) -> Vec<Text> {
    let Some(side) = facts::active(table) else { return Vec::new() };
    let mut notes = Vec::new();
    let runs = names(of_army(table, side, facts::must_run));
    if !runs.is_empty() {
        notes.push(text!("First these run a full move to the rear, free: {names}.", names = runs));
    }
    if let Some(card) = facts::card_in_play(table) {
        notes.push(text!("{card}: {what}", card = card.label(), what = allows(card)));
        notes.extend(note_on_card(card, table, side));
        let charge = |unit: &Facts| facts::in_hand(unit) && facts::french_knights(unit).is_ok();
        let knights = names(of_army(table, side.other(), charge));
        if matches!(card, Card::InfantryMove | Card::CavalryMove) && !knights.is_empty() {
            notes.push(text!("Who comes within 3 squares of French knights draws them: {names}.", names = knights));
        }
    }
    if price::left(table.side(side), PIPS) == 0 {
        notes.push("No pips are left: Next hands the initiative over.".into());
    }
    notes
}

/// Units that the card in play is for.
fn note_on_card(card: Card, table: &Table, side: Side) -> Option<Text> {
    match card {
        Card::InfantryMove | Card::CavalryMove => {
            let mounted = card == Card::CavalryMove;
            let moves = move |unit: &Facts| {
                let fits = unit.value(TYPE).is_some_and(|kind| kind.is_cavalry() == mounted);
                fits && facts::in_hand(unit) && !unit.holds(DONE_MOVE)
            };
            let names = names(of_army(table, side, moves));
            (!names.is_empty()).then(|| text!("They may: {names}.", names = names))
        }
        Card::Courage => {
            let feared = |unit: &Facts| unit.holds(FEARSOME) && unit.equals(STATE, Fate::Ok);
            let feared = names(of_army(table, side.other(), feared));
            Some(if feared.is_empty() {
                "The enemy has nobody to fear: only units with an enemy in their square check.".into()
            } else {
                text!("Feared within their move, by all who are not fearsome themselves: {names}.", names = feared)
            })
        }
        Card::LeaderCheck if facts::leader(table.side(side)) == Leader::Lost => {
            Some("The leader is lost: nobody is checked.".into())
        }
        _ => None,
    }
}

fn calls(scene: &Scene) -> Vec<Call> {
    let table = &*scene.table;
    let mut calls = chips(table);
    calls.extend(match table.phase {
        "turn_start" => set_up(table),
        "initiative" => vec![Call::of("initiative", 0, "Roll for the initiative")],
        "turn_end" => Vec::new(),
        _ => facts::active(table).map_or_else(Vec::new, |side| acts(table, side)),
    });
    calls
}

/// Units that can be chipped right now, by an enemy who has chips. *Morale chips.*
fn chips(table: &Table) -> Vec<Call> {
    let of_side = |side: Side| {
        let paid_by = price::left(table.side(side.other()), MORALE_CHIPS);
        of_army(table, side, move |unit| unit.holds(MAY_BE_CHIPPED) && paid_by > 0).map(move |(place, unit)| {
            Call::of("chip_check", side.index(), text!("Chip! {name}", name = name(unit))).by("unit", place)
        })
    };
    Side::BOTH.into_iter().flat_map(of_side).collect()
}

/// Decks, morale chips, terrain and nightfall. *How to set up playing.*
fn set_up(table: &Table) -> Vec<Call> {
    let mut calls = Vec::new();
    let mut call = |procedure, side: usize, words: &'static str| {
        calls.push(Call::of(procedure, side, text!("{side}: {words}", side = SIDES[side], words = words)));
    };
    for (index, side) in table.sides.iter().enumerate() {
        if facts::deck(side).is_none() {
            call("deck_build", index, "build the deck");
        }
        if side.equals(MORALE_CHIPS, 0) {
            call("morale_chips", index, "morale chips");
        }
        if side.value(TERRAIN_PIECES) > Some(0) && !side.holds(TERRAIN_CHOSEN) {
            call("terrain_budget", index, "choose terrain");
        }
    }
    if table.sides.iter().all(|side| side.holds(TERRAIN_CHOSEN)) {
        for (index, _) in table.sides.iter().enumerate().filter(|(_, side)| !side.holds(TERRAIN_TRIED)) {
            call("terrain_shift", index, "try to shift terrain");
        }
    }
    if table.sides.iter().all(|side| side.equals(TERRAIN_PIECES, 0)) {
        calls.push(Call::of("terrain_roll", 0, "Roll for terrain"));
    }
    if table.battle.equals(NIGHTFALL_TURNS, 0) {
        calls.push(Call::of("nightfall", 0, "Nightfall"));
    }
    calls.push(Call::of("initiative", 0, "Roll for the initiative"));
    calls
}

/// Reminders for the side with the initiative.
fn acts(table: &Table, side: Side) -> Vec<Call> {
    let own = table.side(side);
    let mut calls = Vec::new();
    let runs: Vec<usize> = of_army(table, side, facts::must_run).map(|(place, _)| place).collect();
    if !runs.is_empty() {
        calls.push(Call::tick(side.index(), "They have run", DONE_ROUT.id(), runs));
    }
    match facts::card_in_play(table) {
        Some(Card::LeaderCheck) => calls.extend(leader(table, side)),
        Some(Card::Courage) => calls.extend(courage(table, side)),
        Some(Card::InfantryMove | Card::CavalryMove) => {
            if own.holds(MARCH_AVAILABLE) && !own.holds(MARCHED) {
                calls.push(Call::of("march", side.index(), "The army marches (2 pips)"));
            }
            calls.extend(leader_moves(table, side));
        }
        Some(Card::Reload) => calls.extend(reloads(table, side)),
        _ => {}
    }
    if !facts::unobeyed(table, side) {
        calls.extend(next_card(own, side));
    }
    calls
}

/// The next card, or the end of the turn if there is none.
fn next_card(own: &Facts, side: Side) -> Option<Call> {
    match facts::cards_left(own) {
        Some(0) => Some(Call::of("turn_end", 0, "The deck is used up: end of turn")),
        Some(left) if price::left(own, PIPS) > 0 => {
            let left = i32::try_from(left).ok()?;
            Some(Call::of("draw_card", side.index(), text!("Turn a card (1 pip, {n} left)", n = left)))
        }
        None => Some(Call::of("deck_build", side.index(), "Build the deck")),
        Some(_) => None,
    }
}

/// A leader who is still there is checked; then he may move, join a unit, or rally. *Leader Check; Rally.*
fn leader(table: &Table, side: Side) -> Vec<Call> {
    let own = table.side(side);
    if facts::leader(own) == Leader::Lost {
        return Vec::new();
    }
    if !own.holds(LEADER_CHECKED) {
        return vec![Call::of("leader_check", side.index(), "Leader check: must be obeyed")];
    }
    let shaken = |unit: &Facts| {
        matches!(unit.value(STATE), Some(Fate::Disordered | Fate::Routed))
            && !unit.holds(DONE_RALLY)
            && !unit.holds(LEADER_ATTACHED)
    };
    let able = facts::leader(own) == Leader::Free && price::left(own, MORALE_CHIPS) > 0;
    let rallies = of_army(table, side, shaken).filter(|_| able).map(|(place, unit)| {
        Call::of("rally_check", side.index(), text!("Rally: {name}", name = name(unit))).by("unit", place)
    });
    rallies.chain(leader_moves(table, side)).collect()
}

/// The leader moves, and leaves the unit that he is with. *Leaders.*
fn leader_moves(table: &Table, side: Side) -> Option<Call> {
    let own = table.side(side);
    if facts::leader(own) == Leader::Lost || own.holds(LEADER_MOVED) || price::left(own, PIPS) == 0 {
        return None;
    }
    let call = Call::of("move", side.index(), "The leader moves (1 pip)");
    Some(match of_army(table, side, |unit| unit.holds(LEADER_ATTACHED)).next() {
        Some((place, _)) => call.by("left", place),
        None => call,
    })
}

/// Every unit that has not run and is not settled yet: those that must check, those of whom that is not known, and all of
/// these at one tap. *Courage.*
fn courage(table: &Table, side: Side) -> Vec<Call> {
    let must = |unit: &Facts| facts::courage_unsettled(unit) && unit.holds(MUST_CHECK_COURAGE);
    let open = |unit: &Facts| facts::courage_unsettled(unit) && !unit.holds(MUST_CHECK_COURAGE);
    let checks = of_army(table, side, must).map(|(place, unit)| {
        Call::of("courage_check", side.index(), text!("{name} must check", name = name(unit))).by("unit", place)
    });
    let asks = of_army(table, side, open).map(|(place, unit)| {
        Call::of("courage_required", side.index(), text!("Courage: {name}", name = name(unit))).by("unit", place)
    });
    let places = of_army(table, side, open).map(|(place, _)| place);
    let none = Call::tick(side.index(), "None of these need check", DONE_COURAGE.id(), places);
    checks.chain((!none.ticks.is_empty()).then_some(none)).chain(asks).collect()
}

/// Every unit with an F marker. *Reload.*
fn reloads(table: &Table, side: Side) -> Vec<Call> {
    let empty = |unit: &Facts| facts::in_hand(unit) && unit.holds(FIRED) && !unit.holds(DONE_RELOAD);
    of_army(table, side, empty)
        .map(|(place, unit)| {
            Call::of("action", side.index(), text!("Reload: {name}", name = name(unit)))
                .by("unit", place)
                .with("action", "reload")
        })
        .collect()
}
