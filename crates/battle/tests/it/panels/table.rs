//! Tables of sample armies, for panels.

use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit, referee};
use rules::dice::rng::Seed;
use rules::ruleset::Ruleset;
use rules::subject::Side;
use serde_json::Value as Json;

/// A battle of the first two sample rosters, begun by its rules. Their units are `a0`, `a1` … and `b0`, `b1` ….
pub fn sample(ruleset: &'static Ruleset) -> Battle {
    let samples: Json = serde_json::from_str(ruleset.samples).unwrap();
    let mut units = Vec::new();
    for (side, roster) in samples["rosters"].as_array().unwrap().iter().take(2).enumerate() {
        for (index, profile) in roster["units"].as_array().unwrap().iter().enumerate() {
            let id = format!("{}{index}", Side::at(side).id());
            units.push(Unit { id, side, profile: profile.as_object().unwrap().clone() });
        }
    }
    let mut battle =
        Battle::begin(test_rulesets::RULESETS, Header::new(ruleset.id, "", ["First", "Second"], units, Seed([7; 32])));
    let begun = referee::beginning(ruleset, battle.state());
    if !begun.is_empty() {
        add(&mut battle, "here", Event::Action(Box::new(ActionEvent::beginning(0.0, begun))));
    }
    battle
}

/// Adds an event of a tab.
pub fn add(battle: &mut Battle, tab: &str, event: Event) {
    let stamp = battle.next_stamp(tab);
    battle.add(stamp, event);
}

/// Changes of trackers by hand, as an event.
pub fn by_hand(ruleset: &'static Ruleset, battle: &Battle, changes: Vec<Change>) -> Event {
    let changes = referee::changes_by_hand(ruleset, battle.state(), changes);
    Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes).refereed(Vec::new())))
}
