//! The procedures that are due after an outcome, each a button that applies it and leads on.

use super::outcome::Settling;
use super::panel::Panel;
use crate::app::components::duties::duty_names;
use crate::app::components::names::Names;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, app_state};
use drumhead::battle::{Act, Change, referee};
use drumhead::core::text::say;
use drumhead::rules::consequences::Due;
use drumhead::rules::procedure::Resolved;
use drumhead::rules::ruleset::Ruleset;
use drumhead::rules::turn::Duty;
use leptos::html::Button;
use leptos::prelude::*;

/// The procedures that are due after an outcome, once its changes are made.
pub(super) fn dues(panel: Panel, battle: BattleState, resolved: &Resolved, changes: &[Change]) -> Vec<Next> {
    let duties = duties_after(battle, changes);
    let named = resolved.consequences.due.iter().filter_map(|due| due_next(panel, due));
    let named = named.filter(|next| duties.adds(panel.ruleset, next));
    duties.new.iter().filter_map(|duty| Next::of_duty(battle, duty)).chain(named).collect()
}

/// The procedures that are due next, each a button.
#[component]
pub(super) fn DueNext(
    panel: Panel,
    battle: BattleState,
    dues: Vec<Next>,
    settling: Settling,
    /// The first of the buttons, for the focus.
    first: NodeRef<Button>,
) -> impl IntoView {
    let Settling { log, settled, .. } = settling;
    let any = !dues.is_empty();
    let buttons = dues.into_iter().enumerate().map(|(index, next)| {
        let node = if index == 0 { first } else { NodeRef::new() };
        view! { <DueButton panel battle next log settled node/> }
    });
    let buttons = buttons.collect_view();
    any.then(|| view! { <section class="due" aria-label=say("Due next")><h2>{say("Due next")}</h2>{buttons}</section> })
}

/// The next procedure that is due, filled in.
pub(super) struct Next {
    act: Act,
    /// The unit that acts, and the reason why it is due.
    who: String,
    why: String,
}

impl Next {
    fn of_duty(battle: BattleState, duty: &Duty) -> Option<Self> {
        let act = Act::of_duty(battle.ruleset, duty)?;
        let who = untrack(|| duty_names(battle, duty));
        let why = Names::of_battle(battle).spell(&duty.why);
        Some(Self { act, who, why })
    }
}

/// Duties after changes.
struct DutiesAfter {
    /// Those that the changes bring about.
    new: Vec<Duty>,
    /// Duties that stood before, and still stand; and those that "Next" would settle.
    others: Vec<Duty>,
}

impl DutiesAfter {
    /// True if what an outcome names is to be listed besides the new duties. Where the rules of the turn say when a procedure
    /// is due, it must be due of its unit.
    fn adds(&self, ruleset: &Ruleset, next: &Next) -> bool {
        let id = next.act.procedure.id;
        let of_the_turn = ruleset.turn_rules.duties.iter().any(|rule| rule.procedures.contains(&id));
        let acting = |duty: &&Duty| {
            let role = duty.roles.iter().find(|(_, units)| !units.is_empty());
            role.is_none_or(|(role, units)| next.act.participants.units(role).iter().any(|id| units.contains(id)))
        };
        !of_the_turn || self.others.iter().filter(acting).any(|duty| duty.procedure == id)
    }
}

fn duties_after(battle: BattleState, changes: &[Change]) -> DutiesAfter {
    battle.with_untracked(|open| {
        let before = referee::duties(battle.ruleset, open.state());
        let after = referee::duties(battle.ruleset, &open.state().after(changes));
        let same = |a: &Duty, b: &Duty| (a.procedure, &a.roles, a.side) == (b.procedure, &b.roles, b.side);
        let is_new = |duty: &Duty| !duty.by_next && !before.iter().any(|earlier| same(earlier, duty));
        let (new, others) = after.into_iter().partition(is_new);
        DutiesAfter { new, others }
    })
}

/// The procedure that is due next; `None` if it is due of units that took no part.
fn due_next(panel: Panel, due: &Due) -> Option<Next> {
    let procedure = panel.ruleset.procedure(due.procedure)?;
    // A duty of a unit that took no part is not opened for any unit.
    if !panel.participants.chosen.with_untracked(|participants| {
        due.participants.iter().all(|(_, here, nth)| participants.units(here).len() > *nth)
    }) {
        return None;
    }
    let act = panel.participants.chosen.with_untracked(|participants| Act::of_due(procedure, participants, due));
    // The unit that acts has the first role of a procedure.
    let first = procedure.participants.iter().find_map(|role| act.participants.units(role.id).first());
    let who = first.map(|id| panel.unit_name(id)).unwrap_or_default();
    let why = panel.named_units().spell(&due.why);
    Some(Next { act, who, why })
}

/// A button that applies this outcome, if that was not done, and opens the procedure that is due next.
#[component]
fn DueButton(
    panel: Panel,
    battle: BattleState,
    next: Next,
    log: Callback<bool, bool>,
    settled: Memo<bool>,
    node: NodeRef<Button>,
) -> impl IntoView {
    let (app, router) = (app_state(), router());
    let Next { act, who, why } = next;
    let title = say(act.procedure.title_with(&act.answers));
    let open = move |_| {
        if settled.get_untracked() || log.run(true) {
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
