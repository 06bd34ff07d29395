//! The drawing of a sign, as parts of an SVG image. It needs no browser, so that native tests can examine it.

use rules::ruleset::{Bearing, Body, Files, Muzzle, Sign, Troops, Weight};
use std::fmt::Write as _;

/// Width and height of the drawing.
pub const SIZE: (f64, f64) = (52.0, 36.0);

/// The area of the body. Pike staves extend above it.
const GROUND: Area = Area { x: 2.0, y: 6.0, width: 46.0, height: 27.0 };
/// Number of figures drawn; further ones are left out.
const MAX_FIGURES: u32 = 18;

/// A rectangle of the drawing.
#[derive(Clone, Copy)]
struct Area {
    x: f64,
    y: f64,
    width: f64,
    height: f64,
}

impl Area {
    fn right(self) -> f64 {
        self.x + self.width
    }

    fn bottom(self) -> f64 {
        self.y + self.height
    }

    fn outline(self) -> String {
        format!("M{:.1} {:.1}h{:.1}v{:.1}h{:.1}z", self.x, self.y, self.width, self.height, -self.width)
    }

    /// The part between two fractions of the width.
    fn slice(self, from: f64, to: f64) -> Self {
        Self { x: self.x + self.width * from, width: self.width * (to - from), ..self }
    }

    /// The part between two fractions of the height.
    fn layer(self, from: f64, to: f64) -> Self {
        Self { y: self.y + self.height * from, height: self.height * (to - from), ..self }
    }
}

/// Styles in which a path is drawn.
#[derive(Clone, Copy, PartialEq)]
pub enum Pen {
    /// Filled with the colour of the side.
    Fill,
    /// Filled with the colour of paper, outlined in the colour of the side.
    Hollow,
    /// A line in the colour of the side.
    Line,
    /// A row of dots along a line.
    Dots,
    /// A dashed line, for lost troops.
    Lost,
    /// A heavy line, for the arrows of a routing unit.
    Flight,
    /// The outline of the circle that shows the load.
    Muzzle,
    /// The filled part of that circle.
    Load,
}

impl Pen {
    /// Its class in the style sheet.
    pub fn class(self) -> &'static str {
        match self {
            Pen::Fill => "fill",
            Pen::Hollow => "hollow",
            Pen::Line => "line",
            Pen::Dots => "dots",
            Pen::Lost => "lost",
            Pen::Flight => "flight",
            Pen::Muzzle => "muzzle",
            Pen::Load => "load",
        }
    }
}

pub enum Part {
    /// A path.
    Path(Pen, String),
    /// Paths under an SVG `transform`.
    Group {
        transform: &'static str,
        /// Left edge and width of the strip of the paths that is shown; `None` for all of them.
        strip: Option<(f64, f64)>,
        paths: Paths,
    },
}

/// Returns the parts of a sign in the order in which they are drawn.
pub fn parts(sign: &Sign) -> Vec<Part> {
    let paths = Drawing::of(&sign.body).0;
    let mut parts = match sign.bearing {
        Bearing::Steady => shown(paths),
        Bearing::Shaken => shaken(&paths),
        Bearing::Running => {
            let arrows = Part::Path(Pen::Flight, "M12 6L3 18l9 12M22 6l-9 12 9 12".into());
            vec![arrows, Part::Group { transform: "translate(23 7) scale(.56 .7)", strip: None, paths }]
        }
        Bearing::Gone => return shown(paths.into_iter().map(|(_, path)| (Pen::Lost, path))),
    };
    parts.extend(sign.muzzle.map(muzzle).into_iter().flatten());
    parts
}

