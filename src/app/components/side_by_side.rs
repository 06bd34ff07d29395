//! Both sides of a battle, side by side. The caller draws the units.

use battle::Battle;
use leptos::prelude::*;
use rules::facts::Facts;
use rules::ruleset::{Ruleset, Tracker};
use rules::subject::{Side, Subject};
use rules::table::TURN;
use rules::text;
use rules::text::say;

/// The battle's trackers and both sides with their units. `unit` draws a unit from its name and facts; `list` draws the trackers of a
/// side or of the battle.
pub fn side_by_side(
    ruleset: &'static Ruleset,
    battle: &Battle,
    unit: impl Fn(String, Facts) -> AnyView,
    list: impl Fn(&[&'static Tracker], &Facts) -> AnyView,
) -> AnyView {
    let (state, names) = (battle.state(), battle.header().sides.each_ref().map(|side| side.name.clone()));
    let whole = state.battle();
    let phase = ruleset.phase(whole).map(|phase| format!(" · {}", say(phase.title))).unwrap_or_default();
    let sides = Side::BOTH.map(|table_side| {
        let side = table_side.index();
        let here = state.known_units().filter(|(of_side, _)| of_side.side == side);
        let units = here.map(|(of_side, facts)| unit(of_side.name().to_owned(), facts.clone())).collect_view();
        let waiting = state.units_off_table().filter(|(of_side, _)| of_side.side == side);
        let waiting: Vec<String> = waiting.map(|(of_side, _)| of_side.name().to_owned()).collect();
        let waiting =
            (!waiting.is_empty()).then(|| text!("Off the table: {names}", names = waiting.join(", ")).to_string());
        view! {
            <section class=format!("side side-{side}") aria-label=names[side].clone()>
                <h2>{names[side].clone()}</h2>
                {list(&ruleset.trackers_in(&Subject::Side(table_side), whole), state.side(table_side))}
                {units}
                {waiting.map(|words| view! { <p class="soft">{words}</p> })}
            </section>
        }
    });
    view! {
        <p class="headline">{format!("{} {}{phase}", say(ruleset.turn), whole.value(TURN).unwrap_or(1))}</p>
        {list(&ruleset.trackers_in(&Subject::Battle, whole), whole)}
        <div class="sides">{sides}</div>
    }
    .into_any()
}
