//! Messages and news from another device.

use crate::corpus::{corpus, use_battle};
use crate::dice::Dice;
use crate::{ALONE, USED, bounded, runs};
use battle::Battle;
use battle::Device;
use battle::control::Named;
use battle::seats::PhaseMessage;
use exchange::share::Shared;
use exchange::share::live::Message;
use exchange::share::live::Peer;
use exchange::share::live::Received;
use exchange::share::mesh::{self, Introduction, Mesh, Report};
use exchange::share::news::News;
use exchange::share::pack;
use exchange::share::summary::Summary;
use serde_json::Value as Json;

/// A message with letters or values changed.
fn changed_message(dice: &mut Dice, message: &str, other: &str) -> String {
    if dice.below(3) == 0 {
        let mut bytes = message.as_bytes().to_vec();
        dice.bytes(&mut bytes, other.as_bytes());
        return String::from_utf8_lossy(&bytes).into_owned();
    }
    let mut json: Json = serde_json::from_str(message).expect("JSON");
    for _ in 0..=dice.below(3) {
        dice.json(&mut json);
    }
    json.to_string()
}

/// Messages that only version 1.0.0 sends.
const OF_VERSION_1_0_0: [&str; 2] = [
    r#"{"ask":{"roll":4,"act":"0123456789abcdef"}}"#,
    r#"{"give":{"roll":4,"step":"000102030405060708090a0b0c0d0e0f"}}"#,
];

/// The device that sends the messages.
fn other_device() -> Device {
    Device::parse("a2b3").expect("a device")
}

/// The mesh of a device that is connected to the other one.
fn connected_mesh(this: &Named, here: &Battle) -> Mesh {
    let mut mesh = Mesh::new(this.device.clone(), 1, here.log());
    mesh.opened(&other_device(), 0.0);
    mesh
}

/// A message of the mesh of each kind.
fn messages_of_mesh(battle: &Battle) -> Vec<Message> {
    let (from, to) = (other_device(), Device::parse("k3x9abcd").expect("a device"));
    let (name, has) = ("Ben".to_owned(), Summary::of(battle.log()));
    let report = Report { device: from.clone(), name, since: 1, number: 1, to: [to.clone()].into(), has };
    let introduction =
        |is_answer| Introduction { from: from.clone(), to: to.clone(), attempt: 1, is_answer, code: "DRUM3 00".into() };
    let phase = PhaseMessage::Ends { turn: 1, phase: 2 };
    let messages = [
        mesh::Message::Report(report),
        mesh::Message::Introduce(introduction(false)),
        mesh::Message::Introduce(introduction(true)),
        mesh::Message::Phase(from.clone(), phase),
    ];
    messages.map(Message::Mesh).into()
}

#[test]
fn no_message_or_news_of_another_device_crashes_the_app_or_changes_what_is_here() {
    let _alone = ALONE.lock();
    let this = Named { device: Device::parse("k3x9abcd").expect("a device"), name: "Ann’s phone".into() };
    let battles: Vec<Shared> = corpus().into_iter().filter(|shared| matches!(shared, Shared::Battle(..))).collect();
    let mut dice = Dice::new();
    let (mut taken, runs) = (0, runs("DRUMHEAD_LINKS", 3_000) / 3);
    for _ in 0..runs {
        let Shared::Battle(id, header, log) = dice.pick(&battles).clone() else { continue };
        let theirs = Battle::replay(test_rulesets::RULESETS, header.clone(), log.clone());
        let here = Battle::replay(test_rulesets::RULESETS, header.clone(), log.into_iter().take(5));
        let (before, saved) = (here.fingerprint(), Shared::Battle(id.clone(), header.clone(), here.log().to_vec()));
        let mut sender = Peer::new(&id);
        let mut messages = sender.due(Some(&theirs), &this);
        let hello = Peer::new(&id).due(Some(&here), &this).remove(0);
        sender.receive(test_rulesets::RULESETS, &hello, Some(&theirs)).expect("a greeting");
        messages.extend(sender.due(Some(&theirs), &this));
        let others = [Message::Battle(Box::new(header)), Message::Part { text: hello.clone(), is_last: true }];
        let others = others.into_iter().chain(messages_of_mesh(&theirs));
        messages.extend(others.map(|message| serde_json::to_string(&message).expect("JSON")));
        messages.extend(OF_VERSION_1_0_0.map(str::to_owned));
        let mut peer = Peer::new(&id);
        let mut mesh = connected_mesh(&this, &here);
        for nth in 0..messages.len() {
            let other = dice.pick(&messages);
            // Most greetings are unchanged, because messages before a greeting are refused.
            let is_whole = if nth == 0 { dice.below(4) != 0 } else { dice.below(3) == 0 };
            let text = if is_whole { messages[nth].clone() } else { changed_message(&mut dice, &messages[nth], other) };
            let has_battle = dice.below(6) != 0;
            let received =
                bounded("a message", || peer.receive(test_rulesets::RULESETS, &text, has_battle.then_some(&here)));
            let received = received.unwrap_or(Received::Nothing);
            if let Received::Mesh(message) = &received {
                let from = if dice.below(3) == 0 { this.device.clone() } else { other_device() };
                let actions = bounded("a message of the mesh", || mesh.receive(&from, message.clone(), 0.0));
                assert!(actions.len() <= 2 * mesh::DEVICES, "{} actions", actions.len());
                bounded("what a device lacks", || mesh.lacks(&other_device(), here.log()));
            }
            if let Received::Events(events) = received {
                taken += 1;
                let mut merged = here.clone();
                merged.add_all(events);
                assert!(
                    here.log().iter().all(|(stamp, own)| merged.event(stamp) == Some(own)),
                    "an entry was replaced"
                );
                if taken % USED == 0 {
                    bounded("what messages brought", || use_battle(merged.header().clone(), merged.log().to_vec()));
                }
            }
            let _ = (peer.lacks(here.log()), peer.due(Some(&here), &this));
        }
        assert_eq!(here.fingerprint(), before);
        let news = News::of(&id, &theirs, Some(&Summary::of(here.log())));
        let text = changed_message(&mut dice, &serde_json::to_string(&news).expect("JSON"), &hello);
        let link = format!("n=1.{}", pack::pack(&text).expect("short"));
        if let Ok(news) = bounded("news", || News::read(test_rulesets::RULESETS, &link)) {
            let _ =
                bounded("news that arrive", || news.arrive(test_rulesets::RULESETS, &saved.bundle().expect("texts")));
        }
    }
    println!("{runs} talks, in which {taken} messages brought entries");
    assert!(taken > runs / 20, "{taken} of {runs}");
}
