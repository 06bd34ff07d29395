//! Both sides beside the panel, where there is room: those who take part as they stand on the table, all others in a line
//! each. A tap on one of them puts it in the role that is still missing, and its line shows the chance that matters then.

use super::panel::LivePanel;
use super::ranking::{Ranking, Rankings};
use crate::app::components::status_tag::StatusTag;
use crate::app::components::trackers::pips_in_words;
use crate::app::components::unit_card::StatusCard;
use crate::app::platform::keyboard;
use crate::app::platform::keyboard::card_id;
use crate::app::platform::screen;
use crate::app::state::BattleState;
use battle::participants::Participants;
use battle::{Battle, Joined};
use leptos::prelude::*;
use rules::facts::Facts;
use rules::procedure::{Role, Whose};
use rules::ruleset::{StatusTag, Tracks, Urgency};
use rules::text;
use rules::text::say;

/// Both sides, wherever they fit beside the panel.
#[component]
pub fn SidePanel(
    /// The panel.
    panel: LivePanel,
    /// The battle in play.
    battle: BattleState,
) -> impl IntoView {
    let room = screen::follow(screen::SIDE_PANEL);
    view! { <Show when=move || room.get()><BothSides panel battle/></Show> }
}

#[component]
fn BothSides(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let taps = Memo::new(move |_| taps(panel, battle));
    // The chances of those who are wanted, and of other targets than the one that is picked.
    let ranked = Memo::new(move |_| {
        let roles = panel.procedure.participants.iter().enumerate();
        let is_ranked = |(place, role): &(usize, &Role)| {
            let way = taps.with(|taps| taps.iter().find(|tap| tap.role == *place).map(|tap| tap.way));
            way == Some(Way::Missing) || way == Some(Way::Instead) && role.whose == Whose::Enemy
        };
        roles.filter(is_ranked).map(|(place, _)| place).collect::<Vec<_>>()
    });
    let rankings = expect_context::<Rankings>();
    let watched = Memo::new_with_compare(
        move |_| {
            let watch = |place: &usize| (*place, rankings.watch(&panel.procedure.participants[*place]));
            ranked.with(|places| places.iter().map(watch).collect::<Watched>())
        },
        |_, _| true,
    );
    let sides = [0, 1].map(|side| view! { <SideUnits panel battle side taps watched/> });
    view! { <aside class="side-panel" aria-label=say("On the table")>{sides}</aside> }
}

/// Roles whose candidates are ranked, by their places.
type Watched = Vec<(usize, Ranking)>;

