//! Group acts: procedures that several units of a side may do as one act, each with its own dice and result.

use super::Procedure;
use crate::facts::Facts;
use crate::form::path;
use crate::table::{Table, TableUnit};
use serde_json::{Map, Value as Json};

/// Order in which the parts of a group act are judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupOrder {
    /// One after the other: each on the table that the earlier ones have left.
    InTurn,
    /// All on the table before the first.
    AtOnce,
}

/// Description of a procedure's group acts.
#[derive(Clone, Copy, Debug)]
pub struct Grouping {
    /// Field of a ruling, and its value under which all parts are judged at once.
    at_once_under: Option<(&'static str, &'static str)>,
    /// Paths of fields that are answered once for all units. All other fields are answered for each unit.
    pub shared: &'static [&'static str],
    /// Answers to shared questions with which the list opens, each at its path. The turn's own answers replace them.
    pub opens_with: &'static [(&'static str, &'static str)],
    /// Rank of a unit in the list. Lower ranks come first; units of one rank keep the order of the table.
    pub rank: fn(&Facts) -> i32,
    /// True if the list proposes the unit. Other units are listed, and players can add them.
    pub proposes: fn(&Table, &TableUnit, &Map<String, Json>) -> bool,
    /// True if the list proposes nobody, because only players know who acts. Other lists are offered only if they propose a unit, or if
    /// the turn makes them due.
    pub is_chosen_by_players: bool,
    /// Label of the list that the procedure shares with others of its phase, such as the fire of all kinds of troops; `None` if it has a list
    /// of its own. Procedures of one family share no answers, have no variants, and are judged in the same order.
    pub family: Option<&'static str>,
    /// True for units that the list leaves out, because the act never succeeds, such as a charge of guns.
    pub is_hopeless: fn(&Facts) -> bool,
}

impl Grouping {
    /// Returns group acts whose parts are done one after the other.
    pub const fn in_turn() -> Self {
        Self {
            at_once_under: None,
            shared: &[],
            opens_with: &[],
            rank: |_| 0,
            proposes: |_, _, _| true,
            is_chosen_by_players: false,
            family: None,
            is_hopeless: |_| false,
        }
    }

    /// Judges all parts at once if the field of a ruling has this value.
    #[must_use]
    pub const fn at_once_under(mut self, field: &'static str, value: &'static str) -> Self {
        self.at_once_under = Some((field, value));
        self
    }

    /// Sets the paths of fields that are answered once for all units.
    #[must_use]
    pub const fn shared(mut self, shared: &'static [&'static str]) -> Self {
        self.shared = shared;
        self
    }

    /// Sets the usual answers to shared questions, each at its path.
    /// Only *Arquebusier!* needs it, because most formations that receive a command move.
    #[must_use]
    pub const fn opens_with(mut self, answers: &'static [(&'static str, &'static str)]) -> Self {
        self.opens_with = answers;
        self
    }

    /// Sets the rank of a unit in the list.
    /// Only *Arquebusier!* ranks units, because its Regulars receive commands before its Irregulars.
    #[must_use]
    pub const fn rank(mut self, rank: fn(&Facts) -> i32) -> Self {
        self.rank = rank;
        self
    }

    /// Proposes only units for which `holds` returns true. Its last argument has the answers that are known before players give any.
    #[must_use]
    pub const fn proposes(mut self, holds: fn(&Table, &TableUnit, &Map<String, Json>) -> bool) -> Self {
        self.proposes = holds;
        self
    }

    /// Proposes nobody: players choose the units that act, such as those that charge.
    #[must_use]
    pub const fn chosen_by_players(mut self) -> Self {
        self.proposes = |_, _, _| false;
        self.is_chosen_by_players = true;
        self
    }

    /// Gives all procedures with this label one list.
    #[must_use]
    pub const fn family(mut self, label: &'static str) -> Self {
        self.family = Some(label);
        self
    }

    /// Leaves out units for which `is_hopeless` returns true. Their own panels still offer the act.
    /// Only *Pike & Shot* needs it, because guns never charge, and are offered the answer to a charge by themselves.
    #[must_use]
    pub const fn without(mut self, is_hopeless: fn(&Facts) -> bool) -> Self {
        self.is_hopeless = is_hopeless;
        self
    }

    /// Returns the order of the parts under these rulings of a battle.
    pub fn order(&self, rulings: &Map<String, Json>) -> GroupOrder {
        let is_ruled = |(field, value): (&str, &str)| rulings.get(field).is_some_and(|ruled| ruled == value);
        if self.at_once_under.is_some_and(is_ruled) { GroupOrder::AtOnce } else { GroupOrder::InTurn }
    }

    /// True if the field at this path is answered once for all units.
    pub fn shares(&self, place: &str) -> bool {
        self.shared.contains(&place)
    }

    /// Returns the shared ones of these answers, with the usual answer to each shared question that they leave open.
    pub fn opening(&self, answers: &Map<String, Json>) -> Map<String, Json> {
        let mut opening = self.shared_in(answers);
        for (place, usual) in self.opens_with {
            if path::get(&opening, place).is_none() {
                path::set(&mut opening, place, Some(Json::from(*usual)));
            }
        }
        opening
    }

    /// Returns the answers to shared questions among these answers.
    pub fn shared_in(&self, answers: &Map<String, Json>) -> Map<String, Json> {
        let mut shared = Map::new();
        for place in self.shared {
            if let Some(answer) = path::get(answers, place) {
                path::set(&mut shared, place, Some(answer.clone()));
            }
        }
        shared
    }
}

