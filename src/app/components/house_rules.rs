//! The list of the house rules in force, and a button that copies it as text.

use super::copy_button::CopyText;
use battle::analysis::house_rules::{as_text, house_rules};
use battle::analysis::own_words;
use leptos::prelude::*;
use rules::own::OwnRules;
use rules::ruleset::Ruleset;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// The button that copies the house rules in force.
#[component]
pub fn CopyHouseRules(
    ruleset: &'static Ruleset,
    /// The chosen rulings.
    rulings: Signal<Map<String, Json>>,
    /// The players' own rules.
    #[prop(into)]
    added: Signal<OwnRules>,
) -> impl IntoView {
    let text = Callback::new(move |()| {
        rulings.with_untracked(|rulings| added.with_untracked(|added| as_text(ruleset, rulings, added)))
    });
    view! { <CopyText label=say("Copy the house rules") text copied=say("Copied.")/> }
}

/// The house rules of a battle, folded. Nothing is shown if there are none.
#[component]
pub fn HouseRules(
    ruleset: &'static Ruleset,
    /// The chosen rulings.
    rulings: Map<String, Json>,
    /// The players' own rules.
    added: OwnRules,
) -> impl IntoView {
    let rules = house_rules(ruleset, &rulings);
    (!rules.is_empty() || !added.is_empty()).then(|| {
        let added_rows = own_words::all(ruleset, &added).into_iter();
        let added_rows = added_rows.map(|rule| {
            let about = (!rule.about.is_empty()).then(|| view! { " "<small>{rule.about}</small> });
            view! { <dd><b>{rule.words}</b>{about}</dd> }
        });
        let added_row = (!added.is_empty()).then(|| view! { <dt>{say("Own rules")}</dt>{added_rows.collect_view()} });
        let rows = rules.into_iter().map(|rule| {
            // Rulings other than the default are bold.
            let chosen = match rule.is_default {
                true => rule.chosen.into_any(),
                false => view! { <b>{rule.chosen}</b> }.into_any(),
            };
            view! { <dt>{rule.question}" "<small>{rule.number}</small></dt><dd>{chosen}</dd> }
        });
        let rows = rows.collect_view();
        view! {
            <details class="disclosure">
                <summary>{say("House rules")}</summary>
                <dl>{added_row}{rows}</dl>
                <CopyHouseRules ruleset rulings=Signal::stored(rulings) added=Signal::stored(added)/>
            </details>
        }
    })
}
