//! Duties: acts that must or can be done now, with their inputs filled in. *How to battle – cards and pips.*

use super::super::action::ACTION;
use super::super::aftermath::PURSUIT;
use super::super::bans::{
    CARDS_AND_PIPS, CHIPS, FIGHTING, LEADER_CHECK, LEADERS, PLACING_TERRAIN, SETTING_UP, courage_unsettled,
};
use super::super::follow_up::FOLLOW_UP;
use super::super::morale::CHIP_CHECK;
use super::super::price;
use super::super::reaction::FrenchKnightsCharge;
use super::super::terms::{ActionKind, Card, Fate, TroopType};
use crate::facts::*;
use crate::ids::{phases, procedures, roles};
use rules::prelude::*;

const COURAGE: &str = "How to battle – cards and pips: Courage; FEARSOME units";
const FRENCH_KNIGHTS: &str = "How to battle – moving: the note on French knights";
const VICTORY: &str = "A note about victory and defeat";

/// All duties, in the order in which they are shown.
pub const DUTIES: &[DutyRule] = &[
    DutyRule { heading: SETTING_UP, procedures: &[procedures::DECK_BUILD], due: |table| unless_night(table, decks) },
    DutyRule {
        heading: SETTING_UP,
        procedures: &[procedures::MORALE_CHIPS],
        due: |table| unless_night(table, morale_chips),
    },
    DutyRule { heading: SETTING_UP, procedures: &[procedures::NIGHTFALL], due: |table| unless_night(table, nightfall) },
    DutyRule {
        heading: PLACING_TERRAIN,
        procedures: &[procedures::TERRAIN_ROLL, procedures::TERRAIN_BUDGET, procedures::TERRAIN_SHIFT],
        due: |table| unless_night(table, terrain),
    },
    DutyRule {
        heading: CARDS_AND_PIPS,
        procedures: &[procedures::INITIATIVE],
        due: |table| unless_night(table, initiative),
    },
    DutyRule {
        heading: CARDS_AND_PIPS,
        procedures: &[procedures::INITIATIVE_CHOICE],
        due: |table| unless_night(table, choice),
    },
    DutyRule {
        heading: CARDS_AND_PIPS,
        procedures: &[procedures::TURN_END],
        due: |table| unless_night(table, turn_end),
    },
    DutyRule {
        heading: CARDS_AND_PIPS,
        procedures: &[procedures::ACTION],
        due: |table| unless_night(table, rout_moves),
    },
    DutyRule {
        heading: LEADER_CHECK,
        procedures: &[procedures::LEADER_CHECK],
        due: |table| unless_night(table, leader_check),
    },
    DutyRule {
        heading: COURAGE,
        procedures: &[procedures::COURAGE_REQUIRED, procedures::COURAGE_CHECK],
        due: |table| unless_night(table, courage),
    },
    DutyRule { heading: CHIPS, procedures: &[procedures::CHIP_CHECK], due: |table| unless_night(table, chips) },
    DutyRule {
        heading: FRENCH_KNIGHTS,
        procedures: &[procedures::FRENCH_KNIGHTS_CHARGE],
        due: |table| unless_night(table, drawn),
    },
    DutyRule { heading: FIGHTING, procedures: &[procedures::FOLLOW_UP], due: |table| unless_night(table, follow_ups) },
    DutyRule { heading: FIGHTING, procedures: &[procedures::PURSUIT], due: |table| unless_night(table, pursuits) },
    DutyRule {
        heading: LEADERS,
        procedures: &[procedures::LEADER_LOSS],
        due: |table| unless_night(table, leader_loss),
    },
    DutyRule { heading: VICTORY, procedures: &[procedures::VICTORY_POINTS], due: victory_points },
];

/// Returns the duties; none after nightfall, when only the victory points are due.
fn unless_night(table: &Table, due: fn(&Table) -> Vec<Duty>) -> Vec<Duty> {
    if table.battle.holds(NIGHT) { Vec::new() } else { due(table) }
}

