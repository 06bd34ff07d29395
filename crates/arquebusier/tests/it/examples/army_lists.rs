//! Availability of types by year. *Army Lists.*

use super::RULES;
use serde_json::{Value as Json, json};

/// Returns the availability of a type in a year.
fn status(troop: &str, year: i32) -> Json {
    RULES.outcome("availability", json!({ "type": troop, "year": year }), &[])["status"].clone()
}

#[test]
fn pikes_last_until_the_last_quarter_of_the_seventeenth_century() {
    assert_eq!(status("pike", 1675), "available");
    assert_eq!(status("pike", 1676), "unavailable");
}

#[test]
fn harquebusiers_before_their_time_are_only_unusual() {
    assert_eq!(status("harquebusier", 1600), "unusual");
}

#[test]
fn pistoliers_have_a_gap_between_bows_and_firearms() {
    assert_eq!(status("pistolier", 1570), "available");
    assert_eq!(status("pistolier", 1600), "unavailable");
    assert_eq!(status("pistolier", 1642), "available");
}
