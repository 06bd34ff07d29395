//! Luck, reports and comparison of logs, for a battle of two regiments.

use battle::analysis::act_words::each_act;
use battle::analysis::battle_stats::{self, Loss};
use battle::analysis::chronicle::{Entry, EntryBuilder};
use battle::analysis::luck::luck;
use battle::analysis::report::{Break, Deed, Ranked, Report, ReportBuilder, report};
use battle::relation::{Clash, MergeFailure, Relation, clashes, relation};
use battle::{Action, ActionEvent, Battle, Change, Event, Header, LoggedRoll, Resolved, Stamp, State, Unit, ruled};
use rules::battle_stats::Presence;
use rules::dice::rng::Seed;
use rules::names::Names;
use serde_json::{Map, Value as Json, json};
use test_rulesets::pike_and_shot::RULESET;

fn object(json: Json) -> Map<String, Json> {
    json.as_object().cloned().unwrap()
}

/// Horse against foot. The name contains characters of Markdown, which a report must escape.
fn header() -> Header {
    let horse = json!({ "name": "Haselrig's Horse", "troop_type": "horse", "figures": 12, "training": "average" });
    let foot =
        json!({ "name": "Pinchbeck's Foot", "troop_type": "foot", "pikes": 12, "muskets": 12, "training": "raw" });
    let units = vec![
        Unit { id: "u1".into(), side: 0, profile: object(horse), ..Unit::default() },
        Unit { id: "u2".into(), side: 1, profile: object(foot), ..Unit::default() },
    ];
    Header::new("pike_and_shot", "Cheriton *lane*", ["Parliament", "The King"], units, Seed([9; 32]))
}

/// Adds an act to the log as one tab does.
fn next(battle: &mut Battle, action: Action, changes: Vec<Change>) -> Stamp {
    let stamp = battle.next_stamp("t");
    battle.add(
        stamp.clone(),
        battle.linked(Event::Action(Box::new(ActionEvent::new(1.0, action, changes).refereed(Vec::new())))),
    );
    stamp
}

/// Resolves the first case of a procedure's sample, with rolls of the app or typed dice.
fn resolved(procedure: &str, participants: Json, app: bool, face: impl Fn(usize) -> u8) -> Resolved {
    let cases = testing::conformance::cases("pike_and_shot");
    let rule = RULESET.procedure(procedure).unwrap();
    let (input, rolls, outcome) = cases
        .iter()
        .filter(|case| case["request"]["procedure"] == procedure)
        .find_map(|case| {
            let input = object(case["request"]["input"].clone());
            let ready = rule.read(&input).ok()?;
            let (mut faces, mut rolls) = (Vec::new(), Vec::new());
            loop {
                match ready.resolve(&faces).result {
                    Ok(resolved) if faces.len() > 3 => {
                        return Some((input, rolls, serde_json::to_value(&resolved.outcome).unwrap()));
                    }
                    Err(rules::dice::Halt::Needs(roll)) => {
                        let rolled_faces: Vec<u8> = (0..roll.count).map(|nth| face(faces.len() + nth)).collect();
                        faces.extend(&rolled_faces);
                        let number = app.then_some(rolls.len() as u64);
                        rolls.push(LoggedRoll {
                            purpose: roll.purpose,
                            sides: roll.sides,
                            faces: rolled_faces,
                            number,
                            steps: None,
                            counted: None,
                        });
                    }
                    _ => return None,
                }
            }
        })
        .unwrap();
    let procedure = procedure.to_owned();
    Resolved { procedure, input, participants: object(participants), rolls, settles: None, outcome, discarded: false }
}

