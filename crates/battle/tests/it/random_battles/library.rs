//! Each scenario of the library is played to its end, with random acts and dice.

use super::Player;
use super::told::SentenceCheck;
use battle::verify::verify;
use battle::{Action, ActionEvent, Battle, Event, referee};
use exchange::storage::scenario::{Scenario, play};
use rand::RngExt;
use rules::dice::rng::Seed;
use rules::scenario;
use rules::turn::Duty;

/// Number of steps after which a battle that does not end is reported.
const STEPS: usize = 20_000;
/// Number of random acts before the end of a phase.
const ACTS: usize = 2;

macro_rules! library_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            play_library(stringify!($name));
        }
    )*};
}
library_of!(pike_and_shot, pikette_squared, argad, arquebusier);

fn play_library(ruleset: &str) {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    let scenarios = Scenario::samples(ruleset);
    assert_eq!(scenarios.len(), 2, "{}", ruleset.named.id);
    for (seed, scenario) in (1..).zip(scenarios) {
        let mut player = Player::new(ruleset, seed, SentenceCheck::of(ruleset));
        let (header, changes) = play(ruleset, ("s1", 1), &scenario, Seed([7; 32]));
        player.battle = Battle::begin(test_rulesets::RULESETS, header);
        let begun = referee::beginning(ruleset, player.battle.state());
        let stamp = player.battle.next_stamp("t");
        player.battle.add(stamp, Event::Action(Box::new(ActionEvent::beginning(0.0, begun))));
        let agreed = referee::changes_by_hand(ruleset, player.battle.state(), changes);
        player.add(Action::ByHand, agreed);
        player.play_to_end(&scenario);
    }
}

impl Player {
    fn play_to_end(&mut self, scenario: &Scenario) {
        let (mut happened, mut acts) = (0, 0);
        for _ in 0..STEPS {
            let table = self.battle.state().table();
            if self.ruleset.decided(&table).is_some() {
                break;
            }
            let duties = referee::duties(self.ruleset, self.battle.state());
            let is_of_scenario = |duty: &&Duty| scenario::is_of_scenario(duty.procedure);
            happened += duties.iter().filter(is_of_scenario).count();
            if let Some(duty) = duties.iter().find(|duty| duty.holds_up() && !self.waits(duty)).cloned() {
                self.settle_unopened(&duty);
            } else if acts < ACTS && self.rng.random_range(0..4) > 0 && self.do_something() {
                acts += 1;
            } else if let Some((rule, _)) = referee::next_barred(self.ruleset, self.battle.state()) {
                assert_ne!(rule, referee::DUE, "{}\n{}", scenario.name, self.described());
                // The rules themselves have ended the battle, for example at nightfall.
                break;
            } else {
                acts = 0;
                self.next();
            }
        }
        self.check_end(scenario, happened);
    }

    /// Asserts that the battle has ended, that something of the scenario has happened, and that the log is valid.
    fn check_end(&self, scenario: &Scenario, happened: usize) {
        let table = self.battle.state().table();
        let name = &scenario.name;
        let is_over =
            self.ruleset.decided(&table).is_some() || referee::next_barred(self.ruleset, self.battle.state()).is_some();
        assert!(is_over, "{name} does not end: turn {}\n{}", table.turn(), self.described());
        assert!(happened > 0, "nothing of {name} happened");
        assert!(self.ruleset.proposed(&table).is_some() && scenario::score(self.ruleset, &table).is_some(), "{name}");
        for finding in verify(&self.battle) {
            assert_eq!(finding.faults, Vec::new(), "{name}\n{}", self.described());
        }
    }
}
