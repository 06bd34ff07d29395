//! Trackers of units, sides and the battle.

use super::Look;
use super::named_units::{ContactEdges, NamedUnits};
use crate::facts::{Fact, Facts};
use crate::form::{Choice, Choices, Constant, Field, Kind, Need, When};
use crate::side::Whose;
use crate::subject::Subject;
use crate::table::Table;
use crate::text::Text;
use serde_json::Value as Json;

/// A value that is tracked in a battle.
#[derive(Debug)]
pub struct Tracker {
    /// Its id. If a field of the profile has the same id, the tracker starts with that field's value.
    pub id: &'static str,
    /// Label for players.
    pub label: &'static str,
    /// Type of its value.
    pub kind: Tracks,
    /// Marker on the table.
    pub look: Look,
    /// Value at the beginning, unless the profile has a field with its id.
    pub start: Constant,
    /// Conditions on a unit's roster entry. The tracker exists only for units for which all hold.
    pub when: &'static [When],
    /// Computes the value at the beginning, if the profile has no field for it. It returns `None` for a unit without this tracker.
    pub start_from: Option<fn(&Facts) -> Option<Json>>,
    /// Further ids under which procedures change it. They apply to units without a tracker of that id.
    pub aliases: &'static [&'static str],
    /// Place of its control.
    pub control: Control,
    /// Automatic change of its value.
    pub clears: Clears,
    /// Returns the number at which it has an effect, drawn as a dashed pip. `None` if there is no such number.
    pub threshold: Option<fn(&Facts) -> Option<i32>>,
    /// Returns its greatest value for a unit, if that is lower than the greatest value of its type.
    pub most: Option<fn(&Facts) -> Option<i32>>,
    /// Price that the unit's side pays for a change by hand. `None` if it is free.
    pub manual_cost: Option<ManualCost>,
    /// For a flag: true if at most one unit of a side has it, such as the unit of the only General. Setting it for a unit clears it for the others.
    pub unique_per_side: bool,
    /// Checks a value that is set by hand, in addition to the check by its type.
    pub accepts: Option<fn(&Json, &Subject, &Table) -> bool>,
    /// True if figures on the table do not show its value, so that players may agree to hide it.
    pub secret: bool,
    /// True if it is a record that only the rules read. Log, notices and report leave its changes out.
    pub internal: bool,
    /// Its words on the unit's card and in a side's status.
    pub wording: Wording,
}

/// Place of a tracker's control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Control {
    /// Under "More" on the card. Pips are on the front.
    More,
    /// On the front of the card, where players set it with two taps.
    Front,
    /// Among the questions when a battle begins, and under "More" from then on.
    SetUp,
    /// None: only procedures change the tracker. Players see it only while it differs from its start.
    None,
}

/// Words for a tracker's value.
#[derive(Clone, Copy, Debug)]
pub enum Wording {
    /// Label and value.
    Plain,
    /// Sentence on the unit's card while the value differs from the start, with the gap `{names}` or `{n}`: `charging {names}`.
    CardText(&'static str),
    /// Returns the words, given all trackers of the owner. `None` hides the tracker.
    Render(fn(&Facts) -> Option<Text>),
}

/// The trackers of a ruleset.
#[derive(Clone, Copy, Debug)]
pub struct Trackers {
    /// Trackers of a unit.
    pub unit: &'static [Tracker],
    /// Trackers of a side.
    pub side: &'static [Tracker],
    /// Trackers of the battle, except turn and phase.
    pub battle: &'static [Tracker],
    /// Trackers of units in earlier versions, with functions that convert their values.
    /// Only *Argad!* has some, because its loads were counted differently in version 1.0.0.
    pub former: &'static [FormerTracker],
    /// Trackers that a procedure sets since a later version: (procedure, tracker). Acts of version 1.0.0 lack these changes, and the check of
    /// a log does not expect them.
    pub later: &'static [(&'static str, &'static str)],
}

impl Trackers {
    /// No trackers.
    pub const NONE: Self = Self { unit: &[], side: &[], battle: &[], former: &[], later: &[] };

    /// Iterates over the trackers of units, of sides and of the battle.
    pub fn all(&self) -> impl Iterator<Item = &'static Tracker> + use<> {
        self.unit.iter().chain(self.side).chain(self.battle)
    }
}

