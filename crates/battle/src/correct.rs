//! Correction of an earlier act. The act is done again as it should have been; the later acts are applied again with their own dice.
//!
//! A correction is a separate act at the end of the log. It records the new version of each act that differs, from the corrected one on. Its
//! changes turn the current table into the corrected table. So a correction can be undone like any other act, and the log keeps the acts that
//! it replaces.

use super::binding::scene;
use super::carried::{carried, known_to_act};
pub use super::corrected::{Corrected, Now, Redone};
use super::participants::Participants;
use super::{Action, ActionEvent, Battle, Change, Event, Resolved, Rolled, Stamp, State, ruled};
use crate::referee::{self, Judged};
use rules::dice::{Halt, Roll};
use rules::filling;
use rules::procedure::Procedure;
use rules::refusal::{Code, Refusal};
use rules::ruleset::Ruleset;
use rules::subject::Subject;
use rules::text;
use rules::text::Text;
use rules::turn::By;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::ops::Deref;

/// The players' decision on a later act that no longer fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MisfitDecision {
    /// Keeps the result of the act. Counted values change by the same amount on the new table; other values are set as before.
    Keep,
    /// Leaves the act out, as if it had not happened.
    LeaveOut,
    /// Replaces the act by this one.
    Instead(Box<ActionEvent>),
}

/// A battle as it was before an act in force, in which that act is done again. New rolls first take the numbers of that act, so the dice
/// are the same.
#[derive(Clone, Debug)]
pub struct Rewound(Battle);

impl Deref for Rewound {
    type Target = Battle;

    fn deref(&self) -> &Battle {
        &self.0
    }
}

impl Rewound {
    /// Adds a roll that was made for the act.
    pub fn add_roll(&mut self, stamp: Stamp, rolled: Rolled) {
        self.0.add(stamp, Event::Rolled(Box::new(rolled)));
    }
}

/// A correction that players have not applied yet.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The acts from the corrected one on.
    pub steps: Vec<Step>,
    of: Stamp,
    /// The acts before the corrected one.
    before: Vec<(Stamp, ActionEvent)>,
    after: State,
}

/// One act of a [`Plan`].
#[derive(Clone, Debug)]
pub struct Step {
    /// Stamp of the act.
    pub stamp: Stamp,
    /// The act before the correction.
    pub act: ActionEvent,
    /// Its state after the correction.
    pub now: Now,
    /// The reason why the act no longer fits. Until players decide, the act is applied as it was.
    pub misfit: Option<Text>,
    /// True if nothing is left to decide: the act fits, or players have decided what happens to it.
    pub is_decided: bool,
    /// True if its result is kept, even if the current rules would give another one.
    pub kept: bool,
}

impl Battle {
    /// The acts in force in their corrected versions, oldest first.
    pub fn acts_in_force(&self) -> Vec<(&Stamp, &ActionEvent)> {
        let mut acts = Vec::with_capacity(self.in_force.len());
        for in_force in &self.in_force {
            let (stamp, Event::Action(act)) = &self.log[in_force.event] else { continue };
            match &act.action {
                Action::Corrected(corrected) => corrected.lay_over(&mut acts),
                _ => acts.push((stamp, &**act)),
            }
        }
        acts
    }

    /// The unit of a side that moved last; `None` if none has moved.
    pub fn last_mover(&self, side: usize) -> Option<String> {
        let ruleset = self.state().ruleset()?;
        let mover = |act: &ActionEvent| {
            let Action::Resolved(done) = &act.action else { return None };
            let procedure =
                ruleset.procedure(&done.procedure).filter(|procedure| procedure.moves && !done.discarded)?;
            let unit = Participants::read(procedure, &done.participants)
                .units(procedure.participants.first()?.id)
                .first()?
                .clone();
            self.state().unit(&unit).is_some_and(|unit| unit.side == side).then_some(unit)
        };
        self.acts_in_force().iter().rev().find_map(|(_, act)| mover(act))
    }

