//! Events of a battle's log.

use super::chain::{ChainEvent, RollSteps};
use super::control::ControlEvent;
use super::corrected::Corrected;
use super::{Link, Stamp};
use rules::outcome::Record;
use rules::table::Change;
use rules::text::say;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// An event of the log.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// An act.
    #[serde(rename = "act")]
    Action(Box<ActionEvent>),
    /// An undo of an act.
    Undo(Reversal),
    /// A redo of an act that was undone.
    Redo(Reversal),
    /// The app rolled dice.
    Rolled(Box<Rolled>),
    /// Control was passed or taken over.
    #[serde(rename = "pen")]
    Control(Box<ControlEvent>),
    /// A device of version 1.0.0 committed to its part of coming rolls. The event has no effect.
    Chain(Box<ChainEvent>),
}

impl Event {
    /// Links to the ends of the log that the writer's device had. Undos and redos have links only in battles with a device in
    /// control or with seats; otherwise the next act links them.
    pub fn after(&self) -> &[Link] {
        match self {
            Event::Action(act) => &act.after,
            Event::Rolled(rolled) => &rolled.after,
            Event::Undo(own) | Event::Redo(own) => &own.after,
            Event::Control(own) => &own.after,
            Event::Chain(own) => &own.after,
        }
    }

    /// Replaces the event's links by these.
    pub(super) fn set_after(&mut self, links: Vec<Link>) {
        match self {
            Event::Action(act) => act.after = links,
            Event::Rolled(rolled) => rolled.after = links,
            Event::Undo(own) | Event::Redo(own) => own.after = links,
            Event::Control(own) => own.after = links,
            Event::Chain(own) => own.after = links,
        }
    }

    /// True if only the device in control may write the event: a roll, an act with its outcome, an undo, a redo, a correction or the end of a
    /// phase. The rule applies once a device is in control, unless [everybody acts](super::Battle::everybody_acts). Every device may set
    /// trackers by hand, write notes, add or remove units, commit to rolls, and pass or take over control.
    pub fn needs_control(&self) -> bool {
        match self {
            Event::Rolled(_) | Event::Undo(_) | Event::Redo(_) => true,
            Event::Action(act) => matches!(act.action, Action::Resolved(_) | Action::Phase | Action::Corrected(_)),
            Event::Control(_) | Event::Chain(_) => false,
        }
    }

    /// Time, in milliseconds since 1970; `None` for an undo or a redo.
    pub fn at(&self) -> Option<f64> {
        match self {
            Event::Action(act) => Some(act.at),
            Event::Rolled(rolled) => Some(rolled.at),
            Event::Control(control) => Some(control.at),
            Event::Chain(chain) => Some(chain.at),
            Event::Undo(_) | Event::Redo(_) => None,
        }
    }

    /// The rolls that the event made or used, in order.
    pub fn rolls(&self) -> &[LoggedRoll] {
        match self {
            Event::Rolled(rolled) => &rolled.rolls,
            Event::Action(act) => match &act.action {
                Action::Resolved(resolved) => &resolved.rolls,
                _ => &[],
            },
            Event::Undo(_) | Event::Redo(_) | Event::Control(_) | Event::Chain(_) => &[],
        }
    }
}

/// Reference of an undo or a redo to its act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ReversalText", into = "ReversalText")]
pub struct Reversal {
    /// Stamp of the act.
    pub act: Stamp,
    /// Links to the ends of the log that the writer's device had; empty in battles without a device in control and without seats.
    pub after: Vec<Link>,
}

impl From<Stamp> for Reversal {
    fn from(act: Stamp) -> Self {
        Self { act, after: Vec::new() }
    }
}

/// A [`Reversal`] as it is stored: the stamp alone, or the stamp with links. Before control was introduced, it was always the stamp.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum ReversalText {
    Plain(Stamp),
    Linked { of: Stamp, after: Vec<Link> },
}

