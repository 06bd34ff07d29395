//! The panel of a procedure: what it knows. [`panel_view`](super::panel_view) draws it.
//!
//! [`odds`](super::odds) is what can be said before the dice, [`questions`](super::questions) what is asked,
//! [`rolling`](super::rolling) the dice, [`outcome`](super::outcome) what they come to.

use crate::app::components::names::Names;
use crate::app::platform::clock::new_seed;
use crate::app::state::BattleState;
use crate::app::state::live::Live;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Action, Draft, Event, EventStatus, LoggedRoll, Rolled, Stamp};
use drumhead::battle::{binding, participants};
use drumhead::core::text::Text;
use drumhead::dice::RollRequest;
use drumhead::dice::rng::Seed;
use drumhead::dice::{Halt, Played};
use drumhead::form::path;
use drumhead::rules::filling;
use drumhead::rules::own;
use drumhead::rules::procedure::{Price, Procedure, Resolved, Role};
use drumhead::rules::ruleset::Ruleset;
use drumhead::rules::table::Scene;
use leptos::html::Button;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// A procedure being resolved.
#[derive(Clone, Copy)]
pub struct Panel {
    pub(super) ruleset: &'static Ruleset,
    pub(super) procedure: &'static Procedure,
    pub(super) battle: Option<BattleState>,
    /// Participants.
    pub(super) participants: PanelParticipants,
    /// Answers of the players.
    pub(super) answers: PanelAnswers,
    /// Dice, rolled or entered.
    pub(super) dice: PanelDice,
    /// The button that opens the pad, for the focus.
    pub(super) enter_button: NodeRef<Button>,
}

/// Units that take part in a procedure.
#[derive(Clone, Copy)]
pub(super) struct PanelParticipants {
    /// Units of each role.
    pub(super) chosen: RwSignal<Participants>,
    /// The unit in the page's address.
    pub(super) in_address: StoredValue<Option<String>>,
}

/// Answers to a procedure's questions.
#[derive(Clone, Copy)]
pub(super) struct PanelAnswers {
    /// Answers, shaped like the input.
    pub(super) given: RwSignal<Map<String, Json>>,
    /// Answers that the panel was opened with.
    opened_with: StoredValue<Map<String, Json>>,
    /// The last event of the log when the panel was opened.
    opened_after: StoredValue<Option<Stamp>>,
    /// True if players do it although rules of the turn forbid it.
    pub(super) overriding: RwSignal<bool>,
}

/// The dice of a procedure.
#[derive(Clone, Copy)]
pub(super) struct PanelDice {
    /// The dice so far.
    pub(super) so_far: RwSignal<Vec<Die>>,
    /// The input that dice are being rolled for. It is fixed, whatever happens on the table meanwhile.
    pub(super) rolled_for: RwSignal<Option<Map<String, Json>>>,
    /// Rules of the turn that this input overrides, by their ids.
    pub(super) overrides: RwSignal<Vec<String>>,
    /// Reasons of those rules, if the panel was not left meanwhile.
    pub(super) override_reasons: RwSignal<Vec<Text>>,
    /// The roll of the app that is in the log, and was not applied or discarded yet.
    pub(super) logged: RwSignal<Option<Stamp>>,
    /// The seed of dice rolled without a battle.
    pub(super) seed: RwSignal<Seed>,
    /// Direct connections to other devices, if there may be any.
    pub(super) connections: Option<Live>,
    /// True while another device is asked for its step of a roll.
    pub(super) asking: RwSignal<bool>,
    /// The rolls of the act as it was, where it is corrected.
    pub(super) earlier: StoredValue<Vec<LoggedRoll>>,
    /// Id under which dice that are entered by hand are kept, once there are any.
    pub(super) kept_as: StoredValue<Option<String>>,
    /// The last event of the log before the first of them.
    pub(super) entered_after: StoredValue<Option<Stamp>>,
    /// For each choice that the dice raised and that was made: its field, and how many dice there were then.
    pub(super) choices: RwSignal<Vec<(&'static str, usize)>>,
    /// True while numbers of successes are unfolded below the faces.
    pub(super) counting: RwSignal<bool>,
}

impl PanelDice {
    fn none_yet() -> Self {
        Self {
            so_far: RwSignal::default(),
            rolled_for: RwSignal::new(None),
            overrides: RwSignal::default(),
            override_reasons: RwSignal::default(),
            logged: RwSignal::new(None),
            seed: RwSignal::new(new_seed()),
            connections: use_context(),
            asking: RwSignal::new(false),
            earlier: StoredValue::default(),
            kept_as: StoredValue::default(),
            entered_after: StoredValue::default(),
            counting: RwSignal::new(false),
            choices: RwSignal::default(),
        }
    }
}

/// A die that was rolled: its face, and the number of the roll if the app made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Die {
    pub(super) face: u8,
    pub(super) number: Option<u64>,
    /// True if it stands for a success or a failure of which players said only the number.
    pub(super) counted: bool,
}

