//! Boards: questions of a phase or of the moment on the cards of units, with answers at a tap and their chances.

use crate::app::components::names::Names;
use crate::app::components::outcome::OutcomeWords;
use crate::app::components::trackers::TrackerControl;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use battle::analysis::odds::AT_ONCE;
use battle::{self, Act, Battle, Change, referee};
use leptos::prelude::*;
use rules::dice::{Halt, bounded};
use rules::form::{Choice, Kind};
use rules::procedure::{Procedure, Ready, Resolved};
use rules::refusal::Refusal;
use rules::ruleset::{Board, Phase};
use rules::subject::Side;
use rules::text;
use rules::text::percent;
use rules::text::say;
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
        let (id, unit) = (id.clone(), id.clone());
        let here = battle.follow(move |open| on.concerns(open, &unit));
        view! { <Show when=move || here.get()><UnitBoard on id=id.clone()/></Show> }
    });
    parts.collect_view()
}

/// Offers of the phase to a unit in a line: each thing to do with its chance, or what it comes to.
pub fn in_brief(battle: BattleState, id: &str) -> Option<String> {
    let here = battle.with(|open| {
        let has_occasion = |on: &On| (battle.ruleset.glance.has_occasion)(&open.state().facts(id), on.procedure.id);
        all(battle).find(|on| on.phase.is_some() && on.concerns(open, id) && has_occasion(on))
    });
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
        let of_phase = self.phase.is_none_or(|phase| now == Some(phase.id) && (phase.concerns)(&facts));
        of_phase && (self.board.concerns)(&facts, side)
    }

    /// Things to do with their chances, or the one thing with what it comes to; if there are none, nothing.
    fn in_brief(self, id: &str) -> Option<String> {
        let Some(field) = self.procedure.form.field(self.board.field) else {
            self.ready(id, &Map::new()).ok().filter(|_| !self.hides(id, &Map::new()))?;
            let resolved = self.resolved(id, &Map::new()).ok()?;
            return resolved.consequences.words.first().map(ToString::to_string);
        };
        let Kind::Choice(choices) = field.kind else { return None };
        let brief = |choice: &Choice| {
            let ready =
                self.ready(id, &self.answers(choice)).ok().filter(|_| !self.hides(id, &self.answers(choice)))?;
            Some((say(choice.label).to_owned(), chance(self.procedure, &ready).map(percent)))
        };
        let all: Vec<(String, Option<String>)> = choices.iter().filter_map(brief).collect();
        // A row has room for the chance that all have, not for a list of them.
        if let [(_, Some(first)), _, ..] = all.as_slice()
            && all.iter().all(|(_, likely)| likely.as_ref() == Some(first))
        {
            return Some(format!("{} {first}", say(self.procedure.title)));
        }
        let words = all
            .into_iter()
            .map(|(what, likely)| [Some(what), likely].into_iter().flatten().collect::<Vec<_>>().join(" "));
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(" · "))
    }

    /// Actions of the unit; below them, greyed, those that are refused now, with the reason.
    fn actions(self, id: &str) -> AnyView {
        if !self.board.taps.is_empty() {
            return self.taps(id);
        }
        let Some(field) = self.procedure.form.field(self.board.field) else { return self.only_action(id) };
        let Kind::Choice(choices) = field.kind else { return ().into_any() };
        let (mut able, mut refused) = (Vec::new(), Refused::default());
        for choice in choices {
            let answers = self.answers(choice);
            match self.ready(id, &answers) {
                _ if self.hides(id, &answers) => able.push(self.action(id, answers, say(choice.label), None)),
                Ok(ready) => able.push(self.action(id, answers, say(choice.label), chance(self.procedure, &ready))),
                Err(refusal) => refused.add(self, id, answers, choice.label, &refusal),
            }
        }
        refused.below(able)
    }

    /// The only thing to do: done at a tap if it needs no dice.
    fn only_action(self, id: &str) -> AnyView {
        let ready = match self.ready(id, &Map::new()) {
            _ if self.hides(id, &Map::new()) => return self.action(id, Map::new(), say(self.procedure.title), None),
            Ok(ready) => ready,
            Err(refusal) => return view! { <p class="soft">{refusal.message.to_string()}</p> }.into_any(),
        };
        let Ok(resolved) = self.resolved(id, &Map::new()) else {
            return self.action(id, Map::new(), say(self.procedure.title), chance(self.procedure, &ready));
        };
        let (unit, title) = (id.to_owned(), say(self.procedure.title));
        view! {
            <div class="comes-to"><OutcomeWords consequences=resolved.consequences record=resolved.outcome names=Names::default()/></div>
            <p class="tools"><button on:click=move |_| self.do_at_once(&unit, &Map::new())>{title}</button></p>
        }
        .into_any()
    }

    /// Answers, each with what it comes to, done at a tap; below them, greyed, those that are refused now.
    fn taps(self, id: &str) -> AnyView {
        let (mut able, mut refused) = (Vec::new(), Refused::default());
        for tap in self.board.taps {
            let (unit, answers) = (id.to_owned(), tap.answers());
            let resolved = self.ready(id, &answers).and_then(|_| self.resolved(id, &answers));
            match resolved {
                _ if self.hides(id, &answers) => able.push(self.action(id, answers, say(tap.label), None)),
                Ok(resolved) => able.push(
                    view! {
                        <button on:click=move |_| self.do_at_once(&unit, &answers)>
                            <span>{say(tap.label)}<small>{comes_to(&resolved)}</small></span>
                        </button>
                    }
                    .into_any(),
                ),
                Err(refusal) => refused.add(self, id, answers, tap.label, &refusal),
            }
        }
        refused.below(able)
    }

    fn action(self, id: &str, answers: Map<String, Json>, label: &'static str, chance: Option<f64>) -> AnyView {
        view! { <Action on=self id=id.to_owned() answers label chance/> }.into_any()
    }

    /// One button for all, where there is one thing to do that needs no dice.
    fn all(self, units: Vec<String>) -> Option<impl IntoView> {
        let no_dice = |id: &String| {
            self.battle.with(|open| self.concerns(open, id))
                && !self.hides(id, &Map::new())
                && self.ready(id, &Map::new()).is_ok_and(|ready| ready.resolve(&[]).result.is_ok())
        };
        let able: Vec<String> = units.into_iter().filter(no_dice).collect();
        (able.len() > 1).then(|| {
            let title = text!("{what}: all {n}", what = self.procedure.title, n = able.len()).to_string();
            view! {
                <button class="primary wide" on:click=move |_| self.do_all_at_once(&able, &Map::new())>{title}</button>
            }
        })
    }

    /// The procedure as it opens for a unit with these answers.
    fn opening(self, id: &str, answers: &Map<String, Json>) -> Act {
        let act = Act::of_unit(self.procedure, id, answers.clone());
        self.battle.with(|open| act.opened(self.battle.ruleset, open.state()))
    }

    fn answers(self, choice: &Choice) -> Map<String, Json> {
        Map::from_iter([(self.board.field.to_owned(), Json::from(choice.id))])
    }

    fn ready(self, id: &str, answers: &Map<String, Json>) -> Result<Ready, Refusal> {
        let Act { participants, answers: said, .. } = self.opening(id, answers);
        let (input, barred) = self.battle.with(|open| {
            let input = referee::filled(self.procedure, &participants, open.state(), &said);
            let barred = referee::bars(self.battle.ruleset, self.procedure, &participants, open.state(), &input);
            (input, barred)
        });
        if let Some(first) = barred.into_iter().next() {
            return Err(Refusal::forbidden("", first.message));
        }
        if let Some(role) = self.procedure.participants.first() {
            let fits = self.battle.with(|open| (role.fits)(&open.state().facts(id)));
            fits.map_err(|why| Refusal::forbidden(role.id, why))?;
        }
        let ready = self.procedure.read(&input)?;
        match ready.resolve(&[]).result {
            Err(Halt::Refused(refusal)) => Err(refusal),
            _ => Ok(ready),
        }
    }

    /// True if it depends on something that is hidden from who looks at it: its panel shows what everybody may know of it.
    fn hides(self, id: &str, answers: &Map<String, Json>) -> bool {
        let Act { participants, answers: said, .. } = self.opening(id, answers);
        self.battle.with(|open| !open.state().hidden_fields(self.procedure, &participants, &said).is_empty())
    }

    /// The outcome of what needs no dice, as its panel would show it.
    fn resolved(self, id: &str, answers: &Map<String, Json>) -> Result<Resolved, Refusal> {
        let Act { participants, answers: said, .. } = self.opening(id, answers);
        let played = self.battle.with(|open| {
            let input = referee::filled(self.procedure, &participants, open.state(), &said);
            referee::play(self.procedure, &participants, open.state(), &input, &[])
        })?;
        match played.result {
            Ok(resolved) => Ok(resolved),
            Err(Halt::Refused(refusal)) => Err(refusal),
            Err(Halt::Needs(_)) => Err(Refusal::forbidden("", "It needs dice.")),
        }
    }

    /// Does what needs no dice, and applies it.
    fn do_at_once(self, id: &str, answers: &Map<String, Json>) {
        self.do_all_at_once(&[id.to_owned()], answers);
    }

    /// Does what needs no dice with each of these units, and applies it: one tap, undone as one.
    fn do_all_at_once(self, ids: &[String], answers: &Map<String, Json>) {
        self.battle.settle_at_one_tap(ids.iter().filter_map(|id| self.made(id, answers)));
    }

    /// Outcome of a procedure without dice for a unit, on the table as it is now, with its changes.
    fn made(self, id: &str, answers: &Map<String, Json>) -> Option<(battle::Resolved, Vec<Change>)> {
        let Act { participants, answers: said, .. } = untrack(|| self.opening(id, answers));
        self.battle.judged().with_untracked(|open| {
            let state = open.state();
            let input = referee::filled(self.procedure, &participants, state, &said);
            let resolved = referee::play(self.procedure, &participants, state, &input, &[]).ok()?.result.ok()?;
            let changes =
                referee::resolved_changes(self.battle.ruleset, self.procedure, &participants, state, &input, &resolved);
            Some((battle::Resolved::of(self.procedure.id, input, participants.json(), &resolved.outcome), changes))
        })
    }
}

