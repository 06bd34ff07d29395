//! The panel's contents before the dice: what is missing or forbidden, or the odds and the reasons for them.

use super::{Decision, Key, Panel, Tables};
use crate::Joined;
use crate::analysis::dice_sheet::{CertainDice, SheetRoll, dice_sheet};
use crate::analysis::needs::RollNeeds;
use crate::analysis::odds::OddsSummary;
use crate::referee::Barred;
use rules::dice::{Halt, Modifier, RollRequest};
use rules::procedure::{Preview, Price, Ready};
use rules::refusal::{Code, Refusal};
use rules::text;
use rules::text::{Text, capital};
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// The contents before the dice.
#[derive(Clone, Debug, PartialEq)]
pub enum Outlook {
    /// A role still needs a unit. The number is the role's index.
    Missing(usize),
    /// Rules of the turn forbid the act, and players have not overridden all of them: the reasons.
    Barred(Vec<Text>),
    /// The rules refuse the input.
    Refused(InputFault),
    /// Players must make the choice that decides the act.
    Undecided(Decision),
    /// The contents depend on something that is hidden from the onlooker.
    Hidden,
    /// The act is allowed and complete.
    Ready(Box<ReadyOutlook>),
}

/// A refusal of an input, with its field.
#[derive(Clone, Debug, PartialEq)]
pub struct InputFault {
    /// Path of the field: `target.counters`; empty if the refusal is about no field.
    pub field: String,
    /// Message for players.
    pub message: String,
    /// True if only an answer is missing.
    pub is_missing: bool,
}

impl From<Refusal> for InputFault {
    fn from(refusal: Refusal) -> Self {
        Self {
            message: capital(&refusal.message.to_string()),
            is_missing: refusal.code == Code::MissingField,
            field: refusal.field.clone(),
        }
    }
}

/// The odds and the reasons for them.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadyOutlook {
    /// Texts about the act before its dice.
    pub preview: Preview,
    /// The odds.
    pub odds: Odds,
    /// Modifiers of the first roll.
    pub modifiers: Vec<Modifier>,
    /// The first roll; `None` if the act has no dice.
    pub next: Option<RollRequest>,
    /// The faces that the dice of that roll need.
    pub needs: RollNeeds,
    /// All dice that are certainly rolled, if there are several rolls.
    pub sheet: Vec<SheetRoll>,
    /// The dice that certainly come first; `None` without dice.
    pub certain_dice: Option<CertainDice>,
}

/// The odds, or the reason why they are missing.
#[derive(Clone, Debug, PartialEq)]
pub enum Odds {
    /// Their summary.
    Known(OddsSummary),
    /// There are none, for this reason.
    None(String),
    /// They take too long to compute at once. A worker computes them for this input.
    Long(Map<String, Json>),
}

impl Outlook {
    /// True if the act has dice.
    pub fn is_rolled(&self) -> bool {
        self.ready().is_some_and(|ready| ready.next.is_some())
    }

    /// The odds and the reasons for them; `None` if the act is not allowed or not complete.
    pub fn ready(&self) -> Option<&ReadyOutlook> {
        match self {
            Self::Ready(ready) => Some(ready),
            _ => None,
        }
    }

    /// The choice that decides the act; `None` if there is none, or if it is made.
    pub fn decision(&self) -> Option<&Decision> {
        match self {
            Self::Undecided(decision) => Some(decision),
            _ => None,
        }
    }

    /// The refusal of the input; `None` if it is not refused.
    pub fn fault(&self) -> Option<&InputFault> {
        match self {
            Self::Refused(fault) => Some(fault),
            _ => None,
        }
    }
}

impl Panel {
    /// The contents before the dice, from the cache if possible.
    pub(super) fn outlook(&mut self, barred: &[Barred], hides: bool, tables: &Tables) -> Arc<Outlook> {
        let key = Key::of_panel(self, tables).before_dice();
        if let Some(known) = self.outlook.get(&key) {
            return Arc::clone(known);
        }
        let outlook = Arc::new(if hides { self.unseen_outlook(tables) } else { self.deciding(barred, tables) });
        self.outlook.set(key, Arc::clone(&outlook));
        outlook
    }

    /// The contents for an onlooker from whom a part is hidden: only the missing units and answers.
    fn unseen_outlook(&self, tables: &Tables) -> Outlook {
        match self.new_outlook(&[], &tables.unhidden()) {
            Outlook::Missing(role) => Outlook::Missing(role),
            Outlook::Refused(fault) if fault.is_missing => Outlook::Refused(fault),
            _ => Outlook::Hidden,
        }
    }

    /// The contents, or the choice that decides the act if nothing else is missing or forbidden.
    fn deciding(&self, barred: &[Barred], tables: &Tables) -> Outlook {
        let outlook = self.new_outlook(barred, tables);
        let is_open = match &outlook {
            Outlook::Refused(_) => self.unfit(tables).is_none(),
            Outlook::Ready(_) => true,
            _ => false,
        };
        let decision = if is_open { self.decision(tables) } else { None };
        decision.map_or(outlook, Outlook::Undecided)
    }

