//! The panel of an act, without a screen: its data, the contents that it shows, and the effects of taps.
//!
//! A [`Panel`] is a value. [`Panel::update`] takes a [`Message`] and returns [`Effect`]s for the app to carry out. [`Panel::shown`] returns
//! everything that the view draws, and [`Message::Apply`] applies what was shown. Both are functions of the act, its dice and the
//! [`Tables`], so the panel cannot show one act and apply another.
//!
//! Results are cached only in [`Cached`]. The [key](Key) of a result is the whole act, its dice and the revision of the tables. The tests in
//! `tests/it/panels` play random sequences and compare each step with a newly opened panel.

mod at_once;
mod cached;
pub mod candidates;
mod decision;
mod dice;
mod draft;
pub mod group;
mod notes;
mod outcome;
mod outlook;
pub mod pairs;
mod selectable;
mod shown;
mod stage;
mod table_answers;
mod tables;
mod update;

pub use cached::{Cached, Key};
pub use decision::{Alternative, Decision, DecisionOption, OptionProspect};
pub use dice::{Die, logged_rolls};
pub use notes::{Cause, TableChange};
pub use outcome::{DueNext, Outcome, Settlement};
pub use outlook::{InputFault, Odds, Outlook, ReadyOutlook};
pub use selectable::{Selectable, with_length};
pub use shown::{Shown, ShownDice};
pub use stage::{Rolling, Stage};
pub use table_answers::TableAnswers;
pub use tables::{Revisions, Tables};
pub use update::{Effect, Message};

use crate::{Act, LoggedRoll, Stamp};
use notes::Sighting;
use pairs::AnsweredPair;
use rules::filling;
use rules::form::{Sequence, path};
use rules::own;
use rules::procedure::{Picks, Procedure, Role, Sketch, Whose};
use rules::ruleset::Ruleset;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// The panel of an act.
#[derive(Clone, Debug)]
pub struct Panel {
    ruleset: &'static Ruleset,
    act: Act,
    stage: Stage,
    /// True if the panel corrects an act that was applied earlier.
    corrects: bool,
    /// Answers with which the panel was opened. They stay when other answers about a unit are forgotten.
    opened_with: Map<String, Json>,
    /// The last event of the log when the panel was opened.
    opened_after: Option<Stamp>,
    /// Rolls of the corrected act; empty if the panel corrects none.
    earlier: Vec<LoggedRoll>,
    /// The pair of units to which the remembered answers belong.
    answered_pair: AnsweredPair,
    /// Changes to the table that other acts made since the panel was opened.
    notes: Vec<TableChange>,
    /// The unit of the other side that moved last, when the panel was opened.
    last_mover: Option<String>,
    /// The tables at the last update.
    sighting: Option<Sighting>,
    /// Effects of changes that the panel noticed while it was shown. The next update returns them.
    pending: Vec<Effect>,
    /// The stage before the act was handed to the app. It is restored if the act cannot be saved.
    before_settling: Option<Stage>,
    /// Result of the last call of `shown`. It is kept once the act is applied.
    shown: Cached<Arc<Shown>>,
    /// Odds and texts before the dice, which take the longest to compute.
    outlook: Cached<Arc<Outlook>>,
}

impl Panel {
    /// Opens a panel for an act on these tables.
    pub fn open(ruleset: &'static Ruleset, act: Act, tables: &Tables) -> Self {
        let mut panel = Self {
            ruleset,
            opened_with: act.answers.clone(),
            opened_after: tables.last_stamp(),
            act,
            stage: Stage::Asking,
            corrects: false,
            earlier: Vec::new(),
            answered_pair: AnsweredPair::default(),
            notes: Vec::new(),
            last_mover: None,
            sighting: None,
            pending: Vec::new(),
            before_settling: None,
            shown: Cached::default(),
            outlook: Cached::default(),
        };
        panel.propose_last_mover(tables);
        panel.meet_first(tables);
        panel.sighting = Sighting::of(tables);
        panel
    }

    /// Finds the unit of the other side that moved last, and picks it for the empty roles that [it takes](rules::procedure::Picks::LastMover).
    fn propose_last_mover(&mut self, tables: &Tables) {
        let (Some(battle), procedure) = (tables.shown, self.act.procedure) else { return };
        if procedure.participants.iter().all(|role| role.whose != Whose::Enemy) {
            return;
        }
        let side = self.act.participants.side(procedure, battle.state());
        self.last_mover = battle.last_mover(1 - side);
        let Some(mover) = self.last_mover.clone() else { return };
        for role in procedure.participants.iter().filter(|role| role.picks == Picks::LastMover) {
            let is_candidate = self.act.participants.candidates(procedure, role, battle.state()).contains(&mover);
            if self.act.participants.units(role.id).is_empty() && is_candidate {
                self.act.participants.set(role.id, vec![mover.clone()]);
            }
        }
    }