/// A battle with dice of the table and of the app, an undone act, a new turn, a unit that breaks, and a note with a character of Markdown.
fn fought() -> Battle {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let volley = resolved("infantry_fire", json!({ "firer": ["u2"], "target": ["u1"] }), false, |_| 6);
    next(&mut battle, Action::Resolved(volley), vec![Change::set("u1", "figures", 9)]);
    let mistake = next(&mut battle, Action::ByHand, vec![Change::set("u1", "figures", 1)]);
    let undo = battle.next_stamp("t");
    battle.add(undo, Event::Undo(mistake.into()));
    next(&mut battle, Action::Phase, vec![Change::set("battle", "turn", 2), Change::set("battle", "phase", 0)]);
    let melee =
        resolved("melee_round", json!({ "a": ["u1"], "b": ["u2"] }), true, |nth| if nth % 2 == 0 { 6 } else { 1 });
    next(&mut battle, Action::Resolved(melee), vec![Change::set("u2", "pikes", 10), Change::set("u2", "broken", true)]);
    next(&mut battle, Action::Note("The fog # lifts.".into()), vec![]);
    battle
}

#[test]
fn luck_is_counted_by_side_and_separately_for_table_and_app() {
    let lucks = luck(&fought());
    assert!(lucks.table[1].chances() > 0 && lucks.table[1].successes > 0, "the foot fired, with sixes from the table");
    assert_eq!(lucks.table[1].chances(), lucks.table[1].successes, "each of them a six");
    assert!(lucks.app[0].chances() > 0 && lucks.app[1].chances() > 0, "both sides struck in the melee");
    let curve = lucks.app[0].curve();
    assert!(curve.iter().any(|(total, _)| *total == lucks.app[0].successes), "the side stands on its curve");
}

#[test]
fn a_discarded_roll_counts_neither_as_luck_nor_in_the_report() {
    let mut battle = fought();
    let words = |battle: &Battle| {
        let report = report(battle, &|_, _| Names::default()).unwrap();
        (report.turning_points, report.strengths)
    };
    let (before, words_before) = (luck(&battle), words(&battle));
    let volley = resolved("infantry_fire", json!({ "firer": ["u2"], "target": ["u1"] }), true, |_| 6);
    next(&mut battle, Action::Resolved(Resolved { discarded: true, ..volley }), vec![]);
    assert_eq!(luck(&battle), before);
    assert_eq!(words(&battle), words_before);
}

#[test]
fn luck_does_not_count_undone_acts() {
    let mut battle = fought();
    let before = luck(&battle);
    let volley = resolved("infantry_fire", json!({ "firer": ["u2"], "target": ["u1"] }), false, |_| 1);
    next(&mut battle, Action::Resolved(volley), vec![]);
    assert_ne!(luck(&battle), before);
    let undo = battle.undoing().unwrap();
    battle.add(battle.next_stamp("t"), undo);
    assert_eq!(luck(&battle), before);
}

