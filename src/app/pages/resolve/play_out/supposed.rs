//! The panel of a later act of a chain, on the table as it would then be. Nothing can be rolled or applied there.

use super::PlayOut;
use crate::app::components::dialog::Dialog;
use crate::app::pages::resolve::choice_effects::{ChoiceEffects, SlowEffects};
use crate::app::pages::resolve::odds::OddsSection;
use crate::app::pages::resolve::odds_job::OddsJob;
use crate::app::pages::resolve::panel::LivePanel;
use crate::app::pages::resolve::questions::Questions;
use crate::app::state::route::router;
use battle::Act;
use battle::forecast::job;
use leptos::context::Provider;
use leptos::prelude::*;
use rules::table::Change;
use rules::text;
use rules::text::{percent, say};

/// A later act of a chain, and the table on which it would be done.
#[derive(Clone)]
pub(super) struct Supposition {
    pub(super) act: Act,
    /// Changes of the table by the acts of the chain before it.
    pub(super) changes: Vec<Change>,
    /// The outcomes that lead to it, in words.
    pub(super) conditions: Vec<String>,
    /// Total probability of reaching it.
    pub(super) probability: f64,
}

impl Supposition {
    /// The panel on the supposed table.
    fn panel(self, play_out: PlayOut) -> LivePanel {
        let current = play_out.battle;
        let battle = current.supposing(current.with_untracked(|open| job::supposed(open, &self.changes)));
        LivePanel::open(battle.ruleset, self.act, Some(battle))
    }
}

/// The dialog with the panel of the act that was chosen in the tree.
#[component]
pub(super) fn SupposedPanel(play_out: PlayOut) -> impl IntoView {
    let supposed = play_out.supposed;
    let shown = Signal::derive(move || supposed.with(Option::is_some).then(String::new));
    // After a reload the act is no longer known, so the dialog stays closed.
    router().close_by_back("supposed", shown, move |to: Option<String>| {
        if to.is_none() {
            supposed.set(None);
        }
    });
    let title = Signal::derive(move || {
        let title = |supposition: &Supposition| say(supposition.act.procedure.title).to_owned();
        supposed.with(|supposition| supposition.as_ref().map(title)).unwrap_or_default()
    });
    let is_open = Signal::derive(move || supposed.with(Option::is_some));
    let contents = move || supposed.get().map(|supposition| view! { <Contents play_out supposition/> });
    view! {
        <Dialog is_open on_close=move |()| supposed.set(None) label=title class="supposed">
            {contents}
            <p class="tools"><button class="primary" on:click=move |_| supposed.set(None)>{say("Close")}</button></p>
        </Dialog>
    }
}

#[component]
fn Contents(play_out: PlayOut, supposition: Supposition) -> impl IntoView {
    let procedure = supposition.act.procedure;
    let chance = text!("If it comes to this ({p}):", p = percent(supposition.probability)).to_string();
    let conditions = supposition.conditions.iter().map(|words| view! { <li>{words.clone()}</li> }).collect_view();
    let panel = supposition.panel(play_out);
    let odds_job = OddsJob::follow(panel);
    let effects = ChoiceEffects::follow(panel, odds_job);
    let roles = procedure.participants.iter().filter_map(|role| {
        let names = Some(panel.names(role.id)).filter(|names| !names.is_empty())?;
        let label = panel.named_units().spell_label(role.label);
        Some(view! { <dt>{label}</dt><dd>{names.join(", ")}</dd> })
    });
    let roles = roles.collect_view();
    let is_certain = move || panel.outlook.with(|outlook| outlook.ready().is_some_and(|ready| ready.next.is_none()));
    view! {
        <h2>{say(procedure.title)}</h2>
        <div class="if"><p><b>{chance}</b></p><ul>{conditions}</ul></div>
        <p class="soft">{say("The table is as it would be then. Nothing here changes the battle.")}</p>
        <dl class="listed">{roles}</dl>
        <Provider value=effects.figures()><Questions panel/></Provider>
        <OddsSection panel odds_job/>
        <Show when=is_certain><p>{say("No dice are rolled for this.")}</p></Show>
        <SlowEffects effects/>
    }
}
