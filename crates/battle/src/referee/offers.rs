//! Offers on a unit's card: the procedures that the unit can do now, and those that it cannot do, with the reason.

use super::{Barred, first_bar};
use crate::state::State;
use rules::filling;
use rules::own::{BAR, OWN_RULES};
use rules::procedure::{Agent, Procedure, Variant};
use rules::ruleset::{QuickQuestion, Ruleset};
use rules::subject::Side;
use rules::table::{Scene, TableUnit};
use rules::text::Text;
use rules::turn::Attempt;
use serde_json::{Map, Value as Json};
use std::cell::LazyCell;

/// A procedure on a unit's card.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// The variant in which the procedure is offered; `None` if it has no variants.
    pub variant: Option<&'static Variant>,
    /// The reason why the unit cannot do it now; `None` if it can.
    pub refused: Option<Refused>,
    /// True if the phase lists the procedure.
    pub of_this_phase: bool,
}

/// Reason why a unit cannot do a procedure now.
#[derive(Clone, Debug)]
pub enum Refused {
    /// The first rule that forbids it.
    Barred(Barred),
    /// The unit never fits the acting role.
    Unfit(Text),
}

impl Refused {
    /// The reason, for players.
    pub fn message(&self) -> &Text {
        match self {
            Self::Barred(barred) => &barred.message,
            Self::Unfit(message) => message,
        }
    }
}

impl Offer {
    /// True if the unit can do it now, as far as the participants are known.
    pub fn is_possible(&self) -> bool {
        self.refused.is_none()
    }

    /// The rule that forbids it; `None` if no rule does.
    pub fn barred(&self) -> Option<&Barred> {
        match &self.refused {
            Some(Refused::Barred(barred)) => Some(barred),
            _ => None,
        }
    }

    /// True if the unit fits the acting role.
    pub fn is_fit(&self) -> bool {
        !matches!(self.refused, Some(Refused::Unfit(_)))
    }

    /// True if cards show the offer. They hide it if there is no occasion for it.
    pub fn is_shown(&self) -> bool {
        self.barred().is_none_or(|barred| !barred.hides_offer)
    }

    /// Sort order of offers: procedures that are allowed, those that a rule forbids, those that the unit does not fit.
    fn rank(&self) -> u8 {
        match self.refused {
            None => 0,
            Some(Refused::Barred(_)) => 1,
            Some(Refused::Unfit(_)) => 2,
        }
    }
}

/// The offers of a unit: every procedure with an acting role, with a separate offer for each of its variants. Possible offers come first, then
/// those that a rule forbids, then those that the unit does not fit. Within each of these groups, procedures of the current phase come first.
/// Empty if the unit is not on the table.
pub fn offers(ruleset: &'static Ruleset, state: &State, unit: &str) -> Vec<Offer> {
    let table = state.table();
    let Some(actor) = table.unit(unit) else { return Vec::new() };
    let phase = ruleset.phase(state.battle());
    let place_in_phase = |id: &str| phase?.procedures.iter().position(|listed| *listed == id);
    let mut offers = Vec::new();
    for procedure in ruleset.procedures.iter().filter(|procedure| procedure.agent != Agent::Nobody) {
        let of_this_phase = place_in_phase(procedure.id).is_some();
        for variant in variants(procedure) {
            let Some(refused) = refused(ruleset, procedure, variant, state, actor) else { continue };
            offers.push(Offer { procedure, variant, refused: refused.err(), of_this_phase });
        }
    }
    offers.sort_by_key(|offer| (offer.rank(), place_in_phase(offer.procedure.id).unwrap_or(usize::MAX)));
    offers
}