#[test]
fn the_report_lists_acts_and_losses_turn_by_turn() {
    let report_of_battle = report(&fought(), &|_, _| Names::default()).unwrap();
    assert_eq!(
        report_of_battle.turns.iter().map(|turn| turn.title.as_str()).collect::<Vec<_>>(),
        ["Bound 1", "Bound 2"]
    );
    assert_eq!(report_of_battle.turns[0].entries.len(), 1, "what was undone is not told");
    assert_eq!(report_of_battle.turns[0].entries[0].losses, ["Haselrig's Horse: 12 → 9 figures"]);
    assert_eq!(report_of_battle.turns[1].entries[0].losses, ["Pinchbeck's Foot: 24 → 22 figures; broken"]);
    let strengths: Vec<[i32; 2]> = report_of_battle.strengths.iter().map(|(_, both)| *both).collect();
    assert_eq!(strengths, [[12, 24], [9, 24], [9, 22]]);
    let broken = Break { strength: 2, side: 1, words: "Pinchbeck's Foot: broken".into() };
    assert_eq!(report_of_battle.breaks, [broken]);
    let text = report_of_battle.text();
    for line in [
        "Cheriton *lane*",
        "Bound 1",
        "- Melee: Haselrig's Horse, Pinchbeck's Foot",
        "- The fog # lifts.",
        "Start: Parliament 12, The King 24",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    let markdown = report_of_battle.markdown();
    for line in
        ["# Cheriton \\*lane\\*", "## Bound 2", "- The fog \\# lifts.", "## What happened", "## Strength, in figures"]
    {
        assert!(markdown.contains(line), "{line}\n{markdown}");
    }
}

#[test]
fn the_story_has_the_strengths_the_breaks_and_the_result() {
    let report = report(&fought(), &|_, _| Names::default()).unwrap();
    let story: Vec<&str> = report.story.iter().map(|sentence| sentence.words.as_str()).collect();
    assert!((5..=8).contains(&story.len()), "{story:?}");
    assert_eq!(story.first(), Some(&"Parliament with 12 figures met The King with 24 figures."));
    assert!(story.contains(&"Out of the fight: Pinchbeck's Foot: broken."), "{story:?}");
    assert!(story.contains(&"After Bound 2: Parliament with 9 figures, The King with 22 figures."), "{story:?}");
    assert_eq!(story.last(), Some(&"Result: Parliament won."), "the King has nothing left that fights");
    let deeds: Vec<String> = report.deeds.iter().map(Deed::words).collect();
    assert_eq!(deeds.len(), 2, "{deeds:?}");
    assert!(deeds[0].starts_with("Pinchbeck's Foot, ") && deeds[0].ends_with(": Haselrig's Horse −3"), "{deeds:?}");
    assert_eq!(deeds[1], "Haselrig's Horse, Melee: Pinchbeck's Foot −2; broken");
    let units: Vec<String> = report.units.iter().map(Ranked::words).collect();
    assert_eq!(units, ["12 → 9", "24 → 22; broken"]);
    assert!(report.units.iter().all(|unit| unit.signs[0] != unit.signs[1]), "both look different now");
}

#[test]
fn acts_without_dice_that_cost_nothing_are_left_out_of_the_report() {
    let cases = testing::conformance::cases("pike_and_shot");
    let rest = cases.iter().find(|case| case["request"]["procedure"] == "rest").unwrap();
    let (procedure, input) = ("rest".to_owned(), object(rest["request"]["input"].clone()));
    let participants = object(json!({ "unit": ["u2"] }));
    let outcome = rest["resolutions"][0]["answer"]["outcome"].clone();
    let act = Resolved { procedure, input, participants, rolls: vec![], settles: None, outcome, discarded: false };
    assert_eq!(turned_by(act).turns, []);
}

#[test]
fn losses_belong_to_the_act_that_caused_them() {
    let battle = fought();
    let of = |_: &Stamp, before: &State, act: &ActionEvent| battle_stats::losses(&RULESET, before, act);
    let losses: Vec<_> = each_act(&battle, of).into_iter().flatten().flatten().collect();
    let unit = |side| if side == 0 { "u1" } else { "u2" };
    let lost = |name: &str, side, before, now, fate| {
        let (unit, name) = (unit(side).into(), name.into());
        Loss { unit, name, side, before, now, fate }
    };
    let (horse, foot) = ("Haselrig's Horse", "Pinchbeck's Foot");
    // The second loss belongs to the mistake that is undone later. The log lists it, too.
    assert_eq!(
        losses,
        [lost(horse, 0, 12, 9, None), lost(horse, 0, 9, 1, None), lost(foot, 1, 24, 22, Some(Presence::Broken))]
    );
    assert_eq!(losses[0].words(RULESET.battle_stats.counted), "Haselrig's Horse: 12 → 9 figures");
}

#[test]
fn a_company_takes_its_figures_from_one_of_two_units_that_lose_some() {
    let horse = |id: &str, figures: i32| {
        let profile = json!({ "name": id.to_uppercase(), "troop_type": "horse", "figures": figures });
        Unit { id: id.into(), side: 0, profile: object(profile), ..Unit::default() }
    };
    let header = Header { units: vec![horse("u1", 12), horse("u2", 12)], ..header() };
    let battle = Battle::begin(test_rulesets::RULESETS, header);
    let losses = |company: Option<Unit>| -> Vec<String> {
        let falls = ["u1", "u2"].map(|unit| Change::set(unit, "figures", 8));
        let changes = falls.into_iter().chain(company.map(Change::Add)).collect();
        let act = ActionEvent::new(1.0, Action::ByHand, changes);
        let losses = battle_stats::losses(&RULESET, battle.state(), &act);
        losses.iter().map(|loss| loss.words(RULESET.battle_stats.counted)).collect()
    };
    assert_eq!(losses(None), ["U1: 12 → 8 figures", "U2: 12 → 8 figures"]);
    assert_eq!(losses(Some(horse("u3", 4))), ["U2: 12 → 8 figures"]);
}

#[test]
fn acts_of_one_kind_on_one_enemy_are_one_deed() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let by_foot = [json!({ "firer": ["u2"], "target": ["u1"] }), json!({ "a": ["u2"], "b": ["u1"] })];
    for (procedure, figures) in [("infantry_fire", 11), ("melee_round", 8), ("infantry_fire", 6), ("melee_round", 2)] {
        let participants = by_foot[usize::from(procedure == "melee_round")].clone();
        let act = resolved(procedure, participants, false, |_| 6);
        next(&mut battle, Action::Resolved(act), vec![Change::set("u1", "figures", figures)]);
    }
    let report = report(&battle, &|_, _| Names::default()).unwrap();
    let deeds: Vec<String> = report.deeds.iter().map(Deed::words).collect();
    assert_eq!(
        deeds,
        ["Pinchbeck's Foot, Infantry fire: Haselrig's Horse −3", "Pinchbeck's Foot, Melee: Haselrig's Horse −7"]
    );
}

