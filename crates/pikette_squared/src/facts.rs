//! Facts of units, sides and the battle, conditions of roles, and the parts of a procedure's input that these fill in.

use super::army_lists::{Army, RowId};
use super::rulings::{ROUT_MOVES, RoutMoves};
use super::terms::{
    Actor, Card, Die, DieOrNone, Direction, ExtraOrNone, Fate, Ground, InPlay, Leader, Place, Ratio, Roller, TroopType,
};
pub use rules::input::{Input, answer, put};
use rules::prelude::*;
use serde_json::{Map, Value as Json};

/// Name of a unit.
pub const NAME: Fact<String> = Fact::new("name");
/// Army of a unit.
pub const ARMY: Fact<Army> = Fact::new("army");
/// Row of a listed unit.
pub const ROW: Fact<RowId> = Fact::new("row");
/// Type of a unit: as entered, of its row, or of knights who dismounted.
pub const TYPE: Fact<TroopType> = Fact::new("type");
/// The type once more, under the name that acts and moves take it by.
pub const UNIT_TYPE: Fact<Actor> = Fact::new("unit_type");
/// The type once more, under the name that a pursuit takes it by.
pub const WINNER_TYPE: Fact<TroopType> = Fact::new("winner_type");
/// Full move, in squares.
pub const MOVE_SQUARES: Fact<f64> = Fact::new("move_squares");
/// Die for fighting and morale.
pub const FIGHT_DIE: Fact<Die> = Fact::new("fight_die");
/// Die for shooting; `none` of units that do not shoot.
pub const SHOOT_DIE: Fact<DieOrNone> = Fact::new("shoot_die");
/// Range of its weapons, in squares; absent of units that do not shoot.
pub const WEAPON_RANGE_SQUARES: Fact<f64> = Fact::new("weapon_range_squares");
/// Armed with ordinary bows.
pub const BOW_ARMED: Fact<bool> = Fact::new("bow_armed");
/// Feared by enemies.
pub const FEARSOME: Fact<bool> = Fact::new("fearsome");
/// A phalanx of Swiss.
pub const SWISS: Fact<bool> = Fact::new("swiss");

/// Stands left: 0 to 6.
pub const STANDS: Fact<i32> = Fact::new("stands");
/// Hits on the marked stand.
pub const HITS: Fact<i32> = Fact::new("hits");
/// State: in order, disordered, routed, or off the table.
pub const STATE: Fact<Fate> = Fact::new("state");
/// Carries an F marker.
pub const FIRED: Fact<bool> = Fact::new("fired");
/// The leader is with it.
pub const LEADER_ATTACHED: Fact<bool> = Fact::new("leader_attached");
/// Direction that it faces.
pub const FACING: Fact<Direction> = Fact::new("facing");
/// Moved, or changed direction, on this card.
pub const DONE_MOVE: Fact<bool> = Fact::new("done_move");
/// Reloaded on this card.
pub const DONE_RELOAD: Fact<bool> = Fact::new("done_reload");
/// Attacked on this card.
pub const DONE_FIGHT: Fact<bool> = Fact::new("done_fight");
/// The leader tried to rally it on this card.
pub const DONE_RALLY: Fact<bool> = Fact::new("done_rally");
/// Courage settled on this card.
pub const DONE_COURAGE: Fact<bool> = Fact::new("done_courage");
/// Must check its courage on this card.
pub const MUST_CHECK_COURAGE: Fact<bool> = Fact::new("must_check_courage");
/// Can be chipped right now.
pub const MAY_BE_CHIPPED: Fact<bool> = Fact::new("may_be_chipped");
/// Winner of the fight after which it can be chipped: a unit's id, or empty.
pub const BEATEN_BY: Fact<String> = Fact::new("beaten_by");
/// Must roll not to pursue.
pub const MUST_PURSUE: Fact<bool> = Fact::new("must_pursue");
/// Has pursued in this initiative.
pub const PURSUED: Fact<bool> = Fact::new("pursued");
/// Enemies in its square, as far as players said so: ids of units.
pub const CONTACT: Fact<Vec<String>> = Fact::new("contact");
/// Ground under it.
pub const GROUND: Fact<Ground> = Fact::new("ground");
/// Headstrong knights of an army without a list: they charge whoever comes near.
pub const HEADSTRONG: Fact<bool> = Fact::new("headstrong");
/// The enemy that has come near and draws it: a unit's id, or empty.
pub const DRAWN_BY: Fact<String> = Fact::new("drawn_by");
/// The loser of a fight that falls back before it, and whom it may follow: a unit's id, or empty.
pub const MAY_FOLLOW: Fact<String> = Fact::new("may_follow");
/// Has made an opportunity charge in this initiative and has not fought since, where that gives a bonus (R57).
pub const HAS_CHARGED: Fact<bool> = Fact::new("has_charged");
/// Has made its rout move in this initiative.
pub const DONE_ROUT: Fact<bool> = Fact::new("done_rout");
/// Friends moved through it in this initiative.
pub const MOVED_THROUGH: Fact<bool> = Fact::new("moved_through");
/// Pips that enemies scored on it by shooting in this initiative.
pub const PRIOR_PIPS: Fact<i32> = Fact::new("prior_pips");
/// Best ratio among those shots.
pub const PRIOR_RATIO: Fact<Ratio> = Fact::new("prior_ratio");
/// It has routed, and its stands cost no chip any more, where a stand costs one in all (R11).
pub const CHIPS_PAID: Fact<bool> = Fact::new("chips_paid");
/// Knights who fight on foot in this battle.
pub const DISMOUNTED: Fact<bool> = Fact::new("dismounted");
/// Figures of knights who fight on foot: `move_squares`, `fight_die`.
pub const DISMOUNTED_AS: Fact<Map<String, Json>> = Fact::new("dismounted_as");

