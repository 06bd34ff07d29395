//! Input of a melee: groups and attacks.

use super::super::terms::{Order, TroopType, each_once};
use crate::facts::*;
use rules::prelude::*;

choices! {
    /// Grouping of the dice. Faces and results are the same in both.
    pub enum DiceGrouping {
        Together = "together" "All at once",
        ByGroup = "by_group" "Group by group",
    }
}

form! {
    /// Elements of one type in one formation.
    pub struct MeleeGroup {
        id: String = unit(text(32)).label("Name"),
        side: Side = unit(choice::<Side>()).label("Side"),
        troop: TroopType = unit(of(TYPE)).named(TYPE.id()),
        state: Order = unit(of(STATE)),
        elements: i32 = unit(of(ELEMENTS)),
    }
}

form! {
    /// One element that strikes another.
    pub struct Attack {
        /// Id of the striker's group.
        by: String = choice_of(text(32)).label("Striker"),
        /// Index of the striking element, from 0.
        element: i32 = choice_of(whole(0, MOST_ELEMENTS - 1)).label("Its element"),
        /// Id of the target's group.
        on: String = choice_of(text(32)).label("Strikes at"),
        /// Index of the target element, from 0.
        target: i32 = choice_of(whole(0, MOST_ELEMENTS - 1)).label("Its element")
            .help("One that it touches in any way; from a rear rank, one that the first rank before it touches."),
        rank: i32 = situation(whole(1, 3)).or(1).label("From rank")
            .help("Bills strike from the second rank too, Pikes from the second and third, flat behind it."),
    }
}

rules::fact_value!(MeleeGroup { id: "id", side: "side", troop: "type", state: "state", elements: "elements" });
rules::fact_value!(Attack { by: "by", element: "element", on: "on", target: "target", rank: "rank" or(1) });

/// Field for the groups that fight.
pub(super) const FIGHTERS: Fact<Vec<MeleeGroup>> = fact!(field!(Melee, groups));
/// Field for the attacks, one for each element that strikes.
pub(super) const ATTACKS: Fact<Vec<Attack>> = fact!(field!(Melee, attacks));
/// Field for the grouping of the dice.
pub(super) const GROUPING: Fact<DiceGrouping> = fact!(field!(Melee, dice));

form! {
    /// Input of a melee.
    pub struct Melee {
        groups: Vec<MeleeGroup> = unit(list::<MeleeGroup>(2, 6)).label("In the melee"),
        attacks: Vec<Attack> = choice_of(list::<Attack>(1, 24)).label("Blows"),
        dice: DiceGrouping = choice_of(choice::<DiceGrouping>()).or_id("together").label("Dice").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(|melee| validate(&melee.groups, &melee.attacks))
}

form! {
    /// A melee in a battle, with up to 72 groups. [`Melee`] as a request is limited to 6 groups and 24 attacks. A larger melee needs
    /// several requests there, with the same result in total.
    pub struct GreatMelee {
        groups: Vec<MeleeGroup> = unit(list::<MeleeGroup>(2, 72)),
        attacks: Vec<Attack> = choice_of(list::<Attack>(1, 2880)),
        dice: DiceGrouping = choice_of(choice::<DiceGrouping>()).or_id("together").label("Dice").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(|melee| validate(&melee.groups, &melee.attacks))
}

impl From<GreatMelee> for Melee {
    fn from(great: GreatMelee) -> Self {
        Self { groups: great.groups, attacks: great.attacks, dice: great.dice, own: great.own }
    }
}

fn validate(groups: &[MeleeGroup], attacks: &[Attack]) -> Result<(), Refusal> {
    let ids: Vec<&str> = groups.iter().map(|group| group.id.as_str()).collect();
    each_once(&ids, field!(Melee, groups))?;
    let one_side = groups.iter().all(|group| group.side == groups[0].side);
    bad_if(one_side, field!(Melee, groups), "A melee has two sides.")?;
    attacks.iter().enumerate().try_for_each(|(index, attack)| {
        refers(attack, groups).map_err(|refusal| refusal.at_index(index).within(field!(Melee, attacks)))
    })
}

/// Refuses an attack whose groups or elements do not exist.
fn refers(attack: &Attack, groups: &[MeleeGroup]) -> Result<(), Refusal> {
    let group = |field, id: &String| {
        let found = groups.iter().find(|group| group.id == *id);
        found.ok_or_else(|| Refusal::bad(field, "No such group is in the melee."))
    };
    let by = group(field!(Attack, by), &attack.by)?;
    bad_if(attack.element >= by.elements, field!(Attack, element), "The group has fewer elements; the first is 0.")?;
    let on = group(field!(Attack, on), &attack.on)?;
    bad_if(attack.target >= on.elements, field!(Attack, target), "The group has fewer elements; the first is 0.")
}

impl Melee {
    /// Group with this id; `None` if there is none.
    pub fn group(&self, id: &str) -> Option<&MeleeGroup> {
        self.groups.iter().find(|group| group.id == id)
    }

    /// Groups of the striker and of the target; `None` if one does not exist.
    pub fn ends(&self, attack: &Attack) -> Option<(&MeleeGroup, &MeleeGroup)> {
        self.group(&attack.by).zip(self.group(&attack.on))
    }
}
