//! *The Nursery Floor*: a ruleset of two procedures, made up for the tests and for the examples of the handbook. The app does not have it.
//!
//! Troops roll marbles at tin and wooden soldiers. Soldiers that were knocked over may be stood up again.
//!
//! # Its procedures
//!
//! | procedure | what it is | in the source |
//! | --- | --- | --- |
//! | `marbles` | Roll marbles | Marbles |
//! | `stand_up` | Stand them up | Tidying up |
//!
//! # Its turn
//!
//! A troop rolls once in a round. Before a round ends, the fallen of each troop are stood up, once. Several troops of a side may do either as
//! one act.
//!
//! # What the source leaves open
//!
//! |  | the question | who decides |
//! | --- | --- | --- |
//! | R1 | Is a soldier who leans on a book knocked over? | Drumhead |
//! | R2 | Do several troops roll one after the other? | the players |

use rules::battle_stats::{BattleStats, Presence};
use rules::facts::NAME;
use rules::glossary::{Glossary, Term};
use rules::prelude::*;
use rules::ruleset::{Chapter, Named, Rosters, Ruling, Texts, Trackers};

/// Id and title.
pub const NAMED: Named = Named {
    id: "toy",
    title: "The Nursery Floor",
    authors: "Drumhead’s own tests",
    edition: "of the day",
    scale: "Toys on a floor.",
    about: "Marbles against tin and wood, between tea and bedtime.",
    sample_armies: "",
};

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    turn: "Round",
    unit_noun: "troop",
    facts: FACTS,
    trackers: Trackers { unit: &[FALLEN, ROLLED, TIDIED], ..Trackers::NONE },
    turn_rules: &TURN,
    derive,
    describe: |troop| {
        vec![text!("{n} {made_of}", n = troop.value(SOLDIERS).unwrap_or_default(), made_of = material(troop).label())]
    },
    paper: PaperCard { boxes: &[FALLEN.id], ..PaperCard::PLAIN },
    states: &[State::when(|troop| upright(troop) == 0, "all lie on the floor").alarm()],
    phases: &[
        Phase::new(phases::MARBLES, "Marbles")
            .needs("Each side rolls once with every troop that still stands.")
            .procedures(&[MARBLES.id])
            .concerns(|troop| stands(troop).is_ok()),
        Phase::new(phases::TIDYING, "Tidying up")
            .needs("Stand up whom you can.")
            .procedures(&[STAND_UP.id])
            .concerns(|troop| STAND_UP.may(troop, &[])),
    ],
    procedures: &[&MARBLES, &STAND_UP],
    texts: Texts {
        rulings: &[
            Ruling::fixed("R1", "Is a soldier who leans on a book knocked over?", "No: he is not on the floor."),
            Ruling::switched(
                "R2",
                "Do several troops roll one after the other?",
                "Yes: a troop that lies on the floor is rolled at by nobody.",
                ROLLING_ORDER,
                RollingOrder::CHOICES,
            ),
        ],
        glossary: &Glossary {
            modifiers: &[
                Term::of(&["wood"], "Wood", "Marbles", "Wooden soldiers take 1 more to knock over."),
                Term::of(
                    &["behind_books"],
                    "Behind books",
                    "Marbles",
                    "A unit behind books takes 1 more to knock over.",
                ),
            ],
            terms: &[Term::of(
                &["fallen"],
                "Fallen",
                "Tidying up",
                "A unit on the floor neither rolls nor is rolled at.",
            )],
        },
        reference: &[Chapter {
            title: "Marbles",
            heading: "Marbles",
            is_open: false,
            sheet_side: Some(1),
            parts: &[Part::Table {
                caption: "What knocks one over",
                head: &["Made of", "In the open", "Behind books"],
                rows: &[&["Tin", "4+", "5+"], &["Wood", "5+", "6"]],
            }],
        }],
        ..Texts::NONE
    },
    rosters: Rosters {
        samples: r#"{ "rosters": [
        { "ruleset": "toy", "name": "The red box", "note": "Sample. A birthday, years ago.", "units": [
            { "name": "Grenadiers", "soldiers": 6, "made_of": "tin" } ] },
        { "ruleset": "toy", "name": "The toy chest", "note": "Sample. Whatever was left.", "units": [
            { "name": "Ninepins", "soldiers": 3, "made_of": "wood" } ] }
    ] }"#,
        ..Rosters::NONE
    },
    ..Ruleset::of(NAMED, Troop::FORM, BATTLE_STATS)
};

rules::facts! {
    /// Ids of all facts.
    pub const FACTS;

    /// Soldiers in the box.
    SOLDIERS: i32 = "soldiers" "Soldiers" whole(1, 12).or(6);
    /// Soldiers on the floor.
    FALLEN_SOLDIERS: i32 = "fallen" "Fallen" whole(0, 12);
    /// Soldiers that still stand.
    STANDING: i32 = "standing" "Standing" whole(1, 12);
    /// Material of the soldiers.
    MADE_OF: Material = "made_of" "Made of" choice::<Material>().or_id("tin");
    /// True once it has rolled its marbles this round.
    HAS_ROLLED: bool = "rolled" "Rolled";
    /// True once its fallen were stood up this round.
    HAS_TIDIED: bool = "tidied" "Stood up";
}

