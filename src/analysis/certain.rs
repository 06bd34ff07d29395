//! Consequences that are certain before the dice are rolled.

use crate::analysis::odds::AT_ONCE;
use crate::core::text::Text;
use crate::dice::{Halt, bounded};
use crate::rules::procedure::{Procedure, Ready, Resolved};
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

/// A procedure whose dice are not rolled yet.
pub struct Certain<'a> {
    /// The procedure.
    pub procedure: &'a Procedure,
    /// The procedure with its input.
    pub ready: &'a Ready,
    /// The input.
    pub input: &'a Map<String, Json>,
    /// The table, in a battle.
    pub scene: Option<&'a Scene>,
}

impl Certain<'_> {
    /// Consequences that no die decides: those that the rule names, and sentences that stand in every outcome after its
    /// headline.
    pub fn words(&self) -> Vec<Text> {
        let mut words = self.ready.certain();
        words.extend(self.in_every_outcome().into_iter().filter(|own| !self.ready.certain().contains(own)));
        words
    }

    /// Sentences that the lowest and the highest dice have in common, if all other outcomes have them, too. Where there are too many
    /// to look at, none.
    fn in_every_outcome(&self) -> Vec<Text> {
        let (Some(low), Some(high)) = (self.with_dice(|_| 1), self.with_dice(|sides| sides)) else { return Vec::new() };
        let common: Vec<Text> = low.into_iter().filter(|own| high.contains(own)).collect();
        if common.is_empty() {
            return common;
        }
        let results = bounded(AT_ONCE, |_| false, || self.ready.results(0.0));
        let Some(Ok(results)) = results else { return Vec::new() };
        let outcomes: Vec<Vec<Text>> = results.each.into_iter().map(|(resolved, _)| self.sentences(resolved)).collect();
        common.into_iter().filter(|own| outcomes.iter().all(|outcome| outcome.contains(own))).collect()
    }

    /// Sentences of the outcome with these dice, but for its headline.
    fn with_dice(&self, face: impl Fn(u8) -> u8) -> Option<Vec<Text>> {
        let mut faces: Vec<u8> = Vec::new();
        loop {
            match self.ready.resolve(&faces).result {
                Ok(resolved) => return Some(self.sentences(resolved)),
                Err(Halt::Needs(roll)) => faces.extend(std::iter::repeat_n(face(roll.sides), roll.count)),
                Err(Halt::Refused(_)) => return None,
            }
        }
    }

    fn sentences(&self, mut resolved: Resolved) -> Vec<Text> {
        if let Some(scene) = self.scene {
            self.procedure.describe_aftermath(scene, self.input, &mut resolved);
        }
        resolved.consequences.words.into_iter().skip(1).collect()
    }
}
