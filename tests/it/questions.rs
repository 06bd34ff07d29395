//! Questions that players ask the quick reference, in English and in French. `tests/it/questions` has a file for each ruleset. Its
//! questions are written from the rulebooks, and each names the passages that answer it.

use crate::own_process::in_own_process;
use battle::analysis::search::{Found, Index, Passage, Scene, SearchAnswer};
use drumhead::rulesets::ALL;
use rules::ruleset::{Part, Ruleset};
use rules::text::{lead, speak};
use serde_json::{Map, Value as Json};
use std::fs;

/// How many passages players look at.
const SEEN: usize = 3;

/// A question, and the passages that answer it.
struct Question {
    english: String,
    french: String,
    answers: Vec<String>,
}

fn questions(ruleset: &Ruleset) -> Vec<Question> {
    let path = format!("{}/tests/it/questions/{}.txt", env!("CARGO_MANIFEST_DIR"), ruleset.named.id);
    let text = fs::read_to_string(&path).unwrap();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let question = |line: &str| {
        let [english, french, answers] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{path}: {line}") };
        let answers = answers.split("; ").map(str::to_owned).collect();
        Question { english: english.into(), french: french.into(), answers }
    };
    lines.map(question).collect()
}

/// True if the passage is the one that the file names: `Chapter: words of it`, `R7`, or `#procedure`. A row of a table has to be shown.
fn is(ruleset: &Ruleset, found: &Found, name: &str) -> bool {
    match found.passage {
        Passage::Part(chapter, part) => {
            let chapter = &ruleset.texts.reference[chapter];
            let Some((_, words)) = name.split_once(": ").filter(|(title, _)| chapter.title.starts_with(title)) else {
                return false;
            };
            match &chapter.parts[part] {
                Part::Words(text) => text.contains(words),
                Part::Table { caption, head, rows } => {
                    let is_shown = |index: usize| found.rows.is_empty() || found.rows.contains(&index);
                    let has = |row: &[&str]| row.join(" ").contains(words);
                    caption.contains(words)
                        || has(head)
                        || rows.iter().enumerate().any(|(index, row)| is_shown(index) && has(row))
                }
            }
        }
        Passage::Procedure(index) => name.strip_prefix('#') == Some(ruleset.procedures[index].id),
        Passage::Ruling(index) => name == ruleset.texts.rulings[index].number,
    }
}

/// The names of the first passages, for the message of a failure.
fn first(ruleset: &Ruleset, answer: &SearchAnswer) -> Vec<String> {
    let name = |found: &Found| match found.passage {
        Passage::Part(chapter, part) => {
            let chapter = &ruleset.texts.reference[chapter];
            let words = match &chapter.parts[part] {
                Part::Words(text) => text.chars().take(50).collect::<String>(),
                Part::Table { caption, .. } => format!("{caption} {:?}", found.rows),
            };
            format!("{}: {words}", chapter.title)
        }
        Passage::Procedure(index) => format!("#{}", ruleset.procedures[index].id),
        Passage::Ruling(index) => ruleset.texts.rulings[index].number.to_owned(),
    };
    answer.found.iter().take(SEEN).map(name).collect()
}

fn unanswered(ruleset: &Ruleset, words: fn(&Question) -> &str) -> Vec<String> {
    let index = Index::of(ruleset, Scene::default());
    let questions = questions(ruleset);
    let check = |question: &Question| {
        let answer = index.answer(words(question)).unwrap_or_default();
        let is_answered = |found: &Found| question.answers.iter().any(|name| is(ruleset, found, name));
        let fails = !answer.found.iter().take(SEEN).any(is_answered);
        fails.then(|| format!("{} → {:#?}", words(question), first(ruleset, &answer)))
    };
    questions.iter().filter_map(check).collect()
}

#[test]
fn every_ruleset_has_thirty_questions_and_every_answer_is_a_passage() {
    for ruleset in ALL {
        let questions = questions(ruleset);
        assert!(questions.len() >= 30, "{}: {}", ruleset.named.id, questions.len());
        let parts = ruleset
            .texts
            .reference
            .iter()
            .enumerate()
            .flat_map(|(chapter, it)| (0..it.parts.len()).map(move |part| Passage::Part(chapter, part)));
        let procedures = (0..ruleset.procedures.len()).map(Passage::Procedure);
        let rulings = (0..ruleset.texts.rulings.len()).map(Passage::Ruling);
        let all: Vec<Found> =
            parts.chain(procedures).chain(rulings).map(|passage| Found { passage, rows: vec![] }).collect();
        for name in questions.iter().flat_map(|question| &question.answers) {
            assert!(all.iter().any(|found| is(ruleset, found, name)), "{}: no passage {name:?}", ruleset.named.id);
        }
    }
}

#[test]
fn english_questions_are_answered_among_the_first_passages() {
    let faults: Vec<String> =
        ALL.iter().flat_map(|ruleset| unanswered(ruleset, |question| &question.english)).collect();
    assert!(faults.is_empty(), "{} without an answer:\n{}", faults.len(), faults.join("\n"));
}

#[test]
fn french_questions_are_answered_among_the_first_passages() {
    in_own_process("questions::french_questions_are_answered_among_the_first_passages", || {
        let catalogue = |name: &str| -> Map<String, Json> {
            let path = format!("{}/public/lang/fr/{name}.json", env!("CARGO_MANIFEST_DIR"));
            serde_json::from_str(&fs::read_to_string(path).unwrap()).unwrap()
        };
        speak(ALL.iter().map(|ruleset| catalogue(ruleset.named.id)).chain([catalogue("engine")]).collect());
        let mut faults = Vec::new();
        for (place, ruleset) in ALL.iter().enumerate() {
            lead(Some(place));
            faults.extend(unanswered(ruleset, |question| &question.french));
        }
        assert!(faults.is_empty(), "{} without an answer:\n{}", faults.len(), faults.join("\n"));
    });
}
