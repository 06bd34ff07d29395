//! Shooting: one or more shooters at one target, with one pool of dice.

mod bans;
mod describe;
mod fill;
mod modifiers;
mod permit;
mod pool;
pub mod shots;
pub mod usual;
mod victims;

use super::bans::{OF_ACTS, PHASE};
use super::input::EDITION;
use super::losses::Strength;
use super::rulings::{ArquebusOnTheMove, DragoonOnTheMove, DrawnAgain, MixedGroup, MountedCaliver, SHOTS_OF_A_TURN};
use super::terms::{Armour, Contact, Edition, Missile, Mount, Movement, ShooterRank, SingleSix, Sixes};
use crate::facts::*;
use crate::ids::{procedures, roles};
use pool::{Aim, ENTRIES, ShotPool};
use rules::outcome::Outcome;
use rules::prelude::*;

/// Procedure that resolves shots.
pub const SHOOT: Procedure = Procedure::of::<Shoot>(procedures::SHOOT, "Shoot")
    .heading("Shooting; weapon cards; Elite shooter; Firearms; Shooting modifiers; Large fantasy creatures")
    .about("Shots at one target: a character, a couple or a group. A figure that is hit is out, without a saving roll.")
    .participants(&[
        Role::own(roles::SHOOTERS, "Shooters", field!(Shoot, shooters, "[]"))
            .tag("shooters ")
            .several(1, ENTRIES)
            .fits(super::unit::is_shooter),
        Role::enemy(roles::TARGET, "Target", field!(Shoot, target))
            .tag("target ")
            .several(1, victims::UNITS)
            .fits(super::unit::can_take_part),
    ])
    .assumes(&[
        Assumption { path: field!(Shoot, shooters, "[].range_cm"), value: Constant::Number(10.0), words: "at {n} cm" },
        Assumption { path: field!(Shoot, target.cover), value: Constant::Word("none"), words: "in the open" },
    ])
    .chances(&[
        Chance::of("at least one hit", field!(Hits, hits), Is::AtLeast(1)).for_own(),
        Chance::of("two hits or more", field!(Hits, hits), Is::AtLeast(2)),
    ])
    .axes(&[Axis::of("hits", field!(Hits, hits))])
    .adjustable(&[HITS_ON, SHOTS, STRUCK_ON])
    .rulings(&[
        "E", "R2", "R5", "R6", "R8", "R9", "R16", "R17", "R18", "R19", "R20", "R21", "R32", "R33", "R36", "R40", "R43",
        "R44", "R45", "R46", "R47", "R48", "R49", "R54", "R60", "R61",
    ])
    .roll_names(&[("victim", "who is shot at"), ("shots", "shots"), ("reroll", "the single 6 again")])
    .grouping(Grouping::in_turn().at_once_under(SHOTS_OF_A_TURN, "at_once"))
    .bans(&[OF_ACTS, bans::OF_SHOOTERS, bans::OF_SHOTS, &[PHASE]])
    .fill(fill::shoot)
    .known(fill::known_of_shots);

/// Values of the shooters and of the target that players' own modifiers can change.
const HITS_ON: Adjustable = Adjustable::of("hits_on", "Number that hits").at(field!(Shoot, shooters, "[]"));
const STRUCK_ON: Adjustable = Adjustable::of("struck_on", "Number that hits the target").at(field!(Shoot, target));
const SHOTS: Adjustable = Adjustable::of("shots", "Shots").at(field!(Shoot, shooters, "[]"));

/// Most shots of one request.
const MOST_SHOTS: i32 = 20;

choices! {
    /// Cover of the target.
    pub enum Cover {
        None = "none" "In the open",
        LowObstacle = "low_obstacle" "Behind a wall, bank or battlement",
        Opening = "cover" "In bushes, crops, a window or large opening",
        Swimming = "swimming" "Swimming",
        WoodEdge = "wood_edge" "In the edge of a wood",
        ThinWood = "thin_wood" "Behind up to 10 cm of wood",
        NarrowOpening = "narrow_opening" "Behind a narrow opening",
        Crouched = "crouched" "Crouched in bushes, doing nothing",
        DeepWood = "deep_wood" "Behind more than 10 cm of wood",
    }
}

form! {
    /// Rulings that affect shooting.
    pub struct Rulings {
        r2_foot_arquebus_moving: ArquebusOnTheMove = choice_of(choice::<ArquebusOnTheMove>()).or_id("short_range")
            .label("Arquebus on the move").rare(),
        r5_mounted_infantry_moving: DragoonOnTheMove = choice_of(choice::<DragoonOnTheMove>()).or_id("not_allowed")
            .label("Mounted infantry on the move").rare(),
        r6_caliver_mounted: MountedCaliver = choice_of(choice::<MountedCaliver>()).or_id("minus_one")
            .label("Caliver from the saddle").rare(),
        r47_mixed_group: MixedGroup = choice_of(choice::<MixedGroup>()).or_id("most").label("Shots at a mixed group").rare(),
        r61_drawn_again: DrawnAgain = choice_of(choice::<DrawnAgain>()).or_id("once_first").label("Drawn again").rare(),
    }
}

