//! Check whether a formation becomes Irregular. *Shooting; Melee Combat.*

use super::super::bans::{BATTLE_OVER, DESTROYED};
use super::super::disorder::{close_range_in, is_shot_up, rout_check_due, shake};
use super::super::facts::*;
use super::super::terms::readings::{CavalryMoved, CloseFireLasts};
use super::super::terms::{Cause, Edge, Order, TroopType, all_dragoons, each_once, is_cavalry};
use crate::ids::{procedures, roles};
use rules::prelude::*;
use std::collections::BTreeMap;

/// Procedure that checks whether a formation becomes Irregular.
pub const IRREGULAR_CHECK: Procedure = Procedure::of::<IrregularCheck>(
    procedures::IRREGULAR_CHECK,
    "Does it become Irregular?",
)
.heading("Shooting; Melee Combat")
.about(
    "Checks if fire, contact or the General's death make it Irregular. Contact counts at once; a General's death \
         counts after a step of shooting or melee.",
)
.participants(&[Role::own(roles::FORMATION, "Formation", "")])
.chances(&[Chance::of("becomes Irregular", field!(Checked, became_irregular), Is::True)
    .fateful("{actor} became Irregular", "{actor} kept order")])
.rulings(&["R4", "R5", "R6", "R7", "R19"])
// Contact at the front alone changes nothing for most formations. The others are checked one by one.
.grouping(Grouping::in_turn().proposes(|table, formation, _| front_changes_nothing(table, &formation.facts)))
.bans(&[&[BATTLE_OVER, DESTROYED]])
.fill(|scene, input| {
    fill_contact(scene, input);
    let fresh = scene.facts(roles::FORMATION).is_some_and(|unit| unit.holds(ENTERED_MELEE));
    let is_touched = answer(input, CONTACT).is_some_and(|edges| !edges.is_empty());
    put(input, ENTERED_MELEE, fresh && is_touched);
});

/// Greatest distance in inches from its General at which a formation becomes Irregular by his death. *Melee Combat.*
pub const NEAR_GENERAL_IN: i32 = 12;

/// Field for the choice of R4.
const CAVALRY_MOVED: Fact<CavalryMoved> = fact!(field!(IrregularRulings, r4_cavalry_moved));

/// Fills in the recorded edges that enemies touch. Players are asked instead if a contact to check has no recorded edge. For the General's
/// death, contacts do not matter.
fn fill_contact(scene: &Scene, input: &mut Input) {
    let Some(unit) = scene.facts(roles::FORMATION) else { return };
    let general_fell = answer(input, GENERAL_KILLED_RANGE_IN).flatten().is_some();
    let edges = edges(unit);
    let is_new = |id: &String| !edges.contains_key(id);
    if general_fell || unit.holds(CONTACT_TO_CHECK) && contacts(unit).iter().any(is_new) {
        return;
    }
    let touched: Vec<Edge> = Edge::ALL.iter().copied().filter(|edge| edges.values().any(|held| held == edge)).collect();
    if !touched.is_empty() {
        suggest(input, CONTACT, touched);
    }
}

/// Edges at which enemies touch a formation, if the enemies without a recorded edge touch `edge`. `None` if every edge is recorded.
pub fn with_edge(unit: &Facts, edge: Edge) -> Option<BTreeMap<String, Edge>> {
    let mut edges = edges(unit);
    let unknown: Vec<String> = contacts(unit).into_iter().filter(|id| !edges.contains_key(id)).collect();
    let any_unknown = !unknown.is_empty();
    edges.extend(unknown.into_iter().map(|id| (id, edge)));
    any_unknown.then_some(edges)
}

/// Edges that enemies touch. Enemies without a recorded edge count as touching the front. If no edge is recorded at all, returns the front.
pub fn edges_touched(unit: &Facts) -> Vec<Edge> {
    let known = edges(unit);
    let any_unknown = known.is_empty() || contacts(unit).iter().any(|id| !known.contains_key(id));
    let is_touched = |edge: &Edge| *edge == Edge::Front && any_unknown || known.values().any(|held| held == edge);
    Edge::ALL.iter().copied().filter(is_touched).collect()
}

