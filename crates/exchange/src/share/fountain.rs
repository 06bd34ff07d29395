//! A fountain code. Data in blocks is sent as a stream of frames. Any frames restore the data, if there are slightly more of them than
//! blocks.
//!
//! It is a random linear code. The first frames contain one block each. Each later frame contains the sum (exclusive or) of about half of
//! the blocks, selected by its number. A reader solves the equations while frames arrive. On average it needs two frames more than there
//! are blocks, whichever frames it missed.
//!
//! The bytes of a frame, with the highest byte of a number first: the CRC-32 of the data (4), the length of the data (3), the number of the
//! frame (2), and its block. The last block is padded with zeros.

use rules::hashes;

/// The greatest length of a block, in bytes. Its frame fills a QR code of version 16, which phones can read from the screen of another
/// phone.
const BLOCK: usize = 556;
/// The greatest number of blocks: a mask has one bit for each.
const BLOCKS: usize = 128;
/// The greatest length of the data, in bytes.
pub const LONGEST: usize = BLOCK * BLOCKS;
/// Number of bytes before the block of a frame.
const HEAD: usize = 9;

/// Data in blocks, from which frames are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    about: About,
    blocks: Vec<Vec<u8>>,
}

/// The part of a frame that is equal in all frames of the same data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About {
    sum: u32,
    length: usize,
}

impl About {
    fn blocks(self) -> usize {
        self.length.div_ceil(BLOCK)
    }

    /// Returns the length of a block, in bytes.
    fn block(self) -> usize {
        self.length.div_ceil(self.blocks().max(1))
    }

    /// Returns the blocks whose sum a frame contains, one bit each.
    fn mask(self, number: u16) -> u128 {
        let blocks = self.blocks();
        let all = u128::MAX >> (BLOCKS - blocks);
        if usize::from(number) < blocks {
            return 1 << number;
        }
        let ([a, b, c, d], [e, f]) = (self.sum.to_be_bytes(), number.to_be_bytes());
        let start = u64::from_be_bytes([a, b, c, d, 0, 0, e, f]);
        let mask = (u128::from(mixed(start)) << 64 | u128::from(mixed(!start))) & all;
        if mask == 0 { all } else { mask }
    }
}

/// Returns pseudorandom bits for a number (the finaliser of SplitMix64). They are part of the format.
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn add(to: &mut [u8], block: &[u8]) {
    to.iter_mut().zip(block).for_each(|(to, added)| *to ^= added);
}

impl Source {
    /// Splits data into blocks. `None` if it is empty or too long.
    pub fn of(data: &[u8]) -> Option<Self> {
        if data.is_empty() || data.len() > LONGEST {
            return None;
        }
        let about = About { sum: hashes::of(&[data]), length: data.len() };
        let filled = |chunk: &[u8]| {
            let mut block = chunk.to_vec();
            block.resize(about.block(), 0);
            block
        };
        Some(Self { about, blocks: data.chunks(about.block()).map(filled).collect() })
    }

    /// Returns the number of blocks. At least this many frames are needed.
    pub fn blocks(&self) -> usize {
        self.about.blocks()
    }

    /// Returns the frame with this number. The frames below [`Source::blocks`] are sufficient by themselves.
    pub fn frame(&self, number: u16) -> Vec<u8> {
        let mask = self.about.mask(number);
        let mut sum = vec![0; self.about.block()];
        for (nth, block) in self.blocks.iter().enumerate() {
            if mask >> nth & 1 == 1 {
                add(&mut sum, block);
            }
        }
        let length = u32::try_from(self.about.length).unwrap_or_default().to_be_bytes();
        [&self.about.sum.to_be_bytes()[..], &length[1..], &number.to_be_bytes(), &sum].concat()
    }
}

/// The frames that were read, as linear equations between blocks. No two equations begin with the same block.
#[derive(Clone, Debug, PartialEq)]
pub struct Solver {
    about: About,
    rows: Vec<Option<(u128, Vec<u8>)>>,
}

