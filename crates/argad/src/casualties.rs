//! Casualties of a group: draws the figures that fall to shots at the whole group.

use super::bans::{NOBODY_LEFT, draws};
use super::input::{self, Input, put};
use super::losses::{Strength, take_losses, unit_of_victim};
use super::open_duties;
use super::rulings::DrawnAgain;
use super::terms::duties::{Kind, OpenDuty};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that draws casualties.
pub const CASUALTIES: Procedure = Procedure::of::<Casualties>(procedures::CASUALTIES, "Casualties")
    .heading("Shooting")
    .about("Draws who falls in a group of several units. Every figure is as likely as any other.")
    .participants(&[Role::own(roles::GROUPS, "Units of the group", field!(Casualties, groups, "[]"))
        .tag("group ")
        .several(1, GROUPS)])
    .chances(&[Chance::of("{group #}: at least one", field!(Drawn, fallen, "[*]"), Is::AtLeast(1))])
    .axes(&[Axis::of("{group #}", field!(Drawn, fallen, "[*]"))])
    .adjustable(&[FALL])
    .rulings(&["R33", "R45", "R48", "R61"])
    .roll_names(&[("victim", "who is hit")])
    .bans(&[&[NOBODY_LEFT], OF_DRAWS])
    .fill(due);

/// Bans of a draw.
const OF_DRAWS: &[Ban] = &[
    Ban::table("nothing_to_draw", "Shooting", "No hits wait for a draw", |act| {
        act.scene.actors().iter().any(|unit| !draws(&act.scene.table).any(|draw| draw.concerns(&unit.id)))
    })
    .hides_offer(),
    Ban::table("nothing_to_draw", "Shooting", "No hits wait for a draw from these units alone", |act| {
        let units: Vec<String> = act.scene.actors().iter().map(|unit| unit.id.clone()).collect();
        !draws(&act.scene.table).any(|draw| draw.is_of(&units))
    })
    .on_acts(),
];

/// Number that players' own modifiers can change.
const FALL: Adjustable = Adjustable::of("casualties", "Casualties drawn");

/// Most units in a group.
const GROUPS: usize = 6;

form! {
    /// Ruling that affects the draw.
    pub struct Rulings {
        r61_drawn_again: DrawnAgain = choice_of(choice::<DrawnAgain>()).or_id("once_first").label("Drawn again").rare(),
    }
}

form! {
    /// One unit of the group.
    pub struct Group {
        figures: i32 = unit(of(FIGURES)).required(),
        /// Life points that the unit has left in total; 0 for one each.
        life_points: i32 = unit(of(LIFE_POINTS)).rare().help("0: one for each figure."),
    }
}

form! {
    /// Input of the draw.
    pub struct Casualties {
        groups: Vec<Group> = unit(list::<Group>(1, GROUPS)).label("Units of the group"),
        casualties: i32 = unit(whole(1, 20)).label("Casualties"),
        rulings: Rulings = choice_of(object::<Rulings>()).or_empty().label("Rulings").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    } validate(validate)
}

/// Refuses groups that are too large, and more casualties than the group has life points.
fn validate(draw: &Casualties) -> Result<(), Refusal> {
    bad_if(draw.figures() > MOST_FIGURES, field!(Casualties, groups), "A group has 60 figures at most.")?;
    let too_many = draw.casualties > draw.lives();
    bad_if(too_many, field!(Casualties, casualties), "There are not so many figures, nor life points.")
}

outcome! {
    /// Hits on each unit. *Shooting.*
    pub struct Drawn {
        /// Life points lost by each unit, in order. Of soldiers, these are the figures that fall.
        pub fallen: Vec<i32>,
    }
}

/// Hits so far, for each unit.
type Fallen = [i32; GROUPS];

impl Rule for Casualties {
    type Outcome = Drawn;

