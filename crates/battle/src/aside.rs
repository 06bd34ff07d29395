//! Entries that are set aside. If two devices did the same without knowing of each other, only the first entry in the log counts.
//!
//! The rule applies if [everybody acts](Battle::everybody_acts). It depends only on the log before the entry, so equal logs set the same
//! entries aside. An entry that is set aside stays in the log, changes nothing, and cannot be redone. There are two cases:
//!
//! - **A roll has a number that another roll has taken.** Both devices rolled for one unit. The act that settles such a roll is set aside,
//!   too.
//! - **An act repeats an act that its author had not seen.** Two acts do the same if both resolve one procedure for the same acting unit or
//!   for the same units. They also do the same if both end the same phase, or if both correct the same act. Without units, the sides and the
//!   inputs have to be equal. If the act that is set aside settles a roll of the app, the numbers of this roll become free again.
//!
//! A deliberate repetition is not set aside: the author of the second act had seen the first act, or the roll that the first act settles. Nor
//! is an act set aside if the author of the first act had seen the roll of the second act. An act sets aside at most one act of each other
//! device. For example, if one player has shot once with a unit, and another player twice, one of the three shots is set aside.

use super::participants::Participants;
use super::rolls::Aside;
use super::streams::numbers;
use super::{Action, ActionEvent, Battle, Change, Device, Event, Resolved, Rolled};
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use rules::table::{PHASE, TURN};
use serde_json::Value as Json;
use std::collections::BTreeSet;

/// Two acts are compared only if their indexes in the log differ by at most this number. It bounds the work for a forged log.
const ENTRIES: usize = 256;
/// An act is compared with at most this many of the latest acts that did the same, also because of forged logs.
const ACTS: usize = 4;

impl Battle {
    /// The reason why the entry at an index is set aside; `None` if it counts. All entries before it have been applied.
    pub(super) fn set_aside(&self, place: usize) -> Option<Aside> {
        // A battle that is rewound for a correction has only the acts in force.
        if self.whole.is_some() || !self.everybody_acts() {
            return None;
        }
        match &self.log[place].1 {
            Event::Rolled(rolled) => {
                let is_taken = self.fresh_numbers(rolled, place).any(|number| self.rolls.taken.has(number));
                is_taken.then_some(Aside::Dice)
            }
            Event::Action(act) => {
                let is_taken = |own: &Resolved| numbers(&own.rolls).any(|number| self.rolls.taken.has(number));
                match &act.action {
                    Action::Resolved(own) if own.settles.is_none() && !own.discarded && is_taken(own) => {
                        Some(Aside::Dice)
                    }
                    _ => self.done_before(place, act).map(Aside::Act),
                }
            }
            Event::Undo(_) | Event::Redo(_) | Event::Control(_) | Event::Chain(_) => None,
        }
    }

    /// Index of the entry that counts in place of a roll or an act that is set aside. `None` for other entries, and for acts that settle a roll
    /// which is set aside.
    pub(super) fn stands_instead(&self, place: usize) -> Option<usize> {
        let aside = self.rolls.aside();
        match aside[aside.binary_search_by_key(&place, |(own, _)| *own).ok()?].1 {
            Aside::Act(other) => Some(other),
            Aside::Settles => None,
            Aside::Dice => {
                let own: Vec<u64> = numbers(self.log[place].1.rolls()).collect();
                let has_dice = |other: &usize| {
                    !self.rolls.is_aside(*other)
                        && numbers(self.log[*other].1.rolls()).any(|number| own.contains(&number))
                };
                (0..place).rev().find(has_dice)
            }
        }
    }

    /// Number of the entries of a device that are set aside.
    pub fn count_set_aside(&self, device: &Device) -> usize {
        self.rolls.aside().iter().filter(|(place, _)| self.log[*place].0.device() == *device).count()
    }

