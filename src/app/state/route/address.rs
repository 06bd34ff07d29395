//! The pages of the app and their addresses, in four tables: [`Route`], [`RosterPage`], [`ScenarioPage`] and [`BattlePage`]. Nothing here needs a browser, so
//! that it can be tested natively.
//!
//! A row is `Rules { ruleset: String, procedure: Option<String> } = "rules"`. Its addresses are `#/rules/argad` and `#/rules/argad/fire`:
//! the name in quotes, then the fields in their order. A row adds the variant, its address, its parsing, and its line in
//! `tests/browser/routes.json`, from which the browser tests take the addresses that they visit. Addresses are saved and shared, so a name never
//! changes: [`Route::parse`] also reads removed names.

use exchange::share::found;
use percent_encoding::percent_decode_str;

/// The parts of an address between its slashes that are not read yet.
type Parts<'a> = std::slice::Iter<'a, &'a str>;

/// A piece of an address: a field of a page, or a whole page.
trait Piece: Sized {
    /// Adds the piece to an address: `/argad`.
    fn write(&self, address: &mut String);

    /// Reads the piece from the next parts. `None` if they are something else; `parts` is then invalid.
    fn read(parts: &mut Parts) -> Option<Self>;

    /// Every form of the piece, with the names of its fields in braces: `/rules/{ruleset}`. If the piece is a field, `field` is its name.
    #[cfg(test)]
    fn patterns(field: &str) -> Vec<String>;
}

