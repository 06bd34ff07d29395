//! Sharing shots among several types. *Shooting.*

use super::RULES;
use serde_json::{Value as Json, json};

/// Returns the shots at pikes and firearms with these first ranks.
fn shares(shots: i32, fronts: [i32; 2], odd_shot_to: Option<&str>) -> Json {
    let [pike, firearm] = fronts;
    let input = json!({
        "shots": shots, "odd_shot_to": odd_shot_to,
        "groups": [{ "type": "pike", "front": pike }, { "type": "firearm", "front": firearm }],
    });
    RULES.outcome("shot_allocation", &input, &[])["shots"].clone()
}

#[test]
fn five_shots_at_equal_fronts_are_shared_2_and_3() {
    assert_eq!(shares(5, [4, 4], None), json!([3, 2]));
    assert_eq!(shares(5, [4, 4], Some("firearm")), json!([2, 3]));
}

#[test]
fn seven_shots_at_fronts_of_8_and_4_are_shared_4_and_3() {
    assert_eq!(shares(7, [8, 4], None), json!([4, 3]));
}

#[test]
fn a_single_shot_goes_to_the_larger_front_and_two_are_shared() {
    assert_eq!(shares(1, [8, 4], None), json!([1, 0]));
    assert_eq!(shares(2, [10, 1], None), json!([1, 1]));
}
