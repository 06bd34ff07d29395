//! Bars: what may not be done now, and why not, in the order in which the reasons are told.

use super::super::facts::{
    BLOCKED, CHARGED_LAST_TURN, CROSSED_BAD_GROUND, FIRED, FORMING, IN_CONTACT_AT_START, RELOADED, SEQUELAE_OPEN,
};
use super::super::rulings::{SHOOTING_WITH_MOVES, ShotsAndMoves};
use super::super::unit::{able, began_in_contact, has_blow_left, is_down, is_out, shot_figures, touched, went};
use super::duties::{self, Kind, OpenDuty, is_hurt};
use super::{melee, moves, name, shooting};
use crate::core::text::Text;
use crate::form::Choices;
use crate::rules::table::{Table, TableUnit};
use crate::rules::turn::{Attempt, Bar, when};
use crate::text;
use serde_json::{Map, Value as Json};

/// Procedures by which players act; the others see to what has happened.
const ACTS: &[&str] = &["move", "close_order", "run_up", "shoot", "reload", "melee", "casualties"];
/// Acts of units that can do something of their own.
const OWN_ACTS: &[&str] = &["move", "close_order", "run_up", "shoot", "reload", "melee"];
/// Acts that a unit cannot do beside forming close order.
const BESIDE_FORMING: &[&str] = &["move", "close_order", "run_up", "shoot", "reload"];
/// Acts that have their phases.
const PHASED: &[&str] = OWN_ACTS;
/// All but the draw.
const BEFORE_A_DRAW: &[&str] =
    &["move", "close_order", "run_up", "shoot", "reload", "melee", "healing", "wound_location"];

