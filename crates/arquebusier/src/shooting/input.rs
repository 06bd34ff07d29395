//! Input of shooting: the target and its shooters.

use super::super::disorder::close_range_in;
use super::super::terms::readings::{
    BecomingIrregular, CloseFireLasts, FirearmDice, GeneralsDeath, IrregularDie, MinimumDice,
};
use super::super::terms::{Aiming, Order, TroopType, Volley, all_dragoons, each_once, is_cavalry};
use super::super::unit::lines::line;
use crate::facts::*;
use rules::prelude::*;

form! {
    /// Rulings that affect shooting.
    pub struct ShootingRulings {
        r1_regular_firearm_dice: FirearmDice = choice_of(choice::<FirearmDice>()).or_id("table"),
        r2_becoming_irregular: BecomingIrregular = choice_of(choice::<BecomingIrregular>()).or_id("example"),
        r3_minimum_dice: MinimumDice = choice_of(choice::<MinimumDice>()).or_id("none"),
        r5_general_killed: GeneralsDeath = choice_of(choice::<GeneralsDeath>()).or_id("with_formation"),
        r7_close_fire: CloseFireLasts = choice_of(choice::<CloseFireLasts>()).or_id("until_restored"),
        r21_irregular_die: IrregularDie = choice_of(choice::<IrregularDie>()).or_id("each_type"),
    }
}

form! {
    /// Elements of one type in the target.
    pub struct TargetGroup {
        troop: TroopType = unit(of(TYPE)).named(TYPE.id()),
        front: i32 = unit(of(FRONT)).help("Elements of the rank that faces the shooters."),
        elements: i32 = unit(of(ELEMENTS)),
        /// Number of these elements that fell to earlier shots in this step. They count as present, because the step is simultaneous. (R9)
        fallen: i32 = unit(whole(0, MOST_ELEMENTS)).or(0).label("Fallen in this step").rare(),
    }
    validate(TargetGroup::validate)
}

form! {
    /// Formation that is shot at.
    pub struct Target {
        state: Order = unit(of(STATE)),
        groups: Vec<TargetGroup> = unit(list::<TargetGroup>(1, MOST_TYPES)).label("Elements"),
        mounted: bool = unit(of(MOUNTED)),
        changing: bool = unit(of(CHANGING)),
        losses_this_turn: i32 = unit(of(LOSSES_THIS_TURN)).rare(),
        commander_lost: bool = unit(of(COMMANDER_LOST)),
        general_joined: bool = unit(of(GENERAL_JOINED)),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(Target::validate)
}

form! {
    /// Elements of one type that shoot.
    pub struct ShooterGroup {
        troop: TroopType = unit(of(TYPE)).named(TYPE.id()),
        front: i32 = unit(of(FRONT)),
        rear: i32 = unit(whole(0, MOST_ELEMENTS)).or(0).label("Rear ranks that shoot too")
            .when(&[When { field: field!(ShooterGroup, volley), is: &["late_swedish", "longbow"] }]),
        volley: Volley = unit(of(VOLLEY))
            .when(&[When { field: TYPE.id(), is: &["firearm"] }]),
    }
    validate(|group| bad_if(group.front + group.rear == 0, field!(ShooterGroup, front), "A group that shoots has at least one element."))
}

/// Field for the groups of a formation, which may be incomplete.
const GROUPS: Fact<Vec<Input>> = fact!(field!(Target, groups));
/// Field for the target.
const TARGET: Fact<Input> = fact!(field!(Shooting, target));

/// Range bands of a formation: the range of each of its types, and close range for its target.
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
    // Before a target is chosen, both close ranges are included.
    let cavalry = if targets.is_empty() { vec![true, false] } else { vec![is_cavalry(targets, mounted(&target))] };
    ends.extend(cavalry.into_iter().map(close_range_in).filter(|close| *close < farthest));
    Band::each_up_to(ends)
}

form! {
    /// Formation that shoots.
    pub struct Shooter {
        state: Order = unit(of(STATE)),
        mounted: bool = unit(of(MOUNTED)),
        /// Range in inches, from nearest element to nearest element.
        range_in: f64 = situation(of(RANGE_IN)).bands(bands).help("From nearest element to nearest element."),
        aims_at: Aiming = situation(of(AIMING))
            .help("A formation shoots at its nearest enemy, also at one in melee. What is said here holds for the turn."),
        groups: Vec<ShooterGroup> = unit(list::<ShooterGroup>(1, MOST_TYPES)).label("Elements that shoot"),
        stationary: bool = unit(of(STATIONARY))
            .help("Guns and Mortars shoot only then."),
        in_melee: bool = unit(of(IN_MELEE)).rare(),
        restored: bool = unit(of(RESTORED)).rare(),
        /// Type of the target that gets an odd shot between equal groups.
        odd_shot_to: Option<TroopType> = choice_of(choice::<TroopType>()).or_null().label("Odd shot to").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
    validate(Shooter::validate)
}

form! {
    /// Input of the shooting.
    pub struct Shooting {
        target: Target = unit(object::<Target>()).label("Target"),
        shooters: Vec<Shooter> = unit(list::<Shooter>(1, 8)).label("Shooters"),
        rulings: ShootingRulings = choice_of(object::<ShootingRulings>()).or_empty().label("Rulings").rare(),
    }
    validate(Shooting::validate)
}

impl TargetGroup {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(self.front > self.elements, field!(TargetGroup, front), "No more can stand in front than there are.")?;
        bad_if(self.fallen > self.elements, field!(TargetGroup, fallen), "No more can have fallen than there were.")
    }

    /// Elements that are left before the shots.
    pub(super) fn left(&self) -> i32 {
        self.elements - self.fallen
    }
}

impl Target {
    /// Elements that are left before the shots.
    pub(super) fn left(&self) -> i32 {
        self.groups.iter().map(TargetGroup::left).sum()
    }

    fn validate(&self) -> Result<(), Refusal> {
        each_once(&self.types().collect::<Vec<_>>(), field!(Target, groups))?;
        bad_if(
            self.groups.iter().all(|group| group.front == 0),
            field!(Target, groups),
            "At least one element must stand in the first rank.",
        )
    }

    /// Types of the target's groups, in order.
    pub fn types(&self) -> impl Iterator<Item = TroopType> {
        self.groups.iter().map(|group| group.troop)
    }

    /// Index of the group of this type; `None` if there is none.
    pub fn place_of(&self, troop: TroopType) -> Option<usize> {
        self.types().position(|listed| listed == troop)
    }
}

impl Shooter {
    fn validate(&self) -> Result<(), Refusal> {
        let types: Vec<TroopType> = self.groups.iter().map(|group| group.troop).collect();
        each_once(&types, field!(Shooter, groups))
    }
}

impl Shooting {
    fn validate(&self) -> Result<(), Refusal> {
        self.validate_odd_shots()?;
        // Not in `permit`, because this refusal comes before those of the bans of shooters.
        forbid_if(
            self.target.changing && !all_dragoons(self.target.types()),
            field!(Shooting, target.changing),
            "Only a formation of nothing but Dragoons mounts or dismounts.",
        )
    }

    fn validate_odd_shots(&self) -> Result<(), Refusal> {
        self.shooters.iter().enumerate().try_for_each(|(index, shooter)| {
            let stray = shooter.odd_shot_to.is_some_and(|wish| self.target.place_of(wish).is_none());
            bad_if(stray, field!(Shooter, odd_shot_to), "The target has none of these.")
                .map_err(|refusal| refusal.at_index(index).within(field!(Shooting, shooters)))
        })
    }
}
