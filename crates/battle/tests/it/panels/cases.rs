//! Faults found in play, one test for each.

use super::table::{add, applied, by_hand, opened, sample, send};
use battle::panel::pairs::PairAnswers;
use battle::panel::{Cached, Die, Effect, Key, Message, Outlook, Panel, Settlement, Tables, candidates};
use battle::{Act, Action, ActionEvent, Battle, Change, Event, Resolved};
use rules::own::{OWN_RULES, OwnRules};
use rules::subject::Subject;
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;

#[test]
fn an_act_without_dice_is_applied_with_the_participants_last_shown() {
    let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
    let battle = sample(ruleset);
    let mut panel = opened(&battle, "pikette_squared", "move", "a0");
    let enemy = panel.procedure().participants.iter().find(|role| role.id == "enters").unwrap();
    let enemies = panel.act().participants.candidates(panel.procedure(), enemy, battle.state());
    let [first, second] = [enemies[0].clone(), enemies[1].clone()];
    send(&mut panel, &battle, vec![Message::Override, Message::GiveOrTake("enters", first.clone())]);
    send(
        &mut panel,
        &battle,
        vec![Message::Answer(vec![("steps".into(), Some(json!(["n", "n"])))]), Message::Override],
    );
    let outlook = panel.shown(&Tables::open(&battle)).outlook.clone();
    assert!(outlook.ready().is_some(), "{outlook:?}");
    let before = applied(&mut panel.clone(), &battle);
    send(&mut panel, &battle, vec![Message::GiveOrTake("enters", second.clone())]);
    send(
        &mut panel,
        &battle,
        vec![Message::Answer(vec![("steps".into(), Some(json!(["n", "n"])))]), Message::Override],
    );
    let after = applied(&mut panel, &battle);
    let (before, after) = (before.expect("it can be applied"), after.expect("it can be applied"));
    assert_eq!(after.action.participants["enters"], json!([second]));
    assert_ne!(before.changes, after.changes, "its contact is another");
    let names =
        |settlement: &Settlement, unit: &str| format!("{:?}", settlement.changes).contains(&format!("\"{unit}\""));
    assert!(names(&before, &first) && names(&after, &second) && !names(&after, &first), "{:?}", after.changes);
}

#[test]
fn a_row_does_not_show_a_chance_of_an_earlier_table() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let mut battle = sample(ruleset);
    let procedure = ruleset.procedure("reaction_charge").unwrap();
    let act = |battle: &Battle, unit: &str| {
        let act = Act::of_unit(procedure, unit, Map::new());
        candidates::best(ruleset, &act, &Tables::open(battle)).map(|(_, likely)| likely.chances)
    };
    let units: Vec<String> = battle.state().units().map(|unit| unit.id.clone()).collect();
    let unit = units.iter().find(|unit| act(&battle, unit).is_some()).expect("somebody can charge").clone();
    let mut row: Cached<Option<Vec<(usize, usize, f64)>>> = Cached::default();
    let key = Key::of(Act::of_unit(procedure, &unit, Map::new()), &Tables::open(&battle));
    row.set(key.clone(), act(&battle, &unit));
    let event = by_hand(ruleset, &battle, vec![Change::set(unit.clone(), "counters", 3)]);
    add(&mut battle, "here", event);
    let later = Key::of(Act::of_unit(procedure, &unit, Map::new()), &Tables::open(&battle));
    assert_eq!(row.get(&later), None, "the chance before is not shown");
    assert_ne!(row.get(&key), Some(&act(&battle, &unit)));
}

