//! Figures lost to hits that players rolled or agreed on outside the app. *Testing to See if Figures are Lost.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::casualties::{CasualtyRules, HitCause, Losses};
use super::super::effects;
use super::super::labels;
use super::super::target::{Cover, Target};
use super::{TARGET_FALLS, TARGET_SAVES};
use crate::facts::*;
use crate::ids::{fields, procedures, roles};
use rules::prelude::*;

/// Procedure that rolls for the figures lost to given hits.
pub const CASUALTY_TEST: Procedure =
    Procedure::of::<CasualtyTest>(procedures::CASUALTY_TEST, "Casualties of given hits")
        .heading("Testing to See if Figures are Lost")
        .about("Casualties of hits that were settled by hand. Add the counters of these hits by hand, too.")
        .participants(&[Role::enemy(roles::TARGET, "Unit hit", fields::TARGET).fits(effects::is_unit)])
        .chances(&[
            Chance::of("a figure lost", field!(Fallen, figures_lost), Is::AtLeast(1)),
            Chance::of("nobody left", field!(Fallen, destroyed), Is::True)
                .fateful("{foe} fell to the last figure", "{foe} survived the fire"),
        ])
        .bans(&[&[OUT_OF_BATTLE]])
        .roll_label(labels::roll_label)
        .axes(&[Axis::of("figures lost", field!(Fallen, figures_lost))])
        .adjustable(&[TARGET_FALLS, TARGET_SAVES])
        .rulings(&["R1", "R4", "R30"]);

choices! {
    /// Cause of the hits. Armour and cover do not help against every cause.
    pub enum HitsFrom {
        SmallArms = "small_arms" "Small arms",
        Melee = "melee" "Melee",
        Artillery = "artillery" "Artillery",
    }
}

form! {
    /// Hits on a unit.
    pub struct CasualtyTest {
        hits: i32 = situation(whole(1, 30)).label("Hits"),
        cause: HitsFrom = situation(choice::<HitsFrom>()).or_id("small_arms").label("From"),
        grenadiers: bool = situation(of(GRENADIERS)).label("Grenades")
            .help("Grenadiers nearer than 2 inches, or in melee: cover does not help.").rare(),
        target_terrain: Cover = situation(choice::<Cover>()).or_id("open").label("Target stands"),
        target: Target = situation(object::<Target>()),
    }
}

outcome! {
    /// Figures lost. *Testing to See if Figures are Lost.*
    pub struct Fallen {
        /// Figures lost: no more than the hits, and no more than the unit has.
        pub figures_lost: i32,
        /// Pikemen among them.
        pub pikes_lost: i32,
        /// Musketeers among them.
        pub muskets_lost: i32,
        /// True if no figure is left.
        pub destroyed: bool,
    }
}

impl CasualtyTest {
    fn casualty_rules(&self) -> CasualtyRules {
        match self.cause {
            HitsFrom::Artillery => {
                CasualtyRules { cause: HitCause::Gun, saves: self.target_terrain.saves(HitCause::Gun) }
            }
            HitsFrom::SmallArms | HitsFrom::Melee => CasualtyRules {
                cause: HitCause::Hand,
                saves: self.target_terrain.saves(HitCause::Hand) && !self.grenadiers,
            },
        }
    }
}

impl Rule for CasualtyTest {
    type Outcome = Fallen;

    fn permit(&self) -> Result<(), Refusal> {
        let general = self.target.troops().is_none();
        forbid_if(general, field!(CasualtyTest, target.troop_type), "A general who is hit has a test of his own.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Fallen, Halt> {
        let victims = self.target.victims_of(dice);
        let harm = dice.repeat(self.hits, |dice, count| victims.fall(dice, count, self.casualty_rules()))?;
        let losses = victims.lose(harm);
        Ok(Fallen {
            figures_lost: losses.figures,
            pikes_lost: losses.pikes,
            muskets_lost: losses.muskets,
            destroyed: losses.figures == victims.total(),
        })
    }

    fn describe(&self, outcome: &Fallen, consequences: &mut ConsequencesBuilder) {
        let Fallen { figures_lost: figures, pikes_lost: pikes, muskets_lost: muskets, destroyed } = *outcome;
        let losses = Losses { figures, pikes, muskets };
        consequences.say(text!(
            "Of {hits} {hits|hit|hits}: {losses}.",
            hits = self.hits,
            losses = effects::fallen(losses)
        ));
        effects::take_off(consequences, roles::TARGET, 0, losses);
        if destroyed {
            consequences.say("Nobody is left of it.").put(roles::TARGET, LOST, true);
        }
    }
}
