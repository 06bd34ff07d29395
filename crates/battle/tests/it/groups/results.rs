//! Results of group acts in words: each names the units that it concerns.

use super::app::send;
use super::nursery::{marbles, nursery, shown};
use battle::Act;
use battle::analysis::result_words::{in_line, subject, summary};
use battle::panel::group::GroupMessage;
use battle::participants::Participants;
use serde_json::{Map, json};
use testing::table::{Table, foot, formation, french, horse, spanish};

/// The fire of each ruleset: its table, its procedure, and the roles of the shooter and of the target.
fn volleys() -> Vec<(Table, &'static str, [&'static str; 2])> {
    let pikes = || json!({ "figures": 4, "class": 3, "weapon": "pike" });
    let shot = || json!({ "figures": 4, "class": 3, "weapon": "matchlock_musket" });
    vec![
        (Table::laid("pike_and_shot", &[foot(), foot()], &[horse()]), "infantry_fire", ["firer", "target"]),
        (
            Table::laid("pikette_squared", &[french("arquebus"), french("arquebus")], &[spanish("tercio")]),
            "shoot",
            ["shooters", "target"],
        ),
        (Table::laid("argad", &[shot(), shot()], &[pikes()]), "shoot", ["shooters", "target"]),
        (
            Table::laid("arquebusier", &[formation("firearm"), formation("firearm")], &[formation("pike")]),
            "shooting",
            ["shooters", "target"],
        ),
    ]
}

#[test]
fn results_of_fire_name_the_shooters_and_their_target_in_each_ruleset() {
    for (table, procedure, [shooter, target]) in volleys() {
        let procedure = table.procedure(procedure);
        let [first, second] = ["a1", "a2"].map(|unit| {
            let mut participants = Participants::default();
            participants.set(shooter, vec![unit.to_owned()]);
            participants.set(target, vec!["b1".to_owned()]);
            Act::new(procedure, participants, Map::new())
        });
        let state = table.battle.state();
        let title = table.ruleset.named.title;
        let words =
            |verdicts: [&str; 2]| summary(state, [(&first, verdicts[0].to_owned()), (&second, verdicts[1].to_owned())]);
        assert_eq!(words(["1 hit.", "2 hits."]), ["A1 → B1: 1 hit.", "A2 → B1: 2 hits."], "{title}");
        assert_eq!(words(["No hit.", "No hit."]), ["A1, A2, each → B1: No hit."], "{title}");
        // Two equal verdicts are two hits, also if the verdict names the target.
        assert_eq!(words(["1 hit.", "1 hit."]), ["A1, A2, each → B1: 1 hit."], "{title}");
        assert_eq!(
            words(["1 hit: B1 lose one.", "1 hit: B1 lose one."]),
            ["A1, A2, each: 1 hit: B1 lose one."],
            "{title}"
        );
        // A name is not repeated.
        assert_eq!(words(["Missed B1.", "2 hits."]), ["A1: Missed B1.", "A2 → B1: 2 hits."], "{title}");
        assert_eq!(in_line(state, &first, "1 hit."), "→ B1: 1 hit.", "{title}");
        assert_eq!(in_line(state, &first, "Missed B1."), "Missed B1.", "{title}");
        assert_eq!(subject(state, &first, &[], "1 hit.").as_deref(), Some("A1 → B1"), "{title}");
        assert_eq!(subject(state, &first, &[], "B1 is hit."), None, "{title}");
        assert_eq!(subject(state, &first, &[], "B10 is hit.").as_deref(), Some("A1 → B1"), "B10 is another unit");
    }
}

#[test]
fn a_list_names_each_target_and_counts_units_with_the_same_result() {
    let mut battle = nursery("one_by_one");
    let mut group = marbles(&mut battle, ["b0", "b1", "b1"]);
    send(&mut group, &mut battle, [6, 1, 1, 1, 1, 1, 1, 1, 1].map(GroupMessage::Die));
    let shown = shown(&mut group, &battle);
    let parts = shown.parts.iter().map(|part| (&part.panel.act, part.result[0].to_string()));
    assert_eq!(summary(battle.state(), parts), ["A0 → B0: 1 knocked over.", "A1, A2, each → B1: 0 knocked over."]);
}

#[test]
fn many_units_with_one_result_are_counted() {
    let rest = Table::laid("pike_and_shot", &[foot(), foot(), foot(), foot()], &[]);
    let of = |unit: &str| Act::of_unit(rest.procedure("rest"), unit, Map::new());
    let acts = ["a1", "a2", "a3", "a4"].map(of);
    let words = |count: usize| {
        summary(rest.battle.state(), acts[..count].iter().map(|act| (act, "One counter less.".to_owned())))
    };
    assert_eq!(words(4), ["4 units, each: One counter less."]);
    assert_eq!(words(3), ["A1, A2, A3, each: One counter less."]);
    assert_eq!(words(1), ["A1: One counter less."]);
}

#[test]
fn acts_of_several_units_together_are_not_merged() {
    let table = Table::laid("pikette_squared", &[french("arquebus"), french("arquebus")], &[spanish("tercio")]);
    let mut together = Participants::default();
    together.set("shooters", vec!["a1".to_owned(), "a2".to_owned()]);
    together.set("target", vec!["b1".to_owned()]);
    let act = Act::new(table.procedure("shoot"), together, Map::new());
    let words = summary(table.battle.state(), [(&act, "1 hit.".to_owned()), (&act, "1 hit.".to_owned())]);
    assert_eq!(words, ["A1, A2 → B1: 1 hit.", "A1, A2 → B1: 1 hit."]);
}
