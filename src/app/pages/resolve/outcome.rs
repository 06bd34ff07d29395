//! The outcome of a procedure in words, with its changes, and the procedures that are due next.

use super::Source;
use super::correcting::CorrectionActions;
use super::due::DueList;
use super::odds::modifiers;
use super::panel::LivePanel;
use crate::app::components::alerts::Alerts;
use crate::app::components::awaiting::LateWords;
use crate::app::components::changed_die::ChangeableDice;
use crate::app::components::dice::RolledDice;
use crate::app::components::outcome::{OutcomeWords, applied_words, change_words, verdict_on};
use crate::app::platform::keyboard;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::session::Applied;
use crate::app::state::{BattleState, app_state};
use battle::panel::{Message, Outcome};
use battle::{Change, LoggedRoll};
use exchange::storage::roster::Roster;
use leptos::html::{Button, Section};
use leptos::prelude::*;
use rules::outcome::Record;
use rules::text;
use rules::text::say;
use std::sync::Arc;

/// Number of characters of an answer that fit in the largest type.
const MAX_LARGE_ANSWER: usize = 40;

/// The outcome of the dice on the panel.
#[component]
pub fn OutcomeSection(
    panel: LivePanel,
    outcome: Arc<Outcome>,
    /// Element of the section, which gets the focus.
    section: NodeRef<Section>,
) -> impl IntoView {
    let rulings = panel.ruleset.texts.rulings.iter().filter(|ruling| panel.procedure.rulings.contains(&ruling.number));
    let rulings = rulings
        .map(|ruling| view! { <li><b>{say(ruling.question)}</b>" "{say(ruling.answer)}" "<small>{ruling.number}</small></li> })
        .collect_view();
    let names = panel.named_units();
    let upside_down = RwSignal::new(false);
    let rolls = labelled(panel, &outcome.rolls);
    let modifiers = modifiers(panel, &outcome.modifiers, &names);
    let whose = panel.battle.and_then(|battle| verdict_on(battle, &panel.act_now(), &outcome, &names));
    // The section gets the focus once the dice are complete. Screen readers then announce its accessible name, which has the whole verdict.
    let verdict = outcome.consequences.words.first().map(|words| names.spell(words));
    let verdict_words: Vec<String> = whose.iter().cloned().chain(verdict.clone()).collect();
    // Without dice, the answer changes with every choice, so it is also shown above the buttons, where it is always visible.
    let answer = verdict.filter(|_| outcome.rolls.is_empty() && untrack(|| !panel.is_rolling()));
    let is_plain = answer.is_some();
    let lots = panel.procedure.draws_lots();
    let changeable = ChangeableDice {
        from: panel
            .shown
            .with_untracked(|shown| if shown.is_settled { usize::MAX } else { shown.dice.changeable_from }),
        on_face: Callback::new(move |(die, face)| panel.send(Message::ChangeDie(die, face))),
        changed: RwSignal::new(None),
    };
    let answer = answer.map(|answer| {
        let is_long = answer.chars().count() > MAX_LARGE_ANSWER;
        view! { <p class="glance answer" class:long=is_long aria-hidden="true"><span data-what=answer></span></p> }
    });
    let (due, actions) = match panel.battle {
        Some(battle) => {
            let due = outcome.due.clone();
            let first_due = (!due.is_empty()).then(NodeRef::new);
            (
                view! { <DueList panel battle due first=first_due.unwrap_or_default()/> }.into_any(),
                view! { <InBattleActions panel battle outcome=Arc::clone(&outcome) first_due/> }.into_any(),
            )
        }
        None => (().into_any(), without_battle(panel, outcome.record.clone()).into_any()),
    };
    let label = text!("{what}: outcome. {verdict}", what = panel.procedure.title, verdict = verdict_words.join(" "))
        .to_string();
    // The verdict, and what is due next, come before everything that explains them.
    view! {
        <section node_ref=section class="outcome" class:plain=is_plain class:lot=lots tabindex="-1" class:upside-down=move || upside_down.get() aria-label=label>
            {whose.map(|whose| view! { <p class="verdict-on"><b>{whose}</b></p> })}
            <OutcomeWords consequences=outcome.consequences.clone() record=outcome.record.clone() names/>
            {panel.battle.map(|battle| alerts(battle, &outcome))}
            {due}
            <RolledDice rolls successes=outcome.successes.clone() lots changeable/>
            <TakeBack panel/>
            {panel.battle.map(|battle| changed(battle, &outcome.changes))}
            {modifiers}
            {(!panel.procedure.rulings.is_empty()).then(|| view! {
                <details class="disclosure"><summary>{say("Related rulings")}</summary><ul>{rulings}</ul></details>
            })}
            <button class="quiet" on:click=move |_| upside_down.update(|turned| *turned = !*turned)>{say("⟲ Turn the screen round")}</button>
        </section>
        {answer}
        {actions}
    }
    .into_any()
}

