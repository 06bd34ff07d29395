//! Both sides next to the panel, on screens with room for them. Units that take part have cards; all others have rows like those of the table. A tap on a
//! line gives the unit a role that still needs one, and the line shows the main chance in that case.

use super::panel::LivePanel;
use super::ranking::{Ranking, Rankings};
use crate::app::components::short_name::short_name;
use crate::app::components::sign::UnitSign;
use crate::app::components::trackers::{GaugeShown, UnitNumber, flash_marks};
use crate::app::components::unit_card::StatusCard;
use crate::app::components::unit_glance::{bearing_class, main_tracker, sign_of};
use crate::app::components::unit_state::{InPhase, NamedUnits, UnitState};
use crate::app::platform::keyboard;
use crate::app::platform::keyboard::card_id;
use crate::app::platform::screen;
use crate::app::state::BattleState;
use battle::Battle;
use battle::participants::Participants;
use leptos::prelude::*;
use rules::procedure::{Role, Whose};
use rules::text;
use rules::text::say;

/// Both sides, if they fit next to the panel.
#[component]
pub fn SidePanel(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let has_room = screen::follow(screen::SIDE_PANEL);
    view! { <Show when=move || has_room.get()><BothSides panel battle/></Show> }
}

#[component]
fn BothSides(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let taps = Memo::new(move |_| taps(panel, battle));
    // Ranked are the candidates for roles that need a unit, and the alternatives to a picked enemy.
    let ranked = Memo::new(move |_| {
        let roles = panel.procedure.participants.iter().enumerate();
        let is_ranked = |(index, role): &(usize, &Role)| {
            let effect = taps.with(|taps| taps.iter().find(|tap| tap.role == *index).map(|tap| tap.effect));
            effect == Some(Effect::Missing) || effect == Some(Effect::Instead) && role.whose == Whose::Enemy
        };
        roles.filter(is_ranked).map(|(index, _)| index).collect::<Vec<_>>()
    });
    let rankings = expect_context::<Rankings>();
    let watched = Memo::new_with_compare(
        move |_| {
            let watch = |index: &usize| (*index, rankings.watch(&panel.procedure.participants[*index]));
            ranked.with(|indexes| indexes.iter().map(watch).collect::<Watched>())
        },
        |_, _| true,
    );
    provide_context(NamedUnits::follow(battle));
    let sides = [0, 1].map(|side| view! { <SideUnits panel battle side taps watched/> });
    view! { <aside class="side-panel" aria-label=say("On the table")>{sides}</aside> }
}

/// The rankings for the ranked roles, by the index of the role.
type Watched = Vec<(usize, Ranking)>;

/// A side: first the units that take part, then the others.
#[component]
fn SideUnits(
    panel: LivePanel,
    battle: BattleState,
    side: usize,
    taps: Memo<Vec<Tap>>,
    watched: Memo<Watched>,
) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().sides[side].name.clone());
    let participating = Memo::new(move |_| {
        panel.participants.with(|participants| battle.with(|open| participating(panel, participants, open, side)))
    });
    let units = battle.follow(move |open| {
        let units = battle.units_in_order(open, side).into_iter();
        units.map(|(unit, _)| unit.id.clone()).collect::<Vec<_>>()
    });
    let others = move || {
        let mut others = units.get();
        participating.with(|participating| others.retain(|id| !participating.contains(id)));
        others
    };
    // The role that a tap gives, while a role needs a unit.
    let wanted = Memo::new(move |_| {
        let missing = |tap: &&Tap| tap.side == side && tap.effect == Effect::Missing;
        taps.with(|taps| taps.iter().find(missing).map(|tap| tap.role))
    });
    let wanted = move || {
        let role = panel.named_units().spell_label(panel.procedure.participants.get(wanted.get()?)?.label);
        Some(view! { <p class="wanted">{text!("Tap a unit: {role}", role = role).to_string()}</p> })
    };
    view! {
        <section class=format!("panel-side side-{side}") aria-label=name.clone() tabindex="0">
            <h2>{name.clone()}</h2>
            {move || wanted()}
            <Show when=move || units.with(Vec::is_empty)><p class="soft">{say("No units.")}</p></Show>
            <ul class="list">
                <For each=move || participating.get() key=Clone::clone let(id)><ParticipantCard panel battle id/></For>
                <For each=others key=Clone::clone let(id)><UnitLine panel battle id taps watched/></For>
            </ul>
        </section>
    }
}

