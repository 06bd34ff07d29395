//! The choice of the units that take part in a procedure.

use super::panel::LivePanel;
use super::ranking::{Ranking, Rankings};
use crate::app::components::choice::Choice;
use crate::app::components::stepper::{Step, Stepper, Steps};
use crate::app::platform::keyboard;
use crate::app::state::BattleState;
use battle::panel::{Message, Outlook};
use leptos::html;
use leptos::prelude::*;
use rules::form::Band;
use rules::procedure::{Agent, Role, Whose};
use rules::text::say;
use serde_json::Value as Json;

/// Number of bands that fit next to a candidate. If there are more, the number is asked after the unit is picked.
const MAX_BANDS: usize = 6;

/// The choice of the units for every role. For an act of a side, also the choice of the side.
#[component]
pub fn Roles(
    panel: LivePanel,
    battle: BattleState,
    /// True if the unit with the first role is fixed, and not shown.
    #[prop(optional)]
    but_first: bool,
) -> impl IntoView {
    let roles = panel.procedure.participants.iter().skip(usize::from(but_first));
    let roles = roles.map(|role| view! { <RoleChoice panel battle role/> }).collect_view();
    view! {
        {(panel.procedure.agent == Agent::Side).then(|| view! { <SideChoice panel battle/> })}
        <div class="versus">{roles}</div>
    }
}

#[component]
fn SideChoice(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let chosen = Signal::derive(move || {
        panel.participants.with(|participants| battle.with(|open| participants.side(panel.procedure, open.state())))
    });
    let sides = battle.follow(|open| [0, 1].map(|side| (side, open.header().sides[side].name.clone())).to_vec());
    let choose = Callback::new(move |side| {
        panel.send(Message::ActFor(side));
    });
    let is_locked = Signal::derive(move || panel.is_rolling());
    view! { <Choice label=say("Side") options=sides chosen choose is_locked/> }
}

/// The names of the units of a role. If it has none: "nobody" for an optional role, unless a rule asks for a unit, else "choose…".
fn taken_by(panel: LivePanel, role: &Role, is_asked: bool) -> String {
    let names = panel.names(role.id);
    match (names.is_empty(), role.min) {
        (true, 0) if !is_asked => say("nobody").to_owned(),
        (true, _) => say("choose…").to_owned(),
        (false, _) => names.join(", "),
    }
}

#[component]
fn RoleChoice(panel: LivePanel, battle: BattleState, role: &'static Role) -> impl IntoView {
    let chosen = Memo::new(move |_| panel.participants.with(|participants| participants.units(role.id).to_vec()));
    let open = RwSignal::new(false);
    // The candidates stay open while the guide's unit is not picked.
    let guided = Memo::new(move |_| {
        let act = panel.participants.with(|participants| battle.guided_act(panel.procedure, participants));
        let picks = act.map_or(&[][..], |guided_act| guided_act.picks);
        picks.iter().any(|(of, unit)| *of == role.id && chosen.with(|ids| ids.iter().all(|id| id != unit)))
    });
    let index = panel.procedure.participants.iter().position(|other| other.id == role.id);
    let is_asked = Memo::new(move |_| {
        panel.outlook.with(|outlook| matches!(**outlook, Outlook::Missing(missing) if Some(missing) == index))
    });
    let choosing = Memo::new(move |_| {
        let lacks_unit = is_asked.get() || chosen.with(|ids| ids.len() < role.min);
        !panel.is_rolling() && (open.get() || guided.get() || lacks_unit)
    });
    // An optional role without candidates is not shown.
    let is_hidden =
        Memo::new(move |_| role.min == 0 && chosen.with(Vec::is_empty) && candidates(panel, battle, role).is_empty());
    // An optional role without a unit is a small button until it is opened.
    let untaken = Memo::new(move |_| role.min == 0 && chosen.with(Vec::is_empty) && !choosing.get());
    let label = move || panel.named_units().spell_label(role.label);
    let who = NodeRef::<html::Button>::new();
    keyboard::while_shown(move |key| {
        let closes = key == "Escape" && open.get_untracked() && choosing.get_untracked();
        if closes {
            open.set(false);
        }
        closes
    });
    // The candidates disappear after the choice, and the focus with them: it moves to the button of the role.
    Effect::new(move |before: Option<bool>| {
        let choosing = choosing.get();
        if before == Some(true) && !choosing {
            keyboard::focus_if_lost(move || who.try_get_untracked().flatten().map(Into::into));
        }
        choosing
    });
    let side = if role.whose == Whose::Own { "own" } else { "enemy" };
    view! {
        <section class=format!("role {side}") class:untaken=move || untaken.get() hidden=move || is_hidden.get() aria-label=say(role.label)>
            <button class="who" node_ref=who disabled=move || panel.is_rolling() on:click=move |_| open.update(|open| *open = !*open)>
                <small>{move || label()}</small>
                {move || (!untaken.get()).then(|| taken_by(panel, role, is_asked.get()))}
            </button>
            <Show when=move || choosing.get()><Candidates panel battle role chosen open/></Show>
        </section>
    }
}

