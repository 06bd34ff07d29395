//! Duties: acts that the rules demand now. Each has a button that opens its panel, filled in.

use crate::app::components::acts;
use crate::app::components::names::Names;
use crate::app::state::BattleState;
use crate::app::state::route::{Router, router};
use battle::{Act, referee};
use leptos::prelude::*;
use rules::scenario::ARRIVAL;
use rules::text;
use rules::text::{Text, say};
use rules::turn::Duty;

/// Greatest number of units that a duty names. More are counted.
const MAX_NAMED: usize = 3;

/// The names of the units that a duty is for, or their number; if it names none, the name of the side.
pub fn duty_names(battle: BattleState, duty: &Duty) -> String {
    battle.with(|open| {
        let name = |id: &String| open.state().unit(id).map(|unit| unit.name().to_owned());
        let mut names: Vec<String> = Vec::new();
        let acting = duty.roles.iter().map(|(_, units)| units).find(|units| !units.is_empty());
        for name in acting.into_iter().flatten().filter_map(name) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        match (names.len(), duty.side) {
            (0, Some(side)) => open.header().sides[side.index()].name.clone(),
            (n, _) if n > MAX_NAMED => text!("{n} {n|unit|units}", n = n).to_string(),
            _ => names.join(" · "),
        }
    })
}

pub fn duty_title(battle: BattleState, duty: &Duty) -> &'static str {
    let procedure = battle.ruleset.procedure(duty.procedure);
    procedure.map_or(duty.procedure, |procedure| say(procedure.title_with(&referee::fixed_answers(duty))))
}

/// The reason of a duty. While counters are hidden, the other side does not read the place at which units may arrive.
fn why(battle: BattleState, duty: &Duty) -> Text {
    let is_hidden = duty.procedure == ARRIVAL.id && !battle.shows_plans_of(duty.side);
    match battle.name_of_duty(duty).filter(|_| is_hidden) {
        Some(name) => text!("{name} may arrive.", name = name),
        None => duty.why.clone(),
    }
}

/// The label of an event or an arrival that is called at will: "Rossiter's Horse arrives".
pub fn at_will_words(battle: BattleState, offer: &Duty) -> String {
    let name = untrack(|| battle.name_of_duty(offer)).unwrap_or_default();
    if offer.procedure == ARRIVAL.id { text!("{name} arrives", name = name).to_string() } else { name }
}

/// Opens the panel of a duty, filled in. A duty that needs neither dice nor an answer is done at once.
pub fn open_duty(battle: BattleState, router: Router, duty: &Duty) {
    if let Some(act) = Act::of_duty(battle.ruleset, duty) {
        acts::do_or_open(battle, router, act);
    }
}

/// A button that opens the panel of a duty.
#[component]
pub fn DutyButton(
    battle: BattleState,
    duty: Duty,
    /// True if it is the primary button of the page.
    first: bool,
    /// Its number among the duties, in words.
    #[prop(optional_no_strip)]
    nth: Option<String>,
) -> impl IntoView {
    let (title, router) = (duty_title(battle, &duty), router());
    let why = Names::of_battle(battle).spell(&untrack(|| why(battle, &duty)));
    // Most reasons name the unit.
    let who = Some(untrack(|| duty_names(battle, &duty))).filter(|who| !why.contains(who.as_str()));
    let must = duty.must;
    // A duty of another player is shown, and not offered.
    if let Some(whose) = untrack(|| battle.not_our_duty(&duty)) {
        let who = untrack(|| duty_names(battle, &duty));
        return view! { <p class="duty of-another"><span><b>{title}</b>" · "{who}</span><small>{whose}</small></p> }
            .into_any();
    }
    let open = move |_| open_duty(battle, router, &duty);
    view! {
        <button class="duty" class:primary=first class:must=must on:click=open>
            <span><b>{title}</b>{who.map(|who| format!(" · {who}"))}</span><small>{why}</small>{nth.map(|nth| view! { <em>{nth}</em> })}
        </button>
    }
    .into_any()
}
