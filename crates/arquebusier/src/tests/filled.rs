//! Filling in: procedures accept the input that formations and battle fill in, and trackers accept the changes.

use super::super::RULESET;
use super::{facts, named, sample};
use crate::facts::*;
use rules::consequences::Change;
use rules::form::Kind;
use rules::prelude::*;
use rules::procedure::Resolved;
use serde_json::{Map, Value as Json, json};

/// Fills in a procedure like a panel: facts by their ids, then by the procedure's own function.
pub(super) fn filled(procedure: &Procedure, scene: &Scene) -> Input {
    let mut input = Input::new();
    for role in procedure.participants {
        let units = scene.units(role.id);
        assert!((role.min..=role.max).contains(&units.len()), "{}", role.id);
        for unit in units {
            (role.fits)(&unit.facts).unwrap();
        }
        match (role.list(), role.at) {
            (Some((list, _)), _) => {
                let form = form_within(procedure.form, list);
                let each: Vec<Json> = units.iter().map(|unit| copied(form, &unit.facts).into()).collect();
                input.insert(list.into(), each.into());
            }
            (None, Some("")) => {
                for unit in units {
                    input.extend(copied(procedure.form, &unit.facts));
                }
            }
            (None, Some(object)) => {
                let form = form_within(procedure.form, object);
                input.insert(object.into(), copied(form, &units[0].facts).into());
            }
            (None, None) => {}
        }
    }
    (procedure.fill)(scene, &mut input);
    if let Some(sketch) = &procedure.sketch {
        (sketch.work_out)(scene, &mut input);
    }
    input
}

/// An input with some fields replaced.
fn with(mut input: Input, answers: Json) -> Input {
    input.extend(answers.as_object().unwrap().clone());
    input
}