    fn play(&self, dice: &mut Dice) -> Result<Drawn, Halt> {
        let casualties = (self.casualties + self.own.on(FALL, dice)).clamp(0, self.lives());
        let fallen = dice.in_steps(|dice| {
            let mut fallen = Dist::certain(Fallen::default());
            for _ in 0..casualties {
                fallen = dice.and_then(&fallen, |dice, fallen| self.draw(dice, casualties, *fallen))?;
            }
            Ok(fallen)
        })?;
        Ok(Drawn { fallen: fallen.into_iter().take(self.groups.len()).collect() })
    }

    fn describe(&self, outcome: &Drawn, consequences: &mut ConsequencesBuilder) {
        let hits = outcome.fallen.iter().sum::<i32>();
        if hits == self.lives() {
            consequences.say("As many hits as life points: nobody is left.");
        } else if hits == self.once_each() && self.rulings.r61_drawn_again == DrawnAgain::OnceFirst {
            // By ruling, no figure is drawn a second time before every figure was drawn once (R61).
            consequences.say("As many hits as figures: each is hit once.");
        }
        for (index, (group, &fallen)) in self.groups.iter().zip(&outcome.fallen).enumerate() {
            let who = Gap::Unit("group ", index + 1).into();
            consequences.say_all(group.strength().words(who, fallen).into_iter().collect());
        }
    }

    /// Applies the draw to the units, and removes its duty.
    fn aftermath(&self, scene: &Scene, outcome: &Drawn, consequences: &mut ConsequencesBuilder) {
        for (index, (unit, fallen)) in scene.units(roles::GROUPS).iter().zip(&outcome.fallen).enumerate() {
            take_losses(scene, (roles::GROUPS, index), &unit.facts, *fallen, consequences);
        }
        let mut others = open_duties::open(&scene.table.battle);
        if let Some(drawn) = others.iter().position(|duty| is_of(duty, scene)) {
            others.remove(drawn);
        }
        open_duties::update(scene, consequences, |_| true, others);
    }
}

impl Casualties {
    /// Figures of the whole group.
    fn figures(&self) -> i32 {
        self.groups.iter().map(|group| group.figures).sum()
    }

    /// Number of hits that strike every figure once.
    fn once_each(&self) -> i32 {
        self.groups.iter().map(|group| group.figures.min(group.strength().lives)).sum()
    }

    /// Hits that put the whole group out.
    fn lives(&self) -> i32 {
        self.groups.iter().map(|group| group.strength().lives).sum()
    }

    /// Draws the victim of one of `casualties` hits. Each figure that can be drawn has one face of the die. *Shooting; R61.*
    fn draw(&self, dice: &mut Dice, casualties: i32, mut fallen: Fallen) -> Result<Fallen, Halt> {
        let so_far: i32 = fallen.iter().sum();
        let is_first_round = so_far < self.once_each();
        let faces: Vec<i32> = self
            .groups
            .iter()
            .zip(fallen)
            .map(|(group, hits)| group.strength().faces(hits, is_first_round, self.rulings.r61_drawn_again))
            .collect();
        // No dice are needed if all figures fall, or if the hits complete the first round.
        let ends_round = is_first_round && self.rulings.r61_drawn_again == DrawnAgain::OnceFirst;
        let is_certain = casualties == self.lives() || ends_round && casualties - so_far >= faces.iter().sum();
        let first = faces.iter().position(|faces| *faces > 0).filter(|_| is_certain);
        let victim =
            first.map_or_else(|| unit_of_victim(dice, &faces, |unit| Gap::Unit("group ", unit + 1).into()), Ok)?;
        fallen[victim] += 1;
        Ok(fallen)
    }
}

impl Group {
    fn strength(&self) -> Strength {
        Strength::of(self.figures, self.life_points)
    }
}

/// True if the duty is a draw from exactly these units.
fn is_of(duty: &OpenDuty, scene: &Scene) -> bool {
    duty.kind == Kind::Draw && duty.is_of(&scene.ids(roles::GROUPS))
}

/// Fills in the number of casualties that are due.
fn due(scene: &Scene, draw: &mut Input) {
    let open = open_duties::open(&scene.table.battle);
    if let Some(casualties) = open.iter().find(|duty| is_of(duty, scene)).and_then(|duty| duty.casualties) {
        put(draw, input::CASUALTIES, casualties);
    }
}
