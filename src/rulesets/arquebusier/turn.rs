//! The turn, step by step. Both sides play every step together. (R10)

use super::end::routs;
use super::unit::{can_shoot, in_contact, on_the_table};
use crate::core::facts::Facts;
use crate::core::text::Text;
use crate::form::Constant;
use crate::rules::procedure::Way;
use crate::rules::ruleset::{Agenda, Board, Call, Phase};
use crate::rules::table::Scene;
use crate::text;

/// The steps of a turn. Commands are given at a tap on the card, moves are made there; there it is seen who becomes Irregular,
/// and how each formation ends the turn.
pub const PHASES: &[Phase] = &[
    Phase {
        id: "commands",
        title: "Commands",
        needs: "Regulars first, then Irregulars: give each formation one command, or two where the General has joined \
         it. A passed command to move only lays a marker.",
        procedures: &["command"],
        concerns: |formation| on_the_table(formation).is_ok(),
        marks: |formation| match (formation.flag("general_joined"), formation.is("order", &["manoeuvre"])) {
            (_, true) => vec!["order_direction", "order_distance"],
            (true, false) => Vec::new(),
            (false, false) => vec!["general_near"],
        },
        rank: irregulars_last,
        board: Some(Board { field: "kind", ..Board::of("command") }),
        ..Phase::PLAIN
    },
    Phase {
        id: "shooting",
        title: "Shooting",
        needs: "Every formation that can shoots at the nearest enemy, all at once. Resolve all shooters at one target \
         together. Losses count after everybody has shot: a formation that was hit still shoots as it stood.",
        procedures: &["shooting", "target_choice", "rout_check"],
        concerns: |formation| can_shoot(formation).is_ok(),
        ..Phase::PLAIN
    },
    Phase {
        id: "move",
        title: "Move",
        needs: "Make all ordered moves at once, 1\" shorter for each element lost under fire. Dragoons that change do \
         so at the end of this step instead. Generals move up to 12\" without a command. Mark who touches \
         whom.",
        procedures: &["movement_allowance"],
        concerns: |formation| on_the_table(formation).is_ok(),
        marks: |formation| if formation.flag("changing") { vec!["mounted", "in_melee"] } else { vec!["in_melee"] },
        rank: |formation| i32::from(!formation.is("order", &["manoeuvre"]) && !formation.flag("changing")),
        board: Some(Board::of("movement_allowance")),
        ..Phase::PLAIN
    },
    Phase {
        id: "melee",
        title: "Melee",
        needs: "Formations in contact may close up. Check who becomes Irregular: it counts before the roll. Then each \
         element in contact strikes at one enemy element. Remove the losses of both sides together.",
        procedures: &["melee", "movement_allowance", "rout_check"],
        concerns: |formation| in_contact(formation).is_ok(),
        marks: |_| vec!["entered_melee"],
        board: Some(Board {
            asks: "Where do enemies touch it?",
            taps: &[
                Way { label: "Its front", says: &[("contact", Constant::Words(&["front"]))] },
                Way { label: "Its side", says: &[("contact", Constant::Words(&["side"]))] },
                Way { label: "Its rear", says: &[("contact", Constant::Words(&["rear"]))] },
            ],
            ..Board::of("irregular_check")
        }),
        ..Phase::PLAIN
    },
    Phase {
        id: "end",
        title: "End of the turn",
        needs: "Formations Irregular by nature that are shaken lose an element. Formations that were not shot at are \
         no longer slowed. Check whether a side is beaten.",
        procedures: &["end_of_turn", "rout_check"],
        concerns: |formation| on_the_table(formation).is_ok(),
        board: Some(Board::of("end_of_turn")),
        ..Phase::PLAIN
    },
];

/// Questions of any step.
pub const BOARDS: &[Board] = &[
    // Melee Combat: a General who falls shakes his formations within 12".
    Board {
        asks: "Its General has fallen. How far away?",
        concerns: |formation, side| {
            side.is("general", &["killed"]) && !formation.flag("general_told") && on_the_table(formation).is_ok()
        },
        taps: &[
            Way { label: "Within 12\"", says: &[("general_killed_range_in", Constant::Whole(12))] },
            Way { label: "Farther", says: &[("general_killed_range_in", Constant::Whole(240))] },
        ],
        ..Board::of("irregular_check")
    },
];

/// *Manoeuvre Commands*: Regulars first.
fn irregulars_last(formation: &Facts) -> i32 {
    i32::from(!formation.is("state", &["regular"]))
}

/// Nobody goes first. What has to be seen to at once is said where nobody overlooks it.
pub const AGENDA: Agenda = Agenda { acting: |_| None, notes, calls };

/// Reminder of a fallen General, until players have said whom his death shakes.
fn notes(scene: &Scene) -> Vec<Text> {
    let unsaid = |side: usize| {
        let asked = |unit: &Facts| !unit.flag("general_told") && on_the_table(unit).is_ok();
        scene.sides[side].is("general", &["killed"]) && scene.army(side).any(asked)
    };
    let words = ["side a", "side b"]
        .map(|side| text!("The General of {side} has fallen: check each of his formations.", side = side));
    words.into_iter().enumerate().filter(|(side, _)| unsaid(*side)).map(|(_, words)| words).collect()
}

/// Call for a rout check, once a side has nothing Regular left.
fn calls(scene: &Scene) -> Vec<Call> {
    let undecided = scene.battle.is("result", &["", "play_on"]);
    let beaten = routs(&scene.armies).into_iter().filter_map(|rout| rout.side);
    beaten.filter(|_| undecided).map(|side| Call::of("rout_check", side, "Check for a rout")).take(1).collect()
}
