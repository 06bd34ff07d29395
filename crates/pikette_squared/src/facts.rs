//! Facts of units, sides and the battle, checks for roles, and functions that fill inputs with facts.

use super::army_lists::{Army, RowId};
use super::rulings::{ROUT_MOVES, RoutMoves};
use super::terms::{
    ActionKind, Actor, Arc, Card, Die, DieOrNone, Direction, ExtraOrNone, Fate, Ground, InPlay, Leader, Place, Ratio,
    Roller, TroopType,
};
use crate::ids::phases;
pub use rules::input::{Input, answer, put};
use rules::prelude::*;
use serde_json::{Map, Value as Json};

rules::facts! {
    /// Ids of the facts declared here.
    pub const ALL;

    /// Name of a unit.
    NAME: String = "name";
    /// Army of a unit.
    ARMY: Army = "army" "Army" choice::<Army>().or_id("other");
    /// Row of a listed unit.
    ROW: RowId = "row" "Row of the list" choice::<RowId>();
    /// Type of a unit: the one entered, the one of its row, or `dismounted_knights`.
    TYPE: TroopType = "type" "Type" choice::<TroopType>();
    /// Copy of the type, under the id that acts and moves use.
    UNIT_TYPE: Actor = "unit_type" "Who" choice::<Actor>();
    /// Copy of the type, under the id that a pursuit uses.
    WINNER_TYPE: TroopType = "winner_type" "Victor" choice::<TroopType>();
    /// Full move in squares.
    MOVE_SQUARES: f64 = "move_squares" "Move" half(0.5, 12.0);
    /// Die for fighting and morale.
    FIGHT_DIE: Die = "fight_die" "Fight die" choice::<Die>();
    /// Die for shooting; `none` for units that do not shoot.
    SHOOT_DIE: DieOrNone = "shoot_die" "Shoot die" choice::<DieOrNone>().or_id("none");
    /// Range in squares; units that do not shoot lack this fact.
    WEAPON_RANGE_SQUARES: f64 = "weapon_range_squares" "Weapon range" half(0.0, 24.0);
    /// True of units with ordinary bows.
    BOW_ARMED: bool = "bow_armed" "Ordinary bows" flag().or(false);
    /// True of units that enemies fear.
    FEARSOME: bool = "fearsome" "Fearsome" flag().or(false);
    /// True of a phalanx of Swiss.
    SWISS: bool = "swiss" "Swiss" flag().or(false);

    /// Stands left: 0 to 6.
    STANDS: i32 = "stands" "Stands left" whole(1, 6);
    /// Hits on the marked stand.
    HITS: i32 = "hits" "Hits" whole(0, 3).or(0);
    /// State: in order, disordered, routed, or off the table.
    STATE: Fate = "state" "State";
    /// True if the unit carries an F marker.
    FIRED: bool = "fired" "Has fired" flag().or(false);
    /// True if the leader is with the unit.
    LEADER_ATTACHED: bool = "leader_attached" "Leader attached" flag().or(false);
    /// Direction in which the unit faces.
    FACING: Direction = "facing" "Facing" choice::<Direction>();
    /// True if the unit moved or changed direction on this card.
    DONE_MOVE: bool = "done_move" "Moved on this card";
    /// True if the unit reloaded on this card.
    DONE_RELOAD: bool = "done_reload" "Reloaded on this card";
    /// True if the unit attacked on this card.
    DONE_FIGHT: bool = "done_fight" "Fought on this card";
    /// True if the leader tried to rally the unit on this card.
    DONE_RALLY: bool = "done_rally" "Rally tried on this card";
    /// True if the unit checked its courage on this card, or needed no check.
    DONE_COURAGE: bool = "done_courage" "Courage settled on this card";
    /// True if the unit must check its courage on this card.
    MUST_CHECK_COURAGE: bool = "must_check_courage" "Must check courage";
    /// True if the enemy may spend a chip on the unit now.
    MAY_BE_CHIPPED: bool = "may_be_chipped" "May be chipped now";
    /// Id of the winner of the fight after which the unit can be chipped, or `""`.
    BEATEN_BY: String = "beaten_by" "Beaten by";
    /// True if the unit must pursue, unless a roll holds it back.
    MUST_PURSUE: bool = "must_pursue" "Must roll not to pursue";
    /// True if the unit has pursued in this initiative.
    PURSUED: bool = "pursued" "Has pursued";
    /// Ids of enemies recorded in the unit's square.
    CONTACT: Vec<String> = "contact" "In the square with";
    /// Ground that the unit is on.
    GROUND: Ground = "ground" "Ground";
    /// True of headstrong knights of an army without a list, who charge any enemy that comes near.
    HEADSTRONG: bool = "headstrong" "Must charge within 3 squares" flag();
    /// Id of the enemy that has come near and draws the unit to charge, or `""`.
    DRAWN_BY: String = "drawn_by" "Drawn by";
    /// Id of the loser of a fight that the unit may follow, or `""`.
    MAY_FOLLOW: String = "may_follow" "May follow";
    /// True if the unit has made an opportunity charge in this initiative and has not fought since. Recorded only under the ruling that
    /// such a charge gives a bonus (R57).
    HAS_CHARGED: bool = "has_charged" "Has charged on an opportunity";
    /// True if the unit has made its rout move in this initiative.
    DONE_ROUT: bool = "done_rout" "Has run in this initiative";
    /// True if friends moved through the unit in this initiative.
    MOVED_THROUGH: bool = "moved_through" "Friends moved through";
    /// Pips that enemies scored on the unit by shooting in this initiative.
    PRIOR_PIPS: i32 = "prior_pips" "Pips scored on it" whole(0, 200).or(0);
    /// Best ratio of the enemies' shots at the unit in this initiative.
    PRIOR_RATIO: Ratio = "prior_ratio" "Best ratio scored on it" choice::<Ratio>().or_id("none");
    /// True if the unit has routed and its stands cost no more chips. Recorded only under the ruling that each stand costs one chip in
    /// total (R11).
    CHIPS_PAID: bool = "chips_paid" "Chips paid for its stands" flag().or(false);
    /// True of knights who fight this battle on foot.
    DISMOUNTED: bool = "dismounted" "Fights on foot";
    /// Values of knights on foot: `move_squares`, `fight_die`.
    DISMOUNTED_AS: Map<String, Json> = "dismounted_as" "Figures on foot";
    /// Morale chips: 0 to [`MOST_CHIPS`].
    MORALE_CHIPS: i32 = "morale_chips" "Morale chips" whole(0, MOST_CHIPS).or(0);
    /// True if the side has rolled for its morale chips.
    CHIPS_ROLLED: bool = "chips_rolled" "Morale chips rolled";
    /// Opportunity chips: 0 to 3.
    OPPORTUNITY_CHIPS: i32 = "opportunity_chips" "Opportunity chips" whole(0, 3).or(0);
    /// Pips left: 0 to 12.
    PIPS: i32 = "pips" "Pips" whole(0, 12).or(0);
    /// Order of the side's initiative: first or second.
    PLACE: Place = "place" "Goes";
    /// State of the leader: free, with a unit, or lost.
    LEADER: Leader = "leader" "Leader";
    /// True if the side must still pay for a leader killed in a fight.
    LEADER_LOSS_DUE: bool = "leader_loss_due" "Pays for its leader";
    /// True if the Sultan leads the side.
    SULTAN: bool = "sultan" "He is the Sultan" flag().or(false);
    /// True if the leader was checked on this card.
    LEADER_CHECKED: bool = "leader_checked" "Leader checked on this card";
    /// True if the leader moved on this card.
    LEADER_MOVED: bool = "leader_moved" "Leader moved on this card";
    /// True if the army may still march.
    MARCH_AVAILABLE: bool = "march_available" "May still march" flag().or(true);
    /// True if the army marched on this card.
    MARCHED: bool = "marched" "Marched on this card";
    /// True if a move card was turned and the army has not marched on it.
    MARCH_DUE: bool = "march_due" "Move card not marched on yet";
    /// The card that the army adds to its deck.
    EXTRA_CARD: ExtraOrNone = "extra_card" "Extra card" choice::<ExtraOrNone>().or_id("none");
    /// Pieces of terrain that the side may place: 1 to 3, or 0 before the roll.
    TERRAIN_PIECES: i32 = "terrain_pieces" "Pieces of terrain" whole(1, 3);
    /// Pieces of terrain that the side has placed: piece → number.
    TERRAIN: Map<String, Json> = "terrain" "Terrain placed";
    /// True if the side's terrain is chosen.
    TERRAIN_CHOSEN: bool = "terrain_chosen" "Terrain is chosen";
    /// True if the side has tried to remove or shift terrain.
    TERRAIN_TRIED: bool = "terrain_tried" "Tried to shift terrain";
    /// Cards left in the side's deck: card → number. Empty if the deck is full.
    DECK: Map<String, Json> = "deck" "Cards left";
    /// All cards of the side's deck: card → number. Empty if no deck has been built.
    FULL_DECK: Map<String, Json> = "full_deck" "The whole deck";

    /// Turns before nightfall: 5 to 10; 0 before the roll.
    NIGHTFALL_TURNS: i32 = "nightfall_turns" "Turns before nightfall" whole(EARLIEST_NIGHTFALL, LATEST_NIGHTFALL);
    /// Card in play.
    CARD: InPlay = "card" "Card in play" choice::<InPlay>().or_id("none");
    /// Set whenever an act is paid for or resolved, to clear other trackers. Always empty.
    PAID: Map<String, Json> = "paid" "Last paid for";
    /// Side that rolled higher and has not chosen yet.
    INITIATIVE_WINNER: Roller = "initiative_winner" "Chooses";
    /// The smaller roll for the initiative.
    FIRST_PIPS: i32 = "first_pips" "Smaller roll" whole(0, 12);
    /// The larger roll for the initiative.
    SECOND_PIPS: i32 = "second_pips" "Larger roll" whole(0, 12);
    /// True if the roll for the initiative was a tie.
    INITIATIVE_TIED: bool = "initiative_tied" "Initiative tied" flag().or(false);
    /// Side that won the roll for the current initiatives. Recorded only under the ruling that only its routed units run (R18).
    ROLL_WON_BY: Roller = "roll_won_by" "Won the roll";
    /// True if night has fallen, which ends the battle.
    NIGHT: bool = "night" "Night has fallen";
}

