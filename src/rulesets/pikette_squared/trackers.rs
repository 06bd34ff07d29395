//! Trackers of units, of sides and of the battle.

use super::facts;
use super::terms::{Direction, ExtraOrNone, Fate, InPlay, Ratio, TroopType};
use super::turn::Place;
use super::words;
use crate::choices;
use crate::core::facts::{Fact, Facts};
use crate::core::text::Text;
use crate::form::{Choices, Constant};
use crate::rules::ruleset::{Clears, Look, Tracker, Tracks};
use crate::text;

choices! {
    /// Where a side's leader is.
    pub enum Leader {
        Free = "free" "Free",
        Attached = "attached" "With a unit",
        Lost = "lost" "Lost",
    }
}

/// Trackers of a unit. Those of a card are cleared when the next is turned; those of an initiative, when it passes.
pub const UNIT: &[Tracker] = &[
    Tracker::new(Fact::<serde_json::Value>::new("stands"), "Stands", Tracks::Pips { max: 6 }, Constant::Whole(2))
        .look(Look::Stand)
        .start_from(|unit| Some(full_stands(unit).unwrap_or(2).into()))
        .most(full_stands)
        .toll("morale_chips", |before, after| before.whole("stands") - after.whole("stands")),
    Tracker::new(Fact::<serde_json::Value>::new("hits"), "Hits", Tracks::Pips { max: 4 }, Constant::Whole(0))
        .limit(hits_of_a_stand)
        .look(Look::Hit),
    Tracker::new(Fact::<serde_json::Value>::new("state"), "State", Tracks::Word(Fate::CHOICES), Constant::Word("ok"))
        .toll("morale_chips", state_toll)
        .look(Look::Disc(&[("disordered", "D"), ("routed", "R")])),
    Tracker::flag(Fact::new("fired"), "Fired").look(Look::Disc(&[("true", "F")])),
    Tracker::flag(Fact::new("leader_attached"), "Leader attached").sole(),
    Tracker::new(
        Fact::<serde_json::Value>::new("facing"),
        "Facing",
        Tracks::Word(Direction::CHOICES),
        Constant::Word("n"),
    ),
    Tracker::flag(Fact::new("done_move"), "Moved on this card").kept().clears(Clears::WhenSet("card")),
    Tracker::flag(Fact::new("done_reload"), "Reloaded on this card").kept().clears(Clears::WhenSet("card")),
    Tracker::flag(Fact::new("done_fight"), "Fought on this card").kept().clears(Clears::WhenSet("card")),
    Tracker::flag(Fact::new("done_rally"), "Called by the leader on this card").kept().clears(Clears::WhenSet("card")),
    Tracker::flag(Fact::new("done_courage"), "Courage settled on this card").kept().clears(Clears::WhenSet("card")),
    Tracker::flag(Fact::new("must_check_courage"), "Must check courage").kept().clears(Clears::WhenSet("card")),
    // Right after a result, until anything else is paid for.
    Tracker::flag(Fact::new("may_be_chipped"), "May be chipped now").kept().clears(Clears::WhenSet("paid")),
    Tracker::flag(Fact::new("done_rout"), "Has run in this initiative").kept().clears(Clears::EachPhase),
    Tracker::flag(Fact::new("moved_through"), "Friends moved through").clears(Clears::EachPhase),
    Tracker::count(Fact::new("prior_pips"), "Pips scored on it", 200).kept().clears(Clears::EachPhase),
    Tracker::new(
        Fact::<serde_json::Value>::new("prior_ratio"),
        "Best ratio scored on it",
        Tracks::Word(Ratio::CHOICES),
        Constant::Word("none"),
    )
    .kept()
    .clears(Clears::EachPhase),
];

