//! Loading.

use super::bans::{BUSY_FORMING, HELD_UP, OF_ACTS, PHASE, SAID_TO_BE_IDLE, STUNNED_SOLDIERS, is_known};
use super::facts::loads::LOADS;
use super::input::{Input, MOVEMENT, RELOAD_LEFT, SHOT_WITH, put};
use super::loading::{hands, loads_of, stock_of, to_load};
use super::terms::{Missile, Mount, Movement};
use super::unit::{self, began_in_contact_all, has_blow_left, has_moved, shot_all, touched_all, usual_movement};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that loads weapons.
pub const RELOAD: Procedure = Procedure::of::<Reload>(procedures::RELOAD, "Reload")
    .heading("Weapon cards; Firearms")
    .about("One turn of loading for shooters who stand still and are left alone. It also counts by itself when the next turn begins.")
    .participants(&[Role::own(roles::SHOOTER, "Shooter", "").fits(unit::is_loader)])
    .bans(&[OF_ACTS, BANS, &[PHASE]])
    .rulings(&["R12", "R46", "R53"])
    .grouping(Grouping::in_turn())
    .known(known_of_loading)
    .fill(fill);

/// Bans of loading. In a group, only figures that did nothing else load.
const BANS: &[Ban] = &[
    STUNNED_SOLDIERS,
    HELD_UP,
    SAID_TO_BE_IDLE,
    BUSY_FORMING,
    // A threat does not prevent loading, but contact does (R12). In a request without a battle, a unit in contact that also shot gets only
    // the ban for the shot.
    Ban::unit("in_contact", "Firearms; Cavalry and mounted infantry; R12", "in contact this turn", |unit| {
        let is_named = unit.record().is_some() || unit.answer(FIRED) != Some(true);
        let touched = |facts: &Facts| touched_all(facts) || began_in_contact_all(facts);
        Some(is_named && is_known(unit, touched, CONTACTED))
    })
    .at(CONTACTED),
    Ban::unit("fired", "Firearms", "shot already taken this turn", |unit| Some(is_known(unit, shot_all, FIRED)))
        .at(FIRED),
    Ban::unit("struck", "Firearms: a whole game turn", "blow already struck this turn", |unit| {
        unit.record().map(|facts| !has_blow_left(facts))
    }),
    Ban::unit("moved", "Weapon cards", "already moved", |unit| {
        let moves =
            unit.answer(MOVEMENT).is_some_and(|movement| movement.is_moving(unit.get(CLOSE_ORDER) == Some(true)));
        Some(moves || unit.record().is_some_and(has_moved))
    })
    .at(MOVEMENT),
    Ban::unit("reloaded", "Firearms", "already loading", |unit| unit.get(RELOADED)),
    Ban::unit("loaded", "Firearms", "everything is loaded", |unit| unit.record().map(|facts| is_loaded(unit, facts))),
];

/// True if no weapon of the chosen kind can be loaded this turn; if players chose none, no weapon of any kind.
fn is_loaded(unit: &Judged, facts: &Facts) -> bool {
    let kinds = to_load(facts);
    match unit.answer(SHOT_WITH) {
        Some(missile) => {
            let loads = loads_of(facts, missile);
            loads.is_some_and(|loads| !kinds.iter().any(|kind| kind.missile == loads.missile))
        }
        None => kinds.is_empty(),
    }
}

form! {
    /// Input of loading.
    pub struct Reload {
        weapon: Missile = unit(choice::<Missile>()).label("Weapon"),
        /// Turns still needed when this turn began.
        reload_left: i32 = unit(whole(1, 2)).label("Turns still to load"),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        movement: Movement = situation(choice::<Movement>()).or_id("immobile").label("This turn"),
        close_order: bool = unit(of(CLOSE_ORDER)),
        threatened: bool = situation(flag()).or(false).label("Could have been contacted").rare(),
        contacted: bool = situation(of(CONTACTED)),
        fired: bool = situation(of(FIRED)),
        disabled: bool = unit(of(DISABLED)),
    }
}