rules::facts! {
    /// Ids of fields of inputs that belong to no single unit.
    pub const FIELDS_OF_INPUTS;

    /// True if the acting side has the initiative. Exists only in inputs.
    HAS_INITIATIVE: bool = "has_initiative" "Its side has the initiative" flag().or(true);
    /// True if an enemy is in the unit's square. Exists only in inputs.
    SAME_SQUARE_AS_ENEMY: bool = "same_square_as_enemy" "Enemy in its square" flag().or(false);
    /// Arc of the enemy that is attacked. Exists only in inputs.
    ATTACK_ARC: Arc = "attack_arc" "Attacks its" choice::<Arc>().or_id("front");
}

/// Largest number of morale chips that a side can have.
pub const MOST_CHIPS: i32 = 40;
/// Least number of turns before nightfall.
pub const EARLIEST_NIGHTFALL: i32 = 5;
/// Largest number of turns before nightfall.
pub const LATEST_NIGHTFALL: i32 = 10;

// ---- Checks of units

/// True of a unit with a weapon to reload. *Reload.*
pub fn can_reload(unit: &Facts) -> bool {
    unit.value(SHOOT_DIE).is_some_and(|die| die != DieOrNone::None)
}

/// Message for a tercio that has lost both stands of arquebus.
pub const ARQUEBUS_GONE: &str = "The arquebus stands of this tercio are gone, so it shoots no more.";
/// Message for types that do not pursue.
pub const WHO_PURSUES: &str = "Only militia and horse pursue a routed enemy.";
/// Message for types that do not follow a loser.
pub const WHO_FOLLOWS: &str = "Only foot and horse follow a loser.";
/// Message for types that do not dismount.
pub const WHO_DISMOUNTS: &str = "Only knights dismount.";

