//! Fighting between two units in one square.

mod aftermath;
mod describe;
mod die;

use super::bans::{
    NIGHT_FALLEN, NO_MELEE_CARD, NOT_ACTIVE, OFF_TABLE, ROUTED, cannot_afford, has_acted, has_pursued,
    lacks_melee_card, melee_card_needed, needs_melee_card, once_in_all, once_on_a_card, pursuer_of_routed, too_dear,
};
use super::result::{
    After, BlockRulings, Effect, Instead, Line, OF_ACTOR, OF_FOE, arquebus_stand_lost, only_disordered, stand_lost,
};
use super::rulings::{Charging, HitsOfStand, OpportunityCharges, RoutFallBack, SecondDisorder, TercioRout};
use super::terms::adjustable::FIGHT_DIE;
use super::terms::{ActionKind, Actor, Arc, BetterTerrain, DieOrNone, Fate, InPlay, Ratio, State, TroopType};
use super::unit::body::{Body, RollingUnit};
use super::{bearing, ground, price, words};
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::form::TouchedEdge;
use rules::prelude::*;
use rules::procedure::{Grid, Taps};

/// Procedure that resolves a fight between two units.
pub const FIGHT: Procedure = Procedure::of::<Fight>(procedures::FIGHT, "Fight")
    .heading("How to battle – fighting; PHALANX; TERCIO; Leaders")
    .about("Two units in one square fight. The attacker is the one whose side pays the pip.")
    .participants(&[
        Role::own(roles::ATTACKER, "Attacker", "attacker").tag("attacker "),
        Role::enemy(roles::DEFENDER, "Defender", "defender").tag("defender "),
    ])
    .assumes(&[Assumption { path: ATTACK_ARC.id(), value: Constant::Word("front"), words: "from its front" }])
    .chances(&[
        Chance::of("{attacker 1} to win", field!(Fought, winner), Is::Word("attacker"))
            .fateful("{actor} beat {foe}", "{foe} held against {actor}")
            .for_own()
            .gist(),
        Chance::of("{defender 1} to win", field!(Fought, winner), Is::Word("defender"))
            .fateful("{foe} beat {actor}", "{actor} held against {foe}")
            .for_enemy()
            .gist(),
        Chance::of("{defender 1} to rout", field!(Fought, defender_state), Is::Word("routed"))
            .fateful("{foe} routed", "{foe} held")
            .for_own(),
        Chance::of("{attacker 1} to rout", field!(Fought, attacker_state), Is::Word("routed"))
            .fateful("{actor} routed", "{actor} held")
            .for_enemy(),
        Chance::of("{defender 1} to lose a stand by hits", field!(Fought, defender_stands_by_hits), Is::AtLeast(1)),
        arquebus_stand_lost(field!(Fought, defender_instead_of_rout), OF_FOE)
            .labelled("{defender 1} to lose an arquebus stand in place of a rout")
            .for_own(),
        stand_lost(field!(Fought, defender_instead_of_rout), OF_FOE)
            .labelled("{defender 1} to lose a stand in place of a rout")
            .for_own(),
        only_disordered(field!(Fought, defender_instead_of_rout))
            .labelled("{defender 1} to be disordered in place of a rout"),
        Chance::of("{attacker 1} to lose a stand by hits", field!(Fought, attacker_stands_by_hits), Is::AtLeast(1)),
        arquebus_stand_lost(field!(Fought, attacker_instead_of_rout), OF_ACTOR)
            .labelled("{attacker 1} to lose an arquebus stand in place of a rout")
            .for_enemy(),
        stand_lost(field!(Fought, attacker_instead_of_rout), OF_ACTOR)
            .labelled("{attacker 1} to lose a stand in place of a rout")
            .for_enemy(),
        only_disordered(field!(Fought, attacker_instead_of_rout))
            .labelled("{attacker 1} to be disordered in place of a rout"),
    ])
    .axes(&[
        Axis::of("attacker", field!(Fought, attacker_state)).own(),
        Axis::of("defender", field!(Fought, defender_state)).enemy(),
        Axis::of("difference", field!(Fought, difference)),
        Axis::of("hits on the loser", field!(Fought, hits)),
    ])
    .adjustable(&[FIGHT_DIE.at(field!(Fight, attacker)), FIGHT_DIE.at(field!(Fight, defender))])
    .rulings(&[
        "R2", "R3", "R4", "R6", "R7", "R8", "R9", "R11", "R12", "R13", "R20", "R23", "R34", "R35", "R36", "R37", "R41",
        "R49", "R54", "R56", "R57",
    ])
    .bans(&[&[
        NIGHT_FALLEN,
        NOT_ACTIVE,
        OFF_TABLE,
        ROUTED,
        melee_card_needed(|act| lacks_melee_card(act, roles::DEFENDER)),
        once_in_all(|act| has_acted(act, roles::ATTACKER, ActionKind::Fight)),
        once_on_a_card(|attacker| attacker.get(DONE_FIGHT)),
        has_pursued(|act| pursuer_of_routed(act, roles::ATTACKER, roles::DEFENDER)),
        too_dear(|act| cannot_afford(act, ActionKind::Fight, roles::ATTACKER)),
    ]])
    .price(price::fight)
    .steps_dice()
    .grid(Grid {
        around: roles::DEFENDER,
        facing: FACING.id(),
        words: "Tap the square from which the attacker came in; north is up. Put right first how the defender faces.",
        lies: bearing::lies,
        taps: Taps::Unit {
            role: roles::ATTACKER,
            says: |picked| {
                let position = bearing::sighted(picked.from, picked.east, picked.north);
                position.map(|position| (ATTACK_ARC.id().into(), position.arc.id().into())).into_iter().collect()
            },
        },
    })
    .fill(|scene, input| {
        put(input, MELEE_CARD, scene.table.battle.equals(CARD, InPlay::Melee));
        if scene.facts(roles::DEFENDER).is_some_and(|defender| defender.holds(HAS_CHARGED)) {
            put(input, DEFENDER_HAS_CHARGED, true);
        }
        let both = scene.facts(roles::ATTACKER).zip(scene.facts(roles::DEFENDER));
        if let Some(better) = both.and_then(|(attacker, defender)| ground::better(attacker, defender)) {
            put(input, BETTER_TERRAIN, better);
        }
    })
    // The arc does not matter for a defender without flanks.
    .known(|scene, place| {
        let defender = scene.facts(roles::DEFENDER).and_then(|unit| unit.value(UNIT_TYPE)).and_then(Actor::troop_type);
        place == ATTACK_ARC.id() && defender.is_some_and(TroopType::has_no_flank)
    });