/// The most morale chips that a side can have.
pub const MOST_CHIPS: i32 = 40;
/// Morale chips: 0 to [`MOST_CHIPS`].
pub const MORALE_CHIPS: Fact<i32> = Fact::new("morale_chips");
/// Morale chips have been rolled for.
pub const CHIPS_ROLLED: Fact<bool> = Fact::new("chips_rolled");
/// Opportunity chips: 0 to 3.
pub const OPPORTUNITY_CHIPS: Fact<i32> = Fact::new("opportunity_chips");
/// Pips left: 0 to 12.
pub const PIPS: Fact<i32> = Fact::new("pips");
/// Place of its initiative: first or second.
pub const PLACE: Fact<Place> = Fact::new("place");
/// The leader: free, with a unit, or lost.
pub const LEADER: Fact<Leader> = Fact::new("leader");
/// A leader killed in a fight is still to be paid for.
pub const LEADER_LOSS_DUE: Fact<bool> = Fact::new("leader_loss_due");
/// The Sultan leads.
pub const SULTAN: Fact<bool> = Fact::new("sultan");
/// The leader was checked on this card.
pub const LEADER_CHECKED: Fact<bool> = Fact::new("leader_checked");
/// The leader moved on this card.
pub const LEADER_MOVED: Fact<bool> = Fact::new("leader_moved");
/// The army may still march.
pub const MARCH_AVAILABLE: Fact<bool> = Fact::new("march_available");
/// The army marched on this card.
pub const MARCHED: Fact<bool> = Fact::new("marched");
/// A move card was turned and has not been marched on.
pub const MARCH_DUE: Fact<bool> = Fact::new("march_due");
/// The twentieth card of its deck.
pub const EXTRA_CARD: Fact<ExtraOrNone> = Fact::new("extra_card");
/// Pieces of terrain that it may place: 0 before the roll, then 1 to 3.
pub const TERRAIN_PIECES: Fact<i32> = Fact::new("terrain_pieces");
/// Pieces of terrain that it has placed: piece → number.
pub const TERRAIN: Fact<Map<String, Json>> = Fact::new("terrain");
/// Its terrain is chosen.
pub const TERRAIN_CHOSEN: Fact<bool> = Fact::new("terrain_chosen");
/// It has tried to remove or shift terrain.
pub const TERRAIN_TRIED: Fact<bool> = Fact::new("terrain_tried");
/// Cards left in its deck: card → number. Without any entry the deck is full.
pub const DECK: Fact<Map<String, Json>> = Fact::new("deck");
/// Its whole deck: card → number. Without any entry no deck has been built.
pub const FULL_DECK: Fact<Map<String, Json>> = Fact::new("full_deck");