#[test]
fn a_range_entered_at_a_chosen_target_keeps_the_target() {
    let ruleset = test_rulesets::RULESETS.find("argad").unwrap();
    let battle = sample(ruleset);
    let shooter = battle.state().units().find(|unit| {
        let offers = ::battle::referee::offers(ruleset, battle.state(), &unit.id);
        offers.iter().any(|offer| offer.procedure.id == "shoot")
    });
    let mut panel = opened(&battle, "argad", "shoot", &shooter.unwrap().id.clone());
    let procedure = panel.procedure();
    let role = procedure.participants.iter().find(|role| role.whose == rules::procedure::Whose::Enemy).unwrap();
    let enemies = panel.act().participants.candidates(procedure, role, battle.state());
    let place = "shooters[0].range_cm".to_owned();
    let aim = |unit: &str| Message::Aim(role.id, unit.to_owned(), place.clone(), json!(20.0));
    let pairs = PairAnswers::default();
    let tables = Tables { id: "x", pairs: Some(&pairs), ..Tables::open(&battle) };
    panel.update(Message::GiveOrTake(role.id, enemies[0].clone()), &tables);
    panel.update(aim(&enemies[0]), &tables);
    assert_eq!(panel.act().participants.units(role.id), [enemies[0].clone()]);
    let range = rules::form::path::get(&panel.act().answers, &place).cloned();
    assert_eq!(range, Some(json!(20.0)));
    if role.max > 1 {
        panel.update(Message::GiveOrTake(role.id, enemies[1].clone()), &tables);
        let range = rules::form::path::get(&panel.act().answers, &place).cloned();
        assert_eq!(range, Some(json!(20.0)), "a second target does not clear the range of the first");
    }
}

#[test]
fn an_answer_for_all_targets_is_not_filled_in_for_one_of_them() {
    let battle = sample(test_rulesets::RULESETS.find("pike_and_shot").unwrap());
    let mut pairs = PairAnswers::default();
    let mut send = |panel: &mut Panel, message: Message| {
        let effects = panel.update(message, &Tables { id: "x", pairs: Some(&pairs), ..Tables::open(&battle) });
        for effect in effects {
            if let Effect::Remember(pair, path, value) = effect {
                pairs.remember(&pair, path, value);
            }
        }
    };
    let answer = |field: &str, value: Json| Message::Answer(vec![(field.to_owned(), Some(value))]);
    let mut panel = opened(&battle, "pike_and_shot", "infantry_fire", "a1");
    let role = panel.procedure().participants.iter().find(|role| role.id == "target").unwrap();
    let target = panel.act().participants.candidates(panel.procedure(), role, battle.state())[0].clone();
    let aim = Message::GiveOrTake("target", target);
    for message in [answer("target_terrain", json!("hedge")), aim.clone(), answer("range_in", json!(4))] {
        send(&mut panel, message);
    }
    let filled_in = |send: &mut dyn FnMut(&mut Panel, Message)| {
        let mut again = opened(&battle, "pike_and_shot", "infantry_fire", "a1");
        send(&mut again, aim.clone());
        Json::Object(again.act().answers.clone())
    };
    assert_eq!(filled_in(&mut send), json!({ "range_in": 4 }));
    send(&mut panel, answer("target_terrain", json!("woods")));
    assert_eq!(
        filled_in(&mut send),
        json!({ "range_in": 4, "target_terrain": "woods" }),
        "another answer than for all"
    );
}

#[test]
fn only_the_same_act_after_its_opening_settles_a_panel() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let mut battle = sample(ruleset);
    let [mut before, mut after] = [(); 2].map(|()| opened(&battle, "pike_and_shot", "infantry_fire", "a1"));
    let (input, participants) = (before.input(&Tables::open(&battle)), before.act().participants.json());
    let outcome = rules::outcome::Record::default();
    let done = Action::Resolved(Resolved::of("infantry_fire", input, participants, &outcome));
    add(&mut battle, "there", Event::Action(Box::new(ActionEvent::new(0.0, done, Vec::new()))));
    after = Panel::open(ruleset, after.act().clone(), &Tables::open(&battle));
    let event = by_hand(ruleset, &battle, vec![Change::set("a1", "counters", 1)]);
    add(&mut battle, "there", event);
    let is_settled = [&mut before, &mut after].map(|panel| {
        send(panel, &battle, vec![Message::TableChanged]);
        panel.shown(&Tables::open(&battle)).is_settled
    });
    assert_eq!(is_settled, [true, false]);
}

