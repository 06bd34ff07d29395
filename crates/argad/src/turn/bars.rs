//! Bars: acts that are not allowed now, with the reasons, in the order in which reasons are reported.

use super::super::input::{REAR_RANKS, TARGET, TWO_PACES, answer};
use super::super::open_duties;
use super::super::reload::RELOAD;
use super::super::rulings::{SHOOTING_WITH_MOVES, ShotsAndMoves};
use super::super::terms::duties::{Kind, OpenDuty};
use super::super::terms::{Action, Purpose};
use super::super::unit::{figures, has_blow_left, in_contact, is_down, is_out};
use super::{melee, name, shooting};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedures that players could start by mistake for a unit with no figures left. Conditions forbid the others.
const ACTS: &[&str] = &[procedures::MOVE, procedures::RUN_UP, procedures::SHOOT, procedures::RELOAD, procedures::MELEE];
/// Procedures that belong to certain phases.
const PHASED: &[&str] = &[
    procedures::MOVE,
    procedures::CLOSE_ORDER,
    procedures::RUN_UP,
    procedures::SHOOT,
    procedures::RELOAD,
    procedures::MELEE,
];
const MELEE: &[&str] = &[procedures::MELEE];
/// Procedures that must wait for a draw of casualties: all others.
const BEFORE_A_DRAW: &[&str] = &[
    procedures::MOVE,
    procedures::CLOSE_ORDER,
    procedures::RUN_UP,
    procedures::SHOOT,
    procedures::RELOAD,
    procedures::MELEE,
    procedures::HEALING,
    procedures::WOUND_LOCATION,
];

/// Bars that are checked before the conditions of the procedures.
pub const BARS: &[Bar] = &[
    Bar::new("out", ACTS, "Shooting; Resolution of the melee", |act| {
        let out = act.everybody().find(|unit| is_out(&unit.facts))?;
        Some(text!("Nobody of {unit} is left", unit = name(act.table, &out.id)))
    }),
    Bar::new("draw_first", BEFORE_A_DRAW, "Shooting", |act| {
        let draw = draws(act.table).find(|draw| act.everybody().any(|unit| draw.names(&unit.id)))?;
        let group: Vec<String> = draw.units.iter().map(|id| name(act.table, id)).collect();
        Some(text!("Draw first who of {group} fell", group = group.join(", ")))
    }),
    // Bars on blows. The units concerned depend on the other fighters: a fighter with friends may be struck without striking.
    Bar::new("stunned", MELEE, "Melee", |act| {
        let down = strikers(act).iter().any(|unit| is_down(&unit.facts));
        when(down, "Stunned: does nothing")
    }),
    Bar::new("blocked", MELEE, "Slowing dice", |act| {
        let blocked = strikers(act).iter().any(|unit| unit.facts.holds(BLOCKED));
        when(blocked, "Held up by the ground: does nothing this turn")
    }),
    Bar::new("shot_for_blow", MELEE, "Simple and fast actions; R43", |act| {
        let shot = strikers(act).iter().any(|unit| !has_blow_left(&unit.facts) && unit.facts.holds(FIRED));
        when(shot, "Has shot instead of striking")
    }),
    Bar::new("struck", MELEE, "Resolution of the melee", |act| {
        let struck = strikers(act).iter().any(|unit| !has_blow_left(&unit.facts) && !unit.facts.holds(FIRED));
        when(struck, "Has struck this turn")
    }),
    Bar::new("charger_struck", MELEE, "Cavalry charge", |act| {
        let met = melee::blows(act).any(|blow| melee::has_met_another(&blow));
        when(met, "The charger has met somebody else: all who strike him do so in one fight")
    })
    .on_acts(),
    Bar::new("ridden_at", MELEE, "Cavalry charge", |act| {
        let shielded = melee::blows(act).any(|blow| melee::is_for_riders_alone(act.table, &blow));
        when(shielded, "Charged this turn: struck by riders alone")
    })
    .on_acts(),
    Bar::new("braced_moved", MELEE, "Light thrusting spear; Pike; Cavalry charge", |act| {
        when(melee::moved_and_braced(act), "A charge is received standing still")
    })
    .on_acts(),
    Bar::new("pairs", MELEE, "Resolution of the melee; R58", |act| {
        let most = melee::most_pairs(act);
        when(melee::pairs(act) > most, text!("{n} such {n|pair|pairs} can be made of them", n = most))
    })
    .on_acts(),
];

