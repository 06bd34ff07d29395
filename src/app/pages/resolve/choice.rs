//! A choice in the middle of a roll, which players make only if the dice require it.

use super::panel::LivePanel;
use battle::panel::Message;
use leptos::prelude::*;
use rules::form::{Field, Kind};
use rules::text::{capital, say};

/// A choice in the middle of a roll, with a button for each option.
#[component]
pub(super) fn MidRollChoice(
    panel: LivePanel,
    field: &'static Field,
    /// The roll that it concerns, in words.
    which: String,
    on_back: Callback<()>,
    can_go_back: bool,
) -> impl IntoView {
    let Kind::List { of: Kind::Choice(choices), .. } = field.kind else { return ().into_any() };
    let buttons = choices.iter().enumerate().map(|(index, choice)| {
        let id = choice.id;
        view! {
            <button type="button" class:primary=index == 0 on:click=move |_| panel.send(Message::Choose(field.id, id))>
                {panel.named_units().spell_label(choice.label)}
            </button>
        }
    });
    view! {
        <section class="pad" aria-label=say(field.label)>
            <p class="headline">{say(field.label)}</p>
            <p class="soft">{capital(&which)}{say(": ")}{say(field.help)}</p>
            <p class="tools">{buttons.collect_view()}
                {can_go_back.then(|| view! {
                    <button type="button" class="quiet" on:click=move |_| on_back.run(())>{say("⌫ Back")}</button>
                })}
            </p>
        </section>
    }
    .into_any()
}
