//! Scripts of whole battles.

use testing::scripts;

#[test]
fn every_script_goes_as_it_says() {
    scripts::assert_hold("argad");
}
