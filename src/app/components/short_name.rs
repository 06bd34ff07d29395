//! Names that are shortened if there is too little room.

use leptos::prelude::*;
use rules::text::ends;

/// A name that is shortened before its last words if there is too little room, so that names with the same start remain distinct.
pub fn short_name(name: String) -> AnyView {
    match ends(&name) {
        None => name.into_any(),
        Some((start, end)) => {
            let (start, end) = (start.to_owned(), end.to_owned());
            view! {
                <span class="visually-hidden">{name}</span>
                <span class="shortened" aria-hidden="true"><span>{start}</span><span>{end}</span></span>
            }
            .into_any()
        }
    }
}
