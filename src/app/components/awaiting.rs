//! Rolls that were begun and not applied: their titles, with buttons that apply or discard them.

use super::counted_dice::RolledFaces;
use super::dialog::Dialog;
use super::names::Names;
use crate::app::state::route::{Route, router};
use crate::app::state::{BattleState, WaitingRoll, page_of_draft};
use battle::panel::group::{GroupAct, GroupDraft};
use battle::participants::Participants;
use battle::{Battle, LoggedRoll, Rolled, Waiting};
use leptos::prelude::*;
use rules::procedure::{Procedure, Role};
use rules::scenario;
use rules::text;
use rules::text::say;
use serde_json::{Map, Value as Json};

/// The region of the notice. It exists before the notice, because screen readers announce only changes of an existing region.
#[component]
pub fn AwaitingRegion(children: Children) -> impl IntoView {
    view! { <div class="live" role="status" aria-label=say("Unapplied roll")>{children()}</div> }
}

/// The warning about a roll whose phase is over.
#[component]
pub fn LateWords() -> impl IntoView {
    view! {
        <p class="barred">
            {say("The phase in which it was rolled is over. If you apply it now, the log will show that the rule was overridden.")}
        </p>
    }
}

/// The notice of an unapplied roll: its result so far, and buttons that apply or discard it.
#[component]
pub fn AwaitingNotice(
    battle: BattleState,
    /// The roll.
    waiting: WaitingRoll,
    /// The action that the roll prevents, in words.
    #[prop(optional)]
    why: Option<&'static str>,
    /// Continues the roll on this page, if its page is open already.
    #[prop(optional)]
    take_up: Option<Callback<WaitingRoll>>,
) -> impl IntoView {
    let rolled = &waiting.roll.rolled;
    let title = title_of(battle, &waiting);
    let title = match waiting.roll.logged {
        Some(_) => text!("Unapplied roll: {what}.", what = title),
        None => text!("Dice entered, not applied: {what}.", what = title),
    };
    if let Some(words) = rolling_elsewhere(battle, &waiting) {
        return view! { <p class="soft">{words}</p> }.into_any();
    }
    let is_lost = rolled.corrects.is_some() && untrack(|| battle.unfinished_correction()).is_none();
    let why = if is_lost { Some(lost_words()) } else { why };
    view! {
        <section class="banner">
            <p><b>{title.to_string()}</b></p>{why.map(|why| view! { <p>{why}</p> })}
            <SettleWaiting battle waiting take_up/>
        </section>
    }
    .into_any()
}

/// The line for a roll of another player, which this device does not settle: "Ann’s unit: Fire, Rupert’s Horse". `None` if it may.
fn rolling_elsewhere(battle: BattleState, waiting: &WaitingRoll) -> Option<String> {
    waiting.roll.logged.as_ref().filter(|_| waiting.dice.is_none())?;
    let whose = untrack(|| battle.not_our_roll(&waiting.roll.rolled))?;
    Some(text!("Unapplied roll: {what}. {whose}.", what = title_of(battle, waiting), whose = whose).to_string())
}

/// The title of a roll: its procedure and the units that take part; of a group act, their number.
fn title_of(battle: BattleState, waiting: &WaitingRoll) -> String {
    let rolled = &waiting.roll.rolled;
    let known = battle.ruleset.procedure(&rolled.procedure);
    let title = known.map_or(rolled.procedure.as_str(), |procedure| say(procedure.title));
    if let Some(group) = &waiting.group {
        let title = known.map_or(title, |procedure| say(procedure.group_label()));
        let count = battle.with_tables(|tables| GroupAct::count_done(battle.ruleset, group, tables));
        return text!("{what}, {n} {n|unit|units}", what = title.to_owned(), n = count).to_string();
    }
    let words = [title.to_owned(), who(battle, &rolled.procedure, &rolled.participants)];
    words.into_iter().filter(|words| !words.is_empty()).collect::<Vec<_>>().join(", ")
}

/// The result of an unapplied roll on the current table.
#[derive(Clone, Default, PartialEq)]
struct Outlook {
    /// True if its dice are complete.
    is_complete: bool,
    /// First sentence of its outcome; `None` while dice are missing, and for a correction.
    verdict: Option<String>,
    /// True once its phase is over.
    is_late: bool,
}

