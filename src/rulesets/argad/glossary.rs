//! Modifiers and terms, explained.

use crate::rules::glossary::{Glossary, Term};

/// The glossary.
pub const GLOSSARY: Glossary = Glossary { modifiers: MODIFIERS, terms: TERMS };

const SHOOTING: &str = "Shooting modifiers";
const MELEE: &str = "Melee modifiers";
const CLOSE_ORDER: &str = "Close order formation";

const MODIFIERS: &[Term] = &[
    Term::of(
        &["cover"],
        "Cover",
        SHOOTING,
        "A wall, bushes, a window or the edge of a wood hides somebody on foot: 1 less, behind a narrow opening 2. Water, or up \
         to 10 cm of wood, hides riders too. Only the worst counts.",
    ),
    Term::of(
        &["armour"],
        "Armour",
        "Firearms; weapon cards",
        "Good armour takes 1 or 2 off, by weapon and range; nothing off a pistol in contact.",
    ),
    Term::of(
        &["furtive_target"],
        "Furtive target",
        SHOOTING,
        "On the move, and hidden or touching a friend of the shooter at both ends of the turn: 1 less.",
    ),
    Term::of(&["flying_target"], "Flying", SHOOTING, "A target in the air: 1 less."),
    Term::of(&["magical_target"], "Protected by magic", SHOOTING, "A target that magic protects: 1 less."),
    Term::of(&["cap"], "No more than 2", SHOOTING, "Terrain and target together take 2 off at most."),
    Term::of(
        &["skin"],
        "Thick skin",
        "Large fantasy creatures",
        "Each level of skin and armour above 5 takes 1 off, beyond the limit of 2.",
    ),
    Term::of(
        &["movement_or_furtive"],
        "On the move",
        SHOOTING,
        "Pistol, crossbow, bow or short arquebus on the move, or a furtive shooter, who appears, shoots and is gone: 1 less, once. Not for pistols and \
         crossbows of men on foot whose bases meet.",
    ),
    Term::of(
        &["mounted_or_class"],
        "In the saddle, or unskilled",
        SHOOTING,
        "Mounted infantry in the saddle, long firearms from any saddle, or class 1 or 2 with a firearm: 1 less, once.",
    ),
    Term::of(
        &["elite"],
        "Elite shot",
        "Elite shooter",
        "One shot a turn for each player adds 1; or it picks out one of a group instead.",
    ),
    Term::of(
        &["improvised_or_low_class"],
        "Improvised, or low class",
        MELEE,
        "With an improvised weapon, or of class 1 or 2: 1 less.",
    ),
    Term::of(
        &["heavy_two_handed"],
        "Heavy two-handed weapon",
        MELEE,
        "A heavy weapon in both hands, with room to swing it and not in close order: 1 more.",
    ),
    Term::of(
        &["linear_obstacle"],
        "Defends an obstacle",
        MELEE,
        "On foot behind a wall, a ditch or the like that the enemy comes through: 1 more.",
    ),
    Term::of(&["enemy_higher"], "Enemy higher", MELEE, "Against an enemy who stands higher: 1 less."),
    Term::of(&["cavalry_vs_foot"], "Cavalry", MELEE, "Cavalry on easy ground against anybody but cavalry: 1 more."),
    Term::of(
        &["foot_vs_cavalry"],
        "Against cavalry",
        MELEE,
        "Anybody else against cavalry: 1 less, unless its horse hardly finds its feet.",
    ),
    Term::of(
        &["halberd_vs_mounted"],
        "Hooks a rider",
        MELEE,
        "Halberd, bill or long bardiche against a rider who does not charge: 1 more.",
    ),
    Term::of(
        &["receive_charge"],
        "Receives the charge",
        MELEE,
        "Standing to receive a charge with a long point: 1 more.",
    ),
    Term::of(&["charge"], "Charge", MELEE, "Cavalry that charges: 1 more."),
    Term::of(&["couched_lance"], "Couched lance", MELEE, "A couched lance adds another 1 to the charge."),
    Term::of(&["very_strong"], "Very strong", "Exceptional strike", "The very strong add 1 on foot."),
    Term::of(&["healer"], "Healer", "Wound healing", "A qualified healer in contact adds 1 to the patient's health."),
    Term::of(
        &["bad_conditions"],
        "Bad conditions",
        "Wound healing",
        "Cold, dirt or haste take 1 off the patient's health.",
    ),
    Term::of(
        &["halved"],
        "Very difficult ground",
        "Movement",
        "Very difficult ground halves a move, before the slowing dice.",
    ),
    Term::of(
        &["slowing_dice"],
        "Slowing dice",
        "Movement",
        "Difficult ground takes a die of centimetres off a move, two dice of a rider's. Certain rolls on bad ground stop him altogether.",
    ),
];

const TERMS: &[Term] = &[
    Term::of(
        &["class"],
        "Class",
        "Melee; Movement",
        "How good a fighter is, from 1 to 5. A blow must beat it, and a wound is held against it.",
    ),
    Term::of(
        &["life_points"],
        "Life points",
        "Melee; Resolution of the melee",
        "A player character is out of action when both are gone.",
    ),
    Term::of(
        &["stunned", "knocked_down"],
        "Stunned",
        "Melee",
        "Out of the fight for a turn: he neither moves, strikes nor shoots.",
    ),
    Term::of(
        &["blocked"],
        "Blocked",
        "Movement",
        "The ground has stopped him: no more of this turn's move, and no shot.",
    ),
    Term::of(
        &["disorder"],
        "In disorder",
        CLOSE_ORDER,
        "A broken formation: nobody strikes with more than one six, until it has formed up again.",
    ),
    Term::of(
        &["close_order"],
        "In close order",
        CLOSE_ORDER,
        "Shoulder to shoulder: pikes of all ranks strike, and nobody swings a heavy weapon.",
    ),
    Term::of(
        &["fouled", "fouled_muskets"],
        "Musket fouled",
        "Firearms",
        "A matchlock musket that has been in a melee is useless as a firearm for the day. Of a group, each that was in contact.",
    ),
    Term::of(
        &["pike_loose", "pike_spent"],
        "Pike out of close order",
        "Pike",
        "Out of close order a pike serves for the first turn of contact; then its bearer draws a sword, until he has been a whole \
         turn away from the enemy.",
    ),
    Term::of(
        &["joined_order"],
        "Joined a close order",
        CLOSE_ORDER,
        "They stand in the close order of another unit: figures count together, and what breaks the order breaks it for all.",
    ),
    Term::of(
        &["stands_behind", "two_deep"],
        "Second rank",
        "Melee; Halberd or bill; Light thrusting spear",
        "Out of close order, two ranks strike with halberds or spears. They stand as in their last fight, until another shows it differently.",
    ),
    Term::of(
        &["health_lost"],
        "Health lost for good",
        "Wound healing",
        "What a wound has left may be a point less of health, against which later wounds are held.",
    ),
    Term::of(&["elite_used"], "Elite shot made", "Elite shooter", "One elite shot a turn for each player."),
];
