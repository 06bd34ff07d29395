//! Pictures as a phone's camera takes them of another phone's screen: tilted, in perspective, blurred, with low contrast and noise.

#![allow(clippy::unwrap_used, reason = "what is not there fails the test, as it should")]

use qrcodegen::{QrCode, QrCodeEcc, QrSegment, Version};
use reader::texts;

const WIDTH: usize = 640;
const HEIGHT: usize = 480;

/// Random numbers, equal in each run (SplitMix64).
struct Chance(u64);

impl Chance {
    fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let bits = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill_with(|| self.bits() as u8);
    }

    /// Returns a number from `-most` to `most`.
    fn within(&mut self, most: f32) -> f32 {
        (self.bits() as u32 as f32 / u32::MAX as f32 * 2.0 - 1.0) * most
    }

    /// Returns a number that is nearly normally distributed with deviation 1: a sum of four uniform numbers.
    fn normal(&mut self) -> f32 {
        let bits = self.bits();
        let sum: u64 = (0..4).map(|nth| bits >> (16 * nth) & 0xffff).sum();
        (sum as f32 / 65535.0 - 2.0) * 3.0_f32.sqrt()
    }

    /// Returns a text of this many letters of the alphanumeric mode of QR codes.
    fn text(&mut self, letters: usize) -> String {
        const LETTERS: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:";
        let letter = |_| char::from(LETTERS[self.below(LETTERS.len())]);
        (0..letters).map(letter).collect()
    }
}

fn code(text: &str) -> QrCode {
    let segments = [QrSegment::make_alphanumeric(text)];
    QrCode::encode_segments_advanced(&segments, QrCodeEcc::Low, Version::MIN, Version::MAX, None, false).unwrap()
}

/// Distortions of a picture.
struct Distortion {
    degrees: f32,
    perspective: f32,
    noise: f32,
    blur: f32,
    contrast: f32,
}

const TYPICAL: Distortion = Distortion { degrees: 10.0, perspective: 0.06, noise: 10.0, blur: 0.7, contrast: 0.7 };

/// Draws a code that fills most of the picture's height.
fn picture(code: &QrCode, bad: &Distortion, chance: &mut Chance) -> Vec<u8> {
    let (sin, cos) = chance.within(bad.degrees.to_radians()).sin_cos();
    let [tilt, pan] = [chance.within(bad.perspective), chance.within(bad.perspective)];
    let side = code.size() as f32 + 8.0;
    let height = HEIGHT as f32 * 0.86;
    let paper = 128.0 + 127.0 * bad.contrast;
    let ink = 128.0 - 127.0 * bad.contrast;
    let brightness = |x: f32, y: f32| {
        let (x, y) = ((x - WIDTH as f32 / 2.0) / height, (y - HEIGHT as f32 / 2.0) / height);
        let depth = 1.0 + 2.0 * (tilt * x + pan * y);
        let (x, y) = ((cos * x + sin * y) / depth, (cos * y - sin * x) / depth);
        let module = |part: f32| ((part + 0.5) * side - 4.0).floor() as i32;
        if code.get_module(module(x), module(y)) { ink } else { paper }
    };
    let mut pixels = vec![0.0; WIDTH * HEIGHT];
    for (at, pixel) in pixels.iter_mut().enumerate() {
        let (x, y) = ((at % WIDTH) as f32, (at / WIDTH) as f32);
        let parts = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        *pixel = parts.iter().map(|(right, down)| brightness(x + right, y + down)).sum::<f32>() / 4.0;
    }
    let pixels = blurred(&blurred(&pixels, bad.blur, 1), bad.blur, WIDTH);
    pixels.into_iter().map(|pixel| (pixel + chance.normal() * bad.noise).clamp(0.0, 255.0) as u8).collect()
}

