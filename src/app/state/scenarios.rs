//! The saved scenarios and those of the library: adding, changing, copying, removing and playing them.

use super::{AppState, Saved, load};
use crate::app::platform::clock::{new_id, new_seed};
use crate::app::platform::local_storage;
use crate::app::platform::signals::set_if_changed;
use crate::app::state::notice::Notice;
use crate::app::state::rulesets;
use exchange::share::Shared;
use exchange::storage::scenario::{Scenario, play};
use exchange::storage::{Bundle, Key, Opened, envelope, limits};
use leptos::prelude::*;
use rules::text;
use rules::text::say;

impl AppState {
    /// Reads the scenarios, sorted by name.
    pub(super) fn read_scenarios(self) {
        let saved = |key: Key| {
            let Key::Scenario(id) = &key else { return None };
            let opened: Opened<Scenario> = load(&key)?;
            Some(Saved { id: id.clone(), value: opened.value, touched: 0.0, read_only: opened.newer })
        };
        let mut scenarios: Vec<_> = local_storage::keys().into_iter().filter_map(saved).collect();
        sort(&mut scenarios);
        set_if_changed(self.storage.scenarios, scenarios);
    }

    /// The scenario with this id: a saved one, or one of the library, which is read only.
    pub fn scenario(self, id: &str) -> Option<Saved<Scenario>> {
        let saved = self.storage.scenarios.with(|all| all.iter().find(|saved| saved.id == id).cloned());
        saved.or_else(|| {
            let value = Scenario::of_library(rulesets::registry(), id)?;
            Some(Saved { id: id.to_owned(), value, touched: 0.0, read_only: true })
        })
    }

    /// Adds a scenario under a name that no other scenario has, and returns its id. `None`, with a notice, if it exceeds a limit.
    pub fn add_scenario(self, scenario: Scenario) -> Option<String> {
        let names = self.scenario_names();
        let scenario = if names.contains(&scenario.name) { scenario.copied(&names) } else { scenario };
        if limits::scenario(rulesets::registry(), &scenario).is_err() {
            self.notice.set(Some(Notice::new(too_much(&scenario))));
            return None;
        }
        let id = new_id();
        self.save(&Key::Scenario(id.clone()), &scenario);
        set_if_changed(self.storage.has_prepared, true);
        let saved = Saved { id: id.clone(), value: scenario, touched: 0.0, read_only: false };
        self.storage.scenarios.update(|scenarios| {
            scenarios.push(saved);
            sort(scenarios);
        });
        Some(id)
    }

    /// Adds a copy of a scenario, which can be changed whatever the scenario is. Returns its id.
    pub fn copy_scenario(self, scenario: &Scenario) -> Option<String> {
        self.add_scenario(Scenario { for_players: false, sample: false, ..scenario.clone() })
    }

    /// Changes a saved scenario, and saves it.
    ///
    /// # Errors
    /// The reason in words if the change would leave a fault. Nothing has changed then.
    pub fn change_scenario(self, id: &str, change: impl FnOnce(&mut Scenario)) -> Result<(), String> {
        let held = self.storage.scenarios.with_untracked(|all| all.iter().position(|saved| saved.id == id));
        let Some(index) = held else {
            return Err(say("This scenario was deleted in another tab. Nothing has changed.").to_owned());
        };
        let before = self.storage.scenarios.with_untracked(|all| all[index].clone());
        if before.read_only {
            self.refuse_newer();
            return Ok(());
        }
        let mut changed = before.value.clone();
        change(&mut changed);
        if changed == before.value {
            return Ok(());
        }
        let registry = rulesets::registry();
        let fault = changed.check_plan(registry).err();
        let is_within = limits::scenario(registry, &changed).is_ok();
        // A scenario from elsewhere may have a fault. It can be edited until the fault is gone.
        if let Some(fault) = fault.filter(|_| !is_within || before.value.check_plan(registry).is_ok()) {
            return Err(fault.message.to_string());
        }
        if !is_within {
            return Err(too_much(&changed));
        }
        self.storage.scenarios.update(|all| {
            self.save(&Key::Scenario(id.to_owned()), &changed);
            all[index].value = changed;
        });
        Ok(())
    }

