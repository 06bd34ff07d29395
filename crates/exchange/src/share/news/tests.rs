use super::*;
use crate::share::sample_battle::{act, acted};
use battle::{Action, ActionEvent};
use proptest::prelude::*;
use rules::dice::rng::Seed;

fn saved(battle: &Battle) -> Bundle {
    Shared::Battle("b1".into(), battle.header().clone(), battle.log().to_vec()).bundle().unwrap()
}

/// Adds entries as for a player who has read their codes.
fn read(here: &mut Battle, news: &News) -> Result<Arrived, NoNews> {
    let news = News::read(test_rulesets::RULESETS, &news.write(test_rulesets::RULESETS).unwrap()).unwrap();
    let arrived = news.arrive(test_rulesets::RULESETS, &saved(here))?;
    here.add_all(news.log);
    Ok(arrived)
}

impl News {
    fn write_unchecked(&self) -> String {
        format!("{MARK}1.{}", pack::pack(&serde_json::to_string(self).unwrap()).unwrap())
    }
}

fn copies(acts: usize) -> (Battle, Battle) {
    let mut one = acted(0, "a");
    (0..acts).for_each(|_| act(&mut one, "a"));
    let other = one.clone();
    (one, other)
}

#[test]
fn two_diverged_devices_exchange_only_missing_entries() {
    let (mut one, mut other) = copies(30);
    (0..4).for_each(|_| act(&mut one, "a"));
    (0..3).for_each(|_| act(&mut other, "b"));
    // At the first meeting only the summary is shown; the answer contains the missing entries.
    let greeting = News::of("b1", &one, None);
    assert_eq!(greeting.log, []);
    let arrived = read(&mut other, &greeting).unwrap();
    assert_eq!(
        (arrived.relation, arrived.is_whole),
        (Relation::Behind(3), false),
        "it tells of entries that are not in it"
    );
    let answer = News::of("b1", &other, Some(&greeting.has));
    assert_eq!(answer.log.len(), 3);
    let arrived = read(&mut one, &answer).unwrap();
    assert_eq!((arrived.relation, arrived.is_whole), (Relation::Parted(3, 4), true));
    let back = News::of("b1", &one, Some(&answer.has));
    assert_eq!(back.log.len(), 4);
    let arrived = read(&mut other, &back).unwrap();
    assert_eq!((arrived.relation, arrived.is_whole), (Relation::Ahead(4), true));
    assert_eq!(one.log(), other.log());
    assert_eq!(News::of("b1", &one, Some(&Summary::of(other.log()))).log, []);
}

#[test]
fn the_first_codes_work_with_and_without_the_battle_on_the_other_device() {
    let (one, mut other) = copies(5);
    (0..3).for_each(|_| act(&mut other, "b"));
    let news =
        News::read(test_rulesets::RULESETS, &News::whole("b1", &one).write(test_rulesets::RULESETS).unwrap()).unwrap();
    let arrived = news.arrive(test_rulesets::RULESETS, &Bundle::default()).unwrap();
    assert_eq!((arrived.relation, arrived.is_whole), (Relation::Ahead(one.log().len()), true));
    assert_eq!(arrived.theirs, saved(&one));
    let arrived = news.arrive(test_rulesets::RULESETS, &saved(&other)).unwrap();
    assert_eq!((arrived.relation, arrived.is_whole), (Relation::Behind(3), true));
    let greeting = News::of("b1", &one, None);
    assert_eq!(
        greeting.arrive(test_rulesets::RULESETS, &Bundle::default()),
        Err(NoNews::NotHere),
        "a summary alone is not the battle"
    );
    let mut other_beginning = news.clone();
    other_beginning.header.as_mut().unwrap().sides[0].name = "Others".into();
    assert_eq!(News::read(test_rulesets::RULESETS, &other_beginning.write_unchecked()), Err(NoLink::Strange));
}

