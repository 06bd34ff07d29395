//! Description and records of a melee.

use super::super::dice_words::{dice_in_words, is_beyond_the_die};
use super::super::disorder::rout_check_due;
use super::super::facts::{
    CASUALTIES_THIS_TURN, CONTACTS, ELEMENTS, FOUGHT, GENERAL_JOINED, contacts, has_elements, lost as lost_count, name,
};
use super::super::unit;
use super::input::FIGHTERS;
use super::play::purpose_of;
use super::{Fought, Melee, MeleeGroup, scene};
use crate::ids::roles;
use rules::prelude::*;

impl Melee {
    pub(super) fn describe_all(&self, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        let [own, enemies] = [Side::A, Side::B].map(|side| self.fate(side, outcome));
        consequences.say(text!("{own}; {enemies}.", own = own, enemies = enemies));
        let losses: Vec<(&MeleeGroup, i32)> =
            self.groups.iter().map(|group| (group, lost(outcome, &group.id))).filter(|(_, lost)| *lost > 0).collect();
        for (group, lost) in losses {
            let (name, left) = (group.called(), group.elements - lost);
            consequences.say(text!("{name}: {n} lost, {left} left.", name = name, n = lost, left = left));
            if let Some((role, index)) = scene::role_and_index(&group.id) {
                consequences.raise_nth(role, index, lost_count(group.troop), lost);
                consequences.put_nth(role, index, CASUALTIES_THIS_TURN, true);
            }
        }
    }

    /// Losses of a side in words: `Holles's Regiment: 2 lost`.
    fn fate(&self, side: Side, outcome: &Fought) -> Text {
        let groups = || self.groups.iter().filter(|group| group.side == side);
        let mut names: Vec<Gap> = groups().map(MeleeGroup::formation).collect();
        names.dedup();
        let lost = groups().map(|group| lost(outcome, &group.id)).sum::<i32>();
        let listed = |first: Text, more: Text| text!("{first}, {more}", first = first, more = more);
        let names = names.into_iter().map(Text::from).reduce(listed).unwrap_or_else(|| Text::from(""));
        text!("{names}: {n} lost", names = names, n = lost)
    }

    /// Attacks with the faces that they need, in words, in the order of the dice.
    pub(super) fn blows_in_words(&self) -> Vec<Text> {
        let mut runs: Vec<(&MeleeGroup, &MeleeGroup, i32, i32)> = Vec::new();
        let struck = self.attacks.iter().filter_map(|attack| self.ends(attack));
        for (by, on, need) in struck.filter_map(|(by, on)| self.need(by, on).map(|need| (by, on, need))) {
            match runs.last_mut() {
                Some((last_by, last_on, _, dice)) if last_by.id == by.id && last_on.id == on.id => *dice += 1,
                _ => runs.push((by, on, need, 1)),
            }
        }
        let in_words = |(by, on, need, dice): &(&MeleeGroup, &MeleeGroup, i32, i32)| {
            let (dice, by, on, how) = (dice_in_words(*dice), by.called(), on.called(), on.state.label());
            if is_beyond_the_die(*need) {
                return text!(
                    "{dice}: {by} at {on} ({how}), but no roll is enough.",
                    dice = dice,
                    by = by,
                    on = on,
                    how = how
                );
            }
            text!(
                "{dice}: {by} at {on} ({how}), {need} or more.",
                dice = dice,
                by = by,
                on = on,
                how = how,
                need = *need
            )
        };
        runs.iter().map(in_words).collect()
    }

    /// Records fights and contacts. Then describes results that depend on the battle's state: destroyed formations, and a General who dies
    /// with one.
    pub(super) fn describe_aftermath(&self, scene: &Scene, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        self.record(scene, consequences);
        name_left_out(scene, consequences);
        let mut destroyed = false;
        for (role, side, tag) in [(roles::OWN, SIDE, Side::A.id()), (roles::ENEMIES, ENEMY_SIDE, Side::B.id())] {
            for (index, formation) in scene.units(role).iter().enumerate() {
                let lost = outcome.losses.sum(&format!("{tag}{}*", index + 1)).filter(|lost| *lost > 0);
                if lost.zip(formation.facts.value(ELEMENTS)).is_none_or(|(lost, elements)| lost < elements) {
                    continue;
                }
                destroyed = true;
                consequences.say(text!("{name}: destroyed.", name = name(&formation.facts)));
                // The General dies with the last element of the formation that he joined. (R5)
                if formation.facts.holds(GENERAL_JOINED) {
                    unit::general_falls(consequences, side);
                }
            }
        }
        if destroyed {
            rout_check_due(consequences);
        }
    }

    /// Records that all formations fought, and contacts between formations that struck each other.
    fn record(&self, scene: &Scene, consequences: &mut ConsequencesBuilder) {
        let pairs = self
            .attacks
            .iter()
            .filter_map(|attack| scene::role_and_index(&attack.by).zip(scene::role_and_index(&attack.on)));
        let pairs: Vec<[(&str, usize); 2]> = pairs.map(<[_; 2]>::from).collect();
        for (role, other_role) in [(roles::OWN, roles::ENEMIES), (roles::ENEMIES, roles::OWN)] {
            for (index, formation) in scene.units(role).iter().enumerate() {
                consequences.put_nth(role, index, FOUGHT, true);
                let mut touching = contacts(&formation.facts);
                let before = touching.len();
                for (other, enemy) in scene.units(other_role).iter().enumerate() {
                    let struck =
                        pairs.iter().any(|pair| pair.contains(&(role, index)) && pair.contains(&(other_role, other)));
                    if struck && !touching.contains(&enemy.id) {
                        touching.push(enemy.id.clone());
                    }
                }
                if touching.len() > before {
                    consequences.put_nth(role, index, CONTACTS, touching);
                }
            }
        }
    }
}

/// Label of a roll of one group's blows at another: `Holles's Regiment: Pike at Clubmen: Mob`.
pub(super) fn roll_label(input: &Input, purpose: &str, _: usize) -> Option<Text> {
    let groups = answer(input, FIGHTERS)?;
    let mut pairs = groups.iter().flat_map(|by| groups.iter().map(move |on| (by, on)));
    let (by, on) = pairs.find(|(by, on)| purpose_of(&by.id, &on.id) == purpose)?;
    Some(text!("{by} at {on}", by = by.called(), on = on.called()))
}

/// Reports enemies in contact that do not take part, because all contacts of a formation are fought in one melee. (R27)
fn name_left_out(scene: &Scene, consequences: &mut ConsequencesBuilder) {
    for role in [roles::OWN, roles::ENEMIES] {
        for formation in scene.units(role) {
            let takes_part = |id: &String| scene.everybody().any(|unit| unit.id == *id);
            let out = contacts(&formation.facts).into_iter().filter(|id| !takes_part(id));
            for enemy in out.filter_map(|id| scene.table.unit(&id)).filter(|enemy| has_elements(&enemy.facts)) {
                consequences.say(text!(
                    "{enemy} touches {name} and is left out of this melee.",
                    enemy = name(&enemy.facts),
                    name = name(&formation.facts)
                ));
            }
        }
    }
}

fn lost(outcome: &Fought, id: &str) -> i32 {
    match outcome.losses.iter().find(|(name, _)| *name == id) {
        Some((_, Value::Whole(lost))) => *lost,
        _ => 0,
    }
}
