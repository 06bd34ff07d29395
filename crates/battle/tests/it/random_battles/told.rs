//! Every changed tracker must occur in a sentence of the outcome. For numbers, the sentence contains the difference or the new value.
//!
//! `told.json` lists the words of each tracker, one of which must be in the sentence: `counts` with a number, `words` without. Records of
//! the act itself (`fired`) need no sentence unless a die decides them. At least half of the list must be used.

use super::{Player, are_long};
use battle::participants::Participants;
use battle::{Change, State, binding, referee};
use rules::consequences::{Change as Effected, Consequences, Effect};
use rules::dice::Halt;
use rules::procedure::{Procedure, Resolved};
use rules::ruleset::Ruleset;
use rules::turn::Duty;
use serde_json::{Map, Value as Json};
use std::collections::BTreeSet;

/// Words that can express a change by 1.
const ONE: &[&str] = &["a", "an", "one", "its", "the", "another", "it", "nobody"];

/// The words for each tracker of a ruleset, and the trackers that occurred so far.
pub struct SentenceCheck {
    ruleset: &'static Ruleset,
    list: Json,
    needed: BTreeSet<String>,
    /// Changes without a sentence, each with one example.
    unmentioned: Map<String, Json>,
}

/// A tracker that gets another value: its id, and for numbers the difference and the new value.
struct Changed {
    key: String,
    number: Option<(i64, Option<i64>)>,
}

impl SentenceCheck {
    pub fn of(ruleset: &'static Ruleset) -> Self {
        let all: Json = serde_json::from_str(include_str!("told.json")).unwrap();
        Self { ruleset, list: all[ruleset.named.id].clone(), needed: BTreeSet::new(), unmentioned: Map::new() }
    }

    fn listed(&self, part: &str, key: &str) -> Vec<String> {
        let words = self.list[part][key].as_array().into_iter().flatten();
        words.filter_map(Json::as_str).map(str::to_owned).collect()
    }

    fn names(&self, part: &str, what: &str) -> bool {
        self.list[part].as_array().is_some_and(|all| all.iter().any(|word| word == what))
    }

    /// Checks the sentences for an outcome's changes. `due` contains the reasons of the duties that are listed with the outcome. `others`
    /// contains the consequences of other dice, if there are any.
    fn check_sentences(
        &mut self,
        procedure: &Procedure,
        changed: &[Changed],
        told: &Consequences,
        due: &[String],
        others: &[Consequences],
    ) {
        if self.names("apart", procedure.id) {
            return;
        }
        let mut lines = sentences(told);
        lines.extend(due.iter().map(|why| why.to_lowercase()));
        for Changed { key, number } in changed {
            let same = || others.iter().all(|other| effects_on(other, key) == effects_on(told, key));
            if self.names("marks", key) && same() {
                self.needed.insert(key.clone());
                continue;
            }
            let added =
                told.effects.iter().filter(|effect| effect.key == key).filter_map(|effect| match effect.change {
                    Effected::Add(by) => Some((i64::from(by), None)),
                    _ => None,
                });
            // A number that reaches its limit changes by less than was added.
            let numbers: Vec<(i64, Option<i64>)> = number.iter().copied().chain(added).collect();
            let mut is_told = false;
            for word in self.listed("words", key) {
                if lines.iter().any(|line| line.contains(&word)) {
                    is_told = true;
                    self.needed.insert(format!("{key}: {word}"));
                }
            }
            for word in self.listed("counts", key) {
                let has = |line: &&String| {
                    line.contains(&word)
                        && (numbers.is_empty() || numbers.iter().any(|number| has_number(line, *number)))
                };
                if lines.iter().any(|line| has(&line)) {
                    is_told = true;
                    self.needed.insert(format!("{key}: {word}"));
                }
            }
            if !is_told {
                let what = format!("{}.{key} {number:?}", procedure.id);
                self.unmentioned.entry(what).or_insert(lines.clone().into());
            }
        }
    }

    /// Asserts that every change had a sentence, and in long battles that at least half of the list was needed.
    pub fn check(&self) {
        let id = self.ruleset.named.id;
        assert!(
            self.unmentioned.is_empty(),
            "{id} changes without a word: {:#}",
            Json::Object(self.unmentioned.clone())
        );
        if !are_long() {
            return;
        }
        // At least half of the listed trackers must have come up.
        let listed = ["words", "counts"].iter().flat_map(|part| self.list[part].as_object().into_iter().flatten());
        let mut keys: BTreeSet<&str> = listed.map(|(key, _)| key.as_str()).collect();
        keys.extend(self.list["marks"].as_array().into_iter().flatten().filter_map(Json::as_str));
        let needed = keys.iter().filter(|key| self.needed.iter().any(|used| used.split(':').next() == Some(**key)));
        let needed = needed.count();
        assert!(needed * 2 >= keys.len(), "{id}: of {} trackers in told.json {needed} came up", keys.len());
    }
}

/// Returns the sentences of an outcome, in lower case.
fn sentences(consequences: &Consequences) -> Vec<String> {
    let due = consequences.due.iter().map(|due| due.why.to_string());
    consequences.words.iter().map(ToString::to_string).chain(due).map(|words| words.to_lowercase()).collect()
}

fn effects_on<'a>(consequences: &'a Consequences, key: &str) -> Vec<&'a Effect> {
    consequences.effects.iter().filter(|effect| effect.key == key).collect()
}

/// True if a sentence contains the difference or the new value of a number. For a change by 1, a word is enough.
fn has_number(line: &str, (by, to): (i64, Option<i64>)) -> bool {
    let words = || line.split(|c: char| !c.is_alphanumeric());
    let is = |number: i64| words().any(|word| word == number.to_string());
    is(by.abs()) || to.is_some_and(is) || by.abs() == 1 && words().any(|word| ONE.contains(&word))
}

impl Player {
    /// Checks the sentences for the changes of an act.
    pub fn check(
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
        let others = [
            other_dice(procedure, participants, state, input, |_| 1),
            other_dice(procedure, participants, state, input, |sides| sides),
        ];
        let others: Vec<Consequences> = others.into_iter().flatten().collect();
        let before = referee::duties(self.ruleset, state);
        let is_same = |a: &Duty, b: &Duty| (a.procedure, &a.roles, a.side) == (b.procedure, &b.roles, b.side);
        let due = referee::duties(self.ruleset, &state.after(&changes)).into_iter();
        let due = due.filter(|duty| !before.iter().any(|earlier| is_same(earlier, duty)));
        let due: Vec<String> = due.map(|duty| duty.why.to_string()).collect();
        self.told.check_sentences(procedure, &changed, told, &due, &others);
    }
}

/// Returns the change of a tracker of a unit that was there before; `None` if the value stays the same.
fn changed(change: &Change, state: &State) -> Option<Changed> {
    let Change::Set { of, key, to } = change else { return None };
    let before = state.tracked(of.id())?.get(key).cloned().unwrap_or(Json::Null);
    let number = to.as_i64().zip(before.as_i64()).map(|(to, before)| (to - before, Some(to)));
    // Setting an unset tracker to no, 0 or an empty text is not a change.
    let is_no = before.is_null() && [Json::Bool(false), Json::from(0), Json::from("")].contains(to);
    (before != *to && !is_no).then(|| Changed { key: key.clone(), number })
}

/// Returns the consequences of the same act with other dice.
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

/// Checks the sentences for numbers to which outcomes of the conformance cases add. These cases have no table.
pub fn check_samples(told: &mut SentenceCheck) {
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
            told.check_sentences(procedure, &changed, &resolved.consequences, &[], &[]);
        }
    }
}
