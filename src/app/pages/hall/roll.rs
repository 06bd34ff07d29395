//! The last roll in large type: the units, facing each other; the dice with their needs; the chances before the roll; and its effects.

use crate::app::components::counted_dice::RolledFaces;
use crate::app::components::dice::{Faces, without_repeated_names};
use crate::app::components::names::Names;
use crate::app::components::sign::UnitSign;
use crate::app::components::unit_glance::sign_of;
use crate::app::platform::odds_worker::{OddsReply, PAUSE};
use crate::app::platform::queue::Queue;
use crate::app::platform::room;
use crate::app::state::BattleState;
use battle::LoggedRoll;
use battle::analysis::last_roll::{Effect as RollEffect, ShownRoll};
use battle::participants::Participants;
use leptos::prelude::*;
use rules::procedure::{Agent, Procedure};
use rules::text;
use rules::text::{capital, percent, say};

/// With more dice than this, dice are drawn smaller.
const MAX_LARGE_DICE: usize = 10;
/// With more dice than this, each face is drawn once, with the number of dice that show it.
const MAX_SINGLE_DICE: usize = 24;
/// Number of chances shown.
const MAX_CHANCES: usize = 2;
/// Number of units and sides whose changes are shown.
const MAX_EFFECTS: usize = 8;

/// The last roll of the log.
#[component]
pub(super) fn LastRoll(battle: BattleState, roll: Memo<Option<ShownRoll>>) -> impl IntoView {
    let late = late_chances(battle, roll);
    // Applying a roll changes only its effects, so the dice and the units are not redrawn.
    let fought = Memo::new(move |_| roll.with(|roll| roll.as_ref().map(ShownRoll::dice_alone)));
    let shown = move || match fought.get() {
        None => view! { <p class="soft">{say("No rolls yet.")}</p> }.into_any(),
        Some(roll) => view! { <Rolled battle roll/> }.into_any(),
    };
    let chances = move || {
        let known = roll.with(|roll| roll.as_ref().map(|roll| roll.chances.clone()).unwrap_or_default());
        let all = if known.is_empty() { late.get() } else { known };
        let row = |(label, p): (String, f64)| view! { <p class="hall-chance"><b>{percent(p)}</b>" "{label}</p> };
        all.into_iter().take(MAX_CHANCES).map(row).collect_view()
    };
    let result = move || roll.with(|roll| roll.as_ref()?.result.clone());
    let effects = move || roll.with(|roll| roll.as_ref().map(|roll| effects_view(&roll.effects)));
    let section = NodeRef::new();
    room::fit(section, move || {
        roll.with(|_| ());
        late.track();
    });
    view! {
        <section node_ref=section class="hall-roll" aria-label=say("Last roll")>
            {shown}
            {chances}
            // Screen readers announce only the result and the effects, not the dice.
            <div class="hall-came" role="status">
                {move || result().map(|words| view! { <p class="hall-result">{words}</p> })}
                {effects}
            </div>
        </section>
    }
}

/// The chances of a roll whose odds take long, once the worker has computed them.
fn late_chances(battle: BattleState, roll: Memo<Option<ShownRoll>>) -> RwSignal<Vec<(String, f64)>> {
    let (queue, late) = (Queue::new(), RwSignal::new(Vec::new()));
    Effect::new(move |_| {
        late.set(Vec::new());
        let turn = queue.begin();
        let Some(roll) = roll.get().filter(|roll| roll.is_long) else { return };
        let Some(procedure) = battle.ruleset.procedure(roll.procedure) else { return };
        let input = serde_json::to_string(&roll.input).unwrap_or_default();
        turn.ask(PAUSE, [battle.ruleset.named.id, procedure.id], input, move |reply| {
            if let OddsReply::OddsSummary(mut summary) = reply {
                summary.drop_moot(procedure, &roll.input);
                late.set(summary.named_gist(procedure, &roll.names));
            }
        });
    });
    late
}

/// The units that fought, facing each other, and the dice.
#[component]
fn Rolled(battle: BattleState, roll: ShownRoll) -> impl IntoView {
    let procedure = battle.ruleset.procedure(roll.procedure);
    let title = procedure.map_or("", |procedure| say(procedure.title));
    let title = match roll.units.iter().all(Vec::is_empty) {
        // No unit is drawn, so the title names the side.
        true if procedure.is_some_and(|procedure| procedure.agent == Agent::Side) => {
            let side = battle.with_untracked(|open| open.header().sides[roll.acting].name.clone());
            text!("{who}: {what}", who = side, what = title).to_string()
        }
        _ => title.to_owned(),
    };
    let alone = roll.rolls.len() == 1;
    let needs = roll.needs.clone().filter(|_| alone);
    let needs = needs.map(|needs| view! { <span class="hall-needs">{format!("{}.", capital(&needs))}</span> });
    let has_dice = !procedure.is_some_and(Procedure::draws_lots);
    let parties = [0, 1].map(|side| view! { <Party battle side units=roll.units[side].clone()/> });
    view! {
        <h2>{title}" "{needs}</h2>
        <div class="hall-duel">{parties}</div>
        {has_dice.then(|| view! { <Dice battle roll/> })}
    }
}

