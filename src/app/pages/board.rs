//! Boards: what a phase, or the moment, asks of units, on the card of each: what it can do at a tap, and how likely that is
//! to come off.

use super::resolve::{Names, Prepared, told};
use crate::app::desk::{InBattle, desk};
use crate::app::parts::trackers::tracker;
use crate::app::route::{Route, router};
use drumhead::analysis::odds::AT_ONCE;
use drumhead::battle::binding;
use drumhead::battle::participants::Participants;
use drumhead::battle::{Battle, Resolved, Unit};
use drumhead::core::facts::Facts;
use drumhead::core::lists::gathered;
use drumhead::core::lists::put_in_order;
use drumhead::core::refusal::Refusal;
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

/// Whether units are asked on their cards in this battle.
pub fn asks(battle: InBattle) -> bool {
    battle.ruleset.all_boards().next().is_some()
}

/// The units of a side; where there are boards, in the order in which the phase has them act.
pub fn in_order(battle: InBattle, open: &Battle, side: usize) -> Vec<(&Unit, &Facts)> {
    let state = open.state();
    let phase = state.tracked("battle").and_then(|place| battle.ruleset.phase(place)).filter(|_| asks(battle));
    let place = |facts: &Facts| phase.map(|phase| (!(phase.concerns)(facts), (phase.rank)(facts)));
    let own = state.known_units().filter(|(unit, _)| unit.side == side);
    let mut units: Vec<_> = own.map(|(unit, facts)| (place(facts), (unit, facts))).collect();
    put_in_order(&mut units, |(a, _), (b, _)| a < b);
    units.into_iter().map(|(_, own)| own).collect()
}

/// One button for all units of a side, on boards with one thing to do that needs no dice.
pub fn for_all(battle: InBattle, side: usize) -> impl IntoView {
    let ids =
        move |open: &Battle| in_order(battle, open, side).iter().map(|(unit, _)| unit.id.clone()).collect::<Vec<_>>();
    let units = battle.follow(ids);
    let boards = all(battle).filter(|on| on.board.field.is_empty() && on.board.taps.is_empty());
    boards.map(|on| view! { {move || on.all(units.get())} }).collect_view()
}

/// What boards have of a unit, for its card.
pub fn of_unit(battle: InBattle, id: &str) -> impl IntoView + use<> {
    let parts = all(battle).map(|on| {
        let (id, own) = (id.to_owned(), id.to_owned());
        let here = battle.follow(move |open| on.concerns(open, &own));
        view! { <Show when=move || here.get()>{on.of_unit(id.clone())}</Show> }
    });
    parts.collect_view()
}

/// Whether a unit does this from a board now.
pub fn does(battle: InBattle, open: &Battle, id: &str, procedure: &str) -> bool {
    all(battle).any(|on| on.procedure.id == procedure && on.concerns(open, id))
}

fn all(battle: InBattle) -> impl Iterator<Item = On> {
    battle.ruleset.all_boards().filter_map(move |(phase, board)| {
        Some(On { battle, phase, board, procedure: battle.ruleset.procedure(board.procedure)? })
    })
}

/// A board in a battle.
#[derive(Clone, Copy)]
struct On {
    battle: InBattle,
    /// The phase that it is of, if it is of one.
    phase: Option<&'static Phase>,
    board: &'static Board,
    procedure: &'static Procedure,
}

impl On {
    /// Whether the board has something of a unit now.
    fn concerns(self, open: &Battle, id: &str) -> bool {
        let state = open.state();
        let (Some(unit), Some(place)) = (state.unit(id), state.tracked("battle")) else { return false };
        let facts = state.facts(id);
        let side = state.tracked(["a", "b"][unit.side]).cloned().unwrap_or_default();
        let now = self.battle.ruleset.phase(place).map(|now| now.id);
        let of_phase = self.phase.is_none_or(|own| now == Some(own.id) && (own.concerns)(&facts));
        of_phase && (self.board.concerns)(&facts, &side)
    }

    fn of_unit(self, id: String) -> impl IntoView {
        let of = id.clone();
        let marks = self
            .battle
            .follow(move |open| self.phase.map(|phase| (phase.marks)(&open.state().facts(&of))).unwrap_or_default());
        let of = id.clone();
        let trackers = move || {
            let marks = marks.get();
            let all = self.battle.ruleset.trackers.iter().filter(|tracker| marks.contains(&tracker.id));
            all.map(|own| tracker(self.battle, of.clone(), own)).collect_view()
        };
        let asks = self.board.asks;
        let name = self.battle.with_untracked(|open| open.state().unit(&id).map(|unit| unit.name().to_owned()));
        let what = if asks.is_empty() { self.procedure.title } else { asks };
        let label = text!("{what}: {who}", what = what, who = name.unwrap_or_default()).to_string();
        view! {
            <section class="board" aria-label=label>
                {(!asks.is_empty()).then(|| view! { <p><b>{say(asks)}</b></p> })}
                <div class="tools">{move || trackers()}</div>
                {move || self.actions(&id)}
            </section>
        }
    }

