//! Links and codes.

use crate::corpus::{corpus, stamp, use_battle, use_roster, use_scenario};
use crate::dice::Dice;
use crate::{ALONE, USED, bounded, runs};
use battle::Device;
use battle::Event;
use battle::control;
use data_encoding::BASE64URL_NOPAD;
use exchange::share;
use exchange::share::Shared;
use exchange::share::arrival::Taking;
use exchange::share::arrival::plan;
use exchange::share::base45;
use exchange::share::codes::Codes;
use exchange::share::codes::Reading;
use exchange::share::pack::{self, Dictionary};
use exchange::share::pairing::Pairing;
use exchange::storage::limits;
use serde_json::Value as Json;
use serde_json::json;

/// Length of a link's prefix and version: `s=1.`
const HEAD: usize = 4;

#[test]
fn no_link_crashes_the_app_or_fills_its_memory() {
    let _alone = ALONE.lock();
    let corpus = corpus();
    let links: Vec<String> =
        corpus.iter().map(|shared| share::write(test_rulesets::RULESETS, shared).expect("shared")).collect();
    let texts: Vec<String> = links.iter().map(|link| pack::unpack(&link[HEAD..]).expect("packed")).collect();
    let dictionary = |at: usize| match &corpus[at] {
        Shared::Scenario(..) => Dictionary::Second,
        Shared::Roster(..) | Shared::Battle(..) => Dictionary::First,
    };
    let here = corpus[0].bundle().expect("texts");
    let mut dice = Dice::new();
    let (mut opened, runs) = (0, runs("DRUMHEAD_LINKS", 3_000));
    for _ in 0..runs {
        let at = dice.below(links.len());
        let (head, dictionary) = (&links[at][..HEAD], dictionary(at));
        let link = match dice.below(4) {
            0 => {
                let other = dice.pick(&links);
                let mut link = links[at].clone().into_bytes();
                dice.bytes(&mut link, other.as_bytes());
                String::from_utf8_lossy(&link).into_owned()
            }
            1 => {
                let other = dice.pick(&links);
                let mut deflated = BASE64URL_NOPAD.decode(&links[at].as_bytes()[HEAD..]).expect("base64url");
                dice.bytes(&mut deflated, other.as_bytes());
                format!("{head}{}", BASE64URL_NOPAD.encode(&deflated))
            }
            2 => {
                let other = dice.pick(&texts);
                let mut text = texts[at].clone().into_bytes();
                dice.bytes(&mut text, other.as_bytes());
                format!("{head}{}", pack::pack_with(dictionary, &String::from_utf8_lossy(&text)).expect("short"))
            }
            _ => {
                let mut json: Json = serde_json::from_str(&texts[at]).expect("JSON");
                for _ in 0..=dice.below(3) {
                    dice.json(&mut json);
                }
                format!("{head}{}", pack::pack_with(dictionary, &json.to_string()).expect("short"))
            }
        };
        let Ok(shared) = bounded("a link", || share::read(test_rulesets::RULESETS, &link)) else { continue };
        opened += 1;
        if opened % USED != 0 {
            continue;
        }
        bounded("what a link held", || {
            let bundle = shared.bundle().expect("what was read can be written");
            let _ = plan(test_rulesets::RULESETS, &bundle, &here, Taking::KeepBoth, || "n1".into());
            match shared {
                Shared::Roster(_, _, roster) => use_roster(&roster),
                Shared::Scenario(_, _, scenario) => use_scenario(&scenario),
                Shared::Battle(_, header, log) => use_battle(header, log),
            }
        });
    }
    println!("{runs} links, of which {opened} opened");
    assert!(opened > runs / 50, "changed so much that nothing opens, nothing is tried: {opened} of {runs}");
}

#[test]
fn a_pen_event_with_too_long_a_name_is_refused() {
    let device = Device::parse("k3x9abcd").expect("a device");
    for (length, is_fine) in [(control::NAME, true), (control::NAME + 1, false)] {
        let name = "é".repeat(length);
        let text = json!({ "pen": { "at": 1.0, "to": device, "name": name } });
        let event: Event = serde_json::from_value(text).expect("a change of control");
        assert_eq!(limits::event(&stamp(1), &event).is_ok(), is_fine, "{length}");
    }
}

