//! Control of the battle in play (see [`battle::control`]), and this device as an author of logs.

use super::notice::Notice;
use super::{AppState, BattleState, load};
use crate::app::platform::clock::{log_time, new_id};
use crate::app::platform::local_storage;
use crate::app::platform::signals::set_if_changed;
use crate::app::state::rulesets;
use battle::control::{self, ControlEvent, Named, NoControl};
use battle::relation::Clash;
use battle::{Battle, Device, Event, Stamp};
use exchange::storage::writer::Writer;
use exchange::storage::{Key, Opened};
use leptos::prelude::*;
use rules::subject::Side;
use rules::text;
use rules::text::say;
use serde_json::Value as Json;

impl AppState {
    /// This device as an author of logs. Its random id is made when it is first needed, and saved with its first act. Opening a battle saves
    /// nothing, because drawing would wait for the disk.
    fn writer(self) -> Writer {
        if let Some(known) = self.storage.writer.get() {
            return known;
        }
        let saved = load(&Key::Writer).map(|opened: Opened<Writer>| opened.value);
        let writer = saved.or_else(|| Some(Writer::new(Device::parse(&new_id())?)));
        let Some(writer) = writer else { return Writer::new(Stamp::after(None, "0").device()) };
        set_if_changed(self.storage.writer, Some(writer.clone()));
        writer
    }

    /// Reads this device's data after a change by another tab.
    pub(super) fn read_writer(self) {
        if let Some(opened) = load::<Writer>(&Key::Writer) {
            set_if_changed(self.storage.writer, Some(opened.value));
        }
    }

    /// This device, with the name from its player.
    pub fn device(self) -> Named {
        self.writer().named()
    }

    /// Gives this device a name.
    pub fn name_device(self, name: &str) {
        let mut writer = untrack(|| self.writer());
        writer.rename(name);
        self.save(&Key::Writer, &writer);
        set_if_changed(self.storage.writer, Some(writer));
    }

    /// The name of this tab in logs.
    pub(super) fn tab_name(self) -> String {
        let writer = untrack(|| self.writer());
        if !local_storage::has(&Key::Writer) {
            self.save(&Key::Writer, &writer);
        }
        self.storage.tab.with_value(|drawn| writer.id.tab(drawn))
    }

    /// The device that is in control of the battle in play.
    pub(super) fn in_control(self) -> Option<Device> {
        self.in_play(|in_play| Some(in_play.whole().value.control()?.holder.clone()))
    }

    /// Shows a notice about a change of control from another tab or device. `before` is the device that was in control.
    pub(super) fn notify_control(self, stamp: &Stamp, before: Option<&Device>) {
        let words = self.in_play(|in_play| {
            let battle = &in_play.whole().value;
            let Event::Control(change) = battle.event(stamp)? else { return None };
            let is_last = battle.control().is_some_and(|control| control.since == stamp);
            (is_last && before != Some(&change.to)).then(|| self.words_of(battle, stamp, change))
        });
        if let Some(words) = words {
            self.notice.set(Some(Notice::new(words)));
        }
    }

    /// Shows a notice with the trackers that two authors have changed at the same time, with both values.
    pub(super) fn notify_clashes(self, stamp: &Stamp) {
        let words = self.in_play(|in_play| {
            let battle = &in_play.whole().value;
            let mut clashes = battle.clashes_of(stamp);
            // Hidden values are left out.
            clashes.retain(|clash| in_play.onlooker().is_none() || !battle.is_secret(&clash.of, &clash.key));
            let words: Vec<String> = clashes.iter().filter_map(|clash| clash_words(battle, clash)).collect();
            (!words.is_empty()).then(|| words.join(" "))
        });
        if let Some(words) = words {
            self.notice.set(Some(Notice::new(words)));
        }
    }

