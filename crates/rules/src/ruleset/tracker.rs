//! Trackers of units, sides and the battle.

use super::Look;
use super::named_units::{Lie, NamedUnits};
use crate::facts::{Fact, Facts};
use crate::form::{Choice, Choices, Constant, Field, Kind, When};
use crate::side::Whose;
use crate::subject::Subject;
use crate::table::Table;
use crate::text::Text;
use serde_json::Value as Json;

/// Something that is tracked in a battle.
#[derive(Debug)]
pub struct Tracker {
    /// Its id; that of the profile's field if it starts from one.
    pub id: &'static str,
    /// A few words for players.
    pub label: &'static str,
    /// Type of its value.
    pub kind: Tracks,
    /// Marker on the table.
    pub look: Look,
    /// Its start, unless the profile has a field of the same id.
    pub start: Constant,
    /// Tracked only of units of which all of these hold, as their roster entered them.
    pub when: &'static [When],
    /// Its start, if that takes more than a field of the profile. `None`: such a unit has no such tracker.
    pub start_from: Option<fn(&Facts) -> Option<Json>>,
    /// Adds ids under which procedures change it, for units that have no tracker of their own under those.
    pub also: &'static [&'static str],
    /// Asks players for it when a battle begins.
    pub setup_question: bool,
    /// Sets when it goes back to its start.
    pub clears: Clears,
    /// The tracker that takes its value over when a new turn begins: `moved_this_turn` becomes `moved_last_turn`.
    pub becomes: Option<&'static str>,
    /// The number at which something happens, if there is one: drawn as a dashed pip.
    pub limit: Option<fn(&Facts) -> Option<i32>>,
    /// Limits it for a unit, where the limit is lower than its type's.
    pub most: Option<fn(&Facts) -> Option<i32>>,
    /// Cost of a change by hand to the unit's side.
    pub toll: Option<Toll>,
    /// Of a flag: true of one unit of a side at most, as that of the only General. Ticked for another, it moves.
    pub sole: bool,
    /// The units that it can name, if it names units. `None`: any.
    pub names: Option<NamedUnits>,
    /// Check of a value that is set by hand, beyond what its kind allows.
    pub accepts: Option<fn(&Json, &Subject, &Table) -> bool>,
    /// Leaves it to the procedures: players see it only while it is not at its start.
    pub automatic: bool,
    /// True if it stands on the front of the card. Pips always do.
    pub in_front: bool,
    /// True if it counts what figures on the table do not show, so that players may agree to hide it from each other.
    pub secret: bool,
    /// Of a number: true if it is read off rather than counted, such as a year or a distance.
    pub measured: bool,
    /// True if version 1.0.0 does not have it.
    pub later: bool,
    /// The least of a number.
    pub least: i32,
    /// Condition under which it goes down by one as a new turn begins: a musket that is being loaded. Never if `None`.
    pub runs_down: Option<fn(&Facts) -> bool>,
    /// True if it goes down as each phase begins, not only as a turn does.
    pub runs_down_each_phase: bool,
    /// A sentence for the unit's card while it holds something, with the gap `{names}` or `{n}`: `charging {names}`.
    pub mark: Option<&'static str>,
    /// Words for it in a side's status; nothing if it need not be shown. `None` for label and value.
    pub render: Option<fn(&Facts) -> Option<Text>>,
}

