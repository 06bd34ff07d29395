//! Group acts without a screen: the same procedure for several units of a side, each with its own participants, answers and dice.
//!
//! The parts are acts of one procedure, or of a [family](Grouping::family) of procedures, such as fire of different troops.
//!
//! A [`GroupAct`] is a value like a [`Panel`]. It has a panel for each part, and shows each part on the table on which it is judged: the
//! table after the earlier parts, or the table before the first part. While an earlier part has no dice yet, only its price is known, and
//! later parts are shown on the table after that price. One [`GroupMessage::Roll`] rolls for all parts, in order. A part that an earlier
//! result has made impossible is dropped: it rolls nothing. No rule can be overridden in a group.

mod change_die;
mod draft;
mod ends;
mod offered;
mod picks;
mod proposals;
mod run;
mod settle;
mod shown;
mod update;

pub use draft::{GroupDraft, PartDraft};
pub use picks::{Pick, PickOf};
pub use shown::{GroupShown, GroupTotals, NeededDice, ShownPart};
pub use update::{GroupEffect, GroupMessage, GroupSettlement};

use super::decision::act_prospect;
use super::{OptionProspect, Panel, Revisions, Tables};
use crate::referee::JointOffer;
use crate::{Act, Battle, Stamp};
use rules::form::path;
use rules::procedure::{GroupOrder, Grouping, Procedure};
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// An act of several units.
#[derive(Clone, Debug)]
pub struct GroupAct {
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    grouping: Grouping,
    order: GroupOrder,
    /// Answers for all parts.
    shared: Map<String, Json>,
    parts: Vec<Part>,
    /// The last event of the log before the first die; `None` before the dice.
    since: Option<Option<Stamp>>,
    stage: GroupStage,
    shown: Option<(Option<Revisions>, Arc<GroupShown>)>,
}

/// A part of a group act.
#[derive(Clone, Debug)]
struct Part {
    panel: Panel,
    /// True if players want the part done. It is done if it is also possible.
    is_ticked: bool,
    /// The last tables on which the part was judged and drawn. They are reused while they stay the same, with all results about them.
    here: Option<[Battle; 2]>,
}

/// GroupStage of a group act.
#[derive(Clone, Debug)]
enum GroupStage {
    /// The parts are chosen and answered, and dice are entered or rolled.
    Open,
    /// Rolls were handed to the app: the parts as they were before.
    Logging(Vec<Part>),
    /// The outcome was handed to the app.
    Settling(Arc<GroupShown>),
    /// The group act was applied or discarded. It keeps showing its last contents.
    Settled(Arc<GroupShown>),
}

impl GroupAct {
    /// Opens a group act for these acts of one procedure, or of its family, in order; each with true if it is ticked. Shared answers are
    /// taken from `shared`. `None` without a battle, or if the procedure has no group acts.
    pub fn open(
        ruleset: &'static Ruleset,
        procedure: &'static Procedure,
        shared: Map<String, Json>,
        acts: impl IntoIterator<Item = (Act, bool)>,
        tables: &Tables,
    ) -> Option<Self> {
        let grouping = procedure.grouping?;
        let order = grouping.order(&tables.judged?.header().rulings);
        let shared = grouping.shared_in(&shared);
        let part = |(act, is_ticked): (Act, bool)| {
            let mut act = Act { overrides: Vec::new(), ..act };
            share(&grouping, &shared, &mut act.answers);
            Part { panel: Self::panel(ruleset, act, tables), is_ticked, here: None }
        };
        Some(Self {
            parts: acts.into_iter().filter(|(act, _)| act.procedure.is_grouped_with(procedure)).map(part).collect(),
            ruleset,
            procedure,
            grouping,
            order,
            shared,
            since: None,
            stage: GroupStage::Open,
            shown: None,
        })
    }

    /// Opens a group act that the table offers. Roles that only one unit can take are filled, and each unit aims at the enemy of its last
    /// such act.
    pub fn of_offer(ruleset: &'static Ruleset, offer: &JointOffer, tables: &Tables) -> Option<Self> {
        let battle = tables.shown?;
        let opened = |act: Act| act.opened(ruleset, battle.state()).aimed_as_before(battle, battle.state());
        let acts = offer.acts().zip(&offer.units).map(|(act, unit)| (opened(act), unit.is_proposed));
        let shared = offer.procedure.grouping?.opening(&offer.answers());
        Self::open(ruleset, offer.procedure, shared, acts, tables)
    }

    /// The panel of a part. The group follows changes of the table for all panels, so the panel itself does not.
    fn panel(ruleset: &'static Ruleset, act: Act, tables: &Tables) -> Panel {
        let mut panel = Panel::open(ruleset, act, tables);
        panel.sighting = None;
        panel
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// The procedure with which the group act was opened.
    pub fn procedure(&self) -> &'static Procedure {
        self.procedure
    }

    /// Order of the parts.
    pub fn order(&self) -> GroupOrder {
        self.order
    }

    /// Answers for all parts.
    pub fn shared(&self) -> &Map<String, Json> {
        &self.shared
    }

    /// Number of the listed units that can do the act with this answer to a shared question: no rule forbids it, as far as their other
    /// answers are known.
    pub fn able(&self, place: &str, answer: &Json, tables: &Tables) -> usize {
        let Some(state) = tables.state() else { return 0 };
        let is_able = |part: &&Part| {
            let mut act = part.panel.act().clone();
            path::set(&mut act.answers, place, Some(answer.clone()));
            !matches!(act_prospect(self.ruleset, &act, state), OptionProspect::Forbidden(_))
        };
        self.parts.iter().filter(is_able).count()
    }

    /// The acts of the parts, in order; each with true if it is ticked.
    pub fn acts(&self) -> impl Iterator<Item = (&Act, bool)> {
        self.parts.iter().map(|part| (part.panel.act(), part.is_ticked))
    }

    /// True once a part has dice, or its input is fixed for dice.
    pub fn is_rolling(&self) -> bool {
        self.parts.iter().any(|part| part.panel.rolling().is_some())
    }

    /// True if the group act was applied or discarded.
    pub fn is_settled(&self) -> bool {
        matches!(self.stage, GroupStage::Settled(_))
    }

    /// True if some part has dice.
    fn has_dice(&self) -> bool {
        self.parts.iter().any(|part| !part.panel.dice().is_empty())
    }

    /// Stamps of the logged rolls of its parts.
    pub fn rolls(&self) -> impl Iterator<Item = &Stamp> {
        self.parts.iter().filter_map(|part| part.panel.rolling()?.logged.as_ref())
    }

    /// Stamp of the group's first logged roll.
    fn first_logged(&self) -> Option<Stamp> {
        self.rolls().next().cloned()
    }
}

/// Replaces a part's answers to shared questions by the shared answers.
fn share(grouping: &Grouping, shared: &Map<String, Json>, answers: &mut Map<String, Json>) {
    for place in grouping.shared {
        path::set(answers, place, path::get(shared, place).cloned());
    }
}
