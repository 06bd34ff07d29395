//! Facts of units, sides and the battle, conditions of roles, and the parts of a procedure's input that these fill in.

use super::army_lists::{Army, RowId};
use super::rulings::{ROUT_MOVES, RoutMoves};
use super::terms::{
    Actor, Card, Die, DieOrNone, Direction, ExtraOrNone, Fate, Ground, InPlay, Leader, Place, Ratio, Roller, TroopType,
};
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
    /// Type of a unit: as entered, of its row, or of knights who dismounted.
    TYPE: TroopType = "type" "Type" choice::<TroopType>();
    /// The type once more, under the name that acts and moves take it by.
    UNIT_TYPE: Actor = "unit_type" "Who" choice::<Actor>();
    /// The type once more, under the name that a pursuit takes it by.
    WINNER_TYPE: TroopType = "winner_type" "Victor" choice::<TroopType>();
    /// Full move, in squares.
    MOVE_SQUARES: f64 = "move_squares" "Move" half(0.5, 12.0);
    /// Die for fighting and morale.
    FIGHT_DIE: Die = "fight_die" "Fight die" choice::<Die>();
    /// Die for shooting; `none` of units that do not shoot.
    SHOOT_DIE: DieOrNone = "shoot_die" "Shoot die" choice::<DieOrNone>().or_id("none");
    /// Range of its weapons, in squares; absent of units that do not shoot.
    WEAPON_RANGE_SQUARES: f64 = "weapon_range_squares" "Weapon range" half(0.0, 24.0);
    /// Armed with ordinary bows.
    BOW_ARMED: bool = "bow_armed" "Ordinary bows" flag().or(false);
    /// Feared by enemies.
    FEARSOME: bool = "fearsome" "Fearsome" flag().or(false);
    /// A phalanx of Swiss.
    SWISS: bool = "swiss" "Swiss" flag().or(false);

    /// Stands left: 0 to 6.
    STANDS: i32 = "stands" "Stands left" whole(1, 6);
    /// Hits on the marked stand.
    HITS: i32 = "hits" "Hits" whole(0, 3).or(0);
    /// State: in order, disordered, routed, or off the table.
    STATE: Fate = "state" "State";
    /// Carries an F marker.
    FIRED: bool = "fired" "Has fired" flag().or(false);
    /// The leader is with it.
    LEADER_ATTACHED: bool = "leader_attached" "Leader attached" flag().or(false);
    /// Direction that it faces.
    FACING: Direction = "facing" "Facing" choice::<Direction>();
    /// Moved, or changed direction, on this card.
    DONE_MOVE: bool = "done_move" "Moved on this card";
    /// Reloaded on this card.
    DONE_RELOAD: bool = "done_reload" "Reloaded on this card";
    /// Attacked on this card.
    DONE_FIGHT: bool = "done_fight" "Fought on this card";
    /// The leader tried to rally it on this card.
    DONE_RALLY: bool = "done_rally" "Rally tried on this card";
    /// Courage settled on this card.
    DONE_COURAGE: bool = "done_courage" "Courage settled on this card";
    /// Must check its courage on this card.
    MUST_CHECK_COURAGE: bool = "must_check_courage" "Must check courage";
    /// Can be chipped right now.
    MAY_BE_CHIPPED: bool = "may_be_chipped" "May be chipped now";
    /// Winner of the fight after which it can be chipped: a unit's id, or empty.
    BEATEN_BY: String = "beaten_by" "Beaten by";
    /// Must roll not to pursue.
    MUST_PURSUE: bool = "must_pursue" "Must roll not to pursue";
    /// Has pursued in this initiative.
    PURSUED: bool = "pursued" "Has pursued";
    /// Enemies in its square, as far as players said so: ids of units.
    CONTACT: Vec<String> = "contact" "In the square with";
    /// Ground under it.
    GROUND: Ground = "ground" "Ground";
    /// Headstrong knights of an army without a list: they charge whoever comes near.
    HEADSTRONG: bool = "headstrong" "Must charge within 3 squares" flag();
    /// The enemy that has come near and draws it: a unit's id, or empty.
    DRAWN_BY: String = "drawn_by" "Drawn by";
    /// The loser of a fight that falls back before it, and whom it may follow: a unit's id, or empty.
    MAY_FOLLOW: String = "may_follow" "May follow";
    /// Has made an opportunity charge in this initiative and has not fought since, where that gives a bonus (R57).
    HAS_CHARGED: bool = "has_charged" "Has charged on an opportunity";
    /// Has made its rout move in this initiative.
    DONE_ROUT: bool = "done_rout" "Has run in this initiative";
    /// Friends moved through it in this initiative.
    MOVED_THROUGH: bool = "moved_through" "Friends moved through";
    /// Pips that enemies scored on it by shooting in this initiative.
    PRIOR_PIPS: i32 = "prior_pips" "Pips scored on it" whole(0, 200).or(0);
    /// Best ratio among those shots.
    PRIOR_RATIO: Ratio = "prior_ratio" "Best ratio scored on it" choice::<Ratio>().or_id("none");
    /// It has routed, and its stands cost no chip any more, where a stand costs one in all (R11).
    CHIPS_PAID: bool = "chips_paid" "Chips paid for its stands" flag().or(false);
    /// Knights who fight on foot in this battle.
    DISMOUNTED: bool = "dismounted" "Fights on foot";
    /// Figures of knights who fight on foot: `move_squares`, `fight_die`.
    DISMOUNTED_AS: Map<String, Json> = "dismounted_as" "Figures on foot";
    /// Morale chips: 0 to [`MOST_CHIPS`].
    MORALE_CHIPS: i32 = "morale_chips" "Morale chips" whole(0, 40).or(0);
    /// Morale chips have been rolled for.
    CHIPS_ROLLED: bool = "chips_rolled" "Morale chips rolled";
    /// Opportunity chips: 0 to 3.
    OPPORTUNITY_CHIPS: i32 = "opportunity_chips" "Opportunity chips" whole(0, 3).or(0);
    /// Pips left: 0 to 12.
    PIPS: i32 = "pips" "Pips" whole(0, 12).or(0);
    /// Place of its initiative: first or second.
    PLACE: Place = "place" "Goes";
    /// The leader: free, with a unit, or lost.
    LEADER: Leader = "leader" "Leader";
    /// A leader killed in a fight is still to be paid for.
    LEADER_LOSS_DUE: bool = "leader_loss_due" "Pays for its leader";
    /// The Sultan leads.
    SULTAN: bool = "sultan" "He is the Sultan" flag().or(false);
    /// The leader was checked on this card.
    LEADER_CHECKED: bool = "leader_checked" "Leader checked on this card";
    /// The leader moved on this card.
    LEADER_MOVED: bool = "leader_moved" "Leader moved on this card";
    /// The army may still march.
    MARCH_AVAILABLE: bool = "march_available" "May still march" flag().or(true);
    /// The army marched on this card.
    MARCHED: bool = "marched" "Marched on this card";
    /// A move card was turned and has not been marched on.
    MARCH_DUE: bool = "march_due" "Move card not marched on yet";
    /// The twentieth card of its deck.
    EXTRA_CARD: ExtraOrNone = "extra_card" "Extra card" choice::<ExtraOrNone>().or_id("none");
    /// Pieces of terrain that it may place: 0 before the roll, then 1 to 3.
    TERRAIN_PIECES: i32 = "terrain_pieces" "Pieces of terrain";
    /// Pieces of terrain that it has placed: piece → number.
    TERRAIN: Map<String, Json> = "terrain" "Terrain placed";
    /// Its terrain is chosen.
    TERRAIN_CHOSEN: bool = "terrain_chosen" "Terrain is chosen";
    /// It has tried to remove or shift terrain.
    TERRAIN_TRIED: bool = "terrain_tried" "Tried to shift terrain";
    /// Cards left in its deck: card → number. Without any entry the deck is full.
    DECK: Map<String, Json> = "deck" "Cards left";
    /// Its whole deck: card → number. Without any entry no deck has been built.
    FULL_DECK: Map<String, Json> = "full_deck" "The whole deck";

    /// Turns before nightfall: 5 to 10; 0 before the roll.
    NIGHTFALL_TURNS: i32 = "nightfall_turns" "Turns before nightfall" whole(5, 10);
    /// Card in play.
    CARD: InPlay = "card" "Card in play" choice::<InPlay>().or_id("none");
    /// Set whenever something is paid for or resolved; it holds nothing.
    PAID: Map<String, Json> = "paid" "Last paid for";
    /// Side that rolled higher and has not chosen yet.
    INITIATIVE_WINNER: Roller = "initiative_winner" "Chooses";
    /// The smaller roll for the initiative.
    FIRST_PIPS: i32 = "first_pips" "Smaller roll";
    /// The larger roll for the initiative.
    SECOND_PIPS: i32 = "second_pips" "Larger roll";
    /// The roll for the initiative was a tie.
    INITIATIVE_TIED: bool = "initiative_tied" "Initiative tied" flag().or(false);
    /// Side that won the roll for the initiatives that are played, where its routed units alone run (R18).
    ROLL_WON_BY: Roller = "roll_won_by" "Won the roll";
    /// Night has fallen: the battle is over.
    NIGHT: bool = "night" "Night has fallen";
}

rules::facts! {
    /// Ids of fields of inputs that describe no unit by itself.
    pub const FIELDS_OF_INPUTS;

    /// The side that acts has the initiative: a field of inputs, and of no record.
    HAS_INITIATIVE: bool = "has_initiative" "Its side has the initiative" flag().or(true);
    /// An enemy is in the square of the unit: a field of inputs, and of no record.
    SAME_SQUARE_AS_ENEMY: bool = "same_square_as_enemy" "Enemy in its square" flag().or(false);
}

/// The most morale chips that a side can have.
pub const MOST_CHIPS: i32 = 40;

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
