//! Checks every ruleset's description: its references exist, and procedures accept the values that it offers.

use exchange::storage::roster::{Roster, check, facts};
use rules::ban::Ban;
use rules::form::{Choice, Constant, Field, Form, Kind, Need, TouchedEdge};
use rules::procedure::{Procedure, Rank, Role, Taps};
use rules::ruleset::{Clears, Part, Ruleset, Switch};
use std::collections::BTreeSet;
use test_rulesets as rulesets;

/// Procedures that no phase and no quick question offers, because they would crowd the cards.
const NOT_AT_HAND: &[&str] = &[
    // Before the battle: the cost of an army, and the troops of a year.
    "budget",
    "availability",
    // A part of another procedure, used separately if players disagree.
    "shot_allocation",
    "bearing",
    // Due because of another procedure, or a correction by hand.
    "casualties",
    "pursuit",
    "apply_result",
    "chip_check",
    "general_death",
    "courage_check",
];

#[test]
fn every_procedure_belongs_to_a_phase_or_to_the_list() {
    for ruleset in rulesets::ALL {
        let of_phases = ruleset.phases.iter().flat_map(|phase| phase.procedures).copied();
        let offered: BTreeSet<&str> =
            of_phases.chain(ruleset.all_quick_questions().map(|(_, question)| question.procedure)).collect();
        let at_hand = |procedure: &Procedure| offered.contains(procedure.id) || NOT_AT_HAND.contains(&procedure.id);
        let hidden: Vec<&str> =
            ruleset.procedures.iter().filter(|procedure| !at_hand(procedure)).map(|procedure| procedure.id).collect();
        assert!(hidden.is_empty(), "{}: {hidden:?}", ruleset.named.id);
    }
}

#[test]
fn phases_quick_questions_and_army_generators_name_existing_procedures() {
    for ruleset in rulesets::ALL {
        for id in ruleset.phases.iter().flat_map(|phase| phase.procedures) {
            assert!(ruleset.procedure(id).is_some(), "{}: {id}", ruleset.named.id);
        }
        for (_, question) in ruleset.all_quick_questions() {
            let procedure = ruleset.procedure(question.procedure).unwrap_or_else(|| panic!("{}", question.procedure));
            let answers = question.answers.iter().flat_map(|variant| variant.fields).map(|(field, _)| *field);
            for field in answers.chain([question.field]).filter(|field| !field.is_empty()) {
                assert!(procedure.form.field(field).is_some(), "{}: {field}", procedure.id);
            }
        }
        let muster = ruleset.rosters.muster.as_ref().map(|muster| muster.procedure.id);
        assert!(muster.is_none_or(|id| ruleset.procedure(id).is_some()), "{}: {muster:?}", ruleset.named.id);
    }
}

#[test]
fn trackers_of_numbers_can_hold_more_than_their_least() {
    for ruleset in rulesets::ALL {
        for tracker in ruleset.trackers.unit.iter().chain(ruleset.trackers.side).chain(ruleset.trackers.battle) {
            let (least, most) = (tracker.kind.least(), tracker.kind.most());
            assert!(
                most > least,
                "{}: {} holds {least} to {most}: its fact needs a range",
                ruleset.named.id,
                tracker.id
            );
        }
    }
}

#[test]
fn tracker_ids_are_unique_and_phases_name_existing_trackers() {
    for ruleset in rulesets::ALL {
        let known: Vec<&str> = ruleset.trackers.unit.iter().map(|tracker| tracker.id).collect();
        assert_eq!(known.iter().collect::<BTreeSet<_>>().len(), known.len(), "{}: {known:?}", ruleset.named.id);
        for tracker in ruleset.trackers.unit {
            let Clears::Becomes(later) = tracker.clears else { continue };
            assert!(known.contains(&later), "{}: {later}", ruleset.named.id);
        }
        let units: Vec<_> = Roster::samples(ruleset).into_iter().flat_map(|roster| roster.units).collect();
        for mark in units
            .iter()
            .flat_map(|unit| ruleset.phases.iter().map(|phase| (phase.shown_trackers)(&facts(ruleset, unit))))
        {
            assert!(mark.iter().all(|id| known.contains(id)), "{}: {mark:?}", ruleset.named.id);
        }
    }
}

