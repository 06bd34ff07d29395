//! The referee of the turn: offers, bans, duties, and the steps of `next`.
//!
//! The referee judges by the ruleset's [`TurnRules`](rules::turn::TurnRules) and contains no code for a single ruleset. The app and the
//! contract's `battle` call use the same functions.
//!
//! An act is checked against its [bans](bars), then against the procedure's own refusals. Then its [changes](resolved_changes) are computed,
//! and the ruleset [adds](completed) further changes that follow from them. Trackers in which units name each other, such as contacts, are
//! kept consistent for all rulesets alike.

mod acts;
mod changes;
mod group;
mod joint_offers;
mod named_units;
mod next;
mod offers;

pub use changes::{
    changes_by_hand, changes_elsewhere, changes_of_muster, completed, play, resolved_changes, resolved_state,
};
pub use group::{GroupTable, Judged};
pub use joint_offers::{JointOffer, OfferedUnit, joint_and_last_offers, joint_offers};
pub use next::{Made, NextDone, could_do_more, given_up, next_changes, next_done, next_step, plain_next};
pub use offers::{Offer, Refused, is_asked, may_act, offers, own_bar_in_phase};

use super::binding::{scene, scene_on_table};
use super::participants::Participants;
use super::state::State;
use super::{Action, ActionEvent, rolls, seat};
use rules::ban::{self, Ban, Held};
use rules::closing::{self, CLOSED};
use rules::facts::Facts;
use rules::filling;
use rules::form::{Field, Origin};
use rules::own::{self, BAR, OWN_RULES, OwnRules};
use rules::procedure::Procedure;
use rules::refusal::Refusal;
use rules::ruleset::Ruleset;
use rules::scenario;
use rules::subject::Side;
use rules::table::{Change, Scene, Table};
use rules::text;
use rules::text::Text;
use rules::turn::{Attempt, Duty};
use serde_json::{Map, Value as Json};
use std::ops::Deref;

/// A rule that forbids an act: a ban of the procedure, one that the players agreed on, or the end of the battle.
#[derive(Clone, Debug, PartialEq)]
pub struct Barred {
    /// Rule id.
    pub rule: &'static str,
    /// Reason, for players.
    pub message: Text,
    /// True if the rule is checked for offers, too.
    pub in_offers: bool,
    /// True if cards do not show the offer.
    pub hides_offer: bool,
    /// True if players cannot override the rule. False if a field of the input shows the fact: then the procedure itself refuses the input.
    pub is_final: bool,
    /// Id of the role for which the rule asks a unit.
    pub asks_for: Option<&'static str>,
}

impl Barred {
    fn by_ban((ban, message): Held) -> Self {
        Self {
            rule: ban.rule,
            message,
            in_offers: ban.in_offers,
            hides_offer: ban.hides_offer,
            is_final: ban.is_final && ban.field.is_empty(),
            asks_for: ban.asks_for,
        }
    }

    /// The bar of a closed battle, which forbids every act and cannot be overridden; `None` if the battle is not closed.
    fn by_closing(battle: &Facts) -> Option<Self> {
        let message = closing::closed(battle)?;
        Some(Self { rule: CLOSED, message, in_offers: true, hides_offer: false, is_final: true, asks_for: None })
    }
}

/// The rule ids of these bars, each once.
pub fn rule_ids(barred: &[Barred]) -> Vec<String> {
    let mut ids: Vec<String> = Vec::new();
    for barred in barred {
        if !ids.iter().any(|id| id == barred.rule) {
            ids.push(barred.rule.to_owned());
        }
    }
    ids
}

/// Checks that players may override each of these rules.
///
/// # Errors
/// The reason of the first rule that no override lifts.
pub fn permit_override(broken: &[Barred]) -> Result<(), Refusal> {
    let refused = broken.iter().find(|barred| barred.is_final);
    refused.map_or(Ok(()), |barred| Err(Refusal::forbidden("", barred.message.clone())))
}

/// All rules that forbid an act. The end of the battle comes first, then the procedure's bans in their order, and the players' own bars.
pub fn bars(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    input: &Map<String, Json>,
) -> Vec<Barred> {
    let scene = scene_on_table(procedure, participants, state);
    let attempt = Attempt { procedure: procedure.id, scene: &scene, input, is_offer: false };
    let by_rules = ban::held(procedure, &attempt, &input).into_iter().map(Barred::by_ban);
    let closed = Barred::by_closing(&scene.table.battle).into_iter();
    closed.chain(by_rules).chain(barred_by_players(ruleset, &attempt)).collect()
}

