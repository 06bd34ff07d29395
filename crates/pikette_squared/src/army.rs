//! Armies: rolling one up from its list, and checking the size of a roster.

use super::army_lists::{ListedArmy, Row, RowId};
use super::terms::{ExtraCard, ExtraOrNone, TroopType};
use super::words;
use crate::facts::*;
use crate::ids::procedures;
use rules::prelude::*;
use rules::ruleset;
use rules::table::Unit;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// Procedure that rolls up an army.
pub const ARMY_GENERATE: Procedure = Procedure::of::<ArmyGenerate>(procedures::ARMY_GENERATE, "Muster an army")
    .heading("How to set up playing; Army lists (1)")
    .about("The rolls of an army list: upgrades, and the unit that makes up the twelve. In a battle they join a side.")
    .for_side()
    .rulings(&["R26", "R27", "R28"]);

/// Checks that a roster has twelve units and a cannon.
pub const ARMY_CHECK: Procedure = Procedure::of::<ArmyCheck>(procedures::ARMY_CHECK, "Twelve units and a cannon?")
    .heading("Units; What you need to play")
    .about("A phalanx counts as two of the twelve units and a tercio as three; the cannon comes on top.")
    .for_side()
    .rulings(&["R10", "R26"])
    .fill(|scene, input| {
        let there = || scene.table.of(scene.acts).filter(|unit| on_table(&unit.facts));
        let number = |kind: TroopType| there().filter(|unit| unit.facts.equals(TYPE, kind)).count();
        let kinds = TroopType::ALL.iter().map(|kind| (kind.id().to_owned(), number(*kind)));
        let units = kinds.filter(|(_, number)| *number > 0).map(|(kind, number)| (kind, number.into()));
        put(input, UNITS, Map::from_iter(units));
    });

/// Number of units of each type.
const UNITS: Fact<Map<String, Json>> = fact!(field!(ArmyCheck, units));

/// Generator of an army from its list.
pub const MUSTER: ruleset::Muster = ruleset::Muster { procedure: &ARMY_GENERATE, name, units, side };

/// List of an army that was rolled up.
fn list_of(mustered: &Record) -> Option<ListedArmy> {
    let id = mustered.word(field!(Mustered, army));
    ListedArmy::ALL.iter().copied().find(|army| id == Some(army.id()))
}

/// Name of an army that was rolled up.
fn name(mustered: &Record) -> Text {
    text!("{army} army", army = list_of(mustered).map_or("Mustered", Choices::label))
}

/// Number of units of each row of a list in an army, in the order of the list.
fn fielded(army: ListedArmy, units: &Record) -> impl Iterator<Item = (&'static Row, i32)> {
    let rows = army.rows().iter();
    rows.filter_map(|row| units.sum(row.id.id()).map(|count| (row, count)))
}

/// Profiles of the units of an army that was rolled up.
fn units(mustered: &Record) -> Vec<Map<String, Json>> {
    let army = list_of(mustered).zip(mustered.at(field!(Mustered, units)).and_then(Value::record));
    army.map_or_else(Vec::new, |(army, of_rows)| units_of(army, of_rows))
}

/// Army of a unit from a list.
const LIST: Fact<ListedArmy> = fact!(ARMY.id());

/// Profiles of the units of each row. If a row has several units, their names are numbered.
fn units_of(army: ListedArmy, of_rows: &Record) -> Vec<Map<String, Json>> {
    let mut units = Vec::new();
    for (row, count) in fielded(army, of_rows) {
        for number in 1..=count {
            let label = say(row.id.label());
            let name = if count > 1 { format!("{label} {number}") } else { label.to_owned() };
            let mut unit = Facts::default();
            unit.put(NAME, name);
            unit.put(LIST, army);
            unit.put(ROW, row.id);
            units.push(unit.into());
        }
    }
    units
}

/// Leader of an army that was rolled up, and the card added to its deck.
fn side(mustered: &Record) -> Map<String, Json> {
    let sultan = mustered.word(field!(Mustered, leader)) == Some(Commander::Sultan.id());
    let extra = mustered.word(field!(Mustered, extra_card));
    let card = ExtraOrNone::ALL.iter().find(|card| extra == Some(card.id())).copied().unwrap_or(ExtraOrNone::None);
    let mut side = Facts::default();
    side.put(SULTAN, sultan);
    side.put(EXTRA_CARD, card);
    side.into()
}