/// Makes a duty of the set-up compulsory before the battle; later it is only a reminder.
fn of_set_up(table: &Table, duty: Duty) -> Duty {
    if table.phase == phases::TURN_START { duty.must() } else { duty }
}

const SIDES: [&str; 2] = ["{Side A}", "{Side B}"];

/// Sides for which the predicate holds.
fn sides<'a>(table: &'a Table, holds: impl Fn(&Facts) -> bool + 'a) -> impl Iterator<Item = Side> + 'a {
    Side::BOTH.into_iter().filter(move |side| holds(table.side(*side)))
}

/// Name of a unit. Every roster has one.
fn name(unit: &TableUnit) -> String {
    unit.facts.text(NAME).unwrap_or("?").to_owned()
}

fn decks(table: &Table) -> Vec<Duty> {
    let duty = |side: Side| {
        let why = text!("{side}: deck to build.", side = SIDES[side.index()]);
        of_set_up(table, Duty::new(procedures::DECK_BUILD, why).of(side))
    };
    sides(table, |side| deck(side).is_none()).map(duty).collect()
}

fn morale_chips(table: &Table) -> Vec<Duty> {
    let duty = |side: Side| {
        let why = text!("{side}: morale chips to roll for.", side = SIDES[side.index()]);
        let duty = Duty::new(procedures::MORALE_CHIPS, why).of(side);
        // Chips that players entered by hand or rolled in an earlier version need no other roll.
        if table.side(side).value(MORALE_CHIPS) > Some(0) { duty } else { of_set_up(table, duty) }
    };
    sides(table, |side| !side.holds(CHIPS_ROLLED)).map(duty).collect()
}

fn nightfall(table: &Table) -> Vec<Duty> {
    let unknown = table.battle.value(NIGHTFALL_TURNS).is_none_or(|turns| turns == 0);
    unknown.then(|| of_set_up(table, Duty::new(procedures::NIGHTFALL, "Roll for nightfall."))).into_iter().collect()
}

/// Optional placing of terrain. Each duty can be dismissed, and `next` asks about the remaining ones. *Terrain – setting up.*
fn terrain(table: &Table) -> Vec<Duty> {
    if table.phase != phases::TURN_START {
        return Vec::new();
    }
    let rolled = |side: &Facts| side.value(TERRAIN_PIECES) > Some(0);
    let is_rolled = table.sides.iter().any(|side| rolled(side));
    let all_chosen = table.sides.iter().all(|side| side.holds(TERRAIN_CHOSEN));
    if !is_rolled {
        let duty = Duty::new(procedures::TERRAIN_ROLL, "Roll for terrain.")
            .dismissed_by("Play without terrain", TERRAIN_CHOSEN);
        return if all_chosen { Vec::new() } else { vec![duty] };
    }
    if !all_chosen {
        let duty = |side: Side| {
            let why = text!("{side}: terrain to choose.", side = SIDES[side.index()]);
            Duty::new(procedures::TERRAIN_BUDGET, why)
                .of(side)
                .dismissed_by("No more terrain is placed", TERRAIN_CHOSEN)
        };
        return sides(table, move |side| rolled(side) && !side.holds(TERRAIN_CHOSEN)).map(duty).collect();
    }
    let duty = |side: Side| {
        let why = text!("{side} may try to remove or shift terrain.", side = SIDES[side.index()]);
        Duty::new(procedures::TERRAIN_SHIFT, why).of(side).dismissed_by("All terrain stays where it is", TERRAIN_TRIED)
    };
    sides(table, |side| !side.holds(TERRAIN_TRIED)).map(duty).collect()
}

fn initiative(table: &Table) -> Vec<Duty> {
    let due = table.phase == phases::INITIATIVE && !winner_is_known(table) && !turn_is_over(table);
    due.then(|| Duty::new(procedures::INITIATIVE, "Roll for the initiative.").must()).into_iter().collect()
}

