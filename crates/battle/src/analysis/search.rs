//! Search of a ruleset's quick reference. Players ask questions; the passages that answer best come first.

mod words;

use crate::State;
use rules::procedure::Procedure;
use rules::ruleset::{Part, Phase, Ruleset};
use rules::text::say;
use std::collections::HashMap;
use words::{alike, asked, kinds, stems};

/// Weight of the words of a passage itself, and of the head of a row.
const TEXT: f32 = 1.0;
const ROW_HEAD: f32 = 1.2;
/// Weight of the title of a chapter.
const TITLE: f32 = 1.25;
/// Weight of a table's caption and of its column heads.
const CAPTION: f32 = 0.9;
/// Weight of the sentences around the one that matches.
const AROUND: f32 = 0.6;
/// Factor of a word with the same meaning as the one in the question.
const ALIKE: f32 = 0.7;
/// Factor of the kind of troops to which a word of the question belongs, and of words that describe a unit named in the question.
const KIND: f32 = 0.5;
/// Factor of a word that begins with the one in the question.
const BEGINS: f32 = 0.5;
/// Factors of bans and of rulings, which answer rarer questions than chapters and procedures.
const BAN: f32 = 0.6;
const RULING: f32 = 0.85;
/// Factor of a chapter about the phases of a turn. Others are background.
const PLAYED: f32 = 1.2;
/// Factor of a row about units in play, and of a passage about the present phase.
const IN_PLAY: f32 = 1.1;
/// Passages with less than this share of the best score are left out.
const LEAST: f32 = 0.4;

/// A passage of the reference, by its indexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Passage {
    /// A part of a chapter.
    Part(usize, usize),
    /// A procedure.
    Procedure(usize),
    /// A ruling.
    Ruling(usize),
}

/// A passage that was found.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The passage.
    pub passage: Passage,
    /// Indexes of the matching rows of its table, in order. Empty if the passage is no table.
    pub rows: Vec<usize>,
}

/// The answer to a question.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchAnswer {
    /// The passages that were found, the best first.
    pub found: Vec<Found>,
    /// True if one of them has all words of the question, small words aside.
    pub has_all_words: bool,
}

/// Units and phase of the battle in play, which the ranking prefers.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// For each unit in play, the stems of its name and those of its description.
    units: Vec<[Vec<String>; 2]>,
    phase: Option<&'static Phase>,
}

impl Scene {
    /// Returns the scene of a battle.
    pub fn of(ruleset: &Ruleset, state: &State) -> Self {
        let describe = |facts| (ruleset.describe)(facts).iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let unit = |(unit, facts): (&crate::Joined, _)| [stems(unit.name()), stems(&describe(facts))];
        Self { units: state.known_units().map(unit).collect(), phase: ruleset.phase(state.battle()) }
    }
}

/// The quick reference of a ruleset, prepared for questions in the players' language.
#[derive(Clone, Debug, Default)]
pub struct Index {
    entries: Vec<Entry>,
    /// Groups of stems that mean the same.
    alike: Vec<Vec<String>>,
    /// Groups of stems: a kind of troops, and the troops of that kind.
    kinds: Vec<Vec<String>>,
    scene: Scene,
}

/// A sentence, a row of a table, a procedure, a ban or a ruling.
#[derive(Clone, Debug)]
struct Entry {
    passage: Passage,
    /// Index of a table's row.
    row: Option<usize>,
    /// The stems of its words, with their weights.
    words: HashMap<String, f32>,
    /// Factor of its score, from the battle in play and from its length.
    factor: f32,
}

impl Entry {
    fn new(passage: Passage, row: Option<usize>, factor: f32, texts: &[(&str, f32)]) -> Self {
        let mut words = HashMap::new();
        let mut length = 0.0;
        for (text, weight) in texts {
            for stem in stems(say(text)) {
                length += weight;
                let best: &mut f32 = words.entry(stem).or_insert(0.0);
                *best = best.max(*weight);
            }
        }
        // A long passage has many words by chance.
        Self { passage, row, words, factor: factor / (40.0 + length).ln() }
    }

    /// The weight of a word; 0 if it is missing.
    fn weight(&self, term: &Term) -> f32 {
        let weight = |stem: &String| self.words.get(stem).copied().unwrap_or_default();
        let begins = |stem: &&String| term.is_long && stem.starts_with(term.stem.as_str());
        let begun = self.words.keys().filter(begins).map(|stem| weight(stem) * BEGINS);
        let others = term.others.iter().map(|(stem, factor)| weight(stem) * factor);
        begun.chain(others).fold(weight(&term.stem), f32::max)
    }
}

/// A word of a question.
struct Term {
    stem: String,
    /// True if longer words that begin with it match.
    is_long: bool,
    /// Other stems that match, with their factors.
    others: Vec<(String, f32)>,
}

