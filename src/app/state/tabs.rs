//! Synchronises with other tabs.
//!
//! A tab writes its acts under keys that no other tab uses (see [`Stamp`]), and the browser notifies all other tabs of each. A tab that was
//! frozen catches up when it is shown again.

use super::battle_state::takes_seats;
use super::{AppState, load_event};
use crate::app::platform::local_storage;
use crate::app::state::notice::Notice;
use battle::analysis::act_words;
use battle::control::Named;
use battle::{Battle, Event, Stamp};
use exchange::storage::{Key, Opened, envelope};
use leptos::ev;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

impl AppState {
    pub(super) fn follow_other_tabs(self) {
        local_storage::follow_others(move |name, text| match name {
            Some(name) => self.read_change(&name, text.as_deref()),
            None => self.catch_up(),
        });
        // A tab in the background may have been frozen, without getting events.
        let woken = window_event_listener(ev::visibilitychange, move |_| {
            if !document().hidden() {
                local_storage::note_change();
                self.catch_up();
            }
        });
        std::mem::forget(woken); // the app lives as long as its page
    }

    /// Handles a text that another tab has saved or removed.
    fn read_change(self, name: &str, text: Option<&str>) {
        match (Key::parse(name), text) {
            (Some(ref key @ Key::Event(ref id, ref stamp)), Some(text)) => match envelope::open::<Event>(key, text) {
                Ok(opened) => self.add_from_elsewhere(id, stamp.clone(), opened, &mut Vec::new()),
                Err(_) => self.update_unreadable(),
            },
            // Events are removed with the header of their battle, which is handled below.
            (Some(Key::Event(..)), None) => {}
            (Some(Key::Dice(..) | Key::Group(..)), _) => self.notify_entered(),
            // Each tab has its own answers and connections. Commitment chains of version 1.0.0 are not read.
            (Some(Key::Draft(_) | Key::NewBattle | Key::Known(_) | Key::Chain(_)), _) => {}
            (Some(Key::Viewer(_)), _) => self.refresh_viewer(),
            (Some(Key::Battle(id)), text) => {
                self.read_all();
                self.header_changed(&id, text.is_some());
            }
            (Some(Key::Writer), _) => self.read_writer(),
            (Some(Key::Chronicle(_)), _) => self.read_chronicle(),
            _ => self.read_all(),
        }
    }

    /// True for an event of the battle in play that this tab does not have yet.
    fn is_new(self, id: &str, stamp: &Stamp) -> bool {
        let is_news = self.in_play(|in_play| {
            let battle = in_play.whole();
            Some(battle.id == id && battle.value.log().binary_search_by(|(known, _)| known.cmp(stamp)).is_err())
        });
        is_news == Some(true)
    }

    /// Adds an event of another tab or device, unless this tab has it, and shows a notice. `so_far` has the texts of the events that came with
    /// it.
    pub(super) fn add_from_elsewhere(self, id: &str, stamp: Stamp, opened: Opened<Event>, so_far: &mut Vec<String>) {
        if self.is_new(id, &stamp) {
            self.withdraw_offer();
            let done = self.done_elsewhere(&stamp, &opened.value);
            self.event_from_elsewhere(&stamp, &opened.value);
            let before = self.in_control();
            let seats = takes_seats(&opened.value);
            let own_aside = self.own_set_aside();
            let add = || {
                self.change_in_play(|in_play| {
                    if opened.newer {
                        in_play.mark_read_only();
                    }
                    in_play.add(stamp.clone(), opened.value);
                })
            };
            self.dropping_discards(id, add);
            if seats {
                self.refresh_viewer();
            }
            if let Some(words) = done {
                so_far.push(words);
                self.notice.set(Some(Notice::new(joined(so_far)).lets_taps_through()));
            }
            self.notify_control(&stamp, before.as_ref());
            self.notify_clashes(&stamp);
            if self.own_set_aside() > own_aside {
                self.notice.set(Some(Notice::new(say(
                    "Another device did the same at that time, and was first. Your action was set aside: see “Log”, “Worth knowing”.",
                ))));
            }
        }
    }

    /// The text of another device's act; `None` for this device, and for acts without a notice.
    fn done_elsewhere(self, stamp: &Stamp, event: &Event) -> Option<String> {
        let author = stamp.device();
        let this = untrack(|| self.device()).device;
        if author == this || !stamp.names_device() {
            return None;
        }
        let (name, id) = self.in_play(|in_play| {
            let saved = in_play.whole();
            Some((saved.value.device_name(&author).unwrap_or_default().to_owned(), saved.id.clone()))
        })?;
        let who = self.device_label(Some(&Named { device: author, name }), &id);
        // Acts on units of this device have their own notice.
        if let Some(words) = self.note_done_to_own(event) {
            return Some(words);
        }
        self.in_play(|in_play| {
            let shown = in_play.shown();
            act_words::done_elsewhere(shown.state().ruleset()?, shown, &who, event)
        })
    }

    /// Number of the entries of this device that are set aside.
    fn own_set_aside(self) -> usize {
        let this = untrack(|| self.device()).device;
        let count = self.in_play(|in_play| Some(in_play.whole().value.count_set_aside(&this)));
        count.unwrap_or_default()
    }

    fn header_changed(self, id: &str, there: bool) {
        if !self.is_in_play(id) {
            return;
        }
        if there {
            let is_same = |battle: &Battle| {
                self.in_play(|in_play| {
                    let held = &in_play.whole().value;
                    Some(held.header() == battle.header() && held.log() == battle.log())
                })
            };
            if let Some(battle) = self.read_battle(id).ok().filter(|saved| is_same(&saved.value) != Some(true)) {
                self.forget_correction();
                self.put_in_play(Some(battle));
            }
            self.notice.set(None);
        } else {
            let words = say("This battle was deleted in another tab. It is saved again if you continue it here.");
            self.notice.set(Some(Notice::new(words)));
        }
    }

    /// Reads changes by other tabs of which this tab got no event.
    fn catch_up(self) {
        self.read_all();
        let Some(id) = self.in_play(|in_play| Some(in_play.whole().id.clone())) else {
            return;
        };
        let mut words = Vec::new();
        for (stamp, name) in local_storage::events(&id) {
            if self.is_new(&id, &stamp)
                && let Some(opened) = load_event(&id, &stamp, &name)
            {
                self.add_from_elsewhere(&id, stamp, opened, &mut words);
            }
        }
    }

    /// Saves a whole battle that another tab has deleted while this tab continues it.
    pub(super) fn save_again(self, id: &str, battle: &Battle) {
        for (stamp, event) in battle.log() {
            self.save_event(id, stamp, event);
        }
        if let Ok(text) = envelope::seal_header(battle.header(), battle.is_marked(), 1) {
            self.write(&Key::Battle(id.to_owned()).to_string(), &text);
        }
        self.list_battle(id, battle.header());
    }
}

/// One text for several events; if there are many, for the last ones.
fn joined(words: &[String]) -> String {
    const MAX_EVENTS: usize = 3;
    let last = &words[words.len().saturating_sub(MAX_EVENTS)..];
    let list = last.join(" · ");
    match words.len() - last.len() {
        0 => list,
        more => text!("{what}, and {n} more", what = list, n = more).to_string(),
    }
}
