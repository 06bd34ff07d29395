//! Input of the shooting: the target and its shooters.

use super::super::disorder::close;
use super::super::terms::readings::{
    BecomingIrregular, CloseFireLasts, FirearmDice, GeneralsDeath, IrregularDie, MinimumDice,
};
use super::super::terms::{Aiming, Order, TroopType, Volley, all_dragoons, each_once, is_cavalry};
use super::super::unit::lines::line;
use crate::facts::*;
use rules::prelude::*;

form! {
    /// The rulings that bear on shooting.
    pub struct ShootingRulings {
        /// Extra dice of Regular Firearms.
        r1_regular_firearm_dice: FirearmDice = choice_of(choice::<FirearmDice>()).or_id("table"),
        /// Effect of Dragoons that become Irregular.
        r2_becoming_irregular: BecomingIrregular = choice_of(choice::<BecomingIrregular>()).or_id("example"),
        /// The fewest dice.
        r3_minimum_dice: MinimumDice = choice_of(choice::<MinimumDice>()).or_id("none"),
        /// Cause of a General's death.
        r5_general_killed: GeneralsDeath = choice_of(choice::<GeneralsDeath>()).or_id("with_formation"),
        /// Time that disorder by close fire lasts.
        r7_close_fire: CloseFireLasts = choice_of(choice::<CloseFireLasts>()).or_id("until_restored"),
        /// Number of extra dice against Irregulars.
        r21_irregular_die: IrregularDie = choice_of(choice::<IrregularDie>()).or_id("each_type"),
    }
}

form! {
    /// Elements of a type in the target.
    pub struct TargetGroup {
        /// The type.
        troop: TroopType = unit(choice::<TroopType>()).named("type").label("Troops"),
        /// Elements in the first rank.
        front: i32 = unit(whole(0, 40)).label("First rank").help("Elements of the rank that faces the shooters."),
        /// Elements in all.
        elements: i32 = unit(of(ELEMENTS)),
    }
    agree(|group| bad_if(group.front > group.elements, "front", "No more can stand in front than there are."))
}

