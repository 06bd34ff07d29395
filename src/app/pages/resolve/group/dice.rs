//! Dice of a group act that are entered from the table: those of all units, in the order of the list.

use super::live::LiveGroup;
use crate::app::components::counted_dice::CountPad;
use crate::app::components::dice::{DicePad, EachDie, Faces};
use battle::analysis::needs::{Need, RollNeeds, need_words};
use battle::panel::group::{GroupMessage, ShownPart};
use leptos::prelude::*;
use rules::dice::RollRequest;
use rules::form::Kind;
use rules::text;
use rules::text::{capital, say};

/// The part whose dice come next, while dice are entered.
#[derive(Clone, PartialEq)]
struct Next {
    /// Name of the unit.
    who: String,
    /// Id of its procedure.
    procedure: &'static str,
    roll: RollRequest,
    /// Its label.
    label: String,
    needs: RollNeeds,
    /// Need of each die in words; empty if they are hidden.
    words: Vec<Option<String>>,
    /// Number of dice of the roll that are entered already.
    entered: usize,
    /// Field of the choice that must be made before the roll.
    mid_roll_choice: Option<&'static str>,
}

impl Next {
    fn of(group: LiveGroup, part: &ShownPart) -> Option<Self> {
        let dice = &part.panel.dice;
        let (roll, needs) = dice.next.clone()?;
        let names = group.names(part);
        let earlier = dice.rolls.iter().map(|roll| roll.purpose.as_str());
        let purposes: Vec<&str> = earlier.chain([roll.purpose.as_str()]).collect();
        let label = names.label_rolls(part.panel.act.procedure, &part.panel.input, purposes).pop().unwrap_or_default();
        let words = |need: &Need| need_words(std::slice::from_ref(need), |text| names.spell(text));
        // The needs of an act that depends on something hidden would tell it.
        let words = needs.dice.iter().map(words).filter(|_| !part.panel.hides).collect();
        let complete: usize = dice.rolls.iter().map(|roll| roll.faces.len()).sum();
        let entered = dice.dice.len().saturating_sub(complete);
        let who = group.actor(part);
        Some(Self {
            who,
            procedure: part.panel.act.procedure.id,
            roll,
            label,
            words,
            needs,
            entered,
            mid_roll_choice: dice.mid_roll_choice,
        })
    }

    /// The name of the unit and the label of the roll.
    fn title(&self) -> String {
        if self.label.contains(&self.who) { self.label.clone() } else { format!("{} · {}", self.who, self.label) }
    }

    /// The labels of the dice.
    fn each(&self) -> Vec<EachDie> {
        let die = |(need, words): (&Need, &Option<String>)| EachDie {
            owner: String::new(),
            slot: need.words().map(|words| words.to_string()),
            needs: words.clone(),
        };
        self.needs.dice.iter().zip(&self.words).map(die).collect()
    }
}

/// The dice of all parts so far.
fn faces_so_far(group: LiveGroup) -> impl IntoView {
    let (faces, successes): (Vec<u8>, Vec<Option<bool>>) = group.shown.with(|shown| {
        let dice = shown
            .parts
            .iter()
            .map(|part| (&part.panel.dice, part.panel.hides))
            .filter(|(played, _)| !played.dice.is_empty());
        let dice = dice.flat_map(|(played, hides)| {
            let successes = played.successes.iter().copied().filter(|_| !hides).chain(std::iter::repeat(None));
            played.dice.iter().map(|die| die.face).zip(successes).collect::<Vec<_>>()
        });
        dice.unzip()
    });
    view! { <p class="rolled"><Faces faces successes/></p> }
}

/// The pad for the next dice, or the choice that the dice offer.
#[component]
pub(super) fn GroupDice(group: LiveGroup) -> impl IntoView {
    let next = Memo::new(move |_| {
        group.shown.with(|shown| {
            let part = shown.parts.get(shown.next.filter(|_| shown.is_rolling && !shown.is_settled)?)?;
            Next::of(group, part)
        })
    });
    let is_choice =
        Memo::new(move |_| next.with(|next| next.as_ref().is_some_and(|next| next.mid_roll_choice.is_some())));
    let is_pad = Memo::new(move |_| next.with(|next| next.as_ref().is_some_and(|next| next.mid_roll_choice.is_none())));
    let needs = Signal::derive(move || next.with(|next| next.as_ref().map(|next| (next.roll.clone(), next.title()))));
    let each = Signal::derive(move || next.with(|next| next.as_ref().map(Next::each)).unwrap_or_default());
    let entered = Signal::derive(move || next.with(|next| next.as_ref().map_or(0, |next| next.entered)));
    let can_go_back =
        Signal::derive(move || group.shown.with(|shown| shown.parts.iter().any(|part| part.panel.dice.can_take_back)));
    // A second click can arrive after the last die, before the pad disappears.
    let on_face = Callback::new(move |face| {
        if is_pad.get_untracked() {
            group.send(GroupMessage::Die(face));
        }
    });
    let on_back = Callback::new(move |()| {
        group.send(GroupMessage::TakeBack);
    });
    let on_leave = Callback::new(move |()| {
        if !can_go_back.get_untracked() {
            group.send(GroupMessage::TakeBack);
        }
    });
    let on_count = Callback::new(move |successes| {
        if is_pad.get_untracked() {
            group.send(GroupMessage::Successes(successes));
        }
    });
    let counts = Memo::new(move |_| {
        next.with(|next| {
            let roll = next.as_ref().map(|next| next.roll.clone()).filter(|roll| roll.count > 1)?;
            let from = roll.counts_from?;
            Some((roll, from))
        })
    });
    let so_far = move || faces_so_far(group);
    let choice = move || next.get().filter(|_| is_choice.get()).and_then(|next| choice(group, &next, on_back));
    view! {
        <Show when=move || is_pad.get()>
            <DicePad needs each entered can_go_back on_face on_back on_leave so_far=move || so_far/>
            <CountPad counts open=group.counting on_count/>
        </Show>
        {choice}
    }
}

/// A choice that the dice offer, with a button for each option.
fn choice(group: LiveGroup, next: &Next, on_back: Callback<()>) -> Option<impl IntoView + use<>> {
    let procedure = group.battle.ruleset.procedure(next.procedure)?;
    let field = next.mid_roll_choice.and_then(|id| procedure.form.field(id))?;
    let Kind::List { of: Kind::Choice(choices), .. } = field.kind else { return None };
    let names = group.battle_names();
    let button = |(index, choice): (usize, &'static rules::form::Choice)| {
        let choose = move |_| {
            group.send(GroupMessage::Choose(field.id, choice.id));
        };
        view! { <button type="button" class:primary=index == 0 on:click=choose>{names.spell_label(choice.label)}</button> }
    };
    let buttons = choices.iter().enumerate().map(button).collect_view();
    let can_go_back = group.shown.with_untracked(|shown| shown.parts.iter().any(|part| part.panel.dice.can_take_back));
    let headline = text!("{who}: {what}", who = next.who.clone(), what = field.label).to_string();
    Some(view! {
        <section class="pad" aria-label=headline.clone()>
            <p class="headline">{headline.clone()}</p>
            <p class="soft">{capital(&next.label)}{say(": ")}{say(field.help)}</p>
            <p class="tools">{buttons}
                {can_go_back.then(|| view! { <button type="button" class="quiet" on:click=move |_| on_back.run(())>{say("⌫ Back")}</button> })}
            </p>
        </section>
    })
}
