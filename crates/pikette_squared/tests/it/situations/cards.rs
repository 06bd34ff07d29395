//! Cards, rows, texts of trackers, rosters, and trackers of sides and the battle.

use battle::{Action, Change, referee};
use serde_json::{Map, Value as Json, json};
use testing::table::{Table, french, roster_notes, roster_refusal, set_by_hand, spanish};

const ID: &str = "pikette_squared";

fn of(army: &str, row: &str) -> Json {
    json!({ "army": army, "row": row })
}

fn table(profile: &Json, trackers: &[(&str, Json)]) -> Table {
    Table::of(ID, profile, &spanish("pike"), trackers)
}

#[test]
fn a_card_shows_type_row_and_dice() {
    let cards = [
        (french("gendarmes"), "Knights · Gendarmes · moves 3 squares · fights D12 · fearsome"),
        (french("pike"), "Pike · moves 2.5 squares · fights D8"),
        (french("swiss_phalanx"), "Phalanx · Swiss phalanx · moves 2.5 squares · fights D10 · fearsome · Swiss"),
        (french("arquebus"), "Arquebus · moves 2.5 squares · fights D6 · shoots D8 to 3 squares"),
        (of("imperialist", "reiters"), "Reiters · moves 4 squares · fights D6 · shoots D6 to 1 square"),
        (
            of("ottoman", "akinjis"),
            "Light horse · Akinjis · moves 5 squares · fights D4 · shoots D4 to 2 squares · bows",
        ),
        (
            json!({ "army": "other", "type": "war_wagons", "move_squares": 1, "fight_die": "d8" }),
            "War wagons · moves 1 square · fights D8",
        ),
    ];
    for (profile, expected) in cards {
        assert_eq!(table(&profile, &[]).card("a1"), expected);
    }
    // Knights of other armies may dismount, with the figures that players enter.
    let knights = json!({ "army": "other", "type": "knights", "move_squares": 3, "fight_die": "d12" });
    let figures = json!({ "move_squares": 2, "fight_die": "d10" });
    let dismounted = [("dismounted", json!(true)), ("dismounted_as", figures)];
    assert_eq!(table(&knights, &dismounted).card("a1"), "Dismounted knights · moves 2 squares · fights D10");
}

#[test]
fn tags_show_the_state_of_a_unit_and_what_it_must_do() {
    let tags = |trackers: &[(&str, Json)]| table(&french("arquebus"), trackers).tags("a1");
    assert!(tags(&[]).is_empty());
    assert_eq!(tags(&[("state", json!("destroyed"))]), ["!destroyed"]);
    assert_eq!(tags(&[("state", json!("left_table")), ("fired", json!(true))]), ["!left the table"]);
    assert_eq!(tags(&[("state", json!("routed"))]), ["!routed"]);
    assert_eq!(tags(&[("state", json!("disordered"))]), ["!disordered"]);
    assert_eq!(tags(&[("stands", json!(1))]), ["last stand"]);
    assert_eq!(tags(&[("fired", json!(true))]), ["must reload"]);
    assert_eq!(tags(&[("moved_through", json!(true))]), ["stays: friends moved through it"]);
    assert_eq!(tags(&[("may_be_chipped", json!(true))]), ["may be chipped"]);
    assert_eq!(tags(&[("must_pursue", json!(true))]), ["must roll not to pursue"]);
    assert_eq!(tags(&[("leader_attached", json!(true))]), ["~led"]);
    // A cannon has only one stand, which has no tag.
    assert!(table(&french("cannon"), &[]).tags("a1").is_empty());
}

#[test]
fn strength_counts_only_stands_that_fight() {
    let strength = |trackers: &[(&str, Json)]| table(&spanish("tercio"), trackers).strength("a1");
    assert_eq!(strength(&[]), 6);
    assert_eq!(strength(&[("stands", json!(4))]), 4);
    let pike = |state: &str| table(&french("pike"), &[("state", json!(state))]).strength("a1");
    assert_eq!(["ok", "disordered", "routed", "destroyed", "left_table"].map(pike), [2, 2, 0, 0, 0]);
    assert_eq!(table(&french("pike"), &[]).main_tracker("a1"), Some("hits"));
}

#[test]
fn the_status_line_shows_card_pips_deck_and_chips() {
    let mut table = table(&french("pike"), &[]);
    assert!(table.status().is_empty(), "nothing is rolled");
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    table.set("a", "morale_chips", 3);
    table.set("b", "chips_rolled", true);
    table.set("battle", "card", "melee");
    table.set("a", "full_deck", json!({ "melee": 4, "courage": 1 }));
    table.set("a", "deck", json!({ "melee": 3, "courage": 1 }));
    assert_eq!(
        table.status(),
        [
            "Card in play Melee",
            "a: Impetus 4",
            "a: Cards left 4",
            "b: Opportunity chips 3",
            "a: Morale chips 3!",
            "b: Morale chips 0!",
        ]
    );
    table.set("a", "deck", json!({ "melee": 3 }));
    table.set("b", "opportunity_chips", 0);
    table.set("a", "morale_chips", 4);
    table.set("battle", "nightfall_turns", 1);
    assert_eq!(
        table.status(),
        [
            "Last turn before night",
            "Card in play Melee",
            "a: Impetus 4",
            "a: Cards left 3!",
            "a: Morale chips 4",
            "b: Morale chips 0!",
        ]
    );
}

