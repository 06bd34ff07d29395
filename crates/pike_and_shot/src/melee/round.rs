//! One bound of a melee. *Melee; Appendix I.*

use super::super::bans::{BROKEN, CLASS_UNKNOWN, FOUGHT_ALREADY, OUT_OF_BATTLE, PHASE};
use super::super::casualties::{CasualtyRules, Harm, HitCause};
use super::super::effects;
use super::super::labels;
use super::super::relations::UNITS_MAX;
use super::super::target::is_at_its_number;
use super::super::terms::Pistols;
use super::attacks::{Attack, Plan};
use super::loser::{self, Balance, DecidedBy, Loser, Taken, owner};
use super::results::{Fought, SidesFought, UnitFought, UnitResult, UnitsFought};
use super::suffered::{Suffered, SufferedDists};
use super::{Melee, UnitRef, table};
use crate::facts::*;
use crate::ids::procedures;
use rules::dice::Detail;
use rules::number::count;
use rules::prelude::*;
use std::hash::Hash;
use std::rc::Rc;

/// One bound of a melee.
pub const MELEE_ROUND: Procedure = Procedure::of::<MeleeRound>(procedures::MELEE_ROUND, "Melee")
    .heading("Melee; Appendix I")
    .about("One bound of a melee of up to eight units a side: hits, losses, and who has lost.")
    .participants(table::ROLES)
    .chances(&[
        Chance::of("{side a} to lose", field!(SidesFought, loser), Is::Word("a"))
            .fateful("{side b} beat {side a}", "{side a} held against {side b}")
            .for_enemy()
            .gist(),
        Chance::of("{side b} to lose", field!(SidesFought, loser), Is::Word("b"))
            .fateful("{side a} beat {side b}", "{side b} held against {side a}")
            .for_own()
            .gist(),
        Chance::of("{a1} to break", field!(UnitsFought, a[0].breaks), Is::True)
            .fateful("{a1} broke in the melee", "{a1} held in the melee")
            .for_enemy()
            .moot(|input| is_at_its_number(input, field!(Melee, side_a, "[0]"))),
        Chance::of("{b1} to break", field!(UnitsFought, b[0].breaks), Is::True)
            .fateful("{b1} broke in the melee", "{b1} held in the melee")
            .for_own()
            .moot(|input| is_at_its_number(input, field!(Melee, side_b, "[0]"))),
        Chance::of("the unit breaks", field!(UnitFought, unit.breaks), Is::True)
            .fateful("{actor} broke in the melee", "{actor} held in the melee"),
    ])
    .axes(&[
        Axis::of("counters of {a1}", field!(UnitsFought, a[0].counters)).own(),
        Axis::of("figures lost by {a1}", field!(UnitsFought, a[0].figures_lost)).own(),
        Axis::of("counters of {b1}", field!(UnitsFought, b[0].counters)).enemy(),
        Axis::of("figures lost by {b1}", field!(UnitsFought, b[0].figures_lost)).enemy(),
        Axis::of("counters taken by {side a}", field!(SidesFought, a_counters_taken)).own(),
        Axis::of("figures lost by {side a}", field!(SidesFought, a_figures_lost)).own(),
        Axis::of("counters taken by {side b}", field!(SidesFought, b_counters_taken)).enemy(),
        Axis::of("figures lost by {side b}", field!(SidesFought, b_figures_lost)).enemy(),
        Axis::of("the unit's counters", field!(UnitFought, unit.counters)),
        Axis::of("figures lost by the unit", field!(UnitFought, unit.figures_lost)),
    ])
    .roll_label(labels::roll_label)
    .adjustable(table::ADJUSTABLE)
    .rulings(table::RULINGS)
    .bans(&[&[OUT_OF_BATTLE, CLASS_UNKNOWN.of_everybody(), BROKEN.of_everybody(), FOUGHT_ALREADY, PHASE]])
    .fill(table::fill)
    .known(table::known);

/// With more outcomes than this, the joint odds of all units are not calculated.
const MOST_OUTCOMES: u64 = 50_000;

choices! {
    /// Detail in which the outcome is shown.
    pub enum Report {
        Units = "units" "Every unit",
        Sides = "sides" "The two sides",
        OneUnit = "one_unit" "One unit",
    }
}

