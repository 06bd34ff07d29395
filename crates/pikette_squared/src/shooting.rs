//! Shooting: one or more units at one target.

use super::bans::{
    MUST_RELOAD, NIGHT_FALLEN, NO_INITIATIVE, OF_ROUTED, OFF_TABLE, ONLY_RUNS, SHOOTING, cannot_afford, too_dear,
};
use super::result::{
    After, Effect, Instead, Line, Lost, OF_FOE, Party, TableRulings, arquebus_stand_lost, only_disordered, stand_lost,
};
use super::terms::{ActionKind, Arc, Cover, Die, DieOrNone, Fate, Ratio, TroopType};
use super::unit::body::{Body, RollingUnit};
use super::{bearing, ground, price, words};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::input::word_at;
use rules::prelude::*;
use rules::procedure::{Grid, GridPicked, Taps};
use serde_json::Value as Json;

/// Procedure that resolves shots of one or more units at one target.
pub const SHOOT: Procedure = Procedure::of::<Shoot>(procedures::SHOOT, "Shoot")
    .heading("How to battle – shooting; Firing distance; PHALANX; TERCIO")
    .about("One or more units shoot at one target. What they score in one initiative adds up.")
    .participants(&[
        Role::own(roles::SHOOTERS, "Shooters", "shooters[].unit").tag("shooter ").several(1, 12).fits(shooter),
        Role::enemy(roles::TARGET, "Target", "target").tag("target "),
    ])
    .assumes(&[
        Assumption {
            path: field!(Shoot, shooters, "[].distance_squares"),
            value: Constant::Number(1.0),
            words: "at {n} {n|square|squares}",
        },
        Assumption {
            path: field!(Shoot, shooters, "[].target_cover"),
            value: Constant::Word("open"),
            words: "in the open",
        },
        Assumption {
            path: field!(Shoot, shooters, "[].target_arc"),
            value: Constant::Word("front"),
            words: "from its front",
        },
    ])
    .chances(&[
        Chance::of("scores", field!(Shot, pips), Is::AtLeast(1)).for_own().gist(),
        Chance::of("1 hit or more", field!(Shot, hits), Is::AtLeast(1)),
        Chance::of("routs", field!(Shot, target_state), Is::Word("routed"))
            .fateful("{foe} routed under fire", "{foe} held under fire")
            .for_own()
            .gist()
            .moot(|input| word_at(input, field!(Shoot, target, ".state")) == Some("routed")),
        Chance::of("destroyed", field!(Shot, target_state), Is::Word("destroyed"))
            .fateful("{foe} perished under fire", "{foe} survived the fire")
            .gist(),
        Chance::of("may be chipped", field!(Shot, chip_allowed), Is::True),
        // A block never routs, so its chances are about lost stands. *PHALANX; TERCIO.*
        Chance::of("loses a stand by hits", field!(Shot, stands_by_hits), Is::AtLeast(1)).for_own().gist(),
        arquebus_stand_lost(field!(Shot, instead_of_rout), OF_FOE).for_own().gist(),
        stand_lost(field!(Shot, instead_of_rout), OF_FOE).for_own().gist(),
        only_disordered(field!(Shot, instead_of_rout)).gist(),
    ])
    .axes(&[Axis::of("hits", field!(Shot, hits)), Axis::of("pips scored", field!(Shot, pips))])
    .steps_dice()
    .roll_label(roll_label)
    .adjustable(&[SHOOT_DIE_STEPS, TARGET_DIE])
    .rulings(&["R2", "R3", "R5", "R6", "R8", "R9", "R11", "R16", "R20", "R21", "R22", "R34", "R42", "R52", "R54"])
    .grouping(Grouping::in_turn())
    // Of several shooters, the routed ones are named first.
    .bans(&[&[NIGHT_FALLEN, NO_INITIATIVE, OFF_TABLE], &[SHOOTER_ROUTED], &[HAS_FIRED], &[CANNOT_PAY]])
    .price(price::shoot)
    .grid(Grid {
        around: roles::SHOOTERS,
        facing: FACING.id(),
        words: bearing::TAP,
        lies: bearing::lies,
        taps: Taps::Unit { role: roles::TARGET, says: sighted },
    })
    .fill(|scene, input| {
        // Earlier scores of this initiative are recorded on the target. Without any, there is no ratio either.
        if let Some(target) = scene.facts(roles::TARGET).filter(|target| target.value(PRIOR_PIPS) > Some(0)) {
            copy(target, PRIOR_PIPS, input);
            copy(target, PRIOR_RATIO, input);
        }
        let Some(cover) = scene.facts(roles::TARGET).and_then(ground::cover) else { return };
        let shooters = input.get_mut(field!(Shoot, shooters)).and_then(Json::as_array_mut);
        for shooter in shooters.into_iter().flatten().filter_map(Json::as_object_mut) {
            put(shooter, TARGET_COVER, cover);
        }
    });