fn form_within(form: &'static Form, id: &str) -> &'static Form {
    match form.field(id).unwrap().kind {
        Kind::Object(form) => form,
        Kind::List { of: Kind::Object(form), .. } => form,
        other => panic!("{other:?}"),
    }
}

fn copied(form: &Form, unit: &Facts) -> Input {
    let of_unit = form.fields.iter().filter(|field| field.origin == Origin::Unit);
    of_unit.filter_map(|field| Some((field.id.to_owned(), unit.get(field.id)?.clone()))).collect()
}

/// A scene in the commands of the second turn, with these participants. Ids are `{role}{number}`, from 1.
pub(super) fn scene(participants: &[(&'static str, Vec<Facts>)]) -> Scene {
    let id = |role: &str, index: usize| format!("{role}{}", index + 1);
    let units = |(role, units): &(&'static str, Vec<Facts>)| {
        let side = if ["enemies", "target"].contains(role) { Side::B } else { Side::A };
        let unit = |(n, facts): (usize, &Facts)| TableUnit { id: id(role, n), side, facts: facts.clone().into() };
        (*role, units.iter().enumerate().map(unit).collect::<Vec<_>>())
    };
    let roles: Vec<_> = participants.iter().map(units).collect();
    let mut general = Facts::default();
    general.put(GENERAL, GeneralState::Alive);
    let units = roles.iter().flat_map(|(_, units)| units.clone()).collect();
    Scene { roles, ..of_table(table(units, [general.clone(), general])) }
}

/// A table in the commands of the second turn.
pub(super) fn table(units: Vec<TableUnit>, sides: [Facts; 2]) -> Table {
    let mut battle = Facts::default();
    battle.put(TURN, 2);
    Table { units, sides: sides.map(Into::into), battle: battle.into(), phase: "commands", ..Table::default() }
}

/// A scene of a table without participants, in which side A acts.
pub(super) fn of_table(table: Table) -> Scene {
    Scene { table: table.into(), ..Scene::default() }
}

/// Formations of a side; their ids are their names.
pub(super) fn army(side: Side, formations: &[Facts]) -> Vec<TableUnit> {
    let unit = |facts: &Facts| TableUnit { id: name(facts), side, facts: facts.clone().into() };
    formations.iter().map(unit).collect()
}

/// Reads the input, and resolves it with as many of `faces` as it needs.
pub(super) fn played(procedure: &str, input: &Input, faces: &[u8]) -> Resolved {
    let procedure = RULESET.procedure(procedure).unwrap();
    let ready = procedure.read(input).unwrap_or_else(|refusal| panic!("{refusal:?} of {input:?}"));
    let played = ready.resolve(faces).result.unwrap();
    check_effects(procedure, &played);
    played
}

/// Resolves the input at this table, including the aftermath.
fn applied(procedure: &str, scene: &Scene, input: &Input, faces: &[u8]) -> Resolved {
    let mut resolved = played(procedure, input, faces);
    let procedure = RULESET.procedure(procedure).unwrap();
    procedure.read(input).unwrap().describe_aftermath(scene, &mut resolved);
    check_effects(procedure, &resolved);
    resolved
}

fn check_effects(procedure: &Procedure, played: &Resolved) {
    assert!(!played.consequences.words.is_empty());
    for effect in &played.consequences.effects {
        let trackers = match effect.role {
            "side" | "enemy_side" => RULESET.trackers.side,
            "battle" => RULESET.trackers.battle,
            role => {
                assert!(procedure.participants.iter().any(|known| known.id == role), "{role}");
                RULESET.trackers.unit
            }
        };
        assert!(trackers.iter().any(|tracker| tracker.id == effect.key), "{}", effect.key);
    }
    for due in &played.consequences.due {
        let next = RULESET.procedure(due.procedure).unwrap();
        assert!(due.participants.iter().all(|(there, here, _)| {
            next.participants.iter().any(|role| role.id == *there)
                && procedure.participants.iter().any(|role| role.id == *here)
        }));
    }
}

pub(super) fn procedure(id: &str) -> &'static Procedure {
    RULESET.procedure(id).unwrap()
}

#[test]
fn formation_turn_and_general_of_a_command_are_filled_in() {
    let holles = named("Holles's Regiment", &json!({ "general_joined": true, "first_command": "hold_fire" }));
    let scene = scene(&[("formation", vec![holles])]);
    let input = with(filled(procedure("command"), &scene), json!({ "kind": "manoeuvre" }));
    assert_eq!(input["general"], "joined");
    assert_eq!(input["earlier_commands"], json!(["hold_fire"]));
    let consequences = applied("command", &scene, &input, &[1]).consequences;
    assert!(consequences.effects.iter().any(|effect| effect.key == "second_command"));
}

#[test]
fn every_command_changes_only_existing_trackers() {
    let shaken = json!({ "shaken_close_fire": true });
    for (name, trackers, kind) in [
        ("Holles's Regiment", json!({}), "manoeuvre"),
        ("Holles's Regiment", json!({}), "hold_fire"),
        ("Holles's Regiment", json!({}), "change_target"),
        ("Browne's Dragoons", json!({}), "dismount"),
        ("Washington's Dragoons", json!({}), "mount"),
        ("Holles's Regiment", shaken, "restore"),
    ] {
        let input = filled(procedure("command"), &scene(&[("formation", vec![named(name, &trackers)])]));
        let input = with(input, json!({ "kind": kind }));
        played("command", &input, &[1]);
        played("command", &input, &[6]);
    }
}

#[test]
fn only_the_ranges_of_shooting_are_not_filled_in() {
    let shooters = vec![named("The Lifeguard of Foot", &json!({})), named("Tillier's Regiment", &json!({}))];
    let target = named("Holles's Regiment", &json!({ "lost_pike": 1, "general_joined": true }));
    let mut input = filled(procedure("shooting"), &scene(&[("shooters", shooters), ("target", vec![target])]));
    for shooter in input["shooters"].as_array_mut().unwrap() {
        shooter["range_in"] = 3.into();
    }
    // Dice: 4 + 2 Firearms and one more, then 4 and one more, at a front of 2 Pikes and 4 Firearms. All are hit.
    let faces = [vec![6; 12], vec![1; 11], vec![6]].concat();
    let shot = played("shooting", &input, &faces);
    assert_eq!(shot.outcome.at("dice[0]"), Some(&7.into()));
    assert!(shot.consequences.effects.iter().any(|effect| effect.key == "shaken_close_fire"));
    assert!(shot.consequences.effects.iter().any(|effect| effect.key == "lost_firearm"));
}

#[test]
fn a_formation_that_was_shot_at_first_shoots_with_its_earlier_state() {
    let byron = named("Byron's Horse", &json!({}));
    let participants = [("shooters", vec![named("Balfour's Horse", &json!({}))]), ("target", vec![byron])];
    let mut input = filled(procedure("shooting"), &scene(&participants));
    input["shooters"][0]["range_in"] = 3.into();
    // Six Harquebusiers kill all of Byron's Horse. It still shoots back with six elements, as Regular.
    let consequences = applied("shooting", &scene(&participants), &input, &[6; 6]).consequences;
    let mut trackers = Map::new();
    for effect in consequences.effects.into_iter().filter(|effect| effect.role == "target") {
        match effect.change {
            Change::Set(value) => trackers.insert(effect.key.into(), serde_json::to_value(value).unwrap()),
            Change::Put(value) | Change::Count { to: value, .. } => trackers.insert(effect.key.into(), value),
            Change::Add(by) => trackers.insert(effect.key.into(), by.into()),
        };
    }
    let byron = named("Byron's Horse", &trackers.into());
    assert!(byron.equals(ELEMENTS, 0));
    let participants = [("shooters", vec![byron]), ("target", vec![named("Balfour's Horse", &json!({}))])];
    let mut input = filled(procedure("shooting"), &scene(&participants));
    input["shooters"][0]["range_in"] = 3.into();
    assert_eq!(played("shooting", &input, &[1; 6]).outcome.at("dice[0]"), Some(&6.into()));
}

#[test]
fn the_death_of_a_general_is_recorded_and_makes_the_rout_check_due() {
    let shooters = vec![named("Tillier's Regiment", &json!({}))];
    let target = named("Field guns", &json!({ "lost_gun": 2, "general_joined": true }));
    let mut input = filled(procedure("shooting"), &scene(&[("shooters", shooters), ("target", vec![target])]));
    input["shooters"][0]["range_in"] = 20.into();
    let consequences = played("shooting", &input, &[6; 5]).consequences;
    assert!(consequences.effects.iter().any(|effect| effect.role == "enemy_side" && effect.key == "general"));
    let due: Vec<&str> = consequences.due.iter().map(|due| due.procedure).collect();
    assert_eq!(due, ["rout_check"]);
}

#[test]
fn two_lines_in_frontal_contact_strike_element_by_element() {
    let melee = json!({ "in_melee": true });
    let participants = [("own", vec![named("Clubmen", &melee)]), ("enemies", vec![named("Holles's Regiment", &melee)])];
    let input = filled(procedure("melee"), &scene(&participants));
    assert_eq!(input["groups"][0]["id"], "a1.1 Clubmen");
    let blows = input["attacks"].as_array().unwrap();
    // Four of the mob strike at two Pikes and two Firearms. Two files of three Pikes and two Firearms strike back.
    assert_eq!(blows.len(), 4 + 2 * 3 + 2);
    let ready = procedure("melee").read(&input).unwrap();
    let purposes: Vec<String> = ready.resolve(&[6; 12]).rolls.into_iter().map(|roll| roll.purpose).collect();
    let label = |purpose: &String| (procedure("melee").roll_label)(&input, purpose, 0).unwrap().to_string();
    let labels: Vec<String> = purposes.iter().map(label).collect();
    assert_eq!(
        labels,
        [
            "Clubmen: Mob at Holles's Regiment: Pike",
            "Holles's Regiment: Pike at Clubmen: Mob",
            "Clubmen: Mob at Holles's Regiment: Firearm",
            "Holles's Regiment: Firearm at Clubmen: Mob",
        ]
    );
    assert_eq!((procedure("melee").roll_label)(&input, "melee", 0), None);
    let consequences = played("melee", &input, &[6; 12]).consequences;
    assert!(consequences.effects.iter().any(|effect| effect.role == "own" && effect.key == "lost_mob"));
    assert!(consequences.effects.iter().any(|effect| effect.role == "enemies" && effect.key == "lost_pike"));
}

#[test]
fn the_other_procedures_accept_the_filled_in_input() {
    let holles = named("Holles's Regiment", &json!({ "order": "manoeuvre", "fire_losses": 2, "fire_range_in": 12.5 }));
    let alone = scene(&[("formation", vec![holles])]);
    played("movement_allowance", &filled(procedure("movement_allowance"), &alone), &[]);
    played("irregular_check", &filled(procedure("irregular_check"), &alone), &[]);
    played("end_of_turn", &filled(procedure("end_of_turn"), &alone), &[]);
    let year = with(filled(procedure("availability"), &alone), json!({ "year": 1644 }));
    played("availability", &year, &[]);

    let target = scene(&[("target", vec![named("Holles's Regiment", &json!({}))])]);
    let shares = with(filled(procedure("shot_allocation"), &target), json!({ "shots": 7 }));
    played("shot_allocation", &shares, &[]);
}

#[test]
fn a_choice_of_targets_names_them_and_makes_the_shooting_due() {
    let shooter = named("Tillier's Regiment", &json!({}));
    let twins = vec![named("Balfour's Horse", &json!({})), named("Balfour's Horse", &json!({}))];
    let scene = scene(&[("shooter", vec![shooter]), ("enemies", twins)]);
    let mut input = filled(procedure("target_choice"), &scene);
    for (enemy, distance) in input["enemies"].as_array_mut().unwrap().iter_mut().zip([20, 14]) {
        enemy["distance_in"] = distance.into();
    }
    let mut resolved = played("target_choice", &input, &[]);
    procedure("target_choice").read(&input).unwrap().describe_aftermath(&scene, &mut resolved);
    let consequences = resolved.consequences;
    assert_eq!(consequences.words[0].to_string(), "Without a command it shoots at Balfour's Horse 2.");
    assert_eq!(consequences.due[0].participants, [("shooters", "shooter", 0), ("target", "enemies", 1)]);
}

#[test]
fn a_choice_needs_a_command_until_one_has_passed() {
    let due = |trackers: Json, wanted: &str| {
        let participants = [
            ("shooter", vec![named("Tillier's Regiment", &trackers)]),
            ("enemies", vec![named("Balfour's Horse", &json!({})), named("Holles's Regiment", &json!({}))]),
        ];
        let scene = scene(&participants);
        let mut input = filled(procedure("target_choice"), &scene);
        for (enemy, distance) in input["enemies"].as_array_mut().unwrap().iter_mut().zip([8, 14]) {
            enemy["distance_in"] = distance.into();
        }
        let input = with(input, json!({ "wanted": wanted }));
        let mut resolved = played("target_choice", &input, &[]);
        procedure("target_choice").read(&input).unwrap().describe_aftermath(&scene, &mut resolved);
        let due = &resolved.consequences.due[0];
        (due.procedure, due.participants.last().unwrap().2, due.fields.first().map(|field| field.1.clone()))
    };
    assert_eq!(due(json!({}), "Holles's Regiment"), ("command", 0, Some("change_target".into())));
    assert_eq!(due(json!({ "target_override": true }), "Holles's Regiment"), ("shooting", 1, None));
    assert_eq!(due(json!({ "target_override": true }), "hold_fire"), ("command", 0, Some("hold_fire".into())));
    assert_eq!(due(json!({}), "Balfour's Horse"), ("shooting", 0, None));
}

#[test]
fn the_rout_check_is_filled_in_with_all_formations_of_both_sides() {
    let side = |roster| sample(roster).iter().map(|unit| facts(unit, &json!({}))).collect::<Vec<_>>();
    let units = [army(Side::A, &side(0)), army(Side::B, &side(1))].concat();
    let scene = of_table(table(units, Default::default()));
    let input = filled(procedure("rout_check"), &scene);
    assert_eq!(input["b"][2], "irregular");
    let consequences = played("rout_check", &input, &[]).consequences;
    assert_eq!(consequences.words[0].to_string(), "Both sides still have a Regular formation: play on.");
}

#[test]
fn blows_are_computed_from_lines_in_contact() {
    let melee = json!({ "in_melee": true });
    let participants = [
        ("own", vec![named("Balfour's Horse", &melee), named("Holles's Regiment", &melee)]),
        ("enemies", vec![named("Tillier's Regiment", &melee)]),
    ];
    let scene = scene(&participants);
    let melee = procedure("melee");
    let sketch = melee.sketch.as_ref().unwrap();
    assert_eq!(melee.names_of(&scene, "own_groups")[1], "Pike (6), Holles's Regiment");
    // Three horse touch the flank of two files of Pikes, two deep, which face as many Pikes.
    let stands = json!([
        { "own": 1, "own_elements": 2, "own_ranks": 2, "enemy": 0, "enemy_elements": 2, "enemy_ranks": 2 },
        { "own": 0, "own_elements": 3, "own_ranks": 1, "enemy": 0, "enemy_elements": 2, "enemy_ranks": 2 },
    ]);
    let mut input = with(Input::new(), json!({ "stands": stands }));
    (sketch.work_out)(&scene, &mut input);
    assert_eq!(input["groups"].as_array().unwrap().len(), 3, "only those who stand against somebody");
    let blows = input["attacks"].as_array().unwrap();
    let of = |group: &str| blows.iter().filter(|blow| blow["by"].as_str().unwrap().starts_with(group)).count();
    // All four enemy Pikes have struck in front, so none is left to strike the horse.
    assert_eq!((of("a2.1"), of("b1.1"), of("a1.1")), (4, 4, 3));
    let before: Vec<String> = melee.read(&input).unwrap().preview().words.iter().map(ToString::to_string).collect();
    assert_eq!(before[2], "3 dice: Balfour's Horse: Harquebusier at Tillier's Regiment: Pike (Regular), 5 or more.");
}

#[test]
fn a_line_with_more_elements_than_the_group_has_is_refused() {
    let melee = json!({ "in_melee": true });
    let participants = [("own", vec![named("Clubmen", &melee)]), ("enemies", vec![named("Holles's Regiment", &melee)])];
    let scene = scene(&participants);
    let procedure = procedure("melee");
    let stands = json!([{ "own": 0, "own_elements": 9, "enemy": 0, "enemy_elements": 2 }]);
    let mut input = with(Input::new(), json!({ "stands": stands }));
    (procedure.sketch.as_ref().unwrap().work_out)(&scene, &mut input);
    assert!(procedure.read(&input).is_err());
}
