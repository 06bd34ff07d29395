//! A fight in words, and what is due after it.

use super::fighting::{Fight, Follow, Fought, Winner};
use super::result::{After, Told};
use super::terms::{DieOrNone, Fate};
use super::words;
use crate::story::Teller;
use crate::text;

/// Tells a fight.
pub fn tell(fight: &Fight, fought: &Fought, teller: &mut Teller) {
    match fought.winner {
        Winner::Tie => tell_tie(fought, teller),
        _ if fought.attacker_die == DieOrNone::None => {
            teller.say("The routed unit is cut down: who runs does not fight back.");
            tell_loser(fight, fought, teller);
        }
        _ if fought.no_effect => {
            teller.say(text!(
                "{winner} wins by {n}, but horse cannot beat such a block: nothing happens.",
                winner = words::word(fought.winner),
                n = fought.difference
            ));
        }
        _ => tell_win(fight, fought, teller),
    }
}

fn tell_tie(fought: &Fought, teller: &mut Teller) {
    teller.say("A tie: both stay in the square.");
    for (killed, role, side) in
        [(fought.attacker_leader_killed, "attacker", "side"), (fought.defender_leader_killed, "defender", "enemy_side")]
    {
        if killed {
            let whose = if side == "side" { "attacker" } else { "defender" };
            teller.say(text!("The leader with the {whose} is killed.", whose = whose));
            teller.set(role, "leader_attached", false).set(side, "leader", "lost");
            teller.due("leader_loss", "A leader lost costs his side morale chips.").cast("unit", role);
        }
    }
}

fn tell_win(fight: &Fight, fought: &Fought, teller: &mut Teller) {
    teller.say(text!(
        "{winner} wins by {n}: {hits}.",
        winner = words::word(fought.winner),
        n = fought.difference,
        hits = if fought.hits == 0 { "no hit".into() } else { words::hits(fought.hits) }
    ));
    tell_loser(fight, fought, teller);
    if fought.fall_back_squares > 0 {
        let squares = words::squares(f64::from(fought.fall_back_squares));
        teller.say(text!("The loser falls back {squares}.", squares = squares));
    }
    match fought.follow {
        Follow::Must => {
            teller.say("Horse must follow.");
        }
        Follow::May => {
            teller.say("Foot may follow or stay.");
        }
        Follow::None => {}
    }
    tell_due(fight, fought, teller);
}

fn tell_loser(fight: &Fight, fought: &Fought, teller: &mut Teller) {
    let (_, role) = roles(fought.winner);
    let side = if role == "attacker" { "side" } else { "enemy_side" };
    if let Some((_, loser)) = fight.parties(fought.winner) {
        fought.loser().tell(loser, Told { who: "The loser", role, side }, teller);
    }
}

fn tell_due(fight: &Fight, fought: &Fought, teller: &mut Teller) {
    let (winner, loser) = roles(fought.winner);
    if fought.chip_allowed {
        teller.set(loser, "may_be_chipped", true);
        teller
            .due("chip_check", "The winner may spend a morale chip on the loser right now.")
            .cast("unit", loser)
            .cast("victor", winner);
    }
    if let (true, Some((victor, _))) = (fought.pursuit_roll, fight.parties(fought.winner)) {
        teller
            .due("pursuit", "Militia and horse run after a routed enemy unless they are held back.")
            .cast("unit", winner)
            .field("winner_type", words::id(victor.kind()))
            .field("move_squares", victor.move_squares);
    }
}

/// The roles of winner and loser.
fn roles(winner: Winner) -> (&'static str, &'static str) {
    if winner == Winner::Defender { ("defender", "attacker") } else { ("attacker", "defender") }
}

impl Fought {
    /// What became of the loser.
    fn loser(&self) -> After {
        let (fate, stands, hits, chips_lost): (Fate, i32, i32, i32) = match self.winner {
            Winner::Defender => {
                (self.attacker_state, self.attacker_stands, self.attacker_hits, self.attacker_chips_lost)
            }
            _ => (self.defender_state, self.defender_stands, self.defender_hits, self.defender_chips_lost),
        };
        After { fate, stands, hits, chips_lost, rout_move: self.rout_move_squares }
    }
}
