//! A unit's card below its open row: its status, its trackers, its boards, and links to its procedures.

use crate::app::components::acts;
use crate::app::components::field::meaning;
use crate::app::components::names::Names;
use crate::app::components::trackers::{PipsControl, TrackerControl, UnitChips};
use crate::app::components::unit_card::{Status, front_trackers, further_trackers};
use crate::app::pages::table::board;
use crate::app::pages::table::board::UnitBoards;
use crate::app::platform::keyboard;
use crate::app::platform::queue::Queue;
use crate::app::state::route::Route;
use crate::app::state::{BattleState, app_state};
use battle::panel::{Cached, Key, candidates};
use battle::referee::{Offer, Refused};
use battle::{Act, Action, Change, referee};
use leptos::ev::MouseEvent;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::facts::NAME;
use rules::procedure::{Procedure, Variant};
use rules::ruleset::Tracks;
use rules::text;
use rules::text::{percent, say};

#[component]
pub fn UnitCard(
    battle: BattleState,
    /// The unit's id.
    id: String,
    /// The unit's facts.
    facts: Memo<Facts>,
) -> impl IntoView {
    let front = front_trackers(battle, facts).into_iter();
    let front = front.map(|tracker| match tracker.kind {
        Tracks::Pips { .. } => view! { <PipsControl battle of=id.clone() tracker facts/> }.into_any(),
        Tracks::Unit(_) => view! { <UnitChips battle of=id.clone() tracker/> }.into_any(),
        _ => view! { <TrackerControl battle of=id.clone() tracker/> }.into_any(),
    });
    let front = front.collect_view();
    let opened = RwSignal::new(false);
    let offered = all_offers(battle, id.clone());
    view! {
        <Status battle facts/>
        {front}
        <OwnOffers battle id=id.clone() facts offered/>
        <details class="disclosure" on:toggle=move |_| opened.set(true)>
            <summary>{say("More")}</summary>
            // Only drawn once it is opened, because few of a hundred units are.
            <Show when=move || opened.get()><More battle id=id.clone() facts offered/></Show>
        </details>
    }
}

/// The boards and acts of a unit. For a unit of another player, whose it is.
#[component]
fn OwnOffers(battle: BattleState, id: String, facts: Memo<Facts>, offered: Memo<AllOffered>) -> impl IntoView {
    let of = id.clone();
    let whose = Memo::new(move |_| battle.not_our_unit(&of));
    move || match whose.get() {
        Some(words) => view! { <p class="soft of-another">{words}</p> }.into_any(),
        None => view! { <UnitBoards battle id=id.clone()/><Offers battle id=id.clone() facts offered/> }.into_any(),
    }
}

/// Further trackers and procedures, which are used less often.
#[component]
fn More(battle: BattleState, id: String, facts: Memo<Facts>, offered: Memo<AllOffered>) -> impl IntoView {
    let controls = further_trackers(battle, facts).into_iter();
    let controls = controls.map(|tracker| view! { <TrackerControl battle of=id.clone() tracker/> }).collect_view();
    let (removed, of) = (id.clone(), id.clone());
    let is_ours = Memo::new(move |_| battle.not_our_unit(&of).is_none());
    // Explanations of the front trackers are here, because the front has no room for question marks.
    let glossary = battle.ruleset.texts.glossary;
    let in_front = front_trackers(battle, facts).into_iter();
    let in_front = in_front.filter_map(|tracker| {
        let help = meaning(glossary, tracker.id, say(tracker.label))?;
        Some(view! { <div class="explained"><span class="label">{say(tracker.label)}</span>{help}</div> })
    });
    view! {
        <div class="trackers">{controls}{in_front.collect_view()}</div>
        <Show when=move || is_ours.get()><OtherOffers battle id=id.clone() facts offered/></Show>
        <button class="quiet" on:click=move |_| battle.act(Action::Muster, vec![Change::Remove(removed.clone())])>{say("Remove from the table")}</button>
    }
}

/// An act that is offered to a unit, with the reason if a rule forbids it now.
#[derive(Clone)]
struct Offered {
    procedure: &'static Procedure,
    /// The variant of the procedure, if it has several.
    way: Option<&'static Variant>,
    /// The reason why a rule of the turn forbids it now; `None` if no rule does.
    barred: Option<String>,
    /// True if it belongs to the current phase, and no board offers it.
    is_in_phase: bool,
}

