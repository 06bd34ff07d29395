//! A kind of ground that players agree on before the battle. *Terrain; Other Terrain.*

use super::super::terms::GroundEffects;
use super::super::terrain::{NAME_MAX, NAMES, names};
use crate::facts::*;
use crate::ids::procedures;
use rules::prelude::*;

/// Agreement on a kind of ground.
pub const AGREE_GROUND: Procedure = Procedure::of::<AgreeGround>(procedures::AGREE_GROUND, "Agree on ground")
    .heading("Terrain; Other Terrain")
    .about("What a kind of ground does, by its name: a marsh, a vineyard. Moves and fire then know it.")
    .rulings(&["R19"])
    .fill(|scene, input| {
        // Fills in the effects that players agreed on earlier under this name. Players can then change them.
        let kinds = scene.table.battle.value(AGREED_GROUNDS).unwrap_or_default();
        if let Some(known) = answer(input, GROUND).and_then(|name| kinds.get(&name).cloned()) {
            put(input, EFFECTS, known);
        }
    })
    .names(names);

const GROUND: Fact<String> = fact!("ground");
const EFFECTS: Fact<GroundEffects> = fact!("effects");

choices! {
    /// Agreeing on a kind of ground, or striking it off.
    pub enum GroundAction {
        Keep = "keep" "Agree on it",
        Strike = "strike" "Strike it off",
    }
}

form! {
    /// A kind of ground on which players agree.
    pub struct AgreeGround {
        action: GroundAction = choice_of(choice::<GroundAction>()).or_id("keep").label("What is agreed"),
        ground: Option<String> = choice_of(text(NAME_MAX)).or_null().label("Name of the ground")
            .help("A name that is used already changes that ground.")
            .when(&[When { field: field!(AgreeGround, action), is: &["keep"] }]),
        struck: Option<String> = choice_of(text(NAME_MAX)).or_null().names(NAMES).label("Ground that is struck off")
            .when(&[When { field: field!(AgreeGround, action), is: &["strike"] }]),
        effects: GroundEffects = choice_of(object::<GroundEffects>()).or_empty().label("What it does")
            .when(&[When { field: field!(AgreeGround, action), is: &["keep"] }]),
    }
    validate(AgreeGround::validate)
}

outcome! {
    /// A kind of ground on which players agreed.
    pub struct GroundAgreed {
        /// True if the ground was agreed, false if it was struck off.
        pub kept: bool,
    }
}

impl AgreeGround {
    fn validate(&self) -> Result<(), Refusal> {
        let (name, field) = match self.action {
            GroundAction::Keep => (&self.ground, field!(AgreeGround, ground)),
            GroundAction::Strike => (&self.struck, field!(AgreeGround, struck)),
        };
        let Some(name) = name else { return Err(Refusal::missing(field)) };
        bad_if(name.trim().is_empty(), field, "A name needs a letter or a number.")
    }
}

impl Rule for AgreeGround {
    type Outcome = GroundAgreed;

    fn play(&self, _: &mut Dice) -> Result<GroundAgreed, Halt> {
        Ok(GroundAgreed { kept: self.action == GroundAction::Keep })
    }

    fn describe(&self, outcome: &GroundAgreed, consequences: &mut ConsequencesBuilder) {
        let name = if outcome.kept { &self.ground } else { &self.struck };
        let ground = name.clone().unwrap_or_default();
        consequences.say(if outcome.kept {
            text!("{ground}: {effects}.", ground = ground, effects = self.effects.words())
        } else {
            text!("{ground}: nothing is agreed on it any more.", ground = ground)
        });
    }

    /// Records the effects under the name of the ground, or removes that ground.
    fn aftermath(&self, scene: &Scene, _: &GroundAgreed, consequences: &mut ConsequencesBuilder) {
        let mut kinds = scene.table.battle.value(AGREED_GROUNDS).unwrap_or_default();
        match self.action {
            GroundAction::Strike => drop(self.struck.as_ref().and_then(|name| kinds.remove(name))),
            GroundAction::Keep => drop(self.ground.clone().map(|name| kinds.insert(name, self.effects.clone()))),
        }
        consequences.put(BATTLE, AGREED_GROUNDS, kinds);
    }
}
