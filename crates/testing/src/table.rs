//! Battles of a few units, and shorthands to read their state.

use crate::asked::{Rules, with};
use battle::analysis::report::report;
use battle::participants::Participants;
use battle::{Action, ActionEvent, Battle, Change, Event, Header, LoggedRoll, Unit, binding, referee};
use exchange::contract;
use exchange::storage::roster;
use rules::consequences::Consequences;
use rules::dice::Roll;
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::filling;
use rules::form::path;
use rules::names::Names;
use rules::procedure::Procedure;
use rules::ruleset::{Alert, Phase, Ruleset, StatusItem, StatusTag, StatusValue, Urgency};
use rules::text::Text;
use rules::turn::Duty;
use serde_json::{Map, Value as Json, json};

/// A unit's profile, changes of its trackers, and the expected texts on its card after the changes.
pub type TextCase<'a> = (Json, Vec<(&'a str, Json)>, Vec<&'a str>);

/// A battle. Its units are `a1`, `a2` … against `b1`, `b2` ….
pub struct Table {
    /// Ruleset of the battle.
    pub ruleset: &'static Ruleset,
    /// The battle, with its log and state.
    pub battle: Battle,
}

impl Table {
    /// Begins a battle. The profiles are the units of the first and the second side.
    pub fn laid(ruleset: &str, a: &[Json], b: &[Json]) -> Self {
        Self::under(ruleset, &json!({}), a, b)
    }

    /// Begins a battle with these house rules.
    pub fn under(ruleset: &str, rulings: &Json, a: &[Json], b: &[Json]) -> Self {
        let units = [("a", a), ("b", b)].into_iter().enumerate().flat_map(|(side, (letter, profiles))| {
            let unit = move |(n, profile): (usize, &Json)| {
                let mut profile = profile.as_object().unwrap().clone();
                let id = format!("{letter}{}", n + 1);
                profile.entry("name").or_insert_with(|| id.to_uppercase().into());
                Unit { id, side, profile, ..Unit::default() }
            };
            profiles.iter().enumerate().map(unit)
        });
        let header = Header {
            rulings: rulings.as_object().unwrap().clone(),
            ..Header::new(ruleset, "Lansdown", ["First", "Second"], units.collect(), Seed([0; 32]))
        };
        Self {
            ruleset: test_rulesets::RULESETS.find(ruleset).unwrap(),
            battle: Battle::begin(test_rulesets::RULESETS, header),
        }
    }

