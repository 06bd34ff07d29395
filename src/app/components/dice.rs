//! Dice: rolled ones as faces, and pads on which players enter dice from the table.

use super::changed_die::{ChangeableDice, shown_face};
use super::counted_dice::RolledFaces;
use crate::app::platform::{keyboard, scrolling};
use battle::LoggedRoll;
use battle::analysis::needs::{RollNeeds, need_words};
use leptos::prelude::*;
use rules::dice::{RollRequest, dice_words};
use rules::text;
use rules::text::Text;
use rules::text::{capital, say};

/// Number of dice of a roll that are drawn as slots; the rest are a number.
const MAX_SLOTS: usize = 15;

/// Rolls, each with its purpose, its dice and their origin: the app or the table.
#[component]
pub fn RolledDice(
    /// Each roll with its purpose in words.
    rolls: Vec<(String, LoggedRoll)>,
    /// For the faces of all rolls in order: true for a success, `None` for a face that decides nothing by itself.
    successes: Vec<Option<bool>>,
    /// True if the dice represent lots, which the outcome names. Then only the origin is shown.
    lots: bool,
    /// The dice that players can change.
    #[prop(optional)]
    changeable: Option<ChangeableDice>,
) -> impl IntoView {
    let mut rest = successes.into_iter();
    let (mut whose, mut first) = (String::new(), 0);
    let row = |(purpose, roll): (String, LoggedRoll)| {
        let purpose = without_repeated_names(&mut whose, purpose);
        let origin = if roll.number.is_some() { say("app") } else { say("table") };
        if lots {
            return view! { <p class="rolled"><small>{origin}</small></p> }.into_any();
        }
        let successes: Vec<Option<bool>> = rest.by_ref().take(roll.faces.len()).collect();
        let dice = first..first + roll.faces.len();
        first = dice.end;
        if let Some(changeable) = changeable.filter(|changeable| dice.end > changeable.from) {
            let faces = dice.clone().zip(roll.faces).zip(successes);
            let faces = faces.map(|((index, face), success)| changeable.face(index, face, success)).collect_view();
            let others = changeable.other_faces((dice.start, dice.end), roll.sides);
            return view! { <p class="rolled"><span>{purpose}</span>{faces}<small>{origin}</small></p>{others} }
                .into_any();
        }
        let dice = view! { <RolledFaces faces=roll.faces successes counted=roll.counted.is_some()/> };
        view! { <p class="rolled"><span>{purpose}</span>{dice}<small>{origin}</small></p> }.into_any()
    };
    view! { <div class="rolls">{rolls.into_iter().map(row).collect_view()}</div> }
}

/// The label of a roll, without the names at its start if the previous roll has the same: `Skippon · hit`, then `kill pikes`.
/// `whose` keeps the names of the previous roll.
pub fn without_repeated_names(whose: &mut String, label: String) -> String {
    let Some((names, what)) = label.rsplit_once(" · ") else {
        whose.clear();
        return label;
    };
    if names == whose {
        return what.to_owned();
    }
    names.clone_into(whose);
    label
}

/// Faces of dice. Successes are filled, and have a label for screen readers.
#[component]
pub fn Faces(
    faces: Vec<u8>,
    /// True for each face that succeeds; `None` for one that decides nothing by itself.
    successes: Vec<Option<bool>>,
) -> impl IntoView {
    let successes = successes.into_iter().chain(std::iter::repeat(None));
    faces.into_iter().zip(successes).map(|(face, success)| shown_face(face, success)).collect_view()
}

/// The next roll in words: `Roll 6 dice: hit`, `Roll 1 D8: fight`.
pub fn roll_words(roll: &RollRequest, purpose: &str) -> String {
    let dice = dice_words(roll.count, roll.sides);
    text!("Roll {dice}: {purpose}", dice = dice, purpose = purpose.to_owned()).to_string()
}

/// The dice of a roll with their purpose and needs: `2 dice: hit, each needs 5+`. `from`: how their number was reached.
pub fn needs_words(
    roll: &RollRequest,
    from: Option<String>,
    purpose: &str,
    needs: &RollNeeds,
    spell: impl Fn(&Text) -> String,
) -> String {
    let dice = dice_words(roll.count, roll.sides);
    let dice = from.map_or(dice.clone(), |from| text!("{dice} ({from})", dice = dice, from = from));
    let purpose = purpose.to_owned();
    match need_words(&needs.dice, spell) {
        None => text!("{dice}: {purpose}", dice = dice, purpose = purpose),
        Some(needs) => text!("{dice}: {purpose}, {needs}", dice = dice, purpose = purpose, needs = needs),
    }
    .to_string()
}

