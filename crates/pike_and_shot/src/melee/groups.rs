//! Figures of a melee that fight, and their groups, without dice. *Melee; Appendix I.*

use super::super::bans::OUT_OF_BATTLE;
use super::attacks::{Arms, Plan};
use super::{Melee, Side, UnitRef, table};
use crate::ids::procedures;
use rules::prelude::*;

/// Procedure that lists the figures that fight and the dice that they roll.
pub const MELEE_GROUPS: Procedure = Procedure::of::<MeleeGroups>(procedures::MELEE_GROUPS, "Melee: who fights")
    .heading("Melee; Appendix I")
    .about("Which figures of each unit fight, and how many dice they roll.")
    .participants(table::ROLES)
    .bans(&[&[OUT_OF_BATTLE]])
    .adjustable(table::OF_GROUPS)
    .rulings(table::RULINGS)
    .fill(table::fill)
    .known(table::known);

form! {
    /// A melee whose groups are listed.
    pub struct MeleeGroups {
        ..melee: Melee,
    }
}

outcome! {
    /// Groups that fight with the same arms against the same unit.
    pub struct GroupLine {
        /// Attacker, such as `a1`.
        pub attacker: UnitRef,
        /// Target, such as `b1`.
        pub target: UnitRef,
        /// Arms of the groups.
        pub kind: Arms,
        /// Figures that fight with these arms.
        pub figures: i32,
        /// Number of figures that roll one die together.
        pub group_size: i32,
        /// Number of dice: one for each group. A remainder of more than half a group rolls one more.
        pub groups: i32,
        /// The least face of a six-sided die that hits.
        pub roll_needed: i32,
        /// True if the attack is against a flank or a rear.
        pub flank_or_rear: bool,
    }
}

outcome! {
    /// Figures that fight, and their dice. *Melee; Appendix I.*
    pub struct Grouped {
        /// The groups, in the order of the attacks.
        pub lines: Vec<GroupLine>,
        /// Figures in the front ranks of side a.
        pub a_front: i32,
        /// Figures in the front ranks of side b.
        pub b_front: i32,
        /// Id of the side that is outnumbered by more than three to one, or `none`.
        pub outnumbered: &'static str,
    }
}

impl Rule for MeleeGroups {
    type Outcome = Grouped;

    fn play(&self, dice: &mut Dice) -> Result<Grouped, Halt> {
        let plan = Plan::of(&self.melee);
        plan.record(&self.melee, dice);
        let lines = plan.attacks.iter().flat_map(|attack| {
            attack.lines.iter().map(|line| GroupLine {
                attacker: attack.by,
                target: attack.on,
                kind: line.arms,
                figures: line.figures,
                group_size: line.size,
                groups: line.groups,
                roll_needed: attack.hits_on(&self.melee),
                flank_or_rear: attack.on_flank_or_rear,
            })
        });
        Ok(Grouped {
            lines: lines.collect(),
            a_front: self.melee.front(Side::A),
            b_front: self.melee.front(Side::B),
            outnumbered: self.melee.outnumbered().map_or("none", Choices::id),
        })
    }

    fn describe(&self, outcome: &Grouped, consequences: &mut ConsequencesBuilder) {
        let dice = |side: Side| -> i32 {
            outcome.lines.iter().filter(|line| line.attacker.side == side).map(|line| line.groups).sum()
        };
        consequences.say(text!("Dice of {side a}: {a}. Dice of {side b}: {b}.", a = dice(Side::A), b = dice(Side::B)));
        for line in &outcome.lines {
            consequences.say(text!(
                "{attacker} at {target}, {arms}: {figures} {figures|figure|figures} in groups of {size}, {dice} {dice|die that hits|dice that hit} on {need}.",
                attacker = line.attacker.gap(),
                target = line.target.gap(),
                arms = line.kind.label(),
                figures = line.figures,
                size = line.group_size,
                dice = line.groups,
                need = line.roll_needed
            ));
        }
        if let Some(side) = self.melee.outnumbered() {
            consequences
                .say(text!("Outnumbered by more than three to one, and certain to lose: {side}.", side = side.label()));
        }
    }
}