    /// Returns the procedure with this id.
    pub fn procedure(&self, id: &str) -> &'static Procedure {
        self.ruleset.procedure(id).unwrap()
    }

    /// Changes a tracker by hand.
    pub fn set(&mut self, of: &str, tracker: &str, to: impl Into<Json>) {
        let changes =
            referee::changes_by_hand(self.ruleset, self.battle.state(), vec![Change::set(of, tracker, to.into())]);
        self.add(Action::ByHand, changes);
    }

    /// Removes a unit by hand.
    pub fn remove(&mut self, unit: &str) {
        let changes = vec![Change::Remove(unit.to_owned())];
        self.add(Action::ByHand, referee::changes_of_muster(self.ruleset, self.battle.state(), changes));
    }

    /// Changes to a phase by hand.
    pub fn phase(&mut self, id: &str) {
        let place = self.ruleset.phases.iter().position(|phase| phase.id == id).unwrap();
        self.set("battle", "phase", place);
    }

    /// Ends the phase.
    pub fn next(&mut self) {
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        self.add(Action::Phase, changes);
    }

    /// Applies a procedure with these participants, players' answers and faces.
    pub fn play(&mut self, id: &str, roles: &[(&'static str, &[&str])], answers: Json, faces: &[u8]) {
        let (procedure, participants, answers) =
            (self.procedure(id), taking(roles), answers.as_object().unwrap().clone());
        let state = self.battle.state();
        let input = referee::filled(procedure, &participants, state, &answers);
        let played = referee::play(procedure, &participants, state, &input, faces).unwrap();
        let resolved = played.result.unwrap_or_else(|halt| panic!("{id}: {halt:?}"));
        let changes = referee::resolved_changes(self.ruleset, procedure, &participants, state, &input, &resolved);
        self.add(Action::ByHand, changes);
    }

    /// Adds an event to the log.
    pub fn add(&mut self, action: Action, changes: Vec<Change>) {
        self.battle.add(self.battle.next_stamp("t"), Event::Action(Box::new(ActionEvent::new(0.0, action, changes))));
    }

    /// Returns the referee's notes on the phase.
    pub fn notes(&self) -> Vec<String> {
        referee::notes(self.ruleset, self.battle.state()).iter().map(ToString::to_string).collect()
    }

    /// Returns the candidates for a role, in order, when only the actor takes part.
    pub fn offered(&self, procedure: &str, actor: (&'static str, &str), role: &str) -> Vec<String> {
        let procedure = self.procedure(procedure);
        let role = procedure.participants.iter().find(|known| known.id == role).unwrap();
        taking(&[(actor.0, &[actor.1])]).candidates(procedure, role, self.battle.state())
    }

    /// Returns the units that are preselected for a role when a unit's card opens a procedure.
    pub fn opened(&self, procedure: &str, actor: (&'static str, &str), role: &str) -> Vec<String> {
        let mut participants = taking(&[(actor.0, &[actor.1])]);
        participants.fill_in(self.procedure(procedure), self.battle.state());
        participants.units(role).to_vec()
    }

    /// Returns the input that the table fills in.
    pub fn filled(&self, procedure: &str, roles: &[(&'static str, &[&str])]) -> Map<String, Json> {
        referee::filled(self.procedure(procedure), &taking(roles), self.battle.state(), &Map::new())
    }

    /// Returns the input that the table fills in, with players' answers.
    pub fn filled_with(&self, procedure: &str, roles: &[(&'static str, &[&str])], answers: &Json) -> Map<String, Json> {
        referee::filled(self.procedure(procedure), &taking(roles), self.battle.state(), answers.as_object().unwrap())
    }

    /// Returns the input as players see it, before missing fields are computed.
    pub fn sketched(&self, procedure: &str, roles: &[(&'static str, &[&str])]) -> Map<String, Json> {
        let procedure = self.procedure(procedure);
        let scene = binding::scene(procedure, &taking(roles), self.battle.state());
        filling::sketch(procedure, &scene, &Map::new(), &Map::new())
    }

    /// Returns all duties.
    pub fn every_duty(&self) -> Vec<Duty> {
        referee::duties(self.ruleset, self.battle.state())
    }

    /// Begins a battle of one unit against another, with these trackers of the first set by hand.
    pub fn of(ruleset: &str, profile: &Json, other: &Json, trackers: &[(&str, Json)]) -> Self {
        let mut table = Self::laid(ruleset, std::slice::from_ref(profile), std::slice::from_ref(other));
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table
    }

    /// Returns the words on a unit's card.
    pub fn card(&self, id: &str) -> String {
        joined(&(self.ruleset.describe)(&self.battle.state().facts(id)))
    }

    /// Returns the tags of a unit, with `!` before alarms and `~` before calm tags.
    pub fn tags(&self, id: &str) -> Vec<String> {
        let tag = |tag: StatusTag| {
            let sign = match tag.urgency {
                Urgency::Alarm => "!",
                Urgency::Note => "",
                Urgency::Calm => "~",
            };
            format!("{sign}{}", tag.words)
        };
        self.ruleset.tags(&self.battle.state().facts(id)).into_iter().map(tag).collect()
    }

    /// Returns the remaining strength of a unit as its row shows it.
    pub fn left(&self, id: &str) -> Option<String> {
        (self.ruleset.glance.left)(&self.battle.state().facts(id)).map(|words| words.to_string())
    }

    /// Returns the id of the tracker that a unit's row can change.
    pub fn main_tracker(&self, id: &str) -> Option<&'static str> {
        (self.ruleset.glance.main_tracker)(&self.battle.state().facts(id))
    }

    /// Returns the strength of a unit, as losses count it.
    pub fn strength(&self, id: &str) -> i32 {
        self.ruleset.battle_stats.fighting(&self.battle.state().facts(id))
    }

    /// Returns the status line: `a: Figures left 3`, with `!` after low values.
    pub fn status(&self) -> Vec<String> {
        let item = |item: StatusItem| {
            let side = item.side.map_or(String::new(), |side| format!("{}: ", side.id()));
            let value = match item.value {
                StatusValue::Number(n) => format!(" {n}"),
                StatusValue::Word(word) => format!(" {word}"),
                StatusValue::Sign => String::new(),
            };
            format!("{side}{}{value}{}", item.label, if item.is_low { "!" } else { "" })
        };
        (self.ruleset.glance.status)(&self.battle.state().table()).into_iter().map(item).collect()
    }

    /// Returns the ids of the phases that concern a unit.
    pub fn concerned(&self, id: &str) -> Vec<&'static str> {
        let facts = self.battle.state().facts(id);
        self.ruleset.phases.iter().filter(|phase| (phase.concerns)(&facts)).map(|phase| phase.id).collect()
    }

    /// Returns the sentence about a unit in a phase.
    pub fn says(&self, phase: &str, id: &str) -> String {
        let says = self.described(phase).says.unwrap();
        says(&self.battle.state().facts(id), &self.battle.header().rulings).to_string()
    }

    /// Returns the ids of the trackers that a phase offers on a unit.
    pub fn shown_trackers(&self, phase: &str, id: &str) -> Vec<&'static str> {
        (self.described(phase).shown_trackers)(&self.battle.state().facts(id))
    }

    /// Returns the description of a phase.
    pub fn described(&self, phase: &str) -> &'static Phase {
        self.ruleset.phases.iter().find(|known| known.id == phase).unwrap()
    }

    /// Returns the trackers of a side (`a`, `b`) or of the battle, as they are shown.
    pub fn shown(&self, of: &str) -> Vec<String> {
        let trackers = if of == "battle" { self.ruleset.trackers.battle } else { self.ruleset.trackers.side };
        let facts = self.battle.state().tracked(of).unwrap();
        let words = trackers.iter().filter_map(|tracker| tracker.rendered(facts));
        words.map(|words| words.to_string()).collect()
    }

    /// Returns the alerts of the battle, each with its reasons.
    pub fn alerts(&self) -> Vec<String> {
        let alert = |alert: Alert| {
            let side = alert.side.map_or("", |side| ["a: ", "b: "][side]);
            format!("{side}{} [{}]", alert.news.words, joined(&alert.because))
        };
        self.battle.state().alerts().into_iter().map(alert).collect()
    }

    /// True if the table knows the value of a field, so that the panel does not ask for it.
    pub fn known(&self, id: &str, roles: &[(&'static str, &[&str])], place: &str) -> bool {
        let procedure = self.procedure(id);
        let scene = binding::scene(procedure, &taking(roles), self.battle.state());
        procedure.known.is_some_and(|known| known(&scene, place))
    }

    /// Returns the value of a tracker.
    pub fn value(&self, of: &str, tracker: &str) -> Json {
        self.battle.state().tracked(of).unwrap().get(tracker).cloned().unwrap_or(Json::Null)
    }

    /// Returns the consequences of a procedure with these faces. The table fills in the input around the answers.
    pub fn consequences(
        &self,
        id: &str,
        roles: &[(&'static str, &[&str])],
        answers: &Json,
        faces: &[u8],
    ) -> Consequences {
        let (procedure, participants) = (self.procedure(id), taking(roles));
        let input = referee::filled(procedure, &participants, self.battle.state(), answers.as_object().unwrap());
        let played = referee::play(procedure, &participants, self.battle.state(), &input, faces);
        let played = played.unwrap_or_else(|refusal| panic!("{id}: {refusal:?}"));
        played.result.unwrap_or_else(|halt| panic!("{id}: {halt:?}")).consequences
    }

    /// Returns the sentences of an outcome.
    pub fn words(&self, id: &str, roles: &[(&'static str, &[&str])], answers: &Json, faces: &[u8]) -> Vec<String> {
        self.consequences(id, roles, answers, faces).words.iter().map(ToString::to_string).collect()
    }

    /// Returns the code and the field of the refusal of an act, such as `not_allowed moved`; `allowed` if the act is not refused.
    pub fn refusal(&self, id: &str, roles: &[(&'static str, &[&str])], answers: &Json) -> String {
        let (procedure, participants) = (self.procedure(id), taking(roles));
        let input = referee::filled(procedure, &participants, self.battle.state(), answers.as_object().unwrap());
        let played = referee::play(procedure, &participants, self.battle.state(), &input, &[]);
        played.map_or_else(|why| format!("{} {}", why.code.id(), why.field), |_| "allowed".into())
    }

    /// Returns the duties as `procedure: reason`, with `!` before those that must be settled.
    pub fn duties(&self) -> Vec<String> {
        let duty = |duty: Duty| format!("{}{}: {}", if duty.must { "!" } else { "" }, duty.procedure, duty.why);
        referee::duties(self.ruleset, self.battle.state()).into_iter().map(duty).collect()
    }

    /// Returns the rules of the turn that forbid an act, in their order.
    pub fn barred(&self, id: &str, roles: &[(&'static str, &[&str])], answers: &Json) -> Vec<String> {
        let (procedure, participants) = (self.procedure(id), taking(roles));
        let input = referee::filled(procedure, &participants, self.battle.state(), answers.as_object().unwrap());
        referee::rule_ids(&referee::bars(self.ruleset, procedure, &participants, self.battle.state(), &input))
    }

    /// Returns the texts of a unit's trackers, as its card shows them.
    pub fn card_texts(&self, unit: &str) -> Vec<String> {
        let name = |id: &str| self.battle.state().unit(id).map(|unit| unit.name().to_owned());
        let texts = self.ruleset.card_texts(&self.battle.state().facts(unit), name);
        texts.into_iter().map(|(_, text)| text.to_string()).collect()
    }

    /// Returns the reason why a unit cannot take a role; `fits` if it can.
    pub fn fits(&self, id: &str, role: &str, unit: &str) -> String {
        let role = self.procedure(id).participants.iter().find(|known| known.id == role).unwrap();
        (role.fits)(&self.battle.state().facts(unit)).map_or_else(|why| why.to_string(), |()| "fits".into())
    }

    /// Returns the words of the report's entries, in order.
    pub fn reported(&self) -> Vec<String> {
        let reported = report(&self.battle, &|_, _| Names::default()).unwrap();
        reported.turns.into_iter().flat_map(|turn| turn.entries).flat_map(|entry| entry.words).collect()
    }
}

/// Joins texts into one line.
pub fn joined(words: &[Text]) -> String {
    words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ")
}

/// Returns the sentences before the dice of a request without a battle, and the source of its dice.
pub fn before(ruleset: &str, procedure: &str, input: &Json) -> Vec<String> {
    let procedure = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let preview = ready.preview();
    preview.words.into_iter().chain(preview.dice_from).map(|words| words.to_string()).collect()
}

/// Returns the sentences of the outcome of a request without a battle.
pub fn outcome(ruleset: &str, procedure: &str, input: &Json, faces: &[u8]) -> Vec<String> {
    let procedure = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let words = ready.resolve(faces).result.unwrap_or_else(|halt| panic!("{halt:?}")).consequences.words;
    words.iter().map(ToString::to_string).collect()
}

/// Returns the probability of a chance, as the panel computes it before the whole outcome.
pub fn glanced(ruleset: &str, procedure: &str, input: &Json, label: &str) -> f64 {
    let procedure = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let chance = procedure.chances.iter().find(|chance| chance.label == label).unwrap();
    chance.likely(&ready.chances().unwrap(), 0).unwrap()
}

/// Returns the contract's answer to a change by hand in a battle with units of this profile: `applied`, or the code and the field of the
/// refusal.
pub fn set_by_hand(ruleset: &str, profile: &Json, of: &str, tracker: &str, to: &Json) -> String {
    let unit = |id: &str, side: &str| {
        let mut profile = profile.clone();
        profile["name"] = id.into();
        json!({ "id": id, "side": side, "profile": profile })
    };
    let answer = contract::battle(
        test_rulesets::RULESETS,
        &json!({
            "ruleset": ruleset,
            "sides": [{ "name": "First" }, { "name": "Second" }],
            "units": [unit("a1", "a"), unit("b1", "b")],
            "acts": [{ "act": "set", "of": of, "tracker": tracker, "to": to }],
        }),
    );
    let act = &answer["acts"][0];
    let word = |key: &str| act["error"][key].as_str();
    match word("code").zip(word("field")) {
        Some((code, field)) => format!("{code} {field}"),
        None => act["status"].as_str().unwrap_or_else(|| panic!("{answer}")).to_owned(),
    }
}

/// Returns the code and the field of a roster's refusal of a unit; `allowed` if it is not refused.
pub fn roster_refusal(ruleset: &str, profile: &Json) -> String {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    match ruleset.profile.check(profile.as_object().unwrap()) {
        Ok(()) => "allowed".to_owned(),
        Err(refusal) => format!("{} {}", refusal.code.id(), refusal.field),
    }
}

/// Returns the upper ends of the bands of a range that players choose from.
pub fn bands(ruleset: &str, procedure: &str, input: &Json, place: &str) -> Vec<f64> {
    let form = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap().form;
    let input = input.as_object().unwrap();
    let holder = place.rsplit_once('.').map_or("", |(holder, _)| holder);
    let bands = form.at(place).unwrap().bands().unwrap();
    bands(input, &path::object(input, holder)).iter().map(|band| band.to).collect()
}

/// Asserts the answer to each change of an input: `allowed`, or the code and the field of the refusal.
#[track_caller]
pub fn assert_answers(rules: Rules, procedure: &str, input: &Json, rows: &[(Json, &str)]) {
    for (changed, answer) in rows {
        let asked = with(input, changed.clone());
        assert_eq!(rules.refusal(procedure, &asked), *answer, "{procedure} {changed}");
    }
}

/// Returns the notes on a roster of these units.
pub fn roster_notes(ruleset: &str, units: &[Json]) -> Vec<String> {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    let facts: Vec<Facts> = units.iter().map(|unit| roster::facts(ruleset, unit.as_object().unwrap())).collect();
    (ruleset.rosters.notes)(&facts).iter().map(ToString::to_string).collect()
}

/// Returns participants with these roles.
pub fn taking(roles: &[(&'static str, &[&str])]) -> Participants {
    let mut participants = Participants::nobody();
    for (role, units) in roles {
        participants.set(role, units.iter().map(|unit| (*unit).to_owned()).collect());
    }
    participants
}

/// *Pikette Squared*: a unit of the French army.
pub fn french(row: &str) -> Json {
    json!({ "army": "french", "row": row })
}

/// *Pikette Squared*: a unit of the Spanish army.
pub fn spanish(row: &str) -> Json {
    json!({ "army": "spanish", "row": row })
}

/// *Pike & Shot*: an average regiment of foot.
pub fn foot() -> Json {
    json!({ "troop_type": "foot", "pikes": 8, "muskets": 16, "morale_class": "average" })
}

/// *Pike & Shot*: average horse.
pub fn horse() -> Json {
    json!({ "troop_type": "horse", "figures": 12, "morale_class": "average" })
}

/// *Arquebusier!*: a regular formation of one type of troops, all in the first rank.
pub fn formation(troop: &str) -> Json {
    json!({ "nature": "regular", "groups": [{ "type": troop, "elements": 4, "front": 4 }] })
}

/// Returns a roll with dice of the players, as the log holds it.
pub fn typed(roll: &Roll) -> LoggedRoll {
    let Roll { purpose, sides, faces, .. } = roll.clone();
    LoggedRoll { purpose, sides, faces, number: None, steps: None, counted: None }
}
