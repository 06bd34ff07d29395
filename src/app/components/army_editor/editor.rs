//! The editor of an army: changes to the units of a roster, or of a side of a scenario.

use crate::app::state::notice::Notice;
use crate::app::state::route::router;
use crate::app::state::{AppState, app_state, move_by_one};
use exchange::storage::bin::Thing;
use exchange::storage::roster;
use exchange::storage::roster::Roster;
use leptos::prelude::*;
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::text;
use rules::text::{say, words};
use serde_json::{Map, Value as Json};

/// Units that are edited.
#[derive(Clone)]
pub enum Army {
    /// Those of a roster, by its id.
    Roster(String),
    /// Those of a side of a scenario, by its id.
    Scenario(String, Side),
}

/// The editor of an army.
#[derive(Clone, Copy)]
pub struct Editor {
    pub app: AppState,
    pub ruleset: &'static Ruleset,
    army: StoredValue<Army>,
    /// Index of the edited unit.
    pub editing: RwSignal<Option<usize>>,
    /// Index of a new unit of which nothing but its name and its kind has been entered.
    pub untouched: RwSignal<Option<usize>>,
}

impl Editor {
    /// Opens the editor for a page. Back closes the edited unit first.
    pub fn open(ruleset: &'static Ruleset, army: Army) -> Self {
        let editor = Self {
            app: app_state(),
            ruleset,
            army: StoredValue::new(army),
            editing: RwSignal::new(None),
            untouched: RwSignal::new(None),
        };
        // Leaving a unit means that it is finished.
        Effect::new(move |_| {
            if editor.editing.get() != editor.untouched.get_untracked() {
                editor.untouched.set(None);
            }
        });
        let edited = Signal::derive(move || editor.editing.get().map(|index| index.to_string()));
        let edit = move |to: Option<String>| editor.editing.set(to.and_then(|index| index.parse().ok()));
        router().close_by_back("unit", edited, edit);
        editor
    }

    /// The units, as a roster.
    pub fn roster(self) -> Roster {
        let roster = self.army.with_value(|army| match army {
            Army::Roster(id) => self.app.roster(id),
            Army::Scenario(id, side) => self.app.scenario(id).map(|saved| saved.value.roster(*side)),
        });
        roster.unwrap_or_default()
    }

    /// Changes the units. In a scenario, those that stay keep their ids and commands.
    pub fn change(self, change: impl FnOnce(&mut Roster)) {
        self.army.with_value(|army| match army {
            Army::Roster(id) => self.app.change_roster(id, change),
            Army::Scenario(id, side) => {
                let changed = self.app.change_scenario(id, |scenario| {
                    let mut roster = scenario.roster(*side);
                    change(&mut roster);
                    scenario.take_roster(*side, &roster);
                });
                if let Err(why) = changed {
                    self.app.notice.set(Some(Notice::new(why)));
                }
            }
        });
    }

    pub fn unit(self, index: usize) -> Map<String, Json> {
        self.roster().units.get(index).cloned().unwrap_or_default()
    }

    /// Adds a unit with the values of a preset. An empty preset gives the defaults.
    pub fn add(self, preset: &Map<String, Json>) {
        let count = untrack(|| self.roster().units.len());
        let plain = || format!("{} {}", words(self.ruleset.unit_noun), count + 1);
        let name = preset.get("name").and_then(Json::as_str).map_or_else(plain, str::to_owned);
        self.change(|roster| {
            let unit = roster::joining(self.ruleset, roster, &name, preset);
            roster.units.push(unit);
        });
        self.untouched.set(preset.is_empty().then_some(count));
        self.editing.set(Some(count));
    }

    /// Gives a unit the values of a preset, except its name.
    pub fn take(self, index: usize, preset: &Map<String, Json>) {
        self.change(|roster| {
            let Some(name) = roster.units.get(index).and_then(|unit| unit.get("name").cloned()) else { return };
            let mut unit = roster::joining(self.ruleset, roster, "", preset);
            unit.insert("name".into(), name);
            roster.units[index] = unit;
        });
        self.untouched.set(None);
    }

    /// Sets a value of a unit's profile. A flag that only one unit can have is removed from the others.
    pub fn set(self, index: usize, place: &str, value: Option<Json>) {
        let mut moved = None;
        if place != "name" && !self.ruleset.rosters.kinds.contains(&place) {
            self.untouched.set(None);
        }
        self.change(|roster| {
            if value == Some(Json::Bool(true)) {
                moved = roster::take_from_others(self.ruleset, roster, index, place);
            }
            if let Some(unit) = roster.units.get_mut(index) {
                roster::set_value(self.ruleset.profile, unit, place, value.as_ref());
            }
        });
        if let Some(message) = moved {
            self.app.notice.set(Some(Notice::new(message.to_string())));
        }
    }

    pub fn duplicate(self, index: usize) {
        self.change(|roster| {
            if let Some(mut copy) = roster.units.get(index).map(|unit| roster::copied_unit(self.ruleset, unit)) {
                let name = copy.get("name").and_then(Json::as_str).unwrap_or_default().to_owned();
                copy.insert("name".into(), roster::untaken_by_units(self.ruleset, roster, &name).into());
                roster.units.insert(index + 1, copy);
            }
        });
        self.editing.set(Some(index + 1));
    }

    pub fn remove(self, index: usize) {
        let unit = untrack(|| self.unit(index));
        let name = unit.get("name").and_then(Json::as_str).unwrap_or(say("The unit")).to_owned();
        let remove = || {
            self.change(|roster| {
                if index < roster.units.len() {
                    roster.units.remove(index);
                }
            });
            self.editing.set(None);
        };
        match self.army.get_value() {
            Army::Roster(roster) => {
                remove();
                self.app.unit_deleted(name, Thing::Unit { roster, place: index, profile: unit });
            }
            // The scenario may name the unit in its arrivals and points, so Undo restores all of it.
            Army::Scenario(id, _) => {
                let words = text!("“{name}” is deleted.", name = name).to_string();
                self.app.offer_scenario_undo(&id, words, remove);
            }
        }
    }

    pub fn shift(self, index: usize, down: bool) {
        self.change(|roster| {
            let mut order: Vec<usize> = (0..roster.units.len()).collect();
            move_by_one(&mut order, |other| *other == index, down);
            roster.units = order.iter().map(|index| roster.units[*index].clone()).collect();
        });
        self.editing.set(None);
    }
}
