//! The guided first battles. Every step is offered and legal when its turn comes, and with the dice of the guide the turn ends.

use battle::analysis::battle_stats;
use battle::guide::{self, Progress};
use battle::{Action, ActionEvent, Battle, Change, Event, Header, LoggedRoll, Resolved, Unit, referee};
use exchange::storage::beginning;
use rules::dice::Halt;
use rules::dice::rng::Seed;
use rules::form::Constant;
use rules::guide::{Doing, Guide, Step, StepKind, Who};
use rules::ruleset::Ruleset;
use rules::subject::Side;
use serde_json::{Value as Json, json};
use test_rulesets as rulesets;

/// A guided battle at its start.
fn begun(ruleset: &'static Ruleset, guide: &Guide) -> Battle {
    let (header, changes) = beginning::guided(ruleset, guide);
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    let by_rules = referee::beginning(ruleset, battle.state());
    add(&mut battle, ActionEvent::beginning(0.0, by_rules));
    if !changes.is_empty() {
        let changes = referee::changes_by_hand(ruleset, battle.state(), changes);
        add(&mut battle, ActionEvent::new(0.0, Action::ByHand, changes));
    }
    battle
}

fn add(battle: &mut Battle, act: ActionEvent) {
    let stamp = battle.next_stamp("t");
    battle.add(stamp, Event::Action(Box::new(act)));
}

/// Ends the phase.
fn next(ruleset: &'static Ruleset, battle: &mut Battle) {
    let changes = referee::next_changes(ruleset, battle.state());
    add(battle, ActionEvent::new(0.0, Action::Phase, changes));
}

/// Resolves a procedure with the dice of the battle's seed.
fn resolve(ruleset: &'static Ruleset, battle: &mut Battle, doing: &Doing) -> String {
    let opening = guide::opening(ruleset, doing, battle.state()).expect("it was possible");
    let (procedure, participants) = (opening.procedure, &opening.participants);
    let input = opening.input(battle.state());
    let seed = battle.header().dice();
    // Rolls are numbered as in the app.
    let numbers: Vec<u64> = battle.roll_numbers(participants.stream(procedure, battle.header())).take(20).collect();
    let mut numbers = numbers.into_iter();
    let (mut faces, mut rolls): (Vec<u8>, Vec<LoggedRoll>) = (Vec::new(), Vec::new());
    loop {
        let played = referee::play(procedure, participants, battle.state(), &input, &faces).unwrap();
        match played.result {
            Err(Halt::Needs(roll)) => {
                assert!(procedure.mid_roll_choice(&input, &roll, &played.rolls).is_none(), "a guide raises no choices");
                let number = numbers.next().unwrap();
                let rolled_faces = seed.faces(number, roll.sides, roll.count);
                faces.extend(&rolled_faces);
                let purpose = roll.purpose.to_string();
                rolls.push(LoggedRoll {
                    purpose,
                    sides: roll.sides,
                    faces: rolled_faces,
                    number: Some(number),
                    steps: None,
                    counted: None,
                });
            }
            Err(halt) => panic!("{}: {halt:?}", procedure.id),
            Ok(resolved) => {
                let changes =
                    referee::resolved_changes(ruleset, procedure, participants, battle.state(), &input, &resolved);
                let done =
                    Resolved { rolls, ..Resolved::of(procedure.id, input, participants.json(), &resolved.outcome) };
                add(battle, ActionEvent::new(0.0, Action::Resolved(done), changes));
                return resolved.consequences.words.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
            }
        }
    }
}

/// Follows a guide to its end.
fn follow(ruleset: &'static Ruleset, guide: &Guide) -> Battle {
    let mut battle = begun(ruleset, guide);
    for (place, step) in guide.steps.iter().enumerate() {
        let now = guide::progress(ruleset, guide, &battle);
        assert_eq!(
            now,
            Progress::Step(place),
            "{} cannot do {:?}\n{}",
            ruleset.named.id,
            step.act,
            described(ruleset, &battle)
        );
        match &step.act {
            StepKind::Next => next(ruleset, &mut battle),
            StepKind::Do(doing) => {
                let words = resolve(ruleset, &mut battle, doing);
                if std::env::var_os("DRUMHEAD_TELL").is_some() {
                    println!("{place}. {}: {words}", doing.procedure);
                }
            }
        }
    }
    battle
}

