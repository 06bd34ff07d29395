//! Checks of a fight, in the order of the source.

use super::super::rulings::SecondRank;
use super::super::terms::weapons::HALF_LONG;
use super::super::terms::{Edition, Fencer, Terrain, Weapon, is_trained};
use super::super::unit::{ONLY_CAVALRY_CHARGES, SWIFT_AND_STRONG};
use super::{Fighter, Melee};
use rules::prelude::*;

/// Most dice of the opponents.
const DICE_OF_MANY: i32 = 6;
/// Most dice of one fight.
const DICE: i32 = 9;

/// Refusals that two checks share. *Cavalry charge; Melee, limitations.*
const NOT_IN_REACH: &str = "A figure behind others is not in reach.";
const NOT_AT_A_CHARGER: &str =
    "A charger is struck only by the opponents he meets, the ranks behind them, and riders who charge him.";
const FOR_RIDERS_ALONE: &str = "Only riders can strike an enemy that riders charge this turn.";

/// Refuses too many dice, and ranks, aims or targets that do not match the fighters.
pub fn validate(melee: &Melee) -> Result<(), Refusal> {
    let dice = |fighters: &[Fighter]| fighters.iter().map(Fighter::dice).sum::<i32>();
    let (many, friends) = (dice(&melee.many), dice(&melee.friends));
    bad_if(melee.one.rank > 1, field!(Melee, one.rank), "The fighter in the middle is in contact.")?;
    bad_if(many > DICE_OF_MANY, field!(Melee, many), "Six dice at most strike one fighter.")?;
    for (index, enemy) in melee.many.iter().enumerate() {
        let in_front = melee.many.get(enemy.behind).is_some_and(|front| front.rank == 1);
        bad_if(
            enemy.rank > 1 && !in_front,
            field!(Fighter, behind),
            "A figure further back stands behind a figure in contact.",
        )
        .map_err(|refusal| refusal.at_index(index).within(field!(Melee, many)))?;
    }
    bad_if(melee.one.dice() + friends + many > DICE, field!(Melee, friends), "Nine dice at most make one fight.")?;
    for (index, friend) in melee.friends.iter().enumerate() {
        bad_if(friend.aim >= melee.many.len(), field!(Fighter, aim), "There is no such opponent.")
            .map_err(|refusal| refusal.at_index(index).within(field!(Melee, friends)))?;
    }
    let is_one_each = || i32::try_from(melee.targets.len()).is_ok_and(|targets| targets == melee.one.dice());
    let for_each_die = melee.targets.len() == 1 || melee.one.fencer.all_dice_count() && is_one_each();
    let known = melee.targets().all(|target| target < melee.many.len());
    bad_if(
        !known || !for_each_die,
        field!(Melee, targets),
        "One opponent, or one for each die of a fencer whose dice all count.",
    )
}

/// Refuses fights that the rules forbid.
pub fn permit(melee: &Melee) -> Result<(), Refusal> {
    permit_fighter(melee, &melee.one, None, &melee.many[0]).map_err(|refusal| refusal.within(field!(Melee, one)))?;
    for (index, friend) in melee.friends.iter().enumerate() {
        permit_fighter(melee, friend, Some(&melee.one), &melee.many[friend.aim])
            .map_err(|refusal| refusal.at_index(index).within(field!(Melee, friends)))?;
    }
    for (index, enemy) in melee.many.iter().enumerate() {
        permit_fighter(melee, enemy, melee.many.get(enemy.behind), &melee.one)
            .map_err(|refusal| refusal.at_index(index).within(field!(Melee, many)))?;
    }
    permit_duel(melee)?;
    permit_targets_in_reach(melee)?;
    permit_charge(melee)?;
    permit_against_chargers(melee)
}

/// Refuses a fighter that the rules forbid. `front` is the friend in front, for a fighter of a rear rank; `enemy` is the target.
fn permit_fighter(melee: &Melee, fighter: &Fighter, front: Option<&Fighter>, enemy: &Fighter) -> Result<(), Refusal> {
    let mounted = !fighter.on_foot();
    forbid_if(mounted && fighter.weapon.is_for_foot(), field!(Fighter, weapon), "This weapon is wielded on foot.")?;
    let lance = fighter.weapon == Weapon::HeavyLance;
    forbid_if(lance && !mounted, field!(Fighter, weapon), "A heavy lance is couched by a rider.")?;
    permit_charging(fighter)?;
    forbid_if(
        lance && !fighter.charging,
        field!(Fighter, weapon),
        "Without a charge the heavy lance is dropped: draw the sword.",
    )?;
    forbid_if(
        fighter.close_order && mounted,
        field!(Fighter, close_order),
        "Only soldiers on foot stand in close order.",
    )?;
    permit_bracing(melee, fighter)?;
    let fencer = fighter.fencer != Fencer::None;
    forbid_if(fighter.very_strong && fencer, field!(Fighter, very_strong), SWIFT_AND_STRONG)?;
    permit_fencing(fighter)?;
    if fighter.rank > 1 { permit_rank(melee, fighter, front, enemy) } else { Ok(()) }
}

