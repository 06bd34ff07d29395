//! The deck: its twenty cards, and turning the next one.

use super::army_lists::{Army, ListedArmy};
use super::bans::{
    CARDS_AND_PIPS, NIGHT_FALLEN, NOT_ACTIVE, TURN_OVER, courage_unsettled, is_after_set_up, own_side, set_up_over,
};
use super::price::{self, CARD_COST};
use super::rulings::Indecision;
use super::terms::{Card, ExtraCard, ExtraOrNone, InPlay};
use super::words;
use crate::facts::*;
use crate::ids::{phases, procedures};
use rules::prelude::*;
use rules::procedure::Lots;
use serde_json::{Map, Value as Json};

/// Procedure that builds a side's deck of twenty cards.
pub const DECK_BUILD: Procedure = Procedure::of::<DeckBuild>(procedures::DECK_BUILD, "Build the deck")
    .heading("How to set up playing; extra cards of the army lists")
    .about("Nineteen cards are the same for all; the twentieth comes with the army.")
    .for_side()
    .bans(&[&[NIGHT_FALLEN, set_up_over(|act| is_after_set_up(act) && deck(own_side(act)).is_some())]])
    .rulings(&["R17", "R28"])
    .fill(|scene, input| {
        if let Some(unit) = scene.table.of(scene.acts).next() {
            copy(&unit.facts, ARMY, input);
        }
        if scene.side().value(EXTRA_CARD).is_some_and(|card| card != ExtraOrNone::None) {
            copy(scene.side(), EXTRA_CARD, input);
        }
    });

/// Procedure that turns the next card of a shuffled deck.
pub const DRAW_CARD: Procedure = Procedure::of::<DrawCard>(procedures::DRAW_CARD, "Turn a card")
    .heading("How to battle – cards and pips")
    .about("Turning a card costs a pip. For a deck that is kept here; with real cards, name the card that was turned.")
    .chances(&[
        Chance::of("Infantry Move", field!(Drawn, card), Is::Word("infantry_move")),
        Chance::of("Cavalry Move", field!(Drawn, card), Is::Word("cavalry_move")),
        Chance::of("Reload", field!(Drawn, card), Is::Word("reload")),
        Chance::of("Melee", field!(Drawn, card), Is::Word("melee")),
        Chance::of("Leader Check", field!(Drawn, card), Is::Word("leader_check")),
        Chance::of("Milling Around", field!(Drawn, card), Is::Word("milling_around")),
        Chance::of("Courage", field!(Drawn, card), Is::Word("courage")),
        Chance::of("Command Indecision", field!(Drawn, card), Is::Word("command_indecision")),
    ])
    .rulings(&["R17", "R19"])
    .for_side()
    .bans(&[&[
        NIGHT_FALLEN,
        TURN_OVER,
        NOT_ACTIVE,
        Ban::table("must_obey", CARDS_AND_PIPS, "Settle the card in play first: it is compulsory.", |act| {
            match card_in_play(&act.scene.table) {
                Some(Card::LeaderCheck) => must_check_leader(&act.scene.table, act.scene.acts),
                Some(Card::Courage) => act.scene.table.of(act.scene.acts).any(|unit| courage_unsettled(&unit.facts)),
                _ => false,
            }
        }),
    ]])
    .price(price::card)
    .lots(Lots { draw: "Turn the card", name: "Name the card", faces: cards_to_name })
    .fill(|scene, input| {
        if let Some(deck) = deck(scene.side()) {
            put(input, DECK, deck);
        }
    });

form! {
    /// Ruling on the deck.
    pub struct DeckRulings {
        r17_command_indecision: Indecision = choice_of(choice::<Indecision>()).or_id("not_in_deck"),
    }
}

form! {
    /// Input of a deck.
    pub struct DeckBuild {
        army: Army = unit(of(ARMY)).required(),
        extra_card: Option<ExtraCard> = choice_of(choice::<ExtraCard>()).optional().label("Extra card")
            .help("Most armies' lists fix it.")
            .when(&[When { field: field!(DeckBuild, army), is: &["moorish", "other"] }]),
        rulings: DeckRulings = choice_of(object::<DeckRulings>()).or_empty().rare(),
    } validate(DeckBuild::validate)
}

