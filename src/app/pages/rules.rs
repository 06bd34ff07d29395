//! A ruleset's quick reference: its tables, procedures and rulings, with a search that updates as the player types.

use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::components::page_list::PageList;
use crate::app::components::reference::{ChapterPart, ChapterParts};
use crate::app::components::sheet::PrintButton;
use crate::app::platform::scrolling;
use crate::app::state::route::{Route, router};
use crate::app::state::rulesets;
use battle::analysis::search::{Passage, Search};
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::ruleset::{Part, Ruleset, Ruling};
use rules::text;
use rules::text::say;

/// Id of the section that is shown first.
const SECTION: &str = "section";

/// A section of the reference.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    /// A chapter of the description.
    Chapter(usize),
    /// The chapter of all procedures.
    Procedures,
}

impl Section {
    /// The chapter that shares a heading of the rulebook with a procedure; if none does, the chapter of procedures.
    fn of(ruleset: &Ruleset, procedure: &Procedure) -> Self {
        let headings =
            |text: &'static str| text.split(';').map(|part| part.trim().to_lowercase()).filter(|part| !part.is_empty());
        let shares = |heading: String| {
            ruleset.texts.reference.iter().position(|chapter| headings(chapter.heading).any(|part| part == heading))
        };
        headings(procedure.heading).find_map(shares).map_or(Section::Procedures, Section::Chapter)
    }
}

fn procedures_title() -> &'static str {
    say("Procedures")
}

fn rulings_title() -> &'static str {
    say("Rulings")
}

/// The quick reference of a ruleset.
#[component]
pub fn RulesPage(
    /// Id of the ruleset.
    ruleset: String,
    /// Id of the procedure whose section is shown first.
    section: Option<String>,
) -> impl IntoView {
    let Some(ruleset) = rulesets::find(&ruleset) else {
        return view! { <NotHere words=say("Drumhead does not have these rules.")/> }.into_any();
    };
    let section = section.and_then(|id| ruleset.procedure(&id)).map(|procedure| Section::of(ruleset, procedure));
    if section.is_some() {
        scrolling::bring_into_view(SECTION);
    }
    let search_text = RwSignal::new(String::new());
    let search = Memo::new(move |_| Search::of(&search_text.get()));
    let found = Memo::new(move |_| search.with(|search| search.through(ruleset)));
    let count = move || {
        found.with(|(search, found)| match found.len() {
            _ if search.is_for_all() => String::new(),
            0 => say("No results. Try fewer letters, or another word.").into(),
            n if search.takes_any() => text!("No passage has all the words. With one of them: {n}", n = n).to_string(),
            n => text!("{n} {n|result|results}", n = n).to_string(),
        })
    };
    let search_for = move |words: String| {
        search_text.set(words);
        // The results begin at the top of the page.
        scrolling::to(0.0);
    };
    view! {
        <PageHeader back=router().left() title=ruleset.named.title><PrintButton/></PageHeader>
        <main class="rules">
            <p class="soft">{ruleset.named.authors}", "{say(ruleset.named.edition)}</p>
            <div class="search" role="search">
                <input type="search" autocomplete="off" enterkeyhint="search" aria-label=say("Search these rules") placeholder=say("Search these rules")
                    prop:value=move || search_text.get() on:input=move |event| search_for(event_target_value(&event))/>
                <p class="soft" role="status">{move || count()}</p>
            </div>
            {move || search.with(|search| if search.is_for_all() {
                view! { <Chapters ruleset section/> }.into_any()
            } else {
                found.with(|(search, found)| passages(ruleset, search, found).into_any())
            })}
        </main>
    }
    .into_any()
}

