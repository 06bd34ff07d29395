//! Boards: quick questions on the cards of units, of a phase or of a situation, whose answers take one tap and show their chances.

use crate::app::components::names::Names;
use crate::app::components::outcome::OutcomeWords;
use crate::app::components::trackers::TrackerControl;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use battle::analysis::odds::AT_ONCE;
use battle::panel::Panel;
use battle::{Act, Battle, Change, referee};
use leptos::prelude::*;
use rules::dice::{Halt, bounded};
use rules::form::{Choice, Kind};
use rules::procedure::{Procedure, Ready, Resolved};
use rules::refusal::Refusal;
use rules::ruleset::{Phase, QuickQuestion};
use rules::text;
use rules::text::percent;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// The boards of a unit, for its card.
#[component]
pub fn UnitBoards(
    battle: BattleState,
    /// The unit's id.
    id: String,
) -> impl IntoView {
    let parts = all(battle).map(|board| {
        let (id, unit) = (id.clone(), id.clone());
        let here = battle.follow(move |open| board.concerns(open, &unit));
        view! { <Show when=move || here.get()><UnitBoard board id=id.clone()/></Show> }
    });
    parts.collect_view()
}

/// The first board of the phase for a unit as a line: each answer with its chance, or the outcome of a single action.
pub fn in_brief(battle: BattleState, id: &str) -> Option<String> {
    let here = battle.with(|open| {
        let has_occasion =
            |board: &BattleBoard| (battle.ruleset.glance.has_occasion)(&open.state().facts(id), board.procedure.id);
        all(battle).find(|board| board.phase.is_some() && board.concerns(open, id) && has_occasion(board))
    });
    here?.in_brief(id)
}

/// True if a board offers a procedure to a unit now.
pub fn offers(battle: BattleState, open: &Battle, id: &str, procedure: &str) -> bool {
    all(battle).any(|board| board.procedure.id == procedure && board.concerns(open, id))
}

fn all(battle: BattleState) -> impl Iterator<Item = BattleBoard> {
    battle.ruleset.all_quick_questions().filter_map(move |(phase, board)| {
        Some(BattleBoard { battle, phase, description: board, procedure: battle.ruleset.procedure(board.procedure)? })
    })
}

/// A board in a battle.
#[derive(Clone, Copy)]
struct BattleBoard {
    battle: BattleState,
    /// The phase that it belongs to; `None` for a board of all phases.
    phase: Option<&'static Phase>,
    description: &'static QuickQuestion,
    procedure: &'static Procedure,
}

impl BattleBoard {
    /// True if the board concerns a unit now.
    fn concerns(self, open: &Battle, id: &str) -> bool {
        referee::is_asked(self.battle.ruleset, open.state(), self.description, id)
    }

