//! Facts derived from a formation's profile and trackers, under the names of the procedures' fields.

use super::super::lines::line;
use super::super::movement::base;
use super::super::terms::{Cause, Order, TroopType, Volley, ids, is_cavalry};
use super::{lost, shaken_flag};
use crate::core::facts::Facts;
use crate::form::Choices;
use serde_json::{Value as Json, json};

/// Elements of one type that are left.
pub struct Left {
    /// Their type.
    pub troop: TroopType,
    /// Number of elements.
    pub elements: i32,
    /// Number of them in the first rank.
    pub front: i32,
}

/// Adds what follows from profile and trackers.
pub fn derive(facts: &mut Facts) {
    let groups = left(facts);
    set_groups(facts, &groups);
    set_state(facts);
    set_shooting(facts, groups);

    let tried: Vec<&str> = ["first_command", "second_command"]
        .map(|field| facts.word(field))
        .into_iter()
        .filter(|kind| is_command(kind))
        .collect();
    facts.set("earlier_commands", json!(tried));
    facts.set("command_passed", facts.is("order", &["manoeuvre"]));
    facts.set("under_fire", facts.flag("shot_at_last_turn"));
    facts.set("losses_this_turn", facts.whole("shooting_losses_this_turn"));
    facts.set("restored", facts.flag("restored_this_turn"));
}

fn is_command(word: &str) -> bool {
    !word.is_empty() && word != "none"
}

/// Remaining elements of each group of the roster. Groups without any are left out.
///
/// Losses are taken from the rear as long as there is one: the ranks behind step forward.
pub fn left(facts: &Facts) -> Vec<Left> {
    roster_groups(facts)
        .iter()
        .filter_map(|group| group_left(group, facts))
        .filter(|group| group.elements > 0)
        .collect()
}

/// The groups as raised, whether what is left has been derived already or not.
fn roster_groups(facts: &Facts) -> &[Json] {
    let groups = facts.get("roster_groups").or_else(|| facts.get("groups"));
    groups.and_then(Json::as_array).map_or(&[], Vec::as_slice)
}

/// The types that a formation was raised with.
pub fn raised(facts: &Facts) -> impl Iterator<Item = TroopType> + '_ {
    roster_groups(facts).iter().filter_map(troop_of)
}

fn group_left(group: &Json, facts: &Facts) -> Option<Left> {
    let troop = troop_of(group)?;
    let elements = (count(group, "elements") - facts.whole(lost(troop))).max(0);
    Some(Left { troop, elements, front: count(group, "front").min(elements) })
}

fn count(group: &Json, field: &str) -> i32 {
    group[field].as_i64().and_then(|n| i32::try_from(n).ok()).unwrap_or(0)
}

fn troop_of(group: &Json) -> Option<TroopType> {
    TroopType::ALL.iter().copied().find(|troop| group["type"] == troop.id())
}

fn set_groups(facts: &mut Facts, groups: &[Left]) {
    facts.set("roster_groups", roster_groups(facts).to_vec());
    let dragoons = raised(facts).any(|troop| troop == TroopType::Dragoon);
    facts.set("has_dragoon", dragoons);
    let types: Vec<TroopType> = groups.iter().map(|group| group.troop).collect();
    facts.set("types", json!(ids(&types)));
    facts.set("base_in", base(types.iter().copied(), facts.flag("mounted")));
    facts.set("cavalry", is_cavalry(types, facts.flag("mounted")));
    facts.set("elements", groups.iter().map(|group| group.elements).sum::<i32>());
    let present: Vec<Json> = groups
        .iter()
        .map(|group| json!({ "type": group.troop.id(), "elements": group.elements, "front": group.front }))
        .collect();
    facts.set("groups", present);
}

fn set_state(facts: &mut Facts) {
    let shaken: Vec<Cause> = Cause::ALL.iter().copied().filter(|cause| facts.flag(shaken_flag(*cause))).collect();
    facts.set("shaken", json!(ids(&shaken)));
    facts.set("state", Order::now(nature(facts), &shaken).id());
}

fn nature(facts: &Facts) -> Order {
    if facts.is("nature", &["regular"]) { Order::Regular } else { Order::Irregular }
}

/// Groups that shoot, as they stood before anybody shot. Artillery that did not keep still is left out, unless there is
/// nothing else.
fn set_shooting(facts: &mut Facts, groups: Vec<Left>) {
    let (order, groups) = as_step_began(facts).unwrap_or((state(facts), groups));
    facts.set("state_in_step", order.id());
    let moves = facts.flag("moved_last_turn") || facts.flag("moved_this_turn") || facts.is("order", &["manoeuvre"]);
    facts.set("stationary", !moves);
    let shooting: Vec<&Left> = groups
        .iter()
        .filter(|group| group.front + rear(group, facts) > 0)
        .filter(|group| line(group.troop, order, facts.flag("mounted")).is_some())
        .collect();
    let ready = |group: &Left| !(moves && group.troop.is_artillery());
    let some_ready = shooting.iter().any(|group| ready(group));
    let shooting: Vec<&Left> = shooting.into_iter().filter(|group| !some_ready || ready(group)).collect();
    facts.set("mortars_only", !shooting.is_empty() && shooting.iter().all(|group| group.troop == TroopType::Mortar));
    let shooting: Vec<Json> = shooting.into_iter().map(|group| shooting_group(group, facts)).collect();
    facts.set("shooting_groups", shooting);
}

fn state(facts: &Facts) -> Order {
    if facts.is("state", &["regular"]) { Order::Regular } else { Order::Irregular }
}

/// State and groups before it was shot at in this step; `None` if it was not. (R9)
fn as_step_began(facts: &Facts) -> Option<(Order, Vec<Left>)> {
    let before = facts.get("as_step_began")?.as_object()?;
    let order = *Order::ALL.iter().find(|order| before.get("state").is_some_and(|state| state == order.id()))?;
    let groups = before.get("groups")?.as_array()?.iter().filter_map(|group| {
        let (elements, front) = (count(group, "elements"), count(group, "front"));
        Some(Left { troop: troop_of(group)?, elements, front })
    });
    Some((order, groups.collect()))
}

fn rear(group: &Left, facts: &Facts) -> i32 {
    let volleys =
        group.troop == TroopType::Firearm && facts.is("volley", &[Volley::LateSwedish.id(), Volley::Longbow.id()]);
    if volleys { group.elements - group.front } else { 0 }
}

fn shooting_group(group: &Left, facts: &Facts) -> Json {
    match rear(group, facts) {
        0 => json!({ "type": group.troop.id(), "front": group.front }),
        rear => json!({ "type": group.troop.id(), "front": group.front, "rear": rear, "volley": facts.word("volley") }),
    }
}