#[test]
fn expected_values_are_summed_for_each_unit_of_a_side() {
    let other = Unit { id: "u3".into(), ..header().units[1].clone() };
    let mut other = other;
    other.profile.insert("name".into(), "Slingsby's Foot".into());
    let units = header().units.into_iter().chain([other]).collect();
    let mut battle = Battle::begin(test_rulesets::RULESETS, Header { units, ..header() });
    for firer in ["u2", "u3", "u2"] {
        let volley = resolved("infantry_fire", json!({ "firer": [firer], "target": ["u1"] }), false, |_| 6);
        next(&mut battle, Action::Resolved(volley), vec![]);
    }
    let report = report(&battle, &|_, _| Names::default()).unwrap();
    let chances: Vec<_> = report.expectations.iter().map(|of| (of.who.as_str(), of.side, of.chances)).collect();
    assert_eq!(chances, [("Pinchbeck's Foot", 1, 2), ("Slingsby's Foot", 1, 1)]);
}

#[test]
fn the_chronicle_has_the_minutes_of_a_battle() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, Header { began: 1_000.0, ..header() });
    for at in [241_000.0, 510_000.0] {
        let act = ActionEvent::new(at, Action::Note("Rain.".into()), Vec::new());
        battle.add(battle.next_stamp("t"), Event::Action(Box::new(act)));
    }
    assert_eq!(Entry::without_odds(&battle).minutes, 8);
}

#[test]
fn the_chronicle_describes_the_turning_point_of_an_act_of_either_side() {
    for (acting, other, name) in [("u1", "u2", "Pinchbeck's Foot"), ("u2", "u1", "Haselrig's Horse")] {
        let mut battle = Battle::begin(test_rulesets::RULESETS, header());
        let melee = resolved("melee_round", json!({ "a": [acting], "b": [other] }), true, |_| 6);
        next(&mut battle, Action::Resolved(melee), vec![]);
        let mut builder = EntryBuilder::begin(&battle);
        while builder.step() {}
        assert_eq!(builder.end().turning, format!("{name} broke in the melee at 2 % (Bound 1)."));
    }
}

#[test]
fn the_side_of_an_act_is_that_of_the_acting_or_changed_unit() {
    let battle = fought();
    let of = |_: &Stamp, before: &State, act: &ActionEvent| battle_stats::side_of(&RULESET, before, act);
    let sides: Vec<_> = each_act(&battle, of).into_iter().flatten().collect();
    // A volley by the foot, a change of the horse by hand, a phase, a melee by the horse, and a note.
    assert_eq!(sides, [Some(1), Some(0), None, Some(0), None]);
    // The second turn begins after the volley, the mistake and its undoing.
    assert_eq!(battle_stats::turns_begun(&battle), [(3, 2)]);
}

