//! Rolls that two connected devices commit to: see [`drumhead::battle::both`]. This device commits itself, asks for the other's step,
//! and gives its own.

use super::live::{Link, Live};
use super::{AppState, load};
use crate::app::platform::clock::{fill_random, has_secure_random, log_time};
use crate::app::platform::direct::{self, LinkState};
use crate::app::platform::journal;
use crate::app::platform::navigator::settled;
use drumhead::battle::{Battle, Device};
use drumhead::dice::hash_chain::{Root, Step};
use drumhead::share::live::Message;
use drumhead::share::own_chain::{Ask, Give, OwnChain};
use drumhead::storage::Key;
use drumhead::text;
use leptos::prelude::*;
use leptos::task::spawn_local;
use std::future::poll_fn;
use std::time::Duration;
use wasm_bindgen::prelude::JsValue;
use web_sys::js_sys::{Function, Promise};

/// A player waits no longer for the other device. Over a connection that is open, its step comes within a tenth of that.
const PATIENCE: Duration = Duration::from_millis(1_500);

/// A step that another device was asked for.
pub(super) struct Asked {
    link: u32,
    roll: u64,
    /// Its answer, once it came.
    step: Option<Step>,
    /// Ends the waiting.
    done: Function,
}

impl Live {
    /// Commits this device to steps in the battle in play, if it is connected in it and has none left.
    pub(super) fn commit(self) {
        let Some(id) = self.app.in_play(|in_play| Some(in_play.whole().id.clone())) else { return };
        let is_asked = |link: &Link| link.battle == id && link.state == LinkState::Open && link.peer.commits();
        if !self.links.with_untracked(|links| links.iter().any(is_asked)) || !has_secure_random() {
            return;
        }
        let this = untrack(|| self.app.device()).device;
        let first = self.app.in_play(|in_play| {
            let here = &Some(in_play.whole()).filter(|saved| !saved.read_only)?.it;
            let next = here.next_unseen_roll();
            let is_committed = here.commitment(&this).is_some_and(|chain| chain.step_number(next).is_some());
            let is_due = here.pen().is_some() && here.is_whole();
            // The steps may be lost, as after somebody cleared what the browser keeps. That is looked up once.
            let is_kept = || self.committed.get_value() == id || is_kept(&id, here, &this, next);
            let is_committed = is_committed && is_kept();
            if is_committed {
                self.committed.set_value(id.clone());
            }
            (is_due && !is_committed).then_some(next)
        });
        let Some(first) = first else { return };
        let mut drawn = [0; 16];
        fill_random(&mut drawn);
        let chain = OwnChain::new(Root::new(drawn), first);
        let Some(event) = chain.commitment(log_time()) else { return };
        self.app.save(&Key::Chain(id), &chain);
        self.app.battle_in_play().inspect(|battle| drop(battle.add_to_log(event)));
    }

    /// Gives another device the step that it asks for, once the journal has noted this.
    pub(super) fn answer(self, link: u32, battle: &str, ask: &Ask) {
        let Some(mut chain) = load_chain(battle) else { return };
        let this = untrack(|| self.app.device()).device;
        let to = self.links.with_untracked(|links| {
            links.iter().find(|other| other.id == link).and_then(|other| Some(other.peer.device()?.device.clone()))
        });
        let step = to.and_then(|to| self.app.with_saved(battle, |here| chain.give(here?, &this, &to, ask)));
        let Some(step) = step else { return };
        self.app.save(&Key::Chain(battle.to_owned()), &chain);
        let give = Message::Give(Give { roll: ask.roll, step });
        spawn_local(async move {
            poll_fn(journal::poll_on_disk).await;
            send(link, &give);
        });
    }

    /// Takes the answer of another device.
    pub(super) fn given(self, link: u32, give: &Give) {
        self.asked.update_value(|asked| {
            if let Some(asked) = asked.as_mut().filter(|asked| asked.link == link && asked.roll == give.roll) {
                asked.step = Some(give.step);
                // It fails only if the page is being closed.
                let _ = asked.done.call0(&JsValue::NULL);
            }
        });
    }