/// Label of the target's roll against a shooter, which names the shooter if there are several. `None` for a shooter's roll, which has the
/// shooter's name already.
fn roll_label(input: &Input, purpose: &str, _: usize) -> Option<Text> {
    let shooters = input.get(field!(Shoot, shooters)).and_then(Json::as_array).map_or(0, Vec::len);
    let number: usize = purpose.strip_prefix("target_")?.parse().ok()?;
    let target = Text::from(Gap::Unit("target ", 1));
    if shooters < 2 {
        return Some(target);
    }
    Some(text!("{target}, against {shooter}", target = target, shooter = Gap::Unit("shooter ", number)))
}

/// Values of a shooter and of the target that players' own modifiers can change.
const SHOOT_DIE_STEPS: Adjustable =
    Adjustable::of("shoot_die", "Steps of its Shoot die").at(field!(Shoot, shooters, "[]"));
const TARGET_DIE: Adjustable = Adjustable::of("target_die", "Steps of the target's D6").at(field!(Shoot, target));

/// Forbids routed units to shoot. Units that cannot shoot at all are refused for that reason instead.
const SHOOTER_ROUTED: Ban = Ban::unit("routed", OF_ROUTED, ONLY_RUNS, |shooter| {
    Some(shooter.get(STATE)? == Fate::Routed && is_armed(shooter)?)
})
.at(STATE);

/// Forbids units with an F marker to shoot. Units that cannot shoot at all are refused for that reason instead.
const HAS_FIRED: Ban =
    Ban::unit("fired", SHOOTING, MUST_RELOAD, |shooter| Some(shooter.get(FIRED)? && is_armed(shooter)?)).at(FIRED);

/// Forbids shots of more units than the side can pay for.
const CANNOT_PAY: Ban = too_dear(|act| cannot_afford(act, ActionKind::Shoot, roles::SHOOTERS));

fn is_armed(shooter: &Judged) -> Option<bool> {
    let kind = shooter.get(TYPE)?;
    let arquebus_gone = shooter.get(STANDS).is_some_and(|stands| kind.has_lost_arquebus(stands));
    Some(shooter.get(SHOOT_DIE)? != DieOrNone::None && !arquebus_gone)
}

/// Answers that follow from a square chosen on the grid: distance, field of fire, and arc of the target.
fn sighted(picked: &GridPicked) -> Vec<(String, Json)> {
    let at = |field: &str| format!("{}[{}].{field}", field!(Shoot, shooters), picked.index);
    let from = bearing::sighted(picked.from, picked.east, picked.north).into_iter();
    let to = bearing::sighted(picked.to, -picked.east, -picked.north).into_iter();
    let fire = from.flat_map(|position| {
        [
            (at(field!(Shooter, distance_squares)), position.distance_squares.into()),
            (at(field!(Shooter, in_field_of_fire)), position.in_field_of_fire.into()),
        ]
    });
    fire.chain(to.map(|position| (at(field!(Shooter, target_arc)), position.arc.id().into()))).collect()
}

const TARGET_COVER: Fact<Cover> = fact!(field!(Shooter, target_cover));
/// Field for the unit of a shooter.
const UNIT: Fact<Input> = fact!(field!(Shooter, unit));

/// Distances at which the shooter can shoot, in steps of half a square. No distance is less than one square, except 0 (R16).
fn steps(_: &Input, shooter: &Input) -> Vec<Band> {
    let range = answer(shooter, UNIT).and_then(|unit| answer(&unit, WEAPON_RANGE_SQUARES));
    let halves = (0..=48).map(|halves| f64::from(halves) / 2.0).filter(|squares| *squares != 0.5);
    halves.take_while(|squares| range.is_some_and(|range| *squares <= range)).map(Band::exactly).collect()
}

