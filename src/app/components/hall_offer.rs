//! The offer of the hall view.

use crate::app::state::BattleState;
use crate::app::state::live::live;
use crate::app::state::route::BattlePage;
use leptos::prelude::*;
use rules::text::say;

/// The offer of the hall view on the table of a large screen that has just joined.
#[component]
pub fn HallOffer(battle: BattleState) -> impl IntoView {
    let (live, id) = (live(), StoredValue::new(battle.id()));
    let is_offered = Memo::new(move |_| live.offers_hall(&id.get_value()));
    let hall = BattlePage::Hall.of(battle.id()).href();
    view! {
        <Show when=move || is_offered.get()>
            <section class="control" aria-label=say("Hall view")>
                <p>{say("A large screen can show the battle to everyone.")}</p>
                <a class="button" href=hall.clone()>{say("Open the hall view")}</a>
                <button class="quiet" on:click=move |_| live.end_hall_offer()>{say("Stay here")}</button>
            </section>
        </Show>
    }
}