form! {
    /// The formation that is shot at.
    pub struct Target {
        /// State when the step began.
        state: Order = unit(of(STATE)),
        /// Its elements.
        groups: Vec<TargetGroup> = unit(list::<TargetGroup>(1, 4)).label("Elements"),
        /// True while its Dragoons ride. Ignored for every other type.
        mounted: bool = unit(of(MOUNTED)),
        /// True while its Dragoons mount or dismount this turn.
        changing: bool = unit(of(CHANGING)),
        /// Elements lost to earlier shooting this turn.
        losses_this_turn: i32 = unit(of(LOSSES_THIS_TURN)).rare(),
        /// True if its commander is dead already.
        commander_lost: bool = unit(of(COMMANDER_LOST)),
        /// True if its General is with it.
        general_joined: bool = unit(of(GENERAL_JOINED)),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    agree(Target::agree)
}

form! {
    /// Elements of a type that shoot.
    pub struct ShooterGroup {
        /// The type.
        troop: TroopType = unit(choice::<TroopType>()).named("type").label("Troops"),
        /// Elements of the first rank that shoot.
        front: i32 = unit(whole(0, 40)).label("First rank"),
        /// Elements behind it that shoot too.
        rear: i32 = unit(whole(0, 40)).or(0).label("Rear ranks that shoot too")
            .when(&[When { field: "volley", is: &["late_swedish", "longbow"] }]),
        /// Volley that lets rear ranks shoot.
        volley: Volley = unit(of(VOLLEY))
            .when(&[When { field: "type", is: &["firearm"] }]),
    }
    agree(|group| bad_if(group.front + group.rear == 0, "front", "A group that shoots has at least one element."))
}

/// Groups of a formation, each as far as it is filled in.
const GROUPS: Fact<Vec<Input>> = fact!("groups");
/// Type of a group.
const TYPE: Fact<TroopType> = fact!("type");
/// Target of the shots.
const TARGET: Fact<Input> = fact!("target");

/// The bands of a formation: how far each of its types reaches as it stands, and the range that is close for its target.
fn bands(input: &Input, shooter: &Input) -> Vec<Band> {
    let types = |formation: &Input| -> Vec<TroopType> {
        let groups = answer(formation, GROUPS).unwrap_or_default();
        groups.iter().filter_map(|group| answer(group, TYPE)).collect()
    };
    let mounted = |formation: &Input| answer(formation, MOUNTED).unwrap_or(true);
    let state = answer(shooter, STATE).unwrap_or(Order::Regular);
    let reach = types(shooter).into_iter().filter_map(|troop| line(troop, state, mounted(shooter)));
    let mut ends: Vec<f64> = reach.map(|line| f64::from(line.reach_in)).collect();
    let farthest = ends.iter().copied().fold(0.0, f64::max);
    let target = answer(input, TARGET).unwrap_or_default();
    let targets = types(&target);
    // Of a target that is not picked yet, it may be either.
    let cavalry = if targets.is_empty() { vec![true, false] } else { vec![is_cavalry(targets, mounted(&target))] };
    ends.extend(cavalry.into_iter().map(close).filter(|close| *close < farthest));
    Band::each_up_to(ends)
}

form! {
    /// A formation that shoots.
    pub struct Shooter {
        /// State when the step began.
        state: Order = unit(of(STATE)),
        /// True while its Dragoons ride. Ignored for every other type.
        mounted: bool = unit(of(MOUNTED)),
        /// Range in inches, from nearest element to nearest element.
        range_in: f64 = situation(number(0.0, 240.0)).label("Range")
            .bands(bands).help("From nearest element to nearest element."),
        /// The target among the enemies that it could shoot at.
        aims_at: Aiming = situation(of(AIMING))
            .help("A formation shoots at its nearest enemy, also at one in melee. What is said here holds for the turn."),
        /// Groups that shoot.
        groups: Vec<ShooterGroup> = unit(list::<ShooterGroup>(1, 4)).label("Elements that shoot"),
        /// True if it moves neither last turn nor this.
        stationary: bool = unit(of(STATIONARY))
            .help("Guns and Mortars shoot only then."),
        /// True while an enemy element touches it.
        in_melee: bool = unit(of(IN_MELEE)).rare(),
        /// True if it restored order this turn, which takes its shot.
        restored: bool = unit(of(RESTORED)).rare(),
        /// Type of the target that gets an odd shot between equals.
        odd_shot_to: Option<TroopType> = choice_of(choice::<TroopType>()).or_null().label("Odd shot to").rare(),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    agree(Shooter::agree)
}

form! {
    /// Input of the shooting.
    pub struct Shooting {
        /// The formation that is shot at.
        target: Target = unit(object::<Target>()).label("Target"),
        /// The formations that shoot at it.
        shooters: Vec<Shooter> = unit(list::<Shooter>(1, 8)).label("Shooters"),
        /// The rulings.
        rulings: ShootingRulings = choice_of(object::<ShootingRulings>()).or_empty().label("Rulings").rare(),
    }
    agree(Shooting::agree)
}

impl Target {
    fn agree(&self) -> Result<(), Refusal> {
        each_once(&self.types().collect::<Vec<_>>(), "groups")?;
        bad_if(
            self.groups.iter().all(|group| group.front == 0),
            "groups",
            "At least one element must stand in the first rank.",
        )
    }

    /// Types of which elements are left.
    pub fn types(&self) -> impl Iterator<Item = TroopType> {
        self.groups.iter().map(|group| group.troop)
    }

    /// Index of its group of this type.
    pub fn place_of(&self, troop: TroopType) -> Option<usize> {
        self.types().position(|own| own == troop)
    }
}

impl Shooter {
    fn agree(&self) -> Result<(), Refusal> {
        let types: Vec<TroopType> = self.groups.iter().map(|group| group.troop).collect();
        each_once(&types, "groups")
    }
}

impl Shooting {
    fn agree(&self) -> Result<(), Refusal> {
        self.agree_on_odd_shots()?;
        forbid_if(
            self.target.changing && !all_dragoons(self.target.types()),
            "target.changing",
            "Only a formation of nothing but Dragoons mounts or dismounts.",
        )
    }

    fn agree_on_odd_shots(&self) -> Result<(), Refusal> {
        self.shooters.iter().enumerate().try_for_each(|(index, shooter)| {
            let stray = shooter.odd_shot_to.is_some_and(|wish| self.target.place_of(wish).is_none());
            bad_if(stray, "odd_shot_to", "The target has none of these.")
                .map_err(|refusal| refusal.at_index(index).within("shooters"))
        })
    }
}
