//! Dividing shots among the types of a mixed target. *Shooting.*

use super::super::bans::DESTROYED;
use super::super::facts::{FRONT, GROUPS, Group, MOST_TYPES, TYPE};
use super::super::terms::{TroopType, each_once};
use crate::ids::{procedures, roles};
use rules::number::count;
use rules::prelude::*;

/// Procedure that divides shots among the types of a mixed target.
pub const SHOT_ALLOCATION: Procedure = Procedure::of::<Allocation>(procedures::SHOT_ALLOCATION, "Share out shots")
    .heading("Shooting")
    .about("Shares shots at a formation of several types among them. Shooting does this automatically.")
    .participants(&[Role::enemy(roles::TARGET, "Target", "")])
    .rulings(&["R24"])
    .bans(&[&[DESTROYED]])
    .calculates()
    .fill(front_ranks);

form! {
    /// A type in the target's first rank.
    pub struct FrontGroup {
        troop: TroopType = unit(of(TYPE)).named(TYPE.id()),
        front: i32 = unit(of(FRONT)),
    }
}

rules::fact_value!(FrontGroup { troop: "type", front: "front" });

/// Field for the target's groups.
const FRONT_GROUPS: Fact<Vec<FrontGroup>> = fact!(field!(Allocation, groups));

form! {
    /// Input of dividing shots.
    pub struct Allocation {
        shots: i32 = unit(whole(1, 400)).label("Shots"),
        groups: Vec<FrontGroup> = unit(list::<FrontGroup>(1, MOST_TYPES)).label("Target's first rank"),
        /// Type that gets an odd shot between equal groups.
        odd_shot_to: Option<TroopType> = choice_of(choice::<TroopType>()).or_null().label("Odd shot to"),
    }
    validate(Allocation::validate)
}

outcome! {
    /// Shots at each group. *Shooting.*
    pub struct Shares {
        /// Shots at each group, in order; they add up to the shots divided.
        pub shots: Vec<i32>,
    }
}

impl Allocation {
    fn validate(&self) -> Result<(), Refusal> {
        let types: Vec<TroopType> = self.groups.iter().map(|group| group.troop).collect();
        each_once(&types, field!(Allocation, groups))?;
        bad_if(
            self.groups.iter().all(|group| group.front == 0),
            field!(Allocation, groups),
            "At least one element must stand in the first rank.",
        )?;
        let stray = self.odd_shot_to.is_some_and(|wish| !types.contains(&wish));
        bad_if(stray, field!(Allocation, odd_shot_to), "The target has none of these.")
    }
}

impl Rule for Allocation {
    type Outcome = Shares;

    fn play(&self, _: &mut Dice) -> Result<Shares, Halt> {
        let fronts: Vec<i32> = self.groups.iter().map(|group| group.front).collect();
        let wish = self.groups.iter().position(|group| Some(group.troop) == self.odd_shot_to);
        Ok(Shares { shots: share(self.shots, &fronts, wish) })
    }

    fn describe(&self, outcome: &Shares, consequences: &mut ConsequencesBuilder) {
        for (group, shots) in self.groups.iter().zip(&outcome.shots) {
            consequences.say(text!("{troop}: {n} {n|shot|shots}.", troop = group.troop.label(), n = *shots));
        }
    }
}

/// Divides `shots` among first ranks in proportion. Between equal groups, the one with index `wish` gets an odd shot first. *Shooting*;
/// R24.
pub fn share(shots: i32, fronts: &[i32], wish: Option<usize>) -> Vec<i32> {
    let all: i32 = fronts.iter().sum::<i32>().max(1);
    let mut shares: Vec<i32> = fronts.iter().map(|front| shots * front / all).collect();
    let left = shots - shares.iter().sum::<i32>();

    // An odd shot goes to the group with the fewest shots so far, then to the larger front.
    let mut uneven: Vec<usize> = (0..fronts.len()).filter(|&group| shots * fronts[group] % all != 0).collect();
    uneven.sort_by_key(|&group| (shares[group], -fronts[group], wish != Some(group)));
    for group in uneven.into_iter().take(count(left) as usize) {
        shares[group] += 1;
    }
    shares
}

/// Fills in the target's groups with their first ranks.
fn front_ranks(scene: &Scene, input: &mut Input) {
    let Some(groups) = scene.facts(roles::TARGET).and_then(|unit| unit.value(GROUPS)) else { return };
    let front = |group: Group| FrontGroup { troop: group.troop, front: group.front };
    put(input, FRONT_GROUPS, groups.into_iter().map(front).collect::<Vec<_>>());
}
