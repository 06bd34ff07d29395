//! Choice of a formation's target. *Shooting.*

use super::super::bans::{BATTLE_OVER, DESTROYED, WRONG_PHASE};
use super::super::facts::*;
use super::super::terms::{Task, each_once};
use super::super::unit;
use super::OF_SHOOTERS;
use crate::ids::{phases, procedures, roles};
use rules::prelude::*;
use rules::procedure::Named;
use std::cmp::Ordering;

/// Procedure that chooses a formation's target.
pub const TARGET_CHOICE: Procedure = Procedure::of::<TargetChoice>(procedures::TARGET_CHOICE, "Choose a target")
    .heading("Shooting")
    .about(
        "A formation shoots at the nearest enemy, and sometimes may choose the next. Any other target takes a \
     command.",
    )
    .participants(&[
        Role::own(roles::SHOOTER, "Shooter", "").fits(unit::is_armed),
        Role::enemy(roles::ENEMIES, "Enemies in sight", field!(TargetChoice, enemies, "[]")).several(1, 20),
    ])
    .rulings(&["R9", "R12", "R14", "R25"])
    .bans(&[&[BATTLE_OVER, WRONG_PHASE, DESTROYED], OF_SHOOTERS])
    .fill(name_enemies)
    .known(|scene, place| {
        let enemy = scene.unit_at(roles::ENEMIES, field!(TargetChoice, enemies), place);
        enemy.is_some_and(|(enemy, field)| field == MOVED_TOWARDS_LAST_TURN.id() && !enemy.holds(MOVED_LAST_TURN))
    })
    .names(|scene, what| if what == WISHES { wishes(scene) } else { Vec::new() });

/// Id of the possible choices.
const WISHES: &str = "wishes";
/// Id of the wish to hold fire.
const HOLD_FIRE: &str = "hold_fire";

/// Field for the name of an enemy.
const ID: Fact<String> = fact!(field!(Enemy, id));
/// Field that is true if an enemy moved towards the shooter last turn.
const MOVED_TOWARDS_LAST_TURN: Fact<bool> = fact!(field!(Enemy, moved_towards_last_turn));

form! {
    /// An enemy formation.
    pub struct Enemy {
        id: String = situation(text(32)).label("Name").rare(),
        /// Distance in inches.
        distance_in: f64 = situation(number(0.0, FARTHEST_IN)).label("Distance"),
        moved_towards_last_turn: bool = situation(flag()).or(false).label("Moved towards it last turn"),
        blocked: bool = situation(flag()).or(false).label("Behind walls or troops"),
    }
}

form! {
    /// Input of the choice.
    pub struct TargetChoice {
        in_melee: bool = unit(of(IN_MELEE)),
        mortars_only: bool = unit(of(MORTARS_ONLY)),
        enemies: Vec<Enemy> = situation(list::<Enemy>(1, 20)).label("Enemies"),
        /// Player's choice: the name of an enemy, or `hold_fire`.
        wanted: Option<String> = choice_of(text(32)).or_null().names(WISHES).label("Your choice")
            .help("Anything but the nearest may take a command."),
    }
    validate(TargetChoice::validate)
}

outcome! {
    /// Targets that a formation can choose. *Shooting.*
    pub struct Aim {
        /// Nearest enemy, which needs no command.
        pub automatic: String,
        /// Second target without a command; `None` if there is none.
        pub free_second: Option<String>,
        /// True if the player's choice needs a command.
        pub wanted_needs_command: bool,
    }
}

impl TargetChoice {
    fn validate(&self) -> Result<(), Refusal> {
        let ids: Vec<&str> = self.enemies.iter().map(|enemy| enemy.id.as_str()).collect();
        each_once(&ids, field!(TargetChoice, enemies))?;
        bad_if(ids.contains(&HOLD_FIRE), field!(TargetChoice, enemies), "No enemy may be called hold_fire.")?;
        let known = self.wanted.as_deref().is_none_or(|wanted| wanted == HOLD_FIRE || ids.contains(&wanted));
        bad_if(!known, field!(TargetChoice, wanted), "No such enemy is listed.")
    }

    /// True if the formation can shoot at this enemy. Only Mortars shoot over walls and troops. (R12)
    fn eligible(&self, enemy: &Enemy) -> bool {
        self.mortars_only || !enemy.blocked
    }

    /// Enemies that the formation can shoot at, the nearest first. Among equals, the chosen one comes first, then the order of the
    /// list. (R12)
    fn nearest_first(&self) -> Vec<&Enemy> {
        let mut nearest: Vec<&Enemy> = self.enemies.iter().filter(|enemy| self.eligible(enemy)).collect();
        let unwanted = |enemy: &Enemy| self.wanted.as_ref() != Some(&enemy.id);
        let place = |enemy: &Enemy| (enemy.distance_in, unwanted(enemy));
        nearest.sort_by(|a, b| place(a).partial_cmp(&place(b)).unwrap_or(Ordering::Equal));
        nearest
    }
}

impl Rule for TargetChoice {
    type Outcome = Aim;

