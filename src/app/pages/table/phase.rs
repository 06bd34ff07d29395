//! Help with the current phase: what it needs, and the units that it concerns.

use super::row::own_rule_words;
use crate::app::components::house_rules::HouseRules;
use crate::app::components::reference::ChapterParts;
use crate::app::components::trackers::TrackerControl;
use crate::app::state::BattleState;
use crate::app::state::route::Route;
use battle::{Joined, referee};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::own::OwnRules;
use rules::ruleset::Phase;
use rules::text;
use rules::text::{Text, say};

/// Help with the current phase: what it needs, notes, its units, its procedures, and the house rules.
#[component]
pub fn PhaseHelp(
    battle: BattleState,
    /// Index of the phase.
    phase: Memo<usize>,
    /// True while the help is unfolded.
    opened: RwSignal<bool>,
) -> impl IntoView {
    let now = move || battle.ruleset.phases.get(phase.get());
    let concerned = move || opened.get().then(|| now().map(|phase| concerned(battle, phase)));
    let all_notes = battle.follow(move |open| match opened.get() {
        true => referee::notes(battle.ruleset, open.state()).iter().map(ToString::to_string).collect(),
        false => Vec::new(),
    });
    let notes = move || {
        let notes = all_notes.get().into_iter().map(|words| view! { <li>{words}</li> }).collect_view();
        all_notes.with(|all| !all.is_empty()).then(|| view! { <ul class="notes" aria-label=say("Now")>{notes}</ul> })
    };
    let rulings = battle.with_untracked(|open| open.header().rulings.clone());
    let edition = battle.ruleset.chosen_edition(&rulings);
    let differences = edition.zip(battle.ruleset.texts.editions.as_ref()).map(|(edition, editions)| {
        view! { <details class="disclosure rules"><summary>{text!("Played: {edition}", edition = edition).to_string()}</summary><ChapterParts chapter=editions.differences/></details> }
    });
    let own_rules = battle.follow(|open| OwnRules::of(open.state().battle()));
    view! {
        <section class="phase-help">
            {move || now().map(|phase| view! { <h2>{say(phase.title)}</h2><p>{say(phase.needs)}</p> })}
            {move || notes()}
            {move || concerned()}
            <p class="tools">{move || now().map(|phase| phase_procedures(battle, phase.procedures))}</p>
            {differences}
            {move || view! { <HouseRules ruleset=battle.ruleset rulings=rulings.clone() added=own_rules.get()/> }}
        </section>
    }
}

/// The units that a phase concerns: a checklist of each unit's task if the phase has texts for them, else their names.
fn concerned(battle: BattleState, phase: &'static Phase) -> AnyView {
    let units = battle.with(|open| {
        let state = open.state();
        let all = state.known_units().filter(|(_, facts)| (phase.concerns)(facts));
        all.map(|(unit, facts)| (unit.clone(), facts.clone())).collect::<Vec<_>>()
    });
    let Some(says) = phase.says else {
        let names: Vec<&str> = units.iter().map(|(unit, _)| unit.name()).collect();
        return (!names.is_empty())
            .then(|| view! { <p>{text!("Affects: {names}", names = names.join(", ")).to_string()}</p> })
            .into_any();
    };
    let rulings = battle.with_untracked(|open| open.header().rulings.clone());
    let side = |side: usize| {
        let rows = units
            .iter()
            .filter(|(unit, _)| unit.side == side)
            .map(|(unit, facts)| {
                let barred = battle.with_untracked(|open| own_rule_words(battle, open, &unit.id));
                let says = barred.unwrap_or_else(|| says(facts, &rulings));
                view! { <Checked battle phase says unit=unit.clone() facts=facts.clone()/> }
            })
            .collect_view();
        let is_here = |unit: &(Joined, Facts)| unit.0.side == side;
        let name = battle.with_untracked(|open| open.header().sides[side].name.clone());
        units
            .iter()
            .any(is_here)
            .then(|| view! { <li class=format!("checklist side-{side}")><b>{name}</b><ul>{rows}</ul></li> })
    };
    view! { <ul aria-label=say("Checklist")>{side(0)}{side(1)}</ul> }.into_any()
}

/// A unit on the checklist: its task and the trackers to tick. If the phase has a single procedure, which fits the unit, also a link to it.
#[component]
fn Checked(battle: BattleState, phase: &'static Phase, says: Text, unit: Joined, facts: Facts) -> impl IntoView {
    let says = says.to_string();
    let ticks = (phase.shown_trackers)(&facts).into_iter().filter_map(|id| {
        let tracker =
            battle.ruleset.trackers.unit.iter().find(|tracker| tracker.id == id && facts.get(id).is_some())?;
        Some(view! { <TrackerControl battle of=unit.id.clone() tracker/> })
    });
    let ticks = ticks.collect_view();
    let only = match phase.procedures {
        [only] => battle.ruleset.procedure(only),
        _ => None,
    };
    let fitting =
        only.filter(|procedure| procedure.participants.first().is_some_and(|actor| (actor.fits)(&facts).is_ok()));
    let name = unit.name().to_owned();
    let link = fitting.map(|procedure| {
        let route = Route::resolve(battle.id(), procedure.id, Some(unit.id.clone()));
        let label = text!("{what}: {who}", what = procedure.title, who = name.clone()).to_string();
        view! { <a class="button" href=route.href() aria-label=label>{say(procedure.title)}</a> }
    });
    view! {
        <li class="check" aria-label=name.clone()>
            <span class="grow"><b>{name.clone()}</b>" "<span class="soft">{says}</span></span>
            {ticks}{link}
        </li>
    }
}

/// Links to the phase's procedures, not filled in.
fn phase_procedures(battle: BattleState, ids: &'static [&'static str]) -> Vec<impl IntoView> {
    ids.iter()
        .filter_map(|id| battle.ruleset.procedure(id))
        .map(|procedure| {
            let route = Route::resolve(battle.id(), procedure.id, None);
            view! { <a class="button" href=route.href()>{say(procedure.title)}</a> }
        })
        .collect_view()
}