    /// The battle on which an act in force was judged: as it was before the act, or before the first part of a group act whose parts are
    /// judged at once. `None` if the act is not in force.
    pub fn rewound(&self, of: &Stamp) -> Option<Rewound> {
        let acts = self.acts_in_force();
        let act = acts.iter().find(|(stamp, _)| *stamp == of)?.1;
        let end = judged_after(act).unwrap_or(of);
        let before = acts.iter().take_while(|(stamp, _)| *stamp != end && *stamp != of);
        Some(self.rewound_to(before.map(|(stamp, act)| ((*stamp).clone(), (*act).clone())), act))
    }

    /// A battle with the same header and with these acts, before `act` is done again.
    fn rewound_to(&self, acts: impl Iterator<Item = (Stamp, ActionEvent)>, act: &ActionEvent) -> Rewound {
        let events = acts.map(|(stamp, act)| (stamp, Event::Action(Box::new(act))));
        Rewound(Self { whole: Some(self.whole_for(act)), ..self.at_start() }.filled_with(events))
    }

    /// The state of the log that a correction of this act depends on. Returns the number of entries before the act, and the number of
    /// undos, redos and corrections in the whole log. An unfinished correction stays valid while both numbers stay the same.
    pub fn correction_basis(&self, of: &Stamp) -> (usize, usize) {
        let changes_earlier = |event: &Event| match event {
            Event::Undo(_) | Event::Redo(_) => true,
            Event::Action(act) => matches!(act.action, Action::Corrected(_)),
            Event::Rolled(_) | Event::Control(_) | Event::Chain(_) => false,
        };
        let before = self.log().iter().filter(|(stamp, _)| stamp < of).count();
        (before, self.log().iter().filter(|(_, event)| changes_earlier(event)).count())
    }

    /// Plans the correction of an act in force. `act` replaces it; without one, the act is left out. `answers` decides what happens to
    /// later acts that no longer fit, by their stamps.
    ///
    /// Returns `None` if there is no such act, or if the ruleset is unknown.
    pub fn correction(
        &self,
        of: &Stamp,
        act: Option<ActionEvent>,
        answers: &[(Stamp, MisfitDecision)],
    ) -> Option<Plan> {
        let ruleset = self.state.ruleset()?;
        let acts = self.acts_in_force();
        let place = acts.iter().position(|(stamp, _)| *stamp == of)?;
        let (before, from) = acts.split_at(place);
        let mut old = State::begin(Some(ruleset), &self.header);
        let mut begun = GroupTables::of(&acts);
        for (stamp, act) in before {
            begun.note(stamp, [&old, &old]);
            old.apply_act(act);
        }
        let mut new = old.clone();
        let mut steps = Vec::with_capacity(from.len());
        for (index, (stamp, then)) in from.iter().enumerate() {
            begun.note(stamp, [&old, &new]);
            let [was, is] = begun.judged(then, [&old, &new]);
            let answer =
                answers.iter().find(|(stamp_of_answer, _)| stamp_of_answer == *stamp).map(|(_, answer)| answer);
            let (now, misfit) = match (index, &act) {
                (0, Some(act)) => (changed(then, instead(ruleset, is, then, act)), None),
                (0, None) => (Now::LeftOut, None),
                _ => match (again(ruleset, was, is, then), answer) {
                    (Ok(now), _) => (now, None),
                    (Err(why), Some(MisfitDecision::Instead(act))) => {
                        (Now::Changed(Box::new(instead(ruleset, is, then, act))), Some(why))
                    }
                    (Err(why), Some(MisfitDecision::LeaveOut)) => (Now::LeftOut, Some(why)),
                    (Err(why), Some(MisfitDecision::Keep) | None) => (kept(ruleset, was, is, then), Some(why)),
                },
            };
            // The act's changes are counted relative to the values that its author saw. On the new table the rules give the recorded values
            // themselves. So the new version stores them without the values that its author saw.
            let now = match now {
                Now::Same if new.counted_on(then) != old.counted_on(then) => uncounted((*then).clone()),
                now => now,
            };
            // The referee did not judge acts of earlier versions, so their results are kept, too.
            let is_kept = index > 0
                && matches!(answer, Some(MisfitDecision::Keep) | None)
                && (misfit.is_some() || !then.refereed);
            old.apply_act(then);
            match &now {
                Now::Same => drop(new.apply_act(then)),
                Now::Changed(act) => drop(new.apply_act(act)),
                Now::LeftOut => {}
            }
            let is_decided = misfit.is_none() || answer.is_some();
            steps.push(Step { stamp: (*stamp).clone(), act: (*then).clone(), now, misfit, is_decided, kept: is_kept });
        }
        let before = before.iter().map(|(stamp, act)| ((*stamp).clone(), (*act).clone())).collect();
        Some(Plan { steps, of: of.clone(), before, after: new })
    }
}