/// Accepts units that can shoot. A tercio shoots with its two stands of arquebus. *TERCIO; R42.*
pub fn shooter(unit: &Facts) -> Result<(), Text> {
    if unit.value(SHOOT_DIE).is_none_or(|die| die == DieOrNone::None) {
        return Err("nothing to shoot with.".into());
    }
    if unit.value(TYPE).zip(unit.value(STANDS)).is_some_and(|(kind, stands)| kind.has_lost_arquebus(stands)) {
        Err(ARQUEBUS_GONE.into())
    } else {
        Ok(())
    }
}

/// Accepts types that pursue routed enemies.
pub fn pursuer(unit: &Facts) -> Result<(), Text> {
    if unit.value(TYPE).is_some_and(TroopType::pursues) { Ok(()) } else { Err(WHO_PURSUES.into()) }
}

/// Accepts mounted knights.
pub fn knights(unit: &Facts) -> Result<(), Text> {
    if unit.equals(TYPE, TroopType::Knights) { Ok(()) } else { Err(WHO_DISMOUNTS.into()) }
}

/// Accepts knights of the French army, and knights marked as headstrong.
pub fn french_knights(unit: &Facts) -> Result<(), Text> {
    let french = unit.equals(ARMY, Army::French) || unit.holds(HEADSTRONG);
    if french && unit.equals(TYPE, TroopType::Knights) {
        Ok(())
    } else {
        Err("Only French knights charge against orders.".into())
    }
}

