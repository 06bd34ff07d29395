//! The outcome of a procedure: in words, the changes that it makes, the procedures that are due next.

use super::Source;
use super::correcting::CorrectionActions;
use super::due::{DueNext, dues};
use super::odds::modifiers;
use super::panel::Panel;
use crate::app::components::alerts::Alerts;
use crate::app::components::awaiting::LateWords;
use crate::app::components::dice::RolledDice;
use crate::app::components::names::Names;
use crate::app::components::outcome::{OutcomeWords, change_words};
use crate::app::platform::keyboard;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::{BattleState, app_state};
use drumhead::analysis::needs::successes;
use drumhead::battle::waiting::LATE;
use drumhead::battle::{self, Change};
use drumhead::battle::{participants, referee};
use drumhead::core::subject::Subject;
use drumhead::core::text::say;
use drumhead::dice::Played;
use drumhead::outcome::Record;
use drumhead::rules::procedure::Resolved;
use drumhead::storage::roster::Roster;
use drumhead::text;
use leptos::html::{Button, Section};
use leptos::prelude::*;

/// Letters of an answer that is too long for the largest type.
const LONG_ANSWER: usize = 40;

/// The outcome of the dice on the panel.
#[component]
pub fn OutcomeSection(
    /// The panel.
    panel: Panel,
    /// The section, for the focus.
    section: NodeRef<Section>,
) -> impl IntoView {
    let Ok(played) = panel.played() else { return ().into_any() };
    let successes = successes(&played);
    let Played { result: Ok(resolved), rolls, modifiers: applied, .. } = played else { return ().into_any() };
    let logged = panel.logged_rolls(&rolls);
    let changes =
        panel.battle.map(|battle| battle.visible(&panel.changes(battle.whole(), &resolved))).unwrap_or_default();
    let rulings = panel.ruleset.rulings.iter().filter(|ruling| panel.procedure.rulings.contains(&ruling.number));
    let rulings = rulings
        .map(|ruling| view! { <li><b>{say(ruling.question)}</b>" "{say(ruling.answer)}" "<small>{ruling.number}</small></li> })
        .collect_view();
    let names = panel.named_units();
    let upside_down = RwSignal::new(false);
    let shown = labelled(panel, &logged);
    let modifiers = modifiers(panel, &applied, &names);
    let whose = panel.battle.and_then(|battle| verdict_on(panel, battle, &resolved, &changes, &names));
    // The focus goes to the section once the dice are complete. Its name says all of the verdict to those who hear the page, once.
    let verdict = resolved.consequences.words.first().map(|words| names.spell(words));
    let said: Vec<String> = whose.iter().cloned().chain(verdict.clone()).collect();
    // Without dice the answer changes with every choice, so it stays in sight, above the buttons.
    let answer = verdict.filter(|_| untrack(|| !panel.is_rolling()));
    let is_plain = answer.is_some();
    let lots = panel.procedure.draws_lots();
    let answer = answer.map(|answer| {
        let is_long = answer.chars().count() > LONG_ANSWER;
        view! { <p class="glance answer" class:long=is_long aria-hidden="true"><span data-what=answer></span></p> }
    });
    let mut settled = Memo::new(|_| false);
    let (due, ways) = match panel.battle {
        Some(battle) => {
            let settling = Settling::of_whole(panel, battle, &resolved, logged, said.join(": "));
            settled = settling.settled;
            // In a correction, duties are settled with the later acts.
            // Once its phase is over it is applied by name, not on the way to something else.
            let leads_on = !panel.corrects() && !untrack(|| panel.is_late());
            let dues = if leads_on { dues(panel, battle, &resolved, &changes) } else { Vec::new() };
            let first_due = (!dues.is_empty()).then(NodeRef::new);
            (
                view! { <DueNext panel battle dues settling=settling.clone() first=first_due.unwrap_or_default()/> }
                    .into_any(),
                view! { <InBattleActions panel battle settling first_due/> }.into_any(),
            )
        }
        None => (().into_any(), without_battle(panel, resolved.outcome.clone()).into_any()),
    };
    let label = text!("{what}: outcome. {verdict}", what = panel.procedure.title, verdict = said.join(" ")).to_string();
    // The verdict, and what is due next, come before everything that explains them.
    view! {
        <section node_ref=section class="outcome" class:plain=is_plain class:lot=lots tabindex="-1" class:upside-down=move || upside_down.get() aria-label=label>
            {whose.map(|whose| view! { <p class="verdict-on"><b>{whose}</b></p> })}
            <OutcomeWords resolved names/>
            {panel.battle.map(|battle| news(battle, &changes))}
            {due}
            <RolledDice rolls=shown successes lots/>
            <TakeBack panel settled/>
            {panel.battle.map(|battle| changed(battle, &changes))}
            {modifiers}
            {(!panel.procedure.rulings.is_empty()).then(|| view! {
                <details class="disclosure"><summary>{say("Related rulings")}</summary><ul>{rulings}</ul></details>
            })}
            <button class="quiet" on:click=move |_| upside_down.update(|turned| *turned = !*turned)>{say("⟲ Turn the screen round")}</button>
        </section>
        {answer}
        {ways}
    }
    .into_any()
}

