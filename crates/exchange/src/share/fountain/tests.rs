use super::*;
use proptest::prelude::*;
use rand::rngs::ChaCha20Rng;
use rand::{Rng, SeedableRng};

fn data(bytes: usize, chance: &mut ChaCha20Rng) -> Vec<u8> {
    let mut data = vec![0; bytes];
    chance.fill_bytes(&mut data);
    data
}

/// Number of frames that are shown until the data is complete, if some are lost at random.
fn shown(source: &Source, data: &[u8], lost: f64, chance: &mut ChaCha20Rng) -> usize {
    let mut solver = Solver::of(&source.frame(0)).unwrap();
    // The reader starts at a random frame.
    let first = u16::try_from(chance.next_u32() % 5000).unwrap();
    for shown in 0..2000 {
        if f64::from(chance.next_u32()) < lost * f64::from(u32::MAX) {
            continue;
        }
        if let Some(whole) = solver.take(&source.frame(first + shown)).unwrap() {
            assert_eq!(whole, data);
            return usize::from(shown) + 1;
        }
    }
    panic!("2000 frames are not enough");
}

#[test]
fn twenty_kilobytes_are_restored_if_a_third_of_the_frames_is_lost() {
    let mut chance = ChaCha20Rng::seed_from_u64(72);
    let data = data(20_480, &mut chance);
    let source = Source::of(&data).unwrap();
    let mut frames: Vec<usize> = (0..1000).map(|_| shown(&source, &data, 0.3, &mut chance)).collect();
    frames.sort_unstable();
    let (median, nearly_all) = (frames[500], frames[990]);
    println!("{median} frames at the median, {nearly_all} at the 99th percentile");
    assert!(median <= 72 && nearly_all <= 90, "{median}, {nearly_all}");
}

#[test]
fn without_loss_as_many_frames_as_blocks_are_sufficient() {
    let mut chance = ChaCha20Rng::seed_from_u64(1);
    for bytes in [1, 555, 556, 557, 20_480, LONGEST] {
        let data = data(bytes, &mut chance);
        let source = Source::of(&data).unwrap();
        let mut solver = Solver::of(&source.frame(0)).unwrap();
        let count = u16::try_from(source.blocks()).unwrap();
        let mut ends = (0..count).map(|number| solver.take(&source.frame(number)).unwrap());
        assert_eq!(ends.by_ref().flatten().collect::<Vec<_>>(), [data]);
    }
    assert_eq!((Source::of(&[]), Source::of(&vec![0; LONGEST + 1])), (None, None));
}

#[test]
fn frames_of_other_data_and_damaged_ones_are_refused() {
    let mut chance = ChaCha20Rng::seed_from_u64(2);
    let (one, other) = (data(2000, &mut chance), data(2000, &mut chance));
    let (one, other) = (Source::of(&one).unwrap(), Source::of(&other).unwrap());
    let mut solver = Solver::of(&one.frame(7)).unwrap();
    assert_eq!(solver.take(&one.frame(7)), Ok(None));
    assert_eq!(solver.take(&other.frame(7)), Err(NoFrame::Other));
    assert_eq!(solver.take(&one.frame(7)[1..]), Err(NoFrame::Strange));
    assert_eq!((solver.read(), solver.blocks()), (1, 4), "they change nothing");
    let mut bent = one.frame(7);
    *bent.last_mut().unwrap() ^= 1;
    assert_eq!(solver.take(&bent), Err(NoFrame::Damaged), "it contradicts the one before");
    let mut bent = one.frame(3);
    bent[20] ^= 1;
    let mut solver = Solver::of(&bent).unwrap();
    let ends: Vec<_> =
        [one.frame(0), one.frame(1), one.frame(2), bent].iter().map(|frame| solver.take(frame)).collect();
    assert_eq!(ends[3], Err(NoFrame::Damaged), "the checksum differs");
}

#[test]
fn the_format_of_frames_does_not_change() {
    let data: Vec<u8> = (0..1200_u32).map(|n| u8::try_from(n * n % 251).unwrap()).collect();
    let source = Source::of(&data).unwrap();
    let sums = [0, 2, 3, 500, u16::MAX].map(|number| hashes::of(&[&source.frame(number)]));
    assert_eq!(
        sums,
        [0x4e15_a4de, 0x1775_dd1e, 0x06d7_ed32, 0x909e_a264, 0xee92_21df],
        "codes of another build could not be read"
    );
}

proptest! {
    #[test]
    fn no_bytes_in_place_of_a_frame_cause_a_panic(frames in proptest::collection::vec(proptest::collection::vec(any::<u8>(), 0..40), 1..12)) {
        if let Ok(mut solver) = Solver::of(&frames[0]) {
            for frame in &frames {
                let _ = solver.take(frame);
            }
        }
    }
}
