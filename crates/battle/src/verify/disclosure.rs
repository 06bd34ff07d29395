//! Disclosures: events that the log's rules allow, but that the other player should know about.

use crate::{Action, Battle, Event, LoggedRoll};
use rules::text;
use rules::text::Text;
use serde_json::{Map, Value as Json};
use std::collections::{HashMap, HashSet};
use std::fmt;

/// An opportunity that a player had to get better dice. Entries are counted from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Disclosure {
    /// Dice of the app were rolled, seen and discarded.
    Discarded {
        /// The entry that discards them.
        entry: usize,
    },
    /// Dice were used although an undone entry, or an entry of another tab, had shown them. That entry used them for something else.
    Reused {
        /// The entry that uses them.
        entry: usize,
        /// The entry that first showed them.
        known: usize,
    },
    /// The seed was shown during the battle: with it, a player can compute all later rolls.
    SeedShown {
        /// The entry that records it.
        entry: usize,
    },
    /// An entry was set aside, because another device did the same at the same time.
    SetAside {
        /// The entry that is set aside.
        entry: usize,
        /// The entry that counts in its place.
        stands: usize,
    },
    /// Two devices made these entries at the same time, and both change the same value.
    Concurrent {
        /// The later entry.
        entry: usize,
        /// The earlier entry.
        other: usize,
    },
    /// An act and the end of its phase were made at the same time, on two devices.
    ConcurrentPhaseEnd {
        /// The later entry.
        entry: usize,
        /// The earlier entry.
        other: usize,
    },
    /// A device took over control by force.
    ControlTakenOver {
        /// The entry that takes over.
        entry: usize,
    },
    /// This many rolls were made by two devices of version 1.0.0 together. Their faces cannot be checked.
    TwoDevices(usize),
    /// The seed was replaced this many times after a phrase had been entered.
    DrawnAgain(u32),
}

impl Disclosure {
    /// Number of the entry that it is about, from 1; `None` if it is about none.
    pub fn entry(&self) -> Option<usize> {
        match self {
            Disclosure::Discarded { entry }
            | Disclosure::Reused { entry, .. }
            | Disclosure::SeedShown { entry }
            | Disclosure::SetAside { entry, .. }
            | Disclosure::Concurrent { entry, .. }
            | Disclosure::ConcurrentPhaseEnd { entry, .. }
            | Disclosure::ControlTakenOver { entry } => Some(*entry),
            Disclosure::TwoDevices(_) | Disclosure::DrawnAgain(_) => None,
        }
    }
}

impl Disclosure {
    /// The entries that two devices made at the same time, from 1, the earlier one first. `None` for other disclosures.
    pub fn met(&self) -> Option<[usize; 2]> {
        match self {
            Disclosure::SetAside { entry, stands: other }
            | Disclosure::Concurrent { entry, other }
            | Disclosure::ConcurrentPhaseEnd { entry, other } => Some([*other, *entry]),
            _ => None,
        }
    }
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
            Disclosure::SetAside { entry, stands } => text!(
                "Entry {n} was set aside: entry {stands} did the same at that time, on another device.",
                n = *entry,
                stands = *stands
            ),
            Disclosure::Concurrent { entry, other } => text!(
                "Entries {m} and {n} were made at the same time on two devices, and change the same value.",
                m = *other,
                n = *entry
            ),
            Disclosure::ConcurrentPhaseEnd { entry, other } => text!(
                "Entries {m} and {n} were made at the same time on two devices, and one of them ended the phase.",
                m = *other,
                n = *entry
            ),
            Disclosure::ControlTakenOver { entry } => text!("Entry {n} took over control.", n = *entry),
            Disclosure::TwoDevices(rolls) => text!(
                "{n} {n|roll|rolls} of two devices with version 1.0.0 cannot be checked: their dice do not come from the seed.",
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

/// Use of dice: a procedure, its input and its participants.
type Use<'a> = (&'a str, &'a Map<String, Json>, &'a Map<String, Json>);

/// All disclosures of a battle, in the order of its log.
pub fn disclosures(battle: &Battle) -> Vec<Disclosure> {
    let redrawn = battle.header().redrawn;
    let mut all = Vec::new();
    if redrawn > 0 {
        all.push(Disclosure::DrawnAgain(redrawn));
    }
    // For each roll number: the first entry that shows the roll, and its use.
    let mut shown: HashMap<u64, (usize, Use)> = HashMap::new();
    // Numbers of rolls that two devices made.
    let mut of_two_devices: HashSet<u64> = HashSet::new();
    let mut met = battle.concurrent_acts().into_iter().peekable();
    for (place, (_, event)) in battle.log().iter().enumerate() {
        let entry = place + 1;
        if let Some(stands) = battle.stands_instead(place) {
            all.push(Disclosure::SetAside { entry, stands: stands + 1 });
        }
        if let Some(met) = met.next_if(|met| met.later == place) {
            let other = met.earlier + 1;
            all.push(match met.ends_phase {
                true => Disclosure::ConcurrentPhaseEnd { entry, other },
                false => Disclosure::Concurrent { entry, other },
            });
        }
        if let Event::Action(act) = event {
            if act.seed_shown {
                all.push(Disclosure::SeedShown { entry });
            }
            if act.is_discarded() && rolls_of(event).0.iter().any(|roll| roll.number.is_some()) {
                all.push(Disclosure::Discarded { entry });
            }
        }
        if matches!(event, Event::Control(own) if own.taken_over) {
            all.push(Disclosure::ControlTakenOver { entry });
        }
        let (rolls, Some(own)) = rolls_of(event) else { continue };
        of_two_devices.extend(rolls.iter().filter(|roll| roll.steps.is_some()).filter_map(|roll| roll.number));
        let mut known = None;
        for number in rolls.iter().filter_map(|roll| roll.number) {
            let first = shown.entry(number).or_insert((entry, own));
            if known.is_none() && is_else(event, first.1, own) {
                known = Some(first.0);
            }
        }
        all.extend(known.map(|known| Disclosure::Reused { entry, known }));
    }
    if !of_two_devices.is_empty() {
        all.push(Disclosure::TwoDevices(of_two_devices.len()));
    }
    all
}

/// The rolls that an event makes, with their use. An act that settles a roll makes none, because the roll was logged before.
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
        Event::Undo(_) | Event::Redo(_) | Event::Control(_) | Event::Chain(_) => (&[], None),
    }
}

/// True if dice were used for another purpose than before. Continuing a roll after a choice, and correcting the act of the roll, do not
/// count as another purpose.
fn is_else(event: &Event, before: Use, now: Use) -> bool {
    let goes_on = matches!(event, Event::Rolled(own) if own.goes_on.is_some() || own.corrects.is_some());
    !goes_on && before != now
}
