//! An entry of the log: an act, or an unapplied roll.

use super::correction::{Correct, CorrectionBody};
use super::{ActWords, DetailsPane, entry_id};
use crate::app::components::awaiting::{lost_words, page_of_roll, who};
use crate::app::components::dice::RolledDice;
use crate::app::components::hidden_counters::RestHidden;
use crate::app::components::modifiers::own_modifiers;
use crate::app::components::names::Names;
use crate::app::components::outcome::outcome_words;
use crate::app::state::BattleState;
use battle::analysis::battle_stats::Loss;
use battle::analysis::needs::successes;
use battle::participants::Participants;
use battle::{Action, ActionEvent, EventStatus, Resolved, Rolled, SeenBefore, Stamp, State, referee};
use leptos::ev;
use leptos::prelude::*;
use rules::procedure::Procedure;
use rules::text;
use rules::text::{Text, say};

/// An act.
#[component]
pub(super) fn ActEntry(
    battle: BattleState,
    number: usize,
    act: Box<ActionEvent>,
    status: EventStatus,
    words: ActWords,
    /// Its stamp, if it can be corrected.
    correctable: Option<Stamp>,
) -> impl IntoView {
    let state = match status {
        EventStatus::Undone => say("undone"),
        EventStatus::Overtaken => say("undone; can no longer be redone"),
        EventStatus::TooLate => say("already applied or discarded in another tab: no change"),
        EventStatus::SetAside => say("set aside: another device did the same at that time"),
        EventStatus::Corrected => say("corrected later"),
        EventStatus::InForce | EventStatus::Other | EventStatus::Awaiting | EventStatus::Settled => "",
    };
    let hidden = act.hidden.then(|| view! { <RestHidden/> });
    let applied = matches!(&act.action, Action::Resolved(done) if done.settles.is_some() && !done.discarded);
    let state = if state.is_empty() && applied { say("applied") } else { state };
    let ActWords { title, changes, side, losses, before, .. } = words;
    let before = before.unwrap_or_else(|| battle.with_untracked(|open| open.after_first(number).state().clone()));
    let overridden = overridden(battle, &before, &act);
    // The beginning of a phase is drawn as a line between the acts.
    let is_step = matches!(act.action, Action::Phase);
    let is_procedure = matches!(act.action, Action::Resolved(_));
    // The details and the buttons that correct the act are folded, or shown next to the list.
    let DetailsPane { has_room, chosen } = expect_context();
    let unfolded = RwSignal::new(false);
    let is_shown = Memo::new(move |_| if has_room.get() { chosen.get() == Some(number) } else { unfolded.get() });
    let fold_or_unfold = move |_| match has_room.get_untracked() {
        true => chosen.set(Some(number)),
        false => unfolded.update(|unfolded| *unfolded = !*unfolded),
    };
    let folds = is_procedure || correctable.is_some();
    let fold = folds.then(|| view! { <Fold is_shown title=title.clone() on_click=fold_or_unfold/> });
    let repeated_dice = repeated_dice(battle, number);
    let has_details = folds || repeated_dice.is_some();
    let correct = correctable.map(|stamp| view! { <Correct battle stamp title=title.clone() is_procedure/> });
    let (headline, details) = match act.action {
        Action::Resolved(resolved) => {
            let discarded =
                resolved.discarded.then(|| view! { <p class="fault">{say("Discarded: it changed nothing.")}</p> });
            let ResolvedParts { headline, reasons, dice } = resolved_parts(battle, &before, resolved);
            (view! { {discarded}{headline} }.into_any(), view! { {dice}{reasons} }.into_any())
        }
        Action::Corrected(corrected) => {
            (view! { <CorrectionBody battle number corrected=*corrected/> }.into_any(), ().into_any())
        }
        Action::Phase => (upkeep(changes).into_any(), ().into_any()),
        // The title of a single change by hand contains the change.
        Action::ByHand if changes.len() == 1 => (().into_any(), ().into_any()),
        _ => {
            let changes = changes.into_iter().map(|words| view! { <p>{words}</p> }).collect_view().into_any();
            // With a fold, the changes are details, because the title contains the first.
            if folds { (().into_any(), changes) } else { (changes, ().into_any()) }
        }
    };
    view! {
        <li class=side.map_or("entry".to_owned(), |side| format!("entry of-side side-{side}")) class:phase-step=is_step
            class:folded=move || folds && !is_shown.get() class:folds=folds class:undone=status != EventStatus::InForce id=entry_id(number) tabindex="-1" value=number + 1>
            <h2>{title.clone()}{(!state.is_empty()).then(|| view! { " "<small>{state}</small> })}</h2>
            {fold}
            {overridden}
            {headline}
            {hidden}
            {(!losses.is_empty()).then(|| view! { <Notches losses counted=battle.ruleset.battle_stats.counted/> })}
            {has_details.then(|| view! { <div class="entry-details"><b aria-hidden="true" data-words=title></b>{details}{repeated_dice}{correct}</div> })}
        </li>
    }
}

