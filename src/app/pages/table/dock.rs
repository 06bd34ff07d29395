//! The row at the bottom of the table, within the thumb's reach: the tabs of both sides, the unit index, undo, and the next step.

use super::next_phase::{ActionButton, NextAction};
use super::unit_index::UnitIndex;
use crate::app::components::icon::{Icon, LIST};
use crate::app::components::in_step::LostConnections;
use crate::app::components::undo::Undo;
use crate::app::state::BattleState;
use crate::app::state::route::router;
use leptos::prelude::*;
use rules::text;
use rules::text::say;

/// The row at the bottom, and the unit index above it.
#[component]
pub fn Dock(
    battle: BattleState,
    /// The next step of the battle.
    next_action: NextAction,
) -> impl IntoView {
    let shown = battle.app.battle.shown_side;
    let tabs = [0, 1].map(|side| {
        let short = move || battle.with(|open| open.header().short_names()[side].clone());
        let name = move || {
            let (name, short) = (battle.with(|open| open.header().sides[side].name.clone()), short());
            // The accessible name contains the visible text.
            if name.contains(&short) { name } else { text!("{what}: {who}", what = short, who = name).to_string() }
        };
        // Units that are out of the battle are not counted.
        let is_out = battle.ruleset.glance.is_out;
        let count = battle.follow(move |open| {
            let here = open.state().known_units().filter(|(unit, facts)| unit.side == side && !is_out(facts));
            here.count()
        });
        view! {
            <button class=format!("tab side-{side}") aria-keyshortcuts=(side + 1).to_string() aria-pressed=move || (shown.get() == side).to_string() on:click=move |_| battle.show_side(side)>
                <span aria-hidden="true">{move || whole_words(&short())}</span><span class="visually-hidden">{name}" "</span><b class="visually-hidden">{count}" "{say("units")}</b>
            </button>
        }
    });
    let listing = RwSignal::new(false);
    router().close_switch_by_back("unit-index", listing);
    let list = move |_| listing.update(|listing| *listing = !*listing);
    view! {
        <nav class="dock" aria-label=say("Battle")>
            <UnitIndex battle listing/>
            <LostConnections battle/>
            <div class="row-of-dock">
                <div class="tabs" role="group" aria-label=say("Sides")>{tabs}</div>
                <button class="icon index-button" aria-keyshortcuts="f" aria-expanded=move || listing.get().to_string() on:click=list><Icon path=LIST/><span class="under">{say("Units")}</span></button>
                <Undo battle/>
                <ActionButton next_action/>
            </div>
        </nav>
    }
}

/// Length of the longest word that fits in a tab on a phone, in letters.
const LONGEST_WORD: usize = 9;

/// The words of a name. Each goes whole to the next line if it does not fit; one that is longer than a line breaks with a hyphen.
fn whole_words(name: &str) -> impl IntoView + use<> {
    let words: Vec<String> = name.split(' ').map(hyphenated).collect();
    words.into_iter().map(|word| view! { <span>{word}</span>" " }).collect_view()
}

/// A word with places at which it may break if it is long. At least four letters stay together at both ends.
fn hyphenated(word: &str) -> String {
    let letters: Vec<char> = word.chars().collect();
    let breaks = |nth: usize| letters.len() > LONGEST_WORD && nth >= 4 && nth + 4 <= letters.len();
    let each = letters.iter().enumerate();
    each.flat_map(|(nth, letter)| breaks(nth).then_some('\u{ad}').into_iter().chain([*letter])).collect()
}