#[test]
fn no_sequence_of_codes_crashes_the_app_or_fills_its_memory() {
    let _alone = ALONE.lock();
    let links: Vec<String> =
        corpus().iter().map(|shared| share::write(test_rulesets::RULESETS, shared).expect("shared")).collect();
    let codes: Vec<Codes> = links.iter().filter_map(|link| Codes::of(link)).collect();
    assert_eq!(codes.len(), links.len());
    let mut dice = Dice::new();
    let (mut whole, runs) = (0, runs("DRUMHEAD_LINKS", 3_000) / 10);
    for _ in 0..runs {
        let sequence = dice.pick(&codes);
        let damage = dice.below(3);
        let read = bounded("codes", || {
            let mut reading = Reading::default();
            (0..400).find_map(|number| {
                let mut code = sequence.code(number);
                let letters = code.split_off("DRUM2 ".len());
                let mut bytes = base45::decode(&letters).expect("bytes");
                // All codes are damaged, or about one in eight: in the letters, or in the bytes that the letters encode.
                let is_damaged = damage == 0 || dice.below(8) == 0;
                match dice.below(2) {
                    _ if !is_damaged => code.push_str(&letters),
                    0 => {
                        dice.bytes(&mut bytes, letters.as_bytes());
                        code.push_str(&base45::encode(&bytes));
                    }
                    _ => {
                        let mut bytes = letters.into_bytes();
                        dice.bytes(&mut bytes, code.as_bytes());
                        code.push_str(&String::from_utf8_lossy(&bytes));
                    }
                }
                reading.take(&code).ok().flatten()
            })
        });
        if let Some(link) = read {
            whole += 1;
            let shared = bounded("a link that came by codes", || share::read(test_rulesets::RULESETS, &link));
            assert!(shared.is_ok(), "what has the checksum is the link that was sent");
        }
    }
    println!("{runs} sequences, of which {whole} became whole");
    assert!(whole > runs / 10, "changed so much that nothing is read, nothing is tried: {whole} of {runs}");
}

/// A browser's description of one end of a connection.
const DESCRIPTION: &str = "a=ice-ufrag:Yx3+\r\na=ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb\r\n\
    a=fingerprint:sha-256 49:66:12:17:0D:1C:91:AE:57:4C:C6:36:DD:D5:97:D2:7D:62:C9:9A:7F:B9:A3:F4:70:03:E7:43:91:73:23:5E\r\n\
    a=candidate:1 1 udp 2113937151 192.168.1.7 53212 typ host\r\n\
    a=candidate:2 1 udp 2113937151 5a1f4c66-9f2b-4a0f-8e5d-0d9f5f3a7b11.local 53214 typ host\r\n";

#[test]
fn a_changed_code_of_a_connection_is_a_connection_or_refused() {
    let _alone = ALONE.lock();
    let code = Pairing::of(DESCRIPTION, false, "b1").expect("a description").code();
    let lines = Pairing::read(&code).expect("a code").description().lines().count();
    let mut dice = Dice::new();
    let (mut opened, runs) = (0, runs("DRUMHEAD_LINKS", 3_000));
    for _ in 0..runs {
        let mut bytes = base45::decode(&code["DRUM3 ".len()..]).expect("bytes");
        dice.bytes(&mut bytes, DESCRIPTION.as_bytes());
        let changed = format!("DRUM3 {}", base45::encode(&bytes));
        if let Ok(pairing) = bounded("a code of a connection", || Pairing::read(&changed)) {
            opened += 1;
            let description = pairing.description();
            assert!(description.lines().count() <= lines + 2, "lines of a stranger's: {description}");
            assert_eq!(Pairing::read(&pairing.code()), Ok(pairing));
        }
        let mut text = DESCRIPTION.as_bytes().to_vec();
        dice.bytes(&mut text, code.as_bytes());
        let _ = Pairing::of(&String::from_utf8_lossy(&text), true, "b1");
    }
    println!("{runs} codes of connections, of which {opened} opened");
    assert!(opened > runs / 50, "{opened} of {runs}");
}
