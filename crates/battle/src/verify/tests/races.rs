//! Tabs that act at the same moment, at random. No author is blamed for events that they could not have seen, and altered entries are
//! found.

use super::*;
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};

/// Tabs that have one battle open. The browser reports each saved event to all of them in the same order, with delays.
struct Race {
    rng: ChaCha20Rng,
    tabs: Vec<Tab>,
    saved: Vec<(Stamp, Event)>,
}

struct Tab {
    name: &'static str,
    battle: Battle,
    /// Number of saved events that the tab has received.
    seen: usize,
}

impl Race {
    fn new(seed: u64) -> Self {
        let tab = |name| Tab { name, battle: Battle::begin(test_rulesets::RULESETS, header()), seen: 0 };
        Self { rng: ChaCha20Rng::seed_from_u64(seed), tabs: ["x", "y", "z"].map(tab).into(), saved: Vec::new() }
    }

    fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.rng.next_u32()).unwrap() % sides
    }

    fn run(&mut self, acts: usize) {
        while self.saved.len() < acts {
            let tab = self.below(self.tabs.len());
            if self.below(3) == 0 {
                self.act(tab);
            } else {
                let news = self.below(4);
                self.show(tab, news);
            }
        }
    }

    fn show(&mut self, tab: usize, news: usize) {
        let Tab { battle, seen, .. } = &mut self.tabs[tab];
        let upto = (*seen + news).min(self.saved.len());
        for (stamp, event) in &self.saved[*seen..upto] {
            battle.add(stamp.clone(), event.clone());
        }
        *seen = upto;
    }

    fn act(&mut self, tab: usize) {
        let (kind, number) = (self.below(8), self.below(9));
        let Tab { name, battle, .. } = &mut self.tabs[tab];
        let event = random_event(battle, kind, number);
        if let Some(event) = event {
            let (stamp, event) = (battle.next_stamp(name), battle.linked(event));
            battle.add(stamp.clone(), event.clone());
            self.saved.push((stamp, event));
        }
    }

    fn log(&self) -> Battle {
        Battle::replay(test_rulesets::RULESETS, header(), self.saved.clone())
    }
}

/// A random event of a kind from 0 to 7; `None` if the battle does not allow it now.
pub(super) fn random_event(battle: &Battle, kind: usize, number: usize) -> Option<Event> {
    let waiting = battle.awaiting().next().map(|(stamp, rolled)| (stamp.clone(), rolled.clone()));
    match (kind, waiting) {
        (0..4, Some((stamp, rolled))) => Some(settled(battle, stamp, rolled, kind == 0)),
        (0..4, None) => Some(roll(battle)),
        (4, _) => battle.undoing(),
        (5, _) => battle.redoing(),
        (6, _) => {
            let changes = referee::next_changes(&pike_and_shot::RULESET, battle.state());
            let act = ActionEvent::new(1.0, Action::Phase, changes);
            Some(Event::Action(Box::new(act.refereed(Vec::new()))))
        }
        _ => Some(by_hand(i32::try_from(number).unwrap())),
    }
}

/// The next roll of the app in a battle.
fn roll(battle: &Battle) -> Event {
    let mut played = battle.clone();
    play(&mut played, true);
    let (_, rolled) = &played.log()[played.log().len() - 2];
    let mut rolled = rolled.clone();
    if let Event::Rolled(rolled) = &mut rolled {
        rolled.after.clear();
    }
    rolled
}

#[test]
fn random_races_of_three_tabs_are_valid_and_an_altered_entry_is_found() {
    let (mut at_once, mut altered) = (0, 0);
    for seed in 0..100 {
        let mut race = Race::new(seed);
        race.run(60);
        let battle = race.log();
        let findings = verify(&battle);
        assert_eq!(faults(&findings), [], "race {seed}");
        let numbers: Vec<u32> = battle.log().iter().map(|(stamp, _)| stamp.number()).collect();
        at_once += numbers.windows(2).filter(|pair| pair[0] == pair[1]).count();
        // An entry that no later entry links is covered by the fingerprint alone.
        let linked = |stamp: &Stamp| battle.events().any(|event| event.after().iter().any(|link| link.stamp == *stamp));
        let mut log = battle.log().to_vec();
        let place = (0..log.len()).map(|_| race.below(log.len())).find(|place| linked(&log[*place].0)).unwrap();
        let other = log[(place + 1) % log.len()].0.clone();
        match &mut log[place].1 {
            Event::Action(act) => act.at += 1.0,
            Event::Rolled(rolled) => rolled.at += 1.0,
            Event::Undo(reversal) | Event::Redo(reversal) => reversal.act = other,
            Event::Control(control_event) => control_event.at += 1.0,
            Event::Chain(commitment) => commitment.at += 1.0,
        }
        let found = verify(&Battle::replay(test_rulesets::RULESETS, header(), log));
        assert!(!faults(&found).is_empty(), "entry {place} of race {seed} was altered and nobody noticed");
        altered += 1;
    }
    assert!(at_once > 1_000 && altered == 100, "they were no races: {at_once}");
}

#[test]
fn merged_logs_of_two_independent_devices_are_valid() {
    let mut race = Race::new(7);
    race.run(12);
    for tab in 0..3 {
        race.show(tab, 99);
    }
    race.tabs.truncate(2);
    for n in 0..60 {
        race.act(n % 2);
    }
    assert_eq!(faults(&verify(&race.log())), []);
    race.show(0, 99);
    race.act(0);
    assert_eq!(faults(&verify(&race.log())), []);
}

#[test]
fn a_battle_does_not_depend_on_the_order_in_which_events_arrive() {
    let mut race = Race::new(3);
    race.run(300);
    let whole = race.log();
    let mut log = race.saved.clone();
    for (from, to) in (0..log.len()).rev().map(|from| (from, race.below(from + 1))).collect::<Vec<_>>() {
        log.swap(from, to);
    }
    let mut one_by_one = Battle::begin(test_rulesets::RULESETS, header());
    log.iter().cloned().for_each(|(stamp, event)| one_by_one.add(stamp, event));
    let mut in_heaps = Battle::begin(test_rulesets::RULESETS, header());
    log.chunks(37).for_each(|heap| in_heaps.add_all(heap.to_vec()));
    for other in [one_by_one, in_heaps] {
        assert_eq!((other.log(), other.fingerprint()), (whole.log(), whole.fingerprint()));
        assert_eq!((other.event_statuses(), other.next_roll()), (whole.event_statuses(), whole.next_roll()));
        for of in ["u1", "u2", "a", "b", "battle"] {
            assert_eq!(other.state().tracked(of), whole.state().tracked(of));
        }
    }
}
