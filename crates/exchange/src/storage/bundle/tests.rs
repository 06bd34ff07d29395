use super::*;
use crate::storage::seal;
use battle::{Action, ActionEvent, Change, Unit};
use rules::dice::rng::Seed;

fn sealed(name: &str) -> String {
    seal(&Roster { ruleset: "argad".into(), name: name.into(), ..Roster::default() }, 4).unwrap()
}

fn bundle() -> Bundle {
    let texts = [
        ("drumhead/roster/x1", sealed("Swiss")),
        ("drumhead/roster/x2", "1.1.00000000.{}".into()),
        ("drumhead/from-the-future", "anything at all \u{0} é".into()),
    ];
    Bundle(texts.into_iter().map(|(name, text)| (name.to_owned(), text)).collect())
}

#[test]
fn every_text_of_a_file_is_read_byte_for_byte() {
    let file = bundle().file().unwrap();
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &file), Ok(bundle()));
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &file).unwrap().file().unwrap(), file);
}

#[test]
fn readable_texts_are_listed_and_the_rest_counted() {
    assert_eq!(bundle().items().iter().map(|item| item.name.as_str()).collect::<Vec<_>>(), ["Swiss"]);
    assert_eq!(bundle().items()[0].revision, 4);
    assert_eq!(bundle().unreadable(), 2);
}

#[test]
fn foreign_json_truncated_files_and_unknown_keys_are_refused() {
    let file = bundle().file().unwrap();
    for bad in [
        "",
        "{}",
        "[]",
        r#"{"drumhead":"other","schema":1,"texts":{}}"#,
        r#"{"drumhead":"saved","schema":1,"texts":{"elsewhere":"x"}}"#,
        &file[..file.len() - 2],
    ] {
        assert_eq!(Bundle::read(test_rulesets::RULESETS, bad), Err(NoFile::Strange), "{bad}");
    }
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &" ".repeat(LONGEST_FILE + 1)), Err(NoFile::TooLong));
}

#[test]
fn a_very_long_name_is_refused() {
    let mut bundle = bundle();
    bundle.0.insert("drumhead/roster/x3".into(), sealed(&"x".repeat(limits::NAME + 1)));
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &bundle.file().unwrap()), Err(NoFile::TooMuch));
}

#[test]
fn a_faulty_item_in_a_file_does_not_prevent_reading_the_others() {
    let roster = |name: &str| sealed(name);
    let mut file = battle("a", 3, vec![Change::set("u1", "counters", 1)]);
    file.0.extend(battle("b", 2, vec![Change::set("u1", "counters", 1_000_000)]).0);
    file.0.insert("drumhead/roster/x1".into(), roster("Swiss"));
    file.0.insert("drumhead/roster/x2".into(), roster(&"x".repeat(limits::NAME + 1)));
    file.0.insert("drumhead/settings".into(), seal(&serde_json::json!({}), 1).unwrap());
    file.0.insert(format!("{PREFIX}{}", "y".repeat(LONGEST_NAME)), "z".into());
    let text = file.file().unwrap();
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &text), Err(NoFile::TooMuch));
    let contents = Bundle::open(test_rulesets::RULESETS, &text).unwrap();
    assert_eq!(contents.left_out.len(), 3, "{:?}", contents.left_out);
    assert!(contents.left_out[0] == "Cheriton lane" && contents.left_out[1].starts_with("xxx"));
    assert!(contents.left_out.iter().all(|name| name.chars().count() <= limits::NAME));
    let mut wanted = battle("a", 3, vec![Change::set("u1", "counters", 1)]);
    wanted.0.insert("drumhead/roster/x1".into(), roster("Swiss"));
    wanted.0.insert("drumhead/settings".into(), seal(&serde_json::json!({}), 1).unwrap());
    assert_eq!(contents.bundle, wanted);
}

#[test]
fn a_copy_has_another_id_and_another_name() {
    let bundle = bundle();
    let copy = bundle.renamed(&bundle.items()[0], "x9", &["Swiss".into()]);
    assert_eq!(copy.0.keys().collect::<Vec<_>>(), ["drumhead/roster/x9"]);
    assert_eq!(copy.items()[0].name, "Swiss 2");
}

#[test]
fn an_item_has_the_title_of_its_rules() {
    let named = |ruleset: &str| Item { ruleset: ruleset.into(), ..bundle().items()[0].clone() };
    assert_eq!(named("argad").rules(test_rulesets::RULESETS), test_rulesets::argad::NAMED.title);
    assert_eq!(named("from_the_future").rules(test_rulesets::RULESETS), "unknown rules");
}

