//! The death of a General: one question for all formations of the side.

use super::{irregular, of};
use battle::referee;
use rules::turn::Duty;
use serde_json::json;
use testing::table::Table;

/// A battle in which the General of side a has fallen, in the step after the commands.
fn fallen() -> Table {
    let mut with_general = of("pike", 4);
    with_general["general_joined"] = true.into();
    let formations = [with_general, of("firearm", 4), irregular("mob", 4), of("pike", 4)];
    let mut table = Table::laid("arquebusier", &formations, &[of("pike", 4)]);
    table.set("a2", "general_near", true);
    table.set("a4", "shaken_close_fire", true);
    table.phase("shooting");
    table.set("a", "general", "killed");
    table
}

/// Returns the duties as the due list shows them.
fn asked(table: &Table) -> Vec<Duty> {
    Duty::gathered(table.every_duty()).into_iter().filter(|duty| duty.must).collect()
}

// Melee Combat: the question concerns formations within 12" of the General, also Irregular ones.
#[test]
fn one_question_asks_about_all_formations() {
    let mut table = fallen();
    let questions = asked(&table);
    let [question] = questions.as_slice() else { panic!("{questions:?}") };
    assert_eq!((question.procedure, question.units("formations").join(" ").as_str()), ("general_death", "a1 a2 a3 a4"));
    assert_eq!(question.why.to_string(), "Who was within 12\" of the General of side a when he was killed?");
    // The distance is known if the General is with a formation, or if it was measured before a move. The others are asked about.
    let roles: [(&'static str, &[&str]); 1] = [("formations", &["a1", "a2", "a3", "a4"])];
    let input = table.sketched("general_death", &roles);
    let distance = |index: usize| input["formations"][index].get("distance").cloned();
    assert_eq!([0, 1, 2, 3].map(distance), [Some(json!("within_12")), Some(json!("within_12")), None, None]);
    assert!(referee::settle_without_dice(table.ruleset, table.battle.state(), question).is_none(), "it is asked");
    let far_and_near = |distances: &[&str]| {
        let each = distances.iter().map(|distance| json!({ "distance": distance }));
        json!({ "formations": each.collect::<Vec<_>>() })
    };
    let answers = far_and_near(&["within_12", "farther", "within_12", "within_12"]);
    let consequences = table.consequences("general_death", &roles, &answers, &[]);
    let words: Vec<String> = consequences.words.iter().map(ToString::to_string).collect();
    assert_eq!(
        words,
        [
            "1 formation becomes Irregular.",
            "formation 1 becomes Irregular.",
            "formation 3 is Irregular, and loses an element at the end of each turn.",
            "formation 4 is Irregular as before.",
        ]
    );
    table.play("general_death", &roles, answers, &[]);
    let shaken = |unit: &str| table.value(unit, "shaken_general_killed");
    assert_eq!(["a1", "a2", "a3", "a4"].map(shaken), [true, false, true, true].map(|is| json!(is)));
    assert!(asked(&table).is_empty(), "it is settled");
}

// Players can also answer for each formation separately, on its card.
#[test]
fn a_formation_answered_separately_is_not_asked_about_again() {
    let mut table = fallen();
    table.play("irregular_check", &[("formation", &["a2"])], json!({ "general_killed_range_in": 20 }), &[]);
    assert_eq!(asked(&table)[0].units("formations"), ["a1", "a3", "a4"]);
    assert_eq!(table.offered("general_death", ("formations", "a1"), "formations"), ["a1", "a3", "a4"]);
}

// Melee Combat: the distance counts at the death of the General. An earlier death was corrected by hand.
#[test]
fn formations_that_were_near_at_an_earlier_death_are_not_filled_in_at_the_next() {
    let mut table = fallen();
    table.set("a", "general", "alive");
    table.set("a3", "general_joined", true);
    table.set("a", "general", "killed");
    let roles: [(&'static str, &[&str]); 1] = [("formations", &["a1", "a2", "a3", "a4"])];
    let input = table.sketched("general_death", &roles);
    let is_filled = |index: usize| input["formations"][index].get("distance").is_some();
    assert_eq!([0, 1, 2, 3].map(is_filled), [false, false, true, false]);
}

#[test]
fn nothing_is_asked_about_a_living_general() {
    let table = Table::laid("arquebusier", &[of("pike", 4)], &[of("pike", 4)]);
    let answers = json!({ "formations": [{ "distance": "farther" }] });
    assert_eq!(table.barred("general_death", &[("formations", &["a1"])], &answers), ["general_lives"]);
}
