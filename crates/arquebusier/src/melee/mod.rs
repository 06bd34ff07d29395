//! A melee, in which all elements strike at once. *Melee Combat; Results.*

mod describe;
mod input;
pub mod matrix;
mod permit;
mod play;
mod scene;
mod stands;

pub use input::{Attack, DiceGrouping, GreatMelee, Melee, MeleeGroup};
pub use play::Fought;

use super::bans::{BATTLE_OVER, DESTROYED, WRONG_PHASE};
use crate::facts::*;
use crate::ids::{procedures, roles};
use permit::kills;
use rules::prelude::*;

/// Forbids a formation a second melee in a turn, because each element has one target and all losses are removed together. (R27)
pub const FOUGHT_ONCE: Ban = Ban::unit(
    "fought",
    "Melee Combat; Results",
    "already in a melee this turn. Fight all contacts in one melee.",
    |unit| unit.get(FOUGHT),
)
.of_everybody();

/// Forbids melees of formations that are not in melee, or that touch none of the opponents taking part.
const NOT_IN_CONTACT: Ban =
    Ban::table("not_in_contact", "Melee Combat", "No contact between these formations.", |act| {
        act.scene.everybody().any(|unit| !unit.facts.holds(IN_MELEE) || touches_nobody_of(unit, act))
    });

/// True if a formation has recorded contacts, but none with the opponents that take part. A formation without recorded contacts may
/// touch anybody.
fn touches_nobody_of(unit: &TableUnit, act: &Attempt) -> bool {
    let touching = contacts(&unit.facts);
    let mut others = act.scene.everybody().filter(|other| other.side != unit.side).peekable();
    !touching.is_empty() && others.peek().is_some() && !others.any(|other| touching.contains(&other.id))
}

/// Procedure that resolves a melee.
pub const MELEE: Procedure = Procedure::of::<Melee>(procedures::MELEE, "Fight a melee")
    .heading("Melee Combat; Results")
    .about("Each element in contact strikes at one enemy element. The losses of both sides are removed together.")
    .participants(&[
        Role::own(roles::OWN, "Own formations", "").tag("a").several(1, 9),
        Role::enemy(roles::ENEMIES, "Enemy formations", "").tag("b").several(1, 9).together(),
    ])
    .chances(&[
        Chance::of("an element lost by {side b}", field!(Fought, losses, ".b*"), Is::AtLeast(1)).for_own(),
        Chance::of("an element lost by {side a}", field!(Fought, losses, ".a*"), Is::AtLeast(1)).for_enemy(),
    ])
    .axes(&[
        Axis::of("elements lost by {side a}", field!(Fought, losses, ".a*")).own(),
        Axis::of("elements lost by {side b}", field!(Fought, losses, ".b*")).enemy(),
    ])
    .adjustable(&[kills(Side::A), kills(Side::B)])
    .rulings(&["R8", "R9", "R16", "R20", "R27", "R28", "R30", "R33"])
    .bans(&[&[
        BATTLE_OVER,
        WRONG_PHASE,
        DESTROYED,
        NOT_IN_CONTACT,
        FOUGHT_ONCE,
        // A formation becomes Irregular on contact, so before the dice.
        Ban::unit(
            "check_first",
            "Shooting; Melee Combat",
            "First check if its new contact makes {name} Irregular.",
            |unit| unit.get(CONTACT_TO_CHECK),
        )
        .of_everybody(),
    ]])
    .fill(stands::fill)
    .names(stands::names)
    .sketch(stands::STANDS)
    .roll_label(describe::roll_label)
    .at_table::<GreatMelee, Melee>();
