//! The next step of the battle: the first duty that holds up the phase, or the next phase. Before the next phase, a dialog lists
//! everything not done: unapplied rolls, duties that must be settled, duties that the phase gives up, and reminders.

use super::joint_acts::{begin, joint_words};
use super::reminders::{reminder_lines, reminders};
use crate::app::components::awaiting::WaitingList;
use crate::app::components::dialog::Dialog;
use crate::app::components::duties::{DutyButton, duty_title, open_duty};
use crate::app::components::names::Names;
use crate::app::components::seats::DueForOthers;
use crate::app::state::live::live;
use crate::app::state::route::router;
use crate::app::state::{BattleState, OfferedGroup, WaitingRoll};
use battle::referee::DueCount;
use battle::seats::SeatDue;
use battle::waiting::WAITING;
use battle::{ActionEvent, referee};
use leptos::prelude::*;
use rules::text;
use rules::text::{Text, say};
use rules::turn::Duty;

/// Number of duties that are listed; the others are folded.
const MAX_LISTED: usize = 6;

/// The next step of the battle.
#[derive(Clone, Copy)]
pub struct NextAction {
    battle: BattleState,
    /// Label of the next step.
    label: Memo<Text>,
    open: NotDone,
    /// True while the dialog before the next phase is open.
    pub asking: RwSignal<bool>,
    /// Label of the button that goes on without what is listed in the dialog.
    pub leave_words: Memo<&'static str>,
    /// The first duty that must be settled before the next phase, and the number of such duties.
    first_due: Memo<Option<(Duty, usize)>>,
}

impl NextAction {
    /// Follows the next step of a battle.
    pub fn of(battle: BattleState) -> Self {
        let label = battle.follow(move |open| referee::next_step(battle.ruleset, open.state()).label);
        let open = NotDone::follow(battle);
        let asking = RwSignal::new(false);
        router().close_switch_by_back("before-next", asking);
        // Closes the dialog once everything in it is settled.
        Effect::new(move |_| {
            if asking.get() && open.is_nothing() {
                asking.set(false);
            }
        });
        // Closes the dialog after an undo, which can change everything in it.
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
            let (due, _) = battle.own_and_other_duties(all.get());
            let count = due.iter().filter(|duty| duty.holds_up()).count();
            due.into_iter().find(Duty::holds_up).map(|first| (first, count))
        });
        let leave_words = Memo::new(move |_| open.leave_words());
        Self { battle, label, open, asking, leave_words, first_due }
    }

    /// True if a duty must be settled before the next phase.
    pub fn is_held_up(self) -> bool {
        self.first_due.with(Option::is_some)
    }
}

/// The button of the next step, and the dialog before the next phase.
#[component]
pub fn ActionButton(
    /// The next step of the battle.
    next_action: NextAction,
) -> impl IntoView {
    let NextAction { battle, open, asking, first_due, .. } = next_action;
    let action = move || match first_due.get() {
        Some((duty, count)) => match battle.group_of(&duty) {
            Some(offer) => view! { <DoGroup battle offer/> }.into_any(),
            None => view! { <DoNext battle duty count/> }.into_any(),
        },
        None => view! { <NextPhase next_action/> }.into_any(),
    };
    view! {
        <BeforeNext battle open asking/>
        {action}
    }
}

/// The button that opens the first duty.
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

/// The button of the group act that contains the first duty.
#[component]
fn DoGroup(battle: BattleState, offer: OfferedGroup) -> impl IntoView {
    let (words, router) = (joint_words(&offer), router());
    let go = move |_| begin(battle, router, &offer);
    view! {
        <button class="do-next primary" on:click=go><span>{words}" ›"</span><span class="under">{say("Due now")}</span></button>
    }
}

/// The button that begins the next phase, with the name of that phase.
#[component]
pub fn NextPhase(
    /// The next step of the battle.
    next_action: NextAction,
) -> impl IntoView {
    let NextAction { battle, label, open, asking, .. } = next_action;
    let live = live();
    let title = move || Names::of_battle(battle).spell(&label.get());
    let could_do_more = battle.follow(move |open| referee::could_do_more(battle.ruleset, open.state()));
    let comes_first = move || !open.holds_up() && !could_do_more.get();
    let is_closed = battle.follow(|open| open.ending().is_some());
    let cannot = Memo::new(move |_| is_closed.get() || battle.no_control().is_some());
    let next = move |_| {
        if untrack(|| battle.turns_away_acts()) {
            return;
        }
        match untrack(|| open.is_nothing()) {
            true => battle.end_phase(live, Vec::new()),
            false => asking.update(|asking| *asking = !*asking),
        }
    };
    view! {
        <button class="next-phase" aria-keyshortcuts="n" class:primary=move || comes_first() && !cannot.get() aria-disabled=move || cannot.get().to_string() aria-expanded=move || (!comes_first()).then(|| asking.get().to_string()) on:click=next>
            <span>{say("Next ›")}</span><span class="under">{move || title()}</span>
        </button>
    }
}

