//! Melee: one fight in contact, for one turn.

mod before;
mod describe;
mod effects;
mod fate;
mod fighter;
mod length;
mod modifiers;
mod moment;
mod permit;
mod pool;
pub mod weapons;

pub use fighter::Fighter;

use super::terms::{Edition, SingleSix};
use crate::core::refusal::Refusal;
use crate::core::text::Text;
use crate::dice::{Dice, Dist, Halt};
use crate::form::Kind;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::{Axis, Is, OddsQuery, Procedure, Role, Rule, Stake, UiHints};
use crate::{choices, form, outcome};
use length::{Fates, Fight};
use serde_json::{Map, Value as Json};

/// The procedure.
pub const MELEE: Procedure = Procedure::of::<Melee>("melee", "Melee")
    .heading("Melee; Resolution of the melee; weapon cards; Cavalry charge; Exceptional strike; Melee modifiers")
    .about("One fighter, with or without friends who strike too, against one to six opponents, for one turn. The longer weapon strikes first.")
    .participants(&[
        Role::own("one", "Fighter", "one").tag("fighter "),
        Role::own("friends", "Friends who strike too", "friends[]")
            .tag("friend ")
            .several(0, 5)
            .fits(super::unit::can_be_struck)
            .each(super::unit::figures),
        Role::enemy("many", "Opponents", "many[]").tag("opponent ").several(1, 6).together().fits(super::unit::can_be_struck).each(super::unit::figures),
    ])
    .stakes(&[Stake::own(5), Stake::enemy(0)])
    .chances(&[
        OddsQuery { label: "{fighter 1}: out", path: "one_status", is: Is::Word("killed") },
        OddsQuery { label: "{fighter 1}: stunned", path: "one_status", is: Is::Word("stunned") },
        OddsQuery { label: "{fighter 1}: cornered", path: "one_status", is: Is::Word("cornered") },
        OddsQuery { label: "{fighter 1}: driven back", path: "one_status", is: Is::Word("recoils") },
        OddsQuery { label: "{fighter 1}: wounded", path: "one_status", is: Is::Word("wounded") },
        OddsQuery { label: "{opponent #}: out", path: "many_status[*]", is: Is::Word("killed") },
        OddsQuery { label: "{opponent #}: stunned", path: "many_status[*]", is: Is::Word("stunned") },
        OddsQuery { label: "{opponent #}: cornered", path: "many_status[*]", is: Is::Word("cornered") },
        OddsQuery { label: "{opponent #}: driven back", path: "many_status[*]", is: Is::Word("recoils") },
        OddsQuery { label: "{opponent #}: wounded", path: "many_status[*]", is: Is::Word("wounded") },
    ])
    .axes(&[Axis::of("{fighter 1}", "one_status").own(), Axis::of("{opponent #}", "many_status[*]").enemy()])
    // The first opponent is killed.
    .ui_hints(UiHints { headline: 5, roll_label: describe::roll_label, ..UiHints::NONE })
    .rulings(&[
        "E", "R3", "R4", "R7", "R9", "R10", "R11", "R13", "R22", "R23", "R24", "R25", "R26", "R27", "R33", "R34", "R35",
        "R38", "R39", "R41", "R42", "R43", "R50", "R55", "R56",
    ])
    .roll_names(&[
        ("strike_one", "{fighter 1}"),
        ("strike_friends", "friends"),
        ("strike_many", "opponents"),
        ("reroll_one", "{fighter 1}'s side, the single 6 again"),
        ("reroll_many", "the opponents' single 6 again"),
    ])
    .fill(super::fill::melee)
    .aftermath(effects::record);

choices! {
    /// R3: what half-armour is worth in melee.
    pub enum HalfArmour {
        TieBreak = "tie_break" "As 4, but above it in a tie",
        AsFive = "as_5" "As 5",
    }
}

choices! {
    /// R4: what happens when two would put each other out at the same moment.
    pub enum Simultaneous {
        TieBreak = "tie_break" "The better of the two stands",
        Both = "both" "Both fall",
    }
}

choices! {
    /// Status of a fighter after the fight.
    pub enum Status {
        Killed = "killed" "Killed",
        Stunned = "stunned" "Stunned",
        Cornered = "cornered" "Cornered: killed or surrenders",
        Recoils = "recoils" "Recoils two paces",
        Wounded = "wounded" "Wounded, still in",
        Unhurt = "unhurt" "Unhurt",
    }
}

