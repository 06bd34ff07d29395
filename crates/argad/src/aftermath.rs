//! Wounds after the fight. *Wound healing.*

use super::bans::DRAW_FIRST;
use super::input::{FIRST_WOUND, put};
use super::open_duties;
use super::terms::duties::{Kind, OpenDuty};
use super::unit::is_hurt;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure that heals a wound.
pub const HEALING: Procedure = Procedure::of::<Healing>(procedures::HEALING, "Healing")
    .heading("Wound healing")
    .about("Does a wounded character live, and as what? Nobody fights again on the same day.")
    .participants(&[Role::own(roles::WOUNDED, "Wounded", "")])
    .bans(&[&[
        DRAW_FIRST,
        Ban::unit("unhurt", "Wound healing", "nobody is wounded", |unit| unit.record().map(|facts| !is_hurt(facts)))
            .hides_offer(),
    ]])
    .chances(&[
        Chance::of("heals", field!(Treated, result), Is::Word("heals")).gist(),
        Chance::of("heals, but marked for life", field!(Treated, result), Is::Word("sequelae")),
        Chance::of("dies", field!(Treated, result), Is::Word("dies"))
            .fateful("{actor} died of the wound", "{actor} survived the wound")
            .gist(),
        Chance::of("not healed today", field!(Treated, result), Is::Word("not_healed")),
    ])
    .adjustable(&[HEALTH])
    .grouping(Grouping::in_turn())
    .roll_names(&[("healing", "wound healing")])
    .fill(|scene, input| {
        // A player character that is not out has lost one of two lives: a first wound.
        if let Some(unit) = scene.facts(roles::WOUNDED) {
            put(input, FIRST_WOUND, unit.holds(PLAYER_CHARACTER) && !super::unit::is_out(unit));
        }
    });

/// Numbers that players' own modifiers can change.
const PLACE: Adjustable = Adjustable::of("place", "Added to the roll for its place");
const HEALTH: Adjustable = Adjustable::of("health", "Health");

/// Procedure that finds the place of a wound.
pub const WOUND_LOCATION: Procedure = Procedure::of::<WoundLocation>(procedures::WOUND_LOCATION, "Place of the wound")
    .heading("Wound healing")
    .about("Optional: where the wound is, for what stays of it.")
    .participants(&[Role::own(roles::WOUNDED, "Wounded", "")])
    .bans(&[&[
        DRAW_FIRST,
        Ban::unit("unhurt", "Wound healing", "no wound to place", |unit| {
            Some(unit.record()?.value(SEQUELAE_OPEN).is_none_or(|open| open == 0))
        })
        .hides_offer(),
    ]])
    .adjustable(&[PLACE])
    .grouping(Grouping::in_turn())
    .rulings(&["R14"]);

choices! {
    /// Results of healing.
    pub enum Recovery {
        Heals = "heals" "Heals",
        Sequelae = "sequelae" "Heals, marked for life",
        Dies = "dies" "Dies",
        NotHealed = "not_healed" "Not healed today",
    }
}