form! {
    /// Input of a shot.
    pub struct Shoot {
        shooters: Vec<Shooter> = unit(list::<Shooter>(1, 12)).label("Shooters"),
        target: RollingUnit = unit(object::<RollingUnit>()).label("Target"),
        prior_pips: i32 = unit(of(PRIOR_PIPS)).label("Pips so far")
            .help("Scored on this target already in this initiative."),
        prior_ratio: Ratio = unit(of(PRIOR_RATIO)).label("Best ratio so far"),
        rulings: TableRulings = choice_of(object::<TableRulings>()).or_empty().rare(),
    } validate(Shoot::validate)
}

form! {
    /// One of the shooters, and how it shoots.
    pub struct Shooter {
        unit: Body = unit(object::<Body>()).label("Shooter"),
        /// Distance in squares.
        distance_squares: f64 = situation(half(0.0, 30.0)).label("Distance").bands(steps)
            .help("In squares, a diagonal step being 1.5; 0 in the same square."),
        target_arc: Arc = situation(choice::<Arc>()).or_id("front").label("From the target's")
            .help("Where the shooter's square lies as the target faces."),
        in_field_of_fire: bool = situation(flag()).or(true).label("In its field of fire")
            .help("To its front and 45 degrees to either side."),
        target_cover: Cover = situation(choice::<Cover>()).or_id("open").label("Cover"),
        /// Changes by the players' own modifiers.
        own: Vec<Change> = situation(changes()),
    }
}

outcome! {
    /// Outcome of the shooting.
    pub struct Shot {
        /// Die of each shooter.
        pub shooter_dice: Vec<Die>,
        /// Pips scored by all shooters now.
        pub pips: i32,
        /// Pips scored on the target in this initiative, including these.
        pub total_pips: i32,
        /// Best ratio of the shots at the target in this initiative, including these.
        pub best_ratio: Ratio,
        /// New hits on the target.
        pub hits: i32,
        /// State of the target afterwards.
        pub target_state: Fate,
        /// Stands of the target; at least 0.
        pub target_stands: i32,
        /// Hits on the target's marked stand.
        pub target_hits: i32,
        /// Morale chips lost by the target's side.
        pub chips_lost: i32,
        /// Length of the target's rout move in squares if it has just routed, otherwise 0.
        pub rout_move_squares: f64,
        /// True if the shooters' side may spend a morale chip on the target now.
        pub chip_allowed: bool,
        asides {
            /// Stands lost by hits; at least 0.
            pub stands_by_hits: i32,
            /// Loss in place of a rout.
            pub instead_of_rout: Instead,
            /// Hits removed with a stand in place of a rout.
            pub hits_gone: i32,
        }
    }
}

const TARGET: Party = Party { who: "The target", role: roles::TARGET, side: ENEMY_SIDE };

/// Total score of several shots: pips add up, and the best ratio counts for all (R5).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Score {
    pips: i32,
    ratio: Ratio,
}

impl Default for Score {
    fn default() -> Self {
        Self { pips: 0, ratio: Ratio::None }
    }
}

impl Tally for Score {
    fn plus(&self, other: &Self) -> Self {
        Self { pips: self.pips + other.pips, ratio: self.ratio.max(other.ratio) }
    }
}

impl Rule for Shoot {
    type Outcome = Shot;

    fn permit(&self) -> Result<(), Refusal> {
        for (index, shooter) in self.shooters.iter().enumerate() {
            shooter.permit().map_err(|refusal| refusal.at_index(index).within(field!(Shoot, shooters)))?;
        }
        Ok(())
    }

    fn preview(&self) -> Preview {
        let changed = (1..).zip(&self.shooters).filter_map(|(k, shooter)| {
            let die = words::unrolled(|dice| shooter.die(&self.target.body, dice));
            Some((Gap::Unit("shooter ", k).into(), shooter.unit.shoot_die.die()?, die))
        });
        let of_target = (TARGET.who.into(), Die::D6, words::unrolled(|dice| self.target_die(dice)));
        Preview::of(words::dice_changed(changed.chain([of_target])))
    }

