//! The clock of a battle: the times that its log gives, their limits, and a notice when a limit is reached.

use crate::app::components::choice::Choice;
use crate::app::platform::clock::log_time;
use crate::app::platform::keyboard;
use crate::app::state::BattleState;
use crate::app::state::notice::Notice;
use battle::analysis::clock::{Clock, Spent, in_words};
use battle::{Action, Change};
use leptos::ev::Event;
use leptos::prelude::*;
use rules::clock::{CLOCK, CLOCK_MINUTES, ClockKind, MOST_MINUTES, minutes};
use rules::facts::Facts;
use rules::form::Choices;
use rules::number;
use rules::subject::{Side, Subject};
use rules::text;
use rules::text::say;
use std::time::Duration;
use web_sys::HtmlInputElement;

/// The times of a clock at one moment.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Reading {
    kind: ClockKind,
    /// The limit, in milliseconds.
    limit: f64,
    spent: Spent,
    /// The side whose time runs.
    side: Option<Side>,
    stands_still: bool,
}

impl Reading {
    /// True if the time of a side, or with `None` that of the battle, is used up.
    fn is_up(&self, side_or_battle: Option<Side>) -> bool {
        match (self.kind, side_or_battle) {
            (ClockKind::Battle, None) => self.spent.battle >= self.limit,
            (ClockKind::Sides, Some(side)) => self.spent.sides[side.index()] >= self.limit,
            _ => false,
        }
    }
}

/// The clock of a battle, read every second while there is one.
#[derive(Clone, Copy)]
pub struct BattleClock {
    battle: BattleState,
    /// The kind of clock that the players chose, and its minutes.
    agreed: Memo<(ClockKind, i32)>,
    /// `None` if the battle has no clock.
    reading: Memo<Option<Reading>>,
}

impl BattleClock {
    /// Follows the clock of a battle for as long as the calling page is open.
    pub fn follow(battle: BattleState) -> Self {
        let agreed = battle.follow(|open| {
            let facts = open.state().battle();
            (ClockKind::of(facts), minutes(facts))
        });
        let is_on = Memo::new(move |_| agreed.get().0 != ClockKind::Off);
        let second = RwSignal::new(0_u32);
        // Ticks only while there is a clock.
        Effect::new(move |_| {
            let tick = move || {
                // This fails once the page is closed.
                let _ = second.try_update(|second| *second = second.wrapping_add(1));
            };
            let handle = is_on.get().then(|| set_interval_with_handle(tick, Duration::from_secs(1)).ok()).flatten();
            if let Some(handle) = handle {
                on_cleanup(move || handle.clear());
            }
        });
        Self { battle, agreed, reading: read_every_second(second, battle, agreed) }
    }

    /// Follows whether the times of the battle and of both sides are used up.
    fn time_is_up(self) -> Memo<[bool; 3]> {
        let reading = self.reading;
        Memo::new(move |_| {
            let reading = reading.get();
            [None, Some(Side::A), Some(Side::B)].map(|of| reading.is_some_and(|reading| reading.is_up(of)))
        })
    }
}

/// Reads the clock each second, and after each act.
fn read_every_second(
    second: RwSignal<u32>,
    battle: BattleState,
    agreed: Memo<(ClockKind, i32)>,
) -> Memo<Option<Reading>> {
    let clock = StoredValue::new(None::<Clock>);
    Memo::new(move |_| {
        let (kind, minutes) = agreed.get();
        if kind == ClockKind::Off {
            return None;
        }
        second.track();
        let (now, this) = (log_time(), untrack(|| battle.app.device()).device);
        battle.with(|open| {
            clock.try_update_value(|clock| {
                let clock = clock.get_or_insert_with(|| Clock::begin(open));
                clock.follow(open);
                let now = clock.time_on(&this, now);
                let (spent, side, stands_still) = (clock.at(now), clock.side(), clock.stands_still(now));
                Reading { kind, limit: 60_000.0 * f64::from(minutes), spent, side, stands_still }
            })
        })
    })
}

