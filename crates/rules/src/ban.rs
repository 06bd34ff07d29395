//! Bans: prohibitions of the rules. Each procedure has one ordered list of them, which is made of lists that procedures share.
//!
//! A [`Ban`] has a rule id, headings of the source and a reason. It judges units that take part, the table, or the input:
//!
//! - [`Ban::unit`] reads the facts of a unit: "It fired this bound, and does not rest." If a field of the input shows the fact, the ban
//!   [names it](Ban::at). Without a battle, the *procedure* then refuses the input [at this field](super::procedure::Procedure::read_alone).
//! - [`Ban::table`] reads everything else: other units, the phase, the sides. It judges only in a battle.
//! - [`Ban::input`] judges the input of an act without a battle. In a battle, a ban of the table with the same rule id replaces it.
//!
//! In a battle, the *referee* lists the reasons of all bans that hold, in the order of the list, and disables the offer on the unit's card. Players
//! can override bans. After an override no other code judges the bans again, and the input is not changed. *Duties* and *phases* call
//! [`may`](super::procedure::Procedure::may) to find the units that may do a procedure: those that no ban of units forbids it. The *reference* lists
//! the reasons of bans.

mod judged;

pub use judged::{Held, Judged, first_held, held};
pub(super) use judged::{may, permit};

use super::procedure::{Procedure, Role};
use crate::facts::NAME;
use crate::facts::{Fact, Facts};
use crate::table::TableUnit;
use crate::text;
use crate::text::{Gap, Text};
use crate::turn::Attempt;

/// A rule that forbids an act.
#[derive(Clone, Copy, Debug)]
pub struct Ban {
    /// Rule id, as the contract reports it.
    pub rule: &'static str,
    /// Headings of the source.
    pub heading: &'static str,
    /// Id of the field at which the procedure refuses the input. Empty if no field of the input shows the fact.
    pub field: &'static str,
    /// True if the act is refused even when players override: it would have nothing to resolve. The procedure refuses it if a field shows
    /// the fact, otherwise the referee does.
    pub is_final: bool,
    /// True if a card hides the offer while the ban forbids it, because there is nothing to do. Otherwise the card disables the offer.
    pub hides_offer: bool,
    /// False if the ban depends on the target or on players' answers. It then judges acts, but not offers.
    pub in_offers: bool,
    /// Id of an optional role that the act needs. While the role is empty, a panel lists its candidates in place of the reason.
    pub asks_for: Option<&'static str>,
    judgement: Judgement,
    /// Limits the ban to some inputs or units.
    only_if: Option<JudgesUnit>,
}

/// Returns true if a ban holds for a unit. `None` if a fact that it reads is not known; the ban then does not hold.
pub type JudgesUnit = fn(&Judged) -> Option<bool>;

/// Returns the unit for which a ban of the table holds; `None` if it does not hold.
pub type FindsUnit = for<'a> fn(&Attempt<'a>) -> Option<&'a TableUnit>;