impl Die {
    /// A die from the table.
    pub(super) const fn typed(face: u8) -> Self {
        Self { face, number: None, counted: false }
    }
}

/// Function that fills an input from the table.
type Filling = fn(&Procedure, &Scene, &Map<String, Json>, &Map<String, Json>) -> Map<String, Json>;

impl Panel {
    /// A panel with what is known at first.
    pub fn new(
        ruleset: &'static Ruleset,
        procedure: &'static Procedure,
        battle: Option<BattleState>,
        participants: Participants,
        answers: Map<String, Json>,
    ) -> Self {
        Self {
            ruleset,
            procedure,
            battle,
            participants: PanelParticipants { chosen: RwSignal::new(participants), in_address: StoredValue::default() },
            answers: PanelAnswers {
                opened_with: StoredValue::new(answers.clone()),
                given: RwSignal::new(answers),
                opened_after: StoredValue::new(battle.and_then(BattleState::last_stamp)),
                overriding: RwSignal::new(false),
            },
            dice: PanelDice::none_yet(),
            enter_button: NodeRef::new(),
        }
    }

    /// Goes on with a roll of the log: everything is as it was when it was rolled.
    pub(super) fn take_up(self, stamp: Stamp, rolled: Rolled) {
        self.participants.chosen.set(Participants::read(self.procedure, &rolled.participants));
        let dice = |roll: LoggedRoll| {
            roll.faces.into_iter().map(move |face| Die { face, number: roll.number, counted: roll.counted.is_some() })
        };
        self.dice.so_far.set(rolled.rolls.into_iter().flat_map(dice).collect());
        self.dice.rolled_for.set(Some(rolled.input));
        self.dice.overrides.set(rolled.overrides);
        self.dice.logged.set(Some(stamp));
    }

    /// Goes on with dice that were entered by hand, and are kept under this id.
    pub(super) fn resume_dice(self, id: String, draft: Draft) {
        self.dice.kept_as.set_value(Some(id));
        self.dice.entered_after.set_value(draft.after.clone());
        self.resume(draft);
    }

    /// Goes on as the page was left: with what was said, and with the dice that had been typed. Dice that are not possible
    /// are left out.
    pub(super) fn resume(self, draft: Draft) {
        if draft.rolled.is_none() {
            self.participants.chosen.set(Participants::read(self.procedure, &draft.participants));
            self.answers.given.set(draft.answers);
            if draft.faces.is_empty() {
                self.answers.overriding.set(!draft.overrides.is_empty());
            } else {
                self.dice.rolled_for.set(Some(draft.input));
                self.dice.overrides.set(draft.overrides);
            }
        }
        self.enter(&draft.faces, &draft.counted);
    }

    /// Enters dice after those so far. Those that are not possible are left out. `counted` are the indexes of faces that stand for
    /// successes or failures.
    pub(super) fn enter(self, faces: &[u8], counted: &[usize]) {
        for (nth, face) in faces.iter().enumerate() {
            let die = Die { counted: counted.contains(&nth), ..Die::typed(*face) };
            self.dice.so_far.update(|dice| dice.push(die));
            if !matches!(untrack(|| self.played()), Ok(Played { result: Ok(_) | Err(Halt::Needs(_)), .. })) {
                self.dice.so_far.update(|dice| dice.truncate(dice.len().saturating_sub(1)));
                break;
            }
        }
    }

    /// True for an act of units that dice decide, unless it corrects another.
    pub(super) fn can_play_out(self) -> bool {
        !self.procedure.calculates && !self.procedure.participants.is_empty() && !self.corrects()
    }

    /// The unit that acts.
    pub(super) fn acting(self) -> Option<String> {
        let role = self.procedure.participants.first()?;
        self.participants.chosen.with_untracked(|participants| participants.units(role.id).first().cloned())
    }