outcome! {
    /// Cards of a deck, by kind. *How to set up playing.*
    pub struct DeckBuilt {
        /// Number of each card.
        pub deck: Record,
        /// Total number of cards.
        pub total: i32,
        /// The card added for the army.
        pub extra_card: ExtraCard,
    }
}

impl DeckBuild {
    /// The card on the army's list; `None` if it has none.
    fn listed_card(&self) -> Option<ExtraCard> {
        self.army.listed().and_then(ListedArmy::extra_card)
    }

    /// The card added for the army: chosen by players, or on the army's list. `None` if neither is known.
    fn twentieth_card(&self) -> Option<ExtraCard> {
        self.extra_card.or(self.listed_card())
    }

    fn validate(&self) -> Result<(), Refusal> {
        self.twentieth_card().map(|_| ()).ok_or_else(|| Refusal::missing(field!(DeckBuild, extra_card)))
    }
}

/// Number of cards of a kind in every deck. *How to set up playing.*
fn in_every_deck(card: Card) -> i32 {
    match card {
        Card::InfantryMove | Card::CavalryMove | Card::Melee => 3,
        Card::Reload | Card::LeaderCheck => 2,
        Card::MillingAround => 5,
        Card::Courage => 1,
        Card::CommandIndecision => 0,
    }
}

impl Rule for DeckBuild {
    type Outcome = DeckBuilt;

    fn permit(&self) -> Result<(), Refusal> {
        let Some(chosen) = self.extra_card else { return Ok(()) };
        let listed = match self.listed_card() {
            Some(listed) => chosen == listed,
            // The Moors choose one of the two move cards.
            None if self.army == Army::Moorish => matches!(chosen, ExtraCard::InfantryMove | ExtraCard::CavalryMove),
            None => true,
        };
        forbid_if(!listed, field!(DeckBuild, extra_card), "The army's list names another card.")
    }

    fn play(&self, _: &mut Dice) -> Result<DeckBuilt, Halt> {
        // `validate` requires a card, so the value does not matter.
        let extra_card = self.twentieth_card().unwrap_or(ExtraCard::InfantryMove);
        let indecision = self.rulings.r17_command_indecision == Indecision::ReplacesOneMillingAround;
        let mut deck = Record::with_room(Card::ALL.len());
        let mut total = 0;
        for card in Card::ALL.iter().copied() {
            let swapped = match card {
                Card::MillingAround => -i32::from(indecision),
                Card::CommandIndecision => i32::from(indecision),
                _ => 0,
            };
            let count = in_every_deck(card) + i32::from(card == extra_card.card()) + swapped;
            total += count;
            deck.set(card.id(), count);
        }
        Ok(DeckBuilt { deck, total, extra_card })
    }

    fn describe(&self, built: &DeckBuilt, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!(
            "{n} cards, one more {card} among them.",
            n = built.total,
            card = words::word(built.extra_card)
        ));
        let deck =
            Map::from_iter(Card::ALL.iter().map(|card| (card.id().to_owned(), built.deck.sum(card.id()).into())));
        consequences.put(SIDE, DECK, deck.clone()).put(SIDE, FULL_DECK, deck);
        consequences.put(SIDE, EXTRA_CARD, built.extra_card);
    }
}

form! {
    /// Input of turning a card.
    pub struct DrawCard {
        deck: Counts<Card> = unit(counts::<Card>(20)).label("Cards left"),
        pips: i32 = unit(of(PIPS)).required(),
    } validate(DrawCard::validate)
}

outcome! {
    /// The card turned, and the pips and cards left. *How to battle – cards and pips.*
    pub struct Drawn {
        /// The card.
        pub card: Card,
        /// Pips left; turning a card costs one.
        pub pips_left: i32,
        /// Cards left in the deck.
        pub cards_left: i32,
        /// True if this was the last card of the deck.
        pub last_card: bool,
        /// True if the initiative is rolled again at once.
        pub new_initiative: bool,
    }
}

