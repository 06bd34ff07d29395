//! Group acts of the battle in play: the ones that the table offers, their drafts, and their rolls that are not applied yet.

use super::rolls::WaitingRoll;
use super::{AppState, BattleState, load};
use crate::app::platform::clock::{log_time, new_id};
use crate::app::platform::local_storage;
use crate::app::state::notice::Notice;
use crate::app::state::route::{BattlePage, Route};
use battle::groups::{write_acts, write_rolls};
use battle::panel::Tables;
use battle::panel::group::{GroupAct, GroupDraft, GroupEffect, GroupMessage, GroupSettlement, GroupShown};
use battle::referee::JointOffer;
use battle::{Act, Battle, Rolled, Stamp, Waiting};
use exchange::storage::Key;
use leptos::prelude::*;
use rules::subject::Side;
use rules::text::say;
use rules::turn::Duty;
use std::sync::Arc;

/// A group act that the table offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedGroup {
    /// The side whose units it concerns.
    pub side: Side,
    /// The procedure, by its id.
    pub procedure: &'static str,
    /// Its [name](JointOffer::variant) among the offers of the procedure.
    pub variant: Option<String>,
    /// Its label for players.
    pub label: &'static str,
    /// Number of the units that the list proposes.
    pub count: usize,
    /// Name of the only unit that the list proposes; `None` if it proposes none or several.
    pub only: Option<String>,
    /// Number of these units that need neither dice nor an answer.
    pub plain: usize,
    /// True if the turn demands it of some unit, or waits for it.
    pub is_due: bool,
    /// True if it holds up the end of the phase.
    pub holds_up: bool,
}

impl OfferedGroup {
    /// True if a tap applies it: for most of its units, neither dice nor answers are needed.
    pub fn is_plain(&self) -> bool {
        2 * self.plain > self.count
    }

    fn of(open: &Battle, offer: &JointOffer, duties: &[Duty]) -> Self {
        let mut proposed = offer.proposed();
        let only = proposed.next().filter(|_| proposed.next().is_none());
        Self {
            only: only.and_then(|unit| Some(open.state().unit(&unit.id)?.name().to_owned())),
            side: offer.side,
            procedure: offer.procedure.id,
            variant: offer.variant(),
            label: offer.label(),
            count: offer.count_paid_for(open.state()),
            plain: offer.count_without_dice(open.state()),
            is_due: duties.iter().any(|duty| (duty.must || duty.holds_up()) && offer.contains(duty)),
            holds_up: duties.iter().any(|duty| duty.holds_up() && offer.contains(duty)),
        }
    }

    fn is(&self, offer: &JointOffer) -> bool {
        (offer.side, offer.procedure.id) == (self.side, self.procedure) && offer.variant() == self.variant
    }
}

/// An act of one unit, of a procedure that group acts can do.
#[derive(Clone, Debug, PartialEq)]
pub struct LastOffer {
    /// The side whose unit it is.
    pub side: Side,
    /// Its label for players.
    pub label: &'static str,
    /// Name of the unit.
    pub who: String,
    /// The act.
    pub act: Act,
}

impl LastOffer {
    /// `None` if the unit is gone, or if a duty offers the same.
    fn of(open: &Battle, offer: &JointOffer, duties: &[Duty]) -> Option<Self> {
        let unit = offer.proposed().next()?;
        let is_it = |duty: &Duty| {
            duty.procedure == unit.act.procedure.id && duty.roles.iter().any(|(_, units)| units.contains(&unit.id))
        };
        if duties.iter().any(is_it) {
            return None;
        }
        let who = open.state().unit(&unit.id)?.name().to_owned();
        Some(Self { side: offer.side, label: offer.label(), who, act: unit.act.clone() })
    }
}

