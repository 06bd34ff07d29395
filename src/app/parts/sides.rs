//! A battle as it stands, side beside side, however its units are drawn.

use drumhead::battle::State;
use drumhead::core::facts::Facts;
use drumhead::core::text::say;
use drumhead::rules::ruleset::{Ruleset, Tracker};
use leptos::prelude::*;

/// Both sides of a battle, and the battle itself: `unit` draws a unit, by its name and its facts, and `desk` what is tracked of
/// a side or of the battle.
pub fn table(
    ruleset: &'static Ruleset,
    state: &State,
    names: &[String; 2],
    unit: fn(&'static Ruleset, &str, &Facts) -> AnyView,
    desk: fn(&'static [Tracker], &Facts) -> AnyView,
) -> impl IntoView + use<> {
    let battle = state.tracked("battle").cloned().unwrap_or_default();
    let phase = ruleset.phase(&battle).map(|phase| format!(" · {}", say(phase.title))).unwrap_or_default();
    let sides = [("a", 0), ("b", 1)].map(|(of, side)| {
        let own = state.units().filter(|unit| unit.side == side);
        let units = own.map(|own| unit(ruleset, own.name(), &state.facts(&own.id))).collect_view();
        view! {
            <section class=format!("side side-{side}") aria-label=names[side].clone()>
                <h2>{names[side].clone()}</h2>
                {state.tracked(of).map(|facts| desk(ruleset.side_trackers, facts))}
                {units}
            </section>
        }
    });
    view! {
        <p class="headline">{format!("{} {}{phase}", say(ruleset.turn), battle.whole("turn"))}</p>
        {desk(ruleset.battle_trackers, &battle)}
        <div class="sides">{sides.into_iter().collect_view()}</div>
    }
}