/// Describes the table in a few lines, for messages.
fn described(ruleset: &'static Ruleset, battle: &Battle) -> String {
    let state = battle.state();
    let table = state.table();
    let mut lines = vec![format!("turn {}, phase {}", table.turn(), table.phase)];
    lines.extend(
        referee::duties(ruleset, state)
            .iter()
            .map(|duty| format!("due: {} {:?}: {}", duty.procedure, duty.roles, duty.why)),
    );
    lines.extend(
        referee::side_offers(ruleset, state)
            .iter()
            .map(|duty| format!("side: {} {:?}: {}", duty.procedure, duty.side, duty.why)),
    );
    lines.extend(referee::next_barred(ruleset, state).map(|(_, why)| format!("next: {why}")));
    for unit in state.units() {
        let offers = referee::offers(ruleset, state, &unit.id).into_iter();
        let offers = offers.filter(|offer| offer.of_this_phase && offer.is_fit());
        let offers = offers.map(|offer| match offer.barred() {
            None => offer.procedure.id.to_owned(),
            Some(barred) => format!("({}: {})", offer.procedure.id, barred.message),
        });
        lines.push(format!("{} {}: {}", unit.id, unit.name(), offers.collect::<Vec<_>>().join(", ")));
    }
    lines.join("\n")
}

fn guides() -> impl Iterator<Item = (&'static Ruleset, &'static Guide)> {
    rulesets::ALL.iter().filter_map(|ruleset| Some((*ruleset, ruleset.guide?)))
}

#[test]
fn every_ruleset_has_a_guided_battle() {
    let without: Vec<&str> =
        rulesets::ALL.iter().filter(|ruleset| ruleset.guide.is_none()).map(|ruleset| ruleset.named.id).collect();
    assert_eq!(without, [rulesets::toy::NAMED.id], "add a guide: see crates/arquebusier/src/guide.rs");
}

/// Procedures in which units shoot.
const SHOTS: &[&str] = &["infantry_fire", "shoot", "shooting"];

#[test]
fn every_guide_begins_with_a_hit_and_explains_it() {
    for (ruleset, guide) in guides() {
        let first = &guide.steps[0];
        let StepKind::Do(doing) = &first.act else { panic!("{}: nothing is done", ruleset.named.id) };
        assert!(SHOTS.contains(&doing.procedure), "{}", ruleset.named.id);
        assert!(first.then.ends_with('.') && first.meaning() == first.then, "{}", ruleset.named.id);
        let mut battle = begun(ruleset, guide);
        // The enemy's strength, and the target's hits that have not cost a stand yet.
        let state_of = |battle: &Battle| {
            let hits = battle.state().facts(doing.picks[0].1).get("hits").and_then(Json::as_i64);
            (battle_stats::strengths(ruleset, battle.state())[1], hits.unwrap_or(0))
        };
        let before = state_of(&battle);
        resolve(ruleset, &mut battle, doing);
        let now = state_of(&battle);
        assert!(now.0 < before.0 || now.1 > before.1, "{}: {before:?}, {now:?}", ruleset.named.id);
        // For a step without an explanation, the reason for the step is its meaning.
        let without = guide.steps.iter().find(|step| step.then.is_empty()).unwrap();
        assert_eq!(without.meaning(), without.why);
    }
}

/// Procedures in which units fight hand to hand.
const MELEES: &[&str] = &["melee", "melee_round", "fight"];

#[test]
fn every_guide_shows_a_melee() {
    for (ruleset, guide) in guides() {
        let fights = |step: &Step| matches!(&step.act, StepKind::Do(doing) if MELEES.contains(&doing.procedure));
        assert!(guide.steps.iter().any(fights), "{}", ruleset.named.id);
    }
}

