use super::*;
use crate::{Change, Event, Header, Unit};
use rules::dice::rng::Seed;
use serde_json::json;
use test_rulesets::arquebusier;

/// A shaken formation that loses an element at the end of each turn, and a pike formation that loses none.
fn battle() -> Battle {
    let unit = |id: &str, side, nature: &str, kind: &str| {
        let group = json!({ "type": kind, "elements": 4, "front": 4 });
        let profile = json!({ "name": id, "nature": nature, "groups": [group] });
        Unit { id: id.into(), side, profile: profile.as_object().cloned().unwrap(), ..Unit::default() }
    };
    let units =
        vec![unit("u1", 0, "irregular", "mob"), unit("u2", 0, "regular", "pike"), unit("u3", 1, "regular", "pike")];
    let mut battle = Battle::begin(
        test_rulesets::RULESETS,
        Header::new("arquebusier", "Alley", ["Ours", "Theirs"], units, Seed([9; 32])),
    );
    add(&mut battle, Action::ByHand, vec![Change::set("u1", "shaken_shooting_losses", true)]);
    battle
}

fn add(battle: &mut Battle, action: Action, changes: Vec<Change>) -> Stamp {
    let stamp = battle.next_stamp("t");
    battle.add(stamp.clone(), Event::Action(Box::new(ActionEvent::new(1.0, action, changes).refereed(Vec::new()))));
    stamp
}

fn end_phase(battle: &mut Battle) -> Stamp {
    let changes = referee::next_changes(&arquebusier::RULESET, battle.state());
    add(battle, Action::Phase, changes)
}

fn listed(battle: &Battle, seen: Option<&Stamp>, most: usize) -> Vec<(Stamp, Vec<String>)> {
    let all = upkeep_results_since(&arquebusier::RULESET, battle, seen, most);
    let words = |taken: UpkeepResult| taken.words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    all.into_iter().map(|(stamp, taken)| (stamp, taken.into_iter().map(words).collect())).collect()
}

#[test]
fn losses_at_the_end_of_a_turn_are_listed_until_players_have_seen_them() {
    let mut battle = battle();
    let mut last = end_phase(&mut battle);
    assert_eq!(listed(&battle, None, 8), [], "the first step takes nothing");
    while battle.state().table().turn() == 1 {
        last = end_phase(&mut battle);
    }
    let loss = (last.clone(), vec!["Remove one Mob.".to_owned()]);
    assert_eq!(listed(&battle, None, 8), std::slice::from_ref(&loss));
    // Later acts and phases without losses do not remove it from the list.
    add(&mut battle, Action::ByHand, vec![Change::set("u2", "general_near", true)]);
    let later = end_phase(&mut battle);
    assert_eq!(listed(&battle, None, 8), [loss]);
    assert_eq!(listed(&battle, Some(&last), 8), []);
    assert_eq!(listed(&battle, Some(&later), 8), []);
    assert_eq!(listed(&battle, None, 1), [], "as far back as is asked");
    // Losses of an undone phase are not listed.
    for _ in 0..3 {
        let undo = battle.undoing().unwrap();
        battle.add(battle.next_stamp("t"), undo);
    }
    assert_eq!(listed(&battle, None, 8), []);
}

#[test]
fn losses_are_listed_after_counts_that_two_devices_changed_at_the_same_moment() {
    let mut battle = battle();
    let loses =
        || Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, vec![Change::set("u1", "lost_mob", 1)])));
    let acts = ["x", "y"].map(|tab| (battle.next_stamp(tab), battle.linked(loses())));
    battle.add_all(acts);
    let mut last = end_phase(&mut battle);
    while battle.state().table().turn() == 1 {
        last = end_phase(&mut battle);
    }
    assert_eq!(battle.state().facts("u1").get("lost_mob"), Some(&json!(3)));
    assert_eq!(listed(&battle, None, 8), [(last, vec!["Remove one Mob.".to_owned()])]);
}
