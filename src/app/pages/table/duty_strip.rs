//! The duties in a line below the phase, which scrolls sideways. A tap opens the panel of a duty. Duties are derived from the table, so
//! they stay until they are settled. A second line has optional duties, group acts, and acts of a side. While a duty holds up the phase, it
//! also has the button of the next phase, because the dock's button opens the duty.

use super::joint_acts::{JointAct, JointActs, LastActs};
use super::next_phase::{NextAction, NextPhase};
use super::reminders::{reminder_lines, reminders};
use crate::app::components::duties::{DutyButton, open_duty};
use crate::app::components::names::Names;
use crate::app::components::seats::DueForOthers;
use crate::app::platform::scrolling;
use crate::app::state::route::router;
use crate::app::state::{BattleState, OfferedGroup};
use battle::seats::SeatDue;
use battle::{Action, Change, guide, referee};
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use rules::turn::{Dismissal, Duty};

/// The strip of the duties, and of acts of a side.
#[component]
pub fn DutyStrip(
    battle: BattleState,
    /// The next step of the battle.
    next_action: NextAction,
) -> impl IntoView {
    let (all_duties, single) = (battle.duties(), battle.single_duties());
    let (duties, others) = shared_out(battle, single);
    let side_offers = own_side_offers(battle);
    let (joint, last) = (battle.joint_offers(), battle.last_offers());
    let joint_due = Memo::new(move |_| {
        let mut due = joint.get();
        due.retain(|offer| offer.is_due);
        due
    });
    let count = Memo::new(move |_| duties.with(Vec::len) + joint_due.with(Vec::len));
    // Screen readers announce the number of duties when it changes, and not the list.
    let status = move || match count.get() {
        0 => String::new(),
        n => text!("{n} {n|thing is|things are} due", n = n).to_string(),
    };
    let line = due_line(battle, duties, joint_due);
    let optional = move || {
        let optional: Vec<Duty> = duties.get().into_iter().filter(|duty| !is_due(duty)).collect();
        let rows = optional.into_iter().map(|duty| view! { <li><DutyButton battle duty first=false/></li> });
        rows.collect_view()
    };
    let dismissals = move || {
        let (all, _) = battle.own_and_other_duties(all_duties.get());
        let mut kinds: Vec<Dismissal> = Vec::new();
        for kind in all.iter().filter_map(|duty| duty.dismissal) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        kinds.into_iter().map(|dismissal| view! { <Dismiss battle dismissal duties=all_duties/> }).collect_view()
    };
    let idle_words = idle_words(battle);
    let reminders = reminders(battle);
    // A memo, because an effect that reads a memo and also its sources can miss a change: see `UnitState` in `components/unit_state.rs`.
    let nothing = Memo::new(move |_| {
        count.get() == 0
            && others.with(Vec::is_empty)
            && reminders.with(Vec::is_empty)
            && side_offers.with(Vec::is_empty)
            && joint.with(Vec::is_empty)
            && last.with(Vec::is_empty)
            && idle_words.with(Option::is_none)
    });
    let offers = move || side_offers.get().into_iter().map(|offer| view! { <SideOffer battle offer/> }).collect_view();
    view! {
        <section class="duties" aria-label=say("Due now") class:hidden=move || nothing.get()
            on:focusin=|event| scrolling::show_in_line(&event, ".due-line, .chip-line")>
            <p class="visually-hidden" role="status">{move || status()}</p>
            {move || line()}
            <DueForOthers battle due=others/>
            {move || reminder_lines(battle, reminders.get())}
            {move || idle_words.get().map(|words| view! { <p class="idle">{words}</p> })}
            <div class="chip-line">
                <Show when=move || next_action.is_held_up()><NextPhase next_action/></Show>
                <ol>{move || optional()}</ol>
                <p class="tools">{move || dismissals()}{move || offers()}<JointActs battle offers=joint/><LastActs battle offers=last/></p>
            </div>
        </section>
    }
}

