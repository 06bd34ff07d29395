//! A procedure that is filled in: its types are forgotten, what it can do is left.

use super::Rule;
use crate::core::refusal::Refusal;
use crate::core::text::Text;
use crate::dice::{Dice, Dist, Halt, Played, follow, play};
use crate::form::{self, Filled, Form, Slots};
use crate::outcome::{Outcome, Outcomes, Record, Value};
use crate::rules::consequences::{Consequences, ConsequencesBuilder};
use serde_json::{Map, Value as Json};
use std::cell::RefCell;

/// A procedure with an input that was read and permitted.
pub struct Ready(Box<dyn Playable>);

/// Reads an input and permits it, or says the first thing that is wrong with it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    form: &'static Form,
    make: fn(&mut Slots) -> Result<Box<dyn Playable>, Refusal>,
}

impl Reader {
    /// A reader of inputs as a `W`, of which the rule is made.
    pub(super) const fn of<W: Filled + Into<R>, R: Rule>() -> Self {
        Self { form: W::FORM, make: make::<W, R> }
    }

    pub(super) fn read(self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        let slots = form::read(self.form, input)?;
        (self.make)(&mut slots.iter()).map(Ready)
    }
}

/// What there is of the reading for each rule by itself.
fn make<W: Filled + Into<R>, R: Rule>(slots: &mut Slots) -> Result<Box<dyn Playable>, Refusal> {
    let rule: R = W::taken_from(slots).into();
    rule.permit()?;
    Ok(Box::new(rule))
}

/// A procedure that came to its outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Resolved {
    /// What it came to.
    pub outcome: Record,
    /// In words, on the trackers, and what is due next.
    pub consequences: Consequences,
}

impl Ready {
    /// What players must know before the dice.
    pub fn before(&self) -> Vec<Text> {
        self.0.before()
    }

    /// What it can come to, and how likely, most probable first.
    ///
    /// # Errors
    /// A few procedures refuse odds that would have too many outcomes.
    pub fn odds(&self) -> Result<Dist<Record>, Refusal> {
        evaluated(&|dice, into| self.0.play(dice, into))
    }

    /// The same, told only as far as chances and axes ask: what a page that is waiting can afford, whatever is legal.
    ///
    /// # Errors
    /// As [`odds`](Self::odds).
    pub fn glance(&self) -> Result<Dist<Record>, Refusal> {
        evaluated(&|dice, into| self.0.glance(dice, into))
    }

    /// Plays it with these faces, in the order in which it throws them: it stops where one is missing, and refuses one that its die
    /// does not have and those that are left over.
    pub fn resolve(&self, faces: &[u8]) -> Played<Resolved> {
        play(faces, |dice| {
            let (mut consequences, mut data) = (ConsequencesBuilder::default(), Vec::new());
            let names = self.0.resolve(dice, &mut consequences, &mut data)?;
            Ok(Resolved { outcome: Record::of(names, data), consequences: consequences.build() })
        })
    }
}

/// A rule that writes the data of its outcome, and names them.
type Writes<'a> = &'a dyn Fn(&mut Dice, &mut Vec<Value>) -> Written;

/// The names of the data that were written.
type Written = Result<&'static [&'static str], Halt>;

fn evaluated(rule: Writes) -> Result<Dist<Record>, Refusal> {
    let outcomes = RefCell::new(Outcomes::default());
    let followed = follow(
        |dice| rule(dice, outcomes.borrow_mut().data()),
        |names, weight, paths| outcomes.borrow_mut().add(names, weight, paths.about()),
    );
    match followed {
        Ok(()) => Ok(outcomes.into_inner().most_probable_first()),
        Err(Halt::Refused(refusal)) => Err(refusal),
        Err(Halt::Needs(_)) => unreachable!("odds never wait for dice"),
    }
}

/// A rule whose types are forgotten.
trait Playable {
    fn before(&self) -> Vec<Text>;
    fn glance(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Written;
    fn play(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Written;
    /// Plays it and tells of it.
    fn resolve(&self, dice: &mut Dice, consequences: &mut ConsequencesBuilder, into: &mut Vec<Value>) -> Written;
}

impl<R: Rule> Playable for R {
    fn before(&self) -> Vec<Text> {
        Rule::before(self)
    }

    fn glance(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Written {
        Rule::glance(self, dice).map(|outcome| written(outcome, into))
    }

    fn play(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Written {
        Rule::play(self, dice).map(|outcome| written(outcome, into))
    }

    fn resolve(&self, dice: &mut Dice, consequences: &mut ConsequencesBuilder, into: &mut Vec<Value>) -> Written {
        let outcome = Rule::play(self, dice)?;
        self.describe(&outcome, consequences);
        Ok(written(outcome, into))
    }
}

/// Writes the data of an outcome, and hands back their names.
fn written(outcome: impl Outcome, into: &mut Vec<Value>) -> &'static [&'static str] {
    let names = outcome.names();
    outcome.write(into);
    names
}
