//! The language of the app. The sources are in English. Another language is a folder of catalogues, which is fetched before the app is shown,
//! and only if it was chosen.
//!
//! The service worker caches the catalogues of the chosen language, and of languages that were chosen before: see `public/sw.js`.

use super::preferences::preferred_unopened;
use super::route::Route;
use super::{AppState, LANGUAGE};
use crate::app::platform::{fetch, navigator};
use crate::app::state::rulesets;
use leptos::prelude::{WithUntracked, document, untrack, window};
use rules::text;
use serde_json::{Map, Value as Json};

/// A language, with texts in it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Language {
    /// The saved id.
    pub id: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The offer to switch to it.
    pub offer: &'static str,
}

/// The language of the sources.
const ENGLISH: Language = Language { id: "en", name: "English", offer: "Read in English" };
/// All languages of the app.
pub const LANGUAGES: [Language; 2] = [ENGLISH, Language { id: "fr", name: "Français", offer: "Lire en français" }];

/// The language that the player has chosen, unless it is English.
fn chosen() -> Option<Language> {
    known(&preferred_unopened(LANGUAGE)?).filter(|language| *language != ENGLISH)
}

fn known(id: &str) -> Option<Language> {
    LANGUAGES.into_iter().find(|language| language.id == id)
}

/// Chooses a language and reloads the page, whose contents are saved.
pub fn choose(app: AppState, language: Language) {
    app.prefer(LANGUAGE, Some(language.id.into()));
    // If the reload fails, the language changes when the page is next opened.
    let _ = window().location().reload();
}

/// The language that the player has chosen, else English.
pub fn current(app: AppState) -> Language {
    known(&app.preferred_word(LANGUAGE)).unwrap_or(ENGLISH)
}

/// A language of the browser's user other than English, if the player has not chosen any.
pub fn offered(app: AppState) -> Option<Language> {
    let browser = navigator::language();
    let read = known(browser.split('-').next()?)?;
    (app.preferred(LANGUAGE).is_none() && read != ENGLISH).then_some(read)
}

/// Fetches and applies the chosen language. False if a part could not be fetched, so that its texts stay English.
pub async fn apply() -> bool {
    let Some(language) = chosen() else { return true };
    if let Some(root) = document().document_element() {
        // If this fails, screen readers read the page as English.
        let _ = root.set_attribute("lang", language.id);
    }
    let (whole, catalogues) = fetch(language.id).await;
    text::speak(catalogues);
    whole
}

/// The folder of the chosen language's catalogues, relative to the page; `None` for English.
pub fn folder() -> Option<String> {
    chosen().map(|language| format!("lang/{}/", language.id))
}

/// Catalogues that do not belong to a ruleset. They come before those of the rulesets.
const COMMON: [&str; 2] = ["app", "engine"];

/// Prefers the words of a page's ruleset. On pages of no ruleset, the words of the app come first.
pub fn lead(app: AppState, place: &Route) {
    let index = |id: String| rulesets::LIST.iter().position(|ruleset| ruleset.id == id);
    text::lead(ruleset_of(app, place).and_then(index).map(|index| COMMON.len() + index));
}

/// Prefers the words of a ruleset, on a page where players choose one.
pub fn lead_by(ruleset: &str) {
    text::lead(rulesets::LIST.iter().position(|named| named.id == ruleset).map(|index| COMMON.len() + index));
}

/// The id of the ruleset whose words a page shows; `None` if it is not about one ruleset.
fn ruleset_of(app: AppState, place: &Route) -> Option<String> {
    match place {
        Route::Rules { ruleset, .. }
        | Route::Quick { ruleset, .. }
        | Route::Sample { ruleset }
        | Route::Guide { ruleset } => Some(ruleset.clone()),
        Route::Roster { roster, .. } => untrack(|| app.roster(roster)).map(|roster| roster.ruleset),
        // The id of a scenario of the library begins with that of its ruleset.
        Route::Scenario { scenario, .. } => match scenario.split_once('-') {
            Some((ruleset, _)) => Some(ruleset.to_owned()),
            None => app.storage.scenarios.with_untracked(|scenarios| {
                scenarios.iter().find(|saved| saved.id == *scenario).map(|saved| saved.value.ruleset.clone())
            }),
        },
        Route::Battle { battle, .. } => app.storage.battles.with_untracked(|battles| {
            battles.iter().find(|saved| saved.id == *battle).map(|saved| saved.value.ruleset.clone())
        }),
        _ => None,
    }
}

/// The catalogues of a language, and whether all could be fetched. One that could not be fetched is empty.
async fn fetch(language: &str) -> (bool, Vec<Map<String, Json>>) {
    let parts = COMMON.into_iter().chain(rulesets::LIST.iter().map(|ruleset| ruleset.id));
    // Requests all files before it waits for the first.
    let requests: Vec<_> = parts.map(|part| fetch::request(&format!("lang/{language}/{part}.json"))).collect();
    let (mut whole, mut catalogues) = (true, Vec::new());
    for part in requests {
        let catalogue = fetch::text_of(part).await.and_then(|text| serde_json::from_str(&text).ok());
        whole &= catalogue.is_some();
        catalogues.push(catalogue.unwrap_or_default());
    }
    (whole, catalogues)
}
