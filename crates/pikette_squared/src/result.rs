//! Results of shooting, fighting, chips and courage: lines of the table, and their effects on units.

use super::rulings::{HitsOfStand, SecondDisorder, TercioRout};
use super::terms::{DieOrNone, Fate, Leader, Ratio, State, TroopType};
use super::unit::body::Body;
use super::words;
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

choices! {
    /// Effect of a result on a unit's order, besides hits.
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

/// Sentences of reports on a stand that the acting unit may lose.
pub const OF_ACTOR: [&str; 2] = ["{actor} lost a stand in place of a rout", "{actor} kept every stand"];
/// Sentences of reports on a stand that the other unit may lose.
pub const OF_FOE: [&str; 2] = ["{foe} lost a stand in place of a rout", "{foe} kept every stand"];

/// Chance that a block loses an arquebus stand in place of a rout. `path` leads to an [`Instead`] in the outcome.
pub const fn arquebus_stand_lost(path: &'static str, report_sentences: [&'static str; 2]) -> Chance {
    Chance::of("loses an arquebus stand in place of a rout", path, Is::Word("arquebus_stand"))
        .fateful(report_sentences[0], report_sentences[1])
}

/// Chance that a block loses any other stand in place of a rout.
pub const fn stand_lost(path: &'static str, report_sentences: [&'static str; 2]) -> Chance {
    Chance::of("loses a stand in place of a rout", path, Is::Word("stand"))
        .fateful(report_sentences[0], report_sentences[1])
}

/// Chance that a block is disordered in place of a rout.
pub const fn only_disordered(path: &'static str) -> Chance {
    Chance::of("disordered in place of a rout", path, Is::Word("disorder"))
}

/// Rulings on the stands that a phalanx or a tercio loses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockRulings {
    /// State of a tercio that loses a stand in place of a rout (R8).
    pub tercio_rout: TercioRout,
    /// Stand lost in place of a rout, and its hits (R9).
    pub hits_of_stand: HitsOfStand,
}

form! {
    /// Rulings that affect the tables of shooting.
    pub struct TableRulings {
        r6_second_disorder: SecondDisorder = choice_of(choice::<SecondDisorder>()).or_id("no_further_effect"),
        r8_tercio_rout: TercioRout = choice_of(choice::<TercioRout>()).or_id("arquebus_stand_keeps_order"),
        r9_hits_of_stand: HitsOfStand = choice_of(choice::<HitsOfStand>()).or_id("go_with_it"),
    }
}

form! {
    /// Rulings that affect every rout.
    pub struct RoutRulings {
        r8_tercio_rout: TercioRout = choice_of(choice::<TercioRout>()).or_id("arquebus_stand_keeps_order"),
        r9_hits_of_stand: HitsOfStand = choice_of(choice::<HitsOfStand>()).or_id("go_with_it"),
    }
}

impl TableRulings {
    /// Rulings on stands that are lost.
    pub fn on_blocks(&self) -> BlockRulings {
        BlockRulings { tercio_rout: self.r8_tercio_rout, hits_of_stand: self.r9_hits_of_stand }
    }
}

impl RoutRulings {
    /// Rulings on stands that are lost.
    pub fn on_blocks(&self) -> BlockRulings {
        BlockRulings { tercio_rout: self.r8_tercio_rout, hits_of_stand: self.r9_hits_of_stand }
    }
}

/// One line of the table that shooting and fighting share. *How to battle – shooting; – fighting.*
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// New hits on the unit; at least 0.
    pub hits: i32,
    /// Effect besides the hits.
    pub effect: Effect,
    /// Squares by which the loser of a fight falls back.
    pub falls_back: i32,
    /// True if the enemy may spend a chip afterwards.
    pub chip: bool,
}

impl Line {
    /// The line for these pips and this ratio.
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
    /// Effect on a unit in this state by chips and courage: a second disorder is a rout. *Morale chips; Courage.*
    #[must_use]
    pub fn on_morale_of(self, state: State) -> Self {
        if self == Effect::Disordered && state == State::Disordered { Effect::Routed } else { self }
    }

    /// Effect on a unit in this state by the tables: a second disorder depends on the ruling on R6.
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
    /// Stands left; at least 0.
    pub stands: i32,
    /// Hits on the marked stand.
    pub hits: i32,
    /// Chips lost by the unit's side.
    pub chips_lost: i32,
    /// Length of the rout move in squares if the unit has just routed, otherwise 0.
    pub rout_move: f64,
    /// Causes of lost stands.
    pub lost: Lost,
}