/// Everything that is not done at the end of a phase.
#[derive(Clone, Copy)]
struct NotDone {
    /// Unapplied rolls.
    waiting: Memo<Vec<WaitingRoll>>,
    /// The rule that forbids the next step, with its reason.
    barred: Memo<Option<(&'static str, Text)>>,
    /// The players' own reminders that are not ticked off.
    reminders: Memo<Vec<String>>,
    /// Duties that hold up the phase.
    due: Memo<Vec<Duty>>,
    /// Duties that the next phase gives up. Computing them simulates the step, so they are read only when they are shown.
    given_up: Memo<Vec<Duty>>,
    /// Acts that are due for other devices.
    others: Memo<Vec<SeatDue>>,
}

impl NotDone {
    fn follow(battle: BattleState) -> Self {
        let waiting = Memo::new(move |_| battle.own_waiting());
        let by_rules = battle.follow(move |open| referee::next_barred(battle.ruleset, open.state()));
        let live = live();
        // If only others hold up the phase, and all of them can answer, they are asked instead.
        let barred = Memo::new(move |_| {
            let barred = by_rules.get()?;
            let id = battle.id();
            let is_asked = || {
                let awake = live.awake(&id);
                let others = battle.due_for_others();
                others.iter().filter(|due| due.holds_up()).all(|due| awake.contains(&due.device))
            };
            let is_left_to_others = barred.0 == referee::DUE && battle.is_held_up_by_others() && is_asked();
            (!is_left_to_others).then_some(barred)
        });
        let all = battle.duties();
        let due = Memo::new(move |_| {
            let (mut due, _) = battle.own_and_other_duties(all.get());
            due.retain(|duty| barred.with(is_by_duty) && duty.holds_up());
            due
        });
        let given_up = Memo::new(move |_| {
            let all = battle.with(|open| referee::given_up(battle.ruleset, open.state()));
            battle.own_and_other_duties(all).0
        });
        let others = Memo::new(move |_| battle.due_for_others());
        Self { waiting, barred, reminders: reminders(battle), due, given_up, others }
    }

    /// True if something must be settled first.
    fn holds_up(self) -> bool {
        self.barred.with(Option::is_some) || self.waiting.with(|all| !all.is_empty())
    }

    fn is_nothing(self) -> bool {
        !self.holds_up() && self.reminders.with(Vec::is_empty) && self.given_up.with(Vec::is_empty)
    }

    /// True if the rules forbid the next step, whatever is done first.
    fn is_forbidden(self) -> bool {
        self.barred.with(|barred| barred.is_some() && !is_by_duty(barred))
    }

    /// Label of the button that goes on without what is listed.
    fn leave_words(self) -> &'static str {
        if self.is_forbidden() {
            return say("Do it anyway");
        }
        let of_others: usize = self.others.with(|all| all.iter().map(|due| due.duties.len()).sum());
        let duties = self.due.with(Vec::len) + self.given_up.with(Vec::len) + of_others;
        let listed = duties + self.waiting.with(Vec::len) + self.reminders.with(Vec::len);
        if listed == 1 { say("Skip it") } else { say("Skip them") }
    }
}

/// True if the next step waits for a duty alone.
fn is_by_duty(barred: &Option<(&'static str, Text)>) -> bool {
    barred.as_ref().is_some_and(|(rule, _)| *rule == referee::DUE)
}

/// The dialog that lists everything not done before the next phase, with buttons that settle or skip it.
#[component]
fn BeforeNext(battle: BattleState, open: NotDone, asking: RwSignal<bool>) -> impl IntoView {
    let NotDone { waiting, barred, reminders, due, given_up, others } = open;
    let live = live();
    let reason = move || {
        let words = barred.get().map(|(_, reason)| Names::of_battle(battle).spell(&reason)).unwrap_or_default();
        if open.is_forbidden() { words } else { say("Not done yet").to_owned() }
    };
    let count = battle.follow(move |open| {
        let (own, _) = battle.own_and_other_duties(referee::duties(battle.ruleset, open.state()));
        referee::count_due(battle.ruleset, open.state(), own)
    });
    let do_words = move || {
        let DueCount { all, without_dice } = count.get();
        if without_dice == all { say("Do all") } else { say("Do all that need no dice") }
    };
    let rows = move || listed(battle, due.get().into_iter().chain(given_up.get()).collect());
    let leave = move |_| {
        let rule = barred.get_untracked().map(|(rule, _)| rule.to_owned());
        let rolls = waiting.with_untracked(|all| !all.is_empty()).then(|| WAITING.to_owned());
        asking.set(false);
        battle.end_phase(live, rolls.into_iter().chain(rule).collect());
    };
    view! {
        <Dialog is_open=asking on_close=move |()| asking.set(false) label=say("Before the next phase").to_owned() class="drawer">
            <h2>{reason}</h2>
            <WaitingList battle waiting/>
            {rows}
            <DueForOthers battle due=others/>
            {move || reminder_lines(battle, reminders.get())}
            <div class="ways">
                <p class="tools">
                    <Show when=move || count.get().without_dice != 0>
                        <button on:click=move |_| battle.settle_all_without_dice()>{do_words}</button>
                    </Show>
                    <button on:click=leave>{move || open.leave_words()}</button>
                    <button class="quiet" on:click=move |_| asking.set(false)>{say("Back")}</button>
                </p>
                <Show when=move || open.holds_up()><p class="soft">{say("The log will list what you skip.")}</p></Show>
            </div>
        </Dialog>
    }
}

/// A list of duties, each with the button that opens it. If there are many, the rest is folded.
fn listed(battle: BattleState, all: Vec<Duty>) -> impl IntoView {
    let row = |duty: Duty| view! { <li><DutyButton battle duty first=false/></li> };
    let mut rows: Vec<_> = all.into_iter().map(row).collect();
    let rest = if rows.len() > MAX_LISTED + 1 { rows.split_off(MAX_LISTED) } else { Vec::new() };
    let folded = (!rest.is_empty()).then(|| {
        let summary = text!("{n} more", n = rest.len()).to_string();
        view! { <details class="disclosure"><summary>{summary}</summary><ol start=MAX_LISTED + 1>{rest}</ol></details> }
    });
    view! { <ol>{rows}</ol>{folded} }
}
