//! Tests of the offers to a unit, and of the changes of trackers that an outcome makes.

use super::*;
use crate::binding::changes;
use crate::participants::Participants;
use crate::referee::{self, Refused};
use rules::ban::Ban;
use rules::consequences::{Change as Changed, Effect};
use rules::procedure::{Procedure, Role, Variant};
use rules::ruleset::{Phase, Ruleset};
use test_rulesets::toy;

const ROLLER: &[Role] = &[Role::own("roller", "Who rolls", "roller")];

const FORBIDDEN: Ban = Ban::unit("forbidden", "", "told not to.", |_| Some(true));

const NO_PENNY: Ban =
    Ban::table("cannot_pay", "", "Nobody has a penny.", |act| !act.input.contains_key("behind_books"));

/// A ruleset with marbles that have a price, two variants of throwing, and a procedure that only calculates.
static DEAR: Ruleset = Ruleset {
    procedures: &[
        &Procedure::of::<toy::Marbles>("sum", "Count marbles").participants(ROLLER).calculates(),
        &Procedure::of::<toy::Marbles>("any_time", "Polish marbles").participants(ROLLER),
        &Procedure::of::<toy::Marbles>("nobody", "Lose marbles"),
        &Procedure::of::<toy::Marbles>("later", "Roll them last").participants(ROLLER),
        &Procedure::of::<toy::Marbles>("dear", "Roll dear marbles").participants(ROLLER).bans(&[&[NO_PENNY]]).variants(
            &[
                Variant { label: "In the open", fields: &[] },
                Variant { label: "Behind books", fields: &[("behind_books", rules::form::Constant::Flag(true))] },
            ],
        ),
        &Procedure::of::<toy::Marbles>("first", "Roll them first").participants(ROLLER),
        &Procedure::of::<toy::Marbles>("forbidden", "Roll forbidden marbles")
            .participants(ROLLER)
            .bans(&[&[FORBIDDEN]]),
        &Procedure::of::<toy::Marbles>("unfit", "Roll glass marbles").participants(&[Role::own(
            "roller",
            "Who rolls",
            "roller",
        )
        .fits(|_| Err("They have no glass marbles.".into()))]),
    ],
    phases: &[Phase::new("marbles", "")
        .procedures(&["first", "unfit", "dear", "forbidden", "later"])
        .concerns(|_| true)],
    ..Ruleset::of(toy::NAMED, toy::RULESET.profile, toy::RULESET.battle_stats)
};

/// A battle of two troops, which may have fallen soldiers.
fn troops() -> Battle {
    let unit = |id: &str, side| Unit {
        id: id.into(),
        side,
        profile: json!({ "name": id, "soldiers": 6, "made_of": "tin" }).as_object().unwrap().clone(),
        ..Unit::default()
    };
    Battle::begin(
        test_rulesets::RULESETS,
        Header::new("toy", "Under the table", ["Red", "Blue"], vec![unit("u1", 0), unit("u2", 1)], Seed([9; 32])),
    )
}

#[test]
fn offers_list_acts_of_the_phase_first_and_acts_that_the_unit_does_not_fit_last() {
    let battle = troops();
    let offered: Vec<_> = referee::offers(&DEAR, battle.state(), "u1")
        .into_iter()
        .map(|offer| {
            let refused = offer.refused.as_ref().map(|refused| match refused {
                Refused::Barred(barred) => ("barred", barred.message.to_string()),
                Refused::Unfit(why) => ("unfit", why.to_string()),
            });
            (offer.procedure.id, offer.variant.map(|variant| variant.label), offer.of_this_phase, refused)
        })
        .collect();
    let refused = |kind: &'static str, why: &str| Some((kind, why.to_owned()));
    assert_eq!(
        offered,
        [
            ("first", None, true, None),
            ("dear", Some("Behind books"), true, None),
            ("later", None, true, None),
            ("any_time", None, false, None),
            ("dear", Some("In the open"), true, refused("barred", "Nobody has a penny.")),
            ("forbidden", None, true, refused("barred", "u1: told not to.")),
            ("unfit", None, true, refused("unfit", "They have no glass marbles.")),
        ]
    );
    assert!(referee::offers(&DEAR, battle.state(), "nobody").is_empty());
}

#[test]
fn a_unit_may_not_act_if_its_side_cannot_pay_for_any_act_of_the_phase() {
    static POOR: Ruleset = Ruleset {
        procedures: &[&Procedure::of::<toy::Marbles>("dear", "Roll dear marbles")
            .participants(ROLLER)
            .bans(&[&[NO_PENNY]])],
        phases: &[Phase::new("marbles", "").procedures(&["dear"]).concerns(|_| true)],
        ..Ruleset::of(toy::NAMED, toy::RULESET.profile, toy::RULESET.battle_stats)
    };
    let battle = troops();
    assert!(referee::may_act(&DEAR, battle.state(), "u1"));
    assert!(!referee::may_act(&POOR, battle.state(), "u1"));
}

#[test]
fn effects_on_one_tracker_add_up_within_its_range() {
    let battle = troops();
    let marbles = toy::RULESET.procedure("marbles").unwrap();
    let mut participants = Participants::nobody();
    participants.set("roller", vec!["u1".into()]);
    participants.set("target", vec!["u2".into()]);
    let raise = |role: &'static str, by| Effect { role, index: 0, key: "fallen", change: Changed::Add(by) };
    let of = |effects: &[Effect]| changes(&toy::RULESET, marbles, &participants, battle.state(), effects);
    let set = |of: &str, to: i32| Change::set(of, "fallen", to);
    assert_eq!(of(&[raise("target", 2), raise("target", 3)]), [set("u2", 2), set("u2", 5)]);
    assert_eq!(of(&[raise("target", 2), raise("roller", 3)]), [set("u2", 2), set("u1", 3)]);
    assert_eq!(of(&[raise("target", 2), raise("target", -5)]), [set("u2", 2), set("u2", 0)]);
    assert_eq!(of(&[raise("target", 40)]), [set("u2", 12)], "a troop has twelve pips");
    let put = Effect { role: "target", index: 0, key: "fallen", change: Changed::Put(json!(4)) };
    assert_eq!(of(&[put, raise("target", 1)]), [set("u2", 4), set("u2", 5)]);
    // No unit has such a tracker, and there is no second target.
    assert_eq!(of(&[Effect { key: "wheels", ..raise("target", 1) }, Effect { index: 1, ..raise("target", 1) }]), []);
}
