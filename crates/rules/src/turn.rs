//! The turn: what may be done now, what is due, and what the end of a phase does.
//!
//! A ruleset describes its turn in [`TurnRules`]. Each bar and each duty stands in one place, with its heading in the source, its
//! rule id and its message. `battle::referee` judges acts by this description; no ruleset is treated specially there.

use super::table::{Change, Table, TableUnit};
use crate::facts::Fact;
use crate::subject::{Side, Subject};
use crate::text::Text;
use serde_json::{Map, Value as Json};

/// The turn of a ruleset.
#[derive(Debug)]
pub struct TurnRules {
    /// Bars that look at the whole table, in the order in which they are named if several hold. A procedure's
    /// [conditions](super::condition) come after them.
    pub bars: &'static [Bar],
    /// Bars that are named after a procedure's conditions.
    pub late_bars: &'static [Bar],
    /// Reasons that forbid `next`, before open duties do: a rule id and a message.
    pub no_next: fn(&Table) -> Option<(&'static str, Text)>,
    /// Duties, in the order in which they are listed.
    pub duties: &'static [DutyRule],
    /// Puts the duties of all rules in the order in which they became due, if that is not the order of the rules.
    pub order: fn(&Table, &mut [Duty]),
    /// The side whose turn it is, in phases that belong to one.
    pub active: fn(&Table) -> Option<Side>,
    /// Changes that follow from those that an act has made: the fallen leave their melee. Contacts are mutual by then. Called
    /// again until nothing more follows.
    pub follow: fn(&Followed) -> Vec<Change>,
    /// The step that `next` takes. `None`: the next phase; after the last, the first phase of the next turn.
    pub next: Option<fn(&Table) -> NextStep>,
    /// Changes as the battle begins, once all units are there.
    pub begin: fn(&Table) -> Vec<Change>,
    /// Acts that a side can do as a whole now, and that no unit's card offers, the likeliest first. Their reasons are labels.
    pub side_offers: fn(&Table) -> Vec<Duty>,
    /// Things that could still be done before `next`, though nothing makes them due, and are over with it, such as pips. They are
    /// named before they are given up.
    pub given_up: fn(&Table) -> Vec<Duty>,
    /// Rights of others that an act ends: they are named before the dice.
    pub ends: fn(&Attempt) -> Vec<Text>,
    /// Notes on the play as it stands, for those who ask what to do: what the card in play allows, and to whom. Nothing is due
    /// by them.
    pub notes: fn(&Table) -> Vec<Text>,
    /// Units that are likely to take a role beside a unit that acts: enemies in contact with it. They are offered first, and
    /// the only one takes the role until players say otherwise.
    pub likely: fn(&Likely) -> Vec<String>,
}

impl TurnRules {
    /// A turn without bars and duties.
    pub const PLAIN: Self = Self {
        bars: &[],
        late_bars: &[],
        no_next: |_| None,
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

    /// All bars, in the order in which they are named.
    pub fn all_bars(&self) -> impl Iterator<Item = &'static Bar> {
        self.bars.iter().chain(self.late_bars)
    }
}

/// A role that is still to be taken.
#[derive(Debug)]
pub struct Likely<'a> {
    /// The table.
    pub table: &'a Table,
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Id of the role.
    pub role: &'static str,
    /// The unit that acts: the first of the first role.
    pub actor: &'a TableUnit,
}

/// An act that somebody wants to do, or that a unit is offered.
#[derive(Debug)]
pub struct Attempt<'a> {
    /// The table before the act.
    pub table: &'a Table,
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Side that acts.
    pub side: Side,
    /// Units of each role that was taken. An offer has those of the first role alone.
    pub roles: &'a [(&'static str, Vec<&'a TableUnit>)],
    /// The input as it would be read. An offer has only the fields that its way says.
    pub input: &'a Map<String, Json>,
    /// True for an offer: targets and what players say are not known yet.
    pub is_offer: bool,
}

impl<'a> Attempt<'a> {
    /// The units that take a role.
    pub fn units(&self, role: &str) -> &[&'a TableUnit] {
        self.roles.iter().find(|(id, _)| *id == role).map_or(&[], |(_, units)| units.as_slice())
    }

