use super::*;
use crate::share::base45;
use proptest::prelude::*;

/// Links of all kinds, long enough to be broken into lines.
fn links() -> Vec<String> {
    let packed = pack::pack("Waller’s horse, a field gun, and what else there is to say of them: 0123456789").unwrap();
    vec![format!("s=1.{packed}"), format!("n=1.{packed}"), pairing().link()]
}

fn pairing() -> Pairing {
    let description = "a=candidate:8 1 udp 2113937151 192.168.1.7 53212 typ host\r\na=ice-ufrag:Yx3+\r\n\
        a=ice-pwd:u0cJ/9Wnq1E3kL8pZt7vRfGb\r\na=fingerprint:sha-256 49:66:12:17:0D:1C:91:AE:57:4C:C6:36:DD:D5:97:D2:\
        7D:62:C9:9A:7F:B9:A3:F4:70:03:E7:43:91:73:23:5E\r\n";
    Pairing::of(description, false, "x7k2m9p4").unwrap()
}

/// Breaks a text into lines.
fn wrapped(text: &str, width: usize, line_end: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    letters.chunks(width).map(String::from_iter).collect::<Vec<_>>().join(line_end)
}

const AFTER: [&str; 26] = [
    "",
    "…",
    "...",
    ")",
    ").",
    ".",
    ",",
    ";",
    "!",
    "?",
    "\"",
    "'",
    "”",
    "’",
    "»",
    ">",
    "%20",
    "%20%E2%80%A6",
    "%22",
    "?fbclid=IwAR0x_y-z",
    "&fbclid=IwAR0x_y-z",
    "&utm_source=chat",
    "_",
    "*",
    " and see you on Sunday",
    "\nSee you",
];

#[test]
fn a_link_is_found_within_other_text_and_with_appended_parameters() {
    for link in links() {
        for before in
            ["#", "https://x.example/app/#", "Here it is: https://x.example/#", "(<“https://x.example/%23", "\u{feff}#"]
        {
            for after in AFTER {
                let text = format!("{before}{link}{after}");
                assert_eq!(self::link(&text).as_deref(), Some(link.as_str()), "{text}");
            }
        }
        assert_eq!(self::link(&link).as_deref(), Some(link.as_str()), "without its #");
    }
}

#[test]
fn all_links_of_a_message_are_found_in_their_order() {
    let [first, second, third]: [String; 3] = links().try_into().unwrap();
    for between in [" and here is mine: https://x.example/#", "\n\nhttps://x.example/app/#", ", #"] {
        let text = format!("Here you are: https://x.example/#{first}{between}{second}");
        assert_eq!(find(&text), Some(Ok(Found::Links(vec![first.clone(), second.clone()]))), "{text}");
    }
    let broken = format!("#{}\n#{}", wrapped(&second, 76, "\n"), wrapped(&first, 76, "\n"));
    assert_eq!(find(&broken), Some(Ok(Found::Links(vec![second.clone(), first.clone()]))), "lines of a messenger");
    let encoded = format!("u=%23{}&v=%23{}", first.replace('=', "%3D"), second.replace('=', "%3D"));
    assert_eq!(find(&encoded), Some(Ok(Found::Links(vec![first.clone(), second.clone()]))), "parts of another address");
    // A link that occurs twice is found once. A damaged link next to a complete one is ignored.
    assert_eq!(find(&format!("#{first} #{first}")), Some(Ok(Found::Link(first.clone()))));
    assert_eq!(find(&format!("#{} #{second}", &first[..first.len() / 2])), Some(Ok(Found::Link(second.clone()))));
    assert_eq!(find(&format!("#{first} #{third}")), Some(Ok(Found::Links(vec![first, third]))));
}

#[test]
fn a_link_inside_another_address_is_found() {
    for link in links() {
        let encoded = link.replace('=', "%3D");
        for text in [
            format!("https://l.example/?u=https%3A%2F%2Fx.example%2F%23{encoded}&h=AT0x"),
            format!(
                "https://l.example/?u=https%253A%252F%252Fx.example%252F%2523{}&h=AT0x",
                link.replace('=', "%253D")
            ),
            format!("https://x.example/%23{encoded}%20"),
        ] {
            assert_eq!(self::link(&text).as_deref(), Some(link.as_str()), "{text}");
        }
    }
}

