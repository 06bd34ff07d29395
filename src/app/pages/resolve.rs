//! The panel of a procedure: its participants, the questions, the odds, the dice, the outcome, and the changes.

mod choice;
mod choice_effects;
mod correcting;
mod decision;
mod due;
mod event_table;
mod grid_picks;
mod group;
mod guided;
mod hidden;
mod odds;
mod odds_job;
mod outcome;
mod overriding;
mod own_modifiers;
mod panel;
mod panel_view;
mod play_out;
mod questions;
mod ranking;
mod roles;
mod rolling;
mod rolls;
mod side_panel;

use crate::app::components::awaiting::in_address;
use crate::app::components::field::Terms;
use crate::app::components::hint::Hint;
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::state::route::Route;
use crate::app::state::rulesets;
use crate::app::state::{BattleState, app_state};
use battle::panel::Message;
use battle::participants::Participants;
use battle::{Act, Action, Draft, Event, Rolled, Stamp};
pub use correcting::CorrectPage;
use correcting::CorrectionNote;
pub use group::GroupPage;
use guided::PanelGuide;
use leptos::prelude::*;
use panel::LivePanel;
use panel_view::PanelView;
use ranking::Rankings;
use rules::procedure::Procedure;
use rules::ruleset::Ruleset;
use rules::scenario;
use rules::text;
use rules::text::{headings, say};
use serde_json::{Map, Value as Json};
use side_panel::SidePanel;

/// The panel of a procedure in a battle.
#[component]
pub fn ResolvePage(
    battle: BattleState,
    /// Id of the procedure.
    procedure: String,
    /// Id of the unit that acts, or of the event or arrival of the scenario.
    of: Option<String>,
) -> impl IntoView {
    let Some(procedure) = battle.ruleset.procedure(&procedure) else {
        return view! { <NotHere words=say("This ruleset has no such procedure.")/> }.into_any();
    };
    let of = of.as_deref();
    let is_from_table = battle.app.battle.prepared.with_untracked(Option::is_some);
    let panel = unfinished_panel(battle, procedure, of).unwrap_or_else(|| {
        let panel = new_panel(battle, procedure, of);
        if is_from_table {
            draw_as_before(panel, battle);
        }
        panel
    });
    panel.in_address.set_value(of.map(str::to_owned));
    if scenario::is_of_scenario(procedure.id) && untrack(|| panel.name_in_scenario()).is_none() {
        let words = say("Open events and arrivals from the table, or from the page of the scenario.");
        return view! { <NotHere words/> }.into_any();
    }
    view! { <PanelPage panel back=Route::table(battle.id())/> }.into_any()
}

/// A new panel: with the prepared act if it is of this procedure, else with what is due or offered for the event or arrival `of`, else
/// without answers for the unit `of`.
fn new_panel(battle: BattleState, procedure: &'static Procedure, of: Option<&str>) -> LivePanel {
    let prepared =
        app_state().battle.prepared.try_update(Option::take).flatten().filter(|act| act.procedure.id == procedure.id);
    let of_scenario = || battle.act_of_scenario(procedure, of?);
    let mut act = prepared.or_else(of_scenario).unwrap_or_else(|| match of {
        Some(unit) => Act::of_unit(procedure, unit, Map::new()),
        None => Act::of_nobody(procedure),
    });
    act_for_mover(battle, &mut act.participants);
    let act = battle.with_untracked(|open| act.opened(battle.ruleset, open.state()));
    let Act { participants, mut answers, .. } = act;
    battle.answer_by_guide(procedure, &participants, &mut answers);
    LivePanel::open(battle.ruleset, Act::new(procedure, participants, answers), Some(battle))
}

