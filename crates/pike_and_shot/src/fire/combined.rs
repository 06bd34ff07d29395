//! Several units fire at one target. Each of them fires at the target as it was before the act. The losses are then added up and limited to
//! the target's figures.

use super::super::bans::OUT_OF_BATTLE;
use super::super::facts;
use super::super::labels;
use super::super::target::{AXES, CHANCES, Struck, Target};
use super::super::terms::FirerKind;
use super::super::terms::adjustable::{GROUP_SIZE, HITS};
use super::super::terrain::names;
use super::artillery::ArtilleryVolley;
use super::bans::{OF_FIRE, OF_FIRERS};
use super::cavalry::CavalryVolley;
use super::infantry::InfantryVolley;
use super::{TARGET_FALLS, TARGET_SAVES, Volley, fill_fire, has_muskets, risk_general};
use crate::facts::*;
use crate::ids::{fields, procedures, roles};
use rules::form::{Field, Kind, Need, Shape, Slot, Taken};
use rules::lists;
use rules::prelude::*;
use std::fmt;

/// Place of each firer in the input.
const FIRERS: &str = field!(CombinedFire, firers, "[]");

/// Fire by several units.
pub const COMBINED_FIRE: Procedure = Procedure::of::<CombinedFire>(procedures::COMBINED_FIRE, "Combined fire")
    .heading("Infantry Firing; Cavalry Firing; Firing Artillery")
    .about("Up to six firers at one target: their hits and its losses together.")
    .participants(&[
        Role::own(roles::FIRERS, "Firers", FIRERS).tag("f").several(1, 6).fits(is_firer),
        Role::enemy(roles::TARGET, "Target", fields::TARGET).tag("t"),
    ])
    .chances(CHANCES)
    .roll_label(labels::roll_label)
    .axes(AXES)
    .adjustable(&[HITS.at(FIRERS), GROUP_SIZE.at(FIRERS), TARGET_FALLS, TARGET_SAVES])
    .rulings(&["R1", "R2", "R4", "R15", "R20", "R22", "R23", "R24", "R25", "R26", "R30", "R31"])
    .bans(&[&[OUT_OF_BATTLE], OF_FIRERS, OF_FIRE])
    .fill(|scene, input| {
        for (firer, unit) in members(input, field!(CombinedFire, firers)).zip(scene.units(roles::FIRERS)) {
            keep_own_fields(firer, &unit.facts);
        }
        fill_fire(scene, input);
    })
    .names(names);

/// Accepts units with a weapon to fire.
///
/// # Errors
/// For a unit without a weapon, a reason for players.
pub fn is_firer(unit: &Facts) -> Result<(), Text> {
    let armed = match unit.value(facts::KIND) {
        Some(FirerKind::Infantry) => has_muskets(unit),
        Some(FirerKind::Cavalry) => unit.knows(WEAPON),
        Some(FirerKind::Artillery) => true,
        None => false,
    };
    if armed { Ok(()) } else { Err("nothing to fire with.".into()) }
}

/// Removes fields from a firer's input that its kind of fire does not have, such as the counters of a gun. Fills in fixed plug bayonets.
fn keep_own_fields(firer: &mut Input, unit: &Facts) {
    let form = match unit.value(facts::KIND) {
        Some(FirerKind::Infantry) => InfantryVolley::FORM,
        Some(FirerKind::Cavalry) => CavalryVolley::FORM,
        Some(FirerKind::Artillery) | None => ArtilleryVolley::FORM,
    };
    firer.retain(|id, _| id == facts::KIND.id() || form.field(id).is_some());
    if unit.holds(PLUG_FIXED) && form.field(PLUG_FIXED.id()).is_some() {
        suggest(firer, PLUG_FIXED, true);
    }
}

/// One of several firers, with the fields of its kind of fire.
#[derive(Clone, Debug)]
pub enum Firer {
    /// Infantry.
    Infantry(InfantryVolley),
    /// Cavalry.
    Cavalry(CavalryVolley),
    /// A gun.
    Artillery(ArtilleryVolley),
}

form! {
    /// Several units fire at a target.
    pub struct CombinedFire {
        /// Firers, in the order in which dice are rolled.
        firers: Vec<Firer> = situation(list::<Firer>(1, 6)),
        target: Target = situation(object::<Target>()),
    }
}

outcome! {
    /// Result of the fire of several units at one target.
    pub struct FiredTogether {
        /// Number of dice of each firer, in the order of the firers.
        pub dice_per_firer: Vec<i32>,
        ..
        /// Result for the target.
        struck: Struck,
    }
}

const KIND: &[Field] = &[Field {
    id: facts::KIND.id(),
    kind: *FirerKind::KIND,
    need: Need::Required,
    origin: Origin::Unit,
    label: "Fires as",
    ..Field::BLANK
}];
const INFANTRY: [Field; InfantryVolley::FORM.fields.len()] =
    only(InfantryVolley::FORM.fields, &const { conditions(InfantryVolley::FORM.fields, &["infantry"]) });
const CAVALRY: [Field; CavalryVolley::FORM.fields.len()] =
    only(CavalryVolley::FORM.fields, &const { conditions(CavalryVolley::FORM.fields, &["cavalry"]) });
const ARTILLERY: [Field; ArtilleryVolley::FORM.fields.len()] =
    only(ArtilleryVolley::FORM.fields, &const { conditions(ArtilleryVolley::FORM.fields, &["artillery"]) });
