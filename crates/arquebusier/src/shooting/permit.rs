//! Refusals of shooting. *Shooting.*

use super::super::terms::{TroopType, Volley};
use super::super::unit::lines::line;
use super::{Shooter, ShooterGroup, Shooting};
use crate::facts::TYPE;
use rules::prelude::*;

impl Shooting {
    pub(super) fn permit_all(&self) -> Result<(), Refusal> {
        self.shooters.iter().enumerate().try_for_each(|(index, shooter)| {
            self.permit_shooter(shooter).map_err(|refusal| refusal.at_index(index).within(field!(Shooting, shooters)))
        })
    }

    fn permit_shooter(&self, shooter: &Shooter) -> Result<(), Refusal> {
        for (index, group) in shooter.groups.iter().enumerate() {
            permit_ranks(group).map_err(|refusal| refusal.at_index(index).within(field!(Shooter, groups)))?;
            permit_line(shooter, group, index)?;
        }
        // A formation with less than one die cannot shoot, unless R3 gives it one.
        let dice: i32 = self.counts(shooter).iter().map(|count| count.dice()).sum();
        forbid_if(dice == 0, field!(Shooter, groups), "So few elements roll no dice at all.")
    }
}

/// Refuses rear ranks except in a volley, and volleys of types other than Firearms.
fn permit_ranks(group: &ShooterGroup) -> Result<(), Refusal> {
    forbid_if(
        group.volley != Volley::None && group.troop != TroopType::Firearm,
        field!(ShooterGroup, volley),
        "Only Firearms shoot in such volleys.",
    )?;
    forbid_if(group.rear > 0 && group.volley == Volley::None, field!(ShooterGroup, rear), "Only the first rank shoots.")
}

/// Refuses types that cannot shoot, targets out of range, and artillery that moved.
fn permit_line(shooter: &Shooter, group: &ShooterGroup, index: usize) -> Result<(), Refusal> {
    let troop = group.troop.label();
    let Some(line) = line(group.troop, shooter.state, shooter.mounted) else {
        let how = shooter.state.label();
        let message = text!("{troop} cannot shoot while {how}, or as they are now.", troop = troop, how = how);
        return Err(Refusal::forbidden(TYPE.id(), message).at_index(index).within(field!(Shooter, groups)));
    };
    forbid_if(
        shooter.range_in > f64::from(line.reach_in),
        field!(Shooter, range_in),
        text!("{troop} reach {n}\" as they stand.", troop = troop, n = line.reach_in),
    )?;
    // The procedure checks each group of an input. For a formation on the table a ban checks it instead, because guns that moved are left
    // out if other groups can shoot.
    forbid_if(
        group.troop.is_artillery() && !shooter.stationary,
        field!(Shooter, stationary),
        "Guns and Mortars shoot only if they keep still, last turn and this.",
    )
}
