//! Trackers of units, of sides and of the battle.

use super::super::terms::{Card, Die, Fate, InPlay, Leader, Piece, Roller};
use super::super::words;
use crate::facts::*;
use rules::prelude::*;
use rules::ruleset::Look;
use serde_json::Value as Json;

/// Cleared when a card is turned.
const WITH_CARD: Clears = Clears::WhenSet(CARD.id());
/// Cleared whenever an act is paid for or resolved.
const WITH_PAID: Clears = Clears::WhenSet(PAID.id());

/// Trackers of a unit. Acts on a card are cleared with the next card, and records of an initiative when it ends.
pub const UNIT: &[Tracker] = &[
    Tracker::new(STANDS, Tracks::Pips { max: 6 }, Constant::Whole(2))
        .label("Stands")
        .look(Look::Stand)
        .start_from(|unit| Some(first_stands(unit).into()))
        .most(super::full_stands)
        .manual_cost(MORALE_CHIPS, cost_of_stands),
    // Players may record the last hit that a stand takes; it goes at once, with its stand. An input has at most 3.
    Tracker::pips(HITS).up_to(4).threshold(hits_of_a_stand).look(Look::Hit).secret(),
    Tracker::word(STATE)
        .manual_cost(MORALE_CHIPS, cost_of_state)
        .look(Look::Disc(&[("disordered", "D"), ("routed", "R")])),
    Tracker::flag(FIRED).label("Fired").look(Look::Disc(&[("true", "F")])),
    Tracker::flag(LEADER_ATTACHED).unique_per_side(),
    Tracker::word(FACING),
    Tracker::word(GROUND),
    Tracker::flag(DONE_MOVE).card_text("moved on this card").automatic().clears(WITH_CARD),
    Tracker::flag(DONE_RELOAD).card_text("reloaded on this card").automatic().clears(WITH_CARD),
    Tracker::flag(DONE_FIGHT).card_text("fought on this card").automatic().clears(WITH_CARD),
    Tracker::flag(DONE_RALLY).card_text("rally tried on this card").automatic().clears(WITH_CARD),
    Tracker::flag(DONE_COURAGE).card_text("courage settled").automatic().clears(WITH_CARD),
    Tracker::flag(MUST_CHECK_COURAGE).card_text("must check courage").automatic().clears(WITH_CARD),
    // Until another act is paid for (R53).
    Tracker::flag(MAY_BE_CHIPPED).automatic().clears(WITH_PAID),
    Tracker::enemy(BEATEN_BY, on_table).card_text("beaten by {names}").automatic().clears(WITH_PAID),
    Tracker::flag(MUST_PURSUE).automatic().clears(Clears::EachPhase),
    Tracker::flag(PURSUED).card_text("has pursued").automatic().clears(Clears::EachPhase),
    Tracker::contacts(CONTACT, in_hand).card_text("in the square with {names}").automatic(),
    Tracker::enemy(DRAWN_BY, on_table).card_text("drawn by {names}").automatic().clears(Clears::EachPhase),
    Tracker::enemy(MAY_FOLLOW, on_table).card_text("may follow {names}").automatic().clears(Clears::EachPhase),
    Tracker::flag(HAS_CHARGED).card_text("has charged on an opportunity").automatic().clears(Clears::EachPhase),
    Tracker::flag(DONE_ROUT).card_text("has run").automatic().clears(Clears::EachPhase),
    Tracker::flag(MOVED_THROUGH).clears(Clears::EachPhase),
    Tracker::count(PRIOR_PIPS).internal().automatic().clears(Clears::EachPhase),
    Tracker::word(PRIOR_RATIO).internal().automatic().clears(Clears::EachPhase),
    Tracker::flag(CHIPS_PAID).card_text("chips paid for its stands").automatic(),
    Tracker::flag(DISMOUNTED).card_text("on foot").automatic(),
    Tracker::new(DISMOUNTED_AS, Tracks::Data, Constant::EmptyObject).automatic().accepts(figures_on_foot),
];