impl Outlook {
    fn of(battle: BattleState, waiting: &WaitingRoll) -> Self {
        match &waiting.group {
            Some(group) => Self::of_group(battle, group),
            None => Self::of_roll(battle, &waiting.roll),
        }
    }

    fn of_group(battle: BattleState, group: &GroupDraft) -> Self {
        let shown = battle
            .with_tables(|tables| GroupAct::resume(battle.ruleset, group, tables).map(|mut group| group.shown(tables)));
        Self {
            is_complete: shown.as_ref().is_some_and(|shown| shown.can_apply),
            verdict: None,
            is_late: shown.is_some_and(|shown| shown.is_late),
        }
    }

    fn of_roll(battle: BattleState, roll: &Waiting) -> Self {
        let (ruled, is_late) = battle.with(|open| (roll.ruled(battle.ruleset, open.state()), roll.is_late(open)));
        let ruled = ruled.filter(|_| roll.rolled.corrects.is_none());
        let verdict = || {
            let procedure = battle.ruleset.procedure(&roll.rolled.procedure)?;
            let participants = Participants::read(procedure, &roll.rolled.participants);
            let names = Names::of_participants(battle, procedure, &participants);
            ruled.as_ref()?.consequences.words.first().map(|words| names.spell(words))
        };
        Self { is_complete: ruled.is_some(), verdict: verdict(), is_late }
    }
}

/// The dice and the verdict of an unapplied roll, with buttons that continue, apply or discard it.
#[component]
fn SettleWaiting(battle: BattleState, waiting: WaitingRoll, take_up: Option<Callback<WaitingRoll>>) -> impl IntoView {
    let router = router();
    let (roll, of_group) = (waiting.roll.clone(), waiting.clone());
    let known = battle.ruleset.procedure(&roll.rolled.procedure);
    let correction = roll.rolled.corrects.as_ref().and_then(|_| untrack(|| battle.unfinished_correction()));
    let can_go_on = known.is_some() && (roll.rolled.corrects.is_none() || correction.is_some());
    let draws_lots = known.is_some_and(Procedure::draws_lots);
    let all: Vec<LoggedRoll> = match &waiting.group {
        Some(group) => battle.with_untracked(|open| rolls_of_group(open, group)),
        None => roll.rolled.rolls.clone(),
    };
    let rolls = all.into_iter().filter(|_| !draws_lots);
    let rolls =
        rolls.map(|roll| view! { <RolledFaces faces=roll.faces successes=Vec::new() counted=roll.counted.is_some()/> });
    let dice = rolls.collect_view();
    let page = || match &waiting.group {
        Some(group) => page_of_draft(battle, group),
        None => page_of_roll(battle, &roll.rolled),
    };
    let route = correction.unwrap_or_else(page);
    let outlook = Memo::new(move |_| Outlook::of(battle, &of_group));
    let waiting = StoredValue::new(waiting);
    let go_on = move |_| match take_up.filter(|_| router.here_untracked() == route) {
        Some(take_up) => take_up.run(waiting.get_value()),
        None => router.go(&route),
    };
    let apply = move |_| {
        battle.apply_waiting(&waiting.get_value());
    };
    let discard = move |_| battle.discard_waiting(&waiting.get_value());
    let apply_words = move || if outlook.get().is_late { say("Apply anyway") } else { say("Apply") };
    view! {
        {move || outlook.get().verdict.map(|words| view! { <p>{words}</p> })}
        <p class="rolled">{dice}</p>
        <Show when=move || outlook.with(|outlook| outlook.is_complete && outlook.is_late)><LateWords/></Show>
        <p class="tools">
            {can_go_on.then(|| view! { <button class="primary" on:click=go_on>{say("Continue")}</button> })}
            <Show when=move || outlook.with(|outlook| outlook.is_complete)><button on:click=apply>{apply_words}</button></Show>
            <button on:click=discard>{say("Discard")}</button>
        </p>
    }
}

