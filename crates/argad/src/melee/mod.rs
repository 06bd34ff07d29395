//! Melee: one fight in contact, for one turn.

mod before;
mod blows;
mod describe;
mod effects;
mod fate;
mod fighter;
mod fill;
mod length;
mod modifiers;
mod moment;
mod pairs;
mod permit;
mod pool;

use super::bans::{OF_ACTS, PHASE};
use super::input::{EDITION, Input, ONE, PAIRS, answer};
use super::rulings::{HalfArmour, MeleeSixes, SecondRank, Simultaneous};
use super::terms::{Edition, SingleSix};
use crate::facts::*;
use crate::ids::{procedures, roles};
pub use fighter::Fighter;
use fighter::{ARMOUR, BLOW, CLASS, DICE};
pub use length::OPPONENTS;
use length::{Fates, Fight};
use pairs::Pairs;
pub use pairs::{Fought, Pair, most as most_pairs};
use rules::form::Kind;
use rules::own::{self};
use rules::prelude::*;

/// Procedure that resolves a melee.
pub const MELEE: Procedure = Procedure::of::<Melee>(procedures::MELEE, "Melee")
    .heading("Melee; Resolution of the melee; weapon cards; Cavalry charge; Exceptional strike; Melee modifiers")
    .about("One fighter, with or without friends who strike too, against one to six opponents, for one turn. The longer weapon strikes first.")
    .participants(&[
        Role::own(roles::ONE, "Fighter", field!(Melee, one)).tag("fighter "),
        Role::own(roles::FRIENDS, "Friends who strike too", field!(Melee, friends, "[]"))
            .tag("friend ")
            .several(0, 5)
            .fits(super::unit::can_take_part)
            .each(super::unit::figures),
        Role::enemy(roles::MANY, "Opponents", field!(Melee, many, "[]"))
            .tag("opponent ")
            .several(1, OPPONENTS)
            .together()
            .fits(super::unit::can_take_part)
            .each(super::unit::figures),
    ])
    .chances(&[
        Chance::of("{fighter 1}: out", field!(Pair, one_status), Is::Word("killed"))
            .fateful("{fighter 1} went down", "{fighter 1} fought on")
            .for_enemy()
            .gist(),
        Chance::of("{fighter 1}: stunned", field!(Pair, one_status), Is::Word("stunned")),
        Chance::of("{fighter 1}: cornered", field!(Pair, one_status), Is::Word("cornered")),
        Chance::of("{fighter 1}: driven back", field!(Pair, one_status), Is::Word("recoils")),
        Chance::of("{fighter 1}: wounded", field!(Pair, one_status), Is::Word("wounded")),
        Chance::of("{opponent #}: out", field!(Pair, many_status, "[*]"), Is::Word("killed"))
            .fateful("{opponent #} went down", "{opponent #} fought on")
            .for_own()
            .headline(),
        Chance::of("{opponent #}: stunned", field!(Pair, many_status, "[*]"), Is::Word("stunned")),
        Chance::of("{opponent #}: cornered", field!(Pair, many_status, "[*]"), Is::Word("cornered")),
        Chance::of("{opponent #}: driven back", field!(Pair, many_status, "[*]"), Is::Word("recoils")),
        Chance::of("{opponent #}: wounded", field!(Pair, many_status, "[*]"), Is::Word("wounded")),
        // Chances of several pairs.
        Chance::of("{opponent 1}: one or more out", field!(Pairs, opponents_out), Is::AtLeast(1)).gist(),
        Chance::of("{opponent 1}: two or more out", field!(Pairs, opponents_out), Is::AtLeast(2)),
        Chance::of("{fighter 1}: one or more out", field!(Pairs, fighters_out), Is::AtLeast(1)).gist(),
        Chance::of("{fighter 1}: two or more out", field!(Pairs, fighters_out), Is::AtLeast(2)),
    ])
    .axes(&[
        Axis::of("{fighter 1}", field!(Pair, one_status)).own(),
        Axis::of("{opponent #}", field!(Pair, many_status, "[*]")).enemy(),
        Axis::of("{fighter 1}: out", field!(Pairs, fighters_out)).own(),
        Axis::of("{opponent 1}: out", field!(Pairs, opponents_out)).enemy(),
    ])
    .bans(&[OF_ACTS, blows::OF_BLOWS, &[PHASE]])
    .roll_label(describe::roll_label)
    .adjustable(ADJUSTABLE)
    .rulings(&[
        "E", "R3", "R4", "R7", "R9", "R10", "R11", "R13", "R22", "R23", "R24", "R25", "R26", "R27", "R33", "R34", "R35",
        "R38", "R39", "R41", "R42", "R43", "R50", "R55", "R56", "R58",
    ])
    .roll_names(&[
        ("strike_one", "{fighter 1}"),
        ("strike_friends", "friends"),
        ("strike_many", "opponents"),
        ("reroll_one", "side of {fighter 1}, the single 6 again"),
        ("reroll_many", "the opponents' single 6 again"),
    ])
    .fill(fill::melee)
    .known(|scene, place| place == PAIRS.id() && scene.facts(roles::ONE).is_some() && pairs::most_in(scene) <= 1);

/// Values of fighters that players' own modifiers can change. Friends cannot be hurt, so they have no values against blows.
const ADJUSTABLE: &[Adjustable] = &[
    BLOW.at(field!(Melee, one)),
    DICE.at(field!(Melee, one)),
    CLASS.at(field!(Melee, one)),
    ARMOUR.at(field!(Melee, one)),
    BLOW.at(field!(Melee, friends, "[]")),
    DICE.at(field!(Melee, friends, "[]")),
    BLOW.at(field!(Melee, many, "[]")),
    DICE.at(field!(Melee, many, "[]")),
    CLASS.at(field!(Melee, many, "[]")),
    ARMOUR.at(field!(Melee, many, "[]")),
];

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