/// Ways on from an outcome without a battle.
fn without_battle(panel: Panel, outcome: Record) -> impl IntoView {
    view! {
        <FillRoster panel outcome/>
        <Source panel/>
        <div class="actions">
            <button class="primary" on:click=move |_| panel.again()>{say("Start again")}</button>
        </div>
    }
}

/// The way back to the pad from an outcome that the last die typed has brought: everything else stays as it was entered.
#[component]
fn TakeBack(panel: Panel, settled: Memo<bool>) -> impl IntoView {
    let can = Memo::new(move |_| panel.is_rolling() && panel.can_take_back() && !settled.get());
    let take_back = move || {
        if can.get_untracked() {
            panel.take_back();
        }
    };
    keyboard::while_shown(move |key| {
        let takes = key == "Backspace" && can.get_untracked();
        if takes {
            take_back();
        }
        takes
    });
    let words = move || if panel.just_chosen() { say("⌫ Back") } else { say("⌫ Remove the last die") };
    view! { <Show when=move || can.get()><button class="quiet" on:click=move |_| take_back()>{move || words()}</button></Show> }
}

/// Name of the unit that the verdict is on, where the verdict does not name one: the first that the outcome changes, else the
/// one that acts.
fn verdict_on(
    panel: Panel,
    battle: BattleState,
    resolved: &Resolved,
    changes: &[Change],
    names: &Names,
) -> Option<String> {
    let verdict = resolved.consequences.words.first().map(|words| names.spell(words))?;
    battle.with_untracked(|open| {
        let name = |id: &str| open.state().unit(id).map(|unit| unit.name().to_owned());
        let parts = panel.participants.chosen.with_untracked(|participants| {
            let units = panel.procedure.participants.iter().flat_map(|role| participants.units(role.id));
            units.filter_map(|id| name(id)).collect::<Vec<_>>()
        });
        if parts.iter().any(|part| !part.is_empty() && verdict.contains(part)) {
            return None;
        }
        let changed = changes.iter().find_map(|change| match change {
            Change::Set { of: Subject::Unit(id), .. } => name(id).filter(|name| parts.contains(name)),
            _ => None,
        });
        changed.or_else(|| parts.first().cloned())
    })
}

impl Panel {
    /// The changes by an outcome in a battle.
    pub(super) fn changes(self, battle: BattleState, resolved: &Resolved) -> Vec<Change> {
        let input = self.input();
        self.participants.chosen.with(|participants| {
            battle.with_untracked(|battle| {
                referee::resolved_changes(self.ruleset, self.procedure, participants, battle.state(), &input, resolved)
            })
        })
    }
}

/// News that the changes make for the battle as a whole.
fn news(battle: BattleState, changes: &[Change]) -> impl IntoView + use<> {
    let (alerts, sides) = battle.with_untracked(|open| {
        let before = open.state().alerts();
        let mut after = open.state().after(changes).alerts();
        after.retain(|alert| !before.iter().any(|old| old.side == alert.side && old.news == alert.news));
        (after, open.header().sides.clone().map(|side| side.name))
    });
    view! { <Alerts alerts sides/> }
}

/// Changes that are told on the table once an outcome is applied; more are in the log.
const TOLD: usize = 3;