    /// The side that acts: 0 or 1; 0 without a battle.
    pub(super) fn side(self) -> usize {
        let side = |battle: BattleState| {
            battle.with(|battle| {
                self.participants.chosen.with(|participants| participants.side(self.procedure, battle.state()))
            })
        };
        self.battle.map_or(0, side)
    }

    /// Gives a role to a unit, in the place of the only other if need be; takes it from one that has it, unless somebody must.
    pub(super) fn give_or_take(self, role: &'static Role, id: &str) {
        let mut left = None;
        self.participants.chosen.update(|participants| {
            let mut ids = participants.units(role.id).to_vec();
            match ids.iter().position(|taken| taken == id) {
                Some(_) if role.max == 1 && role.min == 1 => {}
                Some(place) => {
                    ids.remove(place);
                    left = Some(place);
                }
                None if role.max == 1 => {
                    left = (!ids.is_empty()).then_some(0);
                    ids = vec![id.to_owned()];
                }
                None if ids.len() < role.max => ids.push(id.to_owned()),
                None => {}
            }
            participants.set(role.id, ids);
        });
        if let Some(place) = left {
            self.forget_unit(role, place);
        }
        self.forget_lists();
    }

    /// The names of those who take part, for sentences.
    pub(super) fn named_units(self) -> Names {
        match self.battle {
            Some(battle) => self
                .participants
                .chosen
                .with(|participants| Names::of_participants(battle, self.procedure, participants)),
            None => Names::of_procedure(self.procedure),
        }
    }

