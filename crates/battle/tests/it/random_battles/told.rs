//! Sentences of an outcome name all that it changes: a tracker that takes another value stands in a sentence, numbers with
//! the number by which they change, or that which is left.
//!
//! `told.json` names, for each tracker, the words of which one is in such a sentence: `counts` with a number, `words` without. Marks
//! of the act itself (`fired`) need no sentence, as long as no die decides them. Half of what is named, or more, must come up.

use super::{Player, are_long};
use battle::participants::Participants;
use battle::{Change, State, binding, referee};
use rules::consequences::{Change as Effected, Consequences, Effect};
use rules::dice::Halt;
use rules::procedure::{Procedure, Resolved};
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;

/// Words that stand for a change by 1.
const ONE: &[&str] = &["a", "an", "one", "its", "the", "another", "it", "nobody"];

/// The words that tell of each tracker of a ruleset, and those that were needed so far.
pub struct Told {
    ruleset: &'static Ruleset,
    list: Json,
    needed: BTreeSet<String>,
    /// Changes of which nothing was said: each once, with an example.
    unsaid: Map<String, Json>,
}

/// A tracker that takes another value: its id; for numbers, by how much, and to which.
struct Changed {
    key: String,
    number: Option<(i64, Option<i64>)>,
}

impl Told {
    pub fn of(ruleset: &'static Ruleset) -> Self {
        let all: Json = serde_json::from_str(include_str!("told.json")).unwrap();
        Self { ruleset, list: all[ruleset.named.id].clone(), needed: BTreeSet::new(), unsaid: Map::new() }
    }

    fn listed(&self, part: &str, key: &str) -> Vec<String> {
        let words = self.list[part][key].as_array().into_iter().flatten();
        words.filter_map(Json::as_str).map(str::to_owned).collect()
    }

    fn names(&self, part: &str, what: &str) -> bool {
        self.list[part].as_array().is_some_and(|all| all.iter().any(|own| own == what))
    }

    /// Notes what an outcome changes and does not tell. `again` are the consequences of other dice, where there are any.
    fn hear(&mut self, procedure: &Procedure, changed: &[Changed], told: &Consequences, again: &[Consequences]) {
        if self.names("apart", procedure.id) {
            return;
        }
        let said = sentences(told);
        for Changed { key, number } in changed {
            let same = || again.iter().all(|other| effects_on(other, key) == effects_on(told, key));
            if self.names("marks", key) && same() {
                self.needed.insert(key.clone());
                continue;
            }
            let added =
                told.effects.iter().filter(|effect| effect.key == key).filter_map(|effect| match effect.change {
                    Effected::Add(by) => Some((i64::from(by), None)),
                    _ => None,
                });
            // A number that has reached its limit changes by less than was added.
            let numbers: Vec<(i64, Option<i64>)> = number.iter().copied().chain(added).collect();
            let mut is_told = false;
            for word in self.listed("words", key) {
                if said.iter().any(|said| said.contains(&word)) {
                    is_told = true;
                    self.needed.insert(format!("{key}: {word}"));
                }
            }
            for word in self.listed("counts", key) {
                let has = |said: &&String| {
                    said.contains(&word)
                        && (numbers.is_empty() || numbers.iter().any(|number| has_number(said, *number)))
                };
                if said.iter().any(|said| has(&said)) {
                    is_told = true;
                    self.needed.insert(format!("{key}: {word}"));
                }
            }
            if !is_told {
                let what = format!("{}.{key} {number:?}", procedure.id);
                self.unsaid.entry(what).or_insert(said.clone().into());
            }
        }
    }

    /// Everything was told, and half of the list or more was needed, in battles long enough for it.
    pub fn check(&self) {
        let id = self.ruleset.named.id;
        assert!(self.unsaid.is_empty(), "{id} changes without a word: {:#}", Json::Object(self.unsaid.clone()));
        if !are_long() {
            return;
        }
        // The list does not excuse what never happens.
        let listed = ["words", "counts"].iter().flat_map(|part| self.list[part].as_object().into_iter().flatten());
        let mut keys: BTreeSet<&str> = listed.map(|(key, _)| key.as_str()).collect();
        keys.extend(self.list["marks"].as_array().into_iter().flatten().filter_map(Json::as_str));
        let needed = keys.iter().filter(|key| self.needed.iter().any(|own| own.split(':').next() == Some(**key)));
        let needed = needed.count();
        assert!(needed * 2 >= keys.len(), "{id}: of {} trackers in told.json {needed} came up", keys.len());
    }
}