/// Blurs rows (`step` is 1) or columns (`step` is the length of a row) with a Gaussian.
fn blurred(pixels: &[f32], deviation: f32, step: usize) -> Vec<f32> {
    let weights: Vec<f32> = (-2..=2).map(|far| (-(far as f32 / deviation).powi(2) / 2.0).exp()).collect();
    let all: f32 = weights.iter().sum();
    let near = |at: usize, far: usize| *pixels.get((at + far * step).saturating_sub(2 * step)).unwrap_or(&255.0);
    let sum = |at| weights.iter().enumerate().map(|(far, weight)| near(at, far) * weight).sum::<f32>() / all;
    (0..pixels.len()).map(sum).collect()
}

#[test]
fn at_least_98_percent_of_pictures_of_a_screen_are_read() {
    /// Letters of one of the app's codes in a sequence, which have version 16.
    const LETTERS: usize = 854;
    let mut chance = Chance::new(16);
    let mut read = 0;
    // The folder for the pictures that tests/measure/reader.js reads.
    let folder = std::env::var_os("DRUMHEAD_FRAMES").map(std::path::PathBuf::from);
    for nth in 0..200 {
        let text = chance.text(LETTERS);
        let code = code(&text);
        assert_eq!(code.version().value(), 16);
        let picture = picture(&code, &TYPICAL, &mut chance);
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{nth}.luma")), &picture).unwrap();
        }
        let found = texts(&picture, WIDTH as u32, HEIGHT as u32);
        assert!(found.iter().all(|found| *found == text), "nothing is read wrongly");
        read += found.len();
    }
    println!("{read} of 200 pictures are read");
    assert!(read >= 196, "{read} of 200");
}

#[test]
fn codes_of_every_size_and_byte_mode_are_read() {
    let mut chance = Chance::new(2);
    for letters in [4, 30, 60, 120, 250, 500, 1000] {
        let mut read = 0;
        for _ in 0..20 {
            let text = format!("é#{}", chance.text(letters).to_lowercase());
            let code = QrCode::encode_text(&text, QrCodeEcc::Low).unwrap();
            let found = texts(&picture(&code, &TYPICAL, &mut chance), WIDTH as u32, HEIGHT as u32);
            assert!(found.iter().all(|found| *found == text), "nothing is read wrongly");
            read += found.len();
        }
        println!("{letters} letters: {read} of 20");
        assert!(read >= 18, "{letters} letters: {read} of 20");
    }
}

#[test]
fn no_picture_causes_a_panic() {
    let mut chance = Chance::new(4000);
    let text = chance.text(300);
    let whole = picture(&code(&text), &TYPICAL, &mut chance);
    for run in 0..4000_usize {
        let (width, height) = match run % 4 {
            0 => (320, 240),
            1 => (64 + run % 200, 48 + run % 97),
            _ => (WIDTH, HEIGHT),
        };
        let mut bytes = vec![0; width * height];
        match run % 8 {
            // Blocks of the code are copied to other places.
            2 | 6 => {
                bytes.copy_from_slice(&whole);
                for _ in 0..40 {
                    let at = chance.below(bytes.len() - 40 * WIDTH);
                    let from = chance.below(bytes.len() - 40 * WIDTH);
                    for row in 0..40 {
                        bytes.copy_within(from + row * WIDTH..from + row * WIDTH + 40, at + row * WIDTH);
                    }
                }
            }
            // Black and white blocks, similar to the corners of codes.
            3 | 5 => {
                let block = 1 + run / 8 % 12;
                let row = width.div_ceil(block);
                let mut blocks = vec![0; row * height.div_ceil(block)];
                chance.fill(&mut blocks);
                for (at, byte) in bytes.iter_mut().enumerate() {
                    *byte = if blocks[at / width / block * row + at % width / block] % 2 == 0 { 10 } else { 240 };
                }
            }
            _ => chance.fill(&mut bytes),
        }
        for found in texts(&bytes, width as u32, height as u32) {
            assert_eq!(found, text, "noise says nothing");
        }
    }
}

#[test]
fn a_picture_whose_length_does_not_match_its_size_has_no_codes() {
    for (bytes, width, height) in [(0, 0, 0), (10, 640, 480), (640, 640, 1), (400, u32::MAX, u32::MAX), (400, 20, 20)] {
        assert!(texts(&vec![0; bytes], width, height).is_empty());
    }
}
