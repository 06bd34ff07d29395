//! A melee in words, and on the trackers.

use super::super::shooting::dice_in_words;
use super::super::unit;
use super::permit::need;
use super::{Fought, Melee, MeleeGroup, Side, scene};
use crate::core::text::Text;
use crate::form::Choices;
use crate::outcome::{Record, Value};
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::table::Scene;
use crate::text;
use serde_json::{Map, Value as Json};

impl Melee {
    pub(super) fn tell_all(&self, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        let [own, enemies] = [Side::A, Side::B].map(|side| self.fate(side, outcome));
        consequences.say(text!("{own}; {enemies}.", own = own, enemies = enemies));
        let losses: Vec<(&MeleeGroup, i32)> =
            self.groups.iter().map(|group| (group, lost(outcome, &group.id))).filter(|(_, lost)| *lost > 0).collect();
        for (group, lost) in losses {
            let (name, left) = (group.called(), group.elements - lost);
            consequences.say(text!("{name} loses {n}, {left} left.", name = name, n = lost, left = left));
            if let Some((role, index)) = scene::whose(&group.id) {
                consequences.add_nth(role, index, unit::lost(group.troop), lost);
                consequences.set_nth(role, index, "casualties_this_turn", true);
            }
        }
    }

    /// Losses of a side: `Holles's Regiment loses 2`.
    fn fate(&self, side: Side, outcome: &Fought) -> Text {
        let own = || self.groups.iter().filter(|group| group.side == side);
        let mut names: Vec<&str> = own().map(MeleeGroup::formation).collect();
        names.dedup();
        let (lost, verb) = (own().map(|group| lost(outcome, &group.id)).sum::<i32>(), names.len());
        let names = names.join(", ");
        if verb == 1 {
            text!("{names} loses {n}", names = names, n = lost)
        } else {
            text!("{names} lose {n}", names = names, n = lost)
        }
    }

    /// Attacks with the faces that they need, in the order of the dice.
    pub(super) fn blows_in_words(&self) -> Vec<Text> {
        let mut runs: Vec<(&MeleeGroup, &MeleeGroup, i32, i32)> = Vec::new();
        for attack in &self.attacks {
            let (Some(by), Some(on)) = (self.group(&attack.by), self.group(&attack.on)) else { continue };
            let Some(need) = need(by, on) else { continue };
            match runs.last_mut() {
                Some((last_by, last_on, _, dice)) if last_by.id == by.id && last_on.id == on.id => *dice += 1,
                _ => runs.push((by, on, need, 1)),
            }
        }
        let in_words = |(by, on, need, dice): &(&MeleeGroup, &MeleeGroup, i32, i32)| {
            text!(
                "{dice}: {by} at {on} ({how}), {need} or more.",
                dice = dice_in_words(*dice),
                by = by.called(),
                on = on.called(),
                how = on.state.label(),
                need = *need,
            )
        };
        runs.iter().map(in_words).collect()
    }
}

/// Consequences that the melee's input does not show: formations destroyed, and a General among them.
pub(super) fn aftermath(
    scene: &Scene,
    _: &Map<String, Json>,
    outcome: &Record,
    consequences: &mut ConsequencesBuilder,
) {
    let mut destroyed = false;
    for (role, side, tag) in [("own", "side", "a"), ("enemies", "enemy_side", "b")] {
        for (index, formation) in scene.units(role).iter().enumerate() {
            let lost = outcome.sum(&format!("losses.{tag}{}*", index + 1)).unwrap_or(0);
            if lost == 0 || lost < formation.whole("elements") {
                continue;
            }
            destroyed = true;
            consequences.say(text!("{name} is destroyed.", name = formation.word("name").to_owned()));
            // He dies with the last of the formation that he joined. (R5)
            if formation.flag("general_joined") {
                unit::general_falls(consequences, side, role, index);
            }
        }
    }
    if destroyed {
        consequences.due("rout_check", "A side without a Regular formation is beaten.");
    }
}

fn lost(outcome: &Fought, id: &str) -> i32 {
    match outcome.losses.iter().find(|(name, _)| *name == id) {
        Some((_, Value::Whole(lost))) => *lost,
        _ => 0,
    }
}
