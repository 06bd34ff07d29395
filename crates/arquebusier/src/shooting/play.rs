//! Dice, hits, losses, and their consequences. *Shooting.*

use super::super::disorder::{close_range_in, is_shot_up};
use super::super::terms::readings::{BecomingIrregular, FirearmDice, GeneralsDeath, IrregularDie, MinimumDice};
use super::super::terms::{Cause, Order, TroopType, is_cavalry};
use super::super::unit::lines::{line, to_kill};
use super::allocation::share;
use super::{COMMANDER, DICE, KILLS, Shooter, ShooterGroup, Shooting, TargetGroup};
use crate::ids::roles;
use rules::dice::Detail;
use rules::outcome::Shared;
use rules::prelude::*;

outcome! {
    /// Result of all shooting at one target. *Shooting.*
    pub struct Shot {
        /// Dice of each shooter, in order; at least 0.
        pub dice: Shared<i32>,
        /// The least face of a d6 that kills, for each of the target's groups.
        pub needs: Shared<i32>,
        /// Shots of each shooter at each group.
        pub shots: Shared<Vec<i32>>,
        /// Elements lost by each group; no more than it has left.
        pub losses: Shared<i32>,
        /// True if the target's commander is killed.
        pub commander_lost: bool,
        /// True if this shooting kills the General.
        pub general_killed: bool,
        /// Causes by which the target becomes Irregular, or by which a target that is Irregular by nature starts to lose elements.
        pub new_causes: Shared<Cause>,
        /// True if no element of the target is left.
        pub destroyed: bool,
    }
}

/// Purpose of the roll for the target's commander.
pub(super) const COMMANDER_ROLL: &str = "commander";
/// Purpose of a roll at a type of the target, without the id of the type.
pub(super) const TO_HIT: &str = "to_hit_";

/// Parts of the result that need no dice.
struct FixedShots {
    /// Dice of each shooter.
    dice: Shared<i32>,
    /// The least face that kills, for each of the target's groups.
    needs: Shared<i32>,
    /// Shots of each shooter at each of the target's groups.
    shots: Shared<Vec<i32>>,
    /// Causes if the target loses no element, one, or more.
    causes: [Shared<Cause>; 3],
}

/// Number of dice of one group, and how it is made up.
pub(super) struct Count {
    elements: i32,
    line: (&'static str, i32),
    target_irregular: i32,
    minimum_dice: i32,
    own: i32,
}

impl Count {
    pub(super) fn dice(&self) -> i32 {
        self.elements + self.line.1 + self.target_irregular + self.minimum_dice + self.own
    }

    /// Number of dice. Records the modifiers, except the players' own.
    fn rolled(&self, dice: &mut Dice) -> i32 {
        let (line, more) = self.line;
        self.elements
            + dice.modify(line, more)
            + dice.modify("target_irregular", self.target_irregular)
            + dice.modify("minimum_dice", self.minimum_dice)
            + self.own
    }
}

impl Rule for Shooting {
    type Outcome = Shot;

    fn permit(&self) -> Result<(), Refusal> {
        self.permit_all()
    }

    fn play(&self, dice: &mut Dice) -> Result<Shot, Halt> {
        let fixed = dice.once(|dice| self.fixed(dice));
        // Chances need only the total of losses: four groups of forty have millions of combinations of losses, but at most 160 in
        // total.
        let join: fn(Vec<Dist<i32>>) -> Dist<Vec<i32>> = match dice.detail() {
            Detail::Chances => |losses| losses.into_iter().sum::<Dist<i32>>().map_injective(|lost| vec![lost]),
            Detail::Whole | Detail::Listed => |losses| Dist::joint(&losses),
        };
        let losses = self.losses(&fixed.shots, dice, join)?;
        self.completed(&fixed, losses, dice)
    }

    fn describe(&self, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
        self.describe_all(outcome, consequences);
    }

    fn preview(&self) -> Preview {
        let causes = if self.target.state == Order::Regular { self.new_causes(0) } else { Vec::new() };
        let certain = |cause: &Cause| text!("Irregular: {why}.", why = cause.label());
        Preview::of(self.shares_in_words()).certain(causes.iter().map(certain).collect()).dice_from(self.dice_from())
    }

