//! The turn: acts that are due, and effects of the end of a phase.
//!
//! A ruleset describes its turn in [`TurnRules`]. Each duty is declared in one place, with its heading in the source and its message.
//! `battle::referee` judges the turn by this description, and has no code for single rulesets. [Bans](super::ban) of the procedures forbid
//! acts.

use super::ban::Ban;
use super::table::{Change, Scene, Table, TableUnit};
use crate::facts::Fact;
use crate::subject::{Side, Subject};
use crate::text::Text;
use serde_json::{Map, Value as Json};

/// The turn of a ruleset.
#[derive(Debug)]
pub struct TurnRules {
    /// Bans of the table on `next`. Open duties that hold up `next` are listed after them.
    /// Only *Pikette Squared* has one, because the battle ends at nightfall.
    pub next_bans: &'static [Ban],
    /// Rules that make procedures due. Duties are listed in this order.
    pub duties: &'static [DutyRule],
    /// Sorts the duties of all rules, if players must see them in another order, such as that in which they became due.
    /// Only *Argad!* sorts them, because acts of several kinds become due in the order of the shots and fights that caused them.
    pub order: fn(&Table, &mut [Duty]),
    /// Returns the side whose turn it is. `None` in phases that belong to both sides.
    /// Only *Pikette Squared* has such turns, because its sides have the initiative in turn.
    pub active: fn(&Table) -> Option<Side>,
    /// Returns changes that follow from those of an act, such as the end of a melee when units fall. Contacts are mutual by then. Called
    /// again until it returns no changes.
    pub follow: fn(&Followed) -> Vec<Change>,
    /// Returns the step that `next` takes. If it is `None`, `next` begins the next phase, or after the last phase the first one of the next
    /// turn.
    pub next: Option<fn(&Table) -> NextStep>,
    /// Returns changes for the beginning of the battle, when all units have joined.
    pub begin: fn(&Table) -> Vec<Change>,
    /// Returns acts that a side as a whole can do now and that no unit's card offers, the likeliest first. Their `why` is a label.
    /// Only *Pikette Squared* has some, because its sides turn cards and roll for initiative.
    pub side_offers: fn(&Table) -> Vec<Duty>,
    /// Returns optional acts that are lost at `next`, such as those that pips would pay. They are shown as a warning.
    /// Only *Pikette Squared* has some, because pips that are left at the end of an initiative are lost.
    pub given_up: fn(&Table) -> Vec<Duty>,
    /// Returns options that this act takes from other units. They are shown before the dice are rolled.
    pub ends: fn(&Attempt) -> Vec<Text>,
    /// Returns notes for players who ask what they can do, such as what the card in play allows. Nothing becomes due by them.
    pub notes: fn(&Table) -> Vec<Text>,
    /// Returns the ids of units that are likely to take a role, such as enemies in contact with the acting unit. They are offered first. A
    /// single one is picked until players pick another.
    pub likely: fn(&Likely) -> Vec<String>,
}

impl TurnRules {
    /// A turn without duties.
    pub const PLAIN: Self = Self {
        next_bans: &[],
        duties: &[],
        order: |_, _| {},
        active: |_| None,
        follow: |_| Vec::new(),
        next: None,
        begin: |_| Vec::new(),
        side_offers: |_| Vec::new(),
        given_up: |_| Vec::new(),
        ends: |_| Vec::new(),
        notes: |_| Vec::new(),
        likely: |_| Vec::new(),
    };
}

/// A role for which likely units are asked.
#[derive(Debug)]
pub struct Likely<'a> {
    /// The table.
    pub table: &'a Table,
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Id of the role.
    pub role: &'static str,
    /// The first unit of the first role.
    pub actor: &'a TableUnit,
}

/// An act that a player attempts, or that a card offers.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// The table before the act, and the participants that are known. An offer has only the first role.
    pub scene: &'a Scene,
    /// The input as the procedure would read it. An offer has only the fields that its option sets.
    pub input: &'a Map<String, Json>,
    /// True for an offer: targets and players' answers are not known yet.
    pub is_offer: bool,
}

impl<'a> Attempt<'a> {
    /// Returns the text of an input field. `None` if it is missing or not a text.
    pub fn word(&self, field: &str) -> Option<&'a str> {
        self.input.get(field).and_then(Json::as_str)
    }

    /// True if an input field is `true`.
    pub fn says(&self, field: &str) -> bool {
        self.input.get(field).and_then(Json::as_bool) == Some(true)
    }

    /// Returns the number of an input field. `None` if it is missing or not a number.
    pub fn number(&self, field: &str) -> Option<f64> {
        self.input.get(field).and_then(Json::as_f64)
    }
}

