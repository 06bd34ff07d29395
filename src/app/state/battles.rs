//! The saved battles: reading, beginning, opening, closing and removing them.

use super::notice::Notice;
use super::route::BattlePage;
use super::{AppState, BattleState, Saved, load};
use crate::app::platform::clock::{log_time, new_id, now};
use crate::app::platform::local_storage;
use crate::app::platform::slices::in_slices;
use crate::app::state::rulesets;
use battle::analysis::battle_stats;
use battle::{ActionEvent, Battle, Change, Event, Header, Stamp, referee};
use exchange::storage::limits;
use exchange::storage::listed::Listed;
use exchange::storage::{Key, NoBattle, Opened, envelope, saved_battle};
use leptos::prelude::*;
use rules::ruleset::{Ruleset, Sign};
use rules::secrecy::Onlooker;
use rules::table::TURN;
use rules::text;
use rules::text::say;
use serde_json::Value as Json;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Place of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// In play.
    InPlay,
    /// Saved on this device.
    Saved,
    /// Not on this device.
    Gone,
}

/// The current state of a saved battle, without hidden values.
#[derive(Clone, Default, PartialEq)]
pub struct Moment {
    /// Number of events of its log when this was read.
    events: usize,
    /// Turn and phase: `Bound 2 · Move`. Empty if the battle cannot be read.
    pub words: String,
    /// The turn: `Bound 2`.
    pub turn: String,
    /// The score, if its rules have one.
    pub score: Option<[i64; 2]>,
    /// Signs of the units of each side that are in the battle.
    pub signs: [Vec<Sign>; 2],
    /// Time of the last act, in milliseconds since 1970.
    pub played: f64,
}

impl AppState {
    /// The current state of a saved battle, once it is read.
    pub fn moment(self, id: &str) -> Option<Moment> {
        self.storage.moments.with(|moments| moments.get(id).cloned())
    }

    /// Reads the current states of the saved battles, one after another. Does nothing if nothing was saved since the last call.
    pub fn learn_moments(self) {
        let changes = Some(local_storage::changes());
        if self.storage.moments_after.get_value() == changes {
            return;
        }
        let mut counts = local_storage::event_counts();
        let unknown: Vec<(String, usize)> = self.storage.battles.with_untracked(|battles| {
            let counted = battles.iter().map(|saved| (saved.id.clone(), counts.remove(&saved.id).unwrap_or_default()));
            let is_unknown = |(id, events): &(String, usize)| {
                self.storage.moments.with_untracked(|known| known.get(id).is_none_or(|moment| moment.events != *events))
            };
            counted.filter(is_unknown).collect()
        });
        let mut unknown = unknown.into_iter();
        let step = move || {
            match unknown.next() {
                Some((id, events)) => self.learn_moment(id, events),
                None => self.storage.moments_after.set_value(changes),
            }
            self.storage.moments_after.get_value() != changes
        };
        in_slices(|| true, step);
    }

    /// Reads the current state of a saved battle. `events` is the number of events in its log.
    fn learn_moment(self, id: String, events: usize) {
        let moment = self.battle(&id).ok().and_then(|battle| Moment::of(&battle));
        let moment = Moment { events, ..moment.unwrap_or_default() };
        if self.storage.moments.with_untracked(|known| known.get(&id) != Some(&moment)) {
            self.storage.moments.update(|moments| drop(moments.insert(id, moment)));
        }
    }

    /// Begins a battle and returns its id. `None`, with a notice, if it exceeds a limit.
    pub fn begin_battle(self, header: impl FnOnce(f64) -> Header) -> Option<String> {
        let id = new_id();
        let header = header(log_time());
        if let Some(why) = too_much(&header) {
            self.notice.set(Some(Notice::new(why)));
            return None;
        }
        if let Ok(text) = envelope::seal_header(&header, header.is_marked(), 1) {
            self.write(&Key::Battle(id.clone()).to_string(), &text);
        }
        self.list_battle(&id, &header);
        let touched = header.began;
        self.put_in_play(Some(Saved {
            id: id.clone(),
            value: Arc::new(Battle::begin(rulesets::registry(), header)),
            touched,
            read_only: false,
        }));
        Some(id)
    }

    /// Begins a battle with the initial changes of its rules and with `changes`. Returns its id, as [`begin_battle`](Self::begin_battle)
    /// does.
    pub fn begin(self, ruleset: &'static Ruleset, header: Header, changes: Vec<Change>) -> Option<String> {
        let id = self.begin_battle(|began| Header { began, ..header })?;
        self.begin_by_rules();
        // A beginning too, so that undo ends before it. Its consequences, such as contacts of both units, are added as for any act by hand.
        if !changes.is_empty() {
            let battle = BattleState::in_play(self, ruleset);
            let changes =
                battle.judged().with_untracked(|open| referee::changes_by_hand(ruleset, open.state(), changes));
            battle.begin_with(Event::Action(Box::new(ActionEvent::beginning(log_time(), changes))));
        }
        Some(id)
    }