/// Notes on a roster: its count of units, its cannon and its leader. *Units; What you need to play.*
pub fn roster_notes(units: &[Facts]) -> Vec<Text> {
    let kinds: Vec<_> = units.iter().filter_map(|unit| unit.value(TYPE)).map(|kind| (kind, 1)).collect();
    let mut notes = Checked::of(&kinds).words().to_vec();
    if units.iter().any(|unit| unit.equals(ROW, RowId::SultansGuard)) {
        notes.push("The Sultan himself leads it.".into());
    }
    notes
}

choices! {
    /// The extra unit of the French on a 6.
    pub enum FrenchSix {
        LightHorse = "light_horse" "Light horse",
        Carabins = "carabins" "Carabins",
    }
}

choices! {
    /// One of the two cards on which units move.
    pub enum MoveCard {
        InfantryMove = "infantry_move" "Infantry Move",
        CavalryMove = "cavalry_move" "Cavalry Move",
    }
}

choices! {
    /// Leader of an army.
    pub enum Commander {
        General = "general" "A general",
        Sultan = "sultan" "The Sultan",
    }
}

form! {
    /// Input of rolling up an army.
    pub struct ArmyGenerate {
        army: ListedArmy = choice_of(choice::<ListedArmy>()).label("Army"),
        /// The extra unit of the French on a 6.
        french_six: FrenchSix = choice_of(choice::<FrenchSix>()).or_id("light_horse").label("On a 6")
            .help("The extra unit that a 6 brings.")
            .when(&[When { field: field!(ArmyGenerate, army), is: &["french"] }]),
        moorish_card: MoveCard = choice_of(choice::<MoveCard>()).or_id("infantry_move").label("Extra card")
            .when(&[When { field: field!(ArmyGenerate, army), is: &["moorish"] }]),
    }
}

outcome! {
    /// An army that was rolled up. *Army lists.*
    pub struct Mustered {
        /// The army.
        pub army: ListedArmy,
        /// Number of units of each row.
        pub units: Record,
        /// Units by their weight: a phalanx counts as two, a tercio as three.
        pub unit_total: i32,
        /// Stands of all units.
        pub stand_total: i32,
        /// Leader of the army.
        pub leader: Commander,
        /// Morale chips in addition to those rolled.
        pub morale_chip_bonus: i32,
        /// The card that the army adds to its deck.
        pub extra_card: ExtraCard,
    }
}

/// Number of units of each row of a list.
struct Muster {
    rows: Vec<(&'static Row, i32)>,
}

impl Muster {
    fn of(army: ListedArmy) -> Self {
        Self { rows: army.rows().iter().map(|row| (row, row.units)).collect() }
    }

    /// Adds units to a row; a negative number removes them.
    fn add(&mut self, id: RowId, units: i32) {
        for (row, count) in &mut self.rows {
            if row.id == id {
                *count += units;
            }
        }
    }

    /// Replaces a number of units of one row by units of another.
    fn swap(&mut self, from: (RowId, i32), to: (RowId, i32)) {
        self.add(from.0, -from.1);
        self.add(to.0, to.1);
    }

    fn sum(&self, of_one: impl Fn(TroopType) -> i32) -> i32 {
        self.rows.iter().map(|(row, count)| count * of_one(row.kind)).sum()
    }

    fn record(&self) -> Record {
        let mut record = Record::with_room(self.rows.len());
        for (row, count) in self.rows.iter().filter(|(_, count)| *count > 0) {
            record.set(row.id.id(), *count);
        }
        record
    }
}

impl Rule for ArmyGenerate {
    type Outcome = Mustered;

