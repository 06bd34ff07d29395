//! Checks of a played battle: undo, replay and corrections.

use super::Player;
use battle::correct::{MisfitDecision, Now};
use battle::{ActionEvent, Battle, Event, Stamp, verify};
use exchange::storage::limits;
use rand::RngExt;
use rand::seq::IndexedRandom;
use serde_json::{Map, Value as Json};

impl Player {
    /// Asserts that undoing everything restores the start, that redoing everything restores the end, and that replaying the log gives the
    /// same table.
    pub fn check_log(&mut self) {
        assert_eq!(
            limits::battle(test_rulesets::RULESETS, self.battle.header(), self.battle.log()),
            Ok(()),
            "it could not be shared\n{}",
            self.described()
        );
        let end = snapshot(&self.battle);
        let replayed =
            Battle::replay(test_rulesets::RULESETS, self.battle.header().clone(), self.battle.log().to_vec());
        assert_eq!(snapshot(&replayed), end, "replayed\n{}", self.described());
        while let Some(event) = self.battle.undoing() {
            let stamp = self.battle.next_stamp("t");
            self.battle.add(stamp, event);
        }
        assert_eq!(snapshot(&self.battle), self.start, "undone\n{}", self.described());
        while let Some(event) = self.battle.redoing() {
            let stamp = self.battle.next_stamp("t");
            self.battle.add(stamp, event);
        }
        assert_eq!(snapshot(&self.battle), end, "redone\n{}", self.described());
    }

    /// Asserts that a correction to the same act changes nothing. Then leaves out a random act, and leaves out or keeps later acts that no
    /// longer fit. Asserts that the log is valid, and that an undo of the correction restores the table.
    pub fn check_corrections(&mut self) {
        let acts: Vec<(Stamp, ActionEvent)> =
            self.battle.acts_in_force().into_iter().map(|(stamp, act)| (stamp.clone(), act.clone())).collect();
        for (stamp, act) in acts.iter().skip(self.rng.random_range(0..7)).step_by(20) {
            let plan = self.battle.correction(stamp, Some(act.clone()), &[]).unwrap();
            for step in &plan.steps {
                let same = step.now == Now::Same && step.misfit.is_none();
                assert!(same, "{stamp} corrected to what it was: {step:?}\n{}", self.described());
            }
        }
        let Some((stamp, _)) = acts.choose(&mut self.rng).cloned() else { return };
        let mut answers = Vec::new();
        let plan = loop {
            let plan = self.battle.correction(&stamp, None, &answers).unwrap();
            let Some(open) = plan.open().next() else { break plan };
            let answer = if self.rng.random_bool(0.5) { MisfitDecision::LeaveOut } else { MisfitDecision::Keep };
            answers.push((open.stamp.clone(), answer));
        };
        let (before, after) = (snapshot(&self.battle), plan.after().clone());
        let act = plan.act(&self.battle, 0.0, None).unwrap();
        let stamp = self.battle.next_stamp("t");
        let event = self.battle.linked(Event::Action(Box::new(act)));
        self.battle.add(stamp, event);
        assert_eq!(self.battle.state().changes_to(&after), [], "corrected\n{}", self.described());
        let faults = verify::verify(&self.battle).pop().unwrap().faults;
        assert_eq!(faults, [], "{}", self.described());
        let undo = self.battle.undoing().unwrap();
        self.battle.add(self.battle.next_stamp("t"), undo);
        assert_eq!(snapshot(&self.battle), before, "the correction undone\n{}", self.described());
    }
}

/// Returns every tracker of the units, the sides and the battle.
pub fn snapshot(battle: &Battle) -> Json {
    let state = battle.state();
    let units: Map<String, Json> = state
        .units()
        .map(|unit| (unit.id.clone(), Json::Object(state.tracked(&unit.id).unwrap().all().clone())))
        .collect();
    let others = ["a", "b", "battle"].map(|of| Json::Object(state.tracked(of).unwrap().all().clone()));
    serde_json::json!([units, others])
}
