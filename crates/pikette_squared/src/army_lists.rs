//! Armies of the Italian Wars: the rows of their lists, and the units of each row. *Army lists (1).*

use super::terms::{Die, ExtraCard, TroopType, in_common};
use TroopType::{
    Arquebus, Cannon, Carabins, Crossbows, Knights, Lancers, LightHorse, Militia, Phalanx, Pike, Reiters, Skirmishers,
    Tercio,
};
use rules::prelude::*;

// Armies with a list.
in_common! { $ armies:
    French = "french" "French",
    Italian = "italian" "Italian",
    Spanish = "spanish" "Spanish",
    Imperialist = "imperialist" "Imperialist",
    Ottoman = "ottoman" "Ottoman",
    Moorish = "moorish" "Moorish",
}

armies! {
    /// An army with a list.
    ListedArmy [] []
}

armies! {
    /// An army, with or without a list.
    Army [] [Other = "other" "Another army"]
}

armies! { ListedArmy from Army }

impl Army {
    /// The army, if it has a list; `None` for [`Army::Other`].
    pub fn listed(self) -> Option<ListedArmy> {
        self.shared()
    }
}

choices! {
    /// A row of a list.
    pub enum RowId {
        Gendarmes = "gendarmes" "Gendarmes",
        Archers = "archers" "Archers",
        Stradiots = "stradiots" "Stradiots",
        Carabins = "carabins" "Carabins",
        Pike = "pike" "Pike",
        SwissPhalanx = "swiss_phalanx" "Swiss phalanx",
        Arquebus = "arquebus" "Arquebus",
        Crossbows = "crossbows" "Crossbows",
        Skirmishers = "skirmishers" "Skirmishers",
        Militia = "militia" "Militia",
        Cannon = "cannon" "Cannon",
        Condottieri = "condottieri" "Condottieri",
        Familia = "familia" "Familia",
        CitizenCrossbows = "citizen_crossbows" "Citizen crossbows",
        Lancers = "lancers" "Lancers",
        Genitors = "genitors" "Genitors",
        GenitorsUpgraded = "genitors_upgraded" "Genitors, upgraded",
        Tercio = "tercio" "Tercio",
        Musketeers = "musketeers" "Musketeers",
        Reiters = "reiters" "Reiters",
        Hungarians = "hungarians" "Hungarians",
        Landsknechts = "landsknechts" "Landsknechts",
        Spahis = "spahis" "Spahis",
        SultansGuard = "sultans_guard" "Sultan's Guard",
        Akinjis = "akinjis" "Akinjis",
        Janissaries = "janissaries" "Janissaries",
        Azabs = "azabs" "Azabs",
        AzabsUpgraded = "azabs_upgraded" "Azabs, upgraded",
        Household = "household" "Household cavalry",
        LightHorse = "light_horse" "Light horse",
    }
}

/// A row of a list.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Id of the row.
    pub id: RowId,
    /// Type of its units.
    pub kind: TroopType,
    /// Full move in squares.
    pub moves: f64,
    /// Die for shooting, and range in squares; `None` for units that do not shoot.
    pub shoots: Option<(Die, f64)>,
    /// Die for fighting.
    pub fights: Die,
    /// Number of units before rolls.
    pub units: i32,
    /// True of units with ordinary bows.
    pub bows: bool,
    /// True of units that enemies fear.
    pub fearsome: bool,
    /// True of Swiss.
    pub swiss: bool,
}

impl Row {
    const fn of(id: RowId, kind: TroopType, moves: f64, shoots: Option<(Die, f64)>, fights: Die, units: i32) -> Self {
        Self { id, kind, moves, shoots, fights, units, bows: false, fearsome: false, swiss: false }
    }

    const fn with_bows(mut self) -> Self {
        self.bows = true;
        self
    }

    const fn fearsome(mut self) -> Self {
        self.fearsome = true;
        self
    }

    const fn swiss(mut self) -> Self {
        self.swiss = true;
        self
    }
}