impl PartialEq for Offered {
    fn eq(&self, other: &Self) -> bool {
        let shown = |offer: &Self| (offer.procedure.id, offer.way.map(|way| way.label), offer.is_in_phase);
        shown(self) == shown(other) && self.barred == other.barred
    }
}

impl Offered {
    fn title(&self) -> &'static str {
        title(self.procedure, self.way)
    }
}

fn title(procedure: &'static Procedure, way: Option<&'static Variant>) -> &'static str {
    say(way.map_or(procedure.title, |way| way.label))
}

/// The acts offered to a unit, and those that it cannot do.
#[derive(Clone, PartialEq, Default)]
struct AllOffered {
    offered: Vec<Offered>,
    /// Titles of acts that do not fit the unit or whose price cannot be paid, each with the reason.
    cannot: Vec<(String, String)>,
}

/// Links to the acts of this phase, including those that are forbidden now.
#[component]
fn Offers(battle: BattleState, id: String, facts: Memo<Facts>, offered: Memo<AllOffered>) -> impl IntoView {
    let name = facts.with_untracked(|facts| facts.value(NAME).unwrap_or_default());
    move || {
        let offers =
            offered.with(|all| all.offered.iter().filter(|offer| offer.is_in_phase).cloned().collect::<Vec<_>>());
        let label = text!("Actions now: {name}", name = name.clone()).to_string();
        view! { <OfferLinks battle id=id.clone() label offers/> }
    }
}

/// Links to all other acts, and the list of acts that the unit cannot do.
#[component]
fn OtherOffers(battle: BattleState, id: String, facts: Memo<Facts>, offered: Memo<AllOffered>) -> impl IntoView {
    let name = facts.with_untracked(|facts| facts.value(NAME).unwrap_or_default());
    move || {
        let AllOffered { mut offered, cannot } = offered.get();
        offered.retain(|offer| !offer.is_in_phase);
        let cannot: Vec<_> = cannot
            .into_iter()
            .map(|(title, why)| view! { <li>{title}{say(": ")}<span class="soft">{why}</span></li> })
            .collect();
        let label = text!("Other actions: {name}", name = name.clone()).to_string();
        view! {
            <OfferLinks battle id=id.clone() label offers=offered/>
            {(!cannot.is_empty()).then(|| view! { <ul class="cannot">{cannot}</ul> })}
        }
    }
}

/// Links to permitted acts. Below them, acts that a rule forbids now are greyed, with the reason.
#[component]
fn OfferLinks(battle: BattleState, id: String, label: String, offers: Vec<Offered>) -> impl IntoView {
    let (may, barred): (Vec<_>, Vec<_>) = offers.into_iter().partition(|offer| offer.barred.is_none());
    let links = may.into_iter().map(|offer| view! { <OfferLink battle unit=id.clone() offer reason=None/> });
    let links = links.collect::<Vec<_>>();
    // Acts that are forbidden for the same reason are grouped.
    let mut reasons: Vec<(String, Vec<Offered>)> = Vec::new();
    for offer in barred {
        let reason = offer.barred.clone().unwrap_or_default();
        match reasons.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, offers)) => offers.push(offer),
            None => reasons.push((reason, vec![offer])),
        }
    }
    let empty = links.is_empty() && reasons.is_empty();
    let rows = reasons.into_iter().map(|(reason, offers)| {
        let (reason_id, reason) = (keyboard::next_id("reason"), reason);
        let links = offers.into_iter().map(|offer| {
            view! { <OfferLink battle unit=id.clone() offer reason=Some(reason_id.clone())/> }
        });
        let links = links.collect_view();
        view! { <li>{links}<small id=reason_id.clone()>{reason}</small></li> }
    });
    let rows = rows.collect::<Vec<_>>();
    (!empty).then(|| {
        view! {
            <nav class="offers" aria-label=label>
                {links}
                {(!rows.is_empty()).then(|| view! { <ul class="not-now">{rows}</ul> })}
            </nav>
        }
    })
}

