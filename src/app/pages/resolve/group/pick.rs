//! The choices in a line: the target as a row of signs, and answers as buttons.

use super::line::{side_class, sign_of};
use super::live::LiveGroup;
use crate::app::components::field::{TypedNumber, bands_at, label, shown_number};
use crate::app::components::sign::UnitSign;
use crate::app::platform::keyboard;
use battle::panel::Message;
use battle::panel::group::{GroupAct, GroupMessage, Pick, PickOf, ShownPart};
use leptos::prelude::*;
use rules::form::{Field, Kind, path};
use rules::procedure::{Role, Whose};
use rules::text::{capital, say};
use serde_json::Value as Json;

/// The choices of a part. The one that is asked is unfolded; the others show what is picked, and a tap unfolds them.
#[component]
pub(super) fn Picks(group: LiveGroup, index: usize, part: Memo<Option<ShownPart>>) -> impl IntoView {
    let picks = Memo::new(move |_| {
        part.with(|part| {
            let part = part.as_ref().filter(|part| part.can_be_answered())?;
            Some(GroupAct::picks(part))
        })
        .unwrap_or_default()
    });
    // The first choice that a ticked line asks for is unfolded, unless the player has unfolded another. So is that of each line without a
    // tick, because choosing an enemy ticks the unit.
    let is_first_asked = Memo::new(move |_| {
        let is_unticked = part.with(|part| part.as_ref().is_some_and(|part| !part.is_ticked));
        is_unticked || group.shown.with(|shown| shown.asks == Some(index))
    });
    let unfolded = Memo::new(move |_| match group.opened.get() {
        Some((line, nth)) => (line == index).then_some(nth),
        None => picks.with(|picks| picks.iter().position(|pick| pick.is_asked)).filter(|_| is_first_asked.get()),
    });
    let row = move |(nth, pick): (usize, Pick)| view! { <OnePick group index part pick nth unfolded/> };
    move || {
        let picks = picks.get();
        (!picks.is_empty())
            .then(|| view! { <div class="line-picks">{picks.into_iter().enumerate().map(row).collect_view()}</div> })
    }
}

#[component]
fn OnePick(
    group: LiveGroup,
    index: usize,
    part: Memo<Option<ShownPart>>,
    pick: Pick,
    /// Index of the choice in its line.
    nth: usize,
    /// The choice of the line that is unfolded.
    unfolded: Memo<Option<usize>>,
) -> impl IntoView {
    let of = pick.of.clone();
    let title = part.with_untracked(|part| part.as_ref().map(|part| title(group, part, &of)).unwrap_or_default());
    let picked = {
        let of = of.clone();
        move || part.with(|part| part.as_ref().and_then(|part| picked(group, part, &of)))
    };
    let is_open = move || unfolded.get() == Some(nth);
    let toggle = move |_| {
        let to = if is_open() { None } else { Some((index, nth)) };
        group.opened.set(to);
    };
    let options = move || is_open().then(|| options(group, index, part, of.clone()));
    let is_picked = {
        let picked = picked.clone();
        move || picked().is_some()
    };
    let summary = move || picked().unwrap_or_else(|| view! { <span>{say("choose…")}</span> }.into_any());
    view! {
        <button type="button" class="pick" class:asked=pick.is_asked aria-expanded=move || is_open().to_string() on:click=toggle>
            <small class:visually-hidden=move || is_picked()>{title.clone()}" "</small>{summary}
        </button>
        {options}
    }
}

/// Label of a choice.
fn title(group: LiveGroup, part: &ShownPart, of: &PickOf) -> String {
    match of {
        PickOf::Unit(role) => group.names(part).spell_label(role.label),
        PickOf::Answer(field, _) => label(field, &group.names(part)),
    }
}

/// The picked unit or answer; `None` if nothing is picked.
fn picked(group: LiveGroup, part: &ShownPart, of: &PickOf) -> Option<AnyView> {
    match of {
        PickOf::Unit(role) => {
            let id = part.panel.act.participants.units(role.id).first()?;
            let (sign, class) = (sign_of(group, id), format!("picked-unit {}", side_class(group, id)));
            let units = part.panel.act.participants.units(role.id).iter();
            let names: Vec<String> = units.filter_map(|id| group.battle.unit_name(id)).collect();
            Some(
                view! { <span class=class>{sign.map(|sign| view! { <UnitSign sign=Signal::stored(sign)/> })}<span>{names.join(", ")}</span></span> }
                    .into_any(),
            )
        }
        PickOf::Answer(field, place) => {
            let value = part.value(place)?;
            let words = answers(group, part, field, place).into_iter().find(|(answer, _)| answer == value);
            let words = words.map_or_else(|| shown_number(Some(value.clone())), |(_, words)| words);
            Some(view! { <span>{words}</span> }.into_any())
        }
    }
}

