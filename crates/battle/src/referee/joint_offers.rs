//! Group acts that the table offers: the same procedure, in the same variant, for several units of a side.

use super::changes::play;
use super::offers::{Refused, offers};
use crate::act::Act;
use crate::state::State;
use rules::procedure::{Grouping, Procedure, Way};
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::text::Text;
use serde_json::{Map, Value as Json};

/// A group act that the table offers.
#[derive(Clone, Debug)]
pub struct JointOffer {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Its variant; `None` if it has none.
    pub way: Option<&'static Way>,
    /// The side whose units it concerns.
    pub side: Side,
    /// The units that fit the acting role, in the order of the list.
    pub units: Vec<OfferedUnit>,
}

/// A unit of a [`JointOffer`].
#[derive(Clone, Debug)]
pub struct OfferedUnit {
    /// Its id.
    pub id: String,
    /// The reason why it cannot do the procedure now; `None` if it can.
    pub cannot: Option<Text>,
    /// True if the list proposes it.
    pub is_proposed: bool,
}

impl JointOffer {
    /// Label for players: that of the variant, or the procedure's title.
    pub fn label(&self) -> &'static str {
        self.way.map_or(self.procedure.title, |way| way.label)
    }

    /// Index of the variant among those of the procedure; `None` without a variant.
    pub fn variant(&self) -> Option<usize> {
        let way = self.way?;
        self.procedure.ways.iter().position(|known| std::ptr::eq(known, way))
    }

    /// Number of the units that the list proposes.
    pub fn count(&self) -> usize {
        self.units.iter().filter(|unit| unit.is_proposed).count()
    }

    /// The answers that its variant gives.
    pub fn answers(&self) -> Map<String, Json> {
        self.way.map(Way::answers).unwrap_or_default()
    }

    /// The act of each unit, before other participants and answers are chosen.
    pub fn acts(&self) -> impl Iterator<Item = Act> {
        self.units.iter().map(|unit| Act::of_unit(self.procedure, &unit.id, self.answers()))
    }
}

impl JointOffer {
    /// True if the first proposed unit needs neither dice nor an answer, so that a tap can apply the group act.
    pub fn is_plain(&self, ruleset: &'static Ruleset, state: &State) -> bool {
        let mut acts = self.acts().zip(&self.units).filter(|(_, unit)| unit.is_proposed).map(|(act, _)| act);
        acts.next().is_some_and(|act| {
            let act = act.opened(ruleset, state);
            let input = act.input(state);
            let is_whole = act.participants.complete(act.procedure);
            is_whole
                && play(act.procedure, &act.participants, state, &input, &[]).is_ok_and(|played| played.result.is_ok())
        })
    }
}

/// The group acts that the table offers: for each procedure of the current phase with group acts, each of its variants and each side, those
/// that at least two units can do now.
pub fn joint_offers(ruleset: &'static Ruleset, state: &State) -> Vec<JointOffer> {
    let mut joint: Vec<JointOffer> = Vec::new();
    let table = state.table();
    for unit in &table.units {
        for offer in offers(ruleset, state, &unit.id).into_iter().filter(|offer| offer.of_this_phase) {
            let Some(grouping) = offer.procedure.grouping.filter(|_| offer.is_fit()) else { continue };
            let answers = offer.way.map(Way::answers).unwrap_or_default();
            let cannot = offer.refused.as_ref().map(Refused::message).cloned();
            let is_proposed = cannot.is_none() && (grouping.proposes)(&unit.facts, &answers);
            let offered = OfferedUnit { id: unit.id.clone(), cannot, is_proposed };
            let way = |way: Option<&'static Way>| way.map(std::ptr::from_ref);
            let known = joint.iter_mut().find(|joint| {
                joint.side == unit.side && joint.procedure.id == offer.procedure.id && way(joint.way) == way(offer.way)
            });
            match known {
                Some(joint) => joint.units.push(offered),
                None => joint.push(JointOffer {
                    procedure: offer.procedure,
                    way: offer.way,
                    side: unit.side,
                    units: vec![offered],
                }),
            }
        }
    }
    joint.retain(|joint| joint.count() > 1);
    for joint in &mut joint {
        let rank = |unit: &OfferedUnit| {
            let rank = |grouping: Grouping| table.unit(&unit.id).map_or(0, |unit| (grouping.rank)(&unit.facts));
            joint.procedure.grouping.map_or(0, rank)
        };
        joint.units.sort_by_cached_key(rank);
    }
    let index = |joint: &JointOffer| ruleset.procedures.iter().position(|listed| listed.id == joint.procedure.id);
    joint.sort_by_key(|joint| (joint.side.index(), index(joint)));
    joint
}
