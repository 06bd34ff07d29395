//! Scenarios made from rosters, from the page of a new battle and from battles; and the battle that plays a scenario.

use super::{Force, ForceUnit, Scenario, name_within};
use crate::storage::beginning;
use crate::storage::new_battle::Answers;
use crate::storage::roster::{self, Roster};
use battle::{Battle, Change, Command, Header, PlayedScenario, Side as BattleSide, State, Unit};
use rules::clock::{CLOCK, CLOCK_MINUTES};
use rules::dice::rng::Seed;
use rules::facts::{FactValue, Facts};
use rules::own::{OWN_RULES, OwnRules};
use rules::ruleset::{Control, Ruleset, Tracker};
use rules::secrecy::SECRECY;
use rules::subject::Side;
use serde_json::{Map, Value as Json};

/// Returns the header of a battle that plays a scenario, and the changes at its start. `id` and `revision` are those of the saved scenario.
/// The battle has its own copy of all that it uses.
pub fn play(
    ruleset: &'static Ruleset,
    (id, revision): (&str, u32),
    scenario: &Scenario,
    seed: Seed,
) -> (Header, Vec<Change>) {
    let side = |side: Side| {
        let force = &scenario.sides[side.index()];
        force.units.iter().map(move |unit| Unit {
            id: unit.id.clone(),
            side: side.index(),
            profile: roster::relevant(ruleset.profile, &unit.profile),
            command: unit.command.clone(),
        })
    };
    let units = Side::BOTH.into_iter().flat_map(side).collect();
    let mut header = Header::new(ruleset.named.id, &scenario.name, ["", ""], units, seed);
    header.rulings.clone_from(&scenario.rulings);
    header.sides = scenario.sides.each_ref().map(|force| BattleSide {
        name: force.name.clone(),
        short: force.short.clone(),
        profile: Map::new(),
        commands: force.commands.clone(),
    });
    header.scenario = Some(Box::new(PlayedScenario {
        id: id.to_owned(),
        revision,
        name: scenario.name.clone(),
        date: scenario.date.clone(),
        place: scenario.place.clone(),
        course: scenario.course.clone(),
    }));
    let taken = Side::BOTH.map(|side| Some(scenario.roster(side)));
    (header, beginning::known_at_once(ruleset, started(scenario), &taken))
}

/// Returns the trackers of the battle at the start, with the own rules.
fn started(scenario: &Scenario) -> Facts {
    let mut started = Facts::from(scenario.agreed.clone());
    if !scenario.own_rules.is_empty() {
        started.set(OWN_RULES.id(), scenario.own_rules.clone().write());
    }
    started
}

impl Scenario {
    /// Returns a scenario of two rosters. A side without a roster has no units. The own rules are those of the first roster that has some.
    pub fn of_rosters(ruleset: &'static Ruleset, name: &str, rosters: &[Option<Roster>; 2]) -> Self {
        let names = beginning::side_names(rosters);
        let force = |side: Side| {
            let roster = rosters[side.index()].as_ref();
            let force = roster.map(|roster| Force::of_roster(side, roster)).unwrap_or_default();
            Force { name: names[side.index()].clone(), ..force }
        };
        let own_rules = rosters.iter().flatten().map(|roster| &roster.own_rules).find(|rules| !rules.is_empty());
        let name = if name.is_empty() { beginning::name_of(&names) } else { name_within(name) };
        Self {
            ruleset: ruleset.named.id.to_owned(),
            name,
            own_rules: own_rules.cloned().unwrap_or_default(),
            sides: Side::BOTH.map(force),
            ..Self::default()
        }
    }

    /// Returns a scenario of the answers on the page of a new battle: the rosters, house rules, own rules and other agreements.
    pub fn of_answers(ruleset: &'static Ruleset, name: &str, rosters: &[Option<Roster>; 2], answers: &Answers) -> Self {
        let scenario = Self::of_rosters(ruleset, name, rosters);
        let own_rules = answers.started.get(OWN_RULES.id()).and_then(OwnRules::read);
        let mut agreed = answers.started.clone();
        agreed.remove(OWN_RULES.id());
        let own_rules = own_rules.unwrap_or(scenario.own_rules);
        Self { rulings: answers.rulings.clone(), own_rules, agreed, ..scenario }
    }

    /// Returns a battle as a scenario, with its units, own rules and agreements as they began. If it plays a scenario, the course is the
    /// same. `None` for an unknown ruleset.
    pub fn of_beginning(battle: &Battle) -> Option<Self> {
        let units = battle.header().units.iter().map(|unit| (unit.clone(), unit.profile.clone())).collect();
        Self::of_battle(battle, &beginning::state_at_start(battle), units)
    }

