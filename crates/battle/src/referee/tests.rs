//! Tests of the referee: ids and reasons of overridden rules, and duties that settle themselves.

use super::*;
use crate::{Battle, Change, Header, Resolved as Logged, Unit};
use rules::dice::rng::Seed;
use rules::facts::NAME;
use rules::procedure::Role;
use rules::ruleset::Ruleset;
use serde_json::json;
use test_rulesets::{arquebusier, pike_and_shot, toy};

fn object(json: Json) -> Map<String, Json> {
    json.as_object().unwrap().clone()
}

/// A battle of these units: id, side and profile.
fn battle(ruleset: &str, units: &[(&str, usize, Json)]) -> Battle {
    let unit = |(id, side, profile): &(&str, usize, Json)| {
        let mut profile = object(profile.clone());
        profile.insert("name".into(), json!(id));
        Unit { id: (*id).into(), side: *side, profile, ..Unit::default() }
    };
    Battle::begin(
        test_rulesets::RULESETS,
        Header::new(ruleset, "Alley", ["Ours", "Theirs"], units.iter().map(unit).collect(), Seed([9; 32])),
    )
}

fn troops() -> Battle {
    battle("toy", &[("u1", 0, json!({})), ("u2", 1, json!({}))])
}

/// An act that overrode these rules.
fn overriding(action: Action, rules: &[&str]) -> ActionEvent {
    ActionEvent::new(1.0, action, Vec::new()).refereed(rules.iter().map(|rule| (*rule).to_owned()).collect())
}

#[test]
fn each_forbidding_rule_is_listed_once() {
    // The last two bans have the same rule.
    let bans = pike_and_shot::RULESET.procedure("break_unit").unwrap().all_bans();
    let all: Vec<Barred> = bans.map(|ban| Barred::by_ban((ban, "No.".into()))).collect();
    assert_eq!(all.len(), 5);
    assert_eq!(rule_ids(&all), ["out_of_battle", "class_unknown", "broke_already", "no_cause"]);
    assert_eq!(rule_ids(&[]), [] as [&str; 0]);
}

