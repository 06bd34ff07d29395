//! A network of devices whose messages arrive in random order, and whose introductions may fail.

use super::*;
use battle::seats::PhaseAnswer;
use proptest::prelude::*;
use rand::rngs::ChaCha8Rng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

/// A network of devices.
struct Network {
    rng: ChaCha8Rng,
    meshes: BTreeMap<Device, Mesh>,
    /// Devices that are off: their connections are closed.
    off: BTreeSet<Device>,
    /// Connections: the smaller name first.
    links: BTreeSet<(Device, Device)>,
    /// Actions that were not carried out yet, each with its device.
    due: Vec<(Device, Action)>,
    /// Messages on the way. Messages of one connection arrive in order.
    sent: Vec<(Device, Device, Message)>,
    /// Pairs that no introduction can connect.
    blocked: BTreeSet<(Device, Device)>,
    /// Share of introductions that are lost, in percent.
    lost: u32,
    now: f64,
    offers: usize,
    /// Received messages about the end of a phase: the receiver, and the author.
    phases: Vec<(Device, Device)>,
}

fn device(nth: usize) -> Device {
    Device::parse(&format!("device{nth:02}")).unwrap()
}

fn pair(one: &Device, other: &Device) -> (Device, Device) {
    (one.min(other).clone(), one.max(other).clone())
}

impl Network {
    fn new(count: usize, seed: u64) -> Self {
        let meshes = (0..count).map(|nth| (device(nth), Mesh::new(device(nth), 1, &[]))).collect();
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            meshes,
            off: BTreeSet::new(),
            links: BTreeSet::new(),
            due: Vec::new(),
            sent: Vec::new(),
            blocked: BTreeSet::new(),
            lost: 0,
            now: 0.0,
            offers: 0,
            phases: Vec::new(),
        }
    }

    fn on(&mut self, at: &Device, does: impl FnOnce(&mut Mesh, f64) -> Vec<Action>) {
        let now = self.now;
        let actions = does(self.meshes.get_mut(at).unwrap(), now);
        self.due.extend(actions.into_iter().map(|action| (at.clone(), action)));
    }

    /// Two devices are paired, or introduced.
    fn connect(&mut self, one: &Device, other: &Device) {
        if self.off.contains(one) || self.off.contains(other) {
            return;
        }
        self.links.insert(pair(one, other));
        self.on(one, |mesh, now| mesh.opened(other, now));
        self.on(other, |mesh, now| mesh.opened(one, now));
    }

    /// A device dies: its connections close.
    fn kill(&mut self, dead: &Device) {
        self.off.insert(dead.clone());
        let gone: Vec<(Device, Device)> =
            self.links.iter().filter(|(one, other)| one == dead || other == dead).cloned().collect();
        for (one, other) in gone {
            self.links.remove(&(one.clone(), other.clone()));
            self.sent.retain(|(from, to, _)| pair(from, to) != (one.clone(), other.clone()));
            let (living, dead) = if one == *dead { (other, one) } else { (one, other) };
            self.on(&living, |mesh, now| mesh.closed(&dead, now));
        }
        self.due.retain(|(at, _)| at != dead);
    }

    /// A dead device comes back, without connections.
    fn come_back(&mut self, device: &Device, since: u64) {
        self.off.remove(device);
        self.meshes.insert(device.clone(), Mesh::new(device.clone(), since, &[]));
    }

    /// One step: an action is carried out, or a message arrives. False if nothing is left.
    fn step(&mut self) -> bool {
        if !self.due.is_empty() && (self.sent.is_empty() || self.rng.random_bool(0.5)) {
            let (at, action) = self.due.remove(0);
            self.carry_out(&at, action);
            return true;
        }
        let Some((from, to, _)) = self.sent.choose(&mut self.rng).cloned() else { return !self.due.is_empty() };
        let first = self.sent.iter().position(|(own, other, _)| (own, other) == (&from, &to)).unwrap();
        let (_, _, message) = self.sent.remove(first);
        self.on(&to, |mesh, now| mesh.receive(&from, message, now));
        true
    }

    /// Makes at most this many steps.
    fn run(&mut self, steps: usize) {
        for _ in 0..steps {
            if !self.step() {
                return;
            }
        }
    }

    fn carry_out(&mut self, at: &Device, action: Action) {
        match action {
            Action::Send(to, message) => {
                let is_lost = matches!(message, Message::Introduce(_)) && self.rng.random_range(0..100) < self.lost;
                if self.links.contains(&pair(at, &to)) && !is_lost {
                    self.sent.push((at.clone(), to, message));
                }
            }
            Action::Offer(to, attempt) => {
                self.offers += 1;
                self.on(at, |mesh, _| mesh.offered(&to, attempt, format!("offer {attempt}")));
            }
            Action::Answer(to, attempt, code) => {
                assert_eq!(code, format!("offer {attempt}"));
                self.on(at, |mesh, _| mesh.answered(&to, attempt, "answer".into()));
            }
            Action::Open(to, code) => {
                assert_eq!(code, "answer");
                if !self.blocked.contains(&pair(at, &to)) && !self.links.contains(&pair(at, &to)) {
                    self.connect(&at.clone(), &to);
                }
            }
            Action::Phase(author, _) => self.phases.push((at.clone(), author)),
        }
    }

    /// Lets everything happen, with this many ticks of five seconds.
    fn settle(&mut self, ticks: usize) {
        for _ in 0..=ticks {
            let mut steps = 0;
            while self.step() {
                steps += 1;
                assert!(steps < 200_000, "messages without end");
            }
            self.now += 5_000.0;
            for living in self.living() {
                self.on(&living, Mesh::tick);
            }
        }
    }

    fn living(&self) -> Vec<Device> {
        self.meshes.keys().filter(|device| !self.off.contains(*device)).cloned().collect()
    }

    /// True if each living device is connected to all others, except those that cannot be.
    fn is_complete(&self) -> bool {
        let living = self.living();
        living.iter().all(|one| {
            let all = living.iter().filter(|other| *other != one && !self.blocked.contains(&pair(one, other)));
            all.cloned().collect::<BTreeSet<_>>() == *self.meshes[one].connected()
        })
    }
}

