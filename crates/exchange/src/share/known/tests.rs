use super::*;
use crate::share::sample_battle::{act, acted, header};
use battle::Battle;
use proptest::prelude::*;

fn bob() -> Named {
    Named { device: Device::parse("k3x9abcd").unwrap(), name: "Bob".into() }
}

/// Records a device's log.
fn note(known: &mut KnownDevices, battle: &Battle, direct: bool) -> LogRelation {
    known.note(&bob(), &Summary::of(battle.log()), &battle.mark(), direct)
}

/// A log of ten entries of a tab, and a second log that continues after its first six.
fn shortened() -> (Battle, Battle) {
    let (whole, mut short) = (acted(10, "a"), acted(6, "a"));
    act(&mut short, "b");
    (whole, short)
}

#[test]
fn the_record_of_a_device_follows_its_growing_log() {
    let (mut known, mut battle) = (KnownDevices::default(), acted(3, "a"));
    for direct in [false, true, false] {
        act(&mut battle, "b");
        assert_eq!(note(&mut known, &battle, direct), LogRelation::Continues);
        let bob = known.last().unwrap();
        assert_eq!((bob.name.as_str(), bob.mark.clone(), bob.direct), ("Bob", battle.mark(), direct));
        assert_eq!(bob.short_of, None);
    }
}

#[test]
fn a_log_continued_from_an_older_copy_is_detected_and_stays_recorded() {
    let (whole, mut short) = shortened();
    for direct in [false, true] {
        let mut known = KnownDevices::default();
        note(&mut known, &whole, false);
        assert_eq!(note(&mut known, &short, direct), LogRelation::Shortened);
        assert_eq!(known.last().unwrap().short_of, Some(whole.mark()));
        // The device gets the lost entries back and continues.
        short.add_all(whole.log().to_vec());
        assert_eq!(note(&mut known, &short, direct), LogRelation::Continues);
        assert_eq!(known.last().unwrap().short_of, Some(whole.mark()));
        short = shortened().1;
    }
}

#[test]
fn a_shorter_log_is_suspicious_over_a_connection_but_not_in_codes() {
    let (whole, earlier) = (acted(10, "a"), acted(6, "a"));
    let mut known = KnownDevices::default();
    note(&mut known, &whole, false);
    assert_eq!(note(&mut known, &earlier, false), LogRelation::Earlier);
    let bob = known.last().unwrap();
    assert_eq!((bob.mark.clone(), bob.has.clone()), (whole.mark(), Summary::of(whole.log())));
    assert_eq!(bob.short_of, None);
    assert_eq!(note(&mut known, &earlier, true), LogRelation::Shortened);
}

#[test]
fn a_device_with_an_empty_log_is_not_suspected() {
    let (whole, _) = shortened();
    let mut known = KnownDevices::default();
    note(&mut known, &whole, true);
    assert_eq!(note(&mut known, &Battle::begin(test_rulesets::RULESETS, header()), true), LogRelation::Continues);
    assert_eq!(note(&mut known, &whole, true), LogRelation::Continues);
}

#[test]
fn too_many_and_malformed_records_are_dropped_and_all_others_kept() {
    let mut known = KnownDevices::default();
    for n in 0..MOST + 3 {
        let device = Device::parse(&format!("k3x9ab{n:02}")).unwrap();
        known.note(&Named { device, name: String::new() }, &Summary::default(), "K3Q F7X", true);
    }
    assert_eq!(known.all().len(), MOST, "the last ones are kept");
    assert_eq!(known.clone().bounded(), known);
    let mut long = known.clone();
    long.0.push(KnownDevice { device: bob().device, ..known.0[0].clone() });
    assert_eq!(long.clone().bounded().all(), &long.0[1..], "the last ones are kept");
    for change in [
        |device: &mut KnownDevice| device.mark = "<script".into(),
        |device: &mut KnownDevice| device.short_of = Some("<script".into()),
        |device: &mut KnownDevice| device.name = "x".repeat(battle::control::NAME + 1),
    ] {
        let mut faulty = known.clone();
        change(&mut faulty.0[0]);
        assert_eq!(faulty.bounded().all(), &known.0[1..]);
    }
}

proptest! {
    /// A device receives the entries of three writers, its own in order, and is recorded from time to time.
    #[test]
    fn a_device_that_only_gains_entries_is_never_suspected(tabs in proptest::collection::vec(0..3_usize, 1..24), order in any::<u64>(), direct in any::<bool>()) {
        let mut all = Battle::begin(test_rulesets::RULESETS, header());
        tabs.iter().for_each(|tab| act(&mut all, ["a", "b", "c"][*tab]));
        let mut entries = all.log().to_vec();
        let mut key = order;
        entries.sort_by_cached_key(|_| { key = key.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407); key >> 33 });
        let (mut known, mut battle) = (KnownDevices::default(), Battle::begin(test_rulesets::RULESETS, header()));
        for entry in entries {
            battle.add_all(vec![entry]);
            prop_assert_eq!(note(&mut known, &battle, direct), LogRelation::Continues);
        }
        prop_assert_eq!(known.last().unwrap().mark.clone(), all.mark());
    }
}

#[test]
fn notes_on_one_device_do_not_change_the_record_of_another() {
    let ann = Named { device: Device::parse("a1b2c3d4").unwrap(), name: "Ann".into() };
    let (earlier, now) = (acted(3, "a"), acted(5, "a"));
    let mut known = KnownDevices::default();
    for device in [&ann, &bob()] {
        known.note(device, &Summary::of(earlier.log()), &earlier.mark(), true);
    }
    known.follow(&bob().device, Summary::of(now.log()), now.mark());
    known.leave(&ann.device);
    known.follow(&Device::parse("z").unwrap(), Summary::default(), String::new());
    known.leave(&Device::parse("z").unwrap());
    let [first, second] = known.all() else { panic!("two devices") };
    assert_eq!((&first.device, &first.has, first.left), (&ann.device, &Summary::of(earlier.log()), true));
    assert_eq!((&second.device, &second.has, second.left), (&bob().device, &Summary::of(now.log()), false));
    assert_eq!((&first.mark, &second.mark), (&earlier.mark(), &now.mark()));
}
