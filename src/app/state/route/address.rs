//! Places in the app and their addresses. Nothing here needs a browser, so that it is tested natively.

use drumhead::share::found;

/// A place in the app.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Route {
    /// The page that the app opens with.
    Home,
    /// All rosters.
    Rosters,
    /// A page of a roster.
    Roster {
        /// The roster's id.
        id: String,
        /// Its page.
        page: RosterPage,
    },
    /// A battle to be begun.
    NewBattle,
    /// A battle of samples, begun at once; by the ruleset.
    Sample(String),
    /// A guided first battle, begun at once; by the ruleset.
    Guide(String),
    /// A page of a battle.
    Battle {
        /// The battle's id.
        id: String,
        /// Its page.
        page: BattlePage,
    },
    /// Explanation of the app's dice.
    Dice,
    /// Answer to another device that offers a connection.
    Join,
    /// Taking something over by codes that another device shows.
    Scan,
    /// Something that another app shared, or a file that was opened with the app.
    Received,
    /// The battle that was played last.
    Last,
    /// All battles of this device, and what they show together.
    Chronicle,
    /// A ruleset's quick reference, at the section of a procedure if one is named.
    Rules(String, Option<String>),
    /// A procedure without a battle.
    Quick {
        /// The ruleset.
        ruleset: String,
        /// The procedure, once chosen.
        procedure: Option<String>,
    },
    /// Backup and storage.
    Saved,
    /// Settings.
    Settings,
    /// A link: the fragment itself.
    Open(String),
}

/// A page of a roster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RosterPage {
    /// Its units, to be edited.
    Units,
    /// A sheet to be printed.
    Paper,
    /// Options to share it.
    Share,
}

/// A page of a battle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BattlePage {
    /// The table.
    Table,
    /// The panel of a procedure.
    Resolve {
        /// The procedure.
        procedure: String,
        /// The unit that acts.
        unit: Option<String>,
    },
    /// The log.
    Log,
    /// The panel of an act that is corrected.
    Correct,
    /// A correction, looked over before it is applied.
    Corrected,
    /// Check of the log, act by act.
    Verify,
    /// The battle, act by act, as the table stood.
    Replay,
    /// Luck of both sides.
    Luck,
    /// The report.
    Report,
    /// A sheet to be printed.
    Paper,
    /// The battle in step with other devices.
    Devices,
    /// The battle for a large screen, to be watched.
    Hall,
    /// Its end: who has won.
    Close,
    /// The rosters of its survivors.
    Survivors,
    /// The players' own rules.
    OwnRules,
    /// Options to share it.
    Share,
}

impl BattlePage {
    /// The page of the battle with this id.
    pub fn of(self, id: impl Into<String>) -> Route {
        Route::Battle { id: id.into(), page: self }
    }

    /// The page's part of the address, after the battle's id: `log`; empty for the table.
    fn path(&self) -> String {
        let path = match self {
            BattlePage::Table => "",
            BattlePage::Resolve { procedure, unit: Some(unit) } => return format!("do/{procedure}/{unit}"),
            BattlePage::Resolve { procedure, unit: None } => return format!("do/{procedure}"),
            BattlePage::Log => "log",
            BattlePage::Correct => "correct",
            BattlePage::Corrected => "corrected",
            BattlePage::Verify => "verify",
            BattlePage::Replay => "replay",
            BattlePage::Luck => "luck",
            BattlePage::Report => "report",
            BattlePage::Paper => "paper",
            BattlePage::Devices => "devices",
            BattlePage::Hall => "hall",
            BattlePage::Close => "close",
            BattlePage::Survivors => "survivors",
            BattlePage::OwnRules => "own-rules",
            BattlePage::Share => "share",
        };
        path.to_owned()
    }

    fn parse(path: &[&str]) -> Option<Self> {
        Some(match path {
            [] => BattlePage::Table,
            ["do", procedure] => BattlePage::Resolve { procedure: (*procedure).to_owned(), unit: None },
            ["do", procedure, unit] => {
                BattlePage::Resolve { procedure: (*procedure).to_owned(), unit: Some((*unit).to_owned()) }
            }
            ["log"] => BattlePage::Log,
            ["correct"] => BattlePage::Correct,
            ["corrected"] => BattlePage::Corrected,
            ["verify"] => BattlePage::Verify,
            ["replay"] => BattlePage::Replay,
            ["luck"] => BattlePage::Luck,
            ["report"] => BattlePage::Report,
            ["paper"] => BattlePage::Paper,
            ["devices"] => BattlePage::Devices,
            ["hall"] => BattlePage::Hall,
            ["close"] => BattlePage::Close,
            ["survivors"] => BattlePage::Survivors,
            ["own-rules"] => BattlePage::OwnRules,
            ["share"] => BattlePage::Share,
            _ => return None,
        })
    }
}