#[test]
fn a_new_bar_forbids_an_act_whose_other_bars_were_overridden() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let mut battle = sample(ruleset);
    let mut panel = opened(&battle, "pike_and_shot", "infantry_fire", "a1");
    let barred = |panel: &mut Panel, battle: &Battle| panel.shown(&Tables::open(battle)).barred.clone();
    send(&mut panel, &battle, vec![Message::Override]);
    let before: Vec<&str> = barred(&mut panel, &battle).iter().map(|barred| barred.rule).collect();
    let event = by_hand(ruleset, &battle, vec![Change::set("a1", "broken", true)]);
    add(&mut battle, "there", event);
    send(&mut panel, &battle, vec![Message::TableChanged]);
    let after = barred(&mut panel, &battle);
    let new: Vec<_> = after.iter().filter(|barred| !before.contains(&barred.rule)).collect();
    assert!(!new.is_empty(), "{after:?}");
    assert!(new.iter().all(|barred| !panel.act().is_overridden(barred)));
    let shown = panel.shown(&Tables::open(&battle));
    assert!(matches!(*shown.outlook, Outlook::Barred(_)), "{:?}", shown.outlook);
}

#[test]
fn a_change_of_the_table_under_an_open_panel_is_noted_with_its_author() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let mut battle = sample(ruleset);
    let mut panel = opened(&battle, "pike_and_shot", "infantry_fire", "a1");
    for counters in [1, 3] {
        let event = by_hand(ruleset, &battle, vec![Change::set("a1", "counters", counters)]);
        add(&mut battle, "annsphone1", event);
        send(&mut panel, &battle, vec![Message::TableChanged]);
    }
    let notes = panel.shown(&Tables::open(&battle)).notes.clone();
    let counters = notes.iter().find(|note| note.key == "counters").expect("it is noted");
    assert_eq!((counters.of.id(), &counters.from, &counters.to), ("a1", &json!(0), &json!(3)));
    assert_eq!(counters.by.device.to_string(), "annsphon");
    let event = battle.undoing().unwrap();
    add(&mut battle, "annsphone1", event);
    let event = battle.undoing().unwrap();
    add(&mut battle, "annsphone1", event);
    send(&mut panel, &battle, vec![Message::TableChanged]);
    let notes = panel.shown(&Tables::open(&battle)).notes.clone();
    assert!(notes.iter().all(|note| note.key != "counters"), "it is as it was: {notes:?}");
}

#[test]
fn changes_of_a_side_are_noted_for_trackers_of_the_ruleset_alone() {
    let ruleset = test_rulesets::RULESETS.find("argad").unwrap();
    let mut battle = sample(ruleset);
    let powder = json!({ "name": "Powder", "of": "side", "kind": { "count": { "from": 0, "to": 9, "start": 5 } } });
    let own: OwnRules = serde_json::from_value(json!({ "trackers": [powder] })).unwrap();
    let agreed = by_hand(ruleset, &battle, vec![Change::to(Subject::Battle, OWN_RULES, own)]);
    add(&mut battle, "here", agreed);
    let mut panel = opened(&battle, "argad", "melee", "a0");
    let changes = vec![Change::set("a", "elite_used", true), Change::set("a", "own:Powder", 4)];
    let event = by_hand(ruleset, &battle, changes);
    add(&mut battle, "there", event);
    send(&mut panel, &battle, vec![Message::TableChanged]);
    let notes = panel.shown(&Tables::open(&battle)).notes.clone();
    assert_eq!(notes.iter().map(|note| (note.of.id(), note.key.as_str())).collect::<Vec<_>>(), [("a", "elite_used")]);
}

#[test]
fn answers_that_number_participants_are_removed_when_a_unit_joins() {
    let battle = sample(test_rulesets::RULESETS.find("argad").unwrap());
    let mut panel = opened(&battle, "argad", "melee", "a0");
    let targets = Message::Answer(vec![("targets".to_owned(), Some(json!([1])))]);
    send(
        &mut panel,
        &battle,
        vec![Message::More("many", "b0".to_owned()), Message::More("many", "b0".to_owned()), targets],
    );
    assert_eq!(panel.act().answers.get("targets"), Some(&json!([1])));
    send(&mut panel, &battle, vec![Message::GiveOrTake("many", "b1".to_owned())]);
    assert_eq!(panel.act().answers.get("targets"), None);
}

