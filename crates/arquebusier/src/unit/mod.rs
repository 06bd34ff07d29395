//! A formation: profile in a roster, trackers, derived facts. *Classification; Representation.*

mod derive;
pub mod lines;
mod sign;
mod states;
mod trackers;
mod words;

pub use derive::{base, derive, left, raised, survivor};
pub use states::STATES;
pub use trackers::TRACKERS;
pub use words::{GLANCE, PAPER, describe, why_irregular};

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
        troop: TroopType = unit(of(TYPE)).named(TYPE.id()),
        elements: i32 = unit(of(ELEMENTS)).help("An element is 6 to 12 men, or one gun."),
        front: i32 = unit(of(FRONT)).help("How many of them stand in the first rank.")
            .follows(ELEMENTS.id()),
    }
    validate(|group| bad_if(group.front > group.elements, field!(ProfileGroup, front), "No more can stand in front than there are."))
}

form! {
    /// A formation of a roster.
    pub struct Formation {
        name: String = unit(text(UNIT_NAME_MAX)).label("Name"),
        nature: Order = unit(of(NATURE))
            .help("A formation that is Irregular by nature stays so all game."),
        groups: Vec<ProfileGroup> = unit(list::<ProfileGroup>(1, MOST_TYPES)).label("Elements"),
        volley: Volley = unit(of(VOLLEY)).rare()
            .help("Late Swedish volleys and longbows let the rear ranks of Firearms shoot too."),
        mounted: bool = unit(of(MOUNTED)).rare()
            .help("For Dragoons alone: whether they begin on horseback."),
        general_joined: bool = unit(of(GENERAL_JOINED))
            .help("A side has one General; he can join one formation."),
    }
    validate(Formation::validate)
}

/// Records the fall of the General of `side`: the acting side, or the enemy. Each formation of that side then has its own check, which
/// makes it Irregular if it was within 12" of him. *Melee Combat.*
pub fn general_falls(consequences: &mut ConsequencesBuilder, side: &'static str) {
    consequences.say("The General falls: check each formation of his side within 12\".");
    consequences.put(side, GENERAL, GeneralState::Killed);
}

/// Accepts formations raised with a type that can shoot, whatever their state. *Shooting*, table.
///
/// # Errors
/// A reason for players.
pub fn is_armed(unit: &Facts) -> Result<(), Text> {
    let shoots = |troop: TroopType| {
        Order::ALL.iter().any(|state| [true, false].iter().any(|mounted| line(troop, *state, *mounted).is_some()))
    };
    if raised(unit).any(shoots) { Ok(()) } else { Err("Nothing in it ever shoots.".into()) }
}

impl Formation {
    fn validate(&self) -> Result<(), Refusal> {
        let types: Vec<TroopType> = self.groups.iter().map(|group| group.troop).collect();
        each_once(&types, field!(Formation, groups))
    }
}