impl RosterPage {
    /// The page of the roster with this id.
    pub fn of(self, id: impl Into<String>) -> Route {
        Route::Roster { id: id.into(), page: self }
    }

    fn path(self) -> &'static str {
        match self {
            RosterPage::Units => "",
            RosterPage::Paper => "paper",
            RosterPage::Share => "share",
        }
    }

    fn parse(path: &[&str]) -> Option<Self> {
        Some(match path {
            [] => RosterPage::Units,
            ["paper"] => RosterPage::Paper,
            ["share"] => RosterPage::Share,
            _ => return None,
        })
    }
}

impl Route {
    /// The table of a battle.
    pub fn table(battle: impl Into<String>) -> Self {
        BattlePage::Table.of(battle)
    }

    /// The units of a roster.
    pub fn roster(id: impl Into<String>) -> Self {
        RosterPage::Units.of(id)
    }

    /// The panel of a procedure in a battle.
    pub fn resolve(battle: impl Into<String>, procedure: impl Into<String>, unit: Option<String>) -> Self {
        BattlePage::Resolve { procedure: procedure.into(), unit }.of(battle)
    }

    /// The address of the place: `#/battle/x7k2`.
    pub fn href(&self) -> String {
        let path = match self {
            Route::Open(link) => return link.clone(),
            Route::Home => String::new(),
            Route::Rosters => "rosters".into(),
            Route::Roster { id, page } => format!("roster/{id}/{}", page.path()),
            Route::NewBattle => "new".into(),
            Route::Sample(ruleset) => format!("sample/{ruleset}"),
            Route::Guide(ruleset) => format!("guide/{ruleset}"),
            Route::Battle { id, page } => format!("battle/{id}/{}", page.path()),
            Route::Dice => "dice".into(),
            Route::Join => "join".into(),
            Route::Scan => "scan".into(),
            Route::Received => "received".into(),
            Route::Last => "last".into(),
            Route::Chronicle => "chronicle".into(),
            Route::Rules(ruleset, None) => format!("rules/{ruleset}"),
            Route::Rules(ruleset, Some(procedure)) => format!("rules/{ruleset}/{procedure}"),
            Route::Quick { ruleset, procedure: Some(procedure) } => format!("quick/{ruleset}/{procedure}"),
            Route::Quick { ruleset, procedure: None } => format!("quick/{ruleset}"),
            Route::Saved => "saved".into(),
            Route::Settings => "settings".into(),
        };
        format!("#/{}", path.trim_end_matches('/'))
    }

    /// The place of an address; an address that is none leads home.
    pub(super) fn parse(fragment: &str) -> Self {
        // Of an address, what messengers and services append is no part of it.
        if let Some(link) = found::link(fragment) {
            return Route::Open(format!("#{link}"));
        }
        let fragment = fragment.trim_start_matches('#');
        let length = fragment.find(|letter: char| !letter.is_ascii_alphanumeric() && !"/-_".contains(letter));
        let fragment = &fragment[..length.unwrap_or(fragment.len())];
        let parts: Vec<&str> = fragment.split('/').filter(|part| !part.is_empty()).collect();
        let text = |part: &&str| (*part).to_owned();
        match parts.as_slice() {
            // Version 1.0.0 had a page at `matchups` that compared two rosters.
            ["rosters"] | ["matchups", ..] => Route::Rosters,
            ["roster", id, page @ ..] => RosterPage::parse(page).map_or(Route::Home, |page| page.of(*id)),
            ["new"] => Route::NewBattle,
            ["sample", ruleset] => Route::Sample(text(ruleset)),
            ["guide", ruleset] => Route::Guide(text(ruleset)),
            ["battle", id, page @ ..] => BattlePage::parse(page).map_or(Route::Home, |page| page.of(*id)),
            ["dice"] => Route::Dice,
            ["join"] => Route::Join,
            ["scan"] => Route::Scan,
            ["received"] => Route::Received,
            ["last"] => Route::Last,
            ["chronicle"] => Route::Chronicle,
            ["saved"] => Route::Saved,
            ["settings"] => Route::Settings,
            ["rules", ruleset] => Route::Rules(text(ruleset), None),
            ["rules", ruleset, procedure] => Route::Rules(text(ruleset), Some(text(procedure))),
            ["quick", ruleset] => Route::Quick { ruleset: text(ruleset), procedure: None },
            ["quick", ruleset, procedure] => Route::Quick { ruleset: text(ruleset), procedure: Some(text(procedure)) },
            _ => Route::Home,
        }
    }

