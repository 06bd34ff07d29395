//! Sentences and short texts of a group act.

use super::live::LiveGroup;
use crate::app::components::outcome::group_results;
use battle::analysis::result_words;
use battle::panel::Outlook;
use battle::panel::group::{GroupShown, NeededDice, ShownPart};
use rules::dice::dice_words;
use rules::text;
use rules::text::{number, percent, say};

/// The totals: the number of dice, and how many units are expected to succeed. After the dice, the results.
pub(super) fn totals_words(group: LiveGroup, shown: &GroupShown) -> String {
    let totals = &shown.totals;
    if shown.can_apply || shown.is_settled {
        return group_results(group.battle, shown, "\n");
    }
    let mut words = Vec::new();
    if totals.dice > 0 {
        let dice = text!("{n} {n|die|dice}", n = totals.dice);
        let dice = if totals.more_dice { text!("{roll} (more may follow)", roll = dice) } else { dice };
        words.push(dice.to_string());
    }
    let chance = group.procedure.followed().next();
    if let (Some(expected), Some(chance)) = (totals.successes.filter(|_| totals.dice > 0), chance) {
        let label = chance.label_of(0, group.battle_names().inner());
        let expected = number((expected * 10.0).round() / 10.0);
        // Units without a target do not count yet.
        let all = shown.parts.iter().filter(|part| part.is_done && !part.asks).count();
        words.push(text!("{what}: {n} of {all} expected", what = label, n = expected, all = all).to_string());
    }
    words.join(" · ")
}

/// The dice and the needs of a part before its dice: `2+`, `6 dice 5+`, `1 D8 5+`, `2 dice 5+, 8 dice 4+`. `None` if it has no dice, or is
/// not ready.
pub(super) fn need_words(part: &ShownPart) -> Option<String> {
    let all = part.certain_dice();
    let is_only_die = all.iter().map(|dice| dice.count).sum::<usize>() == 1;
    let words = |dice: &NeededDice| {
        let count = (!is_only_die || dice.sides != 6).then(|| dice_words(dice.count, dice.sides).to_string());
        let words: Vec<String> = count.into_iter().chain(dice.need.as_ref().map(ToString::to_string)).collect();
        words.join(" ")
    };
    let words: Vec<String> = all.iter().map(words).filter(|words| !words.is_empty()).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// The label of the main chance: "at least one hit". `None` if the procedure has none.
pub(super) fn chance_label(group: LiveGroup) -> Option<String> {
    let chance = group.procedure.followed().next()?;
    Some(chance.label_of(0, group.battle_names().inner()))
}

/// The main chance of a part, such as `83 %`.
pub(super) fn chance_words(part: &ShownPart) -> Option<String> {
    part.chance().map(percent)
}

/// The reason why a part is not done; `None` if it is, or only lacks its tick.
pub(super) fn reason_words(group: LiveGroup, part: &ShownPart) -> Option<String> {
    if let Outlook::Barred(reasons) = &*part.panel.outlook
        && let Some(reason) = reasons.first().filter(|_| part.cannot.is_some())
    {
        return Some(group.names(part).spell(reason));
    }
    part.cannot.clone()
}

/// Sentences of a part's result. The first names the enemies that it concerns.
pub(super) fn result_sentences(group: LiveGroup, part: &ShownPart) -> Vec<String> {
    let names = group.names(part);
    let mut words: Vec<String> = part.result.iter().map(|words| names.spell(words)).collect();
    if let Some(verdict) = words.first_mut() {
        *verdict = group.battle.with(|open| result_words::in_line(open.state(), &part.panel.act, verdict));
    }
    if part.is_complete() && part.panel.hides {
        return vec![say("You will see what changes on the table.").to_owned()];
    }
    words
}