impl From<ReversalText> for Reversal {
    fn from(text: ReversalText) -> Self {
        match text {
            ReversalText::Plain(act) => act.into(),
            ReversalText::Linked { of, after } => Self { act: of, after },
        }
    }
}

impl From<Reversal> for ReversalText {
    fn from(own: Reversal) -> Self {
        if own.after.is_empty() { Self::Plain(own.act) } else { Self::Linked { of: own.act, after: own.after } }
    }
}

/// Dice that the app rolled for a procedure. They enter the log at once, so that no player sees the dice and then chooses another act. A
/// later act [settles](Resolved::settles) the roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rolled {
    /// Time, in milliseconds since 1970.
    pub at: f64,
    /// The procedure, by its id.
    pub procedure: String,
    /// The input of the procedure, which no longer changes.
    pub input: Map<String, Json>,
    /// Participants: each role with its units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The rolls, in order: those of the app, and dice that were typed before them.
    #[serde(rename = "throws")]
    pub rolls: Vec<LoggedRoll>,
    /// Links to the ends of the log that the writer's device had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
    /// Rules of the turn that were overridden, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The roll that this one continues, after a choice that the earlier dice offered. The earlier rolls come first in `rolls`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<Stamp>,
    /// The act that is being corrected, if the dice were rolled for its correction. The act's own rolls come before the new ones in
    /// `rolls`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<Stamp>,
    /// The first roll of the group act, if this is a later one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Stamp>,
    /// True if the input is hidden from the onlooker whose [view](super::Battle::seen_by) this is. Never stored.
    #[serde(skip)]
    pub hidden: bool,
}

impl Rolled {
    /// Rolls for a procedure. They override no rule, continue no roll and correct nothing.
    pub fn of(
        at: f64,
        procedure: &str,
        input: Map<String, Json>,
        participants: Map<String, Json>,
        rolls: Vec<LoggedRoll>,
    ) -> Self {
        let (procedure, after, overrides) = (procedure.to_owned(), Vec::new(), Vec::new());
        Self {
            at,
            procedure,
            input,
            participants,
            rolls,
            after,
            overrides,
            goes_on: None,
            corrects: None,
            group: None,
            hidden: false,
        }
    }

    /// Number of leading rolls that players already knew when this was rolled for a correction: typed rolls, and rolls of the app whose number
    /// is not free. 0 if this corrects nothing.
    pub(super) fn known_to_correction(&self, is_free: impl Fn(u64) -> bool) -> usize {
        let fresh = |roll: &LoggedRoll| roll.number.is_some_and(&is_free);
        let known = || self.rolls.iter().position(fresh).unwrap_or(self.rolls.len());
        self.corrects.as_ref().map_or(0, |_| known())
    }
}

/// An act, with its changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ActionEvent {
    /// Time, in milliseconds since 1970.
    pub at: f64,
    /// The action.
    #[serde(rename = "deed")]
    pub action: Action,
    /// Its changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Change>,
    /// Ids of the rules of the turn that players overrode.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// True if the referee judged the act by the rules of the turn. Acts of earlier versions were not judged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refereed: bool,
    /// True for the act with which the rules begin the battle. Players cannot undo it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// True for the note that the seed was shown. Players cannot undo it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seed_shown: bool,
    /// True if one tap made both this act and its writer's previous act. Both are undone and redone together, unless another author acted
    /// between them. A [group](Self::group) has no such limit.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// The first part of the group act, if this is a later part. All parts are one entry of the log, undone and redone as one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<Stamp>,
    /// True for a later part of a group act whose parts were all judged on the table before the first. Its outcome was then applied to the
    /// table that the earlier parts had left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub at_once: bool,
    /// Links to the ends of the log that the writer's device had.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
    /// The values of the trackers that the act counts from, as its writer saw them: see [`Seen`]. Empty for acts of earlier versions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Seen>,
    /// True if a part of the act is hidden from the onlooker whose [view](super::Battle::seen_by) this is. Never stored.
    #[serde(skip)]
    pub hidden: bool,
}

