//! Numbers in rules, in JSON and as people write them.

use serde_json::Value as Json;

/// Returns a count as an unsigned number; 0 if it is negative.
pub fn count(number: i32) -> u32 {
    number.max(0).unsigned_abs()
}

/// Returns a number as JSON. A whole number has no fraction: `6`, not `6.0`.
pub fn json(number: f64) -> Json {
    dice::whole(number).map_or_else(|| number.into(), Json::from)
}

/// Returns a whole number from JSON, also if its fraction is zero: rosters of version 1.0.0 can hold `8.0`. `None` for anything else.
pub fn whole(json: &Json) -> Option<i32> {
    if let Some(number) = json.as_i64() {
        return i32::try_from(number).ok();
    }
    json.as_f64().and_then(dice::whole)
}

/// Parses a number as people write it in English or French. The fraction follows a point or a comma (`2.5`, `2,5`), and thousands may be in
/// groups (`1,000`, `1 000`, `12,500.5`). A minus sign or hyphen may precede it, and a sign for inches may follow (`8″`, `8"`, `8 in`).
/// `None` for any other text, and for `1.000`, which could mean a thousand or one.
pub fn typed(text: &str) -> Option<f64> {
    const SPACES: [char; 4] = [' ', '\u{a0}', '\u{202f}', '\u{2009}'];
    const INCHES: [&str; 6] = ["″", "\"", "”", "''", "’’", "in"];
    let text = text.trim();
    let text = INCHES.iter().find_map(|mark| text.strip_suffix(mark)).unwrap_or(text).trim_end();
    let (is_negative, digits) = match text.strip_prefix(['-', '−']) {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let marks: Vec<char> = digits.chars().filter(|letter| !letter.is_ascii_digit()).collect();
    let last = marks.last().copied();
    let after = last.and_then(|mark| digits.rsplit(mark).next());
    let is_fraction = match (last, after) {
        (None | Some(_), None) => false,
        (Some(mark @ ('.' | ',')), Some(after)) => {
            let occurs_once = marks.iter().filter(|other| **other == mark).count() == 1;
            let first = digits.split(mark).next().unwrap_or_default();
            // A single comma before three digits separates thousands.
            let is_thousand = mark == ','
                && marks.len() == 1
                && after.len() == 3
                && (1..=3).contains(&first.len())
                && !first.starts_with('0');
            occurs_once && !is_thousand
        }
        _ => false,
    };
    let (whole, fraction) = match last.filter(|_| is_fraction) {
        Some(mark) => digits.rsplit_once(mark)?,
        None => (digits, ""),
    };
    // No group of thousands begins with 0, so `0.000` is clear.
    let is_unclear = last == Some('.') && fraction == "000" && !whole.is_empty() && !whole.starts_with('0');
    if is_fraction && (fraction.is_empty() || is_unclear) {
        return None;
    }
    let whole = without_thousands(whole, |letter| SPACES.contains(&letter) || letter == ',' || letter == '.')?;
    // Leading zeros are removed, so that the JSON parser accepts the number. This avoids the size of a second parser.
    let whole = whole.trim_start_matches('0');
    let (whole, fraction) = (if whole.is_empty() { "0" } else { whole }, if is_fraction { fraction } else { "0" });
    let number: f64 = serde_json::from_str(&format!("{whole}.{fraction}")).ok()?;
    (!digits.is_empty() && number.is_finite()).then_some(if is_negative && number != 0.0 { -number } else { number })
}

/// Returns the digits without thousands separators, which must all be the same. `None` if the groups do not have three digits.
fn without_thousands(digits: &str, is_mark: impl Fn(char) -> bool) -> Option<String> {
    let Some(mark) = digits.chars().find(|letter| !letter.is_ascii_digit()) else { return Some(digits.to_owned()) };
    let mut groups = digits.split(mark);
    let first = groups.next()?;
    let is_first = (1..=3).contains(&first.len()) && !first.starts_with('0');
    let is_group = |group: &str| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit());
    let fits = is_mark(mark) && is_first && groups.all(is_group);
    fits.then(|| digits.chars().filter(char::is_ascii_digit).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, number) in [
            ("8", 8.0),
            ("8.0", 8.0),
            ("8,0", 8.0),
            (" 2.5 ", 2.5),
            ("2,5", 2.5),
            (".5", 0.5),
            (",5", 0.5),
            ("0,125", 0.125),
            ("1,00", 1.0),
            ("2.125", 2.125),
            ("007", 7.0),
            ("0.000", 0.0),
            ("-0.000", 0.0),
            ("0,000", 0.0),
            ("0", 0.0),
            ("-3", -3.0),
            ("−3", -3.0),
            ("+3", 3.0),
            ("1,000", 1000.0),
            ("1 000", 1000.0),
            ("1\u{202f}000", 1000.0),
            ("1\u{a0}000,5", 1000.5),
            ("12,500.5", 12500.5),
            ("12.500,5", 12500.5),
            ("1,000,000", 1e6),
            ("1.000.000", 1e6),
            ("8″", 8.0),
            ("8\"", 8.0),
            ("8 ”", 8.0),
            ("8''", 8.0),
            ("2,5 in", 2.5),
        ] {
            assert_eq!(typed(text), Some(number), "{text:?}");
        }
    }

    #[test]
    fn other_texts_are_no_numbers() {
        for text in [
            "",
            " ",
            "-",
            "six",
            "1e300",
            "2,5,5",
            "1.000",
            "8.",
            "8,",
            "1 00",
            "1 0000",
            "0 000",
            "1,000 000",
            "1.5.2",
            "8 8",
            "″",
            "8m",
            "١",
            "1,0.0,0",
            "--3",
            "NaN",
            "0x8",
        ] {
            assert_eq!(typed(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_whole_number_may_have_a_fraction_of_zero() {
        let read = ["8", "8.0", "-3.0", "8.5", "1e300", "2147483648", "\"8\""]
            .map(|text| whole(&serde_json::from_str(text).unwrap_or_default()));
        assert_eq!(read, [Some(8), Some(8), Some(-3), None, None, None, None]);
    }

    #[test]
    fn numbers_are_read_as_they_are_shown() {
        for tenths in -2_000..2_000 {
            let number = f64::from(tenths) / 10.0;
            let shown = crate::text::number(number);
            assert_eq!(typed(&shown), Some(number), "{shown}");
            assert_eq!(typed(&shown.replace('.', ",")), Some(number), "{shown} with a comma");
        }
    }
}
