//! Cost of characters in points, for players who want equal sides.

use super::input::{COUNT, ENTRIES, ITEMS, Input, each, put};
use super::loading::{carried, javelins_each};
use super::rulings::Advanced;
use super::terms::{Armour, Missile, Mount, Post, Weapon};
use super::unit::{self, figures};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;
use serde_json::Value as Json;

/// Procedure that computes a budget.
pub const BUDGET: Procedure = Procedure::of::<Budget>(procedures::BUDGET, "Budget")
    .heading("Budget")
    .about("Optional: what a warband costs in points. The game does not ask for equal sides.")
    .participants(&[Role::own(roles::ENTRIES, "Characters", field!(Budget, entries, "[]")).several(1, 40)])
    // Budgets are computed before a battle, so this is no act of a turn.
    .calculates()
    .rulings(&["R15", "R51"])
    .fill(fill);

/// Lines with the points of a roster, in total and by unit, and a warning that rifles have no price. Empty for rosters with no units or more
/// than 40.
pub fn notes(units: &[Facts]) -> Vec<Text> {
    let mut input = Input::new();
    put(&mut input, ENTRIES, units.iter().map(entry).collect::<Vec<_>>());
    let scene = Scene::without_table(vec![(roles::ENTRIES, units.to_vec())]);
    fill(&scene, &mut input);
    let Ok(budget) = Budget::from_object(&input) else { return Vec::new() };
    let each = budget.entries.iter().map(|entry| entry.points(Advanced::Missile));
    let total: f64 = each.clone().sum();
    let list = units.iter().zip(each).filter_map(|(unit, points)| {
        unit.text(NAME).map(|name| text!("{name} {points}", name = name.to_owned(), points = points))
    });
    let list = list.reduce(|so_far, next| text!("{so_far}, {next}", so_far = so_far, next = next));
    let mut notes = vec![text!("{n} {n|point|points}", n = total)];
    notes.extend(list);
    if units.iter().flat_map(carried).any(|missile| missile == Missile::Rifled) {
        notes.push("Rifles have no price: they are not counted.".into());
    }
    notes
}

/// Adds derived facts. Points are computed from the original weapons, even if some are lost or cut later.
pub fn derive(facts: &mut Facts) {
    unit::derive_mount(facts);
    facts.put(POINTS, text!("{n}", n = points(facts)).to_string());
    unit::derive(facts);
}

/// Returns the points of a unit, computed from its facts: figures left, mount on the roster, and original weapons.
fn points(unit: &Facts) -> f64 {
    let mut input = Input::new();
    put(&mut input, ENTRIES, vec![entry(unit)]);
    let scene = Scene::without_table(vec![(roles::ENTRIES, vec![unit.clone()])]);
    fill(&scene, &mut input);
    Budget::from_object(&input)
        .map_or(0.0, |budget| budget.entries.iter().map(|entry| entry.points(Advanced::Missile)).sum())
}

/// Entry of a budget, filled in from the facts of a unit.
fn entry(unit: &Facts) -> Input {
    let known = Entry::FORM.fields.iter();
    Input::from_iter(known.filter_map(|field| Some((field.id.to_owned(), unit.get(field.id)?.clone()))))
}

choices! {
    /// Equipment that costs points. *Budget.*
    pub enum Item {
        Pistol = "pistol" "Pistol",
        Arquebus = "arquebus" "Arquebus, short or long",
        MatchlockMusket = "matchlock_musket" "Matchlock musket with fork",
        LightMusket = "light_musket" "Light musket",
        LightCrossbow = "light_crossbow" "Light crossbow",
        Longbow = "longbow" "Longbow",
        TraditionalBow = "traditional_bow" "Weaker bow",
        Javelins = "javelins" "Set of javelins",
        LightSpear = "light_spear" "Light spear",
        Halberd = "halberd" "Halberd",
        Bill = "bill" "Bill",
        LongBardiche = "long_bardiche" "Long bardiche or Lochaber axe",
        HalfBardiche = "half_bardiche" "Half-long bardiche or Lochaber axe",
        SparthAxe = "sparth_axe" "Sparth axe",
        HeavyLance = "heavy_lance" "Heavy lance",
        Pike = "pike" "Pike",
        TwoHanded = "two_handed" "Two-handed sword or axe",
        HalfLongTool = "half_long_tool" "Half-long tool",
        HeavyTool = "heavy_tool" "Heavy half-long tool",
    }
}

