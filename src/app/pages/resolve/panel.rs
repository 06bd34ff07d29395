//! The panel of a procedure as a signal. What it knows and does is in [`battle::panel`]; this hands it messages, carries out its
//! effects, and gives each part of the view the slice of [`Shown`] that it draws.

use crate::app::components::names::Names;
use crate::app::platform::clock::{new_id, new_seed, now};
use crate::app::state::notice::Notice;
use crate::app::state::pairs::RememberedPairs;
use crate::app::state::route::{Router, router};
use crate::app::state::{AppState, BattleState, app_state};
use battle::Battle;
use battle::panel::{Die, Effect as Wanted, Key, Message, Outlook, Panel, Shown, Tables};
use battle::participants;
use battle::participants::Participants;
use battle::{Act, Draft, LoggedRoll, Rolled, Stamp, binding};
use leptos::html::Button;
use leptos::prelude::*;
use rules::dice::RollRequest;
use rules::dice::rng::Seed;
use rules::procedure::{Agent, Procedure, Role, Sketch};
use rules::ruleset::Ruleset;
use rules::table::Scene;
use rules::text::say;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// A panel on a page.
#[derive(Clone, Copy)]
pub struct LivePanel {
    pub(super) ruleset: &'static Ruleset,
    pub(super) procedure: &'static Procedure,
    pub(super) battle: Option<BattleState>,
    panel: RwSignal<Panel>,
    /// Everything that is drawn.
    pub(super) shown: Memo<Arc<Shown>>,
    /// Units of each role.
    pub(super) participants: Memo<Participants>,
    /// Answers of the players.
    pub(super) answers: Memo<Map<String, Json>>,
    /// The outlook before the dice.
    pub(super) outlook: Memo<Arc<Outlook>>,
    /// The dice so far.
    pub(super) dice: Memo<Vec<Die>>,
    /// The key of everything that answers about it depend on.
    pub(super) key: Memo<Key>,
    rolling: Memo<bool>,
    pairs: RememberedPairs,
    /// The unit in the page's address.
    pub(super) in_address: StoredValue<Option<String>>,
    /// Id under which dice that are entered by hand are kept, once there are any.
    pub(super) kept_as: StoredValue<Option<String>>,
    /// The seed of dice that are rolled without a battle.
    pub(super) seed: RwSignal<Seed>,
    /// True while numbers of successes are unfolded below the faces.
    pub(super) counting: RwSignal<bool>,
    /// The button that opens the pad, for the focus.
    pub(super) enter_button: NodeRef<Button>,
    /// True if it was applied or discarded here.
    pub(super) settled_here: RwSignal<bool>,
    /// Answers that are to be saved in a moment.
    pub(super) unsaved: StoredValue<Option<(String, Draft)>>,
    pub(super) app: AppState,
    pub(super) router: Router,
}

impl LivePanel {
    /// A panel for an act.
    pub fn open(ruleset: &'static Ruleset, act: Act, battle: Option<BattleState>) -> Self {
        let (procedure, pairs) = (act.procedure, use_context().unwrap_or_default());
        let opened = untrack(|| with_tables(battle, pairs, |tables| Panel::open(ruleset, act, tables)));
        let panel = RwSignal::new(opened);
        let shown = Memo::new(move |_| {
            panel.track();
            // Showing it fills its cache, and changes nothing that is drawn.
            with_tables(battle, pairs, |tables| {
                panel.try_update_untracked(|panel| panel.shown(tables)).expect("it lives as long as its page")
            })
        });
        let live = Self {
            ruleset,
            procedure,
            battle,
            panel,
            shown,
            participants: Memo::new(move |_| shown.with(|shown| shown.act.participants.clone())),
            answers: Memo::new(move |_| shown.with(|shown| shown.act.answers.clone())),
            outlook: Memo::new(move |_| shown.with(|shown| Arc::clone(&shown.outlook))),
            dice: Memo::new(move |_| shown.with(|shown| shown.dice.dice.clone())),
            key: Memo::new(move |_| {
                panel.track();
                with_tables(battle, pairs, |tables| panel.with_untracked(|panel| panel.key(tables)))
            }),
            rolling: Memo::new(move |_| shown.with(|shown| shown.is_rolling)),
            pairs,
            in_address: StoredValue::default(),
            kept_as: StoredValue::default(),
            seed: RwSignal::new(new_seed()),
            counting: RwSignal::new(false),
            enter_button: NodeRef::new(),
            settled_here: RwSignal::new(false),
            unsaved: StoredValue::default(),
            app: app_state(),
            router: router(),
        };
        // What it notices as the table changes is carried out at once.
        if let Some(battle) = battle {
            let revision = battle.follow(Battle::revision);
            Effect::new(move |begun: Option<()>| {
                revision.get();
                if begun.is_some() {
                    live.send(Message::TableChanged);
                }
            });
        }
        live
    }