fn choice(table: &Table) -> Vec<Duty> {
    let why = "The higher roll chooses: first, or second.";
    winner_is_known(table).then(|| Duty::new(procedures::INITIATIVE_CHOICE, why).must()).into_iter().collect()
}

fn turn_end(table: &Table) -> Vec<Duty> {
    let why =
        if table.battle.holds(INITIATIVE_TIED) { "A tie ends the turn." } else { "A deck is used up: the turn ends." };
    turn_is_over(table).then(|| Duty::new(procedures::TURN_END, why).must().by_next()).into_iter().collect()
}

/// Rout moves of the side with the initiative, which are free (R18, R50).
fn rout_moves(table: &Table) -> Vec<Duty> {
    let Some(side) = active(table).filter(|side| !lost_roll(table, *side)) else { return Vec::new() };
    let to_run = [(ACTION_OF.id(), ActionKind::RoutMove.id().into())];
    let runs = table.of(side).filter(|unit| ACTION.may(&unit.facts, &to_run));
    let duty = |unit: &TableUnit| {
        let why = text!("{name}: a full move to the rear.", name = name(unit));
        let duty = Duty::new(procedures::ACTION, why)
            .with(roles::UNIT, [unit.id.clone()])
            .field(ACTION_OF.id(), ActionKind::RoutMove.id())
            .must();
        duty.dismissed_by("All rout moves are made", DONE_ROUT)
    };
    runs.map(duty).collect()
}

fn leader_check(table: &Table) -> Vec<Duty> {
    let side = active(table).filter(|side| must_check_leader(table, *side));
    side.map(|side| Duty::new(procedures::LEADER_CHECK, "Check the leader.").of(side).must()).into_iter().collect()
}

/// Asks for each unit of the side with the initiative whether it must check its courage. Units in contact come first. Fearsome units out of
/// contact come last, because they fear nobody. Checks that are known to be due follow. *Courage; FEARSOME units.*
fn courage(table: &Table) -> Vec<Duty> {
    let Some(side) = active(table).filter(|_| card_in_play(table) == Some(Card::Courage)) else {
        return Vec::new();
    };
    let mut open: Vec<&TableUnit> = table.of(side).filter(|unit| courage_unsettled(&unit.facts)).collect();
    open.sort_by_key(|unit| match unit.facts.lists_any(CONTACT) {
        true => 0,
        false if !unit.facts.holds(FEARSOME) => 1,
        false => 2,
    });
    let (must, others): (Vec<&TableUnit>, Vec<&TableUnit>) =
        open.into_iter().partition(|unit| unit.facts.holds(MUST_CHECK_COURAGE));
    let ask = |unit: &TableUnit| {
        // A recorded enemy in the square makes the check compulsory.
        if unit.facts.lists_any(CONTACT) {
            let why = text!("Courage: {name} must check, an enemy is in its square.", name = name(unit));
            return Duty::new(procedures::COURAGE_REQUIRED, why).with(roles::UNIT, [unit.id.clone()]).must();
        }
        let why = text!("Courage: must {name} check?", name = name(unit));
        let duty = Duty::new(procedures::COURAGE_REQUIRED, why).with(roles::UNIT, [unit.id.clone()]).must();
        duty.dismissed_by("None of these need check", DONE_COURAGE)
    };
    let check = |unit: &TableUnit| {
        let why = text!("{name}: courage check.", name = name(unit));
        Duty::new(procedures::COURAGE_CHECK, why).with(roles::UNIT, [unit.id.clone()]).must()
    };
    others.into_iter().map(ask).chain(must.into_iter().map(check)).collect()
}

