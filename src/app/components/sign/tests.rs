//! Tests that kinds and states of units have different signs, even blurred as on a phone 72 cm away, and without text.

#![allow(clippy::unwrap_used, reason = "a sheet or a profile that cannot be read fails the test, as it should")]

use crate::sign_drawing::{Part, Pen, SIZE, parts};
use battle::{Action, ActionEvent, Battle, Change, Event, Header, Unit};
use drumhead::rulesets;
use rules::dice::rng::Seed;
use rules::ruleset::Sign;
use serde_json::{Value as Json, json};
use std::f64::consts::PI;
use std::fs;

/// Difference of brightness that is clear at a glance, on a scale to 255.
const CLEAR_DIFFERENCE: f64 = 24.0;
/// Standard deviation of the blur, in CSS pixels. At 72 cm, a minute of arc is 0.21 mm, or 1.2 pixels of a phone. Eyes do not stay
/// still, so it is a little more.
const BLUR: f64 = 1.6;
/// Width and height of a sign in a unit's row on a phone, in CSS pixels, from the last rule of `style/sign.css`.
const IN_ROW: (f64, f64) = (46.4, 32.0);
/// Width of the empty margin around a sign, in pixels.
const MARGIN: usize = 5;
/// Number of sample points of a pixel in each direction.
const POINTS: usize = 3;

type Point = (f64, f64);

/// Lines, each through a list of points.
type Outline = Vec<Vec<Point>>;

/// The style of the paths of one pen, read from the style sheet.
struct Look {
    /// Brightness of the filling.
    fill: Option<f64>,
    /// Brightness of the line.
    stroke: Option<f64>,
    /// Width of the line.
    width: f64,
    /// Lengths of a dash and of the gap after it.
    dashes: Option<(f64, f64)>,
}

/// The styles of signs, in one theme and for one side.
struct Styles {
    signs: String,
    colours: String,
    side: usize,
}

impl Styles {
    fn of(theme: &str, side: usize) -> Self {
        let tokens = fs::read_to_string("style/tokens.css").unwrap();
        let colours = block(&tokens, theme);
        Self { signs: fs::read_to_string("style/sign.css").unwrap(), colours: colours.to_owned(), side }
    }

    fn look(&self, pen: Pen) -> Look {
        let rule = block(&self.signs, &format!(".sign .{}", pen.class()));
        let brightness = |property| match value(rule, property) {
            None | Some("none") => None,
            Some("var(--drawn)") => Some(self.brightness(&format!("--side-{}", self.side))),
            Some(token) => Some(self.brightness(&token["var(".len()..token.len() - 1])),
        };
        let number = |text: &str| text.parse::<f64>().unwrap();
        Look {
            fill: brightness("fill"),
            stroke: brightness("stroke"),
            width: value(rule, "stroke-width").map_or(0.0, number),
            dashes: value(rule, "stroke-dasharray").map(|lengths| {
                let (dash, gap) = lengths.split_once(' ').unwrap();
                (number(dash), number(gap))
            }),
        }
    }

    fn brightness(&self, token: &str) -> f64 {
        let hex = value(&self.colours, token).unwrap_or_else(|| panic!("no colour {token}")).trim_start_matches('#');
        let digit = |index: usize| u32::from_str_radix(&hex[index..=index], 16).unwrap();
        let colour = |index: usize| {
            if hex.len() == 3 { digit(index) * 17 } else { digit(index * 2) * 16 + digit(index * 2 + 1) }
        };
        f64::from(colour(0) + colour(1) + colour(2)) / 3.0
    }
}

/// The declarations of the first rule with a selector.
fn block<'a>(sheet: &'a str, selector: &str) -> &'a str {
    let (_, after) = sheet.split_once(&format!("{selector} {{")).unwrap_or_else(|| panic!("no rule {selector}"));
    after.split_once('}').unwrap().0
}

