//! Group acts that the table offers: the same procedure in the same variant, or a family of procedures, for several units of a side.

use super::offers::{Refused, refused, variants};
use super::{duties, filled, play, resolved_changes};
use crate::act::Act;
use crate::binding;
use crate::state::State;
use rules::dice::Halt;
use rules::form::{Field, path};
use rules::procedure::{Agent, GroupOrder, Grouping, Procedure, Variant};
use rules::refusal::{Code, Refusal};
use rules::ruleset::Ruleset;
use rules::subject::Side;
use rules::table::{Table, TableUnit};
use rules::text::Text;
use rules::turn::{AtNext, Duty};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// A group act that the table offers.
#[derive(Clone, Debug)]
pub struct JointOffer {
    /// The procedure; of a family, the first.
    pub procedure: &'static Procedure,
    /// Its variant; `None` if it has none, or if the duties do not determine one.
    pub variant: Option<&'static Variant>,
    /// The side whose units it concerns.
    pub side: Side,
    /// True if the turn makes it due for the units that the list proposes.
    pub is_due: bool,
    /// The units that fit the acting role, in the order of the list.
    pub units: Vec<OfferedUnit>,
    /// Answers for all units.
    shared: Map<String, Json>,
}

/// A unit of a [`JointOffer`].
#[derive(Clone, Debug)]
pub struct OfferedUnit {
    /// Its id.
    pub id: String,
    /// Its act, with the participants and answers that are known.
    pub act: Act,
    /// The reason why it cannot do the procedure now; `None` if it can.
    pub cannot: Option<Text>,
    /// True if the list proposes it.
    pub is_proposed: bool,
}

impl OfferedUnit {
    /// True if its act can be applied as it is: no rule forbids it, it needs no further unit or answer, and nothing is rolled.
    pub fn needs_nothing(&self, state: &State) -> bool {
        let (procedure, participants) = (self.act.procedure, &self.act.participants);
        if self.cannot.is_some() || !participants.complete(procedure) {
            return false;
        }
        let input = filled(procedure, participants, state, &self.act.answers);
        !is_undecided(procedure, &self.act.answers, &input)
            && play(procedure, participants, state, &input, &[]).is_ok_and(|played| played.result.is_ok())
    }

    /// The table after its act, which needs nothing; `None` if the rules refuse it.
    fn done(&self, ruleset: &'static Ruleset, state: &State) -> Option<State> {
        let (procedure, participants) = (self.act.procedure, &self.act.participants);
        let input = filled(procedure, participants, state, &self.act.answers);
        let resolved = play(procedure, participants, state, &input, &[]).ok()?.result.ok()?;
        let changes = resolved_changes(ruleset, procedure, participants, state, &input, &resolved);
        Some(state.after(&changes))
    }
}

impl JointOffer {
    /// Label for players: that of the variant or of the family, or the procedure's title.
    pub fn label(&self) -> &'static str {
        self.variant.map_or_else(|| self.procedure.group_label(), |variant| variant.label)
    }

    /// Number of the units that the list proposes.
    pub fn count(&self) -> usize {
        self.proposed().count()
    }

    /// Number of the proposed units whose acts the side can pay for, in the order of the list.
    pub fn count_paid_for(&self, state: &State) -> usize {
        self.paid_for(state).len()
    }

    /// The proposed units whose acts the side can pay for, in the order of the list. An act that needs nothing is done in turn, because its
    /// outcome can have a price.
    fn paid_for(&self, state: &State) -> Vec<&OfferedUnit> {
        let Some(ruleset) = state.ruleset() else { return self.proposed().collect() };
        let (table, mut now) = (state.table(), state.clone());
        let mut pay = |unit: &&OfferedUnit| {
            let act = &unit.act;
            let order = act.procedure.grouping.map(|grouping| grouping.order(&table.rulings));
            let is_in_turn = order == Some(GroupOrder::InTurn);
            if is_in_turn && unit.needs_nothing(state) {
                if !act.bars(ruleset, &now).is_empty() || !unit.needs_nothing(&now) {
                    return false;
                }
                if let Some(after) = unit.done(ruleset, &now) {
                    now = after;
                }
                return true;
            }
            if act.procedure.pricing.is_none() {
                return true;
            }
            if !act.bars(ruleset, &now).is_empty() {
                return false;
            }
            let price =
                act.procedure.price_in(&binding::scene(act.procedure, &act.participants, &now), &act.input(&now));
            now = now.after(&binding::changes(ruleset, act.procedure, &act.participants, &now, &price.effects));
            true
        };
        self.proposed().filter(|unit| pay(unit)).collect()
    }

    /// Number of the proposed units that the side can pay for and that need neither dice nor answers. 0 while a question that all units share
    /// is open.
    pub fn count_without_dice(&self, state: &State) -> usize {
        let shared = self.procedure.grouping.map_or(&[][..], |grouping| grouping.shared);
        if shared.iter().any(|place| path::get(&self.shared, place).is_none()) {
            return 0;
        }
        self.paid_for(state).into_iter().filter(|unit| unit.needs_nothing(state)).count()
    }

    /// The units that can do the procedure now.
    fn able(&self) -> impl Iterator<Item = &OfferedUnit> {
        self.units.iter().filter(|unit| unit.cannot.is_none())
    }

    /// The units that the list proposes.
    pub fn proposed(&self) -> impl Iterator<Item = &OfferedUnit> {
        self.units.iter().filter(|unit| unit.is_proposed)
    }

    /// Answers for all units.
    pub fn answers(&self) -> Map<String, Json> {
        self.shared.clone()
    }

    /// The act of each unit, with the participants and answers that are known.
    pub fn acts(&self) -> impl Iterator<Item = Act> {
        self.units.iter().map(|unit| unit.act.clone())
    }

    /// True if the duty is part of the offer.
    pub fn contains(&self, duty: &Duty) -> bool {
        let acts = |unit: &OfferedUnit| {
            let role = unit.act.procedure.participants.first();
            unit.act.procedure.id == duty.procedure
                && role.is_some_and(|role| duty.units(role.id).first() == Some(&unit.id))
        };
        self.is_due
            && joins(duty)
            && self
                .procedure
                .grouping
                .is_some_and(|grouping| grouping.shared_in(&super::fixed_answers(duty)) == self.shared)
            && self.units.iter().any(acts)
    }

    /// Adds the units of another offer of the family. A unit that both list keeps the act that it can do.
    fn join(&mut self, other: Self) {
        for unit in other.units {
            match self.units.iter_mut().find(|known| known.id == unit.id) {
                Some(known) if known.cannot.is_some() && unit.cannot.is_none() => *known = unit,
                Some(_) => {}
                None => self.units.push(unit),
            }
        }
    }
}

