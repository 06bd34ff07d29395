//! The armies of a saved battle as rows of signs.

use super::sign::UnitSign;
use crate::app::state::AppState;
use leptos::prelude::*;
use rules::ruleset::Sign;

/// More signs than these are left out of a side of a battle.
const MOST: usize = 12;

/// Both armies of a saved battle as they stand, once that was read.
pub fn saved_armies(app: AppState, id: String) -> AnyView {
    let signs = Memo::new(move |_| app.moment(&id).map(|moment| moment.signs).unwrap_or_default());
    (move || armies(signs.get())).into_any()
}

fn armies(signs: [Vec<Sign>; 2]) -> AnyView {
    let army = |(side, signs): (usize, Vec<Sign>)| {
        let signs = signs.into_iter().take(MOST).map(|sign| view! { <UnitSign sign/> }).collect_view();
        view! { <span class=format!("army side-{side}")>{signs}</span> }
    };
    signs.into_iter().enumerate().map(army).collect_view().into_any()
}