impl BattleState {
    /// The group acts that the table offers. Computed once for each revision of the table.
    pub fn joint_offers(self) -> Memo<Vec<OfferedGroup>> {
        Memo::new(move |_| {
            if self.has_no_groups() {
                return Vec::new();
            }
            self.table_answer(|answers, tables| {
                let Some(open) = tables.shown else { return Vec::new() };
                let duties = answers.duties(self.ruleset, tables).to_vec();
                let (offers, _) = self.own_offers(tables, answers.joint_and_last_offers(self.ruleset, tables));
                offers.iter().map(|offer| OfferedGroup::of(open, offer, &duties)).collect()
            })
        })
    }

    /// The acts that one unit alone can still do, of those that are otherwise group acts, unless a duty of the unit offers the same.
    pub fn last_offers(self) -> Memo<Vec<LastOffer>> {
        Memo::new(move |_| {
            if self.has_no_groups() {
                return Vec::new();
            }
            self.table_answer(|answers, tables| {
                let Some(open) = tables.shown else { return Vec::new() };
                let duties = answers.duties(self.ruleset, tables).to_vec();
                let (_, offers) = self.own_offers(tables, answers.joint_and_last_offers(self.ruleset, tables));
                offers.iter().filter_map(|offer| LastOffer::of(open, offer, &duties)).collect()
            })
        })
    }

    /// True on an earlier table, and in a guided battle, whose steps are acts of single units.
    fn has_no_groups(self) -> bool {
        self.is_rewound() || self.app.is_guided(&self.id())
    }

    /// The duties that no offered group act contains.
    pub fn single_duties(self) -> Memo<Vec<Duty>> {
        let all = self.duties();
        Memo::new(move |_| {
            let mut duties = all.get();
            if !self.has_no_groups() {
                self.table_answer(|answers, tables| {
                    let (offers, _) = self.own_offers(tables, answers.joint_and_last_offers(self.ruleset, tables));
                    duties.retain(|duty| !offers.iter().any(|offer| offer.contains(duty)));
                });
            }
            duties
        })
    }

    /// The offered group act that contains a duty.
    pub fn group_of(self, duty: &Duty) -> Option<OfferedGroup> {
        if self.has_no_groups() {
            return None;
        }
        self.table_answer(|answers, tables| {
            let open = tables.shown?;
            let duties = answers.duties(self.ruleset, tables).to_vec();
            let (offers, _) = self.own_offers(tables, answers.joint_and_last_offers(self.ruleset, tables));
            let offer = offers.iter().find(|offer| offer.contains(duty))?;
            Some(OfferedGroup::of(open, offer, &duties))
        })
    }

    /// Opens an offered group act on the current table. `None` if the table no longer offers it.
    pub fn open_group(self, offered: &OfferedGroup) -> Option<GroupAct> {
        untrack(|| {
            self.table_answer(|answers, tables| {
                let (offers, _) = self.own_offers(tables, answers.joint_and_last_offers(self.ruleset, tables));
                let offer = offers.iter().find(|offer| offered.is(offer))?;
                GroupAct::of_offer(self.ruleset, offer, tables)
            })
        })
    }

    /// The group act that the table offers a side for a procedure in a variant; `None` if it offers none.
    pub fn offered_group(self, side: &str, procedure: &str, variant: Option<&str>) -> Option<OfferedGroup> {
        let offers = untrack(|| self.joint_offers().get());
        offers.into_iter().find(|offer| {
            offer.side.id() == side && offer.procedure == procedure && offer.variant.as_deref() == variant
        })
    }

    /// The results of a group act without dice; `None` if it needs dice or answers.
    pub fn preview_group(self, offered: &OfferedGroup) -> Option<Arc<GroupShown>> {
        let mut group = self.open_group(offered)?;
        untrack(|| self.with_tables(|tables| without_dice(&mut group, tables)))
    }

