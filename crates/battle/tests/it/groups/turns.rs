//! Two whole turns of each sample battle: unit by unit, and with group acts, with the taps that each takes.
//!
//! A panel takes a tap to open it, one for each unit or answer that it asks for, one for Roll if there are dice, and one for Apply. A group
//! act takes a tap to open it, one for each tick, unit or answer, one for Roll if there are dice, and one for Apply. The end of a phase takes
//! a tap in both. Dice are those of the app. Acts that no group act contains, such as melees, take the same taps in both.

use super::app::{add, send};
use crate::panels::table::sample;
use battle::panel::group::{GroupAct, GroupMessage};
use battle::panel::{DecisionOption, Message, OptionProspect, Outlook, Tables};
use battle::referee::{self, JointOffer};
use battle::{Act, Action, ActionEvent, Battle, Event, Resolved};
use rand::rngs::ChaCha8Rng;
use rand::{RngExt, SeedableRng};
use rules::dice::Halt;
use rules::form::{Form, Kind, path};
use rules::procedure::Procedure;
use rules::refusal::Code;
use rules::ruleset::Ruleset;
use rules::table::TURN;
use rules::turn::Duty;
use serde_json::{Value as Json, json};
use std::collections::{BTreeMap, BTreeSet};

/// Number of turns that are played.
const TURNS: i32 = 2;
/// Maximum number of answers to one act.
const MOST_ANSWERS: usize = 12;
/// Maximum number of acts in a phase.
const MOST_ACTS: usize = 60;
/// Number of units that charge at once, because offers propose no charges.
const CHARGERS: usize = 3;

/// Taps and acts of a battle so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    /// Taps, counted as described at the top of this file.
    taps: usize,
    /// Taps for acts that were, or could have been, parts of a group act.
    of_groups: usize,
    /// Acts of units.
    acts: usize,
}

struct Game {
    ruleset: &'static Ruleset,
    battle: Battle,
    is_by_group: bool,
    count: Count,
    /// Number of times that each unit did each procedure. The dice of an act depend on this number, and not on the way of playing.
    done: BTreeMap<(String, &'static str), u64>,
}

macro_rules! two_turns_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            let ruleset = test_rulesets::RULESETS.find(stringify!($name)).unwrap();
            let (old, new) = (Game::played(ruleset, false), Game::played(ruleset, true));
            println!("{}: {} taps unit by unit, {} with group acts", ruleset.named.title, old.taps, new.taps);
            println!("  {old:?}\n  {new:?}");
            assert!(new.acts * 10 >= old.acts * 8, "group acts leave nothing out: {old:?} {new:?}");
            // The two ways of playing do not reach exactly the same acts, so taps are compared for each act. Half a tap is rounded up.
            assert!(2 * new.of_groups * old.acts <= (old.of_groups + 1) * new.acts, "at most half: {old:?} {new:?}");
        }
    )*};
}
two_turns_of!(pike_and_shot, pikette_squared, argad, arquebusier);

impl Game {
    fn played(ruleset: &'static Ruleset, is_by_group: bool) -> Count {
        let battle = sample(ruleset);
        let mut game = Self { ruleset, battle, is_by_group, count: Count::default(), done: BTreeMap::new() };
        while game.battle.state().battle().value(TURN).unwrap_or(1) <= TURNS {
            game.play_phase();
        }
        game.count
    }

    fn play_phase(&mut self) {
        let mut tried: BTreeSet<String> = BTreeSet::new();
        for _ in 0..MOST_ACTS {
            let offers = referee::joint_offers(self.ruleset, self.battle.state());
            let mut open = offers.iter().filter(|offer| is_played(offer) && !tried.contains(&key(offer)));
            let due = open.clone().find(|offer| offer.is_due);
            if let Some(offer) = due {
                tried.insert(key(offer));
                self.do_offer(offer);
            } else if let Some(act) = self.single_duty(&tried) {
                tried.insert(format!("{act:?}"));
                let taps = self.alone(act, true).unwrap_or(0);
                self.count.taps += taps;
            } else if let Some(offer) = open.next() {
                tried.insert(key(offer));
                self.do_offer(offer);
            } else if let Some(card) = self.card() {
                // A new card allows other acts.
                tried.retain(|key| key.contains("Act {"));
                let Some(taps) = self.alone(card, true) else { break };
                self.count.taps += taps;
            } else {
                break;
            }
        }
        self.next();
    }

