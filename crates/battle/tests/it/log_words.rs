//! The log in words: who did what to whom, with the values of that moment, and the turn and phase of the act.

use battle::analysis::act_words::{changed_words, during, each_act, sentence, unit_of};
use battle::{Action, ActionEvent, Battle, Change, Event, Header, Resolved, Unit, referee};
use rules::closing::Verdict;
use rules::dice::rng::Seed;
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json, json};
use test_rulesets as rulesets;

struct Log {
    ruleset: &'static Ruleset,
    battle: Battle,
}

impl Log {
    /// A battle of the Reiters and the Swordsmen against Roche, all with this profile.
    fn begun(ruleset: &str, profile: Json) -> Self {
        let unit = |id: &str, side, name: &str| {
            let mut profile = profile.as_object().unwrap().clone();
            profile.insert("name".into(), name.into());
            Unit { id: id.into(), side, profile, ..Unit::default() }
        };
        let units = vec![unit("a1", 0, "Reiters"), unit("a2", 0, "Swordsmen"), unit("b1", 1, "Roche")];
        let header = Header::new(ruleset, "A road", ["Guards", "Riders"], units, Seed([3; 32]));
        Self {
            ruleset: test_rulesets::RULESETS.find(ruleset).unwrap(),
            battle: Battle::begin(test_rulesets::RULESETS, header),
        }
    }

    fn add(&mut self, action: Action, changes: Vec<Change>) {
        let act = ActionEvent::new(0.0, action, changes);
        self.battle.add(self.battle.next_stamp("t"), Event::Action(Box::new(act)));
    }

    fn set(&mut self, of: &str, tracker: &str, to: impl Into<Json>) {
        let changes =
            referee::changes_by_hand(self.ruleset, self.battle.state(), vec![Change::set(of, tracker, to.into())]);
        self.add(Action::ByHand, changes);
    }

    fn next(&mut self) {
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        self.add(Action::Phase, changes);
    }

    fn resolved(&mut self, procedure: &str, participants: Json, changes: Vec<Change>) {
        let described = self.ruleset.procedure(procedure).unwrap();
        let participants: Map<String, Json> = participants.as_object().unwrap().clone();
        let outcome = rules::outcome::Record::default();
        self.add(Action::Resolved(Resolved::of(described.id, Map::new(), participants, &outcome)), changes);
    }

    /// Returns the acts in words, each for the table at its time.
    fn sentences(&self) -> Vec<String> {
        let sentences = each_act(&self.battle, |_, before, act| sentence(self.ruleset, &self.battle, before, act));
        sentences.into_iter().flatten().collect()
    }

    /// Returns the turns and phases of the acts.
    fn groups(&self) -> Vec<String> {
        let sentences = each_act(&self.battle, |_, before, act| during(self.ruleset, before, act));
        sentences.into_iter().flatten().collect()
    }

    /// Undoes an act. Returns the words of the notice, and the unit that it shows.
    fn undone(&mut self) -> (String, Option<String>) {
        let act = self.battle.to_undo().unwrap().clone();
        let undo = self.battle.undoing().unwrap();
        self.battle.add(self.battle.next_stamp("t"), undo);
        (sentence(self.ruleset, &self.battle, self.battle.state(), &act), unit_of(self.ruleset, &act))
    }
}

const FIGURES: fn() -> Json = || json!({ "figures": 4 });

#[test]
fn a_sentence_of_the_log_names_the_acting_units_first() {
    let mut log = Log::begun("argad", FIGURES());
    // The log lists the roles in any order.
    log.resolved("shoot", json!({ "target": ["b1"], "shooters": ["a1", "a2"] }), Vec::new());
    log.resolved("melee", json!({ "many": ["a1"], "one": ["b1"] }), Vec::new());
    log.resolved("reload", json!({}), Vec::new());
    assert_eq!(log.sentences(), ["Reiters: Shoot · Swordsmen · Roche", "Roche: Melee · Reiters", "Reload"]);
}