/// The dice of a group act: those of the app and those that were entered, of each part.
fn rolls_of_group(open: &Battle, group: &GroupDraft) -> Vec<LoggedRoll> {
    let of_app = open.awaiting().filter(|(stamp, _)| group.rolls().any(|roll| roll == *stamp));
    let of_app = of_app.flat_map(|(_, rolled)| rolled.rolls.clone());
    let entered = group.parts.iter().map(|part| part.draft.faces.clone()).filter(|faces| !faces.is_empty());
    let by_hand = |faces: Vec<u8>| LoggedRoll {
        purpose: String::new(),
        sides: u8::MAX,
        faces,
        number: None,
        steps: None,
        counted: None,
    };
    of_app.chain(entered.map(by_hand)).collect()
}

/// All unapplied rolls, each with its buttons. Shown before an action that they prevent.
#[component]
pub fn WaitingList(
    battle: BattleState,
    /// The rolls.
    waiting: Memo<Vec<WaitingRoll>>,
) -> impl IntoView {
    let row = move |waiting: WaitingRoll| {
        let title = title_of(battle, &waiting);
        view! { <li class="waiting-roll"><b>{title}</b><SettleWaiting battle waiting take_up=None/></li> }
    };
    move || {
        let rows = waiting.get().into_iter().map(row).collect_view();
        waiting.with(|all| !all.is_empty()).then(|| view! { <ol aria-label=say("Unapplied rolls")>{rows}</ol> })
    }
}

/// True if an unapplied roll prevents undo, redo and corrections on this device.
pub fn holds_up(battle: BattleState) -> bool {
    untrack(|| battle.no_control().is_none() && !battle.own_waiting().is_empty())
}

/// A dialog with the unapplied rolls, opened by an action that they prevent. It closes once all are applied or discarded.
#[component]
pub fn SettleFirst(
    battle: BattleState,
    /// True while it is shown.
    asking: RwSignal<bool>,
    /// The title. It names the rolls and the action that they prevent.
    title: &'static str,
    /// Runs once all rolls are settled.
    #[prop(optional)]
    on_settled: Option<Callback<()>>,
) -> impl IntoView {
    let waiting = Memo::new(move |_| battle.own_waiting());
    Effect::new(move |_| {
        if asking.get() && waiting.with(Vec::is_empty) {
            asking.set(false);
            if let Some(on_settled) = on_settled {
                on_settled.run(());
            }
        }
    });
    view! {
        <Dialog is_open=asking on_close=move |()| asking.set(false) label=title.to_owned() class="drawer">
            <h2>{title}</h2>
            <WaitingList battle waiting/>
            <p class="tools"><button class="quiet" on:click=move |_| asking.set(false)>{say("Back")}</button></p>
        </Dialog>
    }
}

/// The message about a roll whose correction was not finished.
pub fn lost_words() -> &'static str {
    say(
        "This roll belongs to an unfinished correction. Discard it, then correct the action again: the same dice come again.",
    )
}

/// The page on which a roll is shown, applied or discarded.
pub fn page_of_roll(battle: BattleState, rolled: &Rolled) -> Route {
    let procedure = battle.ruleset.procedure(&rolled.procedure);
    let of = procedure.and_then(|procedure| in_address(procedure, &rolled.participants, &rolled.input));
    Route::resolve(battle.id(), rolled.procedure.clone(), of)
}

/// Id in the address of the page of an act: the first unit of the first role, or the event or arrival of the scenario.
pub fn in_address(
    procedure: &Procedure,
    participants: &Map<String, Json>,
    input: &Map<String, Json>,
) -> Option<String> {
    let item = || scenario::item_of(procedure.id, input).map(str::to_owned);
    let acting = |first: &Role| Participants::read(procedure, participants).units(first.id).first().cloned();
    procedure.participants.first().and_then(acting).or_else(item)
}

/// The names of the units that take part, in the order of the procedure's roles, so that the acting units come first.
pub fn who(battle: BattleState, procedure: &str, participants: &Map<String, Json>) -> String {
    let roles = battle.ruleset.procedure(procedure).map_or(&[][..], |procedure| procedure.participants);
    let taking_part = roles.iter().filter_map(|role| participants.get(role.id)?.as_array());
    let ids = taking_part.flatten().filter_map(Json::as_str);
    let names = battle
        .with_untracked(|open| ids.filter_map(|id| Some(open.state().unit(id)?.name().to_owned())).collect::<Vec<_>>());
    names.join(" · ")
}
