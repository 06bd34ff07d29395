//! The answers on the page New battle, and the rules of the battle before.

use super::{AppState, Saved, load};
use crate::app::platform::local_storage;
use battle::Header;
use exchange::storage::listed::Listed;
use exchange::storage::new_battle::{Answers, NewBattle};
use exchange::storage::{Key, Opened};
use leptos::prelude::*;
use rules::dice::rng::Seed;
use rules::own::OWN_RULES;
use serde_json::Map;

impl AppState {
    /// The saved answers, if there are any.
    pub fn new_battle(self) -> Option<NewBattle> {
        load(&Key::NewBattle).map(|opened| opened.value)
    }

    /// Saves the answers.
    pub fn save_new_battle(self, answers: &NewBattle) {
        if self.new_battle().as_ref() != Some(answers) {
            self.save(&Key::NewBattle, answers);
        }
    }

    /// Deletes the answers, because the battle has begun.
    pub fn forget_new_battle(self) {
        self.remove([Key::NewBattle.to_string()]);
    }

    /// True if a battle on this device has this seed.
    pub fn is_seed_used(self, seed: &Seed) -> bool {
        let is_of_it = |key: &Key| {
            let header: Option<Opened<Header>> = matches!(key, Key::Battle(_)).then(|| load(key)).flatten();
            header.is_some_and(|header| header.value.seed == *seed)
        };
        local_storage::keys().iter().any(is_of_it)
    }

    /// The newest battle with a ruleset.
    pub fn last_battle_of(self, ruleset: &str) -> Option<Saved<Listed>> {
        self.storage
            .battles
            .with_untracked(|battles| battles.iter().find(|battle| battle.value.ruleset == ruleset).cloned())
    }

    /// The current house rules and own rules of a battle; `None` if it cannot be read.
    pub fn rules_of_battle(self, id: &str) -> Option<Answers> {
        let battle = self.battle(id).ok()?;
        let own_rules = battle.state().battle().get(OWN_RULES.id()).cloned();
        let started = own_rules.map(|rules| (OWN_RULES.id().to_owned(), rules));
        Some(Answers { sides: None, rulings: battle.header().rulings.clone(), started: Map::from_iter(started) })
    }
}