    /// The act of a duty that holds up the phase, and that no group act contains.
    fn single_duty(&self, tried: &BTreeSet<String>) -> Option<Act> {
        let duties = Duty::gathered(referee::duties(self.ruleset, self.battle.state()));
        let acts = duties.iter().filter(|duty| duty.holds_up());
        // The General was near only the first of several formations.
        let one = |act: Act| if act.procedure.id == "general_death" { of_first(act) } else { act };
        let mut acts = acts.filter_map(|duty| Act::opening_duty(self.ruleset, duty, self.battle.state())).map(one);
        acts.find(|act| !tried.contains(&format!("{act:?}")))
    }

    /// The act that turns a card, in *Pikette Squared*.
    fn card(&self) -> Option<Act> {
        let offers = referee::side_offers(self.ruleset, self.battle.state());
        let card = offers.iter().find(|offer| offer.procedure == "draw_card")?;
        Act::opening_duty(self.ruleset, card, self.battle.state())
    }

    fn next(&mut self) {
        let overrides = referee::next_barred(self.ruleset, self.battle.state()).map(|(rule, _)| rule.to_owned());
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        let act = ActionEvent::new(0.0, Action::Phase, changes).refereed(overrides.into_iter().collect());
        add(&mut self.battle, Event::Action(Box::new(act)));
        self.count.taps += 1;
    }

    fn do_offer(&mut self, offer: &JointOffer) {
        let taps = if self.is_by_group {
            self.do_group(offer)
        } else {
            let acts: Vec<Act> =
                offer.acts().zip(chosen(offer)).filter(|(_, is_chosen)| *is_chosen).map(|(act, _)| act).collect();
            acts.into_iter().filter_map(|act| self.alone(act, false)).sum()
        };
        self.count.taps += taps;
        self.count.of_groups += taps;
    }

    /// Does an offer as a group act. Returns its taps; 0 if it could not be applied.
    fn do_group(&mut self, offer: &JointOffer) -> usize {
        let mut group = GroupAct::of_offer(self.ruleset, offer, &Tables::open(&self.battle)).unwrap();
        let mut taps = 1;
        for (part, (is_chosen, unit)) in chosen(offer).into_iter().zip(&offer.units).enumerate() {
            if is_chosen {
                let answers = self.answer(&mut group, part);
                // An act that turns out to be impossible is not counted unit by unit either.
                let is_possible = group.shown(&Tables::open(&self.battle)).parts[part].cannot.is_none();
                taps += if is_possible { answers } else { 0 };
            }
            // An answer ticks its unit.
            let is_ticked = group.acts().nth(part).is_some_and(|(_, is_ticked)| is_ticked);
            if is_chosen != is_ticked && is_chosen != unit.is_proposed {
                taps += 1;
                self.tell(&mut group, GroupMessage::Tick(part, is_chosen));
            }
        }
        let shown = group.shown(&Tables::open(&self.battle));
        taps += usize::from(shown.can_roll);
        self.enter_dice(&mut group);
        let shown = group.shown(&Tables::open(&self.battle));
        if !shown.can_apply {
            self.tell(&mut group, GroupMessage::Discard);
            return 0;
        }
        for part in shown.parts.iter().filter(|part| part.is_done) {
            *self.done.entry(done_by(&part.panel.act)).or_default() += 1;
            self.count.acts += 1;
        }
        self.tell(&mut group, GroupMessage::Apply);
        taps + 1
    }

    fn tell(&mut self, group: &mut GroupAct, message: GroupMessage) {
        send(group, &mut self.battle, [message]);
    }

