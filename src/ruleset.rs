//! Rulesets: what a set of rules is made of. The app draws everything that it shows of a ruleset from this.

use crate::chronicle::Chronicle;
use crate::facts::{Facts, Scene};
use crate::form::{Choice, Constant, Form, Need, When};
use crate::glossary::Glossary;
use crate::outcome::Record;
use crate::procedure::Procedure;
use crate::text::Text;
use serde_json::{Map, Value as Json};

/// What every page shows of a ruleset, before it is fetched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Named {
    /// Its id in requests.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// Which edition this is.
    pub edition: &'static str,
}

/// A published set of rules.
#[derive(Debug)]
pub struct Ruleset {
    /// Its id in requests.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// Who wrote it.
    pub authors: &'static str,
    /// Which edition this is.
    pub edition: &'static str,
    /// The period, and what its author allows, in our own words.
    pub about: &'static str,
    /// What it calls a turn: `Bound`.
    pub turn: &'static str,
    /// What it calls a unit: `unit`, `character`, `formation`.
    pub unit_noun: &'static str,
    /// A unit as a roster enters it. Its first field is `name`.
    pub profile: &'static Form,
    /// What a roster says of its side besides units, if anything: each field starts the side's tracker of the same id.
    pub side_profile: Option<&'static Form>,
    /// What is tracked of a unit.
    pub trackers: &'static [Tracker],
    /// What is tracked of a side.
    pub side_trackers: &'static [Tracker],
    /// What is tracked of the battle, besides turn and phase.
    pub battle_trackers: &'static [Tracker],
    /// What follows from a unit's profile and trackers: adds facts under the names of the procedures' fields.
    pub derive: fn(&mut Facts),
    /// A unit in a few words, for its card: `Raw · average · 12 pikes, 11 muskets · Dutch order`.
    pub describe: fn(&Facts) -> Vec<Text>,
    /// The facts that follow from a profile and that players like to see as they enter it: label and fact.
    pub insights: &'static [(&'static str, &'static str)],
    /// How a unit stands: broken, near its breaking number, pistols empty.
    pub standing: fn(&Facts) -> Vec<Standing>,
    /// The turn, phase by phase.
    pub phases: &'static [Phase],
    /// What units have to do in each phase, beyond what their cards show; none if the phases say it all.
    pub checklist: Option<Checklist>,
    /// Editions that players choose between when a battle begins, if there are several.
    pub editions: Option<Editions>,
    /// Boards for phases that are played from one.
    pub boards: &'static [Board],
    /// The rulings, switches among them.
    pub rulings: &'static [Ruling],
    /// Its procedures, in the order of its description.
    pub procedures: &'static [&'static Procedure],
    /// What its terms and modifiers mean.
    pub glossary: &'static Glossary,
    /// The quick reference.
    pub reference: &'static [Chapter],
    /// What a roster as a whole is worth saying: its points, whether it is within the lists. Of its units' facts.
    pub roster_notes: fn(&[Facts]) -> Vec<Text>,
    /// What a battle as a whole is worth saying, of the battle's facts and of each side's units: a side that runs, troops
    /// out of their time.
    pub tidings: fn(&Facts, &[Vec<Facts>; 2]) -> Vec<Tiding>,
    /// What the table calls for, if the ruleset says so.
    pub agenda: Option<Agenda>,
    /// How an army is rolled up, if the ruleset says how.
    pub muster: Option<Muster>,
    /// What the log of a battle tells.
    pub chronicle: &'static Chronicle,
    /// Sample rosters, as the text of a shared file; marked as samples wherever they are shown.
    pub samples: &'static str,
}

/// What the table calls for: whose move it is, and what should be done next.
#[derive(Debug)]
pub struct Agenda {
    /// The side that is to act, 0 or 1, if it is one of them.
    pub acting: fn(&Scene) -> Option<usize>,
    /// What is worth knowing now.
    pub notes: fn(&Scene) -> Vec<Text>,
    /// What is called for, the most pressing first.
    pub calls: fn(&Scene) -> Vec<Call>,
}

