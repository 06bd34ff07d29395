//! Following a loser that falls back. *How to battle – fighting.*

use super::bans::{FIGHTING, NIGHT_FALLEN, OFF_TABLE};
use super::terms::{Ground, TroopType};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure in which the winner follows a loser that falls back.
pub const FOLLOW_UP: Procedure = Procedure::of::<FollowUp>(procedures::FOLLOW_UP, "Follow")
    .heading("How to battle – fighting")
    .about("Horse must follow a loser that falls back, unless the ground forbids it. Foot may.")
    .participants(&[
        Role::own(roles::UNIT, "Winner", "").fits(follower),
        Role::enemy_without_fields(roles::ENEMY, "Loser").several(0, 1),
    ])
    .bans(&[&[
        NIGHT_FALLEN,
        OFF_TABLE,
        Ban::unit("nobody_falls_back", FIGHTING, "no enemy has fallen back in front.", |unit| {
            Some(unit.get(MAY_FOLLOW)?.is_empty())
        })
        .hides_offer(),
    ]])
    .rulings(&["R13", "R56"])
    .grouping(Grouping::in_turn());

choices! {
    /// Decision of a winner about following.
    pub enum Answer {
        Follows = "follows" "It follows",
        Stays = "stays" "It stays",
        Barred = "barred" "The ground forbids it",
    }
}

form! {
    /// Input of following.
    pub struct FollowUp {
        winner_type: TroopType = unit(of(WINNER_TYPE)).label("Winner"),
        answer: Answer = choice_of(choice::<Answer>()).or_id("follows").label("Follow the loser?")
            .among(answers)
            .decides(),
    }
}

/// The decisions that the rules leave to a winner. Horse stays only if the ground forbids it to follow.
fn answers(input: &Input) -> Vec<&'static str> {
    let is_horse = answer(input, WINNER_TYPE).is_some_and(TroopType::is_cavalry);
    let other = if is_horse { Answer::Barred } else { Answer::Stays };
    vec![Answer::Follows.id(), other.id()]
}

outcome! {
    /// Decision of the winner.
    pub struct Followed {
        /// True if the winner follows.
        pub follows: bool,
    }
}

impl Rule for FollowUp {
    type Outcome = Followed;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(!self.winner_type.follows(), field!(FollowUp, winner_type), WHO_FOLLOWS)?;
        forbid_if(
            self.winner_type.is_cavalry() && self.answer == Answer::Stays,
            field!(FollowUp, answer),
            "Horse must follow, unless the ground forbids it.",
        )
    }

    fn play(&self, _: &mut Dice) -> Result<Followed, Halt> {
        Ok(Followed { follows: self.answer == Answer::Follows })
    }

    fn describe(&self, followed: &Followed, consequences: &mut ConsequencesBuilder) {
        consequences.say(if followed.follows {
            "It follows into the loser's square. The next fight needs its own card and pip."
        } else {
            "It stays where it is."
        });
    }

    /// Moves a winner that follows into the loser's square and clears its ground. Otherwise removes the loser from its contacts.
    fn aftermath(&self, scene: &Scene, outcome: &Followed, consequences: &mut ConsequencesBuilder) {
        let followed = scene.facts(roles::UNIT).and_then(|unit| unit.named(MAY_FOLLOW));
        let loser = scene.id(roles::ENEMY).map(str::to_owned).or_else(|| followed.map(str::to_owned));
        consequences.put(roles::UNIT, MAY_FOLLOW, "");
        if outcome.follows {
            consequences.put(roles::UNIT, CONTACT, loser.into_iter().collect::<Vec<String>>());
            consequences.put(roles::UNIT, GROUND, Ground::Open);
        } else if let Some(unit) = scene.facts(roles::UNIT) {
            let mut contacts = contacts(unit);
            contacts.retain(|id| Some(id) != loser.as_ref());
            consequences.put(roles::UNIT, CONTACT, contacts);
        }
    }
}