/// A rule that makes a procedure due.
#[derive(Debug)]
pub struct DutyRule {
    /// Headings of the source.
    pub heading: &'static str,
    /// Ids of the procedures that it makes due.
    pub procedures: &'static [&'static str],
    /// Returns the duties that are open now.
    pub due: fn(&Table) -> Vec<Duty>,
}

/// A procedure that is due.
#[derive(Clone, Debug, PartialEq)]
pub struct Duty {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Units of each role, by their ids.
    pub roles: Vec<(&'static str, Vec<String>)>,
    /// Side that acts, if it does not follow from the units.
    pub side: Option<Side>,
    /// Known input fields, in addition to those that facts on the table fill in.
    pub fields: Vec<(&'static str, Json)>,
    /// Input fields with which the panel opens, as proposals. Players can correct them.
    pub suggested: Vec<(&'static str, Json)>,
    /// True if it must be done before its time ends.
    pub must: bool,
    /// Effect of `next` on it.
    pub at_next: AtNext,
    /// Reason, for players.
    pub why: Text,
    /// Button that settles the duty, and all others of its kind, without resolving it. `None` if there is none.
    pub dismissal: Option<Dismissal>,
    /// Question that players answer for several such duties at once. `None` if each is asked by itself.
    pub together: Option<Box<Together>>,
    /// Label of its button, if players choose one of several such duties of a unit: `Stand`. `None` for any other duty.
    pub option: Option<&'static str>,
}

/// Effect of `next` on an open duty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AtNext {
    /// Its time ends: `next` is refused if it must be done, else players are warned that it is lost.
    Ends,
    /// `next` itself resolves it.
    Resolves,
    /// Its time ends with a later phase.
    Remains,
    /// It was a suggestion: players are not warned that it is lost.
    Drops,
}

/// A procedure that settles several duties at once, one for each unit in a role.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Id of the role that the units of the duties take in it.
    pub role: &'static str,
    /// The question, for players.
    pub why: Text,
}

/// Settles a duty without its procedure by setting or clearing a flag. The flag belongs to the first unit; without units, to the duty's side; without
/// a side, to both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dismissal {
    /// Text of the button, which settles all such duties at once.
    pub words: &'static str,
    /// Id of the flag's tracker.
    pub flag: &'static str,
    /// The new value of the flag.
    pub to: bool,
}

impl Duty {
    /// Returns a duty that may be left undone.
    pub fn new(procedure: &'static str, why: impl Into<Text>) -> Self {
        let why = why.into();
        Self {
            procedure,
            roles: Vec::new(),
            side: None,
            fields: Vec::new(),
            suggested: Vec::new(),
            must: false,
            at_next: AtNext::Ends,
            why,
            dismissal: None,
            together: None,
            option: None,
        }
    }

    /// Makes it one of several duties of its unit, of which players choose one. All come from one rule. `label` is the label of its button.
    /// Only *Pike & Shot* has such duties, because a charged unit stands, counter-charges or breaks.
    #[must_use]
    pub fn option(mut self, label: &'static str) -> Self {
        self.option = Some(label);
        self
    }

    /// Adds these units to a role.
    #[must_use]
    pub fn with<I: Into<String>>(mut self, role: &'static str, units: impl IntoIterator<Item = I>) -> Self {
        self.roles.push((role, units.into_iter().map(Into::into).collect()));
        self
    }

    /// Sets the side that acts.
    #[must_use]
    pub fn of(mut self, side: Side) -> Self {
        self.side = Some(side);
        self
    }

    /// Adds a known input field.
    #[must_use]
    pub fn field(mut self, id: &'static str, value: impl Into<Json>) -> Self {
        self.fields.push((id, value.into()));
        self
    }

    /// Adds an input field that the panel opens with and players can correct.
    #[must_use]
    pub fn suggests(mut self, id: &'static str, value: impl Into<Json>) -> Self {
        self.suggested.push((id, value.into()));
        self
    }

    /// Refuses `next` until the duty is done.
    #[must_use]
    pub fn must(mut self) -> Self {
        self.must = true;
        self
    }

    /// Lets `next` resolve the duty.
    #[must_use]
    pub fn by_next(mut self) -> Self {
        self.at_next = AtNext::Resolves;
        self
    }

    /// Moves the end of its time to a later phase.
    #[must_use]
    pub fn later(mut self) -> Self {
        self.at_next = AtNext::Remains;
        self
    }

