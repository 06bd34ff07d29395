//! The board of a phase: the units that it concerns, each with what it can do at a tap, and how likely that is to come off.

use super::resolve::{Names, Prepared, told};
use super::table::tags;
use crate::app::desk::{InBattle, desk};
use crate::app::parts::frame::percent;
use crate::app::parts::trackers::tracker;
use crate::app::route::{Route, router};
use drumhead::battle::{Battle, Deed, Resolved};
use drumhead::cast::{self, Cast};
use drumhead::dice::{Halt, Played};
use drumhead::form::{Choice, Kind};
use drumhead::procedure::{self, Procedure, Ready};
use drumhead::refusal::Refusal;
use drumhead::ruleset::Board;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// The board of the phase that is being played, for the units of a side; nothing if the phase has none.
pub fn board(battle: InBattle, side: usize) -> impl IntoView {
    let here = battle.follow(move |open| {
        let phase = battle.ruleset.phase(open.state().tracked("battle")?)?;
        battle.ruleset.boards.iter().position(|board| board.phase == phase.id)
    });
    move || {
        let board = battle.ruleset.boards.get(here.get()?)?;
        let procedure = battle.ruleset.procedure(board.procedure)?;
        Some(On { battle, board, procedure }.view(side))
    }
}

/// A board in a battle.
#[derive(Clone, Copy)]
struct On {
    battle: InBattle,
    board: &'static Board,
    procedure: &'static Procedure,
}

impl On {
    fn view(self, side: usize) -> impl IntoView {
        let units = self.battle.follow(move |open| self.units(open, side));
        let of = self.battle.with_untracked(|open| open.header().sides[side].name.clone());
        let label = format!("Board: {}, {of}", self.procedure.title);
        view! {
            <section class="card board" aria-label=label>
                <For each=move || units.get() key=|id| id.clone() children=move |id| self.row(id)/>
                {move || self.all(units.get())}
            </section>
        }
    }

    /// The units of a side that the phase concerns, in the order in which they act.
    fn units(self, open: &Battle, side: usize) -> Vec<String> {
        let state = open.state();
        let Some(phase) = state.tracked("battle").and_then(|battle| self.battle.ruleset.phase(battle)) else {
            return Vec::new();
        };
        let own = state.units().filter(|unit| unit.side == side).map(|unit| (state.facts(&unit.id), unit.id.clone()));
        let mut concerned: Vec<_> = own.filter(|(facts, _)| (phase.concerns)(facts)).collect();
        concerned.sort_by_key(|(facts, _)| (self.board.rank)(facts));
        concerned.into_iter().map(|(_, id)| id).collect()
    }

    fn row(self, id: String) -> impl IntoView {
        let own = id.clone();
        let facts = self.battle.follow(move |open| open.state().facts(&own));
        let name = facts.with_untracked(|facts| facts.word("name").to_owned());
        let label = name.clone();
        let marks = Memo::new(move |_| facts.with(self.board.marks));
        let of = id.clone();
        let trackers = move || {
            let marks = marks.get();
            let all = self.battle.ruleset.trackers.iter().filter(|tracker| marks.contains(&tracker.id));
            all.map(|own| tracker(self.battle, of.clone(), own)).collect_view()
        };
        view! {
            <article class="order" aria-label=label>
                <h3>{name}</h3>
                <p class="tags">{move || facts.with(|facts| tags(self.battle.ruleset, facts))}</p>
                <div class="tools">{trackers}</div>
                {move || self.actions(&id)}
            </article>
        }
    }

    /// What the unit can do; if it can do nothing, why.
    fn actions(self, id: &str) -> AnyView {
        let Some(field) = self.procedure.form.field(self.board.field) else { return self.only_action(id) };
        let Kind::Choice(choices) = field.kind else { return ().into_any() };
        let mut refused = None;
        let mut able = Vec::new();
        for choice in choices {
            match self.ready(id, Some(choice)) {
                Ok(ready) => able.push(self.action(id, Some(choice), choice.label, chance(self.procedure, &ready))),
                Err(refusal) => refused = refused.or(Some(refusal)),
            }
        }
        match refused.filter(|_| able.is_empty()) {
            Some(refusal) => view! { <p class="soft">{refusal.message.to_string()}</p> }.into_any(),
            None => view! { <p class="tools">{able}</p> }.into_any(),
        }
    }