/// Causes of lost stands, for chances and descriptions. Outcomes in the contract do not include them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lost {
    /// Stands lost by hits; at least 0.
    pub by_hits: i32,
    /// Loss in place of a rout.
    pub instead: Instead,
    /// Hits removed with a stand in place of a rout; at least 0.
    pub hits_gone: i32,
}

impl Lost {
    /// No losses.
    pub const NOTHING: Self = Self { by_hits: 0, instead: Instead::Nothing, hits_gone: 0 };
}

impl Body {
    /// The unit without any change.
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

    /// The unit after being destroyed; each stand costs a chip. *Morale chips.*
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
        // A stand of arquebus lost by hits also prevents the disorder of this result, if the source's sentence is taken literally (R8).
        // *TERCIO.*
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
            // The Swiss never rout, and are only disordered. *PHALANX: Swiss.*
            TroopType::Phalanx if self.swiss => {
                after.lost.instead = Instead::Disorder;
                after.disorder();
            }
            // A phalanx loses a stand and becomes disordered instead. *PHALANX.*
            TroopType::Phalanx => {
                self.lose_stand_for_rout(after, rulings.hits_of_stand);
                after.disorder();
            }
            // A tercio does, too, but may lose a stand of arquebus without disorder (R8). *TERCIO.*
            TroopType::Tercio => {
                let arquebus = self.kind().loses_arquebus_next(after.stands);
                self.lose_stand_for_rout(after, rulings.hits_of_stand);
                if !arquebus || rulings.tercio_rout == TercioRout::AlwaysDisordered {
                    after.disorder();
                }
            }
            // A routed unit only takes its hits (R23).
            _ if after.fate == Fate::Routed => {}
            // Every stand that routs costs a chip (R11).
            _ => {
                after.fate = Fate::Routed;
                after.chips_lost += after.stands * self.chips_per_stand();
                after.rout_move = self.move_squares;
            }
        }
    }

    /// Removes a stand in place of a rout: the marked one with its hits, or another (R9). *PHALANX; TERCIO.*
    fn lose_stand_for_rout(&self, after: &mut After, ruling: HitsOfStand) {
        let hits = after.hits;
        let arquebus = self.kind().loses_arquebus_next(after.stands);
        after.lost.instead = if arquebus { Instead::ArquebusStand } else { Instead::Stand };
        after.lose_marked_stand(self.chips_per_stand());
        // The hits are on the stand that is lost, if it is the last stand of arquebus or the last of all.
        let carried_them = arquebus != self.kind().loses_arquebus_next(after.stands) || after.stands == 0;
        if ruling == HitsOfStand::Stay && !carried_them {
            after.hits = hits;
        } else {
            after.lost.hits_gone = hits;
        }
    }
}

impl After {
    /// Removes the marked stand and its hits, at a cost of `chips`.
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

    /// True if the enemy can spend a chip on the unit.
    pub fn can_be_chipped(&self) -> bool {
        matches!(self.fate, Fate::Ok | Fate::Disordered)
    }

    /// Describes the result for the unit, and changes trackers of the unit and its side.
    pub fn describe(&self, body: &Body, party: Party, consequences: &mut ConsequencesBuilder) {
        let Party { who, role, side } = party;
        self.say(body, who, consequences);
        consequences.count(role, STANDS, body.stands(), self.stands).count(role, HITS, body.hits, self.hits);
        consequences.put(role, STATE, self.fate);
        consequences.raise(side, MORALE_CHIPS, -self.chips_lost);
        if self.rout_move > 0.0 {
            // The unit has made its rout move in this initiative.
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

    /// Describes the loss in place of a rout, and the hits removed with it. *PHALANX; TERCIO.* (R8, R9)
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

    /// Describes how a tercio shoots after it has lost a stand. *TERCIO.* (R42)
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

/// Unit of an outcome, with its name in sentences, its role and its side.
#[derive(Clone, Copy, Debug)]
pub struct Party {
    /// The unit as the subject of a sentence.
    pub who: &'static str,
    /// Its role.
    pub role: &'static str,
    /// Its side.
    pub side: &'static str,
}

/// Sentence for a unit that becomes disordered by anything but a fight or a shot (R46). *Morale chips.*
pub const MAY_BE_CHIPPED_NOW: &str = "The enemy may spend a morale chip on it right now.";

/// The unit of a procedure with only one.
pub const THE_UNIT: Party = Party { who: "The unit", role: roles::UNIT, side: SIDE };
