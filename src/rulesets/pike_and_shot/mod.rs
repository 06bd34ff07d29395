//! *Pike & Shot*, English Civil War Wargames Rules, by John Armatys (amended edition, March 2005).

mod casualties;
mod chronicle;
mod figures;
mod fire;
mod generals;
mod glossary;
mod melee;
mod morale;
mod movement;
mod organisation;
mod reactions;
mod reference;
mod rulings;
mod target;
mod terms;
mod told;
mod turn;
pub mod unit;

use crate::ruleset::{Named, Ruleset};

/// What every page shows of it.
pub const NAMED: Named =
    Named { id: "pike_and_shot", title: "Pike & Shot", authors: "John Armatys", edition: "March 2005" };

/// The ruleset.
pub static RULESET: Ruleset = Ruleset {
    id: NAMED.id,
    title: NAMED.title,
    authors: NAMED.authors,
    edition: NAMED.edition,
    about: "English Civil War battles of several players in an evening; with its appendix, other wars of the seventeenth century. \
            Inches, six-sided dice, and one kind of counter. Free to copy on paper, not to sell.",
    turn: "Bound",
    unit_noun: "unit",
    profile: unit::PROFILE,
    side_profile: None,
    trackers: unit::TRACKERS,
    side_trackers: &[],
    battle_trackers: &[],
    derive: unit::derive,
    describe: unit::describe,
    insights: &[
        ("Men", "men"),
        ("Ranks", "ranks"),
        ("Front rank figures", "front_figures"),
        ("Pikes in front", "front_pikes"),
        ("Muskets in front", "front_muskets"),
        ("Casualty line", "casualty_line"),
        ("Figures to a firing group", "firing_group"),
        ("Frontage, mm", "frontage_mm"),
        ("Breaks at counters", "breaking_number"),
    ],
    standing: unit::standing,
    phases: turn::PHASES,
    checklist: None,
    editions: None,
    boards: &[],
    rulings: rulings::RULINGS,
    procedures: &[
        &organisation::formation::FORMATION,
        &organisation::morale_class::MORALE_CLASS_ROLL,
        &organisation::sub_unit::SUB_UNIT,
        &organisation::interpenetration::INTERPENETRATION,
        &movement::allowance::MOVEMENT_ALLOWANCE,
        &movement::bridges::BRIDGE_CROSSING,
        &movement::limbering::GUN_LIMBERING,
        &reactions::charge::REACTION_CHARGE,
        &reactions::stand::REACTION_STAND,
        &reactions::pursuit::REACTION_PURSUIT,
        &fire::infantry::INFANTRY_FIRE,
        &fire::cavalry::CAVALRY_FIRE,
        &fire::artillery::ARTILLERY_FIRE,
        &fire::combined::COMBINED_FIRE,
        &fire::casualty_test::CASUALTY_TEST,
        &melee::groups::MELEE_GROUPS,
        &melee::round::MELEE_ROUND,
        &morale::breaking::BREAK_UNIT,
        &morale::rest::REST,
        &generals::speech::ROUSING_SPEECH,
        &generals::casualty::GENERAL_CASUALTY,
    ],
    glossary: &glossary::GLOSSARY,
    reference: reference::CHAPTERS,
    roster_notes: |_| Vec::new(),
    tidings: |_, _| Vec::new(),
    agenda: None,
    muster: None,
    chronicle: &chronicle::CHRONICLE,
    samples: include_str!("samples.json"),
};
