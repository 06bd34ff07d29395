//! The notice that a roll of the app awaits its settlement, with the way to it.

use crate::app::state::BattleState;
use crate::app::state::route::{Route, router};
use drumhead::battle::participants::Participants;
use drumhead::battle::{Rolled, Stamp};
use drumhead::core::text::say;
use drumhead::rules::procedure::Procedure;
use drumhead::text;
use leptos::prelude::*;
use serde_json::{Map, Value as Json};

/// The region of the notice, which stands there before it is filled, so that screen readers announce it.
#[component]
pub fn AwaitingRegion(children: Children) -> impl IntoView {
    view! { <div class="live" role="status" aria-label=say("Unapplied roll")>{children()}</div> }
}

/// The notice of a roll.
#[component]
pub fn AwaitingNotice(
    /// The battle in play.
    battle: BattleState,
    /// The roll's place in the log.
    stamp: Stamp,
    /// The roll.
    rolled: Rolled,
    /// Words that say what it keeps the player from, where it does.
    #[prop(optional)]
    why: Option<&'static str>,
    /// Takes the roll up where the page that shows it is open already.
    #[prop(optional)]
    take_up: Option<Callback<(Stamp, Rolled)>>,
) -> impl IntoView {
    let known = battle.ruleset.procedure(&rolled.procedure);
    let title = known.map_or(rolled.procedure.as_str(), |own| say(own.title));
    let words = [title.to_owned(), who(battle, &rolled.procedure, &rolled.participants)]
        .into_iter()
        .filter(|words| !words.is_empty());
    let words = text!("Unapplied roll: {what}.", what = words.collect::<Vec<_>>().join(", ")).to_string();
    let router = router();
    let correction = rolled.corrects.as_ref().and_then(|_| untrack(|| battle.unfinished_correction()));
    let is_lost = rolled.corrects.is_some() && correction.is_none();
    let why = if is_lost { Some(lost_words()) } else { why };
    let button = if let Some(way) = correction {
        view! { <button class="primary" on:click=move |_| router.go(&way)>{say("Continue")}</button> }.into_any()
    } else if known.is_some() && !is_lost {
        let way = way(battle, &rolled);
        let go_on = move |_| match take_up.filter(|_| router.here_untracked() == way) {
            Some(take_up) => take_up.run((stamp.clone(), rolled.clone())),
            None => router.go(&way),
        };
        view! { <button class="primary" on:click=go_on>{say("Continue")}</button> }.into_any()
    } else {
        view! { <button on:click=move |_| battle.discard(stamp.clone(), rolled.clone())>{say("Discard")}</button> }
            .into_any()
    };
    view! {
        <section class="banner">
            <p><b>{words}</b></p>{why.map(|why| view! { <p>{why}</p> })}
            <p class="tools">{button}</p>
        </section>
    }
}

/// Words on a roll whose correction was not finished.
pub fn lost_words() -> &'static str {
    say(
        "This roll belongs to an unfinished correction. Discard it, then correct the action again: the same dice come again.",
    )
}

/// Place where a roll is shown and settled.
pub fn way(battle: BattleState, rolled: &Rolled) -> Route {
    // Unit ids come from the app; an id from elsewhere that would make another address is left out.
    let unit = battle.ruleset.procedure(&rolled.procedure).and_then(|own| acting(own, &rolled.participants));
    let unit = unit.filter(|unit| unit.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-'));
    Route::Resolve { battle: battle.id(), procedure: rolled.procedure.clone(), unit }
}

/// True if the address of a procedure, and of a unit that acts, leads to dice that were rolled for `rolled_for` with these
/// participants.
pub fn leads_to(procedure: &Procedure, unit: Option<&str>, rolled_for: &str, participants: &Map<String, Json>) -> bool {
    procedure.id == rolled_for && unit.is_none_or(|unit| acting(procedure, participants).as_deref() == Some(unit))
}

/// The unit that acts.
fn acting(procedure: &Procedure, participants: &Map<String, Json>) -> Option<String> {
    Participants::read(procedure, participants).units(procedure.participants.first()?.id).first().cloned()
}

/// The names of those who take part, as the log keeps them: whoever acts first.
pub fn who(battle: BattleState, procedure: &str, participants: &Map<String, Json>) -> String {
    let roles = battle.ruleset.procedure(procedure).map_or(&[][..], |own| own.participants);
    let own = roles.iter().filter_map(|role| participants.get(role.id)?.as_array());
    let ids = own.flatten().filter_map(Json::as_str);
    let names = battle
        .with_untracked(|open| ids.filter_map(|id| Some(open.state().unit(id)?.name().to_owned())).collect::<Vec<_>>());
    names.join(" · ")
}