choices! {
    /// The unit that is shown, if the player asked for one.
    pub enum Focus {
        A1 = "a1" "1st of {side a}",
        A2 = "a2" "2nd of {side a}",
        A3 = "a3" "3rd of {side a}",
        A4 = "a4" "4th of {side a}",
        A5 = "a5" "5th of {side a}",
        A6 = "a6" "6th of {side a}",
        A7 = "a7" "7th of {side a}",
        A8 = "a8" "8th of {side a}",
        B1 = "b1" "1st of {side b}",
        B2 = "b2" "2nd of {side b}",
        B3 = "b3" "3rd of {side b}",
        B4 = "b4" "4th of {side b}",
        B5 = "b5" "5th of {side b}",
        B6 = "b6" "6th of {side b}",
        B7 = "b7" "7th of {side b}",
        B8 = "b8" "8th of {side b}",
    }
}

form! {
    /// One bound of a melee.
    pub struct MeleeRound {
        ..melee: Melee,
        report: Report = choice_of(choice::<Report>()).or_id("units").label("Odds for").rare(),
        focus: Option<Focus> = choice_of(choice::<Focus>()).optional().label("Which unit")
            .when(&[When { field: field!(MeleeRound, report), is: &["one_unit"] }]),
    }
    validate(MeleeRound::validate)
}

/// Attacks and comparison of the sides before the dice.
struct Before {
    plan: Plan,
    balance: Balance,
    /// True if all units together have too many outcomes for their joint odds.
    has_too_many_outcomes: bool,
}

impl MeleeRound {
    fn validate(&self) -> Result<(), Refusal> {
        match (self.report, self.focus) {
            (Report::OneUnit, None) => Err(Refusal::missing(field!(MeleeRound, focus))),
            (Report::OneUnit, Some(focus)) => {
                let there = self.melee.unit_refs().any(|unit_ref| unit_ref == focus.unit_ref());
                bad_if(!there, field!(MeleeRound, focus), "No such unit takes part in this melee.")
            }
            (_, focus) => {
                bad_if(focus.is_some(), field!(MeleeRound, focus), "This is asked only for the odds of one unit.")
            }
        }
    }

    /// Returns the attacks and the comparison of the sides, and records their modifiers.
    fn before_dice(&self, dice: &mut Dice) -> Rc<Before> {
        dice.once(|dice| {
            let plan = Plan::of(&self.melee);
            plan.record(&self.melee, dice);
            Before { balance: Balance::of(&self.melee), has_too_many_outcomes: self.has_too_many_outcomes(&plan), plan }
        })
    }

    /// True if an upper estimate of the outcomes of all units together exceeds [`MOST_OUTCOMES`].
    fn has_too_many_outcomes(&self, plan: &Plan) -> bool {
        let outcomes = |unit_ref: UnitRef| {
            let dice = u64::from(count(plan.dice_on(unit_ref)));
            let pairs = (dice + 1) * (dice + 2) / 2;
            let outcomes = if self.melee.unit(unit_ref).victims().mixed() { pairs * (dice + 3) / 3 } else { pairs };
            outcomes * self.flank_outcomes(plan, unit_ref)
        };
        self.melee.unit_refs().map(outcomes).fold(1, u64::saturating_mul) > MOST_OUTCOMES
    }

    /// Number of possible counts of hits on a unit's flank or rear. This is 1 unless only groups that hit there give counters (R12), and other
    /// groups attack the unit's front.
    fn flank_outcomes(&self, plan: &Plan, unit_ref: UnitRef) -> u64 {
        let on_flank = plan.groups_on_flank_or_rear(unit_ref);
        let varies = self.melee.flank_counters_need_hits() && on_flank < plan.dice_on(unit_ref);
        if varies { u64::from(count(on_flank)) + 1 } else { 1 }
    }