const NO: Option<(Die, f64)> = None;

use Die::{D4, D6, D8, D10, D12};

const FRENCH: &[Row] = &[
    Row::of(RowId::Gendarmes, Knights, 3.0, NO, D12, 2).fearsome(),
    Row::of(RowId::Archers, Lancers, 4.0, NO, D10, 1),
    Row::of(RowId::Stradiots, LightHorse, 5.0, NO, D6, 1),
    Row::of(RowId::Carabins, Carabins, 5.0, Some((D6, 2.0)), D4, 0),
    Row::of(RowId::Pike, Pike, 2.5, NO, D8, 2),
    Row::of(RowId::SwissPhalanx, Phalanx, 2.5, NO, D10, 0).fearsome().swiss(),
    Row::of(RowId::Arquebus, Arquebus, 2.5, Some((D8, 3.0)), D6, 2),
    Row::of(RowId::Crossbows, Crossbows, 2.5, Some((D6, 3.0)), D4, 1),
    Row::of(RowId::Skirmishers, Skirmishers, 2.5, Some((D6, 3.0)), D4, 1),
    Row::of(RowId::Militia, Militia, 2.5, NO, D4, 1),
    Row::of(RowId::Cannon, Cannon, 1.5, Some((D8, 6.0)), D4, 1),
];

const ITALIAN: &[Row] = &[
    Row::of(RowId::Condottieri, Knights, 3.0, NO, D10, 2),
    Row::of(RowId::Familia, Knights, 3.0, NO, D12, 0),
    Row::of(RowId::Carabins, Carabins, 5.0, Some((D6, 2.0)), D4, 1),
    Row::of(RowId::Stradiots, LightHorse, 5.0, NO, D6, 1),
    Row::of(RowId::Pike, Pike, 2.5, NO, D8, 1),
    Row::of(RowId::Arquebus, Arquebus, 2.5, Some((D8, 3.0)), D6, 2),
    Row::of(RowId::Crossbows, Crossbows, 2.5, Some((D6, 3.0)), D4, 2),
    Row::of(RowId::CitizenCrossbows, Crossbows, 2.5, Some((D6, 3.0)), D6, 0),
    Row::of(RowId::Skirmishers, Skirmishers, 2.5, Some((D6, 3.0)), D4, 1),
    Row::of(RowId::Militia, Militia, 2.5, NO, D6, 1),
    Row::of(RowId::Cannon, Cannon, 1.5, Some((D8, 6.0)), D4, 1),
];

const SPANISH: &[Row] = &[
    Row::of(RowId::Lancers, Lancers, 4.0, NO, D10, 1),
    Row::of(RowId::Carabins, Carabins, 5.0, Some((D6, 2.0)), D4, 1),
    Row::of(RowId::Genitors, LightHorse, 5.0, NO, D4, 1),
    Row::of(RowId::GenitorsUpgraded, LightHorse, 5.0, NO, D6, 0),
    Row::of(RowId::Tercio, Tercio, 1.5, Some((D8, 3.0)), D10, 1),
    Row::of(RowId::Arquebus, Arquebus, 2.5, Some((D8, 3.0)), D6, 2),
    Row::of(RowId::Pike, Pike, 2.5, NO, D10, 1),
    Row::of(RowId::Musketeers, Skirmishers, 2.5, Some((D8, 3.0)), D4, 2).fearsome(),
    Row::of(RowId::Cannon, Cannon, 1.5, Some((D8, 6.0)), D4, 1),
];

