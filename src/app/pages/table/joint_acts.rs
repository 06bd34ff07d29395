//! Group acts that the table offers, as buttons: a group act without dice is applied by the tap itself, any other opens its list.

use crate::app::components::acts;
use crate::app::components::icon::{Icon, LIST};
use crate::app::components::outcome::group_results;
use crate::app::state::route::{BattlePage, Route, Router, router};
use crate::app::state::session::Applied;
use crate::app::state::{BattleState, LastOffer, OfferedGroup};
use leptos::prelude::*;
use rules::text;
use rules::text::say;
use std::time::Duration;

/// Delay before the results of a group act are computed, so that a tap does not wait for them.
const AFTER_DRAWING: Duration = Duration::from_millis(250);

/// The offered group acts that are not due.
#[component]
pub(super) fn JointActs(battle: BattleState, offers: Memo<Vec<OfferedGroup>>) -> impl IntoView {
    move || {
        let offers: Vec<OfferedGroup> = offers.get().into_iter().filter(|offer| !offer.is_due).collect();
        // Chips that read alike name their side.
        let is_twin = |offer: &OfferedGroup, other: &OfferedGroup| {
            (other.procedure, &other.variant) == (offer.procedure, &offer.variant) && other.side != offer.side
        };
        let names_side: Vec<bool> =
            offers.iter().map(|offer| offers.iter().any(|other| is_twin(offer, other))).collect();
        let all = offers.into_iter().zip(names_side);
        all.map(|(offer, names_side)| view! { <JointAct battle offer names_side/> }).collect_view()
    }
}

/// The acts that one unit alone can still do.
#[component]
pub(super) fn LastActs(battle: BattleState, offers: Memo<Vec<LastOffer>>) -> impl IntoView {
    let router = router();
    let chip = move |LastOffer { side, label, who, act }: LastOffer| {
        let words = text!("{what}: {who}", what = shown_label(label), who = who).to_string();
        let open = move |_| acts::do_or_open(battle, router, act.clone());
        view! { <span class=format!("joint side-{}", side.index())><button class="joint-act" on:click=open><b>{words}</b></button></span> }
    };
    move || offers.get().into_iter().map(chip).collect_view()
}

/// A label without its question mark, which would read badly before a colon.
fn shown_label(label: &'static str) -> String {
    say(label).trim_end_matches(['?', '\u{a0}', '\u{202f}', ' ']).to_owned()
}

/// The page of an offered group act.
fn page_of(battle: BattleState, offer: &OfferedGroup) -> Route {
    let (side, procedure) = (offer.side.id().to_owned(), offer.procedure.to_owned());
    BattlePage::Group { side, procedure, variant: offer.variant.clone() }.of(battle.id())
}

/// Does a group act that needs neither dice nor answers, with a notice; opens the list of any other.
pub(super) fn begin(battle: BattleState, router: Router, offer: &OfferedGroup) {
    if offer.is_plain() {
        // The notice of why not belongs to this page.
        if untrack(|| battle.turns_away_acts()) {
            return;
        }
        if let Some(shown) = battle.apply_group_at_once(offer) {
            let results = group_results(battle, &shown, " ");
            let words = text!("{what}: {results}", what = say(offer.label).to_owned(), results = results).to_string();
            return acts::show_applied(battle, Applied { battle: battle.id(), words, can_undo: true });
        }
    }
    router.go(&page_of(battle, offer));
}

/// A group act in words: "Rest: all 8", "Command: 8 units", "Charge: choose units", "Rest: Skippon's Regiment".
pub(super) fn joint_words(offer: &OfferedGroup) -> String {
    let label = shown_label(offer.label);
    let words = if let Some(who) = offer.only.clone() {
        text!("{what}: {who}", what = label, who = who)
    } else if offer.count == 0 {
        text!("{what}: choose units", what = label)
    } else if offer.is_plain() && offer.plain == offer.count {
        text!("{what}: all {n}", what = label, n = offer.count)
    } else if offer.is_plain() {
        text!("{what}: {n} of {all}", what = label, n = offer.plain, all = offer.count)
    } else {
        text!("{what}: {n} {n|unit|units}", what = label, n = offer.count)
    };
    words.to_string()
}

/// The button of a group act, and the one that opens its list.
#[component]
pub(super) fn JointAct(
    battle: BattleState,
    offer: OfferedGroup,
    /// True if it is the primary button of the page.
    #[prop(optional)]
    first: bool,
    /// True if it shows the name of its side.
    #[prop(optional)]
    names_side: bool,
) -> impl IntoView {
    let router = router();
    let list = page_of(battle, &offer);
    let side = offer.side.index();
    let who = battle.with_untracked(|open| open.header().sides[side].name.clone());
    let results = RwSignal::new(None::<String>);
    if offer.is_plain() {
        let offer = offer.clone();
        let preview = move || {
            // The button can be gone by now.
            if results.try_get_untracked().is_some() {
                let _ = results.try_set(battle.preview_group(&offer).map(|shown| group_results(battle, &shown, " ")));
            }
        };
        set_timeout(preview, AFTER_DRAWING);
    }
    let (words, is_plain, is_due) = (joint_words(&offer), offer.is_plain(), offer.is_due);
    let label = say(offer.label).to_owned();
    let list_label = text!("{what}: list of units, {who}", what = label, who = who.clone()).to_string();
    let act = move |_| begin(battle, router, &offer);
    let open = move |_| router.go(&list);
    view! {
        <span class=format!("joint side-{side}")>
            <button class="joint-act" class:primary=first class:duty=is_due class:plain=is_plain on:click=act>
                <span><b>{words}</b></span><span class="whose" class:visually-hidden=!names_side>" "{who}</span>
                {move || results.get().map(|words| view! { <small>{words}</small> })}
            </button>
            {is_plain.then(|| view! { <button class="icon" aria-label=list_label on:click=open><Icon path=LIST/></button> })}
        </span>
    }
}
