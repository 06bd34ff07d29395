//! A ruleset's quick reference: its tables, its procedures, its rulings.

use crate::app::parts::frame::head;
use crate::app::parts::sheet::print_button;
use crate::app::route::Route;
use drumhead::ruleset::{Chapter, Part};
use drumhead::rulesets;
use leptos::prelude::*;

/// The quick reference of a ruleset.
pub fn page(ruleset: &str) -> AnyView {
    let Some(ruleset) = rulesets::find(ruleset) else {
        return super::home::not_here("There are no such rules here.").into_any();
    };
    let chapters = ruleset.reference.iter().map(chapter).collect_view();
    let rulings = ruleset
        .rulings
        .iter()
        .map(|ruling| view! { <dt>{ruling.number}" "{ruling.question}</dt><dd>{ruling.answer}</dd> })
        .collect_view();
    view! {
        {head(Some(Route::Home), ruleset.title, print_button())}
        <main class="rules">
            <p class="soft">{ruleset.authors}", "{ruleset.edition}</p>
            <p>{ruleset.about}</p>
            {chapters}
            <details class="chapter"><summary>"Rulings"</summary><dl>{rulings}</dl></details>
        </main>
    }
    .into_any()
}

fn chapter(chapter: &'static Chapter) -> impl IntoView {
    view! {
        <details class="chapter">
            <summary>{chapter.title}</summary>
            <p class="soft">{chapter.heading}</p>
            {parts(chapter)}
        </details>
    }
}

/// What a chapter says.
pub fn parts(chapter: &'static Chapter) -> impl IntoView {
    chapter.parts.iter().map(part).collect_view()
}

fn part(part: &'static Part) -> AnyView {
    match part {
        Part::Words(words) => view! { <p>{*words}</p> }.into_any(),
        Part::Table { caption, head, rows } => {
            let head = head.iter().map(|cell| view! { <th scope="col">{*cell}</th> }).collect_view();
            let rows = rows
                .iter()
                .map(|row| {
                    let cells = row.iter().skip(1).map(|cell| view! { <td>{*cell}</td> }).collect_view();
                    view! { <tr><th scope="row">{row.first().copied()}</th>{cells}</tr> }
                })
                .collect_view();
            view! {
                <div class="scroll" tabindex="0" role="region" aria-label=*caption>
                    <table><caption>{*caption}</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>
                </div>
            }
            .into_any()
        }
    }
}
