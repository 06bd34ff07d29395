//! A general makes a rousing speech to a unit. *Generals; Morale.*

use super::super::bans::{IN_MELEE, OUT_OF_BATTLE, PHASE};
use super::super::effects;
use super::super::effects::GeneralHelp;
use super::super::facts;
use super::super::labels;
use super::super::relations::{RECOVERS, general_recovers};
use super::super::terms::RosterClass;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// A rousing speech.
pub const ROUSING_SPEECH: Procedure = Procedure::of::<Speech>(procedures::ROUSING_SPEECH, "Rousing speech")
    .heading("Generals; Morale")
    .about("A general speaks to the unit he is with. It may do harm.")
    .participants(&[Role::own(roles::UNIT, "Unit addressed", "").fits(effects::is_unit)])
    .chances(&[
        Chance::of("a counter more", field!(Spoken, change), Is::AtLeast(1)),
        Chance::of("at its breaking number", field!(Spoken, breaks), Is::True),
    ])
    .axes(&[Axis::of("counters left", field!(Spoken, counters))])
    .roll_label(|input, _, _| {
        let speech = Speech::from_object(input).ok()?;
        let effect = |face: i32| match face - 2 + speech.own.sum(TAKEN_OFF) {
            ..=-1 => term("one counter more"),
            0 => term("no change"),
            1 => term("one counter off"),
            2 => term("two counters off"),
            3 => term("three counters off"),
            _ => term("four counters off"),
        };
        let is_usual = speech.own.sum(TAKEN_OFF) == 0;
        Some(if is_usual {
            text!("the speech: {legend}", legend = labels::legend(6, effect))
        } else {
            "the speech".into()
        })
    })
    .adjustable(&[TAKEN_OFF])
    .rulings(&["R20", "R27"])
    // Players choose each speech, because it can add a counter.
    .grouping(Grouping::in_turn().chosen_by_players())
    .bans(&[BANS])
    .fill(|scene, input| {
        if scene.facts(roles::UNIT).is_some() {
            suggest(input, GENERAL_WITH, effects::general_with(scene, roles::UNIT) != GeneralHelp::None);
        }
    });

/// Number that players' own modifiers can change.
const TAKEN_OFF: Adjustable = Adjustable::of("taken_off", "Counters that the speech takes off");

const BANS: &[Ban] = &[
    OUT_OF_BATTLE,
    Ban::found("recovering", "Generals", RECOVERS, |act| {
        act.scene.actors().iter().find(|unit| general_recovers(&act.scene.table, unit))
    }),
    IN_MELEE.heading("Generals").at(facts::IN_MELEE),
    Ban::unit("fired", "Generals", "fired this bound, so no speech.", |unit| unit.get(FIRED)).at(FIRED),
    Ban::unit("no_general", "Generals", "no general is there.", |unit| Some(!unit.get(GENERAL_WITH)?)).at(GENERAL_WITH),
    Ban::unit("addressed", "Generals", "one speech to a unit in a bound.", |unit| unit.get(ADDRESSED)).at(ADDRESSED),
    PHASE,
];

form! {
    /// A general's speech to a unit.
    pub struct Speech {
        counters: i32 = unit(of(COUNTERS)).required(),
        morale_class: RosterClass = unit(of(CLASS)),
        general_with: bool = situation(of(GENERAL_WITH)).or(true).rare(),
        fired: bool = unit(of(FIRED)),
        in_melee: bool = unit(of(facts::IN_MELEE)),
        already_addressed: bool = unit(of(ADDRESSED)).label("Already addressed this bound"),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Effect of a speech. *Generals; Morale.*
    pub struct Spoken {
        /// Counters gained; negative if counters are taken off.
        pub change: i32,
        /// Counters after: 0 or more.
        pub counters: i32,
        /// True if the unit is at its breaking number; `None` while its class is unknown.
        pub breaks: Option<bool>,
    }
}

impl Rule for Speech {
    type Outcome = Spoken;

    fn play(&self, dice: &mut Dice) -> Result<Spoken, Halt> {
        // The speech takes off two counters less than the face shows, so a 1 adds one. Counters do not go below 0 (R27).
        let more = self.own.on(TAKEN_OFF, dice);
        let face = dice.die("speech", 6)?;
        dice.record_luck(&|_, face| face + more > 2);
        let counters = (self.counters - (face - 2 + more)).max(0);
        Ok(Spoken { change: counters - self.counters, counters, breaks: self.morale_class.breaks_at(counters) })
    }

    fn describe(&self, outcome: &Spoken, consequences: &mut ConsequencesBuilder) {
        match outcome.change {
            1 => consequences.say("A bad speech: +1 counter."),
            0 => consequences.say("The speech changes nothing."),
            -1 => consequences.say("The speech takes 1 counter off."),
            n @ 2.. => consequences.say(text!("A bad speech: +{n} counters.", n = n)),
            n => consequences.say(text!("The speech takes {n} counters off.", n = -n)),
        };
        consequences.say(effects::counters_held(outcome.counters, self.morale_class.known()));
        consequences.raise(roles::UNIT, COUNTERS, outcome.change).put(roles::UNIT, ADDRESSED, true);
    }
}