/// The button that shows the details of an entry.
#[component]
fn Fold(is_shown: Memo<bool>, title: String, on_click: impl Fn(ev::MouseEvent) + 'static) -> impl IntoView {
    let name = text!("Details: {what}", what = title).to_string();
    view! {
        <button class="icon fold" aria-label=name aria-expanded=move || is_shown.get().to_string() on:click=on_click>
            {move || if is_shown.get() { "▾" } else { "▸" }}
        </button>
    }
}

/// The losses of an act: a notch for each figure, or for each of the ruleset's other units of strength.
#[component]
fn Notches(losses: Vec<Loss>, counted: fn(i32) -> Text) -> impl IntoView {
    let each = losses.into_iter().map(|loss| {
        let words = loss.words(counted);
        let (lost, fate) = (loss.fallen(), loss.fate_words(counted));
        view! {
            <span class=format!("loss side-{}", loss.side)>
                <span class="visually-hidden">{words}". "</span>
                <b aria-hidden="true" data-words=loss.name></b>
                {(lost > 0).then(|| view! {
                    <i class="notches" style:--lost=lost.to_string()></i>
                    <b aria-hidden="true" data-words=format!("−{lost}")></b>
                })}
                {fate.map(|fate| view! { <b class="fate" aria-hidden="true" data-words=fate></b> })}
            </span>
        }
    });
    view! { <p class="losses">{each.collect_view()}</p> }
}

/// The further changes that the end of a phase or turn made, folded. There can be hundreds, so they are drawn when they are unfolded.
fn upkeep(changes: Vec<String>) -> Option<impl IntoView> {
    let summary = match changes.len() {
        0 => return None,
        n => text!("{n} {n|change|changes}", n = n).to_string(),
    };
    let opened = RwSignal::new(false);
    let rows = move || {
        let words = changes.iter().filter(|_| opened.get());
        words.map(|words| view! { <p>{words.clone()}</p> }).collect_view()
    };
    Some(
        view! { <details class="disclosure" on:toggle=move |_| opened.set(true)><summary>{summary}</summary>{rows}</details> },
    )
}

/// The rules of the turn that an act overrode, with their reasons on the table before the act.
fn overridden(battle: BattleState, before: &State, act: &ActionEvent) -> Option<impl IntoView + use<>> {
    if act.overrides.is_empty() {
        return None;
    }
    let reasons = referee::overridden(battle.ruleset, before, act);
    let row = |reason: Text| {
        let words = text!("Override: {why}", why = reason).to_string();
        view! { <p class="override">{words}</p> }
    };
    Some(reasons.into_iter().map(row).collect_view())
}

