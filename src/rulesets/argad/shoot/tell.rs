//! Consequences of shots at the table.

use super::super::{casualties, trackers};
use super::weapons::Missile;
use super::{Shoot, Shooter, Shot, modifiers};
use crate::core::text::Text;
use crate::dice::play;
use crate::outcome::Record;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::table::Scene;
use crate::text;
use serde_json::{Map, Value as Json};

/// Tells the value that each entry needs, and how sixes can help.
pub fn before(shoot: &Shoot) -> Vec<Text> {
    let needs = |shooter| play(&[], |dice| Ok(modifiers::needs(shoot, shooter, dice))).result.unwrap_or_default();
    let mut words: Vec<Text> = Vec::new();
    let mut beyond_six = false;
    for (index, shooter) in shoot.shooters.iter().enumerate() {
        let need = needs(shooter);
        beyond_six |= need > 6;
        words.push(need_words(index, need));
    }
    if beyond_six && shoot.reroll_sixes {
        words.push(
            "Two sixes count 6 and 7, three 6, 7 and 8. A single 6 may be thrown again: another 6 makes it a 7.".into(),
        );
    } else if beyond_six {
        words.push("Two sixes count 6 and 7, three 6, 7 and 8. A single 6 stays a 6.".into());
    }
    let at_will = shoot.shooters.iter().any(|own| own.weapon == Missile::MatchlockMusket && !own.salvo);
    if at_will && shoot.target.is_group() && !shoot.musket_plus_one_used {
        words.push("Muskets at a group: one die may count 1 more, once a turn.".into());
    }
    words
}

fn need_words(index: usize, need: i32) -> Text {
    // By the tag of their role: the app puts their name there.
    let who = text!("shooters {n}", n = u32::try_from(index + 1).unwrap_or(0));
    match need {
        ..=5 => text!("{who}: {n} or more hits.", who = who, n = need),
        6 => text!("{who}: a 6 hits.", who = who),
        _ => text!("{who}: {n} hits, which takes sixes on sixes.", who = who, n = need),
    }
}

/// Tells it.
pub fn tell(shoot: &Shoot, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
    say_hits(shoot, outcome, consequences);
    for (index, need) in outcome.needs.iter().enumerate() {
        consequences.say(need_words(index, *need));
    }
    if outcome.plus_one_used {
        consequences.say("One of the hits is owed to the +1 for muskets at a group; it is used for this turn.");
        consequences.set("side", "musket_plus_one_used", true);
    }
    for (index, shooter) in shoot.shooters.iter().enumerate() {
        spend(shooter, index, consequences);
    }
}

/// Takes the casualties off the target. Of a group of several units it is drawn who falls, unless all do or the shot was
/// aimed at one. *Shooting.*
pub fn fall(scene: &Scene, input: &Map<String, Json>, outcome: &Record, consequences: &mut ConsequencesBuilder) {
    let Some(casualties) = outcome.sum("casualties") else { return };
    let targets = scene.units("target");
    let figures: i32 = targets.iter().map(|unit| unit.whole("figures")).sum();
    let shooters = input.get("shooters").and_then(Json::as_array).into_iter().flatten();
    let aimed = shooters.into_iter().any(|shooter| shooter.get("aimed").and_then(Json::as_bool) == Some(true));
    if targets.len() == 1 || aimed {
        casualties::fall("target", 0, casualties, consequences);
    } else if casualties >= figures {
        for (index, unit) in targets.iter().enumerate() {
            casualties::fall("target", index, unit.whole("figures"), consequences);
        }
    } else if casualties > 0 {
        let due = consequences.due("casualties", text!("{n} to draw from the group.", n = casualties));
        for index in 0..targets.len() {
            due.participant_nth("groups", "target", index);
        }
        due.field("casualties", casualties);
    }
}

fn say_hits(shoot: &Shoot, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
    let target = Text::from("target 1");
    let headline = match (outcome.hits, outcome.casualties, shoot.target.figures) {
        (0, ..) if outcome.shots == 1 => text!("Missed {who}.", who = target),
        (0, ..) => text!("{n} shots, no hit.", n = outcome.shots),
        (_, _, 1) => text!("{who} is hit: out, unless a second life is left.", who = target),
        (1, ..) => text!("1 hit: {who} lose one, drawn at random.", who = target),
        (hits, fallen, _) => {
            text!("{n} hits: {who} lose {fallen}, drawn at random.", n = hits, fallen = fallen, who = target)
        }
    };
    consequences.say(headline);
}

/// Records a shot on its shooter.
fn spend(shooter: &Shooter, index: usize, consequences: &mut ConsequencesBuilder) {
    if let Some(tracker) = trackers::reload(shooter.weapon) {
        // On top of what is still to load of the other of a pair.
        consequences.add_nth("shooters", index, tracker, shooter.weapon.reload_turns());
    }
    if shooter.weapon == Missile::Javelin {
        consequences.add_nth("shooters", index, "javelins", -shooter.count);
    }
    consequences.set_nth("shooters", index, "fired", true);
    if shooter.elite || shooter.aimed {
        consequences.set("side", "elite_used", true);
    }
}