/// Returns the drawing of a sign, as the contents of an `svg` element of this [size](SIZE).
pub fn contents(sign: &Sign) -> String {
    parts(sign).into_iter().fold(String::new(), |mut svg, part| {
        let _ = match part {
            Part::Path(pen, path) => write!(svg, "{}", path_element(pen, &path)),
            Part::Group { transform, strip, paths } => {
                let paths: String = paths.iter().map(|(pen, path)| path_element(*pen, path)).collect();
                let (from, to) = match strip {
                    Some((x, width)) => {
                        let height = SIZE.1;
                        let from = format!(
                            "<svg x=\"{x}\" y=\"0\" width=\"{width}\" height=\"{height}\" viewBox=\"{x} 0 {width} {height}\">"
                        );
                        (from, "</svg>")
                    }
                    None => (String::new(), ""),
                };
                write!(svg, "<g transform=\"{transform}\">{from}{paths}{to}</g>")
            }
        };
        svg
    })
}

fn path_element(pen: Pen, path: &str) -> String {
    format!("<path class=\"{}\" d=\"{path}\"/>", pen.class())
}

fn shown(paths: impl IntoIterator<Item = (Pen, String)>) -> Vec<Part> {
    paths.into_iter().map(|(pen, path)| Part::Path(pen, path)).collect()
}

/// The body cut into three parts, each rotated differently.
fn shaken(paths: &Paths) -> Vec<Part> {
    let thirds = [
        ("rotate(-13 9 20)", 0.0),
        ("translate(0 -2) rotate(8 26 20)", 17.3),
        ("translate(0 2) rotate(17 43 20)", 34.6),
    ];
    let third = |(transform, x)| Part::Group { transform, strip: Some((x, 16.0)), paths: paths.clone() };
    thirds.map(third).into()
}

/// The state of a loaded weapon as a circle in the upper right corner: filled, half filled, or crossed out.
fn muzzle(muzzle: Muzzle) -> Vec<Part> {
    let circle = round(46.0, 7.0, 4.5);
    let paths = match muzzle {
        Muzzle::Loaded => vec![(Pen::Load, circle)],
        Muzzle::Half => vec![(Pen::Muzzle, circle), (Pen::Load, "M46 2.5a4.5 4.5 0 0 1 0 9z".into())],
        Muzzle::Empty => vec![(Pen::Muzzle, circle), (Pen::Muzzle, "M42.5 10.5l7-7".into())],
    };
    shown(paths)
}

/// Paths with their styles, in the order in which they are drawn.
pub type Paths = Vec<(Pen, String)>;

/// The drawing of a body.
#[derive(Default)]
struct Drawing(Paths);

impl Drawing {
    fn add(&mut self, pen: Pen, path: impl Into<String>) {
        self.0.push((pen, path.into()));
    }

    /// The paths of a body.
    fn of(body: &Body) -> Self {
        let mut drawing = Self::default();
        match body {
            Body::Block { front, behind } if behind.is_empty() => drawing.row(front, GROUND),
            Body::Block { front, behind } => {
                drawing.row(behind, GROUND.layer(0.58, 1.0));
                drawing.row(front, GROUND.layer(0.0, 0.52));
            }
            Body::Stands { troops, left, full } => drawing.stands(*troops, *left, *full),
            Body::Gun { weight, crew } => drawing.gun(*weight, *crew),
            Body::Figures { troops, class, sound, down, raised } => {
                drawing.figures(*troops, *class, [*sound, *down, raised.saturating_sub(sound + down)]);
            }
            Body::Flag => drawing.flag(),
        }
        drawing
    }

    /// Troops side by side, with widths in proportion to their initial numbers.
    fn row(&mut self, row: &[Files], area: Area) {
        let all = f64::from(row.iter().map(|files| files.raised).sum::<u32>().max(1));
        let mut from = 0.0;
        for files in row {
            let share = f64::from(files.raised) / all;
            let whole = area.slice(from, from + share);
            from += share;
            let left = f64::from(files.left) / f64::from(files.raised.max(1));
            if files.left < files.raised {
                self.add(Pen::Lost, whole.outline());
            }
            if files.left > 0 {
                self.troops(files.troops, whole.slice(0.0, left));
            }
        }
    }

