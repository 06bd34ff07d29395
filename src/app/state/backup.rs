//! Actions on all saved data: backups, adding texts from elsewhere, deleting, unreadable texts, and the browser's promise to keep data.

use super::AppState;
use crate::app::platform::clock::{new_id, now};
use crate::app::platform::signals::{set_if_changed, update_if_changed};
use crate::app::platform::{files, local_storage, persistence, sharing};
use crate::app::state::notice::Notice;
use crate::app::state::rulesets;
use exchange::share::arrival::{self, Plan, Taking};
use exchange::storage::bin::Thing;
use exchange::storage::{Bundle, Key, Unreadable, envelope};
use leptos::prelude::*;
use leptos::task::spawn_local;
use rules::text;
use rules::text::say;
use std::collections::BTreeMap;
use web_sys::Blob;

/// A saved text that cannot be read. It stays unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Its name in storage.
    pub name: String,
    /// The reason; `None` for an act of a missing battle.
    pub why: Option<Unreadable>,
}

/// The browser's promise to keep saved data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// Not requested yet, or not answered.
    Unknown,
    /// Requested and refused.
    Refused,
    /// Given.
    Given,
    /// The browser makes no such promises.
    None,
}

impl AppState {
    // Unreadable texts.

    /// Updates the list of unreadable texts. Reads all saved texts.
    pub(super) fn update_unreadable(self) {
        let names = local_storage::names();
        let headers: Vec<String> = names
            .iter()
            .filter_map(|name| if let Key::Battle(id) = Key::parse(name)? { Some(id) } else { None })
            .collect();
        let mut troubles: Vec<Trouble> =
            names.into_iter().filter_map(|name| trouble(&name, &headers).map(|why| Trouble { name, why })).collect();
        troubles.sort_by(|trouble, other| trouble.name.cmp(&other.name));
        // The list of battles reads less of a battle than the battle needs.
        let listed = |id: &str| {
            let name = Key::Battle(id.to_owned()).to_string();
            !troubles.iter().any(|trouble| trouble.name == name)
        };
        update_if_changed(self.storage.battles, |battles| battles.retain(|saved| listed(&saved.id)));
        set_if_changed(self.storage.unreadable, troubles);
    }

    /// All unreadable texts.
    pub fn unreadable_texts(self) -> Bundle {
        let names = self.storage.unreadable.get_untracked().into_iter().map(|trouble| trouble.name);
        Bundle(BTreeMap::from_iter(names.filter_map(|name| local_storage::read_name(&name).map(|text| (name, text)))))
    }

    /// Deletes all unreadable texts. The notice offers to restore them.
    pub fn remove_unreadable(self) {
        let removed = self.unreadable_texts();
        self.remove_all(removed, say("Unreadable data").into(), say("The unreadable data is deleted."));
    }

    // All saved data.

    /// True if a backup would be empty.
    pub fn nothing_saved(self) -> bool {
        !self.storage.has_prepared.get() && self.storage.battles.with(Vec::is_empty)
    }

    /// Deletes everything. The notice offers to restore it.
    pub fn remove_everything(self) {
        // The device's id as an author of logs stays, so that restored battles continue under it.
        let beside = local_storage::keys().into_iter().filter(|key| key.stays() && *key != Key::Writer);
        let beside = beside.filter_map(|key| Some((key.to_string(), local_storage::read(&key)?)));
        let mut removed = local_storage::all();
        removed.0.extend(beside);
        self.remove_all(removed, say("Everything that was saved").into(), say("Everything is deleted."));
        self.forget_correction();
        self.put_in_play(None);
    }

    /// Removes a roster or a battle with all its texts. The notice offers to restore it.
    pub(super) fn remove_part(self, key: &Key, name: &str) {
        let mut removed = local_storage::all().part(key);
        let beside =
            key.battle().map(|id| [Key::Draft, Key::Known, Key::Chain, Key::Viewer].map(|key| key(id.to_owned())));
        let is_of_it =
            |stored: &Key| matches!(stored, Key::Dice(id, _) | Key::Group(id, _) if Some(id.as_str()) == key.battle());
        let dice = local_storage::keys().into_iter().filter(is_of_it);
        let beside = beside.into_iter().flatten().chain(dice);
        removed.0.extend(beside.filter_map(|key| Some((key.to_string(), local_storage::read(&key)?))));
        let notice = text!("“{name}” is deleted.", name = name.to_owned()).to_string();
        self.remove_all(removed, name.to_owned(), notice);
    }

    /// Removes texts. The notice and the bin offer to restore them, byte for byte.
    fn remove_all(self, removed: Bundle, name: String, notice: impl Into<String>) {
        self.remove(removed.0.keys().cloned());
        self.read_all();
        self.put_in_bin(name, notice, Thing::Texts(removed.0));
    }

    /// Downloads all saved data as a file. Records the time of the backup if the file's text can be read back.
    pub fn back_up(self) {
        if self.download(say("Drumhead, everything"), &local_storage::all()) {
            self.storage.backup.set(Some(now()));
            self.save(&Key::Device, &now());
        }
    }

