//! A battle for tests of transfers between devices.

use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit};
use rules::dice::rng::Seed;
use serde_json::json;

/// The beginning of a battle of two units.
pub(super) fn header() -> Header {
    let unit = |id: &str, side, name: &str| Unit {
        id: id.into(),
        side,
        profile: json!({ "name": name, "pikes": 12 }).as_object().unwrap().clone(),
        ..Unit::default()
    };
    let units = vec![unit("u1", 0, "Waller’s"), unit("u2", 1, "Byron’s")];
    Header::new("pike_and_shot", "Cheriton lane", ["Ours", "Theirs"], units, Seed([9; 32]))
}

/// Adds an act of a tab, linked to the end of the log.
pub(super) fn act(battle: &mut Battle, tab: &str) {
    let changes = vec![Change::set("u1", "counters", battle.log().len() % 5)];
    let event = Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes)));
    let (stamp, event) = (battle.next_stamp(tab), battle.linked(event));
    battle.add(stamp, event);
}

/// A battle with this many acts of a tab.
pub(super) fn acted(count: usize, tab: &str) -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    (0..count).for_each(|_| act(&mut battle, tab));
    battle
}
