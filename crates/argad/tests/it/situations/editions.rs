//! Rules that the sheet of 2024 does not have.

use super::soldiers;
use serde_json::{Value as Json, json};
use testing::asked::Rules;
use testing::table::Table;

const ID: &str = "argad";
const RULES: Rules = Rules(ID);

fn charges(rulings: Json) -> Table {
    let riders = soldiers(json!({ "mount": "cavalry" }));
    let mut table = Table::under(ID, &rulings, &[riders], &[soldiers(json!({}))]);
    table.phase("declare");
    table
}

#[test]
fn a_charge_of_2024_needs_no_run_unless_players_choose_it() {
    // D9; Melee modifiers of 2024: only easy ground is required.
    let roles: &[(&'static str, &[&str])] = &[("rider", &["a1"]), ("target", &["b1"])];
    let table = charges(json!({ "edition": "sheet_2024" }));
    let words = table.words("run_up", roles, &json!({}), &[]);
    assert_eq!(words, ["They charge: the sheet of 2024 asks for easy ground, and for no run."]);
    let chosen = charges(json!({ "edition": "sheet_2024", "r62_run_2024": "two_dice" }));
    assert_eq!(chosen.words("run_up", roles, &json!({ "straight_cm": 7 }), &[3, 4])[0], "Room enough: they charge.");
}

#[test]
fn centimetres_are_asked_for_where_a_run_is_measured() {
    let form = test_rulesets::RULESETS.find(ID).unwrap().procedure("run_up").unwrap().form;
    let asks = |input: Json| {
        let field = form.fields.iter().find(|field| field.id == "straight_cm").unwrap();
        field.matters(form, input.as_object().unwrap())
    };
    assert!(asks(json!({})));
    assert!(!asks(json!({ "edition": "sheet_2024" })));
    assert!(asks(json!({ "edition": "sheet_2024", "r62_run_2024": "two_dice" })));
    assert!(asks(json!({ "edition": "sheet_2024", "purpose": "javelin" })), "javelins keep their run");
    for input in [json!({}), json!({ "edition": "sheet_2024", "purpose": "javelin" })] {
        let answer = RULES.answer("run_up", &input, &[]);
        assert_eq!(
            (&answer["error"]["code"], &answer["error"]["field"]),
            (&json!("missing_field"), &json!("straight_cm"))
        );
    }
}

#[test]
fn by_the_sheet_of_2024_a_caliver_on_the_move_reaches_ten_centimetres() {
    // D1: the sheet has one row for both arquebuses.
    let reach = |edition: &str, moved: bool| {
        let calivers = soldiers(json!({ "missile": ["long_arquebus"] }));
        let mut table = Table::under(ID, &json!({ "edition": edition }), &[calivers], &[soldiers(json!({}))]);
        table.set("a1", "moved", moved);
        table.says("shoot", "a1")
    };
    assert_eq!(reach("sheet_2024", true), "may shoot to 10 cm");
    assert_eq!(reach("sheet_2024", false), "may shoot to 40 cm");
    assert_eq!(reach("april_2025", true), "already moved");
}

#[test]
fn a_refused_salvo_gives_the_reason_of_its_edition() {
    let salvo = |edition: &str, more: Json| {
        let shooter = testing::asked::with(
            json!({ "weapon": "matchlock_musket", "count": 3, "range_cm": 10, "salvo": true, "officer": true }),
            more,
        );
        let input = json!({ "edition": edition, "shooters": [shooter], "target": { "figures": 2, "cover": "cover" } });
        RULES.answer("shoot", &input, &[])["error"]["message"].as_str().map(str::to_owned)
    };
    let formed = || json!({ "close_order": true });
    let protected = || json!({ "protected": true });
    assert_eq!(salvo("april_2025", formed()), None);
    assert_eq!(salvo("sheet_2024", formed()).unwrap(), "A salvo is fired at a group of three or more.");
    assert_eq!(salvo("april_2025", protected()), None);
    assert_eq!(salvo("sheet_2024", protected()).unwrap(), "A salvo is fired in close order.");
    assert_eq!(
        salvo("april_2025", json!({})).unwrap(),
        "A salvo is fired in close order, or from behind something solid."
    );
}

#[test]
fn mounted_infantry_on_the_move_and_bills_are_refused_with_the_reason_of_the_edition() {
    // D2, D5, D7.
    let message = |procedure: &str, input: Json| {
        RULES.answer(procedure, &input, &[])["error"]["message"].as_str().map(str::to_owned)
    };
    let rider = |edition: &str, contact: &str| {
        let shooter = json!({
            "weapon": "pistol", "mount": "mounted_infantry", "movement": "moving", "range_cm": 5, "contact": contact
        });
        message("shoot", json!({ "edition": edition, "shooters": [shooter], "target": { "figures": 1 } }))
    };
    let reason = "Mounted infantry shoots standing still, or as it comes into contact.";
    assert_eq!(rider("sheet_2024", "none").as_deref(), Some(reason));
    assert_ne!(rider("april_2025", "none").as_deref(), Some(reason));
    let braced = |edition: &str| {
        let charger = json!({ "mount": "cavalry", "charging": true });
        message("melee", json!({ "edition": edition, "one": { "weapon": "bill", "braced": true }, "many": [charger] }))
    };
    assert_eq!(braced("april_2025"), None);
    let reason = "The sheet of 2024 does not name the bill among weapons that receive a charge.";
    assert_eq!(braced("sheet_2024").as_deref(), Some(reason));
}
