//! Movement allowance of a formation. *Manoeuvre Commands; Shooting; Melee Combat.*

use super::super::bans::{BATTLE_OVER, DESTROYED, wrong_phase};
use super::super::facts::*;
use super::super::terms::{TroopType, each_once};
use super::super::unit::base;
use crate::ids::{phases, procedures, roles};
use rules::prelude::*;

/// Procedure that computes how far a formation may move.
pub const MOVEMENT_ALLOWANCE: Procedure = Procedure::of::<Movement>(procedures::MOVEMENT_ALLOWANCE, "Move")
    .moves()
    .heading("Manoeuvre Commands; Shooting; Melee Combat")
    .about("Movement allowance of a formation that obeys a command, or closes up in melee.")
    .participants(&[
        Role::own(roles::FORMATION, "Formation", ""),
        Role::enemy_without_fields(roles::TOUCHED, "Enemies that it touches now").several(0, 9),
    ])
    .rulings(&["R8", "R10", "R19", "R25", "R28", "R31"])
    .grouping(Grouping::in_turn())
    .bans(&[&[BATTLE_OVER, wrong_phase(is_in_another_phase), DESTROYED], BANS])
    .fill(|scene, input| {
        put(input, REASON, Reason::in_phase(scene.table.phase));
    });

/// Bans of a move, either ordered or closing up.
const BANS: &[Ban] = &[
    Ban::unit("moved", "Manoeuvre Commands", "already moved this turn.", |unit| {
        Some(is_ordered(unit)? && unit.get(MOVED_THIS_TURN)?)
    }),
    Ban::unit("restored", "Melee Combat", "order restored this turn, instead of a move or a shot.", |unit| {
        Some(is_ordered(unit)? && unit.get(RESTORED_THIS_TURN)?)
    }),
    Ban::unit("changing", "Melee Combat", "The Dragoons of {name} mount or dismount instead of moving.", |unit| {
        Some(is_ordered(unit)? && unit.get(CHANGING)?)
    }),
    Ban::unit("artillery_shot", "Shooting", "The artillery of {name} shot, and keeps still this turn.", |unit| {
        Some(is_ordered(unit)? && unit.get(ARTILLERY_SHOT)?)
    }),
    Ban::unit("no_order", "Manoeuvre Commands", "no command to move was obeyed.", |unit| {
        Some(is_ordered(unit)? && !unit.get(COMMAND_PASSED)?)
    })
    .at(COMMAND_PASSED),
    Ban::unit("not_in_contact", "Melee Combat", "no enemy in contact.", |unit| {
        Some(!is_ordered(unit)? && !unit.get(IN_MELEE)?)
    })
    .at(IN_MELEE)
    .even_if_overridden(),
    // A formation closes up once in a turn, in addition to an ordered move. (R28)
    Ban::unit("closed_up", "Melee Combat", "already closed up this turn.", |unit| {
        Some(!is_ordered(unit)? && unit.get(CLOSED_UP)?)
    }),
];

/// Field for the reason of the move.
pub const REASON: Fact<Reason> = fact!(field!(Movement, reason));

fn is_ordered(unit: &Judged) -> Option<bool> {
    Some(unit.get(REASON)? == Reason::Manoeuvre)
}

/// True if the move's reason belongs to another phase. An input without a reason, such as that of an offer, has the reason of the phase.
fn is_in_another_phase(act: &Attempt) -> bool {
    let phase = act.scene.table.phase;
    answer(act.input, REASON).unwrap_or(Reason::in_phase(phase)).phase() != phase
}

/// True if no ban of a unit forbids an ordered move.
pub fn may_move(unit: &Facts) -> bool {
    has_elements(unit) && MOVEMENT_ALLOWANCE.may(unit, &[(REASON.id(), Reason::Manoeuvre.id().into())])
}

choices! {
    /// Reasons to move. *Manoeuvre Commands.*
    pub enum Reason {
        Manoeuvre = "manoeuvre" "By command",
        CloseUp = "close_up" "Closing up in melee",
    }
}

