//! States of a unit. A ruleset lists each of them once; the tags and texts of the unit's card and the line of its row follow from the list.

use super::{NamedBy, RowLine, Ruleset, StatusTag, Tracker, Tracks, Urgency, Wording};
use crate::facts::{Fact, Facts};
use crate::text::Text;
use std::collections::BTreeMap;

/// A state of a unit, with the places that show it.
///
/// The list of a ruleset is in the order of the card's tags. A row has room for one stamp and one thing next to it: it shows the first of
/// the list that holds, unless their [ranks](State::rank) differ.
#[derive(Clone, Copy, Debug)]
pub struct State {
    source: Source,
    /// Condition in addition to that of the source.
    only_if: Option<fn(&Facts) -> bool>,
    /// Words that replace those of the source.
    called: Option<&'static str>,
    /// Words in the row, if they differ from those of the card.
    short: Option<&'static str>,
    /// Urgency of the tag. `None`: no tag.
    tag: Option<Urgency>,
    row: Option<InRow>,
    rank: u8,
    /// Words in the rows of the units that its tracker names.
    named: Option<&'static str>,
    even_if_out: bool,
    /// Ids of trackers whose texts repeat this state.
    covers: &'static [&'static str],
}

/// Condition and words of a state.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// These words, while the function returns true.
    When(fn(&Facts) -> bool, &'static str),
    /// The words that the function returns; `None` while the state does not hold.
    Words(fn(&Facts) -> Option<Text>),
    /// Words for several things, such as weapons; empty while the state does not hold.
    Each(fn(&Facts) -> Vec<Text>),
    /// A tracker with this id that has a card text.
    Tracker(&'static str),
}

/// Place in the row.
#[derive(Clone, Copy, Debug)]
enum InRow {
    /// A stamp, with room for another state next to it.
    Stamp,
    /// A stamp, and next to it only these words.
    StampWith(fn(&Facts) -> Option<Text>),
    /// Next to the stamp: words, or the names of the tracker's units.
    Beside,
    /// The leader with the unit, whatever else the row shows.
    Leader,
    /// The ground that the unit is on, whatever else the row shows.
    Ground,
}

impl State {
    /// Returns a state that holds while `when` returns true.
    pub const fn when(when: fn(&Facts) -> bool, words: &'static str) -> Self {
        Self::from(Source::When(when, words))
    }

    /// Returns a state with words that depend on the unit. It holds while the function returns any.
    pub const fn words(words: fn(&Facts) -> Option<Text>) -> Self {
        Self::from(Source::Words(words))
    }

    /// Returns a state of several things, such as weapons: a tag for each, and the first in the row.
    pub const fn each(words: fn(&Facts) -> Vec<Text>) -> Self {
        Self::from(Source::Each(words))
    }

    /// Returns the state of a tracker that is a flag or names units, with the words of its card text. If the state has no tag, the card shows this
    /// text.
    pub const fn of<T>(fact: Fact<T>) -> Self {
        Self::from(Source::Tracker(fact.id()))
    }

    const fn from(source: Source) -> Self {
        Self {
            source,
            only_if: None,
            called: None,
            short: None,
            tag: None,
            row: None,
            rank: 0,
            named: None,
            even_if_out: false,
            covers: &[],
        }
    }

    /// Adds a condition.
    #[must_use]
    pub const fn only_if(mut self, only_if: fn(&Facts) -> bool) -> Self {
        self.only_if = Some(only_if);
        self
    }

    /// Sets words that differ from the card text of its tracker.
    #[must_use]
    pub const fn called(mut self, words: &'static str) -> Self {
        self.called = Some(words);
        self
    }

    /// Sets the words of the row, if they differ from those of the card.
    #[must_use]
    pub const fn short(mut self, words: &'static str) -> Self {
        self.short = Some(words);
        self
    }

    /// Shows it as a tag on the card: the unit is in trouble.
    #[must_use]
    pub const fn alarm(self) -> Self {
        self.tag(Urgency::Alarm)
    }

    /// Shows it as a tag on the card: it is worth remembering.
    #[must_use]
    pub const fn note(self) -> Self {
        self.tag(Urgency::Note)
    }

    /// Shows it as a tag on the card: all is well.
    #[must_use]
    pub const fn calm(self) -> Self {
        self.tag(Urgency::Calm)
    }

    const fn tag(mut self, urgency: Urgency) -> Self {
        self.tag = Some(urgency);
        self
    }

    /// Shows it in the row as a stamp, because it limits the unit's acts.
    #[must_use]
    pub const fn stamp(mut self) -> Self {
        self.row = Some(InRow::Stamp);
        self
    }

    /// Shows it in the row as a stamp, and next to it only these words.
    /// Only *Pike & Shot* has such states, because a broken unit shows how many bounds it still needs to rally.
    #[must_use]
    pub const fn stamp_with(mut self, words: fn(&Facts) -> Option<Text>) -> Self {
        self.row = Some(InRow::StampWith(words));
        self
    }

    /// Shows it in the row, next to the stamp.
    #[must_use]
    pub const fn beside(mut self) -> Self {
        self.row = Some(InRow::Beside);
        self
    }

    /// Shows it in the row as the unit's leader.
    #[must_use]
    pub const fn leader(mut self) -> Self {
        self.row = Some(InRow::Leader);
        self
    }

    /// Shows it in the row as the ground that the unit is on.
    #[must_use]
    pub const fn ground(mut self) -> Self {
        self.row = Some(InRow::Ground);
        self
    }

    /// Shows these words in the rows of the units that its tracker names: `charged by {names}`.
    #[must_use]
    pub const fn on_named(mut self, words: &'static str) -> Self {
        self.named = Some(words);
        self
    }

    /// Sets its rank in the row. Lower ranks come first, and equal ranks keep the order of the list. The default is 0.
    #[must_use]
    pub const fn rank(mut self, rank: u8) -> Self {
        self.rank = rank;
        self
    }

    /// Also shows it for units that take no further part. Other states of such units are not shown.
    #[must_use]
    pub const fn even_if_out(mut self) -> Self {
        self.even_if_out = true;
        self
    }

    /// Leaves out the texts of these trackers while the card shows this state, because they repeat it.
    #[must_use]
    pub const fn covers(mut self, trackers: &'static [&'static str]) -> Self {
        self.covers = trackers;
        self
    }

    /// Returns its tracker. `None` if it is not the state of a tracker.
    fn tracker(&self, ruleset: &Ruleset) -> Option<&'static Tracker> {
        let Source::Tracker(id) = self.source else { return None };
        ruleset.trackers.unit.iter().find(|tracker| tracker.id == id)
    }

    /// Returns its words for a unit; empty while it does not hold. Units that its tracker names are written as their ids.
    fn words_of(&self, ruleset: &Ruleset, unit: &Facts) -> Vec<Text> {
        if self.only_if.is_some_and(|only_if| !only_if(unit)) {
            return Vec::new();
        }
        let words = match self.source {
            Source::When(when, words) => when(unit).then(|| words.into()).into_iter().collect(),
            Source::Words(words) => words(unit).into_iter().collect(),
            Source::Each(words) => words(unit),
            Source::Tracker(_) => {
                let tracker = self.tracker(ruleset);
                tracker.and_then(|tracker| tracker.card_text_of(unit, |id| Some(id.to_owned()))).into_iter().collect()
            }
        };
        match self.called {
            Some(called) if !words.is_empty() => vec![called.into()],
            _ => words,
        }
    }
}

