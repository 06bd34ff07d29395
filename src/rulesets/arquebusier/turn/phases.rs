//! Phases: the steps of a turn. Both sides play every step together. (R10)

use super::super::end::holds_its_side;
use super::super::unit::facts::*;
use super::bars::may_shoot;
use super::duties::untold;
use crate::core::facts::Facts;
use crate::core::subject::Side;
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
        concerns: has_elements,
        marks: |formation| match (formation.holds(GENERAL_JOINED), formation.equals(ORDER, Marker::Manoeuvre)) {
            (_, true) => vec![ORDER_DIRECTION.id(), ORDER_DISTANCE.id()],
            (true, false) => Vec::new(),
            (false, false) => vec![GENERAL_NEAR.id()],
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
        concerns: may_shoot,
        ..Phase::PLAIN
    },
    Phase {
        id: "move",
        title: "Move",
        needs: "Make all ordered moves at once, 1\" shorter for each element lost under fire. Dragoons that change do \
         so at the end of this step instead. Generals move up to 12\" without a command. Mark who touches \
         whom.",
        procedures: &["movement_allowance"],
        concerns: has_elements,
        marks: |_| vec![CONTACTS.id(), IN_MELEE.id()],
        rank: |formation| i32::from(!formation.equals(ORDER, Marker::Manoeuvre) && !formation.holds(CHANGING)),
        board: Some(Board::of("movement_allowance")),
        ..Phase::PLAIN
    },
    Phase {
        id: "melee",
        title: "Melee",
        needs: "Formations in contact may close up. Check who becomes Irregular: it counts before the roll. Then each \
         element in contact strikes at one enemy element. Remove the losses of both sides together.",
        procedures: &["melee", "movement_allowance", "rout_check"],
        concerns: |formation| has_elements(formation) && formation.holds(IN_MELEE),
        marks: |_| vec![CONTACTS.id(), ENTERED_MELEE.id()],
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
        concerns: has_elements,
        board: Some(Board::of("end_of_turn")),
        ..Phase::PLAIN
    },
];

/// Questions of any step.
pub const BOARDS: &[Board] = &[
    // Melee Combat: a General who falls shakes his formations within 12".
    Board {
        asks: "Its General has fallen. How far away?",
        concerns: |formation, side| general_is_dead(side) && !formation.holds(GENERAL_TOLD) && has_elements(formation),
        taps: &[
            Way { label: "Within 12\"", says: &[("general_killed_range_in", Constant::Whole(12))] },
            Way { label: "Farther", says: &[("general_killed_range_in", Constant::Whole(240))] },
        ],
        ..Board::of("irregular_check")
    },
];

/// *Manoeuvre Commands*: Regulars first.
fn irregulars_last(formation: &Facts) -> i32 {
    i32::from(!is_regular(formation))
}

/// Nobody goes first. What has to be seen to at once is said where nobody overlooks it.
pub const AGENDA: Agenda = Agenda { acting: |_| None, notes, calls };

/// Reminder of a fallen General, until players have checked his formations.
fn notes(scene: &Scene) -> Vec<Text> {
    let words = ["side a", "side b"]
        .map(|side| text!("The General of {side} has fallen: check each of his formations.", side = side));
    let unchecked = |side: Side| untold(&scene.table).any(|unit| unit.side == side);
    words.into_iter().zip(Side::BOTH).filter(|(_, side)| unchecked(*side)).map(|(words, _)| words).collect()
}

/// Call for a rout check, once a side has nothing Regular left.
fn calls(scene: &Scene) -> Vec<Call> {
    let beaten = |side: &Side| scene.table.of(*side).next().is_some() && !scene.army(side.index()).any(holds_its_side);
    let beaten = Side::BOTH.into_iter().find(|side| !is_decided(&scene.battle) && beaten(side));
    beaten.map(|side| Call::of("rout_check", side.index(), "Check for a rout")).into_iter().collect()
}