/// The index of a change that counts, and the value that its tracker had before the act. If another author changed the tracker without
/// knowing of the act, both changes add up. The act changes it by the same amount as on its writer's table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen(pub usize, pub Json);

impl ActionEvent {
    /// An act at a time, in milliseconds since 1970, which the referee has not judged.
    pub fn new(at: f64, action: Action, changes: Vec<Change>) -> Self {
        Self {
            at,
            action,
            changes,
            overrides: Vec::new(),
            refereed: false,
            begins: false,
            seed_shown: false,
            together: false,
            group: None,
            at_once: false,
            after: Vec::new(),
            seen: Vec::new(),
            hidden: false,
        }
    }

    /// The act with which the rules begin a battle.
    pub fn beginning(at: f64, changes: Vec<Change>) -> Self {
        Self { begins: true, ..Self::new(at, Action::ByHand, changes) }
    }

    /// The note that the seed was shown.
    pub fn of_seed_shown(at: f64) -> Self {
        let note = Action::Note(say("The seed was shown.").to_owned());
        Self { seed_shown: true, ..Self::new(at, note, Vec::new()) }.refereed(Vec::new())
    }

    /// True if the act discarded a roll. It changes nothing, but its dice are spent.
    pub fn is_discarded(&self) -> bool {
        matches!(&self.action, Action::Resolved(resolved) if resolved.discarded)
    }

    /// Marks the act as judged by the referee. `overrides` are the ids of the rules that players overrode.
    #[must_use]
    pub fn refereed(mut self, overrides: Vec<String>) -> Self {
        self.overrides = overrides;
        self.refereed = true;
        self
    }
}

/// The action.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A procedure was resolved.
    Resolved(Resolved),
    /// Players changed trackers by hand.
    ByHand,
    /// A phase began.
    Phase,
    /// A unit joined, left or was changed.
    Muster,
    /// A player wrote a note.
    Note(String),
    /// An earlier act was corrected, and the acts after it were applied again.
    Corrected(Box<Corrected>),
}

/// A procedure that was resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resolved {
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input.
    pub input: Map<String, Json>,
    /// Participants: each role with its units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The rolls, in order.
    #[serde(rename = "throws")]
    pub rolls: Vec<LoggedRoll>,
    /// The roll of the app that this act settles; `None` if there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<Stamp>,
    /// The outcome; null if the dice were discarded without one.
    pub outcome: Json,
    /// True if the procedure was discarded. It changed nothing, but stays visible in the log.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
}

impl Resolved {
    /// A procedure without dice, to be applied with this outcome.
    pub fn of(procedure: &str, input: Map<String, Json>, participants: Map<String, Json>, outcome: &Record) -> Self {
        let outcome = serde_json::to_value(outcome).unwrap_or(Json::Null);
        let procedure = procedure.to_owned();
        Self { procedure, input, participants, rolls: Vec::new(), settles: None, outcome, discarded: false }
    }

    /// The discard of a roll of the app, without an outcome.
    pub fn discarded(roll: Stamp, rolled: Rolled) -> Self {
        Self { settles: Some(roll), ..Self::of_discarded(rolled) }
    }

    /// The discard of dice that are not a roll of the app, without an outcome.
    pub fn of_discarded(rolled: Rolled) -> Self {
        let Rolled { procedure, input, participants, rolls, .. } = rolled;
        Self { procedure, input, participants, rolls, settles: None, outcome: Json::Null, discarded: true }
    }
}

/// A roll of dice with the same number of sides.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedRoll {
    /// Purpose of the roll in the procedure: `kill_pikes`.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces, in the order rolled, each from 1 to `sides`.
    pub faces: Vec<u8>,
    /// Number of the roll, if the app made it; `None` for typed dice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The steps of two devices of version 1.0.0, if they made the roll together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<RollSteps>,
    /// The lowest face that succeeded, if players entered only the number of successes. Then each success is stored as the highest face,
    /// each failure as a one. `None` if players entered every face.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u8>,
}
