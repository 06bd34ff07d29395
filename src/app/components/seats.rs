//! Seats on the pages of a battle: what others did to units of this device, what is due for others, and the end of a phase that several
//! devices share.

use super::dialog::Dialog;
use super::duties::{duty_names, duty_title, open_duty};
use crate::app::state::BattleState;
use crate::app::state::live::live;
use crate::app::state::notice::Notice;
use crate::app::state::route::router;
use crate::app::state::seats::DoneToOwn;
use battle::analysis::seat_words;
use battle::seats::{PhaseAnswer, PhaseEndState, SeatDue};
use battle::{Device, referee};
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use rules::turn::Duty;

/// The notices and dialogs of seats, on every page of a battle.
#[component]
pub fn SeatNews(battle: BattleState) -> impl IntoView {
    notify_done_to_own(battle);
    view! { <PhaseEndDialog battle/><PhaseAsked battle/> }
}

/// Shows what another device did to units of this one. If one of them has something due now, a button opens it.
fn notify_done_to_own(battle: BattleState) {
    let router = router();
    Effect::new(move |_| {
        let Some(DoneToOwn { words, units, .. }) = battle.take_done_to_own() else { return };
        let has = |duty: &Duty| duty.roles.iter().any(|(_, of)| of.iter().any(|unit| units.contains(unit)));
        let due = battle.with_untracked(|open| referee::duties(battle.ruleset, open.state()));
        let (own, _) = untrack(|| battle.own_and_other_duties(due));
        let notice = Notice::new(words);
        let notice = match own.into_iter().find(has) {
            None => notice,
            Some(duty) => {
                let id = battle.id();
                let answer = move || {
                    if battle.is_open(&id) {
                        open_duty(battle, router, &duty);
                    }
                };
                notice.way_back(say("Answer"), answer)
            }
        };
        battle.app.notice.set(Some(notice));
    });
}

/// The remaining duties of a device: "Ann: 2 × Fire".
fn due_of(battle: BattleState, due: &SeatDue) -> String {
    let (who, what) = (battle.shown_device(&due.device), seat_words::due_words(battle.ruleset, &due.duties));
    text!("{who}: {what}", who = who, what = what).to_string()
}

/// The duties of other devices in one line, which opens to the list.
#[component]
pub fn DueForOthers(
    battle: BattleState,
    /// The other devices with their duties.
    due: Memo<Vec<SeatDue>>,
) -> impl IntoView {
    let summary = move || {
        let all = due.get();
        let words = all.iter().map(|due| due_of(battle, due)).collect::<Vec<_>>().join(" · ");
        text!("Due for others: {what}", what = words).to_string()
    };
    let row = move |(who, duty): (String, Duty)| {
        let (title, names) = (duty_title(battle, &duty), untrack(|| duty_names(battle, &duty)));
        view! { <li><b>{who}</b>{say(": ")}{title}" · "{names}</li> }
    };
    let rows = move || {
        let all = due.get();
        let of = |due: SeatDue| {
            let who = battle.shown_device(&due.device);
            due.duties.into_iter().map(move |duty| (who.clone(), duty))
        };
        all.into_iter().flat_map(of).map(row).collect_view()
    };
    view! {
        <Show when=move || due.with(|due| !due.is_empty())>
            <details class="disclosure due-for-others"><summary>{summary}</summary><ul>{rows}</ul></details>
        </Show>
    }
}

/// The switch between the units of this device and all units. Not shown if the device acts for all.
#[component]
pub fn CommandSwitch(battle: BattleState) -> impl IntoView {
    let has_own = Memo::new(move |_| battle.has_own_units());
    let shows_own = Memo::new(move |_| battle.shows_own_units());
    let words = move || if shows_own.get() { say("Show all units") } else { say("Show my units") };
    let switch = move |_| battle.show_own_units(!shows_own.get_untracked());
    view! {
        <Show when=move || has_own.get()>
            <p class="tools command-switch">
                <b>{move || if shows_own.get() { say("My units") } else { say("All units") }}</b>
                <button on:click=switch>{words}</button>
            </p>
        </Show>
    }
}

