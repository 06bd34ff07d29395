//! Phases of the turn. There is no initiative: both sides act at the same time.

use super::input::{EDITION, Input, MOVEMENT, RANGE_CM, SHOOTERS, SHOT_WITH, answer, put};
use super::loading::{at_hand, fit, hands, ready, to_load};
use super::movement::{self, MOVE};
use super::reload::RELOAD;
use super::shoot::SHOOT;
use super::terms::{Edition, Missile};
use super::unit::{able, began_apart, captured, fallen, figures, is_out, is_touched_by_hand, touched, usual_movement};
use crate::facts::*;
use crate::ids::{phases, procedures};
use rules::filling;
use rules::prelude::*;

/// Phases of a game turn.
pub const PHASES: &[Phase] = &[
    Phase::new(phases::START, "Start")
        .needs("Mark everybody who begins the turn in contact with an enemy.")
        .concerns(|facts| !is_out(facts))
        .says(|_, _| "".into())
        .shown_trackers(|_| vec![IN_CONTACT_AT_START.id()]),
    Phase::new(phases::DECLARE, "Declare")
        .needs(
            "Players say quickly and openly what their characters do. Chargers name whom they charge; those may \
             stand, go away, or let others step in front. Forming close order, and marching in it, take an \
             officer's word.",
        )
        .procedures(&[procedures::CLOSE_ORDER, procedures::RUN_UP, procedures::MOVE]),
    Phase::new(phases::MOVE, "Move")
        .needs(
            "Everybody moves at the same time, as the players agree. Dice for bad ground are rolled once for a \
             group, on its edge, and its move is not changed afterwards.",
        )
        .procedures(&[procedures::MOVE, procedures::RUN_UP, procedures::CLOSE_ORDER])
        .concerns(|facts| !is_out(facts))
        .says(moves)
        .shown_trackers(|_| vec![MOVED.id(), ON_FOOT.id(), FORK_DROPPED.id()]),
    Phase::new(phases::SHOOT, "Shoot")
        .needs(
            "After all moves (before or during them if you agree so). A figure that is hit is out at once, \
             so agree who shoots first. In a group, draw who falls.",
        )
        .procedures(&[procedures::SHOOT])
        .concerns(|facts| !is_out(facts) && !at_hand(facts).is_empty())
        .says(shoots),
    Phase::new(phases::MELEE, "Melee")
        .needs("Fights are settled one by one. Each blow is struck in one fight of the turn only.")
        .procedures(&[procedures::MELEE])
        .concerns(|facts| !is_out(facts) && fights(facts))
        .says(fights_on),
    Phase::new(phases::RELOAD, "Reload")
        .needs(
            "A figure that stood still all turn, did not shoot and was not touched loads: it counts by itself when \
             the next turn begins. Mark the figures that moved or were touched.",
        )
        .procedures(&[procedures::RELOAD])
        .concerns(loads)
        .says(reloads)
        .shown_trackers(|_| vec![MOVED.id(), CONTACTED.id()]),
    Phase::new(phases::END, "End")
        .needs(
            "Units in close order that moved or were attacked: does their order hold? Then see to wounded player \
             characters, and to the fallen whom you mark.",
        )
        .procedures(&[procedures::CLOSE_ORDER, procedures::HEALING, procedures::WOUND_LOCATION])
        .concerns(ends_with_something)
        .says(ends)
        .shown_trackers(|facts| if fallen(facts) > 0 { vec![SEE_TO.id()] } else { Vec::new() }),
];

/// True of units that are recorded as fighting.
fn fights(facts: &Facts) -> bool {
    let touched = facts.lists_any(CONTACTS);
    touched || [IN_CONTACT_AT_START, CHARGING, CONTACTED].iter().any(|flag| facts.holds(*flag))
}

/// True of units with something left at the end of a turn: an order to keep, wounds to treat, or a restriction.
fn ends_with_something(facts: &Facts) -> bool {
    let flags = [CLOSE_ORDER, CHARGING, PIKE_LOOSE, WOUNDED, STUNNED];
    fallen(facts) + captured(facts) > 0 || flags.iter().any(|flag| facts.holds(*flag))
}

/// Message of the first ban that forbids a procedure to a unit for any input; `None` if there is no such ban.
fn why_not(procedure: &Procedure, facts: &Facts) -> Option<Text> {
    procedure.all_bans().find(|ban| !ban.permits(facts)).map(|ban| ban.message().into())
}

/// Distance that a unit may move, and if a unit in close order may still pivot, in words.
fn moves(facts: &Facts, _: &Input) -> Text {
    if let Some(why) = why_not(&MOVE, facts) {
        return why;
    }
    let far = match movement::allowance_cm(facts) {
        Ok(cm) => text!("up to {n} cm on easy ground", n = cm),
        Err(refusal) => return refusal.message.clone(),
    };
    match (facts.holds(CLOSE_ORDER), facts.holds(PIVOT_USED)) {
        (false, _) => far,
        (true, false) => text!("{far}; may pivot once", far = far),
        (true, true) => text!("{far}; has pivoted", far = far),
    }
}