/// The owner and the need of a die of the next roll.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EachDie {
    /// Its owner; empty if the purpose names the owner.
    pub owner: String,
    /// Its need in a few characters, for its slot.
    pub slot: Option<String>,
    /// Its need in words.
    pub needs: Option<String>,
}

/// A pad with the lots that are left, on which players tap the one that they drew at the table.
#[component]
pub fn LotsPad(
    /// Accessible name and headline of the pad.
    name: &'static str,
    /// The lots, each with the face that represents it.
    lots: Signal<Vec<(Text, u8)>>,
    /// Called with the lot that was drawn.
    on_face: Callback<u8>,
    /// Called when the player leaves the pad without choosing a lot.
    on_leave: Callback<()>,
) -> impl IntoView {
    keyboard::while_shown(move |key| {
        if key == "Escape" {
            on_leave.run(());
        }
        key == "Escape"
    });
    let pad = NodeRef::new();
    keyboard::focus(pad);
    let buttons = move || {
        let button = |(words, face): (Text, u8)| view! { <button on:click=move |_| on_face.run(face)>{words.to_string()}</button> };
        lots.get().into_iter().map(button).collect_view()
    };
    view! {
        <section node_ref=pad class="pad" tabindex="-1" aria-label=name>
            <p class="headline" role="status">{name}</p>
            <div class="candidates">{move || buttons()}</div>
        </section>
    }
}

/// The count so far: `7 of 15`; `None` before the first die.
fn so_many(entered: usize, total: usize) -> Option<impl IntoView> {
    (entered > 0).then(|| {
        view! { " "<small class="so-many">{text!("{n} of {of}", n = entered, of = total).to_string()}</small> }
    })
}

/// Numbers of dice that one tap on the pad can enter.
const RUNS: [usize; 4] = [1, 2, 3, 5];
/// Number of dice of a roll from which the pad offers runs.
const MIN_FOR_RUNS: usize = 4;

/// The choice how many dice of one face the next tap enters: `× 3`.
#[component]
fn Runs(
    /// Number of dice that the next tap enters.
    run: RwSignal<usize>,
    /// Number of dice that are still to be entered.
    left: Signal<usize>,
) -> impl IntoView {
    let button = |count: usize| {
        let is_too_many = move || left.get() < count;
        view! {
            <button class="run" aria-pressed=move || (run.get() == count).to_string() disabled=is_too_many on:click=move |_| run.set(count)>{format!("× {count}")}</button>
        }
    };
    view! { <div class="runs" role="group" aria-label=say("Dice with the next tap")>{RUNS.map(button).collect_view()}</div> }
}

