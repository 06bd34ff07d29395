//! Disclosures: what the rules of the log allow, but what the other player should know of.

use crate::battle::both::ChainEvent;
use crate::battle::{Action, Battle, Device, Event, LoggedRoll, Stamp, rolls};
use crate::core::text::Text;
use crate::text;
use serde_json::{Map, Value as Json};
use std::collections::HashMap;
use std::fmt;

/// Something that a player could have done to get better dice. Entries are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disclosure {
    /// The app's dice were rolled, seen and discarded.
    Discarded {
        /// The entry that discarded them.
        entry: usize,
    },
    /// The dice were known from an entry that was undone, or that another tab made, and were used for something else.
    Reused {
        /// The entry that used them.
        entry: usize,
        /// The entry that showed them first.
        known: usize,
    },
    /// The seed was shown during the battle: whoever saw it can work out all later rolls.
    SeedShown {
        /// The entry that says so.
        entry: usize,
    },
    /// A device took the pen by force.
    PenForced {
        /// The entry that took it.
        entry: usize,
    },
    /// A device committed to other steps, although its former ones were not used up.
    CommittedAgain {
        /// The entry that did.
        entry: usize,
    },
    /// So many rolls were made by one device from the seed alone, although it and another had committed to them.
    Alone(usize),
    /// Seeds had been drawn and dropped again after a phrase was entered, so many times.
    DrawnAgain(u32),
}

impl fmt::Display for Disclosure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words: Text = match self {
            Disclosure::Discarded { entry } => text!("Entry {n} discarded dice that had been seen.", n = *entry),
            Disclosure::Reused { entry, known } => text!(
                "Entry {n} used dice that entry {known} had shown for something else.",
                n = *entry,
                known = *known
            ),
            Disclosure::SeedShown { entry } => {
                text!("Entry {n}: the seed was shown. Later rolls could be known in advance.", n = *entry)
            }
            Disclosure::PenForced { entry } => text!("Entry {n} took over control.", n = *entry),
            Disclosure::CommittedAgain { entry } => text!(
                "Entry {n} committed its device to other steps, although its former ones were not used up.",
                n = *entry
            ),
            Disclosure::Alone(rolls) => text!(
                "{n} {n|roll|rolls} of the app came from the seed alone, although two devices had committed: the other gave no step.",
                n = *rolls
            ),
            Disclosure::DrawnAgain(times) => text!(
                "Before the battle, {n} {n|commitment was|commitments were} dropped after a phrase had been entered.",
                n = usize::try_from(*times).unwrap_or(usize::MAX)
            ),
        };
        f.write_str(&words.to_string())
    }
}

/// Use of dice: procedure, input and participants.
type Use<'a> = (&'a str, &'a Map<String, Json>, &'a Map<String, Json>);

/// All disclosures of a battle, in the order of its log.
pub fn disclosures(battle: &Battle) -> Vec<Disclosure> {
    let redrawn = battle.header().redrawn;
    let mut all = Vec::new();
    if redrawn > 0 {
        all.push(Disclosure::DrawnAgain(redrawn));
    }
    // The first entry that shows each roll, and its use.
    let mut shown: HashMap<u64, (usize, Use)> = HashMap::new();
    let mut committed = Committed::default();
    for (place, (stamp, event)) in battle.log().iter().enumerate() {
        let entry = place + 1;
        if let Event::Action(act) = event {
            if act.seed_shown {
                all.push(Disclosure::SeedShown { entry });
            }
            if act.is_discarded() && rolls_of(event).0.iter().any(|roll| roll.number.is_some()) {
                all.push(Disclosure::Discarded { entry });
            }
        }
        if matches!(event, Event::Pen(own) if own.by_force) {
            all.push(Disclosure::PenForced { entry });
        }
        if let Event::Chain(own) = event
            && committed.commit(stamp, own)
        {
            all.push(Disclosure::CommittedAgain { entry });
        }
        let (rolls, Some(own)) = rolls_of(event) else { continue };
        committed.alone += rolls.iter().filter(|roll| committed.is_alone(stamp, roll)).count();
        let mut known = None;
        for number in rolls.iter().filter_map(|roll| roll.number) {
            let first = shown.entry(number).or_insert((entry, own));
            if known.is_none() && is_else(event, first.1, own) {
                known = Some(first.0);
            }
        }
        all.extend(known.map(|known| Disclosure::Reused { entry, known }));
        committed.next = committed.next.max(rolls::after(rolls));
    }
    if committed.alone > 0 {
        all.push(Disclosure::Alone(committed.alone));
    }
    all
}

/// The commitments of a log, up to some entry.
#[derive(Default)]
struct Committed<'a> {
    /// The last commitment of each device.
    of: HashMap<Device, &'a ChainEvent>,
    /// The number after the highest roll so far.
    next: u64,
    /// Fresh rolls that were made without the other's step.
    alone: usize,
}

impl<'a> Committed<'a> {
    /// Notes a commitment. Returns true if a former one of the device was not used up.
    fn commit(&mut self, stamp: &Stamp, own: &'a ChainEvent) -> bool {
        let former = self.of.insert(stamp.device(), own);
        former.is_some_and(|former| former.step_number(self.next.max(former.first)).is_some())
    }

    /// True if a fresh roll was made from the seed alone, although its author and another device had committed to it.
    fn is_alone(&self, stamp: &Stamp, roll: &LoggedRoll) -> bool {
        let Some(number) = roll.number.filter(|number| *number >= self.next && roll.steps.is_none()) else {
            return false;
        };
        let covers = |own: &&ChainEvent| own.step_number(number).is_some();
        self.of.get(&stamp.device()).is_some_and(covers) && self.of.values().filter(|own| covers(own)).count() > 1
    }
}

/// Rolls that an event makes, with their use. An act that settles a roll makes none: the roll has them.
fn rolls_of(event: &Event) -> (&[LoggedRoll], Option<Use<'_>>) {
    match event {
        Event::Rolled(own) => (&own.rolls, Some((&own.procedure, &own.input, &own.participants))),
        Event::Action(act) => match &act.action {
            Action::Resolved(own) if own.settles.is_none() => {
                (&own.rolls, Some((&own.procedure, &own.input, &own.participants)))
            }
            Action::Resolved(own) => (&own.rolls, None),
            _ => (&[], None),
        },
        Event::Undo(_) | Event::Redo(_) | Event::Pen(_) | Event::Chain(_) => (&[], None),
    }
}

/// True if dice were used for something else than before. Going on with a roll after a choice, and a correction of its own act,
/// are the same use.
fn is_else(event: &Event, before: Use, now: Use) -> bool {
    let goes_on = matches!(event, Event::Rolled(own) if own.goes_on.is_some() || own.corrects.is_some());
    !goes_on && before != now
}