/// Units on which an enemy with chips may spend one now. A disordered Swiss phalanx is left out, because a chip has no effect on it
/// (R47). *Morale chips.*
fn chips(table: &Table) -> Vec<Duty> {
    let listed = table.units.iter().filter(|unit| {
        let known = &unit.facts;
        let in_vain = known.holds(SWISS) && known.equals(STATE, Fate::Disordered);
        let chips = price::left(table.side(unit.side.other()), MORALE_CHIPS);
        CHIP_CHECK.may(known, &[]) && in_hand(known) && !in_vain && chips >= price::CHIP_COST
    });
    let duty = |unit: &TableUnit| {
        let duty = Duty::new(procedures::CHIP_CHECK, text!("{name} may be chipped right now.", name = name(unit)))
            .with(roles::UNIT, [unit.id.clone()]);
        let victor = unit.facts.value(BEATEN_BY).and_then(|id| table.unit(&id));
        match victor.filter(|victor| in_hand(&victor.facts) && pursuer(&victor.facts).is_ok()) {
            Some(victor) => duty.with(roles::VICTOR, [victor.id.clone()]),
            None => duty,
        }
    };
    listed.map(duty).collect()
}

/// Rolls to hold back French knights from charging an enemy that has come near. *How to battle – moving.* (R24)
fn drawn(table: &Table) -> Vec<Duty> {
    let duty = |unit: &TableUnit| {
        let enemy = table.unit(unit.facts.text(DRAWN_BY)?).filter(|enemy| in_hand(&enemy.facts))?;
        let why = text!("{name}: charge against {enemy}, unless held back.", name = name(unit), enemy = name(enemy));
        let duty = Duty::new(procedures::FRENCH_KNIGHTS_CHARGE, why).with(roles::UNIT, [unit.id.clone()]).must();
        Some(duty.with(roles::ENEMY, [enemy.id.clone()]).suggests(field!(FrenchKnightsCharge, distance_squares), 3))
    };
    table.units.iter().filter(|unit| can_be_drawn(&unit.facts).is_ok()).filter_map(duty).collect()
}

/// Following of a loser that falls back. Horse must follow, unless the ground forbids it; foot may. *How to battle – fighting.*
fn follow_ups(table: &Table) -> Vec<Duty> {
    let duty = |unit: &TableUnit| {
        let loser = table.unit(unit.facts.text(MAY_FOLLOW)?).filter(|loser| in_hand(&loser.facts))?;
        let duty = |why| {
            Duty::new(procedures::FOLLOW_UP, why)
                .with(roles::UNIT, [unit.id.clone()])
                .with(roles::ENEMY, [loser.id.clone()])
        };
        let (name, loser) = (name(unit), name(loser));
        Some(if unit.facts.value(TYPE).is_some_and(TroopType::is_cavalry) {
            duty(text!("{name} must follow {loser}.", name = name, loser = loser)).must()
        } else {
            duty(text!("{name} may follow {loser}.", name = name, loser = loser)).suggestion()
        })
    };
    let follows = |unit: &&TableUnit| in_hand(&unit.facts) && FOLLOW_UP.may(&unit.facts, &[]);
    table.units.iter().filter(follows).filter_map(duty).collect()
}

fn pursuits(table: &Table) -> Vec<Duty> {
    let must = table.units.iter().filter(|unit| PURSUIT.may(&unit.facts, &[]) && pursuer(&unit.facts).is_ok());
    let duty = |unit: &TableUnit| {
        let why = text!("{name}: pursuit, unless it is held back.", name = name(unit));
        Duty::new(procedures::PURSUIT, why).with(roles::UNIT, [unit.id.clone()]).must()
    };
    must.map(duty).collect()
}

fn leader_loss(table: &Table) -> Vec<Duty> {
    let duty = |side: Side| {
        let why = text!("{side}: morale chips to pay for the loss of the leader.", side = SIDES[side.index()]);
        Duty::new(procedures::LEADER_LOSS, why).of(side).must()
    };
    sides(table, |side| side.holds(LEADER_LOSS_DUE)).map(duty).collect()
}

fn victory_points(table: &Table) -> Vec<Duty> {
    let why = "Count them if the winner is not obvious.";
    table.battle.holds(NIGHT).then(|| Duty::new(procedures::VICTORY_POINTS, why)).into_iter().collect()
}