/// Turns before nightfall: 5 to 10; 0 before the roll.
pub const NIGHTFALL_TURNS: Fact<i32> = Fact::new("nightfall_turns");
/// Card in play.
pub const CARD: Fact<InPlay> = Fact::new("card");
/// Set whenever something is paid for or resolved; it holds nothing.
pub const PAID: Fact<Map<String, Json>> = Fact::new("paid");
/// Side that rolled higher and has not chosen yet.
pub const INITIATIVE_WINNER: Fact<Roller> = Fact::new("initiative_winner");
/// The smaller roll for the initiative.
pub const FIRST_PIPS: Fact<i32> = Fact::new("first_pips");
/// The larger roll for the initiative.
pub const SECOND_PIPS: Fact<i32> = Fact::new("second_pips");
/// The roll for the initiative was a tie.
pub const INITIATIVE_TIED: Fact<bool> = Fact::new("initiative_tied");
/// Side that won the roll for the initiatives that are played, where its routed units alone run (R18).
pub const ROLL_WON_BY: Fact<Roller> = Fact::new("roll_won_by");
/// Night has fallen: the battle is over.
pub const NIGHT: Fact<bool> = Fact::new("night");

/// All of them.
pub const ALL: &[&str] = rules::facts![
    NAME,
    ARMY,
    ROW,
    TYPE,
    UNIT_TYPE,
    WINNER_TYPE,
    MOVE_SQUARES,
    FIGHT_DIE,
    SHOOT_DIE,
    WEAPON_RANGE_SQUARES,
    BOW_ARMED,
    FEARSOME,
    SWISS,
    STANDS,
    HITS,
    STATE,
    FIRED,
    LEADER_ATTACHED,
    FACING,
    DONE_MOVE,
    DONE_RELOAD,
    DONE_FIGHT,
    DONE_RALLY,
    DONE_COURAGE,
    MUST_CHECK_COURAGE,
    MAY_BE_CHIPPED,
    BEATEN_BY,
    MUST_PURSUE,
    PURSUED,
    CONTACT,
    GROUND,
    HEADSTRONG,
    DRAWN_BY,
    MAY_FOLLOW,
    HAS_CHARGED,
    DONE_ROUT,
    MOVED_THROUGH,
    PRIOR_PIPS,
    PRIOR_RATIO,
    CHIPS_PAID,
    DISMOUNTED,
    DISMOUNTED_AS,
    MORALE_CHIPS,
    CHIPS_ROLLED,
    OPPORTUNITY_CHIPS,
    PIPS,
    PLACE,
    LEADER,
    LEADER_LOSS_DUE,
    SULTAN,
    LEADER_CHECKED,
    LEADER_MOVED,
    MARCH_AVAILABLE,
    MARCHED,
    MARCH_DUE,
    EXTRA_CARD,
    TERRAIN_PIECES,
    TERRAIN,
    TERRAIN_CHOSEN,
    TERRAIN_TRIED,
    DECK,
    FULL_DECK,
    NIGHTFALL_TURNS,
    CARD,
    PAID,
    INITIATIVE_WINNER,
    FIRST_PIPS,
    SECOND_PIPS,
    INITIATIVE_TIED,
    ROLL_WON_BY,
    NIGHT,
];

/// A place that no form has: a role there names a unit whose facts are filled in under other names.
pub const ASIDE: &str = "aside";

// ---- what a unit is

/// True of a unit that has something to reload. *Reload.*
pub fn can_reload(unit: &Facts) -> bool {
    unit.value(SHOOT_DIE).is_some_and(|die| die != DieOrNone::None)
}

