//! "Play it out": the forecast of an act and of everything that becomes due after it. A worker computes the chain. A new question stops
//! it.

mod assumed;
mod ends;
mod supposed;
mod tree;

use super::panel::LivePanel;
use crate::app::platform::odds_worker::OddsReply;
use crate::app::platform::queue::Queue;
use crate::app::state::BattleState;
use assumed::{Assumed, PolicyChoice};
use battle::Act;
use battle::forecast::job::{ChainAnswer, Question};
use battle::forecast::{BELOW, Chain, Until};
use battle::panel::{Cached, Key};
use ends::EndsView;
use leptos::prelude::*;
use rules::forecast::Policy;
use rules::text;
use rules::text::{Text, number, say};
use serde_json::Map;
use std::sync::Arc;
use supposed::{SupposedPanel, Supposition};
use tree::TreeView;
use web_sys::Element;

/// Numbers of rounds of melee to choose from.
const ROUNDS: [usize; 3] = [1, 2, 3];
/// Number of rounds followed by default.
const DEFAULT_ROUNDS: usize = 2;

/// Stage of a forecast.
#[derive(Clone, Debug, PartialEq)]
enum Stage {
    /// The worker computes the chain. The value is the number of steps done.
    Running(f64),
    /// The result.
    Done(Arc<ChainAnswer>),
    /// There is no worker, or no answer.
    Failed,
}

/// The forecast of a panel's act.
#[derive(Clone, Copy)]
pub(super) struct PlayOut {
    panel: LivePanel,
    battle: BattleState,
    /// True while it is unfolded.
    open: RwSignal<bool>,
    until: RwSignal<Until>,
    /// Chosen answers to policies, by the ids of both.
    choices: RwSignal<Vec<(&'static Policy, &'static str)>>,
    /// The question, with the cache key of its answer. `None` while the forecast is folded, or if the act cannot be rolled.
    asked: Memo<Option<(Key, String)>>,
    found: RwSignal<Cached<Stage>>,
    /// Stage of the current question.
    stage: Memo<Stage>,
    /// The act of the tree whose panel is open.
    supposed: RwSignal<Option<Supposition>>,
}

impl PlayOut {
    fn new(panel: LivePanel, battle: BattleState) -> Self {
        let is_round = panel.ruleset.forecast.rounds.contains(&panel.procedure.id);
        let until = if is_round { Until::Rounds(DEFAULT_ROUNDS) } else { Until::Turn };
        let (open, until) = (RwSignal::new(false), RwSignal::new(until));
        let choices = RwSignal::<Vec<(&'static Policy, &'static str)>>::default();
        let asked = Memo::new(move |_| {
            if !open.get() || !panel.outlook.with(|outlook| outlook.is_rolled()) {
                return None;
            }
            let chain = Chain {
                ruleset: panel.ruleset,
                state: battle.with(|open| open.state().clone()),
                act: Act::new(panel.procedure, panel.participants.get(), panel.input()),
                until: until.get(),
                choices: choices.get(),
                answers: Map::new(),
                below: BELOW,
            };
            let question = serde_json::to_string(&Question::of(&chain)).ok()?;
            Some((panel.key.get().asking(question.clone()), question))
        });
        let found = RwSignal::<Cached<Stage>>::default();
        let stage = Memo::new(move |_| {
            let known = asked.with(|asked| found.with(|found| found.get(&asked.as_ref()?.0).cloned()));
            known.unwrap_or(Stage::Running(0.0))
        });
        Self { panel, battle, open, until, choices, asked, found, stage, supposed: RwSignal::new(None) }
    }

    fn receive(self, key: Key, reply: OddsReply) {
        let stage = match reply {
            OddsReply::Done(done) => Stage::Running(done),
            OddsReply::Forecast(answer) => Stage::Done(Arc::from(answer)),
            OddsReply::OddsSummary(_) | OddsReply::TooMuch | OddsReply::NoWorker => Stage::Failed,
        };
        self.found.update(|found| found.set(key, stage));
    }

    fn name(self, unit: &str) -> String {
        self.panel.unit_name(unit)
    }
}

/// The forecast of an act in a battle, folded at first.
#[component]
pub(super) fn PlayItOut(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let play_out = PlayOut::new(panel, battle);
    let PlayOut { open, stage, .. } = play_out;
    let queue = Queue::new();
    Effect::new(move |_| {
        play_out.supposed.set(None);
        let turn = queue.begin();
        if let Some((key, question)) = play_out.asked.get() {
            turn.ask_forecast(&question, move |reply| play_out.receive(key.clone(), reply));
        }
    });
    let toggle = move |event: leptos::ev::Event| open.set(event_target::<Element>(&event).has_attribute("open"));
    view! {
        <details class="disclosure play-out" hidden=move || !panel.outlook.with(|outlook| outlook.is_rolled()) on:toggle=toggle>
            <summary>{say("Play it out")}</summary>
            <Show when=move || open.get()>
                <section aria-label=say("How it ends") aria-live="polite" aria-busy=move || stage.with(|stage| matches!(stage, Stage::Running(_))).to_string()>
                    <StageView play_out/>
                </section>
                <Settings play_out/>
            </Show>
        </details>
        <SupposedPanel play_out/>
    }
}

