//! The events that the author of each event had seen. An event is checked against these, and not against all entries before it in the log.
//! Tabs or devices that act at the same moment do not know of each other.
//!
//! An act or a roll links the ends of its author's log (see [`Link`](crate::Link)). So the author had seen the linked events and all events
//! to which those lead back. A tab's events follow each other, so an author who had seen one of them had seen all earlier ones. So one
//! number for each tab describes what an author had seen.

use crate::link::MOST;
use crate::{Battle, Event, Stamp};
use std::collections::HashMap;
use std::rc::Rc;

/// Number of seen events of each tab, by the tab's index.
type Counts = Rc<[u32]>;

/// Maximum number of counts that are stored for a log: its tabs times its events. A larger log is checked by its stamps alone.
const MOST_COUNTS: usize = 10_000_000;
/// Maximum number of cached battles, each as one tab saw it.
const MOST_VIEWS: usize = 6;

/// The knowledge of the authors of all events up to some event of the log.
pub(super) struct Seen {
    /// For each event of the log: its tab, and its position among the tab's events, from 1.
    own: Vec<(usize, u32)>,
    /// Indexes in the log of each tab's events.
    of_tab: Vec<Vec<usize>>,
    /// For each event so far: the event itself and all events that its author had seen.
    with: Vec<Counts>,
    /// Number of events of each tab so far.
    all: Vec<u32>,
    /// False if there are too many tabs and events to store counts.
    counts: bool,
    /// Battles as their tabs last saw them, latest first.
    views: Vec<AuthorView>,
}

/// A battle as a tab saw it, without some of the events before the checked one.
pub(super) struct AuthorView {
    tab: usize,
    seen: Counts,
    pub battle: Battle,
}

impl Seen {
    pub fn of(log: &[(Stamp, Event)]) -> Self {
        let mut tabs: HashMap<&str, usize> = HashMap::new();
        let (mut own, mut of_tab) = (Vec::with_capacity(log.len()), Vec::<Vec<usize>>::new());
        for (place, (stamp, _)) in log.iter().enumerate() {
            let next = tabs.len();
            let tab = *tabs.entry(stamp.tab()).or_insert(next);
            if tab == next {
                of_tab.push(Vec::new());
            }
            of_tab[tab].push(place);
            own.push((tab, u32::try_from(of_tab[tab].len()).unwrap_or(u32::MAX)));
        }
        let counts = tabs.len().saturating_mul(log.len()) <= MOST_COUNTS;
        let all = vec![0; of_tab.len()];
        Self { own, of_tab, with: Vec::with_capacity(log.len()), all, counts, views: Vec::new() }
    }

    /// Switches to checks by stamps alone, as for a log of too many tabs.
    #[cfg(test)]
    pub fn count_nothing(&mut self) {
        self.counts = false;
    }

    /// The battle that the author of the event at an index saw; `None` if it equals `so_far`, which has all events before it. Must be
    /// called for each event of the log in turn. The caller then returns the view with [`Seen::keep`].
    pub fn before(&mut self, place: usize, whole: &Battle, so_far: &Battle) -> Option<AuthorView> {
        if self.counts {
            let seen = self.step(place, whole)?;
            return Some(self.view(place, seen, whole));
        }
        let number = whole.log()[place].0.number();
        so_far.log().last().filter(|(last, _)| last.number() >= number)?;
        let earlier = so_far.log().iter().filter(|(other, _)| other.number() < number).cloned();
        let battle = whole.with_log(earlier);
        Some(AuthorView { tab: usize::MAX, seen: Counts::default(), battle })
    }

    /// Caches a view for the next event of its tab.
    pub fn keep(&mut self, view: AuthorView) {
        if self.counts {
            self.views.insert(0, view);
            self.views.truncate(MOST_VIEWS);
        }
    }

    /// Adds the next event. Returns the events that its author had seen; `None` if these are all events before it.
    fn step(&mut self, place: usize, whole: &Battle) -> Option<Counts> {
        let (tab, number) = self.own[place];
        let seen = self.seen(place, whole);
        let mut with = seen.to_vec();
        with[tab] = with[tab].max(number);
        self.with.push(with.into());
        let is_whole = *seen == self.all[..];
        self.all[tab] = number;
        (!is_whole).then_some(seen)
    }

    fn seen(&self, place: usize, whole: &Battle) -> Counts {
        let (stamp, event) = &whole.log()[place];
        let links = event.after();
        let earlier = |stamp: &Stamp| whole.place_before(stamp, place);
        let mut known: Vec<usize> = links.iter().filter_map(|link| earlier(&link.stamp)).collect();
        let mut seen = match (event, links.len()) {
            // Without a device in control, undos have no links, and no check depends on them. The author had seen the act that is undone.
            (Event::Undo(own) | Event::Redo(own), 0) => {
                known.extend(earlier(&own.act));
                vec![0; self.all.len()]
            }
            // Acts of the first versions have no links, and later acts cannot link all ends of such a log.
            (_, 0 | MOST..) => self.with_lower_numbers(stamp, whole),
            _ => vec![0; self.all.len()],
        };
        // Every author has seen their own events, whether or not they are linked.
        known.extend(self.before_in_tab(place));
        for event in known {
            seen.iter_mut().zip(self.with[event].iter()).for_each(|(seen, more)| *seen = (*seen).max(*more));
        }
        seen.into()
    }

    /// The previous event of the same tab; `None` if there is none.
    fn before_in_tab(&self, place: usize) -> Option<usize> {
        let (tab, number) = self.own[place];
        let before = usize::try_from(number).ok()?.checked_sub(2)?;
        self.of_tab[tab].get(before).copied()
    }

    /// All events so far with lower numbers.
    fn with_lower_numbers(&self, stamp: &Stamp, whole: &Battle) -> Vec<u32> {
        let mut seen = self.all.clone();
        let so_far = &whole.log()[..self.with.len()];
        for (place, _) in so_far.iter().enumerate().rev().take_while(|(_, (other, _))| other.number() >= stamp.number())
        {
            seen[self.own[place].0] -= 1;
        }
        seen
    }

    /// The battle with these events: a cached one if possible, because tabs that act at once mostly saw the same events. Otherwise it is
    /// made from the latest battle that the same tab saw.
    fn view(&mut self, place: usize, seen: Counts, whole: &Battle) -> AuthorView {
        if let Some(at) = self.views.iter().position(|view| view.seen == seen) {
            return self.views.remove(at);
        }
        let tab = self.own[place].0;
        // A tab never loses an event that it has seen.
        let at = self.views.iter().position(|view| view.tab == tab);
        let mut view = at.map(|at| self.views.remove(at)).unwrap_or_else(|| {
            let nothing = vec![0; seen.len()].into();
            AuthorView { tab, seen: nothing, battle: whole.at_start() }
        });
        let mut more: Vec<usize> = Vec::new();
        for (tab, (had, has)) in view.seen.iter().zip(seen.iter()).enumerate() {
            let index = |count: u32| usize::try_from(count).unwrap_or(usize::MAX).min(self.of_tab[tab].len());
            more.extend(&self.of_tab[tab][index(*had)..index(*has)]);
        }
        more.sort_unstable();
        view.battle.add_all(more.into_iter().map(|place| whole.log()[place].clone()));
        view.seen = seen;
        view
    }
}