#[test]
fn a_link_on_several_lines_is_found_between_other_words() {
    for link in links() {
        for width in [1, 7, 20, 40, 76] {
            for line_end in ["\n", "\r\n", " \n", "\n ", "\u{200b}"] {
                for (before, after) in [("", ""), ("Here:\n", ""), ("Here: ", "\nThanks"), ("“", "”. Thanks")] {
                    let text =
                        format!("{before}{}{after}", wrapped(&format!("https://x.example/#{link}"), width, line_end));
                    assert_eq!(self::link(&text).as_deref(), Some(link.as_str()), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_damaged_link_is_found_in_part_and_a_complete_link_is_preferred() {
    assert_eq!(link("https://x.example/#s=1.AAAA).").as_deref(), Some("s=1.AAAA"));
    assert_eq!(link("https://x.example/#s=9.AAAA…").as_deref(), Some("s=9.AAAA"));
    let whole = &links()[0];
    assert_eq!(link(&format!("#s=1.AAAA, rather #{whole}, please")).as_deref(), Some(whole.as_str()));
    for none in
        ["", "#/battle/x7k2", "https://x.example/?s=1", "s=", "#s=1", "#s=.AA", "#s=x.AA", "100 % = 1.", "#/scan?x=%20"]
    {
        assert_eq!(link(none), None, "{none}");
    }
    assert_eq!(link(&format!("{}#s=1.AAAA", " ".repeat(LONGEST))), None, "it is bounded");
}

#[test]
fn a_code_of_a_connection_is_read_in_lines_and_among_words() {
    let (own_end, code) = (pairing(), pairing().code());
    let read = Some(Ok(Found::Pairing(own_end.clone())));
    for before in ["", "Here is my code: ", "Hello,\n\n"] {
        for after in ["", "\n", "\nand see you", "…", "\nthen yours"] {
            assert_eq!(find(&format!("{before}{code}{after}")), read, "{before}{after}");
            for width in [30, 64] {
                assert_eq!(
                    find(&format!("{before}{}{after}", wrapped(&code, width, "\n"))),
                    read,
                    "{before}{width}{after}"
                );
                assert_eq!(find(&format!("{before}{}{after}", wrapped(&own_end.link(), width, "\r\n"))), read);
            }
        }
    }
    assert_eq!(find("DRUM3 00"), Some(Err(NoPairing::Strange)));
    assert_eq!(find(&format!("DRUM3 {}", base45::encode(&[9, 9]))), Some(Err(NoPairing::Newer)));
    assert_eq!(find("Nothing of ours"), None);
}

#[test]
fn a_code_with_line_breaks_at_its_spaces_is_read() {
    let code = pairing().code();
    let body = code.strip_prefix("DRUM3 ").unwrap();
    // Messengers break lines at the last space.
    let mut lines = vec![String::new()];
    for word in body.split(' ') {
        let count = lines.len();
        let last = lines.last_mut().unwrap();
        if !last.is_empty() && last.len() + word.len() > 30 && count < LINES_OF_A_TEST {
            lines.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    assert_eq!(find(&format!("DRUM3 {}", lines.join("\n"))), Some(Ok(Found::Pairing(pairing()))));
    // One line break is at a space, the next inside a word.
    let (first, rest) = body.split_once(' ').unwrap();
    let (second, third) = rest.split_at(rest.len() / 2);
    assert_eq!(find(&format!("DRUM3 {first}\n{second}\n{third}")), Some(Ok(Found::Pairing(pairing()))));
}

const LINES_OF_A_TEST: usize = 8;

proptest! {
    #[test]
    fn no_text_does_harm(text in "(#|s=1\\.|%23|%|DRUM3|c=1|[A-Z0-9 $%*+./:-]{0,9}|\n|.){0,40}") {
        let _ = find(&text);
    }
}