/// All bars.
pub const BARS: &[Bar] = &[
    Bar::new("out", ACTS, "Shooting; Resolution of the melee", |act| {
        let out = act.everybody().find(|unit| is_out(&unit.facts))?;
        Some(text!("Nobody of {unit} is left", unit = name(act.table, &out.id)))
    }),
    Bar::new("draw_first", BEFORE_A_DRAW, "Shooting", |act| {
        let draw = draws(act).find(|draw| act.everybody().any(|unit| draw.names(&unit.id)))?;
        let group: Vec<String> = draw.units.iter().map(|id| name(act.table, id)).collect();
        Some(text!("Draw first who of {group} fell", group = group.join(", ")))
    }),
    Bar::new("stunned", OWN_ACTS, "Melee", |act| {
        let down = acting(act).into_iter().any(|unit| is_down(&unit.facts));
        when(down, "Stunned: does nothing")
    })
    .repeats(&["stunned", "disabled", "shooters[].disabled"]),
    Bar::new("blocked", OWN_ACTS, "Slowing dice", |act| {
        let blocked = acting(act).into_iter().any(|unit| unit.facts.holds(BLOCKED));
        when(blocked, "Held up by the ground: does nothing this turn")
    })
    .repeats(&["disabled", "shooters[].disabled"]),
    Bar::new("forming", BESIDE_FORMING, "Close order formation; R52", |act| {
        let forming = acting(act).into_iter().any(|unit| unit.facts.holds(FORMING));
        when(forming, "Forms close order all turn")
    }),
    // Moves.
    Bar::new("moved", &["move"], "Movement", |act| when(moves::any(act, moves::has_moved), "Has moved")),
    Bar::new("fired_standing", &["move"], "Weapon cards; R44", |act| {
        when(moves::any_further(act, moves::fired_standing), "Has fired standing still")
    }),
    Bar::new("reloaded", &["move"], "Weapon cards: reloading", |act| {
        when(moves::any_further(act, moves::has_reloaded), "Loads this turn")
    }),
    Bar::new("untrained_pivot", &["move"], "Close order formation", |act| {
        when(moves::any_further(act, moves::pivoted_untrained), "Untrained soldiers pivot without moving")
    }),
    // Runs.
    Bar::new("on_foot", &["run_up"], "Cavalry charge", |act| {
        when(moves::rider(act, moves::is_off_horse), "On foot: nobody charges")
    })
    .repeats(&["mount"]),
    Bar::new("run_up_done", &["run_up"], "Cavalry charge", |act| {
        when(moves::rider(act, moves::has_run), "The run is made and cannot be taken back")
    }),
    Bar::new("in_contact", &["run_up"], "Cavalry charge", |act| {
        let charge = moves::is_charge(act) && act.actors().iter().any(|unit| unit.facts.holds(IN_CONTACT_AT_START));
        when(charge, "Began the turn in contact")
    })
    .repeats(&["in_contact_at_start"]),
    Bar::new("charged_last_turn", &["run_up"], "Cavalry charge", |act| {
        let charge = moves::is_charge(act) && act.actors().iter().any(|unit| unit.facts.holds(CHARGED_LAST_TURN));
        when(charge, "Charged last turn")
    })
    .repeats(&["charged_last_turn"]),
    Bar::new("bad_ground", &["run_up"], "Cavalry charge", |act| {
        let crossed = act.actors().iter().any(|unit| unit.facts.holds(CROSSED_BAD_GROUND));
        when(moves::is_charge(act) && crossed, "Crossed difficult ground: no charge")
    }),
    Bar::new("fired_standing", &["run_up"], "Weapon cards", |act| {
        when(moves::rider(act, moves::fired_standing), "Has fired standing still")
    }),
    Bar::new("reloaded", &["run_up"], "Weapon cards: reloading", |act| {
        when(moves::rider(act, moves::has_reloaded), "Loads this turn")
    }),
    Bar::new("charge_unnamed", &["run_up"], "Cavalry charge", |act| {
        when(moves::is_charge(act) && act.units("target").is_empty(), "Say whom they charge")
    })
    .on_acts(),
    // Close order.
    Bar::new("acted", &["close_order"], "Close order formation", |act| {
        when(moves::order(act, "form", moves::has_acted), "Forming takes a whole turn")
    }),
    Bar::new("pivot_used", &["close_order"], "Close order formation", |act| {
        when(moves::order(act, "pivot", moves::has_pivoted), "One pivot a turn")
    })
    .repeats(&["pivot_used"]),
    Bar::new("untrained_pivot", &["close_order"], "Close order formation", |act| {
        when(moves::order(act, "pivot", moves::moved_untrained), "Untrained soldiers pivot without moving")
    })
    .repeats(&["moves"]),
    // Shots.
    Bar::new("fired", &["shoot"], "Firearms; R46", |act| {
        shooting::first(act, |shot| {
            let left = able(shot.facts()) - shot_figures(shot.facts());
            when(shot.count > left, text!("{n} of them may still shoot", n = left.max(0)))
        })
    }),
    Bar::new("fouled", &["shoot"], "Matchlock musket", |act| shooting::first(act, |shot| shot.fouled()))
        .repeats(&["shooters[].fouled"]),
    Bar::new("in_contact", &["shoot"], "Pistol; Firearms", |act| {
        shooting::first(act, |shot| when(shot.needs_distance(), "Only pistols: began the turn in contact"))
    })
    .repeats(&["shooters[].in_contact_at_start"]),
    // What was emptied this turn cannot be shot again, whatever players set aside.
    Bar::new("not_loaded", &["shoot"], "Weapon cards", |act| {
        shooting::first(act, |shot| shot.not_loaded().filter(|_| shot.emptied()))
    }),
    Bar::new("not_loaded", &["shoot"], "Weapon cards", |act| {
        shooting::first(act, |shot| shot.not_loaded().filter(|_| !shot.emptied()))
    })
    .repeats(&["shooters[].reload_left"]),
    Bar::new("moved", &["shoot"], "Weapon cards", |act| {
        shooting::first(act, |shot| when(shot.has_moved(act.table), "Has moved"))
    })
    .repeats(&["shooters[].movement"]),
    Bar::new("struck", &["shoot"], "Simple and fast actions; R43", |act| {
        shooting::first(act, |shot| when(shot.has_struck(act.table), "Has struck instead"))
    }),
    Bar::new("reloaded", &["shoot"], "Firearms", |act| {
        shooting::first(act, |shot| when(shot.facts().holds(RELOADED), "Loads this turn"))
    }),
    Bar::new("elite_used", &["shoot"], "Elite shooter", |act| {
        shooting::first(act, |shot| when(shot.elite && shot.elite_shot_made(act), "The elite shot of the turn is made"))
    })
    .on_acts(),
    Bar::new("elite_shooter", &["shoot"], "Elite shooter", |act| {
        shooting::first(act, |shot| when(shot.elite && !shot.is_by_an_elite_shooter(), "Only an elite shooter"))
    })
    .on_acts(),
    // Loading.
    Bar::new("in_contact", &["reload"], "Firearms; Cavalry and mounted infantry; R12", |act| {
        loader(act, |unit| {
            let touched = touched(&unit.facts) > 0 && touched(&unit.facts) >= able(&unit.facts);
            let began = began_in_contact(&unit.facts) > 0 && began_in_contact(&unit.facts) >= able(&unit.facts);
            when(touched || began, "Was in contact this turn")
        })
    })
    .repeats(&["contacted"]),
    Bar::new("fired", &["reload"], "Firearms", |act| {
        loader(act, |unit| {
            let all = shot_figures(&unit.facts) > 0 && shot_figures(&unit.facts) >= able(&unit.facts);
            when(all, "Shot this turn")
        })
    })
    .repeats(&["fired"]),
    Bar::new("struck", &["reload"], "Firearms: a whole game turn", |act| {
        loader(act, |unit| when(!has_blow_left(&unit.facts), "Has struck this turn"))
    }),
    Bar::new("moved", &["reload"], "Weapon cards", |act| loader(act, |unit| when(went(&unit.facts), "Has moved")))
        .repeats(&["movement"]),
    Bar::new("reloaded", &["reload"], "Firearms", |act| {
        loader(act, |unit| when(unit.facts.holds(RELOADED), "Loads already"))
    }),
    Bar::new("loaded", &["reload"], "Firearms", |act| {
        loader(act, |unit| when(shooting::nothing_to_load(act, unit), "Everything is loaded"))
    }),
    // Blows.
    Bar::new("shot_for_blow", &["melee"], "Simple and fast actions; R43", |act| {
        let shot = acting(act).into_iter().any(|unit| !has_blow_left(&unit.facts) && unit.facts.holds(FIRED));
        when(shot, "Has shot instead of striking")
    }),
    Bar::new("struck", &["melee"], "Resolution of the melee", |act| {
        let struck = acting(act).into_iter().any(|unit| !has_blow_left(&unit.facts) && !unit.facts.holds(FIRED));
        when(struck, "Has struck this turn")
    }),
    Bar::new("charger_struck", &["melee"], "Cavalry charge", |act| {
        let met = melee::blows(act).any(|blow| melee::has_met_another(&blow));
        when(met, "The charger has met somebody else: all who strike him do so in one fight")
    })
    .on_acts(),
    Bar::new("ridden_at", &["melee"], "Cavalry charge", |act| {
        let shielded = melee::blows(act).any(|blow| melee::is_for_riders_alone(act.table, &blow));
        when(shielded, "Charged this turn: struck by riders alone")
    })
    .on_acts(),
    Bar::new("braced_moved", &["melee"], "Light thrusting spear; Pike; Cavalry charge", |act| {
        when(melee::moved_and_braced(act), "A charge is received standing still")
    })
    .on_acts(),
    Bar::new("pairs", &["melee"], "Resolution of the melee; R58", |act| {
        let most = melee::most_pairs(act);
        when(melee::pairs(act) > most, text!("{n} such {n|pair|pairs} can be made of them", n = most))
    })
    .on_acts()
    .repeats(&["pairs"]),
    // Wounds and draws.
    Bar::new("unhurt", &["healing"], "Wound healing", |act| {
        let unhurt = act.actors().iter().any(|unit| !is_hurt(&unit.facts));
        when(unhurt, "Nobody is wounded")
    })
    .hides_offer(),
    Bar::new("unhurt", &["wound_location"], "Wound healing", |act| {
        let placed = act.actors().iter().any(|unit| unit.facts.value(SEQUELAE_OPEN).is_none_or(|open| open == 0));
        when(placed, "Nothing to place")
    })
    .hides_offer(),
    Bar::new("nothing_to_draw", &["casualties"], "Shooting", |act| {
        let none = act.actors().iter().any(|unit| !draws(act).any(|draw| draw.names(&unit.id)));
        when(none, "No hits wait for a draw")
    })
    .hides_offer(),
    Bar::new("nothing_to_draw", &["casualties"], "Shooting", |act| {
        let units: Vec<String> = act.actors().iter().map(|unit| unit.id.clone()).collect();
        when(!draws(act).any(|draw| draw.is_of(&units)), "No hits wait for a draw from these units alone")
    })
    .on_acts(),
    Bar::new("phase", PHASED, "Shooting; R44", |act| when(!is_open(act), "Not in this phase")),
];

