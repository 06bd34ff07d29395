//! Writes battles of ten turns for `tests/browser/report_and_luck.spec.ts`, which prints their reports.
//!
//! ```sh
//! cargo test -p battle --test it ten_turns -- --ignored && gzip -9nf tests/fixtures/ten_turns/*.json
//! ```

use super::Player;
use super::told::SentenceCheck;
use battle::referee::Offer;
use battle::{Battle, Header, referee};
use exchange::share::Shared;
use rand::RngExt;
use rand::seq::IndexedRandom;
use rules::turn::Duty;

/// Number of turns.
const TURNS: i32 = 10;
/// Minimum number of turns of a battle that the rules end early.
const NIGHTFALL: i32 = 8;
/// Maximum number of events of such a battle: more than players enter in an afternoon.
const EVENTS: usize = 450;
/// Number of acts of an ordinary turn.
const ACTS_OF_TURN: usize = 40;
/// Number of attempts at an act, with another unit each time.
const TRIES: usize = 30;
/// Number of steps after which a battle that does not reach its end is reported.
const STEPS: usize = 20_000;

#[test]
#[ignore = "writes tests/fixtures/ten_turns"]
fn write_fixtures() {
    for ruleset in ["pike_and_shot", "pikette_squared", "argad", "arquebusier"] {
        let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
        let battle = (0..40).find_map(|seed| Player::new(ruleset, seed, SentenceCheck::of(ruleset)).play_ten_turns());
        let battle = battle.unwrap_or_else(|| panic!("{}: no battle lasts ten turns", ruleset.named.id));
        let shared = Shared::Battle("tenturns".into(), battle.header().clone(), battle.log().to_vec());
        let folder = testing::in_project("tests/fixtures/ten_turns");
        std::fs::create_dir_all(&folder).unwrap();
        let text = shared.bundle().unwrap().file().unwrap();
        std::fs::write(folder.join(format!("{}.json", ruleset.named.id)), text).unwrap();
    }
}

impl Player {
    /// Plays ten turns, or until night falls. `None` if the battle is over before.
    fn play_ten_turns(mut self) -> Option<Battle> {
        let header = Header { name: "Ten turns".into(), began: 1.79e12, ..self.battle.header().clone() };
        self.battle = Battle::replay(test_rulesets::RULESETS, header, self.battle.log().to_vec());
        let acts_of_phase = ACTS_OF_TURN / self.ruleset.phases.len().max(1);
        let mut acts = 0;
        for _ in 0..STEPS {
            if self.battle.state().table().turn() > TURNS {
                return Some(self.battle);
            }
            let duties = referee::duties(self.ruleset, self.battle.state());
            let ready = |duty: &&Duty| duty.holds_up() && !self.waits(duty);
            if let Some(duty) = duties.iter().find(ready).cloned() {
                self.settle_unopened(&duty);
            } else if acts < acts_of_phase && self.rng.random_range(0..6) > 0 && self.do_often() {
                acts += 1;
            } else if referee::next_barred(self.ruleset, self.battle.state()).is_none() {
                acts = 0;
                self.next();
            } else {
                // Night falls earlier in Pikette Squared.
                let is_long = self.battle.state().table().turn() >= NIGHTFALL && self.battle.log().len() < EVENTS;
                return is_long.then_some(self.battle);
            }
        }
        panic!("ten turns take more than {STEPS} steps\n{}", self.described());
    }

    /// Does one of the acts that players do most often. False if no attempt succeeded.
    fn do_often(&mut self) -> bool {
        for _ in 0..TRIES {
            let units: Vec<String> = self.battle.state().units().map(|unit| unit.id.clone()).collect();
            let Some(unit) = units.choose(&mut self.rng).cloned() else { return false };
            let offers = referee::offers(self.ruleset, self.battle.state(), &unit);
            let is_often = |offer: &Offer| offer.is_possible() && self.ruleset.often.contains(&offer.procedure.id);
            let often: Vec<Offer> = offers.into_iter().filter(is_often).collect();
            let Some(offer) = often.choose(&mut self.rng) else { continue };
            let answers = offer.variant.map(|variant| variant.answers()).unwrap_or_default();
            let participants = self.participants(offer.procedure, &unit);
            if self.attempt(offer.procedure, &participants, &answers, Some(&unit)) {
                return true;
            }
        }
        false
    }
}
