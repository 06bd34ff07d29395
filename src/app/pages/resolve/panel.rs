//! The panel of a procedure as a signal. Its state and logic are in [`battle::panel`]. This module sends it messages, carries out its
//! effects, and provides memos of the parts of [`Shown`] that views draw.

use crate::app::components::names::Names;
use crate::app::platform::clock::{new_id, new_seed, now};
use crate::app::state::notice::Notice;
use crate::app::state::pairs::RememberedPairs;
use crate::app::state::route::{Router, router};
use crate::app::state::{AppState, BattleState, app_state};
use battle::Battle;
use battle::panel::{Die, Effect as PanelEffect, Key, Message, Outlook, Panel, Shown, Tables};
use battle::participants;
use battle::participants::Participants;
use battle::seats::Acting;
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
    /// Everything that the views draw.
    pub(super) shown: Memo<Arc<Shown>>,
    /// The units of each role.
    pub(super) participants: Memo<Participants>,
    /// The players' answers.
    pub(super) answers: Memo<Map<String, Json>>,
    /// The outlook before the dice.
    pub(super) outlook: Memo<Arc<Outlook>>,
    /// The dice so far.
    pub(super) dice: Memo<Vec<Die>>,
    /// The cache key: it identifies the act and the state of the table.
    pub(super) key: Memo<Key>,
    rolling: Memo<bool>,
    pairs: RememberedPairs,
    /// The unit in the page's address.
    pub(super) in_address: StoredValue<Option<String>>,
    /// Id under which dice entered by hand are saved, once there are any.
    pub(super) dice_id: StoredValue<Option<String>>,
    /// The seed of dice that are rolled without a battle.
    pub(super) seed: RwSignal<Seed>,
    /// True if the player unfolded the buttons for the number of successes, false if the player folded them.
    pub(super) counting: RwSignal<Option<bool>>,
    /// The button that opens the pad. It gets the focus when the pad closes.
    pub(super) enter_button: NodeRef<Button>,
    /// True if the outcome was applied or discarded on this page.
    pub(super) settled_here: RwSignal<bool>,
    /// Answers that will be saved after a short delay, with the id of their battle.
    pub(super) unsaved: StoredValue<Option<(String, Draft)>>,
    /// Receives all messages of a panel that is a part of a group act. Such a panel saves and logs nothing itself.
    group: StoredValue<Option<Callback<Message>>>,
    pub(super) app: AppState,
    pub(super) router: Router,
}

impl LivePanel {
    /// Opens a panel for an act.
    pub fn open(ruleset: &'static Ruleset, act: Act, battle: Option<BattleState>) -> Self {
        let (procedure, pairs) = (act.procedure, use_context().unwrap_or_default());
        let opened = untrack(|| with_tables(battle, pairs, |tables| Panel::open(ruleset, act, tables)));
        let panel = RwSignal::new(opened);
        let shown = follow_shown(battle, pairs, panel, Panel::shown);
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
            dice_id: StoredValue::default(),
            seed: RwSignal::new(new_seed()),
            counting: RwSignal::new(None),
            enter_button: NodeRef::new(),
            settled_here: RwSignal::new(false),
            unsaved: StoredValue::default(),
            group: StoredValue::default(),
            app: app_state(),
            router: router(),
        };
        // Each change of the table is reported to the panel, whose effects are carried out at once.
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

    /// Makes the panel show a part of a group act, which receives its messages.
    pub(super) fn in_group(self, group: Callback<Message>) -> Self {
        self.group.set_value(Some(group));
        self
    }

    /// Makes the panel correct an act that had these rolls.
    pub fn correcting(self, earlier: Vec<LoggedRoll>) -> Self {
        self.panel.update(|panel| *panel = panel.clone().correcting(earlier));
        self
    }

    /// Sends the panel a message, and carries out its effects.
    pub(super) fn send(self, message: Message) {
        self.try_send(message);
    }

    /// Sends the panel a message, and carries out its effects. Returns false if an act could not be written to the log, or is forbidden.
    pub(super) fn try_send(self, message: Message) -> bool {
        if let Some(group) = self.group.get_value() {
            self.with_tables(|tables| self.panel.try_update(|panel| panel.update(message.clone(), tables)));
            group.run(message);
            return true;
        }
        let effects = self.with_tables(|tables| self.panel.try_update(|panel| panel.update(message, tables)));
        let effects = effects.unwrap_or_default();
        effects.into_iter().all(|effect| self.carry_out(effect))
    }