/// Units that do something of their own in an act. A fighter with friends may be struck without striking.
fn acting<'a>(act: &Attempt<'a>) -> Vec<&'a TableUnit> {
    match act.procedure {
        "melee" if act.units("friends").is_empty() => act.units("one").to_vec(),
        "melee" => act.units("friends").to_vec(),
        // To find out if their order holds is nothing that they do.
        "close_order" if moves::action(act) == "keep" => Vec::new(),
        _ => act.actors().to_vec(),
    }
}

/// True in the phases of the procedure. Keeping close order is open in all of them.
fn is_open(act: &Attempt) -> bool {
    let phase = act.table.phase;
    let moving = ["declare", "move"].contains(&phase);
    match act.procedure {
        "close_order" if moves::is_out_of_order(act) => false,
        "close_order" if moves::action(act) == "keep" => true,
        "move" | "close_order" | "run_up" => moving,
        "shoot" => phase == "shoot" || moving && act.table.ruling(SHOOTING_WITH_MOVES) == Some(ShotsAndMoves::Any.id()),
        own => phase == own,
    }
}

/// Draws that are due.
fn draws(act: &Attempt) -> impl Iterator<Item = OpenDuty> {
    let open = duties::open(&act.table.battle).into_iter();
    open.filter(|duty| duty.kind == Kind::Draw && duty.stands(act.table))
}

/// Judges the unit that loads.
fn loader(act: &Attempt, forbids: impl Fn(&TableUnit) -> Option<Text>) -> Option<Text> {
    act.units("shooter").iter().find_map(|unit| forbids(unit))
}

/// The first reason that forbids a unit an act, whatever the phase. `said` holds the fields of the input that matter.
pub fn barred(
    table: &Table,
    procedure: &'static str,
    role: &'static str,
    unit: &TableUnit,
    said: &Map<String, Json>,
) -> Option<&'static str> {
    let roles = [(role, vec![unit])];
    let act = Attempt { table, procedure, side: unit.side, roles: &roles, input: said, is_offer: true };
    let own = BARS.iter().filter(|bar| bar.rule != "phase" && bar.in_offers && bar.procedures.contains(&procedure));
    own.filter(|bar| (bar.forbids)(&act).is_some()).map(|bar| bar.rule).next()
}

/// The first reason that forbids a unit to load, whatever the phase.
pub fn reload_barred(table: &Table, unit: &str) -> Option<&'static str> {
    table.unit(unit).and_then(|unit| barred(table, "reload", "shooter", unit, &Map::new()))
}
