//! Random group acts of all rulesets, and the same acts one by one.
//!
//! In turn, a group act equals its parts made one by one: inputs, outcomes, changes and tables are equal. A part that the group drops is
//! also forbidden by itself. There is one difference: a later part's payment does not clear an option that an earlier part has opened. At
//! once, each part has the input and the outcome that it has on the table before the first part. If earlier parts change no input of later
//! parts, the table is the same as one by one. `DRUMHEAD_GROUPS=2000` plays more battles of each ruleset.

use super::app::{add, send};
use super::nursery::nursery;
use crate::panels::table::sample;
use crate::random_battles::answers::say_what_is_asked;
use battle::panel::group::{GroupAct, GroupMessage, GroupShown};
use battle::panel::{Message, Outlook, Tables};
use battle::referee::{self, JointOffer};
use battle::verify::verify;
use battle::{Action, ActionEvent, Battle, Change, Event, Header, Resolved, State};
use exchange::share::Shared;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rules::dice::Halt;
use rules::form::{Kind, path};
use rules::procedure::{GroupOrder, Procedure};
use rules::ruleset::{Clears, Ruleset, Switch, Tracker};
use serde_json::{Map, Value as Json, json};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Number of battles of each ruleset, unless `DRUMHEAD_GROUPS` sets it.
const BATTLES: u64 = 25;
/// Maximum number of group acts in a battle.
const GROUPS: usize = 8;
/// Maximum number of attempts to answer a part's questions.
const TRIES: usize = 6;

fn battles() -> u64 {
    std::env::var("DRUMHEAD_GROUPS").ok().and_then(|battles| battles.parse().ok()).unwrap_or(BATTLES)
}

/// Counts of the acts and results that were seen, so that no comparison is empty.
#[derive(Default)]
struct Seen(BTreeMap<String, usize>);

impl Seen {
    fn note(&mut self, what: impl Into<String>) {
        *self.0.entry(what.into()).or_default() += 1;
    }
}

macro_rules! random_groups_of {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            let ruleset = test_rulesets::RULESETS.find(stringify!($name)).unwrap();
            let mut seen = Seen::default();
            for seed in 0..battles() {
                Player::new(ruleset, seed).play(&mut seen);
            }
            let parts = seen.0.get("parts").copied().unwrap_or(0);
            assert!(parts > 20, "{}: {parts} parts were compared: {:?}", ruleset.named.id, seen.0);
            let due = seen.0.get("due").copied().unwrap_or(0);
            assert!(due > 2, "{}: {due} group acts were due: {:?}", ruleset.named.id, seen.0);
        }
    )*};
}
random_groups_of!(pike_and_shot, pikette_squared, argad, arquebusier, toy);

/// At once, later parts are judged on a table that does not show the payments of earlier parts.
#[test]
fn procedures_whose_parts_are_judged_at_once_are_free() {
    let mut count = 0;
    for ruleset in test_rulesets::ALL {
        let switches = ruleset.texts.rulings.iter().filter_map(|ruling| ruling.switch.as_ref());
        let ruled = |switch: &'static Switch| switch.values.iter().map(|value| (switch.field, value.id));
        let settings: Vec<_> = switches.flat_map(ruled).collect();
        for procedure in ruleset.procedures {
            let Some(grouping) = procedure.grouping else { continue };
            let order = |(field, value): &(&str, &str)| {
                grouping.order(&Map::from_iter([((*field).to_owned(), Json::from(*value))]))
            };
            let is_at_once = settings
                .iter()
                .map(order)
                .chain([grouping.order(&Map::new())])
                .any(|order| order == GroupOrder::AtOnce);
            count += usize::from(is_at_once);
            assert!(!is_at_once || procedure.pricing.is_none(), "{} {}", ruleset.named.id, procedure.id);
        }
    }
    assert!(count > 2, "{count} procedures");
}

struct Player {
    ruleset: &'static Ruleset,
    battle: Battle,
    rng: ChaCha8Rng,
    seed: u64,
    history: Vec<String>,
}

