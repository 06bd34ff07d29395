//! Units on paper: cards, eight on a sheet, and the order of battle.

use super::icon::{Icon, PRINT};
use super::sign::UnitSign;
use super::status_tag::description;
use crate::app::components::names::Names;
use crate::app::platform::printing;
use leptos::prelude::*;
use rules::facts::{Facts, NAME};
use rules::ruleset::{Boxes, Ruleset, Tracker, Tracks};
use rules::text;
use rules::text::{say, words};
use serde_json::Value as Json;

/// Number of cards on a sheet.
const ON_A_SHEET: usize = 8;
/// Greatest number of choices that are printed as boxes.
const MAX_CHOICES: usize = 4;

/// A button that prints the page.
#[component]
pub fn PrintButton() -> impl IntoView {
    view! { <button class="icon no-print" aria-label=say("Print") on:click=move |_| printing::print()><Icon path=PRINT/></button> }
}

/// A unit on paper: in a battle as it is now, on a roster as it joins.
#[derive(Clone)]
pub struct PaperUnit {
    pub facts: Facts,
    /// Its profile with the form's defaults.
    pub mustered: Facts,
    /// When and where a unit that is off the table arrives; empty if this is not shown. `None` for a unit on the table.
    pub arrives: Option<String>,
}

/// The units of a side by commands. Units without a command are in a group without a name, which has no heading.
pub type ByCommands = Vec<(String, Vec<PaperUnit>)>;

impl PaperUnit {
    fn name(&self) -> String {
        self.facts.value(NAME).or_else(|| self.mustered.value(NAME)).unwrap_or_default()
    }

    fn sign(&self, ruleset: &Ruleset) -> impl IntoView + use<> {
        view! { <UnitSign sign=Signal::stored((ruleset.glance.sign)(&self.facts, &self.mustered))/> }
    }
}

/// The cards of a side's units, eight on a sheet.
#[component]
pub fn UnitCards(
    ruleset: &'static Ruleset,
    /// The side: 0 or 1.
    side: usize,
    units: Vec<PaperUnit>,
    /// The players' own trackers of units.
    own_trackers: Vec<&'static Tracker>,
) -> impl IntoView {
    let sheets = units.chunks(ON_A_SHEET).map(|units| {
        let cards = units.iter().map(|unit| card(ruleset, unit, &own_trackers)).collect_view();
        view! { <div class=format!("unit-cards side-{side}")>{cards}</div> }
    });
    sheets.collect_view()
}

fn card(ruleset: &'static Ruleset, unit: &PaperUnit, own_trackers: &[&'static Tracker]) -> impl IntoView + use<> {
    let (facts, paper) = (&unit.facts, ruleset.paper);
    let numbers: Vec<String> = (paper.numbers)(facts).iter().map(|words| text::capital(&words.to_string())).collect();
    // Rulesets whose trackers count losses by type have no tracker of all elements.
    let remaining = (ruleset.glance.remaining)(facts, &unit.mustered);
    let elements = remaining.filter(|_| (ruleset.glance.main_tracker)(facts).is_none()).and_then(|(left, raised)| {
        let [left, raised] = [left, raised].map(|number| i32::try_from(number).unwrap_or(i32::MAX));
        let boxes = Boxes::left(left, raised).map(boxes);
        Some(view! { <li><span class="label">{say(ruleset.battle_stats.counts)}</span>" "{boxes?}</li> })
    });
    let of_rules = paper.boxes.iter().filter_map(|id| ruleset.trackers.unit.iter().find(|tracker| tracker.id == *id));
    let trackers = of_rules.chain(own_trackers.iter().copied()).filter(|tracker| facts.get(tracker.id).is_some());
    let rows = trackers.map(|tracker| row(tracker, unit)).collect_view();
    view! {
        <article class="card paper-card" aria-label=unit.name()>
            <div class="paper-name">{unit.sign(ruleset)}<h3>{unit.name()}</h3></div>
            <p class="soft">{description(ruleset, facts)}</p>
            <p class="numbers">{numbers.join(" · ")}</p>
            <ul class="tracked">{elements}{rows}</ul>
            <p class="paper-note soft">{say("Note")}</p>
        </article>
    }
}