    /// The battle whose page the place is.
    pub fn battle(&self) -> Option<&str> {
        match self {
            Route::Battle { id, .. } => Some(id),
            _ => None,
        }
    }

    /// True for the tables of battles.
    pub fn is_table(&self) -> bool {
        matches!(self, Route::Battle { page: BattlePage::Table, .. })
    }

    /// True for places that players look up for a moment, from anywhere.
    pub(super) fn is_brief(&self) -> bool {
        matches!(self, Route::Rules(..) | Route::Settings)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const OF_A_BATTLE: [&str; 17] = [
        "",
        "/do/fire",
        "/do/fire/a3",
        "/log",
        "/correct",
        "/corrected",
        "/verify",
        "/replay",
        "/luck",
        "/report",
        "/paper",
        "/devices",
        "/hall",
        "/close",
        "/survivors",
        "/own-rules",
        "/share",
    ];

    const OTHERS: [&str; 20] = [
        "#/",
        "#/rosters",
        "#/roster/x7k2",
        "#/roster/x7k2/paper",
        "#/roster/x7k2/share",
        "#/new",
        "#/sample/argad",
        "#/guide/argad",
        "#/dice",
        "#/join",
        "#/scan",
        "#/received",
        "#/last",
        "#/chronicle",
        "#/rules/argad",
        "#/rules/argad/fire",
        "#/quick/argad",
        "#/quick/argad/fire",
        "#/saved",
        "#/settings",
    ];

    #[test]
    fn every_page_of_a_battle_is_in_it_so_the_screen_stays_on_there() {
        for page in OF_A_BATTLE {
            let address = format!("#/battle/x7k2{page}");
            let route = Route::parse(&address);
            assert_eq!(route.href(), address);
            assert_eq!(route.battle(), Some("x7k2"), "{address}");
            assert_eq!(route.is_table(), page.is_empty(), "{address}");
            assert!(!route.is_brief(), "{address}");
        }
    }

    #[test]
    fn other_places_are_in_no_battle() {
        for address in OTHERS {
            let route = Route::parse(address);
            assert_eq!(route.href(), address);
            assert_eq!(route.battle(), None, "{address}");
            assert_eq!(
                route.is_brief(),
                address.starts_with("#/rules") || address.starts_with("#/settings"),
                "{address}"
            );
        }
    }

    #[test]
    fn routes_are_made_by_their_pages() {
        assert_eq!(Route::table("x7k2").href(), "#/battle/x7k2");
        assert_eq!(Route::roster("x7k2").href(), "#/roster/x7k2");
        assert_eq!(Route::resolve("x7k2", "fire", Some("a3".into())).href(), "#/battle/x7k2/do/fire/a3");
    }

    #[test]
    fn an_address_of_the_removed_page_of_matchups_leads_to_the_rosters() {
        for address in ["#/matchups", "#/matchups/argad", "#/matchups/argad/x7k2"] {
            assert_eq!(Route::parse(address), Route::Rosters, "{address}");
        }
    }

    #[test]
    fn an_address_that_is_none_leads_home() {
        for address in ["", "#", "#/nothing", "#/battle", "#/battle/x7k2/none", "#/battle/x7k2/log/more", "#/roster"] {
            assert_eq!(Route::parse(address), Route::Home, "{address}");
        }
    }

    #[test]
    fn nothing_after_an_address_is_a_part_of_it() {
        assert_eq!(Route::parse("#/battle/x7k2?utm=1").href(), "#/battle/x7k2");
        assert_eq!(Route::parse("#/battle/x7k2/log)").href(), "#/battle/x7k2/log");
    }
}