    /// The first unit that takes a role.
    pub fn unit(&self, role: &str) -> Option<&'a TableUnit> {
        self.units(role).first().copied()
    }

    /// The units that take part, in whatever role.
    pub fn everybody(&self) -> impl Iterator<Item = &'a TableUnit> {
        self.roles.iter().flat_map(|(_, units)| units.iter().copied())
    }

    /// The units of the first role that was taken: those that act.
    pub fn actors(&self) -> &[&'a TableUnit] {
        self.roles.first().map_or(&[], |(_, units)| units.as_slice())
    }

    /// The text of an input field.
    pub fn word(&self, field: &str) -> Option<&'a str> {
        self.input.get(field).and_then(Json::as_str)
    }

    /// True if an input field says yes.
    pub fn says(&self, field: &str) -> bool {
        self.input.get(field).and_then(Json::as_bool) == Some(true)
    }

    /// The number of an input field.
    pub fn number(&self, field: &str) -> Option<f64> {
        self.input.get(field).and_then(Json::as_f64)
    }
}

/// A rule of the turn that forbids an act.
#[derive(Debug)]
pub struct Bar {
    /// Rule id, as the contract reports it.
    pub rule: &'static str,
    /// Headings of the source.
    pub heading: &'static str,
    /// Procedures that it can forbid. Empty: all.
    pub procedures: &'static [&'static str],
    /// False if it depends on the target, or on what players say: an offer is then not judged by it.
    pub in_offers: bool,
    /// True if a card leaves the offer out while the bar holds, because there is nothing to do, rather than greying it.
    pub hides_offer: bool,
    /// The message if the act is forbidden.
    pub forbids: fn(&Attempt) -> Option<Text>,
}

impl Bar {
    /// A bar on some procedures, which offers are judged by.
    pub const fn new(
        rule: &'static str,
        procedures: &'static [&'static str],
        heading: &'static str,
        forbids: fn(&Attempt) -> Option<Text>,
    ) -> Self {
        Self { rule, heading, procedures, in_offers: true, hides_offer: false, forbids }
    }

    /// Judges acts alone, as it depends on the target or on the players' answers.
    #[must_use]
    pub const fn on_acts(mut self) -> Self {
        self.in_offers = false;
        self
    }

    /// Leaves the offer out of cards while it holds: there is nothing to do.
    #[must_use]
    pub const fn hides_offer(mut self) -> Self {
        self.hides_offer = true;
        self
    }

    /// The message, if it is for this procedure and forbids the act.
    pub fn stands_against(&self, act: &Attempt) -> Option<Text> {
        let concerned = self.procedures.is_empty() || self.procedures.contains(&act.procedure);
        let applies = concerned && (self.in_offers || !act.is_offer);
        applies.then(|| (self.forbids)(act)).flatten()
    }
}

/// A message, if something holds: for [`Bar::forbids`].
pub fn when(holds: bool, message: impl Into<Text>) -> Option<Text> {
    holds.then(|| message.into())
}

/// A rule that makes a procedure due.
#[derive(Debug)]
pub struct DutyRule {
    /// Headings of the source.
    pub heading: &'static str,
    /// Procedures that it makes due.
    pub procedures: &'static [&'static str],
    /// The duties that stand now.
    pub due: fn(&Table) -> Vec<Duty>,
}

