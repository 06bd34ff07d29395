//! Verification of a log: rolls every roll of the app again from the seed, and computes every act again from its input and dice.
//!
//! It shows that the dice follow from the seed and the phrases, in order and without gaps. It shows that the outcome and the changes of
//! each act follow from its dice by the rules. It also shows that no entry of the log was altered, removed or moved by hand. It cannot show
//! that players' changes by hand were right, or that typed dice lay on the table. Nor can it detect a log that was rewritten completely, with
//! new digests (see [`Link`]). To detect that, compare [fingerprints](super::Battle::fingerprint) with the other device, or with an earlier
//! note. No entry links the last entry yet, so only the fingerprint shows that the last entry was removed.

mod correction;
mod disclosure;
mod finding;
mod seen;
mod summary;

pub use disclosure::{Disclosure, disclosures};
pub use finding::{Changed, Fault, Finding, Source};
pub use summary::{Listing, Summary};

use super::participants::Participants;
use super::referee::{self, Judged};
use super::rolls::is_same_roll;
use super::seats::Acting;
use super::streams::{Numbering, numbers};
use super::{
    Action, ActionEvent, Battle, Change, Device, Event, Link, LoggedRoll, Resolved, Rolled, SeenBefore, Stamp, State,
    ruled,
};
use crate::carried::known_to_act;
use correction::by_correction;
use rules::dice::{Halt, Roll};
use rules::own::{self, OwnRules};
use rules::procedure::GroupOrder;
use rules::ruleset::Ruleset;
use rules::subject::{BATTLE, Side};
use rules::text;
use rules::text::say;
use seen::{AuthorView, Seen};
use serde_json::{Map, Value as Json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Checks every event of the log, in order.
pub fn verify(battle: &Battle) -> Vec<Finding> {
    let mut verification = Verification::of(battle.clone());
    while verification.step() {}
    verification.findings
}

/// A check of a log in steps of one event, so that a page can show its progress.
pub struct Verification {
    check: Check,
    seen: Seen,
    findings: Vec<Finding>,
}

impl Verification {
    /// Begins the check of this battle's log.
    pub fn of(whole: Battle) -> Self {
        let (ruleset, so_far) = (whole.state().ruleset(), whole.at_start());
        let seen = Seen::of(whole.log());
        let begun = first_parts(whole.log());
        let check = Check { ruleset, whole, so_far, view: None, by_unit: BTreeSet::new(), begun };
        Self { check, seen, findings: Vec::new() }
    }

    /// Checks the next event. Returns false if there is none.
    pub fn step(&mut self) -> bool {
        let place = self.findings.len();
        let Some((stamp, event)) = self.check.whole.log().get(place).cloned() else { return false };
        self.check.view = self.seen.before(place, &self.check.whole, &self.check.so_far);
        if self.check.begun.contains_key(&stamp) {
            let state = self.check.then().state().clone();
            self.check.begun.insert(stamp.clone(), Some(state));
        }
        self.findings.push(self.check.event(place, &stamp, &event));
        if self.check.is_by_unit(&event) {
            self.check.by_unit.insert(stamp.device());
        }
        if let Some(view) = self.check.view.take() {
            self.seen.keep(view);
        }
        self.check.so_far.add(stamp, event);
        true
    }

    /// The battle that is checked.
    pub fn battle(&self) -> &Battle {
        &self.check.whole
    }

    /// The findings so far, one for each checked event.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

struct Check {
    ruleset: Option<&'static Ruleset>,
    whole: Battle,
    /// The battle with all events before the checked one.
    so_far: Battle,
    /// The battle that the author of the checked event had; `None` if it is `so_far`.
    view: Option<AuthorView>,
    /// Devices that have numbered a roll by unit.
    by_unit: BTreeSet<Device>,
    /// The first parts of group acts, each with the table before it, as its author saw it. `None` if the part has not been checked yet.
    begun: BTreeMap<Stamp, Option<State>>,
}

/// The first parts of group acts.
fn first_parts(log: &[(Stamp, Event)]) -> BTreeMap<Stamp, Option<State>> {
    let first = |(stamp, event): &(Stamp, Event)| match event {
        Event::Action(act) => act.first_part(stamp).cloned(),
        _ => None,
    };
    log.iter().filter_map(first).map(|first| (first, None)).collect()
}

impl Check {
    fn event(&self, place: usize, stamp: &Stamp, event: &Event) -> Finding {
        let mut faults = self.place(stamp, event);
        let mut changed = Changed::Nothing;
        let rolls = match event {
            Event::Action(act) => {
                changed = changed_by(act);
                let first = act.group.as_ref();
                faults.extend(self.group(first, first.is_some() && act.first_part(stamp).is_none()));
                faults.extend(self.table(stamp, act));
                match &act.action {
                    Action::Resolved(resolved) => {
                        faults.extend(self.resolved(place, stamp, resolved));
                        resolved.rolls.as_slice()
                    }
                    Action::Corrected(corrected) => {
                        faults.extend(self.corrected(corrected));
                        &[]
                    }
                    _ => &[],
                }
            }
            Event::Rolled(rolled) => {
                faults.extend(self.group(rolled.group.as_ref(), false));
                faults.extend(self.rolled(place, stamp, rolled));
                &rolled.rolls
            }
            Event::Undo(own) | Event::Redo(own) => {
                if self.find(&own.act).is_none() {
                    faults.push(Fault::Gone(own.act.clone()));
                }
                &[]
            }
            Event::Control(_) | Event::Chain(_) => &[],
        };
        faults.extend(self.control(stamp, event));
        faults.extend(self.seat(stamp, event));
        faults.extend(rolls.iter().filter_map(|roll| self.faces(roll)));
        Finding { dice: source(rolls), changed, faults }
    }

    /// Checks the position of the event, and that the events that it links exist.
    fn place(&self, stamp: &Stamp, event: &Event) -> Vec<Fault> {
        let mut faults = Vec::new();
        let last = self.so_far.log().last();
        if stamp.number() > last.map_or(0, |(last, _)| last.number() + 1) {
            faults.push(Fault::Gap);
        }
        for link in event.after() {
            match self.find(&link.stamp) {
                None => faults.push(Fault::Gone(link.stamp.clone())),
                Some(found) if Link::to(&link.stamp, found) != *link => faults.push(Fault::Changed(link.stamp.clone())),
                Some(_) => {}
            }
        }
        // Undos and redos have no links if their author knew of no device in control and of no seats.
        let is_reversal = matches!(event, Event::Undo(_) | Event::Redo(_));
        let needs_no_link = is_reversal && self.then().control().is_none() && !self.then().has_seats();
        if !needs_no_link && event.after().is_empty() && self.so_far.events().any(|before| !before.after().is_empty()) {
            faults.push(Fault::Unlinked);
        }
        faults
    }

    /// Checks that the first part of the event's group exists. `is_another` is true if that entry cannot be the first part.
    fn group(&self, first: Option<&Stamp>, is_another: bool) -> Option<Fault> {
        first.filter(|first| is_another || self.find(first).is_none()).map(|first| Fault::Gone(first.clone()))
    }

    /// The tables on which the author judged an act, and to which they applied it.
    fn judged<'a>(&'a self, stamp: &Stamp, act: &ActionEvent, applied_to: &'a State) -> Judged<'a> {
        let before = act.first_part(stamp).and_then(|first| self.begun.get(first)?.as_ref());
        let began = before.unwrap_or(applied_to);
        Judged { on: if act.at_once && self.is_at_once(act) { began } else { applied_to }, applied_to, began }
    }

    /// True if, by the optional rules of the battle, the parts of the act's group are judged at once.
    fn is_at_once(&self, act: &ActionEvent) -> bool {
        let Action::Resolved(resolved) = &act.action else { return false };
        let grouping = self.ruleset.and_then(|ruleset| ruleset.procedure(&resolved.procedure)?.grouping);
        grouping.is_some_and(|grouping| grouping.order(&self.whole.header().rulings) == GroupOrder::AtOnce)
    }

    /// Checks that the author was in control, as far as they could know, if the event needs it.
    fn control(&self, stamp: &Stamp, event: &Event) -> Option<Fault> {
        let then = self.then();
        let control = then.control().filter(|control| *control.holder != stamp.device() && !then.everybody_acts());
        let holder = control?.holder.clone();
        match event {
            Event::Control(own) => (!own.taken_over).then_some(Fault::ControlTaken(holder)),
            _ => event.needs_control().then_some(Fault::WithoutControl(holder)),
        }
    }

    /// Checks that the acting unit or side belongs to the seats of the author, as far as they could know.
    fn seat(&self, stamp: &Stamp, event: &Event) -> Option<Fault> {
        let then = self.then();
        let acting = match event {
            Event::Rolled(rolled) if rolled.corrects.is_none() => then.acting_in_roll(rolled)?,
            Event::Action(act) => match &act.action {
                Action::Resolved(resolved) if !resolved.discarded => then.acting_in_act(resolved)?,
                _ => return None,
            },
            _ => return None,
        };
        if !then.everybody_acts() || then.may_act(&stamp.device(), &acting) {
            return None;
        }
        let name = match &acting {
            Acting::Unit(id) => then.state().unit(id)?.name().to_owned(),
            Acting::Side(side) => then.header().sides[side.index()].name.clone(),
            Acting::Battle => then.header().name.clone(),
        };
        Some(Fault::NotItsUnit(name))
    }

    /// The event with this stamp; `None` if no event before the checked one has it.
    fn find(&self, stamp: &Stamp) -> Option<&Event> {
        let log = self.so_far.log();
        log.binary_search_by(|(known, _)| known.cmp(stamp)).ok().map(|place| &log[place].1)
    }

    fn faces(&self, roll: &LoggedRoll) -> Option<Fault> {
        // The faces of a roll that two devices of version 1.0.0 made do not follow from the seed.
        let number = roll.number.filter(|_| roll.steps.is_none())?;
        let expected = self.whole.header().dice().faces(number, roll.sides, roll.faces.len());
        (expected != roll.faces).then(|| Fault::Dice { number, said: roll.faces.clone(), given: expected })
    }

    /// Checks the numbers of the rolls that the app made for an act. Two tabs that roll at the same moment may use the same numbers.
    fn roll_numbers(
        &self,
        place: usize,
        stamp: &Stamp,
        act: (&str, &Map<String, Json>),
        rolls: &[LoggedRoll],
    ) -> Option<Fault> {
        let first = numbers(rolls).next()?;
        // Without links, the events that the author had seen are unknown.
        let is_unlinked = || self.whole.log()[place].1.after().is_empty();
        let at_once =
            || self.whole.seen_before(place) == Some(SeenBefore::AtOnce) && self.rolled_elsewhere(stamp, first);
        let is_at_once = is_unlinked() && at_once();
        match self.then().numbering().unwrap_or(Numbering::of(first)) {
            Numbering::ByUnit if !self.counts_together(stamp, first) => {
                let allowed = if is_at_once { rolls } else { &[] };
                self.compare_numbers(rolls, self.numbers_of(act.0, act.1, allowed)?)
            }
            Numbering::ByUnit | Numbering::Together => {
                let next = self.then().next_roll();
                self.compare_numbers(rolls, if is_at_once { next.min(first) } else { next }..)
            }
        }
    }

    fn compare_numbers(&self, rolls: &[LoggedRoll], expected: impl Iterator<Item = u64>) -> Option<Fault> {
        let wrong = numbers(rolls).zip(expected).find(|(number, next)| number != next);
        wrong.map(|(number, next)| Fault::RollNumber { number, next })
    }

    /// The numbers for an act's rolls on the table that its author saw, in order. The numbers of the rolls `allowed` count as free. `None`
    /// if the rules do not have the procedure.
    fn numbers_of(
        &self,
        procedure: &str,
        participants: &Map<String, Json>,
        allowed: &[LoggedRoll],
    ) -> Option<impl Iterator<Item = u64>> {
        let procedure = self.ruleset?.procedure(procedure)?;
        let stream = Participants::read(procedure, participants).stream(procedure, self.whole.header());
        let allowed: Vec<u64> = numbers(allowed).collect();
        Some(stream.numbers().filter(move |number| allowed.contains(number) || self.then().is_free(*number)))
    }

    /// True if the device counts the rolls of all units together although the log does not. Version 1.0.0 does so, and continues after the
    /// highest number. A device that has ever numbered a roll by unit does not.
    fn counts_together(&self, stamp: &Stamp, first: u64) -> bool {
        first == self.then().next_roll() && !self.by_unit.contains(&stamp.device())
    }

    /// True if the event shows that its device does not count the rolls of all units together.
    fn is_by_unit(&self, event: &Event) -> bool {
        let Event::Rolled(rolled) = event else { return false };
        let is_new = rolled.goes_on.is_none() && rolled.corrects.is_none();
        is_new && numbers(&rolled.rolls).next().is_some_and(|first| first != self.then().next_roll())
    }

    /// True if no waiting roll of the same tab has this number. Then another tab may have rolled it.
    fn rolled_elsewhere(&self, stamp: &Stamp, number: u64) -> bool {
        let has = |event: &Event| match event {
            Event::Rolled(rolled) => rolled.rolls.iter().any(|roll| roll.number == Some(number)),
            _ => false,
        };
        !self.so_far.awaiting().any(|(other, _)| other.tab() == stamp.tab() && self.find(other).is_some_and(has))
    }

    fn rolled(&self, place: usize, stamp: &Stamp, rolled: &Rolled) -> Vec<Fault> {
        let mut faults = Vec::new();
        let known = match rolled.goes_on.as_ref().map(|before| (before, self.find(before))) {
            None => {
                faults.extend(self.own_rule(&rolled.procedure, &rolled.input));
                rolled.known_to_correction(|number| self.then().is_free(number))
            }
            Some((_, Some(Event::Rolled(before)))) => {
                let same = self.same(&rolled.procedure, &rolled.input, &rolled.participants, before);
                if !same || !rolled.rolls.starts_with(&before.rolls) {
                    faults.push(Fault::OtherUse);
                }
                before.rolls.len()
            }
            Some((before, _)) => {
                faults.push(Fault::Gone(before.clone()));
                0
            }
        };
        let act = (rolled.procedure.as_str(), &rolled.participants);
        if !self.is_taken_back(rolled) {
            faults.extend(self.roll_numbers(place, stamp, act, rolled.rolls.get(known..).unwrap_or(&[])));
        }
        // The dice may end where they offer a choice.
        match self.ruled(&rolled.procedure, &rolled.input, &rolled.rolls) {
            Ok(_) | Err(Stopped::Midway) => {}
            Err(Stopped::Wrong(fault)) => faults.push(fault),
        }
        faults
    }

    /// True if the previous act discarded the same roll, so that players have taken the discard back.
    fn is_taken_back(&self, rolled: &Rolled) -> bool {
        self.then().last_discards().iter().any(|(_, before)| is_same_roll(rolled, before))
    }

    /// True if a procedure continues the roll `before`: the procedure and the units are equal. The inputs are equal, too, apart from
    /// choices that dice offer.
    fn same(
        &self,
        procedure: &str,
        input: &Map<String, Json>,
        participants: &Map<String, Json>,
        before: &Rolled,
    ) -> bool {
        let rule = self.ruleset.and_then(|ruleset| ruleset.procedure(procedure));
        let is_mid_roll = |id: &str| {
            rule.and_then(|procedure| procedure.form.field(id))
                .is_some_and(|field| !field.mid_roll_purposes().is_empty())
        };
        let said = |input: &Map<String, Json>| {
            Map::from_iter(input.iter().filter(|(id, _)| !is_mid_roll(id)).map(|(id, said)| (id.clone(), said.clone())))
        };
        procedure == before.procedure && *participants == before.participants && said(input) == said(&before.input)
    }

    fn resolved(&self, place: usize, stamp: &Stamp, resolved: &Resolved) -> Vec<Fault> {
        let mut faults = Vec::new();
        match resolved.settles.as_ref().map(|settles| (settles, self.find(settles))) {
            None => {
                faults.extend(self.own_rule(&resolved.procedure, &resolved.input));
                let act = (resolved.procedure.as_str(), &resolved.participants);
                faults.extend(self.roll_numbers(place, stamp, act, &resolved.rolls));
            }
            Some((_, Some(Event::Rolled(rolled)))) => {
                let same = self.same(&resolved.procedure, &resolved.input, &resolved.participants, rolled);
                if !same || !typed_after(&resolved.rolls, &rolled.rolls) {
                    faults.push(Fault::OtherUse);
                }
            }
            Some((settles, _)) => faults.push(Fault::Gone(settles.clone())),
        }
        // If the rules no longer have a procedure, its roll can only be discarded, without an outcome.
        if resolved.discarded && resolved.outcome.is_null() {
            return faults;
        }
        match self.ruled(&resolved.procedure, &resolved.input, &resolved.rolls) {
            Ok(outcome) if outcome != resolved.outcome => faults.push(Fault::Outcome),
            Ok(_) => {}
            Err(Stopped::Midway) => faults.push(Fault::Rolls),
            Err(Stopped::Wrong(fault)) => faults.push(fault),
        }
        faults
    }

    /// Checks that each own modifier in an input is one of the battle's own rules. A continued roll and an act that settles a roll are not
    /// checked. Their input is that of the first roll, and the own rules may have changed since.
    fn own_rule(&self, procedure: &str, input: &Map<String, Json>) -> Option<Fault> {
        let procedure = self.ruleset?.procedure(procedure)?;
        let rules = OwnRules::of(self.then().state().battle());
        let changes = own::parts(procedure, input).into_iter().flat_map(|part| part.changes_in(input));
        let unknown = changes.into_iter().find(|change| !rules.has_change(procedure, change))?;
        Some(Fault::OwnRule(unknown.get("name").and_then(Json::as_str).unwrap_or_default().to_owned()))
    }

    /// Compares the logged changes of an act with the changes that the rules make. Changes by hand are not checked.
    fn table(&self, stamp: &Stamp, act: &ActionEvent) -> Option<Fault> {
        // The referee did not judge acts of earlier versions by the rules of the turn, and does not judge them now.
        if !act.refereed {
            return None;
        }
        let (ruleset, then) = (self.ruleset?, self.then());
        let by_rules = match &act.action {
            Action::Corrected(corrected) => by_correction(then, corrected, &act.changes),
            _ => known_to_act(ruleset, act, by_rules(ruleset, self.judged(stamp, act, then.state()), act)?),
        };
        self.compare(ruleset, then.state(), &act.changes, &by_rules)
    }

    /// Compares logged changes with those of the rules, by the states that they lead to.
    fn compare(&self, ruleset: &Ruleset, then: &State, said: &[Change], ruled: &[Change]) -> Option<Fault> {
        let (said, ruled) = (then.after(said), then.after(ruled));
        let whose = then.units().map(|unit| (unit.id.as_str(), unit.name())).chain(self.sides());
        // Facts that neither list of changes touched are shared by both states.
        let is_shared = |of: &str| match (said.shared(of), ruled.shared(of)) {
            (Some(said), Some(ruled)) => Arc::ptr_eq(said, ruled),
            _ => false,
        };
        let whose = whose.filter(|(of, _)| !is_shared(of));
        let differing: Vec<String> =
            whose.flat_map(|(of, name)| differing(ruleset, of, name, [&said, &ruled])).collect();
        (!differing.is_empty()).then_some(Fault::Table(differing))
    }

    fn sides(&self) -> [(&str, &str); 3] {
        let [a, b] = &self.whole.header().sides;
        [(Side::A.id(), &a.name), (Side::B.id(), &b.name), (BATTLE, say("The battle"))]
    }

    /// The battle that the author of the checked event saw, without acts of other tabs that they had not received.
    fn then(&self) -> &Battle {
        self.view.as_ref().map_or(&self.so_far, |view| &view.battle)
    }

    /// The outcome that the rules give for these dice.
    fn ruled(&self, procedure: &str, input: &Map<String, Json>, rolls: &[LoggedRoll]) -> Result<Json, Stopped> {
        let refused = |why: String| Stopped::Wrong(Fault::Refused(why));
        let ruleset = self.ruleset.ok_or_else(|| refused(say("these rules are not here.").into()))?;
        let played = ruled::rule(ruleset, procedure, input, rolls).map_err(refused)?.played;
        if !alike(&played.rolls, rolls) {
            return Err(Stopped::Wrong(Fault::Rolls));
        }
        match played.result {
            Ok(resolved) => Ok(serde_json::to_value(&resolved.outcome).unwrap_or(Json::Null)),
            Err(Halt::Needs(_)) => Err(Stopped::Midway),
            Err(Halt::Refused(refusal)) => Err(refused(refusal.message.to_string())),
        }
    }
}

/// The changes that the rules make for an act; `None` if players made them by hand, or if there is no outcome.
fn by_rules(ruleset: &'static Ruleset, judged: Judged, act: &ActionEvent) -> Option<Vec<Change>> {
    match &act.action {
        Action::Resolved(resolved) if resolved.discarded => Some(Vec::new()),
        Action::Resolved(resolved) => resolved.changes(ruleset, judged),
        Action::Phase => Some(referee::next_changes(ruleset, judged.applied_to)),
        Action::ByHand | Action::Muster | Action::Note(_) | Action::Corrected(_) => None,
    }
}

/// Source of the changes of an act.
fn changed_by(act: &ActionEvent) -> Changed {
    match act.action {
        _ if act.changes.is_empty() => Changed::Nothing,
        Action::Resolved(_) | Action::Phase | Action::Corrected(_) => Changed::ByRules,
        Action::ByHand | Action::Muster | Action::Note(_) => Changed::ByHand,
    }
}

/// A sentence for each tracker of a subject whose values differ between the log and the rules.
fn differing(ruleset: &Ruleset, of: &str, name: &str, [said, ruled]: [&State; 2]) -> Vec<String> {
    let tracked = |state: &State| state.tracked(of).map(|facts| facts.all().clone()).unwrap_or_default();
    let (said, ruled) = (tracked(said), tracked(ruled));
    let keys = ruled.keys().chain(said.keys().filter(|key| !ruled.contains_key(*key)));
    let unlike = keys.filter(|key| said.get(*key) != ruled.get(*key));
    let words = |held: Option<&Json>| held.map_or_else(|| say("nothing").to_owned(), Json::to_string);
    let names = unlike.map(|key| {
        let what = ruleset.label(key).map_or_else(|| key.clone(), |label| say(label).to_owned());
        text!(
            "{who}, {what}: {held} in the log, {ruled} by the rules.",
            who = name.to_owned(),
            what = what,
            held = words(said.get(key)),
            ruled = words(ruled.get(key))
        )
        .to_string()
    });
    names.collect()
}

/// Reasons why there is no outcome.
enum Stopped {
    /// The procedure needs more dice.
    Midway,
    /// The log has this fault.
    Wrong(Fault),
}

/// True if the rolls begin with `made`, and all dice after that were typed.
fn typed_after(rolls: &[LoggedRoll], made: &[LoggedRoll]) -> bool {
    rolls.starts_with(made) && rolls[made.len()..].iter().all(|roll| roll.number.is_none())
}

/// True if the rules asked for exactly these rolls, die by die.
fn alike(played: &[Roll], logged: &[LoggedRoll]) -> bool {
    let expected =
        played.iter().flat_map(|roll| roll.faces.iter().map(|face| (roll.purpose.as_str(), roll.sides, *face)));
    let said = logged.iter().flat_map(|roll| roll.faces.iter().map(|face| (roll.purpose.as_str(), roll.sides, *face)));
    expected.eq(said)
}

fn source(rolls: &[LoggedRoll]) -> Source {
    let of_app = rolls.iter().filter(|roll| roll.number.is_some()).count();
    match (rolls.len(), of_app) {
        (0, _) => Source::None,
        (_, 0) => Source::Table,
        _ if rolls.iter().any(|roll| roll.steps.is_some()) => Source::TwoDevices,
        (all, app) if all == app => Source::App,
        _ => Source::Both,
    }
}

#[cfg(test)]
mod tests;
