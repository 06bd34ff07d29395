//! The straight run needed for a charge, or for a javelin thrown by a rider.

use super::bans::{BUSY_FORMING, HELD_UP, OF_ACTS, PHASE, STUNNED_SOLDIERS};
use super::input::{EDITION, Input, PURPOSE, TERRAIN, put};
use super::open_duties;
use super::rulings::RunOf2024;
use super::terms::duties::{Kind, OpenDuty};
use super::terms::{Edition, Ground, Mount, Purpose, Terrain};
use super::unit::ONLY_CAVALRY_CHARGES;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that checks a run.
pub const RUN_UP: Procedure = Procedure::of::<RunUp>(procedures::RUN_UP, "Charge: the run")
    .moves()
    .heading("Cavalry charge; Throwing spear or javelin")
    .about("Is there room enough for a charge, or to throw a javelin at full speed? Roll only when it is close.")
    .participants(&[
        Role::own(roles::RIDER, "Rider", "").fits(super::unit::is_cavalry),
        Role::enemy_without_fields(roles::TARGET, "Charged").several(0, 1).fits(super::unit::can_take_part),
    ])
    .fill(fill_terrain)
    .known(|scene, place| {
        place == PURPOSE.id() && scene.facts(roles::RIDER).is_some_and(|rider| !rider.knows(LIGHT_SPEAR))
    })
    .grouping(Grouping::in_turn().family("Charge").chosen_by_players())
    .bans(&[OF_ACTS, BANS, &[PHASE]])
    .chances(&[Chance::of("enough room", field!(Run, success), Is::True)])
    .adjustable(&[NEEDED])
    .rulings(&["E", "R27", "R57", "R62"])
    .roll_names(&[("run_up", "length of the run in cm")]);

/// Number that players' own modifiers can change.
const NEEDED: Adjustable = Adjustable::of("needed_cm", "Centimetres needed");

/// Bans of a run.
const BANS: &[Ban] = &[
    STUNNED_SOLDIERS,
    HELD_UP,
    BUSY_FORMING,
    Ban::unit("on_foot", "Cavalry charge", "on foot, so no charge", |unit| {
        Some(unit.get(ON_FOOT) == Some(true) || unit.answer(MOUNT)? == Mount::Foot)
    })
    .at(MOUNT),
    Ban::unit("run_up_done", "Cavalry charge", "the run is made and cannot be taken back", |unit| unit.get(RAN_UP)),
    Ban::unit("in_contact", "Cavalry charge", "in contact at the start of the turn", |unit| {
        Some(is_charge(unit) && unit.get(IN_CONTACT_AT_START)?)
    })
    .at(IN_CONTACT_AT_START),
    Ban::unit("charged_last_turn", "Cavalry charge", "charge made last turn", |unit| {
        Some(is_charge(unit) && unit.get(CHARGED_LAST_TURN)?)
    })
    .at(CHARGED_LAST_TURN),
    Ban::unit("bad_ground", "Cavalry charge", "difficult ground crossed, so no charge", |unit| {
        Some(is_charge(unit) && unit.get(CROSSED_BAD_GROUND)?)
    }),
    Ban::unit("fired_standing", "Weapon cards", "fired standing still", |unit| unit.get(SHOT_STANDING)),
    Ban::unit("reloaded", "Weapon cards: reloading", "loading this turn", |unit| unit.get(RELOADED)),
    Ban::table("charge_unnamed", "Cavalry charge", "Say whom they charge", |act| {
        let charge = act.word(PURPOSE.id()).is_none_or(|purpose| purpose == Purpose::Charge.id());
        charge && act.scene.units(roles::TARGET).is_empty()
    })
    .on_acts()
    .asks_for(roles::TARGET),
];

/// True if the run is for a charge, which is the default.
fn is_charge(unit: &Judged) -> bool {
    unit.answer(PURPOSE).is_none_or(|purpose| purpose == Purpose::Charge)
}

const FOR_A_CHARGE: &[When] = &[When { field: field!(RunUp, purpose), is: &["charge"] }];
/// Conditions of a charge by the sheet of 2024, which does not mention a run (R62).
const NOT_MEASURED: &[When] = &[
    When { field: field!(RunUp, edition), is: &["sheet_2024"] },
    When { field: field!(RunUp, purpose), is: &["charge"] },
    When { field: field!(RunUp, r62_run_2024), is: &["none"] },
];

form! {
    /// Input of a run-up.
    pub struct RunUp {
        edition: Edition = unit(of(EDITION)).rare(),
        purpose: Purpose = choice_of(choice::<Purpose>()).or_id("charge").label("For a"),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)).or_id("cavalry"),
        terrain: Terrain = situation(choice::<Terrain>()).or_id("easy").label("Ground crossed"),
        /// Length of the straight ride, in cm.
        straight_cm: Option<f64> = situation(number(0.0, 40.0)).optional().label("Straight ride in cm").unless(NOT_MEASURED)
            .bands(rides)
            .help("Before contact, or before the javelin is thrown."),
        in_contact_at_start: bool = unit(of(IN_CONTACT_AT_START)).when(FOR_A_CHARGE),
        charged_last_turn: bool = unit(of(CHARGED_LAST_TURN)).when(FOR_A_CHARGE),
        r62_run_2024: RunOf2024 = choice_of(choice::<RunOf2024>()).or_id("none").label("Run by the sheet of 2024").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

