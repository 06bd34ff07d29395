//! Close order: forming, turning and keeping it.

use super::bans::{BUSY_FORMING, DRAW_FIRST, HELD_UP, NOBODY_LEFT, PHASE, STUNNED_SOLDIERS};
use super::input::{ACTION, ANCHOR, Input, answer, put};
use super::order::{self, SMALLEST};
use super::terms::duties::{Kind, OpenDuty};
use super::terms::{Action, Mount, OrderShape, Terrain, is_trained};
use super::unit::figures;
use super::{command, open_duties};
use crate::facts;
use crate::facts::*;
use crate::ids::{procedures, roles};
use rules::prelude::*;

/// Procedure for acts in close order.
pub const CLOSE_ORDER: Procedure = Procedure::of::<CloseOrder>(procedures::CLOSE_ORDER, "Close order")
    .heading("Close order formation; Units in close order; Pike")
    .about("Optional: three or more trained soldiers on foot form shoulder to shoulder, turn, or keep their order. No dice.")
    .participants(&[
        Role::own(roles::UNIT, "Unit", "").fits(super::unit::is_on_foot),
        Role::own_without_fields(roles::JOINED, "Joins the order of").several(0, 1).fits(super::unit::is_in_close_order),
    ])
    .variants(&[
        Variant { label: "Form close order", fields: &[(ACTION.id(), Constant::Word("form"))] },
        Variant { label: "Join a close order", fields: &[(ACTION.id(), Constant::Word("join"))] },
        Variant { label: "Pivot", fields: &[(ACTION.id(), Constant::Word("pivot"))] },
        Variant { label: "Keep close order", fields: &[(ACTION.id(), Constant::Word("keep"))] },
    ])
    .grouping(Grouping::in_turn().shared(&[ACTION.id()]).proposes(is_untouched))
    .offered_to(is_for)
    .bans(&[&[NOBODY_LEFT, DRAW_FIRST], BANS, OF_JOINING, &[PHASE]])
    .fill(fill)
    .rulings(&["R28", "R31", "R52", "R59"]);

/// True of soldiers who keep their order without dispute, because nobody attacked them and they are at least three. *Units in close order.*
fn is_untouched(table: &Table, unit: &TableUnit, answers: &Input) -> bool {
    let is_attacked = unit.facts.holds(CONTACTED) || unit.facts.lists_any(CONTACTS);
    answer(answers, ACTION) == Some(Action::Keep) && !is_attacked && order::soldiers(table, unit) >= SMALLEST
}

/// Bans of acts in close order.
const BANS: &[Ban] = &[
    STUNNED_SOLDIERS,
    HELD_UP,
    BUSY_FORMING,
    Ban::unit("acted", "Close order formation", "forming takes a whole turn", |unit| {
        let acts = [MOVED, STEPPED, FIRED, RELOADED, PIVOT_USED];
        Some(action(unit).takes_the_turn() && acts.iter().any(|act| unit.get(*act) == Some(true)))
    }),
    Ban::unit("pivot_used", "Close order formation", "one pivot a turn", |unit| {
        Some(action(unit) == Action::Pivot && unit.get(PIVOT_USED)?)
    })
    .at(PIVOT_USED),
    Ban::unit("untrained_pivot", "Close order formation", "untrained soldiers pivot without moving", |unit| {
        Some(action(unit) == Action::Pivot && !is_trained(unit.get(CLASS)?) && unit.get(MOVES)?)
    })
    .at(MOVES),
];

/// Bans of joining a close order.
const OF_JOINING: &[Ban] = &[
    Ban::table("nothing_to_join", "Close order formation; R59", "Nobody else stands in close order", |act| {
        let is_alone = act.scene.actors().iter().all(|unit| {
            !act.scene
                .table
                .of(act.scene.acts)
                .any(|other| other.id != unit.id && other.facts.holds(facts::CLOSE_ORDER))
        });
        joins(act) && is_alone
    })
    .hides_offer(),
    Ban::table("join_unnamed", "Close order formation; R59", "Say whose close order they join", |act| {
        joins(act) && act.scene.units(roles::JOINED).is_empty()
    })
    .on_acts()
    .asks_for(roles::JOINED),
];

fn joins(act: &Attempt) -> bool {
    answer(act.input, ACTION) == Some(Action::Join)
}

/// The action in the input; forming if the player chose none.
fn action(unit: &Judged) -> Action {
    unit.answer(ACTION).unwrap_or(Action::Form)
}

