//! A group act as a signal. Its state and logic are in [`battle::panel::group`]. This module sends it messages and carries out its effects.

use super::super::panel::{follow_shown, with_tables};
use crate::app::components::names::Names;
use crate::app::platform::clock::{log_time, new_id, now};
use crate::app::state::notice::Notice;
use crate::app::state::pairs::RememberedPairs;
use crate::app::state::route::Route;
use crate::app::state::{BattleState, OfferedGroup};
use battle::panel::Tables;
use battle::panel::group::{GroupAct, GroupDraft, GroupEffect, GroupMessage, GroupShown, ShownPart};
use battle::{Battle, Stamp};
use leptos::prelude::*;
use rules::procedure::{Grouping, Procedure};
use rules::text::say;
use serde_json::Value as Json;
use std::sync::Arc;

/// A group act on its page.
#[derive(Clone, Copy)]
pub struct LiveGroup {
    pub(super) battle: BattleState,
    pub(super) procedure: &'static Procedure,
    pub(super) grouping: &'static Grouping,
    group: RwSignal<GroupAct>,
    /// Everything that the views draw.
    pub(super) shown: Memo<Arc<GroupShown>>,
    pairs: RememberedPairs,
    /// Address of the page within the battle: side, procedure and variant.
    page: StoredValue<String>,
    /// Id under which the draft is saved, once there is one.
    draft_id: StoredValue<Option<String>>,
    /// The draft as it was saved or read last.
    draft: StoredValue<Option<GroupDraft>>,
    /// The choice that the player opened: the index of the line, and the choice in that line.
    pub(super) opened: RwSignal<Option<(usize, usize)>>,
    /// True if the player unfolded the buttons for the number of successes, false if the player folded them.
    pub(super) counting: RwSignal<Option<bool>>,
}

impl LiveGroup {
    /// Opens the group act of a page: the one that was left there, or the one that the table offers. `None` if there is neither.
    pub fn open(
        battle: BattleState,
        procedure: &'static Procedure,
        page: &str,
        route: &Route,
        offered: Option<&OfferedGroup>,
    ) -> Option<Self> {
        let grouping = procedure.grouping.as_ref()?;
        battle.drop_outdated_groups();
        let saved = untrack(|| battle.group_draft_of(page));
        let (id, draft) = match saved {
            Some((id, draft)) => (Some(id), Some(draft)),
            None => (None, battle.logged_group_of(route)),
        };
        let resumed = draft.as_ref().and_then(|draft| battle.resumed_group(draft));
        let group = RwSignal::new(resumed.or_else(|| battle.open_group(offered?))?);
        let pairs: RememberedPairs = use_context().unwrap_or_default();
        let shown = follow_shown(Some(battle), pairs, group, GroupAct::shown);
        let live = Self {
            battle,
            procedure,
            grouping,
            group,
            shown,
            pairs,
            page: StoredValue::new(page.to_owned()),
            draft_id: StoredValue::new(id),
            draft: StoredValue::new(draft),
            opened: RwSignal::new(None),
            counting: RwSignal::new(None),
        };
        live.follow_table();
        live.follow_draft();
        Some(live)
    }

    /// Reports each change of the table to the group act.
    fn follow_table(self) {
        let revision = self.battle.follow(Battle::revision);
        Effect::new(move |begun: Option<()>| {
            revision.get();
            if begun.is_some() {
                self.send(GroupMessage::TableChanged);
            }
        });
    }

    /// Takes over what another tab changes in the same group act.
    fn follow_draft(self) {
        Effect::new(move |begun: Option<()>| {
            let saved = self.page.with_value(|page| self.battle.group_draft_of(page));
            let Some((id, draft)) = saved.filter(|_| begun.is_some()) else { return };
            if self.draft.with_value(|known| known.as_ref() == Some(&draft)) || self.is_settled() {
                return;
            }
            let Some(resumed) = self.battle.resumed_group(&draft) else { return };
            self.draft_id.set_value(Some(id));
            self.draft.set_value(Some(draft));
            self.group.set(resumed);
        });
    }

    /// Sends the group act a message, and carries out its effects. Returns false if something could not be written to the log.
    pub(super) fn send(self, message: GroupMessage) -> bool {
        let effects = self.with_tables(|tables| self.group.try_update(|group| group.update(message, tables)));
        effects.unwrap_or_default().into_iter().all(|effect| self.carry_out(effect))
    }