    fn stands(&mut self, troops: Troops, left: u32, full: u32) {
        let full = full.max(1);
        let share = 1.0 / f64::from(full);
        for index in 0..full {
            let from = f64::from(index) * share;
            let area = GROUND.slice(from, from + share);
            let area = Area { width: area.width - if index + 1 < full { 3.0 } else { 0.0 }, ..area };
            if index < left { self.troops(troops, area) } else { self.add(Pen::Lost, area.outline()) }
        }
    }

    fn troops(&mut self, troops: Troops, area: Area) {
        let diagonal = || format!("M{:.1} {:.1}L{:.1} {:.1}", area.x, area.bottom(), area.right(), area.y);
        let dot = |share: f64| round(area.x + area.width * share, area.y + area.height * 0.66, 3.4);
        match troops {
            Troops::Pikes => self.pikes(area),
            Troops::Shot => self.shot(area),
            Troops::Blades => {
                self.add(Pen::Hollow, area.outline());
                let bars = along(area, 6.0).fold(String::new(), |mut path, x| {
                    let _ = write!(path, "M{:.1} {:.1}h3v{:.1}h-3z", x - 1.5, area.y, area.height);
                    path
                });
                self.add(Pen::Fill, bars);
            }
            Troops::Mob => self.mob(area),
            Troops::Horse => {
                self.add(Pen::Hollow, area.outline());
                self.add(Pen::Fill, format!("{}V{:.1}z", diagonal(), area.bottom()));
            }
            Troops::LightHorse => {
                self.add(Pen::Hollow, area.outline());
                self.add(Pen::Line, diagonal());
            }
            Troops::Dragoons => {
                self.add(Pen::Hollow, area.outline());
                self.add(Pen::Line, diagonal());
                self.add(Pen::Fill, dot(0.74));
            }
            Troops::DragoonsOnFoot => {
                self.add(Pen::Hollow, area.outline());
                self.add(Pen::Fill, dot(0.5));
            }
            Troops::Wagons => {
                self.add(Pen::Hollow, Area { height: area.height * 0.6, ..area }.outline());
                let y = area.bottom() - 5.0;
                self.add(Pen::Hollow, format!("{}{}", round(area.x + 8.0, y, 5.0), round(area.right() - 8.0, y, 5.0)));
            }
            Troops::Guns => {
                let y = area.y + area.height / 2.0;
                self.add(Pen::Line, format!("M{:.1} {y:.1}H{:.1}", area.x + 1.0, area.right() - 1.0));
                self.add(Pen::Hollow, round(area.x + area.width / 2.0, y, area.height.min(area.width) / 3.0));
            }
        }
    }

    /// A solid block with staves above it.
    fn pikes(&mut self, area: Area) {
        self.add(Pen::Fill, area.outline());
        let staves = along(area, 5.0).fold(String::new(), |mut path, x| {
            let _ = write!(path, "M{x:.1} {:.1}v5.5", area.y - 5.0);
            path
        });
        self.add(Pen::Line, staves);
    }

    /// Rows of dots in an outline.
    fn shot(&mut self, area: Area) {
        self.add(Pen::Hollow, area.outline());
        let rows = (area.height / 6.0).floor().max(1.0);
        let step = area.height / rows;
        let mut path = String::new();
        let mut y = area.y + step / 2.0;
        while y < area.bottom() {
            let _ = write!(path, "M{:.1} {y:.1}H{:.1}", area.x + 3.0, area.right() - 2.0);
            y += step;
        }
        self.add(Pen::Dots, path);
    }

    /// Scattered dots.
    fn mob(&mut self, area: Area) {
        let heads = along(area, 7.0).enumerate().fold(String::new(), |mut path, (index, x)| {
            let shift = if index % 2 == 0 { 0.25 } else { 0.0 };
            let _ = write!(
                path,
                "{}{}",
                round(x, area.y + area.height * (0.2 + shift), 2.6),
                round(x + 1.5, area.y + area.height * (0.6 + shift), 2.6)
            );
            path
        });
        self.add(Pen::Fill, heads);
    }