/// True if contact at the front alone gives the formation no new cause.
pub fn front_changes_nothing(table: &Table, unit: &Facts) -> bool {
    let only_front = edges(unit).values().all(|edge| *edge == Edge::Front);
    only_front && IrregularCheck::of_front(table, unit).is_some_and(|check| check.new_causes().next().is_none())
}

form! {
    /// Rulings that affect the check.
    pub struct IrregularRulings {
        r4_cavalry_moved: CavalryMoved = choice_of(choice::<CavalryMoved>()).or_id("either_turn"),
        r7_close_fire: CloseFireLasts = choice_of(choice::<CloseFireLasts>()).or_id("until_restored"),
    }
}

form! {
    /// Input of the check.
    pub struct IrregularCheck {
        nature: Order = unit(of(NATURE)),
        types: Vec<TroopType> = unit(of(TYPES)),
        mounted: bool = unit(of(MOUNTED)),
        shaken: Vec<Cause> = unit(of(SHAKEN)).or_empty(),
        shooting_losses_this_turn: i32 = unit(of(SHOOTING_LOSSES_THIS_TURN)),
        /// Range in inches of the nearest shooter this turn; `None` without any.
        fire_range_in: Option<f64> = unit(of(FIRE_RANGE_IN)).label("Nearest that shot at it"),
        contact: Vec<Edge> = situation(of(CONTACT)),
        entered_melee: bool = choice_of(of(ENTERED_MELEE)),
        moved_last_turn: bool = unit(of(MOVED_LAST_TURN)),
        moved_this_turn: bool = unit(of(MOVED_THIS_TURN)),
        changing: bool = unit(of(CHANGING)),
        /// Distance in inches at which its General was killed; `None` if he was not killed now.
        general_killed_range_in: Option<f64> = choice_of(of(GENERAL_KILLED_RANGE_IN)).rare(),
        rulings: IrregularRulings = choice_of(object::<IrregularRulings>()).or_empty().label("Rulings").rare(),
    }
    validate(IrregularCheck::validate)
}

outcome! {
    /// Result of the check.
    pub struct Checked {
        /// Causes that the formation did not have before.
        pub new_causes: Vec<Cause>,
        /// State after the check.
        pub state: Order,
        /// True if it was Regular before the check and is not now.
        pub became_irregular: bool,
        /// True if it loses an element at the end of each turn.
        pub attrition: bool,
    }
}

impl IrregularCheck {
    /// Input for a formation that enemies touch only at its front.
    fn of_front(table: &Table, unit: &Facts) -> Option<Self> {
        Some(Self {
            nature: unit.value(NATURE)?,
            types: unit.value(TYPES)?,
            mounted: unit.value(MOUNTED).unwrap_or(true),
            shaken: unit.value(SHAKEN).unwrap_or_default(),
            shooting_losses_this_turn: unit.value(SHOOTING_LOSSES_THIS_TURN).unwrap_or(0),
            fire_range_in: unit.value(FIRE_RANGE_IN).flatten(),
            contact: vec![Edge::Front],
            entered_melee: unit.holds(ENTERED_MELEE),
            moved_last_turn: unit.holds(MOVED_LAST_TURN),
            moved_this_turn: unit.holds(MOVED_THIS_TURN),
            changing: unit.holds(CHANGING),
            general_killed_range_in: None,
            rulings: IrregularRulings {
                r4_cavalry_moved: answer(&table.rulings, CAVALRY_MOVED).unwrap_or(CavalryMoved::EitherTurn),
                r7_close_fire: CloseFireLasts::UntilRestored,
            },
        })
    }

    fn validate(&self) -> Result<(), Refusal> {
        each_once(&self.types, field!(IrregularCheck, types))?;
        each_once(&self.shaken, field!(IrregularCheck, shaken))?;
        each_once(&self.contact, field!(IrregularCheck, contact))?;
        bad_if(
            self.entered_melee && self.contact.is_empty(),
            field!(IrregularCheck, entered_melee),
            "Melee begins with contact: choose which edges enemies touch.",
        )
    }

    fn is_cavalry(&self) -> bool {
        is_cavalry(self.types.iter().copied(), self.mounted)
    }

