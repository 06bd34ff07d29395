//! The line that says who holds the pen, with the ways to pass or take it.

use crate::app::state::BattleState;
use crate::app::state::live::live;
use battle::pen::Named;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The line of the table: who holds the pen. It is shown once a second device takes part, or somebody took the pen.
#[component]
pub fn PenLine(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let others = Memo::new(move |_| others(battle));
    let holder = Memo::new(move |_| battle.pen_holder());
    let is_shown = Memo::new(move |_| holder.with(Option::is_some) || !others.with(Vec::is_empty));
    let may = Memo::new(move |_| battle.no_pen().is_none());
    let words = move || match holder.get() {
        None => say("No device is in control: both could roll the same dice.").to_owned(),
        Some(who) if may.get() => text!("In control: {who}", who = who).to_string(),
        Some(_) => battle.no_pen_words().unwrap_or_default(),
    };
    let controls = move || {
        if holder.with(Option::is_none) || !may.get() {
            return view! { <button on:click=move |_| battle.take_pen()>{say("Take control")}</button> }.into_any();
        }
        let pass = |to: Named| {
            let name = if to.name.is_empty() { battle.shown_device(&to.device) } else { to.name.clone() };
            let label = text!("Pass control to {who}", who = name).to_string();
            view! { <button on:click=move |_| battle.pass_pen(&to)>{label}</button> }
        };
        others.get().into_iter().map(pass).collect_view().into_any()
    };
    view! {
        <Show when=move || is_shown.get()>
            <section class="pen" aria-label=say("Control")>
                <p role="status">{move || words()}</p>
                {move || controls()}
            </section>
        </Show>
    }
}

/// The line of a panel, while another device holds the pen: why nothing can be rolled or applied here.
#[component]
pub fn WithoutPen(
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let words = Memo::new(move |_| battle.no_pen_words());
    move || {
        words.get().map(|words| {
            view! {
                <section class="pen" aria-label=say("Control")>
                    <p role="status">{words}</p>
                    <button on:click=move |_| battle.take_pen()>{say("Take control")}</button>
                </section>
            }
        })
    }
}

/// The other devices, those that are connected first, then the last to write, and no more than a line holds.
fn others(battle: BattleState) -> Vec<Named> {
    const MOST: usize = 3;
    let mut all = live().connected(battle);
    let named = battle.other_devices().into_iter().rev();
    let others: Vec<Named> = named.filter(|device| all.iter().all(|near| near.device != device.device)).collect();
    all.extend(others);
    all.truncate(MOST);
    all
}