    fn play(&self, dice: &mut Dice) -> Result<Mustered, Halt> {
        let mut muster = Muster::of(self.army);
        let mut leader = Commander::General;
        match self.army {
            ListedArmy::French => self.muster_french(&mut muster, dice)?,
            ListedArmy::Italian => muster_italian(&mut muster, dice)?,
            ListedArmy::Spanish => muster_spanish(&mut muster, dice)?,
            ListedArmy::Imperialist => muster_imperialist(&mut muster, dice)?,
            ListedArmy::Ottoman => leader = muster_ottoman(&mut muster, dice)?,
            ListedArmy::Moorish => {}
        }
        Ok(Mustered {
            army: self.army,
            units: muster.record(),
            unit_total: muster.sum(TroopType::counts_for),
            stand_total: muster.sum(TroopType::full_stands),
            leader,
            morale_chip_bonus: if leader == Commander::Sultan { 3 } else { 0 },
            extra_card: self.extra_card(),
        })
    }

    fn describe(&self, mustered: &Mustered, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{n} units and a cannon: {stands} stands.",
            n = mustered.unit_total,
            stands = mustered.stand_total
        ));
        for (row, count) in fielded(self.army, &mustered.units) {
            consequences.say(text!("{count} × {row}", count = count, row = row.id.label()));
        }
        let sultan = mustered.leader == Commander::Sultan;
        if sultan {
            consequences.say(
                "The Sultan himself leads: 3 morale chips more, and rallies are up 1. If he is lost, every chip goes.",
            );
        }
        consequences.put(SIDE, SULTAN, sultan);
    }

    /// Adds the units to the side, with free ids, and records the extra card of its deck.
    fn aftermath(&self, scene: &Scene, mustered: &Mustered, consequences: &mut ConsequencesBuilder) {
        let units = units_of(self.army, &mustered.units);
        let free = (1..).map(|nth| format!("m{nth}")).filter(|id| scene.table.unit(id).is_none());
        consequences.say(text!("{n} {n|unit joins|units join} the battle.", n = units.len()));
        if scene.side().holds(SULTAN) && mustered.leader != Commander::Sultan {
            consequences.say("A general leads this side, not the Sultan.");
        }
        let card = words::word(mustered.extra_card);
        consequences.say(text!("One more {card} is among the cards of its deck.", card = card));
        consequences.put(SIDE, EXTRA_CARD, mustered.extra_card);
        for (id, profile) in free.zip(units) {
            consequences.join(Unit { id, side: scene.acts.index(), profile, ..Unit::default() });
        }
    }
}

impl ArmyGenerate {
    /// Rolls for the French army. *French: the note on pike; Plus one extra unit.*
    fn muster_french(&self, muster: &mut Muster, dice: &mut Dice) -> Result<(), Halt> {
        if dice.passes("swiss_pike", 6, 4)? {
            muster.swap((RowId::Pike, 2), (RowId::SwissPhalanx, 1));
        }
        let extra = match dice.die("extra_unit", 6)? {
            ..=2 => RowId::Militia,
            3..=4 => RowId::Skirmishers,
            5 => RowId::Arquebus,
            _ => match self.french_six {
                FrenchSix::LightHorse => RowId::Stradiots,
                FrenchSix::Carabins => RowId::Carabins,
            },
        };
        muster.add(extra, 1);
        Ok(())
    }

    /// The card on the army's list, or the choice of the Moors (R28).
    fn extra_card(&self) -> ExtraCard {
        self.army.extra_card().unwrap_or(match self.moorish_card {
            MoveCard::InfantryMove => ExtraCard::InfantryMove,
            MoveCard::CavalryMove => ExtraCard::CavalryMove,
        })
    }
}

/// Rolls for the Italian army. *Italian: the notes on knights and crossbows; Plus one extra unit.*
fn muster_italian(muster: &mut Muster, dice: &mut Dice) -> Result<(), Halt> {
    if dice.passes("familia", 6, 6)? {
        muster.swap((RowId::Condottieri, 1), (RowId::Familia, 1));
    }
    if dice.passes("citizen_crossbows", 6, 4)? {
        muster.swap((RowId::Crossbows, 2), (RowId::CitizenCrossbows, 2));
    }
    let extra = match dice.die("extra_unit", 6)? {
        ..=3 => RowId::Militia,
        4..=5 => RowId::Skirmishers,
        _ => RowId::Arquebus,
    };
    muster.add(extra, 1);
    Ok(())
}