impl DrawCard {
    fn validate(&self) -> Result<(), Refusal> {
        bad_if(self.deck.total() > 20, field!(DrawCard, deck), "A deck has twenty cards.")
    }

    /// The card at this index, from 1, counted through all cards in order.
    fn card_at(&self, mut index: i32) -> Card {
        let card = self.deck.iter().find(|(_, count)| {
            index -= count;
            index <= 0
        });
        // No face of the die is beyond the last card.
        card.map_or(Card::CommandIndecision, |(card, _)| card)
    }
}

impl Rule for DrawCard {
    type Outcome = Drawn;

    fn permit(&self) -> Result<(), Refusal> {
        forbid_if(self.deck.total() == 0, field!(DrawCard, deck), "The deck is used up: the turn ends.")?;
        forbid_if(self.pips < CARD_COST, field!(DrawCard, pips), "Turning a card costs a pip.")
    }

    fn play(&self, dice: &mut Dice) -> Result<Drawn, Halt> {
        let cards = self.deck.total();
        let card = self.card_at(dice.die("card", u8::try_from(cards).unwrap_or(u8::MAX))?);
        // Command Indecision takes all pips of the side. *Command Indecision.*
        let new_initiative = card == Card::CommandIndecision;
        Ok(Drawn {
            card,
            pips_left: if new_initiative { 0 } else { self.pips - CARD_COST },
            cards_left: cards - 1,
            last_card: cards == 1,
            new_initiative,
        })
    }

    fn describe(&self, drawn: &Drawn, consequences: &mut ConsequencesBuilder) {
        consequences.say(text!("{card}: {what}", card = words::word(drawn.card), what = allows(drawn.card)));
        if drawn.last_card {
            consequences.say("It is the last of the deck: once it has been acted on, the turn ends.");
        }
        let left = self
            .deck
            .iter()
            .map(|(card, count)| (card.id().to_owned(), Json::from(count - i32::from(card == drawn.card))));
        consequences.put(SIDE, DECK, Map::from_iter(left)).count(SIDE, PIPS, self.pips, drawn.pips_left);
        consequences.put(BATTLE, CARD, InPlay::from(drawn.card));
        consequences.put(SIDE, MARCH_DUE, InPlay::from(drawn.card).is_move_card());
        match drawn.card {
            Card::LeaderCheck | Card::Courage => {
                consequences.say("The card must be obeyed.");
            }
            Card::CommandIndecision => {
                consequences.put(ENEMY_SIDE, PIPS, 0).begin_phase(phases::INITIATIVE);
            }
            _ => {}
        }
    }
}

/// Kinds of card left in the deck, each with the lowest face of the die that turns it.
fn cards_to_name(input: &Input) -> Vec<(Text, u8)> {
    let deck = answer(input, DECK).unwrap_or_default();
    let left = |card: Card| deck.get(card.id()).and_then(i32::read).unwrap_or(0);
    let mut before = 0;
    let mut named = Vec::new();
    for card in Card::ALL.iter().copied() {
        let count = left(card);
        if let (1.., Ok(face)) = (count, u8::try_from(before + 1)) {
            named.push((text!("{card} · {n} left", card = card.label(), n = count), face));
        }
        before += count;
    }
    named
}

/// Acts that a card allows, in words. *How to battle – cards and pips.*
pub fn allows(card: Card) -> &'static str {
    match card {
        Card::InfantryMove => {
            "foot and the leader move or turn for 1 pip each, guns and wagons for 3; or the army marches."
        }
        Card::CavalryMove => "horse and the leader move or turn for 1 pip each; or the army marches.",
        Card::Reload => "F markers come off for 1 pip a unit; crossbows, guns and wagons pay 2.",
        Card::Melee => "units fight an enemy in their square for 1 pip each.",
        Card::LeaderCheck => "a leader in danger is rolled for; if he lives he may move, join a unit, or rally.",
        Card::MillingAround => "nothing happens.",
        Card::Courage => "units with an enemy in their square, or a fearsome one near, check their courage.",
        Card::CommandIndecision => "all pips are gone, and the initiative is rolled again.",
    }
}