/// The units of a side that took part, each with its sign.
#[component]
fn Party(battle: BattleState, side: usize, units: Vec<String>) -> impl IntoView {
    let unit = move |id: String| {
        let name = battle.unit_name(&id).unwrap_or_default();
        let sign = sign_of(battle, &id, battle.facts(&id));
        view! { <div class="hall-party"><UnitSign sign/><b>{name}</b></div> }
    };
    let units = units.into_iter().map(unit).collect_view();
    view! { <div class=format!("hall-parties side-{side}")>{units}</div> }
}

/// The dice, roll by roll. If there are several rolls, each has its purpose.
#[component]
fn Dice(battle: BattleState, roll: ShownRoll) -> impl IntoView {
    let count: usize = roll.rolls.iter().map(|roll| roll.faces.len()).sum();
    let is_many = count > MAX_LARGE_DICE;
    let labels = labels(battle, &roll);
    let mut rest = roll.successes.into_iter();
    let row = |(roll, label): (LoggedRoll, Option<String>)| {
        let successes: Vec<_> = rest.by_ref().take(roll.faces.len()).collect();
        let counted = roll.counted.is_some();
        let faces = if count > MAX_SINGLE_DICE && !counted {
            tallied(&roll.faces, &successes).into_any()
        } else {
            view! { <RolledFaces faces=roll.faces successes counted/> }.into_any()
        };
        view! { <div class="hall-throw">{label.map(|label| view! { <span>{label}</span> })}{faces}</div> }
    };
    let rows = roll.rolls.into_iter().zip(labels).map(row).collect_view();
    view! { <div class="hall-dice" class:many=is_many>{rows}</div> }
}

/// The purposes of the rolls, the first with its needs. `None` for a single roll, whose needs are in the heading.
fn labels(battle: BattleState, roll: &ShownRoll) -> Vec<Option<String>> {
    let procedure = battle.ruleset.procedure(roll.procedure).filter(|_| roll.rolls.len() > 1);
    let Some(procedure) = procedure else { return vec![None; roll.rolls.len()] };
    let participants = Participants::read(procedure, &roll.participants);
    let names = untrack(|| Names::of_participants(battle, procedure, &participants));
    let (mut whose, mut needs) = (String::new(), roll.needs.clone());
    let all = names.label_rolls(procedure, &roll.input, roll.rolls.iter().map(|logged| logged.purpose.as_str()));
    let label = |label: String| {
        let purpose = without_repeated_names(&mut whose, label);
        let purpose = capital(&purpose);
        Some(match needs.take() {
            Some(needs) => text!("{purpose}, {needs}", purpose = purpose, needs = needs).to_string(),
            None => purpose,
        })
    };
    all.into_iter().map(label).collect()
}

/// Each face that was rolled, in ascending order, with the number of dice that show it.
fn tallied(faces: &[u8], successes: &[Option<bool>]) -> impl IntoView + use<> {
    let mut all: Vec<(u8, Option<bool>)> =
        faces.iter().copied().zip(successes.iter().copied().chain(std::iter::repeat(None))).collect();
    all.sort_by_key(|(face, _)| *face);
    let same = all.chunk_by(|one, other| one.0 == other.0).map(|same| {
        let (face, success) = same[0];
        view! { <span><Faces faces=vec![face] successes=vec![success]/>{format!("×{}", same.len())}</span> }
    });
    same.collect_view()
}

/// The effects of the roll on each unit and side.
fn effects_view(effects: &[RollEffect]) -> impl IntoView + use<> {
    let row = |effect: &RollEffect| {
        view! {
            <div class=format!("side-{}", effect.side)><dt>{effect.who.clone()}</dt><dd>{effect.changes.join(" · ")}</dd></div>
        }
    };
    let more = effects.len().saturating_sub(MAX_EFFECTS);
    let more = (more > 0).then(|| format!("+{more}"));
    let rows = effects.iter().take(MAX_EFFECTS).map(row).collect_view();
    let any = !effects.is_empty();
    any.then(|| view! { <dl class="hall-effects">{rows}{more.map(|words| view! { <div><dt>{words}</dt></div> })}</dl> })
}