/// Checks that a unit has something to shoot with: a tercio shoots with its two stands of arquebus. *TERCIO; R42.*
pub fn shooter(unit: &Facts) -> Result<(), Text> {
    if unit.value(SHOOT_DIE).is_none_or(|die| die == DieOrNone::None) {
        return Err("It has nothing to shoot with.".into());
    }
    if unit.value(TYPE).zip(unit.value(STANDS)).is_some_and(|(kind, stands)| kind.has_lost_arquebus(stands)) {
        Err("The arquebus stands of this tercio are gone, so it shoots no more.".into())
    } else {
        Ok(())
    }
}

/// Checks that a unit is of a type that pursues routed enemies.
pub fn pursuer(unit: &Facts) -> Result<(), Text> {
    match unit.value(TYPE) {
        Some(kind) if kind.is_cavalry() || kind == TroopType::Militia => Ok(()),
        _ => Err("Only militia and horse pursue a routed enemy.".into()),
    }
}

/// Checks that a unit is of mounted knights.
pub fn knights(unit: &Facts) -> Result<(), Text> {
    if unit.equals(TYPE, TroopType::Knights) { Ok(()) } else { Err("Only knights dismount.".into()) }
}

/// Checks that a unit is of French knights.
pub fn french_knights(unit: &Facts) -> Result<(), Text> {
    let french = unit.equals(ARMY, Army::French) || unit.holds(HEADSTRONG);
    if french && unit.equals(TYPE, TroopType::Knights) {
        Ok(())
    } else {
        Err("Only French knights charge against orders.".into())
    }
}

/// Checks that a unit is of French knights whom an enemy who comes near can draw: they stand, and fight nobody.
pub fn can_be_drawn(unit: &Facts) -> Result<(), Text> {
    french_knights(unit)?;
    if in_hand(unit) && !unit.lists_any(CONTACT) { Ok(()) } else { Err("These charge nobody now.".into()) }
}

/// Checks that a unit is of a type that follows a loser that falls back (R13).
pub fn follower(unit: &Facts) -> Result<(), Text> {
    match unit.value(TYPE) {
        Some(kind) if kind.is_cavalry() || kind.is_infantry() => Ok(()),
        _ => Err("Only foot and horse follow a loser.".into()),
    }
}

/// Checks that a unit is of a type that charges or evades without the initiative.
pub fn reacts(unit: &Facts) -> Result<(), Text> {
    match unit.value(TYPE) {
        Some(kind) if kind.may_charge_on_opportunity() || kind.may_evade() => Ok(()),
        _ => Err("Only knights, lancers, light horse, skirmishers and carabins react.".into()),
    }
}

/// Checks that a unit is on the table, where a correction or a look at the grid makes sense.
pub fn there(unit: &Facts) -> Result<(), Text> {
    if on_table(unit) { Ok(()) } else { Err("It is no longer on the table.".into()) }
}

/// Checks that the leader is with a unit.
pub fn led(unit: &Facts) -> Result<(), Text> {
    if unit.holds(LEADER_ATTACHED) { Ok(()) } else { Err("The leader is not with it.".into()) }
}

// ---- how a unit stands

/// True of a unit on the table, routed or not.
pub fn on_table(unit: &Facts) -> bool {
    unit.value(STATE).is_some_and(|state| !matches!(state, Fate::Destroyed | Fate::LeftTable))
}

/// True of a unit on the table that has not routed.
pub fn in_hand(unit: &Facts) -> bool {
    unit.value(STATE).is_some_and(|state| matches!(state, Fate::Ok | Fate::Disordered))
}

/// True of a routed unit.
pub fn routed(unit: &Facts) -> bool {
    unit.equals(STATE, Fate::Routed)
}

/// Ground under a unit.
pub fn ground(unit: &Facts) -> Ground {
    unit.value(GROUND).unwrap_or(Ground::Open)
}

/// Enemies in a unit's square, as far as it is known.
pub fn contacts(unit: &Facts) -> Vec<String> {
    unit.value(CONTACT).unwrap_or_default()
}

// ---- how the battle stands

