//! Codes that open a direct connection between two devices: one shows an offer, and the other answers with a code.
//!
//! A browser describes its end of a connection in hundreds of characters (SDP, RFC 8866), most of which are equal for all data channels. A
//! code contains the others: the credentials of ICE, the fingerprint of the certificate, and a few addresses. It is `DRUM3 ` followed by
//! these bytes in base45: the version (1); flags (1); length and letters of the battle's id, of `ice-ufrag` and of `ice-pwd`; the SHA-256
//! fingerprint (32); and for each address its kind (1), the address (4 or 16), and its port (2).

use super::base45;
use crate::storage;
use data_encoding::{BASE64URL_NOPAD, HEXLOWER, HEXUPPER};
use rules::hashes;
use std::cmp::Ordering;
use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

const SIGN: &str = "DRUM3 ";
const VERSION: u8 = 1;
/// Prefix of the fragment of a link.
pub(super) const MARK: &str = "c=";
/// The greatest number of lines of a code in a text.
const LINES: usize = 10;
/// The greatest number of addresses in a code. A device has one or two in a network.
const ADDRESSES: usize = 4;
/// The greatest length of a credential, in letters. Browsers use fewer.
const LETTERS: usize = 64;
/// The longest description that is read, in bytes. Descriptions by browsers are far shorter.
const LONGEST: usize = 32 << 10;

/// One end of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// True for an answer, false for an offer.
    pub is_answer: bool,
    /// The battle's id.
    pub battle: String,
    ufrag: String,
    pwd: String,
    fingerprint: [u8; 32],
    addresses: Vec<(Host, u16)>,
}

/// Address of a device in its network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Host {
    Ip(IpAddr),
    /// A name that only devices in the network can resolve. Browsers hide addresses from pages without camera permission.
    Name([u8; 16]),
}

/// Reasons why a code does not open a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPairing {
    /// It is not a code for a connection.
    Strange,
    /// A newer version of Drumhead made it.
    Newer,
}

impl Pairing {
    /// Returns one end of a connection from the browser's description. `None` if a part is missing.
    pub fn of(description: &str, is_answer: bool, battle: &str) -> Option<Self> {
        if description.len() > LONGEST {
            return None;
        }
        let value = |name: &str| description.lines().find_map(|line| line.trim_end().strip_prefix(name));
        let fingerprint = value("a=fingerprint:sha-256 ")?.replace(':', "").to_uppercase();
        let mut addresses: Vec<(Host, u16)> = description.lines().filter_map(address).collect();
        // Addresses come before names, which work only in networks with name resolution between devices.
        addresses.sort_by_key(|(host, _)| matches!(host, Host::Name(_)));
        addresses.dedup();
        addresses.truncate(ADDRESSES);
        let pairing = Self {
            is_answer,
            battle: battle.to_owned(),
            ufrag: value("a=ice-ufrag:")?.to_owned(),
            pwd: value("a=ice-pwd:")?.to_owned(),
            fingerprint: HEXUPPER.decode(fingerprint.as_bytes()).ok()?.try_into().ok()?,
            addresses,
        };
        pairing.is_complete().then_some(pairing)
    }