    fn carry_out(self, effect: GroupEffect) -> bool {
        match effect {
            GroupEffect::Keep(draft) => self.keep(*draft),
            GroupEffect::Drop => self.drop_draft(),
            GroupEffect::Remember(pair, path, value) => self.pairs.remember(&pair, path, value),
            GroupEffect::Roll(rolls, first) => {
                let count = rolls.len();
                let stamps = self.battle.roll_group(rolls, first);
                let is_logged = stamps.len() == count;
                self.send(GroupMessage::Logged(stamps));
                return is_logged;
            }
            GroupEffect::GoOn => return self.roll(),
            GroupEffect::Settle(settlement) => {
                let is_written = self.battle.settle_group(*settlement);
                self.send(GroupMessage::Settled(is_written));
                return is_written;
            }
            GroupEffect::SayForbiddenUnseen => {
                let words = say("The rules do not allow it now. The reason depends on counters that you do not see.");
                self.battle.app.notice.set(Some(Notice::new(words)));
                return false;
            }
        }
        true
    }

    fn keep(self, draft: GroupDraft) {
        let id = self.draft_id.get_value().unwrap_or_else(new_id);
        let draft = GroupDraft { page: self.page.get_value(), at: Some(now()), ..draft };
        self.draft_id.set_value(Some(id.clone()));
        self.draft.set_value(Some(draft.clone()));
        self.battle.keep_group(&id, &draft);
    }

    fn drop_draft(self) {
        if let Some(id) = self.draft_id.try_update_value(Option::take).flatten() {
            self.battle.drop_group(&id);
        }
    }

    /// Rolls the missing dice of all parts.
    pub(super) fn roll(self) -> bool {
        self.send(GroupMessage::Roll(log_time()))
    }

    /// Applies the outcome. Returns false if that is not possible.
    pub(super) fn apply(self) -> bool {
        !self.is_settled() && self.send(GroupMessage::Apply) && self.is_settled()
    }

    /// Discards the dice. Until the next act, "Take back" brings them back. Returns false if that is not possible.
    pub(super) fn discard(self) -> bool {
        let draft = self.with_tables(|tables| self.group.with_untracked(|group| group.draft(tables)));
        let draft = GroupDraft { page: self.page.get_value(), at: Some(now()), ..draft };
        if self.is_settled() || !self.send(GroupMessage::Discard) || !self.is_settled() {
            return false;
        }
        self.battle.offer_discarded_group(draft);
        true
    }

    /// True if the group act was applied or discarded.
    pub(super) fn is_settled(self) -> bool {
        self.group.with_untracked(GroupAct::is_settled)
    }

    /// True while another roll is unapplied, or another device is in control.
    pub(super) fn is_blocked(self) -> bool {
        let rolls: Vec<Stamp> = self.group.with(|group| group.rolls().cloned().collect());
        self.battle.no_control().is_some() || self.battle.awaits_others(&rolls)
    }

    /// Number of the units that can do the act with this answer to a shared question. Untracked.
    pub(super) fn able(self, place: &str, answer: &Json) -> usize {
        self.with_tables(|tables| self.group.with_untracked(|group| group.able(place, answer, tables)))
    }

    /// Reads the tables, untracked.
    fn with_tables<T>(self, read: impl FnOnce(&Tables) -> T) -> T {
        untrack(|| with_tables(Some(self.battle), self.pairs, read))
    }

    /// A memo of a part; `None` once the part is gone.
    pub(super) fn part(self, index: usize) -> Memo<Option<ShownPart>> {
        Memo::new(move |_| self.shown.with(|shown| shown.parts.get(index).cloned()))
    }

    /// The names of the units of a part, for its sentences.
    pub(super) fn names(self, part: &ShownPart) -> Names {
        Names::of_participants(self.battle, part.panel.act.procedure, &part.panel.act.participants)
    }

    /// The name of the unit that acts in a part.
    pub(super) fn actor(self, part: &ShownPart) -> String {
        part.panel.act.actor().and_then(|id| self.battle.unit_name(id)).unwrap_or_default()
    }

    /// The names of both sides, for sentences about several units.
    pub(super) fn battle_names(self) -> Names {
        Names::of_battle(self.battle)
    }

    /// True if a waiting roll of the log belongs to this group act.
    pub(super) fn owns(self, roll: &Stamp) -> bool {
        self.group.with(|group| group.rolls().any(|stamp| stamp == roll))
    }
}
