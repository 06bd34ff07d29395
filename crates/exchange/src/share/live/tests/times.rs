//! Tests of devices that exchange the times of their clocks.

use super::*;
use battle::analysis::clock::Clock;

const MINUTE: f64 = 60_000.0;

#[test]
fn devices_send_their_times_and_accept_greetings_without_a_time() {
    let battle = acted(1, "a");
    let mut sender = Peer::new("b1");
    sender.set_time(1234.5);
    assert!(sender.is_to_greet());
    let hello = sender.due(Some(&battle), &named("")).remove(0);
    assert!(!sender.is_to_greet());
    let mut peer = Peer::new("b1");
    peer.receive(test_rulesets::RULESETS, &hello, Some(&battle)).unwrap();
    assert_eq!(peer.time(), Some(1234.5));
    // As devices of version 1.0.0 greet.
    let hello = Peer::new("b1").due(Some(&battle), &named("")).remove(0);
    assert!(!hello.contains(r#""time""#), "{hello}");
    peer.receive(test_rulesets::RULESETS, &hello, Some(&battle)).unwrap();
    assert_eq!(peer.time(), None);
}

/// A device with its own clock, and the other ends of its connections.
struct TimedDevice {
    /// Number of minutes by which its own clock is fast.
    fast: f64,
    clock: SteadyClock,
    links: Vec<TimedLink>,
}

/// One end of a connection.
struct TimedLink {
    to: usize,
    offered: bool,
    peer: Peer,
}

/// Returns devices whose clocks are fast by these minutes. Each pair is a connection: the device that offered it, and the one that joined.
fn connected(fast: &[f64], connections: &[(usize, usize)]) -> Vec<TimedDevice> {
    let mut devices: Vec<TimedDevice> =
        fast.iter().map(|fast| TimedDevice { fast: *fast, clock: SteadyClock::default(), links: Vec::new() }).collect();
    for (host, guest) in connections {
        connect(&mut devices, *host, *guest);
    }
    devices
}

fn connect(devices: &mut [TimedDevice], host: usize, guest: usize) {
    for (here, to, offered) in [(host, guest, true), (guest, host, false)] {
        devices[here].links.push(TimedLink { to, offered, peer: Peer::new("b1") });
    }
    greet(devices);
}

/// Returns the time on a device in minutes, at minute 100.
fn minute(device: &mut TimedDevice) -> f64 {
    let wall = (100.0 + device.fast) * MINUTE;
    device.clock.read(wall, 0.0, false) / MINUTE
}

/// Sends greetings as the app does, until none is due. Returns the number of greetings.
fn greet(devices: &mut [TimedDevice]) -> usize {
    let battle = acted(1, "a");
    for sent in 0.. {
        let due = devices
            .iter()
            .enumerate()
            .find_map(|(index, device)| Some((index, device.links.iter().position(|link| link.peer.is_to_greet())?)));
        let Some((from, link)) = due else { return sent };
        assert!(sent < 50, "the greetings do not end");
        let time = minute(&mut devices[from]) * MINUTE;
        let link = &mut devices[from].links[link];
        link.peer.set_time(time);
        let (to, hello) = (link.to, link.peer.due(Some(&battle), &named("")).remove(0));
        let here = minute(&mut devices[to]) * MINUTE;
        let TimedDevice { clock, links, .. } = &mut devices[to];
        let receiving = links.iter_mut().find(|link| link.to == from).unwrap();
        receiving.peer.receive(test_rulesets::RULESETS, &hello, Some(&battle)).unwrap();
        let received = receiving.peer.time().filter(|_| !receiving.offered);
        let joined = links.iter_mut().filter(|link| link.offered).map(|link| &mut link.peer);
        if let Some(other) = received {
            follow_time(clock, other, here, joined);
        }
    }
    unreachable!()
}

fn times(devices: &mut [TimedDevice]) -> Vec<f64> {
    devices.iter_mut().map(minute).collect()
}

#[test]
fn three_devices_agree_on_a_time_in_any_order_of_connection() {
    let fast = [0.0, -5.0, 7.0];
    // Both other devices join the first.
    assert_eq!(times(&mut connected(&fast, &[(0, 1), (0, 2)])), [100.0; 3]);
    // A chain, connected from its beginning and from its end. The third device follows the second, which follows the first.
    assert_eq!(times(&mut connected(&fast, &[(0, 1), (1, 2)])), [100.0; 3]);
    let mut devices = connected(&fast, &[(1, 2)]);
    assert_eq!(times(&mut devices), [100.0, 95.0, 95.0]);
    connect(&mut devices, 0, 1);
    assert_eq!(times(&mut devices), [100.0; 3], "the third learns that the second has another time now");
    // The devices in a closed ring already have the same time.
    connect(&mut devices, 2, 0);
    assert_eq!((times(&mut devices), greet(&mut devices)), (vec![100.0; 3], 0));
}

#[test]
fn absurd_times_from_a_device_move_no_other_clock() {
    for fast in [1e12, -1e12] {
        let mut devices = connected(&[fast, 0.0, -5.0], &[(1, 2), (0, 1)]);
        assert_eq!(times(&mut devices)[1..], [100.0; 2], "{fast}");
    }
    let battle = acted(1, "a");
    let hello = Peer::new("b1").due(Some(&battle), &named("")).remove(0);
    let with = |time: &str| hello.replacen(r#""name":"""#, &format!(r#""name":"","time":{time}"#), 1);
    for text in ["1e400", "\"noon\"", "[]"] {
        assert_eq!(
            Peer::new("b1").receive(test_rulesets::RULESETS, &with(text), Some(&battle)),
            Err(Trouble::Strange),
            "{text}"
        );
    }
    for text in ["1e300", "-1e300", "0", "null"] {
        assert_eq!(
            Peer::new("b1").receive(test_rulesets::RULESETS, &with(text), Some(&battle)),
            Ok(Received::Greeting),
            "{text}"
        );
    }
}

#[test]
fn the_clock_of_a_slow_device_is_not_corrected_twice() {
    // Its log arrived by codes, so no clocks were exchanged. From the acts, the clock of the battle knows that it is five minutes behind.
    let mut battle = Battle::begin(test_rulesets::RULESETS, Header { began: 0.0, ..header() });
    let mut act = |tab: &str, minute: f64| {
        let act = ActionEvent::new(minute * MINUTE, Action::Note(format!("{minute}")), Vec::new());
        battle.add(battle.next_stamp(tab), Event::Action(Box::new(act)));
        battle.clone()
    };
    act("fast0000tab", 10.0);
    let battle_then = act("slow0000tab", 5.0);
    let slow = Device::parse("slow0000").unwrap();
    // At minute 11 it joins the other device.
    let mut clock = SteadyClock::default();
    let here = clock.read(6.0 * MINUTE, 0.0, false);
    follow_time(&mut clock, 11.0 * MINUTE, Clock::of(&battle_then).time_on(&slow, here), std::iter::empty());
    let now = clock.read(7.0 * MINUTE, MINUTE, false);
    let battle = act("slow0000tab", now / MINUTE);
    assert_eq!(Clock::of(&battle).spent().battle / MINUTE, 12.0);
}