/// A procedure that is due now.
#[derive(Clone, Debug, PartialEq)]
pub struct Duty {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Units of each role.
    pub roles: Vec<(&'static str, Vec<String>)>,
    /// Side that acts, where no unit shows it.
    pub side: Option<Side>,
    /// Input fields that are known beyond what the table fills in.
    pub fields: Vec<(&'static str, Json)>,
    /// Input fields with the answers that a panel opens with, for players to correct: nobody has given them.
    pub suggested: Vec<(&'static str, Json)>,
    /// True if it must be settled before its time is over.
    pub must: bool,
    /// True if `next` itself carries it out, and is not refused for it.
    pub by_next: bool,
    /// True if its time ends with a later phase: `next` is not refused for it yet.
    pub later: bool,
    /// True if it is a suggestion: `next` does not ask whether it is given up.
    pub suggestion: bool,
    /// Reason, for players.
    pub why: Text,
    /// The answer that settles it, and all of its kind, at a tap.
    pub dismissal: Option<Dismissal>,
    /// The question in which players answer it together with others of its kind.
    pub together: Option<Box<Together>>,
}

/// A procedure that settles several duties at once, one for each unit that takes a role.
#[derive(Clone, Debug, PartialEq)]
pub struct Together {
    /// Id of the procedure.
    pub procedure: &'static str,
    /// Its role for the units of the duties.
    pub role: &'static str,
    /// The question, for players.
    pub why: Text,
}

/// An answer that settles a duty without its procedure: it sets a flag of the first unit, else of the side, else of both sides; or
/// it takes the flag off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dismissal {
    /// Words, for a button that answers all such duties at once.
    pub words: &'static str,
    /// The flag.
    pub flag: &'static str,
    /// The value that it takes.
    pub to: bool,
}

impl Duty {
    /// A duty that can be left.
    pub fn new(procedure: &'static str, why: impl Into<Text>) -> Self {
        let why = why.into();
        Self {
            procedure,
            roles: Vec::new(),
            side: None,
            fields: Vec::new(),
            suggested: Vec::new(),
            must: false,
            by_next: false,
            later: false,
            suggestion: false,
            why,
            dismissal: None,
            together: None,
        }
    }

    /// Puts these units in a role.
    #[must_use]
    pub fn with<I: Into<String>>(mut self, role: &'static str, units: impl IntoIterator<Item = I>) -> Self {
        self.roles.push((role, units.into_iter().map(Into::into).collect()));
        self
    }

    /// Makes it a duty of a side.
    #[must_use]
    pub fn of(mut self, side: Side) -> Self {
        self.side = Some(side);
        self
    }

    /// Adds an input field that is known.
    #[must_use]
    pub fn field(mut self, id: &'static str, value: impl Into<Json>) -> Self {
        self.fields.push((id, value.into()));
        self
    }

    /// Adds an answer that its panel opens with.
    #[must_use]
    pub fn suggests(mut self, id: &'static str, value: impl Into<Json>) -> Self {
        self.suggested.push((id, value.into()));
        self
    }

    /// Must be settled before `next`.
    #[must_use]
    pub fn must(mut self) -> Self {
        self.must = true;
        self
    }

    /// Lets `next` carry it out.
    #[must_use]
    pub fn by_next(mut self) -> Self {
        self.by_next = true;
        self
    }

    /// Gives it time until a later phase ends.
    #[must_use]
    pub fn later(mut self) -> Self {
        self.later = true;
        self
    }

    /// Makes it a suggestion, which nobody misses who does not take it.
    #[must_use]
    pub fn suggestion(mut self) -> Self {
        self.suggestion = true;
        self
    }

    /// Lets a tap with these words settle it, and all of its kind: it sets this flag.
    #[must_use]
    pub fn dismissed_by(mut self, words: &'static str, flag: Fact<bool>) -> Self {
        self.dismissal = Some(Dismissal { words, flag: flag.id(), to: true });
        self
    }

    /// Lets a tap with these words settle it, and all of its kind: it takes this flag off.
    #[must_use]
    pub fn dismissed_without(mut self, words: &'static str, flag: Fact<bool>) -> Self {
        self.dismissal = Some(Dismissal { words, flag: flag.id(), to: false });
        self
    }

    /// Returns the changes by which its dismissal settles it; none if it cannot be dismissed.
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

    /// Lets players answer it in one question with all others of its kind: this procedure, which its unit joins in this role.
    #[must_use]
    pub fn asked_together(mut self, procedure: &'static str, role: &'static str, why: Text) -> Self {
        self.together = Some(Box::new(Together { procedure, role, why }));
        self
    }

    /// Duties as players are asked: those of one question are one duty, in the place of the first of them.
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

    /// True if `next` is refused while it stands.
    pub fn holds_up(&self) -> bool {
        self.must && !self.by_next && !self.later
    }

    /// The units of a role.
    pub fn units(&self, role: &str) -> &[String] {
        self.roles.iter().find(|(id, _)| *id == role).map_or(&[], |(_, units)| units.as_slice())
    }
}

/// The step that `next` takes.
#[derive(Debug)]
pub struct NextStep {
    /// Name of the step, for its button: `End the bound`.
    pub label: Text,
    /// Event that a report tells, if the step brings one: `Night falls.`
    pub event: Option<Text>,
    /// True if it leads to the next turn.
    pub is_new_turn: bool,
    /// Id of the phase that it leads to.
    pub phase: &'static str,
    /// Upkeep of the phase or turn that ends, in order.
    pub before: &'static [Upkeep],
    /// Upkeep of the phase or turn that begins, once trackers that last a phase or a turn are back at their start.
    pub after: &'static [Upkeep],
}

/// Something that the end or the beginning of a phase carries out. Each sees the table as those before it left it.
#[derive(Debug)]
pub enum Upkeep {
    /// Changes to trackers.
    Change(fn(&Table) -> Vec<Change>),
    /// Procedures that need neither dice nor choices, resolved one after the other.
    Resolve(fn(&Table) -> Vec<Duty>),
}

/// Something that has changed the table.
#[derive(Debug)]
pub struct Followed<'a> {
    /// The table before the act.
    pub before: &'a Table,
    /// The table with the changes that were made so far.
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
