//! Names that players enter: invisible names, and shortening of long ones.

/// Length of the longest name that is shown in full, in characters.
const WHOLE: usize = 14;
/// Number of characters that are shown of the end of a longer name.
const END: usize = 11;
/// Greatest length, in characters, of last words that are shown whole.
const END_WORDS: usize = 14;

/// True for a text in which nothing is visible: spaces, control characters and letters without a shape.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || letter.is_control() || has_no_shape(letter))
}

/// True for characters without a shape, such as direction marks, joiners and fillers.
fn has_no_shape(letter: char) -> bool {
    matches!(letter,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

/// Splits a long name in two. The second part is always shown, because similar names often differ at the end: the last words, with the
/// space before them, or a part of a long last word. `None` for a short name.
pub fn ends(name: &str) -> Option<(&str, &str)> {
    let count = name.chars().count();
    if count <= WHOLE {
        return None;
    }
    let spaces = name.char_indices().enumerate().filter(|(_, (_, letter))| *letter == ' ');
    let mut fitting = spaces.filter(|(nth, (at, _))| count - nth <= END_WORDS + 1 && !name[*at..].trim().is_empty());
    if let Some((_, (at, _))) = fitting.next() {
        return Some(name.split_at(at));
    }
    let joins = |letter: char| ('\u{300}'..='\u{36f}').contains(&letter) || has_no_shape(letter);
    let mut letters = name.char_indices().skip(count.saturating_sub(END));
    let (at, _) = letters.find(|(_, letter)| !joins(*letter))?;
    Some(name.split_at(at))
}

/// Returns a name of at most `most` characters; of a longer name, the beginning and the end.
pub fn shortened(name: &str, most: usize) -> String {
    match ends(name).filter(|_| name.chars().count() > most) {
        Some((start, end)) => {
            let room = most.saturating_sub(end.chars().count() + 1);
            let start: String = start.chars().take(room).collect();
            format!("{}…{end}", start.trim_end())
        }
        None => name.to_owned(),
    }
}

/// Greatest length of a short name, in letters.
pub const SHORT: usize = 20;

/// Proposes a short name for a longer one: as many whole words as fit, without a year at the end. `The King, 1644` → `The King`.
pub fn short_proposed(name: &str) -> String {
    let is_year = |word: &&str| word.chars().all(|letter| letter.is_ascii_digit() || !letter.is_alphanumeric());
    let words: Vec<&str> = name.split_whitespace().collect();
    let kept = words.len() - words.iter().rev().take_while(|word| is_year(word)).count();
    let mut short = String::new();
    for word in &words[..kept] {
        let longer = if short.is_empty() { (*word).to_owned() } else { format!("{short} {word}") };
        if !short.is_empty() && longer.chars().count() > SHORT {
            break;
        }
        short = longer;
    }
    let short = short.trim_end_matches([',', ';', ':', '-', '–']).to_owned();
    if is_blank(&short) { name.to_owned() } else { short }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_name_is_proposed_in_whole_words_and_without_its_year() {
        for (name, short) in [
            ("The King, 1644", "The King"),
            ("Eastern Association 1644", "Eastern Association"),
            ("French in Italy 1515 – 1525", "French in Italy"),
            ("King Charles’s army of the west", "King Charles’s army"),
            ("Landsknechtsregimentsobrist Frundsberg", "Landsknechtsregimentsobrist"),
            ("Essex", "Essex"),
            ("1644", "1644"),
            ("", ""),
        ] {
            assert_eq!(short_proposed(name), short, "{name}");
        }
    }

    #[test]
    fn a_name_of_blanks_or_invisible_letters_is_blank() {
        for blank in
            ["", " ", "\u{a0}\u{2003}", "\u{200b}", "\u{feff}\u{2060} ", "\u{3164}", "\u{2800}", "\u{ad}\u{e0020}\n"]
        {
            assert!(is_blank(blank), "{blank:?}");
        }
        for seen in ["a", " . ", "\u{200b}é", "👩\u{200d}🌾", "軍"] {
            assert!(!is_blank(seen), "{seen:?}");
        }
    }

    #[test]
    fn a_long_name_is_cut_before_whole_words() {
        for (name, end) in [
            ("Earl of Manchester’s Regiment of Foot", " of Foot"),
            ("Colonel Hurry’s Regiment, First Company", " First Company"),
            ("Landsknechtsregimentsobrist Frundsbergs", " Frundsbergs"),
            ("The Landsknechtsregimentsobrist", "mentsobrist"),
        ] {
            assert_eq!(ends(name).map(|(_, end)| end), Some(end), "{name}");
        }
    }

    #[test]
    fn names_that_begin_alike_end_in_different_parts_that_are_always_shown() {
        let name = "The Lord General’s own regiment of foot, ";
        let names = [format!("{name}first"), format!("{name}second"), format!("{name}e\u{301}lite")];
        for name in &names {
            let (start, end) = ends(name).expect("it is long");
            assert_eq!(format!("{start}{end}"), *name);
            for most in [20, 27, 40] {
                let short = shortened(name, most);
                assert!(short.chars().count() <= most && short.ends_with(end) && short.contains('…'), "{short}");
            }
        }
        assert_ne!(shortened(&names[0], 20), shortened(&names[1], 20));
        assert_eq!((ends("Rupert’s Horse"), shortened("Rupert’s Horse", 20)), (None, "Rupert’s Horse".to_owned()));
    }
}