/// Devices that are paired one after the other, each with an earlier one.
fn chained(count: usize, seed: u64) -> Network {
    let mut network = Network::new(count, seed);
    (1..count).for_each(|nth| network.connect(&device(nth - 1), &device(nth)));
    network
}

#[test]
fn a_chain_becomes_a_mesh_without_ticks() {
    let mut network = chained(8, 1);
    network.settle(0);
    assert!(network.is_complete());
}

#[test]
fn no_device_is_cut_off_by_a_device_that_dies_or_by_all_but_two() {
    let mut network = chained(5, 2);
    network.settle(1);
    for dead in [2, 1, 0] {
        network.kill(&device(dead));
        network.settle(1);
        assert!(network.is_complete());
        let mesh = &network.meshes[&device(3)];
        assert_eq!((mesh.reach(&device(4)), mesh.reach(&device(dead))), (Reach::Direct, Reach::CutOff));
    }
}

#[test]
fn a_device_that_comes_back_needs_one_connection() {
    let mut network = chained(6, 3);
    network.settle(1);
    network.kill(&device(0));
    network.settle(2);
    for since in 2..5 {
        network.come_back(&device(0), since);
        network.connect(&device(0), &device(5));
        network.settle(3);
        assert!(network.is_complete());
        network.kill(&device(0));
        network.settle(1);
    }
}

#[test]
fn two_devices_that_no_network_connects_reach_each_other_through_a_third() {
    let mut network = chained(4, 4);
    network.blocked.insert(pair(&device(0), &device(3)));
    network.settle(100);
    assert!(network.is_complete());
    let Reach::Through(via) = network.meshes[&device(0)].reach(&device(3)) else { panic!("a path") };
    assert!([device(1), device(2)].contains(&via));
    // 500 seconds: two vias in each pause of 60 seconds, and not one offer in each tick.
    assert!((10..=24).contains(&(network.offers - 2)), "{} offers", network.offers);
}