/// The rolls of the act, each with its label.
fn labelled(panel: LivePanel, rolls: &[LoggedRoll]) -> Vec<(String, LoggedRoll)> {
    let labels = panel.label_rolls(rolls.iter().map(|roll| roll.purpose.as_str()));
    labels.into_iter().zip(rolls.iter().cloned()).collect()
}

/// The buttons below an outcome without a battle.
fn without_battle(panel: LivePanel, outcome: Record) -> impl IntoView {
    view! {
        <FillRoster panel outcome/>
        <Source panel/>
        <div class="actions">
            <button class="primary" on:click=move |_| panel.start_again()>{say("Start again")}</button>
        </div>
    }
}

/// The button that removes the last entered die after the outcome is shown, and goes back to the pad. All other dice stay.
#[component]
fn TakeBack(panel: LivePanel) -> impl IntoView {
    let drawn = Memo::new(move |_| {
        panel
            .shown
            .with(|shown| (shown.is_rolling && shown.dice.can_take_back && !shown.is_settled, shown.dice.just_chose))
    });
    let take_back = move || {
        if drawn.get_untracked().0 {
            panel.send(Message::TakeBack);
        }
    };
    keyboard::while_shown(move |key| {
        let takes_back = key == "Backspace" && drawn.get_untracked().0;
        if takes_back {
            take_back();
        }
        takes_back
    });
    let words = move || if drawn.get().1 { say("⌫ Back") } else { say("⌫ Remove the last die") };
    view! { <Show when=move || drawn.get().0><button class="quiet" on:click=move |_| take_back()>{move || words()}</button></Show> }
}

/// Alerts about the whole battle that the changes cause.
fn alerts(battle: BattleState, outcome: &Outcome) -> impl IntoView + use<> {
    let sides = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    view! { <Alerts alerts=outcome.alerts.clone() sides/> }
}

/// The list of changed trackers, folded.
fn changed(battle: BattleState, changes: &[Change]) -> Option<impl IntoView + use<>> {
    let rows: Vec<String> = changes.iter().filter_map(|change| change_words(battle, change)).collect();
    let summary = text!("Changes to trackers ({n})", n = rows.len()).to_string();
    let any = !rows.is_empty();
    let rows = rows.into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
    any.then(|| view! { <details class="disclosure changes"><summary>{summary}</summary><ul>{rows}</ul></details> })
}

impl LivePanel {
    /// True if the outcome was applied or discarded, here or in another tab.
    pub(super) fn is_settled(self) -> bool {
        untrack(|| self.shown.with(|shown| shown.is_settled))
    }

    /// Applies the outcome. Returns false if that is not possible.
    pub(super) fn apply(self) -> bool {
        let Some(battle) = self.battle else { return false };
        let Some(outcome) = self.shown.with_untracked(|shown| shown.outcome.clone()) else { return false };
        // The words must be computed before the outcome changes the table.
        let hides = self.shown.with_untracked(|shown| shown.hides);
        let words = untrack(|| applied_words(battle, &self.act_now(), &outcome, hides));
        if self.is_settled() || !self.try_send(Message::Apply) || !self.is_settled() {
            return false;
        }
        if !self.corrects() {
            battle.app.store_applied(Applied { battle: battle.id(), words, can_undo: outcome.rolls.is_empty() });
        }
        self.settled_here.set(true);
        self.router.replace_history(&self.next_page(battle));
        true
    }