impl Index {
    /// Prepares the reference of a ruleset.
    pub fn of(ruleset: &Ruleset, scene: Scene) -> Self {
        let mut entries = Vec::new();
        for (index, chapter) in ruleset.texts.reference.iter().enumerate() {
            for (part_index, part) in chapter.parts.iter().enumerate() {
                entries.extend(of_part(Passage::Part(index, part_index), chapter.title, part));
            }
        }
        for (index, procedure) in ruleset.procedures.iter().enumerate() {
            entries.extend(of_procedure(Passage::Procedure(index), procedure));
        }
        for (index, ruling) in ruleset.texts.rulings.iter().enumerate() {
            let texts = [(ruling.number, TEXT), (ruling.question, TEXT), (ruling.answer, AROUND)];
            entries.push(Entry::new(Passage::Ruling(index), None, RULING, &texts));
        }
        let mut index = Self { entries, alike: alike(), kinds: kinds(), scene };
        index.prefer_what_is_in_play(ruleset);
        index
    }

    fn prefer_what_is_in_play(&mut self, ruleset: &Ruleset) {
        let described: Vec<&String> = self.scene.units.iter().flat_map(|[_, about]| about).collect();
        let phase = self.scene.phase;
        for entry in &mut self.entries {
            let weight = |stem: &&String| entry.words.get(*stem).copied().unwrap_or_default();
            let is_of_units = entry.row.is_some() && described.iter().any(|stem| weight(stem) >= TEXT);
            let heading = match entry.passage {
                Passage::Part(chapter, _) => Some(ruleset.texts.reference[chapter].heading),
                Passage::Procedure(_) | Passage::Ruling(_) => None,
            };
            let is_of = |phase: &Phase| heading.is_some_and(|heading| shares_heading(ruleset, phase, heading));
            let is_used = |phase: &Phase| match entry.passage {
                Passage::Procedure(index) => phase.procedures.contains(&ruleset.procedures[index].id),
                Passage::Part(..) | Passage::Ruling(_) => is_of(phase),
            };
            let factors = [
                (is_of_units, IN_PLAY),
                (phase.is_some_and(is_used), IN_PLAY),
                (ruleset.phases.iter().any(is_of), PLAYED),
            ];
            entry.factor *= factors.iter().filter(|(holds, _)| *holds).map(|(_, factor)| factor).product::<f32>();
        }
    }

    /// Answers a question. `None` if it has no words.
    pub fn answer(&self, question: &str) -> Option<SearchAnswer> {
        let terms: Vec<Term> = asked(question).into_iter().map(|stem| self.term(stem)).collect();
        if terms.is_empty() {
            return None;
        }
        let weights: Vec<Vec<f32>> =
            self.entries.iter().map(|entry| terms.iter().map(|term| entry.weight(term)).collect()).collect();
        let rarity: Vec<f32> = (0..terms.len()).map(|term| rarity(&weights, term)).collect();
        let score = |(entry, weights): (&Entry, &Vec<f32>)| {
            let sum: f32 = weights.iter().zip(&rarity).map(|(weight, rarity)| weight * rarity).sum();
            let matched = weights.iter().zip(&rarity).filter(|(weight, _)| **weight > 0.0).map(|(_, rarity)| rarity);
            sum * (1.0 + matched.sum::<f32>() / rarity.iter().sum::<f32>()) * entry.factor
        };
        let scores: Vec<f32> = self.entries.iter().zip(&weights).map(score).collect();
        let best = scores.iter().copied().fold(0.0, f32::max);
        let is_found = |index: &usize| scores[*index] > 0.0 && (terms.len() == 1 || scores[*index] >= LEAST * best);
        let mut order: Vec<usize> = (0..self.entries.len()).filter(is_found).collect();
        order.sort_by(|one, other| scores[*other].total_cmp(&scores[*one]));
        let has_all_words = order.iter().any(|index| weights[*index].iter().all(|weight| *weight > 0.0));
        Some(SearchAnswer { found: self.gather(&order), has_all_words })
    }

    /// The passages of these entries, in their order, each with its rows.
    fn gather(&self, order: &[usize]) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        for entry in order.iter().map(|index| &self.entries[*index]) {
            let rows = entry.row.into_iter();
            match found.iter_mut().find(|found| found.passage == entry.passage) {
                Some(found) => found.rows.extend(rows),
                None => found.push(Found { passage: entry.passage, rows: rows.collect() }),
            }
        }
        found.iter_mut().for_each(|found| found.rows.sort_unstable());
        found
    }

    fn term(&self, stem: String) -> Term {
        const LONG: usize = 3;
        let has = |group: &&Vec<String>| group.contains(&stem);
        let alike = self.alike.iter().filter(has).flatten().map(|other| (other, ALIKE));
        let kinds = self.kinds.iter().filter(has).filter_map(|group| group.first()).map(|kind| (kind, KIND));
        let named = self.scene.units.iter().filter(|[name, _]| name.contains(&stem));
        let is_word = |stem: &&String| stem.len() > LONG;
        let described = named.flat_map(|[_, about]| about.iter().filter(is_word).map(|other| (other, KIND)));
        let others = alike.chain(kinds).chain(described).map(|(other, factor)| (other.clone(), factor)).collect();
        Term { is_long: stem.len() >= LONG, others, stem }
    }
}

