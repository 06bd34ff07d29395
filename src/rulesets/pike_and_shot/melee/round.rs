//! One bound of a melee. *Melee; Appendix I.*

use super::super::casualties::{Attack as Blows, Blow, Harm};
use super::attacks::{Attack, Plan};
use super::loser::{Balance, DecidedBy, Loser, Taken};
use super::suffered::{Fates, Suffered};
use super::{Melee, Place, Side};
use crate::dice::{Dice, Dist, Halt};
use crate::form::Choices;
use crate::outcome::{Outcome, Record};
use crate::procedure::{Procedure, Rule};
use crate::refusal::{Refusal, bad_if};
use crate::{choices, form, outcome};

/// One bound of a melee.
pub const MELEE_ROUND: Procedure = Procedure::of::<MeleeRound>("melee_round", "Melee").heading("Melee; Appendix I");

/// The odds of every unit together are told only up to so many outcomes.
const MOST_OUTCOMES: u64 = 50_000;

choices! {
    /// How much the outcome tells.
    pub enum Report {
        Units = "units" "Every unit",
        Sides = "sides" "The two sides",
        OneUnit = "one_unit" "One unit",
    }
}

choices! {
    /// A unit of a melee.
    pub enum Focus {
        A1 = "a1" "1st of side a",
        A2 = "a2" "2nd of side a",
        A3 = "a3" "3rd of side a",
        A4 = "a4" "4th of side a",
        B1 = "b1" "1st of side b",
        B2 = "b2" "2nd of side b",
        B3 = "b3" "3rd of side b",
        B4 = "b4" "4th of side b",
    }
}

form! {
    /// One bound of a melee.
    pub struct MeleeRound {
        ..melee: Melee,
        /// How much the outcome tells.
        report: Report = choice_of(choice::<Report>()).or_id("units").label("Odds for").rare(),
        /// The unit of which it tells.
        focus: Option<Focus> = choice_of(choice::<Focus>()).optional().label("Which unit")
            .when(&[When { field: "report", is: &["one_unit"] }]),
    }
    agree(MeleeRound::agree)
}

outcome! {
    /// What becomes of a unit.
    pub struct UnitResult {
        /// Dice that it threw.
        pub groups: i32,
        /// Hits that it took.
        pub hits: i32,
        /// Counters: for hits, for groups on its flank or rear, for losing.
        pub counters_gained: i32,
        /// Counters after.
        pub counters: i32,
        /// Figures lost.
        pub figures_lost: i32,
        /// Pikemen among them.
        pub pikes_lost: i32,
        /// Musketeers among them.
        pub muskets_lost: i32,
        /// Whether it is at its breaking number.
        pub breaks: bool,
        /// Whether no figure is left.
        pub destroyed: bool,
        /// Whether a general may be hurt.
        pub general_test_due: bool,
    }
}

outcome! {
    /// A bound of melee, unit by unit.
    pub struct UnitsFought {
        /// Who has lost.
        pub loser: Loser,
        /// By what.
        pub decided_by: DecidedBy,
        /// The units of side a.
        pub a: Vec<UnitResult>,
        /// The units of side b.
        pub b: Vec<UnitResult>,
    }
}

outcome! {
    /// A bound of melee, side by side.
    pub struct SidesFought {
        /// Who has lost.
        pub loser: Loser,
        /// By what.
        pub decided_by: DecidedBy,
        /// Counters of side a for hits and for groups on flank or rear.
        pub a_counters_taken: i32,
        /// The same of side b.
        pub b_counters_taken: i32,
        /// Figures that side a lost.
        pub a_figures_lost: i32,
        /// Figures that side b lost.
        pub b_figures_lost: i32,
    }
}

outcome! {
    /// A bound of melee for one unit.
    pub struct UnitFought {
        /// Who has lost.
        pub loser: Loser,
        /// What becomes of the unit.
        pub unit: UnitResult,
    }
}

/// A bound of melee, told as asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Fought {
    /// Unit by unit.
    Units(UnitsFought),
    /// Side by side.
    Sides(SidesFought),
    /// One unit.
    OneUnit(UnitFought),
}

impl Outcome for Fought {
    fn write(&self, record: &mut Record) {
        match self {
            Fought::Units(units) => units.write(record),
            Fought::Sides(sides) => sides.write(record),
            Fought::OneUnit(unit) => unit.write(record),
        }
    }
}

/// What is known of a melee before the dice.
struct Before {
    plan: Plan,
    balance: Balance,
}

impl MeleeRound {
    fn agree(&self) -> Result<(), Refusal> {
        match (self.report, self.focus) {
            (Report::OneUnit, None) => Err(Refusal::missing("focus")),
            (Report::OneUnit, Some(focus)) => {
                let there = self.melee.places().any(|place| place == focus.place());
                bad_if(!there, "focus", "No such unit takes part in this melee.")
            }
            (_, focus) => bad_if(focus.is_some(), "focus", "This is asked only for the odds of one unit."),
        }
    }

