//! An index of the units of both sides, which is their overview: each with its sign, and two taps away.

use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::components::status_tag::in_trouble;
use crate::app::platform::keyboard::{self, card_id};
use crate::app::platform::scrolling;
use crate::app::state::BattleState;
use drumhead::battle::Joined;
use drumhead::core::text::say;
use drumhead::rules::ruleset::Sign;
use leptos::html::Button;
use leptos::prelude::*;

/// A unit of the index.
#[derive(Clone, PartialEq)]
struct Entry {
    id: String,
    name: String,
    sign: Sign,
    alarm: bool,
    out: bool,
}

/// The units of both sides by their names. A tap shows a unit, opens its row and closes the index.
#[component]
pub fn UnitIndex(
    /// The battle in play.
    battle: BattleState,
    /// True while the index is shown.
    listing: RwSignal<bool>,
    /// The button that opens and closes it.
    button: NodeRef<Button>,
) -> impl IntoView {
    let index = NodeRef::new();
    keyboard::focus(index);
    keyboard::close_by_escape_to(listing, button);
    let sides = [0, 1].map(|side| {
        let name = battle.with_untracked(|open| open.header().sides[side].name.clone());
        let all = battle.follow(move |open| {
            let glance = battle.ruleset.glance;
            let entry = |(unit, facts): (&Joined, &rules::facts::Facts)| Entry {
                id: unit.id.clone(),
                name: unit.name().to_owned(),
                sign: (glance.sign)(facts, &open.state().mustered(&unit.id).cloned().unwrap_or_default()),
                alarm: in_trouble(battle.ruleset, facts),
                out: (glance.is_out)(facts),
            };
            battle.units_in_order(open, side).into_iter().map(entry).collect::<Vec<_>>()
        });
        let show = move |id: String| {
            listing.set(false);
            battle.app.battle.shown_side.set(side);
            battle.app.battle.rows.show(&id);
            scrolling::show(card_id(&id));
        };
        let entry = move |entry: Entry| {
            let id = entry.id;
            view! {
                <li><button class="entry-of-index" class:alarm=entry.alarm class:gone=entry.out on:click=move |_| show(id.clone())><UnitSign sign=Signal::stored(entry.sign)/><span>{short_name(entry.name)}</span></button></li>
            }
        };
        view! {
            <div class=format!("side-{side}")>
                <h2>{name}</h2>
                <ul>{move || all.get().into_iter().map(entry).collect_view()}</ul>
            </div>
        }
    });
    view! { <section node_ref=index class="unit-index" role="dialog" tabindex="-1" aria-label=say("Units of both sides")>{sides}</section> }
}