#[test]
fn a_fifth_of_all_messages_of_introductions_may_be_lost() {
    for seed in 0..20 {
        let mut network = chained(6, seed);
        network.lost = 20;
        network.settle(400);
        assert!(network.is_complete(), "network {seed}");
    }
}

proptest! {
    #[test]
    fn random_networks_become_meshes_whatever_dies_and_comes_back(
        seed in any::<u64>(), count in 2..8_usize, deaths in prop::collection::vec((0..8_usize, 0..40_usize), 0..6)
    ) {
        let mut network = Network::new(count, seed);
        for nth in 1..count {
            let other = network.rng.random_range(0..nth);
            network.connect(&device(nth), &device(other));
            let steps = network.rng.random_range(0..20);
            network.run(steps);
        }
        network.settle(3);
        prop_assert!(network.is_complete());
        for (since, (nth, steps)) in deaths.into_iter().enumerate() {
            let changed = device(nth % count);
            if network.off.contains(&changed) {
                network.come_back(&changed, 2 + since as u64);
                let other = network.living().into_iter().find(|other| *other != changed);
                if let Some(other) = other {
                    network.connect(&changed, &other);
                }
            } else {
                network.kill(&changed);
            }
            network.run(steps);
        }
        // Devices that were cut off while the network changed are paired again by their players.
        network.settle(30);
        let living = network.living();
        let apart = living.windows(2).filter(|two| network.meshes[&two[0]].reach(&two[1]) == Reach::CutOff);
        for two in apart.map(<[Device]>::to_vec).collect::<Vec<_>>() {
            network.connect(&two[0], &two[1]);
        }
        network.settle(30);
        prop_assert!(network.is_complete());
        for one in &living {
            for other in living.iter().filter(|other| *other != one) {
                prop_assert_eq!(network.meshes[one].reach(other), Reach::Direct);
            }
        }
    }
}

fn log(count: usize) -> Vec<(Stamp, Event)> {
    let stamp = |number: usize| Stamp::parse(&format!("{number}-device0011111111")).unwrap();
    (0..count).map(|number| (stamp(number), Event::Undo(stamp(number).into()))).collect()
}

#[test]
fn what_a_device_lacks_is_known_over_two_hops_and_unknown_once_it_is_cut_off() {
    let mut network = chained(3, 5);
    network.blocked.insert(pair(&device(0), &device(2)));
    network.settle(1);
    let entries = log(3);
    network.on(&device(0), |mesh, _| mesh.changed(&entries));
    network.settle(0);
    assert_eq!(network.meshes[&device(0)].lacks(&device(2), &entries), Some(3));
    network.on(&device(1), |mesh, _| mesh.changed(&entries));
    network.on(&device(2), |mesh, _| mesh.changed(&entries[..1]));
    network.settle(0);
    let mesh = &network.meshes[&device(0)];
    assert_eq!([1, 2].map(|nth| mesh.lacks(&device(nth), &entries)), [Some(0), Some(2)]);
    assert_eq!(mesh.reach(&device(2)), Reach::Through(device(1)));
    network.on(&device(2), |mesh, _| mesh.changed(&entries));
    network.settle(0);
    assert_eq!(network.meshes[&device(0)].lacks(&device(2), &entries), Some(0));
    network.kill(&device(2));
    network.settle(0);
    assert_eq!(network.meshes[&device(0)].reach(&device(2)), Reach::CutOff, "device 1 reports that it is gone");
    assert_eq!(network.meshes[&device(0)].lacks(&device(9), &entries), None);
}

