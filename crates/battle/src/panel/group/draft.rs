//! Drafts: a group act saves its ticks, answers and entered dice, and restores them later.

use super::super::{Message, Tables};
use super::GroupAct;
use crate::{Act, Battle, Draft, Event, Rolled, Stamp};
use rules::ruleset::Ruleset;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json};

/// A group act that is not applied yet.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupDraft {
    /// The procedure, by its id; of a family, any of them.
    pub procedure: String,
    /// Answers for all parts.
    pub shared: Map<String, Json>,
    /// The parts, in order.
    pub parts: Vec<PartDraft>,
    /// Address of the page on which the group act was opened. The app sets it.
    #[serde(default)]
    pub page: String,
    /// Time of the last change, in milliseconds since 1970. The app sets it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<f64>,
    /// The act that discarded the dice of the last part; `None` unless they were discarded. Players can take the discard back until the
    /// next act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub discarded: Option<Stamp>,
}

/// A part of a [`GroupDraft`].
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PartDraft {
    /// True if the part is ticked.
    pub is_ticked: bool,
    /// Its answers and entered dice.
    pub draft: Draft,
}

impl GroupDraft {
    /// The draft of a group act whose rolls wait in the log, made of these rolls alone. Parts without dice are not in the log, so they are
    /// missing. `None` without rolls.
    pub fn of_rolls(rolls: &[(Stamp, Rolled)]) -> Option<Self> {
        let part = |(stamp, rolled): &(Stamp, Rolled)| PartDraft {
            is_ticked: true,
            draft: Draft {
                procedure: rolled.procedure.clone(),
                input: rolled.input.clone(),
                participants: rolled.participants.clone(),
                rolled: Some(stamp.clone()),
                ..Draft::default()
            },
        };
        let (_, first) = rolls.first()?;
        Some(Self { procedure: first.procedure.clone(), parts: rolls.iter().map(part).collect(), ..Self::default() })
    }

    /// True if some part has dice.
    pub fn has_dice(&self) -> bool {
        self.parts.iter().any(|part| part.draft.rolled.is_some() || !part.draft.faces.is_empty())
    }

    /// True if the dice of a part were entered by hand.
    pub fn has_entered(&self) -> bool {
        self.parts.iter().any(|part| !part.draft.faces.is_empty())
    }

    /// Stamps of the logged rolls of its parts.
    pub fn rolls(&self) -> impl Iterator<Item = &Stamp> {
        self.parts.iter().filter_map(|part| part.draft.rolled.as_ref())
    }

    /// True if the group act can be continued: a roll of it waits, its dice were entered and not applied, or nothing has happened since its
    /// last answer.
    pub fn is_current(&self, battle: &Battle) -> bool {
        let awaits = |stamp: &Stamp| battle.awaiting().any(|(awaited, _)| awaited == stamp);
        let last = battle.log().last().map(|(stamp, _)| stamp);
        let is_untouched = || self.parts.iter().all(|part| part.draft.after.as_ref() == last);
        self.discarded.is_none()
            && (self.rolls().any(awaits) || self.has_entered() || !self.has_dice() && is_untouched())
    }
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
            ..GroupDraft::default()
        }
    }

    /// Number of a draft's parts that are ticked and possible. If the draft cannot be restored, the number of ticked parts.
    pub fn count_done(ruleset: &'static Ruleset, draft: &GroupDraft, tables: &Tables) -> usize {
        let ticked = || draft.parts.iter().filter(|part| part.is_ticked).count();
        Self::resume(ruleset, draft, tables).map_or_else(ticked, |mut group| group.shown(tables).totals.parts)
    }

    /// Restores a group act from its draft. Parts are left out if their logged roll no longer waits, or if the ruleset lacks their procedure or
    /// does not group it with the draft's. `None` if the ruleset lacks the draft's procedure, or without a battle.
    pub fn resume(ruleset: &'static Ruleset, draft: &GroupDraft, tables: &Tables) -> Option<Self> {
        let procedure = ruleset.first_of_family(ruleset.procedure(&draft.procedure)?);
        let battle = tables.judged?;
        let awaits = |part: &&PartDraft| {
            part.draft.rolled.as_ref().is_none_or(|stamp| battle.awaiting().any(|(awaited, _)| awaited == stamp))
        };
        let parts = draft.parts.iter().filter(awaits).filter_map(|part| Some((part, part.draft.act(ruleset)?)));
        let parts = parts.filter(|(_, act)| act.procedure.is_grouped_with(procedure));
        let (parts, acts): (Vec<&PartDraft>, Vec<Act>) = parts.unzip();
        let acts = acts.into_iter().zip(&parts).map(|(act, part)| (act, part.is_ticked));
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
