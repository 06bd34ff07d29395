//! A ruleset's quick reference: its tables, procedures and rulings, with a search that updates as the player types.

use crate::app::components::icon::{Icon, PRINT};
use crate::app::components::not_here::NotHere;
use crate::app::components::page_header::PageHeader;
use crate::app::components::page_list::PageList;
use crate::app::components::reference::{ChapterPart, ChapterParts};
use crate::app::platform::scrolling;
use crate::app::state::route::{Route, router};
use crate::app::state::{app_state, rulesets};
use battle::analysis::search::{Found, Index, Passage, Scene, SearchAnswer};
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
    let index = StoredValue::new(Index::of(ruleset, scene(ruleset)));
    let answer = Memo::new(move |_| index.with_value(|index| index.answer(&search_text.get())));
    let count = move || {
        answer.with(|answer| match answer {
            None => String::new(),
            Some(answer) if answer.found.is_empty() => say("No results. Try fewer letters, or another word.").into(),
            Some(answer) if !answer.has_all_words => {
                text!("No passage has all the words. With one of them: {n}", n = answer.found.len()).to_string()
            }
            Some(answer) => text!("{n} {n|result|results}", n = answer.found.len()).to_string(),
        })
    };
    let search_for = move |words: String| {
        search_text.set(words);
        // The results begin at the top of the page.
        scrolling::to(0.0);
    };
    view! {
        <PageHeader back=router().left() title=ruleset.named.title>
            <a class="icon" href=Route::Sheet { ruleset: ruleset.named.id.into() }.href() aria-label=say("Print")><Icon path=PRINT/></a>
        </PageHeader>
        <main class="rules">
            <p class="soft">{ruleset.named.authors}", "{say(ruleset.named.edition)}</p>
            <div class="search" role="search">
                <input type="search" autocomplete="off" enterkeyhint="search" aria-label=say("Search these rules") placeholder=say("Search these rules")
                    prop:value=move || search_text.get() on:input=move |event| search_for(event_target_value(&event))/>
                <p class="soft" role="status">{move || count()}</p>
            </div>
            {move || answer.with(|answer| match answer {
                None => view! { <Chapters ruleset section/> }.into_any(),
                Some(answer) => passages(ruleset, answer).into_any(),
            })}
        </main>
    }
    .into_any()
}

/// Units and phase of the battle from which the player came. Empty if the player came from elsewhere, or if that battle has other rules.
fn scene(ruleset: &'static Ruleset) -> Scene {
    let left = router().left();
    let battle = left.battle().and_then(|battle| app_state().battle(battle).ok());
    let battle = battle.filter(|battle| battle.header().ruleset == ruleset.named.id);
    battle.map_or_else(Scene::default, |battle| Scene::of(ruleset, battle.state()))
}

/// The whole reference, chapter by chapter. At first, the section that was asked for is unfolded; if none was, the most used chapters are.
#[component]
fn Chapters(ruleset: &'static Ruleset, section: Option<Section>) -> impl IntoView {
    let chapters = ruleset.texts.reference.iter().enumerate().map(|(index, chapter)| {
        let is_asked_for = section == Some(Section::Chapter(index));
        let is_open = is_asked_for || (section.is_none() && chapter.is_open);
        view! { <Folded title=say(chapter.title) heading=chapter.heading is_asked_for is_open><ChapterParts chapter/></Folded> }
    });
    let procedures = ruleset.procedures.iter().map(|procedure| procedure_entry(ruleset, procedure)).collect_view();
    let rulings = ruleset.texts.rulings.iter().map(ruling).collect_view();
    let asks_for_procedures = section == Some(Section::Procedures);
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
        <Folded title=procedures_title() is_asked_for=asks_for_procedures is_open=asks_for_procedures><dl>{procedures}</dl></Folded>
        <Folded title=rulings_title() is_asked_for=false is_open=false>
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
    /// True if the page scrolls to the chapter.
    is_asked_for: bool,
    /// True if the chapter is unfolded at first.
    is_open: bool,
    children: Children,
) -> impl IntoView {
    view! {
        <details class="disclosure chapter" open=is_open id=is_asked_for.then_some(SECTION)>
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

/// The found passages. Those that follow each other in one chapter share a heading.
fn passages(ruleset: &'static Ruleset, answer: &SearchAnswer) -> impl IntoView + use<> {
    let chapters = answer.found.chunk_by(|a, b| heading(ruleset, a.passage) == heading(ruleset, b.passage)).map(|found| {
        let (title, source) = found.first().map(|found| heading(ruleset, found.passage)).unwrap_or_default();
        let passages = found.iter().map(|found| passage(ruleset, found)).collect_view();
        view! { <section class="found"><h2>{title}</h2><p class="soft">{text::headings(source)}</p>{passages}</section> }
    });
    chapters.collect_view()
}

/// The heading above a passage, and its heading in the rulebook.
fn heading(ruleset: &'static Ruleset, passage: Passage) -> (&'static str, &'static str) {
    match passage {
        Passage::Part(chapter, _) => {
            (say(ruleset.texts.reference[chapter].title), ruleset.texts.reference[chapter].heading)
        }
        Passage::Procedure(_) => (procedures_title(), ""),
        Passage::Ruling(_) => (rulings_title(), ""),
    }
}

fn passage(ruleset: &'static Ruleset, found: &Found) -> AnyView {
    match found.passage {
        Passage::Part(chapter, part) => {
            let part = &ruleset.texts.reference[chapter].parts[part];
            let only = match part {
                Part::Table { rows, .. } if !found.rows.is_empty() => found.rows.iter().map(|row| rows[*row]).collect(),
                Part::Table { rows, .. } => rows.to_vec(),
                Part::Words(_) => Vec::new(),
            };
            view! { <ChapterPart part only/> }.into_any()
        }
        Passage::Procedure(index) => {
            view! { <dl>{procedure_entry(ruleset, ruleset.procedures[index])}</dl> }.into_any()
        }
        Passage::Ruling(index) => view! { <dl>{ruling(&ruleset.texts.rulings[index])}</dl> }.into_any(),
    }
}
