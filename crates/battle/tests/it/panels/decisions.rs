//! Choices that decide an act, alternative answers of a unit, acts that need neither dice nor an answer, and roles that a rule asks for.

use super::table::{applied, opened, sample, send};
use battle::panel::{Decision, Message, OptionProspect, Outlook, Panel, Tables};
use battle::{Act, Battle};
use rules::form::{Form, Kind};
use serde_json::{Map, Value as Json, json};
use test_rulesets::RULESETS;
use testing::table::{Table, french, spanish};

fn act(table: &Table, procedure: &str, roles: &[(&'static str, &str)]) -> Act {
    let mut act = Act::of_nobody(table.procedure(procedure));
    for (role, unit) in roles {
        act.participants.set(role, vec![(*unit).to_owned()]);
    }
    act
}

fn panel(table: &Table, act: Act) -> Panel {
    Panel::open(table.ruleset, act.opened(table.ruleset, table.battle.state()), &Tables::open(&table.battle))
}

fn decision(panel: &mut Panel, battle: &Battle) -> Option<Decision> {
    panel.shown(&Tables::open(battle)).outlook.decision().cloned()
}

/// The options as buttons: the label, and the gain or the chance in percent.
fn buttons(decision: &Decision) -> Vec<String> {
    let button = |label: &str, prospect: &OptionProspect| match prospect {
        OptionProspect::Done(Some(gives)) => format!("{label}: {gives}"),
        OptionProspect::Rolled(Some((_, likely))) => format!("{label} {:.0} %", likely * 100.0),
        OptionProspect::Forbidden(why) => format!("{label} ({why})"),
        OptionProspect::Done(None) | OptionProspect::Rolled(None) | OptionProspect::Asks => label.to_owned(),
    };
    decision.options.iter().map(|option| button(option.label, &option.prospect)).collect()
}

fn regiment() -> Json {
    json!({ "pikes": 12, "muskets": 12, "command": 2, "morale_class": "average" })
}

#[test]
fn the_choice_of_the_initiative_shows_what_each_place_gives() {
    let ruleset = RULESETS.find("pikette_squared").unwrap();
    let battle = sample(ruleset);
    let mut table = Table { ruleset, battle };
    for (tracker, value) in [("initiative_winner", json!("a")), ("first_pips", json!(1)), ("second_pips", json!(12))] {
        table.set("battle", tracker, value);
    }
    let mut panel = panel(&table, act(&table, "initiative_choice", &[]));
    let found = decision(&mut panel, &table.battle).expect("a choice");
    assert_eq!(buttons(&found), ["Go first: 1 pip", "Go second: 12 pips"]);
    assert_eq!(found.words.iter().map(ToString::to_string).collect::<Vec<_>>(), ["Side A to choose."]);
    assert!(panel.shown(&Tables::open(&table.battle)).outcome.is_none(), "nothing is applied before the choice");
    send(&mut panel, &table.battle, vec![Message::Answer(vec![("choice".into(), Some("second".into()))])]);
    assert_eq!(decision(&mut panel, &table.battle), None);
    let settlement = applied(&mut panel, &table.battle).expect("it is applied without dice");
    assert_eq!(settlement.action.outcome["first_side"], "b");
}

#[test]
fn horse_cannot_choose_to_stay() {
    let options = |kind: &str| {
        let input = json!({ "winner_type": kind });
        let form = RULESETS.find("pikette_squared").unwrap().procedure("follow_up").unwrap().form;
        let offered = form.field("answer").unwrap().offered(input.as_object().unwrap());
        offered.iter().map(|choice| choice.id).collect::<Vec<_>>()
    };
    assert_eq!(options("knights"), ["follows", "barred"]);
    assert_eq!(options("pike"), ["follows", "stays"]);
}

#[test]
fn every_choice_that_decides_an_act_is_one_of_a_few() {
    let mut found = Vec::new();
    for ruleset in test_rulesets::ALL {
        for procedure in ruleset.procedures {
            let decisive = |form: &'static Form| form.fields.iter().filter(|field| field.decides);
            for field in decisive(procedure.form) {
                let is_choice = matches!(field.kind, Kind::Choice(_)) || field.ways.is_some();
                assert!(is_choice, "{}: {} is no choice", procedure.id, field.id);
                found.push(procedure.id);
            }
        }
    }
    found.sort_unstable();
    assert_eq!(found, ["end_of_turn", "follow_up", "initiative_choice", "reaction", "rest", "run_into"]);
}

#[test]
fn a_rest_with_one_use_is_done_at_once_and_one_with_two_asks() {
    let ruleset = RULESETS.find("pike_and_shot").unwrap();
    let mut table = Table { ruleset, battle: sample(ruleset) };
    table.phase("rest");
    let horse = |table: &Table| {
        let units = table.battle.state().units().map(|unit| unit.id.clone());
        units
            .into_iter()
            .find(|unit| table.battle.state().facts(unit).get("pistols") == Some(&json!("loaded")))
            .unwrap()
    };
    let unit = horse(&table);
    let at_once = |table: &Table| {
        let act = Act::of_unit(table.procedure("rest"), &unit, Map::new());
        Panel::at_once(ruleset, &act, &Tables::open(&table.battle)).map(|(_, outcome)| outcome.record.clone())
    };
    table.set(&unit, "counters", 2);
    assert!(at_once(&table).is_some_and(|record| format!("{record:?}").contains("counters")), "one counter less");
    table.set(&unit, "pistols", "empty");
    assert_eq!(at_once(&table), None, "a counter or the pistols");
    let mut panel = opened(&table.battle, "pike_and_shot", "rest", &unit);
    let found = decision(&mut panel, &table.battle).expect("a choice");
    assert_eq!(buttons(&found), ["Remove a counter", "Reload pistols"]);
    assert!(found.options[0].is_suggested, "the usual answer");
    table.phase("charges");
    assert_eq!(at_once(&table), None, "not in this phase");
    table.set(&unit, "pistols", "loaded");
    let mut act = Act::of_unit(table.procedure("rest"), &unit, Map::new());
    act.override_all(&act.bars(ruleset, table.battle.state()));
    assert!(Panel::at_once(ruleset, &act, &Tables::open(&table.battle)).is_none(), "the overridden rule is read first");
}

#[test]
fn an_answer_of_players_counts_even_if_a_duty_suggests_one() {
    let foot = json!({ "nature": "regular", "groups": [{ "type": "pike", "elements": 4, "front": 4 }] });
    let foot = std::slice::from_ref(&foot);
    let mut table = Table::laid("arquebusier", foot, foot);
    table.phase("melee");
    for (tracker, value) in [("in_melee", json!(true)), ("contact_to_check", json!(true)), ("contacts", json!(["b1"]))]
    {
        table.set("a1", tracker, value);
    }
    let at_once = |answers: Json| {
        let answers = answers.as_object().unwrap().clone();
        let act = Act::of_unit(table.procedure("irregular_check"), "a1", answers);
        Panel::at_once(table.ruleset, &act, &Tables::open(&table.battle)).is_some()
    };
    assert!(!at_once(json!({ "entered_melee": true })), "players have not seen the suggested edges");
    assert!(at_once(json!({ "entered_melee": true, "contact": ["front"] })));
}

#[test]
fn answers_to_a_charge_show_their_chances() {
    let mut table = Table::laid("pike_and_shot", &[regiment()], &[regiment()]);
    table.phase("charges");
    table.set("b1", "charging", true);
    table.set("b1", "charges", "a1");
    let mut panel = panel(&table, act(&table, "reaction_stand", &[("unit", "a1"), ("opponent", "b1")]));
    let shown = panel.shown(&Tables::open(&table.battle));
    let answers: Vec<(&str, bool)> =
        shown.alternatives.iter().map(|answer| (answer.label, answer.is_current)).collect();
    assert_eq!(answers, [("Stand", true), ("Counter-charge", false), ("Break", false)]);
    let chance = |index: usize| match shown.alternatives[index].prospect {
        OptionProspect::Rolled(Some((_, likely))) => likely,
        ref other => panic!("{other:?}"),
    };
    // Average troops stand on 2 or more, and counter-charge on 3 or more.
    assert!((chance(0) - 5.0 / 6.0).abs() < 1e-9 && (chance(1) - 4.0 / 6.0).abs() < 1e-9);
}

#[test]
fn answers_that_are_due_after_a_charge_show_no_chance_of_breaking_again() {
    let mut table = Table::laid("pike_and_shot", &[regiment()], &[regiment()]);
    table.phase("charges");
    let mut panel = panel(&table, act(&table, "reaction_charge", &[("unit", "a1"), ("opponent", "b1")]));
    send(&mut panel, &table.battle, vec![Message::EnterDice, Message::Die(6)]);
    let shown = panel.shown(&Tables::open(&table.battle));
    let due = &shown.outcome.as_ref().expect("it charges").due;
    let answers: Vec<(Option<&str>, bool)> = due
        .iter()
        .map(|next| {
            let option = next.duty.as_ref().and_then(|duty| duty.option);
            (option, matches!(next.prospect, Some(OptionProspect::Rolled(Some(_)))))
        })
        .collect();
    assert_eq!(answers, [(Some("Stand"), true), (Some("Counter-charge"), true), (Some("Break"), false)]);
}

#[test]
fn an_action_is_followed_by_the_act_that_it_allows() {
    let mut table = Table::laid("pikette_squared", &[french("arquebus")], &[spanish("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 4);
    let action = act(&table, "action", &[("unit", "a1")]);
    let mut panel =
        panel(&table, Act { answers: json!({ "action": "shoot" }).as_object().cloned().unwrap(), ..action });
    let shown = panel.shown(&Tables::open(&table.battle));
    let outcome = shown.outcome.as_ref().expect("it needs no dice");
    let due: Vec<_> =
        outcome.due.iter().map(|next| (next.act.procedure.id, next.act.participants.units("shooters"))).collect();
    assert_eq!(due, [("shoot", &["a1".to_owned()][..])]);
}

#[test]
fn an_act_with_an_open_question_is_not_done_at_once() {
    let table = Table::laid("pikette_squared", &[french("arquebus")], &[spanish("pike")]);
    let act = Act::of_unit(table.procedure("apply_result"), "a1", Map::new());
    assert!(Panel::at_once(table.ruleset, &act, &Tables::open(&table.battle)).is_none());
}

#[test]
fn a_charge_opens_on_its_targets() {
    let ruleset = RULESETS.find("argad").unwrap();
    let battle = sample(ruleset);
    let rider = |unit: &String| {
        let role = &ruleset.procedure("run_up").unwrap().participants[0];
        (role.fits)(&battle.state().facts(unit)).is_ok()
    };
    let unit = battle.state().units().map(|unit| unit.id.clone()).find(rider).expect("a rider");
    let mut table = Table { ruleset, battle: battle.clone() };
    table.phase("move");
    let mut panel = opened(&table.battle, "argad", "run_up", &unit);
    let shown = panel.shown(&Tables::open(&table.battle));
    assert_eq!(*shown.outlook, Outlook::Missing(1), "{:?}", shown.barred);
    assert!(shown.barred.iter().all(|barred| barred.rule != "charge_unnamed"));
    let bands = panel.procedure().form.field("straight_cm").unwrap().bands().unwrap()(&Map::new(), &Map::new());
    assert_eq!(bands.iter().map(|band| band.label.to_string()).collect::<Vec<_>>(), ["12 cm or more: no dice"]);
    assert!(bands[0].contains(15.0, f64::NEG_INFINITY, false) && !bands[0].contains(11.5, f64::NEG_INFINITY, false));
}

#[test]
fn refusals_name_the_unit_that_they_concern() {
    let mut table = Table::laid("pike_and_shot", &[regiment()], &[regiment()]);
    table.phase("other_moves");
    table.set("a1", "fired", true);
    let procedure = table.procedure("movement_allowance");
    let bars = Act::of_unit(procedure, "a1", Map::new()).bars(table.ruleset, table.battle.state());
    let reasons: Vec<String> = bars.iter().map(|barred| barred.message.to_string()).collect();
    assert!(reasons.contains(&"A1: fired this bound, so no move.".to_owned()), "{reasons:?}");
}

#[test]
fn no_fixed_reason_begins_with_a_pronoun() {
    let pronouns = ["It ", "They ", "This unit ", "The unit ", "Its "];
    for ruleset in test_rulesets::ALL {
        let bans = ruleset.procedures.iter().flat_map(|procedure| procedure.all_bans());
        for ban in bans.chain(ruleset.turn_rules.next_bans) {
            let message = ban.message();
            assert!(!pronouns.iter().any(|pronoun| message.starts_with(pronoun)), "{}: {message}", ban.rule);
        }
    }
}
