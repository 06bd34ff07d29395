//! Buttons for the procedures that are due after an outcome. Each applies the outcome and opens the procedure.

use super::panel::LivePanel;
use crate::app::components::duties::duty_names;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use battle::panel::DueNext;
use leptos::html::Button;
use leptos::prelude::*;
use rules::text::say;

/// The list of these buttons; nothing if no procedure is due.
#[component]
pub(super) fn DueList(
    panel: LivePanel,
    battle: BattleState,
    due: Vec<DueNext>,
    /// Element of the first button, which gets the focus.
    first: NodeRef<Button>,
) -> impl IntoView {
    let any = !due.is_empty();
    let buttons = due.into_iter().enumerate().map(|(index, next)| {
        let node = if index == 0 { first } else { NodeRef::new() };
        view! { <DueButton panel battle next node/> }
    });
    let buttons = buttons.collect_view();
    any.then(|| view! { <section class="due" aria-label=say("Due next")><h2>{say("Due next")}</h2>{buttons}</section> })
}

/// A button that applies the outcome, unless it is settled, and opens the procedure that is due.
#[component]
fn DueButton(panel: LivePanel, battle: BattleState, next: DueNext, node: NodeRef<Button>) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let DueNext { act, why, duty } = next;
    let title = say(act.procedure.title_with(&act.answers));
    let why = panel.named_units().spell(&why);
    // A duty names its units. For a follow-up act of the outcome, its acting unit is shown.
    let who = match duty {
        Some(duty) => untrack(|| duty_names(battle, &duty)),
        None => {
            let first = act.procedure.participants.iter().find_map(|role| act.participants.units(role.id).first());
            first.map(|id| panel.unit_name(id)).unwrap_or_default()
        }
    };
    let open = move |_| {
        if panel.is_settled() || panel.apply() {
            let route = Route::act(battle.id(), &act);
            app.battle.prepared.set(Some(act.clone()));
            router.go(&route);
        }
    };
    view! {
        <button node_ref=node class="next" disabled=move || panel.is_blocked() on:click=open>
            <b>{title}</b>" "{who}<small>{why}</small>
        </button>
    }
}
