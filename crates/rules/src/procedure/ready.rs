//! Procedures with their input, behind one type for all rules.

use super::Rule;
use crate::consequences::{Consequences, ConsequencesBuilder};
use crate::dice::{Detail, Dice, Dist, Halt, Played, follow, play};
use crate::form::{self, Filled, Form, Slots};
use crate::outcome::{Outcome, Outcomes, Record, Value};
use crate::refusal::Refusal;
use crate::table::Scene;
use crate::text::Text;
use rustc_hash::FxHashMap;
use serde_json::{Map, Value as Json};
use std::any::Any;
use std::cell::RefCell;
use std::rc::Rc;

/// A procedure with an input that was read and permitted.
pub struct Ready(Box<dyn Playable>);

/// Reads inputs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reader {
    form: &'static Form,
    make: fn(&mut Slots) -> Box<dyn Playable>,
}

impl Reader {
    /// Reads inputs as a `W`, and makes the rule from it.
    pub(super) const fn of<W: Filled + Into<R>, R: Rule>() -> Self {
        Self { form: W::FORM, make: make::<W, R> }
    }

    pub(super) fn read(self, input: &Map<String, Json>) -> Result<Ready, Refusal> {
        let slots = form::read(self.form, input)?;
        Ok(Ready((self.make)(&mut slots.iter())))
    }
}

/// The part of reading that differs between rules.
fn make<W: Filled + Into<R>, R: Rule>(slots: &mut Slots) -> Box<dyn Playable> {
    let rule: R = W::taken_from(slots).into();
    Box::new(rule)
}

/// A resolved procedure.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// The outcome.
    pub outcome: Record,
    /// Its consequences.
    pub consequences: Consequences,
    /// The outcome as its rule knows it.
    typed: Typed,
}

/// An outcome of the type that its rule gave it.
type Typed = Rc<dyn Any>;

impl PartialEq for Resolved {
    fn eq(&self, other: &Self) -> bool {
        (&self.outcome, &self.consequences) == (&other.outcome, &other.consequences)
    }
}

impl Ready {
    /// Permits it, by the rules' prohibitions.
    pub(super) fn permit(self) -> Result<Self, Refusal> {
        self.0.permit().map(|()| self)
    }

    /// Words for players before the dice.
    pub fn before(&self) -> Vec<Text> {
        self.0.before()
    }

    /// Consequences that no die decides.
    pub fn certain(&self) -> Vec<Text> {
        self.0.certain()
    }

    /// Source of the dice of its first roll, in a few words.
    pub fn dice_from(&self) -> Option<Text> {
        self.0.dice_from()
    }

    /// Distribution of its outcomes, most probable first.
    ///
    /// # Errors
    /// A few procedures refuse odds that would have too many outcomes.
    pub fn odds(&self) -> Result<Dist<Record>, Refusal> {
        evaluated(Detail::Listed, &|dice, into| self.0.play(dice, into))
    }

    /// Distribution of its outcomes, only as far as [chances](super::Procedure::chances) and [axes](super::Procedure::axes) ask.
    /// A page that waits can afford it for any legal input.
    ///
    /// # Errors
    /// As [`odds`](Self::odds).
    pub fn chances(&self) -> Result<Dist<Record>, Refusal> {
        evaluated(Detail::Chances, &|dice, into| self.0.play(dice, into))
    }

    /// Plays it with these faces, in the order in which it rolls them. It stops where one is missing. It refuses one that its die
    /// does not have and those that are left over.
    pub fn resolve(&self, faces: &[u8]) -> Played<Resolved> {
        play(faces, |dice| {
            let mut values = Vec::new();
            let (names, typed) = self.0.resolve(dice, &mut values)?;
            Ok(self.described(Record::of(names, values), typed))
        })
    }

    /// An outcome with its consequences.
    fn described(&self, outcome: Record, typed: Typed) -> Resolved {
        let mut consequences = ConsequencesBuilder::default();
        self.0.describe(&*typed, &mut consequences);
        Resolved { outcome, consequences: consequences.build(), typed }
    }

    /// Returns the outcome as the procedure's [chances](super::Procedure::chances) can ask for it: with the asides, which
    /// [`Resolved::outcome`] lacks.
    pub fn asked(&self, resolved: &Resolved) -> Record {
        self.0.asked(&*resolved.typed).unwrap_or_else(|| resolved.outcome.clone())
    }

    /// Adds the consequences that depend on the table to those of an outcome that it came to. An outcome of another procedure has none.
    pub fn describe_aftermath(&self, scene: &Scene, resolved: &mut Resolved) {
        let mut consequences = ConsequencesBuilder::continuing(std::mem::take(&mut resolved.consequences));
        self.0.aftermath(scene, &*resolved.typed, &mut consequences);
        resolved.consequences = consequences.build();
    }
}

/// Results of a procedure with their probabilities.
#[derive(Debug, Default)]
pub struct Results {
    /// Outcomes with their consequences, each outcome once, in the order in which they were found.
    pub each: Vec<(Resolved, f64)>,
    /// Probability of the outcomes that were left out.
    pub left_out: f64,
}

impl Ready {
    /// Everything that [`resolve`](Self::resolve) can come to. Unlike [`odds`](Self::odds) it never leaves a part of an outcome out,
    /// as all of it has consequences. Outcomes that are less probable than `at_least` are left out, and summed up.
    ///
    /// # Errors
    /// The refusal of what shows only as it is played.
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

/// A rule that writes the values of its outcome, and returns their names.
type Writes<'a> = &'a dyn Fn(&mut Dice, &mut Vec<Value>) -> Written;

/// Names of the values that were written.
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

/// A rule without its types.
trait Playable {
    fn permit(&self) -> Result<(), Refusal>;
    fn before(&self) -> Vec<Text>;
    fn certain(&self) -> Vec<Text>;
    fn dice_from(&self) -> Option<Text>;
    fn play(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Written;
    /// Plays it, and keeps the outcome so that it can be described afterwards.
    fn resolve(&self, dice: &mut Dice, into: &mut Vec<Value>) -> Result<(&'static [&'static str], Typed), Halt>;
    /// The values of an outcome that chances can ask for; `None` for an outcome of another rule.
    fn asked(&self, outcome: &dyn Any) -> Option<Record>;
    fn describe(&self, outcome: &dyn Any, consequences: &mut ConsequencesBuilder);
    fn aftermath(&self, scene: &Scene, outcome: &dyn Any, consequences: &mut ConsequencesBuilder);
}

impl<R: Rule> Playable for R {
    fn permit(&self) -> Result<(), Refusal> {
        Rule::permit(self)
    }

    fn before(&self) -> Vec<Text> {
        Rule::before(self)
    }

    fn certain(&self) -> Vec<Text> {
        Rule::certain(self)
    }

    fn dice_from(&self) -> Option<Text> {
        Rule::dice_from(self)
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

/// Writes the values of an outcome that chances can ask for, and returns their names.
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