/// Stamp of the first part of the group act, if `act` is a later part that is judged on the table before the first part; else `None`.
fn judged_after(act: &ActionEvent) -> Option<&Stamp> {
    act.group.as_ref().filter(|_| act.at_once)
}

/// The tables before each group act: as they were, and as corrected.
pub(super) struct GroupTables(HashMap<Stamp, Option<[State; 2]>>);

impl GroupTables {
    /// Finds the group acts. Their tables are recorded later.
    pub(super) fn of(acts: &[(&Stamp, &ActionEvent)]) -> Self {
        Self(acts.iter().filter_map(|(stamp, act)| Some((act.first_part(stamp)?.clone(), None))).collect())
    }

    /// Records the tables before an act, if it is the first part of a group. If a correction has left out the first part, these are
    /// the tables before the next act.
    pub(super) fn note(&mut self, act: &Stamp, [old, new]: [&State; 2]) {
        for (_, tables) in self.0.iter_mut().filter(|(first, tables)| tables.is_none() && *first <= act) {
            *tables = Some([old.clone(), new.clone()]);
        }
    }

    /// The tables of an act, as they were and as corrected. `here` has the tables just before it.
    pub(super) fn judged<'a>(&'a self, act: &ActionEvent, here: [&'a State; 2]) -> [Judged<'a>; 2] {
        let tables = act.group.as_ref().and_then(|first| self.0.get(first)?.as_ref());
        let began = tables.map_or(here, |tables| tables.each_ref());
        [0, 1].map(|of| {
            let on = if act.at_once { began[of] } else { here[of] };
            Judged { on, applied_to: here[of], began: began[of] }
        })
    }
}

impl Plan {
    /// The acts that no longer fit and that players have not decided on, in order.
    pub fn open(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.is_decided)
    }

    /// The table after the correction.
    pub fn after(&self) -> &State {
        &self.after
    }

    /// The corrected battle on which a step is judged. It ends just before the step, or before the first part of a group act whose parts are
    /// judged at once. `None` if the plan has no such step.
    pub fn rewound(&self, battle: &Battle, step: &Stamp) -> Option<Rewound> {
        let place = self.steps.iter().position(|known| known.stamp == *step)?;
        let first = judged_after(&self.steps[place].act);
        let end = first.and_then(|first| self.steps.iter().position(|known| known.stamp == *first)).unwrap_or(place);
        let earlier = first.filter(|_| end == place);
        let before = self.before.iter().take_while(|(stamp, _)| Some(stamp) != earlier);
        let is_before_all = earlier.is_some_and(|first| self.before.iter().any(|(stamp, _)| stamp == first));
        let end = if is_before_all { 0 } else { end };
        let now = self.steps[..end].iter().filter_map(|step| {
            let act = match &step.now {
                Now::Same => step.act.clone(),
                Now::Changed(act) => (**act).clone(),
                Now::LeftOut => return None,
            };
            Some((step.stamp.clone(), act))
        });
        Some(battle.rewound_to(before.cloned().chain(now), &self.steps[place].act))
    }

    /// The correction as an act. `settles` is a roll of the app that was made for the correction. `None` while players have to decide on an
    /// act that no longer fits, or if the correction changes nothing.
    pub fn act(&self, battle: &Battle, at: f64, settles: Option<Stamp>) -> Option<ActionEvent> {
        if self.open().next().is_some() {
            return None;
        }
        let redone = |step: &Step| Redone { act: step.stamp.clone(), now: step.now.clone(), kept: step.kept };
        let acts: Vec<Redone> = self.steps.iter().filter(|step| step.now != Now::Same).map(redone).collect();
        if acts.is_empty() {
            return None;
        }
        let changes = battle.state().changes_to(&self.after);
        let corrected = Corrected { of: self.of.clone(), acts, settles };
        Some(ActionEvent::new(at, Action::Corrected(Box::new(corrected)), changes).refereed(Vec::new()))
    }
}

