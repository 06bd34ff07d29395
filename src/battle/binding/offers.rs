//! Offers of a unit's card: procedures that it can do now, and those that it cannot, with the reason.

use super::super::participants::Participants;
use super::scene;
use crate::battle::State;
use crate::core::text::Text;
use crate::rules::filling::input;
use crate::rules::procedure::{Procedure, Way};
use crate::rules::ruleset::Ruleset;
use serde_json::Map;

/// A procedure on a unit's card.
#[derive(Clone, Debug)]
pub struct Offer {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// The way in which it is offered, if it has several.
    pub way: Option<&'static Way>,
    /// Reason why it cannot be done now, if it cannot.
    pub refused: Option<Text>,
    /// True if it belongs to the current phase.
    pub of_this_phase: bool,
}

/// Reason why the unit's side cannot pay for it, if it cannot.
fn cannot_pay(procedure: &Procedure, way: Option<&Way>, state: &State, unit: &str) -> Option<Text> {
    // Every card asks this for every procedure, so those that are always free are answered at once.
    let price = procedure.pricing?;
    let mut participants = Participants::nobody();
    participants.set(procedure.participants.first()?.id, vec![unit.to_owned()]);
    let scene = scene(procedure, &participants, state);
    let answers = way.map(Way::answers).unwrap_or_default();
    price(&scene, &input(procedure, &scene, &Map::new(), &answers)).err()
}

/// The offers of a unit: procedures of this phase, then others, then those that it cannot do now.
pub fn offers(ruleset: &Ruleset, state: &State, unit: &str) -> Vec<Offer> {
    let facts = state.facts(unit);
    let phase = ruleset.phase(state.battle());
    let place_in_phase = |id: &str| phase?.procedures.iter().position(|own| *own == id);
    let mut offers: Vec<Offer> = Vec::new();
    for procedure in ruleset.procedures.iter().filter(|own| !own.calculates) {
        let Some(actor) = procedure.participants.first() else { continue };
        let of_this_phase = place_in_phase(procedure.id).is_some();
        let ways: Vec<Option<&'static Way>> =
            if procedure.ways.is_empty() { vec![None] } else { procedure.ways.iter().map(Some).collect() };
        for way in ways {
            let affordable = || cannot_pay(procedure, way, state, unit);
            let refused = (actor.fits)(&facts).err().or_else(affordable);
            offers.push(Offer { procedure, way, refused, of_this_phase });
        }
    }
    let last = usize::MAX;
    offers.sort_by_key(|offer| (offer.refused.is_some(), place_in_phase(offer.procedure.id).unwrap_or(last)));
    offers
}
