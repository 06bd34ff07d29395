//! A procedure: who takes part, what the table shows, the odds, the dice, the outcome, and what it changes.

mod awaiting;
mod beside;
mod casting;
mod choice;
mod names;
mod odds;
mod outcome;
mod panel;
mod questions;
mod sight;
mod throwing;
mod weighing;
mod what_if;

use crate::app::desk::{InBattle, desk};
use crate::app::pages::rules::SOURCE;
use crate::app::parts::field::Terms;
use crate::app::parts::frame::head;
use crate::app::parts::hint::hint;
use crate::app::route::Route;
use awaiting::leads_to;
pub use awaiting::{on_table, way, who};
use drumhead::battle::Rolled;
use drumhead::battle::binding;
use drumhead::battle::participants::Participants;
use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;
use drumhead::rules::ruleset::Ruleset;
use leptos::prelude::*;
pub use names::Names;
pub use outcome::{change_words, told};
use panel::Panel;
use serde_json::{Map, Value as Json};

/// What a procedure already knows when it is opened: from what was due.
#[derive(Clone, Debug)]
pub struct Prepared {
    /// The procedure.
    pub procedure: &'static str,
    /// Who takes part.
    pub participants: Participants,
    /// What was said.
    pub asked: Map<String, Json>,
}

/// A procedure in a battle, for the unit that acts.
pub fn in_battle(battle: InBattle, procedure: &str, unit: Option<&str>) -> AnyView {
    let Some(procedure) = battle.ruleset.procedure(procedure) else {
        return super::home::not_here(say("This ruleset has no such procedure.")).into_any();
    };
    if let Some(panel) = left_here(battle, procedure, unit) {
        return page(panel, Route::Table(battle.id())).into_any();
    }
    let prepared = desk().prepared.try_update(Option::take).flatten().filter(|due| due.procedure == procedure.id);
    let (mut participants, asked) = match prepared {
        Some(due) => (due.participants, due.asked),
        None => (acting(procedure, unit), battle.desk.remembered(&battle.id(), procedure.id)),
    };
    act_for_mover(battle, &mut participants);
    battle.with_untracked(|open| participants.fill_in(procedure, open.state()));
    let back = Route::Table(battle.id());
    let panel = Panel::new(battle.ruleset, procedure, Some(battle), participants, asked);
    page(panel, back).into_any()
}

/// The panel as it was left: with a throw that awaits what becomes of it, or dice half typed. Dice that are typed for another
/// unit, or before something that is due, are not these.
fn left_here(battle: InBattle, procedure: &'static Procedure, unit: Option<&str>) -> Option<Panel> {
    let panel = || Panel::new(battle.ruleset, procedure, Some(battle), Participants::nobody(), Map::new());
    let here = |rolled: &Rolled| leads_to(procedure, unit, &rolled.procedure, &rolled.participants);
    let rolled = battle.with_untracked(|open| {
        let found = open.awaiting().find(|(_, rolled)| here(rolled))?;
        Some((found.0.clone(), found.1.clone()))
    });
    let draft = battle.draft().filter(|draft| draft.rolled.as_ref() == rolled.as_ref().map(|(stamp, _)| stamp));
    if let Some((stamp, rolled)) = rolled {
        battle.desk.prepared.set(None);
        let panel = panel();
        panel.take_up(stamp, rolled);
        draft.into_iter().for_each(|draft| panel.type_on(draft));
        return Some(panel);
    }
    let fresh = battle.desk.prepared.with_untracked(Option::is_some);
    let draft = draft.filter(|draft| !fresh && leads_to(procedure, unit, &draft.procedure, &draft.participants))?;
    let panel = panel();
    panel.type_on(draft);
    Some(panel)
}

/// A procedure without a battle: every fact is asked.
pub fn quick(ruleset: &'static Ruleset, procedure: &'static Procedure) -> impl IntoView {
    let back = Route::Quick { ruleset: ruleset.id.into(), procedure: None };
    page(Panel::new(ruleset, procedure, None, Participants::nobody(), Map::new()), back)
}

fn page(panel: Panel, back: Route) -> impl IntoView {
    provide_context(Terms(panel.ruleset.glossary));
    let procedure = panel.procedure;
    let beside = panel.battle.map(|battle| beside::view(panel, battle));
    view! {
        {head(Some(back), say(procedure.title), ())}
        <div class="with-beside">
            <main class="resolve" class:acts-1=move || panel.side() == 1>
                {panel.battle.map(|_| hint("resolve", say("Say what the table shows: the odds follow. Throw here, or type your dice. Nothing changes until you apply it.")))}
                {panel.view()}
            </main>
            {beside}
        </div>
    }
}

/// Where the rules say it: at the foot of a panel, above its buttons.
fn source(panel: Panel) -> impl IntoView {
    let reference = Route::Rules(panel.ruleset.id.into()).href();
    view! { <p class="source soft">{say("In the rules:")}" "<span lang=SOURCE>{panel.procedure.heading}</span>". "<a href=reference>{say("Quick reference")}</a></p> }
}

/// Where nobody shows whose act it is, it is that of the side whose move it is.
fn act_for_mover(battle: InBattle, participants: &mut Participants) {
    let acting = battle.ruleset.agenda.as_ref().map(|agenda| agenda.acting);
    let side = battle.with_untracked(|open| acting.and_then(|acting| acting(&binding::empty_scene(0, open.state()))));
    if let (Some(side), true) = (side, participants.is_nobodys()) {
        participants.act_for(side);
    }
}

/// The unit whose card was tapped, in the role that acts.
fn acting(procedure: &'static Procedure, unit: Option<&str>) -> Participants {
    let mut participants = Participants::nobody();
    if let (Some(unit), Some(role)) = (unit, procedure.participants.first()) {
        participants.set(role.id, vec![unit.to_owned()]);
    }
    participants
}
