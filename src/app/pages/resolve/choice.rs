//! A choice that the dice raise: asked when it matters, and not before.

use super::panel::Panel;
use drumhead::core::text::say;
use drumhead::dice::{Halt, Played, Roll, RollRequest};
use drumhead::form::{Field, Kind};
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

impl Panel {
    /// The choice that must be made before this roll, if there is one.
    pub(super) fn raised(self, roll: &RollRequest, made: &[Roll]) -> Option<&'static Field> {
        self.procedure.raised(&self.input(), roll, made)
    }

    /// True if nothing is rolled until a choice is made.
    pub(super) fn must_choose(self) -> bool {
        match self.played() {
            Ok(Played { result: Err(Halt::Needs(roll)), rolls, .. }) => self.raised(&roll, &rolls).is_some(),
            _ => false,
        }
    }

    /// True if a choice was made since the last die.
    pub(super) fn just_chosen(self) -> bool {
        let dice = self.dice.so_far.with(Vec::len);
        self.dice.choices.with(|made| made.last().is_some_and(|(_, then)| *then == dice))
    }

    /// Takes back a choice made since the last die.
    pub(super) fn take_choice_back(self) -> bool {
        let last = untrack(|| self.just_chosen()).then(|| self.dice.choices.try_update(Vec::pop).flatten()).flatten();
        if let Some((field, _)) = last {
            self.change_choices(field, |said| drop(said.pop()));
        }
        last.is_some()
    }

    /// Changes what was said of the choices that a field asks.
    fn change_choices(self, field: &'static str, change: impl FnOnce(&mut Vec<Json>)) {
        self.dice.rolled_for.update(|stands| {
            let said = stands.get_or_insert_with(Map::new).entry(field).or_insert_with(|| Json::Array(Vec::new()));
            if let Json::Array(said) = said {
                change(said);
            }
        });
    }

    fn choose(self, field: &'static Field, id: &'static str, makes_the_roll: bool) {
        let dice = self.dice.so_far.with_untracked(Vec::len);
        self.dice.choices.update(|made| made.push((field.id, dice)));
        self.change_choices(field.id, |said| said.push(id.into()));
        // Where the app rolls, it goes on rolling.
        let by_app = self.dice.so_far.with_untracked(|dice| dice.last().is_some_and(|die| die.number.is_some()));
        if makes_the_roll && by_app {
            self.roll_rest();
        } else {
            self.type_earlier();
        }
    }
}

/// A choice that the dice raised, with a button for each of its values.
#[component]
pub(super) fn RaisedChoice(
    panel: Panel,
    field: &'static Field,
    /// The roll that it concerns, in words.
    which: String,
    on_back: Callback<()>,
    can_go_back: bool,
) -> impl IntoView {
    let Kind::List { of: Kind::Choice(choices), .. } = field.kind else { return ().into_any() };
    let buttons = choices.iter().enumerate().map(|(place, choice)| {
        let id = choice.id;
        view! {
            <button type="button" class:primary=place == 0 on:click=move |_| panel.choose(field, id, place == 0)>
                {panel.named_units().spell_label(choice.label)}
            </button>
        }
    });
    view! {
        <section class="pad" aria-label=say(field.label)>
            <p class="headline">{say(field.label)}</p>
            <p class="soft">{which}": "{say(field.help)}</p>
            <p class="tools">{buttons.collect_view()}
                {can_go_back.then(|| view! {
                    <button type="button" class="quiet" on:click=move |_| on_back.run(())>{say("⌫ Back")}</button>
                })}
            </p>
        </section>
    }
    .into_any()
}
