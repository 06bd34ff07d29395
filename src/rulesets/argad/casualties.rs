//! Casualties of a group: draws which figures fall to shots at all of them.

use super::facts::{CHARGE_LOST, CHARGING, FALLEN, FALLING, LIFE_POINTS, WOUNDED};
use super::input::{self, Input, put};
use super::rulings::{Falling, SHOTS_OF_A_TURN};
use super::turn::duties::{self, Kind, OpenDuty};
use crate::core::facts::Facts;
use crate::core::refusal::{Refusal, bad_if};
use crate::core::text::{Gap, Text};
use crate::dice::{Dice, Dist, Halt};
use crate::form::Choices;
use crate::outcome::Record;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::{Axis, Is, OddsQuery, Procedure, Role, Rule};
use crate::rules::table::{Scene, Table};
use crate::{field, form, outcome, text};

/// The procedure.
pub const CASUALTIES: Procedure = Procedure::of::<Casualties>("casualties", "Casualties")
    .heading("Shooting")
    .about("Draws who falls in a group of several units. Every figure is as likely as any other.")
    .participants(&[Role::own("groups", "Units of the group", "groups[]").tag("group ").several(1, GROUPS)])
    .chances(&[OddsQuery { label: "{group #}: at least one", path: field!(Drawn, fallen, "[*]"), is: Is::AtLeast(1) }])
    .axes(&[Axis::of("{group #}", field!(Drawn, fallen, "[*]"))])
    .rulings(&["R45", "R48"])
    .roll_names(&[("victim", "who falls")])
    .fill(due)
    .aftermath(settle);

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
        let fallen = dice.settle(|dice| {
            let mut fallen = Dist::certain(Fallen::default());
            for _ in 0..self.casualties {
                fallen = dice.each(&fallen, |dice, fallen| self.draw(dice, *fallen))?;
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
}

impl Casualties {
    /// Figures of the whole group.
    fn figures(&self) -> i32 {
        self.groups.iter().map(|group| group.figures).sum()
    }

    /// Draws one more. Casualties are random, so every figure that still stands has one face of the die. *Shooting.*
    fn draw(&self, dice: &mut Dice, mut fallen: Fallen) -> Result<Fallen, Halt> {
        let standing: Vec<i32> = self.groups.iter().zip(fallen).map(|(group, fallen)| group.figures - fallen).collect();
        let all: i32 = standing.iter().sum();
        let to_fall = self.casualties - fallen.iter().sum::<i32>();
        // Nothing is left to chance if all fall.
        let first = standing.iter().position(|standing| *standing > 0).filter(|_| to_fall == all);
        let victim = first.map_or_else(|| unit_of_victim(dice, &standing), Ok)?;
        fallen[victim] += 1;
        Ok(fallen)
    }
}

/// Draws one of the figures that stand, each of which has one face of the die, and hands back the index of its unit. Without a die if
/// all belong to one unit. *Shooting.*
///
/// # Errors
/// The dice's.
pub fn unit_of_victim(dice: &mut Dice, standing: &[i32]) -> Result<usize, Halt> {
    let mut left = (0..standing.len()).filter(|&unit| standing[unit] > 0);
    if let (Some(only), None) = (left.next(), left.next()) {
        return Ok(only);
    }
    let unit = |face: i32| {
        let mut last = 0;
        let reaches = |figures: &i32| {
            last += figures;
            face <= last
        };
        standing.iter().position(reaches).unwrap_or(0)
    };
    let sides = u8::try_from(standing.iter().sum::<i32>()).unwrap_or(u8::MAX);
    let drawn = dice.sorted("victim", sides, 1, standing.len(), unit)?;
    Ok(drawn.iter().position(|&drawn| drawn == 1).unwrap_or(0))
}

/// Says how many of a unit fall; `None` if nobody does.
pub fn words(who: Text, figures: i32, fallen: i32) -> Option<Text> {
    match (fallen, figures) {
        (0, _) => None,
        (_, 1) => Some(text!("{who}: out, unless a second life is left.", who = who)),
        (1, _) => Some(text!("{who}: one out.", who = who)),
        (fallen, _) => Some(text!("{who}: {n} out.", who = who, n = fallen)),
    }
}

/// Records the draw, and settles it.
fn settle(scene: &Scene, _: &Input, outcome: &Record, consequences: &mut ConsequencesBuilder) {
    for (index, unit) in scene.units("groups").iter().enumerate() {
        if let Some(fallen) = outcome.sum(&format!("fallen[{index}]")) {
            fall(scene, ("groups", index), unit, fallen, consequences);
        }
    }
    let mut others = duties::open(&scene.table.battle);
    if let Some(drawn) = others.iter().position(|duty| is_of(duty, scene)) {
        others.remove(drawn);
    }
    duties::settle(scene, consequences, |_| true, others);
}

/// True for a draw from exactly these units.
fn is_of(duty: &OpenDuty, scene: &Scene) -> bool {
    duty.kind == Kind::Draw && duty.is_of(scene.ids("groups"))
}

/// Fills in the casualties that are to be drawn.
fn due(scene: &Scene, draw: &mut Input) {
    let open = duties::open(&scene.table.battle);
    if let Some(casualties) = open.iter().find(|duty| is_of(duty, scene)).and_then(|duty| duty.casualties) {
        put(draw, input::CASUALTIES, casualties);
    }
}

/// True if all shots of a phase fall at the same moment, so that whoever is hit stays until it ends (R45).
pub fn fall_at_once(table: &Table) -> bool {
    table.ruling(SHOTS_OF_A_TURN) == Some(Falling::AtOnce.id())
}

/// Figures that are hit and fall as the phase ends.
pub fn falling(unit: &Facts) -> i32 {
    unit.value(FALLING).unwrap_or(0)
}

/// Takes fallen figures off the unit; a player character loses a life point first. Those who take the place of chargers shot
/// down have no bonus (R55).
pub fn fall(
    scene: &Scene,
    (role, index): (&'static str, usize),
    unit: &Facts,
    fallen: i32,
    consequences: &mut ConsequencesBuilder,
) {
    if fall_at_once(&scene.table) {
        consequences.raise_nth(role, index, FALLING, fallen);
        return;
    }
    consequences.raise_nth(role, index, LIFE_POINTS, -fallen).raise_nth(role, index, FALLEN, fallen);
    if fallen > 0 {
        consequences.put_nth(role, index, WOUNDED, true);
    }
    if unit.holds(CHARGING) && !unit.knows(LIFE_POINTS) {
        consequences.raise_nth(role, index, CHARGE_LOST, fallen);
    }
}