/// A procedure that the table calls for, filled in as far as is known.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The procedure; none if the call is answered by the tap.
    pub procedure: &'static str,
    /// In words, short enough for a button.
    pub words: Text,
    /// For which side, 0 or 1.
    pub side: usize,
    /// Who takes part: the role, and the unit's place among those of [`Scene::armies`] of that side.
    pub unit: Option<(&'static str, usize)>,
    /// Fields already known.
    pub fields: Vec<(&'static str, Json)>,
    /// Flags that a tap sets at once, where there is no procedure to open: (the unit's place, the tracker).
    pub ticks: Vec<(usize, &'static str)>,
}

impl Call {
    /// A call for a side.
    pub fn of(procedure: &'static str, side: usize, words: impl Into<Text>) -> Self {
        Self { procedure, words: words.into(), side, unit: None, fields: Vec::new(), ticks: Vec::new() }
    }

    /// A call that is answered by the tap: it sets this flag of these units of the side, by their places.
    pub fn tick(
        side: usize,
        words: impl Into<Text>,
        flag: &'static str,
        units: impl IntoIterator<Item = usize>,
    ) -> Self {
        Self { ticks: units.into_iter().map(|unit| (unit, flag)).collect(), ..Self::of("", side, words) }
    }

    /// By a unit of the side, in a role.
    #[must_use]
    pub fn by(mut self, role: &'static str, unit: usize) -> Self {
        self.unit = Some((role, unit));
        self
    }

    /// With a field that is already known.
    #[must_use]
    pub fn with(mut self, field: &'static str, value: impl Into<Json>) -> Self {
        self.fields.push((field, value.into()));
        self
    }
}

/// How an army is rolled up: a procedure, and the units that its outcome stands for.
#[derive(Debug)]
pub struct Muster {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// What an outcome's army is called.
    pub name: fn(&Record) -> Text,
    /// The units of an outcome, as profiles.
    pub units: fn(&Record) -> Vec<Map<String, Json>>,
    /// What an outcome brings to its side, by the [side profile](Ruleset::side_profile).
    pub side: fn(&Record) -> Map<String, Json>,
}

/// Something that is tracked in a battle.
#[derive(Debug)]
pub struct Tracker {
    /// Its id; that of the profile's field if it starts from one.
    pub id: &'static str,
    /// A few words for players.
    pub label: &'static str,
    /// What it holds and how it is shown.
    pub kind: Tracks,
    /// Where it starts, unless the profile has a field of the same id.
    pub start: Constant,
    /// Tracked only of units of which all of these hold, as their roster entered them.
    pub when: &'static [When],
    /// Where it starts if that takes more than a field of the profile. `None`: such a unit has no such tracker.
    pub start_from: Option<fn(&Facts) -> Option<Json>>,
    /// Other ids under which procedures change it, of units that have no tracker of their own under those.
    pub also: &'static [&'static str],
    /// Asked when a battle is begun.
    pub asked: bool,
    /// When it goes back to its start by itself.
    pub clears: Clears,
    /// The tracker that takes its value over when a new turn begins: `moved_this_turn` becomes `moved_last_turn`.
    pub becomes: Option<&'static str>,
    /// The number at which something happens, if there is one: drawn as a dashed pip.
    pub limit: Option<fn(&Facts) -> Option<i32>>,
    /// The most of such a unit, where that is less than it could hold.
    pub most: Option<fn(&Facts) -> Option<i32>>,
    /// What a change of it by hand costs the unit's side.
    pub toll: Option<Toll>,
    /// Of a flag: true of one unit of a side at most, as that of the only General. Ticked for another, it moves.
    pub sole: bool,
    /// Kept by the procedures: players see it only while it is not at its start.
    pub kept: bool,
    /// Whether it goes down by one when a new turn begins: a musket that is being loaded. Never if there is none.
    pub runs_down: Option<fn(&Facts) -> bool>,
    /// How a side's desk tells it, in a word or two; nothing if it is not worth telling. `None`: by label and value.
    pub told: Option<fn(&Facts) -> Option<Text>>,
}

/// What changing a unit's tracker by hand costs its side.
#[derive(Clone, Copy, Debug)]
pub struct Toll {
    /// The side's tracker that goes down.
    pub tracker: &'static str,
    /// By how much, of the unit before and after.
    pub cost: fn(&Facts, &Facts) -> i32,
}

/// What a tracker holds and how it is shown.
#[derive(Clone, Copy, Debug)]
pub enum Tracks {
    /// A small number, shown as pips.
    Pips {
        /// The most.
        max: i32,
    },
    /// A number, shown as a number.
    Count {
        /// The most.
        max: i32,
    },
    /// Yes or no.
    Flag,
    /// One of a list.
    Word(&'static [Choice]),
    /// Anything that only procedures change.
    Data,
}

impl Tracks {
    /// The most that it can hold, for those that hold a number.
    pub fn most(self) -> i32 {
        match self {
            Tracks::Pips { max } | Tracks::Count { max } => max,
            Tracks::Flag | Tracks::Word(_) | Tracks::Data => i32::MAX,
        }
    }
}

/// When a tracker goes back to its start by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clears {
    /// Only when players or procedures say so.
    Never,
    /// When a new turn begins.
    EachTurn,
    /// When a new phase begins.
    EachPhase,
    /// When this tracker of the battle is set, even to what it was: what was done on one card is over when the next is turned.
    WhenSet(&'static str),
}

/// How a unit stands, in a word or two.
#[derive(Clone, Debug, PartialEq)]
pub struct Standing {
    /// The words.
    pub words: Text,
    /// How urgent it is.
    pub urgency: Urgency,
}

/// Something worth saying of a battle as a whole.
#[derive(Clone, Debug, PartialEq)]
pub struct Tiding {
    /// The side that it is of, 0 or 1; `None`: both.
    pub side: Option<usize>,
    /// The news, and how urgent they are.
    pub news: Standing,
    /// What led to it, and other sentences.
    pub because: Vec<Text>,
}

/// How urgent something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Urgency {
    /// All is well.
    Calm,
    /// To be kept in mind.
    Note,
    /// In trouble.
    Alarm,
}

/// A part of a turn.
#[derive(Debug)]
pub struct Phase {
    /// Its id.
    pub id: &'static str,
    /// Its name.
    pub title: &'static str,
    /// What it needs, in our own words.
    pub needs: &'static str,
    /// The procedures that are used in it.
    pub procedures: &'static [&'static str],
    /// Which units it concerns.
    pub concerns: fn(&Facts) -> bool,
}