#[test]
fn overridden_rules_show_their_reason_at_that_time_or_their_heading() {
    let rolled = troops().state().after(&[Change::set("u1", "rolled", true)]);
    let (participants, outcome) = (object(json!({ "roller": ["u1"], "target": ["u2"] })), Json::Null);
    let marbles = Logged {
        procedure: "marbles".into(),
        input: object(json!({ "marbles": 1 })),
        participants,
        rolls: Vec::new(),
        settles: None,
        outcome,
        discarded: false,
    };
    let of = |state: &State, rules: &[&str]| {
        let act = overriding(Action::Resolved(marbles.clone()), rules);
        overridden(&toy::RULESET, state, &act).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let first = troops();
    assert_eq!(of(&rolled, &["rolled"]), ["u1: already rolled in this round."]);
    assert_eq!(of(first.state(), &["rolled"]), ["Marbles"], "it had not rolled, as far as is known now");
    assert_eq!(of(&rolled, &["tidied"]), ["Tidying up"]);
    assert_eq!(
        of(&rolled, &["from_the_future", "rolled"]),
        ["A rule of the turn.", "u1: already rolled in this round."]
    );
    assert_eq!(of(&rolled, &[]), [] as [&str; 0]);
}

#[test]
fn ending_a_phase_with_open_duties_overrides_them() {
    let untidy = troops().state().after(&[Change::set("battle", "phase", 1), Change::set("u1", "fallen", 2)]);
    let of = |state: &State| {
        let act = overriding(Action::Phase, &[DUE]);
        overridden(&toy::RULESET, state, &act).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(of(&untidy), ["Still due – u1 has soldiers on the floor."]);
    assert_eq!(of(troops().state()), ["A rule of the turn."]);
    // All skipped duties are named, not only the first.
    let both = untidy.after(&[Change::set("u2", "fallen", 1)]);
    assert_eq!(of(&both), ["2 skipped: Stand them up: u1, u2"]);
}

/// A formation of shot in contact with an enemy.
fn touched() -> Battle {
    let shot = || json!({ "nature": "regular", "groups": [{ "type": "firearm", "elements": 4, "front": 4 }] });
    battle("arquebusier", &[("f1", 0, shot()), ("f2", 1, shot())])
}

fn settled(ruleset: &'static Ruleset, state: &State, duty: &Duty) -> Option<Settled> {
    settle_without_dice(ruleset, state, duty)
}

#[test]
fn a_duty_settles_itself_only_if_it_needs_no_answers_and_no_dice() {
    let battle = touched();
    let state = battle.state();
    let check = || Duty::new("irregular_check", "Who is Irregular?").with("formation", ["f1"]);
    let none = |duty: Duty| assert!(settled(&arquebusier::RULESET, state, &duty).is_none(), "{duty:?}");
    // Players must enter the edge that enemies touch. The distance of a fallen General and the rulings are rare questions, so their
    // defaults suffice.
    none(check());
    none(check().field("entered_melee", true));
    let answered = check().field("contact", json!(["front"]));
    let settled_check = settled(&arquebusier::RULESET, state, &answered).unwrap();
    assert_eq!(
        (settled_check.action.procedure.as_str(), &settled_check.action.input["contact"]),
        ("irregular_check", &json!(["front"]))
    );
    assert_eq!(settled_check.action.participants, object(json!({ "formation": ["f1"] })));
    assert!(
        settled_check.action.rolls.is_empty()
            && settled_check.action.settles.is_none()
            && !settled_check.action.discarded
    );
    // No unit takes the role, and the ruleset has no such procedure.
    none(Duty { roles: Vec::new(), ..answered.clone() });
    none(Duty { procedure: "from_the_future", ..answered });
    // A command needs dice. In a melee, players draw who faces whom.
    none(Duty::new("command", "Move.").with("formation", ["f1"]).field("kind", "manoeuvre").field("general", false));
    none(Duty::new("melee", "Fight.").with("own", ["f1"]).with("enemies", ["f2"]).field("attacks", json!([])));
}

#[test]
fn a_unit_with_too_many_counters_breaks_by_itself_and_one_without_a_cause_does_not() {
    // Horse, because a die would decide which figures of foot fall.
    let horse = json!({ "troop_type": "horse", "figures": 12, "morale_class": "average" });
    let battle = battle("pike_and_shot", &[("r1", 0, horse.clone()), ("k1", 1, horse)]);
    let breaks = |cause: Option<&str>| {
        let duty = Duty::new("break_unit", "It breaks.").with("unit", ["r1"]);
        cause.map_or_else(|| duty.clone(), |cause| duty.clone().field("cause", cause))
    };
    let at_number = battle.state().after(&[Change::set("r1", "counters", 9)]);
    let settled = |state: &State, cause| settled(&pike_and_shot::RULESET, state, &breaks(cause));
    let break_of = settled(&at_number, Some("counters")).unwrap();
    assert!(break_of.changes.contains(&Change::set("r1", "broken", true)), "{:?}", break_of.changes);
    assert_eq!(break_of.changes, by_the_log(&at_number, &break_of), "all that follows is there");
    assert_eq!(settled(&at_number, None).unwrap().changes, break_of.changes, "the table shows why it breaks");
    assert!(settled(battle.state(), Some("counters")).is_none(), "a rule of the turn bars it: it is not at its number");
    let mud =
        json!({ "modifiers": [{ "name": "Mud", "procedures": ["break_unit"], "number": "retires_in", "by": -2 }] });
    let muddy = at_number.after(&[Change::set("battle", OWN_RULES.id(), mud)]);
    assert!(settled(&muddy, Some("counters")).is_none(), "whether it is muddy is asked");
}

/// Returns the changes of a settled duty as verification computes them.
fn by_the_log(state: &State, settled: &Settled) -> Vec<Change> {
    settled.action.changes(&pike_and_shot::RULESET, Judged::on(state)).unwrap()
}

/// A ruleset with turns but without phases.
static PLAIN: Ruleset = Ruleset::of(toy::NAMED, toy::RULESET.profile, toy::RULESET.battle_stats);

#[test]
fn in_a_ruleset_without_phases_the_next_step_is_a_turn() {
    let table = troops().state().after(&[Change::set("battle", "turn", 4)]).table();
    let step = plain_next(&PLAIN, &table);
    assert_eq!((step.is_new_turn, step.phase, step.label.to_string().as_str()), (true, "", "Turn"));
    // With phases, a turn ends after the last of them.
    let steps = |phase: i32| {
        let state = troops().state().after(&[Change::set("battle", "turn", 4), Change::set("battle", "phase", phase)]);
        let step = next_step(&toy::RULESET, &state);
        (step.is_new_turn, step.phase)
    };
    assert_eq!((steps(0), steps(1)), ((false, "tidying"), (true, "marbles")));
}

#[test]
fn reasons_follow_the_order_of_the_bans_and_then_that_of_the_units() {
    const ONLY_U2: Ban = Ban::unit("only_u2", "", "{name} again", |unit| Some(unit.record()?.text(NAME) == Some("u2")));
    const ALWAYS: Ban = Ban::unit("always", "", "{name}", |_| Some(true));
    const EVERYBODY: Ban = ALWAYS.of_everybody().only_if(|unit| Some(unit.record()?.text(NAME) == Some("u3")));
    const TABLE: Ban = Ban::table("table", "", "table", |_| true);
    const INPUT: Ban = Ban::input("table", "", "input", |_| Some(true));
    static BANNED: Procedure = Procedure::of::<toy::Marbles>("marbles", "Roll marbles")
        .participants(&[
            Role::own("roller", "Who rolls", "roller").several(1, 2),
            Role::enemy("target", "At whom", "target"),
        ])
        .bans(&[&[ONLY_U2, ALWAYS, INPUT, TABLE, TABLE, EVERYBODY], &[ONLY_U2], &[TABLE.on_acts()]]);
    let troops = battle("toy", &[("u1", 0, json!({})), ("u2", 0, json!({})), ("u3", 1, json!({}))]);
    let mut participants = Participants::nobody();
    participants.set("roller", vec!["u1".into(), "u2".into()]);
    participants.set("target", vec!["u3".into()]);
    let barred = bars(&toy::RULESET, &BANNED, &participants, troops.state(), &Map::new());
    let reasons: Vec<String> = barred.iter().map(|reason| reason.message.to_string()).collect();
    assert_eq!(reasons, ["u1", "u2 again", "u2", "table", "u3"], "each reason once");
    let first = offer_barred(&toy::RULESET, &BANNED, &participants, troops.state(), &Map::new());
    assert_eq!(first.map(|reason| reason.rule), Some("always"));
}