/// Returns the report of a battle with only this act.
fn turned_by(resolved: Resolved) -> Report {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    next(&mut battle, Action::Resolved(resolved), vec![]);
    report(&battle, &|_, _| Names::default()).unwrap()
}

#[test]
fn an_upset_is_a_turning_point_with_its_probability() {
    let participants = || json!({ "a": ["u1"], "b": ["u2"] });
    let rule = RULESET.procedure("melee_round").unwrap();
    let mut decisive = 0;
    for dice in [
        |_| 6,
        |_| 1,
        |nth| if nth % 2 == 0 { 6 } else { 1 },
        |nth| if nth < 4 { 6 } else { 1 },
        |nth| {
            if nth < 4 { 1 } else { 6 }
        },
    ] {
        let melee = resolved("melee_round", participants(), true, dice);
        let ready = rule.read(&melee.input).unwrap();
        let (odds, came_to) = (ready.odds().unwrap(), ready.resolve(&ruled::faces(&melee.rolls)).result.unwrap());
        // The probabilities come from the complete odds. The report takes them from a faster summary.
        let fateful = rule.chances.iter().filter(|chance| chance.told.is_some());
        let swings = fateful.map(|chance| {
            let p: f64 = odds.iter().filter(|(to, _)| chance.comes_true(to, 0)).map(|(_, p)| p).sum();
            let came = chance.comes_true(&came_to.outcome, 0);
            if came { p } else { 1.0 - p }
        });
        let most = swings.reduce(f64::min).unwrap();
        let points = turned_by(melee.clone()).turning_points;
        if most > 0.5 {
            assert_eq!(points, []);
            continue;
        }
        decisive += 1;
        assert_eq!(points.len(), 1, "the largest swing of the act, and no other: {points:?}");
        let words = points[0].sentence();
        assert_eq!(points[0].act, "Melee (Haselrig's Horse, Pinchbeck's Foot)");
        let percent = rules::text::percent(most);
        assert!(words.ends_with(&format!(" at {percent} (Bound 1).")), "{words}, not {percent}");
        assert_eq!(points[0].strength, 1, "the strength after the first turn shows what it came to");
        let discarded = turned_by(Resolved { discarded: true, ..melee });
        assert_eq!(discarded.turning_points, [], "what changed nothing turned nothing");
    }
    assert!((1..5).contains(&decisive), "dice that decide something, and some that do not: {decisive}");
}

#[test]
fn a_report_says_that_acts_with_too_many_dice_are_left_out() {
    let unit = json!({ "troop_type": "foot", "pikes": 60, "muskets": 60, "pike_armour": "partly", "ranks": 3,
        "morale_class": "average" });
    let all = [&unit, &unit, &unit, &unit];
    let contacts: Vec<Json> = (1..=4).map(|unit| json!({ "a": unit, "b": unit })).collect();
    let input = object(json!({ "side_a": all, "side_b": all, "contacts": contacts, "report": "sides" }));
    let ready = RULESET.procedure("melee_round").unwrap().read(&input).unwrap();
    let mut rolls: Vec<LoggedRoll> = Vec::new();
    let outcome = loop {
        let faces: Vec<u8> = rolls.iter().flat_map(|roll| roll.faces.clone()).collect();
        match ready.resolve(&faces).result {
            Ok(resolved) => break serde_json::to_value(&resolved.outcome).unwrap(),
            Err(rules::dice::Halt::Needs(roll)) => rolls.push(LoggedRoll {
                purpose: roll.purpose,
                sides: roll.sides,
                faces: vec![6; roll.count],
                number: None,
                steps: None,
                counted: None,
            }),
            Err(refused) => panic!("{refused:?}"),
        }
    };
    assert!(rolls.iter().map(|roll| roll.faces.len()).sum::<usize>() > 150, "not that many dice");
    let participants = object(json!({ "a": ["u1"], "b": ["u2"] }));
    let procedure = "melee_round".to_owned();
    let great = turned_by(Resolved { procedure, input, participants, rolls, settles: None, outcome, discarded: false });
    assert_eq!(great.turning_points, []);
    let words = "1 action is left out: it has too many dice to work out its odds.";
    assert_eq!(great.left_out().as_deref(), Some(words));
    assert!(great.text().contains(words) && great.markdown().contains(words));
    assert_eq!(great.turns[0].entries.len(), 1, "it is told all the same");
}