    /// Applies a group act without dice at once. Returns what it gave; `None` if it needs dice or answers, or cannot be written.
    pub fn apply_group_at_once(self, offered: &OfferedGroup) -> Option<Arc<GroupShown>> {
        let mut group = self.open_group(offered)?;
        let (effects, shown) = untrack(|| {
            self.with_tables(|tables| {
                let shown = without_dice(&mut group, tables)?;
                Some((group.update(GroupMessage::Apply, tables), shown))
            })
        })?;
        let settled = effects.into_iter().find_map(|effect| match effect {
            GroupEffect::Settle(settlement) => Some(self.settle_group(*settlement)),
            _ => None,
        });
        settled.unwrap_or_default().then_some(shown)
    }

    /// Writes the acts of a group act to the log: they apply it or discard its dice. False if this fails.
    pub fn settle_group(self, settlement: GroupSettlement) -> bool {
        if !self.is_in_control() {
            self.offer_control();
            return false;
        }
        if !settlement.parts.iter().all(|part| self.may_settle(&part.action)) {
            return false;
        }
        let settles: Vec<Stamp> = settlement.parts.iter().filter_map(|part| part.action.settles.clone()).collect();
        let this = untrack(|| self.app.device()).device;
        let refused = self.judged().with_untracked(|open| {
            let awaiting: Vec<&Stamp> = open.awaiting_of(&this).into_iter().map(|(stamp, _)| stamp).collect();
            if awaiting.iter().any(|stamp| !settles.contains(stamp)) {
                return Some(say("Apply or discard the other roll first."));
            }
            let is_gone = settles.iter().any(|stamp| !awaiting.contains(&stamp));
            is_gone.then_some(say("This roll was applied or discarded in another tab."))
        });
        if let Some(words) = refused {
            self.app.notice.set(Some(Notice::new(words)));
            return false;
        }
        if settlement.parts.iter().any(|part| !part.action.discarded) {
            self.app.put_hints_away();
        }
        let count = settlement.parts.len();
        let written = write_acts(settlement.acts(log_time()), |event| self.add(event));
        self.drop_answers();
        written.len() == count
    }

    /// Writes the rolls of a group act to the log, before they are shown. Returns their stamps, fewer if this fails.
    pub fn roll_group(self, rolls: Vec<Rolled>, first: Option<Stamp>) -> Vec<Stamp> {
        let stamps = write_rolls(rolls, first, |event| self.add(event));
        self.drop_answers();
        stamps
    }

    /// Drafts of group acts of this battle with their ids, including discarded ones.
    pub fn group_drafts(self) -> Vec<(String, GroupDraft)> {
        self.app.follow_entered();
        let battle = self.id();
        let kept = local_storage::keys().into_iter().filter_map(|key| match &key {
            Key::Group(of, id) if *of == battle => Some((id.clone(), load::<GroupDraft>(&key)?.value)),
            _ => None,
        });
        kept.collect()
    }

    /// Deletes answers to group acts that cannot be continued, because something else has happened since.
    pub fn drop_outdated_groups(self) {
        let outdated = |open: &Battle, draft: &GroupDraft| draft.discarded.is_none() && !draft.is_current(open);
        for (id, draft) in untrack(|| self.group_drafts()) {
            if self.judged().with_untracked(|open| outdated(open, &draft)) {
                self.drop_group(&id);
            }
        }
    }

    /// The draft of a group act that can be continued on its page.
    pub fn group_draft_of(self, page: &str) -> Option<(String, GroupDraft)> {
        let drafts = self.group_drafts();
        self.judged()
            .with_untracked(|open| drafts.into_iter().find(|(_, draft)| draft.page == page && draft.is_current(open)))
    }

    /// A group act whose rolls wait in the log, without a draft on this device: its page names no variant.
    pub fn logged_group_of(self, page: &Route) -> Option<GroupDraft> {
        let waiting = untrack(|| self.waiting_groups());
        let drafts = waiting.into_iter().filter(|waiting| waiting.dice.is_none());
        drafts.filter_map(|waiting| waiting.group).find(|draft| page_of_draft(self, draft) == *page).map(|draft| *draft)
    }

    /// Saves a group act, for a reload, other pages and other tabs.
    pub fn keep_group(self, id: &str, draft: &GroupDraft) {
        if !self.is_rewound() {
            self.app.save(&Key::Group(self.id(), id.to_owned()), draft);
            self.app.notify_entered();
        }
    }

