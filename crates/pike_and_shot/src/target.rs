//! Targets of fire, and the result for a target.

use super::casualties::{Harm, HitCause, Losses, Victims};
use super::effects;
use super::terms::{Armour, PikeArmour, RosterClass, TargetType, TroopType};
use super::unit::figures::{Body, Figures};
use crate::facts::*;
use crate::ids::{fields, roles};
use rules::form::path;
use rules::prelude::*;

choices! {
    /// Cover of the target, seen from the firer. *Terrain.*
    pub enum Cover {
        Open = "open" "In the open",
        Hedge = "hedge" "Behind a hedge",
        Woods = "woods" "In woods",
        OtherSoft = "other_cover" "In other cover",
        Town = "town" "In a town",
        Wall = "wall" "Behind a wall",
        OtherHard = "other_hard_cover" "In other hard cover",
    }
}

form! {
    /// Target of fire.
    pub struct Target {
        ..body: Body,
        troop_type: TargetType = unit(of(TROOPS)),
        counters: i32 = unit(of(COUNTERS)),
        morale_class: RosterClass = unit(of(CLASS)),
        general_with: bool = unit(of(GENERAL_WITH)),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(Target::validate)
}

outcome! {
    /// Result for the target.
    pub struct Struck {
        /// Hits: a counter each, except for a general.
        pub hits: i32,
        /// Figures lost: no more than the hits, and no more than the target has.
        pub figures_lost: i32,
        /// Pikemen among them.
        pub pikes_lost: i32,
        /// Musketeers among them.
        pub muskets_lost: i32,
        /// Counters of the target after the hits; at least 0.
        pub target_counters: i32,
        /// True if the target is at its breaking number. `None` while its class is unknown.
        pub breaks: Option<bool>,
        /// True if no figure is left.
        pub destroyed: bool,
        /// True if the target's class must be rolled now.
        pub morale_class_roll_due: bool,
        /// True if a casualty roll is due for a general.
        pub general_test_due: bool,
    }
}

impl Cover {
    /// True if cover lets the target roll to save. A hedge gives no save. Only hard cover, such as walls and buildings, saves from guns. *Hedges
    /// and Walls; Woods Towns and Villages; Firing Artillery.*
    pub fn saves(self, from: HitCause) -> bool {
        match self {
            Cover::Open | Cover::Hedge => false,
            Cover::Woods | Cover::OtherSoft => from == HitCause::Hand,
            Cover::Town | Cover::Wall | Cover::OtherHard => true,
        }
    }
}

impl Target {
    fn validate(&self) -> Result<(), Refusal> {
        match self.troops() {
            Some(troop_type) => self.body.check(troop_type),
            None => self.validate_general(),
        }
    }

    /// Refuses figures, armour, counters, a class and `general_with` for a target that is a general. *Generals.*
    fn validate_general(&self) -> Result<(), Refusal> {
        const WHY: &str = "A general by himself has no figures, armour, counters or class.";
        let figures = &self.body.figures;
        bad_if(figures.pikes > 0, field!(Figures, pikes), WHY)?;
        bad_if(figures.muskets > 0, field!(Figures, muskets), WHY)?;
        bad_if(figures.figures.is_some(), field!(Figures, figures), WHY)?;
        bad_if(self.body.pike_armour != PikeArmour::Unarmoured, field!(Body, pike_armour), WHY)?;
        bad_if(self.body.armour != Armour::Unarmoured, field!(Body, armour), WHY)?;
        bad_if(self.counters > 0, field!(Target, counters), WHY)?;
        bad_if(self.morale_class != RosterClass::Unknown, field!(Target, morale_class), WHY)?;
        bad_if(self.general_with, field!(Target, general_with), WHY)
    }

    /// Type of the target's troops; `None` for a general.
    pub fn troops(&self) -> Option<TroopType> {
        self.troop_type.troops()
    }

    /// Figures that can fall; none for a general.
    pub fn victims(&self) -> Victims {
        self.troops().map_or_else(Victims::default, |troop_type| Victims::of(&self.body, troop_type, &self.own))
    }

    /// Figures that can fall. Also records the players' own modifiers.
    pub fn victims_of(&self, dice: &mut Dice) -> Victims {
        dice.once(|dice| dice.with_owner(roles::TARGET, None, |dice| self.own.record(dice)));
        self.victims()
    }

    /// Result for the target: a counter for each hit, even if no figure falls.
    pub fn struck(&self, harm: Harm) -> Struck {
        let hit = harm.hits > 0;
        let Some(_) = self.troops() else {
            return Struck { general_test_due: hit, ..Struck::unharmed(harm.hits) };
        };
        let victims = self.victims();
        let losses = victims.lose(harm);
        let target_counters = self.counters + harm.hits;
        Struck {
            hits: harm.hits,
            figures_lost: losses.figures,
            pikes_lost: losses.pikes,
            muskets_lost: losses.muskets,
            target_counters,
            breaks: self.morale_class.breaks_at(target_counters),
            destroyed: losses.figures == victims.total(),
            morale_class_roll_due: hit && self.morale_class == RosterClass::Unknown,
            general_test_due: hit && self.general_with,
        }
    }
}

impl Struck {
    fn unharmed(hits: i32) -> Self {
        Self {
            hits,
            figures_lost: 0,
            pikes_lost: 0,
            muskets_lost: 0,
            target_counters: 0,
            breaks: None,
            destroyed: false,
            morale_class_roll_due: false,
            general_test_due: false,
        }
    }
}

/// Chances of fire. The chance of breaking is left out for a target that is at its breaking number already.
pub const CHANCES: &[Chance] = &[
    Chance::of("a hit", field!(Struck, hits), Is::AtLeast(1)),
    Chance::of("a figure lost", field!(Struck, figures_lost), Is::AtLeast(1)).for_own(),
    Chance::of("breaks", field!(Struck, breaks), Is::True)
        .fateful("{foe} broke under fire", "{foe} held under fire")
        .for_own()
        .moot(|input| is_at_its_number(input, fields::TARGET)),
];

/// True if the unit at this path of the input is at its breaking number before the act. False while its class is unknown. *Morale.*
pub fn is_at_its_number(input: &Input, unit: &str) -> bool {
    let unit = path::object(input, unit);
    let counters = answer(&unit, COUNTERS).unwrap_or(0);
    answer(&unit, CLASS).and_then(|class| class.breaks_at(counters)) == Some(true)
}

/// Axes of the charts of fire.
pub const AXES: &[Axis] =
    &[Axis::of("hits", field!(Struck, hits)), Axis::of("figures lost", field!(Struck, figures_lost))];

impl Struck {
    fn losses(&self) -> Losses {
        Losses { figures: self.figures_lost, pikes: self.pikes_lost, muskets: self.muskets_lost }
    }

    /// The result in words: `2 hits: +1 counter each; one musketeer falls.`
    fn headline(&self) -> Text {
        let losses = effects::fallen(self.losses());
        match self.hits {
            0 => "No hit.".into(),
            1 => text!("1 hit: +1 counter; {losses}.", losses = losses),
            n => text!("{n} hits: +1 counter each; {losses}.", n = n, losses = losses),
        }
    }

    /// Describes the result for the target, and changes its trackers.
    pub fn describe(&self, target: &Target, consequences: &mut ConsequencesBuilder) {
        if target.troops().is_none() {
            // A general takes no counters. *Generals.*
            consequences.say(if self.hits == 0 { "He is not hit." } else { "He is hit: a roll decides how badly." });
            return;
        }
        consequences.say(self.headline());
        if self.hits == 0 {
            return;
        }
        consequences.say(effects::counters_held(self.target_counters, target.morale_class.known()));
        consequences.raise(roles::TARGET, COUNTERS, self.hits);
        effects::take_off(consequences, roles::TARGET, 0, self.losses());
        if self.destroyed {
            consequences.say("Nobody is left of it.").put(roles::TARGET, LOST, true);
        }
    }
}
