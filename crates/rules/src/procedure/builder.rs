//! Builder of procedure descriptions.

use super::ready::Reader;
use super::{
    Agent, Assumption, Axis, Chance, Grid, Known, Lots, Named, Pricing, Procedure, Role, RollLabel, Rule, Sketch,
    Variant,
};
use crate::ban::Ban;
use crate::facts::Facts;
use crate::form::Filled;
use crate::own::Adjustable;
use crate::table::Scene;
use serde_json::{Map, Value as Json};

impl Procedure {
    /// Returns a procedure with the rule `R`, and defaults for everything else.
    pub const fn of<R: Rule>(id: &'static str, title: &'static str) -> Self {
        Self {
            id,
            title,
            heading: "",
            about: "",
            form: R::FORM,
            participants: &[],
            chances: &[],
            axes: &[],
            assumes: &[],
            rulings: &[],
            roll_names: &[],
            agent: Agent::Unit,
            adjustable: &[],
            bans: &[],
            variants: &[],
            offered_to: |_, _| true,
            pricing: None,
            lots: None,
            grid: None,
            sketch: None,
            steps_dice: false,
            roll_label: |_, _, _| None,
            grouping: None,
            moves: false,
            fill: |_, _| {},
            known: None,
            names: |_, _| Vec::new(),
            read: Reader::of::<R, R>(),
        }
    }

    /// Sets the headings of the source that it implements.
    #[must_use]
    pub const fn heading(mut self, heading: &'static str) -> Self {
        self.heading = heading;
        self
    }

    /// Sets its purpose, in one or two sentences.
    #[must_use]
    pub const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// Sets the roles. The acting unit has the first.
    #[must_use]
    pub const fn participants(mut self, participants: &'static [Role]) -> Self {
        self.participants = participants;
        self
    }

    /// Sets the events whose probabilities players see.
    #[must_use]
    pub const fn chances(mut self, chances: &'static [Chance]) -> Self {
        self.chances = chances;
        self
    }

    /// Sets the numbers whose distributions are drawn.
    #[must_use]
    pub const fn axes(mut self, axes: &'static [Axis]) -> Self {
        self.axes = axes;
        self
    }

    /// Sets the answers that are assumed when candidates are compared.
    #[must_use]
    pub const fn assumes(mut self, assumes: &'static [Assumption]) -> Self {
        self.assumes = assumes;
        self
    }

    /// Sets the numbers of the rulings that concern it.
    #[must_use]
    pub const fn rulings(mut self, rulings: &'static [&'static str]) -> Self {
        self.rulings = rulings;
        self
    }

    /// Sets names of rolls for players, if the purposes' ids are not clear enough.
    #[must_use]
    pub const fn roll_names(mut self, roll_names: &'static [(&'static str, &'static str)]) -> Self {
        self.roll_names = roll_names;
        self
    }

    /// Makes it a calculation that no card offers as an act.
    #[must_use]
    pub const fn calculates(mut self) -> Self {
        self.agent = Agent::Nobody;
        self
    }

    /// Makes it a procedure of a side, which players choose.
    #[must_use]
    pub const fn for_side(mut self) -> Self {
        self.agent = Agent::Side;
        self
    }

    /// Sets the numbers that players' own modifiers can change. The form needs the field [`changes`](crate::own::changes) in each part with
    /// such a number.
    #[must_use]
    pub const fn adjustable(mut self, adjustable: &'static [Adjustable]) -> Self {
        self.adjustable = adjustable;
        self
    }

    /// Sets the rules that forbid it, in the order in which their reasons are listed. Each slice can be shared with other procedures.
    #[must_use]
    pub const fn bans(mut self, bans: &'static [&'static [Ban]]) -> Self {
        self.bans = bans;
        self
    }

    /// Sets the variants in which a unit's card offers it.
    #[must_use]
    pub const fn variants(mut self, variants: &'static [Variant]) -> Self {
        self.variants = variants;
        self
    }

    /// Offers it, or one of its variants, only to units for which `holds` returns true.
    #[must_use]
    pub const fn offered_to(mut self, holds: fn(&Facts, Option<&Variant>) -> bool) -> Self {
        self.offered_to = holds;
        self
    }

    /// Makes it a move. Panels then propose its unit as the next enemy.
    #[must_use]
    pub const fn moves(mut self) -> Self {
        self.moves = true;
        self
    }

    /// Sets its price in a battle. The function gets the participants chosen so far.
    /// Only *Pikette Squared* has prices, because its acts cost pips, chips or cards.
    #[must_use]
    pub const fn price(mut self, price: Pricing) -> Self {
        self.pricing = Some(price);
        self
    }

    /// Sets a grid on which players tap squares to fill in fields.
    /// Only *Pikette Squared* uses it, because its units stand in squares.
    #[must_use]
    pub const fn grid(mut self, grid: Grid) -> Self {
        self.grid = Some(grid);
        self
    }

    /// Draws its dice as lots.
    /// Only *Pikette Squared* uses it, because it draws cards.
    #[must_use]
    pub const fn lots(mut self, lots: Lots) -> Self {
        self.lots = Some(lots);
        self
    }

    /// Sets a short form that players fill in instead of long fields.
    /// Only *Arquebusier!* uses it, because there each element in contact strikes on its own.
    #[must_use]
    pub const fn sketch(mut self, sketch: Sketch) -> Self {
        self.sketch = Some(sketch);
        self
    }

    /// Lets modifiers change the size of a die instead of its result.
    /// Only *Pikette Squared* does that, because its modifiers replace a D8 by a D10.
    #[must_use]
    pub const fn steps_dice(mut self) -> Self {
        self.steps_dice = true;
        self
    }

    /// Sets labels of rolls that depend on the input.
    #[must_use]
    pub const fn roll_label(mut self, roll_label: RollLabel) -> Self {
        self.roll_label = roll_label;
        self
    }

    /// Sets the function that fills in fields for which there is no fact with the same id.
    #[must_use]
    pub const fn fill(mut self, fill: fn(&Scene, &mut Map<String, Json>)) -> Self {
        self.fill = fill;
        self
    }

    /// Sets the function that returns true for fields that the table decides.
    #[must_use]
    pub const fn known(mut self, known: Known) -> Self {
        self.known = Some(known);
        self
    }

    /// Sets the names that fields refer to, other than units.
    #[must_use]
    pub const fn names(mut self, names: fn(&Scene, &str) -> Vec<Named>) -> Self {
        self.names = names;
        self
    }

    /// Reads inputs at the table as a `W`, whose limits are higher than those of a request of the contract.
    /// Only *Arquebusier!* needs it, because up to 72 groups can fight in one melee at the table.
    #[must_use]
    pub const fn at_table<W: Filled + Into<R>, R: Rule>(mut self) -> Self {
        self.read = Reader::of::<W, R>();
        self
    }
}