#[test]
fn a_change_by_hand_shows_the_values_of_its_time() {
    let mut log = Log::begun("argad", FIGURES());
    log.set("a2", "figures", 2);
    log.set("a2", "figures", 1);
    log.set("a", "elite_used", true);
    let sentences = log.sentences();
    assert_eq!(sentences[0], "By hand: Swordsmen · Figures 4 → 2");
    assert_eq!(sentences[1], "By hand: Swordsmen · Figures 2 → 1");
    assert_eq!(sentences[2], "By hand: Guards · Elite shot made no → yes");
    log.set("battle", "turn", 3);
    assert_eq!(log.sentences()[3], "By hand: Game turn 3");
    // Later acts do not change the sentences of earlier ones.
    log.set("a2", "figures", 4);
    assert_eq!(log.sentences()[..3], sentences);
}

#[test]
fn several_changes_in_one_act_are_counted_and_units_are_named() {
    let mut log = Log::begun("argad", FIGURES());
    log.add(Action::ByHand, ["a1", "a2"].map(|id| Change::set(id, "figures", 3)).into_iter().collect());
    log.add(Action::ByHand, vec![Change::set("a1", "contacts", json!(["b1"]))]);
    let sentences = log.sentences();
    assert_eq!(sentences[0], "By hand: Reiters · Figures 4 → 3, and 1 more");
    assert!(sentences[1].ends_with("→ Roche"), "{}", sentences[1]);
    // A change to the present value has no sentence.
    let state = log.battle.state();
    let same = Change::set("a1", "figures", 3);
    assert_eq!(changed_words(log.ruleset, log.battle.header(), state, &same), None);
}

#[test]
fn the_log_names_units_that_join_and_leave() {
    let mut log = Log::begun("argad", FIGURES());
    let profile = json!({ "name": "Carters", "figures": 3 }).as_object().unwrap().clone();
    let carters = Unit { id: "b2".into(), side: 1, profile, ..Unit::default() };
    log.add(Action::Muster, vec![Change::Add(carters)]);
    log.add(Action::Muster, vec![Change::Remove("b2".into())]);
    assert_eq!(log.sentences(), ["Carters: units on the table", "Carters: units on the table"]);
}

#[test]
fn the_notice_of_undo_names_the_act_and_its_unit() {
    let mut log = Log::begun("argad", FIGURES());
    log.set("b1", "figures", 3);
    log.resolved("shoot", json!({ "shooters": ["a1"], "target": ["b1"] }), vec![Change::set("b1", "figures", 1)]);
    log.next();
    assert_eq!(log.undone().1, None, "a phase is about no unit");
    assert_eq!(log.undone(), ("Reiters: Shoot · Roche".into(), Some("a1".into())));
    assert_eq!(log.undone(), ("By hand: Roche · Figures 4 → 3".into(), Some("b1".into())));
}

#[test]
fn the_log_is_grouped_by_the_turn_and_phase_of_each_act() {
    for ruleset in rulesets::ALL {
        let profile = match ruleset.named.id {
            "argad" => FIGURES(),
            "pike_and_shot" => json!({ "pikes": 8, "muskets": 16 }),
            "arquebusier" => json!({ "nature": "regular", "groups": [{ "type": "pike", "elements": 4, "front": 4 }] }),
            _ => json!({ "army": "french", "row": "pike" }),
        };
        let mut log = Log::begun(ruleset.named.id, profile);
        log.add(Action::Note("Drums".into()), Vec::new());
        log.next();
        log.add(Action::Note("Smoke".into()), Vec::new());
        let groups = log.groups();
        let [first, second] = [0, 1].map(|phase| format!("{} 1 · {}", ruleset.turn, ruleset.phases[phase].title));
        // The act with which a phase begins belongs to the new group.
        assert_eq!(groups, [first, second.clone(), second], "{}", ruleset.named.id);
    }
}

#[test]
fn sentences_of_closing_and_reopening_have_the_result_without_the_note() {
    let mut log = Log::begun("arquebusier", json!({ "groups": [{ "type": "reiters", "elements": 2, "front": 1 }] }));
    for closing in [
        Battle::closing(1.0, Verdict::B, "Dusk."),
        Battle::closing(2.0, Verdict::Open, ""),
        Battle::closing(3.0, Verdict::Draw, ""),
    ] {
        log.battle.add(log.battle.next_stamp("t"), Event::Action(Box::new(closing)));
    }
    assert_eq!(log.sentences(), ["Battle closed: Riders won", "Battle reopened", "Battle closed: A draw"]);
}
