//! Phases: the steps of a turn. Both sides play every step together. (R10)

use super::super::facts::*;
use super::super::irregular::check::NEAR_GENERAL_IN;
use super::super::shooting::may_shoot;
use crate::ids::{phases, procedures, procedures_of};
use rules::prelude::*;
use rules::ruleset::QuickQuestion;

/// The steps of a turn. Commands, moves, checks and the end of a formation's turn are entered on its card.
pub const PHASES: &[Phase] = &[
    Phase::new(phases::COMMANDS, "Commands")
        .needs(
            "Regulars first, then Irregulars: give each formation one command, or two where the General has \
             joined it. A passed command to move only lays a marker.",
        )
        .procedures(procedures_of::COMMANDS)
        .concerns(has_elements)
        .shown_trackers(|formation| {
            match (formation.holds(GENERAL_JOINED), formation.equals(ORDER, Marker::Manoeuvre)) {
                (_, true) => vec![ORDER_DIRECTION.id(), ORDER_DISTANCE.id()],
                (true, false) => Vec::new(),
                (false, false) => vec![GENERAL_NEAR.id()],
            }
        })
        .rank(irregulars_last),
    Phase::new(phases::SHOOTING, "Shooting")
        .needs(
            "Every formation that can shoots at the nearest enemy, all at once. Resolve all shooters at one \
             target together. Losses count after everybody has shot: a formation that was hit still shoots as \
             it stood.",
        )
        .procedures(procedures_of::SHOOTING)
        .concerns(may_shoot),
    Phase::new(phases::MOVE, "Move")
        .needs(
            "Make all ordered moves at once, 1\" shorter for each element lost under fire. Dragoons that change \
             do so at the end of this step instead. Generals move up to 12\" without a command. Mark who \
             touches whom.",
        )
        .procedures(procedures_of::MOVE)
        .concerns(has_elements)
        .shown_trackers(|_| vec![CONTACTS.id(), IN_MELEE.id()])
        .rank(|formation| i32::from(!formation.equals(ORDER, Marker::Manoeuvre) && !formation.holds(CHANGING))),
    Phase::new(phases::MELEE, "Melee")
        .needs(
            "Formations in contact may close up. Check who becomes Irregular: it counts before the roll. Then \
             each element in contact strikes at one enemy element. Remove the losses of both sides together.",
        )
        .procedures(procedures_of::MELEE)
        .concerns(|formation| has_elements(formation) && formation.holds(IN_MELEE))
        .shown_trackers(|_| vec![CONTACTS.id(), ENTERED_MELEE.id()]),
    Phase::new(phases::END, "End of the turn")
        .needs(
            "Formations that are Irregular by nature and for another reason lose an element. Formations that \
             were not shot at are no longer slowed. Check whether a side is beaten.",
        )
        .procedures(procedures_of::END)
        .concerns(has_elements),
];

/// Quick questions.
pub const QUICK_QUESTIONS: &[QuickQuestion] = &[
    QuickQuestion::of(procedures::COMMAND).during(phases::COMMANDS).field(KIND.id()),
    QuickQuestion::of(procedures::MOVEMENT_ALLOWANCE).during(phases::MOVE),
    QuickQuestion::of(procedures::IRREGULAR_CHECK).during(phases::MELEE).asks("Where do enemies touch it?").answers(&[
        Variant { label: "Its front", fields: &[(CONTACT.id(), Constant::Words(&["front"]))] },
        Variant { label: "Its side", fields: &[(CONTACT.id(), Constant::Words(&["side"]))] },
        Variant { label: "Its rear", fields: &[(CONTACT.id(), Constant::Words(&["rear"]))] },
    ]),
    QuickQuestion::of(procedures::END_OF_TURN).during(phases::END),
    // A General who falls makes his formations within 12" Irregular. *Melee Combat.*
    QuickQuestion::of(procedures::IRREGULAR_CHECK)
        .asks("Its General has fallen. How far away?")
        .concerns(|formation, side| {
            general_is_dead(side) && !formation.holds(GENERAL_CHECKED) && has_elements(formation)
        })
        .answers(&[
            Variant {
                label: "Within 12\"",
                fields: &[(GENERAL_KILLED_RANGE_IN.id(), Constant::Whole(NEAR_GENERAL_IN))],
            },
            Variant { label: "Farther", fields: &[(GENERAL_KILLED_RANGE_IN.id(), Constant::Whole(240))] },
        ]),
];

/// Sort key: Regulars first. *Manoeuvre Commands.*
fn irregulars_last(formation: &Facts) -> i32 {
    i32::from(!is_regular(formation))
}
