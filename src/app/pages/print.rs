//! Pages to print: a roster and a battle, as an order of battle and cards of their units. Phones run out of power, and some halls forbid
//! phones.

use crate::app::components::house_rules::HouseRules;
use crate::app::components::not_here::NotHere;
use crate::app::components::own_rules::OwnRulesList;
use crate::app::components::page_header::PageHeader;
use crate::app::components::reference::ChapterParts;
use crate::app::components::sheet::{ByCommands, OrderOfBattle, PaperUnit, PrintButton, UnitCards};
use crate::app::platform::printing;
use crate::app::state::route::Route;
use crate::app::state::rulesets;
use crate::app::state::{BattleState, app_state};
use battle::Joined;
use exchange::storage::roster;
use leptos::ev;
use leptos::prelude::*;
use rules::own::{OwnRules, own_trackers};
use rules::subject::Subject;
use rules::table::TURN;
use rules::text;
use rules::text::say;

/// The printable cards of a battle in its current state.
#[component]
pub fn PrintBattle(battle: BattleState) -> impl IntoView {
    let (open, ruleset) = (battle.with_untracked(Clone::clone), battle.ruleset);
    let (state, header) = (open.state(), open.header());
    let [a, b] = header.sides.clone().map(|side| side.name);
    let about =
        text!("{title} · {a} against {b}", title = ruleset.named.title, a = a.clone(), b = b.clone()).to_string();
    let phase = ruleset.phase(state.battle()).map(|phase| format!(" · {}", say(phase.title))).unwrap_or_default();
    let now = format!("{} {}{phase}", say(ruleset.turn), state.battle().value(TURN).unwrap_or(1));
    let waiting: Vec<String> = state.units_off_table().map(|(unit, _)| unit.id.clone()).collect();
    let on_paper = |unit: &Joined| PaperUnit {
        facts: state.facts(&unit.id),
        mustered: state.mustered(&unit.id).cloned().unwrap_or_default(),
        arrives: waiting.contains(&unit.id).then(|| untrack(|| battle.arrival_words(&unit.id))),
    };
    let by_commands = |side: usize| {
        let units = |id: Option<&str>| -> Vec<PaperUnit> {
            let commands = &header.sides[side].commands;
            let command =
                |unit: &Joined| commands.iter().find(|command| command.id == unit.command).map(|one| one.id.as_str());
            state.units().filter(|unit| unit.side == side && command(unit) == id).map(on_paper).collect()
        };
        let groups = header.sides[side].commands.iter().map(|command| (command.words(), units(Some(&command.id))));
        let groups: ByCommands = groups.chain([(String::new(), units(None))]).collect();
        groups.into_iter().filter(|(_, units)| !units.is_empty()).collect::<ByCommands>()
    };
    let scenario = header.scenario.as_ref().map(|scenario| view! { <p class="soft">{scenario.words()}</p> });
    let sides = vec![(a, by_commands(0)), (b, by_commands(1))];
    let own = own_trackers(&Subject::unit(""), state.battle());
    let (rulings, added) = (header.rulings.clone(), OwnRules::of(state.battle()));
    let cards = sides.iter().enumerate().map(|(side, (_, groups))| {
        let units = groups.iter().flat_map(|(_, units)| units).cloned().collect();
        view! { <UnitCards ruleset side units own_trackers=own.clone()/> }
    });
    let cards = cards.collect_view();
    view! {
        <Paper back=Route::table(battle.id()) title=header.name.clone() about>
            {scenario}
            <p class="headline">{now}</p>
            <OrderOfBattle ruleset sides/>
            <HouseRules ruleset rulings added/>
            {cards}
        </Paper>
    }
}

/// The printable cards of a roster, with every tracker at its initial value.
#[component]
pub fn PrintRoster(
    /// The roster's id.
    id: String,
) -> impl IntoView {
    let app = app_state();
    let Some(roster) = untrack(|| app.roster(&id)) else {
        return view! { <NotHere words=say("This roster is not on this device.")/> }.into_any();
    };
    let Some(ruleset) = rulesets::find(&roster.ruleset) else {
        return view! { <NotHere words=say("This version of Drumhead does not have the rules of this roster.")/> }
            .into_any();
    };
    let units = roster.units.iter();
    let units = units.map(|unit| PaperUnit {
        facts: roster::facts(ruleset, unit),
        mustered: ruleset.mustered(unit),
        arrives: None,
    });
    let units: Vec<PaperUnit> = units.collect();
    // A set of own rules has no units.
    let has_units = !units.is_empty();
    let (sides, rules) = (vec![(roster.name.clone(), vec![(String::new(), units.clone())])], roster.own_rules);
    view! {
        <Paper back=Route::roster(id) title=roster.name about=ruleset.named.title.to_owned()>
            {has_units.then(|| view! { <OrderOfBattle ruleset sides/> })}
            {(!rules.is_empty()).then(|| view! { <h2>{say("Own rules")}</h2><OwnRulesList ruleset rules/> })}
            <UnitCards ruleset side=0 units own_trackers=Vec::new()/>
        </Paper>
    }
    .into_any()
}

/// The quick reference of a ruleset on the two sides of one sheet: the chapters that name a side, in the largest text that fits.
#[component]
pub fn PrintReference(
    /// Id of the ruleset.
    ruleset: String,
) -> impl IntoView {
    let Some(ruleset) = rulesets::find(&ruleset) else {
        return view! { <NotHere words=say("Drumhead does not have these rules.")/> }.into_any();
    };
    printing::fit("paper-side");
    // Letters of another size leave other room.
    let resized = window_event_listener(ev::resize, |_| printing::fit("paper-side"));
    on_cleanup(move || resized.remove());
    let sides = [1, 2].map(|side| {
        let chapters = ruleset.texts.reference.iter().filter(|chapter| chapter.sheet_side == Some(side));
        let chapters = chapters.map(|chapter| view! { <h2>{say(chapter.title)}</h2><ChapterParts chapter/> });
        let label = text!("{title}, side {n}", title = ruleset.named.title, n = i32::from(side)).to_string();
        view! { <section class="paper-side" aria-label=label.clone()><p class="paper-label">{label.clone()}</p>{chapters.collect_view()}</section> }
    });
    view! {
        <PageHeader back=Route::rules(ruleset.named.id) title=ruleset.named.title><PrintButton/></PageHeader>
        <main class="reference-sheet">{sides}</main>
    }
    .into_any()
}

/// A page with its header, and the button that prints it.
#[component]
fn Paper(back: Route, title: String, about: String, children: Children) -> impl IntoView {
    view! {
        <PageHeader back title/>
        <main class="printed">
            <p class="soft">{about}</p>
            {children()}
            <div class="actions"><button class="primary" on:click=move |_| printing::print()>{say("Print")}</button></div>
        </main>
    }
}