    /// Rolls for all attacks in order, and combines the hits and losses of the units with `combine`.
    fn roll<T: Clone + Eq + Hash + 'static>(
        &self,
        dice: &mut Dice,
        plan: &Plan,
        combine: impl Fn(SufferedDists) -> Dist<T>,
    ) -> Result<T, Halt> {
        dice.in_steps(|dice| {
            let harms = dice.independently(&plan.attacks, |dice, attack| self.strike(dice, attack))?;
            Ok(combine(SufferedDists::of(&self.melee, plan, &harms)))
        })
    }

    /// Rolls, and returns only the totals of both sides.
    fn roll_sides(&self, dice: &mut Dice, before: &Before) -> Result<Fought, Halt> {
        let sides = self.roll(dice, &before.plan, |dists| dists.by_side());
        sides.map(|(a, b)| Fought::Sides(SidesFought::of(a, b, &before.balance), None))
    }

    /// Rolls, and returns only the loser and the result of one unit.
    fn roll_one(
        &self,
        dice: &mut Dice,
        Before { plan, balance, .. }: &Before,
        unit_ref: UnitRef,
    ) -> Result<Fought, Halt> {
        let rolled = self.roll(dice, plan, |dists| dists.of_one(unit_ref, balance));
        rolled.map(|(loser, suffered)| {
            let unit = self.unit_result(unit_ref, &suffered, loser, plan);
            Fought::OneUnit(unit_ref, UnitFought { loser, unit }, None)
        })
    }

    /// Rolls for one attack: to hit, and for the figures that fall.
    fn strike(&self, dice: &mut Dice, attack: &Attack) -> Result<Harm, Halt> {
        let victims = self.melee.unit(attack.on).victims();
        let rules = CasualtyRules { cause: HitCause::Hand, saves: attack.saves };
        dice.prefixed(format_args!("{}_{}_", attack.by, attack.on), |dice| {
            dice.rolled_by(owner(attack.by.side), |dice| {
                dice.repeat(attack.groups(), |dice, count| {
                    let hits = dice.hits("hit", 6, count, attack.hits_on(&self.melee))?;
                    victims.fall(dice, hits, rules)
                })
            })
        })
    }

    fn units(&self, suffered: &[Suffered], Before { plan, balance, .. }: &Before) -> UnitsFought {
        let each = || self.melee.unit_refs().zip(suffered);
        let margin = each().fold([0, 0], |margin: Taken, (unit_ref, suffered)| {
            let of_unit = loser::margin(unit_ref.side, suffered.taken());
            [margin[0] + of_unit[0], margin[1] + of_unit[1]]
        });
        let (loser, decided_by) = balance.verdict(margin);
        let side = |side: Side| {
            let units = each().filter(|(unit_ref, _)| unit_ref.side == side);
            units.map(|(unit_ref, suffered)| self.unit_result(unit_ref, suffered, loser, plan)).collect()
        };
        UnitsFought { loser, decided_by, a: side(Side::A), b: side(Side::B) }
    }

    /// Returns the resolved outcome in the detail that the player asked for.
    fn reported(&self, suffered: &[Suffered], before: &Before) -> Fought {
        let units = self.units(suffered, before);
        let taken = |side: Side| {
            let units = self.melee.unit_refs().zip(suffered).filter(|(unit_ref, _)| unit_ref.side == side);
            units.fold([0, 0], |sum: Taken, (_, suffered)| {
                let of_unit = suffered.taken();
                [sum[0] + of_unit[0], sum[1] + of_unit[1]]
            })
        };
        match (self.report, self.focus.map(Focus::unit_ref)) {
            (Report::Sides, _) => {
                Fought::Sides(SidesFought::of(taken(Side::A), taken(Side::B), &before.balance), Some(units))
            }
            (Report::OneUnit, Some(unit_ref)) => {
                let unit = units.of(unit_ref).clone();
                Fought::OneUnit(unit_ref, UnitFought { loser: units.loser, unit }, Some(units))
            }
            _ => Fought::Units(units),
        }
    }

    fn unit_result(&self, unit_ref: UnitRef, suffered: &Suffered, loser: Loser, plan: &Plan) -> UnitResult {
        let unit = self.melee.unit(unit_ref);
        // Every unit of the losing side takes one more counter, without a roll for casualties.
        let counters_gained = suffered.counters() + i32::from(loser.includes(unit_ref.side));
        let counters = unit.counters + counters_gained;
        UnitResult {
            groups: plan.dice_by(unit_ref),
            hits: suffered.hits,
            counters_gained,
            counters,
            figures_lost: suffered.losses.figures,
            pikes_lost: suffered.losses.pikes,
            muskets_lost: suffered.losses.muskets,
            breaks: unit.morale_class.breaks_at(counters),
            destroyed: suffered.losses.figures == unit.body.figures.total(),
            general_test_due: unit.general_with && counters_gained > 0,
        }
    }
}

