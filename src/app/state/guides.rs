//! Guided battles, and the answers with which a guide opens the panels of its steps.

use super::{AppState, BattleState, GUIDES};
use battle::guide::{self, Progress};
use battle::participants::Participants;
use leptos::prelude::*;
use rules::filling;
use rules::guide::{Doing, Step, StepKind, Who};
use rules::procedure::Procedure;
use serde_json::{Map, Value as Json};

impl AppState {
    /// True while a battle is guided.
    pub fn is_guided(self, battle: &str) -> bool {
        self.guided().iter().any(|guided| guided == battle)
    }

    /// Guides a battle from now on.
    pub fn guide(self, battle: &str) {
        let mut guided = untrack(|| self.guided());
        guided.push(battle.into());
        self.prefer(GUIDES, Some(guided.into()));
    }

    /// Ends the guide of a battle.
    pub fn end_guide(self, battle: &str) {
        let mut guided = untrack(|| self.guided());
        guided.retain(|guided| guided != battle);
        self.prefer(GUIDES, (!guided.is_empty()).then(|| guided.into()));
    }

    fn guided(self) -> Vec<Json> {
        self.preferred(GUIDES).and_then(|all| all.as_array().cloned()).unwrap_or_default()
    }
}

impl BattleState {
    /// The progress in the guide; `None` if the battle is not guided.
    pub fn guide_progress(self) -> Option<Progress> {
        let guide = self.ruleset.guide.filter(|_| self.app.is_guided(&self.id()))?;
        Some(self.with(|open| guide::progress(self.ruleset, guide, open)))
    }

    /// The next step of the guide.
    pub fn guided_step(self) -> Option<&'static Step> {
        match self.guide_progress()? {
            Progress::Step(index) => self.ruleset.guide?.steps.get(index),
            Progress::Strayed | Progress::Stuck | Progress::Done => None,
        }
    }

    /// The act of the next step, if it has this procedure and these participants.
    pub fn guided_act(self, procedure: &Procedure, participants: &Participants) -> Option<&'static Doing> {
        let StepKind::Do(doing) = &self.guided_step()?.act else { return None };
        let by = match doing.who {
            Who::Unit(unit) => {
                let first = procedure
                    .participants
                    .iter()
                    .map(|role| participants.units(role.id))
                    .find(|units| !units.is_empty());
                first.is_some_and(|units| units.first().is_some_and(|id| id == unit))
            }
            Who::Side(side) => self.with(|open| participants.side(procedure, open.state())) == side.index(),
            Who::Nobody => true,
        };
        (doing.procedure == procedure.id && by).then_some(doing)
    }

    /// Adds the guide's answers to the initial answers of a panel.
    pub fn answer_by_guide(self, procedure: &Procedure, participants: &Participants, answers: &mut Map<String, Json>) {
        if let Some(doing) = untrack(|| self.guided_act(procedure, participants)) {
            filling::overlay(answers, &guide::answers(doing));
        }
    }
}
