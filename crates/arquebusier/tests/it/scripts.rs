//! Scripts of whole battles.

use exchange::contract;
use serde_json::Map;
use testing::scripts;

const ID: &str = "arquebusier";

#[test]
fn every_script_has_its_expected_results() {
    scripts::assert_hold(ID);
}

#[test]
fn pure_calculations_are_offered_to_no_formation() {
    let files = scripts::files(ID);
    let file = files.iter().find(|file| file.ends_with("arquebusier.json")).unwrap();
    let mut offered = 0;
    for case in scripts::cases_of(file) {
        let answer = contract::battle(test_rulesets::RULESETS, &case["battle"]);
        for offers in answer["table"]["offers"].as_object().into_iter().flat_map(Map::values) {
            let offers: Vec<&str> =
                offers.as_array().unwrap().iter().filter_map(|offer| offer["procedure"].as_str()).collect();
            assert!(offers.contains(&"command") && !offers.contains(&"shot_allocation"), "{}: {offers:?}", case["id"]);
            offered += 1;
        }
    }
    assert!(offered > 0);
}