/// Changes by an outcome, in a few words for the table: the verdict, and the numbers of both sides that players keep. Marks are seen
/// on the rows, and numbers that the app keeps by itself are in the log.
fn applied_words(battle: BattleState, verdict: &str, changes: &[Change]) -> String {
    let is_kept_by_app =
        |key: &str| battle.ruleset.trackers.iter().any(|tracker| tracker.id == key && tracker.automatic);
    let is_told = |change: &&Change| matches!(change, Change::Set { of, key, to } if *of != Subject::Battle && to.is_number() && !is_kept_by_app(key));
    let lines = changes.iter().filter(is_told).filter_map(|change| change_words(battle, change)).take(TOLD);
    std::iter::once(verdict.to_owned())
        .filter(|verdict| !verdict.is_empty())
        .chain(lines)
        .collect::<Vec<_>>()
        .join("\n")
}

/// The changes on the table, tracker by tracker, folded.
fn changed(battle: BattleState, changes: &[Change]) -> Option<impl IntoView + use<>> {
    let rows: Vec<String> = changes.iter().filter_map(|change| change_words(battle, change)).collect();
    let summary = text!("Changes to trackers ({n})", n = rows.len()).to_string();
    let any = !rows.is_empty();
    let rows = rows.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
    any.then(|| view! { <details class="disclosure changes"><summary>{summary}</summary><ul>{rows}</ul></details> })
}

/// Ways in which an outcome in a battle is settled.
#[derive(Clone)]
pub(super) struct Settling {
    /// The outcome as an act.
    action: battle::Resolved,
    /// Applies the outcome, or discards it.
    pub(super) log: Callback<bool, bool>,
    /// True if it was applied here.
    applied: RwSignal<bool>,
    /// True if it was applied or discarded, here or in another tab.
    pub(super) settled: Memo<bool>,
}

impl Settling {
    /// Ways to settle an outcome of which players see this much.
    fn of_whole(
        panel: Panel,
        battle: BattleState,
        seen: &Resolved,
        rolls: Vec<battle::LoggedRoll>,
        verdict: String,
    ) -> Self {
        let judge = panel.judge();
        let whole = judge.played().ok().and_then(|played| played.result.ok()).unwrap_or_else(|| seen.clone());
        let changes = judge.changes(battle.whole(), &whole);
        Self::of(judge, battle, &whole, rolls, changes, verdict)
    }

    /// Ways to settle an outcome: `panel` is its [judge](Panel::judge), `battle` what its player sees.
    pub(super) fn of(
        panel: Panel,
        battle: BattleState,
        resolved: &Resolved,
        rolls: Vec<battle::LoggedRoll>,
        changes: Vec<Change>,
        verdict: String,
    ) -> Self {
        let applied = RwSignal::new(false);
        let settled = Memo::new(move |_| {
            let awaits_no_more =
                || panel.dice.logged.with(|logged| logged.as_ref().is_some_and(|logged| !battle.awaits(logged)));
            applied.get() || awaits_no_more() || panel.done_meanwhile()
        });
        let participants = panel.participants.chosen.with_untracked(participants::Participants::json);
        let action = battle::Resolved {
            rolls,
            settles: panel.dice.logged.get_untracked(),
            ..battle::Resolved::of(panel.procedure.id, panel.input(), participants, &resolved.outcome)
        };
        let (overrides, router) = (untrack(|| panel.overridden()), router());
        let result = action.clone();
        let done = Self::leads_to(panel, battle);
        let log = Callback::new(move |keep: bool| {
            if settled.get_untracked() {
                return false;
            }
            // The table changes, and what was filled in from it must not.
            let was_rolling = untrack(|| panel.is_rolling());
            if !was_rolling && !panel.let_stand() {
                return false;
            }
            let action = battle::Resolved { discarded: !keep, ..action.clone() };
            let late = untrack(|| panel.is_late()).then(|| LATE.to_owned());
            let overrides = overrides.iter().cloned().chain(late).collect();
            // The table is as it was before.
            let words = keep.then(|| applied_words(battle, &verdict, &battle.visible(&changes)));
            let (changes, overrides) = if keep { (changes.clone(), overrides) } else { (Vec::new(), Vec::new()) };
            let could = battle.settle(action, changes, overrides);
            if could {
                panel.drop_dice();
                if let Some(words) = words.filter(|_| !panel.corrects()) {
                    battle.app.tell_applied(battle.id(), words);
                }
                applied.set(true);
                router.leave_behind(&done);
            } else if !was_rolling {
                panel.dice.rolled_for.set(None);
            }
            could
        });
        Self { action: result, log, applied, settled }
    }

