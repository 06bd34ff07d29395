//! Components that follow the battle in play as it changes.
//!
//! A table shows hundreds of units, and an act changes one or two. A component of a unit follows the facts of that unit alone.
//! A component of the battle as a whole is updated after every act.

use super::battle_state::View;
use super::{AppState, BattleState};
use drumhead::analysis::last_roll::Watched;
use drumhead::battle::{Battle, Resolved};
use drumhead::core::facts::Facts;
use drumhead::core::names::Names;
use drumhead::core::subject::Side;
use drumhead::panel::{TableAnswers, Tables};
use drumhead::rules::procedure::Procedure;
use drumhead::rules::turn::Duty;
use leptos::prelude::*;
use std::sync::Arc;

/// Trackers of a unit, a side or the battle, as those that follow them last saw them.
pub(super) struct Followed {
    of: String,
    held: ArcRwSignal<Arc<Facts>>,
}

/// Reads something of a battle.
type BattleReader<T> = Box<dyn Fn(&Battle) -> T + Send + Sync>;

impl AppState {
    /// Tells what is tracked to those that follow it, where it differs.
    pub(super) fn notify_followers(self) {
        let changed = self.in_play(|in_play| {
            let state = in_play.shown().state();
            let changed = |followed: &Followed| {
                let now = state.shared(&followed.of).cloned().unwrap_or_default();
                let same = followed.held.with_untracked(|held| Arc::ptr_eq(held, &now) || *held == now);
                (!same).then(|| (followed.held.clone(), now))
            };
            Some(self.battle.followed.with_value(|all| all.iter().filter_map(changed).collect::<Vec<_>>()))
        });
        for (held, now) in changed.into_iter().flatten() {
            held.set(now);
        }
    }

    fn follow(self, of: &str, open: &Battle) -> ArcRwSignal<Arc<Facts>> {
        let known =
            |all: &Vec<Followed>| all.iter().find(|followed| followed.of == of).map(|followed| followed.held.clone());
        self.battle.followed.with_value(known).unwrap_or_else(|| {
            let held = ArcRwSignal::new(open.state().shared(of).cloned().unwrap_or_default());
            let followed = Followed { of: of.to_owned(), held: held.clone() };
            self.battle.followed.update_value(|all| all.push(followed));
            held
        })
    }
}

impl BattleState {
    /// Reads something of the battle, and again whenever it changes.
    pub fn with<T>(self, read: impl FnOnce(&Battle) -> T) -> T {
        match self.view {
            View::Shown => self.app.follow_in_play(|in_play| read(in_play.shown())),
            View::Judged => self.app.follow_in_play(|in_play| read(in_play.judged())),
            View::Whole => self.app.follow_in_play(|in_play| read(&in_play.whole().it)),
            View::Supposed(supposed) => supposed.with_value(|supposed| read(supposed)),
        }
    }

    /// Reads the tables of a panel, and again whenever they change.
    pub fn with_tables<T>(self, read: impl FnOnce(&Tables) -> T) -> T {
        if let View::Supposed(supposed) = self.view {
            return supposed.with_value(|supposed| read(&Tables::open(supposed)));
        }
        self.app.follow_in_play(|in_play| {
            let saved = in_play.whole();
            read(&Tables {
                whole: Some(&saved.it),
                judged: Some(in_play.judged()),
                shown: Some(in_play.shown()),
                onlooker: in_play.onlooker(),
                id: &saved.id,
                pairs: None,
            })
        })
    }

    /// Reads something of the battle once.
    pub fn with_untracked<T>(self, read: impl FnOnce(&Battle) -> T) -> T {
        untrack(|| self.with(read))
    }

    /// Something of the battle that is followed as it changes.
    pub fn follow<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Battle) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.follow_boxed(Box::new(read))
    }

    /// Compiled once for each type, not for each closure.
    fn follow_boxed<T: PartialEq + Send + Sync + 'static>(self, read: BattleReader<T>) -> Memo<T> {
        Memo::new(move |_| self.with(&read))
    }

    /// Reads an answer about the table as a whole, and again whenever the table changes. It is computed once for each revision.
    fn table_answer<T>(self, read: impl FnOnce(&mut TableAnswers, &Tables) -> T) -> T {
        self.with_tables(|tables| {
            let answers = self.app.battle.answers;
            answers.try_update_value(|answers| read(answers, tables)).expect("it lives as long as the app")
        })
    }

    /// The duties, those that must be settled first.
    pub fn duties(self) -> Memo<Vec<Duty>> {
        Memo::new(move |_| self.table_answer(|answers, tables| answers.duties(self.ruleset, tables).to_vec()))
    }

    /// Acts that a side can do as a whole, except those that are due.
    pub fn side_offers(self) -> Memo<Vec<Duty>> {
        Memo::new(move |_| self.table_answer(|answers, tables| answers.side_offers(self.ruleset, tables).to_vec()))
    }

    /// The last roll and the strengths for the hall.
    pub fn watched(
        self,
        names_of: impl Fn(&'static Procedure, &Resolved) -> Names + Send + Sync + 'static,
    ) -> Memo<Option<Watched>> {
        Memo::new(move |_| self.table_answer(|answers, tables| answers.watched(tables, &names_of).cloned()))
    }

    /// The side whose turn it is, 0 or 1, in phases that belong to one.
    pub fn acting(self) -> Option<usize> {
        self.with(|open| (self.ruleset.turn_rules.active)(&open.state().table()).map(Side::index))
    }

    /// The side of the first thing that is due, if it is of one.
    pub fn side_of_first_duty(self) -> Option<usize> {
        untrack(|| {
            self.table_answer(|answers, tables| {
                let state = tables.shown?.state();
                answers.duties(self.ruleset, tables).iter().find_map(|duty| {
                    let unit = || duty.roles.iter().flat_map(|(_, units)| units).next();
                    duty.side.map(Side::index).or_else(|| Some(state.unit(unit()?)?.side))
                })
            })
        })
    }

    /// The name of a unit. It does not change while the unit is there.
    pub fn unit_name(self, id: &str) -> Option<String> {
        self.with_untracked(|open| Some(open.state().unit(id)?.name().to_owned()))
    }

    /// Trackers of a unit (by its id), a side (`a`, `b`) or the battle (`battle`), followed as they change.
    pub fn tracked(self, of: &str) -> ArcRwSignal<Arc<Facts>> {
        self.with_untracked(|open| match self.view {
            View::Supposed(_) => ArcRwSignal::new(open.state().shared(of).cloned().unwrap_or_default()),
            View::Shown | View::Judged | View::Whole => self.app.follow(of, open),
        })
    }

    /// All that is known of a unit.
    pub fn facts(self, unit: &str) -> Memo<Facts> {
        let tracked = self.tracked(unit);
        Memo::new(move |_| {
            let mut facts = tracked.with(|tracked| Facts::clone(tracked));
            (self.ruleset.derive)(&mut facts);
            facts
        })
    }
}
