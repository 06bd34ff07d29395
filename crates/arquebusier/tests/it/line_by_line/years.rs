//! Availability of types, to the year. *Army Lists.*

use super::RULES;
use serde_json::json;

#[test]
fn every_type_is_available_in_its_years() {
    let status = |troop: &str, year: i32| {
        let status = RULES.outcome("availability", json!({ "type": troop, "year": year }), &[])["status"].clone();
        status.as_str().unwrap().to_owned()
    };
    let spans: &[(&str, i32, i32, &str)] = &[
        ("sword", 1500, 1600, "unavailable"),
        ("bill", 1500, 1620, "unavailable"),
        ("pike", 1500, 1675, "unavailable"),
        ("lancer", 1500, 1675, "unavailable"),
        ("harquebusier", 1620, 1660, "unusual"),
        ("dragoon", 1630, 1700, "unavailable"),
        ("mob", 1500, 1700, ""),
        ("firearm", 1500, 1700, ""),
        ("gun", 1500, 1700, ""),
        ("mortar", 1500, 1700, ""),
    ];
    for &(troop, first, last, outside) in spans {
        for year in 1500..=1700 {
            let wanted = if (first..=last).contains(&year) { "available" } else { outside };
            assert_eq!(status(troop, year), wanted, "{troop} in {year}");
        }
    }
    for year in 1500..=1700 {
        let wanted = if year <= 1570 || year >= 1642 { "available" } else { "unavailable" };
        assert_eq!(status("pistolier", year), wanted, "pistolier in {year}");
    }
    assert_eq!(RULES.refusal("availability", json!({ "type": "pike", "year": 1701 })), "bad_value year");
    assert_eq!(RULES.refusal("availability", json!({ "type": "pike" })), "missing_field year");
}
