//! Ranks, frontage and casualty line of a unit. *Formations and Sub-units; Armour and Organization.*

use super::super::bans::{
    CHARGE_MOVED, ChangeRulings, FIRED_BEFORE_CHANGE, HINDERED, NOT_CHARGING, OUT_OF_BATTLE, PHASE, TIME_SPENT,
};
use super::super::effects;
use super::super::facts;
use super::super::terms::{Formation, TargetType, TroopType, in_lots};
use super::super::unit::figures::{Figures, MEN_A_FIGURE, base_mm};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Formation of a unit.
pub const FORMATION: Procedure = Procedure::of::<TakeFormation>(procedures::FORMATION, "Formation")
    .heading("Figure Scale; Base Sizes; Using 25mm. Figures; Formations and Sub-units; Armour and Organization")
    .about("Ranks, front and size of a unit in open, Swedish, Dutch or deep order.")
    .participants(&[Role::own(roles::UNIT, "Unit", "").fits(has_formation)])
    .rulings(&["R3", "R4", "R5", "R32", "R39"])
    .bans(&[&[OUT_OF_BATTLE], HINDERED, &[FIRED_BEFORE_CHANGE, TIME_SPENT, NOT_CHARGING, CHARGE_MOVED, PHASE]])
    .fill(|scene, input| {
        if let Some(formation) = scene.facts(roles::UNIT).and_then(|unit| unit.value(facts::FORMATION)) {
            suggest(input, facts::FORMATION, formation);
        }
    });

fn has_formation(unit: &Facts) -> Result<(), Text> {
    effects::is_unit(unit)?;
    if unit.equals(TROOPS, TargetType::Artillery) { Err("Guns have no formation.".into()) } else { Ok(()) }
}

/// Ranks of men for each rank of figures. *Formations and Sub-units.*
const RANKS_OF_MEN: i32 = 3;

choices! {
    /// Troops that have a formation.
    pub enum Drillable {
        Foot = "foot" "Foot",
        Halberds = "halberds" "Halberds",
        Horse = "horse" "Horse",
        MountedDragoons = "mounted_dragoons" "Mounted dragoons",
        IrregularLightCavalry = "irregular_light_cavalry" "Irregular light cavalry",
    }
}

form! {
    /// A unit that takes a formation.
    pub struct TakeFormation {
        troop_type: Drillable = unit(choice::<Drillable>()).label("Troops"),
        formation: Formation = choice_of(of(facts::FORMATION)).required(),
        pikes: i32 = unit(of(PIKES)),
        muskets: i32 = unit(of(MUSKETS)),
        command: i32 = unit(of(COMMAND)),
        command_as_pikes: i32 = choice_of(of(COMMAND_AS_PIKES))
            .help("Officers, drummers and ensigns count as pikes or as muskets, as their owner likes."),
        figures: Option<i32> = unit(of(FIGURES)).optional(),
        scale_mm: i32 = unit(one_of(&[15, 25])).or(15).label("Scale, mm").rare(),
        rulings: ChangeRulings = situation(object::<ChangeRulings>()).or_empty(),
    }
    validate(TakeFormation::validate)
}

outcome! {
    /// A unit in a formation.
    pub struct FormationTaken {
        /// Figures, command included.
        pub figures: i32,
        /// Pikes, command included.
        pub pikes: i32,
        /// Muskets, command included.
        pub muskets: i32,
        /// Men represented by the figures. *Figure Scale.*
        pub men: i32,
        /// Ranks of figures.
        pub ranks: i32,
        /// Ranks of men that the ranks of figures represent.
        pub ranks_represented: i32,
        /// Figures of the front rank.
        pub front_figures: i32,
        /// Pikes in the front rank.
        pub front_pikes: i32,
        /// Muskets in the front rank.
        pub front_muskets: i32,
        /// Line of the table that identifies casualties, or `none`.
        pub casualty_line: &'static str,
        /// Width on the table, in millimetres. *Base Sizes.*
        pub frontage_mm: f64,
        /// Depth on the table, in millimetres. *Base Sizes.*
        pub depth_mm: f64,
    }
}