    fn new_outlook(&self, barred: &[Barred], tables: &Tables) -> Outlook {
        // An override cannot make a unit fit its role.
        if let Some(message) = self.unfit(tables) {
            return Outlook::Refused(InputFault {
                field: String::new(),
                message: message.to_string(),
                is_missing: false,
            });
        }
        let standing = || barred.iter().filter(|barred| !self.act.is_overridden(barred));
        let others = standing().filter(|barred| self.act.asked_role(barred).is_none());
        let reasons: Vec<Text> = others.map(|barred| barred.message.clone()).collect();
        if !reasons.is_empty() {
            return Outlook::Barred(reasons);
        }
        if let Some(role) = standing().find_map(|barred| self.act.asked_role(barred)) {
            return Outlook::Missing(role);
        }
        let input = self.input(tables);
        if let Some(role) = self.act.missing_role().filter(|_| tables.shown.is_some()) {
            return Outlook::Missing(role);
        }
        match self.readied(&input, tables) {
            Err(refusal) => Outlook::Refused(refusal.into()),
            Ok(ready) => self.outlook_of(&ready, &input),
        }
    }

    /// The reason why a participant does not fit its role, with its name. Lists offer only units that fit, but an address can name any
    /// unit. `None` if all fit, or once the input is fixed.
    pub(super) fn unfit(&self, tables: &Tables) -> Option<Text> {
        if self.rolling().is_some() {
            return None;
        }
        let state = tables.state()?;
        self.act.procedure.participants.iter().find_map(|role| {
            let mut units = self.act.participants.units(role.id).iter().filter_map(|id| state.unit(id));
            let refusal = |unit: &Joined| {
                let why = (role.fits)(&state.facts(&unit.id)).err()?;
                Some(text!("{who}: {what}", who = unit.name().to_owned(), what = why))
            };
            units.find_map(refusal)
        })
    }

    /// The reason why the rules forbid a value at a path of the input. `None` if they allow it, or once the input is fixed.
    pub fn forbids(&self, place: &str, value: &Json, tables: &Tables) -> Option<Text> {
        if self.rolling().is_some() {
            return None;
        }
        let (procedure, input) = (self.act.procedure, self.input_if(place, value, tables));
        let ready = if tables.shown.is_some() { procedure.read(&input) } else { procedure.read_alone(&input) };
        let refusal = match ready.map(|ready| ready.resolve(&[]).result) {
            Ok(Err(Halt::Refused(refusal))) => refusal,
            Err(refusal) => refusal,
            Ok(_) => return None,
        };
        // A refusal of a part that contains the field also concerns the field: `friends[0]` contains `friends[0].aim`.
        let rest = place.strip_prefix(&refusal.field).filter(|_| !refusal.field.is_empty());
        let is_of_field = rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']));
        (refusal.code == Code::NotAllowed && is_of_field).then(|| refusal.message.clone())
    }

    /// Reads the input. If a field is refused that a sketch fills in, the refusal is shown at the sketch.
    fn readied(&self, input: &Map<String, Json>, tables: &Tables) -> Result<Ready, Refusal> {
        if let Some(sketch) = self.drawn_sketch(tables) {
            let mut answered = self.sketch(tables);
            answered.retain(|id, _| sketch.form.field(id).is_some());
            sketch.form.check(&answered)?;
        }
        let procedure = self.act.procedure;
        if tables.shown.is_some() { procedure.read(input) } else { procedure.read_alone(input) }
    }

    fn outlook_of(&self, ready: &Ready, input: &Map<String, Json>) -> Outlook {
        let played = ready.resolve(&[]);
        let next = match played.result {
            Err(Halt::Refused(refusal)) => return Outlook::Refused(refusal.into()),
            Err(Halt::Needs(roll)) => Some(*roll),
            Ok(_) => None,
        };
        let odds = match OddsSummary::at_once(self.act.procedure, ready) {
            Some(Ok(mut summary)) => {
                summary.drop_moot(self.act.procedure, input);
                Odds::Known(summary)
            }
            Some(Err(refusal)) => Odds::None(refusal.message.to_string()),
            None => Odds::Long(input.clone()),
        };
        Outlook::Ready(Box::new(ReadyOutlook {
            // Without dice, the outcome itself contains the certain consequences.
            preview: if next.is_some() { ready.preview() } else { Preview::of(ready.preview().words) },
            odds,
            modifiers: played.modifiers,
            needs: next.as_ref().map(|roll| RollNeeds::of(ready, &[], roll)).unwrap_or_default(),
            certain_dice: next.as_ref().map(|_| CertainDice::of(self.act.procedure, input, ready)),
            sheet: next.as_ref().map(|_| dice_sheet(ready)).unwrap_or_default(),
            next,
        }))
    }

    /// Price of the act. Without a battle the act is free.
    pub(super) fn price(&self, input: &Map<String, Json>, tables: &Tables) -> Price {
        tables.scene(&self.act).map(|(scene, _)| self.act.procedure.price_in(&scene, input)).unwrap_or_default()
    }

    /// Rules that forbid the act; empty once its input is fixed, because it was judged before.
    pub(super) fn barred(&self, tables: &Tables) -> Vec<Barred> {
        match tables.state() {
            Some(state) if self.rolling().is_none() => self.act.bars(self.ruleset, state),
            _ => Vec::new(),
        }
    }

    /// True if rules forbid the act for a reason that its player may not see.
    pub(super) fn is_forbidden_unseen(&self, tables: &Tables) -> bool {
        if self.rolling().is_some() || !tables.hides() {
            return false;
        }
        let (unhidden, seen) = (tables.unhidden(), self.barred(tables));
        let input = self.input(&unhidden);
        let unseen = |barred: &Barred| seen.iter().all(|shown| shown.rule != barred.rule);
        let is_refused = || match self.act.procedure.read(&input) {
            Ok(ready) => matches!(ready.resolve(&[]).result, Err(Halt::Refused(_))),
            Err(_) => true,
        };
        self.barred(&unhidden).iter().any(unseen) || is_refused()
    }
}