/// A link to the panel of a procedure. One that is forbidden now is greyed but still works, because its panel can override the rule.
#[component]
fn OfferLink(
    battle: BattleState,
    unit: String,
    offer: Offered,
    /// Id of the element with the reason that forbids it.
    reason: Option<String>,
) -> impl IntoView {
    let route = Route::resolve(battle.id(), offer.procedure.id, Some(unit.clone()));
    // A variant gives answers, with which the panel opens.
    let (app, variant, procedure) = (app_state(), offer.way, offer.procedure);
    let of = unit.clone();
    let is_barred = reason.is_some();
    let prepare = move |event: MouseEvent| {
        let act = Act::of_unit(procedure, &unit, variant.map(Variant::answers).unwrap_or_default());
        if !is_barred && acts::do_at_once(battle, &act) {
            event.prevent_default();
        } else if variant.is_some() {
            app.battle.prepared.set(Some(act));
        }
    };
    let greyed = is_barred.then_some("true");
    let answers = offer.way.map(Variant::answers).unwrap_or_default();
    let best =
        reason.is_none().then(|| BestChance::follow(battle, Act::of_unit(offer.procedure, &of, answers))).flatten();
    // The short text includes the target's name.
    let chance = move || best.and_then(BestChance::get).map(|(chance, _)| chance);
    let words = move || best.and_then(BestChance::get).map(|(_, words)| words);
    view! { <a class="button" href=route.href() aria-disabled=greyed aria-describedby=reason data-best=chance title=words on:click=prepare>{offer.title()}</a> }
}

/// The best chance of an act among its targets, as text. Computed after the row is drawn, and again whenever the table changes.
#[derive(Clone, Copy)]
struct BestChance {
    key: Memo<Key>,
    /// The chance in short and in a sentence, cached by act and table.
    found: RwSignal<Cached<Option<(String, String)>>>,
}

impl BestChance {
    fn follow(battle: BattleState, act: Act) -> Option<Self> {
        if act.procedure.has_no_stakes() {
            return None;
        }
        let (act, queue) = (StoredValue::new(act), Queue::new());
        let key = Memo::new(move |_| battle.with_tables(|tables| Key::of(act.get_value(), tables)));
        let best = Self { key, found: RwSignal::default() };
        Effect::new(move |_| {
            let (key, turn) = (best.key.get(), queue.begin());
            turn.in_slices(move || {
                let found = best_words(battle, &act.get_value());
                best.found.update(|all| all.set(key.clone(), found));
                false
            });
        });
        Some(best)
    }

    /// The chance on the current table; `None` while it is being computed, or if there is none.
    fn get(self) -> Option<(String, String)> {
        self.key.with(|key| self.found.with(|found| found.get(key).cloned())).flatten()
    }
}

/// The best chance of an act in short, and in a sentence.
fn best_words(battle: BattleState, act: &Act) -> Option<(String, String)> {
    let (act, likely) = untrack(|| battle.with_tables(|tables| candidates::best(battle.ruleset, act, tables)))?;
    let names = untrack(|| Names::of_participants(battle, act.procedure, &act.participants));
    let (index, nth, p) = likely.chances.first()?;
    let chance = percent(*p);
    let of = act.procedure.chances.get(*index)?.label_of(*nth, names.inner());
    let whom = act.participants.names_after_first(act.procedure, |id| battle.unit_name(id).unwrap_or_default());
    let words = text!("At best {chance} {what}: {whom}", chance = chance.clone(), what = of, whom = whom.clone());
    let shown = if whom.is_empty() { chance } else { format!("{chance} · {whom}") };
    Some((shown, words.to_string()))
}

/// All acts of a unit that the referee offers. Computed again after every act, because the rules of the turn depend on the whole table.
fn all_offers(battle: BattleState, id: String) -> Memo<AllOffered> {
    battle.follow(move |open| {
        let on_board = |procedure: &str| board::offers(battle, open, &id, procedure);
        let (names, mut all) = (Names::of_battle(battle), AllOffered::default());
        for offer in referee::offers(battle.ruleset, open.state(), &id).into_iter().filter(Offer::is_shown) {
            match &offer.refused {
                Some(Refused::Unfit(why)) => {
                    all.cannot.push((title(offer.procedure, offer.variant).to_owned(), why.to_string()));
                }
                None | Some(Refused::Barred(_)) => all.offered.push(Offered {
                    procedure: offer.procedure,
                    way: offer.variant,
                    barred: offer.barred().map(|barred| names.spell(&barred.message)),
                    is_in_phase: offer.of_this_phase && !on_board(offer.procedure.id),
                }),
            }
        }
        all
    })
}