impl Ruleset {
    /// Iterates over the states that may be shown of a unit.
    fn states_of(&self, unit: &Facts) -> impl Iterator<Item = &'static State> {
        let is_out = (self.glance.is_out)(unit);
        self.states.iter().filter(move |state| !is_out || state.even_if_out)
    }

    /// Returns the tags of a unit's card, in the order of the [states](Self::states).
    pub fn tags(&self, unit: &Facts) -> Vec<StatusTag> {
        let tags = self.states_of(unit).filter_map(|state| Some((state, state.tag?)));
        let tags = tags.flat_map(|(state, urgency)| {
            state.words_of(self, unit).into_iter().map(move |words| StatusTag { words, urgency })
        });
        tags.collect()
    }

    /// True if a tag of the unit is an alarm.
    pub fn is_in_trouble(&self, unit: &Facts) -> bool {
        self.tags(unit).iter().any(|tag| tag.urgency == Urgency::Alarm)
    }

    /// Returns the line below the name in a unit's row. An empty line is replaced by the phase's text on the unit, or by its strength.
    pub fn row_line(&self, unit: &Facts) -> RowLine {
        let mut in_row: Vec<(&State, InRow)> =
            self.states_of(unit).filter_map(|state| Some((state, state.row?))).collect();
        in_row.sort_by_key(|(state, _)| state.rank);
        let mut line = RowLine::default();
        // After a stamp that comes with words, other states are not shown.
        let mut is_closed = false;
        for (state, place) in in_row {
            let is_full = match place {
                InRow::Stamp | InRow::StampWith(_) => is_closed || line.stamp.is_some(),
                InRow::Beside => is_closed || line.names.is_some() || line.words.is_some(),
                InRow::Leader => line.leader.is_some(),
                InRow::Ground => line.ground.is_some(),
            };
            if is_full {
                continue;
            }
            let Some(words) = state.words_of(self, unit).into_iter().next() else { continue };
            let words = state.short.map_or(words, Text::from);
            match (place, state.tracker(self)) {
                (InRow::Stamp, _) => line.stamp = Some(words),
                (InRow::StampWith(beside), _) => {
                    line = RowLine { stamp: Some(words), names: None, words: beside(unit), ..line };
                    is_closed = true;
                }
                (InRow::Leader, _) => line.leader = Some(words),
                (InRow::Ground, _) => line.ground = Some(words),
                (InRow::Beside, Some(Tracker { kind: Tracks::Unit(_) | Tracks::Units(_), id, .. })) => {
                    line.names = Some(id)
                }
                (InRow::Beside, _) => line.words = Some(words),
            }
        }
        match line {
            RowLine { stamp: None, names: None, words: None, .. } => {
                RowLine { words: (self.glance.arms)(unit), ..line }
            }
            line => line,
        }
    }

    /// Returns the mentions of units by trackers of these units, by the id of the mentioned unit.
    pub fn named_by<'a>(&self, units: impl Iterator<Item = (&'a str, &'a Facts)>) -> BTreeMap<String, Vec<NamedBy>> {
        let mut all: BTreeMap<String, Vec<NamedBy>> = BTreeMap::new();
        let states = || self.states.iter().filter_map(|state| Some((state, state.named?, state.tracker(self)?)));
        for (id, facts) in units {
            if (self.glance.is_out)(facts) {
                continue;
            }
            for (state, words, tracker) in states() {
                let named = facts.get(tracker.id).and_then(|named| named.as_str()).filter(|named| !named.is_empty());
                let Some(named) = named.filter(|_| state.only_if.is_none_or(|only_if| only_if(facts))) else {
                    continue;
                };
                let list = all.entry(named.to_owned()).or_default();
                match list.iter_mut().find(|known| known.words == words) {
                    Some(known) => known.units.push(id.to_owned()),
                    None => list.push(NamedBy { words, units: vec![id.to_owned()] }),
                }
            }
        }
        all
    }

    /// Returns the texts of trackers on a unit's card: those that are ticked, or that hold units or a number, except those that a tag or
    /// another text covers. `name` returns a unit's name for its id.
    pub fn card_texts(
        &self,
        unit: &Facts,
        name: impl Fn(&str) -> Option<String> + Copy,
    ) -> Vec<(&'static Tracker, Text)> {
        let is_out = (self.glance.is_out)(unit);
        let mut covered: Vec<&str> = Vec::new();
        for state in self.states {
            let may_be_tag = state.tag.is_some() && (state.even_if_out || !is_out);
            let is_tag = may_be_tag && !state.words_of(self, unit).is_empty();
            let tracker = state.tracker(self);
            if is_tag {
                covered.extend(tracker.map(|tracker| tracker.id));
            }
            if is_tag || tracker.is_some_and(|tracker| tracker.card_text_of(unit, name).is_some()) {
                covered.extend(state.covers);
            }
        }
        let shown = self.trackers.unit.iter().filter(|tracker| {
            matches!(tracker.wording, Wording::CardText(_))
                || matches!(tracker.kind, Tracks::Flag | Tracks::Unit(_) | Tracks::Units(_))
        });
        let shown = shown.filter(|tracker| !covered.contains(&tracker.id));
        shown.filter_map(|tracker| Some((tracker, tracker.card_text_of(unit, name)?))).collect()
    }
}