impl Player {
    fn new(ruleset: &'static Ruleset, seed: u64) -> Self {
        let order = if seed.is_multiple_of(2) { "one_by_one" } else { "at_once" };
        let battle = if ruleset.named.id == "toy" { nursery(order) } else { sample(ruleset) };
        Self { ruleset, battle, rng: ChaCha8Rng::seed_from_u64(seed), seed, history: Vec::new() }
    }

    fn described(&self) -> String {
        format!("{} seed {}, after:\n  {}", self.ruleset.named.id, self.seed, self.history.join("\n  "))
    }

    fn play(mut self, seen: &mut Seen) {
        for _ in 0..GROUPS {
            for _ in 0..self.rng.random_range(0..4) {
                self.next();
            }
            if self.rng.random_bool(0.5) {
                self.stir();
            }
            let offers = referee::joint_offers(self.ruleset, self.battle.state());
            if let Some(offer) = offers.choose(&mut self.rng) {
                self.do_group(offer, seen);
            }
        }
        let faults: Vec<_> = verify(&self.battle).into_iter().flat_map(|finding| finding.faults).collect();
        assert_eq!(faults, [], "{}", self.described());
    }

    fn next(&mut self) {
        self.history.push("next".into());
        let overrides = referee::next_barred(self.ruleset, self.battle.state()).map(|(rule, _)| rule.to_owned());
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        let act = ActionEvent::new(0.0, Action::Phase, changes).refereed(overrides.into_iter().collect());
        add(&mut self.battle, Event::Action(Box::new(act)));
    }

    /// Sets trackers of some units by hand, so that duties arise that few battles reach by themselves.
    fn stir(&mut self) {
        let units: Vec<(String, usize)> =
            self.battle.state().units().map(|unit| (unit.id.clone(), unit.side)).collect();
        let id = self.ruleset.named.id;
        let mut set: Vec<Change> = Vec::new();
        if id == "pikette_squared" {
            let cards = ["courage", "reload", "melee", "infantry_move", "cavalry_move", "leader_check"];
            set.push(Change::set("battle", "card", *cards.choose(&mut self.rng).unwrap()));
            for side in ["a", "b"] {
                set.push(Change::set(side, "pips", 8));
                set.push(Change::set(side, "morale_chips", 9));
                set.push(Change::set(side, "leader_checked", true));
            }
            set.push(Change::set("a", "place", "first"));
            set.push(Change::set("b", "place", "second"));
        }
        for (unit, side) in &units {
            let enemies = units.iter().filter(|(_, other)| other != side).map(|(enemy, _)| enemy).collect::<Vec<_>>();
            let (die, enemy) = (self.rng.random_range(1..=4), enemies.choose(&mut self.rng).copied());
            let change = match (id, die) {
                ("pikette_squared", 1) => enemy.map(|enemy| ("contact", json!([enemy]))),
                ("pikette_squared", 2) => Some(("state", json!("routed"))),
                ("pikette_squared", 3) => Some(("fired", json!(true))),
                ("pike_and_shot", 1) => Some(("counters", json!(self.rng.random_range(0..7)))),
                ("pike_and_shot", 2) => enemy.map(|enemy| ("pursuit_of", json!(enemy))),
                ("pike_and_shot", 3) => Some(("at_risk", json!(true))),
                ("argad", 1 | 2) => Some(("close_order", json!(true))),
                ("argad", 3) => Some(("fallen", json!(1))),
                ("arquebusier", 1) => enemy.map(|enemy| ("contacts", json!([enemy]))),
                _ => None,
            };
            let facts = self.battle.state().facts(unit);
            let change = change.filter(|(tracker, _)| self.ruleset.tracker(tracker, &facts).is_some());
            set.extend(change.map(|(tracker, to)| Change::set(unit.as_str(), tracker, to)));
        }
        self.history.push(format!("by hand {set:?}"));
        for change in set {
            let changes = referee::changes_by_hand(self.ruleset, self.battle.state(), vec![change]);
            let act = ActionEvent::new(0.0, Action::ByHand, changes).refereed(Vec::new());
            add(&mut self.battle, Event::Action(Box::new(act)));
        }
    }