#[test]
fn a_device_that_joins_knows_all_others_once_it_has_the_report_of_the_device_that_it_was_paired_with() {
    let mut network = Network::new(5, 8);
    (1..4).for_each(|nth| network.connect(&device(nth - 1), &device(nth)));
    network.settle(1);
    let (host, joining) = (device(2), device(4));
    network.connect(&host, &joining);
    while !network.meshes[&joining].has_reports() {
        assert!(network.step());
    }
    for nth in [0, 1, 3] {
        assert!(network.meshes[&joining].is_near(&device(nth)), "device {nth}");
    }
}

#[test]
fn the_name_of_a_device_is_known_over_two_hops_also_after_a_change() {
    let mut network = chained(3, 7);
    network.blocked.insert(pair(&device(0), &device(2)));
    for name in ["Carl", "Carl’s tablet"] {
        network.on(&device(2), |mesh, _| mesh.renamed(name));
        network.settle(0);
        assert_eq!(network.meshes[&device(0)].name_of(&device(2)), Some(name));
    }
    assert_eq!(network.meshes[&device(0)].name_of(&device(1)), None, "it has no name");
    let mesh = network.meshes.get_mut(&device(0)).unwrap();
    let long = Report { name: "ö".repeat(NAME + 1), ..report_of(1, 9, &[0]) };
    mesh.receive(&device(1), Message::Report(long), 0.0);
    assert_ne!(mesh.reports[&device(1)].since, 9, "its name is too long");
}

#[test]
fn a_message_about_a_phase_reaches_devices_at_most_two_hops_away_once() {
    let mut network = chained(5, 6);
    for blocked in [(0, 2), (0, 3), (0, 4), (1, 3)] {
        network.blocked.insert(pair(&device(blocked.0), &device(blocked.1)));
    }
    network.settle(1);
    // Device 0 is connected to device 1 alone, which is connected to devices 2 and 4.
    network.on(&device(0), |mesh, _| mesh.tell(PhaseMessage::Withdraws));
    network.settle(0);
    network.phases.sort();
    assert_eq!(network.phases, [1, 2, 4].map(|nth| (device(nth), device(0))));
    let mesh = &network.meshes[&device(0)];
    assert_eq!([1, 2, 3, 4].map(|nth| mesh.is_near(&device(nth))), [true, true, false, true]);
    assert_eq!(mesh.reach(&device(3)), Reach::Through(device(1)));
    network.kill(&device(4));
    network.settle(0);
    assert!(!network.meshes[&device(0)].is_near(&device(4)));
}

#[test]
fn messages_about_a_phase_are_of_their_sender_or_forwarded_for_a_device_that_is_not_connected() {
    let mut mesh = Mesh::new(device(5), 1, &[]);
    let answers = PhaseMessage::Answers { turn: 1, phase: 2, answer: PhaseAnswer::GoOn };
    let of = |author: usize| Message::Phase(device(author), answers);
    assert_eq!(mesh.receive(&device(1), of(1), 0.0), [], "a device that is not connected");
    mesh.opened(&device(1), 0.0);
    mesh.opened(&device(2), 0.0);
    let mut receive = |from: usize, author: usize| mesh.receive(&device(from), of(author), 0.0);
    let received = |author: usize| Action::Phase(device(author), answers);
    assert_eq!(receive(1, 1), [received(1), Action::Send(device(2), of(1))]);
    assert_eq!(receive(1, 7), [received(7)], "it is forwarded once");
    assert_eq!(receive(1, 2), [], "device 2 is connected, and sends its messages itself");
    assert_eq!(receive(1, 5), [], "nobody answers for this device");
    mesh.receive(&device(1), Message::Report(report_of(1, 1, &[2, 5])), 0.0);
    assert_eq!(mesh.receive(&device(1), of(1), 0.0), [received(1)], "device 1 sends it to device 2 itself");
}

