//! Casualty roll of a general. *Generals.*

use super::super::bans::OUT_OF_BATTLE;
use super::super::effects;
use super::super::labels;
use super::super::terms::{FirerKind, Mover};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Casualty roll of a general.
pub const GENERAL_CASUALTY: Procedure =
    Procedure::of::<GeneralCasualty>(procedures::GENERAL_CASUALTY, "General's risk")
        .heading("Generals")
        .about("Once a bound, when the unit he is with took a counter in combat, or he was hit himself.")
        .participants(&[
            Role::own(roles::GENERAL, "General", "").fits(effects::is_general),
            Role::own_without_fields(roles::UNIT, "Unit he is with").several(0, 1).fits(effects::is_unit),
        ])
        .chances(&[
            Chance::of("unharmed", field!(Risked, result), Is::Word("unharmed")),
            Chance::of("dead", field!(Risked, result), Is::Word("dead")).fateful("{actor} fell", "{actor} survived"),
            Chance::of("off the table wounded", field!(Risked, result), Is::Word("wounded"))
                .fateful("{actor} left the table wounded", "{actor} stayed on the table"),
        ])
        .roll_label(roll_label)
        .adjustable(&[HIT, WOUND])
        .rulings(&["R20"])
        .grouping(Grouping::in_turn())
        .bans(&[&[
            OUT_OF_BATTLE,
            Ban::unit("general_tested", "Generals", "one roll for a general in a bound.", |general| {
                general.get(ALREADY_TESTED)
            })
            .at(ALREADY_TESTED),
        ]])
        .fill(|scene, input| {
            if let Some(unit) = unit_of(scene) {
                suggest(input, WITH_CAVALRY, unit.facts.equals(KIND, FirerKind::Cavalry));
            }
        })
        // After the roll, the procedure `give_horse` asks for the horseman.
        .known(|_, place| place == TROOPER_GIVES_HORSE.id());

/// Values that players' own modifiers can change: the least face that hits the general, and the sum that selects the wound.
const HIT: Adjustable = Adjustable::of("general_hit_on", "Number that hits the general");
const WOUND: Adjustable = Adjustable::of("wound", "Added to the roll for his wound");

/// Label of a roll: to hit the general, for the wound with its legend, or for the time to recover. `None` for other purposes. *Generals.*
fn roll_label(input: &Input, purpose: &str, _: usize) -> Option<Text> {
    Some(match purpose {
        "general_hit" => "whether the general is hit".into(),
        "general_wound" => {
            let general = GeneralCasualty::from_object(input).ok()?;
            let worse = general.own.sum(WOUND);
            let fate = |face: i32| match general.wound((face + worse).clamp(1, 6)) {
                Fate::Dead => term("dead"),
                Fate::Wounded => term("off the table wounded"),
                Fate::FleshWound => term("flesh wound"),
                Fate::HorseDead => term("horse dead"),
                Fate::Unharmed => term("unharmed"),
            };
            text!("his wound: {legend}", legend = labels::legend(6, fate))
        }
        "recovery" => "bounds until the general recovers".into(),
        _ => return None,
    })
}

pub(super) const WITH_CAVALRY: Fact<bool> = fact!(field!(GeneralCasualty, with_cavalry));
const TROOPER_GIVES_HORSE: Fact<bool> = fact!(field!(GeneralCasualty, trooper_gives_horse));
/// Reason why a unit gives no horse.
pub(super) const NO_CAVALRY: &str = "Only a cavalryman can give up his horse.";

/// Unit that the general is with: the participant, or else the unit recorded on the general. `None` if there is neither.
pub(super) fn unit_of(scene: &Scene) -> Option<&TableUnit> {
    let recorded = || scene.table.unit(scene.facts(roles::GENERAL)?.named(WITH_UNIT)?);
    scene.unit(roles::UNIT).or_else(recorded)
}

/// Removes one figure of the unit that gives a horse to the general. A unit that loses its last figure is out of the battle. *Generals.*
pub(super) fn lose_figure(unit: &TableUnit, consequences: &mut ConsequencesBuilder) {
    let Some(figures) = unit.facts.value(FIGURES).filter(|figures| *figures > 0) else { return };
    consequences.put_on(unit.id.as_str(), FIGURES, figures - 1);
    if figures == 1 {
        consequences.say("Nobody is left of it.").put_on(unit.id.as_str(), LOST, true);
    }
}