/// Options that this act takes from others, as sentences for players.
pub fn ends(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    input: &Map<String, Json>,
) -> Vec<Text> {
    let scene = scene_on_table(procedure, participants, state);
    let attempt = Attempt { procedure: procedure.id, scene: &scene, input, is_offer: false };
    (ruleset.turn_rules.ends)(&attempt)
}

/// The first rule that forbids an attempt. Later rules are not evaluated.
fn first_bar(
    ruleset: &Ruleset,
    procedure: &'static Procedure,
    attempt: &Attempt,
    input: &impl Deref<Target = Map<String, Json>>,
) -> Option<Barred> {
    let by_rules = || ban::first_held(procedure, attempt, input).map(Barred::by_ban);
    Barred::by_closing(&attempt.scene.table.battle).or_else(by_rules).or_else(|| barred_by_players(ruleset, attempt))
}

/// The first of the players' own bars that forbids the procedure to an acting unit; `None` if no bar does.
fn barred_by_players(ruleset: &Ruleset, attempt: &Attempt) -> Option<Barred> {
    if !attempt.scene.table.battle.knows(OWN_RULES) {
        return None;
    }
    let actors = attempt.scene.actors().iter().map(|unit| &*unit.facts);
    let message = OwnRules::of(&attempt.scene.table.battle).barred(ruleset, attempt.procedure, actors)?;
    Some(Barred { rule: BAR, message, in_offers: true, hides_offer: false, is_final: false, asks_for: None })
}

/// The first rule that forbids an offer, as far as the acting unit alone shows. `None` if no rule does, or if no unit on the table acts.
pub fn offer_barred(
    ruleset: &'static Ruleset,
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    input: &Map<String, Json>,
) -> Option<Barred> {
    let table = state.table();
    let role = procedure.participants.first()?;
    let actor = participants.units(role.id).first().and_then(|id| table.unit(id))?;
    let scene = Scene { table: table.clone(), roles: vec![(role.id, vec![actor.clone()])], acts: actor.side };
    let attempt = Attempt { procedure: procedure.id, scene: &scene, input, is_offer: true };
    first_bar(ruleset, procedure, &attempt, &input)
}

/// The reasons of the rules that an act overrode, computed on the table before the act. A rule that gives no reason there is shown by its
/// heading.
pub fn overridden(ruleset: &'static Ruleset, state: &State, act: &ActionEvent) -> Vec<Text> {
    if act.overrides.is_empty() {
        return Vec::new();
    }
    let reasons: Vec<(&str, Text)> = match &act.action {
        Action::Resolved(resolved) => {
            let Some(procedure) = ruleset.procedure(&resolved.procedure) else { return Vec::new() };
            let participants = Participants::read(procedure, &resolved.participants);
            let barred = bars(ruleset, procedure, &participants, state, &resolved.input);
            barred.into_iter().map(|barred| (barred.rule, barred.message)).collect()
        }
        _ => next_bars(ruleset, state).into_iter().map(|barred| (barred.rule, barred.message)).collect(),
    };
    let reason = |rule: &String| {
        let known = reasons.iter().find(|(known, _)| known == rule).map(|(_, reason)| reason.clone());
        let bans = || ruleset.procedures.iter().flat_map(|procedure| procedure.all_bans());
        let bans = || bans().chain(ruleset.turn_rules.next_bans);
        let heading = || bans().find(|ban| ban.rule == rule).map(|ban| ban.heading);
        known
            .or_else(|| rolls::reason(rule))
            .or_else(|| seat::reason(rule))
            .unwrap_or_else(|| heading().map_or_else(|| text!("A rule of the turn."), Text::from))
    };
    let skipped = matches!(act.action, Action::Phase).then(|| skipped(ruleset, state)).flatten();
    let reason = |rule: &String| skipped.clone().filter(|_| rule == DUE).unwrap_or_else(|| reason(rule));
    act.overrides.iter().map(reason).collect()
}

/// Greatest number of skipped duties that are named. More are counted.
const MAX_SKIPPED: usize = 12;