#[test]
fn a_roll_of_the_app_records_the_rules_that_it_overrides() {
    let battle = sample(test_rulesets::RULESETS.find("argad").unwrap());
    let mut panel = opened(&battle, "argad", "melee", "a0");
    send(&mut panel, &battle, vec![Message::More("many", "b0".to_owned()), Message::Override, Message::EnterDice]);
    let rolled = panel.rolled(1.0, &[Die::typed(1)], &Tables::open(&battle)).unwrap();
    assert_eq!(rolled.overrides, ["phase"]);
}

#[test]
fn a_figure_of_a_unit_can_be_added_to_a_role_and_taken_out_again() {
    let battle = sample(test_rulesets::RULESETS.find("argad").unwrap());
    let mut panel = opened(&battle, "argad", "melee", "a0");
    let mut figures = |message: Message| {
        send(&mut panel, &battle, vec![message]);
        panel.act().participants.units("many").to_vec()
    };
    let enemy = || "b0".to_owned();
    let first = figures(Message::More("many", enemy())).len();
    let second = figures(Message::More("many", enemy())).len();
    assert_eq!((second, figures(Message::Fewer("many", enemy())).len()), (first + 1, first));
}

#[test]
fn an_enemy_that_may_not_be_struck_is_shown_with_the_reason() {
    // Argad!, Resolution of the melee; Cavalry charge.
    let ruleset = test_rulesets::RULESETS.find("argad").unwrap();
    let forbids = |answers: Json, place: &str, value: Json| {
        let act = Act::of_nobody(ruleset.procedure("melee").unwrap());
        let act = Act { answers: answers.as_object().unwrap().clone(), ..act };
        let panel = Panel::open(ruleset, act, &Tables::default());
        panel.forbids(place, &value, &Tables::default()).map(|reason| reason.to_string())
    };
    let not_in_reach = Some("A figure behind others is not in reach.".to_owned());
    let ranks = json!({
        "one": {}, "friends": [{ "aim": 0 }], "many": [{}, { "weapon": "halberd", "rank": 2, "behind": 0 }]
    });
    assert_eq!(forbids(ranks.clone(), "targets", json!([0])), None);
    assert_eq!(forbids(ranks.clone(), "targets", json!([1])), not_in_reach);
    assert_eq!(forbids(ranks.clone(), "friends[0].aim", json!(0)), None);
    assert_eq!(forbids(ranks, "friends[0].aim", json!(1)), not_in_reach);
    let charge =
        json!({ "one": {}, "friends": [{ "mount": "cavalry", "charging": true, "aim": 1 }], "many": [{}, {}] });
    let riders_alone = Some("Only riders can strike an enemy that riders charge this turn.".to_owned());
    assert_eq!(forbids(charge.clone(), "targets", json!([0])), None);
    assert_eq!(forbids(charge, "targets", json!([1])), riders_alone);
}

