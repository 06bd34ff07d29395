//! The way on: what is due first, else the next phase. Its button names the step; what is not done yet is listed first: rolls that
//! wait, what must be settled, and what is over with the phase.

use super::reminders::{reminder_lines, reminders};
use crate::app::components::awaiting::WaitingList;
use crate::app::components::dialog::Dialog;
use crate::app::components::duties::{DutyButton, duty_title, open_duty};
use crate::app::components::names::Names;
use crate::app::state::route::router;
use crate::app::state::{BattleState, WaitingRoll};
use battle::referee::DueCount;
use battle::waiting::WAITING;
use battle::{ActionEvent, referee};
use leptos::prelude::*;
use rules::text;
use rules::text::{Text, say};
use rules::turn::Duty;

/// Things not done that are shown before the others are folded away.
const SHOWN: usize = 6;

/// The way on: to the next phase, or first to what is due.
#[derive(Clone, Copy)]
pub struct WayOn {
    battle: BattleState,
    /// Label of the next step.
    label: Memo<Text>,
    open: NotDone,
    /// True while it is asked what is not done before the next phase.
    pub asking: RwSignal<bool>,
    /// The first thing that must be settled before the next phase, and how many there are.
    first_due: Memo<Option<(Duty, usize)>>,
}

impl WayOn {
    /// The way on from where a battle stands.
    pub fn of(battle: BattleState) -> Self {
        let label = battle.follow(move |open| referee::next_step(battle.ruleset, open.state()).label);
        let open = NotDone::follow(battle);
        let asking = RwSignal::new(false);
        router().close_switch_by_back("before-next", asking);
        // Everything open is settled, so nothing is asked any more.
        Effect::new(move |_| {
            if asking.get() && open.is_nothing() {
                asking.set(false);
            }
        });
        // What it listed may not be so any more.
        let undone = battle.follow(|open| open.to_redo().cloned());
        Effect::new(move |before: Option<Option<ActionEvent>>| {
            let undone = undone.get();
            if before.is_some_and(|before| undone.is_some() && undone != before) {
                asking.set(false);
            }
            undone
        });
        let all = battle.duties();
        let first_due = Memo::new(move |_| {
            let due = all.get();
            let count = due.iter().filter(|duty| duty.holds_up()).count();
            due.into_iter().find(Duty::holds_up).map(|first| (first, count))
        });
        Self { battle, label, open, asking, first_due }
    }

    /// True if something due comes before the next phase.
    pub fn is_held_up(self) -> bool {
        self.first_due.with(Option::is_some)
    }
}

/// The button of what comes next: the first thing due, else the next phase; and the dialog of what is not done before that.
#[component]
pub fn ActionButton(
    /// The way on.
    way_on: WayOn,
) -> impl IntoView {
    let WayOn { battle, open, asking, first_due, .. } = way_on;
    let action = move || match first_due.get() {
        Some((duty, count)) => view! { <DoNext battle duty count/> }.into_any(),
        None => view! { <NextPhase way_on/> }.into_any(),
    };
    view! {
        <BeforeNext battle open asking/>
        {action}
    }
}

/// The button that opens the first thing due.
#[component]
fn DoNext(battle: BattleState, duty: Duty, count: usize) -> impl IntoView {
    let title = duty_title(battle, &duty);
    let under = if count == 1 { say("Due now").to_owned() } else { text!("1 of {n} due", n = count).to_string() };
    let router = router();
    let open = move |_| open_duty(battle, router, &duty);
    view! {
        <button class="do-next primary" on:click=open><span>{title}" ›"</span><span class="under">{under}</span></button>
    }
}

/// On to the next phase, which it names.
#[component]
pub fn NextPhase(
    /// The way on.
    way_on: WayOn,
) -> impl IntoView {
    let WayOn { battle, label, open, asking, .. } = way_on;
    let title = move || Names::of_battle(battle).spell(&label.get());
    let could_do_more = battle.follow(move |open| referee::could_do_more(battle.ruleset, open.state()));
    let comes_first = move || !open.holds_up() && !could_do_more.get();
    let is_closed = battle.follow(|open| open.ending().is_some());
    let cannot = Memo::new(move |_| is_closed.get() || battle.no_pen().is_some());
    let next = move |_| {
        if untrack(|| battle.turns_away_acts()) {
            return;
        }
        match untrack(|| open.is_nothing()) {
            true => battle.begin_next(Vec::new()),
            false => asking.update(|asking| *asking = !*asking),
        }
    };
    view! {
        <button class="next-phase" aria-keyshortcuts="n" class:primary=move || comes_first() && !cannot.get() aria-disabled=move || cannot.get().to_string() aria-expanded=move || (!comes_first()).then(|| asking.get().to_string()) on:click=next>
            <span>{say("Next ›")}</span><span class="under">{move || title()}</span>
        </button>
    }
}

