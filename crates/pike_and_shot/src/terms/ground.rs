//! Ground that players agreed on before the battle. *Terrain; Other Terrain.*

use super::inches;
use rules::fact_value;
use rules::prelude::*;

choices! {
    /// Troops that may not enter the ground.
    pub enum BarredTo {
        Nobody = "nobody" "Nobody",
        Guns = "guns" "Guns",
        GunsAndCavalry = "guns_and_cavalry" "Guns and cavalry",
        Everybody = "everybody" "Everybody",
    }
}

choices! {
    /// Cover in the ground.
    pub enum AgreedCover {
        None = "none" "No cover",
        Soft = "soft" "Cover",
        Hard = "hard" "Hard cover",
    }
}

form! {
    /// Effects of a kind of ground.
    pub struct GroundEffects {
        half_speed: bool = choice_of(flag()).or(false).label("Half speed"),
        /// True if entering or crossing takes half a move.
        half_move: bool = choice_of(flag()).or(false).label("Half a move to enter or to cross"),
        counter: bool = choice_of(flag()).or(false).label("A counter for each move in it"),
        barred_to: BarredTo = choice_of(choice::<BarredTo>()).or_id("nobody").label("Barred to"),
        cover: AgreedCover = choice_of(choice::<AgreedCover>()).or_id("none").label("Cover in it"),
        /// Longest line of sight or fire through the ground, in inches; 0 if there is no limit.
        sight_in: f64 = choice_of(inches()).or(0.0).label("Inches of sight and fire in it")
            .help("0 if it hinders neither."),
    }
}

fact_value!(GroundEffects {
    half_speed: "half_speed" unless(false),
    half_move: "half_move" unless(false),
    counter: "counter" unless(false),
    barred_to: "barred_to" unless(BarredTo::Nobody),
    cover: "cover" unless(AgreedCover::None),
    sight_in: "sight_in" unless(0.0),
});

impl GroundEffects {
    /// The effects in words: `half speed, a counter`.
    pub fn words(&self) -> Text {
        let each = [
            self.half_speed.then(|| "half speed".into()),
            self.half_move.then(|| "half a move".into()),
            self.counter.then(|| "a counter".into()),
            (self.barred_to != BarredTo::Nobody).then(|| text!("barred to: {who}", who = self.barred_to.label())),
            match self.cover {
                AgreedCover::None => None,
                AgreedCover::Soft => Some(term("cover").into()),
                AgreedCover::Hard => Some("hard cover".into()),
            },
            (self.sight_in > 0.0).then(|| text!("sight {n} {n|inch|inches}", n = self.sight_in)),
        ];
        let joined = |so_far, next| text!("{so_far}, {next}", so_far = so_far, next = next);
        each.into_iter().flatten().reduce(joined).unwrap_or_else(|| "no effect".into())
    }
}
