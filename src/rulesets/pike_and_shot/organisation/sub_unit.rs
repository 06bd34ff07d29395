//! Companies and troops that leave their unit and come back. *Formations and Sub-units.*

use super::super::told;
use crate::core::refusal::{Refusal, bad_if, forbid_if};
use crate::dice::{Dice, Halt};
use crate::form::When;
use crate::rules::consequences::ConsequencesBuilder;
use crate::rules::procedure::{Procedure, Role, Rule};
use crate::{choices, form, outcome, text};

/// Detaching a sub-unit, or rejoining.
pub const SUB_UNIT: Procedure = Procedure::of::<SubUnit>("sub_unit", "Detach or rejoin")
    .heading("Formations and Sub-units")
    .about("A company or a troop leaves its unit out of action, or comes back to it.")
    .participants(&[
        Role::own("parent", "Unit", "").fits(told::is_unit),
        Role::own("sub_unit", "Sub-unit that rejoins", "").several(0, 1).fits(told::is_unit),
    ])
    .rulings(&["R28"])
    .fill(|scene, input| {
        if let Some(parent) = scene.unit("parent") {
            told::suggest(input, "parent_counters", parent.whole("counters"));
        }
        match scene.unit("sub_unit") {
            Some(sub_unit) => {
                told::suggest(input, "action", "rejoin");
                told::suggest(input, "sub_unit_counters", sub_unit.whole("counters"));
            }
            None => {
                told::suggest(input, "action", "detach");
                for (of_parent, kind) in OF_PARENT {
                    if let Some(figures) = scene.unit("parent").and_then(|parent| parent.get(kind)) {
                        told::suggest(input, of_parent, figures.clone());
                    }
                }
            }
        }
    });

/// Fields for the figures of the unit, and the facts that fill them.
const OF_PARENT: [(&str, &str); 3] =
    [("parent_pikes", "pikes"), ("parent_muskets", "muskets"), ("parent_figures", "figures")];

choices! {
    /// Action of a sub-unit.
    pub enum Action {
        Detach = "detach" "Detach",
        Rejoin = "rejoin" "Rejoin",
    }
}

const DETACHING: &[When] = &[When { field: "action", is: &["detach"] }];

form! {
    /// A sub-unit leaves its unit or comes back.
    pub struct SubUnit {
        /// Action.
        action: Action = choice_of(choice::<Action>()).label("Action"),
        /// Counters of the unit.
        parent_counters: i32 = unit(whole(0, 30)).label("Unit's counters"),
        /// Counters of the sub-unit.
        sub_unit_counters: Option<i32> = unit(whole(0, 30)).optional().label("Sub-unit's counters")
            .when(&[When { field: "action", is: &["rejoin"] }]),
        /// True if the unit is in action.
        parent_in_action: bool = situation(flag()).or(false).label("Unit in action"),
        /// Pikes that leave.
        pikes: i32 = choice_of(whole(0, 200)).or(0).label("Pikes that leave").when(DETACHING),
        /// Muskets that leave.
        muskets: i32 = choice_of(whole(0, 200)).or(0).label("Muskets that leave").when(DETACHING),
        /// Figures of other troops that leave.
        figures: i32 = choice_of(whole(0, 200)).or(0).label("Figures that leave").when(DETACHING)
            .help("For troops that are not foot."),
        /// Pikes of the unit.
        parent_pikes: Option<i32> = unit(whole(0, 200)).optional().label("Unit's pikes").when(DETACHING),
        /// Muskets of the unit.
        parent_muskets: Option<i32> = unit(whole(0, 200)).optional().label("Unit's muskets").when(DETACHING),
        /// Figures of the unit, if it is not foot.
        parent_figures: Option<i32> = unit(whole(0, 200)).optional().label("Unit's figures").when(DETACHING),
    }
    agree(SubUnit::agree)
}

