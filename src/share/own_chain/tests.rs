use super::*;
use crate::battle::both::RollSteps;
use crate::battle::pen::Named;
use crate::battle::{LoggedRoll, Rolled, Stamp};
use crate::dice::hash_chain::LENGTH;
use crate::share::sample_battle::header;
use serde_json::{Map, Value as Json};

/// Two devices, `x` with the pen, that have committed themselves from the first roll on.
struct Both {
    battle: Battle,
    chains: [OwnChain; 2],
}

const NAMES: [&str; 2] = ["x", "y"];

fn device(place: usize) -> Device {
    Device::parse(NAMES[place]).unwrap()
}

fn named(place: usize) -> Named {
    Named { device: device(place), name: String::new() }
}

fn add(battle: &mut Battle, place: usize, event: Event) -> Stamp {
    let (stamp, event) = (battle.next_stamp(NAMES[place]), battle.linked(event));
    battle.add(stamp.clone(), event);
    stamp
}

fn act(what: &str) -> ActDigest {
    ActDigest::of(what, &Map::new(), &Map::new())
}

fn ask(roll: u64, what: &str) -> Ask {
    Ask { roll, act: act(what) }
}

impl Both {
    fn new() -> Self {
        let mut battle = Battle::begin(header());
        let pen = battle.taking(1.0, &named(0));
        add(&mut battle, 0, pen);
        let chains = [0, 1].map(|place| {
            let own = OwnChain::new(Root::new([u8::try_from(place).unwrap(); 16]), 0);
            add(&mut battle, place, own.commitment(1.0).unwrap());
            own
        });
        Self { battle, chains }
    }

    /// `x` asks `y`.
    fn give(&mut self, ask: &Ask) -> Option<Step> {
        self.chains[1].give(&self.battle, &device(1), &device(0), ask)
    }

    fn own(&self, roll: u64) -> Step {
        self.chains[0].step(&self.battle, &device(0), roll).unwrap()
    }

    /// The next roll enters the log, for an act of this name, with the other's step or without.
    fn roll(&mut self, roll: u64, what: &str, other: Option<Step>) {
        let steps = other.map(|other| RollSteps::of((device(0), self.own(roll)), (device(1), other)).unwrap());
        let faces = self.battle.faces(roll, 6, 2, steps.as_ref());
        let roll = LoggedRoll { purpose: "dice".into(), sides: 6, faces, number: Some(roll), steps, counted: None };
        let rolled = Rolled::of(1.0, what, Map::new(), Map::new(), vec![roll]);
        add(&mut self.battle, 0, Event::Rolled(Box::new(rolled)));
    }
}

#[test]
fn the_step_of_the_next_roll_is_given_to_the_holder_of_the_pen_for_one_act() {
    let mut both = Both::new();
    let given = both.give(&ask(0, "shoot"));
    assert_eq!(given, Root::new([1; 16]).step(1));
    assert_eq!(both.give(&ask(0, "shoot")), given, "as after a crash");
    assert_eq!(both.give(&ask(0, "charge")), None, "it is known for another act");
    assert_eq!(both.give(&ask(1, "charge")), None, "nor is the roll after it");
    assert_eq!(both.give(&ask(1, "shoot")), Root::new([1; 16]).step(2), "a further roll of the same act");
    both.roll(0, "shoot", given);
    assert_eq!(both.give(&ask(0, "shoot")), None, "the log has it");
    let (battle, chain) = (both.battle.clone(), &mut both.chains[0]);
    assert_eq!(chain.give(&battle, &device(0), &device(1), &ask(1, "rally")), None, "the other has no pen");
    assert_eq!(chain.give(&battle, &device(0), &device(0), &ask(1, "rally")), None, "nor to oneself");
}

#[test]
fn no_step_is_given_ahead() {
    let mut both = Both::new();
    for roll in [1, 2, 63, 64, LENGTH, LENGTH + 1, u64::MAX] {
        assert_eq!(both.give(&ask(roll, "shoot")), None, "{roll}");
    }
    for roll in 0..AHEAD {
        assert!(both.give(&ask(roll, "shoot")).is_some(), "{roll}");
    }
    assert_eq!(both.give(&ask(AHEAD, "shoot")), None, "no act has so many rolls");
}