    /// The label of a device in a battle, in play or not. `device` is `None` before it has greeted.
    pub(super) fn device_label(self, device: Option<&Named>, battle: &str) -> String {
        let Some(device) = device else { return say("The other device").to_owned() };
        let this = untrack(|| self.device()).device;
        let name = Some(device.name.clone()).filter(|name| !name.is_empty());
        let logged = || {
            self.in_play(|in_play| {
                let saved = Some(in_play.whole()).filter(|saved| saved.id == battle)?;
                Some(shown_name(&saved.value, &device.device, &this, name.as_deref()))
            })
        };
        logged().unwrap_or_else(|| name_without_seats(&device.device, &this, name.as_deref()))
    }

    fn words_of(self, battle: &Battle, stamp: &Stamp, change: &ControlEvent) -> String {
        let this = untrack(|| self.device()).device;
        let name = |device: &Device| shown_name(battle, device, &this, None);
        let author = stamp.device();
        let words = if change.taken_over {
            text!("{who} took over control.", who = name(&change.to))
        } else if author == change.to {
            text!("{who} took control.", who = name(&change.to))
        } else {
            text!("{from} passed control to {to}.", from = name(&author), to = name(&change.to))
        };
        let words = words.to_string();
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().collect::<String>() + letters.as_str())
    }
}

/// A text with both values of a tracker that two authors changed, and the resulting one. `None` for a tracker that players do not see.
fn clash_words(battle: &Battle, clash: &Clash) -> Option<String> {
    let what = say(rulesets::find(&battle.header().ruleset)?.label(&clash.key)?);
    let unit = || battle.state().unit(&clash.of).map(|unit| unit.name().to_owned());
    let who = match Side::find(&clash.of) {
        Some(side) => Some(battle.header().sides[side.index()].name.clone()),
        None => unit(),
    };
    let what = who.map_or_else(|| what.to_owned(), |who| text!("{who}, {what}", who = who, what = what).to_string());
    let [own, theirs, merged] = [&clash.own, &clash.theirs, &clash.merged].map(|value| value_words(battle, value));
    let words = if clash.adds {
        text!(
            "{what}: {own} here, {theirs} elsewhere at the same time. Together: {merged}.",
            what = what,
            own = own,
            theirs = theirs,
            merged = merged
        )
    } else {
        text!(
            "{what}: {own} here, {theirs} elsewhere at the same time. {merged} stands, and the log keeps both.",
            what = what,
            own = own,
            theirs = theirs,
            merged = merged
        )
    };
    Some(words.to_string())
}

/// The text of a tracker's value. Units are shown by their names.
fn value_words(battle: &Battle, value: &Json) -> String {
    let name = |id: &str| battle.state().unit(id).map_or_else(|| id.to_owned(), |unit| unit.name().to_owned());
    match value {
        Json::String(id) => name(id),
        Json::Array(ids) if ids.is_empty() => "–".to_owned(),
        Json::Array(ids) => ids.iter().filter_map(Json::as_str).map(name).collect::<Vec<_>>().join(", "),
        other => other.to_string(),
    }
}

/// The label of a device: the players who have seats at it, else its name, else the first letters of its id. `name` is the name that it has
/// sent, if that is known.
pub(super) fn shown_name(open: &Battle, device: &Device, this: &Device, name: Option<&str>) -> String {
    let players = open.players_at(device);
    if device != this && !players.is_empty() {
        return players.join(", ");
    }
    name_without_seats(device, this, name.or_else(|| open.device_name(device)))
}

/// The label of a device in a battle that is not in play.
fn name_without_seats(device: &Device, this: &Device, name: Option<&str>) -> String {
    if device == this {
        return say("this device").to_owned();
    }
    name.map_or_else(
        || {
            let letters: String = device.to_string().chars().take(4).collect();
            text!("device {letters}", letters = letters.to_uppercase()).to_string()
        },
        |name| name.chars().take(control::NAME).collect(),
    )
}

// An earlier table that is shown for a correction does not know who is in control.
impl BattleState {
    /// The label of the device in control; `None` if there is none.
    pub fn label_in_control(self) -> Option<String> {
        let this = self.app.device().device;
        self.whole().with(|open| {
            let holder = open.control()?.holder;
            Some(shown_name(open, holder, &this, None))
        })
    }