/// A tracker of units in earlier versions. Battles of those versions set it, and current trackers are set from it.
#[derive(Debug)]
pub struct FormerTracker {
    /// Its id in the log.
    pub id: &'static str,
    /// Converts a value to values of current trackers: (id, value). The facts are those of the unit before the change.
    pub read: fn(&Json, &Facts) -> Vec<(&'static str, Json)>,
}

/// Price that a unit's side pays for a change of the unit's tracker by hand.
#[derive(Clone, Copy, Debug)]
pub struct ManualCost {
    /// The side's tracker that decreases.
    pub tracker: Fact<i32>,
    /// Returns the cost, given the facts of the unit before and after: 0 if it is free. The side's tracker never falls below 0.
    pub cost: fn(&Facts, &Facts) -> i32,
}

/// Type of a tracker.
#[derive(Clone, Copy, Debug)]
pub enum Tracks {
    /// A small number, shown as pips.
    Pips {
        /// Greatest value.
        max: i32,
    },
    /// A number, shown as digits.
    Count {
        /// Least value.
        min: i32,
        /// Greatest value.
        max: i32,
    },
    /// A number that is read off, such as a year or a distance: a later value replaces it, and changes of it do not add up. Shown as
    /// digits.
    Reading {
        /// Greatest value.
        max: i32,
    },
    /// A number that may have a fraction, such as inches, shown as digits.
    Number {
        /// Greatest value.
        max: i32,
    },
    /// Yes or no.
    Flag,
    /// Id of a unit of the battle, or `""`. Shown as the unit's name.
    Unit(NamedUnits),
    /// Ids of units of the battle. Shown as the units' names.
    Units(NamedUnits),
    /// One of a list of choices.
    Word(&'static [Choice]),
    /// A text that players enter.
    Text,
    /// JSON that only procedures change.
    Data,
}

/// Greatest length of a tracker's text, in letters.
pub const TEXT_MAX: usize = 200;

impl Tracks {
    /// Returns the greatest value of a number. For other types, returns `i32::MAX`.
    pub fn most(self) -> i32 {
        match self {
            Tracks::Pips { max } | Tracks::Count { max, .. } | Tracks::Reading { max } | Tracks::Number { max } => max,
            Tracks::Flag | Tracks::Unit(_) | Tracks::Units(_) | Tracks::Word(_) | Tracks::Text | Tracks::Data => {
                i32::MAX
            }
        }
    }

    /// Returns the least value of a number. For other types, returns 0.
    pub fn least(self) -> i32 {
        if let Tracks::Count { min, .. } = self { min } else { 0 }
    }