/// The times of the clock; nothing if the battle has none.
#[component]
pub fn ClockTimes(clock: BattleClock) -> impl IntoView {
    let BattleClock { battle, reading, .. } = clock;
    let names = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
    let row = |words: String, time: f64, limit: Option<f64>, runs: bool, is_up: bool, class: String| {
        let limit = limit.map(|limit| text!("of {time}", time = in_words(limit)).to_string());
        view! {
            <div class=class class:runs=runs class:up=is_up>
                <dt>{words}</dt>
                <dd><b>{in_words(time)}</b>" "{limit}{is_up.then(|| view! { " "<em>{say("Time is up")}</em> })}</dd>
            </div>
        }
    };
    let times = move |reading: Reading| {
        let Reading { kind, limit, spent, side, stands_still } = reading;
        let limit_of = |limited: ClockKind| (kind == limited).then_some(limit);
        let sides = Side::BOTH.map(|each| {
            let (name, time) = (names[each.index()].clone(), spent.sides[each.index()]);
            let runs = side == Some(each) && !stands_still;
            row(
                name,
                time,
                limit_of(ClockKind::Sides),
                runs,
                reading.is_up(Some(each)),
                format!("side-{}", each.index()),
            )
        });
        // In a phase of both sides, the time since the last act is counted for neither until one of them acts.
        let open = side.is_none();
        view! {
            <div role="timer" aria-label=say("Clock")><dl class="clock">
                {row(say("Battle").to_owned(), spent.battle, limit_of(ClockKind::Battle), false, reading.is_up(None), String::new())}
                {row(say(battle.ruleset.turn).to_owned(), spent.turn, None, false, false, String::new())}
                {sides}
                {open.then(|| row(say("Next to act").to_owned(), spent.open, None, !stands_still, false, String::new()))}
            </dl></div>
            {stands_still.then(|| view! { <p class="soft">{say("The clock is stopped.")}</p> })}
        }
    };
    move || reading.get().map(&times)
}

/// The clock in the head of the table: the time that is left to the battle or to each side, or without a limit the time played. Once a
/// time is up, a mark stays. Nothing if the battle has no clock.
#[component]
pub fn ClockInHead(clock: BattleClock) -> impl IntoView {
    let BattleClock { battle, reading, .. } = clock;
    let names = battle.with_untracked(|open| open.header().short_names());
    // Whole minutes, so that the head is redrawn once a minute.
    let times = Memo::new(move |_| {
        let Some(Reading { kind, limit, spent, .. }) = reading.get() else { return Vec::new() };
        let left = |spent: f64| hours_and_minutes((limit - spent).max(0.0));
        match kind {
            ClockKind::Sides => Side::BOTH.map(|side| (Some(side), left(spent.sides[side.index()]))).to_vec(),
            ClockKind::Battle => vec![(None, left(spent.battle))],
            ClockKind::Times | ClockKind::Off => vec![(None, hours_and_minutes(spent.battle))],
        }
    });
    let label = names.clone();
    let time = move |(of, time): (Option<Side>, String)| {
        let class = of.map_or_else(String::new, |side| format!(" side-{}", side.index()));
        let label = match of {
            Some(side) => text!("{what}, {side}: ", what = "Clock", side = label[side.index()].clone()),
            None => text!("{field}: ", field = "Clock"),
        };
        view! { <span class=format!("number look-clock{class}")><span class="visually-hidden">{label.to_string()}</span>{time}</span> }
    };
    let shown = move || times.get().into_iter().map(&time).collect_view();
    let up = clock.time_is_up();
    let mark = move || {
        let [of_battle, sides @ ..] = up.get();
        let who = names.iter().zip(sides).filter(|(_, is_up)| *is_up).map(|(name, _)| name.clone());
        let who = who.collect::<Vec<_>>().join(", ");
        let words = match who.as_str() {
            "" => of_battle.then(|| say("Time is up").to_owned()),
            _ => Some(text!("Time is up: {who}", who = who).to_string()),
        };
        words.map(|words| view! { <b class="time-is-up">{words}</b> })
    };
    view! { {shown}{mark} }
}

/// A time in hours and whole minutes, rounded up: `1:05`.
fn hours_and_minutes(milliseconds: f64) -> String {
    let minutes = (milliseconds / 60_000.0).ceil();
    format!("{}:{:02}", (minutes / 60.0).floor(), minutes % 60.0)
}

/// The choice of a clock in a battle.
#[component]
pub fn ClockPanel(
    clock: BattleClock,
    /// True while the choice is unfolded.
    unfolded: RwSignal<bool>,
) -> impl IntoView {
    let BattleClock { battle, agreed, .. } = clock;
    let set = Callback::new(move |(kind, minutes): (ClockKind, i32)| {
        let changes =
            vec![Change::to(Subject::Battle, CLOCK, kind), Change::to(Subject::Battle, CLOCK_MINUTES, minutes)];
        battle.act(Action::ByHand, changes);
    });
    let heading = NodeRef::new();
    // The menu unfolds the panel, which then gets the focus.
    Effect::new(move |_| {
        if unfolded.get() {
            keyboard::focus(heading);
        }
    });
    let unfold = move |event| unfolded.set(event_target::<web_sys::Element>(&event).has_attribute("open"));
    view! {
        <details class="disclosure clock-panel" open=move || unfolded.get() on:toggle=unfold>
            <summary node_ref=heading>{say("Clock")}</summary>
            <ClockChoice agreed=agreed.into() set/>
        </details>
    }
}

