//! Texts before the dice of a fight: order of blows, values needed, and ties.

use super::super::rulings::Simultaneous;
use super::super::terms::Fencer;
use super::super::terms::weapons::{BARE_HANDS, PIKE};
use super::length::Fight;
use super::pool::{BlowResult, BlowWords};
use super::{Fighter, Melee};
use rules::prelude::*;
use std::cmp::Ordering;

/// A fighter with texts for their name and the values they need.
struct NamedFighter<'a> {
    who: Text,
    fighter: &'a Fighter,
    /// Values that the fighter's dice need, in words.
    needs: Text,
}

/// Sentences that describe the fight before the dice, the longest weapon first.
pub fn before(melee: &Melee) -> Vec<Text> {
    let fight = without_rolls(|dice| Fight::of(melee, dice));
    let parts = parts(melee, &fight);
    let mut words: Vec<Text> = Vec::new();
    for length in (BARE_HANDS..=PIKE).rev() {
        let strikers: Vec<&NamedFighter> =
            parts.iter().filter(|part| part.fighter.length(melee.formal_duel) == length).collect();
        if !strikers.is_empty() {
            words.push(moment(&strikers, words.is_empty()));
        }
    }
    let daggers = parts.iter().filter(|part| part.fighter.fencer == Fencer::RapierDagger);
    words.extend(daggers.map(|part| text!("{who}: the dagger follows if the rapier misses.", who = part.who.clone())));
    words.extend(ties(melee, &fight));
    let idle = all(melee).filter(|(_, fighter)| !fighter.strikes()).map(|(who, _)| who).reduce(join);
    words.extend(idle.map(|who| text!("{who}: no blow in this fight.", who = who)));
    words
}

/// All fighters, in the order in which they roll.
fn all(melee: &Melee) -> impl Iterator<Item = (Text, &Fighter)> {
    let friends =
        melee.friends.iter().enumerate().map(|(index, fighter)| (Text::from(Gap::Unit("friend ", index + 1)), fighter));
    let many = melee.many.iter().enumerate().map(|(index, fighter)| (opponent(index), fighter));
    std::iter::once((fighter(), &melee.one)).chain(friends).chain(many)
}

/// Sentences about fighters who strike each other at the same moment, with the blow that counts.
pub fn ties(melee: &Melee, fight: &Fight) -> Vec<Text> {
    exchanges(melee).into_iter().map(|target| tie(melee, fight, target)).collect()
}

/// All fighters who strike, in the order in which they roll.
fn parts<'a>(melee: &'a Melee, fight: &Fight) -> Vec<NamedFighter<'a>> {
    let target = melee.targets().next().unwrap_or(0);
    let one = std::iter::once((fight.needs_of_one(target), &melee.many[target]));
    let friends = melee.friends.iter().enumerate();
    let friends = friends.map(|(index, friend)| (fight.needs_of_friend(index), &melee.many[friend.aim]));
    let many = (0..melee.many.len()).map(|index| (fight.needs_of_many(index), &melee.one));
    all(melee)
        .zip(one.chain(friends).chain(many))
        .filter(|((_, fighter), _)| fighter.strikes())
        .map(|((who, fighter), (result, struck))| {
            let words = BlowWords::of(struck, fighter.length(melee.formal_duel));
            NamedFighter { who, fighter, needs: needs(&result, words) }
        })
        .collect()
}

/// Placeholder for the name of the fighter at the centre.
pub fn fighter() -> Text {
    Gap::Unit("fighter ", 1).into()
}

/// Placeholder for the name of an opponent.
pub fn opponent(index: usize) -> Text {
    Gap::Unit("opponent ", index + 1).into()
}

