//! Death of a General: one question for all formations of his side. *Melee Combat.*

use super::super::bans::{BATTLE_OVER, DESTROYED};
use super::super::disorder::rout_check_due;
use super::super::facts::*;
use super::super::terms::{Cause, Order, each_once};
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure for the death of a General.
pub const GENERAL_DEATH: Procedure = Procedure::of::<GeneralDeath>(procedures::GENERAL_DEATH, "The General's death")
    .heading("Melee Combat")
    .about(
        "Which formations were within 12\" of their General when he was killed? Each of them becomes Irregular, also one that \
         is Irregular already.",
    )
    .participants(&[Role::own(
        roles::FORMATIONS,
        "Formations of the General's side",
        field!(GeneralDeath, formations, "[]"),
    )
    .tag("formation ")
    .several(1, 60)
    .fits(is_unchecked)])
    .rulings(&["R5", "R9"])
    .offered_to(|_, _| false)
    .bans(&[&[BATTLE_OVER, DESTROYED, GENERAL_LIVES]])
    .fill(fill);

/// Forbids the question while the General lives.
const GENERAL_LIVES: Ban = Ban::worded("general_lives", "Melee Combat", |act| {
    let side = act.scene.actors().first()?.side;
    let lives = !general_is_dead(act.scene.table.side(side));
    lives.then(|| text!("The General of {side} is alive.", side = Gap::Side(side.id())))
});

choices! {
    /// Distance of a formation from the place where its General was killed. *Melee Combat.*
    pub enum Distance {
        Within = "within_12" "Within 12\"",
        Farther = "farther" "Farther",
    }
}

/// Field for the distance at which the General was killed.
const DISTANCE: Fact<Distance> = fact!(field!(Witness, distance));

form! {
    /// A formation whose General was killed.
    pub struct Witness {
        nature: Order = unit(of(NATURE)),
        shaken: Vec<Cause> = unit(of(SHAKEN)).or_empty(),
        distance: Distance = situation(choice::<Distance>()).label("The General was killed"),
    }
    validate(Witness::validate)
}

form! {
    /// Input of the question.
    pub struct GeneralDeath {
        formations: Vec<Witness> = unit(list::<Witness>(1, 60)).label("Formations"),
    }
}

outcome! {
    /// Result for each formation. *Melee Combat.*
    pub struct Witnessed {
        /// State of each formation afterwards.
        pub states: Vec<Order>,
        /// For each formation, true if it was Regular before and is not now.
        pub became_irregular: Vec<bool>,
    }
}

impl Witness {
    fn validate(&self) -> Result<(), Refusal> {
        each_once(&self.shaken, field!(Witness, shaken))
    }

    fn is_within(&self) -> bool {
        self.distance == Distance::Within
    }

    fn before(&self) -> Order {
        Order::now(self.nature, &self.shaken)
    }

    fn after(&self) -> Order {
        if self.is_within() { Order::Irregular } else { self.before() }
    }
}

impl Rule for GeneralDeath {
    type Outcome = Witnessed;

    fn play(&self, _: &mut Dice) -> Result<Witnessed, Halt> {
        let became = |witness: &Witness| witness.before() != witness.after();
        Ok(Witnessed {
            states: self.formations.iter().map(Witness::after).collect(),
            became_irregular: self.formations.iter().map(became).collect(),
        })
    }

    fn describe(&self, outcome: &Witnessed, consequences: &mut ConsequencesBuilder) {
        let became = outcome.became_irregular.iter().filter(|became| **became).count();
        consequences.say(match became {
            0 => "No formation becomes Irregular.".into(),
            _ => text!("{n} {n|formation becomes|formations become} Irregular.", n = became),
        });
        for (index, (witness, became)) in self.formations.iter().zip(&outcome.became_irregular).enumerate() {
            if witness.is_within() {
                let who = Gap::Unit("formation ", index + 1);
                consequences.say(in_words(who, witness, *became));
                consequences.put_nth(roles::FORMATIONS, index, shaken_by(Cause::GeneralKilled), true);
            }
            consequences.put_nth(roles::FORMATIONS, index, GENERAL_CHECKED, true);
        }
        if became > 0 {
            rout_check_due(consequences);
        }
    }
}

fn in_words(who: Gap, witness: &Witness, became: bool) -> Text {
    match witness.nature {
        _ if became => text!("{who} becomes Irregular.", who = who),
        // Formations that are Irregular by nature lose elements while something else makes them Irregular, too. *Melee Combat.*
        Order::Irregular => text!("{who} is Irregular, and loses an element at the end of each turn.", who = who),
        Order::Regular => text!("{who} is Irregular as before.", who = who),
    }
}

/// Fills in `within_12` for formations that the General had joined, or that had him within 12" this turn before the moves.
fn fill(scene: &Scene, input: &mut Input) {
    for (witness, unit) in members(input, field!(GeneralDeath, formations)).zip(scene.units(roles::FORMATIONS)) {
        if unit.facts.holds(GENERAL_WAS_NEAR) {
            suggest(witness, DISTANCE, Distance::Within);
        }
    }
}

/// Refuses formations that were checked already. No ban does this, because it would list them among the formations to choose from.
fn is_unchecked(unit: &Facts) -> Result<(), Text> {
    if !unit.holds(GENERAL_CHECKED) {
        return Ok(());
    }
    Err(text!("{name}: already checked for the General's death.", name = name(unit)))
}