const MELEE_CARD: Fact<bool> = fact!(field!(Fight, melee_card));
const DEFENDER_HAS_CHARGED: Fact<bool> = fact!(field!(Fight, defender_has_charged));
const BETTER_TERRAIN: Fact<BetterTerrain> = fact!(field!(Fight, better_terrain));

/// False for a fight of a unit with no enemy recorded in its square; true for all other procedures. Such a fight is still allowed, because
/// players need not record contacts. *Fighting.*
pub fn has_occasion(unit: &Facts, procedure: &str) -> bool {
    procedure != FIGHT.id || unit.lists_any(CONTACT)
}

choices! {
    /// Winner of a fight.
    pub enum Winner {
        Attacker = "attacker" "The attacker",
        Defender = "defender" "The defender",
        Tie = "tie" "Nobody",
    }
}

choices! {
    /// Rule for the winner about following a loser that falls back.
    pub enum Follow {
        Must = "must" "Must follow",
        May = "may" "May follow",
        None = "none" "Does not follow",
    }
}

form! {
    /// Rulings that affect fighting.
    pub struct FightRulings {
        r6_second_disorder: SecondDisorder = choice_of(choice::<SecondDisorder>()).or_id("no_further_effect"),
        r7_rout_fall_back: RoutFallBack = choice_of(choice::<RoutFallBack>()).or_id("both"),
        r8_tercio_rout: TercioRout = choice_of(choice::<TercioRout>()).or_id("arquebus_stand_keeps_order"),
        r9_hits_of_stand: HitsOfStand = choice_of(choice::<HitsOfStand>()).or_id("go_with_it"),
        r12_charging: Charging = choice_of(choice::<Charging>()).or_id("whoever_starts"),
        r57_opportunity_charge: OpportunityCharges = choice_of(choice::<OpportunityCharges>()).or_id("who_starts"),
    }
}

impl FightRulings {
    /// Rulings on stands that are lost.
    fn on_blocks(&self) -> BlockRulings {
        BlockRulings { tercio_rout: self.r8_tercio_rout, hits_of_stand: self.r9_hits_of_stand }
    }
}

