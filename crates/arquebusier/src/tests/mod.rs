//! Consistency of the description: samples, filling, effects, references and tables.

mod filled;
mod great;
mod tables;

use super::RULESET;
use super::army_lists::years::{roster_notes, years};
use super::irregular::rout::routs;
use super::shooting::may_shoot;
use super::terms::{Cause, TroopType};
use super::unit::derive;
use crate::facts::*;
use rules::prelude::*;
use serde_json::{Value as Json, json};
use std::collections::BTreeSet;

/// Profiles of a sample roster.
fn sample(roster: usize) -> Vec<Json> {
    let samples: Json = serde_json::from_str(RULESET.rosters.samples).unwrap();
    samples["rosters"][roster]["units"].as_array().unwrap().clone()
}

/// Facts of a formation before the battle, with some trackers changed.
fn facts(profile: &Json, changed: &Json) -> Facts {
    let mut facts = battle::start(&RULESET, profile.as_object().unwrap());
    for (id, value) in changed.as_object().unwrap() {
        assert!(facts.get(id).is_some(), "no tracker {id}");
        facts.set(id, value.clone());
    }
    derive(&mut facts);
    facts
}

fn named(name: &str, changed: &Json) -> Facts {
    let units = [sample(0), sample(1)].concat();
    facts(units.iter().find(|unit| unit["name"] == name).unwrap(), changed)
}

#[test]
fn the_samples_are_two_armies_of_one_year() {
    for roster in 0..2 {
        let year = Facts::from(json!({ "year": 1644 }).as_object().unwrap().clone());
        assert_eq!(years(&year, &[army(roster), Vec::new()]), []);
    }
}

fn army(roster: usize) -> Vec<Facts> {
    sample(roster).iter().map(|unit| facts(unit, &json!({}))).collect()
}

#[test]
fn only_dragoons_have_the_tracker_of_being_mounted() {
    let mounted = |name| named(name, &json!({})).value(MOUNTED);
    assert_eq!(mounted("Browne's Dragoons"), Some(true));
    assert_eq!(mounted("Washington's Dragoons"), Some(false));
    assert_eq!(mounted("Tillier's Regiment"), None);
}

#[test]
fn types_that_the_year_of_the_battle_lacks_are_reported() {
    let year = Facts::from(json!({ "year": 1600 }).as_object().unwrap().clone());
    let hints = years(&year, &[Vec::new(), vec![named("Washington's Dragoons", &json!({}))]]);
    assert_eq!(hints[0].side, Some(1));
    assert_eq!(hints[0].because[0].to_string(), "Washington's Dragoons: Dragoon: not seen in 1600.");
}

#[test]
fn the_notes_of_a_roster_give_its_years() {
    let notes = |units: &[Facts]| roster_notes(units).iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(notes(&army(0)), ["All its types were in use together from 1630 to 1660."]);
    assert_eq!(notes(&army(1)), ["All its types were in use together from 1642 to 1660."]);
    let swords =
        json!({ "name": "Swords", "nature": "regular", "groups": [{ "type": "sword", "elements": 2, "front": 2 }] });
    let both = [named("Browne's Dragoons", &json!({})), facts(&swords, &json!({}))];
    assert_eq!(notes(&both), ["No year has all of these types."]);
}

#[test]
fn the_alert_of_a_rout_gives_the_reason_for_each_formation() {
    let shaken = json!({ "shaken_rear_contact": true });
    let runs = [named("Tillier's Regiment", &shaken), named("Clubmen", &json!({}))];
    let news = routs(&[army(0), runs.to_vec()]);
    assert_eq!(news.len(), 1);
    assert_eq!((news[0].side, news[0].news.urgency), (Some(1), Urgency::Alarm));
    let why: Vec<String> = news[0].because.iter().map(ToString::to_string).collect();
    assert_eq!(why, ["Tillier's Regiment: enemies at its rear or flank", "Clubmen: Irregular by nature"]);
    assert_eq!(routs(&[army(0), Vec::new()]), []);
}

#[test]
fn tags_show_how_order_can_be_restored() {
    let said = |trackers| RULESET.tags(&named("Tillier's Regiment", &trackers))[1].words.to_string();
    assert_eq!(said(json!({ "shaken_close_fire": true })), "a command restores its order, instead of a move or shots");
    assert_eq!(said(json!({ "disordered_this_turn": true })), "until the turn ends");
    let both = json!({ "disordered_this_turn": true, "shaken_close_fire": true });
    assert_eq!(said(both), "a command restores its order, instead of a move or shots");
    let caught = json!({ "shaken_rear_contact": true, "in_melee": true });
    assert_eq!(said(caught), "a command restores its order once out of melee");
}

#[test]
fn each_cause_and_each_type_has_a_tracker() {
    let ids: BTreeSet<&str> = RULESET.trackers.unit.iter().map(|tracker| tracker.id).collect();
    assert!(Cause::ALL.iter().all(|cause| ids.contains(shaken_by(*cause).id())));
    assert!(TroopType::ALL.iter().all(|troop| ids.contains(lost(*troop).id())));
}