const MUSKET: &[When] = &[When { field: field!(Shooter, weapon), is: &["matchlock_musket"] }];
const HEAVY_MUSKET: &[When] = &[When { field: field!(Shooter, weapon), is: &["matchlock_musket", "forkless_musket"] }];
const OVER_FRIENDS: &[When] =
    &[When { field: field!(Shooter, weapon), is: &["matchlock_musket", "forkless_musket", "javelin"] }];
const SALVO: &[When] = &[
    When { field: field!(Shooter, weapon), is: &["matchlock_musket"] },
    When { field: field!(Shooter, salvo), is: &["true"] },
];
const MOUNTED: &[When] = &[When { field: MOUNT.id(), is: &["cavalry", "mounted_infantry", "farm_horse"] }];
const JAVELIN_RIDER: &[When] =
    &[When { field: field!(Shooter, weapon), is: &["javelin"] }, When { field: MOUNT.id(), is: &["cavalry"] }];
const BOW_OR_JAVELIN: &[When] =
    &[When { field: field!(Shooter, weapon), is: &["traditional_bow", "longbow", "javelin"] }];

form! {
    /// One or more identical shooters.
    pub struct Shooter {
        weapon: Missile = unit(choice::<Missile>()).label("Weapon"),
        count: i32 = situation(whole(1, MOST_SHOTS)).or(1).label("How many shoot"),
        range_cm: f64 = situation(number(0.0, 60.0)).label("Range, cm").bands(fill::bands),
        class: i32 = unit(of(CLASS)),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        movement: Movement = situation(choice::<Movement>()).or_id("immobile").label("This turn")
            .help("A change of rank counts as two paces."),
        close_order: bool = unit(of(CLOSE_ORDER)),
        protected: bool = situation(flag()).or(false).label("Behind something solid").when(SALVO)
            .help("In a building or entrenchment, on a battlement, behind a solid wall."),
        officer: bool = situation(flag()).or(false).label("Under command").when(SALVO)
            .help("They obey an officer or a sergeant."),
        salvo: bool = choice_of(flag()).or(false).label("Salvo").when(MUSKET)
            .help("Three matchlock muskets or more, on the word of command, at a group."),
        /// True if the shooter's player cannot add the +1 to these shots. In a battle, an act leaves the +1 to one player.
        plus_one_used: bool = situation(flag()).or(false).label(PLUS_ONE.label()).when(MUSKET).rare(),
        threatened: bool = situation(flag()).or(false).label("Could be contacted this turn").when(MOUNTED)
            .help("A rider who may be attacked cannot aim as if standing still."),
        /// True if in contact with any enemy when the turn began.
        in_contact_at_start: bool = unit(of(IN_CONTACT_AT_START)),
        contact: Contact = situation(choice::<Contact>()).or_id("none").label("Contact with the target").rare(),
        furtive: bool = situation(flag()).or(false).label("Furtive shooter").rare()
            .help("Appears, shoots on the move, and disappears."),
        through_opening: bool = situation(flag()).or(false).label("Through a window or slit").when(BOW_OR_JAVELIN).rare(),
        rank: ShooterRank = situation(choice::<ShooterRank>()).or_id("front").label("Rank").when(OVER_FRIENDS).rare(),
        run_up: bool = situation(flag()).or(false).label("After a straight run").when(JAVELIN_RIDER),
        elite: bool = choice_of(flag()).or(false).label("Elite shot, +1").rare()
            .help("One a turn for each player."),
        /// True for an elite shot that picks out one figure of a group, in place of the +1.
        aimed: bool = choice_of(flag()).or(false).label("Elite shot, aimed at one").rare()
            .help("At one of a group, who is then the only target. It takes the place of the elite shot with +1."),
        reload_left: i32 = unit(whole(0, 2)).or(0).label("Turns still to load"),
        fouled: bool = unit(of(FOULED)).label("Fouled in melee today").when(HEAVY_MUSKET),
        disabled: bool = unit(of(DISABLED)),
        disorder: bool = unit(of(DISORDER)),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

form! {
    /// Target of the shots.
    pub struct Target {
        figures: i32 = situation(of(FIGURES)).help("Three or more are a group."),
        /// Life points of the target in total; 0 for one each.
        life_points: i32 = unit(of(LIFE_POINTS)).rare().help("0: one for each figure."),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        armour: Armour = unit(of(ARMOUR)),
        equivalent_armour: i32 = unit(of(EQUIVALENT_ARMOUR)).rare()
            .help("Of a large creature, in place of armour; 0 for people."),
        cover: Cover = situation(choice::<Cover>()).or_id("none").label("Cover"),
        rear_ranks: bool = situation(flag()).or(false).label("Only their rear ranks").rare()
            .help("Javelins thrown over friends fall on enemies who touch none of these friends."),
        furtive: bool = situation(flag()).or(false).label("Furtive target").rare()
            .help("On the move, and hidden or touching a friend of the shooter at both ends of the turn."),
        flying: bool = situation(flag()).or(false).label("Flying").rare(),
        magical_protection: bool = situation(flag()).or(false).label("Protected by magic").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

form! {
    /// A unit of a group that is shot at.
    pub struct GroupUnit {
        figures: i32 = unit(whole(0, MOST_FIGURES)).label(FIGURES.label()),
        /// Life points of the unit in total; 0 for one each.
        life_points: i32 = unit(of(LIFE_POINTS)).rare().help("0: one for each figure."),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        armour: Armour = unit(of(ARMOUR)),
        equivalent_armour: i32 = unit(of(EQUIVALENT_ARMOUR)).rare()
            .help("Of a large creature, in place of armour; 0 for people."),
    }
}

impl GroupUnit {
    /// Figures of the unit, and the number of hits that put all of them out.
    fn strength(&self) -> Strength {
        Strength::of(self.figures, self.life_points)
    }
}

/// Fewest figures of a group; a couple is not a group (R17).
const GROUP: i32 = 3;

impl Target {
    /// Figures of the target, and the number of hits that put all of them out.
    fn strength(&self) -> Strength {
        Strength::of(self.figures, self.life_points)
    }

    /// True for three figures or more (R17).
    pub fn is_group(&self) -> bool {
        self.figures >= GROUP
    }

    /// True if the target is on foot. A wall or bush hides more of such a target than of a rider.
    pub fn on_foot(&self) -> bool {
        self.mount == Mount::Foot
    }
}

form! {
    /// Input of shooting.
    pub struct Shoot {
        edition: Edition = unit(of(EDITION)).rare(),
        shooters: Vec<Shooter> = unit(list::<Shooter>(1, ENTRIES)).label("Shooters"),
        target: Target = unit(object::<Target>()).or_empty().label("Target"),
        /// Units of a mixed group. Given only if their armour or mounts differ and victims are drawn first (R47).
        group: Vec<GroupUnit> = unit(list::<GroupUnit>(0, victims::UNITS)).or_empty().label("Units of the group").rare()
            .help("Only if it is drawn first who of a mixed group is shot at: its units, with their armour and mounts."),
        musket_plus_one_used: bool = unit(of(MUSKET_PLUS_ONE_USED)).label("Musket +1 used this turn"),
        reroll_sixes: bool = choice_of(flag()).or(true).label("Single sixes may be rolled again").rare()
            .help("You are asked when one comes up and more would help."),
        /// Answers about single 6s that could become better, in the order in which they come up.
        single_sixes: Vec<SingleSix> = choice_of(list::<SingleSix>(0, 20)).or_empty().label("A single 6: roll it again?")
            .help("Another 6 makes it one better; anything else leaves it as it is.").before_rolls(&["reroll"]),
        rulings: Rulings = choice_of(object::<Rulings>()).or_empty().label("Rulings").rare(),
    }
}

outcome! {
    /// Result of the shots.
    pub struct Hits {
        /// Number of shots, one d6 each.
        pub shots: i32,
        /// Natural value that each entry needs, in order; above 6, it takes several sixes. If victims are drawn, there is one value for
        /// each unit of the group. *Rules of many sixes.*
        pub needs: Vec<i32>,
        /// Dice that hit: no more than the shots.
        pub hits: i32,
        /// Life points lost, no more than the hits. Of soldiers, these are the figures that fall.
        pub casualties: i32,
        /// True if the +1 for muskets made a hit.
        pub plus_one_used: bool,
    }
}

outcome! {
    /// Result of shots whose victims were drawn first (R47).
    struct HitsOfDrawn {
        /// Life points lost by each unit of the group, in order. Of soldiers, these are the figures that fall.
        pub fallen: Vec<i32>,
        ..hits: Hits,
    }
}

/// Result of the shots.
#[derive(Clone, Debug, PartialEq)]
pub struct Shot {
    /// Hits and casualties.
    pub hits: Hits,
    /// Life points lost by each unit of a group whose victims were drawn first; empty otherwise.
    pub fallen: Vec<i32>,
}

impl Outcome for Shot {
    /// Names of the outcome if no victims were drawn first.
    const NAMES: &'static [&'static str] = Hits::NAMES;

    fn names(&self) -> &'static [&'static str] {
        if self.fallen.is_empty() { Hits::NAMES } else { HitsOfDrawn::NAMES }
    }

    fn write(self, into: &mut Vec<Value>) {
        if self.fallen.is_empty() {
            self.hits.write(into);
        } else {
            HitsOfDrawn { fallen: self.fallen, hits: self.hits }.write(into);
        }
    }
}

impl Shooter {
    /// The weapon as this edition treats it.
    fn weapon_in(&self, edition: Edition) -> Missile {
        self.weapon.in_edition(edition)
    }

    /// Number of dice: one for each figure that shoots, changed by the players' own modifiers; 0 to [`MOST_SHOTS`].
    fn shots(&self) -> i32 {
        (self.count + self.own.sum(SHOTS)).clamp(0, MOST_SHOTS)
    }

    /// True if the shooter moves, or counts as moving. A rider who may be attacked this turn cannot stand still. *Shooting.*
    fn is_moving(&self) -> bool {
        let uneasy = self.threatened || self.contact != Contact::None;
        self.movement.is_moving(self.close_order) || self.mount.is_mounted() && uneasy
    }
}

impl Shoot {
    /// True if one die of this shooter can have the +1 for matchlock muskets fired at will into a group, once a turn. *Matchlock musket with fork.*
    fn has_plus_one(&self, shooter: &Shooter) -> bool {
        let at_will = shooter.weapon == Missile::MatchlockMusket && !shooter.salvo;
        at_will && self.target.is_group() && !self.musket_plus_one_used && !shooter.plus_one_used
    }

    /// Records the players' own modifiers, with each of several shooters as owner.
    fn record_own(&self, dice: &mut Dice) {
        for (nth, shooter) in self.shooters.iter().enumerate() {
            let of_several = (self.shooters.len() > 1).then_some(nth);
            match of_several {
                Some(nth) => dice.with_owner(roles::SHOOTERS, Some(nth), |dice| shooter.own.record(dice)),
                None => shooter.own.record(dice),
            }
        }
        dice.with_owner(roles::TARGET, None, |dice| self.target.own.record(dice));
    }
}

impl Rule for Shoot {
    type Outcome = Shot;

    fn permit(&self) -> Result<(), Refusal> {
        permit::permit(self)
    }

    fn play(&self, dice: &mut Dice) -> Result<Shot, Halt> {
        self.record_own(dice);
        if victims::are_drawn(self) {
            return victims::shoot(self, dice);
        }
        let needs: Vec<i32> = match self.shooters.as_slice() {
            [only] => vec![modifiers::needs(self, only, &self.target, dice)],
            several => {
                let needs = |shooter, dice: &mut Dice| modifiers::needs(self, shooter, &self.target, dice);
                let each = several
                    .iter()
                    .enumerate()
                    .map(|(nth, shooter)| dice.with_owner(roles::SHOOTERS, Some(nth), |dice| needs(shooter, dice)));
                each.collect()
            }
        };
        let counts: Vec<i32> = self.shooters.iter().map(Shooter::shots).collect();
        let aims = self.shooters.iter().zip(&needs).map(|(shooter, need)| Aim::of(self, shooter, 0, *need));
        let pool = ShotPool::<ENTRIES, 1>::of(aims.collect());
        let single = Sixes::new(&self.single_sixes, self.reroll_sixes);
        let landed = dice.in_steps(|dice| {
            let rolled = dice.roll_groups("shots", 6, &counts, |entry, face| pool.sort(entry, face))?;
            dice.record_luck_of_groups(&counts, &|entry| format!("{}[{entry}]", roles::SHOOTERS), &|entry, face| {
                face >= needs[entry]
            });
            let entries: Vec<usize> = (0..).zip(&counts).flat_map(|(entry, n)| (0..*n).map(move |_| entry)).collect();
            dice.and_then(&rolled.into_iter().sum(), |dice, sorted| {
                let landed = pool.many_sixes(dice, sorted, single)?;
                dice.record_helped("shots", |faces| pool.helped(|die| entries[die], faces, landed.all()));
                Ok(landed)
            })
        })?;
        let hits = Hits {
            shots: counts.iter().sum(),
            needs,
            hits: landed.all(),
            casualties: landed.all().min(self.target.strength().lives),
            plus_one_used: landed.plus_one_used,
        };
        Ok(Shot { hits, fallen: Vec::new() })
    }

    fn preview(&self) -> Preview {
        Preview::of(describe::before(self))
    }

    fn describe(&self, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
        describe::describe(self, outcome, consequences);
    }

    fn aftermath(&self, scene: &Scene, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
        describe::record(self, scene, outcome, consequences);
    }
}
