//! Facts that follow from a unit's profile and trackers, under the names of the procedures' fields.

use super::super::figures::Figures;
use super::super::fire::infantry::firing_group;
use super::super::organisation::formation::front_mm;
use super::super::terms::in_lots;
use super::super::terms::{Ability, MoraleClass};
use super::PROFILE;
use super::profile::is_asked_of;
use super::words::{Arm, Armour, Formation, chosen};
use crate::core::facts::Facts;
use crate::form::Choices;

/// Men for whom a figure stands. *Figure Scale.*
const MEN_A_FIGURE: i32 = 25;

/// Adds what follows from profile and trackers. Facts that do not apply to a unit are not there, so that no procedure
/// is told of a horse's pikes. The roster's word for its troops stays as `roster_troop_type`.
pub fn derive(facts: &mut Facts) {
    let arm = chosen::<Arm>(facts, "troop_type").unwrap_or(Arm::Foot);
    forget_what_is_not_asked(facts, arm);
    facts.set("roster_troop_type", arm.id());
    facts.set("troop_type", troops(facts, arm));
    facts.set("mover", mover(facts, arm));
    if arm == Arm::General {
        return;
    }
    let cavalry = arm.is_cavalry() && on_horseback(facts, arm);
    match arm {
        Arm::Foot => foot(facts),
        Arm::Dragoons if !cavalry => dragoons_on_foot(facts),
        Arm::Artillery => gun(facts),
        _ => body(facts, cavalry),
    }
    if cavalry {
        in_the_saddle(facts, arm);
    }
    armour(facts, arm);
    morale(facts);
    melee(facts);
}

fn forget_what_is_not_asked(facts: &mut Facts, arm: Arm) {
    PROFILE.fields.iter().filter(|field| !is_asked_of(field.id, arm)).for_each(|field| facts.forget(field.id));
    // Counted among the pikes and the muskets by now.
    facts.forget("command");
    facts.forget("command_as_pikes");
}

fn on_horseback(facts: &Facts, arm: Arm) -> bool {
    arm != Arm::Dragoons || facts.flag("mounted")
}

/// Type of troops for procedures: dragoons are mounted dragoons in the saddle, and foot out of it. (R5)
fn troops(facts: &Facts, arm: Arm) -> &'static str {
    match arm {
        Arm::Dragoons if on_horseback(facts, arm) => "mounted_dragoons",
        Arm::Dragoons => "foot",
        _ => arm.id(),
    }
}

/// The line of the table of moves. *Movement; Artillery Movement; Irregular Light Cavalry.*
fn mover(facts: &Facts, arm: Arm) -> &'static str {
    match arm {
        Arm::General if facts.flag("mounted") => "mounted_general",
        Arm::General => "general_on_foot",
        Arm::Artillery if facts.flag("broken") => "gun_crew",
        Arm::Artillery if !facts.flag("limbered") => "manhandled_guns",
        Arm::Artillery if facts.flag("galloper") => "limbered_galloper_guns",
        Arm::Artillery => "limbered_guns",
        Arm::IrregularLightCavalry => "irregular_light_cavalry",
        Arm::Horse => "cavalry",
        Arm::Dragoons if on_horseback(facts, arm) => "cavalry",
        _ if facts.is("formation", &["open_order"]) => "open_order_infantry",
        _ => "infantry",
    }
}

fn foot(facts: &mut Facts) {
    facts.set("kind", "infantry");
    facts.set("weapon", facts.word("missile").to_owned());
    let (pikes, muskets) = (facts.whole("pikes"), facts.whole("muskets"));
    let ranks = drawn_up(facts, pikes + muskets, false);
    facts.set("front_pikes", in_lots(pikes, ranks));
    facts.set("front_muskets", in_lots(muskets, ranks));
    facts.set("frontage_mm", front_mm(in_lots(pikes, ranks) + in_lots(muskets, ranks), false));
    facts.set("casualty_line", Figures { pikes, muskets, figures: None }.casualty_line());
    set_firing_group(facts, firing_group(ranks), 2);
}

fn dragoons_on_foot(facts: &mut Facts) {
    facts.set("pikes", 0);
    facts.set("muskets", facts.whole("figures"));
    facts.set("missile", "musket");
    facts.forget("figures");
    facts.forget("pistols");
    foot(facts);
}

fn body(facts: &mut Facts, cavalry: bool) {
    let figures = facts.whole("figures");
    let ranks = drawn_up(facts, figures, cavalry);
    facts.set("front_figures", in_lots(figures, ranks));
    facts.set("frontage_mm", front_mm(in_lots(figures, ranks), cavalry));
}

fn gun(facts: &mut Facts) {
    facts.set("kind", "artillery");
    facts.set("crew", facts.whole("figures"));
    facts.set("ready", !facts.flag("limbered") && facts.whole("half_moves_done") == 0);
    facts.set("destroyed", facts.whole("figures") == 0);
}

/// Sets ranks, men and whether a figure is left; the ranks.
fn drawn_up(facts: &mut Facts, figures: i32, cavalry: bool) -> i32 {
    let formation = chosen(facts, "formation").unwrap_or(Formation::Swedish);
    let ranks = formation.ranks(cavalry);
    facts.set("ranks", ranks);
    facts.set("open_order", !cavalry && formation == Formation::OpenOrder);
    facts.set("men", MEN_A_FIGURE * figures);
    facts.set("destroyed", figures == 0);
    ranks
}

/// Pistols and bows from the saddle. *Cavalry Firing; Bows.*
fn in_the_saddle(facts: &mut Facts, arm: Arm) {
    let pistols = facts.is("pistols", &["loaded", "empty"]);
    if !pistols {
        facts.set("pistols", "none");
    }
    let loaded = facts.is("pistols", &["loaded"]);
    facts.set("kind", "cavalry");
    facts.set("pistols_loaded", loaded);
    facts.set("charged", facts.flag("charging"));
    if arm != Arm::Dragoons && facts.flag("bows") && !loaded {
        facts.set("weapon", "bow");
        set_firing_group(facts, 4, 1);
    } else if pistols {
        facts.set("weapon", "pistol");
        set_firing_group(facts, 4, 2);
    }
}

/// Figures for one die: one more for raw, one fewer for veterans, one more for every `counters_each` counters.
/// *Infantry Firing; Cavalry Firing; Bows.*
fn set_firing_group(facts: &mut Facts, size: i32, counters_each: i32) {
    let trained = match chosen(facts, "fighting_ability") {
        Some(Ability::Raw) => 1,
        Some(Ability::Veteran) => -1,
        _ => 0,
    };
    facts.set("firing_group", (size + trained + facts.whole("counters") / counters_each).max(1));
}

/// Horse ride in breast and back unless their roster says otherwise; nobody else does. *Armour and Organization.*
fn armour(facts: &mut Facts, arm: Arm) {
    if is_asked_of("armour", arm) && facts.get("armour").is_none() {
        let usual = if arm == Arm::Horse { Armour::Partly } else { Armour::Unarmoured };
        facts.set("armour", usual.id());
    }
}

/// *Morale.*
fn morale(facts: &mut Facts) {
    if let Some(class) = chosen::<MoraleClass>(facts, "morale_class") {
        facts.set("breaking_number", class.breaking_number());
    }
    facts.set("pursuing", facts.whole("bounds_pursued") > 0 && facts.whole("rally_bounds_left") == 0);
}

/// A charge counts in the first bound of a melee only. *Melee.*
fn melee(facts: &mut Facts) {
    let in_melee = facts.whole("melee_bound") > 1;
    facts.set("in_melee", in_melee);
    if in_melee {
        facts.set("charging", false);
    }
}
