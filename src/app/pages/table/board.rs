//! Boards: questions of a phase or of the moment on the cards of units, with answers at a tap and their chances.

use crate::app::components::names::Names;
use crate::app::components::outcome::OutcomeWords;
use crate::app::components::trackers::TrackerControl;
use crate::app::state::prepared::Prepared;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use drumhead::analysis::odds::AT_ONCE;
use drumhead::battle::binding;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Battle, Resolved, referee};
use drumhead::core::refusal::Refusal;
use drumhead::core::subject::Side;
use drumhead::core::text::percent;
use drumhead::core::text::say;
use drumhead::dice::{Halt, Played, bounded};
use drumhead::form::{Choice, Kind};
use drumhead::rules::filling;
use drumhead::rules::procedure::{Procedure, Ready, Way};
use drumhead::rules::ruleset::{Board, Phase};
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// One button for all units of a side, on boards with one thing to do that needs no dice.
#[component]
pub fn ForAll(
    /// The battle in play.
    battle: BattleState,
    /// The side.
    side: usize,
) -> impl IntoView {
    let ids = move |open: &Battle| {
        battle.units_in_order(open, side).iter().map(|(unit, _)| unit.id.clone()).collect::<Vec<_>>()
    };
    let units = battle.follow(ids);
    let boards = all(battle).filter(|on| on.board.field.is_empty() && on.board.taps.is_empty());
    boards.map(|on| move || on.all(units.get())).collect_view()
}

/// Boards of a unit, for its card.
#[component]
pub fn UnitBoards(
    /// The battle in play.
    battle: BattleState,
    /// The unit's id.
    id: String,
) -> impl IntoView {
    let parts = all(battle).map(|on| {
        let (id, own) = (id.clone(), id.clone());
        let here = battle.follow(move |open| on.concerns(open, &own));
        view! { <Show when=move || here.get()><UnitBoard on id=id.clone()/></Show> }
    });
    parts.collect_view()
}

/// Offers of the phase to a unit in a line: each thing to do with its chance, or what it comes to.
pub fn in_brief(battle: BattleState, id: &str) -> Option<String> {
    let here = battle.with(|open| all(battle).find(|on| on.phase.is_some() && on.concerns(open, id)));
    here?.in_brief(id)
}

/// True if a unit does this from a board now.
pub fn does(battle: BattleState, open: &Battle, id: &str, procedure: &str) -> bool {
    all(battle).any(|on| on.procedure.id == procedure && on.concerns(open, id))
}

fn all(battle: BattleState) -> impl Iterator<Item = On> {
    battle.ruleset.all_boards().filter_map(move |(phase, board)| {
        Some(On { battle, phase, board, procedure: battle.ruleset.procedure(board.procedure)? })
    })
}

/// A board in a battle.
#[derive(Clone, Copy)]
struct On {
    battle: BattleState,
    /// The phase that it is of, if it is of one.
    phase: Option<&'static Phase>,
    board: &'static Board,
    procedure: &'static Procedure,
}

impl On {
    /// True if the board concerns a unit now.
    fn concerns(self, open: &Battle, id: &str) -> bool {
        let state = open.state();
        let Some(unit) = state.unit(id) else { return false };
        let facts = state.facts(id);
        let side = state.side(Side::at(unit.side));
        let now = self.battle.ruleset.phase(state.battle()).map(|now| now.id);
        let of_phase = self.phase.is_none_or(|own| now == Some(own.id) && (own.concerns)(&facts));
        of_phase && (self.board.concerns)(&facts, side)
    }

    /// Things to do with their chances, or the one thing with what it comes to; if there are none, nothing.
    fn in_brief(self, id: &str) -> Option<String> {
        let Some(field) = self.procedure.form.field(self.board.field) else {
            let resolved = self.ready(id, &Map::new()).ok()?.resolve(&[]).result.ok()?;
            return resolved.consequences.words.first().map(ToString::to_string);
        };
        let Kind::Choice(choices) = field.kind else { return None };
        let brief = |choice: &Choice| {
            let ready = self.ready(id, &self.answers(choice)).ok()?;
            let likely = chance(self.procedure, &ready).map(|chance| format!(" {}", percent(chance)));
            Some(format!("{}{}", say(choice.label), likely.unwrap_or_default()))
        };
        let all: Vec<String> = choices.iter().filter_map(brief).collect();
        (!all.is_empty()).then(|| all.join(" · "))
    }