    /// Every unit together has too many outcomes when the units can fare in too many ways.
    fn few_enough(&self, plan: &Plan) -> Result<(), Refusal> {
        let ways = |place: Place| {
            let dice = u64::try_from(plan.dice_on(place)).unwrap_or(0);
            let pairs = (dice + 1) * (dice + 2) / 2;
            if self.melee.unit(place).victims().mixed() { pairs * (dice + 3) / 3 } else { pairs }
        };
        let all = self.melee.places().map(ways).fold(1, u64::saturating_mul);
        bad_if(all > MOST_OUTCOMES, "report", "So many outcomes are told side by side, or for one unit.")
    }

    /// Throws for every attack in order, and makes of it what `combine` says.
    fn throw<T: Clone + 'static>(
        &self,
        dice: &mut Dice,
        plan: &Plan,
        combine: impl FnOnce(Fates) -> Dist<T>,
    ) -> Result<T, Halt> {
        let strike = |dice: &mut Dice, attack: &Attack| self.strike(dice, attack);
        dice.joined(&plan.attacks, strike, |harms| combine(Fates::of(&self.melee, plan, &harms)))
    }

    /// Throws for one attack: to hit, and for who falls.
    fn strike(&self, dice: &mut Dice, attack: &Attack) -> Result<Harm, Halt> {
        let victims = self.melee.unit(attack.on).victims();
        let blows = Blows { blow: Blow::Hand, saves: attack.saves };
        dice.prefixed(&format!("{}_{}_", attack.by.id(), attack.on.id()), |dice| {
            dice.like(attack.groups(), |dice, count| {
                let hits = dice.hits("hit", 6, count, attack.hits_on())?;
                victims.fall(dice, hits, blows)
            })
        })
    }

    fn units(&self, suffered: &[Suffered], Before { plan, balance }: &Before) -> UnitsFought {
        let each = || self.melee.places().zip(suffered);
        let margin = each().fold([0, 0], |margin: Taken, (place, suffered)| {
            let own = place.side.margin(suffered.taken());
            [margin[0] + own[0], margin[1] + own[1]]
        });
        let (loser, decided_by) = balance.verdict(margin);
        let side = |side: Side| {
            let own = each().filter(|(place, _)| place.side == side);
            own.map(|(place, suffered)| self.unit_result(place, suffered, loser, plan)).collect()
        };
        UnitsFought { loser, decided_by, a: side(Side::A), b: side(Side::B) }
    }

    fn unit_result(&self, place: Place, suffered: &Suffered, loser: Loser, plan: &Plan) -> UnitResult {
        let unit = self.melee.unit(place);
        // Every unit of a side that has lost takes one counter more, and no figure falls for it.
        let counters_gained = suffered.counters() + i32::from(loser.includes(place.side));
        let counters = unit.counters + counters_gained;
        UnitResult {
            groups: plan.dice_by(place),
            hits: suffered.hits,
            counters_gained,
            counters,
            figures_lost: suffered.losses.figures,
            pikes_lost: suffered.losses.pikes,
            muskets_lost: suffered.losses.muskets,
            breaks: counters >= unit.morale_class.breaking_number(),
            destroyed: suffered.losses.figures == unit.body.figures.total(),
            general_test_due: unit.general_with && counters_gained > 0,
        }
    }
}

impl Focus {
    fn place(self) -> Place {
        match self.index() {
            index @ 0..4 => Place { side: Side::A, index },
            index => Place { side: Side::B, index: index - 4 },
        }
    }
}

impl SidesFought {
    fn of(a: Taken, b: Taken, balance: &Balance) -> Self {
        let (loser, decided_by) = balance.verdict([a[0] - b[0], a[1] - b[1]]);
        Self {
            loser,
            decided_by,
            a_counters_taken: a[1],
            b_counters_taken: b[1],
            a_figures_lost: a[0],
            b_figures_lost: b[0],
        }
    }
}

impl Rule for MeleeRound {
    type Outcome = Fought;

    fn play(&self, dice: &mut Dice) -> Result<Fought, Halt> {
        let before = dice.once(|| Before { plan: Plan::of(&self.melee), balance: Balance::of(&self.melee) });
        let Before { plan, balance } = &*before;
        if dice.weighs_all() && self.report == Report::Units {
            self.few_enough(plan)?;
        }
        plan.record(dice);
        Ok(match (self.report, self.focus) {
            (Report::Sides, _) => {
                let (a, b) = self.throw(dice, plan, |fates| fates.by_side())?;
                Fought::Sides(SidesFought::of(a, b, balance))
            }
            (Report::OneUnit, Some(focus)) => {
                let place = focus.place();
                let (loser, suffered) = self.throw(dice, plan, |fates| fates.of_one(place, balance))?;
                Fought::OneUnit(UnitFought { loser, unit: self.unit_result(place, &suffered, loser, plan) })
            }
            _ => {
                let suffered = self.throw(dice, plan, |fates| fates.of_all())?;
                Fought::Units(self.units(&suffered, &before))
            }
        })
    }
}
