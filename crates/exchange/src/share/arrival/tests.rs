use super::*;
use crate::storage::roster::Roster;
use crate::storage::seal;
use battle::{Action, ActionEvent, Battle, Change};
use rules::dice::rng::Seed;

fn bundle(texts: &[(&str, &str, u32)]) -> Bundle {
    let sealed = |(id, name, revision): &(&str, &str, u32)| {
        let roster = Roster { ruleset: "argad".into(), name: (*name).into(), ..Roster::default() };
        (Key::Roster((*id).into()).to_string(), seal(&roster, *revision).unwrap())
    };
    Bundle(texts.iter().map(sealed).collect())
}

fn after(here: &Bundle, plan: &Plan) -> Bundle {
    let mut after = here.clone();
    after.0.retain(|name, _| !plan.remove.contains(name));
    after.0.extend(plan.write.iter().cloned());
    after
}

fn names(bundle: &Bundle) -> Vec<String> {
    bundle.items().into_iter().map(|item| item.name).collect()
}

#[test]
fn an_incoming_item_is_known_new_or_different() {
    let here = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
    let incoming = bundle(&[("a", "Swiss", 3), ("b", "French and Gascons", 2), ("c", "Spanish", 1)]);
    let met: Vec<Met> = meet(test_rulesets::RULESETS, &incoming, &here).into_iter().map(|(_, met)| met).collect();
    assert_eq!(met, [Met::Same, Met::Different(Some(5)), Met::New]);
}

#[test]
fn keeping_both_keeps_everything_and_replacing_keeps_the_other_items() {
    let here = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
    let incoming = bundle(&[("b", "French", 5), ("a", "Swiss and Germans", 2), ("c", "Spanish", 1)]);
    let both = after(&here, &plan(test_rulesets::RULESETS, &incoming, &here, Taking::KeepBoth, || "n".into()));
    assert_eq!(names(&both), ["Swiss", "French", "Spanish", "Swiss and Germans"]);
    let replaced = after(&here, &plan(test_rulesets::RULESETS, &incoming, &here, Taking::Replace, || "n".into()));
    assert_eq!(names(&replaced), ["Swiss and Germans", "French", "Spanish"]);
}

#[test]
fn a_replaced_item_can_be_restored_as_a_copy_beside_its_replacement() {
    let here = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
    let incoming = bundle(&[("b", "French and Gascons", 2), ("c", "Spanish", 1)]);
    let kept = replaced(test_rulesets::RULESETS, &incoming, &here, || "n".into());
    assert_eq!(kept.len(), 1);
    assert_eq!((kept[0].0.as_str(), names(&kept[0].1)), ("French", vec!["French 2".to_owned()]));
    let mut now = after(&here, &plan(test_rulesets::RULESETS, &incoming, &here, Taking::Replace, || "n".into()));
    assert!(kept[0].1.0.keys().all(|name| !now.0.contains_key(name)));
    now.0.extend(kept[0].1.0.clone());
    assert_eq!(names(&now), ["Swiss", "French and Gascons", "Spanish", "French 2"]);
}

#[test]
fn an_empty_device_gets_everything_back_byte_for_byte() {
    let mut all = bundle(&[("a", "Swiss", 1), ("b", "French", 5)]);
    all.0.insert("drumhead/roster/z".into(), "damaged".into());
    all.0.insert("drumhead/roster-order".into(), seal(&["b", "a"], 9).unwrap());
    let plan = plan(test_rulesets::RULESETS, &all, &Bundle::default(), Taking::KeepBoth, || "n".into());
    assert_eq!(after(&Bundle::default(), &plan), all);
}

#[test]
fn adding_never_overwrites_unreadable_texts() {
    let mut here = bundle(&[]);
    here.0.insert("drumhead/roster/a".into(), "damaged".into());
    let plan = plan(test_rulesets::RULESETS, &bundle(&[("a", "Swiss", 1)]), &here, Taking::KeepBoth, || "n".into());
    assert_eq!(after(&here, &plan).0["drumhead/roster/a"], "damaged");
    assert_eq!(names(&after(&here, &plan)), ["Swiss"]);
}

/// A battle with this number of acts.
fn battle(acts: usize) -> Bundle {
    let header = Header::new("argad", "Alley", ["Ours", "Theirs"], Vec::new(), Seed([1; 32]));
    let act = |n: usize| {
        let event = Event::Action(Box::new(ActionEvent::new(1.0, Action::Note(format!("{n}")), Vec::new())));
        (Stamp::parse(&format!("{n}-t")).unwrap(), event)
    };
    Shared::Battle("b".into(), header, (0..acts).map(act).collect()).bundle().unwrap()
}