/// The weight of a word of the question: higher if fewer entries have the word.
fn rarity(weights: &[Vec<f32>], term: usize) -> f32 {
    let number = weights.iter().filter(|weights| weights[term] > 0.0).count();
    (1.0 + weights.len() as f32 / (1.0 + number as f32)).ln()
}

fn of_part(passage: Passage, title: &str, part: &Part) -> Vec<Entry> {
    match part {
        Part::Words(words) => {
            let sentence =
                |sentence: &str| Entry::new(passage, None, 1.0, &[(sentence, TEXT), (words, AROUND), (title, TITLE)]);
            say(words).split_inclusive(['.', ':', ';', '?']).map(sentence).collect()
        }
        Part::Table { caption, head, rows } => {
            let row = |(index, row): (usize, &&[&'static str])| {
                let around = [(title, TITLE), (caption, CAPTION)];
                let heads = head.iter().map(|head| (*head, CAPTION));
                let cells = row.iter().enumerate().map(|(nth, cell)| (*cell, if nth == 0 { ROW_HEAD } else { TEXT }));
                let texts: Vec<_> = around.into_iter().chain(heads).chain(cells).collect();
                Entry::new(passage, Some(index), 1.0, &texts)
            };
            rows.iter().enumerate().map(row).collect()
        }
    }
}

fn of_procedure(passage: Passage, procedure: &Procedure) -> Vec<Entry> {
    let texts = [(procedure.title, TEXT), (procedure.about, TEXT)];
    let ban = |reason: String| Entry::new(passage, None, BAN, &[(procedure.title, TITLE), (&reason, TEXT)]);
    let bans = procedure.all_bans().filter_map(|ban| ban.in_general(procedure)).map(|reason| ban(reason.to_string()));
    [Entry::new(passage, None, 1.0, &texts)].into_iter().chain(bans).collect()
}

/// True if a procedure of the phase has a rulebook heading in common with these headings, which semicolons separate.
fn shares_heading(ruleset: &Ruleset, phase: &Phase, headings: &str) -> bool {
    let parts = |text: &'static str| text.split(';').map(str::trim).filter(|part| !part.is_empty());
    let of_phase = ruleset.procedures.iter().filter(|procedure| phase.procedures.contains(&procedure.id));
    let has = |heading: &str| headings.split(';').any(|part| part.trim() == heading);
    of_phase.flat_map(|procedure| parts(procedure.heading)).any(has)
}

#[cfg(test)]
mod tests {
    use super::*;
    use test_rulesets as rulesets;

    #[test]
    fn passages_with_any_word_are_found_if_none_has_all() {
        for ruleset in rulesets::ALL.iter().filter(|ruleset| !ruleset.texts.reference.is_empty()) {
            let index = Index::of(ruleset, Scene::default());
            let title = ruleset.texts.reference[0].title;
            let all = index.answer(title).unwrap();
            assert!(!all.found.is_empty() && all.has_all_words, "{}", ruleset.named.id);
            let any = index.answer(&format!("{title} xyzzy")).unwrap();
            assert!(!any.found.is_empty() && !any.has_all_words, "{}", ruleset.named.id);
            assert_eq!(index.answer("xyzzy"), Some(SearchAnswer::default()), "{}", ruleset.named.id);
            assert_eq!(index.answer(" ? "), None);
        }
    }

    #[test]
    fn units_are_found_by_their_type_and_passages_about_the_present_phase_come_first() {
        let ruleset = &rulesets::pike_and_shot::RULESET;
        let best = |scene: Scene, question: &str| {
            let answer = Index::of(ruleset, scene).answer(question).unwrap();
            answer.found.first().map(|found| match found.passage {
                Passage::Part(chapter, _) => ruleset.texts.reference[chapter].title,
                Passage::Procedure(_) | Passage::Ruling(_) => "",
            })
        };
        let units = vec![[stems("Lobsters"), stems("Trained · good · 12 cuirassiers")]];
        assert_eq!(best(Scene { units, phase: None }, "lobsters"), Some("Troops"));
        assert_eq!(best(Scene::default(), "lobsters"), None);
        for (phase, title) in [("melee", "Melee"), ("other_fire", "Fire")] {
            let phase = ruleset.phases.iter().find(|other| other.id == phase);
            let scene = Scene { units: Vec::new(), phase };
            assert_eq!(best(scene, "how many figures are in a group"), Some(title), "{title}");
        }
    }
}
