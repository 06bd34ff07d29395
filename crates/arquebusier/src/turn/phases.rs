//! Phases: the steps of a turn. Both sides play every step together. (R10)

use super::super::facts::*;
use super::super::shooting::may_shoot;
use crate::ids::procedures;
use rules::prelude::*;
use rules::ruleset::QuickQuestion;

/// The steps of a turn. Commands, moves, checks and the end of a formation's turn are entered on its card.
pub const PHASES: &[Phase] = &[
    Phase::new("commands", "Commands")
        .needs(
            "Regulars first, then Irregulars: give each formation one command, or two where the General has \
             joined it. A passed command to move only lays a marker.",
        )
        .procedures(&[procedures::COMMAND])
        .concerns(has_elements)
        .shown_trackers(|formation| {
            match (formation.holds(GENERAL_JOINED), formation.equals(ORDER, Marker::Manoeuvre)) {
                (_, true) => vec![ORDER_DIRECTION.id(), ORDER_DISTANCE.id()],
                (true, false) => Vec::new(),
                (false, false) => vec![GENERAL_NEAR.id()],
            }
        })
        .rank(irregulars_last),
    Phase::new("shooting", "Shooting")
        .needs(
            "Every formation that can shoots at the nearest enemy, all at once. Resolve all shooters at one \
             target together. Losses count after everybody has shot: a formation that was hit still shoots as \
             it stood.",
        )
        .procedures(&[procedures::SHOOTING, procedures::TARGET_CHOICE, procedures::ROUT_CHECK])
        .concerns(may_shoot),
    Phase::new("move", "Move")
        .needs(
            "Make all ordered moves at once, 1\" shorter for each element lost under fire. Dragoons that change \
             do so at the end of this step instead. Generals move up to 12\" without a command. Mark who \
             touches whom.",
        )
        .procedures(&[procedures::MOVEMENT_ALLOWANCE])
        .concerns(has_elements)
        .shown_trackers(|_| vec![CONTACTS.id(), IN_MELEE.id()])
        .rank(|formation| i32::from(!formation.equals(ORDER, Marker::Manoeuvre) && !formation.holds(CHANGING))),
    Phase::new("melee", "Melee")
        .needs(
            "Formations in contact may close up. Check who becomes Irregular: it counts before the roll. Then \
             each element in contact strikes at one enemy element. Remove the losses of both sides together.",
        )
        .procedures(&[procedures::MELEE, procedures::MOVEMENT_ALLOWANCE, procedures::ROUT_CHECK])
        .concerns(|formation| has_elements(formation) && formation.holds(IN_MELEE))
        .shown_trackers(|_| vec![CONTACTS.id(), ENTERED_MELEE.id()]),
    Phase::new("end", "End of the turn")
        .needs(
            "Formations that are Irregular by nature and for another reason lose an element. Formations that \
             were not shot at are no longer slowed. Check whether a side is beaten.",
        )
        .procedures(&[procedures::END_OF_TURN, procedures::ROUT_CHECK])
        .concerns(has_elements),
];

/// Quick questions.
pub const QUICK_QUESTIONS: &[QuickQuestion] = &[
    QuickQuestion::of("command").during("commands").field("kind"),
    QuickQuestion::of("movement_allowance").during("move"),
    QuickQuestion::of("irregular_check").during("melee").asks("Where do enemies touch it?").answers(&[
        Variant { label: "Its front", fields: &[("contact", Constant::Words(&["front"]))] },
        Variant { label: "Its side", fields: &[("contact", Constant::Words(&["side"]))] },
        Variant { label: "Its rear", fields: &[("contact", Constant::Words(&["rear"]))] },
    ]),
    QuickQuestion::of("end_of_turn").during("end"),
    // A General who falls makes his formations within 12" Irregular. *Melee Combat.*
    QuickQuestion::of("irregular_check")
        .asks("Its General has fallen. How far away?")
        .concerns(|formation, side| {
            general_is_dead(side) && !formation.holds(GENERAL_CHECKED) && has_elements(formation)
        })
        .answers(&[
            Variant { label: "Within 12\"", fields: &[("general_killed_range_in", Constant::Whole(12))] },
            Variant { label: "Farther", fields: &[("general_killed_range_in", Constant::Whole(240))] },
        ]),
];

/// Sort key: Regulars first. *Manoeuvre Commands.*
fn irregulars_last(formation: &Facts) -> i32 {
    i32::from(!is_regular(formation))
}