    /// The new numbers of a roll: all of them, except those of the roll that it continues, or of the act that it corrects.
    fn fresh_numbers<'a>(&self, rolled: &'a Rolled, place: usize) -> impl Iterator<Item = u64> + use<'a> {
        let before = rolled.goes_on.as_ref().and_then(|stamp| self.place_before(stamp, place));
        let before = before.filter(|before| self.rolls.open().contains(before));
        let known = match before.and_then(|before| self.rolled(before)) {
            Some((_, before)) => before.rolls.len(),
            None => rolled.known_to_correction(|number| self.is_free(number)),
        };
        numbers(rolled.rolls.get(known..).unwrap_or(&[]))
    }

    /// Index of an act in force of another tab that did the same as the act at `place`, and that its author had not seen. `None` if there is
    /// none.
    fn done_before(&self, place: usize, act: &ActionEvent) -> Option<usize> {
        // If the entry is the only end of the log, it links all earlier ends. So its author had seen everything.
        if self.ends == [place] {
            return None;
        }
        let ruleset = self.state.ruleset();
        let is_near = |other: &usize| other + ENTRIES >= place;
        let earlier = self.in_force.iter().rev().map(|own| own.event).take_while(is_near);
        let is_of_another = |other: &usize| self.log[*other].0.tab() != self.log[place].0.tab();
        let does_same = |other: &usize| self.act(*other).is_some_and(|other| do_the_same(ruleset, other, act));
        let mut same = earlier.filter(|other| is_of_another(other) && does_same(other)).take(ACTS);
        let begun_near = |act: usize| Some(self.begun_at(act)).filter(is_near).unwrap_or(act);
        let begun = begun_near(place);
        same.find(|other| {
            let knew = self.may_have_seen(place, begun_near(*other));
            let was_known = begun < *other && self.may_have_seen(*other, begun);
            !knew && !was_known && !self.has_set_aside(*other, &self.log[place].0.device())
        })
    }

    /// Index of the roll with which the act at an index began; the act itself if it settles no roll.
    fn begun_at(&self, place: usize) -> usize {
        let Some((mut begun, mut rolled)) = self.settled_roll(place) else { return place };
        while let Some(before) = rolled.goes_on.as_ref().and_then(|stamp| self.place_before(stamp, begun))
            && let Some((_, earlier)) = self.rolled(before)
        {
            (begun, rolled) = (before, earlier);
        }
        begun
    }

    /// True if the act at an index has already set aside an act of this device, or a roll with one of the act's numbers.
    fn has_set_aside(&self, act: usize, device: &Device) -> bool {
        let own: Vec<u64> = numbers(self.log[act].1.rolls()).collect();
        // Entries that an act sets aside come after the roll with which it began.
        let begun = self.begun_at(act);
        let later = self.rolls.aside().iter().rev().take_while(|(place, _)| *place > begun);
        later.filter(|(place, _)| self.log[*place].0.device() == *device).any(|(place, why)| match why {
            Aside::Act(other) => *other == act,
            Aside::Dice | Aside::Settles => numbers(self.log[*place].1.rolls()).any(|number| own.contains(&number)),
        })
    }

    /// True if the links of the later entry lead back to the earlier one, or if entries on the way are missing.
    fn may_have_seen(&self, later: usize, earlier: usize) -> bool {
        let (mut open, mut visited) = (vec![later], BTreeSet::new());
        while let Some(place) = open.pop() {
            let (stamp, event) = &self.log[place];
            // An entry without links, or with a link to a missing entry, may have followed every entry with a lower number.
            let after = event.after();
            let is_open = after.is_empty() || after.iter().any(|link| self.place(&link.stamp).is_none());
            if place == earlier || is_open && stamp.number() > self.log[earlier].0.number() {
                return true;
            }
            let linked = after.iter().filter_map(|link| self.place(&link.stamp));
            open.extend(linked.filter(|own| (earlier..place).contains(own) && visited.insert(*own)));
        }
        false
    }

    /// True if numbers of the act at an index belong to other rolls by now, so that it cannot be redone.
    pub(super) fn has_lost_its_numbers(&self, place: usize) -> bool {
        let own = self.act(place).into_iter().flat_map(ActionEvent::rolls).flat_map(numbers);
        self.everybody_acts() && own.into_iter().any(|number| self.rolls.taken.has(number))
    }
}

/// True if two acts do the same on the table.
fn do_the_same(ruleset: Option<&'static Ruleset>, one: &ActionEvent, other: &ActionEvent) -> bool {
    match (&one.action, &other.action) {
        (Action::Resolved(one), Action::Resolved(other)) => {
            !one.discarded && !other.discarded && resolve_the_same(ruleset, one, other)
        }
        (Action::Phase, Action::Phase) => ends(one) == ends(other),
        (Action::Corrected(one), Action::Corrected(other)) => one.of == other.of,
        _ => false,
    }
}

fn resolve_the_same(ruleset: Option<&'static Ruleset>, one: &Resolved, other: &Resolved) -> bool {
    if one.procedure != other.procedure {
        return false;
    }
    let [own, others] = [one, other].map(|act| units(ruleset, act));
    if own.is_empty() && others.is_empty() {
        return one.participants == other.participants && one.input == other.input;
    }
    let sorted = |units: &[String]| units.iter().cloned().collect::<BTreeSet<_>>();
    own.first() == others.first() || sorted(&own) == sorted(&others)
}

/// The units that take part in an act, the acting one first if the rules have the procedure.
fn units(ruleset: Option<&'static Ruleset>, act: &Resolved) -> Vec<String> {
    if let Some(procedure) = ruleset.and_then(|ruleset| ruleset.procedure(&act.procedure)) {
        let participants = Participants::read(procedure, &act.participants);
        return procedure.participants.iter().flat_map(|role| participants.units(role.id)).cloned().collect();
    }
    let lists = act.participants.values().filter_map(Json::as_array);
    lists.flatten().filter_map(Json::as_str).map(str::to_owned).collect()
}

/// The turn and the phase that begin when an act ends a phase; null for a value that stays.
fn ends(act: &ActionEvent) -> [&Json; 2] {
    [TURN.id(), PHASE.id()].map(|id| {
        let set = act.changes.iter().rev().find_map(|change| match change {
            Change::Set { of: Subject::Battle, key, to } if key == id => Some(to),
            _ => None,
        });
        set.unwrap_or(&Json::Null)
    })
}
