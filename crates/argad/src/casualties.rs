//! Casualties of a group: draws which figures fall to shots at all of them.

use super::conditions::NOBODY_LEFT;
use super::input::{self, Input, put};
use super::losses::{Strength, fall, unit_of_victim};
use super::open_duties;
use super::rulings::DrawnAgain;
use super::terms::duties::{Kind, OpenDuty};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// The procedure.
pub const CASUALTIES: Procedure = Procedure::of::<Casualties>(procedures::CASUALTIES, "Casualties")
    .heading("Shooting")
    .about("Draws who falls in a group of several units. Every figure is as likely as any other.")
    .participants(&[Role::own(roles::GROUPS, "Units of the group", "groups[]").tag("group ").several(1, GROUPS)])
    .chances(&[Chance::of("{group #}: at least one", field!(Drawn, fallen, "[*]"), Is::AtLeast(1))])
    .axes(&[Axis::of("{group #}", field!(Drawn, fallen, "[*]"))])
    .adjustable(&[FALL])
    .rulings(&["R33", "R45", "R48", "R61"])
    .roll_names(&[("victim", "who is hit")])
    .conditions(&[NOBODY_LEFT])
    .fill(due);

/// Number that players' own modifiers can change.
const FALL: Adjustable = Adjustable::of("casualties", "Casualties drawn");

/// The most units of a group.
const GROUPS: usize = 6;
/// The most figures of a group.
const FIGURES: i32 = 60;

form! {
    /// The ruling that bears on the draw.
    pub struct Rulings {
        /// R61.
        r61_drawn_again: DrawnAgain = choice_of(choice::<DrawnAgain>()).or_id("once_first").label("Drawn again").rare(),
    }
}

form! {
    /// One unit of the group.
    pub struct Group {
        /// Figures that still stand.
        figures: i32 = unit(of(crate::facts::FIGURES)).required(),
        /// Life points that they have left together; 0 for one each.
        life_points: i32 = unit(of(LIFE_POINTS)).rare().help("0: one for each figure."),
    }
}

form! {
    /// Input of the draw.
    pub struct Casualties {
        /// The units of the group.
        groups: Vec<Group> = unit(list::<Group>(1, GROUPS)).label("Units of the group"),
        /// Casualties to be drawn.
        casualties: i32 = unit(whole(1, 20)).label("Casualties"),
        /// The ruling.
        rulings: Rulings = choice_of(object::<Rulings>()).or_empty().label("Rulings").rare(),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Hits on each unit. *Shooting.*
    pub struct Drawn {
        /// Life points lost, for each unit in order: of soldiers, the figures that fall.
        pub fallen: Vec<i32>,
    }
}

/// Hits so far, for each unit.
type Fallen = [i32; GROUPS];

impl Rule for Casualties {
    type Outcome = Drawn;

    fn permit(&self) -> Result<(), Refusal> {
        bad_if(self.figures() > FIGURES, "groups", "A group has 60 figures at most.")?;
        bad_if(self.casualties > self.lives(), "casualties", "There are not so many figures, nor life points.")
    }

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
            // R61: nobody is drawn again before everybody was drawn once.
            consequences.say("As many hits as figures: each is hit once.");
        }
        for (index, (group, &fallen)) in self.groups.iter().zip(&outcome.fallen).enumerate() {
            let who = Gap::Unit("group ", index + 1).into();
            consequences.say_all(group.strength().words(who, fallen).into_iter().collect());
        }
    }

    /// Records the draw, and settles it.
    fn aftermath(&self, scene: &Scene, outcome: &Drawn, consequences: &mut ConsequencesBuilder) {
        for (index, (unit, fallen)) in scene.units(roles::GROUPS).iter().zip(&outcome.fallen).enumerate() {
            fall(scene, ("groups", index), unit, *fallen, consequences);
        }
        let mut others = open_duties::open(&scene.table.battle);
        if let Some(drawn) = others.iter().position(|duty| is_of(duty, scene)) {
            others.remove(drawn);
        }
        open_duties::settle(scene, consequences, |_| true, others);
    }
}

impl Casualties {
    /// Figures of the whole group.
    fn figures(&self) -> i32 {
        self.groups.iter().map(|group| group.figures).sum()
    }

    /// Hits that strike every figure once.
    fn once_each(&self) -> i32 {
        self.groups.iter().map(|group| group.figures.min(group.strength().lives)).sum()
    }

    /// Hits that put the whole group out.
    fn lives(&self) -> i32 {
        self.groups.iter().map(|group| group.strength().lives).sum()
    }

    /// Draws one more of so many. Casualties are random, so every figure that can still be drawn has one face of the die.
    /// *Shooting; R61.*
    fn draw(&self, dice: &mut Dice, casualties: i32, mut fallen: Fallen) -> Result<Fallen, Halt> {
        let so_far: i32 = fallen.iter().sum();
        let is_first_round = so_far < self.once_each();
        let faces: Vec<i32> = self
            .groups
            .iter()
            .zip(fallen)
            .map(|(group, hits)| group.strength().faces(hits, is_first_round, self.rulings.r61_drawn_again))
            .collect();
        // Nothing is left to chance if all fall, or if the rest of the first round is hit.
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

/// True for a draw from exactly these units.
fn is_of(duty: &OpenDuty, scene: &Scene) -> bool {
    duty.kind == Kind::Draw && duty.is_of(scene.ids(roles::GROUPS))
}

/// Fills in the casualties that are to be drawn.
fn due(scene: &Scene, draw: &mut Input) {
    let open = open_duties::open(&scene.table.battle);
    if let Some(casualties) = open.iter().find(|duty| is_of(duty, scene)).and_then(|duty| duty.casualties) {
        put(draw, input::CASUALTIES, casualties);
    }
}
