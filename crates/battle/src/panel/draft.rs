//! Drafts: a panel saves its answers and dice, and restores them later.

use super::{Panel, Rolling, Stage, Tables};
use crate::participants::Participants;
use crate::{Act, Draft};

impl Panel {
    /// The draft of the act, with the dice that were entered by hand. The app adds the time and the unit whose page shows the panel.
    pub fn draft(&self, tables: &Tables) -> Draft {
        let (rolling, entered) = (self.rolling(), self.rolling().map_or(&[][..], Rolling::entered));
        let since = rolling.filter(|_| !entered.is_empty()).and_then(|rolling| rolling.since.clone());
        Draft {
            procedure: self.act.procedure.id.into(),
            input: rolling.map(|rolling| rolling.input.clone()).unwrap_or_default(),
            answers: self.act.answers.clone(),
            participants: self.act.participants.json(),
            unit: None,
            rolled: rolling.and_then(|rolling| rolling.logged.clone()),
            after: if entered.is_empty() { tables.last_stamp() } else { since },
            at: None,
            overrides: rolling.map_or_else(|| self.act.overrides.clone(), |rolling| rolling.overrides.clone()),
            faces: entered.iter().map(|die| die.face).collect(),
            counted: (0..).zip(entered).filter(|(_, die)| die.counted).map(|(nth, _)| nth).collect(),
            discarded: false,
        }
    }

    /// Restores answers and entered dice from a draft. Dice that are not possible are left out.
    pub(super) fn resume(&mut self, draft: Draft, tables: &Tables) {
        if draft.rolled.is_none() {
            self.act.participants = Participants::read(self.act.procedure, &draft.participants);
            self.act.answers = draft.answers;
            if draft.faces.is_empty() {
                self.act.overrides = draft.overrides;
                self.stage = Stage::Asking;
            } else {
                self.stage = Stage::Rolling(Rolling {
                    input: draft.input,
                    overrides: draft.overrides,
                    since: draft.after,
                    ..Rolling::default()
                });
            }
        }
        self.enter(&draft.faces, &draft.counted, &tables.unhidden());
        // The answers belong to the pair of units in the draft.
        self.meet_again(tables);
    }
}

impl Draft {
    /// The act of a draft; `None` if the ruleset does not have its procedure.
    pub fn act(&self, ruleset: &rules::ruleset::Ruleset) -> Option<Act> {
        let procedure = ruleset.procedure(&self.procedure)?;
        let act = Act::new(procedure, Participants::read(procedure, &self.participants), self.answers.clone());
        Some(Act { overrides: self.overrides.clone(), ..act })
    }
}