/// Refuses charges that are not allowed. *Cavalry charge.*
fn permit_charging(fighter: &Fighter) -> Result<(), Refusal> {
    if !fighter.charging {
        return Ok(());
    }
    forbid_if(!fighter.is_cavalry(), field!(Fighter, charging), ONLY_CAVALRY_CHARGES)?;
    forbid_if(fighter.terrain != Terrain::Easy, field!(Fighter, terrain), "Nobody charges over bad ground.")?;
    forbid_if(
        fighter.in_contact_at_start,
        field!(Fighter, in_contact_at_start),
        "Riders who begin the turn in contact cannot charge.",
    )?;
    forbid_if(
        fighter.charged_last_turn,
        field!(Fighter, charged_last_turn),
        "After a charge, a turn passes before the next.",
    )
}

/// Refuses weapons that cannot be held firm. Training means class 3 (R23). *Pike; Halberd or bill; Light thrusting spear.*
fn permit_bracing(melee: &Melee, fighter: &Fighter) -> Result<(), Refusal> {
    if !fighter.braced {
        return Ok(());
    }
    let refuse = |no: bool, why: &'static str| forbid_if(no, field!(Fighter, braced), why);
    refuse(!fighter.on_foot(), "A charge is received on foot.")?;
    let why = match fighter.weapon {
        Weapon::Bill if !melee.bill_counts() => {
            "The sheet of 2024 does not name the bill among weapons that receive a charge."
        }
        _ => "A charge is received with pike, spear, halberd, or something like them.",
    };
    refuse(!fighter.weapon.receives_a_charge(melee.bill_counts()), why)?;
    refuse(!is_trained(fighter.class), "Only trained soldiers, class 3 or more, stand to receive a charge.")?;
    refuse(fighter.cramped, "There is no room to hold the weapon out.")?;
    let sword_instead = fighter.weapon_in_use() != fighter.weapon;
    refuse(sword_instead, "After a turn of melee without close order the pike is useless.")?;
    refuse(
        melee.edition == Edition::April2025 && fighter.in_contact_at_start,
        "A figure that begins the turn in contact cannot stand to receive a charge.",
    )
}

/// Refuses exceptional strikes with other weapons than sword or dagger. *Exceptional strike.*
fn permit_fencing(fighter: &Fighter) -> Result<(), Refusal> {
    let sword = fighter.weapon == Weapon::Sword;
    let fit = match fighter.fencer {
        Fencer::None => true,
        Fencer::TwoBest | Fencer::TwoBoth | Fencer::Swift => sword || fighter.weapon == Weapon::Dagger,
        Fencer::Three | Fencer::RapierDagger => sword,
    };
    forbid_if(
        !fit,
        field!(Fighter, fencer),
        "This exceptional strike takes a sword; some of them also work with a dagger.",
    )
}

/// Refuses blows over the shoulders of friends that the weapon does not allow. *Melee, limitations; weapon cards.*
fn permit_rank(melee: &Melee, fighter: &Fighter, front: Option<&Fighter>, enemy: &Fighter) -> Result<(), Refusal> {
    let refuse = |no: bool, why: &'static str| forbid_if(no, field!(Fighter, rank), why);
    refuse(!fighter.on_foot(), "Riders do not strike over their friends.")?;
    refuse(fighter.cramped, "There is no room to strike over friends.")?;
    // A pointed axe held firm is not swung, and reaches a rider who charges it (R50).
    let held_firm = fighter.weapon == Weapon::PointedAxe && fighter.braced;
    let any_half_long = melee.rulings.r50_second_rank == SecondRank::HalfLong && fighter.weapon.length() == HALF_LONG;
    let at_charger = (held_firm || any_half_long) && fighter.rank == 2 && enemy.charging;
    refuse(!fighter.weapon.reaches_over_friends() && !at_charger, "This weapon does not reach over friends.")?;
    let pike = fighter.weapon == Weapon::Pike;
    refuse(
        (pike || fighter.rank >= 3) && !fighter.close_order,
        "Pikes further back, and any weapon from the third rank on, strike in close order only.",
    )?;
    refuse(fighter.rank >= 4 && !pike, "Only pikes reach from the fourth rank.")?;
    let in_the_way = front.is_some_and(|front| !front.on_foot() || front.swings());
    forbid_if(in_the_way, field!(Fighter, behind), "The friend in front is mounted, or swings a heavy weapon.")
}