/// Things that are not done yet as a phase ends.
#[derive(Clone, Copy)]
struct NotDone {
    battle: BattleState,
    /// Rolls that wait to be applied or discarded.
    waiting: Memo<Vec<WaitingRoll>>,
    /// The rule that forbids the next step, with its reason.
    barred: Memo<Option<(&'static str, Text)>>,
    /// The players' own reminders that nobody has ticked off.
    reminders: Memo<Vec<String>>,
}

impl NotDone {
    fn follow(battle: BattleState) -> Self {
        let waiting = Memo::new(move |_| battle.waiting());
        let barred = battle.follow(move |open| referee::next_barred(battle.ruleset, open.state()));
        let reminders = reminders(battle);
        Self { battle, waiting, barred, reminders }
    }

    /// True if something must be settled first.
    fn holds_up(self) -> bool {
        self.barred.with(Option::is_some) || self.waiting.with(|all| !all.is_empty())
    }

    /// Duties that the step gives up. It takes the step to find out, so it is asked for only when the step is near.
    fn given_up(self) -> Vec<Duty> {
        self.battle.with(|open| referee::given_up(self.battle.ruleset, open.state()))
    }

    fn is_nothing(self) -> bool {
        !self.holds_up() && self.reminders.with(Vec::is_empty) && self.given_up().is_empty()
    }
}

/// Dialog of what is not done before the next step, with the ways to settle or to leave it.
#[component]
fn BeforeNext(battle: BattleState, open: NotDone, asking: RwSignal<bool>) -> impl IntoView {
    let NotDone { waiting, barred, reminders, .. } = open;
    let all = battle.duties();
    let by_duty = move || barred.with(|barred| barred.as_ref().is_some_and(|(rule, _)| *rule == referee::DUE));
    let due = Memo::new(move |_| {
        let mut due = all.get();
        due.retain(|duty| by_duty() && duty.holds_up());
        due
    });
    let given_up = Memo::new(move |_| open.given_up());
    let is_forbidden = move || barred.with(Option::is_some) && !by_duty();
    let reason = move || {
        let words = barred.get().map(|(_, reason)| Names::of_battle(battle).spell(&reason)).unwrap_or_default();
        if is_forbidden() { words } else { say("Not done yet").to_owned() }
    };
    let count = battle.follow(move |open| referee::due_count(battle.ruleset, open.state()));
    let do_words = move || {
        let DueCount { all, without_dice } = count.get();
        if without_dice == all { say("Do all") } else { say("Do all that need no dice") }
    };
    let rows = move || listed(battle, due.get().into_iter().chain(given_up.get()).collect());
    let leave = move |_| {
        let rule = barred.get_untracked().map(|(rule, _)| rule.to_owned());
        let rolls = waiting.with_untracked(|all| !all.is_empty()).then(|| WAITING.to_owned());
        asking.set(false);
        battle.begin_next(rolls.into_iter().chain(rule).collect());
    };
    let leave_words = move || if is_forbidden() { say("Do it anyway") } else { say("Skip them") };
    view! {
        <Dialog is_open=asking on_close=move |()| asking.set(false) label=say("Before the next phase").to_owned() class="drawer">
            <h2>{reason}</h2>
            <WaitingList battle waiting/>
            {rows}
            {move || reminder_lines(battle, reminders.get())}
            <div class="ways">
                <p class="tools">
                    <Show when=move || count.get().without_dice != 0>
                        <button on:click=move |_| battle.settle_all_without_dice()>{do_words}</button>
                    </Show>
                    <button on:click=leave>{leave_words}</button>
                    <button class="quiet" on:click=move |_| asking.set(false)>{say("Back")}</button>
                </p>
                <Show when=move || open.holds_up()><p class="soft">{say("The log will list what you skip.")}</p></Show>
            </div>
        </Dialog>
    }
}

/// Things not done, each a tap away; the rest of many is folded.
fn listed(battle: BattleState, all: Vec<Duty>) -> impl IntoView {
    let row = |duty: Duty| view! { <li><DutyButton battle duty first=false/></li> };
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    let rest = if rows.len() > SHOWN + 1 { rows.split_off(SHOWN) } else { Vec::new() };
    let folded = (!rest.is_empty()).then(|| {
        let summary = text!("{n} more", n = rest.len()).to_string();
        view! { <details class="disclosure"><summary>{summary}</summary><ol start=SHOWN + 1>{rest}</ol></details> }
    });
    view! { <ol>{rows}</ol>{folded} }
}