    fn is_complete(&self) -> bool {
        let is_credential = |text: &str, least: usize| {
            (least..=LETTERS).contains(&text.len())
                && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'+' || byte == b'/')
        };
        storage::is_id(&self.battle)
            && is_credential(&self.ufrag, 4)
            && is_credential(&self.pwd, 22)
            && self.addresses.len() <= ADDRESSES
    }

    /// True if it contains an address. One end with an address is sufficient. Without a route to other networks, browsers reveal no address until the
    /// page has camera permission. A device that has scanned a code has this permission.
    pub fn has_address(&self) -> bool {
        !self.addresses.is_empty()
    }

    /// Returns the description for the browser at the other end.
    pub fn description(&self) -> String {
        let pairs: Vec<String> = self.fingerprint.chunks(1).map(|byte| HEXUPPER.encode(byte)).collect();
        let (setup, fingerprint) = (if self.is_answer { "active" } else { "actpass" }, pairs.join(":"));
        let mut text = format!(
            "v=0\r\no=- 1 2 IN IP4 127.0.0.1\r\ns=-\r\nt=0 0\r\na=group:BUNDLE 0\r\n\
             m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\nc=IN IP4 0.0.0.0\r\n\
             a=ice-ufrag:{}\r\na=ice-pwd:{}\r\na=fingerprint:sha-256 {fingerprint}\r\na=setup:{setup}\r\n\
             a=mid:0\r\na=sctp-port:5000\r\na=max-message-size:262144\r\n",
            self.ufrag, self.pwd
        );
        for (nth, (host, port)) in self.addresses.iter().enumerate() {
            let priority = 2_113_937_151 - nth;
            // Writing to a string cannot fail.
            let _ = write!(text, "a=candidate:{} 1 udp {priority} {} {port} typ host\r\n", nth + 1, host.text());
        }
        text
    }

    /// Returns the text of the code.
    pub fn code(&self) -> String {
        format!("{SIGN}{}", base45::encode(&[&[VERSION][..], &self.bytes()].concat()))
    }

    /// Returns the fragment of a link with the same data, without its `#`.
    pub fn link(&self) -> String {
        let bytes = self.bytes();
        let sum = hashes::of(&[&bytes]).to_le_bytes();
        format!("{MARK}{VERSION}.{}", BASE64URL_NOPAD.encode(&[&sum[..], &bytes].concat()))
    }

    /// Returns the bytes after the version.
    fn bytes(&self) -> Vec<u8> {
        let mut bytes = vec![u8::from(self.is_answer)];
        for text in [&self.battle, &self.ufrag, &self.pwd] {
            // Each text is shorter than 256 bytes.
            bytes.push(u8::try_from(text.len()).unwrap_or_default());
            bytes.extend(text.as_bytes());
        }
        bytes.extend(self.fingerprint);
        for (host, port) in &self.addresses {
            match host {
                Host::Ip(IpAddr::V4(ip)) => bytes.extend([&[4][..], &ip.octets()].concat()),
                Host::Ip(IpAddr::V6(ip)) => bytes.extend([&[6][..], &ip.octets()].concat()),
                Host::Name(name) => bytes.extend([&[0][..], name].concat()),
            }
            bytes.extend(port.to_be_bytes());
        }
        bytes
    }

    /// True if a code describes this end of a connection.
    pub fn is_end_of(&self, code: &str) -> bool {
        self.code() == code
    }

    /// True if a text begins like a code for a connection.
    pub fn is_code(text: &str) -> bool {
        text.starts_with(SIGN)
    }

    /// True if the fragment of an address is a link for a connection.
    pub fn is_link(fragment: &str) -> bool {
        fragment.trim_start_matches('#').starts_with(MARK)
    }

    /// Reads the text of a code.
    ///
    /// # Errors
    /// If it does not open a connection.
    pub fn read(code: &str) -> Result<Self, NoPairing> {
        let letters = code.strip_prefix(SIGN).ok_or(NoPairing::Strange)?;
        let bytes = base45::decode(letters).ok_or(NoPairing::Strange)?;
        let (version, rest) = bytes.split_first().ok_or(NoPairing::Strange)?;
        Self::of_version(u32::from(*version), rest)
    }

    /// Reads the fragment of a link.
    ///
    /// # Errors
    /// If it does not open a connection.
    pub fn read_link(fragment: &str) -> Result<Self, NoPairing> {
        let link = fragment.trim_start_matches('#').strip_prefix(MARK).ok_or(NoPairing::Strange)?;
        let (version, letters) = link.split_once('.').ok_or(NoPairing::Strange)?;
        let version = version.parse().map_err(|_| NoPairing::Strange)?;
        let bytes = BASE64URL_NOPAD.decode(letters.as_bytes()).map_err(|_| NoPairing::Strange)?;
        let (sum, bytes) = bytes.split_first_chunk::<4>().ok_or(NoPairing::Strange)?;
        if hashes::of(&[bytes]) != u32::from_le_bytes(*sum) {
            return Err(NoPairing::Strange);
        }
        Self::of_version(version, bytes)
    }

    fn of_version(version: u32, bytes: &[u8]) -> Result<Self, NoPairing> {
        match version.cmp(&u32::from(VERSION)) {
            Ordering::Equal => Self::read_bytes(bytes).ok_or(NoPairing::Strange),
            Ordering::Greater => Err(NoPairing::Newer),
            Ordering::Less => Err(NoPairing::Strange),
        }
    }

    /// Reads a code inside a text, on one or several lines. `None` if there is none. A line break may replace a space of the code, or be
    /// inserted between two letters.
    ///
    /// # Errors
    /// If the code does not open a connection.
    pub(super) fn in_text(text: &str) -> Option<Result<Self, NoPairing>> {
        let (_, after) = text.split_once(SIGN.trim_end())?;
        let after = after.strip_prefix(' ').unwrap_or(after);
        let length = after.find(|letter| !base45::has(letter) && !matches!(letter, '\r' | '\n')).unwrap_or(after.len());
        // A code contains the lengths of its parts, so lines cannot be joined in a second valid way.
        let lines: Vec<&str> = after[..length].lines().skip_while(|line| line.trim().is_empty()).take(LINES).collect();
        let mut why = NoPairing::Strange;
        for count in (1..=lines.len()).rev() {
            for breaks in 0..1_u32 << (count - 1) {
                let joined = lines[..count].iter().enumerate().fold(String::new(), |joined, (nth, line)| {
                    let space = if nth > 0 && breaks >> (nth - 1) & 1 == 1 { " " } else { "" };
                    joined + space + line
                });
                // Spaces at the end of a line may belong to the code, or may have been lost.
                for letters in [joined.clone(), joined.trim_end().to_owned(), joined.trim_end().to_owned() + " "] {
                    match Self::read(&format!("{SIGN}{letters}")) {
                        Ok(pairing) => return Some(Ok(pairing)),
                        Err(NoPairing::Newer) => why = NoPairing::Newer,
                        Err(NoPairing::Strange) => {}
                    }
                }
            }
        }
        Some(Err(why))
    }

    fn read_bytes(mut bytes: &[u8]) -> Option<Self> {
        let is_answer = match take(&mut bytes, 1)? {
            [flags @ 0..=1] => *flags == 1,
            _ => return None,
        };
        let mut text = || {
            let length = usize::from(*take(&mut bytes, 1)?.first()?);
            String::from_utf8(take(&mut bytes, length)?.to_vec()).ok()
        };
        let (battle, ufrag, pwd) = (text()?, text()?, text()?);
        let fingerprint = take(&mut bytes, 32)?.try_into().ok()?;
        let mut addresses = Vec::new();
        while !bytes.is_empty() && addresses.len() <= ADDRESSES {
            let host = match take(&mut bytes, 1)? {
                [0] => Host::Name(take(&mut bytes, 16)?.try_into().ok()?),
                [4] => Host::Ip(Ipv4Addr::from(<[u8; 4]>::try_from(take(&mut bytes, 4)?).ok()?).into()),
                [6] => Host::Ip(Ipv6Addr::from(<[u8; 16]>::try_from(take(&mut bytes, 16)?).ok()?).into()),
                _ => return None,
            };
            addresses.push((host, u16::from_be_bytes(take(&mut bytes, 2)?.try_into().ok()?)));
        }
        let pairing = Self { is_answer, battle, ufrag, pwd, fingerprint, addresses };
        pairing.is_complete().then_some(pairing)
    }
}

