//! Blows and losses. *Melee Combat; Results.*

use super::permit::need;
use super::{Attack, Melee};
use crate::dice::{Dice, Dist, Halt};
use crate::outcome;
use crate::outcome::Record;
use crate::procedure::Rule;
use crate::refusal::Refusal;
use crate::story::Teller;
use crate::text::Text;
use std::collections::BTreeMap;
use std::rc::Rc;

outcome! {
    /// What the melee comes to.
    pub struct Fought {
        /// The least face that kills, for each blow.
        pub needs: Vec<i32>,
        /// Elements that each group loses, by its name.
        pub losses: Record,
    }
}

/// A blow: the place of the group that it strikes at, which of its elements, and the least face that kills.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Blow {
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
        let blows = dice.part(|_| Ok(self.blows()))?;
        // All strike at once, also those that fall to the same throw.
        let lost =
            dice.dealt("melee", 6, &blows, |blow, face| face >= blow.need, |kills| self.losses(&blows, &kills))?;
        let mut losses = Record::with_room(self.groups.len());
        for (group, lost) in self.groups.iter().zip(lost) {
            losses.set_given(&group.id, lost);
        }
        Ok(Fought { needs: blows.iter().map(|blow| blow.need).collect(), losses })
    }

    fn tell(&self, outcome: &Fought, teller: &mut Teller) {
        self.tell_all(outcome, teller);
    }

    fn before(&self) -> Vec<Text> {
        self.blows_in_words()
    }
}

impl Melee {
    fn blows(&self) -> Rc<[Blow]> {
        self.attacks.iter().filter_map(|attack| self.blow(attack)).collect()
    }

    fn blow(&self, attack: &Attack) -> Option<Blow> {
        let group = self.groups.iter().position(|group| group.id == attack.on)?;
        let need = need(self.group(&attack.by)?, &self.groups[group])?;
        Some(Blow { group, element: attack.target, need })
    }

    /// What each group loses.
    fn losses(&self, blows: &[Blow], kills: &[Dist<bool>]) -> Dist<Vec<i32>> {
        let mut elements: BTreeMap<(usize, i32), Dist<bool>> = BTreeMap::new();
        for (blow, kill) in blows.iter().zip(kills) {
            // An element falls if any blow at it kills; more do nothing.
            let falls = elements.entry((blow.group, blow.element)).or_insert(Dist::certain(false));
            *falls = falls.with(kill, |earlier, kill| earlier | kill);
        }
        (0..self.groups.len()).fold(Dist::certain(Vec::new()), |losses, group| {
            let struck = elements.iter().filter(|((own, _), _)| *own == group);
            let lost =
                struck.fold(Dist::certain(0), |lost, (_, falls)| lost.plus(&falls.map(|falls| i32::from(*falls))));
            losses.with(&lost, |others, lost| [others.as_slice(), &[*lost]].concat())
        })
    }
}
