//! The report as a picture, to share: an SVG image that needs no style sheet and no font of its own. Nothing here needs a browser, so that
//! native tests can examine it.

use battle::analysis::report::{Ranked, Report};
use rules::ruleset::Sign;
use rules::text;
use rules::text::{capital, say};
use std::fmt::Write as _;

/// Width of the picture in pixels.
pub const WIDTH: u32 = 1080;
/// Left and right margin.
const MARGIN: u32 = 60;
/// Width and height of a sign.
const SIGN: (u32, u32) = (72, 50);
/// Number of signs in a row.
const IN_A_ROW: u32 = 12;
/// Height of the curve.
const CURVE: u32 = 220;
/// Number of units of a side whose losses are listed.
const LISTED: usize = 16;
/// Number of characters of a unit's line in half of the width.
const HALF: usize = 34;

const PAPER: &str = "#f5efe0";
const INK: &str = "#1f1a13";
const SOFT: &str = "#5b5141";
const SIDES: [&str; 2] = ["#96281c", "#1f4a75"];

/// A picture that grows downwards.
struct Picture {
    svg: String,
    /// Lower end of its contents so far.
    y: u32,
}

/// The report as an SVG image, and its height in pixels. `draw` returns the contents of a sign's `svg` element.
pub fn picture(report: &Report, draw: impl Fn(&Sign) -> String) -> (String, u32) {
    let mut picture = Picture { svg: String::new(), y: MARGIN };
    picture.lines(&report.title, 56, 28, INK, true);
    picture.lines(&report.about.join(" · "), 24, 72, SOFT, false);
    for (side, name) in report.sides.iter().enumerate() {
        picture.y += 22;
        picture.lines(name, 32, 50, SIDES[side], true);
        let units: Vec<&Ranked> = report.units.iter().filter(|unit| unit.side == side).collect();
        for (label, index) in [(say("Before"), 0), (say("Now"), 1)] {
            picture.lines(label, 20, 90, SOFT, false);
            let signs = units.iter().map(|unit| coloured(&draw(&unit.signs[index]), SIDES[side]));
            picture.signs(&signs.collect::<Vec<_>>());
        }
    }
    picture.y += 26;
    for sentence in &report.story {
        picture.lines(&sentence.words, 30, 56, INK, sentence.roll.is_some());
        picture.y += 8;
    }
    picture.losses(report);
    picture.curve(report);
    picture.lines(&format!("Drumhead · {}", report.mark_in_words()), 20, 90, SOFT, false);
    let height = picture.y + MARGIN / 2;
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"Georgia, 'Times New Roman', serif\"><rect width=\"{WIDTH}\" height=\"{height}\" fill=\"{PAPER}\"/>{}</svg>",
        picture.svg
    );
    (svg, height)
}

impl Picture {
    /// Adds an element. Writing to a string cannot fail.
    fn add(&mut self, element: std::fmt::Arguments) {
        let _ = self.svg.write_fmt(element);
    }

    /// Adds a text, in lines of at most this number of characters.
    fn lines(&mut self, words: &str, size: u32, most: usize, colour: &str, is_bold: bool) {
        for line in wrapped(words, most) {
            self.y += size * 5 / 4;
            let y = self.y - size / 4;
            self.text(MARGIN, y, size, colour, is_bold, &line);
        }
    }

    fn text(&mut self, x: u32, y: u32, size: u32, colour: &str, is_bold: bool, words: &str) {
        let weight = if is_bold { 700 } else { 400 };
        let words = escaped(words);
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{colour}\">{words}</text>"
        ));
    }

    /// Adds rows of signs.
    fn signs(&mut self, signs: &[String]) {
        let (width, height) = SIGN;
        let step = (WIDTH - 2 * MARGIN) / IN_A_ROW;
        for (sign, column) in signs.iter().zip((0..IN_A_ROW).cycle()) {
            if column == 0 {
                self.y += height + 10;
            }
            let (x, y) = (MARGIN + column * step, self.y - height);
            self.add(format_args!(
                "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 52 36\">{sign}</svg>"
            ));
        }
    }

    /// Adds the losses of both sides next to each other: units without losses are left out.
    fn losses(&mut self, report: &Report) {
        self.y += 20;
        self.lines(say("Losses and breaks"), 32, 58, INK, true);
        let top = self.y;
        for side in [0, 1] {
            let mut y = top;
            let of_side = report.units.iter().filter(|unit| unit.side == side);
            let lost: Vec<&Ranked> = of_side.filter(|unit| unit.has_lost()).collect();
            let mut lines: Vec<String> =
                lost.iter().take(LISTED).map(|unit| format!("{} {}", unit.name, unit.words())).collect();
            if lost.len() > LISTED {
                lines.push(text!("and {n} more", n = lost.len() - LISTED).to_string());
            }
            if lines.is_empty() {
                lines.push(say("No losses").to_owned());
            }
            let x = MARGIN + if side == 0 { 0 } else { (WIDTH - MARGIN) / 2 };
            for line in lines.iter().flat_map(|line| wrapped(line, HALF)) {
                y += 30;
                self.text(x, y - 6, 24, SIDES[side], false, &line);
            }
            self.y = self.y.max(y);
        }
    }

    /// Adds the strength of both sides over the battle.
    fn curve(&mut self, report: &Report) {
        self.y += 20;
        let caption = text!("Strength, in {counts}", counts = report.counts);
        self.lines(&capital(&caption.to_string()), 32, 58, INK, true);
        let (top, width) = (self.y + 20, WIDTH - 2 * MARGIN);
        let most = report.strengths.iter().flat_map(|(_, both)| *both).max().unwrap_or(0).max(1);
        let steps = report.strengths.len().saturating_sub(1).max(1) as f64;
        for (side, colour) in SIDES.into_iter().enumerate() {
            let points = report.strengths.iter().enumerate().map(|(index, (_, both))| {
                let x = f64::from(MARGIN) + f64::from(width) * index as f64 / steps;
                let y = f64::from(top) + f64::from(CURVE) * (1.0 - f64::from(both[side]) / f64::from(most));
                format!("{x:.0},{y:.0}")
            });
            let points = points.collect::<Vec<_>>().join(" ");
            let dash = if side == 0 { "" } else { " stroke-dasharray=\"14 8\"" };
            self.add(format_args!(
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"6\"{dash}/>"
            ));
        }
        self.y = top + CURVE;
        let (y, right) = (self.y, WIDTH - MARGIN);
        self.add(format_args!("<path d=\"M{MARGIN} {y}H{right}\" stroke=\"{INK}\" stroke-width=\"2\"/>"));
        let ends = [report.strengths.first(), report.strengths.last()].map(|at| at.map_or("", |(when, _)| when));
        self.lines(&ends.join(" – "), 24, 78, SOFT, false);
    }
}