#[test]
fn a_side_shows_chips_pips_leader_march_and_deck() {
    let mut table = table(&french("pike"), &[]);
    table.set("a", "morale_chips", 1);
    assert_eq!(table.shown("a"), ["1 chip", "3 opp.", "0 pips", "leader free", "may march"], "no deck is built");
    // A deck without listed cards is full.
    table.set("a", "full_deck", json!({ "melee": 4, "courage": 1 }));
    assert_eq!(table.shown("a")[5], "5 cards");
    table.set("a", "morale_chips", 12);
    table.set("a", "pips", 1);
    table.set("a", "march_available", false);
    table.set("a", "deck", json!({ "courage": 1 }));
    table.set("a1", "leader_attached", true);
    assert_eq!(table.shown("a"), ["12 chips", "3 opp.", "1 pip", "leader with a unit", "1 card"]);
    table.set("a", "sultan", true);
    assert_eq!(table.shown("a")[3], "Sultan with a unit");
    table.set("a1", "leader_attached", false);
    table.set("a", "leader", "free");
    assert_eq!(table.shown("a")[3], "Sultan free");
    table.set("a", "leader", "lost");
    assert_eq!(table.shown("a")[3], "leader lost");
    assert!(table.shown("battle").is_empty());
    table.set("battle", "nightfall_turns", 7);
    table.set("battle", "card", "reload");
    table.set("battle", "night", true);
    assert_eq!(table.shown("battle"), ["night after turn 7", "Reload", "night"]);
}

#[test]
fn the_last_change_of_a_leaders_place_counts() {
    let mut table = Table::laid(ID, &[french("pike"), french("arquebus")], &[spanish("pike")]);
    let led = |table: &Table| ["a1", "a2"].map(|id| table.value(id, "leader_attached") == true);
    table.set("a1", "leader_attached", true);
    assert_eq!(table.value("a", "leader"), "attached");
    table.set("a2", "leader_attached", true);
    assert_eq!(led(&table), [false, true]);
    // Setting the leader's tracker to free detaches him. If his unit is destroyed, he becomes free.
    table.set("a", "leader", "free");
    assert_eq!(led(&table), [false, false]);
    table.set("a1", "leader_attached", true);
    table.set("a1", "state", "destroyed");
    assert_eq!((led(&table), table.value("a", "leader")), ([false, false], json!("free")));
}

#[test]
fn losses_by_hand_cost_morale_chips() {
    let mut table = table(&spanish("tercio"), &[]);
    table.set("a", "morale_chips", 10);
    table.set("a1", "stands", 4);
    assert_eq!(table.value("a", "morale_chips"), 8, "a chip for each stand");
    let threshold = table.ruleset.trackers.unit.iter().find(|tracker| tracker.id == "hits").unwrap().threshold.unwrap();
    assert_eq!(threshold(&table.battle.state().facts("a1")), Some(4), "a pike stand takes 4 hits");
    table.set("a1", "stands", 6);
    assert_eq!(threshold(&table.battle.state().facts("a1")), Some(3), "an arquebus stand takes 3");
}

#[test]
fn stands_filled_by_hand_at_once_cost_a_chip_each() {
    // How to battle – morale chips. Arquebus take 3 hits on a stand.
    let mut table = Table::laid(ID, &[french("arquebus"), french("arquebus")], &[spanish("pike")]);
    table.set("a", "morale_chips", 10);
    let hits = ["a1", "a2"].map(|unit| Change::set(unit, "hits", 3)).to_vec();
    let changes = referee::changes_by_hand(table.ruleset, table.battle.state(), hits);
    table.add(Action::ByHand, changes);
    assert_eq!(["a1", "a2"].map(|unit| table.value(unit, "stands")), [1, 1]);
    assert_eq!(table.value("a", "morale_chips"), 8);
}

#[test]
fn trackers_accept_only_values_of_the_rules() {
    let set = |of: &str, tracker: &str, to: Json| set_by_hand(ID, &french("gendarmes"), of, tracker, &to);
    for (of, tracker, to) in [
        ("battle", "paid", json!({})),
        ("a", "deck", json!({ "melee": 3, "courage": 1 })),
        ("a1", "dismounted_as", json!({ "move_squares": 2.5, "fight_die": "d8" })),
    ] {
        assert_eq!(set(of, tracker, to.clone()), "applied", "{tracker} {to}");
    }
    for (of, tracker, to) in [
        ("battle", "paid", json!(3)),
        ("a", "deck", json!([])),
        ("a", "deck", json!({ "prayer": 1 })),
        ("a", "deck", json!({ "melee": 12, "courage": 9 })),
        ("a1", "dismounted_as", json!(2)),
        ("a1", "dismounted_as", json!({ "move_squares": 13 })),
        ("a1", "dismounted_as", json!({ "fight_die": "d7" })),
        ("a1", "dismounted_as", json!({ "prayer": 1 })),
    ] {
        assert_eq!(set(of, tracker, to.clone()), "bad_value to", "{tracker} {to}");
    }
}

