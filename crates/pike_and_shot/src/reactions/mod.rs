//! Reaction tests: to charge, to stand, and to halt a pursuit.

pub mod charge;
pub mod pursuit;
pub mod run_into;
pub mod stand;

use super::effects;
use super::effects::GeneralHelp;
use super::relations::{RECOVERS, chargers, general_recovers};
use super::terms::{MoraleClass, TargetType, TroopType};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

choices! {
    /// Modifier that a general with the unit lends. *Reaction Tests.*
    pub enum GeneralModifier {
        None = "none" "No general",
        Minus1 = "minus_1" "General: 1 less needed",
        Plus1 = "plus_1" "General: 1 more needed",
    }
}

const GENERAL: Fact<GeneralModifier> = fact!("general");
const OPPONENT_TROOP_TYPE: Fact<TargetType> = fact!("opponent_troop_type");

/// A recovering general lends no modifier. (R20)
const LENDS_MODIFIER: Ban = Ban::found("recovering", "Generals", RECOVERS, |act| {
    let lends = answer(act.input, GENERAL).is_some_and(|general| general != GeneralModifier::None);
    act.scene.actors().iter().find(|unit| lends && general_recovers(&act.scene.table, unit))
})
.on_acts();

/// Reason why an acting unit has no charge to answer: nobody charges it, or the opponent does not. `None` if each has one to answer.
fn uncharged(act: &Attempt) -> Option<Text> {
    let opponent = act.scene.unit(roles::OPPONENT);
    let charging = |unit: &TableUnit| chargers(&act.scene.table, &unit.id).map(|charger| charger.id.clone()).collect();
    act.scene.actors().iter().find_map(|unit| {
        let charging: Vec<String> = charging(unit);
        let who = unit.facts.text(NAME).unwrap_or("?").to_owned();
        match opponent {
            _ if charging.is_empty() => Some(text!("{who}: charged by nobody.", who = who)),
            Some(opponent) if !charging.contains(&opponent.id) => {
                Some(text!("{who}: charged by another enemy.", who = who))
            }
            _ => None,
        }
    })
}

