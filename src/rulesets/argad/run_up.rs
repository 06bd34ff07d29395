//! The straight run that a charge, or a javelin thrown from the saddle, needs.

use super::terms::{Edition, Mount, Terrain};
use crate::core::refusal::{Refusal, forbid_if};
use crate::dice::{Dice, Halt};
use crate::form::When;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::{Is, OddsQuery, Procedure, Role, Rule};
use crate::{choices, form, outcome};

/// The procedure.
pub const RUN_UP: Procedure = Procedure::of::<RunUp>("run_up", "Run-up")
    .heading("Cavalry charge; Throwing spear or javelin")
    .about("Is there room enough for a charge, or to throw a javelin at full speed? Throw only when it is close.")
    .participants(&[Role::own("rider", "Rider", "").fits(|unit| {
        super::unit::can_act(unit)?;
        if unit.is("mount", &["cavalry"]) { Ok(()) } else { Err("Only cavalry charges.".into()) }
    })])
    .chances(&[OddsQuery { label: "enough room", path: "success", is: Is::True }])
    .rulings(&["E", "R27", "R57"]);

choices! {
    /// Purposes of a run-up. *Cavalry charge; Throwing spear or javelin.*
    pub enum Purpose {
        Charge = "charge" "Charge",
        Javelin = "javelin" "Javelin",
    }
}

const CHARGING: &[When] = &[When { field: "purpose", is: &["charge"] }];

form! {
    /// Input of a run-up.
    pub struct RunUp {
        /// Edition of the sheet.
        edition: Edition = unit(choice::<Edition>()).or_id("april_2025").label("Edition").rare(),
        /// Purpose of the run.
        purpose: Purpose = choice_of(choice::<Purpose>()).or_id("charge").label("For a"),
        /// Mount, or `foot`.
        mount: Mount = unit(choice::<Mount>()).or_id("cavalry").label("Mount"),
        /// The ground crossed.
        terrain: Terrain = situation(choice::<Terrain>()).or_id("easy").label("Ground crossed"),
        /// The straight ride there is, in cm.
        straight_cm: f64 = situation(number(0.0, 40.0)).label("Straight ride, cm").usual(Constant::Number(12.0))
            .help("Before contact, or before the throw."),
        /// In contact when the turn began.
        in_contact_at_start: bool = unit(flag()).or(false).label("In contact at the start").when(CHARGING),
        /// Charged in the turn before.
        charged_last_turn: bool = unit(flag()).or(false).label("Charged last turn").when(CHARGING),
    }
}

outcome! {
    /// Result of a run-up.
    pub struct Run {
        /// True if there was room: two dice show no more than the centimetres, or none were needed.
        pub success: bool,
        /// It took dice to know.
        pub rolled: bool,
    }
}

impl Rule for RunUp {
    type Outcome = Run;

    fn permit(&self) -> Result<(), Refusal> {
        let charge = self.purpose == Purpose::Charge;
        forbid_if(self.mount != Mount::Cavalry, "mount", "Only cavalry charges; mounted infantry does not.")?;
        forbid_if(self.terrain != Terrain::Easy, "terrain", "The whole run must be on easy ground.")?;
        forbid_if(
            charge && self.in_contact_at_start,
            "in_contact_at_start",
            "Riders who begin the turn in contact cannot charge.",
        )?;
        forbid_if(
            charge && self.charged_last_turn,
            "charged_last_turn",
            "After a charge, a turn passes before the next.",
        )
    }

    fn play(&self, dice: &mut Dice) -> Result<Run, Halt> {
        // The sheet of 2024 asks for easy ground alone.
        let always = self.edition == Edition::Sheet2024 && self.purpose == Purpose::Charge;
        if always || self.straight_cm >= 12.0 {
            return Ok(Run { success: true, rolled: false });
        }
        if self.straight_cm < 2.0 {
            return Ok(Run { success: false, rolled: false });
        }
        // Two dice of centimetres are needed. *Cavalry charge.*
        let room = |needed| self.straight_cm >= f64::from(needed);
        Ok(Run { success: dice.sum_is("run_up", 6, 2, &room)?, rolled: true })
    }

    fn describe(&self, outcome: &Run, consequences: &mut ConsequencesBuilder) {
        match (self.purpose, outcome.success) {
            (Purpose::Charge, true) => {
                consequences.say("Room enough: they charge.").set("rider", "charging", true);
                consequences.due("melee", "The charge comes home, after the shooting.").participant("one", "rider");
            }
            (Purpose::Charge, false) => {
                consequences
                    .say("Too close: they come on without the bonus of a charge, and nobody may think better of it.");
                consequences.say("A couched lance is useless then: draw the sword.");
            }
            (Purpose::Javelin, true) => {
                consequences.say("Room enough: the javelin is thrown at full speed.");
                consequences.due("shoot", "The javelin is thrown.").participant("shooters", "rider");
            }
            (Purpose::Javelin, false) => {
                consequences.say("Too close: the javelin is thrown as from the halt.");
            }
        }
    }
}
