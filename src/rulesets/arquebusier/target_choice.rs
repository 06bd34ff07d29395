//! Choice of a target. *Shooting.*

use super::command::Task;
use super::terms::each_once;
use super::unit;
use crate::core::facts::Facts;
use crate::core::refusal::{Refusal, bad_if, forbid_if};
use crate::dice::{Dice, Halt};
use crate::form::Choices;
use crate::outcome::{Record, Value};
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::{Procedure, Role, Rule};
use crate::rules::table::Scene;
use crate::{form, outcome, text};
use serde_json::{Map, Value as Json};
use std::cmp::Ordering;

/// Choice of a formation's target.
pub const TARGET_CHOICE: Procedure = Procedure::of::<TargetChoice>("target_choice", "Choose a target")
    .heading("Shooting")
    .about(
        "A formation shoots at the nearest enemy, and sometimes may choose the next. Any other target takes a \
     command.",
    )
    .participants(&[
        Role::own("shooter", "Shooter", "").fits(unit::can_shoot),
        Role::enemy("enemies", "Enemies in sight", "enemies[]").several(1, 20).fits(unit::on_the_table),
    ])
    .rulings(&["R9", "R12", "R14"])
    .fill(name_enemies)
    .aftermath(lead_on)
    .names(|scene, what| if what == "wishes" { wishes(scene) } else { Vec::new() });

/// The wish to hold fire.
const HOLD_FIRE: &str = "hold_fire";

form! {
    /// An enemy formation.
    pub struct Enemy {
        /// Name in this request.
        id: String = situation(text(32)).label("Name").rare(),
        /// Distance in inches.
        distance_in: f64 = situation(number(0.0, 240.0)).label("Distance").usual(Constant::Number(12.0)),
        /// `true` if it moved towards the shooter last turn.
        moved_towards_last_turn: bool = situation(flag()).or(false).label("Moved towards it last turn"),
        /// `true` if walls or troops stand between.
        blocked: bool = situation(flag()).or(false).label("Behind walls or troops"),
    }
}

form! {
    /// Input of the choice.
    pub struct TargetChoice {
        /// `true` while an enemy element touches the shooter.
        in_melee: bool = unit(flag()).or(false).label("In melee"),
        /// `true` if only Mortars would shoot.
        mortars_only: bool = unit(flag()).or(false).label("Only Mortars shoot"),
        /// The enemies.
        enemies: Vec<Enemy> = situation(list::<Enemy>(1, 20)).label("Enemies"),
        /// Player's wish: an enemy's name, or `hold_fire`.
        wanted: Option<String> = choice_of(text(32)).or_null().names("wishes").label("Your choice")
            .help("Anything but the nearest may take a command."),
    }
    agree(TargetChoice::agree)
}

outcome! {
    /// Targets open to a formation. *Shooting.*
    pub struct Aim {
        /// Target without a command.
        pub automatic: String,
        /// Other target without a command, if there is one.
        pub free_second: Option<String>,
        /// `true` if the wish takes a command.
        pub wanted_needs_command: bool,
    }
}

impl TargetChoice {
    fn agree(&self) -> Result<(), Refusal> {
        let ids: Vec<&str> = self.enemies.iter().map(|enemy| enemy.id.as_str()).collect();
        each_once(&ids, "enemies")?;
        bad_if(ids.contains(&HOLD_FIRE), "enemies", "No enemy may be called hold_fire.")?;
        let known = self.wanted.as_deref().is_none_or(|wanted| wanted == HOLD_FIRE || ids.contains(&wanted));
        bad_if(!known, "wanted", "No such enemy is listed.")
    }

    /// Mortars lob over what stands between; nobody else does. (R12)
    fn eligible(&self, enemy: &Enemy) -> bool {
        self.mortars_only || !enemy.blocked
    }

    /// Those it may shoot at, the nearest first; of equally near ones the wanted, then as listed. (R12)
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
        forbid_if(self.in_melee, "in_melee", "Formations in melee do not shoot.")?;
        let nobody = !self.enemies.iter().any(|enemy| self.eligible(enemy));
        forbid_if(nobody, "enemies", "Walls or troops stand before every enemy, and only Mortars shoot over them.")?;
        let behind = |wanted: &String| self.enemies.iter().any(|enemy| enemy.id == *wanted && !self.eligible(enemy));
        forbid_if(
            self.wanted.as_ref().is_some_and(behind),
            "wanted",
            "Walls or troops stand before that enemy, and only Mortars shoot over them.",
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Aim, Halt> {
        let nearest = self.nearest_first();
        let no_one = || Refusal::forbidden("enemies", "There is nobody to shoot at.");
        let first = *nearest.first().ok_or_else(no_one)?;
        // The next is free to choose while the nearest is more than 12" away and did not come on.
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
}

/// To the shooting; to a command first, if the wish takes one that was not passed yet.
fn lead_on(scene: &Scene, input: &Map<String, Json>, outcome: &Record, consequences: &mut ConsequencesBuilder) {
    let wanted = input.get("wanted").and_then(Json::as_str);
    let needs_command = outcome.at("wanted_needs_command") == Some(&Value::Flag(true));
    let told_to = scene.unit("shooter").is_some_and(|shooter| shooter.flag("target_override"));
    if needs_command && (wanted == Some(HOLD_FIRE) || !told_to) {
        let kind = if wanted == Some(HOLD_FIRE) { Task::HoldFire } else { Task::ChangeTarget };
        consequences
            .due("command", "This takes a command.")
            .participant("formation", "shooter")
            .field("kind", kind.id());
        return;
    }
    if needs_command {
        consequences.say("It has passed that command.");
    }
    let automatic = outcome.at("automatic").and_then(Value::name).unwrap_or_default();
    let at = wanted.unwrap_or(automatic);
    let place = called(scene.units("enemies")).position(|name| name == at).unwrap_or(0);
    consequences
        .due("shooting", "It shoots, together with all shooters at the same target.")
        .participant("shooters", "shooter")
        .participant_nth("target", "enemies", place);
}

/// Enemies are called by their own names, told apart by a number where two are alike.
fn called(enemies: &[Facts]) -> impl Iterator<Item = String> {
    enemies.iter().enumerate().map(|(index, facts)| {
        let name: String = facts.word("name").chars().take(28).collect();
        let same = enemies[..index].iter().filter(|other| other.word("name").chars().take(28).eq(name.chars())).count();
        if same == 0 { name } else { format!("{name} {}", same + 1) }
    })
}

fn name_enemies(scene: &Scene, input: &mut Map<String, Json>) {
    let Some(enemies) = input.get_mut("enemies").and_then(Json::as_array_mut) else { return };
    for (enemy, name) in enemies.iter_mut().zip(called(scene.units("enemies"))) {
        if let Some(enemy) = enemy.as_object_mut() {
            enemy.insert("id".into(), name.into());
        }
    }
}

/// Wishes: any of the enemies, or to hold fire.
fn wishes(scene: &Scene) -> Vec<String> {
    called(scene.units("enemies")).chain([HOLD_FIRE.to_owned()]).collect()
}