#[test]
fn who_has_not_committed_himself_gets_no_step_and_gives_none() {
    let mut both = Both::new();
    let log = |without: usize| {
        let is_his = move |(stamp, event): &&(Stamp, Event)| {
            matches!(event, Event::Chain(_)) && stamp.device() == device(without)
        };
        let all = both.battle.log().iter();
        Battle::replay(header(), all.filter(move |own| !is_his(own)).cloned().collect::<Vec<_>>())
    };
    let (without_asker, without_giver) = (log(0), log(1));
    let ask_in = |battle: &Battle| both.chains[1].clone().give(battle, &device(1), &device(0), &ask(0, "shoot"));
    assert_eq!(ask_in(&without_giver), None);
    assert_eq!(ask_in(&without_asker), None);
    assert!(ask_in(&both.battle).is_some());
    // A device that lost its steps, and committed itself to others, does not give those of the former ones.
    let other = OwnChain::new(Root::new([9; 16]), 0);
    add(&mut both.battle, 1, other.commitment(2.0).unwrap());
    assert_eq!(both.give(&ask(0, "shoot")), None);
}

#[test]
fn steps_end_with_the_chain() {
    let mut both = Both::new();
    both.chains[1].first = 5;
    add(&mut both.battle, 1, both.chains[1].commitment(2.0).unwrap());
    let (battle, chain) = (&both.battle, &both.chains[1]);
    assert_eq!(chain.step(battle, &device(1), 4), None);
    assert_eq!(chain.step(battle, &device(1), 5), Root::new([1; 16]).step(1));
    assert_eq!(chain.step(battle, &device(1), 4 + LENGTH), Root::new([1; 16]).step(LENGTH));
    assert_eq!(chain.step(battle, &device(1), 5 + LENGTH), None);
}

#[test]
fn a_step_that_was_not_used_as_it_was_asked_for_is_disclosed() {
    let mut both = Both::new();
    let given = both.give(&ask(0, "shoot"));
    assert_eq!(both.chains[1].unused(&both.battle), [0], "until the roll is in the log");
    let mut honest = Both { battle: both.battle.clone(), chains: both.chains.clone() };
    honest.roll(0, "shoot", given);
    assert_eq!(honest.chains[1].unused(&honest.battle), [0; 0]);
    let mut elsewhere = Both { battle: both.battle.clone(), chains: both.chains.clone() };
    elsewhere.roll(0, "charge", given);
    assert_eq!(elsewhere.chains[1].unused(&elsewhere.battle), [0], "used for another act");
    let mut alone = Both { battle: both.battle.clone(), chains: both.chains.clone() };
    alone.roll(0, "shoot", None);
    assert_eq!(alone.chains[1].unused(&alone.battle), [0], "rolled from the seed, as those dice were better");
    let mut forged = Both { battle: both.battle.clone(), chains: both.chains.clone() };
    forged.roll(0, "shoot", Root::new([9; 16]).step(1));
    assert_eq!(forged.chains[1].unused(&forged.battle), [0], "rolled with a step that was not given");
    // He chose other steps of his own once he knew the other's.
    let other = OwnChain::new(Root::new([9; 16]), 0);
    add(&mut both.battle, 0, other.commitment(2.0).unwrap());
    both.chains[0] = other;
    both.roll(0, "shoot", given);
    assert_eq!(both.chains[1].unused(&both.battle), [0]);
}

#[test]
fn what_was_given_is_kept() {
    let mut both = Both::new();
    both.give(&ask(0, "shoot"));
    let text = serde_json::to_string(&both.chains[1]).unwrap();
    let read: OwnChain = serde_json::from_str(&text).unwrap();
    assert_eq!(read, both.chains[1]);
    let untouched: Json = serde_json::to_value(&both.chains[0]).unwrap();
    assert_eq!(untouched["given"], Json::Null);
}