    /// Returns the units that it can name. `None` if it names no units.
    pub fn names(self) -> Option<NamedUnits> {
        if let Tracks::Unit(names) | Tracks::Units(names) = self { Some(names) } else { None }
    }
}

/// Automatic change of a tracker.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clears {
    /// None: players and procedures change it.
    Never,
    /// It returns to its start when a turn begins.
    EachTurn,
    /// It returns to its start when a phase begins.
    EachPhase,
    /// It returns to its start when this tracker of the battle is set, even to the same value. Records that belong to one card end when
    /// the next is turned.
    WhenSet(&'static str),
    /// It returns to its start when a turn begins, and the unit's tracker with this id takes its value: `moved_this_turn` becomes
    /// `moved_last_turn`.
    Becomes(&'static str),
    /// It decreases by 1 when a turn begins, down to its least value.
    RunsDownEachTurn,
    /// It decreases by 1 when a phase begins, down to its least value.
    RunsDownEachPhase,
}

/// Returns the greatest value of a fact; 0 if it is declared without a range.
const fn most_of(fact: Fact<i32>) -> i32 {
    match fact.field() {
        Some(Field { kind: Kind::Whole { max, .. }, .. }) => max,
        _ => 0,
    }
}

/// True if a fact has no default, or the default 0.
const fn begins_with_zero(fact: Fact<i32>) -> bool {
    match fact.field() {
        Some(Field { need: Need::Default(Constant::Whole(number)), .. }) => number == 0,
        _ => true,
    }
}

impl Tracker {
    /// Returns a tracker that begins with `start`, or with the profile's field of its id.
    pub const fn new<T>(fact: Fact<T>, kind: Tracks, start: Constant) -> Self {
        Self {
            id: fact.id(),
            label: fact.label(),
            kind,
            look: Look::Counter,
            start,
            when: &[],
            start_from: None,
            aliases: &[],
            control: Control::More,
            clears: Clears::Never,
            threshold: None,
            most: None,
            manual_cost: None,
            unique_per_side: false,
            accepts: None,
            secret: false,
            internal: false,
            wording: Wording::Plain,
        }
    }

    /// Sets a label that differs from the label of its fact.
    #[must_use]
    pub const fn label(mut self, label: &'static str) -> Self {
        self.label = label;
        self
    }

    /// Returns a tracker of a number that may have a fraction. It begins with 0.
    pub const fn number(fact: Fact<f64>, max: i32) -> Self {
        Self::new(fact, Tracks::Number { max }, Constant::Whole(0))
    }

    /// Returns a tracker that names an enemy. Players are offered the enemies for which `fits` is true. It begins with none.
    pub const fn enemy(fact: Fact<String>, fits: fn(&Facts) -> bool) -> Self {
        Self::unit(fact, NamedUnits { whose: Whose::Enemy, fits, mutual: false, contact_edges: None })
    }

    /// Returns a tracker that names a unit of its own side. Players are offered the units for which `fits` is true. It begins with none.
    pub const fn friend(fact: Fact<String>, fits: fn(&Facts) -> bool) -> Self {
        Self::unit(fact, NamedUnits { whose: Whose::Own, fits, mutual: false, contact_edges: None })
    }

    const fn unit(fact: Fact<String>, names: NamedUnits) -> Self {
        Self::new(fact, Tracks::Unit(names), Constant::Word(""))
    }

    /// Returns a tracker of the enemies in contact with a unit. It begins with none. `fits` must be true for both units. Contacts are
    /// mutual, and end for both as soon as `fits` is false for one.
    pub const fn contacts(fact: Fact<Vec<String>>, fits: fn(&Facts) -> bool) -> Self {
        let names = NamedUnits { whose: Whose::Enemy, fits, mutual: true, contact_edges: None };
        Self::new(fact, Tracks::Units(names), Constant::EmptyList)
    }

    /// Records at which edge of the unit each contact is, in the tracker declared by [`contact_edges`](Self::contact_edges).
    #[must_use]
    pub const fn with_edges<T>(mut self, fact: Fact<T>, edges: &'static [Choice]) -> Self {
        if let Tracks::Units(names) = &mut self.kind {
            names.contact_edges = Some(ContactEdges { tracker: fact.id(), edges });
        }
        self
    }

    /// Returns a tracker of contact edges: id of the enemy → id of the edge. Players set them together with the contacts.
    pub const fn contact_edges<T>(fact: Fact<T>) -> Self {
        Self::new(fact, Tracks::Data, Constant::EmptyObject)
    }

    /// Returns a tracker of yes or no. It begins with no.
    pub const fn flag(fact: Fact<bool>) -> Self {
        Self::new(fact, Tracks::Flag, Constant::Flag(false))
    }

    /// Returns a tracker of a choice. It begins with the first choice of `T`.
    pub const fn word<T: Choices>(fact: Fact<T>) -> Self {
        Self::new(fact, Tracks::Word(T::CHOICES), Constant::Word(T::CHOICES[0].id))
    }

    /// Returns a tracker of one of these choices. It begins with the first.
    pub const fn word_among<T>(fact: Fact<T>, words: &'static [Choice]) -> Self {
        Self::new(fact, Tracks::Word(words), Constant::Word(words[0].id))
    }

    /// Returns a tracker of a number shown as digits. It begins with 0; its greatest value is that of its fact.
    pub const fn count(fact: Fact<i32>) -> Self {
        Self::new(fact, Tracks::Count { min: 0, max: most_of(fact) }, Constant::Whole(0))
    }

    /// Returns a tracker of a number that is read off, such as a year. It begins with 0; its greatest value is that of its fact.
    pub const fn reading(fact: Fact<i32>) -> Self {
        Self::new(fact, Tracks::Reading { max: most_of(fact) }, Constant::Whole(0))
    }

    /// Returns a tracker of a small number shown as pips. It begins with 0; its greatest value is that of its fact.
    ///
    /// # Panics
    /// As the ruleset is compiled, if the fact has another default than 0. Such a tracker is declared by [`new`](Self::new).
    pub const fn pips(fact: Fact<i32>) -> Self {
        assert!(begins_with_zero(fact), "the tracker would begin with 0, and its fact with another number");
        Self::new(fact, Tracks::Pips { max: most_of(fact) }, Constant::Whole(0))
    }

    /// Sets a greatest value that differs from that of its fact.
    ///
    /// # Panics
    /// As the ruleset is compiled, if the tracker holds no number.
    #[must_use]
    pub const fn up_to(mut self, max: i32) -> Self {
        self.kind = match self.kind {
            Tracks::Pips { .. } => Tracks::Pips { max },
            Tracks::Number { .. } => Tracks::Number { max },
            Tracks::Count { min, .. } => Tracks::Count { min, max },
            Tracks::Reading { .. } => Tracks::Reading { max },
            _ => panic!("only numbers have a most"),
        };
        self
    }

    /// Sets the marker on the table.
    /// Only *Pikette Squared* sets it, because its stands, hits, chips and cards are different markers on the table.
    #[must_use]
    pub const fn look(mut self, look: Look) -> Self {
        self.look = look;
        self
    }

    /// Marks it as a record that only the rules read.
    #[must_use]
    pub const fn internal(mut self) -> Self {
        self.internal = true;
        self
    }

    /// Restricts it to units for which all of these hold.
    #[must_use]
    pub const fn when(mut self, when: &'static [When]) -> Self {
        self.when = when;
        self
    }

    /// Sets the function that computes the value at the beginning. Units for which it returns `None` do not have the tracker.
    #[must_use]
    pub const fn start_from(mut self, start: fn(&Facts) -> Option<Json>) -> Self {
        self.start_from = Some(start);
        self
    }

    /// Adds ids under which procedures change it, for units without a tracker of that id.
    #[must_use]
    pub const fn aliases(mut self, ids: &'static [&'static str]) -> Self {
        self.aliases = ids;
        self
    }

    /// Asks players for it when a battle begins.
    #[must_use]
    pub const fn setup_question(mut self) -> Self {
        self.control = Control::SetUp;
        self
    }

    /// Sets its automatic change.
    #[must_use]
    pub const fn clears(mut self, clears: Clears) -> Self {
        self.clears = clears;
        self
    }

    /// Returns to its start when a new turn begins; the tracker `later` takes its value.
    #[must_use]
    pub const fn becomes<T>(mut self, later: Fact<T>) -> Self {
        self.clears = Clears::Becomes(later.id());
        self
    }

    /// Shows a sentence on the unit's card while it has a value. The template has the gap `{names}`, for the names of its units, or `{n}`,
    /// for its number.
    #[must_use]
    pub const fn card_text(mut self, template: &'static str) -> Self {
        self.wording = Wording::CardText(template);
        self
    }

    /// Returns the sentence for a unit's card; `None` while it has no value. `facts` holds all facts of the unit. `name` returns a unit's
    /// name for its id.
    pub fn card_text_of(&self, facts: &Facts, name: impl Fn(&str) -> Option<String>) -> Option<Text> {
        let held = facts.get(self.id).filter(|held| **held != self.start.json())?;
        let text = match self.wording {
            Wording::Render(render) => return render(facts),
            Wording::CardText(template) => Some(template),
            Wording::Plain => None,
        };
        match self.kind {
            Tracks::Flag => (*held == true).then(|| text.unwrap_or(self.label).into()),
            Tracks::Unit(_) | Tracks::Units(_) => {
                let many = held.as_array().into_iter().flatten().filter_map(Json::as_str);
                let names: Vec<String> = held.as_str().into_iter().chain(many).filter_map(name).collect();
                if names.is_empty() {
                    return None;
                }
                let names = names.join(", ");
                Some(match text {
                    Some(template) => Text::from(template).with("names", names),
                    None => crate::text!("{what}: {names}", what = self.label, names = names),
                })
            }
            Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Reading { .. } | Tracks::Number { .. } => {
                let (template, n) = (text?, held.as_f64()?);
                (n != 0.0).then(|| Text::from(template).with("n", n))
            }
            Tracks::Word(_) | Tracks::Text | Tracks::Data => None,
        }
    }

    /// Sets the function that returns its words in a side's status, given all trackers there.
    #[must_use]
    pub const fn render(mut self, render: fn(&Facts) -> Option<Text>) -> Self {
        self.wording = Wording::Render(render);
        self
    }

    /// Returns the words of its function. `None` if it has no function, or the function hides it.
    pub fn rendered(&self, facts: &Facts) -> Option<Text> {
        if let Wording::Render(render) = self.wording { render(facts) } else { None }
    }

    /// Sets the number at which it has an effect.
    #[must_use]
    pub const fn threshold(mut self, threshold: fn(&Facts) -> Option<i32>) -> Self {
        self.threshold = Some(threshold);
        self
    }

    /// Sets the greatest value for a unit, if that is lower than the greatest value of its type.
    #[must_use]
    pub const fn most(mut self, most: fn(&Facts) -> Option<i32>) -> Self {
        self.most = Some(most);
        self
    }

    /// Leaves it to procedures: players see it only while it differs from its start.
    #[must_use]
    pub const fn automatic(mut self) -> Self {
        self.control = Control::None;
        self
    }

    /// True if only procedures change it.
    pub fn is_automatic(&self) -> bool {
        self.control == Control::None
    }

    /// Shows it on the front of the card, where players set it with two taps.
    #[must_use]
    pub const fn in_front(mut self) -> Self {
        self.control = Control::Front;
        self
    }

    /// Declares that figures on the table do not show its value, so that players may agree to hide it: see
    /// [`Secrecy`](crate::secrecy::Secrecy).
    #[must_use]
    pub const fn secret(mut self) -> Self {
        self.secret = true;
        self
    }

    /// True if its number is a count, so that changes of it add up.
    pub fn counts(&self) -> bool {
        matches!(self.kind, Tracks::Pips { .. } | Tracks::Count { .. } | Tracks::Number { .. })
    }

    /// Adds a check of values that are set by hand.
    #[must_use]
    pub const fn accepts(mut self, accepts: fn(&Json, &Subject, &Table) -> bool) -> Self {
        self.accepts = Some(accepts);
        self
    }

    /// Returns its whole number; its start for a unit without a value.
    pub fn count_in(&self, facts: &Facts) -> i32 {
        let held = |json: &Json| i32::try_from(json.as_i64()?).ok();
        facts.get(self.id).and_then(held).or_else(|| held(&self.start.json())).unwrap_or_default()
    }

    /// True if it is a flag and is set.
    pub fn is_set_in(&self, facts: &Facts) -> bool {
        facts.get(self.id) == Some(&Json::Bool(true))
    }

    /// True if it can be set to this value by hand, for this owner on this table.
    pub fn can_hold(&self, value: &Json, of: &Subject, table: &Table) -> bool {
        let of_kind = match self.kind {
            Tracks::Flag => value.is_boolean(),
            Tracks::Word(choices) => choices.iter().any(|choice| *value == choice.id),
            Tracks::Pips { max } | Tracks::Count { max, .. } | Tracks::Reading { max } => {
                value.as_i64().is_some_and(|number| (i64::from(self.kind.least())..=i64::from(max)).contains(&number))
            }
            Tracks::Number { max } => value.as_f64().is_some_and(|number| (0.0..=f64::from(max)).contains(&number)),
            Tracks::Unit(_) => {
                value.as_str().is_some_and(|id| id.is_empty() || self.can_name_all(&[id], of.id(), table))
            }
            Tracks::Units(_) => {
                let ids: Option<Vec<&str>> = value.as_array().and_then(|ids| ids.iter().map(Json::as_str).collect());
                ids.is_some_and(|ids| self.can_name_all(&ids, of.id(), table))
            }
            Tracks::Text => value.as_str().is_some_and(|text| text.chars().count() <= TEXT_MAX),
            Tracks::Data => true,
        };
        of_kind && self.accepts.is_none_or(|accepts| accepts(value, of, table))
    }

    /// Allows the flag for at most one unit of a side.
    #[must_use]
    pub const fn unique_per_side(mut self) -> Self {
        self.unique_per_side = true;
        self
    }

    /// Sets the price that the unit's side pays for a change by hand.
    /// Only *Pikette Squared* has such costs, because its sides pay morale chips for lost stands.
    #[must_use]
    pub const fn manual_cost(mut self, tracker: Fact<i32>, cost: fn(&Facts, &Facts) -> i32) -> Self {
        self.manual_cost = Some(ManualCost { tracker, cost });
        self
    }

    /// Returns its value at the beginning for a [mustered](super::Ruleset::mustered) unit. `None` if such a unit does not have it.
    pub fn begins(&self, mustered: &Facts) -> Option<Json> {
        if !self.when.iter().all(|when| when.holds_for(mustered)) {
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