impl Focus {
    fn unit_ref(self) -> UnitRef {
        match self.index() {
            index @ 0..UNITS_MAX => UnitRef { side: Side::A, index },
            index => UnitRef { side: Side::B, index: index - UNITS_MAX },
        }
    }
}

impl MeleeRound {
    /// Sentences on results that depend on no die: counters for groups on flank or rear, unless those must hit (R12), and empty pistols.
    fn certain(&self) -> Vec<Text> {
        let plan = Plan::of(&self.melee);
        let hit_or_not = self.melee.unit_refs().filter(|_| !self.melee.flank_counters_need_hits());
        let flanks = hit_or_not.filter_map(|unit_ref| {
            let unit = unit_ref.gap();
            match plan.groups_on_flank_or_rear(unit_ref) {
                0 => None,
                1 => Some(text!("{unit}: 1 counter for a group on its flank or rear.", unit = unit)),
                n => Some(text!("{unit}: {n} counters for {n} groups on its flank or rear.", unit = unit, n = n)),
            }
        });
        let pistols = self.melee.unit_refs().filter(|unit_ref| self.melee.unit(*unit_ref).fire_pistols);
        let pistols = pistols.map(|unit_ref| text!("{unit}: its pistols are empty now.", unit = unit_ref.gap()));
        flanks.chain(pistols).collect()
    }
}

impl Rule for MeleeRound {
    type Outcome = Fought;

    /// A resolved act computes the results of all units, and reports the detail that the player asked for. Odds compute only that detail. If
    /// all units together have too many outcomes, chances are those of the two sides, and odds of every unit are refused.
    fn play(&self, dice: &mut Dice) -> Result<Fought, Halt> {
        let before = self.before_dice(dice);
        match (dice.detail(), self.report, self.focus) {
            (Detail::Whole, ..) => {
                let suffered = self.roll(dice, &before.plan, |dists| dists.of_all())?;
                Ok(self.reported(&suffered, &before))
            }
            (_, Report::Sides, _) => self.roll_sides(dice, &before),
            (_, Report::OneUnit, Some(focus)) => self.roll_one(dice, &before, focus.unit_ref()),
            (Detail::Chances, ..) if before.has_too_many_outcomes => self.roll_sides(dice, &before),
            _ => {
                let choose = "Too many outcomes: choose the odds for the two sides or for one unit.";
                // Refused here because `permit` would refuse the resolved act, too.
                bad_if(before.has_too_many_outcomes, field!(MeleeRound, report), choose)?;
                let suffered = self.roll(dice, &before.plan, |dists| dists.of_all())?;
                Ok(Fought::Units(self.units(&suffered, &before)))
            }
        }
    }

    fn preview(&self) -> Preview {
        let outnumbered = self.outnumbered().map(|(side, few, many)| {
            text!(
                "Outnumbered {many} to {few} in front-rank figures: the melee is lost for {side}, whatever the dice show.",
                side = Gap::Side(side.id()),
                many = many,
                few = few
            )
        });
        let words = "All units together have too many outcomes: these are the odds of the two sides. For the odds of one \
             unit, choose it at “Odds for”.";
        let has_too_many_outcomes = self.report == Report::Units && self.has_too_many_outcomes(&Plan::of(&self.melee));
        Preview::of(outnumbered.into_iter().chain(has_too_many_outcomes.then(|| words.into()))).certain(self.certain())
    }

    fn describe(&self, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        match outcome {
            Fought::Units(units) => {
                consequences.say(self.verdict(units.loser, Some(units.decided_by)));
            }
            Fought::Sides(sides, _) => {
                consequences.say(self.verdict(sides.loser, Some(sides.decided_by)));
                consequences.say(side_by_side("{Side a}", sides.a_counters_taken, sides.a_figures_lost));
                consequences.say(side_by_side("{Side b}", sides.b_counters_taken, sides.b_figures_lost));
            }
            Fought::OneUnit(unit_ref, fought, _) => {
                consequences.say(self.verdict(fought.loser, None));
                consequences.say(self.fate(*unit_ref, &fought.unit));
            }
        }
        // Every change is reported, whatever detail was asked for.
        if let Some(units) = outcome.units() {
            let shown = if let Fought::OneUnit(unit_ref, ..) = outcome { Some(*unit_ref) } else { None };
            self.describe_side(Side::A, &units.a, shown, consequences);
            self.describe_side(Side::B, &units.b, shown, consequences);
            consequences.say_all(self.certain());
            self.change_side(Side::A, &units.a, consequences);
            self.change_side(Side::B, &units.b, consequences);
        }
    }