/// What units have to do in each phase.
#[derive(Debug)]
pub struct Checklist {
    /// What a unit that a phase (by its id) concerns does in it, or why it does nothing: `may shoot: pistol`. An empty text
    /// says that it is merely there.
    pub says: fn(&str, &Facts) -> Text,
    /// Flags of units that players tick in a phase: (phase, tracker).
    pub ticks: &'static [(&'static str, &'static str)],
}

/// Editions that players choose between.
#[derive(Debug)]
pub struct Editions {
    /// The switch among the rulings by which they choose.
    pub field: &'static str,
    /// Where the editions differ.
    pub differences: &'static Chapter,
}

/// A board of the units that a phase concerns, each with what it can do at a tap: where that is better than going through
/// card after card.
#[derive(Debug)]
pub struct Board {
    /// The phase; empty: in any, for as long as there is a unit that it concerns.
    pub phase: &'static str,
    /// What it asks, where that is not plain from the procedure.
    pub asks: &'static str,
    /// Which units it concerns besides being of the phase, with what is tracked of their side.
    pub concerns: fn(&Facts, &Facts) -> bool,
    /// The procedure; the unit takes its first role.
    pub procedure: &'static str,
    /// The field whose choices are so many things to do, each shown with its odds. Empty: the procedure is one thing to
    /// do, done at a tap if it needs no dice.
    pub field: &'static str,
    /// Answers that are each done at a tap, if they need no dice: instead of the field.
    pub taps: &'static [Tap],
    /// Which trackers of a unit are at hand.
    pub marks: fn(&Facts) -> Vec<&'static str>,
    /// Whose turn comes first: the lowest.
    pub rank: fn(&Facts) -> i32,
}

/// What a tap on a board says.
#[derive(Debug)]
pub struct Tap {
    /// A few words for players.
    pub label: &'static str,
    /// Fields that are said by it.
    pub says: &'static [(&'static str, Constant)],
}

impl Tap {
    /// What is said.
    pub fn asked(&self) -> Map<String, Json> {
        self.says.iter().map(|(field, value)| ((*field).to_owned(), value.json())).collect()
    }
}