    /// The only thing to do: done at a tap if it needs no dice.
    fn only_action(self, id: &str) -> AnyView {
        let ready = match self.ready(id, None) {
            Ok(ready) => ready,
            Err(refusal) => return view! { <p class="soft">{refusal.message.to_string()}</p> }.into_any(),
        };
        let Ok(resolved) = ready.resolve(&[]).result else {
            return self.action(id, None, self.procedure.title, chance(self.procedure, &ready)).into_any();
        };
        let (own, title) = (id.to_owned(), self.procedure.title);
        view! {
            <div class="comes-to">{told(&resolved, &Names::default())}</div>
            <p class="tools"><button on:click=move |_| self.do_at_once(&own)>{title}</button></p>
        }
        .into_any()
    }

    fn action(
        self,
        id: &str,
        choice: Option<&'static Choice>,
        label: &'static str,
        chance: Option<f64>,
    ) -> impl IntoView + use<> {
        let (desk, router, cast) = (desk(), router(), self.cast(id));
        view! {
            <button on:click=move |_| {
                let prepared =
                    Prepared { procedure: self.procedure.id, cast: cast.clone(), asked: self.asked(choice) };
                desk.prepared.set(Some(prepared));
                let here = Route::Resolve { battle: self.battle.id(), procedure: self.procedure.id.into(), unit: None };
                router.go(&here);
            }>{label}{chance.map(|chance| view! { " "<em>{percent(chance)}</em> })}</button>
        }
    }

    /// One button for all, where there is one thing to do that needs no dice.
    fn all(self, units: Vec<String>) -> Option<AnyView> {
        let no_dice = |id: &String| self.ready(id, None).is_ok_and(|ready| ready.resolve(&[]).result.is_ok());
        let able: Vec<String> =
            if self.board.field.is_empty() { units.into_iter().filter(no_dice).collect() } else { Vec::new() };
        (able.len() > 1).then(|| {
            let title = format!("{}: all {}", self.procedure.title, able.len());
            view! {
                <button class="primary wide" on:click=move |_| able.iter().for_each(|id| self.do_at_once(id))>{title}</button>
            }
            .into_any()
        })
    }

    fn cast(self, id: &str) -> Cast {
        let mut cast = Cast::nobody();
        if let Some(role) = self.procedure.cast.first() {
            cast.set(role.id, vec![id.to_owned()]);
        }
        cast
    }

    fn asked(self, choice: Option<&'static Choice>) -> Map<String, Json> {
        choice.map(|choice| (self.board.field.to_owned(), Json::from(choice.id))).into_iter().collect()
    }

    fn input(self, id: &str, choice: Option<&'static Choice>) -> Map<String, Json> {
        self.battle.with(|open| {
            let scene = cast::scene(self.procedure, &self.cast(id), open.state());
            cast::input(self.procedure, &scene, &open.header().rulings, &self.asked(choice))
        })
    }

    fn ready(self, id: &str, choice: Option<&'static Choice>) -> Result<Ready, Refusal> {
        if let Some(role) = self.procedure.cast.first() {
            let fits = self.battle.with(|open| (role.fits)(&open.state().facts(id)));
            fits.map_err(|why| Refusal::forbidden(role.id, why))?;
        }
        let ready = self.procedure.read(&self.input(id, choice))?;
        match ready.resolve(&[]).result {
            Err(Halt::Refused(refusal)) => Err(refusal),
            _ => Ok(ready),
        }
    }

    /// Does what needs no dice, and applies it.
    fn do_at_once(self, id: &str) {
        let input = untrack(|| self.input(id, None));
        let Ok(Played { result: Ok(resolved), .. }) = self.procedure.read(&input).map(|ready| ready.resolve(&[]))
        else {
            return;
        };
        let cast = self.cast(id);
        let changes = self.battle.with_untracked(|open| {
            cast::changes(self.battle.ruleset, self.procedure, &cast, open.state(), &resolved.story.effects)
        });
        let deed = Resolved {
            procedure: self.procedure.id.into(),
            input,
            cast: cast.json(),
            throws: Vec::new(),
            outcome: serde_json::to_value(&resolved.outcome).unwrap_or(Json::Null),
            discarded: false,
        };
        self.battle.act(Deed::Resolved(deed), changes);
    }
}

/// How likely the first thing is that players ask of a procedure.
fn chance(procedure: &Procedure, ready: &Ready) -> Option<f64> {
    let first: &procedure::Chance = procedure.chances.first()?;
    let odds = ready.odds().ok()?;
    Some(odds.iter().filter(|(outcome, _)| first.comes_true(outcome, 0)).map(|(_, p)| p).sum())
}