    /// The page that comes after it.
    fn leads_to(panel: Panel, battle: BattleState) -> Route {
        if panel.corrects() { BattlePage::Corrected.of(battle.id()) } else { Route::table(battle.id()) }
    }
}

/// The buttons below an outcome in a battle.
#[component]
fn InBattleActions(
    panel: Panel,
    battle: BattleState,
    settling: Settling,
    first_due: Option<NodeRef<Button>>,
) -> impl IntoView {
    let Settling { action, log, applied, settled } = settling;
    if panel.corrects() {
        let (router, shown) = (router(), Settling::leads_to(panel, battle));
        let take = Callback::new(move |()| {
            if log.run(true) {
                router.go(&shown);
            }
        });
        return view! { <Source panel/><CorrectionActions panel battle action take/> }.into_any();
    }
    view! {
        <Show when=move || settled.get() && !applied.get()><p class="refused" role="alert">{move || if panel.dice.logged.with(Option::is_some) { say("This roll was applied or discarded in another tab.") } else { say("This was applied in another tab.") }}</p></Show>
        <Source panel/>
        <Settle panel battle log settled first_due/>
    }
    .into_any()
}

/// Discarding and applying; the way back to the table once either is done.
#[component]
pub(super) fn Settle(
    panel: Panel,
    battle: BattleState,
    log: Callback<bool, bool>,
    settled: Memo<bool>,
    first_due: Option<NodeRef<Button>>,
) -> impl IntoView {
    let router = router();
    let table = Route::table(battle.id());
    let (href, shown) = (table.href(), table.clone());
    let leave = Callback::new(move |()| {
        battle.app.return_to(panel.acting());
        router.go(&table);
    });
    let discard = move |_| {
        if log.run(false) {
            leave.run(());
        }
    };
    let apply = move |_| {
        if !log.run(true) {
            return;
        }
        match first_due {
            Some(button) => keyboard::focus(button),
            None => leave.run(()),
        }
    };
    let late = Memo::new(move |_| !settled.get() && panel.is_late());
    view! {
        <Show when=move || late.get()><LateWords/></Show>
        <div class="actions">
            <Show
                when=move || settled.get()
                fallback=move || view! {
                    <button disabled=move || panel.blocked() on:click=discard>{say("Discard")}</button>
                    <button class="primary" aria-keyshortcuts="a" disabled=move || panel.blocked() on:click=apply>{move || if late.get() { say("Apply anyway") } else { say("Apply to the table") }}</button>
                }
            >
                {
                    let shown = shown.clone();
                    view! { <a class="button primary" href=href.clone() on:click=move |_| router.go_if_there(&shown)>{say("Back to the table")}</a> }
                }
            </Show>
        </div>
    }
}

/// A button that makes a roster of an outcome that is an army.
#[component]
fn FillRoster(panel: Panel, outcome: Record) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let muster = panel.ruleset.muster.as_ref().filter(|muster| muster.procedure.id == panel.procedure.id);
    muster.map(|muster| {
        let fill = move |_| {
            let roster = Roster {
                ruleset: panel.ruleset.id.into(),
                name: (muster.name)(&outcome).to_string(),
                units: (muster.units)(&outcome),
                side: (muster.side)(&outcome),
                ..Roster::default()
            };
            router.go(&Route::roster(app.add_roster_untaken(roster)));
        };
        view! { <button class="primary wide" on:click=fill>{say("Create a roster from it")}</button> }
    })
}

/// Rolls of the act, each with its label.
fn labelled(panel: Panel, rolls: &[battle::LoggedRoll]) -> Vec<(String, battle::LoggedRoll)> {
    let labels = panel.label_rolls(rolls.iter().map(|roll| roll.purpose.as_str()));
    labels.into_iter().zip(rolls.iter().cloned()).collect()
}