#[test]
fn every_step_is_offered_and_legal_and_the_turn_completes() {
    for (ruleset, guide) in guides() {
        let first = begun(ruleset, guide).state().table().turn();
        let battle = follow(ruleset, guide);
        assert_eq!(guide::progress(ruleset, guide, &battle), Progress::Done, "{}", ruleset.named.id);
        assert_eq!(battle.state().table().turn(), first + 1, "{}\n{}", ruleset.named.id, described(ruleset, &battle));
    }
}

#[test]
fn another_act_leaves_the_guide_and_its_undo_returns_to_it() {
    for (ruleset, guide) in guides() {
        let mut battle = begun(ruleset, guide);
        let unit = battle.state().units().next().unwrap().id.clone();
        add(&mut battle, ActionEvent::new(0.0, Action::Muster, vec![Change::Remove(unit)]));
        assert_eq!(guide::progress(ruleset, guide, &battle), Progress::Strayed, "{}", ruleset.named.id);
        let (stamp, undo) = (battle.next_stamp("t"), battle.undoing().unwrap());
        battle.add(stamp, undo);
        assert_eq!(guide::progress(ruleset, guide, &battle), Progress::Step(0), "{}", ruleset.named.id);
    }
}

#[test]
fn every_step_of_a_guide_has_a_reason() {
    for (ruleset, guide) in guides() {
        assert!(guide.steps.iter().all(|step| step.why.ends_with('.')), "{}", ruleset.named.id);
        assert!(guide.steps.iter().any(|step| matches!(&step.act, StepKind::Do(_))), "{}", ruleset.named.id);
    }
}

#[test]
fn only_a_phase_without_possible_acts_is_reported_as_idle() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let mut battle = begun(ruleset, ruleset.guide.unwrap());
    let without_general = vec![Change::Remove("u5".into()), Change::set("u3", "general_with", false)];
    add(&mut battle, ActionEvent::new(0.0, Action::Muster, without_general));
    let mut idle = Vec::new();
    for _ in 0..ruleset.phases.len() {
        if guide::offers_nothing(ruleset, battle.state()) {
            idle.push(battle.state().table().phase);
        }
        next(ruleset, &mut battle);
    }
    // Without a general, nobody can give a speech.
    assert_eq!(idle, ["generals"]);
}

/// A guided battle that was followed to its end, its acts, and the number of acts before the first step.
fn followed(ruleset: &'static Ruleset, guide: &Guide) -> (Battle, Vec<ActionEvent>, usize) {
    let first = begun(ruleset, guide).log().len();
    let battle = follow(ruleset, guide);
    let acts = battle.acts_in_force().into_iter().map(|(_, act)| act.clone()).collect();
    (battle, acts, first)
}

/// The progress of a guided battle with these acts.
fn progress_of(ruleset: &'static Ruleset, guide: &Guide, battle: &Battle, acts: &[ActionEvent]) -> Progress {
    let mut other = Battle::begin(test_rulesets::RULESETS, battle.header().clone());
    acts.iter().for_each(|act| add(&mut other, act.clone()));
    guide::progress(ruleset, guide, &other)
}

