//! Panels of the toy ruleset, for which the code of panels has no special cases.

use super::table::{add, applied, opened, sample, send};
use battle::panel::{Die, InputFault, Message, Odds, Panel, Tables};
use battle::{Act, Action, ActionEvent, Battle, Event, referee};
use rules::turn::Duty;
use serde_json::{Value as Json, json};
use test_rulesets::toy::RULESET;

/// Returns the refusal that a panel shows.
fn fault(panel: &mut Panel, tables: &Tables) -> InputFault {
    panel.shown(tables).outlook.fault().expect("it refuses").clone()
}

fn answers<const N: usize>(all: [(&str, Json); N]) -> Message {
    Message::Answer(all.map(|(field, value)| (field.to_owned(), Some(value))).into())
}

/// Returns the words of the outcome that a panel shows.
fn words(panel: &mut Panel, tables: &Tables) -> Vec<String> {
    let outcome = panel.shown(tables).outcome.clone().expect("the dice are complete");
    outcome.consequences.words.iter().map(ToString::to_string).collect()
}

#[test]
fn without_a_battle_a_panel_asks_refuses_gives_odds_and_plays() {
    let (tables, procedure) = (Tables::default(), RULESET.procedure("marbles").unwrap());
    let mut panel = Panel::open(&RULESET, Act::of_nobody(procedure), &tables);
    for (missed, field, value) in [
        ("roller", "roller.standing", json!(2)),
        ("target", "target.standing", json!(1)),
        ("target.made_of", "target.made_of", json!("tin")),
    ] {
        let missing = fault(&mut panel, &tables);
        assert_eq!((missing.field.as_str(), missing.is_missing), (missed, true));
        panel.update(answers([(field, value)]), &tables);
    }
    let refusal = fault(&mut panel, &tables);
    assert_eq!((refusal.field.as_str(), refusal.message.as_str()), ("marbles", "Each soldier rolls one marble."));
    panel.update(answers([("marbles", json!(2))]), &tables);
    let shown = panel.shown(&tables);
    let Odds::Known(odds) = &shown.outlook.ready().expect("it can be done").odds else { panic!("{:?}", shown.outlook) };
    // At least one of two marbles knocks a soldier over, each on 4 or more: 1 - (1/2)². The target has one soldier, so "all" has the same
    // chance.
    assert_eq!(odds.chances, [[Some(0.75)], [Some(0.75)]]);
    for message in [Message::EnterDice, Message::Die(4), Message::Die(5)] {
        panel.update(message, &tables);
    }
    assert_eq!(words(&mut panel, &tables), ["1 knocked over.", "Nobody is left standing."]);
}

/// Enters dice in a panel and applies its outcome to the battle. Returns the words of the outcome.
fn play(panel: &mut Panel, battle: &mut Battle, faces: &[u8]) -> Vec<String> {
    let dice = faces.iter().map(|face| Message::Die(*face));
    send(panel, battle, [Message::EnterDice].into_iter().chain(dice).collect());
    let words = words(panel, &Tables::open(battle));
    let settlement = applied(panel, battle).expect("it can be applied");
    let act = ActionEvent::new(0.0, Action::Resolved(settlement.action), settlement.changes);
    add(battle, "here", Event::Action(Box::new(act.refereed(settlement.overrides))));
    words
}

#[test]
fn a_battle_of_samples_is_played_from_rows_and_duties() {
    let mut battle = sample(&RULESET);
    let fallen = |battle: &Battle| battle.state().facts("b0").get("fallen").cloned();
    let offer = |battle: &Battle, procedure: &str| {
        let offers = referee::offers(&RULESET, battle.state(), "a0");
        let offer = offers.iter().find(|offer| offer.procedure.id == procedure).unwrap();
        offer.barred().map(|barred| barred.message.to_string())
    };
    assert_eq!(offer(&battle, "marbles"), None);
    assert!(offer(&battle, "stand_up").unwrap().ends_with(": nobody lies on the floor."));

    // The only enemy is the target without a choice. Its soldiers are wooden and fall on 5 or more.
    let mut panel = opened(&battle, "toy", "marbles", "a0");
    assert_eq!(panel.act().participants.units("target"), ["b0"]);
    assert_eq!(play(&mut panel, &mut battle, &[6, 5, 4]), ["2 knocked over."]);
    assert_eq!(fallen(&battle), Some(json!(2)));
    assert!(offer(&battle, "marbles").unwrap().ends_with(": already rolled in this round."));

    assert_eq!(referee::duties(&RULESET, battle.state()), [] as [Duty; 0]);
    let next = referee::next_changes(&RULESET, battle.state());
    add(&mut battle, "here", Event::Action(Box::new(ActionEvent::new(0.0, Action::Phase, next).refereed(Vec::new()))));
    let due = referee::duties(&RULESET, battle.state());
    let [duty] = due.as_slice() else { panic!("{due:?}") };
    assert_eq!((duty.procedure, duty.why.to_string().as_str()), ("stand_up", "Ninepins has soldiers on the floor."));
    let act = Act::opening_duty(&RULESET, duty, battle.state()).unwrap();
    let mut panel = Panel::open(&RULESET, act, &Tables::open(&battle));
    assert_eq!(play(&mut panel, &mut battle, &[4, 3]), ["1 stand again."]);
    assert_eq!(fallen(&battle), Some(json!(1)));
    assert_eq!(referee::duties(&RULESET, battle.state()), [] as [Duty; 0]);
}

#[test]
fn a_die_of_a_corrected_act_is_changed_alone_unless_the_app_rolled_it() {
    let battle = sample(&RULESET);
    let tables = Tables::open(&battle);
    let mut panel = opened(&battle, "toy", "marbles", "a0");
    for message in [Message::EnterDice, Message::Die(6), Message::Die(5), Message::Die(4)] {
        panel.update(message, &tables);
    }
    let typed = panel.shown(&tables).outcome.clone().unwrap().rolls.clone();
    let faces = |panel: &mut Panel| panel.shown(&tables).dice.dice.iter().map(|die| die.face).collect::<Vec<u8>>();

    // The dice of the corrected act are entered again. A tap changes one of them, and the others stay.
    let mut again = opened(&battle, "toy", "marbles", "a0").correcting(typed.clone());
    again.update(Message::EnterDice, &tables);
    assert_eq!((faces(&mut again), words(&mut again, &tables)), (vec![6, 5, 4], vec!["2 knocked over.".to_owned()]));
    again.update(Message::ChangeDie(1, 1), &tables);
    assert_eq!((faces(&mut again), words(&mut again, &tables)), (vec![6, 1, 4], vec!["1 knocked over.".to_owned()]));
    for impossible in [Message::ChangeDie(3, 1), Message::ChangeDie(0, 0), Message::ChangeDie(0, 7)] {
        again.update(impossible.clone(), &tables);
        assert_eq!(faces(&mut again), [6, 1, 4], "{impossible:?}");
    }

    let mut rolled = opened(&battle, "toy", "marbles", "a0");
    rolled.update(Message::EnterDice, &tables);
    let dice = [6, 5, 4].map(|face| Die { number: Some(0), ..Die::typed(face) });
    rolled.update(Message::Rolled(dice.to_vec(), None), &tables);
    assert_eq!(rolled.shown(&tables).dice.changeable_from, 3);
    rolled.update(Message::ChangeDie(0, 1), &tables);
    assert_eq!(faces(&mut rolled), [6, 5, 4], "dice of the app stay");
}
