//! The procedures that are due after an outcome, each a button that applies it and leads on.

use super::panel::LivePanel;
use crate::app::components::duties::duty_names;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use battle::panel::DueNext;
use leptos::html::Button;
use leptos::prelude::*;
use rules::text::say;

/// The procedures that are due next, each a button.
#[component]
pub(super) fn DueList(
    panel: LivePanel,
    battle: BattleState,
    due: Vec<DueNext>,
    /// The first of the buttons, for the focus.
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

/// A button that applies this outcome, if that was not done, and opens the procedure that is due next.
#[component]
fn DueButton(panel: LivePanel, battle: BattleState, next: DueNext, node: NodeRef<Button>) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let DueNext { act, why, duty } = next;
    let title = say(act.procedure.title_with(&act.answers));
    let why = panel.named_units().spell(&why);
    // A duty names its units; an act that the outcome names has its actor.
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
        <button node_ref=node class="next" disabled=move || panel.blocked() on:click=open>
            <b>{title}</b>" "{who}<small>{why}</small>
        </button>
    }
}
