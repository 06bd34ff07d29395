//! The answers on the page of a new battle. They are saved after each change: see [`exchange::storage::new_battle`].

use crate::app::components::facing::Facing;
use crate::app::components::roster_choice::{Offered, offered};
use crate::app::platform::clock::new_seed;
use crate::app::state::notice::Notice;
use crate::app::state::{AppState, app_state};
use battle::Header;
use exchange::storage::beginning;
use exchange::storage::new_battle::{Answers, NewBattle, Taken};
use exchange::storage::roster::{self, Roster};
use exchange::storage::scenario::Scenario;
use leptos::prelude::*;
use rules::dice::rng::Seed;
use rules::facts::Facts;
use rules::ruleset::{Alert, Ruleset, Urgency};
use rules::text::{is_blank, say};
use serde_json::{Map, Value as Json};

/// Answers that do not depend on the ruleset.
#[derive(Clone, Copy)]
pub(super) struct Common {
    /// All saved answers.
    saved: StoredValue<NewBattle>,
    pub(super) name: RwSignal<String>,
    /// The seed of the dice, drawn before players enter phrases, so that the app is committed to it.
    pub(super) seed: RwSignal<Seed>,
    pub(super) phrases: [RwSignal<String>; 2],
}

impl Common {
    /// Reads the saved answers. If there are none, draws a seed and saves it at once, because players may write its commitment down.
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

    /// Id of the chosen ruleset.
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

    /// If a battle was begun with this seed in another tab, draws another seed, shows a notice, and returns true.
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

/// Answers about the new battle for one ruleset.
#[derive(Clone, Copy)]
pub(super) struct RulesetAnswers {
    pub(super) ruleset: &'static Ruleset,
    pub(super) common: Common,
    /// The rosters that a side can take.
    pub(super) rosters: Memo<Vec<Offered>>,
    /// Key of each side's roster; `None` for a side without a roster.
    pub(super) sides: [RwSignal<Option<Taken>>; 2],
    pub(super) rulings: RwSignal<Map<String, Json>>,
    /// The initial trackers of the battle.
    pub(super) started: RwSignal<Facts>,
    /// Id of the battle, once it is begun.
    begun: StoredValue<Option<String>>,
}

impl RulesetAnswers {
    /// Reads the saved answers for a ruleset. Sides without an answer get the rosters of the last battle, or the first two rosters.
    pub(super) fn open(ruleset: &'static Ruleset, common: Common) -> Self {
        let app = app_state();
        let rosters = Memo::new(move |_| offered(app, ruleset));
        let answers = common.saved.with_value(|saved| saved.answers_for(ruleset.named.id));
        let sides = answers.sides.clone().unwrap_or_else(|| proposed_sides(app, ruleset, &rosters.get_untracked()));
        let current = Self {
            ruleset,
            common,
            rosters,
            sides: sides.map(RwSignal::new),
            started: RwSignal::new(answers.started()),
            rulings: RwSignal::new(answers.rulings),
            begun: StoredValue::default(),
        };
        Effect::new(move |begun: Option<()>| {
            let answers = Answers { sides: Some(current.sides.map(|side| side.get())), ..current.rules() };
            // Not saved before the first change: the proposed sides depend on the last battle, and must not be kept.
            if begun.is_some() {
                common.change(|saved| drop(saved.answers.insert(ruleset.named.id.to_owned(), answers)));
            }
        });
        current
    }

    /// House rules and initial trackers. Tracks their changes.
    pub(super) fn rules(self) -> Answers {
        Answers { sides: None, rulings: self.rulings.get(), started: Map::from(self.started.get()) }
    }

    /// The rosters of both sides. Tracks their changes, also those in another tab.
    pub(super) fn taken(self) -> [Option<Roster>; 2] {
        self.sides.map(|side| {
            let key = side.get()?;
            self.rosters.with(|all| all.iter().find(|offered| offered.key == key).map(|offered| offered.roster.clone()))
        })
    }

    /// Both armies, with the names of the sides.
    pub(super) fn armies(self) -> [Facing; 2] {
        let taken = self.taken();
        let mut names = beginning::side_names(&taken).into_iter();
        taken.map(|roster| {
            let units = roster.as_ref().map_or(&[][..], |roster| roster.units.as_slice()).iter();
            Facing::of(self.ruleset, names.next().unwrap_or_default(), units)
        })
    }

    /// The answers as a scenario, to be played again. `None` if the name is blank.
    pub(super) fn scenario(self) -> Option<Scenario> {
        let (taken, rules) = untrack(|| (self.taken(), self.rules()));
        let name = self.common.name.get_untracked().trim().to_owned();
        let is_nameless = !name.is_empty() && is_blank(&name);
        (!is_nameless).then(|| Scenario::of_answers(self.ruleset, &name, &taken, &rules))
    }

    /// The alerts about both armies before the battle, with the names of the sides.
    pub(super) fn alerts(self) -> (Vec<Alert>, [String; 2]) {
        let taken = self.taken();
        let armies = taken.clone().map(|roster| {
            roster.iter().flat_map(|roster| &roster.units).map(|unit| roster::facts(self.ruleset, unit)).collect()
        });
        let mut alerts = self.started.with(|started| (self.ruleset.alerts)(started, &armies));
        // Alarms are left out, because a side without units would cause one.
        alerts.retain(|alert| alert.news.urgency < Urgency::Alarm);
        (alerts, beginning::side_names(&taken))
    }

    /// Begins the battle and returns its id. A second call returns the same id. `None` if the battle could not begin.
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

/// Keys of the proposed rosters: those of the last battle with these rules, or the first two.
fn proposed_sides(app: AppState, ruleset: &Ruleset, offered: &[Offered]) -> [Option<Taken>; 2] {
    let rosters: Vec<Roster> = offered.iter().map(|offered| offered.roster.clone()).collect();
    let last = app.last_sides(ruleset.named.id, &rosters);
    [0, 1].map(|index| offered.get(last[index].unwrap_or(index)).map(|offered| offered.key.clone()))
}