/// A tracker of units that earlier versions had. Battles of those versions set it; the trackers of today follow.
#[derive(Debug)]
pub struct FormerTracker {
    /// Its id in the log.
    pub id: &'static str,
    /// Reads a value that it takes: values of trackers of today, by their ids. The facts are those of the unit before.
    pub read: fn(&Json, &Facts) -> Vec<(&'static str, Json)>,
}

/// Cost of changing a unit's tracker by hand, to its side.
#[derive(Clone, Copy, Debug)]
pub struct Toll {
    /// The side's tracker that goes down.
    pub tracker: Fact<i32>,
    /// By how much, of the unit before and after: 0 if it costs nothing. The side never goes below 0.
    pub cost: fn(&Facts, &Facts) -> i32,
}

/// Types of trackers.
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
    /// A number that may have a fraction, such as inches; shown as a number.
    Number {
        /// The most.
        max: i32,
    },
    /// Yes or no.
    Flag,
    /// A unit of the battle by its id, or `""`; shown by its name.
    Unit,
    /// Units of the battle by their ids; shown by their names.
    Units,
    /// One of a list.
    Word(&'static [Choice]),
    /// A text that players write.
    Text,
    /// Anything that only procedures change.
    Data,
}

/// Letters of a text that is tracked, at most.
pub const TEXT_MAX: usize = 200;

impl Tracks {
    /// The most that it can hold, for those that hold a number.
    pub fn most(self) -> i32 {
        match self {
            Tracks::Pips { max } | Tracks::Count { max } | Tracks::Number { max } => max,
            Tracks::Flag | Tracks::Unit | Tracks::Units | Tracks::Word(_) | Tracks::Text | Tracks::Data => i32::MAX,
        }
    }
}

/// Times at which a tracker goes back to its start by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clears {
    /// Only when players or procedures say so.
    Never,
    /// At the start of a turn.
    EachTurn,
    /// At the start of a phase.
    EachPhase,
    /// Each time this tracker of the battle is set, even to the same value: marks of one card end when the next is turned.
    WhenSet(&'static str),
}

/// The most of a fact; 0 if it is declared without a range.
const fn most_of(fact: Fact<i32>) -> i32 {
    match fact.field() {
        Some(Field { kind: Kind::Whole { max, .. }, .. }) => max,
        _ => 0,
    }
}

impl Tracker {
    /// A tracker that starts at `start`, or from the profile's field of the same id.
    pub const fn new<T>(fact: Fact<T>, kind: Tracks, start: Constant) -> Self {
        Self {
            id: fact.id(),
            label: fact.label(),
            kind,
            look: Look::Counter,
            start,
            when: &[],
            start_from: None,
            also: &[],
            setup_question: false,
            clears: Clears::Never,
            becomes: None,
            limit: None,
            most: None,
            toll: None,
            sole: false,
            names: None,
            accepts: None,
            automatic: false,
            in_front: false,
            secret: false,
            measured: false,
            later: false,
            least: 0,
            runs_down: None,
            runs_down_each_phase: false,
            mark: None,
            render: None,
        }
    }

    /// Sets a label other than that of its fact.
    #[must_use]
    pub const fn label(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }

    /// A number that may have a fraction, starting at 0.
    pub const fn number(fact: Fact<f64>, max: i32) -> Self {
        Self::new(fact, Tracks::Number { max }, Constant::Whole(0))
    }

    /// A unit of the battle, starting with none.
    pub const fn unit(fact: Fact<String>) -> Self {
        Self::new(fact, Tracks::Unit, Constant::Word(""))
    }

    /// Units of the battle, starting with none.
    pub const fn units(fact: Fact<Vec<String>>) -> Self {
        Self::new(fact, Tracks::Units, Constant::EmptyList)
    }

    /// Enemies with whom a unit is in contact, starting with none: those of whom `fits` holds, as it must of the unit. Contacts
    /// are mutual, and end for both as soon as `fits` fails for one.
    pub const fn contacts(fact: Fact<Vec<String>>, fits: fn(&Facts) -> bool) -> Self {
        let mut tracker = Self::units(fact);
        tracker.names = Some(NamedUnits { whose: Whose::Enemy, fits, mutual: true, lie: None });
        tracker
    }

    /// Remembers at which edge of the unit each of its contacts lies, in the tracker that [`lie`](Self::lie) declares.
    #[must_use]
    pub const fn lying<T>(mut self, fact: Fact<T>, edges: &'static [Choice]) -> Self {
        if let Some(names) = &mut self.names {
            names.lie = Some(Lie { tracker: fact.id(), edges });
        }
        self
    }

    /// The edges at which contacts lie: id of the enemy → id of the edge. Players set them beside the contacts.
    pub const fn lie<T>(fact: Fact<T>) -> Self {
        Self::new(fact, Tracks::Data, Constant::EmptyObject)
    }

    /// Lets it name enemies alone, and offers those of whom `fits` holds.
    #[must_use]
    pub const fn names_enemies(mut self, fits: fn(&Facts) -> bool) -> Self {
        self.names = Some(NamedUnits { whose: Whose::Enemy, fits, mutual: false, lie: None });
        self
    }

    /// Lets it name units of its own side alone, and offers those of whom `fits` holds.
    #[must_use]
    pub const fn names_friends(mut self, fits: fn(&Facts) -> bool) -> Self {
        self.names = Some(NamedUnits { whose: Whose::Own, fits, mutual: false, lie: None });
        self
    }

    /// Yes or no, starting with no.
    pub const fn flag(fact: Fact<bool>) -> Self {
        Self::new(fact, Tracks::Flag, Constant::Flag(false))
    }

    /// One of the words of its type, starting with the first.
    pub const fn word<T: Choices>(fact: Fact<T>) -> Self {
        Self::new(fact, Tracks::Word(T::CHOICES), Constant::Word(T::CHOICES[0].id))
    }

    /// One of these words, starting with the first.
    pub const fn word_among<T>(fact: Fact<T>, words: &'static [Choice]) -> Self {
        Self::new(fact, Tracks::Word(words), Constant::Word(words[0].id))
    }

    /// A number shown as a number, starting at 0, up to the most of its fact.
    pub const fn count(fact: Fact<i32>) -> Self {
        Self::new(fact, Tracks::Count { max: most_of(fact) }, Constant::Whole(0))
    }