/// The answers of a field, each with its label.
pub(super) fn answers(group: LiveGroup, part: &ShownPart, field: &Field, place: &str) -> Vec<(Json, String)> {
    match field.kind {
        Kind::Flag if field.ways.is_none() => {
            vec![(true.into(), say("Yes").to_owned()), (false.into(), say("No").to_owned())]
        }
        Kind::Flag | Kind::Choice(_) => {
            let names = group.names(part);
            let object = path::object(&part.panel.sketch, place.rsplit_once('.').map_or("", |(holder, _)| holder));
            let options = field.options(&object).into_iter();
            options.map(|(answer, label)| (answer, names.spell_label(label))).collect()
        }
        _ => {
            let bands = field.bands().map(|bands| bands_at(bands, &part.panel.sketch, place)).unwrap_or_default();
            bands.into_iter().map(|band| (Json::from(band.to), capital(&band.label.to_string()))).collect()
        }
    }
}

/// The options of a choice.
fn options(group: LiveGroup, index: usize, part: Memo<Option<ShownPart>>, of: PickOf) -> AnyView {
    match of {
        PickOf::Unit(role) => units(group, index, part, role),
        PickOf::Answer(field, place) => {
            let all =
                part.with(|part| part.as_ref().map(|part| answers(group, part, field, &place))).unwrap_or_default();
            let chosen = part.with(|part| part.as_ref().and_then(|part| part.value(&place).cloned()));
            let typed =
                matches!(field.kind, Kind::Number { .. }).then(|| typed(group, index, place.clone(), chosen.clone()));
            let title =
                part.with(|part| part.as_ref().map(|part| label(field, &group.names(part)))).unwrap_or_default();
            let button = |(answer, words): (Json, String)| {
                let is_chosen = chosen.as_ref() == Some(&answer);
                let place = place.clone();
                let choose = move |_| {
                    group.opened.set(None);
                    let answers = vec![(place.clone(), Some(answer.clone()))];
                    group.send(GroupMessage::Change(index, Message::Answer(answers)));
                    go_on();
                };
                view! { <button type="button" class="option" aria-pressed=is_chosen.to_string() on:click=choose>{words}</button> }
            };
            let buttons = all.into_iter().map(button).collect_view();
            view! { <div class="options" role="group" aria-label=title>{buttons}{typed}</div> }.into_any()
        }
    }
}

/// The box for a number that is in no band, or for the exact one.
fn typed(group: LiveGroup, index: usize, place: String, chosen: Option<Json>) -> impl IntoView {
    let set = Callback::new(move |number: Option<Json>| {
        group.opened.set(None);
        group.send(GroupMessage::Change(index, Message::Answer(vec![(place.clone(), number)])));
        go_on();
    });
    view! { <label class="exactly"><span>{say("Exactly")}</span><TypedNumber value=Signal::stored(chosen) set/></label> }
}

/// A row of signs with names: the units that can take a role.
fn units(group: LiveGroup, index: usize, part: Memo<Option<ShownPart>>, role: &'static Role) -> AnyView {
    let (ids, chosen) = part.with(|part| {
        let Some(part) = part.as_ref() else { return Default::default() };
        let ids = group.battle.with(|open| part.able(role, group.battle.ruleset, open.state()));
        (ids, part.panel.act.participants.units(role.id).to_vec())
    });
    let button = |id: String| {
        let (sign, name) = (sign_of(group, &id), group.battle.unit_name(&id).unwrap_or_default());
        let is_chosen = chosen.contains(&id);
        let class = format!("target {}", side_class(group, &id));
        let choose = move |_| {
            group.opened.set(None);
            // Of several units, a second tap takes one out.
            if !is_chosen || role.max > 1 {
                group.send(GroupMessage::Change(index, Message::GiveOrTake(role.id, id.clone())));
            }
            go_on();
        };
        view! {
            <button type="button" class=class aria-pressed=is_chosen.to_string() on:click=choose>
                {sign.map(|sign| view! { <UnitSign sign=Signal::stored(sign)/> })}<span>{name}</span>
            </button>
        }
    };
    let is_ticked = part.with(|part| part.as_ref().is_some_and(|part| part.is_ticked));
    let nobody = (role.whose == Whose::Enemy && is_ticked).then(|| {
        let untick = move |_| {
            group.opened.set(None);
            group.send(GroupMessage::Tick(index, false));
            go_on();
        };
        view! { <button type="button" class="target quiet nobody" on:click=untick>{say("Nobody in reach")}</button> }
    });
    let side = if role.whose == Whose::Enemy { "enemy" } else { "own" };
    view! {
        <div class=format!("target-line role {side}") role="group" aria-label=say(role.label)>
            <div class="targets">{ids.into_iter().map(button).collect_view()}</div>
            {nobody}
        </div>
    }
    .into_any()
}

/// Moves the focus to the next choice that is asked, or to the button below, because the option that had it is gone.
fn go_on() {
    keyboard::focus_if_lost(|| {
        let found = |selector: &str| document().query_selector(selector).ok().flatten();
        found(".group-line.asked .pick[aria-expanded=true]").or_else(|| found(".actions .primary"))
    });
}
