//! Tests of the last roll as spectators see it.

use super::*;
use crate::participants::Participants;
use crate::{ActionEvent, Event, Header, Unit, referee};
use rules::dice::rng::Seed;
use rules::secrecy::{Onlooker, SECRECY, Secrecy};
use rules::subject::Side;
use serde_json::json;

const OTHER_FIRE: i32 = 5;

/// The regiment `r1` against the horse `h1`, in the phase of fire.
fn field() -> Battle {
    let unit = |id: &str, side, profile: Json| {
        let mut profile = profile.as_object().cloned().unwrap();
        profile.insert("name".into(), id.into());
        Unit { id: id.into(), side, profile, ..Unit::default() }
    };
    let units = vec![
        unit("r1", 0, json!({ "pikes": 8, "muskets": 16, "morale_class": "average" })),
        unit("h1", 1, json!({ "troop_type": "horse", "figures": 12, "morale_class": "average" })),
    ];
    let header = Header::new("pike_and_shot", "Lane", ["Parliament", "The King"], units, Seed([9; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    by_hand(&mut battle, vec![Change::set("battle", "phase", OTHER_FIRE)]);
    battle
}

fn add(battle: &mut Battle, event: Event) {
    let stamp = battle.next_stamp("t");
    battle.add(stamp, event);
}

fn by_hand(battle: &mut Battle, changes: Vec<Change>) {
    add(battle, Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes))));
}

/// The procedure's input, participants and rolls, as if every die shows this face.
fn played(battle: &Battle, procedure: &str, roles: &[(&str, &str)], answers: &Json, face: u8) -> Resolved {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let procedure = ruleset.procedure(procedure).unwrap();
    let mut participants = Participants::nobody();
    for (role, unit) in roles {
        let role = procedure.participants.iter().find(|known| known.id == *role).unwrap();
        participants.set(role.id, vec![(*unit).to_owned()]);
    }
    let input = referee::filled(procedure, &participants, battle.state(), answers.as_object().unwrap());
    let (mut faces, mut rolls) = (Vec::new(), Vec::new());
    loop {
        match referee::play(procedure, &participants, battle.state(), &input, &faces).unwrap().result {
            Err(Halt::Needs(roll)) => {
                let same = vec![face; roll.count];
                faces.extend(&same);
                let purpose = roll.purpose.clone();
                rolls.push(LoggedRoll {
                    purpose,
                    sides: roll.sides,
                    faces: same,
                    number: None,
                    steps: None,
                    counted: None,
                });
            }
            Ok(done) => {
                return Resolved { rolls, ..Resolved::of(procedure.id, input, participants.json(), &done.outcome) };
            }
            Err(halt) => panic!("{halt:?}"),
        }
    }
}

fn volley(battle: &Battle, face: u8) -> Resolved {
    played(battle, "infantry_fire", &[("firer", "r1"), ("target", "h1")], &json!({ "range_in": 4 }), face)
}

/// Applies a procedure as the app does.
fn apply(battle: &mut Battle, resolved: Resolved) {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let procedure = ruleset.procedure(&resolved.procedure).unwrap();
    let participants = Participants::read(procedure, &resolved.participants);
    let faces: Vec<u8> = resolved.rolls.iter().flat_map(|roll| roll.faces.clone()).collect();
    let done =
        referee::play(procedure, &participants, battle.state(), &resolved.input, &faces).unwrap().result.unwrap();
    let changes = referee::resolved_changes(ruleset, procedure, &participants, battle.state(), &resolved.input, &done);
    add(battle, Event::Action(Box::new(ActionEvent::new(0.0, Action::Resolved(resolved), changes))));
}

fn nameless(_: &'static Procedure, _: &Resolved) -> Names {
    Names::default()
}

fn shown(battle: &Battle) -> ShownRoll {
    watched(battle, &nameless).unwrap().roll.expect("there was a roll")
}

#[test]
fn before_the_first_roll_only_strength_is_shown() {
    let watched = watched(&field(), &nameless).unwrap();
    assert_eq!(watched.roll, None);
    assert_eq!(watched.strengths.len(), 2, "at the start, and now");
    assert_eq!(watched.strengths[0], watched.strengths[1]);
}

#[test]
fn a_pending_roll_shows_its_need_and_its_chance_and_has_no_effects() {
    let mut battle = field();
    let resolved = volley(&battle, 6);
    let procedure = test_rulesets::RULESETS.find("pike_and_shot").unwrap().procedure("infantry_fire").unwrap();
    let odds = OddsSummary::of(procedure, &procedure.read(&resolved.input).unwrap()).unwrap();
    let Resolved { input, participants, rolls, .. } = resolved.clone();
    add(&mut battle, Event::Rolled(Box::new(Rolled::of(0.0, procedure.id, input, participants, rolls))));
    let waiting = shown(&battle);
    assert_eq!(waiting.units, [vec!["r1".to_owned()], vec!["h1".to_owned()]]);
    assert_eq!((waiting.procedure, waiting.acting), ("infantry_fire", 0));
    assert_eq!(waiting.chances, odds.named_gist(procedure, &Names::default()));
    assert!(waiting.chances.iter().any(|(_, p)| *p > 0.0 && *p < 1.0), "{:?}", waiting.chances);
    assert!(waiting.needs.is_some(), "the dice need something");
    assert!(waiting.result.is_some() && waiting.effects.is_empty());
    assert!(waiting.successes.contains(&Some(true)), "sixes hit");
}