#[test]
fn a_report_can_be_built_act_by_act() {
    let battle = fought();
    let mut telling = ReportBuilder::begin(&battle).unwrap();
    let names_of = |_: &'static rules::procedure::Procedure, _: &Resolved| Names::default();
    let mut progress = vec![telling.progress()];
    while telling.step(&names_of) {
        progress.push(telling.progress());
    }
    assert_eq!(progress, [(0, 4), (1, 4), (2, 4), (3, 4), (4, 4)]);
    assert_eq!(Some(telling.end()), report(&battle, &names_of));
}

#[test]
fn every_ruleset_measures_strength_and_has_chances_that_decide_battles() {
    for named in test_rulesets::LIST {
        let ruleset = test_rulesets::RULESETS.find(named.id).unwrap();
        let mut chances = ruleset.procedures.iter().flat_map(|procedure| procedure.chances);
        assert!(chances.any(|chance| chance.told.is_some()), "{}: no chance decides a battle", named.id);
        for roster in exchange::storage::roster::Roster::samples(ruleset) {
            for unit in &roster.units {
                let strength = (ruleset.battle_stats.strength)(&exchange::storage::roster::facts(ruleset, unit));
                assert!((0..200).contains(&strength), "{} {unit:?}: {strength}", named.id);
            }
            let all = roster.units.iter().map(|unit| {
                let mut facts = battle::start(ruleset, unit);
                (ruleset.derive)(&mut facts);
                (ruleset.battle_stats.strength)(&facts)
            });
            assert!(all.sum::<i32>() > 0, "{}: an army without strength", named.id);
        }
    }
}

#[test]
fn relations_of_logs_are_same_ahead_behind_or_apart() {
    let here = fought();
    let log = here.log().to_vec();
    let theirs_begun = header();
    let of = |theirs: &[(Stamp, Event)]| relation((&theirs_begun, theirs), (here.header(), &log));
    assert_eq!(of(&log), Relation::Same);
    assert_eq!(of(&log[..4]), Relation::Behind(2));
    let mut ahead = here.clone();
    next(&mut ahead, Action::Note("More.".into()), vec![]);
    assert_eq!(of(ahead.log()), Relation::Ahead(1));
    let mut other = here.after_first(5);
    next(&mut other, Action::Note("Elsewhere.".into()), vec![]);
    let same_place = other.log()[5].0.clone();
    assert_eq!(of(other.log()), Relation::Apart(MergeFailure::Entry(same_place)), "the same stamp, another entry");
    let renamed = Header { name: "Mine".into(), ..header() };
    assert_eq!(relation((&renamed, &log), (here.header(), &log)), Relation::Same, "a name is what each calls it");
    let stranger = Header { seed: Seed([1; 32]), ..header() };
    assert_eq!(relation((&stranger, &log), (here.header(), &log)), Relation::Apart(MergeFailure::Beginning));
}

/// Two copies of one battle that continued independently. Each changed a tracker of its own, and both changed one common tracker.
fn parted() -> [Battle; 2] {
    [("a", 2), ("b", 4)].map(|(device, counters)| {
        let mut battle = fought();
        for changes in [vec![Change::set(device, "turns", counters)], vec![Change::set("u1", "counters", counters)]] {
            let event = Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes).refereed(Vec::new())));
            battle.add(battle.next_stamp(device), battle.linked(event));
        }
        battle
    })
}

#[test]
fn independently_continued_logs_merge_and_report_their_conflicts() {
    let [a, b] = parted();
    assert_eq!(relation((&header(), a.log()), (&header(), b.log())), Relation::Parted(2, 2));
    let both = clashes(test_rulesets::RULESETS, &header(), a.log(), b.log());
    let clash = Clash {
        of: "u1".into(),
        key: "counters".into(),
        theirs: 2.into(),
        own: 4.into(),
        merged: 6.into(),
        adds: true,
    };
    assert_eq!(both, [clash], "what one of them changed is no clash");
    let merged = [a.log(), b.log()].concat();
    let merged = Battle::replay(test_rulesets::RULESETS, header(), merged);
    assert_eq!(relation((&header(), merged.log()), (&header(), a.log())), Relation::Ahead(2));
}