/// A tracker with boxes, or with its value and a line to write on.
fn row(tracker: &'static Tracker, unit: &PaperUnit) -> impl IntoView + use<> {
    let value = unit.facts.get(tracker.id);
    let write = |value: String| view! { <b>{value}</b><span class="write" aria-hidden="true"></span> }.into_any();
    let shown = match tracker.kind {
        _ if tracker.is_hidden_in(&unit.facts) => write("?".to_owned()),
        Tracks::Flag => boxes(Boxes { drawn: 1, crossed: i32::from(tracker.is_set_in(&unit.facts)), breaks_at: None }),
        // Many choices would take the room of the note.
        Tracks::Word(choices) if choices.len() > MAX_CHOICES => {
            let chosen = choices.iter().find(|choice| value.and_then(Json::as_str) == Some(choice.id));
            write(chosen.map(|choice| Names::default().spell_label(choice.label)).unwrap_or_default())
        }
        Tracks::Word(choices) => choices
            .iter()
            .map(|choice| {
                let is_chosen = value.and_then(Json::as_str) == Some(choice.id);
                let label =
                    if choice.label.is_empty() { words(choice.id) } else { Names::default().spell_label(choice.label) };
                let mark = boxes(Boxes { drawn: 1, crossed: i32::from(is_chosen), breaks_at: None });
                view! { <span class="tick">{mark}{label}</span> }
            })
            .collect_view()
            .into_any(),
        _ => match tracker.boxes(&unit.facts, &unit.mustered) {
            Some(counted) => boxes(counted),
            None => write(
                value.map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).unwrap_or_default(),
            ),
        },
    };
    view! { <li><span class="label">{say(tracker.label)}</span>" "{shown}</li> }
}

/// Boxes to cross out. The box that breaks the unit has its number.
fn boxes(boxes: Boxes) -> AnyView {
    let Boxes { drawn, crossed, breaks_at } = boxes;
    let words = match breaks_at {
        Some(at) => text!("{n} of {all}, limit {at}", n = crossed, all = drawn, at = at),
        None => text!("{n} of {all}", n = crossed, all = drawn),
    };
    let each = (1..=drawn).map(|n| {
        let breaks = breaks_at == Some(n);
        view! { <span class="box" class:full=n <= crossed class:breaks=breaks>{breaks.then_some(n)}</span> }
    });
    view! { <span class="boxes" role="img" aria-label=words.to_string()>{each.collect_view()}</span> }.into_any()
}

/// The order of battle: for each side its name, and its units with sign, troops and strength, by commands.
#[component]
pub fn OrderOfBattle(ruleset: &'static Ruleset, sides: Vec<(String, ByCommands)>) -> impl IntoView {
    let sides = sides.into_iter().enumerate();
    let sides = sides.map(|(side, (name, groups))| view! { <ArmyInOrder ruleset side name groups/> });
    view! { <section aria-label=say("Order of battle")><h2>{say("Order of battle")}</h2>{sides.collect_view()}</section> }
}

/// The order of battle of a side. The strength of units that are off the table does not count.
#[component]
pub fn ArmyInOrder(
    ruleset: &'static Ruleset,
    /// The side: 0 or 1.
    side: usize,
    name: String,
    groups: ByCommands,
) -> impl IntoView {
    let stats = ruleset.battle_stats;
    let here = groups.iter().flat_map(|(_, units)| units).filter(|unit| unit.arrives.is_none());
    let all: i32 = here.map(|unit| stats.on_table(&unit.facts)).sum();
    let row = |unit: &PaperUnit| {
        let strength = stats.on_table(&unit.facts);
        let (waits, strength) = match unit.arrives.as_deref() {
            None => (None, strength.to_string()),
            Some("") => (Some(say("Off table").to_owned()), format!("({strength})")),
            Some(when) => {
                (Some(text!("Off table · {when}", when = when.to_owned()).to_string()), format!("({strength})"))
            }
        };
        let waits = waits.map(|words| view! { <br/><small class="soft">{words}</small> });
        view! { <tr><th scope="row">{unit.sign(ruleset)}" "{unit.name()}{waits}</th><td>{description(ruleset, &unit.facts)}</td><td>{strength}</td></tr> }
    };
    let groups = groups.into_iter().map(|(group, units)| {
        let heading = (!group.is_empty())
            .then(|| view! { <tr class="command"><th scope="rowgroup" colspan="3">{group}</th></tr> });
        view! { <tbody>{heading}{units.iter().map(row).collect_view()}</tbody> }
    });
    // With large letters, only the table scrolls sideways.
    view! {
        <div class="scroll" tabindex="0" role="group" aria-label=name.clone()>
        <table class=format!("order side-{side}")>
            <caption>{name.clone()}</caption>
            <thead><tr><th scope="col">{say("Unit")}</th><th scope="col">{say("Troops")}</th><th scope="col">{text::capital(say(stats.counts))}</th></tr></thead>
            {groups.collect_view()}
            <tfoot><tr><th scope="row">{say("All")}</th><td></td><td>{all}</td></tr></tfoot>
        </table>
        </div>
    }
}