form! {
    /// A unit that takes a reaction test. *Reaction Tests.*
    pub struct Tester {
        troop_type: TroopType = unit(choice::<TroopType>()).label("Who tests"),
        morale_class: MoraleClass = unit(choice::<MoraleClass>()).label("Morale class")
            .help("If it is not known yet, it is rolled before the test."),
        counters: i32 = unit(of(COUNTERS)),
        /// Modifier that a general with the unit lends.
        general: GeneralModifier = choice_of(choice::<GeneralModifier>()).or_id("none").label("General")
            .help("A general with the unit must help it or hold it back; its player chooses."),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

/// Numbers of a test that players' own modifiers can change.
const ADJUSTABLE: &[Adjustable] = &[NEED];
const NEED: Adjustable = Adjustable::of("need", "Number needed to pass");

impl GeneralModifier {
    fn modifier(self) -> i32 {
        match self {
            GeneralModifier::None => 0,
            GeneralModifier::Minus1 => -1,
            GeneralModifier::Plus1 => 1,
        }
    }
}

/// Returns the least faces that pass the tests to charge foot and to stand against foot, for a unit without counters, general or obstacle. A
/// face of 1 or less means that the unit cannot fail. `None` if these troops always fail.
pub fn least_faces(troop_type: TroopType, morale_class: MoraleClass) -> Option<[i32; 2]> {
    let tester = || Tester { troop_type, morale_class, counters: 0, general: GeneralModifier::None, own: Vec::new() };
    let opponent_troop_type = TroopType::Foot;
    let charge = charge::ReactionCharge { tester: tester(), role: charge::ChargeRole::Charge, opponent_troop_type };
    let stand = stand::ReactionStand { tester: tester(), opponent_troop_type, defending_obstacle: false };
    (!troop_type.always_fails(opponent_troop_type)).then(|| without_rolls(|dice| [charge.need(dice), stand.need(dice)]))
}

impl Tester {
    /// Refuses a unit at its breaking number, because it breaks without a test. *Morale.*
    fn permit(&self) -> Result<(), Refusal> {
        let broken = self.morale_class.breaks_at(self.counters);
        forbid_if(broken, field!(Tester, counters), "A unit at its breaking number takes no test: it breaks.")
    }

    fn for_counters(&self, dice: &mut Dice) -> i32 {
        dice.modify("counters", self.counters)
    }

    fn for_horse(&self, value: i32, dice: &mut Dice) -> i32 {
        dice.modify("horse", if self.troop_type.tests_as_horse() { value } else { 0 })
    }

    fn for_general(&self, dice: &mut Dice) -> i32 {
        dice.modify("general", self.general.modifier())
    }

    fn for_own(&self, dice: &mut Dice) -> i32 {
        self.own.on(NEED, dice)
    }
}

/// Modifier for a unit that defends a wall, a hedge or a town. *Reaction Tests 2 and 3.*
fn for_obstacle(defending: bool, dice: &mut Dice) -> i32 {
    dice.modify("obstacle", if defending { -2 } else { 0 })
}

impl TroopType {
    /// True if the troops fail every test to charge this opponent, to counter-charge it or to stand. Gunners fail against anybody,
    /// irregular light cavalry against Horse. *Reaction Tests 1 and 2; Irregular Light Cavalry.*
    pub fn always_fails(self, opponent: TroopType) -> bool {
        match self {
            TroopType::Artillery => true,
            TroopType::IrregularLightCavalry => opponent == TroopType::Horse,
            _ => false,
        }
    }
}

impl MoraleClass {
    /// The least face that passes a test to charge or to halt a pursuit. *Reaction Tests 1 and 3.*
    pub fn needs(self) -> i32 {
        match self {
            MoraleClass::Good => 2,
            MoraleClass::Average => 3,
            MoraleClass::Poor => 4,
            MoraleClass::Nervous => 5,
        }
    }

    /// The least face that passes a test to stand, one less than to charge. *Reaction Tests 2.*
    pub fn needs_to_stand(self) -> i32 {
        self.needs() - 1
    }
}

/// Rolls the die of a test. A test that cannot fail needs no die (R22). Returns true if it passes.
fn test(dice: &mut Dice, need: i32) -> Result<bool, Halt> {
    dice.passes_unless_certain("test", 6, need)
}

/// A sentence with the reason if the test always passes or always fails, otherwise empty. `required` is `None` for troops that always fail.
fn certainty(troops: TroopType, required: Option<i32>) -> Vec<Text> {
    match required {
        Some(need) if need > 6 => vec![text!("Needs {n} on one die: no roll is enough.", n = need)],
        Some(need) if need <= 1 => vec![text!("Needs {n} or more: no roll can fail, so none is needed.", n = need)],
        Some(_) => Vec::new(),
        None if troops == TroopType::Artillery => vec!["Gunners never pass this test: no dice are rolled.".into()],
        None => vec!["Irregular light cavalry never passes this test against Horse: no dice are rolled.".into()],
    }
}

/// Describes the face needed, or that every face or no face passes.
fn describe_need(required: Option<i32>, consequences: &mut ConsequencesBuilder) {
    match required {
        Some(need) if need > 6 => consequences.say(text!("Needed {n}: no roll is enough.", n = need)),
        Some(need) if need > 1 => consequences.say(text!("Needed {n} or more.", n = need)),
        Some(_) => consequences.say("Could not fail."),
        None => consequences.say("Fails without a roll: such troops never pass."),
    };
}

/// Fills in -1 for a general with the unit, because the general must help or hinder (R21). Players can choose +1. A recovering general gets
/// no modifier.
fn fill_general(scene: &Scene, input: &mut Input) {
    match effects::general_with(scene, roles::UNIT) {
        GeneralHelp::Fit => suggest(input, GENERAL, GeneralModifier::Minus1),
        GeneralHelp::Recovering => suggest(input, GENERAL, GeneralModifier::None),
        GeneralHelp::None => {}
    }
}

/// True if the table decides a field, so that players are not asked. Decides the general's modifier if no fit general is with the unit, and
/// the opponent's troops and the role if an opponent is chosen.
fn known(scene: &Scene, place: &str) -> bool {
    if place == GENERAL.id() {
        return scene.facts(roles::UNIT).is_some() && effects::general_with(scene, roles::UNIT) != GeneralHelp::Fit;
    }
    [OPPONENT_TROOP_TYPE.id(), charge::ROLE.id()].contains(&place) && scene.facts(roles::OPPONENT).is_some()
}

/// Fills in the type of the opponent's troops.
fn fill_opponent(scene: &Scene, input: &mut Input) {
    if let Some(troops) = scene.facts(roles::OPPONENT).and_then(|opponent| opponent.value(TROOPS)) {
        put(input, OPPONENT_TROOP_TYPE, troops);
    }
}