impl Item {
    /// Price in points. *Budget.*
    fn points(self) -> f64 {
        match self {
            Item::MatchlockMusket | Item::LightMusket => 6.0,
            Item::Pistol | Item::Arquebus | Item::Longbow => 4.0,
            Item::Halberd | Item::Bill | Item::LongBardiche | Item::HeavyLance => 3.0,
            Item::LightCrossbow | Item::TraditionalBow => 2.0,
            Item::LightSpear | Item::HalfBardiche | Item::SparthAxe | Item::Pike | Item::TwoHanded => 2.0,
            Item::Javelins | Item::HeavyTool => 1.0,
            Item::HalfLongTool => 0.5,
        }
    }

    /// True of shooting weapons, which cost more for a more advanced side (R15).
    fn is_technology(self) -> bool {
        matches!(
            self,
            Item::Pistol
                | Item::Arquebus
                | Item::MatchlockMusket
                | Item::LightMusket
                | Item::LightCrossbow
                | Item::Longbow
                | Item::TraditionalBow
        )
    }
}

form! {
    /// Ruling that affects the budget.
    pub struct Rulings {
        r15_technology: Advanced = choice_of(choice::<Advanced>()).or_id("missile").label("The more advanced pay for").rare(),
    }
}

form! {
    /// One or more identical characters.
    pub struct Entry {
        count: i32 = unit(whole(1, MOST_FIGURES)).or(1).label("How many"),
        class: i32 = unit(of(CLASS)).required(),
        role: Post = unit(of(ROLE)),
        mount: Mount = unit(of(MOUNT)),
        armour: Armour = unit(of(ARMOUR)),
        items: Counts<Item> = unit(counts::<Item>(9)).or_empty().label("Weapons"),
        reserve_horses: i32 = choice_of(of(RESERVE_HORSES)).rare(),
        technology: i32 = choice_of(whole(1, 3)).or(1).label("Technology")
            .help("2 or 3 for the side whose shooting weapons are more advanced.").rare(),
    }
}

form! {
    /// Input of a budget.
    pub struct Budget {
        entries: Vec<Entry> = unit(list::<Entry>(1, 40)).label("Characters"),
        rulings: Rulings = choice_of(object::<Rulings>()).or_empty().label("Rulings").rare(),
    }
}

outcome! {
    /// Cost of an army, in points. *Budget.*
    pub struct Cost {
        /// Points of all entries together.
        pub total_points: f64,
        /// Points of each entry, in their order.
        pub entry_points: Vec<f64>,
        /// Javelins that each character of an entry carries.
        pub javelins: Vec<i32>,
    }
}

impl Rule for Budget {
    type Outcome = Cost;

    fn play(&self, _: &mut Dice) -> Result<Cost, Halt> {
        let entry_points: Vec<f64> =
            self.entries.iter().map(|entry| entry.points(self.rulings.r15_technology)).collect();
        Ok(Cost {
            total_points: entry_points.iter().sum(),
            entry_points,
            javelins: self.entries.iter().map(Entry::javelins).collect(),
        })
    }

    fn describe(&self, outcome: &Cost, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("{n} {n|point|points}.", n = outcome.total_points));
    }
}

impl Entry {
    /// Points of the whole entry. The more advanced side pays more for its shooting weapons, or for everything (R15).
    fn points(&self, advanced: Advanced) -> f64 {
        let (weapons, all) = match advanced {
            Advanced::Missile => (self.technology, 1),
            Advanced::All => (1, self.technology),
        };
        f64::from(self.count * all) * (f64::from(self.person()) + self.equipment(weapons))
    }