    /// Deletes a saved group act.
    pub fn drop_group(self, id: &str) {
        let key = Key::Group(self.id(), id.to_owned());
        if !self.is_rewound() && local_storage::has(&key) {
            self.app.remove([key.to_string()]);
            self.app.notify_entered();
        }
    }

    /// The group acts with dice that are not applied: those of this device's drafts, and those of which the log alone has rolls.
    pub(super) fn waiting_groups(self) -> Vec<WaitingRoll> {
        let drafts = self.group_drafts();
        self.with(|open| {
            let is_open = |draft: &GroupDraft| draft.has_dice() && draft.is_current(open);
            let saved = drafts.into_iter().filter(|(_, draft)| is_open(draft)).map(|(id, draft)| (Some(id), draft));
            let saved: Vec<(Option<String>, GroupDraft)> = saved.collect();
            let is_saved = |rolls: &[(Stamp, Rolled)]| {
                rolls.iter().any(|(roll, _)| saved.iter().any(|(_, draft)| draft.rolls().any(|stamp| stamp == roll)))
            };
            let logged = open.awaiting_groups().into_iter().filter(|(_, rolls)| !is_saved(rolls));
            let logged = logged.filter_map(|(_, rolls)| Some((None, GroupDraft::of_rolls(&rolls)?)));
            let all: Vec<_> = saved.iter().cloned().chain(logged).collect();
            all.into_iter().filter_map(|(id, draft)| self.waiting_group(open, id, draft)).collect()
        })
    }

    fn waiting_group(self, open: &Battle, id: Option<String>, draft: GroupDraft) -> Option<WaitingRoll> {
        let stamp = draft.rolls().next();
        let logged = open.awaiting().find(|(awaited, _)| Some(*awaited) == stamp);
        let roll = match logged {
            Some((stamp, rolled)) => Waiting::logged(stamp, rolled),
            None => draft.parts.iter().find_map(|part| Waiting::entered(self.ruleset, open, &part.draft))?,
        };
        Some(WaitingRoll { roll, dice: id, group: Some(Box::new(draft)) })
    }

    /// A waiting group act, opened on the current table.
    pub fn resumed_group(self, draft: &GroupDraft) -> Option<GroupAct> {
        untrack(|| self.with_tables(|tables| GroupAct::resume(self.ruleset, draft, tables)))
    }

    /// Applies or discards a waiting group act. False if this fails, for example because dice or choices are missing.
    pub fn settle_waiting_group(self, id: Option<&String>, draft: &GroupDraft, message: GroupMessage) -> bool {
        let is_discarded = matches!(message, GroupMessage::Discard);
        let Some(mut group) = self.resumed_group(draft) else { return false };
        let effects = untrack(|| self.with_tables(|tables| group.update(message, tables)));
        let mut is_settled = false;
        for effect in effects {
            match effect {
                GroupEffect::Settle(settlement) => is_settled = self.settle_group(*settlement),
                GroupEffect::Drop => is_settled = true,
                _ => {}
            }
        }
        if is_settled {
            id.into_iter().for_each(|id| self.drop_group(id));
            if is_discarded {
                self.offer_discarded_group(draft.clone());
            }
        }
        is_settled
    }

    /// Keeps a discarded group act until the next act, and offers to take the discard back.
    pub fn offer_discarded_group(self, draft: GroupDraft) {
        self.drop_discards_except(None);
        let last = self.whole().with_untracked(|open| open.last_discards().pop());
        let last = last.filter(|_| draft.rolls().next().is_some());
        let id = self.id();
        let back: Box<dyn Fn() + Send + Sync> = match last {
            Some((after, _)) => {
                self.keep_group(&new_id(), &GroupDraft { discarded: Some(after), ..draft });
                Box::new(move || {
                    if self.is_open(&id) {
                        self.take_discard_back();
                    }
                })
            }
            // Entered dice are not in the log until they are applied.
            None => Box::new(move || {
                if self.is_open(&id) {
                    self.keep_group(&new_id(), &draft);
                }
            }),
        };
        let notice = Notice::new(say("Discarded.")).way_back(say("Take back"), back).until_next_act();
        self.app.notice.set(Some(notice));
    }

