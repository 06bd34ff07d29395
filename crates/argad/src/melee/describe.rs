//! Description of the results of a fight.

use super::super::input::{FRIENDS, Input, MANY, answer};
use super::super::rulings::Simultaneous;
use super::before::{fighter, list, opponent, ties};
use super::length::Fight;
use super::{Fought, Melee, Pair, Status, pairs};
use crate::ids::roles;
use rules::prelude::*;

/// A unit of several figures, some of which fought.
#[derive(Clone, Debug)]
pub struct GroupInFight {
    /// Name of the unit.
    pub name: String,
    /// Figures of the unit before the fight.
    pub figures: i32,
    /// Status of each figure that fought and could be hurt: all except friends.
    pub fought: Vec<Status>,
    /// Position of these figures in a pair: 0 is the fighter at the centre, followed by the opponents.
    pub places: Vec<usize>,
}

/// Label of a roll: the fighter's name, if a single fighter of the side rolls. For one of several pairs, the label also has the number of the
/// pair. `None` if the purpose alone is enough.
pub fn roll_label(input: &Input, purpose: &str, _: usize) -> Option<Text> {
    match pairs::of_pair(purpose) {
        Some((number, roll)) => Some(pairs::roll_label(number, roll, label_in_pair(input, roll))),
        None => label_in_pair(input, purpose),
    }
}

fn label_in_pair(input: &Input, purpose: &str) -> Option<Text> {
    let count = |list: Fact<Vec<Input>>| answer(input, list).map_or(0, |members| members.len());
    let again = |who: Gap| text!("{who}: the single 6 again", who = who);
    match purpose {
        "strike_many" if count(MANY) == 1 => Some(Gap::Unit("opponent ", 1).into()),
        "strike_friends" if count(FRIENDS) == 1 => Some(Gap::Unit("friend ", 1).into()),
        "reroll_many" if count(MANY) == 1 => Some(again(Gap::Unit("opponent ", 1))),
        "reroll_one" if count(FRIENDS) == 0 => Some(again(Gap::Unit("fighter ", 1))),
        _ => None,
    }
}

/// Describes a fight: fighters by their status, the worst first, then blows of the same moment. For units of several figures, sentences give
/// the number of figures with each status. For several pairs, there is one sentence for each pair.
pub fn describe(melee: &Melee, outcome: &Fought, groups: &[GroupInFight], consequences: &mut ConsequencesBuilder) {
    match outcome.pairs.as_slice() {
        [only] => describe_pair(melee, only, groups, consequences),
        pairs => pairs.iter().zip(1..).for_each(|(pair, number)| describe_one_of(pair, number, consequences)),
    }
}

fn describe_pair(melee: &Melee, pair: &Pair, groups: &[GroupInFight], consequences: &mut ConsequencesBuilder) {
    let statuses = statuses(pair);
    let all_unhurt = statuses.iter().all(|status| *status == Status::Unhurt);
    if all_unhurt {
        consequences.say("Nobody is hurt, and nobody goes back.");
    }
    for status in Status::ALL.iter().copied().filter(|status| !all_unhurt && statuses.contains(status)) {
        let of_group = |place: &usize| groups.iter().any(|group| group.places.contains(place));
        let alone = (0..statuses.len()).filter(|place| statuses[*place] == status && !of_group(place));
        let names: Vec<Text> = alone.map(name).collect();
        if !names.is_empty() {
            consequences.say(fate(list(names.into_iter()), status));
        }
        for words in groups.iter().filter_map(|group| group.words(status)) {
            consequences.say(words);
        }
    }
    for words in same_moment(melee, pair) {
        consequences.say(words);
    }
}

fn statuses(pair: &Pair) -> Vec<Status> {
    std::iter::once(pair.one_status).chain(pair.many_status.iter().copied()).collect()
}

/// Describes the result of one of several pairs.
fn describe_one_of(pair: &Pair, number: i32, consequences: &mut ConsequencesBuilder) {
    let statuses = statuses(pair);
    let hurt = statuses.iter().enumerate().filter(|(_, status)| **status != Status::Unhurt);
    let words = list(hurt.map(|(place, status)| fate_of_one(name(place), *status)));
    let words = if statuses.iter().all(|status| *status == Status::Unhurt) {
        text!("nobody hurt or driven back")
    } else {
        words
    };
    consequences.say(text!("Pair {n}: {what}.", n = number, what = words));
}

