//! Logs of earlier versions, whose entries have no links. Only the stamps show which events an author had seen.

use super::*;

/// A roll of the app with this number, for the same act.
fn rolled(number: u64) -> Event {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    play(&mut battle, true);
    let (_, event) = battle.log()[0].clone();
    let Event::Rolled(mut rolled) = event else { panic!("a roll") };
    rolled.after = Vec::new();
    for (roll, number) in rolled.rolls.iter_mut().zip(number..) {
        roll.number = Some(number);
        roll.faces = battle.faces(number, roll.sides, roll.faces.len());
    }
    Event::Rolled(rolled)
}

fn noted() -> Event {
    Event::Action(Box::new(ActionEvent::new(1.0, Action::Note("Fog.".into()), Vec::new())))
}

fn turns(log: &[(&str, Event)]) -> Vec<(usize, u64, u64)> {
    let log: Log = log.iter().map(|(stamp, event)| (Stamp::parse(stamp).unwrap(), event.clone())).collect();
    let findings = verify(&Battle::replay(test_rulesets::RULESETS, header(), log));
    let turn = |(place, fault): (usize, &Fault)| match fault {
        Fault::RollNumber { number, next } => Some((place, *number, *next)),
        _ => None,
    };
    faults(&findings).into_iter().filter_map(turn).collect()
}

#[test]
fn unlinked_tabs_that_roll_at_once_may_use_one_number() {
    // The other tab had written a note meanwhile, so its stamp has the higher number.
    assert_eq!(turns(&[("0-a", rolled(0)), ("0-b", noted()), ("1-b", rolled(0))]), []);
    assert_eq!(turns(&[("0-a", rolled(0)), ("0-b", rolled(0))]), []);
}

#[test]
fn a_tab_may_not_reuse_the_number_of_its_pending_roll() {
    let (first, repeated) = (("0-a", rolled(0)), ("1-a", rolled(0)));
    assert_eq!(turns(&[first.clone(), repeated]), [(1, 0, 1)]);
    assert_eq!(turns(&[first.clone(), ("1-a", rolled(1))]), []);
    assert_eq!(turns(&[first, ("1-a", rolled(2))]), [(1, 2, 1)], "one is missing");
}

#[test]
fn a_roll_may_not_use_the_number_of_a_roll_that_it_links() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    battle.add(Stamp::parse("0-a").unwrap(), rolled(0));
    let linked = battle.linked(rolled(0));
    assert_eq!(turns(&[("0-a", rolled(0)), ("1-b", linked)]), [(1, 0, 1)], "its author had seen the roll");
}

#[test]
fn in_a_log_of_too_many_tabs_an_author_counts_as_having_seen_all_lower_numbers() {
    let stamps = ["0-a", "0-b", "1-a", "1-b", "1-c", "2-a", "4-b"];
    let log: Log = stamps.map(|stamp| (Stamp::parse(stamp).unwrap(), noted())).into();
    let whole = Battle::replay(test_rulesets::RULESETS, header(), log.clone());
    let mut seen = Seen::of(&log);
    seen.count_nothing();
    let mut so_far = Battle::begin(test_rulesets::RULESETS, header());
    let mut views = Vec::new();
    for (place, (stamp, event)) in log.into_iter().enumerate() {
        let view = seen.before(place, &whole, &so_far);
        views.push(view.map(|view| view.battle.log().iter().map(|(stamp, _)| stamp.to_string()).collect::<Vec<_>>()));
        so_far.add(stamp, event);
    }
    let upto = |stamps: &[&str]| Some(stamps.iter().map(|stamp| (*stamp).to_owned()).collect::<Vec<_>>());
    let first = upto(&["0-a", "0-b"]);
    // All events before it, except those with the same number.
    assert_eq!(views, [None, upto(&[]), None, first.clone(), first, None, None]);
}