/// Ids of a side's units that take part, in the order of the roles.
fn participating(panel: LivePanel, participants: &Participants, open: &Battle, side: usize) -> Vec<String> {
    let mut participating: Vec<String> = Vec::new();
    for id in panel.procedure.participants.iter().flat_map(|role| participants.units(role.id)) {
        if !participating.contains(id) && open.state().unit(id).is_some_and(|unit| unit.side == side) {
            participating.push(id.clone());
        }
    }
    participating
}

/// The card of a unit that takes part, with its role, and a button that removes it.
#[component]
fn ParticipantCard(panel: LivePanel, battle: BattleState, id: String) -> impl IntoView {
    let (unit, here) = (id.clone(), card_id(&id));
    let roles = Memo::new(move |_| {
        let takes = |role: &&Role| panel.participants.with(|participants| participants.units(role.id).contains(&unit));
        let labels =
            panel.procedure.participants.iter().filter(takes).map(|role| panel.named_units().spell_label(role.label));
        labels.collect::<Vec<_>>().join(", ")
    });
    let unit = id.clone();
    // The only unit of a required role cannot be removed. A tap on another unit replaces it.
    let removable_from = Memo::new(move |_| {
        let is_removable = |role: &&Role| {
            panel
                .participants
                .with(|participants| participants.units(role.id).contains(&unit) && (role.max > 1 || role.min == 0))
        };
        panel.procedure.participants.iter().position(|role| is_removable(&role)).filter(|_| !panel.is_rolling())
    });
    let out = text!("{what}: remove", what = panel.unit_name(&id)).to_string();
    let unit = id.clone();
    let take_out = move || {
        let (id, out) = (unit.clone(), out.clone());
        removable_from.get().and_then(|index| panel.procedure.participants.get(index)).map(|role| {
            let take = move |_| {
                panel.give_or_take(role, &id);
                keep_focus(id.clone());
            };
            view! { <button class="quiet" aria-label=out on:click=take>{say("Remove")}</button> }
        })
    };
    view! {
        <li class="taking" id=here tabindex="-1">
            <p class="part"><b>{roles}</b>{move || take_out()}</p>
            <StatusCard battle id/>
        </li>
    }
}

/// A unit that takes no part, as a row like that of the table. It flashes when the unit changes.
#[component]
fn UnitLine(
    panel: LivePanel,
    battle: BattleState,
    id: String,
    taps: Memo<Vec<Tap>>,
    watched: Memo<Watched>,
) -> impl IntoView {
    let (name, facts) = (battle.unit_name(&id).unwrap_or_default(), battle.facts(&id));
    let main = main_tracker(battle, facts);
    let state = UnitState::follow(battle, &id, main, facts, Memo::new(|_| InPhase::default()));
    let (sign, number) = (sign_of(battle, &id, facts), UnitNumber::of(battle, &id, main, facts));
    let turn = flash_marks(state);
    let unit = id.clone();
    let tap = Memo::new(move |_| taps.with(|taps| taps.iter().find(|tap| tap.unit == unit).cloned()));
    let ranking = move || {
        let role = tap.with(|tap| tap.as_ref().map(|tap| tap.role))?;
        watched.with(|all| all.iter().find(|(index, _)| *index == role).map(|(_, ranking)| *ranking))
    };
    let is_ranked = Memo::new(move |_| ranking().is_some() && !panel.procedure.has_no_stakes());
    let unit = id.clone();
    let prospect = Memo::new(move |_| {
        let ranking = ranking()?;
        Some((ranking.words(&unit)?, ranking.is_barred(&unit)))
    });
    let here = card_id(&id);
    let body = move || {
        let shown = view! {
            <UnitSign sign/>
            <span class="line-words">
                <span class="unit-name">{short_name(name.clone())}</span>
                <span class="visually-hidden">{move || state.with(|state| state.spoken.clone())}</span>
                {move || state.get().view()}
            </span>
            <span class="line-number" aria-hidden="true"><GaugeShown number/></span>
        };
        let Some(tap) = tap.get() else { return view! { <div class="line">{shown}</div> }.into_any() };
        let Some(role) = panel.procedure.participants.get(tap.role) else { return ().into_any() };
        let id = id.clone();
        let take = move |_| {
            panel.give_or_take(role, &id);
            keep_focus(id.clone());
        };
        // The space for the chance is reserved from the start, so that no line moves when it is known.
        let words = move || prospect.get().map(|(words, _)| words);
        let chance = move || is_ranked.get().then(|| view! { " "<small class="prospect">{words}</small> });
        let cannot = move || prospect.with(|prospect| prospect.as_ref().is_some_and(|(_, barred)| *barred));
        view! {
            <button class="line" class:cannot=cannot on:click=take>{shown}{chance}<span class="visually-hidden">" "{tap.words(panel, role)}</span></button>
        }
        .into_any()
    };
    let bearing = move || sign.with(|sign| bearing_class(sign.bearing));
    view! { <li id=here class=bearing data-turn=turn>{move || body()}</li> }
}

