//! The page of a group act: a line for each unit, the dice of all, and the results.

mod buttons;
mod dice;
mod editor;
mod for_all;
mod line;
mod live;
mod pick;
mod words;

use super::Route;
use crate::app::components::awaiting::{AwaitingNotice, AwaitingRegion, LateWords};
use crate::app::components::control::NotInControl;
use crate::app::components::field::Terms;
use crate::app::components::page_header::PageHeader;
use crate::app::state::BattleState;
use crate::app::state::route::BattlePage;
use battle::Act;
use battle::panel::group::{GroupMessage, ShownPart};
use buttons::Buttons;
use dice::GroupDice;
use editor::SharedAnswers;
use for_all::ForAllLines;
use leptos::prelude::*;
use line::Line;
use live::LiveGroup;
use rules::procedure::{Procedure, Variant};
use rules::text;
use rules::text::say;
use serde_json::Map;
use words::{chance_label, totals_words};

/// The page of a group act.
#[component]
pub fn GroupPage(
    battle: BattleState,
    /// Id of the side whose units act.
    side: String,
    /// Id of the procedure.
    procedure: String,
    /// Name of the offer among those of the procedure.
    variant: Option<String>,
) -> impl IntoView {
    let table = Route::table(battle.id());
    let parts = [Some(side.as_str()), Some(procedure.as_str()), variant.as_deref()];
    let page = parts.into_iter().flatten().collect::<Vec<_>>().join("/");
    let route = BattlePage::Group { side: side.clone(), procedure: procedure.clone(), variant: variant.clone() }
        .of(battle.id());
    let known = battle.ruleset.procedure(&procedure);
    let way = known.and_then(|known| known.variants.get(variant.as_deref()?.parse::<usize>().ok()?));
    let label = say(way.map_or_else(|| known.map_or("", Procedure::group_label), |way| way.label));
    let offered = battle.offered_group(&side, &procedure, variant.as_deref());
    let group = known.and_then(|known| LiveGroup::open(battle, known, &page, &route, offered.as_ref()));
    let Some(group) = group else {
        let href = table.href();
        let title = if label.is_empty() { say("Several units") } else { label };
        return view! {
            <PageHeader back=table title/>
            <main>
                <p class="empty">{say("The rules offer this to fewer than two units now.")}</p>
                <p class="tools"><a class="button primary" href=href>{say("Back to the table")}</a></p>
            </main>
        }
        .into_any();
    };
    let title = Signal::derive(move || match group.shown.with(|shown| shown.totals.parts) {
        0 => label.to_owned(),
        n => text!("{what} · {n} {n|unit|units}", what = label.to_owned(), n = n).to_string(),
    });
    view! { <PageHeader back=table title/><GroupView group way/> }.into_any()
}

/// The contents of the page.
#[component]
fn GroupView(
    group: LiveGroup,
    /// The variant of the procedure.
    way: Option<&'static Variant>,
) -> impl IntoView {
    let battle = group.battle;
    provide_context(Terms(battle.ruleset.texts.glossary));
    let count = Memo::new(move |_| group.shown.with(|shown| shown.parts.len()));
    let side = group.shown.with_untracked(|shown| shown.parts.first().map_or(0, |part| part.panel.side));
    let totals = move || group.shown.with(|shown| totals_words(group, shown));
    let caption = move || {
        let has_chances = group.shown.with(|shown| shown.parts.iter().any(|part| part.chance().is_some()));
        let label = chance_label(group).filter(|_| has_chances && !group.shown.with(|shown| shown.is_rolling))?;
        let words =
            text!("Each unit shows the roll that it needs, and the chance of this result: {what}.", what = label)
                .to_string();
        Some(view! { <p class="soft group-caption">{words}</p> })
    };
    let is_elsewhere = Memo::new(move |_| group.shown.with(|shown| shown.is_settled_elsewhere));
    let is_late = Memo::new(move |_| group.shown.with(|shown| shown.is_late && !shown.is_settled));
    view! {
        <main class="resolve group-act" class:acts-1=move || side == 1>
            <div class="group-questions"><SharedAnswers group way/><ForAllLines group/></div>
            <div class="group-list">
                <NobodyTicked group/>
                {caption}
                <ol class="group-lines">
                    <For each=move || 0..count.get() key=|index| *index let(index)><Line group index/></For>
                </ol>
                <OneByOne group way/>
            </div>
            <div class="group-dice">
                <GroupDice group/>
                <NotInControl battle/>
                <OtherRoll group/>
                <EndedRights group/>
                <Show when=move || is_late.get()><LateWords/></Show>
                <Show when=move || is_elsewhere.get()>
                    <p class="refused" role="alert">{say("This was applied or discarded in another tab.")}</p>
                </Show>
                <p class="group-totals" role="status">{totals}</p>
            </div>
            <Buttons group/>
        </main>
    }
}