#[test]
fn rulings_are_numbered_in_order_and_procedures_name_existing_rulings() {
    for ruleset in rulesets::ALL {
        let numbers: Vec<&str> = ruleset.texts.rulings.iter().map(|ruling| ruling.number).collect();
        // If there are several editions, the edition comes before all rulings.
        let edition = ruleset.texts.editions.as_ref().map(|_| "E".to_owned());
        let counted = (1..).map(|n| format!("R{n}"));
        assert_eq!(
            numbers,
            edition.into_iter().chain(counted).take(numbers.len()).collect::<Vec<_>>(),
            "{}",
            ruleset.named.id
        );
        for procedure in ruleset.procedures {
            for number in procedure.rulings {
                assert!(numbers.contains(number), "{}: {number}", procedure.id);
            }
        }
    }
}

#[test]
fn the_values_of_a_switch_are_those_of_procedures_with_the_default_first() {
    for ruleset in rulesets::ALL {
        let taken: Vec<&Field> =
            ruleset.procedures.iter().flat_map(|procedure| of_rulings(procedure.form, ruleset)).collect();
        for field in &taken {
            let switch = switches(ruleset).find(|switch| switch.field == field.id);
            let switch = switch.unwrap_or_else(|| panic!("{}: no switch {}", ruleset.named.id, field.id));
            let (Kind::Choice(choices), Need::Default(Constant::Word(usual))) = (field.kind, field.need) else {
                panic!("{}: {} is no choice with a default", ruleset.named.id, field.id)
            };
            assert_eq!(ids(choices), ids(switch.values), "{}: {}", ruleset.named.id, field.id);
            assert_eq!(usual, switch.values[0].id, "{}: {}", ruleset.named.id, field.id);
        }
        for switch in switches(ruleset) {
            let of_procedures = taken.iter().any(|field| field.id == switch.field);
            let of_the_battle = ONLY_OF_THE_TURN.contains(&switch.field);
            assert!(of_procedures != of_the_battle, "{}: who asks for {}?", ruleset.named.id, switch.field);
        }
    }
}

/// Switches that only the rules of the turn or of group acts read, not the input of a procedure.
pub const ONLY_OF_THE_TURN: &[&str] = &[
    argad::rulings::FOULED_BY_MELEE,
    argad::rulings::PISTOL_AND_BLOW,
    argad::rulings::SHOOTING_WITH_MOVES,
    argad::rulings::SHOTS_OF_A_TURN,
    argad::rulings::HORSES,
    pike_and_shot::fire::FIRE_OF_SEVERAL,
    "r33_block_edges",
    "r11_chips_for_a_stand",
    "r39_acts_on_a_card",
    rulesets::toy::ROLLING_ORDER,
];

fn switches(ruleset: &Ruleset) -> impl Iterator<Item = &'static Switch> + use<> {
    ruleset.texts.switches()
}

/// Returns the fields of a form that rulings decide: those in `rulings`, and the edition.
fn of_rulings(form: &'static Form, ruleset: &Ruleset) -> impl Iterator<Item = &'static Field> {
    let rulings = match form.field("rulings").map(|field| field.kind) {
        Some(Kind::Object(rulings)) => rulings.fields,
        _ => &[],
    };
    let is_switch = |id: &str| switches(ruleset).any(|switch| switch.field == id);
    let is_edition = |id: &str| ruleset.texts.editions.as_ref().is_some_and(|editions| editions.field == id);
    rulings.iter().chain(form.fields.iter().filter(move |field| is_switch(field.id) || is_edition(field.id)))
}

fn ids(choices: &[Choice]) -> Vec<&'static str> {
    choices.iter().map(|choice| choice.id).collect()
}