#[test]
fn without_a_current_summary_more_entries_are_sent_and_none_are_lost() {
    let (mut one, mut other) = copies(5);
    let old = Summary::of(other.log());
    (0..3).for_each(|_| act(&mut other, "b"));
    one.add_all(other.log().to_vec());
    (0..2).for_each(|_| act(&mut one, "a"));
    // The summary is older than the other device's acts, so entries are sent back to their writer.
    let news = News::of("b1", &one, Some(&old));
    assert_eq!(news.log.len(), 5);
    assert_eq!(read(&mut other, &news).unwrap().relation, Relation::Ahead(2));
    assert_eq!(one.log(), other.log());
    // The summary was lost, so all entries are sent.
    let news = News::of("b1", &one, Some(&Summary::default()));
    assert_eq!(news.log.len(), one.log().len());
    assert_eq!(read(&mut other, &news).unwrap().relation, Relation::Same);
}

#[test]
fn a_device_that_lost_entries_is_informed_and_gets_them_at_the_next_exchange() {
    let (mut one, other) = copies(6);
    let seen = Summary::of(other.log());
    (0..2).for_each(|_| act(&mut one, "a"));
    // The other device opens an older backup.
    let mut older = Battle::replay(test_rulesets::RULESETS, other.header().clone(), other.log()[..3].to_vec());
    let arrived = read(&mut older, &News::of("b1", &one, Some(&seen))).unwrap();
    assert_eq!((arrived.relation, arrived.is_whole), (Relation::Ahead(2), false));
    let all = News::of("b1", &one, Some(&Summary::of(older.log())));
    let arrived = read(&mut older, &all).unwrap();
    assert!(arrived.is_whole);
    assert_eq!(older.log(), one.log());
}

#[test]
fn news_of_another_battle_is_refused_with_the_reason() {
    let (one, other) = copies(2);
    let news = News::of("b1", &one, Some(&Summary::default()));
    assert_eq!(news.arrive(test_rulesets::RULESETS, &Bundle::default()), Err(NoNews::NotHere));
    let header = Header { seed: Seed([8; 32]), ..other.header().clone() };
    let foreign = Battle::replay(test_rulesets::RULESETS, header, other.log().to_vec());
    assert_eq!(news.arrive(test_rulesets::RULESETS, &saved(&foreign)), Err(NoNews::Apart(MergeFailure::Beginning)));
    let renamed = Battle::replay(
        test_rulesets::RULESETS,
        Header { name: "Ours".into(), ..other.header().clone() },
        other.log().to_vec(),
    );
    assert_eq!(
        news.arrive(test_rulesets::RULESETS, &saved(&renamed)).map(|arrived| arrived.relation),
        Ok(Relation::Same)
    );
}

#[test]
fn a_different_entry_with_a_known_stamp_is_refused() {
    let (mut one, mut other) = copies(2);
    act(&mut one, "a");
    let note = Event::Action(Box::new(ActionEvent::new(1.0, Action::Note("Fog".into()), Vec::new())));
    other.add(one.log()[2].0.clone(), note);
    // The checksum reveals it, so the entry is sent although its number is known.
    let news = News::of("b1", &one, Some(&Summary::of(other.log())));
    assert_eq!(
        news.arrive(test_rulesets::RULESETS, &saved(&other)),
        Err(NoNews::Apart(MergeFailure::Entry(one.log()[2].0.clone())))
    );
}

#[test]
fn twenty_entries_need_few_codes() {
    let (mut one, other) = copies(200);
    let summary = Summary::of(other.log());
    (0..20).for_each(|_| act(&mut one, "a"));
    let link = News::of("b1", &one, Some(&summary)).write(test_rulesets::RULESETS).unwrap();
    assert!(crate::share::codes::Codes::of(&link).unwrap().enough() <= 3, "{} letters", link.len());
    let greeting = News::of("b1", &one, None).write(test_rulesets::RULESETS).unwrap();
    assert_eq!(crate::share::codes::Codes::of(&greeting).unwrap().enough(), 1, "{} letters", greeting.len());
}

#[test]
fn news_contains_the_name_of_its_sender() {
    let (one, _) = copies(1);
    let device = Device::parse("k3x9abcd").unwrap();
    let news = News::of("b1", &one, None).from(&device);
    let read = News::read(test_rulesets::RULESETS, &news.write(test_rulesets::RULESETS).unwrap()).unwrap();
    assert_eq!(read.from, Some(device));
    assert_eq!(read.mark, one.mark());
}