    /// Returns a battle as a scenario, with its units as they are now: those that joined are there, those that left are not, and counts such as
    /// figures and stands are the current ones. Units off the table arrive later, as before. Values that no profile has, such as orders and contacts,
    /// are lost. `None` for an unknown ruleset.
    pub fn of_table(battle: &Battle) -> Option<Self> {
        let (ruleset, state) = (battle.state().ruleset()?, battle.state());
        let profile = |unit: &Unit| {
            let mut profile = unit.profile.clone();
            let tracked = state.tracked(&unit.id);
            for field in ruleset.profile.fields.iter().filter(|field| field.id != "name") {
                let is_tracked = ruleset.trackers.unit.iter().any(|tracker| tracker.id == field.id);
                let now = tracked.and_then(|tracked| tracked.get(field.id)).filter(|_| is_tracked);
                let before = ruleset.mustered(&unit.profile);
                if let Some(now) = now.filter(|now| before.get(field.id) != Some(*now)) {
                    profile.insert(field.id.to_owned(), now.clone());
                }
            }
            // A loss that the form would refuse, such as a regiment without figures, is left out.
            if roster::check(ruleset, &profile).is_ok() { profile } else { unit.profile.clone() }
        };
        let units = state.units().map(|unit| (Unit::clone(unit), profile(unit))).collect();
        let mut scenario = Self::of_battle(battle, state, units)?;
        let is_waiting = |id: &str| state.units_off_table().any(|(unit, _)| unit.id == id);
        let commands: Vec<(String, String)> =
            state.units().map(|unit| (unit.command.clone(), unit.id.clone())).collect();
        scenario.course.arrivals.retain(|arrival| {
            let of_command = || commands.iter().filter(|(command, _)| *command == arrival.command).map(|(_, id)| id);
            arrival.units.iter().chain(of_command().filter(|_| !arrival.command.is_empty())).any(|id| is_waiting(id))
        });
        scenario.drop_unknown_references();
        Some(scenario)
    }

    /// Returns a battle as a scenario with these units and profiles. The own rules, the agreements and the values of the sides are those
    /// of `state`.
    fn of_battle(battle: &Battle, state: &State, units: Vec<(Unit, Map<String, Json>)>) -> Option<Self> {
        let (header, ruleset) = (battle.header(), state.ruleset()?);
        let ids = own_ids(&units);
        let side = |side: Side| {
            let of_header = &header.sides[side.index()];
            let own = units.iter().zip(&ids).filter(|((unit, _), _)| unit.side == side.index());
            let is_known = |id: &String| of_header.commands.iter().any(|command: &Command| command.id == *id);
            let unit = |((unit, profile), id): (&(Unit, Map<String, Json>), &String)| ForceUnit {
                id: id.clone(),
                command: Some(unit.command.clone()).filter(is_known).unwrap_or_default(),
                profile: profile.clone(),
            };
            Force {
                name: of_header.name.clone(),
                short: of_header.short.clone(),
                profile: roster::side_values(ruleset, state.side(side)),
                commands: of_header.commands.clone(),
                units: own.map(unit).collect(),
            }
        };
        let played = header.scenario.as_deref().cloned().unwrap_or_default();
        let agreed = state.battle().all().iter().filter(|(key, value)| is_agreement(ruleset, key, value));
        let mut scenario = Self {
            ruleset: header.ruleset.clone(),
            name: name_within(if played.name.is_empty() { &header.name } else { &played.name }),
            date: played.date,
            place: played.place,
            rulings: header.rulings.clone(),
            own_rules: OwnRules::of(state.battle()),
            agreed: agreed.map(|(key, value)| (key.clone(), value.clone())).collect(),
            sides: Side::BOTH.map(side),
            course: played.course,
            ..Self::default()
        };
        scenario.drop_unknown_references();
        Some(scenario)
    }
}

/// True for a tracker of the battle on which players agree before it, such as the clock. Answers to the ruleset's questions count only if
/// they are not the initial value.
fn is_agreement(ruleset: &Ruleset, key: &str, value: &Json) -> bool {
    let is_answer =
        |tracker: &Tracker| tracker.id == key && tracker.control == Control::SetUp && tracker.start.json() != *value;
    [SECRECY.id(), CLOCK.id(), CLOCK_MINUTES.id()].contains(&key) || ruleset.trackers.battle.iter().any(is_answer)
}

/// Returns the ids of a battle's units. An id that no scenario can have, such as one with a capital, is replaced.
fn own_ids(units: &[(Unit, Map<String, Json>)]) -> Vec<String> {
    let mut ids: Vec<String> = units.iter().map(|(unit, _)| unit.id.clone()).collect();
    for index in 0..ids.len() {
        let is_taken = ids[..index].contains(&ids[index]);
        if is_taken || !rules::scenario::is_id(&ids[index]) {
            let side = Side::at(units[index].0.side).id();
            let free = (1..).map(|number| format!("{side}{number}")).find(|id| !ids.contains(id));
            ids[index] = free.unwrap_or_default();
        }
    }
    ids
}