/// Describes the results of several pairs for each unit: the number of its figures with each status.
pub fn describe_groups(groups: &[GroupInFight], consequences: &mut ConsequencesBuilder) {
    let words = Status::ALL.iter().copied().filter(|status| *status != Status::Unhurt);
    let words: Vec<Text> =
        words.flat_map(|status| groups.iter().filter_map(move |group| group.words(status))).collect();
    if words.is_empty() {
        consequences.say("Nobody is hurt, and nobody goes back.");
    }
    for words in words {
        consequences.say(words);
    }
}

impl GroupInFight {
    /// Number of figures with this status, in words; `None` if there are none.
    fn words(&self, status: Status) -> Option<Text> {
        let n = self.fought.iter().filter(|fought| **fought == status).count();
        let text = match status {
            Status::Killed => text!("{unit}: {n} of {all} out, killed or badly wounded."),
            Status::Stunned => text!("{unit}: {n} of {all} knocked down, and stunned to the end of the next turn."),
            Status::Cornered => {
                text!("{unit}: {n} of {all} taken prisoner, with nowhere to recoil; a figure that fights on is killed.")
            }
            Status::Recoils => text!("{unit}: {n} of {all} driven back two paces."),
            Status::Wounded => text!("{unit}: {n} of {all} wounded, fighting on."),
            Status::Unhurt => text!("{unit}: {n} of {all} fought unhurt."),
        };
        let words = |n| text.with(roles::UNIT, self.name.clone()).with("n", n).with("all", self.figures);
        (n > 0).then(|| words(i32::try_from(n).unwrap_or(i32::MAX)))
    }
}

fn name(place: usize) -> Text {
    place.checked_sub(1).map_or_else(fighter, opponent)
}

fn fate_of_one(who: Text, status: Status) -> Text {
    match status {
        Status::Killed => text!("{who}: one out", who = who),
        Status::Stunned => text!("{who}: one knocked down", who = who),
        Status::Cornered => text!("{who}: one taken prisoner", who = who),
        Status::Recoils => text!("{who}: one driven back", who = who),
        Status::Wounded => text!("{who}: one wounded, fighting on", who = who),
        Status::Unhurt => text!("{who}: one unhurt", who = who),
    }
}

fn fate(who: Text, status: Status) -> Text {
    match status {
        Status::Killed => text!("{who}: out, killed or badly wounded.", who = who),
        Status::Stunned => text!("{who}: knocked down, and stunned to the end of the next turn.", who = who),
        Status::Cornered => {
            text!(
                "{who}: nowhere to recoil. They surrender and are prisoners; a figure that fights on is killed.",
                who = who
            )
        }
        Status::Recoils => text!("{who}: driven back two paces.", who = who),
        Status::Wounded => text!("{who}: wounded, and fights on.", who = who),
        Status::Unhurt => text!("{who}: unhurt.", who = who),
    }
}

/// Describes blows of the same moment. In a fight of more than two, others may have struck too, so the sentences only state the rule.
fn same_moment(melee: &Melee, pair: &Pair) -> Vec<Text> {
    let fight = without_rolls(|dice| Fight::of(melee, dice));
    let mut words = ties(melee, &fight);
    let duel = melee.friends.is_empty() && melee.many.len() == 1;
    if duel && !words.is_empty() {
        words.insert(0, between_two(melee, pair.one_status, pair.many_status[0]));
    }
    words
}

fn between_two(melee: &Melee, one: Status, other: Status) -> Text {
    let matched = one == other && melee.rulings.r4_simultaneous == Simultaneous::TieBreak;
    match (one, other) {
        (Status::Unhurt, Status::Unhurt) => "Neither blow counts.".into(),
        (Status::Unhurt, _) => text!("Only the blow of {who} counts.", who = fighter()),
        (_, Status::Unhurt) => text!("Only the blow of {who} counts.", who = opponent(0)),
        _ if matched => "Both blows count, as nothing decides between them.".into(),
        _ => "Both blows count.".into(),
    }
}
