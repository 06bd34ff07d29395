//! Checks that the French texts use one word for one thing. `french_terms.json` is the glossary: each term in English and its French. It
//! stands here because only this test reads it, and everything in `public/lang` is part of the built app.

use super::{Catalogue, catalogue};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A term of the glossary.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Term {
    /// The English term. Other forms follow, except regular plurals.
    english: Vec<String>,
    /// The French words for it. Each text has one of them. Feminine forms and plurals that only add letters are not listed.
    french: Vec<String>,
    /// French words that no text may have: mostly former translations of the term.
    #[serde(default)]
    never: Vec<String>,
    /// The parts of the catalogue in which the term has this meaning; all, if empty.
    #[serde(default)]
    parts: BTreeSet<String>,
    /// English texts whose French has none of the words, with the reason.
    #[serde(default, rename = "except")]
    exceptions: BTreeMap<String, String>,
}

const GLOSSARY: &str = include_str!("french_terms.json");
const ENGLISH_ENDINGS: [&str; 3] = ["", "s", "es"];
const FRENCH_ENDINGS: [&str; 5] = ["", "e", "s", "es", "x"];

fn glossary() -> Vec<Term> {
    serde_json::from_str(GLOSSARY).expect("a glossary")
}

/// The French catalogues by the name of their part.
fn french() -> BTreeMap<String, Catalogue> {
    let parts = super::parts().into_iter().map(|(part, _)| part);
    parts
        .map(|part| (part.to_owned(), catalogue(&Path::new("public/lang/fr").join(part).with_extension("json"))))
        .collect()
}

/// The text with both forms of its plurals, and without its gaps.
fn without_gaps(template: &str) -> String {
    let mut plain = String::new();
    for (nth, piece) in template.split(['{', '}']).enumerate() {
        // Every second piece is a gap: `{n}` or `{n|unit|units}`.
        let is_gap = nth % 2 == 1;
        let shown = if is_gap { piece.split('|').skip(1).collect() } else { vec![piece] };
        shown.iter().for_each(|words| plain.extend([" ", words, " "]));
    }
    plain.to_lowercase()
}

/// The words of an English text. A hyphen is a part of a word: a "counter-charge" is no "counter".
fn english_words(template: &str) -> Vec<String> {
    words(template, |letter| letter == '-')
}

/// The words of a French text, in which hyphens separate words: "ce tour-là".
fn french_words(template: &str) -> Vec<String> {
    words(template, |_| false)
}

fn words(template: &str, joins: impl Fn(char) -> bool) -> Vec<String> {
    let plain = without_gaps(template);
    let words = plain.split(|letter: char| !(letter.is_alphanumeric() || joins(letter)));
    words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

fn is_form(word: &str, stem: &str, endings: &[&str]) -> bool {
    word.strip_prefix(stem).is_some_and(|ending| endings.contains(&ending))
}

/// True if the words contain an English term, in singular or plural.
fn has_term(words: &[String], term: &str) -> bool {
    let term = english_words(term);
    let (last, before) = term.split_last().expect("a term has a word");
    words.windows(term.len()).any(|found| {
        let (end, start) = found.split_last().expect("as many words as the term");
        start == before && is_form(end, last, &ENGLISH_ENDINGS)
    })
}

/// True if the words contain a French form. Each of its words may be a feminine or a plural.
fn has_form(words: &[String], form: &str) -> bool {
    let form = french_words(form);
    words
        .windows(form.len())
        .any(|found| found.iter().zip(&form).all(|(word, stem)| is_form(word, stem, &FRENCH_ENDINGS)))
}

#[test]
fn each_term_has_one_word_in_french() {
    let catalogues = french();
    let mut faults = Vec::new();
    for term in glossary() {
        let is_in = |part: &str| term.parts.is_empty() || term.parts.contains(part);
        let name = &term.english[0];
        let (mut uses, mut excepted) = (0, BTreeSet::new());
        for (part, catalogue) in catalogues.iter().filter(|(part, _)| is_in(part)) {
            for (english, translated) in catalogue {
                let french = french_words(translated);
                let forbidden = term.never.iter().filter(|form| has_form(&french, form));
                faults.extend(forbidden.map(|form| format!("{part}: {name:?} is not {form:?}: {translated:?}")));
                let english_words = english_words(english);
                if !term.english.iter().any(|form| has_term(&english_words, form)) {
                    continue;
                }
                uses += 1;
                if term.french.iter().any(|form| has_form(&french, form)) {
                    continue;
                }
                if term.exceptions.contains_key(english) {
                    excepted.insert(english);
                } else {
                    let forms = term.french.join(", ");
                    faults.push(format!("{part}: {name:?} is {forms}: {english:?}: {translated:?}"));
                }
            }
        }
        if uses == 0 {
            faults.push(format!("no text has the term {name:?}"));
        }
        let unneeded = term.exceptions.keys().filter(|english| !excepted.contains(english));
        faults.extend(unneeded.map(|english| format!("{name:?} needs no exception for {english:?}")));
    }
    assert!(faults.is_empty(), "`tests/it/words/french_terms.json` has the words:\n{}", faults.join("\n"));
}

#[test]
fn the_glossary_has_the_terms_of_all_rulesets() {
    let (glossary, catalogues) = (glossary(), french());
    assert!(glossary.len() >= 150, "{} terms", glossary.len());
    for term in &glossary {
        let unknown = term.parts.iter().find(|part| !catalogues.contains_key(*part));
        assert_eq!(unknown, None, "{:?}", term.english);
        assert!(term.exceptions.values().all(|reason| !reason.is_empty()), "{:?}: give a reason", term.english);
    }
    for part in catalogues.keys().filter(|part| *part != "app" && *part != "engine") {
        assert!(glossary.iter().any(|term| term.parts.contains(part)), "no term of {part} alone");
    }
}

#[test]
fn a_term_is_found_in_singular_and_plural_but_not_within_a_word() {
    let has = |text: &str, term: &str| has_term(&english_words(text), term);
    assert!(has("Two pikes, in close orders.", "pike") && has("Close order", "close order"));
    assert!(has("{n} {n|hit|hits} on {who}", "hit") && !has("{hit} on {who}", "hit"));
    assert!(!has("A counter-charge", "counter") && has("A counter-charge", "counter-charge") && !has("White", "hit"));
    let has = |text: &str, form: &str| has_form(&french_words(text), form);
    assert!(
        has("Les règles ajoutées", "règle ajoutée")
            && has("Ce tour-là", "tour")
            && has("{n|jeton|jetons} de moral", "jeton")
    );
    assert!(!has("Un tournant", "tour") && !has("Le jet de dé", "jeton"));
}