    /// The rolls of the act in players' words, given their purposes in order.
    pub(super) fn label_rolls<'a>(self, purposes: impl IntoIterator<Item = &'a str>) -> Vec<String> {
        self.named_units().label_rolls(self.procedure, &self.input(), purposes)
    }

    /// The next roll in players' words.
    pub(super) fn label_next(self, roll: &RollRequest) -> String {
        let earlier = self.played().map(|played| played.rolls).unwrap_or_default();
        let earlier = earlier.iter().map(|roll| roll.purpose.as_str());
        let all = self.label_rolls(earlier.chain([roll.purpose.as_str()]));
        all.into_iter().next_back().unwrap_or_default()
    }

    /// A label of a roll within a sentence.
    pub(super) fn within_sentence(self, purpose: &str, label: String) -> String {
        self.named_units().within_sentence(self.procedure, &self.input(), purpose, label)
    }

    /// The units of a role, by name.
    pub(super) fn names(self, role: &str) -> Vec<String> {
        let units = |role: &str| self.participants.chosen.with(|participants| participants.units(role).to_vec());
        participants::names_in(self.procedure, role, units, |id| self.unit_name(id))
    }

    pub(super) fn unit_name(self, id: &str) -> String {
        self.battle
            .and_then(|battle| battle.with(|battle| Some(battle.state().unit(id)?.name().to_owned())))
            .unwrap_or_default()
    }

    /// The input: the one that stands, else what the table and the players say now.
    pub(super) fn input(self) -> Map<String, Json> {
        if let Some(stands) = self.dice.rolled_for.get() {
            return stands;
        }
        self.filled(filling::input)
    }

    /// The input as players see it: what they only sketched is not worked out.
    pub(super) fn sketch(self) -> Map<String, Json> {
        self.filled(filling::sketch)
    }

    fn filled(self, fill: Filling) -> Map<String, Json> {
        self.filled_with(fill, self.answers.given.get())
    }

    fn filled_with(self, fill: Filling, answers: Map<String, Json>) -> Map<String, Json> {
        match self.battle {
            None => answers,
            Some(battle) => battle.with(|battle| {
                let scene = self
                    .participants
                    .chosen
                    .with(|participants| binding::scene(self.procedure, participants, battle.state()));
                fill(self.procedure, &scene, &battle.header().rulings, &answers)
            }),
        }
    }

    /// True if every role that must be taken is.
    pub(super) fn has_participants(self) -> bool {
        self.battle.is_none() || self.first_missing().is_none()
    }

    /// The place of the first role that lacks somebody.
    pub(super) fn first_missing(self) -> Option<usize> {
        self.participants.chosen.with(|participants| {
            self.procedure.participants.iter().position(|role| participants.units(role.id).len() < role.min)
        })
    }

    /// True if an act of this procedure and these units was applied since the panel was opened, and not undone: in another
    /// tab, or by a second tap.
    pub(super) fn done_meanwhile(self) -> bool {
        let Some(battle) = self.battle else { return false };
        let participants = self.participants.chosen.with(Participants::json);
        let same = |event: &Event| {
            matches!(event, Event::Action(act) if matches!(&act.action, Action::Resolved(done)
                if !done.discarded && done.procedure == self.procedure.id && done.participants == participants))
        };
        battle.with(|open| {
            let after = self.answers.opened_after.get_value();
            let statuses = || open.event_statuses();
            let later = |stamp: &Stamp| after.as_ref().is_none_or(|after| stamp > after);
            let found: Vec<usize> = open
                .log()
                .iter()
                .enumerate()
                .filter(|(_, (stamp, event))| later(stamp) && same(event))
                .map(|(place, _)| place)
                .collect();
            !found.is_empty() && {
                let statuses = statuses();
                found.iter().any(|place| statuses.get(*place) == Some(&EventStatus::InForce))
            }
        })
    }

    /// Puts what was said at its place. A list that stands for no units is said as a whole.
    pub(super) fn say(self, place: &str, value: Option<Json>) {
        let seen = untrack(|| self.sketch());
        self.answers.given.update(|answers| self.say_in(answers, &seen, place, value));
    }

    fn say_in(self, answers: &mut Map<String, Json>, seen: &Map<String, Json>, place: &str, value: Option<Json>) {
        let first = place.split(['.', '[']).next().unwrap_or_default();
        if let (None, Some(Json::Array(list)), false) =
            (answers.get(first), seen.get(first), self.procedure.binds(first))
        {
            answers.insert(first.to_owned(), list.clone().into());
        }
        path::set(answers, place, value);
    }

    /// The input as it would be with something else said at a place of what players see.
    pub(super) fn input_if(self, seen: &Map<String, Json>, place: &str, value: &Json) -> Map<String, Json> {
        let mut answers = self.answers.given.get_untracked();
        self.say_in(&mut answers, seen, place, Some(value.clone()));
        self.filled_with(filling::input, answers)
    }

    /// True if it was opened with an answer at this place.
    pub(super) fn was_opened_with(self, place: &str) -> bool {
        self.answers.opened_with.with_value(|answers| path::get(answers, place).is_some())
    }

    /// Takes back what was said of a unit that left a role: what one unit was asked is not said of another.
    pub(super) fn forget_unit(self, role: &Role, place: usize) {
        self.answers.opened_with.with_value(|opened_with| {
            self.answers.given.update(|asked| filling::forget_unit(self.procedure, role, place, opened_with, asked));
        });
    }

    /// Clears list answers when the participants change. Lists whose members are units stay.
    fn forget_lists(self) {
        // The steps of a way are no units, and neither are own modifiers.
        let way = |id: &str| id == own::FIELD || self.procedure.form.field(id).is_some_and(|field| field.in_order);
        self.answers
            .given
            .update(|answers| answers.retain(|id, said| !said.is_array() || self.procedure.binds(id) || way(id)));
    }

    /// The scene that the participants make on the table.
    pub(super) fn scene(self, battle: BattleState) -> Scene {
        battle.with(|battle| {
            self.participants.chosen.with(|participants| binding::scene(self.procedure, participants, battle.state()))
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

    /// Price of doing it in a battle, or the reason why it cannot be done now.
    pub(super) fn price(self, input: &Map<String, Json>) -> Result<Price, Text> {
        self.battle.map_or_else(|| Ok(Price::default()), |battle| self.procedure.costs(&self.scene(battle), input))
    }

    /// The procedure played with the dice so far.
    pub(super) fn played(self) -> Result<Played<Resolved>, String> {
        self.dice.so_far.with(|dice| self.played_with(dice))
    }

    pub(super) fn played_with(self, dice: &[Die]) -> Result<Played<Resolved>, String> {
        let faces: Vec<u8> = dice.iter().map(|die| die.face).collect();
        let ready = self.procedure.read(&self.input()).map_err(|refusal| refusal.message.to_string())?;
        let mut played = ready.resolve(&faces);
        if let (Some(battle), Ok(resolved)) = (self.battle, &mut played.result) {
            ready.describe_aftermath(&self.scene(battle), resolved);
        }
        Ok(played)
    }

    /// Begins again, with new dice.
    pub(super) fn again(self) {
        self.dice.seed.set(new_seed());
        self.dice.so_far.set(Vec::new());
        self.dice.choices.set(Vec::new());
        self.dice.rolled_for.set(None);
    }
}