/// The side that has the initiative, while one of the two initiatives is played.
pub fn active(table: &Table) -> Option<Side> {
    let place = match table.phase {
        "first_side" => Place::First,
        "second_side" => Place::Second,
        _ => return None,
    };
    Side::BOTH.into_iter().find(|side| table.side(*side).equals(PLACE, place))
}

/// True if the routed units of a side do not run in its initiative, as the other side won the roll (R18).
pub fn lost_roll(table: &Table, side: Side) -> bool {
    let winner = table.battle.value(ROLL_WON_BY).filter(|winner| *winner != Roller::None);
    let only_winners = table.ruling(ROUT_MOVES) == Some(RoutMoves::AfterWonRoll.id());
    only_winners && winner.is_some_and(|winner| winner.id() != side.id())
}

/// True if the side that acts has the initiative; `None` while neither initiative is played.
pub fn has_initiative(scene: &Scene) -> Option<bool> {
    active(&scene.table).map(|active| active == Side::at(scene.acts))
}

/// The card in play, if one is.
pub fn card_in_play(table: &Table) -> Option<Card> {
    table.battle.value(CARD).and_then(InPlay::card)
}

/// The leader of a side. A side always has the tracker; one that lacks it has no leader to act with.
pub fn leader(side: &Facts) -> Leader {
    side.value(LEADER).unwrap_or(Leader::Lost)
}

/// Cards left in a side's deck; `None` if it has not been built. One that names no card at all is full.
pub fn deck(side: &Facts) -> Option<Map<String, Json>> {
    let built = |fact| side.value(fact).filter(|cards: &Map<String, Json>| !cards.is_empty());
    built(DECK).or_else(|| built(FULL_DECK))
}

/// Number of cards left in a side's deck; `None` if it has not been built.
pub fn cards_left(side: &Facts) -> Option<i32> {
    Some(deck(side)?.values().filter_map(i32::read).sum())
}

/// True if the Leader Check card is in play and a side's leader has not been checked on it.
pub fn must_check_leader(table: &Table, side: Side) -> bool {
    let own = table.side(side);
    card_in_play(table) == Some(Card::LeaderCheck) && !own.holds(LEADER_CHECKED) && leader(own) != Leader::Lost
}

/// True if the Sultan leads the side that acts: his guard is fielded with him alone. *Ottomans.*
pub fn sultan(scene: &Scene) -> bool {
    scene.side.holds(SULTAN) || scene.army(scene.acts).any(|unit| unit.equals(ROW, RowId::SultansGuard))
}

/// The unit that a side's leader is with, if he is with one.
pub fn unit_of_leader(table: &Table, side: Side) -> Option<&TableUnit> {
    table.of(side).find(|unit| unit.facts.holds(LEADER_ATTACHED))
}

// ---- what is filled in

/// The side that acts has the initiative: a field of inputs, and of no record.
pub const HAS_INITIATIVE: Fact<bool> = Fact::new("has_initiative");
/// An enemy is in the square of the unit: a field of inputs, and of no record.
pub const SAME_SQUARE_AS_ENEMY: Fact<bool> = Fact::new("same_square_as_enemy");

/// Copies a fact into an input under its own name.
pub fn copy<T: FactValue>(facts: &Facts, fact: Fact<T>, input: &mut Input) {
    copy_as(facts, fact, input, fact);
}

/// Copies a fact into a field of another name.
pub fn copy_as<T: FactValue>(facts: &Facts, fact: Fact<T>, input: &mut Input, field: Fact<T>) {
    if let Some(value) = facts.value(fact) {
        put(input, field, value);
    }
}

/// Fills in whether the side that acts has the initiative.
pub fn fill_initiative(scene: &Scene, input: &mut Input) {
    if let Some(has_it) = has_initiative(scene) {
        put(input, HAS_INITIATIVE, has_it);
    }
}

/// Squares that a leader moves. *Move distance.*
pub const LEADER_MOVES: f64 = 4.0;

/// Full move of whoever moves, in squares: a unit's own, or the leader's.
pub fn full_move(unit: &Facts) -> f64 {
    unit.value(MOVE_SQUARES).unwrap_or(LEADER_MOVES)
}
