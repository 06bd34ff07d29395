//! Events of a battle's log.

use super::chain::{ChainEvent, RollSteps};
use super::corrected::Corrected;
use super::pen::PenEvent;
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
    /// This act was undone.
    Undo(Reversal),
    /// This act, undone before, was put in force again.
    Redo(Reversal),
    /// The app rolled dice.
    Rolled(Box<Rolled>),
    /// The pen was passed or taken.
    Pen(Box<PenEvent>),
    /// A device of version 1.0.0 committed itself to its part of coming rolls. It has no effect.
    Chain(Box<ChainEvent>),
}

impl Event {
    /// Links to the ends of the log that its writer saw. Undos and redos have them in battles with a pen; the next act links
    /// all of them.
    pub fn after(&self) -> &[Link] {
        match self {
            Event::Action(act) => &act.after,
            Event::Rolled(rolled) => &rolled.after,
            Event::Undo(own) | Event::Redo(own) => &own.after,
            Event::Pen(own) => &own.after,
            Event::Chain(own) => &own.after,
        }
    }

    /// Puts these links in the place of its own.
    pub(super) fn set_after(&mut self, links: Vec<Link>) {
        match self {
            Event::Action(act) => act.after = links,
            Event::Rolled(rolled) => rolled.after = links,
            Event::Undo(own) | Event::Redo(own) => own.after = links,
            Event::Pen(own) => own.after = links,
            Event::Chain(own) => own.after = links,
        }
    }

    /// True if only the holder of the pen may write it, where there is a pen: rolls, what they come to, undo, redo, corrections and
    /// the end of a phase. Everybody may mark, note, commit to rolls, and pass or take the pen.
    pub fn needs_pen(&self) -> bool {
        match self {
            Event::Rolled(_) | Event::Undo(_) | Event::Redo(_) => true,
            Event::Action(act) => matches!(act.action, Action::Resolved(_) | Action::Phase | Action::Corrected(_)),
            Event::Pen(_) | Event::Chain(_) => false,
        }
    }

    /// Time, in milliseconds since 1970; `None` of an undo or a redo.
    pub fn at(&self) -> Option<f64> {
        match self {
            Event::Action(act) => Some(act.at),
            Event::Rolled(rolled) => Some(rolled.at),
            Event::Pen(pen) => Some(pen.at),
            Event::Chain(chain) => Some(chain.at),
            Event::Undo(_) | Event::Redo(_) => None,
        }
    }

    /// The rolls that it made or used, in order.
    pub fn rolls(&self) -> &[LoggedRoll] {
        match self {
            Event::Rolled(rolled) => &rolled.rolls,
            Event::Action(act) => match &act.action {
                Action::Resolved(resolved) => &resolved.rolls,
                _ => &[],
            },
            Event::Undo(_) | Event::Redo(_) | Event::Pen(_) | Event::Chain(_) => &[],
        }
    }
}

/// The act that an undo or a redo names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "ReversalText", into = "ReversalText")]
pub struct Reversal {
    /// The act.
    pub act: Stamp,
    /// Links to the ends of the log that its writer saw; none in battles without a pen.
    pub after: Vec<Link>,
}

impl From<Stamp> for Reversal {
    fn from(act: Stamp) -> Self {
        Self { act, after: Vec::new() }
    }
}

/// A [`Reversal`] as it is stored: the stamp alone, as always before there were pens, or with its links.
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

/// Dice that the app rolled for a procedure. They enter the log at once, so that nobody sees dice and then does something
/// else. A later act [settles](Resolved::settles) the roll.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rolled {
    /// Time, in milliseconds since 1970.
    pub at: f64,
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input, which no longer changes.
    pub input: Map<String, Json>,
    /// Participants: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The rolls, in order: those of the app, and dice typed before them.
    #[serde(rename = "throws")]
    pub rolls: Vec<LoggedRoll>,
    /// Links to the ends of the log that its writer saw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
    /// Rules of the turn that were overridden, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// The roll that this continues after a choice that its dice raised. Its rolls are the first of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub goes_on: Option<Stamp>,
    /// The act that is being corrected, if the dice were rolled for its correction. Rolls before the fresh ones are its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub corrects: Option<Stamp>,
    /// True if its input is hidden from the onlooker whose [view](super::Battle::seen_by) this is. Never stored.
    #[serde(skip)]
    pub hidden: bool,
}

