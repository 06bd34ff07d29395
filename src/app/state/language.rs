//! The language that the app speaks. English is what it is written in; another language is a folder of catalogues that is
//! fetched before anything is shown, and only if it was chosen.
//!
//! The service worker keeps the catalogues of the chosen language, and those that it has once given out: see `public/sw.js`.

use super::preferences::preferred_unopened;
use super::{AppState, LANGUAGE};
use crate::app::platform::{fetch, navigator};
use crate::app::state::rulesets;
use drumhead::core::text;
use leptos::prelude::{document, window};
use serde_json::{Map, Value as Json};

/// A language, in its own words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// Its id, as it is saved.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// An offer to read in it.
    pub offer: &'static str,
}

/// The language that Drumhead is written in.
const ENGLISH: Language = Language { id: "en", name: "English", offer: "Read in English" };
/// The languages that it speaks.
pub const LANGUAGES: [Language; 2] = [ENGLISH, Language { id: "fr", name: "Français", offer: "Lire en français" }];

/// The language that the player chose, if it is another than English.
fn chosen() -> Option<Language> {
    known(&preferred_unopened(LANGUAGE)?).filter(|language| *language != ENGLISH)
}

fn known(id: &str) -> Option<Language> {
    LANGUAGES.into_iter().find(|language| language.id == id)
}

/// Chooses a language. The page begins anew: what is on it is saved.
pub fn choose(app: AppState, language: Language) {
    app.prefer(LANGUAGE, Some(language.id.into()));
    // If the browser refuses, the language changes when the page is next opened.
    let _ = window().location().reload();
}

/// The language that the player chose, else English.
pub fn spoken(app: AppState) -> Language {
    known(&app.preferred_word(LANGUAGE)).unwrap_or(ENGLISH)
}

/// Another language that the browser's user reads, as long as none was chosen.
pub fn offered(app: AppState) -> Option<Language> {
    let browser = navigator::language();
    let read = known(browser.split('-').next()?)?;
    (app.preferred(LANGUAGE).is_none() && read != ENGLISH).then_some(read)
}

/// Speaks the language that the player chose. False if some of it could not be fetched, and is English.
pub async fn speak() -> bool {
    let Some(language) = chosen() else { return true };
    if let Some(root) = document().document_element() {
        // If the page takes no language, screen readers read it as English.
        let _ = root.set_attribute("lang", language.id);
    }
    let (whole, catalogues) = fetch(language.id).await;
    text::speak(catalogues);
    whole
}

/// The folder of the chosen language's catalogues, next to the page; `None` for English, which needs none.
pub fn folder() -> Option<String> {
    chosen().map(|language| format!("lang/{}/", language.id))
}

/// The catalogues of a language, and whether all of them came.
async fn fetch(language: &str) -> (bool, Vec<Map<String, Json>>) {
    let parts = ["app", "engine"].into_iter().chain(rulesets::LIST.iter().map(|ruleset| ruleset.id));
    // All are on their way before the first is waited for.
    let requests: Vec<_> = parts.map(|part| fetch::request(&format!("lang/{language}/{part}.json"))).collect();
    let (mut whole, mut catalogues) = (true, Vec::new());
    for part in requests {
        let catalogue = fetch::text_of(part).await.and_then(|text| serde_json::from_str(&text).ok());
        whole &= catalogue.is_some();
        catalogues.extend(catalogue);
    }
    (whole, catalogues)
}