/// The duties that an overridden `next` skips, with their units: `3 skipped: Charge: Byron's Horse, Rupert's Horse; Rally: Holles's
/// Regiment`. Duties of one procedure are listed together. `None` if there is at most one, which its own reason describes.
fn skipped(ruleset: &'static Ruleset, state: &State) -> Option<Text> {
    let all: Vec<Duty> = duties_on(ruleset, &state.table()).into_iter().filter(Duty::holds_up).collect();
    if all.len() < 2 {
        return None;
    }
    let mut kinds: Vec<(Text, Vec<String>)> = Vec::new();
    for duty in all.iter().take(MAX_SKIPPED) {
        let units = duty.roles.first().map_or(&[][..], |(_, units)| units);
        let names: Vec<String> = units.iter().filter_map(|id| Some(state.unit(id)?.name().to_owned())).collect();
        let title = ruleset.procedure(duty.procedure).map(|procedure| Text::from(procedure.title));
        // Without a unit, the reason is more specific than the procedure's title.
        let what = title.filter(|_| !names.is_empty()).unwrap_or_else(|| duty.why.clone());
        match kinds.iter_mut().find(|(known, _)| *known == what) {
            Some((_, known)) => known.extend(names),
            None => kinds.push((what, names)),
        }
    }
    let words = kinds.into_iter().map(|(what, names)| match names.is_empty() {
        true => what,
        false => text!("{what}: {names}", what = what, names = names.join(", ")),
    });
    let list = words.reduce(|so_far, next| text!("{so_far}; {next}", so_far = so_far, next = next))?;
    let n = all.len();
    Some(match n.checked_sub(MAX_SKIPPED).filter(|more| *more > 0) {
        Some(more) => text!("{n} skipped: {list}; {more} more", n = n, list = list, more = more),
        None => text!("{n} skipped: {list}", n = n, list = list),
    })
}

/// The current duties: arrivals and events of the scenario, then those of the turn in the order in which they became due. A closed battle
/// has none.
pub fn duties(ruleset: &'static Ruleset, state: &State) -> Vec<Duty> {
    duties_on(ruleset, &state.table())
}

fn duties_on(ruleset: &'static Ruleset, table: &Table) -> Vec<Duty> {
    if closing::is_closed(&table.battle) {
        return Vec::new();
    }
    let rules = ruleset.turn_rules;
    let mut of_turn: Vec<Duty> = rules.duties.iter().flat_map(|rule| (rule.due)(table)).collect();
    (rules.order)(table, &mut of_turn);
    let mut duties = scenario::duties(table);
    duties.append(&mut of_turn);
    duties
}

/// Events and arrivals of the scenario that the game master, or players without one, may call now. A closed battle has none.
pub fn scenario_offers(state: &State) -> Vec<Duty> {
    let table = state.table();
    if closing::is_closed(&table.battle) { Vec::new() } else { scenario::at_will(&table) }
}

/// Acts of a side as a whole that no rule of the turn forbids now.
pub fn side_offers(ruleset: &'static Ruleset, state: &State) -> Vec<Duty> {
    let may = |offer: &Duty| {
        ruleset.procedure(offer.procedure).is_some_and(|procedure| {
            let participants = participants_of(offer);
            let input = filled(procedure, &participants, state, &fixed_answers(offer));
            bars(ruleset, procedure, &participants, state, &input).is_empty()
        })
    };
    (ruleset.turn_rules.side_offers)(&state.table()).into_iter().filter(may).collect()
}

/// A duty that was resolved without dice and answers.
#[derive(Clone, Debug)]
pub struct Settled {
    /// The act, for the log.
    pub action: super::Resolved,
    /// All changes of the act.
    pub changes: Vec<Change>,
}

/// Resolves a duty. Returns `None` if it needs dice or answers of players, or if a rule of the turn forbids it.
pub fn settle_without_dice(ruleset: &'static Ruleset, state: &State, duty: &Duty) -> Option<Settled> {
    let procedure = ruleset.procedure(duty.procedure)?;
    let (participants, answers) = (participants_of(duty), fixed_answers(duty));
    let input = filled(procedure, &participants, state, &answers);
    let is_open = |field: &Field| {
        let is_question = field.origin != Origin::Unit
            && !field.rare
            && field.id != "rulings"
            && field.mid_roll_purposes().is_empty();
        is_question && field.id != own::FIELD && field.matters(procedure.form, &input) && !input.contains_key(field.id)
    };
    let own_rules = OwnRules::of(state.battle());
    let asks_for_own = own_rules
        .offered(procedure, &input)
        .iter()
        .any(|(_, modifiers)| modifiers.iter().any(|modifier| modifier.is_asked()));
    let asks = asks_for_own || procedure.sketch.is_some() || procedure.form.fields.iter().any(is_open);
    if asks || !participants.complete(procedure) {
        return None;
    }
    if !bars(ruleset, procedure, &participants, state, &input).is_empty() {
        return None;
    }
    let resolved = play(procedure, &participants, state, &input, &[]).ok()?.result.ok()?;
    let changes = resolved_changes(ruleset, procedure, &participants, state, &input, &resolved);
    let action = super::Resolved::of(procedure.id, input, participants.json(), &resolved.outcome);
    Some(Settled { action, changes })
}

