//! A battle of both sample rosters, and functions to act in it.

use battle::binding::scene;
use battle::participants::Participants;
use battle::referee::{next_changes, resolved_changes};
use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit};
use exchange::storage::roster::Roster;
use rules::dice::rng::Seed;
use rules::filling::input;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};

pub const RULESET: &Ruleset = &argad::RULESET;

/// A battle of both sample rosters: `a0`, `a1` … and `b0`, `b1` ….
pub fn battle() -> Battle {
    let samples = Roster::samples(RULESET);
    let units = samples.iter().zip(["a", "b"]).enumerate().flat_map(|(side, (roster, letter))| {
        let unit = move |(n, profile): (usize, &Map<String, Json>)| Unit {
            id: format!("{letter}{n}"),
            side,
            profile: profile.clone(),
            ..Unit::default()
        };
        roster.units.iter().enumerate().map(unit)
    });
    Battle::begin(
        test_rulesets::RULESETS,
        Header::new("argad", "The ford", ["Spain", "Empire"], units.collect(), Seed([1; 32])),
    )
}

pub fn procedure(id: &str) -> &'static Procedure {
    RULESET.procedure(id).expect("the procedure is there")
}

/// Builds participants from roles and ids.
pub fn participants(roles: &[(&'static str, &[&str])]) -> Participants {
    let mut participants = Participants::nobody();
    for (role, units) in roles {
        participants.set(role, units.iter().map(|id| (*id).to_owned()).collect());
    }
    participants
}

/// Plays a procedure with these faces and applies its changes. Returns the input.
pub fn play(
    battle: &mut Battle,
    id: &str,
    participants: &Participants,
    answers: Json,
    faces: &[u8],
) -> Map<String, Json> {
    let procedure = procedure(id);
    let scene = scene(procedure, participants, battle.state());
    let input = input(procedure, &scene, &Map::new(), answers.as_object().expect("answers are an object"));
    let ready = procedure.read(&input).unwrap_or_else(|refusal| panic!("{refusal:?} in {input:?}"));
    let mut resolved = ready.resolve(faces).result.expect("there are dice enough");
    ready.describe_aftermath(&scene, &mut resolved);
    assert!(!resolved.consequences.words.is_empty());
    let changes = resolved_changes(RULESET, procedure, participants, battle.state(), &input, &resolved);
    by_hand(battle, changes);
    input
}

/// Ends all phases of a turn.
pub fn next_turn(battle: &mut Battle) {
    for _ in RULESET.phases {
        by_hand(battle, next_changes(RULESET, battle.state()));
    }
}

/// Adds changes by hand.
pub fn by_hand(battle: &mut Battle, changes: Vec<Change>) {
    battle.add(battle.next_stamp("t"), Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes))));
}
