use super::*;
use crate::share::qr;
use proptest::prelude::*;

/// An offer of Chromium's, with these candidates.
fn offer(candidates: &[&str]) -> String {
    let head = "v=0\r\no=- 4611731400430051336 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\n\
        a=extmap-allow-mixed\r\na=msid-semantic: WMS\r\nm=application 53212 UDP/DTLS/SCTP webrtc-datachannel\r\n\
        c=IN IP4 192.168.1.7\r\n";
    let tail = "a=ice-ufrag:Yx3+\r\na=ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb\r\na=ice-options:trickle\r\n\
        a=fingerprint:sha-256 49:66:12:17:0D:1C:91:AE:57:4C:C6:36:DD:D5:97:D2:7D:62:C9:9A:7F:B9:A3:F4:70:03:E7:43:91:73:23:5E\r\n\
        a=setup:actpass\r\na=mid:0\r\na=sctp-port:5000\r\na=max-message-size:262144\r\n";
    let candidates: String = candidates.iter().map(|candidate| format!("a=candidate:{candidate}\r\n")).collect();
    format!("{head}{candidates}{tail}")
}

const V4: &str = "842163049 1 udp 2113937151 192.168.1.7 53212 typ host generation 0 network-cost 999";
const V6: &str = "842163050 1 udp 2113939711 2001:db8::7 53213 typ host generation 0 network-cost 999";
const NAME: &str = "842163051 1 udp 2113937151 5a1f4c66-9f2b-4a0f-8e5d-0d9f5f3a7b11.local 53214 typ host generation 0";

#[test]
fn a_pairing_code_is_small_and_restores_the_description() {
    for (candidates, most) in [(vec![V4], 96), (vec![NAME], 108), (vec![V4, V6], 115), (vec![NAME, NAME], 108)] {
        let pairing = Pairing::of(&offer(&candidates), false, "x7k2m9p4").unwrap();
        let code = pairing.code();
        let bytes = (code.len() - SIGN.len()) * 2 / 3;
        assert!(bytes <= most, "{bytes} bytes for {candidates:?}");
        assert!((4..=6).contains(&qr::code(&code).unwrap().version), "{}", qr::code(&code).unwrap().version);
        assert_eq!(Pairing::read(&code).as_ref(), Ok(&pairing));
        let description = pairing.description();
        for line in ["a=ice-ufrag:Yx3+", "a=ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb", "a=setup:actpass", "a=sctp-port:5000"] {
            assert!(description.lines().any(|other| other == line), "{line} in {description}");
        }
        assert!(description.contains("a=fingerprint:sha-256 49:66:12:17:0D:1C:91:AE:57:4C:C6:36"));
        assert_eq!(Pairing::of(&description, false, "x7k2m9p4"), Some(pairing));
    }
}

#[test]
fn addresses_come_before_names_and_relays_and_tcp_are_left_out() {
    let relayed = "1 1 udp 41885439 203.0.113.9 3478 typ relay raddr 0.0.0.0 rport 0";
    let by_tcp = "2 1 tcp 1518280447 192.168.1.7 9 typ host tcptype active";
    let pairing = Pairing::of(&offer(&[NAME, relayed, by_tcp, V4]), true, "b1").unwrap();
    let shown: Vec<String> = pairing.addresses.iter().map(|(host, port)| format!("{} {port}", host.text())).collect();
    assert_eq!(shown, ["192.168.1.7 53212", "5a1f4c66-9f2b-4a0f-8e5d-0d9f5f3a7b11.local 53214"]);
    assert!(pairing.description().contains("a=setup:active"));
    assert!(pairing.has_address());
}

#[test]
fn addresses_are_tried_in_their_order() {
    let description = Pairing::of(&offer(&[V4, V6, NAME]), false, "b1").unwrap().description();
    let candidates = description.lines().filter(|line| line.starts_with("a=candidate:"));
    let priorities: Vec<u32> = candidates.map(|line| line.split(' ').nth(3).unwrap().parse().unwrap()).collect();
    // Browsers try the candidate of the highest priority first.
    assert!(priorities.len() == 3 && priorities.is_sorted_by(|a, b| a > b), "{priorities:?}");
}

#[test]
fn a_device_without_a_known_address_can_still_make_a_code() {
    let pairing = Pairing::of(&offer(&[]), false, "b1").unwrap();
    assert!(!pairing.has_address());
    assert_eq!(Pairing::read(&pairing.code()), Ok(pairing));
}

#[test]
fn other_codes_and_codes_of_a_newer_version_are_refused() {
    let code = Pairing::of(&offer(&[V4]), false, "b1").unwrap().code();
    for strange in ["", "DRUM3 ", "DRUM3 00", "DRUM2 ABC", "https://example.org", &code[..code.len() - 3]] {
        assert_eq!(Pairing::read(strange), Err(NoPairing::Strange), "{strange}");
    }
    let mut bytes = base45::decode(&code[SIGN.len()..]).unwrap();
    bytes[0] = 2;
    assert_eq!(Pairing::read(&format!("{SIGN}{}", base45::encode(&bytes))), Err(NoPairing::Newer));
}

#[test]
fn a_pairing_code_is_recognised_by_its_first_letters() {
    assert!(Pairing::is_code(&Pairing::of(&offer(&[V4]), true, "b1").unwrap().code()));
    for other in ["", "DRUM2 ABC", " DRUM3 ABC", "https://example.org/#s=1.A"] {
        assert!(!Pairing::is_code(other), "{other}");
    }
}

#[test]
fn a_description_that_is_too_long_or_has_invalid_credentials_is_refused() {
    let whole = offer(&[V4]);
    let filled = |length: usize| format!("{whole}{}", "\n".repeat(length - whole.len()));
    assert!(Pairing::of(&filled(LONGEST), false, "b1").is_some());
    assert_eq!(Pairing::of(&filled(LONGEST + 1), false, "b1"), None);
    assert_eq!(Pairing::of(&whole, false, "No id"), None);
    for (credential, other) in [
        ("ice-ufrag:Yx3+", "ice-ufrag:Yx3"),
        ("ice-ufrag:Yx3+", "ice-ufrag:Yx3 "),
        ("ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb", "ice-pwd:u0cJ/9Wnq1E3kL8pZt7vR"),
        ("ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb", "ice-pwd:u0cJ/9Wnq1E3kL8pZt7v-RfGb"),
        ("ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb", "ice-password:u0cJ/9Wnq1E3kL8pZt7vRfGb"),
    ] {
        assert_eq!(Pairing::of(&whole.replace(credential, other), false, "b1"), None, "{other}");
    }
}

#[test]
fn a_pairing_code_of_an_unknown_version_is_refused() {
    for (version, why) in [(0, NoPairing::Strange), (2, NoPairing::Newer), (u8::MAX, NoPairing::Newer)] {
        assert_eq!(Pairing::read(&format!("{SIGN}{}", base45::encode(&[version, 1, 2]))), Err(why), "{version}");
    }
}

proptest! {
    #[test]
    fn no_code_can_add_lines_to_a_description(changes in proptest::collection::vec((0..120_usize, any::<u8>()), 1..6)) {
        let code = Pairing::of(&offer(&[V4, NAME]), false, "x7k2m9p4").unwrap().code();
        let mut bytes = base45::decode(&code[SIGN.len()..]).unwrap();
        for (at, byte) in changes {
            let at = at % bytes.len();
            bytes[at] = byte;
        }
        if let Ok(pairing) = Pairing::read(&format!("{SIGN}{}", base45::encode(&bytes))) {
            prop_assert_eq!(pairing.description().lines().count(), 14 + pairing.addresses.len());
        }
    }
}