/// Accepts French or headstrong knights that an approaching enemy can draw: on the table, not routed, and without contacts.
pub fn can_be_drawn(unit: &Facts) -> Result<(), Text> {
    french_knights(unit)?;
    if in_hand(unit) && !unit.lists_any(CONTACT) { Ok(()) } else { Err("These charge nobody now.".into()) }
}

/// Accepts types that follow a loser that falls back (R13).
pub fn follower(unit: &Facts) -> Result<(), Text> {
    if unit.value(TYPE).is_some_and(TroopType::follows) { Ok(()) } else { Err(WHO_FOLLOWS.into()) }
}

/// Accepts types that charge or evade without the initiative.
pub fn reacts(unit: &Facts) -> Result<(), Text> {
    match unit.value(TYPE) {
        Some(kind) if kind.may_charge_on_opportunity() || kind.may_evade() => Ok(()),
        _ => Err("Only knights, lancers, light horse, skirmishers and carabins react.".into()),
    }
}

/// Accepts units on the table.
pub fn there(unit: &Facts) -> Result<(), Text> {
    if on_table(unit) { Ok(()) } else { Err("no longer on the table.".into()) }
}

/// Accepts the unit that the leader is with.
pub fn led(unit: &Facts) -> Result<(), Text> {
    if unit.holds(LEADER_ATTACHED) { Ok(()) } else { Err("The leader is not with it.".into()) }
}

// ---- State of units

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

/// Ids of enemies recorded in a unit's square.
pub fn contacts(unit: &Facts) -> Vec<String> {
    unit.value(CONTACT).unwrap_or_default()
}

// ---- State of the battle

/// True if the turn is over: the roll for the initiative was a tie, or a deck is empty (R19).
pub fn turn_is_over(table: &Table) -> bool {
    table.battle.holds(INITIATIVE_TIED) || table.sides.iter().any(|side| cards_left(side) == Some(0))
}

/// True if a side has rolled higher and has not chosen yet.
pub fn winner_is_known(table: &Table) -> bool {
    table.battle.value(INITIATIVE_WINNER).is_some_and(|winner| winner != Roller::None)
}

/// Field for the act that a unit or the leader does.
pub const ACTION_OF: Fact<ActionKind> = fact!("action");