#[test]
fn a_step_is_done_only_by_its_own_procedure_and_units() {
    let (mut of_units, mut picked) = (0, 0);
    for (ruleset, guide) in guides() {
        let (battle, acts, first) = followed(ruleset, guide);
        for (place, step) in guide.steps.iter().enumerate() {
            let upto = &acts[..=first + place];
            let is = |change: &dyn Fn(&mut Resolved), wanted: Progress| {
                let mut acts = upto.to_vec();
                let Some(Action::Resolved(done)) = acts.last_mut().map(|act| &mut act.action) else { panic!("a step") };
                change(done);
                assert_eq!(progress_of(ruleset, guide, &battle, &acts), wanted, "{} {place}", ruleset.named.id);
            };
            let next = if place + 1 < guide.steps.len() { Progress::Step(place + 1) } else { Progress::Done };
            assert_eq!(progress_of(ruleset, guide, &battle, upto), next);
            let StepKind::Do(doing) = &step.act else { continue };
            is(&|_| {}, next);
            is(&|done| done.procedure = "something_else".into(), Progress::Strayed);
            if let Who::Unit(unit) = doing.who {
                // Another unit acts on the units that the step selects.
                is(&|done| done.participants.retain(|_, units| units[0] != unit), Progress::Strayed);
                of_units += 1;
            }
            for (role, _) in doing.picks {
                is(&|done| drop(done.participants.insert((*role).into(), json!(["nobody"]))), Progress::Strayed);
                picked += 1;
            }
        }
    }
    assert!(of_units > 4 && picked > 2, "{of_units}, {picked}");
}

#[test]
fn a_step_of_a_side_is_done_only_by_that_side() {
    static STEPS: &[Step] = &[Step::act(Doing::side(Side::A, "deck_build"), "The first side builds its deck.")];
    let ruleset = test_rulesets::RULESETS.find("pikette_squared").unwrap();
    let guide = Guide { armies: ruleset.guide.unwrap().armies, start_values: &[], seed: [0; 32], steps: STEPS };
    for (side, progress) in [(Side::A, Progress::Done), (Side::B, Progress::Strayed)] {
        let mut battle = begun(ruleset, &guide);
        assert_eq!(guide::progress(ruleset, &guide, &battle), Progress::Step(0));
        resolve(ruleset, &mut battle, &Doing::side(side, "deck_build"));
        assert_eq!(guide::progress(ruleset, &guide, &battle), progress);
    }
}

#[test]
fn notes_and_discarded_rolls_do_not_count_as_steps() {
    for (ruleset, guide) in guides() {
        let (battle, acts, first) = followed(ruleset, guide);
        let note = ActionEvent::new(0.0, Action::Note("Fog.".into()), Vec::new());
        let mut discarded = acts.iter().find(|act| matches!(act.action, Action::Resolved(_))).unwrap().clone();
        let Action::Resolved(done) = &mut discarded.action else { unreachable!() };
        done.discarded = true;
        discarded.changes.clear();
        for at in [first, first + 1, acts.len()] {
            let next = if at == acts.len() { Progress::Done } else { Progress::Step(at - first) };
            let with = [&acts[..at], &[note.clone(), discarded.clone()]].concat();
            assert_eq!(progress_of(ruleset, guide, &battle, &with), next, "{} {at}", ruleset.named.id);
        }
    }
}

#[test]
fn a_step_of_a_removed_unit_cannot_be_done() {
    let mut stuck = 0;
    for (ruleset, guide) in guides() {
        for (place, step) in guide.steps.iter().enumerate() {
            let StepKind::Do(Doing { who: Who::Unit(unit), .. }) = step.act else { continue };
            // Changes before the first step belong to the start of the battle.
            let mut battle = begun(ruleset, guide);
            add(&mut battle, ActionEvent::new(0.0, Action::ByHand, vec![Change::Remove(unit.into())]));
            let possible = guide::is_possible(ruleset, step, battle.state());
            assert!(!possible, "{} {place} without {unit}", ruleset.named.id);
            if place == 0 {
                assert_eq!(guide::progress(ruleset, guide, &battle), Progress::Stuck, "{}", ruleset.named.id);
                stuck += 1;
            }
        }
    }
    assert!(stuck > 0, "no guide begins with an act of a unit");
}

