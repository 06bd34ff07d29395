//! Consequences of a fight at the table.

use super::before::{fighter, list, opponent, ties};
use super::length::Fight;
use super::{Fought, Melee, Simultaneous, Status};
use crate::core::text::{Gap, Text};
use crate::dice::without_rolls;
use crate::form::Choices;
use crate::rules::consequences::ConsequencesBuilder;
use crate::text;
use serde_json::{Map, Value as Json};

/// A group of several figures, of which some fought.
#[derive(Clone, Debug)]
pub struct Group {
    /// Its name.
    pub name: String,
    /// Its figures before the fight.
    pub figures: i32,
    /// Those who fought and could be hurt: 0 is the fighter in the middle, then come the opponents.
    pub fighters: Vec<usize>,
}

/// Label of a roll that belongs to one fighter alone: his name, where the purpose names his side.
pub fn roll_label(input: &Map<String, Json>, purpose: &str) -> Option<Text> {
    let count = |list: &str| input.get(list).and_then(Json::as_array).map_or(0, Vec::len);
    let again = |who: Gap| text!("{who}: the single 6 again", who = who);
    match purpose {
        "strike_many" if count("many") == 1 => Some(Gap::Unit("opponent ", 1).into()),
        "strike_friends" if count("friends") == 1 => Some(Gap::Unit("friend ", 1).into()),
        "reroll_many" if count("many") == 1 => Some(again(Gap::Unit("opponent ", 1))),
        "reroll_one" if count("friends") == 0 => Some(again(Gap::Unit("fighter ", 1))),
        _ => None,
    }
}

/// Describes who was put out first, then the others, and why two blows of one moment stand or do not. Of each group, it says
/// how many are out.
pub fn describe(melee: &Melee, outcome: &Fought, groups: &[Group], consequences: &mut ConsequencesBuilder) {
    let statuses: Vec<Status> =
        std::iter::once(outcome.one_status).chain(outcome.many_status.iter().copied()).collect();
    if statuses.iter().all(|status| *status == Status::Unhurt) {
        consequences.say("Nobody is hurt, and nobody goes back.");
    }
    for status in Status::ALL.iter().copied().filter(|status| statuses.contains(status)) {
        let all_unhurt = status == Status::Unhurt && statuses.iter().all(|own| *own == status);
        let own = (0..statuses.len()).filter(|place| statuses[*place] == status);
        let of_group =
            |place: &usize| counts_figures(status) && groups.iter().any(|group| group.fighters.contains(place));
        let names: Vec<Text> = own.filter(|place| !of_group(place)).map(name).collect();
        if !names.is_empty() && !all_unhurt {
            consequences.say(fate(list(names.into_iter()), status));
        }
        for group in groups.iter().filter(|_| counts_figures(status)) {
            let n = group.fighters.iter().filter(|place| statuses.get(**place) == Some(&status)).count();
            if n > 0 {
                consequences.say(fate_of_some(group, n, status));
            }
        }
    }
    for words in same_moment(melee, outcome) {
        consequences.say(words);
    }
}

fn name(place: usize) -> Text {
    place.checked_sub(1).map_or_else(fighter, opponent)
}

/// True for what takes figures from a group.
fn counts_figures(status: Status) -> bool {
    matches!(status, Status::Killed | Status::Stunned | Status::Cornered)
}

fn fate_of_some(group: &Group, n: usize, status: Status) -> Text {
    let text = match status {
        Status::Stunned => text!("{unit}: {n} of {all} knocked down, and stunned to the end of the next turn."),
        Status::Cornered => {
            text!("{unit}: {n} of {all} taken prisoner, with nowhere to recoil; whoever fights on is killed.")
        }
        _ => text!("{unit}: {n} of {all} out, killed or badly wounded."),
    };
    let n = i32::try_from(n).unwrap_or(i32::MAX);
    text.with("unit", group.name.clone()).with("n", n).with("all", group.figures)
}

fn fate(who: Text, status: Status) -> Text {
    match status {
        Status::Killed => text!("{who}: out, killed or badly wounded.", who = who),
        Status::Stunned => text!("{who}: knocked down, and stunned to the end of the next turn.", who = who),
        Status::Cornered => {
            text!("{who}: nowhere to recoil. They surrender and are prisoners; whoever fights on is killed.", who = who)
        }
        Status::Recoils => text!("{who}: driven back two paces.", who = who),
        Status::Wounded => text!("{who}: wounded, and fights on.", who = who),
        Status::Unhurt => text!("{who}: unhurt.", who = who),
    }
}

/// Describes the results of blows of one moment. Among several fighters, others may have struck too, so only the rule is
/// stated.
fn same_moment(melee: &Melee, outcome: &Fought) -> Vec<Text> {
    let fight = without_rolls(|dice| Fight::of(melee, dice));
    let mut words = ties(melee, &fight);
    let duel = melee.friends.is_empty() && melee.many.len() == 1;
    if duel && !words.is_empty() {
        words.insert(0, between_two(melee, outcome.one_status, outcome.many_status[0]));
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