/// Edges of attacker and defender that touch if the attacker came from the arc with this id; `None` for an unknown id.
fn touched(arc: &str) -> Option<[TouchedEdge; 2]> {
    let edge = match Arc::ALL.iter().find(|known| known.id() == arc)? {
        Arc::Front => TouchedEdge::Front,
        Arc::Flank => TouchedEdge::Flank,
        Arc::Rear => TouchedEdge::Rear,
    };
    Some([TouchedEdge::Front, edge])
}

form! {
    /// Input of a fight.
    pub struct Fight {
        /// Attacking unit, whose side pays the pip.
        attacker: RollingUnit = unit(object::<RollingUnit>()).label("Attacker"),
        defender: RollingUnit = unit(object::<RollingUnit>()).label("Defender"),
        /// Arc of the defender from which the attacker came into the square.
        attack_arc: Arc =
            situation(of(ATTACK_ARC)).between(roles::ATTACKER, roles::DEFENDER).edges(touched)
            .help("By the square from which the attacker entered; it makes no difference to a tercio or to war wagons."),
        melee_card: bool = unit(flag()).or(true).label("Melee card in play"),
        defender_has_charged: bool = unit(flag()).or(false).label("Defender has charged on an opportunity")
            .help("In this initiative, and it has not fought since. It matters only by a house rule.").rare(),
        better_terrain: BetterTerrain = situation(choice::<BetterTerrain>()).or_id("none").label("Better terrain")
            .help("Uphill, in woods, behind a stream, in a building."),
        rulings: FightRulings = choice_of(object::<FightRulings>()).or_empty().rare(),
    }
}

outcome! {
    /// Outcome of a fight.
    pub struct Fought {
        /// Die of the attacker; none if the defender is routed.
        pub attacker_die: DieOrNone,
        /// Die of the defender; none if it is routed.
        pub defender_die: DieOrNone,
        /// The winner.
        pub winner: Winner,
        /// Difference of the two rolls; 0 on a tie.
        pub difference: i32,
        /// True if the roll has no effect, because horse beats no tercio, and a phalanx only from its flank or rear.
        pub no_effect: bool,
        /// Hits on the loser: 0 or more.
        pub hits: i32,
        /// State of the attacker afterwards.
        pub attacker_state: Fate,
        /// Stands of the attacker; at least 0.
        pub attacker_stands: i32,
        /// Hits on the attacker's marked stand.
        pub attacker_hits: i32,
        /// Morale chips that the attacker's side loses.
        pub attacker_chips_lost: i32,
        /// State of the defender afterwards.
        pub defender_state: Fate,
        /// Stands of the defender; at least 0.
        pub defender_stands: i32,
        /// Hits on the defender's marked stand.
        pub defender_hits: i32,
        /// Morale chips that the defender's side loses.
        pub defender_chips_lost: i32,
        /// Squares by which the loser falls back.
        pub fall_back_squares: i32,
        /// Length of the loser's rout move in squares if it has just routed, otherwise 0.
        pub rout_move_squares: f64,
        /// True if the enemy may spend a chip on the loser now.
        pub chip_allowed: bool,
        /// Duty or option of the winner to follow the loser.
        pub follow: Follow,
        /// True if the winner pursues, unless a roll holds it back.
        pub pursuit_roll: bool,
        /// True if the attacker's leader was killed.
        pub attacker_leader_killed: bool,
        /// True if the defender's leader was killed.
        pub defender_leader_killed: bool,
        asides {
            /// Stands lost by the attacker to hits; at least 0.
            pub attacker_stands_by_hits: i32,
            /// Loss of the attacker in place of a rout.
            pub attacker_instead_of_rout: Instead,
            /// Stands lost by the defender to hits; at least 0.
            pub defender_stands_by_hits: i32,
            /// Loss of the defender in place of a rout.
            pub defender_instead_of_rout: Instead,
            /// Hits removed with a stand in place of a rout.
            pub hits_gone: i32,
        }
    }
}

impl Rule for Fight {
    type Outcome = Fought;

    fn permit(&self) -> Result<(), Refusal> {
        let defender = &self.defender.body;
        let is_needed = needs_melee_card(self.attack_arc, Some(defender.kind()), defender.state == State::Ok);
        forbid_if(!self.melee_card && is_needed, field!(Fight, melee_card), NO_MELEE_CARD)
    }

    fn preview(&self) -> Preview {
        if self.defender.body.state == State::Routed {
            return Preview::default();
        }
        let dice = words::dice_changed([
            (
                Gap::Unit("attacker ", 1).into(),
                self.attacker.body.fight_die,
                words::unrolled(|dice| self.attacker_die(dice)),
            ),
            (
                Gap::Unit("defender ", 1).into(),
                self.defender.body.fight_die,
                words::unrolled(|dice| self.defender_die(dice)),
            ),
        ]);
        Preview::of(self.without_effect().into_iter().chain(dice))
    }