/// Repeats the players' last choice for a procedure that draws lots: the app draws at once, or the panel asks for the lot from the table.
/// A tap on a duty thus turns a card. Before the first lot, and after a discarded one, players choose.
fn draw_as_before(panel: LivePanel, battle: BattleState) {
    if !panel.procedure.draws_lots() {
        return;
    }
    let by_app = battle.judged().with_untracked(|open| {
        let drawn = open.log().iter().rev().find_map(|(_, event)| match event {
            Event::Action(act) => match &act.action {
                Action::Resolved(done) if done.procedure == panel.procedure.id => Some(done),
                _ => None,
            },
            _ => None,
        })?;
        let roll = drawn.rolls.first().filter(|_| !drawn.discarded)?;
        Some(roll.number.is_some())
    });
    let can_draw = untrack(|| panel.can_roll());
    match by_app.filter(|_| can_draw) {
        Some(true) => panel.roll_rest(),
        Some(false) => panel.send(Message::EnterDice),
        None => {}
    }
}

/// The panel in the state in which the player left it: with an unapplied roll, partly entered dice, or answers. `None` if there are none
/// for this procedure and the unit, event or arrival `of`, or if they do not fit the prepared act.
fn unfinished_panel(battle: BattleState, procedure: &'static Procedure, of: Option<&str>) -> Option<LivePanel> {
    let panel = || LivePanel::open(battle.ruleset, Act::of_nobody(procedure), Some(battle));
    let prepared = battle.app.battle.prepared.get_untracked().filter(|act| act.procedure.id == procedure.id);
    let here = |rolled_for: &str, participants: &Map<String, Json>, input: &Map<String, Json>| {
        let is_wanted = prepared.as_ref().is_none_or(|due| takes_part(&due.participants.json(), participants));
        let is_of = |wanted: &str| in_address(procedure, participants, input).as_deref() == Some(wanted);
        is_wanted && procedure.id == rolled_for && of.is_none_or(is_of)
    };
    // A roll for a correction is shown on the page of the correction, and one of a group act on the page of the group act.
    let groups: Vec<_> = untrack(|| battle.waiting()).into_iter().filter(|waiting| waiting.group.is_some()).collect();
    let rolled = battle.judged().with_untracked(|open| {
        let here =
            |rolled: &Rolled| rolled.corrects.is_none() && here(&rolled.procedure, &rolled.participants, &rolled.input);
        let is_alone = |stamp: &Stamp| !groups.iter().any(|group| group.has(stamp));
        let is_ours = |rolled: &Rolled| untrack(|| battle.not_our_roll(rolled)).is_none();
        let found = open.awaiting().find(|(stamp, rolled)| is_alone(stamp) && here(rolled) && is_ours(rolled))?;
        Some((found.0.clone(), found.1.clone()))
    });
    let stamp = rolled.as_ref().map(|(stamp, _)| stamp.clone());
    let entered = untrack(|| battle.entered_dice()).into_iter().find(|(_, draft)| {
        draft.rolled == stamp && (stamp.is_some() || here(&draft.procedure, &draft.participants, &draft.input))
    });
    if rolled.is_some() || entered.is_some() {
        battle.app.battle.prepared.set(None);
        let panel = panel();
        rolled.into_iter().for_each(|(stamp, rolled)| panel.resume_roll(stamp, rolled));
        entered.into_iter().for_each(|(id, draft)| panel.resume_dice(id, draft));
        return Some(panel);
    }
    let is_fresh = battle.app.battle.prepared.with_untracked(Option::is_some);
    let opened_here = |draft: &Draft| draft.procedure == procedure.id && draft.unit.as_deref() == of;
    let here = |draft: &Draft| opened_here(draft) || here(&draft.procedure, &draft.participants, &draft.input);
    let draft = battle.answers_left().filter(|draft| !is_fresh && draft.rolled.is_none() && here(draft))?;
    let panel = panel();
    panel.resume(draft);
    Some(panel)
}