/// A ruling on a question that the source leaves open.
#[derive(Debug)]
pub struct Ruling {
    /// Its number: `R7`.
    pub number: &'static str,
    /// The question.
    pub question: &'static str,
    /// What is taken and why.
    pub answer: &'static str,
    /// The field of `rulings`, where both readings are played.
    pub switch: Option<Switch>,
}

/// A ruling that players choose for a battle.
#[derive(Debug)]
pub struct Switch {
    /// The field of `rulings` in an input.
    pub field: &'static str,
    /// Its values, the default first.
    pub values: &'static [Choice],
}

/// A chapter of the quick reference.
#[derive(Debug)]
pub struct Chapter {
    /// Its title.
    pub title: &'static str,
    /// The heading of the source.
    pub heading: &'static str,
    /// Its parts.
    pub parts: &'static [Part],
}

/// A part of a chapter.
#[derive(Debug)]
pub enum Part {
    /// A paragraph.
    Words(&'static str),
    /// A table: its head, and its rows.
    Table {
        /// What it shows.
        caption: &'static str,
        /// The heads of its columns.
        head: &'static [&'static str],
        /// Its rows, each beginning with its own head.
        rows: &'static [&'static [&'static str]],
    },
}

impl Ruleset {
    /// The procedure with this id.
    pub fn procedure(&self, id: &str) -> Option<&'static Procedure> {
        self.procedures.iter().copied().find(|procedure| procedure.id == id)
    }

    /// The edition that the rulings of a battle choose, in a few words; none if there is only one.
    pub fn chosen_edition(&self, rulings: &Map<String, Json>) -> Option<&'static str> {
        let field = self.editions.as_ref()?.field;
        let switch = self.rulings.iter().filter_map(|ruling| ruling.switch.as_ref()).find(|own| own.field == field)?;
        let chosen = rulings.get(field).and_then(|id| switch.values.iter().find(|value| *id == value.id));
        chosen.or(switch.values.first()).map(|value| value.label)
    }

    /// The phase that is being played.
    pub fn phase(&self, battle: &Facts) -> Option<&'static Phase> {
        usize::try_from(battle.whole("phase")).ok().and_then(|place| self.phases.get(place))
    }

    /// A unit as its roster enters it: what it says, and the profile's defaults for what it leaves out.
    pub fn mustered(&self, unit: &Map<String, Json>) -> Facts {
        let mut facts = Facts(unit.clone());
        for field in self.profile.fields {
            if let (None, Need::Default(constant)) = (facts.get(field.id), field.need) {
                facts.set(field.id, constant.json());
            }
        }
        facts
    }

    /// Where `id` of a [mustered](Self::mustered) unit is tracked, if it is.
    pub fn tracker(&self, id: &str, mustered: &Facts) -> Option<&'static Tracker> {
        let tracked = |tracker: &&Tracker| tracker.begins(mustered).is_some();
        let own = self.trackers.iter().filter(tracked).find(|tracker| tracker.id == id);
        own.or_else(|| self.trackers.iter().filter(tracked).find(|tracker| tracker.also.contains(&id)))
    }
}

impl Tracker {
    /// A tracker that starts at `start`, or from the profile's field of the same id.
    pub const fn new(id: &'static str, label: &'static str, kind: Tracks, start: Constant) -> Self {
        Self {
            id,
            label,
            kind,
            start,
            when: &[],
            start_from: None,
            also: &[],
            asked: false,
            clears: Clears::Never,
            becomes: None,
            limit: None,
            most: None,
            toll: None,
            sole: false,
            kept: false,
            runs_down: None,
            told: None,
        }
    }

    /// Yes or no, starting with no.
    pub const fn flag(id: &'static str, label: &'static str) -> Self {
        Self::new(id, label, Tracks::Flag, Constant::Flag(false))
    }

    /// A number shown as a number, starting at 0.
    pub const fn count(id: &'static str, label: &'static str, max: i32) -> Self {
        Self::new(id, label, Tracks::Count { max }, Constant::Whole(0))
    }

    /// Tracked only of units of which all of these hold.
    #[must_use]
    pub const fn when(mut self, when: &'static [When]) -> Self {
        self.when = when;
        self
    }

    /// Where it starts if that takes more than a field of the profile.
    #[must_use]
    pub const fn start_from(mut self, start: fn(&Facts) -> Option<Json>) -> Self {
        self.start_from = Some(start);
        self
    }

