//! State of a fighter during a melee.

use super::super::terms::weapons::BARE_HANDS;
use super::pool::{BlowResult, Landed};
use super::{Fighter, Status};

/// State of a fighter at a moment of the melee.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Fate {
    wounds: u8,
    out: Option<Out>,
}

/// Ways to be put out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Out {
    Killed,
    Stunned,
    Cornered,
    Recoils,
}

impl Fate {
    /// True while the fighter is in the fight.
    pub fn is_in(self) -> bool {
        self.out.is_none()
    }

    /// Applies all blows that land at one moment. *Resolution of the melee; Melee (bare hands).*
    pub fn take(&mut self, landed: Landed, fighter: &Fighter, length: i32) {
        match landed.best() {
            BlowResult::Miss => {}
            BlowResult::Recoil if fighter.cannot_recoil => self.out = Some(Out::Cornered),
            BlowResult::Recoil => self.out = Some(Out::Recoils),
            // Only bare hands have this length, and they stun.
            BlowResult::Kill if length == BARE_HANDS => self.out = Some(Out::Stunned),
            BlowResult::Kill => {
                let life_points = u8::try_from(fighter.life_points).unwrap_or(1);
                self.wounds = (self.wounds + landed.kills()).min(life_points);
                if self.wounds == life_points {
                    self.out = Some(Out::Killed);
                }
            }
        }
    }

    /// Status in the outcome.
    pub fn status(&self) -> Status {
        match (self.out, self.wounds) {
            (Some(Out::Killed), _) => Status::Killed,
            (Some(Out::Stunned), _) => Status::Stunned,
            (Some(Out::Cornered), _) => Status::Cornered,
            (Some(Out::Recoils), _) => Status::Recoils,
            (None, 1..) => Status::Wounded,
            (None, 0) => Status::Unhurt,
        }
    }

    /// Life points lost.
    pub fn wounds(&self) -> i32 {
        i32::from(self.wounds)
    }
}