#[test]
fn notes_of_a_roster_check_twelve_units_and_a_cannon() {
    let notes = |rows: &[(&str, &str)]| {
        let unit = |(army, row): &(&str, &str)| json!({ "name": row, "army": army, "row": row });
        roster_notes(ID, &rows.iter().map(unit).collect::<Vec<_>>()).join(" ")
    };
    let guard = notes(&[("ottoman", "sultans_guard"), ("ottoman", "cannon")]);
    assert!(guard.ends_with("The Sultan himself leads it."), "{guard}");
    assert!(!notes(&[("ottoman", "spahis")]).contains("Sultan"));
}

#[test]
fn a_roster_refuses_units_of_no_list() {
    let refusal = |mut profile: Json| {
        profile["name"] = "A".into();
        roster_refusal(ID, &profile)
    };
    assert_eq!(refusal(french("pike")), "allowed");
    assert_eq!(refusal(of("french", "spahis")), "bad_value row");
    assert_eq!(refusal(json!({ "army": "french" })), "missing_field row");
    let other = |more: Json| {
        let mut profile = json!({ "army": "other", "type": "militia", "move_squares": 2.5, "fight_die": "d4" });
        for (field, value) in more.as_object().unwrap() {
            profile[field] = value.clone();
        }
        refusal(profile)
    };
    assert_eq!(other(json!({})), "allowed");
    assert_eq!(other(json!({ "row": "pike" })), "bad_value row");
    assert_eq!(other(json!({ "shoot_die": "d6" })), "missing_field weapon_range_squares");
    assert_eq!(other(json!({ "shoot_die": "d6", "weapon_range_squares": 0 })), "bad_value weapon_range_squares");
    assert_eq!(other(json!({ "shoot_die": "d6", "weapon_range_squares": 3 })), "allowed");
    assert_eq!(other(json!({ "swiss": true })), "bad_value swiss");
    let lacking = |field: &str| {
        let mut profile = json!({ "army": "other", "type": "militia", "move_squares": 2.5, "fight_die": "d4" });
        profile.as_object_mut().unwrap().remove(field);
        refusal(profile)
    };
    for field in ["type", "move_squares", "fight_die"] {
        assert_eq!(lacking(field), format!("missing_field {field}"));
    }
}

/// Generates an army with these faces. Returns its name, the values for its side, and its units by name and row.
fn mustered(input: Json, faces: &[u8]) -> (String, Map<String, Json>, Vec<(String, String)>) {
    let muster = test_rulesets::RULESETS.find(ID).unwrap().rosters.muster.as_ref().unwrap();
    let ready = muster.procedure.read(input.as_object().unwrap()).unwrap();
    let outcome = ready.resolve(faces).result.unwrap().outcome;
    let text = |unit: &Map<String, Json>, field: &str| unit[field].as_str().unwrap().to_owned();
    let units = (muster.units)(&outcome).iter().map(|unit| (text(unit, "name"), text(unit, "row"))).collect();
    ((muster.name)(&outcome).to_string(), (muster.side)(&outcome), units)
}

#[test]
fn a_generated_army_becomes_a_roster() {
    // A 5 gives a Sultan's Guard in place of one unit of Spahis. With the Sultan, both Azabs are upgraded.
    let (name, side, units) = mustered(json!({ "army": "ottoman" }), &[5]);
    assert_eq!(name, "Ottoman army");
    assert_eq!((&side["sultan"], &side["extra_card"]), (&json!(true), &json!("cavalry_move")));
    let rows: Vec<(&str, &str)> = units.iter().map(|(name, row)| (name.as_str(), row.as_str())).collect();
    assert_eq!(rows[..3], [("Spahis", "spahis"), ("Sultan's Guard", "sultans_guard"), ("Akinjis 1", "akinjis")]);
    assert_eq!(rows.len(), 13, "twelve units and a cannon");
    // Spain: a 6 upgrades the Genitors. The extra unit is Musketeers on 1, Pike on 2 to 4, and Arquebus on 5 and 6.
    for (faces, row, count) in [
        ([6, 1], "musketeers", 3),
        ([1, 2], "pike", 2),
        ([1, 4], "pike", 2),
        ([1, 5], "arquebus", 3),
        ([1, 6], "arquebus", 3),
    ] {
        let (_, side, units) = mustered(json!({ "army": "spanish" }), &faces);
        assert_eq!(units.iter().filter(|(_, mustered_row)| mustered_row == row).count(), count, "{faces:?}");
        let genitors = if faces[0] == 6 { "genitors_upgraded" } else { "genitors" };
        assert_eq!(units.iter().filter(|(_, mustered_row)| mustered_row == genitors).count(), 1, "{faces:?}");
        assert_eq!((&side["sultan"], &side["extra_card"]), (&json!(false), &json!("infantry_move")));
    }
}