/// Headline of an outcome.
fn comes_to(resolved: &Resolved) -> Option<String> {
    resolved.consequences.words.first().map(ToString::to_string)
}

/// Choices that are refused now, by their reasons. Each leads to its panel all the same, where it can be overridden.
#[derive(Default)]
struct Refused(Vec<(String, Vec<AnyView>)>);

impl Refused {
    fn add(&mut self, on: On, id: &str, answers: Map<String, Json>, label: &'static str, refusal: &Refusal) {
        let reason = Names::of_battle(on.battle).spell(&refusal.message);
        let index = self.0.iter().position(|(known, _)| *known == reason).unwrap_or_else(|| {
            self.0.push((reason, Vec::new()));
            self.0.len() - 1
        });
        let greyed = view! { <Action on id=id.to_owned() answers label=say(label) chance=None greyed=true/> };
        self.0[index].1.push(greyed.into_any());
    }

    /// Choices that can be made, and below them those that are refused; of several for one reason with nothing beside them, the reason alone.
    fn below<V: IntoView + 'static>(self, able: Vec<V>) -> AnyView {
        if let ([(reason, _)], true) = (self.0.as_slice(), able.is_empty()) {
            return view! { <p class="soft">{reason.clone()}</p> }.into_any();
        }
        let row = |(reason, choices)| view! { <li>{choices}<small>{reason}</small></li> };
        let rows: Vec<_> = self.0.into_iter().map(row).collect();
        view! {
            {(!able.is_empty()).then(|| view! { <p class="tools">{able}</p> })}
            {(!rows.is_empty()).then(|| view! { <ul class="not-now">{rows}</ul> })}
        }
        .into_any()
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
        let all = on.battle.ruleset.trackers.unit.iter().filter(|tracker| marks.contains(&tracker.id));
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
    /// True if it is refused now.
    #[prop(optional)]
    greyed: bool,
) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let open = move |_| {
        app.battle.prepared.set(Some(untrack(|| on.opening(&id, &answers))));
        router.go(&Route::resolve(on.battle.id(), on.procedure.id, None));
    };
    let greyed = greyed.then_some("true");
    view! { <button aria-disabled=greyed on:click=open>{label}{chance.map(|chance| view! { " "<em>{percent(chance)}</em> })}</button> }
}

/// Probability of the first thing that players ask of a procedure, unless that takes long.
fn chance(procedure: &Procedure, ready: &Ready) -> Option<f64> {
    let odds = bounded(AT_ONCE, |_| false, || ready.chances())?.ok()?;
    procedure.chances.first()?.likely(&odds, 0)
}