/// A side: those who take part first.
#[component]
fn SideUnits(
    panel: LivePanel,
    battle: BattleState,
    side: usize,
    taps: Memo<Vec<Tap>>,
    watched: Memo<Watched>,
) -> impl IntoView {
    let name = battle.with_untracked(|open| open.header().sides[side].name.clone());
    let taking = Memo::new(move |_| {
        panel.participants.with(|participants| battle.with(|open| taking(panel, participants, open, side)))
    });
    let rows = Memo::new(move |before: Option<&Vec<Row>>| battle.with(|open| rows(battle, open, side, before)));
    let others = move || {
        let mut others = rows.get();
        taking.with(|taking| others.retain(|row| !taking.contains(&row.id)));
        others
    };
    // Which role a tap gives, as long as one is missing.
    let wanted = Memo::new(move |_| {
        let missing = |tap: &&Tap| tap.side == side && tap.way == Way::Missing;
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
            <Show when=move || rows.with(Vec::is_empty)><p class="soft">{say("No units.")}</p></Show>
            <ul class="list">
                <For each=move || taking.get() key=Clone::clone let(id)><TakingCard panel battle id/></For>
                <For each=others key=|row| (row.id.clone(), row.mark) let(row)><UnitLine panel row taps watched/></For>
            </ul>
        </section>
    }
}

/// The units of a side that take part, in the order of the roles.
fn taking(panel: LivePanel, participants: &Participants, open: &Battle, side: usize) -> Vec<String> {
    let mut taking: Vec<String> = Vec::new();
    for id in panel.procedure.participants.iter().flat_map(|role| participants.units(role.id)) {
        if !taking.contains(id) && open.state().unit(id).is_some_and(|unit| unit.side == side) {
            taking.push(id.clone());
        }
    }
    taking
}

/// One that takes part: in which role, and how it stands.
#[component]
fn TakingCard(panel: LivePanel, battle: BattleState, id: String) -> impl IntoView {
    let (unit, here) = (id.clone(), card_id(&id));
    let roles = Memo::new(move |_| {
        let takes = |role: &&Role| panel.participants.with(|participants| participants.units(role.id).contains(&unit));
        let labels =
            panel.procedure.participants.iter().filter(takes).map(|role| panel.named_units().spell_label(role.label));
        labels.collect::<Vec<_>>().join(", ")
    });
    let unit = id.clone();
    // A unit in a required role is not taken out. A tap on another replaces it.
    let spare = Memo::new(move |_| {
        let spare = |role: &&Role| {
            panel
                .participants
                .with(|participants| participants.units(role.id).contains(&unit) && (role.max > 1 || role.min == 0))
        };
        panel.procedure.participants.iter().position(|role| spare(&role)).filter(|_| !panel.is_rolling())
    });
    let out = text!("{what}: remove", what = panel.unit_name(&id)).to_string();
    let unit = id.clone();
    let take_out = move || {
        let (id, out) = (unit.clone(), out.clone());
        spare.get().and_then(|place| panel.procedure.participants.get(place)).map(|role| {
            let take = move |_| {
                panel.give_or_take(role, &id);
                follow(id.clone());
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

// Those who take no part.

/// A unit in a line.
#[derive(Clone, PartialEq)]
struct Row {
    id: String,
    name: String,
    /// Its counters, in a few words.
    trackers: String,
    tags: Vec<StatusTag>,
    /// Number of changes while it was shown.
    mark: u32,
}

/// The units of a side. Those of whom nothing changed are as they were `before`.
fn rows(battle: BattleState, open: &Battle, side: usize, before: Option<&Vec<Row>>) -> Vec<Row> {
    let row = |(unit, facts): (&Joined, &Facts)| {
        let pips = battle.ruleset.trackers.unit.iter().filter(|tracker| matches!(tracker.kind, Tracks::Pips { .. }));
        let trackers: Vec<String> = pips.filter_map(|tracker| pips_in_words(tracker, facts)).collect();
        let mut tags = (battle.ruleset.status_tags)(facts);
        tags.retain(|tag| tag.urgency != Urgency::Calm);
        let row =
            Row { name: unit.name().to_owned(), trackers: trackers.join(" · "), tags, mark: 0, id: unit.id.clone() };
        let before = before.and_then(|before| before.iter().find(|earlier| earlier.id == row.id));
        let mark = before.map_or(0, |earlier| if earlier.same(&row) { earlier.mark } else { earlier.mark + 1 });
        Row { mark, ..row }
    };
    battle.units_in_order(open, side).into_iter().map(row).collect()
}

impl Row {
    fn same(&self, other: &Self) -> bool {
        (&self.name, &self.trackers, &self.tags) == (&other.name, &other.trackers, &other.tags)
    }
}

/// A unit in a line. Its changes flash, as everywhere.
#[component]
fn UnitLine(panel: LivePanel, row: Row, taps: Memo<Vec<Tap>>, watched: Memo<Watched>) -> impl IntoView {
    let Row { id, name, trackers, tags, mark } = row;
    let unit = id.clone();
    let tap = Memo::new(move |_| taps.with(|taps| taps.iter().find(|tap| tap.unit == unit).cloned()));
    let ranking = move || {
        let role = tap.with(|tap| tap.as_ref().map(|tap| tap.role))?;
        watched.with(|all| all.iter().find(|(place, _)| *place == role).map(|(_, ranking)| *ranking))
    };
    let is_ranked = Memo::new(move |_| ranking().is_some() && !panel.procedure.has_no_stakes());
    let unit = id.clone();
    let prospect = Memo::new(move |_| {
        let ranking = ranking()?;
        Some((ranking.words(&unit)?, ranking.is_barred(&unit)))
    });
    let alarm = tags.iter().any(|tag| tag.urgency == Urgency::Alarm);
    let here = card_id(&id);
    let body = move || {
        let shown_tags = tags.iter().cloned().map(|tag| view! { <StatusTag tag/> }).collect_view();
        let shown = view! {
            <b>{name.clone()}</b>
            {(!trackers.is_empty()).then(|| view! { " "<small>{trackers.clone()}</small> })}
            {(!tags.is_empty()).then(|| view! { " "<span class="tags">{shown_tags}</span> })}
        };
        let Some(tap) = tap.get() else { return view! { <div class="line">{shown}</div> }.into_any() };
        let Some(role) = panel.procedure.participants.get(tap.role) else { return ().into_any() };
        let id = id.clone();
        let take = move |_| {
            panel.give_or_take(role, &id);
            follow(id.clone());
        };
        // It has its room from the start, so that no row moves when it comes.
        let words = move || prospect.get().map(|(words, _)| words);
        let chance = move || is_ranked.get().then(|| view! { " "<small class="prospect">{words}</small> });
        let cannot = move || prospect.with(|prospect| prospect.as_ref().is_some_and(|(_, barred)| *barred));
        view! {
            <button class="line" class:cannot=cannot on:click=take>{shown}{chance}<span class="visually-hidden">" "{tap.words(panel, role)}</span></button>
        }
        .into_any()
    };
    view! { <li id=here class:alarm=alarm data-turn=(mark > 0).then_some(if mark % 2 == 1 { "a" } else { "b" })>{move || body()}</li> }
}

/// Keeps the focus on a unit that was tapped, as its line is drawn anew elsewhere.
fn follow(id: String) {
    keyboard::focus_if_lost(move || {
        let card = document().get_element_by_id(&card_id(&id))?;
        card.query_selector("button").ok().flatten().or(Some(card))
    });
}

// What a tap does.

/// Effect of a tap on a unit.
#[derive(Clone, PartialEq)]
struct Tap {
    unit: String,
    side: usize,
    /// The role that the unit takes then, by its place.
    role: usize,
    way: Way,
}

#[derive(Clone, Copy, PartialEq)]
enum Way {
    /// Somebody is missing in the role.
    Missing,
    /// There is room for one more.
    More,
    /// It takes the place of the only one.
    Instead,
}

impl Way {
    const ALL: [Self; 3] = [Self::Missing, Self::More, Self::Instead];

    fn into(role: &Role, participants: &Participants) -> Option<Self> {
        let there = participants.units(role.id).len();
        match there {
            _ if there < role.min => Some(Self::Missing),
            _ if there < role.max => Some(Self::More),
            _ => (role.max == 1).then_some(Self::Instead),
        }
    }
}

/// Effects of taps on units that take no part, each unit once: missing roles are filled first.
fn taps(panel: LivePanel, battle: BattleState) -> Vec<Tap> {
    let mut taps: Vec<Tap> = Vec::new();
    if panel.is_rolling() {
        return taps;
    }
    let roles = panel.procedure.participants;
    panel.participants.with(|participants| {
        battle.with(|open| {
            let part = |id: &String| roles.iter().any(|role| participants.units(role.id).contains(id));
            for way in Way::ALL {
                let these = roles.iter().enumerate().filter(|(_, role)| Way::into(role, participants) == Some(way));
                for (place, role) in these {
                    for unit in participants.candidates(panel.procedure, role, open.state()) {
                        let side = open.state().unit(&unit).map_or(0, |unit| unit.side);
                        if !part(&unit) && !taps.iter().any(|tap| tap.unit == unit) {
                            taps.push(Tap { unit, side, role: place, way });
                        }
                    }
                }
            }
        });
    });
    taps
}

impl Tap {
    /// Its effect in words, for players who cannot see it.
    fn words(&self, panel: LivePanel, role: &Role) -> String {
        let label = panel.named_units().spell_label(role.label);
        match self.way {
            Way::Instead => {
                text!("takes part as {role}, instead of {who}", role = label, who = panel.names(role.id).join(", "))
            }
            Way::Missing | Way::More => text!("takes part as {role}", role = label),
        }
        .to_string()
    }
}