/// Keeps the focus on a tapped unit, whose line or card is redrawn elsewhere.
fn keep_focus(id: String) {
    keyboard::focus_if_lost(move || {
        let card = document().get_element_by_id(&card_id(&id))?;
        card.query_selector("button").ok().flatten().or(Some(card))
    });
}

/// The effect of a tap on a unit.
#[derive(Clone, PartialEq)]
struct Tap {
    unit: String,
    side: usize,
    /// Index of the role that the unit gets.
    role: usize,
    effect: Effect,
}

/// The effect of giving a role to one more unit.
#[derive(Clone, Copy, PartialEq)]
enum Effect {
    /// The role needs a unit.
    Missing,
    /// The role can take another unit.
    More,
    /// The unit replaces the only one of the role.
    Instead,
}

impl Effect {
    const ALL: [Self; 3] = [Self::Missing, Self::More, Self::Instead];

    /// The effect of giving a role to one more unit; `None` if the role is full.
    fn of(role: &Role, participants: &Participants) -> Option<Self> {
        let count = participants.units(role.id).len();
        match count {
            _ if count < role.min => Some(Self::Missing),
            _ if count < role.max => Some(Self::More),
            _ => (role.max == 1).then_some(Self::Instead),
        }
    }
}

/// The effects of taps on units that take no part, one for each unit. Roles that need a unit come first.
fn taps(panel: LivePanel, battle: BattleState) -> Vec<Tap> {
    let mut taps: Vec<Tap> = Vec::new();
    if panel.is_rolling() {
        return taps;
    }
    let roles = panel.procedure.participants;
    panel.participants.with(|participants| {
        battle.with(|open| {
            let part = |id: &String| roles.iter().any(|role| participants.units(role.id).contains(id));
            for effect in Effect::ALL {
                let with_effect =
                    roles.iter().enumerate().filter(|(_, role)| Effect::of(role, participants) == Some(effect));
                for (index, role) in with_effect {
                    for unit in participants.candidates(panel.procedure, role, open.state()) {
                        let side = open.state().unit(&unit).map_or(0, |unit| unit.side);
                        if !part(&unit) && !taps.iter().any(|tap| tap.unit == unit) {
                            taps.push(Tap { unit, side, role: index, effect });
                        }
                    }
                }
            }
        });
    });
    taps
}

impl Tap {
    /// The effect in words, for screen readers.
    fn words(&self, panel: LivePanel, role: &Role) -> String {
        let label = panel.named_units().spell_label(role.label);
        match self.effect {
            Effect::Instead => {
                text!("takes part as {role}, instead of {who}", role = label, who = panel.names(role.id).join(", "))
            }
            Effect::Missing | Effect::More => text!("takes part as {role}", role = label),
        }
        .to_string()
    }
}