    /// Takes back the last discard, if it is one of a group act: all rolls of the group are open again. `None` if it is of a single act.
    pub(super) fn take_group_back(self) -> Option<bool> {
        let discards = untrack(|| self.whole().with(|open| open.last_discards()));
        let (last, _) = discards.last()?;
        let kept =
            untrack(|| self.group_drafts()).into_iter().find(|(_, draft)| draft.discarded.as_ref() == Some(last));
        if kept.is_none() && discards.len() < 2 {
            return None;
        }
        let rolls: Vec<Rolled> = discards.into_iter().map(|(_, rolled)| Rolled { at: log_time(), ..rolled }).collect();
        let count = rolls.len();
        let stamps = self.roll_group(rolls, None);
        if let Some((id, mut draft)) = kept {
            let rolled = draft.parts.iter_mut().filter(|part| part.draft.rolled.is_some());
            rolled.zip(&stamps).for_each(|(part, stamp)| part.draft.rolled = Some(stamp.clone()));
            self.keep_group(&id, &GroupDraft { discarded: None, ..draft });
        }
        Some(stamps.len() == count)
    }

    /// Deletes discarded group acts, except the one whose last part this act discarded.
    pub(super) fn drop_discarded_groups_except(self, act: Option<&Stamp>) {
        for (id, draft) in untrack(|| self.group_drafts()) {
            if draft.discarded.is_some() && draft.discarded.as_ref() != act {
                self.drop_group(&id);
            }
        }
    }

    /// True if the log has rolls other than these that this device must settle first.
    pub fn awaits_others(self, rolls: &[Stamp]) -> bool {
        let this = self.app.device().device;
        self.with(|open| open.awaiting_of(&this).iter().any(|(stamp, _)| !rolls.contains(stamp)))
    }
}

impl AppState {
    /// Makes the caller run again when drafts with dice are saved or removed.
    fn follow_entered(self) {
        self.battle.entered.track();
    }
}

/// Takes the units out that need dice or answers. Returns what the others' acts give; `None` if nobody is left.
fn without_dice(group: &mut GroupAct, tables: &Tables) -> Option<Arc<GroupShown>> {
    let shown = group.shown(tables);
    for (index, _) in shown.parts.iter().enumerate().filter(|(_, part)| part.is_done && !part.is_complete()) {
        // The draft is not needed, because the group act is applied at once.
        let _ = group.update(GroupMessage::Tick(index, false), tables);
    }
    let shown = group.shown(tables);
    (shown.can_apply && shown.next.is_none()).then_some(shown)
}

/// The page of a draft: the one on which it was opened. A draft that is made from the log has the page of its first unit.
pub fn page_of_draft(battle: BattleState, draft: &GroupDraft) -> Route {
    let mut parts = draft.page.split('/').map(str::to_owned);
    if let (Some(side), Some(procedure)) = (parts.next(), parts.next()) {
        return BattlePage::Group { side, procedure, variant: parts.next() }.of(battle.id());
    }
    let side = battle.with_untracked(|open| {
        let mut acts = draft.parts.iter().filter_map(|part| part.draft.act(battle.ruleset));
        acts.find_map(|act| open.state().unit(act.actor()?).map(|unit| Side::at(unit.side)))
    });
    let side = side.unwrap_or(Side::A).id().to_owned();
    let procedure = battle.ruleset.procedure(&draft.procedure);
    let procedure = procedure.map_or(draft.procedure.as_str(), |known| battle.ruleset.first_of_family(known).id);
    BattlePage::Group { side, procedure: procedure.to_owned(), variant: None }.of(battle.id())
}