#[test]
fn the_tags_of_an_irregular_formation_give_its_cause() {
    let holles = named("Holles's Regiment", &json!({ "shaken_close_fire": true, "lost_pike": 5 }));
    assert!(!is_regular(&holles));
    assert_eq!(holles.value(SHAKEN), Some(vec![Cause::CloseFire]));
    let why = RULESET.tags(&holles);
    assert_eq!(why[0].words.to_string(), "Irregular: shot at from close by");
    assert_eq!(why[0].urgency, Urgency::Alarm);
    // The last Pike stands in front; the Firearms still shoot.
    assert_eq!(holles.all()["groups"][0], json!({ "type": "pike", "elements": 1, "front": 1 }));
    assert_eq!(holles.all()["shooting_groups"], json!([{ "type": "firearm", "front": 4 }]));
    // Without a rear rank there is no volley.
    let band = named("London Trained Band", &json!({ "volley": "late_swedish" }));
    assert_eq!(band.all()["shooting_groups"], json!([{ "type": "firearm", "front": 4 }]));
}

#[test]
fn disorder_that_ends_with_the_turn_counts_as_close_fire() {
    let tillier = named("Tillier's Regiment", &json!({ "disordered_this_turn": true }));
    assert!(!is_regular(&tillier));
    assert_eq!(tillier.value(SHAKEN), Some(vec![Cause::CloseFire]));
}

#[test]
fn deriving_twice_subtracts_losses_once() {
    let once = named("Holles's Regiment", &json!({ "lost_pike": 2 }));
    let mut twice = once.clone();
    derive(&mut twice);
    assert_eq!(once, twice);
}

#[test]
fn in_a_volley_rear_ranks_shoot_too() {
    let lifeguard = named("The Lifeguard of Foot", &json!({}));
    let volley = json!([{ "type": "firearm", "front": 4, "rear": 2, "volley": "late_swedish" }]);
    assert_eq!(lifeguard.all()["shooting_groups"], volley);
}

#[test]
fn a_formation_without_elements_is_destroyed_and_does_not_shoot() {
    let mortar = named("The siege mortar", &json!({ "lost_mortar": 2 }));
    assert_eq!(RULESET.tags(&mortar)[0].words.to_string(), "Destroyed");
    assert!(!has_elements(&mortar));
    assert!(!may_shoot(&mortar));
}

#[test]
fn trackers_of_sides_and_battle_have_no_words_at_their_start() {
    let words = |json: Json| -> Vec<String> {
        let facts = Facts::from(json.as_object().unwrap().clone());
        let trackers = RULESET.trackers.battle.iter().chain(RULESET.trackers.side);
        trackers.filter_map(|tracker| tracker.rendered(&facts)).map(|words| words.to_string()).collect()
    };
    assert_eq!(words(json!({ "result": "play_on", "year": 0, "general": "alive" })), [""; 0]);
    let over = words(json!({ "result": "a_wins", "year": 1644, "general": "killed" }));
    assert_eq!(over, ["victory for side A", "Year 1644", "its General is dead"]);
}

#[test]
fn a_card_shows_the_acts_of_its_formation_this_turn() {
    let card_texts = |trackers: Json| -> Vec<String> {
        let tags = RULESET.tags(&named("Tillier's Regiment", &trackers));
        tags.iter().filter(|tag| tag.urgency == Urgency::Note).map(|tag| tag.words.to_string()).collect()
    };
    assert_eq!(card_texts(json!({})), [""; 0]);
    for (tracker, words) in [
        ("shot_this_turn", "shot"),
        ("shot_at_this_turn", "shot at"),
        ("moved_this_turn", "moved"),
        ("closed_up", "closed up"),
        ("fought", "fought"),
        ("holding_fire", "holds fire"),
        ("target_override", "may choose another target"),
        ("restored_this_turn", "restored order: no move, no shot"),
        ("contact_to_check", "new contact to check"),
        ("in_melee", "in melee"),
    ] {
        assert_eq!(card_texts(json!({ tracker: true })), [words]);
    }
    let tried = json!({ "first_command": "manoeuvre" });
    assert_eq!(card_texts(tried), ["commanded"]);
    let failed = json!({ "first_command": "manoeuvre", "first_command_failed": true });
    assert_eq!(card_texts(failed), ["command failed"]);
    let ordered =
        json!({ "first_command": "manoeuvre", "order": "manoeuvre", "order_direction": "ahead", "order_distance": 4 });
    assert_eq!(card_texts(ordered), ["commanded", "to move ahead, 4\""]);
    // Contacts are shown by name, instead of the text for melee.
    let touched = json!({ "in_melee": true, "contacts": ["u7"] });
    assert_eq!(card_texts(touched.clone()), [""; 0]);
    let tracker = RULESET.trackers.unit.iter().find(|tracker| tracker.id == CONTACTS.id()).unwrap();
    let name = |id: &str| (id == "u7").then(|| "Balfour's Horse".to_owned());
    let text = tracker.card_text_of(&named("Tillier's Regiment", &touched), name).unwrap();
    assert_eq!(text.to_string(), "in melee with Balfour's Horse");
}