/// Band of rides that are long enough for any two dice. Players enter a shorter ride in centimetres. *Cavalry charge.*
fn rides(_: &Input, _: &Input) -> Vec<Band> {
    vec![Band::at_least(ANY_DICE_CM).labelled(text!("{n} cm or more: no dice", n = ANY_DICE_CM))]
}

/// The most that two dice can show, in centimetres.
const ANY_DICE_CM: f64 = 12.0;

outcome! {
    /// Result of a run-up.
    pub struct Run {
        /// True if there was enough room: the distance is at least the sum of two dice in centimetres, or no run was needed.
        pub success: bool,
        /// True if dice were rolled.
        pub rolled: bool,
    }
}

impl Rule for RunUp {
    type Outcome = Run;

    fn permit(&self) -> Result<(), Refusal> {
        // Not refused by the form, because bans of the input are reported first.
        if self.is_measured() && self.straight_cm.is_none() {
            return Err(Refusal::missing(field!(RunUp, straight_cm)));
        }
        // A ban already refuses riders who have dismounted.
        let other_horse = self.mount.is_mounted_infantry();
        forbid_if(other_horse, field!(RunUp, mount), ONLY_CAVALRY_CHARGES)?;
        forbid_if(self.terrain != Terrain::Easy, field!(RunUp, terrain), "The whole run must be on easy ground.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Run, Halt> {
        let Some(straight_cm) = self.straight_cm.filter(|_| self.is_measured()) else {
            return Ok(Run { success: true, rolled: false });
        };
        // The run must be as long as the sum of two dice, in centimetres. *Cavalry charge.*
        let more = self.own.on(NEEDED, dice);
        let room = |needed| straight_cm >= f64::from(needed + more);
        if room(12) || !room(2) {
            return Ok(Run { success: room(12), rolled: false });
        }
        Ok(Run { success: dice.sum_is("run_up", 6, 2, &room)?, rolled: true })
    }

    fn describe(&self, outcome: &Run, consequences: &mut ConsequencesBuilder) {
        if !outcome.success && !outcome.rolled {
            consequences.say("Two dice show 2 cm at least.");
        }
        match (self.purpose, outcome.success) {
            (Purpose::Charge, true) if !self.is_measured() => {
                consequences.say("They charge: the sheet of 2024 asks for easy ground, and for no run.");
                consequences.put(roles::RIDER, CHARGING, true);
            }
            (Purpose::Charge, true) if !outcome.rolled => {
                consequences.say("Room for any two dice: they charge.").put(roles::RIDER, CHARGING, true);
            }
            (Purpose::Charge, true) => {
                consequences.say("Room enough: they charge.").put(roles::RIDER, CHARGING, true);
            }
            (Purpose::Charge, false) => {
                consequences.say("Too close: they come on without the bonus of a charge, and may not turn back.");
                consequences.say("A couched lance is useless then: draw the sword.");
            }
            (Purpose::Javelin, true) if !outcome.rolled => {
                consequences.say("Room for any two dice: the javelin is thrown at full speed.");
            }
            (Purpose::Javelin, true) => {
                consequences.say("Room enough: the javelin is thrown at full speed.");
            }
            (Purpose::Javelin, false) => {
                consequences.say("Too close: the javelin is thrown as from the halt.");
            }
        }
        // Once dice were rolled, the rider cannot take the run back. *Cavalry charge.*
        if outcome.success || outcome.rolled {
            consequences.put(roles::RIDER, RAN_UP, true);
        }
    }

    /// Adds the duty to fight or the option to throw for which the run was made. A run that was too short without dice adds none (R57).
    fn aftermath(&self, scene: &Scene, outcome: &Run, consequences: &mut ConsequencesBuilder) {
        let Some(rider) = scene.id(roles::RIDER).filter(|_| outcome.success || outcome.rolled) else { return };
        let duty = match (self.purpose, scene.id(roles::TARGET)) {
            (Purpose::Charge, Some(target)) => {
                consequences.put(roles::RIDER, CHARGE_TARGET, target);
                Some(OpenDuty::of(if outcome.success { Kind::Charge } else { Kind::Ride }, [rider, target]))
            }
            (Purpose::Javelin, _) if outcome.success => Some(OpenDuty::of(Kind::Throw, [rider])),
            _ => None,
        };
        open_duties::update(scene, consequences, |_| false, duty);
    }
}

impl RunUp {
    /// True if the run is measured. The sheet of 2024 does not mention a run for a charge (R62). Javelins are only in the text of April
    /// 2025. *Cavalry charge; Throwing spear or javelin.*
    fn is_measured(&self) -> bool {
        let is_charge_of_2024 = self.edition == Edition::Sheet2024 && self.purpose == Purpose::Charge;
        !is_charge_of_2024 || self.r62_run_2024 == RunOf2024::TwoDice
    }
}

fn fill_terrain(scene: &Scene, input: &mut Input) {
    let ground = scene.facts(roles::RIDER).and_then(|rider| rider.value(GROUND));
    if let Some(ground) = ground.filter(|ground| *ground != Ground::Easy) {
        put(input, TERRAIN, ground.for_riders());
    }
}