    fn play(&self, dice: &mut Dice) -> Result<Shot, Halt> {
        let (rolled, against) = &*dice.once(|dice| {
            let each = (1..).zip(&self.shooters);
            let die = |(k, shooter): (i32, &Shooter)| {
                (k, dice.prefixed(format_args!("shooter_{k}_"), |dice| shooter.die(&self.target.body, dice)))
            };
            let rolled = each.map(die).collect::<Vec<(i32, Die)>>();
            (rolled, dice.with_owner(roles::TARGET, None, |dice| self.target_die(dice)))
        });
        let score = dice.in_steps(|dice| {
            let scores = dice.independently(rolled, |dice, &(k, die)| volley(dice, k, die, *against))?;
            Ok(scores.into_iter().sum())
        })?;
        let total_pips = self.prior_pips + score.pips;
        let best_ratio = self.prior_ratio.max(score.ratio);
        let line = Line::of(total_pips, best_ratio);
        let (hits, effect) = self.new_of(line, score.pips);
        let effect = effect.by_table_on(self.target.body.state, self.rulings.r6_second_disorder);
        let after = self.target.body.suffers(hits, effect, self.rulings.on_blocks());
        // A rout allows no chip, even if it only cost a stand (R34).
        let routs = line.effect == Effect::Routed || effect == Effect::Routed;
        Ok(Shot {
            shooter_dice: rolled.iter().map(|(_, die)| *die).collect(),
            pips: score.pips,
            total_pips,
            best_ratio,
            hits,
            target_state: after.fate,
            target_stands: after.stands,
            target_hits: after.hits,
            chips_lost: after.chips_lost,
            rout_move_squares: after.rout_move,
            chip_allowed: score.pips > 0 && line.chip && !routs && after.can_be_chipped(),
            stands_by_hits: after.lost.by_hits,
            instead_of_rout: after.lost.instead,
            hits_gone: after.lost.hits_gone,
        })
    }

    fn describe(&self, shot: &Shot, consequences: &mut ConsequencesBuilder) {
        if shot.pips == 0 {
            consequences.say("No pips scored: no effect.");
        } else if shot.hits == 0 && Line::of(self.prior_pips, self.prior_ratio).hits > 0 {
            consequences.say(text!("{pips} scored, but no further hit.", pips = words::pips(shot.pips)));
        } else if shot.hits == 0 {
            consequences.say(text!("{pips} scored, but no hit yet.", pips = words::pips(shot.pips)));
        } else {
            consequences.say(text!("{hits} for {pips}.", hits = words::hits(shot.hits), pips = words::pips(shot.pips)));
        }
        if self.prior_pips > 0 {
            consequences.say(text!(
                "With earlier shots that makes {pips} in this initiative.",
                pips = words::pips(shot.total_pips)
            ));
        }
        for index in 0..self.shooters.len() {
            consequences.put_nth(roles::SHOOTERS, index, FIRED, true);
        }
        if shot.pips > 0 {
            shot.after().describe(&self.target.body, TARGET, consequences);
            consequences.count(roles::TARGET, PRIOR_PIPS, self.prior_pips, shot.total_pips);
            consequences.put(roles::TARGET, PRIOR_RATIO, shot.best_ratio);
        }
        if shot.chip_allowed {
            consequences.put(roles::TARGET, MAY_BE_CHIPPED, true);
        }
    }
}

/// Rolls one shot: the shooter's die against a D6. Only a higher roll scores (R3).
fn volley(dice: &mut Dice, k: i32, die: Die, against: Die) -> Result<Score, Halt> {
    let rolled = [(&*format!("shooter_{k}"), die.sides()), (&*format!("target_{k}"), against.sides())];
    dice.against_for(rolled, Equal::Other, |[shot, luck]| Score {
        pips: (shot - luck).max(0),
        ratio: Ratio::of(shot, luck),
    })
}