/// Declares an enum of pages, and writes and reads their addresses. Each row has the variant and its name in addresses. An empty name adds
/// nothing to the address.
macro_rules! places {
    ($(#[$docs:meta])* pub enum $Places:ident {
        $($(#[$row_docs:meta])* $Row:ident $({ $($field:ident: $Type:ty),* })? = $name:literal,)*
    }) => {
        $(#[$docs])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        #[allow(missing_docs, reason = "the rows are documented, and their fields are named after the parts of the address")]
        pub enum $Places { $($(#[$row_docs])* $Row $({ $($field: $Type),* })?,)* }

        impl Piece for $Places {
            fn write(&self, address: &mut String) {
                match self {
                    $(Self::$Row $({ $($field),* })? => {
                        write_part($name, address);
                        $($($field.write(address);)*)?
                    })*
                }
            }

            fn read(parts: &mut Parts) -> Option<Self> {
                // The first row that reads all parts.
                $(
                    let row = |parts: &mut Parts| {
                        read_name($name, parts)?;
                        Some(Self::$Row $({ $($field: Piece::read(parts)?),* })?)
                    };
                    let mut rest = parts.clone();
                    if let Some(place) = row(&mut rest).filter(|_| rest.len() == 0) {
                        *parts = rest;
                        return Some(place);
                    }
                )*
                None
            }

            #[cfg(test)]
            fn patterns(_: &str) -> Vec<String> {
                let mut all = Vec::new();
                $(
                    let mut row = vec![String::new()];
                    write_part($name, &mut row[0]);
                    $($(row = tests::combine(&row, &<$Type>::patterns(stringify!($field)));)*)?
                    all.append(&mut row);
                )*
                all
            }
        }
    };
}

places! {
    /// A page of the app.
    pub enum Route {
        /// The page that the app opens with.
        Home = "",
        /// All rosters.
        Rosters = "rosters",
        /// A page of a roster.
        Roster { roster: String, page: RosterPage } = "roster",
        /// All scenarios.
        Scenarios = "scenarios",
        /// A page of a scenario: a saved one, or one of the library.
        Scenario { scenario: String, page: ScenarioPage } = "scenario",
        /// The form of a new battle.
        NewBattle = "new",
        /// Begins a battle of the sample rosters.
        Sample { ruleset: String } = "sample",
        /// Begins a guided battle.
        Guide { ruleset: String } = "guide",
        /// A page of a battle.
        Battle { battle: String, page: BattlePage } = "battle",
        /// Explanation of the app's dice.
        Dice = "dice",
        /// The answer to the connection offer of another device.
        Join = "join",
        /// Reading QR codes of another device.
        Scan = "scan",
        /// Data from another app, or a file that was opened with this app.
        Received = "received",
        /// Opens the battle that was played last.
        Last = "last",
        /// All battles of this device, with statistics.
        Chronicle = "chronicle",
        /// A ruleset's quick reference, optionally at the section of a procedure.
        Rules { ruleset: String, procedure: Option<String> } = "rules",
        /// A ruleset's quick reference on one sheet of paper.
        Sheet { ruleset: String } = "sheet",
        /// A procedure without a battle; without `procedure`, the list of them.
        Quick { ruleset: String, procedure: Option<String> } = "quick",
        /// Backup and storage.
        Saved = "saved",
        /// Settings.
        Settings = "settings",
        /// A link with contents.
        Open { link: Link } = "",
    }
}

places! {
    /// A page of a roster.
    pub enum RosterPage {
        /// The form that edits its units.
        Units = "",
        /// The sheet for printing.
        Print = "paper",
        /// Options to share it.
        Share = "share",
    }
}

places! {
    /// A page of a scenario.
    pub enum ScenarioPage {
        /// Both armies, the course, and the button that plays it.
        Plan = "",
        /// The form that edits the units of a side: `a` or `b`.
        Army { side: String } = "army",
        /// The sheets for printing.
        Print = "paper",
        /// Options to share it.
        Share = "share",
    }
}

places! {
    /// A page of a battle.
    pub enum BattlePage {
        /// The table.
        Table = "",
        /// The panel of a procedure, optionally for an acting unit.
        Resolve { procedure: String, unit: Option<String> } = "do",
        /// A group act of a side: a procedure, optionally one of several offers of it.
        Group { side: String, procedure: String, variant: Option<String> } = "all",
        /// The log.
        Log = "log",
        /// The panel of a correction.
        Correct = "correct",
        /// The review of a correction before it is applied.
        Corrected = "corrected",
        /// The replay: the table after each act.
        Replay = "replay",
        /// Luck of both sides.
        Luck = "luck",
        /// The report.
        Report = "report",
        /// The sheet for printing.
        Print = "paper",
        /// The battle's other devices.
        Devices = "devices",
        /// The seats: the players and what they play.
        Seats = "seats",
        /// The hall view, for a large screen.
        Hall = "hall",
        /// The scenario: briefings, points, ground, events and arrivals.
        Scenario = "scenario",
        /// The form that closes the battle.
        Close = "close",
        /// The rosters of its survivors.
        Survivors = "survivors",
        /// The players' own rules.
        OwnRules = "own-rules",
        /// Options to share it.
        Share = "share",
    }
}

impl Route {
    /// The address: `#/battle/x7k2`.
    pub fn href(&self) -> String {
        let mut address = "#".to_owned();
        self.write(&mut address);
        if address == "#" { "#/".to_owned() } else { address }
    }

    /// The page of an address. An invalid address gives home.
    pub(super) fn parse(fragment: &str) -> Self {
        if let Some(link) = found::link(fragment) {
            return Route::link(&link);
        }
        // Some services encode the slashes of an address.
        let decoded = percent_decode_str(fragment).decode_utf8_lossy();
        let address = decoded.trim_start_matches('#');
        // Messengers and services append characters that no address has.
        let end = address.find(|letter| letter != '/' && !is_letter(letter)).unwrap_or(address.len());
        let parts: Vec<&str> = address[..end].split('/').filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            // Version 1.0.0 had a page that compared two rosters, and one that checked the log.
            ["matchups", ..] => Route::Rosters,
            ["battle", battle, "verify"] => BattlePage::Log.of(*battle),
            parts => Route::read(&mut parts.iter()).unwrap_or(Route::Home),
        }
    }

    /// True for pages that players open briefly from anywhere. Their back link leads to the page before.
    pub(super) fn is_brief(&self) -> bool {
        matches!(self, Route::Rules { .. } | Route::Settings)
    }

    /// The table of a battle.
    pub fn table(battle: impl Into<String>) -> Self {
        BattlePage::Table.of(battle)
    }

    /// The units of a roster.
    pub fn roster(id: impl Into<String>) -> Self {
        RosterPage::Units.of(id)
    }

    /// A scenario with its armies and its course.
    pub fn scenario(id: impl Into<String>) -> Self {
        ScenarioPage::Plan.of(id)
    }

    /// The panel of a procedure in a battle.
    pub fn resolve(battle: impl Into<String>, procedure: impl Into<String>, unit: Option<String>) -> Self {
        BattlePage::Resolve { procedure: procedure.into(), unit }.of(battle)
    }

    /// The quick reference of a ruleset.
    pub fn rules(ruleset: impl Into<String>) -> Self {
        Route::Rules { ruleset: ruleset.into(), procedure: None }
    }

    /// The list of a ruleset's procedures to roll without a battle.
    pub fn quick(ruleset: impl Into<String>) -> Self {
        Route::Quick { ruleset: ruleset.into(), procedure: None }
    }

    /// A link with contents; `fragment` is without its `#`.
    pub fn link(fragment: &str) -> Self {
        Route::Open { link: Link(fragment.to_owned()) }
    }

    /// The battle of the page, if it has one.
    pub fn battle(&self) -> Option<&str> {
        match self {
            Route::Battle { battle, .. } => Some(battle),
            _ => None,
        }
    }

    /// True for the tables of battles.
    pub fn is_table(&self) -> bool {
        matches!(self, Route::Battle { page: BattlePage::Table, .. })
    }
}

impl BattlePage {
    /// The page of the battle with this id.
    pub fn of(self, id: impl Into<String>) -> Route {
        Route::Battle { battle: id.into(), page: self }
    }
}

impl RosterPage {
    /// The page of the roster with this id.
    pub fn of(self, id: impl Into<String>) -> Route {
        Route::Roster { roster: id.into(), page: self }
    }
}

impl ScenarioPage {
    /// The page of the scenario with this id.
    pub fn of(self, id: impl Into<String>) -> Route {
        Route::Scenario { scenario: id.into(), page: self }
    }
}

/// The fragment of a link, without its `#`. [`found::link`] finds links before other addresses are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link(pub String);

impl Piece for Link {
    fn write(&self, address: &mut String) {
        address.push_str(&self.0);
    }

    fn read(_: &mut Parts) -> Option<Self> {
        None
    }

    #[cfg(test)]
    fn patterns(_: &str) -> Vec<String> {
        Vec::new()
    }
}

impl Piece for String {
    fn write(&self, address: &mut String) {
        write_part(self, address);
    }

    fn read(parts: &mut Parts) -> Option<Self> {
        parts.next().map(|part| (*part).to_owned())
    }

    #[cfg(test)]
    fn patterns(field: &str) -> Vec<String> {
        vec![format!("/{{{field}}}")]
    }
}

/// The optional last field of a page.
impl Piece for Option<String> {
    fn write(&self, address: &mut String) {
        // The app's own ids only have these characters. An id from elsewhere with others would change the address.
        if let Some(part) = self.as_ref().filter(|part| part.chars().all(is_letter)) {
            write_part(part, address);
        }
    }

    fn read(parts: &mut Parts) -> Option<Self> {
        Some(String::read(parts))
    }

    #[cfg(test)]
    fn patterns(field: &str) -> Vec<String> {
        [vec![String::new()], String::patterns(field)].concat()
    }
}

/// True for characters that parts of addresses may have.
fn is_letter(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_')
}

fn write_part(part: &str, address: &mut String) {
    if !part.is_empty() {
        address.push('/');
        address.push_str(part);
    }
}

/// Reads the name of a page; `None` if the next part differs. An empty name reads nothing.
fn read_name(name: &str, parts: &mut Parts) -> Option<()> {
    (name.is_empty() || parts.next() == Some(&name)).then_some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::{env, fs};

    /// The list of addresses for the browser tests.
    const LIST: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/browser/routes.json");

    /// Each prefix with each suffix.
    pub(super) fn combine(prefixes: &[String], suffixes: &[String]) -> Vec<String> {
        let with = |prefix: &String| suffixes.iter().map(move |suffix| format!("{prefix}{suffix}")).collect();
        prefixes.iter().flat_map(|prefix| -> Vec<String> { with(prefix) }).collect()
    }

    /// Every address of the app, with the names of its fields in braces.
    fn patterns() -> Vec<String> {
        Route::patterns("").iter().map(|path| if path.is_empty() { "#/".into() } else { format!("#{path}") }).collect()
    }

    /// An address of each pattern.
    fn samples() -> Vec<String> {
        let values = [
            ("{roster}", "x7k2"),
            ("{scenario}", "pike_and_shot-naseby"),
            ("{battle}", "x7k2"),
            ("{ruleset}", "argad"),
            ("{procedure}", "melee_round"),
            ("{unit}", "u-3"),
            ("{side}", "a"),
            ("{variant}", "0"),
        ];
        let fill = |pattern: String| values.iter().fold(pattern, |text, (name, value)| text.replace(name, value));
        let samples: Vec<String> = patterns().into_iter().map(fill).collect();
        assert!(samples.iter().all(|address| !address.contains('{')), "give each field a sample above");
        samples
    }

    #[test]
    fn every_address_is_that_of_exactly_one_page() {
        let samples = samples();
        assert!(samples.len() > 30, "{samples:?}");
        assert_eq!(samples.iter().collect::<BTreeSet<_>>().len(), samples.len(), "two places have one address");
        for address in samples {
            assert_eq!(Route::parse(&address).href(), address);
        }
    }

    #[test]
    fn the_browser_tests_have_the_list_of_addresses() {
        let lines: Vec<String> = patterns().iter().map(|pattern| format!("  \"{pattern}\"")).collect();
        let list = format!("[\n{}\n]\n", lines.join(",\n"));
        if env::var_os("MEND_ROUTES").is_some() {
            fs::write(LIST, &list).expect("the list can be written");
        }
        let written = fs::read_to_string(LIST).unwrap_or_default();
        assert_eq!(written, list, "run MEND_ROUTES=1 cargo test --bin drumhead");
    }

    #[test]
    fn every_address_of_version_1_0_0_is_read() {
        const OF_A_BATTLE: &str =
            " /share /log /correct /corrected /replay /luck /report /paper /devices /hall /do/fire /do/fire/a3";
        const OTHERS: &str = " rosters roster/x7k2 roster/x7k2/share roster/x7k2/paper new sample/argad guide/argad dice join scan received \
                              last saved settings rules/argad rules/argad/fire quick/argad quick/argad/fire";
        let of_a_battle = OF_A_BATTLE.split(' ').map(|page| format!("#/battle/x7k2{page}"));
        for address in of_a_battle.chain(OTHERS.split(' ').map(|path| format!("#/{path}"))) {
            assert_eq!(Route::parse(&address).href(), address);
        }
        // The page that compared two rosters was removed.
        for address in ["#/matchups/argad", "#/matchups/argad/x7k2"] {
            assert_eq!(Route::parse(address), Route::Rosters, "{address}");
        }
        // The page that checked the log is a part of the log's.
        assert_eq!(Route::parse("#/battle/x7k2/verify"), BattlePage::Log.of("x7k2"));
        assert_eq!(Route::parse("#/battle/x7k2/verify/more"), Route::Home);
    }

    #[test]
    fn pages_of_a_battle_know_their_battle_so_the_screen_stays_on_there() {
        for address in samples() {
            let place = Route::parse(&address);
            let page = address.strip_prefix("#/battle/x7k2");
            assert_eq!(place.battle(), page.map(|_| "x7k2"), "{address}");
            assert_eq!(place.is_table(), page == Some(""), "{address}");
        }
    }

    #[test]
    fn the_back_link_skips_the_quick_reference_and_the_settings() {
        let brief: Vec<String> = samples().into_iter().filter(|address| Route::parse(address).is_brief()).collect();
        assert_eq!(brief, ["#/rules/argad", "#/rules/argad/melee_round", "#/settings"]);
    }

    #[test]
    fn pages_make_their_routes() {
        assert_eq!(Route::table("x7k2").href(), "#/battle/x7k2");
        assert_eq!(Route::roster("x7k2").href(), "#/roster/x7k2");
        assert_eq!(Route::rules("argad").href(), "#/rules/argad");
        assert_eq!(Route::quick("argad").href(), "#/quick/argad");
        assert_eq!(Route::scenario("pike_and_shot-naseby").href(), "#/scenario/pike_and_shot-naseby");
        assert_eq!(Route::resolve("x7k2", "fire", Some("a3".into())).href(), "#/battle/x7k2/do/fire/a3");
    }

    #[test]
    fn an_id_that_would_change_the_address_is_left_out() {
        for unit in ["a/3", "a 3", "a%2F3", "Hälfte"] {
            assert_eq!(Route::resolve("x7k2", "fire", Some(unit.into())).href(), "#/battle/x7k2/do/fire", "{unit}");
        }
    }

    #[test]
    fn an_invalid_address_leads_home() {
        for address in
            ["", "#", "#/nothing", "#/battle", "#/battle/x7k2/none", "#/battle/x7k2/log/more", "#/roster", "#/new/more"]
        {
            assert_eq!(Route::parse(address), Route::Home, "{address}");
        }
    }

    #[test]
    fn characters_after_an_address_are_ignored() {
        assert_eq!(Route::parse("#/battle/x7k2?utm=1").href(), "#/battle/x7k2");
        assert_eq!(Route::parse("#/battle/x7k2/log)").href(), "#/battle/x7k2/log");
        assert_eq!(Route::parse("#/battle/x7k2/log%20is%20here").href(), "#/battle/x7k2/log");
    }

    #[test]
    fn an_encoded_address_is_read() {
        assert_eq!(Route::parse("#%2Fbattle%2Fx7k2%2Flog").href(), "#/battle/x7k2/log");
        assert_eq!(Route::parse("#/battle/x7k2%2Flog%3Futm%3D1").href(), "#/battle/x7k2/log");
        assert_eq!(Route::parse("#/battle/x7k2%").href(), "#/battle/x7k2");
        assert_eq!(Route::parse("#/battle/x7k2/%FF").href(), "#/battle/x7k2");
    }

    #[test]
    fn a_link_is_its_own_address() {
        for link in ["#s=1.abc", "#/%23s%3D1.abc"] {
            let place = Route::parse(link);
            assert_eq!(place, Route::link("s=1.abc"), "{link}");
            assert_eq!(place.href(), "#s=1.abc");
        }
    }
}