    /// A small number shown as pips, starting at 0, up to the most of its fact.
    pub const fn pips(fact: Fact<i32>) -> Self {
        Self::new(fact, Tracks::Pips { max: most_of(fact) }, Constant::Whole(0))
    }

    /// Sets a most other than that of its fact.
    #[must_use]
    pub const fn up_to(mut self, max: i32) -> Self {
        self.kind = match self.kind {
            Tracks::Pips { .. } => Tracks::Pips { max },
            Tracks::Number { .. } => Tracks::Number { max },
            _ => Tracks::Count { max },
        };
        self
    }

    /// Sets the marker on the table.
    #[must_use]
    pub const fn look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// Tracks it only for units for which all of these hold.
    #[must_use]
    pub const fn when(mut self, when: &'static [When]) -> Self {
        self.when = when;
        self
    }

    /// Computes its start, where that takes more than a field of the profile.
    #[must_use]
    pub const fn start_from(mut self, start: fn(&Facts) -> Option<Json>) -> Self {
        self.start_from = Some(start);
        self
    }

    /// Adds ids under which procedures change it, for units that have no tracker of their own under those.
    #[must_use]
    pub const fn also(mut self, ids: &'static [&'static str]) -> Self {
        self.also = ids;
        self
    }

    /// Asks players for it when a battle begins.
    #[must_use]
    pub const fn setup_question(mut self) -> Self {
        self.setup_question = true;
        self
    }

    /// Sets when it goes back to its start.
    #[must_use]
    pub const fn clears(mut self, clears: Clears) -> Self {
        self.clears = clears;
        self
    }

    /// Goes back to its start when a new turn begins; the tracker `later` takes its value.
    #[must_use]
    pub const fn becomes<T>(mut self, later: Fact<T>) -> Self {
        self.clears = Clears::EachTurn;
        self.becomes = Some(later.id());
        self
    }

    /// Marks the unit's card while it holds something, in the words of a template with the gap `{names}`, of the units that it
    /// holds, or `{n}`, its number.
    #[must_use]
    pub const fn mark(mut self, template: &'static str) -> Self {
        self.mark = Some(template);
        self
    }

    /// The mark of a unit's card, of all that is tracked of the unit; none while it holds nothing. `name` gives a unit's name
    /// from its id.
    pub fn mark_of(&self, facts: &Facts, name: impl Fn(&str) -> Option<String>) -> Option<Text> {
        let held = facts.get(self.id).filter(|held| **held != self.start.json())?;
        if let Some(render) = self.render {
            return render(facts);
        }
        match self.kind {
            Tracks::Flag => (*held == true).then(|| self.mark.unwrap_or(self.label).into()),
            Tracks::Unit | Tracks::Units => {
                let many = held.as_array().into_iter().flatten().filter_map(Json::as_str);
                let names: Vec<String> = held.as_str().into_iter().chain(many).filter_map(name).collect();
                if names.is_empty() {
                    return None;
                }
                let names = names.join(", ");
                Some(match self.mark {
                    Some(template) => Text::from(template).with("names", names),
                    None => crate::text!("{what}: {names}", what = self.label, names = names),
                })
            }
            Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Number { .. } => {
                let (template, n) = (self.mark?, held.as_f64()?);
                (n != 0.0).then(|| Text::from(template).with("n", n))
            }
            Tracks::Word(_) | Tracks::Text | Tracks::Data => None,
        }
    }

    /// Describes it in a word or two for a side's status, given all trackers there.
    #[must_use]
    pub const fn render(mut self, render: fn(&Facts) -> Option<Text>) -> Self {
        self.render = Some(render);
        self
    }

    /// Sets the number at which something happens.
    #[must_use]
    pub const fn limit(mut self, limit: fn(&Facts) -> Option<i32>) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Limits it for a unit, where the limit is lower than its type's.
    #[must_use]
    pub const fn most(mut self, most: fn(&Facts) -> Option<i32>) -> Self {
        self.most = Some(most);
        self
    }

    /// Leaves it to the procedures: players see it only while it is not at its start.
    #[must_use]
    pub const fn automatic(mut self) -> Self {
        self.automatic = true;
        self
    }

    /// Puts it on the front of the card: players set it in two taps.
    #[must_use]
    pub const fn in_front(mut self) -> Self {
        self.in_front = true;
        self
    }

    /// Says that it counts what figures on the table do not show, so that players may agree to hide it from each other: see
    /// [`Secrecy`](crate::secrecy::Secrecy).
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// Says of a number that it is read off rather than counted, such as a year or a distance: a later value replaces it.
    #[must_use]
    pub const fn measured(mut self) -> Self {
        self.measured = true;
        self
    }