choices! {
    /// Direction of an attack on the unit.
    pub enum Attacked {
        None = "none" "Not attacked",
        Front = "front" "From the front",
        FlankOrRear = "flank_or_rear" "In flank or rear",
    }
}

choices! {
    /// Reason for the state of the order.
    pub enum Reason {
        Formed = "formed" "Formed",
        Joined = "joined" "Joined",
        Pivoted = "pivoted" "Pivoted",
        Kept = "kept" "Kept",
        AtWill = "at_will" "Broken on purpose",
        TooFew = "too_few" "Too few",
        Terrain = "terrain" "Broken by the ground",
        Flank = "flank" "Taken in flank or rear",
    }
}

const FORMING: &[When] = &[When { field: field!(CloseOrder, action), is: &["form"] }];
const FALLING_IN: &[When] = &[When { field: field!(CloseOrder, action), is: &["form", "join"] }];
const PIVOTING: &[When] = &[When { field: field!(CloseOrder, action), is: &["pivot"] }];
const KEEPING: &[When] = &[When { field: field!(CloseOrder, action), is: &["keep"] }];
const AFTERWARDS: &[When] = &[When { field: field!(CloseOrder, action), is: &["pivot", "keep"] }];
const FLANKED: &[When] = &[When { field: field!(CloseOrder, attacked), is: &["flank_or_rear"] }];
const PIVOTED: &[When] = &[When { field: field!(CloseOrder, pivot_used), is: &["true"] }];

form! {
    /// Input of close order.
    pub struct CloseOrder {
        action: Action = choice_of(choice::<Action>()).label("What they do"),
        soldiers: i32 = unit(of(SOLDIERS)),
        /// Lowest class among the soldiers.
        class: i32 = unit(of(CLASS)).label("Lowest class").when(PIVOTING),
        /// Mount, or `foot`.
        mount: Mount = unit(of(MOUNT)),
        /// True if the unit is in close order now.
        close_order: bool = unit(of(facts::CLOSE_ORDER)).or(true).label("In close order now").when(AFTERWARDS),
        drilled: bool = unit(of(DRILLED)).when(FALLING_IN),
        shape: OrderShape = choice_of(choice::<OrderShape>()).or_id("line").label("Form a").when(FORMING),
        officer: bool = situation(flag()).or(true).label("Officer orders it").when(FORMING),
        anchor: bool = situation(flag()).or(true).label("Somebody to form on").when(FALLING_IN)
            .help("An officer, ensign or musician who stands still and is easily recognised; or the unit that they join, if it stands still."),
        terrain: Terrain = situation(choice::<Terrain>()).or_id("easy").label("Ground")
            .help("Stood on while forming, crossed this turn otherwise."),
        pivot_used: bool = unit(of(PIVOT_USED)).label("Pivoted this turn").when(AFTERWARDS),
        moves: bool = situation(of(MOVES)).when(AFTERWARDS),
        square: bool = situation(flag()).or(false).label("In a square").when(AFTERWARDS)
            .help("A square faces every side: it has no flank or rear."),
        attacked: Attacked = situation(choice::<Attacked>()).or_id("none").label("Attacked").when(KEEPING),
        had_time: bool = situation(flag()).or(true).label("Had time to face").when(FLANKED).unless(PIVOTED)
            .help("Time to turn to that enemy, or to form square. After a pivot there is none."),
        at_will: bool = choice_of(flag()).or(false).label("The order").two_ways("Break it on purpose", "Keep it").when(KEEPING),
    }
}

outcome! {
    /// State of the order afterwards.
    pub struct Order {
        /// True if the unit is in close order afterwards.
        pub close_order: bool,
        /// True if the unit is in disorder.
        pub disorder: bool,
        /// Reason for this state.
        pub reason: Reason,
        /// True if the unit may move this turn.
        pub may_move: bool,
        /// True if the unit may shoot and reload as if standing still.
        pub may_fire: bool,
    }
}

impl Rule for CloseOrder {
    type Outcome = Order;

    fn permit(&self) -> Result<(), Refusal> {
        match self.action {
            Action::Form | Action::Join => self.permit_forming(),
            Action::Pivot | Action::Keep => self.permit_formed(),
        }
    }

    fn play(&self, _: &mut Dice) -> Result<Order, Halt> {
        Ok(match self.action {
            // Forming takes the whole turn.
            Action::Form => {
                Order { close_order: true, disorder: false, reason: Reason::Formed, may_move: false, may_fire: false }
            }
            Action::Join => {
                Order { close_order: true, disorder: false, reason: Reason::Joined, may_move: false, may_fire: false }
            }
            Action::Pivot => Order {
                close_order: true,
                disorder: false,
                reason: Reason::Pivoted,
                may_move: is_trained(self.class),
                may_fire: !self.moves,
            },
            Action::Keep => {
                let reason = self.how_kept();
                Order {
                    close_order: reason == Reason::Kept,
                    disorder: reason == Reason::Flank,
                    reason,
                    may_move: true,
                    may_fire: !self.moves,
                }
            }
        })
    }