choices! {
    /// R38: whose sixes count together.
    pub enum MeleeSixes {
        Pooled = "pooled" "All who strike one enemy at one moment",
        Each = "each" "Each fighter's own dice",
    }
}

form! {
    /// The rulings that bear on melee.
    pub struct Rulings {
        /// R3.
        r3_half_armour: HalfArmour = choice_of(choice::<HalfArmour>()).or_id("tie_break").label("Half-armour").rare(),
        /// R4.
        r4_simultaneous: Simultaneous = choice_of(choice::<Simultaneous>()).or_id("tie_break")
            .label("Both at the same moment").rare(),
        /// R38.
        r38_melee_sixes: MeleeSixes = choice_of(choice::<MeleeSixes>()).or_id("pooled").label("Sixes of several").rare(),
    }
}

/// Allowed lengths of `targets`: fencers whose dice all count may strike one opponent with each. *Exceptional strike.*
fn targets(melee: &Map<String, Json>) -> &'static [usize] {
    match melee.get("one").and_then(|one| one.get("fencer")).and_then(Json::as_str) {
        Some("two_both") => &[1, 2],
        Some("three") => &[1, 3],
        _ => &[1],
    }
}

/// The place of one of the opponents.
const OPPONENT: &Kind = &Kind::Whole { min: 0, max: 5 };

form! {
    /// Input of a melee.
    pub struct Melee {
        /// Edition of the sheet.
        edition: Edition = unit(choice::<Edition>()).or_id("april_2025").label("Edition").rare(),
        /// The fighter in the middle.
        one: Fighter = unit(object::<Fighter>()).label("Fighter"),
        /// Those who strike him.
        many: Vec<Fighter> = unit(list::<Fighter>(1, 6)).label("Opponents"),
        /// Index in `many` of the opponent whom he strikes.
        targets: Vec<i32> = choice_of(wholes(OPPONENT, 1, 3)).or_wholes(&[0]).names("many").label("The fighter strikes")
            .lengths(targets).help("A fencer whose dice all count may name an opponent for each."),
        /// Friends who strike with him.
        friends: Vec<Fighter> = unit(list::<Fighter>(0, 5)).or_empty().label("Friends"),
        /// A duel by the rules of honour.
        formal_duel: bool = choice_of(flag()).or(false).label("Formal duel").rare()
            .help("One against one on foot: swords and daggers count as equally long."),
        /// A single six is rolled again.
        reroll_sixes: bool = choice_of(flag()).or(true).label("Single sixes may be rolled again").rare()
            .help("You are asked when one comes up and more would help."),
        /// Choices for single 6s that could become better, in the order in which they come up.
        single_sixes: Vec<SingleSix> = choice_of(list::<SingleSix>(0, 20)).or_empty().label("A single 6: roll it again?")
            .help("Another 6 makes it one better; anything else leaves it as it is.")
            .raised_by(&["reroll_one", "reroll_many"]),
        /// The rulings.
        rulings: Rulings = choice_of(object::<Rulings>()).or_empty().label("Rulings").rare(),
    }
}

outcome! {
    /// Result of the fight.
    pub struct Fought {
        /// Status of the fighter.
        pub one_status: Status,
        /// Status of each opponent.
        pub many_status: Vec<Status>,
        /// Life points that the fighter lost.
        pub one_wounds: i32,
        /// Life points that each opponent lost.
        pub many_wounds: Vec<i32>,
    }
}

impl Rule for Melee {
    type Outcome = Fought;

    fn permit(&self) -> Result<(), Refusal> {
        permit::permit(self)
    }

    fn play(&self, dice: &mut Dice) -> Result<Fought, Halt> {
        let end = dice.settle(|dice| {
            let fight = Fight::of(self, dice);
            let mut fates = Dist::certain(Fates::default());
            for length in fight.lengths() {
                fates = dice.onward(&fates, |dice, fates| fight.strike(dice, fates, length))?;
            }
            Ok(fates)
        })?;
        let many = &end.many[..self.many.len()];
        Ok(Fought {
            one_status: end.one.status(),
            many_status: many.iter().map(|fate| fate.status()).collect(),
            one_wounds: end.one.wounds(),
            many_wounds: many.iter().map(|fate| fate.wounds()).collect(),
        })
    }

    fn before(&self) -> Vec<Text> {
        before::before(self)
    }

    fn describe(&self, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        describe::describe(self, outcome, &[], consequences);
    }
}

impl Melee {
    /// Returns true if the bill counts as a halberd. The sheet of 2024 does not name it.
    fn bill_counts(&self) -> bool {
        self.edition == Edition::April2025
    }
}