    /// The answers with their chances, or the outcome of the single action. `None` if nothing can be done.
    fn in_brief(self, id: &str) -> Option<String> {
        let Some(field) = self.procedure.form.field(self.description.field) else {
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
        // If all answers have the same chance, only that is shown.
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

    /// The actions of a unit. Those that are refused now are greyed below the others, with the reason.
    fn actions(self, id: &str) -> AnyView {
        if !self.description.answers.is_empty() {
            return self.taps(id);
        }
        let Some(field) = self.procedure.form.field(self.description.field) else { return self.only_action(id) };
        let Kind::Choice(choices) = field.kind else { return ().into_any() };
        let (mut possible, mut refused) = (Vec::new(), Refused::default());
        for choice in choices {
            let answers = self.answers(choice);
            match self.ready(id, &answers) {
                _ if self.hides(id, &answers) => possible.push(self.action(id, answers, say(choice.label), None)),
                Ok(ready) => possible.push(self.action(id, answers, say(choice.label), chance(self.procedure, &ready))),
                Err(refusal) => refused.add(self, id, answers, choice.label, &refusal),
            }
        }
        refused.below(possible)
    }

    /// The single action. If it needs no dice, a tap does it at once.
    fn only_action(self, id: &str) -> AnyView {
        let ready = match self.ready(id, &Map::new()) {
            _ if self.hides(id, &Map::new()) => return self.action(id, Map::new(), say(self.procedure.title), None),
            Ok(ready) => ready,
            Err(refusal) => return view! { <p class="soft">{refusal.message.to_string()}</p> }.into_any(),
        };
        let Ok(resolved) = self.resolved(id, &Map::new()) else {
            return self.action(id, Map::new(), say(self.procedure.title), chance(self.procedure, &ready));
        };
        if self.must_choose(id) {
            return self.action(id, Map::new(), say(self.procedure.title), None);
        }
        let (unit, title) = (id.to_owned(), say(self.procedure.title));
        view! {
            <div class="comes-to"><OutcomeWords consequences=resolved.consequences record=resolved.outcome names=Names::default()/></div>
            <p class="tools"><button on:click=move |_| self.do_at_once(&unit, &Map::new())>{title}</button></p>
        }
        .into_any()
    }

    /// The answers, each with its outcome. A tap does it at once. Those that are refused now are greyed below the others.
    fn taps(self, id: &str) -> AnyView {
        let (mut possible, mut refused) = (Vec::new(), Refused::default());
        for tap in self.description.answers {
            let (unit, answers) = (id.to_owned(), tap.answers());
            let resolved = self.ready(id, &answers).and_then(|_| self.resolved(id, &answers));
            match resolved {
                _ if self.hides(id, &answers) => possible.push(self.action(id, answers, say(tap.label), None)),
                Ok(resolved) => possible.push(
                    view! {
                        <button on:click=move |_| self.do_at_once(&unit, &answers)>
                            <span>{say(tap.label)}<small>{headline(&resolved)}</small></span>
                        </button>
                    }
                    .into_any(),
                ),
                Err(refusal) => refused.add(self, id, answers, tap.label, &refusal),
            }
        }
        refused.below(possible)
    }

    fn action(self, id: &str, answers: Map<String, Json>, label: &'static str, chance: Option<f64>) -> AnyView {
        view! { <Action board=self id=id.to_owned() answers label chance/> }.into_any()
    }

    /// The act with which a panel would open for a unit and these answers.
    fn opening(self, id: &str, answers: &Map<String, Json>) -> Act {
        let act = Act::of_unit(self.procedure, id, answers.clone());
        self.battle.with(|open| act.opened(self.battle.ruleset, open.state()))
    }

    fn answers(self, choice: &Choice) -> Map<String, Json> {
        Map::from_iter([(self.description.field.to_owned(), Json::from(choice.id))])
    }

    /// The procedure with its input. The error is the reason why the act is refused.
    fn ready(self, id: &str, answers: &Map<String, Json>) -> Result<Ready, Refusal> {
        let Act { participants, answers, .. } = self.opening(id, answers);
        let (input, barred) = self.battle.with(|open| {
            let input = referee::filled(self.procedure, &participants, open.state(), &answers);
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

    /// True if the act depends on hidden counters. Its board then shows neither chance nor outcome.
    fn hides(self, id: &str, answers: &Map<String, Json>) -> bool {
        let Act { participants, answers, .. } = self.opening(id, answers);
        self.battle.with(|open| !open.state().hidden_fields(self.procedure, &participants, &answers).is_empty())
    }

    /// The outcome of an act without dice. The error is the reason why the act is refused.
    fn resolved(self, id: &str, answers: &Map<String, Json>) -> Result<Resolved, Refusal> {
        let Act { participants, answers, .. } = self.opening(id, answers);
        let played = self.battle.with(|open| {
            let input = referee::filled(self.procedure, &participants, open.state(), &answers);
            referee::play(self.procedure, &participants, open.state(), &input, &[])
        })?;
        match played.result {
            Ok(resolved) => Ok(resolved),
            Err(Halt::Refused(refusal)) => Err(refusal),
            Err(Halt::Needs(_)) => Err(Refusal::forbidden("", "It needs dice.")),
        }
    }

    /// True if players must make the choice on which the single action of a unit turns.
    fn must_choose(self, id: &str) -> bool {
        let act = self.opening(id, &Map::new());
        self.battle.with_tables(|tables| {
            Panel::open(self.battle.ruleset, act, tables).shown(tables).outlook.decision().is_some()
        })
    }

    /// Does an act without dice for a unit, and applies it.
    fn do_at_once(self, id: &str, answers: &Map<String, Json>) {
        if let Some((action, changes)) = self.settlement(id, answers) {
            self.battle.settle(action, changes, Vec::new());
        }
    }

    /// The outcome of an act without dice on the current table, with its changes.
    fn settlement(self, id: &str, answers: &Map<String, Json>) -> Option<(battle::Resolved, Vec<Change>)> {
        let Act { participants, answers, .. } = untrack(|| self.opening(id, answers));
        self.battle.judged().with_untracked(|open| {
            let state = open.state();
            let input = referee::filled(self.procedure, &participants, state, &answers);
            let resolved = referee::play(self.procedure, &participants, state, &input, &[]).ok()?.result.ok()?;
            let changes =
                referee::resolved_changes(self.battle.ruleset, self.procedure, &participants, state, &input, &resolved);
            Some((battle::Resolved::of(self.procedure.id, input, participants.json(), &resolved.outcome), changes))
        })
    }
}

/// The first sentence of an outcome.
fn headline(resolved: &Resolved) -> Option<String> {
    resolved.consequences.words.first().map(ToString::to_string)
}

/// Actions that are refused now, by reason. Each still opens its panel, where the rule can be overridden.
#[derive(Default)]
struct Refused(Vec<(String, Vec<AnyView>)>);

impl Refused {
    fn add(
        &mut self,
        board: BattleBoard,
        id: &str,
        answers: Map<String, Json>,
        label: &'static str,
        refusal: &Refusal,
    ) {
        let reason = Names::of_battle(board.battle).spell(&refusal.message);
        let index = self.0.iter().position(|(known, _)| *known == reason).unwrap_or_else(|| {
            self.0.push((reason, Vec::new()));
            self.0.len() - 1
        });
        let greyed = view! { <Action board id=id.to_owned() answers label=say(label) chance=None greyed=true/> };
        self.0[index].1.push(greyed.into_any());
    }

    /// The possible actions, and the refused ones below. If no action is possible, and all are refused for one reason, only the reason.
    fn below<V: IntoView + 'static>(self, possible: Vec<V>) -> AnyView {
        if let ([(reason, _)], true) = (self.0.as_slice(), possible.is_empty()) {
            return view! { <p class="soft">{reason.clone()}</p> }.into_any();
        }
        let row = |(reason, choices)| view! { <li>{choices}<small>{reason}</small></li> };
        let rows: Vec<_> = self.0.into_iter().map(row).collect();
        view! {
            {(!possible.is_empty()).then(|| view! { <p class="tools">{possible}</p> })}
            {(!rows.is_empty()).then(|| view! { <ul class="not-now">{rows}</ul> })}
        }
        .into_any()
    }
}

/// A board on the card of a unit.
#[component]
fn UnitBoard(board: BattleBoard, id: String) -> impl IntoView {
    let of = id.clone();
    let marks = board.battle.follow(move |open| {
        board.phase.map(|phase| (phase.shown_trackers)(&open.state().facts(&of))).unwrap_or_default()
    });
    let of = id.clone();
    let trackers = move || {
        let marks = marks.get();
        let all = board.battle.ruleset.trackers.unit.iter().filter(|tracker| marks.contains(&tracker.id));
        all.map(|tracker| view! { <TrackerControl battle=board.battle of=of.clone() tracker/> }).collect_view()
    };
    let asks = board.description.asks;
    let name = board.battle.with_untracked(|open| open.state().unit(&id).map(|unit| unit.name().to_owned()));
    let what = if asks.is_empty() { board.procedure.title } else { asks };
    let label = text!("{what}: {who}", what = what, who = name.unwrap_or_default()).to_string();
    view! {
        <section class="board" aria-label=label>
            {(!asks.is_empty()).then(|| view! { <p><b>{say(asks)}</b></p> })}
            <div class="tools">{move || trackers()}</div>
            {move || board.actions(&id)}
        </section>
    }
}

/// A button that opens the panel of the procedure, with the answers given.
#[component]
fn Action(
    board: BattleBoard,
    id: String,
    answers: Map<String, Json>,
    label: &'static str,
    /// Its chance to succeed, if that is known.
    chance: Option<f64>,
    /// True if it is refused now.
    #[prop(optional)]
    greyed: bool,
) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let open = move |_| {
        app.battle.prepared.set(Some(untrack(|| board.opening(&id, &answers))));
        router.go(&Route::resolve(board.battle.id(), board.procedure.id, None));
    };
    let greyed = greyed.then_some("true");
    view! { <button aria-disabled=greyed on:click=open>{label}{chance.map(|chance| view! { " "<em>{percent(chance)}</em> })}</button> }
}

/// The probability of a procedure's first chance; `None` if that would take long.
fn chance(procedure: &Procedure, ready: &Ready) -> Option<f64> {
    let odds = bounded(AT_ONCE, |_| false, || ready.chances())?.ok()?;
    procedure.chances.first()?.likely(&odds, 0)
}
