//! Checks the translations: `public/lang/<language>/<part>.json` maps each English text to its translation.
//!
//! The English texts are collected from the sources, so no separate list can be out of date. Every language must have exactly the texts
//! that players may read. `MEND_WORDS=1 cargo test --test it words` updates the files.

mod collect;
mod played;
mod scan;
mod terms;

use crate::own_process::in_own_process;
use collect::Texts;
use rules::ruleset::Ruleset;
use rules::text;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};
use test_rulesets as rulesets;

/// Translations by their English texts.
type Catalogue = BTreeMap<String, String>;

/// Returns the rulesets that players can use, without the toy ruleset.
fn played() -> impl Iterator<Item = &'static Ruleset> {
    rulesets::ALL.iter().copied().filter(|ruleset| ruleset.named.id != rulesets::toy::NAMED.id)
}

/// Returns every part of a catalogue with its English texts.
fn parts() -> Vec<(&'static str, Texts)> {
    let mut parts = vec![("app", collect::of_app()), ("engine", collect::of_engine())];
    parts.extend(played().map(|ruleset| (ruleset.named.id, collect::of_ruleset(ruleset))));
    parts
}

/// True if translations are updated instead of checked.
fn mending() -> bool {
    env::var_os("MEND_WORDS").is_some()
}

const MEND: &str = "`MEND_WORDS=1 cargo test --test it words` adds new texts with an empty translation and removes unused ones. \
                    Then translate the empty ones.";

fn languages() -> Vec<PathBuf> {
    let folders = fs::read_dir("public/lang").expect("languages").map(|entry| entry.expect("a language").path());
    folders.filter(|path| path.is_dir()).collect()
}