/// Returns the number of soldiers that still stand.
fn upright(troop: &Facts) -> i32 {
    troop.value(STANDING).unwrap_or_default()
}

/// Statistics of its battles.
const BATTLE_STATS: &BattleStats = &BattleStats {
    strength: upright,
    presence: |troop| if upright(troop) == 0 { Presence::Destroyed } else { Presence::Fighting },
    counts: "soldiers",
    counted: |n| text!("{n} {n|soldier|soldiers}", n = n),
    uncounted: &[],
};

choices! {
    /// Materials of soldiers.
    pub enum Material {
        Tin = "tin" "tin",
        Wood = "wood" "wood",
    }
}

/// R2: a setting of the battle; requests do not have it.
pub const ROLLING_ORDER: &str = "r2_rolling_order";

choices! {
    /// R2: order in which several troops roll.
    pub enum RollingOrder {
        OneByOne = "one_by_one" "One after the other",
        AtOnce = "at_once" "All at once",
    }
}

form! {
    /// A troop as a roster enters it.
    pub struct Troop {
        /// Its name.
        name: String = unit(text(40)).label("Name"),
        /// Number of soldiers in the box.
        soldiers: i32 = unit(of(SOLDIERS)),
        /// Their material.
        made_of: Material = unit(of(MADE_OF)),
    }
}

/// Soldiers on the floor.
const FALLEN: Tracker = Tracker::pips(FALLEN_SOLDIERS)
    .most(|troop| troop.value(SOLDIERS))
    // Players may agree that each side sees only its own troops' count.
    .secret();

const ROLLED: Tracker = Tracker::flag(HAS_ROLLED).clears(Clears::EachTurn).card_text("rolled its marbles");
const TIDIED: Tracker = Tracker::flag(HAS_TIDIED).clears(Clears::EachTurn);

/// The turn: the fallen are stood up before the next round. Bans of the procedures allow each troop one roll and one tidying a round.
const TURN: TurnRules = TurnRules {
    duties: &[DutyRule { heading: "Tidying up", procedures: &[STAND_UP.id], due: tidying_up }],
    ..TurnRules::PLAIN
};

fn tidying_up(table: &Table) -> Vec<Duty> {
    let untidy = |troop: &&TableUnit| STAND_UP.may(&troop.facts, &[]);
    let duty = |troop: &TableUnit| {
        let name = troop.facts.text(NAME).unwrap_or("?").to_owned();
        Duty::new(STAND_UP.id, text!("{name} has soldiers on the floor.", name = name)).with(TROOP, [&*troop.id]).must()
    };
    let troops = table.units.iter().filter(|_| table.phase == phases::TIDYING);
    troops.filter(untidy).map(duty).collect()
}

fn derive(troop: &mut Facts) {
    let fallen = troop.value(FALLEN_SOLDIERS).unwrap_or_default(); // rosters do not have it
    if let Some(soldiers) = troop.value(SOLDIERS) {
        troop.put(STANDING, soldiers - fallen);
    }
}

fn material(troop: &Facts) -> Material {
    troop.value(MADE_OF).unwrap_or(Material::Tin)
}

fn stands(troop: &Facts) -> Result<(), Text> {
    if upright(troop) > 0 { Ok(()) } else { Err("None of them stands.".into()) }
}

/// Ids of the phases in the log and in the contract.
mod phases {
    pub const MARBLES: &str = "marbles";
    pub const TIDYING: &str = "tidying";
}

/// Ids of roles in the log and in the contract.
const ROLLER: &str = "roller";
const TARGET: &str = "target";
const TROOP: &str = "troop";

/// A troop rolls marbles at another.
pub const MARBLES: Procedure = Procedure::of::<Marbles>("marbles", "Roll marbles")
    .heading("Marbles")
    .about("A troop rolls marbles at another: a die for each, and whoever is knocked over lies on the floor.")
    .participants(&[
        Role::own(ROLLER, "Who rolls", "roller").fits(stands),
        Role::enemy(TARGET, "At whom", "target").fits(stands),
    ])
    .chances(&[
        Chance::of("knocks one over", field!(Rolled, knocked_over), Is::AtLeast(1)).for_own(),
        Chance::of("all lie", field!(Rolled, all_lie), Is::True).fateful("{foe} all fell over", "{foe} still stood"),
    ])
    .axes(&[Axis::of("soldiers knocked over", field!(Rolled, knocked_over))])
    .adjustable(&[KNOCKS_ON, MARBLES_ROLLED])
    .bans(&[&[Ban::unit("rolled", "Marbles", "already rolled in this round.", |troop| troop.get(HAS_ROLLED))]])
    .rulings(&["R1", "R2"])
    .grouping(Grouping::in_turn().at_once_under(ROLLING_ORDER, "at_once").shared(&[field!(Marbles, marbles)]))
    .roll_names(&[("knock_over", "Each marble")]);