/// The duties that the strip shows as buttons, and those of other devices in one line. If the table shows all units, all are buttons.
fn shared_out(battle: BattleState, all: Memo<Vec<Duty>>) -> (Memo<Vec<Duty>>, Memo<Vec<SeatDue>>) {
    let shared = Memo::new(move |_| match battle.shows_own_units() {
        true => battle.own_and_other_duties(all.get()),
        false => (all.get(), Vec::new()),
    });
    let own = Memo::new(move |_| shared.with(|(own, _)| own.clone()));
    (own, Memo::new(move |_| shared.with(|(_, others)| others.clone())))
}

/// The acts of a side that are not due, if this device may do them.
fn own_side_offers(battle: BattleState) -> Memo<Vec<Duty>> {
    let all = battle.side_offers();
    Memo::new(move |_| {
        let mut offers = all.get();
        offers.retain(|offer| battle.not_our_duty(offer).is_none());
        offers
    })
}

fn is_due(duty: &Duty) -> bool {
    duty.must || duty.holds_up()
}

/// The line of the duties that must be done: those of several units, each as one group act, then the others.
fn due_line(
    battle: BattleState,
    duties: Memo<Vec<Duty>>,
    joint: Memo<Vec<OfferedGroup>>,
) -> impl Fn() -> Option<AnyView> + Copy {
    move || {
        let due: Vec<Duty> = duties.get().into_iter().filter(is_due).collect();
        let (groups, all) = (joint.get(), due.len());
        let no_groups = groups.is_empty();
        let group = |(index, offer): (usize, OfferedGroup)| {
            let first = index == 0 && offer.holds_up;
            view! { <li><JointAct battle offer first/></li> }
        };
        let groups = groups.into_iter().enumerate().map(group).collect_view();
        let row = |(index, duty): (usize, Duty)| {
            let first = no_groups && index == 0 && duty.holds_up();
            let nth = (all > 1).then(|| text!("{n} of {all}", n = index + 1, all = all).to_string());
            view! { <li><DutyButton battle duty first nth/></li> }
        };
        let rows = due.into_iter().enumerate().map(row).collect_view();
        (all > 0 || !no_groups).then(|| view! { <ol class="due-line">{groups}{rows}</ol> }.into_any())
    }
}

/// The line that is shown if nothing can be done: in a closed battle, and in a phase without acts. In a phase that only asks for marks, the
/// line says which. `None` otherwise.
fn idle_words(battle: BattleState) -> Memo<Option<String>> {
    let idle = battle.follow(move |open| guide::offers_nothing(battle.ruleset, open.state()));
    let step = battle.follow(move |open| referee::next_step(battle.ruleset, open.state()).label);
    let is_closed = battle.follow(|open| open.ending().is_some());
    let marks = battle.follow(move |open| {
        let phase = battle.ruleset.phase(open.state().battle())?;
        let is_for_marks = phase.procedures.is_empty() && phase.says.is_some();
        (is_for_marks && referee::duties(battle.ruleset, open.state()).is_empty()).then_some(phase.needs)
    });
    Memo::new(move |_| {
        if is_closed.get() {
            return Some(say("The battle is closed.").to_owned());
        }
        let next = Names::of_battle(battle).spell(&step.get());
        if let Some(needs) = marks.get() {
            return Some(text!("{what} Next: {next}", what = say(needs).to_owned(), next = next).to_string());
        }
        idle.get().then(|| text!("Nothing to do in this phase. Next: {what}", what = next).to_string())
    })
}

/// A button that settles all duties of a kind with the same answer.
#[component]
fn Dismiss(battle: BattleState, dismissal: Dismissal, duties: Memo<Vec<Duty>>) -> impl IntoView {
    let settle = move |_| {
        let (all, _) = untrack(|| battle.own_and_other_duties(duties.get_untracked()));
        let dismissed = all.iter().filter(|duty| duty.dismissal == Some(dismissal));
        let changes: Vec<Change> = dismissed.flat_map(Duty::dismissing).collect();
        battle.act(Action::ByHand, changes);
    };
    view! { <button on:click=settle>{say(dismissal.words)}</button> }
}

/// A button that opens the panel of an act of a side.
#[component]
fn SideOffer(battle: BattleState, offer: Duty) -> impl IntoView {
    let (words, router) = (Names::of_battle(battle).spell(&offer.why), router());
    let class = offer.side.map(|side| format!("side-{}", side.index()));
    let open = move |_| open_duty(battle, router, &offer);
    view! { <button class=class on:click=open>{words}</button> }
}
