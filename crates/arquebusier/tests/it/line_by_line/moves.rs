//! Movement allowances. *Manoeuvre Commands.*

use super::RULES;
use serde_json::{Value as Json, json};

#[test]
fn foot_moves_six_inches_horse_twelve_and_a_mixed_formation_with_its_slowest() {
    let base = |types: Json, mounted: bool| {
        RULES.outcome("movement_allowance", json!({ "types": types, "mounted": mounted, "command_passed": true }), &[])
            ["base_in"]
            .clone()
    };
    for foot in ["sword", "mob", "bill", "pike", "firearm", "gun", "mortar"] {
        assert_eq!(base(json!([foot]), true), 6);
    }
    for horse in ["pistolier", "lancer", "harquebusier"] {
        assert_eq!(base(json!([horse]), false), 12);
    }
    assert_eq!(base(json!(["dragoon"]), true), 12);
    assert_eq!(base(json!(["dragoon"]), false), 6);
    assert_eq!(base(json!(["lancer", "firearm"]), true), 6);
    let stuck = json!({ "types": ["pike"], "reason": "close_up" });
    assert_eq!(RULES.refusal("movement_allowance", &stuck), "not_allowed in_melee");
}
