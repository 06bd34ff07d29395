//! Consequences of a fight at the table.

use super::before::{fighter, list, opponent, ties};
use super::length::Fight;
use super::{Fought, Melee, Simultaneous, Status};
use crate::core::text::Text;
use crate::dice::play;
use crate::rules::consequences::ConsequencesBuilder;
use crate::text;

/// Tells it: who was put out first, then the others, and why two blows of one moment stand or do not.
pub fn tell(melee: &Melee, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
    let one = std::iter::once((fighter(), outcome.one_status));
    let many = outcome.many_status.iter().enumerate().map(|(index, status)| (opponent(index), *status));
    let mut everybody: Vec<(Text, Status)> = one.chain(many).collect();
    if everybody.iter().all(|(_, status)| *status == Status::Unhurt) {
        consequences.say("Nobody is hurt, and nobody goes back.");
    } else {
        everybody.sort_by_key(|(_, status)| *status);
        for alike in everybody.chunk_by(|a, b| a.1 == b.1) {
            consequences.say(fate(list(alike.iter().map(|(who, _)| who.clone())), alike[0].1));
        }
    }
    for words in same_moment(melee, outcome) {
        consequences.say(words);
    }
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

/// Tells the results of blows of one moment. Among several fighters others may have struck before or besides,
/// so that only the rule is.
fn same_moment(melee: &Melee, outcome: &Fought) -> Vec<Text> {
    let Ok(fight) = play(&[], |dice| Ok(Fight::of(melee, dice))).result else { return Vec::new() };
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
        (Status::Unhurt, Status::Unhurt) => "Neither blow told.".into(),
        (Status::Unhurt, _) => text!("Only the blow of {who} counts.", who = fighter()),
        (_, Status::Unhurt) => text!("Only the blow of {who} counts.", who = opponent(0)),
        _ if matched => "Both blows told, and nothing tells them apart: both stand.".into(),
        _ => "Both blows told: both stand.".into(),
    }
}
