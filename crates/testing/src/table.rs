//! Battles of a few units, and what the engine says of them.

use crate::asked::{Rules, with};
use battle::analysis::report::report;
use battle::participants::Participants;
use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit, binding, referee};
use exchange::contract;
use exchange::storage::roster;
use rules::consequences::Consequences;
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

/// A unit, changes of its trackers, and its marks after them.
pub type Marked<'a> = (Json, Vec<(&'a str, Json)>, Vec<&'a str>);

/// A battle of units with these profiles: `a1`, `a2` … against `b1`, `b2` ….
pub struct Table {
    /// Ruleset of the battle.
    pub ruleset: &'static Ruleset,
    /// The battle, with its log and state.
    pub battle: Battle,
}

impl Table {
    /// A battle in which these profiles are units of the first and the second side.
    pub fn laid(ruleset: &str, a: &[Json], b: &[Json]) -> Self {
        Self::under(ruleset, &json!({}), a, b)
    }

    /// A battle as by [`Table::laid`], under these house rules.
    pub fn under(ruleset: &str, rulings: &Json, a: &[Json], b: &[Json]) -> Self {
        let units = [("a", a), ("b", b)].into_iter().enumerate().flat_map(|(side, (letter, profiles))| {
            let unit = move |(n, profile): (usize, &Json)| {
                let mut profile = profile.as_object().unwrap().clone();
                let id = format!("{letter}{}", n + 1);
                profile.entry("name").or_insert_with(|| id.to_uppercase().into());
                Unit { id, side, profile }
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

    /// Procedure of the ruleset.
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

    /// Goes to a phase by hand.
    pub fn phase(&mut self, id: &str) {
        let place = self.ruleset.phases.iter().position(|phase| phase.id == id).unwrap();
        self.set("battle", "phase", place);
    }

    /// Ends the phase.
    pub fn next(&mut self) {
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        self.add(Action::Phase, changes);
    }

    /// Applies the changes of a procedure with these participants, answers of the players and faces.
    pub fn play(&mut self, id: &str, roles: &[(&'static str, &[&str])], said: Json, faces: &[u8]) {
        let (procedure, participants, said) = (self.procedure(id), taking(roles), said.as_object().unwrap().clone());
        let state = self.battle.state();
        let input = referee::filled(procedure, &participants, state, &said);
        let played = referee::play(procedure, &participants, state, &input, faces).unwrap();
        let resolved = played.result.unwrap_or_else(|halt| panic!("{id}: {halt:?}"));
        let changes = referee::resolved_changes(self.ruleset, procedure, &participants, state, &input, &resolved);
        self.add(Action::ByHand, changes);
    }

    /// Adds an event to the log.
    pub fn add(&mut self, action: Action, changes: Vec<Change>) {
        self.battle.add(self.battle.next_stamp("t"), Event::Action(Box::new(ActionEvent::new(0.0, action, changes))));
    }

    /// Notes of the referee on the phase.
    pub fn notes(&self) -> Vec<String> {
        referee::notes(self.ruleset, self.battle.state()).iter().map(ToString::to_string).collect()
    }

    /// The units offered for a role, in order, when only this unit takes part.
    pub fn offered(&self, procedure: &str, actor: (&'static str, &str), role: &str) -> Vec<String> {
        let procedure = self.procedure(procedure);
        let role = procedure.participants.iter().find(|own| own.id == role).unwrap();
        taking(&[(actor.0, &[actor.1])]).candidates(procedure, role, self.battle.state())
    }

    /// The units that take a role by themselves when a unit's card opens a procedure.
    pub fn opened(&self, procedure: &str, actor: (&'static str, &str), role: &str) -> Vec<String> {
        let mut participants = taking(&[(actor.0, &[actor.1])]);
        participants.fill_in(self.procedure(procedure), self.battle.state());
        participants.units(role).to_vec()
    }

    /// The input as the table fills it in.
    pub fn filled(&self, procedure: &str, roles: &[(&'static str, &[&str])]) -> Map<String, Json> {
        referee::filled(self.procedure(procedure), &taking(roles), self.battle.state(), &Map::new())
    }

    /// The input as the table fills it in around what players say.
    pub fn filled_with(&self, procedure: &str, roles: &[(&'static str, &[&str])], said: &Json) -> Map<String, Json> {
        referee::filled(self.procedure(procedure), &taking(roles), self.battle.state(), said.as_object().unwrap())
    }

    /// The input as players see it, before its missing fields are worked out.
    pub fn sketched(&self, procedure: &str, roles: &[(&'static str, &[&str])]) -> Map<String, Json> {
        let procedure = self.procedure(procedure);
        let scene = binding::scene(procedure, &taking(roles), self.battle.state());
        filling::sketch(procedure, &scene, &Map::new(), &Map::new())
    }

    /// The duties.
    pub fn every_duty(&self) -> Vec<Duty> {
        referee::duties(self.ruleset, self.battle.state())
    }

    /// A battle of a unit against another, after these changes of its trackers by hand.
    pub fn of(ruleset: &str, profile: &Json, other: &Json, trackers: &[(&str, Json)]) -> Self {
        let mut table = Self::laid(ruleset, std::slice::from_ref(profile), std::slice::from_ref(other));
        for (tracker, to) in trackers {
            table.set("a1", tracker, to.clone());
        }
        table
    }

    /// The words of a unit's card.
    pub fn card(&self, id: &str) -> String {
        joined(&(self.ruleset.describe)(&self.battle.state().facts(id)))
    }

    /// Tags of a unit: `!` before what is urgent, `~` before what is calm.
    pub fn tags(&self, id: &str) -> Vec<String> {
        let tag = |tag: StatusTag| {
            let sign = match tag.urgency {
                Urgency::Alarm => "!",
                Urgency::Note => "",
                Urgency::Calm => "~",
            };
            format!("{sign}{}", tag.words)
        };
        (self.ruleset.status_tags)(&self.battle.state().facts(id)).into_iter().map(tag).collect()
    }

    /// Strength left to a unit, as its row says it.
    pub fn left(&self, id: &str) -> Option<String> {
        (self.ruleset.glance.left)(&self.battle.state().facts(id)).map(|words| words.to_string())
    }

    /// The tracker that can be changed on a unit's row.
    pub fn main_tracker(&self, id: &str) -> Option<&'static str> {
        (self.ruleset.glance.main_tracker)(&self.battle.state().facts(id))
    }

    /// Its strength, as its losses are counted.
    pub fn strength(&self, id: &str) -> i32 {
        self.ruleset.battle_stats.fighting(&self.battle.state().facts(id))
    }

    /// The status line: `a: Figures left 3`, with `!` where there are few.
    pub fn status(&self) -> Vec<String> {
        let item = |item: StatusItem| {
            let side = item.side.map_or(String::new(), |side| format!("{}: ", side.id()));
            let value = match item.value {
                StatusValue::Number(n) => format!(" {n}"),
                StatusValue::Word(word) => format!(" {word}"),
                StatusValue::Sign => String::new(),
            };
            format!("{side}{}{value}{}", item.label, if item.few { "!" } else { "" })
        };
        (self.ruleset.glance.status)(&self.battle.state().table()).into_iter().map(item).collect()
    }

    /// The phases that concern a unit.
    pub fn concerned(&self, id: &str) -> Vec<&'static str> {
        let facts = self.battle.state().facts(id);
        self.ruleset.phases.iter().filter(|phase| (phase.concerns)(&facts)).map(|phase| phase.id).collect()
    }

    /// A unit's part in a phase.
    pub fn says(&self, phase: &str, id: &str) -> String {
        let says = self.described(phase).says.unwrap();
        says(&self.battle.state().facts(id), &self.battle.header().rulings).to_string()
    }

    /// The trackers that are at hand in a phase.
    pub fn marks(&self, phase: &str, id: &str) -> Vec<&'static str> {
        (self.described(phase).marks)(&self.battle.state().facts(id))
    }

    /// Description of a phase.
    pub fn described(&self, phase: &str) -> &'static Phase {
        self.ruleset.phases.iter().find(|own| own.id == phase).unwrap()
    }

    /// Trackers of a side (`a`, `b`) or the battle, as they are shown.
    pub fn shown(&self, of: &str) -> Vec<String> {
        let trackers = if of == "battle" { self.ruleset.trackers.battle } else { self.ruleset.trackers.side };
        let facts = self.battle.state().tracked(of).unwrap();
        let words = trackers.iter().filter_map(|tracker| tracker.rendered(facts));
        words.map(|words| words.to_string()).collect()
    }

    /// Alerts about the battle as a whole, each with its reasons.
    pub fn alerts(&self) -> Vec<String> {
        let alert = |alert: Alert| {
            let side = alert.side.map_or("", |side| ["a: ", "b: "][side]);
            format!("{side}{} [{}]", alert.news.words, joined(&alert.because))
        };
        self.battle.state().alerts().into_iter().map(alert).collect()
    }

    /// True if nobody needs to be asked for a field, because the table knows it.
    pub fn known(&self, id: &str, roles: &[(&'static str, &[&str])], place: &str) -> bool {
        let procedure = self.procedure(id);
        let scene = binding::scene(procedure, &taking(roles), self.battle.state());
        procedure.known.is_some_and(|known| known(&scene, place))
    }

    /// The value of a tracker.
    pub fn value(&self, of: &str, tracker: &str) -> Json {
        self.battle.state().tracked(of).unwrap().get(tracker).cloned().unwrap_or(Json::Null)
    }

    /// Consequences of a procedure with these faces, as the table fills it in.
    pub fn consequences(&self, id: &str, roles: &[(&'static str, &[&str])], said: &Json, faces: &[u8]) -> Consequences {
        let (procedure, participants) = (self.procedure(id), taking(roles));
        let input = referee::filled(procedure, &participants, self.battle.state(), said.as_object().unwrap());
        let played = referee::play(procedure, &participants, self.battle.state(), &input, faces);
        let played = played.unwrap_or_else(|refusal| panic!("{id}: {refusal:?}"));
        played.result.unwrap_or_else(|halt| panic!("{id}: {halt:?}")).consequences
    }

    /// Sentences of an outcome.
    pub fn words(&self, id: &str, roles: &[(&'static str, &[&str])], said: &Json, faces: &[u8]) -> Vec<String> {
        self.consequences(id, roles, said, faces).words.iter().map(ToString::to_string).collect()
    }

    /// The code and the field of the refusal of an act, `not_allowed moved`; `allowed` if nothing is refused.
    pub fn refusal(&self, id: &str, roles: &[(&'static str, &[&str])], said: &Json) -> String {
        let (procedure, participants) = (self.procedure(id), taking(roles));
        let input = referee::filled(procedure, &participants, self.battle.state(), said.as_object().unwrap());
        let played = referee::play(procedure, &participants, self.battle.state(), &input, &[]);
        played.map_or_else(|why| format!("{} {}", why.code.id(), why.field), |_| "allowed".into())
    }

    /// Duties: `procedure: reason`, with `!` before those that must be settled.
    pub fn duties(&self) -> Vec<String> {
        let duty = |duty: Duty| format!("{}{}: {}", if duty.must { "!" } else { "" }, duty.procedure, duty.why);
        referee::duties(self.ruleset, self.battle.state()).into_iter().map(duty).collect()
    }

    /// Rules of the turn that forbid an act, in their order.
    pub fn barred(&self, id: &str, roles: &[(&'static str, &[&str])], said: &Json) -> Vec<String> {
        let (procedure, participants) = (self.procedure(id), taking(roles));
        let input = referee::filled(procedure, &participants, self.battle.state(), said.as_object().unwrap());
        referee::rule_ids(&referee::bars(self.ruleset, procedure, &participants, self.battle.state(), &input))
    }

    /// Marks of a unit's trackers, as its card shows them.
    pub fn marked(&self, unit: &str) -> Vec<String> {
        let name = |id: &str| self.battle.state().unit(id).map(|unit| unit.name().to_owned());
        let facts = self.battle.state().facts(unit);
        self.ruleset
            .trackers
            .unit
            .iter()
            .filter_map(|tracker| tracker.mark_of(&facts, name))
            .map(|mark| mark.to_string())
            .collect()
    }

    /// Why a unit cannot take a role; `fits` if it can.
    pub fn fits(&self, id: &str, role: &str, unit: &str) -> String {
        let role = self.procedure(id).participants.iter().find(|own| own.id == role).unwrap();
        (role.fits)(&self.battle.state().facts(unit)).map_or_else(|why| why.to_string(), |()| "fits".into())
    }

    /// Words of the entries of the report, one after the other.
    pub fn reported(&self) -> Vec<String> {
        let reported = report(&self.battle, &|_, _| Names::default()).unwrap();
        reported.turns.into_iter().flat_map(|turn| turn.entries).flat_map(|entry| entry.words).collect()
    }
}

/// Texts in one line.
pub fn joined(words: &[Text]) -> String {
    words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" · ")
}

/// Sentences before the dice of a request by itself, and where its dice come from.
pub fn before(ruleset: &str, procedure: &str, input: &Json) -> Vec<String> {
    let procedure = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let preview = ready.preview();
    preview.words.into_iter().chain(preview.dice_from).map(|words| words.to_string()).collect()
}

/// Sentences of a request by itself.
pub fn outcome(ruleset: &str, procedure: &str, input: &Json, faces: &[u8]) -> Vec<String> {
    let procedure = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let words = ready.resolve(faces).result.unwrap_or_else(|halt| panic!("{halt:?}")).consequences.words;
    words.iter().map(ToString::to_string).collect()
}

/// Probability of a chance of a panel, as far as the panel works it out before the whole outcome.
pub fn glanced(ruleset: &str, procedure: &str, input: &Json, label: &str) -> f64 {
    let procedure = test_rulesets::RULESETS.find(ruleset).unwrap().procedure(procedure).unwrap();
    let ready = procedure.read(input.as_object().unwrap()).unwrap_or_else(|refusal| panic!("{refusal:?}"));
    let chance = procedure.chances.iter().find(|chance| chance.label == label).unwrap();
    chance.likely(&ready.chances().unwrap(), 0).unwrap()
}

/// The answer of the contract to a change by hand of the only unit: `applied`, or the code and the field of the refusal.
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

/// The field at which a roster refuses a unit, after the code; `allowed` if it does not.
pub fn roster_refusal(ruleset: &str, profile: &Json) -> String {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    match ruleset.profile.check(profile.as_object().unwrap()) {
        Ok(()) => "allowed".to_owned(),
        Err(refusal) => format!("{} {}", refusal.code.id(), refusal.field),
    }
}

/// Ends of the bands of a range that players choose between.
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

/// Notes on a roster of these units.
pub fn roster_notes(ruleset: &str, units: &[Json]) -> Vec<String> {
    let ruleset = test_rulesets::RULESETS.find(ruleset).unwrap();
    let facts: Vec<Facts> = units.iter().map(|unit| roster::facts(ruleset, unit.as_object().unwrap())).collect();
    (ruleset.rosters.notes)(&facts).iter().map(ToString::to_string).collect()
}

/// Participants in their roles.
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