/// Refuses formal duels except between two fighters on foot with sword or dagger. *Melee, formal duelling.*
fn permit_duel(melee: &Melee) -> Result<(), Refusal> {
    let duellist = |fighter: &Fighter| fighter.on_foot() && matches!(fighter.weapon, Weapon::Sword | Weapon::Dagger);
    let duel =
        melee.friends.is_empty() && melee.many.len() == 1 && duellist(&melee.one) && melee.many.iter().all(duellist);
    forbid_if(
        melee.formal_duel && !duel,
        field!(Melee, formal_duel),
        "A formal duel is one against one, on foot, with sword or dagger.",
    )
}

/// Refuses targets that are not in contact.
fn permit_targets_in_reach(melee: &Melee) -> Result<(), Refusal> {
    let behind = |target: usize| melee.many.get(target).is_some_and(|enemy| enemy.rank > 1);
    forbid_if(melee.targets().any(behind), field!(Melee, targets), NOT_IN_REACH)?;
    for (index, friend) in melee.friends.iter().enumerate() {
        forbid_if(behind(friend.aim), field!(Fighter, aim), NOT_IN_REACH)
            .map_err(|refusal| refusal.at_index(index).within(field!(Melee, friends)))?;
    }
    Ok(())
}

/// Refuses blows by fighters who may not interfere with a charge. *Cavalry charge.*
fn permit_charge(melee: &Melee) -> Result<(), Refusal> {
    let targets: Vec<usize> = melee.targets().collect();
    let struck = targets.first().copied().unwrap_or(0);
    if melee.one.charging {
        let several = targets.iter().any(|&target| target != struck);
        forbid_if(several, field!(Melee, targets), "A charge is ridden at one enemy.")?;
    }
    let charged = melee.many.iter().any(|enemy| enemy.charging);
    for (index, enemy) in melee.many.iter().enumerate().filter(|(_, enemy)| enemy.strikes()) {
        let place = |refusal: Refusal| refusal.at_index(index).within(field!(Melee, many));
        if melee.one.charging {
            let behind_him = enemy.rank > 1 && enemy.behind == struck;
            forbid_if(index != struck && !behind_him && !enemy.charging, "", NOT_AT_A_CHARGER).map_err(place)?;
        } else if charged {
            forbid_if(enemy.on_foot(), "", "A charged figure is struck by riders alone this turn.").map_err(place)?;
        }
    }
    Ok(())
}

/// Refuses blows of the fighter's side that a charge forbids. *Cavalry charge.*
fn permit_against_chargers(melee: &Melee) -> Result<(), Refusal> {
    let foot = melee.one.on_foot() && melee.one.strikes();
    let knocked_away = melee.targets().any(|target| ridden_at(melee, target));
    forbid_if(foot && knocked_away, field!(Melee, targets), FOR_RIDERS_ALONE)?;
    for (index, friend) in melee.friends.iter().enumerate().filter(|(_, friend)| friend.strikes()) {
        let place = |refusal: Refusal| refusal.at_index(index).within(field!(Melee, friends));
        let aim = friend.aim;
        let at_charger = melee.many.get(aim).is_some_and(|enemy| enemy.charging);
        forbid_if(at_charger && friend.rank == 1 && !friend.charging, "", NOT_AT_A_CHARGER).map_err(place)?;
        forbid_if(friend.on_foot() && ridden_at(melee, aim), "", FOR_RIDERS_ALONE).map_err(place)?;
    }
    Ok(())
}

/// True if riders charge this opponent, and the opponent does not charge.
fn ridden_at(melee: &Melee, target: usize) -> bool {
    let by_one = melee.one.charging && melee.targets().any(|aim| aim == target);
    let by_friend = melee.friends.iter().any(|friend| friend.charging && friend.aim == target);
    melee.many.get(target).is_some_and(|enemy| !enemy.charging) && (by_one || by_friend)
}