    /// Adds the changes that the rules make at the start of the battle in play, if there are any.
    pub fn begin_by_rules(self) {
        let begun = self.in_play(|in_play| {
            let battle = in_play.shown();
            let ruleset = rulesets::find(&battle.header().ruleset)?;
            let changes = referee::beginning(ruleset, battle.state());
            (!changes.is_empty()).then_some((ruleset, changes))
        });
        if let Some((ruleset, changes)) = begun {
            let event = ActionEvent::beginning(log_time(), changes);
            BattleState::in_play(self, ruleset).begin_with(Event::Action(Box::new(event)));
        }
    }

    /// Puts a battle at the head of the list.
    pub(super) fn list_battle(self, id: &str, header: &Header) {
        let value = Listed::from(header);
        let listed = Saved { id: id.to_owned(), touched: value.began, value, read_only: false };
        self.storage.battles.update(|battles| battles.insert(0, listed));
    }

    /// True if this is the battle in play.
    pub(super) fn is_in_play(self, id: &str) -> bool {
        self.in_play(|in_play| Some(in_play.whole().id == id)) == Some(true)
    }

    /// True if a newer Drumhead has saved something of the battle in play. It is shown, but cannot be changed.
    pub(super) fn is_read_only(self) -> bool {
        self.in_play(|in_play| Some(in_play.whole().read_only)) == Some(true)
    }

    /// The place of a battle, as a signal.
    pub fn whereabouts(self, id: &str) -> Memo<Whereabouts> {
        let id = id.to_owned();
        Memo::new(move |_| {
            let is_in_play =
                self.battle.in_play.with(|in_play| in_play.as_ref().is_some_and(|in_play| in_play.whole().id == id));
            if is_in_play {
                Whereabouts::InPlay
            } else if self.storage.battles.with(|battles| battles.iter().any(|saved| saved.id == id)) {
                Whereabouts::Saved
            } else {
                Whereabouts::Gone
            }
        })
    }

    /// Removes a battle and its log. The notice offers to restore it.
    pub fn remove_battle(self, id: &str) {
        let held = self.storage.battles.with_untracked(|battles| battles.iter().find(|saved| saved.id == id).cloned());
        let Some(held) = held else { return };
        self.keep_in_chronicle(id);
        self.remove_part(&Key::Battle(id.to_owned()), &held.value.name);
        self.take_out_of_play(id);
    }

    /// Takes this battle out of play if it is in play. It is read again when it is opened.
    fn take_out_of_play(self, id: &str) {
        if self.is_in_play(id) {
            self.forget_correction();
            self.put_in_play(None);
        }
    }

    /// Opens a battle unless it is in play already. If it cannot be opened, none is in play.
    ///
    /// # Errors
    /// If the battle or its ruleset is missing, or it cannot be read.
    pub fn open_battle(self, id: &str) -> Result<BattleState, NoBattle> {
        if !self.is_in_play(id) {
            let read = self.read_battle(id);
            let why = read.as_ref().err().copied();
            self.put_in_play(read.ok());
            if let Some(why) = why {
                return Err(why);
            }
            self.recall_correction();
            let id = id.to_owned();
            // In a frame, because on a slow phone a timer would run before the page is painted.
            request_animation_frame(move || self.look_for_altered(id));
        }
        let ruleset = self.in_play(|in_play| rulesets::find(&in_play.whole().value.header().ruleset));
        Ok(BattleState::in_play(self, ruleset.ok_or(NoBattle::NoRules)?))
    }

    /// Shows a notice if entries of the battle in play were altered or swapped.
    fn look_for_altered(self, id: String) {
        const AT_ONCE: usize = 20;
        let mut from = 0;
        let step = move || {
            let altered = self.in_play(|in_play| {
                let battle =
                    Some(in_play.whole()).filter(|battle| battle.id == id && from < battle.value.log().len())?;
                Some(battle.value.links_altered(from..from + AT_ONCE))
            });
            from += AT_ONCE;
            if altered == Some(true) {
                self.notify_altered(&id);
            }
            altered == Some(false)
        };
        in_slices(|| true, step);
    }

    fn notify_altered(self, id: &str) {
        let words = say("Entries of this battle’s log were altered or moved after they were written.");
        let address = BattlePage::Log.of(id.to_owned()).href();
        let check = move || {
            // If this fails, the page does not change.
            let _ = window().location().set_hash(&address);
        };
        self.notice.set(Some(Notice::new(words).way_back(say("Check the log"), check)));
    }