/// The dialog of the device that ends a phase while other devices still have something due. It ends the phase once all have agreed.
#[component]
fn PhaseEndDialog(battle: BattleState) -> impl IntoView {
    let live = live();
    let standing = Memo::new(move |_| battle.phase_end(live));
    let waits = Memo::new(move |_| match standing.get() {
        Some(PhaseEndState::Waits(due)) => due,
        _ => Vec::new(),
    });
    // Delayed, because ending the phase changes what the memo reads.
    Effect::new(move |_| match standing.get() {
        Some(PhaseEndState::Ready(_)) => request_animation_frame(move || battle.close_phase_end(live, true)),
        Some(PhaseEndState::Over) => request_animation_frame(move || battle.close_phase_end(live, false)),
        Some(PhaseEndState::Waits(_)) | None => {}
    });
    let is_open = Signal::derive(move || waits.with(|waits| !waits.is_empty()));
    let noted = Signal::derive(move || is_open.get().then(String::new));
    router().close_by_back("phase-end", noted, move |to| {
        if to.is_none() {
            battle.close_phase_end(live, false);
        }
    });
    let state = move |device: &Device| match battle.answer_of(device) {
        Some(PhaseAnswer::Wait) => say("wants to act first"),
        Some(PhaseAnswer::GoOn) | None => say("has not answered"),
    };
    let row = move |due: SeatDue| view! { <li><b>{due_of(battle, &due)}</b>", "{state(&due.device)}</li> };
    let rows = move || waits.get().into_iter().map(row).collect_view();
    let wait = move || battle.close_phase_end(live, false);
    view! {
        <Dialog is_open on_close=move |()| wait() label=say("Others still have something to do").to_owned() class="drawer">
            <h2>{say("Others still have something to do")}</h2>
            <ul class="phase-end" role="status">{rows}</ul>
            <p class="soft">{say("The phase ends once they agree or are done. If you end it now, the log shows that they still had something to do.")}</p>
            <p class="tools ways">
                <button class="primary" on:click=move |_| wait()>{say("Wait")}</button>
                <button on:click=move |_| battle.close_phase_end(live, true)>{say("End the phase now")}</button>
            </p>
        </Dialog>
    }
}

/// The devices that ask whether the phase may end, as words.
fn askers(battle: BattleState, asking: &[Device]) -> String {
    asking.iter().map(|device| battle.shown_device(device)).collect::<Vec<_>>().join(", ")
}

/// The remaining duties of this device as a sentence.
fn still_due_words(battle: BattleState) -> String {
    text!("You still have: {what}", what = battle.own_due_words()).to_string()
}

/// The question of another device whether the phase may end. It is shown until this device answers.
#[component]
fn PhaseAsked(battle: BattleState) -> impl IntoView {
    let live = live();
    let asked = Memo::new(move |_| battle.asked_about_phase(live));
    let is_asked = Signal::derive(move || asked.with(|(asking, answer)| !asking.is_empty() && answer.is_none()));
    let title = move || {
        let phase =
            battle.with(|open| battle.ruleset.phase(open.state().battle()).map_or("", |phase| say(phase.title)));
        let who = asked.with(|(asking, _)| askers(battle, asking));
        text!("{who} ends the phase: {phase}", who = who, phase = phase).to_string()
    };
    let answer = move |answer: PhaseAnswer| battle.answer_phase_end(live, answer);
    let noted = Signal::derive(move || is_asked.get().then(String::new));
    router().close_by_back("phase-asked", noted, move |to| {
        if to.is_none() {
            answer(PhaseAnswer::Wait);
        }
    });
    view! {
        <Dialog is_open=is_asked on_close=move |()| answer(PhaseAnswer::Wait) label=Signal::derive(title) class="drawer">
            <h2>{title}</h2>
            <p>{move || still_due_words(battle)}</p>
            <p class="tools ways">
                <button class="primary" on:click=move |_| answer(PhaseAnswer::Wait)>{say("Wait")}</button>
                <button on:click=move |_| answer(PhaseAnswer::GoOn)>{say("Go on")}</button>
            </p>
        </Dialog>
    }
}

/// The line on the table while another device waits for this one, which has answered “Wait”.
#[component]
pub fn PhaseWaits(battle: BattleState) -> impl IntoView {
    let live = live();
    let asked = Memo::new(move |_| battle.asked_about_phase(live));
    let waits = move || asked.with(|(asking, answer)| !asking.is_empty() && *answer == Some(PhaseAnswer::Wait));
    let words = move || {
        let who = asked.with(|(asking, _)| askers(battle, asking));
        text!("{who} waits for you.", who = who).to_string()
    };
    let shown = move || {
        waits().then(|| {
            view! {
                <section class="banner">
                    <p>{words}" "{move || still_due_words(battle)}</p>
                    <p class="tools"><button on:click=move |_| battle.answer_phase_end(live, PhaseAnswer::GoOn)>{say("Go on")}</button></p>
                </section>
            }
        })
    };
    view! { <div class="live" role="status" aria-label=say("End of the phase")>{shown}</div> }
}
