//! Both armies before a battle, facing each other: their names, their signs and the numbers of their units.

use super::sign::UnitSign;
use super::unit_form::sign_of;
use leptos::prelude::*;
use rules::ruleset::{Ruleset, Sign};
use rules::text;
use serde_json::{Map, Value as Json};

/// Number of signs shown of each side.
const MAX_SIGNS: usize = 12;

/// An army before a battle.
#[derive(Clone, Default, PartialEq)]
pub struct Facing {
    /// Name of the side.
    pub name: String,
    /// Signs of its first units.
    signs: Vec<Sign>,
    /// Number of its units.
    count: usize,
}

impl Facing {
    /// An army of units with these profiles.
    pub fn of<'a>(
        ruleset: &'static Ruleset,
        name: String,
        units: impl ExactSizeIterator<Item = &'a Map<String, Json>>,
    ) -> Self {
        let count = units.len();
        Self { name, signs: units.take(MAX_SIGNS).map(|unit| sign_of(ruleset, unit)).collect(), count }
    }
}

/// Both armies, the second one looking at the first.
#[component]
pub fn FacingArmies(#[prop(into)] armies: Signal<[Facing; 2]>) -> impl IntoView {
    let army = |(side, Facing { name, signs, count }): (usize, Facing)| {
        let signs = signs.into_iter().map(|sign| view! { <UnitSign sign/> }).collect_view();
        let count = text!("{n} {n|unit|units}", n = count).to_string();
        view! {
            <div class=format!("army-of side-{side}")>
                <b>{name}</b>
                <span class="army" aria-hidden="true">{signs}</span>
                <small>{count}</small>
            </div>
        }
    };
    view! { <div class="facing">{move || armies.get().into_iter().enumerate().map(army).collect_view()}</div> }
}