impl Shoot {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(
            self.prior_pips == 0 && self.prior_ratio != Ratio::None,
            field!(Shoot, prior_ratio),
            "Without pips so far there is no ratio so far.",
        )
    }

    /// Die rolled for the target against each shot: a D6, changed by own modifiers.
    fn target_die(&self, dice: &mut Dice) -> Die {
        Die::D6.stepped(dice, |dice| self.target.own.on(TARGET_DIE, dice))
    }

    /// Hits and effect of this line, less those of earlier shots (R5).
    fn new_of(&self, line: Line, scored: i32) -> (i32, Effect) {
        let before = Line::of(self.prior_pips, self.prior_ratio);
        if scored == 0 {
            (0, Effect::None)
        } else if line.effect > before.effect {
            (line.hits - before.hits, line.effect)
        } else {
            (line.hits - before.hits, Effect::None)
        }
    }
}

impl Shot {
    fn after(&self) -> After {
        After {
            fate: self.target_state,
            stands: self.target_stands,
            hits: self.target_hits,
            chips_lost: self.chips_lost,
            rout_move: self.rout_move_squares,
            lost: Lost { by_hits: self.stands_by_hits, instead: self.instead_of_rout, hits_gone: self.hits_gone },
        }
    }
}

impl Shooter {
    fn permit(&self) -> Result<(), Refusal> {
        let unit = &self.unit;
        forbid_if(unit.shoot_die == DieOrNone::None, field!(Shooter, unit.shoot_die), "Nothing to shoot with.")?;
        forbid_if(unit.kind().has_lost_arquebus(unit.stands()), field!(Shooter, unit.stands), ARQUEBUS_GONE)?;
        forbid_if(
            self.distance_squares > unit.range(),
            field!(Shooter, distance_squares),
            text!("It reaches {squares}.", squares = words::squares(unit.range())),
        )?;
        forbid_if(
            !self.in_field_of_fire && !self.faces_target(),
            field!(Shooter, in_field_of_fire),
            "Shots go to the front and 45 degrees to either side.",
        )
    }

    /// True if the unit can shoot at the target wherever it faces: at a target in its own square (R15), or in all directions.
    fn faces_target(&self) -> bool {
        self.distance_squares == 0.0 || self.unit.kind().fires_all_round(self.unit.stands())
    }

    /// Die of the shooter at this target. *Shooting: the Shoot die.*
    fn die(&self, target: &Body, dice: &mut Dice) -> Die {
        // Shooters without a die are refused earlier, so D4 is never used for them.
        self.unit.shoot_die.die().unwrap_or(Die::D4).stepped(dice, |dice| {
            dice.modify("flank_rear_or_block", self.flank_rear_or_block(target))
                + dice.modify("longbow_vs_mounted", self.longbow_vs_mounted(target))
                + dice.modify("firer_disordered", self.unit.disorder_step())
                + dice.modify("beyond_half_range", -i32::from(2.0 * self.distance_squares > self.unit.range()))
                + dice.modify("bow_vs_armour_or_pike", self.bow_vs_armour_or_pike(target))
                + dice.modify("target_in_cover", self.target_in_cover(target))
                + self.own.on(SHOOT_DIE_STEPS, dice)
        })
    }

    /// Step up for a flank, a rear or a deep block; it counts once (R20).
    fn flank_rear_or_block(&self, target: &Body) -> i32 {
        let flanked = target.kind().counted_arc(self.target_arc) != Arc::Front;
        i32::from(flanked || target.kind().is_block())
    }

    /// Step up for longbows at mounted targets.
    fn longbow_vs_mounted(&self, target: &Body) -> i32 {
        i32::from(self.unit.kind() == TroopType::Longbowmen && target.kind().is_cavalry())
    }

    /// Step down for ordinary bows at armour or pikes (R21).
    fn bow_vs_armour_or_pike(&self, target: &Body) -> i32 {
        let bows = self.unit.bow_armed && self.unit.kind() != TroopType::Longbowmen;
        let hard =
            matches!(target.kind(), TroopType::Knights | TroopType::Pike | TroopType::Phalanx | TroopType::Tercio);
        -i32::from(bows && hard)
    }

    /// Step down for cover. War wagons always count as in cover (R22).
    fn target_in_cover(&self, target: &Body) -> i32 {
        -i32::from(self.target_cover != Cover::Open || target.kind() == TroopType::WarWagons)
    }
}
