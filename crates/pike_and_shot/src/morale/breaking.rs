//! A unit breaks. *Morale; Reaction Tests 1 and 2; Melee.*

use super::super::bans::{self, CLASS_UNKNOWN, OUT_OF_BATTLE};
use super::super::casualties::Losses;
use super::super::effects;
use super::super::labels;
use super::super::relations::{chargers, irresistible_charger, is_charged, owes_answer};
use super::super::terms::{BreakCause, MoraleClass, Response, TroopType, WHOLE_MOVE};
use super::super::unit::figures::Figures;
use crate::facts::*;
use crate::ids::{fields, phases, procedures, roles};
use rules::prelude::*;

/// A unit breaks.
pub const BREAK_UNIT: Procedure = Procedure::of::<BreakUnit>(procedures::BREAK_UNIT, "Break")
    .heading("Morale; Reaction Tests 1 and 2; Melee")
    .about("A unit breaks: it retires a full move, takes a counter and loses a figure.")
    .participants(&[Role::own(roles::UNIT, "Who breaks", "").fits(effects::is_unit)])
    .chances(&[Chance::of("breaks again", field!(Broken, breaks_again), Is::True)
        .fateful("{actor} broke again", "{actor} broke only once")])
    .roll_label(labels::roll_label)
    .adjustable(&[COUNTERS_TAKEN, RETIRES])
    .rulings(&["R11", "R15", "R16"])
    .grouping(Grouping::in_turn().shared(&[fields::CAUSE]).proposes(must_break))
    .bans(&[BANS])
    .fill(|scene, input| {
        let unit = scene.facts(roles::UNIT);
        let cause = if unit.is_some_and(|unit| unit.equals(RESPONSE, Response::Break)) {
            BreakCause::FailedStand
        } else if unit.is_some_and(is_at_its_number) {
            BreakCause::Counters
        } else {
            BreakCause::Elected
        };
        suggest(input, CAUSE, cause);
    });

const BANS: &[Ban] = &[
    OUT_OF_BATTLE,
    CLASS_UNKNOWN,
    Ban::unit("broke_already", "Morale", "already broke this bound; the next break is in the next bound.", |unit| {
        unit.get(BROKE)
    }),
    // A unit breaks only at its breaking number, after failing to stand, or by choice when it is charged.
    Ban::found("no_cause", CAUSES, NO_CAUSE, |act| {
        let broken_by =
            |unit: &TableUnit| BreakCause::ALL.iter().any(|cause| cause_holds(&act.scene.table, unit, *cause));
        act.scene.actors().iter().find(|unit| !broken_by(unit))
    }),
    // The cause that players enter must apply.
    Ban::found("no_cause", CAUSES, NO_CAUSE, |act| {
        let cause = answer(act.input, CAUSE)?;
        act.scene.actors().iter().find(|unit| !cause_holds(&act.scene.table, unit, cause))
    })
    .on_acts(),
];

/// False if the unit breaks by choice and may still answer the charge in another way. *Reaction Tests 1.*
fn must_break(table: &Table, unit: &TableUnit, answers: &Input) -> bool {
    answer(answers, CAUSE) != Some(BreakCause::Elected)
        || unit.facts.holds(BROKEN)
        || irresistible_charger(table, unit).is_some()
}

const CAUSES: &str = "Morale; Reaction Tests 1 and 2";
const NO_CAUSE: &str = "no cause to break.";

/// True if a unit can break for this cause now. At its breaking number, a broken unit breaks again only in the fifth phase (R16).
fn cause_holds(table: &Table, unit: &TableUnit, cause: BreakCause) -> bool {
    match cause {
        BreakCause::Counters => {
            let now = bans::BROKEN.permits(&unit.facts) || table.phase == phases::OTHER_MOVES;
            is_at_its_number(&unit.facts) && now
        }
        BreakCause::FailedStand => unit.facts.equals(RESPONSE, Response::Break),
        BreakCause::Elected => table.phase == phases::CHARGES && owes_answer(table, unit),
    }
}

/// Numbers that players' own modifiers can change.
const COUNTERS_TAKEN: Adjustable = Adjustable::of("counters_taken", "Counters that it takes");
const RETIRES: Adjustable = Adjustable::of("retires_in", "Inches that it retires");

const CAUSE: Fact<BreakCause> = fact!(fields::CAUSE);

choices! {
    /// R11: counters for failing to stand.
    pub enum FailedStand {
        One = "one" "One counter in all",
        Two = "two" "One for each",
    }
}

form! {
    /// Ruling on a unit that fails to stand.
    pub struct BreakingRulings {
        r11_failed_stand: FailedStand = choice_of(choice::<FailedStand>()).or_id("one").label("Counters for failing to stand"),
    }
}