/// Trackers of a side. An empty deck tracker means a full deck.
pub const SIDE: &[Tracker] = &[
    Tracker::count(MORALE_CHIPS)
        .look(Look::Chip)
        .render(|side| side.value(MORALE_CHIPS).map(|chips| text!("{n} {n|chip|chips}", n = chips)))
        .secret(),
    Tracker::flag(CHIPS_ROLLED).internal().automatic().render(|_| None),
    Tracker::new(OPPORTUNITY_CHIPS, Tracks::Pips { max: 3 }, Constant::Whole(3))
        .look(Look::Chip)
        .clears(Clears::EachPhase)
        .render(|side| side.value(OPPORTUNITY_CHIPS).map(|chips| text!("{n} opp.", n = chips))),
    Tracker::count(PIPS).render(|side| side.value(PIPS).map(words::pips)),
    Tracker::word(PLACE).render(|_| None),
    Tracker::word(LEADER).render(render_leader),
    Tracker::flag(LEADER_LOSS_DUE).internal().automatic().render(|_| None),
    Tracker::flag(SULTAN).label("Led by the Sultan").render(|_| None),
    Tracker::flag(LEADER_CHECKED).internal().automatic().clears(WITH_CARD).render(|_| None),
    Tracker::new(MARCH_AVAILABLE, Tracks::Flag, Constant::Flag(true))
        .render(|side| (side.holds(MARCH_AVAILABLE) && !side.holds(MARCH_DUE)).then(|| "may march".into())),
    Tracker::flag(MARCHED).internal().automatic().clears(WITH_CARD).render(|_| None),
    // Set by a move card: a side that turns the next card without marching may march no more (R33).
    Tracker::flag(MARCH_DUE).internal().automatic().render(|_| None),
    Tracker::flag(LEADER_MOVED).internal().automatic().clears(WITH_CARD).render(|_| None),
    Tracker::word(EXTRA_CARD).render(|_| None),
    Tracker::reading(TERRAIN_PIECES).automatic().render(|_| None),
    Tracker::new(TERRAIN, Tracks::Data, Constant::EmptyObject).accepts(pieces).render(render_terrain),
    Tracker::flag(TERRAIN_CHOSEN).internal().automatic().render(|_| None),
    Tracker::flag(TERRAIN_TRIED).internal().automatic().render(|_| None),
    Tracker::new(DECK, Tracks::Data, Constant::EmptyObject)
        .look(Look::Deck)
        .clears(Clears::EachTurn)
        .accepts(cards)
        .render(render_deck),
    Tracker::new(FULL_DECK, Tracks::Data, Constant::EmptyObject).accepts(cards).render(|_| None),
];

/// Trackers of the battle. The phase shows which side has the initiative.
pub const BATTLE: &[Tracker] = &[
    Tracker::reading(NIGHTFALL_TURNS).render(|battle| {
        let turns = battle.value(NIGHTFALL_TURNS).filter(|turns| *turns > 0);
        turns.map(|turns| text!("night after turn {n}", n = turns))
    }),
    Tracker::word(CARD).look(Look::Card).clears(Clears::EachPhase).render(render_card),
    Tracker::new(PAID, Tracks::Data, Constant::EmptyObject)
        .clears(Clears::EachPhase)
        .accepts(|paid, _, _| paid.is_object()),
    Tracker::new(INITIATIVE_WINNER, Tracks::Word(Roller::CHOICES), Constant::Word("none"))
        .automatic()
        .clears(Clears::EachPhase)
        .render(|_| None),
    Tracker::reading(FIRST_PIPS).automatic().clears(Clears::EachPhase).render(|_| None),
    Tracker::reading(SECOND_PIPS).automatic().clears(Clears::EachPhase).render(|_| None),
    Tracker::flag(INITIATIVE_TIED).internal().automatic().clears(Clears::EachPhase).render(|_| None),
    Tracker::new(ROLL_WON_BY, Tracks::Word(Roller::CHOICES), Constant::Word("none"))
        .internal()
        .automatic()
        .render(|_| None),
    Tracker::flag(NIGHT).automatic().render(|battle| battle.holds(NIGHT).then(|| "night".into())),
];