    /// Marks a tracker that version 1.0.0 does not have. The check does not expect the acts of that version to set it.
    #[must_use]
    pub const fn later(mut self) -> Self {
        self.later = true;
        self
    }

    /// True if its number is counted, so that changes of it add up.
    pub fn counts(&self) -> bool {
        matches!(self.kind, Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Number { .. }) && !self.measured
    }

    /// Adds a check of values that are set by hand.
    #[must_use]
    pub const fn accepts(mut self, accepts: fn(&Json, &Subject, &Table) -> bool) -> Self {
        self.accepts = Some(accepts);
        self
    }

    /// The whole number that it holds; its start for a unit that does not keep it.
    pub fn count_in(&self, facts: &Facts) -> i32 {
        let held = |json: &Json| i32::try_from(json.as_i64()?).ok();
        facts.get(self.id).and_then(held).or_else(|| held(&self.start.json())).unwrap_or_default()
    }

    /// True if it is a flag that is set.
    pub fn is_set_in(&self, facts: &Facts) -> bool {
        facts.get(self.id) == Some(&Json::Bool(true))
    }

    /// True if it can take this value by hand, as somebody's on this table.
    pub fn can_hold(&self, value: &Json, of: &Subject, table: &Table) -> bool {
        let of_kind = match self.kind {
            Tracks::Flag => value.is_boolean(),
            Tracks::Word(choices) => choices.iter().any(|choice| *value == choice.id),
            Tracks::Pips { max } | Tracks::Count { max } => {
                value.as_i64().is_some_and(|number| (i64::from(self.least)..=i64::from(max)).contains(&number))
            }
            Tracks::Number { max } => value.as_f64().is_some_and(|number| (0.0..=f64::from(max)).contains(&number)),
            Tracks::Unit => value.as_str().is_some_and(|id| id.is_empty() || self.can_name_all(&[id], of.id(), table)),
            Tracks::Units => {
                let ids: Option<Vec<&str>> = value.as_array().and_then(|ids| ids.iter().map(Json::as_str).collect());
                ids.is_some_and(|ids| self.can_name_all(&ids, of.id(), table))
            }
            Tracks::Text => value.as_str().is_some_and(|text| text.chars().count() <= TEXT_MAX),
            Tracks::Data => true,
        };
        of_kind && self.accepts.is_none_or(|accepts| accepts(value, of, table))
    }

    /// Lets it be true of one unit of a side at most.
    #[must_use]
    pub const fn sole(mut self) -> Self {
        self.sole = true;
        self
    }

    /// Charges the unit's side for a change by hand.
    #[must_use]
    pub const fn toll(mut self, tracker: Fact<i32>, cost: fn(&Facts, &Facts) -> i32) -> Self {
        self.toll = Some(Toll { tracker, cost });
        self
    }

    /// Lowers it by one when a new turn begins, where `runs_down` holds then.
    #[must_use]
    pub const fn runs_down(mut self, runs_down: fn(&Facts) -> bool) -> Self {
        self.runs_down = Some(runs_down);
        self
    }

    /// Its start for a [mustered](super::Ruleset::mustered) unit; `None` if such a unit does not have it.
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

    const MEN_LEFT: Fact<i32> = crate::fact!("men");
    const OFFICERS: Fact<i32> = crate::fact!("officers");
    const MEN: Tracker = Tracker::count(MEN_LEFT).up_to(100);
    const OFFICERS_TOO: Tracker = MEN.start_from(|unit| Some((unit.value(MEN_LEFT)? + unit.value(OFFICERS)?).into()));
    const SADDLES: Tracker =
        Tracker::count(crate::fact!("saddles")).up_to(9).when(&[When { field: "horse", is: &["true"] }]);

    fn unit(json: Json) -> Facts {
        Facts::from(json.as_object().cloned().unwrap_or_default())
    }

    #[test]
    fn a_tracker_starts_from_the_field_of_its_id_or_from_its_own_start() {
        assert_eq!(MEN.begins(&unit(serde_json::json!({ "men": 12 }))), Some(12.into()));
        assert_eq!(MEN.begins(&unit(serde_json::json!({}))), Some(0.into()));
    }

    #[test]
    fn a_tracker_may_start_from_several_fields() {
        assert_eq!(OFFICERS_TOO.begins(&unit(serde_json::json!({ "men": 12, "officers": 2 }))), Some(14.into()));
    }

    #[test]
    fn a_tracker_is_kept_only_for_units_that_meet_its_conditions() {
        assert_eq!(SADDLES.begins(&unit(serde_json::json!({ "horse": true }))), Some(0.into()));
        assert_eq!(SADDLES.begins(&unit(serde_json::json!({ "horse": false }))), None);
        assert_eq!(SADDLES.begins(&unit(serde_json::json!({}))), None);
    }
}
