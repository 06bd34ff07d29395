//! The times of arrivals and events in words, for pages.

use super::course::{ArrivesAt, Event, EventRow, EventTime};
use crate::ruleset::Ruleset;
use crate::text;
use crate::text::{say, uncapital};

impl ArrivesAt {
    /// Returns the time in words: “bound 4”.
    pub fn words(&self, ruleset: &Ruleset) -> String {
        let turn = uncapital(say(ruleset.turn));
        match *self {
            Self::Word => say("when the game master says so").to_owned(),
            Self::Turn(from) => format!("{turn} {from}"),
            Self::Roll { from, dice, sides, need } => text!(
                "from {turn} {n}, with {need} or more on {dice}D{sides}",
                turn = turn,
                n = from,
                need = need,
                dice = dice,
                sides = sides
            )
            .to_string(),
        }
    }
}

impl EventRow {
    /// Returns the sums of the dice with which the row happens: “2–5”. Empty for an event without dice.
    pub fn sums(&self) -> String {
        match self.faces {
            [0, 0] => String::new(),
            [from, to] if from == to => from.to_string(),
            [from, to] => format!("{from}–{to}"),
        }
    }
}

impl Event {
    /// Returns its time in words: “each bound from 2 to 6”.
    pub fn when_words(&self, ruleset: &Ruleset) -> String {
        let turn = uncapital(say(ruleset.turn));
        let EventTime::Each { phase, from, until } = &self.when else {
            return say("when players want it").to_owned();
        };
        let turns = match (*from, *until) {
            (1, 0) => text!("each {turn}", turn = turn).to_string(),
            (from, 0) => text!("each {turn} from {from}", turn = turn, from = from).to_string(),
            (from, until) if from == until => format!("{turn} {from}"),
            (from, until) => {
                text!("each {turn} from {from} to {until}", turn = turn, from = from, until = until).to_string()
            }
        };
        match ruleset.phases.iter().find(|known| known.id == phase) {
            Some(phase) => text!("{turns}, in “{phase}”", turns = turns, phase = say(phase.title)).to_string(),
            None => turns,
        }
    }
}
