//! The table as it stood: what its cards and desks show, to be looked at.

use super::sides;
use super::trackers::{discs, pips_drawn, tokens};
use crate::app::pages::roster::described;
use crate::app::pages::table::{in_trouble, tags, told};
use drumhead::battle::State;
use drumhead::core::facts::Facts;
use drumhead::rules::ruleset::{Ruleset, Tracker, Tracks};
use leptos::prelude::*;

/// Both sides of a battle, and the battle itself.
pub fn table(ruleset: &'static Ruleset, state: &State, names: &[String; 2]) -> impl IntoView + use<> {
    sides::table(ruleset, state, names, unit, desk)
}

fn unit(ruleset: &'static Ruleset, name: &str, facts: &Facts) -> AnyView {
    let pips = ruleset.trackers.iter().filter(|own| matches!(own.kind, Tracks::Pips { .. }));
    let pips = pips.filter(|own| facts.get(own.id).is_some());
    let pips = pips.map(|own| view! { <div class="pips">{pips_drawn(own, facts)}</div> }).collect_view();
    view! {
        <article class="card unit" class:alarm=in_trouble(ruleset, facts) aria-label=name.to_owned()>
            <h3>{name.to_owned()}</h3>
            <p class="tags">{discs(ruleset, facts)}{tags(ruleset, facts)}{tokens(ruleset, facts)}</p>
            <p class="soft">{described(ruleset, facts)}</p>
            {pips}
        </article>
    }
    .into_any()
}

/// What is tracked of a side or of the battle, as its desk says it.
fn desk(trackers: &'static [Tracker], facts: &Facts) -> AnyView {
    let each = trackers.iter().filter_map(|own| Some((own.look.name(), told(own, facts)?)));
    let each =
        each.map(|(look, words)| view! { <span class=format!("told look-{look}")>{words}</span> }).collect_view();
    view! { <p class="tags">{each}</p> }.into_any()
}