    fn do_group(&mut self, offer: &JointOffer, seen: &mut Seen) {
        let before = self.battle.clone();
        let mut group = GroupAct::of_offer(self.ruleset, offer, &Tables::open(&self.battle)).unwrap();
        for part in 0..offer.units.len() {
            self.answer(&mut group, part);
            if self.rng.random_range(0..4) == 0 {
                self.tell(&mut group, GroupMessage::Tick(part, false));
            }
        }
        self.history.push(format!("{} of {}", offer.procedure.id, offer.side.id()));
        let shown = self.shown(&mut group);
        if shown.asks.is_some() {
            seen.note("unanswered");
            return;
        }
        self.roll(&mut group);
        let shown = self.shown(&mut group);
        if !shown.can_apply {
            seen.note("incomplete");
            self.tell(&mut group, GroupMessage::Discard);
            return;
        }
        let known = self.battle.log().len();
        let after_rolls = self.battle.clone();
        self.tell(&mut group, GroupMessage::Apply);
        let acts: Vec<ActionEvent> = self.battle.log()[known..].iter().map(|(_, event)| act_of(event)).collect();
        let done = shown.parts.iter().filter(|part| part.is_done).count();
        assert_eq!(acts.len(), done, "{}", self.described());
        acts.iter().for_each(|_| seen.note("parts"));
        for procedure in shown.parts.iter().filter(|part| part.is_done).map(|part| part.panel.act.procedure.id) {
            seen.note(format!("group act {procedure}"));
        }
        seen.note(if offer.is_due { "due" } else { "offered" });
        match shown.order {
            GroupOrder::InTurn => self.compare_in_turn(&shown, &acts, &before, seen),
            GroupOrder::AtOnce => self.compare_at_once(&shown, &acts, &before, seen),
        }
        // One undo takes back all, and one redo repeats all.
        let end = self.battle.state().clone();
        let undo = self.battle.undoing().unwrap();
        add(&mut self.battle, undo);
        assert!(self.battle.state().is_same(after_rolls.state()), "undone\n{}", self.described());
        let redo = self.battle.redoing().unwrap();
        add(&mut self.battle, redo);
        assert!(self.battle.state().is_same(&end), "redone\n{}", self.described());
    }

    fn tell(&mut self, group: &mut GroupAct, message: GroupMessage) {
        send(group, &mut self.battle, [message]);
    }

    fn shown(&self, group: &mut GroupAct) -> Arc<GroupShown> {
        group.shown(&Tables::open(&self.battle))
    }

    /// Gives a part the units and answers that it needs. Unticks the part if the attempts are not enough.
    fn answer(&mut self, group: &mut GroupAct, part: usize) {
        for tried in 0..TRIES {
            let shown = self.shown(group);
            let asked = &shown.parts[part];
            if !asked.asks && asked.cannot.is_none() {
                return;
            }
            let act = asked.panel.act.clone();
            match &*asked.panel.outlook {
                Outlook::Missing(role) => {
                    let role = &act.procedure.participants[*role];
                    let able = act.participants.candidates(act.procedure, role, self.battle.state());
                    let Some(unit) = able.choose(&mut self.rng) else { break };
                    let message = Message::GiveOrTake(role.id, unit.clone());
                    self.tell(group, GroupMessage::Change(part, message));
                }
                Outlook::Refused(_) => {
                    let mut said = act.answers.clone();
                    let is_cautious = tried + 1 < TRIES;
                    say_what_is_asked(act.procedure.form, &asked.panel.input, &mut said, is_cautious, &mut self.rng);
                    let answers: Vec<_> = said.into_iter().map(|(id, value)| (id, Some(value))).collect();
                    self.tell(group, GroupMessage::Share(answers.clone()));
                    self.tell(group, GroupMessage::Change(part, Message::Answer(answers)));
                }
                _ => break,
            }
        }
        if self.shown(group).parts[part].asks {
            self.tell(group, GroupMessage::Tick(part, false));
        }
    }

