//! Input of a melee: groups and attacks.

use super::super::terms::{Order, TroopType, each_once};
use crate::facts::*;
use rules::prelude::*;

choices! {
    /// Grouping of the dice. Faces and their effect are the same either way.
    pub enum DiceGrouping {
        Together = "together" "All at once",
        ByGroup = "by_group" "Group by group",
    }
}

form! {
    /// The elements of one type in one formation.
    pub struct MeleeGroup {
        /// Name in this request.
        id: String = unit(text(32)).label("Name"),
        /// Side.
        side: Side = unit(choice::<Side>()).label("Side"),
        /// Their type.
        troop: TroopType = unit(choice::<TroopType>()).named("type").label("Troops"),
        /// State of their formation.
        state: Order = unit(of(STATE)),
        /// Number of elements.
        elements: i32 = unit(of(ELEMENTS)),
    }
}

form! {
    /// An element that strikes.
    pub struct Attack {
        /// Group of the striker.
        by: String = choice_of(text(32)).label("Striker"),
        /// Striking element, from 0.
        element: i32 = choice_of(whole(0, 39)).label("Its element"),
        /// Group that is struck.
        on: String = choice_of(text(32)).label("Strikes at"),
        /// Struck element, from 0.
        target: i32 = choice_of(whole(0, 39)).label("Its element")
            .help("One that it touches in any way; from a rear rank, one that the first rank before it touches."),
        /// Rank of the striker.
        rank: i32 = situation(whole(1, 3)).or(1).label("From rank")
            .help("Bills strike from the second rank too, Pikes from the second and third, flat behind it."),
    }
}

rules::fact_value!(MeleeGroup { id: "id", side: "side", troop: "type", state: "state", elements: "elements" });
rules::fact_value!(Attack { by: "by", element: "element", on: "on", target: "target", rank: "rank" or(1) });

/// Groups that fight.
pub(super) const FIGHTERS: Fact<Vec<MeleeGroup>> = fact!("groups");
/// Attacks, one for each element that strikes.
pub(super) const ATTACKS: Fact<Vec<Attack>> = fact!("attacks");
/// Grouping of the dice.
pub(super) const GROUPING: Fact<DiceGrouping> = fact!("dice");

form! {
    /// Input of a melee.
    pub struct Melee {
        /// Groups that fight.
        groups: Vec<MeleeGroup> = unit(list::<MeleeGroup>(2, 6)).label("In the melee"),
        /// Attacks, one for each element that strikes.
        attacks: Vec<Attack> = choice_of(list::<Attack>(1, 24)).label("Blows"),
        /// Grouping of the dice.
        dice: DiceGrouping = choice_of(choice::<DiceGrouping>()).or_id("together").label("Dice").rare(),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    agree(|melee| agree(&melee.groups, &melee.attacks))
}

form! {
    /// A melee at the table, where it is fought whole. One request holds 6 groups and 24 blows; of more, several requests
    /// hold a part each, and come to the same.
    pub struct GreatMelee {
        /// Groups that fight.
        groups: Vec<MeleeGroup> = unit(list::<MeleeGroup>(2, 72)),
        /// Attacks, one for each element that strikes.
        attacks: Vec<Attack> = choice_of(list::<Attack>(1, 2880)),
        /// Grouping of the dice.
        dice: DiceGrouping = choice_of(choice::<DiceGrouping>()).or_id("together").label("Dice").rare(),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    agree(|melee| agree(&melee.groups, &melee.attacks))
}

impl From<GreatMelee> for Melee {
    fn from(great: GreatMelee) -> Self {
        Self { groups: great.groups, attacks: great.attacks, dice: great.dice, own: great.own }
    }
}

fn agree(groups: &[MeleeGroup], attacks: &[Attack]) -> Result<(), Refusal> {
    let ids: Vec<&str> = groups.iter().map(|group| group.id.as_str()).collect();
    each_once(&ids, "groups")?;
    let one_side = groups.iter().all(|group| group.side == groups[0].side);
    bad_if(one_side, "groups", "A melee has two sides.")?;
    attacks.iter().enumerate().try_for_each(|(index, attack)| {
        refers(attack, groups).map_err(|refusal| refusal.at_index(index).within("attacks"))
    })
}

/// Checks that an attack refers to groups and elements that exist.
fn refers(attack: &Attack, groups: &[MeleeGroup]) -> Result<(), Refusal> {
    let group = |field, id: &String| {
        let found = groups.iter().find(|group| group.id == *id);
        found.ok_or_else(|| Refusal::bad(field, "No such group is in the melee."))
    };
    let by = group("by", &attack.by)?;
    bad_if(attack.element >= by.elements, "element", "The group has fewer elements; the first is 0.")?;
    let on = group("on", &attack.on)?;
    bad_if(attack.target >= on.elements, "target", "The group has fewer elements; the first is 0.")
}

impl Melee {
    /// The group of this name.
    pub fn group(&self, id: &str) -> Option<&MeleeGroup> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// Groups of an attack: that which strikes, and that which is struck.
    pub fn ends(&self, attack: &Attack) -> Option<(&MeleeGroup, &MeleeGroup)> {
        self.group(&attack.by).zip(self.group(&attack.on))
    }
}