/// Number of duties that hold up `next`, and number of those that need neither dice nor answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DueCount {
    /// All duties that hold up `next`. Each counts separately, even if one row of the list asks for several.
    pub all: usize,
    /// The duties among these that [`settle_without_dice`] resolves.
    pub without_dice: usize,
}

/// Counts the duties that hold up `next`.
pub fn due_count(ruleset: &'static Ruleset, state: &State) -> DueCount {
    count_due(ruleset, state, duties(ruleset, state))
}

/// Counts the duties in a list that hold up `next`.
pub fn count_due(ruleset: &'static Ruleset, state: &State, mut due: Vec<Duty>) -> DueCount {
    due.retain(Duty::holds_up);
    let without_dice = due.iter().filter(|duty| settle_without_dice(ruleset, state, duty).is_some()).count();
    DueCount { all: due.len(), without_dice }
}

/// Notes on the current state of play, for players.
pub fn notes(ruleset: &'static Ruleset, state: &State) -> Vec<Text> {
    (ruleset.turn_rules.notes)(&state.table())
}

/// The participants of a duty: its units and its side.
pub fn participants_of(duty: &Duty) -> Participants {
    let mut participants = Participants::nobody();
    for (role, units) in &duty.roles {
        participants.set(role, units.clone());
    }
    if let Some(side) = duty.side {
        participants.act_for(side.index());
    }
    participants
}

/// The answers that a duty gives in addition to the facts of the table.
pub fn fixed_answers(duty: &Duty) -> Map<String, Json> {
    Map::from_iter(duty.fields.iter().map(|(field, value)| ((*field).to_owned(), value.clone())))
}

/// The changes with which a battle begins once its units have joined.
pub fn beginning(ruleset: &'static Ruleset, state: &State) -> Vec<Change> {
    (ruleset.turn_rules.begin)(&state.table())
}

/// All rules that forbid `next`: the end of the battle, the bans of the turn, and the first duty that holds it up.
pub fn next_bars(ruleset: &'static Ruleset, state: &State) -> Vec<Barred> {
    let table = state.table();
    let closed = Barred::by_closing(&table.battle).into_iter();
    let open = duties_on(ruleset, &table).into_iter().find(Duty::holds_up);
    let due = open.map(|open| Barred {
        rule: DUE,
        message: text!("Still due – {why}", why = open.why),
        in_offers: true,
        hides_offer: false,
        is_final: false,
        asks_for: None,
    });
    closed.chain(next_banned(ruleset, state)).chain(due).collect()
}

/// The bans of the turn that forbid `next`, without the duties that hold it up.
pub fn next_banned(ruleset: &'static Ruleset, state: &State) -> Vec<Barred> {
    let (table, input) = (state.table(), Map::new());
    let acts = (ruleset.turn_rules.active)(&table).unwrap_or(Side::A);
    let scene = Scene { table, roles: Vec::new(), acts };
    let attempt = Attempt { procedure: "next", scene: &scene, input: &input, is_offer: false };
    let held = |ban: &'static Ban| Some(Barred::by_ban((ban, ban.stands_against(&attempt)?)));
    ruleset.turn_rules.next_bans.iter().filter_map(held).collect()
}

/// The first reason why `next` is refused: a rule id and a message. `None` if it is allowed.
pub fn next_barred(ruleset: &'static Ruleset, state: &State) -> Option<(&'static str, Text)> {
    next_bars(ruleset, state).into_iter().next().map(|barred| (barred.rule, barred.message))
}

/// Rule id for a `next` while duties remain.
pub const DUE: &str = "due";

/// The input of an act: the facts of the table, replaced by the players' answers where they have answered.
pub fn filled(
    procedure: &'static Procedure,
    participants: &Participants,
    state: &State,
    answers: &Map<String, Json>,
) -> Map<String, Json> {
    filling::input(procedure, &scene(procedure, participants, state), &state.table().rulings, answers)
}

#[cfg(test)]
mod tests;
