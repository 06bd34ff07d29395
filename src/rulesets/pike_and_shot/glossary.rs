//! Glossary: modifiers and terms.

use crate::rules::glossary::{Glossary, Term};

/// The glossary.
pub const GLOSSARY: Glossary = Glossary { modifiers: MODIFIERS, terms: TERMS };

const REACTIONS: &[&str] = &["reaction_charge", "reaction_stand", "reaction_pursuit"];
const TESTS: &str = "Reaction Tests 1 to 3";

const MODIFIERS: &[Term] = &[
    Term::of(&["counters"], "Counters", TESTS, "Each counter adds 1 to the die that is needed.").within(REACTIONS),
    Term::of(&["counters"], "Counters", "Movement", "A unit that goes forward loses an inch for each of its counters.")
        .within(&["movement_allowance"]),
    Term::of(
        &["counters"],
        "Counters",
        "Infantry Firing; Cavalry Firing; Melee",
        "Every two counters make the group for a die one figure larger; of bowmen on horses, every one does.",
    ),
    Term::of(&["raw"], "Raw", "Infantry Firing; Melee", "Raw troops need one figure more for each die."),
    Term::of(&["veteran"], "Veteran", "Infantry Firing; Melee", "Veterans need one figure fewer for each die."),
    Term::of(&["charging"], "Charging", "Melee", "Cavalry that charges fights in groups one figure smaller."),
    Term::of(
        &["lance"],
        "Lance",
        "Appendix I",
        "In the first bound of a melee lancers fight in groups one figure smaller; never fewer than one figure.",
    ),
    Term::of(
        &["horse"],
        "Horse",
        "Reaction Tests 3",
        "Cavalry is harder to stop: it needs 3 more to give up a pursuit.",
    )
    .within(&["reaction_pursuit"]),
    Term::of(&["horse"], "Horse", "Reaction Tests 1", "Cavalry is readier to charge: it needs 1 less."),
    Term::of(
        &["general"],
        "General",
        "Generals; Reaction Tests 1 to 3",
        "A general with the unit makes the test 1 easier or 1 harder; his player chooses which before the die.",
    ),
    Term::of(
        &["obstacle"],
        "Obstacle",
        "Reaction Tests 2 and 3; Hedges and Walls",
        "Who defends a wall, a hedge or a town needs 2 less to stand, or to stay there.",
    ),
    Term::of(
        &["half_moves"],
        "Half moves",
        "Changing Formation; Hedges and Walls",
        "Each change of formation, each wall or hedge, and other ground as agreed, costs half of a move; two at most.",
    ),
    Term::of(
        &["half_speed"],
        "Half speed",
        "Woods Towns and Villages; Rivers; Hills",
        "Off the roads in woods and towns, wading, or on a steep hill every inch costs two. It is counted once.",
    ),
    Term::of(
        &["firing_limit"],
        "To fire",
        "Cavalry Firing",
        "Cavalry that means to fire in this bound moves 9 inches at most.",
    ),
    Term::of(
        &["crew_under_strength"],
        "Crew short of men",
        "Firing Artillery",
        "Each man missing from the crew adds 1 to the die that the gun needs.",
    ),
];

const TERMS: &[Term] = &[
    Term::of(
        &["counters"],
        "Counters",
        "Morale",
        "What a unit suffers, hit by hit. At the breaking number of its morale class it breaks; until then counters slow it, and \
         make it fire and fight in larger groups. A rest takes some away.",
    ),
    Term::of(
        &["morale_class"],
        "Morale class",
        "Morale",
        "Good, average, poor or nervous: how many counters it bears, and what it needs in reaction tests. Rolled at the first \
         counter or the first test, if it is not known.",
    ),
    Term::of(
        &["broken"],
        "Broken",
        "Morale",
        "It runs, and does nothing else until it has rallied; enemies may pursue.",
    ),
    Term::of(
        &["fighting_ability"],
        "Fighting ability",
        "Infantry Firing; Melee",
        "Raw troops need one figure more for each die, veterans one fewer.",
    ),
    Term::of(
        &["general_with"],
        "General with it",
        "Generals",
        "He helps a reaction test or holds the unit back, and is at risk when it is hit.",
    ),
    Term::of(
        &["plug_fixed"],
        "Plug bayonets fixed",
        "Appendix I",
        "A plug in the muzzle serves as a short pike, and the musket does not fire until it is out again.",
    ),
    Term::of(
        &["limbered"],
        "Limbered",
        "Artillery Movement",
        "A gun moves limbered, and fires unlimbered and prepared. Getting from one to the other takes half moves.",
    ),
    Term::of(
        &["pistols_loaded", "pistols"],
        "Pistols",
        "Cavalry Firing",
        "Fired once, they are empty until the unit spends a bound loading them.",
    ),
    Term::of(
        &["agreed_ground", "agreed_grounds"],
        "Agreed ground",
        "Terrain; Other Terrain",
        "Ground whose effects the players agreed on, for moves and for fire. Each kind has a name and effects of its own.",
    ),
    Term::of(
        &["rally_bounds_left"],
        "Bounds until rallied",
        "Reaction Tests 3",
        "After a pursuit a unit sorts itself out for half as many bounds as it pursued, rounded up.",
    ),
];
