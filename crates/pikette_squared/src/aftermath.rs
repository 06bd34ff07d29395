//! Pursuit after a fight, and results applied to a unit by hand.

use super::bans::{FIGHTING, NIGHT_FALLEN, OFF_TABLE};
use super::result::{After, Effect, Instead, Lost, THE_UNIT, TableRulings};
use super::terms::{Fate, TroopType};
use super::unit::body::Body;
use super::words::{self, BY_SIDES};
use super::{ground, roll_off};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Roll to hold victors back from pursuit.
pub const PURSUIT: Procedure = Procedure::of::<Pursuit>(procedures::PURSUIT, "Pursuit")
    .heading("How to battle – fighting")
    .about("Militia and horse pursue a unit that routs before them, unless their player wins a roll-off.")
    .participants(&[Role::own(roles::UNIT, "Victor", "").fits(pursuer)])
    .chances(&[Chance::of("must pursue", field!(Pursued, must_pursue), Is::True)])
    .roll_names(BY_SIDES)
    .bans(&[&[
        NIGHT_FALLEN,
        OFF_TABLE,
        Ban::unit("nobody_routed", FIGHTING, "no enemy has routed in front.", |unit| Some(!unit.get(MUST_PURSUE)?)),
    ]])
    .steps_dice()
    .adjustable(roll_off::ADJUSTABLE)
    .rulings(&["R3", "R49"])
    .grouping(Grouping::in_turn());

/// Procedure that applies a result by hand.
pub const APPLY_RESULT: Procedure = Procedure::of::<ApplyResult>(procedures::APPLY_RESULT, "Apply a result by hand")
    .heading("How to battle – shooting; – morale chips; PHALANX; TERCIO")
    .about("For corrections by hand: hits, disorder or rout, with all that follows from them.")
    .participants(&[Role::own(roles::UNIT, "Unit", "unit").fits(there)])
    .rulings(&["R6", "R8", "R9", "R11", "R23"]);

form! {
    /// Input of a pursuit.
    pub struct Pursuit {
        winner_type: TroopType = unit(of(WINNER_TYPE)),
        move_squares: f64 = unit(of(MOVE_SQUARES)).help("A full move, in squares."),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Outcome of a pursuit.
    pub struct Pursued {
        /// True if the unit must pursue.
        pub must_pursue: bool,
        /// Distance of the pursuit in squares; 0 without one.
        pub pursuit_squares: f64,
    }
}

impl Rule for Pursuit {
    type Outcome = Pursued;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(!self.winner_type.pursues(), field!(Pursuit, winner_type), WHO_PURSUES)
    }

    fn play(&self, dice: &mut Dice) -> Result<Pursued, Halt> {
        // Only a roll that is won holds the unit back (R3).
        let must_pursue = !roll_off::is_won(&self.own, Equal::Other, dice)?;
        Ok(Pursued { must_pursue, pursuit_squares: if must_pursue { self.move_squares } else { 0.0 } })
    }

    fn describe(&self, pursued: &Pursued, consequences: &mut ConsequencesBuilder) {
        consequences.put(roles::UNIT, MUST_PURSUE, false).put(roles::UNIT, PURSUED, pursued.must_pursue);
        if pursued.must_pursue {
            let squares = words::squares(pursued.pursuit_squares);
            consequences.say(text!("It must pursue the routed unit: {squares}.", squares = squares));
            consequences
                .say("If it ends in the same square, it may attack the routed unit from the next initiative on.");
        } else {
            consequences.say("Held back: it does not pursue.");
        }
    }

    fn aftermath(&self, scene: &Scene, pursued: &Pursued, consequences: &mut ConsequencesBuilder) {
        if pursued.must_pursue {
            ground::leave(scene, consequences);
            ground::leave_square(scene, &[], consequences);
        }
    }
}

choices! {
    /// Origin of a result.
    pub enum Source {
        Table = "table" "Shooting or fighting",
        Morale = "morale" "A chip, or courage",
    }
}

form! {
    /// Result that players apply by hand.
    pub struct ApplyResult {
        unit: Body = unit(object::<Body>()).label("Unit"),
        hits: i32 = situation(of(HITS)),
        effect: Effect = situation(choice::<Effect>()).or_id("none").label("Effect"),
        source: Source = situation(choice::<Source>()).or_id("table").label("Comes from"),
        rulings: TableRulings = choice_of(object::<TableRulings>()).or_empty().rare(),
    }
}

outcome! {
    /// State of the unit after a result was applied.
    pub struct Applied {
        /// State afterwards.
        pub state: Fate,
        /// Stands left; at least 0.
        pub stands: i32,
        /// Hits on its marked stand.
        pub hits: i32,
        /// Chips lost by the unit's side.
        pub chips_lost: i32,
        /// Length of the rout move in squares if the unit has just routed, otherwise 0.
        pub rout_move_squares: f64,
        asides {
            /// Stands lost by hits; at least 0.
            pub stands_by_hits: i32,
            /// Loss in place of a rout.
            pub instead_of_rout: Instead,
            /// Hits removed with a stand in place of a rout.
            pub hits_gone: i32,
        }
    }
}

impl Rule for ApplyResult {
    type Outcome = Applied;

    fn play(&self, _: &mut Dice) -> Result<Applied, Halt> {
        let effect = match self.source {
            Source::Table => self.effect.by_table_on(self.unit.state, self.rulings.r6_second_disorder),
            Source::Morale => self.effect.on_morale_of(self.unit.state),
        };
        let After { fate, stands, hits, chips_lost, rout_move, lost } =
            self.unit.suffers(self.hits, effect, self.rulings.on_blocks());
        Ok(Applied {
            state: fate,
            stands,
            hits,
            chips_lost,
            rout_move_squares: rout_move,
            stands_by_hits: lost.by_hits,
            instead_of_rout: lost.instead,
            hits_gone: lost.hits_gone,
        })
    }

    fn describe(&self, applied: &Applied, consequences: &mut ConsequencesBuilder) {
        let Applied { state: fate, stands, hits, chips_lost, rout_move_squares: rout_move, .. } = *applied;
        let lost =
            Lost { by_hits: applied.stands_by_hits, instead: applied.instead_of_rout, hits_gone: applied.hits_gone };
        consequences.say(text!(
            "{state}: {stands}, {hits} on the marked one.",
            state = words::word(fate),
            stands = text!("{n} {n|stand|stands}", n = stands),
            hits = words::hits(hits)
        ));
        After { fate, stands, hits, chips_lost, rout_move, lost }.describe(&self.unit, THE_UNIT, consequences);
    }
}
