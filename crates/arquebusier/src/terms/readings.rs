//! Readings of the rules between which players choose.

use rules::prelude::*;
choices! {
    /// R1: how many dice more Regular Firearms get.
    pub enum FirearmDice {
        Table = "table" "As the table: one more",
        Example = "example" "As the example: two more",
    }
}

choices! {
    /// R2: whether Dragoons that become Irregular because they are shot at give the extra die.
    pub enum BecomingIrregular {
        Example = "example" "As the example: only the number needed changes",
        Table = "table" "As the table: the extra die too",
    }
}

choices! {
    /// R3: the fewest dice of a type that may shoot.
    pub enum MinimumDice {
        None = "none" "As the table: it may be none",
        One = "one" "At least one die",
    }
}

choices! {
    /// R4: which move saves cavalry from being caught standing.
    pub enum CavalryMoved {
        EitherTurn = "either_turn" "A move this turn or last saves it",
        LastTurn = "last_turn" "Only a move last turn saves it",
    }
}

choices! {
    /// R5: how a General dies.
    pub enum GeneralsDeath {
        WithFormation = "with_formation" "Only with the last of his formation",
        OnSix = "on_six" "Also by a 6 for its commander",
    }
}

choices! {
    /// R7: how long disorder by close fire lasts.
    pub enum CloseFireLasts {
        UntilRestored = "until_restored" "By a command, whatever made it Irregular",
        ThisTurn = "this_turn" "By a command, but disorder by close fire ends with the turn",
    }
}

choices! {
    /// R11: which losses of last turn count on a command.
    pub enum LossesCount {
        ByThemselves = "by_themselves" "By themselves, from any cause",
        UnderFireOnly = "under_fire_only" "Only together with being shot at",
    }
}

choices! {
    /// R13: which second command is open to the other officer.
    pub enum SecondCommand {
        AfterFailure = "after_failure" "A failed order may be tried again",
        AnotherSort = "another_sort" "Always of another sort than the first",
    }
}

choices! {
    /// R33: which elements of a block fight an enemy at its side or rear.
    pub enum BlockEdges {
        AsTouched = "as_touched" "Those that are touched, without support from behind",
        Turns = "turns" "With one enemy, all: the block turns to it",
    }
}

choices! {
    /// R21: how often a formation of several types gets the extra die against Irregulars.
    pub enum IrregularDie {
        EachType = "each_type" "Each type that shoots has it",
        Once = "once" "The formation has it once",
    }
}
