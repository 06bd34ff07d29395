//! Results of shooting, fighting, chips and fear: the lines of the table, and how a result changes a unit.

use super::rulings::{HitsOfStand, SecondDisorder, TercioRout};
use super::terms::{DieOrNone, Fate, Leader, Ratio, State, TroopType};
use super::unit::body::Body;
use super::words;
use crate::facts::*;
use rules::prelude::*;

choices! {
    /// Effect of a result on a unit's order, apart from hits.
    pub enum Effect {
        None = "none" "No more than its hits",
        Disordered = "disordered" "Disordered",
        Routed = "routed" "Routed",
    }
}

choices! {
    /// Loss of a phalanx or a tercio in place of a rout. *PHALANX; TERCIO.*
    pub enum Instead {
        Nothing = "nothing" "Nothing",
        ArquebusStand = "arquebus_stand" "An arquebus stand",
        Stand = "stand" "A stand",
        Disorder = "disorder" "Disorder",
    }
}

/// Chance that a block loses an arquebus stand in place of a rout. The path is that of an [`Instead`] in an outcome.
pub const fn arquebus_stand_lost(path: &'static str) -> Chance {
    Chance::of("loses an arquebus stand in place of a rout", path, Is::Word("arquebus_stand"))
}

/// Chance that a block loses any other stand in place of a rout.
pub const fn stand_lost(path: &'static str) -> Chance {
    Chance::of("loses a stand in place of a rout", path, Is::Word("stand"))
}

/// Chance that a block is disordered in place of a rout.
pub const fn only_disordered(path: &'static str) -> Chance {
    Chance::of("disordered in place of a rout", path, Is::Word("disorder"))
}

/// The rulings on the stands that a phalanx or a tercio loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockRulings {
    /// The order of a tercio (R8).
    pub tercio_rout: TercioRout,
    /// The stand that goes in place of a rout (R9).
    pub hits_of_stand: HitsOfStand,
}

form! {
    /// Rulings that bear on the tables of shooting.
    pub struct TableRulings {
        /// A second disorder by the tables.
        r6_second_disorder: SecondDisorder = choice_of(choice::<SecondDisorder>()).or_id("no_further_effect"),
        /// A tercio that would rout.
        r8_tercio_rout: TercioRout = choice_of(choice::<TercioRout>()).or_id("arquebus_stand_keeps_order"),
        /// The stand that goes in place of a rout.
        r9_hits_of_stand: HitsOfStand = choice_of(choice::<HitsOfStand>()).or_id("go_with_it"),
    }
}

form! {
    /// The rulings that bear on every rout.
    pub struct RoutRulings {
        /// A tercio that would rout.
        r8_tercio_rout: TercioRout = choice_of(choice::<TercioRout>()).or_id("arquebus_stand_keeps_order"),
        /// The stand that goes in place of a rout.
        r9_hits_of_stand: HitsOfStand = choice_of(choice::<HitsOfStand>()).or_id("go_with_it"),
    }
}

impl TableRulings {
    /// The rulings on stands lost.
    pub fn on_blocks(&self) -> BlockRulings {
        BlockRulings { tercio_rout: self.r8_tercio_rout, hits_of_stand: self.r9_hits_of_stand }
    }
}

impl RoutRulings {
    /// The rulings on stands lost.
    pub fn on_blocks(&self) -> BlockRulings {
        BlockRulings { tercio_rout: self.r8_tercio_rout, hits_of_stand: self.r9_hits_of_stand }
    }
}

/// One line of the table that shooting and fighting share. *How to battle – shooting; – fighting.*
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// New hits on the unit: 0 or more.
    pub hits: i32,
    /// Effect besides the hits.
    pub effect: Effect,
    /// Squares that the loser of a fight falls back.
    pub falls_back: i32,
    /// True if the enemy may chip after it.
    pub chip: bool,
}

impl Line {
    /// The line for so many pips, won by this ratio.
    pub fn of(pips: i32, ratio: Ratio) -> Self {
        let disordered = if ratio >= Ratio::Double { Effect::Disordered } else { Effect::None };
        let routed = if ratio == Ratio::Quadruple { Effect::Routed } else { disordered };
        let (hits, effect, falls_back, chip) = match pips {
            ..=0 => (0, Effect::None, 0, false),
            1..=2 => (0, Effect::None, 1, true),
            3..=5 => (1, disordered, 2, true),
            6..=8 => (2, routed, 3, true),
            9.. => (3, Effect::Routed, 4, false),
        };
        Self { hits, effect, falls_back, chip }
    }
}

impl Effect {
    /// A second disorder is a rout where morale is at stake. *Morale chips; Courage.*
    #[must_use]
    pub fn on_morale_of(self, state: State) -> Self {
        if self == Effect::Disordered && state == State::Disordered { Effect::Routed } else { self }
    }

    /// A second disorder by the tables of shooting and fighting: as R6 says.
    #[must_use]
    pub fn by_table_on(self, state: State, ruling: SecondDisorder) -> Self {
        match ruling {
            SecondDisorder::NoFurtherEffect => self,
            SecondDisorder::Rout => self.on_morale_of(state),
        }
    }
}