#[test]
fn procedures_and_their_fields_are_described_for_players() {
    for ruleset in rulesets::ALL {
        for procedure in ruleset.procedures {
            assert!(!procedure.heading.is_empty(), "{}: which heading of the source?", procedure.id);
            assert!(!procedure.about.is_empty(), "{}: what is it for?", procedure.id);
            // Units among the fields are shown with the names of their roles.
            let of_units = |field: &&Field| matches!(field.kind, Kind::Object(_)) || procedure.binds(field.id);
            for field in procedure.form.fields.iter().filter(|field| !of_units(field)) {
                assert!(!field.label.is_empty(), "{}: what is {} called?", procedure.id, field.id);
            }
        }
    }
}

#[test]
fn every_row_of_a_table_is_as_wide_as_its_header() {
    for ruleset in rulesets::ALL {
        let differences = ruleset.texts.editions.as_ref().map(|editions| editions.differences);
        for chapter in ruleset.texts.reference.iter().chain(differences) {
            for part in chapter.parts {
                if let Part::Table { head, rows, caption } = part {
                    assert!(rows.iter().all(|row| row.len() == head.len()), "{}: {caption}", chapter.title);
                }
            }
        }
    }
}

#[test]
fn samples_have_two_sides_of_valid_units_with_descriptions() {
    for ruleset in rulesets::ALL {
        assert!(!ruleset.procedures.is_empty(), "{}: no procedure", ruleset.named.id);
        let samples = Roster::samples(ruleset);
        assert!(samples.len() >= 2, "{}: two sides make a battle", ruleset.named.id);
        for roster in &samples {
            assert_eq!(roster.ruleset, ruleset.named.id, "{}", roster.name);
            for unit in &roster.units {
                assert_eq!(check(ruleset, unit), Ok(()), "{unit:?}");
                assert!(!(ruleset.describe)(&facts(ruleset, unit)).is_empty(), "{unit:?}");
            }
        }
    }
}

/// True if a path such as `rulings`, `target.moved` or `shooters[].unit` leads to a field of a form.
fn leads(form: &Form, path: &str) -> bool {
    let (first, rest) = path.split_once('.').map_or((path, None), |(first, rest)| (first, Some(rest)));
    let (id, is_list) = first.strip_suffix("[]").map_or((first, false), |id| (id, true));
    let Some(field) = form.field(id) else { return false };
    match (field.kind, is_list, rest) {
        (Kind::List { .. } | Kind::Counts { .. }, true, None) => true,
        (Kind::List { of: Kind::Object(inner), .. }, true, Some(rest)) => leads(inner, rest),
        (Kind::Object(inner), false, Some(rest)) => leads(inner, rest),
        (_, false, None) => true,
        _ => false,
    }
}

#[test]
fn every_field_that_a_procedure_names_exists() {
    for procedure in rulesets::ALL.iter().flat_map(|ruleset| ruleset.procedures) {
        let of_roles = procedure.participants.iter().filter_map(|role| role.at).filter(|at| !at.is_empty());
        let of_ways = procedure.variants.iter().flat_map(|variant| variant.fields).map(|(field, _)| *field);
        let of_grid = procedure.grid.iter().flat_map(|grid| match grid.taps {
            Taps::Path { steps, turn } => vec![steps, turn],
            Taps::Unit { .. } => Vec::new(),
        });
        let of_sketch = procedure.sketch.iter().flat_map(|sketch| sketch.instead_of.iter().copied());
        for path in of_roles.chain(of_ways).chain(of_grid).chain(of_sketch) {
            let stem = path.strip_suffix("[]").unwrap_or(path);
            assert!(leads(procedure.form, path) || leads(procedure.form, stem), "{}: no {path}", procedure.id);
        }
        let on_grid = procedure.grid.iter().flat_map(|grid| match grid.taps {
            Taps::Unit { role, .. } => vec![grid.around, role],
            Taps::Path { .. } => vec![grid.around],
        });
        for role in on_grid {
            assert!(procedure.participants.iter().any(|known| known.id == role), "{}: no role {role}", procedure.id);
        }
        let headlines = procedure.chances.iter().filter(|chance| chance.rank == Rank::Headline).count();
        assert!(headlines <= 1, "{}: {headlines} headlines", procedure.id);
        assert_conditions(procedure.id, procedure.form);
    }
}