    fn aftermath(&self, scene: &Scene, outcome: &Shot, consequences: &mut ConsequencesBuilder) {
        self.record(scene, outcome, consequences);
    }
}

impl Shooting {
    /// The sum that gives the number of dice, such as `6 elements + 1`. `None` with several shooters, shooting groups or target groups: the
    /// first roll is then only a part, and the preview has a line for each.
    fn dice_from(&self) -> Option<Text> {
        let ([shooter], [_]) = (self.shooters.as_slice(), self.target.groups.as_slice()) else { return None };
        let counts = self.counts(shooter);
        let [only] = counts.as_slice() else { return None };
        let more = only.dice() - only.elements;
        Some(match more {
            0 => text!("{n} {n|element|elements}", n = only.elements),
            1.. => text!("{n} {n|element|elements} + {more}", n = only.elements, more = more),
            _ => text!("{n} {n|element|elements} − {less}", n = only.elements, less = -more),
        })
    }

    /// Dice of each of a shooter's groups; each type has a line of its own in the table. (R21)
    pub(super) fn counts(&self, shooter: &Shooter) -> Vec<Count> {
        let mut counts: Vec<Count> = shooter.groups.iter().map(|group| self.count(shooter, group)).collect();
        let least = match self.rulings.r3_minimum_dice {
            MinimumDice::None => 0,
            MinimumDice::One => 1,
        };
        if self.gives_extra_die() {
            match self.rulings.r21_irregular_die {
                IrregularDie::EachType => counts.iter_mut().for_each(|count| count.target_irregular = 1),
                // Only the first group that gains a die by it gets the bonus; below the minimum, the die would be lost. (R21)
                IrregularDie::Once => {
                    let gains = counts.iter().position(|count| count.dice() >= least);
                    if let Some(count) = counts.get_mut(gains.unwrap_or(0)) {
                        count.target_irregular = 1;
                    }
                }
            }
        }
        // Players' own changes of a shooter's dice go to the first group; all groups' shots are then combined.
        if let Some(first) = counts.first_mut() {
            first.own = shooter.own.sum(DICE);
        }
        for count in &mut counts {
            count.minimum_dice = (least - count.dice()).max(0);
        }
        counts
    }

    /// Dice of one group: one for each element that shoots, changed by its line of the table.
    fn count(&self, shooter: &Shooter, group: &ShooterGroup) -> Count {
        let (id, dice) = line(group.troop, shooter.state, shooter.mounted).map_or(("", 0), |line| (line.id, line.dice));
        let line = match (group.troop, shooter.state, self.rulings.r1_regular_firearm_dice) {
            // R1: the first example gives Regular Firearms one more die than the table.
            (TroopType::Firearm, Order::Regular, FirearmDice::Example) => (id, 2),
            _ => (id, dice),
        };
        Count { elements: group.front + group.rear, line, target_irregular: 0, minimum_dice: 0, own: 0 }
    }

    /// True if the target gives shooters an extra die: Irregular targets, and in one reading Dragoons that become Irregular only by
    /// this fire. (R2)
    pub(super) fn gives_extra_die(&self) -> bool {
        let becoming = self.target.changing && self.rulings.r2_becoming_irregular == BecomingIrregular::Table;
        self.target.state == Order::Irregular || becoming
    }

    /// Dice of all shooters, and how they are divided among the target's groups.
    fn fixed(&self, dice: &mut Dice) -> FixedShots {
        let counts: Vec<i32> = self
            .shooters
            .iter()
            .enumerate()
            .map(|(nth, shooter)| {
                dice.with_owner(roles::SHOOTERS, Some(nth), |dice| shooter.own.record(dice));
                self.counts(shooter).iter().map(|count| count.rolled(dice)).sum()
            })
            .collect();
        dice.with_owner(roles::TARGET, None, |dice| self.target.own.record(dice));
        let shots = self.shooters.iter().zip(&counts).map(|(shooter, count)| self.dice_per_group(shooter, *count));
        FixedShots {
            shots: shots.collect::<Vec<_>>().into(),
            dice: counts.into(),
            needs: self.target.types().map(|troop| self.need(troop)).collect::<Vec<_>>().into(),
            causes: [0, 1, 2].map(|lost| self.new_causes(lost).into()),
        }
    }