/// The group acts that the table offers, each for at least two units of a side that can do it now. There is one for each procedure that is due
/// for several units, and one for each variant of a procedure of the current phase. If a procedure is due for some units, its offer lists the
/// other units, too, without proposing them.
pub fn joint_offers(ruleset: &'static Ruleset, state: &State) -> Vec<JointOffer> {
    joint_and_last_offers(ruleset, state).0
}

/// The [group acts](joint_offers), and the acts that only one of several units can still do. The second list has no acts that are due, because
/// the list of duties has them.
pub fn joint_and_last_offers(ruleset: &'static Ruleset, state: &State) -> (Vec<JointOffer>, Vec<JointOffer>) {
    let (joint, mut others): (Vec<_>, Vec<_>) =
        all_offers(ruleset, state).into_iter().partition(|offer| offer.able().count() > 1);
    others.retain(|offer| !offer.is_due && offer.count() == 1 && offer.units.len() > 1);
    (joint, others)
}

/// The group acts, whatever the number of units that can do them.
fn all_offers(ruleset: &'static Ruleset, state: &State) -> Vec<JointOffer> {
    let mut list = List { ruleset, state, table: state.table(), offers: Vec::new() };
    for duty in duties(ruleset, state).iter().filter(|duty| joins(duty)) {
        list.add_duty(duty);
    }
    let phase = ruleset.phase(state.battle()).map_or(&[][..], |phase| phase.procedures);
    for procedure in phase.iter().filter_map(|id| ruleset.procedure(id)) {
        let Some(grouping) = procedure.grouping.filter(|_| procedure.agent != Agent::Nobody) else { continue };
        list.add_procedure(procedure, grouping);
    }
    list.finished()
}

/// True if a duty can be part of a group act: it belongs to one unit, players do not answer it in a question about several units, and `next`
/// does not resolve it.
fn joins(duty: &Duty) -> bool {
    duty.together.is_none()
        && duty.at_next != AtNext::Resolves
        && duty.roles.first().is_some_and(|(_, units)| units.len() == 1)
}

/// The offers while they are collected.
struct List<'a> {
    ruleset: &'static Ruleset,
    state: &'a State,
    table: Arc<Table>,
    offers: Vec<JointOffer>,
}