fn catalogue(file: &Path) -> Catalogue {
    let text = fs::read_to_string(file).unwrap_or_else(|_| "{}".into());
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

#[test]
fn every_language_has_every_text() {
    let mut faults = Vec::new();
    for (part, texts) in parts() {
        for language in languages() {
            let file = language.join(part).with_extension("json");
            let mut had = catalogue(&file);
            if mending() {
                had = texts.iter().map(|text| (text.clone(), had.remove(text).unwrap_or_default())).collect();
                let text = serde_json::to_string_pretty(&had).expect("JSON") + "\n";
                fs::write(&file, text).expect("the catalogue is written");
            }
            let lacking: Texts =
                texts.iter().filter(|text| had.get(*text).is_none_or(String::is_empty)).cloned().collect();
            let sources = if lacking.is_empty() { Vec::new() } else { collect::contents(part) };
            faults.extend(lacking.iter().map(|text| {
                let source = collect::source_of(text, &sources).unwrap_or("a description");
                format!("{} has no translation of {text:?}, from {source}", file.display())
            }));
            let unsaid = had.keys().filter(|text| !texts.contains(*text));
            faults.extend(unsaid.map(|text| format!("{} has an unused text: {text:?}", file.display())));
        }
    }
    let advice = if mending() { "These are in the files now, and empty: translate them." } else { MEND };
    assert!(faults.is_empty(), "{}\n{advice}", faults.join("\n"));
}

#[test]
fn every_text_that_is_shown_is_in_the_catalogues() {
    in_own_process("words::every_text_that_is_shown_is_in_the_catalogues", || {
        let dotted =
            |texts: Texts| texts.into_iter().map(|text| (text.clone(), Json::from(played::dotted(&text)))).collect();
        text::speak(parts().into_iter().map(|(_, texts)| dotted(texts)).collect());
        let unknown: Texts = played().flat_map(played::unknown).collect();
        assert!(
            unknown.is_empty(),
            "Texts are shown that this test did not find in the sources: {unknown:#?}\nWords that could be ids are found only \
             within `text!(…)` and `term(…)`: write `text!(\"mounted\")`, not `\"mounted\".into()`.",
        );
    });
}

#[test]
fn translations_keep_the_gaps() {
    for (file, catalogue) in translations() {
        // Empty translations are still missing. Another test lists them.
        for (english, translated) in catalogue.iter().filter(|(_, translated)| !translated.is_empty()) {
            assert_eq!(gaps(english), gaps(translated), "{}: {english:?}: gaps stay as they are named", file.display());
        }
    }
}

/// English participles have no plural, but French ones do: "1 transféré", "2 transférés".
#[test]
fn french_participles_after_a_number_have_both_forms() {
    const PARTICIPLES: [&str; 8] =
        ["transferred", "stunned", "fallen", "driven", "knocked", "taken", "wounded", "loaded"];
    let mut checked = 0;
    for (file, catalogue) in translations().into_iter().filter(|(file, _)| file.starts_with("public/lang/fr")) {
        for (english, translated) in &catalogue {
            let after = english.split_once("{n} ").map_or("", |(_, rest)| rest);
            let after = ["of {all} ", "not "].iter().fold(after, |rest, word| rest.strip_prefix(word).unwrap_or(rest));
            let first = after.split(|letter: char| !letter.is_alphabetic()).next();
            if first.is_some_and(|word| PARTICIPLES.contains(&word)) {
                checked += 1;
                assert!(translated.contains("{n|"), "{}: {english:?}: {translated:?}", file.display());
            }
        }
    }
    assert!(checked >= 8, "only {checked} texts");
}

/// French has a space before some punctuation marks. The line must not break there.
#[test]
fn french_punctuation_stays_with_its_word() {
    const NO_BREAK_SPACE: char = '\u{a0}';
    let is_before = |letter: char| ";:!?»%".contains(letter);
    for (file, catalogue) in translations().into_iter().filter(|(file, _)| file.starts_with("public/lang/fr")) {
        // The rule for plurals is a key, not a text.
        for translated in catalogue.values().filter(|translated| *translated != text::MANY_FROM_2) {
            let letters: Vec<char> = translated.chars().collect();
            let is_loose = letters.windows(2).any(|pair| {
                is_before(pair[1]) && pair[0] != NO_BREAK_SPACE || pair[0] == '«' && pair[1] != NO_BREAK_SPACE
            });
            assert!(!is_loose, "{}: {translated:?}: a no-break space belongs there", file.display());
        }
    }
}

/// A name can be a plural or begin with an article, which French would decline: "Les Habits bleus tirent", "du Roi". So sentences of the
/// rulesets have neither a verb after a name nor "de" or "à" before it.
#[test]
fn french_sentences_need_not_agree_with_a_name() {
    const NAMES: [&str; 22] = [
        "a1",
        "attacker 1",
        "b1",
        "charger",
        "defender 1",
        "enemy",
        "fighter 1",
        "general",
        "group",
        "loser",
        "name",
        "names",
        "opponent 1",
        "other",
        "others",
        "shooter",
        "side",
        "target",
        "unit",
        "victor",
        "who",
        "winner",
    ];
    const MAY_FOLLOW: [&str; 9] = ["à", "au", "avec", "contre", "et", "par", "pour", "sans", "sur"];
    let is_name = |gap: &str| NAMES.contains(&gap) || gap.starts_with("side ") || gap.starts_with("Side ");
    let mut checked = 0;
    for ruleset in played() {
        for translated in catalogue(&Path::new("public/lang/fr").join(ruleset.named.id).with_extension("json")).values()
        {
            let pieces: Vec<&str> = translated.split(['{', '}']).collect();
            // Every second piece is a gap.
            for around in pieces.windows(3).step_by(2).filter(|around| is_name(around[1])) {
                let [before, _, after] = around else { continue };
                let last = before.split_whitespace().last().filter(|_| before.ends_with(' '));
                let next = after
                    .split_whitespace()
                    .next()
                    .filter(|word| after.starts_with(' ') && word.chars().all(char::is_alphabetic));
                let is_pair = last == Some("et");
                let agrees = next.is_some_and(|word| !is_pair && !MAY_FOLLOW.contains(&word));
                assert!(!agrees && last != Some("de") && last != Some("à"), "{}: {translated:?}", ruleset.named.id);
                checked += 1;
            }
        }
    }
    assert!(checked > 200, "only {checked} names");
}

/// On a page of a ruleset, its words are shown rather than those of the app. Words of the app that mean something else there have to be among
/// these.
#[test]
fn the_app_and_the_rulesets_translate_the_same_words_alike() {
    /// Words of the app that a ruleset translates differently, and why that is not seen, or does no harm.
    const DIFFERENT: [(&str, &str); 8] = [
        ("Back", "Arquebusier: a direction. It can stand on the button, too"),
        ("Broke", "Pike & Shot: a mark. The column is on a page of no ruleset"),
        ("Change", "Pike & Shot: heads a table. It can stand on the button, too"),
        ("Its side", "Arquebusier: an edge. The app names sides"),
        ("Light", "Pike & Shot: a gun. The colours are on a page of no ruleset"),
        ("Open", "Pike & Shot: an order. The button is on a page of no ruleset"),
        ("Reload", "a phase and an action. It can stand on the button, too"),
        ("Side", "Arquebusier: an edge or a side"),
    ];
    let of = |part: &str| catalogue(&Path::new("public/lang/fr").join(part).with_extension("json"));
    let mut found = BTreeMap::new();
    for ruleset in played() {
        let own = of(ruleset.named.id);
        for (english, translated) in ["app", "engine"].into_iter().flat_map(of) {
            if let Some(own) = own.get(&english).filter(|own| **own != translated) {
                found.insert(english, format!("{translated:?}, in {}: {own:?}", ruleset.named.id));
            }
        }
    }
    for (english, words) in &found {
        assert!(DIFFERENT.iter().any(|(word, _)| word == english), "{english:?} is {words}");
    }
    for (english, why) in DIFFERENT {
        assert!(found.contains_key(english), "{english:?} is the same everywhere ({why})");
    }
}

/// The page shows one line before the app can translate it.
#[test]
fn the_line_shown_before_the_app_is_translated() {
    const LINE: &str = "A referee beside the table, for pike and shot";
    let read = |file: &str| fs::read_to_string(file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let (page, style, script) = (read("index.html"), read("style/home.css"), read("public/page/theme.js"));
    assert!(page.contains(&format!("<p lang=\"en-GB\">{LINE}</p>")), "index.html: English");
    for language in languages() {
        let id = language.file_name().and_then(|name| name.to_str()).expect("the id of a language");
        let line = &catalogue(&language.join("app.json"))[LINE];
        assert!(page.contains(&format!("<p lang=\"{id}\">{line}</p>")), "index.html: {id}");
        assert!(style.contains(&format!(".masthead > [lang='{id}']")), "style/home.css: {id}");
        assert!(script.contains(&format!("\"language\":\"{id}\"")), "public/page/theme.js: {id}");
    }
}

fn translations() -> Vec<(PathBuf, Catalogue)> {
    let files = languages().into_iter().flat_map(|language| {
        let parts = fs::read_dir(language).expect("parts");
        parts.map(|entry| entry.expect("a part").path())
    });
    files.map(|file| (file.clone(), catalogue(&file))).collect()
}

/// Returns the names of the gaps in a template.
fn gaps(template: &str) -> Texts {
    let named = template.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    named.map(|(name, _)| name.split('|').next().unwrap_or(name).to_owned()).collect()
}
