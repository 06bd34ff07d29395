//! Sequences of QR codes for links that are too long for one code. They are shown one after the other and can be read in any order.
//!
//! A code is `DRUM2 ` and a frame of a [fountain code](super::fountain) in base45. The data of the fountain code is a byte for kind and
//! version of the link, and the decoded letters of the link. Codes of the first format are [still read](super::relay).

use super::fountain::{NoFrame, Solver, Source};
use super::relay::Parts;
use super::{MARK, MARKED_VERSION, VERSION, base45, found, news, relay};
use data_encoding::BASE64URL_NOPAD;
use rules::text::say;
use std::fmt;

const SIGN: &str = "DRUM2 ";
/// Prefix of the codes of all formats.
const SIGNS: &str = "DRUM";

/// Kinds of links: (byte, prefix, version).
const KINDS: [(u8, &str, u32); 4] =
    [(1, MARK, VERSION), (2, news::MARK, VERSION), (3, MARK, MARKED_VERSION), (4, news::MARK, MARKED_VERSION)];

/// An endless sequence of codes. Any of them contain the link, if there are enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes(Source);

impl Codes {
    /// Returns the codes of a link's fragment. `None` if it is too long.
    pub fn of(fragment: &str) -> Option<Self> {
        let of_kind = |(byte, mark, version)| Some((byte, fragment.strip_prefix(&format!("{mark}{version}."))?));
        let (byte, letters) = KINDS.into_iter().find_map(of_kind)?;
        let mut data = vec![byte];
        data.extend(BASE64URL_NOPAD.decode(letters.as_bytes()).ok()?);
        Source::of(&data).map(Self)
    }

    /// Returns the least number of codes that can be sufficient.
    pub fn enough(&self) -> usize {
        self.0.blocks()
    }

    /// Returns the text of the code with this number.
    pub fn code(&self, number: u16) -> String {
        format!("{SIGN}{}", base45::encode(&self.0.frame(number)))
    }
}

/// The codes of a sequence that were read.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Reading {
    /// None yet.
    #[default]
    Nothing,
    /// Codes of the first format.
    Parts(Parts),
    /// Codes of this format.
    Frames(Solver),
}

/// Reasons why a code is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoPart {
    /// It is not a code of Drumhead.
    Strange,
    /// It belongs to another sequence than the codes before.
    Other,
    /// The codes contradict each other or their checksum.
    Damaged,
    /// A newer Drumhead made it.
    Newer,
}

impl fmt::Display for NoPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPart::Strange => say("This code is not Drumhead’s."),
            NoPart::Other => say("This code belongs to another link than the codes read before."),
            NoPart::Damaged => say("The codes do not fit together. Begin again."),
            NoPart::Newer => say("These codes come from a newer version of Drumhead. Update, then read them again."),
        })
    }
}

impl From<NoFrame> for NoPart {
    fn from(no_frame: NoFrame) -> Self {
        match no_frame {
            NoFrame::Strange => NoPart::Strange,
            NoFrame::Other => NoPart::Other,
            NoFrame::Damaged => NoPart::Damaged,
        }
    }
}

impl Reading {
    /// Reads a code. Returns the fragment of the link when the codes are sufficient. The order does not matter, and codes may repeat. A
    /// code with a whole link is sufficient by itself.
    ///
    /// # Errors
    /// If the code is not accepted. The earlier codes stay, except after [`NoPart::Damaged`].
    pub fn take(&mut self, code: &str) -> Result<Option<String>, NoPart> {
        if !code.starts_with(SIGNS)
            && let Some(fragment) = found::link(code)
        {
            return Ok(Some(fragment));
        }
        let taken = match code.strip_prefix(SIGN) {
            Some(letters) => self.take_frame(letters),
            None => self.take_part(code),
        };
        if taken == Err(NoPart::Damaged) {
            *self = Self::Nothing;
        }
        taken
    }

    fn take_frame(&mut self, letters: &str) -> Result<Option<String>, NoPart> {
        let frame = base45::decode(letters).ok_or(NoPart::Strange)?;
        let solver = match self {
            Self::Parts(_) => return Solver::of(&frame).map_err(NoPart::from).and(Err(NoPart::Other)),
            Self::Frames(solver) => solver,
            Self::Nothing => {
                *self = Self::Frames(Solver::of(&frame)?);
                return self.take_frame(letters);
            }
        };
        let Some(data) = solver.take(&frame)? else { return Ok(None) };
        match data.split_first() {
            Some((kind, bytes)) => {
                let (_, mark, version) = KINDS.into_iter().find(|(known, ..)| known == kind).ok_or(NoPart::Newer)?;
                Ok(Some(format!("{mark}{version}.{}", BASE64URL_NOPAD.encode(bytes))))
            }
            None => Err(NoPart::Newer),
        }
    }

