//! Parts of a description that are read at a glance: hits and stands of units, and the sides' counts.

use super::super::words;
use crate::facts::*;
use rules::prelude::*;
use rules::ruleset::{Look, StatusItem};

/// Morale chips are shown as few up to this number, because one bad result could take them all. *Morale chips.*
const FEW_CHIPS: i32 = 3;
/// Cards are shown as few up to this number, because an empty deck ends the turn.
const FEW_CARDS: i32 = 3;

/// Values that cards and rows show at a glance. The sign draws the stands. The main tracker is the hits, because they change most often.
pub const GLANCE: Glance = Glance {
    sign: super::sign::sign,
    arms: |_| None,
    remaining: |_, _| None,
    // Acts count on the card in play only.
    has_acted: |unit| [DONE_MOVE, DONE_RELOAD, DONE_FIGHT, DONE_RALLY].iter().any(|flag| unit.holds(*flag)),
    has_occasion: |_, _| true,
    left: super::dice_in_words,
    is_out: |unit| unit.knows(STATE) && !on_table(unit),
    main_tracker: |unit| unit.knows(HITS).then(|| HITS.id()),
    status,
};

/// The card in play, pips and cards left of the side with the initiative, opportunity chips of the other, and both sides' morale chips.
fn status(table: &Table) -> Vec<StatusItem> {
    let mut items = Vec::new();
    let night = table.battle.value(NIGHTFALL_TURNS).filter(|turns| *turns > 0 && table.turn() >= *turns);
    // The sign of nightfall has neither side's colour.
    items.extend(night.map(|_| StatusItem::sign("Last turn before night", Look::Night)));
    items.extend(card_in_play(table).map(|card| StatusItem::word("Card in play", card.label(), Look::Card)));
    if let Some(side) = active(table) {
        let pips = table.side(side).value(PIPS).unwrap_or_default();
        items.push(StatusItem::number("Impetus", pips, Look::Counter).of(side));
        let cards = cards_left(table.side(side));
        items.extend(
            cards.map(|left| StatusItem::number("Cards left", left, Look::Deck).of(side).low_if(left <= FEW_CARDS)),
        );
        let answers = table.side(side.other()).value(OPPORTUNITY_CHIPS).filter(|chips| *chips > 0);
        items.extend(
            answers.map(|chips| StatusItem::number("Opportunity chips", chips, Look::Disc(&[])).of(side.other())),
        );
    }
    for side in Side::BOTH {
        let trackers = table.side(side);
        let chips = trackers.value(MORALE_CHIPS).filter(|chips| *chips > 0 || trackers.holds(CHIPS_ROLLED));
        items
            .extend(chips.map(|chips| {
                StatusItem::number("Morale chips", chips, Look::Chip).of(side).low_if(chips <= FEW_CHIPS)
            }));
    }
    items
}

/// A unit's card on paper: the hits that a stand takes, the die of its checks, and boxes for stands, hits, state and F marker. The
/// description has its other dice.
pub const PAPER: PaperCard = PaperCard {
    numbers: |unit| {
        let hits = unit.value(TYPE).zip(unit.value(STANDS)).map(|(kind, stands)| kind.hits_per_stand(stands));
        let stand = hits.map(|n| text!("loses a stand at {n} {n|hit|hits}", n = n));
        let check = unit.value(FIGHT_DIE).map(|die| text!("courage: {die} against a D6", die = words::word(die)));
        [stand, check].into_iter().flatten().collect()
    },
    boxes: &[STANDS.id(), HITS.id(), STATE.id(), FIRED.id()],
};