    fn carry_out(self, effect: PanelEffect) -> bool {
        let Some(battle) = self.battle else { return true };
        match effect {
            PanelEffect::Keep(draft) => self.keep_answers(battle, *draft),
            PanelEffect::KeepDice(draft) => {
                let id = self.dice_id.get_value().unwrap_or_else(new_id);
                self.dice_id.set_value(Some(id.clone()));
                battle.keep_dice(&id, &self.with_page_state(*draft));
            }
            PanelEffect::DropDice => self.drop_dice(),
            PanelEffect::Settle(settlement) => {
                let battle::panel::Settlement { action, changes, overrides } = *settlement;
                let is_written = battle.judged().settle(action, changes, overrides);
                self.send(Message::Settled(is_written));
                return is_written;
            }
            PanelEffect::Remember(pair, path, value) => self.pairs.remember(&pair, path, value),
            PanelEffect::Roll => self.roll_rest(),
            PanelEffect::SayForbiddenUnseen => {
                let words = say("The rules do not allow it now. The reason depends on counters that you do not see.");
                battle.app.notice.set(Some(Notice::new(words)));
                return false;
            }
        }
        true
    }

    /// A draft with the unit of the page's address and the current time.
    pub(super) fn with_page_state(self, draft: Draft) -> Draft {
        Draft { unit: self.in_address.get_value(), at: Some(now()), ..draft }
    }

    /// Reads the panel's tables, untracked.
    pub(super) fn with_tables<T>(self, read: impl FnOnce(&Tables) -> T) -> T {
        untrack(|| with_tables(self.battle, self.pairs, read))
    }

    /// Reads the panel and its tables, untracked.
    pub(super) fn with_panel<T>(self, read: impl FnOnce(&Panel, &Tables) -> T) -> T {
        self.with_tables(|tables| self.panel.with_untracked(|panel| read(panel, tables)))
    }

    /// Continues an unapplied roll of the log, with the answers and participants of that roll.
    pub(super) fn resume_roll(self, stamp: Stamp, rolled: Rolled) {
        self.send(Message::TakeUp(stamp, Box::new(rolled)));
    }

    /// Continues dice that were entered by hand and saved under this id.
    pub(super) fn resume_dice(self, id: String, draft: Draft) {
        self.dice_id.set_value(Some(id));
        self.resume(draft);
    }

    /// Continues a draft from before the page was left.
    pub(super) fn resume(self, draft: Draft) {
        self.send(Message::Resume(Box::new(draft)));
    }

    /// Stamp of the panel's roll in the log, if the app rolled it and it is not settled.
    pub(super) fn logged(self) -> Option<Stamp> {
        self.panel.with(|panel| panel.rolling().and_then(|rolling| rolling.logged.clone()))
    }

    /// True once the input is fixed: while dice are entered, and after they are rolled.
    pub(super) fn is_rolling(self) -> bool {
        self.rolling.get()
    }

    /// True if the chain of the act can be forecast: it is an act of units, not a calculator, and not a correction.
    pub(super) fn can_play_out(self) -> bool {
        self.procedure.agent != Agent::Nobody && !self.procedure.participants.is_empty() && !self.corrects()
    }

    /// True if the panel corrects an act.
    pub(super) fn corrects(self) -> bool {
        self.panel.with_untracked(Panel::corrects)
    }

    /// The act as entered so far, untracked.
    pub(super) fn act_now(self) -> Act {
        self.panel.with_untracked(|panel| panel.act().clone())
    }

    /// The unit that acts.
    pub(super) fn acting(self) -> Option<String> {
        self.panel.with_untracked(|panel| panel.act().actor().map(str::to_owned))
    }

    /// The names of the units and sides, for sentences.
    pub(super) fn named_units(self) -> Names {
        match self.battle {
            Some(battle) => {
                self.participants.with(|participants| Names::of_participants(battle, self.procedure, participants))
            }
            None => Names::of_procedure(self.procedure),
        }
    }

