//! Words of a question and of the reference, normalised so that they can be compared.

use rules::text::folded;

/// English and French words that do not show the subject of a question, without accents and in lower case.
const SMALL: &str = "
    a about add adds an and any are as at battle be been being by can could did do does doing for from get gets give given got had has have having he
    her his how i if in into is it its long many may me mean means much must my no not of on or our own part she should
    so some still somebody take takes than that the their them then there they thing this those to too up us use was we what when where
    which who whom why will with would you your happen happens work works
    a ai ait apres au aux avec avoir bataille c ca ce ces cet cette ceux combien comme comment d dans de des doit doivent dois donne donnent
    du elle elles en encore est et etre eu eux fait faire il ils j je jusqu l la le les leur leurs lorsque lui m ma mais mes mon n ne
    nos notre nous on ont ou par pas passe peut peuvent plus pour puis qu quand que quel quelle quelles quels quelqu qui quoi s sa
    se ses si sien son sont sur t ta tes ton tu un une va veut vient vos votre vous y arrive sert ajoute apporte oblige
";

/// Endings of English and French words, the longest first.
const ENDINGS: [&str; 33] = [
    "ations", "ements", "ation", "ement", "euses", "erie", "eurs", "iers", "iere", "ings", "ants", "ment", "men",
    "man", "ies", "ier", "eur", "ant", "ent", "ees", "ers", "ing", "ait", "ez", "ed", "ee", "er", "es", "ir", "is",
    "it", "s", "e",
];

/// Groups of words that players use as synonyms, one group per line, without accents and in lower case.
const ALIKE: [&str; 22] = [
    "shoot shot fire volley tir feu",
    "horse cavalry mounted rider cheval cavalerie monter",
    "foot infantry pied pieton infanterie fantassin",
    "gun cannon artillery piece canon artillerie",
    "melee fight combat strike frapper",
    "killed dead dies death lost loses loss losses tue mort meurt perdu perte",
    "leader general commander chef commandant",
    "far range distance inches centimetres loin portee pouces",
    "move go ride bouger avancer mouvement deplacer",
    "break broken breaks rompre rompt rompu",
    "cost price points coute prix",
    "again restore restored redevenir reformer",
    "need needs faut requis",
    "pursue pursuit poursuivre poursuite poursuit",
    "equal exactly egal exactement",
    "together once simultaneous ensemble",
    "slower less ralentit moins",
    "remove off enlever ote retire",
    "first premier abord",
    "end ends over finit fin",
    "become becoming devenir devient",
    "chance odds probabilites",
];

/// Kinds of troops, each followed by the troops of that kind.
const KINDS: [&str; 4] = [
    "infantry pike musketeer musket arquebus halberd bill sword mob phalanx tercio militia crossbow longbowmen",
    "cavalry knight lancer reiter carabin pistolier harquebusier cuirassier gendarme dragoon",
    "infanterie pique piquiers mousquet arquebusiers hallebarde guisarme milice phalange tercio arbaletriers archers",
    "cavalerie chevaliers lanciers reitres carabins pistoliers cuirassiers gendarmes dragons",
];

/// Returns the words of a text, in order: in lower case, without accents, as stems.
pub(super) fn stems(text: &str) -> Vec<String> {
    split(&folded(text)).map(stem).collect()
}

/// Returns the stems of a question. Small words count only if there are no others.
pub(super) fn asked(question: &str) -> Vec<String> {
    let question = folded(question);
    let is_small = |word: &&str| SMALL.split_whitespace().any(|small| small == *word);
    let large: Vec<&str> = split(&question).filter(|word| !is_small(word)).collect();
    let words = if large.is_empty() { split(&question).collect() } else { large };
    let mut stems: Vec<String> = Vec::new();
    for stem in words.into_iter().map(stem) {
        if !stems.contains(&stem) {
            stems.push(stem);
        }
    }
    stems
}

/// Returns the groups of stems that players use as synonyms.
pub(super) fn alike() -> Vec<Vec<String>> {
    groups(&ALIKE)
}

/// Returns the stems of each kind of troops: first the kind, then its troops.
pub(super) fn kinds() -> Vec<Vec<String>> {
    groups(&KINDS)
}

fn groups(lines: &[&str]) -> Vec<Vec<String>> {
    lines.iter().map(|line| line.split_whitespace().map(stem).collect()).collect()
}

fn split(folded: &str) -> impl Iterator<Item = &str> {
    folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Returns the stem of a folded word: without its endings, and with doubled letters reduced to one. Stems are not words of the language.
fn stem(word: &str) -> String {
    const SHORTEST: usize = 3;
    if word.starts_with(|letter: char| letter.is_ascii_digit()) {
        return word.to_owned();
    }
    let mut stem = match word.strip_suffix("aux") {
        // French: généraux, général; but drapeaux, drapeau.
        Some(short) if short.ends_with('e') => format!("{short}au"),
        Some(short) if short.len() >= SHORTEST => format!("{short}al"),
        _ => word.to_owned(),
    };
    for _ in 0..2 {
        let ending = ENDINGS.iter().find(|ending| {
            stem.strip_suffix(**ending)
                .is_some_and(|rest| rest.len() >= SHORTEST && !(**ending == "s" && rest.ends_with('s')))
        });
        stem.truncate(stem.len() - ending.map_or(0, |ending| ending.len()));
        while stem.len() > SHORTEST && stem.ends_with(['e', 'i', 'y']) {
            stem.pop();
        }
    }
    let mut single = String::with_capacity(stem.len());
    for letter in stem.chars() {
        if !single.ends_with(letter) {
            single.push(letter);
        }
    }
    single
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_number_and_endings_make_no_difference() {
        for words in [
            "PIKE pikes pikemen pikeman",
            "charge charges charging charged charger chargent",
            "cavalry cavalries",
            "batteries battery",
            "Mêlée melees melee",
            "généraux général General",
            "drapeaux drapeau",
            "rally rallies rallied rallier",
            "tirer tirent tire tir tireurs",
            "formations formation",
        ] {
            let stems = stems(words);
            assert!(stems.iter().all(|stem| *stem == stems[0]), "{words}: {stems:?}");
        }
        for words in ["charge change", "horse house", "rout route2", "leader ladder"] {
            let stems = stems(words);
            assert_ne!(stems[0], stems[1], "{words}");
        }
    }

    #[test]
    fn small_words_count_only_if_there_are_no_others() {
        assert_eq!(asked("how far do the pikes move?"), stems("far pike move"));
        assert_eq!(asked("Comment est-ce que l’on tire"), stems("tire"));
        assert_eq!(asked("the"), ["the"]);
        assert_eq!(asked("  ?! "), [] as [&str; 0]);
    }
}
