//! Description of the results of shooting.

use super::super::dice_words::{dice_in_words, is_beyond_the_die};
use super::super::disorder::{rout_check_due, shake};
use super::super::facts::{
    CASUALTIES_THIS_TURN, COMMANDER_LOST, FIRE_LOSSES, SHOOTING_LOSSES_THIS_TURN, SHOT_AT_THIS_TURN, lost as lost_count,
};
use super::super::terms::Order;
use super::super::unit;
use super::play::{COMMANDER_ROLL, Count, TO_HIT};
use super::{Shooting, Shot, TargetGroup};
use crate::ids::roles;
use rules::prelude::*;

impl Shooting {
    pub(super) fn describe_all(&self, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
        let lost: i32 = outcome.losses.iter().sum();
        describe_headline(outcome, lost, consequences);
        self.describe_losses(outcome, consequences);
        self.track(lost, consequences);
        if outcome.commander_lost {
            consequences.say("Its commander is lost: −2 on every command from now on.");
            consequences.put(roles::TARGET, COMMANDER_LOST, true);
        }
        shake(roles::TARGET, &outcome.new_causes, self.rulings.r7_close_fire, consequences);
        if outcome.general_killed {
            unit::general_falls(consequences, ENEMY_SIDE);
        }
        if outcome.destroyed || !outcome.new_causes.is_empty() {
            rout_check_due(consequences);
        }
    }

    fn describe_losses(&self, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
        for (index, (group, lost)) in self.target.groups.iter().zip(outcome.losses.iter()).enumerate() {
            let shots: i32 = outcome.shots.iter().map(|shots| shots[index]).sum();
            if shots == 0 {
                continue; // Without a shot, it loses nothing.
            }
            let (troop, need) = (group.troop.label(), outcome.needs[index]);
            let dice = dice_in_words(shots);
            consequences.say(if is_beyond_the_die(need) {
                text!("{troop}: {dice}, but no roll is enough.", troop = troop, dice = dice)
            } else {
                text!(
                    "{troop}: {dice}, {need} or more, {lost} lost.",
                    troop = troop,
                    dice = dice,
                    need = need,
                    lost = *lost
                )
            });
            consequences.raise(roles::TARGET, lost_count(group.troop), *lost);
        }
    }

    /// Sentences about the dice at each group of the target that is shot at, and the face that they need. Elements behind the first rank
    /// are not shot at. *Shooting.*
    pub(super) fn shares_in_words(&self) -> Vec<Text> {
        let shares = self.shares();
        let share = |(index, group): (usize, &TargetGroup)| {
            let shots: i32 = shares.iter().map(|shots| shots[index]).sum();
            if shots == 0 {
                return None;
            }
            let (troop, need) = (group.troop.label(), self.need(group.troop));
            let dice = dice_in_words(shots);
            if is_beyond_the_die(need) {
                return Some(text!("{dice} at {troop}, but no roll is enough.", dice = dice, troop = troop));
            }
            Some(text!("{dice} at {troop}, {need} or more each.", dice = dice, troop = troop, need = need))
        };
        let mut words: Vec<Text> = self.target.groups.iter().enumerate().filter_map(share).collect();
        if self.target.changing && self.target.state == Order::Regular {
            // R2: the second example and the table differ on this.
            words.push(if self.gives_extra_die() {
                "Caught changing, it is hit as Irregular and gives the extra die too (R2).".into()
            } else {
                "Caught changing, it is hit as Irregular, but gives no extra die (R2).".into()
            });
        }
        words
    }

    /// Dice of each shooter at each of the target's groups.
    fn shares(&self) -> Vec<Vec<i32>> {
        let dice = |shooter| self.counts(shooter).iter().map(Count::dice).sum();
        self.shooters.iter().map(|shooter| self.dice_per_group(shooter, dice(shooter))).collect()
    }

    fn track(&self, lost: i32, consequences: &mut ConsequencesBuilder) {
        if lost > 0 {
            consequences.say(text!("It moves {n}\" less until nobody shoots at it for a turn.", n = lost));
        }
        consequences.raise(roles::TARGET, FIRE_LOSSES, lost);
        consequences.raise(roles::TARGET, SHOOTING_LOSSES_THIS_TURN, lost);
        consequences.put(roles::TARGET, SHOT_AT_THIS_TURN, true);
        if lost > 0 {
            consequences.put(roles::TARGET, CASUALTIES_THIS_TURN, true);
        }
    }
}

/// Label of a roll: one shooter's dice at one type of the target, `Skippon's Regiment at Pike`, or the roll for the target's commander.
/// Rolls at a type are in the order of the shooters.
pub(super) fn roll_label(input: &Input, purpose: &str, nth: usize) -> Option<Text> {
    if purpose == COMMANDER_ROLL {
        return Some(text!("The commander of {target}", target = Gap::Unit("target ", 1)));
    }
    let shooting = Shooting::from_object(input).ok()?;
    let shot_at = purpose.strip_prefix(TO_HIT)?;
    let place = shooting.target.types().position(|troop| troop.id() == shot_at)?;
    let shares = shooting.shares().into_iter().enumerate().filter(|(_, shots)| shots[place] > 0);
    let (shooter, _) = shares.into_iter().nth(nth)?;
    let troop = shooting.target.groups[place].troop.label();
    Some(text!("{shooter} at {troop}", shooter = Gap::Unit("shooter ", shooter + 1), troop = troop))
}

fn describe_headline(outcome: &Shot, lost: i32, consequences: &mut ConsequencesBuilder) {
    match (outcome.destroyed, lost) {
        (true, _) => consequences.say("It is destroyed."),
        (false, 0) => consequences.say("Nothing is lost."),
        (false, 1) => consequences.say("It loses an element."),
        (false, lost) => consequences.say(text!("It loses {n} elements.", n = lost)),
    };
}