/// The whole reference, chapter by chapter.
#[component]
fn Chapters(ruleset: &'static Ruleset, section: Option<Section>) -> impl IntoView {
    let chapters = ruleset.texts.reference.iter().enumerate().map(|(index, chapter)| {
        let opened = section == Some(Section::Chapter(index));
        view! { <Folded title=say(chapter.title) heading=chapter.heading opened><ChapterParts chapter/></Folded> }
    });
    let procedures = ruleset.procedures.iter().map(|procedure| procedure_entry(ruleset, procedure)).collect_view();
    let rulings = ruleset.texts.rulings.iter().map(ruling).collect_view();
    let titles = move || {
        ruleset.texts.reference.iter().map(|chapter| say(chapter.title)).chain([procedures_title(), rulings_title()])
    };
    let item = |(index, title): (usize, &'static str)| {
        view! { <li><button on:click=move |_| scrolling::open_nth("details.chapter", index)>{title}</button></li> }
    };
    view! {
        <PageList label=say("Chapters")>{titles().enumerate().map(item).collect_view()}</PageList>
        <p>{say(ruleset.named.about)}</p>
        {chapters.collect_view()}
        <Folded title=procedures_title() opened=section == Some(Section::Procedures)><dl>{procedures}</dl></Folded>
        <Folded title=rulings_title() opened=false>
            <p class="soft">{say("Questions that the rules leave open")}</p>
            <dl>{rulings}</dl>
        </Folded>
    }
}

/// A folded chapter.
#[component]
fn Folded(
    title: &'static str,
    /// Heading in the rulebook; empty if it has none.
    #[prop(optional)]
    heading: &'static str,
    /// True if the chapter is unfolded at first, and scrolled to.
    opened: bool,
    children: Children,
) -> impl IntoView {
    view! {
        <details class="disclosure chapter" open=opened id=opened.then_some(SECTION)>
            <summary><h2>{title}</h2></summary>
            {(!heading.is_empty()).then(|| view! { <p class="soft">{text::headings(heading)}</p> })}
            {children()}
        </details>
    }
}

fn procedure_entry(ruleset: &'static Ruleset, procedure: &'static Procedure) -> impl IntoView {
    let route = Route::Quick { ruleset: ruleset.named.id.into(), procedure: Some(procedure.id.into()) };
    let bans = procedure.all_bans().filter_map(|ban| Some((ban.in_general(procedure)?, ban.heading)));
    let bans: Vec<_> = bans
        .map(|(reason, heading)| view! { <li>{text::capital(&reason.to_string())}" "<small>{text::headings(heading)}</small></li> })
        .collect();
    let bans = (!bans.is_empty()).then(|| view! { {say("Forbidden:")}<ul>{bans}</ul> });
    view! {
        <dt><a href=route.href()>{say(procedure.title)}</a>" "<small>{text::headings(procedure.heading)}</small></dt>
        <dd>{say(procedure.about)}" "{bans}</dd>
    }
}

fn ruling(ruling: &'static Ruling) -> impl IntoView {
    view! { <dt>{ruling.number}" "{say(ruling.question)}</dt><dd>{say(ruling.answer)}</dd> }
}

/// The found passages, grouped under their headings.
fn passages(ruleset: &'static Ruleset, search: &Search, found: &[Passage]) -> impl IntoView + use<> {
    let chapters = found.chunk_by(|a, b| heading(ruleset, a) == heading(ruleset, b)).map(|chapter| {
        let (title, source) = chapter.first().map(|entry| heading(ruleset, entry)).unwrap_or_default();
        let passages = chapter.iter().map(|entry| passage(ruleset, search, entry)).collect_view();
        view! { <section class="found"><h2>{title}</h2><p class="soft">{text::headings(source)}</p>{passages}</section> }
    });
    chapters.collect_view()
}

/// The heading above a passage, and its heading in the rulebook.
fn heading(ruleset: &'static Ruleset, passage: &Passage) -> (&'static str, &'static str) {
    match *passage {
        Passage::Part(chapter, _) => {
            (say(ruleset.texts.reference[chapter].title), ruleset.texts.reference[chapter].heading)
        }
        Passage::Procedure(_) => (procedures_title(), ""),
        Passage::Ruling(_) => (rulings_title(), ""),
    }
}

fn passage(ruleset: &'static Ruleset, search: &Search, passage: &Passage) -> AnyView {
    match *passage {
        Passage::Part(chapter, part) => {
            let part = &ruleset.texts.reference[chapter].parts[part];
            let only = match part {
                Part::Words(_) => Vec::new(),
                Part::Table { caption, head, rows } => search.rows(caption, head, rows),
            };
            view! { <ChapterPart part only/> }.into_any()
        }
        Passage::Procedure(index) => {
            view! { <dl>{procedure_entry(ruleset, ruleset.procedures[index])}</dl> }.into_any()
        }
        Passage::Ruling(index) => view! { <dl>{ruling(&ruleset.texts.rulings[index])}</dl> }.into_any(),
    }
}
