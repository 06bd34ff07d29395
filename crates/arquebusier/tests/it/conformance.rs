//! Conformance cases, which were computed apart from this code.

use testing::conformance;

#[test]
fn every_conformance_case_has_its_answer() {
    conformance::assert_answers("arquebusier");
}

/// The contract: a resolve whose faces run out names the roll, and says how many of its dice are still missing.
#[test]
fn too_few_faces_are_answered_with_the_missing_dice() {
    conformance::assert_asks_for_missing_dice("arquebusier", 1000);
}