/// The value of a property; `None` if it is not declared.
fn value<'a>(block: &'a str, property: &str) -> Option<&'a str> {
    let declared = block.lines().find_map(|line| line.trim().strip_prefix(property)?.strip_prefix(": "))?;
    declared.split_once(';').map(|(value, _)| value)
}

/// The numbers of a path or a transformation up to the next letter.
fn numbers(text: &str) -> Vec<f64> {
    let spaced = text.replace('-', " -").replace(['(', ')', ','], " ");
    spaced.split_whitespace().map(|number| number.parse().unwrap()).collect()
}

/// The lines of a path. Every arc has to be half a circle: the drawing has no others.
fn outline(path: &str) -> Outline {
    let (mut lines, mut at): (Outline, Point) = (Vec::new(), (0.0, 0.0));
    let commands = path.char_indices().filter(|(_, letter)| letter.is_alphabetic());
    for (index, command) in commands {
        let rest = &path[index + 1..];
        let given = numbers(&rest[..rest.find(char::is_alphabetic).unwrap_or(rest.len())]);
        if command == 'M' {
            lines.push(Vec::new());
        }
        let line = lines.last_mut().unwrap();
        let ends: Vec<Point> = match command {
            'M' | 'L' => vec![(given[0], given[1])],
            'l' => given
                .chunks(2)
                .scan(at, |end, by| {
                    *end = (end.0 + by[0], end.1 + by[1]);
                    Some(*end)
                })
                .collect(),
            'H' => vec![(given[0], at.1)],
            'h' => vec![(at.0 + given[0], at.1)],
            'V' => vec![(at.0, given[0])],
            'v' => vec![(at.0, at.1 + given[0])],
            'a' => {
                let (radius, sweep, half) = (given[0], given[4], (given[5] / 2.0, given[6] / 2.0));
                assert!((half.0.hypot(half.1) - radius).abs() < 0.1, "not half a circle: {path}");
                let (centre, begin) = ((at.0 + half.0, at.1 + half.1), (-half.1).atan2(-half.0));
                let turn = if sweep > 0.0 { PI } else { -PI };
                let end = |step: i32| {
                    let (sine, cosine) = (begin + turn * f64::from(step) / 12.0).sin_cos();
                    (centre.0 + radius * cosine, centre.1 + radius * sine)
                };
                (1..=12).map(end).collect()
            }
            'z' => vec![line[0]],
            other => panic!("{other} in {path}"),
        };
        line.extend_from_slice(&ends);
        at = *line.last().unwrap();
    }
    lines
}

/// The dashes of lines.
fn dashed(lines: &Outline, (dash, gap): (f64, f64)) -> Outline {
    let mut drawn = Vec::new();
    for line in lines {
        let mut from = 0.0; // start of the next dash, along the line
        let mut before = 0.0; // length of the line before the piece
        for piece in line.windows(2) {
            let (begin, by) = (piece[0], (piece[1].0 - piece[0].0, piece[1].1 - piece[0].1));
            let length = by.0.hypot(by.1);
            let point = |along: f64| (begin.0 + by.0 * along / length, begin.1 + by.1 * along / length);
            while length > 0.0 && from <= before + length {
                drawn.push(vec![point(from - before), point((from + dash - before).min(length))]);
                from += dash + gap;
            }
            before += length;
        }
    }
    drawn
}