/// True if all units and sides in `wanted` are among the participants.
fn takes_part(wanted: &Map<String, Json>, participants: &Map<String, Json>) -> bool {
    wanted.iter().all(|(role, wanted)| match (wanted, participants.get(role)) {
        (Json::Array(wanted), Some(Json::Array(units))) => wanted.iter().all(|unit| units.contains(unit)),
        (Json::Array(wanted), None) => wanted.is_empty(),
        // If a unit is recorded, its side is not.
        (wanted, side) => side.is_none_or(|side| side == wanted),
    })
}

/// The panel of a procedure without a battle, which asks for every fact.
#[component]
pub fn QuickResolvePage(
    /// Id of the ruleset.
    ruleset: String,
    /// Id of the procedure.
    procedure: String,
) -> impl IntoView {
    let Some(ruleset) = rulesets::find(&ruleset) else {
        return view! { <NotHere words=say("Drumhead does not have these rules.")/> }.into_any();
    };
    let Some(procedure) = ruleset.procedure(&procedure) else {
        return view! { <NotHere words=say("This ruleset has no such procedure.")/> }.into_any();
    };
    let answers = app_state().quick_answers(&quick_address(ruleset, procedure));
    let act = Act::new(procedure, Participants::nobody(), answers.unwrap_or_default());
    let panel = LivePanel::open(ruleset, act, None);
    panel.keep_quick_answers(quick_address(ruleset, procedure));
    view! { <PanelPage panel back=Route::quick(ruleset.named.id)/> }.into_any()
}

/// The address of a procedure without a battle.
fn quick_address(ruleset: &Ruleset, procedure: &Procedure) -> String {
    Route::Quick { ruleset: ruleset.named.id.into(), procedure: Some(procedure.id.into()) }.href()
}

#[component]
fn PanelPage(panel: LivePanel, back: Route) -> impl IntoView {
    panel.save_before_leaving();
    panel.follow_dice();
    provide_context(Terms(panel.ruleset.texts.glossary));
    panel.battle.into_iter().for_each(|battle| Rankings::provide(panel, battle));
    let words = say(
        "Describe the situation to see the odds. Roll here, or enter your dice. Nothing changes until you apply the outcome.",
    );
    let title = Signal::derive(move || {
        let answers = panel.answers.get();
        let title = say(panel.procedure.title_with(&answers)).to_owned();
        match panel.name_in_scenario() {
            Some(name) => text!("{what}: {who}", what = title, who = name).to_string(),
            None => title,
        }
    });
    view! {
        <PageHeader back title/>
        {panel.battle.map(|battle| view! { <PanelGuide panel battle/> })}
        <div class="with-side-panel">
            <main class="resolve" class:acts-1=move || panel.shown.with(|shown| shown.side) == 1>
                {panel.corrects().then(|| view! { <CorrectionNote/> })}
                {panel.battle.map(|_| view! { <Hint name="resolve" words/> })}
                <PanelView panel/>
            </main>
            {panel.battle.map(|battle| view! { <SidePanel panel battle/> })}
        </div>
    }
}

/// The heading of the rule in the book, and a link to the quick reference: at the bottom of a panel. Empty for arrivals and events of a
/// scenario, which are in no rulebook.
#[component]
fn Source(panel: LivePanel) -> impl IntoView {
    if scenario::is_of_scenario(panel.procedure.id) {
        return ().into_any();
    }
    let reference =
        Route::Rules { ruleset: panel.ruleset.named.id.into(), procedure: Some(panel.procedure.id.into()) }.href();
    view! { <p class="source soft">{say("In the rules:")}" "{headings(panel.procedure.heading)}". "<a href=reference>{say("Quick reference")}</a></p> }.into_any()
}

/// If the participants name neither units nor a side, adds the side whose move it is.
fn act_for_mover(battle: BattleState, participants: &mut Participants) {
    let side = untrack(|| battle.acting());
    if let (Some(side), true) = (side, participants.is_nobodys()) {
        participants.act_for(side);
    }
}
