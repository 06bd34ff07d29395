//! Overrides. If players override a rule of the turn, the act can be resolved.

use super::answers::say_what_is_asked;
use super::{Player, Ruleset, are_long};
use battle::referee;
use battle::referee::Offer;
use rand::seq::IndexedRandom;
use rules::refusal::Code;
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// Number of refusals after which an act counts as one that cannot be resolved.
const ENOUGH: usize = 12;
/// Number of offers that are tried each time.
const OFFERS: usize = 12;

/// Rules about units with nothing left to act with: ruleset and rule.
const GONE: &[(&str, &str)] =
    &[("arquebusier", "destroyed"), ("pike_and_shot", "out_of_battle"), ("pikette_squared", "off_table")];

/// Acts that have no meaning without the overridden rule: ruleset, procedure, rule and reason.
const EXCEPTED: &[(&str, &str, &str, &str)] = &[
    ("argad", "casualties", "out", "there is nobody to draw from: script out-for-good"),
    ("argad", "close_order", "out", "nobody stands in it: script out-for-good"),
    ("argad", "shoot", "fired", "an empty weapon cannot be loaded before the next turn: script shoot-twice"),
    ("arquebusier", "movement_allowance", "not_in_contact", "there is nothing to close up to: arquebusier.turn.md"),
    ("arquebusier", "shooting", "cannot_shoot", "nobody in it has anything to shoot with"),
    ("pike_and_shot", "sub_unit", "other_troops", "its figures would be lost: the unit has no trackers for them"),
    ("pikette_squared", "rally_check", "in_order", "there is nothing to rally: script pikette-own-nothing-to-rally"),
    ("pikette_squared", "fight", "no_melee_card", "script pikette-own-tercio-is-front has it refused"),
    ("pikette_squared", "action", "done_on_card", "script pikette-own-fire-reload-fire has it refused"),
    (
        "pikette_squared",
        "reaction",
        "has_initiative",
        "script pikette-own-reactions-in-ones-own-initiative has it refused",
    ),
];

/// Attempts at acts of one procedure against one rule.
#[derive(Debug, Default)]
struct Tried {
    resolved: usize,
    refused: usize,
    /// The last refusal, with its input.
    last: String,
}

/// Overrides of a ruleset, by procedure and rule.
#[derive(Debug, Default)]
pub struct Overridden(BTreeMap<(&'static str, &'static str), Tried>);

impl Overridden {
    /// In long runs, every act that was tried often enough must have been resolved once. Excepted acts must never have been resolved.
    pub fn check(&self, ruleset: &Ruleset) {
        for (_, procedure, rule, _) in EXCEPTED.iter().filter(|excepted| excepted.0 == ruleset.named.id) {
            let resolved = self.0.get(&(*procedure, *rule)).map_or(0, |tried| tried.resolved);
            assert_eq!(resolved, 0, "{}: {procedure}, over {rule}, need not be excepted", ruleset.named.id);
        }
        if !are_long() {
            return;
        }
        let stuck = self.0.iter().filter(|((procedure, rule), tried)| {
            let excepted =
                |acts: &&(&str, &str, &str, &str)| (acts.0, acts.1, acts.2) == (ruleset.named.id, *procedure, *rule);
            let is_gone = GONE.contains(&(ruleset.named.id, *rule));
            tried.resolved == 0 && tried.refused >= ENOUGH && !is_gone && !EXCEPTED.iter().any(|acts| excepted(&acts))
        });
        let stuck: Vec<String> =
            stuck.map(|((procedure, rule), tried)| format!("{procedure}, over {rule}: {}", tried.last)).collect();
        assert!(stuck.is_empty(), "{}: set aside, and refused all the same:\n{}", ruleset.named.id, stuck.join("\n"));
    }
}

impl Player {
    /// Overrides the rules that forbid some of the acts that units and sides are offered now.
    pub fn check_overrides(&mut self) {
        let state = self.battle.state();
        let units: Vec<String> = state.units().map(|unit| unit.id.clone()).collect();
        let offers: Vec<_> = units
            .iter()
            .flat_map(|unit| {
                let offers = referee::offers(self.ruleset, state, unit).into_iter();
                offers.filter(|offer| offer.barred().is_some() && offer.is_shown()).map(|offer| (unit.clone(), offer))
            })
            .collect();
        let offers: Vec<_> = offers.sample(&mut self.rng, OFFERS).cloned().collect();
        for (unit, offer) in offers {
            self.check_override(&unit, &offer);
        }
    }

    fn check_override(&mut self, unit: &str, offer: &Offer) {
        let participants = self.participants(offer.procedure, unit);
        if !participants.complete(offer.procedure) {
            return;
        }
        let state = self.battle.state();
        let mut answers = offer.variant.map(|variant| variant.answers()).unwrap_or_default();
        let known = referee::filled(offer.procedure, &participants, state, &answers);
        say_what_is_asked(offer.procedure.form, &known, &mut answers, true, &mut self.rng);
        let input = referee::filled(offer.procedure, &participants, state, &answers);
        let broken = referee::bars(self.ruleset, offer.procedure, &participants, state, &input);
        let Some(rule) = broken.first().map(|barred| barred.rule) else { return };
        let tried = self.overridden.0.entry((offer.procedure.id, rule)).or_default();
        let played = referee::permit_override(&broken)
            .and_then(|()| referee::play(offer.procedure, &participants, state, &input, &[]));
        match played {
            // Random answers may belong to another kind of unit, or leave out optional fields that only some of these acts need.
            Err(refusal) if matches!(refusal.code, Code::UnknownField | Code::MissingField) => {}
            Err(refusal) => {
                tried.refused += 1;
                tried.last = format!("{} at {} of {}", refusal.message, refusal.field, Json::Object(input));
            }
            Ok(_) => tried.resolved += 1,
        }
    }
}