/// A unit after a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct After {
    /// State afterwards.
    pub fate: Fate,
    /// Stands left: 0 or more.
    pub stands: i32,
    /// Hits on the marked stand.
    pub hits: i32,
    /// Chips that its side loses.
    pub chips_lost: i32,
    /// Its rout move in squares, if it has just routed; else 0.
    pub rout_move: f64,
    /// How its stands were lost.
    pub lost: Lost,
}

/// How a unit lost its stands, for chances and for words: the outcomes of the contract do not have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// Stands that were lost by hits: 0 or more.
    pub by_hits: i32,
    /// Loss in place of a rout.
    pub instead: Instead,
    /// Hits that went with a stand in place of a rout: 0 or more.
    pub hits_gone: i32,
}

impl Lost {
    /// Nothing is lost.
    pub const NOTHING: Self = Self { by_hits: 0, instead: Instead::Nothing, hits_gone: 0 };
}

impl Body {
    /// The unit when nothing happens to it.
    pub fn unharmed(&self) -> After {
        After {
            fate: self.state.into(),
            stands: self.stands(),
            hits: self.hits,
            chips_lost: 0,
            rout_move: 0.0,
            lost: Lost::NOTHING,
        }
    }

    /// The unit cut down to the last man: each stand costs a chip. *Morale chips.*
    pub fn cut_down(&self) -> After {
        let chips_lost = self.stands() * self.chips_per_stand();
        After { fate: Fate::Destroyed, stands: 0, hits: 0, chips_lost, rout_move: 0.0, lost: Lost::NOTHING }
    }

    /// The unit after hits and an effect. *Shooting; Morale chips; PHALANX; TERCIO.*
    pub fn suffers(&self, hits: i32, effect: Effect, rulings: BlockRulings) -> After {
        let mut after = self.unharmed();
        let mut arquebus_shot_away = false;
        for _ in 0..hits {
            after.hits += 1;
            if after.hits == self.kind().hits_per_stand(after.stands) {
                arquebus_shot_away |= self.kind().loses_arquebus_next(after.stands);
                after.lose_marked_stand(self.chips_per_stand());
                after.lost.by_hits += 1;
            }
            if after.fate == Fate::Destroyed {
                return after;
            }
        }
        // A stand of arquebus that goes by hits wards off the disorder of the same result, to the letter of the
        // source's sentence (R8). *TERCIO.*
        let shielded = arquebus_shot_away && rulings.tercio_rout == TercioRout::ArquebusStandShields;
        match effect {
            Effect::Disordered if !shielded => after.disorder(),
            Effect::None | Effect::Disordered => {}
            Effect::Routed => self.rout(&mut after, rulings),
        }
        after
    }

    fn rout(&self, after: &mut After, rulings: BlockRulings) {
        match self.kind() {
            // The Swiss never rout: they are disordered at the worst. *PHALANX: Swiss.*
            TroopType::Phalanx if self.swiss => {
                after.lost.instead = Instead::Disorder;
                after.disorder();
            }
            // A phalanx loses a stand and its order instead. *PHALANX.*
            TroopType::Phalanx => {
                self.lose_stand_for_rout(after, rulings.hits_of_stand);
                after.disorder();
            }
            // So does a tercio, but a stand of arquebus can go without disorder (R8). *TERCIO.*
            TroopType::Tercio => {
                let arquebus = self.kind().loses_arquebus_next(after.stands);
                self.lose_stand_for_rout(after, rulings.hits_of_stand);
                if !arquebus || rulings.tercio_rout == TercioRout::AlwaysDisordered {
                    after.disorder();
                }
            }
            // A unit already in rout only takes its hits (R23).
            _ if after.fate == Fate::Routed => {}
            // Every stand that runs costs a chip (R11).
            _ => {
                after.fate = Fate::Routed;
                after.chips_lost += after.stands * self.chips_per_stand();
                after.rout_move = self.move_squares;
            }
        }
    }

    /// A stand goes in place of a rout: the marked one with its hits, or another one (R9). *PHALANX; TERCIO.*
    fn lose_stand_for_rout(&self, after: &mut After, ruling: HitsOfStand) {
        let hits = after.hits;
        let arquebus = self.kind().loses_arquebus_next(after.stands);
        after.lost.instead = if arquebus { Instead::ArquebusStand } else { Instead::Stand };
        after.lose_marked_stand(self.chips_per_stand());
        // The last stand of arquebus, and the last stand of all, carry the hits themselves.
        let carried_them = arquebus != self.kind().loses_arquebus_next(after.stands) || after.stands == 0;
        if ruling == HitsOfStand::Stay && !carried_them {
            after.hits = hits;
        } else {
            after.lost.hits_gone = hits;
        }
    }
}

impl After {
    /// The marked stand goes, and its hits with it, for so many chips.
    fn lose_marked_stand(&mut self, chips: i32) {
        self.stands -= 1;
        self.hits = 0;
        self.chips_lost += chips;
        if self.stands == 0 {
            self.fate = Fate::Destroyed;
        }
    }

    fn disorder(&mut self) {
        if self.fate == Fate::Ok {
            self.fate = Fate::Disordered;
        }
    }

