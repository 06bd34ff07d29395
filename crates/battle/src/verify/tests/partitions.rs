//! Devices that play one battle without a network, at random. They act independently, and sometimes one reads another's log from a link or
//! codes. A longer run is in docs/longer_runs.md.

use super::races::random_event;
use super::*;
use crate::Device;
use crate::control::Named;
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};

struct Devices {
    rng: ChaCha20Rng,
    battles: Vec<Battle>,
    /// All events that were made, on any device.
    made: Vec<(Stamp, Event)>,
    /// True if one of the devices is in control.
    has_control: bool,
    /// True if a device took over control from another.
    forced: bool,
}

const NAMES: [&str; 3] = ["x", "y", "z"];

fn named(device: usize) -> Named {
    Named { device: Device::parse(NAMES[device]).unwrap(), name: String::new() }
}

impl Devices {
    fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.rng.next_u32()).unwrap() % end
    }

    fn act(&mut self, device: usize) {
        let (kind, number) = (self.below(8), self.below(9));
        let battle = &self.battles[device];
        let may = battle.may_write(&named(device).device).is_ok();
        let event = random_event(battle, kind, number).filter(|event| may || !event.needs_control());
        if let Some(event) = event {
            self.write(device, event);
        }
    }

    fn write(&mut self, device: usize, event: Event) {
        let battle = &mut self.battles[device];
        let (stamp, event) = (battle.next_stamp(NAMES[device]), battle.linked(event));
        battle.add(stamp.clone(), event.clone());
        self.made.push((stamp, event));
    }

    /// A device passes control if it has it; otherwise it sometimes takes over.
    fn pass(&mut self, device: usize) {
        let (to, takes) = (self.below(self.battles.len()), self.below(6) == 0);
        let battle = &self.battles[device];
        match battle.passing(1.0, &named(device), &named(to)) {
            Some(event) => self.write(device, event),
            None if takes => {
                self.forced = true;
                self.write(device, self.battles[device].taking(1.0, &named(device)));
            }
            None => {}
        }
    }

    /// One device reads the log of another.
    fn merge(&mut self, from: usize, to: usize) {
        read_log(&mut self.battles, &header(), from, to);
    }
}

/// Plays a battle on two or three devices until all have the same log, and checks that log.
fn partition(seed: u64) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let count = 2 + usize::try_from(rng.next_u32() % 2).unwrap();
    let battles = vec![Battle::begin(test_rulesets::RULESETS, header()); count];
    let mut all = Devices { rng, battles, made: Vec::new(), has_control: false, forced: false };
    // In half of the battles, the first device takes control before it hands the battle over.
    if all.below(2) == 0 {
        all.has_control = true;
        all.write(0, all.battles[0].taking(1.0, &named(0)));
        (1..count).for_each(|to| all.merge(0, to));
    }
    for _ in 0..14 {
        let (one, other) = (all.below(count), all.below(count));
        match all.below(8) {
            0 | 1 => all.merge(one, other),
            2 if all.has_control => all.pass(one),
            _ => all.act(one),
        }
    }
    // Each device reads the other logs in its own order, some of them twice.
    for _ in 0..2 {
        for to in 0..count {
            let first = all.below(count);
            (0..count).for_each(|nth| all.merge((first + nth) % count, to));
        }
    }
    let mut made = all.made.clone();
    made.sort_by(|(a, _), (b, _)| a.cmp(b));
    assert!(made.windows(2).all(|pair| pair[0].0 != pair[1].0), "stamps are unique in partition {seed}");
    for battle in &all.battles {
        assert_eq!(battle.log(), made, "nothing is lost in partition {seed}");
        let first = &all.battles[0];
        assert_eq!((battle.next_roll(), battle.fingerprint()), (first.next_roll(), first.fingerprint()));
        assert_eq!(battle.event_statuses(), first.event_statuses());
        for of in ["u1", "u2", "a", "b", "battle"] {
            assert_eq!(battle.state().tracked(of), first.state().tracked(of), "partition {seed}");
        }
    }
    assert_eq!(faults(&verify(&all.battles[0])), [], "partition {seed}");
    if all.has_control && !all.forced {
        let whole = &all.battles[0];
        let at_once = (0..made.len()).find(|place| whole.seen_before(*place) == Some(SeenBefore::AtOnce));
        assert_eq!(at_once, None, "two devices rolled the same number in partition {seed}");
        assert!(whole.awaiting().count() <= 1, "two rolls await in partition {seed}");
    }
}

#[test]
fn devices_that_merge_logs_at_random_end_with_equal_logs_without_faults() {
    let runs = std::env::var("DRUMHEAD_PARTITIONS").map_or(2_000, |runs| runs.parse().unwrap());
    (0..runs).for_each(partition);
    println!("{runs} partitions");
}