const PARTS: &[&[Field]] = &[KIND, &INFANTRY, &CAVALRY, &ARTILLERY];
static FIELDS: [Field; lists::count(PARTS)] = lists::join(PARTS, Field::BLANK);

/// Conditions of each field of one kind of firer: the kind, and the field's own condition. A field without one has the kind twice.
const fn conditions<const N: usize>(fields: &[Field], kinds: &'static [&'static str]) -> [[When; 2]; N] {
    let mut conditions = [[When { field: facts::KIND.id(), is: kinds }; 2]; N];
    let mut index = 0;
    while index < N {
        match fields[index].when {
            [] => {}
            [own] => conditions[index][1] = *own,
            _ => panic!("a field of a firer has one condition at most"),
        }
        index += 1;
    }
    conditions
}

/// Copies the fields of one kind of firer with these conditions, so that each is asked only of that kind.
const fn only<const N: usize>(fields: &[Field], conditions: &'static [[When; 2]; N]) -> [Field; N] {
    let mut only = [Field::BLANK; N];
    let mut index = 0;
    while index < N {
        only[index] = Field { when: &conditions[index], ..fields[index] };
        index += 1;
    }
    only
}

impl Shape for Firer {
    const KIND: &'static Kind = &Kind::Object(&Form {
        one_of: &[InfantryVolley::FORM, CavalryVolley::FORM, ArtilleryVolley::FORM],
        ..Form::of(&FIELDS)
    });
}

impl Taken for Firer {
    fn taken(slot: &Slot) -> Self {
        let [kind, volley] = slot.members() else { unreachable!("a kind, and what it asks") };
        match FirerKind::taken(kind) {
            FirerKind::Infantry => Firer::Infantry(Taken::taken(volley)),
            FirerKind::Cavalry => Firer::Cavalry(Taken::taken(volley)),
            FirerKind::Artillery => Firer::Artillery(Taken::taken(volley)),
        }
    }
}

impl Firer {
    fn permit(&self) -> Result<(), Refusal> {
        match self {
            Firer::Infantry(infantry) => infantry.permit(),
            Firer::Cavalry(cavalry) => cavalry.permit(),
            Firer::Artillery(gun) => gun.permit(),
        }
    }

    fn volley(&self, dice: &mut Dice) -> Volley {
        match self {
            Firer::Infantry(infantry) => infantry.volley(dice).1,
            Firer::Cavalry(cavalry) => cavalry.volley(dice).1,
            Firer::Artillery(gun) => gun.volley(dice),
        }
    }
}

/// Prefix of purposes and modifiers for the firer with this index, counted from 0: `f1_`, `f2_`…
fn prefix(index: usize) -> impl fmt::Display {
    fmt::from_fn(move |f| write!(f, "f{}_", index + 1))
}

impl CombinedFire {
    /// Sentences on consequences that depend on no die.
    fn certain(&self) -> Vec<Text> {
        let empty = |(index, firer): (usize, &Firer)| match firer {
            Firer::Cavalry(cavalry) if cavalry.empties_pistols() => {
                Some(text!("{unit}: its pistols are empty now.", unit = Gap::Unit(roles::FIRERS, index + 1)))
            }
            _ => None,
        };
        self.firers.iter().enumerate().filter_map(empty).collect()
    }
}

impl Rule for CombinedFire {
    type Outcome = FiredTogether;

    fn permit(&self) -> Result<(), Refusal> {
        let mut each = self.firers.iter().enumerate();
        each.try_for_each(|(index, firer)| {
            firer.permit().map_err(|refusal| refusal.at_index(index).within(field!(CombinedFire, firers)))
        })
    }

    fn preview(&self) -> Preview {
        Preview::default().certain(self.certain())
    }

    fn play(&self, dice: &mut Dice) -> Result<FiredTogether, Halt> {
        let victims = self.target.victims_of(dice);
        let volleys = dice.once(|dice| {
            let each = self.firers.iter().enumerate();
            each.map(|(index, firer)| (index, dice.prefixed(prefix(index), |dice| firer.volley(dice))))
                .collect::<Vec<(usize, Volley)>>()
        });
        let harm = dice.in_steps(|dice| {
            let harms = dice.independently(&volleys, |dice, (index, volley)| {
                dice.prefixed(prefix(*index), |dice| volley.strike(dice, &victims))
            })?;
            Ok(harms.into_iter().sum())
        })?;
        let dice_per_firer = volleys.iter().map(|(_, volley)| volley.dice).collect();
        Ok(FiredTogether { dice_per_firer, struck: self.target.struck(harm) })
    }

    fn describe(&self, outcome: &FiredTogether, consequences: &mut ConsequencesBuilder) {
        outcome.struck.describe(&self.target, consequences);
        for (index, (firer, dice)) in self.firers.iter().zip(&outcome.dice_per_firer).enumerate() {
            consequences.say(text!("Firer {number}: {dice} {dice|die|dice}.", number = index + 1, dice = *dice));
            match firer {
                Firer::Cavalry(cavalry) => cavalry.mark_fired(roles::FIRERS, index, consequences),
                Firer::Infantry(_) | Firer::Artillery(_) => {
                    consequences.put_nth(roles::FIRERS, index, FIRED, true);
                }
            }
        }
        consequences.say_all(self.certain());
    }

    fn aftermath(&self, scene: &Scene, outcome: &FiredTogether, consequences: &mut ConsequencesBuilder) {
        risk_general(scene, &outcome.struck, consequences);
    }
}