    /// The connected device that can be asked for its step of a roll, with the number of its connection.
    fn partner(self, battle: &str, here: &Battle, roll: u64) -> Option<(u32, Device)> {
        let this = untrack(|| self.app.device()).device;
        let covers = |device: &Device| here.commitment(device).is_some_and(|chain| chain.step_number(roll).is_some());
        if !covers(&this) || !is_kept(battle, here, &this, roll) {
            return None;
        }
        self.links.with_untracked(|links| {
            let open =
                links.iter().filter(|link| link.battle == battle && link.state == LinkState::Open && link.answers);
            let mut open = open.filter_map(|link| Some((link.id, link.peer.device()?.device.clone())));
            open.find(|(_, device)| covers(device))
        })
    }

    /// True if another device can be asked for its step of a roll that nobody has seen.
    pub fn has_partner(self, battle: &str, roll: u64) -> bool {
        self.app.in_play(|in_play| self.partner(battle, &in_play.whole().it, roll)).is_some()
    }

    /// Asks another device for its step of a roll. `None` if there is none, or it does not answer as it should. Then it is not
    /// asked again before it sends something by itself.
    pub async fn ask(self, battle: String, ask: Ask) -> Option<[(Device, Step); 2]> {
        let roll = ask.roll;
        let this = untrack(|| self.app.device()).device;
        let (link, device) = self.app.in_play(|in_play| self.partner(&battle, &in_play.whole().it, roll))?;
        if !send(link, &Message::Ask(ask)) {
            return None;
        }
        let answered = Promise::new(&mut |done, _| {
            let too_late = done.clone();
            set_timeout(move || drop(too_late.call0(&JsValue::NULL)), PATIENCE);
            self.asked.set_value(Some(Asked { link, roll, step: None, done }));
        });
        // Waiting cannot fail.
        let _ = settled(Ok(answered)).await;
        let step = self.asked.try_update_value(Option::take).flatten().and_then(|asked| asked.step);
        let both = step.and_then(|step| {
            self.app.in_play(|in_play| {
                let here = &in_play.whole().it;
                let is_his = here.commitment(&device).is_some_and(|chain| chain.gives(roll, step));
                let step_here = load_chain(&battle)?.step(here, &this, roll)?;
                is_his.then_some([(this, step_here), (device, step)])
            })
        });
        if both.is_none() {
            self.change(link, |link| link.answers = false);
        }
        both
    }

    /// Steps of this device that were given and not used as they were asked for, in words.
    pub fn unused_steps(self, battle: &str) -> Option<String> {
        let chain = load_chain(battle)?;
        let unused = self.app.with_saved(battle, |here| here.map_or(0, |here| chain.unused(here).len()));
        let words = || {
            text!(
                "This device gave its step for {n} {n|roll|rolls} that the log does not have as {n|it was|they were} asked for.",
                n = unused
            )
        };
        (unused > 0).then(|| words().to_string())
    }
}

impl AppState {
    /// The battle in play, to act in it.
    fn battle_in_play(self) -> Option<super::BattleState> {
        let id = self.in_play(|in_play| Some(in_play.whole().id.clone()))?;
        self.open_battle(&id)
    }
}

fn load_chain(battle: &str) -> Option<OwnChain> {
    load::<OwnChain>(&Key::Chain(battle.to_owned())).map(|opened| opened.it)
}

/// True if this device still has the step of a roll to which it committed itself.
fn is_kept(battle: &str, here: &Battle, this: &Device, roll: u64) -> bool {
    load_chain(battle).is_some_and(|chain| chain.step(here, this, roll).is_some())
}

/// Sends a message; false if the connection is not open.
fn send(link: u32, message: &Message) -> bool {
    // Every message can be written.
    serde_json::to_string(message).is_ok_and(|text| direct::send(link, &text))
}
