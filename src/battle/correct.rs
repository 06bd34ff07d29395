//! Correction of an earlier act: it is done anew as it should have been, and the acts after it are applied again, with
//! their own dice.
//!
//! A correction is an act of its own, the last of the log. It names what became of each act from the corrected one on, and
//! its changes lead from the table as it was to the table as it should be. So it is undone like any other act, and the log
//! keeps what was corrected.

use super::binding::scene;
use super::carried::{carried, known_to_act};
pub use super::corrected::{Corrected, Now, Redone};
use super::participants::Participants;
use super::{Action, ActionEvent, Battle, Change, Event, Resolved, Rolled, Stamp, State, ruled};
use crate::battle::referee;
use crate::core::refusal::{Code, Refusal};
use crate::core::subject::Subject;
use crate::core::text::Text;
use crate::dice::{Halt, Roll};
use crate::rules::filling;
use crate::rules::procedure::Procedure;
use crate::rules::ruleset::Ruleset;
use crate::rules::turn::By;
use crate::rulesets;
use crate::text;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};
use std::ops::Deref;

/// A player's answer for a later act that no longer fits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    /// Its result stays: what it counted is counted on from the table as it is now, and what it set is set.
    Keep,
    /// It did not happen.
    LeaveOut,
    /// This act happened instead.
    Instead(Box<ActionEvent>),
}

/// A battle as it was before an act in force that is done again. Its first rolls take the numbers of the act's own, so the same dice come
/// again.
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

/// A correction that is being made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The acts from the corrected one on.
    pub steps: Vec<Step>,
    of: Stamp,
    /// The acts before them.
    before: Vec<(Stamp, ActionEvent)>,
    after: State,
}

/// An act of a correction that is being made.
#[derive(Clone, Debug)]
pub struct Step {
    /// The act as it was.
    pub stamp: Stamp,
    /// The act as it was.
    pub act: ActionEvent,
    /// Its state after the correction.
    pub now: Now,
    /// Reason why it no longer fits. It is applied as it was until players settle it.
    pub misfit: Option<Text>,
    /// True if players settled it.
    pub settled: bool,
    /// True if its result is kept, whatever the rules say of it now.
    pub kept: bool,
}

impl Battle {
    /// The acts in force, oldest first, as corrections have left them.
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

    /// The battle as it was before an act in force.
    pub fn rewound(&self, of: &Stamp) -> Option<Rewound> {
        let acts = self.acts_in_force();
        let place = acts.iter().position(|(stamp, _)| *stamp == of)?;
        let before = acts[..place].iter().map(|(stamp, act)| ((*stamp).clone(), (*act).clone()));
        Some(self.rewound_to(before, acts[place].1))
    }

    /// A battle of the same beginning with these acts, before `act` is done again.
    fn rewound_to(&self, acts: impl Iterator<Item = (Stamp, ActionEvent)>, act: &ActionEvent) -> Rewound {
        let events = acts.map(|(stamp, act)| (stamp, Event::Action(Box::new(act))));
        Rewound(Self { whole: Some(self.whole_for(act)), ..Self::replay(self.header.clone(), events) })
    }

    /// The entries of the log that the correction of an act builds on: how many come before it, and how many of all entries undo,
    /// redo or correct something. While neither number changes, an unfinished correction can go on.
    pub fn correction_basis(&self, of: &Stamp) -> (usize, usize) {
        let changes_earlier = |event: &Event| match event {
            Event::Undo(_) | Event::Redo(_) => true,
            Event::Action(act) => matches!(act.action, Action::Corrected(_)),
            Event::Rolled(_) | Event::Pen(_) | Event::Chain(_) => false,
        };
        let before = self.log().iter().filter(|(stamp, _)| stamp < of).count();
        (before, self.log().iter().filter(|(_, event)| changes_earlier(event)).count())
    }

