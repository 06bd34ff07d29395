//! Cards of units on paper.

use super::reactions::least_faces;
use super::terms::TargetType;
use crate::facts::*;
use rules::prelude::*;

/// A unit's card on paper: its tests to charge and to stand, its breaking number, its firing group, and boxes for its trackers.
pub const PAPER: PaperCard = PaperCard {
    numbers: |unit| {
        let troops = unit.value(TROOPS).and_then(TargetType::troops);
        let tests = troops.zip(class(unit)).and_then(|(troops, class)| least_faces(troops, class));
        let charges = tests.map(|[charge, stand]| {
            let charge = match charge {
                ..=1 => "always charges".into(),
                n => text!("charges on {n}+", n = n),
            };
            let stand = match stand {
                ..=1 => "always stands".into(),
                n => text!("stands on {n}+", n = n),
            };
            text!("without counters: {charge}, {stand}", charge = charge, stand = stand)
        });
        let breaks = unit.value(BREAKING_NUMBER).map(|n| text!("breaks at {n} counters", n = n));
        let group = unit.value(FIRING_GROUP).map(|n| text!("{n} figures to a firing group", n = n));
        [charges, breaks, group].into_iter().flatten().collect()
    },
    boxes: &[
        COUNTERS.id(),
        PIKES.id(),
        MUSKETS.id(),
        FIGURES.id(),
        PISTOLS.id(),
        LIMBERED.id(),
        BROKEN.id(),
        RECOVERY_BOUNDS.id(),
        DEAD.id(),
    ],
};
