//! Terrain, the ground under a unit, and its effects. *Terrain – setting up; How to battle – moving; – shooting; – fighting.*

use rules::prelude::*;
choices! {
    /// A kind of terrain that is placed.
    pub enum Piece {
        Building = "building" "Building",
        Wood = "wood" "Wood",
        Hill = "hill" "Hill",
        Stream = "stream" "Stream",
    }
}

impl Piece {
    /// Number of pieces, in words.
    pub fn counted(self, n: i32) -> Text {
        match self {
            Piece::Building => text!("{n} {n|building|buildings}", n = n),
            Piece::Wood => text!("{n} {n|wood|woods}", n = n),
            Piece::Hill => text!("{n} {n|hill|hills}", n = n),
            Piece::Stream => text!("{n} {n|stream|streams}", n = n),
        }
    }
}

choices! {
    /// Terrain that a move enters.
    pub enum Terrain {
        None = "none" "None",
        Woods = "woods" "Woods",
        Building = "building" "A building",
        Hill = "hill" "A hill",
        Stream = "stream" "A stream",
    }
}

choices! {
    /// Ground under a unit.
    pub enum Ground {
        Open = "none" "Open ground",
        Woods = "woods" "In woods",
        Building = "building" "In a building",
        Hill = "hill" "On a hill",
        BehindStream = "behind_stream" "Behind a stream",
        Edge = "edge" "At the edge of terrain",
    }
}

impl Ground {
    /// Ground of a unit whose move enters this terrain. A unit that has crossed a stream is on open ground.
    pub fn entered(terrain: Terrain) -> Self {
        match terrain {
            Terrain::None | Terrain::Stream => Ground::Open,
            Terrain::Woods => Ground::Woods,
            Terrain::Building => Ground::Building,
            Terrain::Hill => Ground::Hill,
        }
    }

    /// True if a unit on this ground has halted at this terrain or is in it, so that its next move may enter the terrain. *How to battle –
    /// moving.*
    pub fn halted_at(self, terrain: Terrain) -> bool {
        match terrain {
            Terrain::None => false,
            Terrain::Stream => matches!(self, Ground::Edge | Ground::BehindStream),
            _ => self == Ground::Edge || self == Ground::entered(terrain),
        }
    }

    /// True of ground that is better than open ground in a fight. *How to battle – fighting.*
    pub fn is_better(self) -> bool {
        !matches!(self, Ground::Open | Ground::Edge)
    }
}

choices! {
    /// Cover of the target.
    pub enum Cover {
        Open = "open" "In the open",
        Woods = "woods" "In woods",
        Building = "building" "In a building",
        InWarWagons = "in_war_wagons" "In war wagons",
        BehindWarWagons = "behind_war_wagons" "Behind war wagons",
    }
}

choices! {
    /// Unit in the better terrain.
    pub enum BetterTerrain {
        None = "none" "Neither",
        Attacker = "attacker" "The attacker",
        Defender = "defender" "The defender",
    }
}