    /// Rolls for all parts: by the app, or by hand.
    fn roll(&mut self, group: &mut GroupAct) {
        let is_by_app = self.rng.random_bool(0.5);
        for _ in 0..2_000 {
            let shown = self.shown(group);
            let Some(next) = shown.next else { return };
            let dice = &shown.parts[next].panel.dice;
            if let Some(field) = dice.mid_roll_choice {
                let Some(Kind::List { of: Kind::Choice(choices), .. }) =
                    shown.parts[next].panel.act.procedure.form.field(field).map(|field| field.kind)
                else {
                    return;
                };
                let Some(choice) = choices.choose(&mut self.rng) else { return };
                self.tell(group, GroupMessage::Choose(field, choice.id));
            } else if is_by_app {
                self.tell(group, GroupMessage::Roll(1.0));
                if self.shown(group).next == Some(next)
                    && self.shown(group).parts[next].panel.dice.mid_roll_choice.is_none()
                {
                    return;
                }
            } else {
                let sides = match &dice.next {
                    Some((roll, _)) => roll.sides,
                    None => return,
                };
                let face = self.rng.random_range(1..=sides);
                self.tell(group, GroupMessage::Die(face));
            }
        }
    }

    fn compare_in_turn(&self, shown: &GroupShown, acts: &[ActionEvent], before: &Battle, seen: &mut Seen) {
        let (mut state, mut acts) = (before.state().clone(), acts.iter());
        for part in &shown.parts {
            let act = &part.panel.act;
            if !part.is_done {
                let is_dropped = part.is_ticked && part.cannot.is_some();
                assert!(!is_dropped || self.is_forbidden(act, &state), "dropped: {act:?}\n{}", self.described());
                seen.note(if is_dropped { "dropped" } else { "not ticked" });
                continue;
            }
            let logged = acts.next().unwrap();
            let done = resolved_of(logged);
            let (input, mut changes) = self.alone(act, done, &state);
            assert_eq!(input, done.input, "{}", self.described());
            // A tracker that every payment clears keeps its value if an earlier part set it.
            let count = changes.len();
            changes.retain(|change| !self.is_kept_open(change, [before.state(), &state]));
            changes.iter().take(1).filter(|_| changes.len() < count).for_each(|_| seen.note("kept open"));
            assert_eq!(changes, logged.changes, "{}", self.described());
            assert!(!logged.at_once);
            state = state.after(&changes);
        }
        assert!(self.battle.state().is_same(&state), "the table\n{}", self.described());
    }

    fn compare_at_once(&self, shown: &GroupShown, acts: &[ActionEvent], before: &Battle, seen: &mut Seen) {
        let first = before.state();
        let (mut one_by_one, mut is_same) = (first.clone(), true);
        for (part, logged) in shown.parts.iter().filter(|part| part.is_done).zip(acts) {
            let (act, done) = (&part.panel.act, resolved_of(logged));
            let (input, _) = self.alone(act, done, first);
            assert_eq!(input, done.input, "{}", self.described());
            assert_eq!(logged.at_once, logged.group.is_some());
            is_same &= !self.is_forbidden(act, &one_by_one) && self.input(act, done, &one_by_one) == done.input;
            if is_same {
                one_by_one = one_by_one.after(&self.alone(act, done, &one_by_one).1);
            }
        }
        if is_same {
            let differences = one_by_one.changes_to(self.battle.state());
            assert_eq!(differences, [], "the table\n{}", self.described());
        }
        seen.note(if is_same { "at once, as in turn" } else { "at once, unlike in turn" });
    }

    /// True for a change that clears a tracker because of a payment, although an earlier part of the group set it.
    fn is_kept_open(&self, change: &Change, [began, now]: [&State; 2]) -> bool {
        let Change::Set { of, key, to } = change else { return false };
        let clears = |tracker: &Tracker| tracker.id == key && matches!(tracker.clears, Clears::WhenSet(_));
        let value = |state: &State| state.tracked(of.id()).and_then(|facts| facts.get(key)).cloned();
        self.ruleset.trackers.unit.iter().any(|tracker| clears(tracker) && tracker.start.json() == *to)
            && value(began) != value(now)
    }