/// True if a value maps ids of cards to numbers, at most 20 each and in total.
fn cards(cards: &Json, _: &Subject, _: &Table) -> bool {
    let known = |id: &str| Card::ALL.iter().any(|card| card.id() == id);
    let Some(cards) = cards.as_object() else { return false };
    let counts: Option<Vec<i64>> = cards.values().map(Json::as_i64).collect();
    let numbers = counts
        .is_some_and(|counts| counts.iter().all(|count| (0..=20).contains(count)) && counts.iter().sum::<i64>() <= 20);
    numbers && cards.keys().all(|id| known(id))
}

/// True if a value maps ids of pieces of terrain to numbers of at most 4.
fn pieces(pieces: &Json, _: &Subject, _: &Table) -> bool {
    let Some(pieces) = pieces.as_object() else { return false };
    let known = |id: &str| Piece::ALL.iter().any(|piece| piece.id() == id);
    pieces.iter().all(|(id, n)| known(id) && n.as_i64().is_some_and(|n| (0..=4).contains(&n)))
}

/// Pieces of terrain that a side has placed, in words.
fn render_terrain(side: &Facts) -> Option<Text> {
    let placed = side.value(TERRAIN)?;
    let number = |piece: Piece| placed.get(piece.id()).and_then(i32::read).filter(|n| *n > 0);
    let counted = Piece::ALL.iter().filter_map(|piece| Some(piece.counted(number(*piece)?)));
    counted.reduce(|first, second| text!("{first}, {second}", first = first, second = second))
}

form! {
    /// Values of knights on foot.
    pub struct OnFoot {
        move_squares: Option<f64> = unit(of(MOVE_SQUARES)).optional(),
        fight_die: Option<Die> = unit(of(FIGHT_DIE)).optional(),
    }
}

/// True if a value has the fields of knights on foot, or is empty.
fn figures_on_foot(figures: &Json, _: &Subject, _: &Table) -> bool {
    figures.as_object().is_some_and(|figures| OnFoot::FORM.check(figures).is_ok())
}

/// The card in play, in words; `None` if there is none.
fn render_card(battle: &Facts) -> Option<Text> {
    battle.value(CARD).filter(|card| *card != InPlay::None).map(|card| words::word(card).into())
}

/// Number of cards left, in words; `None` if no deck has been built.
fn render_deck(side: &Facts) -> Option<Text> {
    cards_left(side).map(|left| text!("{n} {n|card|cards}", n = left))
}

/// State of the leader, in words.
fn render_leader(side: &Facts) -> Option<Text> {
    let sultan = side.holds(SULTAN);
    Some(match leader(side) {
        Leader::Lost => "leader lost".into(),
        Leader::Attached if sultan => "Sultan with a unit".into(),
        Leader::Attached => "leader with a unit".into(),
        Leader::Free if sultan => "Sultan free".into(),
        Leader::Free => "leader free".into(),
    })
}

/// Stands at the start: those left on the roster, or else all.
fn first_stands(unit: &Facts) -> i32 {
    let full = super::full_stands(unit).unwrap_or(2);
    unit.value(STANDS).map_or(full, |left| left.clamp(1, full))
}

/// Chips for stands that players remove: one each, unless paid for already (R11). *Morale chips.*
fn cost_of_stands(before: &Facts, after: &Facts) -> i32 {
    if before.holds(CHIPS_PAID) {
        return 0;
    }
    before.value(STANDS).zip(after.value(STANDS)).map_or(0, |(before, after)| before - after)
}

/// Chips for a change of state: one for each stand that routs or is destroyed (R11). *Morale chips.*
fn cost_of_state(before: &Facts, after: &Facts) -> i32 {
    let (was, is) = (before.value(STATE), after.value(STATE));
    let lost = matches!(is, Some(Fate::Routed | Fate::Destroyed)) && was != is && !before.holds(CHIPS_PAID);
    // Every unit has stands; without the tracker, nothing is paid.
    if lost { after.value(STANDS).unwrap_or(0) } else { 0 }
}

/// Hits that the marked stand can take.
fn hits_of_a_stand(unit: &Facts) -> Option<i32> {
    unit.value(TYPE).zip(unit.value(STANDS)).map(|(kind, stands)| kind.hits_per_stand(stands))
}
