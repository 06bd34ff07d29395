//! Names where there may be no room for all of them.

use leptos::prelude::*;
use rules::text::ends;

/// A name of at most this many letters breaks into two lines where a row has them.
const TWO_LINES: usize = 34;

/// A name that is shortened in the middle where there is too little room: names that begin alike can be told apart.
pub fn short_name(name: String) -> AnyView {
    match ends(&name) {
        None => name.into_any(),
        Some((start, end)) => {
            let (start, end) = (start.to_owned(), end.to_owned());
            let breaks = name.chars().count() <= TWO_LINES;
            view! {
                <span class="visually-hidden">{name}</span>
                <span class="shortened" class:breaks=breaks aria-hidden="true"><span>{start}</span><span>{end}</span></span>
            }
            .into_any()
        }
    }
}