#[test]
fn news_beyond_a_limit_or_out_of_order_is_refused() {
    let (mut one, _) = copies(2);
    let news = |battle: &Battle| News::of("b1", battle, Some(&Summary::default()));
    let link = |news: &News| format!("{MARK}1.{}", pack::pack(&serde_json::to_string(news).unwrap()).unwrap());
    let mut twice = news(&one);
    twice.log.push(twice.log[1].clone());
    assert_eq!(News::read(test_rulesets::RULESETS, &link(&twice)), Err(NoLink::Strange), "an entry is there once");
    let mut turned = news(&one);
    turned.log.reverse();
    assert_eq!(News::read(test_rulesets::RULESETS, &link(&turned)), Err(NoLink::Strange));
    let elsewhere = News { battle: "No id".into(), ..news(&one) };
    assert_eq!(
        News::read(test_rulesets::RULESETS, &link(&elsewhere)),
        Err(NoLink::Strange),
        "no battle has such an id"
    );
    let noted = |length: usize| {
        let note = ActionEvent::new(1.0, Action::Note("x".repeat(length)), Vec::new());
        (one.next_stamp("a"), Event::Action(Box::new(note)))
    };
    for (length, read) in [(limits::TEXT, true), (limits::TEXT + 1, false)] {
        let (stamp, event) = noted(length);
        let mut longer = one.clone();
        longer.add(stamp, event);
        let news = news(&longer);
        assert_eq!(
            News::read(test_rulesets::RULESETS, &link(&news)),
            if read { Ok(news) } else { Err(NoLink::TooMuch) },
            "{length} letters"
        );
    }
    let entries = |count: usize| {
        let none = Event::Undo(Stamp::parse("0-a").unwrap().into());
        let log = (0..count).map(|n| (Stamp::parse(&format!("{n}-a")).unwrap(), none.clone())).collect();
        News::read(test_rulesets::RULESETS, &link(&News { log, ..news(&one) })).map(|news| news.log.len())
    };
    assert_eq!(entries(limits::EVENTS), Ok(limits::EVENTS));
    assert_eq!(entries(limits::EVENTS + 1), Err(NoLink::TooMuch));
    act(&mut one, "a");
    assert_eq!(News::read(test_rulesets::RULESETS, &link(&news(&one))), Ok(news(&one)));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]
    #[test]
    fn diverged_logs_become_equal_by_exchanges_in_both_directions(steps in proptest::collection::vec((0..3_usize, 0..8_usize), 1..60)) {
        let mut devices = vec![acted(0, "a"); 3];
        // Each device's record of the others, from the codes that it read last.
        let mut known: Vec<Vec<Option<Summary>>> = vec![vec![None; 3]; 3];
        let mut tell = |devices: &mut Vec<Battle>, from: usize, to: usize| {
            let news = News::of("b1", &devices[from], known[from][to].as_ref());
            let arrived = read(&mut devices[to], &news).unwrap();
            prop_assert!(!matches!(arrived.relation, Relation::Apart(_)));
            known[to][from] = Some(news.has);
            Ok(())
        };
        for (device, what) in steps {
            match what {
                0 | 1 => tell(&mut devices, device, (device + 1 + what) % 3)?,
                // A reloaded page writes as another writer.
                2 => act(&mut devices[device], ["d", "e", "f"][device]),
                _ => act(&mut devices[device], ["a", "b", "c"][device]),
            }
        }
        for _ in 0..2 {
            for (from, to) in [(0, 1), (1, 0), (0, 1), (1, 2), (2, 1), (1, 2), (2, 0), (0, 2), (2, 0)] {
                tell(&mut devices, from, to)?;
            }
        }
        prop_assert_eq!(devices[0].log(), devices[1].log());
        prop_assert_eq!(devices[0].log(), devices[2].log());
        prop_assert_eq!(devices[0].fingerprint(), devices[2].fingerprint());
    }
}
