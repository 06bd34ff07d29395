//! How a procedure is described: the rule that it enacts, and one after the other what else players must know.

use super::ready::Reader;
use super::{Aftermath, Axis, GridPick, Lots, OddsQuery, PathPick, Pricing, Procedure, Role, Rule, Sketch, Way};
use crate::form::{Constant, Filled};
use crate::rules::table::Scene;
use serde_json::{Map, Value as Json};

impl Procedure {
    /// The procedure that enacts `R`.
    pub const fn of<R: Rule>(id: &'static str, title: &'static str) -> Self {
        Self {
            id,
            title,
            heading: "",
            about: "",
            form: R::FORM,
            participants: &[],
            chances: &[],
            headline: 0,
            axes: &[],
            rulings: &[],
            throws: &[],
            lighter: &[],
            for_side: false,
            ways: &[],
            pricing: None,
            lots: None,
            grid_pick: None,
            path_pick: None,
            fill: |_, _| {},
            names: |_, _| Vec::new(),
            sketch: None,
            aftermath: |_, _, _, _| {},
            read: Reader::of::<R, R>(),
            read_request: Reader::of::<R, R>(),
        }
    }

    /// The heading (or headings) of the source that it enacts.
    #[must_use]
    pub const fn heading(mut self, heading: &'static str) -> Self {
        self.heading = heading;
        self
    }

    /// What it is for, in a sentence or two.
    #[must_use]
    pub const fn about(mut self, about: &'static str) -> Self {
        self.about = about;
        self
    }

    /// Who takes part; the first role is the unit that acts.
    #[must_use]
    pub const fn participants(mut self, participants: &'static [Role]) -> Self {
        self.participants = participants;
        self
    }

    /// What players ask of the odds first.
    #[must_use]
    pub const fn chances(mut self, chances: &'static [OddsQuery]) -> Self {
        self.chances = chances;
        self
    }

    /// Which chance is followed when a situation is said otherwise, where that is not the first.
    #[must_use]
    pub const fn headline(mut self, place: usize) -> Self {
        self.headline = place;
        self
    }

    /// What the bars of the distribution show.
    #[must_use]
    pub const fn axes(mut self, axes: &'static [Axis]) -> Self {
        self.axes = axes;
        self
    }

    /// The rulings that bear on it.
    #[must_use]
    pub const fn rulings(mut self, rulings: &'static [&'static str]) -> Self {
        self.rulings = rulings;
        self
    }

    /// What throws decide, for players, where the purpose itself does not say it well.
    #[must_use]
    pub const fn throws(mut self, throws: &'static [(&'static str, &'static str)]) -> Self {
        self.throws = throws;
        self
    }

    /// Fields that make the odds lighter.
    #[must_use]
    pub const fn lighter(mut self, lighter: &'static [(&'static str, Constant)]) -> Self {
        self.lighter = lighter;
        self
    }

    /// Done for a side: players say for which.
    #[must_use]
    pub const fn for_side(mut self) -> Self {
        self.for_side = true;
        self
    }

    /// The ways in which a unit's card offers it.
    #[must_use]
    pub const fn ways(mut self, ways: &'static [Way]) -> Self {
        self.ways = ways;
        self
    }

    /// What doing it costs in a battle, or why it cannot be done now. Asked with whoever has been picked so far.
    #[must_use]
    pub const fn price(mut self, price: Pricing) -> Self {
        self.pricing = Some(price);
        self
    }

    /// Its dice are lots.
    #[must_use]
    pub const fn lots(mut self, lots: Lots) -> Self {
        self.lots = Some(lots);
        self
    }

    /// A place on a grid fills it in.
    #[must_use]
    pub const fn grid_pick(mut self, grid_pick: GridPick) -> Self {
        self.grid_pick = Some(grid_pick);
        self
    }

    /// A way over a grid fills it in.
    #[must_use]
    pub const fn path_pick(mut self, path_pick: PathPick) -> Self {
        self.path_pick = Some(path_pick);
        self
    }

    /// What fills in what the units' facts do not fill by name.
    #[must_use]
    pub const fn fill(mut self, fill: fn(&Scene, &mut Map<String, Json>)) -> Self {
        self.fill = fill;
        self
    }

    /// What fields name besides units.
    #[must_use]
    pub const fn names(mut self, names: fn(&Scene, &str) -> Vec<String>) -> Self {
        self.names = names;
        self
    }

    /// How players say what would be too much to say field by field.
    #[must_use]
    pub const fn sketch(mut self, sketch: Sketch) -> Self {
        self.sketch = Some(sketch);
        self
    }

    /// What an outcome means besides at the table.
    #[must_use]
    pub const fn aftermath(mut self, aftermath: Aftermath) -> Self {
        self.aftermath = aftermath;
        self
    }

    /// The same at a table that is not bound by the limits of one request: there the input is read as a `W`.
    #[must_use]
    pub const fn at_table<W: Filled + Into<R>, R: Rule>(mut self) -> Self {
        self.read = Reader::of::<W, R>();
        self
    }
}
