//! Messages to a panel, and their effects.

use super::dice::dice_of;
use super::notes::Sighting;
use super::pairs::Pair;
use super::{Die, Outlook, Panel, Rolling, Settlement, Shown, Stage, Tables};
use crate::participants::Participants;
use crate::{Draft, Rolled, Stamp};
use rules::form::path;
use rules::own::{self, OwnModifier, OwnRules};
use rules::procedure::Role;
use serde_json::{Map, Value as Json};
use std::sync::Arc;

/// A tap in a panel, or an event in its battle.
#[derive(Clone, Debug)]
pub enum Message {
    /// A unit takes a role or leaves it. In a role for one unit, it replaces the other one.
    GiveOrTake(&'static str, String),
    /// A further member of a unit takes a role.
    More(&'static str, String),
    /// A member of a unit leaves a role.
    Fewer(&'static str, String),
    /// A unit takes a role, if it does not have it, and a number about it is answered: path and value.
    Aim(&'static str, String, String, Json),
    /// This side acts: 0 or 1.
    ActFor(usize),
    /// Answers at their paths; `None` removes an answer.
    Answer(Vec<(String, Option<Json>)>),
    /// Players override the rules that forbid the act now.
    Override,
    /// Players follow all rules again.
    FollowRules,
    /// Fixes the input, so that dice can be entered.
    EnterDice,
    /// A die was entered.
    Die(u8),
    /// The number of successes of the next roll was entered.
    Successes(usize),
    /// Another face for a die that was entered by hand: its index, and the face. Later dice are kept as far as they are still needed.
    ChangeDie(usize, u8),
    /// Takes back the last entry.
    TakeBack,
    /// Returns to the answers, if there are no dice.
    Back,
    /// Removes all dice, so that others than those of the corrected act can be entered.
    OtherDice,
    /// A choice that dice offered was made: its field and its value.
    Choose(&'static str, &'static str),
    /// The app rolled: all dice from the first one on, and in a battle the logged roll.
    Rolled(Vec<Die>, Option<Stamp>),
    /// Continues a logged roll.
    TakeUp(Stamp, Box<Rolled>),
    /// Restores the dice and answers of a draft.
    Resume(Box<Draft>),
    /// Dice were entered for the same act in another tab.
    EnteredElsewhere(Box<Draft>),
    /// Applies the outcome.
    Apply,
    /// Discards the dice.
    Discard,
    /// The app has carried out [`Effect::Settle`]; false if that failed.
    Settled(bool),
    /// The tables changed.
    TableChanged,
    /// Returns to the answers, which are kept, and removes all dice. Only sent without a battle.
    StartAgain,
}

/// A task for the app.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Saves the answers. No dice were entered.
    Keep(Box<Draft>),
    /// Saves the answers and the entered dice.
    KeepDice(Box<Draft>),
    /// Deletes the saved dice.
    DropDice,
    /// Writes an act to the log. The app reports back with [`Message::Settled`].
    Settle(Box<Settlement>),
    /// Stores an answer about a pair, at the path of an assumption; `None` removes it.
    Remember(Pair, &'static str, Option<Json>),
    /// Rolls on after a choice.
    Roll,
    /// Shows that rules forbid the act for a reason that depends on hidden counters.
    SayForbiddenUnseen,
}

impl Panel {
    /// Applies a message to the panel. Returns the tasks for the app.
    pub fn update(&mut self, message: Message, tables: &Tables) -> Vec<Effect> {
        if let Message::Settled(is_written) = message {
            return self.end(is_written, tables);
        }
        self.notice_tables(tables);
        let mut effects = std::mem::take(&mut self.pending);
        if !matches!(self.stage, Stage::Settled(_)) {
            effects.extend(self.take(message, tables));
        }
        effects
    }

    /// Applies a message, without handling changes of the tables.
    pub(super) fn take(&mut self, message: Message, tables: &Tables) -> Vec<Effect> {
        match message {
            Message::GiveOrTake(..)
            | Message::More(..)
            | Message::Fewer(..)
            | Message::Aim(..)
            | Message::ActFor(_)
            | Message::Answer(_)
            | Message::Override
            | Message::FollowRules => self.change(message, tables),
            Message::Apply | Message::Discard => self.settle(&message, tables),
            // `update` has handled it.
            Message::TableChanged | Message::Settled(_) => Vec::new(),
            Message::StartAgain => {
                self.stage = Stage::Asking;
                Vec::new()
            }
            Message::TakeUp(stamp, rolled) => {
                self.take_up(stamp, *rolled);
                Vec::new()
            }
            Message::Resume(draft) => {
                self.resume(*draft, tables);
                Vec::new()
            }
            other => self.roll(other, tables),
        }
    }

    /// Applies a message that changes the act. Once there are dice, the act is fixed.
    fn change(&mut self, message: Message, tables: &Tables) -> Vec<Effect> {
        if self.rolling().is_some() {
            return Vec::new();
        }
        match message {
            Message::GiveOrTake(role, unit) => self.give_or_take(role, &unit),
            Message::More(role, unit) => self.add_member(role, &unit),
            Message::Fewer(role, unit) => self.remove_member(role, &unit),
            Message::Aim(role, unit, place, value) => {
                // The number is about this unit. If the unit takes part already, it must not leave the role.
                if !self.act.participants.units(role).contains(&unit) {
                    self.give_or_take(role, &unit);
                }
                let effects = self.meet(tables);
                self.answer(&[(place, Some(value))], tables);
                return effects.into_iter().chain(self.changed(tables)).collect();
            }
            Message::ActFor(side) => self.act.participants.act_for(side),
            Message::Answer(answers) => self.answer(&answers, tables),
            Message::Override => {
                let barred = self.barred(tables);
                self.act.override_all(&barred);
            }
            Message::FollowRules => self.act.overrides.clear(),
            _ => return Vec::new(),
        }
        self.changed(tables)
    }

    /// Follows up a change of the act: updates the pair, and saves the answers.
    fn changed(&mut self, tables: &Tables) -> Vec<Effect> {
        let mut effects = self.meet(tables);
        if tables.shown.is_some() {
            effects.push(Effect::Keep(Box::new(self.draft(tables))));
        }
        effects
    }

    fn answer(&mut self, answers: &[(String, Option<Json>)], tables: &Tables) {
        for (place, value) in answers {
            let seen = self.sketch(tables);
            let mut changed = std::mem::take(&mut self.act.answers);
            self.answer_in(&mut changed, &seen, place, value.clone());
            self.act.answers = changed;
        }
    }

    fn role(&self, id: &str) -> Option<&'static Role> {
        self.act.procedure.participants.iter().find(|role| role.id == id)
    }

    fn give_or_take(&mut self, role: &str, id: &str) {
        let Some(role) = self.role(role) else { return };
        let mut left = None;
        let mut ids = self.act.participants.units(role.id).to_vec();
        match ids.iter().position(|taken| taken == id) {
            Some(_) if role.max == 1 && role.min == 1 => {}
            Some(index) => {
                ids.remove(index);
                left = Some(index);
            }
            None if role.max == 1 => {
                left = (!ids.is_empty()).then_some(0);
                ids = vec![id.to_owned()];
            }
            None if ids.len() < role.max => ids.push(id.to_owned()),
            None => {}
        }
        self.act.participants.set(role.id, ids);
        if let Some(index) = left {
            self.forget_unit(role, index);
        }
        self.forget_lists();
    }

    fn add_member(&mut self, role: &str, id: &str) {
        let Some(role) = self.role(role) else { return };
        let mut ids = self.act.participants.units(role.id).to_vec();
        if ids.len() < role.max {
            let last = ids.iter().rposition(|taken| taken == id);
            ids.insert(last.map_or(ids.len(), |last| last + 1), id.to_owned());
            self.act.participants.set(role.id, ids);
        }
    }

    fn remove_member(&mut self, role: &str, id: &str) {
        let Some(role) = self.role(role) else { return };
        let mut ids = self.act.participants.units(role.id).to_vec();
        if let Some(last) = ids.iter().rposition(|taken| taken == id) {
            ids.remove(last);
            self.act.participants.set(role.id, ids);
            self.forget_unit(role, last);
        }
    }

    /// Applies a message about dice.
    fn roll(&mut self, message: Message, tables: &Tables) -> Vec<Effect> {
        match message {
            Message::EnterDice => return self.enter_dice(tables),
            Message::Rolled(dice, logged) => {
                let Some(rolling) = self.rolling_mut() else { return Vec::new() };
                rolling.dice = dice;
                rolling.logged = logged.clone().or(rolling.logged.take());
                return logged.map(|_| Effect::DropDice).into_iter().collect();
            }
            Message::Choose(field, value) => return self.choose(field, value, tables),
            Message::EnteredElsewhere(draft) => {
                let Some(rolling) = self.rolling_mut().filter(|rolling| rolling.logged == draft.rolled) else {
                    return Vec::new();
                };
                let by_app = rolling.by_app();
                rolling.dice.truncate(by_app);
                self.enter(&draft.faces, &draft.counted, tables);
                return Vec::new();
            }
            Message::Die(face) => self.add_dice([Die::typed(face)], tables),
            Message::Successes(successes) => {
                let Some(roll) = self.shown(tables).dice.next.as_ref().map(|(roll, _)| roll.clone()) else {
                    return Vec::new();
                };
                // Each success is stored as the highest face, each failure as a one.
                let face = |nth: usize| if nth < successes { roll.sides } else { 1 };
                let dice = (0..roll.count).map(|nth| Die { counted: true, ..Die::typed(face(nth)) });
                self.add_dice(dice, tables);
            }
            Message::ChangeDie(die, face) => self.change_die(die, face, &tables.unhidden()),
            Message::TakeBack => self.take_back(tables),
            Message::OtherDice => {
                if let Some(rolling) = self.rolling_mut() {
                    rolling.dice.clear();
                    rolling.choices.clear();
                }
            }
            Message::Back => {
                if self.rolling().is_some_and(|rolling| rolling.logged.is_none() && rolling.dice.is_empty()) {
                    self.stage = Stage::Asking;
                }
                return Vec::new();
            }
            _ => return Vec::new(),
        }
        let renewed = self.renew_empty_pad(tables);
        self.save_draft(tables).into_iter().chain(renewed).collect()
    }

    /// Fixes the input and enters the dice of the corrected act. Nothing happens if the act is forbidden for a reason that the player may
    /// not see.
    fn enter_dice(&mut self, tables: &Tables) -> Vec<Effect> {
        if self.rolling().is_some() {
            return Vec::new();
        }
        let effects = self.enter_pad(tables);
        self.enter_earlier(&tables.unhidden());
        effects
    }

    /// Fixes the input, so that dice can be entered.
    fn enter_pad(&mut self, tables: &Tables) -> Vec<Effect> {
        let shown = self.shown(tables);
        if !shown.outlook.is_rolled() && *shown.outlook != Outlook::Hidden {
            return Vec::new();
        }
        if self.is_forbidden_unseen(tables) {
            return vec![Effect::SayForbiddenUnseen];
        }
        let unhidden = tables.unhidden();
        let reasons = self.barred(tables).into_iter().map(|barred| barred.message).collect();
        let overrides = self.overridden(&unhidden);
        self.stage = Stage::Rolling(Rolling { input: self.input(&unhidden), overrides, reasons, ..Rolling::default() });
        Vec::new()
    }

    /// Fixes the input again while no die is entered, because only the first die fixes it for good.
    fn renew_empty_pad(&mut self, tables: &Tables) -> Vec<Effect> {
        if self.rolling().is_some_and(|rolling| rolling.dice.is_empty() && rolling.logged.is_none()) {
            self.stage = Stage::Asking;
            return self.enter_pad(tables);
        }
        Vec::new()
    }

    fn add_dice(&mut self, dice: impl IntoIterator<Item = Die>, tables: &Tables) {
        let last = tables.last_stamp();
        if let Some(rolling) = self.rolling_mut() {
            if rolling.dice.is_empty() {
                rolling.since = last;
            }
            rolling.dice.extend(dice);
        }
    }

    fn take_back(&mut self, tables: &Tables) {
        let Some(rolling) = self.rolling_mut() else { return };
        if rolling.just_chose() {
            if let Some((field, _)) = rolling.choices.pop() {
                choices_of(&mut rolling.input, field, |made| drop(made.pop()));
            }
        } else if rolling.can_take_back() {
            let count = self.last_entered(&tables.unhidden());
            if let Some(rolling) = self.rolling_mut() {
                rolling.dice.truncate(rolling.dice.len().saturating_sub(count));
            }
        }
    }

    /// Makes a choice that the dice offered. The first value of the choice is the decision to roll: if the app rolled the earlier dice, it
    /// then rolls on.
    fn choose(&mut self, field: &'static str, value: &'static str, tables: &Tables) -> Vec<Effect> {
        let makes_the_roll = self.first_choice(field) == Some(value);
        let Some(rolling) = self.rolling_mut() else { return Vec::new() };
        rolling.choices.push((field, rolling.dice.len()));
        choices_of(&mut rolling.input, field, |made| made.push(value.into()));
        let by_app = rolling.dice.last().is_some_and(|die| die.number.is_some());
        if makes_the_roll && by_app {
            return vec![Effect::Roll];
        }
        self.enter_earlier(&tables.unhidden());
        self.save_draft(tables)
    }

    /// The first value of a choice that dice offer; `None` if the field is no choice.
    fn first_choice(&self, field: &str) -> Option<&'static str> {
        use rules::form::Kind;
        match self.act.procedure.form.field(field)?.kind {
            Kind::List { of: Kind::Choice(choices), .. } => choices.first().map(|choice| choice.id),
            _ => None,
        }
    }

    /// Saves the entered dice. Without dice, only the answers are saved.
    fn save_draft(&self, tables: &Tables) -> Vec<Effect> {
        if tables.shown.is_none() {
            return Vec::new();
        }
        let Some(rolling) = self.rolling() else { return Vec::new() };
        let draft = Box::new(self.draft(tables));
        match (rolling.entered().is_empty(), &rolling.logged) {
            (false, _) => vec![Effect::KeepDice(draft)],
            (true, None) => vec![Effect::DropDice, Effect::Keep(draft)],
            (true, Some(_)) => vec![Effect::DropDice],
        }
    }

    /// Continues a logged roll, with the act as it was rolled.
    fn take_up(&mut self, stamp: Stamp, rolled: Rolled) {
        self.act.participants = Participants::read(self.act.procedure, &rolled.participants);
        self.stage = Stage::Rolling(Rolling {
            dice: dice_of(&rolled.rolls),
            input: rolled.input,
            overrides: rolled.overrides,
            logged: Some(stamp),
            ..Rolling::default()
        });
    }

    fn settle(&mut self, message: &Message, tables: &Tables) -> Vec<Effect> {
        match message {
            Message::Apply => {
                if self.is_forbidden_unseen(tables) {
                    return vec![Effect::SayForbiddenUnseen];
                }
                let shown = self.shown(tables);
                let settlement = shown.outcome.as_ref().and_then(|outcome| outcome.settlement.clone());
                self.hand_over(settlement, &shown)
            }
            Message::Discard => {
                let (shown, settlement) = (self.shown(tables), self.discarding(tables));
                self.hand_over(settlement, &shown)
            }
            _ => Vec::new(),
        }
    }

    /// Hands an act to the app. From then on the panel keeps its last contents: on the table after the act, the outcome would count twice.
    fn hand_over(&mut self, settlement: Option<Settlement>, shown: &Shown) -> Vec<Effect> {
        let Some(settlement) = settlement else { return Vec::new() };
        self.before_settling = Some(self.stage.clone());
        self.freeze(shown);
        vec![Effect::Settle(Box::new(settlement))]
    }

    /// Ends the panel if the app has written the act to the log, or restores it if that failed.
    fn end(&mut self, is_written: bool, tables: &Tables) -> Vec<Effect> {
        match self.before_settling.take() {
            Some(_) if is_written => {
                self.sighting = Sighting::of(tables);
                vec![Effect::DropDice]
            }
            Some(stage) => {
                self.stage = stage;
                Vec::new()
            }
            None => Vec::new(),
        }
    }

    /// The act that discards the dice; `None` if they are incomplete and the app has logged none of them.
    fn discarding(&mut self, tables: &Tables) -> Option<Settlement> {
        let shown = self.shown(tables);
        let action = match shown.outcome.as_ref().and_then(|outcome| outcome.settlement.clone()) {
            Some(settlement) => settlement.action,
            None => {
                let stamp = self.rolling()?.logged.clone()?;
                let rolled = tables.judged?.awaiting().find(|(awaited, _)| **awaited == stamp)?.1.clone();
                crate::Resolved::discarded(stamp, rolled)
            }
        };
        let action = crate::Resolved { discarded: true, ..action };
        Some(Settlement { action, changes: Vec::new(), overrides: Vec::new() })
    }

    fn freeze(&mut self, last: &Shown) {
        self.stage = Stage::Settled(Arc::new(Shown { is_settled: true, ..last.clone() }));
    }

    /// Handles a change of the tables: adds notes and removes lost own modifiers. If the act was settled elsewhere, the panel keeps its
    /// last contents.
    pub(super) fn notice_tables(&mut self, tables: &Tables) {
        let is_seen = self.sighting.as_ref().is_none_or(|sighting| sighting.is_of(tables));
        if !is_seen && !matches!(self.stage, Stage::Settled(_)) {
            let effects = self.follow_tables(tables);
            self.pending.extend(effects);
        }
    }

    fn follow_tables(&mut self, tables: &Tables) -> Vec<Effect> {
        let before = std::mem::replace(&mut self.sighting, Sighting::of(tables));
        if self.is_settled_elsewhere(tables) {
            // The contents from before the act are shown: on the current tables the outcome would count twice.
            let last = self.shown.last().cloned();
            let last = last.unwrap_or_else(|| Arc::new(self.newly_shown(tables)));
            self.freeze(&last);
            return vec![Effect::DropDice];
        }
        if let Some(before) = before {
            self.note_changes(&before, tables);
        }
        self.drop_lost_modifiers(tables);
        self.renew_empty_pad(tables)
    }

    /// Removes own modifiers from the answers if the own rules have changed or lost them since they were ticked.
    fn drop_lost_modifiers(&mut self, tables: &Tables) {
        let Some(state) = tables.state().filter(|_| self.rolling().is_none()) else { return };
        let rules = OwnRules::of(state.battle());
        let agreed: Vec<Json> = rules.modifiers.iter().map(OwnModifier::change).collect();
        let input = self.sketch(tables);
        for part in own::parts(self.act.procedure, &input) {
            let ticked = part.changes_in(&input);
            let left: Vec<Json> = ticked.iter().filter(|change| agreed.contains(change)).cloned().collect();
            if left.len() < ticked.len() {
                path::set(&mut self.act.answers, &part.changes_at(), Some(left.into()));
            }
        }
    }
}

/// Changes the list of choices of a field.
fn choices_of(input: &mut Map<String, Json>, field: &str, change: impl FnOnce(&mut Vec<Json>)) {
    if let Json::Array(made) = input.entry(field).or_insert_with(|| Json::Array(Vec::new())) {
        change(made);
    }
}