    fn holds(&self, cause: Cause) -> bool {
        match cause {
            Cause::ShootingLosses => is_shot_up(self.shooting_losses_this_turn),
            // Shot at from within 6" (cavalry) or 3" (foot), even without a loss. *Shooting.* (R6)
            Cause::CloseFire => self.fire_range_in.is_some_and(|range| range <= close_range_in(self.is_cavalry())),
            // Attacked by fire or in melee while mounting or dismounting. *Melee Combat.*
            Cause::DragoonChanging => self.changing && (self.fire_range_in.is_some() || !self.contact.is_empty()),
            // Enemies at the rear; for formations with Pikes (R19), also at the side. *Shooting.*
            Cause::RearContact => {
                let pikes = self.types.contains(&TroopType::Pike);
                self.contact.contains(&Edge::Rear) || pikes && self.contact.contains(&Edge::Side)
            }
            Cause::StandingCavalry => self.is_cavalry() && self.entered_melee && !self.moved(),
            // Its General was killed within 12". *Melee Combat.*
            Cause::GeneralKilled => {
                self.general_killed_range_in.is_some_and(|range| range <= f64::from(NEAR_GENERAL_IN))
            }
        }
    }

    /// Causes that apply and that the formation does not have yet.
    fn new_causes(&self) -> impl Iterator<Item = Cause> {
        Cause::ALL.iter().copied().filter(|cause| self.holds(*cause) && !self.shaken.contains(cause))
    }

    /// True if cavalry has moved, so that entering melee does not make it Irregular. R4 decides which turns count. *Melee Combat.*
    fn moved(&self) -> bool {
        match self.rulings.r4_cavalry_moved {
            CavalryMoved::EitherTurn => self.moved_last_turn || self.moved_this_turn,
            CavalryMoved::LastTurn => self.moved_last_turn,
        }
    }
}

impl Rule for IrregularCheck {
    type Outcome = Checked;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(
            self.changing && !all_dragoons(self.types.iter().copied()),
            field!(IrregularCheck, changing),
            "Only a formation of nothing but Dragoons mounts or dismounts.",
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Checked, Halt> {
        let new_causes: Vec<Cause> = self.new_causes().collect();
        let shaken = !self.shaken.is_empty() || !new_causes.is_empty();
        let before = Order::now(self.nature, &self.shaken);
        let state = if shaken { Order::Irregular } else { before };
        Ok(Checked {
            new_causes,
            state,
            became_irregular: before == Order::Regular && state == Order::Irregular,
            // Formations that are Irregular by nature lose elements while temporarily Irregular, too. *Melee Combat.*
            attrition: self.nature == Order::Irregular && shaken,
        })
    }

    fn describe(&self, outcome: &Checked, consequences: &mut ConsequencesBuilder) {
        let headline = match (outcome.became_irregular, outcome.state) {
            (true, _) => "It becomes Irregular.",
            (_, Order::Regular) => "It stays Regular.",
            (_, Order::Irregular) if outcome.attrition => {
                "It is Irregular, and loses an element at the end of each turn."
            }
            (_, Order::Irregular) => "It is Irregular as before.",
        };
        consequences.say(headline);
        shake(roles::FORMATION, &outcome.new_causes, self.rulings.r7_close_fire, consequences);
        if self.general_killed_range_in.is_some() {
            consequences.put(roles::FORMATION, GENERAL_CHECKED, true);
        }
        if !self.contact.is_empty() {
            consequences.put(roles::FORMATION, CONTACT_TO_CHECK, false);
        }
        if outcome.became_irregular {
            rout_check_due(consequences);
        }
    }

    /// Records an edge for the enemies without a recorded one, if the answer leaves only one possible edge for them.
    fn aftermath(&self, scene: &Scene, _: &Checked, consequences: &mut ConsequencesBuilder) {
        let Some(unit) = scene.facts(roles::FORMATION) else { return };
        let known = edges(unit);
        let new: Vec<Edge> =
            self.contact.iter().copied().filter(|edge| !known.values().any(|held| held == edge)).collect();
        let lies = match (self.contact.as_slice(), new.as_slice()) {
            ([only], _) | (_, [only]) => *only,
            _ => return,
        };
        if let Some(edges) = with_edge(unit, lies) {
            consequences.put(roles::FORMATION, CONTACT_EDGES, edges);
        }
    }
}
