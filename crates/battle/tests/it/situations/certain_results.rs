//! Certain results are listed before the dice, and every opening of an act leads to the same act.

use battle::analysis::odds::OddsSummary;
use battle::{Act, referee};
use exchange::storage::roster::{Roster, presets, shown};
use rules::dice::Halt;
use rules::form::Kind;
use rules::procedure::{Agent, Procedure, Ready};
use rules::table::Change;
use rules::text::Text;
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;
use testing::table::{Table, taking};

fn horse() -> Json {
    json!({ "nature": "regular", "groups": [{ "type": "harquebusier", "elements": 12, "front": 6 }] })
}

fn shot(elements: i32) -> Json {
    json!({ "nature": "regular", "groups": [{ "type": "firearm", "elements": elements, "front": elements }] })
}

/// Returns the certain results of an act, as its panel lists them.
fn certain(table: &Table, procedure: &str, roles: &[(&'static str, &[&str])], answers: &Json) -> Vec<String> {
    let (procedure, participants) = (table.procedure(procedure), taking(roles));
    let state = table.battle.state();
    let input = referee::filled(procedure, &participants, state, answers.as_object().unwrap());
    procedure.read(&input).unwrap().preview().certain.iter().map(ToString::to_string).collect()
}

#[test]
fn close_fire_makes_horse_irregular_before_the_roll() {
    let mut table = Table::laid("arquebusier", &[shot(4)], &[horse()]);
    table.phase("shooting");
    let roles: &[(&'static str, &[&str])] = &[("shooters", &["a1"]), ("target", &["b1"])];
    let at = |range: f64| certain(&table, "shooting", roles, &json!({ "shooters": [{ "range_in": range }] }));
    assert_eq!(at(6.0), ["Irregular: shot at from close by."]);
    assert_eq!(at(7.0), Vec::<String>::new());
    // A target that is already Irregular cannot become so, and the chance is not shown.
    let mut table = table;
    let chance = |table: &Table| {
        let procedure = table.procedure("shooting");
        let answers = json!({ "shooters": [{ "range_in": 6 }] });
        let input = referee::filled(procedure, &taking(roles), table.battle.state(), answers.as_object().unwrap());
        let mut odds = OddsSummary::of(procedure, &procedure.read(&input).unwrap()).unwrap();
        odds.drop_moot(procedure, &input);
        let at = procedure.chances.iter().position(|chance| chance.label == "becomes Irregular").unwrap();
        odds.chances[at][0]
    };
    assert!(chance(&table).unwrap() > 0.999, "{:?}", chance(&table));
    table.set("b1", "shaken_close_fire", true);
    assert_eq!(chance(&table), None);
}

#[test]
fn certain_results_are_in_every_outcome() {
    let mut checked = 0;
    for (_, request, ready) in testing::conformance::permitted() {
        let certain = ready.preview().certain;
        for highest in [false, true] {
            let Some(words) = with_dice(&ready, highest) else { continue };
            // The outcome of a destroyed unit has no further sentences.
            if words[0].to_string() == "It is destroyed." {
                continue;
            }
            assert!(certain.iter().all(|sentence| words.contains(sentence)), "{request}: {certain:?}, {words:?}");
            checked += certain.len();
        }
    }
    assert!(checked > 50, "{checked}");
}

/// Returns the sentences of the outcome with the lowest or the highest dice. `None` if the act is refused.
fn with_dice(ready: &Ready, highest: bool) -> Option<Vec<Text>> {
    let mut faces: Vec<u8> = Vec::new();
    loop {
        match ready.resolve(&faces).result {
            Ok(resolved) => return Some(resolved.consequences.words),
            Err(Halt::Needs(roll)) => faces.extend(vec![if highest { roll.sides } else { 1 }; roll.count]),
            Err(Halt::Refused(_)) => return None,
        }
    }
}

#[test]
fn counters_for_groups_on_a_flank_are_a_certain_result() {
    let foot = json!({ "pikes": 8, "muskets": 16, "morale_class": "average" });
    let horse = json!({ "troop_type": "horse", "figures": 12, "morale_class": "average" });
    let table = Table::laid("pike_and_shot", &[foot], &[horse]);
    let roles: &[(&'static str, &[&str])] = &[("a", &["a1"]), ("b", &["b1"])];
    let answers = json!({ "contacts": [{ "a": 1, "b": 1, "where": "a_flank" }] });
    let certain = certain(&table, "melee_round", roles, &answers);
    let told = certain.iter().find(|words| words.contains("flank or rear")).unwrap_or_else(|| panic!("{certain:?}"));
    let number: i32 = told.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).next_back().unwrap();
    assert!(number > 0, "{told}");
}

#[test]
fn standing_horse_become_irregular_from_duty_and_card_alike() {
    let mut table = Table::laid("arquebusier", &[horse()], &[shot(4)]);
    table.phase("move");
    table.set("a1", "contacts", json!(["b1"]));
    table.phase("melee");
    let state = table.battle.state();
    let duties = referee::duties(table.ruleset, state);
    let of_horse = |duty: &&rules::turn::Duty| duty.procedure == "irregular_check" && duty.units("formation") == ["a1"];
    let duty = duties.iter().find(of_horse).unwrap();
    let procedure = table.procedure("irregular_check");
    let from_duty = Act::opening_duty(table.ruleset, duty, state).unwrap();
    let front = Map::from_iter([("contact".to_owned(), json!(["front"]))]);
    let from_card = Act::new(procedure, taking(&[("formation", &["a1"])]), front).opened(table.ruleset, state);
    for opening in [from_duty, from_card] {
        let input = referee::filled(procedure, &opening.participants, state, &opening.answers);
        let resolved = referee::play(procedure, &opening.participants, state, &input, &[]).unwrap().result.unwrap();
        assert_eq!(resolved.consequences.words[0].to_string(), "It becomes Irregular.");
    }
}

#[test]
fn courage_cannot_be_dismissed_for_units_with_an_enemy_in_their_square() {
    let unit = |kind: &str| json!({ "army": "other", "type": kind, "move_squares": 4, "fight_die": "d8" });
    let mut table = Table::laid("pikette_squared", &[unit("lancers"), unit("lancers")], &[unit("pike")]);
    table.set("a", "place", "first");
    table.phase("first_side");
    table.set("battle", "card", "courage");
    table.set("a1", "contact", json!(["b1"]));
    let duties = referee::duties(table.ruleset, table.battle.state());
    let asked: Vec<(&str, bool)> = duties
        .iter()
        .filter(|duty| duty.procedure == "courage_required")
        .map(|duty| (duty.units("unit")[0].as_str(), duty.dismissal.is_some()))
        .collect();
    assert_eq!(asked, [("a1", false), ("a2", true)]);
}

#[test]
fn the_last_hit_of_a_stand_removes_it() {
    let profile = json!({ "army": "other", "type": "pike", "move_squares": 2.5, "fight_die": "d8" });
    let mut table = Table::laid("pikette_squared", std::slice::from_ref(&profile), std::slice::from_ref(&profile));
    table.set("a", "morale_chips", 9);
    let number = |table: &Table, of: &str, key: &str| {
        table.battle.state().tracked(of).unwrap().get(key).and_then(Json::as_i64).unwrap()
    };
    let (stands, mut hits) = (number(&table, "a1", "stands"), 0);
    while number(&table, "a1", "stands") == stands {
        hits += 1;
        assert!(hits < 6, "no number of hits takes a stand");
        table.set("a1", "hits", hits);
    }
    assert_eq!(number(&table, "a1", "hits"), 0);
    assert_eq!(number(&table, "a1", "stands"), stands - 1);
    assert_eq!(number(&table, "a", "morale_chips"), 8);
}

#[test]
fn a_mustered_army_joins_its_side_and_can_be_counted() {
    let profile = json!({ "army": "other", "type": "pike", "move_squares": 2.5, "fight_die": "d8" });
    let mut table = Table::laid("pikette_squared", &[], std::slice::from_ref(&profile));
    let procedure = table.procedure("army_generate");
    let is_of_side = |procedure: &Procedure| procedure.agent == Agent::Side;
    assert!(is_of_side(procedure) && is_of_side(table.procedure("army_check")), "players choose the side");
    let mut participants = taking(&[]);
    participants.act_for(0);
    let state = table.battle.state();
    let answers = Map::from_iter([("army".to_owned(), json!("moorish"))]);
    let input = referee::filled(procedure, &participants, state, &answers);
    let resolved = referee::play(procedure, &participants, state, &input, &[]).unwrap().result.unwrap();
    let changes = referee::resolved_changes(table.ruleset, procedure, &participants, state, &input, &resolved);
    let joined = changes.iter().filter(|change| matches!(change, Change::Add(unit) if unit.side == 0)).count();
    table.add(battle::Action::Muster, changes);
    assert!(joined > 8, "{joined}");
    let input = referee::filled(table.procedure("army_check"), &participants, table.battle.state(), &Map::new());
    let counted: i64 = input["units"].as_object().unwrap().values().filter_map(Json::as_i64).sum();
    assert_eq!(usize::try_from(counted).unwrap(), joined);
}

#[test]
fn a_failed_counter_charge_makes_its_next_tests_due() {
    let horse = json!({ "troop_type": "horse", "figures": 10, "morale_class": "average" });
    let mut table = Table::laid("pike_and_shot", std::slice::from_ref(&horse), std::slice::from_ref(&horse));
    table.set("a1", "charging", true);
    table.set("a1", "charges", "b1");
    let consequences = table.consequences(
        "reaction_charge",
        &[("unit", &["b1"]), ("opponent", &["a1"])],
        &json!({ "role": "counter_charge" }),
        &[1],
    );
    let due: Vec<&str> = consequences.due.iter().map(|due| due.procedure).collect();
    assert_eq!(due, ["reaction_stand", "break_unit"]);
}

#[test]
fn foot_pursue_retired_horse_with_the_recorded_distance() {
    let foot = json!({ "pikes": 8, "muskets": 16, "morale_class": "average" });
    let horse = json!({ "troop_type": "horse", "figures": 10, "morale_class": "average" });
    let mut table = Table::laid("pike_and_shot", &[foot], &[horse]);
    let gap = |table: &Table| {
        table.filled("reaction_pursuit", &[("unit", &["a1"]), ("opponent", &["b1"])]).get("enemy_distance_in").cloned()
    };
    assert_eq!(gap(&table), None);
    table.set("b1", "broke", true);
    table.set("b1", "moved_in", 12);
    assert_eq!(gap(&table), Some(json!(6)));
}

#[test]
fn a_profile_form_shows_every_choice_with_its_value() {
    for ruleset in rulesets::ALL {
        let of_samples = Roster::samples(ruleset).into_iter().flat_map(|roster| roster.units);
        for unit in of_samples.chain(presets(ruleset)) {
            let form = shown(ruleset, &unit);
            for field in ruleset.profile.fields {
                let asked =
                    matches!(field.kind, Kind::Choice(_)) && !field.rare && field.matters(ruleset.profile, &form);
                assert!(!asked || form.contains_key(field.id), "{}: {} of {unit:?}", ruleset.named.id, field.id);
            }
        }
    }
}

#[test]
fn the_source_of_the_dice_matches_their_number() {
    let mut checked = 0;
    for (id, request, ready) in testing::conformance::permitted() {
        let (Some(from), Err(Halt::Needs(roll))) = (ready.preview().dice_from, ready.resolve(&[]).result) else {
            continue;
        };
        let from = from.to_string();
        let numbers: Vec<f64> =
            from.split(|c: char| !c.is_ascii_digit()).filter_map(|number| number.parse().ok()).collect();
        let worked_out = match numbers.as_slice() {
            [all] => *all,
            // A group that is more than half full rolls a die.
            [all, by] if from.contains('÷') => (all / by - 0.5).ceil(),
            [all, more] if from.contains('+') => all + more,
            [all, less] if from.contains('−') => all - less,
            other => panic!("{from}: {other:?}"),
        };
        assert!((worked_out - roll.count as f64).abs() < 0.1, "{id}: {from} are not {} dice: {request}", roll.count);
        checked += 1;
    }
    assert!(checked > 50, "{checked}");
}
