//! The armies of a saved battle as rows of signs.

use super::sign::UnitSign;
use crate::app::state::AppState;
use leptos::prelude::*;
use rules::ruleset::Sign;

/// Number of signs shown of each side.
const MAX_SIGNS: usize = 12;

/// Both armies of a saved battle in their current state, once the battle is read.
pub fn saved_armies(app: AppState, id: String) -> AnyView {
    let signs = Memo::new(move |_| app.moment(&id).map(|moment| moment.signs).unwrap_or_default());
    (move || armies(signs.get())).into_any()
}

fn armies(signs: [Vec<Sign>; 2]) -> AnyView {
    let army = |(side, signs): (usize, Vec<Sign>)| {
        let signs = signs.into_iter().take(MAX_SIGNS).map(|sign| view! { <UnitSign sign/> }).collect_view();
        view! { <span class=format!("army side-{side}")>{signs}</span> }
    };
    signs.into_iter().enumerate().map(army).collect_view().into_any()
}
