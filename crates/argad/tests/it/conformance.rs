//! Conformance cases, which an independent program computed.

use testing::conformance;

#[test]
fn every_conformance_case_has_its_answer() {
    conformance::assert_answers("argad");
}

/// Requires `resolve` with too few faces to answer with the roll and the number of missing dice.
#[test]
fn too_few_faces_are_answered_with_the_missing_dice() {
    conformance::assert_asks_for_missing_dice("argad", 1000);
}
