//! Blows and losses. *Melee Combat; Results.*

use super::{Attack, DiceGrouping, Melee};
use rules::dice::Detail;
use rules::prelude::*;
use std::collections::BTreeMap;
use std::hash::Hash;
use std::sync::Arc;

outcome! {
    /// Result of a melee. *Melee Combat; Results.*
    pub struct Fought {
        /// The least face that kills, for each blow.
        pub needs: Value,
        /// Elements lost by each group, by the group's id. In the computation of chances, elements lost by each side instead.
        pub losses: Record,
    }
}

/// A blow: the striker's side, the indexes of the target's group and element, and the least face that kills.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Blow {
    side: Side,
    group: usize,
    element: i32,
    need: i32,
}

impl Rule for Melee {
    type Outcome = Fought;

    fn permit(&self) -> Result<(), Refusal> {
        self.permit_all()
    }

    fn play(&self, dice: &mut Dice) -> Result<Fought, Halt> {
        let detail = dice.detail();
        let fixed = dice.once(|dice| {
            self.own.record(dice);
            self.fixed(detail)
        });
        let lost = strike(&fixed.pools, dice, |fallen| {
            let each = fixed.losers.iter().map(|(_, groups)| lost_where(fallen, |group| groups.contains(&group)));
            Dist::joint(&each.collect::<Vec<_>>())
        })?;
        let mut losses = Record::with_room(fixed.losers.len());
        for ((name, _), lost) in fixed.losers.iter().zip(lost) {
            losses.set_named(name, lost);
        }
        Ok(Fought { needs: fixed.needs.clone(), losses })
    }

    fn describe(&self, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        self.describe_all(outcome, consequences);
    }

    fn preview(&self) -> Preview {
        match self.dice {
            DiceGrouping::Together => Preview::of(self.blows_in_words()),
            // Each roll has a label with both groups.
            DiceGrouping::ByGroup => Preview::default(),
        }
    }

    fn aftermath(&self, scene: &Scene, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        self.describe_aftermath(scene, outcome, consequences);
    }
}

/// Blows whose dice are rolled together.
struct BlowPool {
    purpose: String,
    blows: Vec<Blow>,
}

/// Values of a melee that do not depend on the dice.
struct Fixed {
    pools: Vec<BlowPool>,
    /// The least face that kills, for each blow.
    needs: Value,
    /// Groups whose losses are counted together, with the name of the total.
    losers: Vec<(Arc<String>, Vec<usize>)>,
}

impl Melee {
    fn fixed(&self, detail: Detail) -> Fixed {
        let pools = self.pools();
        let needs: Vec<i32> = pools.iter().flat_map(|pool| &pool.blows).map(|blow| blow.need).collect();
        let losers = match detail {
            Detail::Chances => {
                Side::BOTH.iter().map(|side| (Arc::new(side.id().to_owned()), self.groups_of(*side))).collect()
            }
            Detail::Whole | Detail::Listed => {
                let groups = self.groups.iter().enumerate();
                groups.map(|(nth, group)| (Arc::new(group.id.clone()), vec![nth])).collect()
            }
        };
        Fixed { pools, needs: needs.into(), losers }
    }

    fn groups_of(&self, side: Side) -> Vec<usize> {
        (0..self.groups.len()).filter(|group| self.groups[*group].side == side).collect()
    }

    /// Pools of dice: one for all blows, or one for each run of blows by one group at another.
    fn pools(&self) -> Vec<BlowPool> {
        let mut pools: Vec<BlowPool> = Vec::new();
        let mut last: Option<&Attack> = None;
        let blows = self.attacks.iter().filter_map(|attack| self.blow(attack).map(|blow| (attack, blow)));
        for (attack, blow) in blows {
            let goes_on = match self.dice {
                DiceGrouping::Together => last.is_some(),
                DiceGrouping::ByGroup => last.is_some_and(|last| (&last.by, &last.on) == (&attack.by, &attack.on)),
            };
            last = Some(attack);
            match pools.last_mut().filter(|_| goes_on) {
                Some(pool) => pool.blows.push(blow),
                None => pools.push(BlowPool { purpose: self.purpose(attack), blows: vec![blow] }),
            }
        }
        pools
    }

    fn purpose(&self, attack: &Attack) -> String {
        match self.dice {
            DiceGrouping::Together => "melee".to_owned(),
            DiceGrouping::ByGroup => purpose_of(&attack.by, &attack.on),
        }
    }

    fn blow(&self, attack: &Attack) -> Option<Blow> {
        let group = self.groups.iter().position(|group| group.id == attack.on);
        let need = self.ends(attack).and_then(|(by, on)| self.need(by, on).map(|need| (by.side, need)));
        group.zip(need).map(|(group, (side, need))| Blow { side, group, element: attack.target, need })
    }
}

/// Purpose of a roll of one group's blows at another.
pub(super) fn purpose_of(by: &str, on: &str) -> String {
    format!("melee_{by}_at_{on}")
}

/// Each element that is struck, by the indexes of its group and of itself: 1 if it falls, 0 if not.
type Fallen = BTreeMap<(usize, i32), Dist<i32>>;

/// Resolves all blows at once. Elements that fall in the melee strike, too.
fn strike<T: Clone + Eq + Hash + 'static>(
    pools: &[BlowPool],
    dice: &mut Dice,
    join: impl Fn(&Fallen) -> Dist<T>,
) -> Result<T, Halt> {
    dice.in_steps(|dice| {
        let mut fallen = Fallen::new();
        for BlowPool { purpose, blows } in pools {
            let one_die_each = vec![1; blows.len()];
            let kills = dice.roll_groups(purpose, 6, &one_die_each, |nth, face| i32::from(face >= blows[nth].need))?;
            dice.record_luck_of_sides(&|nth, face| {
                let whose = if blows[nth].side == Side::A { Whose::Own } else { Whose::Enemy };
                (whose, face >= blows[nth].need)
            });
            for (blow, kills) in blows.iter().zip(&kills) {
                // An element falls if at least one blow kills; more have no effect.
                let falls = fallen.entry((blow.group, blow.element)).or_insert(Dist::certain(0));
                *falls = falls.with(kills, |earlier, kill| *earlier.max(kill));
            }
        }
        Ok(join(&fallen))
    })
}

/// Number of elements lost in the groups for which `counts` holds.
fn lost_where(fallen: &Fallen, counts: impl Fn(usize) -> bool) -> Dist<i32> {
    let counted = fallen.iter().filter(|((group, _), _)| counts(*group));
    counted.map(|(_, falls)| falls.clone()).sum()
}