/// The choice of a clock on the page of a new battle.
#[component]
pub fn ClockQuestion(
    /// Initial trackers of the battle.
    started: RwSignal<Facts>,
) -> impl IntoView {
    let agreed = Signal::derive(move || started.with(|started| (ClockKind::of(started), minutes(started))));
    let set = Callback::new(move |(kind, minutes): (ClockKind, i32)| {
        started.update(|started| {
            started.put(CLOCK, kind);
            started.put(CLOCK_MINUTES, minutes);
        });
    });
    let words = move || match agreed.get() {
        (kind, n) if kind.has_limit() => {
            text!("Clock: {kind}, {n} {n|minute|minutes}", kind = kind.label(), n = n).to_string()
        }
        (kind, _) => text!("Clock: {kind}", kind = kind.label()).to_string(),
    };
    view! {
        <details class="disclosure"><summary>{words}</summary><ClockChoice agreed set/></details>
    }
}

/// The kinds of clocks, the minutes of the limit, and an explanation how time is counted.
#[component]
fn ClockChoice(
    /// The chosen kind of clock, and its minutes.
    agreed: Signal<(ClockKind, i32)>,
    /// Changes both.
    set: Callback<(ClockKind, i32)>,
) -> impl IntoView {
    let agree = move |kind: ClockKind, minutes: i32| {
        let minutes = minutes.clamp(1, MOST_MINUTES);
        if agreed.get_untracked() != (kind, minutes) {
            set.run((kind, minutes));
        }
    };
    let kinds: Vec<_> = ClockKind::ALL.iter().map(|kind| (*kind, say(kind.label()).to_owned())).collect();
    let chosen = Signal::derive(move || agreed.get().0);
    let choose = Callback::new(move |kind| agree(kind, agreed.get_untracked().1));
    let wrong = RwSignal::new(false);
    let message = || text!("A whole number from {min} to {max}.", min = 1, max = MOST_MINUTES).to_string();
    let read_minutes = move |event: Event| {
        let number = number::typed(&event_target_value(&event)).and_then(|number| number::whole(&number::json(number)));
        let minutes = number.filter(|minutes| (1..=MOST_MINUTES).contains(minutes));
        wrong.set(minutes.is_none());
        if let Some(minutes) = minutes {
            agree(agreed.get_untracked().0, minutes);
            event_target::<HtmlInputElement>(&event).set_value(&agreed.get_untracked().1.to_string());
        }
    };
    view! {
        <Choice label=say("Which clock?") is_label_hidden=true options=kinds chosen choose/>
        <Show when=move || agreed.get().0.has_limit()>
            <label class="pick"><span class="label">{say("Minutes")}</span>
                <input type="text" inputmode="numeric" autocomplete="off" maxlength="12" prop:value=move || agreed.get().1 on:change=read_minutes/>
            </label>
            <Show when=move || wrong.get()><p class="fault" role="alert">{message()}</p></Show>
        </Show>
        <p class="soft">{say("Time counts for the side whose phase it is. In a phase of both sides it counts for the side that acts next, or half for each if the phase ends first. Undone actions have taken time, too. The clock stops 15 minutes after the last entry, until the next.")}</p>
    }
}

/// Shows a notice when a limit is reached while the table is shown.
#[component]
pub fn TimeUp(clock: BattleClock) -> impl IntoView {
    let (battle, up) = (clock.battle, clock.time_is_up());
    Effect::new(move |before: Option<[bool; 3]>| {
        let now = up.get();
        // Limits that were reached before the page was opened get no notice.
        let Some(before) = before else { return now };
        let who = battle.with_untracked(|open| open.header().sides.clone().map(|side| side.name));
        let new = (0..3).find(|index| now[*index] && !before[*index]);
        if let Some(index) = new {
            let words = match index {
                0 => say("Time is up.").to_owned(),
                side => text!("{side}: time is up.", side = who[side - 1].clone()).to_string(),
            };
            battle.app.vibrate(200);
            battle.app.notice.set(Some(Notice::new(words).lets_taps_through()));
        }
        now
    });
}
