//! Procedures with an input that was read, as one type for all rules.

use super::{Preview, Rule};
use crate::consequences::{Consequences, ConsequencesBuilder};
use crate::dice::{Detail, Dice, Dist, Halt, Played, follow, play};
use crate::form::{self, Filled, Form, Slots};
use crate::outcome::{Outcome, Outcomes, Record, Value};
use crate::refusal::Refusal;
use crate::table::Scene;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A procedure with an input that was read and permitted.
pub struct Ready(Box<dyn Playable>);

/// Reads inputs of a procedure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    form: &'static Form,
    make: fn(&mut Slots) -> Box<dyn Playable>,
}

impl Reader {
    /// Returns a reader that reads inputs as a `W`, and makes the rule from it.
    pub(super) const fn of<W: Filled + Into<R>, R: Rule>() -> Self {
        Self { form: W::FORM, make: make::<W, R> }
    }

    pub(super) fn read(self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        let slots = form::read(self.form, input)?;
        Ok(Ready((self.make)(&mut slots.iter())))
    }
}

/// Makes the rule from the values that were read. This is the only part of reading that is compiled for each rule.
fn make<W: Filled + Into<R>, R: Rule>(slots: &mut Slots) -> Box<dyn Playable> {
    let rule: R = W::taken_from(slots).into();
    Box::new(rule)
}

/// A resolved procedure: an outcome with its consequences.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The outcome.
    pub outcome: Record,
    /// Its consequences.
    pub consequences: Consequences,
    /// The outcome in the type of its rule.
    typed: Typed,
}

/// An outcome in the type of its rule.
type Typed = Rc<dyn Any>;

impl PartialEq for Resolved {
    fn eq(&self, other: &Self) -> bool {
        (&self.outcome, &self.consequences) == (&other.outcome, &other.consequences)
    }
}

impl Ready {
    /// Checks the prohibitions of the rules.
    pub(super) fn permit(&self) -> Result<(), Refusal> {
        self.0.permit()
    }

    /// Returns the texts that players see before the dice are rolled.
    pub fn preview(&self) -> Preview {
        self.0.preview()
    }

    /// Returns the distribution of its outcomes, most probable first.
    ///
    /// # Errors
    /// A few procedures refuse odds with too many outcomes.
    pub fn odds(&self) -> Result<Dist<Record>, Refusal> {
        evaluated(Detail::Listed, &|dice, into| self.0.play(dice, into))
    }

    /// Returns the distribution of the parts of its outcomes that [chances](super::Procedure::chances) and [axes](super::Procedure::axes) read. It is
    /// fast enough for a waiting page, for any legal input.
    ///
    /// # Errors
    /// As of [`odds`](Self::odds).
    pub fn chances(&self) -> Result<Dist<Record>, Refusal> {
        evaluated(Detail::Chances, &|dice, into| self.0.play(dice, into))
    }

    /// Resolves it with these faces, in the order in which it rolls them. It stops if a face is missing. It refuses a face that the die
    /// does not have, and faces that are left over.
    pub fn resolve(&self, faces: &[u8]) -> Played<Resolved> {
        play(faces, |dice| {
            let mut values = Vec::new();
            let (names, typed) = self.0.resolve(dice, &mut values)?;
            Ok(self.described(Record::of(names, values), typed))
        })
    }

    /// Returns an outcome with its consequences.
    fn described(&self, outcome: Record, typed: Typed) -> Resolved {
        let mut consequences = ConsequencesBuilder::default();
        self.0.describe(&*typed, &mut consequences);
        Resolved { outcome, consequences: consequences.build(), typed }
    }

    /// Returns the outcome with its asides, for the procedure's [chances](super::Procedure::chances). [`Resolved::outcome`] has no asides.
    pub fn asked(&self, resolved: &Resolved) -> Record {
        self.0.asked(&*resolved.typed).unwrap_or_else(|| resolved.outcome.clone())
    }

    /// Adds the consequences that depend on the table. Does nothing for an outcome of another procedure.
    pub fn describe_aftermath(&self, scene: &Scene, resolved: &mut Resolved) {
        let mut consequences = ConsequencesBuilder::continuing(std::mem::take(&mut resolved.consequences));
        self.0.aftermath(scene, &*resolved.typed, &mut consequences);
        resolved.consequences = consequences.build();
    }
}

/// Results of a procedure, with their probabilities.
#[derive(Debug, Default)]
pub struct Results {
    /// Different outcomes with their consequences, in the order in which they were found.
    pub each: Vec<(Resolved, f64)>,
    /// Probability of the outcomes that were left out.
    pub left_out: f64,
}