    fn preview(&self) -> Preview {
        let flanked = self.action == Action::Keep && self.attacked == Attacked::FlankOrRear;
        match (flanked, self.square, self.pivot_used) {
            (true, true, _) => Preview::of(["A square has a front on every side.".into()]),
            (true, false, true) => Preview::of(["They have pivoted this turn: no time to face another enemy.".into()]),
            _ => Preview::default(),
        }
    }

    fn describe(&self, outcome: &Order, consequences: &mut ConsequencesBuilder) {
        consequences.say(match outcome.reason {
            Reason::Formed => "They stand in close order at the end of this turn.",
            Reason::Joined => "They have joined the close order at the end of this turn.",
            Reason::Pivoted if self.square => "They pivot into a square and stay in close order.",
            Reason::Pivoted => "They pivot and stay in close order.",
            Reason::Kept => "They stay in close order.",
            Reason::AtWill => "They break their close order on purpose.",
            Reason::TooFew => "Fewer than three: no close order any more.",
            Reason::Terrain => "Bad ground breaks their close order.",
            Reason::Flank => {
                "Taken in flank or rear before they could face: their order breaks and they are in disorder."
            }
        });
        if outcome.reason == Reason::Formed {
            consequences.put(roles::UNIT, SHAPE, self.shape);
        }
        if outcome.reason == Reason::Flank {
            consequences.say("Only figures that are touched may use their pikes, and only in the first turn.");
        }
        consequences.say(match (outcome.may_move, outcome.may_fire) {
            (false, false) => "They do nothing else this turn.",
            (false, true) => "They may shoot and reload, but not move.",
            (true, false) => "They have moved: no shooting as if they stood still, no reloading.",
            (true, true) => "They may shoot and reload like soldiers who stand still.",
        });
        if self.action.takes_the_turn() {
            // The order is formed when the turn ends (R52).
            consequences.put(roles::UNIT, facts::FORMING, true);
            return;
        }
        if !outcome.may_fire {
            consequences.put(roles::UNIT, MOVED, true);
        }
        consequences.put(roles::UNIT, facts::CLOSE_ORDER, outcome.close_order).put(
            roles::UNIT,
            DISORDER,
            outcome.disorder,
        );
        if self.action == Action::Pivot {
            consequences.put(roles::UNIT, PIVOT_USED, true);
        }
    }

    /// Removes the duty to find out whether the order holds, and records the order that a unit joined. If the order breaks, all its units leave
    /// close order, unless one unit breaks it on purpose. *Close order formation; R59.*
    fn aftermath(&self, scene: &Scene, outcome: &Order, consequences: &mut ConsequencesBuilder) {
        if let (Action::Join, Some(joined)) = (self.action, scene.unit(roles::JOINED)) {
            consequences.put(roles::UNIT, JOINED_ORDER, order::formed_on(joined));
        }
        if self.action == Action::Pivot {
            let was_square = scene.facts(roles::UNIT).is_some_and(|unit| unit.equals(SHAPE, OrderShape::Square));
            match (self.square, was_square) {
                (true, _) => drop(consequences.put(roles::UNIT, SHAPE, OrderShape::Square)),
                (false, true) => drop(consequences.put(roles::UNIT, SHAPE, OrderShape::Line)),
                (false, false) => {}
            }
        }
        let breaks = matches!(outcome.reason, Reason::TooFew | Reason::Terrain | Reason::Flank);
        if let Some(unit) = scene.unit(roles::UNIT).filter(|_| breaks) {
            for other in order::members(&scene.table, unit).into_iter().filter(|other| other.id != unit.id) {
                consequences.put_on(other.id.as_str(), facts::CLOSE_ORDER, false);
                if outcome.reason == Reason::Flank {
                    consequences.put_on(other.id.as_str(), DISORDER, true);
                }
            }
        }
        let keeps = self.action == Action::Keep;
        let keeps = |duty: &OpenDuty| {
            keeps && duty.kind == Kind::Keep && scene.id(roles::UNIT).is_some_and(|unit| duty.concerns(unit))
        };
        open_duties::update(scene, consequences, keeps, []);
    }
}