    fn aftermath(&self, scene: &Scene, _: &Fought, consequences: &mut ConsequencesBuilder) {
        table::record_contacts(scene, self.melee.contacts.as_deref().unwrap_or_default(), consequences);
    }
}

fn side_by_side(side: &'static str, counters: i32, figures: i32) -> Text {
    text!(
        "{side}: {counters} before that of losing, {figures} {figures|figure|figures} lost.",
        side = side,
        counters = effects::counters(counters),
        figures = figures
    )
}

impl MeleeRound {
    /// The side that is outnumbered by more than three to one, and the figures in its front rank and the enemy's. `None` if neither is.
    /// *Melee.*
    fn outnumbered(&self) -> Option<(Side, i32, i32)> {
        let side = self.melee.outnumbered()?;
        Some((side, self.melee.front(side), self.melee.front(side.other())))
    }

    /// A sentence on the loser, the test that decided, and the extra counter.
    fn verdict(&self, loser: Loser, by: Option<DecidedBy>) -> Text {
        match (loser, by) {
            (Loser::Both, _) => "Both sides have lost: +1 counter on every unit.".into(),
            (side, Some(by)) => {
                let numbers = self.outnumbered().filter(|_| by == DecidedBy::Outnumbered);
                let by = numbers.map_or_else(
                    || by.label().into(),
                    |(_, few, many)| text!("outnumbered {many} to {few}", many = many, few = few),
                );
                text!("Lost by {side} ({by}): +1 counter on each unit of that side.", side = side.label(), by = by)
            }
            (side, None) => text!("Lost by {side}: +1 counter on each unit of that side.", side = side.label()),
        }
    }

    /// Result of a unit in words: `a1: 3 hits, one pikeman falls; 3 counters more: 4 counters of 6.`
    fn fate(&self, unit_ref: UnitRef, result: &UnitResult) -> Text {
        let more = match result.counters_gained {
            0 => "no more counters".into(),
            gained => text!("{counters} more", counters = effects::counters(gained)),
        };
        text!(
            "{unit}: {hits}, {losses}; {more}: {counters}",
            more = more,
            unit = unit_ref.gap(),
            hits = effects::count(result.hits, "one hit", "{n} hits").unwrap_or_else(|| "no hit".into()),
            losses = effects::fallen(result.losses()),
            counters = effects::counters_held(result.counters, Some(self.melee.unit(unit_ref).morale_class))
        )
    }

    /// Describes the results of a side's units, except of `shown`, which is already described.
    fn describe_side(
        &self,
        side: Side,
        results: &[UnitResult],
        shown: Option<UnitRef>,
        consequences: &mut ConsequencesBuilder,
    ) {
        for (index, result) in results.iter().enumerate() {
            let unit_ref = UnitRef { side, index };
            if shown != Some(unit_ref) {
                consequences.say(self.fate(unit_ref, result));
            }
            if result.destroyed {
                consequences.say(text!("{unit}: nobody is left of it.", unit = unit_ref.gap()));
            }
        }
    }

    /// Changes the trackers of a side's units. The role of a unit is the id of its side.
    fn change_side(&self, side: Side, results: &[UnitResult], consequences: &mut ConsequencesBuilder) {
        let role = side.id();
        for (index, result) in results.iter().enumerate() {
            let unit_ref = UnitRef { side, index };
            let unit = self.melee.unit(unit_ref);
            consequences.raise_nth(role, index, COUNTERS, result.counters_gained);
            effects::take_off(consequences, role, index, result.losses());
            consequences.put_nth(role, index, FOUGHT, true);
            consequences.count_nth(role, index, MELEE_BOUND, unit.melee_bound, unit.melee_bound + 1);
            if unit.fire_pistols {
                consequences.put_nth(role, index, PISTOLS, Pistols::Empty);
            }
            if result.destroyed {
                consequences.put_nth(role, index, LOST, true);
            }
        }
    }
}
