//! Rolls that continue after a choice that their dice offered: players can roll a single six again or leave it.

use super::*;
use test_rulesets::argad;

/// A shot with a single six by the app's dice, which is rolled again. Returns the roll, its continuation, and the outcome.
fn shot() -> (Header, Vec<Event>) {
    let sample: Json = serde_json::from_str(include_str!("../../../../argad/tests/conformance.json")).unwrap();
    let inputs = sample["cases"].as_array().unwrap().iter().map(|case| &case["request"]);
    let inputs =
        inputs.filter(|request| request["procedure"] == "shoot").map(|request| object(request["input"].clone()));
    let rule = argad::RULESET.procedure("shoot").unwrap();
    for (seed, input) in inputs.flat_map(|input| (0..20).map(move |seed| (Seed([seed; 32]), input.clone()))) {
        let Ok(ready) = rule.read(&input) else { continue };
        let Err(Halt::Needs(shots)) = ready.resolve(&[]).result else { continue };
        let roll = |purpose: String, number, count| {
            let faces = seed.faces(number, 6, count);
            LoggedRoll { purpose, sides: 6, faces, number: Some(number), steps: None, counted: None }
        };
        let first = roll(shots.purpose, 0, shots.count);
        let played = ready.resolve(&first.faces);
        let Err(Halt::Needs(next_roll)) = played.result else { continue };
        let Some(field) = rule.mid_roll_choice(&input, &next_roll, &played.rolls) else { continue };
        let mut answers = input.clone();
        answers.insert(field.id.into(), json!(["again"]));
        let rolls = vec![first.clone(), roll(next_roll.purpose, 1, 1)];
        let Ok(came_to) = rule.read(&answers).unwrap().resolve(&ruled::faces(&rolls)).result else { continue };
        let rolled = |input: &Map<String, Json>, rolls: Vec<LoggedRoll>, goes_on| {
            Event::Rolled(Box::new(Rolled { goes_on, ..Rolled::of(1.0, "shoot", input.clone(), Map::new(), rolls) }))
        };
        let action = Resolved {
            procedure: "shoot".into(),
            input: answers.clone(),
            participants: Map::new(),
            rolls: rolls.clone(),
            settles: Stamp::parse("1-t"),
            outcome: serde_json::to_value(&came_to.outcome).unwrap(),
            discarded: false,
        };
        let act = ActionEvent::new(1.0, Action::Resolved(action), Vec::new()).refereed(Vec::new());
        let header = Header::new("argad", "Alley", ["Ours", "Theirs"], Vec::new(), seed);
        return (
            header,
            vec![
                rolled(&input, vec![first], None),
                rolled(&answers, rolls, Stamp::parse("0-t")),
                Event::Action(Box::new(act)),
            ],
        );
    }
    panic!("no shot of the sample has a single six");
}

fn battle(change: impl FnOnce(&mut Vec<Event>)) -> Battle {
    let (header, mut events) = shot();
    change(&mut events);
    let mut battle = Battle::begin(test_rulesets::RULESETS, header);
    for event in events {
        next(&mut battle, event);
    }
    battle
}

fn going_on(events: &mut [Event]) -> &mut Rolled {
    match &mut events[1] {
        Event::Rolled(rolled) => rolled,
        _ => panic!("a roll"),
    }
}

#[test]
fn a_roll_that_continues_after_a_choice_is_valid_and_uses_the_next_number() {
    let mut battle = battle(|_| {});
    let findings = verify(&battle);
    assert_eq!(faults(&findings), []);
    assert_eq!((findings[1].dice, battle.next_roll(), battle.awaiting().count()), (Source::App, 2, 0));
    let undo = battle.undoing().unwrap();
    next(&mut battle, undo);
    assert_eq!(battle.next_roll(), 0, "undone, the same dice come again");
}

#[test]
fn a_continued_roll_must_have_the_input_of_its_beginning() {
    let found = |change: fn(&mut Vec<Event>)| {
        let findings = verify(&battle(change));
        findings.into_iter().map(|finding| finding.faults).collect::<Vec<_>>()
    };
    let other = found(|events| drop(going_on(events).input.insert("reroll_sixes".into(), json!(false))));
    assert!(other[1].contains(&Fault::OtherUse), "more was changed than the choice: {other:?}");
    let anew = found(|events| going_on(events).rolls[0].faces.iter_mut().for_each(|face| *face = 1 + *face % 6));
    assert!(anew[1].contains(&Fault::OtherUse), "the first dice are others now: {anew:?}");
    let gone = found(|events| going_on(events).goes_on = Stamp::parse("0-x"));
    assert!(gone[1].contains(&Fault::Gone(Stamp::parse("0-x").unwrap())), "{gone:?}");
    let skipped = found(|events| going_on(events).rolls[1].number = Some(2));
    assert!(skipped[1].iter().any(|fault| matches!(fault, Fault::RollNumber { number: 2, next: 1 })), "{skipped:?}");
    let left = found(|events| drop(going_on(events).input.insert("single_sixes".into(), json!(["leave"]))));
    assert!(left[1].contains(&Fault::Rolls), "a six that is left is not rolled again: {left:?}");
}