impl Status {
    /// True if killed, or taken prisoner for lack of room.
    pub fn is_out(self) -> bool {
        matches!(self, Self::Killed | Self::Cornered)
    }

    /// Position among all statuses, the worst first.
    fn rank(self) -> u8 {
        Self::ALL
            .iter()
            .position(|listed| *listed == self)
            .and_then(|place| u8::try_from(place).ok())
            .unwrap_or(u8::MAX)
    }
}

form! {
    /// Rulings that affect melee.
    pub struct Rulings {
        r3_half_armour: HalfArmour = choice_of(choice::<HalfArmour>()).or_id("tie_break").label("Half-armour").rare(),
        r4_simultaneous: Simultaneous = choice_of(choice::<Simultaneous>()).or_id("tie_break")
            .label("Both at the same moment").rare(),
        r38_melee_sixes: MeleeSixes = choice_of(choice::<MeleeSixes>()).or_id("pooled").label("Sixes of several").rare(),
        r50_second_rank: SecondRank = choice_of(choice::<SecondRank>()).or_id("held_firm")
            .label("Second rank at a charger").rare(),
    }
}

/// Allowed lengths of `targets`. A fencer whose dice all count may strike a different opponent with each die. *Exceptional strike.*
fn targets(melee: &Input) -> &'static [usize] {
    let Some(one) = answer(melee, ONE) else { return &[1] };
    let Some(fencer) = answer(&one, FENCER).filter(|fencer| fencer.all_dice_count()) else { return &[1] };
    match fighter::dice_of(fencer, own::sum_in(&one, DICE)) {
        2 => &[1, 2],
        3 => &[1, 3],
        _ => &[1],
    }
}

/// Index of an opponent.
const OPPONENT: &Kind = &Kind::Whole { min: 0, max: 5 };

form! {
    /// Input of a melee.
    pub struct Melee {
        edition: Edition = unit(of(EDITION)).rare(),
        /// The fighter at the centre.
        one: Fighter = unit(object::<Fighter>()).label("Fighter"),
        /// Opponents, who all strike the fighter.
        many: Vec<Fighter> = unit(list::<Fighter>(1, OPPONENTS)).label("Opponents"),
        /// Indexes in `many` of the opponents that the fighter strikes.
        targets: Vec<usize> = choice_of(indexes(OPPONENT, 1, 3)).or_wholes(&[0]).names(roles::MANY).label("The fighter strikes")
            .between(roles::ONE, roles::MANY).lengths(targets)
            .help("A fencer whose dice all count may name an opponent for each."),
        /// Friends who strike alongside the fighter.
        friends: Vec<Fighter> = unit(list::<Fighter>(0, 5)).or_empty().label("Friends"),
        /// Number of equal pairs that fight side by side, each with these fighters and its own dice.
        pairs: i32 = choice_of(whole(1, pairs::MOST)).or(1).label("Equal pairs")
            .help("So many fights like this one, side by side: each is rolled for and decided by itself."),
        formal_duel: bool = choice_of(flag()).or(false).label("Formal duel").rare()
            .help("One against one on foot: swords and daggers count as equally long."),
        reroll_sixes: bool = choice_of(flag()).or(true).label("Single sixes may be rolled again").rare()
            .help("You are asked when one comes up and more would help."),
        /// Answers about single 6s that could become better, in the order in which they come up.
        single_sixes: Vec<SingleSix> = choice_of(list::<SingleSix>(0, 20)).or_empty().label("A single 6: roll it again?")
            .help("Another 6 makes it one better; anything else leaves it as it is.")
            .before_rolls(pairs::REROLLS),
        rulings: Rulings = choice_of(object::<Rulings>()).or_empty().label("Rulings").rare(),
    } validate(permit::validate)
}

impl Rule for Melee {
    type Outcome = Fought;

    fn permit(&self) -> Result<(), Refusal> {
        permit::permit(self)
    }

    fn play(&self, dice: &mut Dice) -> Result<Fought, Halt> {
        let ends = dice.in_steps(|dice| {
            let fight = Fight::of(self, dice);
            match self.pairs {
                1 => Ok(fight.fought(dice)?.map(|end| vec![*end])),
                pairs => fight.side_by_side(dice, pairs),
            }
        })?;
        Ok(Fought { pairs: ends.iter().map(|end| self.pair(end)).collect() })
    }

    fn preview(&self) -> Preview {
        Preview::of(before::before(self))
    }

    fn describe(&self, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        describe::describe(self, outcome, &[], consequences);
    }

    fn aftermath(&self, scene: &Scene, outcome: &Fought, consequences: &mut ConsequencesBuilder) {
        effects::record(self, scene, outcome, consequences);
    }
}

impl Melee {
    /// Result of one pair.
    fn pair(&self, end: &Fates) -> Pair {
        let many = &end.many[..self.many.len()];
        Pair {
            one_status: end.one.status(),
            many_status: many.iter().map(|fate| fate.status()).collect(),
            one_wounds: end.one.wounds(),
            many_wounds: many.iter().map(|fate| fate.wounds()).collect(),
        }
    }

    /// True if the bill counts as a halberd. The sheet of 2024 does not name the bill.
    fn bill_counts(&self) -> bool {
        self.edition == Edition::April2025
    }
}
