//! The answers so far, which are saved as they are given: see [`exchange::storage::new_battle`].

use crate::app::platform::clock::new_seed;
use crate::app::state::notice::Notice;
use crate::app::state::{AppState, Saved, app_state};
use battle::Header;
use exchange::storage::beginning;
use exchange::storage::new_battle::{Answers, NewBattle, Taken};
use exchange::storage::roster::{self, Roster};
use leptos::prelude::*;
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::ruleset::{Alert, Ruleset, Urgency};
use rules::text::say;
use serde_json::{Map, Value as Json};

/// A roster that a side can take.
#[derive(Clone, PartialEq)]
pub(super) struct Offered {
    /// Name of the battle in the answers.
    pub(super) key: Taken,
    /// The roster.
    pub(super) roster: Roster,
}

/// Answers that hold for every ruleset.
#[derive(Clone, Copy)]
pub(super) struct Common {
    /// All answers as they are saved.
    saved: StoredValue<NewBattle>,
    pub(super) name: RwSignal<String>,
    /// The seed of the dice, drawn before players enter phrases, so that the app is committed to it.
    pub(super) seed: RwSignal<Seed>,
    pub(super) phrases: [RwSignal<String>; 2],
}

impl Common {
    /// The answers that were given before the page was left. Without any, a seed is drawn, and saved: players may write its
    /// commitment down.
    pub(super) fn open(app: AppState) -> Self {
        let saved = app.new_battle().unwrap_or_else(|| NewBattle::of_seed(new_seed()));
        let saved = if app.is_seed_used(&saved.seed) { saved.with_seed(new_seed()) } else { saved };
        app.save_new_battle(&saved);
        let common = Self {
            name: RwSignal::new(saved.name.clone()),
            seed: RwSignal::new(saved.seed),
            phrases: saved.phrases.clone().map(RwSignal::new),
            saved: StoredValue::new(saved),
        };
        Effect::new(move |begun: Option<()>| {
            let (name, seed, phrases) =
                (common.name.get(), common.seed.get(), common.phrases.map(|phrase| phrase.get()));
            if begun.is_some() {
                common.change(|saved| *saved = NewBattle { name, seed, phrases, ..saved.clone() });
            }
        });
        common
    }

    /// The ruleset that was chosen, by its id.
    pub(super) fn ruleset(self) -> Option<String> {
        self.saved.with_value(|saved| saved.ruleset.clone())
    }

    /// Changes the answers, and saves them.
    pub(super) fn change(self, change: impl FnOnce(&mut NewBattle)) {
        let changed = self.saved.try_update_value(|saved| {
            change(saved);
            saved.clone()
        });
        if let Some(changed) = changed {
            app_state().save_new_battle(&changed);
        }
    }

    /// Draws another seed if a battle was begun with this one, in another tab. Returns true, and says so, if that was necessary.
    fn renew_used_seed(self, app: AppState) -> bool {
        let is_used = app.is_seed_used(&self.seed.get_untracked());
        if is_used {
            self.seed.set(new_seed());
            self.phrases.iter().for_each(|phrase| phrase.set(String::new()));
            let words = say(
                "A battle was begun in another tab with the dice that were shown here. Under Fair dice is a new commitment.",
            );
            app.notice.set(Some(Notice::new(words)));
        }
        is_used
    }
}

/// Answers about the battle that is to begin, with its rules.
#[derive(Clone, Copy)]
pub(super) struct Said {
    pub(super) ruleset: &'static Ruleset,
    pub(super) common: Common,
    /// Rosters that a side can take.
    pub(super) rosters: Memo<Vec<Offered>>,
    /// The roster of each side.
    pub(super) sides: [RwSignal<Option<Taken>>; 2],
    pub(super) rulings: RwSignal<Map<String, Json>>,
    /// Trackers of the battle at the start.
    pub(super) started: RwSignal<Facts>,
    /// The battle that was begun, by its id.
    begun: StoredValue<Option<String>>,
}