/// Reasons why a frame is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFrame {
    /// It is not a frame.
    Strange,
    /// It belongs to other data than the frames before.
    Other,
    /// The frames contradict each other or their checksum.
    Damaged,
}

impl Solver {
    /// Returns an empty solver for the data that a frame belongs to. The frame itself is not read.
    ///
    /// # Errors
    /// If it is not a frame.
    pub fn of(frame: &[u8]) -> Result<Self, NoFrame> {
        let (about, ..) = read(frame).ok_or(NoFrame::Strange)?;
        Ok(Self { about, rows: vec![None; about.blocks()] })
    }

    /// Reads a frame. Returns the data when the frames are sufficient. The order does not matter, and frames may repeat.
    ///
    /// # Errors
    /// If the frame is not accepted. After [`NoFrame::Damaged`], reading must start again.
    pub fn take(&mut self, frame: &[u8]) -> Result<Option<Vec<u8>>, NoFrame> {
        let (about, number, block) = read(frame).ok_or(NoFrame::Strange)?;
        if about != self.about {
            return Err(NoFrame::Other);
        }
        let (mut mask, mut sum) = (about.mask(number), block.to_vec());
        while mask != 0 {
            let first = usize::try_from(mask.trailing_zeros()).map_err(|_| NoFrame::Strange)?;
            match &self.rows[first] {
                Some((row_mask, block)) => {
                    mask ^= row_mask;
                    add(&mut sum, block);
                }
                None => {
                    self.rows[first] = Some((mask, sum));
                    return if self.read() < self.blocks() { Ok(None) } else { self.solve().map(Some) };
                }
            }
        }
        // The frame depends on earlier ones and must agree with them.
        if sum.iter().any(|byte| *byte != 0) { Err(NoFrame::Damaged) } else { Ok(None) }
    }

    /// Returns the number of frames that were read, without those that depend on others.
    pub fn read(&self) -> usize {
        self.rows.iter().flatten().count()
    }

    /// Returns the number of blocks. This many independent frames are needed.
    pub fn blocks(&self) -> usize {
        self.rows.len()
    }

    fn solve(&self) -> Result<Vec<u8>, NoFrame> {
        let mut blocks: Vec<Vec<u8>> = vec![Vec::new(); self.rows.len()];
        // The last row contains only the last block. Each earlier row adds later blocks to its own.
        for (nth, row) in self.rows.iter().enumerate().rev() {
            let Some((mask, sum)) = row else { return Err(NoFrame::Damaged) };
            let mut solved = sum.clone();
            for (later, block) in blocks.iter().enumerate().skip(nth + 1) {
                if mask >> later & 1 == 1 {
                    add(&mut solved, block);
                }
            }
            blocks[nth] = solved;
        }
        let mut data = blocks.concat();
        let is_filled_with_zeros = data.drain(self.about.length..).all(|byte| byte == 0);
        let is_whole = is_filled_with_zeros && hashes::of(&[&data]) == self.about.sum;
        if is_whole { Ok(data) } else { Err(NoFrame::Damaged) }
    }
}

/// Parses a frame into its data's description, its number and its block.
fn read(frame: &[u8]) -> Option<(About, u16, &[u8])> {
    let (head, block) = frame.split_at_checked(HEAD)?;
    let [s0, s1, s2, s3, l0, l1, l2, n0, n1] = *head else { return None };
    let length = usize::try_from(u32::from_be_bytes([0, l0, l1, l2])).ok()?;
    let about = About { sum: u32::from_be_bytes([s0, s1, s2, s3]), length };
    let is_bounded = (1..=LONGEST).contains(&length);
    (is_bounded && block.len() == about.block()).then(|| (about, u16::from_be_bytes([n0, n1]), block))
}

#[cfg(test)]
mod tests;
