//! Group acts that the table offers, as buttons: a group act without dice is applied by the tap itself, any other opens its list.

use crate::app::components::icon::{Icon, LIST};
use crate::app::components::undo::undo_last;
use crate::app::state::notice::Notice;
use crate::app::state::route::{BattlePage, Route, router};
use crate::app::state::{BattleState, OfferedGroup};
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use std::time::Duration;

/// Delay before the results of a group act are computed, so that a tap does not wait for them.
const AFTER_DRAWING: Duration = Duration::from_millis(250);

/// The offered group acts.
#[component]
pub(super) fn JointActs(battle: BattleState, offers: Memo<Vec<OfferedGroup>>) -> impl IntoView {
    move || {
        let offers = offers.get();
        offers.into_iter().map(|offer| view! { <JointAct battle offer/> }).collect_view()
    }
}

/// The page of an offered group act.
fn page_of(battle: BattleState, offer: &OfferedGroup) -> Route {
    let (side, procedure) = (offer.side.id().to_owned(), offer.procedure.to_owned());
    BattlePage::Group { side, procedure, variant: offer.variant.map(|index| index.to_string()) }.of(battle.id())
}

/// The button of a group act, and the one that opens its list.
#[component]
fn JointAct(battle: BattleState, offer: OfferedGroup) -> impl IntoView {
    let router = router();
    let page = page_of(battle, &offer);
    let side = offer.side.index();
    let who = battle.with_untracked(|open| open.header().sides[side].name.clone());
    let label = say(offer.label).to_owned();
    let words = if offer.is_plain {
        text!("{what}: all {n}", what = label.clone(), n = offer.count)
    } else {
        text!("{what}: {n} units", what = label.clone(), n = offer.count)
    };
    let results = RwSignal::new(None::<String>);
    if offer.is_plain {
        let offer = offer.clone();
        set_timeout(
            move || {
                let words = battle.preview_group(&offer).map(joined);
                // The button can be gone by now.
                let _ = results.try_set(words);
            },
            AFTER_DRAWING,
        );
    }
    let (list, is_plain, applied) = (page.clone(), offer.is_plain, label.clone());
    let act = move |_| {
        if is_plain
            && !untrack(|| battle.turns_away_acts())
            && let Some(results) = battle.apply_group_at_once(&offer)
        {
            return notify_applied(battle, &applied, results);
        }
        router.go(&page);
    };
    let open = move |_| router.go(&list);
    let list_label = text!("{what}: list of units, {who}", what = label, who = who.clone()).to_string();
    view! {
        <span class=format!("joint side-{side}")>
            <button class="joint-act" on:click=act>
                <span>{words.to_string()}</span><span class="visually-hidden">" "{who}</span>
                {move || results.get().map(|words| view! { <small>{words}</small> })}
            </button>
            {is_plain.then(|| view! { <button class="icon" aria-label=list_label on:click=open><Icon path=LIST/></button> })}
        </span>
    }
}

/// Results as a line: "5 × One counter less. 2 × Pistols are loaded."
fn joined(results: Vec<(String, usize)>) -> String {
    let words = |(words, count): (String, usize)| match count {
        1 => words,
        n => text!("{n} × {what}", n = n, what = words).to_string(),
    };
    results.into_iter().map(words).collect::<Vec<_>>().join(" ")
}

/// Shows a notice of what a group act did, with Undo.
fn notify_applied(battle: BattleState, label: &str, results: Vec<(String, usize)>) {
    let what = joined(results);
    let words = text!("{what}: {results}", what = label.to_owned(), results = what).to_string();
    let id = battle.id();
    let undo = move || {
        if battle.is_open(&id) {
            undo_last(battle);
        }
    };
    battle.app.notice.set(Some(Notice::new(words).undo(undo).of_this_page()));
}