form! {
    /// Input of healing.
    pub struct Healing {
        class: i32 = unit(of(CLASS)).required(),
        /// Health; 0 for health equal to the class.
        health: i32 = unit(of(crate::facts::HEALTH)).help("0: as the class.").rare(),
        /// Points of health lost to earlier wounds.
        health_lost: i32 = unit(of(HEALTH_LOST)).rare(),
        healer: bool = situation(flag()).or(false).label("Qualified healer")
            .help("A herbalist, village healer, doctor or surgeon touches the wounded."),
        bad_conditions: bool = situation(flag()).or(false).label("Bad conditions")
            .help("On the battlefield, in the mud, with clumsy hands."),
        first_wound: bool = situation(flag()).or(false).label("First wound of a player character").rare(),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Result of healing. *Wound healing.*
    pub struct Treated {
        /// Health that the face of the d6 is compared with. A lower face heals, an equal face leaves a mark for life, a higher face
        /// kills.
        pub health: i32,
        /// Result for the character.
        pub result: Recovery,
    }
}

impl Rule for Healing {
    type Outcome = Treated;

    fn play(&self, dice: &mut Dice) -> Result<Treated, Halt> {
        let health = self.modified_health(dice);
        let die = dice.die("healing", 6)?;
        dice.record_luck(&|_, face| face < health);
        let above = if self.first_wound { term("not healed today") } else { term("dies") };
        dice.record_meanings(&|_, face| {
            Some(Text::from(match face.cmp(&health) {
                std::cmp::Ordering::Less => term("heals"),
                std::cmp::Ordering::Equal => term("heals, marked for life"),
                std::cmp::Ordering::Greater => above,
            }))
        });
        let result = match die.cmp(&health) {
            std::cmp::Ordering::Less => Recovery::Heals,
            std::cmp::Ordering::Equal => Recovery::Sequelae,
            // A player character does not die of a first wound.
            std::cmp::Ordering::Greater if self.first_wound => Recovery::NotHealed,
            std::cmp::Ordering::Greater => Recovery::Dies,
        };
        Ok(Treated { health, result })
    }

    fn preview(&self) -> Preview {
        let health = without_rolls(|dice| self.modified_health(dice));
        Preview::of([text!("Below {n} heals, {n} leaves its mark for life, more is too much.", n = health)])
    }

    fn describe(&self, outcome: &Treated, consequences: &mut ConsequencesBuilder) {
        consequences.say(match outcome.result {
            Recovery::Heals => "Will heal, though not today.",
            Recovery::Sequelae => "Will heal, though not today, and something stays for good.",
            Recovery::Dies => "Dies of the wound.",
            Recovery::NotHealed => "Not healed today. A better healer may try after the game.",
        });
        consequences.say(text!("Health was {n}: below it heals, on it leaves its mark.", n = outcome.health));
        consequences.raise(roles::WOUNDED, FALLEN, -1).put(roles::WOUNDED, WOUNDED, false).put(
            roles::WOUNDED,
            TREATED,
            true,
        );
        match outcome.result {
            Recovery::Heals | Recovery::Sequelae => consequences.raise(roles::WOUNDED, HEALED, 1),
            Recovery::Dies => consequences.put(roles::WOUNDED, DIED, true),
            Recovery::NotHealed => consequences,
        };
        if outcome.result == Recovery::Sequelae {
            consequences.put(roles::WOUNDED, SEQUELAE, true).raise(roles::WOUNDED, SEQUELAE_OPEN, 1);
        }
    }

    /// After a mark for life, adds the duty to roll for its place.
    fn aftermath(&self, scene: &Scene, outcome: &Treated, consequences: &mut ConsequencesBuilder) {
        let marked = outcome.result == Recovery::Sequelae;
        let place = scene.id(roles::WOUNDED).filter(|_| marked).map(|unit| OpenDuty::of(Kind::Mark, [unit]));
        open_duties::update(scene, consequences, |_| false, place);
    }
}

impl Healing {
    /// Health before modifiers, at least 0: the roster's value, or the class if that value is 0, less the points lost to earlier wounds.
    fn own_health(&self) -> i32 {
        let whole = if self.health == 0 { self.class } else { self.health };
        (whole - self.health_lost).max(0)
    }

    /// Health that the face is compared with, after modifiers.
    fn modified_health(&self, dice: &mut Dice) -> i32 {
        self.own_health()
            + dice.modify("healer", i32::from(self.healer))
            + dice.modify("bad_conditions", -i32::from(self.bad_conditions))
            + self.own.on(HEALTH, dice)
    }
}

form! {
    /// Input of the place of a wound.
    pub struct WoundLocation {
        /// True if the mark costs a point of health, rather than another handicap. *Wound healing.*
        costs_health: bool = choice_of(flag()).or(false).label("It costs a point of health for good")
            .help("As you agree: that, or another handicap. Health counts when the next wound is seen to."),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// The place of a wound.
    pub struct Location {
        /// A number from 1 to 12. The source has no table for it, so players agree what it means.
        pub location: i32,
    }
}

impl Rule for WoundLocation {
    type Outcome = Location;

    fn play(&self, dice: &mut Dice) -> Result<Location, Halt> {
        let more = self.own.on(PLACE, dice);
        Ok(Location { location: (dice.die("location", 12)? + more).clamp(1, 12) })
    }

    fn describe(&self, outcome: &Location, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("{n} of 12.", n = outcome.location));
        consequences.say("There is no table of places: read the number as you agreed.");
        consequences.raise(roles::WOUNDED, SEQUELAE_OPEN, -1);
        if self.costs_health {
            consequences.say("A point of health is lost for good.").raise(roles::WOUNDED, HEALTH_LOST, 1);
        }
    }

    /// Removes one duty to roll for the place of a mark for life of the unit.
    fn aftermath(&self, scene: &Scene, _: &Location, consequences: &mut ConsequencesBuilder) {
        let of_unit = |duty: &OpenDuty| {
            duty.kind == Kind::Mark && scene.id(roles::WOUNDED).is_some_and(|unit| duty.concerns(unit))
        };
        let others = open_duties::open(&scene.table.battle).into_iter().filter(of_unit).skip(1);
        open_duties::update(scene, consequences, of_unit, others);
    }
}
