//! How players make rosters: typical units, samples, notes, random armies, and survivors of a battle.

use crate::facts::Facts;
use crate::form::Form;
use crate::outcome::Record;
use crate::procedure::Procedure;
use crate::text::Text;
use serde_json::{Map, Value as Json};

/// How players make rosters of a ruleset.
#[derive(Debug)]
pub struct Rosters {
    /// Form of a side on a roster, if it has fields in addition to its units. Each field sets the start of the side's tracker with its id.
    /// Only *Pikette Squared* has one: an extra card, and a Sultan.
    pub side_profile: Option<&'static Form>,
    /// Typical units from which players can make new ones: a list of profiles, as JSON text.
    pub presets: &'static str,
    /// Ids of profile fields that a new unit copies from the one before it, because they concern the army.
    pub inherited: &'static [&'static str],
    /// Ids of the profile fields that select the type of a unit. Only one of them applies at a time. Forms show their choices as signs. Empty: forms
    /// show the typical units instead.
    pub kinds: &'static [&'static str],
    /// Ids of the profile fields of a unit's quality. Forms show them on one line.
    pub quality: &'static [&'static str],
    /// Facts derived from a profile that are shown while players enter it: (label, fact).
    /// Only *Argad!* has some, because its rosters are bought with points.
    pub insights: &'static [(&'static str, &'static str)],
    /// Returns notes on a roster, from its units' facts: points, and violations of the army lists.
    pub notes: fn(&[Facts]) -> Vec<Text>,
    /// Random generation of an army, if the rules have it.
    /// Only *Pikette Squared* has it, because its rules draw armies by lot.
    pub muster: Option<Muster>,
    /// Sample rosters, as the text of a shared file. They are always marked as samples.
    pub samples: &'static str,
    /// Scenarios of the library, each as the text of its file. They are always marked as samples.
    pub scenarios: &'static [&'static str],
    /// Id of the phase in which a battle with sample rosters begins, if the first phases have no dice. Empty: the first phase.
    /// Only *Argad!* sets it, because its turn begins with moves.
    pub sample_phase: &'static str,
    /// Ids of profile fields whose trackers last beyond a battle, such as effects of wounds. A roster of survivors copies their values.
    /// Only *Argad!* has some, because wounds of its player characters last.
    pub lasting: &'static [&'static str],
    /// Returns profile fields with the losses of a unit, from its profile and its facts at the end of a battle. It leaves out trackers with the id of
    /// a profile field: they are copied without it. Empty if there are no losses.
    pub survivor: fn(&Facts, &Facts) -> Map<String, Json>,
}

impl Rosters {
    /// Defaults: units are entered one by one, and none of them has losses after a battle.
    pub const NONE: Self = Self {
        side_profile: None,
        presets: "[]",
        inherited: &[],
        kinds: &[],
        quality: &[],
        insights: &[],
        notes: |_| Vec::new(),
        muster: None,
        samples: "{ \"rosters\": [] }",
        scenarios: &[],
        sample_phase: "",
        lasting: &[],
        survivor: |_, _| Map::new(),
    };
}

/// Random generation of an army: a procedure, and the units of its outcome.
#[derive(Debug)]
pub struct Muster {
    /// The procedure.
    pub procedure: &'static Procedure,
    /// Returns a name for the army of an outcome.
    pub name: fn(&Record) -> Text,
    /// Returns the units of an outcome, as profiles.
    pub units: fn(&Record) -> Vec<Map<String, Json>>,
    /// Returns values of an outcome for the [side profile](Rosters::side_profile).
    pub side: fn(&Record) -> Map<String, Json>,
}