/// Regiments `r1` and `r2` against the horse `h1` and `h2`, in a phase.
fn field(phase: i32) -> Battle {
    let foot = json!({ "pikes": 8, "muskets": 16, "morale_class": "average" });
    let horse = json!({ "troop_type": "horse", "figures": 12, "morale_class": "average" });
    let unit = |id: &str, side, profile: &Json| {
        let mut profile = profile.as_object().cloned().unwrap();
        profile.insert("name".into(), id.into());
        Unit { id: id.into(), side, profile, ..Unit::default() }
    };
    let units = vec![unit("r1", 0, &foot), unit("r2", 0, &foot), unit("h1", 1, &horse), unit("h2", 1, &horse)];
    let header = Header::new("pike_and_shot", "Cheriton lane", ["Parliament", "The King"], units, Seed([9; 32]));
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    add(&mut battle, ActionEvent::new(0.0, Action::ByHand, vec![Change::set("battle", "phase", phase)]));
    battle
}

const CHARGES: i32 = 0;
const CHARGE_FIRE: i32 = 2;
const OTHER_FIRE: i32 = 5;
const CLOSE: &[(&str, Constant)] = &[("range_in", Constant::Number(4.0))];
const FAR: &[(&str, Constant)] = &[("range_in", Constant::Number(90.0))];

#[test]
fn a_step_opens_if_its_input_is_complete_and_not_refused() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let fire = || Doing::unit("r1", "infantry_fire");
    let possible = |phase: i32, doing: Doing| guide::is_possible(ruleset, &Step::act(doing, "."), field(phase).state());
    let at_h1 = || fire().pick(&[("target", "h1")]);
    assert!(possible(OTHER_FIRE, at_h1().say(CLOSE)));
    assert!(!possible(OTHER_FIRE, fire().pick(&[("target", "nobody")]).say(CLOSE)), "there is no such unit");
    assert!(!possible(OTHER_FIRE, fire().say(CLOSE)), "there are two targets, and none is picked");
    assert!(!possible(OTHER_FIRE, at_h1().say(FAR)), "muskets do not carry so far");
    let charge = || Doing::unit("h1", "reaction_charge");
    assert!(possible(CHARGES, charge().pick(&[("opponent", "r1")])));
    assert!(!possible(CHARGES, charge()), "two regiments can be charged, and none is picked");
    assert!(!possible(CHARGES, charge().pick(&[("opponent", "nobody")])), "there is no such regiment");
    // Nobody charges, so charge fire has no target. The offer itself does not depend on the target.
    assert!(guide::opening(ruleset, &at_h1().say(CLOSE), field(CHARGE_FIRE).state()).is_some());
    assert!(!possible(CHARGE_FIRE, at_h1().say(CLOSE)));
    assert!(guide::is_possible(ruleset, &Step::next("."), field(CHARGE_FIRE).state()));
}

#[test]
fn a_step_of_an_offer_opens_only_in_its_phase() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let battle = field(OTHER_FIRE);
    let opened = |procedure: &'static str| guide::opening(ruleset, &Doing::unit("r1", procedure), battle.state());
    assert_eq!(opened("infantry_fire").unwrap().participants.units("firer"), ["r1"]);
    for procedure in ["movement_allowance", "rest", "artillery_fire", "from_the_future"] {
        assert!(opened(procedure).is_none(), "{procedure}");
    }
}

#[test]
fn a_step_without_dice_opens_with_its_outcome() {
    let ruleset = test_rulesets::RULESETS.find("pike_and_shot").unwrap();
    let needs_none = |phase: i32, doing: &Doing| {
        let battle = field(phase);
        guide::opening(ruleset, doing, battle.state()).unwrap().needs_no_dice(battle.state())
    };
    assert!(needs_none(4, &Doing::unit("r1", "movement_allowance")));
    let fire = Doing::unit("r1", "infantry_fire").pick(&[("target", "h1")]);
    assert!(!needs_none(OTHER_FIRE, &Doing { answers: CLOSE, ..fire }));
}

#[test]
fn in_a_battle_without_units_no_phase_is_reported_as_idle() {
    for (ruleset, _) in guides() {
        let mut battle = Battle::begin(
            test_rulesets::RULESETS,
            Header::new(ruleset.named.id, "", ["", ""], Vec::new(), Seed([0; 32])),
        );
        for phase in ruleset.phases {
            assert!(!guide::offers_nothing(ruleset, battle.state()), "{} {}", ruleset.named.id, phase.id);
            next(ruleset, &mut battle);
        }
    }
}

