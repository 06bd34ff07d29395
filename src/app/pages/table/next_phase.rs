//! On to the next phase: the button names the step; what must be settled before it is listed first.

use crate::app::components::duties::{DutyButton, duties};
use crate::app::components::names::Names;
use crate::app::components::settling::{is_stray, just_appeared};
use crate::app::platform::keyboard;
use crate::app::state::BattleState;
use drumhead::battle::referee;
use drumhead::core::text::{Text, say};
use drumhead::rules::turn::Duty;
use leptos::prelude::*;

/// On to the next phase, which it names.
#[component]
pub fn NextPhase(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let label = battle.follow(move |open| referee::next_step(battle.ruleset, open.state()).label);
    let title = move || Names::of_battle(battle).spell(&label.get());
    let barred = battle.follow(move |open| referee::next_barred(battle.ruleset, open.state()));
    let asking = RwSignal::new(false);
    // Everything open is settled, so nothing is asked any more.
    Effect::new(move |_| {
        if barred.with(Option::is_none) && asking.get_untracked() {
            asking.set(false);
            keyboard::focus(".next-phase");
        }
    });
    // The table may open under the thumb that applied an outcome.
    let appeared = just_appeared();
    let no_pen = Memo::new(move |_| battle.no_pen().is_some());
    let next = move |tap| match barred.with_untracked(Option::is_some) {
        _ if is_stray(&tap, appeared) => {}
        _ if no_pen.get_untracked() => battle.offer_pen(),
        false => battle.begin_next(Vec::new()),
        true if asking.get_untracked() => asking.set(false),
        true => {
            asking.set(true);
            keyboard::focus(".before-next");
        }
    };
    view! {
        <Show when=move || asking.get()><BeforeNext battle barred asking/></Show>
        <button class="next-phase" aria-keyshortcuts="n" class:primary=move || barred.with(Option::is_none) && !no_pen.get() aria-disabled=move || (appeared.get() || no_pen.get()).to_string() aria-expanded=move || barred.with(Option::is_some).then(|| asking.get().to_string()) on:click=next>
            <span>{say("Next ›")}</span><span class="under">{move || title()}</span>
        </button>
    }
}

/// Dialog of duties that must be settled before the next step, with the ways to settle or to leave them.
#[component]
fn BeforeNext(
    battle: BattleState,
    barred: Memo<Option<(&'static str, Text)>>,
    asking: RwSignal<bool>,
) -> impl IntoView {
    keyboard::close_by_escape_to(asking, ".next-phase");
    let all = duties(battle);
    let open = Memo::new(move |_| {
        let by_duty = barred.with(|barred| barred.as_ref().is_some_and(|(rule, _)| *rule == referee::DUE));
        let mut open = all.get();
        open.retain(|duty| by_duty && duty.holds_up());
        open
    });
    let reason = move || {
        let words = barred.get().map(|(_, reason)| Names::of_battle(battle).spell(&reason)).unwrap_or_default();
        if open.with(Vec::is_empty) { words } else { say("Not done yet").to_owned() }
    };
    // How many of them can be done without dice and without asking anything.
    let by_themselves = battle.follow(move |state| {
        let state = state.state();
        let due = referee::duties(battle.ruleset, state);
        let due = due.iter().filter(|duty| duty.holds_up());
        due.filter(|duty| referee::settle_without_dice(battle.ruleset, state, duty).is_some()).count()
    });
    let do_words = move || {
        let all = by_themselves.get() == open.with(Vec::len);
        if all { say("Do all") } else { say("Do all that need no dice") }
    };
    let rows = move || {
        let row = |duty: Duty| view! { <li><DutyButton battle duty first=false/></li> };
        open.get().into_iter().map(row).collect_view()
    };
    let leave = move |_| {
        let rule = barred.get_untracked().map(|(rule, _)| rule.to_owned());
        asking.set(false);
        battle.begin_next(rule.into_iter().collect());
    };
    let leave_words = move || if open.with(Vec::is_empty) { say("Do it anyway") } else { say("Skip them") };
    view! {
        <section class="before-next" role="dialog" tabindex="-1" aria-label=say("Before the next phase")>
            <h2>{move || reason()}</h2>
            <ol>{move || rows()}</ol>
            <p class="tools">
                <Show when=move || by_themselves.get() != 0>
                    <button on:click=move |_| battle.settle_all_without_dice()>{move || do_words()}</button>
                </Show>
                <button on:click=leave>{move || leave_words()}</button>
                <button class="quiet" on:click=move |_| asking.set(false)>{say("Back")}</button>
            </p>
            <p class="soft">{say("The log will list what you skip.")}</p>
        </section>
    }
}
