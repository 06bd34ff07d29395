//! Drafts: a group act saves its ticks, answers and entered dice, and restores them later.

use super::super::{Message, Tables};
use super::GroupAct;
use crate::{Draft, Event};
use rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// A group act that is not applied yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupDraft {
    /// The procedure, by its id.
    pub procedure: String,
    /// Answers for all parts.
    pub shared: Map<String, Json>,
    /// The parts, in order.
    pub parts: Vec<PartDraft>,
}

/// A part of a [`GroupDraft`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartDraft {
    /// True if the part is ticked.
    pub is_ticked: bool,
    /// Its answers and entered dice.
    pub draft: Draft,
}

impl GroupAct {
    /// The draft of the group act.
    pub fn draft(&self, tables: &Tables) -> GroupDraft {
        let part = |part: &super::Part| {
            let after = self.since.clone().flatten().or_else(|| tables.last_stamp());
            PartDraft { is_ticked: part.is_ticked, draft: Draft { after, ..part.panel.draft(tables) } }
        };
        GroupDraft {
            procedure: self.procedure.id.to_owned(),
            shared: self.shared.clone(),
            parts: self.parts.iter().map(part).collect(),
        }
    }

    /// Restores a group act from its draft. A logged roll that no longer waits is left out with its part. `None` if the ruleset lacks the
    /// procedure, or without a battle.
    pub fn resume(ruleset: &'static Ruleset, draft: &GroupDraft, tables: &Tables) -> Option<Self> {
        let procedure = ruleset.procedure(&draft.procedure)?;
        let battle = tables.judged?;
        let awaits = |part: &&PartDraft| {
            part.draft.rolled.as_ref().is_none_or(|stamp| battle.awaiting().any(|(awaited, _)| awaited == stamp))
        };
        let parts: Vec<&PartDraft> = draft.parts.iter().filter(awaits).collect();
        let acts = parts.iter().filter_map(|part| Some((part.draft.act(ruleset)?, part.is_ticked)));
        let mut group = Self::open(ruleset, procedure, draft.shared.clone(), acts, tables)?;
        for (part, saved) in group.parts.iter_mut().zip(parts) {
            if let Some(stamp) = &saved.draft.rolled
                && let Some(Event::Rolled(rolled)) = battle.event(stamp)
            {
                part.panel.take(Message::TakeUp(stamp.clone(), rolled.clone()), tables);
            }
            part.panel.take(Message::Resume(Box::new(saved.draft.clone())), tables);
        }
        if group.has_dice() {
            group.since = Some(draft.parts.iter().find_map(|part| part.draft.after.clone()));
        }
        Some(group)
    }
}