#[test]
fn effects_of_an_applied_roll_are_shown_for_each_unit() {
    let mut battle = field();
    by_hand(&mut battle, vec![Change::set("h1", "counters", 1)]);
    let resolved = volley(&battle, 6);
    apply(&mut battle, resolved);
    let now = battle.state().facts("h1").get("counters").and_then(Json::as_i64).unwrap();
    assert!(now > 1, "sixes hit");
    // Later changes of the counters are not effects of this roll.
    by_hand(&mut battle, vec![Change::set("h1", "counters", 0)]);
    let shown = shown(&battle);
    let effect = shown.effects.iter().find(|effect| effect.who == "h1").expect("it was hit");
    assert_eq!(effect.side, 1);
    assert!(effect.changes.contains(&format!("Counters 1 → {now}")), "{:?}", effect.changes);
    // The record of the firing is reset at the end of the bound. The unit's row shows it.
    assert!(shown.effects.iter().all(|effect| effect.who != "r1"), "{:?}", shown.effects);
}

#[test]
fn a_roll_without_hits_has_no_effects_and_a_discarded_one_is_shown_as_such() {
    let mut battle = field();
    let resolved = volley(&battle, 1);
    apply(&mut battle, resolved.clone());
    assert_eq!(shown(&battle).effects, []);
    let discarded = Resolved { discarded: true, ..resolved };
    let act = ActionEvent::new(0.0, Action::Resolved(discarded), Vec::new());
    add(&mut battle, Event::Action(Box::new(act)));
    assert_eq!(shown(&battle).result.as_deref(), Some("Discarded: it changed nothing."));
}

#[test]
fn strength_is_recorded_at_the_end_of_each_turn() {
    let mut battle = field();
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let resolved = volley(&battle, 6);
    apply(&mut battle, resolved);
    let first = battle_stats::strengths(ruleset, battle.state());
    while battle.state().table().turn() < 2 {
        let changes = referee::next_changes(ruleset, battle.state());
        add(&mut battle, Event::Action(Box::new(ActionEvent::new(0.0, Action::Phase, changes))));
    }
    let strengths = watched(&battle, &nameless).unwrap().strengths;
    assert_eq!(strengths.len(), 3, "{strengths:?}");
    assert_eq!(strengths[1], first);
}

#[test]
fn only_the_dice_are_shown_of_a_roll_that_depends_on_hidden_counters() {
    let mut battle = field();
    let agreed = Change::to(Subject::Battle, SECRECY, Secrecy::OwnSide);
    by_hand(&mut battle, vec![Change::set("battle", "phase", 0), agreed, Change::set("h1", "counters", 2)]);
    let charge = played(&battle, "reaction_charge", &[("unit", "h1"), ("opponent", "r1")], &json!({}), 6);
    let faces = charge.rolls[0].faces.clone();
    apply(&mut battle, charge);
    let [enemy, owner] = Side::BOTH.map(|side| shown(&battle.seen_by(Onlooker::Side(side))));
    assert!(!owner.chances.is_empty() && !owner.input.is_empty());
    assert_eq!(enemy.rolls[0].faces, faces);
    assert_eq!((enemy.chances, enemy.needs, enemy.is_long, enemy.effects), (Vec::new(), None, false, Vec::new()));
    assert_eq!(enemy.result.as_deref(), Some("The rest of it is hidden from you."));
    assert!(enemy.input.is_empty());
}

#[test]
fn the_score_is_the_last_number_of_each_side_in_the_status_line() {
    let scored = |id: &str| {
        let ruleset = test_rulesets::RULESETS.find(id).unwrap();
        let (header, _) = crate::sample::sample(ruleset, Seed([9; 32]));
        battle_stats::score(ruleset, Battle::begin(test_rulesets::RULESETS, header).state())
    };
    for id in ["pike_and_shot", "argad", "arquebusier"] {
        let (label, score) = scored(id).expect("a score");
        assert!(!label.to_string().is_empty() && score.iter().all(|number| *number > 0), "{id}: {score:?}");
    }
    let (label, score) =
        battle_stats::score(test_rulesets::RULESETS.find("pike_and_shot").unwrap(), field().state()).unwrap();
    assert_eq!((label.to_string().as_str(), score), ("Units that have not broken", [1, 1]));
    let mut battle = field();
    by_hand(&mut battle, vec![Change::set("h1", "broken", true)]);
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    assert_eq!(battle_stats::score(ruleset, battle.state()).unwrap().1, [1, 0]);
}