#[test]
fn acts_without_their_battle_are_left_out_and_counted() {
    let here = battle(2);
    let mut file = bundle(&[("c", "Spanish", 1)]);
    let acts = battle(4).0.into_iter().filter(|(name, _)| name.contains("/event/"));
    file.0.extend(acts);
    assert_eq!(stray_acts(&file, &here), 4);
    assert_eq!(others(&file, &here), []);
    for taking in [Taking::KeepBoth, Taking::Replace] {
        let taken = plan(test_rulesets::RULESETS, &file, &here, taking, || "n".into());
        assert!(taken.write.iter().all(|(name, _)| !name.contains("/event/")), "{taken:?}");
    }
    // The acts are also stray if the battle is here and its header in the file is damaged.
    file.0.insert("drumhead/battle/b".into(), "damaged".into());
    assert_eq!(stray_acts(&file, &here), 4);
    // On an empty device, all texts are kept unread.
    assert_eq!(stray_acts(&file, &Bundle::default()), 0);
    assert_eq!(
        after(
            &Bundle::default(),
            &plan(test_rulesets::RULESETS, &file, &Bundle::default(), Taking::KeepBoth, || "n".into())
        ),
        file
    );
}

#[test]
fn everything_that_an_import_writes_was_listed_before() {
    let mut here = bundle(&[("a", "Swiss", 1)]);
    here.0.insert("drumhead/settings".into(), seal(&serde_json::json!({}), 1).unwrap());
    let mut file = bundle(&[("a", "Swiss and Germans", 2)]);
    file.0.insert("drumhead/settings".into(), seal(&serde_json::json!({ "theme": "dark" }), 1).unwrap());
    file.0.insert("drumhead/roster-order".into(), seal(&["a"], 1).unwrap());
    file.0.insert("drumhead/roster/bad".into(), "damaged".into());
    let listed: Vec<(OtherKind, bool)> =
        others(&file, &here).into_iter().map(|other| (other.kind, other.replaces)).collect();
    let expected = [(OtherKind::RosterOrder, false), (OtherKind::Unreadable, false), (OtherKind::Settings, true)];
    assert_eq!(listed, expected);
    let written = |taking: Taking| {
        let taken = plan(test_rulesets::RULESETS, &file, &here, taking, || "n".into());
        taken.write.into_iter().map(|(name, _)| name).collect::<Vec<_>>()
    };
    assert!(!written(Taking::KeepBoth).contains(&"drumhead/settings".to_owned()));
    assert!(written(Taking::Replace).contains(&"drumhead/settings".to_owned()));
}

#[test]
fn an_import_can_be_undone_unless_its_items_changed_since() {
    for (here, incoming, taking) in [
        (Bundle::default(), battle(3), Taking::KeepBoth),
        (battle(2), battle(4), Taking::KeepBoth),
        (bundle(&[("a", "Swiss", 1)]), bundle(&[("a", "Germans", 2)]), Taking::Replace),
        (bundle(&[("a", "Swiss", 1)]), bundle(&[("a", "Germans", 2)]), Taking::KeepBoth),
    ] {
        let taken = plan(test_rulesets::RULESETS, &incoming, &here, taking, || "n".into());
        let now = after(&here, &taken);
        let back = taken.taking_back(&here, &now).expect("nothing was done since");
        assert_eq!(after(&now, &back), here);
        // Other rosters, battles and preferences do not matter.
        let mut more = now.clone();
        more.0.extend(bundle(&[("z", "Scots", 1)]).0);
        more.0.insert("drumhead/settings".into(), "x".into());
        let back = taken.taking_back(&here, &more).expect("that is something else");
        let restored = after(&more, &back);
        assert!(here.0.iter().all(|(name, text)| restored.0.get(name) == Some(text)));
        assert_eq!(restored.0.len(), here.0.len() + 2);
    }
    let (here, incoming) = (Bundle::default(), battle(3));
    let taken = plan(test_rulesets::RULESETS, &incoming, &here, Taking::KeepBoth, || "n".into());
    assert_eq!(taken.taking_back(&here, &battle(4)), None, "an act was done since");
    let (here, incoming) = (battle(1), battle(3));
    let taken = plan(test_rulesets::RULESETS, &incoming, &here, Taking::KeepBoth, || "n".into());
    assert_eq!(taken.taking_back(&here, &battle(4)), None, "an act was done since");
    assert_eq!(taken.taking_back(&here, &battle(2)), None, "an act is missing since");
}