    /// The panel as one that corrects an act with these rolls.
    pub fn correcting(self, earlier: Vec<LoggedRoll>) -> Self {
        self.panel.update(|panel| *panel = panel.clone().correcting(earlier));
        self
    }

    /// Hands it a message, and carries out its effects.
    pub(super) fn send(self, message: Message) {
        self.send_and_say(message);
    }

    /// Hands it a message, and carries out its effects. Returns false if an act could not be written to the log, or is forbidden.
    pub(super) fn send_and_say(self, message: Message) -> bool {
        let effects = self.with_tables(|tables| self.panel.try_update(|panel| panel.update(message, tables)));
        let effects = effects.unwrap_or_default();
        effects.into_iter().all(|effect| self.carry_out(effect))
    }

    fn carry_out(self, effect: Wanted) -> bool {
        let Some(battle) = self.battle else { return true };
        match effect {
            Wanted::Keep(draft) => self.keep_answers(battle, *draft),
            Wanted::KeepDice(draft) => {
                let id = self.kept_as.get_value().unwrap_or_else(new_id);
                self.kept_as.set_value(Some(id.clone()));
                battle.keep_dice(&id, &self.of_page(*draft));
            }
            Wanted::DropDice => self.drop_dice(),
            Wanted::Settle(settlement) => {
                let battle::panel::Settlement { action, changes, overrides } = *settlement;
                let is_written = battle.judged().settle(action, changes, overrides);
                self.send(Message::Settled(is_written));
                return is_written;
            }
            Wanted::Remember(pair, path, value) => self.pairs.remember(&pair, path, value),
            Wanted::Roll => self.roll_rest(),
            Wanted::SayForbiddenUnseen => {
                let words = say("The rules do not allow it now. The reason depends on counters that you do not see.");
                battle.app.notice.set(Some(Notice::new(words)));
                return false;
            }
        }
        true
    }

    /// A draft with what only the page knows.
    pub(super) fn of_page(self, draft: Draft) -> Draft {
        Draft { unit: self.in_address.get_value(), at: Some(now()), ..draft }
    }

    /// Reads the tables that it is shown on, and again whenever they change.
    pub(super) fn with_tables<T>(self, read: impl FnOnce(&Tables) -> T) -> T {
        untrack(|| with_tables(self.battle, self.pairs, read))
    }

    /// Reads the panel and its tables once.
    pub(super) fn with_panel<T>(self, read: impl FnOnce(&Panel, &Tables) -> T) -> T {
        self.with_tables(|tables| self.panel.with_untracked(|panel| read(panel, tables)))
    }

    /// Goes on with a roll of the log: everything is as it was when it was rolled.
    pub(super) fn take_up(self, stamp: Stamp, rolled: Rolled) {
        self.send(Message::TakeUp(stamp, Box::new(rolled)));
    }

    /// Goes on with dice that were entered by hand, and are kept under this id.
    pub(super) fn resume_dice(self, id: String, draft: Draft) {
        self.kept_as.set_value(Some(id));
        self.resume(draft);
    }

    /// Goes on as the page was left.
    pub(super) fn resume(self, draft: Draft) {
        self.send(Message::Resume(Box::new(draft)));
    }

    /// The roll of the app that is in the log, and that no act has settled yet.
    pub(super) fn logged(self) -> Option<Stamp> {
        self.panel.with(|panel| panel.rolling().and_then(|rolling| rolling.logged.clone()))
    }

    /// True if the input is fixed, so that dice can be typed or were rolled.
    pub(super) fn is_rolling(self) -> bool {
        self.rolling.get()
    }

    /// True for an act of units that dice decide, unless it corrects another.
    pub(super) fn can_play_out(self) -> bool {
        self.procedure.agent != Agent::Nobody && !self.procedure.participants.is_empty() && !self.corrects()
    }

    /// True if the panel corrects an act.
    pub(super) fn corrects(self) -> bool {
        self.panel.with_untracked(Panel::corrects)
    }

    /// The unit that acts.
    pub(super) fn acting(self) -> Option<String> {
        self.panel.with_untracked(|panel| panel.act().actor().map(str::to_owned))
    }

    /// The names of those who take part, for sentences.
    pub(super) fn named_units(self) -> Names {
        match self.battle {
            Some(battle) => {
                self.participants.with(|participants| Names::of_participants(battle, self.procedure, participants))
            }
            None => Names::of_procedure(self.procedure),
        }
    }