    /// The battles of the list, sorted by the last written act, tracker, answer or die, the latest first. A battle without any of these is
    /// sorted by its beginning.
    pub fn by_last_writing(self) -> Vec<Saved<Listed>> {
        let mut battles = self.storage.battles.get();
        if battles.len() > 1 {
            let written = times_of_writing();
            let time = |saved: &Saved<Listed>| {
                written.get(&saved.id).map_or(saved.value.began, |at| at.max(saved.value.began))
            };
            battles.sort_by(|one, other| time(other).total_cmp(&time(one)));
        }
        battles
    }

    /// The saved battle with this id, in play or not. The battle in play stays in play. Other battles are read again at each call. Unreadable
    /// events are skipped.
    ///
    /// # Errors
    /// If it is not on this device, or cannot be read.
    pub fn battle(self, id: &str) -> Result<Arc<Battle>, NoBattle> {
        let in_play = self
            .in_play(|in_play| Some(in_play.whole()).filter(|saved| saved.id == id).map(|saved| saved.value.clone()));
        in_play.map_or_else(|| self.read_battle(id).map(|saved| saved.value), Ok)
    }

    /// Reads a battle from storage, also the one in play.
    pub(super) fn read_battle(self, id: &str) -> Result<Saved<Arc<Battle>>, NoBattle> {
        let header = local_storage::read(&Key::Battle(id.to_owned()));
        let log = local_storage::events(id).into_iter();
        let log = log.filter_map(|(stamp, name)| Some((stamp, local_storage::read_name(&name)?)));
        let Opened { value, newer, .. } = saved_battle::read(rulesets::registry(), id, header.as_deref(), log)?;
        Ok(Saved { id: id.to_owned(), value: Arc::new(value), touched: now(), read_only: newer })
    }
}

/// The reason why a battle cannot begin: it exceeds a limit, so that no backup with it could be read again.
fn too_much(header: &Header) -> Option<String> {
    limits::header(header).and_then(|()| limits::battle(rulesets::registry(), header, &[])).err()?;
    let words = match limits::faulty_unit(rulesets::registry(), header) {
        Some(unit) => text!(
            "{unit} has a number far beyond what the rules allow. Correct it in the roster, then begin the battle.",
            unit = limits::shortened_in_middle(unit.roster_name(), 60)
        ),
        None => text!("A battle can begin with {n} units at most.", n = 2 * limits::UNITS),
    };
    Some(words.to_string())
}

impl Moment {
    /// The current state of a battle; `None` if its ruleset is not registered.
    fn of(battle: &Battle) -> Option<Self> {
        let ruleset = rulesets::find(&battle.header().ruleset)?;
        let seen = battle.has_secrets().then(|| battle.seen_by(Onlooker::Anybody));
        let state = seen.as_deref().unwrap_or(battle).state();
        let turn = format!("{} {}", say(ruleset.turn), state.battle().value(TURN).unwrap_or(1));
        let phase = ruleset.phase(state.battle()).map(|phase| phase.brief());
        let words = phase.map_or_else(|| turn.clone(), |phase| format!("{turn} · {phase}"));
        let score = battle_stats::score(ruleset, state).map(|(_, score)| score);
        let played = battle.events().filter_map(Event::at).last().unwrap_or(battle.header().began);
        Some(Self { events: 0, words, turn, score, signs: battle_stats::signs(ruleset, state), played })
    }
}

/// Times of the last writes to each battle. The home page needs them before the code for logs is fetched, so texts are read as JSON.
fn times_of_writing() -> BTreeMap<String, f64> {
    let (mut logs, mut times) = (BTreeMap::<String, Vec<Stamp>>::new(), BTreeMap::<String, f64>::new());
    let mut note = |battle: String, at: Option<f64>| {
        if let Some(at) = at {
            times.entry(battle).and_modify(|latest| *latest = latest.max(at)).or_insert(at);
        }
    };
    for key in local_storage::names().iter().filter_map(|name| Key::parse(name)) {
        match key {
            Key::Event(battle, stamp) => logs.entry(battle).or_default().push(stamp),
            Key::Draft(ref battle) | Key::Dice(ref battle, _) | Key::Group(ref battle, _) => {
                note(battle.clone(), time_in(&key))
            }
            _ => {}
        }
    }
    for (battle, mut stamps) in logs {
        stamps.sort_unstable_by(|one, other| other.cmp(one));
        // An undo has no time of its own.
        let at = stamps.into_iter().find_map(|stamp| time_in(&Key::Event(battle.clone(), stamp)));
        note(battle, at);
    }
    times
}

/// The time of a draft, or of the act in an event.
fn time_in(key: &Key) -> Option<f64> {
    let saved: Opened<Json> = load(key)?;
    let at = |json: &Json| json.get("at").and_then(Json::as_f64);
    at(&saved.value).or_else(|| saved.value.as_object()?.values().find_map(at))
}
