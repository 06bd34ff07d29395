//! Offers of the table besides group acts, and the words of their lists before the dice.

use super::app::send;
use battle::panel::group::{GroupAct, GroupMessage, PickOf};
use battle::panel::{Message, Tables};
use battle::referee::{self, JointOffer};
use rules::subject::Side;
use serde_json::{Value as Json, json};
use testing::table::{Table, formation, french, spanish};

/// The offer of a procedure to the first side.
fn offered(table: &Table, procedure: &str) -> Option<JointOffer> {
    let mut offers = referee::joint_offers(table.ruleset, table.battle.state()).into_iter();
    offers.find(|offer| offer.side == Side::A && offer.procedure.id == procedure)
}

/// The acts that only one unit of the first side can still do: the label, and the unit.
fn last(table: &Table) -> Vec<(&'static str, String)> {
    let (_, last) = referee::joint_and_last_offers(table.ruleset, table.battle.state());
    let of_side = last.iter().filter(|offer| offer.side == Side::A);
    of_side.flat_map(|offer| offer.proposed().map(|unit| (offer.label(), unit.id.clone()))).collect()
}

#[test]
fn the_last_unit_of_a_group_act_is_offered_its_own_act() {
    let mut table = Table::laid("arquebusier", &[formation("pike"), formation("pike")], &[formation("pike")]);
    table.phase("commands");
    assert_eq!((offered(&table, "command").map(|offer| offer.count()), last(&table)), (Some(2), vec![]));
    for (unit, left) in [("a1", vec![("Command", "a2".to_owned())]), ("a2", vec![])] {
        table.play("command", &[("formation", &[unit])], json!({ "kind": "manoeuvre" }), &[6]);
        assert!(offered(&table, "command").is_none());
        assert_eq!(last(&table), left);
    }
}

#[test]
fn an_offer_counts_the_units_that_pips_pay_for() {
    let units = || vec![french("arquebus"), french("arquebus"), french("arquebus")];
    let mut table = Table::laid("pikette_squared", &units(), &[spanish("tercio")]);
    table.phase("first_side");
    table.set("a", "place", "first");
    table.set("b", "place", "second");
    for pips in [3, 2, 1] {
        table.set("a", "pips", pips);
        let shots = offered(&table, "shoot").unwrap();
        assert_eq!((shots.count(), shots.count_paid_for(table.battle.state())), (3, pips), "{pips} pips");
    }
}

/// The options that the list of commands takes from other units, after these parts were unticked.
fn ended(without: &[usize]) -> Vec<String> {
    let irregular = json!({ "nature": "irregular", "groups": [{ "type": "mob", "elements": 4, "front": 4 }] });
    let mut table =
        Table::laid("arquebusier", &[formation("pike"), formation("pike"), irregular], &[formation("pike")]);
    table.phase("commands");
    let offer = offered(&table, "command").unwrap();
    let mut group = GroupAct::of_offer(table.ruleset, &offer, &Tables::open(&table.battle)).unwrap();
    let out = without.iter().map(|part| GroupMessage::Tick(*part, false));
    send(&mut group, &mut table.battle, out);
    group.shown(&Tables::open(&table.battle)).ends.iter().map(ToString::to_string).collect()
}

#[test]
fn a_list_warns_of_regulars_without_a_command_only_if_it_leaves_some_out() {
    assert_eq!(ended(&[]), [] as [String; 0], "all Regulars have theirs before the Irregulars");
    assert_eq!(ended(&[1]), ["After this no command is left this turn to: A2."]);
    assert_eq!(ended(&[1, 2]), [] as [String; 0], "no Irregular is commanded");
}

#[test]
fn a_charge_of_riders_asks_for_its_target_in_the_line_and_keeps_its_ride_there() {
    let rider = || json!({ "figures": 3, "class": 4, "mount": "cavalry", "weapon": "heavy_lance" });
    let pikes = json!({ "figures": 4, "class": 3, "weapon": "pike" });
    let mut table = Table::laid("argad", &[rider(), rider()], &[pikes.clone(), pikes]);
    table.phase("declare");
    let offer = offered(&table, "run_up").unwrap();
    assert_eq!((offer.label(), offer.count()), ("Charge", 0));
    let mut group = GroupAct::of_offer(table.ruleset, &offer, &Tables::open(&table.battle)).unwrap();
    let picks = |group: &mut GroupAct, table: &mut Table, message: Option<Message>| -> Vec<(String, bool)> {
        send(group, &mut table.battle, message.map(|message| GroupMessage::Change(0, message)));
        let shown = group.shown(&Tables::open(&table.battle));
        GroupAct::picks(&shown.parts[0]).iter().map(|pick| (pick.id().to_owned(), pick.is_asked)).collect()
    };
    let answer = |value: Json| Some(Message::Answer(vec![("straight_cm".to_owned(), Some(value))]));
    let pick = |id: &str, is_asked| (id.to_owned(), is_asked);
    assert_eq!(picks(&mut group, &mut table, None), [pick("target", true)]);
    let aim = Some(Message::GiveOrTake("target", "b1".to_owned()));
    assert_eq!(picks(&mut group, &mut table, aim), [pick("target", false), pick("straight_cm", true)]);
    let kept = [pick("target", false), pick("straight_cm", false)];
    assert_eq!(picks(&mut group, &mut table, answer(json!(8))), kept);
    // An answer that the rules refuse can be changed, too.
    assert_eq!(
        picks(&mut group, &mut table, answer(json!("far"))),
        [pick("target", false), pick("straight_cm", false)]
    );
    let shown = group.shown(&Tables::open(&table.battle));
    assert!(shown.parts[0].cannot.is_some() && shown.parts[0].can_be_answered());
    assert_eq!(picks(&mut group, &mut table, answer(json!(12))), kept);
    let shown = group.shown(&Tables::open(&table.battle));
    assert!(matches!(GroupAct::picks(&shown.parts[0])[1].of, PickOf::Answer(field, _) if field.id == "straight_cm"));
    assert!(shown.can_apply, "12 cm need no dice");
}
