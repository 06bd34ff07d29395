//! Checks of scenarios. Input from outside is checked for its limits; a page, a file of the library and the contract check everything.

use super::{Force, Scenario};
use crate::storage::roster;
use rules::refusal::{Refusal, bad_if};
use rules::registry::Registry;
use rules::ruleset::Ruleset;
use rules::scenario::{NAME_MAX, SENTENCE_MAX, TEXT_MAX, is_id};
use rules::subject::Subject;
use rules::text;
use rules::text::{SHORT, is_blank};

/// Greatest number of commands of a side.
const COMMANDS_MAX: usize = 24;

impl Scenario {
    /// Checks the whole scenario by itself and against its ruleset: names, ids, profiles, house rules, own rules and the course.
    ///
    /// # Errors
    /// The first fault, at its place: `sides[0].units[2].profile.pikes`.
    pub fn check(&self, registry: Registry) -> Result<(), Refusal> {
        self.check_plan(registry)?;
        let Some(ruleset) = registry.find(&self.ruleset) else { return Ok(()) };
        for (index, side) in self.sides.iter().enumerate() {
            check_profiles(ruleset, side).map_err(|refusal| refusal.at_index(index).within("sides"))?;
        }
        Ok(())
    }

    /// Checks all but the profiles of sides and units, which the pages of the armies check.
    ///
    /// # Errors
    /// The first fault, at its place: `course.events[0].rows[0].text`.
    pub fn check_plan(&self, registry: Registry) -> Result<(), Refusal> {
        let ruleset = registry.find(&self.ruleset);
        let ruleset = ruleset.ok_or_else(|| Refusal::bad("ruleset", "These rules are not here."))?;
        bad_if(is_blank(&self.name), "name", "A scenario has a name.")?;
        self.check_lengths()?;
        self.check_ids()?;
        self.check_rulings(ruleset)?;
        self.own_rules.check_for(ruleset).map_err(|refusal| refusal.within("own_rules"))?;
        self.check_agreed(ruleset)?;
        for (index, side) in self.sides.iter().enumerate() {
            let named = bad_if(is_blank(&side.name), "name", "A side has a name.");
            named.map_err(|refusal| refusal.at_index(index).within("sides"))?;
        }
        let course = self.course.check();
        let course = course.and_then(|()| self.course.check_for(ruleset, &self.own_rules, &self.army()));
        course.map_err(|refusal| refusal.within("course"))
    }

    fn check_lengths(&self) -> Result<(), Refusal> {
        let texts = [
            (&self.name, "name", NAME_MAX),
            (&self.date, "date", NAME_MAX),
            (&self.place, "place", NAME_MAX),
            (&self.line, "line", SENTENCE_MAX),
            (&self.text, "text", TEXT_MAX),
        ];
        texts.into_iter().try_for_each(|(text, at, most)| length(text, at, most))?;
        for (index, side) in self.sides.iter().enumerate() {
            let names = side.commands.iter().enumerate().map(|(nth, command)| {
                let checked = length(&command.name, "name", NAME_MAX);
                let checked = checked.and_then(|()| length(&command.general, "general", NAME_MAX));
                checked.map_err(|refusal| refusal.at_index(nth).within("commands"))
            });
            let checked = length(&side.name, "name", NAME_MAX).and_then(|()| names.collect());
            checked
                .and_then(|()| length(&side.short, "short", SHORT))
                .map_err(|refusal| refusal.at_index(index).within("sides"))?;
        }
        Ok(())
    }

    /// Checks the ids of units and commands: their form, and that they differ. Units have commands of their own side.
    ///
    /// # Errors
    /// The first fault, at its place.
    pub fn check_ids(&self) -> Result<(), Refusal> {
        let (mut units, mut commands): (Vec<&str>, Vec<&str>) = (Vec::new(), Vec::new());
        for (index, side) in self.sides.iter().enumerate() {
            let within = |refusal: Refusal| refusal.at_index(index).within("sides");
            let too_many = side.commands.len() > COMMANDS_MAX;
            bad_if(too_many, "commands", text!("At most {n}.", n = COMMANDS_MAX)).map_err(within)?;
            for (nth, command) in side.commands.iter().enumerate() {
                let checked = new_id(&command.id, &mut commands)
                    .and_then(|()| bad_if(is_blank(&command.name), "name", "A command has a name."));
                checked.map_err(|refusal| within(refusal.at_index(nth).within("commands")))?;
            }
            for (nth, unit) in side.units.iter().enumerate() {
                let has_command =
                    unit.command.is_empty() || side.commands.iter().any(|command| command.id == unit.command);
                let checked = new_id(&unit.id, &mut units)
                    .and_then(|()| bad_if(!has_command, "command", "There is no such command."));
                checked.map_err(|refusal| within(refusal.at_index(nth).within("units")))?;
            }
        }
        Ok(())
    }

    fn check_rulings(&self, ruleset: &Ruleset) -> Result<(), Refusal> {
        for (field, value) in &self.rulings {
            let switches = ruleset.texts.rulings.iter().filter_map(|ruling| ruling.switch.as_ref());
            let switch = switches.into_iter().find(|switch| switch.field == field);
            let switch = switch.ok_or_else(|| Refusal::bad(field.as_str(), "There is no such ruling."));
            let checked = switch.and_then(|switch| {
                let is_choice = switch.values.iter().any(|choice| *value == choice.id);
                bad_if(!is_choice, field, "There is no such choice.")
            });
            checked.map_err(|refusal| refusal.within("rulings"))?;
        }
        Ok(())
    }

    /// Checks the trackers of the battle at the start. Own rules and the trackers of the course are not among them.
    fn check_agreed(&self, ruleset: &'static Ruleset) -> Result<(), Refusal> {
        for (key, value) in &self.agreed {
            let mut trackers = ruleset.trackers.battle.iter().chain(ruleset.common_trackers());
            let tracker = trackers.find(|tracker| tracker.id == key && key != rules::own::OWN_RULES.id());
            let tracker = tracker.ok_or_else(|| Refusal::bad(key.as_str(), "It has no such tracker."));
            let checked = tracker.and_then(|tracker| {
                let fits = tracker.can_hold(value, &Subject::Battle, &rules::table::Table::default());
                bad_if(!fits, key, "It cannot hold this.")
            });
            checked.map_err(|refusal| refusal.within("agreed"))?;
        }
        Ok(())
    }
}

fn length(text: &str, at: &str, most: usize) -> Result<(), Refusal> {
    bad_if(text.chars().count() > most, at, text!("A text has at most {n} letters.", n = most))
}

fn new_id<'a>(id: &'a str, ids: &mut Vec<&'a str>) -> Result<(), Refusal> {
    bad_if(!is_id(id), "id", "This cannot be an id.")?;
    bad_if(ids.contains(&id), "id", "There is one with this id already.")?;
    ids.push(id);
    Ok(())
}

fn check_profiles(ruleset: &Ruleset, side: &Force) -> Result<(), Refusal> {
    match ruleset.rosters.side_profile {
        Some(form) => form.check(&side.profile).map_err(|refusal| refusal.within("profile"))?,
        None => bad_if(!side.profile.is_empty(), "profile", "There is no such field.")?,
    }
    for (nth, unit) in side.units.iter().enumerate() {
        let checked = roster::check(ruleset, &unit.profile);
        checked.map_err(|refusal| refusal.within("profile").at_index(nth).within("units"))?;
    }
    Ok(())
}
