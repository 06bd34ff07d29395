//! Pursuers who run into fresh enemies. *Reaction Tests 3; Melee.*

use super::super::bans::{BROKEN, OUT_OF_BATTLE, PHASE};
use super::super::effects;
use super::super::facts;
use super::super::terms::{Response, TargetType};
use super::pursuit::{HELD, may_pursue};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure for pursuers whose move ends in contact with enemies that have not broken.
pub const RUN_INTO: Procedure = Procedure::of::<RunInto>(procedures::RUN_INTO, "Run into fresh enemies")
    .heading("Reaction Tests 3; Melee")
    .about("A pursuit ends its move in contact with enemies who have not broken: it fights them as a charger, without a test.")
    .participants(&[
        Role::own(roles::UNIT, "Who pursues", "").fits(may_pursue),
        Role::enemy_without_fields(roles::ENEMIES, "Fresh enemies").several(1, 8).fits(stands_in_the_way),
    ])
    .rulings(&["R17", "R36"])
    .bans(&[&[OUT_OF_BATTLE, BROKEN, HELD, NO_PURSUIT, PHASE]])
    .fill(|scene, input| {
        let enemies = scene.units(roles::ENEMIES);
        if !enemies.is_empty() {
            put(input, GUNS_ALONE, enemies.iter().all(|enemy| is_gun(&enemy.facts)));
        }
    });

const GUNS_ALONE: Fact<bool> = fact!("guns_alone");

fn is_gun(unit: &Facts) -> bool {
    unit.equals(TROOPS, TargetType::Artillery)
}

/// Only a unit that went on in pursuit this bound can run into enemies. (R17)
const NO_PURSUIT: Ban = Ban::unit("no_pursuit", "Reaction Tests 3", "no pursuit carried on this bound.", |unit| {
    let over = unit.get(PURSUIT_OF).is_some_and(|enemy| enemy.is_empty());
    Some(!unit.get(PURSUIT_TESTED)? || over)
})
.at(PURSUIT_TESTED)
.hides_offer();

/// Accepts units that have not broken, including guns, whose crews break on contact. *Melee.*
fn stands_in_the_way(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    if unit.holds(facts::BROKEN) { Err("broken, so no melee.".into()) } else { Ok(()) }
}

form! {
    /// Pursuers who meet fresh enemies.
    pub struct RunInto {
        pursuit_tested: bool = unit(of(PURSUIT_TESTED)).label("Went on in pursuit this bound"),
        guns_alone: bool = situation(flag()).or(false).label("They are guns alone").rare(),
        cuts_down: bool = choice_of(flag()).or(true).label("The gunners").two_ways("Pursue them", "Let them run").decides()
            .help("Gunners break on contact. A unit that pursues them cuts them down.")
            .when(&[When { field: field!(RunInto, guns_alone), is: &["true"] }]),
    }
}

outcome! {
    /// Pursuers in contact with fresh enemies.
    pub struct Met {
        /// True if they fight the melee as chargers.
        pub charging: bool,
    }
}

impl Rule for RunInto {
    type Outcome = Met;

    fn play(&self, _: &mut Dice) -> Result<Met, Halt> {
        Ok(Met { charging: !self.guns_alone })
    }

    fn describe(&self, outcome: &Met, consequences: &mut ConsequencesBuilder) {
        consequences.say(match (outcome.charging, self.cuts_down) {
            (true, _) => {
                "It runs into fresh enemies. The melee is fought in the next bound, and it fights as a charger."
            }
            (false, true) => "It runs into gunners, who break on contact. It pursues them, and they are cut down.",
            (false, false) => "It runs into gunners, who break on contact. It does not pursue them.",
        });
        if outcome.charging {
            consequences.put(roles::UNIT, RAN_INTO, true);
        }
    }

    /// Records the contact, so that the melee is due in the next bound. *Move Sequence 4.* Gunners break instead. If the unit ran into guns
    /// alone and pursues the gunners, it cuts them down. *Melee.*
    fn aftermath(&self, scene: &Scene, outcome: &Met, consequences: &mut ConsequencesBuilder) {
        let Some(unit) = scene.facts(roles::UNIT) else { return };
        let cut_down = !outcome.charging && self.cuts_down;
        for (index, gun) in scene.units(roles::ENEMIES).iter().enumerate().filter(|(_, enemy)| is_gun(&enemy.facts)) {
            if cut_down {
                consequences.raise_nth(roles::ENEMIES, index, FIGURES, -figures_left(&gun.facts));
                consequences.put_nth(roles::ENEMIES, index, LOST, true);
            } else {
                consequences.put_nth(roles::ENEMIES, index, RESPONSE, Response::Break);
            }
        }
        let held = unit.value(CONTACTS).unwrap_or_default();
        let mut fresh = scene.units(roles::ENEMIES).to_vec();
        fresh.retain(|enemy| !is_gun(&enemy.facts));
        let touched = |id: &String| held.contains(id) || fresh.iter().any(|enemy| enemy.id == *id);
        let in_order = scene.table.units.iter().map(|enemy| enemy.id.clone()).filter(touched);
        consequences.put(roles::UNIT, CONTACTS, in_order.collect::<Vec<_>>());
    }
}