#[test]
fn logs_with_an_altered_entry_cannot_be_merged() {
    let [a, b] = parted();
    let mut altered = a.log().to_vec();
    let last = altered.len() - 2;
    let Event::Action(act) = &mut altered[last].1 else { panic!("an act") };
    act.at += 1.0;
    let stamp = altered[last].0.clone();
    let of = |log: &[(Stamp, Event)]| relation((&header(), &altered), (&header(), log));
    assert_eq!(of(b.log()), Relation::Apart(MergeFailure::Altered(stamp.clone())));
    assert_eq!(of(fought().log()), Relation::Apart(MergeFailure::Altered(stamp.clone())), "nor is it only ahead");
    assert_eq!(of(a.log()), Relation::Apart(MergeFailure::Entry(stamp)));
    // Faults of the local log do not prevent merging.
    assert_eq!(relation((&header(), b.log()), (&header(), &altered)), Relation::Parted(2, 2));
}

mod arrival {
    use super::*;
    use exchange::share::Shared;
    use exchange::share::arrival::{Taking, plan};
    use exchange::storage::{Bundle, Key};

    fn bundle(battle: &Battle) -> Bundle {
        Shared::Battle("b1".into(), battle.header().clone(), battle.log().to_vec()).bundle().unwrap()
    }

    fn taken(incoming: &Bundle, here: &Bundle, taking: Taking) -> Bundle {
        let plan = plan(test_rulesets::RULESETS, incoming, here, taking, || "copy".into());
        let mut after = here.clone();
        after.0.retain(|name, _| !plan.remove.contains(name));
        after.0.extend(plan.write);
        after
    }

    #[test]
    fn a_longer_incoming_log_is_added_and_a_shorter_one_changes_nothing() {
        let (whole, part) = (bundle(&fought()), bundle(&fought().after_first(3)));
        for taking in [Taking::KeepBoth, Taking::Replace] {
            assert_eq!(taken(&whole, &part, taking), whole);
            assert_eq!(taken(&part, &whole, taking), whole);
        }
    }

    #[test]
    fn a_log_that_cannot_be_merged_never_overwrites() {
        let mut other = fought().after_first(5);
        next(&mut other, Action::Note("Elsewhere.".into()), vec![]);
        let (here, incoming) = (bundle(&fought()), bundle(&other));
        for taking in [Taking::KeepBoth, Taking::Replace] {
            let after = taken(&incoming, &here, taking);
            assert_eq!(after.part(&Key::Battle("b1".into())), here);
            assert_eq!(after.items().len(), 2, "it stands beside");
        }
    }

    #[test]
    fn independently_continued_logs_merge_equally_in_both_directions() {
        let [a, b] = parted().map(|battle| bundle(&battle));
        for taking in [Taking::KeepBoth, Taking::Replace] {
            let (at_a, at_b) = (taken(&b, &a, taking), taken(&a, &b, taking));
            assert_eq!(at_a, at_b);
            assert_eq!((at_a.items().len(), at_a.0.len()), (1, a.0.len() + 2), "nothing is lost, and nothing beside");
            assert_eq!(taken(&b, &at_a, taking), at_a, "twice changes nothing");
        }
    }
}

#[test]
fn the_report_names_the_edition_that_is_played() {
    let about = |rulings: Json| {
        let header =
            Header { rulings: object(rulings), ..Header::new("argad", "Draw", ["A", "B"], vec![], Seed([9; 32])) };
        report(&Battle::begin(test_rulesets::RULESETS, header), &|_, _| Names::default()).unwrap().about.remove(0)
    };
    assert_eq!(about(json!({ "edition": "sheet_2024" })), "Argad!, Sheet of 2024");
    assert_eq!(about(json!({})), "Argad!, April 2025");
}