    /// Downloads texts as a file, and reads the file's text back. False, with a notice, if saving fails or the file is incomplete.
    pub fn download(self, name: &str, texts: &Bundle) -> bool {
        let Some(file) = texts.file().ok().filter(|file| files::download(&file_name(name), file).is_ok()) else {
            self.notice.set(Some(Notice::new(say("This browser cannot save files."))));
            return false;
        };
        let words = match Bundle::open(rulesets::registry(), &file) {
            Ok(contents) if contents.left_out.is_empty() && contents.bundle == texts.without_what_stays() => return true,
            Ok(contents) if !contents.left_out.is_empty() => text!(
                "The file is saved, but these hold more than Drumhead takes, and would be left out when it is opened: {names}",
                names = contents.left_out.join(", ")
            )
            .to_string(),
            Ok(_) | Err(_) => say("The file is saved, but Drumhead could not open it again.").to_owned(),
        };
        self.notice.set(Some(Notice::new(words)));
        false
    }

    /// Shares a picture by the device's share function, or downloads it as a file. `None` stands for a picture that could not be drawn.
    pub async fn share_picture(self, name: &str, picture: Option<Blob>) {
        let name = file_name(name).replace("drumhead.json", "png");
        let is_done = match &picture {
            Some(picture) => {
                sharing::share_picture(&name, picture).await || files::download_blob(&name, picture).is_ok()
            }
            None => false,
        };
        if !is_done {
            self.notice.set(Some(Notice::new(say("This browser cannot save pictures."))));
        }
    }

    /// Downloads a text for reading, as a file.
    pub fn save_text(self, name: &str, ending: &str, text: &str) {
        let name = file_name(name).replace("drumhead.json", ending);
        if files::download(&name, text).is_err() {
            self.notice.set(Some(Notice::new(say("This browser cannot save files."))));
        }
    }

    /// Adds texts from a link or a file. The notice offers to undo this.
    pub fn take(self, incoming: &Bundle, taking: Taking) {
        let here = local_storage::all();
        let plan = arrival::plan(rulesets::registry(), incoming, &here, taking, new_id);
        if taking == Taking::Replace {
            for (name, texts) in arrival::replaced(rulesets::registry(), incoming, &here, new_id) {
                self.put_in_bin(name, "", Thing::Texts(texts.0));
            }
        }
        self.carry_out(&plan);
        let words = if plan.remove.is_empty() { say("Added.") } else { say("Replaced.") };
        let undo = move || self.undo_taking(&plan, &here);
        self.notice.set(Some(Notice::new(words).undo(undo).until_next_act()));
    }

    /// Undoes the adding of texts, unless they have changed since.
    fn undo_taking(self, plan: &Plan, before: &Bundle) {
        match plan.taking_back(before, &local_storage::all()) {
            Some(back) => self.carry_out(&back),
            None => self.notice.set(Some(Notice::new(say("Not undone: it has changed since.")))),
        }
    }

    /// Withdraws the offer to undo the adding of texts, because an act follows that would be lost with them.
    pub(super) fn withdraw_offer(self) {
        if self.notice.with_untracked(|notice| notice.as_ref().is_some_and(|notice| notice.until_next_act)) {
            self.notice.set(None);
        }
    }

    fn carry_out(self, plan: &Plan) {
        self.remove(plan.remove.iter().cloned());
        for (name, text) in &plan.write {
            self.write(name, text);
        }
        self.forget_correction();
        self.put_in_play(None);
        self.read_all();
    }

    // The browser's promise.

    pub(super) fn update_promise(self) {
        spawn_local(async move {
            match persistence::is_persistent().await {
                Some(true) => set_if_changed(self.storage.promise, Promise::Given),
                Some(false) => {}
                None => set_if_changed(self.storage.promise, Promise::None),
            }
        });
    }

    /// Asks the browser to keep saved data. Called after the first save, because browsers refuse before.
    pub(super) fn ask_promise(self) {
        thread_local!(static ASKED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) });
        if self.storage.promise.get_untracked() != Promise::Unknown || ASKED.replace(true) {
            return;
        }
        spawn_local(async move {
            let given = persistence::ask_to_persist().await;
            let promise = match given {
                Some(true) => Promise::Given,
                Some(false) => Promise::Refused,
                None => Promise::None,
            };
            set_if_changed(self.storage.promise, promise);
        });
    }
}

/// The problem with a saved text, if there is one: the reason, or an inner `None` for an act without its battle.
fn trouble(name: &str, headers: &[String]) -> Option<Option<Unreadable>> {
    let Some(key) = Key::parse(name) else { return Some(Some(Unreadable::Strange)) };
    let text = local_storage::read_name(name)?;
    let opens = match &key {
        Key::Event(battle, _) if !headers.contains(battle) => return Some(None),
        // Acts are only checked roughly here, because there are many. Each is read with its battle.
        Key::Event(..) => envelope::whole(&text),
        _ => Bundle::check(&key, &text),
    };
    opens.err().map(Some)
}

/// A name with only characters that all systems allow in file names: letters and digits of all languages, spaces, and a few marks.
fn file_name(name: &str) -> String {
    let allowed = |c: char| if c.is_alphanumeric() || " ,-".contains(c) { c } else { '_' };
    let stem: String = name.chars().map(allowed).take(60).collect();
    format!("{}.drumhead.json", stem.trim())
}