/// The side with the initiative; `None` outside the two initiatives.
pub fn active(table: &Table) -> Option<Side> {
    let place = match table.phase {
        phases::FIRST_SIDE => Place::First,
        phases::SECOND_SIDE => Place::Second,
        _ => return None,
    };
    Side::BOTH.into_iter().find(|side| table.side(*side).equals(PLACE, place))
}

/// True if the routed units of a side do not run in its initiative, because the other side won the roll (R18).
pub fn lost_roll(table: &Table, side: Side) -> bool {
    let winner = table.battle.value(ROLL_WON_BY).filter(|winner| *winner != Roller::None);
    let only_winners = table.ruling(ROUT_MOVES) == Some(RoutMoves::AfterWonRoll.id());
    only_winners && winner.is_some_and(|winner| winner.id() != side.id())
}

/// True if the acting side has the initiative; `None` outside the two initiatives.
pub fn has_initiative(scene: &Scene) -> Option<bool> {
    active(&scene.table).map(|active| active == scene.acts)
}

/// The card in play; `None` if there is none.
pub fn card_in_play(table: &Table) -> Option<Card> {
    table.battle.value(CARD).and_then(InPlay::card)
}

/// State of a side's leader; lost for a side without the tracker.
pub fn leader(side: &Facts) -> Leader {
    side.value(LEADER).unwrap_or(Leader::Lost)
}

/// Cards left in a side's deck; `None` if no deck has been built. An empty tracker means a full deck.
pub fn deck(side: &Facts) -> Option<Map<String, Json>> {
    let built = |fact| side.value(fact).filter(|cards: &Map<String, Json>| !cards.is_empty());
    built(DECK).or_else(|| built(FULL_DECK))
}

/// Number of cards left in a side's deck; `None` if no deck has been built.
pub fn cards_left(side: &Facts) -> Option<i32> {
    Some(deck(side)?.values().filter_map(i32::read).sum())
}

/// True if the Leader Check card is in play and the side's leader has not been checked on it.
pub fn must_check_leader(table: &Table, side: Side) -> bool {
    let trackers = table.side(side);
    card_in_play(table) == Some(Card::LeaderCheck)
        && !trackers.holds(LEADER_CHECKED)
        && leader(trackers) != Leader::Lost
}

/// True if the Sultan leads the acting side, or if its army has his guard, which fights only under him. *Ottomans.*
pub fn sultan(scene: &Scene) -> bool {
    scene.side().holds(SULTAN) || scene.table.of(scene.acts).any(|unit| unit.facts.equals(ROW, RowId::SultansGuard))
}

/// The unit that a side's leader is with; `None` if there is none.
pub fn unit_of_leader(table: &Table, side: Side) -> Option<&TableUnit> {
    table.of(side).find(|unit| unit.facts.holds(LEADER_ATTACHED))
}

// ---- Filling in inputs

/// Copies a fact to the field of the same id.
pub fn copy<T: FactValue>(facts: &Facts, fact: Fact<T>, input: &mut Input) {
    copy_as(facts, fact, input, fact);
}

/// Copies a fact to a field of another id.
pub fn copy_as<T: FactValue>(facts: &Facts, fact: Fact<T>, input: &mut Input, field: Fact<T>) {
    if let Some(value) = facts.value(fact) {
        put(input, field, value);
    }
}

/// Fills in whether the acting side has the initiative.
pub fn fill_initiative(scene: &Scene, input: &mut Input) {
    if let Some(has_it) = has_initiative(scene) {
        put(input, HAS_INITIATIVE, has_it);
    }
}

/// Full move of a leader, in squares. *Move distance.*
pub const LEADER_MOVES: f64 = 4.0;

/// Full move of a unit in squares; [`LEADER_MOVES`] for facts without a move, which belong to a leader.
pub fn full_move(unit: &Facts) -> f64 {
    unit.value(MOVE_SQUARES).unwrap_or(LEADER_MOVES)
}