    /// The rolls of the act in players' words, given their purposes in order.
    pub(super) fn label_rolls<'a>(self, purposes: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        self.shown.with(|shown| self.named_units().label_rolls(self.procedure, &shown.input, purposes))
    }

    /// The next roll in players' words.
    pub(super) fn label_next(self, roll: &RollRequest) -> String {
        let earlier = self.shown.with(|shown| shown.dice.rolls.clone());
        let earlier = earlier.iter().map(|roll| roll.purpose.as_str());
        let all = self.label_rolls(earlier.chain([roll.purpose.as_str()]));
        all.into_iter().next_back().unwrap_or_default()
    }

    /// A label of a roll within a sentence.
    pub(super) fn within_sentence(self, purpose: &str, label: String) -> String {
        self.shown.with(|shown| self.named_units().within_sentence(self.procedure, &shown.input, purpose, label))
    }

    /// The units of a role, by name.
    pub(super) fn names(self, role: &str) -> Vec<String> {
        let units = |role: &str| self.participants.with(|participants| participants.units(role).to_vec());
        participants::names_in(self.procedure, role, units, |id| self.unit_name(id))
    }

    pub(super) fn unit_name(self, id: &str) -> String {
        self.battle
            .and_then(|battle| battle.with(|battle| Some(battle.state().unit(id)?.name().to_owned())))
            .unwrap_or_default()
    }

    /// The input.
    pub(super) fn input(self) -> Map<String, Json> {
        self.shown.with(|shown| shown.input.clone())
    }

    /// The input as players see it: what they only sketched is not worked out.
    pub(super) fn sketch(self) -> Map<String, Json> {
        self.shown.with(|shown| shown.sketch.clone())
    }

    /// The sketch that players fill in: only of units on the table.
    pub(super) fn drawn_sketch(self) -> Option<&'static Sketch> {
        self.with_panel(Panel::drawn_sketch)
    }

    /// True if every role that must be taken is.
    pub(super) fn has_participants(self) -> bool {
        self.battle.is_none() || self.shown.with(|shown| shown.act.missing_role().is_none())
    }

    /// Gives a role to a unit, in the place of the only other if need be; takes it from one that has it, unless somebody must.
    pub(super) fn give_or_take(self, role: &'static Role, id: &str) {
        self.send(Message::GiveOrTake(role.id, id.to_owned()));
    }

    /// Puts an answer at its path; `None` takes it back.
    pub(super) fn say(self, place: &str, value: Option<Json>) {
        self.send(Message::Answer(vec![(place.to_owned(), value)]));
    }

    /// The scene that the participants make on the table.
    pub(super) fn scene(self, battle: BattleState) -> Scene {
        battle.with(|battle| {
            self.participants.with(|participants| binding::scene(self.procedure, participants, battle.state()))
        })
    }

    /// Names for a field: the units of a role, or whatever else the procedure names by this id.
    pub(super) fn named(self, what: &str) -> Vec<String> {
        let units = self.names(what);
        match self.battle.filter(|_| units.is_empty()) {
            Some(battle) => self.procedure.names_of(&self.scene(battle), what),
            None => units,
        }
    }

    /// Begins again, with new dice.
    pub(super) fn again(self) {
        self.seed.set(new_seed());
        self.send(Message::StartAgain);
    }

    /// True while another roll awaits its settlement, or another device is in control: until then no dice are rolled and no outcome is
    /// applied.
    pub(super) fn blocked(self) -> bool {
        let awaits = |battle: BattleState| battle.awaiting(self.logged().as_ref()).is_some();
        self.battle.is_some_and(|battle| battle.no_pen().is_some() || awaits(battle))
    }

    /// True if dice can be rolled as it stands: nothing is missing, forbidden or hidden, and nothing else must be settled first.
    pub(super) fn can_roll(self) -> bool {
        self.outlook.with(|outlook| outlook.is_rolled()) && !self.blocked()
    }

    /// Keeps answers without a battle, as they are given.
    pub(super) fn keep_quick_answers(self, address: String) {
        Effect::new(move |begun: Option<()>| {
            let answers = self.answers.get();
            if begun.is_some() {
                self.app.keep_quick_answers(address.clone(), answers);
            }
        });
    }
}

/// Reads the tables of a battle, and again whenever they change.
fn with_tables<T>(battle: Option<BattleState>, pairs: RememberedPairs, read: impl FnOnce(&Tables) -> T) -> T {
    match battle {
        None => read(&Tables::default()),
        Some(battle) => {
            pairs.with(|pairs| battle.with_tables(|tables| read(&Tables { pairs: Some(pairs), ..*tables })))
        }
    }
}
