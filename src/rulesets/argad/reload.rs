//! Loading.

use super::facts::RELOADED;
use super::loading::{hands, loads_of, stock_of};
use super::shoot::weapons::Missile;
use super::terms::{Mount, Movement};
use super::turn::duties::{self, Kind};
use super::{fill, unit};
use crate::core::refusal::{Refusal, bad_if, forbid_if};
use crate::dice::{Dice, Halt};
use crate::form::Filled;
use crate::outcome::Record;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::{Procedure, Role, Rule};
use crate::rules::table::Scene;
use crate::{form, outcome, text};
use serde_json::{Map, Value as Json};

/// The procedure.
pub const RELOAD: Procedure = Procedure::of::<Reload>("reload", "Reload")
    .heading("Weapon cards; Firearms")
    .about("One turn of loading for shooters who stand still and are left alone. It also counts by itself when the next turn begins.")
    .participants(&[Role::own("shooter", "Shooter", "").fits(unit::is_loader)])
    .aftermath(load)
    .rulings(&["R12", "R46", "R53"])
    .known(fill::known_of_loading)
    .fill(fill::reload);

form! {
    /// Input of loading.
    pub struct Reload {
        /// Weapon to load.
        weapon: Missile = unit(choice::<Missile>()).label("Weapon"),
        /// Turns still to go when this turn began.
        reload_left: i32 = unit(whole(1, 2)).label("Turns still to load"),
        /// Mount, or `foot`.
        mount: Mount = unit(choice::<Mount>()).or_id("foot").label("Mount"),
        /// Movement this turn.
        movement: Movement = situation(choice::<Movement>()).or_id("immobile").label("This turn"),
        /// In close order.
        close_order: bool = unit(flag()).or(false).label("In close order"),
        /// Could be contacted.
        threatened: bool = situation(flag()).or(false).label("Could have been contacted").rare(),
        /// In contact at any time this turn.
        contacted: bool = situation(flag()).or(false).label("In contact this turn"),
        /// Shot this turn.
        fired: bool = situation(flag()).or(false).label("Shot this turn"),
        /// Stunned or blocked.
        disabled: bool = unit(flag()).or(false).label("Stunned or blocked"),
    }
}

outcome! {
    /// State of loading. *Firearms.*
    pub struct Reloaded {
        /// Turns still to go; 0 once it is loaded.
        pub reload_left: i32,
        /// Ready for the next turn.
        pub loaded: bool,
    }
}

impl Rule for Reload {
    type Outcome = Reloaded;

    fn permit(&self) -> Result<(), Refusal> {
        let turns = self.weapon.reload_turns();
        forbid_if(turns == 0, "weapon", "Bows and javelins need no turn to load.")?;
        bad_if(self.reload_left > turns, "reload_left", "This weapon is loaded sooner.")?;
        forbid_if(self.disabled, "disabled", "Whoever is stunned or blocked does nothing this turn.")?;
        forbid_if(self.fired, "fired", "Loading takes a whole turn of its own: not the turn of the shot.")?;
        // To be threatened is no hindrance, to be struck is (R12).
        forbid_if(self.contacted, "contacted", "Nobody loads in contact with an enemy.")?;
        forbid_if(
            self.movement.is_moving(self.close_order),
            "movement",
            "Loading takes a whole turn of standing still.",
        )
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
        consequences.put("shooter", RELOADED, true);
    }
}

/// Loads: each figure that neither shot nor struck brings one weapon on by a turn, those nearer to ready first. *Firearms.*
fn load(scene: &Scene, input: &Map<String, Json>, _: &Record, consequences: &mut ConsequencesBuilder) {
    let (Ok(reload), Some(unit)) = (Reload::from_object(input), scene.unit("shooter")) else { return };
    if let Some((own, stock)) = loads_of(unit, reload.weapon).zip(stock_of(unit, reload.weapon)) {
        let after = stock.after_loading(own.loading.is_some(), hands(unit));
        let more = |before: i32, after: i32| if after > before { after - before } else { 0 };
        if more(stock.loaded, after.loaded) > 0 {
            consequences.say(text!("{n} more loaded.", n = more(stock.loaded, after.loaded)));
        }
        if own.loading.is_some() && more(stock.loading, after.loading) > 0 {
            consequences.say(text!("{n} more loaded by half.", n = more(stock.loading, after.loading)));
        }
        consequences.count("shooter", own.loaded, stock.loaded, after.loaded);
        if let Some(loading) = own.loading {
            consequences.count("shooter", loading, stock.loading, after.loading);
        }
    }
    let loads =
        |duty: &duties::OpenDuty| duty.kind == Kind::Load && scene.id("shooter").is_some_and(|unit| duty.names(unit));
    duties::settle(scene, consequences, loads, []);
}
