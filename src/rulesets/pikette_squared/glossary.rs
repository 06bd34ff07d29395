//! Glossary: modifiers of dice, and terms.

use crate::rules::glossary::{Glossary, Term};

/// The glossary.
pub const GLOSSARY: Glossary = Glossary { modifiers: MODIFIERS, terms: TERMS };

const SHOOTING: &str = "How to battle – shooting";
const FIGHTING: &str = "How to battle – fighting";
const SHEET: &str = "Reference sheet: morale";

const MODIFIERS: &[Term] = &[
    Term::of(
        &["flank_rear_or_block"],
        "Flank, rear or deep block",
        SHOOTING,
        "One die up at a flank, at a rear, or at a phalanx or tercio: once, however many of these apply.",
    ),
    Term::of(&["longbow_vs_mounted"], "Longbows at horses", SHOOTING, "Longbowmen shoot at horsemen with one die up."),
    Term::of(&["firer_disordered"], "Disordered", SHOOTING, "A disordered unit shoots with one die down."),
    Term::of(&["beyond_half_range"], "Beyond half range", SHOOTING, "Farther than half of its range: one die down."),
    Term::of(
        &["bow_vs_armour_or_pike"],
        "Bows at armour or pikes",
        SHOOTING,
        "Bows other than longbows do little to knights and pikes: one die down.",
    ),
    Term::of(
        &["target_in_cover"],
        "Target in cover",
        SHOOTING,
        "A target in woods or a building is shot at with one die down; war wagons are their own cover.",
    ),
    Term::of(
        &["charging"],
        "Charging",
        FIGHTING,
        "The unit that starts the fight charges: one die up. Between horse and foot it is always the horse. Among horse, reiters and carabins charge only each other. By a house rule a unit that has charged on an opportunity charges too.",
    ),
    Term::of(&["more_stands"], "More stands", FIGHTING, "The unit with more stands left fights with one die up."),
    Term::of(
        &["attacking_flank_rear"],
        "Attacks a flank or rear",
        FIGHTING,
        "A unit that attacks a flank or a rear fights with one die up.",
    ),
    Term::of(
        &["attacked_flank_rear"],
        "Attacked in flank or rear",
        FIGHTING,
        "A unit attacked in a flank or in the rear fights with one die down.",
    ),
    Term::of(
        &["opponent_better_terrain"],
        "Enemy better placed",
        FIGHTING,
        "Against an enemy on better ground, or in war wagons: one die down, once for both.",
    ),
    Term::of(
        &["leader_attached"],
        "Leader attached",
        "Leaders",
        "With the leader attached, a unit fights and checks morale with its die up two. He shares its risks.",
    ),
    Term::of(&["disordered"], "Disordered", SHEET, "A disordered unit fights, holds and rallies with one die down."),
    Term::of(&["routed"], "Routed", "Rally", "A routed unit is harder to rally: two dice down."),
    Term::of(&["sultan"], "The Sultan", "Army lists: Ottomans", "The Sultan brings three chips more.")
        .within(&["morale_chips"]),
    Term::of(
        &["sultan"],
        "The Sultan",
        "Army lists: Ottomans",
        "Before the eyes of the Sultan every rally is one die up.",
    ),
];

const TERMS: &[Term] = &[
    Term::of(
        &["stands"],
        "Stands",
        "Units; Markers",
        "What a unit is made of. A stand is lost when the hits on the unit reach what a stand takes; a unit without stands is gone.",
    ),
    Term::of(
        &["hits"],
        "Hits",
        "Markers",
        "Hits mount up on a unit until they cost it a stand; then they begin again.",
    ),
    Term::of(
        &["state"],
        "State",
        SHEET,
        "In good order, disordered or routed. A disordered unit has dice down; disordered again, it routs, and runs until it \
         is rallied.",
    ),
    Term::of(&["fired"], "Fired", SHOOTING, "Firearms that have fired must be loaded again before they shoot."),
    Term::of(
        &["leader_attached"],
        "Leader attached",
        "Leaders",
        "The leader is with this unit: its die is up two in fights and checks. He rallies nobody meanwhile, and may be lost with it.",
    ),
    Term::of(
        &["morale_chips"],
        "Morale chips",
        "How to battle – morale chips",
        "Each stand that is routed or destroyed costs one, and so does each try to rally, or to chip an enemy. They never come back.",
    ),
    Term::of(
        &["opportunity_chips"],
        "Opportunity chips",
        "How to battle – cards and pips",
        "What a side without the initiative shoots, charges or evades with. Three in each initiative, and none is carried over.",
    ),
    Term::of(
        &["pips"],
        "Pips",
        "How to battle – cards and pips",
        "What the side has left of its initiative: each act on the card is paid for with them.",
    ),
];