/// The units that can take a role.
fn candidates(panel: LivePanel, battle: BattleState, role: &'static Role) -> Vec<String> {
    panel
        .participants
        .with(|participants| battle.with(|open| participants.candidates(panel.procedure, role, open.state())))
}

/// The list of candidates for a role. Units that have the role come first, because a tap removes them from it.
#[component]
fn Candidates(
    panel: LivePanel,
    battle: BattleState,
    role: &'static Role,
    chosen: Memo<Vec<String>>,
    open: RwSignal<bool>,
) -> impl IntoView {
    let ranking = expect_context::<Rankings>().watch(role);
    let is_proposed = role.whose == Whose::Enemy && !role.is_ordered_by_rules();
    let last_mover = panel.with_panel(|panel, _| panel.last_mover().map(str::to_owned)).filter(|_| is_proposed);
    let mover = last_mover.clone();
    let offered = Memo::new(move |_| {
        let mut offered = chosen.get();
        offered.dedup();
        let mut candidates = candidates(panel, battle, role);
        ranking.sort(&mut candidates);
        // The enemy that has just moved is the likeliest.
        if let Some(mover) = last_mover.as_ref().and_then(|mover| candidates.iter().position(|id| id == mover)) {
            candidates[..=mover].rotate_right(1);
        }
        let candidates = candidates.into_iter();
        offered.extend(candidates.filter(|id| chosen.with(|ids| !ids.contains(id))));
        offered
    });
    let toggle = Callback::new(move |id: String| {
        let had = chosen.with_untracked(|ids| ids.contains(&id));
        panel.give_or_take(role, &id);
        if role.max == 1 && (role.min == 1 || !had) {
            open.set(false);
        } else if !had {
            // The role can take more units.
            open.set(true);
        }
    });
    let aim = Callback::new(move |(id, place, to): (String, String, Json)| {
        let first = chosen.with_untracked(Vec::is_empty);
        panel.send(Message::Aim(role.id, id, place, to));
        // Most acts need no further unit, and the list would push the odds down. The button of the role opens it again.
        if first {
            open.set(false);
        }
    });
    let bands = Memo::new(move |_| panel.open_bands(role).filter(|(_, bands)| (1..=MAX_BANDS).contains(&bands.len())));
    let counts_members = move |id: &str| {
        role.max > 1 && role.each.is_some_and(|each| battle.with(|open| each(&open.state().facts(id))) > 1)
    };
    view! {
        <div class="candidates">
            {move || ranking.common_bar().map(|why| view! { <p class="cannot-all">{why}</p> })}
            {move || ranking.assumed().map(|words| view! { <p class="assumed">{words}</p> })}
            <For each=move || offered.get() key=Clone::clone let(id)>
                {
                    let name = panel.unit_name(&id);
                    if counts_members(&id) {
                        view! { <HowMany panel battle role id name open/> }.into_any()
                    } else {
                        view! { <OneCandidate moved_last=mover.as_ref() == Some(&id) id name chosen ranking bands toggle aim/> }.into_any()
                    }
                }
            </For>
            {(role.max > 1).then(|| view! {
                <Show when=move || open.get()>
                    <button class="quiet" on:click=move |_| open.set(false)>{say("Done")}</button>
                </Show>
            })}
        </div>
    }
}