#[component]
fn StageView(play_out: PlayOut) -> impl IntoView {
    let stage = play_out.stage;
    let steps = move || {
        let millions = stage.with(|stage| if let Stage::Running(done) = stage { done / 1e6 } else { 0.0 });
        (millions > 0.0).then(|| text!("{n} million steps so far", n = millions.round()).to_string())
    };
    let answer = Memo::new(move |_| {
        stage.with(|stage| if let Stage::Done(answer) = stage { Some(answer.clone()) } else { None })
    });
    let failed = Memo::new(move |_| stage.with(|stage| matches!(stage, Stage::Failed)));
    move || {
        match answer.get() {
        Some(answer) => view! {
            <EndsView play_out answer=answer.clone()/>
            <NotFollowed play_out answer=answer.clone()/>
            <TreeView play_out answer=answer.clone()/>
            <Assumed play_out answer/>
        }
        .into_any(),
        None if failed.get() => {
            view! { <p class="evaluating">{say("This could not be worked out. The odds of the roll itself hold.")}</p> }.into_any()
        }
        // The number of steps is hidden from screen readers, which would announce each change.
        None => view! { <p class="evaluating">{say("Working out how it ends…")}" "<span class="soft" aria-hidden="true">{steps}</span></p> }
            .into_any(),
    }
    }
}

/// The total probability of the branches that were not followed, and the acts at which the chain stops for lack of an answer.
#[component]
fn NotFollowed(play_out: PlayOut, answer: Arc<ChainAnswer>) -> impl IntoView {
    let stopped = answer.stopped.iter().map(|(procedure, why, p)| {
        let title = play_out.panel.ruleset.procedure(procedure).map_or("", |procedure| say(procedure.title));
        let why = Text::read(why).map(|why| why.to_string());
        let words = text!(
            "{p} stops at {procedure}: {why}",
            p = fine_percent(*p),
            procedure = title.to_owned(),
            why = why.unwrap_or_default()
        );
        view! { <p class="soft">{words.to_string()}</p> }
    });
    let left = (answer.not_followed > 1e-12)
        .then(|| text!("{p} not calculated", p = fine_percent(answer.not_followed)).to_string());
    view! {
        {left.map(|words| view! { <p class="soft not-followed">{words}</p> })}
        {stopped.collect_view()}
    }
}

/// A probability as a percentage, with more decimals the smaller it is: `0.02 %`.
fn fine_percent(p: f64) -> String {
    let percent = p * 100.0;
    let factor = if percent >= 10.0 {
        1.0
    } else if percent >= 1.0 {
        10.0
    } else {
        1000.0
    };
    match (percent * factor).round() / factor {
        shown if shown > 0.0 => text!("{n} %", n = shown).to_string(),
        _ => text!("under {n} %", n = number(0.001)).to_string(),
    }
}

/// The choice of the chain's end, and of the policies for players' choices.
#[component]
fn Settings(play_out: PlayOut) -> impl IntoView {
    let ruleset = play_out.panel.ruleset;
    let mut ends = vec![
        (Until::Phase, say("To the end of this phase").to_owned()),
        (Until::Turn, text!("To the end ({turn})", turn = say(ruleset.turn).to_lowercase()).to_string()),
    ];
    if !ruleset.forecast.rounds.is_empty() {
        let rounds = |n: usize| text!("{n} {n|round|rounds} of melee", n = n).to_string();
        ends.extend(ROUNDS.map(|n| (Until::Rounds(n), rounds(n))));
    }
    let until = play_out.until;
    let ids: Vec<Until> = ends.iter().map(|(end, _)| *end).collect();
    let choose_end = move |event| {
        let end = event_target_value(&event).parse::<usize>().ok().and_then(|index| ids.get(index).copied());
        end.into_iter().for_each(|end| until.set(end));
    };
    let options = ends.into_iter().enumerate().map(|(index, (end, words))| {
        view! { <option value=index selected=move || until.get() == end>{words}</option> }
    });
    let policies = ruleset.forecast.policies.iter().map(|policy| view! { <PolicyChoice play_out policy/> });
    view! {
        <label class="pick"><span class="label">{say("Followed")}</span><select on:change=choose_end>{options.collect_view()}</select></label>
        <details class="disclosure policies"><summary>{say("Choices during the turn")}</summary>{policies.collect_view()}</details>
    }
}
