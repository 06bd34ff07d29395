//! The guide of a first battle, on the table.

use crate::app::components::guide::GuideBox;
use crate::app::components::names::Names;
use crate::app::state::BattleState;
use battle::guide::{self, Opener, Progress};
use leptos::prelude::*;
use rules::guide::{Doing, StepKind, Who};
use rules::text::say;

/// The next step on the table, while the battle is guided.
#[component]
pub fn TableGuide(
    battle: BattleState,
    /// True while the dialog before the next phase is open.
    asking: RwSignal<bool>,
    /// Label of the button that leaves this dialog for the next phase.
    leave_words: Memo<&'static str>,
) -> impl IntoView {
    let tap = Memo::new(move |_| match battle.guide_progress()? {
        Progress::Step(_) => match &battle.guided_step()?.act {
            StepKind::Next if asking.get() => Some(leave_words.get().to_owned()),
            StepKind::Next => Some(say("Next ›").to_owned()),
            StepKind::Do(doing) => next_tap(battle, doing),
        },
        Progress::Strayed => Some(say("Undo").to_owned()),
        Progress::Stuck | Progress::Done => None,
    });
    // Shows the side of the step's unit.
    let side = Memo::new(move |_| {
        let StepKind::Do(Doing { who: Who::Unit(unit), .. }) = &battle.guided_step()?.act else { return None };
        battle.with(|open| open.state().unit(unit).map(|unit| unit.side))
    });
    Effect::new(move |_| {
        if let Some(side) = side.get() {
            battle.app.battle.shown_side.set(side);
        }
    });
    view! { <GuideBox battle tap/> }
}

/// Label of the next control on the way to an act: the unit's row while it is closed, then the control on its card.
fn next_tap(battle: BattleState, doing: &Doing) -> Option<String> {
    let opening = battle.with(|open| guide::opening(battle.ruleset, doing, open.state()))?;
    let title = opening.procedure.title;
    let (Who::Unit(unit), Opener::Offer | Opener::QuickAnswer(_)) = (doing.who, &opening.control) else {
        return Some(match &opening.control {
            // Several buttons can have the same title, so the reason identifies the button.
            Opener::Due(duty) | Opener::Side(duty) => {
                Names::of_battle(battle).spell(&duty.why).trim_end_matches('.').to_owned()
            }
            Opener::Offer | Opener::QuickAnswer(_) => say(title).to_owned(),
        });
    };
    if !battle.app.battle.rows.is_open(unit) {
        return battle.unit_name(unit);
    }
    Some(
        say(match opening.control {
            Opener::QuickAnswer(label) => label,
            _ => title,
        })
        .to_owned(),
    )
}
