//! Tests of a log: links, fingerprints, names of devices, forks, and the app's dice.

use super::*;
use crate::control::Named;
use crate::ruled;

#[test]
fn a_link_is_a_stamp_a_colon_and_a_digest_of_twelve_digits() {
    let link = |text: &str| Link::try_from(text.to_owned());
    for text in ["0-a:0123456789ab", "12-k3x9:ffffffffffff"] {
        assert_eq!(link(text).map(String::from).as_deref(), Ok(text));
    }
    for text in ["", "0-a", "0-a:", "0-a:0123456789a", "0-a:0123456789abc", "0-a:0123456789ag", "0-A:0123456789ab"] {
        assert!(link(text).is_err(), "{text}");
    }
}

#[test]
fn marks_use_all_of_their_letters_and_digits() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let mut seen = BTreeSet::new();
    for n in 0..120 {
        next(&mut battle, by_hand(vec![Change::set("u1", "counters", n)]));
        let mark = battle.mark();
        assert_eq!((mark.len(), mark.as_bytes()[3]), (7, b' '), "{mark}");
        seen.extend(mark.replace(' ', "").into_bytes());
    }
    // The probability that one of 32 symbols is missing among 720 is one in a hundred million.
    assert_eq!(seen.len(), 32, "{seen:?}");
    assert!(seen.iter().all(|symbol| symbol.is_ascii_uppercase() || symbol.is_ascii_digit()));
    assert!(b"01IO".iter().all(|symbol| !seen.contains(symbol)), "they are taken for one another");
}

#[test]
fn a_device_has_the_last_name_that_any_device_gave_it() {
    let device = |name: &str| Device::parse(name).unwrap();
    let (a, b) = (device("aaaaaaaa"), device("bbbbbbbb"));
    let named = |device: &Device, name: &str| Named { device: device.clone(), name: name.into() };
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    let mut add = |device: &Device, event: &dyn Fn(&Battle) -> Event| {
        let (stamp, event) = (battle.next_stamp(&device.tab("11111111")), event(&battle));
        battle.add(stamp, event);
        [&a, &b].map(|device| battle.device_name(device).map(str::to_owned))
    };
    let names = |a: Option<&str>, b: Option<&str>| [a, b].map(|name| name.map(str::to_owned));
    // Ann passes control to a device without a name. Her own name is known from her event.
    let passing = |battle: &Battle| battle.passing(1.0, &named(&a, "Ann"), &named(&b, "")).unwrap();
    assert_eq!(add(&a, &passing), names(Some("Ann"), None));
    // An event without a name leaves the device's earlier name.
    assert_eq!(add(&a, &|battle| battle.taking(2.0, &named(&a, ""))), names(Some("Ann"), None));
    let passing = |battle: &Battle| battle.passing(3.0, &named(&a, "Ann’s tablet"), &named(&b, "Bob")).unwrap();
    assert_eq!(add(&a, &passing), names(Some("Ann’s tablet"), Some("Bob")));
    let back = |battle: &Battle| battle.passing(4.0, &named(&b, "Rob"), &named(&a, "Anna")).unwrap();
    assert_eq!(add(&b, &back), names(Some("Anna"), Some("Rob")));
}

#[test]
fn tabs_of_earlier_versions_are_no_devices() {
    let mut battle = Battle::begin(test_rulesets::RULESETS, header());
    for tab in ["t", "k3x9abcd", "k3x9abcd1", "k3x9abcd2", "m4y0bcde00000000"] {
        battle.add(battle.next_stamp(tab), by_hand(Vec::new()));
    }
    let device = |name: &str| Device::parse(name).unwrap();
    assert_eq!(battle.devices(), [device("k3x9abcd"), device("m4y0bcde")]);
    let tabs = battle.log().iter().map(|(stamp, _)| (stamp.names_device(), stamp.device()));
    assert_eq!(
        tabs.collect::<Vec<_>>(),
        [
            (false, device("t")),
            (false, device("k3x9abcd")),
            (true, device("k3x9abcd")),
            (true, device("k3x9abcd")),
            (true, device("m4y0bcde"))
        ]
    );
    let alone = Battle::replay(test_rulesets::RULESETS, header(), battle.log()[..2].to_vec());
    assert_eq!(alone.devices(), [] as [Device; 0]);
}

#[test]
fn a_fork_has_its_own_name_and_dice_and_the_state_of_its_origin() {
    let phrases = ["God with us".to_owned(), "Have at you".to_owned()];
    let rulings = json!({ "melee_ties": "one" }).as_object().cloned().unwrap();
    let origin = Header { phrases, redrawn: 3, rulings: rulings.clone(), ..header() };
    let mut battle = Battle::begin(test_rulesets::RULESETS, origin.clone());
    next(&mut battle, by_hand(vec![Change::Remove("u2".into())]));
    let (fork, _) = battle.fork("b7", "What if".into(), Seed([1; 32]), 5.0);
    let expected = Header {
        name: "What if".into(),
        seed: Seed([1; 32]),
        units: vec![origin.units[0].clone()],
        began: 5.0,
        phrases: Default::default(),
        redrawn: 0,
        from: Some(Origin { id: "b7".into(), name: "Cheriton lane".into(), events: 1 }),
        ..origin
    };
    assert_eq!(fork, expected);
}

#[test]
fn each_die_of_a_log_is_rolled_by_the_app_or_at_the_table() {
    let roll = |faces: &[u8], number| LoggedRoll { faces: faces.to_vec(), ..logged(number).remove(0) };
    let rolls = [roll(&[3, 4], Some(0)), roll(&[], None), roll(&[6], None), roll(&[1], Some(1))];
    assert_eq!(ruled::faces(&rolls), [3, 4, 6, 1]);
    assert_eq!(ruled::by_app(&rolls), [true, true, false, true]);
    assert_eq!(ruled::by_app(&[]), [] as [bool; 0]);
}