    /// Makes a change that loses something. The notice offers to undo it, until the scenario is changed again.
    pub fn offer_scenario_undo(self, id: &str, words: String, change: impl FnOnce()) {
        let current = move |id: &str| untrack(|| self.scenario(id)).map(|saved| saved.value);
        let before = current(id);
        change();
        let after = current(id);
        let Some(before) = before.filter(|before| after.as_ref() != Some(before)) else { return };
        let id = id.to_owned();
        let undo = move || {
            let restored =
                current(&id) == after && self.change_scenario(&id, |scenario| *scenario = before.clone()).is_ok();
            if !restored {
                self.notice.set(Some(Notice::new(say("Not undone: it has changed since."))));
            }
        };
        self.notice.set(Some(Notice::new(words).undo(undo)));
    }

    /// Removes a scenario. The notice offers to restore it.
    pub fn remove_scenario(self, id: &str) {
        let held = self.storage.scenarios.with_untracked(|all| all.iter().find(|saved| saved.id == id).cloned());
        if let Some(saved) = held {
            self.remove_part(&Key::Scenario(id.to_owned()), &saved.value.name);
        }
    }

    /// Begins a battle of a scenario with fresh dice, and returns the id of the battle. `id` is that of the scenario. `None`, with a notice, if
    /// the scenario has a fault.
    pub fn play_scenario(self, id: &str, scenario: &Scenario) -> Option<String> {
        let refuse = |words: String| self.notice.set(Some(Notice::new(words)));
        let Some(ruleset) = rulesets::find(&scenario.ruleset) else {
            refuse(say("Drumhead does not have these rules.").to_owned());
            return None;
        };
        if let Err(refusal) = scenario.check(rulesets::registry()) {
            let why = refusal.message.to_string();
            let words = text!("The scenario has a fault, so it cannot be played yet. {why}", why = why);
            refuse(words.to_string());
            return None;
        }
        let key = Key::Scenario(id.to_owned());
        let revision = local_storage::read(&key).map_or(1, |text| envelope::revision(&text));
        let (header, changes) = play(ruleset, (&Scenario::key_id(id), revision), scenario, new_seed());
        self.begin(ruleset, header, changes)
    }

    /// The texts with which a scenario is shared, and their key; for players without the texts of the game master. `None` if it is not on
    /// this device, or a newer Drumhead saved it.
    pub fn shared_scenario(self, id: &str, for_players: bool) -> Option<(Key, Bundle)> {
        let held = untrack(|| self.scenario(id))?;
        let key = Key::Scenario(id.to_owned());
        if local_storage::has(&key) && !for_players {
            return Some((key.clone(), local_storage::all().part(&key)));
        }
        let revision = local_storage::read(&key).map_or(1, |text| envelope::revision(&text));
        let value = if for_players { held.value.for_players() } else { held.value };
        let id = Scenario::key_id(id);
        let bundle = Shared::Scenario(id.clone(), revision, Box::new(value)).bundle().ok()?;
        Some((Key::Scenario(id), bundle))
    }

    fn scenario_names(self) -> Vec<String> {
        self.storage.scenarios.with_untracked(|all| all.iter().map(|saved| saved.value.name.clone()).collect())
    }
}

fn sort(scenarios: &mut [Saved<Scenario>]) {
    scenarios.sort_by(|one, other| (&one.value.name, &one.id).cmp(&(&other.value.name, &other.id)));
}

/// The reason why a scenario exceeds a limit.
fn too_much(scenario: &Scenario) -> String {
    if scenario.sides.iter().any(|side| side.units.len() > limits::UNITS) {
        text!("A side has {n} units at most.", n = limits::UNITS).to_string()
    } else {
        say("This is more than a scenario can hold. Nothing has changed.").to_owned()
    }
}