form! {
    /// A unit that breaks.
    pub struct BreakUnit {
        ..figures: Figures,
        troop_type: TroopType = unit(choice::<TroopType>()).label("Who breaks"),
        open_order: bool = unit(of(OPEN_ORDER)),
        morale_class: MoraleClass = unit(choice::<MoraleClass>()).label("Morale class"),
        counters: i32 = unit(of(COUNTERS)),
        cause: BreakCause = situation(choice::<BreakCause>()).label("Why"),
        rulings: BreakingRulings = situation(object::<BreakingRulings>()).or_empty(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(BreakUnit::validate)
}

outcome! {
    /// Result of breaking. *Morale.*
    pub struct Broken {
        /// Inches that the unit retires.
        pub retire_in: f64,
        /// Counters that the unit takes.
        pub counters_gained: i32,
        /// Counters after: 0 or more.
        pub counters: i32,
        /// Figures lost: always 1.
        pub figures_lost: i32,
        /// Pikemen among them.
        pub pikes_lost: i32,
        /// Musketeers among them.
        pub muskets_lost: i32,
        /// True if the unit is still at its breaking number. It then breaks again in the fifth phase of the next bound, unless it loses counters
        /// first.
        pub breaks_again: bool,
        /// True if no figure is left.
        pub destroyed: bool,
    }
}

impl BreakUnit {
    fn validate(&self) -> Result<(), Refusal> {
        self.figures.check(self.troop_type)?;
        let infantry = matches!(self.troop_type, TroopType::Foot | TroopType::Halberds);
        bad_if(
            self.open_order && !infantry,
            field!(BreakUnit, open_order),
            "Only infantry on foot breaks in open order.",
        )
    }

    fn counters_gained(&self) -> i32 {
        let twice = self.cause == BreakCause::FailedStand && self.rulings.r11_failed_stand == FailedStand::Two;
        if twice { 2 } else { 1 }
    }

    /// Rolls for the figure that falls: only a mixed unit rolls, for its kind (R15). Returns the numbers of pikemen and musketeers that fall.
    fn fallen(&self, dice: &mut Dice) -> Result<(i32, i32), Halt> {
        let pikes = if self.figures.mixed() { self.figures.identify(dice, 1)? } else { self.figures.pikes.min(1) };
        let foot = self.troop_type == TroopType::Foot;
        Ok((pikes, if foot { 1 - pikes } else { 0 }))
    }
}

impl Rule for BreakUnit {
    type Outcome = Broken;

    fn permit(&self) -> Result<(), Refusal> {
        let holds = self.cause == BreakCause::Counters && !self.morale_class.breaks_at(self.counters);
        forbid_if(holds, field!(BreakUnit, counters), "Below its breaking number, a unit holds.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Broken, Halt> {
        let (pikes_lost, muskets_lost) = self.fallen(dice)?;
        let counters_gained = (self.counters_gained() + self.own.on(COUNTERS_TAKEN, dice)).max(0);
        // A whole move, because counters shorten only forward moves (R15). *Morale; Movement.*
        let whole_move_in = self.troop_type.mover(self.open_order).base_in();
        let retire_in = (whole_move_in + f64::from(self.own.on(RETIRES, dice))).max(0.0);
        let counters = self.counters + counters_gained;
        Ok(Broken {
            retire_in,
            counters_gained,
            counters,
            figures_lost: 1,
            pikes_lost,
            muskets_lost,
            breaks_again: self.morale_class.breaks_at(counters),
            destroyed: self.figures.total() == 1,
        })
    }

    fn describe(&self, outcome: &Broken, consequences: &mut ConsequencesBuilder) {
        let losses = Losses { figures: outcome.figures_lost, pikes: outcome.pikes_lost, muskets: outcome.muskets_lost };
        consequences.say(text!(
            "It breaks and retires {n} {n|inch|inches}: {more} more; {losses}.",
            n = outcome.retire_in,
            more = effects::counters(outcome.counters_gained),
            losses = effects::fallen(losses)
        ));
        consequences.say(effects::counters_held(outcome.counters, Some(self.morale_class)));
        consequences.raise(roles::UNIT, COUNTERS, outcome.counters_gained);
        effects::take_off(consequences, roles::UNIT, 0, losses);
        consequences.put(roles::UNIT, BROKEN, true).put(roles::UNIT, BROKE, true);
        consequences.put(roles::UNIT, MOVED, true).put(roles::UNIT, MOVED_IN, outcome.retire_in).put(
            roles::UNIT,
            HALF_MOVES_SPENT,
            WHOLE_MOVE,
        );
        consequences.put(roles::UNIT, CHARGING, false).put(roles::UNIT, CHARGES, "").put(roles::UNIT, MELEE_BOUND, 1);
        consequences.put(roles::UNIT, PURSUIT_OF, "").put(roles::UNIT, BOUNDS_PURSUED, 0);
        if outcome.destroyed {
            consequences.say("Nobody is left of it.").put(roles::UNIT, LOST, true);
        } else if outcome.breaks_again {
            consequences.say("Unless a speech helps, it breaks again in the next bound.");
        } else {
            consequences.say("It can be rallied by a bound of rest.");
        }
    }

    /// Marks the opponents of a unit for pursuit if it broke in melee or to avoid one. *Reaction Tests 3.*
    ///
    /// No enemy pursues a unit that broke by fire, by terrain, by a speech, or again.
    fn aftermath(&self, scene: &Scene, _: &Broken, consequences: &mut ConsequencesBuilder) {
        let table = &scene.table;
        let Some(unit) = scene.unit(roles::UNIT) else { return };
        let in_charges = table.phase == phases::CHARGES;
        if in_charges && is_charged(table, &unit.id) {
            consequences.put(roles::UNIT, RESPONSE, Response::Break);
        }
        if !in_charges && ![phases::MELEE, phases::OTHER_MOVES].contains(&table.phase) {
            return;
        }
        // An enemy that is still in contact with another unit does not pursue (R36).
        let only_contact =
            |enemy: &TableUnit| enemy.facts.value(CONTACTS).is_some_and(|contacts| contacts == [unit.id.clone()]);
        let charges = |enemy: &TableUnit| in_charges && chargers(table, &unit.id).any(|charger| charger.id == enemy.id);
        let fit = |enemy: &&TableUnit| !is_out(&enemy.facts) && !enemy.facts.holds(BROKEN);
        for enemy in table.units.iter().filter(fit).filter(|enemy| charges(enemy) || only_contact(enemy)) {
            consequences.put_on(enemy.id.as_str(), PURSUIT_OF, unit.id.as_str());
        }
    }
}
