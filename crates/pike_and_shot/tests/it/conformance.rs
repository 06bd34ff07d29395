//! Conformance cases, whose results an independent program computed.

use testing::conformance;

#[test]
fn every_conformance_case_has_its_answer() {
    conformance::assert_answers("pike_and_shot");
}

/// If `resolve` gets too few faces, its answer has the roll and the number of missing dice.
#[test]
fn too_few_faces_are_answered_with_the_missing_dice() {
    conformance::assert_asks_for_missing_dice("pike_and_shot", 1000);
}