/// A sign's contents with colours instead of the classes of the style sheet.
fn coloured(contents: &str, colour: &str) -> String {
    let line = |width: &str| format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{width}\"");
    let looks = [
        ("fill", format!("fill=\"{colour}\"")),
        ("hollow", format!("fill=\"{PAPER}\" stroke=\"{colour}\" stroke-width=\"1.8\"")),
        ("line", line("1.8")),
        ("dots", format!("{} stroke-linecap=\"round\" stroke-dasharray=\"0 5\"", line("2.8"))),
        ("lost", format!("{} stroke-dasharray=\"2 2\"", line("1"))),
        ("flight", line("3.2")),
        ("muzzle", format!("fill=\"{PAPER}\" stroke=\"{INK}\" stroke-width=\"2\"")),
        ("load", format!("fill=\"{INK}\" stroke=\"{INK}\" stroke-width=\"2\"")),
    ];
    looks.iter().fold(contents.to_owned(), |svg, (class, look)| svg.replace(&format!("class=\"{class}\""), look))
}

/// Lines of at most this number of characters. A longer word is cut.
fn wrapped(words: &str, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in words.split_whitespace() {
        let word: Vec<char> = word.chars().collect();
        for part in word.chunks(most) {
            let part: String = part.iter().collect();
            match lines.last_mut() {
                Some(line) if line.chars().count() + 1 + part.chars().count() <= most => {
                    line.push(' ');
                    line.push_str(&part);
                }
                _ => lines.push(part),
            }
        }
    }
    lines
}

/// A text inside an SVG element. Control characters, which XML forbids, are left out.
fn escaped(words: &str) -> String {
    let words: String = words.chars().filter(|letter| !letter.is_control()).collect();
    words.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sign_drawing;
    use battle::analysis::report::{Sentence, report};
    use battle::{Battle, Header};
    use rules::dice::rng::Seed;
    use rules::names::Names;
    use testing::sample_units;

    fn report_of(ruleset: &'static rules::ruleset::Ruleset) -> Report {
        let sides = ["Parliament", "The King"];
        let header = Header::new(ruleset.named.id, "Cheriton", sides, sample_units(ruleset), Seed([9; 32]));
        let battle = Battle::begin(drumhead::RULESETS, header);
        report(&battle, &|_, _| Names::default()).expect("the rules are registered")
    }

    #[test]
    fn the_picture_of_every_ruleset_has_its_sentences_and_needs_no_style_sheet() {
        for ruleset in drumhead::rulesets::ALL {
            let mut report = report_of(ruleset);
            let words = "Lunsford & Sons <held> at 25 % (Bound 2).".to_owned();
            report.story.push(Sentence { words, roll: Some(1) });
            let (svg, height) = picture(&report, sign_drawing::contents);
            assert!(svg.starts_with("<svg xmlns=") && svg.contains("width=\"1080\""), "{svg}");
            assert!(svg.contains(&format!("height=\"{height}\"")) && height > 600);
            assert!(!svg.contains("class=") && !svg.contains("var("), "it would need the style sheet");
            assert!(!svg.contains("http://www.w3.org/1999") && !svg.contains("href"), "it would need the network");
            assert!(svg.contains("Lunsford &amp; Sons &lt;held&gt; at 25 % (Bound 2)."));
            assert_eq!(svg.matches("viewBox=\"0 0 52 36\"").count(), 2 * report.units.len());
        }
    }

    #[test]
    fn lines_are_no_longer_than_their_width_and_keep_every_letter() {
        let words = "A name of manyletterswithoutaspace, and some more words.";
        let lines = wrapped(words, 10);
        assert!(lines.iter().all(|line| line.chars().count() <= 10), "{lines:?}");
        let letters = |text: &str| text.chars().filter(|letter| !letter.is_whitespace()).collect::<String>();
        assert_eq!(letters(&lines.concat()), letters(words));
    }
}