#[test]
fn a_file_of_the_greatest_length_is_read_and_one_byte_more_is_not() {
    assert_eq!(
        Bundle::read(test_rulesets::RULESETS, &" ".repeat(LONGEST_FILE)),
        Err(NoFile::Strange),
        "it is looked into"
    );
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &" ".repeat(LONGEST_FILE + 1)), Err(NoFile::TooLong));
}

#[test]
fn a_file_has_a_limited_number_of_texts_of_limited_length() {
    let read =
        |bundle: &Bundle| Bundle::read(test_rulesets::RULESETS, &bundle.file().unwrap()).map(|bundle| bundle.0.len());
    let many = |count: usize| Bundle((0..count).map(|n| (format!("{PREFIX}{n}"), String::new())).collect());
    assert_eq!(read(&many(MOST_TEXTS - 1)), Ok(MOST_TEXTS - 1));
    assert_eq!(read(&many(MOST_TEXTS)), Ok(MOST_TEXTS));
    assert_eq!(read(&many(MOST_TEXTS + 1)), Err(NoFile::TooMuch));
    let one = |name: usize, text: usize| {
        let name = format!("{PREFIX}{}", "x".repeat(name - PREFIX.len()));
        read(&Bundle([(name, "x".repeat(text))].into()))
    };
    assert_eq!(one(LONGEST_NAME, envelope::LONGEST), Ok(1));
    assert_eq!(one(LONGEST_NAME + 1, 1), Err(NoFile::TooMuch));
    assert_eq!(one(20, envelope::LONGEST + 1), Err(NoFile::TooMuch));
}

/// A battle with so many notes under an id.
fn battle(id: &str, notes: usize, changes: Vec<Change>) -> Bundle {
    let profile = serde_json::json!({ "name": "Haselrig's" }).as_object().cloned().unwrap();
    let units = vec![Unit { id: "u1".into(), side: 0, profile, ..Unit::default() }];
    let header = Header::new("pike_and_shot", "Cheriton lane", ["", ""], units, Seed([9; 32]));
    let note = seal(&Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes))), 1).unwrap();
    let mut texts = BTreeMap::from([(Key::Battle(id.into()).to_string(), seal(&header, 1).unwrap())]);
    let event = |n: usize| Key::Event(id.into(), Stamp::parse(&format!("{n}-t")).unwrap()).to_string();
    texts.extend((0..notes).map(|n| (event(n), note.clone())));
    Bundle(texts)
}

#[test]
fn each_battle_of_a_file_has_as_many_entries_as_a_battle_may_have() {
    let both = |first: usize, second: usize| {
        let mut both = battle("a", first, Vec::new());
        both.0.extend(battle("b", second, Vec::new()).0);
        both.within_limits(test_rulesets::RULESETS)
    };
    assert_eq!(both(limits::EVENTS, limits::EVENTS), Ok(()), "each is counted by itself");
    assert_eq!(both(limits::EVENTS + 1, 0), Err(TooMuch));
    assert_eq!(both(1, limits::EVENTS + 1), Err(TooMuch));
}

#[test]
fn the_log_of_a_battle_in_a_file_is_checked_as_a_whole() {
    let counters = |to: i32| battle("a", 1, vec![Change::set("u1", "counters", to)]);
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &counters(9).file().unwrap()), Ok(counters(9)));
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &counters(1_000_000).file().unwrap()), Err(NoFile::TooMuch));
}

#[test]
fn a_copy_of_a_battle_has_its_entries_under_its_own_id() {
    let bundle = battle("a", 3, Vec::new());
    let copy = bundle.renamed(&bundle.items()[0], "x9", &["Cheriton lane".into()]);
    let keys = ["battle/x9", "event/x9/0-t", "event/x9/1-t", "event/x9/2-t"].map(|name| format!("{PREFIX}{name}"));
    assert!(copy.0.keys().eq(&keys), "{:?}", copy.0.keys());
    assert_eq!((copy.items()[0].name.as_str(), copy.items()[0].revision), ("Cheriton lane 2", 3));
    let log = |bundle: &Bundle, id: &str| bundle.log(&Key::Battle(id.into()));
    assert_eq!(log(&copy, "x9"), log(&bundle, "a"));
}

#[test]
fn texts_that_belong_to_one_device_are_not_imported() {
    let mut file = bundle();
    for name in ["device", "writer", "draft/b", "known/b", "chain/b"] {
        file.0.insert(format!("{PREFIX}{name}"), String::new());
    }
    assert_eq!(Bundle::read(test_rulesets::RULESETS, &file.file().unwrap()), Ok(bundle()));
}
