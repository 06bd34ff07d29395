//! A player who takes random steps in an open panel, while others change the table.

use super::table::{add, by_hand, sample};
use crate::random_battles::answers::say_what_is_asked;
use battle::analysis::candidates::{self, Prospect};
use battle::analysis::last_roll;
use battle::panel::pairs::PairAnswers;
use battle::panel::{
    Cached, Die, Effect, Key, Message, Panel, Shown, Stage, TableAnswers, Tables, candidates as chances,
};
use battle::{Act, Action, ActionEvent, Battle, Change, Draft, Event, Resolved, Stamp, referee};
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rules::names::Names;
use rules::procedure::{Procedure, Role};
use rules::ruleset::{Ruleset, Tracks};
use rules::turn::Duty;
use serde_json::{Map, Value as Json};
use std::collections::BTreeMap;

/// Counts comparisons, so that a test without comparisons fails.
#[derive(Default)]
pub struct Seen(BTreeMap<&'static str, usize>);

impl Seen {
    fn note(&mut self, what: &'static str) {
        *self.0.entry(what).or_default() += 1;
    }

    pub fn add(&mut self, other: &Self) {
        other.0.iter().for_each(|(what, count)| *self.0.entry(*what).or_default() += count);
    }

    pub fn check(&self, ruleset: &Ruleset) {
        let is_small = ruleset.named.id == "toy";
        for what in [
            "panel", "outcome", "applied", "odds", "barred", "merged", "undone", "row", "target", "duties", "hall",
            "rolling",
        ] {
            let count = self.0.get(what).copied().unwrap_or(0);
            assert!(
                count > 0 || is_small || super::sequences() < super::SEQUENCES,
                "{}: {what} was never compared: {:?}",
                ruleset.named.id,
                self.0
            );
        }
    }
}

/// A row that shows the best chance of an act of its unit.
struct Row {
    act: Act,
    best: Cached<Option<String>>,
}

pub struct Player {
    ruleset: &'static Ruleset,
    battle: Battle,
    rng: ChaCha8Rng,
    seed: u64,
    panel: Option<Panel>,
    pairs: PairAnswers,
    rows: Vec<Row>,
    /// Chances of the candidates for each role of the open panel.
    ranked: BTreeMap<&'static str, Cached<String>>,
    answers: TableAnswers,
    /// Events of another device that have not arrived yet.
    elsewhere: Vec<(Stamp, Event)>,
    history: Vec<String>,
    pub seen: Seen,
}

impl Player {
    pub fn new(ruleset: &'static Ruleset, seed: u64) -> Self {
        let battle = sample(ruleset);
        let mut player = Self {
            ruleset,
            battle,
            rng: ChaCha8Rng::seed_from_u64(seed),
            seed,
            panel: None,
            pairs: PairAnswers::default(),
            rows: Vec::new(),
            ranked: BTreeMap::new(),
            answers: TableAnswers::default(),
            elsewhere: Vec::new(),
            history: Vec::new(),
            seen: Seen::default(),
        };
        for _ in 0..player.rng.random_range(0..8) {
            player.next();
        }
        for _ in 0..3 {
            player.open_row();
        }
        player
    }

    fn tables<'a>(battle: &'a Battle, pairs: &'a PairAnswers) -> Tables<'a> {
        Tables { id: "x", pairs: Some(pairs), ..Tables::open(battle) }
    }

    fn described(&self) -> String {
        format!("{} seed {}, after:\n  {}", self.ruleset.named.id, self.seed, self.history.join("\n  "))
    }

    fn unit(&mut self) -> Option<String> {
        let units: Vec<String> = self.battle.state().units().map(|unit| unit.id.clone()).collect();
        units.choose(&mut self.rng).cloned()
    }

    /// Returns an act that a card or the due list offers.
    fn offered(&mut self) -> Option<Act> {
        let duties = referee::duties(self.ruleset, self.battle.state());
        if self.rng.random_range(0..3) == 0
            && let Some(duty) = duties.choose(&mut self.rng)
        {
            return Act::opening_duty(self.ruleset, duty, self.battle.state());
        }
        let unit = self.unit()?;
        let offers = referee::offers(self.ruleset, self.battle.state(), &unit);
        // Cards offer forbidden acts, too. Most acts that are opened here are allowed.
        let free: Vec<_> = offers.iter().filter(|offer| offer.barred().is_none()).collect();
        let offer = if free.is_empty() || self.rng.random_range(0..5) == 0 {
            offers.choose(&mut self.rng)?
        } else {
            free.choose(&mut self.rng)?
        };
        let answers = offer.variant.map(|variant| variant.answers()).unwrap_or_default();
        Some(Act::of_unit(offer.procedure, &unit, answers).opened(self.ruleset, self.battle.state()))
    }

    fn open(&mut self) {
        let Some(act) = self.offered() else { return };
        self.history.push(format!("open {} {:?}", act.procedure.id, act.participants.json()));
        self.ranked.clear();
        self.panel = Some(Panel::open(self.ruleset, act, &Self::tables(&self.battle, &self.pairs)));
    }

    fn open_row(&mut self) {
        let Some(unit) = self.unit() else { return };
        let offers = referee::offers(self.ruleset, self.battle.state(), &unit);
        let staked: Vec<_> = offers.iter().filter(|offer| !offer.procedure.has_no_stakes()).collect();
        let Some(offer) = staked.choose(&mut self.rng) else { return };
        let act =
            Act::of_unit(offer.procedure, &unit, offer.variant.map(|variant| variant.answers()).unwrap_or_default());
        self.rows.push(Row { act, best: Cached::default() });
    }

    /// Takes a random step.
    pub fn step(&mut self) {
        let is_open = self.panel.as_ref().is_some_and(|panel| !matches!(panel.stage(), Stage::Settled(_)));
        if !is_open {
            self.panel = None;
            return self.open();
        }
        match self.rng.random_range(0..21) {
            0..=3 => self.change_participants(),
            4..=7 => self.answer(),
            8 => self.send("override", Message::Override),
            9 => self.send("follow the rules", Message::FollowRules),
            10 => self.by_hand(),
            11 => self.undo_or_redo(),
            12..=13 => self.act_elsewhere(),
            14..=15 => self.dice(),
            16 => self.send("apply", Message::Apply),
            17 => self.next(),
            18 => self.send("take back", Message::TakeBack),
            19 => self.change_die(),
            _ => self.open(),
        }
    }

    /// Gives a random die of the panel another face, if there are dice.
    fn change_die(&mut self) {
        let count = self.panel.as_ref().map_or(0, |panel| panel.dice().len());
        if count > 0 {
            let (die, face) = (self.rng.random_range(0..count), self.rng.random_range(1..=6));
            self.send("change a die", Message::ChangeDie(die, face));
        }
    }

    /// Sends a message to the panel, and applies its effects as the app does.
    fn send(&mut self, what: &str, message: Message) {
        let Some(panel) = &mut self.panel else { return };
        self.history.push(format!("{what} {message:?}"));
        let effects = panel.update(message, &Self::tables(&self.battle, &self.pairs));
        for effect in effects {
            match effect {
                Effect::Remember(pair, path, value) => self.pairs.remember(&pair, path, value),
                Effect::Settle(settlement) => {
                    let act = ActionEvent::new(0.0, Action::Resolved(settlement.action), settlement.changes);
                    let event = Event::Action(Box::new(act.refereed(settlement.overrides)));
                    let is_refused = self.battle.refuses(&event).is_some();
                    if !is_refused {
                        add(&mut self.battle, "here", event);
                        self.seen.note("applied");
                    }
                    self.send("settled", Message::Settled(!is_refused));
                }
                _ => {}
            }
        }
    }

    fn change_participants(&mut self) {
        let Some(panel) = &self.panel else { return };
        let procedure = panel.procedure();
        let Some(role) = procedure.participants.choose(&mut self.rng) else {
            let side = self.rng.random_range(0..2);
            return self.send("side", Message::ActFor(side));
        };
        let able = panel.act().participants.candidates(procedure, role, self.battle.state());
        let taken = panel.act().participants.units(role.id).to_vec();
        let all = [able, taken].concat();
        let Some(unit) = all.choose(&mut self.rng).cloned() else { return };
        let message = match role.each {
            Some(_) if self.rng.random_bool(0.3) => Message::Fewer(role.id, unit),
            Some(_) => Message::More(role.id, unit),
            None => Message::GiveOrTake(role.id, unit),
        };
        self.send("participants", message);
    }

    fn answer(&mut self) {
        let Some(panel) = &self.panel else { return };
        let tables = Self::tables(&self.battle, &self.pairs);
        let (form, known) = (panel.procedure().form, panel.sketch(&tables));
        let mut answers = Map::new();
        say_what_is_asked(form, &known, &mut answers, false, &mut self.rng);
        let mut answers: Vec<(String, Option<Json>)> =
            answers.into_iter().map(|(id, value)| (id, Some(value))).collect();
        if self.rng.random_range(0..4) == 0 {
            let given: Vec<String> = panel.act().answers.keys().cloned().collect();
            answers.extend(given.choose(&mut self.rng).map(|id| (id.clone(), None)));
        }
        // Each member of a list of units gets separate answers.
        let mut flat = Vec::new();
        for (id, value) in answers {
            match value {
                Some(Json::Array(members)) if members.iter().any(Json::is_object) => {
                    for (index, member) in members.into_iter().enumerate() {
                        let fields = member.as_object().cloned().unwrap_or_default();
                        flat.extend(
                            fields.into_iter().map(|(field, value)| (format!("{id}[{index}].{field}"), Some(value))),
                        );
                    }
                }
                value => flat.push((id, value)),
            }
        }
        self.send("answer", Message::Answer(flat));
    }

    /// Enters dice in the open panel.
    fn dice(&mut self) {
        self.send("enter dice", Message::EnterDice);
        for _ in 0..self.rng.random_range(0..6) {
            let Some(panel) = &mut self.panel else { return };
            let shown = panel.shown(&Self::tables(&self.battle, &self.pairs));
            let Some((roll, _)) = shown.dice.next.as_ref() else { return };
            if shown.dice.mid_roll_choice.is_some() {
                return;
            }
            let face = self.rng.random_range(1..=roll.sides);
            self.send("die", Message::Die(face));
        }
    }

    /// Returns changes by hand of a tracker, mostly of a unit that takes part in the panel's act.
    fn hand_changes(&mut self) -> Vec<Change> {
        let of_panel: Vec<String> = self.panel.as_ref().map_or_else(Vec::new, |panel| {
            let roles = panel.procedure().participants.iter();
            roles.flat_map(|role| panel.act().participants.units(role.id).to_vec()).collect()
        });
        let unit = of_panel.choose(&mut self.rng).cloned().filter(|_| self.rng.random_bool(0.7));
        let Some(unit) = unit.or_else(|| self.unit()) else { return Vec::new() };
        let Some(mustered) = self.battle.state().mustered(&unit) else { return Vec::new() };
        let trackers: Vec<_> = self
            .ruleset
            .trackers
            .unit
            .iter()
            .filter(|tracker| self.ruleset.tracker(tracker.id, mustered).is_some())
            .collect();
        let Some(tracker) = trackers.choose(&mut self.rng) else { return Vec::new() };
        let held =
            self.battle.state().tracked(&unit).and_then(|facts| facts.get(tracker.id)).cloned().unwrap_or_default();
        let to: Json = match (&tracker.kind, held) {
            (_, Json::Bool(flag)) => (!flag).into(),
            (Tracks::Unit(_) | Tracks::Units(_), _) => return Vec::new(),
            (kind, Json::Number(_)) => self.rng.random_range(0..=kind.most().min(6)).into(),
            _ => return Vec::new(),
        };
        vec![Change::set(unit, tracker.id, to)]
    }

    fn by_hand(&mut self) {
        let changes = self.hand_changes();
        if changes.is_empty() {
            return;
        }
        self.history.push(format!("by hand {changes:?}"));
        let event = by_hand(self.ruleset, &self.battle, changes);
        add(&mut self.battle, "here", event);
        self.tell_panel();
    }

    fn undo_or_redo(&mut self) {
        let event = if self.rng.random_bool(0.6) { self.battle.undoing() } else { self.battle.redoing() };
        let Some(event) = event else { return };
        self.history.push("undo or redo".into());
        self.seen.note("undone");
        add(&mut self.battle, "here", event);
        self.tell_panel();
    }

    /// Another device acts. Its event arrives at once or later, and then comes before others in the log.
    fn act_elsewhere(&mut self) {
        if self.rng.random_bool(0.5) {
            let (changes, stamp) = (self.hand_changes(), self.battle.next_stamp("there"));
            let is_new = self.elsewhere.iter().all(|(other, _)| *other != stamp);
            if !changes.is_empty() && is_new {
                let event = match self.battle.undoing() {
                    Some(undoing) if self.rng.random_bool(0.3) => undoing,
                    _ => by_hand(self.ruleset, &self.battle, changes),
                };
                self.elsewhere.push((stamp, event));
            }
        }
        if self.rng.random_bool(0.7) && !self.elsewhere.is_empty() {
            self.history.push(format!("merged {}", self.elsewhere.len()));
            self.battle.add_all(std::mem::take(&mut self.elsewhere));
            self.seen.note("merged");
            self.tell_panel();
        }
    }

    fn next(&mut self) {
        if referee::next_barred(self.ruleset, self.battle.state()).is_some() {
            return;
        }
        let changes = referee::next_changes(self.ruleset, self.battle.state());
        self.history.push("next".into());
        let act = ActionEvent::new(0.0, Action::Phase, changes).refereed(Vec::new());
        add(&mut self.battle, "here", Event::Action(Box::new(act)));
        self.tell_panel();
    }

    fn tell_panel(&mut self) {
        self.send("changed", Message::TableChanged);
    }

    /// Compares everything that is shown with newly computed values.
    pub fn check(&mut self) {
        self.check_rows();
        self.check_table();
        let Some(mut panel) = self.panel.take() else { return };
        if !matches!(panel.stage(), Stage::Settled(_)) {
            self.check_panel(&mut panel);
            self.check_targets(&panel);
        }
        self.panel = Some(panel);
    }

    fn check_panel(&mut self, panel: &mut Panel) {
        let tables = Self::tables(&self.battle, &self.pairs);
        let shown = panel.shown(&tables);
        let mut fresh = afresh(panel, panel.draft(&tables), &tables);
        let expected = fresh.shown(&tables);
        let applied = panel.clone().update(Message::Apply, &tables);
        let apply = fresh.update(Message::Apply, &tables);
        if comparable(&shown) != comparable(&expected) {
            panic!("{}", difference(&comparable(&shown), &comparable(&expected)) + &self.described());
        }
        assert_eq!(applied, apply, "applies something else\n{}", self.described());
        // Apply hands over the settlement of the shown outcome, or nothing if no outcome is shown.
        let settlement = shown.outcome.as_ref().and_then(|outcome| outcome.settlement.clone());
        let settles: Vec<_> = settlement.map(|settlement| Effect::Settle(Box::new(settlement))).into_iter().collect();
        assert_eq!(applied, settles, "{}", self.described());
        self.seen.note("panel");
        if shown.outcome.is_some() {
            self.seen.note("outcome");
        }
        if shown.outlook.is_rolled() {
            self.seen.note("odds");
        }
        if !shown.barred.is_empty() {
            self.seen.note("barred");
        }
        if shown.is_rolling {
            self.seen.note("rolling");
        }
    }

    fn check_rows(&mut self) {
        let tables = Self::tables(&self.battle, &self.pairs);
        for row in &mut self.rows {
            let key = Key::of(row.act.clone(), &tables);
            let best = || chances::best(self.ruleset, &row.act, &tables).map(|best| format!("{best:?}"));
            let fresh = candidates::best(
                self.ruleset,
                row.act.procedure,
                row.act.actor().unwrap(),
                self.battle.state(),
                &row.act.answers,
            );
            let fresh =
                fresh.map(|(participants, likely)| format!("{:?}", (Act { participants, ..row.act.clone() }, likely)));
            let shown = match row.best.get(&key) {
                Some(known) => known.clone(),
                None => {
                    let found = best();
                    row.best.set(key, found.clone());
                    found
                }
            };
            assert!(shown == fresh, "a row shows another chance of {}", row.act.procedure.id);
            self.seen.note("row");
        }
    }

    /// Compares the cached due list, offers of sides and last roll with newly computed ones.
    fn check_table(&mut self) {
        let names = |_: &'static Procedure, _: &Resolved| Names::default();
        let tables = Self::tables(&self.battle, &self.pairs);
        let mut fresh = TableAnswers::default();
        let duties = self.answers.duties(self.ruleset, &tables).to_vec();
        assert_eq!(duties, fresh.duties(self.ruleset, &tables), "{}", self.described());
        let all = Duty::gathered(referee::duties(self.ruleset, self.battle.state()));
        assert!(all.len() == duties.len() && all.iter().all(|duty| duties.contains(duty)), "{}", self.described());
        for (duty, role, unit) in duties.iter().flat_map(|duty| participants_of(self.ruleset, duty)) {
            let fits = (role.fits)(&self.battle.state().facts(unit));
            assert!(
                fits.is_ok(),
                "{unit} is due for {} and does not fit: {fits:?}\n{}",
                duty.procedure,
                self.described()
            );
        }
        let offers = self.answers.side_offers(self.ruleset, &tables).to_vec();
        assert_eq!(offers, fresh.side_offers(self.ruleset, &tables), "{}", self.described());
        let watched = self.answers.watched(&tables, &names).cloned();
        assert_eq!(watched, last_roll::watched(&self.battle, &names), "{}", self.described());
        self.seen.note("duties");
        self.seen.note("hall");
    }

    /// Compares the cached chances of candidates for each role with those of a new panel.
    fn check_targets(&mut self, panel: &Panel) {
        if panel.procedure().has_no_stakes() || panel.rolling().is_some() {
            return;
        }
        let tables = Self::tables(&self.battle, &self.pairs);
        let fresh = afresh(panel, panel.draft(&tables), &tables);
        for role in panel.procedure().participants {
            let key = panel.key(&tables);
            let expected = ranked(&fresh, role, &tables);
            let cached = self.ranked.entry(role.id).or_default();
            if cached.get(&key).is_none() {
                cached.set(key.clone(), ranked(panel, role, &tables));
            }
            let shown = cached.get(&key).cloned();
            assert!(shown.as_ref() == Some(&expected), "{}: {shown:?}\n{expected}\n{}", role.id, self.described());
            self.seen.note("target");
        }
    }
}

/// Returns the candidates for a role with their chances.
fn ranked(panel: &Panel, role: &'static Role, tables: &Tables) -> String {
    let mut ranking = panel.ranking(role, tables);
    while ranking.step(panel, role, tables) {}
    let shown = ranking.candidates().iter().map(|candidate| match &candidate.prospect {
        Prospect::Likely(likely) => format!("{} {:?}", candidate.unit, likely.chances),
        other => format!("{} {other:?}", candidate.unit),
    });
    shown.collect::<Vec<_>>().join("; ")
}

/// Returns a new panel with this draft.
fn afresh(panel: &Panel, draft: Draft, tables: &Tables) -> Panel {
    let mut fresh = Panel::open(panel.ruleset(), Act::of_nobody(panel.procedure()), tables);
    if let Some(rolling) = panel.rolling().filter(|rolling| rolling.dice.is_empty()) {
        // A draft without dice resumes no roll, so the input is fixed again.
        fresh.update(Message::Resume(Box::new(Draft { overrides: panel.act().overrides.clone(), ..draft })), tables);
        fresh.update(Message::EnterDice, tables);
        assert_eq!(rolling.dice, [] as [Die; 0]);
        return fresh;
    }
    fresh.update(Message::Resume(Box::new(draft)), tables);
    fresh
}

/// Returns the contents without facts that only an open panel has: the reasons of overridden rules, and notes.
fn comparable(shown: &Shown) -> Shown {
    let mut shown = shown.clone();
    shown.notes.clear();
    if shown.is_rolling {
        shown.overridden.clear();
        shown.act.overrides.clear();
        shown.barred.clear();
    }
    shown
}

/// Describes the fields in which two panels differ.
fn difference(shown: &Shown, expected: &Shown) -> String {
    let fields: [(&str, String, String); 8] = [
        ("input", format!("{:?}", shown.input), format!("{:?}", expected.input)),
        ("answers", format!("{:?}", shown.act.answers), format!("{:?}", expected.act.answers)),
        ("participants", format!("{:?}", shown.act.participants), format!("{:?}", expected.act.participants)),
        ("overrides", format!("{:?}", shown.act.overrides), format!("{:?}", expected.act.overrides)),
        ("barred", format!("{:?}", shown.barred), format!("{:?}", expected.barred)),
        ("dice", format!("{:?}", shown.dice), format!("{:?}", expected.dice)),
        ("outlook", format!("{:?}", shown.outlook), format!("{:?}", expected.outlook)),
        ("outcome", format!("{:?}", shown.outcome.is_some()), format!("{:?}", expected.outcome.is_some())),
    ];
    let different = fields.iter().filter(|(_, shown, expected)| shown != expected);
    let words = different.map(|(what, shown, expected)| format!("{what}:\n  shown {shown}\n  fresh {expected}\n"));
    words.collect::<String>()
}

/// Returns the units of a duty, each with its role.
fn participants_of<'a>(
    ruleset: &'static Ruleset,
    duty: &'a Duty,
) -> impl Iterator<Item = (&'a Duty, &'static Role, &'a str)> {
    let roles = ruleset.procedure(duty.procedure).map_or(&[][..], |procedure| procedure.participants);
    roles.iter().flat_map(move |role| duty.units(role.id).iter().map(move |unit| (duty, role, unit.as_str())))
}