    fn play(&self, dice: &mut Dice) -> Result<Fought, Halt> {
        // A routed defender does not fight back, and is cut down. *Fighting; R23.*
        if self.defender.body.state == State::Routed {
            let mut fought = self.untouched(DieOrNone::None, DieOrNone::None);
            fought.winner = Winner::Attacker;
            fought.write_loser(self.defender.body.cut_down());
            return Ok(fought);
        }
        let [attacker_die, defender_die] = *dice.once(|dice| {
            let attacker_die = dice.prefixed("attacker_", |dice| self.attacker_die(dice));
            [attacker_die, dice.prefixed("defender_", |dice| self.defender_die(dice))]
        });
        let rolled = [("attacker", attacker_die.sides()), ("defender", defender_die.sides())];
        // The D6 in the source is never rolled; it means the loser's own roll (R4).
        let (lead, ratio) = dice.against_for(rolled, Equal::Nobody, |[attack, defence]| {
            (attack - defence, Ratio::of(attack.max(defence), attack.min(defence)))
        })?;
        let mut fought = self.untouched(attacker_die.into(), defender_die.into());
        if lead == 0 {
            // On a tie, both units stay, but leaders with them are killed. *Fighting.*
            fought.attacker_leader_killed = self.attacker.body.leader_attached;
            fought.defender_leader_killed = self.defender.body.leader_attached;
        } else {
            fought.winner = if lead.is_positive() { Winner::Attacker } else { Winner::Defender };
            fought.difference = lead.abs();
            self.beat_loser(&mut fought, ratio);
        }
        Ok(fought)
    }

    fn describe(&self, fought: &Fought, consequences: &mut ConsequencesBuilder) {
        describe::describe(self, fought, consequences);
    }

    fn aftermath(&self, scene: &Scene, fought: &Fought, consequences: &mut ConsequencesBuilder) {
        aftermath::update_contacts(scene, fought, consequences);
        aftermath::record_winner(scene, fought, consequences);
        aftermath::may_follow(scene, fought, consequences);
        aftermath::end_charge_bonus(scene, consequences);
        if fought.winner != Winner::Tie && fought.loser_leaves() {
            let (winner, loser) = fought.winner.roles();
            ground::change_hands(scene, winner, loser, consequences);
        }
    }
}

impl Fight {
    /// Arc of the defender that is attacked. All sides of a tercio or of war wagons count as front.
    pub fn arc(&self) -> Arc {
        self.defender.body.kind().counted_arc(self.attack_arc)
    }

    /// Bodies of the winner and the loser; after a tie, of the attacker and the defender.
    pub fn parties(&self, winner: Winner) -> (&Body, &Body) {
        let (attacker, defender) = (&self.attacker.body, &self.defender.body);
        if winner == Winner::Defender { (defender, attacker) } else { (attacker, defender) }
    }

    /// The outcome before any result is applied.
    fn untouched(&self, attacker_die: DieOrNone, defender_die: DieOrNone) -> Fought {
        let (attacker, defender) = (self.attacker.body.unharmed(), self.defender.body.unharmed());
        Fought {
            attacker_die,
            defender_die,
            winner: Winner::Tie,
            difference: 0,
            no_effect: false,
            hits: 0,
            attacker_state: attacker.fate,
            attacker_stands: attacker.stands,
            attacker_hits: attacker.hits,
            attacker_chips_lost: 0,
            defender_state: defender.fate,
            defender_stands: defender.stands,
            defender_hits: defender.hits,
            defender_chips_lost: 0,
            fall_back_squares: 0,
            rout_move_squares: 0.0,
            chip_allowed: false,
            follow: Follow::None,
            pursuit_roll: false,
            attacker_leader_killed: false,
            defender_leader_killed: false,
            attacker_stands_by_hits: 0,
            attacker_instead_of_rout: Instead::Nothing,
            defender_stands_by_hits: 0,
            defender_instead_of_rout: Instead::Nothing,
            hits_gone: 0,
        }
    }