fn take<'a>(bytes: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, rest) = bytes.split_at_checked(count)?;
    *bytes = rest;
    Some(taken)
}

impl Host {
    /// Parses an IP address or a `.local` name. `None` for any other text.
    fn read(text: &str) -> Option<Self> {
        if let Some(name) = text.strip_suffix(".local") {
            let digits = name.replace('-', "").to_uppercase();
            return Some(Self::Name(HEXUPPER.decode(digits.as_bytes()).ok()?.try_into().ok()?));
        }
        text.parse().ok().map(Self::Ip)
    }

    fn text(self) -> String {
        match self {
            Self::Ip(ip) => ip.to_string(),
            Self::Name(name) => {
                let digits = HEXLOWER.encode(&name);
                let parts = [&digits[..8], &digits[8..12], &digits[12..16], &digits[16..20], &digits[20..]];
                format!("{}.local", parts.join("-"))
            }
        }
    }
}

/// Returns the address of a candidate: `a=candidate:1 1 udp 2113937151 192.168.1.2 50000 typ host`. `None` for other lines and other kinds of
/// candidates.
fn address(line: &str) -> Option<(Host, u16)> {
    let mut words = line.trim_end().strip_prefix("a=candidate:")?.split(' ');
    let (transport, host) = (words.nth(2)?, words.nth(1)?);
    let port = words.next()?.parse().ok()?;
    let is_host = words.next() == Some("typ") && words.next() == Some("host");
    (is_host && transport.eq_ignore_ascii_case("udp")).then_some((Host::read(host)?, port))
}

#[cfg(test)]
mod tests;