choices! {
    /// Result for a general at risk. *Generals.*
    pub enum Fate {
        Unharmed = "unharmed" "Unharmed",
        Dead = "dead" "Dead",
        Wounded = "wounded" "Wounded",
        FleshWound = "flesh_wound" "A flesh wound",
        HorseDead = "horse_dead" "His horse is dead",
    }
}

form! {
    /// A general who takes a casualty roll.
    pub struct GeneralCasualty {
        mounted: bool = unit(of(MOUNTED)),
        already_tested: bool = unit(of(ALREADY_TESTED)).label("Already tested this bound"),
        with_cavalry: bool = unit(flag()).or(false).label("With cavalry"),
        trooper_gives_horse: bool = choice_of(flag()).or(false).label("A horseman gives up his horse").rare()
            .help("If the general's horse is killed: he stays mounted, and a figure of the cavalry he is with is removed."),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Result for a general at risk, and the time to recover. *Generals.*
    pub struct Risked {
        /// Result for the general.
        pub result: Fate,
        /// Bounds until the general recovers from a flesh wound: 1 to 6. 0 without a flesh wound.
        pub recovery_bounds: i32,
    }
}

impl Rule for GeneralCasualty {
    type Outcome = Risked;

    fn permit(&self) -> Result<(), Refusal> {
        let no_horse = self.trooper_gives_horse && !self.with_cavalry;
        forbid_if(no_horse, field!(GeneralCasualty, trooper_gives_horse), NO_CAVALRY)
    }

    fn play(&self, dice: &mut Dice) -> Result<Risked, Halt> {
        // Counts this roll as the enemy's luck.
        let result = dice.rolled_by(Whose::Enemy, |dice| self.fate(dice))?;
        let recovery_bounds = if result == Fate::FleshWound { dice.die("recovery", 6)? } else { 0 };
        Ok(Risked { result, recovery_bounds })
    }

    fn describe(&self, outcome: &Risked, consequences: &mut ConsequencesBuilder) {
        consequences.put(roles::GENERAL, ALREADY_TESTED, true);
        match outcome.result {
            Fate::Unharmed => {
                consequences.say("He is unharmed.");
            }
            Fate::Dead => {
                consequences.say("He is dead.").put(roles::GENERAL, DEAD, true).put(roles::GENERAL, LOST, true);
            }
            Fate::Wounded => {
                consequences.say("He is wounded, and leaves the table.").put(roles::GENERAL, LOST, true);
            }
            Fate::FleshWound => {
                let bounds = outcome.recovery_bounds;
                consequences.say(text!("Only a flesh wound: he does nothing for {n} {n|bound|bounds}.", n = bounds));
                consequences.put(roles::GENERAL, RECOVERY_BOUNDS, bounds);
            }
            // A cavalryman gives up his horse, so the general stays mounted. `aftermath` removes the cavalryman. *Generals.*
            Fate::HorseDead if self.trooper_gives_horse => {
                consequences
                    .say("His horse is dead. A horseman gives up his own and is removed; the general stays mounted.");
            }
            Fate::HorseDead => {
                let inches = Mover::GeneralOnFoot.base_in();
                consequences.say(text!("His horse is dead: he goes on foot, {n} {n|inch|inches}.", n = inches));
                consequences.put(roles::GENERAL, MOUNTED, false);
                consequences.put(roles::GENERAL, HORSE_KILLED, true);
            }
        }
    }

    /// Removes the figure that gives up its horse. *Generals.*
    fn aftermath(&self, scene: &Scene, outcome: &Risked, consequences: &mut ConsequencesBuilder) {
        let given = self.trooper_gives_horse && outcome.result == Fate::HorseDead;
        if let Some(unit) = unit_of(scene).filter(|_| given) {
            lose_figure(unit, consequences);
        }
    }
}

impl GeneralCasualty {
    fn fate(&self, dice: &mut Dice) -> Result<Fate, Halt> {
        let (hit_on, worse) = (6 + self.own.on(HIT, dice), self.own.on(WOUND, dice));
        if dice.hits("general_hit", 6, 1, hit_on)? == 0 {
            return Ok(Fate::Unharmed);
        }
        // The die selects a row of a table, so there is no least face that succeeds.
        Ok(self.wound((dice.die("general_wound", 6)? + worse).clamp(1, 6)))
    }

    fn wound(&self, face: i32) -> Fate {
        match face {
            6 => Fate::Dead,
            5 => Fate::Wounded,
            4 => Fate::FleshWound,
            _ if self.mounted => Fate::HorseDead,
            // A general on foot has no horse to lose (R20).
            _ => Fate::Unharmed,
        }
    }
}