/// The sentences of an outcome, in small letters.
fn sentences(consequences: &Consequences) -> Vec<String> {
    let due = consequences.due.iter().map(|due| due.why.to_string());
    consequences.words.iter().map(ToString::to_string).chain(due).map(|words| words.to_lowercase()).collect()
}

fn effects_on<'a>(consequences: &'a Consequences, key: &str) -> Vec<&'a Effect> {
    consequences.effects.iter().filter(|effect| effect.key == key).collect()
}

/// True if a sentence has the number by which something changes, or that to which; of 1, a word will do.
fn has_number(said: &str, (by, to): (i64, Option<i64>)) -> bool {
    let words = || said.split(|c: char| !c.is_alphanumeric());
    let is = |number: i64| words().any(|word| word == number.to_string());
    is(by.abs()) || to.is_some_and(is) || by.abs() == 1 && words().any(|word| ONE.contains(&word))
}

impl Player {
    /// Hears what an act tells of its changes.
    pub fn hear(
        &mut self,
        procedure: &'static Procedure,
        participants: &Participants,
        input: &Map<String, Json>,
        resolved: &Resolved,
    ) {
        let state = self.battle.state();
        let told = &resolved.consequences;
        let mut changes = binding::changes(self.ruleset, procedure, participants, state, &told.effects);
        changes.extend(told.others.iter().cloned());
        let changed: Vec<Changed> = changes.iter().filter_map(|change| changed(change, state)).collect();
        let again = [
            other_dice(procedure, participants, state, input, |_| 1),
            other_dice(procedure, participants, state, input, |sides| sides),
        ];
        let again: Vec<Consequences> = again.into_iter().flatten().collect();
        self.told.hear(procedure, &changed, told, &again);
    }
}

/// The change of a tracker of whoever was there before; `None` if it takes the value that it has.
fn changed(change: &Change, state: &State) -> Option<Changed> {
    let Change::Set { of, key, to } = change else { return None };
    let before = state.tracked(of.id())?.get(key).cloned().unwrap_or(Json::Null);
    let number = to.as_i64().zip(before.as_i64()).map(|(to, before)| (to - before, Some(to)));
    // What was never set is not changed by no.
    let is_no = before.is_null() && [Json::Bool(false), Json::from(0), Json::from("")].contains(to);
    (before != *to && !is_no).then(|| Changed { key: key.clone(), number })
}

/// The consequences of the same act with other dice.
fn other_dice(
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    input: &Map<String, Json>,
    face: impl Fn(u8) -> u8,
) -> Option<Consequences> {
    let mut faces: Vec<u8> = Vec::new();
    for _ in 0..20 {
        match referee::play(procedure, participants, state, input, &faces).ok()?.result {
            Ok(resolved) => return Some(resolved.consequences),
            Err(Halt::Needs(roll)) => faces.extend((0..roll.count).map(|_| face(roll.sides))),
            Err(Halt::Refused(_)) => return None,
        }
    }
    None
}

/// Outcomes of the conformance samples, which have no table: whatever they add to numbers.
pub fn hear_samples(told: &mut Told) {
    let ruleset = told.ruleset;
    let cases = testing::conformance::samples().into_iter().find(|(id, _)| *id == ruleset.named.id).unwrap().1;
    for case in &cases {
        let request = &case["request"];
        let Some(procedure) = request["procedure"].as_str().and_then(|id| ruleset.procedure(id)) else { continue };
        let Some(ready) = request["input"].as_object().and_then(|input| procedure.read(input).ok()) else { continue };
        for resolution in case["resolutions"].as_array().into_iter().flatten() {
            let faces = resolution["faces"].as_array().into_iter().flatten();
            let faces: Vec<u8> = faces.filter_map(|face| u8::try_from(face.as_u64()?).ok()).collect();
            let Ok(resolved) = ready.resolve(&faces).result else { continue };
            let added = |effect: &Effect| {
                let Effected::Add(by) = effect.change else { return None };
                Some(Changed { key: effect.key.to_owned(), number: Some((by.into(), None)) })
            };
            let changed: Vec<Changed> = resolved.consequences.effects.iter().filter_map(added).collect();
            told.hear(procedure, &changed, &resolved.consequences, &[]);
        }
    }
}