    /// Plans the correction of an act in force: `None` in place of the act leaves it out. Later acts that no longer fit
    /// become what `answers` says, by their stamps.
    ///
    /// `None` if there is no such act, or its rules are not here.
    pub fn correction(&self, of: &Stamp, act: Option<ActionEvent>, answers: &[(Stamp, Answer)]) -> Option<Plan> {
        let ruleset = rulesets::find(&self.header.ruleset)?;
        let acts = self.acts_in_force();
        let place = acts.iter().position(|(stamp, _)| *stamp == of)?;
        let (before, from) = acts.split_at(place);
        let mut old = State::begin(&self.header);
        for (_, act) in before {
            old.apply_act(act);
        }
        let mut new = old.clone();
        let mut steps = Vec::with_capacity(from.len());
        for (index, (stamp, then)) in from.iter().enumerate() {
            let answer = answers.iter().find(|(own, _)| own == *stamp).map(|(_, answer)| answer);
            let (now, misfit) = match (index, &act) {
                (0, Some(act)) => (changed(then, act.clone()), None),
                (0, None) => (Now::LeftOut, None),
                _ => match (again(ruleset, &old, &new, then), answer) {
                    (Ok(now), _) => (now, None),
                    (Err(why), Some(Answer::Instead(act))) => (Now::Changed(act.clone()), Some(why)),
                    (Err(why), Some(Answer::LeaveOut)) => (Now::LeftOut, Some(why)),
                    (Err(why), Some(Answer::Keep) | None) => (kept(ruleset, &old, &new, then), Some(why)),
                },
            };
            // What it counts on from is another here: its values stand as the rules gave them.
            let now = match now {
                Now::Same if new.counted_on(then) != old.counted_on(then) => uncounted((*then).clone()),
                now => now,
            };
            // Acts of earlier versions, which were not judged, are kept, too.
            let is_kept =
                index > 0 && matches!(answer, Some(Answer::Keep) | None) && (misfit.is_some() || !then.refereed);
            old.apply_act(then);
            match &now {
                Now::Same => drop(new.apply_act(then)),
                Now::Changed(act) => drop(new.apply_act(act)),
                Now::LeftOut => {}
            }
            let settled = misfit.is_none() || answer.is_some();
            steps.push(Step { stamp: (*stamp).clone(), act: (*then).clone(), now, misfit, settled, kept: is_kept });
        }
        let before = before.iter().map(|(stamp, act)| ((*stamp).clone(), (*act).clone())).collect();
        Some(Plan { steps, of: of.clone(), before, after: new })
    }
}

impl Plan {
    /// The acts that no longer fit and are not settled, in order.
    pub fn open(&self) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(|step| !step.settled)
    }

    /// The table after the correction.
    pub fn after(&self) -> &State {
        &self.after
    }

    /// The battle before one of the steps, with all before it as it is now.
    pub fn rewound(&self, battle: &Battle, step: &Stamp) -> Option<Rewound> {
        let place = self.steps.iter().position(|own| own.stamp == *step)?;
        let now = self.steps[..place].iter().filter_map(|step| {
            let act = match &step.now {
                Now::Same => step.act.clone(),
                Now::Changed(act) => (**act).clone(),
                Now::LeftOut => return None,
            };
            Some((step.stamp.clone(), act))
        });
        let acts = self.before.iter().cloned().chain(now);
        Some(battle.rewound_to(acts, &self.steps[place].act))
    }

    /// The correction as an act, once everything is settled; `settles` is a roll of the app made for it. `None` if nothing
    /// would change.
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

/// The act in place of another; the same one if only time and links differ.
fn changed(then: &ActionEvent, now: ActionEvent) -> Now {
    let now =
        ActionEvent { at: then.at, together: then.together, after: then.after.clone(), seen: then.seen.clone(), ..now };
    if now == *then { Now::Same } else { uncounted(now) }
}

/// An act whose changes are those of the table where it is done again: it counts on from nothing else.
fn uncounted(now: ActionEvent) -> Now {
    Now::Changed(Box::new(ActionEvent { seen: Vec::new(), ..now }))
}

/// An act applied again on another table, with its own dice.
///
/// # Errors
/// The reason why it no longer fits.
fn again(ruleset: &'static Ruleset, old: &State, new: &State, act: &ActionEvent) -> Result<Now, Text> {
    on_the_table(new, &act.changes)?;
    // Acts of earlier versions were not judged by the rules of the turn, and are not judged now.
    if !act.refereed {
        return Ok(kept(ruleset, old, new, act));
    }
    let with = |changes| changed(act, ActionEvent { changes, ..act.clone() });
    match &act.action {
        Action::Resolved(resolved) if !resolved.discarded => resolved_again(ruleset, old, new, act, resolved),
        Action::Phase => match referee::next_barred(ruleset, new) {
            Some((_, why)) if act.overrides.is_empty() => Err(why),
            _ => Ok(with(referee::next_changes(ruleset, new))),
        },
        Action::ByHand | Action::Muster => Ok(kept(ruleset, old, new, act)),
        Action::Resolved(_) | Action::Note(_) | Action::Corrected(_) => Ok(Now::Same),
    }
}

/// An act whose result stays on another table, whatever the rules say of it there.
fn kept(ruleset: &'static Ruleset, old: &State, new: &State, act: &ActionEvent) -> Now {
    let mut overrides = act.overrides.clone();
    if let (Action::Phase, Some((rule, _))) = (&act.action, referee::next_barred(ruleset, new))
        && act.refereed
        && !overrides.iter().any(|own| own == rule)
    {
        overrides.push(rule.to_owned());
    }
    changed(act, ActionEvent { changes: kept_changes(ruleset, old, new, act), overrides, ..act.clone() })
}

/// The changes of an act whose result stays, on the table before it as it is now rather than as it was.
pub(super) fn kept_changes(ruleset: &'static Ruleset, old: &State, new: &State, act: &ActionEvent) -> Vec<Change> {
    let carried = || carried(ruleset, &old.counted_on(act), old, new);
    match &act.action {
        _ if !act.refereed => carried(),
        // A phase that begins is no count.
        Action::Phase => referee::next_changes(ruleset, new),
        Action::ByHand => referee::completed(ruleset, new, carried(), By::Hand),
        Action::Muster => referee::completed(ruleset, new, carried(), By::Muster),
        Action::Resolved(resolved) => resolved_elsewhere(ruleset, old, new, act, resolved).unwrap_or_else(carried),
        Action::Note(_) | Action::Corrected(_) => carried(),
    }
}

