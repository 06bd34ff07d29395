//! Scripts of whole battles.

use testing::scripts;

#[test]
fn every_script_has_its_expected_results() {
    scripts::assert_hold("argad");
}
