//! Participants: candidates for a role, roles that fill themselves, and names.

use super::*;
use crate::{Battle, Change, Header, Unit};
use rules::dice::rng::Seed;
use rules::procedure::Procedure;
use rules::text::Text;
use serde_json::json;
use test_rulesets::{self as rulesets, toy};

/// A battle of these units: id, side and profile.
fn battle(ruleset: &str, units: &[(&str, usize, Json)]) -> Battle {
    let unit = |(id, side, profile): &(&str, usize, Json)| {
        let mut profile = profile.as_object().unwrap().clone();
        profile.insert("name".into(), json!(id));
        Unit { id: (*id).into(), side: *side, profile, ..Unit::default() }
    };
    Battle::begin(
        test_rulesets::RULESETS,
        Header::new(ruleset, "Alley", ["Ours", "Theirs"], units.iter().map(unit).collect(), Seed([9; 32])),
    )
}

fn ids(ids: &[&str]) -> Vec<String> {
    ids.iter().map(|id| (*id).to_owned()).collect()
}

fn taken(roles: &[(&'static str, &[&str])]) -> Participants {
    let mut participants = Participants::nobody();
    roles.iter().for_each(|(role, units)| participants.set(role, ids(units)));
    participants
}

/// The units that can take a role.
fn candidates(procedure: &Procedure, role: &str, participants: &Participants, state: &State) -> Vec<String> {
    let role = procedure.participants.iter().find(|known| known.id == role).unwrap();
    participants.candidates(procedure, role, state)
}

#[test]
fn an_act_without_units_and_sides_has_no_actor() {
    assert!(Participants::nobody().is_nobodys());
    assert!(taken(&[("unit", &[])]).is_nobodys(), "no unit takes the role");
    assert!(!taken(&[("unit", &["u1"])]).is_nobodys());
    let mut side = Participants::nobody();
    side.act_for(1);
    assert!(!side.is_nobodys());
    side.set("unit", ids(&["u1"]));
    assert!(!side.is_nobodys());
}

#[test]
fn a_due_act_gets_its_units_from_the_roles_of_the_act_before_and_the_same_side() {
    let mut here = taken(&[("a", &["u1", "u3"]), ("b", &["u2"])]);
    here.act_for(1);
    let participants = vec![("unit", "a", 1), ("all", "b", 0), ("all", "a", 0), ("nobody", "a", 2)];
    let due = Due { procedure: "rest", why: Text::from("."), participants, fields: Vec::new() };
    let there = here.of_due(&due);
    assert_eq!(
        [there.units("unit"), there.units("all"), there.units("nobody")],
        [&ids(&["u3"])[..], &ids(&["u2", "u1"]), &[]]
    );
    assert_eq!(there.json()["side"], "b");
}

#[test]
fn participants_are_complete_if_each_role_has_its_minimum_of_units() {
    let fight = rulesets::pike_and_shot::RULESET.procedure("melee_round").unwrap();
    let complete = |a: &[&str], b: &[&str]| taken(&[("a", a), ("b", b)]).complete(fight);
    assert!(complete(&["u1"], &["u2"]) && complete(&["u1", "u3", "u5", "u7"], &["u2"]));
    assert!(!complete(&["u1"], &[]) && !complete(&[], &["u2"]) && !Participants::nobody().complete(fight));
    let nine = ["u1", "u3", "u5", "u7", "u9", "u11", "u13", "u15", "u17"];
    assert!(complete(&nine[..8], &["u2"]) && !complete(&nine, &["u2"]), "eight at most");
    let risk = rulesets::pike_and_shot::RULESET.procedure("general_casualty").unwrap();
    assert!(taken(&[("general", &["g"])]).complete(risk), "nobody need be with him");
}

#[test]
fn a_unit_of_several_figures_takes_part_as_often_as_it_has_figures_in_all_roles_together() {
    let figures = |count: i32| json!({ "figures": count });
    let units = [("riders", 0, figures(3)), ("ensign", 0, figures(1)), ("foot", 1, figures(2)), ("boy", 1, figures(1))];
    let (battle, melee) = (battle("argad", &units), rulesets::argad::RULESET.procedure("melee").unwrap());
    let state = battle.state();
    let role = |id: &str| melee.participants.iter().find(|known| known.id == id).unwrap();
    let left = |participants: &Participants, unit: &str, as_role: &str| participants.left(role(as_role), unit, state);
    let nobody = Participants::nobody();
    assert_eq!((left(&nobody, "riders", "friends"), left(&nobody, "boy", "many")), (Some(3), Some(1)));
    assert_eq!(left(&nobody, "riders", "one"), None, "the role takes a single figure");
    let chosen = taken(&[("one", &["riders"]), ("friends", &["riders"]), ("many", &["foot", "foot"])]);
    assert_eq!((left(&chosen, "riders", "friends"), left(&chosen, "ensign", "friends")), (Some(1), Some(1)));
    assert_eq!((left(&chosen, "foot", "many"), left(&chosen, "boy", "many")), (Some(0), Some(1)));
    let chosen = taken(&[("one", &["ensign"]), ("friends", &["riders", "riders", "riders"])]);
    assert_eq!((left(&chosen, "riders", "friends"), left(&chosen, "ensign", "friends")), (Some(0), Some(0)));
    // A unit that has another role is a candidate as long as it has figures left.
    assert_eq!(candidates(melee, "friends", &taken(&[("one", &["riders"])]), state), ids(&["riders", "ensign"]));
    assert_eq!(candidates(melee, "friends", &taken(&[("one", &["ensign"])]), state), ids(&["riders"]));
    let all = taken(&[("one", &["riders"]), ("friends", &["riders", "riders"])]);
    assert_eq!(candidates(melee, "friends", &all, state), ids(&["ensign"]));
    assert_eq!(candidates(melee, "many", &all, state), ids(&["foot", "boy"]), "the other side");
}

#[test]
fn a_unit_with_a_role_is_a_candidate_for_that_role_only() {
    let foot = || json!({ "troop_type": "foot", "pikes": 8, "muskets": 16 });
    let battle = battle("pike_and_shot", &[("r1", 0, foot()), ("r2", 0, foot()), ("r3", 0, foot()), ("k1", 1, foot())]);
    let (meet, state) = (rulesets::pike_and_shot::RULESET.procedure("interpenetration").unwrap(), battle.state());
    let chosen = taken(&[("a", &["r2"])]);
    assert_eq!(candidates(meet, "a", &chosen, state), ids(&["r1", "r2", "r3"]));
    assert_eq!(candidates(meet, "b", &chosen, state), ids(&["r1", "r3"]));
}

#[test]
fn enemies_in_contact_take_a_role_together_unless_they_are_too_many() {
    let foot = || json!({ "troop_type": "foot", "pikes": 8, "muskets": 16 });
    let enemies = ["k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10"];
    let units: Vec<_> = [("r1", 0, foot())].into_iter().chain(enemies.map(|id| (id, 1, foot()))).collect();
    let battle = battle("pike_and_shot", &units);
    let fight = rulesets::pike_and_shot::RULESET.procedure("melee_round").unwrap();
    let filled = |procedure: &str, of: &'static str, into: &str, touching: &[&str]| {
        let state = battle.state().after(&[Change::set("r1", "contacts", touching.to_vec())]);
        let mut participants = taken(&[(of, &["r1"])]);
        participants.fill_in(rulesets::pike_and_shot::RULESET.procedure(procedure).unwrap(), &state);
        participants.units(into).to_vec()
    };
    assert_eq!(fight.participants[1].max, 8);
    for touching in [&enemies[..1], &enemies[..2], &enemies[..8]] {
        assert_eq!(filled("melee_round", "a", "b", touching), ids(touching));
    }
    for touching in [&enemies[..0], &enemies[..9]] {
        assert_eq!(filled("melee_round", "a", "b", touching), ids(&[]), "{} enemies touch it", touching.len());
    }
}

/// Several units can take the second role. It is not filled with all likely units at once.
static CROWD: Procedure = Procedure::of::<toy::Marbles>("melee_round", "A crowd").participants(&[
    Role::own("a", "One", ""),
    Role::enemy("b", "Others", "").several(1, 4),
    Role::own("c", "A friend", "").several(0, 1),
]);

#[test]
fn likely_units_that_are_not_taken_together_are_left_to_players() {
    let foot = || json!({ "troop_type": "foot", "pikes": 8, "muskets": 16 });
    let battle = battle("pike_and_shot", &[("r1", 0, foot()), ("k1", 1, foot()), ("k2", 1, foot()), ("k3", 1, foot())]);
    let filled = |touching: &[&str]| {
        let state = battle.state().after(&[Change::set("r1", "contacts", touching.to_vec())]);
        let mut participants = taken(&[("a", &["r1"])]);
        participants.fill_in(&CROWD, &state);
        participants.units("b").to_vec()
    };
    assert_eq!(filled(&["k2"]), ids(&["k2"]), "the only one that touches it");
    assert_eq!(filled(&["k2", "k3"]), ids(&[]));
    assert_eq!(filled(&[]), ids(&[]));
}

/// The second role fills itself with tin soldiers, but can stay empty.
static TIN: Procedure = Procedure::of::<toy::Marbles>("tin", "Tin").participants(&[
    Role::own("roller", "Who rolls", ""),
    Role::own("tin", "Tin", "").several(0, 1).by_itself().fits(is_tin),
    Role::own("other", "Another", "").several(0, 1).fits(is_tin),
]);

fn is_tin(troop: &Facts) -> Result<(), Text> {
    if troop.get("made_of") == Some(&json!("tin")) { Ok(()) } else { Err("It is no tin.".into()) }
}

#[test]
fn a_role_that_fills_itself_takes_its_only_candidate() {
    let of = |material: &str| json!({ "soldiers": 6, "made_of": material });
    let filled = |materials: [&str; 3]| {
        let [one, two, three] = materials.map(of);
        let battle = battle("toy", &[("u1", 0, one), ("u2", 0, two), ("u3", 0, three), ("u4", 1, of("tin"))]);
        let [mut by_itself, mut all] = [taken(&[("roller", &["u1"])]), taken(&[("roller", &["u1"])])];
        by_itself.fill_in_by_itself(&TIN, battle.state());
        all.fill_in(&TIN, battle.state());
        assert_eq!(by_itself, all, "nobody else is asked for");
        assert_eq!(by_itself.units("other"), ids(&[]), "nobody need take that, and it is not taken by itself");
        by_itself.units("tin").to_vec()
    };
    assert_eq!(filled(["wood", "wood", "tin"]), ids(&["u3"]));
    assert_eq!(filled(["wood", "tin", "tin"]), ids(&[]), "there are two");
    assert_eq!(filled(["tin", "wood", "wood"]), ids(&[]), "the only one rolls");
    let mut chosen = taken(&[("roller", &["u1"]), ("tin", &["u2"])]);
    let battle = battle("toy", &[("u1", 0, of("wood")), ("u2", 0, of("tin")), ("u3", 0, of("tin"))]);
    chosen.fill_in_by_itself(&TIN, battle.state());
    assert_eq!(chosen.units("tin"), ids(&["u2"]), "who was chosen stays");
}

#[test]
fn units_that_take_part_more_than_once_are_numbered_through_all_roles() {
    let name = |id: &str| id.to_uppercase();
    assert_eq!(names(&ids(&["a", "b", "a", "a"]), name), ["A 1", "B", "A 2", "A 3"]);
    assert_eq!(names(&[], name), [] as [&str; 0]);
    let melee = rulesets::argad::RULESET.procedure("melee").unwrap();
    let chosen = taken(&[("one", &["r"]), ("friends", &["e", "r"]), ("many", &["f", "f"])]);
    let of = |role: &str| names_in(melee, role, |role| chosen.units(role).to_vec(), name);
    assert_eq!((of("one"), of("friends")), (ids(&["R 1"]), ids(&["E", "R 2"])));
    assert_eq!(of("many"), ["F 1", "F 2"]);
    assert_eq!(of("nobody"), [] as [&str; 0]);
    assert_eq!(chosen.names_after_first(melee, name), "E, R, F, F");
    assert_eq!(taken(&[("one", &["r"])]).names_after_first(melee, name), "");
}