fn distance(point: Point, begin: Point, end: Point) -> f64 {
    let (by, to) = ((end.0 - begin.0, end.1 - begin.1), (point.0 - begin.0, point.1 - begin.1));
    let squared = by.0 * by.0 + by.1 * by.1;
    let along = if squared > 0.0 { ((to.0 * by.0 + to.1 * by.1) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (to.0 - along * by.0).hypot(to.1 - along * by.1)
}

/// True if a point is inside lines by the nonzero winding rule. Each line is closed from its end to its start.
fn is_inside((x, y): Point, lines: &Outline) -> bool {
    let mut winding = 0;
    for line in lines {
        for (begin, end) in line.iter().zip(line.iter().cycle().skip(1)) {
            let right = (end.0 - begin.0) * (y - begin.1) - (x - begin.0) * (end.1 - begin.1);
            if begin.1 <= y && end.1 > y && right > 0.0 {
                winding += 1;
            } else if begin.1 > y && end.1 <= y && right < 0.0 {
                winding -= 1;
            }
        }
    }
    winding != 0
}

/// A path with its style.
struct Painted {
    look: Look,
    whole: Outline,
    drawn: Outline,
    /// Left, top, right and bottom of the painted area.
    bounds: [f64; 4],
}

impl Painted {
    fn of(pen: Pen, path: &str, styles: &Styles) -> Self {
        let (look, whole) = (styles.look(pen), outline(path));
        let drawn = look.dashes.map_or_else(|| whole.clone(), |dashes| dashed(&whole, dashes));
        let mut bounds = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
        for (x, y) in whole.iter().flatten() {
            let around = look.width / 2.0;
            let [left, top, right, bottom] = bounds;
            bounds = [left.min(x - around), top.min(y - around), right.max(x + around), bottom.max(y + around)];
        }
        Self { look, whole, drawn, bounds }
    }

    /// Brightness at a point; `None` if the path does not paint it.
    fn at(&self, point: Point) -> Option<f64> {
        let [left, top, right, bottom] = self.bounds;
        if !(left..=right).contains(&point.0) || !(top..=bottom).contains(&point.1) {
            return None;
        }
        let is_on_line = |stroke: &f64| {
            let near = |piece: &[Point]| distance(point, piece[0], piece[1]) <= self.look.width / 2.0;
            self.drawn.iter().any(|line| line.windows(2).any(near)).then_some(*stroke)
        };
        let stroke = self.look.stroke.as_ref().and_then(is_on_line);
        stroke.or_else(|| self.look.fill.filter(|_| is_inside(point, &self.whole)))
    }
}

/// The point of a group that `transform` maps to `point`. The inverses of its steps are applied from the first to the last.
fn inverse(transform: &str, point: Point) -> Point {
    transform.split_inclusive(')').fold(point, |(x, y), step| {
        let (name, given) = step.trim().split_once('(').unwrap();
        match (name, numbers(given).as_slice()) {
            ("translate", [right, down]) => (x - right, y - down),
            ("scale", [across, down]) => (x / across, y / down),
            ("rotate", [degrees, middle_x, middle_y]) => {
                let (sine, cosine) = (-degrees.to_radians()).sin_cos();
                let (right, down) = (x - middle_x, y - middle_y);
                (middle_x + right * cosine - down * sine, middle_y + right * sine + down * cosine)
            }
            _ => panic!("{step}"),
        }
    })
}

/// The blurred brightness of each pixel of a sign.
fn picture(sign: &Sign, styles: &Styles) -> Vec<f64> {
    let painted: Vec<_> = parts(sign)
        .into_iter()
        .map(|part| match part {
            Part::Path(pen, path) => ("", None, vec![Painted::of(pen, &path, styles)]),
            Part::Group { transform, strip, paths } => {
                (transform, strip, paths.iter().map(|(pen, path)| Painted::of(*pen, path, styles)).collect())
            }
        })
        .collect();
    let at = |whole: Point| {
        let of_part = |(transform, strip, paths): &(&str, Option<(f64, f64)>, Vec<Painted>)| {
            let point = inverse(transform, whole);
            let is_shown = strip.is_none_or(|(left, width)| {
                (left..=left + width).contains(&point.0) && (0.0..=SIZE.1).contains(&point.1)
            });
            if is_shown { paths.iter().rev().find_map(|path| path.at(point)) } else { None }
        };
        painted.iter().rev().find_map(of_part)
    };
    let paper = styles.brightness("--leaf");
    let scale = (SIZE.0 / IN_ROW.0).max(SIZE.1 / IN_ROW.1);
    let position =
        |pixel: usize, point: usize| (pixel as f64 + (point as f64 + 0.5) / POINTS as f64 - MARGIN as f64) * scale;
    let [width, height] = [IN_ROW.0, IN_ROW.1].map(|length| length.ceil() as usize + 2 * MARGIN);
    let mean = |x: usize, y: usize| {
        let points = (0..POINTS * POINTS).map(|point| (position(x, point % POINTS), position(y, point / POINTS)));
        points.map(|point| at(point).unwrap_or(paper)).sum::<f64>() / (POINTS * POINTS) as f64
    };
    let sharp: Vec<Vec<f64>> = (0..height).map(|y| (0..width).map(|x| mean(x, y)).collect()).collect();
    let columns: Vec<Vec<f64>> =
        (0..width).map(|x| blurred(&sharp.iter().map(|row| row[x]).collect::<Vec<_>>())).collect();
    (0..height).flat_map(|y| blurred(&columns.iter().map(|column| column[y]).collect::<Vec<_>>())).collect()
}

/// Blurs a line of pixels. Beyond its ends, the last pixels are repeated.
fn blurred(line: &[f64]) -> Vec<f64> {
    let weight = |away: isize| (-(away as f64 / BLUR).powi(2) / 2.0).exp();
    let reach = -MARGIN.cast_signed()..=MARGIN.cast_signed();
    let all: f64 = reach.clone().map(weight).sum();
    let pixel = |at: isize| line[at.clamp(0, line.len().cast_signed() - 1).cast_unsigned()];
    let mean = |at: isize| reach.clone().map(|away| weight(away) * pixel(at + away)).sum::<f64>() / all;
    (0..line.len().cast_signed()).map(mean).collect()
}

/// A kind and state of units: two profiles of different strengths, and the trackers of the state.
struct Kind {
    name: &'static str,
    units: [Json; 2],
    trackers: Vec<(&'static str, Json)>,
}

fn kind(name: &'static str, units: [Json; 2]) -> Kind {
    Kind { name, units, trackers: Vec::new() }
}

impl Kind {
    fn with(mut self, tracker: &'static str, value: impl Into<Json>) -> Self {
        self.trackers.push((tracker, value.into()));
        self
    }

    /// The signs of both units.
    fn signs(&self, ruleset: &str) -> [Sign; 2] {
        let ruleset = rulesets::RULESETS.find(ruleset).unwrap();
        self.units.clone().map(|profile| {
            let mut profile = profile.as_object().unwrap().clone();
            profile.insert("name".into(), "Skippon".into());
            let unit = Unit { id: "a1".into(), side: 0, profile, ..Unit::default() };
            let mut battle = Battle::begin(
                rulesets::RULESETS,
                Header::new(ruleset.named.id, "", ["A", "B"], vec![unit], Seed([0; 32])),
            );
            let changes = self.trackers.iter().map(|(key, to)| Change::set("a1", *key, to.clone())).collect();
            let event = Event::Action(Box::new(ActionEvent::new(0.0, Action::ByHand, changes)));
            battle.add(battle.next_stamp("t"), event);
            let state = battle.state();
            (ruleset.glance.sign)(&state.facts("a1"), state.mustered("a1").unwrap())
        })
    }
}

/// Fails if the signs of two kinds look alike in some theme on some side.
fn assert_distinct(ruleset: &str, kinds: &[Kind]) {
    for (theme, side) in
        [":root", "[data-theme='dark']", "[data-theme='sun']"].into_iter().flat_map(|theme| [(theme, 0), (theme, 1)])
    {
        let styles = Styles::of(theme, side);
        let pictures =
            kinds.iter().flat_map(|kind| kind.signs(ruleset).map(|sign| (kind.name, picture(&sign, &styles))));
        let pictures: Vec<_> = pictures.collect();
        for (index, (name, picture)) in pictures.iter().enumerate() {
            for (other, like) in pictures[..index].iter().filter(|(other, _)| other != name) {
                let difference = picture.iter().zip(like).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
                assert!(
                    difference >= CLEAR_DIFFERENCE,
                    "{ruleset}: {name} looks like {other} in {theme}: {difference:.0}"
                );
            }
        }
    }
}

#[test]
fn kinds_and_states_of_pike_and_shot_are_told_apart() {
    let foot = |pikes: [u32; 2], muskets: [u32; 2]| {
        [0, 1].map(|n| json!({ "pikes": pikes[n], "muskets": muskets[n], "morale_class": "average" }))
    };
    let mounted = |troop_type: &str, figures: [u32; 2]| {
        figures.map(|figures| json!({ "troop_type": troop_type, "figures": figures, "morale_class": "average" }))
    };
    let gun = || {
        [3, 4].map(
            |crew| json!({ "troop_type": "artillery", "gun": "medium", "figures": crew, "morale_class": "average" }),
        )
    };
    assert_distinct(
        "pike_and_shot",
        &[
            kind("pike and shot", foot([8, 6], [16, 14])),
            kind("pike and shot, broken", foot([8, 6], [16, 14])).with("broken", true),
            kind("shot alone", foot([0, 0], [8, 12])),
            kind("horse", mounted("horse", [12, 9])),
            kind("horse, broken", mounted("horse", [12, 9])).with("broken", true),
            kind("dragoons", mounted("dragoons", [8, 10])).with("mounted", true),
            kind("dragoons on foot", mounted("dragoons", [8, 10])).with("mounted", false),
            kind("a gun, ready", gun()).with("limbered", false),
            kind("a gun, limbered", gun()).with("limbered", true),
            kind("a general", [json!({ "troop_type": "general" }), json!({ "troop_type": "general" })]),
        ],
    );
}

#[test]
fn kinds_and_states_of_argad_are_told_apart() {
    let shots = || [5, 4].map(|figures| json!({ "figures": figures, "missile": ["long_arquebus"] }));
    let group =
        |figures: [u32; 2], weapon: &str| figures.map(|figures| json!({ "figures": figures, "weapon": weapon }));
    assert_distinct(
        "argad",
        &[
            kind("shots, loaded", shots()),
            kind("shots, empty", shots()).with("loaded_long_arquebus", 0),
            kind("pikemen", group([8, 7], "pike")),
            kind("one man", group([1, 1], "sword")),
            kind("riders", [6, 5].map(|n| json!({ "figures": n, "mount": "cavalry", "weapon": "heavy_lance" }))),
        ],
    );
}

#[test]
fn kinds_and_states_of_arquebusier_are_told_apart() {
    let formation = |troops: &str, elements: [u32; 2], nature: &str| {
        elements.map(|n| json!({ "nature": nature, "groups": [{ "type": troops, "elements": n, "front": n }] }))
    };
    assert_distinct(
        "arquebusier",
        &[
            kind("pikes", formation("pike", [4, 5], "regular")),
            kind("pikes, Irregular", formation("pike", [4, 5], "regular")).with("shaken_close_fire", true),
            kind("firearms", formation("firearm", [6, 5], "regular")),
            kind("firearms, Irregular", formation("firearm", [6, 5], "regular")).with("shaken_close_fire", true),
            kind("horse", formation("harquebusier", [6, 5], "regular")),
            kind("guns", formation("gun", [3, 2], "regular")),
            kind("a mob", formation("mob", [8, 6], "irregular")),
        ],
    );
}

#[test]
fn kinds_and_states_of_pikette_squared_are_told_apart() {
    let row = |row: &str| [0, 1].map(|_| json!({ "army": "french", "row": row }));
    assert_distinct(
        "pikette_squared",
        &[
            kind("gendarmes", row("gendarmes")),
            kind("gendarmes, disordered", row("gendarmes")).with("state", "disordered"),
            kind("gendarmes, routed", row("gendarmes")).with("state", "routed"),
            kind("a phalanx", row("swiss_phalanx")),
            kind("a phalanx, disordered", row("swiss_phalanx")).with("state", "disordered"),
            kind("arquebus, loaded", row("arquebus")),
            kind("arquebus, empty", row("arquebus")).with("fired", true),
            kind("light horse", row("stradiots")),
            kind("militia", row("militia")),
            kind("guns", row("cannon")),
        ],
    );
}