/// Compares an act with its new version, ignoring time and links. Returns `Now::Same` if they are equal.
fn changed(then: &ActionEvent, now: ActionEvent) -> Now {
    let now = ActionEvent { at: then.at, after: then.after.clone(), seen: then.seen.clone(), ..grouped_as(then, now) };
    if now == *then { Now::Same } else { uncounted(now) }
}

/// The new version of an act, as the same part of a group act.
fn grouped_as(then: &ActionEvent, now: ActionEvent) -> ActionEvent {
    ActionEvent { together: then.together, group: then.group.clone(), at_once: then.at_once, ..now }
}

/// The act that replaces another one. If the parts of a group act are judged at once, a new part was made on the table before the first part.
/// Its changes are then converted to the table just before this part.
fn instead(ruleset: &'static Ruleset, judged: Judged, then: &ActionEvent, now: &ActionEvent) -> ActionEvent {
    let changes = match &now.action {
        Action::Resolved(resolved) if then.at_once => resolved.changes(ruleset, judged),
        _ => None,
    };
    let changes = changes.unwrap_or_else(|| now.changes.clone());
    grouped_as(then, ActionEvent { changes, ..now.clone() })
}

/// The new version of an act whose changes the rules have computed on the new table. Its values are absolute, so the values that its author
/// saw are dropped.
fn uncounted(now: ActionEvent) -> Now {
    Now::Changed(Box::new(ActionEvent { seen: Vec::new(), ..now }))
}

/// Applies an act again on another table, with its own dice.
///
/// # Errors
/// The reason why the act no longer fits.
fn again(ruleset: &'static Ruleset, was: Judged, is: Judged, act: &ActionEvent) -> Result<Now, Text> {
    let new = is.applied_to;
    on_the_table(new, &act.changes)?;
    // The referee did not judge acts of earlier versions by the rules of the turn, and does not judge them now.
    if !act.refereed {
        return Ok(kept(ruleset, was, is, act));
    }
    let with = |changes| changed(act, ActionEvent { changes, ..act.clone() });
    match &act.action {
        Action::Resolved(resolved) if !resolved.discarded => resolved_again(ruleset, was, is, act, resolved),
        Action::Phase => match referee::next_barred(ruleset, new) {
            Some((_, why)) if act.overrides.is_empty() => Err(why),
            _ => Ok(with(referee::next_changes(ruleset, new))),
        },
        Action::ByHand | Action::Muster => Ok(kept(ruleset, was, is, act)),
        Action::Resolved(_) | Action::Note(_) | Action::Corrected(_) => Ok(Now::Same),
    }
}

/// Keeps the result of an act on another table, even if the rules would give another one there.
fn kept(ruleset: &'static Ruleset, was: Judged, is: Judged, act: &ActionEvent) -> Now {
    let mut overrides = act.overrides.clone();
    if let (Action::Phase, Some((rule, _))) = (&act.action, referee::next_barred(ruleset, is.applied_to))
        && act.refereed
        && !overrides.iter().any(|known| known == rule)
    {
        overrides.push(rule.to_owned());
    }
    changed(act, ActionEvent { changes: kept_changes(ruleset, was, is, act), overrides, ..act.clone() })
}

/// The changes of an act whose result is kept, converted from the old tables before it to the new ones.
pub(super) fn kept_changes(ruleset: &'static Ruleset, was: Judged, is: Judged, act: &ActionEvent) -> Vec<Change> {
    let (old, new) = (was.applied_to, is.applied_to);
    let carried = || carried(ruleset, &old.counted_on(act), old, new);
    match &act.action {
        _ if !act.refereed => carried(),
        // The beginning of a phase is computed again: its changes are not counts.
        Action::Phase => referee::next_changes(ruleset, new),
        Action::ByHand => referee::completed(ruleset, new, carried(), By::Hand),
        Action::Muster => referee::completed(ruleset, new, carried(), By::Muster),
        Action::Resolved(resolved) => resolved_elsewhere(ruleset, was, new, act, resolved).unwrap_or_else(carried),
        Action::Note(_) | Action::Corrected(_) => carried(),
    }
}

