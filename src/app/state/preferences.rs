//! Preferences by name. Unknown names stay unchanged: those of a newer Drumhead, and `units`, with which version 1.0.0 showed units as cards.

use super::{AppState, load};
use crate::app::platform::signals::update_if_changed;
use crate::app::platform::{screen, vibration};
use exchange::storage::{Key, Opened};
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// The language: `en` or `fr`. The default is English.
pub const LANGUAGE: &str = "language";
/// The theme: `light`, `dark` or `sun`. The default is the device's.
pub const THEME: &str = "theme";
/// The text size, in percent of the device's: one of [`TEXT_SIZES`]. The default is the device's.
pub const TEXT_SIZE: &str = "text";
/// The text sizes that can be chosen besides the device's.
pub const TEXT_SIZES: [&str; 2] = ["125", "150"];
/// Keep the screen on while a battle is open. Defaults to true.
pub const WAKE_LOCK: &str = "awake";
/// Single keys work controls. Defaults to true.
pub const SHORTCUTS: &str = "shortcuts";
/// Vibrate on an act. Defaults to true.
pub const VIBRATE: &str = "tremble";
/// Ids of guided battles.
pub const GUIDES: &str = "guides";
/// For each battle, the last end of a phase whose automatic changes the players have seen.
pub const SEEN: &str = "seen";
/// The dismissed hints.
pub const HINTS: &str = "hints";

/// The value of a preference, before the state of the app is read.
pub fn preferred_unopened(name: &str) -> Option<String> {
    let saved: Opened<Map<String, Json>> = load(&Key::Settings)?;
    saved.value.get(name)?.as_str().map(str::to_owned)
}

impl AppState {
    /// A preference. The caller follows it.
    pub fn preferred(self, name: &str) -> Option<Json> {
        self.settings.preferences.with(|all| all.get(name).cloned())
    }

    /// The value of a preference; empty if it is not set.
    pub fn preferred_word(self, name: &str) -> String {
        self.preferred(name).and_then(|word| word.as_str().map(str::to_owned)).unwrap_or_default()
    }

    /// True unless a preference is switched off.
    pub fn wants(self, name: &str) -> bool {
        self.preferred(name) != Some(Json::Bool(false))
    }

    /// Sets a preference; an empty value restores the default.
    pub fn prefer(self, name: &str, what: Option<Json>) {
        update_if_changed(self.settings.preferences, |all| {
            match what {
                Some(what) => all.insert(name.to_owned(), what),
                None => all.remove(name),
            };
        });
        self.save(&Key::Settings, &self.settings.preferences.get_untracked());
        self.apply_appearance();
    }

    /// Vibrates, unless the player has switched this off.
    pub fn vibrate(self, milliseconds: u32) {
        if untrack(|| self.wants(VIBRATE)) {
            vibration::vibrate(milliseconds);
        }
    }

    /// True if a hint is still to be shown.
    pub fn hints_at(self, hint: &str) -> bool {
        self.preferred(HINTS)
            .is_none_or(|read| read.as_array().is_none_or(|read| !read.iter().any(|name| name == hint)))
    }

    /// Dismisses a hint.
    pub fn put_hint_away(self, hint: &str) {
        if untrack(|| self.hints_at(hint)) {
            let mut read =
                untrack(|| self.preferred(HINTS)).and_then(|read| read.as_array().cloned()).unwrap_or_default();
            read.push(hint.into());
            self.prefer(HINTS, Some(read.into()));
        }
    }

    /// Dismisses all hints.
    pub fn put_hints_away(self) {
        for hint in ["table", "resolve"] {
            self.put_hint_away(hint);
        }
    }

    pub(super) fn read_preferences(self) {
        let saved: Option<Opened<Map<String, Json>>> = load(&Key::Settings);
        let preferences = saved.map(|opened| opened.value).unwrap_or_default();
        if self.settings.preferences.with_untracked(|held| *held != preferences) {
            self.settings.preferences.set(preferences);
            self.apply_appearance();
        }
    }

    /// Applies the theme and the text size.
    fn apply_appearance(self) {
        let theme = untrack(|| self.preferred_word(THEME));
        screen::set_theme(&theme);
        screen::set_text_size(&untrack(|| self.preferred_word(TEXT_SIZE)));
    }
}