/// While no unit is ticked: what to do, and a button that ticks all that can.
#[component]
fn NobodyTicked(group: LiveGroup) -> impl IntoView {
    let able = Memo::new(move |_| {
        group.shown.with(|shown| {
            let is_open = !shown.is_rolling && !shown.is_settled && shown.totals.parts == 0;
            let able = shown.parts.iter().enumerate().filter(|(_, part)| is_open && part.cannot.is_none());
            able.map(|(index, _)| index).collect::<Vec<usize>>()
        })
    });
    let tick_all = move |_| {
        for index in able.get_untracked() {
            group.send(GroupMessage::Tick(index, true));
        }
    };
    view! {
        <Show when=move || able.with(|able| !able.is_empty())>
            <p class="tools nobody-ticked">
                <span>{say("Tick the units that act.")}</span>
                <button on:click=tick_all>{move || text!("Tick all {n}", n = able.with(Vec::len)).to_string()}</button>
            </p>
        </Show>
    }
}

/// Options of other units that the act ends, shown before the dice.
#[component]
fn EndedRights(group: LiveGroup) -> impl IntoView {
    let ends = Memo::new(move |_| group.shown.with(|shown| shown.ends.clone()));
    let rows = move || {
        let rows = ends.get().into_iter().map(|words| view! { <p>{group.battle_names().spell(&words)}</p> });
        rows.collect_view()
    };
    view! { <div class="live ends-rights" role="status" aria-label=say("Ends other rights")>{rows}</div> }
}

/// Links to the panels of the single units.
#[component]
fn OneByOne(group: LiveGroup, way: Option<&'static Variant>) -> impl IntoView {
    let battle = group.battle;
    let rows = move || {
        let units: Vec<(&'static Procedure, String, String)> = group.shown.with(|shown| {
            let unit = |part: &ShownPart| {
                let act = &part.panel.act;
                Some((act.procedure, act.actor()?.to_owned(), group.actor(part)))
            };
            shown.parts.iter().filter_map(unit).collect()
        });
        let row = |(procedure, id, name): (&'static Procedure, String, String)| {
            let route = Route::resolve(battle.id(), procedure.id, Some(id.clone()));
            let answers = way.map_or_else(Map::new, Variant::answers);
            let open = move |_| {
                let act = Act::of_unit(procedure, &id, answers.clone());
                battle.app.battle.prepared.set(Some(act));
            };
            view! { <li><a class="button" href=route.href() on:click=open>{name}</a></li> }
        };
        units.into_iter().map(row).collect_view()
    };
    view! {
        <details class="disclosure"><summary>{say("One by one")}</summary><ul class="one-by-one">{rows}</ul></details>
    }
}

/// The notice about another unapplied roll, which blocks this page.
#[component]
fn OtherRoll(group: LiveGroup) -> impl IntoView {
    let battle = group.battle;
    let other = Memo::new(move |_| {
        let waiting = battle.own_waiting();
        let is_own = |roll: &battle::Stamp| group.owns(roll);
        waiting.into_iter().find(|waiting| waiting.roll.logged.as_ref().is_some_and(|roll| !is_own(roll)))
    });
    let why = say("Apply or discard it before rolling here.");
    let notice = move || other.get().map(|waiting| view! { <AwaitingNotice battle waiting why/> });
    view! { <AwaitingRegion>{notice}</AwaitingRegion> }
}