/// Range and weapon with which a unit may still shoot, in words.
fn shoots(facts: &Facts, rulings: &Input) -> Text {
    if let Some(why) = why_not(&SHOOT, facts) {
        return why;
    }
    let kinds = at_hand(facts);
    let mut loaded = kinds.iter().filter(|missile| ready(facts, **missile).is_none_or(|ready| ready > 0)).peekable();
    let first = loaded.peek().copied();
    // The first weapon that may be fired now. If there is none, the first loaded weapon, to show the reason of its refusal.
    let Some(own) = loaded.find(|missile| reach_cm(facts, rulings, **missile).is_ok()).or(first) else {
        // A heavy musket fouled by a melee is not fired again, even if loaded. *Matchlock musket with fork.*
        let fouled = kinds.iter().all(|missile| fit(facts, *missile) <= 0);
        return if fouled { "useless for the rest of the day" } else { "nothing loaded" }.into();
    };
    if facts.holds(IN_CONTACT_AT_START) && began_apart(facts) <= 0 {
        return "in contact: pistols only".into();
    }
    let reach = match reach_cm(facts, rulings, *own) {
        Ok(reach) => reach,
        Err(refusal) => return refusal.message.clone(),
    };
    match kinds.as_slice() {
        [_] => text!("may shoot to {n} cm", n = reach),
        _ => text!("may shoot to {n} cm: {weapon}", n = reach, weapon = own.label()),
    }
}

/// Range at which a unit may shoot after its acts of this turn: the farthest band that the rules of shooting permit, in cm.
fn reach_cm(facts: &Facts, rulings: &Input, missile: Missile) -> Result<f64, Refusal> {
    let field = |id: &str| Some((id.to_owned(), facts.get(id)?.clone()));
    let mut shooter = Input::from_iter([MOUNT.id(), CLASS.id(), CLOSE_ORDER.id()].into_iter().filter_map(field));
    put(&mut shooter, SHOT_WITH, missile);
    put(&mut shooter, MOVEMENT, usual_movement(facts));
    let mut refused = None;
    let edition = answer(rulings, EDITION).unwrap_or(Edition::April2025);
    for band in missile.in_edition(edition).bands(false, false).iter().rev() {
        put(&mut shooter, RANGE_CM, band.to_cm);
        let mut input = Input::new();
        put(&mut input, SHOOTERS, vec![shooter.clone()]);
        filling::copy_rulings(SHOOT.form, rulings, &mut input);
        match SHOOT.read_alone(&input) {
            Ok(_) => return Ok(band.to_cm),
            Err(refusal) => refused = Some(refusal),
        }
    }
    refused.map_or(Ok(0.0), Err)
}

/// Reason why a unit is in a fight, in words.
fn fights_on(facts: &Facts, _: &Input) -> Text {
    let (fought, all) = (touched(facts), figures(facts));
    // Held up or stunned soldiers can be touched, but do not strike. *Slowing dice; Melee.*
    if facts.holds(CONTACTED) && able(facts) == 0 {
        return "in contact; did not fight".into();
    }
    if is_touched_by_hand(facts) {
        return "in contact".into();
    }
    match (facts.holds(CONTACTED), facts.holds(CHARGING), facts.holds(IN_CONTACT_AT_START)) {
        (true, ..) if fought < all => text!("{n} of {all} have fought", n = fought, all = all),
        (true, ..) => "has fought".into(),
        (_, true, _) => text!("charges"),
        (_, _, true) => "in contact since the start".into(),
        _ => "in contact".into(),
    }
}

/// True of units with a weapon to load.
fn loads(facts: &Facts) -> bool {
    !is_out(facts) && !to_load(facts).is_empty()
}

/// Weapons that will be loaded when the next turn begins, in words.
fn reloads(facts: &Facts, _: &Input) -> Text {
    if let Some(why) = why_not(&RELOAD, facts) {
        return why;
    }
    if hands(facts) == 0 {
        return "has shot or struck".into();
    }
    match to_load(facts).as_slice() {
        [own] => text!("loads: {weapon}", weapon = own.missile.label()),
        _ => "several kinds of weapons to load: choose one".into(),
    }
}

/// Duties left at the end of the turn, in words.
fn ends(facts: &Facts, _: &Input) -> Text {
    if fallen(facts) > 0 && facts.holds(SEE_TO) {
        return text!("{n} fallen to see to", n = fallen(facts));
    }
    if captured(facts) > 0 {
        return text!("prisoners: {n}, for ransom or to be freed", n = captured(facts));
    }
    const FLAGS: &[(Fact<bool>, &str)] = &[
        (WOUNDED, "wounded: to be seen to"),
        (CLOSE_ORDER, "does the close order hold?"),
        (CHARGING, "no charge next turn"),
        (PIKE_LOOSE, "the pike is useless next turn, unless in close order"),
        (STUNNED, "gets up"),
    ];
    let flag = FLAGS.iter().find(|(flag, _)| facts.holds(*flag)).map(|(_, words)| Text::from(*words));
    let fallen = fallen(facts);
    flag.unwrap_or_else(|| if fallen > 0 { text!("{n} fallen", n = fallen) } else { "".into() })
}