    /// Makes it a suggestion: `next` does not warn that it is lost.
    #[must_use]
    pub fn suggestion(mut self) -> Self {
        self.at_next = AtNext::Drops;
        self
    }

    /// Adds a button with these words that sets this flag, and so settles the duty and all others of its kind.
    #[must_use]
    pub fn dismissed_by(mut self, words: &'static str, flag: Fact<bool>) -> Self {
        self.dismissal = Some(Dismissal { words, flag: flag.id(), to: true });
        self
    }

    /// Adds a button with these words that clears this flag, and so settles the duty and all others of its kind.
    #[must_use]
    pub fn dismissed_without(mut self, words: &'static str, flag: Fact<bool>) -> Self {
        self.dismissal = Some(Dismissal { words, flag: flag.id(), to: false });
        self
    }

    /// Returns the changes that its dismissal makes; none if it cannot be dismissed.
    pub fn dismissing(&self) -> Vec<Change> {
        let Some(dismissal) = self.dismissal else { return Vec::new() };
        let unit = self.roles.first().and_then(|(_, units)| units.first());
        let of: Vec<Subject> = match (unit, self.side) {
            (Some(unit), _) => vec![Subject::unit(unit.clone())],
            (None, Some(side)) => vec![side.into()],
            (None, None) => Side::BOTH.map(Subject::from).to_vec(),
        };
        of.into_iter().map(|of| Change::set(of, dismissal.flag, dismissal.to)).collect()
    }

    /// Asks for all duties of its kind in one question: this procedure, in which the duty's unit takes this role.
    /// Only *Arquebusier!* has such duties, because a dead General concerns all formations within 12".
    #[must_use]
    pub fn asked_together(mut self, procedure: &'static str, role: &'static str, why: Text) -> Self {
        self.together = Some(Box::new(Together { procedure, role, why }));
        self
    }

    /// Returns the duties as players see them. Duties of one question become one duty, at the place of the first of them.
    #[must_use]
    pub fn gathered(duties: Vec<Self>) -> Vec<Self> {
        let mut asked: Vec<Self> = Vec::new();
        let mut questions: Vec<(Box<Together>, usize)> = Vec::new();
        for duty in duties {
            let Some(together) = duty.together.clone() else {
                asked.push(duty);
                continue;
            };
            let units = duty.roles.first().map_or(&[][..], |(_, units)| units.as_slice());
            if let Some((_, place)) = questions.iter().find(|(question, _)| *question == together) {
                asked[*place].roles[0].1.extend_from_slice(units);
                continue;
            }
            let Together { procedure, role, why } = (*together).clone();
            questions.push((together, asked.len()));
            asked.push(Self { procedure, roles: vec![(role, units.to_vec())], why, together: None, ..duty });
        }
        asked
    }

    /// True if `next` is refused while the duty is open.
    pub fn holds_up(&self) -> bool {
        self.must && matches!(self.at_next, AtNext::Ends | AtNext::Drops)
    }

    /// Returns the ids of the units in a role.
    pub fn units(&self, role: &str) -> &[String] {
        self.roles.iter().find(|(id, _)| *id == role).map_or(&[], |(_, units)| units.as_slice())
    }
}

/// The step that `next` takes.
#[derive(Debug)]
pub struct NextStep {
    /// Text of the button for the step: `End the bound`.
    pub label: Text,
    /// Event for the report, if the step causes one: `Night falls.`
    pub event: Option<Text>,
    /// True if it begins the next turn.
    pub is_new_turn: bool,
    /// Id of the phase that it begins.
    pub phase: &'static str,
    /// Upkeep of the phase or turn that ends, in order.
    pub before: &'static [Upkeep],
    /// Upkeep of the phase or turn that begins. It runs after trackers of a phase or turn are reset.
    pub after: &'static [Upkeep],
}

/// An effect of the end or the beginning of a phase. Each reads the table with the changes of the effects before it.
#[derive(Debug)]
pub enum Upkeep {
    /// Changes to trackers.
    Change(fn(&Table) -> Vec<Change>),
    /// Procedures that need neither dice nor choices, resolved one after the other.
    Resolve(fn(&Table) -> Vec<Duty>),
}

/// A change of the table from which others may follow.
#[derive(Debug)]
pub struct Followed<'a> {
    /// The table before the act.
    pub before: &'a Table,
    /// The table with the changes made so far.
    pub after: &'a Table,
    /// The act.
    pub by: By,
}

/// The kind of an act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// A procedure was applied.
    Procedure(&'static str),
    /// Players set trackers by hand.
    Hand,
    /// A unit joined or left.
    Muster,
    /// A phase or a turn ended.
    Next,
}