#[test]
fn entered_dice_are_applied_to_their_act_despite_later_changes() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let mut battle = sample(ruleset);
    let mut panel = opened(&battle, "pike_and_shot", "infantry_fire", "a1");
    let role = panel.procedure().participants.iter().find(|role| role.id == "target").unwrap();
    let able = panel.act().participants.candidates(panel.procedure(), role, battle.state());
    let first = able[0].clone();
    let other = able.iter().find(|unit| **unit != first).unwrap().clone();
    let range = Message::Answer(vec![("range_in".into(), Some(json!(6)))]);
    send(&mut panel, &battle, vec![Message::GiveOrTake("target", first.clone()), range, Message::Override]);
    let ready = panel.shown(&Tables::open(&battle)).outlook.is_rolled();
    assert!(ready, "{:?}", panel.shown(&Tables::open(&battle)).outlook);
    send(&mut panel, &battle, vec![Message::EnterDice, Message::Die(1)]);
    let (act, input) = (panel.act().clone(), panel.input(&Tables::open(&battle)));
    // Changes of the act have no effect once a die was entered.
    send(
        &mut panel,
        &battle,
        vec![
            Message::GiveOrTake("target", other),
            Message::Answer(vec![("range_in".into(), Some(json!(3)))]),
            Message::FollowRules,
        ],
    );
    assert_eq!(panel.act(), &act);
    // The input of the dice stays when the table changes, and the change is noted.
    let event = by_hand(ruleset, &battle, vec![Change::set("a1", "counters", 2)]);
    add(&mut battle, "there", event);
    send(&mut panel, &battle, vec![Message::TableChanged]);
    assert_eq!(panel.input(&Tables::open(&battle)), input);
    assert!(panel.shown(&Tables::open(&battle)).notes.iter().any(|note| note.key == "counters"));
    for _ in 0..60 {
        if panel.shown(&Tables::open(&battle)).dice.next.is_some() {
            send(&mut panel, &battle, vec![Message::Die(1)]);
        }
    }
    let settlement = applied(&mut panel, &battle).expect("the dice are complete");
    assert_eq!(settlement.action.participants["target"], json!([first]));
    assert_eq!(settlement.action.input, input);
}

/// A panel that was closed while dice were entered, and reopened, lists the same overridden rules.
#[test]
fn a_reopened_panel_lists_the_overridden_rules() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let battle = sample(ruleset);
    let tables = Tables::open(&battle);
    let mut panel = opened(&battle, "pike_and_shot", "infantry_fire", "a1");
    let role = panel.procedure().participants.iter().find(|role| role.id == "target").unwrap();
    let target = panel.act().participants.candidates(panel.procedure(), role, battle.state())[0].clone();
    let range = Message::Answer(vec![("range_in".into(), Some(json!(6)))]);
    let messages = vec![Message::GiveOrTake("target", target), range, Message::Override, Message::EnterDice];
    send(&mut panel, &battle, messages);
    send(&mut panel, &battle, vec![Message::Die(1)]);
    let overridden = panel.shown(&tables).overridden.clone();
    assert!(!overridden.is_empty());
    let draft = Box::new(panel.draft(&tables));
    let mut reopened = opened(&battle, "pike_and_shot", "infantry_fire", "a1");
    send(&mut reopened, &battle, vec![Message::Resume(draft)]);
    assert!(reopened.shown(&tables).is_rolling);
    assert_eq!(reopened.shown(&tables).overridden, overridden);
}

/// The refusal of a General whom an address gives as the fighting unit contains the General's name and the reason. No refusal contains ids
/// of choices.
#[test]
fn a_unit_that_does_not_fit_its_role_is_refused_by_name() {
    for ruleset in rulesets::ALL {
        let battle = sample(ruleset);
        let tables = Tables::open(&battle);
        for procedure in ruleset.procedures.iter().filter(|procedure| !procedure.participants.is_empty()) {
            for unit in battle.state().units() {
                let panel = opened(&battle, ruleset.named.id, procedure.id, &unit.id);
                let shown = panel.clone().shown(&tables);
                let unfit = (procedure.participants[0].fits)(&battle.state().facts(&unit.id)).err();
                let case = format!("{} {} {}", ruleset.named.id, procedure.id, unit.name());
                match (&*shown.outlook, unfit) {
                    (Outlook::Refused(fault), Some(why)) => {
                        assert_eq!(fault.message, format!("{}: {why}", unit.name()), "{case}");
                        assert_eq!(shown.barred, [], "{case}: no override is offered, as none would help");
                    }
                    (_, None) => {}
                    (other, Some(why)) => panic!("{case}: {why} {other:?}"),
                }
                if let Outlook::Refused(fault) = &*shown.outlook {
                    let is_id = |word: &str| word.contains('_');
                    assert!(!fault.message.split([' ', ',', '.']).any(is_id), "{case}: {}", fault.message);
                }
            }
        }
    }
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let battle = sample(ruleset);
    let shown = opened(&battle, "pike_and_shot", "melee_round", "a0").shown(&Tables::open(&battle));
    assert_eq!(shown.outlook.fault().unwrap().message, "Lawrence Crawford: A general is not a unit.");
}