impl Ready {
    /// Returns all results of [`resolve`](Self::resolve). Unlike [`odds`](Self::odds), it computes the whole of each outcome, because any
    /// part can have consequences. Outcomes less probable than `at_least` are left out; only their sum is returned.
    ///
    /// # Errors
    /// A refusal that depends on the dice.
    pub fn results(&self, at_least: f64) -> Result<Results, Refusal> {
        let mut found: Vec<(Record, f64, Typed)> = Vec::new();
        let mut places: FxHashMap<Record, usize> = FxHashMap::default();
        let followed = follow(
            Detail::Whole,
            |dice| {
                let mut values = Vec::new();
                let (names, typed) = self.0.resolve(dice, &mut values)?;
                Ok((Record::of(names, values), typed))
            },
            |(outcome, typed), probability, _| match places.get(&outcome) {
                Some(place) => found[*place].1 += probability,
                None => {
                    places.insert(outcome.clone(), found.len());
                    found.push((outcome, probability, typed));
                }
            },
        );
        match followed {
            Ok(()) => {}
            Err(Halt::Refused(refusal)) => return Err(refusal),
            Err(Halt::Needs(_)) => unreachable!("odds never wait for dice"),
        }
        let mut results = Results::default();
        for (outcome, probability, typed) in found {
            if probability < at_least {
                results.left_out += probability;
            } else {
                results.each.push((self.described(outcome, typed), probability));
            }
        }
        Ok(results)
    }
}

/// Writes the values of a rule's outcome, and returns their names.
type Writes<'a> = &'a dyn Fn(&mut Dice, &mut Vec<Value>) -> Written;

/// Names of the written values.
type Written = Result<&'static [&'static str], Halt>;

fn evaluated(detail: Detail, rule: Writes) -> Result<Dist<Record>, Refusal> {
    let outcomes = RefCell::new(Outcomes::default());
    let followed = follow(
        detail,
        |dice| rule(dice, outcomes.borrow_mut().values()),
        |names, probability, paths| outcomes.borrow_mut().add(names, probability, paths.about()),
    );
    match followed {
        Ok(()) => Ok(outcomes.into_inner().most_probable_first()),
        Err(Halt::Refused(refusal)) => Err(refusal),
        Err(Halt::Needs(_)) => unreachable!("odds never wait for dice"),
    }
}

/// A rule as a trait object.
trait Playable {
    fn permit(&self) -> Result<(), Refusal>;
    fn preview(&self) -> Preview;
    fn play(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Written;
    /// Resolves it, and stores the outcome for its description.
    fn resolve(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Result<(&'static [&'static str], Typed), Halt>;
    /// Returns the values of an outcome that chances can read, or `None` for an outcome of another rule.
    fn asked(&self, outcome: &dyn Any) -> Option<Record>;
    fn describe(&self, outcome: &dyn Any, consequences: &mut ConsequencesBuilder);
    fn aftermath(&self, scene: &Scene, outcome: &dyn Any, consequences: &mut ConsequencesBuilder);
}

impl<R: Rule> Playable for R {
    fn permit(&self) -> Result<(), Refusal> {
        Rule::permit(self)
    }

    fn preview(&self) -> Preview {
        Rule::preview(self)
    }

    fn play(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Written {
        let outcome = Rule::play(self, dice)?;
        Ok(if dice.detail() == Detail::Chances { asked(outcome, into) } else { written(outcome, into) })
    }

    fn resolve(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Result<(&'static [&'static str], Typed), Halt> {
        let outcome = Rule::play(self, dice)?;
        Ok((written(outcome.clone(), into), Rc::new(outcome)))
    }

    fn asked(&self, outcome: &dyn Any) -> Option<Record> {
        let outcome: R::Outcome = outcome.downcast_ref::<R::Outcome>()?.clone();
        let mut values = Vec::new();
        let names = asked(outcome, &mut values);
        Some(Record::of(names, values))
    }

    fn describe(&self, outcome: &dyn Any, consequences: &mut ConsequencesBuilder) {
        if let Some(outcome) = outcome.downcast_ref() {
            Rule::describe(self, outcome, consequences);
        }
    }

    fn aftermath(&self, scene: &Scene, outcome: &dyn Any, consequences: &mut ConsequencesBuilder) {
        if let Some(outcome) = outcome.downcast_ref() {
            Rule::aftermath(self, scene, outcome, consequences);
        }
    }
}

/// Writes the values of an outcome that chances can read, and returns their names.
fn asked(outcome: impl Outcome, into: &mut Vec<Value>) -> &'static [&'static str] {
    let names = outcome.asked_names();
    outcome.write_asked(into);
    names
}

/// Writes the values of an outcome, and returns their names.
fn written(outcome: impl Outcome, into: &mut Vec<Value>) -> &'static [&'static str] {
    let names = outcome.names();
    outcome.write(into);
    names
}
