//! Signals of parts of the battle in play.
//!
//! A table may show hundreds of units, and an act changes one or two. The component of a unit only follows the facts of that unit. A component
//! of the whole battle is updated after every act.

use super::battle_state::View;
use super::{AppState, BattleState};
use battle::analysis::last_roll::Watched;
use battle::panel::{TableAnswers, Tables};
use battle::{Battle, Resolved};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::names::Names;
use rules::procedure::Procedure;
use rules::subject::Side;
use rules::turn::Duty;
use std::sync::Arc;

/// The signal of the trackers of a unit, a side or the battle.
pub(super) struct Followed {
    of: String,
    held: ArcRwSignal<Arc<Facts>>,
}

/// A function that reads a value of a battle.
type BattleReader<T> = Box<dyn Fn(&Battle) -> T + Send + Sync>;

impl AppState {
    /// Updates the signals of trackers that have changed.
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
    /// Reads a value of the battle. The caller runs again when the battle changes.
    pub fn with<T>(self, read: impl FnOnce(&Battle) -> T) -> T {
        match self.view {
            View::Shown => self.app.follow_in_play(|in_play| read(in_play.shown())),
            View::Judged => self.app.follow_in_play(|in_play| read(in_play.judged())),
            View::Whole => self.app.follow_in_play(|in_play| read(&in_play.whole().value)),
            View::Supposed(supposed) => supposed.with_value(|supposed| read(supposed)),
        }
    }

    /// Reads the tables of a panel. The caller runs again when they change.
    pub fn with_tables<T>(self, read: impl FnOnce(&Tables) -> T) -> T {
        if let View::Supposed(supposed) = self.view {
            return supposed.with_value(|supposed| read(&Tables::open(supposed)));
        }
        self.app.follow_in_play(|in_play| {
            let saved = in_play.whole();
            read(&Tables {
                whole: Some(&saved.value),
                judged: Some(in_play.judged()),
                shown: Some(in_play.shown()),
                onlooker: in_play.onlooker(),
                id: &saved.id,
                pairs: None,
            })
        })
    }

    /// Reads a value of the battle without following it.
    pub fn with_untracked<T>(self, read: impl FnOnce(&Battle) -> T) -> T {
        untrack(|| self.with(read))
    }

    /// A memo of a value of the battle.
    pub fn follow<T: PartialEq + Send + Sync + 'static>(
        self,
        read: impl Fn(&Battle) -> T + Send + Sync + 'static,
    ) -> Memo<T> {
        self.follow_boxed(Box::new(read))
    }

    /// Boxed, so that it is compiled once for each type and not for each closure.
    fn follow_boxed<T: PartialEq + Send + Sync + 'static>(self, read: BattleReader<T>) -> Memo<T> {
        Memo::new(move |_| self.with(&read))
    }

    /// Reads a cached answer about the table, which is computed once for each revision. The caller runs again when the table changes.
    pub(super) fn table_answer<T>(self, read: impl FnOnce(&mut TableAnswers, &Tables) -> T) -> T {
        self.with_tables(|tables| {
            let answers = self.app.battle.answers;
            answers.try_update_value(|answers| read(answers, tables)).expect("it lives as long as the app")
        })
    }

    /// The duties, compulsory ones first.
    pub fn duties(self) -> Memo<Vec<Duty>> {
        Memo::new(move |_| self.table_answer(|answers, tables| answers.duties(self.ruleset, tables).to_vec()))
    }

    /// Acts of a whole side that are not due.
    pub fn side_offers(self) -> Memo<Vec<Duty>> {
        Memo::new(move |_| self.table_answer(|answers, tables| answers.side_offers(self.ruleset, tables).to_vec()))
    }

    /// The last roll and the strengths, for the hall view.
    pub fn watched(
        self,
        names_of: impl Fn(&'static Procedure, &Resolved) -> Names + Send + Sync + 'static,
    ) -> Memo<Option<Watched>> {
        Memo::new(move |_| self.table_answer(|answers, tables| answers.watched(tables, &names_of).cloned()))
    }

    /// The acting side, 0 or 1; `None` in a phase of both sides.
    pub fn acting(self) -> Option<usize> {
        self.with(|open| (self.ruleset.turn_rules.active)(&open.state().table()).map(Side::index))
    }

    /// The side of the first duty, if it belongs to one side.
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

    /// The name of a unit. It never changes during a battle.
    pub fn unit_name(self, id: &str) -> Option<String> {
        self.with_untracked(|open| Some(open.state().unit(id)?.name().to_owned()))
    }

    /// A signal of the trackers of a unit (by its id), a side (`a`, `b`) or the battle (`battle`).
    pub fn tracked(self, of: &str) -> ArcRwSignal<Arc<Facts>> {
        self.with_untracked(|open| match self.view {
            View::Supposed(_) => ArcRwSignal::new(open.state().shared(of).cloned().unwrap_or_default()),
            View::Shown | View::Judged | View::Whole => self.app.follow(of, open),
        })
    }

    /// All facts of a unit.
    pub fn facts(self, unit: &str) -> Memo<Facts> {
        let tracked = self.tracked(unit);
        Memo::new(move |_| {
            let mut facts = tracked.with(|tracked| Facts::clone(tracked));
            (self.ruleset.derive)(&mut facts);
            facts
        })
    }
}
