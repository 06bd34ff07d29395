//! Casualties of a group: draws which figures fall to shots at all of them.

use super::conditions::NOBODY_LEFT;
use super::input::{self, Input, put};
use super::losses::{fall, unit_of_victim, words};
use super::open_duties;
use super::terms::duties::{Kind, OpenDuty};
use crate::core::refusal::{Refusal, bad_if};
use crate::core::text::Gap;
use crate::dice::{Dice, Dist, Halt};
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::own::{Adjustable, Change, Changes, changes};
use crate::rules::procedure::{Axis, Is, OddsQuery, Procedure, Role, Rule};
use crate::rules::table::Scene;
use crate::{field, form, outcome};

/// The procedure.
pub const CASUALTIES: Procedure = Procedure::of::<Casualties>("casualties", "Casualties")
    .heading("Shooting")
    .about("Draws who falls in a group of several units. Every figure is as likely as any other.")
    .participants(&[Role::own("groups", "Units of the group", "groups[]").tag("group ").several(1, GROUPS)])
    .chances(&[OddsQuery { label: "{group #}: at least one", path: field!(Drawn, fallen, "[*]"), is: Is::AtLeast(1) }])
    .axes(&[Axis::of("{group #}", field!(Drawn, fallen, "[*]"))])
    .adjustable(&[FALL])
    .rulings(&["R45", "R48"])
    .roll_names(&[("victim", "who falls")])
    .conditions(&[NOBODY_LEFT])
    .fill(due);

/// Number that players' own modifiers can change.
const FALL: Adjustable = Adjustable::of("casualties", "Casualties drawn");

/// The most units of a group.
const GROUPS: usize = 6;
/// The most figures of a group.
const FIGURES: i32 = 60;

form! {
    /// One unit of the group.
    pub struct Group {
        /// Figures that still stand.
        figures: i32 = unit(whole(1, FIGURES)).label("Figures"),
    }
}

form! {
    /// Input of the draw.
    pub struct Casualties {
        /// The units of the group.
        groups: Vec<Group> = unit(list::<Group>(1, GROUPS)).label("Units of the group"),
        /// Casualties to be drawn.
        casualties: i32 = unit(whole(1, 20)).label("Casualties"),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Figures that fall. *Shooting.*
    pub struct Drawn {
        /// Figures that fall, for each unit in order.
        pub fallen: Vec<i32>,
    }
}

/// Figures that fell so far, for each unit.
type Fallen = [i32; GROUPS];

impl Rule for Casualties {
    type Outcome = Drawn;

    fn permit(&self) -> Result<(), Refusal> {
        let figures = self.figures();
        bad_if(figures > FIGURES, "groups", "A group has 60 figures at most.")?;
        bad_if(self.casualties > figures, "casualties", "There are not so many figures.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Drawn, Halt> {
        let casualties = (self.casualties + self.own.on(FALL, dice)).clamp(0, self.figures());
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
        for (index, (group, &fallen)) in self.groups.iter().zip(&outcome.fallen).enumerate() {
            let who = Gap::Unit("group ", index + 1).into();
            if let Some(words) = words(who, group.figures, fallen) {
                consequences.say(words);
            }
        }
    }

    /// Records the draw, and settles it.
    fn aftermath(&self, scene: &Scene, outcome: &Drawn, consequences: &mut ConsequencesBuilder) {
        for (index, (unit, fallen)) in scene.units("groups").iter().zip(&outcome.fallen).enumerate() {
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

    /// Draws one more of so many. Casualties are random, so every figure that still stands has one face of the die. *Shooting.*
    fn draw(&self, dice: &mut Dice, casualties: i32, mut fallen: Fallen) -> Result<Fallen, Halt> {
        let standing: Vec<i32> = self.groups.iter().zip(fallen).map(|(group, fallen)| group.figures - fallen).collect();
        let all: i32 = standing.iter().sum();
        let to_fall = casualties - fallen.iter().sum::<i32>();
        // Nothing is left to chance if all fall.
        let first = standing.iter().position(|standing| *standing > 0).filter(|_| to_fall == all);
        let victim = first.map_or_else(|| unit_of_victim(dice, &standing), Ok)?;
        fallen[victim] += 1;
        Ok(fallen)
    }
}

/// True for a draw from exactly these units.
fn is_of(duty: &OpenDuty, scene: &Scene) -> bool {
    duty.kind == Kind::Draw && duty.is_of(scene.ids("groups"))
}

/// Fills in the casualties that are to be drawn.
fn due(scene: &Scene, draw: &mut Input) {
    let open = open_duties::open(&scene.table.battle);
    if let Some(casualties) = open.iter().find(|duty| is_of(duty, scene)).and_then(|duty| duty.casualties) {
        put(draw, input::CASUALTIES, casualties);
    }
}