outcome! {
    /// State of loading. *Firearms.*
    pub struct Reloaded {
        /// Turns still needed; 0 once loaded.
        pub reload_left: i32,
        /// True if loaded for the next turn.
        pub loaded: bool,
    }
}

impl Rule for Reload {
    type Outcome = Reloaded;

    fn permit(&self) -> Result<(), Refusal> {
        let turns = self.weapon.reload_turns();
        forbid_if(turns == 0, field!(Reload, weapon), "Bows and javelins need no turn to load.")?;
        // Not refused by the form, because bans of the input are reported first.
        bad_if(self.reload_left > turns, field!(Reload, reload_left), "This weapon is loaded sooner.")
    }

    fn play(&self, _: &mut Dice) -> Result<Reloaded, Halt> {
        let reload_left = self.reload_left - 1;
        Ok(Reloaded { reload_left, loaded: reload_left == 0 })
    }

    fn describe(&self, outcome: &Reloaded, consequences: &mut ConsequencesBuilder) {
        consequences.say(if outcome.loaded {
            text!("Loaded: ready to shoot next turn.")
        } else {
            text!("{n} turn of loading to go.", n = outcome.reload_left)
        });
        consequences.put(roles::SHOOTER, RELOADED, true);
    }

    /// Each figure that did not shoot, strike or touch an enemy does a turn of loading on one weapon. Half-loaded weapons come first. *Firearms.*
    fn aftermath(&self, scene: &Scene, _: &Reloaded, consequences: &mut ConsequencesBuilder) {
        let Some(unit) = scene.facts(roles::SHOOTER) else { return };
        if let Some((tracked, stock)) = loads_of(unit, self.weapon).zip(stock_of(unit, self.weapon)) {
            let after = stock.after_loading(tracked.loading.is_some(), hands(unit));
            let loaded = after.loaded - stock.loaded;
            // Half-loaded weapons that became ready are subtracted, so `begun` counts only weapons whose loading began this turn.
            let begun = if tracked.loading.is_some() { after.loading - (stock.loading - loaded) } else { 0 };
            if loaded > 0 {
                consequences.say(text!("{n} more loaded.", n = loaded));
            }
            if begun > 0 {
                consequences.say(text!("{n} more loaded by half.", n = begun));
            }
            consequences.count(roles::SHOOTER, tracked.loaded, stock.loaded, after.loaded);
            if let Some(loading) = tracked.loading {
                consequences.count(roles::SHOOTER, loading, stock.loading, after.loading);
            }
        }
    }
}

/// Fills in the weapon to load, the turns that it needs, and what the unit did this turn.
fn fill(scene: &Scene, input: &mut Input) {
    // The melee weapon has the same id in a unit's facts, so it is removed.
    let said = input.remove(SHOT_WITH.id()).as_ref().and_then(Missile::read);
    let Some(unit) = scene.facts(roles::SHOOTER) else { return };
    // If nothing has to be loaded, the panel shows the first weapon.
    let carried = || LOADS.iter().find(|load| unit.knows(load.loaded));
    let missile = said.or_else(|| to_load(unit).first().copied().or_else(carried).map(|kind| kind.missile));
    if let Some(missile) = missile {
        put(input, SHOT_WITH, missile);
        let begun = stock_of(unit, missile).is_some_and(|stock| stock.loading > 0);
        let left = if begun { 1 } else { missile.reload_turns() };
        put(input, RELOAD_LEFT, left);
    }
    put(input, FIRED, shot_all(unit));
    put(input, CONTACTED, began_in_contact_all(unit) || touched_all(unit));
    put(input, MOVEMENT, usual_movement(unit));
    put(input, DISABLED, unit.holds(DISABLED));
}

/// True for fields about this turn that the unit's trackers decide.
fn known_of_loading(scene: &Scene, place: &str) -> bool {
    scene.facts(roles::SHOOTER).is_some() && [MOVEMENT.id(), CONTACTED.id(), FIRED.id()].contains(&place)
}
