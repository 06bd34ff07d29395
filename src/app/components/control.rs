//! Control of a battle that several devices share: the line that names the device in control, with buttons that pass or take control.

use crate::app::state::BattleState;
use crate::app::state::live::live;
use battle::control::Named;
use battle::seats::Acting;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The line on the table that names the device in control. Shown once a second device takes part, or a device has taken control. Not shown
/// where everybody acts, because control does not matter there.
#[component]
pub fn ControlLine(battle: BattleState) -> impl IntoView {
    let others = Memo::new(move |_| others(battle));
    let holder = Memo::new(move |_| battle.label_in_control());
    let is_shown =
        Memo::new(move |_| (holder.with(Option::is_some) || !others.with(Vec::is_empty)) && !battle.everybody_acts());
    let is_in_control = Memo::new(move |_| battle.no_control().is_none());
    let words = move || match holder.get() {
        None => say("No device is in control: both could roll the same dice.").to_owned(),
        Some(who) if is_in_control.get() => text!("In control: {who}", who = who).to_string(),
        Some(_) => battle.no_control_words().unwrap_or_default(),
    };
    let controls = move || {
        if holder.with(Option::is_none) || !is_in_control.get() {
            return view! { <button on:click=move |_| battle.take_control()>{say("Take control")}</button> }.into_any();
        }
        let pass = |to: Named| {
            let name = battle.shown_name_of(&to);
            let label = text!("Pass control to {who}", who = name).to_string();
            view! { <button on:click=move |_| battle.pass_control(&to)>{label}</button> }
        };
        others.get().into_iter().map(pass).collect_view().into_any()
    };
    view! {
        <Show when=move || is_shown.get()>
            <section class="control" aria-label=say("Control")>
                <p role="status">{move || words()}</p>
                {move || controls()}
            </section>
        </Show>
    }
}

/// The line in a panel while another device is in control, or if the acting unit is that of another player: nothing can be rolled or applied
/// here.
#[component]
pub fn NotInControl(
    battle: BattleState,
    /// The unit or side that acts.
    #[prop(optional)]
    acting: Option<Signal<Acting>>,
) -> impl IntoView {
    let words = Memo::new(move |_| battle.no_control_words());
    let whose = Memo::new(move |_| battle.not_ours(&acting?.get()));
    let of_another = move || {
        let words = whose.get()?;
        Some(view! { <section class="control" aria-label=say("Seats")><p role="status">{words}</p></section> })
    };
    let control = move || {
        words.get().map(|words| {
            view! {
                <section class="control" aria-label=say("Control")>
                    <p role="status">{words}</p>
                    <button on:click=move |_| battle.take_control()>{say("Take control")}</button>
                </section>
            }
        })
    };
    view! { {control}{of_another} }
}

/// The other devices: first the connected ones, then the rest, the latest writer first. At most as many as fit the line.
fn others(battle: BattleState) -> Vec<Named> {
    const MAX_DEVICES: usize = 3;
    let mut all = live().connected(battle);
    let named = battle.other_devices().into_iter().rev();
    let others: Vec<Named> =
        named.filter(|device| all.iter().all(|connected| connected.device != device.device)).collect();
    all.extend(others);
    all.truncate(MAX_DEVICES);
    all
}
