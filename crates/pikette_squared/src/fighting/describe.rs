//! Description of a fight.

use super::super::result::{After, Lost, Party};
use super::super::terms::{DieOrNone, Leader, TroopType};
use super::super::words;
use super::{Fight, Follow, Fought, Winner};
use crate::facts::*;
use crate::ids::roles;
use rules::prelude::*;

/// Describes the result of a fight.
pub fn describe(fight: &Fight, fought: &Fought, consequences: &mut ConsequencesBuilder) {
    match fought.winner {
        Winner::Tie => describe_tie(fought, consequences),
        _ if fought.attacker_die == DieOrNone::None => {
            consequences.say("The routed unit is destroyed: it does not fight back.");
            describe_loser(fight, fought, consequences);
        }
        _ if fought.no_effect => {
            consequences.say(text!(
                "{winner} wins by {n}, but horse cannot beat such a block: both stay in the square.",
                winner = words::word(fought.winner),
                n = fought.difference
            ));
        }
        _ => describe_win(fight, fought, consequences),
    }
}

fn describe_tie(fought: &Fought, consequences: &mut ConsequencesBuilder) {
    consequences.say("A tie: both stay in the square.");
    for (is_killed, whose, role, side) in [
        (fought.attacker_leader_killed, "attacker", roles::ATTACKER, SIDE),
        (fought.defender_leader_killed, "defender", roles::DEFENDER, ENEMY_SIDE),
    ] {
        if is_killed {
            consequences.say(text!("The leader with the {whose} is killed.", whose = whose));
            consequences.put(role, LEADER_ATTACHED, false).put(side, LEADER, Leader::Lost);
            consequences.put(side, LEADER_LOSS_DUE, true);
        }
    }
}

fn describe_win(fight: &Fight, fought: &Fought, consequences: &mut ConsequencesBuilder) {
    consequences.say(text!(
        "{winner} wins by {n}: {hits}.",
        winner = words::word(fought.winner),
        n = fought.difference,
        hits = if fought.hits == 0 { "no hit".into() } else { words::hits(fought.hits) }
    ));
    describe_loser(fight, fought, consequences);
    if fought.fall_back_squares > 0 {
        let squares = words::squares(f64::from(fought.fall_back_squares));
        consequences.say(text!("The loser falls back {squares}.", squares = squares));
    }
    match fought.follow {
        Follow::Must => {
            consequences.say("Horse must follow.");
        }
        Follow::May => {
            consequences.say("Foot may follow or stay.");
        }
        Follow::None => {}
    }
    let (winner, loser) = fought.winner.roles();
    if fought.chip_allowed {
        consequences.put(loser, MAY_BE_CHIPPED, true);
    }
    if fought.pursuit_roll {
        consequences.put(winner, MUST_PURSUE, true);
    }
}

fn describe_loser(fight: &Fight, fought: &Fought, consequences: &mut ConsequencesBuilder) {
    let (_, role) = fought.winner.roles();
    let side = if role == roles::ATTACKER { SIDE } else { ENEMY_SIDE };
    let (_, loser) = fight.parties(fought.winner);
    fought.loser().describe(loser, Party { who: "The loser", role, side }, consequences);
}

impl Fight {
    /// One sentence for each unit that cannot beat its opponent, with the reason. *PHALANX; TERCIO.*
    pub(super) fn without_effect(&self) -> Vec<Text> {
        let words = |winner: Winner| {
            let (attacker, defender) = (Gap::Unit("attacker ", 1), Gap::Unit("defender ", 1));
            let is_attacker = winner == Winner::Attacker;
            let (victor, loser) = if is_attacker { (attacker, defender) } else { (defender, attacker) };
            let (body, other) = self.parties(winner);
            self.cannot_be_beaten(winner, body, other).then(|| match other.kind() {
                TroopType::Tercio => {
                    text!("{victor} cannot beat {loser}: horse never beats a tercio.", victor = victor, loser = loser)
                }
                _ => text!(
                    "{victor} cannot beat {loser}: horse beats a phalanx from its flank or rear alone.",
                    victor = victor,
                    loser = loser
                ),
            })
        };
        [Winner::Attacker, Winner::Defender].into_iter().filter_map(words).collect()
    }
}

impl Fought {
    /// State of the loser after the fight.
    fn loser(&self) -> After {
        let (rout_move, hits_gone) = (self.rout_move_squares, self.hits_gone);
        match self.winner {
            Winner::Defender => After {
                fate: self.attacker_state,
                stands: self.attacker_stands,
                hits: self.attacker_hits,
                chips_lost: self.attacker_chips_lost,
                rout_move,
                lost: Lost { by_hits: self.attacker_stands_by_hits, instead: self.attacker_instead_of_rout, hits_gone },
            },
            _ => After {
                fate: self.defender_state,
                stands: self.defender_stands,
                hits: self.defender_hits,
                chips_lost: self.defender_chips_lost,
                rout_move,
                lost: Lost { by_hits: self.defender_stands_by_hits, instead: self.defender_instead_of_rout, hits_gone },
            },
        }
    }
}