/// The changes of a procedure on another table, computed from its recorded outcome. Returns `None` if a participant is missing there. Also
/// `None` if the current rules make other changes on the old table: then the effect of the outcome is known only from the log.
fn resolved_elsewhere(
    ruleset: &'static Ruleset,
    was: Judged,
    new: &State,
    act: &ActionEvent,
    resolved: &Resolved,
) -> Option<Vec<Change>> {
    let old = was.applied_to;
    let ruled = resolved.ruled(ruleset).ok()?;
    let participants = Participants::read(ruled.procedure, &resolved.participants);
    let mut units = ruled.procedure.participants.iter().flat_map(|role| participants.units(role.id));
    if units.any(|id| new.unit(id).is_none() || old.unit(id).is_none()) {
        return None;
    }
    let mut came_to = ruled.played.result.ok()?;
    let input = &resolved.input;
    ruled.ready.describe_aftermath(&scene(ruled.procedure, &participants, was.on), &mut came_to);
    let then = was.changes(ruleset, ruled.procedure, &participants, input, &came_to);
    let then = known_to_act(ruleset, act, then);
    if !old.after(&then).is_same(&old.after(&old.counted_on(act))) {
        return None;
    }
    let now = referee::changes_elsewhere(ruleset, ruled.procedure, &participants, [was.on, new], input, &came_to);
    Some(known_to_act(ruleset, act, now))
}

/// Checks that each changed unit is on the table, or joins it by these changes.
fn on_the_table(state: &State, changes: &[Change]) -> Result<(), Text> {
    let joins = |id: &str| changes.iter().any(|change| matches!(change, Change::Add(unit) if unit.id == id));
    for change in changes {
        let id = match change {
            Change::Set { of: Subject::Unit(id), .. } => id.as_str(),
            Change::Remove(id) => id,
            Change::Set { .. } | Change::Add(_) => continue,
        };
        if state.unit(id).is_none() && !joins(id) {
            return Err(text!("A unit that it changes is not on the table."));
        }
    }
    Ok(())
}

fn resolved_again(
    ruleset: &'static Ruleset,
    was: Judged,
    is: Judged,
    act: &ActionEvent,
    resolved: &Resolved,
) -> Result<Now, Text> {
    let new = is.on;
    // The rules do not know the procedure, so its act stays as it was.
    let Some(procedure) = ruleset.procedure(&resolved.procedure) else { return Ok(Now::Same) };
    let participants = Participants::read(procedure, &resolved.participants);
    let takes_part = procedure.participants.iter().flat_map(|role| participants.units(role.id));
    if takes_part.into_iter().any(|id| new.unit(id).is_none() || is.applied_to.unit(id).is_none()) {
        return Err(text!("A unit that takes part is not on the table."));
    }
    let overridden = |rule: &str| act.overrides.iter().any(|known| known == rule);
    let answers = players_answers(procedure, &participants, was.on, resolved);
    let input = match answers {
        None => resolved.input.clone(),
        Some(answers) => referee::filled(procedure, &participants, new, &answers),
    };
    let mut barred = referee::bars(ruleset, procedure, &participants, new, &input);
    if let Some(reason) = barred.iter().find(|reason| !overridden(reason.rule)) {
        return Err(reason.message.clone());
    }
    barred.retain(|reason| overridden(reason.rule));
    let faces = ruled::faces(&resolved.rolls);
    let played = referee::play(procedure, &participants, new, &input, &faces);
    let played = played.map_err(|refusal| no_longer_fits(procedure, &refusal))?;
    let outcome = match &played.result {
        Ok(outcome) if alike(&played.rolls, resolved) => outcome,
        Ok(_) | Err(Halt::Needs(_)) => return Err(text!("It needs other dice now.")),
        Err(Halt::Refused(refusal)) => return Err(no_longer_fits(procedure, refusal)),
    };
    let changes = is.changes(ruleset, procedure, &participants, &input, outcome);
    let outcome = serde_json::to_value(&outcome.outcome).unwrap_or(Json::Null);
    let action = Action::Resolved(Resolved { input, outcome, ..resolved.clone() });
    Ok(changed(act, ActionEvent { action, changes, overrides: referee::rule_ids(&barred), ..act.clone() }))
}