    /// Applies the line of the table to the loser.
    fn beat_loser(&self, fought: &mut Fought, ratio: Ratio) {
        let (victor, loser) = self.parties(fought.winner);
        if self.cannot_be_beaten(fought.winner, victor, loser) {
            fought.no_effect = true;
            return;
        }
        let line = Line::of(fought.difference, ratio);
        let effect = if rides_down(victor, loser, ratio) { Effect::Routed } else { line.effect };
        let effect = effect.by_table_on(loser.state, self.rulings.r6_second_disorder);
        let after = loser.suffers(line.hits, effect, self.rulings.on_blocks());
        let has_routed = after.fate == Fate::Routed;
        fought.hits = line.hits;
        fought.write_loser(after);
        fought.fall_back_squares = if self.stays(loser, effect, after) { 0 } else { line.falls_back };
        // A rout allows no chip, even if it only cost a stand (R34).
        fought.chip_allowed = line.chip && effect != Effect::Routed && after.can_be_chipped();
        if fought.fall_back_squares > 0 && !has_routed {
            fought.follow = follows(victor);
        }
        // Militia and horse pursue routed enemies. *Fighting.*
        fought.pursuit_roll = has_routed && victor.kind().pursues();
    }

    /// True if the winner cannot beat the loser. Horse never beat a tercio, nor a phalanx except from its flank or rear (R36).
    /// *PHALANX; TERCIO.*
    fn cannot_be_beaten(&self, winner: Winner, victor: &Body, loser: &Body) -> bool {
        let from_front = winner == Winner::Defender || self.arc() == Arc::Front;
        victor.kind().is_cavalry()
            && (loser.kind() == TroopType::Tercio || loser.kind() == TroopType::Phalanx && from_front)
    }

    /// True if the loser does not fall back: it is destroyed, it is a tercio that would rout, or it only makes its rout move (R7).
    fn stays(&self, loser: &Body, effect: Effect, after: After) -> bool {
        let holds_ground = loser.kind() == TroopType::Tercio && effect == Effect::Routed;
        let only_runs = after.fate == Fate::Routed && self.rulings.r7_rout_fall_back == RoutFallBack::RoutMoveOnly;
        after.fate == Fate::Destroyed || holds_ground || only_runs
    }
}

impl Winner {
    /// Roles of winner and loser; after a tie, those of attacker and defender.
    fn roles(self) -> (&'static str, &'static str) {
        if self == Winner::Defender { (roles::DEFENDER, roles::ATTACKER) } else { (roles::ATTACKER, roles::DEFENDER) }
    }
}

impl Fought {
    /// True if the loser leaves the square, because it falls back, routs or is destroyed.
    fn loser_leaves(&self) -> bool {
        let fate = if self.winner == Winner::Defender { self.attacker_state } else { self.defender_state };
        self.fall_back_squares != 0 || matches!(fate, Fate::Routed | Fate::Destroyed)
    }

    /// Adds the results for the loser to the outcome.
    fn write_loser(&mut self, after: After) {
        self.rout_move_squares = after.rout_move;
        self.hits_gone = after.lost.hits_gone;
        let (by_hits, instead) = match self.winner {
            Winner::Defender => (&mut self.attacker_stands_by_hits, &mut self.attacker_instead_of_rout),
            _ => (&mut self.defender_stands_by_hits, &mut self.defender_instead_of_rout),
        };
        (*by_hits, *instead) = (after.lost.by_hits, after.lost.instead);
        let (fate, stands, hits, chips) = match self.winner {
            Winner::Defender => (
                &mut self.attacker_state,
                &mut self.attacker_stands,
                &mut self.attacker_hits,
                &mut self.attacker_chips_lost,
            ),
            _ => (
                &mut self.defender_state,
                &mut self.defender_stands,
                &mut self.defender_hits,
                &mut self.defender_chips_lost,
            ),
        };
        (*fate, *stands, *hits, *chips) = (after.fate, after.stands, after.hits, after.chips_lost);
    }
}

/// True if knights or lancers that roll at least double rout the loser, regardless of the table and of who attacked (R35). The loser must
/// be foot other than pike, phalanx or tercio.
fn rides_down(victor: &Body, loser: &Body, ratio: Ratio) -> bool {
    let lances = matches!(victor.kind(), TroopType::Knights | TroopType::Lancers);
    let pikes = matches!(loser.kind(), TroopType::Pike | TroopType::Phalanx | TroopType::Tercio);
    lances && loser.kind().is_infantry() && !pikes && ratio >= Ratio::Double
}

/// Returns whether the winner follows: horse must, foot may, guns and wagons cannot (R13). *Fighting.*
fn follows(victor: &Body) -> Follow {
    if victor.kind().is_cavalry() {
        Follow::Must
    } else if victor.kind().is_infantry() {
        Follow::May
    } else {
        Follow::None
    }
}