    /// Points of one character: class, post, horse and armour. *Budget.*
    fn person(&self) -> i32 {
        let post = if self.role == Post::Soldier { 0 } else { self.class };
        let horse = match self.mount {
            Mount::Foot => 0,
            Mount::Cavalry => self.class,
            Mount::MountedInfantry | Mount::FarmHorse => 2,
        };
        let armour = match self.armour {
            Armour::None => 0,
            Armour::Four => 1,
            Armour::FourStar => 2,
            Armour::Five => 3,
        };
        self.class + post + horse + armour + self.reserve_horses * self.class
    }

    /// Points of one character's equipment. Prices of shooting weapons are multiplied by `technology`.
    fn equipment(&self, technology: i32) -> f64 {
        let price = |item: Item| item.points() * f64::from(if item.is_technology() { technology } else { 1 });
        self.items.iter().map(|(item, count)| price(item) * f64::from(count)).sum()
    }

    /// Javelins of one character: three for a set, or two with a light spear.
    fn javelins(&self) -> i32 {
        let set = javelins_each(self.items.of(Item::LightSpear) > 0);
        self.items.of(Item::Javelins) * set
    }
}

/// Fills in the number of figures, the horse and the equipment of each unit. A dismounted rider still has a horse.
fn fill(scene: &Scene, input: &mut Input) {
    for (entry, unit) in each(input, ENTRIES, scene.units(roles::ENTRIES)) {
        let unit = &unit.facts;
        put(entry, COUNT, figures(unit).max(1));
        unit.value(ROSTER_MOUNT).into_iter().for_each(|mount| put(entry, MOUNT, mount));
        let mut items = Input::new();
        let missiles = carried(unit).into_iter().filter_map(price_of_missile);
        for item in missiles.chain(unit.value(WEAPON).and_then(price_of_weapon)) {
            let so_far = items.get(item.id()).and_then(Json::as_i64).unwrap_or(0);
            let pair = if item == Item::Pistol { unit.value(PISTOLS).unwrap_or(1) } else { 1 };
            items.insert(item.id().into(), Json::from(so_far + i64::from(pair)));
        }
        put(entry, ITEMS, items);
    }
}

/// Item with the price of a shooting weapon; `None` for rifles, which have no price.
fn price_of_missile(missile: Missile) -> Option<Item> {
    match missile {
        Missile::Pistol => Some(Item::Pistol),
        Missile::ShortArquebus | Missile::LongArquebus => Some(Item::Arquebus),
        Missile::MatchlockMusket | Missile::ForklessMusket => Some(Item::MatchlockMusket),
        Missile::LightMusket => Some(Item::LightMusket),
        Missile::Rifled => None,
        Missile::LightCrossbow => Some(Item::LightCrossbow),
        Missile::TraditionalBow => Some(Item::TraditionalBow),
        Missile::Longbow => Some(Item::Longbow),
        Missile::Javelin => Some(Item::Javelins),
    }
}

/// Item with the price of a melee weapon; `None` for swords, short tools, knives and bare hands, which are free.
fn price_of_weapon(weapon: Weapon) -> Option<Item> {
    match weapon {
        Weapon::Pike => Some(Item::Pike),
        Weapon::Halberd => Some(Item::Halberd),
        Weapon::Bill => Some(Item::Bill),
        Weapon::LongBardiche => Some(Item::LongBardiche),
        Weapon::LightSpear => Some(Item::LightSpear),
        Weapon::HeavyLance => Some(Item::HeavyLance),
        Weapon::TwoHanded => Some(Item::TwoHanded),
        Weapon::PointedAxe => Some(Item::HalfBardiche),
        Weapon::HeavyTool => Some(Item::HeavyTool),
        Weapon::LongTool => Some(Item::HalfLongTool),
        Weapon::Sword | Weapon::ShortTool | Weapon::Dagger | Weapon::BareHands => None,
    }
}