/// Effects by natural value, from the lowest: `drives back on 3, kills on 4+`.
fn needs(result: &dyn Fn(i32) -> BlowResult, words: BlowWords) -> Text {
    let kills = (2..=8).find(|&value| result(value) == BlowResult::Kill).unwrap_or(8);
    let recoils: Vec<i32> = (2..kills).filter(|&value| result(value) == BlowResult::Recoil).collect();
    let kill = match kills {
        ..=5 => text!("{kills} on {n}+", kills = Text::from(words.kill), n = kills),
        6 => text!("{kills} on 6", kills = Text::from(words.kill)),
        7 => text!("{kills} on a 7: two sixes", kills = Text::from(words.kill)),
        _ => text!("{kills} on an 8: three sixes", kills = Text::from(words.kill)),
    };
    let recoil = Text::from(words.recoil);
    match recoils.as_slice() {
        [] => kill,
        [only] => text!("{recoil} on {n}, {kill}", recoil = recoil, n = *only, kill = kill),
        [first, .., last] => {
            text!("{recoil} on {from} to {to}, {kill}", recoil = recoil, from = *first, to = *last, kill = kill)
        }
    }
}

/// A sentence about the fighters who strike at one moment.
fn moment(strikers: &[&NamedFighter], first: bool) -> Text {
    let weapon = |part: &&NamedFighter| part.fighter.weapon_in_use().noun();
    let mut weapons: Vec<&str> = strikers.iter().map(weapon).collect();
    weapons.dedup();
    let weapons = list(weapons.into_iter().map(Text::from));
    // Combines neighbours that need the same values.
    let alike = strikers.chunk_by(|a, b| a.needs == b.needs).map(|alike| {
        let who = list(alike.iter().map(|part| part.who.clone()));
        text!("{who} ({needs})", who = who, needs = alike[0].needs.clone())
    });
    let who = list(alike);
    if first {
        text!("The {weapon} strikes first: {who}.", weapon = weapons, who = who)
    } else {
        text!("Then the {weapon}: {who}.", weapon = weapons, who = who)
    }
}

/// The items in one text, separated by commas; empty without items.
pub fn list(items: impl Iterator<Item = Text>) -> Text {
    items.reduce(join).unwrap_or("".into())
}

fn join(so_far: Text, next: Text) -> Text {
    text!("{so_far}, {next}", so_far = so_far, next = next)
}

/// Indexes of opponents who strike the fighter at the centre at the same moment as the fighter strikes them.
fn exchanges(melee: &Melee) -> Vec<usize> {
    let length = |own: &Fighter| own.length(melee.formal_duel);
    let mut targets: Vec<usize> = melee.targets().collect();
    targets.sort_unstable();
    targets.dedup();
    targets.retain(|&target| {
        let other = &melee.many[target];
        melee.one.strikes() && other.strikes() && length(other) == length(&melee.one)
    });
    targets
}

/// A sentence about the blow that counts if both fighters strike equal blows. *Resolution of the melee.*
fn tie(melee: &Melee, fight: &Fight, target: usize) -> Text {
    let (one, other) = (fighter(), opponent(target));
    if melee.rulings.r4_simultaneous == Simultaneous::Both {
        return text!("{one} and {other} strike at the same moment: both blows stand.", one = one, other = other);
    }
    let (order, why) = fight.tie_break(target);
    match order {
        Ordering::Equal => text!(
            "{one} and {other} strike at the same moment, and are a match in class and armour: of two equal blows the higher die stands; of equal dice, {last}.",
            one = one,
            other = other,
            last = last_resort(fight, target)
        ),
        order => text!(
            "{one} and {other} strike at the same moment: of two equal blows, the one by {who} stands ({why}).",
            one = one.clone(),
            other = other.clone(),
            who = if order == Ordering::Greater { one } else { other },
            why = why
        ),
    }
}

/// The last test that decides between equal dice, in words.
fn last_resort(fight: &Fight, target: usize) -> Text {
    match fight.sums_compared(target) {
        Ordering::Equal => text!("both"),
        Ordering::Greater => text!("the one by {who}, who has more to add", who = fighter()),
        Ordering::Less => text!("the one by {who}, who has more to add", who = opponent(target)),
    }
}