/// The reason why an act is refused on another table, for players who did not enter its input. A rule's message is shown as it is; any
/// other refusal names the question whose answer no longer fits, or asks for other dice.
fn no_longer_fits(procedure: &Procedure, refusal: &Refusal) -> Text {
    match refusal.code {
        Code::NotAllowed => refusal.message.clone(),
        Code::UnusedDice | Code::BadFace => text!("It needs other dice now."),
        Code::UnknownRuleset | Code::UnknownProcedure | Code::MissingField | Code::UnknownField | Code::BadValue => {
            match procedure.form.at(&refusal.field).map(|field| field.label).filter(|label| !label.is_empty()) {
                Some(label) => text!("What was answered no longer fits the table: {question}.", question = label),
                None => text!("What was answered no longer fits the table."),
            }
        }
    }
}

/// The players' answers in the input of an act: the values that differ from those that the table filled in. Returns `None` if answers and
/// facts cannot be told apart, as in acts whose whole input was typed in.
pub fn players_answers(
    procedure: &'static Procedure,
    participants: &Participants,
    then: &State,
    resolved: &Resolved,
) -> Option<Map<String, Json>> {
    /// Rounds of the search: the values that the table fills in can depend on the answers, so both are computed in turn.
    const ROUNDS: usize = 4;
    let mut answers = Map::new();
    for _ in 0..ROUNDS {
        let mut filled = referee::filled(procedure, participants, then, &answers);
        if filled == resolved.input {
            return Some(answers);
        }
        let more = difference(&filled, &resolved.input);
        filling::overlay(&mut filled, &more);
        filling::overlay(&mut answers, &more);
        if filled != resolved.input {
            return None;
        }
    }
    None
}

/// Answers that turn the input `under` into the input `over` when they are laid over it.
fn difference(under: &Map<String, Json>, over: &Map<String, Json>) -> Map<String, Json> {
    let differs = |(key, value): &(&String, &Json)| under.get(*key) != Some(*value);
    let of = |(key, value): (&String, &Json)| {
        let value = match (under.get(key), value) {
            (Some(Json::Object(under)), Json::Object(over)) => Json::Object(difference(under, over)),
            (Some(Json::Array(under)), Json::Array(over))
                if under.len() == over.len() && over.iter().all(Json::is_object) =>
            {
                let member = |(under, over): (&Json, &Json)| match (under, over) {
                    (Json::Object(under), Json::Object(over)) => Json::Object(difference(under, over)),
                    (_, over) => over.clone(),
                };
                under.iter().zip(over).map(member).collect()
            }
            (_, value) => value.clone(),
        };
        (key.clone(), value)
    };
    Map::from_iter(over.iter().filter(differs).map(of))
}

/// True if the rules ask for exactly the rolls of an act. One roll may be logged in parts: some dice by the app, some typed in. If only the
/// number of successes is known, the rules must need the same face for a success.
fn alike(rolls: &[Roll], resolved: &Resolved) -> bool {
    let mut parts = resolved.rolls.iter();
    let is_there = |roll: &Roll| {
        let mut left = roll.faces.len();
        while left > 0 {
            let Some(part) = parts.next() else { return false };
            let fits = part.counted.is_none() || part.counted == roll.counts_from;
            let is_part = (part.purpose.as_str(), part.sides) == (roll.purpose.as_str(), roll.sides);
            if !fits || !is_part || part.faces.is_empty() || part.faces.len() > left {
                return false;
            }
            left -= part.faces.len();
        }
        true
    };
    rolls.iter().all(is_there) && parts.next().is_none()
}

#[cfg(test)]
mod tests;