/// A pad with a button for each face of the next die, and its purpose. Digit keys enter dice, Backspace removes the last one, and
/// Escape calls `on_leave`. The buttons must not move under the thumb: anything that changes with each die is below them, or has a fixed
/// height. The dice so far are above the buttons, because the page's own buttons may cover the part below.
#[component]
pub fn DicePad(
    /// The roll to enter, with its purpose in words.
    needs: Signal<Option<(RollRequest, String)>>,
    /// The dice of the roll.
    each: Signal<Vec<EachDie>>,
    /// Number of dice of the roll that are entered already.
    #[prop(optional)]
    entered: Signal<usize>,
    /// True if a die can be removed.
    can_go_back: Signal<bool>,
    /// Called with each die.
    on_face: Callback<u8>,
    /// Called to remove the last die.
    on_back: Callback<()>,
    /// Called when the pad is left.
    on_leave: Callback<()>,
    /// The dice so far.
    #[prop(into)]
    so_far: ViewFn,
) -> impl IntoView {
    let sides = Memo::new(move |_| needs.with(|needs| needs.as_ref().map_or(0, |(roll, _)| roll.sides)));
    let wrong = RwSignal::new(None::<String>);
    let left = Signal::derive(move || needs.with(|needs| needs.as_ref().map_or(0, |(roll, _)| roll.count)));
    let total = Memo::new(move |_| entered.get() + left.get());
    let has_runs = Memo::new(move |_| total.get() >= MIN_FOR_RUNS);
    let run = RwSignal::new(1);
    let type_die = move |face: u8| {
        let sides = sides.get_untracked();
        if (1..=sides).contains(&face) {
            wrong.set(None);
            // The dice after this roll are others.
            let count = run.get_untracked().min(left.get_untracked());
            run.set(1);
            (0..count).for_each(|_| on_face.run(face));
        } else {
            wrong.set(Some(text!("A die with {sides} sides has no {face}.", sides = sides, face = face).to_string()));
        }
    };
    keyboard::while_shown(move |key| {
        match (key, key.parse::<u8>()) {
            ("Backspace", _) => on_back.run(()),
            ("Escape", _) => on_leave.run(()),
            // The key 0 enters a ten, on dice that have one.
            (_, Ok(0)) if sides.get_untracked() > 9 => type_die(10),
            (_, Ok(face)) => type_die(face),
            _ => return false,
        }
        true
    });
    let pad = NodeRef::new();
    keyboard::focus(pad);
    scrolling::show_whole(pad);
    let headline = move || needs.get().map(|(roll, purpose)| roll_words(&roll, &purpose));
    let next_needs = move || {
        let words = next_needs(each.with(|each| each.first().cloned())?)?;
        Some(view! { " "<span class="needs">{words}</span> })
    };
    let so_many = move || so_many(entered.get(), total.get());
    let slots = move || {
        let count = left.get();
        let whose = needs.with(|needs| needs.as_ref().map(|(_, purpose)| capital(purpose)).unwrap_or_default());
        let mut dice = each.get();
        dice.resize(count, EachDie::default());
        slot_groups(&whose, None, dice, true)
    };
    // Redrawn only for dice with another number of sides, so that the focus stays on a button while dice are entered by keyboard.
    let faces = move || {
        let face = |face: u8| view! { <button class="die" on:click=move |_| type_die(face)>{face}</button> };
        (1..=sides.get()).map(face).collect_view()
    };
    view! {
        <section node_ref=pad class="pad" tabindex="-1" aria-label=say("Enter the dice from the table")>
            <p class="headline" role="status">{move || headline()}{move || next_needs()}{so_many}</p>
            <div class="so-far">{so_far.run()}</div>
            <div class="faces">{move || faces()}</div>
            <Show when=move || has_runs.get()><Runs run left/></Show>
            <button class="quiet" disabled=move || !can_go_back.get() on:click=move |_| on_back.run(())>{say("⌫ Remove the last die")}</button>
            {move || wrong.get().map(|words| view! { <p class="refused" role="alert">{words}</p> })}
            <div class="all-slots" aria-hidden="true">{move || slots()}</div>
        </section>
    }
}

/// The slots of dice that are still to be rolled, with their needs, grouped by owner.
pub fn slot_groups(
    // Name of the dice that have no owner.
    whose: &str,
    // Kind of the dice, if it is shown.
    kind: Option<String>,
    // The dice.
    mut dice: Vec<EachDie>,
    // True if the first of them comes next.
    mut next: bool,
) -> impl IntoView + use<> {
    let more = dice.len().saturating_sub(MAX_SLOTS);
    dice.truncate(MAX_SLOTS);
    let groups = dice.chunk_by(|one, other| one.owner == other.owner).map(|group| {
        let owner = if group[0].owner.is_empty() { whose.to_owned() } else { group[0].owner.clone() };
        let slots = group.iter().map(|EachDie { slot: need, .. }| {
            let is_next = std::mem::replace(&mut next, false);
            view! { <i class="slot" class:next=is_next>{need.clone()}</i> }
        });
        let label = kind.as_ref().map_or(owner.clone(), |kind| format!("{owner} · {kind}"));
        view! { <div class="slots"><small>{label}</small>{slots.collect_view()}</div> }
    });
    let groups = groups.collect_view();
    view! { {groups}{(more > 0).then(|| view! { <small>{format!("+{more}")}</small> })} }
}

/// The need of the next die in words: `(Skippon: needs 4+)`.
fn next_needs(die: EachDie) -> Option<String> {
    let needs = die.needs?;
    Some(match die.owner {
        owner if owner.is_empty() => format!("({needs})"),
        owner => text!("({who}: {needs})", who = owner, needs = needs).to_string(),
    })
}
