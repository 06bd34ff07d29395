//! Outcomes of an act. Outcomes with equal consequences are combined.

use super::acts::Allowed;
use rules::consequences::Consequences;
use rules::dice::spend;
use rules::procedure::{Resolved, Results};
use rules::refusal::Refusal;
use rules::table::Scene;
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};
use std::rc::Rc;

/// Units of work for comparing the consequences of an outcome.
const OUTCOME: u64 = 40;

/// Results by procedure and input. Each is computed once.
#[derive(Default)]
pub(super) struct KnownResults(FxHashMap<(&'static str, String), Rc<Results>>);

impl KnownResults {
    /// The outcomes of an act with their consequences on a scene, and the total probability of those that were left out.
    pub(super) fn outcomes(
        &mut self,
        scene: &Scene,
        allowed: &Allowed,
        below: f64,
    ) -> Result<(Vec<(Resolved, f64)>, f64), Refusal> {
        let results = self.results(allowed, below)?;
        let mut outcomes: Vec<(Resolved, f64)> = Vec::new();
        let mut by_hash: FxHashMap<u64, Vec<usize>> = FxHashMap::default();
        for (resolved, probability) in &results.each {
            spend(OUTCOME);
            let mut resolved = resolved.clone();
            allowed.ready.describe_aftermath(scene, &mut resolved);
            let same = by_hash.entry(hash(&resolved.consequences)).or_default();
            match same.iter().find(|index| does_the_same(&outcomes[**index].0.consequences, &resolved.consequences)) {
                Some(index) => outcomes[*index].1 += probability,
                None => {
                    same.push(outcomes.len());
                    outcomes.push((resolved, *probability));
                }
            }
        }
        Ok((outcomes, results.left_out))
    }

    fn results(&mut self, allowed: &Allowed, below: f64) -> Result<Rc<Results>, Refusal> {
        let key = (allowed.act.procedure.id, serde_json::to_string(&allowed.input).unwrap_or_default());
        if let Some(known) = self.0.get(&key) {
            return Ok(Rc::clone(known));
        }
        let results = Rc::new(allowed.ready.results(below)?);
        self.0.insert(key, Rc::clone(&results));
        Ok(results)
    }
}

fn hash(consequences: &Consequences) -> u64 {
    let mut hasher = FxHasher::default();
    consequences.effects.hash(&mut hasher);
    consequences.others.hash(&mut hasher);
    hasher.finish()
}

fn does_the_same(one: &Consequences, other: &Consequences) -> bool {
    one.effects == other.effects && one.others == other.others
}
