//! A formation: its profile in a roster, its trackers, and what follows from them. *Classification; Representation.*

mod derive;
pub mod lines;
mod row;
mod sign;
mod trackers;
mod words;

pub use derive::{base, derive, left, raised, survivor};
pub use trackers::{BATTLE_TRACKERS, SIDE_TRACKERS, TRACKERS};
pub use words::{GLANCE, describe, status_tags, why_irregular};

use super::facts::{GENERAL, GeneralState};
use super::terms::{Order, TroopType, Volley, each_once};
use crate::facts::*;
use lines::line;
use rules::prelude::*;
use rules::ruleset::UNIT_NAME_MAX;

/// A formation as a roster enters it.
pub const PROFILE: &Form = Formation::FORM;

form! {
    /// Elements of one type in a formation.
    pub struct ProfileGroup {
        /// Their type.
        troop: TroopType = unit(choice::<TroopType>()).named("type").label("Troops"),
        /// Number of elements.
        elements: i32 = unit(of(ELEMENTS)).help("An element is 6 to 12 men, or one gun."),
        /// Number of them in the first rank.
        front: i32 = unit(whole(0, 40)).label("First rank").help("How many of them stand in the first rank.")
            .follows("elements"),
    }
    agree(|group| bad_if(group.front > group.elements, "front", "No more can stand in front than there are."))
}

form! {
    /// A formation of a roster.
    pub struct Formation {
        /// Its name.
        name: String = unit(text(UNIT_NAME_MAX)).label("Name"),
        /// State by training.
        nature: Order = unit(of(NATURE))
            .help("A formation that is Irregular by nature stays so all game."),
        /// Its elements.
        groups: Vec<ProfileGroup> = unit(list::<ProfileGroup>(1, 4)).label("Elements"),
        /// Way in which rear ranks of its Firearms shoot too.
        volley: Volley = unit(of(VOLLEY)).rare()
            .help("Late Swedish volleys and longbows let the rear ranks of Firearms shoot too."),
        /// True if its Dragoons begin on horseback.
        mounted: bool = unit(of(MOUNTED)).rare()
            .help("For Dragoons alone: whether they begin on horseback."),
        /// True if its side's General begins with it.
        general_joined: bool = unit(of(GENERAL_JOINED))
            .help("A side has one General; he can join one formation."),
    }
    agree(Formation::agree)
}

/// The General of `side` falls: that of the procedure's side, or of the enemy's. *Melee Combat*: it makes every formation of
/// his within 12" Irregular; each is checked by itself.
pub fn general_falls(consequences: &mut ConsequencesBuilder, side: &'static str) {
    consequences.say("The General falls: check each formation of his side within 12\".");
    consequences.put(side, GENERAL, GeneralState::Killed);
}

/// Checks that a type that it was raised with can shoot at all, whatever its state. *Shooting*, table.
///
/// # Errors
/// The reason, for players.
pub fn is_armed(unit: &Facts) -> Result<(), Text> {
    let shoots = |troop: TroopType| {
        Order::ALL.iter().any(|state| [true, false].iter().any(|mounted| line(troop, *state, *mounted).is_some()))
    };
    if raised(unit).any(shoots) { Ok(()) } else { Err("Nothing in it ever shoots.".into()) }
}

impl Formation {
    fn agree(&self) -> Result<(), Refusal> {
        let types: Vec<TroopType> = self.groups.iter().map(|group| group.troop).collect();
        each_once(&types, "groups")
    }
}
