//! Chapters of a ruleset's quick reference: words and tables.

use leptos::prelude::*;
use rules::ruleset::{Chapter, Part};
use rules::text::say;

/// A row of a table.
pub type Row = &'static [&'static str];

/// All parts of a chapter.
#[component]
pub fn ChapterParts(chapter: &'static Chapter) -> impl IntoView {
    chapter.parts.iter().map(|part| view! { <ChapterPart part/> }).collect_view()
}

/// A part of a chapter.
#[component]
pub fn ChapterPart(
    part: &'static Part,
    /// The rows of its table to show; all by default.
    #[prop(optional)]
    only: Option<Vec<Row>>,
) -> impl IntoView {
    match part {
        Part::Words(words) => view! { <p>{say(words)}</p> }.into_any(),
        Part::Table { caption, head, rows } => {
            let columns = head.iter().map(|head| view! { <ColumnHead head/> }).collect_view();
            let rows = only.unwrap_or_else(|| rows.to_vec()).into_iter().map(|row| {
                let cells = row.iter().skip(1).map(|cell| view! { <td>{say(cell)}</td> }).collect_view();
                view! { <tr><th scope="row">{row.first().map(|cell| say(cell))}</th>{cells}</tr> }
            });
            let rows = rows.collect_view();
            view! {
                <div class="scroll" tabindex="0" role="group" aria-label=say(caption)>
                    <table><caption>{say(caption)}</caption><thead><tr>{columns}</tr></thead><tbody>{rows}</tbody></table>
                </div>
            }
            .into_any()
        }
    }
}

/// The head of a column. In the first column, which has the heads of the rows, it may be empty: then a plain cell.
#[component]
fn ColumnHead(head: &'static str) -> impl IntoView {
    if head.is_empty() { view! { <td></td> }.into_any() } else { view! { <th scope="col">{say(head)}</th> }.into_any() }
}
