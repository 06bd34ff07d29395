//! Readings of the rules that players choose from.

use rules::prelude::*;
choices! {
    /// R1: number of extra dice of Regular Firearms.
    pub enum FirearmDice {
        Table = "table" "As the table: one more",
        Example = "example" "As the example: two more",
    }
}

choices! {
    /// R2: extra die against Dragoons that become Irregular because they are shot at.
    pub enum BecomingIrregular {
        Example = "example" "As the example: only the number needed changes",
        Table = "table" "As the table: the extra die too",
    }
}

choices! {
    /// R3: fewest dice of a type that may shoot.
    pub enum MinimumDice {
        None = "none" "As the table: it may be none",
        One = "one" "At least one die",
    }
}

choices! {
    /// R4: moves that save cavalry from being caught standing.
    pub enum CavalryMoved {
        EitherTurn = "either_turn" "A move this turn or last saves it",
        LastTurn = "last_turn" "Only a move last turn saves it",
    }
}

choices! {
    /// R5: causes of a General's death.
    pub enum GeneralsDeath {
        WithFormation = "with_formation" "Only with the last of his formation",
        OnSix = "on_six" "Also by a 6 for its commander",
    }
}

choices! {
    /// R7: duration of disorder by close fire.
    pub enum CloseFireLasts {
        UntilRestored = "until_restored" "By a command, whatever made it Irregular",
        ThisTurn = "this_turn" "By a command, but disorder by close fire ends with the turn",
    }
}

choices! {
    /// R11: losses of last turn that count on a command.
    pub enum LossesCount {
        ByThemselves = "by_themselves" "By themselves, from any cause",
        UnderFireOnly = "under_fire_only" "Only together with being shot at",
    }
}

choices! {
    /// R13: second commands that the other officer may give.
    pub enum SecondCommand {
        AfterFailure = "after_failure" "A failed order may be tried again",
        AnotherSort = "another_sort" "Always of another sort than the first",
    }
}

choices! {
    /// R33: elements of a block that fight an enemy at its side or rear.
    pub enum BlockEdges {
        AsTouched = "as_touched" "Those that are touched, without support from behind",
        Turns = "turns" "With one enemy, all: the block turns to it",
    }
}

choices! {
    /// R21: number of extra dice of a mixed formation against Irregulars.
    pub enum IrregularDie {
        EachType = "each_type" "Each type that shoots has it",
        Once = "once" "The formation has it once",
    }
}