impl Procedure {
    /// True if a group act can contain acts of both procedures: they are one, or belong to one [family](Grouping::family).
    pub fn is_grouped_with(&self, other: &Self) -> bool {
        let family = |procedure: &Self| procedure.grouping.and_then(|grouping| grouping.family);
        self.id == other.id || family(self).is_some_and(|label| family(other) == Some(label))
    }

    /// Returns the label of its group acts: that of its family, or its title.
    pub fn group_label(&self) -> &'static str {
        self.grouping.and_then(|grouping| grouping.family).unwrap_or(self.title)
    }

    /// Allows group acts.
    #[must_use]
    pub const fn grouping(mut self, grouping: Grouping) -> Self {
        self.grouping = Some(grouping);
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn a_ruling_can_make_parts_be_judged_at_once() {
        let (plain, ruled) = (Grouping::in_turn(), Grouping::in_turn().at_once_under("r15_fire", "at_once"));
        let rulings = |value: &str| json!({ "r15_fire": value }).as_object().cloned().unwrap_or_default();
        for (grouping, value, wanted) in [
            (plain, "at_once", GroupOrder::InTurn),
            (ruled, "in_turn", GroupOrder::InTurn),
            (ruled, "at_once", GroupOrder::AtOnce),
        ] {
            assert_eq!(grouping.order(&rulings(value)), wanted, "{grouping:?}, {value}");
        }
    }

    #[test]
    fn only_answers_at_shared_paths_are_shared() {
        let grouping = Grouping::in_turn().shared(&["task", "target.cover"]);
        let answers = json!({ "task": "manoeuvre", "range": 4, "target": { "cover": "wood", "size": 2 } });
        let shared = grouping.shared_in(answers.as_object().unwrap_or(&Map::new()));
        assert_eq!(Json::Object(shared), json!({ "task": "manoeuvre", "target": { "cover": "wood" } }));
        assert!(grouping.shares("target.cover") && !grouping.shares("target"));
    }

    #[test]
    fn a_list_opens_with_the_usual_answers_to_what_the_turn_leaves_open() {
        let grouping = Grouping::in_turn().shared(&["task", "pace"]).opens_with(&[("task", "move"), ("pace", "walk")]);
        let said = json!({ "pace": "run", "range": 4 });
        let opening = grouping.opening(said.as_object().unwrap_or(&Map::new()));
        assert_eq!(Json::Object(opening), json!({ "task": "move", "pace": "run" }));
    }
}
