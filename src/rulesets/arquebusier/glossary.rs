//! Glossary: modifiers and terms.

use crate::rules::glossary::{Glossary, Term};

/// The glossary.
pub const GLOSSARY: Glossary = Glossary { modifiers: MODIFIERS, terms: TERMS };

const COMMANDS: &str = "Manoeuvre Commands";
const SHOOTING: &str = "Shooting";

const MODIFIERS: &[Term] = &[
    Term::of(&["regular"], "Regular", COMMANDS, "A formation that is Regular at the moment adds 1."),
    Term::of(&["general_within_12"], "General within 12\"", COMMANDS, "The General within 12\", or with it, adds 1."),
    Term::of(&["first_turn"], "First turn", COMMANDS, "In the first turn everybody is willing: 1 more."),
    Term::of(&["mob"], "Mob", COMMANDS, "With any Mob in it a formation is harder to lead: 1 less.")
        .within(&["command"]),
    Term::of(&["close_combat"], "In melee", COMMANDS, "In melee orders are hardly heard: 2 less."),
    Term::of(&["under_fire"], "Under fire", COMMANDS, "Shot at last turn, loss or not: 1 less."),
    Term::of(
        &["casualties_last_turn"],
        "Losses last turn",
        COMMANDS,
        "Elements lost last turn, from whatever cause, take 1 off, under fire or not.",
    ),
    Term::of(
        &["commander_lost"],
        "Commander lost",
        SHOOTING,
        "Without its commander a formation obeys with 2 less for the rest of the day.",
    ),
    Term::of(
        &["mob", "firearm", "pistolier", "harquebusier", "dragoon_foot", "dragoon_mounted", "gun", "mortar"],
        "its line",
        SHOOTING,
        "Each type that shoots has a line in the shooting table: how far it reaches, and how many dice more or fewer than \
         elements it throws. Regulars and Irregulars have lines of their own.",
    ),
    Term::of(
        &["target_irregular"],
        "Target Irregular",
        SHOOTING,
        "At a target that is Irregular, by nature or for the moment, each type that shoots throws a die more, or the \
         formation one, as the ruling has it.",
    ),
    Term::of(
        &["minimum_dice"],
        "No fewer dice",
        SHOOTING,
        "A group that may shoot throws no fewer dice than the table allows: none, or one, as the ruling has it.",
    ),
];

const TERMS: &[Term] = &[
    Term::of(
        &[
            "shaken_shooting_losses",
            "shaken_close_fire",
            "shaken_dragoon_changing",
            "shaken_rear_contact",
            "shaken_standing_cavalry",
            "shaken_general_killed",
        ],
        "Irregular for the moment",
        "Shooting; Melee Combat",
        "It counts as Irregular in every table until a command restores order; some causes last until it is out of combat. Who \
         is Irregular by nature loses an element at the end of each turn of it.",
    ),
    Term::of(
        &["commander_lost"],
        "Commander lost",
        SHOOTING,
        "A 6 for an element that was shot: every command is at 2 less from now on.",
    ),
    Term::of(
        &["general_joined"],
        "General with it",
        COMMANDS,
        "He gives a second command and dies with its last element. Of the two commands it obeys one about moving and one about \
         shooting.",
    ),
    Term::of(&["holding_fire"], "Holds fire", SHOOTING, "Told to hold its fire, it does not shoot this turn."),
    Term::of(
        &["target_override"],
        "May shoot at another target",
        SHOOTING,
        "Everybody shoots at the nearest, or under conditions the second nearest; any other target takes a command.",
    ),
    Term::of(
        &["restored_this_turn"],
        "Restored order",
        "Melee Combat",
        "Restoring order takes the turn's move and its shot.",
    ),
    Term::of(
        &["changing"],
        "Mounting or dismounting",
        "Melee Combat",
        "Dragoons change in the move step; attacked meanwhile, they are Irregular.",
    ),
    Term::of(
        &["order"],
        "Regular or Irregular",
        "Classification",
        "Regulars shoot farther and die less easily. A side of which everybody is Irregular has lost.",
    ),
];