outcome! {
    /// Unit and sub-unit afterwards.
    pub struct Parted {
        /// Counters of the unit afterwards.
        pub parent_counters: i32,
        /// Counters of the sub-unit afterwards; none once it has rejoined.
        pub sub_unit_counters: Option<i32>,
        /// Moves that it takes.
        pub moves_needed: i32,
    }
}

/// Figures of one kind: those that leave, those that the unit has, and their fields.
struct Leaving {
    field: &'static str,
    of_parent: &'static str,
    leave: i32,
    parent: Option<i32>,
}

impl SubUnit {
    fn leaving(&self) -> [Leaving; 3] {
        let kind = |field, of_parent, leave, parent| Leaving { field, of_parent, leave, parent };
        [
            kind("pikes", "parent_pikes", self.pikes, self.parent_pikes),
            kind("muskets", "parent_muskets", self.muskets, self.parent_muskets),
            kind("figures", "parent_figures", self.figures, self.parent_figures),
        ]
    }

    fn agree(&self) -> Result<(), Refusal> {
        for kind in self.leaving().into_iter().filter(|kind| kind.leave > 0) {
            bad_if(self.action == Action::Rejoin, kind.field, "Who rejoins leaves nobody behind: no figures leave.")?;
            kind.parent.ok_or_else(|| Refusal::missing(kind.of_parent))?;
        }
        match (self.action, self.sub_unit_counters) {
            (Action::Rejoin, None) => Err(Refusal::missing("sub_unit_counters")),
            (Action::Detach, given) => {
                bad_if(given.is_some(), "sub_unit_counters", "A sub-unit that leaves takes its unit's counters.")
            }
            (Action::Rejoin, Some(_)) => Ok(()),
        }
    }
}

impl Rule for SubUnit {
    type Outcome = Parted;

    fn permit(&self) -> Result<(), Refusal> {
        let engaged = self.action == Action::Detach && self.parent_in_action;
        forbid_if(engaged, "parent_in_action", "Nothing is detached from a unit in action.")?;
        let kinds = self.leaving();
        for kind in &kinds {
            let too_many = kind.leave > kind.parent.unwrap_or(kind.leave);
            forbid_if(too_many, kind.field, "The unit has fewer of them.")?;
        }
        let left: i32 = kinds.iter().map(|kind| kind.parent.unwrap_or(kind.leave) - kind.leave).sum();
        match kinds.iter().find(|kind| kind.leave > 0) {
            Some(first) => forbid_if(left == 0, first.field, "Somebody must stay with the unit."),
            None => Ok(()),
        }
    }

    fn play(&self, _: &mut Dice) -> Result<Parted, Halt> {
        Ok(match self.action {
            // It takes a whole move, and as many counters as its unit has.
            Action::Detach => Parted {
                parent_counters: self.parent_counters,
                sub_unit_counters: Some(self.parent_counters),
                moves_needed: 1,
            },
            // The unit takes on the counters of the worse of the two (no time beyond the move itself: R28).
            Action::Rejoin => Parted {
                parent_counters: self.parent_counters.max(self.sub_unit_counters.unwrap_or(0)),
                sub_unit_counters: None,
                moves_needed: 0,
            },
        })
    }

    fn describe(&self, outcome: &Parted, consequences: &mut ConsequencesBuilder) {
        let held = told::counters(outcome.parent_counters);
        match self.action {
            Action::Detach => {
                consequences.say(text!("It takes a whole move, and the sub-unit holds {held} too.", held = held));
                consequences.say("Enter the sub-unit as a unit of its own, and take its figures off its unit.");
                consequences.set("parent", "moved", true);
            }
            Action::Rejoin => {
                consequences.say(text!("Together they hold {held}.", held = held));
                consequences.say("Add the sub-unit's figures to its unit.");
                consequences.add("parent", "counters", outcome.parent_counters - self.parent_counters);
                consequences.set("sub_unit", "lost", true);
            }
        }
    }
}