    /// The input of an act on a table, with the choices that its dice offered.
    fn input(&self, act: &battle::Act, done: &Resolved, state: &State) -> Map<String, Json> {
        let mut said = act.answers.clone();
        for field in act.procedure.form.fields.iter().filter(|field| !field.mid_roll_purposes().is_empty()) {
            path::set(&mut said, field.id, done.input.get(field.id).cloned());
        }
        referee::filled(act.procedure, &act.participants, state, &said)
    }

    /// An act by itself on a table, with the dice of the log: its input and its changes.
    fn alone(&self, act: &battle::Act, done: &Resolved, state: &State) -> (Map<String, Json>, Vec<Change>) {
        let procedure: &'static Procedure = act.procedure;
        let input = self.input(act, done, state);
        let barred = referee::bars(self.ruleset, procedure, &act.participants, state, &input);
        assert!(barred.is_empty(), "{barred:?}\n{}", self.described());
        let faces: Vec<u8> = done.rolls.iter().flat_map(|roll| roll.faces.iter().copied()).collect();
        let played = referee::play(procedure, &act.participants, state, &input, &faces).unwrap();
        let resolved = played.result.unwrap_or_else(|halt| panic!("{halt:?}\n{}", self.described()));
        assert_eq!(serde_json::to_value(&resolved.outcome).unwrap(), done.outcome, "{}", self.described());
        let changes = referee::resolved_changes(self.ruleset, procedure, &act.participants, state, &input, &resolved);
        (input, changes)
    }

    /// True if an act by itself is forbidden on a table.
    fn is_forbidden(&self, act: &battle::Act, state: &State) -> bool {
        let procedure: &'static Procedure = act.procedure;
        let input = act.input(state);
        let is_unfit = || {
            procedure.participants.iter().any(|role| {
                let units = act.participants.units(role.id);
                units.iter().any(|id| state.unit(id).is_none() || (role.fits)(&state.facts(id)).is_err())
            })
        };
        let is_refused = || match referee::play(procedure, &act.participants, state, &input, &[]) {
            Ok(played) => matches!(played.result, Err(Halt::Refused(_))),
            Err(_) => true,
        };
        !act.bars(self.ruleset, state).is_empty() || is_unfit() || is_refused()
    }
}

fn act_of(event: &Event) -> ActionEvent {
    match event {
        Event::Action(act) => (**act).clone(),
        other => panic!("{other:?}"),
    }
}

fn resolved_of(act: &ActionEvent) -> &Resolved {
    match &act.action {
        Action::Resolved(resolved) => resolved,
        other => panic!("{other:?}"),
    }
}

#[test]
#[ignore = "writes tests/fixtures/since_1_0_0/groups.json, which is never changed afterwards"]
fn write_fixture() {
    let file = testing::in_project("tests/fixtures/since_1_0_0/groups.json");
    assert!(!file.exists(), "{} is never changed", file.display());
    let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
    let battle = (0..400).find_map(|seed| {
        let mut player = Player::new(ruleset, seed);
        let header = Header { name: "Edgecote".into(), began: 1.79e12, ..player.battle.header().clone() };
        player.battle = Battle::replay(test_rulesets::RULESETS, header, player.battle.log().to_vec());
        for _ in 0..3 {
            player.next();
            player.next();
            let offers = referee::joint_offers(ruleset, player.battle.state());
            if let Some(offer) = offers.choose(&mut player.rng) {
                player.do_group(offer, &mut Seen::default());
            }
        }
        let has = |is_it: fn(&Event) -> bool| player.battle.events().any(is_it);
        let is_whole = has(|event| matches!(event, Event::Action(act) if act.at_once))
            && has(|event| matches!(event, Event::Rolled(rolled) if rolled.group.is_some()))
            && player.battle.awaiting().next().is_none();
        (is_whole && player.battle.log().len() < 45).then_some(player.battle)
    });
    let battle = battle.expect("a battle with each field");
    assert!(verify(&battle).iter().all(|finding| finding.faults.is_empty()));
    let shared = Shared::Battle("gr0ups".into(), battle.header().clone(), battle.log().to_vec());
    std::fs::write(&file, shared.bundle().unwrap().file().unwrap()).unwrap();
}