/// The changes of a procedure on another table, worked out from its outcome. `None` if somebody who took part is not there, or if
/// today's rules would have changed something else then: the log knows better what its outcome was.
fn resolved_elsewhere(
    ruleset: &'static Ruleset,
    old: &State,
    new: &State,
    act: &ActionEvent,
    resolved: &Resolved,
) -> Option<Vec<Change>> {
    let ruled = resolved.ruled(ruleset).ok()?;
    let participants = Participants::read(ruled.procedure, &resolved.participants);
    let mut units = ruled.procedure.participants.iter().flat_map(|role| participants.units(role.id));
    if units.any(|id| new.unit(id).is_none() || old.unit(id).is_none()) {
        return None;
    }
    let mut came_to = ruled.played.result.ok()?;
    let input = &resolved.input;
    ruled.ready.describe_aftermath(&scene(ruled.procedure, &participants, old), &mut came_to);
    let then = referee::resolved_changes(ruleset, ruled.procedure, &participants, old, input, &came_to);
    let then = known_to_act(ruleset, &act.changes, then);
    if !old.after(&then).is_same(&old.after(&old.counted_on(act))) {
        return None;
    }
    let now = referee::changes_elsewhere(ruleset, ruled.procedure, &participants, [old, new], input, &came_to);
    Some(known_to_act(ruleset, &act.changes, now))
}

/// Checks that the units that changes are about are on the table, or join by them.
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
    old: &State,
    new: &State,
    act: &ActionEvent,
    resolved: &Resolved,
) -> Result<Now, Text> {
    // A procedure of another version stands as it was.
    let Some(procedure) = ruleset.procedure(&resolved.procedure) else { return Ok(Now::Same) };
    let participants = Participants::read(procedure, &resolved.participants);
    let takes_part = procedure.participants.iter().flat_map(|role| participants.units(role.id));
    if takes_part.into_iter().any(|id| new.unit(id).is_none()) {
        return Err(text!("A unit that takes part is not on the table."));
    }
    let overridden = |rule: &str| act.overrides.iter().any(|own| own == rule);
    let said = said(procedure, &participants, old, resolved);
    let input = match said {
        None => resolved.input.clone(),
        Some(said) => referee::filled(procedure, &participants, new, &said),
    };
    let mut barred = referee::bars(ruleset, procedure, &participants, new, &input);
    if let Some(own) = barred.iter().find(|own| !overridden(own.rule)) {
        return Err(own.message.clone());
    }
    barred.retain(|own| overridden(own.rule));
    let faces = ruled::faces(&resolved.rolls);
    let played = referee::play(procedure, &participants, new, &input, &faces);
    let played = played.map_err(|refusal| no_longer_fits(procedure, &refusal))?;
    let outcome = match &played.result {
        Ok(outcome) if alike(&played.rolls, resolved) => outcome,
        Ok(_) | Err(Halt::Needs(_)) => return Err(text!("It needs other dice now.")),
        Err(Halt::Refused(refusal)) => return Err(no_longer_fits(procedure, refusal)),
    };
    let changes = referee::resolved_changes(ruleset, procedure, &participants, new, &input, outcome);
    let outcome = serde_json::to_value(&outcome.outcome).unwrap_or(Json::Null);
    let action = Action::Resolved(Resolved { input, outcome, ..resolved.clone() });
    Ok(changed(act, ActionEvent { action, changes, overrides: referee::rule_ids(&barred), ..act.clone() }))
}

/// The reason why an act is refused on another table, for players who did not type its input: a rule speaks for itself, and of
/// anything else they know the question.
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

/// The players' answers in the input of an act: where it differs from what the table filled in. `None` if they cannot be
/// distinguished from the table's facts, as in acts that were typed in whole.
pub fn said(
    procedure: &'static Procedure,
    participants: &Participants,
    then: &State,
    resolved: &Resolved,
) -> Option<Map<String, Json>> {
    /// Repeats until the answers and what the table fills in, which can depend on them, make the input.
    const ROUNDS: usize = 4;
    let mut said = Map::new();
    for _ in 0..ROUNDS {
        let mut filled = referee::filled(procedure, participants, then, &said);
        if filled == resolved.input {
            return Some(said);
        }
        let more = difference(&filled, &resolved.input);
        filling::overlay(&mut filled, &more);
        filling::overlay(&mut said, &more);
        if filled != resolved.input {
            return None;
        }
    }
    None
}

/// Answers that turn one input into another when they are laid over it.
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

/// True if the rules ask for exactly the rolls that an act has. A roll may stand in parts: of the app, and from the table. Dice of which
/// only the number of successes is known fit only what needs as much.
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