    /// Gives a part the units and answers that it asks for, or unticks it. Returns the taps.
    fn answer(&mut self, group: &mut GroupAct, part: usize) -> usize {
        let mut taps = 0;
        for _ in 0..MOST_ANSWERS {
            let shown = group.shown(&Tables::open(&self.battle));
            let asked = &shown.parts[part];
            if !asked.asks || asked.cannot.is_some() {
                return taps;
            }
            let act = &asked.panel.act;
            if let Outlook::Refused(fault) = &*asked.panel.outlook
                && act.procedure.grouping.is_some_and(|grouping| grouping.shares(&fault.field))
                && let Some(value) = usual(act.procedure, &fault.field)
            {
                self.tell(group, GroupMessage::Share(vec![(fault.field.clone(), Some(value))]));
                taps += 1;
                continue;
            }
            let message = match &*asked.panel.outlook {
                Outlook::Missing(role) => {
                    candidate(act, *role, &self.battle).map(|(role, unit)| Message::GiveOrTake(role, unit))
                }
                Outlook::Refused(fault) => usual(act.procedure, &fault.field)
                    .map(|value| Message::Answer(vec![(fault.field.clone(), Some(value))])),
                Outlook::Undecided(decision) => {
                    let may = |option: &&DecisionOption| !matches!(option.prospect, OptionProspect::Forbidden(_));
                    let option = decision.options.iter().find(may);
                    option.map(|option| Message::Answer(vec![(decision.field.to_owned(), Some(json!(option.value)))]))
                }
                _ => None,
            };
            let Some(message) = message else { break };
            self.tell(group, GroupMessage::Change(part, message));
            taps += 1;
        }
        if group.acts().nth(part).is_some_and(|(_, is_ticked)| is_ticked) {
            self.tell(group, GroupMessage::Tick(part, false));
            taps += 1;
        }
        taps
    }

    fn enter_dice(&mut self, group: &mut GroupAct) {
        let mut dice: BTreeMap<usize, ChaCha8Rng> = BTreeMap::new();
        for _ in 0..2_000 {
            let shown = group.shown(&Tables::open(&self.battle));
            let Some(next) = shown.next.filter(|_| shown.asks.is_none()) else { return };
            let panel = &shown.parts[next].panel;
            let rng = dice.entry(next).or_insert_with(|| self.dice_of(&panel.act));
            let message = match (panel.dice.mid_roll_choice, &panel.dice.next) {
                (Some(field), _) => {
                    first_choice(panel.act.procedure.form, field).map(|id| GroupMessage::Choose(field, id))
                }
                (None, Some((roll, _))) => Some(GroupMessage::Die(rng.random_range(1..=roll.sides))),
                (None, None) => None,
            };
            let Some(message) = message else { return };
            self.tell(group, message);
        }
    }

    /// Does the act of one unit or side. Returns its taps; `None` if it is not possible.
    fn alone(&mut self, act: Act, is_single: bool) -> Option<usize> {
        let mut act = act.opened(self.ruleset, self.battle.state());
        let mut taps = 1;
        let state = self.battle.state().clone();
        for _ in 0..MOST_ANSWERS {
            if let Some(role) = act.missing_role() {
                let (role, unit) = candidate(&act, role, &self.battle)?;
                act.participants.set(role, vec![unit]);
            } else if let Err(refusal) = act.procedure.read(&act.input(&state)) {
                let value = usual(act.procedure, &refusal.field).filter(|_| refusal.code == Code::MissingField)?;
                path::set(&mut act.answers, &refusal.field, Some(value));
            } else {
                break;
            }
            taps += 1;
        }
        if !act.bars(self.ruleset, &state).is_empty() {
            return None;
        }
        let (mut faces, mut rng) = (Vec::new(), self.dice_of(&act));
        let (input, resolved) = loop {
            let input = act.input(&state);
            match referee::play(act.procedure, &act.participants, &state, &input, &faces).ok()?.result {
                Ok(resolved) => break (input, resolved),
                Err(Halt::Needs(roll)) => faces.extend((0..roll.count).map(|_| rng.random_range(1..=roll.sides))),
                Err(Halt::Refused(refusal)) => {
                    let id = first_choice(act.procedure.form, &refusal.field)?;
                    path::set(&mut act.answers, &refusal.field, Some(json!([id])));
                    taps += 1;
                }
            }
        };
        let changes =
            referee::resolved_changes(self.ruleset, act.procedure, &act.participants, &state, &input, &resolved);
        let done = Resolved::of(act.procedure.id, input, act.participants.json(), &resolved.outcome);
        let event = ActionEvent::new(1.0, Action::Resolved(done), changes).refereed(Vec::new());
        add(&mut self.battle, Event::Action(Box::new(event)));
        *self.done.entry(done_by(&act)).or_default() += 1;
        self.count.acts += usize::from(!is_single);
        Some(taps + usize::from(!faces.is_empty()) + 1)
    }