    /// Actions of the unit; if there are none, the reason.
    fn actions(self, id: &str) -> AnyView {
        if !self.board.taps.is_empty() {
            return self.taps(id);
        }
        let Some(field) = self.procedure.form.field(self.board.field) else { return self.only_action(id) };
        let Kind::Choice(choices) = field.kind else { return ().into_any() };
        let mut refused = None;
        let mut able = Vec::new();
        for choice in choices {
            match self.ready(id, &self.answers(choice)) {
                Ok(ready) => {
                    able.push(self.action(id, self.answers(choice), say(choice.label), chance(self.procedure, &ready)))
                }
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
        let ready = match self.ready(id, &Map::new()) {
            Ok(ready) => ready,
            Err(refusal) => return view! { <p class="soft">{refusal.message.to_string()}</p> }.into_any(),
        };
        let Ok(resolved) = ready.resolve(&[]).result else {
            return self.action(id, Map::new(), say(self.procedure.title), chance(self.procedure, &ready));
        };
        let (own, title) = (id.to_owned(), say(self.procedure.title));
        view! {
            <div class="comes-to"><OutcomeWords resolved names=Names::default()/></div>
            <p class="tools"><button on:click=move |_| self.do_at_once(&own, &Map::new())>{title}</button></p>
        }
        .into_any()
    }

    /// Answers, each with what it comes to, done at a tap.
    fn taps(self, id: &str) -> AnyView {
        let tap = |tap: &'static Way| {
            let (own, answers) = (id.to_owned(), tap.answers());
            let resolved = self.ready(id, &answers).ok()?.resolve(&[]).result.ok()?;
            let comes_to = resolved.consequences.words.first().map(ToString::to_string);
            Some(view! {
                <button on:click=move |_| self.do_at_once(&own, &answers)>
                    <span>{say(tap.label)}<small>{comes_to}</small></span>
                </button>
            })
        };
        view! { <p class="tools">{self.board.taps.iter().filter_map(tap).collect_view()}</p> }.into_any()
    }

    fn action(self, id: &str, answers: Map<String, Json>, label: &'static str, chance: Option<f64>) -> AnyView {
        view! { <Action on=self id=id.to_owned() answers label chance/> }.into_any()
    }

    /// One button for all, where there is one thing to do that needs no dice.
    fn all(self, units: Vec<String>) -> Option<impl IntoView> {
        let no_dice = |id: &String| {
            self.battle.with(|open| self.concerns(open, id))
                && self.ready(id, &Map::new()).is_ok_and(|ready| ready.resolve(&[]).result.is_ok())
        };
        let able: Vec<String> = units.into_iter().filter(no_dice).collect();
        (able.len() > 1).then(|| {
            let title = text!("{what}: all {n}", what = self.procedure.title, n = able.len()).to_string();
            view! {
                <button class="primary wide" on:click=move |_| able.iter().for_each(|id| self.do_at_once(id, &Map::new()))>{title}</button>
            }
        })
    }

    fn participants(self, id: &str) -> Participants {
        let mut participants = Participants::nobody();
        if let Some(role) = self.procedure.participants.first() {
            participants.set(role.id, vec![id.to_owned()]);
        }
        participants
    }

    fn answers(self, choice: &Choice) -> Map<String, Json> {
        Map::from_iter([(self.board.field.to_owned(), Json::from(choice.id))])
    }

    fn input(self, id: &str, answers: &Map<String, Json>) -> Map<String, Json> {
        self.battle.with(|open| {
            let scene = binding::scene(self.procedure, &self.participants(id), open.state());
            filling::input(self.procedure, &scene, &open.header().rulings, answers)
        })
    }

    fn ready(self, id: &str, answers: &Map<String, Json>) -> Result<Ready, Refusal> {
        let barred = self.battle.with(|open| {
            let (participants, state) = (self.participants(id), open.state());
            let input = referee::filled(self.procedure, &participants, state, answers);
            referee::bars(self.battle.ruleset, self.procedure, &participants, state, &input)
        });
        if let Some(first) = barred.into_iter().next() {
            return Err(Refusal::forbidden("", first.message));
        }
        if let Some(role) = self.procedure.participants.first() {
            let fits = self.battle.with(|open| (role.fits)(&open.state().facts(id)));
            fits.map_err(|why| Refusal::forbidden(role.id, why))?;
        }
        let ready = self.procedure.read(&self.input(id, answers))?;
        match ready.resolve(&[]).result {
            Err(Halt::Refused(refusal)) => Err(refusal),
            _ => Ok(ready),
        }
    }

    /// Does what needs no dice, and applies it.
    fn do_at_once(self, id: &str, answers: &Map<String, Json>) {
        let input = untrack(|| self.input(id, answers));
        let Ok(Played { result: Ok(resolved), .. }) = self.procedure.read(&input).map(|ready| ready.resolve(&[]))
        else {
            return;
        };
        let participants = self.participants(id);
        let changes = self.battle.with_untracked(|open| {
            referee::resolved_changes(
                self.battle.ruleset,
                self.procedure,
                &participants,
                open.state(),
                &input,
                &resolved,
            )
        });
        self.battle.settle(
            Resolved::of(self.procedure.id, input, participants.json(), &resolved.outcome),
            changes,
            Vec::new(),
        );
    }
}

/// A board on the card of a unit.
#[component]
fn UnitBoard(on: On, id: String) -> impl IntoView {
    let of = id.clone();
    let marks =
        on.battle.follow(move |open| on.phase.map(|phase| (phase.marks)(&open.state().facts(&of))).unwrap_or_default());
    let of = id.clone();
    let trackers = move || {
        let marks = marks.get();
        let all = on.battle.ruleset.trackers.iter().filter(|tracker| marks.contains(&tracker.id));
        all.map(|tracker| view! { <TrackerControl battle=on.battle of=of.clone() tracker/> }).collect_view()
    };
    let asks = on.board.asks;
    let name = on.battle.with_untracked(|open| open.state().unit(&id).map(|unit| unit.name().to_owned()));
    let what = if asks.is_empty() { on.procedure.title } else { asks };
    let label = text!("{what}: {who}", what = what, who = name.unwrap_or_default()).to_string();
    view! {
        <section class="board" aria-label=label>
            {(!asks.is_empty()).then(|| view! { <p><b>{say(asks)}</b></p> })}
            <div class="tools">{move || trackers()}</div>
            {move || on.actions(&id)}
        </section>
    }
}

/// A button that opens the procedure with an answer given.
#[component]
fn Action(
    on: On,
    id: String,
    answers: Map<String, Json>,
    label: &'static str,
    /// Its chance to succeed, where that is known.
    chance: Option<f64>,
) -> impl IntoView {
    let (app, router, participants) = (app_state(), router(), on.participants(&id));
    let open = move |_| {
        app.prepared.set(Some(Prepared {
            procedure: on.procedure.id,
            participants: participants.clone(),
            answers: answers.clone(),
        }));
        router.go(&Route::Resolve { battle: on.battle.id(), procedure: on.procedure.id.into(), unit: None });
    };
    view! { <button on:click=open>{label}{chance.map(|chance| view! { " "<em>{percent(chance)}</em> })}</button> }
}

/// Probability of the first thing that players ask of a procedure, unless that takes long.
fn chance(procedure: &Procedure, ready: &Ready) -> Option<f64> {
    let odds = bounded(AT_ONCE, |_| false, || ready.glance())?.ok()?;
    procedure.chances.first()?.likely(&odds, 0)
}
