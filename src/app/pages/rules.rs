//! A ruleset's quick reference: its tables, its procedures, its rulings; searched as one types.

mod search;

use crate::app::parts::frame::head;
use crate::app::parts::sheet::print_button;
use crate::app::route::{Route, router};
use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;
use drumhead::rules::ruleset::{Chapter, Part, Ruleset, Ruling};
use drumhead::rulesets;
use drumhead::text;
use leptos::prelude::*;
use search::{Passage, Search};

/// The language of the sources: their headings are not translated, so that they are found in the book.
pub const SOURCE: &str = "en";

/// The chapters that follow those of the description.
fn resolved() -> &'static str {
    say("What can be resolved")
}

fn ruled() -> &'static str {
    say("Rulings")
}

/// The quick reference of a ruleset.
pub fn page(ruleset: &str) -> AnyView {
    let Some(ruleset) = rulesets::find(ruleset) else {
        return super::home::not_here(say("There are no such rules here.")).into_any();
    };
    let sought = RwSignal::new(String::new());
    let search = Memo::new(move |_| Search::of(&sought.get()));
    let found = Memo::new(move |_| search.with(|search| search.through(ruleset)));
    let count = move || match (search.with(Search::is_for_all), found.with(Vec::len)) {
        (true, _) => String::new(),
        (false, 0) => say("Nothing: try fewer letters, or another word.").into(),
        (false, 1) => say("1 passage").into(),
        (false, found) => text!("{n} passages", n = found).to_string(),
    };
    view! {
        {head(Some(router().left()), ruleset.title, print_button())}
        <main class="rules">
            <p class="soft">{ruleset.authors}", "{say(ruleset.edition)}</p>
            <div class="search" role="search">
                <input type="search" autocomplete="off" enterkeyhint="search" aria-label=say("Search these rules") placeholder=say("Search these rules")
                    prop:value=move || sought.get() on:input=move |event| sought.set(event_target_value(&event))/>
                <p class="soft" role="status">{move || count()}</p>
            </div>
            {move || search.with(|search| if search.is_for_all() { whole(ruleset).into_any() } else { found.with(|found| passages(ruleset, search, found).into_any()) })}
        </main>
    }
    .into_any()
}

/// All of it, chapter by chapter.
fn whole(ruleset: &'static Ruleset) -> impl IntoView {
    let chapters = ruleset.reference.iter().map(|own| folded(say(own.title), own.heading, parts(own).into_any()));
    let procedures = ruleset.procedures.iter().map(|own| procedure_entry(ruleset, own)).collect_view();
    let rulings = ruleset.rulings.iter().map(ruling).collect_view();
    view! {
        <p>{say(ruleset.about)}</p>
        {chapters.collect_view()}
        {folded(resolved(), "", view! { <dl>{procedures}</dl> }.into_any())}
        {folded(ruled(), "", view! {
            <p class="soft">{say("Where the rules leave a question open")}</p>
            <dl>{rulings}</dl>
        }.into_any())}
    }
}

fn folded(title: &'static str, heading: &'static str, body: AnyView) -> impl IntoView {
    view! {
        <details class="chapter">
            <summary>{title}</summary>
            {(!heading.is_empty()).then(|| view! { <p class="soft" lang=SOURCE>{heading}</p> })}
            {body}
        </details>
    }
}

/// What chapters say.
pub fn parts(chapter: &'static Chapter) -> Vec<AnyView> {
    chapter.parts.iter().map(|part| drawn(part, &Search::default())).collect_view()
}

fn drawn(part: &'static Part, search: &Search) -> AnyView {
    match part {
        Part::Words(words) => view! { <p>{say(words)}</p> }.into_any(),
        Part::Table { caption, head, rows } => {
            let columns = head.iter().map(|cell| column(cell)).collect_view();
            let kept = search.rows(caption, head, rows);
            let rows = kept.into_iter().map(|row| {
                let cells = row.iter().skip(1).map(|cell| view! { <td>{say(cell)}</td> }).collect_view();
                view! { <tr><th scope="row">{row.first().map(|cell| say(cell))}</th>{cells}</tr> }
            });
            let rows = rows.collect_view();
            view! {
                <div class="scroll" tabindex="0" role="region" aria-label=say(caption)>
                    <table><caption>{say(caption)}</caption><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>
                </div>
            }
            .into_any()
        }
    }
}

/// The head of a column; over the heads of rows there may be none.
fn column(head: &'static str) -> AnyView {
    if head.is_empty() { view! { <td></td> }.into_any() } else { view! { <th scope="col">{say(head)}</th> }.into_any() }
}

fn procedure_entry(ruleset: &'static Ruleset, own: &'static Procedure) -> impl IntoView {
    let way = Route::Quick { ruleset: ruleset.id.into(), procedure: Some(own.id.into()) };
    view! { <dt><a href=way.href()>{say(own.title)}</a>" "<small lang=SOURCE>{own.heading}</small></dt><dd>{say(own.about)}</dd> }
}

fn ruling(own: &'static Ruling) -> impl IntoView {
    view! { <dt>{own.number}" "{say(own.question)}</dt><dd>{say(own.answer)}</dd> }
}

/// What was found, under the headings where it stands.
fn passages(ruleset: &'static Ruleset, search: &Search, found: &[Passage]) -> impl IntoView + use<> {
    let chapters = found.chunk_by(|a, b| heading(ruleset, a) == heading(ruleset, b)).map(|chapter| {
        let (title, source) = chapter.first().map(|own| heading(ruleset, own)).unwrap_or_default();
        let passages = chapter.iter().map(|own| passage(ruleset, search, own)).collect_view();
        view! { <section class="found"><h2>{title}</h2><p class="soft" lang=SOURCE>{source}</p>{passages}</section> }
    });
    chapters.collect_view()
}

/// The heading over a passage, and that of the source.
fn heading(ruleset: &'static Ruleset, passage: &Passage) -> (&'static str, &'static str) {
    match *passage {
        Passage::Part(chapter, _) => (say(ruleset.reference[chapter].title), ruleset.reference[chapter].heading),
        Passage::Procedure(_) => (resolved(), ""),
        Passage::Ruling(_) => (ruled(), ""),
    }
}

fn passage(ruleset: &'static Ruleset, search: &Search, passage: &Passage) -> AnyView {
    match *passage {
        Passage::Part(chapter, part) => drawn(&ruleset.reference[chapter].parts[part], search),
        Passage::Procedure(place) => {
            view! { <dl>{procedure_entry(ruleset, ruleset.procedures[place])}</dl> }.into_any()
        }
        Passage::Ruling(place) => view! { <dl>{ruling(&ruleset.rulings[place])}</dl> }.into_any(),
    }
}