/// True of units that the act is offered to. Three or more drilled soldiers out of close order can form one, and any number can join one.
/// Soldiers in close order can pivot, or keep the order. *Close order formation.*
fn is_for(unit: &Facts, variant: Option<&Variant>) -> bool {
    let formed = unit.holds(facts::CLOSE_ORDER);
    match variant.and_then(|variant| answer(&variant.answers(), ACTION)) {
        Some(Action::Form) => !formed && unit.holds(DRILLED) && figures(unit) >= SMALLEST,
        Some(Action::Join) => !formed && unit.holds(DRILLED),
        _ => formed,
    }
}

/// Fills in the officer, the anchor to form on, and the number and lowest class of the soldiers in an order that several units share.
fn fill(scene: &Scene, input: &mut Input) {
    if scene.facts(roles::UNIT).is_none() {
        return;
    }
    if let Some(joined) = scene.facts(roles::JOINED).filter(|_| answer(input, ACTION) == Some(Action::Join)) {
        put(input, ANCHOR, joined.holds(facts::CLOSE_ORDER) && !joined.holds(MOVED));
    }
    match answer(input, ACTION).unwrap_or(Action::Form) {
        Action::Form => command::fill(scene, input),
        Action::Join => {}
        Action::Pivot | Action::Keep => {
            let unit = scene.unit(roles::UNIT);
            let members = unit.map_or_else(Vec::new, |unit| order::members(&scene.table, unit));
            put(input, SOLDIERS, members.iter().map(|unit| figures(&unit.facts)).sum::<i32>().clamp(1, MOST_FIGURES));
            if let Some(unit) = unit {
                fill_attack(&unit.facts, input);
            }
            let lowest = members.iter().filter_map(|unit| unit.facts.value(CLASS)).min();
            lowest.into_iter().for_each(|class| put(input, CLASS, class));
        }
    }
}

/// Fills in the facts that decide if an order holds: attack, pivot and square.
fn fill_attack(unit: &Facts, input: &mut Input) {
    if answer(input, ACTION) != Some(Action::Keep) {
        return;
    }
    if unit.holds(CONTACTED) {
        put(input, ATTACKED, Attacked::Front);
    }
    if unit.holds(PIVOT_USED) {
        put(input, HAD_TIME, false);
    }
    if unit.equals(SHAPE, OrderShape::Square) {
        put(input, SQUARE, true);
    }
}

/// Direction of an attack.
const ATTACKED: Fact<Attacked> = fact!(field!(CloseOrder, attacked));
/// True if the unit had time to face the enemy.
const HAD_TIME: Fact<bool> = fact!(field!(CloseOrder, had_time));
/// True if the unit is in a square.
const SQUARE: Fact<bool> = fact!(field!(CloseOrder, square));

impl CloseOrder {
    /// Refuses units that cannot form close order, or cannot form it here. *Close order formation.*
    fn permit_forming(&self) -> Result<(), Refusal> {
        forbid_if(self.mount.is_mounted(), field!(CloseOrder, mount), "Only soldiers on foot form close order.")?;
        forbid_if(!self.drilled, field!(CloseOrder, drilled), "Only trained troops form close order.")?;
        if self.action == Action::Form {
            forbid_if(
                self.soldiers < SMALLEST,
                field!(CloseOrder, soldiers),
                "Close order needs three soldiers at least.",
            )?;
            forbid_if(!self.officer, field!(CloseOrder, officer), "An officer must order them to form.")?;
        }
        forbid_if(
            !self.anchor,
            field!(CloseOrder, anchor),
            "They form on somebody who stands still: an officer, ensign or musician.",
        )?;
        forbid_if(
            self.terrain == Terrain::VeryDifficult,
            field!(CloseOrder, terrain),
            "Close order is impossible in very difficult ground.",
        )
    }

    fn permit_formed(&self) -> Result<(), Refusal> {
        forbid_if(!self.close_order, field!(CloseOrder, close_order), "not in close order.")
    }

    /// Returns the first reason that breaks the order, or [`Reason::Kept`]. *Close order formation.*
    fn how_kept(&self) -> Reason {
        // Soldiers pivot once a turn. A square has no flank. *Pike; Close order formation.*
        let cannot_face = (!self.had_time || self.pivot_used) && !self.square;
        if self.at_will {
            Reason::AtWill
        } else if self.soldiers < SMALLEST {
            Reason::TooFew
        } else if self.terrain != Terrain::Easy {
            Reason::Terrain
        } else if self.attacked == Attacked::FlankOrRear && cannot_face {
            Reason::Flank
        } else {
            Reason::Kept
        }
    }
}