    /// The dice of an act, which depend only on the unit and on how often it has done the procedure.
    fn dice_of(&self, act: &Act) -> ChaCha8Rng {
        let done = done_by(act);
        let times = self.done.get(&done).copied().unwrap_or(0);
        let letters = done.0.bytes().chain(done.1.bytes()).map(u64::from);
        ChaCha8Rng::seed_from_u64(letters.fold(times, |sum, letter| sum.wrapping_mul(31).wrapping_add(letter)))
    }
}

/// The act, with only the first unit of its first role.
fn of_first(mut act: Act) -> Act {
    if let Some((role, unit)) = act.procedure.participants.first().zip(act.actor().map(str::to_owned)) {
        act.participants.set(role.id, vec![unit]);
    }
    act
}

fn done_by(act: &Act) -> (String, &'static str) {
    let side = || act.participants.named_side().map_or(String::new(), |side| side.to_string());
    (act.actor().map_or_else(side, str::to_owned), act.procedure.id)
}

/// False for offers that players use for a single unit, or not in the first turns. Also false if no unit is chosen.
fn is_played(offer: &JointOffer) -> bool {
    let is_of_one = ["Leader joins it", "Join a close order", "Pivot", "Form close order"].contains(&offer.label());
    !is_of_one && chosen(offer).contains(&true)
}

/// For each unit of an offer, true if it does the act. These are the proposed units, or the first units that may charge.
fn chosen(offer: &JointOffer) -> Vec<bool> {
    let charges = ["reaction_charge", "run_up"].contains(&offer.procedure.id) && !offer.is_due;
    let mut left = CHARGERS;
    let mut is_chosen = |unit: &referee::OfferedUnit| {
        let takes = charges && unit.cannot.is_none() && left > 0;
        left -= usize::from(takes);
        takes || unit.is_proposed
    };
    offer.units.iter().map(&mut is_chosen).collect()
}

fn key(offer: &JointOffer) -> String {
    let units: Vec<&str> = offer.units.iter().map(|unit| unit.id.as_str()).collect();
    format!("{} {} {:?} {:?}", offer.procedure.id, offer.side.id(), offer.answers(), offer.is_due.then_some(units))
}

/// A unit that can take a role. Units with different numbers choose different ones.
fn candidate(act: &Act, role: usize, battle: &Battle) -> Option<(&'static str, String)> {
    let role = &act.procedure.participants[role];
    let able = act.participants.candidates(act.procedure, role, battle.state());
    let number: usize = act.actor().and_then(|actor| actor.get(1..)?.parse().ok()).unwrap_or(0);
    let place = number.checked_rem(able.len())?;
    Some((role.id, able.into_iter().nth(place)?))
}

/// An answer that players would give: a short distance, the first choice.
fn usual(procedure: &'static Procedure, place: &str) -> Option<Json> {
    let field = procedure.form.at(place)?;
    Some(match field.kind {
        Kind::Number { min, max, .. } if place.ends_with("straight_cm") => 30.0_f64.clamp(min, max).into(),
        // Beyond the ranges at which fire disorders whole armies in the first turn.
        Kind::Number { min, max, .. } if place.ends_with("range_in") => 5.0_f64.clamp(min, max).into(),
        Kind::Number { min, max, .. } => 1.0_f64.clamp(min, max).into(),
        Kind::Whole { min, max } => 1.clamp(min, max).into(),
        Kind::OneOf(numbers) => (*numbers.first()?).into(),
        Kind::Choice(choices) => choices.first()?.id.into(),
        Kind::Flag => false.into(),
        _ => return None,
    })
}

/// The first value of a choice that dice offer.
fn first_choice(form: &'static Form, field: &str) -> Option<&'static str> {
    match form.field(field)?.kind {
        Kind::List { of: Kind::Choice(choices), .. } => choices.first().map(|choice| choice.id),
        _ => None,
    }
}