    /// A barrel on a wheel, whose sizes depend on the weight. Without a crew it is drawn as lost.
    fn gun(&mut self, weight: Weight, crew: u32) {
        let (length, breadth, wheel) = match weight {
            Weight::Light => (26.0, 2.5, 6.0),
            Weight::Medium => (32.0, 3.5, 8.0),
            Weight::Heavy => (38.0, 5.0, 10.0),
        };
        let (x, y) = (6.0, 25.0);
        let (end, rise) = (x + length, length * 0.38);
        let barrel = format!(
            "M{x} {:.1}L{end} {:.1}v{:.1}L{x} {:.1}z",
            y - breadth,
            y - rise - breadth,
            breadth * 2.0,
            y + breadth
        );
        self.add(if crew == 0 { Pen::Lost } else { Pen::Fill }, barrel);
        let middle = (x + 12.0, y);
        self.add(if crew == 0 { Pen::Lost } else { Pen::Hollow }, round(middle.0, middle.1, wheel));
        self.add(
            Pen::Line,
            format!("M{} {}v{}M{} {}h{}", middle.0, y - wheel, wheel * 2.0, middle.0 - wheel, y, wheel * 2.0),
        );
    }

    /// Figures in ranks. `counts`: those that can act, those that are down, and those that are gone.
    fn figures(&mut self, troops: Troops, class: u32, counts: [u32; 3]) {
        let all = counts.iter().sum::<u32>().clamp(1, MAX_FIGURES);
        let columns = match all {
            1..=4 => all,
            5..=10 => all.div_ceil(2),
            _ => all.div_ceil(3),
        };
        let ranks = all.div_ceil(columns);
        let (wide, high) = (GROUND.width / f64::from(columns), GROUND.height / f64::from(ranks));
        let radius = (wide.min(high) / 2.0 - 1.0).min(4.5 + f64::from(class.min(5)));
        let mut paths = [String::new(), String::new(), String::new()];
        for index in 0..all {
            let kind = if index < counts[0] {
                0
            } else if index < counts[0] + counts[1] {
                1
            } else {
                2
            };
            let x = GROUND.x + wide * (f64::from(index % columns) + 0.5);
            let y = GROUND.y + high * (f64::from(index / columns) + 0.5);
            paths[kind].push_str(&match troops {
                Troops::Horse => {
                    let area = Area { x: x - radius, y: y - radius * 0.8, width: radius * 2.0, height: radius * 1.6 };
                    format!("M{:.1} {:.1}V{:.1}H{:.1}z", area.right(), area.y, area.bottom(), area.x)
                }
                _ => round(x, y, radius),
            });
        }
        for (pen, path) in [Pen::Fill, Pen::Hollow, Pen::Lost].into_iter().zip(paths) {
            if !path.is_empty() {
                self.add(pen, path);
            }
        }
    }

    fn flag(&mut self) {
        self.add(Pen::Line, "M14 34V4");
        self.add(Pen::Fill, "M14 5h26l-7 7 7 7H14z");
    }
}

/// A circle as a path.
fn round(x: f64, y: f64, radius: f64) -> String {
    format!(
        "M{:.1} {y:.1}a{radius:.1} {radius:.1} 0 1 0 {:.1} 0a{radius:.1} {radius:.1} 0 1 0 {:.1} 0z",
        x - radius,
        radius * 2.0,
        -radius * 2.0
    )
}

/// Positions along the width of an area, `step` apart and centred.
fn along(area: Area, step: f64) -> impl Iterator<Item = f64> {
    let count = (area.width / step).floor().max(1.0);
    let first = area.x + (area.width - (count - 1.0) * step) / 2.0;
    (0_u32..).take_while(move |index| f64::from(*index) < count).map(move |index| first + f64::from(index) * step)
}