/// Bars that are checked after the conditions of the procedures.
pub const LATE_BARS: &[Bar] = &[
    Bar::new("charge_unnamed", &[procedures::RUN_UP], "Cavalry charge", |act| {
        let charge = act.word("purpose").is_none_or(|purpose| purpose == Purpose::Charge.id());
        when(charge && act.units(roles::TARGET).is_empty(), "Say whom they charge")
    })
    .on_acts(),
    Bar::new("nothing_to_join", &[procedures::CLOSE_ORDER], "Close order formation; R59", |act| {
        let joins = act.word("action") == Some(Action::Join.id());
        let is_alone = act
            .actors()
            .iter()
            .all(|unit| !act.table.of(act.side).any(|other| other.id != unit.id && other.facts.holds(CLOSE_ORDER)));
        when(joins && is_alone, "Nobody else stands in close order")
    })
    .hides_offer(),
    Bar::new("join_unnamed", &[procedures::CLOSE_ORDER], "Close order formation; R59", |act| {
        let joins = act.word("action") == Some(Action::Join.id());
        when(joins && act.units(roles::JOINED).is_empty(), "Say whose close order they join")
    })
    .on_acts(),
    Bar::new("joined", &[procedures::MOVE], "Close order formation; R59", |act| {
        let joins = |other: &TableUnit| {
            let named = act.actors().iter().any(|unit| other.facts.text(JOINED_ORDER) == Some(unit.id.as_str()));
            named && other.facts.holds(FORMING)
        };
        let joining = !act.says(TWO_PACES.id()) && act.table.of(act.side).any(joins);
        when(joining, "Others join them this turn: they stand still")
    })
    .on_acts(),
    Bar::new("rear_ranks", &[procedures::SHOOT], "Throwing spear or javelin", |act| {
        let rear_ranks = answer(act.input, TARGET).and_then(|target| answer(&target, REAR_RANKS)) == Some(true);
        let all_fight = act.units(roles::TARGET).iter().all(|unit| in_contact(&unit.facts) >= figures(&unit.facts));
        when(rear_ranks && all_fight, "No figure of this unit stands behind a fighting figure")
    })
    .on_acts(),
    Bar::new("struck", &[procedures::SHOOT], "Simple and fast actions; R43", |act| {
        shooting::first(act, |shot| when(shot.has_struck(act.table), "Has struck instead"))
    }),
    Bar::new("elite_used", &[procedures::SHOOT], "Elite shooter", |act| {
        shooting::first(act, |shot| when(shot.elite && shot.elite_shot_made(act), "The elite shot of the turn is made"))
    })
    .on_acts(),
    // Reported only while an elite shot is left.
    Bar::new("elite_shooter", &[procedures::SHOOT], "Elite shooter", |act| {
        shooting::first(act, |shot| when(shot.elite && !shot.facts().holds(ELITE_SHOOTER), "Only an elite shooter"))
    })
    .on_acts(),
    Bar::new("nothing_to_draw", &[procedures::CASUALTIES], "Shooting", |act| {
        let none = act.actors().iter().any(|unit| !draws(act.table).any(|draw| draw.names(&unit.id)));
        when(none, "No hits wait for a draw")
    })
    .hides_offer(),
    Bar::new("nothing_to_draw", &[procedures::CASUALTIES], "Shooting", |act| {
        let units: Vec<String> = act.actors().iter().map(|unit| unit.id.clone()).collect();
        when(!draws(act.table).any(|draw| draw.is_of(&units)), "No hits wait for a draw from these units alone")
    })
    .on_acts(),
    Bar::new("phase", PHASED, "Shooting; R44", |act| when(!is_open(act), "Not in this phase")),
];

/// Units that strike: the friends if there are any, because their fighter may be struck without striking.
fn strikers<'a, 'b>(act: &'b Attempt<'a>) -> &'b [&'a TableUnit] {
    act.units(if act.units(roles::FRIENDS).is_empty() { "one" } else { "friends" })
}

/// True in the phases of the procedure. Keeping close order is allowed in all phases.
fn is_open(act: &Attempt) -> bool {
    let phase = act.table.phase;
    let moving = ["declare", "move"].contains(&phase);
    match act.procedure {
        "close_order" if is_out_of_order(act) => false,
        "close_order" if act.word("action") == Some(Action::Keep.id()) => true,
        "move" | "close_order" | "run_up" => moving,
        "shoot" => phase == "shoot" || moving && act.table.ruling(SHOOTING_WITH_MOVES) == Some(ShotsAndMoves::Any.id()),
        own => phase == own,
    }
}

/// True of soldiers out of close order, for actions other than forming or joining one.
fn is_out_of_order(act: &Attempt) -> bool {
    let forms = [None, Some(Action::Form.id()), Some(Action::Join.id())].contains(&act.word("action"));
    act.is_offer && !forms && act.units(roles::UNIT).iter().any(|unit| !unit.facts.holds(CLOSE_ORDER))
}

/// Open duties to draw casualties.
fn draws(table: &Table) -> impl Iterator<Item = OpenDuty> {
    let open = open_duties::open(&table.battle).into_iter();
    open.filter(|duty| duty.kind == Kind::Draw && duty.stands(table))
}

/// True if a draw of casualties that concerns the unit is open.
pub fn awaits_draw(table: &Table, unit: &str) -> bool {
    draws(table).any(|draw| draw.names(unit))
}

/// True if nothing forbids the unit to load, apart from the phase.
pub fn may_load(table: &Table, unit: &TableUnit) -> bool {
    !is_out(&unit.facts) && !awaits_draw(table, &unit.id) && RELOAD.may(&unit.facts, &[])
}
