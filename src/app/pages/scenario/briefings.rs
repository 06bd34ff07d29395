//! The texts of a scenario: what it is about, the briefings, and the deployment.

use super::editing::{Editing, TextEntry};
use super::rows::texts;
use exchange::storage::scenario::Scenario;
use exchange::storage::scenario::words;
use leptos::prelude::*;
use rules::scenario::{NAME_MAX, Reader, SENTENCE_MAX, TEXT_MAX};
use rules::subject::Side;
use rules::text;
use rules::text::say;

/// Finds a text of a scenario.
type Find = fn(&mut Scenario) -> &mut String;

/// The entry of a text that `find` finds.
fn entry(editing: Editing, label: &'static str, most: usize, lines: usize, find: Find) -> impl IntoView {
    let value = editing.read(move |scenario| find(&mut scenario.clone()).clone());
    let put = Callback::new(move |text: String| editing.change(|scenario| *find(scenario) = text));
    view! { <TextEntry editing label value put most lines/> }
}

/// Name, date, place, and the texts about the battle.
#[component]
pub(super) fn About(editing: Editing) -> impl IntoView {
    if !editing.can_edit() {
        let text = editing.scenario.with_untracked(|scenario| scenario.text.clone());
        return view! { <p class="briefing">{text}</p> }.into_any();
    }
    view! {
        {entry(editing, say("Name"), NAME_MAX, 1, |scenario| &mut scenario.name)}
        {entry(editing, say("Date"), NAME_MAX, 1, |scenario| &mut scenario.date)}
        {entry(editing, say("Place"), NAME_MAX, 1, |scenario| &mut scenario.place)}
        {entry(editing, say("In a line"), SENTENCE_MAX, 2, |scenario| &mut scenario.line)}
        {entry(editing, say("More about it"), TEXT_MAX, 6, |scenario| &mut scenario.text)}
    }
    .into_any()
}

/// Briefings and deployment. A copy for players has no text for the game master.
#[component]
pub(super) fn Briefings(editing: Editing) -> impl IntoView {
    if !editing.can_edit() {
        return editing.scenario.with_untracked(shown).into_any();
    }
    let sides = editing.read(|scenario| Side::BOTH.map(|side| words::short(scenario, side)));
    let heading = move |side: Side| move || sides.with(|names| names[side.index()].clone());
    view! {
        <p class="soft">{say("A side reads its own briefing from the table’s menu. With hidden counters it does not see the other’s; only the umpire sees that of the game master.")}</p>
        {entry(editing, say("For all"), TEXT_MAX, 4, |scenario| &mut scenario.course.briefings.all)}
        <h3>{heading(Side::A)}</h3>
        {entry(editing, say("Briefing of the first side"), TEXT_MAX, 4, |scenario| &mut scenario.course.briefings.a)}
        {entry(editing, say("Deployment of the first side"), TEXT_MAX, 2, |scenario| &mut scenario.course.deployment.a)}
        <h3>{heading(Side::B)}</h3>
        {entry(editing, say("Briefing of the second side"), TEXT_MAX, 4, |scenario| &mut scenario.course.briefings.b)}
        {entry(editing, say("Deployment of the second side"), TEXT_MAX, 2, |scenario| &mut scenario.course.deployment.b)}
        <h3>{say("Game master")}</h3>
        {entry(editing, say("For the game master alone"), TEXT_MAX, 4, |scenario| &mut scenario.course.briefings.umpire)}
    }
    .into_any()
}

/// All briefings of a scenario that only its own page shows, to read: the texts of a side and of the game master are folded.
fn shown(scenario: &Scenario) -> impl IntoView + use<> {
    let briefings = &scenario.course.briefings;
    let all = texts([(say("For all").to_owned(), briefings.all.clone())]);
    let side = |side: Side| {
        let name = scenario.sides[side.index()].name.clone();
        let deployment = scenario.course.deployment.of(side).to_owned();
        let of_side = texts([
            (say("Briefing").to_owned(), briefings.text(Reader::Side(side)).to_owned()),
            (say("Deployment").to_owned(), deployment),
        ]);
        let label = text!("For {side} alone", side = name).to_string();
        view! { <details class="disclosure"><summary>{label}</summary>{of_side}</details> }
    };
    let umpire = (!briefings.umpire.is_empty()).then(|| {
        let text = briefings.umpire.clone();
        view! { <details class="disclosure"><summary>{say("For the game master alone")}</summary><p class="briefing">{text}</p></details> }
    });
    view! { {all}{Side::BOTH.map(side).into_iter().collect_view()}{umpire} }
}