    /// What the unit can do; if it can do nothing, why.
    fn actions(self, id: &str) -> AnyView {
        if !self.board.taps.is_empty() {
            return self.taps(id);
        }
        let Some(field) = self.procedure.form.field(self.board.field) else { return self.only_action(id) };
        let Kind::Choice(choices) = field.kind else { return ().into_any() };
        let mut refused = None;
        let mut able = Vec::new();
        for choice in choices {
            match self.ready(id, &self.asked(choice)) {
                Ok(ready) => {
                    able.push(self.action(id, self.asked(choice), say(choice.label), chance(self.procedure, &ready)))
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
            return self.action(id, Map::new(), say(self.procedure.title), chance(self.procedure, &ready)).into_any();
        };
        let (own, title) = (id.to_owned(), say(self.procedure.title));
        view! {
            <div class="comes-to">{told(&resolved, &Names::default())}</div>
            <p class="tools"><button on:click=move |_| self.do_at_once(&own, &Map::new())>{title}</button></p>
        }
        .into_any()
    }

    /// Answers, each with what it comes to, done at a tap.
    fn taps(self, id: &str) -> AnyView {
        let tap = |tap: &'static Way| {
            let (own, asked) = (id.to_owned(), tap.asked());
            let resolved = self.ready(id, &asked).ok()?.resolve(&[]).result.ok()?;
            let comes_to = resolved.consequences.words.first().map(ToString::to_string);
            Some(view! {
                <button on:click=move |_| self.do_at_once(&own, &asked)>
                    <span>{say(tap.label)}<small>{comes_to}</small></span>
                </button>
            })
        };
        view! { <p class="tools">{self.board.taps.iter().filter_map(tap).collect_view()}</p> }.into_any()
    }

    fn action(
        self,
        id: &str,
        asked: Map<String, Json>,
        label: &'static str,
        chance: Option<f64>,
    ) -> impl IntoView + use<> {
        let (desk, router, participants) = (desk(), router(), self.participants(id));
        view! {
            <button on:click=move |_| {
                let asked = asked.clone();
                desk.prepared.set(Some(Prepared { procedure: self.procedure.id, participants: participants.clone(), asked }));
                let here = Route::Resolve { battle: self.battle.id(), procedure: self.procedure.id.into(), unit: None };
                router.go(&here);
            }>{label}{chance.map(|chance| view! { " "<em>{percent(chance)}</em> })}</button>
        }
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

    fn asked(self, choice: &Choice) -> Map<String, Json> {
        gathered([(self.board.field.to_owned(), Json::from(choice.id))])
    }

    fn input(self, id: &str, asked: &Map<String, Json>) -> Map<String, Json> {
        self.battle.with(|open| {
            let scene = binding::scene(self.procedure, &self.participants(id), open.state());
            filling::input(self.procedure, &scene, &open.header().rulings, asked)
        })
    }

    fn ready(self, id: &str, asked: &Map<String, Json>) -> Result<Ready, Refusal> {
        if let Some(role) = self.procedure.participants.first() {
            let fits = self.battle.with(|open| (role.fits)(&open.state().facts(id)));
            fits.map_err(|why| Refusal::forbidden(role.id, why))?;
        }
        let ready = self.procedure.read(&self.input(id, asked))?;
        match ready.resolve(&[]).result {
            Err(Halt::Refused(refusal)) => Err(refusal),
            _ => Ok(ready),
        }
    }

    /// Does what needs no dice, and applies it.
    fn do_at_once(self, id: &str, asked: &Map<String, Json>) {
        let input = untrack(|| self.input(id, asked));
        let Ok(Played { result: Ok(resolved), .. }) = self.procedure.read(&input).map(|ready| ready.resolve(&[]))
        else {
            return;
        };
        let participants = self.participants(id);
        let changes = self.battle.with_untracked(|open| {
            binding::comes_to(self.battle.ruleset, self.procedure, &participants, open.state(), &input, &resolved)
        });
        self.battle.settle(Resolved::of(self.procedure.id, input, participants.json(), &resolved.outcome), changes);
    }
}

/// How likely the first thing is that players ask of a procedure, unless it is long in the weighing.
fn chance(procedure: &Procedure, ready: &Ready) -> Option<f64> {
    let odds = bounded(AT_ONCE, |_| false, || ready.glance())?.ok()?;
    procedure.chances.first()?.likely(&odds, 0)
}
