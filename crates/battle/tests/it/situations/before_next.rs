//! Notes before `next` about things that it gives up, and before the dice about options that an act takes from others.

use battle::{Action, referee};
use rules::turn::Duty;
use serde_json::{Value as Json, json};
use testing::table::{Table, foot, formation, french, horse, spanish, taking};

/// Returns the things that `next` gives up, as players read them.
fn given_up(table: &Table) -> Vec<String> {
    referee::given_up(table.ruleset, table.battle.state()).iter().map(|duty| duty.why.to_string()).collect()
}

/// Returns the options that an act takes from others.
fn ends(table: &Table, id: &str, roles: &[(&'static str, &[&str])], answers: Json) -> Vec<String> {
    let (procedure, participants, state) = (table.procedure(id), taking(roles), table.battle.state());
    let input = referee::filled(procedure, &participants, state, answers.as_object().unwrap());
    let ends = referee::ends(table.ruleset, procedure, &participants, state, &input);
    ends.iter().map(ToString::to_string).collect()
}

/// True if there are things to do before Next, apart from duties.
fn could_do_more(table: &Table) -> bool {
    referee::could_do_more(table.ruleset, table.battle.state())
}

#[test]
fn arquebusier_lists_shots_given_up_by_next_but_no_melees() {
    let mut table = Table::laid("arquebusier", &[formation("firearm"), formation("pike")], &[formation("firearm")]);
    table.phase("shooting");
    assert_eq!(given_up(&table), ["A1 may shoot.", "B1 may shoot."]);
    assert!(could_do_more(&table));
    table.set("a1", "shot_this_turn", true);
    assert_eq!(given_up(&table), ["B1 may shoot."]);
    table.set("b1", "shot_this_turn", true);
    assert_eq!(given_up(&table), [] as [&str; 0]);
    assert!(!could_do_more(&table));
    table.phase("commands");
    assert_eq!(given_up(&table), [] as [&str; 0], "commands are no duty");
}

#[test]
fn argad_lists_fights_given_up_by_next() {
    let soldiers = || json!({ "figures": 3 });
    let mut table = Table::laid("argad", &[soldiers(), soldiers()], &[soldiers()]);
    table.phase("shoot");
    assert_eq!(given_up(&table), [] as [&str; 0], "reach and sight are not on record");
    table.set("a2", "contacts", json!(["b1"]));
    table.next();
    assert_eq!(given_up(&table), ["A2 and B1 are in contact"]);
    assert!(could_do_more(&table));
    table.set("a2", "contacts", json!([]));
    assert_eq!(given_up(&table), [] as [&str; 0]);
    table.phase("reload");
    assert_eq!(given_up(&table), [] as [&str; 0]);
}

#[test]
fn pikette_lists_pips_given_up_by_next() {
    let mut table = Table::laid("pikette_squared", &[spanish("pike")], &[french("pike")]);
    for side in ["a", "b"] {
        table.set(side, "morale_chips", 9);
        table.set(side, "chips_rolled", true);
    }
    table.phase("first_side");
    table.set("b", "place", "second");
    table.set("a", "pips", 5);
    let pips = |table: &Table| given_up(table).into_iter().filter(|why| why.contains("pip")).collect::<Vec<_>>();
    assert_eq!(pips(&table), ["Side A: 5 pips left."]);
    assert!(could_do_more(&table));
    table.set("a", "pips", 1);
    assert_eq!(pips(&table), ["Side A: 1 pip left."]);
    table.set("a", "pips", 0);
    assert_eq!(pips(&table), [] as [&str; 0]);
}

/// Dismisses duties with the buttons of these words on the due list.
fn dismiss(table: &mut Table, words: &str) {
    let duties = table.every_duty();
    let dismissed = duties.iter().filter(|duty| duty.dismissal.is_some_and(|dismissal| dismissal.words == words));
    let changes: Vec<_> = dismissed.flat_map(|duty| duty.dismissing()).collect();
    assert!(!changes.is_empty(), "{words}");
    table.add(Action::ByHand, changes);
}

#[test]
fn pikette_asks_about_terrain_until_it_is_placed_or_dismissed() {
    // Terrain – setting up.
    let rolled = || {
        let mut table = Table::laid("pikette_squared", &[spanish("pike")], &[french("pike")]);
        table.set("a", "terrain_pieces", 3);
        table.set("b", "terrain_pieces", 1);
        table
    };
    let asked = |table: &Table| given_up(table).into_iter().filter(|why| why.contains("terrain")).collect::<Vec<_>>();
    let mut table = Table::laid("pikette_squared", &[spanish("pike")], &[french("pike")]);
    assert_eq!(asked(&table), ["Roll for terrain."]);
    dismiss(&mut table, "Play without terrain");
    assert_eq!(asked(&table), [""; 0]);
    assert!(!table.duties().iter().any(|duty| duty.contains("terrain")), "{:?}", table.duties());
    let mut table = rolled();
    assert_eq!(asked(&table), ["{Side A}: terrain to choose.", "{Side B}: terrain to choose."].map(sides));
    assert!(could_do_more(&table));
    table.play("terrain_budget", &[], json!({ "hill": 2 }), &[]);
    dismiss(&mut table, "No more terrain is placed");
    let shifts = ["{Side A} may try to remove or shift terrain.", "{Side B} may try to remove or shift terrain."];
    assert_eq!(asked(&table), shifts.map(sides));
    dismiss(&mut table, "All terrain stays where it is");
    assert_eq!(asked(&table), [""; 0]);
    // Terrain never forbids Next.
    assert!(rolled().every_duty().iter().filter(|duty| duty.procedure.starts_with("terrain")).all(|duty| !duty.must));
}

#[test]
fn pikette_asks_about_victory_points_at_nightfall() {
    // A note about victory and defeat: players choose whether to count them.
    let mut table = Table::laid("pikette_squared", &[spanish("pike")], &[french("pike")]);
    table.phase("turn_end");
    table.set("battle", "night", true);
    assert_eq!(given_up(&table), ["Count them if the winner is not obvious."]);
    assert!(table.every_duty().iter().all(|duty| !duty.must));
}

/// Returns a sentence with the sides named as in a battle without names.
fn sides(words: &str) -> String {
    words.replace("{Side A}", "Side A").replace("{Side B}", "Side B")
}

#[test]
fn pike_and_shot_lists_rests_given_up_by_next_but_no_choices_within_a_duty() {
    let mut table = Table::laid("pike_and_shot", &[foot()], &[horse()]);
    table.phase("rest");
    table.set("b1", "counters", 2);
    assert_eq!(given_up(&table), ["B1 may rest."]);
    // A charged unit must answer. Breaking instead is its choice, so Next does not give this up.
    table.phase("charges");
    table.set("b1", "counters", 0);
    table.set("b1", "charges", "a1");
    table.set("b1", "charging", true);
    assert!(!table.duties().is_empty(), "it answers");
    assert_eq!(given_up(&table), [] as [&str; 0]);
}

#[test]
fn the_first_command_to_an_irregular_lists_formations_that_lose_their_command() {
    let mob = json!({ "nature": "irregular", "groups": [{ "type": "mob", "elements": 6, "front": 3 }] });
    let mut table = Table::laid("arquebusier", &[mob, formation("pike"), formation("firearm")], &[formation("pike")]);
    let command = |table: &Table, unit: &str| ends(table, "command", &[("formation", &[unit])], json!({}));
    assert_eq!(command(&table, "a1"), ["After this no command is left this turn to: A2, A3."]);
    assert_eq!(command(&table, "a2"), [] as [&str; 0]);
    table.set("a2", "first_command", "manoeuvre");
    assert_eq!(command(&table, "a1"), ["After this no command is left this turn to: A3."]);
    table.set("a", "irregulars_begun", true);
    assert_eq!(command(&table, "a1"), [] as [&str; 0], "they have begun");
}

#[test]
fn the_first_single_move_says_that_the_army_no_longer_marches() {
    let mut table = Table::laid("pikette_squared", &[spanish("pike"), spanish("cannon")], &[french("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    let moves = |table: &Table, unit: &str| ends(table, "action", &[("unit", &[unit])], json!({ "action": "move" }));
    assert_eq!(moves(&table, "a1"), ["After this the army no longer marches."]);
    assert_eq!(moves(&table, "a2"), [] as [&str; 0], "the cannon stands outside the march");
    let reloads = |table: &Table| ends(table, "action", &[("unit", &["a1"])], json!({ "action": "reload" }));
    let turns_a_card = |table: &Table| ends(table, "draw_card", &[], json!({}));
    assert_eq!([reloads(&table), turns_a_card(&table)], [[] as [&str; 0]; 2]);
    // On a move card, the army has not marched yet.
    table.set("a", "march_due", true);
    assert_eq!(reloads(&table), [] as [&str; 0]);
    assert_eq!(turns_a_card(&table), ["After this the army no longer marches."]);
    table.set("a", "march_available", false);
    assert_eq!(moves(&table, "a1"), [] as [&str; 0]);
    // A charge of knights counts as a move outside the march, too.
    let mut table = Table::laid("pikette_squared", &[french("gendarmes")], &[spanish("pike")]);
    table.phase("first_side");
    table.set("b", "place", "second");
    let charge = ends(&table, "french_knights_charge", &[("unit", &["a1"])], json!({ "distance_squares": 3 }));
    assert_eq!(charge, ["If they charge, the army no longer marches."], "they may be held back");
}

/// After the death of a General, one row asks about three formations. The count of duties counts each formation.
#[test]
fn duties_that_share_a_row_are_counted_separately() {
    let mut table =
        Table::laid("arquebusier", &[formation("pike"), formation("pike"), formation("pike")], &[formation("pike")]);
    table.phase("melee");
    table.set("a", "general", "killed");
    let state = table.battle.state();
    let mut due = referee::duties(table.ruleset, state);
    due.retain(Duty::holds_up);
    let rows = Duty::gathered(due.clone());
    let count = referee::due_count(table.ruleset, state);
    assert_eq!((count.all, rows.len()), (due.len(), due.len() - 2), "{due:?}");
    let settled = due.iter().filter(|duty| referee::settle_without_dice(table.ruleset, state, duty).is_some()).count();
    assert_eq!(count.without_dice, settled);
}