impl Reason {
    /// Reason of a move in a phase. Formations close up in the melee step, and ordered moves come before it. *Melee Combat.* (R10)
    fn in_phase(phase: &str) -> Self {
        if phase == phases::MELEE { Reason::CloseUp } else { Reason::Manoeuvre }
    }

    /// Id of the phase to which a move with this reason belongs.
    fn phase(self) -> &'static str {
        match self {
            Reason::Manoeuvre => phases::MOVE,
            Reason::CloseUp => phases::MELEE,
        }
    }
}

form! {
    /// Input of a move.
    pub struct Movement {
        types: Vec<TroopType> = unit(of(TYPES)),
        mounted: bool = unit(of(MOUNTED)),
        fire_losses: i32 = unit(of(FIRE_LOSSES)),
        reason: Reason = choice_of(choice::<Reason>()).or_id("manoeuvre").label("Why"),
        command_passed: bool = unit(of(COMMAND_PASSED))
            .when(&[When { field: field!(Movement, reason), is: &["manoeuvre"] }]),
        in_melee: bool = unit(of(IN_MELEE))
            .when(&[When { field: field!(Movement, reason), is: &["close_up"] }]),
    }
    validate(|movement| each_once(&movement.types, field!(Movement, types)))
}

outcome! {
    /// Movement allowance in inches. *Manoeuvre Commands.*
    pub struct Allowance {
        /// Inches by type: 6 on foot, 12 mounted.
        pub base_in: i32,
        /// Inches lost to losses under fire: one each, at most all.
        pub reduction_in: i32,
        /// Inches left; at least 0.
        pub max_in: i32,
        /// True if no inches are left.
        pub immobilised: bool,
    }
}

impl Rule for Movement {
    type Outcome = Allowance;

    fn play(&self, _: &mut Dice) -> Result<Allowance, Halt> {
        let base_in = base(self.types.iter().copied(), self.mounted);
        // Each element lost under fire costs an inch, until the formation cannot move.
        let reduction_in = self.fire_losses.min(base_in);
        let max_in = base_in - reduction_in;
        Ok(Allowance { base_in, reduction_in, max_in, immobilised: max_in == 0 })
    }

    fn describe(&self, outcome: &Allowance, consequences: &mut ConsequencesBuilder) {
        if outcome.immobilised {
            consequences.say("It cannot move at all.");
        } else {
            consequences.say(text!("Up to {n}\".", n = outcome.max_in));
        }
        if outcome.reduction_in > 0 {
            let (base, less) = (outcome.base_in, outcome.reduction_in);
            consequences.say(text!("{base}\", less {less}\" for elements lost under fire.", base = base, less = less));
        }
        match self.reason {
            Reason::Manoeuvre => {
                consequences.put(roles::FORMATION, ORDER, Marker::None);
                if !outcome.immobilised {
                    consequences.put(roles::FORMATION, MOVED_THIS_TURN, true);
                }
            }
            Reason::CloseUp => {
                consequences.put(roles::FORMATION, CLOSED_UP, true);
            }
        }
    }

    /// Records contacts made by the move. If the formation closes up, also records the enemies in contact on which it has closed up. *Melee
    /// Combat.*
    fn aftermath(&self, scene: &Scene, outcome: &Allowance, consequences: &mut ConsequencesBuilder) {
        let Some(formation) = scene.facts(roles::FORMATION) else { return };
        if self.reason == Reason::CloseUp && !outcome.immobilised && formation.lists_any(CONTACTS) {
            consequences.put(roles::FORMATION, CLOSED_UP_ON, contacts(formation));
        }
        let held = contacts(formation);
        let new: Vec<String> = scene.ids(roles::TOUCHED).into_iter().filter(|id| !held.contains(id)).collect();
        if !new.is_empty() {
            consequences.put(roles::FORMATION, CONTACTS, [held, new].concat());
        }
    }
}