/// The place and the bands of an unanswered number; `None` if there is none.
type OpenBands = Option<(String, Vec<Band>)>;

/// A candidate: the unit's name, its main chance, and the bands of an unanswered number.
#[component]
fn OneCandidate(
    id: String,
    name: String,
    /// True for the unit of the other side that moved last.
    moved_last: bool,
    chosen: Memo<Vec<String>>,
    ranking: Ranking,
    bands: Memo<OpenBands>,
    /// Gives the role to the unit, or takes it away.
    toggle: Callback<String>,
    /// Gives the role to the unit, and sets the number at a place.
    aim: Callback<(String, String, Json)>,
) -> impl IntoView {
    let (pressed, ranked, barred, taken) = (id.clone(), id.clone(), id.clone(), id.clone());
    let (words_id, named) = (keyboard::next_id("prospect"), name.clone());
    let words = Memo::new(move |_| {
        let moved = moved_last.then(|| say("moved last").to_owned());
        let all: Vec<String> = moved.into_iter().chain(ranking.words(&ranked)).collect();
        (!all.is_empty()).then(|| all.join(" · "))
    });
    let description_id = words_id.clone();
    let described = move || words.with(Option::is_some).then(|| description_id.clone());
    // The chance is the description of the button, whose name is the unit's.
    let prospect = move || {
        let id = words_id.clone();
        words.get().map(|words| view! { <small id=id aria-hidden="true">{words}</small> })
    };
    let chips = move || bands.get().map(|bands| view! { <BandTaps id=id.clone() name=named.clone() bands aim/> });
    view! {
        <div class:with-bands=move || bands.with(Option::is_some)>
            <button class="candidate" class:cannot=move || ranking.is_barred(&barred) aria-describedby=described
                aria-pressed=move || chosen.with(|ids| ids.contains(&pressed)).to_string()
                on:click=move |_| toggle.run(taken.clone())>{name}{prospect}</button>
            {chips}
        </div>
    }
}

/// The bands of an unanswered number next to a candidate. A tap picks the unit and sets the number.
#[component]
fn BandTaps(
    id: String,
    name: String,
    /// The place of the number, and its bands.
    bands: (String, Vec<Band>),
    /// Gives the role to the unit, and sets the number.
    aim: Callback<(String, String, Json)>,
) -> impl IntoView {
    let (place, bands) = bands;
    let taps = bands.into_iter().map(|band| {
        let (place, id, to) = (place.clone(), id.clone(), band.to);
        let take = move |_| aim.run((id.clone(), place.clone(), to.into()));
        view! { <button class="band" aria-label=band.label.to_string() on:click=take>{band.sign}</button> }
    });
    view! { <div class="bands" role="group" aria-label=name>{taps.collect_view()}</div> }
}

/// The number of a unit's members that take the role, for roles in which each member counts.
#[component]
fn HowMany(
    panel: LivePanel,
    battle: BattleState,
    role: &'static Role,
    id: String,
    name: String,
    open: RwSignal<bool>,
) -> impl IntoView {
    let (counted_id, limited_id) = (id.clone(), id.clone());
    let count = Memo::new(move |_| {
        panel
            .participants
            .with(|participants| participants.units(role.id).iter().filter(|taken| **taken == counted_id).count())
    });
    let full = Memo::new(move |_| {
        panel.participants.with(|participants| {
            let left = battle.with(|open| participants.left(role, &limited_id, open.state()));
            left == Some(0) || participants.units(role.id).len() >= role.max
        })
    });
    let take = move |step: Step| {
        open.set(true);
        let message = match step {
            Step::More => Message::More,
            Step::Less => Message::Fewer,
        };
        panel.send(message(role.id, id.clone()));
    };
    // The unit has no more members, or the role takes no more.
    let ends = move || [(count.get() == 0).then(|| "0".to_owned()), full.get().then(|| count.get().to_string())];
    let steps = Steps::new(battle.app, name.clone(), None, ends, take);
    view! { <Stepper label=name steps><output>{count}</output></Stepper> }
}