/// Trackers of a side. A deck that names no card is full.
pub const SIDE: &[Tracker] = &[
    Tracker::count(Fact::new("morale_chips"), "Morale chips", 40)
        .look(Look::Chip)
        .render(|side| Some(words::counted(side.whole("morale_chips"), "1 chip", "{n} chips"))),
    Tracker::new(
        Fact::<serde_json::Value>::new("opportunity_chips"),
        "Opportunity chips",
        Tracks::Pips { max: 3 },
        Constant::Whole(3),
    )
    .look(Look::Chip)
    .clears(Clears::EachPhase)
    .render(|side| Some(text!("{n} opp.", n = side.whole("opportunity_chips")))),
    Tracker::count(Fact::new("pips"), "Pips", 12).render(|side| Some(words::pips(side.whole("pips")))),
    Tracker::new(
        Fact::<serde_json::Value>::new("place"),
        "Goes",
        Tracks::Word(Place::CHOICES),
        Constant::Word("first"),
    )
    .render(|_| None),
    Tracker::new(
        Fact::<serde_json::Value>::new("leader"),
        "Leader",
        Tracks::Word(Leader::CHOICES),
        Constant::Word("free"),
    )
    .render(leader_told),
    Tracker::flag(Fact::new("sultan"), "Led by the Sultan").render(|_| None),
    Tracker::flag(Fact::new("leader_checked"), "Leader checked on this card")
        .kept()
        .clears(Clears::WhenSet("card"))
        .render(|_| None),
    Tracker::new(
        Fact::<serde_json::Value>::new("march_available"),
        "May still march",
        Tracks::Flag,
        Constant::Flag(true),
    )
    .render(|side| (side.flag("march_available") && !side.flag("march_due")).then(|| "may march".into())),
    Tracker::flag(Fact::new("marched"), "Marched on this card").kept().clears(Clears::WhenSet("card")).render(|_| None),
    // A move card lies on the table: whoever turns another without having marched marches no more.
    Tracker::flag(Fact::new("march_due"), "Move card not marched on yet").kept().render(|_| None),
    Tracker::flag(Fact::new("leader_moved"), "Leader moved on this card")
        .kept()
        .clears(Clears::WhenSet("card"))
        .render(|_| None),
    Tracker::new(
        Fact::<serde_json::Value>::new("extra_card"),
        "Extra card",
        Tracks::Word(ExtraOrNone::CHOICES),
        Constant::Word("none"),
    )
    .render(|_| None),
    Tracker::count(Fact::new("terrain_pieces"), "Pieces of terrain", 3).kept().render(|_| None),
    Tracker::flag(Fact::new("terrain_chosen"), "Terrain is chosen").kept().render(|_| None),
    Tracker::flag(Fact::new("terrain_tried"), "Tried to shift terrain").kept().render(|_| None),
    Tracker::new(Fact::<serde_json::Value>::new("deck"), "Cards left", Tracks::Data, Constant::EmptyObject)
        .look(Look::Deck)
        .clears(Clears::EachTurn)
        .render(deck_told),
    Tracker::new(Fact::<serde_json::Value>::new("full_deck"), "The whole deck", Tracks::Data, Constant::EmptyObject)
        .render(|_| None),
];

/// Trackers of the battle. The phase shows which side has the initiative.
pub const BATTLE: &[Tracker] = &[
    Tracker::count(Fact::new("nightfall_turns"), "Turns before nightfall", 10).render(|battle| {
        match battle.whole("nightfall_turns") {
            0 => None,
            n => Some(text!("night after turn {n}", n = n)),
        }
    }),
    Tracker::new(
        Fact::<serde_json::Value>::new("card"),
        "Card in play",
        Tracks::Word(InPlay::CHOICES),
        Constant::Word("none"),
    )
    .look(Look::Card)
    .clears(Clears::EachPhase)
    .render(card_told),
    Tracker::new(Fact::<serde_json::Value>::new("paid"), "Last paid for", Tracks::Data, Constant::EmptyObject)
        .clears(Clears::EachPhase),
];

/// The card in play, if one is.
fn card_told(battle: &Facts) -> Option<Text> {
    let card = InPlay::ALL.iter().copied().filter(|card| *card != InPlay::None);
    card.into_iter().find(|card| battle.is("card", &[card.id()])).map(|card| words::word(card).into())
}

/// Cards left, if a deck is kept.
fn deck_told(side: &Facts) -> Option<Text> {
    let left = i32::try_from(facts::cards_left(side)?).ok()?;
    Some(words::counted(left, "1 card", "{n} cards"))
}

/// The leader, in a word or two.
fn leader_told(side: &Facts) -> Option<Text> {
    let sultan = side.flag("sultan");
    Some(match side.word("leader") {
        "lost" => "leader lost".into(),
        "attached" if sultan => "Sultan with a unit".into(),
        "attached" => "leader with a unit".into(),
        _ if sultan => "Sultan free".into(),
        _ => "leader free".into(),
    })
}

/// Stands of the full unit.
fn full_stands(unit: &Facts) -> Option<i32> {
    super::unit::kind_of(unit).map(TroopType::full_stands)
}

/// Every stand that runs, or is destroyed, costs a chip (R11). *Morale chips.*
fn state_toll(before: &Facts, after: &Facts) -> i32 {
    let lost = after.is("state", &["routed", "destroyed"]) && before.word("state") != after.word("state");
    if lost { after.whole("stands") } else { 0 }
}

/// Hits that the marked stand can take.
fn hits_of_a_stand(unit: &Facts) -> Option<i32> {
    Some(facts::troop_type(unit)?.hits_per_stand(unit.whole("stands")))
}