/// A roll that is neither applied nor discarded.
#[component]
pub(super) fn AwaitingEntry(battle: BattleState, number: usize, stamp: Stamp, rolled: Box<Rolled>) -> impl IntoView {
    let procedure = battle.ruleset.procedure(&rolled.procedure);
    let title = procedure.map_or_else(|| rolled.procedure.clone(), |procedure| say(procedure.title).to_owned());
    let words = [title, who(battle, &rolled.procedure, &rolled.participants)];
    let title = words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(say(": "));
    let correction = rolled.corrects.as_ref().and_then(|_| untrack(|| battle.unfinished_correction()));
    let is_lost = rolled.corrects.is_some() && correction.is_none();
    let href = correction.unwrap_or_else(|| page_of_roll(battle, &rolled)).href();
    let go_on = procedure.filter(|_| !is_lost).map(|_| view! { <a class="button" href=href>{say("Continue")}</a> });
    let discard = is_lost.then(|| {
        let rolled = (*rolled).clone();
        let discard =
            move |_| battle.discard(stamp.clone(), battle.whole_rolled(&stamp).unwrap_or_else(|| rolled.clone()));
        view! { <p>{lost_words()}</p><p class="tools"><button on:click=discard>{say("Discard")}</button></p> }
    });
    let hidden = rolled.hidden.then(|| view! { <RestHidden/> });
    let before = battle.with_untracked(|open| open.state().clone());
    let ResolvedParts { headline, reasons, dice } = resolved_parts(battle, &before, Resolved::of_discarded(*rolled));
    view! {
        <li class="entry" id=entry_id(number) tabindex="-1" value=number + 1>
            <h2>{title}" "<small>{say("rolled; not yet applied or discarded")}</small></h2>
            {headline}
            {dice}
            {reasons}
            {hidden}
            {repeated_dice(battle, number)}
            {go_on}
            {discard}
        </li>
    }
}

/// A note on dice that were already known from an undone act, a discarded roll or another tab; `None` for other dice.
fn repeated_dice(battle: BattleState, number: usize) -> Option<impl IntoView> {
    let words = match battle.with_untracked(|open| open.seen_before(number))? {
        SeenBefore::Undone => say("Same dice as an action that was undone, or a roll that was discarded."),
        SeenBefore::AtOnce => say("Same dice as a roll made in another tab at the same time."),
    };
    Some(view! { <p class="soft">{words}</p> })
}

/// The parts of the entry of a resolved procedure.
struct ResolvedParts {
    headline: AnyView,
    reasons: AnyView,
    dice: AnyView,
}

/// The parts of an entry, with the outcome as its panel showed it on the table before the act.
fn resolved_parts(battle: BattleState, before: &State, resolved: Resolved) -> ResolvedParts {
    let played = resolved.ruled_on(battle.ruleset, before).ok().map(|ruled| ruled.played);
    let Resolved { procedure, input, participants, rolls, .. } = resolved;
    let procedure = battle.ruleset.procedure(&procedure);
    let names = procedure
        .map(|procedure| Names::of_participants(battle, procedure, &Participants::read(procedure, &participants)))
        .unwrap_or_default();
    let purposes = rolls.iter().map(|roll| roll.purpose.as_str());
    let labels = match procedure {
        Some(procedure) => names.label_rolls(procedure, &input, purposes),
        None => purposes.map(|purpose| names.spell_id(purpose)).collect(),
    };
    let rolls = labels.into_iter().zip(rolls).collect();
    let successes = played.as_ref().map(successes).unwrap_or_default();
    let own_rules = played.as_ref().and_then(|played| own_modifiers(&played.modifiers, &names));
    let own_rules = own_rules.map(|words| view! { <p class="soft">{words}</p> });
    let [headline, reasons] = played.and_then(|played| played.result.ok()).map_or_else(Default::default, |resolved| {
        outcome_words(&resolved.consequences, resolved.outcome, &names).map(Some)
    });
    let lots = procedure.is_some_and(Procedure::draws_lots);
    ResolvedParts {
        headline: headline.into_any(),
        reasons: view! { {reasons}{own_rules} }.into_any(),
        dice: view! { <RolledDice rolls successes lots/> }.into_any(),
    }
}
