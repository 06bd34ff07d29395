//! The guide of a first battle, in a panel.

use super::panel::LivePanel;
use crate::app::components::guide::GuideBox;
use crate::app::state::BattleState;
use battle::guide::Progress;
use leptos::prelude::*;
use rules::text::say;

/// The next step in a panel, while the battle is guided.
#[component]
pub(super) fn PanelGuide(panel: LivePanel, battle: BattleState) -> impl IntoView {
    let next_tap = Memo::new(move |_| match battle.guide_progress()? {
        Progress::Step(_) => Some(next_tap(panel, battle)),
        Progress::Strayed => Some(say("Back").to_owned()),
        Progress::Stuck | Progress::Done => None,
    });
    let is_rolled = Memo::new(move |_| panel.is_rolling() && panel.shown.with(|shown| shown.dice.is_complete));
    view! { <GuideBox battle tap=next_tap is_rolled/> }
}

/// Label of the next control to tap: a unit that is not picked yet, the usual option of a choice, "Roll", "Apply to the table", or "Back".
fn next_tap(panel: LivePanel, battle: BattleState) -> String {
    let act = panel.participants.with(|participants| battle.guided_act(panel.procedure, participants));
    let Some(guided) = act else { return say("Back").to_owned() };
    let picked = |role: &str, unit: &str| {
        panel.participants.with(|participants| participants.units(role).iter().any(|id| id == unit))
    };
    if let Some((_, unit)) = guided.picks.iter().find(|(role, unit)| !picked(role, unit)) {
        return panel.unit_name(unit);
    }
    let option = panel.outlook.with(|outlook| {
        let options = &outlook.decision()?.options;
        options.iter().find(|option| option.is_suggested).or(options.first()).map(|option| option.label)
    });
    if let Some(label) = option {
        return panel.named_units().spell_label(label).to_string();
    }
    if panel.shown.with(|shown| shown.dice.is_complete) {
        return say("Apply to the table").to_owned();
    }
    say("Roll").to_owned()
}
