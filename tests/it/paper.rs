//! Cards of units on paper, and the sheet of the quick reference.

use exchange::storage::roster::{self, Roster};
use rules::ruleset::{Boxes, Part};
use serde_json::Value as Json;
use test_rulesets as rulesets;
use testing::table::{Table, foot};

/// Room on a card, in rows of boxes.
const ROWS: usize = 8;

#[test]
fn every_box_is_that_of_a_tracker() {
    for ruleset in rulesets::ALL {
        for id in ruleset.paper.boxes {
            let known = ruleset.trackers.unit.iter().find(|tracker| tracker.id == *id);
            assert!(known.is_some_and(|tracker| !tracker.internal), "{}: {id}", ruleset.named.id);
        }
    }
}

#[test]
fn the_cards_of_all_samples_have_boxes_and_few_rows() {
    for ruleset in drumhead::rulesets::ALL {
        let mut marked = 0;
        for unit in Roster::samples(ruleset).iter().flat_map(|roster| &roster.units) {
            let (facts, mustered) = (roster::facts(ruleset, unit), ruleset.mustered(unit));
            let has = |id: &&&str| facts.get(id).is_some();
            let ids: Vec<&str> = ruleset.paper.boxes.iter().filter(has).copied().collect();
            let elements = (ruleset.glance.remaining)(&facts, &mustered);
            assert!(!ids.is_empty() || elements.is_some(), "{unit:?}");
            assert!(ids.len() < ROWS, "{unit:?}: {ids:?}");
            let trackers = ids.iter().filter_map(|id| ruleset.trackers.unit.iter().find(|tracker| tracker.id == *id));
            for boxes in trackers.filter_map(|tracker| tracker.boxes(&facts, &mustered)) {
                let Boxes { drawn, crossed, breaks_at } = boxes;
                assert_eq!(crossed, 0, "nothing is lost before a battle: {unit:?}");
                assert!(breaks_at.is_none_or(|at| (1..=drawn).contains(&at)), "{unit:?}: {boxes:?}");
                marked += usize::from(breaks_at.is_some());
            }
            let numbers: Vec<String> = (ruleset.paper.numbers)(&facts).iter().map(ToString::to_string).collect();
            assert!(numbers.iter().all(|words| !words.is_empty() && !words.contains('{')), "{numbers:?}");
        }
        let has_limits = ruleset.trackers.unit.iter().any(|tracker| tracker.threshold.is_some());
        assert_eq!(marked > 0, has_limits, "{}: the break is marked", ruleset.named.id);
    }
}

/// The least face that passes a test of reaction of a unit without counters, as its panel asks for it. `None` if it always fails.
fn least_face(table: &Table, procedure: &str) -> Option<i64> {
    let input = table.filled(procedure, &[("unit", &["a1"]), ("opponent", &["b1"])]);
    let ready = table.procedure(procedure).read(&input).unwrap();
    let resolved = ready.resolve(&[]).result.or_else(|_| ready.resolve(&[6]).result).unwrap();
    serde_json::to_value(&resolved.outcome).unwrap()["required"].as_i64()
}

#[test]
fn cards_of_pike_and_shot_show_the_needs_of_the_panels_for_units_without_counters() {
    let ruleset = &pike_and_shot::RULESET;
    let mut tested = 0;
    for unit in Roster::samples(ruleset).iter().flat_map(|roster| &roster.units) {
        let table = Table::laid("pike_and_shot", &[Json::Object(unit.clone())], &[foot()]);
        let numbers = (ruleset.paper.numbers)(&table.battle.state().facts("a1"));
        let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
        let Some(words) = numbers.iter().find(|words| words.starts_with("without counters")) else { continue };
        let [charge, stand] = ["reaction_charge", "reaction_stand"].map(|test| least_face(&table, test).unwrap());
        let said =
            |verb: &str, need: i64| if need <= 1 { format!("always {verb}") } else { format!("{verb} on {need}+") };
        assert_eq!(
            *words,
            format!("without counters: {}, {}", said("charges", charge), said("stands", stand)),
            "{unit:?}"
        );
        tested += 1;
    }
    assert!(tested > 10, "{tested}");
}

#[test]
fn boxes_of_what_is_left_are_crossed_out_from_what_was_raised() {
    assert_eq!(Boxes::left(9, 12), Some(Boxes { drawn: 12, crossed: 3, breaks_at: None }));
    assert_eq!(Boxes::left(14, 12), Some(Boxes { drawn: 14, crossed: 0, breaks_at: None }));
    assert_eq!(Boxes::left(60, 60), None, "too many for a card");
}

#[test]
fn each_side_of_the_sheet_has_chapters_with_tables() {
    for ruleset in drumhead::rulesets::ALL {
        for side in [1, 2] {
            let chapters = ruleset.texts.reference.iter().filter(|chapter| chapter.sheet_side == Some(side));
            let tables = chapters.flat_map(|chapter| chapter.parts).filter(|part| matches!(part, Part::Table { .. }));
            assert!(tables.count() >= 3, "{}, side {side}", ruleset.named.id);
        }
        // Chapters that players look up most are on the sheet.
        let is_missing = |chapter: &&rules::ruleset::Chapter| chapter.is_open && chapter.sheet_side.is_none();
        let missing: Vec<&str> =
            ruleset.texts.reference.iter().filter(is_missing).map(|chapter| chapter.title).collect();
        assert!(missing.is_empty(), "{}: {missing:?}", ruleset.named.id);
    }
}
