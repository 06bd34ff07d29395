//! Small battles of a few weak units, in a random phase and state.

use battle::participants::Participants;
use battle::{Battle, Change, Header, State, Unit, referee};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rules::dice::rng::Seed;
use rules::ruleset::{Ruleset, Tracks};
use rules::subject::Side;
use serde_json::{Map, Value as Json, json};

/// A unit with so few figures that brute force can follow all its dice.
fn profile(ruleset: &Ruleset, rng: &mut ChaCha8Rng) -> Json {
    let mut few = |most: i32| rng.random_range(1..=most);
    let (one, two) = (few(3), few(3));
    let profiles = match ruleset.named.id {
        "pike_and_shot" => vec![
            json!({ "pikes": one * 2, "muskets": two * 2, "morale_class": "poor" }),
            json!({ "pikes": one, "muskets": two * 3, "morale_class": "average" }),
            json!({ "troop_type": "horse", "figures": one * 2, "morale_class": "average" }),
            json!({ "troop_type": "horse", "figures": two * 2, "morale_class": "good" }),
        ],
        "pikette_squared" => vec![
            json!({ "army": "french", "row": "arquebus" }),
            json!({ "army": "spanish", "row": "pike" }),
            json!({ "army": "swiss", "row": "pike" }),
            json!({ "army": "french", "row": "knights" }),
        ],
        "argad" => vec![
            json!({ "figures": 1, "weapon": "halberd" }),
            json!({ "figures": 1, "weapon": "sword", "missile": ["short_arquebus"] }),
            json!({ "figures": one, "weapon": "sword" }),
            json!({ "figures": 1, "weapon": "pike", "armour": "2" }),
            json!({ "figures": 1, "missile": ["pistol"] }),
        ],
        _ => vec![
            json!({ "nature": "regular", "groups": [{ "type": "firearm", "elements": one, "front": one }] }),
            json!({ "nature": "irregular", "groups": [{ "type": "pike", "elements": two, "front": two }] }),
            json!({ "nature": "regular", "groups": [{ "type": "pike", "elements": 1, "front": 1 }] }),
        ],
    };
    let mut profiles: Vec<Json> = profiles;
    profiles.iter_mut().for_each(|profile| profile["name"] = "Skippon's".into());
    profiles.retain(|profile| ruleset.profile.check(profile.as_object().unwrap()).is_ok());
    profiles.choose(rng).unwrap().clone()
}

/// A battle of one or two units on each side.
pub fn battle(ruleset: &'static Ruleset, rng: &mut ChaCha8Rng) -> State {
    let mut units = Vec::new();
    for side in Side::BOTH {
        for index in 0..if rng.random_bool(0.8) { 1 } else { 2 } {
            let profile: Map<String, Json> = profile(ruleset, rng).as_object().unwrap().clone();
            units.push(Unit { id: format!("{}{index}", side.id()), side: side.index(), profile, ..Unit::default() });
        }
    }
    let battle =
        Battle::begin(test_rulesets::RULESETS, Header::new(ruleset.named.id, "", ["", ""], units, Seed([0; 32])));
    let mut state = battle.state().after(&referee::beginning(ruleset, battle.state()));
    if ruleset.named.id == "pikette_squared" {
        initiative(ruleset, &mut state, rng);
    } else {
        for _ in 0..rng.random_range(0..ruleset.phases.len()) {
            state = state.after(&referee::next_changes(ruleset, &state));
        }
    }
    if rng.random_bool(0.6) {
        touch(ruleset, &mut state);
    }
    hurt(ruleset, &mut state, rng);
    state
}

/// Gives a side the initiative, with pips, chips and a card.
fn initiative(ruleset: &'static Ruleset, state: &mut State, rng: &mut ChaCha8Rng) {
    let card = *["none", "melee", "infantry_move", "courage"].choose(rng).unwrap();
    let place = ruleset.phases.iter().position(|phase| phase.id == "first_side").unwrap();
    let mut changes = vec![
        Change::set("battle", "phase", place),
        Change::set("a", "place", "first"),
        Change::set("b", "place", "second"),
        Change::set("battle", "card", card),
    ];
    for side in ["a", "b"] {
        changes.push(Change::set(side, "pips", 6));
        changes.push(Change::set(side, "morale_chips", rng.random_range(0..4)));
        changes.push(Change::set(side, "chips_rolled", true));
    }
    *state = state.after(&changes);
}

/// Brings the first units of both sides into contact.
fn touch(ruleset: &'static Ruleset, state: &mut State) {
    let contact = ruleset.trackers.unit.iter().find(|tracker| ["contacts", "contact"].contains(&tracker.id)).unwrap();
    if ["a0", "b0"].iter().all(|id| state.tracked(id).unwrap().get(contact.id).is_some()) {
        let changes = vec![Change::set("a0", contact.id, json!(["b0"])), Change::set("b0", contact.id, json!(["a0"]))];
        *state = state.after(&referee::changes_by_hand(ruleset, state, changes));
    }
}

/// Sets some trackers of units, as players may do.
fn hurt(ruleset: &'static Ruleset, state: &mut State, rng: &mut ChaCha8Rng) {
    let often = ["counters", "hits", "stands"];
    for unit in state.units().map(|unit| unit.id.clone()).collect::<Vec<_>>() {
        for tracker in ruleset.trackers.unit.iter().filter(|tracker| often.contains(&tracker.id)) {
            let held = state.tracked(&unit).unwrap().get(tracker.id).and_then(Json::as_i64);
            let Some(held) = held.filter(|_| rng.random_bool(0.4)) else { continue };
            let to = match tracker.kind {
                Tracks::Pips { .. } if tracker.id == "counters" => held + rng.random_range(0..4),
                _ => rng.random_range(1..=2),
            };
            let change = Change::set(unit.as_str(), tracker.id, to);
            if tracker.can_hold(&to.into(), &unit.as_str().into(), &state.table()) {
                *state = state.after(&referee::changes_by_hand(ruleset, state, vec![change]));
            }
        }
    }
}

/// Ranges, which the table does not record.
pub fn ranges(ruleset: &Ruleset, procedure: &str, participants: &Participants) -> Map<String, Json> {
    let each = |range: Json| {
        let shooters: Vec<Json> = participants.units("shooters").iter().map(|_| range.clone()).collect();
        Map::from_iter([("shooters".to_owned(), Json::from(shooters))])
    };
    match procedure {
        "infantry_fire" | "cavalry_fire" => Map::from_iter([("range_in".to_owned(), 2.into())]),
        "shoot" if ruleset.named.id == "argad" => each(json!({ "range_cm": 8 })),
        "shoot" => each(json!({ "distance_squares": 1 })),
        "shooting" => each(json!({ "range_in": 5 })),
        _ => Map::new(),
    }
}
