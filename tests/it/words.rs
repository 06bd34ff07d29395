//! Checks the translations: `public/lang/<language>/<part>.json` maps each English text to its translation.
//!
//! The English is collected from the sources, so there is no list of it that could be out of date. Every language must have
//! every text that players may read, and no others. `MEND_WORDS=1 cargo test --test it words` updates the files.

mod collect;
mod played;
mod scan;

use crate::own_process::in_own_process;
use collect::Texts;
use rules::ruleset::Ruleset;
use rules::text;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::{env, fs};
use test_rulesets as rulesets;

/// Translations by their English text.
type Catalogue = BTreeMap<String, String>;

/// All rulesets but the one that the tests add, which has no players.
fn played() -> impl Iterator<Item = &'static Ruleset> {
    rulesets::ALL.iter().copied().filter(|ruleset| ruleset.named.id != rulesets::toy::NAMED.id)
}

/// Every part of a catalogue, with its English texts.
fn parts() -> Vec<(&'static str, Texts)> {
    let mut parts = vec![("app", collect::of_app()), ("engine", collect::of_engine())];
    parts.extend(played().map(|ruleset| (ruleset.named.id, collect::of_ruleset(ruleset))));
    parts
}

/// True if translations are to be updated rather than checked.
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
fn every_text_that_is_shown_was_found() {
    in_own_process("words::every_text_that_is_shown_was_found", || {
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
        // Those that are empty are still to be filled in: another test lists them.
        for (english, translated) in catalogue.iter().filter(|(_, translated)| !translated.is_empty()) {
            assert_eq!(gaps(english), gaps(translated), "{}: {english:?}: gaps stay as they are named", file.display());
        }
    }
}

/// English participles have no plural, and French ones have: "1 transféré", "2 transférés".
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

/// French sets a space before some punctuation, at which no line may break.
#[test]
fn french_punctuation_stays_with_its_word() {
    for (file, catalogue) in translations().into_iter().filter(|(file, _)| file.starts_with("public/lang/fr")) {
        for translated in catalogue.values() {
            let loose = [" ;", " :", " !", " ?", " %", " »", "« "].iter().find(|loose| translated.contains(**loose));
            assert_eq!(loose, None, "{}: {translated:?}: a no-break space belongs there", file.display());
        }
    }
}

/// The page shows a line before the app is there to translate it.
#[test]
fn the_first_paint_speaks_every_language() {
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

/// The names of the gaps in a template.
fn gaps(template: &str) -> Texts {
    let named = template.split('{').skip(1).filter_map(|rest| rest.split_once('}'));
    named.map(|(name, _)| name.split('|').next().unwrap_or(name).to_owned()).collect()
}