    /// The labels of the rolls of the act, given their purposes in order.
    pub(super) fn label_rolls<'a>(self, purposes: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        self.shown.with(|shown| self.named_units().label_rolls(self.procedure, &shown.input, purposes))
    }

    /// The label of the next roll.
    pub(super) fn label_next(self, roll: &RollRequest) -> String {
        let earlier = self.shown.with(|shown| shown.dice.rolls.clone());
        let earlier = earlier.iter().map(|roll| roll.purpose.as_str());
        let all = self.label_rolls(earlier.chain([roll.purpose.as_str()]));
        all.into_iter().next_back().unwrap_or_default()
    }

    /// A label of a roll for use within a sentence.
    pub(super) fn within_sentence(self, purpose: &str, label: String) -> String {
        self.shown.with(|shown| self.named_units().within_sentence(self.procedure, &shown.input, purpose, label))
    }

    /// The names of the units of a role.
    pub(super) fn names(self, role: &str) -> Vec<String> {
        let units = |role: &str| self.participants.with(|participants| participants.units(role).to_vec());
        participants::names_in(self.procedure, role, units, |id| self.unit_name(id))
    }

    pub(super) fn unit_name(self, id: &str) -> String {
        self.battle
            .and_then(|battle| battle.with(|battle| Some(battle.state().unit(id)?.name().to_owned())))
            .unwrap_or_default()
    }

    /// The name that the game master gave to the event or the arrival. `None` for any other procedure.
    pub(super) fn name_in_scenario(self) -> Option<String> {
        let input = self.input();
        let named = |open: &Battle| open.state().planned()?.name_of(self.procedure.id, &input).map(str::to_owned);
        self.battle?.with_untracked(named)
    }

    /// The complete input of the procedure.
    pub(super) fn input(self) -> Map<String, Json> {
        self.shown.with(|shown| shown.input.clone())
    }

    /// The input with the players' short form (sketch), without the fields that are worked out from it.
    pub(super) fn sketch(self) -> Map<String, Json> {
        self.shown.with(|shown| shown.sketch.clone())
    }

    /// The sketch that players fill in; `None` if they fill in the fields themselves, as without units on the table.
    pub(super) fn drawn_sketch(self) -> Option<&'static Sketch> {
        self.with_panel(Panel::drawn_sketch)
    }

    /// True if every required role has its units. Always true without a battle.
    pub(super) fn has_participants(self) -> bool {
        self.battle.is_none() || self.shown.with(|shown| shown.act.missing_role().is_none())
    }

    /// Gives a role to a unit, or takes it away if the unit has it. In a role for a single unit, the unit replaces the one before. If such a
    /// role is required, it is not taken away.
    pub(super) fn give_or_take(self, role: &'static Role, id: &str) {
        self.send(Message::GiveOrTake(role.id, id.to_owned()));
    }

    /// Sets the answer at a place; `None` removes it.
    pub(super) fn answer(self, place: &str, value: Option<Json>) {
        self.send(Message::Answer(vec![(place.to_owned(), value)]));
    }

    /// The scene of the participants on the table.
    pub(super) fn scene(self, battle: BattleState) -> Scene {
        battle.with(|battle| {
            self.participants.with(|participants| binding::scene(self.procedure, participants, battle.state()))
        })
    }

    /// The names from which a field chooses: the units of the role `what`, or the procedure's names under this id.
    pub(super) fn names_for_field(self, what: &str) -> Vec<String> {
        let units = self.names(what);
        match self.battle.filter(|_| units.is_empty()) {
            Some(battle) => self.procedure.names_of(&self.scene(battle), what),
            None => units,
        }
    }

    /// Starts again with new dice.
    pub(super) fn start_again(self) {
        self.seed.set(new_seed());
        self.send(Message::StartAgain);
    }

    /// The unit or side that acts.
    pub(super) fn acting_part(self) -> Acting {
        self.participants.with(|participants| Acting::of(self.procedure, participants))
    }

    /// True while another roll is unapplied, another device is in control, or the acting unit is that of another player. No dice can be rolled
    /// and no outcome can be applied then.
    pub(super) fn is_blocked(self) -> bool {
        let awaits = |battle: BattleState| battle.awaiting(self.logged().as_ref()).is_some();
        let is_of_another = |battle: BattleState| battle.not_ours(&self.acting_part()).is_some();
        self.battle.is_some_and(|battle| battle.no_control().is_some() || awaits(battle) || is_of_another(battle))
    }

    /// True if dice can be rolled now: nothing is missing, forbidden or hidden, and the panel is not blocked.
    pub(super) fn can_roll(self) -> bool {
        self.outlook.with(|outlook| outlook.is_rolled()) && !self.is_blocked()
    }

    /// Saves the answers of a panel without a battle whenever they change.
    pub(super) fn keep_quick_answers(self, address: String) {
        Effect::new(move |begun: Option<()>| {
            let answers = self.answers.get();
            if begun.is_some() {
                self.app.keep_quick_answers(address.clone(), answers);
            }
        });
    }
}

/// A memo of what a value shows on the tables of a battle. `show` only fills caches of the value, so it notifies nobody.
pub(super) fn follow_shown<P: Send + Sync + 'static, S: PartialEq + Send + Sync + 'static>(
    battle: Option<BattleState>,
    pairs: RememberedPairs,
    value: RwSignal<P>,
    show: fn(&mut P, &Tables) -> Arc<S>,
) -> Memo<Arc<S>> {
    Memo::new(move |_| {
        value.track();
        with_tables(battle, pairs, |tables| {
            value.try_update_untracked(|value| show(value, tables)).expect("it lives as long as its page")
        })
    })
}

/// Reads the tables of a battle. Tracks their changes.
pub(super) fn with_tables<T>(
    battle: Option<BattleState>,
    pairs: RememberedPairs,
    read: impl FnOnce(&Tables) -> T,
) -> T {
    match battle {
        None => read(&Tables::default()),
        Some(battle) => {
            pairs.with(|pairs| battle.with_tables(|tables| read(&Tables { pairs: Some(pairs), ..*tables })))
        }
    }
}