    /// Dice of a shooter at each of the target's groups.
    pub(super) fn dice_per_group(&self, shooter: &Shooter, count: i32) -> Vec<i32> {
        let fronts: Vec<i32> = self.target.groups.iter().map(|group| group.front).collect();
        share(count, &fronts, shooter.odd_shot_to.and_then(|wish| self.target.place_of(wish)))
    }

    /// The least face that kills an element of this type. Dragoons caught changing count as Irregular. (R2)
    pub(super) fn need(&self, troop: TroopType) -> i32 {
        let order = if self.target.changing { Order::Irregular } else { self.target.state };
        to_kill(troop, order) + self.target.own.sum(KILLS)
    }

    /// Rolls for each shooter at each group, counts the losses of the groups, and combines them.
    fn losses(
        &self,
        shots: &[Vec<i32>],
        dice: &mut Dice,
        join: impl Fn(Vec<Dist<i32>>) -> Dist<Vec<i32>>,
    ) -> Result<Shared<i32>, Halt> {
        let groups = &self.target.groups;
        dice.in_steps(|dice| {
            let volleys: Vec<(&TargetGroup, i32)> =
                shots.iter().flat_map(|shots| groups.iter().zip(shots.iter().copied())).collect();
            let hits = dice.independently(&volleys, |dice, (group, shots)| {
                dice.prefixed(TO_HIT, |dice| dice.hits(group.troop.id(), 6, *shots, self.need(group.troop)))
            })?;
            let lost = groups.iter().enumerate().map(|(nth, group)| {
                let on_it = hits.iter().skip(nth).step_by(groups.len());
                // Hits beyond the number of elements that are left have no effect. (R16)
                on_it.fold(Dist::certain(0), |lost, hits| lost.with(hits, |lost, hits| (lost + hits).min(group.left())))
            });
            Ok(join(lost.collect()).map_injective(Shared::from))
        })
    }

    /// Adds the results for the commander, the General, and the target's state.
    fn completed(&self, fixed: &FixedShots, losses: Shared<i32>, dice: &mut Dice) -> Result<Shot, Halt> {
        let lost: i32 = losses.iter().sum();
        let destroyed = lost > 0 && lost == self.target.left();
        let six_kills_general = self.rulings.r5_general_killed == GeneralsDeath::OnSix && self.target.general_joined;

        // A die for each lost element kills the commander on a 6, changed by own modifiers. Not rolled if it cannot matter. (R16)
        let matters = !self.target.commander_lost || six_kills_general;
        let kills_on = 6 + self.target.own.sum(COMMANDER);
        let six = lost > 0 && !destroyed && matters && dice.any(COMMANDER_ROLL, 6, lost, kills_on)?;
        Ok(Shot {
            dice: fixed.dice.clone(),
            needs: fixed.needs.clone(),
            shots: fixed.shots.clone(),
            commander_lost: six && !self.target.commander_lost,
            // R5: the General dies with the last element of his formation.
            general_killed: self.target.general_joined && (destroyed || six_kills_general && six),
            new_causes: match lost {
                _ if destroyed => Vec::new().into(),
                0 | 1 => fixed.causes[usize::from(lost == 1)].clone(),
                _ => fixed.causes[2].clone(),
            },
            losses,
            destroyed,
        })
    }

    fn new_causes(&self, lost: i32) -> Vec<Cause> {
        let mut causes = Vec::with_capacity(3);
        if self.target.left() == 0 {
            return causes;
        }
        if is_shot_up(self.target.losses_this_turn + lost) {
            causes.push(Cause::ShootingLosses);
        }
        // Shot at from within 6" (cavalry) or 3" (foot), even without a loss. (R6)
        let close_in = close_range_in(is_cavalry(self.target.types(), self.target.mounted));
        if self.shooters.iter().any(|shooter| shooter.range_in <= close_in) {
            causes.push(Cause::CloseFire);
        }
        // Shot at while mounting or dismounting. *Melee Combat.*
        if self.target.changing {
            causes.push(Cause::DragoonChanging);
        }
        causes
    }
}