impl Drillable {
    fn troops(self) -> TroopType {
        match self {
            Drillable::Foot => TroopType::Foot,
            Drillable::Halberds => TroopType::Halberds,
            Drillable::Horse => TroopType::Horse,
            Drillable::MountedDragoons => TroopType::MountedDragoons,
            Drillable::IrregularLightCavalry => TroopType::IrregularLightCavalry,
        }
    }
}

impl TakeFormation {
    fn validate(&self) -> Result<(), Refusal> {
        let foot = self.troop_type == Drillable::Foot;
        bad_if(
            !foot && self.command > 0,
            field!(TakeFormation, command),
            "Command figures are counted apart in foot only.",
        )?;
        bad_if(
            self.command_as_pikes > self.command,
            field!(TakeFormation, command_as_pikes),
            "No more command figures count as pikes than there are.",
        )?;
        self.counted().check(self.troop_type.troops())
    }

    /// Figures of the unit, command included.
    fn counted(&self) -> Figures {
        Figures {
            pikes: self.pikes + self.command_as_pikes,
            muskets: self.muskets + self.command - self.command_as_pikes,
            figures: self.figures,
        }
    }

    /// Frontage and depth of one figure, in millimetres. *Base Sizes; Using 25mm. Figures.*
    fn base_mm(&self) -> (f64, f64) {
        let (frontage, depth) = base_mm(self.troop_type.troops().is_cavalry());
        if self.scale_mm == 25 { (frontage * 2.0, depth * 2.0) } else { (frontage, depth) }
    }
}

impl Rule for TakeFormation {
    type Outcome = FormationTaken;

    fn permit(&self) -> Result<(), Refusal> {
        let horse = matches!(self.troop_type, Drillable::Horse | Drillable::IrregularLightCavalry);
        let open = self.formation == Formation::OpenOrder;
        forbid_if(open && horse, field!(TakeFormation, formation), "Open order is for infantry and dragoons.")
    }

    fn play(&self, _: &mut Dice) -> Result<FormationTaken, Halt> {
        let counted = self.counted();
        let ranks = self.formation.ranks(self.troop_type.troops().is_cavalry());
        let (front_pikes, front_muskets) = (in_lots(counted.pikes, ranks), in_lots(counted.muskets, ranks));
        let front_figures = front_pikes + front_muskets + in_lots(counted.figures.unwrap_or(0), ranks);
        let (frontage_mm, depth_mm) = self.base_mm();
        Ok(FormationTaken {
            figures: counted.total(),
            pikes: counted.pikes,
            muskets: counted.muskets,
            men: MEN_A_FIGURE * counted.total(),
            ranks,
            ranks_represented: RANKS_OF_MEN * ranks,
            front_figures,
            front_pikes,
            front_muskets,
            casualty_line: counted.casualty_line(),
            frontage_mm: f64::from(front_figures) * frontage_mm,
            depth_mm: f64::from(ranks) * depth_mm,
        })
    }

    fn describe(&self, outcome: &FormationTaken, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{formation}: {ranks} {ranks|rank|ranks}, {front} {front|figure|figures} in front, {frontage} by {depth} mm.",
            formation = self.formation.label(),
            ranks = outcome.ranks,
            front = outcome.front_figures,
            frontage = outcome.frontage_mm,
            depth = outcome.depth_mm
        ));
        consequences.say(text!(
            "{figures} {figures|figure stands|figures stand} for {men} men.",
            figures = outcome.figures,
            men = outcome.men
        ));
        consequences.put(roles::UNIT, facts::FORMATION, self.formation);
    }

    /// Spends half a move on a change of formation, which by default counts as moving (R32). Keeping the current formation costs nothing.
    /// *Movement.*
    fn aftermath(&self, scene: &Scene, _: &FormationTaken, consequences: &mut ConsequencesBuilder) {
        let Some(unit) = scene.facts(roles::UNIT) else { return };
        if unit.value(facts::FORMATION) != Some(self.formation) {
            if self.rulings.time_counts() {
                consequences.put(roles::UNIT, MOVED, true);
            }
            consequences.say("Changing formation takes half a move.").raise(roles::UNIT, HALF_MOVES_SPENT, 1);
        }
    }
}
