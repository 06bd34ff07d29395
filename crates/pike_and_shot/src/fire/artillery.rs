//! Fire by one gun. *Firing Artillery.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::casualties::HitCause;
use super::super::effects;
use super::super::labels;
use super::super::target::{AXES, CHANCES, Struck, Target};
use super::super::terms::Gun;
use super::super::terms::adjustable::HITS;
use super::super::terrain::names;
use super::bans::{OF_FIRE, OF_GUNS};
use super::{FIRE_TOGETHER, LineOfFire, TARGET_FALLS, TARGET_SAVES, Volley, fill_fire, risk_general};
use crate::facts::*;
use crate::ids::{fields, procedures, roles};
use rules::prelude::*;

/// Fire by a gun.
pub const ARTILLERY_FIRE: Procedure = Procedure::of::<ArtilleryFire>(procedures::ARTILLERY_FIRE, "Artillery fire")
    .heading("Firing Artillery")
    .about("One gun at a target in its arc: light guns reach 12 inches, medium 24, heavy 36.")
    .participants(&[
        Role::own(roles::FIRER, "Gun", "").fits(effects::is_gun),
        Role::enemy(roles::TARGET, "Target", fields::TARGET),
    ])
    .assumes(&[
        Assumption { path: field!(LineOfFire, range_in), value: Constant::Number(12.0), words: "at {n}″" },
        Assumption { path: field!(LineOfFire, target_terrain), value: Constant::Word("open"), words: "in the open" },
    ])
    .chances(CHANCES)
    .roll_label(labels::roll_label)
    .axes(AXES)
    .adjustable(&[HITS, TARGET_FALLS, TARGET_SAVES])
    .rulings(&["R1", "R2", "R4", "R15", "R20", "R22", "R24", "R26", "R30", "R31", "R41"])
    .grouping(FIRE_TOGETHER)
    .bans(&[&[OUT_OF_BATTLE], OF_GUNS, OF_FIRE])
    .fill(fill_fire)
    .names(names);

form! {
    /// A gun that fires.
    pub struct ArtilleryVolley {
        ..line: LineOfFire,
        gun: Gun = unit(of(GUN)).required(),
        crew: i32 = unit(of(CREW)).help("A full crew is 2, 3 or 4 for a light, medium or heavy gun."),
        moved: bool = unit(of(MOVED)),
        ready: bool = unit(of(READY)),
        /// True if the target lies in the gun's arc, between the two diagonals of its base (R31).
        in_arc: bool = situation(flag()).or(true).label("Target in arc")
            .help("The arc lies between the base's two diagonals, prolonged over its front corners.").rare(),
    }
    validate(ArtilleryVolley::validate)
}

form! {
    /// A gun fires at a target.
    pub struct ArtilleryFire {
        ..volley: ArtilleryVolley,
        target: Target = situation(object::<Target>()),
    }
}

outcome! {
    /// Result of a gun's shot. *Firing Artillery.*
    pub struct GunFired {
        /// The least face of a six-sided die that hits.
        pub roll_needed: i32,
        ..
        /// Result for the target.
        struck: Struck,
    }
}

/// Upper end of each band of range, in inches.
const BANDS_IN: [f64; 4] = [6.0, 12.0, 24.0, 36.0];

impl Gun {
    /// The least face that hits, for each band of range that the gun reaches, nearest first.
    fn needs(self) -> &'static [i32] {
        match self {
            Gun::Light => &[5, 6],
            Gun::Medium => &[4, 5, 6],
            Gun::Heavy => &[3, 4, 5, 6],
        }
    }

    fn need_at(self, range_in: f64) -> Option<i32> {
        let mut bands = self.needs().iter().zip(BANDS_IN);
        bands.find(|(_, end)| range_in <= *end).map(|(need, _)| *need)
    }

    fn reach_in(self) -> f64 {
        BANDS_IN[self.needs().len() - 1]
    }

    /// Upper ends of the bands of range that the gun reaches, in inches, nearest first.
    pub(super) fn bands_in(self) -> &'static [f64] {
        &BANDS_IN[..self.needs().len()]
    }
}

impl ArtilleryVolley {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(self.crew > self.gun.full_crew(), field!(ArtilleryVolley, crew), "A gun has no more than its full crew.")
    }

    pub(super) fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.crew == 0, field!(ArtilleryVolley, crew), "A gun without a crew does not fire.")?;
        forbid_if(
            !self.in_arc,
            field!(ArtilleryVolley, in_arc),
            "The target is outside the arc that the corners of the base allow.",
        )?;
        let weapons = match self.gun {
            Gun::Light => "Light guns",
            Gun::Medium => "Medium guns",
            Gun::Heavy => "Heavy guns",
        };
        self.line.permit(weapons, self.gun.reach_in())?;
        forbid_if(
            self.need() > 6,
            field!(ArtilleryVolley, crew),
            "So small a crew cannot hit at this range: it would need more than 6.",
        )
    }

    fn missing_crew(&self) -> i32 {
        self.gun.full_crew() - self.crew
    }

    /// The least face that hits: that of the band of range, plus 1 for each missing crewman. *Firing Artillery.*
    fn need(&self) -> i32 {
        self.gun.need_at(self.line.range_in).unwrap_or(7) + self.missing_crew()
    }

    pub(super) fn volley(&self, dice: &mut Dice) -> Volley {
        dice.modify("crew_under_strength", self.missing_crew());
        let hits_on = self.line.hits_on(self.need(), dice);
        Volley { dice: 1, hits_on, casualty_rules: self.line.casualty_rules(HitCause::Gun) }
    }
}

impl Rule for ArtilleryFire {
    type Outcome = GunFired;

    fn permit(&self) -> Result<(), Refusal> {
        self.volley.permit()
    }

    fn play(&self, dice: &mut Dice) -> Result<GunFired, Halt> {
        let volley = self.volley.volley(dice);
        let victims = self.target.victims_of(dice);
        let harm = volley.strike(dice, &victims)?;
        Ok(GunFired { roll_needed: volley.hits_on, struck: self.target.struck(harm) })
    }

    fn describe(&self, outcome: &GunFired, consequences: &mut ConsequencesBuilder) {
        outcome.struck.describe(&self.target, consequences);
        consequences.say(text!("Needed {n} or more to hit.", n = outcome.roll_needed));
        consequences.put(roles::FIRER, FIRED, true);
    }

    fn aftermath(&self, scene: &Scene, outcome: &GunFired, consequences: &mut ConsequencesBuilder) {
        risk_general(scene, &outcome.struck, consequences);
    }
}
