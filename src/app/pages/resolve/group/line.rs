//! The line of a unit in a group act: its tick, sign, name, need, chance and dice; its choices; its result or the reason against it.

use super::editor::Editor;
use super::live::LiveGroup;
use super::pick::Picks;
use super::words::{chance_words, need_words, reason_words, result_sentences};
use crate::app::components::changed_die::ChangeableDice;
use crate::app::components::outcome::change_words;
use crate::app::components::sign::UnitSign;
use battle::Change;
use battle::panel::group::{GroupMessage, ShownPart};
use leptos::prelude::*;
use rules::procedure::GroupOrder;
use rules::ruleset::Sign;
use rules::text;

/// Number of changes by earlier parts that a line shows.
const MAX_EARLIER: usize = 2;

/// The line of a part.
#[component]
pub(super) fn Line(group: LiveGroup, index: usize) -> impl IntoView {
    let part = group.part(index);
    let name = Memo::new(move |_| part.with(|part| part.as_ref().map(|part| group.actor(part)).unwrap_or_default()));
    let side = part.with_untracked(|part| part.as_ref().map_or(0, |part| part.panel.side));
    let is_ticked = Memo::new(move |_| part.with(|part| part.as_ref().is_some_and(|part| part.is_ticked)));
    let cannot = Memo::new(move |_| part.with(|part| part.as_ref().is_some_and(|part| part.cannot.is_some())));
    let is_fixed = Memo::new(move |_| group.shown.with(|shown| shown.is_rolling || shown.is_settled));
    let has_answers = Memo::new(move |_| {
        !is_fixed.get() && part.with(|part| part.as_ref().is_some_and(|part| part.can_be_answered()))
    });
    let is_next = Memo::new(move |_| group.shown.with(|shown| shown.is_rolling && shown.next == Some(index)));
    let tick = move |event| {
        group.send(GroupMessage::Tick(index, event_target_checked(&event)));
    };
    let sign = Memo::new(move |_| part.with(|part| sign_of(group, part.as_ref()?.panel.act.actor()?)));
    let need = move || part.with(|part| part.as_ref().filter(|part| part.cannot.is_none()).and_then(need_words));
    let chance = move || part.with(|part| part.as_ref().filter(|part| part.cannot.is_none()).and_then(chance_words));
    let is_asked = Memo::new(move |_| part.with(|part| part.as_ref().is_some_and(|part| part.is_done && part.asks)));
    let has_dice =
        Memo::new(move |_| part.with(|part| part.as_ref().is_some_and(|part| !part.panel.dice.dice.is_empty())));
    let odds = move || {
        let words: Vec<String> = [need(), chance()].into_iter().flatten().collect();
        (!words.is_empty()).then(|| words.join(" · "))
    };
    view! {
        <li class=format!("group-line side-{side}") class:out=move || cannot.get() class:unticked=move || !is_ticked.get() class:next=move || is_next.get() class:asked=move || is_asked.get()>
            <div class="line-head">
                <label class="line-unit">
                    <input type="checkbox" hidden=move || is_fixed.get() prop:checked=move || is_ticked.get() && !cannot.get() disabled=move || cannot.get() || is_fixed.get() on:change=tick/>
                    {move || sign.get().map(|sign| view! { <UnitSign sign=Signal::stored(sign)/> })}
                    <b>{name}</b>
                </label>
                <Show when=move || !has_dice.get()><span class="line-odds">{odds}</span></Show>
                <LineDice group index part/>
            </div>
            {move || part.with(|part| Some(view! { <p class="line-reason">{reason_words(group, part.as_ref()?)?}</p> }))}
            <Earlier group part/>
            <Show when=move || has_answers.get()><Picks group index part/></Show>
            <Result group part/>
            <Show when=move || has_answers.get()><Editor group index part name/></Show>
        </li>
    }
}

/// The sign of a unit.
pub(super) fn sign_of(group: LiveGroup, id: &str) -> Option<Sign> {
    group.battle.with(|open| {
        let state = open.state();
        Some((group.battle.ruleset.glance.sign)(&state.facts(id), state.mustered(id)?))
    })
}

/// The class of a unit's side.
pub(super) fn side_class(group: LiveGroup, id: &str) -> String {
    let side = group.battle.with(|open| open.state().unit(id).map_or(0, |unit| unit.side));
    format!("side-{side}")
}