/// Numbers that players' own modifiers can change. `play` adds them where it adds the printed modifiers.
const KNOCKS_ON: Adjustable = Adjustable::of("knocks_on", "Number that knocks over");
const MARBLES_ROLLED: Adjustable = Adjustable::of("marbles", "Marbles");

form! {
    /// A troop that is rolled at.
    pub struct Target {
        /// Number of soldiers that stand.
        standing: i32 = unit(of(STANDING)),
        /// Their material.
        made_of: Material = unit(of(MADE_OF)).required(),
    }
}

form! {
    /// A troop that rolls.
    pub struct Roller {
        /// Number of soldiers that stand, and so the maximum of marbles.
        standing: i32 = unit(of(STANDING)),
    }
}

form! {
    /// Input of the roll.
    pub struct Marbles {
        /// The unit that rolls.
        roller: Roller = unit(object::<Roller>()).label("Who rolls"),
        /// The unit that is rolled at.
        target: Target = unit(object::<Target>()).label("At whom"),
        /// Number of marbles left in the bag.
        marbles: i32 = situation(whole(1, 6)).or(3).label("Marbles"),
        /// True if they stand behind books.
        behind_books: bool = situation(flag()).or(false).label("Behind books"),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// The result of a roll.
    pub struct Rolled {
        /// Number of soldiers that this roll knocked over.
        pub knocked_over: i32,
        /// True if no soldier of the target still stands.
        pub all_lie: bool,
    }
}

impl Rule for Marbles {
    type Outcome = Rolled;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.marbles > self.roller.standing, field!(Marbles, marbles), "Each soldier rolls one marble.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Rolled, Halt> {
        let wood = dice.modify("wood", i32::from(self.target.made_of == Material::Wood));
        let books = dice.modify("behind_books", i32::from(self.behind_books));
        let need = 4 + wood + books + self.own.on(KNOCKS_ON, dice);
        let marbles = (self.marbles + self.own.on(MARBLES_ROLLED, dice)).clamp(0, 12);
        let hits = dice.hits("knock_over", 6, marbles, need)?;
        let knocked_over = hits.min(self.target.standing);
        Ok(Rolled { knocked_over, all_lie: knocked_over == self.target.standing })
    }

    fn describe(&self, outcome: &Rolled, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("{n} knocked over.", n = outcome.knocked_over));
        consequences.raise(TARGET, FALLEN_SOLDIERS, outcome.knocked_over).put(ROLLER, HAS_ROLLED, true);
        if outcome.all_lie {
            consequences.say("Nobody is left standing.");
        }
    }
}

/// Standing soldiers up.
pub const STAND_UP: Procedure = Procedure::of::<StandUp>("stand_up", "Stand them up")
    .heading("Tidying up")
    .about("A die for each who lies: on 4 or more he stands again.")
    .participants(&[Role::own(TROOP, "Troop", "")])
    .bans(&[&[
        Ban::unit("tidied", "Tidying up", "already stood up in this round.", |troop| troop.get(HAS_TIDIED)),
        // The form has a field of the same id as the fact, so the procedure refuses it without a battle, too.
        Ban::unit("nobody_lies", "Tidying up", "nobody lies on the floor.", |troop| {
            Some(troop.get(FALLEN_SOLDIERS)? == 0)
        })
        .at(FALLEN_SOLDIERS)
        .even_if_overridden()
        .hides_offer(),
    ]])
    .chances(&[Chance::of("one stands again", field!(StoodUp, stood_up), Is::AtLeast(1))])
    .axes(&[Axis::of("stood up", field!(StoodUp, stood_up))])
    .adjustable(&[STANDS_ON])
    .grouping(Grouping::in_turn())
    .roll_names(&[("stand_up", "Each who lies")]);

const STANDS_ON: Adjustable = Adjustable::of("stands_on", "Number that stands up");

form! {
    /// Input of standing up.
    pub struct StandUp {
        /// Number of soldiers on the floor.
        fallen: i32 = unit(of(FALLEN_SOLDIERS)),
        /// Changes by own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// The result of standing up.
    pub struct StoodUp {
        /// Number of soldiers that stand again.
        pub stood_up: i32,
    }
}

impl Rule for StandUp {
    type Outcome = StoodUp;

    fn play(&self, dice: &mut Dice) -> Result<StoodUp, Halt> {
        let need = 4 + self.own.on(STANDS_ON, dice);
        Ok(StoodUp { stood_up: dice.hits("stand_up", 6, self.fallen, need)? })
    }

    fn describe(&self, outcome: &StoodUp, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("{n} stand again.", n = outcome.stood_up));
        consequences.raise(TROOP, FALLEN_SOLDIERS, -outcome.stood_up).put(TROOP, HAS_TIDIED, true);
    }
}
