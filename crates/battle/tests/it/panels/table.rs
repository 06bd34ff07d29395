//! Battles of sample armies, and functions to use panels in them.

use battle::panel::{Effect, Message, Panel, Settlement, Tables};
use battle::{Act, Action, ActionEvent, Battle, Change, Event, Header, referee};
use rules::dice::rng::Seed;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use serde_json::Map;
use testing::sample_units;

/// A battle of the first two sample rosters, with the changes at its start. The units are `a0`, `a1` … and `b0`, `b1` ….
pub fn sample(ruleset: &'static Ruleset) -> Battle {
    let mut battle = Battle::begin(
        test_rulesets::RULESETS,
        Header::new(ruleset.named.id, "", ["First", "Second"], sample_units(ruleset), Seed([7; 32])),
    );
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

/// Returns an event that changes trackers by hand.
pub fn by_hand(ruleset: &'static Ruleset, battle: &Battle, changes: Vec<Change>) -> Event {
    let changes = referee::changes_by_hand(ruleset, battle.state(), changes);
    Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes).refereed(Vec::new())))
}

/// Sends messages, and returns the effects of the last one.
pub fn send(panel: &mut Panel, battle: &Battle, messages: Vec<Message>) -> Vec<Effect> {
    let mut effects = Vec::new();
    for message in messages {
        panel.shown(&Tables::open(battle));
        effects = panel.update(message, &Tables::open(battle));
        panel.shown(&Tables::open(battle));
    }
    effects
}

/// Returns the act that Apply writes to the log.
pub fn applied(panel: &mut Panel, battle: &Battle) -> Option<Settlement> {
    let effects = send(panel, battle, vec![Message::Apply]);
    effects.into_iter().find_map(|effect| match effect {
        Effect::Settle(settlement) => Some(*settlement),
        _ => None,
    })
}

/// Opens the panel of a procedure from a unit's row.
pub fn opened(battle: &Battle, ruleset: &str, procedure: &str, unit: &str) -> Panel {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    let procedure: &'static Procedure = ruleset.procedure(procedure).unwrap();
    let act = Act::of_unit(procedure, unit, Map::new()).opened(ruleset, battle.state());
    Panel::open(ruleset, act, &Tables::open(battle))
}