    /// Discards the dice. Until the next act, "Take back" or Undo brings them back. Returns false if that is not possible.
    pub(super) fn discard(self) -> bool {
        let Some(battle) = self.battle else { return false };
        let draft = self.with_page_state(self.with_panel(battle::panel::Panel::draft));
        if self.is_settled() || !self.try_send(Message::Discard) || !self.is_settled() {
            return false;
        }
        self.settled_here.set(true);
        if !self.corrects() {
            battle.offer_discarded(draft);
        }
        self.router.replace_history(&self.next_page(battle));
        true
    }

    /// The page to show after the outcome is applied or discarded.
    fn next_page(self, battle: BattleState) -> Route {
        if self.corrects() { BattlePage::Corrected.of(battle.id()) } else { Route::table(battle.id()) }
    }
}

/// The buttons below an outcome in a battle.
#[component]
fn InBattleActions(
    panel: LivePanel,
    battle: BattleState,
    outcome: Arc<Outcome>,
    first_due: Option<NodeRef<Button>>,
) -> impl IntoView {
    if panel.corrects() {
        let (router, shown) = (router(), panel.next_page(battle));
        let take = Callback::new(move |()| {
            if panel.apply() {
                router.go(&shown);
            }
        });
        let action = outcome.settlement.as_ref().map(|settlement| settlement.action.clone());
        return view! { <Source panel/>{action.map(|action| view! { <CorrectionActions panel battle action take/> })} }
            .into_any();
    }
    let is_elsewhere = move || panel.shown.with(|shown| shown.is_settled) && !panel.settled_here.get();
    let is_of_app = outcome.settlement.as_ref().is_some_and(|settlement| settlement.action.settles.is_some());
    let words = move || {
        if is_of_app {
            say("This roll was applied or discarded in another tab.")
        } else {
            say("This was applied in another tab.")
        }
    };
    view! {
        <Show when=is_elsewhere><p class="refused" role="alert">{words}</p></Show>
        <Source panel/>
        <Settle panel battle first_due/>
    }
    .into_any()
}

impl LivePanel {
    /// Applies the outcome, and goes back to the table. Does nothing if the outcome cannot be applied.
    pub(super) fn apply_and_leave(self) {
        if let Some(battle) = self.battle.filter(|_| self.apply()) {
            self.leave(battle);
        }
    }

    /// Goes back to the table, to the unit that acts.
    pub(super) fn leave(self, battle: BattleState) {
        battle.app.return_to(self.acting());
        self.router.go(&Route::table(battle.id()));
    }
}

/// The buttons that discard and apply the outcome; after either, the link back to the table.
#[component]
pub(super) fn Settle(panel: LivePanel, battle: BattleState, first_due: Option<NodeRef<Button>>) -> impl IntoView {
    let router = router();
    let table = Route::table(battle.id());
    let (href, shown) = (table.href(), table.clone());
    let leave = Callback::new(move |()| {
        battle.app.return_to(panel.acting());
        router.go(&table);
    });
    let discard = move |_| {
        if panel.discard() {
            leave.run(());
        }
    };
    let apply = move |_| {
        if !panel.apply() {
            return;
        }
        match first_due {
            Some(button) => keyboard::focus(button),
            None => leave.run(()),
        }
    };
    let settled = Memo::new(move |_| panel.shown.with(|shown| shown.is_settled));
    let late = Memo::new(move |_| panel.shown.with(|shown| !shown.is_settled && shown.is_late));
    view! {
        <Show when=move || late.get()><LateWords/></Show>
        <div class="actions">
            <Show
                when=move || settled.get()
                fallback=move || view! {
                    <button disabled=move || panel.is_blocked() on:click=discard>{say("Discard")}</button>
                    <button class="primary" aria-keyshortcuts="a" disabled=move || panel.is_blocked() on:click=apply>{move || if late.get() { say("Apply anyway") } else { say("Apply to the table") }}</button>
                }
            >
                {
                    let shown = shown.clone();
                    view! { <a class="button primary" href=href.clone() on:click=move |_| { router.go_if_there(&shown); }>{say("Back to the table")}</a> }
                }
            </Show>
        </div>
    }
}

/// If the procedure generates an army, the button that creates a roster from it.
#[component]
fn FillRoster(panel: LivePanel, outcome: Record) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let muster = panel.ruleset.rosters.muster.as_ref().filter(|muster| muster.procedure.id == panel.procedure.id);
    muster.map(|muster| {
        let fill = move |_| {
            let roster = Roster {
                ruleset: panel.ruleset.named.id.into(),
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
