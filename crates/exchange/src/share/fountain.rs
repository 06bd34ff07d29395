//! A fountain code: as many frames as wanted, of which any will do, a few more than the data has blocks.
//!
//! It is a random linear code. The first frames hold a block each. Every later one holds the sum (by exclusive or) of about
//! half of the blocks; which of them follows from its number. A reader solves the equations as the frames come. It needs
//! two more frames than there are blocks on average, whichever it missed.
//!
//! A frame in bytes, numbers with their highest byte first: the CRC-32 of the data (4), the length of the data (3), the
//! number of the frame (2), and its block. The last block is filled up with zeros.

use rules::hashes;

/// The most bytes of a block: its frame fills a QR code of version 16, which phones read off another phone's screen.
const BLOCK: usize = 556;
/// The most blocks: one each for the bits of a mask.
const BLOCKS: usize = 128;
/// The longest data, in bytes.
pub const LONGEST: usize = BLOCK * BLOCKS;
/// Bytes before the block of a frame.
const HEAD: usize = 9;

/// Data, cut into blocks, of which frames are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    about: About,
    blocks: Vec<Vec<u8>>,
}

/// The part of a frame that all frames of the same data share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct About {
    sum: u32,
    length: usize,
}

impl About {
    fn blocks(self) -> usize {
        self.length.div_ceil(BLOCK)
    }

    /// Bytes of each block.
    fn block(self) -> usize {
        self.length.div_ceil(self.blocks().max(1))
    }

    /// The blocks whose sum a frame holds, a bit each.
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

/// Bits that look random and follow from a number (the finaliser of SplitMix64). They are a part of the format.
fn mixed(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

fn add(to: &mut [u8], block: &[u8]) {
    to.iter_mut().zip(block).for_each(|(to, own)| *to ^= own);
}

impl Source {
    /// Cuts data into blocks; `None` if it is empty or too long.
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

    /// Number of blocks: no fewer frames are enough.
    pub fn blocks(&self) -> usize {
        self.about.blocks()
    }

    /// The frame of a number. Those below [`Source::blocks`] alone make the data, too.
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

/// The frames read so far, as equations: each has a block that no other begins with.
#[derive(Clone, Debug, PartialEq)]
pub struct Solver {
    about: About,
    rows: Vec<Option<(u128, Vec<u8>)>>,
}

/// Reasons why a frame is of no use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoFrame {
    /// It is no frame.
    Strange,
    /// It belongs to other data than the frames read before.
    Other,
    /// The frames contradict each other, or their checksum.
    Damaged,
}

impl Solver {
    /// Begins with the first frame that was seen. It is not read yet.
    ///
    /// # Errors
    /// If it is no frame.
    pub fn of(frame: &[u8]) -> Result<Self, NoFrame> {
        let (about, ..) = read(frame).ok_or(NoFrame::Strange)?;
        Ok(Self { about, rows: vec![None; about.blocks()] })
    }

    /// Reads a frame, in any order and however often. Returns the data once there are enough.
    ///
    /// # Errors
    /// If the frame is of no use. After [`NoFrame::Damaged`] reading has to begin again.
    pub fn take(&mut self, frame: &[u8]) -> Result<Option<Vec<u8>>, NoFrame> {
        let (about, number, block) = read(frame).ok_or(NoFrame::Strange)?;
        if about != self.about {
            return Err(NoFrame::Other);
        }
        let (mut mask, mut sum) = (about.mask(number), block.to_vec());
        while mask != 0 {
            let first = usize::try_from(mask.trailing_zeros()).map_err(|_| NoFrame::Strange)?;
            match &self.rows[first] {
                Some((own, block)) => {
                    mask ^= own;
                    add(&mut sum, block);
                }
                None => {
                    self.rows[first] = Some((mask, sum));
                    return if self.read() < self.blocks() { Ok(None) } else { self.solve().map(Some) };
                }
            }
        }
        // It follows from those before it, and must say the same.
        if sum.iter().any(|byte| *byte != 0) { Err(NoFrame::Damaged) } else { Ok(None) }
    }

    /// Number of frames read, without those that follow from others.
    pub fn read(&self) -> usize {
        self.rows.iter().flatten().count()
    }

    /// Number of blocks: so many frames are needed, none of which follows from others.
    pub fn blocks(&self) -> usize {
        self.rows.len()
    }

    fn solve(&self) -> Result<Vec<u8>, NoFrame> {
        let mut blocks: Vec<Vec<u8>> = vec![Vec::new(); self.rows.len()];
        // The last row has the last block alone; each earlier one adds later blocks to its own.
        for (nth, row) in self.rows.iter().enumerate().rev() {
            let Some((mask, sum)) = row else { return Err(NoFrame::Damaged) };
            let mut own = sum.clone();
            for (later, block) in blocks.iter().enumerate().skip(nth + 1) {
                if mask >> later & 1 == 1 {
                    add(&mut own, block);
                }
            }
            blocks[nth] = own;
        }
        let mut data = blocks.concat();
        let is_filled_with_zeros = data.drain(self.about.length..).all(|byte| byte == 0);
        let is_whole = is_filled_with_zeros && hashes::of(&[&data]) == self.about.sum;
        if is_whole { Ok(data) } else { Err(NoFrame::Damaged) }
    }
}

/// Reads a frame: its data, its number and its block.
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