    /// The reason why this device cannot roll, apply, undo or end phases; `None` if it can. The caller follows this.
    pub fn no_control(self) -> Option<NoControl> {
        let this = self.app.device().device;
        self.whole().with(|saved| saved.may_write(&this).err())
    }

    /// The text of [`Self::no_control`].
    pub fn no_control_words(self) -> Option<String> {
        let this = self.app.device().device;
        Some(match self.no_control()? {
            NoControl::HeldBy(holder) => {
                let (who, taken_over) = self.whole().with(|open| {
                    let taken_over = open.control().is_some_and(|control| control.taken_over);
                    (shown_name(open, &holder, &this, None), taken_over)
                });
                if taken_over {
                    let words = text!(
                        "{who} took over control. Only there can you roll, apply, undo and end phases.",
                        who = who
                    );
                    return Some(words.to_string());
                }
                text!("{who} is in control. Only there can you roll, apply, undo and end phases.", who = who)
                    .to_string()
            }
            NoControl::Lacking => {
                say("This device is in control, but entries are missing that the other device has.").to_owned()
            }
        })
    }

    /// True if this device may roll, apply, undo and end phases.
    pub fn is_in_control(self) -> bool {
        untrack(|| self.no_control()).is_none()
    }

    /// The other devices that take part in the battle.
    pub fn other_devices(self) -> Vec<Named> {
        let this = self.app.device().device;
        self.whole().with(|open| {
            let others = open.devices().into_iter().filter(|device| *device != this);
            let named =
                |device: Device| Named { name: open.device_name(&device).unwrap_or_default().to_owned(), device };
            others.map(named).collect()
        })
    }

    /// The label of a device whose name is known.
    pub fn shown_name_of(self, device: &Named) -> String {
        self.app.device_label(Some(device), &self.id())
    }

    /// The label of a device.
    pub fn shown_device(self, device: &Device) -> String {
        let this = self.app.device().device;
        self.whole().with(|open| shown_name(open, device, &this, None))
    }

    /// Passes control to another device, if this one is in control or none is.
    pub fn pass_control(self, to: &Named) {
        let from = untrack(|| self.app.device());
        let event = self.app.in_play(|in_play| in_play.whole().value.passing(log_time(), &from, to));
        if let Some(event) = event {
            self.add_to_log(event);
        }
    }

    /// Takes control, even if another device has it. The notice offers to give it back.
    pub fn take_control(self) {
        let by = untrack(|| self.app.device());
        let before = self.app.in_control();
        let event = self.app.in_play(|in_play| Some(in_play.whole().value.taking(log_time(), &by)));
        let taken = event.and_then(|event| self.add_to_log(event)).is_some();
        let Some(before) = before.filter(|holder| taken && *holder != by.device) else { return };
        let name = untrack(|| self.whole().with(|open| open.device_name(&before).unwrap_or_default().to_owned()));
        let words = text!("You took over control from {who}. The log shows it.", who = self.shown_untracked(&before));
        let (id, back) = (self.id(), Named { device: before, name });
        let give_back = move || {
            if self.is_open(&id) {
                self.pass_control(&back);
            }
        };
        self.app
            .notice
            .set(Some(Notice::new(words.to_string()).way_back(say("Give it back"), give_back).until_next_act()));
    }

    fn shown_untracked(self, device: &Device) -> String {
        untrack(|| self.shown_device(device))
    }

    /// Shows a notice that another device is in control, with a button that takes control.
    pub fn offer_control(self) {
        let Some(words) = untrack(|| self.no_control_words()) else { return };
        let id = self.id();
        let take = move || {
            if self.is_open(&id) {
                self.take_control();
            }
        };
        self.app.notice.set(Some(Notice::new(words).way_back(say("Take control"), take).of_this_page()));
    }

    /// The text of a change of control.
    pub fn control_words(self, stamp: &Stamp, change: &ControlEvent) -> String {
        untrack(|| self.whole().with(|open| self.app.words_of(open, stamp, change)))
    }
}