impl List<'_> {
    fn add_duty(&mut self, duty: &Duty) {
        let Some(procedure) = self.ruleset.procedure(duty.procedure) else { return };
        let Some(grouping) = procedure.grouping else { return };
        let Some(act) = Act::opening_duty(self.ruleset, duty, self.state) else { return };
        let table = Arc::clone(&self.table);
        let Some(unit) = act.actor().and_then(|id| table.unit(id)) else { return };
        let cannot = act.bars(self.ruleset, self.state).into_iter().next().map(|barred| barred.message);
        let shared = grouping.shared_in(&super::fixed_answers(duty));
        let is_proposed = cannot.is_none() && (grouping.proposes)(&self.table, unit, &act.answers);
        let offered = OfferedUnit { id: unit.id.clone(), act, cannot, is_proposed };
        let is_same = |offer: &&mut JointOffer| {
            offer.procedure.id == procedure.id && offer.side == unit.side && offer.shared == shared
        };
        match self.offers.iter_mut().find(is_same) {
            // A unit with several such duties is asked for the others afterwards.
            Some(offer) if offer.units.iter().any(|known| known.id == offered.id) => {}
            Some(offer) => offer.units.push(offered),
            None => {
                let variant =
                    variants(procedure).flatten().find(|variant| !shared.is_empty() && variant.answers() == shared);
                let units = vec![offered];
                self.offers.push(JointOffer { procedure, variant, side: unit.side, is_due: true, units, shared });
            }
        }
    }

    fn add_procedure(&mut self, procedure: &'static Procedure, grouping: Grouping) {
        for variant in variants(procedure) {
            let answers = variant.map(Variant::answers).unwrap_or_default();
            let shared = grouping.shared_in(&answers);
            for side in Side::BOTH {
                let units = self.offered_units(procedure, grouping, variant, side);
                let is_due = |offer: &&mut JointOffer| {
                    offer.is_due
                        && offer.procedure.id == procedure.id
                        && offer.side == side
                        && (offer.shared == shared && shared == answers || variant.is_none())
                };
                if let Some(due) = self.offers.iter_mut().find(is_due) {
                    for unit in units {
                        if !due.units.iter().any(|known| known.id == unit.id) {
                            due.units.push(OfferedUnit { is_proposed: false, ..unit });
                        }
                    }
                } else if !units.is_empty() {
                    let shared = shared.clone();
                    self.offers.push(JointOffer { procedure, variant, side, is_due: false, units, shared });
                }
            }
        }
    }

    /// The units of a side that fit the acting role, for a variant of a procedure.
    fn offered_units(
        &self,
        procedure: &'static Procedure,
        grouping: Grouping,
        variant: Option<&'static Variant>,
        side: Side,
    ) -> Vec<OfferedUnit> {
        let answers = variant.map(Variant::answers).unwrap_or_default();
        let offered = |unit: &TableUnit| {
            if (grouping.is_hopeless)(&unit.facts) {
                return None;
            }
            let cannot = match refused(self.ruleset, procedure, variant, self.state, unit)? {
                Ok(()) => None,
                Err(Refused::Barred(barred)) => Some(barred.message),
                Err(Refused::Unfit(_)) => return None,
            };
            let act = Act::of_unit(procedure, &unit.id, answers.clone());
            let is_proposed = cannot.is_none() && (grouping.proposes)(&self.table, unit, &answers);
            Some(OfferedUnit { id: unit.id.clone(), act, cannot, is_proposed })
        };
        self.table.units.iter().filter(|unit| unit.side == side).filter_map(offered).collect()
    }

    /// The offers, sorted by side, then with due offers before the others, then by the order of procedures in the ruleset.
    fn finished(self) -> Vec<JointOffer> {
        let Self { ruleset, table, offers, .. } = self;
        let mut offers = joined(offers);
        offers.iter_mut().for_each(|offer| offer.procedure = ruleset.first_of_family(offer.procedure));
        let is_wanted = |offer: &JointOffer| {
            offer.is_due
                || offer.count() > 0
                || offer.procedure.grouping.is_some_and(|grouping| grouping.is_chosen_by_players)
        };
        offers.retain(is_wanted);
        for offer in &mut offers {
            offer.units.sort_by_cached_key(|unit| {
                let rank = unit.act.procedure.grouping.map(|grouping| grouping.rank);
                let facts = table.unit(&unit.id).map(|unit| &unit.facts);
                rank.zip(facts).map_or(0, |(rank, facts)| rank(facts))
            });
        }
        let index = |offer: &JointOffer| ruleset.procedures.iter().position(|listed| listed.id == offer.procedure.id);
        offers.sort_by_key(|offer| (offer.side.index(), !offer.is_due, index(offer)));
        offers
    }
}

/// Merges offers of one family of procedures that have the same side and are either all due or all not due.
fn joined(offers: Vec<JointOffer>) -> Vec<JointOffer> {
    let mut joined: Vec<JointOffer> = Vec::new();
    for offer in offers {
        let is_same = |known: &&mut JointOffer| {
            known.procedure.id != offer.procedure.id
                && known.procedure.is_grouped_with(offer.procedure)
                && (known.side, known.is_due) == (offer.side, offer.is_due)
        };
        match joined.iter_mut().find(is_same) {
            Some(known) => known.join(offer),
            None => joined.push(offer),
        }
    }
    joined
}

/// True if the decisive field of the input has no answer and the rules allow several options, so that players must choose.
fn is_undecided(procedure: &Procedure, answers: &Map<String, Json>, input: &Map<String, Json>) -> bool {
    let is_asked = |refusal: &Refusal| refusal.code == Code::MissingField;
    let is_allowed = |field: &Field, value: Json| {
        let mut input = input.clone();
        input.insert(field.id.to_owned(), value);
        match procedure.read(&input) {
            Ok(ready) => !matches!(ready.resolve(&[]).result, Err(Halt::Refused(refusal)) if !is_asked(&refusal)),
            Err(refusal) => is_asked(&refusal),
        }
    };
    let field = procedure.decisive_field(input).filter(|field| !answers.contains_key(field.id));
    field.is_some_and(|field| {
        field.options(input).into_iter().filter(|(value, _)| is_allowed(field, value.clone())).count() > 1
    })
}
