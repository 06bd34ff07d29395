//! Blows and losses. *Melee Combat; Results.*

use super::permit::need;
use super::{Attack, Melee};
use crate::dice::{Dice, Dist, Halt};
use crate::outcome;
use crate::outcome::Record;
use crate::procedure::Rule;
use crate::refusal::Refusal;
use crate::story::Teller;

outcome! {
    /// What the melee comes to.
    pub struct Fought {
        /// The least face that kills, for each blow.
        pub needs: Vec<i32>,
        /// Elements that each group loses, by its name.
        pub losses: Record,
    }
}

/// A blow with the least face that kills.
#[derive(Clone)]
struct Blow<'a> {
    attack: &'a Attack,
    need: i32,
}

impl Rule for Melee {
    type Outcome = Fought;

    fn permit(&self) -> Result<(), Refusal> {
        self.permit_all()
    }

    fn play(&self, dice: &mut Dice) -> Result<Fought, Halt> {
        let blows: Vec<Blow> = self.attacks.iter().filter_map(|attack| self.blow(attack)).collect();
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
}

impl Melee {
    fn blow<'a>(&self, attack: &'a Attack) -> Option<Blow<'a>> {
        let need = need(self.group(&attack.by)?, self.group(&attack.on)?)?;
        Some(Blow { attack, need })
    }

    /// What each group loses: an element falls if any blow at it kills; more do nothing.
    fn losses(&self, blows: &[Blow], kills: &[Dist<bool>]) -> Dist<Vec<i32>> {
        self.groups.iter().fold(Dist::certain(Vec::new()), |losses, group| {
            let on_it = |element: i32| {
                blows
                    .iter()
                    .zip(kills)
                    .filter(move |(blow, _)| blow.attack.on == group.id && blow.attack.target == element)
            };
            let lost = (0..group.elements).filter(|&element| on_it(element).next().is_some()).fold(
                Dist::certain(0),
                |lost, element| {
                    let spared = Dist::certain(false);
                    let falls = on_it(element).fold(spared, |falls, (_, kill)| falls.with(kill, |a, b| a | b));
                    lost.plus(&falls.map(|falls| i32::from(*falls)))
                },
            );
            losses.with(&lost, |others, lost| [others.as_slice(), &[*lost]].concat())
        })
    }
}