    /// Other ids under which procedures change it, of units that have no tracker of their own under those.
    #[must_use]
    pub const fn also(mut self, ids: &'static [&'static str]) -> Self {
        self.also = ids;
        self
    }

    /// Asked when a battle is begun.
    #[must_use]
    pub const fn asked(mut self) -> Self {
        self.asked = true;
        self
    }

    /// When it goes back to its start by itself.
    #[must_use]
    pub const fn clears(mut self, clears: Clears) -> Self {
        self.clears = clears;
        self
    }

    /// Back at its start when a new turn begins, its value taken over by the tracker `later`.
    #[must_use]
    pub const fn becomes(mut self, later: &'static str) -> Self {
        self.clears = Clears::EachTurn;
        self.becomes = Some(later);
        self
    }

    /// How a side's desk tells it, in a word or two, given all that is tracked there.
    #[must_use]
    pub const fn told(mut self, told: fn(&Facts) -> Option<Text>) -> Self {
        self.told = Some(told);
        self
    }

    /// The number at which something happens.
    #[must_use]
    pub const fn limit(mut self, limit: fn(&Facts) -> Option<i32>) -> Self {
        self.limit = Some(limit);
        self
    }

    /// The most of such a unit, where that is less than it could hold.
    #[must_use]
    pub const fn most(mut self, most: fn(&Facts) -> Option<i32>) -> Self {
        self.most = Some(most);
        self
    }

    /// Kept by the procedures: players see it only while it is not at its start.
    #[must_use]
    pub const fn kept(mut self) -> Self {
        self.kept = true;
        self
    }

    /// True of one unit of a side at most.
    #[must_use]
    pub const fn sole(mut self) -> Self {
        self.sole = true;
        self
    }

    /// A change of it by hand costs the unit's side so much of this tracker.
    #[must_use]
    pub const fn toll(mut self, tracker: &'static str, cost: fn(&Facts, &Facts) -> i32) -> Self {
        self.toll = Some(Toll { tracker, cost });
        self
    }

    /// Down by one when a new turn begins, of those of which `runs_down` holds then.
    #[must_use]
    pub const fn runs_down(mut self, runs_down: fn(&Facts) -> bool) -> Self {
        self.runs_down = Some(runs_down);
        self
    }

    /// Where it starts for a [mustered](Ruleset::mustered) unit; `None` if it is not tracked of such a unit.
    pub fn begins(&self, mustered: &Facts) -> Option<Json> {
        if !self.when.iter().all(|when| mustered.get(when.field).is_some_and(|value| when.holds(value))) {
            return None;
        }
        match self.start_from {
            Some(start) => start(mustered),
            None => Some(mustered.get(self.id).cloned().unwrap_or_else(|| self.start.json())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MEN: Tracker = Tracker::count("men", "Men", 100);
    const OFFICERS_TOO: Tracker = MEN.start_from(|unit| Some((unit.whole("men") + unit.whole("officers")).into()));
    const SADDLES: Tracker = Tracker::count("saddles", "Saddles", 9).when(&[When { field: "horse", is: &["true"] }]);

    fn unit(json: Json) -> Facts {
        Facts(json.as_object().cloned().unwrap_or_default())
    }

    #[test]
    fn a_tracker_starts_from_the_field_of_its_name_or_from_its_own_start() {
        assert_eq!(MEN.begins(&unit(serde_json::json!({ "men": 12 }))), Some(12.into()));
        assert_eq!(MEN.begins(&unit(serde_json::json!({}))), Some(0.into()));
    }

    #[test]
    fn a_tracker_may_start_from_several_fields() {
        assert_eq!(OFFICERS_TOO.begins(&unit(serde_json::json!({ "men": 12, "officers": 2 }))), Some(14.into()));
    }

    #[test]
    fn a_tracker_is_kept_only_of_units_that_it_concerns() {
        assert_eq!(SADDLES.begins(&unit(serde_json::json!({ "horse": true }))), Some(0.into()));
        assert_eq!(SADDLES.begins(&unit(serde_json::json!({ "horse": false }))), None);
        assert_eq!(SADDLES.begins(&unit(serde_json::json!({}))), None);
    }
}