#[test]
fn reports_of_connected_devices_are_news_only_if_their_connections_change() {
    let mut mesh = Mesh::new(device(5), 1, &[]);
    mesh.opened(&device(1), 0.0);
    let report = |nth: usize, number: u32, to: &[usize]| Message::Report(Report { number, ..report_of(nth, 1, to) });
    let mut is_news = |message: Message| {
        let is_news = mesh.is_news(&message);
        mesh.receive(&device(1), message, 0.0);
        is_news
    };
    assert!(is_news(report(1, 1, &[5])), "the first");
    assert!(!is_news(report(1, 2, &[5])));
    assert!(is_news(report(1, 3, &[5, 6])));
    assert!([1, 2].into_iter().all(|number| is_news(report(6, number, &[1]))), "a device that is not connected");
    assert!(!is_news(introduction(1, 5, false, "c")));
}

fn introduction(from: usize, to: usize, is_answer: bool, code: &str) -> Message {
    let (from, to, code) = (device(from), device(to), code.to_owned());
    Message::Introduce(Introduction { from, to, attempt: 1, is_answer, code })
}

fn report_of(nth: usize, since: u64, to: &[usize]) -> Report {
    let to = to.iter().map(|nth| device(*nth)).collect();
    Report { device: device(nth), name: String::new(), since, number: 1, to, has: Summary::default() }
}

#[test]
fn messages_that_break_a_limit_or_are_not_the_senders_are_ignored() {
    let mut mesh = Mesh::new(device(5), 1, &[]);
    let mut receive = |from: usize, message: Message| mesh.receive(&device(from), message, 0.0).len();
    assert_eq!(receive(1, introduction(1, 5, false, "c")), 0, "a device that is not connected");
    mesh.opened(&device(1), 0.0);
    mesh.opened(&device(2), 0.0);
    let mut receive = |from: usize, message: Message| mesh.receive(&device(from), message, 0.0).len();
    assert_eq!(receive(1, introduction(1, 2, false, "c")), 1, "it is forwarded");
    assert_eq!(receive(1, introduction(3, 2, false, "c")), 0, "it is not of the sender");
    assert_eq!(receive(1, introduction(1, 7, false, "c")), 0, "it is to a device that is not connected");
    let lengths = [CODE, CODE + 1].map(|length| receive(1, introduction(1, 2, false, &"c".repeat(length))));
    assert_eq!(lengths, [1, 0], "a code that is too long");
    assert_eq!(receive(1, introduction(3, 5, true, "c")), 0, "an answer to no offer");
    assert_eq!(receive(1, introduction(7, 5, false, "c")), 0, "the device with the smaller name makes offers");
    assert_eq!(receive(1, introduction(3, 5, false, "c")), 1);
    let many: Vec<usize> = (0..=DEVICES).collect();
    assert_eq!(receive(1, Message::Report(report_of(3, 1, &many))), 0, "too many connections");
    assert_eq!(receive(1, Message::Report(report_of(5, 9, &[1]))), 0, "nobody reports for this device");
    assert_eq!(receive(1, Message::Report(report_of(2, u64::MAX, &[]))), 0, "to nobody who needs it");
    receive(2, Message::Report(report_of(2, 3, &[5])));
    assert_eq!(mesh.reports[&device(2)].since, 3, "a device is believed about itself");
    for nth in 10..10 + 2 * DEVICES {
        mesh.receive(&device(1), Message::Report(report_of(nth, 1, &[])), 0.0);
        mesh.receive(&device(1), introduction(nth % 5, 5, false, "c"), 0.0);
    }
    assert!(mesh.reports.len() <= DEVICES && mesh.answering.len() <= DEVICES);
}

#[test]
fn messages_are_read_as_they_were_written() {
    let phase = Message::Phase(device(1), PhaseMessage::Ends { turn: 1, phase: 2 });
    for message in [introduction(1, 2, true, "c"), Message::Report(report_of(3, 1, &[1, 2])), phase] {
        let text = serde_json::to_string(&message).unwrap();
        assert_eq!(serde_json::from_str::<Message>(&text).unwrap(), message);
    }
    let strange = r#"{"report":{"device":"Not a device","since":1,"number":1,"to":[],"has":{}}}"#;
    assert!(serde_json::from_str::<Message>(strange).is_err());
}