/// The procedure of the current phase that one of the players' own rules forbids to a unit. `None` if there is no such rule, or if the unit
/// can do another procedure of the phase.
pub fn own_bar_in_phase(ruleset: &'static Ruleset, state: &State, unit: &str) -> Option<&'static Procedure> {
    if !state.battle().knows(OWN_RULES) {
        return None;
    }
    let mut of_phase = offers(ruleset, state, unit);
    of_phase.retain(|offer| offer.of_this_phase && offer.is_fit());
    if of_phase.iter().any(Offer::is_possible) {
        return None;
    }
    let by_own_rule = |offer: &&Offer| offer.barred().is_some_and(|barred| barred.rule == BAR);
    of_phase.iter().find(by_own_rule).map(|offer| offer.procedure)
}

/// True if a quick question is asked about a unit now. A question of a phase is asked about the units that the phase concerns.
pub fn is_asked(ruleset: &'static Ruleset, state: &State, question: &QuickQuestion, unit: &str) -> bool {
    let Some(side) = state.unit(unit).map(|unit| state.side(Side::at(unit.side))) else { return false };
    let facts = state.facts(unit);
    let is_of_now =
        || ruleset.phase(state.battle()).is_some_and(|now| now.id == question.phase && (now.concerns)(&facts));
    (question.phase.is_empty() || is_of_now()) && (question.concerns)(&facts, side)
}

/// True if a unit's side may act now, and the phase lists a procedure that the unit has occasion for and can do.
pub fn may_act(ruleset: &'static Ruleset, state: &State, unit: &str) -> bool {
    let table = state.table();
    let Some((phase, actor)) = ruleset.phase(state.battle()).zip(table.unit(unit)) else { return false };
    if (ruleset.turn_rules.active)(&table).is_some_and(|side| side != actor.side) {
        return false;
    }
    let is_possible = |procedure: &'static Procedure| {
        variants(procedure)
            .any(|variant| refused(ruleset, procedure, variant, state, actor).is_some_and(|result| result.is_ok()))
    };
    let has_occasion = |id: &&&str| (ruleset.glance.has_occasion)(&actor.facts, id);
    let listed = phase.procedures.iter().filter(has_occasion).filter_map(|id| ruleset.procedure(id));
    (phase.concerns)(&actor.facts) && listed.filter(|procedure| procedure.agent != Agent::Nobody).any(is_possible)
}

/// The variants of a procedure; `None` alone if it has none.
pub(super) fn variants(procedure: &'static Procedure) -> impl Iterator<Item = Option<&'static Variant>> {
    let unnamed = procedure.variants.is_empty().then_some(None);
    unnamed.into_iter().chain(procedure.variants.iter().map(Some))
}

/// Checks one variant of a procedure for a unit. `None` if there is no offer: the procedure has no acting role, or this variant is not for
/// such units.
pub(super) fn refused(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    variant: Option<&'static Variant>,
    state: &State,
    actor: &TableUnit,
) -> Option<Result<(), Refused>> {
    let role = procedure.participants.first()?;
    if let Err(why) = (role.fits)(&actor.facts) {
        return Some(Err(Refused::Unfit(why)));
    }
    if !(procedure.offered_to)(&actor.facts, variant) {
        return None;
    }
    let answers = variant.map(Variant::answers).unwrap_or_default();
    let barred = barred(ruleset, procedure, &answers, state, actor);
    Some(barred.map_or(Ok(()), |barred| Err(Refused::Barred(barred))))
}

/// The first rule that forbids the procedure to a unit now.
fn barred(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    answers: &Map<String, Json>,
    state: &State,
    actor: &TableUnit,
) -> Option<Barred> {
    let role = procedure.participants.first()?;
    let scene = Scene { table: state.table(), roles: vec![(role.id, vec![actor.clone()])], acts: actor.side };
    let attempt = Attempt { procedure: procedure.id, scene: &scene, input: answers, is_offer: true };
    // Only bans of units read the known part of the input.
    let known = LazyCell::new(|| filling::sketch(procedure, &scene, &scene.table.rulings, answers));
    first_bar(ruleset, procedure, &attempt, &known)
}
