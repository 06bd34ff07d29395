//! Reads QR codes in camera pictures, for browsers without `BarcodeDetector`.
//!
//! This is a WebAssembly module of its own, which runs in a worker. Browsers with `BarcodeDetector` never fetch it, and a trap in it does
//! not stop the app.
//!
//! The crate `rxing` finds codes and samples their modules. Its functions are called one by one, because its own reader reads the clock,
//! which traps in a browser. The crate `quircs` decodes the modules.

use quircs::Code;
use rxing::common::{BitMatrix, DetectorRXingResult as _, HybridBinarizer};
use rxing::qrcode::cpp_port::detector::{FindFinderPatterns, GenerateFinderPatternSets, SampleQR};
use rxing::{Binarizer as _, Luma8Source};

/// The largest side of a picture, in pixels. Cameras are asked for smaller pictures.
const LARGEST: u32 = 4096;
/// The number of corner sets that are tried in a picture, the likeliest first. A picture of noise has hundreds of sets.
const SETS: usize = 8;
/// Numbers of modules a side, from the smallest code to the largest.
const SIDES: std::ops::RangeInclusive<u32> = 21..=177;

/// Number of times that a picture is halved if no code is found in it. The threshold between black and white is computed in blocks of pixels; if a
/// corner of a code is larger than a block, the threshold is wrong.
const HALVINGS: u32 = 2;

/// Returns the text of each code in a picture. `luma` holds the brightness of each pixel, row by row. Returns nothing if its length does
/// not match the size.
pub fn texts(luma: &[u8], width: u32, height: u32) -> Vec<String> {
    Picture { luma, width, height }.texts(HALVINGS)
}

struct Picture<'a> {
    luma: &'a [u8],
    width: u32,
    height: u32,
}

impl Picture<'_> {
    /// True if the number of pixels matches the size, and a code can fit into the size.
    fn is_whole(&self) -> bool {
        let sides = [self.width, self.height].into_iter().all(|side| (*SIDES.start()..=LARGEST).contains(&side));
        sides && usize::try_from(u64::from(self.width) * u64::from(self.height)) == Ok(self.luma.len())
    }

    fn texts(&self, halvings: u32) -> Vec<String> {
        if !self.is_whole() {
            return Vec::new();
        }
        let Ok(source) = Luma8Source::new_with_slice(self.luma, self.width, self.height) else { return Vec::new() };
        let texts = HybridBinarizer::new(source).get_black_matrix().map_or_else(|_| Vec::new(), codes);
        if !texts.is_empty() || halvings == 0 {
            return texts;
        }
        let (luma, width, height) = (&self.halved()[..], self.width / 2, self.height / 2);
        Picture { luma, width, height }.texts(halvings - 1)
    }

    /// Returns the picture at half the size. Each pixel is the mean of four.
    fn halved(&self) -> Vec<u8> {
        let rows = self.luma.chunks_exact(self.width as usize);
        let rows: Vec<&[u8]> = rows.collect();
        let mean = |pixels: [u8; 4]| pixels.into_iter().fold(0, |sum, pixel| sum + u16::from(pixel)) / 4;
        let pairs = rows.chunks_exact(2).flat_map(|pair| {
            let columns = pair[0].chunks_exact(2).zip(pair[1].chunks_exact(2));
            columns.map(move |(above, below)| mean([above[0], above[1], below[0], below[1]]) as u8)
        });
        pairs.collect()
    }
}

fn codes(picture: &BitMatrix) -> Vec<String> {
    let mut patterns = FindFinderPatterns(picture, false, 1);
    let sets = GenerateFinderPatternSets(&mut patterns);
    let mut texts = Vec::new();
    for set in sets.iter().take(SETS) {
        let sampled = SampleQR(picture, set).ok();
        if let Some(text) = sampled.and_then(|sampled| decoded(sampled.getBits()))
            && !texts.contains(&text)
        {
            texts.push(text);
        }
    }
    texts
}

/// Decodes the modules of a code. `None` if they are not a code with a UTF-8 text.
fn decoded(modules: &BitMatrix) -> Option<String> {
    let side = modules.width();
    if modules.height() != side || !SIDES.contains(&side) || side % 4 != 1 {
        return None;
    }
    let mut code = Code { size: i32::try_from(side).ok()?, ..Code::default() };
    let places = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
    for (bit, (x, y)) in places.enumerate() {
        if modules.get(x, y) {
            code.cell_bitmap[bit / 8] |= 1 << (bit % 8);
        }
    }
    String::from_utf8(code.decode().ok()?.payload).ok()
}

/// The function that the worker calls.
#[cfg(target_arch = "wasm32")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn read(luma: &[u8], width: u32, height: u32) -> Vec<String> {
    texts(luma, width, height)
}
