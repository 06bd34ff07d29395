//! The players' own modifiers in a panel: a tick box for each that can apply to the act.

use super::panel::LivePanel;
use crate::app::components::field::{Offer, OptionFigure};
use crate::app::components::modifiers::would_add;
use crate::app::state::BattleState;
use leptos::prelude::*;
use rules::own::{OwnModifier, OwnRules, Part, is_among};
use rules::text::say;
use serde_json::{Map, Value as Json};

/// The tick boxes, grouped by the part of the act to which the modifiers apply.
#[component]
pub(super) fn OwnModifiers(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let rules = battle.follow(|open| OwnRules::of(open.state().battle()));
    let answers = Memo::new(move |_| if rules.with(OwnRules::is_empty) { Map::new() } else { panel.sketch() });
    let parts = Memo::new(move |_| {
        let offered = |answers: &Map<String, Json>| {
            rules.with(|rules| {
                let offered = rules.offered(panel.procedure, answers).into_iter();
                offered
                    .map(|(part, modifiers)| (part, modifiers.into_iter().cloned().collect::<Vec<_>>()))
                    .collect::<Vec<_>>()
            })
        };
        answers.with(offered)
    });
    let group = move |(part, modifiers): (Part, Vec<OwnModifier>)| {
        let legend = match panel.whose(&part.path) {
            Some(unit) => format!("{} · {unit}", say("Own rules")),
            None => say("Own rules").to_owned(),
        };
        let chips = modifiers.into_iter().map(|modifier| view! { <Toggle panel answers part=part.clone() modifier/> });
        view! { <fieldset class="chips"><legend>{legend}</legend>{chips.collect_view()}</fieldset> }
    };
    move || parts.get().into_iter().map(group).collect_view()
}

/// The tick box of a modifier, with the odds if it were toggled.
#[component]
fn Toggle(panel: LivePanel, answers: Memo<Map<String, Json>>, part: Part, modifier: OwnModifier) -> impl IntoView {
    let place = part.changes_at();
    let figures = OptionFigure::at(&place);
    let (name, words) =
        (modifier.name.clone(), format!("{} {}", modifier.name, would_add(panel.procedure, modifier.by)));
    let offer = move || Some(Offer::Own(name.clone()));
    let ticked = {
        let (part, modifier) = (part.clone(), modifier.clone());
        Memo::new(move |_| answers.with(|answers| is_among(&modifier, &part.changes_in(answers))))
    };
    let toggle = move |_| {
        let changes = answers.with_untracked(|answers| part.toggled(&modifier, answers));
        panel.answer(&place, Some(changes.into()));
    };
    view! {
        <label class="chip">
            <input type="checkbox" aria-description=figures.words(offer.clone()) prop:checked=ticked on:change=toggle/>
            {words}
            {figures.element(offer)}
        </label>
    }
}