/// A formation on each side, after these changes by hand.
fn formations(changes: Vec<Change>) -> Battle {
    let profile = |name: &str| {
        let shot =
            json!({ "name": name, "nature": "regular", "groups": [{ "type": "firearm", "elements": 4, "front": 4 }] });
        shot.as_object().cloned().unwrap()
    };
    let units =
        [("f1", 0), ("f2", 1)].map(|(id, side)| Unit { id: id.into(), side, profile: profile(id), ..Unit::default() });
    let mut battle = Battle::begin(
        test_rulesets::RULESETS,
        Header::new("arquebusier", "Lane", ["A", "B"], units.into(), Seed([9; 32])),
    );
    add(&mut battle, ActionEvent::new(0.0, Action::ByHand, changes));
    battle
}

#[test]
fn an_end_of_a_turn_that_changes_no_formation_is_reported_as_idle() {
    let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
    let end = ruleset.phases.iter().position(|phase| phase.id == "end").unwrap();
    let end = Change::set("battle", "phase", i32::try_from(end).unwrap());
    let is_idle = |change: Change| guide::offers_nothing(ruleset, formations(vec![end.clone(), change]).state());
    assert!(is_idle(Change::set("f1", "fire_losses", 0)));
    assert!(!is_idle(Change::set("f1", "fire_losses", 2)), "it is no longer slowed");
}

#[test]
fn a_quick_question_opens_its_procedure_for_its_units_in_its_phase() {
    let ruleset = test_rulesets::RULESETS.find("arquebusier").unwrap();
    let phase = |id: &str| {
        let place = ruleset.phases.iter().position(|phase| phase.id == id).unwrap();
        Change::set("battle", "phase", i32::try_from(place).unwrap())
    };
    let opened = |changes: &[Change], procedure: &'static str, label: &'static str| {
        let battle = formations(changes.to_vec());
        let opening = guide::opening(ruleset, &Doing::unit("f1", procedure).quick_answer(label), battle.state());
        opening.map(|opening| Json::Object(opening.answers))
    };
    let (fights, front) = (Change::set("f1", "in_melee", true), "Its front");
    let melee = &[phase("melee"), fights.clone()];
    assert_eq!(opened(melee, "irregular_check", front), Some(json!({ "contact": ["front"] })));
    assert_eq!(opened(melee, "irregular_check", "Its roof"), None, "the question has no such control");
    assert_eq!(opened(&[phase("melee")], "irregular_check", front), None, "it fights nobody");
    assert_eq!(opened(&[phase("shooting"), fights], "irregular_check", front), None, "that is asked in melees");
    assert_eq!(opened(melee, "command", front), None, "commands were given before");
    let hold = opened(&[phase("commands")], "command", "Hold fire");
    assert_eq!(hold, Some(json!({ "kind": "hold_fire" })));
    assert_eq!(opened(&[phase("shooting")], "command", "Hold fire"), None);
    // The quick question of a dead General appears in any phase, for the formations of his side that were not asked yet.
    let (dead, within) = (Change::set(Side::A, "general", "killed"), "Within 12\"");
    for now in ["commands", "shooting"] {
        let asked = opened(&[phase(now), dead.clone()], "irregular_check", within);
        assert_eq!(asked, Some(json!({ "general_killed_range_in": 12 })), "{now}");
        assert_eq!(opened(&[phase(now)], "irregular_check", within), None, "{now}: he lives");
        let checked = Change::set("f1", "general_told", true);
        assert_eq!(opened(&[phase(now), dead.clone(), checked], "irregular_check", within), None, "{now}");
        let theirs = Change::set(Side::B, "general", "killed");
        assert_eq!(opened(&[phase(now), theirs], "irregular_check", within), None, "{now}: theirs has fallen");
    }
}