/// The dice of a part. A tap on a die that was entered by hand lets players change it.
#[component]
fn LineDice(group: LiveGroup, index: usize, part: Memo<Option<ShownPart>>) -> impl IntoView {
    let dice = Memo::new(move |_| {
        part.with(|part| {
            let part = part.as_ref()?;
            let (played, hides) = (&part.panel.dice, part.panel.hides);
            let successes = played.successes.iter().copied().filter(|_| !hides).chain(std::iter::repeat(None));
            let dice: Vec<_> = played.dice.iter().map(|die| die.face).zip(successes).collect();
            Some((dice, sides_of(part)))
        })
        .unwrap_or_default()
    });
    let is_changeable = Memo::new(move |_| group.shown.with(|shown| shown.can_change_dice(index)));
    let on_face = Callback::new(move |(die, face)| {
        group.send(GroupMessage::ChangeDie(index, die, face));
    });
    let changed = RwSignal::new(None);
    // One memo, because an effect that reads a memo and also its source can miss a change.
    let drawn = Memo::new(move |_| (dice.get(), is_changeable.get()));
    move || {
        let ((dice, sides), is_changeable) = drawn.get();
        let from = if is_changeable { 0 } else { dice.len() };
        let (changeable, count) = (ChangeableDice { from, on_face, changed }, dice.len());
        let face = |(nth, (face, success)): (usize, (u8, Option<bool>))| changeable.face(nth, face, success);
        let faces = dice.into_iter().enumerate().map(face).collect_view();
        (count > 0)
            .then(|| view! { <span class="line-dice">{faces}</span>{changeable.other_faces((from, count), sides)} })
    }
}

/// Sides of the dice of a part's first roll.
fn sides_of(part: &ShownPart) -> u8 {
    let next = || part.panel.dice.next.as_ref().map(|(roll, _)| roll.sides);
    part.panel.dice.rolls.first().map(|roll| roll.sides).or_else(next).unwrap_or(6)
}

/// Changes that earlier parts made to the units of a part whose parts are judged one after the other.
#[component]
fn Earlier(group: LiveGroup, part: Memo<Option<ShownPart>>) -> impl IntoView {
    let sentences = Memo::new(move |_| {
        let is_judged_at_once = group.shown.with(|shown| shown.order == GroupOrder::AtOnce || shown.is_settled);
        let earlier = part.with(|part| {
            let open = part.as_ref().filter(|part| !is_judged_at_once && part.is_ticked && !part.is_complete());
            open.map(|part| last_changes(&part.earlier))
        });
        let by = |index: usize| group.shown.with(|shown| shown.parts.get(index).map(|part| group.actor(part)));
        let words = |(index, change): (usize, Change)| {
            let what = change_words(group.battle, &change)?;
            Some(text!("After {who}: {what}", who = by(index)?, what = what).to_string())
        };
        earlier.unwrap_or_default().into_iter().filter_map(words).take(MAX_EARLIER).collect::<Vec<String>>()
    });
    move || sentences.get().into_iter().map(|words| view! { <p class="line-earlier">{words}</p> }).collect_view()
}

/// Of several changes of one tracker only the last.
fn last_changes(all: &[(usize, Change)]) -> Vec<(usize, Change)> {
    let of = |change: &Change| match change {
        Change::Set { of, key, .. } => Some((of.clone(), key.clone())),
        Change::Add(_) | Change::Remove(_) => None,
    };
    let is_last = |(nth, (_, change)): &(usize, &(usize, Change))| {
        !all[nth + 1..].iter().any(|(_, later)| of(later).is_some() && of(later) == of(change))
    };
    all.iter().enumerate().filter(is_last).map(|(_, change)| change.clone()).collect()
}

/// The result of a part.
#[component]
fn Result(group: LiveGroup, part: Memo<Option<ShownPart>>) -> impl IntoView {
    move || {
        let words =
            part.with(|part| part.as_ref().filter(|part| part.is_done).map(|part| result_sentences(group, part)));
        let mut words = words.unwrap_or_default().into_iter();
        let first = words.next()?;
        let rest = words.map(|words| view! { <p>{words}</p> }).collect_view();
        Some(view! { <div class="line-result"><p><b>{first}</b></p>{rest}</div> })
    }
}