/// Subject of a ban, with the function that judges it.
#[derive(Clone, Copy, Debug)]
enum Judgement {
    /// Each unit of the first role.
    Actors(&'static str, JudgesUnit),
    /// Each unit that takes part.
    Everybody(&'static str, JudgesUnit),
    /// The input of an act without a battle.
    Input(&'static str, JudgesUnit),
    /// The table, with a fixed reason.
    Table(&'static str, fn(&Attempt) -> bool),
    /// The table, with a fixed reason that concerns the unit which the function returns.
    Found(&'static str, FindsUnit),
    /// The table, with a reason that depends on it.
    Worded(fn(&Attempt) -> Option<Text>),
    /// The place of the rule's own `permit` in the list.
    Permit,
}

impl Ban {
    /// The place of the rule's own [`permit`](super::procedure::Rule::permit) among the bans that refuse an input. In a list without it,
    /// `permit` comes after all bans.
    pub const PERMIT: Self = Self::new("", "", Judgement::Permit);

    const fn new(rule: &'static str, heading: &'static str, judgement: Judgement) -> Self {
        Self {
            rule,
            heading,
            field: "",
            is_final: false,
            hides_offer: false,
            in_offers: true,
            asks_for: None,
            judgement,
            only_if: None,
        }
    }

    /// Returns a ban on units of the first role. In a battle, players read the message after the unit's name: `Redcoats: held in a melee.`
    /// If the message contains `{name}`, the name is filled in there instead.
    pub const fn unit(rule: &'static str, heading: &'static str, message: &'static str, holds: JudgesUnit) -> Self {
        Self::new(rule, heading, Judgement::Actors(message, holds))
    }

    /// Returns a ban that judges the input of an act without a battle. In a battle, a ban of the table with the same rule id replaces it.
    pub const fn input(rule: &'static str, heading: &'static str, message: &'static str, holds: JudgesUnit) -> Self {
        Self::new(rule, heading, Judgement::Input(message, holds))
    }

    /// Returns a ban that depends on the table.
    pub const fn table(
        rule: &'static str,
        heading: &'static str,
        message: &'static str,
        holds: fn(&Attempt) -> bool,
    ) -> Self {
        Self::new(rule, heading, Judgement::Table(message, holds))
    }

    /// Returns a ban that depends on the table and concerns a unit. Players read the message after the name of the unit that the function
    /// returns, as for [`unit`](Self::unit).
    pub const fn found(rule: &'static str, heading: &'static str, message: &'static str, find: FindsUnit) -> Self {
        Self::new(rule, heading, Judgement::Found(message, find))
    }

    /// Returns a ban that depends on the table, with a function that returns the reason if it holds.
    pub const fn worded(rule: &'static str, heading: &'static str, reason: fn(&Attempt) -> Option<Text>) -> Self {
        Self::new(rule, heading, Judgement::Worded(reason))
    }

    /// Lets the procedure also refuse an input, at this field.
    #[must_use]
    pub const fn at<T>(mut self, field: Fact<T>) -> Self {
        self.field = field.id();
        self
    }

    /// Judges all units that take part, not only those of the first role.
    #[must_use]
    pub const fn of_everybody(mut self) -> Self {
        if let Judgement::Actors(message, holds) = self.judgement {
            self.judgement = Judgement::Everybody(message, holds);
        }
        self
    }

    /// Limits the ban to units, or inputs, for which this function returns `Some(true)`.
    /// Only *Pike & Shot* has such bans, because a change of formation takes time in some of its cases.
    #[must_use]
    pub const fn only_if(mut self, holds: JudgesUnit) -> Self {
        self.only_if = Some(holds);
        self
    }

    /// Replaces the headings of the source.
    /// Only *Pike & Shot* has such bans, because its moves of a bound share a ban and are each in a section of their own.
    #[must_use]
    pub const fn heading(mut self, heading: &'static str) -> Self {
        self.heading = heading;
        self
    }

    /// Refuses the act even when players override.
    #[must_use]
    pub const fn even_if_overridden(mut self) -> Self {
        self.is_final = true;
        self
    }

    /// Hides the offer on cards while the ban forbids it.
    #[must_use]
    pub const fn hides_offer(mut self) -> Self {
        self.hides_offer = true;
        self
    }

    /// Judges acts but not offers, because the ban depends on the target or on players' answers.
    #[must_use]
    pub const fn on_acts(mut self) -> Self {
        self.in_offers = false;
        self
    }

    /// Lets a panel ask for a unit of this role in place of the reason.
    /// Only *Argad!* has such bans, because a close order and a charge concern a unit that players pick last.
    #[must_use]
    pub const fn asks_for(mut self, role: &'static str) -> Self {
        self.asks_for = Some(role);
        self
    }

    /// True if it judges units by their facts.
    pub fn is_of_units(&self) -> bool {
        matches!(self.judgement, Judgement::Actors(..) | Judgement::Everybody(..))
    }

    fn is_of_actors(&self) -> bool {
        matches!(self.judgement, Judgement::Actors(..))
    }

    /// Returns the roles whose units it judges, by their facts or by the input.
    fn roles(&self, procedure: &Procedure) -> &'static [Role] {
        match self.judgement {
            Judgement::Everybody(..) => procedure.participants,
            Judgement::Actors(..) | Judgement::Input(..) => procedure.participants.get(..1).unwrap_or_default(),
            Judgement::Table(..) | Judgement::Found(..) | Judgement::Worded(_) | Judgement::Permit => &[],
        }
    }

    fn is_permit(&self) -> bool {
        matches!(self.judgement, Judgement::Permit)
    }

    /// True if the ban judges this act: any act if `in_offers`, otherwise not an offer.
    fn judges(&self, act: &Attempt) -> bool {
        self.in_offers || !act.is_offer
    }

    /// True if it judges inputs in place of a table.
    pub fn is_of_input(&self) -> bool {
        matches!(self.judgement, Judgement::Input(..))
    }

    /// True if it judges the table.
    pub fn is_of_table(&self) -> bool {
        matches!(self.judgement, Judgement::Table(..) | Judgement::Found(..) | Judgement::Worded(_))
    }

    /// True if the ban does not forbid the act to a unit with these facts.
    pub fn permits(&self, facts: &Facts) -> bool {
        !self.is_of_units() || !self.holds(&Judged::of(facts))
    }

    /// Returns the reason for the reference, without the name of a unit. `{name}` is replaced by the label of the role. `None` for bans of the table.
    pub fn in_general(&self, procedure: &Procedure) -> Option<Text> {
        let (Judgement::Actors(..) | Judgement::Everybody(..) | Judgement::Input(..)) = self.judgement else {
            return None;
        };
        Some(self.reason_without_unit(procedure.participants.first().map_or("", |role| role.label)))
    }

    /// Returns the reason if this ban of the table holds for an act. `None` if it does not hold, and for bans of units or of the input.
    pub fn stands_against(&self, act: &Attempt) -> Option<Text> {
        match self.judgement {
            _ if !self.judges(act) => None,
            Judgement::Table(message, holds) => holds(act).then(|| message.into()),
            Judgement::Found(_, find) => find(act).map(|unit| self.reason(&unit.facts)),
            Judgement::Worded(reason) => reason(act),
            _ => None,
        }
    }

    /// Fixed reason, for players. Empty if a function computes the reason, and for [`PERMIT`](Self::PERMIT).
    pub const fn message(&self) -> &'static str {
        match self.judgement {
            Judgement::Actors(message, _)
            | Judgement::Everybody(message, _)
            | Judgement::Input(message, _)
            | Judgement::Found(message, _)
            | Judgement::Table(message, _) => message,
            Judgement::Worded(_) | Judgement::Permit => "",
        }
    }

    fn holds(&self, unit: &Judged) -> bool {
        let (Judgement::Actors(_, holds) | Judgement::Everybody(_, holds) | Judgement::Input(_, holds)) =
            self.judgement
        else {
            return false;
        };
        self.only_if.is_none_or(|only_if| only_if(unit) == Some(true)) && holds(unit) == Some(true)
    }

    /// Returns the reason with the name of the unit that it concerns.
    fn reason(&self, unit: &Facts) -> Text {
        let name = unit.text(NAME).unwrap_or("?").to_owned();
        let reason = Text::from(self.message());
        if self.names_unit() { reason.with("name", name) } else { text!("{who}: {what}", who = name, what = reason) }
    }

    /// Returns the reason without the name of a unit. `name` replaces `{name}`.
    fn reason_without_unit(&self, name: impl Into<Gap>) -> Text {
        let reason = Text::from(self.message());
        if self.names_unit() { reason.with("name", name) } else { reason }
    }

    /// True if the message itself has a place for the unit's name.
    fn names_unit(&self) -> bool {
        self.message().contains("{name}")
    }
}
