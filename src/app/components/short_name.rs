//! Names that are shortened if there is too little room.

use leptos::prelude::*;
use rules::text::ends;

/// A name of at most this many characters may break into two lines.
const MAX_TWO_LINES: usize = 34;

/// A name that is shortened in the middle if there is too little room, so that names with the same start remain distinct.
pub fn short_name(name: String) -> AnyView {
    match ends(&name) {
        None => name.into_any(),
        Some((start, end)) => {
            let (start, end) = (start.to_owned(), end.to_owned());
            let breaks = name.chars().count() <= MAX_TWO_LINES;
            view! {
                <span class="visually-hidden">{name}</span>
                <span class="shortened" class:breaks=breaks aria-hidden="true"><span>{start}</span><span>{end}</span></span>
            }
            .into_any()
        }
    }
}