    fn permit(&self) -> Result<(), Refusal> {
        let nobody = !self.enemies.iter().any(|enemy| self.eligible(enemy));
        forbid_if(
            nobody,
            field!(TargetChoice, enemies),
            "Walls or troops stand before every enemy, and only Mortars shoot over them.",
        )?;
        let behind = |wanted: &String| self.enemies.iter().any(|enemy| enemy.id == *wanted && !self.eligible(enemy));
        forbid_if(
            self.wanted.as_ref().is_some_and(behind),
            field!(TargetChoice, wanted),
            "Walls or troops stand before that enemy, and only Mortars shoot over them.",
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Aim, Halt> {
        let nearest = self.nearest_first();
        // `permit` has refused a list without an enemy to shoot at.
        let first = nearest[0];
        // The second nearest is free to choose while the nearest is more than 12" away and did not approach.
        let at_leisure = first.distance_in > 12.0 && !first.moved_towards_last_turn;
        let free_second = nearest.get(1).filter(|_| at_leisure).map(|second| second.id.clone());
        let free = |wanted: &String| *wanted == first.id || free_second.as_ref() == Some(wanted);
        let wanted_needs_command = self.wanted.as_ref().is_some_and(|wanted| !free(wanted));
        Ok(Aim { automatic: first.id.clone(), free_second, wanted_needs_command })
    }

    fn describe(&self, outcome: &Aim, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("Without a command it shoots at {who}.", who = outcome.automatic.clone()));
        if let Some(second) = &outcome.free_second {
            consequences.say(text!("It may shoot at {who} instead.", who = second.clone()));
        }
        if outcome.wanted_needs_command {
            consequences.say("Your choice takes a passed command this turn.");
        }
    }

    /// Records the targets that need no command, by ids of formations, and adds what is due next.
    fn aftermath(&self, scene: &Scene, outcome: &Aim, consequences: &mut ConsequencesBuilder) {
        let (enemies, wanted) = (&self.enemies, self.wanted.as_deref());
        let place = |name: &str| enemies.iter().position(|enemy| enemy.id == name);
        let id = |name: &str| place(name).and_then(|place| Some(scene.units(roles::ENEMIES).get(place)?.id.clone()));
        if let Some(automatic) = id(&outcome.automatic) {
            let distance = |(unit, enemy): (&TableUnit, &Enemy)| (unit.id.clone(), enemy.distance_in);
            let aim = Aimed {
                automatic,
                free_second: outcome.free_second.as_deref().and_then(id),
                distances: scene.units(roles::ENEMIES).iter().zip(enemies).map(distance).collect(),
            };
            consequences.put(roles::SHOOTER, AIM, Some(aim));
        }
        let needs_command = outcome.wanted_needs_command;
        let told_to = scene.facts(roles::SHOOTER).is_some_and(|shooter| shooter.holds(TARGET_OVERRIDE));
        if needs_command && (wanted == Some(HOLD_FIRE) || !told_to) {
            // Commands belong to a step of their own. (R25)
            if scene.table.phase == phases::COMMANDS {
                let kind = if wanted == Some(HOLD_FIRE) { Task::HoldFire } else { Task::ChangeTarget };
                consequences
                    .due(procedures::COMMAND, "This takes a command.")
                    .participant(roles::FORMATION, roles::SHOOTER)
                    .field(KIND.id(), kind.id());
            }
            return;
        }
        if needs_command {
            consequences.say("It has passed that command.");
        }
        let target = place(wanted.unwrap_or(&outcome.automatic));
        let Some(target) = target else { return };
        // The turn has a duty for the shooter, but without this target.
        consequences
            .due(procedures::SHOOTING, "It shoots, together with all shooters at the same target.")
            .participant(roles::SHOOTERS, roles::SHOOTER)
            .participant_nth(roles::TARGET, roles::ENEMIES, target);
    }
}

/// Names of enemies, numbered where two are equal, at most 32 characters, the contract's limit.
fn called(enemies: &[TableUnit]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for enemy in enemies {
        let name = name(&enemy.facts);
        let short: String = if name.chars().count() > 32 { name.chars().take(28).collect() } else { name };
        let numbered = |number: usize| format!("{} {number}", short.chars().take(29).collect::<String>());
        let free = (1..).map(|number| if number == 1 { short.clone() } else { numbered(number) });
        names.extend(free.into_iter().find(|name| !names.contains(name)));
    }
    names
}

fn name_enemies(scene: &Scene, input: &mut Input) {
    let units = scene.units(roles::ENEMIES);
    for ((enemy, name), unit) in members(input, field!(TargetChoice, enemies)).zip(called(units)).zip(units) {
        put(enemy, ID, name);
        // An enemy that did not move last turn did not approach.
        if !unit.facts.holds(MOVED_LAST_TURN) {
            put(enemy, MOVED_TOWARDS_LAST_TURN, false);
        }
    }
}

/// Possible choices: any enemy, or to hold fire.
fn wishes(scene: &Scene) -> Vec<Named> {
    let wishes = [called(scene.units(roles::ENEMIES)), vec![HOLD_FIRE.to_owned()]].concat();
    wishes.into_iter().map(Named::from).collect()
}