impl Rolled {
    /// Rolls for a procedure that override no rule, continue no roll and correct nothing.
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
            hidden: false,
        }
    }

    /// Number of its first rolls that were known when it was made for a correction: typed ones, and those of the app whose number
    /// is not free.
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
    /// Rules of the turn that were overridden, by their ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrides: Vec<String>,
    /// True if the referee of the turn judged it. Acts of earlier versions were not judged.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub refereed: bool,
    /// True for the act with which the rules begin the battle: it is not undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub begins: bool,
    /// True for the note that the seed was shown: it is not undone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seed_shown: bool,
    /// True if the tap that made its writer's act before it made it, too: they are undone and redone together.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub together: bool,
    /// Links to the ends of the log that its writer saw.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<Link>,
    /// Values that its writer saw of the trackers that it counted on from: see [`Seen`]. Acts of earlier versions have none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<Seen>,
    /// True if some of it is hidden from the onlooker whose [view](super::Battle::seen_by) this is. Never stored.
    #[serde(skip)]
    pub hidden: bool,
}

/// The value of a tracker before an act that counts on from it, by the index of the change. Where others changed the tracker
/// without knowing of the act, both changes add up: the act changes it by as much as it did on its writer's table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Seen(pub usize, pub Json);

impl ActionEvent {
    /// An action at a time, in milliseconds since 1970, with its changes: not judged by the referee.
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
            after: Vec::new(),
            seen: Vec::new(),
            hidden: false,
        }
    }

    /// The changes with which the rules begin a battle.
    pub fn beginning(at: f64, changes: Vec<Change>) -> Self {
        Self { begins: true, ..Self::new(at, Action::ByHand, changes) }
    }

    /// The note that the seed was shown.
    pub fn of_seed_shown(at: f64) -> Self {
        let note = Action::Note(say("The seed was shown.").to_owned());
        Self { seed_shown: true, ..Self::new(at, note, Vec::new()) }.refereed(Vec::new())
    }

    /// True if it discarded a roll: it changed nothing, but spent its dice.
    pub fn is_discarded(&self) -> bool {
        matches!(&self.action, Action::Resolved(resolved) if resolved.discarded)
    }

    /// Marks it as judged by the referee of the turn; `overrides` are the rules that were overridden.
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
    /// Somebody wrote something down.
    Note(String),
    /// An earlier act was corrected, and those after it applied again.
    Corrected(Box<Corrected>),
}

/// A procedure that was resolved.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Resolved {
    /// The procedure, by its id.
    pub procedure: String,
    /// Its input.
    pub input: Map<String, Json>,
    /// Participants: role → units.
    #[serde(default, rename = "cast")]
    pub participants: Map<String, Json>,
    /// The rolls, in order.
    #[serde(rename = "throws")]
    pub rolls: Vec<LoggedRoll>,
    /// The roll of the app that this settles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub settles: Option<Stamp>,
    /// The outcome.
    pub outcome: Json,
    /// True if it was discarded: it changed nothing, but stays visible in the log.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub discarded: bool,
}

impl Resolved {
    /// A procedure that was resolved without dice, to be applied.
    pub fn of(procedure: &str, input: Map<String, Json>, participants: Map<String, Json>, outcome: &Record) -> Self {
        let outcome = serde_json::to_value(outcome).unwrap_or(Json::Null);
        let procedure = procedure.to_owned();
        Self { procedure, input, participants, rolls: Vec::new(), settles: None, outcome, discarded: false }
    }

    /// A roll that is discarded without an outcome.
    pub fn discarded(roll: Stamp, rolled: Rolled) -> Self {
        Self { settles: Some(roll), ..Self::of_discarded(rolled) }
    }

    /// Dice that are discarded without an outcome, and are no roll of the app.
    pub fn of_discarded(rolled: Rolled) -> Self {
        let Rolled { procedure, input, participants, rolls, .. } = rolled;
        Self { procedure, input, participants, rolls, settles: None, outcome: Json::Null, discarded: true }
    }
}

/// A roll of dice of one kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LoggedRoll {
    /// Its purpose in the procedure: `kill_pikes`.
    pub purpose: String,
    /// Sides of each die.
    pub sides: u8,
    /// The faces, in the order rolled, each from 1 to `sides`.
    pub faces: Vec<u8>,
    /// The number of the roll, if the app made it; `None` for dice from the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// The steps of two devices of version 1.0.0, if they made it together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub steps: Option<RollSteps>,
    /// The lowest face that succeeded, if players entered only how many of these dice did: the highest face stands for each success, a
    /// one for each failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counted: Option<u8>,
}