    fn take_part(&mut self, code: &str) -> Result<Option<String>, NoPart> {
        let part = relay::Part::read(code).ok_or(NoPart::Strange)?;
        match self {
            Self::Frames(_) => Err(NoPart::Other),
            Self::Parts(parts) => parts.take(&part),
            Self::Nothing => {
                let mut parts = Parts::of(&part);
                let taken = parts.take(&part);
                *self = Self::Parts(parts);
                taken
            }
        }
    }

    /// Returns the number of different codes that were read.
    pub fn read(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Parts(parts) => parts.read(),
            Self::Frames(solver) => solver.read(),
        }
    }

    /// Returns the number of codes that are needed; 0 before the first was read.
    pub fn count(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Parts(parts) => parts.count(),
            Self::Frames(solver) => solver.blocks(),
        }
    }

    /// Returns the numbers of the missing codes, from 1. `None` if any other codes are sufficient.
    pub fn missing(&self) -> Option<Vec<usize>> {
        if let Self::Parts(parts) = self { Some(parts.missing()) } else { None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::share::{pack, qr};
    use proptest::prelude::*;

    /// Returns a link of about this many letters.
    fn fragment(letters: usize) -> String {
        let text: String = (0..letters * 3 / 4).map(|n| char::from(b'!' + (n * n * 31 % 89) as u8)).collect();
        let bytes = BASE64URL_NOPAD.encode(text.as_bytes());
        format!("{MARK}{VERSION}.{bytes}")
    }

    #[test]
    fn players_see_the_reason_why_a_code_is_refused() {
        for (reason, words) in [
            (NoPart::Strange, "This code is not Drumhead’s."),
            (NoPart::Other, "This code belongs to another link than the codes read before."),
            (NoPart::Damaged, "The codes do not fit together. Begin again."),
            (NoPart::Newer, "These codes come from a newer version of Drumhead. Update, then read them again."),
        ] {
            assert_eq!(reason.to_string(), words);
        }
    }

    #[test]
    fn the_link_is_restored_from_any_codes() {
        let whole = format!("{MARK}{VERSION}.{}", pack::pack("“God with us”").unwrap());
        for fragment in [fragment(4000), whole, fragment(40_000)] {
            let codes = Codes::of(&fragment).unwrap();
            let mut reading = Reading::default();
            let read = (9..).step_by(3).find_map(|number| reading.take(&codes.code(number)).unwrap());
            assert_eq!(read, Some(fragment));
            assert_eq!((reading.read(), reading.count(), reading.missing()), (codes.enough(), codes.enough(), None));
        }
        assert_eq!(Codes::of(&fragment(100_000)), None);
        assert_eq!(Codes::of("s=1.é"), None);
    }

    #[test]
    fn every_code_fits_into_version_16_and_uses_the_letters_of_codes() {
        for letters in [700, 7_000, 94_000] {
            let codes = Codes::of(&fragment(letters)).unwrap();
            for number in [0, 1, 5000, u16::MAX] {
                let code = qr::code(&codes.code(number)).unwrap();
                assert!(code.version <= 16, "{letters}: {}", code.version);
            }
        }
    }

    #[test]
    fn codes_of_other_data_change_nothing() {
        let (codes, mut reading) = (Codes::of(&fragment(4000)).unwrap(), Reading::default());
        for strange in ["", "https://example.org", "DRUM2 ", "DRUM2 00", "DRUM2 é", "DRUM1 0/3 00000000 a", "DRUM3 AB"]
        {
            assert_eq!(reading.take(strange), Err(NoPart::Strange), "{strange}");
            assert_eq!(reading.count(), 0);
        }
        assert_eq!(reading.take(&codes.code(3)), Ok(None));
        assert_eq!(reading.take(&Codes::of(&fragment(4004)).unwrap().code(3)), Err(NoPart::Other));
        assert_eq!(reading.take("DRUM1 1/3 00000000 a"), Err(NoPart::Other));
        assert_eq!(reading.read(), 1);
        let link = "https://example.org/#s=1.A";
        assert_eq!(reading.take(link), Ok(Some("s=1.A".into())), "a whole link is taken as it is");
        let mut old = Reading::default();
        assert_eq!(old.take("DRUM1 1/3 00000000 a"), Ok(None));
        assert_eq!(old.take(&codes.code(3)), Err(NoPart::Other));
        assert_eq!(old.missing(), Some(vec![2, 3]));
    }

    #[test]
    fn codes_of_a_newer_version_are_refused_as_newer() {
        let newer = Codes(Source::of(&[5, 7]).unwrap());
        assert_eq!(Reading::default().take(&newer.code(0)), Err(NoPart::Newer));
    }

    proptest! {
        #[test]
        fn no_sequence_of_read_codes_causes_a_panic(codes in proptest::collection::vec("(DRUM2 [0-9A-Z $%*+./:-]{0,60}|.{0,80})", 1..6)) {
            let mut reading = Reading::default();
            for code in codes {
                let _ = reading.take(&code);
            }
        }
    }
}