/// Rolls for the Spanish army. *Spanish: the note on genitors; Plus one extra unit.*
fn muster_spanish(muster: &mut Muster, dice: &mut Dice) -> Result<(), Halt> {
    if dice.passes("genitors", 6, 6)? {
        muster.swap((RowId::Genitors, 1), (RowId::GenitorsUpgraded, 1));
    }
    let extra = match dice.die("extra_unit", 6)? {
        ..=1 => RowId::Musketeers,
        2..=4 => RowId::Pike,
        _ => RowId::Arquebus,
    };
    muster.add(extra, 1);
    Ok(())
}

/// Rolls for the Imperialist army. *Imperialist: Plus one extra unit.*
fn muster_imperialist(muster: &mut Muster, dice: &mut Dice) -> Result<(), Halt> {
    let extra = match dice.die("extra_unit", 6)? {
        ..=2 => RowId::Hungarians,
        3..=4 => RowId::Carabins,
        _ => RowId::Arquebus,
    };
    muster.add(extra, 1);
    Ok(())
}

/// Rolls for the Ottoman army. Under the Sultan, no die is rolled for the azabs (R27). *Ottomans: the notes on spahis and azabs; the
/// Sultan.*
fn muster_ottoman(muster: &mut Muster, dice: &mut Dice) -> Result<Commander, Halt> {
    let sultan = dice.passes("sultans_guard", 6, 5)?;
    if sultan {
        muster.swap((RowId::Spahis, 1), (RowId::SultansGuard, 1));
    }
    if sultan || dice.passes("azabs", 6, 6)? {
        muster.swap((RowId::Azabs, 2), (RowId::AzabsUpgraded, 2));
    }
    Ok(if sultan { Commander::Sultan } else { Commander::General })
}

form! {
    /// Input of the check.
    pub struct ArmyCheck {
        units: Counts<TroopType> = unit(counts::<TroopType>(30)).label("Units"),
    }
}

outcome! {
    /// Totals of a roster.
    pub struct Checked {
        /// Units by their weight: a phalanx counts as two, a tercio as three.
        pub unit_total: i32,
        /// Units of cannon.
        pub cannons: i32,
        /// Stands of all units.
        pub stand_total: i32,
        /// Hits that the army can take, over all stands.
        pub hit_total: i32,
        /// True if the roster has twelve units and a cannon.
        pub complies: bool,
    }
}

impl Checked {
    /// Computes the totals from the number of units of each type.
    fn of(units: &[(TroopType, i32)]) -> Self {
        let sum = |of_one: fn(TroopType) -> i32| units.iter().map(|(kind, count)| count * of_one(*kind)).sum();
        let unit_total = sum(TroopType::counts_for);
        let cannons = sum(|kind| i32::from(kind == TroopType::Cannon));
        Self {
            unit_total,
            cannons,
            stand_total: sum(TroopType::full_stands),
            hit_total: sum(all_hits),
            complies: unit_total == 12 && cannons == 1,
        }
    }

    fn words(&self) -> [Text; 2] {
        let units = text!("{n} {n|unit|units}", n = self.unit_total);
        let (stands, hits) = (self.stand_total, words::hits(self.hit_total));
        let verdict = if self.complies {
            "Twelve units and a cannon: complete.".into()
        } else {
            text!("{units} and {n} cannon, not twelve and one.", units = units, n = self.cannons)
        };
        [verdict, text!("{stands} stands, which can take {hits}.", stands = stands, hits = hits)]
    }
}

impl Rule for ArmyCheck {
    type Outcome = Checked;

    fn play(&self, _: &mut Dice) -> Result<Checked, Halt> {
        Ok(Checked::of(&self.units.iter().collect::<Vec<_>>()))
    }

    fn describe(&self, checked: &Checked, consequences: &mut ConsequencesBuilder) {
        for words in checked.words() {
            consequences.say(words);
        }
    }
}

/// Hits that a full unit of this type can take.
fn all_hits(kind: TroopType) -> i32 {
    (1..=kind.full_stands()).map(|stands| kind.hits_per_stand(stands)).sum()
}