#[test]
fn a_damaged_text_of_settings_or_of_an_order_is_listed_as_unreadable() {
    let of = |name: &str, text: String| others(&Bundle([(name.to_owned(), text)].into()), &Bundle::default())[0].kind;
    let (settings, order) = ("drumhead/settings", "drumhead/roster-order");
    assert_eq!(of(settings, seal(&serde_json::json!({}), 1).unwrap()), OtherKind::Settings);
    assert_eq!(of(order, seal(&["a"], 1).unwrap()), OtherKind::RosterOrder);
    assert_eq!(of(settings, "damaged".into()), OtherKind::Unreadable);
    let of_newer = envelope::envelope(99, 1, "{\"weather\":\"fog\"}");
    assert_eq!(of("drumhead/scenario/x1", of_newer), OtherKind::Newer);
    assert_eq!(of(order, seal(&serde_json::json!({}), 1).unwrap()), OtherKind::Unreadable, "it is no list");
}

/// A battle with units and a log of these events: (tab, event).
fn logged(events: &[(&str, Event)]) -> Bundle {
    let mut battle = Battle::begin(
        test_rulesets::RULESETS,
        Header { name: "Alley".into(), ..crate::share::sample_battle::header() },
    );
    for (tab, event) in events {
        battle.add(battle.next_stamp(tab), event.clone());
    }
    Shared::Battle("b".into(), battle.header().clone(), battle.log().to_vec()).bundle().unwrap()
}

/// Sets trackers by hand.
fn sets(changes: &[(&str, &str, i32)]) -> Event {
    let changes = changes.iter().map(|(of, key, to)| Change::set(*of, *key, *to)).collect();
    Event::Action(Box::new(ActionEvent::new(1.0, Action::ByHand, changes)))
}

#[test]
fn trackers_that_both_copies_changed_are_listed_with_all_values() {
    let before =
        ("t", sets(&[("u1", "counters", 1), ("u1", "figures", 9), ("a", "victory", 1), ("u2", "counters", 7)]));
    // Both changed u1's counters and the turn. Each changed a tracker that the other did not. Both set u2 to the same value.
    let theirs = sets(&[("u1", "counters", 2), ("u1", "figures", 8), ("battle", "turn", 3), ("u2", "counters", 5)]);
    let ours = sets(&[("u1", "counters", 4), ("a", "victory", 2), ("battle", "turn", 2), ("u2", "counters", 5)]);
    let incoming = logged(&[before.clone(), ("a", theirs)]);
    let here = logged(&[before, ("b", ours)]);
    let key = Key::Battle("b".into());
    let clash = |of: &str, key: &str, [theirs, own, merged]: [i32; 3]| Clash {
        of: of.into(),
        key: key.into(),
        theirs: theirs.into(),
        own: own.into(),
        merged: merged.into(),
        adds: false,
    };
    // In the merged log, the entry of tab b comes last.
    assert_eq!(
        clashes(test_rulesets::RULESETS, &incoming, &here, &key),
        [clash("u1", "counters", [2, 4, 4]), clash("battle", "turn", [3, 2, 2])]
    );
    assert_eq!(
        clashes(test_rulesets::RULESETS, &here, &incoming, &key),
        [clash("u1", "counters", [4, 2, 4]), clash("battle", "turn", [2, 3, 2])]
    );
    assert_eq!(clashes(test_rulesets::RULESETS, &here, &here, &key), []);
    let met = |incoming: &Bundle, here: &Bundle| meet(test_rulesets::RULESETS, incoming, here).remove(0).1;
    assert_eq!(met(&incoming, &here), Met::Log(Relation::Parted(1, 1)));
    assert!(!met(&incoming, &here).needs_new_id() && !Met::New.needs_new_id());
}

#[test]
fn copies_that_would_exceed_a_limit_are_not_merged() {
    // Together they have the maximum number of entries of a battle, or one more.
    let half = |tab: &'static str, more: usize| logged(&vec![(tab, sets(&[])); limits::EVENTS / 2 + more]);
    let met = |more| meet(test_rulesets::RULESETS, &half("a", 0), &half("b", more)).remove(0).1;
    assert_eq!(met(0), Met::Log(Relation::Parted(limits::EVENTS / 2, limits::EVENTS / 2)));
    let too_many = met(1);
    assert_eq!(too_many, Met::Log(Relation::Apart(MergeFailure::TooMuch)));
    assert!(too_many.needs_new_id());
}

#[test]
fn an_import_adds_only_missing_entries_to_a_battle() {
    let (here, incoming) = (battle(2), battle(4));
    for taking in [Taking::KeepBoth, Taking::Replace] {
        let taken = plan(test_rulesets::RULESETS, &incoming, &here, taking, || "n".into());
        let written: Vec<&str> = taken.write.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(written, ["drumhead/event/b/2-t", "drumhead/event/b/3-t"]);
        assert_eq!(after(&here, &taken), incoming);
    }
}