const IMPERIALIST: &[Row] = &[
    Row::of(RowId::Lancers, Lancers, 4.0, NO, D10, 1),
    Row::of(RowId::Reiters, Reiters, 4.0, Some((D6, 1.0)), D6, 2),
    Row::of(RowId::Hungarians, LightHorse, 5.0, Some((D4, 2.0)), D4, 0).with_bows(),
    Row::of(RowId::Carabins, Carabins, 5.0, Some((D6, 2.0)), D4, 0),
    Row::of(RowId::Landsknechts, Phalanx, 2.5, NO, D10, 2),
    Row::of(RowId::Arquebus, Arquebus, 2.5, Some((D8, 3.0)), D6, 1),
    Row::of(RowId::Skirmishers, Skirmishers, 2.5, Some((D6, 3.0)), D4, 2),
    Row::of(RowId::Militia, Militia, 2.5, NO, D6, 1),
    Row::of(RowId::Cannon, Cannon, 1.5, Some((D8, 6.0)), D4, 1),
];

const OTTOMAN: &[Row] = &[
    Row::of(RowId::Spahis, Lancers, 4.0, NO, D8, 2),
    Row::of(RowId::SultansGuard, Lancers, 4.0, NO, D10, 0),
    Row::of(RowId::Akinjis, LightHorse, 5.0, Some((D4, 2.0)), D4, 4).with_bows(),
    Row::of(RowId::Janissaries, Arquebus, 2.5, Some((D8, 3.0)), D8, 2).fearsome(),
    Row::of(RowId::Skirmishers, Skirmishers, 2.5, Some((D4, 3.0)), D4, 2).with_bows(),
    Row::of(RowId::Azabs, Militia, 2.5, NO, D4, 2),
    Row::of(RowId::AzabsUpgraded, Militia, 2.5, NO, D6, 0),
    Row::of(RowId::Cannon, Cannon, 1.5, Some((D6, 6.0)), D4, 1),
];

const MOORISH: &[Row] = &[
    Row::of(RowId::Household, Lancers, 4.0, NO, D8, 1),
    Row::of(RowId::LightHorse, LightHorse, 5.0, NO, D4, 3),
    Row::of(RowId::Carabins, Carabins, 5.0, Some((D6, 2.0)), D4, 1),
    Row::of(RowId::Arquebus, Arquebus, 2.5, Some((D8, 3.0)), D6, 2),
    Row::of(RowId::Crossbows, Crossbows, 2.5, Some((D6, 3.0)), D6, 2),
    Row::of(RowId::Skirmishers, Skirmishers, 2.5, Some((D6, 3.0)), D6, 1),
    Row::of(RowId::Militia, Militia, 2.5, NO, D6, 2),
    Row::of(RowId::Cannon, Cannon, 1.5, Some((D4, 6.0)), D4, 1),
];

impl ListedArmy {
    /// Rows of the army's list.
    pub fn rows(self) -> &'static [Row] {
        match self {
            ListedArmy::French => FRENCH,
            ListedArmy::Italian => ITALIAN,
            ListedArmy::Spanish => SPANISH,
            ListedArmy::Imperialist => IMPERIALIST,
            ListedArmy::Ottoman => OTTOMAN,
            ListedArmy::Moorish => MOORISH,
        }
    }

    /// The card that the list adds to the deck; `None` for the Moors, who choose one of two.
    pub fn extra_card(self) -> Option<ExtraCard> {
        match self {
            ListedArmy::French => Some(ExtraCard::Melee),
            ListedArmy::Italian => Some(ExtraCard::MillingAround),
            ListedArmy::Spanish => Some(ExtraCard::InfantryMove),
            ListedArmy::Imperialist => Some(ExtraCard::Reload),
            ListedArmy::Ottoman => Some(ExtraCard::CavalryMove),
            ListedArmy::Moorish => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::form::Choices;

    #[test]
    fn each_army_list_has_twelve_units_including_the_extra_unit() {
        for army in ListedArmy::ALL {
            let units: i32 = army.rows().iter().map(|row| row.units * row.kind.counts_for()).sum();
            // Ottomans and Moors have no extra unit.
            let extra = i32::from(!matches!(army, ListedArmy::Ottoman | ListedArmy::Moorish));
            assert_eq!(units + extra, 12, "{army:?}");
        }
    }
}
