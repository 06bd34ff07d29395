//! Glossary: modifiers and terms.

use crate::rules::glossary::{Glossary, Term};

/// The glossary.
pub const GLOSSARY: Glossary = Glossary { modifiers: MODIFIERS, terms: TERMS };

const COMMANDS: &str = "Manoeuvre Commands";
const SHOOTING: &str = "Shooting";

const MODIFIERS: &[Term] = &[
    Term::of(&["regular"], "Regular", COMMANDS, "+1 for a formation that is Regular at the moment."),
    Term::of(&["general_within_12"], "General within 12\"", COMMANDS, "+1 with the General within 12\", or with it."),
    Term::of(&["first_turn"], "First turn", COMMANDS, "+1 on commands in the first turn."),
    Term::of(&["mob"], "Mob", COMMANDS, "−1 on commands with any Mob in it.").within(&["command"]),
    Term::of(&["close_combat"], "In melee", COMMANDS, "−2 on commands in melee."),
    Term::of(&["under_fire"], "Under fire", COMMANDS, "−1 if it was shot at last turn, with or without loss."),
    Term::of(
        &["casualties_last_turn"],
        "Losses last turn",
        COMMANDS,
        "−1 if it lost elements last turn, from any cause. Whether it must have been under fire too, the ruling says.",
    ),
    Term::of(
        &["commander_lost"],
        "Commander lost",
        SHOOTING,
        "−2 once its commander is lost, for the rest of the battle.",
    ),
    Term::of(
        &["mob", "firearm", "pistolier", "harquebusier", "dragoon_foot", "dragoon_mounted", "gun", "mortar"],
        "its line",
        SHOOTING,
        "Each type that shoots has a line in the shooting table: its range, and how many dice it rolls beyond \
         one for each element. Regulars and Irregulars have lines of their own.",
    ),
    Term::of(
        &["target_irregular"],
        "Target Irregular",
        SHOOTING,
        "Against a target that is Irregular, by nature or for the moment, each type that shoots rolls one more \
         die; or the formation rolls one, as the ruling says.",
    ),
    Term::of(
        &["minimum_dice"],
        "No fewer dice",
        SHOOTING,
        "A group that may shoot rolls at least none or one, as the ruling says.",
    ),
];

const TERMS: &[Term] = &[
    Term::of(
        &[
            "shaken_shooting_losses",
            "shaken_close_fire",
            "disordered_this_turn",
            "shaken_dragoon_changing",
            "shaken_rear_contact",
            "shaken_standing_cavalry",
            "shaken_general_killed",
        ],
        "Irregular for the moment",
        "Shooting; Melee Combat",
        "It counts as Irregular in every table until a command restores order; disordered by close fire it may be \
         so for that turn alone, as the ruling says. Some causes last until it is out of melee. A formation that is Irregular by nature loses an element at the end of each turn while \
         another cause holds.",
    ),
    Term::of(
        &["commander_lost"],
        "Commander lost",
        SHOOTING,
        "Killed by a 6 for a lost element: −2 on every command from now on.",
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
        "Regulars shoot farther and lose fewer elements. A side without Regulars has lost.",
    ),
];