/// Asserts that fields depend only on fields of the same form.
fn assert_conditions(of: &str, form: &'static Form) {
    for field in form.fields {
        for when in field.when {
            assert!(form.field(when.field).is_some(), "{of}: {} depends on {}", field.id, when.field);
        }
        match field.kind {
            Kind::Object(inner) => assert_conditions(of, inner),
            Kind::List { of: Kind::Object(inner), .. } => assert_conditions(of, inner),
            _ => {}
        }
    }
}

#[test]
fn drawn_units_have_roles_and_each_choice_of_edges_includes_a_front() {
    fn fields(form: &'static Form) -> Vec<&'static Field> {
        let inner = |field: &'static Field| match field.kind {
            Kind::Object(inner) => fields(inner),
            Kind::List { of: Kind::Object(inner), .. } => fields(inner),
            _ => Vec::new(),
        };
        form.fields.iter().flat_map(|field| [vec![field], inner(field)].concat()).collect()
    }
    let mut drawn = BTreeSet::new();
    for procedure in rulesets::ALL.iter().flat_map(|ruleset| ruleset.procedures) {
        for field in fields(procedure.form) {
            for role in field.between().iter().flatten() {
                drawn.insert(procedure.id);
                let is_role = procedure.participants.iter().any(|participant| participant.id == *role);
                assert!(is_role, "{}: no role {role}", procedure.id);
            }
            let Some(edges) = field.edges() else { continue };
            let Kind::Choice(choices) = field.kind else { panic!("{}: {} is no choice", procedure.id, field.id) };
            drawn.insert(procedure.id);
            let touching: Vec<[TouchedEdge; 2]> = choices.iter().filter_map(|choice| edges(choice.id)).collect();
            assert_eq!(touching.len(), choices.len(), "{}: each choice stands for edges", procedure.id);
            for (at, pair) in touching.iter().enumerate() {
                assert!(pair.contains(&TouchedEdge::Front), "{}: {}", procedure.id, choices[at].id);
                assert!(!touching[..at].contains(pair), "{}: {} is a second name", procedure.id, choices[at].id);
            }
        }
    }
    assert_eq!(drawn, BTreeSet::from(["fight", "melee", "melee_groups", "melee_round"]));
}

#[test]
fn bans_and_duties_name_procedures_and_fields_that_exist() {
    for ruleset in rulesets::ALL {
        // Procedures may share their bans: one of them has the field.
        let bans = ruleset.procedures.iter().flat_map(|procedure| procedure.all_bans());
        for ban in bans.filter(|ban| !ban.field.is_empty()) {
            let has_it = |procedure: &&Procedure| {
                let in_role =
                    |role: &Role| role.at.is_some_and(|at| leads(procedure.form, &format!("{at}.{}", ban.field)));
                leads(procedure.form, ban.field) || procedure.participants.iter().any(in_role)
            };
            let is_same = |other: &Ban| (other.rule, other.field) == (ban.rule, ban.field);
            let sharing = ruleset.procedures.iter().copied().filter(|procedure| procedure.all_bans().any(is_same));
            assert!(
                sharing.into_iter().any(|procedure| has_it(&procedure)),
                "{}: {} names {}",
                ruleset.named.id,
                ban.rule,
                ban.field
            );
        }
        for procedure in ruleset.procedures {
            for ban in procedure.all_bans().filter(|ban| ban.is_of_input()) {
                let is_judged = procedure.all_bans().any(|other| other.is_of_table() && other.rule == ban.rule);
                assert!(is_judged, "{}: no ban {} of the table on {}", ruleset.named.id, ban.rule, procedure.id);
                assert!(!ban.field.is_empty(), "{}: {} has no field on {}", ruleset.named.id, ban.rule, procedure.id);
            }
        }
        for id in ruleset.turn_rules.duties.iter().flat_map(|duty| duty.procedures) {
            assert!(ruleset.procedure(id).is_some(), "{}: {id} is due", ruleset.named.id);
        }
        for ban in ruleset.turn_rules.next_bans {
            assert!(ban.is_of_table(), "{}: {} judges no table", ruleset.named.id, ban.rule);
        }
    }
}