    /// The unit of the other side that moved last, when the panel was opened.
    pub fn last_mover(&self) -> Option<&str> {
        self.last_mover.as_deref()
    }

    /// Makes the panel correct an act that had these rolls.
    #[must_use]
    pub fn correcting(mut self, earlier: Vec<LoggedRoll>) -> Self {
        self.corrects = true;
        self.earlier = earlier;
        self
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &'static Ruleset {
        self.ruleset
    }

    /// The procedure.
    pub fn procedure(&self) -> &'static Procedure {
        self.act.procedure
    }

    /// The act as entered so far.
    pub fn act(&self) -> &Act {
        &self.act
    }

    /// Stage of the act.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// The roll in progress; `None` before the dice, and once the act is applied.
    pub fn rolling(&self) -> Option<&Rolling> {
        match &self.stage {
            Stage::Rolling(rolling) => Some(rolling),
            Stage::Asking | Stage::Settled(_) => None,
        }
    }

    fn rolling_mut(&mut self) -> Option<&mut Rolling> {
        match &mut self.stage {
            Stage::Rolling(rolling) => Some(rolling),
            Stage::Asking | Stage::Settled(_) => None,
        }
    }

    /// The dice so far; empty unless a roll is in progress.
    pub fn dice(&self) -> &[Die] {
        self.rolling().map_or(&[], |rolling| &rolling.dice)
    }

    /// True if the panel corrects an act.
    pub fn corrects(&self) -> bool {
        self.corrects
    }

    /// True if the corrected act had dice.
    pub fn has_earlier(&self) -> bool {
        !self.earlier.is_empty()
    }

    /// The short form that players fill in. `None` if the procedure has none, or if the panel is open without a battle.
    pub fn drawn_sketch(&self, tables: &Tables) -> Option<&'static Sketch> {
        self.act.procedure.sketch.as_ref().filter(|_| tables.shown.is_some())
    }

    /// The input: once there are dice, the one for which they were rolled, else the one from the table and the answers so far.
    pub fn input(&self, tables: &Tables) -> Map<String, Json> {
        match (self.rolling(), tables.shown) {
            (Some(rolling), _) => rolling.input.clone(),
            (None, Some(battle)) => self.act.input(battle.state()),
            (None, None) => self.act.answers.clone(),
        }
    }

    /// The input that players see: without the fields that a sketch works out.
    pub fn sketch(&self, tables: &Tables) -> Map<String, Json> {
        self.sketch_with(&self.act.answers, tables)
    }

    fn sketch_with(&self, answers: &Map<String, Json>, tables: &Tables) -> Map<String, Json> {
        match tables.scene(&self.act) {
            Some((scene, rulings)) => filling::sketch(self.act.procedure, &scene, rulings, answers),
            None => answers.clone(),
        }
    }

    /// The input if the answer at this path were `value`.
    pub fn input_if(&self, place: &str, value: &Json, tables: &Tables) -> Map<String, Json> {
        let mut answers = self.act.answers.clone();
        self.answer_in(&mut answers, &self.sketch(tables), place, Some(value.clone()));
        let act = Act { answers, ..self.act.clone() };
        tables.shown.map_or_else(|| act.answers.clone(), |battle| act.input(battle.state()))
    }

    /// Sets the answer at its path. A list whose members are not units is answered as a whole, so its other members become answers, too.
    fn answer_in(&self, answers: &mut Map<String, Json>, seen: &Map<String, Json>, place: &str, value: Option<Json>) {
        let first = place.split(['.', '[']).next().unwrap_or_default();
        if let (None, Some(Json::Array(list)), false) =
            (answers.get(first), seen.get(first), self.act.procedure.binds(first))
        {
            answers.insert(first.to_owned(), list.clone().into());
        }
        path::set(answers, place, value);
    }

    /// Removes the answers about a unit that left a role, so that they do not apply to the next unit there.
    fn forget_unit(&mut self, role: &Role, index: usize) {
        filling::forget_unit(self.act.procedure, role, index, &self.opened_with, &mut self.act.answers);
    }

    /// Removes answers in lists when the participants change. Lists whose members are units stay, and so do routes and own modifiers.
    fn forget_lists(&mut self) {
        let procedure = self.act.procedure;
        let stays = |id: &str| {
            id == own::FIELD
                || procedure.binds(id)
                || procedure.form.field(id).is_some_and(|field| field.sequence == Sequence::InOrder)
        };
        self.act.answers.retain(|id, value| !value.is_array() || stays(id));
    }
}