impl Said {
    /// Answers that were given before. Without any, the rosters meet that met last, else the first two.
    pub(super) fn open(ruleset: &'static Ruleset, common: Common) -> Self {
        let app = app_state();
        let rosters = Memo::new(move |_| offered(app.storage.rosters.get(), ruleset));
        let answers = common.saved.with_value(|saved| saved.answers_for(ruleset.named.id));
        let sides = answers.sides.clone().unwrap_or_else(|| proposed_sides(app, ruleset, &rosters.get_untracked()));
        let said = Self {
            ruleset,
            common,
            rosters,
            sides: sides.map(RwSignal::new),
            started: RwSignal::new(answers.started()),
            rulings: RwSignal::new(answers.rulings),
            begun: StoredValue::default(),
        };
        Effect::new(move |begun: Option<()>| {
            let answers = Answers { sides: Some(said.sides.map(|side| side.get())), ..said.rules() };
            // What nobody changed is not saved: another battle may be played before the player comes back.
            if begun.is_some() {
                common.change(|saved| drop(saved.answers.insert(ruleset.named.id.to_owned(), answers)));
            }
        });
        said
    }

    /// House rules and trackers at the start. Followed as they change.
    pub(super) fn rules(self) -> Answers {
        Answers { sides: None, rulings: self.rulings.get(), started: Map::from(self.started.get()) }
    }

    /// The rosters that both sides take. Followed as they change, also in another tab.
    pub(super) fn taken(self) -> [Option<Roster>; 2] {
        self.sides.map(|side| {
            let key = side.get()?;
            self.rosters.with(|all| all.iter().find(|offered| offered.key == key).map(|offered| offered.roster.clone()))
        })
    }

    /// The news of both armies before they meet, with the names of the sides.
    pub(super) fn news(self) -> (Vec<Alert>, [String; 2]) {
        let taken = self.taken();
        let armies = taken.clone().map(|roster| {
            roster.iter().flat_map(|roster| &roster.units).map(|unit| roster::facts(self.ruleset, unit)).collect()
        });
        let mut news = self.started.with(|started| (self.ruleset.alerts)(started, &armies));
        // Alarms are left out: a side that has no units yet would set one off.
        news.retain(|alert| alert.news.urgency < Urgency::Alarm);
        (news, beginning::side_names(&taken))
    }

    /// Begins the battle, once; hands back its id, if it could begin.
    pub(super) fn begin(self, app: AppState) -> Option<String> {
        if let Some(begun) = self.begun.get_value() {
            return Some(begun);
        }
        let Common { name, seed, phrases, .. } = self.common;
        if self.common.renew_used_seed(app) {
            return None;
        }
        let taken = untrack(|| self.taken());
        let header = Header {
            rulings: self.rulings.get_untracked(),
            phrases: phrases.map(|phrase| phrase.get_untracked().trim().to_owned()),
            ..beginning::header(self.ruleset, name.get_untracked().trim(), &taken, seed.get_untracked())
        };
        let changes = beginning::known_at_once(self.ruleset, self.started.get_untracked(), &taken);
        let begun = app.begin(self.ruleset, header, changes)?;
        app.forget_new_battle();
        self.begun.set_value(Some(begun.clone()));
        Some(begun)
    }
}

/// The rosters that a side can take: the player's own, then the samples.
fn offered(rosters: Vec<Saved<Roster>>, ruleset: &'static Ruleset) -> Vec<Offered> {
    let own = rosters.into_iter().map(|saved| Offered { key: Taken::Roster(saved.id), roster: saved.it });
    let own = own.filter(|offered| offered.roster.ruleset == ruleset.named.id && !offered.roster.is_set_of_rules());
    let sample = |roster: Roster| Offered { key: Taken::Sample(roster.name.clone()), roster };
    own.chain(Roster::samples(ruleset).into_iter().map(sample)).collect()
}

/// The sides that are proposed: those of the last battle with these rules, else the first two rosters.
fn proposed_sides(app: AppState, ruleset: &Ruleset, offered: &[Offered]) -> [Option<Taken>; 2] {
    let rosters: Vec<Roster> = offered.iter().map(|offered| offered.roster.clone()).collect();
    let last = app.last_sides(ruleset.named.id, &rosters);
    [0, 1].map(|index| offered.get(last[index].unwrap_or(index)).map(|offered| offered.key.clone()))
}