    /// True if the enemy can still chip it.
    pub fn can_be_chipped(&self) -> bool {
        matches!(self.fate, Fate::Ok | Fate::Disordered)
    }

    /// Says what became of the unit and marks it on the trackers of the unit and its side.
    pub fn describe(&self, body: &Body, party: Party, consequences: &mut ConsequencesBuilder) {
        let Party { who, role, side } = party;
        self.say(body, who, consequences);
        consequences.count(role, STANDS, body.stands(), self.stands).count(role, HITS, body.hits, self.hits);
        consequences.put(role, STATE, self.fate);
        consequences.raise(side, MORALE_CHIPS, -self.chips_lost);
        if self.rout_move > 0.0 {
            // It has run once already in this initiative.
            consequences.put(role, DONE_ROUT, true);
        }
        if self.fate == Fate::Destroyed && body.leader_attached {
            consequences.say("Its leader stands alone in the square.");
            consequences.put(role, LEADER_ATTACHED, false).put(side, LEADER, Leader::Free);
        }
    }

    fn say(&self, body: &Body, who: &'static str, consequences: &mut ConsequencesBuilder) {
        self.say_stands(body, who, consequences);
        self.say_instead(body, consequences);
        if self.rout_move > 0.0 {
            let squares = words::squares(self.rout_move);
            consequences.say(text!(
                "{who} turns its back and runs {squares} to the rear.",
                who = who,
                squares = squares
            ));
        } else if self.fate == Fate::Disordered && body.state == State::Ok {
            consequences.say(text!("{who} is disordered.", who = who));
        }
        self.say_fire(body, consequences);
        if self.chips_lost > 0 {
            consequences.say(text!("Its side loses {chips}.", chips = words::chips(self.chips_lost)));
        }
    }

    fn say_stands(&self, body: &Body, who: &'static str, consequences: &mut ConsequencesBuilder) {
        let lost = body.stands() - self.stands;
        if self.fate == Fate::Destroyed {
            consequences.say(text!("{who} is destroyed to the last stand.", who = who));
        } else if lost > 0 {
            let stands = text!("{n} {n|stand|stands}", n = lost);
            consequences.say(text!(
                "{who} loses {stands} and has {left} left.",
                who = who,
                stands = stands,
                left = self.stands
            ));
        }
        if self.lost.by_hits > 0 && body.kind().loses_arquebus_next(body.stands()) {
            consequences.say("An arquebus stand goes first.");
        }
    }

    /// Says what comes in place of a rout, and what becomes of the hits. *PHALANX; TERCIO.* (R8, R9)
    fn say_instead(&self, body: &Body, consequences: &mut ConsequencesBuilder) {
        let is_disordered = self.fate == Fate::Disordered;
        let words = match (self.lost.instead, body.kind()) {
            (Instead::Nothing, _) => return,
            (Instead::Disorder, _) => "A Swiss phalanx never routs: it is disordered at the worst.",
            (Instead::ArquebusStand, _) if !is_disordered => {
                "A tercio never routs: an arquebus stand goes instead. It holds its ground, in order."
            }
            (Instead::ArquebusStand, _) => {
                "A tercio never routs: an arquebus stand goes instead. It holds its ground, disordered."
            }
            (Instead::Stand, TroopType::Tercio) => {
                "A tercio never routs: a pike stand goes instead. It holds its ground, disordered."
            }
            (Instead::Stand, _) => "A phalanx never routs: a stand goes instead, and it is disordered.",
        };
        consequences.say(words);
        if self.lost.hits_gone > 0 {
            consequences.say(text!("{n} {n|hit|hits} on the marked stand: gone with it.", n = self.lost.hits_gone));
        }
    }

    /// Says how a tercio shoots after it has lost a stand. *TERCIO.* (R42)
    fn say_fire(&self, body: &Body, consequences: &mut ConsequencesBuilder) {
        let has_lost = self.stands < body.stands() && self.fate != Fate::Destroyed;
        if body.kind() != TroopType::Tercio || body.shoot_die == DieOrNone::None || !has_lost {
            return;
        }
        if body.kind().has_lost_arquebus(self.stands) && !body.kind().has_lost_arquebus(body.stands()) {
            consequences.say("Its arquebus stands are gone: it shoots no more.");
        } else if body.stands() == TroopType::Tercio.full_stands() {
            consequences
                .say("It has lost a stand: from now on it shoots only to its front and 45 degrees to either side.");
        }
    }
}

/// A party of an outcome: in words, by the role it has, and by its side.
#[derive(Clone, Copy, Debug)]
pub struct Party {
    /// The unit as the subject of a sentence.
    pub who: &'static str,
    /// Its role.
    pub role: &'static str,
    /// Its side.
    pub side: &'static str,
}

/// Told of a unit that gets disordered by anything but a fight or a shot (R46). *Morale chips.*
pub const MAY_BE_CHIPPED_NOW: &str = "The enemy may spend a morale chip on it right now.";

/// The only unit of a procedure.
pub const THE_UNIT: Party = Party { who: "The unit", role: "unit", side: "side" };
